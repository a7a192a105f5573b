"""Golems that do what an execution graph lets them, each as slowly as chance will have it. Continuous geometry."""

from __future__ import annotations

from collections.abc import Mapping
from math import inf
from random import Random

from boards.geometry import Pose
from controller.table.motion.graph.execution_graph import ExecutionGraph
from controller.table.motion.motion_plan import Drive, Leave


class DelayedGraph:
    """A graph that is carried out with delays anywhere."""

    def __init__(self, graph: ExecutionGraph, poses: Mapping[str, Pose], chance: Random) -> None:
        self.graph = graph
        self.places = {name: pose.point for name, pose in poses.items()}
        self.chance = chance
        self.ended: list[int] = []
        self.done = [0.0] * len(graph.nodes)
        self.least = inf
        """How near two middles came."""

    def play(self) -> None:
        """Until all have ended. Fails if nobody goes on."""
        idle = 0
        patience = 40 * len(self.graph.golems) + 200
        while len(self.ended) < len(self.graph.nodes):
            golem = self.chance.choice(self.graph.golems)
            # Some hardly ever get on.
            idle = 0 if self.advance(golem, self.chance.choice((0.3, 3.0, 30.0))) else idle + 1
            assert idle < patience, ("nobody goes on", self.ended, self.done)

    def advance(self, golem: str, by: float) -> bool:
        """Let a golem go on by so many mm or degrees, if it may; whether it did."""
        here = next((n for n in self.graph.of(golem) if n not in self.ended), None)
        if here is None:
            return False
        node, edges = self.graph.nodes[here], self.graph.incoming[here]
        reach = min((e.reach(self.done[e.first], ended=e.first in self.ended) for e in edges), default=inf)
        if reach < 0 or reach <= self.done[here] < node.length:
            return False
        self.done[here] = min(self.done[here] + by, reach, node.length)
        if isinstance(node.order, Drive):
            self.places[golem] = node.segment.at(self.done[here])
            others = [place for name, place in self.places.items() if name != golem]
            self.least = min([self.least, *(self.places[golem].distance(place) for place in others)])
        if isinstance(node.order, Leave):
            del self.places[golem]
        if self.done[here] >= node.length:
            self.ended.append(here)
        return True
