"""Checks of frames, of HELLO, and of what a robot forgets when it restarts."""

from __future__ import annotations

from collections.abc import Callable
from zlib import crc32

from firmware_bridge.conformance.check_results import Differs, DoesNotApply
from firmware_bridge.conformance.probe import Probe, describe, told
from firmware_bridge.link.dialect import dialect_of, must_describe, speaks_otherwise
from firmware_bridge.link.estop_latch import newer
from firmware_bridge.link.response_classifier import next_session
from firmware_bridge.protocol.codec import MAX_ENCODED, Frame, code_of, encode, wrap
from firmware_bridge.protocol.messages import (
    DICTIONARY_HASH,
    LAYOUTS,
    MAJOR,
    MINOR,
    Ack,
    Act,
    ActKind,
    Boot,
    Claim,
    Describe,
    Description,
    Ping,
    Report,
    Stop,
    Turn,
    Verdict,
)

UNREADABLE = "\ufffd"
"""What stands for a letter that cannot be printed, once a message is decoded."""

QUIET_S = 0.3
"""So long a robot is listened to that must say nothing."""

RESTART_S = 6.0


async def _says_nothing_to(probe: Probe, what: str, data: bytes) -> None:
    probe.say_bytes(data)
    heard = await probe.quiet(QUIET_S)
    if heard:
        raise Differs(f"silence after {what}", ", ".join(map(describe, heard)))


def _answer_to(nonce: int) -> Callable[[Frame], bool]:
    return lambda heard: heard.seq == nonce and isinstance(heard.message, Report)


async def checksum(probe: Probe) -> None:
    """A frame with a flipped bit is dropped, and counted."""
    await probe.rest()
    before = (await probe.telemetry()).bad_frames
    good = encode(Frame(probe.session, probe.fresh_nonce(), Ping(1)))
    for at in (0, 3, len(good) - 1):
        bad = bytearray(good)
        bad[at] ^= 0x10
        await _says_nothing_to(probe, f"a PING with a flipped bit in byte {at}", bytes(bad))
    counted = ((await probe.telemetry()).bad_frames - before) & 0xFFFF
    if not 1 <= counted <= 3:
        raise Differs("bad_frames in TELEMETRY counted on by 3 (fewer if the way to it loses some)", f"by {counted}")


async def length(probe: Probe) -> None:
    """A frame that is longer or shorter than its type is dropped, even with a right checksum."""
    await probe.rest()
    body = encode(Frame(probe.session, probe.fresh_nonce(), Ping(1)))[:-4]
    for other in (body[:-1], body + b"\0"):
        data = other + crc32(other).to_bytes(4, "little")
        await _says_nothing_to(probe, f"a PING of {len(other) - len(body):+d} byte", data)


async def unknown_type(probe: Probe) -> None:
    """A frame of a type that nobody knows, or with a code that is not in its enum, is dropped."""
    await probe.rest()
    header = (probe.session.to_bytes(2, "little"), (1).to_bytes(2, "little"))
    act = b"".join((bytes((code_of(Act(ActKind.IDENTIFY)),)), *header, b"\x4d"))
    for what, body in (("a frame of type 0x7F", bytes((0x7F, 0, 0, 0, 0))), ("an ACT of kind 77", act)):
        await _says_nothing_to(probe, what, body + crc32(body).to_bytes(4, "little"))
    report = await probe.ping()
    if report.last_seq != 0:
        raise Differs("last_seq 0 after an ACT of kind 77", told(report))


async def resynchronisation(probe: Probe) -> None:
    """After garbage, half a frame, an endless one, and zeros the next frame is understood."""
    line = probe.line()
    await probe.rest()
    half = wrap(encode(Frame(probe.session, 1, Turn(9000, 90))))[:9]
    mess = {
        "text": b"ok T:21.3 /0.0\n$GPGGA,,,,*00\r\n\0",
        "half a frame": half + b"\0",
        "an endless frame": b"\x55" * (3 * MAX_ENCODED) + b"\0",
        "zeros": bytes(40),
    }
    for what, data in mess.items():
        nonce = probe.fresh_nonce()
        for again in range(3):
            probe.heard.clear()
            line.put(data if again == 0 else b"\0")
            probe.say(Frame(probe.session, nonce, Ping(7)))
            found = await probe.until(_answer_to(nonce), 0.5)
            if found is not None:
                break
        else:
            raise Differs(f"REPORT to a PING after {what}", "nothing")


async def byte_by_byte(probe: Probe) -> None:
    """A frame that comes one byte at a time is a frame."""
    line = probe.line()
    await probe.rest()
    nonce = probe.fresh_nonce()
    probe.heard.clear()
    for byte in wrap(encode(Frame(probe.session, nonce, Ping(7)))):
        line.put(bytes((byte,)))
        await probe.quiet(0.003)
    if await probe.until(_answer_to(nonce), 0.5) is None:
        raise Differs("REPORT to a PING that came byte by byte, 3 ms apart", "nothing")


async def welcome(probe: Probe) -> None:
    """WELCOME says who it is: this protocol, this dictionary or one of an older minor version, a printable name."""
    who = await probe.hello()
    if speaks_otherwise(who) or must_describe(who):
        ours = f"protocol {MAJOR}.{MINOR} or older, dictionary {DICTIONARY_HASH:08x}"
        raise Differs(ours, f"protocol {who.major}.{who.minor}, dictionary {who.dictionary:08x}")
    if who.boot_id == 0:
        raise Differs("a boot id from 1 on", "0")
    if UNREADABLE in who.name:
        raise Differs("a name of printable letters, or none", repr(who.name))


async def layouts(probe: Probe) -> None:
    """DESCRIPTION tells the layout of every message, and 0 for a message that there is not."""
    who = await probe.hello()
    if dialect_of(who).refusal(Describe):
        raise DoesNotApply("older", f"{who.major}.{who.minor}")
    later = dialect_of(who).unknown
    wanted = {layout.code: 0 if layout.kind in later else layout.layout for layout in LAYOUTS}
    for code, layout in (*wanted.items(), (0x00, 0), (0x7F, 0), (0x80, 0), (0xFF, 0)):
        told_layout = await probe.ask(Frame(0, probe.fresh_nonce(), Describe(code)), Description)
        if told_layout != Description(code, layout):
            raise Differs(told(Description(code, layout)), told(told_layout))


async def asking(probe: Probe) -> None:
    """HELLO(ASK) changes nothing."""
    await probe.rest()
    before = await probe.hello()
    await probe.hello(Claim.ASK, (probe.session + 1) & 0xFFFF or 1)
    after = await probe.hello()
    if (after.session, after.last_seq, after.boot_id) != (before.session, before.last_seq, before.boot_id):
        raise Differs(told(before), told(after))


async def taking(probe: Probe) -> None:
    """HELLO(TAKE) begins the session only for who knows the boot and the session that it replaces."""
    await probe.rest()
    known = await probe.hello()
    wanted = next_session(known.boot_id, known.session)
    wrong = (
        ("another boot id", {"boot_id": (known.boot_id + 1) & 0xFFFF}),
        ("another session to replace", {"replaces": (known.session + 7) & 0xFFFF}),
        ("another dictionary", {"dictionary": known.dictionary ^ 1}),
        ("another protocol", {"major": known.major + 1}),
    )
    for what, fields in wrong:
        answer = await probe.hello(Claim.TAKE, wanted, **fields)
        if answer.session != known.session:
            raise Differs(f"session {known.session} still, after TAKE with {what}", f"session {answer.session}")
    answer = await probe.hello(Claim.TAKE, 0)
    if answer.session != known.session:
        raise Differs(f"session {known.session} still, after TAKE of session 0", f"session {answer.session}")
    await probe.take()


async def late_hello(probe: Probe) -> None:
    """A late copy of an old HELLO(TAKE) changes nothing."""
    await probe.rest()
    first = await probe.hello()
    old = next_session(first.boot_id, first.session)
    await probe.take()
    newest = await probe.take()
    answer = await probe.hello(Claim.TAKE, old, replaces=first.session, boot_id=first.boot_id)
    if answer.session != newest:
        raise Differs(f"session {newest} still", f"session {answer.session}")
    # Nor does a copy of the one that began this session: its numbers go on.
    await probe.order(Stop())
    for replaces in (old, newest):
        answer = await probe.hello(Claim.TAKE, newest, replaces=replaces)
        if (answer.session, answer.last_seq) != (newest, 1):
            seen = f"session {answer.session}, last_seq {answer.last_seq}"
            raise Differs(f"session {newest}, last_seq 1 still, after a copy of the HELLO that began it", seen)


async def restart(probe: Probe) -> None:
    """After a start: BOOT, a new boot id, every session void."""
    if probe.restart is None:
        raise DoesNotApply("no restart")
    await probe.rest()
    before, old = await probe.hello(), probe.session
    probe.heard.clear()
    await probe.restart()
    boot = await probe.until(lambda heard: isinstance(heard.message, Boot), RESTART_S)
    if boot is None or not isinstance(boot.message, Boot) or not newer(boot.message.boot_id, before.boot_id):
        raise Differs(f"BOOT with a boot id after {before.boot_id}", told(boot.message) if boot else "nothing")
    answer = await probe.order(Act(ActKind.IDENTIFY), 1, old)
    if not isinstance(answer, Ack) or answer.verdict is not Verdict.WRONG_SESSION:
        raise Differs("ACK WRONG_SESSION to a command of the session before", told(answer))
    after = await probe.hello()
    if after.session != 0 or after.boot_id != boot.message.boot_id:
        raise Differs(f"boot id {boot.message.boot_id}, session 0", told(after))
    answer = await probe.order(Act(ActKind.IDENTIFY), 1, 0)
    if not isinstance(answer, Ack) or answer.verdict is not Verdict.WRONG_SESSION:
        raise Differs("ACK WRONG_SESSION to a command of session 0, which is none", told(answer))
