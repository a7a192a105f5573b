"""Pictures of things in the detail that a camera needs, with opacity; and things that no printer made."""

from __future__ import annotations

from functools import lru_cache

import cv2
import numpy as np
import numpy.typing as npt

from tests.benchmarks.photographed.prints import PX_PER_MM, Linear, Print, raster, reflectance

DETAILS = (4.0, 2.83, 2.0, 1.41, 1.0)
"""Px a mm in which textures are kept: as many as the picture has, or a few more."""
HAND_MM = (210.0, 520.0)


def detail_for(px_per_mm: float) -> float:
    """Return the detail for a picture of this scale."""
    return min((detail for detail in DETAILS if detail >= px_per_mm * 1.05), default=DETAILS[0])


@lru_cache(maxsize=420)
def printed(thing: Print, detail: float, round_disc: bool = False) -> Linear:
    """Return a thing's texture: H x W x 4, reflectance times opacity, opacity."""
    opaque = reflectance(raster(thing))
    alpha = np.ones(opaque.shape[:2], np.float32)
    if round_disc:
        height, width = alpha.shape
        y, x = np.mgrid[:height, :width]
        alpha = np.clip(width / 2 - np.hypot(x - (width - 1) / 2, y - (height - 1) / 2) + 0.5, 0, 1).astype(np.float32)
    return shrunk(joined(opaque, alpha), detail)


def joined(opaque: Linear, alpha: npt.NDArray[np.float32]) -> Linear:
    """Put reflectance and opacity together."""
    return np.dstack([opaque * alpha[..., None], alpha]).astype(np.float32)


def shrunk(texture: Linear, detail: float, px_per_mm: float = PX_PER_MM) -> Linear:
    """Return a texture in less detail."""
    if detail >= px_per_mm:
        return texture
    height, width = texture.shape[:2]
    size = (max(2, round(width * detail / px_per_mm)), max(2, round(height * detail / px_per_mm)))
    return np.asarray(cv2.resize(texture, size, interpolation=cv2.INTER_AREA), np.float32)


def paper(size_mm: tuple[float, float], colour: tuple[float, float, float], detail: float = 2.0) -> Linear:
    """Return a blank sheet of one colour (linear BGR)."""
    shape = (max(2, round(size_mm[1] * detail)), max(2, round(size_mm[0] * detail)))
    return joined(np.broadcast_to(np.array(colour, np.float32), (*shape, 3)), np.ones(shape, np.float32))


def torn(texture: Linear, rng: np.random.Generator, keep: float, straight: bool) -> Linear:
    """Tear or cut a part of a texture away: what is left holds about this part of its area."""
    height, width = texture.shape[:2]
    angle = rng.uniform(0, 2 * np.pi)
    y, x = np.mgrid[:height, :width].astype(np.float32)
    far = (x - width / 2) * np.float32(np.cos(angle)) + (y - height / 2) * np.float32(np.sin(angle))
    if not straight:
        along = (y - height / 2) * np.float32(np.cos(angle)) - (x - width / 2) * np.float32(np.sin(angle))
        for _ in range(6):
            wave = rng.uniform(0.01, 0.35) * 200 / max(width, height)
            far += np.float32(rng.uniform(0.2, 1.2) * 0.25 / wave) * np.sin(
                along * np.float32(wave) + np.float32(rng.uniform(0, 6))
            )
    limit = np.quantile(far, keep)
    alpha = np.clip(np.float32(limit) - far + 0.5, 0, 1)
    left = texture * alpha[..., None]
    if not straight:
        # Torn paper shows its white fibres along the tear.
        fibres = np.clip(1 - np.abs(far - np.float32(limit) + 2) / 3, 0, 1) * left[..., 3]
        left[..., :3] += (np.float32(0.8) * left[..., 3:4] - left[..., :3]) * fibres[..., None]
    return np.asarray(left, np.float32)


@lru_cache(maxsize=8)
def hand(variant: int) -> Linear:
    """Return a hand with a sleeve that reaches up from the lower edge, 2 px a mm, HAND_MM."""
    rng = np.random.default_rng([31, variant])
    detail = 2
    width, height = (round(side * detail) for side in HAND_MM)
    skin_mask, sleeve_mask = (np.zeros((height, width), np.uint8) for _ in range(2))
    middle = width // 2
    palm = (middle, 260)
    cv2.ellipse(skin_mask, palm, (78, 100), 0, 0, 360, 255, -1, cv2.LINE_AA)
    for number, (start, long) in enumerate(zip((-58, -20, 20, 56), rng.uniform(90, 150, 4), strict=True)):
        tip = (int(middle + start * 1.5 + rng.uniform(-10, 10)), int(200 - long))
        cv2.line(skin_mask, (middle + start, 210), tip, 255, int(34 - 2 * abs(number - 1)), cv2.LINE_AA)
    cv2.line(skin_mask, (middle + 60, 300), (middle + 150, 200), 255, 36, cv2.LINE_AA)
    cv2.line(skin_mask, palm, (middle, height), 255, 100, cv2.LINE_AA)
    cv2.line(sleeve_mask, (middle, 470), (middle, height), 255, 150, cv2.LINE_AA)
    skins = ((0.28, 0.40, 0.62), (0.10, 0.16, 0.28), (0.20, 0.30, 0.48))
    colours = ((0.30, 0.08, 0.05), (0.55, 0.55, 0.55), (0.04, 0.04, 0.05), (0.08, 0.10, 0.42))
    texture = np.zeros((height, width, 4), np.float32)
    for mask, colour in ((skin_mask, skins[variant % 3]), (sleeve_mask, colours[variant % 4])):
        alpha = mask.astype(np.float32)[..., None] / 255
        depth = cv2.distanceTransform((mask > 127).astype(np.uint8), cv2.DIST_L2, 3)
        rounded = 0.55 + 0.45 * np.sqrt(np.clip(depth / 34, 0, 1))
        rough = 1 + 0.06 * cv2.GaussianBlur(rng.standard_normal((height, width)).astype(np.float32), (0, 0), 1.5)
        texture[..., :3] = texture[..., :3] * (1 - alpha) + alpha * (rounded * rough)[..., None] * np.array(
            colour, np.float32
        )
        texture[..., 3:] = texture[..., 3:] * (1 - alpha) + alpha
    return texture


@lru_cache(maxsize=64)
def stranger_marker(dictionary: int, number: int, modules: int) -> Linear:
    """Return a marker of another dictionary of OpenCV with a white rim, 40 px a side and rim."""
    drawn = cv2.aruco.generateImageMarker(cv2.aruco.getPredefinedDictionary(dictionary), number, modules * 8)
    page = cv2.copyMakeBorder(drawn, 10, 10, 10, 10, cv2.BORDER_CONSTANT, value=255)
    opaque = reflectance(np.repeat(page[..., None], 3, axis=2))
    return joined(opaque, np.ones(opaque.shape[:2], np.float32))
