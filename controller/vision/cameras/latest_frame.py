"""Keep the newest picture of a stream, which goes on whether anybody looks or not.

A stream must be read as fast as it comes, or its pictures grow old in the buffers on their way. So it has a thread that
reads it and keeps the newest item only. A stream that breaks off is connected again, after growing pauses; the reader
gets an error only if that lasts.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from dataclasses import dataclass
from typing import Generic, Protocol, TypeVar

from calibration.camera_frames import CameraError, NoFrames
from controller.vision.cameras.camera_messages import SourceReason

T = TypeVar("T")
T_co = TypeVar("T_co", covariant=True)

FRESH_AFTER_S = 0.004
"""An item that took this long to arrive was not lying in a buffer."""
BUFFERED_ITEMS = 6
"""Largest number of buffered items that are passed over."""


class Connection(Protocol[T_co]):
    """An open stream. Used by one thread."""

    def next(self) -> T_co:
        """Return the next item; blocks, but not for ever. Raises CameraError when the stream has broken off."""
        ...

    def interrupt(self) -> None:
        """End a wait in :meth:`next` soon, if that is possible. Called from another thread."""
        ...

    def close(self) -> None:
        """Close the connection."""
        ...


@dataclass(frozen=True)
class RetryPolicy:
    """How long to wait for what, s."""

    first_s: float = 0.1
    """Pause before a broken stream is connected again; it doubles each time..."""
    longest_s: float = 5.0
    """...up to this."""
    forgiven_s: float = 3.0
    """Time after which a reader gets the error of a broken stream."""

    def pause_s(self, failed: int) -> float:
        """Return the pause before the next try, s, after ``failed`` tries that failed."""
        return min(self.longest_s, self.first_s * 2.0 ** min(failed, 16))


class LatestItemReader(Generic[T]):
    """Reads a connection in a thread of its own. Everything here may be called from one other thread."""

    def __init__(self, name: str, connect: Callable[[], Connection[T]], retry: RetryPolicy, clock: Callable[[], float]):
        """``clock`` s, in real time: buffers are emptied in it, whatever clock the loop has."""
        self._name = name
        self._connect = connect
        self._retry = retry
        self._clock = clock
        self._changed = threading.Condition()
        self._stop = threading.Event()
        self._item: T | None = None
        self._count = 0
        self._fresh = 0
        self._error: CameraError | None = None
        self._reading: Connection[T] | None = None
        # A daemon thread: the program need not wait for its last read.
        self._thread = threading.Thread(target=self._run, name=f"stream {name}", daemon=True)

    def start(self, connection: Connection[T]) -> None:
        """Read this connection, then those that follow it."""
        self._reading = connection
        self._thread.start()

    def stop(self, wait_s: float = 0.0) -> None:
        """Stop reading; wait at most ``wait_s`` s for the thread to close its connection."""
        self._stop.set()
        with self._changed:
            reading = self._reading
        if reading is not None:
            reading.interrupt()
        self._thread.join(wait_s)

    def take(self) -> T:
        """Return the first item from now on that was not lying in a buffer. Raises CameraError if none comes."""
        with self._changed:
            count, fresh = self._count, self._fresh
            self._changed.wait_for(
                lambda: self._fresh > fresh or self._count >= count + BUFFERED_ITEMS, self._retry.forgiven_s
            )
            if self._count == count or self._item is None:
                raise self._error or NoFrames(self._name, SourceReason.NETWORK_SILENT())
            return self._item

    def _run(self) -> None:
        connection = self._reading
        failed = 0
        while not self._stop.is_set():
            try:
                if connection is None:
                    connection = self._connect()
                    self._read_from(connection)
                    continue
                asked = self._clock()
                item = connection.next()
            except CameraError as error:
                if connection is not None:
                    self._read_from(None)
                    connection.close()
                    connection = None
                with self._changed:
                    self._error = error
                self._stop.wait(self._retry.pause_s(failed))
                failed += 1
            else:
                failed = 0
                self._put(item, self._clock() - asked > FRESH_AFTER_S)
        if connection is not None:
            connection.close()

    def _read_from(self, connection: Connection[T] | None) -> None:
        with self._changed:
            self._reading = connection

    def _put(self, item: T, fresh: bool) -> None:
        with self._changed:
            self._item, self._error = item, None
            self._count += 1
            self._fresh += fresh
            self._changed.notify_all()
