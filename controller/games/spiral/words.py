"""What happened in the dice race: one sentence for each event, in four languages."""

from __future__ import annotations

from boards.errors import Problem, Problems
from boards.languages import LANGUAGES
from controller.games.spiral.events import FIELDS, Event
from controller.games.spiral.phrases import EVENTS, FIGURES, PLAYERS


def explain(event: Event, language: str) -> str:
    """The sentence of an event. Raises :class:`boards.errors.Problems` for a language that is not spoken here."""
    for spoken in LANGUAGES:
        if spoken == language:
            facts = {field: str(value) for field, value in zip(FIELDS[event.name], event.values, strict=True)}
            facts["who"] = PLAYERS.get(event.player, {}).get(spoken, event.player)
            if "whose" in facts:
                facts["whose"] = PLAYERS.get(facts["whose"], {}).get(spoken, facts["whose"])
            if "figure" in facts:
                facts["figure"] = FIGURES[facts["figure"]][spoken]
            return EVENTS[event.name][spoken].format_map(facts)
    raise Problems([Problem("language", f"the languages are {', '.join(LANGUAGES)}, not {language!r}")])
