"""The gateway says at once that no broker is there, not only when a robot has answered."""

from __future__ import annotations

import asyncio
import socket

from firmware_bridge.channels.mqtt_client import Endpoint
from firmware_bridge.gateway import look_for_broker
from hardware.simulated.clock import VirtualTimeLoop


def test_a_missing_broker_is_told_once_and_so_is_that_it_came() -> None:
    async def main() -> list[str]:
        told: list[str] = []
        with socket.socket() as listener:
            listener.bind(("127.0.0.1", 0))
            endpoint = Endpoint("127.0.0.1", listener.getsockname()[1])
            asyncio.get_running_loop().call_later(60, listener.listen)
            await look_for_broker(endpoint, told.append)
        return told

    with asyncio.Runner(loop_factory=VirtualTimeLoop) as runner:
        told = runner.run(main())
    assert len(told) == 2
    assert told[0].startswith("no broker answers at ") and "127.0.0.1" in told[0]
    assert told[1].startswith("a broker answers at ")
