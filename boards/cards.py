"""What a card of Battle of Golems says. The values are the text names of programs (``forward``, ``if enemy``)."""

from __future__ import annotations

from enum import Enum


class CardKind(Enum):
    """The twelve cards, by the names that programs are written in."""

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
