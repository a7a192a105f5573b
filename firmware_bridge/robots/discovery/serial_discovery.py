"""Find golems on serial ports: ask who is there, recognise other devices by what they send."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable
from dataclasses import dataclass

from boards.base.errors import GolemError
from boards.base.message import _
from boards.base.reasons import Reason
from firmware_bridge.channels.channel import ChannelClosed, ChannelError, PortBusy, PortForbidden, Traffic
from firmware_bridge.channels.channel_reasons import ChannelReason
from firmware_bridge.channels.serial_port import BAUD, SerialChannel, known_ports
from firmware_bridge.link.plausibility import OtherDictionary
from firmware_bridge.protocol.codec import Frame, FrameError, decode, encode
from firmware_bridge.protocol.messages import DICTIONARY_HASH, MAJOR, MINOR, Claim, Hello, Welcome

LOOK_S = 3.0
"""An Arduino that resets when its port is opened takes 2 s to its first word."""
AGAIN_S = 0.25
WATCH_S = 1.0
"""How often it is looked whether a port came or went."""

_WHO = encode(Frame(0, 0, Hello(Claim.ASK, MAJOR, MINOR, DICTIONARY_HASH, 0, 0)))
"""Asks, and changes nothing."""


class NobodyThere(ChannelError):
    """The port is there, and nothing on it answers."""

    def __init__(self, port: str) -> None:
        super().__init__(port, _("nothing answers"))


class AnotherDevice(ChannelError):
    """Something is there that is no golem."""

    def __init__(self, port: str, trouble: Reason) -> None:
        """`trouble` is what the channel knows of it (:attr:`SerialChannel.trouble`)."""
        self.trouble = trouble
        super().__init__(port, ChannelReason.NOT_OURS(trouble=trouble.message))


class NameTwice(ChannelError):
    """Two golems have one name."""

    def __init__(self, port: str, name: str, other: str) -> None:
        self.name, self.other = name, other
        super().__init__(
            port, _("two robots are named {name!r}, here and on {other}; rename one", name=name, other=other)
        )


@dataclass(frozen=True)
class Seen:
    """What is on a port."""

    port: str
    robot: Welcome | None = None
    """A golem of our dictionary."""
    error: GolemError | None = None
    """Why there is none."""


async def look(port: str, baud: int = BAUD, traffic: Traffic | None = None, seconds: float = LOOK_S) -> Seen:
    """Ask on one port who is there. Nothing that is there is changed or moved."""
    loop = asyncio.get_running_loop()
    answer: asyncio.Future[Welcome] = loop.create_future()

    def hear(data: bytes) -> None:
        try:
            message = decode(data).message
        except FrameError:
            return
        if isinstance(message, Welcome) and not answer.done():
            answer.set_result(message)

    def lose(error: ChannelError) -> None:
        if not answer.done():
            answer.set_exception(error)

    channel = SerialChannel(port, baud, traffic)
    try:
        await channel.open(hear, lose)
        robot = await _ask(channel, answer, loop.time() + seconds)
        trouble = channel.trouble
    except GolemError as error:
        return Seen(port, None, error)
    finally:
        answer.cancel()
        await channel.close()
    if robot is None:
        return Seen(port, None, AnotherDevice(port, trouble) if trouble else NobodyThere(port))
    foreign = OtherDictionary.of(robot)
    return Seen(port, robot) if foreign is None else Seen(port, None, foreign)


async def _ask(channel: SerialChannel, answer: asyncio.Future[Welcome], until: float) -> Welcome | None:
    """Raise ChannelError if the port breaks."""
    while asyncio.get_running_loop().time() < until:
        try:
            channel.send(_WHO)
        except ChannelClosed:
            # It broke this very moment: `answer` says how.
            return await answer
        done, _ = await asyncio.wait({answer}, timeout=AGAIN_S)
        if done:
            return answer.result()
    return None


async def look_everywhere(
    ports: Iterable[str] | None = None, baud: int = BAUD, traffic: Traffic | None = None
) -> list[Seen]:
    """Ask on all ports of this machine (or these) at once. Ports that somebody has open are left alone."""
    asked = known_ports() if ports is None else ports
    return list(await asyncio.gather(*(look(port, baud, traffic) for port in asked)))


async def watch(
    on_seen: Callable[[Seen], None],
    on_gone: Callable[[str], None],
    ports: Callable[[], Iterable[str]] = known_ports,
    baud: int = BAUD,
    traffic: Traffic | None = None,
) -> None:
    """Until cancelled: ask on every port that is there and that comes, and tell of those that go.

    A port that could not be opened is tried again: rights are given a moment after it came, and programs end.
    """
    here: set[str] = set()
    shut: dict[str, type[GolemError]] = {}
    while True:
        now = set(ports())
        for port in sorted(here - now):
            shut.pop(port, None)
            on_gone(port)
        for one in await look_everywhere(sorted(now - here | set(shut)), baud, traffic):
            before = shut.pop(one.port, None)
            if isinstance(one.error, PortForbidden | PortBusy):
                shut[one.port] = type(one.error)
            if before is None or type(one.error) is not before:
                on_seen(one)
        here = now
        await asyncio.sleep(WATCH_S)


async def find(
    name: str, ports: Iterable[str] | None = None, baud: int = BAUD, traffic: Traffic | None = None
) -> str | None:
    """Return the port of the robot with this own name, if exactly one is there."""
    seen = await look_everywhere(ports, baud, traffic)
    at = [one.port for one in seen if one.robot is not None and one.robot.name == name]
    return at[0] if len(at) == 1 else None


def faults(seen: Iterable[Seen]) -> list[tuple[str, GolemError]]:
    """Return what is wrong with what was seen, with its port: no golem there, or one with another's name."""
    found: list[tuple[str, GolemError]] = []
    by_name: dict[str, str] = {}
    for one in seen:
        if one.error is not None:
            found.append((one.port, one.error))
        elif one.robot is not None and one.robot.name:
            other = by_name.setdefault(one.robot.name, one.port)
            if other != one.port:
                found.append((one.port, NameTwice(one.port, one.robot.name, other)))
    return found
