"""Floods at a broker of ours: strangers, guessers, and a robot that knows its own secret and means no good."""

from __future__ import annotations

import asyncio
import contextlib
import os
import secrets
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from random import Random
from time import monotonic

from firmware_bridge.channels.broker import OwnBroker, own_broker
from firmware_bridge.channels.mosquitto import BrokerPlan, new_secret, robot_user
from firmware_bridge.channels.mqtt_client import BrokerRefused, Endpoint, MqttClient, Publication
from firmware_bridge.channels.mqtt_topics import TableTopics
from tests.storm.campaign import Campaign, Case
from tests.support.ports import free_port

HEARD_S = 8.0
"""The longest that a frame may take to a robot or back under a flood on a busy machine. Usual: 5 ms."""
LET_IN_S = 20.0
"""The longest until a robot that comes in the middle of a flood is let in; it tries again as ours do."""
GROWN_MB = 48
STRANGERS = 12
ROUNDS = 6
TABLE = TableTopics("club")
RED, BLUE = TABLE.robot("red"), TABLE.robot("blue")
FORGED = b"forged"


def memory_mb(pid: int) -> float:
    """Return what a process and its children hold, MB."""
    pages = int(Path(f"/proc/{pid}/statm").read_text(encoding="ascii").split()[1])
    children = Path(f"/proc/{pid}/task/{pid}/children").read_text(encoding="ascii").split()
    return pages * os.sysconf("SC_PAGESIZE") / 2**20 + sum(memory_mb(int(child)) for child in children)


# Packets (MQTT 3.1.1, sections 2.2, 3.1, 3.3 and 3.8)


def _text(value: str | bytes) -> bytes:
    data = value if isinstance(value, bytes) else value.encode("utf-8", "surrogatepass")
    return len(data).to_bytes(2, "big") + data


def _packet(first: int, body: bytes) -> bytes:
    told, rest = b"", len(body)
    while True:
        rest, digit = divmod(rest, 128)
        told += bytes((digit | (0x80 if rest else 0),))
        if not rest:
            return bytes((first,)) + told + body


def connect(user: str, password: str, client_id: str, will: str = "", *, clean: bool = True) -> bytes:
    """Return a CONNECT packet."""
    flags = 0xC0 | (0x02 if clean else 0) | (0x24 if will else 0)
    body = _text("MQTT") + bytes((4, flags, 0, 60)) + _text(client_id)
    body += (_text(will) + _text(FORGED)) if will else b""
    return _packet(0x10, body + _text(user) + _text(password))


def publish(topic: str, payload: bytes, *, qos: int = 0, retain: bool = False, number: int = 1) -> bytes:
    """Return a PUBLISH packet."""
    return _packet(0x30 | qos << 1 | retain, _text(topic) + (number.to_bytes(2, "big") if qos else b"") + payload)


def subscribe(topic: str, number: int) -> bytes:
    """Return a SUBSCRIBE packet."""
    return _packet(0x82, number.to_bytes(2, "big") + _text(topic) + b"\0")


@dataclass(frozen=True)
class _Target:
    address: tuple[str, int]
    red_secret: str
    rng: Random


def _nonsense(target: _Target) -> Iterator[bytes]:
    """Yield what somebody says who knows no secret."""
    rng = target.rng
    match rng.randrange(6):
        case 0:
            yield b"\x10\xff\xff\xff\x7f"
            yield from (bytes(1 << 16) for _ in range(400))
        case 1:
            yield rng.randbytes(rng.randrange(300))
        case 2:
            yield connect("golem", secrets.token_hex(8), rng.choice(("golem-club-blue", "club.blue", "table")))
        case 3:
            will = rng.choice((TABLE.estop, BLUE.state))
            yield connect(robot_user("club", f"r{rng.randrange(99)}"), "guess", "club.blue", will, clean=False)
        case 4:
            yield b"\x10"
        case _:
            yield connect(robot_user("club", "blue"), "guess", secrets.token_hex(4))


def _abuse(target: _Target) -> Iterator[bytes]:
    """Yield what the robot red says, once it is let in."""
    rng = target.rng
    will = RED.state if rng.random() < 0.3 else ""
    yield connect(robot_user("club", "red"), target.red_secret, rng.choice(("x", "club.blue", "table")), will)
    count = rng.choice((10, 300, 3000))
    big = rng.choice((b"", bytes(100), bytes(3500)))
    match rng.randrange(8):
        case 0:
            topics = (TABLE.estop, TABLE.host, BLUE.cmd, BLUE.ack, BLUE.state, RED.cmd, "golem/1/club/blue/#", "$SYS/x")
            yield from (
                publish(rng.choice(topics), FORGED, qos=rng.randrange(2), retain=rng.random() < 0.5)
                for _ in range(count)
            )
        case 1:
            yield from (publish(f"{RED.base}/fault/{number}", b"x" + big, retain=True) for number in range(count))
        case 2:
            yield from (subscribe(f"{'a/' * 80}{number}", number + 1) for number in range(count))
        case 3:
            yield from (publish(RED.ack, b"x" + big, qos=2, number=number + 1) for number in range(count))
        case 4:
            yield from (publish(RED.ack, b"x" + big) for _ in range(count))
        case 5:
            yield from (publish(RED.state, b"x" + big, qos=1, retain=True, number=n + 1) for n in range(count))
        case 6:
            yield b"\x30\xff\xff\xff\x7f"
            yield from (bytes(1 << 16) for _ in range(200))
        case _:
            yield from (rng.randbytes(rng.randrange(1, 200)) for _ in range(count))


async def _stranger(case: Case, target: _Target, ended: asyncio.Event) -> None:
    """Come again and again, say something, read or not, and leave somehow."""
    rng, lines = target.rng, []
    while not ended.is_set():
        source = (f"127.0.0.{rng.randrange(2, 30)}", 0)
        try:
            reader, writer = await asyncio.open_connection(*target.address, local_addr=source)
        except OSError:
            await asyncio.sleep(0.01)
            continue
        lines.append(writer)
        knows = rng.random() < 0.5
        case.count("visits with a robot's secret" if knows else "visits without a secret")
        with contextlib.suppress(OSError, TimeoutError):
            for packet in _abuse(target) if knows else _nonsense(target):
                writer.write(packet)
                await asyncio.wait_for(writer.drain(), 1)
                if ended.is_set():
                    break
            if rng.random() < 0.5:
                await asyncio.wait_for(reader.read(100), 0.1)
        if len(lines) > 24:
            lines.pop(rng.randrange(len(lines))).transport.abort()
    for writer in lines:
        writer.transport.abort()


class _Honest:
    """A client that plays by the rules, and what it heard."""

    def __init__(self, endpoint: Endpoint, client_id: str) -> None:
        self.came = 0
        self.heard: list[tuple[str, bytes]] = []
        self._awaited: dict[bytes, asyncio.Event] = {}
        self.client = MqttClient(endpoint, client_id, self._hear, on_connected=self._count)

    def _count(self) -> None:
        self.came += 1

    def _hear(self, topic: str, payload: bytes, _retained: bool) -> None:
        self.heard.append((topic, payload[:20]))
        if payload in self._awaited:
            self._awaited[payload].set()

    async def hears(self, payload: bytes, said: Callable[[], None]) -> float | None:
        """Return after how many seconds it is heard once it is said; None: it is not."""
        there = self._awaited[payload] = asyncio.Event()
        began = monotonic()
        said()
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(there.wait(), HEARD_S)
        return monotonic() - began if there.is_set() else None


async def _let_in(endpoint: Endpoint, user_secret: str) -> float | None:
    """Return how long a robot takes that comes now and tries again; None: it is not let in."""
    began = monotonic()
    while monotonic() - began < LET_IN_S:
        client = MqttClient(replace(endpoint, password=user_secret), "late", lambda *_: None)
        try:
            async with asyncio.timeout(LET_IN_S):
                await client.connect()
        except BrokerRefused:
            return None
        except (OSError, RuntimeError, TimeoutError, Exception):  # noqa: BLE001 - whatever: it tries again
            await asyncio.sleep(0.1)
            continue
        await client.close()
        return monotonic() - began
    return None


async def _flooded(case: Case, server: OwnBroker, plan: BrokerPlan, address: tuple[str, int]) -> None:
    rng = Random(case.seed)
    blue_end = replace(server.endpoint_of("blue"), host=address[0], port=address[1])
    table, blue = _Honest(server.endpoint, "table"), _Honest(blue_end, "blue")
    await table.client.connect()
    await table.client.subscribe([("golem/1/#", 0)])
    await blue.client.connect()
    await blue.client.subscribe([(BLUE.cmd, 0), (TABLE.estop, 1)])
    before = memory_mb(server.pid)
    ended = asyncio.Event()
    target = [_Target(address, plan.robots["red"], Random(rng.random())) for _ in range(STRANGERS)]
    flooding = [asyncio.ensure_future(_stranger(case, one, ended)) for one in target]
    most = 0.0
    for number in range(ROUNDS):
        await asyncio.sleep(0.1)
        for who, sender, listener, topic in (("table", blue, table, BLUE.ack), ("robot", table, blue, BLUE.cmd)):
            payload = f"{who} {number}".encode()
            took = await listener.hears(
                payload, lambda s=sender, t=topic, p=payload: s.client.publish(Publication(t, p))
            )
            case.check(took is not None, f"the {who} did not hear within {HEARD_S:g} s")
            case.count("frames heard under a flood")
        most = max(most, memory_mb(server.pid))
    green_end = replace(server.endpoint_of("green"), host=address[0], port=address[1])
    took = await _let_in(green_end, plan.robots["green"])
    case.check(took is not None, f"a robot that came during the flood was not let in within {LET_IN_S:g} s")
    ended.set()
    await asyncio.wait(flooding)
    most = max(most, memory_mb(server.pid))
    case.check(most < before + GROWN_MB, f"the broker grew from {before:.0f} to {most:.0f} MB")
    own = {RED.ack, RED.state, RED.desc, RED.telemetry, *RED.faults, BLUE.ack, BLUE.cmd}
    strange = {topic for topic, _said in table.heard} - own
    case.check(not strange, f"strangers said something on {sorted(strange)[:5]}")
    case.check(not any(said == FORGED for topic, said in table.heard if topic != RED.state), "somebody was forged")
    case.check(all(said.startswith(b"robot ") for _topic, said in blue.heard), f"blue heard {blue.heard[:5]}")
    case.check(blue.came == 1 and table.came == 1, f"thrown out: blue {blue.came - 1}, table {table.came - 1} times")
    case.check(server.restarts == 0, f"the broker died {server.restarts} times")
    await blue.client.close()
    await table.client.close()


def brokers(case: Case) -> None:
    """A flood at mosquitto's door to the network, or at the embedded broker on this computer."""

    async def main() -> None:
        kind = "embedded" if case.seed % 3 == 0 else "mosquitto"
        open_to = ("127.0.0.9", free_port("127.0.0.9")) if kind == "mosquitto" else None
        robots = {name: new_secret() for name in ("red", "blue", "green")}
        plan = BrokerPlan(table="club", robots=robots, open_to=open_to)
        async with own_broker("embedded" if kind == "embedded" else "mosquitto", plan) as server:
            case.count(f"floods at {kind}")
            await _flooded(case, server, plan, open_to or (server.endpoint.host, server.endpoint.port))

    asyncio.run(main())


CAMPAIGNS = (
    Campaign(
        "brokers",
        "MQTT floods: strangers, guesses, a robot's own secret; large packets, topics, filters, connections",
        "table and robots hear each other in time, nobody is forged or thrown out, memory bounded",
        brokers,
    ),
)
