"""The quick way from a document to a position and programs: at a glance, for what is well formed.

It knows no mistakes. Where anything is odd it answers None, and :mod:`controller.games.golems.reading`, which looks
at one thing after the other, says what is wrong; a test holds the two against each other. Goals and streams are
left to the careful reader too.
"""

from __future__ import annotations

from collections.abc import Collection

from boards.colours import COLOURS
from controller.games.game import Json
from controller.games.golems.grid import FACINGS, LARGEST, Grid, grid
from controller.games.golems.position import (
    ENERGY,
    LIVES,
    MOST_LIVES,
    NAME,
    OUT_OF_CHARGE,
    RULES,
    WAYS,
    Golem,
    Position,
    make_golem,
    make_position,
)
from controller.games.golems.program import BLANK, FACES, Row, Terms, check_program

_KEYS = frozenset({"game", "rules", "way", "board", "golems", "energy", "bonus", "programs"})
_BOARD_KEYS = frozenset({"size", "walls", "waters", "barrels", "streams"})
_OWN = object()
"""A side that was left out: the golem's own colour."""
_LEFT_OUT: dict[str, Json] = {"at": None, "facing": None, "lives": LIVES, "barrel": False, "side": _OWN}
"""What a golem has where the document is silent, in the order of :class:`Golem`."""

Programs = dict[str, tuple[Row, ...]]


def skim(document: Json) -> tuple[Position, Programs] | None:
    """What a document says; None: it must be read with care."""
    if type(document) is not dict or not document.keys() <= _KEYS or document.get("game", NAME) != NAME:
        return None
    rules, way = document.get("rules", "3.1"), document.get("way", "standard")
    energy: Json = document.get("energy", ENERGY) if rules == "3.1" else document.get("energy")
    if rules not in RULES or way not in WAYS:
        return None
    if energy is not None if rules == "2.0" else type(energy) is not int or not OUT_OF_CHARGE < energy <= ENERGY:
        return None
    golems = _golems(document.get("golems"))
    board = document.get("board")
    if golems is None or type(board) is not dict or not board.keys() <= _BOARD_KEYS or board.get("streams", []) != []:
        return None
    field = _field(board.get("size"))
    walls, waters, barrels = board.get("walls", []), board.get("waters", []), board.get("barrels", [])
    if field is None or not type(walls) is type(waters) is type(barrels) is list:
        return None
    taken = [*walls, *waters, *barrels, *[golem.at for golem in golems]]
    if not _each_its_own(taken, field):
        return None
    programs = _programs(document, rules, way)
    if programs is None:
        return None
    order = field.order.__getitem__
    tokens = [tuple(sorted(cells, key=order) if len(cells) > 1 else cells) for cells in (walls, waters, barrels)]
    return make_position((rules, way, field, *tokens, (), golems, energy, None)), programs


def _field(size: Json) -> Grid | None:
    if type(size) is not list or len(size) != 2:
        return None
    columns, rows = size
    if type(columns) is int and type(rows) is int and 1 <= columns <= LARGEST and 1 <= rows <= LARGEST:
        return grid(columns, rows)
    return None


def _each_its_own(taken: list[Json], field: Grid) -> bool:
    """Whether these are cells of the board, and all different."""
    try:
        cells = frozenset(taken)
    except TypeError:  # A list or an object among them.
        return False
    return len(cells) == len(taken) and field.order.keys() >= cells


def _golems(given: Json) -> tuple[Golem, ...] | None:
    """The golems in the order of the colours; their cells are not looked at."""
    if type(given) is not dict:
        return None
    golems: list[Golem] = []
    for colour in COLOURS:
        if colour not in given:
            continue
        item = given[colour]
        if type(item) is not dict:
            return None
        whole = _LEFT_OUT | item
        if len(whole) > len(_LEFT_OUT):
            return None
        at, facing, lives, barrel, side = whole.values()
        if side is _OWN:
            side = colour
        elif type(side) is not str or not side:
            return None
        if facing not in FACINGS or type(lives) is not int or not 0 < lives <= MOST_LIVES or type(barrel) is not bool:
            return None
        golems.append(make_golem((colour, at, facing, lives, barrel, side)))
    return tuple(golems) if len(golems) == len(given) else None


def _programs(document: dict[str, Json], rules: str, way: str) -> Programs | None:
    """The programs by colour, where each keeps to what deck, dice and way allow."""
    colours = document["golems"].keys()
    given = document.get("programs", {})
    if type(given) is not dict or not given.keys() <= colours:
        return None
    bonus = document.get("bonus")
    if "bonus" in document and not _are_faces(bonus, colours):
        return None
    programs: Programs = {}
    for colour, texts in given.items():
        terms = Terms(rules, way, None if bonus is None else bonus.get(colour) or BLANK)
        programs[colour], problems = check_program(texts, terms, "")
        if problems:
            return None
    return programs


def _are_faces(bonus: Json, colours: Collection[str]) -> bool:
    """Whether these are faces of dice, of golems that are there; None is a blank."""
    if type(bonus) is not dict:
        return False
    for colour, face in bonus.items():
        if colour not in colours or (face is not None and (type(face) is not str or face not in FACES)):
            return False
    return True
