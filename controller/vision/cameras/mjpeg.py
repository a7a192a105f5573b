"""JPEG pictures out of a stream of bytes: Motion JPEG, with or without anything between the pictures.

HTTP's multipart headers, their lengths and boundaries are not needed for it, and are often wrong. A picture that was
torn off is left out; the next one is found. Markers and their segments: ITU-T T.81, Annex B.
"""

from __future__ import annotations

import re
from collections.abc import Callable

import cv2
import numpy as np

from calibration.camera_frames import Image, NoFrames
from controller.vision.cameras.camera_messages import SourceReason

LARGEST = 32 * 2**20
"""Largest picture of any camera, bytes."""

MOST_DAMAGED = 5
"""Damaged pictures in a row that are passed over."""

START = b"\xff\xd8\xff"
_END, _START_CODE, _SCAN = 0xD9, 0xD8, 0xDA
_ALONE = frozenset({0x01, *range(0xD0, 0xD8)})
"""Markers without a segment: TEM, RST0 to RST7."""

_AFTER_SCAN = re.compile(rb"\xff[^\x00\xd0-\xd7\xff]")
"""The marker that ends a scan's data: within them 0xFF is followed by 0x00 or a restart."""


class JpegSplitter:
    """Splits a stream of bytes into JPEG pictures."""

    def __init__(self) -> None:
        self._data = bytearray()
        self._at = 0
        """How far the picture at the buffer's beginning was parsed; 0: none is found yet."""
        self._in_scan = False

    def feed(self, data: bytes) -> list[bytes]:
        """Add bytes; return the pictures that are whole now, in their order."""
        self._data += data
        whole: list[bytes] = []
        while (picture := self._next()) is not None:
            whole.append(picture)
        if len(self._data) > LARGEST:
            self._drop(len(self._data))
        return whole

    def _next(self) -> bytes | None:
        while True:
            if self._at == 0 and not self._find_start():
                return None
            end = self._follow()
            if end is None:
                return None
            if end > 0:
                picture = bytes(self._data[:end])
                self._drop(end)
                return picture
            # Torn: the next picture may begin right behind the first bytes of this one.
            self._drop(2)

    def _find_start(self) -> bool:
        found = self._data.find(START)
        if found < 0:
            # A start may be cut in two.
            self._drop(max(0, len(self._data) - len(START) + 1))
            return False
        self._drop(found)
        self._at = 2
        return True

    def _follow(self) -> int | None:
        """Return where the picture ends; 0 if it is torn; None if its bytes are not all there yet."""
        while True:
            if self._in_scan:
                met = _AFTER_SCAN.search(self._data, self._at)
                if met is None:
                    self._at = max(self._at, len(self._data) - 1)
                    return None
                self._at, self._in_scan = met.end() - 2, False
            if len(self._data) < self._at + 2:
                return None
            first, code = self._data[self._at], self._data[self._at + 1]
            if first != 0xFF or code in (0x00, _START_CODE):
                return 0
            if code == _END:
                return self._at + 2
            if code == 0xFF:
                self._at += 1
            elif code in _ALONE:
                self._at += 2
            else:
                if len(self._data) < self._at + 4:
                    return None
                length = int.from_bytes(self._data[self._at + 2 : self._at + 4], "big")
                if length < 2:
                    return 0
                self._at += 2 + length
                self._in_scan = code == _SCAN

    def _drop(self, count: int) -> None:
        del self._data[:count]
        self._at, self._in_scan = 0, False


def decode_jpeg(data: bytes) -> Image | None:
    """Decode a picture, H x W x 3 blue-green-red; None if it cannot be decoded.

    Decoded once, in colour: what lies on the trays is told by its hue, and grey from it costs a tenth of a second
    decoding.
    """
    try:
        picture = cv2.imdecode(np.frombuffer(data, np.uint8), cv2.IMREAD_COLOR)
    except cv2.error:
        return None
    return None if picture is None else np.asarray(picture, np.uint8)


def first_decodable(name: str, take: Callable[[], bytes]) -> Image:
    """Return the first picture taken that can be decoded. Raises NoFrames if none can, and what ``take`` raises."""
    for _ in range(MOST_DAMAGED):
        picture = decode_jpeg(take())
        if picture is not None:
            return picture
    raise NoFrames(name, SourceReason.DAMAGED_ONLY())
