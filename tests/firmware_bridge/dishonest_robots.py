"""Robots that break a promise to their table, and the check that must notice each.

One list, longer than other modules: each robot breaks one promise, and the table at the end names the check.
"""

from __future__ import annotations

import asyncio
from dataclasses import replace

from boards.base.errors import GolemError
from boards.base.reasons import foreign_words
from firmware_bridge.link.commands import Command, Sent
from firmware_bridge.protocol.messages import Move
from firmware_bridge.robots import MotionResult
from firmware_bridge.robots.direct_robot import STOPPED
from firmware_bridge.robots.journal_entries import CommandBegun, begun_entry, ended_entry
from firmware_bridge.robots.robot_status import NotConnected, RobotStatus
from tests.firmware_bridge.honest_robot import Honest

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
