"""A position: the board, the robots with their programs, whose turn it is, the signals."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cached_property
from typing import NamedTuple

from controller.games.game import Json
from controller.games.robots_hex.field import Field
from controller.games.robots_hex.program import LONGEST, SIGNALS, Instruction, parse_step

NAME = "robots_hex"

DUEL, INVASION, COMPUTER = 1, 2, 3
SCENARIOS: tuple[int, ...] = (DUEL, INVASION, COMPUTER)

OBSTACLES = "obstacles"
IGNORED = "ignored"
SHAPE_SWITCH: tuple[str, ...] = (OBSTACLES, IGNORED)

CAMPS: tuple[str, ...] = ("green", "violet")
COLOURS: tuple[str, ...] = ("red", "blue", "green", "yellow", "violet", "orange", "black", "white")
SHAPES: tuple[str, ...] = ("square", "triangle", "circle")


class Shape(NamedTuple):
    """A printed shape. ``str()`` is its name in files: ``red square``."""

    colour: str
    shape: str

    def __str__(self) -> str:
        return f"{self.colour} {self.shape}"


class Board:
    """What is printed on the board. It never changes, so it is shared between positions."""

    def __init__(  # noqa: PLR0913 (what is printed on a board, all but the field optional)
        self,
        field: Field,
        lakes: tuple[str, ...] = (),
        shapes: Mapping[str, Shape] | None = None,
        lightning: tuple[str, ...] = (),
        camps: Mapping[str, tuple[str, ...]] | None = None,
        starts: tuple[str, ...] = (),
        computers: Mapping[str, str] | None = None,
        shapes_count: bool = True,
    ) -> None:
        self.field = field
        self.lakes = lakes
        self.shapes = dict(shapes or {})
        self.lightning = lightning
        self.camps = dict(camps or {})
        self.starts = starts
        self.computers = dict(computers or {})
        self.shapes_count = shapes_count
        """Whether shapes are obstacles; if not, it is as if they were not there."""

    @cached_property
    def lake_at(self) -> Mapping[str, bool]:
        """Return whether a lake is in this cell."""
        return dict.fromkeys(self.lakes, True)

    @cached_property
    def lightning_at(self) -> Mapping[str, bool]:
        """Return whether lightning is in this cell."""
        return dict.fromkeys(self.lightning, True)

    @cached_property
    def seen_shapes(self) -> Mapping[str, Shape]:
        """The shapes that count."""
        return self.shapes if self.shapes_count else {}

    @cached_property
    def obstacles(self) -> Mapping[str, str]:
        """Cell -> what can't be entered there: a shape's name, or `computer`."""
        return {cell: str(shape) for cell, shape in self.seen_shapes.items()} | dict.fromkeys(
            self.computers.values(), "computer"
        )

    @cached_property
    def camp_at(self) -> Mapping[str, str]:
        """Cell -> the camp that it belongs to."""
        return {cell: camp for camp, cells in self.camps.items() for cell in cells}

    def in_opposing_camp(self, side: str, cell: str) -> bool:
        """Return whether a cell is in a camp of another side."""
        return self.camp_at.get(cell, side) != side

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Board) and dump_board(self) == dump_board(other) and self.field is other.field

    def __hash__(self) -> int:
        return hash((self.field, self.lakes, self.lightning, self.starts))


class Robot(NamedTuple):
    """A living robot. Steps are numbered from 1."""

    name: str
    side: str
    at: str
    facing: int
    pointer: int
    """The step last read; 0: none yet; the number of steps plus one: past the end."""
    shots: int
    destroyed: tuple[int, ...]
    """Steps that do nothing any more, sorted."""
    program: tuple[str, ...]
    """As it was written."""
    tests: tuple[tuple[str, str], ...]
    """Number -> question, as it was written."""

    def step(self, number: int) -> Instruction | None:
        """Return a step by its number; None, if there is none or it is destroyed."""
        if not 1 <= number <= len(self.program) or number in self.destroyed:
            return None
        return parse_step(self.program[number - 1])

    def losing(self, number: int) -> Robot:
        """Return the robot without this step; itself, where there is no such step to lose."""
        if not 1 <= number <= len(self.program) or number in self.destroyed:
            return self
        return self._replace(destroyed=tuple(sorted((*self.destroyed, number))))


class Signal(NamedTuple):
    """A player's signals: how many are left, and the one that waits to be shown."""

    left: int = SIGNALS
    robot: str | None = None
    step: int | None = None


class Position(NamedTuple):
    """A position between two robots' turns."""

    scenario: int
    board: Board
    robots: Mapping[str, Robot]
    """By name, sorted by name."""
    turn: str
    signals: Mapping[str, Signal]
    """By side, for every side that there ever was, sorted."""
    steps: int = LONGEST
    """How long a program may be."""

    def sides(self) -> list[str]:
        """Return the sides that have robots, in the order in which they take turns."""
        return sorted(dict.fromkeys(robot.side for robot in self.robots.values()))

    def robots_of(self, side: str) -> list[str]:
        """Return a side's robots in the order in which they play."""
        names = [robot.name for robot in self.robots.values() if robot.side == side]
        return sorted(names, key=lambda name: (number_of(name), name))

    def robot_at(self, cell: str) -> Robot | None:
        """Return the robot in this cell; None if there is none."""
        return next((robot for robot in self.robots.values() if robot.at == cell), None)

    def with_robot(self, robot: Robot) -> Position:
        """Return the position with this robot changed."""
        return self._replace(robots={**self.robots, robot.name: robot})

    def without(self, name: str) -> Position:
        """Return the position without this robot."""
        return self._replace(robots={other: robot for other, robot in self.robots.items() if other != name})


_NUMBER = re.compile(r"[0-9]+\Z")


def number_of(name: str) -> int:
    """Return the number at the end of a robot's name; 0 without one."""
    match = _NUMBER.search(name)
    return int(match.group()) if match else 0


def dump_position(position: Position) -> dict[str, Json]:
    """Return the position in the form of `golem resolve`; no optional key is left out."""
    longer = {} if position.steps == LONGEST else {"steps": position.steps}
    return {
        "game": NAME,
        **longer,
        "scenario": position.scenario,
        "shapes": OBSTACLES if position.board.shapes_count else IGNORED,
        "board": dump_board(position.board),
        "robots": {name: dump_robot(robot) for name, robot in position.robots.items()},
        "turn": position.turn,
        "signals": {side: dump_signal(signal) for side, signal in position.signals.items()},
    }


def dump_board(board: Board) -> dict[str, Json]:
    """Return the board; lists of cells by column, then row as a number."""
    order = board.field.order.__getitem__

    def cells(names: tuple[str, ...]) -> list[str]:
        return sorted(names, key=order)

    return {
        "size": [board.field.columns, board.field.rows],
        "lakes": cells(board.lakes),
        "shapes": {cell: str(board.shapes[cell]) for cell in cells(tuple(board.shapes))},
        "lightning": cells(board.lightning),
        "camps": {camp: cells(board.camps[camp]) for camp in sorted(board.camps)},
        "starts": cells(board.starts),
        "computers": {camp: board.computers[camp] for camp in sorted(board.computers)},
    }


def dump_robot(robot: Robot) -> dict[str, Json]:
    """Return a robot in the form of `golem resolve`."""
    return {
        "side": robot.side,
        "at": robot.at,
        "facing": robot.facing,
        "pointer": robot.pointer,
        "shots": robot.shots,
        "destroyed": list(robot.destroyed),
        "program": list(robot.program),
        "tests": dict(robot.tests),
    }


def dump_signal(signal: Signal) -> dict[str, Json]:
    """Return a signal in the form of `golem resolve`."""
    if signal.robot is None:
        return {"left": signal.left}
    return {"left": signal.left, "robot": signal.robot, "step": signal.step}
