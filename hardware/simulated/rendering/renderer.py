"""The table as a camera sees it, quickly: perspective, lens, a gentle light, blur, noise.

Seeded: same world, same picture.

Light is a map that is multiplied in, made once, and only where something changed.
`hardware.simulated.rendering.photograph` takes the same table with all that can go wrong between a lamp and a file.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import cv2
import numpy as np

from boards.base.catalogue import Language
from boards.kit.kit import Kit
from calibration.camera_frames import Image
from calibration.camera_model import View
from hardware.simulated.optics.table_tops import wood
from hardware.simulated.rendering.scene_painter import Painter, Region, scale_of, texture_scale
from hardware.simulated.rendering.textures import Textures
from hardware.simulated.world import Snapshot


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


class Renderer:
    """Draws snapshots of a world as one camera sees them. One thread at a time."""

    def __init__(
        self, kit: Kit, view: View, optics: Optics | None = None, seed: int = 0, language: Language = "en"
    ) -> None:
        self.kit = kit
        self.view = view
        self._optics = optics or Optics()
        # A pixel is a box of its own: it softens as a Gaussian of sqrt(1/12) px does.
        blur_mm = float(np.hypot(self._optics.blur_px, np.sqrt(1 / 12))) / scale_of(view)
        textures = Textures(kit, texture_scale(view), blur_mm, language)
        self._light_map = _light_map(view.camera.size, self._optics)
        grain = _grain(view.camera.size, self._optics.noise, seed)
        self._noise = _Noise(view.camera.size, grain)
        self._painter = Painter(kit, view, textures, grain.top, self._optics.blur_px)
        self._still = self._lit(self._painter.lying(())[0])

    def render(self, snapshot: Snapshot) -> Image:
        """Return a fresh picture, H x W x 3 blue-green-red. No two have the same noise."""
        plain, changed = self._painter.lying(snapshot.lying)
        if changed is None:
            self._still = self._lit(plain)
        for region in changed or ():
            self._still[region] = self._lit(plain[region], region)
        picture = self._still.copy()
        if snapshot.bodies:
            drawn = plain.copy()
            for region in self._painter.robots(drawn, snapshot.bodies):
                picture[region] = self._lit(drawn[region], region)
        if snapshot.light != 1.0:
            picture = np.asarray(cv2.convertScaleAbs(picture, alpha=max(0.0, snapshot.light)), np.uint8)
        return self._noise.on(picture)

    def restart_noise(self) -> None:
        """Give the next picture the noise of the first one, and so on."""
        self._noise.restart()

    def _lit(self, plain: Image, region: Region | None = None) -> Image:
        light = self._light_map if region is None else np.ascontiguousarray(self._light_map[region])
        return np.asarray(cv2.multiply(np.ascontiguousarray(plain), light, scale=1 / 255), np.uint8)


@dataclass(frozen=True, eq=False)
class _Grain:
    """What is drawn by chance before the first picture: the same for the same seed and size."""

    more: Image
    less: Image
    """Sensor noise: what is added, what is taken away."""
    top: Image
    """The bare table."""
    drawn: Any
    """The state of the generator that drew them."""


_ROOM_PX = 128
"""By how much the noise is larger than a picture."""


@lru_cache(maxsize=1)
def _grain(size: tuple[int, int], sigma: float, seed: int) -> _Grain:
    """Draw noise of this standard deviation and the table; kept for the next camera with the same, as it takes long."""
    random = np.random.default_rng(seed)
    width, height = size
    shape = (height + _ROOM_PX, width + _ROOM_PX, 3)
    signed = np.rint(random.standard_normal(shape, dtype=np.float32) * sigma)
    more, less = (np.clip(levels, 0, 255).astype(np.uint8) for levels in (signed, -signed))
    top = wood(random)
    return _Grain(more, less, top, random.bit_generator.state)


class _Noise:
    """Sensor noise, made once; each picture gets a part of it at a place of its own."""

    def __init__(self, size: tuple[int, int], grain: _Grain) -> None:
        self._random = np.random.default_rng(0)
        self._grain = grain
        self._more, self._less = grain.more, grain.less
        self._size = size
        self.restart()

    def restart(self) -> None:
        """Go back to the noise of the first picture."""
        self._random.bit_generator.state = self._grain.drawn

    def on(self, picture: Image) -> Image:
        """Return the picture with noise added, levels of uint8."""
        (y, x), (width, height) = self._random.integers(0, _ROOM_PX, 2), self._size
        part = (slice(y, y + height), slice(x, x + width))
        return np.asarray(cv2.subtract(cv2.add(picture, self._more[part]), self._less[part]), np.uint8)


@lru_cache(maxsize=2)
def _light_map(size: tuple[int, int], optics: Optics) -> Image:
    width, height = size
    x = (np.arange(width) - width / 2)[None, :] / np.hypot(width / 2, height / 2)
    y = (np.arange(height) - height / 2)[:, None] / np.hypot(width / 2, height / 2)
    angle = np.radians(optics.slope_degrees)
    dim = 0.5 + 0.5 * (x * np.cos(angle) - y * np.sin(angle))
    light = optics.brightness * (1 - optics.vignetting * (x * x + y * y)) * (1 - optics.slope * dim)
    return np.repeat(np.asarray(np.rint(light * 255), np.uint8)[:, :, None], 3, axis=2)
