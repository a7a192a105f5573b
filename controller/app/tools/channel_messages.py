"""Errors of robots and their channels, told with the place that people know."""

from __future__ import annotations

from boards.base.catalogue import Language, translate
from boards.base.errors import GolemError
from firmware_bridge.robots.robot_port import RobotPort


def away(robot: RobotPort, error: GolemError, language: Language) -> tuple[str, str, str]:
    """Return of a robot that could not be connected its name, where it should be, and what is wrong, as a sentence."""
    told = translate(error.what, language).removeprefix(f"{robot.port}: ")
    return robot.name, robot.port, f"{told[:1].upper()}{told[1:]}{'' if told[-1:] in '.?!' else '.'}"


def error_at_place(place: str, error: GolemError, language: Language) -> str:
    """Return what is wrong in a line that begins with its place."""
    told = translate(error.what, language)
    for known in (place, getattr(error, "port", "")):
        told = told.removeprefix(f"{known}: ")
    return f"{place}: {told}"
