"""Problems of ports and brokers, and what `golem broker` says, in the reader's language."""

from __future__ import annotations

import inspect
from dataclasses import replace
from string import Formatter

import pytest

from boards.base.catalogue import Language, languages
from boards.base.errors import GolemError
from controller.app.compose import joining_messages as joining_words
from controller.app.tools import broker_messages as broker_words
from controller.app.tools import gateway_messages as gateway_words
from controller.app.tools import os_error_messages as system_words
from controller.app.tools.channel_messages import TEXTS, TROUBLES, away, channel_words, told_at, trouble_words
from firmware_bridge.channels import mqtt_host
from firmware_bridge.channels import unknown_device as strangers
from firmware_bridge.channels.channel import PortBroken, PortBusy, PortForbidden, PortMissing
from firmware_bridge.channels.mqtt_client import (
    BrokerOutOfDate,
    BrokerRefused,
    BrokerUnreachable,
    BrokerUntrusted,
    Endpoint,
)
from firmware_bridge.channels.serial_port import NO_LINE
from firmware_bridge.link.plausibility import OtherDictionary, OtherRobot
from firmware_bridge.robots import address_messages as address_words
from firmware_bridge.robots.fleet import CablesMixed, NamedTwice
from firmware_bridge.robots.robot_families import open_robot
from firmware_bridge.robots.robot_status import NoAnswer, RobotError

WHERE = Endpoint("club.local")


def fields(text: str) -> list[str]:
    return sorted(str(name) for _, name, _, _ in Formatter().parse(text) if name is not None)


_ALL = (
    TEXTS,
    {code.value: code.text for code in address_words.AddressMistake},
    {code.value: code.text for code in gateway_words.GatewayMistake},
    broker_words.TEXTS,
    gateway_words.TEXTS,
    joining_words.TEXTS,
    joining_words.INTERRUPTED,
)


@pytest.mark.parametrize(
    "texts", [text for texts in _ALL for text in texts.values()], ids=lambda texts: texts["en"][:20]
)
def test_every_language_says_the_same_with_the_same_values(texts: dict[str, str]) -> None:
    assert set(texts) == set(languages()) and len(set(texts.values())) == len(languages())
    assert len({tuple(fields(text)) for text in texts.values()}) == 1


@pytest.mark.parametrize(
    ("error", "part"),
    [
        (PortMissing("/dev/ttyX", ("/dev/ttyA", "/dev/ttyB")), "/dev/ttyA, /dev/ttyB"),
        (PortMissing("/dev/ttyX"), "żadnego"),
        (PortBusy("/dev/ttyX"), "inny program"),
        (PortForbidden("/dev/ttyX"), "usermod -aG dialout"),
        (PortBroken("/dev/ttyX", "speed 7"), "speed 7"),
        (PortBroken("/dev/ttyX", NO_LINE), "to nie jest łącze szeregowe; jakie są porty, pokaże `golem robots list`"),
        (BrokerUnreachable(WHERE, "refused"), "(refused)"),
        (BrokerRefused(WHERE, "not authorised"), "not authorised"),
        (NoAnswer("red", "/dev/ttyX", 5.0, "what is there is a dragon"), "What is there is a dragon"),
        (NoAnswer("red", "/dev/ttyX", 5.0, "what is there is a device that sends text: 'hi'"), "wysyła tekst: 'hi'"),
        (NoAnswer("red", "mqtt://club", 5.0, "the broker has lost the robot"), "Broker zgubił robota"),
        (OtherDictionary((2, 0, 7), "2.1.0"), "oprogramowanie robota 2.1.0"),
        (OtherRobot("blue", "red"), "'blue', a nie 'red'"),
        (CablesMixed("red", "blue", "/dev/ttyX"), "robot na /dev/ttyX to 'blue', a nie 'red'"),
        (NamedTwice("red", "otto", "/dev/ttyX", "/dev/ttyY"), "'otto': ten (/dev/ttyX) i /dev/ttyY"),
    ],
)
def test_a_problem_is_told_in_polish_and_keeps_its_values(error: GolemError, part: str) -> None:
    told = channel_words(error, "pl")
    assert part in told and told != channel_words(error, "en")
    assert channel_words(error, "en") in str(error)


@pytest.mark.parametrize(
    ("error", "russian"),
    [
        (BrokerUnreachable(WHERE, "Connection refused"), "брокер недоступен (там никто не слушает)"),
        (BrokerUnreachable(WHERE, "smoke"), "брокер недоступен (smoke)"),
        (BrokerRefused(WHERE, "Not authorized"), "брокер не впускает нас: нет разрешения"),
        (
            BrokerUntrusted(WHERE, "Hostname mismatch, certificate is not valid for 'club.local'."),
            "сертификат брокера не принят (он выдан не на имя 'club.local'). Он должен быть выдан на имя club.local, а "
            "подписать его должен центр, которому доверяет этот компьютер",
        ),
        (
            BrokerUntrusted(replace(WHERE, ca="/etc/club.pem"), "self-signed certificate"),
            "сертификат брокера не принят (он подписан сам собой). Он должен быть выдан на имя club.local, а подписать "
            "его должен центр из /etc/club.pem",
        ),
        (BrokerOutOfDate(WHERE, "certificate has expired"), "срок сертификата брокера не подходит (срок его истёк)"),
    ],
)
def test_what_a_broker_or_its_certificate_lacks_is_told_with_the_cause_and_the_remedy(
    error: GolemError, russian: str
) -> None:
    told = channel_words(error, "ru")
    assert told.startswith(russian)
    assert str(error) == channel_words(error, "en")


def test_a_place_is_told_once() -> None:
    assert told_at("serial:/dev/x", PortBusy("/dev/x"), "en").count("/dev/x") == 1
    assert told_at("mqtt://club.local:1883/t/red", BrokerUnreachable(WHERE, "x"), "en").count("club.local") == 1


@pytest.mark.parametrize("texts", system_words.SENTENCES, ids=lambda texts: texts["en"][:30])
def test_the_systems_words_are_there_in_every_language(texts: dict[str, str]) -> None:
    assert set(texts) == set(languages()) and len(set(texts.values())) == len(languages())
    assert len({tuple(fields(text)) for text in texts.values()}) == 1


def test_a_robot_that_is_refused_is_told_by_the_reason() -> None:
    error = RobotError("red", "...")
    error.__cause__ = OtherRobot("blue", "red")
    assert channel_words(error, "pl") == channel_words(error.__cause__, "pl")


def test_whatever_a_channel_says_of_who_is_there_is_said_in_every_language() -> None:
    """In the channels' own words: who changes them there must change them here."""
    said = {what for _, what in strangers._MARKS}
    said |= {strangers.recognised(data).partition(": ")[0] for data in (b"hello golem", bytes(range(128, 160)))}
    source = inspect.getsource(mqtt_host.MqttChannel)
    assert said <= set(TROUBLES)
    assert all(f'"{text}"' in source for text in set(TROUBLES) - said)
    for text in TROUBLES:
        told = {trouble_words(text, language) for language in languages()}
        assert len(told) == len(languages()) and text in told


@pytest.mark.parametrize("language", languages())
def test_a_robot_that_is_away_is_told_with_its_place_and_ends_as_a_sentence(language: Language) -> None:
    robot = open_robot("red", "serial:/dev/ttyX")
    for error in (PortMissing("/dev/ttyX"), CablesMixed("red", "blue", "/dev/ttyX")):
        name, port, words = away(robot, error, language)
        assert (name, port) == ("red", "/dev/ttyX")
        assert words[-1] in ".?" and not words.startswith(("red:", "/dev/"))
