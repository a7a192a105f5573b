"""What `golem gateway` says."""

from __future__ import annotations

from boards.base.catalogue import Language, translate
from boards.base.message import Fact, Message, _
from boards.base.reasons import ReasonCode

TEXTS: dict[str, Message] = {
    "begins": _("gateway to {broker}, table {table}: {robots}. Ctrl-C ends it."),
    "ended": _("the gateway has ended; its robots are told as lost"),
}


class GatewayMistake(ReasonCode):
    """What is wrong with what a gateway is told to join."""

    NO_BROKER = "no-broker", _("{found} is not like mqtt://HOST:PORT/TABLE")
    NO_ROBOT = "no-robot", _("{found} is not like red=/dev/ttyUSB0")
    NAME_TWICE = "name-twice", _("two robots are named {name}")
    PORT_TWICE = "port-twice", _("two robots are on {port}")
    NO_CABLE = "no-cable", _("a gateway joins robots on serial ports; {port} is none")


def phrase(key: str, language: Language, **facts: Fact) -> str:
    """Return a sentence in this language."""
    return translate(TEXTS[key].bind(**facts), language)
