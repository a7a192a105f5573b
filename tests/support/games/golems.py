"""Battle of Golems for the registry's conformance suite."""

from __future__ import annotations

import random
from typing import Any

from controller.games.game import Decision, DiceRolled, GoOn, ProgramsLaid, Request, Requirement
from tests.support.golem_positions import random_program

SETUP: dict[str, Any] = {
    "board": {"size": [4, 4]},
    "golems": {"red": {"at": "a1", "facing": "N"}, "blue": {"at": "d4", "facing": "S"}},
}


def decide(request: Request, state: Any, rng: random.Random) -> Decision:
    """Blank dice and programs without bonus cards."""
    if request.requirement is Requirement.DICE:
        return DiceRolled(dict.fromkeys(request.players, "blank"))
    if request.requirement is Requirement.PROGRAMS:
        return ProgramsLaid({player: tuple(random_program(rng, "beginner")) for player in request.players})
    return GoOn()
