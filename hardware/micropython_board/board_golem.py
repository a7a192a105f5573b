"""A board with the MicroPython golem's program on it.

link.py, codec.py, messages.py and motors.py are the very files that go onto the board. What is replaced is the board:
pins are callables that count steps, a millisecond's interrupt is a timer of the event loop, the radio is
the simulated robots'.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

from boards.geometry import Pose
from firmware_bridge.channels.mqtt_robot import RobotOnMqtt
from hardware.emulated.wheels import Wheels
from hardware.micropython_board.board_program import Program
from hardware.simulated.world import Body

BOOT_S = 0.3
TICK_S = 0.001
FULL_MV = 8000
_HERE = Pose(0.0, 0.0, 0.0)


class Coils:
    """Four pins of a driver, and the rotor that follows them: counts quarter turns of the field."""

    def __init__(self, coils: tuple[int, ...]) -> None:
        self.steps = 0
        self.lost = 0
        self._coils = coils
        self._level = [0, 0, 0, 0]
        self._at = 0  # where the program believes the rotor after power-up

    def pins(self) -> list[Callable[[int], None]]:
        """IN1 to IN4."""
        return [self._pin(number) for number in range(4)]

    def _pin(self, number: int) -> Callable[[int], None]:
        def put(value: int) -> None:
            self._level[number] = value
            if number == 3:
                self._settled()

        return put

    def _settled(self) -> None:
        """Count a step: the program sets IN1 to IN4 in order, and after IN4 the pattern is complete."""
        pattern = sum(level << number for number, level in enumerate(self._level))
        if pattern == 0:
            return
        at = self._coils.index(pattern)
        step = (at - self._at + 1) % 4 - 1
        self.lost += step == 2
        self.steps += step
        self._at = at


class BoardGolem:
    """A board that is on, with wheels under it."""

    def __init__(
        self,
        program: Program,
        name: str,
        truth: Body,
        radio: RobotOnMqtt,
        boot_id: int = 1,
        *,
        battery_mv: int = FULL_MV,
        rolling: Wheels | None = None,
    ) -> None:
        """`truth` is written where the wheels take it; `rolling`: how far a step takes each (as designed)."""
        self.program, self.name, self.radio, self.truth = program, name, radio, truth
        self.battery_mv = battery_mv
        self.left, self.right = Coils(program.motors.COILS), Coils(program.motors.COILS)
        self._rolling = rolling or Wheels()
        self._words = _words(program.motors)
        self._loop = asyncio.get_running_loop()
        self._boot_id = boot_id
        self._on = True
        self._tick: asyncio.TimerHandle | None = None
        self._start()
        radio.on_frame = self._hear

    def _start(self) -> None:
        motors = self.program.motors
        self.wheels = motors.Wheels(self.left.pins(), self.right.pins())
        self.body = motors.Body(self.wheels, self._shine, lambda: self.battery_mv)
        self.link = self.program.link.Link(
            self.name.encode(), self.body, self._boot_id, self._ms(), lambda now, then: now - then
        )
        self.radio.boot_id = self._boot_id
        self._on = True

    def _shine(self, colour: int, _hz: int, _arm_us: int) -> None:
        self.truth.led = self._words[colour]

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
        self._arm(self._loop.time())

    def _say(self, frame: Any) -> None:
        if frame is not None:
            self.radio.send(self.program.codec.encode(frame))

    def _mind(self) -> None:
        """Do what main.py does between two messages."""
        self.link.poll(self._ms())
        ending = self.body.take_ending()
        if ending is not None:
            self._say(self.link.finished(*ending))
        if self.body.weigh():
            self._say(self.link.told_fault())

    def _arm(self, since: float) -> None:
        """Run the interrupt of each millisecond while something is under way; an idle board does nothing in it."""
        if self._tick is None and self.link._running is not None:
            self._tick = self._loop.call_at(since + TICK_S, self._interrupt, since + TICK_S)

    def _interrupt(self, due: float) -> None:
        """None is left out: if the loop came late, the next ones come at once."""
        self._tick = None
        left, right = self.left.steps, self.right.steps
        self.body.tick()
        if (left, right) != (self.left.steps, self.right.steps):
            self._roll(self.left.steps - left, self.right.steps - right)
        self._mind()
        self._arm(due)

    def _roll(self, left: int, right: int) -> None:
        """Return the directions of the motors in which the golem goes ahead."""
        motors = self.program.motors
        ahead = left * motors.LEFT_FORWARD, right * motors.RIGHT_FORWARD
        self.truth.advance(self._rolling.rolled(_HERE, *ahead), self._loop.time())

    async def restart(self) -> None:
        """Power off and on."""
        self.off()
        await asyncio.sleep(BOOT_S)
        self._boot_id = self._boot_id % 65535 + 1
        self._start()
        self._say(self.link.boot(self.program.messages.BOOT_CAUSE_RESET))

    def off(self) -> None:
        """Power off."""
        self._on = False
        if self._tick is not None:
            self._tick.cancel()
            self._tick = None


def _words(motors: Any) -> dict[int, str]:
    """Return the light's colours by the program's numbers."""
    names = ("red", "green", "yellow", "blue", "magenta", "white")
    return {motors.DARK: "off", **{getattr(motors, name.upper()): name for name in names}}
