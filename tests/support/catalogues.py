"""Catalogues for tests: compiled from a few texts, and the pseudo-locale."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path

from babel.messages.catalog import Catalog
from babel.messages.mofile import write_mo

Key = str | tuple[str, str]
"""A text, or its context and the text."""


def compiled(catalogue: Catalog, folder: Path, language: str) -> Path:
    """Write a catalogue into a folder of catalogues, as GOLEM_LOCALE_DIR names one; return the file."""
    file = folder / language / "LC_MESSAGES" / "golem.mo"
    file.parent.mkdir(parents=True, exist_ok=True)
    with file.open("wb") as opened:
        write_mo(opened, catalogue)
    return file


def catalogue_of(texts: Mapping[Key, str], language: str = "de") -> Catalog:
    """Return a catalogue with these translations."""
    made = Catalog(locale=language, domain="golem", charset="utf-8")
    for key, told in texts.items():
        context, text = key if isinstance(key, tuple) else (None, key)
        made.add(text, told, context=context)
    return made


PSEUDO = "qps"
"""The pseudo-locale's code; reserved for private use."""

_ACCENTED = str.maketrans("aceinosuyzACEINOSUYZ", "àçéîñóšúýžÀÇÉÎÑÓŠÚÝŽ")
_KEPT = re.compile(r"(\{[^{}]*\}|<[^<>]*>)")
"""Placeholders, and the rules in a grammar's pattern."""
_FORMS = "grammar of questions: the form"
"""The context of entries that are no words but choose among forms."""


def pseudo(text: str) -> str:
    """Return a text with accents on its letters, so that every word of it is known again; placeholders as they are."""
    return "".join(part if _KEPT.fullmatch(part) else part.translate(_ACCENTED) for part in _KEPT.split(text))


def pseudo_catalogue(source: Catalog) -> Catalog:
    """Return the pseudo-locale: every text of the product, with accents."""
    made = Catalog(locale="en", domain="golem", charset="utf-8")
    for each in source:
        texts = (each.id,) if isinstance(each.id, str) else tuple(each.id)
        kept = (each.context or "").startswith(_FORMS)
        told = tuple(text if kept else pseudo(text) for text in texts)
        made.add(each.id, told[0] if isinstance(each.id, str) else told, context=each.context)
    return made
