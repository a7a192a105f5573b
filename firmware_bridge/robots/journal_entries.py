"""Commands and endings as entries of a journal, and back."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from firmware_bridge.link.commands import Command, Ending, Sent
from firmware_bridge.protocol.codec import OutOfRange, check_range
from firmware_bridge.protocol.messages import Act, ActKind, Move, Turn
from firmware_bridge.robots.robot_status import BadRecord, MotionResult


def begun_entry(sent: Sent) -> dict[str, Any]:
    """What is written before a command goes out."""
    command = sent.command
    args: dict[str, Any]
    if isinstance(command, Move):
        name, args = "move", {"distance_um": command.distance_um, "speed_mm_s": command.speed_mm_s}
    elif isinstance(command, Turn):
        name, args = "turn", {"angle_cdeg": command.angle_cdeg, "speed_deg_s": command.speed_deg_s}
    else:
        name, args = "act", {"kind": command.kind.name.lower()}
    return {"command": name, "args": args, "boot_id": sent.boot_id, "session": sent.session, "seq": sent.seq}


def ended_entry(sent: Sent, result: MotionResult) -> dict[str, Any]:
    """What is written when it ended."""
    return {
        "result": result.kind,
        "reason": result.reason,
        "mm": result.mm,
        "degrees": result.degrees,
        "boot_id": sent.boot_id,
        "session": sent.session,
        "seq": sent.seq,
    }


def sent_of(robot: str, entry: Mapping[str, Any]) -> Sent:
    """The command that :func:`begun_entry` wrote. Raises :class:`BadRecord`."""
    try:
        args = entry["args"]
        command: Command
        match entry["command"]:
            case "move":
                command = Move(int(args["distance_um"]), int(args["speed_mm_s"]))
            case "turn":
                command = Turn(int(args["angle_cdeg"]), int(args["speed_deg_s"]))
            case "act":
                command = Act(ActKind[str(args["kind"]).upper()])
            case _:
                raise BadRecord(robot, entry)
        check_range(command)
        return Sent(int(entry["boot_id"]), int(entry["session"]), int(entry["seq"]), command)
    except (KeyError, TypeError, ValueError, OutOfRange) as error:
        raise BadRecord(robot, entry) from error


def result_of(ending: Ending) -> MotionResult:
    """A link's ending in mm and degrees."""
    return MotionResult(ending.kind, ending.reason, ending.distance_um / 1000, ending.angle_cdeg / 100)
