"""Why commands end and robots are turned away: codes, their texts, and what a robot's own codes mean."""

from __future__ import annotations

from boards.base.message import Message, _
from boards.base.reasons import NO_REASON, Reason, ReasonCode
from firmware_bridge.link.commands import EndKind
from firmware_bridge.protocol.messages import FaultCode, Outcome, Verdict


class LinkReason(ReasonCode):
    """Why a command ended, or a robot cannot be used."""

    ESTOP_LATCHED = "estop-latched", _("the emergency stop is on")
    ESTOPPED = "estopped", _("emergency stop")
    STOPPED = "stopped", _("stopped")
    STOPPED_UNSENT = "stopped-unsent", _("stopped before it was sent")
    BATTERY_LOW = "battery-low", _("the battery is too low to move; charge it")
    BATTERY_SANK = "battery-sank", _("the battery sank too low under way; charge it")
    UNSUPPORTED = "unsupported", _("the robot cannot do this")
    OUT_OF_RANGE = "out-of-range", _("a value is out of the robot's range")
    FAULT = "fault", _("the robot has a fault")
    MOTOR = "motor", _("a motor or its driver does not work")
    INTERNAL = "internal", _("the robot's program found a mistake in itself; switch it off and on")
    SILENCE = "silence", _("the robot heard nothing for 1 s and stopped")
    STALLED = "stalled", _("the wheels stalled; look whether something is in the way")
    SESSION_TAKEN = "session-taken", _("another session was begun")
    RESTARTED = "restarted", _("the robot restarted")
    TAKEN_OVER = "taken-over", _("another controller took the robot over")
    COUNTS_DIFFER = "counts-differ", _("the robot counts {counted} commands, the record {recorded}")
    NOT_READY = "not-ready", _("the link is {phase}")
    QUEUE_FULL = "queue-full", _("{count} commands are waiting already")
    NO_END = "no-end", _("no end within {seconds} s")
    NO_WORD = "no-word", _("the robot has not answered for {seconds} s")
    NO_ANSWER = "no-answer", _("the robot does not answer")
    CLOSED_BY_TABLE = "closed-by-table", _("the table closed the connection")
    NOT_CONNECTED = "not-connected", _("this robot is not connected")
    LOOKING = "looking", _("looking for the robot")
    NOT_UNDERSTOOD = "not-understood", _("the robot answers, but with frames that no golem sends: {what}")
    OTHER_SESSIONS = (
        "other-sessions",
        _(
            "the robot answers, but with another session each time: "
            "another host plays with it, or its firmware is faulty"
        ),
    )
    NEWER_ESTOP = "newer-estop", _("a newer emergency stop came; release that one too if all is well")
    UNKNOWN_ACT = "unknown-act", _("no robot can act {act}; it can be {known}")
    MESSAGE_UNKNOWN = (
        "message-unknown",
        _(
            "the robot's firmware {firmware} speaks protocol {theirs} and does not know {message}; "
            "this program speaks {ours}"
        ),
    )
    MESSAGE_DIFFERS = (
        "message-differs",
        _(
            "the robot's firmware {firmware} speaks protocol {theirs} with another layout of {message}; "
            "this program speaks {ours}"
        ),
    )
    SHORT_MM = "short-mm", _("the robot says done, and counted {counted} of {wanted} mm")
    SHORT_DEGREES = "short-degrees", _("the robot says done, and counted {counted} of {wanted} degrees")
    TOO_SOON = "too-soon", _("the robot says done after {took} s, which takes {usual} s at its speed")


ENDINGS: dict[EndKind, Message] = {
    "done": _("done"),
    "rejected": _("rejected"),
    "cancelled": _("cancelled"),
    "uncertain": _("uncertain"),
}
"""How a command ended."""

VERDICTS: dict[Verdict, Reason] = {
    Verdict.ESTOPPED: LinkReason.ESTOP_LATCHED(),
    Verdict.LOW_BATTERY: LinkReason.BATTERY_LOW(),
    Verdict.UNSUPPORTED: LinkReason.UNSUPPORTED(),
    Verdict.BAD_ARGUMENT: LinkReason.OUT_OF_RANGE(),
    Verdict.FAULT: LinkReason.FAULT(),
}
"""Only verdicts that end a command."""

OUTCOMES: dict[Outcome, tuple[EndKind, Reason]] = {
    Outcome.DONE: ("done", NO_REASON),
    Outcome.STOPPED: ("cancelled", LinkReason.STOPPED()),
    Outcome.ESTOPPED: ("cancelled", LinkReason.ESTOPPED()),
    Outcome.SILENCE: ("cancelled", LinkReason.SILENCE()),
    Outcome.STALLED: ("uncertain", LinkReason.STALLED()),
    Outcome.LOW_BATTERY: ("uncertain", LinkReason.BATTERY_SANK()),
    Outcome.TAKEN: ("cancelled", LinkReason.SESSION_TAKEN()),
}

FAULTS: dict[FaultCode, Reason] = {
    FaultCode.NONE: NO_REASON,
    FaultCode.BATTERY: LinkReason.BATTERY_LOW(),
    FaultCode.MOTOR: LinkReason.MOTOR(),
    FaultCode.INTERNAL: LinkReason.INTERNAL(),
}
