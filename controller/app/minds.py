"""Who thinks for the table: the computer golem, and the judge of puzzles."""

from __future__ import annotations

from typing import Any

from boards.languages import LANGUAGES
from controller.app.players import SimulatedPlayer
from controller.games.golems.opponent import STRENGTHS
from controller.games.golems.puzzle_game import PuzzleState, verdict
from controller.table.view import Words


class GolemMind:
    """The mind of :class:`controller.table.ports.MindPort` for Battle of Golems."""

    strengths: tuple[str, ...] = tuple(STRENGTHS)

    def __init__(self, seed: int) -> None:
        self._seed = seed

    def program(self, game: Any, player: str, strength: str) -> tuple[str, ...]:
        return SimulatedPlayer(player, self._seed, strength).choose(game)

    def verdict(self, game: Any) -> tuple[Words, ...]:
        if not isinstance(game, PuzzleState):
            raise TypeError(f"only puzzles are judged, not a {type(game).__name__}")
        told = verdict(game)
        sentences = zip(*(told.words(language) for language in LANGUAGES), strict=True)
        return tuple(dict(zip(LANGUAGES, each, strict=True)) for each in sentences)
