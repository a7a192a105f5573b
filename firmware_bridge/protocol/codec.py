"""Frames to bytes and back, without I/O.

A frame is ``type u8 | session u16 | seq u16 | payload | CRC-32``, little-endian, of the exact length of its
type. On a serial line it is stuffed (COBS) and ended by a zero; on MQTT it is one message as it is.
"""

from __future__ import annotations

import struct
import zlib
from collections.abc import Callable
from dataclasses import dataclass, fields
from enum import Enum
from typing import Any

from boards.errors import GolemError
from firmware_bridge.protocol import cobs
from firmware_bridge.protocol.tables import LAYOUTS, Layout, Message

_HEADER = struct.Struct("<BHH")
_CRC = struct.Struct("<I")
_BODIES = {layout.code: struct.Struct(layout.packing) for layout in LAYOUTS}
_BY_CODE: dict[int, Layout] = {layout.code: layout for layout in LAYOUTS}
_BY_KIND: dict[type, Layout] = {layout.kind: layout for layout in LAYOUTS}

MAX_FRAME = _HEADER.size + 32 + _CRC.size
MAX_ENCODED = MAX_FRAME + 1
"""A frame stuffed, without the zero that ends it."""
DELIMITER = b"\0"


class Bad(Enum):
    """Why bytes are no frame. The value is what people read."""

    OVERLONG = "longer than any frame"
    STUFFING = "stuffed wrongly"
    LENGTH = "of the wrong length"
    CHECKSUM = "with a wrong checksum"
    UNKNOWN = "of an unknown type"
    VALUE = "with a value that the dictionary does not have"


class FrameError(GolemError):
    """These bytes are no frame."""

    def __init__(self, why: Bad, data: bytes) -> None:
        self.why = why
        self.data = data
        super().__init__(f"{len(data)} bytes {why.value}: {data[:48].hex(' ')}")


class OutOfRange(GolemError):
    """A value that no robot may be asked for."""

    exit_status = 2

    def __init__(self, field: str, value: int, least: int, most: int) -> None:
        self.field, self.value, self.least, self.most = field, value, least, most
        super().__init__(f"{field} is {value}, allowed is {least} to {most}")


@dataclass(frozen=True)
class Frame:
    """A message with its session and its sequence number (both 0..65535)."""

    session: int
    seq: int
    message: Message


def code_of(message: Message) -> int:
    """The type byte of a message."""
    return _BY_KIND[type(message)].code


def check_range(message: Message) -> None:
    """Raises :class:`OutOfRange` for a value outside the dictionary's limits."""
    for field, least, most in _BY_KIND[type(message)].limits:
        value = getattr(message, field)
        if not least <= value <= most:
            raise OutOfRange(field, value, least, most)


def encode(frame: Frame) -> bytes:
    """The frame's bytes with their checksum, not stuffed."""
    layout = _BY_KIND[type(frame.message)]
    values = list(vars(frame.message).values())
    if layout.texts:
        values = [value.encode("ascii") if isinstance(value, str) else value for value in values]
    head = _HEADER.pack(layout.code, frame.session, frame.seq)
    body = head + _BODIES[layout.code].pack(*values)
    return body + _CRC.pack(zlib.crc32(body))


def is_frame(data: bytes) -> bool:
    """Whether the checksum fits: only who means to speak to us makes such bytes."""
    return len(data) >= _HEADER.size + _CRC.size and _CRC.unpack(data[-4:])[0] == zlib.crc32(data[:-4])


def decode(data: bytes) -> Frame:
    """The frame that these bytes are. Raises :class:`FrameError`, and nothing else, for all others."""
    if not _HEADER.size + _CRC.size <= len(data) <= MAX_FRAME:
        raise FrameError(Bad.LENGTH, data)
    body = data[: -_CRC.size]
    if _CRC.unpack_from(data, len(body))[0] != zlib.crc32(body):
        raise FrameError(Bad.CHECKSUM, data)
    code, session, seq = _HEADER.unpack_from(body)
    layout = _BY_CODE.get(code)
    if layout is None:
        raise FrameError(Bad.UNKNOWN, data)
    packing = _BODIES[code]
    if len(body) != _HEADER.size + packing.size:
        raise FrameError(Bad.LENGTH, data)
    values: tuple[Any, ...] = packing.unpack_from(body, _HEADER.size)
    typed = _TYPED[code]
    if typed:
        values = _with_types(values, typed, data)
    return Frame(session, seq, layout.kind(*values))


def _with_types(values: tuple[Any, ...], typed: tuple[tuple[int, Callable[[Any], Any]], ...], data: bytes) -> Any:
    """The values with enums and texts as such."""
    fitting = list(values)
    try:
        for place, kind in typed:
            fitting[place] = kind(fitting[place])
    except (KeyError, ValueError) as error:
        raise FrameError(Bad.VALUE, data) from error
    return fitting


def _text(value: bytes) -> str:
    return value.rstrip(b"\0").decode("ascii")


def _types(layout: Layout) -> tuple[tuple[int, Callable[[Any], Any]], ...]:
    """Where a message has enums and texts, and what makes them of the wire's values."""
    names = [field.name for field in fields(layout.kind)]
    enums = [(names.index(name), {int(value): value for value in enum}.__getitem__) for name, enum in layout.enums]
    return (*enums, *((names.index(name), _text) for name in layout.texts))


_TYPED = {layout.code: _types(layout) for layout in LAYOUTS}


def wrap(data: bytes) -> bytes:
    """A frame's bytes as they go over a serial line."""
    return cobs.encode(data) + DELIMITER


class Unwrapper:
    """Cuts a serial line's bytes into frames' bytes; survives garbage, cut frames and over-long runs.

    What it dropped is counted in :attr:`dropped`.
    """

    def __init__(self) -> None:
        self._kept = b""
        self._skipping = False
        self.dropped: dict[Bad, int] = dict.fromkeys(Bad, 0)

    def feed(self, data: bytes) -> list[bytes]:
        """The frames' bytes that these bytes complete (their checksums are :func:`decode`'s business)."""
        *ended, rest = (self._kept + data).split(DELIMITER)
        frames: list[bytes] = []
        for block in ended:
            if self._skipping:
                self._skipping = False
            elif len(block) > MAX_ENCODED:
                self.dropped[Bad.OVERLONG] += 1
            elif block:
                try:
                    frames.append(cobs.decode(block))
                except ValueError:
                    self.dropped[Bad.STUFFING] += 1
        self._kept = b""
        if not self._skipping:
            if len(rest) > MAX_ENCODED:
                self.dropped[Bad.OVERLONG] += 1
                self._skipping = True
            else:
                self._kept = rest
        return frames
