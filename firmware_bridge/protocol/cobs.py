"""Consistent Overhead Byte Stuffing: bytes without zeros, so that a zero can end a frame.

Stuart Cheshire and Mary Baker, "Consistent Overhead Byte Stuffing", IEEE/ACM Transactions on Networking
7(2), 1999. A block is a count n and n - 1 bytes; it stands for them and a zero, except that a full block
(255) and the last block stand for their bytes only.
"""

from __future__ import annotations

_FULL = 254
_HEADS = [bytes((length + 1,)) for length in range(_FULL)]
"""The count before a run of so many bytes."""


def encode(data: bytes) -> bytes:
    """The same bytes without zeros, at most one byte in 254 longer, and one."""
    runs = data.split(b"\0")
    if len(data) < _FULL:
        # No block can be full.
        return b"".join([_HEADS[len(run)] + run for run in runs])
    blocks: list[bytes] = []
    for run in runs[:-1]:
        rest = run
        while len(rest) >= _FULL:
            blocks.append(b"\xff" + rest[:_FULL])
            rest = rest[_FULL:]
        blocks.append(bytes((len(rest) + 1,)) + rest)
    rest = runs[-1]
    while len(rest) > _FULL:
        blocks.append(b"\xff" + rest[:_FULL])
        rest = rest[_FULL:]
    blocks.append(bytes((len(rest) + 1,)) + rest)
    return b"".join(blocks)


def decode(data: bytes) -> bytes:
    """The bytes before :func:`encode`. Raises ValueError for what it cannot have made."""
    end = len(data)
    if not 0 < end <= _FULL or 0 in data:
        return _decode_other(data)
    # No block can be full: every count but the first stands where a zero was.
    decoded = bytearray(data)
    at = data[0]
    while at < end:
        decoded[at] = 0
        at += data[at]
    if at > end:
        raise ValueError(f"a block that ends at {at} of {end}")
    return bytes(decoded)[1:]


def _decode_other(data: bytes) -> bytes:
    if not data:
        raise ValueError("nothing to decode")
    if 0 in data:
        raise ValueError("a zero inside")
    parts: list[bytes] = []
    at, end = 0, len(data)
    while at < end:
        count = data[at]
        after = at + count
        if after > end:
            raise ValueError(f"a block of {count} bytes at {at} of {end}")
        parts.append(data[at + 1 : after])
        if count <= _FULL and after < end:
            parts.append(b"\0")
        at = after
    return b"".join(parts)
