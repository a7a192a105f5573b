"""The simulated world: where everything truly is. Simulated robots move in it, the simulated camera looks at it.

Nobody in product code sees this: the table must find out through the camera and the wire what is true here.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Hashable
from dataclasses import dataclass, field

from boards.geometry import Pose, wrap_degrees
from boards.kit.thing_keys import ThingKey
from firmware_bridge.link.commands import Command
from firmware_bridge.protocol.messages import Outcome
from hardware.simulated.optics.glued_sheet import GluedSheet
from hardware.simulated.optics.paper_curl import Bend
from hardware.simulated.physics.collisions import Collisions, Contact

COARSE_STEP_S = 0.04
"""How often the truth of a robot is written that moves with nobody near."""

FINE_STEP_S = 0.005
"""... and beside others: 0.5 mm at 100 mm/s."""


@dataclass(frozen=True)
class Begun:
    """A robot begins a command. `t`: seconds on the loop's clock."""

    t: float
    name: str
    command: Command


@dataclass(frozen=True)
class Ended:
    """A robot's command ends."""

    t: float
    name: str
    command: Command
    outcome: Outcome


@dataclass(frozen=True)
class Stopped:
    """A robot that is under way is told to stop, or stops itself."""

    t: float
    name: str
    hard: bool
    """At once, and not on the ramp."""


RobotEvent = Begun | Ended | Stopped | Contact


@dataclass
class Body:
    """A robot's true state. Its robot writes it, the camera reads it."""

    pose: Pose
    led: str = "off"
    powered: bool = True
    present: bool = True
    """False: somebody took it off the table."""
    held: bool = False
    """Somebody holds it: neither its wheels nor another body move it."""
    top_turned: float = 0.0
    """By how many degrees, counter-clockwise, its printed top is glued on turned."""
    driven_at: float = -math.inf
    """When its wheels last turned, seconds on the loop's clock."""
    name: str = ""
    """In its world."""
    world: World | None = field(default=None, repr=False, compare=False)
    """Whose other bodies stop it; None: nothing does."""

    write_truth: Callable[[], None] = field(default=lambda: None, repr=False, compare=False)
    """Has its robot write where it is now; robots do it seldom by themselves."""

    def tell(self, event: RobotEvent) -> None:
        """Tell whoever records the world what its robot does."""
        if self.world is not None:
            self.world.tell(event)

    def advance(self, step: Pose, now: float) -> None:
        """Move by a step in the body's own frame, as far as other bodies let it."""
        if self.world is None:
            self.pose = self.pose.then(step)
        else:
            self.world.advance(self.name, step, now)

    @property
    def step_s(self) -> float:
        """How often its truth must be written while it moves, in s."""
        if self.world is None:
            return COARSE_STEP_S
        return FINE_STEP_S if self.world.collisions.near(self.name) else COARSE_STEP_S


@dataclass(frozen=True)
class TableItem:
    """A printed thing that lies on the table (see boards.kit.printed_items): which one, where, face up or down."""

    thing: ThingKey
    """The thing's key in the kit."""
    pose: Pose
    face_up: bool = True
    bend: Bend | GluedSheet | None = None
    """How it does not lie flat. Only for what has no height of its own."""


@dataclass
class World:
    """All that is on and around the simulated table."""

    bodies: dict[str, Body] = field(default_factory=dict)
    """Robots by name."""
    lying: dict[Hashable, TableItem] = field(default_factory=dict)
    """Printed things by a name of the placer's own choosing, such as their key; later ones lie on top."""
    light: float = 1.0
    """1 is a well-lit room, 0 is dark."""
    contacts: list[Contact] = field(default_factory=list)
    """Robots that drove into each other, in the order in which it happened."""
    on_event: list[Callable[[RobotEvent], None]] = field(default_factory=list)
    """Called with everything that happens to a robot."""

    def __post_init__(self) -> None:
        self.collisions = Collisions(self.bodies)

    def body(self, name: str) -> Body:
        """Return a robot's body with others around it; one that is not in the world yet comes to the origin."""
        body = self.bodies.setdefault(name, Body(Pose(0.0, 0.0, 0.0)))
        body.name, body.world = name, self
        return body

    def exchange_tops(self, one: str, other: str) -> None:
        """Put each of two robots' tops onto the other one, where they stand: what each is taken for is exchanged."""
        self.bodies[one], self.bodies[other] = self.bodies[other], self.bodies[one]
        for name in (one, other):
            self.bodies[name].name = name

    def advance(self, name: str, step: Pose, now: float) -> None:
        """Move a body by a step in its own frame, as far as other bodies let it."""
        for contact in self.collisions.advance(name, step, now):
            self.contacts.append(contact)
            self.tell(contact)

    def tell(self, event: RobotEvent) -> None:
        """Tell whoever records the world."""
        for listener in self.on_event:
            listener(event)

    def write_truth(self) -> None:
        """Have all robots write where they are now."""
        for body in self.bodies.values():
            body.write_truth()


@dataclass(frozen=True)
class Snapshot:
    """The world at one moment, frozen, so that it can be drawn in another thread."""

    lying: tuple[TableItem, ...]
    bodies: tuple[tuple[str, Pose, str], ...]
    """Name, pose and light of each robot on the table."""
    light: float

    @staticmethod
    def of(world: World) -> Snapshot:
        """Return the world as it is now."""
        world.write_truth()
        bodies = ((name, body) for name, body in sorted(world.bodies.items()) if body.present)
        return Snapshot(
            tuple(world.lying.values()),
            tuple((name, _seen(body), _shining(body)) for name, body in bodies),
            world.light,
        )


def _seen(body: Body) -> Pose:
    """Return the pose that its top shows."""
    return Pose(body.pose.x, body.pose.y, wrap_degrees(body.pose.heading + body.top_turned))


def _shining(body: Body) -> str:
    return body.led if body.powered else "off"
