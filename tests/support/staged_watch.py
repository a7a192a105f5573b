"""What is seen of simulated golems while they act out a game: how near they come to each other and to the edge."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, field
from itertools import combinations

from boards.stage import Stage
from hardware.simulated.world import World

BODY_MM = 70.0


@dataclass
class Watch:
    """How near the bodies ever came to each other and to the edge of the field, mm between centres."""

    apart: float = 1e9
    inside: float = 1e9
    moved: set[str] = field(default_factory=set)

    async def look(self, world: World, stage: Stage) -> None:
        low, high = stage.field.low, stage.field.high
        first = {name: body.pose.point for name, body in world.bodies.items()}
        while True:
            for name, body in world.bodies.items():
                x, y = body.pose.x, body.pose.y
                self.inside = min(self.inside, x - low.x, high.x - x, y - low.y, high.y - y)
                if body.pose.point.distance(first[name]) > 50.0:
                    self.moved.add(name)
            for one, other in combinations(world.bodies.values(), 2):
                self.apart = min(self.apart, one.pose.point.distance(other.pose.point))
            await asyncio.sleep(0.04)
