"""Who thinks for the table: the computer golem, the judge of puzzles, and the computer players of games of pieces."""

from __future__ import annotations

from typing import Any

from boards.base.languages import LANGUAGES
from controller.app.simulated_players.program_players import SimulatedPlayer
from controller.games.game_registry import AnyTabletop, tabletop_named
from controller.games.golems.opponent import STRENGTHS
from controller.games.golems.puzzles.puzzle_game import PuzzleState, verdict
from controller.games.seeded_random import mix
from controller.table.core.ports import ComputerPlayerPort
from controller.table.view.view import Words


class NotThought(TypeError):
    """A mistake in the program: a mind was asked for what its game does not have."""


class GolemComputerPlayers:
    """The mind of :class:`controller.table.core.ports.ComputerPlayerPort` for Battle of Golems."""

    strengths: tuple[str, ...] = tuple(STRENGTHS)

    def __init__(self, seed: int) -> None:
        self._seed = seed

    def program(self, game: Any, player: str, strength: str) -> tuple[str, ...]:
        return SimulatedPlayer(player, self._seed, strength).choose(game)

    def move(self, game: Any, player: str, strength: str, number: int) -> str:
        raise NotThought(f"golems are programmed, nobody moves them in a {type(game).__name__}")

    def verdict(self, game: Any) -> tuple[Words, ...]:
        if not isinstance(game, PuzzleState):
            raise NotThought(f"only puzzles are judged, not a {type(game).__name__}")
        told = verdict(game)
        sentences = zip(*(told.words(language) for language in LANGUAGES), strict=True)
        return tuple(dict(zip(LANGUAGES, each, strict=True)) for each in sentences)


class PieceComputerPlayers:
    """The mind of a game of pieces: its own computer player."""

    def __init__(self, tabletop: AnyTabletop, seed: int) -> None:
        self._tabletop = tabletop
        self._seed = seed
        self.strengths = tabletop.strengths

    def program(self, game: Any, player: str, strength: str) -> tuple[str, ...]:
        return self._tabletop.program(game, player, strength, self._seed)

    def move(self, game: Any, player: str, strength: str, number: int) -> str:
        return self._tabletop.choose(game, player, strength, mix(mix(self._seed) ^ number))

    def verdict(self, game: Any) -> tuple[Words, ...]:
        raise NotThought(f"nobody judges a {type(game).__name__}")


def computer_players_for(game: str, seed: int) -> ComputerPlayerPort:
    """Who thinks for the game of this name."""
    tabletop = tabletop_named(game)
    return GolemComputerPlayers(seed) if tabletop is None else PieceComputerPlayers(tabletop, seed)
