"""Robots that announce themselves at a broker, from its retained messages. Nothing is sent to them."""

from __future__ import annotations

import asyncio
import json
import re
import secrets
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field, replace
from typing import Any, Literal

from boards.base.message import _
from boards.base.reasons import NO_REASON, Reason
from firmware_bridge.channels.channel import ChannelError, Traffic
from firmware_bridge.channels.mqtt_client import Endpoint, MqttClient
from firmware_bridge.channels.mqtt_topics import HOST_OFFLINE, HOST_ONLINE, TableTopics, is_name

SETTLED_S = 0.3
"""What is kept comes at once after the subscription; nothing new for so long means that it was all."""
LOOK_S = 3.0
"""A robot tells its battery every 2 s, while somebody plays with it; it is waited for at most so long."""
WATCH_S = 1.0
"""How often it is looked whether the broker is still there."""

_FIRMWARE = re.compile(r"[!-~]{1,32}")
_BATTERY_MOST_MV = 0xFFFF
_SHOWN_MOST = 40


class NoRobotName(ChannelError):
    """Something announces itself under a name that no robot can have."""

    def __init__(self, port: str) -> None:
        super().__init__(port, _("no robot can have this name (letters, digits, - and _, at most 32)"))


class NoGolemsWord(ChannelError):
    """What stands at a topic was not written by a golem, or by one of another name."""

    def __init__(self, port: str, topic: str, said: bytes) -> None:
        """`topic` without the table's and the robot's part."""
        self.topic = topic
        self.said = f"{said[:_SHOWN_MOST]!r}{'...' if len(said) > _SHOWN_MOST else ''}"
        told = _(
            "no golem of this name says this as its {topic}: {said}; whoever may write there clears it "
            "with an empty retained message"
        )
        super().__init__(port, told.bind(topic=topic, said=self.said))


class OtherName(ChannelError):
    """Who writes to a robot's topics calls itself otherwise."""

    def __init__(self, port: str, topic: str, name: str) -> None:
        self.topic = topic
        self.said = ascii(name[:_SHOWN_MOST]) if not name.isprintable() else repr(name[:_SHOWN_MOST])
        told = _("its {topic} says that its name is {name}, which is not the name of its topic: which robot is it?")
        super().__init__(port, told.bind(topic=topic, name=self.said))


Presence = Literal["ready", "lost", ""]
"""As the topic `state` has it; "" if it says nothing that can be understood."""


@dataclass(frozen=True)
class AnnouncedRobot:
    """A robot at a broker."""

    port: str
    """Its address there; signs that a robot's name cannot have are escaped."""
    name: str
    presence: Presence = ""
    boot_id: int | None = None
    firmware: str = ""
    """ "" if it is not told."""
    battery_mv: int | None = None
    """None while it is not told; 0 if the robot does not measure it."""
    errors: tuple[ChannelError, ...] = field(default=(), compare=False)


@dataclass(frozen=True)
class TableHost:
    """Whether the table itself is at the broker."""

    here: bool | None
    """None: that is not told, or cannot be understood."""
    error: ChannelError | None = field(default=None, compare=False)


@dataclass(frozen=True)
class Board:
    """All that announce themselves for one table."""

    host: TableHost
    robots: tuple[AnnouncedRobot, ...]
    """By name."""


class PresenceRegistry:
    """What was said last at each topic of a table."""

    def __init__(self, endpoint: Endpoint, table: str) -> None:
        self._port = f"{endpoint}/{table}"
        self._host = TableTopics(table).host
        self._base = TableTopics(table).robot("").base
        self._kept: dict[str, bytes] = {}
        self._old: set[str] = set()
        """Topics that were told before the connection broke, and not since."""
        self._news = asyncio.Event()

    def hear(self, topic: str, payload: bytes, retained: bool) -> None:
        """Something was said; whatever it is."""
        if topic != self._host:
            name, what = self._split(topic)
            # Telemetry that somebody keeps is an old one. What nobody asked for some brokers tell all the same.
            if "/" in name or not (what in ("state", "desc") or (what == "telemetry" and not retained)):
                return
            if what == "state" and self._kept.get(topic, payload) != payload:
                # It went, or started anew: what it said of its battery is old.
                self._kept.pop(f"{self._base}{name}/telemetry", None)
            if what == "state":
                # A broker that was started again has forgotten the rest; the robot is what it was.
                self._old -= {f"{self._base}{name}/{other}" for other in _UNDERSTOOD}
        self._old.discard(topic)
        if payload:
            self._kept[topic] = payload
        else:
            self._kept.pop(topic, None)
        self._news.set()

    def anew(self) -> None:
        """There is a connection, perhaps after a break: what is not told again now, is over."""
        if self._kept:
            self._old = set(self._kept)
            asyncio.get_running_loop().call_later(LOOK_S, self._forget)

    def _forget(self) -> None:
        for topic in self._old:
            self._kept.pop(topic, None)
        self._old.clear()
        self._news.set()

    async def news(self, seconds: float) -> bool:
        """Wait until something is said; False if nothing was for so long."""
        with suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                await self._news.wait()
        heard = self._news.is_set()
        self._news.clear()
        return heard

    async def settled(self) -> None:
        """Wait until all is there that is kept, and the batteries of those who are ready."""
        loop = asyncio.get_running_loop()
        until, quiet = loop.time() + LOOK_S, False
        while loop.time() < until and not (quiet and self._all_weighed()):
            quiet = not await self.news(min(SETTLED_S, until - loop.time()))

    def _all_weighed(self) -> bool:
        return all(one.battery_mv is not None for one in self.board().robots if one.presence == "ready")

    def board(self) -> Board:
        """Return what is known now."""
        names = {name for name, what in map(self._split, self._kept) if what in ("state", "desc")}
        said = self._kept.get(self._host)
        here = None if said is None else {HOST_ONLINE: True, HOST_OFFLINE: False}.get(said)
        error = None if said is None or here is not None else NoGolemsWord(self._port, "$host", said)
        return Board(TableHost(here, error), tuple(self._robot(name) for name in sorted(names)))

    def _split(self, topic: str) -> tuple[str, str]:
        """Return a robot's topic as (its name, what it is about); what is no robot's topic is about nothing."""
        if not topic.startswith(self._base):
            return "", ""
        name, _, what = topic[len(self._base) :].rpartition("/")
        return name, what

    def _robot(self, name: str) -> AnnouncedRobot:
        if not is_name(name):
            escaped = ascii(name)[1:-1]
            shown = escaped if len(escaped) <= _SHOWN_MOST else f"{escaped[:_SHOWN_MOST]}..."
            port = f"{self._port}/{shown}"
            return AnnouncedRobot(port, shown, errors=(NoRobotName(port),))
        port = f"{self._port}/{name}"
        read = {what: self._read(name, what) for what in ("state", "desc", "telemetry")}
        wrong = (
            _what_is_wrong(port, name, what, said) for what, said in self._said(name).items() if read[what] is None
        )
        state, desc, telemetry = (read[what] or {} for what in read)
        firmware, battery = desc.get("firmware", ""), telemetry.get("battery_mv")
        return AnnouncedRobot(port, name, state.get("state", ""), state.get("boot_id"), firmware, battery, tuple(wrong))

    def _said(self, name: str) -> dict[str, bytes]:
        topics = {what: f"{self._base}{name}/{what}" for what in _UNDERSTOOD}
        return {what: self._kept[topic] for what, topic in topics.items() if topic in self._kept}

    def _read(self, name: str, what: str) -> dict[str, Any] | None:
        """Return what a robot says at one of its topics; None if that is nothing, or nothing that a golem says."""
        try:
            said = json.loads(self._said(name).get(what, b""))
        except (ValueError, RecursionError):
            return None
        known = isinstance(said, dict) and said.get("name", name) == name and _UNDERSTOOD[what](said)
        return said if known else None


def _what_is_wrong(port: str, name: str, what: str, said: bytes) -> ChannelError:
    with suppress(ValueError, RecursionError):
        read = json.loads(said)
        if isinstance(read, dict) and isinstance(read.get("name"), str) and read["name"] != name:
            return OtherName(port, what, read["name"])
    return NoGolemsWord(port, what, said)


def _is_count(value: object, most: int) -> bool:
    return type(value) is int and 0 <= value <= most


_UNDERSTOOD: dict[str, Callable[[dict[str, Any]], bool]] = {
    "state": lambda said: said.get("state") in ("ready", "lost") and _is_count(said.get("boot_id"), 0xFFFFFFFF),
    "desc": lambda said: isinstance(said.get("firmware"), str) and _FIRMWARE.fullmatch(said["firmware"]) is not None,
    "telemetry": lambda said: _is_count(said.get("battery_mv"), _BATTERY_MOST_MV),
}
"""Topic -> whether a golem says this there."""


@asynccontextmanager
async def _reading(
    endpoint: Endpoint, table: str, traffic: Traffic | None
) -> AsyncIterator[tuple[PresenceRegistry, MqttClient]]:
    """Yield the registry with all retained messages, and its connection. Raises ChannelError."""
    topics, notices = TableTopics(table), PresenceRegistry(endpoint, table)
    who = f"golem-visitor-{secrets.token_hex(8)}"
    client = MqttClient(endpoint, who, notices.hear, on_connected=notices.anew, traffic=traffic)
    try:
        await client.connect()
        await client.subscribe(topics.announcements)
        # Brokers do one thing after the other: when this is confirmed, what is kept for the first has come.
        await client.subscribe([(topics.host, 0)])
        await notices.settled()
        yield notices, client
    finally:
        await client.close()


async def look_at_broker(endpoint: Endpoint, table: str, traffic: Traffic | None = None) -> Board:
    """Who announces themselves at a broker for this table. Raises ChannelError."""
    async with _reading(endpoint, table, traffic) as (notices, _):
        return notices.board()


@dataclass(frozen=True)
class Watcher:
    """Who wants to know what happens at a broker."""

    on_host: Callable[[TableHost], None]
    on_seen: Callable[[AnnouncedRobot], None]
    """A robot that came, went with its state left behind, or is otherwise than before."""
    on_gone: Callable[[str], None]
    """(address): nothing is kept of it any more."""
    on_nobody: Callable[[], None]
    """At the beginning nothing is kept of any robot."""
    on_trouble: Callable[[Reason], None]
    """Why the connection is away; NO_REASON when it is back."""


async def watch_broker(endpoint: Endpoint, table: str, watcher: Watcher, traffic: Traffic | None = None) -> None:
    """Until cancelled: tell who is there, and who comes and goes. Raises ChannelError if it cannot begin."""
    async with _reading(endpoint, table, traffic) as (notices, client):
        trouble = NO_REASON
        first = notices.board()
        host = first.host
        here: dict[str, AnnouncedRobot] = {}
        watcher.on_host(host)
        if not first.robots:
            watcher.on_nobody()
        while True:
            if client.trouble != trouble:
                trouble = client.trouble
                watcher.on_trouble(trouble)
            now = notices.board()
            if now.host != host:
                host = now.host
                watcher.on_host(host)
            here = _tell_changes(here, {one.port: one for one in now.robots}, watcher)
            await notices.news(WATCH_S)


def _tell_changes(
    before: dict[str, AnnouncedRobot], now: dict[str, AnnouncedRobot], watcher: Watcher
) -> dict[str, AnnouncedRobot]:
    for port in before:
        if port not in now:
            watcher.on_gone(port)
    for port, one in now.items():
        if port not in before or _without_figure(one) != _without_figure(before[port]):
            watcher.on_seen(one)
    return now


def _without_figure(one: AnnouncedRobot) -> AnnouncedRobot:
    """Return a robot without its voltage, which changes all the time; only that it is told matters."""
    return one if one.battery_mv is None else replace(one, battery_mv=0)
