"""Ready cards: a player who lays one says that the program is complete.

One that still lies there from the last round does not count: it must have been seen to be away. A card that a hand or a
reflection hides may still lie there: nothing follows from that.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from enum import Enum


class ReadyCard(Enum):
    """Where a player's ready card is."""

    LEFT = "left"
    """It still lies where it lay when programs were last locked."""
    AWAY = "away"
    LAID = "laid"
    """It was away, and lies there again: the player is done."""


TRANSITIONS: Mapping[tuple[ReadyCard, bool], ReadyCard] = {
    (ReadyCard.LEFT, True): ReadyCard.LEFT,
    (ReadyCard.LEFT, False): ReadyCard.AWAY,
    (ReadyCard.AWAY, True): ReadyCard.LAID,
    (ReadyCard.AWAY, False): ReadyCard.AWAY,
    (ReadyCard.LAID, True): ReadyCard.LAID,
    (ReadyCard.LAID, False): ReadyCard.AWAY,
}
"""By where it was, and whether it lies there now."""


def seen_again(
    before: Mapping[str, ReadyCard], players: Iterable[str], lying: Collection[str], unread: Collection[str] = ()
) -> dict[str, ReadyCard]:
    """Return where the ready cards of these players are after a look that saw some lying, and could not see others."""
    now = {name: before.get(name, ReadyCard.LEFT) for name in players}
    return {
        name: card if name in unread and name not in lying else TRANSITIONS[card, name in lying]
        for name, card in now.items()
    }
