"""What happened, and why a move is refused: one sentence each, in four languages."""

from __future__ import annotations

from boards.base.catalogue import Language, languages
from boards.base.errors import Problem, Problems
from controller.games.jetan.event_messages import EVENTS, PIECES, REASONS, SIDES, STEPS
from controller.games.jetan.events import Event
from controller.games.jetan.illegal_moves import Reason
from controller.games.jetan.pieces import KINDS
from controller.games.jetan.pieces import SIDES as NAMES

_KINDS = tuple(kind.name for kind in KINDS)


def explain(event: Event, language: str) -> str:
    """Return the sentence of an event.

    Raises :class:`boards.base.errors.Problems` for a language that is not spoken here.
    """
    spoken = _spoken(language)
    facts = {field: str(value) for field, value in event.values}
    if event.side:
        facts["side"] = SIDES[NAMES.index(event.side)][spoken]
    if event.kind:
        facts["piece"] = PIECES[_KINDS.index(event.kind)][spoken]
    phrase = event.name
    if phrase == "ended":
        phrase = f"{'ended' if facts.pop('won') == 'True' else 'drawn'} {facts.pop('reason')}"
    return EVENTS[phrase][spoken].format_map(facts)


def tell_reason(reason: Reason, language: str = "en") -> str:
    """Why a move is refused. Raises :class:`boards.base.errors.Problems` for a language that is not spoken here."""
    spoken = _spoken(language)
    return REASONS[reason.name][spoken].format_map(
        {
            "start": reason.start,
            "end": reason.end,
            "where": reason.where,
            "piece": PIECES[reason.kind][spoken],
            "steps": STEPS[reason.kind][spoken],
            "other": PIECES[reason.other][spoken],
        }
    )


def _spoken(language: str) -> Language:
    for spoken in languages():
        if spoken == language:
            return spoken
    raise Problems([Problem("language", f"the languages are {', '.join(languages())}, not {language!r}")])
