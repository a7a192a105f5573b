"""Robots over real brokers, mosquitto and the embedded one, in virtual time; and the gateway."""

from __future__ import annotations

import asyncio
import json
import select
import socket
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any, get_args

import pytest

from boards.base.errors import Problems
from boards.base.message import Message
from boards.base.reasons import foreign_words
from boards.geometry import Pose
from controller.cli import gateway as gateway_command
from controller.cli import main
from controller.cli.options.command_parser import CommandParser
from firmware_bridge.channels import broker as brokers
from firmware_bridge.channels.broker import BrokerFailed, BrokerKind, OwnBroker, PortTaken, find_mosquitto, own_broker
from firmware_bridge.channels.mosquitto import BrokerPlan
from firmware_bridge.channels.mqtt_client import (
    BrokerRefused,
    BrokerUnreachable,
    Endpoint,
    MqttClient,
    Publication,
)
from firmware_bridge.channels.mqtt_topics import TableTopics
from firmware_bridge.channels.serial_port import SerialChannel
from firmware_bridge.gateway import GatewayRobot
from firmware_bridge.protocol.codec import Frame, encode
from firmware_bridge.protocol.messages import Estop
from firmware_bridge.robots import Fleet, Login, open_robot
from hardware.simulated.faults import Fault
from hardware.simulated.io_barrier import SimulatedTraffic
from hardware.simulated.simulated_rig import Rig, mqtt_robots, serial_robots
from hardware.simulated.virtual_clock import run
from hardware.simulated.world import Body, World

KINDS: tuple[BrokerKind, ...] = get_args(BrokerKind)
both = pytest.mark.parametrize("kind", KINDS)


def _world(*names: str) -> World:
    return World(bodies={name: Body(Pose(50.0, 50.0, 90.0)) for name in names})


@asynccontextmanager
async def _listening(endpoint: Endpoint, traffic: SimulatedTraffic, *filters: str) -> AsyncIterator[dict[str, bytes]]:
    """What is said on some topics, by topic, the last of each."""
    said: dict[str, bytes] = {}
    client = MqttClient(
        endpoint,
        "listener",
        lambda topic, payload, _retained: said.update({topic: payload}),
        traffic=traffic,
    )
    await client.connect()
    await client.subscribe([(one, 1) for one in filters])
    yield said
    await client.close()


async def _until(said: dict[str, bytes], topic: str, wanted: str) -> None:
    """Messages to a listener are not counted by the simulation: give them real time."""
    for _ in range(500):
        if wanted in said.get(topic, b"").decode():
            return
        await asyncio.get_running_loop().run_in_executor(None, select.select, [], [], [], 0.01)
    raise AssertionError(f"{topic} says {said.get(topic)!r}, wanted {wanted}")


@both
def test_a_fleet_plays_over_a_broker(kind: BrokerKind) -> None:
    async def main() -> None:
        world = _world("red", "blue")
        async with mqtt_robots(world, ("red", "blue"), 3, broker=kind) as rig:
            fleet = Fleet(rig.open(name) for name in rig.urls)
            (await fleet.connect()).check()
            for _ in range(5):
                results = await asyncio.gather(fleet["red"].move(20, 100), fleet["blue"].turn(90, 180))
                assert [result.kind for result in results] == ["done", "done"]
            assert abs(world.bodies["red"].pose.y - 150) < 4
            assert [len(simulated_robot.executed) for simulated_robot in rig.simulated_robots.values()] == [5, 5]
            motion = asyncio.ensure_future(fleet["red"].move(500, 100))
            await asyncio.sleep(1)
            assert await fleet.estop_all() == ()
            assert (await motion).reason == "emergency stop"
            assert await fleet.clear_all() == ()
            assert (await fleet["red"].move(10, 100)).done
            await fleet.close()

    run(main())


def test_a_run_over_a_broker_is_the_same_every_time() -> None:
    async def main() -> tuple[float, Pose]:
        world = _world("red")
        async with mqtt_robots(world, ("red",), 5) as rig:
            fleet = Fleet([rig.open("red")])
            (await fleet.connect()).check()
            for _ in range(20):
                await fleet["red"].move(10, 100)
            when = asyncio.get_running_loop().time()
            await fleet.close()
            return when, world.bodies["red"].pose

    assert run(main()) == run(main())


def test_a_robot_that_restarts_comes_back_with_a_new_will() -> None:
    async def main() -> None:
        async with mqtt_robots(_world("red"), ("red",), 3) as rig:
            login = rig.login
            assert login is not None
            url = rig.urls["red"].removeprefix("mqtt://").partition("/")[0]
            endpoint = Endpoint("127.0.0.1", int(url.partition(":")[2]), login.user, login.password)
            red = rig.open("red")
            await red.connect()
            async with _listening(endpoint, rig.traffic, "golem/1/table/red/#") as said:
                await _until(said, "golem/1/table/red/state", "ready")
                boot = json.loads(said["golem/1/table/red/state"])["boot_id"]
                motion = asyncio.ensure_future(red.move(200, 100))
                await asyncio.sleep(1)
                rig.simulated_robots["red"].reset()
                assert (await motion).reason == "the robot restarted"
                await asyncio.sleep(1)
                await _until(said, "golem/1/table/red/state", f'"boot_id":{boot + 1}')
                assert (await red.move(10, 100)).done
                await _until(said, "golem/1/table/red/desc", "firmware")
                await _until(said, "golem/1/table/red/telemetry", "battery_mv")
            await red.close()

    run(main())


def test_a_retained_command_is_never_obeyed() -> None:
    async def main() -> None:
        async with own_broker() as server, serial_robots(_world("red"), ("red",)) as rig:
            topics = TableTopics("t").robot("red")
            client = MqttClient(server.endpoint, "stranger", lambda *_: None, traffic=rig.traffic)
            await client.connect()
            await client.publish_surely(Publication(topics.cmd, encode(Frame(0, 9, Estop())), 1, True))
            async with _gateway(rig, server):
                await asyncio.sleep(1)
                assert not rig.simulated_robots["red"].side.latched
            await client.close()

    run(main())


def test_a_standing_emergency_stop_latches_a_robot_that_comes_late() -> None:
    async def main() -> None:
        async with own_broker() as server, serial_robots(_world("red"), ("red",)) as rig:
            client = MqttClient(server.endpoint, "console", lambda *_: None, traffic=rig.traffic)
            await client.connect()
            await client.publish_surely(Publication(TableTopics("t").estop, b"latched", 1, True))
            async with _gateway(rig, server):
                await asyncio.sleep(0.5)
                red = open_robot("red", server.url("t", "red"), rig.traffic, _login(server))
                await red.connect()
                await asyncio.sleep(1)
                assert rig.simulated_robots["red"].side.latched and red.status.link == "estopped"
                await red.clear()
                assert red.status.link == "ready"
                await red.close()
            await client.close()

    run(main())


# -- the gateway -----------------------------------------------------------------------------------------


def _login(server: OwnBroker) -> Login:
    return Login(server.endpoint.user or "", server.endpoint.password or "")


@asynccontextmanager
async def _gateway(rig: Rig, server: OwnBroker) -> AsyncIterator[list[str]]:
    """A gateway for a rig's red robot; yields what it tells people."""
    path = rig.urls["red"].partition(":")[2].partition("?")[0]
    told: list[Message] = []
    channel = SerialChannel(path, traffic=rig.traffic)
    robot = GatewayRobot("red", channel, server.endpoint, "t", told.append, rig.traffic)
    robot.passing = rig.traffic.wire("golem/1/t/red").pass_frame
    serving = asyncio.ensure_future(robot.serve())
    await asyncio.sleep(0.3)
    yield told
    serving.cancel()
    await asyncio.gather(serving, return_exceptions=True)


@both
def test_a_serial_robot_behind_a_gateway_is_like_any_other(kind: BrokerKind) -> None:
    async def main() -> None:
        world = _world("red")
        faults = {"red": (Fault("stall", 3, 0.5),)}
        async with serial_robots(world, ("red",), 3, faults=faults) as rig, own_broker(kind) as server:
            async with _gateway(rig, server) as told:
                assert "joined" in str(told[0])
                fleet = Fleet([open_robot("red", server.url("t", "red"), rig.traffic, _login(server))])
                (await fleet.connect()).check()
                assert (await fleet["red"].move(100, 100)).mm == 100.0
                assert (await fleet["red"].turn(90, 90)).degrees == 90.0
                assert "stalled" in (await fleet["red"].move(50, 100)).reason
                motion = asyncio.ensure_future(fleet["red"].move(200, 100))
                await asyncio.sleep(1)
                rig.simulated_robots["red"].reset()
                assert (await motion).reason == "the robot restarted"
                await asyncio.sleep(1)
                assert (await fleet["red"].move(10, 100)).done
                rig.simulated_robots["red"].port.close()
                await asyncio.sleep(3)
                assert fleet["red"].status.link == "lost"
                assert any("port went away" in str(line) for line in told)
                await fleet.close()
            assert len(rig.simulated_robots["red"].executed) == 5

    run(main())


@pytest.mark.parametrize(
    ("broker", "robots", "complaint"),
    [
        ("localhost", ["red=/dev/a"], "is not like mqtt://HOST:PORT/TABLE"),
        ("mqtt://h/t", ["red"], "is not like red=/dev/ttyUSB0"),
        ("mqtt://h/t", ["red=/dev/a", "red=/dev/b"], "two robots are named 'red'"),
        ("mqtt://h/t", ["red=/dev/a", "blue=/dev/a"], "two robots are on /dev/a"),
        ("mqtt://u:p@h/t", ["red=/dev/a"], "GOLEM_MQTT_USER"),
        ("mqtt://[::1/t", ["red=/dev/a"], "is not like mqtt://HOST:PORT/TABLE"),
        ("mqtt://h:0/t", ["red=/dev/a"], "Port out of range"),
        ("mqtt://h/t#b", ["red=/dev/a"], "is not like mqtt://HOST:PORT/TABLE"),
        ("mqtt://h/t", ["red=serial:/dev/a?baud=1"], "baud is '1'"),
        ("mqtt://h/t", ["red=mqtt://h/t/red"], "a gateway joins robots on serial ports"),
    ],
)
def test_the_gateway_command_names_what_is_wrong(broker: str, robots: list[str], complaint: str) -> None:
    words: list[Any] = ["--broker", broker, *(word for robot in robots for word in ("--robot", robot))]
    parser = CommandParser()
    gateway_command.arguments(parser)
    with pytest.raises(Problems, match=complaint):
        gateway_command.run(parser.parse_args(words))


def test_the_gateway_command_tells_all_mistakes_at_once_in_the_readers_language(
    capsys: pytest.CaptureFixture[str],
) -> None:
    robots = ["red", "red=/dev/a", "red=/dev/b", "blue=serial:/dev/a?baud=9600", "x=hands:red"]
    words = [word for robot in robots for word in ("--robot", robot)]
    assert main(["gateway", "--broker", "mqtt://u:geheim@h/t", "--robot", "red=/dev/a", "--language", "pl"]) == 2
    told = capsys.readouterr().err
    assert "użytkownik i hasło nie należą do adresu" in told and "geheim" not in told
    assert main(["gateway", "--broker", "mqtt://h:x/", *words, "--language", "pl"]) == 2
    told = capsys.readouterr().err
    assert [line.partition(": ")[2] for line in told.splitlines()] == [
        "--broker: port może być od 1 do 65535",
        "--broker: 'mqtt://h:x/' nie wygląda jak mqtt://HOST:PORT/TABLE",
        "--robot: 'red' nie wygląda jak red=/dev/ttyUSB0",
        "--robot: dwa roboty nazywają się 'red'",
        "--robot: dwa roboty są na /dev/a",
        "--robot x: bramka łączy roboty na portach szeregowych; 'hands:red' to nie port",
    ]


# -- brokers ---------------------------------------------------------------------------------------------


@both
def test_a_broker_lets_nobody_in_without_the_token(kind: BrokerKind) -> None:
    async def main() -> None:
        async with own_broker(kind) as server:
            right, traffic = server.endpoint, SimulatedTraffic()
            for user, password in ((right.user, "guess"), ("mallory", right.password), (None, None)):
                wrong = Endpoint(right.host, right.port, user, password)
                with pytest.raises(BrokerRefused, match="does not let us in"):
                    await MqttClient(wrong, "stranger", lambda *_: None, traffic=traffic).connect()
            client = MqttClient(right, "friend", lambda *_: None, traffic=traffic)
            await client.connect()
            assert client.connected
            await client.close()
            traffic.release()

    run(main())


def test_a_broker_that_is_not_there_is_named() -> None:
    async def main() -> None:
        with socket.socket() as taken:
            taken.bind(("127.0.0.1", 0))
            fleet = Fleet([open_robot("red", f"mqtt://127.0.0.1:{taken.getsockname()[1]}/t/red")])
            connected = await fleet.connect()
            assert "the broker cannot be reached" in str(connected.problems[0].message)
            await fleet.close()

    run(main())


def test_a_robot_that_never_came_to_the_broker_is_named() -> None:
    async def main() -> None:
        async with mqtt_robots(_world("red"), ("red",)) as rig:
            url = rig.urls["red"].replace("/red", "/blue")
            blue = open_robot("blue", url, rig.traffic, rig.login)
            connected = await Fleet([blue]).connect()
            assert "nothing answers" in str(connected.problems[0].message)
            assert "no robot of this name" in blue.status.reason
            await blue.close()

    run(main())


def test_unreachable_and_refused_are_different_errors() -> None:
    endpoint = Endpoint("broker", 1883, "me", "secret")
    assert "secret" not in repr(endpoint) and "secret" not in str(BrokerRefused(endpoint, foreign_words("no")))
    assert "cannot be reached" in str(BrokerUnreachable(endpoint, foreign_words("refused")))


def test_without_mosquitto_the_embedded_broker_serves(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(brokers, "find_mosquitto", lambda: None)

    async def main() -> None:
        async with own_broker() as server:
            assert server.kind == "embedded"
        with pytest.raises(BrokerFailed, match="not installed"):
            async with own_broker("mosquitto"):
                pass

    run(main())


@both
def test_a_broker_ends_with_its_parent(kind: BrokerKind) -> None:
    async def main() -> Endpoint:
        async with own_broker(kind) as server:
            child = server._child
            assert child is not None and child.stdin is not None
            # What the system does when the parent is killed: its threads are gone, its end of the pipe closes.
            server._ending.set()
            child.stdin.close()
            await asyncio.get_running_loop().run_in_executor(None, child.wait, 10)
            return server.endpoint

    endpoint = run(main())
    with socket.socket() as probe:
        assert probe.connect_ex((endpoint.host, endpoint.port)) != 0


@both
def test_a_broker_on_a_taken_port_says_so(kind: BrokerKind) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))

        async def main() -> None:
            with pytest.raises(PortTaken):
                async with own_broker(kind, BrokerPlan(port=taken.getsockname()[1])):
                    pass

        run(main())


@both
def test_nobody_else_is_given_a_brokers_port_before_it_listens(kind: BrokerKind) -> None:
    broker = OwnBroker(kind, find_mosquitto())
    address = (broker.endpoint.host, broker.endpoint.port)
    with socket.socket() as other, pytest.raises(OSError, match="in use"):
        other.bind(address)
    broker.start()
    with socket.create_connection(address):
        assert not broker._reserved._held
    broker.stop()
    with socket.socket() as other:
        other.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        other.bind(address)
