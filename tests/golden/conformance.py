"""Transcripts of conformance: what each check says to a robot that keeps every rule, and when.

Whoever builds a robot finds here what `golem robots test` will say to it. In virtual time, so that each number, speed
and pause of a check is in the text.
"""

from __future__ import annotations

import asyncio
from typing import Any, cast

from msgspec.structs import asdict

from firmware_bridge.channels.channel import Channel
from firmware_bridge.conformance import CHECKS, conform
from firmware_bridge.conformance.port_checks import conform_port
from firmware_bridge.protocol.codec import MAX_ENCODED, FrameError, decode
from firmware_bridge.robots import RobotPort
from hardware.simulated.virtual_clock import run
from tests.firmware_bridge.honest_robot import Honest
from tests.firmware_bridge.memory_robot import MemoryLine

_OF_THE_DICTIONARY = {"dictionary", "major", "minor"}
"""They change with every wire, and are no choice of a check."""


def transcripts() -> dict[str, str]:
    """By check on the wire; all at the seam of a robot in one."""
    told = {f"{check.key}.txt": _on_the_wire(check.key) for check in CHECKS}
    told["robot-port.txt"] = _at_the_port()
    return told


def _on_the_wire(key: str) -> str:
    robot = _Listening()
    checks = tuple(check for check in CHECKS if check.key == key)
    found = run(conform(cast(Channel, robot), robot.restart, checks=checks))
    outcomes = [f"{finding.check}: {finding.outcome}" for finding in found.findings]
    return "\n".join([*robot.lines, *outcomes, ""])


class _Listening(MemoryLine):
    """Writes down what it hears, and when, s."""

    def __init__(self) -> None:
        super().__init__()
        self.lines: list[str] = []

    def put(self, data: bytes) -> None:
        if data.find(0) != len(data) - 1 or len(data) > MAX_ENCODED + 1:
            self._tell(f"{len(data)} bytes on the line: {data[:12].hex()}...")
        super().put(data)

    def hear(self, data: bytes) -> None:
        try:
            frame = decode(data)
        except FrameError as error:
            self._tell(f"{len(data)} bytes that are no frame: {error}")
        else:
            fields = asdict(frame.message).items()
            told = ", ".join(f"{k}={getattr(v, 'name', v)}" for k, v in fields if k not in _OF_THE_DICTIONARY)
            self._tell(f"{type(frame.message).__name__.upper()}({told}) session {frame.session} number {frame.seq}")
        super().hear(data)

    async def restart(self) -> None:
        self._tell("(switched off and on)")
        await super().restart()

    def _tell(self, text: str) -> None:
        self.lines.append(f"{asyncio.get_running_loop().time():7.3f} {text}")


def _at_the_port() -> str:
    lines: list[str] = []

    class Asked(Honest):
        """Writes down what it is asked, and when, s."""

        def _tell_call(self, name: str, *given: object) -> None:
            lines.append(f"{asyncio.get_running_loop().time():8.3f} {name}({', '.join(map(str, given))})")

        async def connect(self, last: Any = None) -> Any:
            self._tell_call("connect", *(() if last is None else ("after a command",)))
            return await super().connect(last)

        async def move(self, mm: float, speed_mm_s: float) -> Any:
            self._tell_call("move", mm, speed_mm_s)
            return await super().move(mm, speed_mm_s)

        async def turn(self, degrees: float, speed_deg_s: float) -> Any:
            self._tell_call("turn", degrees, speed_deg_s)
            return await super().turn(degrees, speed_deg_s)

        async def act(self, kind: str) -> Any:
            self._tell_call("act", kind)
            return await super().act(kind)

        async def stop(self) -> None:
            self._tell_call("stop")
            await super().stop()

        async def estop(self) -> None:
            self._tell_call("estop")
            await super().estop()

        async def clear(self) -> None:
            self._tell_call("clear")
            await super().clear()

        async def close(self) -> None:
            self._tell_call("close")
            await super().close()

    robot: RobotPort = Asked()
    run(conform_port(robot, lambda finding: lines.append(f"{finding.check}: {finding.outcome}")))
    return "\n".join([*lines, ""])
