"""What bots are asked in a turn, and what they answer: nothing that they write is trusted.

What a bot does wrong is a guard and a :class:`BotMistake`; a bot whose process is lost is told by name, and guards.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, NamedTuple

from boards.base.reasons import Reason
from controller.bots.bot_process import Gone, Json, Lane
from controller.bots.bot_reasons import BotReason, told_reason
from controller.bots.multiplexing import AwaitedAnswers, Task
from controller.bots.sandbox.bot_game import CODES, GUARD, SUICIDE
from controller.bots.sandbox.frames import pack_turn, unpack_acts
from controller.bots.sandbox.game_view import CELL_SHIFT, HP_BITS, OWNER_BIT
from controller.games.robot_game.actions import EXPLODING, GUARDING, Action
from controller.games.robot_game.arena import CELLS
from controller.games.robot_game.bot_errors import MISTAKE_KINDS
from controller.games.robot_game.state import State
from controller.games.seeded_random import mix

_ACT_SEEDS = 0x4143_5453

_TOLD = bytes(range(10))
"""All codes of acts."""


def _by_code(x: int, y: int) -> tuple[Action | None, ...]:
    """By code: the action of a robot at this place; None: from there it is illegal."""
    found = {GUARD: GUARDING, SUICIDE: EXPLODING}
    for kind, codes in CODES.items():
        for (right, down), code in codes.items():
            if (x + right, y + down) in CELLS:
                found[code] = Action(kind, CELLS[x + right, y + down])
    return tuple(found.get(code) for code in _TOLD)


_ACTIONS: Mapping[int, tuple[Action | None, ...]] = {cell: _by_code(x, y) for (x, y), cell in CELLS.items()}
"""Cell -> how a bot's process tells an act -> the action: it can tell no illegal one."""


@dataclass(frozen=True)
class BotMistake:
    """Something that a bot did wrong, and that became a guard."""

    turn: int
    player: int
    robot: int
    kind: str
    """One of :data:`MISTAKE_KINDS`."""
    why: Reason
    """The last line of the traceback, or what was wrong; printable."""
    line: int | None = None
    """The line in the bot's file."""

    @property
    def text(self) -> str:
        """What was wrong, in English."""
        return str(self.why)


class TurnAnswers(NamedTuple):
    """What was answered in a turn."""

    actions: dict[int, Action]
    """Cell -> what the robot there does; guards that were not asked for are missing."""
    mistakes: list[BotMistake]
    gone: dict[int, Reason]
    """Players whose process was lost over it, and why."""


class Question(NamedTuple):
    """What one player's bot is asked in a turn."""

    player: int
    frame: bytes
    ids: list[int]
    """Of its robots, in order."""
    cells: list[int]
    """Where these stand."""
    seed: int
    """Of the player's chances in this turn; the answer repeats it."""


def act_seed(seed: int, turn: int, player: int) -> int:
    """Return the seed of one player's chances in one turn; a robot's is this and its id, as in rgkit."""
    return mix(_game_seed(seed) + 2 * turn + player) >> 33


@lru_cache(maxsize=64)
def _game_seed(seed: int) -> int:
    return mix(seed ^ _ACT_SEEDS)


def questions(state: State, players: Iterable[int]) -> list[Question]:
    """Return what is to be asked of players. A player without robots is asked nothing."""
    # A robot as one number: by id, and the lower 16 bits are how a bot is told of it.
    standing = state.robots.items()
    robots = sorted(
        [number << 16 | cell << CELL_SHIFT | owner << HP_BITS | hp for cell, (number, owner, hp) in standing]
    )
    view = array("H", [robot & 0xFFFF for robot in robots]).tobytes()
    found: list[Question] = []
    for player in players:
        bit = player << HP_BITS
        mine = [robot for robot in robots if robot & OWNER_BIT == bit]
        if mine:
            ids = [robot >> 16 for robot in mine]
            seed = act_seed(state.seed, state.turn, player)
            frame = pack_turn(state.turn, player, seed, view, ids)
            found.append(Question(player, frame, ids, [(robot & 0xFFFF) >> CELL_SHIFT for robot in mine], seed))
    return found


def hear(state: State, asked: Sequence[Question], answers: Sequence[Json | Gone]) -> TurnAnswers:
    """Return what was answered to the questions about a state."""
    heard = TurnAnswers({}, [], {})
    for question, answer in zip(asked, answers, strict=True):
        said = None if isinstance(answer, Gone) else _acts(answer, question)
        if said is not None:
            mistakes = _read_acts(*said, question, heard.actions, state.turn)
            if mistakes:
                heard.mistakes.extend(mistakes)
        else:
            heard.gone[question.player] = answer.reason if isinstance(answer, Gone) else BotReason.NO_ANSWER()
    return heard


def asking(lanes: Mapping[int, Lane], state: State, turn_s: float) -> Task[TurnAnswers]:
    """Ask bots, by player, all at once; `turn_s`: how long to wait by the clock. Who is gone is ended."""
    asked = questions(state, lanes)
    if not asked:
        return TurnAnswers({}, [], {})
    wanted = []
    for question in asked:
        lane = lanes[question.player]
        lane.post(question.frame)
        wanted.append(lane)
    heard = hear(state, asked, (yield AwaitedAnswers(wanted, turn_s)))
    for player in heard.gone:
        if lanes[player].playing:
            lanes[player].kill()
    return heard


_LONGEST_FILE = 1_000_000
"""Lines; a bot's file is shorter."""


def credible_line(line: int | None) -> int | None:
    """Return a line that a bot's process told, or None for what no file has."""
    return line if line is not None and 0 < line <= _LONGEST_FILE else None


def mistakes_of_the_gone(state: State, player: int, why: Reason) -> Iterator[BotMistake]:
    """Return what is told of the robots of a bot whose process is lost."""
    numbers = sorted(robot.id for robot in state.robots.values() if robot.player == player)
    return (BotMistake(state.turn, player, number, "gone", why) for number in numbers)


def _acts(answer: Json, question: Question) -> tuple[Sequence[Any], list[Any]] | None:
    """Return the acts and reports of an answer, if it is one to this question."""
    robots = len(question.ids)
    if isinstance(answer, bytes):
        seed_and_acts = unpack_acts(answer)
        return (seed_and_acts[1], []) if seed_and_acts[0] == question.seed and len(seed_and_acts[1]) == robots else None
    match answer:
        case ["acts", int() as said, list() as acts, list() as reports]:
            if said == question.seed and len(acts) == robots and len(reports) <= robots:
                return acts, reports
    return None


def _read_acts(
    codes: Sequence[Any], reports: list[Any], question: Question, actions: dict[int, Action], turn: int
) -> list[BotMistake]:
    """Put the acts into `actions`; what went wrong, by robot."""
    if not reports and isinstance(codes, bytes) and not codes.translate(None, _TOLD):
        chosen = [_ACTIONS[cell][code] for cell, code in zip(question.cells, codes, strict=True)]
        legal = [action for action in chosen if action]
        if len(legal) == len(chosen):
            actions.update(zip(question.cells, legal, strict=True))
            return []
    mistakes_by_robot = {}
    for report in reports:
        match report:
            case [int() as number, str() as kind, int() | None as line, code, facts] if kind in MISTAKE_KINDS:
                why = told_reason(code, facts, BotReason.NO_ANSWER())
                mistakes_by_robot[number] = BotMistake(turn, question.player, number, kind, why, credible_line(line))
    mistakes: list[BotMistake] = []
    for number, cell, code in zip(question.ids, question.cells, codes, strict=True):
        action = _ACTIONS[cell][code] if type(code) is int and 0 <= code < len(_TOLD) else None
        if number in mistakes_by_robot:
            mistakes.append(mistakes_by_robot[number])
        elif action is None:
            mistakes.append(BotMistake(turn, question.player, number, "nonsense", BotReason.FORGED()))
        else:
            actions[cell] = action
    return mistakes
