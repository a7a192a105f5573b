"""A camera behind a program that writes Motion JPEG on its standard output: the Raspberry Pi's camera.

`rpicam-vid` (`libcamera-vid` on older systems) comes with Raspberry Pi OS, knows every camera module, and encodes in
another process. Any other program that writes JPEGs would do.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import tempfile
from collections import deque
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import IO

from boards.base.system_errors import system_reason
from calibration.camera_frames import CameraBusy, CameraMissing, CameraReason, Image, NoFrames
from controller.vision.cameras.camera_messages import SourceReason
from controller.vision.cameras.latest_frame import LatestItemReader, RetryPolicy
from controller.vision.cameras.mjpeg import JpegSplitter, first_decodable
from controller.vision.cameras.sources import PlainSource

PROGRAMS = ("rpicam-vid", "libcamera-vid")

FRAMES_A_SECOND = 30

END_S = 3.0
"""Time after which a program that was asked to end is killed, s."""

_CHUNK = 1 << 16
_TOLD = 4000

Find = Callable[[str], str | None]


def pi_command(number: int, size: tuple[int, int], find: Find = shutil.which) -> Sequence[str]:
    """Return the command that starts the Pi's camera of this number (from 0). Raises CameraMissing if not installed."""
    program = next((path for name in PROGRAMS if (path := find(name)) is not None), None)
    if program is None:
        raise CameraMissing(
            f"picamera:{number}",
            SourceReason.NO_PROGRAM(),
        )
    options = {"camera": number, "width": size[0], "height": size[1], "framerate": FRAMES_A_SECOND}
    words = [f"--{key}={value}" for key, value in options.items()]
    return (program, *words, "--codec=mjpeg", "--timeout=0", "--nopreview", "--verbose=0", "--output=-")


class PipeConnection:
    """A running program: a :class:`~controller.vision.cameras.latest_frame.Connection`."""

    def __init__(self, name: str, command: Sequence[str]) -> None:
        """Start the program. Raises CameraMissing."""
        self._name = name
        self._splitter = JpegSplitter()
        self._ready: deque[bytes] = deque()
        # A file, not a pipe: nobody reads it before the end, and it must never be full.
        self._said: IO[bytes] = tempfile.TemporaryFile()  # noqa: SIM115 - closed with the connection
        try:
            self._process = subprocess.Popen(
                command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=self._said, bufsize=0
            )
        except OSError as error:
            self._said.close()
            raise CameraMissing(
                name, SourceReason.PROGRAM_NOT_STARTED(program=command[0], reason=system_reason(error).message)
            ) from None

    def next(self) -> bytes:
        """Return the next whole picture; waits for it. Raises NoFrames, CameraBusy, CameraMissing."""
        assert self._process.stdout is not None
        while not self._ready:
            data = self._process.stdout.read(_CHUNK)
            if not data:
                raise self._ended()
            self._ready.extend(self._splitter.feed(data))
        return self._ready.popleft()

    def interrupt(self) -> None:
        """Ask the program to end, from any thread."""
        with suppress(ProcessLookupError):
            self._process.terminate()

    def close(self) -> None:
        """End the program."""
        self.interrupt()
        assert self._process.stdout is not None
        self._process.stdout.close()
        try:
            self._process.wait(END_S)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
        self._said.close()

    def _ended(self) -> NoFrames | CameraBusy | CameraMissing:
        with suppress(subprocess.TimeoutExpired):
            self._process.wait(END_S)
        self._said.seek(-min(_TOLD, self._said.seek(0, os.SEEK_END)), os.SEEK_END)
        said = self._said.read(_TOLD).decode("utf-8", "replace").strip()
        low = said.lower()
        if "no cameras available" in low:
            return CameraMissing(self._name, SourceReason.NOT_CONNECTED())
        if "busy" in low or "in use" in low:
            return CameraBusy(self._name)
        if not said:
            return NoFrames(self._name, SourceReason.PROGRAM_SILENT())
        return NoFrames(self._name, SourceReason.PROGRAM_ENDED(said=said.splitlines()[-1]))


class PipeSource(PlainSource):
    """The pictures of a program."""

    def __init__(
        self, name: str, command: Callable[[], Sequence[str]], retry: RetryPolicy, clock: Callable[[], float]
    ) -> None:
        """``command`` raises CameraMissing."""
        self.name = name
        self._command = command
        self._retry = retry
        self._clock = clock
        self._stream: LatestItemReader[bytes] | None = None

    def open(self) -> None:
        """Start the program, and wait for its first picture. Raises CameraMissing, CameraBusy, NoFrames."""
        self.close()
        connection = self._connect()
        try:
            connection.next()
        except (NoFrames, CameraBusy, CameraMissing):
            connection.close()
            raise
        self._stream = LatestItemReader(self.name, self._connect, self._retry, self._clock)
        self._stream.start(connection)

    def read(self) -> tuple[Image, str]:
        """Return the newest picture."""
        if self._stream is None:
            raise NoFrames(self.name, CameraReason.NOT_OPEN())
        return first_decodable(self.name, self._stream.take), self.name

    def close(self) -> None:
        """End the program. May be called twice."""
        if self._stream is not None:
            # The next program must find the camera free.
            self._stream.stop(2 * END_S)
        self._stream = None

    def _connect(self) -> PipeConnection:
        return PipeConnection(self.name, self._command())
