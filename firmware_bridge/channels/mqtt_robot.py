"""The robot's end of MQTT: what a gateway does for a serial robot, and a robot with its own radio for itself.

Frames pass through byte for byte. What a host must find without asking (state, description, faults,
telemetry) is read off the frames as they pass.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextlib import suppress

from firmware_bridge.channels.channel import ChannelClosed, ChannelError, Traffic
from firmware_bridge.channels.mqtt_client import Endpoint, MqttClient, Publication
from firmware_bridge.channels.mqtt_topics import ESTOP_LATCHED, TableTopics, told
from firmware_bridge.protocol.codec import Frame, FrameError, decode, encode
from firmware_bridge.protocol.messages import Boot, Estop, Fault, FaultCode, Report, Welcome

TELEMETRY_S = 2.0
"""A robot's telemetry is told at most this often."""

AGAIN_S = 1.0
"""A robot that cannot come back to its broker tries again after so long."""

_STANDING_ESTOP = encode(Frame(0, 0, Estop()))
"""Nonce 0: the table's standing order, which does not count the latch on when it is latched already."""


class RobotOnMqtt:
    """One robot's presence on a broker."""

    def __init__(self, endpoint: Endpoint, table: str, name: str, boot_id: int, traffic: Traffic | None = None) -> None:
        self.on_frame: Callable[[bytes], None] | None = None
        self.passing: Callable[[str], None] = lambda _way: None
        """Told "in" or "out" for every frame that passes, "here" and "away" for comings and goings."""
        self.boot_id = boot_id
        self.topics = TableTopics(table).robot(name)
        self._table = TableTopics(table)
        self._endpoint = endpoint
        self._name = name
        self._client_id = f"golem-{table}-{name}"
        self._traffic = traffic
        self._loop = asyncio.get_running_loop()
        self._client: MqttClient | None = None
        self._told_at = float("-inf")
        self._described: bytes | None = None
        self._coming_back: asyncio.Task[None] | None = None

    async def connect(self) -> None:
        """Raise BrokerUnreachable, BrokerRefused."""
        will = Publication(self.topics.state, told(state="lost", boot_id=self.boot_id, name=self._name), 1, True)
        client = MqttClient(
            self._endpoint,
            self._client_id,
            self._heard,
            will=will,
            on_connected=self._say_ready,
            traffic=self._traffic,
        )
        self._client = client
        await client.connect()
        try:
            await client.subscribe(((self.topics.cmd, 0), (self._table.estop, 1)))
        except ChannelError:
            await client.close()
            raise
        self.passing("here")

    def _say_ready(self) -> None:
        """Also after a break: a broker that was started again has forgotten what it was to keep."""
        self._described = None
        self._publish(
            Publication(self.topics.state, told(state="ready", boot_id=self.boot_id, name=self._name), 1, True)
        )

    def _publish(self, what: Publication) -> bool:
        try:
            if self._client is not None:
                self._client.publish(what)
                return True
        except ChannelClosed:
            # The connection mends itself; until then the pipe loses what is put in.
            return False
        return False

    def _heard(self, topic: str, payload: bytes, retained: bool) -> None:
        if topic == self._table.estop:
            if payload == ESTOP_LATCHED and self.on_frame is not None:
                self.on_frame(_STANDING_ESTOP)
        elif not retained:
            # A retained command is an old one that somebody kept: never obeyed.
            self.passing("in")
            if self.on_frame is not None:
                self.on_frame(payload)

    def send(self, frame: bytes) -> None:
        """Publish a frame from the robot."""
        try:
            message = decode(frame).message
        except FrameError:
            return
        match message:
            case Boot(boot_id=boot_id) if boot_id != self.boot_id:
                self.boot_id = boot_id
                self._coming_back = self._loop.create_task(self._come_back(frame))
                return
            case Welcome():
                self._describe(message)
            case Fault(code=code):
                payload = told(code=code.name, boot_id=self.boot_id)
                known = [c for c in FaultCode if c is not FaultCode.NONE]
                for one in [code] if code is not FaultCode.NONE else known:
                    said = payload if one is code else b""
                    self._publish(Publication(self.topics.fault(one), said, 1, True))
            case Report() if self._loop.time() - self._told_at >= TELEMETRY_S:
                self._told_at = self._loop.time()
                telemetry = told(battery_mv=message.battery_mv, state=message.state.name.lower())
                self._publish(Publication(self.topics.telemetry, telemetry))
            case _:
                pass
        if self._publish(Publication(self.topics.ack, frame)):
            self.passing("out")

    def _describe(self, welcome: Welcome) -> None:
        firmware = f"{welcome.firmware_major}.{welcome.firmware_minor}.{welcome.firmware_patch}"
        desc = told(name=self._name, firmware=firmware, capabilities=welcome.capabilities)
        if desc != self._described:
            self._described = desc
            self._publish(Publication(self.topics.desc, desc, 1, True))

    async def _come_back(self, boot: bytes) -> None:
        """Renew the last will after a restart of the robot: it carries the boot id."""
        self.passing("away")
        if self._client is not None:
            await self._client.abandon()
        while True:
            try:
                await self.connect()
                break
            except ChannelError:
                # A broker that is away just now; without us it would have no robot when it is back.
                await asyncio.sleep(AGAIN_S)
        if self._publish(Publication(self.topics.ack, boot)):
            self.passing("out")

    def close(self) -> None:
        """Leave without waiting; :meth:`closed` waits."""
        if self._coming_back is not None:
            self._coming_back.cancel()

    async def closed(self) -> None:
        """Say that the robot is gone and leave."""
        self.close()
        self.passing("away")
        if self._client is not None and self._client.connected:
            lost = told(state="lost", boot_id=self.boot_id, name=self._name)
            with suppress(ChannelError):
                await self._client.publish_surely(Publication(self.topics.state, lost, 1, True))
        if self._client is not None:
            await self._client.close()
