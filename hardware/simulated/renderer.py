"""The table as a camera sees it: perspective, lens, uneven light, blur, noise. Seeded: same world, same picture.

What does not change is drawn once. Each thing is drawn into its own part of the picture through the full
camera model: a grid of undistorted coordinates, made once, is carried by one homography onto the thing's
plane, and from there onto its texture.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import ArrayLike, NDArray

from boards.geometry import Point, Pose
from boards.kit import Kit
from boards.languages import Language
from boards.things import Thing
from calibration.camera_model import CameraModel, Floats, View
from calibration.frames import Image
from hardware.simulated.textures import Texture, Textures
from hardware.simulated.world import Body, Lying, World

_GRID_STEP = 16
_SHEETS = ("mat", "tray", "energy")
"""Kinds that are put down once and stay."""


@dataclass(frozen=True)
class Optics:
    """What light and sensor do to the picture."""

    blur_px: float = 0.8
    """Of the lens, one standard deviation."""
    noise: float = 2.5
    """Of the sensor, one standard deviation in grey levels of 256."""
    vignetting: float = 0.22
    """How much darker the farthest corner is."""
    slope: float = 0.22
    """How much darker the dim side of the room is."""
    slope_degrees: float = 200.0
    """Where the dim side is, counter-clockwise from the picture's right."""
    brightness: float = 0.95
    """Of white paper in the best light, as a fraction of what the sensor can hold."""


@dataclass(frozen=True)
class Snapshot:
    """The world at one moment, frozen, so that it can be drawn in another thread."""

    lying: tuple[Lying, ...]
    bodies: tuple[tuple[str, Pose, str], ...]
    """Name, pose and light of each robot on the table."""
    light: float

    @staticmethod
    def of(world: World) -> Snapshot:
        bodies = ((name, body) for name, body in sorted(world.bodies.items()) if body.present)
        return Snapshot(
            tuple(world.lying.values()), tuple((name, body.pose, _shining(body)) for name, body in bodies), world.light
        )


def _shining(body: Body) -> str:
    return body.led if body.powered else "off"


class Renderer:
    """Draws snapshots of a world as one camera sees them. One thread at a time."""

    def __init__(
        self, kit: Kit, view: View, optics: Optics | None = None, seed: int = 0, language: Language = "en"
    ) -> None:
        self.kit = kit
        self.view = view
        self._optics = optics or Optics()
        self._random = np.random.default_rng(seed)
        width, height = view.camera.size
        self._grid = _undistorted_grid(view.camera)
        scale = view.camera.focal[0] / float(view.position[2])
        # A pixel is a box of its own: it softens as a Gaussian of sqrt(1/12) px does.
        blur_mm = float(np.hypot(self._optics.blur_px, np.sqrt(1 / 12))) / scale
        self._textures = Textures(kit, min(4.0, 2.0 * scale), blur_mm, language)
        self._light_map = _light_map((width, height), self._optics)
        self._noise = _Noise((width, height), self._optics.noise, self._random)
        self._table = _table_top(view, self._grid, self._random)
        self._sheets: tuple[tuple[Lying, ...], Image] = ((), self._table)
        self._still: tuple[tuple[Lying, ...], Image, Image] = ((), self._table, self._lit(self._table))

    def render(self, snapshot: Snapshot) -> Image:
        """A fresh picture, H x W x 3 blue-green-red. No two have the same noise."""
        plain, lit = self._lying(snapshot.lying)
        picture = lit.copy()
        if snapshot.bodies:
            drawn = plain.copy()
            regions = [self._draw_robot(drawn, *body) for body in self._far_to_near(snapshot.bodies)]
            for region in regions:
                if region is not None:
                    picture[region] = self._lit(drawn[region], region)
        if snapshot.light != 1.0:
            picture = np.asarray(cv2.convertScaleAbs(picture, alpha=max(0.0, snapshot.light)), np.uint8)
        return self._noise.on(picture)

    def _far_to_near(self, bodies: Sequence[tuple[str, Pose, str]]) -> list[tuple[str, Pose, str]]:
        eye = Point(float(self.view.position[0]), float(self.view.position[1]))
        return sorted(bodies, key=lambda body: (-body[1].point.distance(eye), body[0]))

    def _lying(self, lying: tuple[Lying, ...]) -> tuple[Image, Image]:
        """Everything but the robots: without and with the room's light."""
        if lying != self._still[0]:
            before, plain, lit = self._still
            if before and lying[: len(before)] == before:
                plain, lit = plain.copy(), lit.copy()
                added = lying[len(before) :]
            else:
                plain = self._sheets_of(lying).copy()
                lit = np.empty_like(plain)
                added = lying[_leading_sheets(lying) :]
            regions = [self._draw_lying(plain, item) for item in added]
            if lying[: len(before)] == before and before:
                for region in regions:
                    if region is not None:
                        lit[region] = self._lit(plain[region], region)
            else:
                lit = self._lit(plain)
            self._still = (lying, plain, lit)
        return self._still[1], self._still[2]

    def _sheets_of(self, lying: tuple[Lying, ...]) -> Image:
        sheets = lying[: _leading_sheets(lying)]
        if sheets != self._sheets[0]:
            plain = self._table.copy()
            for item in sheets:
                self._draw_lying(plain, item)
            self._sheets = (sheets, plain)
        return self._sheets[1]

    def _draw_lying(self, plain: Image, item: Lying) -> tuple[slice, slice] | None:
        thing = self.kit.things[item.thing]
        texture = self._textures.of(item.thing, item.face_up)
        if thing.height_mm <= 0.0:
            return self._draw_flat(plain, texture, thing, item.pose, 0.0)
        return self._draw_solid(plain, texture, thing, item.pose, (196, 200, 204), None)

    def _draw_robot(self, plain: Image, name: str, pose: Pose, led: str) -> tuple[slice, slice] | None:
        thing = self.kit.things[f"golem:{name}"]
        texture = self._textures.of(thing.key)
        return self._draw_solid(plain, texture, thing, pose, (58, 54, 52), _LEDS.get(led, _LEDS["off"]))

    def _draw_solid(
        self,
        plain: Image,
        texture: Texture,
        thing: Thing,
        pose: Pose,
        side: tuple[int, int, int],
        ring: tuple[int, int, int] | None,
    ) -> tuple[slice, slice] | None:
        """A thing with height: a soft shadow, its sides, a ring of light, and the print on top."""
        corners = np.array([(p.x, p.y) for p in map(pose.place, texture.edge)])
        base = self.view.project_plane(corners, 0.0)
        top = self.view.project_plane(corners, thing.height_mm)
        shade = self.view.project_plane((corners - pose_xy(pose)) * 1.12 + pose_xy(pose) + (7.0, -7.0))
        region = self._region(np.concatenate([base, top, shade]), 6)
        if region is None:
            return None
        part = plain[region]
        origin = np.array([region[1].start, region[0].start])
        shadow = np.zeros(part.shape[:2], np.uint8)
        _fill(shadow, shade - origin, 90)
        shadow = np.asarray(cv2.GaussianBlur(shadow, (0, 0), 4.0), np.uint8)
        part[:] = (part.astype(np.uint16) * (255 - shadow[..., None]) // 255).astype(np.uint8)
        body = part.copy()
        _fill(body, _hull(base, top) - origin, side)
        if ring is not None:
            low = self.view.project_plane(corners, 0.42 * thing.height_mm)
            high = self.view.project_plane(corners, 0.60 * thing.height_mm)
            _fill(body, _hull(low, high) - origin, ring)
            _fill(body, _hull(high, top) - origin, side)
        part[:] = cv2.GaussianBlur(body, (0, 0), self._optics.blur_px)
        self._draw_flat(plain, texture, thing, pose, thing.height_mm)
        return region

    def _draw_flat(
        self, plain: Image, texture: Texture, thing: Thing, pose: Pose, height: float
    ) -> tuple[slice, slice] | None:
        corners = np.array([(p.x, p.y) for p in map(pose.place, texture.edge)])
        region = self._region(self.view.project_plane(corners, height), 5)
        if region is None:
            return None
        carry = texture.to_pixels() @ _into(pose) @ self.view.plane_homography(height)
        where = cv2.perspectiveTransform(self._grid[region], carry)
        layer = _taken(texture.pixels, where, cv2.BORDER_CONSTANT)
        part = plain[region]
        under = part.astype(np.uint16) * (255 - layer[..., 3:].astype(np.uint16))
        part[:] = np.minimum((under + 127) // 255 + layer[..., :3], 255).astype(np.uint8)
        return region

    def _region(self, pixels: Floats, margin: int) -> tuple[slice, slice] | None:
        """The part of the picture that holds these places; None if they are all outside, or behind the camera."""
        if not np.all(np.isfinite(pixels)):
            return None
        width, height = self.view.camera.size
        left, top = np.maximum(np.floor(pixels.min(axis=0)).astype(int) - margin, 0)
        right, bottom = np.minimum(np.ceil(pixels.max(axis=0)).astype(int) + margin + 1, (width, height))
        return (slice(top, bottom), slice(left, right)) if left < right and top < bottom else None

    def _lit(self, plain: Image, region: tuple[slice, slice] | None = None) -> Image:
        light = self._light_map if region is None else np.ascontiguousarray(self._light_map[region])
        return np.asarray(cv2.multiply(np.ascontiguousarray(plain), light, scale=1 / 255), np.uint8)


_LEDS: dict[str, tuple[int, int, int]] = {
    "off": (44, 40, 38),
    "red": (60, 60, 235),
    "green": (90, 210, 80),
    "blue": (240, 140, 60),
    "yellow": (60, 210, 245),
    "white": (240, 240, 240),
    "orange": (40, 140, 250),
    "cyan": (230, 220, 80),
    "magenta": (220, 80, 220),
}
"""Blue, green, red of a robot's light by its name."""


class _Noise:
    """Sensor noise, made once; each picture gets a part of it at a place of its own."""

    def __init__(self, size: tuple[int, int], sigma: float, random: np.random.Generator) -> None:
        self._random = random
        self._room = 128
        width, height = size
        shape = (height + self._room, width + self._room, 3)
        signed = np.rint(random.standard_normal(shape, dtype=np.float32) * sigma)
        self._more = np.clip(signed, 0, 255).astype(np.uint8)
        self._less = np.clip(-signed, 0, 255).astype(np.uint8)
        self._size = size

    def on(self, picture: Image) -> Image:
        (y, x), (width, height) = self._random.integers(0, self._room, 2), self._size
        part = (slice(y, y + height), slice(x, x + width))
        return np.asarray(cv2.subtract(cv2.add(picture, self._more[part]), self._less[part]), np.uint8)


def pose_xy(pose: Pose) -> tuple[float, float]:
    return pose.x, pose.y


def _into(pose: Pose) -> Floats:
    """3 x 3: mm of the mat frame -> mm of the thing's own frame, homogeneous."""
    sine, cosine = np.sin(np.radians(pose.heading)), np.cos(np.radians(pose.heading))
    turn = np.array([[cosine, sine], [-sine, cosine]])
    carried = np.eye(3)
    carried[:2, :2] = turn
    carried[:2, 2] = -turn @ np.array(pose_xy(pose))
    return carried


def _leading_sheets(lying: tuple[Lying, ...]) -> int:
    for count, item in enumerate(lying):
        if item.thing.partition(":")[0] not in _SHEETS:
            return count
    return len(lying)


def _undistorted_grid(camera: CameraModel) -> NDArray[np.float32]:
    """H x W x 2: the normalised pinhole coordinates of every pixel. Exact on a coarse grid, cubic between."""
    width, height = camera.size
    across, along = _cubic_weights(width), _cubic_weights(height)
    xs, ys = ((np.arange(weights.shape[1]) - 1) * _GRID_STEP for weights in (across, along))
    exact = camera.from_pixels(np.stack(np.meshgrid(xs, ys), axis=-1).reshape(-1, 2)).reshape(len(ys), len(xs), 2)
    fine = [along @ exact[:, :, axis] @ across.T for axis in (0, 1)]
    return np.stack(fine, axis=-1).astype(np.float32)


def _cubic_weights(count: int) -> Floats:
    """Count x knots: how much each knot of the coarse grid weighs at each pixel (Catmull-Rom)."""
    places = np.arange(count) / _GRID_STEP
    first, t = np.floor(places).astype(int), places % 1.0
    weights = np.zeros((count, first[-1] + 4))
    parts = (
        -0.5 * t + t**2 - 0.5 * t**3,
        1 - 2.5 * t**2 + 1.5 * t**3,
        0.5 * t + 2 * t**2 - 1.5 * t**3,
        -0.5 * t**2 + 0.5 * t**3,
    )
    for offset, part in enumerate(parts):
        weights[np.arange(count), first + offset] = part
    return weights


def _light_map(size: tuple[int, int], optics: Optics) -> Image:
    width, height = size
    x = (np.arange(width) - width / 2)[None, :] / np.hypot(width / 2, height / 2)
    y = (np.arange(height) - height / 2)[:, None] / np.hypot(width / 2, height / 2)
    angle = np.radians(optics.slope_degrees)
    dim = 0.5 + 0.5 * (x * np.cos(angle) - y * np.sin(angle))
    light = optics.brightness * (1 - optics.vignetting * (x * x + y * y)) * (1 - optics.slope * dim)
    return np.repeat(np.asarray(np.rint(light * 255), np.uint8)[:, :, None], 3, axis=2)


def _table_top(view: View, grid: NDArray[np.float32], random: np.random.Generator) -> Image:
    """A wooden table: brown boards with a fine grain along x."""
    size, px_per_mm = 1024, 0.5
    grain = cv2.GaussianBlur(random.standard_normal((size, size)).astype(np.float32), (0, 0), 18.0, sigmaY=0.9)
    fine = cv2.GaussianBlur(random.standard_normal((size, size)).astype(np.float32), (0, 0), 5.0, sigmaY=0.6)
    wave = grain / grain.std() + 0.5 * fine / fine.std()
    planks = 5.0 * random.standard_normal(8).repeat(size // 8)[:, None]
    tone = np.clip(5.0 * wave + planks, -30, 30)
    wood = np.clip(np.array([72.0, 101.0, 134.0]) + tone[..., None] * np.array([0.8, 1.0, 1.1]), 0, 255)
    scale = np.array([[px_per_mm, 0.0, size / 2], [0.0, -px_per_mm, size / 2], [0.0, 0.0, 1.0]])
    where = cv2.perspectiveTransform(grid, scale @ view.plane_homography(0.0))
    return _taken(wood.astype(np.uint8), np.asarray(where, np.float32), cv2.BORDER_REFLECT)


def _taken(texture: NDArray[np.uint8], where: ArrayLike, border: int) -> NDArray[np.uint8]:
    """The texture at places (H x W x 2, px)."""
    places = np.asarray(where, np.float32)
    across, along = np.ascontiguousarray(places[..., 0]), np.ascontiguousarray(places[..., 1])
    return np.asarray(cv2.remap(texture, across, along, cv2.INTER_LINEAR, borderMode=border), np.uint8)


def _fill(image: NDArray[np.uint8], corners: Floats, colour: int | tuple[int, int, int]) -> None:
    shift = 4
    inks = (colour, colour, colour) if isinstance(colour, int) else colour
    cv2.fillConvexPoly(image, np.rint(corners * 2**shift).astype(np.int32), inks, cv2.LINE_AA, shift)


def _hull(*parts: Floats) -> Floats:
    points = np.concatenate(parts).astype(np.float32)
    return np.asarray(cv2.convexHull(points)[:, 0], np.float64)
