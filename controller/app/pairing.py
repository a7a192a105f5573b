"""Which robot is which golem: each turns a little in its turn, and the camera sees whose marker turned."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from math import hypot

from boards.errors import Problem
from boards.languages import Language
from controller.app.fleet_words import phrase
from controller.vision.advice import TROUBLE_ADVICE
from controller.vision.eye import Eye
from controller.vision.scene import Scene
from firmware_bridge.robots.robot import Robot

TURN_DEG = 30.0
SPEED_DEG_S = 60.0

NOTICED_DEG = 8.0
"""A marker that turned so far has not just been read a little differently (table.md: 0.4 degrees at p95)."""

AMISS_DEG = 12.0
"""Wheels slip; so far off, a turn is still the robot's own."""

DRIFT_MM = 30.0
"""A golem turns on the spot; what went farther was carried."""

SETTLE_S = 10.0


@dataclass(frozen=True)
class Turned:
    """A golem whose marker is not as it was."""

    colour: str
    degrees: float
    """Counter-clockwise, -180 to 180."""
    mm: float
    """How far its centre went."""


@dataclass(frozen=True)
class Pairing:
    """What was found."""

    colours: Mapping[str, str]
    """Robot -> colour of its golem."""
    problems: tuple[Problem, ...]
    """Robots that could not be paired, and why."""


def turned(before: Scene, after: Scene) -> tuple[Turned, ...]:
    """Golems that turned, or went away from where they were, between two scenes."""
    found: list[Turned] = []
    for seen in after.things:
        kind, _, colour = seen.thing.partition(":")
        earlier = before.find(seen.thing)
        if kind != "golem" or earlier is None:
            continue
        degrees = (seen.pose.heading - earlier.pose.heading + 180.0) % 360.0 - 180.0
        mm = hypot(seen.pose.x - earlier.pose.x, seen.pose.y - earlier.pose.y)
        if abs(degrees) >= NOTICED_DEG or mm >= DRIFT_MM:
            found.append(Turned(colour, degrees, mm))
    return tuple(found)


@dataclass(frozen=True)
class Unpaired:
    """Why a robot has no golem."""

    key: str
    """Of :data:`controller.app.fleet_words.TEXTS`."""
    values: tuple[object, ...] = ()


def judge(moved: tuple[Turned, ...], degrees: float) -> str | Unpaired:
    """Whose golem a robot is that was told to turn so far: the colour, or why that cannot be said."""
    if not moved:
        return Unpaired("none-turned")
    if len(moved) > 1:
        return Unpaired("several-moved", (", ".join(one.colour for one in moved),))
    one = moved[0]
    if one.mm < DRIFT_MM and abs(one.degrees - degrees) <= AMISS_DEG:
        return one.colour
    if one.mm < DRIFT_MM and abs(one.degrees + degrees) <= AMISS_DEG:
        return Unpaired("wrong-way", (one.colour,))
    return Unpaired("touched", (one.colour, round(one.degrees), round(one.mm), round(degrees)))


async def pair_by_motion(
    eye: Eye, robots: Mapping[str, Robot], language: Language, say: Callable[[str], None]
) -> Pairing:
    """Let each connected robot turn and turn back, and look. Raises CameraError.

    A robot that cannot be paired is named; the others go on.
    """
    colours: dict[str, str] = {}
    problems: list[Problem] = []
    before = await eye.settled(SETTLE_S)
    trouble = _trouble(before, language)
    if trouble:
        return Pairing({}, (Problem(eye.name, trouble),))
    for name, robot in robots.items():
        say(phrase("turning", language, name))
        there = await robot.turn(TURN_DEG, SPEED_DEG_S)
        found = judge(turned(before, await eye.settled(SETTLE_S)), TURN_DEG)
        if isinstance(found, Unpaired) and not there.done:
            found = Unpaired("not-done", (there.kind, there.reason))
        if there.degrees:
            await robot.turn(-there.degrees, SPEED_DEG_S)
        if isinstance(found, str) and found in colours.values():
            first = next(other for other, colour in colours.items() if colour == found)
            found = Unpaired("turned-before", (found, first))
        if isinstance(found, str):
            colours[name] = found
        else:
            problems.append(Problem(name, phrase(found.key, language, *found.values)))
        before = await eye.settled(SETTLE_S)
    return Pairing(colours, tuple(problems))


def _trouble(scene: Scene, language: Language) -> str:
    """Why nothing can be seen; "" if all is well."""
    if scene.trouble:
        return TROUBLE_ADVICE[scene.trouble[0]][language]
    if not any(seen.thing.startswith("golem:") for seen in scene.things):
        return phrase("none-in-view", language)
    return ""


def suggestion(colours: Mapping[str, str], addresses: Mapping[str, str]) -> list[str]:
    """Lines for table.yaml: the robots by colour."""
    by_colour = {colour: addresses[robot] for robot, colour in colours.items()}
    return ["robots:", *(f"  {colour}: {by_colour[colour]}" for colour in sorted(by_colour))]
