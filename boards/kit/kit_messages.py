"""What is printed besides the cards' own words, in four languages."""

from __future__ import annotations

from boards.base.languages import Language
from boards.kit.cards import CardKind

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
READY: Words = {"en": "Ready!", "ru": "Готово!", "pl": "Gotowe!", "fr": "Prêt\u00a0!"}
THINKING: Words = {"en": "Thinking…", "ru": "Думаю…", "pl": "Myślę…", "fr": "Je réfléchis…"}
ENERGY: Words = {"en": "Energy", "ru": "Энергия", "pl": "Energia", "fr": "Énergie"}
IF: Words = {"en": "If?", "ru": "Если?", "pl": "Jeśli?", "fr": "Si\u00a0?"}

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

CHECK_LINE: Words = {
    "en": "This line must measure 100 mm",
    "ru": "Эта линия должна быть 100 мм",
    "pl": "Ta linia musi mieć 100 mm",
    "fr": "Cette ligne doit mesurer 100 mm",
}
PAGE: Words = {
    "en": "page {page} of {pages}",
    "ru": "страница {page} из {pages}",
    "pl": "strona {page} z {pages}",
    "fr": "page {page} sur {pages}",
}
DECK_SEED: Words = {
    "en": "deck seed {seed}",
    "ru": "номер колоды {seed}",
    "pl": "numer talii {seed}",
    "fr": "numéro du jeu {seed}",
}
FACES: Words = {"en": "faces", "ru": "лица", "pl": "awersy", "fr": "faces"}
BACKS: Words = {"en": "backs", "ru": "рубашки", "pl": "rewersy", "fr": "dos"}
TILE: Words = {"en": "Tile", "ru": "Лист", "pl": "Arkusz", "fr": "Feuille"}
TILE_HINT: Words = {
    "en": "Cut off the left and the lower edge. Glue the neighbour onto the strip between the hatched marks.",
    "ru": "Отрежьте левый и нижний край. Соседний лист приклейте на полосу между заштрихованными метками.",
    "pl": "Odetnij lewy i dolny brzeg. Sąsiedni arkusz przyklej na pasek między zakreskowanymi znakami.",
    "fr": "Couper les bords gauche et inférieur. Coller la voisine sur la bande entre les repères hachurés.",
}

TITLES: dict[str, Words] = {
    "guide": {
        "en": "How to put it together",
        "ru": "Как собрать игру",
        "pl": "Jak złożyć grę",
        "fr": "Comment assembler le jeu",
    },
    "mat": {"en": "Mat {size}", "ru": "Поле {size}", "pl": "Plansza {size}", "fr": "Plateau {size}"},
    "deck": {"en": "Deck: {colour}", "ru": "Колода: {colour}", "pl": "Talia: {colour}", "fr": "Cartes : {colour}"},
    "tray": {"en": "Tray: {colour}", "ru": "Планшет: {colour}", "pl": "Tacka: {colour}", "fr": "Support : {colour}"},
    "tokens": {"en": "Tokens", "ru": "Жетоны препятствий", "pl": "Żetony przeszkód", "fr": "Jetons d’obstacle"},
    "golems": {"en": "Golem tops", "ru": "Метки на големов", "pl": "Znaki na golemy", "fr": "Dessus des golems"},
    "dice": {"en": "Bonus dice", "ru": "Кубики бонусов", "pl": "Kostki premii", "fr": "Dés de bonus"},
    "energy": {"en": "Energy", "ru": "Энергия", "pl": "Energia", "fr": "Énergie"},
    "lives": {"en": "Lives", "ru": "Жетоны жизни", "pl": "Życia", "fr": "Vies"},
}
"""Titles of the printed files."""
PIECE_TITLES: dict[str, Words] = {
    "boards": {"en": "{game}: board", "ru": "{game}: поле", "pl": "{game}: plansza", "fr": "{game} : plateau"},
    "pieces": {"en": "{game}: pieces", "ru": "{game}: фигуры", "pl": "{game}: pionki", "fr": "{game} : pièces"},
    "die": {"en": "{game}: die", "ru": "{game}: кубик", "pl": "{game}: kostka", "fr": "{game} : dé"},
}
"""Titles of the printed files of games of pieces."""
PIECE_HINT: Words = {
    "en": "Cut out, fold the sides down, glue the flaps inside. A piece must be {mm} mm high.",
    "ru": "Вырежьте, согните стороны вниз, вклейте клапаны внутрь. Высота фигуры {mm} мм.",
    "pl": "Wytnij, zagnij boki w dół, wklej zakładki do środka. Pionek ma {mm} mm wysokości.",
    "fr": "Découper, plier les côtés vers le bas, coller les pattes dedans. Hauteur d’une pièce : {mm} mm.",
}
