"""The catalogues that are shipped: complete, sound, and what the source says. `make messages` puts them right."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest
from babel.messages.catalog import Catalog

from boards.base.catalogue import language_name, languages
from tests.messages.check import entry_problems, identities, problems
from tests.messages.extract import ROOT, catalogue_files, kept_template, language_of, merge, read, template

SOURCE = kept_template()


def test_the_template_is_what_the_source_says() -> None:
    assert identities(template()) == identities(SOURCE), "run `make messages`"


@pytest.mark.parametrize("file", catalogue_files(), ids=language_of)
def test_a_catalogue_is_complete_and_sound(file: Path) -> None:
    assert list(problems(file.relative_to(ROOT), read(file), SOURCE)) == []


def _english_separators(source: str) -> list[int]:
    """Return the lines in which a list is joined with a word."""
    return [
        node.lineno
        for node in ast.walk(ast.parse(source))
        if isinstance(node, ast.Attribute)
        and node.attr == "join"
        and isinstance(node.value, ast.Constant)
        and isinstance(node.value.value, str)
        and re.search("[A-Za-z]", node.value.value)
    ]


def test_no_list_is_joined_with_an_english_word() -> None:
    assert _english_separators('" or ".join(known)') == [1] and _english_separators('", ".join(known)') == []
    rooms = ("boards", "calibration", "controller", "firmware_bridge", "hardware")
    files = [file for room in rooms for file in (ROOT / room).rglob("*.py")]
    assert [f"{file}:{line}" for file in files for line in _english_separators(file.read_text())] == []


def test_every_catalogue_is_a_language_with_a_name_of_its_own() -> None:
    assert {"en", *map(language_of, catalogue_files())} <= {*languages()}
    names = [language_name(language) for language in languages()]
    assert len({*names}) == len(names) and not {*names} & {*languages()}


def test_what_is_wrong_with_an_entry_is_named() -> None:
    def found(text: str | tuple[str, str], told: str | tuple[str, ...], fuzzy: bool = False) -> list[str]:
        catalogue = Catalog(locale="ru")
        entry = catalogue.add(text, told, flags={"fuzzy"} if fuzzy else set())
        return list(entry_problems(entry, 3))

    assert found("{n} of {m}", "{m}: {n}") == []
    assert found("a", "b", fuzzy=True) == ["fuzzy"]
    assert found("a", "") == ["not translated"]
    assert found("{n} of {m}", "{m}") == ["placeholders differ (n)"]
    assert found("{n} of {m}", "{n} {m} {m.x}") == ["placeholders differ (m.x)"]
    assert found("{n} of", "{n") == ["braces do not match"]
    assert found("{px:.1f}", "{px:.2f}") == ["placeholders differ (px, px)"]
    assert found(("one card", "{n} cards"), ("одна карта", "{n} карты", "{n} карт")) == []
    assert found(("one card", "{n} cards"), ("{n} карта", "{n} карт")) == ["2 plural forms, the language has 3"]
    assert found(("one card", "{n} cards"), ("{n} карта", "{n} карты", "")) == ["not translated"]


def test_missing_and_unused_entries_are_named(tmp_path: Path) -> None:
    source, catalogue = Catalog(), Catalog(locale="ru")
    source.add("new")
    catalogue.add("old", "старый", context="a mat")
    file = tmp_path / "golem.po"
    assert [re.sub("^.*golem.po: ", "", each) for each in problems(file, catalogue, source)] == [
        "missing (run `make messages`): 'new'",
        "unused: 'old' (a mat)",
    ]
    merge(catalogue, source)
    assert [re.sub("^.*golem.po: ", "", each) for each in problems(file, catalogue, source)] == [
        "unused (run `make messages ARGS=--drop-unused`): 'old' (a mat)",
        "not translated: 'new'",
    ]
    merge(catalogue, source, drop_unused=True)
    assert len(list(problems(file, catalogue, source))) == 1
