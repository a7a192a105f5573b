"""Robot Game for the registry's conformance suite: its last thirty turns, with bots that act at random."""

from __future__ import annotations

import random
from typing import Any

from controller.games.game import Decision, GoOn, ProgramsLaid, Request, Requirement
from controller.games.robot_game.arena import NEIGHBOURS, place_of

SETUP: dict[str, Any] = {"turn": 70, "seed": 6}


def decide(request: Request, state: Any, rng: random.Random) -> Decision:
    """Most robots do something: they move and attack towards the middle, some guard, a few blow themselves up."""
    if request.requirement is Requirement.GO_ON:
        return GoOn()
    rows: dict[str, list[str]] = {player: [] for player in request.players}
    for cell, robot in state.robots.items():
        kind = rng.choices(("move", "attack", "guard", "suicide", ""), (40, 40, 10, 1, 4))[0]
        x, y = place_of(min(rng.sample(NEIGHBOURS[cell], 2), key=lambda near: abs(near - 180)))
        aim = f" {x},{y}" if kind in ("move", "attack") else ""
        if kind:
            rows[str(robot.player)].append(f"{robot.id} {kind}{aim}")
    return ProgramsLaid({player: tuple(found) for player, found in rows.items()})
