"""The robot's verdicts and outcomes in plain words, and what they mean for a command."""

from __future__ import annotations

from firmware_bridge.link.commands import EndKind
from firmware_bridge.protocol.messages import FaultCode, Outcome, Verdict

VERDICTS: dict[Verdict, str] = {
    Verdict.ESTOPPED: "the emergency stop is on",
    Verdict.LOW_BATTERY: "the battery is too low to move; charge it",
    Verdict.UNSUPPORTED: "the robot cannot do this",
    Verdict.BAD_ARGUMENT: "a value is out of the robot's range",
    Verdict.FAULT: "the robot has a fault",
}
"""Only verdicts that end a command."""

OUTCOMES: dict[Outcome, tuple[EndKind, str]] = {
    Outcome.DONE: ("done", ""),
    Outcome.STOPPED: ("cancelled", "stopped"),
    Outcome.ESTOPPED: ("cancelled", "emergency stop"),
    Outcome.SILENCE: ("cancelled", "the robot heard nothing for 1 s and stopped"),
    Outcome.STALLED: ("uncertain", "the wheels stalled; look whether something is in the way"),
    Outcome.LOW_BATTERY: ("uncertain", "the battery sank too low under way; charge it"),
    Outcome.TAKEN: ("cancelled", "another session was begun"),
}

FAULTS: dict[FaultCode, str] = {
    FaultCode.NONE: "",
    FaultCode.BATTERY: "the battery is too low to move; charge it",
    FaultCode.MOTOR: "a motor or its driver does not work",
    FaultCode.INTERNAL: "the robot's program found a mistake in itself; switch it off and on",
}
