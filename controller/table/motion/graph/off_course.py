"""Golems that leave their way: a drive beside others is stopped where pictures show that it would come too near to one.

A wheel that stands still, a turn that was not made or cables that are swapped lead a golem elsewhere. Nobody relies on
where it is, but a golem near its way may be met. Pure.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Iterator

from boards.geometry import Point, Pose
from calibration.odometry import TRACK_MM
from controller.table.motion.graph.clearance import CLEAR_MM, LEAST_MM, Segment, least_distance
from controller.table.motion.graph.execution_graph import ExecutionGraph
from controller.table.motion.motion_plan import Drive, Order, Spin
from controller.table.motion.sighting import Sighting, along

BESIDE_S = 0.6
"""How old the newest picture of a golem may become that drives beside another one. A wheel that stands turns it by 60
degrees meanwhile and shifts it by 8 mm; from there to a golem in the next cell there are 14 mm left."""
SET_OUT_S = 0.3
"""Pictures before that may show the turn before, where the camera's latency is not known exactly."""
NEAR_MM = LEAST_MM + 3.0
"""A golem that would come nearer to another one than that is off its course."""
WRONG_MM = 5.0
"""A golem that is seen so far behind where it set out drives the wrong way; one that turns and is seen so far away
drives instead."""
PICTURES = 2
"""So many in a row must show it; the second one is taken at once."""


def beside(graph: ExecutionGraph, node: int, ended: Collection[int]) -> list[Segment]:
    """Return the ways of other golems that this one could come to if it left its own way.

    Golems whose ways meet this one's are left out: the
    edges of the graph keep them apart.
    """
    way = graph.nodes[node].segment
    near = LEAST_MM + _reach_mm(graph.nodes[node].order)
    return [
        segment
        for segments in _others(graph, graph.nodes[node].golem, ended)
        if all(least_distance(segment, way) >= CLEAR_MM for segment in segments)
        for segment in segments
        if segment.distance(way.start) < near
    ]


def _reach_mm(order: Order) -> float:
    """How far from its place an order may lead a golem in whichever direction, mm: all that its wheels roll."""
    match order:
        case Drive(mm):
            return abs(mm)
        case Spin(degrees):
            return math.radians(abs(degrees)) * TRACK_MM / 2
        case _:
            return -math.inf


def _others(graph: ExecutionGraph, golem: str, ended: Collection[int]) -> Iterator[list[Segment]]:
    """Each other golem's ways that are left; where it stands if there are none."""
    for other in sorted({*graph.standing, *graph.golems} - {golem}):
        nodes = graph.of(other)
        left = [graph.nodes[n].segment for n in nodes if n not in ended and isinstance(graph.nodes[n].order, Drive)]
        if not left:
            stands = graph.nodes[nodes[-1]].end.point if nodes else graph.standing[other]
            left = [Segment(stands, stands)]
        yield left


class Course:
    """One drive or turn near other golems, as pictures show it."""

    def __init__(self, graph: ExecutionGraph, node: int, ended: Collection[int], began: float) -> None:
        """Look after a node that was sent at `began` (the loop's clock, s), after the nodes in `ended`."""
        self._planned = graph.nodes[node]
        self._others = beside(graph, node, ended)
        self._began = began
        before = (graph.nodes[n].order for n in graph.of(self._planned.golem) if n < node)
        self._start = None if any(isinstance(order, Drive) for order in before) else self._planned.start
        """Where it was seen to set out; None: it has driven since, and is where its wheels have counted to."""
        self._seen_at = -math.inf
        self._off = 0

    def see(self, sighting: Sighting, left_mm: float = 0.0) -> None:
        """Take a picture in; `left_mm`: what the wheels of a drive still had to count when it was taken.

        A picture counts once, and only if it was surely taken while the golem drove or turned.
        """
        if self._others and sighting.dated and sighting.time > max(self._began, self._seen_at):
            self._seen_at = sighting.time
            surely = sighting.time >= self._began + SET_OUT_S
            off = self._wrong(sighting.pose) or (surely and self._leads_to_another(sighting.pose, left_mm))
            self._off = self._off + 1 if off else 0

    def _wrong(self, pose: Pose) -> bool:
        if self._start is None:
            return False
        if isinstance(self._planned.order, Drive):
            return along(self._start, self._planned.order, pose) < -WRONG_MM
        return pose.point.distance(self._start.point) > WRONG_MM

    def _leads_to_another(self, pose: Pose, left_mm: float) -> bool:
        if not isinstance(self._planned.order, Drive):
            return False
        rest = Segment(pose.point, pose.place(Point(math.copysign(left_mm, self._planned.order.mm), 0.0)))
        return any(least_distance(rest, other) < NEAR_MM for other in self._others)

    def oldest_s(self, now: float) -> float:
        """How old the newest picture of it may be now, s."""
        if not self._others or now < self._began + SET_OUT_S:
            return math.inf
        return 0.0 if self._off else BESIDE_S

    @property
    def lost(self) -> bool:
        """Whether it leads to another golem."""
        return self._off >= PICTURES
