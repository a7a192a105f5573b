"""Jetan for the registry's conformance suite: a match of two short games, for the pieces' values."""

from __future__ import annotations

import random
from typing import Any

from controller.games.game import Decision, GoOn, PieceMoved, Request, Requirement
from tests.support import pictures
from tests.support.jetan_positions import position

SETUP: dict[str, Any] = {
    "position": position("Ce1 Rf1 Dd2 Nd4 ce10 rf10 dd9 nd6 ng6", rights="Rr"),
    "games": 2,
    "stakes": {"panthan": 4},
}


def decide(request: Request, state: Any, rng: random.Random) -> Decision:
    """Any legal move, rather a capture; the right to the first move is given away now and then."""
    if request.requirement is Requirement.GO_ON:
        return GoOn()
    (player,) = request.players
    if state.result is not None:
        return PieceMoved(player, rng.choice(("begin", "yield")))
    legal = pictures.jetan(state)["legal"]
    captures = [move for move in legal if "x" in move]
    return PieceMoved(player, rng.choice(captures or legal))
