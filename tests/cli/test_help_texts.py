"""Help, usage and errors of options are told in the language of ``--language``, else of the system."""

from __future__ import annotations

import argparse
import re

import pytest
from babel.messages.extract import extract_from_file

from boards.base.catalogue import languages
from controller.cli import COMMANDS, main
from controller.cli.options.argparse_messages import PLURALS, TEXTS
from controller.cli.options.command_parser import CommandParser, argparse_in_language, language_asked, system_language

DEVELOPERS = (
    "__call__", "conflicting subparser", "conflicting option", 'argument "-"', "can't open", "cannot merge actions",
    "invalid argument for positionals", "invalid option string", "dest= is required", "invalid conflict_resolution",
    "mutually exclusive arguments must be optional", "multiple subparser", "unexpected option string", "not callable",
)  # fmt: skip
"""What argparse says to those who write a command with it."""
UNUSED = ("is deprecated", "warning: ", "program's version", "subcommands", " (default: ")
"""What it says with features that no command uses."""


def test_every_text_of_argparse_that_people_see_is_in_the_catalogue() -> None:
    found = extract_from_file("python", argparse.__file__, keywords={"_": None, "ngettext": (1, 2)})
    texts = {text if isinstance(text, str) else text[0] for _line, text, *_rest in found}
    told = {*TEXTS, *PLURALS}
    unknown = [text for text in texts - told if not any(mark in text for mark in (*DEVELOPERS, *UNUSED))]
    assert unknown == []


@pytest.mark.parametrize("command", COMMANDS)
@pytest.mark.parametrize("language", languages())
def test_help_is_told_in_a_language(command: str, language: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        main([command, "--help", "--language", language])
    told = capsys.readouterr().out
    assert ended.value.code == 0
    assert ("show this help message and exit" in told) == (language == "en")
    assert re.match(rf"\S+( :|:) golem {command} ", told)
    assert told.startswith("usage: ") == (language == "en")


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["demo", "--link", "x", "--language", "de"], "'x' steht nicht zur Wahl ('serial', 'mqtt')"),
        (["demo", "--language=pl", "--seed", "x"], "'x' nie jest wartością rodzaju int"),
        (["replay", "--language", "ru"], "не хватает аргументов: journal"),
        (["robots", "ping", "--count", "--language", "fr"], "il manque une valeur"),
        (["robots", "jog", "x", "--nowhere", "--language", "de"], "unbekannte Argumente: --nowhere"),
    ],
)
def test_a_wrong_option_is_told_in_a_language(words: list[str], told: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        main(words)
    assert ended.value.code == 2 and told in " ".join(capsys.readouterr().err.split())


def test_english_is_what_argparse_says(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["demo", "--seed", "x"])
    assert "golem demo: error: argument --seed: invalid int value: 'x'\n" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("environment", "language"),
    [
        ({}, "en"),
        ({"LANG": "C.UTF-8"}, "en"),
        ({"LANG": "de_AT.UTF-8"}, "de"),
        ({"LANG": "de_AT.UTF-8", "LC_MESSAGES": "fr_FR"}, "fr"),
        ({"LANG": "de_AT.UTF-8", "LC_ALL": "pl_PL@euro"}, "pl"),
        ({"LANG": "ru"}, "ru"),
        ({"LANG": "tlh_XX"}, "en"),
        ({"LANG": "../../etc"}, "en"),
    ],
    ids=str,
)
def test_the_language_of_the_system(environment: dict[str, str], language: str) -> None:
    assert system_language(environment) == language


def test_the_language_that_is_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LC_ALL", "pl_PL.UTF-8")
    assert language_asked(["demo", "--language", "de"]) == "de"
    assert language_asked(["demo", "--language=fr"]) == "fr"
    assert language_asked(["demo", "--language"]) == language_asked(["--language", "klingon"]) == "pl"


def test_the_system_language_is_the_default_of_the_option(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("LC_ALL", "de_DE.UTF-8")
    assert main(["--help"]) == 0 and "Brettspiele programmierter Roboter" in capsys.readouterr().out
    assert main(["nothing"]) == 2 and "es gibt keinen Befehl 'nothing'" in capsys.readouterr().err
    assert main(["demo", "--seed", "-1"]) == 2 and "-1 ist kleiner als 0" in capsys.readouterr().err


@pytest.mark.parametrize("text", ["%(prog)s %(message)s", "%s %d %", "{prog.__class__}", "{", "100 %"])
def test_a_hostile_translation_breaks_no_help(text: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("boards.base.catalogue.Catalogue._translated", lambda *_any: text)
    with argparse_in_language("de"):
        parser = CommandParser(prog="golem x", language="de")
        parser.add_language_option()
        assert parser.format_help()
        with pytest.raises(SystemExit):
            parser.parse_args(["--nothing"])
