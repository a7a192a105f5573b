"""What is wrong with a question, in the language in which it was asked: data for :mod:`..asking`."""

from __future__ import annotations

from collections.abc import Mapping

from boards.base.languages import LANGUAGES, Language

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
        "en": "word {place} is {found}; one of these is expected: {wanted}",
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

CARD_MISTAKES: Mapping[str, Words] = {
    "stray-word": {
        "en": "card {card} is a word of a question; a question begins with its card “Test 1:”",
        "ru": "карта {card} — слово вопроса; вопрос начинается с карты «Тест 1:»",
        "pl": "karta {card} to słowo pytania; pytanie zaczyna się od karty „Test 1:”",
        "fr": "la carte {card} est un mot de question ; une question commence par sa carte « Test 1 : »",
    },
    "step-within": {
        "en": "test {test}, card {card} is a step; lay all steps first, the questions after them",
        "ru": "тест {test}, карта {card} — шаг; сначала все шаги, за ними вопросы",
        "pl": "test {test}, karta {card} to krok; najpierw wszystkie kroki, po nich pytania",
        "fr": "test {test}, la carte {card} est un pas ; d’abord tous les pas, puis les questions",
    },
    "unexpected": {
        "en": "test {test}, card {card} does not fit here; what fits: {wanted}",
        "ru": "тест {test}, карта {card} здесь не подходит; подходит: {wanted}",
        "pl": "test {test}, karta {card} tu nie pasuje; pasuje: {wanted}",
        "fr": "test {test}, la carte {card} ne va pas ici ; ce qui va : {wanted}",
    },
    "ends": {
        "en": "test {test}: the question is not finished; what comes next: {wanted}",
        "ru": "тест {test}: вопрос не окончен; дальше: {wanted}",
        "pl": "test {test}: pytanie nie jest skończone; dalej: {wanted}",
        "fr": "test {test} : la question n’est pas finie ; ce qui suit : {wanted}",
    },
    "directions": {
        "en": "test {test}, card {card}: directions are 1 to 6",
        "ru": "тест {test}, карта {card}: направления от 1 до 6",
        "pl": "test {test}, karta {card}: kierunki są od 1 do 6",
        "fr": "test {test}, carte {card} : les directions vont de 1 à 6",
    },
    "distances": {
        "en": "test {test}, card {card}: distances are counted from 1",
        "ru": "тест {test}, карта {card}: расстояния считаются от 1",
        "pl": "test {test}, karta {card}: odległości liczy się od 1",
        "fr": "test {test}, carte {card} : les distances se comptent à partir de 1",
    },
    "too-deep": {
        "en": "test {test}, card {card}: too many parentheses and “not” within each other",
        "ru": "тест {test}, карта {card}: слишком много скобок и «не» друг в друге",
        "pl": "test {test}, karta {card}: za dużo nawiasów i „nie” jedno w drugim",
        "fr": "test {test}, carte {card} : trop de parenthèses et de « non » les uns dans les autres",
    },
}
"""What is wrong with a program that is laid as cards: where, not which card it is, as everybody reads it."""

PROGRAM_MISTAKES: Mapping[str, Words] = {
    "too-many": {
        "en": "a program has at most {most} steps, this one has {count}",
        "ru": "в программе не больше {most} шагов, а в этой {count}",
        "pl": "program ma najwyżej {most} kroków, ten ma {count}",
        "fr": "un programme a au plus {most} pas, celui-ci en a {count}",
    },
    "no-step": {
        "en": "step {step}: {found} is no step; the steps are {steps}",
        "ru": "шаг {step}: {found} — не шаг; шаги: {steps}",
        "pl": "krok {step}: {found} to nie krok; kroki to {steps}",
        "fr": "pas {step} : {found} n’est pas un pas ; les pas sont {steps}",
    },
    "beyond": {
        "en": "step {step}: there is no step {to}; the program has {count}",
        "ru": "шаг {step}: шага {to} нет; в программе их {count}",
        "pl": "krok {step}: nie ma kroku {to}; program ma ich {count}",
        "fr": "pas {step} : il n’y a pas de pas {to} ; le programme en a {count}",
    },
    "no-test": {
        "en": "step {step}: test {test} has no question; write “test {test}: …”, or lay it behind “Test {test}:”",
        "ru": "шаг {step}: у теста {test} нет вопроса; напишите «test {test}: …» или выложите за картой «Тест {test}:»",
        "pl": "krok {step}: test {test} nie ma pytania; napisz „test {test}: …” albo ułóż za kartą „Test {test}:”",
        "fr": "pas {step} : le test {test} n’a pas de question ; écrivez « test {test}: … » ou posez-la après sa carte",
    },
    "twice": {
        "en": "test {test} has two questions; one is enough",
        "ru": "у теста {test} два вопроса; нужен один",
        "pl": "test {test} ma dwa pytania; wystarczy jedno",
        "fr": "le test {test} a deux questions ; une suffit",
    },
    "question": {
        "en": "test {test}: {why}",
        "ru": "тест {test}: {why}",
        "pl": "test {test}: {why}",
        "fr": "test {test} : {why}",
    },
}
"""What is wrong with a program, as people at the table are told."""


def said(mistakes: Mapping[str, Words], name: str, **facts: str | int) -> dict[Language, str]:
    """A mistake in four languages."""
    return {language: mistakes[name][language].format_map(facts) for language in LANGUAGES}
