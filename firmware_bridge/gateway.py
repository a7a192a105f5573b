"""Makes robots on serial ports reachable over MQTT. Frames pass through byte for byte, without the stuffing."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable

from boards.base.errors import GolemError
from boards.base.message import Message, _, joined
from firmware_bridge.channels.channel import Channel, ChannelClosed, ChannelError, PortMissing, Traffic
from firmware_bridge.channels.mqtt_client import Endpoint
from firmware_bridge.channels.mqtt_robot import RobotOnMqtt
from firmware_bridge.protocol.codec import Frame, FrameError, decode, encode
from firmware_bridge.protocol.messages import (
    DICTIONARY_HASH,
    MAJOR,
    MINOR,
    Boot,
    Claim,
    Hello,
    Welcome,
)
from firmware_bridge.robots.driver import Elsewhere, nowhere_else
from firmware_bridge.robots.robot_status import NoAnswer

log = logging.getLogger(__name__)

ASK_S = 0.5
"""How often a silent port is asked who is there."""
AGAIN_S = 2.0
"""How long to wait before a port or broker that failed is tried again."""

_WHO = encode(Frame(0, 0, Hello(Claim.ASK, MAJOR, MINOR, DICTIONARY_HASH, 0, 0)))

Tell = Callable[[Message], None]


class GatewayRobot:
    """One robot behind the gateway. It knows no sessions: exactly-once is a matter of the two ends."""

    def __init__(
        self,
        name: str,
        channel: Channel,
        endpoint: Endpoint,
        table: str,
        tell: Tell,
        traffic: Traffic | None = None,
        elsewhere: Elsewhere = nowhere_else,
    ) -> None:
        """`elsewhere` looks for the robot on other ports when its own is gone."""
        self.name = name
        self._elsewhere = elsewhere
        self._own_name = ""
        self._channel = channel
        self._endpoint = endpoint
        self._table = table
        self._tell = tell
        self._traffic = traffic
        self._said: Message | None = None
        self._radio: RobotOnMqtt | None = None
        self._boot_id: int | None = None
        self._known = asyncio.Event()
        self._gone = asyncio.Event()
        self.passing: Callable[[str], None] = lambda _way: None
        """Handed on to RobotOnMqtt."""

    async def serve(self) -> None:
        """Until it is cancelled: join the port to the broker, and again after every break."""
        while True:
            try:
                await self._serve_once()
            except GolemError as error:
                log.info("%s: %s", self.name, error)
                self._say(error.message)
                if isinstance(error, PortMissing) and self._own_name and await self._elsewhere(self._own_name):
                    continue
            await asyncio.sleep(AGAIN_S)

    async def _serve_once(self) -> None:
        self._known.clear()
        self._gone.clear()
        await self._channel.open(self._from_robot, self._lost)
        try:
            boot_id = await self._find_out()
            if boot_id is None:
                return
            radio = RobotOnMqtt(self._endpoint, self._table, self.name, boot_id, self._traffic)
            radio.on_frame, radio.passing = self._to_robot, self.passing
            try:
                await radio.connect()
                self._radio = radio
                self._say(_("joined to {broker} as {topic}", broker=str(self._endpoint), topic=radio.topics.base))
                await self._gone.wait()
            finally:
                self._radio = None
                await radio.closed()
        finally:
            await self._channel.close()

    async def _find_out(self) -> int | None:
        """Return the robot's boot id, for the will; None if the port went away."""
        while not self._known.is_set():
            if self._gone.is_set():
                return None
            self._channel.send(_WHO)
            try:
                async with asyncio.timeout(ASK_S):
                    await self._known.wait()
            except TimeoutError:
                silent = NoAnswer(self.name, self._channel.port, ASK_S, self._channel.trouble)
                self._say(silent.what)
        return self._boot_id

    def _from_robot(self, data: bytes) -> None:
        if self._radio is not None:
            self._radio.send(data)
            return
        try:
            message = decode(data).message
        except FrameError:
            return
        if isinstance(message, Welcome):
            self._own_name = message.name
        if isinstance(message, Boot | Welcome):
            self._boot_id = message.boot_id
            self._known.set()

    def _to_robot(self, data: bytes) -> None:
        try:
            self._channel.send(data)
        except ChannelClosed:
            # The port broke; `_lost` says so.
            return

    def _lost(self, error: ChannelError) -> None:
        self._say(error.message)
        self._gone.set()

    def _say(self, what: Message) -> None:
        """Tell people, once for each thing that changed."""
        if what != self._said:
            self._said = what
            self._tell(joined([self.name, what], ": "))


async def look_for_broker(endpoint: Endpoint, tell: Tell) -> None:
    """Say if nobody listens at the broker's address, and when somebody does. Ends then."""
    silent = False
    while True:
        try:
            async with asyncio.timeout(ASK_S):
                _reader, writer = await asyncio.open_connection(endpoint.host, endpoint.port)
        except (OSError, TimeoutError):
            if not silent:
                message = _("no broker answers at {broker}; is it running, is this its address? Trying on.")
                tell(message.bind(broker=str(endpoint)))
            silent = True
            await asyncio.sleep(AGAIN_S)
            continue
        writer.close()
        if silent:
            tell(_("a broker answers at {broker}", broker=str(endpoint)))
        return


async def serve(robots: list[GatewayRobot]) -> None:
    """Serve all robots until cancelled; each leaves the broker properly then."""
    async with asyncio.TaskGroup() as group:
        for robot in robots:
            group.create_task(robot.serve())
