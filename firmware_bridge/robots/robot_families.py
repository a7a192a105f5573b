"""Robots by URL: a URL's scheme is a family, built in or brought by a plug-in (entry point ``golem_table.robots``).

A family reaches golems that speak the wire over a channel of its own, or brings robots that do not speak it.
"""

from __future__ import annotations

import logging
import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from typing import TypeVar
from urllib.parse import SplitResult, parse_qs, urlsplit

from boards.base.errors import Problem, Problems
from boards.base.message import _, joined
from boards.base.plugins import Plugin, each_loaded, missing_members, usable
from boards.base.reasons import Reason, foreign_words
from firmware_bridge.channels.channel import Channel, Traffic
from firmware_bridge.channels.mqtt_client import Endpoint
from firmware_bridge.channels.mqtt_host import MqttChannel
from firmware_bridge.channels.mqtt_topics import is_name
from firmware_bridge.channels.serial_port import BAUD, SerialChannel, known_ports
from firmware_bridge.robots.address_messages import AddressMistake
from firmware_bridge.robots.credentials import PASSWORD_VARIABLE, USER_VARIABLE, Login
from firmware_bridge.robots.discovery.serial_discovery import find
from firmware_bridge.robots.driver import Elsewhere, nowhere_else
from firmware_bridge.robots.hands_robot import HandsRobot
from firmware_bridge.robots.robot import Robot
from firmware_bridge.robots.robot_port import RobotPort

MadeT = TypeVar("MadeT")

BAUDS = (9600, 19200, 38400, 57600, 115200, 230400, 250000, 500000, 1000000)


log = logging.getLogger(__name__)

GROUP = "golem_table.robots"
"""The entry points of families that other packages bring: scheme = the :class:`Family`."""


@dataclass(frozen=True)
class Family:
    """A way to reach robots: over a channel, if they speak the golem's wire; else as robots of another kind."""

    scheme: str
    example: str
    """An address, as errors show it."""
    open: Callable[[SplitResult, Traffic | None, Login | None], Channel] | None = None
    """Make a channel, unopened. Raises WrongAddress."""
    robot: Callable[[str, SplitResult], RobotPort] | None = None
    """Make a robot with this name, unconnected. Raises WrongAddress."""


class WrongAddress(ValueError):
    """Nothing can be at this address; says all that is wrong with it."""

    def __init__(self, *mistakes: Reason | str) -> None:
        """`mistakes`: all that is wrong; a str is the same in every language."""
        self.mistakes = tuple(foreign_words(one) if isinstance(one, str) else one for one in mistakes)
        super().__init__(str(joined([mistake.message for mistake in self.mistakes], "; ")))


def _settings(url: SplitResult, known: tuple[str, ...], wrong: list[Reason]) -> dict[str, list[str]]:
    """Return what stands behind the question mark; nothing may stand behind a #."""
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
    """Return the broker that an address names, without whatever is wrong with it."""
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


def _hands(name: str, url: SplitResult) -> RobotPort:
    golem = url.path.strip("/")
    if not is_name(golem) or url.query or url.fragment:
        raise WrongAddress(AddressMistake.HANDS())
    return HandsRobot(name, golem)


FAMILIES: Mapping[str, Family] = {
    family.scheme: family
    for family in (
        Family("serial", "serial:/dev/serial/by-id/usb-...?baud=115200 (serial:COM3)", _serial),
        Family("mqtt", "mqtt://broker:1883/table/robot", _mqtt),
        Family("mqtts", "mqtts://broker:8883/table/robot", _mqtt),
        Family("hands", "hands:red", robot=_hands),
    )
}
"""Scheme -> family, of those that are built in."""


def families() -> dict[str, Family]:
    """Return all families by scheme. A plug-in that is broken is warned of and left out."""
    return {**FAMILIES, **each_loaded(_sorted_plugins()[0], _load)}


def family_of(at: str, url: str) -> Family:
    """Return the family of an address. Raises Problems: located at `at`, or at the plug-in that is broken."""
    scheme = url.partition(":")[0]
    if scheme in FAMILIES:
        return FAMILIES[scheme]
    good, bad = _sorted_plugins()
    if scheme in bad:
        raise Problems([bad[scheme]])
    if scheme in good and ":" in url:
        return _load(good[scheme])
    known = "; ".join(family.example for family in families().values())
    raise Problems([Problem(at, AddressMistake.UNKNOWN(address=repr(shown(url)), examples=known))])


def forget_plugins() -> None:
    """Look for plug-ins anew when next asked: packages were installed or removed while this process runs."""
    _sorted_plugins.cache_clear()
    _load.cache_clear()


@cache
def _sorted_plugins() -> tuple[dict[str, Plugin], dict[str, Problem]]:
    good, bad = usable(GROUP, FAMILIES, "robot family")
    for problem in bad.values():
        log.warning("%s", problem)
    return good, bad


@cache
def _load(plugin: Plugin) -> Family:
    """Import a plug-in's family. Raises Problems, all at once, for what is none."""
    found = plugin.load()
    if not isinstance(found, Family):
        raise Problems([Problem(plugin.at, AddressMistake.NO_FAMILY(found=repr(plugin.entry.value)))])
    problems: list[Problem] = []
    if found.scheme != plugin.name:
        problems.append(Problem(plugin.at, AddressMistake.FAMILY_NAME(found=repr(found.scheme))))
    if (found.open is None) == (found.robot is None):
        problems.append(Problem(plugin.at, AddressMistake.OPEN_OR_ROBOT()))
    if problems:
        raise Problems(problems)
    return found


def _members(protocol: type) -> tuple[str, ...]:
    """Return the public members of a protocol, sorted."""
    named = {*vars(protocol), *protocol.__annotations__}
    return tuple(sorted(name for name in named if not name.startswith("_")))


def _checked(family: Family, made: MadeT, members: Iterable[str]) -> MadeT:
    """Return what a family made. Raises Problems if it has not all members; those that are built in have."""
    if family.scheme not in FAMILIES and (missing := missing_members(made, members)):
        lacks = AddressMistake.MEMBERS_MISSING(found=type(made).__name__, missing=", ".join(missing))
        raise Problems([Problem(f"{GROUP}: {family.scheme}", lacks)])
    return made


def open_robot(
    name: str,
    url: str,
    traffic: Traffic | None = None,
    login: Login | None = None,
    *,
    visiting: bool = False,
    at: str = "",
) -> RobotPort:
    """Return the robot at a URL, not yet connected. Raises Problems, located at `at`, for a URL that cannot be right.

    `login` is for a broker that wants one. `visiting`: see :func:`open_channel`.
    A simulation passes its `traffic`, which keeps the virtual clock still while bytes are on their way.
    """
    at = at or f"robots.{name}"
    family = family_of(at, url)
    make = family.robot
    if make is not None:
        return _checked(family, _made(at, url, family, lambda parts: make(name, parts)), _members(RobotPort))
    channel = open_channel(at, url, traffic, login, visiting=visiting)
    own_name = parse_qs(urlsplit(url).query).get("name", [""])[-1]
    return Robot(name, channel, own_name, elsewhere_of(channel, traffic))


def elsewhere_of(channel: Channel, traffic: Traffic | None = None) -> Elsewhere:
    """Return a serial robot that was plugged in again may be on another port: it is found by its own name."""
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
    """Return the channel to a URL, unopened. Raises Problems, located at `at`.

    `visiting`: for a tool that comes beside the table; a broker's robots are not told that their host came and left.
    """
    family = family_of(at, url)
    make = family.open
    if make is None:
        raise Problems([Problem(at, AddressMistake.NO_WIRE(address=repr(shown(url))))])
    made = _made(at, url, family, lambda parts: make(parts, traffic, login))
    channel = _checked(family, made, _members(Channel))
    if isinstance(channel, MqttChannel):
        channel.visiting = visiting
    return channel


def _made(at: str, url: str, family: Family, make: Callable[[SplitResult], MadeT]) -> MadeT:
    """Return what a family makes of an address.

    Raises Problems: located at `at` for a wrong address, at the plug-in for one that fails.
    """
    try:
        return make(split(url))
    except WrongAddress as error:
        address = AddressMistake.WRONG.text.bind(address=repr(shown(url)), example=family.example)
        wrong = (Reason(mistake.code, address.bind(reason=mistake.message)) for mistake in error.mistakes)
        raise Problems(Problem(at, mistake) for mistake in wrong) from error
    except Exception as error:
        if family.scheme in FAMILIES:
            raise
        plugin = _sorted_plugins()[0][family.scheme]
        message = _(
            "it fails at {shown} ({name}: {error}); repair this package or uninstall it",
            shown=repr(shown(url)),
            name=type(error).__name__,
            error=str(error),
        )
        raise Problems([Problem(plugin.at, message)]) from error


def split(url: str) -> SplitResult:
    """Return an address taken apart. Raises WrongAddress."""
    try:
        return urlsplit(url)
    except ValueError:
        # Python's own message may repeat what was written.
        raise WrongAddress(AddressMistake.UNPARSED()) from None


def shown(url: str) -> str:
    """Return an address as it may be shown: what somebody wrote before an @, a password perhaps, is left out."""
    return url if url.startswith(("serial:", "hands:")) else re.sub(r"^([\w+.-]+:(?://)?)?.*@", r"\1...@", url)
