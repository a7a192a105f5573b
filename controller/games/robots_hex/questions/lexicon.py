"""The question language's words, in every language that has a catalogue: data for the parser and the printer.

A rule has a pattern for each of its tags. In a pattern:

    word            has to stand there; `a|b|c` are forms, any of which is read
    one/other       forms by number (Russian and Polish: one/few/many), any of which is read
    word?           may be left out, is written       word~  may be left out, is not written
    #   #?          a number; one that may be left out
    <rule> <rule?>  another rule; one that may be left out; <rule+>: the thing's other grammatical gender

Of the forms of things and colours, the first is for a counted thing, the second for things without a number,
the third for a single one; colours have three more for the other gender.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache

from boards.base.catalogue import Language, plural_form, translate
from boards.base.message import Message, pgettext
from controller.games.robots_hex.questions.parse_errors import END, NUMBER

COUNTED, BARE, SINGLE = 0, 1, 2


@dataclass(frozen=True)
class Lexicon:
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


RULES: Mapping[str, Mapping[str, Message]] = {
    "clause": {
        "count": pgettext("grammar of questions: clause, count", "<amount?> <things> <distance?> <where?>"),
        "facing": pgettext("grammar of questions: clause, facing", "I face direction|directions #"),
        "camp": pgettext("grammar of questions: clause, camp", "I am in <camp>"),
        "shots": pgettext("grammar of questions: clause, shots", "I have at least # shot/shots left"),
        "cell": pgettext("grammar of questions: clause, cell", "the cell|cells #? ahead is a|an~ <things>"),
    },
    "amount": {
        "at least": pgettext("grammar of questions: amount, at least", "at least #"),
        "exactly": pgettext("grammar of questions: amount, exactly", "exactly #"),
        "no": pgettext("grammar of questions: amount, no", "no"),
    },
    "things": {
        "my robots": pgettext("grammar of questions: things, my robots", "my robots|robots|robot"),
        "enemy robots": pgettext("grammar of questions: things, enemy robots", "enemy robots|robots|robot"),
        "robots": pgettext("grammar of questions: things, robots", "<colour?> robots|robots|robot"),
        "square": pgettext("grammar of questions: things, square", "<colour?> squares|squares|square"),
        "triangle": pgettext("grammar of questions: things, triangle", "<colour?> triangles|triangles|triangle"),
        "circle": pgettext("grammar of questions: things, circle", "<colour?> circles|circles|circle"),
        "lakes": pgettext("grammar of questions: things, lakes", "lakes|lakes|lake"),
        "lightning": pgettext("grammar of questions: things, lightning", "lightning|lightning|lightning|lightnings"),
        "cells": pgettext("grammar of questions: things, cells", "<colour> cells|cells|cell"),
    },
    "colour": {
        "red": pgettext("grammar of questions: colour, red", "red"),
        "blue": pgettext("grammar of questions: colour, blue", "blue"),
        "green": pgettext("grammar of questions: colour, green", "green"),
        "yellow": pgettext("grammar of questions: colour, yellow", "yellow"),
        "violet": pgettext("grammar of questions: colour, violet", "violet"),
        "orange": pgettext("grammar of questions: colour, orange", "orange"),
        "black": pgettext("grammar of questions: colour, black", "black"),
        "white": pgettext("grammar of questions: colour, white", "white"),
    },
    "distance": {
        "within": pgettext("grammar of questions: distance, within", "at # cell/cells or less"),
        "at": pgettext("grammar of questions: distance, at", "at exactly # cell/cells"),
    },
    "where": {
        "ahead": pgettext("grammar of questions: where, ahead", "in my direction|directions"),
        "direction": pgettext("grammar of questions: where, direction", "in direction|directions #"),
        "fire": pgettext("grammar of questions: where, fire", "in my column|columns of fire"),
    },
    "camp": {
        "my": pgettext("grammar of questions: camp, my", "my camp|camps"),
        "opposing": pgettext("grammar of questions: camp, opposing", "the? opposing camp|camps"),
        "green": pgettext("grammar of questions: camp, green", "the? green camp|camps"),
        "violet": pgettext("grammar of questions: camp, violet", "the? violet camp|camps"),
    },
}
"""The patterns, by rule and tag."""

_AND = pgettext("grammar of questions: a word", "and")
_OR = pgettext("grammar of questions: a word", "or")
_NOT = pgettext("grammar of questions: a word", "not")
_YES = pgettext("grammar of questions: a word", "yes")
_NO = pgettext("grammar of questions: a word", "no")
_NONE_FORM = pgettext(
    "grammar of questions: the form of things that are counted as none: counted, bare or single", "counted"
)
_ONE_FORM = pgettext(
    "grammar of questions: the form of things that are counted as one: counted, bare or single", "single"
)
_FORMS: Mapping[str, int] = {"counted": COUNTED, "bare": BARE, "single": SINGLE}


@lru_cache(maxsize=32)
def lexicon_of(language: Language) -> Lexicon:
    """Return the words of a language. A pattern that its catalogue has wrong is the English one."""
    none_form, one_form = (
        _FORMS.get(translate(each, language), _FORMS[translate(each, "en")]) for each in (_NONE_FORM, _ONE_FORM)
    )
    return Lexicon(
        language=language,
        number=translate(NUMBER, language),
        end=translate(END, language),
        and_=translate(_AND, language),
        or_=translate(_OR, language),
        not_=translate(_NOT, language),
        none_form=none_form,
        one_form=one_form,
        yes=translate(_YES, language),
        no=translate(_NO, language),
        rules={rule: {tag: _pattern(text, language) for tag, text in tags.items()} for rule, tags in RULES.items()},
    )


def _pattern(text: Message, language: Language) -> str:
    """Return a pattern in a language, if it has the rules and numbers of the English one."""
    told = translate(text, language)
    return told if _frame(told) == _frame(translate(text, "en")) and not told.isspace() else translate(text, "en")


def _frame(pattern: str) -> list[str]:
    return sorted(re.findall(r"<(\w+)\+?\??>(?!\S)", pattern)) + ["#"] * len(re.findall(r"(?<!\S)#\??(?!\S)", pattern))


def form_of_number(number: int, language: Language, forms: int) -> int:
    """Which of the forms by number goes with a number, by the plural rule of the language's catalogue."""
    return min(plural_form(number, language), forms - 1)
