"""Frames on a pipe: four bytes of length, then JSON. Never pickle: the bot's end may send anything.

The two frames of every turn are no JSON but a few numbers each: :class:`Turn` to the bot, and its acts back.
"""

from __future__ import annotations

import json
import os
import struct
from array import array

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
    """Return a value as a frame."""
    return pack_text(_ENCODE(value))


def pack_text(text: str) -> bytes:
    """JSON text as a frame."""
    body = text.encode("utf-8", "replace")
    return len(body).to_bytes(HEAD, "big") + body


_TURN = struct.Struct("<cHBII")
_TURN_MARK = b"\1"
_ACTS = struct.Struct("<cI")
_ACTS_MARK = b"\2"


class Turn:
    """What a bot is told of a turn."""

    __slots__ = ("ids", "player", "robots", "seed", "turn")

    def __init__(self, turn: int, player: int, seed: int, robots: bytes, ids: array[int]) -> None:
        """Describe one turn.

        `seed`: of the player's chances in this turn, 32 bits; `robots`: all by id, 16 bits each
        (:mod:`controller.bots.sandbox.game_view`); `ids`: of the player's own.
        """
        self.turn = turn
        self.player = player
        self.seed = seed
        self.robots = robots
        self.ids = ids


def pack_turn(turn: int, player: int, seed: int, robots: bytes, ids: list[int]) -> bytes:
    """Return a :class:`Turn` as a frame. Both ends are on one machine: the numbers are in its own order of bytes."""
    body = _TURN.pack(_TURN_MARK, turn, player, seed, len(robots)) + robots + array("I", ids).tobytes()
    return len(body).to_bytes(HEAD, "big") + body


def unpack_turn(body: bytes) -> Turn | None:
    """Return the turn of a frame from our own side; None: it is another frame."""
    if body[:1] != _TURN_MARK:
        return None
    _, turn, player, seed, size = _TURN.unpack_from(body)
    end = _TURN.size + size
    return Turn(turn, player, seed, body[_TURN.size : end], array("I", body[end:]))


def pack_acts(seed: int, codes: list[int]) -> bytes:
    """Return the acts of a turn as a frame, each a code of :data:`controller.bots.sandbox.bot_game.CODES`.

    `seed`: that of the question. No bot knows it before it was asked, so an answer ahead of its question fits none.
    """
    body = _ACTS.pack(_ACTS_MARK, seed) + bytes(codes)
    return len(body).to_bytes(HEAD, "big") + body


def unpack_acts(body: bytes) -> tuple[int, bytes]:
    """Return the seed of the question, and the codes of the acts."""
    return _ACTS.unpack_from(body)[1], body[_ACTS.size :]


def unpack(body: bytes) -> Json:
    """Return the value of a body; that of a turn's acts as it is, for :func:`unpack_acts`. Raises :class:`BadFrame`."""
    if body[:1] == _ACTS_MARK and len(body) >= _ACTS.size:
        return body
    try:
        return _DECODE(str(body, "utf-8"))
    except (ValueError, RecursionError) as error:
        raise BadFrame(str(error)[:80]) from None


def split(data: bytes, largest: int = 1 << 24) -> tuple[list[bytes], bytes]:
    """Return the bodies of the whole frames in what has come, and the rest. Raises :class:`BadFrame`."""
    bodies = []
    start = 0
    while len(data) - start >= HEAD:
        size = int.from_bytes(data[start : start + HEAD], "big")
        if size > largest:
            raise BadFrame(f"a frame of {size} bytes; {largest} are allowed")
        end = start + HEAD + size
        if end > len(data):
            break
        bodies.append(data[start + HEAD : end])
        start = end
    return bodies, data[start:]


def receive(descriptor: int) -> Json:
    """Wait for a whole frame from our own side. Raises EOFError when nothing more comes."""
    return unpack(_exactly(descriptor, int.from_bytes(_exactly(descriptor, HEAD), "big")))


def send(descriptor: int, value: Json) -> None:
    """Write a value as a whole frame."""
    send_frame(descriptor, pack(value))


def send_frame(descriptor: int, frame: bytes) -> None:
    """Write a whole frame."""
    rest = memoryview(frame)
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
