"""What is wrong with a question, in the language in which it was asked: data for :mod:`..asking`."""

from __future__ import annotations

from collections.abc import Mapping

from boards.languages import Language

Words = Mapping[Language, str]

END: Words = {"en": "the end", "ru": "конец", "pl": "koniec", "fr": "la fin"}
NUMBER: Words = {"en": "a number", "ru": "число", "pl": "liczba", "fr": "un nombre"}

MISTAKES: Mapping[str, Words] = {
    "too-long": {
        "en": "a question has at most {most} characters, this one has {count}",
        "ru": "в вопросе не больше {most} знаков, а в этом {count}",
        "pl": "pytanie ma najwyżej {most} znaków, a to ma {count}",
        "fr": "une question a au plus {most} caractères, celle-ci en a {count}",
    },
    "too-deep": {
        "en": "there are more than {most} parentheses and {no} within each other",
        "ru": "больше {most} скобок и «{no}» друг в друге",
        "pl": "ponad {most} nawiasów i „{no}” jedno w drugim",
        "fr": "plus de {most} parenthèses et « {no} » les uns dans les autres",
    },
    "unexpected": {
        "en": "at word {place} stands {found}; expected is one of: {wanted}",
        "ru": "слово {place}: {found}; здесь ожидается одно из: {wanted}",
        "pl": "słowo {place}: {found}; oczekiwane jest jedno z: {wanted}",
        "fr": "mot {place} : {found} ; on attend ici : {wanted}",
    },
    "directions": {
        "en": "directions are 1 to 6, in {text}",
        "ru": "направления от 1 до 6: {text}",
        "pl": "kierunki są od 1 do 6: {text}",
        "fr": "les directions vont de 1 à 6 : {text}",
    },
    "distances": {
        "en": "distances are counted from 1, in {text}",
        "ru": "расстояния считаются от 1: {text}",
        "pl": "odległości liczy się od 1: {text}",
        "fr": "les distances se comptent à partir de 1 : {text}",
    },
}
"""The name of a mistake -> its sentence."""
