"""A bot's process, seen from outside: started, asked, never trusted, killed when its time is up."""

from __future__ import annotations

import contextlib
import os
import select
import signal
import subprocess
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from time import monotonic
from typing import Any

import controller
from controller.bots.inside import frames
from controller.bots.limits import Limits
from controller.bots.source import BotSource

Json = Any

_ROOT = str(Path(controller.__file__).parents[1])
_BEGIN = "import sys; sys.path.insert(0, sys.argv[1]); from controller.bots.inside.host import main; main()"
_COMMAND = (sys.executable, "-s", "-S", "-P", "-c", _BEGIN, _ROOT)
# A fixed seed: sets of words come in the same order in every process, so a bot does the same every time.
_ENVIRONMENT = {"PYTHONHASHSEED": "0", "LC_ALL": "C.UTF-8"}


_FAREWELL_S = 1.0
"""How long a child may take to end after its game, by the clock."""


class Gone(Exception):
    """The bot's process has ended or had to be ended. Says why, for people."""


class _Late(Gone):
    """Nothing came in time."""


class _Channel:
    """Frames that come through a pipe, piece by piece."""

    def __init__(self, descriptor: int) -> None:
        self.descriptor = descriptor
        self._buffer = b""

    def whole(self) -> Json | None:
        """The next frame, if all of it has come: a value, or the bytes of a turn's acts. Raises :class:`Gone` for what
        is no frame."""
        data = self._buffer
        if len(data) < frames.HEAD:
            return None
        try:
            end = frames.HEAD + frames.size_of(data)
            if len(data) < end:
                return None
            self._buffer = data[end:]
            return frames.unpack(data[frames.HEAD : end])
        except frames.BadFrame:
            raise Gone("it wrote something else than answers") from None

    def read(self) -> Json | None:
        """Read what has come; the next frame, if all of it has. Raises :class:`Gone` at the end of the pipe."""
        part = os.read(self.descriptor, 1 << 16)
        if not part:
            raise Gone("its process ended")
        self._buffer = self._buffer + part if self._buffer else part
        return self.whole()

    @property
    def empty(self) -> bool:
        """Whether nothing was read that is not a frame that was handed out."""
        return not self._buffer

    @property
    def quiet(self) -> bool:
        """Whether nothing waits here."""
        ready, _, _ = select.select([self.descriptor], [], [], 0)
        return not ready and self.empty


class BotProcess:
    """One bot's process: a host of ours in it, which forks a child for each game.

    The child answers on one pipe; the host reports on another one, which no child has, so that nobody but the
    host can say that a game's child has ended. Not for several threads.
    """

    def __init__(self, source: BotSource, limits: Limits, rules: Mapping[str, Json]) -> None:
        self.source = source
        self.limits = limits
        self.waited_s = 0.0
        """By the clock, in this game."""
        self._rules = rules
        self._process: subprocess.Popen[bytes] | None = None
        self.child = _Channel(-1)
        self.host = _Channel(-1)
        self._poll = select.poll()
        self._playing = False
        self._deaf = False

    @property
    def alive(self) -> bool:
        return self._process is not None

    def start(self) -> None:
        """Make the process; the host's first frame says how it went."""
        process = subprocess.Popen(
            _COMMAND,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            cwd="/",
            env=_ENVIRONMENT,
            start_new_session=True,
            bufsize=0,
        )
        if process.stdin is None or process.stdout is None or process.stderr is None:
            raise TypeError("pipes were asked for")
        os.set_blocking(process.stdin.fileno(), False)
        self._process = process
        self._playing = False
        self._deaf = False
        self.child, self.host = _Channel(process.stdout.fileno()), _Channel(process.stderr.fileno())
        self._poll = select.poll()
        for channel in (self.child, self.host):
            self._poll.register(channel.descriptor, select.POLLIN)
        start = {
            "source": self.source.text,
            "name": self.source.file,
            "rules": self._rules,
            "ask": self.limits.ask,
            "memory_bytes": self.limits.memory_bytes,
            "game_cpu_s": self.limits.game_cpu_s,
            "act_cpu_s": self.limits.act_cpu_s,
            "parent": os.getpid(),
            "root": _ROOT,
        }
        self.send_frame(frames.pack(start), self.limits.load_s)

    def begin(self) -> None:
        """Begin a game; the child's first frame says how it went."""
        self.waited_s = 0.0
        self._playing = True
        self.send(["game"])

    def receive(self, deadline: float) -> Json:
        """The next frame of the child, or the host's report. Raises :class:`Gone`, also at the deadline.

        What has come already counts, however late it is looked at; but not what came with the answer before.
        """
        if self._deaf:
            raise Gone("it does not listen")
        if not self.child.empty:
            raise Gone("it wrote more than it was asked")
        while True:
            ready = self._poll.poll(max(0.0, (deadline - monotonic()) * 1000))
            # What the child has said counts, also if it has ended since: it is read first.
            if any(descriptor == self.child.descriptor for descriptor, _ in ready):
                frame = self.child.read()
            elif ready:
                frame = self.host.read()
                frame = None if frame is None else _report(frame)
            elif monotonic() >= deadline:
                raise _Late
            else:
                continue
            if frame is not None:
                return frame

    def end(self) -> None:
        """End the game. A child that does not go, or has said too much, takes the process with it."""
        if self._process is None or not self._playing:
            return
        self._playing = False
        self.send(["end"])
        ready, _, _ = select.select([self.host.descriptor], [], [], _FAREWELL_S)
        try:
            if not ready or self.host.read() is None or not self.child.quiet:
                self.close()
        except Gone:
            self.close()

    def send(self, value: Json) -> None:
        """Send a frame."""
        self.send_frame(frames.pack(value))

    def send_frame(self, frame: bytes, patience_s: float = 0.0) -> None:
        """Send packed bytes. Who has ended or does not read is noticed when it is asked for the answer.

        A child that has answered has read all that was before: there is room, without waiting.
        """
        if self._process is None or self._process.stdin is None:
            return
        descriptor = self._process.stdin.fileno()
        rest = memoryview(frame)
        while rest:
            try:
                rest = rest[os.write(descriptor, rest) :]
            except BrokenPipeError:
                return
            except BlockingIOError:
                if not select.select([], [descriptor], [], patience_s)[1]:
                    self._deaf = True
                    return

    def close(self) -> None:
        """End it and all that belongs to it."""
        process, self._process = self._process, None
        if process is None:
            return
        with contextlib.suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
        process.wait()
        for pipe in (process.stdin, process.stdout, process.stderr):
            if pipe is not None:
                pipe.close()


def answers(asked: Sequence[BotProcess], patience_s: float) -> list[Json | Gone]:
    """One frame from each, who all work at the same time. Who answers nothing in time is :class:`Gone`.

    A process that is gone has been closed. The wait, by the clock, is charged to whom it was for.
    """
    began = monotonic()
    found: list[Json | Gone] = []
    for bot in asked:
        start = monotonic()
        allowed_s = min(patience_s, max(0.0, bot.limits.game_s - bot.waited_s))
        try:
            found.append(bot.receive(began + allowed_s))
        except Gone as error:
            found.append(Gone(f"no answer in {allowed_s:.3g} s") if isinstance(error, _Late) else error)
            bot.close()
        bot.waited_s += monotonic() - start
    return found


def _report(frame: Json) -> Json:
    """What the host says: its first frame as it is, a child's end as :class:`Gone`."""
    if frame[0] != "gone":
        return frame
    status = int(frame[1])
    if not os.WIFSIGNALED(status):
        raise Gone(f"it ended its process (exit status {os.WEXITSTATUS(status)})")
    number = os.WTERMSIG(status)
    if number in (signal.SIGXCPU, signal.SIGKILL):
        raise Gone("it used up its processor time, or was killed")
    raise Gone(f"its process crashed ({signal.Signals(number).name})")
