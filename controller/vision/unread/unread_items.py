"""Find what lies in a tray's lanes and was not read: a covered card must not be silently missing.

A lane is compared with the empty tray as it is printed: by colour (`sheet_colour.py`) and by lines (`lane_print.py`).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache, partial
from itertools import chain

import cv2
import numpy as np
from numpy.typing import NDArray

from boards.geometry import Point, Pose
from boards.kit.thing_keys import MatKey, TrayKey
from boards.kit.trays import TRAY
from calibration.camera_frames import Image
from calibration.camera_model import View
from controller.vision.markers.image_patches import inside_picture
from controller.vision.markers.occlusion import BLURRED_MODULES, SMALLEST_SIDE_PX, marker_side_px
from controller.vision.pose.placement import outline, points_array, to_mat_frame
from controller.vision.scene import Unread, Why
from controller.vision.unread.card_shape import RectifiedTray, find_unread_shapes, in_reflection
from controller.vision.unread.compression import CompressedSheet, compressed_sheet, compression_quality
from controller.vision.unread.lanes.card_band import find_hidden_bands
from controller.vision.unread.lanes.card_print import find_hidden_prints
from controller.vision.unread.lanes.hidden_print import find_hidden_print
from controller.vision.unread.lanes.lane_coverage import HidingPlace, LaneCoverage
from controller.vision.unread.lanes.lane_floor import find_on_floor, shows_floor
from controller.vision.unread.lanes.lane_light import LaneLight
from controller.vision.unread.lanes.lane_print import lane_print
from controller.vision.unread.lanes.loose_paper import find_grey_paper, find_loose_paper
from controller.vision.unread.lanes.paper_outlines import find_paper_outlines
from controller.vision.unread.lanes.print_evidence import PrintEvidence, print_details, print_evidence
from controller.vision.unread.lanes.torn_edges import find_torn_edges
from controller.vision.unread.lanes.white_places import find_white_places
from controller.vision.unread.protruding_cards import find_protruding_cards
from controller.vision.unread.sheet_colour import SheetColour
from controller.vision.unread.side_by_side import run_side_by_side
from controller.vision.unread.tray_cache import TrayCache, TraySnapshot
from controller.vision.unread.tray_sheet import COLUMNS, ROWS, squares_inside
from controller.vision.unread.tray_view import Lying, TrayView

_BESIDE_CARD_MM = 3.0
_FAR_MM = 350.0
_LANES = range(TRAY.lanes)


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
        # Not measured while nothing changes on the trays.
        quality = cache(lambda: compression_quality(image))
        sheets: list[Lying] = []
        on_top: list[Lying] = []
        for thing in read:
            (sheets if isinstance(thing[0], MatKey | TrayKey) else on_top).append(thing)
        found: list[Unread] = []
        changed: list[TrayView] = []
        snapshots: list[TraySnapshot] = []
        for key, pose in trays:
            near = [thing for thing in on_top if thing[1].point.distance(pose.point) < _FAR_MM]
            if self._cache is not None:
                now = self._cache.snapshot(image, view, key, pose, near, blur_modules > BLURRED_MODULES)
                known = self._cache.known(key, now)
                if known is not None:
                    found += known
                    continue
                snapshots.append(now)
            others = [sheet for sheet in sheets if sheet[0] != key]
            changed.append(TrayView(image, view, key, pose, near, others, blur_modules, noise, quality()))
        of_trays = _of_trays(changed, side_by_side=self._cache is None)
        if self._cache is not None:
            for tray, now, items in zip(changed, snapshots, of_trays, strict=True):
                self._cache.keep(tray.key, now, tuple(items))
        return [*found, *chain.from_iterable(of_trays)]


def _of_trays(trays: Sequence[TrayView], *, side_by_side: bool) -> list[list[Unread]]:
    """Return what lies in the lanes of each tray. ``side_by_side``: in several threads."""
    details = print_details([(tray.flat, tray.key, tray.blur_mm) for tray in trays])
    tasks = [partial(_of_tray, tray, detail) for tray, detail in zip(trays, details, strict=True)]
    return run_side_by_side(tasks) if side_by_side else [task() for task in tasks]


def _of_tray(tray: TrayView, detail: NDArray[np.float32]) -> list[Unread]:
    """Return what lies in a tray's lanes. ``detail``: of its sheet, as :func:`print_details` measures it."""
    found: list[Unread] = []
    whole: list[int] = []
    for lane in _LANES:
        corners = points_array(_corners_of_lane(lane))
        if inside_picture(tray.pixels(corners), tray.image.shape):
            whole.append(lane)
        else:
            found.append(tray.unread(Why.CUT_OFF, corners, TRAY.lane(lane).centre))
    if not whole:
        return found
    lines = lane_print(tray.flat, tray.key, tray.covered)
    compressed = compressed_sheet(tray, tray.blur_mm)
    sheets = compressed.sheets if compressed else ()
    print_ = print_evidence(tray.flat, tray.key, tray.below, lines.places, tray.blur_mm, sheets, detail)
    coverage = LaneCoverage(tray.flat, print_, tray.below)
    hiding = [[place for place in coverage.hiding_places(lane) if not _empty(tray, place.squares)] for lane in _LANES]
    nothing = np.zeros_like(tray.covered)
    unexplained = [np.any([place.squares for place in places] or [nothing], axis=0) for places in hiding]
    colour = SheetColour.measured(*tray.squares, tray.key, tray.noise)
    seen = RectifiedTray(tray.key, tray.flat, colour, tray.covered, lines, unexplained)
    shapes = [
        [(mask, card) for mask, card in find_unread_shapes(seen, lane) if not _empty(tray, mask > 0)] for lane in _LANES
    ]
    # Print is no part of what says nothing.
    lying = [
        [mask for mask, _card in of_lane]
        + [place.squares.astype(np.uint8) for place in places if not (place.burnt or place.dark)]
        for of_lane, places in zip(shapes, hiding, strict=True)
    ]
    found += find_protruding_cards(tray, lying, flat=print_.flat)
    things = tray.outlines(_BESIDE_CARD_MM)
    hidden = set(find_hidden_prints(tray.flat, tray.cards, things))
    if compressed is None:
        hidden |= set(find_hidden_bands(tray.flat, tray.key, tray.below, tray.cards, things))
    for nth in sorted(hidden):
        key, pose = tray.cards[nth]
        found.append(_hiding(tray, coverage.place(squares_inside([to_mat_frame(pose, outline(key))]))))
    hidden_print = find_hidden_print(print_)
    for lane in whole:
        found += [_unread(tray, seen, mask, card=card) for mask, card in shapes[lane]]
        known = np.any([mask > 0 for mask, _card in shapes[lane]] or [nothing], axis=0)
        found += [_hiding(tray, place) for place in hiding[lane] if not (place.squares & known).any()]
        missing = hidden_print[lane]
        if missing.any():
            missing &= ~coverage.dazzled
        if missing.any() and not (missing & (known | unexplained[lane])).any():
            found.append(_hiding(tray, coverage.place(missing)))
    lies = np.any([nothing, *unexplained, *(mask > 0 for of_lane in shapes for mask, _card in of_lane)], axis=0)
    on_floor = (mask.astype(np.uint8) for mask in _on_floor(tray) if not (mask & lies).any())
    found += [_unread(tray, seen, mask, card=False) for mask in on_floor]
    told = {TRAY.lane_of(tray.pose.local(item.pose.point)) for item in found if item.pose is not None}
    for mask in _pieces_of_paper(tray, colour, print_, compressed) if set(whole) - told else ():
        outline_, middle = tray.hull(mask)
        if TRAY.lane_of(tray.pose.local(middle)) not in told and not _empty(tray, mask):
            found.append(Unread(Why.COVERED, outline_, Pose(middle.x, middle.y, tray.pose.heading), None))
    return found


def _pieces_of_paper(
    tray: TrayView, colour: SheetColour, print_: PrintEvidence, compressed: CompressedSheet | None
) -> list[NDArray[np.bool_]]:
    """Return the squares of pieces of paper of any shape that lie in the lanes."""
    pieces = find_loose_paper(tray.squares[0], tray.key, tray.below, compressed)
    if compressed is not None:
        return pieces + find_grey_paper(colour.light, tray.covered, print_)
    light = LaneLight.measured(tray.flat, tray.key, tray.below)
    if light is None or not print_.flat:
        return pieces
    uneven = colour.uneven(~tray.covered)
    small = find_paper_outlines(light, print_, uneven=uneven)
    small += find_torn_edges(tray.flat, tray.key, tray.below, light)
    # Lamps are of different colours.
    small += [] if uneven else find_white_places(light, tray.key)
    return pieces + [
        cv2.resize(piece.astype(np.uint8), (COLUMNS, ROWS), interpolation=cv2.INTER_AREA) > 0 for piece in small
    ]


def _on_floor(tray: TrayView) -> list[NDArray[np.bool_]]:
    """Return the squares of what hides the floor of the lanes."""
    # Strong compression takes the floor away, too.
    return [] if tray.floor is None or tray.quality is not None else find_on_floor(tray.floor, tray.covered)


def _empty(tray: TrayView, squares: NDArray[np.bool_]) -> bool:
    """Tell whether a part of the lanes shows its floor, so that nothing lies there."""
    return tray.floor is not None and shows_floor(tray.floor, squares, tray.covered)


def _hiding(tray: TrayView, place: HidingPlace) -> Unread:
    outline_, middle = tray.hull(place.squares)
    why = Why.BLURRED if tray.blur_modules > BLURRED_MODULES or place.faint else Why.COVERED
    if place.burnt or place.dark:
        why = Why.GLARE if place.burnt else Why.DARK
    return Unread(why, outline_, Pose(middle.x, middle.y, tray.pose.heading), None)


def _unread(tray: TrayView, seen: RectifiedTray, mask: NDArray[np.uint8], *, card: bool) -> Unread:
    outline_, middle = tray.hull(mask > 0)
    return Unread(
        _why(tray, middle, seen, mask, card=card), outline_, Pose(middle.x, middle.y, tray.pose.heading), None
    )


def _why(tray: TrayView, middle: Point, seen: RectifiedTray, mask: NDArray[np.uint8], *, card: bool) -> Why:
    """Tell why what lies there was not read, the surest cause first."""
    if marker_side_px(tray.view, middle) < SMALLEST_SIDE_PX:
        return Why.TOO_SMALL
    if in_reflection(seen, mask):
        return Why.GLARE
    if tray.blur_modules > BLURRED_MODULES:
        return Why.BLURRED
    return Why.NOT_OURS if card else Why.COVERED


def _corners_of_lane(lane: int) -> list[Point]:
    low, high = TRAY.lane(lane).low, TRAY.lane(lane).high
    return [Point(low.x, high.y), high, Point(high.x, low.y), low]
