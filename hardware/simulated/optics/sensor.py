"""The sensor: colours that it takes for white, noise, levels, and the file that its picture is sent as."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.camera_frames import Image
from hardware.simulated.optics.light import Light, Shot

_ROOM = 128
"""Noise is made once; each picture gets a part of it at a place of its own, px."""
_SPREAD_PX = 0.45
"""By which the colours' mosaic, when it is filled in, spreads the noise; one standard deviation."""


@dataclass(frozen=True)
class Exposure:
    """How much of the light is gathered, and what is taken for white."""

    brightness: float = 0.9
    """Of white paper in the best light, as a level: a share of what can be held."""
    white: tuple[float, float, float] = (1.0, 1.0, 1.0)
    """What white's blue, green and red are multiplied by; equal where the balance is right."""

    def __call__(self, light: Light, shot: Shot) -> Light:
        """Apply the effect to light."""
        gains = np.array([*self.white, 1.0]) * self.brightness**2
        return np.asarray(cv2.multiply(light, gains), np.float32)


@dataclass(frozen=True)
class Sensor:
    """Light to levels, with noise."""

    shot_noise: float = 2.0
    """Of single photons: standard deviation in levels of 256, the same at all levels."""
    read_noise: float = 0.0003
    """Of the electronics, standard deviation as light: seen in the dark."""

    def __call__(self, light: Light, random: np.random.Generator) -> Image:
        """Apply the effect to light."""
        grain, other = (_noise(light.shape[:2])[_part(light, random)] for _ in range(2))
        held = cv2.scaleAdd(grain, self.read_noise, light)
        levels = cv2.scaleAdd(other, self.shot_noise / 255, np.sqrt(np.maximum(held, 0.0)))
        return np.asarray(cv2.convertScaleAbs(np.maximum(levels, 0.0), alpha=255.0), np.uint8)


@dataclass(frozen=True)
class Jpeg:
    """The picture as it comes over the wire."""

    quality: int = 90
    """1 to 100, as libjpeg counts."""

    def __call__(self, picture: Image) -> Image:
        """Apply the effect to light."""
        done, data = cv2.imencode(".jpg", picture, (cv2.IMWRITE_JPEG_QUALITY, self.quality))
        if not done:
            raise ValueError(f"a picture of {picture.shape} cannot be sent as JPEG")
        return np.asarray(cv2.imdecode(data, cv2.IMREAD_COLOR), np.uint8)


def _part(light: Light, random: np.random.Generator) -> tuple[slice, slice]:
    y, x = random.integers(0, _ROOM, 2)
    return slice(y, y + light.shape[0]), slice(x, x + light.shape[1])


@lru_cache(maxsize=2)
def _noise(shape: tuple[int, int]) -> NDArray[np.float32]:
    """Somewhat larger than the picture; standard deviation 1."""
    random = np.random.default_rng(20)
    white = random.standard_normal((shape[0] + _ROOM, shape[1] + _ROOM, 3), dtype=np.float32)
    soft = cv2.GaussianBlur(white, (0, 0), _SPREAD_PX)
    return np.asarray(soft / soft[:256, :256].std(), np.float32)
