"""The MicroPython golem's own files, run by CPython in virtual time, on a broker.

link.py, codec.py, messages.py and motors.py are the very files that go onto the board; what is replaced is the board:
pins are callables that count steps, a millisecond's interrupt is a timer of the event loop, the radio is the twins'.
"""

from __future__ import annotations

import asyncio
import importlib
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from types import ModuleType
from typing import Any

from firmware_bridge.channels.broker import own_broker
from firmware_bridge.channels.mosquitto import BrokerPlan, new_secret
from firmware_bridge.channels.mqtt_robot import RobotOnMqtt
from firmware_bridge.robots.families import Login
from hardware.simulated.traffic import SimulatedTraffic

HOME = Path(__file__).resolve().parents[2] / "hardware" / "firmware" / "micropython"
BOOT_S = 0.3


@dataclass(frozen=True)
class Program:
    """The board's modules."""

    messages: ModuleType
    codec: ModuleType
    cobs: ModuleType
    link: ModuleType
    motors: ModuleType
    presence: ModuleType


def load_program() -> Program:
    """Import them as the board does, by their plain names, and leave no such names behind."""
    names = ("messages", "codec", "cobs", "link", "motors", "presence")
    sys.path.insert(0, str(HOME))
    try:
        return Program(*(importlib.import_module(name) for name in names))
    finally:
        sys.path.remove(str(HOME))
        for name in names:
            sys.modules.pop(name, None)


class Coils:
    """Four pins of a driver, and the rotor that follows them: counts quarter turns of the field."""

    def __init__(self, coils: tuple[int, ...]) -> None:
        self.steps = 0
        self.lost = 0
        self._coils = coils
        self._level = [0, 0, 0, 0]
        self._at = 0  # where the program believes the rotor after power-up

    def pins(self) -> list[Any]:
        def pin(number: int) -> Any:
            def put(value: int) -> None:
                self._level[number] = value
                if number == 3:
                    self._settled()

            return put

        return [pin(number) for number in range(4)]

    def _settled(self) -> None:
        """The program sets IN1..IN4 in order: after IN4 the pattern stands."""
        pattern = sum(level << number for number, level in enumerate(self._level))
        if pattern == 0:
            return
        at = self._coils.index(pattern)
        step = (at - self._at + 1) % 4 - 1
        self.lost += step == 2
        self.steps += step
        self._at = at


class BoardGolem:
    """A board with the program on it."""

    def __init__(self, program: Program, name: str, radio: RobotOnMqtt, boot_id: int, battery_mv: int = 8000) -> None:
        self.program, self.name, self.radio = program, name, radio
        self.battery_mv = battery_mv
        self.left, self.right = Coils(program.motors.COILS), Coils(program.motors.COILS)
        self._loop = asyncio.get_running_loop()
        self._boot_id = boot_id
        self._on = True
        self._tick: asyncio.TimerHandle | None = None
        self._start()
        radio.on_frame = self._hear

    def _start(self) -> None:
        motors = self.program.motors
        self.wheels = motors.Wheels(self.left.pins(), self.right.pins())
        self.body = motors.Body(self.wheels, lambda *_shown: None, lambda: self.battery_mv)
        self.link = self.program.link.Link(
            self.name.encode(), self.body, self._boot_id, self._ms(), lambda now, then: now - then
        )
        self.radio.boot_id = self._boot_id
        self._on = True

    def _ms(self) -> int:
        return round(self._loop.time() * 1000)

    def _hear(self, data: bytes) -> None:
        if not self._on:
            return
        frame = self.program.codec.decode(data)
        if frame is None:
            self.link.bad_frames += 1
            return
        self._mind()
        self._say(self.link.receive(frame, self._ms()))
        self._arm()

    def _say(self, frame: Any) -> None:
        if frame is not None:
            self.radio.send(self.program.codec.encode(frame))

    def _mind(self) -> None:
        """What main.py does between two messages."""
        self.link.poll(self._ms())
        ending = self.body.take_ending()
        if ending is not None:
            self._say(self.link.finished(*ending))
        if self.body.weigh():
            self._say(self.link.told_fault())

    def _arm(self) -> None:
        """The millisecond's interrupt, only while something is under way: an idle board does nothing in it."""
        if self._tick is None and self.link._running is not None:
            self._tick = self._loop.call_later(0.001, self._interrupt)

    def _interrupt(self) -> None:
        self._tick = None
        self.body.tick()
        self._mind()
        self._arm()

    async def restart(self) -> None:
        """Power off and on."""
        self.off()
        await asyncio.sleep(BOOT_S)
        self._boot_id = self._boot_id % 65535 + 1
        self._start()
        self._say(self.link.boot(self.program.messages.BOOT_CAUSE_RESET))

    def off(self) -> None:
        self._on = False
        if self._tick is not None:
            self._tick.cancel()
            self._tick = None


@dataclass(frozen=True)
class BoardRig:
    """One golem on a broker of its own."""

    url: str
    golem: BoardGolem
    traffic: SimulatedTraffic
    login: Login


@asynccontextmanager
async def micropython_golem(name: str = "red", battery_mv: int = 8000) -> AsyncIterator[BoardRig]:
    """The program on a broker with its own credentials. Raises BrokerFailed."""
    traffic = SimulatedTraffic()
    try:
        async with own_broker(None, BrokerPlan(table="table", robots={name: new_secret()})) as server:
            radio = RobotOnMqtt(server.endpoint_of(name), "table", name, 0, traffic)
            golem = BoardGolem(load_program(), name, radio, 41, battery_mv)
            radio.passing = traffic.wire(radio.topics.base).pass_frame
            try:
                await radio.connect()
                login = Login(server.endpoint.user or "", server.endpoint.password or "")
                yield BoardRig(server.url("table", name), golem, traffic, login)
            finally:
                golem.off()
                await radio.closed()
    finally:
        traffic.release()
