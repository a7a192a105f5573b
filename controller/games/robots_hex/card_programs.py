"""A program laid as cards: steps first, then its questions, each behind its card `test n`.

What the cards say is the same in all languages (`hex_question_cards`), so their words are one more lexicon of the
question language: the grammar reads and writes them as it does those of people.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import NamedTuple

from boards.base.errors import Problem, Problems
from boards.base.message import Message, joined
from boards.hexagons.hex_question_cards import COLOURS, DIGITS, GROUPS, group_of, opens_question
from boards.hexagons.hex_question_messages import GROUP_WORDS, LABELS
from controller.games.robots_hex.questions.lexicon import Lexicon
from controller.games.robots_hex.questions.parse_errors import CARD_MISTAKES
from controller.games.robots_hex.questions.parser import NotAQuestion, format_question, parse_words, write_question
from controller.games.robots_hex.questions.question import Question
from controller.games.robots_hex.setup import question_of, test_row

_NUMBER, _END = "#", "."
"""How the grammar names a number and the end of a question, which are no cards."""

CARDS = Lexicon(
    language="en",
    number=_NUMBER,
    end=_END,
    and_="and",
    or_="or",
    not_="not",
    none_form=0,
    one_form=0,
    yes="",
    no="",
    rules={
        "clause": {
            "count": "<amount?> <things> <distance?> <where?>",
            "facing": "i-face #",
            "camp": "<camp>",
            "shots": "shots-left #",
            "cell": "cell-ahead #? <things>",
        },
        "amount": {"at least": "at-least #", "exactly": "exactly #", "no": "no"},
        "things": {
            "my robots": "my-robots",
            "enemy robots": "enemy-robots",
            "robots": "<colour?> robots",
            "square": "<colour?> squares",
            "triangle": "<colour?> triangles",
            "circle": "<colour?> circles",
            "lakes": "lakes",
            "lightning": "lightning",
            "cells": "<colour> cells",
        },
        "colour": {colour: colour for colour in COLOURS},
        "distance": {"within": "within #", "at": "at #"},
        "where": {"ahead": "in-my-direction", "direction": "in-direction #", "fire": "in-my-fire"},
        "camp": {
            "my": "in-my-camp",
            "opposing": "in-opposing-camp",
            "green": "in-green-camp",
            "violet": "in-violet-camp",
        },
    },
)
"""The cards' words, in the order in which English has them."""

_COLOURED = ("robots", "squares", "triangles", "circles", "cells")
_FAR = ("within", "at", "cell-ahead")


class _Word(NamedTuple):
    """A word of a question, and at which of its cards it begins (from 1)."""

    text: str
    card: int


def rows_of(cards: Sequence[str]) -> tuple[str, ...]:
    """Return the rows of a program as :mod:`controller.games.robots_hex.setup` takes them.

    A step each, then `test n:` and a question in English. Raises :class:`boards.base.errors.Problems` that name the
    card.
    """
    first = next((index for index, card in enumerate(cards) if opens_question(card)), len(cards))
    problems = [
        _problem("stray-word", f"cards[{index}]", card=index + 1)
        for index, card in enumerate(cards[:first])
        if group_of(card) is not None
    ]
    rows = list(cards[:first])
    starts = [index for index in range(first, len(cards)) if opens_question(cards[index])]
    for start, end in pairwise([*starts, len(cards)]):
        number = cards[start].split()[1]
        try:
            rows.append(test_row(number, format_question(_question(cards[start + 1 : end], number))))
        except Problems as wrong:
            problems += wrong.problems
    if problems:
        raise Problems(problems)
    return tuple(rows)


def cards_of(rows: Sequence[str]) -> tuple[str, ...]:
    """Return the cards on which such rows are laid.

    ``rows_of(cards_of(rows)) == rows`` for rows that :func:`rows_of` made. Raises
    :class:`controller.games.robots_hex.questions.parser.NotAQuestion`.
    """
    steps = [row for row in rows if question_of(row) is None]
    laid = [found for row in rows if (found := question_of(row)) is not None]
    return (*steps, *(card for number, question in laid for card in (f"test {number}", *question_cards(question))))


def question_cards(question: Question) -> tuple[str, ...]:
    """Return the cards of a question, one after the other."""
    text = write_question(question, CARDS).replace("(", "( ").replace(")", " )")
    return tuple(card for word in text.split() for card in (tuple(word) if word.isdigit() else (word,)))


def _question(cards: Sequence[str], number: str) -> Question:
    for index, card in enumerate(cards, start=1):
        if group_of(card) is None:
            raise Problems([_problem("step-within", f"test {number}[{index}]", test=number, card=index)])
    words = _words(cards)
    try:
        return parse_words([word.text for word in words], CARDS)
    except NotAQuestion as wrong:
        raise Problems([_misread(wrong, words, cards, number)]) from wrong


def _words(cards: Sequence[str]) -> list[_Word]:
    """Return the words that cards make.

    Digits side by side are one number, and a colour may lie on either side of its thing (as it stands in French).
    """
    words: list[_Word] = []
    for index, card in enumerate(cards, start=1):
        before = words[-1].text if words else ""
        if card in DIGITS and before.isdigit():
            words[-1] = words[-1]._replace(text=before + card)
        elif card in COLOURS and before in _COLOURED and (len(words) < 2 or words[-2].text not in COLOURS):
            words.insert(-1, _Word(card, index))
        else:
            words.append(_Word(card, index))
    return words


def _misread(wrong: NotAQuestion, words: Sequence[_Word], cards: Sequence[str], number: str) -> Problem:
    """Return what is wrong with the cards of a question, and at which of them."""
    if wrong.name == "unexpected":
        wanted = _wanted(wrong.expected)
        if wrong.word >= len(words):
            return _problem("ends", f"test {number}", wanted, test=number)
        word = words[wrong.word]
        return _problem("unexpected", f"test {number}[{word.card}]", wanted, test=number, card=word.card)
    # It was understood up to here: a direction is the last of it, a distance stands behind what it belongs to.
    read = list(pairwise(words[: wrong.word]))
    card = next(
        (word.card for before, word in reversed(read) if wrong.name != "distances" or before.text in _FAR),
        words[0].card,
    )
    return _problem(wrong.name, f"test {number}[{card}]", test=number, card=card)


_MOST_NAMED = 3
"""So many cards of a group are named; of more, what they are for."""


def _wanted(expected: Sequence[str]) -> tuple[str, ...]:
    """Cards, or groups of cards, that could lie there instead."""
    found: list[str] = []
    for group in GROUPS:
        cards = [card for card in expected if group_of(card) == group]
        found += cards if len(cards) <= _MOST_NAMED else [f"*{group}"]
    return (*(["*number"] if _NUMBER in expected else []), *found)


def _problem(name: str, at: str, wanted: Sequence[str] = (), **facts: str | int) -> Problem:
    message = CARD_MISTAKES[name].bind(**facts, wanted=joined(map(_words_of, wanted)))
    return Problem(at, message, message)


def _words_of(card: str) -> Message:
    """Return what is printed on a card; of a group (`*what`), what it is for."""
    return GROUP_WORDS[card[1:]] if card.startswith("*") else LABELS[card]
