"""The first packet of an MQTT connection and its answer, as far as a door before a broker must understand them.

Source: MQTT 3.1.1, sections 2.2 and 3.1 to 3.2, and MQTT 5.0, the same sections.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field

CONNECT = 1
CONNACK = 2
REFUSED = bytes((CONNACK << 4, 2, 0, 5))
"""CONNACK of MQTT 3.1.1: not authorised."""
_USER_FLAG, _PASSWORD_FLAG, _WILL_FLAG, _CLEAN_FLAG = 0x80, 0x40, 0x04, 0x02
_VERSION_5 = 5

Read = Callable[[int], Awaitable[bytes]]
"""So many bytes, or IncompleteReadError."""


class BadPacket(ValueError):
    """Bytes that are no packet that may come now, or one that is too large."""


async def read_packet(read: Read, kind: int, most: int) -> bytes:
    """Read a whole packet of this kind, of at most so many bytes after its head.

    Raises BadPacket as soon as it is another or a larger one: nothing of it is kept.
    """
    head = await read(1)
    if head[0] >> 4 != kind:
        raise BadPacket(f"a packet of kind {head[0] >> 4}")
    length = shift = 0
    while True:
        (byte,) = digit = await read(1)
        head += digit
        length |= (byte & 0x7F) << shift
        shift += 7
        if not byte & 0x80:
            break
        if shift > 21:
            raise BadPacket("a length of five bytes")
    if length > most:
        raise BadPacket(f"a packet of {length} bytes")
    return head + await read(length)


@dataclass(frozen=True)
class ConnectFields:
    """What a CONNECT packet says of who comes."""

    clean: bool
    """Whether nothing is to be kept for this client when it goes."""
    client_id: str
    client_id_span: tuple[int, int]
    """Where the client id stands in the packet, its two bytes of length included."""
    will_topic: str | None
    user: str
    """ "" if it names none."""
    password: bytes | None = field(repr=False)


def read_connect(packet: bytes) -> ConnectFields:
    """Return what a CONNECT packet says. Raises BadPacket."""
    at = _Reader(packet)
    at.skip(1)
    at.number_of_7_bits()
    at.text()  # the protocol's name
    version, flags = at.byte(), at.byte()
    at.skip(2)  # keep alive
    if version == _VERSION_5:
        at.skip(at.number_of_7_bits())
    start = at.place
    client_id = at.words()
    span = (start, at.place)
    will_topic = None
    if flags & _WILL_FLAG:
        if version == _VERSION_5:
            at.skip(at.number_of_7_bits())
        will_topic = at.words()
        at.text()
    user = at.words() if flags & _USER_FLAG else ""
    password = at.text() if flags & _PASSWORD_FLAG else None
    return ConnectFields(bool(flags & _CLEAN_FLAG), client_id, span, will_topic, user, password)


def user_of(packet: bytes) -> str:
    """Return the user that a CONNECT packet names, or "". Raises BadPacket."""
    return read_connect(packet).user


def with_client_id(packet: bytes, client_id: str) -> bytes:
    """Return a CONNECT packet with another client id. Raises BadPacket."""
    start, end = read_connect(packet).client_id_span
    at = _Reader(packet)
    at.skip(1)
    at.number_of_7_bits()
    told = client_id.encode()
    body = packet[at.place : start] + len(told).to_bytes(2, "big") + told + packet[end:]
    return packet[:1] + _in_7_bits(len(body)) + body


def _in_7_bits(number: int) -> bytes:
    """Return a variable byte integer (MQTT 3.1.1, 2.2.3)."""
    told = b""
    while True:
        number, digit = divmod(number, 0x80)
        told += bytes((digit | (0x80 if number else 0),))
        if not number:
            return told


def is_accepted(packet: bytes) -> bool:
    """Whether a CONNACK packet lets the client in. Raises BadPacket."""
    at = _Reader(packet)
    at.skip(1)
    at.number_of_7_bits()
    at.skip(1)  # whether there is a session
    return at.byte() == 0


class _Reader:
    """Reads fields one after the other."""

    def __init__(self, data: bytes) -> None:
        self._data = data
        self._at = 0

    def _take(self, count: int) -> bytes:
        end = self._at + count
        if end > len(self._data):
            raise BadPacket("a packet that ends too early")
        found, self._at = self._data[self._at : end], end
        return found

    @property
    def place(self) -> int:
        """How many bytes were read."""
        return self._at

    def words(self) -> str:
        """Return a text as such."""
        return self.text().decode("utf-8", "replace")

    def skip(self, count: int) -> None:
        """Pass over so many bytes."""
        self._take(count)

    def byte(self) -> int:
        """Return one byte as a number."""
        return self._take(1)[0]

    def text(self) -> bytes:
        """Return a text: two bytes of length, then its bytes."""
        return self._take(int.from_bytes(self._take(2), "big"))

    def number_of_7_bits(self) -> int:
        """Return a variable byte integer (MQTT 5.0, 1.5.5): seven bits a byte, the lowest first."""
        number = shift = 0
        while True:
            byte = self.byte()
            number |= (byte & 0x7F) << shift
            if not byte & 0x80:
                return number
            shift += 7
            if shift > 21:
                raise BadPacket("a number of five bytes")
