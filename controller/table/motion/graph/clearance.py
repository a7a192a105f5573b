"""Clearance between two golems: discs that drive along straight segments. Pure geometry, mm.

A golem is a disc of 70 mm. While one drives a way and another drives a way that comes near it, one of them goes first;
:func:`limits` says how far the second may have come when the first has come so far.
"""

from __future__ import annotations

import math
from bisect import bisect_right
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import pairwise
from math import inf

from boards.geometry import Point

BODY_MM = 70.0
"""How wide a golem is."""
LEAST_MM = 72.0
"""No two middles come nearer than this, with every error of starts, wheels and links."""
CLEAR_MM = 78.0
"""What ways are planned for: the difference to LEAST_MM is for wheels that slip or pull to one side."""

_STEP_MM = 1.0
"""How finely ways are looked at."""
_SLACK_MM = 0.5
"""So much nearer than they stand at rest two golems may come to each other."""


def clear_between(distances_at_rest: Iterable[float]) -> float:
    """How much stays between two golems: CLEAR_MM, or what is between them at rest if that is less."""
    return min(CLEAR_MM, *(distance - _SLACK_MM for distance in distances_at_rest))


@dataclass(frozen=True)
class Segment:
    """A straight way of a disc's middle; a disc that stands has a way without length."""

    start: Point
    end: Point

    @property
    def length(self) -> float:
        """How long it is, mm."""
        return self.start.distance(self.end)

    def at(self, mm: float) -> Point:
        """Where the middle is after so many mm."""
        share = min(max(mm / self.length, 0.0), 1.0) if self.length else 0.0
        return Point(
            self.start.x + (self.end.x - self.start.x) * share, self.start.y + (self.end.y - self.start.y) * share
        )

    def distance(self, place: Point) -> float:
        """How near the way comes to a place."""
        if not self.length:
            return self.start.distance(place)
        gap, segment = place - self.start, self.end - self.start
        return self.at((gap.x * segment.x + gap.y * segment.y) / self.length).distance(place)


def least_distance(one: Segment, other: Segment) -> float:
    """How near two ways come to each other, whenever they are driven."""
    if _cross(one, other):
        return 0.0
    return min(one.distance(other.start), one.distance(other.end), other.distance(one.start), other.distance(one.end))


def _cross(one: Segment, other: Segment) -> bool:
    def side(segment: Segment, place: Point) -> float:
        along, gap = segment.end - segment.start, place - segment.start
        return along.x * gap.y - along.y * gap.x

    return side(one, other.start) * side(one, other.end) < 0.0 and side(other, one.start) * side(other, one.end) < 0.0


Limits = tuple[tuple[float, float], ...]
"""Rising pairs: once the first has come so far (mm), the second may come so far (mm). Before the first pair the second
may not begin; infinity: to its end."""


def limits(first: Segment, second: Segment, clear_mm: float = CLEAR_MM) -> Limits:
    """Return how far the second may drive while the first, which goes before it, drives: `clear_mm` stay between them.

    Each pair is right for wherever the first may be from there on to its end. Empty: the second may not begin before
    the first has ended.
    """
    found: list[tuple[float, float]] = []
    needed = 0.0
    reached = 0.0
    for x in _samples(second.length):
        needs = _left_behind(first, second.at(x), clear_mm)
        if needs > needed:
            if x > 0.0:
                found.append((needed, reached))
            needed = needs
        if needed == inf:
            return tuple(found)
        reached = x
    return (*found, (needed, inf))


def _samples(length: float) -> Iterator[float]:
    count = max(1, math.ceil(length / _STEP_MM)) if length else 0
    return (length * n / count if count else 0.0 for n in range(count + 1))


def _left_behind(segment: Segment, place: Point, clear: float) -> float:
    """How far along the way the disc must have come to stay clear of a place from there on; infinity: never."""
    if not segment.length:
        return inf if segment.start.distance(place) < clear else 0.0
    gap, along = place - segment.start, segment.end - segment.start
    middle = (gap.x * along.x + gap.y * along.y) / segment.length
    aside = abs(gap.x * along.y - gap.y * along.x) / segment.length
    if aside >= clear:
        return 0.0
    last = middle + math.sqrt(clear * clear - aside * aside)
    if last <= 0.0:
        return 0.0
    return inf if last >= segment.length and segment.end.distance(place) < clear else min(last, segment.length)


def allowed(table: Limits, confirmed: float) -> float:
    """How far the second may come when the first has come so far; below 0: it may not begin."""
    place = bisect_right(table, (confirmed, inf))
    return table[place - 1][1] if place else -1.0


def begin_at(table: Limits, length: float, ahead_mm: float) -> float:
    """How far the first must have come so that the second, as fast as it, never has to wait on its way of this length.

    The second must be let go on `ahead_mm` before it comes to where it is. Infinity: the first must have ended.
    """
    if not table or table[-1][1] < inf:
        return inf
    begin = table[0][0]
    for (_, reach), (needed, _) in pairwise(table):
        if reach < length:
            begin = max(begin, needed - max(0.0, reach - ahead_mm))
    return begin
