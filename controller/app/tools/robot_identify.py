"""`golem robots identify --camera`: which robot on which port is which golem, in words."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from boards.base.catalogue import Language
from boards.base.errors import Problem
from boards.base.message import Message
from boards.kit.thing_keys import GolemKey
from controller.app.tools.robot_tool_messages import TEXTS, phrase
from controller.table.motion.robot_identification import SETTLE_S, pair
from controller.vision.fusion.camera_reader import CameraReader
from controller.vision.scene import Scene
from controller.vision.unread.remedies import TROUBLE_ADVICE
from firmware_bridge.robots.robot_port import RobotPort


@dataclass(frozen=True)
class Found:
    """What was found."""

    colours: Mapping[str, str]
    """Robot -> colour of its golem."""
    problems: tuple[Problem, ...]
    """Robots that could not be paired, and why."""


async def pair_by_motion(
    eye: CameraReader, robots: Mapping[str, RobotPort], language: Language, say: Callable[[str], None]
) -> Found:
    """Let each connected robot turn and turn back, and look. Raises CameraError."""
    trouble = _trouble(await eye.settled(SETTLE_S))
    if trouble is not None:
        return Found({}, (Problem(eye.name, trouble),))
    found = await pair(eye, robots, lambda name: say(phrase("turning", language, robot=name)))
    problems = tuple(Problem(name, why) for name, why in found.unpaired.items())
    return Found(found.colours, problems)


def _trouble(scene: Scene) -> Message | None:
    """Return why nothing can be seen; None if all is well."""
    if scene.trouble:
        return TROUBLE_ADVICE[scene.trouble[0]]
    return None if any(isinstance(seen.thing, GolemKey) for seen in scene.things) else TEXTS["none-in-view"]


def suggestion(colours: Mapping[str, str], addresses: Mapping[str, str]) -> list[str]:
    """Lines for table.yaml: the robots by colour."""
    by_colour = {colour: addresses[robot] for robot, colour in colours.items()}
    return ["robots:", *(f"  {colour}: {by_colour[colour]}" for colour in sorted(by_colour))]
