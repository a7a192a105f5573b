"""What printed things look like through a lens: their drawings as pictures, softened as the lens softens them.

Softening before the picture is taken is the same as softening after, and is done once a thing, not once a
frame. It is done in linear light.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

import cv2
import numpy as np
from numpy.typing import NDArray

from boards.base.catalogue import Language
from boards.drawing.artwork import drawing_of
from boards.drawing.raster import mask, raster
from boards.geometry import Point
from boards.kit.kit import Kit
from boards.kit.thing_keys import ThingKey
from calibration.camera_frames import Image

Bgra = NDArray[np.uint8]
"""H x W x 4, blue, green, red, opacity; colours are multiplied by the opacity."""

_LINEAR = np.asarray(((np.arange(256) / 255.0 + 0.055) / 1.055) ** 2.4, np.float32)
_SEEN = np.asarray(np.clip(1.055 * np.linspace(0.0, 1.0, 8192) ** (1 / 2.4) - 0.055, 0.0, 1.0), np.float32)
"""Light to the picture's levels, both as fractions."""
_PAPER_REFLECTS = 0.92
_INK_REFLECTS = 0.035
"""Paper is not quite white and toner not quite black (fractions of the light)."""
_REFLECTED = np.asarray(_INK_REFLECTS + (_PAPER_REFLECTS - _INK_REFLECTS) * _LINEAR, np.float32)


@dataclass(frozen=True, eq=False)
class Texture:
    """A picture with a place: which pixel of it is which point of the thing."""

    pixels: Bgra
    px_per_mm: float
    upper_left: Point
    """The upper left corner of pixel (0, 0) in the thing's own frame, mm."""
    edge: tuple[Point, ...]
    """Along which the thing is cut out, in its own frame."""

    def to_pixels(self) -> NDArray[np.float64]:
        """3 x 3: mm of the thing's own frame -> px of the texture, homogeneous."""
        scale = self.px_per_mm
        return np.array(
            [
                [scale, 0.0, -self.upper_left.x * scale - 0.5],
                [0.0, -scale, self.upper_left.y * scale - 0.5],
                [0.0, 0.0, 1.0],
            ]
        )


@lru_cache(maxsize=4)
def _made(kit: Kit, px_per_mm: float, blur_mm: float, language: Language) -> dict[tuple[ThingKey, bool], Texture]:
    """Return the textures made so far, by thing and side, for all cameras that see it equally large."""
    return {}


class Textures:
    """The textures of a kit, each made when it is first seen."""

    def __init__(self, kit: Kit, px_per_mm: float, blur_mm: float, language: Language = "en") -> None:
        self._kit = kit
        self._px_per_mm = px_per_mm
        self._blur_px = blur_mm * px_per_mm
        self._language: Language = language
        self._made = _made(kit, px_per_mm, blur_mm, language)

    def of(self, key: ThingKey, face_up: bool = True) -> Texture:
        """Return the texture of a thing's face or back."""
        if (key, face_up) not in self._made:
            self._made[key, face_up] = self._make(key, face_up)
        return self._made[key, face_up]

    def _make(self, key: ThingKey, face_up: bool) -> Texture:
        drawing = drawing_of(key, self._kit, self._language, face_up)
        margin = int(np.ceil(4 * self._blur_px)) + 2
        edge_mm = margin / self._px_per_mm
        return Texture(
            soften(raster(drawing, self._px_per_mm), mask(drawing, self._px_per_mm), margin, self._blur_px),
            self._px_per_mm,
            Point(drawing.bounds.low.x - edge_mm, drawing.bounds.high.y + edge_mm),
            drawing.edge,
        )


def soften(image: Image, opacity: NDArray[np.uint8], margin: int, blur_px: float) -> Bgra:
    """Return a sheet with a transparent margin, blurred by a Gaussian of this standard deviation (px)."""
    around = (margin, margin, margin, margin)
    wide = cv2.copyMakeBorder(cv2.LUT(image, _REFLECTED), *around, cv2.BORDER_REPLICATE)
    cover = cv2.copyMakeBorder(opacity, *around, cv2.BORDER_CONSTANT, value=0).astype(np.float32) / 255
    light = np.asarray(cv2.GaussianBlur(wide, (0, 0), blur_px), np.float32)
    covered = np.asarray(cv2.GaussianBlur(cover, (0, 0), blur_px), np.float32)
    # In place: a mat has some millions of pixels.
    np.clip(light, 0.0, 1.0, out=light)
    light *= len(_SEEN) - 1
    softened = np.empty((*covered.shape, 4), np.float32)
    np.multiply(_SEEN[light.astype(np.int32)], covered[..., None], out=softened[..., :3])
    softened[..., 3] = covered
    np.clip(softened, 0.0, 1.0, out=softened)
    softened *= 255
    return np.rint(softened, out=softened).astype(np.uint8)
