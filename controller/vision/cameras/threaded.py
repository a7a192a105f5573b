"""A camera with a thread of its own: the thread alone touches the source, and runs the work on its frames."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from typing import Any, TypeVar

from calibration.frames import CameraError, Frame, NoFrames, Work
from controller.vision.cameras.sources import Source

T = TypeVar("T")

PATIENCE_S = 15.0
"""A camera that gives nothing for this long hangs. OpenCV's own time-outs are shorter."""


class ThreadedCamera:
    """The :class:`~controller.vision.cameras.camera.Camera` of any blocking source.

    After an error it is closed, and may be opened again.
    """

    def __init__(self, source: Source) -> None:
        self._source = source
        self._thread: ThreadPoolExecutor | None = None
        self._work: Work | None = None
        self._number = 0

    @property
    def name(self) -> str:
        return self._source.name

    @property
    def live(self) -> bool:
        return self._source.live

    async def open(self, work: Work) -> None:
        await self.close()
        self._work, self._number = work, 0
        self._thread = ThreadPoolExecutor(1, thread_name_prefix=f"camera {self.name}")
        await self._guarded(self._source.open)

    async def next(self) -> Any:
        return await self._guarded(self._take)

    async def close(self) -> None:
        thread, self._thread = self._thread, None
        if thread is None:
            return
        with suppress(TimeoutError):
            closing = asyncio.get_running_loop().run_in_executor(thread, self._source.close)
            await asyncio.wait_for(closing, PATIENCE_S)
        thread.shutdown(wait=False)

    def _take(self) -> Any:
        assert self._work is not None
        image, origin = self._source.read()
        self._number += 1
        # Event loops give their time to any thread.
        return self._work(Frame(image, self._number, self._clock(), origin))

    async def _guarded(self, call: Callable[[], T]) -> T:
        """Run in the thread; whatever stops a live source from giving pictures also closes it."""
        if self._thread is None:
            raise NoFrames(self.name, "is not open")
        loop = asyncio.get_running_loop()
        self._clock = loop.time
        try:
            return await asyncio.wait_for(loop.run_in_executor(self._thread, call), PATIENCE_S)
        except TimeoutError:
            await self.close()
            raise NoFrames(self.name, f"gave no picture for {PATIENCE_S:g} s; unplug it and plug it in again") from None
        except CameraError:
            if self.live:
                await self.close()
            raise
