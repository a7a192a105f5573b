"""Light: how much of it falls on each pixel of the table, and what the table mirrors. Linear; 1 is a well lit table."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
import numpy.typing as npt

from tests.benchmarks.photographed.camera import Camera, Floats, Map
from tests.benchmarks.photographed.canvas import Canvas
from tests.benchmarks.photographed.prints import Linear

Colour = tuple[float, float, float]
"""Blue, green, red."""
WHITE: Colour = (1.0, 1.0, 1.0)


@dataclass(frozen=True, eq=False)
class Occluder:
    """Something that casts shadows: a prism over its outline, or a flat shape where both heights are one."""

    outline: Floats
    """N x 2 mm."""
    low_mm: float
    high_mm: float


@dataclass(frozen=True)
class Lamp:
    """A rectangular area light that faces the table."""

    place: tuple[float, float, float]
    """Its middle, mm."""
    size_mm: tuple[float, float]
    power: float
    """Of its light in the middle of the table."""
    colour: Colour = WHITE
    samples: int = 3
    """Shadows are cast from so many points a side."""

    def points(self) -> list[Floats]:
        x, y, z = self.place
        steps = (np.arange(self.samples) + 0.5) / self.samples - 0.5
        return [np.array([x + a * self.size_mm[0], y + b * self.size_mm[1], z]) for a in steps for b in steps]

    def falloff(self, x: Map, y: Map, middle: tuple[float, float]) -> Map:
        """Light on a horizontal plane: the fourth power of the cosine."""
        height2 = np.float32(self.place[2] ** 2)

        def at(u: Map | float, v: Map | float) -> Map | float:
            return (height2 / ((u - self.place[0]) ** 2 + (v - self.place[1]) ** 2 + height2)) ** 2

        return np.asarray(np.float32(self.power / at(*middle)) * at(x, y), np.float32)


@dataclass(frozen=True)
class Torch:
    """A narrow beam, as of a phone's light: a bright ellipse with a soft or a hard rim."""

    place: tuple[float, float, float]
    aim: tuple[float, float]
    radius_mm: float
    softness: float
    """Of the rim, as a part of the radius."""
    power: float
    colour: Colour = WHITE

    def falloff(self, x: Map, y: Map) -> Map:
        toward = np.array([*self.aim, 0.0]) - self.place
        distance = np.linalg.norm(toward)
        toward = toward / distance
        dx, dy, dz = x - np.float32(self.place[0]), y - np.float32(self.place[1]), np.float32(-self.place[2])
        length = np.sqrt(dx * dx + dy * dy + dz * dz)
        cosine = (dx * np.float32(toward[0]) + dy * np.float32(toward[1]) + dz * np.float32(toward[2])) / length
        angle = np.arccos(np.clip(cosine, -1, 1)) / np.float32(np.arctan2(self.radius_mm, distance))
        beam = 1 / (1 + np.exp(np.clip((angle - 1) * np.float32(4 / max(self.softness, 0.01)), -50, 50)))
        return np.asarray(np.float32(self.power) * beam * (np.float32(distance) / length) ** 2, np.float32)


@dataclass(frozen=True)
class Sun:
    """Parallel light through a window with bars."""

    slope: tuple[float, float]
    """How far a shadow reaches for each mm of height."""
    corner: tuple[float, float]
    """Of the bright field on the table, mm."""
    heading: float
    pane_mm: tuple[float, float]
    panes: tuple[int, int]
    bar_mm: float
    blur_mm: float
    power: float
    colour: Colour = (0.88, 0.97, 1.0)

    def field(self, x: Map, y: Map) -> Map:
        angle = np.radians(self.heading)
        across = (x - self.corner[0]) * np.float32(np.cos(angle)) + (y - self.corner[1]) * np.float32(np.sin(angle))
        along = (y - self.corner[1]) * np.float32(np.cos(angle)) - (x - self.corner[0]) * np.float32(np.sin(angle))
        bright = self._bars(across, self.pane_mm[0], self.panes[0]) * self._bars(along, self.pane_mm[1], self.panes[1])
        return np.asarray(np.float32(self.power) * bright, np.float32)

    def _bars(self, place: Map, pane: float, count: int) -> Map:
        total = np.zeros_like(place)
        for number in range(count):
            start = number * (pane + self.bar_mm)
            total += ramp(place - np.float32(start), self.blur_mm) * ramp(
                np.float32(start + pane) - place, self.blur_mm
            )
        return total


@dataclass(frozen=True)
class Glint:
    """The mirror image of something bright in the table: a disc, a bar or a window at a height."""

    centre: tuple[float, float]
    """Where it is, in the plane of its height, mm."""
    height_mm: float
    half_mm: tuple[float, float]
    heading: float
    strength: float
    """Over white paper in good light; what has a gloss of 1 mirrors all of it."""
    soft_mm: float
    """How wide its rim is, by the roughness of the paper, in its own plane."""
    round: bool = True
    cross_mm: float = 0.0
    """Width of a window's bars; 0: none."""

    def seen(self, canvas: Canvas) -> Map:
        """Return what is mirrored at each pixel."""
        across, along = canvas.camera.slopes
        x, y = canvas.camera.on_table()
        height = np.float32(self.height_mm)
        dx = x - height * across + 2 * height * canvas.lean[..., 0] - np.float32(self.centre[0])
        dy = y - height * along + 2 * height * canvas.lean[..., 1] - np.float32(self.centre[1])
        cosine, sine = np.float32(np.cos(np.radians(self.heading))), np.float32(np.sin(np.radians(self.heading)))
        u, v = dx * cosine + dy * sine, dy * cosine - dx * sine
        a, b = np.float32(self.half_mm[0]), np.float32(self.half_mm[1])
        if self.round:
            inner = np.sqrt((u / a) ** 2 + (v / b) ** 2)
            bright = ramp((1 - inner) * min(a, b), self.soft_mm)
        else:
            bright = ramp(a - np.abs(u), self.soft_mm) * ramp(b - np.abs(v), self.soft_mm)
            if self.cross_mm:
                half = np.float32(self.cross_mm / 2)
                bright *= 1 - ramp(half - np.abs(u), self.soft_mm) * np.float32(0.95)
                bright *= 1 - ramp(half - np.abs(v), self.soft_mm) * np.float32(0.95)
        return np.asarray(np.float32(self.strength) * bright * canvas.gloss, np.float32)


def glint_at(camera: Camera, target: tuple[float, float], height_mm: float) -> tuple[float, float]:
    """Return where, at this height, something must be so that the table mirrors it at the target (mm)."""
    toward = np.array([*target, 0.0]) - camera.place
    x, y = np.array(target) + height_mm * toward[:2] / -toward[2]
    return float(x), float(y)


def ramp(distance: Map, soft_mm: float) -> Map:
    """0 outside, 1 inside, 0.5 on the rim; ``distance`` from the rim inwards, mm."""
    return np.asarray(np.clip(distance / np.float32(2 * max(soft_mm, 0.5)) + np.float32(0.5), 0, 1), np.float32)


@dataclass(frozen=True, eq=False)
class Light:
    """All light of a picture."""

    ambient: float = 0.35
    ambient_colour: Colour = WHITE
    gradient: tuple[float, float] = (0.0, 0.0)
    """Of the ambient light, per metre in x and y."""
    lamps: tuple[Lamp, ...] = ()
    torches: tuple[Torch, ...] = ()
    suns: tuple[Sun, ...] = ()
    glints: tuple[Glint, ...] = ()


@dataclass(frozen=True, eq=False)
class Lit:
    """What light does to each pixel."""

    falls: Linear
    """H x W x 3: light on the table."""
    mirrored: Map
    """H x W: what is added by reflection."""


def shine(light: Light, canvas: Canvas, occluders: list[Occluder], middle: tuple[float, float]) -> Lit:
    """Work out the light of a picture."""
    camera = canvas.camera
    x, y = camera.on_table()
    base = np.float32(light.ambient) * (
        1
        + np.float32(light.gradient[0] / 1000) * (x - middle[0])
        + np.float32(light.gradient[1] / 1000) * (y - middle[1])
    )
    falls = np.maximum(base, 0.02)[..., None] * np.array(light.ambient_colour, np.float32)
    for lamp in light.lamps:
        part = lamp.falloff(x, y, middle)
        _add(falls, part, _shadow(canvas, occluders, lamp.points(), None), lamp.colour)
    for torch in light.torches:
        _add(falls, torch.falloff(x, y), _shadow(canvas, occluders, [np.array(torch.place)], None), torch.colour)
    for sun in light.suns:
        _add(falls, sun.field(x, y), _shadow(canvas, occluders, [], sun.slope), sun.colour)
    mirrored = np.zeros_like(x)
    for glint in light.glints:
        mirrored += glint.seen(canvas)
    return Lit(falls, mirrored)


def _add(falls: Linear, part: Map, shadow: Map | None, colour: Colour) -> None:
    if shadow is not None:
        part = part * (1 - shadow)
    for channel in range(3):
        falls[..., channel] += part * np.float32(colour[channel])


def _shadow(
    canvas: Canvas, occluders: list[Occluder], points: list[Floats], slope: tuple[float, float] | None
) -> Map | None:
    if not occluders:
        return None
    total = np.zeros(canvas.thing.shape, np.float32)
    casts = [lambda outline, z, p=point: _from_point(outline, z, p) for point in points]
    if slope is not None:
        casts = [lambda outline, z: outline + np.array(slope) * z]
    for assign in casts:
        mask = np.zeros(canvas.thing.shape, np.uint8)
        for occluder in occluders:
            _cast(mask, canvas, occluder, assign)
        total += mask
    total /= np.float32(255 * len(casts))
    total[canvas.raised] = 0
    return total


def _cast(mask: npt.NDArray[np.uint8], canvas: Canvas, occluder: Occluder, assign: object) -> None:
    shapes = [assign(occluder.outline, occluder.high_mm)]
    if occluder.low_mm != occluder.high_mm:
        both = np.concatenate([*shapes, assign(occluder.outline, occluder.low_mm)])
        shapes = [cv2.convexHull(both.astype(np.float32)).reshape(-1, 2).astype(np.float64)]
    for shape in shapes:
        seen = canvas.outline(np.column_stack([shape, np.zeros(len(shape))]), 2)
        if np.abs(seen).max() < 30000:
            cv2.fillPoly(mask, [(seen * 16).round().astype(np.int32)], 255, cv2.LINE_AA, 4)


def _from_point(outline: Floats, height: float, point: Floats) -> Floats:
    """The shadow on the table of an outline at a height, by a light at a point."""
    part = point[2] / max(point[2] - height, 1.0)
    return np.asarray(point[:2] + (outline - point[:2]) * part, np.float64)
