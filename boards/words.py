"""What is printed besides the cards' own words, in four languages."""

from __future__ import annotations

from boards.cards import CardKind
from boards.languages import Language

Words = dict[Language, str]

COLOUR: dict[str, Words] = {
    "red": {"en": "Red", "ru": "Красный", "pl": "Czerwony", "fr": "Rouge"},
    "blue": {"en": "Blue", "ru": "Синий", "pl": "Niebieski", "fr": "Bleu"},
    "yellow": {"en": "Yellow", "ru": "Жёлтый", "pl": "Żółty", "fr": "Jaune"},
    "green": {"en": "Green", "ru": "Зелёный", "pl": "Zielony", "fr": "Vert"},
}
TOKEN: dict[str, Words] = {
    "barrel": {"en": "Barrel", "ru": "Бочка", "pl": "Beczka", "fr": "Tonneau"},
    "water": {"en": "Water", "ru": "Вода", "pl": "Woda", "fr": "Eau"},
    "wall": {"en": "Wall", "ru": "Стена", "pl": "Mur", "fr": "Mur"},
}
READY: Words = {"en": "Ready!", "ru": "Готово!", "pl": "Gotowe!", "fr": "Prêt !"}
THINKING: Words = {"en": "Thinking…", "ru": "Думаю…", "pl": "Myślę…", "fr": "Je réfléchis…"}
ENERGY: Words = {"en": "Energy", "ru": "Энергия", "pl": "Energia", "fr": "Énergie"}
IF: Words = {"en": "If?", "ru": "Если?", "pl": "Jeśli?", "fr": "Si ?"}

_BRANCHES: Words = {
    "en": "yes: 1st card · no: 2nd card",
    "ru": "да: 1-я карта · нет: 2-я карта",
    "pl": "tak: 1. karta · nie: 2. karta",
    "fr": "oui : 1re carte · non : 2e carte",
}
HINTS: dict[CardKind, Words] = {
    CardKind.IF_ENEMY: _BRANCHES,
    CardKind.IF_ATTACKED: _BRANCHES,
    CardKind.REPEAT_2: {
        "en": "the next card, 2 times",
        "ru": "следующую карту 2 раза",
        "pl": "następną kartę 2 razy",
        "fr": "la carte suivante, 2 fois",
    },
    CardKind.REPEAT_3: {
        "en": "the next card, 3 times",
        "ru": "следующую карту 3 раза",
        "pl": "następną kartę 3 razy",
        "fr": "la carte suivante, 3 fois",
    },
}
"""A bonus card says what the cards to its right are for."""

PHASES: tuple[Words, ...] = (
    {"en": "Move and turn", "ru": "Ходы и повороты", "pl": "Ruch i obroty", "fr": "Bouger, tourner"},
    {"en": "Check the Ifs", "ru": "Условия", "pl": "Warunki", "fr": "Conditions"},
    {"en": "Moves they chose", "ru": "Ходы по условиям", "pl": "Ruchy z warunków", "fr": "Mouvements choisis"},
    {
        "en": "Strike, shield, take",
        "ru": "Удар, защита, взять",
        "pl": "Atak, obrona, branie",
        "fr": "Frapper, parer, prendre",
    },
)
"""The phases of a row, in order (`golems.md`, One row)."""
BOARD: Words = {
    "en": "Board, {columns} by {rows}",
    "ru": "Поле {columns} на {rows}",
    "pl": "Plansza {columns} na {rows}",
    "fr": "Plateau {columns} sur {rows}",
}
"""For those who hear the screen."""
