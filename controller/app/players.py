"""Simulated players: the computer golem of the rules, playing for one colour."""

from __future__ import annotations

from typing import Any

from controller.games.chance import mix
from controller.games.golems.opponent import choose
from controller.games.golems.state import State

MEDIUM = "medium"


class SimulatedPlayer:
    """Chooses programs for one golem. The same seed chooses the same in the same state, also after a restart."""

    def __init__(self, name: str, seed: int, strength: str = MEDIUM) -> None:
        self._name = name
        self._seed = seed
        self._strength = strength

    def choose(self, state: Any) -> tuple[str, ...]:
        """A legal program for this state of the game. It looks at what the screen shows, and at its own die."""
        if not isinstance(state, State):
            raise TypeError(f"this player plays Battle of Golems, not a {type(state).__name__}")
        face = dict(state.faces or ()).get(self._name)
        seed = mix(mix(self._seed) ^ (state.round + state.round_is_over))
        return choose(state.position, self._name, self._strength, seed, face=face)
