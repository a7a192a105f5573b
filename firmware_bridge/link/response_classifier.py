"""Classify frames from the robot: what each means for the command under way. Pure."""

from __future__ import annotations

from boards.base.reasons import Reason
from firmware_bridge.link.commands import Sent
from firmware_bridge.link.dialect import speaks_otherwise
from firmware_bridge.link.link_reasons import LinkReason
from firmware_bridge.link.pending_command import PendingCommand
from firmware_bridge.link.transition_table import Phase, Signal
from firmware_bridge.protocol.codec import Frame
from firmware_bridge.protocol.messages import Ack, Done, Verdict, Welcome

# A look at an enum's member costs as much as a call in Python 3.11; these are needed for every command.
_ACCEPTED, _DONE = Signal.ACCEPTED, Signal.DONE
_TAKEN = Verdict.ACCEPTED


def next_session(boot_id: int, current: int) -> int:
    """Return a session number that late frames of earlier boots and sessions do not have (never 0).

    Within a boot it counts up; boots begin far apart (multiples of 2^16 / golden ratio).
    """
    start = current if current else (boot_id * 40503) & 0xFFFF
    return start % 0xFFFF + 1


def classify_welcome(welcome: Welcome, phase: Phase, wanted: int, under_way: Sent | None, name: str = "") -> Signal:
    """Return what WELCOME means.

    `wanted` is the session that HELLO asked for, if it did (phase CLAIMING); `name` the own name that the robot
    must have ("" any).

    A command under way goes on only if the robot is in the same boot and session and its number is the
    robot's last or next: then the robot itself decides whether it is new, under way or done.
    """
    if speaks_otherwise(welcome):
        return Signal.WELCOME_FOREIGN
    if name not in ("", welcome.name):
        return Signal.WELCOME_FOREIGN
    if phase is Phase.CLAIMING:
        return Signal.WELCOME_OURS if welcome.session == wanted else Signal.WELCOME_NEW
    if under_way is None:
        return Signal.WELCOME_NEW
    same = (welcome.boot_id, welcome.session) == (under_way.boot_id, under_way.session)
    fits = under_way.seq in (welcome.last_seq, (welcome.last_seq + 1) & 0xFFFF)
    return Signal.WELCOME_SAME if same and fits else Signal.WELCOME_NEW


def why_void(sent: Sent, welcome: Welcome) -> Reason:
    """Why a command's fate cannot be known any more."""
    if welcome.boot_id != sent.boot_id:
        return LinkReason.RESTARTED()
    if welcome.session != sent.session:
        return LinkReason.TAKEN_OVER()
    return LinkReason.COUNTS_DIFFER(counted=welcome.last_seq, recorded=sent.seq)


def classify_answer(frame: Frame, answer: Ack | Done, under_way: PendingCommand | None) -> Signal | None:
    """Return what ACK or DONE means for the command under way; None if nothing (a late copy, a busy robot)."""
    if under_way is None or frame.seq != under_way.sent.seq or frame.session != under_way.sent.session:
        return None
    if isinstance(answer, Done):
        return _DONE
    if answer.verdict is _TAKEN:
        # A late word on the command must not pass for the robot's word on its STOP.
        return None if under_way.stopping else _ACCEPTED
    match answer.verdict:
        case Verdict.STOPPING:
            return Signal.ACCEPTED if under_way.stopping else None
        case Verdict.BUSY:
            return None
        case Verdict.WRONG_SESSION | Verdict.GAP:
            return Signal.SESSION_LOST
        case _:
            return Signal.REJECTED
