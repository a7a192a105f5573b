"""A bot's process, seen from outside: started, asked, never trusted, killed when its time is up."""

from __future__ import annotations

import contextlib
import os
import select
import signal
import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from time import monotonic
from typing import Any

import controller
from boards.base.reasons import Reason
from controller.bots.bot_reasons import BotReason
from controller.bots.bot_source import BotSource
from controller.bots.limits import Limits
from controller.bots.sandbox import frames

Json = Any

_ROOT = str(Path(controller.__file__).parents[1])
_BEGIN = "import sys; sys.path.insert(0, sys.argv[1]); from controller.bots.sandbox.host import main; main()"
_COMMAND = (sys.executable, "-s", "-S", "-P", "-c", _BEGIN, _ROOT)
# A fixed seed: sets of words come in the same order in every process, so a bot does the same every time.
_ENVIRONMENT = {"PYTHONHASHSEED": "0", "LC_ALL": "C.UTF-8"}
_PIECE = 1 << 16
"""Bytes that are read at once."""

_LEAST_PATIENCE_S = 1.0
"""How long a bot is waited for that was late again and again."""


class Gone(Exception):
    """The bot's process, or the child in it that plays a game, has ended or had to be ended."""

    def __init__(self, reason: Reason) -> None:
        """Note why."""
        super().__init__(str(reason))
        self.reason = reason


class _Channel:
    """Frames that come through a pipe, piece by piece."""

    def __init__(self, descriptor: int) -> None:
        self.descriptor = descriptor
        self._buffer = b""

    def frames(self) -> Iterator[Json]:
        """Read what has come; the frames of which all has: a value, or the bytes of a turn's acts.

        Raises :class:`Gone` at the end of the pipe, :class:`BadFrame` for what is no frame.
        """
        part = os.read(self.descriptor, _PIECE)
        if not part:
            raise Gone(BotReason.ENDED())
        bodies, self._buffer = frames.split(self._buffer + part, frames.LARGEST)
        return map(frames.unpack, bodies)

    @property
    def empty(self) -> bool:
        """Whether nothing was read that is not a frame that was handed out."""
        return not self._buffer

    def drain(self) -> None:
        """Forget what has come, and what waits to be read."""
        self._buffer = b""
        while select.select([self.descriptor], [], [], 0)[0] and os.read(self.descriptor, _PIECE):
            pass


class Lane:
    """A place for one game at a time in a bot's process: a child for each game, with a pipe each way.

    Not for several threads.
    """

    def __init__(self, bot: BotProcess, number: int) -> None:
        self.bot = bot
        self.number = number
        self.playing = False
        """Whether there is a child, as far as we were told."""
        self.waited_s = 0.0
        """By the clock, in this game."""
        self.child = _Channel(-1)
        self.deaf = False
        """Whether it has left what we sent unread for too long."""
        self.talks = False
        """Whether it has said something that it was not asked."""
        self._writing = -1
        self._outbox: list[bytes] = []

    def attach(self, reading: int, writing: int) -> None:
        """Take new pipes: no child is there yet."""
        self.child = _Channel(reading)
        self._writing = writing
        self._outbox.clear()
        self.playing = self.deaf = self.talks = False

    def detach(self) -> None:
        """Close the pipes; the child is dead."""
        for descriptor in (self.child.descriptor, self._writing):
            if descriptor >= 0:
                os.close(descriptor)
        self.attach(-1, -1)

    def begin(self) -> None:
        """Make a child that begins a game; its answer says how it went."""
        self.waited_s = 0.0
        self.playing = self.bot.alive
        self.bot.command("game", self.number)

    def check(self) -> None:
        """Raise :class:`Gone` if no answer may be awaited: what has come with the answer before does not count."""
        if not self.playing:
            raise Gone(BotReason.ENDED())
        if self.deaf:
            raise Gone(BotReason.DEAF())
        if self.talks or not self.child.empty:
            raise Gone(BotReason.WROTE_MORE())

    def finish(self) -> None:
        """Tell the child to go. The host reports when it has ended."""
        self.post(frames.pack(["end"]))

    def kill(self) -> None:
        """End the child, whatever it does. The host reports when it has ended."""
        self.bot.command("kill", self.number)

    def clear(self) -> None:
        """Discard what an ended child still sent, and make the lane ready for another."""
        self.deaf = self.talks = False
        self._outbox.clear()
        self.child.drain()

    def read(self) -> list[Json]:
        """Return what has come. Raises :class:`Gone` at the end of the pipe, and for what is no answer."""
        found: list[Json] = []
        try:
            for frame in self.child.frames():
                found.append(frame)
        except frames.BadFrame:
            if not found:
                raise Gone(BotReason.NO_ANSWER()) from None
            self.talks = True
        return found

    def post(self, frame: bytes) -> None:
        """Put packed bytes where :meth:`flush` takes them from."""
        self._outbox.append(frame)

    def flush(self) -> None:
        """Send what is there, in one piece. Who has ended or does not read is noticed when it is waited for.

        A child that has answered has read all that was before: there is room, without waiting.
        """
        if self._outbox and self._writing >= 0 and not _written(self._writing, b"".join(self._outbox)):
            self.deaf = True
        self._outbox.clear()


class BotProcess:
    """One bot's process: a host of ours in it, which forks a child for each game.

    Children answer on their lanes; the host reports on a pipe that no child has, so that nobody but the host can say
    that a game's child has ended. Not for several threads.
    """

    def __init__(self, source: BotSource, limits: Limits, rules: Mapping[str, Json], lanes: int = 1) -> None:
        """`lanes`: how many games may be under way at once."""
        self.source = source
        self.limits = limits
        self.lanes = tuple(Lane(self, number) for number in range(lanes))
        self.host = _Channel(-1)
        """Where its reports come from."""
        self.times_late = 0
        """Games in which it gave no answer in time: it is waited for less in the next ones."""
        self._rules = rules
        self._process: subprocess.Popen[bytes] | None = None

    def shortened(self, patience_s: float) -> float:
        """Return how long to wait by the clock, for a bot that was late in games before, too."""
        return min(patience_s, max(_LEAST_PATIENCE_S, patience_s / (1 + 3 * self.times_late)))

    @property
    def alive(self) -> bool:
        """Return whether the process runs."""
        return self._process is not None

    def start(self) -> None:
        """Make the process; :meth:`greeting` says how it went."""
        pipes = [(*os.pipe(), *os.pipe()) for _ in self.lanes]
        theirs = [(reading, writing) for reading, _, _, writing in pipes]
        process = subprocess.Popen(
            _COMMAND,
            stdin=subprocess.PIPE,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
            cwd="/",
            env=_ENVIRONMENT,
            start_new_session=True,
            bufsize=0,
            pass_fds=[descriptor for pair in theirs for descriptor in pair],
        )
        if process.stdin is None or process.stderr is None:
            raise TypeError("pipes were asked for")
        self._process = process
        self.host = _Channel(process.stderr.fileno())
        for lane, (their_reading, writing, reading, their_writing) in zip(self.lanes, pipes, strict=True):
            os.set_blocking(writing, False)
            lane.attach(reading, writing)
            os.close(their_reading)
            os.close(their_writing)
        start = {
            "source": self.source.text,
            "name": self.source.file,
            "rules": self._rules,
            "ask": self.limits.ask,
            "memory_bytes": self.limits.memory_bytes,
            "game_cpu_s": self.limits.game_cpu_s,
            "act_cpu_s": self.limits.act_cpu_s,
            "first_act_cpu_s": self.limits.first_act_cpu_s,
            "parent": os.getpid(),
            "root": _ROOT,
            "lanes": theirs,
            "numpy": _numpy_folder(),
        }
        self._tell(frames.pack(start))

    def greeting(self, deadline: float) -> Json:
        """Return the host's first report: ``["host", layers in force, refusal]``. Raises :class:`Gone`."""
        while True:
            if not select.select([self.host.descriptor], [], [], max(0.0, deadline - monotonic()))[0]:
                raise Gone(BotReason.TOO_LONG())
            for frame in self.host.frames():
                return frame

    def command(self, what: str, lane: int) -> None:
        """Tell the host what to do with a lane."""
        self._tell(frames.pack([what, lane]))

    def _tell(self, frame: bytes) -> None:
        """Write to the host, which may block while it reads; a closed pipe tells that it has ended."""
        if self._process is not None and self._process.stdin is not None:
            with contextlib.suppress(BrokenPipeError):
                frames.send_frame(self._process.stdin.fileno(), frame)

    def reports(self) -> list[tuple[Lane, int]]:
        """Return the lanes whose child has ended, with its wait status. Raises :class:`Gone` if the host has ended."""
        return [(self.lanes[report[1]], report[2]) for report in self.host.frames()]

    def close(self) -> None:
        """End it and all that belongs to it."""
        process, self._process = self._process, None
        if process is None:
            return
        with contextlib.suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
        process.wait()
        for pipe in (process.stdin, process.stderr):
            if pipe is not None:
                pipe.close()
        for lane in self.lanes:
            lane.detach()


@cache
def _numpy_folder() -> str | None:
    """Return the folder that numpy is installed in, if it is."""
    spec = find_spec("numpy")
    return None if spec is None or spec.origin is None else str(Path(spec.origin).parents[1])


def start_all(bots: Sequence[BotProcess]) -> list[Json | Gone]:
    """Start the processes, all at the same time, and return what the hosts say.

    A host that says nothing in time is :class:`Gone`, and closed.
    """
    for bot in bots:
        bot.start()
    began = monotonic()
    found: list[Json | Gone] = []
    for bot in bots:
        try:
            found.append(bot.greeting(began + bot.limits.load_s))
        except Gone as error:
            found.append(error)
            bot.close()
    return found


def why_ended(status: int) -> Reason:
    """Return what the wait status of a child says."""
    if not os.WIFSIGNALED(status):
        return BotReason.LEFT(status=os.WEXITSTATUS(status))
    number = os.WTERMSIG(status)
    if number in (signal.SIGXCPU, signal.SIGKILL):
        return BotReason.USED_UP()
    return BotReason.CRASHED(signal=signal.Signals(number).name)


def _written(descriptor: int, frame: bytes) -> bool:
    """Write to who may not read: False, there is no room. Who has ended is told elsewhere."""
    rest = memoryview(frame)
    while rest:
        try:
            rest = rest[os.write(descriptor, rest) :]
        except BrokenPipeError:
            return True
        except BlockingIOError:
            return False
    return True
