"""Frames to bytes and back, without I/O.

A frame is ``type u8 | session u16 | seq u16 | payload | CRC-32``, little-endian, of the exact length of its
type. On a serial line it is stuffed (COBS) and ended by a zero; on MQTT it is one message as it is.

COBS: Stuart Cheshire and Mary Baker, "Consistent Overhead Byte Stuffing", IEEE/ACM Transactions on Networking 7(2),
1999.
"""

from __future__ import annotations

import struct
from collections.abc import Iterable
from enum import Enum
from typing import Any
from zlib import crc32

from cobs import cobs
from msgspec import Struct
from msgspec.structs import astuple

from boards.base.errors import GolemError
from boards.base.message import _, literal
from firmware_bridge.protocol.messages import LAYOUTS, Layout, Message

_HEADER_BYTES = struct.calcsize("<BHH")
_CRC_BYTES = 4
NAME_BYTES = 8
"""Of a robot's own name, in UTF-8."""
_pack_crc = struct.Struct("<I").pack
_RESIDUE = 0x2144DF1C
"""The CRC-32 of any bytes followed by their own CRC-32, little-endian."""

MAX_FRAME = _HEADER_BYTES + 32 + _CRC_BYTES
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
        super().__init__(literal(f"{len(data)} bytes {why.value}: {data[:48].hex(' ')}"))


class OutOfRange(GolemError):
    """A value that no robot may be asked for."""

    exit_status = 2

    def __init__(self, field: str, value: int, least: int, most: int) -> None:
        self.field, self.value, self.least, self.most = field, value, least, most
        super().__init__(
            _("{field} is {value}, allowed is {least} to {most}", field=field, value=value, least=least, most=most)
        )


class Frame(Struct, frozen=True, gc=False):
    """A message with its session and its sequence number (both 0..65535)."""

    session: int
    seq: int
    message: Message


class _Form:
    """How the frames of one message are packed and unpacked: the header together with the payload."""

    __slots__ = ("code", "limits", "made_of", "pack", "size", "texts", "unpack")

    def __init__(self, layout: Layout) -> None:
        packing = struct.Struct("<BHH" + layout.packing.removeprefix("<"))
        self.code = layout.code
        self.size = packing.size + _CRC_BYTES
        self.pack, self.unpack = packing.pack, packing.unpack_from
        self.made_of = layout.made_of
        self.texts = layout.texts
        self.limits = layout.limits


_BY_CODE = {layout.code: _Form(layout) for layout in LAYOUTS}
_BY_KIND = {layout.kind: _BY_CODE[layout.code] for layout in LAYOUTS}


def code_of(message: Message) -> int:
    """Return the type byte of a message."""
    return _BY_KIND[type(message)].code


def check_range(message: Message) -> None:
    """Raise :class:`OutOfRange` for a value outside the dictionary's limits."""
    for field, least, most in _BY_KIND[type(message)].limits:
        value = getattr(message, field)
        if not least <= value <= most:
            raise OutOfRange(field, value, least, most)


def encode(frame: Frame) -> bytes:
    """Return the frame's bytes with their checksum, not stuffed."""
    message = frame.message
    form = _BY_KIND[type(message)]
    values: Iterable[Any] = astuple(message)
    if form.texts:
        values = [_name_bytes(value) if isinstance(value, str) else value for value in values]
    body = form.pack(form.code, frame.session, frame.seq, *values)
    return body + _pack_crc(crc32(body))


def _name_bytes(name: str) -> bytes:
    """Return a name as it goes over the wire. Raises :class:`OutOfRange` if it is too long."""
    data = name.encode()
    if len(data) > NAME_BYTES:
        raise OutOfRange("name", len(data), 0, NAME_BYTES)
    return data


def is_frame(data: bytes) -> bool:
    """Whether the checksum fits: only who means to speak to us makes such bytes."""
    return len(data) >= _HEADER_BYTES + _CRC_BYTES and crc32(data) == _RESIDUE


def decode(data: bytes) -> Frame:
    """Return the frame that these bytes are. Raises :class:`FrameError`, and nothing else, for all others."""
    form = _BY_CODE.get(data[0]) if data else None
    if form is None or len(data) != form.size or crc32(data) != _RESIDUE:
        raise FrameError(_why_bad(data), data)
    values = form.unpack(data)
    try:
        return Frame(values[1], values[2], form.made_of(values))
    except (KeyError, ValueError) as error:
        raise FrameError(Bad.VALUE, data) from error


def _why_bad(data: bytes) -> Bad:
    """Return the first of the reasons why these bytes are no frame."""
    if not _HEADER_BYTES + _CRC_BYTES <= len(data) <= MAX_FRAME:
        return Bad.LENGTH
    if not is_frame(data):
        return Bad.CHECKSUM
    return Bad.LENGTH if data[0] in _BY_CODE else Bad.UNKNOWN


def wrap(data: bytes) -> bytes:
    """Return a frame's bytes as they go over a serial line."""
    stuffed: bytes = cobs.encode(data)
    return stuffed + DELIMITER


class Unwrapper:
    """Cuts a serial line's bytes into frames' bytes; survives garbage, cut frames and over-long runs.

    What it dropped is counted in :attr:`dropped`.
    """

    def __init__(self) -> None:
        self._kept = b""
        self._skipping = False
        self.dropped: dict[Bad, int] = dict.fromkeys(Bad, 0)

    def feed(self, data: bytes) -> list[bytes]:
        """Return the frames' bytes that these bytes complete (their checksums are :func:`decode`'s business)."""
        blocks = (self._kept + data if self._kept else data).split(DELIMITER)
        self._kept = rest = blocks.pop()
        frames: list[bytes] = []
        for block in blocks:
            if self._skipping:
                self._skipping = False
            elif len(block) > MAX_ENCODED:
                self.dropped[Bad.OVERLONG] += 1
            elif block:
                try:
                    frames.append(cobs.decode(block))
                except cobs.DecodeError:
                    self.dropped[Bad.STUFFING] += 1
        if rest and (self._skipping or len(rest) > MAX_ENCODED):
            if not self._skipping:
                self.dropped[Bad.OVERLONG] += 1
            self._skipping, self._kept = True, b""
        return frames
