"""What happened in the dice race, and why a choice is refused: one sentence each, in four languages."""

from __future__ import annotations

from boards.base.catalogue import languages
from boards.base.errors import Problem, Problems
from controller.games.spiral.events import FIELDS, Event
from controller.games.spiral.illegal_choices import Reason
from controller.games.spiral.narration.event_messages import EVENTS, FIGURES, PLAYERS, REASONS


def explain(event: Event, language: str) -> str:
    """Return the sentence of an event.

    Raises :class:`boards.base.errors.Problems` for a language that is not spoken here.
    """
    for spoken in languages():
        if spoken == language:
            facts = {field: str(value) for field, value in zip(FIELDS[event.name], event.values, strict=True)}
            facts["who"] = PLAYERS.get(event.player, {}).get(spoken, event.player)
            if "whose" in facts:
                facts["whose"] = PLAYERS.get(facts["whose"], {}).get(spoken, facts["whose"])
            if "figure" in facts:
                facts["figure"] = FIGURES[facts["figure"]][spoken]
            return EVENTS[event.name][spoken].format_map(facts)
    raise Problems([Problem("language", f"the languages are {', '.join(languages())}, not {language!r}")])


def tell_reason(reason: Reason, language: str = "en") -> str:
    """Why a choice is refused. Raises :class:`boards.base.errors.Problems` for a language that is not spoken here."""
    for spoken in languages():
        if spoken == language:
            facts = dict(reason.facts)
            if spoken != "en" and "who" in facts:
                # In English the name stands inside the sentence, elsewhere before a colon.
                facts["who"] = PLAYERS.get(facts["who"], {}).get(spoken, facts["who"])
            return REASONS[reason.name][spoken].format_map({"cell": reason.cell, **facts})
    raise Problems([Problem("language", f"the languages are {', '.join(languages())}, not {language!r}")])
