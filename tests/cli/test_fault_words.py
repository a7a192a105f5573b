"""Mistakes in YAML files, faults of secrets files and of `golem robots flash` are told in every language."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path

import pytest

from boards.base import yaml_messages as yaml_words
from boards.base.catalogue import Language, languages, translate, translate_all
from boards.base.errors import Problems
from boards.base.message import Message
from boards.base.reasons import ReasonCode
from boards.base.yaml_reader import read_document
from controller.app.tools import firmware_upload as flashing
from controller.app.tools import robot_tool_messages as fleet_words
from controller.app.tools.firmware_upload import FlashFailed, FlashPlan, flash
from controller.cli import main
from firmware_bridge.robots import credential_messages as login_words
from firmware_bridge.robots.credentials import PASSWORD_VARIABLE, USER_VARIABLE, login_of, read_secrets


def texts_of(codes: type[ReasonCode]) -> dict[str, Message]:
    return {code.value: code.text for code in codes}


OURS = ("no-avrdude", "not-written", "said-nothing", "build-first", "not-built")


@pytest.mark.parametrize(
    "texts",
    [
        texts_of(yaml_words.YamlMistake),
        texts_of(login_words.CredentialMistake),
        {key: fleet_words.TEXTS[key] for key in OURS},
    ],
    ids=["yaml", "login", "flash"],
)
def test_every_sentence_is_there_in_each_language_with_the_same_blanks(
    texts: Mapping[str, Message],
) -> None:
    for key, words in texts.items():
        blanks = {tuple(sorted(re.findall(r"{[^}]*}", text))) for text in translate_all(words).values()}
        assert len(blanks) == 1, key
        assert re.search("[а-яё]", translate(words, "ru")), key


def faults_of(path: Path) -> Problems:
    with pytest.raises(Problems) as caught:
        login_of({}, path)
    return caught.value


def secrets(folder: Path, text: str, mode: int = 0o600) -> Path:
    path = folder / "secrets.yaml"
    path.write_text(text, encoding="utf-8")
    path.chmod(mode)
    return path


def test_faults_of_a_secrets_file_are_told_in_every_language_with_their_place_and_without_a_secret(
    tmp_path: Path,
) -> None:
    open_to_all = faults_of(secrets(tmp_path, "user: golem\npassword: sesame\n", 0o644)).problems[0]
    half = faults_of(secrets(tmp_path, "user: golem\n")).problems[0]
    shown = faults_of(secrets(tmp_path, "user: golem\npassword: 31415\nca: none.pem\nkey: sesame\n")).problems
    for language in languages():
        assert "chmod 600" in open_to_all.translated(language) and "644" in open_to_all.translated(language)
        assert half.translated(language).startswith("secrets.yaml:1: password: ")
        told = [problem.translated(language) for problem in shown]
        assert [line.split(": ")[:2] for line in told] == [
            ["secrets.yaml:2", "password"],
            ["secrets.yaml:3", "ca"],
            ["secrets.yaml:4", "key"],
        ]
        assert not re.search("31415|sesame", " ".join(told))
    assert len({half.translated(language) for language in languages()}) == len(languages())
    with pytest.raises(Problems) as caught:
        login_of({USER_VARIABLE: "golem"})
    assert caught.value.problems[0].translated("fr").startswith(f"{PASSWORD_VARIABLE}: manque")


@pytest.mark.parametrize(
    "text", ["31415\n", "password: ' where sesame, а нужно: 7'\nuser: [sesame]\n", "[sesame, 31415]\n"]
)
def test_no_language_shows_what_is_in_a_secrets_file(text: str, tmp_path: Path) -> None:
    with pytest.raises(Problems) as caught:
        read_secrets(secrets(tmp_path, text))
    for problem in caught.value.problems:
        assert not re.search("31415|sesame", " ".join(problem.translated(language) for language in languages()))


def test_a_command_with_a_language_says_mistakes_in_it(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "table.yaml"
    path.write_text("camera: 0\ngame: {board: 5x5}\nbroker: {password: sesame}\ncolour: red\n", encoding="utf-8")
    with pytest.raises(Problems) as caught:
        read_document(path, lambda top: top.section("game"))
    assert "unknown key" in caught.value.lines()[0]
    assert main(["doctor", "--table", str(path), "--language", "pl"]) == 2
    said = capsys.readouterr().err.splitlines()
    assert [line.split(": ")[1] for line in said] == ["table.yaml:2", "table.yaml:3", "table.yaml:4"]
    assert "nie ma planszy" in said[0] and "sekret" in said[1] and "nieznany klucz" in said[2]
    # The table's own, where none is asked for.
    path.write_text("camera: 0\ngame: {board: 4x4, language: fr}\ncolour: red\n", encoding="utf-8")
    for command in ("doctor", "play"):
        assert main([command, "--table", str(path)]) == 2
        assert "table.yaml:3: colour: clé inconnue" in capsys.readouterr().err


@pytest.mark.parametrize("language", languages())
def test_flash_says_what_is_missing_in_the_language_that_is_asked_for(
    language: Language, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(flashing.shutil, "which", lambda _tool: None)
    with pytest.raises(FlashFailed) as failed:
        flash(FlashPlan("/dev/null"), print)
    assert failed.value.translated(language) == fleet_words.phrase("no-avrdude", language)
    monkeypatch.setattr(flashing.shutil, "which", lambda tool: f"/usr/bin/{tool}")
    assert main(["robots", "flash", "/dev/no-such-port", "--language", language]) == 1
    said = capsys.readouterr().err
    assert said.startswith("golem robots: /dev/no-such-port: ") and (("no such port" in said) == (language == "en"))
