"""The suite of checks as a whole: channels that break, interruptions, lines that lose bytes, the certificate."""

from __future__ import annotations

import asyncio
from datetime import date
from typing import cast

import pytest
from msgspec.structs import replace

from boards.base.catalogue import Language
from boards.base.reasons import foreign_words
from firmware_bridge.channels.channel import Channel, ChannelClosed, ChannelError, OnFrame, OnLost
from firmware_bridge.conformance import CHECKS, Conformance, certificate, conform
from firmware_bridge.conformance.certificate_messages import WORDS, title, word
from firmware_bridge.conformance.check_results import Finding
from firmware_bridge.link.commands import Command
from firmware_bridge.protocol.messages import (
    DICTIONARY_HASH,
    LAYOUTS,
    MAJOR,
    MINOR,
    Act,
    Move,
    Outcome,
    State,
    Turn,
    Welcome,
)
from hardware.simulated.virtual_clock import run
from tests.firmware_bridge.lies import (
    ONLY_SERIAL,
    WHO,
    instead,
    judged,
    outcomes,
)
from tests.firmware_bridge.memory_robot import Lie, MemoryLine, MemoryMotors, MemoryRobot, truth


@pytest.mark.parametrize(("tells", "error"), [(True, "unplugged"), (False, "not open")])
def test_a_channel_that_breaks_in_the_middle_ends_the_suite_with_its_own_error(tells: bool, error: str) -> None:
    class Breaks(MemoryRobot):
        unplugged = False

        async def open(self, on_frame: OnFrame, on_lost: OnLost) -> None:
            await super().open(on_frame, on_lost)
            asyncio.get_running_loop().call_later(3.0, self.lose, on_lost)

        def lose(self, on_lost: OnLost) -> None:
            self.unplugged = True
            if tells:
                on_lost(ChannelError(self.port, foreign_words("unplugged")))

        def send(self, data: bytes) -> None:
            if self.unplugged:
                raise ChannelClosed(self.port)
            super().send(data)

    robot = Breaks()
    heard: list[Finding] = []
    with pytest.raises(ChannelError, match=error):
        run(conform(cast(Channel, robot), None, heard.append))
    assert robot.closed and 0 < len(heard) < len(CHECKS)


@pytest.mark.parametrize("told", [truth, instead(None, Welcome)], ids=["a golem", "nobody"])
def test_each_finding_is_told_as_it_comes(told: Lie) -> None:
    heard: list[Finding] = []
    found = run(conform(cast(Channel, MemoryRobot(told)), None, heard.append))
    assert tuple(heard) == found.findings and heard


def test_a_suite_that_is_interrupted_leaves_a_robot_that_stands() -> None:
    robot = MemoryRobot()
    when_cancelled: list[State] = []

    async def main() -> None:
        def cancel() -> None:
            when_cancelled.append(robot.side.state)
            suite.cancel()

        def heard(finding: Finding) -> None:
            if finding.check == "copy-afterwards":
                # The checks of motions have begun, and go on.
                asyncio.get_running_loop().call_later(0.5, cancel)

        keys = ("copy-afterwards", "stop-under-way", "silence")
        checks = tuple(check for check in CHECKS if check.key in keys)
        suite = asyncio.ensure_future(conform(cast(Channel, robot), None, heard, checks))
        with pytest.raises(asyncio.CancelledError):
            await suite
        assert when_cancelled == [State.BUSY] and robot.side.state is State.IDLE and robot.closed

    run(main())


def test_a_suite_that_is_interrupted_before_anybody_answers_asks_nothing_more() -> None:
    robot = MemoryRobot(instead(None, Welcome))

    async def main() -> float:
        suite = asyncio.ensure_future(conform(cast(Channel, robot)))
        await asyncio.sleep(1.0)
        suite.cancel()
        began = asyncio.get_running_loop().time()
        with pytest.raises(asyncio.CancelledError):
            await suite
        return asyncio.get_running_loop().time() - began

    assert run(main()) == 0.0 and robot.closed


def test_a_robot_whose_acts_are_over_at_once_is_not_judged_by_how_they_end() -> None:
    class Quick(MemoryMotors):
        def begin(self, command: Command) -> None:
            super().begin(command)
            if isinstance(command, Act):
                self.forget()
                self._end = asyncio.get_running_loop().call_later(0.1, self._finish, Outcome.DONE, 1.0)

    [finding] = judged(MemoryRobot(motors=Quick), "acts-end").findings
    assert (finding.outcome, finding.why) == ("not applicable", "no long act") and finding.why in WORDS


def test_a_value_is_asked_for_on_either_side_of_every_limit() -> None:
    robot = MemoryRobot()
    assert outcomes(judged(robot, "out-of-range")) == {"out-of-range": "passed"}
    for layout in LAYOUTS:
        if layout.kind in (Move, Turn):
            for name, least, most in layout.limits:
                asked = {getattr(said, name) for said in robot.said if isinstance(said, layout.kind)}
                assert {least - 1, most + 1} <= asked, (layout.kind, name)


# -- on a serial line ------------------------------------------------------------------------------------


class HearsNoSlowBytes(MemoryLine):
    """What does not come in one go is no frame."""

    def put(self, data: bytes) -> None:
        if len(data) > 1:
            super().put(data)


class DeafAfter(MemoryLine):
    """Hears nothing more, or for so many frames, once something came that is none."""

    what = b"ok T"
    frames = 99

    def put(self, data: bytes) -> None:
        self.left = self.frames if self.what in data else getattr(self, "left", 0)
        if self.left and self.what not in data and len(data) > 1:
            self.left -= 1
        elif not self.left:
            super().put(data)


class DeafForOne(DeafAfter):
    frames = 1


class DeafAfterAnEndlessFrame(DeafAfter):
    what = b"U" * 100


class DeafAfterZeros(DeafAfter):
    what = bytes(40)


def test_a_robot_on_a_line_passes_what_only_a_line_can_show() -> None:
    found = judged(MemoryLine(), *ONLY_SERIAL)
    assert outcomes(found) == dict.fromkeys(("resynchronisation", "byte-by-byte"), "passed")
    assert judged(DeafForOne(), "resynchronisation").sound, "one frame after garbage may be lost"


@pytest.mark.parametrize(
    ("robot", "check", "expected"),
    [
        (HearsNoSlowBytes, "byte-by-byte", "REPORT to a PING that came byte by byte, 3 ms apart"),
        (DeafAfter, "resynchronisation", "REPORT to a PING after text"),
        (DeafAfterAnEndlessFrame, "resynchronisation", "REPORT to a PING after an endless frame"),
        (DeafAfterZeros, "resynchronisation", "REPORT to a PING after zeros"),
    ],
)
def test_a_robot_that_loses_its_way_in_the_bytes_fails(robot: type[MemoryLine], check: str, expected: str) -> None:
    [finding] = judged(robot(), check).findings
    assert (finding.outcome, finding.expected, finding.seen) == ("failed", expected, "nothing")


def test_who_starts_slowly_is_waited_for_and_who_never_answers_is_not() -> None:
    class Sleepy(MemoryRobot):
        """An Arduino resets when its port is opened, and hears nothing for two seconds."""

        async def open(self, on_frame: OnFrame, on_lost: OnLost) -> None:
            await super().open(on_frame, on_lost)
            self.awake_at = asyncio.get_running_loop().time() + 2.0

        def send(self, data: bytes) -> None:
            if asyncio.get_running_loop().time() >= self.awake_at:
                super().send(data)

    assert judged(Sleepy(), "welcome").sound

    async def patience() -> float:
        began = asyncio.get_running_loop().time()
        await conform(cast(Channel, MemoryRobot(instead(None, Welcome))))
        return asyncio.get_running_loop().time() - began

    assert 6.0 <= run(patience()) < 7.0


# -- what is said of it ----------------------------------------------------------------------------------


def test_it_is_sound_if_somebody_answered_and_nothing_failed() -> None:
    who = WHO
    passed, failed = Finding("gap", "passed"), Finding("gap", "failed", "this", "that")
    apart = Finding("restart", "not applicable", why="no restart")
    assert Conformance("serial:x", who, (passed, apart)).sound
    assert Conformance("test:x", None, (passed,), kind="test").sound
    assert not Conformance("serial:x", None, (passed,)).sound
    assert not Conformance("serial:x", who, (passed, failed)).sound


CERTIFICATE = f"""Certificate
tested on: 2026-11-22
port: serial:x
robot: without a name
firmware: 1.2.3
protocol: {MAJOR}.{MINOR} ({DICTIONARY_HASH:08x})

+ a number that is not the next one is refused and not used up: passed
! one command at a time; BUSY uses no number up: FAILED (rule: docs/protocol.md, Who says what, 2)
    expected: ACK BUSY
    seen: ACK GAP
! stop ends the motion and forgets what waits: FAILED (rule: firmware_bridge/robots/robot_port.py)
    expected: ready
    seen: busy
- after a start: BOOT, a new boot id, every session void: does not apply (nobody can switch it off and on from here)
- MOVE and TURN are carried out and counted truly: does not apply (it refuses to move: FAULT)

This robot is no golem yet: 2 of 5 checks failed.
"""


def test_the_certificate_tells_who_by_which_rule_what_was_expected_and_what_was_seen() -> None:
    findings = (
        Finding("gap", "passed"),
        Finding("busy", "failed", "ACK BUSY", "ACK GAP"),
        Finding("port-stops", "failed", "ready", "busy"),
        Finding("restart", "not applicable", why="no restart"),
        Finding("motions", "not applicable", "", "FAULT", "refuses"),
    )
    who = replace(WHO, name="")
    assert certificate(Conformance("serial:x", who, findings), "en", date(2026, 11, 22)) == CERTIFICATE
    nobody = certificate(Conformance("serial:x", None, ()), "en")
    named = certificate(Conformance("serial:x", replace(who, name="blue"), ()), "en")
    other = certificate(Conformance("test:x", None, (), kind="a crane"), "en")
    assert "nobody answers" in nobody and "robot: blue" in named.lower() and "robot: a crane" in other.lower()


@pytest.mark.parametrize("language", ["en", "de"])
def test_the_last_line_says_whether_it_is_a_golem_and_what_was_not_tried(language: Language) -> None:
    passed, left_out = Finding("gap", "passed"), Finding("restart", "not applicable", why="no restart")
    for findings, key, left in (((passed,), "sound", 0), ((passed, left_out), "untested", 1)):
        lines = certificate(Conformance("serial:x", WHO, findings), language).splitlines()
        assert lines[-1] == word(key, language).format(failed=0, left=left, all=len(findings))
        assert f"+ {title('gap', language)}: {word('passed', language)}" in lines
