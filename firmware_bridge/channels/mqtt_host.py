"""The host's end of MQTT: one connection for a table, a channel for each of its robots."""

from __future__ import annotations

import asyncio
import json
import os
import secrets
from collections import deque
from contextlib import suppress
from weakref import WeakKeyDictionary

from boards.base.reasons import NO_REASON, Reason
from firmware_bridge.channels.channel import (
    ChannelClosed,
    ChannelError,
    NoTraffic,
    OnBack,
    OnFrame,
    OnLost,
    Traffic,
    not_awaited,
)
from firmware_bridge.channels.channel_reasons import ChannelReason
from firmware_bridge.channels.mqtt_client import Endpoint, MqttClient, Publication
from firmware_bridge.channels.mqtt_topics import (
    ESTOP_LATCHED,
    HOST_OFFLINE,
    HOST_ONLINE,
    TableTopics,
)
from firmware_bridge.link.commands import Timers

BOOTS_KEPT = 16
OVERFLOW_S = 5.0
"""So long it is told that a robot said too much."""


class HostConnection:
    """A table's connection to its broker, shared by the channels of its robots."""

    def __init__(self, endpoint: Endpoint, table: str, traffic: Traffic, *, visiting: bool = False) -> None:
        """`visiting`: beside the table, which goes on when we leave: nothing is said of who hosts."""
        self.topics = TableTopics(table)
        self._base = self.topics.robot("").base
        self._visiting = visiting
        self.states: dict[str, str] = {}
        """What each robot's `state` topic says last: ready or lost."""
        self.doubled: set[str] = set()
        """Names that two robots answer to."""
        self.overflowed: dict[str, float] = {}
        """Robot -> when it last said more than could be read."""
        self._boots: dict[str, deque[int]] = {}
        """Robot -> the boot ids that its `state` told, the newest last."""
        self.users = 0
        self._listeners: dict[str, tuple[OnFrame, OnBack]] = {}
        self._ready: asyncio.Task[None] | None = None
        self._estop: bool | None = None
        self.client = MqttClient(
            endpoint,
            # A visitor under the table's id would throw it out.
            f"golem-visitor-{secrets.token_hex(8)}" if visiting else f"golem-host-{table}-{os.getpid()}",
            self._heard,
            will=None if visiting else Publication(self.topics.host, HOST_OFFLINE, 1, True),
            on_connected=self._say_online,
            on_overflow=self._overflow,
            traffic=traffic,
        )
        self._loop = asyncio.get_running_loop()

    async def ready(self) -> None:
        """Connect, once for all who wait."""
        if self._ready is None:
            self._ready = asyncio.ensure_future(self._connect())
        await asyncio.shield(self._ready)

    async def _connect(self) -> None:
        await self.client.connect()
        try:
            await self.client.subscribe(self.topics.of_all_robots)
        except ChannelError:
            await self.client.close()
            raise

    def _say_online(self) -> None:
        if self._visiting:
            return
        self.client.publish(Publication(self.topics.host, HOST_ONLINE, 1, True))
        if self._estop:
            # A broker that was started again has forgotten what it was to keep.
            self.client.publish(Publication(self.topics.estop, ESTOP_LATCHED, 1, True))

    def listen(self, robot: str, on_frame: OnFrame, on_back: OnBack) -> None:
        """Hand this robot's frames to `on_frame` from now on; `on_back` hears that it came anew in the same boot."""
        self._listeners[robot] = (on_frame, on_back)

    def leave(self, robot: str) -> None:
        """Listen to this robot no more."""
        self._listeners.pop(robot, None)

    def forgive(self, robot: str) -> None:
        """Look anew whether two robots answer to this name."""
        self.doubled.discard(robot)
        self._boots.pop(robot, None)

    def _overflow(self, topic: str) -> None:
        self.overflowed[self._split(topic)[0]] = self._loop.time()

    def _split(self, topic: str) -> tuple[str, str]:
        """Return a robot's topic as (its name, what it is about)."""
        robot, _, what = topic.removeprefix(self._base).partition("/")
        return robot, what

    def _heard(self, topic: str, payload: bytes, retained: bool) -> None:
        robot, what = self._split(topic)
        if what == "ack" and not retained:
            if robot in self._listeners:
                self._listeners[robot][0](payload)
        elif what == "state":
            state, boot_id = _state_in(payload)
            before, self.states[robot] = self.states.get(robot), state
            if state == "ready" and boot_id is not None:
                self._note_boot(robot, boot_id, before == "ready")

    def _note_boot(self, robot: str, boot_id: int, was_ready: bool) -> None:
        """Note a robot's boot; boots count up.

        One that comes back to a boot that was over is another robot: the broker throws the two out in turn,
        because both say that they are the same.
        """
        boots = self._boots.setdefault(robot, deque(maxlen=BOOTS_KEPT))
        again = boots[-1] == boot_id if boots else was_ready
        if boot_id in boots and not again:
            self.doubled.add(robot)
        if not boots or boots[-1] != boot_id:
            boots.append(boot_id)
        if again and robot in self._listeners:
            self._listeners[robot][1]()

    def latch(self, latched: bool) -> None:
        """Say the table's emergency stop to robots that are away, too."""
        if self._estop != latched:
            self._estop = latched
            payload = ESTOP_LATCHED if latched else b""
            self.client.publish(Publication(self.topics.estop, payload, 1, True))

    async def close(self) -> None:
        """Close the connection."""
        if self.client.connected and not self._visiting:
            # A broker that is silent just now hears nothing, and sends the will.
            with suppress(ChannelError):
                await self.client.publish_surely(Publication(self.topics.host, HOST_OFFLINE, 1, True))
        await self.client.close()


def _state_in(payload: bytes) -> tuple[str, int | None]:
    """Return the state and the boot id in a `state` message; "" and None if there are none to be read."""
    try:
        said = json.loads(payload)
    except (ValueError, RecursionError):
        return "", None
    if not isinstance(said, dict):
        return "", None
    boot_id = said.get("boot_id")
    return str(said.get("state", "")), boot_id if type(boot_id) is int else None


_Key = tuple[Endpoint, str, bool]
_shared: WeakKeyDictionary[asyncio.AbstractEventLoop, dict[_Key, HostConnection]] = WeakKeyDictionary()
"""Connections in use, by event loop: a table's robots share one."""


class MqttChannel:
    """Frames to and from one robot over a broker. A lossy pipe: the link above it makes it safe."""

    def __init__(self, endpoint: Endpoint, table: str, robot: str, traffic: Traffic | None = None) -> None:
        self._endpoint = endpoint
        self._table = table
        self._robot = robot
        topics = TableTopics(table).robot(robot)
        self._base, self._cmd = topics.base, topics.cmd
        self._traffic: Traffic = traffic or NoTraffic()
        self._connection: HostConnection | None = None
        self.on_back: OnBack = not_awaited
        self.visiting = False
        """Whether the next :meth:`open` comes beside the table (see HostConnection)."""
        self._key: _Key = (endpoint, table, False)

    @property
    def port(self) -> str:
        """Return the address, without secrets."""
        return f"{self._endpoint}/{self._table}/{self._robot}"

    @property
    def timers(self) -> Timers:
        """Return the link's timers for MQTT."""
        return Timers.mqtt()

    @property
    def trouble(self) -> Reason:
        """Return what is known to be wrong; empty if nothing is."""
        connection = self._connection
        if connection is None or not connection.client.connected:
            return connection.client.trouble if connection is not None else NO_REASON
        if connection.states.get(self._robot) == "lost":
            return ChannelReason.ROBOT_LOST()
        return NO_REASON if self._robot in connection.states else ChannelReason.ROBOT_ABSENT()

    @property
    def fault(self) -> Reason:
        """Return what is wrong with the connection; empty if nothing is."""
        connection = self._connection
        if connection is None:
            return NO_REASON
        if self._robot in connection.doubled:
            return ChannelReason.NAME_DOUBLED(name=repr(self._robot))
        when = connection.overflowed.get(self._robot)
        if when is not None and asyncio.get_running_loop().time() - when < OVERFLOW_S:
            return ChannelReason.OVERFLOW()
        return NO_REASON

    async def open(self, on_frame: OnFrame, on_lost: OnLost) -> None:
        """Subscribe to the robot and wait until it is there."""
        await self.close()
        shared = _shared.setdefault(asyncio.get_running_loop(), {})
        key = self._key = (self._endpoint, self._table, self.visiting)
        if key not in shared:
            shared[key] = HostConnection(self._endpoint, self._table, self._traffic, visiting=self.visiting)
        connection = shared[key]
        connection.users += 1
        try:
            await connection.ready()
        except ChannelError:
            connection.users -= 1
            if shared.get(key) is connection:
                del shared[key]
            raise
        self._connection = connection

        def hear(data: bytes) -> None:
            self._traffic.received(self._base, 1)
            if self._robot not in connection.doubled:
                on_frame(data)

        self._traffic.opened(self._base)
        connection.forgive(self._robot)
        connection.listen(self._robot, hear, lambda: self.on_back())

    def send(self, frame: bytes) -> None:
        """Publish a frame."""
        if self._connection is None:
            raise ChannelClosed(self.port)
        self._connection.client.publish(Publication(self._cmd, frame))
        self._traffic.sent(self._base, 1)

    def announce_estop(self, latched: bool) -> None:
        """Publish the standing order of the emergency stop, or remove it."""
        if self._connection is not None and self._connection.client.connected:
            self._connection.latch(latched)

    async def close(self) -> None:
        """Close the connection."""
        connection, self._connection = self._connection, None
        if connection is None:
            return
        connection.leave(self._robot)
        self._traffic.closed(self._base)
        connection.users -= 1
        if connection.users == 0:
            shared = _shared[asyncio.get_running_loop()]
            del shared[self._key]
            await connection.close()
