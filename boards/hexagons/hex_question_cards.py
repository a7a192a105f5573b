"""The question cards of Robots on hexagons: words that make up the questions of a program's tests.

Each carries a word that is the same in all languages; what is printed on it is in `hex_question_messages`.
`test 1` to `test 4` begin a question; digits side by side make a number.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from types import MappingProxyType

from boards.kit.decks import dealt_ids
from boards.kit.marker_plan import HEX_WORD_IDS

TESTS: tuple[str, ...] = ("test 1", "test 2", "test 3", "test 4")
DIGITS: tuple[str, ...] = tuple("0123456789")
COLOURS: tuple[str, ...] = ("red", "blue", "green", "yellow", "violet", "orange", "black", "white")

GROUPS: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {
        "test": TESTS,
        "many": ("at-least", "exactly", "no"),
        "number": DIGITS,
        "colour": COLOURS,
        "what": (
            "enemy-robots", "my-robots", "robots", "squares", "triangles", "circles", "lakes", "lightning", "cells",
        ),
        "where": ("within", "at", "in-my-direction", "in-direction", "in-my-fire"),
        "me": (
            "i-face", "in-my-camp", "in-opposing-camp", "in-green-camp", "in-violet-camp", "shots-left", "cell-ahead",
        ),
        "join": ("and", "or", "not", "(", ")"),
    }
)  # fmt: skip
"""The cards by what they are for."""

_MORE: Mapping[str, int] = MappingProxyType(
    {
        **dict.fromkeys(TESTS, 2),
        "at-least": 3, "exactly": 2, "no": 4,
        "1": 4, "2": 4, "3": 3, "4": 2, "5": 2, "6": 2,
        "enemy-robots": 4, "my-robots": 2, "robots": 2, "cells": 2,
        "within": 3, "at": 2, "in-my-direction": 2, "in-direction": 2, "in-my-fire": 4,
        "i-face": 3, "in-opposing-camp": 2, "shots-left": 2, "cell-ahead": 3,
        "and": 3, "or": 2, "not": 3, "(": 2, ")": 2,
    }
)  # fmt: skip
"""How many cards of one player say it, where there are several."""

WORDS: tuple[tuple[str, int], ...] = tuple((name, _MORE.get(name, 1)) for names in GROUPS.values() for name in names)
"""The word of a card, and how many cards of one player say it."""


@lru_cache(maxsize=16)
def word_ids(deck_seed: int = 1) -> Mapping[str, int]:
    """Return the word of a question card -> the marker on all cards that say it. The seed deals the ids."""
    dealt = dealt_ids(len(WORDS), deck_seed)
    return MappingProxyType({name: HEX_WORD_IDS[number] for (name, _), number in zip(WORDS, dealt, strict=True)})


@lru_cache(maxsize=1)
def _group_of() -> Mapping[str, str]:
    return {name: group for group, names in GROUPS.items() for name in names}


def group_of(word: str) -> str | None:
    """Return what a card's word is for (a key of :data:`GROUPS`); None for what is no word of a question."""
    return _group_of().get(word)


def opens_question(text: str) -> bool:
    """Whether a card begins a question: it may lie at the beginning of a row of its own."""
    return text in TESTS
