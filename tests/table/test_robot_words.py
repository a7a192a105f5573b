"""What robots, links and ports say is told in every language, with their values."""

from __future__ import annotations

import re
from pathlib import Path
from string import Formatter

import pytest

import firmware_bridge
from boards.base.catalogue import languages
from controller.table.view.notices import failure_notices
from controller.table.view.robot_messages import KINDS, REASONS, robot_words
from firmware_bridge.channels.channel import PortBroken, PortBusy, PortForbidden, PortMissing, Unplugged
from firmware_bridge.channels.serial_port import NO_LINE
from firmware_bridge.link.commands import Sent
from firmware_bridge.link.dialect import Dialect, version_told
from firmware_bridge.link.outcome_text import FAULTS, OUTCOMES, VERDICTS
from firmware_bridge.link.plausibility import OtherDictionary, OtherRobot, contradiction
from firmware_bridge.link.response_classifier import why_void
from firmware_bridge.protocol.messages import DICTIONARY_HASH, Done, Move, Outcome, State, Turn, Welcome
from firmware_bridge.robots.fleet import CablesMixed, NamedTwice
from firmware_bridge.robots.robot_status import NotConnected


def _welcome(boot_id: int, session: int) -> Welcome:
    return Welcome(boot_id, session, 7, 6, 1, 0, DICTIONARY_HASH, 1, 0, 0, 3, 8000, State.IDLE, 0, "red")


VERSION = version_told(1, 2, 0xDEADBEEF)
DIALECTS = (
    Dialect("1.2.0", VERSION, unknown=frozenset((Move,))),
    Dialect("1.2.0", VERSION, differing=frozenset((Move,))),
)


def _said() -> list[str]:
    """Whatever can be made to be said."""
    move, turn = Move(50_000, 50), Turn(9000, 90)
    sent = Sent(1, 2, 9, move)
    nothing = Done(Outcome.DONE, 0, 0, 1, State.IDLE)
    all_of_it = Done(Outcome.DONE, 50_000, 0, 1, State.IDLE)
    errors = (
        *(PortMissing("/dev/x", known) for known in ((), ("/dev/a", "/dev/b"))),
        *(kind("/dev/x") for kind in (PortBusy, PortForbidden, Unplugged)),
        PortBroken("/dev/x", "speed 7"),
        PortBroken("/dev/x", NO_LINE),
        *(OtherRobot(name, "red") for name in ("", "blue")),
        OtherDictionary((2, 0, 7), "2.1.0"),
        NamedTwice("red", "otto", "/dev/x", "/dev/y"),
        CablesMixed("red", "blue", "/dev/x"),
        NotConnected("red"),
    )
    return [
        *VERDICTS.values(),
        *(reason for _, reason in OUTCOMES.values() if reason),
        *(reason for reason in FAULTS.values() if reason),
        *(why_void(sent, _welcome(*numbers)) for numbers in ((2, 0), (1, 3), (1, 2))),
        *(contradiction(command, nothing, 9.0, 1.0) for command in (move, turn)),
        contradiction(move, all_of_it, 0.1, 1.0),
        *(dialect.refusal(Move) for dialect in DIALECTS),
        *map(str, errors),
    ]


@pytest.mark.parametrize("said", _said())
def test_what_is_said_is_told_in_every_language(said: str) -> None:
    told = robot_words(said)
    assert told["en"] == said
    assert set(told) == set(languages()) and len(set(told.values())) == len(languages())


@pytest.mark.parametrize("texts", [*REASONS, *KINDS.values()], ids=lambda texts: texts["en"][:30])
def test_a_sentence_has_the_same_values_in_every_language(texts: dict[str, str]) -> None:
    assert set(texts) == set(languages()) and len(set(texts.values())) == len(languages())
    values = [
        sorted(str(name) for _, name, _, _ in Formatter().parse(text) if name is not None) for text in texts.values()
    ]
    assert all(names == values[0] for names in values)


def test_no_sentence_is_there_that_nobody_says() -> None:
    """What cannot be made to be said here is looked for in the sources."""
    folder = Path(firmware_bridge.__file__).parent
    source = "\n".join(path.read_text(encoding="utf-8") for path in sorted(folder.rglob("*.py")))
    for texts in REASONS:
        parts = re.split(r"\{\d\}", texts["en"])
        sentence = re.compile("(.+: )?" + ".+".join(map(re.escape, parts)))
        assert any(map(sentence.fullmatch, _said())) or all(part in source for part in parts), texts["en"]


@pytest.mark.parametrize(
    ("said", "polish"),
    [
        ("uncertain: the robot restarted", "niepewne: robot uruchomił się ponownie"),
        ("/dev/ttyUSB0: the robot does not answer", "/dev/ttyUSB0: robot nie odpowiada"),
        ("rejected", "odrzucone"),
        ("smoke comes out", "smoke comes out"),
        ("red: smoke: much", "red: smoke: much"),
    ],
)
def test_a_place_and_an_ending_before_it_are_kept(said: str, polish: str) -> None:
    assert robot_words(said)["pl"] == polish


def test_a_robot_that_lies_is_told_on_the_page_in_the_readers_words() -> None:
    said = contradiction(Move(90_000, 50), Done(Outcome.DONE, 30_000, 0, 1, State.IDLE), 9.0, 1.8)
    [notice] = failure_notices({"blue": f"uncertain: {said}"})
    assert "uncertain: the robot says done, and counted 30 of 90 mm" in notice.text["en"]
    assert "incertain: le robot dit « fait », mais n’a compté que 30 mm sur 90" in notice.text["fr"]
