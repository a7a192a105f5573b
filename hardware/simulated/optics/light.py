"""Light on a sensor as numbers, and an effect: what changes it.

The tone curve is a square root: it differs from that of IEC 61966-2-1 by less than cameras do from each other,
and noise of single photons is the same at all levels behind it.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache

import cv2
import numpy as np
from numpy.typing import NDArray

from boards.kit.thing_keys import ThingKey
from calibration.camera_frames import Image
from calibration.camera_model import Floats, View

Light = NDArray[np.float32]
"""H x W x 3, blue, green, red, linear: 1 is all that the sensor can hold."""

COARSE_STEP = 16
"""What changes slowly over the picture is worked out at every so many pixels."""

_TO_LIGHT = np.asarray((np.arange(256) / 255.0) ** 2, np.float32)


@dataclass(frozen=True, eq=False)
class Sheet:
    """A printed thing on the table."""

    thing: ThingKey
    edge: Floats
    """N x 2, mm of the mat frame."""
    height_mm: float = 0.0
    """Of its print over the table; it stands on what is below."""


@dataclass(frozen=True, eq=False)
class Shot:
    """What an effect may know of the picture that it is in."""

    view: View
    sheets: tuple[Sheet, ...]
    """The lowest first."""
    random: np.random.Generator
    """The effect's own, in this picture."""


Effect = Callable[[Light, Shot], Light]
"""Light before and after. The light that is given is not changed."""


def to_light(levels: Image) -> Light:
    """Levels of a picture as light."""
    return np.asarray(cv2.LUT(levels, _TO_LIGHT), np.float32)


def times(light: Light, share: NDArray[np.float32]) -> Light:
    """All three colours times a map (H x W)."""
    return np.asarray(cv2.multiply(light, cv2.merge((share, share, share))), np.float32)


def spread(coarse: NDArray[np.float32], size: tuple[int, int]) -> NDArray[np.float32]:
    """Return a map at every pixel (of a picture of this width and height) from one made at `coarse_pixels`."""
    return np.asarray(cv2.resize(coarse, size, interpolation=cv2.INTER_LINEAR), np.float32)


def coarse_pixels(size: tuple[int, int]) -> Floats:
    """R x C x 2: the places, px, of a map that `spread` makes as large as a picture."""
    (width, height), (columns, rows) = size, (-(-size[0] // COARSE_STEP), -(-size[1] // COARSE_STEP))
    xs = (np.arange(columns) + 0.5) * (width / columns) - 0.5
    ys = (np.arange(rows) + 0.5) * (height / rows) - 0.5
    return np.stack(np.meshgrid(xs, ys), axis=-1)


@lru_cache(maxsize=8)
def coarse_mm(view: View) -> Floats:
    """R x C x 2: where on the table `coarse_pixels` look, mm."""
    places = coarse_pixels(view.camera.size)
    return view.on_plane(places.reshape(-1, 2)).reshape(places.shape)


@lru_cache(maxsize=4)
def fine_mm(view: View) -> NDArray[np.float32]:
    """H x W x 2: where on the table each pixel looks, mm, near enough for light."""
    x, y = (spread(np.asarray(coarse_mm(view)[..., axis], np.float32), view.camera.size) for axis in (0, 1))
    return np.stack([x, y], axis=-1)
