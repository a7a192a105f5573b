"""Generated from messages.yaml by generator.py, and as long as that is; change that and run it again."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import IntEnum
from typing import Any, Final

from msgspec import Struct

MAJOR: Final = 1
MINOR: Final = 2
DICTIONARY_HASH: Final = 0xBA0C781C
DICTIONARIES: Final = (0x1F4FB278, 0x42AE4349, 0xBA0C781C)
"""The hashes of the minor versions of this major version, from 0."""


class State(IntEnum):
    """What a robot is doing. It is in every frame that a robot sends."""

    IDLE = 0
    """Waits for a command."""
    BUSY = 1
    """Carries out a command."""
    ESTOPPED = 2
    """Latched by an emergency stop until CLEAR."""
    FAULT = 3
    """Refuses to move until the cause is gone."""


class Claim(IntEnum):
    """What a HELLO wants."""

    ASK = 0
    """Say who you are and where you stand; nothing changes."""
    TAKE = 1
    """Begin the session that the header names."""


class Verdict(IntEnum):
    """What a robot says about a numbered command at once."""

    ACCEPTED = 0
    """It is being carried out; DONE follows."""
    STOPPING = 1
    """A STOP is being carried out; DONE of the command that it ends follows."""
    BUSY = 2
    """Another command is under way; the number is not used up."""
    WRONG_SESSION = 3
    """The robot is not in this session; the number is not used up."""
    GAP = 4
    """The number is neither the next one nor a remembered one; it is not used up."""
    ESTOPPED = 5
    """Refused because the emergency stop is latched."""
    LOW_BATTERY = 6
    """Refused because the battery is too low to move."""
    UNSUPPORTED = 7
    """Refused because the robot cannot do this."""
    BAD_ARGUMENT = 8
    """Refused because a value is out of range."""
    FAULT = 9
    """Refused because the robot is in the state FAULT."""


class Outcome(IntEnum):
    """How a command ended."""

    DONE = 0
    """Carried out to its end."""
    STOPPED = 1
    """Ended early by STOP."""
    ESTOPPED = 2
    """Ended early by an emergency stop."""
    SILENCE = 3
    """Ended early because the host was silent for 1 s."""
    STALLED = 4
    """The wheels did not turn as they should."""
    LOW_BATTERY = 5
    """The battery sank too low under way."""
    TAKEN = 6
    """Ended early because another session was begun."""


class ActKind(IntEnum):
    """What a robot can show on the spot."""

    STRIKE = 0
    """Strike with the arm."""
    SHIELD = 1
    """Raise the shield (light)."""
    HIT = 2
    """Show that it was hit."""
    BUMP = 3
    """Show that it ran into something."""
    TAKE = 4
    """Take a thing up."""
    DROP = 5
    """Put a thing down."""
    DIE = 6
    """Show that it is out of the game."""
    IDENTIFY = 7
    """Blink and wiggle, so that a person or a camera finds it."""


class BootCause(IntEnum):
    """Why a robot started."""

    POWER = 0
    """Switched on."""
    RESET = 1
    """Reset line or button."""
    WATCHDOG = 2
    """The watchdog found it hanging."""
    BROWNOUT = 3
    """The voltage sank too low."""


class FaultCode(IntEnum):
    """What is wrong with a robot."""

    NONE = 0
    """Nothing any more."""
    BATTERY = 1
    """The battery is too low to move."""
    MOTOR = 2
    """A motor or its driver does not work."""
    INTERNAL = 3
    """The program found itself in a state that cannot be."""


class Hello(Struct, frozen=True, gc=False):
    """Who are you? The header's sequence number is a nonce that WELCOME repeats. With TAKE the robot
    begins the session in the header, but only if `boot_id` and `replaces` are what it has now: a late
    copy of an old HELLO changes nothing. With TAKE, protocol and dictionary are the robot's own, as
    WELCOME told them: the host speaks what both know. The layout of HELLO and WELCOME is the same in
    every version.
    """

    claim: Claim
    """Ask only, or begin a session."""
    major: int
    """The host's protocol."""
    minor: int
    """The host's protocol."""
    dictionary: int
    """Hash of the host's wire dictionary."""
    replaces: int
    """The session that the new one takes the place of (0 none)."""
    boot_id: int
    """The boot that the host believes in."""


class Move(Struct, frozen=True, gc=False):
    """Go straight ahead, or back if the distance is negative."""

    distance_um: int
    """How far [um]."""
    speed_mm_s: int
    """How fast at most [mm/s]."""


class Turn(Struct, frozen=True, gc=False):
    """Turn on the spot, counter-clockwise if positive."""

    angle_cdeg: int
    """How far [0.01 deg]."""
    speed_deg_s: int
    """How fast at most [deg/s]."""


class Act(Struct, frozen=True, gc=False):
    """Show something on the spot."""

    kind: ActKind
    """What to show."""


class Stop(Struct, frozen=True, gc=False):
    """End the command with this number. If the robot has not seen it yet, the number is used up all the
    same, so that a late copy of the command is never carried out.
    """


class Estop(Struct, frozen=True, gc=False):
    """Stop at once and stay stopped. Needs no session and no number: the header's sequence number is a
    nonce that REPORT repeats. An ESTOP with a new nonce counts the latch on; nonce 0 is a standing
    order, which counts only if it is not latched yet.
    """


class Clear(Struct, frozen=True, gc=False):
    """Release the emergency stop, if no newer one has come since the one that the host knows of."""

    latch: int
    """The latch count that REPORT told."""


class Ping(Struct, frozen=True, gc=False):
    """A sign of life, answered with REPORT. The header's sequence number is a nonce."""

    host_time_ms: int
    """Comes back in REPORT [ms]."""


class Status(Struct, frozen=True, gc=False):
    """Asks for TELEMETRY. The header's sequence number is a nonce."""


class Describe(Struct, frozen=True, gc=False):
    """Which layout does this message have? Answered with DESCRIPTION. The header's sequence number is a
    nonce. A host asks a robot whose dictionary it does not have.
    """

    code: int
    """The type of the message."""


class Track(Struct, frozen=True, gc=False):
    """How far has the command with this number come? Answered with PROGRESS. A host asks while the
    command is under way, after its ACK.
    """


class Welcome(Struct, frozen=True, gc=False):
    """The answer to HELLO, with the robot's own session and numbers. The header repeats HELLO's."""

    boot_id: int
    """Counts the robot's starts."""
    session: int
    """The session it is in (0 none)."""
    last_seq: int
    """The last number it took."""
    done_seq: int
    """The last number that came to its end."""
    major: int
    """The robot's protocol."""
    minor: int
    """The robot's protocol."""
    dictionary: int
    """Hash of the robot's wire dictionary."""
    firmware_major: int
    """The robot's program."""
    firmware_minor: int
    """The robot's program."""
    firmware_patch: int
    """The robot's program."""
    capabilities: int
    """Bit 0 MOVE, bit 1 TURN, bit 2 + n the ACT of code n."""
    battery_mv: int
    """The battery's voltage (0 not measured) [mV]."""
    state: State
    """What it is doing."""
    latch: int
    """How many ESTOPs it has obeyed since its start."""
    name: str
    """The robot's own name (empty none)."""


class Ack(Struct, frozen=True, gc=False):
    """The verdict on a numbered command. The header repeats the command's."""

    verdict: Verdict
    """Whether it is carried out."""
    done_seq: int
    """The last number that came to its end."""
    state: State
    """What it is doing."""


class Done(Struct, frozen=True, gc=False):
    """A command came to its end. The header repeats the command's. Sent again for every late copy of it."""

    outcome: Outcome
    """How."""
    distance_um: int
    """How far the wheels went by their own count [um]."""
    angle_cdeg: int
    """How far it turned by the wheels' own count [0.01 deg]."""
    done_seq: int
    """The last number that came to its end."""
    state: State
    """What it is doing."""


class Boot(Struct, frozen=True, gc=False):
    """The robot started; every session is void. The header is zero."""

    boot_id: int
    """Counts the robot's starts."""
    cause: BootCause
    """Why."""


class Fault(Struct, frozen=True, gc=False):
    """Something is wrong, or right again. The header has the robot's session and number 0."""

    code: FaultCode
    """What."""
    done_seq: int
    """The last number that came to its end."""
    state: State
    """What it is doing."""


class Report(Struct, frozen=True, gc=False):
    """The answer to PING, ESTOP and CLEAR. The header repeats theirs."""

    to: int
    """The code of the message that this answers."""
    session: int
    """The session the robot is in (0 none)."""
    last_seq: int
    """The last number it took."""
    done_seq: int
    """The last number that came to its end."""
    state: State
    """What it is doing."""
    battery_mv: int
    """The battery's voltage (0 not measured) [mV]."""
    latch: int
    """How many ESTOPs it has obeyed since its start."""
    host_time_ms: int
    """From PING (else 0) [ms]."""


class Telemetry(Struct, frozen=True, gc=False):
    """The answer to STATUS. The header repeats its."""

    battery_mv: int
    """The battery's voltage (0 not measured) [mV]."""
    distance_um: int
    """The sum of all ways since the start [um]."""
    angle_cdeg: int
    """The sum of all turns since the start [0.01 deg]."""
    bad_frames: int
    """How many frames were dropped since the start."""
    uptime_s: int
    """Since the start [s]."""
    done_seq: int
    """The last number that came to its end."""
    state: State
    """What it is doing."""


class Description(Struct, frozen=True, gc=False):
    """The answer to DESCRIBE. The header repeats its."""

    code: int
    """The type of the message."""
    layout: int
    """Hash of its layout (0 the robot does not know it)."""


class Progress(Struct, frozen=True, gc=False):
    """The answer to TRACK. The header repeats its. Zeros while nothing is under way."""

    distance_um: int
    """How far the motion under way has come by the wheels' own count [um]."""
    angle_cdeg: int
    """How far it has turned by the wheels' own count [0.01 deg]."""


Message = (
    Hello
    | Move
    | Turn
    | Act
    | Stop
    | Estop
    | Clear
    | Ping
    | Status
    | Describe
    | Track
    | Welcome
    | Ack
    | Done
    | Boot
    | Fault
    | Report
    | Telemetry
    | Description
    | Progress
)


@dataclass(frozen=True)
class Layout:
    """How a message lies on the wire."""

    code: int
    kind: type[Message]
    packing: str
    """For Python's struct: little-endian, no gaps."""
    made_of: Callable[[tuple[Any, ...]], Message]
    """The message of a frame's values, of which the first three are the header's."""
    texts: tuple[str, ...] = ()
    limits: tuple[tuple[str, int, int], ...] = ()
    numbered: bool = False
    since: int = 0
    """The minor version that brought it."""
    layout: int = 0
    """The hash of all that both ends must agree on."""


_STATE = {value.value: value for value in State}
_CLAIM = {value.value: value for value in Claim}
_VERDICT = {value.value: value for value in Verdict}
_OUTCOME = {value.value: value for value in Outcome}
_ACTKIND = {value.value: value for value in ActKind}
_BOOTCAUSE = {value.value: value for value in BootCause}
_FAULTCODE = {value.value: value for value in FaultCode}


def _text(value: bytes) -> str:
    text = value.rstrip(b"\0").decode("utf-8", "replace")
    return "".join(sign if sign.isprintable() else "\ufffd" for sign in text)


LAYOUTS: Final[tuple[Layout, ...]] = (
    Layout(
        code=0x01,
        kind=Hello,
        packing="<BBBIHH",
        made_of=lambda v: Hello(_CLAIM[v[3]], v[4], v[5], v[6], v[7], v[8]),
        layout=0xFDE359EE,
    ),
    Layout(
        code=0x02,
        kind=Move,
        packing="<iH",
        made_of=lambda v: Move(v[3], v[4]),
        limits=(("distance_um", -3000000, 3000000), ("speed_mm_s", 1, 500)),
        numbered=True,
        layout=0x0675D29E,
    ),
    Layout(
        code=0x03,
        kind=Turn,
        packing="<iH",
        made_of=lambda v: Turn(v[3], v[4]),
        limits=(("angle_cdeg", -72000, 72000), ("speed_deg_s", 1, 720)),
        numbered=True,
        layout=0x80AA2CE5,
    ),
    Layout(
        code=0x04,
        kind=Act,
        packing="<B",
        made_of=lambda v: Act(_ACTKIND[v[3]]),
        numbered=True,
        layout=0x535325A9,
    ),
    Layout(
        code=0x05,
        kind=Stop,
        packing="<",
        made_of=lambda _: Stop(),
        numbered=True,
        layout=0x360C222F,
    ),
    Layout(
        code=0x06,
        kind=Estop,
        packing="<",
        made_of=lambda _: Estop(),
        layout=0x15F48E77,
    ),
    Layout(
        code=0x07,
        kind=Clear,
        packing="<H",
        made_of=lambda v: Clear(v[3]),
        layout=0x7ADF404A,
    ),
    Layout(
        code=0x08,
        kind=Ping,
        packing="<I",
        made_of=lambda v: Ping(v[3]),
        layout=0xE0BB39B2,
    ),
    Layout(
        code=0x09,
        kind=Status,
        packing="<",
        made_of=lambda _: Status(),
        layout=0xD5665123,
    ),
    Layout(
        code=0x0A,
        kind=Describe,
        packing="<B",
        made_of=lambda v: Describe(v[3]),
        since=1,
        layout=0x13E647FF,
    ),
    Layout(
        code=0x0B,
        kind=Track,
        packing="<",
        made_of=lambda _: Track(),
        since=2,
        layout=0xEC89B338,
    ),
    Layout(
        code=0x81,
        kind=Welcome,
        packing="<HHHHBBIBBBHHBH8s",
        made_of=lambda v: Welcome(
            v[3],
            v[4],
            v[5],
            v[6],
            v[7],
            v[8],
            v[9],
            v[10],
            v[11],
            v[12],
            v[13],
            v[14],
            _STATE[v[15]],
            v[16],
            _text(v[17]),
        ),
        texts=("name",),
        layout=0x4AEB8B28,
    ),
    Layout(
        code=0x82,
        kind=Ack,
        packing="<BHB",
        made_of=lambda v: Ack(_VERDICT[v[3]], v[4], _STATE[v[5]]),
        layout=0x03A8231B,
    ),
    Layout(
        code=0x83,
        kind=Done,
        packing="<BiiHB",
        made_of=lambda v: Done(_OUTCOME[v[3]], v[4], v[5], v[6], _STATE[v[7]]),
        layout=0xDE68FB0F,
    ),
    Layout(
        code=0x84,
        kind=Boot,
        packing="<HB",
        made_of=lambda v: Boot(v[3], _BOOTCAUSE[v[4]]),
        layout=0x697467F3,
    ),
    Layout(
        code=0x85,
        kind=Fault,
        packing="<BHB",
        made_of=lambda v: Fault(_FAULTCODE[v[3]], v[4], _STATE[v[5]]),
        layout=0x8DA5F2FB,
    ),
    Layout(
        code=0x86,
        kind=Report,
        packing="<BHHHBHHI",
        made_of=lambda v: Report(v[3], v[4], v[5], v[6], _STATE[v[7]], v[8], v[9], v[10]),
        layout=0x5C6C7FCD,
    ),
    Layout(
        code=0x87,
        kind=Telemetry,
        packing="<HiiHIHB",
        made_of=lambda v: Telemetry(v[3], v[4], v[5], v[6], v[7], v[8], _STATE[v[9]]),
        layout=0x06E55FE3,
    ),
    Layout(
        code=0x88,
        kind=Description,
        packing="<BI",
        made_of=lambda v: Description(v[3], v[4]),
        since=1,
        layout=0xE2F15071,
    ),
    Layout(
        code=0x89,
        kind=Progress,
        packing="<ii",
        made_of=lambda v: Progress(v[3], v[4]),
        since=2,
        layout=0x4C7F9C86,
    ),
)
