"""Robots' names from the wire, and robots that answer with what is no answer: said as that."""

from __future__ import annotations

from dataclasses import replace
from zlib import crc32

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from firmware_bridge.channels.mqtt_topics import is_name
from firmware_bridge.conformance import Conformance, certificate
from firmware_bridge.conformance.check_results import Finding
from firmware_bridge.link.link_reasons import LinkReason
from firmware_bridge.link.robot_side import Identity
from firmware_bridge.protocol.codec import Frame, OutOfRange, decode, encode
from firmware_bridge.protocol.messages import DICTIONARY_HASH, MAJOR, MINOR, Message, State, Welcome
from firmware_bridge.robots.discovery.robot_queries import asking
from firmware_bridge.robots.robot import Robot
from firmware_bridge.robots.robot_status import RobotError
from hardware.simulated.virtual_clock import run
from tests.firmware_bridge.memory_robot import MemoryRobot

WELCOME = Welcome(3, 0, 0, 0, MAJOR, MINOR, DICTIONARY_HASH, 1, 2, 3, 0x3FF, 7900, State.IDLE, 0, "NAMENAME")


def told(raw: bytes) -> str:
    """The name of a robot that puts these eight bytes into its WELCOME."""
    body = encode(Frame(0, 1, WELCOME))[:-4].replace(b"NAMENAME", raw.ljust(8, b"\0"))
    message = decode(body + crc32(body).to_bytes(4, "little")).message
    assert isinstance(message, Welcome)
    return message.name


@pytest.mark.parametrize("name", ["red", "", "Анна", "żółw", "r-2_d"])
def test_a_name_in_any_script_is_a_name(name: str) -> None:
    assert told(name.encode()) == name
    frame = Frame(0, 1, msgspec.structs.replace(WELCOME, name=name))
    assert decode(encode(frame)) == frame


@given(st.binary(min_size=8, max_size=8))
def test_no_name_reaches_a_terminal_raw(raw: bytes) -> None:
    assert told(raw).isprintable()


@pytest.mark.parametrize(
    ("raw", "shown"), [(b"\x1b[2J", "\ufffd[2J"), (b"a\nb", "a\ufffdb"), ("\u202ea".encode(), "\ufffda")]
)
def test_what_a_terminal_would_act_on_is_replaced(raw: bytes, shown: str) -> None:
    assert told(raw) == shown


def test_a_name_that_is_too_long_is_refused() -> None:
    with pytest.raises(OutOfRange, match="name is 9, allowed is 0 to 8"):
        encode(Frame(0, 1, msgspec.structs.replace(WELCOME, name="Анна!")))


@pytest.mark.parametrize(
    ("name", "good"), [("Анна", True), ("żółw-2", True), ("a/b", False), ("a\u202e", False), ("", False)]
)
def test_names_in_topics(name: str, good: bool) -> None:
    assert is_name(name) == good


def other_session(_asked: Message | None, frame: Frame, robot: MemoryRobot) -> Message | None:
    if isinstance(frame.message, Welcome):
        count = robot.notes["welcomes"] = robot.notes.get("welcomes", 0) + 1
        return msgspec.structs.replace(frame.message, session=60000 - 7 * count)
    return frame.message


class StrangeState(MemoryRobot):
    """It is in a state that nobody knows."""

    def say(self, frames: list[Frame]) -> None:
        for frame in frames:
            if isinstance(frame.message, Welcome) and self._on_frame is not None:
                body = encode(Frame(frame.session, frame.seq, msgspec.structs.replace(frame.message, name="NAMENAME")))
                at = body.index(b"NAMENAME") - 3
                assert body[at] in [state.value for state in State]
                wrong = body[:at] + b"\x63" + body[at + 1 : -4]
                self._on_frame(wrong + crc32(wrong).to_bytes(4, "little"))


async def _connect(channel: MemoryRobot) -> str:
    robot = Robot("red", channel)
    try:
        await robot.connect()
    except RobotError as error:
        return str(error)
    finally:
        await robot.close()
    return "it connected"


async def _ask(channel: MemoryRobot) -> str:
    try:
        async with asking("red", channel):
            return "it answered"
    except RobotError as error:
        return str(error)


def test_a_robot_with_another_session_each_time_is_said_to_be_that() -> None:
    assert "another session each time" in run(_connect(MemoryRobot(other_session)))


def test_a_robot_in_an_unknown_state_is_said_to_be_that() -> None:
    for way in (_connect, _ask):
        said = run(way(StrangeState()))
        assert "frames that no golem sends" in said and "nothing answers" not in said


def test_a_robot_that_says_nothing_still_does_not_answer() -> None:
    for way in (_connect, _ask):
        assert "nothing answers" in run(way(MemoryRobot(lambda *_: None)))


def test_an_untested_robot_gets_no_whole_certificate() -> None:
    whole = Conformance("port", WELCOME, (Finding("welcome", "passed"),))
    assert certificate(whole).endswith("This robot is a golem.\n")
    left_out = replace(whole, findings=(*whole.findings, Finding("restart", "not applicable", why="no restart")))
    assert left_out.sound and "1 of 2 checks were left out" in certificate(left_out)
    without_line = replace(whole, findings=(*whole.findings, Finding("mended", "not applicable", why="no line")))
    assert certificate(without_line).endswith("This robot is a golem.\n")


def test_who_is_named_in_any_script_can_be_simulated() -> None:
    async def main() -> str:
        async with asking("red", MemoryRobot(identity=Identity("Анна"))) as asker:
            return asker.welcome.name if asker.welcome is not None else ""

    assert run(main()) == "Анна"
    assert LinkReason.OTHER_SESSIONS().code == "other-sessions"
