"""One game of a stranger's bot: its module, its robots' acts, turn by turn.

Whatever the bot does wrong becomes a guard with a report. What this code promises holds for honest bots only:
a hostile one may change it in memory, so whoever reads our frames checks everything again.
"""

from __future__ import annotations

import sys
from math import ceil
from types import CodeType, ModuleType

from controller.bots.sandbox import frames
from controller.bots.sandbox.game_view import CELL_SHIFT, HP_MASK, OWNER_BIT, LazyRobots, Unseen, numbers_in, put_away
from controller.bots.sandbox.provided_modules import SeededRandom
from controller.bots.sandbox.rg import AttrDict

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

GUARD, SUICIDE = 0, 1
CODES = {
    kind: {step: first + index for index, step in enumerate(((0, 1), (1, 0), (0, -1), (-1, 0)))}
    for kind, first in (("move", 2), ("attack", 6))
}
"""Kind -> step to the target -> how an act is told: 0 guard, 1 suicide, 2-5 move and 6-9 attack below, right,
above, left."""
_NUMBERS = (int, float)
LONGEST_TEXT = 160
"""Characters of an error's text."""
PYTHON = "python"
"""The code of what Python says of an error, in its own words. Other codes: :mod:`controller.bots.bot_reasons`."""


class TooSlow(BaseException):
    """The act used up its processor time. No Exception: `except Exception` in a bot must not catch it."""


class NoAction(Exception):
    """What the bot returned is no action: a code, and its facts."""


class Board:
    """The arena, as players need it: made once for all games."""

    def __init__(self, rules: dict[str, Any]) -> None:
        size = rules["board_size"]
        obstacles = frozenset((x, y) for x, y in rules["obstacle"])
        self.places = [(cell % size, cell // size) for cell in range(size * size)]
        """By cell, counted row by row."""
        self.legal = {place: _legal(place, obstacles) for place in self.places if place not in obstacles}
        """Place -> kind of act -> target -> how it is told."""
        self.rules = rules


class Clock:
    """What is left of an act's processor time, in ticks of a timer."""

    TICKS = 4
    """In the time of an act. One that swallows the signal of its end gets the next at the next tick."""

    def __init__(self, act_cpu_s: float, first_act_cpu_s: float) -> None:
        self.tick_s = act_cpu_s / self.TICKS
        self._act = self.TICKS, act_cpu_s
        self._first: tuple[int, float] | None = max(self.TICKS, ceil(first_act_cpu_s / self.tick_s)), first_act_cpu_s
        self.left: int | None = None
        """None: no act is under way."""
        self.allowed_s = first_act_cpu_s
        """What the act may take, or the one that ended last."""

    def begin(self) -> None:
        """Begin an act. The first one of a game has time to make plans."""
        (self.left, self.allowed_s), self._first = self._first or self._act, None


class Game:
    """A bot in one game."""

    def __init__(self, board: Board, clock: Clock, chance: SeededRandom) -> None:
        self._places, self._legal = board.places, board.legal
        self._clock = clock
        self._random = chance
        self._robot: Any = None
        self._file = ""
        self._shelf: LazyRobots | None = None

    def load(self, code: CodeType) -> list[Any] | None:
        """Make its module and its Robot; line, code and facts of why it can't be."""
        module = ModuleType("bot")
        self._file = code.co_filename
        vars(module)["__file__"] = self._file
        sys.modules["bot"] = module
        try:
            self._random.seed("load")
            exec(code, vars(module))
            kind = vars(module).get("Robot")
            if kind is None:
                return [None, "no-class", {}]
            self._robot = kind()
            if not callable(getattr(self._robot, "act", None)):
                return [None, "no-method", {}]
        except BaseException as error:  # noqa: BLE001 - strangers' code raises what it likes, SystemExit too
            return self._told(error)
        return None

    def turn(self, turn: frames.Turn) -> bytes:
        """Return the answer's frame.

        It holds the acts alone or, if something went wrong,
        ``["acts", seed of the turn, [code, ...], [[robot id, kind, line, code, facts], ...]]``, for the player's
        robots by id.
        """
        me, places = turn.player, self._places
        numbers = numbers_in(turn.robots)
        bit = OWNER_BIT if me else 0
        own = [number for number in numbers if number & OWNER_BIT == bit]
        if self._shelf is None:
            self._shelf = LazyRobots(places, me)
        game = AttrDict(robots=Unseen(self._shelf, numbers, turn.ids), turn=turn.turn)
        codes = [GUARD] * len(own)
        mistakes: dict[int, list[Any]] = {}
        # A bot may change what it is shown: whom we ask does not come from there.
        acts = zip(range(len(own)), own, turn.ids, strict=True)
        index, number, robot_id, bot, clock, chance = 0, 0, 0, self._robot, self._clock, self._random
        while True:
            try:
                for index, number, robot_id in acts:
                    try:
                        clock.begin()
                        seed, place = f"{turn.seed}-{robot_id}", places[number >> CELL_SHIFT]
                        chance.seed(seed)
                        game["seed"] = seed
                        bot.location = place
                        bot.hp = number & HP_MASK
                        bot.player_id = me
                        bot.robot_id = robot_id
                        codes[index] = self._code(bot.act(game), place)
                    except BaseException as error:  # noqa: BLE001 - strangers' code raises what it likes
                        clock.left = None
                        mistakes[index] = [robot_id, *self._wrong(error)]
                break
            except TooSlow as late:
                # It came between two acts, or while we told what was wrong.
                clock.left = None
                codes[index] = GUARD
                mistakes[index] = [robot_id, *self._wrong(late)]
        clock.left = None
        put_away(game)
        if mistakes:
            return frames.pack(["acts", turn.seed, codes, [*mistakes.values()]])
        return frames.pack_acts(turn.seed, codes)

    def _wrong(self, error: BaseException) -> list[Any]:
        """Kind, line, code and facts of what an act ended with."""
        if type(error) is NoAction:
            return ["nonsense", None, *error.args]
        if type(error) is TooSlow:
            return ["slow", None, "slow", {"seconds": str(self._clock.allowed_s)}]
        return ["exception", *self._told(error)]

    def _code(self, action: Any, place: tuple[int, int]) -> int:
        """How an action is told. Looks at exact types, so that no method of the bot's runs.

        As rgkit takes it: a list or a tuple; the target a tuple of two numbers, a free cell beside us.
        Raises :class:`NoAction`.
        """
        if (type(action) is list or type(action) is tuple) and 1 <= len(action) <= 2 and type(action[0]) is str:
            kind = action[0]
            if kind == "guard":
                return GUARD
            if kind == "suicide":
                return SUICIDE
            targets = self._legal[place].get(kind)
            target = action[1] if len(action) == 2 else None
            if targets is not None and type(target) is tuple and len(target) == 2 and type(target[0]) in _NUMBERS:
                code = targets.get(target) if type(target[1]) in _NUMBERS else None
                if code is not None:
                    return code
        raise NoAction(*_why_not(action, place))

    def _told(self, error: BaseException) -> list[Any]:
        """Return the line in the bot's file, and the last line of its traceback as a code and its facts."""
        line = None
        step = _TRACEBACK(error)
        while step is not None:
            if step.tb_frame.f_code.co_filename == self._file:
                line = step.tb_lineno
            step = step.tb_next
        try:
            told = str(error)
            text = f"{_name(error)}: {told}" if told else _name(error)
        except BaseException as worse:  # noqa: BLE001 - its __str__ is the stranger's code
            return [line, "untold", {"error": _name(error)[:LONGEST_TEXT], "worse": _name(worse)[:LONGEST_TEXT]}]
        return [line, PYTHON, {"text": text[:LONGEST_TEXT]}]


_TRACEBACK = BaseException.__dict__["__traceback__"].__get__
_NAME = type.__dict__["__qualname__"].__get__


def _name(value: object) -> str:
    """Return the name of a value's class, whatever its metaclass says: that is the stranger's code, too."""
    name: str = _NAME(type(value))
    return name


def _legal(place: tuple[int, int], obstacles: frozenset[tuple[int, int]]) -> dict[str, dict[tuple[int, int], int]]:
    """Kind of act -> target -> how it is told, from this place."""
    x, y = place
    return {
        kind: {
            (x + right, y + down): code
            for (right, down), code in steps.items()
            if (x + right, y + down) not in obstacles
        }
        for kind, steps in CODES.items()
    }


def _why_not(action: Any, place: tuple[int, int]) -> tuple[str, dict[str, str]]:
    """Return what is wrong with what is no action: a code, and its facts."""
    if type(action) not in (list, tuple) or not 1 <= len(action) <= 2:
        return "no-action", {"found": _shown(action)}
    kind = action[0]
    if type(kind) is not str or kind not in CODES:
        return "unknown-kind", {"found": _shown(action)}
    target = action[1] if len(action) == 2 else None
    if type(target) is not tuple or len(target) != 2:
        return "no-target", {"kind": kind, "found": _shown(action)}
    if type(target[0]) not in _NUMBERS or type(target[1]) not in _NUMBERS:
        return "no-numbers", {"found": _shown(action)}
    return "not-beside", {"kind": kind, "place": _shown(place), "target": _shown(target)}


def _shown(value: Any) -> str:
    """Return what a value looks like, if it is a plain one, else its type."""
    if type(value) in (list, tuple):
        inner = ", ".join(_shown(item) if type(item) not in (list, tuple, dict) else "..." for item in value[:3])
        return f"({inner}{', ...' if len(value) > 3 else ''})"
    if value is None or type(value) in (bool, float) or (type(value) is int and abs(value) < 10**12):
        return repr(value)
    if type(value) is str:
        return repr(value[:20])
    return f"a value of type {_name(value)[:40]}"
