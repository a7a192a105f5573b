"""What robots, links and ports say is told in every language, with its values, live and from a record."""

from __future__ import annotations

import json

import msgspec
import pytest

from boards.base.catalogue import languages, translate, translate_all
from boards.base.reasons import NO_REASON, Reason, foreign_words
from controller.app.compose.session import robot_view
from controller.table.core.record.entries import RobotHealth
from controller.table.core.record.entry_codec import decode_content, encode_content
from controller.table.view.notices import failure_notices
from controller.table.view.robot_messages import ended, recorded, why_of
from controller.table.view.view import RobotView
from firmware_bridge.channels.channel import PortBroken, PortBusy, PortForbidden, PortMissing, Unplugged
from firmware_bridge.channels.channel_reasons import ChannelReason
from firmware_bridge.link.commands import EndKind, Sent
from firmware_bridge.link.dialect import Dialect, version_text
from firmware_bridge.link.link_reasons import FAULTS, OUTCOMES, VERDICTS, LinkReason
from firmware_bridge.link.plausibility import OtherDictionary, OtherRobot, contradiction
from firmware_bridge.link.response_classifier import why_void
from firmware_bridge.protocol.messages import DICTIONARY_HASH, Done, Move, Outcome, State, Turn, Welcome
from firmware_bridge.robots.fleet import CablesMixed, NamedTwice
from firmware_bridge.robots.robot_status import MotionResult, NoAnswer, NotConnected, RobotStatus


def _welcome(boot_id: int, session: int) -> Welcome:
    return Welcome(boot_id, session, 7, 6, 1, 0, DICTIONARY_HASH, 1, 0, 0, 3, 8000, State.IDLE, 0, "red")


VERSION = version_text(1, 2, 0xDEADBEEF)
DIALECTS = (
    Dialect("1.2.0", VERSION, unknown=frozenset((Move,))),
    Dialect("1.2.0", VERSION, differing=frozenset((Move,))),
)


def _said() -> list[Reason]:
    """Whatever can be made to be said."""
    move, turn = Move(50_000, 50), Turn(9000, 90)
    sent = Sent(1, 2, 9, move)
    nothing = Done(Outcome.DONE, 0, 0, 1, State.IDLE)
    all_of_it = Done(Outcome.DONE, 50_000, 0, 1, State.IDLE)
    errors = (
        *(PortMissing("/dev/x", known) for known in ((), ("/dev/a", "/dev/b"))),
        *(kind("/dev/x") for kind in (PortBusy, PortForbidden, Unplugged)),
        PortBroken("/dev/x", foreign_words("speed 7")),
        PortBroken("/dev/x", ChannelReason.NO_LINE()),
        *(OtherRobot(name, "red") for name in ("", "blue")),
        OtherDictionary((2, 0, 7), "2.1.0"),
        NamedTwice("red", "otto", "/dev/x", "/dev/y"),
        CablesMixed("red", "blue", "/dev/x"),
        NotConnected("red"),
        NoAnswer("red", "/dev/x", 5.0),
        NoAnswer("red", "/dev/x", 5.0, ChannelReason.ROBOT_LOST()),
    )
    return [
        *VERDICTS.values(),
        *(reason for _kind, reason in OUTCOMES.values() if reason),
        *(reason for reason in FAULTS.values() if reason),
        *(why_void(sent, _welcome(*numbers)) for numbers in ((2, 0), (1, 3), (1, 2))),
        *(contradiction(command, nothing, 9.0, 1.0) for command in (move, turn)),
        contradiction(move, all_of_it, 0.1, 1.0),
        *(dialect.refusal(Move) for dialect in DIALECTS),
        *(error.as_reason() for error in errors),
    ]


def _view(why: Reason, link: str = "lost") -> RobotView:
    status = RobotStatus("red", "lost", None, "", None, None, why)
    assert link == "lost"
    return robot_view(status)


@pytest.mark.parametrize("why", _said(), ids=str)
def test_what_is_said_is_told_in_every_language_and_so_it_is_from_the_record(why: Reason) -> None:
    told = {language: translate(why.message, language) for language in languages()}
    assert why.code and told["en"] == str(why)
    assert len(set(told.values())) == len(languages())
    view = _view(why)
    kind, data = encode_content(RobotHealth(view.name, view.link, None, view.reason, dict(view.told or {})))
    assert data["reason"] == str(why) and data["why"]["code"] == why.code
    read = decode_content(kind, json.loads(json.dumps(data)))
    assert isinstance(read, RobotHealth) and isinstance(read.why, dict)
    assert translate_all(why_of(RobotView("red", read.link, None, read.reason, told=read.why))) == told


def test_a_record_of_an_older_version_tells_its_english_text_and_is_written_as_it_was() -> None:
    data = {"name": "red", "link": "lost", "battery_v": None, "reason": "the robot restarted"}
    read = decode_content("robot", data)
    assert isinstance(read, RobotHealth) and read.why is msgspec.UNSET
    assert encode_content(read) == ("robot", data)
    assert {*translate_all(why_of(RobotView("red", "lost", None, read.reason))).values()} == {"the robot restarted"}


@pytest.mark.parametrize(
    "told",
    [{}, {"code": "x", "text": "{a.b}", "facts": {"a": "c"}}, {"code": "x"}, {"text": 3}, {"text": "{a", "facts": 1}],
)
def test_a_strange_reason_in_a_record_tells_its_english_text(told: dict[str, object]) -> None:
    assert str(why_of(RobotView("red", "lost", None, "no word", told=told))) == "no word"


def test_what_only_a_device_has_words_for_is_the_same_in_every_language() -> None:
    smoke = foreign_words("red: smoke: much")
    assert {*translate_all(smoke.message).values()} == {"red: smoke: much"} and recorded(smoke) is None
    assert recorded(NO_REASON) is None


@pytest.mark.parametrize(
    ("kind", "why", "polish"),
    [
        ("uncertain", LinkReason.RESTARTED(), "niepewne: robot uruchomił się ponownie"),
        ("rejected", NO_REASON, "odrzucone"),
        ("cancelled", foreign_words("smoke comes out"), "przerwane: smoke comes out"),
    ],
)
def test_an_ending_is_told_with_its_reason(kind: EndKind, why: Reason, polish: str) -> None:
    assert translate(ended(MotionResult(kind, why)), "pl") == polish


def test_a_place_before_a_reason_is_kept() -> None:
    away = LinkReason.NO_ANSWER().at("/dev/ttyUSB0")
    assert (away.code, translate(away.message, "pl")) == ("no-answer", "/dev/ttyUSB0: robot nie odpowiada")


def test_a_robot_that_lies_is_told_on_the_page_in_the_readers_words() -> None:
    why = contradiction(Move(90_000, 50), Done(Outcome.DONE, 30_000, 0, 1, State.IDLE), 9.0, 1.8)
    [notice] = failure_notices({"blue": ended(MotionResult("uncertain", why))})
    assert "uncertain: the robot says done, and counted 30 of 90 mm" in translate(notice.text, "en")
    assert "incertain: le robot dit « fait », mais n’a compté que 30 mm sur 90" in translate(notice.text, "fr")
