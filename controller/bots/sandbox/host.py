"""The process of one bot: confines itself, compiles the bot, then forks a child for each game.

A child begins with clean modules, so no game depends on the games before it; forking costs a millisecond
where a new Python costs twenty. The host itself never runs the bot's code.

Several games may be under way at once, each on a lane of its own: a pipe each way, which no other child has.
Commands, on a pipe that no child has: the start (an object), then ``["game", lane]`` and ``["kill", lane]``.
Reports, on another one: ``["host", layers in force, refusal]``, ``["gone", lane, wait status]``. A refusal is the line,
what Python says of it, and the text of the line.
"""

from __future__ import annotations

import fcntl
import gc
import importlib
import os
import select
import signal
import sys
from types import CodeType

from controller.bots.sandbox import frames, landlock, player, rg, seccomp
from controller.bots.sandbox import resource_limits as limits
from controller.bots.sandbox.bot_game import Board, Clock
from controller.bots.sandbox.preloading import preload
from controller.bots.sandbox.provided_modules import NUMPY, NumpyFinder, SeededRandom

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

_CHANNEL = (3, 4)
"""A child's pipes: turns come in, acts go out. It has no others."""
_FIRST = 10
"""The first of our own descriptors."""
_ANY_DESCRIPTOR = 1 << 20

_LIBRARIES = ("/lib", "/lib64", "/usr/lib", "/usr/lib64", "/usr/local/lib")


def main() -> None:
    """Serve games until the other end closes the pipe."""
    commands, reports = _own_channel()
    start = frames.receive(commands)
    lanes = [_moved(reading, writing) for reading, writing in start["lanes"]]
    ask: list[str] = start["ask"]
    os.environ.clear()
    sys.path[:] = [path for path in sys.path if path != start["root"]]
    limits.limit_host(start["memory_bytes"], start["parent"])
    library = seccomp.load_library() if "seccomp" in ask else None
    chance = SeededRandom()
    if start["numpy"] is not None and NUMPY in start["source"]:
        _load_numpy(start["numpy"])
    files = "landlock" in ask and landlock.readable_only(_readable())
    preload(start["source"])
    calls = None if library is None else seccomp.build(library)
    if calls is not None and not _accepted(calls):
        calls = None
    in_force = ["limits", *(["landlock"] if files else []), *(["seccomp"] if calls else [])]
    board = Board(start["rules"])
    code, refusal = _compiled(start["source"], start["name"])
    frames.send(reports, ["host", in_force, refusal])
    if code is not None:
        rg.install(start["rules"])
        gc.freeze()
        _Games(start, lanes, _Given(board, code, chance), calls).serve(commands, reports)


class _Given:
    """What every game begins with."""

    def __init__(self, board: Board, code: CodeType, chance: SeededRandom) -> None:
        self.board = board
        self.code = code
        self.chance = chance


def _load_numpy(folder: str) -> None:
    """Load numpy from where it is installed; nothing else is found there. It starts no threads."""
    os.environ["OPENBLAS_NUM_THREADS"] = "1"
    finder = NumpyFinder(folder)
    sys.meta_path.insert(0, finder)
    try:
        importlib.import_module(NUMPY)
    except (ImportError, MemoryError):
        pass  # The bot's own import says what is missing.
    finally:
        sys.meta_path.remove(finder)
        os.environ.clear()


class _Games:
    """The games under way: a child on each lane."""

    def __init__(
        self,
        start: dict[str, Any],
        lanes: list[tuple[int, int]],
        given: _Given,
        calls: seccomp.Filter | None,
    ) -> None:
        self._start = start
        self._lanes = lanes
        self._given = given
        self._calls = calls
        self._children: dict[int, int] = {}
        """By lane: the process."""

    def serve(self, commands: int, reports: int) -> None:
        """Obey, and report who has ended, until nobody commands."""
        woken, waking = os.pipe()
        os.set_blocking(woken, False)
        os.set_blocking(waking, False)
        # Python writes a byte there when a child has ended.
        signal.set_wakeup_fd(waking, warn_on_full_buffer=False)
        signal.signal(signal.SIGCHLD, lambda *_: None)
        poll = select.poll()
        poll.register(commands, select.POLLIN)
        poll.register(woken, select.POLLIN)
        while True:
            ready = [descriptor for descriptor, _ in poll.poll()]
            if woken in ready:
                os.read(woken, 1 << 12)
                for lane, status in self._ended():
                    frames.send(reports, ["gone", lane, status])
            if commands in ready:
                try:
                    what, lane = frames.receive(commands)
                except EOFError:
                    return
                if what == "game":
                    self._begin(lane)
                elif lane in self._children:
                    os.kill(self._children[lane], signal.SIGKILL)

    def _ended(self) -> list[tuple[int, int]]:
        """Lane and wait status of the children that have ended since."""
        found = []
        for lane, child in [*self._children.items()]:
            process, status = os.waitpid(child, os.WNOHANG)
            if process:
                del self._children[lane]
                found.append((lane, status))
        return found

    def _begin(self, lane: int) -> None:
        """Let a child play a game on a lane."""
        # What a child before has not read is not for this one.
        while select.select([self._lanes[lane][0]], [], [], 0)[0] and os.read(self._lanes[lane][0], 1 << 16):
            pass
        me = os.getpid()
        child = os.fork()
        if child:
            self._children[lane] = child
            return
        try:
            self._play(lane, me)
        finally:
            os._exit(0)

    def _play(self, lane: int, host: int) -> None:
        """Play, as the child."""
        signal.set_wakeup_fd(-1)
        signal.signal(signal.SIGCHLD, signal.SIG_DFL)
        for theirs, mine in zip(self._lanes[lane], _CHANNEL, strict=True):
            os.dup2(theirs, mine)
        os.closerange(_CHANNEL[-1] + 1, _ANY_DESCRIPTOR)
        limits.die_with(host)
        limits.limit_game(self._start["game_cpu_s"])
        # A filter that was accepted once and is refused now: no game without it.
        if self._calls is None or self._calls.load():
            clock = Clock(self._start["act_cpu_s"], self._start["first_act_cpu_s"])
            player.Player(_CHANNEL, clock, self._given.board, self._given.chance).run(self._given.code)


def _accepted(calls: seccomp.Filter) -> bool:
    """Whether the kernel takes the filter, tried in a child, as it can't be taken back."""
    child = os.fork()
    if child == 0:
        os._exit(0 if calls.load() else 1)
    return os.waitpid(child, 0)[1] == 0


def _own_channel() -> tuple[int, int]:
    """Return the pipes moved away from 0 and 2, where prints go: these now lead nowhere."""
    channel = _moved(0, 2)
    nowhere = os.open(os.devnull, os.O_RDWR)
    for descriptor in (0, 1, 2):
        os.dup2(nowhere, descriptor)
    os.close(nowhere)
    return channel


def _moved(reading: int, writing: int) -> tuple[int, int]:
    """Descriptors that a child's own ones can't be mistaken for."""
    first, second = (fcntl.fcntl(descriptor, fcntl.F_DUPFD_CLOEXEC, _FIRST) for descriptor in (reading, writing))
    os.close(reading)
    os.close(writing)
    return first, second


def _readable() -> list[str]:
    """Where Python's library and the shared libraries of its modules are."""
    return [*sys.path, f"{sys.base_prefix}/lib", *_LIBRARIES]


def _compiled(source: str, name: str) -> tuple[CodeType | None, list[Any] | None]:
    """Return the bot's code, or why there is none: the line, what Python says of it, the text of the line."""
    try:
        return compile(source, name, "exec", dont_inherit=True), None
    except SyntaxError as error:
        return None, [error.lineno, f"{type(error).__name__}: {error.msg}", (error.text or "").strip()[:80]]
    except (ValueError, RecursionError, MemoryError, OverflowError) as error:
        return None, [None, f"{type(error).__name__}: {error}"[:200], ""]
