"""Robots that break one rule each: the link's robot side with one thing changed, for the conformance suite to see."""

from __future__ import annotations

from msgspec.structs import replace

from firmware_bridge.link.commands import Command
from firmware_bridge.link.robot_side import RobotSide
from firmware_bridge.protocol.codec import Frame
from firmware_bridge.protocol.messages import (
    Ack,
    Act,
    Claim,
    Clear,
    Done,
    Estop,
    Hello,
    Message,
    Move,
    Outcome,
    Report,
    Stop,
    Turn,
    Verdict,
)


class ObeysCopies(RobotSide):
    def _numbered(self, frame: Frame, message: Command | Stop) -> list[Frame]:
        self._answers.clear()
        if frame.seq == self.last_seq and self._running is None:
            self.last_seq = (self.last_seq - 1) & 0xFFFF
        return super()._numbered(frame, message)


class LiesAboutDone(RobotSide):
    """Says done, and its wheels' count says otherwise."""

    def finished(self, outcome: Outcome, distance_um: int, angle_cdeg: int) -> list[Frame]:
        return super().finished(Outcome.DONE, distance_um // 2, angle_cdeg // 2)


class SaysDoneAtOnce(RobotSide):
    def _numbered(self, frame: Frame, message: Command | Stop) -> list[Frame]:
        answers = super()._numbered(frame, message)
        if answers and self._running is not None and not isinstance(message, Stop):
            way = (getattr(message, "distance_um", 0), getattr(message, "angle_cdeg", 0))
            answers.append(Frame(frame.session, frame.seq, Done(Outcome.DONE, *way, frame.seq, self.state)))
        return answers


class ClearsForAnybody(RobotSide):
    def receive(self, frame: Frame, now: float) -> list[Frame]:
        message = Clear(self.latch) if isinstance(frame.message, Clear) else frame.message
        return super().receive(Frame(frame.session, frame.seq, message), now)


class NeedsASessionForEstop(RobotSide):
    def receive(self, frame: Frame, now: float) -> list[Frame]:
        if isinstance(frame.message, Estop) and frame.session == 0:
            return []
        return super().receive(frame, now)


class NeverFallsSilent(RobotSide):
    def poll(self, now: float) -> None:
        pass


class TakesAnyHello(RobotSide):
    def _hello(self, frame: Frame, hello: Hello, now: float) -> list[Frame]:
        same = Hello(hello.claim, hello.major, hello.minor, hello.dictionary, self.session, self.boot_id)
        return super()._hello(frame, same, now)


class Clips(RobotSide):
    """Goes 3 m where a little more was asked for."""

    def _refusal(self, command: Command) -> Verdict | None:
        least = isinstance(command, Act) or speed_of(command) < 1
        refused = super()._refusal(command)
        return refused if least or refused is not Verdict.BAD_ARGUMENT else None


def speed_of(command: Move | Turn) -> int:
    return command.speed_mm_s if isinstance(command, Move) else command.speed_deg_s


class ForgetsTheStopInANewSession(RobotSide):
    def _hello(self, frame: Frame, hello: Hello, now: float) -> list[Frame]:
        before = self.session
        answers = super()._hello(frame, hello, now)
        self.latched = self.latched and self.session == before
        return answers


class ActsWhileLatched(RobotSide):
    def _refusal(self, command: Command) -> Verdict | None:
        return None if isinstance(command, Act) else super()._refusal(command)


class KnowsAStopForEver(RobotSide):
    def receive(self, frame: Frame, now: float) -> list[Frame]:
        if isinstance(frame.message, Estop) and frame.seq == self._estop_nonce and not self.latched:
            return [self._report(frame)]
        return super().receive(frame, now)


class LetsActsEnd(RobotSide):
    doing: Command | None = None

    def _command(self, frame: Frame, command: Command) -> list[Frame]:
        if self._running is None:
            self.doing = command
        return super()._command(frame, command)

    def _halt(self, outcome: Outcome, *, hard: bool) -> None:
        if not isinstance(self.doing, Act):
            super()._halt(outcome, hard=hard)


class HearsEverybody(RobotSide):
    def receive(self, frame: Frame, now: float) -> list[Frame]:
        self._heard_at = now
        return super().receive(frame, now)


class BeginsItsSessionAgain(RobotSide):
    def _hello(self, frame: Frame, hello: Hello, now: float) -> list[Frame]:
        if hello.claim is Claim.TAKE and frame.session == self.session:
            self.last_seq = self.done_seq = 0
            self._answers.clear()
        return super()._hello(frame, hello, now)


class RemembersOne(RobotSide):
    def _remember(self, seq: int, answer: Message) -> None:
        self._answers.clear()
        super()._remember(seq, answer)


class ForgetsToEndRefusals(RobotSide):
    def _command(self, frame: Frame, command: Command) -> list[Frame]:
        before = self.done_seq
        answers = super()._command(frame, command)
        match answers[0].message:
            case Ack(verdict=Verdict.BAD_ARGUMENT) as ack:
                self.done_seq = before
                return [Frame(frame.session, frame.seq, Ack(ack.verdict, before, ack.state))]
        return answers


class TellsTheWrongNumber(RobotSide):
    def _report(self, frame: Frame, host_time_ms: int = 0) -> Frame:
        told = super()._report(frame, host_time_ms)
        assert isinstance(told.message, Report)
        return Frame(told.session, told.seq, replace(told.message, last_seq=self.done_seq))


class WaitsToBeAsked(RobotSide):
    def finished(self, outcome: Outcome, distance_um: int, angle_cdeg: int) -> list[Frame]:
        super().finished(outcome, distance_um, angle_cdeg)
        return []


class StopsForAnyNumber(RobotSide):
    def _numbered(self, frame: Frame, message: Command | Stop) -> list[Frame]:
        if isinstance(message, Stop) and frame.session == self.session:
            self._halt(Outcome.STOPPED, hard=False)
        return super()._numbered(frame, message)


TAMPERED: tuple[tuple[type[RobotSide], str], ...] = (
    (ObeysCopies, "copy-afterwards"),
    (LiesAboutDone, "motions"),
    (SaysDoneAtOnce, "motions"),
    (ClearsForAnybody, "clear-of-old"),
    (NeedsASessionForEstop, "estop"),
    (NeverFallsSilent, "silence"),
    (TakesAnyHello, "taking"),
    (Clips, "out-of-range"),
    (ForgetsToEndRefusals, "out-of-range"),
    (ForgetsTheStopInANewSession, "latched"),
    (ActsWhileLatched, "latched"),
    (KnowsAStopForEver, "estop-counts"),
    (LetsActsEnd, "acts-end"),
    (HearsEverybody, "strangers"),
    (BeginsItsSessionAgain, "late-hello"),
    (RemembersOne, "memory"),
    (TellsTheWrongNumber, "numbers"),
    (WaitsToBeAsked, "motions"),
    (StopsForAnyNumber, "busy"),
)
"""What breaks a rule, and the check that must see it."""
