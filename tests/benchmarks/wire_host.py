"""What the host itself costs: 20 robots at 20 commands a second, over ports and over brokers, in real time."""

from __future__ import annotations

import asyncio
import json
import os
import subprocess
import sys
import time
from collections.abc import Sequence
from contextlib import AsyncExitStack
from typing import Any, get_args

from controller.app.lasting import lasting
from firmware_bridge.channels.broker import BrokerKind, own_broker
from firmware_bridge.protocol.tables import Ack, Verdict
from firmware_bridge.robots import Fleet, Login, Robot, open_robot
from tests.benchmarks import Row

ROBOTS = 20
A_SECOND = 20
SECONDS = 12
WARM_S = 2.0
"""The first commands are not counted: caches and the processor's clock are cold."""

_Number = tuple[int, int]
"""A command's session and number."""


class _Watched:
    """A robot whose commands and ACKs are timed."""

    def __init__(self, robot: Robot) -> None:
        self.robot = robot
        self.asked: dict[_Number, float] = {}
        self.heard: dict[_Number, float] = {}
        self._receive = robot._link.receive
        robot._link.receive = self._listen  # type: ignore[method-assign]

    def _listen(self, frame: Any, now: float) -> None:
        if isinstance(frame.message, Ack) and frame.message.verdict is Verdict.ACCEPTED:
            self.heard.setdefault((frame.session, frame.seq), time.monotonic())
        self._receive(frame, now)

    async def drive(self, offset: float, until: float) -> None:
        loop = asyncio.get_running_loop()
        due = loop.time() + offset
        while due < until:
            await asyncio.sleep(due - loop.time())
            asked = time.monotonic()
            link = self.robot._link
            self.asked[link._session, link._seq + 1] = asked
            await self.robot.move(0.1, 100)
            due += 1 / A_SECOND


def _robots() -> subprocess.Popen[str]:
    command = [sys.executable, "-m", "tests.benchmarks.wire_robots"]
    return subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)


async def _measured(kind: BrokerKind | None) -> tuple[list[float], float]:
    """The host's own time for each command, there and back in ms, and the part of a core that it took."""
    names = [f"golem{number}" for number in range(ROBOTS)]
    async with AsyncExitStack() as stack:
        wanted: dict[str, Any] = {"names": names}
        login = None
        server = None if kind is None else await stack.enter_async_context(own_broker(kind))
        if server is not None:
            end = server.endpoint
            wanted["broker"] = {"host": end.host, "port": end.port, "user": end.user, "password": end.password}
            login = Login(end.user or "", end.password or "")
        child = _robots()
        assert child.stdin is not None and child.stdout is not None
        child.stdin.write(json.dumps(wanted) + "\n")
        child.stdin.flush()
        paths = json.loads(child.stdout.readline())
        urls = [f"serial:{path}" for path in paths] if server is None else [server.url("table", name) for name in names]
        fleet = Fleet(open_robot(name, url, login=login) for name, url in zip(names, urls, strict=True))
        (await fleet.connect()).check()
        watched = [_Watched(robot) for robot in fleet.values()]
        loop = asyncio.get_running_loop()
        began, cpu, until = loop.time(), time.process_time(), loop.time() + SECONDS
        with lasting():
            await asyncio.gather(*(one.drive(number / ROBOTS / A_SECOND, until) for number, one in enumerate(watched)))
        share = (time.process_time() - cpu) / (loop.time() - began)
        await fleet.close()
        child.stdin.close()
        notes: list[dict[str, list[float]]] = json.loads(child.stdout.readline())
        child.wait()
    return _own_times(watched, notes, began + WARM_S), share


class _Bare:
    """A port without any link: what the event loop and the system alone take."""

    def __init__(self, path: str) -> None:
        self.asked: dict[_Number, float] = {}
        self.heard: dict[_Number, float] = {}
        self.descriptor = os.open(path, os.O_RDWR | os.O_NOCTTY | os.O_NONBLOCK)
        asyncio.get_running_loop().add_reader(self.descriptor, self._readable)

    def _readable(self) -> None:
        os.read(self.descriptor, 4096)
        self.heard[0, len(self.heard) + 1] = time.monotonic()

    async def drive(self, offset: float, until: float) -> None:
        loop = asyncio.get_running_loop()
        due = loop.time() + offset
        while due < until:
            await asyncio.sleep(due - loop.time())
            self.asked[0, len(self.asked) + 1] = time.monotonic()
            os.write(self.descriptor, bytes(17))
            due += 1 / A_SECOND


async def _bare() -> tuple[list[float], float]:
    """The same as :func:`_measured` for ports, with 17 bytes there and 15 back and nothing else."""
    child = _robots()
    assert child.stdin is not None and child.stdout is not None
    child.stdin.write(json.dumps({"names": [str(number) for number in range(ROBOTS)], "bare": True}) + "\n")
    child.stdin.flush()
    ports = [_Bare(path) for path in json.loads(child.stdout.readline())]
    loop = asyncio.get_running_loop()
    began, cpu, until = loop.time(), time.process_time(), loop.time() + SECONDS
    with lasting():
        await asyncio.gather(*(port.drive(number / ROBOTS / A_SECOND, until) for number, port in enumerate(ports)))
    share = (time.process_time() - cpu) / (loop.time() - began)
    child.stdin.close()
    notes: list[dict[str, list[float]]] = json.loads(child.stdout.readline())
    child.wait()
    for port in ports:
        loop.remove_reader(port.descriptor)
        os.close(port.descriptor)
    return _own_times(ports, notes, began + WARM_S), share


def _own_times(watched: Sequence[_Watched | _Bare], notes: list[dict[str, list[float]]], since: float) -> list[float]:
    """Each command's time without the robot's, in ms, in order."""
    times: list[float] = []
    for one, note in zip(watched, notes, strict=True):
        for number, asked in one.asked.items():
            key = f"{number[0]}/{number[1]}"
            if asked >= since and key in note and number in one.heard:
                read, said = note[key]
                times.append(((read - asked) + (one.heard[number] - said)) * 1000)
    return sorted(times)


def measure() -> list[Row]:
    """Rows of the benchmark `wire`."""
    times, share = asyncio.run(_bare())
    rows = [
        Row(
            "a bare event loop's own time, 20 ports at 20 a second",
            f"p50 {_at(times, 0.5):.2f} ms, p99 {_at(times, 0.99):.2f} ms, {share * 100:.1f} % of a core",
            "",
            "17 bytes there, 15 back, no link: what this machine takes at this moment",
        )
    ]
    limits: dict[BrokerKind | None, tuple[str, str]] = {
        None: ("20 ports", "p50 0.15 ms, p99 0.5 ms, 8 % of a core wanted"),
        "mosquitto": ("MQTT, mosquitto, 20 robots", "p99 1 ms wanted"),
        "embedded": ("MQTT, embedded broker, 20 robots", "p99 4 ms wanted"),
    }
    for kind in (None, *get_args(BrokerKind)):
        times, share = asyncio.run(_measured(kind))
        what, limit = limits[kind]
        rows.append(
            Row(
                f"host's own time for a command, {what} at 20 a second",
                f"p50 {_at(times, 0.5):.2f} ms, p99 {_at(times, 0.99):.2f} ms, {share * 100:.1f} % of a core",
                limit,
                f"{len(times):,} commands; both ways, {'' if kind is None else 'broker included, '}robots' process not",
            )
        )
    return rows


def _at(times: list[float], share: float) -> float:
    return times[min(len(times) - 1, int(len(times) * share))]
