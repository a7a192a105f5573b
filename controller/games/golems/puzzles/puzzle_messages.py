"""What goals and conditions say, in four languages. Numbers follow a colon, so that no word depends on them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING

from boards.base.languages import Language
from boards.kit.cards import CardKind, word
from controller.games.golems.rules.goals import BRING_BARREL, DESTROY_BARRELS, LAST_STANDING, REACH, SURVIVE, Goal
from controller.games.golems.rules.program import If, Row

if TYPE_CHECKING:
    from controller.games.golems.puzzles.puzzle import Conditions, Limit

Words = Mapping[Language, str]

IDEAS: Mapping[str, Words] = {
    "sequence": {"en": "Sequence", "ru": "Последовательность", "pl": "Kolejność", "fr": "Séquence"},
    "turning": {"en": "Turning", "ru": "Повороты", "pl": "Obroty", "fr": "Tourner"},
    "obstacle": {"en": "Obstacles", "ru": "Препятствия", "pl": "Przeszkody", "fr": "Obstacles"},
    "barrel": {"en": "Barrels", "ru": "Бочки", "pl": "Beczki", "fr": "Tonneaux"},
    "repeat": {"en": "Repeat", "ru": "Повтор", "pl": "Powtórz", "fr": "Répéter"},
    "condition": {"en": "Condition", "ru": "Условие", "pl": "Warunek", "fr": "Condition"},
    "repeat-condition": {
        "en": "Repeat and condition",
        "ru": "Повтор и условие",
        "pl": "Powtórz i warunek",
        "fr": "Répéter et condition",
    },
    "two-programs": {
        "en": "Two programs",
        "ru": "Две программы",
        "pl": "Dwa programy",
        "fr": "Deux programmes",
    },
}

GOALS: Mapping[str, Words] = {
    REACH: {
        "en": "stand on {cell}",
        "ru": "встать на {cell}",
        "pl": "stanąć na {cell}",
        "fr": "se tenir en {cell}",
    },
    BRING_BARREL: {
        "en": "bring a barrel to {cell}",
        "ru": "принести бочку на {cell}",
        "pl": "przynieść beczkę na {cell}",
        "fr": "apporter un tonneau en {cell}",
    },
    DESTROY_BARRELS: {
        "en": "leave no barrel on the board",
        "ru": "не оставить на поле ни одной бочки",
        "pl": "nie zostawić na planszy żadnej beczki",
        "fr": "ne laisser aucun tonneau sur le plateau",
    },
    SURVIVE: {
        "en": "still stand when the energy is out",
        "ru": "устоять, пока не кончится энергия",
        "pl": "przetrwać, aż skończy się energia",
        "fr": "tenir jusqu’à la fin de l’énergie",
    },
    LAST_STANDING: {
        "en": "be the last one standing",
        "ru": "остаться последним на поле",
        "pl": "zostać ostatnim na planszy",
        "fr": "rester le dernier debout",
    },
}

CONDITIONS: Mapping[str, Words] = {
    "rounds at most": {
        "en": "Rounds: at most {n}.",
        "ru": "Раундов: не больше {n}.",
        "pl": "Rundy: najwyżej {n}.",
        "fr": "Manches : {n} au plus.",
    },
    "rounds exactly": {
        "en": "Rounds: exactly {n}.",
        "ru": "Раундов: ровно {n}.",
        "pl": "Rundy: dokładnie {n}.",
        "fr": "Manches : exactement {n}.",
    },
    "cards at most": {
        "en": "Cards: at most {n}.",
        "ru": "Карт: не больше {n}.",
        "pl": "Karty: najwyżej {n}.",
        "fr": "Cartes : {n} au plus.",
    },
    "cards exactly": {
        "en": "Cards: exactly {n}.",
        "ru": "Карт: ровно {n}.",
        "pl": "Karty: dokładnie {n}.",
        "fr": "Cartes : exactement {n}.",
    },
    "all actions": {
        "en": "Use each of the eight action cards.",
        "ru": "Используй каждую из восьми карт действий.",
        "pl": "Użyj każdej z ośmiu kart akcji.",
        "fr": "Utilise chacune des huit cartes d’action.",
    },
    "repeat": {
        "en": "Use a Repeat card.",
        "ru": "Используй карту «Повтор».",
        "pl": "Użyj karty Powtórz.",
        "fr": "Utilise une carte Répéter.",
    },
    "if": {
        "en": "Use a condition card.",
        "ru": "Используй карту «Условие».",
        "pl": "Użyj karty warunku.",
        "fr": "Utilise une carte de condition.",
    },
    "forbidden": {
        "en": "Cards not allowed: {cards}.",
        "ru": "Нельзя брать карты: {cards}.",
        "pl": "Zabronione karty: {cards}.",
        "fr": "Cartes interdites : {cards}.",
    },
    "autonomous": {
        "en": "The program is laid once and repeats round after round.",
        "ru": "Программа выкладывается один раз и повторяется раунд за раундом.",
        "pl": "Program układa się raz i powtarza się on runda po rundzie.",
        "fr": "Le programme est posé une fois et se répète à chaque manche.",
    },
}


def goal_words(goal: Goal, language: Language) -> str:
    """What a goal asks for, as the end of a sentence: ``stand on d4``."""
    return GOALS[goal.name][language].format(cell=goal.cell)


def card_word(card: str, language: Language) -> str:
    """The word on a card, by its name in the text form of programs."""
    return word(CardKind(card), language)


def row_words(row: Row, language: Language) -> str:
    """A row as its cards say it: ``Repeat 2: Forward``, ``Enemy ahead? Attack / Turn right``."""
    if isinstance(row, If):
        test = card_word(f"if {row.test}", language)
        return f"{test} {row_words(row.yes, language)} / {row_words(row.no, language)}"
    action = card_word(row.action, language)
    return action if row.times == 1 else f"{card_word(f'repeat {row.times}', language)}: {action}"


def condition_words(conditions: Conditions, autonomous: bool, language: Language) -> tuple[str, ...]:
    """The conditions of a puzzle, a sentence each."""
    return tuple(
        CONDITIONS[name][language].format_map(facts) for name, facts in _told(conditions, autonomous, language)
    )


def _told(conditions: Conditions, autonomous: bool, language: Language) -> Iterator[tuple[str, dict[str, str]]]:
    if autonomous:
        yield "autonomous", {}
    yield _limit("rounds", conditions.rounds)
    if conditions.cards is not None:
        yield _limit("cards", conditions.cards)
    for name, there in (
        ("all actions", conditions.all_actions_used),
        ("repeat", conditions.repeat_used),
        ("if", conditions.if_used),
    ):
        if there:
            yield name, {}
    if conditions.forbidden:
        yield "forbidden", {"cards": ", ".join(card_word(card, language) for card in conditions.forbidden)}


def _limit(what: str, limit: Limit) -> tuple[str, dict[str, str]]:
    return f"{what} {'exactly' if limit.exactly else 'at most'}", {"n": str(limit.number)}
