"""What lies in a tray's lanes and was not read: a covered card must not be silently missing.

A lane is compared with the empty tray as it is printed. Light is taken out first: shadows and gradients
change the brightness of paper, not its hue and not its texture. What is left is hue, texture, more
brightness than the lane's tint can have, or black: something lies there.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache

import cv2
import numpy as np
from numpy.typing import NDArray

from boards.artwork import drawing_of
from boards.geometry import Point, Pose
from boards.kit import kit
from boards.raster import raster
from boards.trays import TRAY
from calibration.camera_model import Floats, View
from calibration.frames import Image
from controller.vision.doubt import BLURRED_MODULES, SMALLEST_SIDE_PX, inside_picture, marker_side_px
from controller.vision.placing import as_pixels, carried, outline, pixels_of, xy_of
from controller.vision.scene import Unread, Why

CELL_MM = 4
"""The lanes are compared in squares of this size."""

BORDER_MM = 8.0
"""Printed lines run along a lane's edge; there nothing is compared."""

SMALLEST_MM2 = 550.0
"""Less than this is a crumb, a wrinkle or the edge of a shadow; a card has 5,500."""

HUE = 0.11
"""Change of log(red / blue), or of log(green / the geometric mean of both)."""
TEXTURE = 0.075
"""Standard deviation in a square over its brightness, beyond what is printed there."""
BRIGHTER = 0.055
"""Log of brightness over that of the empty lane in the same light."""
BLACKER = -1.7
NOISE_LEVELS = 2.5

BURNT_LEVEL = 250
BURNT_SHARE = 0.15

CARD_SHORT_MM, CARD_LONG_MM = (52.0, 70.0), (66.0, 98.0)
"""The sides of what may be a card: its squares are coarse, and a lane's edges cut it short."""
CARD_FILLED = 0.84
"""The share of the rectangle around it that it fills, at least."""

_AROUND_CARD_MM = 5.0
_FAR_MM = 350.0
_LANES = range(TRAY.lanes)


Lying = tuple[str, Pose]
"""A thing's key and where it lies."""


def remains(
    image: Image, view: View, trays: Iterable[Lying], read: Iterable[Lying], blur_modules: float
) -> list[Unread]:
    """What lies in the trays' lanes besides the things that were read."""
    found: list[Unread] = []
    on_top = [(key, pose) for key, pose in read if not key.startswith(("mat:", "tray:"))]
    for key, pose in trays:
        found += _of_tray(image, view, key, pose, on_top, blur_modules)
    return found


def _of_tray(
    image: Image, view: View, key: str, tray: Pose, read: Sequence[Lying], blur_modules: float
) -> list[Unread]:
    found: list[Unread] = []
    whole: list[int] = []
    for lane in _LANES:
        corners = view.project_plane(carried(tray, xy_of(_corners_of_lane(lane))))
        if inside_picture(corners, image.shape):
            whole.append(lane)
        else:
            middle = tray.place(TRAY.lane(lane).centre)
            pose = Pose(middle.x, middle.y, tray.heading)
            found.append(Unread(Why.CUT_OFF, as_pixels(corners), pose, None))
    if not whole:
        return found
    flat = _flattened(image, view, tray)
    differs = _differs(flat, key) & ~_covered_by(tray, read)
    for lane in whole:
        for mask in _spots(differs & _inside_lane(lane)):
            found.append(_unread(view, tray, mask, flat, blur_modules))
    return found


def _flattened(image: Image, view: View, pose: Pose) -> Image:
    """The tray's field from above, 1 px a mm, H x W x 3."""
    field = TRAY.field
    shares = np.linspace(0.0, 1.0, 4)
    local = np.array([(field.low.x + u * field.width, field.high.y - v * field.height) for v in shares for u in shares])
    pixels = view.project_plane(carried(pose, local))
    target = np.stack([local[:, 0] - field.low.x - 0.5, field.high.y - local[:, 1] - 0.5], axis=1)
    carry, _inliers = cv2.findHomography(pixels, target)
    size = (round(field.width), round(field.height))
    return np.asarray(cv2.warpPerspective(image, carry, size, flags=cv2.INTER_LINEAR), np.uint8)


def _differs(flat: Image, key: str) -> NDArray[np.bool_]:
    """Rows x columns of squares: where the field is not the empty field in some light."""
    mean, texture = _squares(flat)
    empty_mean, empty_texture = _empty(key)
    ratio = np.log(np.maximum(mean, 1.0)) - np.log(empty_mean)
    light = ratio[..., 1] - _plane(ratio[..., 1])
    # Two axes of colour: paper may be as red as it is blue, and still be green or purple.
    hues = np.stack([ratio[..., 2] - ratio[..., 0], ratio[..., 1] - (ratio[..., 2] + ratio[..., 0]) / 2])
    hue = np.abs(hues - np.median(hues, axis=(1, 2), keepdims=True)).max(axis=0)
    # In the dark the sensor's noise is a texture of its own.
    rough = texture - empty_texture - NOISE_LEVELS / np.maximum(mean[..., 1], 8.0)
    return np.asarray((hue > HUE) | (rough > TEXTURE) | (light > BRIGHTER) | (light < BLACKER))


def _squares(flat: Image) -> tuple[Floats, Floats]:
    """Mean colour (R x C x 3) and relative standard deviation of the brightness (R x C) of each square."""
    values = flat.astype(np.float32)
    size = (flat.shape[1] // CELL_MM, flat.shape[0] // CELL_MM)
    mean = cv2.resize(values, size, interpolation=cv2.INTER_AREA)
    grey = np.ascontiguousarray(values[..., 1])
    square = cv2.resize(grey * grey, size, interpolation=cv2.INTER_AREA)
    spread = np.sqrt(np.maximum(square - mean[..., 1] ** 2, 0.0))
    return np.asarray(mean, np.float64), np.asarray(spread / np.maximum(mean[..., 1], 8.0), np.float64)


@lru_cache(maxsize=8)
def _empty(key: str) -> tuple[Floats, Floats]:
    """The printed field without cards: mean colour and texture of each square."""
    picture = raster(drawing_of(key, kit(), "en"), 1.0)
    field, (width, height) = TRAY.field, TRAY.size_mm
    left, top = round(field.low.x + width / 2), round(height / 2 - field.high.y)
    part = picture[top : top + round(field.height), left : left + round(field.width)]
    mean, texture = _squares(np.asarray(cv2.GaussianBlur(part, (0, 0), 0.7), np.uint8))
    return np.maximum(mean, 8.0), texture


def _plane(values: Floats) -> Floats:
    """The light: a robust plane through the squares' log ratios (R x C)."""
    rows, columns = values.shape
    y, x = np.mgrid[-1 : 1 : rows * 1j, -1 : 1 : columns * 1j]
    design = np.stack([np.ones_like(x), x, y], axis=-1)[::3, ::3].reshape(-1, 3)
    taken = values[::3, ::3].ravel()
    weights = np.ones_like(taken)
    fit = np.array([np.median(taken), 0.0, 0.0])
    for _ in range(6):
        off = taken - design @ fit
        weights = 1.0 / (1.0 + (off / 0.03) ** 2)
        weighted = design * weights[:, None]
        # A little stiffness keeps the plane level where few squares agree.
        fit = np.linalg.solve(weighted.T @ design + np.diag([0.0, 1.0, 1.0]), weighted.T @ taken)
    return np.asarray(fit[0] + fit[1] * x + fit[2] * y)


def _covered_by(tray: Pose, read: Sequence[Lying]) -> NDArray[np.bool_]:
    """The squares that things which were read lie on."""
    field = TRAY.field
    mask = np.zeros((round(field.height) // CELL_MM, round(field.width) // CELL_MM), np.uint8)
    for key, pose in read:
        at = tray.local(pose.point)
        if at.distance(Point(0.0, 0.0)) > _FAR_MM:
            continue
        edge = outline(key)
        grown = edge * (1.0 + 1.4 * _AROUND_CARD_MM / np.maximum(np.linalg.norm(edge, axis=1, keepdims=True), 1.0))
        local = carried(Pose(at.x, at.y, pose.heading - tray.heading), grown)
        squares = (local - (field.low.x, field.high.y)) * (1 / CELL_MM, -1 / CELL_MM)
        cv2.fillConvexPoly(mask, np.rint((squares - 0.5) * 16).astype(np.int32), (1,), cv2.LINE_8, 4)
    return mask.astype(np.bool_)


@lru_cache(maxsize=8)
def _inside_lane(lane: int) -> NDArray[np.bool_]:
    field, rect = TRAY.field, TRAY.lane(lane).grown(-BORDER_MM)
    mask = np.zeros((round(field.height) // CELL_MM, round(field.width) // CELL_MM), np.bool_)
    top, bottom = (field.high.y - rect.high.y) / CELL_MM, (field.high.y - rect.low.y) / CELL_MM
    left, right = (rect.low.x - field.low.x) / CELL_MM, (rect.high.x - field.low.x) / CELL_MM
    mask[int(np.ceil(top)) : int(bottom), int(np.ceil(left)) : int(right)] = True
    return mask


def _spots(differs: NDArray[np.bool_]) -> list[NDArray[np.uint8]]:
    """The connected parts that are large enough to be something."""
    kernel = np.ones((3, 3), np.uint8)
    closed = cv2.morphologyEx(differs.astype(np.uint8), cv2.MORPH_CLOSE, kernel)
    opened = cv2.morphologyEx(closed, cv2.MORPH_OPEN, kernel)
    # Print and bare paper of one card hang together.
    joined = cv2.morphologyEx(opened, cv2.MORPH_CLOSE, np.ones((5, 5), np.uint8))
    count, labels, stats, _centroids = cv2.connectedComponentsWithStats(joined)
    smallest = SMALLEST_MM2 / CELL_MM**2
    return [
        (labels == label).astype(np.uint8) for label in range(1, count) if stats[label, cv2.CC_STAT_AREA] >= smallest
    ]


def _unread(view: View, tray: Pose, mask: NDArray[np.uint8], flat: Image, blur_modules: float) -> Unread:
    rows, columns = np.nonzero(mask)
    corners = cv2.convexHull(np.stack([columns, rows], axis=1).astype(np.float32))[:, 0]
    field = TRAY.field
    hull = [Point(field.low.x + (x + 0.5) * CELL_MM, field.high.y - (y + 0.5) * CELL_MM) for x, y in corners]
    middle = tray.place(
        Point(
            field.low.x + (float(columns.mean()) + 0.5) * CELL_MM, field.high.y - (float(rows.mean()) + 0.5) * CELL_MM
        )
    )
    why = _why(view, middle, mask, flat, blur_modules)
    places = [tray.place(corner) for corner in hull]
    return Unread(why, pixels_of(view, places), Pose(middle.x, middle.y, tray.heading), None)


def _why(view: View, middle: Point, mask: NDArray[np.uint8], flat: Image, blur_modules: float) -> Why:
    """Why what lies there was not read, the surest cause first."""
    big = np.asarray(cv2.resize(mask, (flat.shape[1], flat.shape[0]), interpolation=cv2.INTER_NEAREST))
    if marker_side_px(view, middle) < SMALLEST_SIDE_PX:
        return Why.TOO_SMALL
    if float((flat[big > 0] >= BURNT_LEVEL).all(axis=1).mean()) > BURNT_SHARE:
        return Why.GLARE
    if blur_modules > BLURRED_MODULES:
        return Why.BLURRED
    return Why.NOT_OURS if _card_shaped(mask) else Why.COVERED


def _card_shaped(mask: NDArray[np.uint8]) -> bool:
    """Whether squares that hang together have the size and shape of a card: one lies there, and shows no marker."""
    rows, columns = np.nonzero(mask)
    corners = np.stack([columns + dx for dx in (0, 1, 1, 0)] + [rows + dy for dy in (0, 0, 1, 1)], axis=1)
    points = corners.reshape(-1, 2, 4).transpose(0, 2, 1).reshape(-1, 2).astype(np.float32)
    _middle, sides, _turn = cv2.minAreaRect(points)
    short, long = sorted(side * CELL_MM for side in sides)
    size = CARD_SHORT_MM[0] < short < CARD_SHORT_MM[1] and CARD_LONG_MM[0] < long < CARD_LONG_MM[1]
    return size and len(rows) * CELL_MM**2 > CARD_FILLED * short * long


def _corners_of_lane(lane: int) -> list[Point]:
    low, high = TRAY.lane(lane).low, TRAY.lane(lane).high
    return [Point(low.x, high.y), high, Point(high.x, low.y), low]
