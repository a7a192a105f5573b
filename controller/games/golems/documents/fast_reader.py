"""The quick way from a line of JSON to a position and programs, for bulk: at a glance, for what is well formed.

The text is decoded against the types below, which hold most of the checks, by a library in C (`msgspec`); what is
left to ask is asked of whole lists. Mistakes are not looked into: where anything is odd, the answer is None, and
`document_reader`, which looks at one thing after the other, reads the line again. It decides and
says what is wrong; tests hold the two against each other. Goals and streams are left to the careful reader too.

This module is loaded in bulk only: loading the library takes longer than resolving a position.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Annotated, Literal, NotRequired, TypedDict

from msgspec import Meta, Raw
from msgspec.json import Decoder

from boards.colours import COLOURS
from controller.games.golems.documents.document_reader import Task
from controller.games.golems.documents.memo_dict import Remembering
from controller.games.golems.rules.position import (
    ENERGY,
    LIVES,
    MOST_LIVES,
    NAME,
    OUT_OF_CHARGE,
    RULES,
    WAYS,
    Golem,
    make_position,
)
from controller.games.golems.rules.program import BLANK, FACES, Row, Terms, check_program, hand_of, rows_at_a_glance
from controller.games.golems.rules.square_grid import FACINGS, LARGEST, grid

if TYPE_CHECKING:
    Game = str
    Rules = str
    Way = str
    Cell = str
    Colour = str
    Facing = str
    Face = str
    Length = int
    Lives = int
    Energy = int
else:
    # Literals, for numbers as well: 2.0 is none of them. A text that is one becomes an object that is there already.
    Game, Rules, Way = Literal[NAME], Literal[RULES], Literal[WAYS]
    Cell = Literal[grid(LARGEST, LARGEST).cells]
    Colour, Facing, Face = Literal[COLOURS], Literal[FACINGS], Literal[tuple(FACES)]
    Length = Literal[tuple(range(1, LARGEST + 1))]
    Lives = Literal[tuple(range(1, MOST_LIVES + 1))]
    Energy = Literal[tuple(range(OUT_OF_CHARGE + 1, ENERGY + 1))]


class _Board(TypedDict):
    size: tuple[Length, Length]
    walls: NotRequired[list[Cell]]
    waters: NotRequired[list[Cell]]
    barrels: NotRequired[list[Cell]]
    streams: NotRequired[Annotated[list[str], Meta(max_length=0)]]


class _Golem(TypedDict):
    at: Cell
    facing: Facing
    lives: NotRequired[Lives]
    barrel: NotRequired[bool]
    side: NotRequired[Annotated[str, Meta(min_length=1)]]


class _Document(TypedDict):
    game: Game
    board: _Board
    golems: dict[Colour, Raw]
    rules: NotRequired[Rules]
    way: NotRequired[Way]
    energy: NotRequired[Energy]
    bonus: NotRequired[dict[Colour, Face | None]]
    programs: NotRequired[dict[Colour, list[str]]]


_DECODER = Decoder(_Document)
_GOLEM_DECODER = Decoder(_Golem)
_NO_CELLS: list[Cell] = []
_NO_PROGRAMS: dict[Colour, list[str]] = {}
_NO_FACES: dict[Colour, Face | None] = {}


def _golem_of(colour: Colour, text: bytes) -> tuple[Golem, int]:
    """Return a golem, and how many keys its text has."""
    given = _GOLEM_DECODER.decode(text)
    lives, barrel = given.get("lives", LIVES), given.get("barrel", False)
    return Golem(colour, given["at"], given["facing"], lives, barrel, given.get("side", colour)), len(given)


_GOLEMS: list[tuple[Colour, Remembering[bytes, tuple[Golem, int]]]] = [
    (colour, Remembering(partial(_golem_of, colour), most=1 << 12)) for colour in COLOURS
]
"""In bulk use the same texts come again and again: on a board of 4x4 there are some 400 with up to three lives."""


def skim(line: bytes) -> Task | None:
    """Return what a line says; None: it must be read with care."""
    golems: list[Golem] = []
    try:
        document = _DECODER.decode(line)
        board, given = document["board"], document["golems"]
        keys = len(document) + len(board) + len(given)
        for colour, known in _GOLEMS:
            if colour in given:
                golem, its_keys = known[bytes(given[colour])]
                golems.append(golem)
                keys += its_keys
    except (ValueError, RecursionError):
        return None
    texts, faces = document.get("programs", _NO_PROGRAMS), document.get("bonus", _NO_FACES)
    # Each key has a colon. So where there are as many colons as keys were kept, no key is unknown and none comes
    # twice. (A colon in a text is rare.)
    if line.count(b":") != keys + len(texts) + len(faces):
        return None
    rules, way, energy = document.get("rules", RULES[0]), document.get("way", "standard"), document.get("energy")
    if rules == "2.0":
        if energy is not None:
            return None
    elif energy is None:
        energy = ENERGY
    field = grid(*board["size"])
    walls, waters = board.get("walls", _NO_CELLS), board.get("waters", _NO_CELLS)
    barrels = board.get("barrels", _NO_CELLS)
    taken = [*walls, *waters, *barrels]
    for golem in golems:
        taken.append(golem.at)
    different = frozenset(taken)
    if len(different) != len(taken) or not field.order.keys() >= different:
        return None
    if not texts.keys() <= given.keys() or not faces.keys() <= given.keys():
        return None
    programs = _programs(texts, rules, way, faces if "bonus" in document else None)
    if programs is None:
        return None
    order = field.order.__getitem__
    tokens = [tuple(sorted(cells, key=order) if len(cells) > 1 else cells) for cells in (walls, waters, barrels)]
    return Task(make_position((rules, way, field, *tokens, (), tuple(golems), energy, None)), programs)


def _programs(
    given: dict[Colour, list[str]], rules: Rules, way: Way, faces: dict[Colour, Face | None] | None
) -> dict[str, tuple[Row, ...]] | None:
    """Return the programs by colour, where each keeps to what deck, dice and way allow.

    `faces` None: no dice were rolled.
    """
    hand = hand_of(rules, way, way == "beginner" or (faces is not None and way != "autonomous"))
    programs: dict[str, tuple[Row, ...]] = {}
    for colour, texts in given.items():
        rows = rows_at_a_glance(texts, hand)
        if rows is None:
            terms = Terms(rules, way, None if faces is None else faces.get(colour) or BLANK)
            rows, problems = check_program(texts, terms, "")
            if problems:
                return None
        programs[colour] = rows
    return programs
