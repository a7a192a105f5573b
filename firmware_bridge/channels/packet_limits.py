"""What a visitor of a broker of ours may send after the first packet: packets that a robot or a table has use for.

Source: MQTT 3.1.1, sections 2.2 (the head of a packet) and 3.3.1 (the flags of PUBLISH); the same in MQTT 5.0.
"""

from __future__ import annotations

from firmware_bridge.channels.connect_packet import BadPacket

PACKET_BYTES = 4096
"""The largest packet that a broker of ours takes; the largest of a robot has some 500 bytes."""
SUBSCRIPTIONS = 64
"""SUBSCRIBE packets of a connection; a robot sends one, a table three. A broker keeps each filter until the end."""

_PUBLISH, _PUBREL, _SUBSCRIBE = 3, 6, 8
_HEAD_BYTES = 5


class PacketLimits:
    """Follows the packets in a visitor's bytes, whatever pieces they come in."""

    def __init__(self, most_bytes: int = PACKET_BYTES, subscriptions: int = SUBSCRIPTIONS) -> None:
        self._most_bytes = most_bytes
        self._subscriptions = subscriptions
        self._head = b""
        self._rest = 0
        """Bytes that the packet under way still lacks after its head."""

    @property
    def between(self) -> bool:
        """Whether all packets that began have ended."""
        return not self._head and not self._rest

    def feed(self, piece: bytes) -> None:
        """Follow more bytes. Raises BadPacket at the head of a packet that is too large, one too many, or of QoS 2.

        What a broker has of a message of QoS 2 it keeps until its sender releases it, and nobody here uses that.
        """
        at = 0
        while at < len(piece):
            if self._rest:
                step = min(self._rest, len(piece) - at)
                self._rest -= step
                at += step
                continue
            self._head += piece[at : at + 1]
            at += 1
            if len(self._head) > 1 and not self._head[-1] & 0x80:
                self._begin()
            elif len(self._head) == _HEAD_BYTES:
                raise BadPacket("a length of five bytes")

    def _begin(self) -> None:
        head, self._head = self._head, b""
        kind, flags = divmod(head[0], 16)
        self._rest = sum((byte & 0x7F) << 7 * place for place, byte in enumerate(head[1:]))
        if self._rest > self._most_bytes:
            raise BadPacket(f"a packet of {self._rest} bytes")
        if kind == _PUBREL or (kind == _PUBLISH and flags & 0b0110 > 0b0010):
            raise BadPacket("a message of QoS 2")
        if kind == _SUBSCRIBE:
            self._subscriptions -= 1
            if self._subscriptions < 0:
                raise BadPacket("too many subscriptions")
