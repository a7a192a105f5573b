"""The embedded MQTT broker: amqtt, for machines without mosquitto. Lets in who knows a token, nobody else.

It serves this computer only. The rules are mosquitto's (:mod:`firmware_bridge.channels.mosquitto`): a robot speaks for
itself alone, packets have 4 kB at most, wrong tokens are answered later and later.
"""

from __future__ import annotations

import asyncio
import hmac
import logging
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any

from amqtt.adapters import StreamReaderAdapter, StreamWriterAdapter
from amqtt.broker import Broker
from amqtt.contexts import Action
from amqtt.errors import NoDataError
from amqtt.plugins.base import BaseAuthPlugin, BaseTopicPlugin
from amqtt.session import Session

from firmware_bridge.channels.broker_proxy import PACKET_BYTES, ConnectionCounter, LoginThrottle, ProxyLimits
from firmware_bridge.channels.mosquitto import HOST_USER, hears, says

_LISTENER = "robots"


class TokenAuth(BaseAuthPlugin):  # type: ignore[misc]
    """Checks a user's token.

    (amqtt's own plugin lets in any user name.)
    """

    @dataclass
    class Config:
        """User -> token, and the table's name."""

        users: dict[str, str] = field(default_factory=dict)
        table: str = ""

    def __init__(self, context: Any) -> None:
        super().__init__(context)
        self._guesses = LoginThrottle(ProxyLimits())

    async def authenticate(self, *, session: Session) -> bool:
        """Return whether the user and the token belong together; later and later if they often did not."""
        user = session.username or ""
        await asyncio.sleep(self._guesses.delay_s("", user))
        token = self.config.users.get(user)
        given = str(session.password or "").encode()
        if token is None or session.password is None or not hmac.compare_digest(token.encode(), given):
            self._guesses.wrong("", user)
            return False
        self._guesses.right("", user)
        # amqtt asks nobody about a will: who would speak for somebody else with it is not let in.
        return not session.will_flag or _may(self.config.table, user, str(session.will_topic), Action.PUBLISH)


class TopicRules(BaseTopicPlugin):  # type: ignore[misc]
    """Lets the table do everything, and a robot speak and hear for itself."""

    @dataclass
    class Config:
        """The table's name."""

        table: str = ""

    async def topic_filtering(
        self, *, session: Session | None = None, topic: str | None = None, action: Action | None = None
    ) -> bool:
        """Return whether a user may do this with a topic."""
        if session is None or topic is None:
            return False
        return _may(self.config.table, str(session.username), topic, action)


def _may(own_table: str, user: str, topic: str, action: Action | None) -> bool:
    """Whether a user may do this with a topic."""
    if user == HOST_USER:
        return True
    table, dot, robot = user.rpartition(".")
    if not dot or table != own_table:
        return False
    return topic in hears(table, robot) if action in (Action.SUBSCRIBE, Action.RECEIVE) else says(table, robot, topic)


class BoundedReader(StreamReaderAdapter):  # type: ignore[misc]
    """Reads no more of a packet than a broker of ours takes."""

    async def read(self, n: int = -1) -> bytes:
        """Read so many bytes. Raises NoDataError, which ends the connection, for more than a packet may have."""
        if n > PACKET_BYTES:
            raise NoDataError(f"a packet of {n} bytes")
        return bytes(await super().read(n))


async def serve(port: int, users: dict[str, str], table: str) -> None:
    """Serve on loopback for ever."""
    logging.getLogger("amqtt").setLevel(logging.CRITICAL)
    config: dict[str, Any] = {
        "listeners": {"default": {"type": "external"}, _LISTENER: {"type": "external", "bind": f"127.0.0.1:{port}"}},
        "plugins": {
            f"{__name__}.{TokenAuth.__name__}": {"users": users, "table": table},
            f"{__name__}.{TopicRules.__name__}": {"table": table},
        },
    }
    broker = Broker(config)
    await broker.start()
    visitors = ConnectionCounter(ProxyLimits())

    async def visited(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        address = writer.get_extra_info("peername", ("?",))[0]
        if not visitors.come(address):
            writer.transport.abort()
            return
        try:
            with suppress(OSError, asyncio.IncompleteReadError):
                await broker.external_connected(BoundedReader(reader), StreamWriterAdapter(writer), _LISTENER)
        finally:
            visitors.go(address)
            writer.transport.abort()

    server = await asyncio.start_server(visited, "127.0.0.1", port, limit=PACKET_BYTES)
    await server.serve_forever()
