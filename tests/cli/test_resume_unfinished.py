"""`golem play --resume-unfinished`: a table that starts with its computer goes on with a game that was cut off."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from controller.app.compose.play import unfinished_journal
from controller.app.config.table_file import TableFile, read_table_file
from controller.cli import main
from controller.journal import JournalDamaged

RECORDS = Path(__file__).parents[1] / "journal" / "records"
WHOLE = RECORDS / "jetan-whole.jsonl"
"""A game that has ended."""
CUT_OFF = RECORDS / "spiral-undone.jsonl"
"""A game for two that goes on."""


def _table(folder: Path, game: str, record: Path | None = None) -> TableFile:
    """A table file for this game, beside which that record lies."""
    (folder / "games").mkdir()
    if record is not None:
        shutil.copy(record, folder / "games" / "last.jsonl")
    file = folder / "table.yaml"
    file.write_text(f"camera: 0\ngame: {game}\njournals: games\n", encoding="utf-8")
    return read_table_file(file)


def _cut(record: Path, lines: int) -> None:
    """As a power cut leaves it: some whole lines, and a piece of one."""
    whole = record.read_bytes().splitlines(keepends=True)
    record.write_bytes(b"".join(whole[:lines]) + whole[lines][:10])


def test_a_game_that_goes_on_is_gone_on_with(tmp_path: Path) -> None:
    table = _table(tmp_path, "{kind: spiral, players: 2}", CUT_OFF)
    assert unfinished_journal(table) == tmp_path / "games" / "last.jsonl"


def test_a_game_that_has_ended_is_not_but_one_cut_off_before_its_end(tmp_path: Path) -> None:
    table = _table(tmp_path, "{kind: jetan}", WHOLE)
    assert unfinished_journal(table) is None
    _cut(tmp_path / "games" / "last.jsonl", 8)
    assert unfinished_journal(table) == tmp_path / "games" / "last.jsonl"


@pytest.mark.parametrize("game", ["{kind: spiral, players: 3}", "{kind: jetan}", "{board: 4x4}"])
def test_the_game_of_another_table_is_not(game: str, tmp_path: Path) -> None:
    assert unfinished_journal(_table(tmp_path, game, CUT_OFF)) is None


def test_the_first_game_of_a_table_is_new(tmp_path: Path) -> None:
    assert unfinished_journal(_table(tmp_path, "{kind: jetan}")) is None


def test_a_damaged_record_is_named_and_not_passed_over(tmp_path: Path) -> None:
    table = _table(tmp_path, "{kind: jetan}", WHOLE)
    record = tmp_path / "games" / "last.jsonl"
    lines = record.read_bytes().splitlines(keepends=True)
    record.write_bytes(b"".join([*lines[:3], *lines[4:]]))
    with pytest.raises(JournalDamaged, match=r"last\.jsonl:4"):
        unfinished_journal(table)


@pytest.mark.parametrize("more", [["--journal", "x.jsonl"], ["--game", "jetan"]])
def test_it_needs_a_table_file_and_nothing_else(more: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["play", "--resume-unfinished", *more]) == 2
    assert "--resume-unfinished: goes with a table file" in capsys.readouterr().err
