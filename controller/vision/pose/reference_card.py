"""Measure the true scale of a printed mat by a bank card that lies on its field.

A kit that was printed wholly at another size looks to one camera like a true one from another height; only something of
known size that no printer made decides. Bank cards are 85.60 x 53.98 mm (ISO/IEC 7810, ID-1).
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from boards.drawing.artwork import drawing_of
from boards.drawing.raster import raster
from boards.kit.kit import kit as printed_kit
from boards.kit.thing_keys import MatKey
from boards.mats import mat
from calibration.camera_frames import Image
from calibration.camera_model import Floats, View

CARD_MM = (85.60, 53.98)
"""Width and height of a card ID-1."""

RATIO_WITHIN = 0.02
"""Largest relative error of the sides' ratio: other flat things of about this size have another one."""
SQUARE_WITHIN = 1.0
"""Largest angle between sides that should be parallel or square, degrees."""
STRAIGHT_MM = 0.5
"""Median distance of a side's points from its line, at most."""

_LARGEST_SCALE_ERROR = 0.12
_PX_PER_MM = 2
_DIFFERS = 0.12
"""Difference of log brightness from the print, in any colour."""
_OFF_MM, _LINE_MM, _OPEN_MM, _LEAST_FILLED = 1.5, 4.0, 7.0, 0.9
_INSET_MM = 6.0
_SIDE_MM, _STEP_MM, _PROFILES, _USED = 5.0, 0.1, 60, 0.7


@dataclass(frozen=True)
class CardMeasure:
    """A bank card as the mat's print measures it."""

    width_mm: float
    height_mm: float
    outline: Floats
    """4 x 2, mm of the mat frame."""

    @property
    def long_mm(self) -> float:
        """How wide the card is by the print, mm, from both of its sides."""
        return CARD_MM[0] / self.print_scale

    @property
    def print_scale(self) -> float:
        """The size of the print over the size that it should have."""
        long, short = CARD_MM
        return float(np.hypot(long, short) / np.hypot(self.width_mm, self.height_mm))


def measure_card(image: Image, view: View, mat_key: MatKey) -> CardMeasure | None:
    """Find a bank card on the mat's field and measure it; None if none is surely found.

    `image`: H x W x 3; `view`: how mm and px go together.
    """
    differs = _differs(image, view, mat_key)
    contours, _hierarchy = cv2.findContours(differs, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_SIMPLE)
    for contour in sorted(contours, key=cv2.contourArea, reverse=True)[:3]:
        box = _box(contour, mat_key)
        found = None if box is None else _refined(image, view, box)
        if found is not None:
            return found
    return None


def _differs(image: Image, view: View, mat_key: MatKey) -> NDArray[np.uint8]:
    """Return where the field does not look as it is printed, 255, seen from above at 2 px a mm."""
    printed = _printed(mat_key)
    height, width = printed.shape[:2]
    places = _places(mat_key)
    pixels = view.project_plane(places.reshape(-1, 2)).reshape(height, width, 2).astype(np.float32)
    seen = cv2.remap(image, pixels[..., 0], pixels[..., 1], cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    levels = np.log(np.maximum(seen, 8).astype(np.float32))
    ratio = levels - printed
    # Light changes slowly over the table: a saddle through most of the values.
    yy, xx = np.mgrid[-1 : 1 : height * 1j, -1 : 1 : width * 1j]
    terms = np.stack([np.ones_like(xx), xx, yy, xx * yy], axis=-1)[::8, ::8].reshape(-1, 4)
    samples = ratio[::8, ::8].reshape(-1, 3)
    light = np.zeros((4, 3))
    light[0] = np.median(samples, axis=0)
    for _ in range(6):
        off = np.abs(samples - terms @ light).max(axis=1)
        kept = off <= np.quantile(off, 0.6)
        light = np.linalg.lstsq(terms[kept], samples[kept], rcond=None)[0]
    expected = np.stack([np.ones_like(xx), xx, yy, xx * yy], axis=-1).astype(np.float32) @ light.astype(np.float32)
    # Nothing is printed more exactly than a millimetre or so.
    around = _brush(2 * _OFF_MM)
    off = np.maximum(levels - expected - cv2.dilate(printed, around), cv2.erode(printed, around) - levels + expected)
    mask = (off.max(axis=-1) > _DIFFERS).astype(np.uint8) * 255
    # Art on the card that looks like paper is enclosed by the rest of it.
    mask = cv2.morphologyEx(mask, cv2.MORPH_CLOSE, _brush(_LINE_MM))
    contours, _hierarchy = cv2.findContours(mask, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_SIMPLE)
    cv2.drawContours(mask, contours, -1, (255,), cv2.FILLED)
    return np.asarray(cv2.morphologyEx(mask, cv2.MORPH_OPEN, _brush(_OPEN_MM)), np.uint8)


def _brush(side_mm: float) -> NDArray[np.uint8]:
    side = round(side_mm * _PX_PER_MM)
    return np.ones((side, side), np.uint8)


def _box(contour: NDArray[Any], mat_key: MatKey) -> Floats | None:
    """Return the corners (4 x 2, mm) of a contour that is about as large as a bank card, long sides first and third."""
    (_middle, (one, other), _angle) = rectangle = cv2.minAreaRect(contour)
    long, short = max(one, other) / _PX_PER_MM, min(one, other) / _PX_PER_MM
    low, high = 1 - _LARGEST_SCALE_ERROR, 1 + _LARGEST_SCALE_ERROR
    if not (low < long / CARD_MM[0] < high and low < short / CARD_MM[1] < high):
        return None
    if cv2.contourArea(contour) < _LEAST_FILLED * one * other:
        return None
    corners = cv2.boxPoints(rectangle) / _PX_PER_MM
    if np.linalg.norm(corners[1] - corners[0]) < np.linalg.norm(corners[2] - corners[1]):
        corners = np.roll(corners, -1, axis=0)
    grid = mat(mat_key).grid
    return np.asarray((corners - (_INSET_MM, _INSET_MM)) * (1.0, -1.0) + (0.0, grid.height_mm), np.float64)


def _refined(image: Image, view: View, box: Floats) -> CardMeasure | None:
    """Fit a line to each side and measure between them; None if they are not those of a bank card."""
    middle = box.mean(axis=0)
    sides = [_side(image, view, box[n], box[(n + 1) % 4], middle) for n in range(4)]
    lines = [side for side in sides if side is not None]
    if len(lines) < 4:
        return None
    points, ways = np.array([line[0] for line in lines]), np.array([line[1] for line in lines])
    angles = np.degrees(np.arctan2(ways[:, 1], ways[:, 0]))
    off = (angles - angles[0] + np.array([0.0, 90.0, 0.0, 90.0]) + 45.0) % 90.0 - 45.0
    if np.abs(off).max() > SQUARE_WITHIN:
        return None
    width, height = (_between(points[n], ways[n], points[n + 2], ways[n + 2]) for n in (1, 0))
    if abs(width / height / (CARD_MM[0] / CARD_MM[1]) - 1) > RATIO_WITHIN:
        return None
    return CardMeasure(width, height, box)


def _side(image: Image, view: View, start: Floats, end: Floats, middle: Floats) -> tuple[Floats, Floats] | None:
    """Fit the line of a side: a point of it and its direction; None if there is no straight edge."""
    length = float(np.linalg.norm(end - start))
    way = (end - start) / length
    out = np.array([way[1], -way[0]])
    if float(out @ (middle - start)) > 0:
        out = -out
    along = np.linspace((1 - _USED) / 2, (1 + _USED) / 2, _PROFILES) * length
    across = np.arange(-_SIDE_MM, _SIDE_MM + _STEP_MM / 2, _STEP_MM)
    places = start + along[:, None, None] * way + across[None, :, None] * out
    pixels = view.project_plane(places.reshape(-1, 2)).reshape(_PROFILES, len(across), 2).astype(np.float32)
    levels = cv2.remap(image, pixels[..., 0], pixels[..., 1], cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    smooth = cv2.GaussianBlur(levels.astype(np.float32), (0, 0), sigmaX=0.5 / _STEP_MM, sigmaY=1.0)
    contrast = np.abs(np.gradient(smooth, axis=1)).sum(axis=-1)
    place = _peak(contrast, across)
    for _ in range(4):
        slope, height = np.polyfit(along, place, 1)
        off = np.abs(place - (slope * along + height))
        kept = off <= max(float(np.quantile(off, 0.7)), 0.05)
        slope, height = np.polyfit(along[kept], place[kept], 1)
    if float(np.median(np.abs(place - (slope * along + height)))) > STRAIGHT_MM:
        return None
    direction = way + slope * out
    half = length / 2
    return start + half * way + (slope * half + height) * out, direction / np.linalg.norm(direction)


def _peak(contrast: NDArray[np.float32], across: Floats) -> Floats:
    """Return where each profile (N x M) is steepest, between its samples."""
    best = np.clip(np.argmax(contrast, axis=1), 1, contrast.shape[1] - 2)
    rows = np.arange(len(contrast))
    before, here, after = (contrast[rows, best + step] for step in (-1, 0, 1))
    bend = before - 2 * here + after
    shift = np.where(np.abs(bend) > 1e-9, (before - after) / (2 * np.where(np.abs(bend) > 1e-9, bend, 1.0)), 0.0)
    return np.asarray(across[best] + np.clip(shift, -1, 1) * _STEP_MM, np.float64)


def _between(one: Floats, way: Floats, other: Floats, other_way: Floats) -> float:
    """Return the distance between two lines that are nearly parallel, at their middles."""
    if float(way @ other_way) < 0:
        other_way = -other_way
    mean = way + other_way
    mean = mean / np.linalg.norm(mean)
    gap = other - one
    return float(abs(mean[0] * gap[1] - mean[1] * gap[0]))


@lru_cache(maxsize=4)
def _places(mat_key: MatKey) -> Floats:
    """Return the place of each pixel of the field seen from above: H x W x 2, mm."""
    grid = mat(mat_key).grid
    x = np.arange(-_INSET_MM, grid.width_mm + _INSET_MM, 1 / _PX_PER_MM)
    y = np.arange(grid.height_mm + _INSET_MM, -_INSET_MM, -1 / _PX_PER_MM)
    return np.stack(np.meshgrid(x, y), axis=-1)


@lru_cache(maxsize=4)
def _printed(mat_key: MatKey) -> NDArray[np.float32]:
    """Return the logarithm of the printed field without anything on it, seen from above: H x W x 3."""
    drawing = drawing_of(mat_key, printed_kit(), "en")
    picture = cv2.GaussianBlur(raster(drawing, float(_PX_PER_MM)), (0, 0), 1.5)
    left_top = (drawing.bounds.low.x, drawing.bounds.high.y)
    at = ((_places(mat_key) - left_top) * (1.0, -1.0) * _PX_PER_MM - 0.5).astype(np.float32)
    field = cv2.remap(picture, at[..., 0], at[..., 1], cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(np.log(np.maximum(field, 8).astype(np.float32)), np.float32)
