"""What is wrong with a program on the table, for the child who laid it: short, in four languages."""

from __future__ import annotations

from dataclasses import dataclass, replace

from boards.base.languages import LANGUAGES, Language
from boards.kit.cards import CardKind, word
from controller.table.view.table_messages import COLOUR_WORDS
from controller.table.view.view import Words
from controller.vision.scene import Why
from controller.vision.unread.remedies import why_words

_TEXTS: dict[str, dict[Language, str]] = {
    "wrong-owner": {
        "en": "Row {row}: here lies a card of another player ({owner}): {card}. Give it back.",
        "ru": "Ряд {row}: здесь карта другого игрока ({owner}): {card}. Верни её.",
        "pl": "Rząd {row}: leży tu karta innego gracza ({owner}): {card}. Oddaj ją.",
        "fr": "Rangée {row} : il y a une carte d’un autre joueur ({owner}) : {card}. Rends-la.",
    },
    "outside-lanes": {
        "en": "A card lies on the tray but in no row: {card}. Push it into a row or take it away.",
        "ru": "Карта лежит на лотке, но не в ряду: {card}. Задвинь её в ряд или убери.",
        "pl": "Karta leży na tacce, ale w żadnym rzędzie: {card}. Wsuń ją do rzędu albo zabierz.",
        "fr": "Une carte est sur le plateau mais dans aucune rangée : {card}. Mets-la dans une rangée ou enlève-la.",
    },
    "between-lanes": {
        "en": "A card lies between rows {row} and {next}: {card}. Push it into one of them.",
        "ru": "Карта лежит между рядами {row} и {next}: {card}. Задвинь её в один из них.",
        "pl": "Karta leży między rzędami {row} i {next}: {card}. Wsuń ją do jednego z nich.",
        "fr": "Une carte est entre les rangées {row} et {next} : {card}. Mets-la dans l’une des deux.",
    },
    "overlap": {
        "en": "Row {row}: two cards lie in one place: {card}, {other}. Lay them side by side.",
        "ru": "Ряд {row}: две карты лежат в одном месте: {card}, {other}. Положи их рядом.",
        "pl": "Rząd {row}: dwie karty leżą w jednym miejscu: {card}, {other}. Połóż je obok siebie.",
        "fr": "Rangée {row} : deux cartes sont au même endroit : {card}, {other}. Mets-les côte à côte.",
    },
    "incomplete-if": {
        "en": "Row {row}: «{card}» needs two cards after it: one for yes, one for no.",
        "ru": "Ряд {row}: после «{card}» нужны две карты: одна для «да», одна для «нет».",
        "pl": "Rząd {row}: po „{card}” potrzebne są dwie karty: jedna na tak, jedna na nie.",
        "fr": "Rangée {row} : « {card} » demande deux cartes après elle : une pour oui, une pour non.",
    },
    "incomplete-repeat": {
        "en": "Row {row}: «{card}» needs an action card after it.",
        "ru": "Ряд {row}: после «{card}» нужна карта действия.",
        "pl": "Rząd {row}: po „{card}” potrzebna jest karta akcji.",
        "fr": "Rangée {row} : « {card} » demande une carte d’action après elle.",
    },
    "not-an-action": {
        "en": "Row {row}: «{card}» can't stand there; an action card must.",
        "ru": "Ряд {row}: «{card}» не может стоять здесь, нужна карта действия.",
        "pl": "Rząd {row}: „{card}” nie może tu leżeć; potrzebna jest karta akcji.",
        "fr": "Rangée {row} : « {card} » ne peut pas être là ; il faut une carte d’action.",
    },
    "too-many": {
        "en": "Row {row} has too many cards. Take away: {card}.",
        "ru": "В ряду {row} слишком много карт. Убери: {card}.",
        "pl": "W rzędzie {row} jest za dużo kart. Zabierz: {card}.",
        "fr": "La rangée {row} a trop de cartes. Enlève : {card}.",
    },
    "row-empty": {
        "en": "Row {row} is empty, but a later row is not. Lay a card in row {row}.",
        "ru": "Ряд {row} пуст, а следующий — нет. Положи карту в ряд {row}.",
        "pl": "Rząd {row} jest pusty, a dalszy nie. Połóż kartę w rzędzie {row}.",
        "fr": "La rangée {row} est vide, mais pas une rangée suivante. Mets une carte dans la rangée {row}.",
    },
    "unread": {
        "en": "Row {row}: a card can't be read ({why}). {advice}",
        "ru": "Ряд {row}: карта не читается ({why}). {advice}",
        "pl": "Rząd {row}: nie można odczytać karty ({why}). {advice}",
        "fr": "Rangée {row} : une carte est illisible ({why}). {advice}",
    },
    "tray-unread": {
        "en": "This tray can't be read ({why}). {advice}",
        "ru": "Этот лоток не читается ({why}). {advice}",
        "pl": "Nie można odczytać tej tacki ({why}). {advice}",
        "fr": "Ce plateau est illisible ({why}). {advice}",
    },
}

CODES: tuple[str, ...] = tuple(_TEXTS)


@dataclass(frozen=True)
class About:
    """What a problem is about, besides its place."""

    card: CardKind | None = None
    other: CardKind | None = None
    """The card that lies on it."""
    owner: str | None = None
    why: Why | None = None
    upper_lane: int | None = None
    """Of the two lanes that a card lies between."""

    def hidden(self) -> About:
        """The same without the cards' meanings."""
        return replace(self, card=None, other=None)


_PLACES: dict[Language, tuple[str, str]] = {
    "en": ("card {0}", "a card"),
    "ru": ("карта {0}", "карта"),
    "pl": ("karta {0}", "karta"),
    "fr": ("carte {0}", "une carte"),
}
"""A card by its place in the row, and one that has none."""


def problem_words(code: str, lane: int | None, slot: int | None, about: About) -> Words:
    """The sentence of a problem's code in all languages. Lanes and slots are counted from 0, rows from 1.

    Cards without a kind are called by their place, so that a screen can show the sentence to everybody.
    """
    row = 0 if lane is None else lane + 1

    def name(kind: CardKind | None, place: int | None, language: Language) -> str:
        if kind is not None:
            return word(kind, language)
        numbered, somewhere = _PLACES[language]
        return somewhere if place is None else numbered.format(place + 1)

    def told(language: Language) -> str:
        after = None if slot is None else slot + 1
        return _TEXTS[code][language].format(
            row=row,
            next=row + 1,
            card=name(about.card, slot, language),
            other=name(about.other, after, language),
            owner=COLOUR_WORDS[about.owner][language] if about.owner else "?",
            why=why_words(about.why).label[language] if about.why else "?",
            advice=why_words(about.why).advice[language] if about.why else "",
        )

    return {language: told(language) for language in LANGUAGES}
