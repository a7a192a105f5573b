"""Lights of real sizes, what they shine through, and the shadows of heights."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import cv2
import numpy as np
import numpy.typing as npt

from tests.benchmarks.ray_cast.surfaces import Array, Ground

Triple = tuple[float, float, float]


def triple(values: Iterable[float]) -> Triple:
    """Return three numbers as a colour or a place: plain floats."""
    one, two, three = map(float, values)
    return one, two, three


@dataclass(frozen=True)
class Slats:
    """What a far light shines through: a window's frame or a blind, as bars across a plane far away."""

    distance: float
    """From the table to the plane, mm along the light's way."""
    bars: tuple[tuple[float, float, float], ...]
    """Angle (degrees), spacing and width (mm) of evenly spaced bars that keep the light back."""
    opening: tuple[float, float, float, float] = (-1e6, -1e6, 1e6, 1e6)
    """Where the wall is open: left, low, right, high on the plane, mm."""
    shift: tuple[float, float] = (0.0, 0.0)

    def passing(self, x: Array, y: Array, light: Triple, spread: float) -> Array:
        """Return the share of light that reaches places of the table; ``spread``: half the light's angle, radians."""
        direction = np.array(light) / np.linalg.norm(light)
        # The plane stands across the light's way: its axes are level and upwards.
        level = np.array([-direction[1], direction[0], 0.0])
        level /= np.linalg.norm(level)
        up = np.cross(direction, level)
        a = x * np.float32(level[0]) + y * np.float32(level[1]) + np.float32(self.shift[0])
        b = x * np.float32(up[0]) + y * np.float32(up[1]) + np.float32(self.shift[1])
        soft = np.float32(max(1.0, self.distance * spread))
        left, low, right, high = self.opening
        share = (
            _step((a - left) / soft) * _step((right - a) / soft) * _step((b - low) / soft) * _step((high - b) / soft)
        )
        for angle, spacing, width in self.bars:
            turn = np.radians(angle)
            along = a * np.float32(np.cos(turn)) + b * np.float32(np.sin(turn))
            off = np.abs(along - np.rint(along / spacing) * spacing)
            share = share * _step((off - width / 2) / soft)
        return share.astype(np.float32)


@dataclass(frozen=True)
class Light:
    """An area that shines evenly: a parallelogram or an ellipse."""

    name: str
    middle: Triple
    half_a: Triple
    half_b: Triple
    colour: Triple
    """Radiance, BGR, in units of a white surface at the brightness that the camera is set for."""
    samples: int = 12
    round: bool = False
    slats: Slats | None = None
    beam: tuple[Triple, float] | None = None
    """Where it shines (a unit vector), and the exponent by which it falls off beside that."""

    @property
    def area(self) -> float:
        full = float(np.linalg.norm(np.cross(self.half_a, self.half_b)))
        return full * (np.pi if self.round else 4.0)

    def points(self, rng: np.random.Generator) -> npt.NDArray[np.float64]:
        """Return points spread evenly over it (N x 3)."""
        number = np.arange(self.samples)
        if self.samples == 1:
            return np.array([self.middle])
        first, second = (number + 0.5) / self.samples, (number * 0.6180339887 + rng.random()) % 1.0
        if self.round:
            radius, angle = np.sqrt(first), 2.399963 * number
            a, b = radius * np.cos(angle), radius * np.sin(angle)
        else:
            a, b = 2 * first - 1, 2 * second - 1
        return np.array(self.middle) + np.outer(a, self.half_a) + np.outer(b, self.half_b)

    @property
    def normal(self) -> npt.NDArray[np.float64]:
        across = np.cross(self.half_a, self.half_b)
        across = across / np.linalg.norm(across)
        return -across if across @ np.array(self.middle) > 0 else across


def _step(value: Array) -> Array:
    """Return 0 to 1 over -1 to 1, smoothly."""
    t = np.clip(value * np.float32(0.5) + np.float32(0.5), 0, 1)
    result: Array = t * t * (3 - 2 * t)
    return result


def low_shadows(heights: Array, step: float, towards: npt.NDArray[np.float64], rise: Array | float) -> Array:
    """Return the share of a far light that reaches a relief of small heights, by marching towards the light.

    ``towards``: level unit vector to the light; ``rise``: by how much the ray rises per mm.
    """
    highest = float(heights.max())
    steepness = float(np.min(rise))
    reach = min(60.0, highest / max(steepness, 0.02))
    tallest = heights.copy()
    travelled, cells = 0.0, 1.0
    while travelled < reach:
        column, row = round(towards[0] * cells), round(towards[1] * cells)
        if (column, row) == (0, 0):
            column, row = int(np.sign(towards[0])), int(np.sign(towards[1]))
        along = (column * towards[0] + row * towards[1]) * step
        moved = _moved(tallest, column, row, -1.0) - np.float32(along * steepness)
        np.maximum(tallest, moved, out=tallest)
        travelled += along
        cells *= 2
    shade: Array = tallest - heights
    # A rim of 0.05 mm makes half a shadow: edges are not sharper than the grid.
    share: Array = 1 - np.clip(shade / np.float32(0.16), 0, 1)
    return share


def _moved(values: Array, column: int, row: int, beyond: float) -> Array:
    """Return what lies ``column`` to the right and ``row`` further at each place."""
    result = np.full_like(values, beyond)
    rows, columns = values.shape
    if abs(column) >= columns or abs(row) >= rows:
        return result
    target = (slice(max(0, -row), rows - max(0, row)), slice(max(0, -column), columns - max(0, column)))
    source = (slice(max(0, row), rows - max(0, -row)), slice(max(0, column), columns - max(0, -column)))
    result[target] = values[source]
    return result


def tall_shadows(ground: Ground, heights: Array, source: npt.NDArray[np.float64]) -> Array:
    """Return the share of a point light that reaches the tops of a relief: along each ray from the light's foot."""
    rows, columns = heights.shape
    corners = np.array([[0, 0], [columns - 1, 0], [columns - 1, rows - 1], [0, rows - 1]]) * ground.step
    foot = source[:2] - np.array(ground.low)
    away = corners - foot
    distance = np.hypot(*away.T)
    inside = bool((foot > 0).all() and (foot < corners[2]).all())
    if inside:
        start, sweep, nearest = -np.pi, 2 * np.pi, ground.step
    else:
        middle = corners[2] / 2 - foot
        base = np.arctan2(middle[1], middle[0])
        angles = (np.arctan2(away[:, 1], away[:, 0]) - base + np.pi) % (2 * np.pi) - np.pi
        start, sweep = base + angles.min() - 1e-3, np.ptp(angles) + 2e-3
        clipped = np.clip(foot, 0, corners[2])
        nearest = max(ground.step, float(np.hypot(*(clipped - foot))))
    radii = np.arange(nearest, distance.max() + ground.step, ground.step, dtype=np.float32)
    turns = int(np.clip(sweep * distance.max() / ground.step / 1.3, 16, 2600))
    angles = (start + (np.arange(turns) + 0.5) / turns * sweep).astype(np.float32)
    across = np.float32(foot[0] / ground.step) + np.outer(np.cos(angles), radii / ground.step)
    up = np.float32(foot[1] / ground.step) + np.outer(np.sin(angles), radii / ground.step)
    polar = cv2.remap(heights, across.astype(np.float32), up.astype(np.float32), cv2.INTER_LINEAR, borderValue=0)
    slope = (np.float32(source[2]) - polar) / radii
    least = np.minimum.accumulate(slope, axis=1)
    # How far below the ray's lowest free height the place lies, mm.
    depth = (slope - least) * radii
    x = (np.arange(columns, dtype=np.float32) * ground.step - foot[0]).astype(np.float32)
    y = (np.arange(rows, dtype=np.float32) * ground.step - foot[1]).astype(np.float32)
    dx, dy = np.meshgrid(x, y)
    radius = np.hypot(dx, dy)
    turn = (np.arctan2(dy, dx) - np.float32(start)) % np.float32(2 * np.pi)
    shade = cv2.remap(
        depth.astype(np.float32),
        ((radius - np.float32(nearest)) / ground.step).astype(np.float32),
        (turn * np.float32(turns / sweep) - np.float32(0.5)).astype(np.float32),
        cv2.INTER_LINEAR,
        borderMode=cv2.BORDER_REPLICATE,
    )
    share: Array = 1 - np.clip((shade - np.float32(0.3)) / np.float32(1.5), 0, 1)
    return share
