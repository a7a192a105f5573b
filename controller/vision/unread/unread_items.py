"""What lies in a tray's lanes and was not read: a covered card must not be silently missing.

A lane is compared with the empty tray as it is printed: by colour (`sheet_colour.py`) and by lines (`lane_print.py`).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache

import cv2
import numpy as np
from numpy.typing import NDArray

from boards.geometry import Point, Pose
from boards.kit.trays import TRAY
from calibration.camera_frames import Image
from calibration.camera_model import Floats, View
from controller.vision.markers.image_patches import inside_picture
from controller.vision.pose.placement import as_pixels, carried, outline, pixels_of, xy_of
from controller.vision.scene import Unread, Why
from controller.vision.unread.card_shape import TraySeen, in_glare, lying_in
from controller.vision.unread.lane_print import lane_print
from controller.vision.unread.occlusion import BLURRED_MODULES, SMALLEST_SIDE_PX, marker_side_px
from controller.vision.unread.sheet_colour import SheetColour
from controller.vision.unread.tray_cache import Memory
from controller.vision.unread.tray_sheet import (
    filled,
    from_above,
    place_of,
)

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
        self,
        image: Image,
        view: View,
        trays: Iterable[Lying],
        read: Iterable[Lying],
        blur_modules: float,
        grain: float = 0.0,
    ) -> list[Unread]:
        """What lies in the trays' lanes besides the things that were read. ``grain``: the picture's noise."""
        found: list[Unread] = []
        on_top = [(key, pose) for key, pose in read if not key.startswith(("mat:", "tray:"))]
        for key, tray in trays:
            near = [(other, pose) for other, pose in on_top if pose.point.distance(tray.point) < _FAR_MM]
            if self._memory is None:
                found += _of_tray(image, view, key, tray, near, blur_modules, grain)
                continue
            now = self._memory.state(image, view, key, tray, near, blur_modules > BLURRED_MODULES)
            known = self._memory.known(key, now)
            if known is None:
                known = tuple(_of_tray(image, view, key, tray, near, blur_modules, grain))
                self._memory.keep(key, now, known)
            found += known
        return found


def _of_tray(
    image: Image, view: View, key: str, tray: Pose, read: Sequence[Lying], blur_modules: float, grain: float
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
    seen = TraySeen(key, flat, SheetColour.measured(flat, key, grain), covered, lane_print(flat, key, covered))
    for lane in whole:
        for mask, card in lying_in(seen, lane):
            found.append(_unread(view, tray, seen, mask, blur_modules, card))
    return found


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


def _unread(view: View, tray: Pose, seen: TraySeen, mask: NDArray[np.uint8], blur_modules: float, card: bool) -> Unread:
    rows, columns = np.nonzero(mask)
    corners = cv2.convexHull(np.stack([columns, rows], axis=1).astype(np.float32))[:, 0]
    hull = [tray.place(place_of(x, y)) for x, y in corners.tolist()]
    middle = tray.place(place_of(float(columns.mean()), float(rows.mean())))
    why = _why(view, middle, seen, mask, blur_modules, card)
    return Unread(why, pixels_of(view, hull), Pose(middle.x, middle.y, tray.heading), None)


def _why(view: View, middle: Point, seen: TraySeen, mask: NDArray[np.uint8], blur_modules: float, card: bool) -> Why:
    """Why what lies there was not read, the surest cause first."""
    if marker_side_px(view, middle) < SMALLEST_SIDE_PX:
        return Why.TOO_SMALL
    if in_glare(seen, mask):
        return Why.GLARE
    if blur_modules > BLURRED_MODULES:
        return Why.BLURRED
    return Why.NOT_OURS if card else Why.COVERED


def _corners_of_lane(lane: int) -> list[Point]:
    low, high = TRAY.lane(lane).low, TRAY.lane(lane).high
    return [Point(low.x, high.y), high, Point(high.x, low.y), low]
