"""Robots by URL. The registry says which channel a URL's scheme means; a test visits every entry."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from urllib.parse import SplitResult, parse_qs, urlsplit

from boards.errors import Problem, Problems
from firmware_bridge.channels.channel import Channel, Traffic
from firmware_bridge.channels.hands import HandsChannel
from firmware_bridge.channels.mqtt_client import Endpoint
from firmware_bridge.channels.mqtt_host import MqttChannel
from firmware_bridge.channels.mqtt_topics import is_name
from firmware_bridge.channels.serial_port import BAUD, SerialChannel, known_ports
from firmware_bridge.robots.discovery import find
from firmware_bridge.robots.joined import Elsewhere, nowhere_else
from firmware_bridge.robots.login import Login
from firmware_bridge.robots.robot import Robot

BAUDS = (9600, 19200, 38400, 57600, 115200, 230400, 250000, 500000, 1000000)


@dataclass(frozen=True)
class Family:
    """A way to reach robots."""

    scheme: str
    example: str
    open: Callable[[SplitResult, Traffic | None, Login | None], Channel]
    """Makes a channel, unopened. Raises ValueError in plain words."""


def _serial(url: SplitResult, traffic: Traffic | None, _login: Login | None) -> Channel:
    path = url.path
    if not path or path == "/":
        raise ValueError("no port is named")
    if path.startswith("/COM"):  # serial:/COM3, Windows
        path = path[1:]
    settings = parse_qs(url.query, keep_blank_values=True)
    unknown = sorted(set(settings) - {"baud", "name"})
    if unknown:
        raise ValueError(f"there is no setting {unknown[0]!r}; there are baud and name")
    text = settings.get("baud", [str(BAUD)])[-1]
    if not text.isdecimal() or int(text) not in BAUDS:
        raise ValueError(f"baud is {text!r}; it can be {', '.join(map(str, BAUDS))}")
    return SerialChannel(path, int(text), traffic)


def _mqtt(url: SplitResult, traffic: Traffic | None, login: Login | None) -> Channel:
    if url.username is not None or url.password is not None:
        raise ValueError("a user and password do not belong into an address; give them apart")
    names = url.path.strip("/").split("/")
    if not url.hostname or len(names) != 2 or not all(is_name(name) for name in names):
        raise ValueError("it must name a broker, a table and a robot (letters, digits, - and _)")
    tls = url.scheme == "mqtts"
    port = url.port or (8883 if tls else 1883)
    who = login or Login()
    endpoint = Endpoint(url.hostname, port, who.user, who.password, tls, who.ca)
    return MqttChannel(endpoint, names[0], names[1], traffic)


def _hands(url: SplitResult, traffic: Traffic | None, _login: Login | None) -> Channel:
    name = url.path.strip("/")
    if not is_name(name) or url.query:
        raise ValueError("it must name the golem that people move (letters, digits, - and _)")
    return HandsChannel(name)


FAMILIES: Mapping[str, Family] = {
    family.scheme: family
    for family in (
        Family("serial", "serial:/dev/serial/by-id/usb-... or serial:COM3?baud=115200", _serial),
        Family("mqtt", "mqtt://broker:1883/table/robot", _mqtt),
        Family("mqtts", "mqtts://broker:8883/table/robot", _mqtt),
        Family("hands", "hands:red, for a golem without a robot, which people move", _hands),
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
        known = "; ".join(f"{family.example}" for family in FAMILIES.values())
        raise Problems([Problem(at, f"{shown(url)!r} is no robot's address; write {known}")])
    try:
        channel = family.open(urlsplit(url), traffic, login)
    except ValueError as error:
        raise Problems([Problem(at, f"{shown(url)!r}: {error}; write {family.example}")]) from error
    if isinstance(channel, MqttChannel):
        channel.visiting = visiting
    return channel


def shown(url: str) -> str:
    """An address as it may be shown: what somebody wrote before an @, a password perhaps, is left out."""
    return re.sub(r"//[^/?#]*@", "//...@", url)
