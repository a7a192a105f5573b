"""Commands and endings as entries of a journal, and back."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from typing import Literal, Protocol

from msgspec import Struct

from boards.base.message import _
from firmware_bridge.link.commands import Command, Ending, EndKind, Sent
from firmware_bridge.protocol.codec import OutOfRange, check_range
from firmware_bridge.protocol.messages import Act, ActKind, Move, Turn
from firmware_bridge.robots.robot_status import MotionResult, RobotError


class CommandBegun(Struct, frozen=True):
    """What is written before a command goes out for the first time."""

    command: Literal["move", "turn", "act"]
    args: dict[str, int | str]
    """Of a move distance_um and speed_mm_s, of a turn angle_cdeg and speed_deg_s, of an act its kind."""
    boot_id: int
    session: int
    seq: int


class CommandEnded(Struct, frozen=True):
    """What is written when a command ended; the ways are the robot's own count, in mm and degrees."""

    result: EndKind
    reason: str
    """In English."""
    mm: float
    degrees: float
    boot_id: int
    session: int
    seq: int
    code: str = ""
    """Of the reason, for programs; empty in records of older versions."""


class Record(Protocol):
    """Writes to the journal what is said to robots; called before it is said.

    A command that begins is sent when the future ends that was returned; at once, if none was. An exception keeps it
    from being sent.
    """

    def __call__(self, robot: str, entry: CommandBegun | CommandEnded) -> asyncio.Future[None] | None:
        """Write an entry; return a future if it is on disk only later."""
        ...


def no_record(robot: str, entry: CommandBegun | CommandEnded) -> None:
    """For those who keep no journal."""


LastCommands = Mapping[str, CommandBegun]
"""Robot -> its last command on record that was begun and has no end there."""


class BadRecord(RobotError):
    """An entry of the journal does not say a command."""

    def __init__(self, robot: str, entry: CommandBegun) -> None:
        self.entry = entry
        super().__init__(robot, _("the last command on record cannot be read: {entry}", entry=str(entry)))


def begun_entry(sent: Sent) -> CommandBegun:
    """Return what is written before a command goes out."""
    command = sent.command
    name: Literal["move", "turn", "act"]
    args: dict[str, int | str]
    if isinstance(command, Move):
        name, args = "move", {"distance_um": command.distance_um, "speed_mm_s": command.speed_mm_s}
    elif isinstance(command, Turn):
        name, args = "turn", {"angle_cdeg": command.angle_cdeg, "speed_deg_s": command.speed_deg_s}
    else:
        name, args = "act", {"kind": command.kind.name.lower()}
    return CommandBegun(name, args, sent.boot_id, sent.session, sent.seq)


def ended_entry(sent: Sent, result: MotionResult) -> CommandEnded:
    """Return what is written when it ended."""
    return CommandEnded(
        result.kind, result.reason, result.mm, result.degrees, sent.boot_id, sent.session, sent.seq, result.why.code
    )


def sent_of(robot: str, entry: CommandBegun) -> Sent:
    """Return the command that :func:`begun_entry` wrote. Raises :class:`BadRecord`."""
    try:
        args = entry.args
        command: Command
        match entry.command:
            case "move":
                command = Move(int(args["distance_um"]), int(args["speed_mm_s"]))
            case "turn":
                command = Turn(int(args["angle_cdeg"]), int(args["speed_deg_s"]))
            case "act":
                command = Act(ActKind[str(args["kind"]).upper()])
            case _:
                raise BadRecord(robot, entry)
        check_range(command)
    except (KeyError, TypeError, ValueError, OutOfRange) as error:
        raise BadRecord(robot, entry) from error
    return Sent(entry.boot_id, entry.session, entry.seq, command)


def result_of(ending: Ending) -> MotionResult:
    """Return a link's ending in mm and degrees."""
    return MotionResult(ending.kind, ending.reason, ending.distance_um / 1000, ending.angle_cdeg / 100)
