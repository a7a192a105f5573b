"""What happened in the dice race, and why a choice is refused: one sentence each."""

from __future__ import annotations

from boards.base.catalogue import languages, translate
from boards.base.message import Fact, Message, given
from controller.games.spiral.events import FIELDS, Event
from controller.games.spiral.illegal_choices import Reason
from controller.games.spiral.narration.event_messages import EVENTS, FIGURES, PLAYERS, REASONS
from controller.games.spoken_languages import spoken


def explain(event: Event, language: str) -> str:
    """Return the sentence of an event.

    Raises :class:`boards.base.errors.Problems` for a language that is not spoken here.
    """
    facts: dict[str, Fact] = {field: str(value) for field, value in zip(FIELDS[event.name], event.values, strict=True)}
    facts["who"] = PLAYERS.get(event.player, event.player)
    if "whose" in facts:
        facts["whose"] = PLAYERS.get(str(facts["whose"]), facts["whose"])
    if "figure" in facts:
        facts["figure"] = FIGURES[str(facts["figure"])]
    return translate(EVENTS[event.name].bind(**facts), spoken(language))


def tell_reason(reason: Reason, language: str = "en") -> str:
    """Why a choice is refused. Raises :class:`boards.base.errors.Problems` for a language that is not spoken here."""
    return translate(reason_message(reason), spoken(language))


def _within(player: str) -> Fact:
    """Return a player's name where in English it stands inside of a sentence, elsewhere before a colon."""
    known = PLAYERS.get(player)
    if known is None:
        return player
    return given({each: player if each == "en" else translate(known, each) for each in languages()})


def reason_message(reason: Reason) -> Message:
    """Return why a choice is refused."""
    facts: dict[str, Fact] = {"cell": reason.cell, **dict(reason.facts)}
    if "who" in facts:
        facts["who"] = _within(str(facts["who"]))
    return REASONS[reason.name].bind(**facts)
