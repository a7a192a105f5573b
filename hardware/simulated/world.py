"""The simulated world: where everything truly is. Twins move in it, the simulated camera looks at it.

Nobody in product code sees this: the table must find out through the camera and the wire what is true here.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from boards.geometry import Pose


@dataclass
class Body:
    """A robot's true state. Its twin writes it, the camera reads it."""

    pose: Pose
    led: str = "off"
    powered: bool = True
    present: bool = True
    """False: somebody took it off the table."""


@dataclass(frozen=True)
class Lying:
    """A printed thing that lies on the table (see boards.things): which one, where, face up or down."""

    thing: str
    """The thing's key in the kit, e.g. ``card:red:forward:1`` or ``mat:4x4``."""
    pose: Pose
    face_up: bool = True


@dataclass
class World:
    """All that is on and around the simulated table."""

    bodies: dict[str, Body] = field(default_factory=dict)
    """Robots by name."""
    lying: dict[str, Lying] = field(default_factory=dict)
    """Printed things by a name of the placer's own choosing; later ones lie on top."""
    light: float = 1.0
    """1 is a well-lit room, 0 is dark."""
