"""What a game's sides must do, and how far each is: facts and sentences for the screen."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

from boards.base.message import Message, ngettext
from boards.geometry import Cell
from controller.games.golems.puzzles.puzzle_messages import goal_message
from controller.games.golems.rules.distances import FAR, ways_to
from controller.games.golems.rules.goals import BRING_BARREL, DESTROY_BARRELS, LAST_STANDING, REACH, SURVIVE, Goal
from controller.games.golems.rules.position import OUT_OF_CHARGE, Golem, Position
from controller.games.tabletop import GoalLeft, TaskGoal

LEFT: Mapping[str, Message] = {
    "cells": ngettext("{n} cell to go", "{n} cells to go", counted="n"),
    "rounds": ngettext("{n} round to go", "{n} rounds to go", counted="n"),
    "barrels": ngettext("{n} barrel left", "{n} barrels left", counted="n"),
    "lives": ngettext("the others have {n} life", "the others have {n} lives", counted="n"),
}
"""How far it is to a goal."""


def goals_told(position: Position) -> tuple[TaskGoal, ...]:
    """Every goal of every side, in the order of the file: what it asks for, and how far the side is.

    `left` is what is missing (a word of :data:`LEFT` and a number), None where it can't be counted: nobody is left,
    or there is no way now.
    """
    return tuple(
        TaskGoal(
            side,
            goal.name,
            goal.cell or None,
            goal_message(goal),
            _told(*found) if (found := left(position, side, goal)) is not None else None,
        )
        for side, goals in position.goals or ()
        for goal in goals
    )


def left(position: Position, side: str, goal: Goal) -> tuple[str, int] | None:
    """Return what is missing to a goal, at least, by a word of :data:`LEFT`; None if nobody knows a way.

    Cells are those of the shortest way, turns not counted, and one more for each barrel that stands in it.
    """
    own = [golem for golem in position.golems if golem.side == side]
    if not own:
        return None
    if goal.name == SURVIVE:
        return None if position.energy is None else ("rounds", position.energy - OUT_OF_CHARGE)
    if goal.name == DESTROY_BARRELS:
        return "barrels", len(position.barrels)
    if goal.name == LAST_STANDING:
        return "lives", sum(golem.lives for golem in position.golems if golem.side != side)
    cells = min(_cells(position, golem, goal) for golem in own)
    return None if cells >= FAR else ("cells", cells)


def _cells(position: Position, golem: Golem, goal: Goal) -> int:
    ways = _ways(position._replace(golems=(), goals=None, energy=None), goal.cell)
    if goal.name == REACH or (goal.name == BRING_BARREL and golem.barrel):
        return ways[golem.at]
    # To a barrel, and home with it from the cell beside it.
    return min((_apart(golem.at, barrel) - 1 + max(ways[barrel] - 1, 0) for barrel in position.barrels), default=FAR)


@lru_cache(maxsize=256)
def _ways(board: Position, cell: str) -> Mapping[str, int]:
    return ways_to(board, cell)


def _apart(one: str, other: str) -> int:
    a, b = Cell.parse(one), Cell.parse(other)
    return abs(a.column - b.column) + abs(a.row - b.row)


def _told(what: str, number: int) -> GoalLeft:
    return GoalLeft(what, number, LEFT[what].bind(n=number))
