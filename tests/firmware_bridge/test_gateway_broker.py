"""The gateway and what goes away: a broker that is not there, a robot that is plugged in elsewhere."""

from __future__ import annotations

import asyncio
import os
import pty
import socket
from collections.abc import Callable

import pytest

from boards.base.message import Message
from firmware_bridge.channels.broker import own_broker
from firmware_bridge.channels.channel import ChannelError
from firmware_bridge.channels.mqtt_client import Endpoint
from firmware_bridge.channels.serial_port import SerialChannel
from firmware_bridge.gateway import GatewayRobot, look_for_broker
from firmware_bridge.protocol.codec import Frame, decode, encode
from firmware_bridge.protocol.messages import DICTIONARY_HASH, MAJOR, MINOR, Boot, BootCause, Hello, State, Welcome
from firmware_bridge.robots import Login, open_robot
from firmware_bridge.robots import robot_families as families
from hardware.simulated.simulated_rig import serial_robots
from hardware.simulated.uart import Uart
from hardware.simulated.virtual_clock import VirtualTimeLoop, run
from hardware.simulated.world import World


def test_a_missing_broker_is_told_once_and_so_is_that_it_came() -> None:
    async def main() -> list[str]:
        told: list[Message] = []
        with socket.socket() as listener:
            listener.bind(("127.0.0.1", 0))
            endpoint = Endpoint("127.0.0.1", listener.getsockname()[1])
            asyncio.get_running_loop().call_later(60, listener.listen)
            await look_for_broker(endpoint, told.append)
        return [*map(str, told)]

    with asyncio.Runner(loop_factory=VirtualTimeLoop) as runner:
        told = runner.run(main())
    assert len(told) == 2
    assert told[0].startswith("no broker answers at ") and "127.0.0.1" in told[0]
    assert told[1].startswith("a broker answers at ")


class SilentPort(SerialChannel):
    """A port at which somebody says what a script says, after so many questions."""

    def __init__(self, says: bytes, after: int) -> None:
        super().__init__("/dev/none")
        self.asked, self._says, self._after = 0, says, after
        self._hear: Callable[[bytes], None] = lambda _data: None

    async def open(self, on_frame: Callable[[bytes], None], on_lost: Callable[[ChannelError], None]) -> None:
        self._hear = on_frame

    def send(self, frame: bytes) -> None:
        assert isinstance(decode(frame).message, Hello)
        self.asked += 1
        if self.asked == self._after:
            self._hear(b"noise")
            self._hear(self._says)

    async def close(self) -> None:
        return None


@pytest.mark.parametrize(
    "says",
    [
        Boot(7, BootCause.POWER),
        Welcome(7, 0, 0, 0, MAJOR, MINOR, DICTIONARY_HASH, 1, 0, 0, 0, 5000, State.IDLE, 0, "red"),
    ],
)
def test_a_robot_that_says_nothing_is_told_of_once_until_it_starts(says: Boot | Welcome) -> None:
    async def main() -> tuple[list[str], int]:
        told: list[Message] = []
        port = SilentPort(encode(Frame(0, 0, says)), 4)
        with socket.socket() as nobody:
            nobody.bind(("127.0.0.1", 0))
            endpoint = Endpoint("127.0.0.1", nobody.getsockname()[1])
            serving = asyncio.ensure_future(GatewayRobot("red", port, endpoint, "t", told.append).serve())
            # Three questions in vain, half a second each; then there is no broker.
            await asyncio.sleep(1.9)
            serving.cancel()
            await asyncio.gather(serving, return_exceptions=True)
        return [*map(str, told)], port.asked

    with asyncio.Runner(loop_factory=VirtualTimeLoop) as runner:
        told, asked = runner.run(main())
    assert asked == 4 and len(told) == 2 and all(text.startswith("red: ") for text in told)
    assert "/dev/none" not in told[1]


def test_a_robot_that_is_plugged_in_elsewhere_is_found_again(monkeypatch: pytest.MonkeyPatch) -> None:
    async def main() -> None:
        async with serial_robots(World(), ("red",), 3) as rig, own_broker() as server:
            uart = rig.simulated_robots["red"].port
            assert isinstance(uart, Uart)
            told: list[Message] = []
            channel = SerialChannel(uart.path, traffic=rig.traffic)
            elsewhere = families.elsewhere_of(channel, rig.traffic)
            robot = GatewayRobot("red", channel, server.endpoint, "t", told.append, rig.traffic, elsewhere)
            robot.passing = rig.traffic.wire("golem/1/t/red").pass_frame
            serving = asyncio.ensure_future(robot.serve())
            await asyncio.sleep(0.3)
            uart.unplug()
            holding, _ = pty.openpty()  # the old name is somebody else's now
            uart.plug_in()
            monkeypatch.setattr(families, "known_ports", lambda: (uart.path,))
            os.close(holding)
            await asyncio.sleep(8)
            login = Login(server.endpoint.user or "", server.endpoint.password or "")
            red = open_robot("red", server.url("t", "red"), rig.traffic, login)
            await red.connect()
            assert (await red.move(10, 50)).done
            assert channel.port == uart.path and "went away" in " ".join(map(str, told))
            await red.close()
            serving.cancel()
            await asyncio.gather(serving, return_exceptions=True)

    run(main())
