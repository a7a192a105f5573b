"""The outlines of printed things: what eye, overlay and simulator cut along."""

from __future__ import annotations

import math

from boards.geometry import Point, Rect
from boards.mats import mat
from boards.things import Thing

_ROUND_KINDS = ("golem",)
_ROUND_CORNERS = 32


def is_round(thing: Thing) -> bool:
    """Whether it is cut out as a disc."""
    return thing.kind in _ROUND_KINDS


def sheet(thing: Thing) -> Rect:
    """The rectangle of the printed sheet, in the thing's own frame."""
    if thing.kind == "mat":
        return mat(thing.key).sheet
    width, height = thing.size_mm
    return Rect(Point(-width / 2, -height / 2), Point(width / 2, height / 2))


def outline(thing: Thing) -> tuple[Point, ...]:
    """The outline in the thing's own frame, clockwise from the upper left (a disc: from the right)."""
    if is_round(thing):
        radius = thing.size_mm[0] / 2
        angles = (-2 * math.pi * corner / _ROUND_CORNERS for corner in range(_ROUND_CORNERS))
        return tuple(Point(radius * math.cos(angle), radius * math.sin(angle)) for angle in angles)
    low, high = sheet(thing).low, sheet(thing).high
    return Point(low.x, high.y), high, Point(high.x, low.y), low
