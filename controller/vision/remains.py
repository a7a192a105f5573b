"""What lies in a tray's lanes and was not read: a covered card must not be silently missing.

A lane is compared with the empty tray as it is printed. Light is taken out first: shadows and gradients
change the brightness of paper, not its hue and not its texture. What is left is hue, texture, more
brightness than the lane's tint can have, or black: something lies there.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache

import cv2
import numpy as np
from numpy.typing import NDArray

from boards.geometry import Point, Pose
from boards.trays import TRAY
from calibration.camera_model import Floats, View
from calibration.frames import Image
from controller.vision.doubt import BLURRED_MODULES, SMALLEST_SIDE_PX, inside_picture, marker_side_px
from controller.vision.lane_print import missing_print
from controller.vision.placing import as_pixels, carried, outline, pixels_of, xy_of
from controller.vision.scene import Unread, Why
from controller.vision.still_trays import Memory
from controller.vision.tray_sheet import (
    CELL_MM,
    COLUMNS,
    COLUMNS_BEFORE,
    COLUMNS_ON_SHEET,
    FIELD,
    ROWS,
    filled,
    from_above,
    in_squares,
    place_of,
    printed,
    printed_squares,
    squares,
)

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

FAINT_NOISES, LEAST_CHANGE = 5.0, 0.012
"""What hides print is so much unlike the lane around it: the noise of the squares, and the least change of a log."""

BURNT_LEVEL = 250
BURNT_SHARE = 0.15

CARD_SHORT_MM, CARD_LONG_MM = (52.0, 72.0), (66.0, 98.0)
"""The sides of what may be a card: its squares are coarse, and a lane's edges cut it short."""
TURNED_MM = 78.0
"""Both sides of one that lies a little askew, cut short by the lane, are no longer than this."""
CARD_FILLED, SHEET_FILLED = 0.8, 0.97
"""The share of the rectangle around it that it fills, at least."""

NUMBER_SEEN = 0.6
"""A lane's number and marker are to be seen if they correlate with their print so much."""
SAME_COLOUR = 0.1
"""Change of the log of a colour, at most, within one sheet of paper."""

_AROUND_CARD_MM = 5.0
_FAR_MM = 350.0
_LANES = range(TRAY.lanes)


Lying = tuple[str, Pose]
"""A thing's key and where it lies."""


class Remains:
    """Looks at the trays of one camera's pictures."""

    def __init__(self, *, live: bool) -> None:
        """``live``: pictures follow each other; a tray that has not changed is not looked at again."""
        self._memory = Memory() if live else None

    def look(
        self, image: Image, view: View, trays: Iterable[Lying], read: Iterable[Lying], blur_modules: float
    ) -> list[Unread]:
        """What lies in the trays' lanes besides the things that were read."""
        found: list[Unread] = []
        on_top = [(key, pose) for key, pose in read if not key.startswith(("mat:", "tray:"))]
        for key, tray in trays:
            near = [(other, pose) for other, pose in on_top if pose.point.distance(tray.point) < _FAR_MM]
            if self._memory is None:
                found += _of_tray(image, view, key, tray, near, blur_modules)
                continue
            now = self._memory.state(image, view, key, tray, near, blur_modules > BLURRED_MODULES)
            known = self._memory.known(key, now)
            if known is None:
                known = tuple(_of_tray(image, view, key, tray, near, blur_modules))
                self._memory.keep(key, now, known)
            found += known
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
    flat = from_above(image, view, tray)
    covered = _covered_by(tray, read)
    colour = _colour(flat, key)
    differs = _differs(colour) & ~covered
    missing = missing_print(flat, key, covered)
    for lane in whole:
        spots = _spots(differs & _inside_lane(lane))
        for mask in spots:
            shape = _beyond_lane(mask, differs, lane)
            lines = [hidden for hidden in missing[lane] if (_grown(mask) & hidden).any()]
            card = _card_shaped(shape)
            if card and _over_edge(flat, key, shape, lane):
                card = False
            elif lines and not card:
                # Of a pale thing only the edge may have been different enough.
                card = _by_print(lines[0], colour, covered, lane)[1]
            found.append(_unread(view, tray, mask, flat, blur_modules, card))
        for hidden in missing[lane]:
            # What has a colour of its own is told of by that.
            if not any((_grown(mask) & hidden).any() for mask in spots):
                mask, card = _by_print(hidden, colour, covered, lane)
                found.append(_unread(view, tray, mask, flat, blur_modules, card))
    return found


@dataclass(frozen=True, eq=False)
class _Colour:
    """How the squares of a sheet differ from the empty sheet in the same light: rows x columns."""

    hue: Floats
    """The larger of the changes of log(red / blue) and log(green / the geometric mean of both)."""
    rough: Floats
    """Texture beyond what is printed and what is noise."""
    light: Floats
    """Log of the brightness over that of the empty sheet in even light."""


def _colour(flat: Image, key: str) -> _Colour:
    mean, texture = squares(flat)
    empty_mean, empty_texture = printed_squares(key)
    ratio = np.log(np.maximum(mean, 1.0)) - np.log(empty_mean)
    light = ratio[..., 1] - _plane(ratio[..., 1])
    # Two axes of colour: paper may be as red as it is blue, and still be green or purple.
    hues = np.stack([ratio[..., 2] - ratio[..., 0], ratio[..., 1] - (ratio[..., 2] + ratio[..., 0]) / 2])
    usual = np.median(hues[:, *FIELD], axis=(1, 2), keepdims=True)
    # In the dark the sensor's noise is a texture of its own.
    rough = texture - empty_texture - NOISE_LEVELS / np.maximum(mean[..., 1], 8.0)
    return _Colour(np.asarray(np.abs(hues - usual).max(axis=0)), np.asarray(rough), np.asarray(light))


def _differs(colour: _Colour) -> NDArray[np.bool_]:
    """Where the sheet is not the empty sheet in some light."""
    light = (colour.light > BRIGHTER) | (colour.light < BLACKER)
    return np.asarray((colour.hue > HUE) | (colour.rough > TEXTURE) | light)


def _by_print(
    hidden: NDArray[np.bool_], colour: _Colour, covered: NDArray[np.bool_], lane: int
) -> tuple[NDArray[np.uint8], bool]:
    """The squares of something that hides print and stands out by little else, and whether it is a card."""
    free = _inside_lane(lane) & ~covered & ~_grown(hidden)
    other = np.zeros(hidden.shape, np.bool_)
    for values in (colour.hue, colour.light):
        usual = np.median(values[free]) if free.any() else 0.0
        spread = 1.48 * float(np.median(np.abs(values[free] - usual))) if free.any() else 0.0
        other |= np.abs(values - usual) > max(FAINT_NOISES * spread, LEAST_CHANGE)
    other &= _in_lane_rows(lane) & ~covered
    shape = _beyond_lane((hidden & ~covered).astype(np.uint8), other | hidden, lane)
    if shape.sum() * CELL_MM**2 >= SMALLEST_MM2:
        return shape, _card_shaped(shape)
    # By its colour it is the paper it lies on: only the lines say how wide it is.
    columns = np.nonzero(hidden.any(axis=0))[0]
    return hidden.astype(np.uint8), bool((columns[-1] - columns[0]) * CELL_MM < CARD_SHORT_MM[1])


def _plane(values: Floats) -> Floats:
    """The light: a robust plane through the log ratios of the lanes' squares, for all squares (R x C)."""
    x, y, design = _design()
    taken = values[FIELD][::3, ::3].ravel()
    fit = np.array([np.median(taken), 0.0, 0.0])
    for _ in range(6):
        off = taken - design @ fit
        weighted = design * (1.0 / (1.0 + (off / 0.03) ** 2))[:, None]
        # A little stiffness keeps the plane level where few squares agree.
        fit = np.linalg.solve(weighted.T @ design + np.diag([0.0, 1.0, 1.0]), weighted.T @ taken)
    return np.asarray(fit[0] + fit[1] * x + fit[2] * y)


@lru_cache(maxsize=1)
def _design() -> tuple[Floats, Floats, Floats]:
    """Across and down all squares (R x C each), and of every third square of the lanes 1, across and down (N x 3)."""
    rows, columns = np.zeros((ROWS, COLUMNS))[FIELD].shape
    y, x = (axis - 1.0 for axis in np.mgrid[0:ROWS, 0:COLUMNS] / np.array([rows, columns]).reshape(2, 1, 1) * 2.0)
    return x, y, np.stack([np.ones_like(x), x, y], axis=-1)[FIELD][::3, ::3].reshape(-1, 3)


def _covered_by(tray: Pose, read: Sequence[Lying]) -> NDArray[np.bool_]:
    """The squares that things which were read lie on."""
    shapes: list[Floats] = []
    for key, pose in read:
        at = tray.local(pose.point)
        shapes.append(carried(Pose(at.x, at.y, pose.heading - tray.heading), _grown_outline(key)))
    return filled(shapes)


@lru_cache(maxsize=512)
def _grown_outline(key: str) -> Floats:
    """Of a thing in its own frame, and some mm around it (N x 2)."""
    edge = outline(key)
    return np.asarray(
        edge * (1.0 + 1.4 * _AROUND_CARD_MM / np.maximum(np.linalg.norm(edge, axis=1, keepdims=True), 1.0))
    )


@lru_cache(maxsize=8)
def _inside_lane(lane: int) -> NDArray[np.bool_]:
    rect = TRAY.lane(lane).grown(-BORDER_MM)
    mask = np.zeros((ROWS, COLUMNS), np.bool_)
    (left, top), (right, bottom) = (
        in_squares(np.array([(p.x, p.y)]))[0] + 0.5
        for p in (Point(rect.low.x, rect.high.y), Point(rect.high.x, rect.low.y))
    )
    mask[int(np.ceil(top)) : int(bottom), int(np.ceil(left)) : int(right)] = True
    return mask


@lru_cache(maxsize=8)
def _in_lane_rows(lane: int) -> NDArray[np.bool_]:
    """The rows of a lane's inside, from beside its number to the sheet's other edge."""
    mask = np.zeros((ROWS, COLUMNS), np.bool_)
    mask[_inside_lane(lane).any(axis=1), COLUMNS_BEFORE - 1 : COLUMNS_ON_SHEET] = True
    return mask


def _beyond_lane(mask: NDArray[np.uint8], differs: NDArray[np.bool_], lane: int) -> NDArray[np.uint8]:
    """A spot with what hangs together with it left and right of the lane's inside, on the sheet."""
    rows = _in_lane_rows(lane)
    parts = _joined((mask > 0) | (differs & rows)) * rows.astype(np.uint8)
    _count, labels = cv2.connectedComponents(parts)
    own = np.unique(labels[(mask > 0) & (labels > 0)])
    return np.isin(labels, own).astype(np.uint8)


def _over_edge(flat: Image, key: str, shape: NDArray[np.uint8], lane: int) -> bool:
    """Whether it goes on over the lane's marker, whose print is then not to be seen, or over the sheet's right edge,
    beside which it then looks as on it."""
    rows = np.repeat(np.asarray(_inside_lane(lane).any(axis=1)), CELL_MM)
    if shape[:, COLUMNS_BEFORE].any():
        there, print_ = (sheet[rows, : COLUMNS_BEFORE * CELL_MM, 1].ravel() for sheet in (flat, printed(key)))
        if float(np.corrcoef(there, print_)[0, 1]) < NUMBER_SEEN:
            return True
    if not shape[:, COLUMNS_ON_SHEET - 1].any():
        return False
    beside = np.median(flat[rows, (COLUMNS - 1) * CELL_MM :].reshape(-1, 3), axis=0)
    on = np.median(flat[rows, (COLUMNS_ON_SHEET - 3) * CELL_MM : COLUMNS_ON_SHEET * CELL_MM].reshape(-1, 3), axis=0)
    return bool(np.abs(np.log(np.maximum(beside, 1.0) / np.maximum(on, 1.0))).max() < SAME_COLOUR)


def _grown(mask: NDArray[np.uint8] | NDArray[np.bool_]) -> NDArray[np.bool_]:
    return np.asarray(cv2.dilate(mask.astype(np.uint8), np.ones((5, 5), np.uint8)) > 0)


def _joined(differs: NDArray[np.bool_]) -> NDArray[np.uint8]:
    """Without crumbs and gaps."""
    kernel = np.ones((3, 3), np.uint8)
    closed = cv2.morphologyEx(differs.astype(np.uint8), cv2.MORPH_CLOSE, kernel)
    opened = cv2.morphologyEx(closed, cv2.MORPH_OPEN, kernel)
    # Print and bare paper of one card hang together.
    return np.asarray(cv2.morphologyEx(opened, cv2.MORPH_CLOSE, np.ones((5, 5), np.uint8)), np.uint8)


def _spots(differs: NDArray[np.bool_]) -> list[NDArray[np.uint8]]:
    """The connected parts that are large enough to be something."""
    if not differs.any():
        return []
    count, labels, stats, _centroids = cv2.connectedComponentsWithStats(_joined(differs))
    smallest = SMALLEST_MM2 / CELL_MM**2
    return [
        (labels == label).astype(np.uint8) for label in range(1, count) if stats[label, cv2.CC_STAT_AREA] >= smallest
    ]


def _unread(view: View, tray: Pose, mask: NDArray[np.uint8], flat: Image, blur_modules: float, card: bool) -> Unread:
    rows, columns = np.nonzero(mask)
    corners = cv2.convexHull(np.stack([columns, rows], axis=1).astype(np.float32))[:, 0]
    hull = [tray.place(place_of(x, y)) for x, y in corners.tolist()]
    middle = tray.place(place_of(float(columns.mean()), float(rows.mean())))
    why = _why(view, middle, mask, flat, blur_modules, card)
    return Unread(why, pixels_of(view, hull), Pose(middle.x, middle.y, tray.heading), None)


def _why(view: View, middle: Point, mask: NDArray[np.uint8], flat: Image, blur_modules: float, card: bool) -> Why:
    """Why what lies there was not read, the surest cause first."""
    big = np.asarray(cv2.resize(mask, (flat.shape[1], flat.shape[0]), interpolation=cv2.INTER_NEAREST))
    if marker_side_px(view, middle) < SMALLEST_SIDE_PX:
        return Why.TOO_SMALL
    if float((flat[big > 0] >= BURNT_LEVEL).all(axis=1).mean()) > BURNT_SHARE:
        return Why.GLARE
    if blur_modules > BLURRED_MODULES:
        return Why.BLURRED
    return Why.NOT_OURS if card else Why.COVERED


def _card_shaped(mask: NDArray[np.uint8]) -> bool:
    """Whether squares that hang together have the size and shape of a card: one lies there, and shows no marker."""
    rows, columns = np.nonzero(mask)
    corners = np.stack([columns + dx for dx in (0, 1, 1, 0)] + [rows + dy for dy in (0, 0, 1, 1)], axis=1)
    points = corners.reshape(-1, 2, 4).transpose(0, 2, 1).reshape(-1, 2).astype(np.float32)
    _middle, sides, _turn = cv2.minAreaRect(points)
    short, long = sorted(side * CELL_MM for side in sides)
    size = CARD_SHORT_MM[0] < short < CARD_SHORT_MM[1] and CARD_LONG_MM[0] < long < CARD_LONG_MM[1]
    filled_share = len(rows) * CELL_MM**2 / (short * long)
    # A straight sheet that is a little wider than a card fills its rectangle.
    size = size or (CARD_LONG_MM[0] < short and long < TURNED_MM and filled_share < SHEET_FILLED)
    return size and filled_share > CARD_FILLED


def _corners_of_lane(lane: int) -> list[Point]:
    low, high = TRAY.lane(lane).low, TRAY.lane(lane).high
    return [Point(low.x, high.y), high, Point(high.x, low.y), low]
