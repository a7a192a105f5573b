"""Puzzles at the table, for the registry's conformance suite."""

from __future__ import annotations

import random
from typing import Any

from boards import puzzles
from controller.games.game import Decision, GoOn, ProgramsLaid, Request, Requirement
from tests.support.golem_positions import random_program

SETUP: dict[str, Any] = {
    "book": [puzzles.path(key).read_text(encoding="utf-8") for key in ("sleepy-guard", "first-steps")],
    "number": 0,
}


def decide(request: Request, state: Any, rng: random.Random) -> Decision:
    """Programs without bonus cards."""
    del state
    if request.requirement is Requirement.PROGRAMS:
        return ProgramsLaid({player: tuple(random_program(rng, "beginner")) for player in request.players})
    return GoOn()
