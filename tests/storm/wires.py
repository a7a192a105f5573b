"""What comes over wires: frames of strangers at a robot and at a host, and packets at a broker's door."""

from __future__ import annotations

import asyncio
import struct
import zlib
from collections import Counter
from contextlib import suppress
from random import Random

from firmware_bridge.channels.broker_proxy import BrokerProxy, ProxyLimits
from firmware_bridge.channels.connect_packet import CONNECT, BadPacket, read_packet, user_of
from firmware_bridge.link.commands import Command, Ended, Progressed, expected_s
from firmware_bridge.link.plausibility import SOONEST, TOLERANCE_CDEG, TOLERANCE_UM
from firmware_bridge.link.robot_side import Identity, RobotSide
from firmware_bridge.protocol.codec import Frame, FrameError, Unwrapper, decode, encode, wrap
from firmware_bridge.protocol.messages import (
    LAYOUTS,
    Act,
    ActKind,
    FaultCode,
    Move,
    Outcome,
    Progress,
    Turn,
    Verdict,
)
from tests.firmware_bridge.driven_link import Driven, Phase
from tests.storm.campaign import Campaign, Case

FRAMES = 4000
TRACKED = 30
"""Motions."""
PROGRESSES = 60


class _Motors:
    """Count what is begun."""

    battery_mv = 8000
    fault = FaultCode.NONE

    def __init__(self) -> None:
        self.begun: list[Command] = []
        self.under_way = False

    def refusal(self, _command: Command) -> Verdict | None:
        return None

    def begin(self, command: Command) -> None:
        self.begun.append(command)
        self.under_way = True

    def progress(self) -> tuple[int, int]:
        return 0, 0

    def halt(self, _outcome: Outcome, *, hard: bool) -> None:
        self.under_way = False


def random_frame(rng: Random, session: int) -> bytes:
    """A good frame of any type with any values, or something like one."""
    layout = rng.choice(LAYOUTS)
    body = bytes((layout.code,)) + rng.choice((session, 0, rng.randrange(65536))).to_bytes(2, "little")
    body += rng.randrange(65536).to_bytes(2, "little")
    data = body + rng.randbytes(struct.calcsize("<" + layout.packing.removeprefix("<")))
    if rng.random() < 0.1:
        data = data[: rng.randrange(len(data) + 1)] + rng.randbytes(rng.randrange(20))
    whole = data + zlib.crc32(data).to_bytes(4, "little")
    if rng.random() < 0.2:
        spoiled = bytearray(whole)
        spoiled[rng.randrange(len(spoiled))] ^= 1 << rng.randrange(8)
        return bytes(spoiled)
    return whole


def strangers(case: Case) -> None:
    """Frames of other sessions at a robot: nothing moves, nothing is released, every answer is a frame."""
    rng = Random(case.seed)
    motors = _Motors()
    robot = RobotSide(Identity("red"), motors, rng.randrange(1, 65536), 0.0)
    now = 0.0
    for _ in range(FRAMES):
        now += rng.random() * 0.01
        data = random_frame(rng, rng.randrange(1, 65536))
        try:
            frame = decode(data)
        except FrameError:
            case.count("frames refused")
            continue
        latched, latch, session = robot.latched, robot.latch, robot.session
        for answer in robot.receive(frame, now):
            decode(encode(answer))
        if robot.session != session:
            # It took a session by chance, as a host may: it knows boot and session then.
            case.count("sessions taken")
        case.check(not motors.begun or robot.session == frame.session, f"a stranger's {frame} moved the robot")
        motors.begun.clear()
        if latched and not robot.latched:
            case.check(getattr(frame.message, "latch", None) == latch, f"{frame} released the emergency stop")
        case.count("frames heard")


def hosts(case: Case) -> None:
    """Random frames at a host's link in every phase: each command ends at most once, nothing raises."""
    rng = Random(case.seed)
    for phase in Phase:
        driven = Driven().to(phase)
        ended: Counter[int] = Counter()
        for _ in range(FRAMES // len(Phase)):
            driven.now += rng.random() * 0.05
            try:
                frame = decode(random_frame(rng, driven.session))
            except FrameError:
                continue
            driven.link.receive(frame, driven.now)
            driven.link.poll(driven.now)
            for sent in driven.link.take_frames():
                decode(encode(sent))
            if rng.random() < 0.02:
                driven.link.submit(rng.choice((Move(1000, 50), Turn(900, 90), Act(ActKind.SHIELD))), driven.now)
            for event in driven.link.take_events():
                if type(event).__name__ == "Ended":
                    ended[event.ticket] += 1
            case.count("frames heard by a host")
        case.check(all(count == 1 for count in ended.values()), f"{phase}: commands ended more than once")


def tracks(case: Case) -> None:
    """PROGRESS of anybody while a motion is under way: what is believed can be, and the motion ends once."""
    rng = Random(case.seed)
    for _ in range(TRACKED):
        command = rng.choice((Move(rng.randrange(-300_000, 300_000), 50), Turn(rng.randrange(-18_000, 18_000), 90)))
        driven = Driven().to(Phase.MOVING, command)
        began, ended = driven.now, 0
        wanted = command.distance_um if isinstance(command, Move) else command.angle_cdeg
        usual_s = expected_s(command)
        for _ in range(PROGRESSES):
            driven.now += rng.random() * 0.1
            told = [rng.choice((0, 1, -1, wanted, 2 * wanted, -wanted, rng.randrange(-(2**31), 2**31)))] * 2
            told[rng.randrange(2)] *= rng.randrange(2)
            told = [max(-(2**31), min(2**31 - 1, one)) for one in told]
            session, seq = rng.choice(((None, None), (rng.randrange(65536), None), (None, rng.randrange(65536))))
            driven.link.track(driven.now)
            driven.hear(Progress(*told), session, seq)
            driven.link.poll(driven.now)
            driven.frames()
            for event in driven.link.take_events():
                ended += isinstance(event, Ended)
                if isinstance(event, Progressed):
                    case.count("answers believed")
                    own, aside = event.distance_um, event.angle_cdeg
                    if isinstance(command, Turn):
                        own, aside = aside, own
                    way = own if wanted >= 0 else -own
                    grain = TOLERANCE_UM if isinstance(command, Move) else TOLERANCE_CDEG
                    most = min(1.05, (driven.now - began) / (SOONEST * usual_s)) * abs(wanted) if usual_s else 0
                    case.check(not aside and -grain <= way <= most + grain + 1, f"{command}: {event} was believed")
            case.count("answers about a motion")
        case.check(ended <= 1, f"{command} ended {ended} times")


def lines(case: Case) -> None:
    """Bytes on a serial line: what is between frames loses at most the frame that it touches."""
    rng = Random(case.seed)
    sent = [encode(Frame(rng.randrange(65536), number, Move(rng.randrange(-100, 100), 50))) for number in range(300)]
    stream = b"".join(
        rng.choice((b"", b"\0", rng.randbytes(rng.randrange(1, 60)) + b"\0")) + wrap(data) for data in sent
    )
    unwrapper, got = Unwrapper(), []
    at = 0
    while at < len(stream):
        piece = rng.randrange(1, 80)
        got += unwrapper.feed(stream[at : at + piece])
        at += piece
    good = [data for data in got if _is_good(data)]
    case.check(set(sent) <= set(good), "a whole frame was lost among garbage that ended before it")
    case.count("bytes on a line", len(stream))


def _is_good(data: bytes) -> bool:
    try:
        decode(data)
    except FrameError:
        return False
    return True


def doors(case: Case) -> None:
    """Broken packets at a broker's door: hung up on, the others are let in, and nothing is kept of them."""
    rng = Random(case.seed)

    async def behind(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with suppress(BadPacket, OSError, asyncio.IncompleteReadError):
            packet = await read_packet(reader.readexactly, CONNECT, 4096)
            user_of(packet)
            writer.write(b"\x20\x02\0\0")
            # Python 3.11 cannot take a handler that ends cancelled.
            with suppress(asyncio.CancelledError):
                await reader.read()
        writer.close()

    async def nobody_waits(_seconds: float) -> None:
        return None

    async def main() -> None:
        inner = await asyncio.start_server(behind, "127.0.0.1", 0)
        limits = ProxyLimits(first_packet_s=10.0)
        door = await BrokerProxy(inner.sockets[0].getsockname(), limits, nobody_waits).open("127.0.0.1", 0)
        address = door.sockets[0].getsockname()
        async with inner, door:
            for _ in range(60):
                reader, writer = await asyncio.open_connection(*address)
                with suppress(ConnectionError):
                    writer.write(_packet(rng))
                    writer.write_eof()
                    await asyncio.wait_for(reader.read(), 30)
                writer.close()
                case.count("packets at the door")
            reader, writer = await asyncio.open_connection(*address)
            writer.write(GOOD)
            case.check(
                await asyncio.wait_for(reader.readexactly(4), 30) == b"\x20\x02\0\0", "an honest visitor is not let in"
            )
            writer.close()

    asyncio.run(main())


GOOD = b"\x10\x10\0\x04MQTT\x04\x02\0\x3c\0\x04host"


def _packet(rng: Random) -> bytes:
    packet = bytearray(GOOD)
    match rng.randrange(4):
        case 0:
            return rng.randbytes(rng.randrange(200))
        case 1:
            packet[rng.randrange(len(packet))] = rng.randrange(256)
        case 2:
            packet[1:2] = bytes(rng.choices((0xFF, 0x80, 0x7F, 0), k=rng.randint(1, 5)))
        case _:
            packet += rng.randbytes(rng.randrange(5000))
    return bytes(packet)


CAMPAIGNS = (
    Campaign("strangers", "frames of any kind at a robot", "a stranger moves and releases nothing", strangers),
    Campaign(
        "hosts",
        "frames of any kind at a host, in every phase of its link",
        "a command ends once, nothing raises",
        hosts,
    ),
    Campaign(
        "tracks",
        "TRACK and PROGRESS: answers of anybody about how far a motion has come",
        "no way is believed that is too far, too fast, backwards or aside; a motion ends once",
        tracks,
    ),
    Campaign("lines", "garbage between frames on a serial line", "no whole frame is lost", lines),
    Campaign("doors", "broken packets at a broker's door", "hung up on, the next visitor is let in", doors),
)
