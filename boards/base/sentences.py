"""Sentences that something says in English, found again by their English text and told in four languages."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping

from boards.base.catalogue import languages

Told = Mapping[str, str]
"""One sentence in every language. {0}, {1}... stand for its values."""


def finder(sentences: Iterable[Told]) -> Callable[[str], dict[str, str] | None]:
    """Return a function that finds what was said among these sentences, and tells it with its values.

    None if it is none.
    """
    patterns = [(_pattern(texts["en"]), texts) for texts in sentences]

    def find(said: str) -> dict[str, str] | None:
        for pattern, texts in patterns:
            values = pattern.fullmatch(said)
            if values is not None:
                return {language: texts[language].format(*values.groups()) for language in languages()}
        return None

    return find


def _pattern(text: str) -> re.Pattern[str]:
    """Return what an English sentence looks like with its values in it."""
    return re.compile("(.+?)".join(map(re.escape, re.split(r"\{\d\}", text))), re.DOTALL)
