"""A simulated player who lays programs: the game's own computer player, playing for one golem."""

from __future__ import annotations

from typing import Any

from controller.games.game_registry import AnyTabletop


class ProgramPlayer:
    """Chooses programs for one golem. The same seed chooses the same in the same state, also after a restart."""

    def __init__(self, tabletop: AnyTabletop, name: str, seed: int) -> None:
        """Set up a player of medium strength."""
        self._tabletop = tabletop
        self._name = name
        self._seed = seed

    def choose(self, state: Any) -> tuple[str, ...]:
        """Return a legal program for this state of the game."""
        strength = self._tabletop.shown or self._tabletop.strengths[0]
        return self._tabletop.program(state, self._name, strength, self._seed)
