"""Simulated golems that act out a game: how near they come to each other and the edge, and a person who moves one."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import dataclass, field
from itertools import combinations
from random import Random

from boards.geometry import Pose
from boards.stage import Stage
from controller.app.compose.hand_requests import moved
from controller.table.core.actor import Table
from firmware_bridge.robots.hands_robot import HandRequest
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


def person(world: World, table: Table, golem: str = "blue") -> Callable[[HandRequest | None], None]:
    """Somebody who moves a golem when asked, not quite exactly, and says so."""
    chance, saying = Random(4), []

    def do(chore: HandRequest) -> None:
        there = moved(world.bodies[golem].pose, chore)
        slip = [chance.uniform(-4.0, 4.0) for _ in range(3)]
        world.bodies[golem].pose = Pose(there.x + slip[0], there.y + slip[1], there.heading + slip[2])
        saying.append(asyncio.get_running_loop().create_task(table.submit("done")))

    def hear(chore: HandRequest | None) -> None:
        if chore is not None:
            asyncio.get_running_loop().call_later(1.0, do, chore)

    return hear
