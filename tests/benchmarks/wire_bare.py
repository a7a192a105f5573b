"""The same bytes with no link between: what the event loop, paho and the system alone take on this machine.

17 bytes go out for every command (MOVE on a serial line), 15 come back (ACK) and at once 23 more (DONE); on a broker
as many, without the stuffing.
"""

from __future__ import annotations

import asyncio
import os
import time
from collections.abc import Callable
from typing import Any

from firmware_bridge.channels.mqtt_client import MqttClient, Publication

COMMAND, ACK, DONE = 17, 15, 23
"""Bytes on a serial line; 2 fewer on a broker."""
STUFFING = 2

Number = tuple[int, int]
"""A command's session and number."""


class Bare:
    """One robot's end of it: when each command was asked for, and when its ACK was heard."""

    def __init__(self, say: Callable[[], None]) -> None:
        self.asked: dict[Number, float] = {}
        self.heard: dict[Number, float] = {}
        self._say = say

    def hear_ack(self) -> None:
        self.heard[0, len(self.heard) + 1] = time.monotonic()

    async def drive(self, offset: float, until: float, a_second: float) -> None:
        """Ask so often, beginning after `offset` s, until then by the loop's clock."""
        loop = asyncio.get_running_loop()
        due = loop.time() + offset
        while due < until:
            await asyncio.sleep(due - loop.time())
            self.asked[0, len(self.asked) + 1] = time.monotonic()
            self._say()
            due += 1 / a_second


class BarePort(Bare):
    """On a port that the loop watches."""

    def __init__(self, path: str) -> None:
        self._descriptor = os.open(path, os.O_RDWR | os.O_NOCTTY | os.O_NONBLOCK)
        super().__init__(lambda: os.write(self._descriptor, bytes(COMMAND)) and None)
        self._count = 0
        asyncio.get_running_loop().add_reader(self._descriptor, self._readable)

    def _readable(self) -> None:
        self._count += len(os.read(self._descriptor, 4096))
        while len(self.heard) * (ACK + DONE) + ACK <= self._count:
            self.hear_ack()

    def close(self) -> None:
        asyncio.get_running_loop().remove_reader(self._descriptor)
        os.close(self._descriptor)


def on_broker(client: MqttClient, base: str, names: list[str]) -> list[Bare]:
    """Robots over one connection; answers are noted on paho's own thread."""
    payload = bytes(COMMAND - STUFFING)

    def say(name: str) -> Callable[[], None]:
        return lambda: client.publish(Publication(f"{base}/{name}/cmd", payload))

    robots = {f"{base}/{name}/ack": Bare(say(name)) for name in names}

    def on_message(_client: object, _data: object, message: Any) -> None:
        if len(message.payload) == ACK - STUFFING:
            robots[message.topic].hear_ack()

    client._client.on_message = on_message
    return list(robots.values())
