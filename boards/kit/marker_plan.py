"""The marker plan: which ArUco id is on which printed thing, and how big the markers are.

Dictionary DICT_5X5_250: 5 x 5 modules inside a black border of one, 7 x 7 in all. A marker needs a white
*quiet zone* of 1.5 modules around it; cut lines and colours stay outside.
"""

from __future__ import annotations

from collections.abc import Iterator

from boards.colours import COLOURS
from boards.kit.thing_keys import DieKey, TokenKey

DICTIONARY = "DICT_5X5_250"
MODULES = 7
"""Modules across a marker, black border included."""
QUIET_MODULES = 1.5

CARD_IDS = range(88)
READY_IDS = range(88, 92)
GOLEM_IDS = range(92, 96)
MAT_IDS = range(100, 140)
TRAY_IDS = range(140, 156)
DIE_IDS = range(156, 180)
TOKEN_IDS = range(180, 201)
ENERGY_TRACK_ID = 201
ENERGY_CHIP_ID = 202
HEX_STEP_IDS = range(210, 240)
"""Robots on hexagons: the step cards, an id for each step; all copies of a step carry the same."""
HEX_WORD_IDS: tuple[int, ...] = (*range(203, 210), *range(240, 250), *range(162, 201))
"""Robots on hexagons: the question cards, an id for each word. Those that are free, then those of the dice and tokens
of Battle of Golems: one table plays one game, and these have one marker, of another size or place than a card's two."""
PIECE_IDS = CARD_IDS
"""The pieces of a game of pieces carry ids of cards: one table plays one game, and the first hundred words of the
dictionary differ most."""
BOARD_IDS = range(112, 140)
"""Of :data:`MAT_IDS`: the boards of games of pieces, four each; see `controller.games.tabletop`."""

CARD_MARKER_MM = 22.4
GOLEM_MARKER_MM = 45.0
MAT_MARKER_MM = 56.0
"""Module 8 mm, quiet zone 12 mm: marker and quiet zone fill the mat's 80 mm border exactly."""
TRAY_MARKER_MM = 28.0
"""Module 4 mm, quiet zone 6 mm."""
TOKEN_MARKER_MM = 30.0
DIE_MARKER_MM = 22.4
ENERGY_MARKER_MM = 22.4

TOKEN_COUNTS: dict[str, int] = {"barrel": 10, "water": 5, "wall": 6}
"""Tokens of a kit, by kind, in the order of their ids."""

DIE_FACES: tuple[tuple[str, int | None], ...] = (
    ("if", None),
    ("repeat 2", None),
    ("repeat 3", None),
    ("blank", 1),
    ("blank", 2),
    ("blank", 3),
)
"""A bonus die's faces, in the order of their ids; those of one name are numbered."""


def quiet_mm(side_mm: float) -> float:
    """Return the width of the white zone that a marker of this side needs."""
    return QUIET_MODULES * side_mm / MODULES


def die_keys(colour: str) -> tuple[DieKey, ...]:
    """Return the keys of a player's die, in the order of their ids."""
    return tuple(DieKey(colour, face, number) for face, number in DIE_FACES)


def die_ids() -> Iterator[tuple[DieKey, int]]:
    """Yield key and id of every face of every die."""
    ids = iter(DIE_IDS)
    for colour in COLOURS:
        for key in die_keys(colour):
            yield key, next(ids)


def token_ids() -> Iterator[tuple[TokenKey, int]]:
    """Yield key and id of every token."""
    ids = iter(TOKEN_IDS)
    for kind, count in TOKEN_COUNTS.items():
        for number in range(1, count + 1):
            yield TokenKey(kind, number), next(ids)
