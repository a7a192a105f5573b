"""Robots in a process of their own, for measuring the host alone: ``python -m tests.benchmarks.wire_robots``.

They carry every command out at once. Each notes when it had read a command and when it handed its ACK to the system;
both processes read the same monotonic clock. One line of JSON comes in, one goes out; when the input ends, the notes
are printed.
"""

from __future__ import annotations

import asyncio
import json
import os
import pty
import sys
import threading
import time
import tty
from collections.abc import Callable, Sequence
from contextlib import suppress

from firmware_bridge.channels.channel import ChannelClosed
from firmware_bridge.channels.mqtt_client import Endpoint, MqttClient, Publication
from firmware_bridge.link.commands import Command
from firmware_bridge.link.robot_side import Identity, RobotSide
from firmware_bridge.protocol.codec import Frame, FrameError, Unwrapper, decode, encode, wrap
from firmware_bridge.protocol.messages import Ack, FaultCode, Move, Outcome, Verdict
from tests.benchmarks.wire_bare import ACK, DONE, STUFFING


class _Motors:
    """They are there before they have begun."""

    battery_mv = 8000
    fault = FaultCode.NONE

    def __init__(self) -> None:
        self.just_done: Command | None = None

    def refusal(self, _command: Command) -> Verdict | None:
        return None

    def begin(self, command: Command) -> None:
        self.just_done = command

    def halt(self, _outcome: Outcome, *, hard: bool) -> None:
        pass


class _Notes:
    """What a robot noted."""

    def __init__(self) -> None:
        self.notes: dict[str, tuple[float, float]] = {}
        """"session/number" -> (when its command was read, when its ACK was handed over)."""


class Robot(_Notes):
    """One robot; `say` hands a frame to the system."""

    def __init__(self, name: str, say: Callable[[bytes], None]) -> None:
        super().__init__()
        self._motors = _Motors()
        self._side = RobotSide(Identity(name), self._motors, 1, time.monotonic())
        self._say = say

    def hear(self, data: bytes, read_at: float) -> None:
        try:
            frame = decode(data)
        except FrameError:
            return
        answers = self._side.receive(frame, time.monotonic())
        done, self._motors.just_done = self._motors.just_done, None
        for answer in answers:
            self._say(encode(answer))
            self._note(answer, read_at)
        if isinstance(done, Move):
            for answer in self._side.finished(Outcome.DONE, done.distance_um, 0):
                self._say(encode(answer))

    def _note(self, answer: Frame, read_at: float) -> None:
        if isinstance(answer.message, Ack) and answer.message.verdict is Verdict.ACCEPTED:
            self.notes.setdefault(f"{answer.session}/{answer.seq}", (read_at, time.monotonic()))


class _Port:
    """A robot on a pseudo-terminal."""

    def __init__(self, name: str) -> None:
        self.master, slave = pty.openpty()
        tty.setraw(slave)
        os.set_blocking(self.master, False)
        self.path = os.ttyname(slave)
        self._unwrapper = Unwrapper()
        self.robot = Robot(name, self._write)

    def _write(self, data: bytes) -> None:
        os.write(self.master, wrap(data))

    def readable(self) -> None:
        read_at = time.monotonic()
        for data in self._unwrapper.feed(os.read(self.master, 4096)):
            self.robot.hear(data, read_at)


async def _on_ports(names: list[str], ended: asyncio.Event) -> list[Robot]:
    loop = asyncio.get_running_loop()
    ports = [_Port(name) for name in names]
    for port in ports:
        loop.add_reader(port.master, port.readable)
    print(json.dumps([port.path for port in ports]), flush=True)
    await ended.wait()
    return [port.robot for port in ports]


async def _bare(names: list[str], ended: asyncio.Event) -> list[_Notes]:
    """Nothing but ports: whatever comes is answered with as many bytes as an ACK has, and then a DONE."""
    loop = asyncio.get_running_loop()
    ports = [_Port(name) for name in names]
    notes = [_Notes() for _ in names]

    def answer(port: _Port, note: _Notes) -> None:
        read_at = time.monotonic()
        os.read(port.master, 4096)
        os.write(port.master, bytes(ACK))
        note.notes[f"0/{len(note.notes) + 1}"] = (read_at, time.monotonic())
        os.write(port.master, bytes(DONE))

    for port, note in zip(ports, notes, strict=True):
        loop.add_reader(port.master, answer, port, note)
    print(json.dumps([port.path for port in ports]), flush=True)
    await ended.wait()
    return notes


class _Echo(_Notes):
    """A robot on a broker that knows nothing: whatever comes is answered with as many bytes as ACK and DONE have."""

    def __init__(self, _name: str, say: Callable[[bytes], None]) -> None:
        super().__init__()
        self._say = say

    def hear(self, _data: bytes, read_at: float) -> None:
        self._say(bytes(ACK - STUFFING))
        self.notes[f"0/{len(self.notes) + 1}"] = (read_at, time.monotonic())
        self._say(bytes(DONE - STUFFING))


async def _on_broker(
    names: list[str], where: dict[str, object], ended: asyncio.Event, kind: type[Robot] | type[_Echo]
) -> list[_Notes]:
    """All on one connection, as robots behind a gateway are; frames are answered on paho's own thread."""
    endpoint = Endpoint(str(where["host"]), int(str(where["port"])), str(where["user"]), str(where["password"]))
    client = MqttClient(endpoint, "robots", lambda *_: None)
    base = "golem/1/table"

    def say(name: str) -> Callable[[bytes], None]:
        def publish(data: bytes) -> None:
            # At the end there may be commands that nobody waits for any more.
            with suppress(ChannelClosed):
                client.publish(Publication(f"{base}/{name}/ack", data))

        return publish

    robots = {name: kind(name, say(name)) for name in names}

    def on_message(_client: object, _data: object, message: object) -> None:
        topic, payload = str(message.topic), bytes(message.payload)
        robots[topic.split("/")[3]].hear(payload, time.monotonic())

    client._client.on_message = on_message
    await client.connect()
    await client.subscribe([(f"{base}/+/cmd", 0)])
    print(json.dumps("ready"), flush=True)
    await ended.wait()
    await client.close()
    return list(robots.values())


async def main() -> None:
    wanted = json.loads(sys.stdin.readline())
    ended, loop = asyncio.Event(), asyncio.get_running_loop()

    def wait_for_end() -> None:
        sys.stdin.read()
        loop.call_soon_threadsafe(ended.set)

    threading.Thread(target=wait_for_end, daemon=True).start()
    names = [str(name) for name in wanted["names"]]
    where = wanted.get("broker")
    robots: Sequence[_Notes]
    if where is not None:
        robots = await _on_broker(names, where, ended, _Echo if wanted["bare"] else Robot)
    else:
        robots = await (_bare(names, ended) if wanted["bare"] else _on_ports(names, ended))
    print(json.dumps([robot.notes for robot in robots]), flush=True)


if __name__ == "__main__":
    asyncio.run(main())
