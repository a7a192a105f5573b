"""The dice race for the registry's conformance suite: three players, until somebody has a modest sum."""

from __future__ import annotations

import random
from typing import Any

from controller.games.game import Decision, DiceRolled, GoOn, PieceMoved, Request, Requirement
from tests.support import pictures

SETUP: dict[str, Any] = {"players": ["red", "blue", "green"], "sum": 1500}


def decide(request: Request, state: Any, rng: random.Random) -> Decision:
    """A fair die and any legal choice."""
    if request.requirement is Requirement.GO_ON:
        return GoOn()
    (player,) = request.players
    if request.requirement is Requirement.DICE:
        return DiceRolled({player: str(rng.randint(1, 6))})
    return PieceMoved(player, rng.choice(pictures.spiral(state)["choices"]))
