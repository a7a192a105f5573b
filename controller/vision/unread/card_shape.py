"""Decide whether something unread in a tray's lane has the size and shape of a card.

If so, a card lies there that shows none of our faces. Anything else is something that covers.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache

import cv2
import numpy as np
from numpy.typing import NDArray

from boards.geometry import Point
from boards.kit.trays import TRAY
from calibration.camera_frames import Image
from controller.vision.unread.lanes.lane_print import LanePrint
from controller.vision.unread.paper.paper_width import measure_pale_width
from controller.vision.unread.trays.sheet_colour import SheetColour
from controller.vision.unread.trays.tray_sheet import (
    CELL_MM,
    COLUMNS,
    COLUMNS_BEFORE,
    COLUMNS_ON_SHEET,
    ROWS,
    TrayEdition,
    in_squares,
    printed_sheet,
)

BORDER_MM = 8.0
"""Margin along a lane's edge, where lines are printed and nothing is compared, mm."""

SMALLEST_MM2 = 550.0
"""Smallest area that counts, mm²: less is a speck, a wrinkle or the edge of a shadow; a card has 5,500."""

FAINT_NOISES, LEAST_CHANGE = 5.0, 0.012
"""Least difference of what hides print from the lane around it: in standard deviations, and as a log."""

CARD_SHORT_MM, CARD_LONG_MM = (52.0, 72.0), (66.0, 98.0)
"""Limits of the sides of a card: its squares are coarse, and a lane's edges cut it short."""
TURNED_MM = 78.0
"""Longest side of a card that lies askew and is cut short by the lane, mm."""
PALE_CARD_MM = (55.0, 70.0)
"""Limits of the width of a card as pale as its lane, which may lie askew; a card has 63 mm."""
CARD_FILLED, SHEET_FILLED = 0.8, 0.97
"""Least share of its bounding rectangle that a card fills, and a straight sheet."""

SEEN_SHARE = 0.3
"""Share of the lines in a spot of light that must be clearly seen: a shadow's edge may cross the others."""

BURNT_LEVEL = 250
BURNT_SHARE = 0.15

NUMBER_SEEN = 0.6
"""Least correlation of a lane's number and marker with their print."""
SAME_COLOUR = 0.1
"""Largest change of the log of a colour within one sheet of paper..."""
SAME_SHARE = 0.25
"""... in this share of the rows in which something reaches the sheet's edge."""
COLOURED_SHARE = 0.5
"""Least coloured share of the bare paper left of a lane."""


@lru_cache(maxsize=8)
def inside_lane(lane: int) -> NDArray[np.bool_]:
    """Return the squares of a lane that are compared."""
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
    """Return the rows of a lane's inside, from beside its number to the sheet's other edge."""
    mask = np.zeros((ROWS, COLUMNS), np.bool_)
    mask[inside_lane(lane).any(axis=1), COLUMNS_BEFORE - 1 : COLUMNS_ON_SHEET] = True
    return mask


@dataclass(frozen=True, eq=False)
class RectifiedTray:
    """A tray's sheet in a picture."""

    edition: TrayEdition
    flat: Image
    """The sheet from above."""
    colour: SheetColour
    covered: NDArray[np.bool_]
    """The squares on which things lie that were read."""
    lines: LanePrint
    unexplained: Sequence[NDArray[np.bool_]]
    """For each lane, the squares where a card could lie unseen."""

    @cached_property
    def differs(self) -> NDArray[np.bool_]:
        """The squares that are not those of the empty sheet, nor of a thing that was read."""
        return self.colour.differs() & ~self.covered

    @cached_property
    def uneven(self) -> bool:
        """Whether a shadow or a lamp is on it: then brightness alone is no sign of paper."""
        return self.colour.uneven(~self.covered)


def find_unread_shapes(tray: RectifiedTray, lane: int) -> list[tuple[NDArray[np.uint8], bool]]:
    """Find what lies in a lane and was not read, from left to right: its squares, and whether it is a card."""
    spots = [(mask, None) for mask in _spots(tray.differs & inside_lane(lane)) if not _only_light(tray, lane, mask)]
    lines = [(None, hidden) for hidden in tray.lines.hidden[lane]]
    return [_shape_at(tray, lane, parts) for parts in _by_columns([*spots, *lines])]


_Part = tuple[NDArray[np.uint8] | None, NDArray[np.bool_] | None]
"""A spot that differs, or hidden lines."""


def _by_columns(parts: Sequence[_Part]) -> list[list[_Part]]:
    """Group parts that lie above one another: they are one thing."""
    groups: list[tuple[NDArray[np.bool_], list[_Part]]] = []
    for part in parts:
        across = np.any([mask.any(axis=0) for mask in part if mask is not None], axis=0)
        reach = _grown(_filled_in(across)[None])[0]
        same = [group for group in groups if (group[0] & reach).any()]
        groups = [group for group in groups if all(group is not other for other in same)]
        groups.append(
            (
                np.any([reach, *(other[0] for other in same)], axis=0),
                [each for other in same for each in other[1]] + [part],
            )
        )
    return [group for _reach, group in sorted(groups, key=lambda item: int(np.argmax(item[0])))]


def _filled_in(across: NDArray[np.bool_]) -> NDArray[np.bool_]:
    at = np.nonzero(across)[0]
    filled = np.zeros_like(across)
    filled[at[0] : at[-1] + 1] = True
    return filled


def _shape_at(tray: RectifiedTray, lane: int, parts: Sequence[_Part]) -> tuple[NDArray[np.uint8], bool]:
    spots = [spot for spot, _hidden in parts if spot is not None]
    hidden = np.any([lines for _spot, lines in parts if lines is not None] or [np.zeros_like(tray.covered)], axis=0)
    spot = np.max(spots, axis=0) if spots else np.zeros(hidden.shape, np.uint8)
    # Where colour shows the whole outline, do not use its faint edges, which are noisier.
    faint = (hidden & ~_grown(spot)).any()
    by_print, card = _by_print(tray, lane, hidden) if faint else (np.zeros(hidden.shape, np.uint8), False)
    mask = shape = by_print
    if spots:
        shape = _beyond_lane(spot, tray.differs, lane)
        # Of a pale thing only the edge may have been different enough.
        card, mask = card or _card_shaped(shape), np.maximum(spot, by_print)
    if _over_edge(tray, lane, np.maximum(shape, hidden)):
        return mask, False
    if tray.colour.plain(mask):
        columns = np.nonzero((mask > 0).any(axis=0) | hidden.any(axis=0))[0]
        width = measure_pale_width(tray.flat, tray.edition, np.asarray(inside_lane(lane).any(axis=1)), columns)
        card = card if width is None or width < PALE_CARD_MM[0] else width < PALE_CARD_MM[1]
        # Edges on printed lines are blurred, as lines are left out; but no card hides two lines so far apart.
        card = card and _reach_mm(hidden) < PALE_CARD_MM[1]
    return mask, card


def _reach_mm(hidden: NDArray[np.bool_]) -> float:
    """Return the distance along the lane from the first hidden line to the last, mm."""
    columns = np.nonzero(hidden.any(axis=0))[0]
    return float(columns[-1] - columns[0]) * CELL_MM if len(columns) else 0.0


def _only_light(tray: RectifiedTray, lane: int, mask: NDArray[np.uint8]) -> bool:
    """Tell whether a spot is only brighter, where light is uneven, and no card can hide in it."""
    if not tray.colour.plain(mask) or not (tray.uneven or tray.colour.brighter_than_paper(mask)):
        return False
    there = mask > 0
    free = int((tray.lines.free & there).sum())
    if not free:
        # No line is printed in it: it may be the light that hides another card.
        return not (tray.unexplained[lane] & _grown(mask)).any()
    return int((tray.lines.seen & there).sum()) > SEEN_SHARE * free or not (tray.unexplained[lane] & there).any()


def in_reflection(tray: RectifiedTray, mask: NDArray[np.uint8]) -> bool:
    """Tell whether a reflection lies on these squares."""
    return tray.colour.dazzled(mask) or _overexposed(tray, mask)


def _overexposed(tray: RectifiedTray, mask: NDArray[np.uint8]) -> bool:
    """Tell whether some part of these squares is overexposed."""
    big = np.repeat(np.repeat(mask > 0, CELL_MM, axis=0), CELL_MM, axis=1)
    return float((tray.flat[big] >= BURNT_LEVEL).all(axis=1).mean()) > BURNT_SHARE


def _spots(differs: NDArray[np.bool_]) -> list[NDArray[np.uint8]]:
    """Return the connected parts that are large enough to be something."""
    if not differs.any():
        return []
    count, labels, stats, _centroids = cv2.connectedComponentsWithStats(_joined(differs))
    smallest = SMALLEST_MM2 / CELL_MM**2
    return [
        (labels == label).astype(np.uint8) for label in range(1, count) if stats[label, cv2.CC_STAT_AREA] >= smallest
    ]


def _by_print(tray: RectifiedTray, lane: int, hidden: NDArray[np.bool_]) -> tuple[NDArray[np.uint8], bool]:
    """Return the squares of something that hides print and hardly differs otherwise, and whether it is a card."""
    colour, covered = tray.colour, tray.covered
    free = inside_lane(lane) & ~covered & ~_grown(hidden)
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


def _beyond_lane(mask: NDArray[np.uint8], differs: NDArray[np.bool_], lane: int) -> NDArray[np.uint8]:
    """Extend a spot by what is connected to it left and right of the lane's inside, on the sheet."""
    rows = _in_lane_rows(lane)
    parts = _joined((mask > 0) | (differs & rows)) * rows.astype(np.uint8)
    _count, labels = cv2.connectedComponents(parts)
    own = np.unique(labels[(mask > 0) & (labels > 0)])
    return np.isin(labels, own).astype(np.uint8)


def _over_edge(tray: RectifiedTray, lane: int, shape: NDArray[np.uint8]) -> bool:
    """Tell whether it extends over the lane's marker or over the sheet's right edge.

    Over the marker: its print is not seen, or there is a colour beside it. Over the edge: beside it looks as on it.
    """
    flat, rows = tray.flat, np.repeat(np.asarray(inside_lane(lane).any(axis=1)), CELL_MM)
    reached = shape[:, COLUMNS_BEFORE] > 0
    if reached.any():
        there, print_ = (
            sheet[rows, : COLUMNS_BEFORE * CELL_MM, 1].ravel() for sheet in (flat, printed_sheet(tray.edition))
        )
        beside = tray.colour.coloured[reached, COLUMNS_BEFORE - 1]
        # Where all is of one tone, as beyond the picture's edge, no print is seen.
        seen = there.std() > 0.0 and float(np.corrcoef(there, print_)[0, 1]) >= NUMBER_SEEN
        if not seen or float(beside.mean()) > COLOURED_SHARE:
            return True
    touched = np.repeat(shape[:, COLUMNS_ON_SHEET - 1] > 0, CELL_MM) & rows
    if not touched.any():
        return False
    on = np.median(flat[touched, (COLUMNS_ON_SHEET - 3) * CELL_MM : COLUMNS_ON_SHEET * CELL_MM], axis=1)
    beside = np.median(flat[touched, COLUMNS_ON_SHEET * CELL_MM + 1 :][:, :CELL_MM], axis=1)
    same = np.abs(np.log(np.maximum(beside, 1.0) / np.maximum(on, 1.0))).max(axis=1) < SAME_COLOUR
    return float(same.mean()) > SAME_SHARE


def _grown(mask: NDArray[np.uint8] | NDArray[np.bool_]) -> NDArray[np.bool_]:
    return np.asarray(cv2.dilate(mask.astype(np.uint8), np.ones((5, 5), np.uint8)) > 0)


def _joined(differs: NDArray[np.bool_]) -> NDArray[np.uint8]:
    """Remove specks and close gaps."""
    kernel = np.ones((3, 3), np.uint8)
    closed = cv2.morphologyEx(differs.astype(np.uint8), cv2.MORPH_CLOSE, kernel)
    opened = cv2.morphologyEx(closed, cv2.MORPH_OPEN, kernel)
    # Print and bare paper of one card hang together.
    return np.asarray(cv2.morphologyEx(opened, cv2.MORPH_CLOSE, np.ones((5, 5), np.uint8)), np.uint8)


def _card_shaped(mask: NDArray[np.uint8]) -> bool:
    """Tell whether connected squares have the size and shape of a card."""
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
