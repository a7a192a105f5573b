"""A camera with a thread of its own: the thread alone touches the source, and runs the work on its frames."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from typing import Any, TypeVar

from boards.base.reasons import NO_REASON, Reason
from calibration.camera_frames import CameraError, CameraReason, ExposureControl, Frame, NoFrames, Work, WrongSize
from controller.vision.cameras.sources import Source, size_of

log = logging.getLogger(__name__)

T = TypeVar("T")

PATIENCE_S = 15.0
"""Time without a picture after which a camera hangs, s. OpenCV's own time-outs are shorter."""


WarningSink = Callable[[Reason], None]


def ignore_warning(_said: Reason) -> None:
    """Ignore a warning."""


class ThreadedCamera:
    """The :class:`~controller.vision.cameras.camera.Camera` of any blocking source.

    After an error it is closed, and may be opened again.
    """

    def __init__(self, source: Source, on_warning: WarningSink = ignore_warning) -> None:
        """``on_warning`` is called in the loop with warnings: another size than asked for."""
        self._source = source
        self._on_warning = on_warning
        self._size: tuple[int, int] | None = None
        self._said = NO_REASON
        self._thread: ThreadPoolExecutor | None = None
        self._work: Work | None = None
        self._number = 0

    @property
    def name(self) -> str:
        """As a person would say it."""
        return self._source.name

    @property
    def live(self) -> bool:
        """False for files."""
        return self._source.live

    @property
    def exposure_control(self) -> ExposureControl | None:
        """The camera's, while it is open; None if it has none."""
        return self._source.exposure_control

    async def open(self, work: Work) -> None:
        """Open the source in the camera's thread. Raises CameraError."""
        await self.close()
        self._work, self._number, self._size = work, 0, None
        self._thread = ThreadPoolExecutor(1, thread_name_prefix=f"camera {self.name}")
        self._said = NO_REASON
        await self._guarded(self._source.open)
        log.info("%s: open", self.name)
        self._tell()

    async def next(self) -> Any:
        """Return the work's result on a picture taken after this call. Raises CameraError."""
        result = await self._guarded(self._take)
        self._tell()
        return result

    async def close(self) -> None:
        """Release the device. May be called twice, and after an error."""
        thread, self._thread = self._thread, None
        if thread is None:
            return
        with suppress(TimeoutError):
            closing = asyncio.get_running_loop().run_in_executor(thread, self._source.close)
            await asyncio.wait_for(closing, PATIENCE_S)
        thread.shutdown(wait=False)

    def _tell(self) -> None:
        """Pass on warnings that are new."""
        said, self._said = self._said, self._source.remark
        if self._said and self._said != said:
            log.info("%s: %s", self.name, self._said)
            self._on_warning(self._said.at(self.name))

    def _take(self) -> Any:
        assert self._work is not None
        image, origin = self._source.read()
        if self.live:
            # A phone was turned, or settings were changed: begin with another reader.
            self._size = self._size or size_of(image)
            if size_of(image) != self._size:
                raise WrongSize(self.name, self._size, size_of(image))
        self._number += 1
        # The loop's time may be read in any thread.
        return self._work(Frame(image, self._number, self._clock(), origin))

    async def _guarded(self, call: Callable[[], T]) -> T:
        """Run in the thread; whatever stops a live source from giving pictures also closes it."""
        if self._thread is None:
            raise NoFrames(self.name, CameraReason.NOT_OPEN())
        loop = asyncio.get_running_loop()
        self._clock = loop.time
        try:
            # Only a camera can hang: a file that takes long to read is still being read.
            return await asyncio.wait_for(loop.run_in_executor(self._thread, call), PATIENCE_S if self.live else None)
        except TimeoutError:
            log.info("%s: lost: no picture for %g s", self.name, PATIENCE_S)
            await self.close()
            raise NoFrames(self.name, CameraReason.SILENT(seconds=f"{PATIENCE_S:g}")) from None
        except CameraError as error:
            if self.live:
                log.info("lost: %s", error)
                await self.close()
            raise
