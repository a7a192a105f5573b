"""`golem resolve --explain` and `--tell`: sentences beside the answer, and instead of it."""

from __future__ import annotations

import io
import json
import sys
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from controller.cli import main

ROUND = {
    "game": "golems",
    "board": {"size": [4, 4]},
    "golems": {"red": {"at": "a1", "facing": "N"}, "blue": {"at": "a3", "facing": "S"}},
    "bonus": {"red": "repeat 2"},
    "programs": {
        "red": ["forward", "stand", "stand", "defend"],
        "blue": ["forward", "attack", "take", "defend"],
    },
}


@pytest.fixture
def file(tmp_path: Path) -> str:
    path = tmp_path / "round.json"
    path.write_text(json.dumps(ROUND), encoding="utf-8")
    return str(path)


def test_the_answer_stays_as_it_is_and_the_sentences_come_after_it(
    file: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["resolve", file]) == 0
    plain = capsys.readouterr().out
    assert main(["resolve", "--explain", file]) == 0
    more = capsys.readouterr().out
    assert more.startswith(plain.rstrip("\n")[:-1])
    told = json.loads(more)["explain"][0]
    assert (told["row"], told["golem"], told["laid"], told["keys"]) == (1, "red", "forward", ["blocked contested"])
    words = {
        "en": "Red (Forward) does not move: Blue aims at the same cell a2, so nobody gets it.",
        "de": "Rot (Vorwärts) bewegt sich nicht: Blau will auf dasselbe Feld a2, also bekommt es niemand.",
        "ru": "Красный (Вперёд) не двигается: Синий метит на ту же клетку a2, и она не достаётся никому.",
        "pl": "Czerwony (Naprzód) nie rusza się: Niebieski mierzy w to samo pole a2, więc nikt go nie zajmuje.",
        "fr": "Rouge (Avancer) ne bouge pas : Bleu vise la même case a2, donc personne ne l’obtient.",
    }
    assert told["words"] | words == told["words"]


def test_a_round_is_told_to_be_read(file: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["resolve", "--tell", "en", file]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert [line[:2] for line in lines] == ["- ", "- ", *(f"{row} " for row in (1, 1, 2, 2, 3, 3, 4, 4)), "- "]
    assert lines[0] == "- Red rolls the bonus die: one of these cards may be laid in this round: Repeat 2."
    assert lines[1] == "- Blue rolls a blank: no bonus card in this round."
    assert lines[-1] == "- The round costs one unit of energy: 10 → 9."


LONE = {
    "game": "golems",
    "board": {"size": [4, 4], "waters": ["a2"]},
    "golems": {"red": {"at": "a1", "facing": "N", "lives": 1}},
    "energy": 2,
}


FAILED = {
    "en": "Lost: the energy is out, and the goal is not reached.",
    "de": "Verloren: die Energie ist aus und das Ziel nicht erreicht.",
    "ru": "Поражение: энергия кончилась, а цель не достигнута.",
    "pl": "Przegrana: energia się skończyła, a cel nie jest osiągnięty.",
    "fr": "Perdu : l’énergie est épuisée et le but n’est pas atteint.",
}


def last_line(path: Path, capsys: pytest.CaptureFixture[str], language: str, document: dict[str, Any]) -> str:
    path.write_text(json.dumps(document), encoding="utf-8")
    assert main(["resolve", "--tell", language, str(path)]) == 0
    return capsys.readouterr().out.splitlines()[-1].removeprefix("- ")


def test_it_is_told_how_a_lone_player_lost(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "lone.json"
    for language, told in FAILED.items():
        failed = {**LONE, "programs": {"red": ["turn-left", "stand", "stand", "take"]}}
        assert last_line(path, capsys, language, failed) == told
    died = {**LONE, "programs": {"red": ["forward", "stand", "stand", "take"]}}
    assert last_line(path, capsys, "en", died) == "Lost: nobody is left on the board."


def test_it_is_told_how_a_game_of_two_ended(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    golem = {"facing": "N", "lives": 1}
    document = {
        "game": "golems",
        "board": {"size": [4, 4]},
        "golems": {"red": {**golem, "at": "a1"}, "blue": {**golem, "at": "a2", "facing": "S"}},
    }
    strike = ["attack", "stand", "stand", "take"]
    for blue, told in (
        (strike, "A draw: nobody is left on the board."),
        (["stand", "stand", "take", "defend"], "Red won: the last one standing."),
    ):
        both = {**document, "programs": {"red": strike, "blue": blue}}
        assert last_line(tmp_path / "two.json", capsys, "en", both) == told


def test_in_bulk_every_line_is_explained_or_refused(
    capfdbinary: pytest.CaptureFixture[bytes], monkeypatch: pytest.MonkeyPatch
) -> None:
    lines = [json.dumps(ROUND), '{"game": "jetan"}', "[]", json.dumps({**ROUND, "way": "chess"})]
    monkeypatch.setattr(sys, "stdin", SimpleNamespace(buffer=io.BufferedReader(io.BytesIO("\n".join(lines).encode()))))
    assert main(["resolve", "--explain", "--jsonl"]) == 0
    first, *refused = map(json.loads, capfdbinary.readouterr().out.splitlines())
    assert len(first["explain"]) == 8
    assert [answer["at"] for answer in refused] == ["game", "", "way"]


def test_what_does_not_go_together_is_said(file: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["resolve", "--tell", "en", "--jsonl"]) == 2
    assert "--tell: prints sentences for people" in capsys.readouterr().err
    with pytest.raises(SystemExit) as ended:
        main(["resolve", "--tell", "xx", file])
    assert ended.value.code == 2
