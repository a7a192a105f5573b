"""What a card says: its kind, whose it is, and its words in four languages."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from boards.base.languages import Language


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


@dataclass(frozen=True)
class Card:
    """One physical card: the n-th of its kind in its owner's deck."""

    owner: str
    kind: CardKind
    copy: int
    """From 1."""

    @property
    def key(self) -> str:
        """``card:red:forward:1``"""
        return f"card:{self.owner}:{self.kind.value}:{self.copy}"

    @staticmethod
    def parse(key: str) -> Card:
        """The card of a key; ValueError in plain words for anything else."""
        parts = key.split(":")
        if len(parts) != 4 or parts[0] != "card" or not parts[3].isascii() or not parts[3].isdigit():
            raise ValueError(f"{key!r} is not a card; a card's key is like card:red:forward:1")
        return Card(parts[1], CardKind(parts[2]), int(parts[3]))


WORDS: dict[CardKind, dict[Language, str]] = {
    CardKind.FORWARD: {"en": "Forward", "ru": "Вперёд", "pl": "Naprzód", "fr": "Avancer"},
    CardKind.BACKWARD: {"en": "Backward", "ru": "Назад", "pl": "Do\u00a0tyłu", "fr": "Reculer"},
    CardKind.TURN_LEFT: {
        "en": "Turn left",
        "ru": "Поворот влево",
        "pl": "Obrót w\u00a0lewo",
        "fr": "Tourner à\u00a0gauche",
    },
    CardKind.TURN_RIGHT: {
        "en": "Turn right",
        "ru": "Поворот вправо",
        "pl": "Obrót w\u00a0prawo",
        "fr": "Tourner à\u00a0droite",
    },
    CardKind.STAND: {
        "en": "Stand",
        "ru": "Стоять на\u00a0месте",
        "pl": "Stój w\u00a0miejscu",
        "fr": "Rester sur place",
    },
    CardKind.ATTACK: {"en": "Attack", "ru": "Удар", "pl": "Atak", "fr": "Attaque"},
    CardKind.DEFEND: {"en": "Defend", "ru": "Защита", "pl": "Obrona", "fr": "Défense"},
    CardKind.TAKE: {"en": "Take", "ru": "Взять", "pl": "Weź", "fr": "Prendre"},
    CardKind.IF_ENEMY: {
        "en": "Enemy ahead?",
        "ru": "Есть противник?",
        "pl": "Jest przeciwnik?",
        "fr": "Un adversaire\u00a0?",
    },
    CardKind.IF_ATTACKED: {
        "en": "Under attack?",
        "ru": "Нападение?",
        "pl": "Atakują mnie?",
        "fr": "On m’attaque\u00a0?",
    },
    CardKind.REPEAT_2: {"en": "Repeat 2", "ru": "Повтор 2", "pl": "Powtórz 2", "fr": "Répéter 2"},
    CardKind.REPEAT_3: {"en": "Repeat 3", "ru": "Повтор 3", "pl": "Powtórz 3", "fr": "Répéter 3"},
}
"""The word on a card's face. No line may break where the space is \\u00a0."""


def word(kind: CardKind, language: Language) -> str:
    return WORDS[kind][language]
