"""Checks of everything that ends a motion early: STOP, the emergency stop, a silent host, a new session."""

from __future__ import annotations

import asyncio

from firmware_bridge.conformance.check_results import Differs, DoesNotApply
from firmware_bridge.conformance.probe import HEARTBEAT_S, Probe, told
from firmware_bridge.link.commands import Command
from firmware_bridge.link.robot_side import SILENCE_S
from firmware_bridge.protocol.codec import Frame, code_of
from firmware_bridge.protocol.messages import (
    Ack,
    Act,
    ActKind,
    Clear,
    Done,
    Estop,
    Move,
    Outcome,
    Ping,
    Report,
    State,
    Stop,
    Turn,
    Verdict,
)

LONG = Turn(36_000, 90)
"""A whole turn: there is time to stop it."""
UNDER_WAY_S = 0.5
LONG_ACT_S = 0.3
"""A shorter one might be over before its STOP is there."""
STOPPED_S = 1.0
"""A robot must have come to rest within this after STOP."""


async def stop_under_way(probe: Probe) -> None:
    """STOP ends the command of its number; DONE tells STOPPED and how far it came."""
    await probe.rest()
    seq = await probe.begin(LONG)
    await probe.quiet(UNDER_WAY_S, heartbeat=True)
    answer = await probe.order(Stop(), seq)
    if not isinstance(answer, Done) and not (isinstance(answer, Ack) and answer.verdict is Verdict.STOPPING):
        raise Differs("ACK STOPPING", told(answer))
    done = await _end(probe, seq, STOPPED_S)
    if done.outcome is not Outcome.STOPPED:
        raise Differs("DONE outcome STOPPED", told(done))
    if not 0 < done.angle_cdeg < LONG.angle_cdeg:
        raise Differs("DONE outcome STOPPED, part of the way", told(done))


async def _end(probe: Probe, seq: int, seconds: float, command: Command = LONG) -> Done:
    """The DONE of a number, which must come by itself or when a copy of the command asks for it."""
    found = await probe.until(
        lambda heard: isinstance(heard.message, Done) and (heard.session, heard.seq) == (probe.session, seq), seconds
    )
    answer = found.message if found is not None else await probe.order(command, seq)
    if not isinstance(answer, Done):
        raise Differs(f"DONE within {seconds:g} s", told(answer))
    return answer


async def stop_before(probe: Probe) -> None:
    """STOP for a number that it has not seen uses it up: the command that comes late is not carried out."""
    await probe.rest()
    before = (await probe.telemetry()).angle_cdeg
    answer = await probe.order(Stop())
    if not isinstance(answer, Done) or (answer.outcome, answer.angle_cdeg) != (Outcome.STOPPED, 0):
        raise Differs("DONE outcome STOPPED and no way", told(answer))
    late = await probe.order(Turn(1000, 90), probe.seq)
    if not isinstance(late, Done) or late.outcome is not Outcome.STOPPED:
        raise Differs("the stored DONE to the command that came late", told(late))
    await probe.quiet(0.3, heartbeat=True)
    after = (await probe.telemetry()).angle_cdeg
    if after != before:
        raise Differs("wheels at rest", f"{after - before} more on TELEMETRY's angle_cdeg")


async def _estop(probe: Probe, nonce: int, session: int = 0) -> Report:
    report = await probe.ask(Frame(session, nonce, Estop()), Report)
    if report.state is not State.ESTOPPED or report.to != code_of(Estop()):
        raise Differs("REPORT to ESTOP with state ESTOPPED", told(report))
    return report


async def estop(probe: Probe) -> None:
    """ESTOP needs no session, ends the motion at once, and latches: commands are refused until CLEAR."""
    await probe.rest()
    seq = await probe.begin(LONG)
    await probe.quiet(UNDER_WAY_S, heartbeat=True)
    report = await _estop(probe, probe.fresh_nonce())
    done = await _end(probe, seq, STOPPED_S)
    if done.outcome is not Outcome.ESTOPPED:
        raise Differs("DONE outcome ESTOPPED", told(done))
    answer = await probe.order(Turn(1000, 90))
    if not isinstance(answer, Ack) or answer.verdict is not Verdict.ESTOPPED:
        raise Differs("ACK ESTOPPED to a command", told(answer))
    cleared = await probe.clear(report.latch)
    if cleared.state is State.ESTOPPED:
        raise Differs("a robot that is released by CLEAR", told(cleared))
    late = await probe.order(Turn(1000, 90), probe.seq)
    if not isinstance(late, Ack) or late.verdict is not Verdict.ESTOPPED:
        raise Differs("the stored refusal to a copy of that command after CLEAR", told(late))
    if not 0 < done.angle_cdeg < LONG.angle_cdeg:
        raise Differs("DONE outcome ESTOPPED, part of the way", told(done))


async def latched(probe: Probe) -> None:
    """A latched robot refuses MOVE, TURN and ACT, and goes on refusing them in a new session."""
    await probe.rest()
    report = await _estop(probe, probe.fresh_nonce())
    for again in (False, True):
        if again:
            await probe.take()
        for command in (Move(10_000, 50), Turn(1000, 90), Act(ActKind.SHIELD)):
            answer = await probe.order(command)
            if not isinstance(answer, Ack) or answer.verdict is not Verdict.ESTOPPED:
                where = " in a session that was begun since" if again else ""
                raise Differs(f"ACK ESTOPPED to {told(command)}{where}", told(answer))
    if (await probe.clear(report.latch)).state is State.ESTOPPED:
        raise Differs("a robot that is released by CLEAR", "state ESTOPPED")


async def acts_end(probe: Probe) -> None:
    """STOP and ESTOP end an act as they end a motion."""
    await probe.rest()
    who = await probe.hello()
    acts = [Act(kind) for kind in ActKind if who.capabilities >> (2 + kind) & 1]
    # The last is the longest on every robot that we know: IDENTIFY.
    if not acts or await _lasts(probe, acts[-1]) < LONG_ACT_S:
        raise DoesNotApply("no long act")
    act = acts[-1]
    seq = await probe.begin(act)
    await probe.order(Stop(), seq)
    await _ended(probe, seq, act, Outcome.STOPPED)
    seq = await probe.begin(act)
    report = await _estop(probe, probe.fresh_nonce())
    await _ended(probe, seq, act, Outcome.ESTOPPED)
    await probe.clear(report.latch)


async def _lasts(probe: Probe, act: Act) -> float:
    seq = await probe.begin(act)
    began = asyncio.get_running_loop().time()
    await probe.done(seq, act)
    return asyncio.get_running_loop().time() - began


async def _ended(probe: Probe, seq: int, act: Act, wanted: Outcome) -> None:
    done = await _end(probe, seq, STOPPED_S, act)
    if done.outcome is not wanted:
        raise Differs(f"DONE outcome {wanted.name} to {told(act)}", told(done))


async def estop_counts(probe: Probe) -> None:
    """A repeat of ESTOP does not count the latch on, nor does a standing order (nonce 0); a new one does."""
    await probe.rest()
    first = probe.fresh_nonce()
    counts = [(await _estop(probe, nonce)).latch for nonce in (first, first, 0, probe.fresh_nonce(), 0)]
    wanted = [counts[0], counts[0], counts[0], (counts[0] + 1) & 0xFFFF, (counts[0] + 1) & 0xFFFF]
    if counts != wanted:
        raise Differs(f"latch counts {wanted}", str(counts))
    await probe.clear(counts[-1])
    # Once released, it is stopped also by a nonce that it knows.
    known = probe.fresh_nonce()
    for _ in range(2):
        await probe.clear((await _estop(probe, known)).latch)


async def clear_of_old(probe: Probe) -> None:
    """CLEAR releases only if it names the count of now: an old one never releases a newer stop."""
    await probe.rest()
    old = (await _estop(probe, probe.fresh_nonce())).latch
    new = (await _estop(probe, probe.fresh_nonce())).latch
    kept = await probe.ask(Frame(0, probe.fresh_nonce(), Clear(old)), Report)
    if kept.state is not State.ESTOPPED:
        raise Differs(f"state ESTOPPED still, after CLEAR({old}) while the count is {new}", told(kept))
    if (await probe.clear(new)).state is State.ESTOPPED:
        raise Differs(f"a robot released by CLEAR({new})", "state ESTOPPED")


async def silence(probe: Probe) -> None:
    """A robot under way that hears nothing of its session for 1 s stops by itself."""
    await _falls_silent(probe, 3 * SILENCE_S)


async def strangers(probe: Probe) -> None:
    """What is said to another session keeps no motion alive."""
    await _falls_silent(probe, HEARTBEAT_S)


async def _falls_silent(probe: Probe, every: float) -> None:
    """Say nothing to the robot's session; but to another one, so often."""
    await probe.rest()
    seq = await probe.begin(LONG)
    loop = asyncio.get_running_loop()
    began = loop.time()
    found = None
    while found is None and loop.time() < began + 3 * SILENCE_S:
        found = await probe.until(lambda heard: isinstance(heard.message, Done) and heard.seq == seq, every)
        if found is None:
            probe.say(Frame((probe.session + 3) & 0xFFFF, probe.fresh_nonce(), Ping(0)))
    took = loop.time() - began
    done = found.message if found is not None else await probe.order(LONG, seq)
    if not isinstance(done, Done) or done.outcome is not Outcome.SILENCE:
        raise Differs("DONE outcome SILENCE after a second without a word", told(done))
    if not 0.8 * SILENCE_S <= took <= 2 * SILENCE_S:
        raise Differs(f"a stop {SILENCE_S:g} s after the last word", f"DONE after {took:.2f} s")


async def new_session(probe: Probe) -> None:
    """Another session ends the motion under way; its command is void."""
    await probe.rest()
    old = probe.session
    seq = await probe.begin(LONG)
    await probe.quiet(UNDER_WAY_S, heartbeat=True)
    await probe.take()
    await probe.quiet(STOPPED_S, heartbeat=True)
    report = await probe.ping()
    if (report.state, report.session, report.done_seq) != (State.IDLE, probe.session, 0):
        raise Differs(f"IDLE in session {probe.session}, done_seq 0", told(report))
    answer = await probe.order(LONG, seq, old)
    if not isinstance(answer, Ack) or answer.verdict is not Verdict.WRONG_SESSION:
        raise Differs("ACK WRONG_SESSION to a copy of the old command", told(answer))


async def signs_of_life(probe: Probe) -> None:
    """PING is answered with REPORT, in and out of a session, with the host's time and nonce."""
    await probe.rest()
    report = await probe.ping()
    if report.host_time_ms != 0xC0FFEE or report.session != probe.session:
        raise Differs(f"REPORT with host_time_ms {0xC0FFEE} and session {probe.session}", told(report))
    session, probe.session = probe.session, 0
    try:
        report = await probe.ping()
    finally:
        probe.session = session
    if report.session != session:
        raise Differs(f"REPORT with session {session} to a PING without one", told(report))
