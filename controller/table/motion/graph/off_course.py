"""Golems that leave their way: a drive beside others is stopped where pictures show that it would come too near to one.

A wheel that stands still, or a turn that was not made, leads a golem aside. Nobody relies on where it is, but a golem
beside its way may be met. Pure.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Iterator

from boards.geometry import Point, Pose
from controller.table.motion.graph.clearance import CLEAR_MM, LEAST_MM, Segment, least_distance
from controller.table.motion.graph.execution_graph import ExecutionGraph
from controller.table.motion.motion_plan import Drive
from controller.table.motion.sighting import Sighting

BESIDE_S = 0.6
"""How old the newest picture of a golem may become that drives beside another one. A wheel that stands turns it by 60
degrees meanwhile and shifts it by 8 mm; from there to a golem in the next cell there are 14 mm left."""
SET_OUT_S = 0.3
"""Pictures before that may show the turn before, where the camera's latency is not known exactly."""
NEAR_MM = LEAST_MM + 3.0
"""A golem that would come nearer to another one than that is off its course."""
PICTURES = 2
"""So many in a row must show it; the second one is taken at once."""


def beside(graph: ExecutionGraph, node: int, ended: Collection[int]) -> list[Segment]:
    """Return the ways of other golems that this drive passes by and could come to if it left its own way.

    Golems whose ways meet this one's are left out: the
    edges of the graph keep them apart.
    """
    way, golem = graph.nodes[node].segment, graph.nodes[node].golem
    return [
        segment
        for segments in _others(graph, golem, ended)
        if all(least_distance(segment, way) >= CLEAR_MM for segment in segments)
        for segment in segments
        if any(_reach(way, place) < LEAST_MM for place in _places(segment))
    ]


def _others(graph: ExecutionGraph, golem: str, ended: Collection[int]) -> Iterator[list[Segment]]:
    """Each other golem's ways that are left; where it stands if there are none."""
    for other in sorted({*graph.standing, *graph.golems} - {golem}):
        nodes = graph.of(other)
        left = [graph.nodes[n].segment for n in nodes if n not in ended and isinstance(graph.nodes[n].order, Drive)]
        if not left:
            stands = graph.nodes[nodes[-1]].end.point if nodes else graph.standing[other]
            left = [Segment(stands, stands)]
        yield left


def _places(segment: Segment) -> Iterator[Point]:
    count = math.ceil(segment.length / 20.0)
    return (segment.at(segment.length * n / count if count else 0.0) for n in range(count + 1))


def _reach(way: Segment, place: Point) -> float:
    """How near a golem can come to a place that may leave its way in any direction, but does not turn back."""
    length = way.length
    if not length:
        return math.inf
    along, gap = way.end - way.start, place - way.start
    ahead = (gap.x * along.x + gap.y * along.y) / length
    aside = abs(gap.x * along.y - gap.y * along.x) / length
    if ahead >= 0.0:
        return max(0.0, math.hypot(ahead, aside) - length)
    return math.hypot(ahead, max(0.0, aside - length))


class Course:
    """One drive beside other golems, as pictures show it."""

    def __init__(self, order: Drive, began: float, others: Collection[Segment]) -> None:
        """`began`: when it was sent, on the loop's clock, s. `others`: ways that it must not come near."""
        self._sign = math.copysign(1.0, order.mm)
        self._began = began
        self._others = tuple(others)
        self._seen_at = -math.inf
        self._off = 0

    def see(self, sighting: Sighting, left_mm: float) -> None:
        """Take a picture in; `left_mm`: what the wheels still had to count when it was taken.

        A picture counts once, and only if it was surely taken while the golem drove.
        """
        if not sighting.dated or sighting.time < self._began + SET_OUT_S or sighting.time <= self._seen_at:
            return
        self._seen_at = sighting.time
        rest = Segment(sighting.pose.point, _ahead(sighting.pose, self._sign * left_mm))
        off = any(least_distance(rest, other) < NEAR_MM for other in self._others)
        self._off = self._off + 1 if off else 0

    def oldest_s(self, now: float) -> float:
        """How old the newest picture of it may be now, s."""
        if not self._others or now < self._began + SET_OUT_S:
            return math.inf
        return 0.0 if self._off else BESIDE_S

    @property
    def lost(self) -> bool:
        """Whether it leads to another golem."""
        return self._off >= PICTURES


def _ahead(pose: Pose, mm: float) -> Point:
    return pose.place(Point(mm, 0.0))
