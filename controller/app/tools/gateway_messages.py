"""What `golem gateway` says, in four languages."""

from __future__ import annotations

from boards.base.catalogue import Language
from boards.base.message import Message, _
from boards.base.reasons import ReasonCode
from boards.base.sentences import Told, finder

TEXTS: dict[str, Message] = {
    "begins": _("gateway to {0}, table {1}: {2}. Ctrl-C ends it."),
    "ended": _("the gateway has ended; its robots are told as lost"),
}


class GatewayMistake(ReasonCode):
    """What is wrong with what a gateway is told to join."""

    NO_BROKER = "no-broker", _("{found} is not like mqtt://HOST:PORT/TABLE")
    NO_ROBOT = "no-robot", _("{found} is not like red=/dev/ttyUSB0")
    NAME_TWICE = "name-twice", _("two robots are named {name}")
    PORT_TWICE = "port-twice", _("two robots are on {port}")
    NO_CABLE = "no-cable", _("a gateway joins robots on serial ports; {port} is none")


NEWS: tuple[Told, ...] = (
    _("joined to {0} as {1}"),
    _("no broker answers at {0}; is it running, is this its address? Trying on."),
    _("a broker answers at {0}"),
)
"""What a gateway tells under way, as it says it."""

_find = finder(NEWS)


def phrase(key: str, language: Language, *values: object) -> str:
    """Return a sentence in this language."""
    return TEXTS[key][language].format(*values)


def news(said: str, language: Language) -> str:
    """Return what a gateway told, in this language; a robot's name before it is kept. Errors are told in it already."""
    found = _find(said)
    if found is not None:
        return found[language]
    robot, colon, rest = said.partition(": ")
    inner = _find(rest)
    return f"{robot}{colon}{inner[language]}" if inner is not None else said
