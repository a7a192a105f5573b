"""What a card says: its kind, and its words."""

from __future__ import annotations

from enum import Enum

from boards.base.catalogue import Language, translate
from boards.base.message import Message, pgettext


class CardKind(Enum):
    """The twelve kinds of card. The value is the card's name in the text form of a program."""

    FORWARD = "forward"
    BACKWARD = "backward"
    TURN_LEFT = "turn-left"
    TURN_RIGHT = "turn-right"
    STAND = "stand"
    ATTACK = "attack"
    DEFEND = "defend"
    TAKE = "take"
    IF_ENEMY = "if enemy"
    IF_ATTACKED = "if attacked"
    REPEAT_2 = "repeat 2"
    REPEAT_3 = "repeat 3"

    @property
    def is_bonus(self) -> bool:
        """The four cards that a bonus die allows; they need other cards beside them."""
        return self in _BONUS


_BONUS = (CardKind.IF_ENEMY, CardKind.IF_ATTACKED, CardKind.REPEAT_2, CardKind.REPEAT_3)


WORDS: dict[CardKind, Message] = {
    CardKind.FORWARD: pgettext("card", "Forward"),
    CardKind.BACKWARD: pgettext("card", "Backward"),
    CardKind.TURN_LEFT: pgettext("card", "Turn left"),
    CardKind.TURN_RIGHT: pgettext("card", "Turn right"),
    CardKind.STAND: pgettext("card", "Stand"),
    CardKind.ATTACK: pgettext("card", "Attack"),
    CardKind.DEFEND: pgettext("card", "Defend"),
    CardKind.TAKE: pgettext("card", "Take"),
    CardKind.IF_ENEMY: pgettext("card", "Enemy ahead?"),
    CardKind.IF_ATTACKED: pgettext("card", "Under attack?"),
    CardKind.REPEAT_2: pgettext("card", "Repeat 2"),
    CardKind.REPEAT_3: pgettext("card", "Repeat 3"),
}
"""The word on a card's face. No line may break where the space is \\u00a0."""


def word(kind: CardKind, language: Language) -> str:
    """Return the word that is printed on the card."""
    return translate(WORDS[kind], language)
