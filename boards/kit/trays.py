"""The tray: where a player lays a program. Four lanes, one a row of the program, five card slots each.

A tray's own frame: origin in the centre of the sheet, x right, y up, mm. A column at the left holds, for
each lane, its number and a marker: the markers' long baseline tells place and heading, and a hand that
lies on some lanes leaves the others' markers in view.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

from boards.geometry import Point, Rect
from boards.kit.marker_plan import TRAY_MARKER_MM


@dataclass(frozen=True)
class TrayGeometry:
    """Sizes of a tray, mm."""

    lanes: int = 4
    slots: int = 5
    slot_mm: float = 66.0
    lane_mm: float = 92.0
    column_mm: float = 40.0
    """The marker column at the left: a marker and its quiet zone."""
    edge_mm: float = 5.0
    """White margin right, above and below the lanes."""
    marker_mm: float = TRAY_MARKER_MM

    @property
    def size_mm(self) -> tuple[float, float]:
        """Return the width and height of the sheet, in mm."""
        width = self.column_mm + self.slots * self.slot_mm + self.edge_mm
        return width, self.lanes * self.lane_mm + 2 * self.edge_mm

    @property
    def field(self) -> Rect:
        """The rectangle of all lanes."""
        left = -self.size_mm[0] / 2 + self.column_mm
        top = self.lanes * self.lane_mm / 2
        return Rect(Point(left, -top), Point(left + self.slots * self.slot_mm, top))

    def lane(self, lane: int) -> Rect:
        """Return a lane's rectangle; lane 0 is the first row of the program, at the top."""
        field = self.field
        top = field.high.y - lane * self.lane_mm
        return Rect(Point(field.low.x, top - self.lane_mm), Point(field.high.x, top))

    def lane_of(self, local: Point) -> int | None:
        """Return the lane, 0 to 3, that a place lies in; None outside the lanes."""
        field = self.field
        if not field.low.x <= local.x <= field.high.x:
            return None
        lane = math.floor((field.high.y - local.y) / self.lane_mm)
        return lane if 0 <= lane < self.lanes else None

    def slot_centre(self, lane: int, slot: int) -> Point:
        """Where a card's centre lies; slot 0 is the leftmost."""
        rect = self.lane(lane)
        return Point(rect.low.x + (slot + 0.5) * self.slot_mm, (rect.low.y + rect.high.y) / 2)

    def marker_centre(self, lane: int) -> Point:
        """Return the marker at the start of a lane, in its lower part; the number stands above it."""
        left = -self.size_mm[0] / 2
        return Point(left + self.column_mm / 2, self.lane(lane).low.y + self.column_mm / 2 + 4.0)


TRAY = TrayGeometry()
