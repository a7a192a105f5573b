"""One game of a stranger's bot, in a process that can do nothing but compute.

Whatever the bot does wrong becomes a guard with a report. What this code promises holds for honest bots only:
a hostile one may change it in memory, so whoever reads our frames checks everything again.
"""

from __future__ import annotations

import gc
import importlib
import signal
import sys
from types import CodeType, FrameType, ModuleType

from controller.bots.inside import frames
from controller.bots.inside.rg import AttrDict

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
_TICKS = 4
"""Ticks of the processor's clock in the time of an act. One that swallows the signal gets the next at the next tick."""


class TooSlow(BaseException):
    """The act used up its processor time. No Exception: `except Exception` in a bot must not catch it."""


class NoAction(Exception):
    """What the bot returned is no action."""


class _Nowhere:
    """Takes what a bot prints."""

    encoding = "utf-8"

    def write(self, text: str) -> int:
        return len(text)

    def flush(self) -> None:
        return None

    def isatty(self) -> bool:
        return False


class Player:
    """A bot that is asked turn by turn."""

    def __init__(self, channel: tuple[int, int], act_cpu_s: float, obstacles: frozenset[tuple[int, int]]) -> None:
        self._in, self._out = channel
        self._act_cpu_s = act_cpu_s
        self._obstacles = obstacles
        self._ticks = 0
        self._armed = False
        self._robot: Any = None
        self._file = ""
        self._seeds = True
        self._random: Any = None

    def run(self, code: CodeType, chance: bool) -> None:
        """Load the bot, say ``["ready"]`` or ``["refused", line, text]``, then answer turns until the end.

        `chance`: whether the bot ever says `random`. If not, there is no generator to be seeded for each act.
        """
        self._seeds = chance
        signal.signal(signal.SIGPROF, self._on_signal)
        # Every robot that a bot is shown is a cycle (its attributes are its items); a game has a few thousand.
        gc.set_threshold(50_000)
        sys.stdout = sys.stderr = _Nowhere()
        sys.stdin = None
        refusal = self._load(code)
        frames.send(self._out, ["refused", *refusal] if refusal else ["ready"])
        # One timer that ticks all the time is cheaper than one that is set for every act.
        tick_s = self._act_cpu_s / _TICKS
        signal.setitimer(signal.ITIMER_PROF, tick_s, tick_s)
        while refusal is None:
            try:
                message = frames.receive(self._in)
            except EOFError:
                return
            if message[0] != "turn":
                return
            frames.send(self._out, self._turn(*message[1:]))

    def _load(self, code: CodeType) -> list[Any] | None:
        module = ModuleType("bot")
        self._file = code.co_filename
        vars(module)["__file__"] = self._file
        sys.modules["bot"] = module
        try:
            if self._seeds:
                self._random = importlib.import_module("random")
                self._random.seed("load")
            exec(code, vars(module))
            kind = vars(module).get("Robot")
            if kind is None:
                return [None, "there is no class Robot in it"]
            self._robot = kind()
            if not callable(getattr(self._robot, "act", None)):
                return [None, "its class Robot has no method act(self, game)"]
        except BaseException as error:  # noqa: BLE001 - strangers' code raises what it likes, SystemExit too
            return self._told(error)
        return None

    def _turn(self, turn: int, seed: int, me: int, numbers: list[int], ids: list[int]) -> list[Any]:
        """``["acts", turn, [code, ...], [[robot id, kind, line, text], ...]]`` for our robots, by id.

        `numbers`: x, y, HP and player of every robot, by id; `ids`: of our own.
        """
        robots: dict[tuple[int, int], AttrDict] = {}
        asked: list[tuple[tuple[int, int], int, int]] = []
        values, own = iter(numbers), iter(ids)
        for x, y, hp, player in zip(values, values, values, values, strict=True):
            place = (x, y)
            robot = robots[place] = AttrDict(location=place, hp=hp, player_id=player)
            if player == me:
                number = robot["robot_id"] = next(own)
                asked.append((place, hp, number))
        game = AttrDict(robots=robots, turn=turn)
        codes: list[int] = []
        slips: list[Any] = []
        # A bot may change what it is shown: whom we ask was noted before.
        for place, hp, number in asked:
            code, slip = self._act(game, f"{seed}-{number}", place, hp, me, number)
            codes.append(code)
            if slip:
                slips.append([number, *slip])
        return ["acts", turn, codes, slips]

    def _act(
        self, game: AttrDict, seed: str, place: tuple[int, int], hp: int, me: int, number: int
    ) -> tuple[int, list[Any] | None]:
        robot = self._robot
        try:
            self._ticks = 0
            self._armed = True
            try:
                if self._seeds:
                    self._random.seed(seed)
                game["seed"] = seed
                robot.location = place
                robot.hp = hp
                robot.player_id = me
                robot.robot_id = number
                return self._code(robot.act(game), place), None
            except NoAction as error:
                return GUARD, ["nonsense", None, str(error)]
            except TooSlow:
                return GUARD, ["slow", None, f"an act took more than {self._act_cpu_s} s of processor time"]
            except BaseException as error:  # noqa: BLE001 - as above
                return GUARD, ["exception", *self._told(error)]
            finally:
                self._armed = False
        except TooSlow:
            self._armed = False
            return GUARD, ["slow", None, f"an act took more than {self._act_cpu_s} s of processor time"]

    def _code(self, action: Any, place: tuple[int, int]) -> int:
        """How an action is told. Looks at exact types, so that no method of the bot's runs.

        As rgkit takes it: a list or a tuple; the target a tuple of two numbers, a free cell beside us.
        Raises :class:`NoAction`.
        """
        if type(action) not in (list, tuple) or not 1 <= len(action) <= 2:
            raise NoAction(f"act returned {_shown(action)}, which is no action")
        kind = action[0]
        if type(kind) is not str or kind not in ("move", "attack", "guard", "suicide"):
            raise NoAction(f"act returned {_shown(action)}; actions are move, attack, guard and suicide")
        if kind == "guard" or kind == "suicide":
            return GUARD if kind == "guard" else SUICIDE
        target = action[1] if len(action) == 2 else None
        if type(target) is not tuple or len(target) != 2:
            raise NoAction(f"{kind} needs a target (x, y), and act returned {_shown(action)}")
        x, y = target
        if type(x) not in _NUMBERS or type(y) not in _NUMBERS:
            raise NoAction(f"a target is two numbers, and act returned {_shown(action)}")
        code = CODES[kind].get((x - place[0], y - place[1]))
        if code is None or target in self._obstacles:
            raise NoAction(f"{kind} from {_shown(place)} to {_shown(target)}: that is no free cell beside it")
        return code

    def _on_signal(self, number: int, frame: FrameType | None) -> None:
        self._ticks += 1
        if self._armed and self._ticks > _TICKS:
            raise TooSlow

    def _told(self, error: BaseException) -> list[Any]:
        """The line in the bot's file, and the last line of its traceback."""
        line = None
        step = error.__traceback__
        while step is not None:
            if step.tb_frame.f_code.co_filename == self._file:
                line = step.tb_lineno
            step = step.tb_next
        try:
            told = str(error)
            text = f"{type(error).__qualname__}: {told}" if told else type(error).__qualname__
        except BaseException as worse:  # noqa: BLE001 - its __str__ is the stranger's code
            text = f"{type(error).__qualname__} ({type(worse).__qualname__} while it was told)"
        return [line, text[:LONGEST_TEXT]]


def _shown(value: Any) -> str:
    """What a value looks like, if it is a plain one, else its type."""
    if type(value) in (list, tuple):
        inner = ", ".join(_shown(item) if type(item) not in (list, tuple, dict) else "..." for item in value[:3])
        return f"({inner}{', ...' if len(value) > 3 else ''})"
    if value is None or type(value) in (bool, float) or (type(value) is int and abs(value) < 10**12):
        return repr(value)
    if type(value) is str:
        return repr(value[:20])
    return f"a value of type {type(value).__name__[:40]}"
