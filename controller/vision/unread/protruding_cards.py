"""Report what sticks out from below the cards that were read in a tray's lanes: it makes their rows unread."""

from __future__ import annotations

from collections import Counter

import cv2
import numpy as np

from boards.geometry import Point
from boards.kit.kit import CARD_MM
from boards.kit.trays import TRAY
from calibration.camera_model import Floats
from controller.vision.pose.placement import to_mat_frame
from controller.vision.scene import Unread, Why
from controller.vision.unread.lanes.beyond_sheet import find_beyond_sheet
from controller.vision.unread.lanes.card_surround import find_protrusions
from controller.vision.unread.lanes.stray_print import EDGE_MM, find_stray_print
from controller.vision.unread.tray_sheet import CORNER, pixels_inside
from controller.vision.unread.tray_view import TrayView

SCREEN_SIDES = 3
"""Black sides of a card from which it is a picture on a screen."""
TOUCHING_MM = 6.0
"""Distance from a card within which print lies below it..."""
TOUCHING_SHARE = 0.3
"""... and the share of a piece of print that must lie there."""

_QUARTERS = np.array([(-1, 1), (1, 1), (1, -1), (-1, -1)])
_CORNERS_OF_CARD = np.array(CARD_MM) / 2 * _QUARTERS
_AROUND_CARD = (np.array(CARD_MM) / 2 + TOUCHING_MM) * _QUARTERS
_CORNER = np.array([CORNER.x, CORNER.y])


def find_protruding_cards(tray: TrayView) -> list[Unread]:
    """Report what sticks out from below cards, and cards that a screen shows: those have a black frame."""
    cards = [pose for _key, pose in tray.cards]
    if not cards:
        return []
    sides = find_protrusions(tray.flat, tray.key, cards, tray.below_things)
    frames = Counter(nth for nth, _shape, black in sides if black)
    screens = {nth for nth, count in frames.items() if count >= SCREEN_SIDES}
    parts = _stray_print(tray) + find_beyond_sheet(
        tray.image, tray.view, tray.pose, cards, tray.outlines([*tray.read, *tray.sheets], 0.0)
    )
    found = [
        tray.unread(Why.SCREEN, to_mat_frame(cards[nth], _CORNERS_OF_CARD), cards[nth].point) for nth in sorted(screens)
    ]
    told: set[tuple[int, Point]] = set()
    # Paper beyond the end of a lane counts for no row: the sheet's edge is elsewhere if it is bent. Print does.
    in_row = [*(((nth, shape), False) for nth, shape, _black in sides), *((part, True) for part in parts)]
    for (nth, shape), clipped in in_row:
        if nth in screens:
            continue
        middle = Point(*shape.mean(axis=0).tolist())
        for lane in (TRAY.lane_of(cards[nth].point), TRAY.lane_of(middle)):
            if lane is not None and (lane, middle) not in told:
                told.add((lane, middle))
                inside = _in_lane(middle, lane)
                at = inside if clipped else Point(middle.x, inside.y)
                found.append(tray.unread(Why.COVERED, shape, at))
    return found


def _stray_print(tray: TrayView) -> list[tuple[int, Floats]]:
    """Return print that belongs to nothing read: indices of the cards that it touches, and its outline."""
    inner = pixels_inside(tray.outlines(tray.read, -EDGE_MM)) | tray.over_rim
    around = [pixels_inside([to_mat_frame(pose, _AROUND_CARD)]) for _key, pose in tray.cards]
    parts: list[tuple[int, Floats]] = []
    for mask in find_stray_print(tray.flat, tray.key, tray.below_things, inner, tray.noise):
        rows, columns = np.nonzero(mask)
        hull = cv2.convexHull(np.stack([columns, rows], axis=1).astype(np.float32))[:, 0].astype(np.float64)
        shape = _CORNER + (hull + 0.5) * (1.0, -1.0)
        # It may lie below any card that it touches.
        beside = np.array([int((mask & near).sum()) for near in around])
        least = max(1, min(TOUCHING_SHARE * len(rows), beside.max()))
        parts += [(int(nth), shape) for nth in np.flatnonzero(beside >= least)]
    return parts


def _in_lane(place: Point, lane: int) -> Point:
    """Return the nearest place inside a lane, mm of the tray's frame."""
    area = TRAY.lane(lane).grown(-1.0)
    return Point(float(np.clip(place.x, area.low.x, area.high.x)), float(np.clip(place.y, area.low.y, area.high.y)))
