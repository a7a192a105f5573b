"""One conformance suite at the seam of a robot, for whatever moves it; and robots that break a promise fail."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import AbstractAsyncContextManager, asynccontextmanager

import pytest

from boards.base.reasons import foreign_words
from firmware_bridge.conformance.check_results import Finding
from firmware_bridge.conformance.port_checks import PORT_CHECKS, conform_port
from firmware_bridge.link.commands import Command
from firmware_bridge.protocol.messages import Act, Move
from firmware_bridge.robots import FAMILIES, DirectRobot, MotionResult, Robot, RobotPort, open_robot
from firmware_bridge.robots.hands_robot import Chore, HandsRobot
from hardware.simulated.virtual_clock import run
from tests.firmware_bridge.golems import GOLEMS

PERSON_S = 2.0
"""How long a person takes for a motion."""


@asynccontextmanager
async def _hands() -> AsyncIterator[RobotPort]:
    """A person who does what is asked, a moment later."""
    robot = open_robot("red", "hands:red")
    assert isinstance(robot, HandsRobot)

    doing: list[asyncio.TimerHandle] = []

    def ask(chore: Chore | None) -> None:
        for timer in doing:
            timer.cancel()
        if chore is not None:
            doing[:] = [asyncio.get_running_loop().call_later(PERSON_S, robot.confirm)]

    robot.on_chore.append(ask)
    yield robot


@asynccontextmanager
async def _golem(name: str) -> AsyncIterator[RobotPort]:
    async with GOLEMS[name].made() as subject:
        yield Robot("red", subject.channel)


def port_of(name: str) -> AbstractAsyncContextManager[RobotPort]:
    """A robot of this name, unconnected."""
    return _hands() if name == "hands" else _golem(name)


PORTS: dict[str, tuple[str, ...]] = {"hands": ("hands",), **{name: golem.schemes for name, golem in GOLEMS.items()}}
"""Robot -> the schemes of the families by which it is reached."""


def findings_of(robot: AbstractAsyncContextManager[RobotPort]) -> tuple[Finding, ...]:
    async def main() -> tuple[Finding, ...]:
        async with robot as port:
            return await conform_port(port)

    return run(main())


@pytest.mark.parametrize("name", PORTS)
def test_a_robot_keeps_every_promise_to_its_table(name: str) -> None:
    findings = findings_of(port_of(name))
    assert [(finding.check, finding.outcome) for finding in findings if finding.outcome != "passed"] == []
    assert [finding.check for finding in findings] == [check.key for check in PORT_CHECKS]


def test_every_family_is_in_the_suite() -> None:
    reached = {scheme for schemes in PORTS.values() for scheme in schemes}
    assert set(FAMILIES) <= reached, "a way to reach robots without a robot in this suite"


# -- robots that break a promise -------------------------------------------------------------------------


class Honest(DirectRobot):
    """A robot that takes a second for everything."""

    def __init__(self) -> None:
        super().__init__("red", "test:red")

    async def open(self) -> None: ...

    async def shut(self) -> None: ...

    async def perform(self, command: Command) -> MotionResult:
        await asyncio.sleep(1.0)
        if isinstance(command, Act):
            return MotionResult("done")
        if isinstance(command, Move):
            return MotionResult("done", mm=command.distance_um / 1000)
        return MotionResult("done", degrees=command.angle_cdeg / 100)

    async def halt(self) -> None:
        if self._performing is not None:
            self._performing.cancel()


class Miscounts(Honest):
    async def perform(self, command: Command) -> MotionResult:
        result = await super().perform(command)
        return MotionResult(result.kind, mm=-result.mm, degrees=result.degrees)


class Unstoppable(Honest):
    async def stop(self) -> None:
        """Go on."""


class ForgetsToLatch(Honest):
    async def estop(self) -> None:
        await self.stop()


class Hurries(Honest):
    async def _in_turn(self, command: Command, stops: int) -> MotionResult:
        return await self._perform(command)


class KeepsNoRecord(Honest):
    async def _perform(self, command: Command) -> MotionResult:
        return await self.perform(command)


class RecordsTooLate(Honest):
    async def _perform(self, command: Command) -> MotionResult:
        await self.perform(command)
        return await super()._perform(command)


class WaitsForNoDisk(Honest):
    async def _on_record(self, written: asyncio.Future[None]) -> bool:
        return True


class Impatient(Honest):
    async def turn(self, degrees: float, speed_deg_s: float) -> MotionResult:
        self.gate.resume()
        return await super().turn(degrees, speed_deg_s)


class Clips(Honest):
    async def move(self, mm: float, speed_mm_s: float) -> MotionResult:
        return await super().move(max(-3000.0, min(3000.0, mm)), max(1.0, speed_mm_s))


class Repeats(Honest):
    async def connect(self, last=None) -> MotionResult | None:  # type: ignore[no-untyped-def]
        result = await super().connect(last)
        if last is not None:
            await self.turn(90.0, 60.0)
        return result


class Zombie(Honest):
    async def close(self) -> None:
        """Stay."""


class Silent(Honest):
    def _tell(self) -> None:
        """Tell nobody."""


class Dances(Honest):
    async def act(self, kind: str) -> MotionResult:
        return MotionResult("done")


class Fails(Honest):
    async def perform(self, command: Command) -> MotionResult:
        return MotionResult("uncertain", foreign_words("a wheel came off"))


@pytest.mark.parametrize(
    ("robot", "seen"),
    [
        (Miscounts, "port-moves"),
        (Unstoppable, "port-stops"),
        (ForgetsToLatch, "port-estops"),
        (Hurries, "port-in-order"),
        (KeepsNoRecord, "port-records"),
        (KeepsNoRecord, "port-unrecorded"),
        (RecordsTooLate, "port-records"),
        (WaitsForNoDisk, "port-waits"),
        (Impatient, "port-pauses"),
        (Clips, "port-limits"),
        (Repeats, "port-interrupted"),
        (Zombie, "port-closes"),
        (Silent, "port-tells"),
        (Dances, "port-acts"),
        (Fails, "port-moves"),
    ],
)
def test_a_robot_that_breaks_a_promise_fails_that_check(robot: type[Honest], seen: str) -> None:
    @asynccontextmanager
    async def made() -> AsyncIterator[RobotPort]:
        yield robot()

    findings = {finding.check: finding for finding in findings_of(made())}
    assert findings[seen].outcome == "failed", findings
    assert findings[seen].expected and findings[seen].seen


def test_a_base_that_is_used_as_it_is_meant_keeps_every_promise() -> None:
    @asynccontextmanager
    async def made() -> AsyncIterator[RobotPort]:
        yield Honest()

    assert {finding.outcome for finding in findings_of(made())} == {"passed"}
