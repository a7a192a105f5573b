"""A shot: a table, a camera over it, light, and what is in the way. Conditions change it before it is photographed."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

import numpy as np

from tests.benchmarks.photographed.camera import Camera, Floats, Lens, look_at
from tests.benchmarks.photographed.canvas import Sheet
from tests.benchmarks.photographed.lights import Glint, Lamp, Light, Occluder, Sun, Torch
from tests.benchmarks.photographed.mat_paper import MatPaper
from tests.benchmarks.photographed.prints import Edition
from tests.benchmarks.photographed.sensor import Sensor
from tests.benchmarks.photographed.surfaces import KINDS
from tests.benchmarks.photographed.tables import GOLEM_HIGH, Table, set_up


@dataclass(frozen=True)
class Body:
    """A kind of camera."""

    name: str
    lens: Lens
    sensor: Sensor


_WEBCAM = Lens((1920, 1080), 70.0, (-0.06, 0.02, 0.0), (0.0006, -0.0004))
_PHONE = Lens((1920, 1440), 66.0, (0.03, -0.05, 0.01))
_DOCUMENT = Lens((2560, 1440), 58.0, (-0.02, 0.0, 0.0), (0.0, 0.0003), (9.0, -6.0))
_WIDE = Lens((2304, 1296), 84.0, (-0.16, 0.03, -0.002))

BODIES = (
    Body("webcam", _WEBCAM, Sensor(0.65, full_well=6000, quality=85)),
    Body("phone", _PHONE, Sensor(0.55, full_well=9000, sharpen=0.9, contrast=0.4, quality=90)),
    Body("document", _DOCUMENT, Sensor(0.7, quality=92)),
    Body("wide", _WIDE, Sensor(0.6, corner_blur_px=0.5, vignetting=0.3, fringe=0.0005)),
)


@dataclass(frozen=True, eq=False)
class Obstacle:
    """Something that is no part of the game: over or under the kit."""

    kind: str
    sheet: Sheet
    raised: bool = True


@dataclass(eq=False)
class Shot:
    """Everything that a picture is made of; conditions change it."""

    table: Table
    camera: Camera
    body: str
    sensor: Sensor
    surface: str
    scale: float
    """Px a mm in the middle of the table."""
    ambient: float = 0.4
    ambient_colour: tuple[float, float, float] = (1.0, 1.0, 1.0)
    gradient: tuple[float, float] = (0.0, 0.0)
    lamps: list[Lamp] = field(default_factory=list)
    torches: list[Torch] = field(default_factory=list)
    suns: list[Sun] = field(default_factory=list)
    glints: list[Glint] = field(default_factory=list)
    clutter: list[Obstacle] = field(default_factory=list)
    """Below the kit."""
    lying: list[Obstacle] = field(default_factory=list)
    """On the mat, below golems and dice."""
    over: list[Obstacle] = field(default_factory=list)
    occluders: list[Occluder] = field(default_factory=list)
    """Out of the picture, but in the light."""
    mat_paper: MatPaper = field(default_factory=MatPaper)
    gloss: float = 0.35
    """Of the cards."""
    white: float = 0.72
    """What white paper in the usual light becomes, 1 being the most that the sensor holds."""
    bright: float = 0.0
    """The part of the sun that the exposure reckons with."""

    @property
    def light(self) -> Light:
        return Light(
            self.ambient,
            self.ambient_colour,
            self.gradient,
            tuple(self.lamps),
            tuple(self.torches),
            tuple(self.suns),
            tuple(self.glints),
        )

    @property
    def exposure(self) -> float:
        usual = (
            self.ambient + sum(lamp.power for lamp in self.lamps) + self.bright * sum(sun.power for sun in self.suns)
        )
        return self.white / (0.82 * usual)

    def lane_point(self, rng: np.random.Generator, rim: float = 10.0) -> tuple[float, float]:
        """Return a random place in a random lane, on the table, mm."""
        tray = self.table.trays[int(rng.integers(len(self.table.trays)))]
        x, y = tray.place(int(rng.integers(4)), rng.uniform(-0.4, 4.4))
        return tray.point(x, y + rng.uniform(-40 + rim, 40 - rim))


def usual_shot(
    rng: np.random.Generator, edition: Edition, filled: float = 0.75, bodies: tuple[Body, ...] = BODIES
) -> Shot:
    """Lay a table, and photograph it in good light with one of the cameras."""
    table = set_up(rng, edition, filled)
    body = bodies[int(rng.integers(len(bodies)))]
    lens = replace(
        body.lens,
        field_degrees=body.lens.field_degrees * rng.uniform(0.97, 1.03),
        off_centre=(body.lens.off_centre[0] + rng.normal(0, 5), body.lens.off_centre[1] + rng.normal(0, 5)),
    )
    bounds = table.bounds()
    tall = bounds + np.array([0, 0, GOLEM_HIGH])
    points: Floats = np.concatenate([bounds, tall[:4]])
    tilt = abs(rng.normal(0, 9))
    camera = look_at(
        lens,
        points,
        min(tilt, 25.0) + 0.5,
        rng.uniform(0, 360),
        rng.normal(0, 2) + 180 * (rng.random() < 0.1),
        rng.uniform(0.01, 0.05),
    )
    scale = camera.px_per_mm(np.array([*table.middle, 0.0]))
    shot = Shot(table, camera, body.name, body.sensor, str(rng.choice(KINDS)), scale)
    warm = rng.normal(0, 0.05)
    shot.sensor = replace(
        shot.sensor,
        warmth=1 + warm,
        defocus_px=rng.uniform(0, 0.8),
        full_well=shot.sensor.full_well * rng.uniform(0.6, 1.6),
    )
    shot.ambient_colour = (1 - rng.uniform(-0.03, 0.08), 1.0, 1 + rng.uniform(-0.03, 0.08))
    shot.ambient = rng.uniform(0.25, 0.6)
    shot.gradient = (rng.uniform(-0.15, 0.15), rng.uniform(-0.15, 0.15))
    x, y = table.middle
    for _ in range(int(rng.integers(1, 3))):
        place = (x + rng.uniform(-1500, 1500), y + rng.uniform(-1500, 1500), rng.uniform(1500, 2400))
        size = (rng.uniform(200, 1200), rng.uniform(150, 600))
        shot.lamps.append(Lamp(place, size, rng.uniform(0.2, 0.6)))
    shot.white = rng.uniform(0.5, 0.85)
    return shot
