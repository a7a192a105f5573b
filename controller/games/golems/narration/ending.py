"""How a game ended, in one sentence: who won and why, a draw, or what a lone player lost by."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from boards.base.catalogue import Language, translate
from boards.base.message import Message, _
from controller.games.golems.rules.goals import (
    BRING_BARREL,
    DESTROY_BARRELS,
    ENERGY,
    LAST_STANDING,
    REACH,
    SURVIVE,
)

ENDINGS: Mapping[str, Message] = {
    "won": _("{who} won: {reason}."),
    "draw": _("A draw: {reason}."),
    "lost": _("Lost: {reason}."),
}
REASONS: Mapping[str, Message] = {
    LAST_STANDING: _("the last one standing"),
    REACH: _("the goal is reached"),
    BRING_BARREL: _("the barrel is home"),
    DESTROY_BARRELS: _("no barrel is left"),
    SURVIVE: _("still standing when the energy is out"),
    ENERGY: _("the energy is out, lives decide"),
}
NOBODY_LEFT = _("nobody is left on the board")
NOT_REACHED = _("the energy is out, and the goal is not reached")
"""What a side that played alone has lost by."""


def ending_sentence(winners: Sequence[str], reason: str, language: Language, *, alone: bool) -> str:
    """Return how the game ended; ``winners`` are the golems of the sides that won, as they are called."""
    lost = alone and not winners
    why: Message | str = REASONS.get(reason, reason)
    if reason == LAST_STANDING and not winners:
        why = NOBODY_LEFT
    elif reason == ENERGY and lost:
        why = NOT_REACHED
    ending = ENDINGS["won" if winners else "lost" if lost else "draw"]
    return translate(ending.bind(who=", ".join(winners), reason=why), language)
