"""What happened, and why a move is refused: one sentence each."""

from __future__ import annotations

from boards.base.catalogue import translate
from boards.base.message import Fact, Message
from controller.games.jetan.event_messages import EVENTS, PIECES, REASONS, SIDES, STEPS
from controller.games.jetan.events import Event
from controller.games.jetan.illegal_moves import Reason
from controller.games.jetan.pieces import KINDS
from controller.games.jetan.pieces import SIDES as NAMES
from controller.games.spoken_languages import spoken

_KINDS = tuple(kind.name for kind in KINDS)


def explain(event: Event, language: str) -> str:
    """Return the sentence of an event.

    Raises :class:`boards.base.errors.Problems` for a language that is not spoken here.
    """
    facts: dict[str, Fact] = {field: str(value) for field, value in event.values}
    if event.side:
        facts["side"] = SIDES[NAMES.index(event.side)]
    if event.kind:
        facts["piece"] = PIECES[_KINDS.index(event.kind)]
    phrase = event.name
    if phrase == "ended":
        phrase = f"{'ended' if facts.pop('won') == 'True' else 'drawn'} {facts.pop('reason')}"
    return translate(EVENTS[phrase].bind(**facts), spoken(language))


def tell_reason(reason: Reason, language: str = "en") -> str:
    """Why a move is refused. Raises :class:`boards.base.errors.Problems` for a language that is not spoken here."""
    return translate(reason_message(reason), spoken(language))


def reason_message(reason: Reason) -> Message:
    """Return why a move is refused."""
    return REASONS[reason.name].bind(
        start=reason.start,
        end=reason.end,
        where=reason.where,
        piece=PIECES[reason.kind],
        steps=STEPS[reason.kind],
        other=PIECES[reason.other],
    )
