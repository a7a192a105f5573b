"""Why: one sentence for each event, in four languages, that names the card, the rule and the fact on the board."""

from __future__ import annotations

from boards.base.catalogue import Language, languages
from boards.base.errors import Problem, Problems
from boards.kit.cards import WORDS, CardKind
from controller.games.golems.narration.event_messages import ACCUSATIVES, FACINGS, GOLEMS, PHRASES
from controller.games.golems.rules.events import FIELDS, Event
from controller.games.golems.rules.goals import BRING_BARREL

_KINDS = {kind.value: kind for kind in CardKind}


def explain(event: Event, language: str) -> str:
    """Return the sentence of an event.

    Raises :class:`boards.base.errors.Problems` for a language that is not spoken here.
    """
    for spoken in languages():
        if spoken == language:
            return PHRASES[phrase_of(event)][spoken].format_map(_facts(event, spoken))
    raise Problems([Problem("language", f"the languages are {', '.join(languages())}, not {language!r}")])


def phrase_of(event: Event) -> str:
    """Which phrase of :data:`controller.games.golems.narration.event_messages.PHRASES` tells this event."""
    match event.name, event.values:
        case ("condition", ("enemy", True)):
            return "condition enemy golem" if event.other else "condition enemy barrel"
        case ("condition", ("enemy", _)):
            return "condition enemy ally" if event.other else "condition enemy nobody"
        case ("condition", (_, result)):
            return f"condition attacked {'yes' if result else 'no'}"
        case ("blocked", (_, reason)):
            return f"blocked {reason}"
        case ("lost-life" | "not-taken", (cause, *_)):
            return f"{event.name} {cause}"
        case ("dropped" | "lost-barrel", _):
            if event.card == BRING_BARREL:
                return f"{event.name} home"
            return f"{event.name} {'struck' if event.other else 'fallen'}"
    return event.name


def _facts(event: Event, language: Language) -> dict[str, str]:
    """Return what the placeholders of a phrase stand for."""
    facts = {field: str(value) for field, value in zip(FIELDS[event.name], event.values, strict=True)}
    facts["who"] = GOLEMS[event.golem][language]
    facts["whose"] = ACCUSATIVES[event.golem][language]
    if event.name == "turned":
        facts["facing"] = FACINGS[facts["facing"]][language]
    if event.card in _KINDS:
        facts["card"] = WORDS[_KINDS[event.card]][language]
    if event.other:
        facts["other"] = GOLEMS[event.other][language]
        facts["whom"] = ACCUSATIVES[event.other][language]
    return facts
