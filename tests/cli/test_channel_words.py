"""Problems of ports and brokers, and what `golem broker` says, in the reader's language."""

from __future__ import annotations

import errno
import os
import socket
import ssl
from dataclasses import replace
from string import Formatter

import pytest

from boards.base.catalogue import Language, languages, translate, translate_all
from boards.base.errors import GolemError
from boards.base.message import Message
from boards.base.reasons import foreign_words
from boards.base.system_errors import SystemReason, system_reason
from controller.app.devices import connection_messages
from controller.app.tools import broker_messages as broker_words
from controller.app.tools import gateway_messages as gateway_words
from controller.app.tools.channel_messages import away, error_at_place
from firmware_bridge.channels.channel import PortBroken, PortBusy, PortForbidden, PortMissing
from firmware_bridge.channels.channel_reasons import ChannelReason, Device
from firmware_bridge.channels.mqtt_client import (
    BrokerOutOfDate,
    BrokerRefused,
    BrokerUnreachable,
    BrokerUntrusted,
    Endpoint,
)
from firmware_bridge.channels.network_errors import certificate_reason, mqtt_reason, network_reason
from firmware_bridge.channels.unknown_device import recognised
from firmware_bridge.link.plausibility import OtherDictionary, OtherRobot
from firmware_bridge.robots.fleet import CablesMixed, NamedTwice
from firmware_bridge.robots.robot_families import open_robot
from firmware_bridge.robots.robot_status import NoAnswer, RobotError

WHERE = Endpoint("club.local")


def untrusted(number: int, words: str = "") -> ssl.SSLCertVerificationError:
    error = ssl.SSLCertVerificationError()
    error.verify_code, error.verify_message = number, words
    return error


HEARD = ChannelReason.SOMETHING_ELSE(device=Device.TEXT(text="'hi'").message)


def fields(text: str) -> list[str]:
    return sorted(str(name) for _, name, _, _ in Formatter().parse(text) if name is not None)


_ALL = (broker_words.TEXTS, gateway_words.TEXTS, connection_messages.TEXTS, connection_messages.INTERRUPTED)


@pytest.mark.parametrize(
    "texts", [text for texts in _ALL for text in texts.values()], ids=lambda texts: translate(texts, "en")[:20]
)
def test_every_language_says_the_same_with_the_same_values(texts: Message) -> None:
    assert len(set(translate_all(texts).values())) == len(languages())
    assert len({tuple(fields(text)) for text in translate_all(texts).values()}) == 1


@pytest.mark.parametrize(
    ("error", "part"),
    [
        (PortMissing("/dev/ttyX", ("/dev/ttyA", "/dev/ttyB")), "/dev/ttyA, /dev/ttyB"),
        (PortMissing("/dev/ttyX"), "żadnego"),
        (PortBusy("/dev/ttyX"), "inny program"),
        (PortForbidden("/dev/ttyX"), "usermod -aG dialout"),
        (PortBroken("/dev/ttyX", foreign_words("speed 7")), "speed 7"),
        (
            PortBroken("/dev/ttyX", ChannelReason.NO_LINE()),
            "to nie jest łącze szeregowe; jakie są porty, pokaże `golem robots list`",
        ),
        (BrokerUnreachable(WHERE, foreign_words("refused")), "(refused)"),
        (BrokerRefused(WHERE, foreign_words("not authorised")), "not authorised"),
        (NoAnswer("red", "/dev/ttyX", 5.0, ChannelReason.SOMETHING_ELSE(device="a dragon")), "Jest tam a dragon"),
        (NoAnswer("red", "/dev/ttyX", 5.0, HEARD), "wysyła tekst: 'hi'"),
        (NoAnswer("red", "mqtt://club", 5.0, ChannelReason.ROBOT_LOST()), "Broker zgubił robota"),
        (OtherDictionary((2, 0, 7), "2.1.0"), "oprogramowanie robota 2.1.0"),
        (OtherRobot("blue", "red"), "'blue', a nie 'red'"),
        (CablesMixed("red", "blue", "/dev/ttyX"), "robot na /dev/ttyX to 'blue', a nie 'red'"),
        (NamedTwice("red", "otto", "/dev/ttyX", "/dev/ttyY"), "'otto': ten (/dev/ttyX) i /dev/ttyY"),
    ],
)
def test_a_problem_is_told_in_polish_and_keeps_its_values(error: GolemError, part: str) -> None:
    told = error.translated("pl")
    assert part in told and told != error.translated("en") == str(error)
    assert str(error.what) in str(error)


@pytest.mark.parametrize(
    ("error", "russian"),
    [
        (
            BrokerUnreachable(WHERE, network_reason(ConnectionRefusedError(errno.ECONNREFUSED, "?"))),
            "брокер недоступен (там никто не слушает)",
        ),
        (BrokerUnreachable(WHERE, network_reason(OSError("smoke"))), "брокер недоступен (smoke)"),
        (BrokerRefused(WHERE, mqtt_reason(135, "?")), "брокер не впускает нас: нет разрешения"),
        (
            BrokerUntrusted(WHERE, certificate_reason(untrusted(62), "club.local")),
            "сертификат брокера не принят (он выдан не на имя 'club.local'). Он должен быть выдан на имя club.local, а "
            "подписать его должен центр, которому доверяет этот компьютер",
        ),
        (
            BrokerUntrusted(replace(WHERE, ca="/etc/club.pem"), certificate_reason(untrusted(18), "club.local")),
            "сертификат брокера не принят (он подписан сам собой). Он должен быть выдан на имя club.local, а подписать "
            "его должен центр из /etc/club.pem",
        ),
        (
            BrokerOutOfDate(WHERE, certificate_reason(untrusted(10), "club.local")),
            "срок сертификата брокера не подходит (срок его истёк)",
        ),
    ],
)
def test_what_a_broker_or_its_certificate_lacks_is_told_with_the_cause_and_the_remedy(
    error: GolemError, russian: str
) -> None:
    assert translate(error.what, "ru").startswith(russian)
    assert str(error) == error.translated("en")


def test_a_place_is_told_once() -> None:
    assert error_at_place("serial:/dev/x", PortBusy("/dev/x"), "en").count("/dev/x") == 1
    assert (
        error_at_place("mqtt://club.local:1883/t/red", BrokerUnreachable(WHERE, foreign_words("x")), "en").count(
            "club.local"
        )
        == 1
    )


@pytest.mark.parametrize(
    "number",
    [
        errno.ECONNREFUSED, errno.EHOSTUNREACH, errno.ENETUNREACH, errno.EACCES, errno.EADDRNOTAVAIL, errno.ENOENT,
        errno.EISDIR, errno.ENOTDIR, errno.EEXIST, errno.ENOSPC, errno.EROFS, errno.EIO, errno.ENAMETOOLONG,
        errno.EMFILE, errno.ELOOP, errno.EBUSY, errno.ETIMEDOUT,
    ],
)  # fmt: skip
def test_the_systems_errors_are_known_by_their_numbers(number: int) -> None:
    reason = system_reason(OSError(number, "other words"))
    assert reason.code in {code.value for code in SystemReason} and len(
        set(translate_all(reason.message).values())
    ) == len(languages())
    assert str(reason) == os.strerror(number)


def test_errors_that_nobody_knows_keep_their_own_words() -> None:
    assert str(system_reason(OSError(errno.EXDEV, "a rare thing"))) == "a rare thing"
    assert str(mqtt_reason(151, "Quota exceeded")) == "Quota exceeded"
    assert str(certificate_reason(untrusted(1, "unspecified"), "club.local")) == "unspecified"


def test_names_without_an_address_are_known_by_their_numbers() -> None:
    for number in (socket.EAI_NONAME, socket.EAI_AGAIN):
        reason = network_reason(socket.gaierror(number, "other words"))
        assert reason.code and len(set(translate_all(reason.message).values())) == len(languages())


def test_a_robot_that_is_refused_is_told_by_the_reason() -> None:
    refused = OtherRobot("blue", "red")
    error = RobotError("red", refused.as_reason())
    assert error.translated("pl") == f"red: {refused.translated('pl')}" and error.as_reason().code == "other-robot"


@pytest.mark.parametrize("data", [b"hello golem", bytes(range(128, 160)), b"MicroPython v1.22.0", b"\r\nOK\r\n"])
def test_whatever_a_channel_says_of_who_is_there_is_said_in_every_language(data: bytes) -> None:
    device = recognised(data)
    assert device is not None
    there = ChannelReason.SOMETHING_ELSE(device=device.message)
    told = {translate(there.message, language) for language in languages()}
    assert len(told) == len(languages()) and f"what is there is {device}" in told


@pytest.mark.parametrize("language", languages())
def test_a_robot_that_is_away_is_told_with_its_place_and_ends_as_a_sentence(language: Language) -> None:
    robot = open_robot("red", "serial:/dev/ttyX")
    for error in (PortMissing("/dev/ttyX"), CablesMixed("red", "blue", "/dev/ttyX")):
        name, port, words = away(robot, error, language)
        assert (name, port) == ("red", "/dev/ttyX")
        assert words[-1] in ".?" and not words.startswith(("red:", "/dev/"))
