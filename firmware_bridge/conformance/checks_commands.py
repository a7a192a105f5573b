"""Checks of numbered commands: exactly once, whatever copies come."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from firmware_bridge.conformance.check_results import Differs, DoesNotApply
from firmware_bridge.conformance.probe import Probe, told
from firmware_bridge.link.commands import ACT_S, Command
from firmware_bridge.link.dialect import dialect_of
from firmware_bridge.link.robot_side import REMEMBERED
from firmware_bridge.protocol.codec import Frame
from firmware_bridge.protocol.messages import (
    LAYOUTS,
    Ack,
    Act,
    ActKind,
    Done,
    Move,
    Outcome,
    Progress,
    State,
    Stop,
    Telemetry,
    Track,
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

BATTERY_MV = 500
"""So far may two measurements of a battery be apart while motors start and stop."""


async def _whole(probe: Probe, command: Command) -> Done:
    """A command from ACK to DONE."""
    seq = await probe.begin(command)
    done = await probe.done(seq, command)
    if done.outcome is not Outcome.DONE or done.done_seq != seq or done.state is State.BUSY:
        raise Differs(f"DONE outcome DONE, done_seq {seq}, to {told(command)}", told(done))
    return done


async def _verdict(probe: Probe, wanted: Verdict, command: Command, seq: int, session: int | None = None) -> Ack:
    answer = await probe.order(command, seq, session)
    if not isinstance(answer, Ack) or answer.verdict is not wanted:
        raise Differs(f"ACK {wanted.name} to {told(command)} with number {seq}", told(answer))
    return answer


async def _turned(probe: Probe) -> tuple[int, int]:
    sums = await probe.telemetry()
    return sums.distance_um, sums.angle_cdeg


async def motions(probe: Probe) -> None:
    """MOVE and TURN are carried out and say truly how far; DONE comes by itself."""
    await probe.rest()
    probe.told_unasked = False
    before = await _turned(probe)
    for command in (Move(20_000, 50), Move(-20_000, 50), SHORT, BACK):
        done = await _whole(probe, command)
        wanted = (command.distance_um, 0) if isinstance(command, Move) else (0, command.angle_cdeg)
        off = (abs(done.distance_um - wanted[0]), abs(done.angle_cdeg - wanted[1]))
        if off[0] > ODOMETRY_UM or off[1] > ODOMETRY_CDEG:
            raise Differs(f"{told(command)} counted within 0.5 mm and 0.5 degrees", told(done))
        after = await _turned(probe)
        counted = (after[0] - before[0], after[1] - before[1])
        if counted != (done.distance_um, done.angle_cdeg):
            raise Differs(
                f"what DONE told on TELEMETRY's sums: {told(done)}", f"{counted[0]} um, {counted[1]} cdeg more"
            )
        before = after
    if not probe.told_unasked:
        raise Differs("DONE by itself at the end of a command", "DONE only to a copy of the command, four times")
    # A person's word is no measure.


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
    await probe.quiet(0.3, heartbeat=True)
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
    await probe.quiet(0.3, heartbeat=True)
    await _is_at(probe, before, 0)
    await _whole(probe, Turn(-500, 90))


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
    await probe.quiet(0.3, heartbeat=True)
    await _is_at(probe, before, 0)


async def busy(probe: Probe) -> None:
    """A second command while one is under way is BUSY; its number is not used up."""
    await probe.rest()
    seq = await probe.begin(LONGER)
    await _verdict(probe, Verdict.BUSY, SHORT, seq + 1)
    # Nor does the STOP of another number end it.
    await probe.order(Stop())
    done = await probe.done(seq, LONGER)
    if done.outcome is not Outcome.DONE:
        raise Differs(f"DONE outcome DONE of number {seq}, although number {seq + 1} was stopped", told(done))
    await _whole(probe, Turn(-9000, 90))


async def numbers(probe: Probe) -> None:
    """REPORT, WELCOME and TELEMETRY tell the last number taken and the last one ended, under way and at rest."""
    await probe.rest()
    await _whole(probe, LONGER)
    back = Turn(-9000, 90)
    seq = await probe.begin(back)
    await _tells(probe, seq, seq - 1, busy=True)
    await probe.done(seq, back)
    await _tells(probe, seq, seq, busy=False)


async def _tells(probe: Probe, last: int, ended: int, *, busy: bool) -> None:
    report, who, more = await probe.ping(), await probe.hello(), await probe.telemetry()
    volts = (report.battery_mv, who.battery_mv, more.battery_mv)
    for answer in (report, who, more):
        number = last if isinstance(answer, Telemetry) else answer.last_seq
        if (number, answer.done_seq, answer.state is State.BUSY) != (last, ended, busy):
            raise Differs(f"last_seq {last}, done_seq {ended}, {'' if busy else 'not '}BUSY", told(answer))
    if max(volts) - min(volts) > BATTERY_MV:
        raise Differs("one battery_mv in REPORT, WELCOME and TELEMETRY", ", ".join(map(str, volts)))


async def memory(probe: Probe) -> None:
    """The answers to the last numbers are kept, whatever they were, and a late STOP gets them as well."""
    await probe.rest()
    asked: list[tuple[Command | Stop, int, Ack | Done]] = []
    commands: tuple[Command | Stop, ...] = (Turn(1000, 0), SHORT, Stop(), BACK)
    for command in commands[:REMEMBERED]:
        first = await probe.order(command)
        if not isinstance(command, Stop) and isinstance(first, Ack) and first.verdict is Verdict.ACCEPTED:
            first = await probe.done(probe.seq, command)
        asked.append((command, probe.seq, first))
    for command, seq, first in asked:
        for copy in (command, Stop()):
            again = await probe.order(copy, seq)
            if _comparable(again) != _comparable(first):
                raise Differs(f"{told(first)} again to {told(copy)} with number {seq}", told(again))


def _comparable(answer: Ack | Done) -> tuple[object, ...]:
    """What must be the same in a copy's answer."""
    if isinstance(answer, Ack):
        return (answer.verdict,)
    return (answer.outcome, answer.distance_um, answer.angle_cdeg)


def _beyond() -> Iterator[Command]:
    """Commands with one value just outside the dictionary's limits."""
    for within in (Move(1000, 50), Turn(100, 90)):
        for field, least, most in next(layout.limits for layout in LAYOUTS if isinstance(within, layout.kind)):
            yield replace(within, **{field: least - 1})
            yield replace(within, **{field: most + 1})


async def out_of_range(probe: Probe) -> None:
    """A value out of range is refused, never clipped; the number is used up and a copy gets the same answer."""
    await probe.rest()
    before = await _turned(probe)
    for command in _beyond():
        seq = probe.seq = probe.seq + 1
        answer = await _verdict(probe, Verdict.BAD_ARGUMENT, command, seq)
        if answer.done_seq != seq:
            raise Differs(f"done_seq {seq} with a refusal that uses number {seq} up", told(answer))
        await _verdict(probe, Verdict.BAD_ARGUMENT, command, seq)
    await _is_at(probe, before, 0)
    await _whole(probe, SHORT)
    await _whole(probe, BACK)


async def progress(probe: Probe) -> None:
    """PROGRESS tells how far a motion has come, never less than before and never more than there is."""
    await probe.rest()
    who = await probe.hello()
    if dialect_of(who).refusal(Track):
        raise DoesNotApply("older", f"{who.major}.{who.minor}")
    seq = await probe.begin(LONGER)
    ways: list[int] = []
    for _ in range(3):
        way = await probe.ask(Frame(probe.session, seq, Track()), Progress)
        if way.distance_um or not (ways[-1] if ways else 0) <= way.angle_cdeg <= LONGER.angle_cdeg + ODOMETRY_CDEG:
            raise Differs(f"PROGRESS of {told(LONGER)}, never less than before", told(way))
        ways.append(way.angle_cdeg)
        await probe.quiet(0.2, heartbeat=True)
    done = await probe.done(seq, LONGER)
    if ways[-1] == 0 or ways[-1] > done.angle_cdeg:
        raise Differs(f"PROGRESS between 1 and {done.angle_cdeg} cdeg", f"{ways[-1]} cdeg")
    await _whole(probe, Turn(-LONGER.angle_cdeg, LONGER.speed_deg_s))


async def mended(probe: Probe) -> None:
    """A lost DONE is mended: REPORT tells the number that ended, and a copy of the command fetches its DONE."""
    await probe.rest()
    seq = await probe.begin(SHORT)
    await probe.quiet(1.0, heartbeat=True)
    report = await probe.ping()
    if (report.session, report.last_seq, report.done_seq) != (probe.session, seq, seq):
        raise Differs(f"session {probe.session}, last_seq {seq}, done_seq {seq}", told(report))
    answer = await probe.order(SHORT, seq)
    if not isinstance(answer, Done) or answer.outcome is not Outcome.DONE:
        raise Differs("the stored DONE", told(answer))
    await _whole(probe, BACK)
