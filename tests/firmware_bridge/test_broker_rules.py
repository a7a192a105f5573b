"""A real mosquitto, started as ours is: a robot can only speak for itself, and a stranger can do nothing at all."""

from __future__ import annotations

import asyncio
import itertools
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import replace
from pathlib import Path

import pytest

from boards.base.reasons import NO_REASON
from controller.cli.gateway import as_robot
from firmware_bridge.channels.broker import BrokerFailed, OwnBroker, own_broker
from firmware_bridge.channels.channel import NoTraffic
from firmware_bridge.channels.channel_reasons import ChannelReason
from firmware_bridge.channels.mosquitto import HOST_USER, BrokerPlan, new_secret, robot_user
from firmware_bridge.channels.mqtt_client import BrokerRefused, BrokerUnreachable, Endpoint, MqttClient, Publication
from firmware_bridge.channels.mqtt_host import HostConnection, MqttChannel
from firmware_bridge.channels.mqtt_topics import TableTopics
from firmware_bridge.gateway import GatewayRobot
from firmware_bridge.protocol.codec import Frame, encode
from firmware_bridge.protocol.messages import Clear, FaultCode, Move, State
from firmware_bridge.robots import Login, open_robot
from firmware_bridge.robots.robot_families import open_channel
from hardware.simulated.simulated_rig import mqtt_robots, serial_robots
from hardware.simulated.virtual_clock import run
from hardware.simulated.world import World
from tests.support.ports import free_port

TABLE = TableTopics("club")
RED, BLUE = TABLE.robot("red"), TABLE.robot("blue")

FORBIDDEN_TO_RED = (
    BLUE.cmd,
    BLUE.ack,
    BLUE.state,
    BLUE.desc,
    BLUE.telemetry,
    BLUE.fault(FaultCode.BATTERY),
    RED.cmd,
    TABLE.estop,
    TABLE.host,
    TableTopics("other").estop,
    TableTopics("other").robot("red").ack,
    f"{RED.base}/anything",
    f"{RED.base}/fault/anything",
    "golem/1/club",
    "elsewhere",
)
OWN = (RED.state, RED.desc, RED.fault(FaultCode.BATTERY), RED.telemetry, RED.ack)

Heard = tuple[str, bytes, bool]


class Visitor:
    """Somebody at a broker, and what was said to them."""

    def __init__(self, endpoint: Endpoint, client_id: str, will: Publication | None = None) -> None:
        self.heard: asyncio.Queue[Heard] = asyncio.Queue()
        self.came = 0
        self.client = MqttClient(
            endpoint, client_id, lambda *said: self.heard.put_nowait(said), will=will, on_connected=self._count
        )

    def _count(self) -> None:
        self.came += 1

    async def until(self, topic: str) -> list[Heard]:
        """What was said up to the first message of this topic, which is the last of the list."""
        found: list[Heard] = []
        while not found or found[-1][0] != topic:
            found.append(await asyncio.wait_for(self.heard.get(), 30))
        return found


@asynccontextmanager
async def _visiting(endpoint: Endpoint, client_id: str, *filters: str) -> AsyncIterator[Visitor]:
    visitor = Visitor(endpoint, client_id)
    await visitor.client.connect()
    if filters:
        await visitor.client.subscribe((one, 1) for one in filters)
    yield visitor
    await visitor.client.close()


@asynccontextmanager
async def _broker(way: str = "network") -> AsyncIterator[tuple[OwnBroker, BrokerPlan, Endpoint]]:
    """A broker with two robots, the plan, and where red comes in (the network is another address)."""
    robots = {"red": new_secret(), "blue": new_secret()}
    open_to = None if way == "embedded" else ("127.0.0.2", free_port("127.0.0.2"))
    plan = BrokerPlan(table="club", robots=robots, open_to=open_to)
    async with own_broker("embedded" if way == "embedded" else "mosquitto", plan) as server:
        red = server.endpoint_of("red")
        yield server, plan, replace(red, host=open_to[0], port=open_to[1]) if way == "network" and open_to else red


@pytest.mark.parametrize("way", ["loopback", "network", "embedded"])
def test_a_robot_can_only_speak_for_itself(way: str) -> None:
    async def main() -> None:
        async with _broker(way) as (server, _, red_end):
            async with (
                _visiting(server.endpoint, "table", "golem/1/#", "elsewhere") as table,
                _visiting(red_end, "red") as red,
            ):
                await table.client.publish_surely(Publication(TABLE.estop, b"latched", 1, True))
                await table.until(TABLE.estop)
                for topic, payload, retain in itertools.product(FORBIDDEN_TO_RED, (b"forged", b""), (False, True)):
                    await red.client.publish_surely(Publication(topic, payload, 1, retain))
                for topic in OWN:
                    await red.client.publish_surely(Publication(topic, b"mine", 1, topic in OWN[:3]))
                assert await table.until(OWN[-1]) == [(topic, b"mine", False) for topic in OWN]
            async with _visiting(server.endpoint, "later", "golem/1/#", "elsewhere") as later:
                await later.client.publish_surely(Publication("golem/1/end", b"", 1))
                kept = await later.until("golem/1/end")
                assert {topic: payload for topic, payload, retained in kept if retained} == {
                    TABLE.estop: b"latched",
                    **dict.fromkeys(OWN[:3], b"mine"),
                }

    asyncio.run(main())


@pytest.mark.parametrize("way", ["loopback", "network", "embedded"])
def test_a_robot_hears_its_own_commands_and_nobody_elses(way: str) -> None:
    async def main() -> None:
        async with (
            _broker(way) as (server, _, red_end),
            _visiting(server.endpoint, "table") as table,
            _visiting(red_end, "red", "#", "golem/1/#", BLUE.cmd, BLUE.ack, RED.cmd, TABLE.estop, TABLE.host) as red,
        ):
            for topic in (BLUE.cmd, BLUE.ack, BLUE.state, RED.ack, RED.state, "golem/1/other/red/cmd"):
                await table.client.publish_surely(Publication(topic, b"not for you", 1))
            for topic in (TABLE.estop, TABLE.host, RED.cmd):
                await table.client.publish_surely(Publication(topic, b"for you", 1))
            heard = await red.until(RED.cmd)
            assert {topic for topic, _, _ in heard} == {TABLE.estop, TABLE.host, RED.cmd}
            assert all(payload == b"for you" for _, payload, _ in heard)

    asyncio.run(main())


def test_a_stranger_is_not_let_in_and_on_the_network_nobody_is_the_table() -> None:
    async def main() -> None:
        async with _broker() as (server, plan, outside):
            strangers = (
                replace(outside, user=None, password=None),
                replace(outside, password="guess"),
                replace(outside, user=robot_user("club", "green")),
                replace(outside, user=robot_user("club", "blue")),  # with red's secret
                replace(outside, user=HOST_USER),
                replace(outside, user=HOST_USER, password=plan.host_secret),  # even who knows it
                replace(server.endpoint, user=None, password=None),
                replace(server.endpoint, password="guess"),
            )
            for stranger in strangers:
                with pytest.raises(BrokerRefused, match="does not let us in"):
                    await MqttClient(stranger, "stranger", lambda *_: None).connect()

    asyncio.run(main())


def test_a_will_on_the_embedded_broker_speaks_for_nobody_else() -> None:
    async def main() -> None:
        async with (
            _broker("embedded") as (server, _, red_end),
            _visiting(server.endpoint, "table", "golem/1/#") as table,
        ):
            for will in (BLUE.state, TABLE.host, TABLE.estop):
                with pytest.raises(BrokerRefused):
                    await Visitor(red_end, "red", Publication(will, b"will", 1, True)).client.connect()
            red = Visitor(red_end, "red", Publication(RED.state, b"will", 1, True))
            await red.client.connect()
            await red.client.abandon()
            assert await table.until(RED.state) == [(RED.state, b"will", False)]

    asyncio.run(main())


def test_a_robot_throws_nobody_out_and_its_will_speaks_for_nobody_else() -> None:
    async def main() -> None:
        async with _broker() as (server, plan, outside):
            blue_end = replace(outside, user=robot_user("club", "blue"), password=plan.robots["blue"])
            async with (
                _visiting(server.endpoint, "table", "golem/1/#") as table,
                _visiting(blue_end, "golem-club-blue") as blue,
            ):
                for will in (BLUE.state, TABLE.host, TABLE.estop, RED.state):
                    # It comes under blue's client id, and dies.
                    red = Visitor(outside, "golem-club-blue", Publication(will, b"will", 1, True))
                    await red.client.connect()
                    await red.client.abandon()
                assert await table.until(RED.state) == [(RED.state, b"will", False)]
                await blue.client.publish_surely(Publication(BLUE.ack, b"still here", 1))
                assert await table.until(BLUE.ack) == [(BLUE.ack, b"still here", False)]
                assert blue.came == 1

    asyncio.run(main())


def test_nobody_throws_a_robot_off_the_embedded_broker() -> None:
    """Not another robot under its client id, nor a stranger, who is heard before any password is looked at."""

    async def main() -> None:
        async with (
            _broker("embedded") as (server, plan, red_end),
            _visiting(server.endpoint, "table", "golem/1/#") as table,
            _visiting(replace(red_end, user=robot_user("club", "blue"), password=plan.robots["blue"]), "blue") as blue,
        ):
            async with _visiting(red_end, robot_user("club", "blue")):
                pass
            for number, client_id in enumerate(("blue", robot_user("club", "blue"), "table")):
                # Each under another name, or its answer would come late.
                stranger = replace(red_end, user=f"stranger{number}", password="guess")
                with pytest.raises(BrokerRefused):
                    await MqttClient(stranger, client_id, lambda *_: None).connect()
            await blue.client.publish_surely(Publication(BLUE.ack, b"still here", 1))
            assert await table.until(BLUE.ack) == [(BLUE.ack, b"still here", False)]
            assert blue.came == table.came == 1

    asyncio.run(main())


def test_the_network_gets_in_only_on_request() -> None:
    async def main() -> None:
        async with own_broker("mosquitto", BrokerPlan(table="club", robots={"red": "secret"})) as server:
            elsewhere = replace(server.endpoint_of("red"), host="127.0.0.2")
            with pytest.raises(BrokerUnreachable):
                await MqttClient(elsewhere, "red", lambda *_: None).connect()
        with pytest.raises(BrokerFailed, match="apt-get install mosquitto"):
            async with own_broker("embedded", BrokerPlan(open_to=("127.0.0.2", free_port("127.0.0.2")))):
                pass

    asyncio.run(main())


def test_no_secret_is_in_a_command_line_or_readable_by_others() -> None:
    async def main() -> None:
        async with _broker() as (server, plan, _):
            words = [Path(f"/proc/{server.pid}/cmdline").read_bytes()]
            children = Path(f"/proc/{server.pid}/task/{server.pid}/children").read_text(encoding="ascii").split()
            words += [Path(f"/proc/{child}/cmdline").read_bytes() for child in children]
            assert any(b"mosquitto.conf" in line for line in words)
            files = list(Path(server._folder.name).iterdir())
            texts = [path.read_bytes() for path in files]
            for secret in (plan.host_secret, *plan.robots.values()):
                assert not any(secret.encode() in told for told in (*words, *texts))
                assert secret not in repr(plan) + repr(server.endpoint) + str(server.endpoint)
            private = [path for path in files if path.name != "log"]
            assert len(private) == 4 and all(path.stat().st_mode & 0o077 == 0 for path in private)

    asyncio.run(main())


def test_a_gateway_comes_as_each_of_its_robots() -> None:
    login = Login("golem", "table's", None, {"red": "r3d"})
    broker = Endpoint("host", 8883, tls=True)
    assert as_robot(broker, "club", login, "red") == Endpoint("host", 8883, "club.red", "r3d", True)
    assert as_robot(broker, "club", login, "blue") == Endpoint("host", 8883, "golem", "table's", True)


def test_a_serial_robot_behind_a_gateway_that_is_nobody_else_plays() -> None:
    async def play() -> None:
        async with serial_robots(World(), ("red",), 3) as rig, _broker() as (server, _, _):
            channel = open_channel("red", rig.urls["red"], rig.traffic)
            end = server.endpoint_of("red")
            robot = GatewayRobot("red", channel, end, "club", lambda _told: None, rig.traffic)
            robot.passing = rig.traffic.wire(RED.base).pass_frame
            serving = asyncio.ensure_future(robot.serve())
            await asyncio.sleep(0.5)
            login = Login(server.endpoint.user, server.endpoint.password)
            red = open_robot("red", server.url("club", "red"), rig.traffic, login)
            await red.connect()
            assert (await red.move(20, 50)).mm == 20
            await red.estop()
            assert red.status.link == "estopped"
            await red.clear()
            await red.close()
            serving.cancel()
            await asyncio.gather(serving, return_exceptions=True)

    run(play())


@pytest.mark.parametrize("attacker", ["blue", "table"])
def test_a_latched_golem_stays_latched_and_still_whatever_another_robot_sends(attacker: str) -> None:
    """The same valid frames from the table, to see that they would work."""

    async def main() -> bool:
        async with mqtt_robots(World(), ("red", "blue"), 3, table="club", broker="mosquitto") as rig:
            assert rig.broker is not None
            simulated_robot = rig.simulated_robots["red"]
            red = rig.open("red")
            await red.connect()
            red.announce_estop(True)
            await red.estop()
            end = rig.broker.endpoint_of("blue") if attacker == "blue" else rig.broker.endpoint
            before = (simulated_robot.side.last_seq, simulated_robot.side.latch)
            release = encode(Frame(0, 9, Clear(simulated_robot.side.latch)))
            move = encode(Frame(simulated_robot.side.session, simulated_robot.side.last_seq + 1, Move(5_000, 50)))
            async with _visiting(end, attacker) as other:
                for topic, payload, retain in (
                    (TABLE.estop, b"", True),
                    (RED.cmd, release, False),
                    (RED.cmd, move, False),
                    (RED.cmd, release, True),
                ):
                    await other.client.publish_surely(Publication(topic, payload, 1, retain))
            await red.ping()  # all of that came before it
            kept = Visitor(rig.broker.endpoint, "late")
            await kept.client.connect()
            await kept.client.subscribe([(TABLE.estop, 1), (RED.cmd, 1)])
            await kept.client.publish_surely(Publication(TABLE.host, b"", 1))
            standing = [kept.heard.get_nowait()[:2] for _ in range(kept.heard.qsize())]
            await kept.client.close()
            # Released by the table's own frames it may take the command, and its host stops it anew.
            now = (simulated_robot.side.last_seq, simulated_robot.side.latch)
            obeyed = now != before or simulated_robot.side.state is not State.ESTOPPED
            assert obeyed or not simulated_robot.executed
            assert ((TABLE.estop, b"latched") in standing) == (not obeyed)
            assert any(topic == RED.cmd for topic, _ in standing) == obeyed
            await red.close()
            return obeyed

    assert asyncio.run(main()) == (attacker == "table")


def test_a_robot_that_said_too_much_is_told_of_for_five_seconds() -> None:
    async def main() -> None:
        channel = MqttChannel(Endpoint("127.0.0.1"), "table", "red")
        connection = HostConnection(Endpoint("127.0.0.1"), "table", NoTraffic())
        channel._connection = connection
        assert channel.fault == NO_REASON
        connection.overflowed["red"] = asyncio.get_running_loop().time()
        await asyncio.sleep(4.9)
        assert channel.fault == ChannelReason.OVERFLOW()
        await asyncio.sleep(0.1)
        assert channel.fault == NO_REASON

    run(main())
