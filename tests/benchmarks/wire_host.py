"""What the host itself costs: 20 robots at 20 commands a second, over ports and over brokers, in real time.

Beside each stands what the machine takes for the same bytes without any link, measured in turns with it. Whatever else
runs on a shared machine can only add to a run's times: the quietest run tells best what the host itself takes, and
the median of all how much was added.
"""

from __future__ import annotations

import asyncio
import json
import platform
import statistics
import subprocess
import sys
import time
from collections.abc import Sequence
from contextlib import AsyncExitStack
from dataclasses import dataclass, field
from typing import Any, get_args

from controller.app.compose.gc_freeze import frozen_gc
from firmware_bridge.channels.broker import BrokerKind, OwnBroker, own_broker
from firmware_bridge.channels.mqtt_client import MqttClient
from firmware_bridge.protocol.messages import Ack, Verdict
from firmware_bridge.robots import Fleet, Login, Robot, open_robot
from tests.benchmarks import Row
from tests.benchmarks.steady import steady
from tests.benchmarks.wire_bare import Bare, BarePort, Number, on_broker

ROBOTS = 20
A_SECOND = 20
SECONDS = 7
ROUNDS = 5
"""So often each is measured, in turns with the other."""
WARM_S = 1.0
"""The first commands are not counted: caches and the processor's clock are cold."""
LATE_S = 0.3
"""For the last answers, where nobody waits for them."""

# A look at an enum's member costs as much as a call in Python 3.11, and this is none of the host's own time.
_ACCEPTED = Verdict.ACCEPTED

NAMES = [f"golem{number}" for number in range(ROBOTS)]


class _Watched:
    """A robot whose commands and ACKs are timed."""

    def __init__(self, robot: Robot) -> None:
        self.robot = robot
        self.asked: dict[Number, float] = {}
        self.heard: dict[Number, float] = {}
        self._receive = robot._link.receive
        robot._link.receive = self._listen

    def _listen(self, frame: Any, now: float) -> None:
        if isinstance(frame.message, Ack) and frame.message.verdict is _ACCEPTED:
            self.heard.setdefault((frame.session, frame.seq), time.monotonic())
        self._receive(frame, now)

    async def drive(self, offset: float, until: float, a_second: float) -> None:
        loop = asyncio.get_running_loop()
        due = loop.time() + offset
        while due < until:
            await asyncio.sleep(due - loop.time())
            asked = time.monotonic()
            link = self.robot._link
            self.asked[link._session, link._seq + 1] = asked
            await self.robot.move(0.1, 100)
            due += 1 / a_second


@dataclass
class Measured:
    """What each run found: the host's own time for every command, there and back in ms, and the part of a core."""

    times: list[list[float]] = field(default_factory=list)
    shares: list[float] = field(default_factory=list)

    def __str__(self) -> str:
        return ", ".join(
            f"{what} {middle:.{digits}f}{unit} (quietest {least:.{digits}f})"
            for what, unit, digits, (middle, least) in (
                ("p50", " ms", 2, self.at(0.5)),
                ("p99", " ms", 2, self.at(0.99)),
                ("core", " %", 1, _middle_and_least([share * 100 for share in self.shares])),
            )
        )

    def at(self, share: float) -> tuple[float, float]:
        """What this part of a run's commands stays below: of the median run, and of the quietest."""
        return _middle_and_least([sorted(run)[int(len(run) * share)] for run in self.times])

    @property
    def commands(self) -> int:
        return sum(map(len, self.times))


def _middle_and_least(figures: list[float]) -> tuple[float, float]:
    return statistics.median(figures), min(figures)


class _Robots:
    """The robots' process."""

    def __init__(self, server: OwnBroker | None, *, bare: bool) -> None:
        command = [sys.executable, "-m", "tests.benchmarks.wire_robots"]
        self._child = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        wanted: dict[str, Any] = {"names": NAMES, "bare": bare}
        if server is not None:
            end = server.endpoint
            wanted["broker"] = {"host": end.host, "port": end.port, "user": end.user, "password": end.password}
        assert self._child.stdin is not None
        self._child.stdin.write(json.dumps(wanted) + "\n")
        self._child.stdin.flush()
        self.paths = self._line()

    def _line(self) -> Any:
        assert self._child.stdout is not None
        return json.loads(self._child.stdout.readline())

    def end(self) -> list[dict[str, list[float]]]:
        """What they noted."""
        assert self._child.stdin is not None
        self._child.stdin.close()
        notes: list[dict[str, list[float]]] = self._line()
        self._child.wait()
        return notes


async def _driven(robots: Sequence[_Watched | Bare], found: Measured) -> float:
    """Drive all for a while; returns when that began."""
    loop = asyncio.get_running_loop()
    began, cpu, until = loop.time(), time.process_time(), loop.time() + SECONDS
    with frozen_gc():
        drives = (one.drive(number / ROBOTS / A_SECOND, until, A_SECOND) for number, one in enumerate(robots))
        await asyncio.gather(*drives)
    found.shares.append((time.process_time() - cpu) / (loop.time() - began))
    return began


async def ours(server: OwnBroker | None, found: Measured) -> None:
    """One run with fleet, links and channels."""
    robots = _Robots(server, bare=False)
    login = None
    urls = [f"serial:{path}" for path in robots.paths] if server is None else []
    if server is not None:
        login = Login(server.endpoint.user or "", server.endpoint.password or "")
        urls = [server.url("table", name) for name in NAMES]
    fleet = Fleet(open_robot(name, url, login=login) for name, url in zip(NAMES, urls, strict=True))
    (await fleet.connect()).check()
    watched = [_Watched(robot) for robot in fleet.values()]
    began = await _driven(watched, found)
    await fleet.close()
    found.times.append(_own_times(watched, robots.end(), began + WARM_S))


async def bare(server: OwnBroker | None, found: Measured) -> None:
    """One run with the same bytes and nothing else."""
    robots = _Robots(server, bare=True)
    async with AsyncExitStack() as stack:
        ends: Sequence[Bare]
        if server is None:
            ends = ports = [BarePort(path) for path in robots.paths]
            for port in ports:
                stack.callback(port.close)
        else:
            client = MqttClient(server.endpoint, "bare", lambda *_: None)
            ends = on_broker(client, "golem/1/table", NAMES)
            await client.connect()
            stack.push_async_callback(client.close)
            await client.subscribe([("golem/1/table/+/ack", 0)])
        began = await _driven(ends, found)
        await asyncio.sleep(LATE_S)
        found.times.append(_own_times(ends, robots.end(), began + WARM_S))


def _own_times(watched: Sequence[_Watched | Bare], notes: list[dict[str, list[float]]], since: float) -> list[float]:
    """Each command's time without the robot's, in ms."""
    times: list[float] = []
    for one, note in zip(watched, notes, strict=True):
        for number, asked in one.asked.items():
            key = f"{number[0]}/{number[1]}"
            if asked >= since and key in note and number in one.heard:
                read, said = note[key]
                times.append(((read - asked) + (one.heard[number] - said)) * 1000)
    return times


async def in_turns(kind: BrokerKind | None) -> tuple[Measured, Measured]:
    """(without a link, ours), over ports or over a broker of ours."""
    without, with_link = Measured(), Measured()
    async with AsyncExitStack() as stack:
        server = None if kind is None else await stack.enter_async_context(own_broker(kind))
        for _ in range(ROUNDS):
            await bare(server, without)
            await ours(server, with_link)
    return without, with_link


def measure() -> list[Row]:
    """Rows of the benchmark `wire`."""
    rows: list[Row] = []
    told: dict[BrokerKind | None, tuple[str, str, str]] = {
        None: ("20 ports", "a bare event loop", "p50 0.15 ms, p99 0.5 ms, 8 % of a core wanted"),
        "mosquitto": ("MQTT, mosquitto, 20 robots", "bare paho", "p99 1 ms wanted"),
        "embedded": ("MQTT, embedded broker, 20 robots", "bare paho", "p99 4 ms wanted"),
    }
    for kind in (None, *get_args(BrokerKind)):
        what, alone, wanted = told[kind]
        with steady() as how:
            without, with_link = asyncio.run(in_turns(kind))
        where = "" if kind is None else "broker included, "
        p50, p99 = (with_link.at(share)[0] / without.at(share)[0] for share in (0.5, 0.99))
        rows += [
            Row(
                f"host's own time for a command, {what} at 20 a second",
                str(with_link),
                wanted,
                f"{with_link.commands:,} commands in {ROUNDS} runs; both ways, {where}robots' process not; {how}; "
                f"{platform.python_implementation()} {platform.python_version()}",
            ),
            Row(
                f"{alone} in turns with it, the same bytes",
                str(without),
                f"ours is {p50:.2f} x its p50, {p99:.2f} x its p99",
                "what this machine takes at this moment without a link",
            ),
        ]
    return rows
