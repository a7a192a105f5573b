"""Frames on a pipe: four bytes of length, then JSON. Never pickle: the bot's end may send anything."""

from __future__ import annotations

import json
import os

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    Json = Any

HEAD = 4
"""Bytes of a length, big-endian."""
LARGEST = 1 << 18
"""Bytes of a frame from a bot. 113 robots with an error each have about 60,000."""


_ENCODE = json.JSONEncoder(separators=(",", ":"), ensure_ascii=False).encode
_DECODE = json.JSONDecoder().decode


class BadFrame(ValueError):
    """Bytes that are no frame."""


def pack(value: Json) -> bytes:
    """A value as a frame."""
    return pack_text(_ENCODE(value))


def pack_text(text: str) -> bytes:
    """JSON text as a frame."""
    body = text.encode("utf-8", "replace")
    return len(body).to_bytes(HEAD, "big") + body


def size_of(head: bytes, largest: int = LARGEST) -> int:
    """The body's size, in bytes, from the first four bytes. Raises :class:`BadFrame`."""
    size = int.from_bytes(head[:HEAD], "big")
    if size > largest:
        raise BadFrame(f"a frame of {size} bytes; {largest} are allowed")
    return size


def unpack(body: bytes) -> Json:
    """The value of a body. Raises :class:`BadFrame`."""
    try:
        return _DECODE(str(body, "utf-8"))
    except (ValueError, RecursionError) as error:
        raise BadFrame(str(error)[:80]) from None


def receive(descriptor: int) -> Json:
    """Wait for a whole frame from our own side. Raises EOFError when nothing more comes."""
    return unpack(_exactly(descriptor, size_of(_exactly(descriptor, HEAD), largest=1 << 24)))


def send(descriptor: int, value: Json) -> None:
    """Write a whole frame."""
    rest = memoryview(pack(value))
    while rest:
        rest = rest[os.write(descriptor, rest) :]


def _exactly(descriptor: int, count: int) -> bytes:
    parts = b""
    while len(parts) < count:
        part = os.read(descriptor, count - len(parts))
        if not part:
            raise EOFError
        parts += part
    return parts
