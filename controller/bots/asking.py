"""What bots are asked in a turn, and what they answer: nothing that they write is trusted.

What a bot does wrong is a guard and a :class:`Slip`; a bot whose process is lost is told by name, and guards.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from controller.bots.inside.frames import pack_text
from controller.bots.inside.player import CODES, GUARD, SUICIDE
from controller.bots.process import BotProcess, Gone, answers
from controller.bots.source import printable
from controller.games.chance import mix
from controller.games.robot_game.actions import EXPLODING, GUARDING, Action
from controller.games.robot_game.arena import CELLS
from controller.games.robot_game.slips import SLIP_KINDS
from controller.games.robot_game.state import State

_ACT_SEEDS = 0x4143_5453

_PLACES = {cell: place for place, cell in CELLS.items()}
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
    mine: tuple[list[tuple[int, int]], list[tuple[int, int]]] = ([], [])
    numbers: list[int] = []
    for (number, owner, hp), cell in sorted([(robot, cell) for cell, robot in state.robots.items()]):
        mine[owner].append((number, cell))
        numbers += (*_PLACES[cell], hp, owner)
    view = "".join(str(numbers).split())
    for player, bot in bots.items():
        seed = act_seed(state.seed, state.turn, player)
        ids = [number for number, _ in mine[player]]
        bot.send_frame(pack_text(f'["turn",{state.turn},{seed},{player},{view},{ids}]'))
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


def _acts(answer: Any, turn: int, robots: int) -> tuple[list[Any], list[Any]] | Gone:
    """The acts and reports of an answer, if it is one."""
    if isinstance(answer, Gone):
        return answer
    match answer:
        case ["acts", int() as said, list() as acts, list() as reports]:
            if said == turn and len(acts) == robots and len(reports) <= robots:
                return acts, reports
    return Gone("it wrote something else than answers")


def _read_acts(
    codes: list[Any],
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
