"""Record a camera's pictures: all about an event without loss, and one in between now and then."""

from __future__ import annotations

import queue
import threading
from collections import deque
from collections.abc import Callable
from pathlib import Path

import cv2

from boards.base.reasons import Reason
from boards.base.system_errors import system_reason
from controller.vision.frame_reading import FrameReading
from controller.vision.recording.crop import Crop, crop_of
from controller.vision.recording.file_messages import FileReason
from controller.vision.recording.recording_store import RecordingStore

BEFORE_S = 1.0
AFTER_S = 1.0
"""Time before and after an event in which pictures are kept without loss..."""
LOSSLESS_EVERY_S = 0.2
"""...at this interval."""
SPARSE_EVERY_S = 2.0
"""Interval of the JPEGs that are kept at other times."""
JPEG_QUALITY = 75
PNG_LEVEL = 1
"""A sensor's noise does not get smaller by more work."""

MOST_WAITING = 64
"""Pictures that may wait to be written; a slower disk loses some."""


class Recorder:
    """Takes the looks of one camera, in its thread; writes in a thread of its own. Events may come from anywhere."""

    def __init__(self, store: RecordingStore, heard: Callable[[Reason], None]) -> None:
        """``heard`` gets the reason, in the writing thread, if nothing can be recorded any more."""
        self._store = store
        self._heard = heard
        self._guard = threading.Lock()
        self._recent: deque[Crop] = deque()
        self._why = ""
        self._until = float("-inf")
        self._last = float("-inf")
        self._waiting: queue.Queue[tuple[Crop, str] | None] = queue.Queue()
        self._failed = False
        self.lost = 0
        """Pictures that were to be kept and were lost: the disk was too slow."""
        self._writer = threading.Thread(target=self._write_all, name=f"recording {store.folder}", daemon=True)
        self._writer.start()

    @property
    def folder(self) -> Path:
        """Where it writes."""
        return self._store.folder

    @property
    def session(self) -> int:
        """Of the folder (:attr:`RecordingStore.session`)."""
        return self._store.session

    @property
    def running(self) -> bool:
        """Whether pictures are still kept."""
        return not self._failed

    def add(self, look: FrameReading) -> None:
        """Take one reading, in turn."""
        time = look.frame.time
        with self._guard:
            if not self._due(time):
                return
        crop = crop_of(look)
        if crop is None:
            return
        with self._guard:
            if time <= self._until:
                self._keep(crop, self._why, LOSSLESS_EVERY_S)
                return
            self._keep(crop, "", SPARSE_EVERY_S)
            self._recent.append(crop)
            while self._recent[0].time < time - BEFORE_S or self._recent[0].time > time:
                self._recent.popleft()

    def event(self, why: str, time: float) -> None:
        """Note that something happened (a word for the index) at ``time``, s on the event loop's clock."""
        with self._guard:
            self._why = why
            self._until = time + AFTER_S
            for crop in self._recent:
                self._put(crop, why)
                self._last = max(self._last, crop.time)
            self._recent.clear()

    def close(self) -> None:
        """Write what waits, and end."""
        self._waiting.put(None)
        self._writer.join()

    def _due(self, time: float) -> bool:
        """Tell whether a picture of this time may be kept at all: cutting the mat out takes a while."""
        newest = self._last if not self._recent else max(self._last, self._recent[-1].time)
        return not newest <= time < newest + LOSSLESS_EVERY_S

    def _keep(self, crop: Crop, why: str, every_s: float) -> None:
        if not self._last <= crop.time < self._last + every_s:
            self._last = crop.time
            self._put(crop, why)

    def _put(self, crop: Crop, why: str) -> None:
        if self._failed:
            return
        if self._waiting.qsize() >= MOST_WAITING:
            self.lost += 1
        else:
            self._waiting.put((crop, why))

    def _write_all(self) -> None:
        while (item := self._waiting.get()) is not None:
            if self._failed:
                continue
            try:
                self._write(*item)
            except OSError as error:
                self._failed = True
                why = FileReason.RECORDING_ENDED(reason=system_reason(error).message)
                self._heard(why.at(str(self._store.folder)))

    def _write(self, crop: Crop, why: str) -> None:
        suffix, options = "jpg", [cv2.IMWRITE_JPEG_QUALITY, JPEG_QUALITY]
        if why:
            suffix, options = "png", [cv2.IMWRITE_PNG_COMPRESSION, PNG_LEVEL]
        _done, data = cv2.imencode(f".{suffix}", crop.image, options)
        facts = {
            "time": crop.time,
            "frame": crop.frame,
            "at": crop.at,
            "size": crop.size,
            "fill": crop.fill,
            "why": why,
        }
        self._store.add(data.tobytes(), suffix, facts)
