"""Why: one sentence for each event, that names the card, the rule and the fact on the board."""

from __future__ import annotations

from boards.base.catalogue import translate
from boards.base.message import Fact
from boards.kit.cards import WORDS, CardKind
from controller.games.golems.narration.event_messages import ACCUSATIVES, FACINGS, GOLEMS, PHRASES
from controller.games.golems.rules.events import FIELDS, Event
from controller.games.golems.rules.goals import BRING_BARREL
from controller.games.spoken_languages import spoken

_KINDS = {kind.value: kind for kind in CardKind}


def explain(event: Event, language: str) -> str:
    """Return the sentence of an event.

    Raises :class:`boards.base.errors.Problems` for a language that is not spoken here.
    """
    return translate(PHRASES[phrase_of(event)].bind(**_facts(event)), spoken(language))


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


def _facts(event: Event) -> dict[str, Fact]:
    """Return what the placeholders of a phrase stand for."""
    facts: dict[str, Fact] = {field: str(value) for field, value in zip(FIELDS[event.name], event.values, strict=True)}
    facts["who"] = GOLEMS[event.golem]
    facts["whose"] = ACCUSATIVES[event.golem]
    if event.name == "turned":
        facts["facing"] = FACINGS[str(facts["facing"])]
    if event.card in _KINDS:
        facts["card"] = WORDS[_KINDS[event.card]]
    if event.other:
        facts["other"] = GOLEMS[event.other]
        facts["whom"] = ACCUSATIVES[event.other]
    return facts
