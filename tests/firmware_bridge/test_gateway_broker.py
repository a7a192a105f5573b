"""The gateway and what goes away: a broker that is not there, a robot that is plugged in elsewhere."""

from __future__ import annotations

import asyncio
import os
import pty
import socket

import pytest

from boards.base.message import Message
from firmware_bridge.channels.broker import own_broker
from firmware_bridge.channels.mqtt_client import Endpoint
from firmware_bridge.channels.serial_port import SerialChannel
from firmware_bridge.gateway import GatewayRobot, look_for_broker
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
