"""Roll out programs: play rounds ahead and average their values."""

from __future__ import annotations

from collections.abc import Mapping

from controller.games.golems.opponent.candidate_programs import Program
from controller.games.golems.opponent.evaluation import Evaluator
from controller.games.golems.rules.position import Position
from controller.games.golems.rules.round import play_round

Others = tuple[tuple[str, Program], ...]
"""The programs of all other golems, by colour."""

_LAST = 9
"""Rounds that an autonomous program is followed: as many as there is energy for."""


class Rollout:
    """Plays rounds from one position. `left` says how many may still be played."""

    def __init__(self, position: Position, playouts: int) -> None:
        self.position = position
        self.left = playouts
        self.rounds = _LAST if position.way == "autonomous" else 1
        self._outlooks = {golem.side: Evaluator(position, golem.side) for golem in position.golems}
        self._sides = {golem.colour: golem.side for golem in position.golems}
        self._known: dict[tuple[str, Program, Others], float] = {}

    def worth(self, colour: str, program: Program, others: Others) -> float:
        """How good it is for a golem's side if it lays this program and the others lay theirs."""
        asked = (colour, program, others)
        known = self._known.get(asked)
        if known is None:
            known = self._known[asked] = self._play(colour, {**dict(others), colour: program})
        return known

    def _play(self, colour: str, programs: Mapping[str, Program]) -> float:
        position = self.position
        outcome = None
        for _ in range(self.rounds):
            position, _, outcome = play_round(position, programs)
            self.left -= 1
            if outcome is not None or not position.golems:
                break
        return self._outlooks[self._sides[colour]].worth(position, outcome)
