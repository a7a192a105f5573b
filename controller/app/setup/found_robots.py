"""Robots of a table that is being set up: what is known of each, its first step, and the learning of its wheels."""

from __future__ import annotations

from dataclasses import dataclass, replace

from boards.base.message import Message, _, sentence
from boards.geometry import Pose
from boards.kit.thing_keys import GolemKey
from controller.app.setup.drive_check import STEP_MM, judge_step
from controller.table.motion.learning.drive_routine import drive_routine, has_room
from controller.table.motion.learning.learned_drives import LearnedDrives
from controller.table.motion.robot_identification import SETTLE_S
from controller.table.view.notices import drive_faults
from controller.table.view.table_messages import COLOUR_WORDS
from controller.vision.fusion.camera_reader import CameraReader
from controller.vision.scene import Scene
from firmware_bridge.robots.robot_port import RobotPort

STEP_MM_S = 40.0


@dataclass(frozen=True)
class FoundRobot:
    """A robot on a port of this computer."""

    address: str
    name: str
    """Its own; empty if it has none."""
    colour: str | None = None
    """The golem that it turned out to be."""
    problem: Message | None = None
    learned: Message | None = None
    """What was learned of its wheels."""


async def first_step(reader: CameraReader, robot: RobotPort, colour: str) -> Message | None:
    """Let a robot go ahead a little and back again; what is wrong with it."""
    before = _place(await reader.settled(SETTLE_S), colour)
    ahead = await robot.move(STEP_MM, STEP_MM_S)
    after = _place(await reader.settled(SETTLE_S), colour)
    if ahead.mm:
        await robot.move(-ahead.mm, STEP_MM_S)
    if before is None or after is None:
        return sentence(_("I lost sight of the {golem} golem while it drove.", golem=COLOUR_WORDS[colour]))
    return judge_step(colour, before, after, ahead.mm)


async def learn_drive(reader: CameraReader, robot: RobotPort, found: FoundRobot, drives: LearnedDrives) -> FoundRobot:
    """Let one robot drive; what came of it."""
    assert found.colour is not None
    golem = COLOUR_WORDS[found.colour]
    scene = await reader.settled(SETTLE_S)
    poses = {item.thing.colour: item.pose for item in scene.things if isinstance(item.thing, GolemKey)}
    pose = poses.pop(found.colour, None)
    if pose is not None and not has_room(pose, poses.values()):
        text = sentence(_("The {golem} golem needs room: move the other golems two cells away from it.", golem=golem))
        return replace(found, learned=None, problem=text)
    ended = await drive_routine(reader, robot, found.colour, drives)
    if ended is not None:
        return replace(found, learned=None, problem=ended.message)
    drive = drives.of(robot)
    if drive.faults:
        return replace(found, learned=None, problem=drive_faults({found.colour: drive.faults})[0].text)
    model = drive.model
    text = _(
        "I know its wheels now: it goes {way} % and turns {turn} % off, and is corrected from now on.",
        way=f"{100 * (model.scale - 1):+.1f}",
        turn=f"{100 * (model.turn - 1):+.1f}",
    )
    return replace(found, learned=text, problem=None)


def _place(scene: Scene, colour: str) -> Pose | None:
    """Where the camera sees a golem; None if it does not, or sees two."""
    seen = [item.pose for item in scene.things if item.thing == GolemKey(colour)]
    return seen[0] if len(seen) == 1 else None
