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


def pseudo(text: str) -> str:
    """Return a text whose letters have accents and that stands in brackets, placeholders as they are."""
    parts = re.split(r"(\{[^{}]*\})", text)
    return "".join(part if part.startswith("{") else part.translate(_ACCENTED) for part in parts)
