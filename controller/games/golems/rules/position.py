"""A position: the board with its tokens, the golems, the energy, and who must do what to win. Frozen.

It is written in the form of `golem resolve`; :mod:`controller.games.golems.documents.document_reader` is the way back.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import NamedTuple, cast

from controller.games.game import Json
from controller.games.golems.rules.goals import CELL_GOALS, DESTROY_BARRELS, Goal
from controller.games.golems.rules.square_grid import Grid

NAME = "golems"

RULES: tuple[str, ...] = ("3.1", "2.0")
"""The rulebooks, the default first."""
WAYS: tuple[str, ...] = ("beginner", "standard", "autonomous", "scenario")
"""Ways to play; a puzzle is played as a scenario."""

LIVES = 3
"""At the start."""
MOST_LIVES = 99
ENERGY = 10
"""At the start (v3.1), and the most that there is."""
OUT_OF_CHARGE = 1
"""The energy at which the golems stop."""

WALL, WATER, BARREL = "wall", "water", "barrel"


class Golem(NamedTuple):
    """A living golem."""

    colour: str
    at: str
    facing: str
    lives: int
    barrel: bool
    side: str


class Stream(NamedTuple):
    """Water cells that carry a golem to `exit`, unless it comes across a bank.

    `banks` are pairs of a cell and its side; None where the input left them out.
    """

    cells: tuple[str, ...]
    banks: tuple[tuple[str, str], ...] | None
    exit: str


class Position(NamedTuple):
    """All that a round starts from, but the programs. Cells are sorted by column, then row."""

    rules: str
    way: str
    grid: Grid
    walls: tuple[str, ...]
    waters: tuple[str, ...]
    barrels: tuple[str, ...]
    streams: tuple[Stream, ...]
    golems: tuple[Golem, ...]
    """In the order red, blue, yellow, green."""
    energy: int | None
    """None in v2.0."""
    goals: tuple[tuple[str, tuple[Goal, ...]], ...] | None
    """By side, in the order given; None where the input left them out."""

    @property
    def colours(self) -> tuple[str, ...]:
        """The golems that still stand."""
        return tuple(golem.colour for golem in self.golems)


make_golem = cast(Callable[[tuple[str, str, str, int, bool, str]], Golem], partial(tuple.__new__, Golem))
make_position = cast(Callable[[tuple[object, ...]], Position], partial(tuple.__new__, Position))
"""``Golem(*values)`` and ``Position(*values)`` at a third of their price."""


def dump_board(position: Position) -> dict[str, Json]:
    """Return the `board` of a position, nothing left out."""
    return {
        "size": [position.grid.columns, position.grid.rows],
        "walls": list(position.walls),
        "waters": list(position.waters),
        "barrels": list(position.barrels),
        "streams": [_dump_stream(stream) for stream in position.streams],
    }


def _dump_stream(stream: Stream) -> dict[str, Json]:
    dumped: dict[str, Json] = {"cells": list(stream.cells)}
    if stream.banks is not None:
        dumped["banks"] = [f"{cell}.{side}" for cell, side in stream.banks]
    return dumped | {"exit": stream.exit}


def dump_golems(position: Position) -> dict[str, Json]:
    """Return the `golems` of a position, nothing left out."""
    return {
        golem.colour: {
            "at": golem.at,
            "facing": golem.facing,
            "lives": golem.lives,
            "barrel": golem.barrel,
            "side": golem.side,
        }
        for golem in position.golems
    }


def dump_position(position: Position) -> dict[str, Json]:
    """Return the position in the form of `golem resolve`: valid input again."""
    dumped: dict[str, Json] = {
        "game": NAME,
        "rules": position.rules,
        "way": position.way,
        "board": dump_board(position),
        "golems": dump_golems(position),
    }
    if position.energy is not None:
        dumped["energy"] = position.energy
    if position.goals is not None:
        dumped["goals"] = {side: [dump_goal(goal) for goal in goals] for side, goals in position.goals}
    return dumped


def dump_goal(goal: Goal) -> Json:
    """Return a goal as it is written in files."""
    if goal.name in CELL_GOALS:
        return {goal.name: goal.cell}
    return {DESTROY_BARRELS: "all"} if goal.name == DESTROY_BARRELS else goal.name
