"""Run a game's own computer player and judge for the table."""

from __future__ import annotations

from typing import Any

from boards.base.message import Message
from controller.games.game_registry import AnyTabletop
from controller.games.seeded_random import mix


class ComputerPlayers:
    """The :class:`controller.table.core.ports.ComputerPlayerPort` of a game that is played by itself."""

    def __init__(self, tabletop: AnyTabletop, seed: int) -> None:
        self._tabletop = tabletop
        self._seed = seed
        self.strengths: tuple[str, ...] = tabletop.strengths

    def program(self, game: Any, player: str, strength: str) -> tuple[str, ...]:
        """Choose a program for a player; the same seed chooses the same in the same state."""
        return self._tabletop.program(game, player, strength, self._seed)

    def move(self, game: Any, player: str, strength: str, number: int) -> str:
        """Choose a move for the `number`-th step."""
        return self._tabletop.choose(game, player, strength, mix(mix(self._seed) ^ number))

    def verdict(self, game: Any) -> tuple[Message, ...]:
        """Return what the judge says to this end of the game; nothing in games that nobody judges."""
        return self._tabletop.verdict(game)
