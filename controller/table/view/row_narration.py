"""How a row is told: a sentence for each player where the game can, else one for each event."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from boards.base.catalogue import languages
from boards.base.message import Message, given
from controller.games.game import Game, GoOn, Step
from controller.games.row_narrator import RowNarrator
from controller.table.view.view import RowStory


def tell_row(
    game: Game[Any, Any], start: Any, past: Sequence[Any], before: Any, step: Step[Any, Any], number: int, row: int
) -> RowStory:
    """Return the story of the row that led from the state `before` to this step.

    `start` is the state in which all golems stood, `past` are the states before earlier rows.
    """
    if not isinstance(game, RowNarrator):
        by_event = tuple(_words(game.explain(event, each) for each in languages()) for event in step.events)
        return RowStory(number, row, by_event, tuple(_whose(game.event_json(event)) for event in step.events))
    players = game.narrated_players(start)
    narrations = (game.narrate_row(before, step.events, players, language) for language in languages())
    told = tuple(_words(said) for said in zip(*narrations, strict=True))
    since = game.advance(past[-1], GoOn()).state if past else start
    ahead = _remarks(game, since, before)
    after = _remarks(game, before, step.state)
    return RowStory(number, row, (*ahead, *told, *after), (*[None] * len(ahead), *players, *[None] * len(after)))


def _whose(event: Mapping[str, Any]) -> str | None:
    """Return the golem, player or side that an event is about."""
    return next((str(event[key]) for key in ("golem", "player", "side") if key in event), None)


def _remarks(game: RowNarrator, before: Any, after: Any) -> tuple[Message, ...]:
    by_language = (game.remarks(before, after, language) for language in languages())
    return tuple(_words(said) for said in zip(*by_language, strict=True))


def _words(said: Iterable[str]) -> Message:
    """Return a sentence in each language, from its texts in their order."""
    return given(dict(zip(languages(), said, strict=True)))
