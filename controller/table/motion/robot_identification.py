"""Which robot is which golem: each turns a little in its turn, and the camera sees whose marker turned."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from math import hypot
from typing import Protocol

from boards.base.message import _
from boards.base.reasons import Reason, ReasonCode
from boards.kit.thing_keys import GolemKey
from controller.vision.scene import Scene
from firmware_bridge.link.commands import EndKind
from firmware_bridge.link.link_reasons import ENDINGS

TURN_DEG = 30.0
SPEED_DEG_S = 60.0

NOTICED_DEG = 8.0
"""A marker that turned so far has not just been read a little differently (at most 0.4 degrees at p95)."""

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


def turned(before: Scene, after: Scene) -> tuple[Turned, ...]:
    """Golems that turned, or went away from where they were, between two scenes."""
    found: list[Turned] = []
    for seen in after.things:
        earlier = before.find(seen.thing)
        if not isinstance(seen.thing, GolemKey) or earlier is None:
            continue
        degrees = (seen.pose.heading - earlier.pose.heading + 180.0) % 360.0 - 180.0
        mm = hypot(seen.pose.x - earlier.pose.x, seen.pose.y - earlier.pose.y)
        if abs(degrees) >= NOTICED_DEG or mm >= DRIFT_MM:
            found.append(Turned(seen.thing.colour, degrees, mm))
    return tuple(found)


class PairingReason(ReasonCode):
    """Why a robot has no golem."""

    NOT_DONE = "not-done", _("not done ({ended}): {why}")
    NONE_TURNED = (
        "none-turned",
        _("no golem was seen turning: is it on the mat, its marker in view, are its motors connected?"),
    )
    SEVERAL_MOVED = (
        "several-moved",
        _("several golems moved at once ({golems}); keep hands off the table and try again"),
    )
    WRONG_WAY = "wrong-way", _("{golem} turned the wrong way round: its motors' cables are swapped")
    TOUCHED = (
        "touched",
        _(
            "{golem} turned by {degrees} degrees and went {mm} mm, not {wanted} degrees on the spot; "
            "was it touched? Try again"
        ),
    )
    TURNED_BEFORE = (
        "turned-before",
        _("{golem} turned for {robot} already; were golems exchanged? Try again"),
    )


def judge(moved: tuple[Turned, ...], degrees: float) -> str | Reason:
    """Whose golem a robot is that was told to turn so far: the colour, or why that cannot be said."""
    if not moved:
        return PairingReason.NONE_TURNED()
    if len(moved) > 1:
        return PairingReason.SEVERAL_MOVED(golems=", ".join(one.colour for one in moved))
    one = moved[0]
    if one.mm < DRIFT_MM and abs(one.degrees - degrees) <= AMISS_DEG:
        return one.colour
    if one.mm < DRIFT_MM and abs(one.degrees + degrees) <= AMISS_DEG:
        return PairingReason.WRONG_WAY(golem=one.colour)
    turn, mm, wanted = (round(number) for number in (one.degrees, one.mm, degrees))
    return PairingReason.TOUCHED(golem=one.colour, degrees=turn, mm=mm, wanted=wanted)


class Turning(Protocol):
    """How a robot's turn ended, by its own count."""

    @property
    def kind(self) -> EndKind:
        """Return how it ended."""
        ...

    @property
    def why(self) -> Reason:
        """Return why the turn ended so."""
        ...

    @property
    def degrees(self) -> float:
        """Return by how much the robot says that it turned."""
        ...


class Turner(Protocol):
    """A robot that can turn."""

    async def turn(self, degrees: float, speed_deg_s: float) -> Turning:
        """Turn on the spot, counter-clockwise if positive."""
        ...


class SettledCamera(Protocol):
    """Who sees the golems."""

    async def settled(self, timeout_s: float) -> Scene:
        """Return what lies on the table at rest, within so many seconds."""
        ...


@dataclass(frozen=True)
class Pairing:
    """What was found."""

    colours: Mapping[str, str]
    """Robot -> colour of its golem."""
    unpaired: Mapping[str, Reason]
    """Robots that have none, and why."""


async def pair(eye: SettledCamera, robots: Mapping[str, Turner], on_turn: Callable[[str], None]) -> Pairing:
    """Let each robot turn and turn back, and look. Raises CameraError.

    A robot that cannot be paired is named; the others go on, unless somebody stops them.
    """
    colours: dict[str, str] = {}
    unpaired: dict[str, Reason] = {}
    before = await eye.settled(SETTLE_S)
    for name, robot in robots.items():
        on_turn(name)
        there = await robot.turn(TURN_DEG, SPEED_DEG_S)
        found = judge(turned(before, await eye.settled(SETTLE_S)), TURN_DEG)
        if isinstance(found, Reason) and there.kind != "done":
            found = PairingReason.NOT_DONE(ended=ENDINGS[there.kind], why=there.why.message)
        if there.degrees:
            await robot.turn(-there.degrees, SPEED_DEG_S)
        if isinstance(found, str) and found in colours.values():
            first = next(other for other, colour in colours.items() if colour == found)
            found = PairingReason.TURNED_BEFORE(golem=found, robot=first)
        if isinstance(found, str):
            colours[name] = found
        else:
            unpaired[name] = found
        if there.kind == "cancelled":
            break
        before = await eye.settled(SETTLE_S)
    return Pairing(colours, unpaired)
