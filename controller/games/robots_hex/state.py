"""A game of Robots on hexagons between two decisions: programs, setting up, the lot, then robot by robot."""

from __future__ import annotations

import hashlib
import json
from typing import NamedTuple

from boards.base.message import Message, _
from controller.games.document_paths import raise_in_input_order
from controller.games.game import Json, Outcome
from controller.games.robots_hex.documents.board_reader import read_board
from controller.games.robots_hex.documents.document_reader import read_position, read_side, read_steps
from controller.games.robots_hex.documents.value_checks import Checks
from controller.games.robots_hex.position import (
    CAMPS,
    DUEL,
    NAME,
    OBSTACLES,
    SCENARIOS,
    SHAPE_SWITCH,
    Board,
    Position,
    Robot,
    Signal,
    dump_position,
)
from controller.games.robots_hex.program import SHOTS

PROGRAMS = "programs"
PLACING = "placing"
LOT = "lot"
PLAYING = "playing"

ROBOTS_EACH = 2
REPETITION = "repetition"

_SETUP_KEYS = ("game", "scenario", "shapes", "board", "sides", "robots_each", "steps")
_MOST_ROBOTS = 9


class State(NamedTuple):
    """Frozen. A side's turn is played robot by robot."""

    position: Position
    stage: str = PLAYING
    reserve: tuple[Robot, ...] = ()
    """Robots that are not placed yet, with their programs once these are laid; they stand nowhere."""
    queue: tuple[str, ...] = ()
    """Who still plays in this turn; empty between two sides' turns."""
    orders: tuple[tuple[str, int], ...] = ()
    """Robot -> the step that it carries out in this turn, on a signal."""
    sender: str = ""
    """The side that has just played and may send a signal."""
    seen: tuple[str, ...] = ()
    """Fingerprints of the positions since no signals were left."""
    result: Outcome | None = None

    @property
    def sides(self) -> list[str]:
        """All sides, those without robots on the board too."""
        return list(self.position.signals)


def new_game(setup: Json) -> State:
    """Return a game that begins with programs (`sides`, `robots_each`), or one under way (`robots`, `turn`)."""
    if isinstance(setup, dict) and "robots" in setup:
        return State(read_position(setup))
    checks = Checks()
    given = checks.keys(setup, "", _SETUP_KEYS, _("a setup is an object with board and sides"))
    if given.get("game", NAME) != NAME:
        checks.wrong("game", _("this is not a game of {name}", name=NAME))
    scenario = checks.whole(given.get("scenario", DUEL), SCENARIOS[0], SCENARIOS[-1], "scenario")
    shapes = checks.one_of(given.get("shapes", OBSTACLES), SHAPE_SWITCH, "shapes")
    board = read_board(given.get("board", {}), shapes == OBSTACLES, checks)
    each = checks.whole(given.get("robots_each", ROBOTS_EACH), 1, _MOST_ROBOTS, "robots_each")
    sides: dict[str, Signal] = {}
    for index, side in enumerate(checks.items(given.get("sides", list(CAMPS)), "sides")):
        if read_side(side, scenario, f"sides[{index}]", checks):
            if side in sides:
                checks.wrong(f"sides[{index}]", _("{side} plays already", side=side))
            sides[side] = Signal()
    steps = read_steps(given, checks)
    wrong = None if checks.problems or {*sides} <= {*CAMPS} else no_room(board, tuple(sides), each)
    if wrong is not None:
        checks.wrong("robots_each", wrong)
    if len(sides) < 2 and not any(problem.at.startswith("sides") for problem in checks.problems):
        checks.wrong("sides", _("two sides or more play"))
    raise_in_input_order(setup, checks.problems)
    reserve = tuple(
        Robot(f"{side}{number}", side, "", 1, 0, SHOTS, (), (), ()) for side in sorted(sides) for number in _to(each)
    )
    position = Position(scenario, board, {}, min(sides), dict(sorted(sides.items())), steps)
    return State(position, PROGRAMS, reserve)


def no_room(board: Board, sides: tuple[str, ...], each: int) -> Message | None:
    """Return why not all robots find a black point, in an own camp or outside of the camps; None, if they do."""
    inside = {side: len([cell for cell in board.starts if board.camp_at.get(cell) == side]) for side in sides}
    outside = len([cell for cell in board.starts if cell not in board.camp_at])
    wanting = sum(max(0, each - inside[side]) for side in sides)
    if not board.starts or wanting <= outside:
        return None
    return _(
        "there are {outside} black points outside of the camps, and {wanting} robots that must stand there",
        outside=outside,
        wanting=wanting,
    )


def _to(number: int) -> range:
    return range(1, number + 1)


def fingerprint(position: Position) -> str:
    """Return what a position is recognised by, when it comes again: all that can change, shots included."""
    changing = {**dump_position(position), "board": None}
    return hashlib.sha256(json.dumps(changing, sort_keys=True).encode()).hexdigest()[:16]
