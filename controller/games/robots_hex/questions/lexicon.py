"""The question language's words in English, Russian, Polish and French: data for the parser and the printer.

A rule has a pattern for each of its tags. In a pattern:

    word            has to stand there; `a|b|c` are forms, any of which is read
    one/other       forms by number (Russian and Polish: one/few/many), any of which is read
    word?           may be left out, is written       word~  may be left out, is not written
    #   #?          a number; one that may be left out
    {rule} {rule?}  another rule; one that may be left out; {rule+}: the thing's other grammatical gender

Of the forms of things and colours, the first is for a counted thing, the second for things without a number,
the third for a single one; colours have three more for the other gender.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from boards.base.languages import Language
from controller.games.robots_hex.questions.parse_errors import END, NUMBER

COUNTED, BARE, SINGLE = 0, 1, 2


@dataclass(frozen=True)
class Tongue:
    """The words of one language, or the cards that stand for them."""

    language: Language
    """In which numbers are counted and mistakes are told."""
    number: str
    """What a number is called."""
    end: str
    """What the end of a question is called."""
    and_: str
    or_: str
    not_: str
    none_form: int
    """The form of things that are counted as none."""
    one_form: int
    """The form of things that are counted as one."""
    rules: Mapping[str, Mapping[str, str]]
    yes: str
    no: str


_ENGLISH = Tongue(
    language="en",
    number=NUMBER["en"],
    end=END["en"],
    and_="and",
    or_="or",
    not_="not",
    none_form=COUNTED,
    one_form=SINGLE,
    yes="yes",
    no="no",
    rules={
        "clause": {
            "count": "{amount?} {things} {distance?} {where?}",
            "facing": "I face direction|directions #",
            "camp": "I am in {camp}",
            "shots": "I have at least # shot/shots left",
            "cell": "the cell|cells #? ahead is a|an~ {things}",
        },
        "amount": {"at least": "at least #", "exactly": "exactly #", "no": "no"},
        "things": {
            "my robots": "my robots|robots|robot",
            "enemy robots": "enemy robots|robots|robot",
            "robots": "robots|robots|robot",
            "square": "{colour?} squares|squares|square",
            "triangle": "{colour?} triangles|triangles|triangle",
            "circle": "{colour?} circles|circles|circle",
            "lakes": "lakes|lakes|lake",
            "lightning": "lightning|lightning|lightning|lightnings",
            "cells": "{colour} cells|cells|cell",
        },
        "colour": {
            "red": "red",
            "blue": "blue",
            "green": "green",
            "yellow": "yellow",
            "violet": "violet",
            "orange": "orange",
            "black": "black",
            "white": "white",
        },
        "distance": {"within": "at # cell/cells or less", "at": "at exactly # cell/cells"},
        "where": {
            "ahead": "in my direction|directions",
            "direction": "in direction|directions #",
            "fire": "in my column|columns of fire",
        },
        "camp": {
            "my": "my camp|camps",
            "opposing": "the? opposing camp|camps",
            "green": "the? green camp|camps",
            "violet": "the? violet camp|camps",
        },
    },
)

_RUSSIAN = Tongue(
    language="ru",
    number=NUMBER["ru"],
    end=END["ru"],
    and_="и",
    or_="или",
    not_="не",
    none_form=COUNTED,
    one_form=COUNTED,
    yes="да",
    no="нет",
    rules={
        "clause": {
            "count": "{things} {amount?} {distance?} {where?}",
            "facing": "я смотрю в направлении #",
            "camp": "я в {camp}",
            "shots": "у меня осталось не менее # выстрела/выстрелов/выстрелов",
            "cell": "клетка #? впереди это {things}",
        },
        "amount": {"at least": "не менее #", "exactly": "ровно #", "no": "нет"},
        "things": {
            "my robots": "моих|мои|мой|моего роботов|роботы|робот|робота",
            "enemy robots": "вражеских|вражеские|вражеский|вражеского роботов|роботы|робот|робота",
            "robots": "роботов|роботы|робот|робота",
            "square": "{colour?} квадратов|квадраты|квадрат|квадрата",
            "triangle": "{colour?} треугольников|треугольники|треугольник|треугольника",
            "circle": "{colour?} кругов|круги|круг|круга",
            "lakes": "озёр|озёра|озеро|озера",
            "lightning": "молний|молнии|молния",
            "cells": "{colour+} клеток|клетки|клетка",
        },
        "colour": {
            "red": "красных|красные|красный|красных|красные|красная|красного|красной",
            "blue": "синих|синие|синий|синих|синие|синяя|синего|синей",
            "green": "зелёных|зелёные|зелёный|зелёных|зелёные|зелёная|зелёного|зелёной",
            "yellow": "жёлтых|жёлтые|жёлтый|жёлтых|жёлтые|жёлтая|жёлтого|жёлтой",
            "violet": "фиолетовых|фиолетовые|фиолетовый|фиолетовых|фиолетовые|фиолетовая|фиолетового|фиолетовой",
            "orange": "оранжевых|оранжевые|оранжевый|оранжевых|оранжевые|оранжевая|оранжевого|оранжевой",
            "black": "чёрных|чёрные|чёрный|чёрных|чёрные|чёрная|чёрного|чёрной",
            "white": "белых|белые|белый|белых|белые|белая|белого|белой",
        },
        "distance": {
            "within": "не дальше # клетки/клеток/клеток",
            "at": "ровно в # клетке/клетках/клетках",
        },
        "where": {
            "ahead": "в моём направлении",
            "direction": "в направлении #",
            "fire": "на моей линии огня",
        },
        "camp": {
            "my": "моём|своём лагере",
            "opposing": "вражеском лагере",
            "green": "зелёном лагере",
            "violet": "фиолетовом лагере",
        },
    },
)

_POLISH = Tongue(
    language="pl",
    number=NUMBER["pl"],
    end=END["pl"],
    and_="i",
    or_="lub",
    not_="nie",
    none_form=COUNTED,
    one_form=COUNTED,
    yes="tak",
    no="nie",
    rules={
        "clause": {
            "count": "{things} {amount?} {distance?} {where?}",
            "facing": "patrzę w kierunku #",
            "camp": "jestem w {camp}",
            "shots": "mam jeszcze co najmniej # strzał/strzały/strzałów",
            "cell": "pole #? przede mną to {things}",
        },
        "amount": {"at least": "co najmniej #", "exactly": "dokładnie #", "no": "brak"},
        "things": {
            "my robots": "moich|moje|mój|mojego robotów|roboty|robot|robota",
            "enemy robots": "wrogich|wrogie|wrogi|wrogiego robotów|roboty|robot|robota",
            "robots": "robotów|roboty|robot|robota",
            "square": "{colour?} kwadratów|kwadraty|kwadrat|kwadratu",
            "triangle": "{colour?} trójkątów|trójkąty|trójkąt|trójkąta",
            "circle": "{colour+?} kół|koła|koło",
            "lakes": "jezior|jeziora|jezioro",
            "lightning": "błyskawic|błyskawice|błyskawica",
            "cells": "{colour+} pól|pola|pole",
        },
        "colour": {
            "red": "czerwonych|czerwone|czerwony|czerwonych|czerwone|czerwone|czerwonego",
            "blue": "niebieskich|niebieskie|niebieski|niebieskich|niebieskie|niebieskie|niebieskiego",
            "green": "zielonych|zielone|zielony|zielonych|zielone|zielone|zielonego",
            "yellow": "żółtych|żółte|żółty|żółtych|żółte|żółte|żółtego",
            "violet": "fioletowych|fioletowe|fioletowy|fioletowych|fioletowe|fioletowe|fioletowego",
            "orange": "pomarańczowych|pomarańczowe|pomarańczowy|pomarańczowych|pomarańczowe|pomarańczowe",
            "black": "czarnych|czarne|czarny|czarnych|czarne|czarne|czarnego",
            "white": "białych|białe|biały|białych|białe|białe|białego",
        },
        "distance": {
            "within": "w odległości do # pola/pól/pól",
            "at": "w odległości dokładnie # pola/pól/pól",
        },
        "where": {
            "ahead": "w moim kierunku",
            "direction": "w kierunku #",
            "fire": "na mojej linii ognia",
        },
        "camp": {
            "my": "moim|swoim obozie",
            "opposing": "wrogim obozie",
            "green": "zielonym obozie",
            "violet": "fioletowym obozie",
        },
    },
)

_FRENCH = Tongue(
    language="fr",
    number=NUMBER["fr"],
    end=END["fr"],
    and_="et",
    or_="ou",
    not_="non",
    none_form=SINGLE,
    one_form=SINGLE,
    yes="oui",
    no="non",
    rules={
        "clause": {
            "count": "{amount?} {things} {distance?} {where?}",
            "facing": "je suis orienté dans la direction #",
            "camp": "je suis dans {camp}",
            "shots": "il me reste au moins # tir/tirs",
            "cell": "la case #? devant moi est de? type? un|une~ {things}",
        },
        "amount": {"at least": "au moins #", "exactly": "exactement #", "no": "zéro|zéro|zéro|aucun|aucune"},
        "things": {
            "my robots": "robots|robots|robot amis|amis|ami",
            "enemy robots": "robots|robots|robot ennemis|ennemis|ennemi",
            "robots": "robots|robots|robot",
            "square": "carrés|carrés|carré {colour?}",
            "triangle": "triangles|triangles|triangle {colour?}",
            "circle": "cercles|cercles|cercle {colour?}",
            "lakes": "lacs|lacs|lac",
            "lightning": "éclairs|éclairs|éclair",
            "cells": "cases|cases|case {colour+}",
        },
        "colour": {
            "red": "rouges|rouges|rouge|rouges|rouges|rouge",
            "blue": "bleus|bleus|bleu|bleues|bleues|bleue",
            "green": "verts|verts|vert|vertes|vertes|verte",
            "yellow": "jaunes|jaunes|jaune|jaunes|jaunes|jaune",
            "violet": "violets|violets|violet|violettes|violettes|violette",
            "orange": "orange|orange|orange|orange|orange|orange|oranges",
            "black": "noirs|noirs|noir|noires|noires|noire",
            "white": "blancs|blancs|blanc|blanches|blanches|blanche",
        },
        "distance": {"within": "à # case/cases ou moins", "at": "à exactement # case/cases"},
        "where": {
            "ahead": "dans ma direction",
            "direction": "dans la direction #",
            "fire": "dans ma colonne de tir",
        },
        "camp": {
            "my": "mon camp",
            "opposing": "le? camp adverse",
            "green": "le? camp vert",
            "violet": "le? camp violet",
        },
    },
)

TONGUES: Mapping[Language, Tongue] = {"en": _ENGLISH, "ru": _RUSSIAN, "pl": _POLISH, "fr": _FRENCH}


def form_of_number(number: int, language: Language, forms: int) -> int:
    """Which of the forms by number goes with a number (CLDR's plural rules for whole numbers)."""
    last, tens = number % 10, number % 100
    if language in ("ru", "pl"):
        one = number == 1 if language == "pl" else last == 1 and tens != 11
        few = 2 <= last <= 4 and not 12 <= tens <= 14
        wanted = 0 if one else 1 if few else 2
    else:
        wanted = 0 if number == 1 or (language == "fr" and number == 0) else 1
    return min(wanted, forms - 1)
