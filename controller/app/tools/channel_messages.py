"""What is wrong with a port, a broker or the robot behind it, and what to do, in four languages."""

from __future__ import annotations

from boards.base.catalogue import Language
from boards.base.errors import GolemError
from boards.base.message import Message, _
from controller.app.tools.os_error_messages import system_words
from controller.table.view.robot_messages import robot_words
from firmware_bridge.channels.broker import BrokerFailed, BrokerMissing, NoSuchAddress, PortTaken
from firmware_bridge.channels.mqtt_client import BrokerOutOfDate, BrokerRefused, BrokerUnreachable, BrokerUntrusted
from firmware_bridge.robots.discovery import AnotherDevice, NameTwice, NobodyThere
from firmware_bridge.robots.presence import NoGolemsWord, NoRobotName
from firmware_bridge.robots.robot_port import RobotPort
from firmware_bridge.robots.robot_status import NoAnswer, RobotError

TEXTS: dict[type[GolemError], Message] = {
    BrokerUnreachable: _("the broker cannot be reached ({reason}). Is it running, is the address right?"),
    BrokerRefused: _("the broker does not let us in: {reason}. Are user and password right?"),
    BrokerUntrusted: _(
        "the broker's certificate is not accepted ({reason}). It must be made for the name {host} "
        "and signed by {signer}"
    ),
    BrokerOutOfDate: _(
        "the broker's certificate is out of date ({reason}). Whoever runs the broker must renew it, "
        "or this computer's clock is wrong"
    ),
    BrokerFailed: _("the {kind} broker did not start: {reason}"),
    BrokerMissing: _("there is no mosquitto here; run `sudo apt-get install mosquitto`"),
    PortTaken: _(
        "another program listens on {address}, port {port}. Take another port, or end that program "
        "(Debian's own: `sudo systemctl disable --now mosquitto`)"
    ),
    NoSuchAddress: _(
        "the broker cannot listen on {address}, port {port} ({reason}). Is it an address of this computer?"
    ),
    NoAnswer: _("nothing answers. {trouble}"),
    AnotherDevice: _("no golem; {trouble}"),
    NobodyThere: _("nothing answers"),
    NoRobotName: _("no robot can have this name (letters, digits, - and _, at most 32)"),
    NoGolemsWord: _(
        "no golem of this name says this as its {topic}: {said}; whoever may write there clears it "
        "with an empty retained message"
    ),
    NameTwice: _("two robots are named {name!r}, here and on {other}; rename one"),
}

_SIGNERS = (_("the authority in {0}"), _("an authority that this computer trusts"))
"""Who signs a broker's certificate: the one that is named, or any that is known."""

TROUBLES: dict[str, Message] = {
    "a satellite receiver (GPS; it speaks NMEA 0183)": _("a satellite receiver (GPS; it speaks NMEA 0183)"),
    "a 3D printer (it speaks as Marlin does)": _("a 3D printer (it speaks as Marlin does)"),
    "a milling machine or plotter (it speaks as Grbl does)": _("a milling machine or plotter (it speaks as Grbl does)"),
    "a board with MicroPython, without the golem's program": _("a board with MicroPython, without the golem's program"),
    "a modem or a Bluetooth module in command mode": _("a modem or a Bluetooth module in command mode"),
    "a device that sends text": _("a device that sends text"),
    "a device that sends bytes which are no golem's (or at another speed)": _(
        "a device that sends bytes which are no golem's (or at another speed)"
    ),
}
"""What channels say of who is there, as they say it -> in the other languages."""

_WHAT_IS_THERE = _("what is there is {0}")
_SAYS_WHAT = "what is there is "

_ADVICE: Message = _("Is the robot switched on, is it this port, is the golem's firmware on it?")
"""Where nothing is known of who is there."""


def trouble_words(trouble: str, language: Language) -> str:
    """Return what a channel says of who is there, in this language.

    Words of another program stay in English.
    """
    if language == "en":
        return trouble
    what = trouble.removeprefix(_SAYS_WHAT)
    kind, colon, said = what.partition(": ")
    texts = TROUBLES.get(kind)
    if texts is None:
        return robot_words(trouble)[language]
    told = f"{texts[language]}{colon}{said}"
    return _WHAT_IS_THERE[language].format(told) if what != trouble else told


def channel_words(error: GolemError, language: Language) -> str:
    """Return what is wrong; in English for what only the device has words for."""
    if type(error) is RobotError and isinstance(error.__cause__, GolemError):
        error = error.__cause__
    texts = TEXTS.get(type(error))
    if language == "en":
        # The device's own words say a little more, and are English.
        return str(error)
    if texts is None:
        return robot_words(_bare(error))[language]
    trouble = trouble_words(getattr(error, "trouble", ""), language)
    if isinstance(error, NoAnswer):
        trouble = f"{trouble[:1].upper()}{trouble[1:]}" or _ADVICE[language]
    values = {**vars(error), "trouble": trouble}
    if "reason" in values:
        values["reason"] = system_words(values["reason"], language)
    if isinstance(error, BrokerUntrusted):
        named, any_known = (each[language] for each in _SIGNERS)
        values["signer"] = any_known if error.ca is None else named.format(error.ca)
    return texts[language].format(**values)


def _bare(error: GolemError) -> str:
    """Return an error's own words without its robot's name and its port before them."""
    text = str(error)
    for place in (getattr(error, "robot", ""), getattr(error, "port", "")):
        text = text.removeprefix(f"{place}: ")
    return text


def away(robot: RobotPort, error: GolemError, language: Language) -> tuple[str, str, str]:
    """Return a robot that could not be connected: its name, where it should be, and what is wrong, as a sentence."""
    words = channel_words(error, language).removeprefix(f"{robot.name}: ").removeprefix(f"{robot.port}: ")
    return robot.name, robot.port, f"{words[:1].upper()}{words[1:]}{'' if words[-1:] in '.?!' else '.'}"


def told_at(place: str, error: GolemError, language: Language) -> str:
    """Return the same in a line that begins with its place."""
    told = channel_words(error, language)
    for known in (place, getattr(error, "port", "")):
        told = told.removeprefix(f"{known}: ")
    return f"{place}: {told}"
