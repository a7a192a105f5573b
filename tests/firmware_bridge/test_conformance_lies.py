"""One answer that is not as docs/protocol.md has it fails the check that is about it. In memory, in virtual time."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from firmware_bridge.conformance import CHECKS
from firmware_bridge.conformance.certificate_messages import WORDS
from firmware_bridge.link import robot_side
from firmware_bridge.link.robot_side import REMEMBERED, Identity, RobotSide
from firmware_bridge.protocol.codec import Frame, code_of
from firmware_bridge.protocol.messages import (
    DICTIONARY_HASH,
    MAJOR,
    Ack,
    Act,
    ActKind,
    Boot,
    Clear,
    Description,
    Done,
    Estop,
    Hello,
    Message,
    Move,
    Outcome,
    Progress,
    Report,
    State,
    Stop,
    Telemetry,
    Turn,
    Verdict,
    Welcome,
)
from tests.firmware_bridge.lies import (
    ACCEPTED,
    BUSY,
    ENDED,
    GAP,
    LOST_DONE,
    ONLY_SERIAL,
    PING,
    STOPPED,
    after,
    asks_in_a_session,
    at_rest,
    both,
    carried_out_later,
    counted_off,
    counts_repeats,
    describes,
    ended_as,
    instead,
    joins,
    judged,
    known,
    lie,
    obeys_session_none,
    obeys_the_session_before,
    obeys_the_session_before_it_started,
    of_seq,
    outcomes,
    plus,
    restarted,
    session_none,
    session_none_asked,
    take,
    taken,
    takes_an_old_session,
    tells_no_session,
    to,
    under_way,
    verdict,
)
from tests.firmware_bridge.memory_robot import BRAKE_S, Lie, MemoryRobot, truth

LIES: tuple[tuple[str, str, Lie], ...] = (
    ("welcome", "boot id 0", lie(Welcome, boot_id=0)),
    ("welcome", "a name that is no name", lie(Welcome, name="re\x07d")),
    ("welcome", "another protocol", lie(Welcome, major=MAJOR + 1)),
    ("welcome", "another dictionary", lie(Welcome, dictionary=DICTIONARY_HASH ^ 1)),
    ("checksum", "counts no bad frames", lie(Telemetry, bad_frames=0)),
    ("checksum", "counts them twice", lie(Telemetry, bad_frames=lambda count: 2 * count)),
    ("checksum", "counts one of them twice", lie(Telemetry, bad_frames=lambda count: count + count // 3)),
    ("unknown-type", "uses the number of an unknown act up", lie(Report, after(Act, 0), last_seq=plus(1))),
    ("layouts", "another layout", lie(Description, describes(code_of(Stop())), layout=lambda layout: layout ^ 1)),
    ("layouts", "a layout of a message that there is not", lie(Description, describes(0x7F), layout=1)),
    ("layouts", "another message", lie(Description, code=plus(1))),
    ("asking", "asking begins another session", lie(Welcome, asks_in_a_session, session=plus(1))),
    ("asking", "asking uses a number up", lie(Welcome, asks_in_a_session, last_seq=plus(1))),
    ("asking", "asking is a boot", lie(Welcome, asks_in_a_session, boot_id=plus(1))),
    ("taking", "of another boot", joins(known("boot_id"))),
    ("taking", "in place of another session", joins(known("replaces"))),
    ("taking", "in another dictionary", joins(take("dictionary", DICTIONARY_HASH ^ 1))),
    ("taking", "in another protocol", joins(take("major", MAJOR + 1))),
    ("taking", "session 0", session_none),
    ("taking", "takes no session any more", lie(Welcome, taken(7), session=plus(-1))),
    ("asking", "a session that begins with number 1", lie(Welcome, to(Hello, taken(1)), last_seq=1)),
    ("asking", "a session that begins with a number that ended", lie(Welcome, to(Hello, taken(1)), done_seq=1)),
    ("late-hello", "an old session begins anew", takes_an_old_session),
    ("late-hello", "the numbers begin anew", lie(Welcome, after(Stop), last_seq=0)),
    ("motions", "a turn's count that is 0.51 degrees off", counted_off(Turn, 0, 51)),
    ("motions", "a turn's count that is 0.51 degrees short", counted_off(Turn, 0, -51)),
    ("motions", "a turn that rolls away", counted_off(Turn, 501, 0)),
    ("motions", "a move's count that is 0.501 mm off", counted_off(Move, 501, 0)),
    ("motions", "a move that turns", counted_off(Move, 0, -51)),
    ("motions", "sums of distances that are none", lie(Telemetry, after(Move), distance_um=plus(1))),
    ("motions", "sums of angles that are none", lie(Telemetry, after(Turn, 2), angle_cdeg=plus(1))),
    ("motions", "stalled", lie(Done, outcome=Outcome.STALLED)),
    ("motions", "the number that ended is another", lie(Done, done_seq=plus(1))),
    ("motions", "done, and busy", lie(Done, state=State.BUSY)),
    ("motions", "accepted, and idle", lie(Ack, verdict(Verdict.ACCEPTED), state=State.IDLE)),
    ("motions", "not told by itself", instead(None, Done, lambda _a, _b, robot: not robot.answering)),
    ("acts", "an act that is stopped", lie(Done, outcome=Outcome.STOPPED)),
    ("acts", "an act that it said it cannot", lie(Welcome, capabilities=0b11)),
    ("copy-under-way", "a copy that is refused", instead(BUSY, Ack, after(Turn, 2))),
    ("copy-under-way", "half a degree more", lie(Telemetry, after(Turn), angle_cdeg=plus(51))),
    ("copy-under-way", "half a degree less", lie(Telemetry, after(Turn), angle_cdeg=plus(-51))),
    ("copy-under-way", "on the way", lie(Telemetry, after(Turn), distance_um=plus(501))),
    ("copy-afterwards", "another outcome", lie(Done, after(Turn, 2), outcome=Outcome.STOPPED)),
    ("copy-afterwards", "another angle", lie(Done, after(Turn, 2), angle_cdeg=plus(1))),
    ("copy-afterwards", "an ACK", instead(ACCEPTED, Done, after(Turn, 2))),
    ("copy-afterwards", "carried out again", lie(Telemetry, after(Turn, 2), angle_cdeg=plus(1000))),
    ("copy-afterwards", "carried out again a moment later", carried_out_later(Turn, 2)),
    ("old-copy", "carried out a moment later", carried_out_later(Turn, REMEMBERED + 4)),
    ("other-session", "carried out a moment later", carried_out_later(Turn, 3)),
    ("stop-before", "the late command is carried out a moment later", carried_out_later(Turn, 1)),
    ("progress", "as far as it will come", lie(Progress, angle_cdeg=lambda angle: angle and 9_001)),
    ("memory", "another angle to a copy", lie(Done, to(Turn, after(Stop, 2)), angle_cdeg=plus(1))),
    ("memory", "another distance to a copy", lie(Done, to(Turn, after(Stop, 2)), distance_um=plus(1))),
    ("memory", "another refusal to a copy", lie(Ack, after(Stop, 2), verdict=Verdict.FAULT)),
    ("memory", "an ACK to a late STOP", instead(GAP, Done, to(Stop, after(Stop, 2)))),
    ("old-copy", "accepted", instead(ACCEPTED, Ack, verdict(Verdict.GAP))),
    ("old-copy", "carried out", lie(Telemetry, after(Turn, REMEMBERED + 4), angle_cdeg=plus(51))),
    ("gap", "a gap that is none", of_seq(3)(ACCEPTED)),
    ("gap", "a number of long ago", of_seq(0xFFF0)(BUSY)),
    ("gap", "the next number is used up", of_seq(1)(GAP)),
    ("other-session", "another session", instead(ACCEPTED, Ack, verdict(Verdict.WRONG_SESSION))),
    ("other-session", "the session before", obeys_the_session_before),
    ("other-session", "session 0", obeys_session_none),
    ("other-session", "carried out", lie(Telemetry, after(Turn, 3), angle_cdeg=plus(1000))),
    ("busy", "a gap", instead(GAP, Ack, verdict(Verdict.BUSY))),
    ("busy", "stopped by another number", lie(Done, outcome=Outcome.STOPPED)),
    ("numbers", "last number in REPORT under way", lie(Report, under_way, last_seq=plus(1))),
    ("numbers", "last number in WELCOME under way", lie(Welcome, under_way, last_seq=plus(1))),
    ("numbers", "ended number in TELEMETRY under way", lie(Telemetry, under_way, done_seq=plus(1))),
    ("numbers", "ended number in WELCOME at rest", lie(Welcome, at_rest, done_seq=plus(-1))),
    ("numbers", "ended number in REPORT at rest", lie(Report, at_rest, done_seq=plus(-1))),
    ("numbers", "busy at rest", lie(Telemetry, at_rest, state=State.BUSY)),
    ("numbers", "idle under way", lie(Welcome, under_way, state=State.IDLE)),
    ("numbers", "a battery that is 0.501 V lower", lie(Welcome, battery_mv=plus(-501))),
    ("numbers", "a battery that is 0.501 V higher", lie(Telemetry, battery_mv=plus(501))),
    ("out-of-range", "clipped", instead(ACCEPTED, Ack, verdict(Verdict.BAD_ARGUMENT))),
    ("out-of-range", "not used up", lie(Ack, verdict(Verdict.BAD_ARGUMENT), done_seq=plus(-1))),
    ("out-of-range", "moves a little", lie(Telemetry, after(Move), angle_cdeg=plus(51))),
    ("mended", "the ended number is not told", lie(Report, at_rest, done_seq=0)),
    ("mended", "the last number is not told", lie(Report, at_rest, last_seq=0)),
    ("mended", "another session", lie(Report, at_rest, session=plus(1))),
    ("mended", "the stored DONE is another", lie(Done, after(Turn, 2), outcome=Outcome.STALLED)),
    ("mended", "no DONE is stored", instead(ACCEPTED, Done, after(Turn, 2))),
    ("progress", "nothing of a motion under way", lie(Progress, angle_cdeg=0)),
    ("progress", "farther than it will go", lie(Progress, angle_cdeg=9_051)),
    ("progress", "a way while it turns", lie(Progress, distance_um=1)),
    ("progress", "back again", lie(Progress, angle_cdeg=lambda angle: 9_000 - angle)),
    ("stop-under-way", "a refusal", instead(BUSY, Ack, verdict(Verdict.STOPPING))),
    ("stop-under-way", "done", lie(Done, outcome=Outcome.DONE)),
    ("stop-under-way", "no way at all", lie(Done, angle_cdeg=0)),
    ("stop-under-way", "the whole way", lie(Done, angle_cdeg=36_000)),
    ("stop-before", "a way", lie(Done, angle_cdeg=1)),
    ("stop-before", "done", lie(Done, outcome=Outcome.DONE)),
    ("stop-before", "a gap", instead(GAP, Done)),
    ("stop-before", "the late command is refused", instead(GAP, Done, after(Turn))),
    ("stop-before", "the late command is done", lie(Done, after(Turn), outcome=Outcome.DONE)),
    ("stop-before", "the late command is carried out", lie(Telemetry, after(Turn), angle_cdeg=plus(1))),
    ("acts-end", "not by STOP", lie(Done, ended_as(Outcome.STOPPED), outcome=Outcome.DONE)),
    ("acts-end", "not by ESTOP", lie(Done, ended_as(Outcome.ESTOPPED), outcome=Outcome.STOPPED)),
    ("estop", "not latched", lie(Report, to(Estop), state=State.IDLE)),
    ("estop", "the answer to something else", lie(Report, to(Estop), to=code_of(Clear(0)))),
    ("estop", "a motion that was stopped only", lie(Done, ended_as(Outcome.ESTOPPED), outcome=Outcome.STOPPED)),
    ("estop", "another refusal", lie(Ack, verdict(Verdict.ESTOPPED), verdict=Verdict.FAULT)),
    ("estop", "never released", lie(Report, to(Clear), state=State.ESTOPPED)),
    ("estop", "the refusal is forgotten", lie(Ack, after(Clear), verdict=Verdict.ACCEPTED)),
    ("estop", "no way at all", lie(Done, angle_cdeg=0)),
    ("estop", "the whole way", lie(Done, angle_cdeg=36_000)),
    ("latched", "a move is accepted", lie(Ack, to(Move), verdict=Verdict.BUSY)),
    ("latched", "a turn is accepted", lie(Ack, to(Turn), verdict=Verdict.BUSY)),
    ("latched", "never released", lie(Report, to(Clear), state=State.ESTOPPED)),
    ("estop-counts", "does not count", lie(Report, to(Estop), latch=1)),
    ("estop-counts", "counts repeats", counts_repeats),
    ("clear-of-old", "released by an old one", lie(Report, to(Clear), state=State.IDLE)),
    ("clear-of-old", "released by none", lie(Report, to(Clear), state=State.ESTOPPED)),
    ("silence", "another outcome", lie(Done, outcome=Outcome.STOPPED)),
    ("new-session", "still busy", lie(Report, after(Turn), state=State.BUSY)),
    ("new-session", "numbers of the old one", lie(Report, after(Turn), done_seq=1)),
    ("new-session", "the old session", lie(Report, after(Turn), session=plus(-1))),
    ("new-session", "the old command is obeyed", instead(ACCEPTED, Ack, verdict(Verdict.WRONG_SESSION))),
    ("new-session", "the old command is done", instead(ENDED, Ack, verdict(Verdict.WRONG_SESSION))),
    ("latched", "a move is done", instead(ENDED, Ack, verdict(Verdict.ESTOPPED))),
    ("latched", "an act is done", instead(ENDED, Ack, to(Act))),
    ("estop", "a command is done", instead(ENDED, Ack, verdict(Verdict.ESTOPPED))),
    ("estop", "its copy is done", instead(ENDED, Ack, after(Clear))),
    ("restart", "a command of the old session is done", instead(ENDED, Ack, restarted)),
    ("other-session", "done", instead(ENDED, Ack, verdict(Verdict.WRONG_SESSION))),
    ("old-copy", "another refusal", instead(BUSY, Ack, verdict(Verdict.GAP))),
    ("numbers", "another last number in REPORT at rest", lie(Report, at_rest, last_seq=plus(-1))),
    ("signs-of-life", "another time", lie(Report, host_time_ms=plus(1))),
    ("signs-of-life", "another session", lie(Report, session=plus(1))),
    ("signs-of-life", "no session where none was named", tells_no_session),
    ("restart", "the same boot", both(lie(Boot, boot_id=5), lie(Welcome, boot_id=5))),
    ("restart", "no BOOT", instead(None, Boot)),
    ("restart", "the old session goes on", instead(ACCEPTED, Ack, restarted)),
    ("restart", "session 0 is one", obeys_session_none),
    ("restart", "the session before is one", obeys_the_session_before_it_started),
    ("restart", "a command of session 0 is done", instead(ENDED, Ack, to(Act, session_none_asked))),
    ("restart", "a session from the start", lie(Welcome, restarted, session=plus(3))),
    ("restart", "another boot in WELCOME", lie(Welcome, restarted, boot_id=plus(1))),
)  # fmt: skip
"""The check, what is wrong, and how."""


@pytest.mark.parametrize(
    ("check", "told"), [(check, told) for check, _, told in LIES], ids=[f"{c}: {w}" for c, w, _ in LIES]
)
def test_a_wrong_answer_fails_the_check_that_is_about_it(check: str, told: Lie) -> None:
    [finding] = judged(MemoryRobot(told), check).findings
    assert (finding.check, finding.outcome) == (check, "failed")
    assert finding.expected and finding.seen and "None" not in finding.expected + finding.seen


def test_the_truth_passes_every_check() -> None:
    robot = MemoryRobot(truth)
    found = judged(robot)
    assert found.sound and found.robot is not None and robot.closed and found.port == "memory:red"
    missed = {check for check, outcome in outcomes(found).items() if outcome != "passed"}
    assert missed == ONLY_SERIAL
    assert {check for check, _, _ in LIES} | ONLY_SERIAL | {"length", "strangers"} == set(outcomes(found))


@pytest.mark.parametrize("check", [check.key for check in CHECKS if check.key not in ONLY_SERIAL])
def test_every_check_begins_with_a_robot_at_rest_whatever_it_finds(check: str) -> None:
    robot = MemoryRobot()
    robot.side.session, robot.side.last_seq, robot.side.done_seq = 77, 9, 9
    robot.side.latched, robot.side.latch = True, 4
    robot.side._sum = (-123_456, 7_654)
    assert outcomes(judged(robot, check)) == {check: "passed"}


TOLERATED: tuple[tuple[str, str, Lie], ...] = (
    ("motions", "half a degree", counted_off(Turn, 500, 50)),
    ("motions", "half a mm", counted_off(Move, -500, -50)),
    ("copy-under-way", "half a degree more on the sum", lie(Telemetry, after(Turn, 4), angle_cdeg=plus(50))),
    ("numbers", "half a volt", lie(Telemetry, battery_mv=plus(500))),
    ("checksum", "two of three bad frames came through", lie(Telemetry, bad_frames=lambda count: min(count, 2))),
    ("welcome", "no name", lie(Welcome, name="")),
    ("welcome", "boot id 1", lie(Welcome, boot_id=1)),
    ("old-copy", "a DONE that was kept for long", instead(ENDED, Ack, verdict(Verdict.GAP))),
    ("stop-under-way", "stopped at once", instead(STOPPED, Ack, verdict(Verdict.STOPPING))),
    ("stop-under-way", "a DONE that is lost is asked for", LOST_DONE),
    ("acts-end", "a DONE that is lost is asked for", LOST_DONE),
    ("estop", "a DONE that is lost is asked for", LOST_DONE),
)  # fmt: skip


@pytest.mark.parametrize(
    ("check", "told"), [(c, told) for c, _, told in TOLERATED], ids=[f"{c}: {w}" for c, w, _ in TOLERATED]
)
def test_what_the_wire_or_a_wheel_may_do_is_no_fault(check: str, told: Lie) -> None:
    [finding] = judged(MemoryRobot(told), check).findings
    assert finding.outcome == "passed", finding


NONSENSE: tuple[tuple[str, Callable[[bytes], bool]], ...] = (
    ("checksum", lambda _data: True),
    ("length", lambda data: len(data) < len(PING)),
    ("length", lambda data: len(data) > len(PING)),
    ("unknown-type", lambda data: data[0] == 0x7F),
    ("unknown-type", lambda data: data[0] == code_of(Act(ActKind.IDENTIFY))),
)


@pytest.mark.parametrize(("check", "what"), NONSENSE)
def test_who_answers_nonsense_fails(check: str, what: Callable[[bytes], bool]) -> None:
    [finding] = judged(MemoryRobot(answers_nonsense=what), check).findings
    assert finding.outcome == "failed" and "silence after a" in finding.expected and "BOOT" in finding.seen


def test_a_robot_that_cannot_be_restarted_by_anybody_is_not_judged_by_it() -> None:
    [finding] = judged(MemoryRobot(), "restart", restart=False).findings
    assert finding.outcome == "not applicable" and finding.why


def test_a_robot_without_a_long_act_is_not_judged_by_how_it_ends() -> None:
    [finding] = judged(MemoryRobot(identity=Identity("red", capabilities=0b11)), "acts-end").findings
    assert finding.outcome == "not applicable" and finding.why


@pytest.mark.parametrize("refusal", [Verdict.LOW_BATTERY, Verdict.FAULT])
def test_a_robot_that_refuses_for_its_battery_or_a_fault_is_not_judged_by_motions(refusal: Verdict) -> None:
    told = instead(Ack(refusal, 1, State.IDLE), Ack, verdict(Verdict.ACCEPTED))
    [finding] = judged(MemoryRobot(told), "motions").findings
    assert (finding.outcome, finding.seen) == ("not applicable", refusal.name) and finding.why in WORDS


@pytest.mark.parametrize(("after_s", "outcome"), [(0.75, "failed"), (0.85, "passed"), (1.9, "passed"), (2.1, "failed")])
def test_a_robot_falls_silent_a_second_after_its_host_not_sooner_and_not_much_later(
    after_s: float, outcome: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(robot_side, "SILENCE_S", after_s - BRAKE_S)
    [finding] = judged(MemoryRobot(), "silence").findings
    assert finding.outcome == outcome


def test_what_is_said_to_others_keeps_no_robot_alive() -> None:
    class HearsEverybody(RobotSide):
        def receive(self, frame: Frame, now: float) -> list[Frame]:
            self._heard_at = now
            return super().receive(frame, now)

    robot = MemoryRobot()
    robot.side.__class__ = HearsEverybody
    assert outcomes(judged(robot, "strangers")) == {"strangers": "failed"}


@pytest.mark.parametrize(("kind", "seen"), [(Welcome, False), (Report, True), (Telemetry, True), (Ack, True)])
def test_who_never_answers_one_thing_fails_and_the_suite_ends(kind: type[Message], seen: bool) -> None:
    found = judged(MemoryRobot(instead(None, kind)))
    assert not found.sound and (found.robot is not None) is seen
    if not seen:
        assert [finding.check for finding in found.findings] == ["welcome"]
    else:
        assert len(found.findings) == len(CHECKS) and outcomes(found)["welcome"] == "passed"


def test_a_done_that_is_lost_each_time_is_fetched_but_must_come_by_itself_once() -> None:
    lost = instead(None, Done, lambda _asked, _answer, robot: not robot.answering and len(robot.said) % 2 == 0)
    assert judged(MemoryRobot(instead(None, Done, lambda _a, _b, robot: not robot.answering)), "acts").sound
    assert outcomes(judged(MemoryRobot(lost), "copy-under-way")) == {"copy-under-way": "passed"}


def test_after_the_checks_the_robot_is_left_at_rest_and_released() -> None:
    robot = MemoryRobot(lie(Report, to(Clear, lambda _a, _b, robot: not robot.notes), state=State.ESTOPPED))
    judged(robot, "latched")
    assert not robot.side.latched and robot.side.state is State.IDLE and robot.closed
