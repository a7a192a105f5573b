"""What bots are asked in a turn, and what they answer: nothing that they write is trusted.

What a bot does wrong is a guard and a :class:`Slip`; a bot whose process is lost is told by name, and guards.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from controller.bots.inside.frames import Turn, pack_turn, unpack_acts
from controller.bots.inside.player import CODES, GUARD, SUICIDE
from controller.bots.inside.shown import CELL_SHIFT, HP_BITS
from controller.bots.process import BotProcess, Gone, answers
from controller.bots.source import printable
from controller.games.chance import mix
from controller.games.robot_game.actions import EXPLODING, GUARDING, Action
from controller.games.robot_game.arena import CELLS
from controller.games.robot_game.slips import SLIP_KINDS
from controller.games.robot_game.state import State

_ACT_SEEDS = 0x4143_5453

_ACTIONS: Mapping[int, Mapping[int, Action]] = {
    cell: {GUARD: GUARDING, SUICIDE: EXPLODING}
    | {
        code: Action(kind, CELLS[x + right, y + down])
        for kind, codes in CODES.items()
        for (right, down), code in codes.items()
        if (x + right, y + down) in CELLS
    }
    for (x, y), cell in CELLS.items()
}
"""Cell -> how a bot's process tells an act -> the action: it can tell no illegal one."""


@dataclass(frozen=True)
class Slip:
    """Something that a bot did wrong, and that became a guard."""

    turn: int
    player: int
    robot: int
    kind: str
    """One of :data:`SLIP_KINDS`."""
    text: str
    """The last line of the traceback, or what was wrong; printable."""
    line: int | None = None
    """The line in the bot's file."""


@dataclass(frozen=True)
class Heard:
    """What was answered in a turn."""

    actions: dict[int, Action] = field(default_factory=dict)
    """Cell -> what the robot there does; guards that were not asked for are missing."""
    slips: list[Slip] = field(default_factory=list)
    gone: Mapping[int, str] = field(default_factory=dict)
    """Players whose process was lost over it, and why."""


NOTHING = Heard()


def act_seed(seed: int, turn: int, player: int) -> int:
    """The seed of one player's chances in one turn; a robot's is this and its id, as in rgkit."""
    return mix(mix(seed ^ _ACT_SEEDS) + 2 * turn + player) >> 33


def ask(bots: Mapping[int, BotProcess], state: State, turn_s: float) -> Heard:
    """Ask bots, by player, all at once; `turn_s`: how long to wait by the clock."""
    in_order = sorted([(robot, cell) for cell, robot in state.robots.items()])
    numbers = [cell << CELL_SHIFT | owner << HP_BITS | hp for (_, owner, hp), cell in in_order]
    view = array("H", numbers).tobytes()
    mine = {player: [(robot[0], cell) for robot, cell in in_order if robot[1] == player] for player in bots}
    for player, bot in bots.items():
        seed = act_seed(state.seed, state.turn, player)
        ids = array("I", [number for number, _ in mine[player]])
        bot.send_frame(pack_turn(Turn(state.turn, player, seed, view, ids)))
    actions: dict[int, Action] = {}
    slips: list[Slip] = []
    gone: dict[int, str] = {}
    for (player, bot), answer in zip(bots.items(), answers([*bots.values()], turn_s), strict=True):
        heard = _acts(answer, state.turn, len(mine[player]))
        if isinstance(heard, Gone):
            bot.close()
            gone[player] = str(heard)
        else:
            slips += _read_acts(*heard, mine[player], actions, state.turn, player)
    return Heard(actions, slips, gone)


def gone_slips(state: State, player: int, why: str) -> Iterator[Slip]:
    """What is told of the robots of a bot whose process is lost."""
    numbers = sorted(robot.id for robot in state.robots.values() if robot.player == player)
    return (Slip(state.turn, player, number, "gone", why) for number in numbers)


def _acts(answer: Any, turn: int, robots: int) -> tuple[Sequence[Any], list[Any]] | Gone:
    """The acts and reports of an answer, if it is one."""
    if isinstance(answer, Gone):
        return answer
    match answer:
        case bytes():
            said = unpack_acts(answer)
            if said is not None and said[0] == turn and len(said[1]) == robots:
                return said[1], []
        case ["acts", int() as said, list() as acts, list() as reports]:
            if said == turn and len(acts) == robots and len(reports) <= robots:
                return acts, reports
    return Gone("it wrote something else than answers")


def _read_acts(
    codes: Sequence[Any],
    reports: list[Any],
    mine: Sequence[tuple[int, int]],
    actions: dict[int, Action],
    turn: int,
    player: int,
) -> Iterator[Slip]:
    """Put the acts into `actions`; what went wrong, by robot."""
    told = {}
    for report in reports:
        match report:
            case [int() as number, str() as kind, int() | None as line, str() as text] if kind in SLIP_KINDS:
                told[number] = Slip(turn, player, number, kind, printable(text), line)
    for (number, cell), code in zip(mine, codes, strict=True):
        action = _ACTIONS[cell].get(code) if type(code) is int else None
        if number in told:
            yield told[number]
        elif action is None:
            yield Slip(turn, player, number, "nonsense", "it wrote something that is no action")
        else:
            actions[cell] = action
