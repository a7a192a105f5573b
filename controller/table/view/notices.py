"""Notices and answers that the table makes from what its robots and its eye tell."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from operator import itemgetter
from typing import Any

from boards.base.errors import GolemError, Problem
from boards.base.message import Message, joined, literal
from boards.geometry import Cell
from calibration.camera_frames import CameraError
from calibration.drive_faults import DriveDiagnosis, DriveFault
from controller.games.tabletop import Piece, Tabletop
from controller.table.core.mailbox import CommandAnswer
from controller.table.view.table_messages import COLOUR_WORDS, say
from controller.table.view.view import Notice, RobotView
from controller.vision.scene import Trouble, Why
from controller.vision.unread.remedies import TROUBLE_ADVICE, why_words


def failure_notices(failures: Mapping[str, Message], code: str = "robot-failed") -> tuple[Notice, ...]:
    """Whose robot did not do its part, and how its command ended."""
    return tuple(
        Notice(code, "warning", say(code, golem=name, how=how), {"golem": name})
        for name, how in sorted(failures.items(), key=itemgetter(0))
        if name
    )


def astray_notice(golem: str, piece: Piece, tabletop: Tabletop[Any]) -> Notice:
    """Return the notice that a golem is not where it was left, and where it belongs."""
    words = tabletop.piece_words(piece.name)
    text = say("stage-astray", golem=golem, piece=words, cell=piece.spot, direction=piece.facing)
    return Notice("stage-astray", "warning", text, {"golem": golem, "to": piece.spot})


def trouble_notice(trouble: Trouble, cameras: Sequence[str] = ()) -> Notice:
    """Return what is wrong with the picture (of these cameras, if there are several), and what to do."""
    advice = TROUBLE_ADVICE[trouble]
    text = joined([advice, f"({', '.join(cameras)})"], " ") if cameras else advice
    return Notice(f"eye-{trouble.value}", "stop", text)


def camera_lost(error: CameraError) -> Notice:
    """Return the notice that a camera gives no pictures, and what to do."""
    text = joined([TROUBLE_ADVICE[Trouble.NO_FRAMES], f"({error.camera})"], " ")
    return Notice("eye-no-frames", "stop", text, {"camera": error.camera, "how": str(error)})


def camera_out(camera: str) -> Notice:
    """One of several cameras shows nothing, and is not missed yet."""
    return Notice("camera-out", "warning", say("camera-out", camera=camera), {"camera": camera})


def camera_bumped() -> Notice:
    """Return the notice that the camera was bumped and the table found again."""
    return Notice("eye-bumped", "info", say("eye-bumped"))


def camera_late(seconds: float) -> Notice:
    """Return the notice that pictures come late, and that the golems wait for them."""
    facts = {"seconds": f"{seconds:.1f}"}
    return Notice("camera-late", "warning", say("camera-late", **facts), facts)


def places_unsure(mm: float) -> Notice:
    """Return that places are not sure enough to drive golems by, and what to do."""
    facts = {"mm": f"{mm:.0f}"}
    return Notice("places-unsure", "warning", say("places-unsure", **facts), facts)


def drive_faults(faults: Mapping[str, Sequence[DriveDiagnosis]]) -> tuple[Notice, ...]:
    """Return what is wrong with the drives of golems, and the parts to look at."""
    found: list[Notice] = []
    for golem, named in sorted(faults.items()):
        for each in named:
            amount = f"{each.amount:.1f}" if each.fault is DriveFault.PLAY else f"{each.amount:.0f}"
            facts = {"golem": golem, **({"amount": amount} if each.amount else {})}
            code = each.fault.value
            found.append(Notice(code, "warning", say(code, **facts), facts))
    return tuple(found)


def ready_left(player: str) -> Notice:
    """Return the notice that a ready card of the last round still lies there."""
    return Notice("ready-left", "info", say("ready-left", golem=player), {"golem": player})


def intrusion_notice(golem: str = "") -> Notice:
    """Something is over the field while robots drive, or this golem drives and was not told to."""
    if golem:
        return Notice("stray", "stop", say("stray", golem=golem), {"golem": golem})
    return Notice("intrusion", "stop", say("intrusion"))


def die_unread(player: str, why: Why) -> Notice:
    """Return the notice that the face of a die cannot be read, and what to do."""
    words = why_words(why)
    text = say("die-unread", golem=player, why=words.label, advice=words.advice)
    return Notice("die-unread", "warning", text, {"golem": player, "why": why.value})


def die_unseen(player: str) -> Notice:
    """Return the notice that nothing is seen of a die that should lie there."""
    return Notice("die-unseen", "warning", say("die-unseen", golem=player), {"golem": player})


def ready_unread(player: str, why: Why) -> Notice:
    """Return the notice that a ready card cannot be read, and what to do."""
    words = why_words(why)
    text = say("ready-unread", golem=player, why=words.label, advice=words.advice)
    return Notice("ready-unread", "info", text, {"golem": player, "why": why.value})


def cells_unread_text(cells: Mapping[Cell, Why]) -> Message:
    """Return that it is not seen what lies in these cells; the advice is that of the first one."""
    first = min(cells)
    words = why_words(cells[first])
    return say("cell-unread", cell=", ".join(map(str, sorted(cells))), why=words.label, advice=words.advice)


def halted(error: GolemError) -> Notice:
    """Why the game has paused by itself."""
    return Notice("halted", "stop", say("halted", how=error.message))


def not_stopped(silent: Sequence[Problem]) -> CommandAnswer:
    """Return the answer to an emergency stop that not every robot has confirmed."""
    how = joined([problem.message for problem in silent], "; ")
    return CommandAnswer(False, say("robot-lost", golem=silent[0].at.removeprefix("robots."), how=how))


def problems_told(problems: Sequence[Problem]) -> Message:
    """Return problems as people are told them, one after the other."""
    return joined([problem.people or problem.placed for problem in problems], "; ")


def walled_in(golem: str) -> Notice:
    """Return that a golem can't drive home."""
    return Notice("golem-walled-in", "warning", say("golem-walled-in", golem=golem), {"golem": golem})


def eye_late() -> Notice:
    """Return that the camera's pictures come too late to watch robots with."""
    return Notice("eye-late", "stop", say("eye-late"))


def watch_failed() -> Notice:
    """Return that the program which watches the field failed."""
    return Notice("watch-failed", "stop", say("watch-failed"))


def estop_latched(robots: Sequence[str]) -> Notice:
    """Return which robots are held by their emergency stop."""
    names = joined([COLOUR_WORDS.get(name) or literal(name) for name in robots], ", ")
    return Notice("estop-latched", "stop", say("estop-latched", golems=names), {"robots": ", ".join(robots)})


LOW_V = 6.9
"""Of a pack of two cells: some minutes of driving before the robot refuses at 6.4 V (docs/firmware.md)."""
FRESH_V = 7.1
"""A battery that was low is not any more: noise and a motor that stops are no news."""
CABLE_V = 3.0
"""Below this there is no pack: the robot runs on a cable."""


def weak_batteries(before: frozenset[str], robots: Iterable[RobotView]) -> frozenset[str]:
    """Return the robots whose batteries are low; `before`: those that were."""
    told = {robot.name: robot.battery_v for robot in robots if robot.battery_v is not None and robot.link != "ghost"}
    return frozenset(name for name, volts in told.items() if CABLE_V <= volts < (FRESH_V if name in before else LOW_V))


def battery_low(robot: str, volts: float) -> Notice:
    """Return the notice that a battery should be charged or changed soon."""
    text = say("battery-low", golem=robot, volts=f"{volts:.1f}")
    return Notice("battery-low", "warning", text, {"golem": robot, "volts": f"{volts:.1f}"})
