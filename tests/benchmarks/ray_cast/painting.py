"""Rays of a camera meet surfaces: which thing each sees, how high, which way it faces, what it reflects."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

import cv2
import numpy as np
import numpy.typing as npt

from tests.benchmarks.ray_cast.camera import Camera
from tests.benchmarks.ray_cast.prints import FULL
from tests.benchmarks.ray_cast.surfaces import PAPER, Array, Finish, Relief, Sheet, Solid

TABLE = 0
"""The number of the table top; things are numbered from 1 in the order in which they lie."""
STEEPEST = 3.0


@dataclass(eq=False)
class View:
    """What each ray of a camera meets; arrays are H x W."""

    camera: Camera
    finer: float
    ray_x: Array
    ray_y: Array
    height: Array
    thing: npt.NDArray[np.int16]
    slope_x: Array
    slope_y: Array
    colour: Array
    """Linear reflectance, H x W x 3 (BGR)."""
    glow: Array
    finish: npt.NDArray[np.uint8]
    finishes: list[Finish] = field(default_factory=lambda: [PAPER])
    footprint: dict[int, int] = field(default_factory=dict)
    """How many rays would meet each thing if nothing else were there."""
    local: dict[int, tuple[tuple[slice, slice], Array, Array]] = field(default_factory=dict)
    """Of marked things: a window, and the thing's own coordinates of all rays in it."""

    @classmethod
    def of(cls, camera: Camera, finer: float, finish: Finish) -> View:
        ray_x, ray_y = camera.rays(finer)
        shape = ray_x.shape
        zero = np.zeros(shape, np.float32)
        return cls(
            camera,
            finer,
            ray_x,
            ray_y,
            zero.copy(),
            np.full(shape, TABLE, np.int16),
            zero.copy(),
            zero.copy(),
            np.zeros((*shape, 3), np.float32),
            zero.copy(),
            np.zeros(shape, np.uint8),
            [finish],
        )

    def places(self, window: tuple[slice, slice], height: Array | float) -> tuple[Array, Array]:
        """Return where the rays of a window are at these heights, mm."""
        x, y, z = self.camera.eye
        drop = np.float32(z) - np.asarray(height, np.float32)
        return np.float32(x) + drop * self.ray_x[window], np.float32(y) + drop * self.ray_y[window]

    def window(self, corners: npt.NDArray[np.float64], lowest: float, highest: float) -> tuple[slice, slice]:
        """Return the part of the picture in which points over these corners (N x 2) may be seen."""
        points = np.concatenate([np.column_stack([corners, np.full(len(corners), z)]) for z in (lowest, highest)])
        seen = self.camera.project(points) * self.finer
        low, high = np.floor(seen.min(axis=0)) - 2, np.ceil(seen.max(axis=0)) + 3
        rows, columns = self.height.shape
        return (
            slice(int(np.clip(low[1], 0, rows)), int(np.clip(high[1], 0, rows))),
            slice(int(np.clip(low[0], 0, columns)), int(np.clip(high[0], 0, columns))),
        )

    def finish_number(self, finish: Finish) -> int:
        if finish not in self.finishes:
            self.finishes.append(finish)
        return self.finishes.index(finish)

    @property
    def density(self) -> float:
        """Px per mm in the middle of the picture."""
        return self.camera.focal_px * self.finer / self.camera.eye[2]


def paint_sheet(view: View, sheet: Sheet, number: int, keep: bool = False) -> None:
    """Paint a sheet over what lies below it."""
    reach = float(np.abs(sheet.relief.heights).max()) + abs(sheet.plane[1]) * 99 + abs(sheet.plane[2]) * 99 + 1
    window = view.window(sheet.corners(), max(-5.0, sheet.plane[0] - reach), sheet.plane[0] + reach)
    if window[0].start >= window[0].stop or window[1].start >= window[1].stop:
        view.footprint[number] = 0
        return
    height: Array | float = sheet.plane[0]
    for _ in range(3):
        u, v = sheet.pose.into(*view.places(window, height))
        height = sheet.height(u, v)
    inside = sheet.inside(u, v)
    view.footprint[number] = int(inside.sum())
    if keep:
        view.local[number] = (window, u, v)
    where = np.nonzero(inside)
    along, up = sheet.relief.slopes(u, v)
    turn = np.radians(sheet.pose.turn)
    c, s = np.float32(np.cos(turn)), np.float32(np.sin(turn))
    along, up = along + np.float32(sheet.plane[1]), up + np.float32(sheet.plane[2])
    view.height[window][where] = np.asarray(height)[where]
    view.thing[window][where] = number
    view.slope_x[window][where] = (along * c - up * s)[where]
    view.slope_y[window][where] = (along * s + up * c)[where]
    view.glow[window][where] = sheet.glow
    view.finish[window][where] = view.finish_number(sheet.finish)
    if sheet.texture is None:
        view.colour[window][where] = np.array(sheet.colour, np.float32)
        return
    levels, scale = sheet.texture.at(view.density * 1.1)
    sampled = cv2.remap(
        levels,
        ((u + np.float32(sheet.size[0] / 2)) * np.float32(scale) - np.float32(0.5)).astype(np.float32),
        ((np.float32(sheet.size[1] / 2) - v) * np.float32(scale) - np.float32(0.5)).astype(np.float32),
        cv2.INTER_LINEAR,
        borderMode=cv2.BORDER_REPLICATE,
    )
    view.colour[window][where] = sampled[where].astype(np.float32) / np.float32(FULL)


def paint_solid(view: View, solid: Solid, number: int) -> None:
    """Paint a solid: each ray meets it where it first comes below its height."""
    half = np.array(solid.body.size) / 2
    corners = np.stack(solid.pose.out(np.array([-1, 1, 1, -1]) * half[0], np.array([-1, -1, 1, 1]) * half[1]), -1)
    highest = float(solid.body.heights.max())
    window = view.window(corners, solid.bottom, highest)
    if window[0].start >= window[0].stop or window[1].start >= window[1].stop:
        view.footprint[number] = 0
        return
    step = max(0.7, (highest - solid.bottom) / 45)
    levels = np.arange(highest - 1e-3, solid.bottom - step, -step)
    met = np.full(view.height[window].shape, -1e3, np.float32)
    for level in np.maximum(levels, solid.bottom):
        u, v = solid.pose.into(*view.places(window, float(level)))
        within = (np.abs(u) <= half[0]) & (np.abs(v) <= half[1])
        hit = within & (solid.body.height(u, v) >= level) & (met < -100)
        met[hit] = level
    view.footprint[number] = int((met > -100).sum())
    hit = (met > -100) & (met >= view.height[window] - 0.5)
    where = np.nonzero(hit)
    u, v = solid.pose.into(*view.places(window, met))
    along, up = _rounded(solid.body).slopes(u, v)
    steep = np.maximum(1.0, np.hypot(along, up) / STEEPEST)
    along, up = along / steep, up / steep
    turn = np.radians(solid.pose.turn)
    c, s = np.float32(np.cos(turn)), np.float32(np.sin(turn))
    view.height[window][where] = met[where]
    view.thing[window][where] = number
    view.slope_x[window][where] = (along * c - up * s)[where]
    view.slope_y[window][where] = (along * s + up * c)[where]
    view.glow[window][where] = 0
    view.finish[window][where] = view.finish_number(solid.finish)
    colour = np.empty((*met.shape, 3), np.float32)
    colour[:] = solid.colour
    if solid.pattern is not None:
        tall, wide = solid.pattern.shape[:2]
        colour = cv2.remap(
            solid.pattern,
            ((u / solid.body.size[0] + 0.5) * wide - 0.5).astype(np.float32),
            ((0.5 - v / solid.body.size[1]) * tall - 0.5).astype(np.float32),
            cv2.INTER_LINEAR,
            borderMode=cv2.BORDER_REPLICATE,
        )
    if solid.top is not None:
        _print_top(view, solid, met, (u, v), colour)
    view.colour[window][where] = colour[where]


def _rounded(body: Relief) -> Relief:
    """Return a relief whose sides face one way all over, not another at each sample."""
    return replace(body, heights=cv2.GaussianBlur(np.maximum(body.heights, 0), (0, 0), 2.0))


def _print_top(view: View, solid: Solid, met: Array, local: tuple[Array, Array], colour: Array) -> None:
    assert solid.top is not None
    levels, scale = solid.top.at(view.density * 1.15)
    width, tall = solid.top.size_mm
    sampled = cv2.remap(
        levels,
        ((local[0] + np.float32(width / 2)) * np.float32(scale) - np.float32(0.5)).astype(np.float32),
        ((np.float32(tall / 2) - local[1]) * np.float32(scale) - np.float32(0.5)).astype(np.float32),
        cv2.INTER_LINEAR,
        borderMode=cv2.BORDER_REPLICATE,
    )
    level = met > float(solid.body.heights.max()) - 1.2
    colour[level] = sampled[level].astype(np.float32) / np.float32(FULL)
