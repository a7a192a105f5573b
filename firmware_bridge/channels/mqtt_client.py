"""One connection to an MQTT broker. paho's thread does the network; all else happens on the event loop."""

from __future__ import annotations

import asyncio
import logging
import socket
import ssl
import threading
from collections import Counter, deque
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import Any

import paho.mqtt.client as paho
from msgspec import Struct
from paho.mqtt.enums import CallbackAPIVersion

from boards.base.message import _
from boards.base.reasons import NO_REASON, Reason
from firmware_bridge.channels.channel import ChannelClosed, ChannelError, NoTraffic, Traffic, waiting
from firmware_bridge.channels.channel_reasons import BrokerTrouble, ChannelReason
from firmware_bridge.channels.network_errors import OTHER_TIME, certificate_reason, mqtt_reason, network_reason

log = logging.getLogger(__name__)

KEEP_ALIVE_S = 30
RECONNECT_S = 0.1
"""After a break it is tried again this often: a robot without its host stops after 1 s."""
INBOX_MOST = 256
"""So many messages of one topic wait for the event loop at most; a robot says some ten a second."""
PACKET_MOST = 1 << 16
"""Bytes of a packet; a table's largest has some 500."""
ANSWER_S = 10.0
"""How long a broker may take to answer to a connection or a subscription."""


@dataclass(frozen=True)
class Endpoint:
    """Where a broker is and how to get in."""

    host: str
    port: int = 1883
    user: str | None = None
    password: str | None = field(default=None, repr=False)
    tls: bool = False
    ca: str | None = None
    """File of the authority that signed the broker's certificate; None: those that the system trusts."""

    def __str__(self) -> str:
        return f"mqtt{'s' if self.tls else ''}://{self.host}:{self.port}"


class Publication(Struct, frozen=True):
    """Something said on a topic."""

    topic: str
    payload: bytes
    qos: int = 0
    retain: bool = False


class BrokerUnreachable(ChannelError):
    """Nothing answers at the broker's address."""

    def __init__(self, endpoint: Endpoint, reason: Reason) -> None:
        self.reason = reason
        said = _("the broker cannot be reached ({reason}). Is it running, is the address right?")
        super().__init__(str(endpoint), said.bind(reason=reason.message))


class BrokerRefused(ChannelError):
    """The broker is there and does not let us in."""

    def __init__(self, endpoint: Endpoint, reason: Reason) -> None:
        self.reason = reason
        if endpoint.user:
            said = _("the broker does not let us in as {user}: {reason}", user=repr(endpoint.user))
        else:
            said = _("the broker does not let us in without a user: {reason}")
        super().__init__(str(endpoint), said.bind(reason=reason.message))


class BrokerUntrusted(ChannelError):
    """Who answers cannot prove that it is the broker of this name."""

    def __init__(self, endpoint: Endpoint, reason: Reason) -> None:
        self.reason, self.host, self.ca = reason, endpoint.host, endpoint.ca
        if endpoint.ca:
            signer = _("the authority in {file}", file=endpoint.ca)
        else:
            signer = _("an authority that this computer trusts")
        said = _(
            "the broker's certificate is not accepted ({reason}). It must be made for the name '{host}' "
            "and signed by {signer}"
        )
        super().__init__(str(endpoint), said.bind(reason=reason.message, host=endpoint.host, signer=signer))


class BrokerOutOfDate(ChannelError):
    """The broker's certificate is of another time."""

    def __init__(self, endpoint: Endpoint, reason: Reason) -> None:
        self.reason = reason
        said = _(
            "the broker's certificate is out of date ({reason}). Whoever runs the broker must renew it, "
            "or this computer's clock is wrong"
        )
        super().__init__(str(endpoint), said.bind(reason=reason.message))


OnOverflow = Callable[[str], None]
"""(topic), on the event loop: messages of this topic were thrown away, because too many came."""

OnMessage = Callable[[str, bytes, bool], None]
"""(topic, payload, whether it was retained), on the event loop."""


class MqttClient:
    """A connection that mends itself: after a break it connects and subscribes again.

    While it is broken :meth:`publish` raises ChannelClosed and :attr:`trouble` says why.
    """

    def __init__(
        self,
        endpoint: Endpoint,
        client_id: str,
        on_message: OnMessage,
        *,
        will: Publication | None = None,
        on_connected: Callable[[], None] | None = None,
        on_overflow: OnOverflow | None = None,
        traffic: Traffic | None = None,
    ) -> None:
        self.endpoint = endpoint
        self.trouble = ChannelReason.NOT_YET()
        self._on_message = on_message
        self._on_connected = on_connected
        self._on_overflow = on_overflow
        self._inbox: deque[tuple[str, bytes, bool]] = deque()
        self._waiting: Counter[str] = Counter()
        self._inbox_lock = threading.Lock()
        self._traffic: Traffic = traffic or NoTraffic()
        self._loop = asyncio.get_running_loop()
        self._filters: list[tuple[str, int]] = []
        self._answers: dict[str, asyncio.Future[None]] = {}
        self._running = False
        client = self._client = _BoundedClient(CallbackAPIVersion.VERSION2, client_id)
        # paho counts in seconds and takes parts of them, whatever its types say.
        client.reconnect_delay_set(min_delay=RECONNECT_S, max_delay=RECONNECT_S)  # type: ignore[arg-type]
        if endpoint.user is not None:
            client.username_pw_set(endpoint.user, endpoint.password)
        if endpoint.tls:
            try:
                client.tls_set(endpoint.ca)  # certificate and host name are checked
            except (OSError, ValueError) as error:
                reason = BrokerTrouble.AUTHORITY_UNREADABLE(reason=str(error))
                raise BrokerUntrusted(endpoint, reason) from error
        if will is not None:
            client.will_set(will.topic, will.payload, will.qos, will.retain)
        client.on_socket_open = _no_delay
        client.on_connect = self._paho_connected
        client.on_disconnect = self._paho_disconnected
        client.on_subscribe = lambda _c, _u, mid, *_: self._post(self._answered, f"subscribe {mid}")
        client.on_publish = lambda _c, _u, mid, *_: self._post(self._answered, f"publish {mid}")
        client.on_message = self._paho_message

    def _post(self, what: Callable[..., None], *args: Any) -> None:
        """From paho's thread to the loop."""
        if not self._loop.is_closed():
            self._loop.call_soon_threadsafe(what, *args)

    # -- on the loop -----------------------------------------------------------------------------------

    @property
    def connected(self) -> bool:
        """Return whether the broker has accepted the connection."""
        return not self.trouble

    async def connect(self) -> None:
        """Raise BrokerUnreachable, BrokerUntrusted, BrokerOutOfDate, BrokerRefused."""
        answer = self._expect("connect")
        try:
            with waiting(self._traffic, "a broker"):
                await self._loop.run_in_executor(
                    None, self._client.connect, self.endpoint.host, self.endpoint.port, KEEP_ALIVE_S
                )
                self._client.loop_start()
                self._running = True
                async with asyncio.timeout(ANSWER_S):
                    await answer
        except ssl.SSLCertVerificationError as error:
            await self.close()
            kind = BrokerOutOfDate if error.verify_code in OTHER_TIME else BrokerUntrusted
            raise kind(self.endpoint, certificate_reason(error, self.endpoint.host)) from error
        except (ssl.SSLError, ConnectionError) as error:
            await self.close()
            if self.endpoint.tls and not isinstance(error, ConnectionRefusedError):
                # Brokers without TLS hang up on its first words.
                raise BrokerUnreachable(self.endpoint, BrokerTrouble.NO_TLS()) from error
            raise BrokerUnreachable(self.endpoint, network_reason(error)) from error
        except TimeoutError as error:
            await self.close()
            silent = BrokerTrouble.SILENT if self.endpoint.tls else BrokerTrouble.SILENT_WITHOUT_TLS
            raise BrokerUnreachable(self.endpoint, silent()) from error
        except (OSError, ValueError) as error:
            await self.close()
            raise BrokerUnreachable(self.endpoint, network_reason(error)) from error
        except ChannelError:
            await self.close()
            raise

    async def subscribe(self, filters: Iterable[tuple[str, int]]) -> None:
        """Listen to these (filter, QoS), also after a break. Raises BrokerUnreachable if the broker falls silent."""
        fresh = list(filters)
        self._filters += fresh
        _, mid = self._client.subscribe(fresh)
        await self._confirmed(f"subscribe {mid}", "a subscription")

    def publish(self, what: Publication) -> None:
        """Hand over to the broker. Raises ChannelClosed while there is no connection."""
        if not self.connected:
            raise ChannelClosed(str(self.endpoint))
        self._client.publish(what.topic, what.payload, what.qos, what.retain)

    async def publish_surely(self, what: Publication) -> None:
        """Hand over and wait until the broker has it (QoS 1). Raises ChannelClosed, BrokerUnreachable."""
        if not self.connected:
            raise ChannelClosed(str(self.endpoint))
        mid = self._client.publish(what.topic, what.payload, 1, what.retain).mid
        await self._confirmed(f"publish {mid}", "a publication")

    async def _confirmed(self, what: str, called: str) -> None:
        answer = self._expect(what)
        try:
            with waiting(self._traffic, called):
                async with asyncio.timeout(ANSWER_S):
                    await answer
        except TimeoutError as error:
            raise BrokerUnreachable(self.endpoint, BrokerTrouble.SILENT()) from error

    async def close(self) -> None:
        """Say goodbye; the will is not sent."""
        self._client.disconnect()
        await self._end()

    async def abandon(self) -> None:
        """Go without a word, as a robot does that loses power; the broker sends the will."""
        self._client.on_disconnect = None
        open_socket = self._client.socket()
        if isinstance(open_socket, socket.socket):
            open_socket.shutdown(socket.SHUT_RDWR)
        await self._end()

    async def _end(self) -> None:
        self.trouble = ChannelReason.CLOSED()
        for answer in self._answers.values():
            answer.cancel()
        self._answers.clear()
        if self._running:
            self._running = False
            await self._loop.run_in_executor(None, self._client.loop_stop)

    def _expect(self, what: str) -> asyncio.Future[None]:
        # Registered before the loop can run the thread's answer.
        answer: asyncio.Future[None] = self._loop.create_future()
        self._answers[what] = answer
        return answer

    def _answered(self, what: str) -> None:
        answer = self._answers.pop(what, None)
        if answer is not None and not answer.done():
            answer.set_result(None)

    def _drain(self) -> None:
        with self._inbox_lock:
            messages, self._inbox = self._inbox, deque()
            overflowed = [topic for topic, count in self._waiting.items() if count > INBOX_MOST]
            self._waiting.clear()
        if not self._running:
            return
        for topic in overflowed:
            if self._on_overflow is not None:
                self._on_overflow(topic)
        for topic, payload, retained in messages:
            self._on_message(topic, payload, retained)

    def _is_connected(self) -> None:
        if not self._running:
            return
        self.trouble = NO_REASON
        log.info("%s: connected", self.endpoint)
        if self._filters:
            self._client.subscribe(self._filters)
        if self._on_connected is not None:
            self._on_connected()
        self._answered("connect")

    def _is_refused(self, reason: Reason) -> None:
        answer = self._answers.pop("connect", None)
        self.trouble = ChannelReason.BROKER_REFUSES(reason=reason.message)
        log.info("%s: %s", self.endpoint, self.trouble)
        if answer is not None and not answer.done():
            answer.set_exception(BrokerRefused(self.endpoint, reason))

    def _is_broken(self, reason: str) -> None:
        if self._running and self.connected:
            self.trouble = ChannelReason.BROKER_BROKE(reason=reason)
            log.info("%s: %s", self.endpoint, self.trouble)

    # -- on paho's thread ------------------------------------------------------------------------------

    def _paho_connected(self, _client: Any, _data: Any, _flags: Any, code: Any, _properties: Any) -> None:
        if code.is_failure:
            self._post(self._is_refused, mqtt_reason(code.value, str(code)))
        else:
            self._post(self._is_connected)

    def _paho_message(self, _client: Any, _data: Any, message: Any) -> None:
        topic = message.topic  # paho decodes it at every look
        with self._inbox_lock:
            count = self._waiting[topic] = self._waiting[topic] + 1
            if count > INBOX_MOST:
                # `_drain` is on its way, and tells.
                return
            self._inbox.append((topic, message.payload, message.retain))
            first = len(self._inbox) == 1
        if first:
            self._post(self._drain)

    def _paho_disconnected(self, _client: Any, _data: Any, _flags: Any, code: Any, _properties: Any) -> None:
        self._post(self._is_broken, str(code))


class _BoundedClient(paho.Client):
    """A client that takes no packet larger than any that belongs to a table, whatever the broker lets through.

    paho asks its socket for all that a packet still lacks, and keeps it: a robot could fill the host's memory. (MQTT 5
    has a property for that, which not every broker knows.)
    """

    def _sock_recv(self, bufsize: int) -> bytes:
        if bufsize > PACKET_MOST:
            log.warning("a packet of %d bytes came; the connection is made anew", bufsize)
            raise ConnectionAbortedError(f"a packet of {bufsize} bytes")
        received: bytes = super()._sock_recv(bufsize)
        return received


def _no_delay(_client: Any, _data: Any, opened: Any) -> None:
    """Without this a QoS 1 exchange takes 92 ms instead of 0.4 (Nagle's algorithm and delayed ACKs)."""
    opened.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
