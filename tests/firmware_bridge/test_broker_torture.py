"""A broker that dies comes back by itself; robots and host find each other again, and nothing is lost or done twice."""

from __future__ import annotations

import asyncio
import json
import os
import signal
from typing import Any

from firmware_bridge.channels.broker import own_broker
from firmware_bridge.channels.mqtt_client import INBOX_MOST, Endpoint, MqttClient, Publication
from firmware_bridge.channels.mqtt_host import HostConnection
from firmware_bridge.channels.mqtt_topics import TableTopics
from firmware_bridge.robots import Fleet
from hardware.simulated.io_barrier import SimulatedTraffic
from hardware.simulated.simulated_rig import mqtt_robots
from hardware.simulated.virtual_clock import run
from hardware.simulated.world import World
from tests.torture.broker import kill_often


def test_a_broker_killed_under_moving_robots_costs_nothing() -> None:
    """In real time, as processes live; `make torture` kills it 100 times."""
    found = asyncio.run(kill_often(commands=24, kills=3, robots=3, every_s=0.7))
    print(found)
    assert found.verdict.faults == []
    assert len(found.recovered_s) == 3
    assert found.verdict.ends["done"] >= 20


def test_an_embedded_broker_that_dies_is_started_again() -> None:
    async def main() -> None:
        async with own_broker("embedded") as server:
            connections: asyncio.Queue[None] = asyncio.Queue()
            client = MqttClient(
                server.endpoint, "friend", lambda *_: None, on_connected=lambda: connections.put_nowait(None)
            )
            await client.connect()
            await connections.get()
            os.kill(server.pid, signal.SIGKILL)
            await asyncio.wait_for(connections.get(), 30)
            assert server.restarts >= 1
            await client.close()

    asyncio.run(main())


def test_a_standing_emergency_stop_outlives_the_broker_and_its_keeper() -> None:
    async def main() -> None:
        async with own_broker() as server:
            said: asyncio.Queue[bytes] = asyncio.Queue()
            listener = MqttClient(server.endpoint, "listener", lambda _topic, payload, _kept: said.put_nowait(payload))
            await listener.connect()
            await listener.subscribe([(TableTopics("t").estop, 1)])
            host = HostConnection(server.endpoint, "t", SimulatedTraffic())
            await host.ready()
            host.latch(True)
            assert await asyncio.wait_for(said.get(), 30) == b"latched"
            os.kill(server.pid, signal.SIGKILL)
            assert await asyncio.wait_for(said.get(), 30) == b"latched"
            await host.close()
            await listener.close()

    asyncio.run(main())


# -- what a channel sees of its robot --------------------------------------------------------------------


def test_two_robots_with_one_name_are_named_and_refused_and_the_others_go_on() -> None:
    async def main() -> None:
        async with mqtt_robots(World(), ("red", "blue"), 3) as rig:
            fleet = Fleet(rig.open(name) for name in rig.urls)
            (await fleet.connect()).check()
            # What a broker makes of two robots of one name: it throws them out in turn.
            channel: Any = fleet["red"]._channel
            connection = channel._connection
            topic = TableTopics("table").robot("red").state
            for boot_id in (700, 3, 700):
                connection._heard(topic, json.dumps({"state": "ready", "boot_id": boot_id}).encode(), False)
            assert (await fleet["red"].move(10, 100)).kind == "uncertain"
            assert fleet["red"].status.link == "fault"
            assert "two robots answer to the name 'red'" in fleet["red"].status.reason
            assert (await fleet["blue"].move(10, 100)).done
            await fleet.close()

    run(main())


def test_a_robot_that_comes_back_to_the_broker_is_spoken_to_before_any_timer_rings() -> None:
    async def main() -> None:
        async with mqtt_robots(World(), ("red", "blue"), 3) as rig:
            fleet = Fleet(rig.open(name) for name in rig.urls)
            (await fleet.connect()).check()
            channel: Any = fleet["red"]._channel
            connection = channel._connection
            said: list[str] = []
            connection.client.publish = lambda what: said.append(what.topic)
            red = TableTopics("table").robot("red")
            ready = json.dumps({"state": "ready", "boot_id": fleet["red"].status.boot_id}).encode()
            # What the broker had kept came when the host subscribed, or is late and comes now.
            connection._heard(red.state, ready, True)
            said.clear()
            connection._heard(red.state, ready, False)
            assert said == [red.cmd]
            lost = json.dumps({"state": "lost", "boot_id": fleet["red"].status.boot_id}).encode()
            connection._heard(red.state, lost, False)
            connection._heard(red.state, ready, False)
            assert said == [red.cmd] * 2
            await fleet.close()

    run(main())


def test_a_robot_that_restarts_is_not_two() -> None:
    async def main() -> None:
        async with mqtt_robots(World(), ("red",), 3) as rig:
            fleet = Fleet([rig.open("red")])
            (await fleet.connect()).check()
            for _ in range(3):
                rig.simulated_robots["red"].reset()
                await asyncio.sleep(3)
                assert (await fleet["red"].move(5, 100)).done
            assert fleet["red"].status.link == "ready"
            await fleet.close()

    run(main())


def test_a_robot_that_says_too_much_is_at_fault_and_nothing_grows() -> None:
    async def main() -> list[str]:
        client = MqttClient(
            Endpoint("127.0.0.1"), "host", lambda topic, *_: heard.append(topic), on_overflow=told.append
        )
        client._running = True
        for number in range(3 * INBOX_MOST):
            # As paho's thread hands messages over, faster than the loop can look.
            client._paho_message(None, None, Publication("chatter", b"%d" % number))
            if number < 10:
                client._paho_message(None, None, Publication("other", b"%d" % number))
        assert len(client._inbox) == INBOX_MOST + 10
        await asyncio.sleep(0)
        return told

    heard: list[str] = []
    told: list[str] = []
    assert asyncio.run(main()) == ["chatter"]
    assert heard.count("chatter") == INBOX_MOST and heard.count("other") == 10
