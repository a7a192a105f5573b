"""Writes docs/protocol.md: ``python -m firmware_bridge.protocol.protocol_page``. A test says when it is out of date.

The prose is here; messages, enums, transition tables and example frames come from what the program runs on.
"""

from __future__ import annotations

import zlib
from pathlib import Path

from firmware_bridge.channels.mqtt_topics import told
from firmware_bridge.channels.packet_limits import PACKET_BYTES, SUBSCRIPTIONS
from firmware_bridge.conformance.checks_commands import ODOMETRY_CDEG, ODOMETRY_UM
from firmware_bridge.conformance.checks_stop import STOPPED_S
from firmware_bridge.conformance.probe import START_S
from firmware_bridge.link.actions import STOP_S
from firmware_bridge.link.commands import ACT_S, Timers
from firmware_bridge.link.dialect import NEEDED
from firmware_bridge.link.estop_latch import LATCH_TRANSITIONS
from firmware_bridge.link.plausibility import SHARE, SOONEST, TOLERANCE_UM
from firmware_bridge.link.robot_side import LAYOUT_HASHES, REMEMBERED
from firmware_bridge.link.transition_table import TRANSITIONS, Action
from firmware_bridge.protocol.codec import DELIMITER, Frame, encode, wrap
from firmware_bridge.protocol.dictionary import load
from firmware_bridge.protocol.generator import messages_chapter
from firmware_bridge.protocol.messages import (
    DICTIONARIES,
    DICTIONARY_HASH,
    MAJOR,
    MINOR,
    Ack,
    Act,
    ActKind,
    Boot,
    BootCause,
    Claim,
    Clear,
    Describe,
    Description,
    Done,
    Estop,
    Fault,
    FaultCode,
    Hello,
    Move,
    Outcome,
    Ping,
    Progress,
    Report,
    State,
    Status,
    Stop,
    Telemetry,
    Track,
    Turn,
    Verdict,
    Welcome,
)

PAGE = Path(__file__).resolve().parents[2] / "docs" / "protocol.md"

_STUFFED = bytes.fromhex("11 00 00 22 33 00")

_WELCOME = Welcome(265, 0xC6F0, 0, 0, MAJOR, MINOR, DICTIONARY_HASH, 1, 0, 0, 0x3FF, 7_400, State.IDLE, 0, "red")

EXAMPLES: tuple[tuple[str, Frame], ...] = tuple(
    (text, Frame(session, seq, message))
    for text, session, seq, message in (
        ("move 100 mm ahead at 50 mm/s", 0xC6F0, 1, Move(100_000, 50)),
        ("turn 90 degrees to the right", 0xC6F0, 2, Turn(-9_000, 90)),
        ("raise the shield", 0xC6F0, 3, Act(ActKind.SHIELD)),
        ("stop number 3", 0xC6F0, 3, Stop()),
        ("emergency stop", 0, 77, Estop()),
        ("ping", 0xC6F0, 78, Ping(123_456)),
        ("accepted", 0xC6F0, 1, Ack(Verdict.ACCEPTED, 0, State.BUSY)),
        ("done", 0xC6F0, 1, Done(Outcome.DONE, 100_000, 0, 1, State.IDLE)),
        ("who are you?", 0, 70, Hello(Claim.ASK, MAJOR, MINOR, DICTIONARY_HASH, 0, 0)),
        ("begin session 50928", 0xC6F0, 71, Hello(Claim.TAKE, MAJOR, MINOR, DICTIONARY_HASH, 0, 265)),
        ("welcome", 0xC6F0, 71, _WELCOME),
        ("release the emergency stop, if it is the first", 0, 79, Clear(1)),
        ("tell more", 0xC6F0, 80, Status()),
        ("started, by switching on", 0, 0, Boot(265, BootCause.POWER)),
        ("the battery is too low", 0xC6F0, 0, Fault(FaultCode.BATTERY, 1, State.FAULT)),
        ("pong", 0xC6F0, 78, Report(0x08, 0xC6F0, 1, 1, State.IDLE, 7_400, 0, 123_456)),
        ("which layout has MOVE?", 0, 81, Describe(0x02)),
        ("this one", 0, 81, Description(0x02, LAYOUT_HASHES[0x02])),
        ("how far has number 1 come?", 0xC6F0, 1, Track()),
        ("42 mm", 0xC6F0, 1, Progress(42_000, 0)),
        ("more", 0xC6F0, 80, Telemetry(7_400, 100_000, -9_000, 2, 61, 1, State.IDLE)),
    )
)
"""Session 0xC6F0 = 50928 is the first of a robot in its boot 265."""

_INTRODUCTION = """\
# The wire

*Made by `python -m firmware_bridge.protocol.protocol_page` from what the program runs on; do not edit it by hand.*

This page is enough to write a golem's program in any language. Protocol {major}.{minor}, dictionary hash
`0x{hash:08X}`. `golem robots conform PORT|URL` says whether a robot keeps to it, check by check.

## Frames

`type u8 | session u16 | seq u16 | payload (0..32 bytes) | CRC-32`, all little-endian, of the exact length
of its type. Signed numbers are two's complement. `text8` is eight bytes of UTF-8, the unused ones zero; what is not
printable is shown as U+FFFD.

The CRC is CRC-32 as in zlib, gzip and Ethernet, over everything before it: width 32, polynomial 0x04C11DB7, initial
value 0xFFFFFFFF, input and output reflected, final XOR 0xFFFFFFFF; of the nine bytes `123456789` it is 0x{crc:08X}.
Without a table: start with `c = 0xFFFFFFFF`; for each byte `c ^= byte`, then eight times `c = c & 1 ? c >> 1 ^
0xEDB88320 : c >> 1`; the end is `c ^ 0xFFFFFFFF`. It travels little-endian as well.

* **On a serial line** (8N1, 115200 baud unless said otherwise) the frame is stuffed with COBS and ended by
  one zero byte. Empty runs between zeros mean nothing. A run longer than 42 bytes is skipped up to its zero.
  COBS: cut the frame at its zeros (the zeros themselves fall away); before each piece, also an empty one, put one
  byte: the piece's length plus one. So `{raw}` becomes `{stuffed}`. No frame is long enough for COBS's full block
  of 254 bytes. Backwards: read a count n, copy the n - 1 bytes after it, put a zero, go on; no zero after the last
  piece. A count of zero, or one that points beyond the end, makes the run a bad one.
  There is no limit of time between two bytes of a frame. Many boards start anew when their port is opened: the host
  asks for {start:.0f} s before it believes that nobody is there.
* **On MQTT** one message is one frame, not stuffed. See "Topics".

Bytes that are no frame (wrong stuffing, length, checksum, type or enum code) are dropped and counted in TELEMETRY's
`bad_frames`, never answered. Types from 0x80 on are a robot's; if one comes to a robot (an echo), it is dropped as
well. A value outside its range is answered with ACK(BAD_ARGUMENT).

## Who says what

The host speaks first: HELLO(ASK). The robot answers WELCOME, with its own numbers. If the host cannot speak with it
(see "Versions"), it names both versions and leaves the robot alone. Otherwise the host begins a session with
HELLO(TAKE), whose protocol and dictionary are those of WELCOME, and whose header has the new session, never 0 and
never one used before in this boot:
`current + 1`, or after a start `(boot_id * 40503) mod 65536 mod 65535 + 1`. The robot takes it only
if `boot_id`, `major` and `dictionary` are its own, `replaces` is the session that it is in (0 none), and the header's
session is neither 0 nor that one. Then a command under way is braked and void, `last_seq` and `done_seq` are 0, and
the remembered answers are forgotten; an emergency stop stays latched, and `latch` stays. A HELLO(TAKE) for the session
that it is in already changes nothing. HELLO(ASK) never changes anything: its header's session, `replaces` and
`boot_id` mean nothing. All are answered with WELCOME.

Numbered commands (MOVE, TURN, ACT, STOP) are obeyed only in the session, and only if `seq` is the last
number plus one (modulo 65536):

1. The host writes a command to its journal before it sends it.
2. The robot takes the number and answers ACK. A refusal (latched, low battery, cannot, out of range, fault)
   takes the number as well, so that a late copy is not carried out after all. BUSY, GAP and WRONG_SESSION
   do not.
3. At the end it sends DONE. It keeps the last answer to each of the last {remembered} numbers and
   repeats it for a copy, as it was, even if `state` and `done_seq` are others by now. Every frame but BOOT tells
   `done_seq`, the number that ended last: if the host has missed a DONE, it sends the command again and gets the
   stored one.
4. After a start every session is void. The robot says BOOT, once, with a new boot id (a counter in EEPROM or a
   file; after 65535 comes 1). What was under way is *uncertain* for the host, is never sent again, and the camera
   says where the robot is.
5. A host that restarts asks with HELLO(ASK). If session and boot are those of its journal and the last
   number on record is the robot's last or next, it sends that number again: the robot's memory decides.
6. STOP ends the command of its number, an ACT too, and no other. If the robot has not seen that number, it is used
   up with DONE(STOPPED) and 0 mm.
7. ESTOP needs no session and no number. The robot stops hard and latches; the header's `seq` is a nonce.
   A new nonce counts `latch` on. CLEAR releases only if it names the count of now: an old CLEAR
   never releases a newer stop. A latched robot refuses commands with ESTOPPED.
8. A robot under way that hears nothing of its session for 1 s stops: DONE(SILENCE).

**Versions.** A minor version of the dictionary adds messages and kinds of acts, and changes nothing else; what was
there keeps its layout. So a host and a robot of different minor versions play with what both know:

| WELCOME tells | the host |
|---|---|
| another major | refuses the robot, with both versions |
| our minor or an older one, with the hash that this one has ({hashes}) | speaks what that minor version has |
| our minor or an older one, with another hash | refuses the robot: a changed dictionary needs a version of its own |
| a newer minor | asks for the layout of each message that it knows (DESCRIBE), and speaks those that are the same |

A message that the robot does not know, or has another layout of, is never said to it: a command ends *rejected*, with
the message and both versions by name. Without {needed} nothing can be played; a robot that differs in one of them is
refused. A frame of a type that a robot does not know is dropped and counted as any bad frame.

**Times of the robot.** 1 s of silence ends a command (rule 8). ACK, REPORT, WELCOME and TELEMETRY leave at once,
within a few milliseconds; unasked it need say nothing. ESTOP cuts the motors before it is answered. After STOP,
silence or a new session it stands within {stopped:g} s. An ACT ends within {act:.0f} s. A motion goes as fast as was
asked, but for its ramps: the end of one that takes more than 1.5 x (distance / speed) + 0.5 s is *uncertain* for the
host, and a DONE(DONE) after less than {soonest:g} x (distance / speed) is not believed. A table asks for 45 mm/s and
120 degrees/s unless `play: speed_mm_s:` and `speed_deg_s:` in its `table.yaml` say otherwise.

**Progress.** While a motion is under way the host may ask with TRACK, after its ACK, how far it has come (wire
1.2). The header has the motion's session and number, and PROGRESS repeats it. By these answers other robots are
let go on, so they must never be ahead of the wheels. The host does not believe an answer that is more than
{grain_mm:g} mm (or degrees) farther than asked or than 1 / {soonest} of the speed allows, that goes the other way
or aside; it waits for the motion's end then.

**Times of the host.** It repeats an unanswered command after 25 ms, then every 50 ms, at 115200 baud and above; on
slower lines in proportion; on MQTT every 150 ms. ESTOP is repeated every 10 ms until REPORT says it is latched. The
host says something at least every 200 ms. It has one command under way at a time, and waits 1.5 x (distance / speed)
+ 0.5 s for its end.

## The host, step by step

What the diagram of "The host's link" does not say:

* **HELLO** is repeated with the same nonce after 25 ms, then each time twice as late, up to every {greet:g} s (on
  slower lines and on MQTT it begins at {mqtt_ms:.0f} ms or in proportion). A new nonce is drawn when the host asks
  for something new: who is there, or another session. **WELCOME** counts only if its `seq` is the nonce of the last
  HELLO; any other is late and is ignored.
* **BUSY** changes nothing: the number is not used up, and the host sends the same frame again at its pace (25 ms,
  then 50 ms) until the command's time is over; then its outcome is *uncertain*. **GAP** and **WRONG_SESSION** mean
  that the session is lost: the host sends HELLO(ASK) and goes on by rule 5, so a command that was under way is sent
  again under its number if the robot can still know it, and is *uncertain* if not. It never sends one again under
  another number.
* **A session stands** until another one begins or the robot starts anew; silence ends a command, not a session. A
  host that finds a session with nothing of its own under way (after its own start, after 1 s of silence, after GAP)
  begins a new one.
* **BOOT** comes once, but may come late or twice on a bad line or a broker. The host believes it if `boot_id` is
  ahead of the one that it knows by less than half of all numbers (modulo 65536); then every session is void and it
  sends HELLO(ASK). An older or the same one means nothing.
* **STOP** takes the number of the command under way and is repeated like a command; the host waits {stop:g} s for
  its end. **ACK(STOPPING) is not remembered**: a copy of STOP while the robot brakes is answered with it again, and
  afterwards with the DONE that is remembered for this number.
* **An ACT** has no distance: the host waits 1.5 x {act:g} s + 0.5 s for its DONE. After STOP, ESTOP, silence or a
  new session an ACT ends as a motion does, within {stopped:g} s, with its arm and light at rest; its DONE says
  STOPPED, ESTOPPED or SILENCE unless it had come to its own end already.
* **ESTOP with nonce 0** is a standing order (the retained `$estop` of a table): it latches a robot that is not
  latched, and counts `latch` on then; a robot that is latched stays as it is. The host's own ESTOPs have the nonces
  1 to 65535, a new one for each time that somebody presses the button; its repeats have the same.
* **A minor version that differs** is no reason for a robot to refuse anything: it looks at `major` and `dictionary`
  of HELLO(TAKE) alone, which the host copies from WELCOME.
* **Names.** The name in WELCOME is the robot's own, at most eight bytes of UTF-8; a host that has met a robot under
  a name accepts no other on its port. On MQTT a robot with its own radio has the name of its topic; behind a
  gateway it may have another one, and is known to the table by its topic.

## The robot, step by step

What a robot keeps: `boot_id` (a counter that outlives power-off, never 0), `session` (0 after a start), `last_seq`,
`done_seq`, the answers to the last {remembered} numbers, the command under way, `latched`, `latch`, the nonce of
the last ESTOP. Everything but `boot_id` is forgotten at a start. No frame is answered with more than one frame at
once; DONE, FAULT and BOOT come when they come.

`state` in a frame is the first that holds: ESTOPPED (latched), BUSY (a command is under way, also while it brakes),
FAULT, IDLE.

```mermaid
stateDiagram-v2
    [*] --> IDLE: start, BOOT
    IDLE --> BUSY: a command is taken, ACK(ACCEPTED)
    BUSY --> IDLE: it ends, DONE
    BUSY --> FAULT: it ends and something is wrong, DONE and FAULT
    IDLE --> FAULT: something is wrong, FAULT
    FAULT --> IDLE: right again, FAULT(NONE)
    IDLE --> ESTOPPED: ESTOP, REPORT
    BUSY --> ESTOPPED: ESTOP, REPORT, then DONE(ESTOPPED)
    FAULT --> ESTOPPED: ESTOP, REPORT
    ESTOPPED --> IDLE: CLEAR with the count of now, REPORT
```

A numbered command (MOVE, TURN, ACT, STOP) is judged in this order; the first that holds decides:

| if | answer | number used up |
|---|---|---|
| no session, or the header names another | ACK(WRONG_SESSION) | no |
| STOP, and `seq` is the command under way | ACK(STOPPING), brakes; DONE(STOPPED) when it stands | it is already |
| the answer to `seq` is remembered | that answer again, ACK or DONE | it is already |
| `seq` is not `last_seq` + 1 mod 65536 | ACK(GAP) | no |
| STOP | DONE(STOPPED), 0 and 0; what is under way goes on | yes; `done_seq` too |
| a command is under way, or one of an older session still brakes | ACK(BUSY) | no |
| latched | ACK(ESTOPPED) | yes; `done_seq` too |
| not among its capabilities | ACK(UNSUPPORTED) | yes; `done_seq` too |
| a value is out of range | ACK(BAD_ARGUMENT) | yes; `done_seq` too |
| it cannot now | ACK(LOW_BATTERY) or ACK(FAULT) | yes; `done_seq` too |
| else | ACK(ACCEPTED), and begins; DONE at the end | yes; `done_seq` with DONE |

`state` and `done_seq` in an answer are those after it: ACK(ACCEPTED) says BUSY, DONE its own number and no more BUSY.
Values at their limits are within them; a distance or an angle of 0 ends at once. An ACT needs no charged battery. A
DONE takes the place of its ACK among the remembered answers, and another command with a remembered number gets that
answer as well; the oldest answer falls out when a new number comes. Numbers are mended by the host, never by the robot:
the robot sends DONE once, and again only when asked.

* **What is counted.** Ways ahead and turns counter-clockwise, seen from above, are positive. MOVE's DONE has
  `distance_um` and an angle of 0, TURN's the other way round, ACT's neither, even if it wiggles. It tells how
  far the motors went, not what was asked; a short motion ends within {odometry_mm:g} mm and {odometry_deg:g} degrees of
  what was asked, and DONE(DONE) is not believed if it is off by more than {grain_mm:g} mm (or degrees) and
  {share:.0f} %. TELEMETRY adds up what DONE told, with its sign: there and back is 0.
* **How a motion ends.** Braking ends it with the outcome that first asked for it; a hard stop (ESTOP) overrides
  braking. DONE comes when the wheels stand, with what they counted up to there, also the way of braking.
* **Who is heard** (rule 8). Every good frame whose header names the robot's session, every ESTOP and CLEAR, and a
  HELLO that begins a session. The count of 1 s matters only while a command is under way.
* **HELLO, PING, STATUS, DESCRIBE** are answered in any session, and with none.
* **ESTOP** counts `latch` on (modulo 65536) if the robot is not latched, or if the nonce is neither 0 nor the last
  ESTOP's. It is answered with REPORT each time. CLEAR with another count changes nothing; REPORT says so.
* **A command of an older session** (a HELLO took over) brakes to its end without a DONE; its way still counts in
  TELEMETRY. Its outcome is TAKEN, which no frame carries.
* **The battery.** What is too low is the robot's affair; 0 mV means that it cannot tell. One that sinks too low under
  way brakes and ends with DONE(LOW_BATTERY).
* **FAULT** is sent when the fault comes and when it goes. It is not repeated: REPORT and WELCOME carry the state.

## Topics

All begin with `golem/1/<table>/<robot>/`; names have letters of any script, digits, `-` and `_`.

| topic | QoS | retained | what |
|---|---|---|---|
| `cmd` | 0 | no | frames to the robot; a retained one is dropped |
| `ack` | 0 | no | frames from the robot |
| `state` | 1 | yes | `{state}`; the will says `lost` with the same boot id |
| `desc` | 1 | yes | `{desc}` |
| `telemetry` | 0 | no | `{telemetry}`, about every 2 s |
| `fault/battery`, `fault/motor`, `fault/internal` | 1 | yes | `{fault}`; empty when it is over |
| `golem/1/<table>/$estop` | 1 | yes | `latched`, or empty; a robot takes `latched` as ESTOP of session 0, nonce 0 |
| `golem/1/<table>/$host` | 1 | yes | `online`; the will says `offline`; a robot needs none of it |

A robot with its own radio connects (MQTT 3.1.1, a clean session, the client id `golem-<table>-<robot>`, its own user
and password, the will set), subscribes to its `cmd` (QoS 0) and to `$estop` (QoS 1), publishes `state`, and after its
first WELCOME `desc`. A client that cannot tell a retained message drops the `cmd` of the first 0.3 s after it
subscribed. An empty `$estop` releases nothing: only CLEAR does. After a start it connects anew, so that the will
carries the new boot id, and then says BOOT on `ack`. After a break it connects, subscribes and publishes
`state` again, and the host speaks to it at once. QoS 2 is not used; Golem Table's own broker hangs up on it, on
packets of more than {packet} bytes and on more than {subscriptions} SUBSCRIBE packets of a connection, and
takes no topics but these. `capabilities` is WELCOME's number. `code` and `state` in JSON are the names below, a
state in small letters, and so is a fault's code in its topic; the order of keys is free. `<robot>` has at most
32 letters, the name in WELCOME eight.
"""


def page() -> str:
    """Return the whole page."""
    dictionary = load()
    introduction = _INTRODUCTION.format(
        major=dictionary.major,
        minor=dictionary.minor,
        hash=dictionary.hash,
        remembered=REMEMBERED,
        hashes=", ".join(f"{dictionary.major}.{minor} `0x{old:08X}`" for minor, old in enumerate(DICTIONARIES)),
        needed=", ".join(kind.__name__.upper() for kind in NEEDED),
        crc=zlib.crc32(b"123456789"),
        act=ACT_S,
        start=START_S,
        stopped=STOPPED_S,
        stop=STOP_S,
        greet=Timers.serial(115200).greet_most,
        mqtt_ms=Timers.mqtt().retry_least * 1000,
        soonest=SOONEST,
        odometry_mm=ODOMETRY_UM / 1000,
        odometry_deg=ODOMETRY_CDEG / 100,
        grain_mm=TOLERANCE_UM / 1000,
        share=SHARE * 100,
        state=told(boot_id=265, name="red", state="ready").decode(),
        desc=told(capabilities=0x3FF, firmware="1.0.0", name="red").decode(),
        telemetry=told(battery_mv=7400, state="idle").decode(),
        fault=told(boot_id=265, code="BATTERY").decode(),
        packet=PACKET_BYTES,
        subscriptions=SUBSCRIPTIONS,
        raw=_STUFFED.hex(" "),
        stuffed=wrap(_STUFFED).removesuffix(DELIMITER).hex(" "),
    )
    parts = [introduction, _examples(), "## Messages\n", messages_chapter(dictionary), _link(), _latch()]
    return "\n".join(parts)


def _examples() -> str:
    lines = ["## Examples", "", "| what | frame (as on MQTT) | on a serial line |", "|---|---|---|"]
    for text, frame in EXAMPLES:
        data = encode(frame)
        lines.append(f"| {text} | `{data.hex(' ')}` | `{wrap(data).hex(' ')}` |")
    return "\n".join(lines) + "\n"


def _link() -> str:
    lines = ["## The host's link", "", "```mermaid", "stateDiagram-v2", "    [*] --> closed"]
    for (phase, signal), step in TRANSITIONS.items():
        if step.then is not phase:
            told = signal.value.replace(":", "")
            lines.append(f"    {phase.value} --> {step.then.value}: {told}")
    lines += ["```", "", "| in | when | then | and does |", "|---|---|---|---|"]
    for (phase, signal), step in TRANSITIONS.items():
        if step.action is not Action.NOTHING:
            lines.append(f"| {phase.value} | {signal.value} | {step.then.value} | {step.action.value} |")
    lines += ["", "Everything else changes nothing.", ""]
    return "\n".join(lines)


def _latch() -> str:
    lines = ["## The emergency stop as the host sees it", "", "```mermaid", "stateDiagram-v2", "    [*] --> off"]
    for (phase, signal), then in LATCH_TRANSITIONS.items():
        if then is not phase:
            lines.append(f"    {phase.value} --> {then.value}: {signal.value.replace(':', '')}")
    return "\n".join([*lines, "```", ""])


def main() -> None:
    """Write the page."""
    PAGE.parent.mkdir(exist_ok=True)
    PAGE.write_text(page(), encoding="utf-8")


if __name__ == "__main__":
    main()
