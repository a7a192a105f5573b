"""Find what lies in a tray's lanes and was not read: a covered card must not be silently missing.

A lane is compared with the empty tray as it is printed: by colour (`sheet_colour.py`) and by lines (`lane_print.py`).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from functools import lru_cache

import cv2
import numpy as np
from numpy.typing import NDArray

from boards.geometry import Pixel, Point, Pose
from boards.kit.kit import CARD_MM
from boards.kit.marker_plan import CARD_MARKER_MM, MODULES
from boards.kit.thing_keys import CardKey, MatKey, ThingKey, TrayKey
from boards.kit.trays import TRAY
from calibration.camera_frames import Image
from calibration.camera_model import Floats, View
from controller.vision.markers.image_patches import inside_picture
from controller.vision.markers.occlusion import BLURRED_MODULES, SMALLEST_SIDE_PX, marker_side_px
from controller.vision.pose.placement import outline, points_array, project_points, to_mat_frame, to_pixels
from controller.vision.scene import Unread, Why
from controller.vision.unread.card_shape import RectifiedTray, find_unread_shapes, in_reflection
from controller.vision.unread.lanes.card_print import find_hidden_prints
from controller.vision.unread.lanes.card_surround import find_protrusions
from controller.vision.unread.lanes.hidden_print import find_hidden_print
from controller.vision.unread.lanes.lane_coverage import HidingPlace, LaneCoverage
from controller.vision.unread.lanes.lane_print import lane_print
from controller.vision.unread.lanes.loose_paper import find_loose_paper
from controller.vision.unread.lanes.print_evidence import print_evidence
from controller.vision.unread.lanes.stray_print import EDGE_MM, find_stray_print
from controller.vision.unread.sheet_colour import SheetColour
from controller.vision.unread.tray_cache import TrayCache
from controller.vision.unread.tray_sheet import (
    CORNER,
    pixels_inside,
    rectify_sheet,
    square_centre,
    squares_inside,
)

MODULE_MM = CARD_MARKER_MM / MODULES
_AROUND_CARD_MM = 5.0
_BESIDE_CARD_MM = 3.0
_FAR_MM = 350.0
SCREEN_SIDES = 3
"""Black sides of a card from which it is a picture on a screen."""
_LANES = range(TRAY.lanes)
_CORNER = np.array([CORNER.x, CORNER.y])
_CORNERS_OF_CARD = np.array([(x * CARD_MM[0] / 2, y * CARD_MM[1] / 2) for x, y in ((-1, 1), (1, 1), (1, -1), (-1, -1))])


Lying = tuple[ThingKey, Pose]
"""A thing's key and where it lies."""


class TrayInspector:
    """Inspects the trays in one camera's pictures."""

    def __init__(self, *, live: bool) -> None:
        """``live``: pictures follow each other; a tray that has not changed is not looked at again."""
        self._cache = TrayCache() if live else None

    def look(
        self,
        image: Image,
        view: View,
        trays: Iterable[tuple[TrayKey, Pose]],
        read: Iterable[Lying],
        blur_modules: float,
        noise: float = 0.0,
    ) -> list[Unread]:
        """Return what lies in the trays' lanes besides the things that were read.

        ``noise``: of the picture, grey levels.
        """
        found: list[Unread] = []
        on_top = [(key, pose) for key, pose in read if not isinstance(key, MatKey | TrayKey)]
        for key, tray in trays:
            near = [(other, pose) for other, pose in on_top if pose.point.distance(tray.point) < _FAR_MM]
            if self._cache is None:
                found += _of_tray(image, view, key, tray, near, blur_modules, noise)
                continue
            now = self._cache.snapshot(image, view, key, tray, near, blur_modules > BLURRED_MODULES)
            known = self._cache.known(key, now)
            if known is None:
                known = tuple(_of_tray(image, view, key, tray, near, blur_modules, noise))
                self._cache.keep(key, now, known)
            found += known
        return found


def _of_tray(
    image: Image, view: View, key: TrayKey, tray: Pose, read: Sequence[Lying], blur_modules: float, noise: float
) -> list[Unread]:
    found: list[Unread] = []
    whole: list[int] = []
    for lane in _LANES:
        corners = view.project_plane(to_mat_frame(tray, points_array(_corners_of_lane(lane))))
        if inside_picture(corners, image.shape):
            whole.append(lane)
        else:
            middle = tray.place(TRAY.lane(lane).centre)
            pose = Pose(middle.x, middle.y, tray.heading)
            found.append(Unread(Why.CUT_OFF, to_pixels(corners), pose, None))
    if not whole:
        return found
    flat = rectify_sheet(image, view, tray)
    covered, below = (
        squares_inside(_outlines_on(tray, read, _AROUND_CARD_MM)),
        pixels_inside(_outlines_on(tray, read, 0.0)),
    )
    lines = lane_print(flat, key, covered)
    print_ = print_evidence(flat, key, below, lines.places, blur_modules * MODULE_MM)
    coverage = LaneCoverage(flat, print_, below)
    hiding = [coverage.hiding_places(lane) for lane in _LANES]
    unexplained = [np.any([place.squares for place in places] or [np.zeros_like(covered)], axis=0) for places in hiding]
    seen = RectifiedTray(key, flat, SheetColour.measured(flat, key, noise), covered, lines, unexplained)
    found += _sticking_out(view, tray, flat, key, read, below, noise)
    cards = _cards_in_lanes(tray, read)
    for nth in find_hidden_prints(flat, cards, _outlines_on(tray, read, _BESIDE_CARD_MM)):
        part = squares_inside([to_mat_frame(cards[nth][1], outline(cards[nth][0]))])
        found.append(_hiding(view, tray, coverage.place(part), blur_modules))
    for lane in whole:
        shapes = find_unread_shapes(seen, lane)
        found += [_unread(view, tray, seen, mask, blur_modules, card) for mask, card in shapes]
        known = np.any([mask > 0 for mask, _card in shapes] or [np.zeros_like(covered)], axis=0)
        found += [
            _hiding(view, tray, place, blur_modules) for place in hiding[lane] if not (place.squares & known).any()
        ]
        missing = find_hidden_print(print_, lane) & ~coverage.dazzled
        if missing.any() and not (missing & (known | unexplained[lane])).any():
            found.append(_hiding(view, tray, coverage.place(missing), blur_modules))
    told = {TRAY.lane_of(tray.local(item.pose.point)) for item in found if item.pose is not None}
    for mask in find_loose_paper(flat, key, below):
        outline_, middle = _hull(view, tray, mask)
        if TRAY.lane_of(tray.local(middle)) not in told:
            found.append(Unread(Why.COVERED, outline_, Pose(middle.x, middle.y, tray.heading), None))
    return found


def _sticking_out(
    view: View, tray: Pose, flat: Image, key: TrayKey, read: Sequence[Lying], below: NDArray[np.bool_], noise: float
) -> list[Unread]:
    """Find what lies below cards that were read and sticks out: it makes their rows unread."""
    cards = [pose for _key, pose in _cards_in_lanes(tray, read)]
    sides = find_protrusions(flat, key, cards, below)
    frames = Counter(nth for nth, _shape, black in sides if black)
    screens = {nth for nth, count in frames.items() if count >= SCREEN_SIDES}
    parts = [(nth, shape) for nth, shape, _black in sides]
    inner = pixels_inside(_outlines_on(tray, read, -EDGE_MM))
    for mask in find_stray_print(flat, key, below, inner, noise):
        rows, columns = np.nonzero(mask)
        hull = cv2.convexHull(np.stack([columns, rows], axis=1).astype(np.float32))[:, 0].astype(np.float64)
        shape = _CORNER + (hull + 0.5) * (1.0, -1.0)
        middle = shape.mean(axis=0)
        if cards:
            nearest = min(range(len(cards)), key=lambda nth: _distance_mm(cards[nth], shape))
            parts.append((nearest, shape))
    found = [_on_screen(view, tray, cards[nth]) for nth in sorted(screens)]
    for nth, shape in parts:
        if nth in screens:
            continue
        outline_ = to_pixels(view.project_plane(to_mat_frame(tray, shape)))
        middle = Point(*shape.mean(axis=0).tolist())
        lanes = dict.fromkeys((TRAY.lane_of(cards[nth].point), TRAY.lane_of(middle)))
        for lane in lanes:
            if lane is not None:
                place = tray.place(Point(middle.x, _within(middle.y, lane)))
                found.append(Unread(Why.COVERED, outline_, Pose(place.x, place.y, tray.heading), None))
    return found


def _distance_mm(card: Pose, shape: Floats) -> float:
    """Return the least distance of some places (N x 2 mm) from a card's outline; less than 0 inside."""
    corners = to_mat_frame(card, _CORNERS_OF_CARD).astype(np.float32)
    return -max(cv2.pointPolygonTest(corners, (float(x), float(y)), True) for x, y in shape)


def _cards_in_lanes(tray: Pose, read: Sequence[Lying]) -> list[tuple[CardKey, Pose]]:
    """Return the cards that were read in a tray's lanes, with their poses in its frame."""
    cards = [(thing, tray.local(pose.point), pose) for thing, pose in read if isinstance(thing, CardKey)]
    return [
        (card, Pose(at.x, at.y, pose.heading - tray.heading))
        for card, at, pose in cards
        if TRAY.lane_of(at) is not None
    ]


def _on_screen(view: View, tray: Pose, card: Pose) -> Unread:
    """Report a card that is shown by a screen: it has a black frame."""
    place = tray.place(card.point)
    outline_ = to_pixels(view.project_plane(to_mat_frame(tray, to_mat_frame(card, _CORNERS_OF_CARD))))
    return Unread(Why.SCREEN, outline_, Pose(place.x, place.y, tray.heading), None)


def _within(y: float, lane: int) -> float:
    """Return the nearest place inside a lane, mm of the tray's frame."""
    area = TRAY.lane(lane)
    return float(np.clip(y, area.low.y + 1.0, area.high.y - 1.0))


def _outlines_on(tray: Pose, read: Sequence[Lying], grown_mm: float) -> list[Floats]:
    """Return the outlines of things in a tray's frame, with some mm around them (N x 2 each)."""
    shapes: list[Floats] = []
    for key, pose in read:
        at = tray.local(pose.point)
        shapes.append(to_mat_frame(Pose(at.x, at.y, pose.heading - tray.heading), _grown_outline(key, grown_mm)))
    return shapes


@lru_cache(maxsize=512)
def _grown_outline(key: ThingKey, grown_mm: float) -> Floats:
    """Return the outline of a thing in its own frame, with some mm around it (N x 2)."""
    edge = outline(key)
    return np.asarray(edge * (1.0 + 1.4 * grown_mm / np.maximum(np.linalg.norm(edge, axis=1, keepdims=True), 1.0)))


def _hiding(view: View, tray: Pose, place: HidingPlace, blur_modules: float) -> Unread:
    outline_, middle = _hull(view, tray, place.squares)
    why = Why.BLURRED if blur_modules > BLURRED_MODULES or place.faint else Why.COVERED
    if place.burnt or place.dark:
        why = Why.GLARE if place.burnt else Why.DARK
    return Unread(why, outline_, Pose(middle.x, middle.y, tray.heading), None)


def _hull(view: View, tray: Pose, mask: NDArray[np.bool_]) -> tuple[tuple[Pixel, ...], Point]:
    """Return the convex outline of squares in the picture, and their middle on the table."""
    rows, columns = np.nonzero(mask)
    corners = cv2.convexHull(np.stack([columns, rows], axis=1).astype(np.float32))[:, 0]
    hull = [tray.place(square_centre(x, y)) for x, y in corners.tolist()]
    return project_points(view, hull), tray.place(square_centre(float(columns.mean()), float(rows.mean())))


def _unread(
    view: View, tray: Pose, seen: RectifiedTray, mask: NDArray[np.uint8], blur_modules: float, card: bool
) -> Unread:
    outline_, middle = _hull(view, tray, mask > 0)
    why = _why(view, middle, seen, mask, blur_modules, card)
    return Unread(why, outline_, Pose(middle.x, middle.y, tray.heading), None)


def _why(
    view: View, middle: Point, seen: RectifiedTray, mask: NDArray[np.uint8], blur_modules: float, card: bool
) -> Why:
    """Tell why what lies there was not read, the surest cause first."""
    if marker_side_px(view, middle) < SMALLEST_SIDE_PX:
        return Why.TOO_SMALL
    if in_reflection(seen, mask):
        return Why.GLARE
    if blur_modules > BLURRED_MODULES:
        return Why.BLURRED
    return Why.NOT_OURS if card else Why.COVERED


def _corners_of_lane(lane: int) -> list[Point]:
    low, high = TRAY.lane(lane).low, TRAY.lane(lane).high
    return [Point(low.x, high.y), high, Point(high.x, low.y), low]
