"""One conformance suite at the seam of a robot, for whatever moves it; and robots that break a promise fail."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from dataclasses import replace

import pytest

from boards.base.errors import GolemError
from boards.base.reasons import foreign_words
from firmware_bridge.conformance.certificate_messages import WORDS
from firmware_bridge.conformance.check_results import Finding
from firmware_bridge.conformance.port_checks import PORT_CHECKS, conform_port
from firmware_bridge.link.commands import Command, Sent
from firmware_bridge.protocol.messages import Move
from firmware_bridge.robots import FAMILIES, MotionResult, Robot, RobotPort, open_robot
from firmware_bridge.robots.direct_robot import STOPPED
from firmware_bridge.robots.hands_robot import HandRequest, HandsRobot
from firmware_bridge.robots.journal_entries import CommandBegun, begun_entry, ended_entry
from firmware_bridge.robots.robot_status import NotConnected, RobotStatus
from hardware.simulated.virtual_clock import run
from tests.firmware_bridge.golems import GOLEMS
from tests.firmware_bridge.honest_robot import Honest

PERSON_S = 2.0
"""How long a person takes for a motion."""


@asynccontextmanager
async def _hands() -> AsyncIterator[RobotPort]:
    """A person who does what is asked, a moment later."""
    robot = open_robot("red", "hands:red")
    assert isinstance(robot, HandsRobot)

    doing: list[asyncio.TimerHandle] = []

    def ask(chore: HandRequest | None) -> None:
        for timer in doing:
            timer.cancel()
        if chore is not None:
            doing[:] = [asyncio.get_running_loop().call_later(PERSON_S, robot.confirm)]

    robot.on_request.append(ask)
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
    async def connect(self, last=None) -> MotionResult | None:
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


class HangsUnopened(Honest):
    async def stop(self) -> None:
        if not self._open and not self._seq:
            await asyncio.Event().wait()
        await super().stop()


class HangsAtRest(Honest):
    async def stop(self) -> None:
        if self._seq and not self.busy:
            await asyncio.Event().wait()
        await super().stop()


class NeedsNoConnection(Honest):
    async def turn(self, degrees: float, speed_deg_s: float) -> MotionResult:
        return await super().turn(degrees, speed_deg_s) if self._open else MotionResult("done", degrees=degrees)


class Nowhere(Honest):
    @property
    def port(self) -> str:
        return ""


class BusyFromTheStart(Honest):
    @property
    def busy(self) -> bool:
        return not self._seq or super().busy


class NeverBusy(Honest):
    @property
    def busy(self) -> bool:
        return False


class NeverReadyAgain(Honest):
    """Not busy after a stop, but what it tells of its link is."""

    stopped = False

    async def stop(self) -> None:
        self.stopped = self.stopped or self.busy
        await super().stop()

    @property
    def status(self) -> RobotStatus:
        status = super().status
        return replace(status, link="busy") if self.stopped and status.link == "ready" else status


class GoesAheadOnly(Honest):
    async def perform(self, command: Command) -> MotionResult:
        result = await super().perform(command)
        return MotionResult(result.kind, mm=abs(result.mm), degrees=result.degrees)


class CountsOff(Honest):
    """Done, and so far off."""

    mm = 0.0
    degrees = 0.0

    async def perform(self, command: Command) -> MotionResult:
        result = await super().perform(command)
        if isinstance(command, Move):
            return MotionResult(result.kind, mm=result.mm + self.mm)
        return MotionResult(result.kind, degrees=result.degrees - self.degrees)


class MovesTooFar(CountsOff):
    mm = 3.01


class TurnsTooLittle(CountsOff):
    degrees = 7.01


class JustWithin(CountsOff):
    mm, degrees = 3.0, 7.0


class Unsure(Honest):
    """The right count, and not done."""

    async def perform(self, command: Command) -> MotionResult:
        result = await super().perform(command)
        return MotionResult("uncertain", foreign_words("a wheel came off"), mm=result.mm, degrees=result.degrees)


class RefusesToActWithoutReason(Honest):
    async def act(self, kind: str) -> MotionResult:
        return MotionResult("rejected") if kind == "identify" else await super().act(kind)


class ForgetsWhatWaited(Honest):
    """Waits for the record, and does nothing then."""

    async def _on_record(self, written: asyncio.Future[None]) -> bool:
        await super()._on_record(written)
        return False


class BeginsUnrecorded(Honest):
    """Carries on although the record cannot be written."""

    async def _perform(self, command: Command) -> MotionResult:
        try:
            return await super()._perform(command)
        except GolemError:
            return await self.perform(command)


class NeverRecovers(Honest):
    """One command that could not be recorded is the last one."""

    broken = False

    async def _perform(self, command: Command) -> MotionResult:
        if self.broken:
            return MotionResult("rejected", foreign_words("broken"))
        try:
            return await super()._perform(command)
        except GolemError:
            self.broken = True
            raise


class FailsWithCompany(Honest):
    """Uncertain as soon as a second command waits."""

    async def perform(self, command: Command) -> MotionResult:
        result = await super().perform(command)
        return result if len(self._commands) < 2 else MotionResult("uncertain", foreign_words("distracted"))


class CancelsWhatIsLatched(Honest):
    """Refuses while it is latched, but by another name."""

    async def turn(self, degrees: float, speed_deg_s: float) -> MotionResult:
        if self._latched:
            return MotionResult("cancelled", foreign_words("latched"))
        return await super().turn(degrees, speed_deg_s)


class RefusesInSilence(Honest):
    async def turn(self, degrees: float, speed_deg_s: float) -> MotionResult:
        return MotionResult("rejected") if self._latched else await super().turn(degrees, speed_deg_s)


class TellsNoEstop(Honest):
    @property
    def status(self) -> RobotStatus:
        status = super().status
        return replace(status, link="ready") if status.link == "estopped" else status


class TellsEstopForEver(Honest):
    """Moves again after clear, and tells that it does not."""

    ever = False

    async def estop(self) -> None:
        self.ever = True
        await super().estop()

    @property
    def status(self) -> RobotStatus:
        return replace(super().status, link="estopped") if self.ever and self._open else super().status


class StaysLatched(Honest):
    """Tells that it is ready after clear, and refuses all the same."""

    shut_for_good = False

    async def clear(self) -> None:
        await super().clear()
        self.shut_for_good = True

    async def perform(self, command: Command) -> MotionResult:
        return MotionResult("uncertain") if self.shut_for_good else await super().perform(command)


class EndsItsMotionFirst(Honest):
    """An emergency stop ends the motion as if it were done."""

    async def estop(self) -> None:
        self._latched = True
        if self._performing is not None:
            await asyncio.wait({self._performing})
        self._tell()


class ForgetsHowItEnded(Honest):
    async def connect(self, last: CommandBegun | None = None) -> MotionResult | None:
        await super().connect(last)
        return None


class RecordsNoEnd(Honest):
    """Says how the command of an earlier controller ended, and records nothing."""

    async def connect(self, last: CommandBegun | None = None) -> MotionResult | None:
        await super().connect()
        return MotionResult("uncertain") if last is not None else None


class HangsOnClose(Honest):
    """Waits for its motion when it is closed, and longer."""

    hung = False

    async def close(self) -> None:
        if self.busy and not self.hung:
            self.hung = True
            await asyncio.Event().wait()
        await super().close()


class ClosesTwiceBadly(Honest):
    async def close(self) -> None:
        if self._seq and not self._open:
            raise NotConnected(self.name)
        await super().close()


class ConnectsForEver(Honest):
    async def connect(self, last: CommandBegun | None = None) -> MotionResult | None:
        if last is not None:
            await asyncio.Event().wait()
        return await super().connect(last)


class NotReady(Honest):
    """Never says that it is ready, whatever it does."""

    @property
    def status(self) -> RobotStatus:
        status = super().status
        return replace(status, link="connecting") if status.link == "ready" else status


class UnsureOfItsActs(Honest):
    async def act(self, kind: str) -> MotionResult:
        if kind == "identify":
            return MotionResult("uncertain", foreign_words("who knows"))
        return await super().act(kind)


class RecordsTheEndTwice(Honest):
    async def _perform(self, command: Command) -> MotionResult:
        result = await super()._perform(command)
        sent = Sent(self._boot_id, 1, self._seq, command)
        self.record(self.name, ended_entry(sent, result))
        return result


class RecordsAnotherEnd(Honest):
    """The end of another number."""

    async def _perform(self, command: Command) -> MotionResult:
        self._seq += 1
        sent = Sent(self._boot_id, 1, self._seq, command)
        self.record(self.name, begun_entry(sent))
        result = await self.perform(command) if self._performing is None else STOPPED
        self.record(self.name, ended_entry(Sent(self._boot_id, 2, self._seq, command), result))
        return result


class WaitsForTheDiskToStop(Honest):
    async def _on_record(self, written: asyncio.Future[None]) -> bool:
        await asyncio.wait({written})
        return True


BROKEN: tuple[tuple[type[Honest], str], ...] = (
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
    (HangsUnopened, "port-unconnected"),
    (NeedsNoConnection, "port-unconnected"),
    (Nowhere, "port-connects"),
    (BusyFromTheStart, "port-connects"),
    (GoesAheadOnly, "port-moves"),
    (MovesTooFar, "port-moves"),
    (TurnsTooLittle, "port-moves"),
    (Unsure, "port-moves"),
    (RefusesToActWithoutReason, "port-acts"),
    (BeginsUnrecorded, "port-unrecorded"),
    (NeverRecovers, "port-unrecorded"),
    (ForgetsWhatWaited, "port-waits"),
    (FailsWithCompany, "port-in-order"),
    (HangsAtRest, "port-stops"),
    (NeverBusy, "port-stops"),
    (NeverReadyAgain, "port-stops"),
    (EndsItsMotionFirst, "port-estops"),
    (TellsNoEstop, "port-estops"),
    (CancelsWhatIsLatched, "port-estops"),
    (RefusesInSilence, "port-estops"),
    (TellsEstopForEver, "port-estops"),
    (StaysLatched, "port-estops"),
    (ForgetsHowItEnded, "port-interrupted"),
    (RecordsNoEnd, "port-interrupted"),
    (ClosesTwiceBadly, "port-interrupted"),
    (ConnectsForEver, "port-interrupted"),
    (HangsOnClose, "port-closes"),
    (NotReady, "port-connects"),
    (UnsureOfItsActs, "port-acts"),
    (RecordsTheEndTwice, "port-records"),
    (RecordsAnotherEnd, "port-records"),
    (WaitsForTheDiskToStop, "port-waits"),
)


def findings_about(robot: RobotPort) -> dict[str, Finding]:
    @asynccontextmanager
    async def made() -> AsyncIterator[RobotPort]:
        yield robot

    return {finding.check: finding for finding in findings_of(made())}


@pytest.mark.parametrize(("robot", "seen"), BROKEN)
def test_a_robot_that_breaks_a_promise_fails_that_check(robot: type[Honest], seen: str) -> None:
    found = findings_about(robot())
    assert list(found) == [check.key for check in PORT_CHECKS]
    assert found[seen].outcome == "failed", found
    assert found[seen].expected and found[seen].seen and (robot is ForgetsHowItEnded or found[seen].seen != "None")


def test_every_promise_is_broken_by_some_robot() -> None:
    assert {seen for _, seen in BROKEN} == {check.key for check in PORT_CHECKS}


def test_a_base_that_is_used_as_it_is_meant_keeps_every_promise() -> None:
    assert {finding.outcome for finding in findings_about(Honest()).values()} == {"passed"}


def test_a_count_that_is_off_by_no_more_than_a_wheels_slip_is_true() -> None:
    assert findings_about(JustWithin())["port-moves"].outcome == "passed"


def test_a_robot_that_refuses_everything_is_not_judged_by_what_it_was_doing() -> None:
    class Refuses(Honest):
        def can(self, command: Command) -> bool:
            return False

    found = findings_about(Refuses())["port-interrupted"]
    assert (found.check, found.outcome, found.why) == ("port-interrupted", "not applicable", "refuses")
    assert found.why in WORDS


def test_an_error_of_the_robot_fails_the_check_and_the_others_go_on() -> None:
    class Breaks(Honest):
        async def act(self, kind: str) -> MotionResult:
            raise NotConnected(self.name)

    found = findings_about(Breaks())
    assert (found["port-acts"].outcome, found["port-acts"].expected) == ("failed", "no error")
    assert found["port-acts"].seen.startswith("NotConnected: ") and found["port-limits"].outcome == "passed"


def test_a_robot_stands_where_it_stood_after_the_checks_that_go_there_and_back() -> None:
    class Counts(Honest):
        mm, degrees, farthest = 0.0, 0.0, 0.0

        async def perform(self, command: Command) -> MotionResult:
            result = await super().perform(command)
            self.mm, self.degrees = self.mm + result.mm, self.degrees + result.degrees
            self.farthest = max(self.farthest, abs(self.mm))
            return result

    robot = Counts()
    at: dict[str, tuple[float, float]] = {}
    run(conform_port(robot, lambda finding: at.update({finding.check: (robot.mm, robot.degrees)})))
    assert at["port-moves"] == at["port-connects"] == (0.0, 0.0)
    assert at["port-in-order"] == at["port-waits"]
    assert robot.farthest == 20.0 and {mm for mm, _ in at.values()} == {0.0}


def test_whatever_is_found_the_gate_is_open_and_the_robot_closed_afterwards() -> None:
    class Breaks(Honest):
        async def open(self) -> None:
            self.gate.pause()
            raise GolemError("no such robot")

    robot = Breaks()
    with pytest.raises(GolemError, match="no such robot"):
        run(conform_port(robot))
    assert not robot.gate.paused and robot.status.link == "lost"
