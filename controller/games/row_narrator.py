"""The protocol of games that narrate a step player by player: a sentence each instead of one for each event."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Protocol, runtime_checkable

from boards.base.catalogue import Language


@runtime_checkable
class RowNarrator(Protocol):
    """What a :class:`controller.games.game.Game` may have besides. Pure, as all of a game is."""

    def narrated_players(self, start: Any) -> tuple[str, ...]:
        """Return the players of a game that began so, in the order in which they are told of."""
        ...

    def narrate_row(
        self, before: Any, events: Sequence[Any], players: Sequence[str], language: Language
    ) -> tuple[str, ...]:
        """Return one sentence for each of these players about the step from `before` to these events.

        Players who are out of the game get one as well. Nothing is told of a card that still lies face down.
        """
        ...

    def remarks(self, before: Any, after: Any, language: Language) -> tuple[str, ...]:
        """Return remarks about no player in particular: energy spent, golems recharged."""
        ...
