"""Problems of ports and brokers, and what `golem broker` says, in the reader's language."""

from __future__ import annotations

from string import Formatter

import pytest

from boards.languages import LANGUAGES
from controller.app import broker_words
from controller.app.channel_words import TEXTS, channel_words
from firmware_bridge.channels.channel import ChannelError, PortBroken, PortBusy, PortForbidden, PortMissing
from firmware_bridge.channels.mqtt_client import BrokerRefused, BrokerUnreachable, Endpoint
from firmware_bridge.robots.values import NoAnswer

WHERE = Endpoint("club.local")


def fields(text: str) -> list[str]:
    return sorted(str(name) for _, name, _, _ in Formatter().parse(text) if name is not None)


@pytest.mark.parametrize("texts", [*TEXTS.values(), *broker_words.TEXTS.values()], ids=lambda texts: texts["en"][:20])
def test_four_languages_say_the_same_with_the_same_values(texts: dict[str, str]) -> None:
    assert set(texts) == set(LANGUAGES) and len(set(texts.values())) == 4
    assert len({tuple(fields(text)) for text in texts.values()}) == 1


@pytest.mark.parametrize(
    ("error", "part"),
    [
        (PortMissing("/dev/ttyX", ("/dev/ttyA", "/dev/ttyB")), "/dev/ttyA, /dev/ttyB"),
        (PortMissing("/dev/ttyX"), "żadnego"),
        (PortBusy("/dev/ttyX"), "inny program"),
        (PortForbidden("/dev/ttyX"), "usermod -aG dialout"),
        (PortBroken("/dev/ttyX", "speed 7"), "speed 7"),
        (BrokerUnreachable(WHERE, "refused"), "(refused)"),
        (BrokerRefused(WHERE, "not authorised"), "not authorised"),
        (NoAnswer("red", "/dev/ttyX", 5.0, "what is there is a GPS"), "what is there is a GPS"),
    ],
)
def test_a_problem_is_told_in_polish_and_keeps_its_values(error: ChannelError, part: str) -> None:
    told = channel_words(error, "pl")
    assert part in told and told != channel_words(error, "en")
    assert channel_words(error, "en") in str(error)
