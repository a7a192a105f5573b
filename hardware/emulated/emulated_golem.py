"""An emulated golem: its processor runs the real program, on a port and in the simulated world.

It stands where a simulated robot stands (:mod:`hardware.simulated.simulated_robot`): bytes on one side, a body in the
world on the other. In virtual time the processor runs in step with the event loop's clock; in real time it is caught
up with it every few milliseconds.
"""

from __future__ import annotations

import asyncio
from random import Random

from boards.geometry import Pose
from firmware_bridge.protocol.codec import DELIMITER
from firmware_bridge.protocol.messages import BootCause
from hardware.emulated.avr_chip import FREQUENCY, Chip, ChipEvents, Light
from hardware.emulated.firmware_build import Built
from hardware.emulated.wheels import Wheels
from hardware.simulated.uart import Uart
from hardware.simulated.virtual_clock import VirtualTimeLoop
from hardware.simulated.world import Body

BAUD = 115200

FULL_MV = 8200

PUMP_S = 0.002
"""How often the processor is caught up with real time."""

_SEEN = (ChipEvents.STEPPED | ChipEvents.LIT).value
_ENDED = ChipEvents.ENDED_A_FRAME.value

_HERE = Pose(0.0, 0.0, 0.0)

_NAME_AT = 2
_NAME_LENGTH = 8

_LIGHTS = {
    Light.OFF: "off",
    Light.RED: "red",
    Light.GREEN: "green",
    Light.BLUE: "blue",
    Light.RED | Light.GREEN: "yellow",
    Light.GREEN | Light.BLUE: "cyan",
    Light.RED | Light.BLUE: "magenta",
    Light.RED | Light.GREEN | Light.BLUE: "white",
}


def eeprom(name: str, boots: int = 0) -> bytes:
    """Return what a golem remembers without power: how often it started, and its name (at most 8 ASCII letters)."""
    return boots.to_bytes(_NAME_AT, "big") + name.encode("ascii")[:_NAME_LENGTH]


class EmulatedGolem:
    """The firmware at work."""

    def __init__(
        self, name: str, body: Body, port: Uart, built: Built, seed: int = 0, *, wheels: Wheels | None = None
    ) -> None:
        """Switch it on with a full battery; `wheels` None: with the errors of printed ones, by seed and name."""
        chance = Random(f"{seed}/{name}")
        self.name = name
        self.body = body
        self.port = port
        self.wheels = wheels or Wheels.printed(chance)
        self.chip = Chip(built, eeprom(name, chance.randrange(1000)), FULL_MV)
        self._loop = asyncio.get_running_loop()
        self._switched_on = self._loop.time()
        self._byte_cycles = round(FREQUENCY * 10 / BAUD)
        self._saying = b""
        self._began = 0
        self._left = self._right = 0
        self._pump: asyncio.TimerHandle | None = None
        port.on_bytes = self._hear
        if isinstance(self._loop, VirtualTimeLoop):
            self._let_go = self._loop.run_along(self.run_to)
        else:
            self._let_go = self._stop_pump
            self._keep_up()

    def reset(self, cause: BootCause = BootCause.RESET) -> None:
        """Lose all memory but the EEPROM and start anew; the motors stand still at once."""
        self.run_to(self._loop.time())
        self._saying = b""
        self.chip.reset(cause)

    def close(self) -> None:
        """Take the robot away."""
        self._let_go()
        self.port.on_bytes = None
        self.port.close()
        self.chip.close()

    # -- time ------------------------------------------------------------------------------------------

    def _cycle(self, time: float) -> int:
        return round((time - self._switched_on) * FREQUENCY)

    def _time(self, cycle: int) -> float:
        return self._switched_on + cycle / FREQUENCY

    def run_to(self, time: float) -> float | None:
        """Let the processor run up to this moment of the loop's clock, or to the end of the first frame that it says.

        The moment of that is returned.
        """
        cycle = self._cycle(time)
        news = self.chip.run(cycle)
        if not news:
            return None
        if news & _SEEN:
            self._show()
        if not news & _ENDED:
            return None
        self._say()
        return self._time(min(self.chip.now, cycle))

    def _keep_up(self) -> None:
        now = self._loop.time()
        while self.run_to(now) is not None:
            pass
        self._pump = self._loop.call_later(PUMP_S, self._keep_up)

    def _stop_pump(self) -> None:
        if self._pump is not None:
            self._pump.cancel()

    # -- the wire --------------------------------------------------------------------------------------

    def _hear(self, data: bytes) -> None:
        self.chip.hear(self._cycle(self._loop.time()), data, self._byte_cycles)

    def _say(self) -> None:
        """Put what the processor has said on the line, frame by frame."""
        for byte, ended in self.chip.said():
            if not self._saying:
                self._began = ended - self._byte_cycles
            self._saying += bytes((byte,))
            if byte == DELIMITER[0]:
                self.port.say(self._saying, self._time(self._began))
                self._saying = b""

    # -- the world -------------------------------------------------------------------------------------

    def _show(self) -> None:
        """Write the truth: what the pins do to the body."""
        seen = self.chip.seen()
        left, right = seen.left - self._left, seen.right - self._right
        if left or right:
            self._left, self._right = seen.left, seen.right
            self.body.advance(self.wheels.rolled(_HERE, left, right), self._loop.time())
        self.body.led = _LIGHTS[Light(seen.light)]
