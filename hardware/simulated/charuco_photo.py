"""Pictures of the lens board (boards/kit/charuco.py) held before a camera.

Perspective, lens, blur, motion, light, noise.

Every pixel is the mean of four rays through the exact lens model, in linear light. Seeded: same hand, same pictures.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from boards.drawing.raster import raster
from boards.kit.charuco import COLUMNS, ROWS, SQUARE_MM, SQUARE_MODULES, board_drawing
from calibration.camera_model import CameraModel, Floats

Grey = NDArray[np.uint8]

SQUARE = SQUARE_MM["A4"]
_KNOTS = 16
"""px between places at which the lens is undone exactly."""
_WHITE, _BLACK = 0.86, 0.04
"""What paper and toner reflect of the light."""
_ROOM = 0.3
"""The light of what is behind the board."""
_MODULE_MM = SQUARE / SQUARE_MODULES
_MARGIN_MODULES = 3
"""Of white paper around the board."""
_MARGIN_MM = _MARGIN_MODULES * _MODULE_MM
_SIDEWAYS = np.array([1.0, 0.0, 0.0])
_RAYS = ((-0.25, -0.25), (0.25, -0.25), (-0.25, 0.25), (0.25, 0.25))


@dataclass(frozen=True, eq=False)
class BoardPose:
    """How a board is held: ``camera = rotation @ board + translation`` with the board's x right and y down, mm."""

    rotation: Floats
    translation: Floats


@dataclass(frozen=True)
class Sensor:
    """What light and sensor do to the picture."""

    blur_px: float = 0.8
    """Of the lens, one standard deviation."""
    noise: float = 2.5
    """One standard deviation, in grey levels of 256."""
    dim: float = 0.25
    """How much darker the far corner is."""


def hold(lean: tuple[float, float], turn: float, translation: tuple[float, float, float]) -> BoardPose:
    """Return the pose of a board that is held before the camera.

    Its middle is at ``translation`` (mm before the camera). It leans away with its right side and its lower side by
    these angles, and is then turned in the picture (degrees, clockwise).
    """
    about_y, about_x, about_z = (np.radians(angle) for angle in (-lean[0], lean[1], turn))
    axes = [np.array([about_x, 0.0, 0.0]), np.array([0.0, about_y, 0.0]), np.array([0.0, 0.0, about_z])]
    tilt, swing, roll = (np.asarray(cv2.Rodrigues(axis)[0], np.float64) for axis in axes)
    rotation = swing @ tilt @ roll
    middle = np.array([COLUMNS * SQUARE / 2, ROWS * SQUARE / 2, 0.0])
    return BoardPose(rotation, np.asarray(np.array(translation) - rotation @ middle))


def session(camera: CameraModel, seed: int, count: int = 24) -> Iterator[BoardPose]:
    """How a careful person holds the board: over the picture's parts in turn, near and far, leaning every way."""
    random = np.random.default_rng(seed)
    parts = [(0.0, 0.0), (-1, -1), (1, -1), (1, 1), (-1, 1), (0, -1), (0, 1), (-1, 0), (1, 0), (0.0, 0.0)]
    leans = [(28, 0), (-28, 0), (0, 28), (0, -28), (20, 20), (-20, 20), (20, -20), (-20, -20), (4, -3)]
    width = camera.size[0]
    for number in range(count):
        part, lean = parts[number % len(parts)], leans[number % len(leans)]
        # How much of the picture's width the board takes.
        span = float(random.uniform(0.5, 0.85) if part == (0.0, 0.0) else random.uniform(0.38, 0.55))
        away = COLUMNS * SQUARE * camera.focal[0] / (span * width)
        u, v = (0.5 * camera.size[axis] * (1 + part[axis] * (1 - span * 0.95)) for axis in (0, 1))
        middle = camera.from_pixels([(u, v)])[0] * away
        angles = tuple(float(angle + random.normal(0, 4)) for angle in lean)
        turn = float(random.normal(0, 10) + (90 if number % 7 == 5 else 0))
        yield hold((angles[0], angles[1]), turn, (float(middle[0]), float(middle[1]), float(away)))


class BoardCamera:
    """Photographs a board through a lens."""

    def __init__(self, camera: CameraModel, sensor: Sensor | None = None, seed: int = 0) -> None:
        self.camera = camera
        self._sensor = sensor or Sensor()
        self._random = np.random.default_rng(seed)
        grid = _rays(camera)
        across, down = np.gradient(grid, axis=1), np.gradient(grid, axis=0)
        self._rays = [(grid + u * across + v * down).astype(np.float32) for u, v in _RAYS]
        self._prints: dict[int, NDArray[np.float32]] = {}

    def photograph(self, held: BoardPose, moving_px: float = 0.0) -> Grey:
        """Return a grey picture; ``moving_px`` is how far the board moves sideways while the shutter is open."""
        shift = moving_px * held.translation[2] / self.camera.focal[0]
        steps = np.linspace(-0.5, 0.5, 1 + int(np.ceil(moving_px))) * shift
        parts = [self._light(BoardPose(held.rotation, held.translation + step * _SIDEWAYS)) for step in steps]
        light = cv2.GaussianBlur(np.mean(parts, axis=0), (0, 0), self._sensor.blur_px)
        width, height = self.camera.size
        x, y = np.linspace(-1, 1, width, dtype=np.float32), np.linspace(-1, 1, height, dtype=np.float32)[:, None]
        light = light * (1 - np.float32(self._sensor.dim / 2) * (x * x + y * y))
        # sRGB's curve without its short straight start (IEC 61966-2-1).
        seen = 255 * (1.055 * np.maximum(light, 0.0) ** np.float32(1 / 2.4) - 0.055)
        noise = self._random.standard_normal(seen.shape, np.float32) * np.float32(self._sensor.noise)
        return np.asarray(np.clip(np.rint(seen + noise), 0, 255), np.uint8)

    def _light(self, held: BoardPose) -> NDArray[np.float32]:
        """Return the light of every pixel, 0..1: the mean of its rays."""
        plane = np.stack([held.rotation[:, 0], held.rotation[:, 1], held.translation], axis=1)
        density = self.camera.focal[0] / float(held.translation[2])
        print_, scale = self._print(density)
        place = np.array([[scale, 0, _MARGIN_MM * scale - 0.5], [0, scale, _MARGIN_MM * scale - 0.5], [0, 0, 1.0]])
        carry = place @ np.linalg.inv(plane)
        width, height = self.camera.size
        light = np.zeros((height, width), np.float32)
        for rays in self._rays:
            where = cv2.perspectiveTransform(rays, carry)
            light += cv2.remap(
                print_,
                where[..., 0],
                where[..., 1],
                cv2.INTER_LINEAR,
                borderMode=cv2.BORDER_CONSTANT,
                borderValue=_ROOM,
            )
        return np.asarray(light / len(_RAYS), np.float32)

    def _print(self, density: float) -> tuple[NDArray[np.float32], float]:
        """Return the printed board on its paper, and its px per mm: about twice as fine as it is seen."""
        fine = int(2 ** np.clip(np.ceil(np.log2(1.6 * density * _MODULE_MM)), 2, 6))
        if fine not in self._prints:
            # A pixel for each module, made larger: exact and fast.
            modules = raster(board_drawing(float(SQUARE_MODULES)), 1.0)[:, :, 0].astype(np.float32) / 255
            paper = np.pad(modules, _MARGIN_MODULES, constant_values=1.0)
            large = paper.repeat(fine, axis=0).repeat(fine, axis=1)
            self._prints[fine] = np.asarray(_BLACK + (_WHITE - _BLACK) * large, np.float32)
        return self._prints[fine], fine / _MODULE_MM


def _rays(camera: CameraModel) -> Floats:
    """H x W x 2: normalised pinhole coordinates of every pixel; exact at knots, cubic between them."""
    width, height = camera.size
    across, down = _cubic(width), _cubic(height)
    xs, ys = ((np.arange(weights.shape[1]) - 1) * _KNOTS for weights in (across, down))
    exact = camera.from_pixels(np.stack(np.meshgrid(xs, ys), axis=-1).reshape(-1, 2)).reshape(len(ys), len(xs), 2)
    return np.stack([down @ exact[:, :, axis] @ across.T for axis in (0, 1)], axis=-1)


def _cubic(count: int) -> Floats:
    """Count x knots: the weight of each knot at each pixel (Catmull and Rom's spline, 1974)."""
    first, part = np.divmod(np.arange(count) / _KNOTS, 1.0)
    weights = np.zeros((count, int(first[-1]) + 4))
    parts = (
        (-part + 2 * part**2 - part**3) / 2,
        (2 - 5 * part**2 + 3 * part**3) / 2,
        (part + 4 * part**2 - 3 * part**3) / 2,
        (part**3 - part**2) / 2,
    )
    for offset, weight in enumerate(parts):
        weights[np.arange(count), first.astype(int) + offset] = weight
    return weights
