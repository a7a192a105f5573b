"""One word for one thing (docs/translating.md): the words that a language had for it beside the one that was chosen."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from babel.messages.catalog import Catalog

from tests.messages.extract import catalogue_files, language_of, read

REFUSED = {
    "ru": (
        r"планшет",  # a tray is a лоток
        r"\bостанов\b|аварийн\w+ стоп",  # остановка
        r"журнал игры",  # запись
        r"строк\w* карт",  # a row of cards is a ряд
    ),
    "pl": (
        r"(?<![:\w{])(mata|maty|matę|matą|macie|matach)\b",  # plansza
        r"\bkoś(ci|ć|ćmi)\b",  # kostka
        r"\bzagad",  # łamigłówka
        r"stop\w* awaryjn",  # zatrzymanie awaryjne
        r"wiersz\w* kart\b",  # rząd
        r"\bpremii\b",  # bonusowa
        r"\btarcz(a|y|ę|e) (tego )?golema",  # the top of a golem is a krążek
    ),
    "fr": (
        r"\btapis\b",  # plateau
        r"plateau \{golem\}",  # a tray is a support
        r"énigme",  # casse-tête
        r"\bmire\b",  # damier
        r"(?<=[a-zàâçéèêîôû])'(?=[a-zàâçéèêîôû])",  # ’
        r"lignes? de cartes",  # rangée
    ),
    "de": (
        r"\bmatten?\b",  # Spielplan
        r"\bdeckel\b",  # the top of a golem is a Scheibe
        r"not-halt",  # Notstopp
        r"\bzellen?\b",  # Feld
        r"zeilen? mit karten",  # Reihe
        r"\b(lassen|setzen|schalten|drucken|wählen|nehmen|prüfen|legen|stellen) (?-i:Sie)\b",  # du
    ),
}


def told(catalogue: Catalog) -> Iterator[str]:
    for entry in catalogue:
        if entry.id:
            yield from (entry.string,) if isinstance(entry.string, str) else entry.string


@pytest.mark.parametrize("file", [file for file in catalogue_files() if language_of(file) in REFUSED], ids=language_of)
def test_one_word_is_used_for_one_thing(file: Path) -> None:
    refused = re.compile("|".join(REFUSED[language_of(file)]), re.IGNORECASE)
    found = [text for text in told(read(file)) if refused.search(text)]
    assert found == []


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("ru", "Планшет синего"),
        ("ru", "аварийный останов"),
        ("pl", "dwie tarcze golema"),
        ("fr", "Plateau {golem}"),
        ("de", "der Not-Halt"),
        ("pl", "plik YAML maty"),
        ("pl", "Rzuć kośćmi"),
        ("fr", "le tapis"),
        ("fr", "L'énigme"),
        ("de", "auf der Matte"),
        ("de", "lassen Sie es weg"),
    ],
)
def test_a_refused_word_is_found(language: str, text: str) -> None:
    assert re.search("|".join(REFUSED[language]), text, re.IGNORECASE)
