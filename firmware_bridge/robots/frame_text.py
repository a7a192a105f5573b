"""Frames as people read them, in the terms of docs/protocol.md."""

from __future__ import annotations

from enum import Enum
from typing import Any

from msgspec.structs import asdict

from firmware_bridge.protocol.codec import FrameError, decode


def frame_line(seconds: float, data: bytes, from_robot: bool) -> str:
    """One frame in a line: when, which way, what. Bytes that are no frame are told as such."""
    way = "<-" if from_robot else "->"
    try:
        frame = decode(data)
    except FrameError as error:
        return f"{seconds:9.3f} {way} {error}"
    name = type(frame.message).__name__.upper()
    values = " ".join(f"{field}={_shown(value)}" for field, value in asdict(frame.message).items())
    return f"{seconds:9.3f} {way} {name} session={frame.session} seq={frame.seq} {values}".rstrip()


def _shown(value: Any) -> str:
    if isinstance(value, Enum):
        return value.name
    return repr(value) if isinstance(value, str) else str(value)
