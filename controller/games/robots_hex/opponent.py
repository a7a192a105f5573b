"""A computer player for Robots on hexagons: before it writes a program, it walks some through alone on the board.

Then it puts the robot where its program does best. Pure; it knows no other program.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from boards.hex_grid import DIRECTIONS
from controller.games.robots_hex.position import Position, Robot
from controller.games.robots_hex.program import LONGEST, TESTS
from controller.games.robots_hex.setup import lay, test_row
from controller.games.robots_hex.state import State
from controller.games.robots_hex.turn import LAST_STANDING, play_robot
from controller.games.seeded_random import Numbers

EASY, HARD = "easy", "hard"
STRENGTHS: tuple[str, ...] = (EASY, HARD)

TRIES = 32
"""Programs of which the best is taken."""
STARTS = 8
"""Ways to stand at the start from which each is walked through."""
_AIM = 100
"""An aim that is reached is worth more than any walk."""

_FIRE = ("? 1", "T")
_STEPS = (("D+1",), ("D+1",), ("D+2",), ("D+2",), ("R+1",), ("R-1",), ("R+2",), _FIRE, _FIRE, ("D-1",))
"""What programs are made of."""
_FIRE_AT = "enemy robots in my column of fire"
TARGET_TEST = test_row("1", _FIRE_AT)
"""The question that the computer's programs ask."""

Rows = tuple[str, ...]


def program(state: State, asked: str, strength: str, seed: int) -> Rows:
    """Return a program for the robot of this name that is not placed yet."""
    numbers = Numbers(seed, *asked.encode())
    if strength == EASY:
        return _any_program(numbers)
    return _best(state, asked, numbers, lambda: _any_program(numbers))


def continued_program(state: State, asked: str, steps: Rows, tests: Rows) -> Rows:
    """Return the steps of a good program that begins with these; the same ones where there is no room for more.

    ``tests`` are the rows of its questions; where one is missing, it asks for enemies to fire at.
    """
    most = state.position.steps
    numbers = Numbers(0, *f"{asked} {' '.join(steps)}".encode())

    def whole() -> Rows:
        program = (*steps, *_any_steps(numbers, most - len(steps)))
        written = {row.split(":")[0]: row for row in (*(test_row(test, _FIRE_AT) for test in TESTS), *tests)}
        return (*program, *written.values())

    return steps if len(steps) >= most else _best(state, asked, numbers, whole)[:most]


def _best(state: State, asked: str, numbers: Numbers, any_program: Callable[[], Rows]) -> Rows:
    """Return the best of some programs for a robot that is not placed yet."""
    robot = next(robot for robot in state.reserve if robot.name == asked)
    ways = list(_ways(state.position, robot.side))
    starts = [numbers.pick(ways) for _ in range(STARTS)] if ways else []
    tries = [any_program() for _ in range(TRIES)]

    def best_start(rows: Rows) -> int:
        # It will stand where its program does best.
        laid = _laid(state, robot, rows)
        return max((_worth(state, laid, *way) for way in starts), default=0)

    return max(tries, key=best_start)


def placement(state: State, player: str, moves: Sequence[str], seed: int) -> str:
    """Of these moves (``green1 c3 2``) that place a robot of the player, one that does its program best."""
    robots = {robot.name: robot for robot in state.reserve if robot.side == player}
    worths = {}
    for move in moves:
        name, cell, facing = move.split()
        worths[move] = _worth(state, robots[name], cell, int(facing))
    best = max(worths.values())
    return Numbers(seed, len(moves)).pick([move for move, worth in worths.items() if worth == best])


def _any_program(numbers: Numbers) -> Rows:
    steps = _any_steps(numbers, LONGEST)
    return (*steps, *([TARGET_TEST] if "? 1" in steps else []))


def _any_steps(numbers: Numbers, count: int) -> Rows:
    steps = [step for _ in range(count - 1) for step in numbers.pick(_STEPS)][: count - 1]
    if steps and steps[-1] == "? 1":
        steps[-1] = "T"
    # Whoever is still there at the end goes out with a bang, so that the game ends.
    return (*steps, "*")


def _ways(position: Position, side: str) -> Iterator[tuple[str, int]]:
    """How a robot of this side may stand at the start on a board without others."""
    board = position.board
    for cell in board.starts:
        if not (board.in_opposing_camp(side, cell) or cell in board.lake_at or cell in board.obstacles):
            yield from ((cell, facing) for facing in DIRECTIONS)


def _laid(state: State, robot: Robot, rows: Rows) -> Robot:
    return lay(state._replace(reserve=(robot,)), {robot.name: rows}).reserve[0]


def _worth(state: State, robot: Robot, cell: str, facing: int) -> int:
    """How good it is to begin so, if nobody else moved: an aim soon; else turns lived and places visited."""
    position = state.position.with_robot(robot._replace(at=cell, facing=facing))
    visited = {cell: True}
    for turn in range(LONGEST):
        played = play_robot(position, robot.name)
        position = played.position
        if played.outcome is not None and played.outcome.reason != LAST_STANDING:
            return _AIM - turn
        now = position.robots.get(robot.name)
        if now is None:
            ended = any(event.name == "exploded" for event in played.events)
            return turn + (len(visited) if ended else 0)
        visited[now.at] = True
    return LONGEST + len(visited)
