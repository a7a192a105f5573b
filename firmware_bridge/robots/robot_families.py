"""Robots by URL. The registry says which channel a URL's scheme means; a test visits every entry."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from urllib.parse import SplitResult, parse_qs, urlsplit

from boards.base.errors import Problem, Problems
from boards.base.message import joined
from boards.base.reasons import Reason
from firmware_bridge.channels.channel import Channel, Traffic
from firmware_bridge.channels.mqtt_client import Endpoint
from firmware_bridge.channels.mqtt_host import MqttChannel
from firmware_bridge.channels.mqtt_topics import is_name
from firmware_bridge.channels.serial_port import BAUD, SerialChannel, known_ports
from firmware_bridge.robots.address_messages import AddressMistake
from firmware_bridge.robots.credentials import PASSWORD_VARIABLE, USER_VARIABLE, Login
from firmware_bridge.robots.discovery import find
from firmware_bridge.robots.driver import Elsewhere, nowhere_else
from firmware_bridge.robots.hands_channel import HandsChannel
from firmware_bridge.robots.robot import Robot

BAUDS = (9600, 19200, 38400, 57600, 115200, 230400, 250000, 500000, 1000000)


@dataclass(frozen=True)
class Family:
    """A way to reach robots."""

    scheme: str
    example: str
    open: Callable[[SplitResult, Traffic | None, Login | None], Channel]
    """Makes a channel, unopened. Raises WrongAddress."""


class WrongAddress(ValueError):
    """Nothing can be at this address; says all that is wrong with it."""

    def __init__(self, *mistakes: Reason) -> None:
        self.mistakes = mistakes
        super().__init__(str(joined([mistake.message for mistake in mistakes], "; ")))


def _settings(url: SplitResult, known: tuple[str, ...], wrong: list[Reason]) -> dict[str, list[str]]:
    """What stands behind the question mark; nothing may stand behind a #."""
    settings = parse_qs(url.query, keep_blank_values=True)
    wrong += [
        AddressMistake.SETTING(found=repr(name), known=", ".join(known)) for name in sorted(set(settings) - set(known))
    ]
    if url.fragment:
        wrong.append(AddressMistake.AFTER(found=repr(f"#{url.fragment}")))
    return settings


def _serial(url: SplitResult, traffic: Traffic | None, _login: Login | None) -> Channel:
    wrong: list[Reason] = []
    path = url.path
    if not path or path == "/":
        wrong.append(AddressMistake.NO_PORT())
    if path.startswith("/COM"):  # serial:/COM3, Windows
        path = path[1:]
    text = _settings(url, ("baud", "name"), wrong).get("baud", [str(BAUD)])[-1]
    if not text.isdecimal() or int(text) not in BAUDS:
        wrong.append(AddressMistake.BAUD(found=repr(text), choices=", ".join(map(str, BAUDS))))
    if wrong:
        raise WrongAddress(*wrong)
    return SerialChannel(path, int(text), traffic)


def holds_secret(url: SplitResult) -> bool:
    """Whether somebody has put a user into a broker's address; a password may stand behind whatever sign is in it."""
    return "@" in url.geturl()


def broker_at(url: SplitResult, login: Login | None, wrong: list[Reason]) -> Endpoint:
    """The broker that an address names, without whatever is wrong with it."""
    if holds_secret(url):
        wrong.append(AddressMistake.SECRET(user_variable=USER_VARIABLE, password_variable=PASSWORD_VARIABLE))
        return Endpoint("")
    tls = url.scheme == "mqtts"
    usual = 8883 if tls else 1883
    try:
        port = usual if url.port is None else url.port
    except ValueError:
        port = 0
    if port == 0:
        wrong.append(AddressMistake.PORT())
    who = login or Login()
    return Endpoint(url.hostname or "", port, who.user, who.password, tls, who.ca)


def _mqtt(url: SplitResult, traffic: Traffic | None, login: Login | None) -> Channel:
    wrong: list[Reason] = []
    endpoint = broker_at(url, login, wrong)
    if holds_secret(url):
        # What is before and after it cannot be told apart for sure.
        raise WrongAddress(*wrong)
    names = url.path.strip("/").split("/")
    if not url.hostname or len(names) != 2 or not all(is_name(name) for name in names):
        wrong.append(AddressMistake.NAMES())
    _settings(url, ("name",), wrong)
    if wrong:
        raise WrongAddress(*wrong)
    return MqttChannel(endpoint, names[0], names[1], traffic)


def _hands(url: SplitResult, traffic: Traffic | None, _login: Login | None) -> Channel:
    name = url.path.strip("/")
    if not is_name(name) or url.query or url.fragment:
        raise WrongAddress(AddressMistake.HANDS())
    return HandsChannel(name)


FAMILIES: Mapping[str, Family] = {
    family.scheme: family
    for family in (
        Family("serial", "serial:/dev/serial/by-id/usb-...?baud=115200 (serial:COM3)", _serial),
        Family("mqtt", "mqtt://broker:1883/table/robot", _mqtt),
        Family("mqtts", "mqtts://broker:8883/table/robot", _mqtt),
        Family("hands", "hands:red", _hands),
    )
}
"""Scheme -> family."""


def open_robot(
    name: str, url: str, traffic: Traffic | None = None, login: Login | None = None, *, visiting: bool = False
) -> Robot:
    """A robot by its URL, not yet connected. Raises Problems for a URL that cannot be right.

    `login` is for a broker that wants one. `visiting`: see :func:`open_channel`.
    A simulation passes its `traffic`, which keeps the virtual clock still while bytes are on their way.
    """
    channel = open_channel(f"robots.{name}", url, traffic, login, visiting=visiting)
    own_name = parse_qs(urlsplit(url).query).get("name", [""])[-1]
    return Robot(name, channel, own_name, elsewhere_of(channel, traffic))


def elsewhere_of(channel: Channel, traffic: Traffic | None = None) -> Elsewhere:
    """A serial robot that was plugged in again may be on another port: it is found by its own name."""
    if not isinstance(channel, SerialChannel):
        return nowhere_else

    async def elsewhere(own_name: str) -> bool:
        ports = dict.fromkeys((channel.port, *known_ports()))
        path = await find(own_name, ports, channel.baud, traffic)
        if path is not None:
            channel.relocate(path)
        return path is not None

    return elsewhere


def open_channel(
    at: str, url: str, traffic: Traffic | None = None, login: Login | None = None, *, visiting: bool = False
) -> Channel:
    """A channel by its URL, unopened. Raises Problems, located at `at`.

    `visiting`: for a tool that comes beside the table; a broker's robots are not told that their host came and left.
    """
    scheme = url.partition(":")[0]
    family = FAMILIES.get(scheme)
    if family is None:
        known = "; ".join(family.example for family in FAMILIES.values())
        raise Problems([Problem(at, AddressMistake.UNKNOWN(address=repr(shown(url)), examples=known))])
    try:
        channel = family.open(split(url), traffic, login)
    except WrongAddress as error:
        address = AddressMistake.WRONG.text.bind(address=repr(shown(url)), example=family.example)
        wrong = (Reason(mistake.code, address.bind(reason=mistake.message)) for mistake in error.mistakes)
        raise Problems(Problem(at, mistake) for mistake in wrong) from error
    if isinstance(channel, MqttChannel):
        channel.visiting = visiting
    return channel


def split(url: str) -> SplitResult:
    """An address taken apart. Raises WrongAddress."""
    try:
        return urlsplit(url)
    except ValueError:
        # Python's own message may repeat what was written.
        raise WrongAddress(AddressMistake.UNPARSED()) from None


def shown(url: str) -> str:
    """An address as it may be shown: what somebody wrote before an @, a password perhaps, is left out."""
    return url if url.startswith(("serial:", "hands:")) else re.sub(r"^([\w+.-]+:(?://)?)?.*@", r"\1...@", url)
