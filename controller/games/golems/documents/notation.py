"""Positions and rounds of Battle of Golems as short text. :mod:`.notation_parser` is the way back.

    3.1 scenario 3Bs/2=1/1#~1/Rn1o1 R2*@north,B@south 10 c3[c3.N]>a4 north:reach@d4,south:survive

A position has seven parts with spaces between. ``-`` is a part that says nothing.

    rules, way   as in `golem resolve`
    board        rows from the top, parted by ``/``: a number is a run of empty cells, ``#`` a wall, ``~`` water,
                 ``=`` water that is there for a stream only, ``o`` a barrel, ``Rn`` the red golem facing north
    golems       who is not as at the start: lives, ``*`` with a barrel, ``@`` and the side: ``R2*@north``
    energy       a number; ``-`` in v2.0
    streams      cells, banks in brackets, exit: ``e2+e3[e2.W+e3.E]>e4``; without brackets no banks were given
    goals        by side, any one wins: ``red:reach@d4+survive``; ``none`` where goals are given, but there are none

A round has lines below the position: ``red: forward, repeat 2 forward, attack, stand`` for each program, and
``dice: red=if, blue=blank`` where the dice limit it. Lines that begin with ``#`` are passed over.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence

from controller.games.game import Json
from controller.games.golems.documents.document_reader import read_task
from controller.games.golems.rules.goals import Goal
from controller.games.golems.rules.position import LIVES, Golem, Position, Stream
from controller.games.golems.rules.program import format_row, parse_row

NOTHING = "-"
NO_GOALS = "none"
PARTS: tuple[str, ...] = ("rules", "way", "board", "golems", "energy", "streams", "goals")

WALL_SIGN, WATER_SIGN, STREAM_SIGN, BARREL_SIGN = "#", "~", "=", "o"
DICE = "dice"

PLAIN_NAME = re.compile("[a-z][a-z0-9_]*(?:-[a-z0-9_]+)*")
"""Sides that need no quotes."""


def format_position(position: Position) -> str:
    """Return a position as one line: ``parse_position(format_position(p)) == p``."""
    return " ".join(
        (
            position.rules,
            position.way,
            _board(position),
            ",".join(filter(None, map(_golem, position.golems))) or NOTHING,
            NOTHING if position.energy is None else str(position.energy),
            ",".join(map(_stream, position.streams)) or NOTHING,
            _goals(position.goals),
        )
    )


def format_document(document: Json) -> str:
    """Return a document of `golem resolve` as lines: the position, the programs, the dice.

    ``parse_document(format_document(d))`` is the same task again. Raises :class:`boards.base.errors.Problems`.
    """
    position, programs = read_task(document)
    lines = [format_position(position)]
    for colour in programs:
        rows: Sequence[str] = document["programs"][colour]
        lines.append(f"{colour}: {', '.join(format_row(parse_row(row)) for row in rows)}")
    if "bonus" in document:
        faces: Mapping[str, str | None] = document["bonus"]
        shown = ", ".join(f"{colour}={face}" for colour, face in faces.items() if face is not None)
        lines.append(f"{DICE}: {shown}".rstrip())
    return "\n".join(lines)


def _board(position: Position) -> str:
    signs = {cell: STREAM_SIGN for stream in position.streams for cell in stream.cells}
    signs |= dict.fromkeys(position.walls, WALL_SIGN)
    signs |= dict.fromkeys(position.waters, WATER_SIGN)
    signs |= dict.fromkeys(position.barrels, BARREL_SIGN)
    signs |= {golem.at: golem.colour[0].upper() + golem.facing.lower() for golem in position.golems}
    columns, rows = position.grid.columns, position.grid.rows
    lines = []
    for row in reversed(range(rows)):
        names = (position.grid.cells[column * rows + row] for column in range(columns))
        line = "".join(signs.get(name, " ") for name in names)
        lines.append(re.sub(" +", lambda run: str(len(run[0])), line))
    return "/".join(lines)


def _golem(golem: Golem) -> str:
    """Return what is not as at the start; empty, if all is."""
    lives = "" if golem.lives == LIVES else str(golem.lives)
    side = "" if golem.side == golem.colour else f"@{_name(golem.side)}"
    differs = f"{lives}{'*' if golem.barrel else ''}{side}"
    return f"{golem.colour[0].upper()}{differs}" if differs else ""


def _stream(stream: Stream) -> str:
    banks = "" if stream.banks is None else f"[{'+'.join(f'{cell}.{side}' for cell, side in stream.banks)}]"
    return f"{'+'.join(stream.cells)}{banks}>{stream.exit}"


def _goals(goals: tuple[tuple[str, tuple[Goal, ...]], ...] | None) -> str:
    if goals is None:
        return NOTHING
    return ",".join(f"{_name(side)}:{'+'.join(map(_goal, wanted))}" for side, wanted in goals) or NO_GOALS


def _goal(goal: Goal) -> str:
    return f"{goal.name}@{goal.cell}" if goal.cell else goal.name


def _name(side: str) -> str:
    """Return a side's name, in quotes where it is not a plain word."""
    if PLAIN_NAME.fullmatch(side) and side != NO_GOALS:
        return side
    return json.dumps(side, ensure_ascii=not side.isprintable())
