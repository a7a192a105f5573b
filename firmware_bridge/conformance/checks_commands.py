"""Checks of numbered commands: exactly once, whatever copies come."""

from __future__ import annotations

from firmware_bridge.conformance.probe import Probe, told
from firmware_bridge.conformance.values import Differs
from firmware_bridge.link.robot_side import REMEMBERED
from firmware_bridge.link.values import ACT_S, Command
from firmware_bridge.protocol.tables import (
    Ack,
    Act,
    ActKind,
    Done,
    Move,
    Outcome,
    State,
    Turn,
    Verdict,
)

SHORT = Turn(1000, 90)
"""10 degrees: on the spot, and back again by the next check."""
BACK = Turn(-1000, 90)
LONGER = Turn(9000, 90)

ODOMETRY_UM = 500
ODOMETRY_CDEG = 50
"""A robot's count may differ by its steps' grain from what was asked of it."""


async def _whole(probe: Probe, command: Command) -> Done:
    """A command from ACK to DONE."""
    seq = await probe.begin(command)
    done = await probe.done(seq, command)
    if done.outcome is not Outcome.DONE or done.done_seq != seq or done.state is State.BUSY:
        raise Differs(f"DONE outcome DONE, done_seq {seq}, to {told(command)}", told(done))
    return done


async def _verdict(probe: Probe, wanted: Verdict, command: Command, seq: int, session: int | None = None) -> None:
    answer = await probe.order(command, seq, session)
    if not isinstance(answer, Ack) or answer.verdict is not wanted:
        raise Differs(f"ACK {wanted.name} to {told(command)} with number {seq}", told(answer))


async def _turned(probe: Probe) -> tuple[int, int]:
    sums = await probe.telemetry()
    return sums.distance_um, sums.angle_cdeg


async def motions(probe: Probe) -> None:
    """MOVE and TURN are carried out and say truly how far."""
    await probe.rest()
    for command in (Move(20_000, 50), Move(-20_000, 50), SHORT, BACK):
        done = await _whole(probe, command)
        wanted = (command.distance_um, 0) if isinstance(command, Move) else (0, command.angle_cdeg)
        off = (abs(done.distance_um - wanted[0]), abs(done.angle_cdeg - wanted[1]))
        if off[0] > ODOMETRY_UM or off[1] > ODOMETRY_CDEG:
            raise Differs(f"{told(command)} counted within 0.5 mm and 0.5 degrees", told(done))
    # A person's word is no measure.
    probe.wheels()


async def acts(probe: Probe) -> None:
    """Every act that it says it can is over within 2 s; one that it cannot is UNSUPPORTED."""
    await probe.rest()
    who = await probe.hello()
    for kind in ActKind:
        command = Act(kind)
        if who.capabilities >> (2 + kind) & 1:
            seq = await probe.begin(command)
            done = await probe.done(seq, command)
            if done.outcome is not Outcome.DONE:
                raise Differs(f"DONE within {ACT_S:g} s of {told(command)}", told(done))
        else:
            await _verdict(probe, Verdict.UNSUPPORTED, command, probe.seq + 1)
            probe.seq += 1


async def copy_under_way(probe: Probe) -> None:
    """A copy of the command under way gets the stored ACK and is not carried out again."""
    await probe.rest()
    before = await _turned(probe)
    seq = await probe.begin(LONGER)
    for _ in range(3):
        await _verdict(probe, Verdict.ACCEPTED, LONGER, seq)
    await probe.done(seq, LONGER)
    await _is_at(probe, before, 9000)
    await _whole(probe, Turn(-9000, 90))


async def copy_afterwards(probe: Probe) -> None:
    """A copy of a command that ended gets the stored DONE and is not carried out again."""
    await probe.rest()
    before = await _turned(probe)
    seq = await probe.begin(SHORT)
    first = await probe.done(seq, SHORT)
    for _ in range(3):
        again = await probe.order(SHORT, seq)
        if not isinstance(again, Done) or (again.outcome, again.angle_cdeg) != (first.outcome, first.angle_cdeg):
            raise Differs(told(first), told(again))
    await probe.quiet(0.3, beat=True)
    await _is_at(probe, before, 1000)
    await _whole(probe, BACK)


async def _is_at(probe: Probe, before: tuple[int, int], cdeg: int) -> None:
    after = await _turned(probe)
    if abs(after[1] - before[1] - cdeg) > ODOMETRY_CDEG or abs(after[0] - before[0]) > ODOMETRY_UM:
        raise Differs(f"{cdeg} more on TELEMETRY's angle_cdeg", f"{after[1] - before[1]}")


async def old_copy(probe: Probe) -> None:
    """A copy of a command that is long past is a gap, and nothing is carried out."""
    await probe.rest()
    first = Turn(500, 90)
    await _whole(probe, first)
    for number in range(REMEMBERED + 2):
        await _whole(probe, Turn(-500 if number % 2 == 0 else 500, 90))
    before = await _turned(probe)
    answer = await probe.order(first, 1)
    if not isinstance(answer, Done) and not (isinstance(answer, Ack) and answer.verdict is Verdict.GAP):
        raise Differs("ACK GAP, or a DONE that was kept for long", told(answer))
    await probe.quiet(0.3, beat=True)
    await _is_at(probe, before, 0)


async def gap(probe: Probe) -> None:
    """A number that is not the next is a gap; it is not used up."""
    await probe.rest()
    await _verdict(probe, Verdict.GAP, SHORT, 3)
    await _verdict(probe, Verdict.GAP, SHORT, 0xFFF0)
    await _whole(probe, SHORT)
    await _whole(probe, BACK)


async def other_session(probe: Probe) -> None:
    """A command of another session is refused and not carried out."""
    await probe.rest()
    before, old = await _turned(probe), probe.session
    await _verdict(probe, Verdict.WRONG_SESSION, SHORT, 1, (probe.session + 3) & 0xFFFF)
    await probe.take()
    await _verdict(probe, Verdict.WRONG_SESSION, SHORT, 1, old)
    await _verdict(probe, Verdict.WRONG_SESSION, SHORT, 1, 0)
    await probe.quiet(0.3, beat=True)
    await _is_at(probe, before, 0)


async def busy(probe: Probe) -> None:
    """A second command while one is under way is BUSY; its number is not used up."""
    await probe.rest()
    seq = await probe.begin(LONGER)
    await _verdict(probe, Verdict.BUSY, SHORT, seq + 1)
    await probe.done(seq, LONGER)
    await _whole(probe, Turn(-9000, 90))


async def out_of_range(probe: Probe) -> None:
    """A value out of range is refused, never clipped; the number is used up and a copy gets the same answer."""
    await probe.rest()
    before = await _turned(probe)
    for command in (Turn(1000, 0), Turn(72_001, 90), Move(3_000_001, 50), Move(1000, 501)):
        seq = probe.seq = probe.seq + 1
        await _verdict(probe, Verdict.BAD_ARGUMENT, command, seq)
        await _verdict(probe, Verdict.BAD_ARGUMENT, command, seq)
    await _is_at(probe, before, 0)
    await _whole(probe, SHORT)
    await _whole(probe, BACK)


async def mended(probe: Probe) -> None:
    """A lost DONE is mended: REPORT tells the number that ended, and a copy of the command fetches its DONE."""
    await probe.rest()
    seq = await probe.begin(SHORT)
    await probe.quiet(1.0, beat=True)
    report = await probe.ping()
    if (report.session, report.last_seq, report.done_seq) != (probe.session, seq, seq):
        raise Differs(f"session {probe.session}, last_seq {seq}, done_seq {seq}", told(report))
    answer = await probe.order(SHORT, seq)
    if not isinstance(answer, Done) or answer.outcome is not Outcome.DONE:
        raise Differs("the stored DONE", told(answer))
    await _whole(probe, BACK)
