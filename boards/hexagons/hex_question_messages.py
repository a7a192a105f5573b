"""What is printed on the question cards of Robots on hexagons, in four languages. `…` is where a number belongs."""

from __future__ import annotations

from boards.hexagons.hex_question_cards import DIGITS, TESTS
from boards.kit.kit_messages import Words


def _same(text: str) -> Words:
    return {"en": text, "ru": text, "pl": text, "fr": text}


def _test(number: str) -> Words:
    return {"en": f"Test {number}:", "ru": f"Тест {number}:", "pl": f"Test {number}:", "fr": f"Test {number}\u00a0:"}


LABELS: dict[str, Words] = {
    **{name: _test(name.split()[1]) for name in TESTS},
    **{digit: _same(digit) for digit in DIGITS},
    "(": _same("("),
    ")": _same(")"),
    "at-least": {"en": "at least …", "ru": "не менее …", "pl": "co najmniej …", "fr": "au moins …"},
    "exactly": {"en": "exactly …", "ru": "ровно …", "pl": "dokładnie …", "fr": "exactement …"},
    "no": {"en": "no", "ru": "нет", "pl": "brak", "fr": "zéro"},
    "red": {"en": "red", "ru": "красные", "pl": "czerwone", "fr": "rouges"},
    "blue": {"en": "blue", "ru": "синие", "pl": "niebieskie", "fr": "bleus"},
    "green": {"en": "green", "ru": "зелёные", "pl": "zielone", "fr": "verts"},
    "yellow": {"en": "yellow", "ru": "жёлтые", "pl": "żółte", "fr": "jaunes"},
    "violet": {"en": "violet", "ru": "фиолетовые", "pl": "fioletowe", "fr": "violets"},
    "orange": {"en": "orange", "ru": "оранжевые", "pl": "pomarańczowe", "fr": "orange"},
    "black": {"en": "black", "ru": "чёрные", "pl": "czarne", "fr": "noirs"},
    "white": {"en": "white", "ru": "белые", "pl": "białe", "fr": "blancs"},
    "enemy-robots": {"en": "enemy robots", "ru": "вражеские роботы", "pl": "wrogie roboty", "fr": "robots ennemis"},
    "my-robots": {"en": "my robots", "ru": "мои роботы", "pl": "moje roboty", "fr": "robots amis"},
    "robots": {"en": "robots", "ru": "роботы", "pl": "roboty", "fr": "robots"},
    "squares": {"en": "squares", "ru": "квадраты", "pl": "kwadraty", "fr": "carrés"},
    "triangles": {"en": "triangles", "ru": "треугольники", "pl": "trójkąty", "fr": "triangles"},
    "circles": {"en": "circles", "ru": "круги", "pl": "koła", "fr": "cercles"},
    "lakes": {"en": "lakes", "ru": "озёра", "pl": "jeziora", "fr": "lacs"},
    "lightning": {"en": "lightning", "ru": "молнии", "pl": "błyskawice", "fr": "éclairs"},
    "cells": {"en": "cells", "ru": "клетки", "pl": "pola", "fr": "cases"},
    "within": {
        "en": "at … cells or less",
        "ru": "не дальше … клеток",
        "pl": "w odległości do … pól",
        "fr": "à … cases ou moins",
    },
    "at": {
        "en": "at exactly … cells",
        "ru": "ровно в … клетках",
        "pl": "w odległości dokładnie … pól",
        "fr": "à exactement … cases",
    },
    "in-my-direction": {
        "en": "in my direction",
        "ru": "в моём направлении",
        "pl": "w moim kierunku",
        "fr": "dans ma direction",
    },
    "in-direction": {
        "en": "in direction …",
        "ru": "в направлении …",
        "pl": "w kierunku …",
        "fr": "dans la direction …",
    },
    "in-my-fire": {
        "en": "in my column of fire",
        "ru": "на моей линии огня",
        "pl": "na mojej linii ognia",
        "fr": "dans ma colonne de tir",
    },
    "i-face": {
        "en": "I face direction …",
        "ru": "я смотрю в направлении …",
        "pl": "patrzę w kierunku …",
        "fr": "je suis orienté dans la direction …",
    },
    "in-my-camp": {
        "en": "I am in my camp",
        "ru": "я в моём лагере",
        "pl": "jestem w moim obozie",
        "fr": "je suis dans mon camp",
    },
    "in-opposing-camp": {
        "en": "I am in the opposing camp",
        "ru": "я в вражеском лагере",
        "pl": "jestem w wrogim obozie",
        "fr": "je suis dans le camp adverse",
    },
    "in-green-camp": {
        "en": "I am in the green camp",
        "ru": "я в зелёном лагере",
        "pl": "jestem w zielonym obozie",
        "fr": "je suis dans le camp vert",
    },
    "in-violet-camp": {
        "en": "I am in the violet camp",
        "ru": "я в фиолетовом лагере",
        "pl": "jestem w fioletowym obozie",
        "fr": "je suis dans le camp violet",
    },
    "shots-left": {
        "en": "I have at least … shots left",
        "ru": "у меня осталось не менее … выстрелов",
        "pl": "mam jeszcze co najmniej … strzałów",
        "fr": "il me reste au moins … tirs",
    },
    "cell-ahead": {
        "en": "the cell … ahead is",
        "ru": "клетка … впереди это",
        "pl": "pole … przede mną to",
        "fr": "la case … devant moi est",
    },
    "and": {"en": "and", "ru": "и", "pl": "i", "fr": "et"},
    "or": {"en": "or", "ru": "или", "pl": "lub", "fr": "ou"},
    "not": {"en": "not", "ru": "не", "pl": "nie", "fr": "non"},
}
"""The words on a card: as the question language has them, so that a row of cards reads like the question."""

GROUP_WORDS: dict[str, Words] = {
    "test": {"en": "the question:", "ru": "вопрос:", "pl": "pytanie:", "fr": "la question\u00a0:"},
    "many": {"en": "how many", "ru": "сколько", "pl": "ile", "fr": "combien"},
    "number": {"en": "a number", "ru": "число", "pl": "liczba", "fr": "un nombre"},
    "colour": {"en": "a colour", "ru": "цвет", "pl": "kolor", "fr": "une couleur"},
    "what": {"en": "what", "ru": "что", "pl": "co", "fr": "quoi"},
    "where": {"en": "where", "ru": "где", "pl": "gdzie", "fr": "où"},
    "me": {"en": "about me", "ru": "обо мне", "pl": "o mnie", "fr": "sur moi"},
    "join": {"en": "joins", "ru": "связка", "pl": "łącznik", "fr": "liaison"},
}
"""What the cards of a group are for; stands on each of them, and in what is said of mistakes."""
