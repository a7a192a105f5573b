"""What lies on a table: sheets that bend and rest upon each other, and solids. Lengths in mm."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

import cv2
import numpy as np
import numpy.typing as npt

from tests.benchmarks.ray_cast.prints import Texture

Array = npt.NDArray[np.float32]
Mask = npt.NDArray[np.uint8]
Pair = tuple[float, float]


@dataclass(frozen=True)
class Finish:
    """How a surface mirrors: the share that it mirrors straight on, and the spread of what it mirrors, radians."""

    mirror: float
    spread: float


PAPER = Finish(0.012, 0.26)
COATED = Finish(0.03, 0.10)
LAMINATED = Finish(0.042, 0.016)
DULL = Finish(0.0, 0.3)
PLASTIC = Finish(0.04, 0.06)
GLASS = Finish(0.045, 0.006)


@dataclass(frozen=True)
class Pose:
    """A place on the table and a turn, degrees counter-clockwise."""

    x: float
    y: float
    turn: float = 0.0

    def into(self, x: Array, y: Array) -> tuple[Array, Array]:
        """Return points of the table in the thing's own frame."""
        c, s = np.float32(np.cos(np.radians(self.turn))), np.float32(np.sin(np.radians(self.turn)))
        dx, dy = x - np.float32(self.x), y - np.float32(self.y)
        return dx * c + dy * s, dy * c - dx * s

    def out(self, u: npt.ArrayLike, v: npt.ArrayLike) -> tuple[npt.NDArray[np.float64], npt.NDArray[np.float64]]:
        """Return points of the thing's own frame on the table."""
        c, s = np.cos(np.radians(self.turn)), np.sin(np.radians(self.turn))
        u, v = np.asarray(u, np.float64), np.asarray(v, np.float64)
        return self.x + u * c - v * s, self.y + u * s + v * c


@dataclass(frozen=True, eq=False)
class Relief:
    """Heights over a rectangle, sampled evenly; the first row is its lower edge."""

    heights: Array
    size: Pair
    """Of the rectangle, whose middle is the origin."""

    @property
    def step(self) -> Pair:
        return self.size[0] / (self.heights.shape[1] - 1), self.size[1] / (self.heights.shape[0] - 1)

    def _at(self, what: Array, u: Array, v: Array) -> Array:
        columns = ((u + self.size[0] / 2) / self.step[0]).astype(np.float32)
        rows = ((v + self.size[1] / 2) / self.step[1]).astype(np.float32)
        return cv2.remap(what, columns, rows, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)

    def height(self, u: Array, v: Array) -> Array:
        return self._at(self.heights, u, v)

    def slopes(self, u: Array, v: Array) -> tuple[Array, Array]:
        along, up = np.gradient(self.heights, self.step[1], self.step[0])[::-1]
        return self._at(along.astype(np.float32), u, v), self._at(up.astype(np.float32), u, v)


FLAT = Relief(np.zeros((2, 2), np.float32), (1.0, 1.0))


@dataclass(frozen=True, eq=False)
class Sheet:
    """Something thin with a print, at rest on what is below it."""

    name: str
    pose: Pose
    size: Pair
    texture: Texture | None = None
    colour: tuple[float, float, float] = (0.8, 0.83, 0.84)
    """Reflectance where there is no texture, BGR."""
    finish: Finish = PAPER
    thickness: float = 0.3
    relief: Relief = FLAT
    plane: tuple[float, float, float] = (0.0, 0.0, 0.0)
    """Height of its upper side in its middle, and how it rises along its own x and y."""
    shape: Mask | None = None
    """Where its paper is, over its size, its upper edge first; else all of it but rounded corners."""
    rounding: float = 0.0
    glow: float = 0.0
    """Light of its own, beside what it reflects, for a screen."""

    def height(self, u: Array, v: Array) -> Array:
        a, b, c = (np.float32(value) for value in self.plane)
        return self.relief.height(u, v) + (a + b * u + c * v)

    def inside(self, u: Array, v: Array) -> npt.NDArray[np.bool_]:
        half_u, half_v = np.float32(self.size[0] / 2), np.float32(self.size[1] / 2)
        if self.shape is not None:
            rows, columns = self.shape.shape
            across = ((u + half_u) * np.float32(columns / self.size[0]) - np.float32(0.5)).astype(np.float32)
            down = ((half_v - v) * np.float32(rows / self.size[1]) - np.float32(0.5)).astype(np.float32)
            found: npt.NDArray[np.bool_] = cv2.remap(self.shape, across, down, cv2.INTER_LINEAR, borderValue=0) > 127
            return found
        if self.rounding <= 0:
            return (np.abs(u) <= half_u) & (np.abs(v) <= half_v)
        radius = np.float32(self.rounding)
        over_u = np.maximum(np.abs(u) - (half_u - radius), 0)
        over_v = np.maximum(np.abs(v) - (half_v - radius), 0)
        return over_u * over_u + over_v * over_v <= radius * radius

    def corners(self) -> npt.NDArray[np.float64]:
        """Return its corners on the table (4 x 2), counter-clockwise."""
        u, v = np.array([-1, 1, 1, -1]) * self.size[0] / 2, np.array([-1, -1, 1, 1]) * self.size[1] / 2
        return np.stack(self.pose.out(u, v), axis=-1)


@dataclass(frozen=True, eq=False)
class Solid:
    """Something with a height over each point of its base."""

    name: str
    pose: Pose
    body: Relief
    """Heights; negative where it is not."""
    colour: tuple[float, float, float]
    finish: Finish = DULL
    top: Texture | None = None
    """On what is as high as its highest point."""
    bottom: float = 0.0
    """How high above the table its lower side is."""
    pattern: Array | None = None
    """Reflectance over its base, seen from above, H x W x 3 (BGR), its upper edge first."""


def bent(size: Pair, axis: float, sag: float, rng: np.random.Generator, waves: float = 0.05) -> Relief:
    """Return a sheet rolled a little about an axis (degrees): ``sag`` mm from its middle to its edge.

    Positive: its edges stand up. ``waves``: height of its smaller unevenness, mm.
    """
    step = 1.5 if max(size) < 120 else 4.0
    columns, rows = (max(5, round(side / step) + 1) for side in size)
    u, v = np.meshgrid(np.linspace(-size[0] / 2, size[0] / 2, columns), np.linspace(-size[1] / 2, size[1] / 2, rows))
    angle = np.radians(axis)
    along = u * np.cos(angle) + v * np.sin(angle)
    reach = abs(size[0] / 2 * np.cos(angle)) + abs(size[1] / 2 * np.sin(angle))
    heights = sag * (along / reach) ** 2
    if waves:
        coarse = rng.normal(0.0, waves, (max(3, rows // 12 + 2), max(3, columns // 12 + 2)))
        heights = heights + cv2.resize(coarse, (columns, rows), interpolation=cv2.INTER_CUBIC)
    return Relief(heights.astype(np.float32), size)


def lifted(relief: Relief, corner: tuple[int, int], lift: float, share: float = 0.45) -> Relief:
    """Return a sheet one of whose corners stands up by ``lift`` mm; ``share`` of the way to its middle bends."""
    rows, columns = relief.heights.shape
    u, v = np.meshgrid(np.linspace(-1, 1, columns) * corner[0], np.linspace(-1, 1, rows) * corner[1])
    near = np.clip((u + v - (2 - 2 * share)) / (2 * share), 0, None)
    return replace(relief, heights=(relief.heights + lift * near**2).astype(np.float32))


def folded(relief: Relief, axis: float, offset: float, height: float, width: float = 25.0) -> Relief:
    """Return a sheet with a ridge (or, below zero, a valley) along a fold, ``offset`` mm from its middle."""
    rows, columns = relief.heights.shape
    u, v = np.meshgrid(
        np.linspace(-relief.size[0] / 2, relief.size[0] / 2, columns),
        np.linspace(-relief.size[1] / 2, relief.size[1] / 2, rows),
    )
    away = np.abs(u * np.cos(np.radians(axis)) + v * np.sin(np.radians(axis)) - offset)
    ridge = height * np.clip(1 - np.sqrt(away**2 + 9) / width, 0, None)
    return replace(relief, heights=(relief.heights + ridge).astype(np.float32))


@dataclass(eq=False)
class Ground:
    """Heights of all that lies on the table so far, on a grid, for what is laid upon it."""

    low: Pair
    step: float
    heights: Array = field(repr=False)

    @classmethod
    def over(cls, low: Pair, high: Pair, step: float = 1.0) -> Ground:
        columns, rows = (int(np.ceil((end - start) / step)) + 1 for start, end in zip(low, high, strict=True))
        return cls(low, step, np.zeros((rows, columns), np.float32))

    def window(self, points: npt.NDArray[np.float64]) -> tuple[slice, slice]:
        first = np.floor((points.min(axis=0) - np.array(self.low)) / self.step).astype(int)
        last = np.ceil((points.max(axis=0) - np.array(self.low)) / self.step).astype(int) + 1
        rows, columns = self.heights.shape
        return (
            slice(int(np.clip(first[1], 0, rows)), int(np.clip(last[1], 0, rows))),
            slice(int(np.clip(first[0], 0, columns)), int(np.clip(last[0], 0, columns))),
        )

    def places(self, window: tuple[slice, slice]) -> tuple[Array, Array]:
        x = (np.arange(window[1].start, window[1].stop) * self.step + self.low[0]).astype(np.float32)
        y = (np.arange(window[0].start, window[0].stop) * self.step + self.low[1]).astype(np.float32)
        across, up = np.meshgrid(x, y)
        return across, up

    def lay(self, sheet: Sheet) -> Sheet:
        """Return the sheet as it comes to rest on what lies there, and remember its heights."""
        window = self.window(sheet.corners())
        u, v = sheet.pose.into(*self.places(window))
        inside = sheet.inside(u, v)
        if not inside.any():
            return sheet
        below = self.heights[window][inside] - sheet.relief.height(u, v)[inside]
        rested = replace(sheet, plane=_resting(u[inside], v[inside], below + sheet.thickness))
        self.heights[window][inside] = rested.height(u, v)[inside]
        return rested

    def press(self, sheet: Sheet) -> None:
        """Remember the heights of a sheet that lies as it does."""
        window = self.window(sheet.corners())
        if self.heights[window].size == 0:
            return
        u, v = sheet.pose.into(*self.places(window))
        inside = sheet.inside(u, v)
        self.heights[window][inside] = sheet.height(u, v)[inside]

    def put(self, solid: Solid) -> None:
        """Remember a solid's heights."""
        half = np.array(solid.body.size) / 2
        corners = np.stack(solid.pose.out(np.array([-1, 1, 1, -1]) * half[0], np.array([-1, -1, 1, 1]) * half[1]), -1)
        window = self.window(corners)
        if self.heights[window].size == 0:
            return
        u, v = solid.pose.into(*self.places(window))
        inside = (np.abs(u) <= half[0]) & (np.abs(v) <= half[1])
        height = np.where(inside, solid.body.height(u, v), -1)
        np.maximum(self.heights[window], height, out=self.heights[window])


def _resting(u: Array, v: Array, needed: Array) -> tuple[float, float, float]:
    """Return the plane (height in the middle, slopes) nowhere below ``needed`` that has its middle lowest.

    So a stiff sheet lies: on the table with one edge, on another sheet's edge with the rest.
    """
    step = max(1, len(u) // 900)
    # The points that carry it are corners of what is below: keep the highest of each small area as well.
    order = np.argsort(needed)[::-1]
    chosen = np.unique(np.concatenate([np.arange(0, len(u), step), order[:300]]))
    points = np.stack([u[chosen], v[chosen], needed[chosen]]).astype(np.float64)
    slope, reach = np.zeros(2), 0.12
    for _ in range(9):
        offsets = np.linspace(-reach, reach, 7)
        b, c = (grid.ravel() for grid in np.meshgrid(slope[0] + offsets, slope[1] + offsets))
        tallest = (points[2][None] - np.outer(b, points[0]) - np.outer(c, points[1])).max(axis=1)
        best = int(np.argmin(tallest))
        slope, reach = np.array([b[best], c[best]]), reach * 0.45
    middle = (points[2] - slope[0] * points[0] - slope[1] * points[1]).max()
    return float(middle), float(slope[0]), float(slope[1])
