"""Answers: what a robot sees when it is asked, and so why the answer is yes or no."""

from __future__ import annotations

from typing import NamedTuple

from controller.games.robots_hex.position import SHAPES, Position, Robot
from controller.games.robots_hex.questions.question import (
    All,
    Any,
    CellAhead,
    Clause,
    Count,
    Facing,
    InCamp,
    Not,
    Question,
    ShotsLeft,
    Things,
)


class Finding(NamedTuple):
    """What decided one clause."""

    clause: Clause
    yes: bool
    cells: tuple[str, ...] = ()
    """Where the things are that were counted; the cell that was looked at."""
    value: int = 0
    """The direction faced, or the shots left."""


class Answer(NamedTuple):
    """Yes or no, and what every clause that was looked at found."""

    yes: bool
    findings: tuple[Finding, ...]


REACH = 2
"""Cells that a shot reaches: the column of fire."""


def answer(question: Question, position: Position, robot: Robot) -> Answer:
    """Return the answer of a robot in a position. Clauses that no longer matter are not looked at."""
    match question:
        case Not(inner):
            found = answer(inner, position, robot)
            return Answer(not found.yes, found.findings)
        case All(parts):
            return _until(False, parts, position, robot)
        case Any(parts):
            return _until(True, parts, position, robot)
    finding = _finding(question, position, robot)
    return Answer(finding.yes, (finding,))


def _until(decisive: bool, parts: tuple[Question, ...], position: Position, robot: Robot) -> Answer:
    """Return the parts one after the other, until one decides."""
    findings: tuple[Finding, ...] = ()
    for part in parts:
        found = answer(part, position, robot)
        findings += found.findings
        if found.yes is decisive:
            return Answer(decisive, findings)
    return Answer(not decisive, findings)


def _finding(clause: Clause, position: Position, robot: Robot) -> Finding:
    board = position.board
    match clause:
        case Facing(direction):
            return Finding(clause, robot.facing == direction, value=robot.facing)
        case InCamp(camp):
            return Finding(clause, _is_in(camp, position, robot), (robot.at,))
        case ShotsLeft(number):
            return Finding(clause, robot.shots >= number, value=robot.shots)
        case CellAhead(things, cells):
            away = cells or 1
            line = board.field.line(robot.at, robot.facing, away)
            seen = line[-1:] if len(line) == away else ()
            return Finding(clause, any(_holds(cell, things, position, robot) for cell in seen), seen)
    found = tuple(cell for cell in _looked_at(clause, position, robot) if _holds(cell, clause.things, position, robot))
    exact = clause.amount in ("exactly", "no")
    enough = len(found) == clause.number if exact else len(found) >= clause.number
    return Finding(clause, enough, found)


def _is_in(camp: str, position: Position, robot: Robot) -> bool:
    here = position.board.camp_at.get(robot.at)
    if camp == "opposing":
        return position.board.in_opposing_camp(robot.side, robot.at)
    return here is not None and here == (robot.side if camp == "my" else camp)


def _looked_at(clause: Count, position: Position, robot: Robot) -> tuple[str, ...]:
    """Return the cells that a clause is about, the robot's own never among them."""
    field = position.board.field
    if clause.where is None:
        cells = tuple(cell for cell in field.cells if cell != robot.at)
    else:
        direction = clause.direction if clause.where == "direction" else robot.facing
        reach = REACH if clause.where == "fire" else len(field.cells)
        cells = field.line(robot.at, direction, reach)
    if clause.distance is None:
        return cells
    distances = ((cell, field.distance(robot.at, cell)) for cell in cells)
    if clause.distance == "at":
        return tuple(cell for cell, away in distances if away == clause.cells)
    return tuple(cell for cell, away in distances if away <= clause.cells)


def _holds(cell: str, things: Things, position: Position, robot: Robot) -> bool:
    """Whether there is such a thing in a cell (which is not the robot's own)."""
    board, kind = position.board, things.kind
    if kind.endswith("robots"):
        other = position.robot_at(cell)
        if other is None:
            return False
        if kind == "robots":
            return things.colour in (None, other.side)  # A robot has its side's colour.
        return (other.side == robot.side) == (kind == "my robots")
    if kind in SHAPES:
        shape = board.seen_shapes.get(cell)
        return shape is not None and shape.shape == kind and things.colour in (None, shape.colour)
    if kind == "lakes":
        return cell in board.lake_at
    if kind == "lightning":
        return cell in board.lightning_at
    return (
        board.camp_at.get(cell) == things.colour
        or (things.colour == "yellow" and cell in board.lightning_at)
        or (things.colour == "blue" and cell in board.lake_at)
    )
