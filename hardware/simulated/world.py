"""The simulated world: where everything truly is. Simulated robots move in it, the simulated camera looks at it.

Nobody in product code sees this: the table must find out through the camera and the wire what is true here.
"""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass, field

from boards.geometry import Pose
from boards.kit.thing_keys import ThingKey
from hardware.simulated.optics.paper_curl import Bend


@dataclass
class Body:
    """A robot's true state. Its robot writes it, the camera reads it."""

    pose: Pose
    led: str = "off"
    powered: bool = True
    present: bool = True
    """False: somebody took it off the table."""


@dataclass(frozen=True)
class Lying:
    """A printed thing that lies on the table (see boards.kit.printed_items): which one, where, face up or down."""

    thing: ThingKey
    """The thing's key in the kit."""
    pose: Pose
    face_up: bool = True
    bend: Bend | None = None
    """How it does not lie flat. Only for what has no height of its own."""


@dataclass
class World:
    """All that is on and around the simulated table."""

    bodies: dict[str, Body] = field(default_factory=dict)
    """Robots by name."""
    lying: dict[Hashable, Lying] = field(default_factory=dict)
    """Printed things by a name of the placer's own choosing, such as their key; later ones lie on top."""
    light: float = 1.0
    """1 is a well-lit room, 0 is dark."""


@dataclass(frozen=True)
class Snapshot:
    """The world at one moment, frozen, so that it can be drawn in another thread."""

    lying: tuple[Lying, ...]
    bodies: tuple[tuple[str, Pose, str], ...]
    """Name, pose and light of each robot on the table."""
    light: float

    @staticmethod
    def of(world: World) -> Snapshot:
        """Return the body of this name."""
        bodies = ((name, body) for name, body in sorted(world.bodies.items()) if body.present)
        return Snapshot(
            tuple(world.lying.values()), tuple((name, body.pose, _shining(body)) for name, body in bodies), world.light
        )


def _shining(body: Body) -> str:
    return body.led if body.powered else "off"
