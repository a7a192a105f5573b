"""`golem play --resume-unfinished`: a table that starts with its computer goes on with a game that was cut off."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from controller.app.compose.play import unfinished_journal
from controller.app.config.table_file import TableFile, read_table_file
from controller.cli import main
from controller.journal import JournalDamaged

TABLE = """\
game:
  kind: spiral
  players: {players}
play: {{pieces: ghosts}}
journals: games
"""


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The record of a whole game for two."""
    record = tmp_path_factory.mktemp("played") / "spiral.jsonl"
    assert main(["demo", "--game", "spiral", "--speed", "max", "--no-web", "--journal", str(record)]) == 0
    return record


@pytest.fixture
def table(tmp_path: Path, played: Path) -> TableFile:
    """A table for two, on which that game was played last."""
    (tmp_path / "games").mkdir()
    shutil.copy(played, tmp_path / "games" / "spiral-1.jsonl")
    return _table(tmp_path, players=2)


def _table(folder: Path, players: int) -> TableFile:
    file = folder / "table.yaml"
    file.write_text(TABLE.format(players=players), encoding="utf-8")
    return read_table_file(file)


def _cut(record: Path, lines: int) -> None:
    """As a power cut leaves it: some whole lines, and a piece of one."""
    whole = record.read_bytes().splitlines(keepends=True)
    record.write_bytes(b"".join(whole[:lines]) + whole[lines][:10])


def test_a_game_that_was_cut_off_is_gone_on_with(table: TableFile) -> None:
    record = table.journals / "spiral-1.jsonl"
    _cut(record, 5)
    assert unfinished_journal(table) == record


def test_a_game_that_has_ended_is_not(table: TableFile) -> None:
    assert unfinished_journal(table) is None


def test_the_game_of_another_table_is_not(table: TableFile, tmp_path: Path) -> None:
    _cut(table.journals / "spiral-1.jsonl", 5)
    assert unfinished_journal(_table(tmp_path, players=3)) is None


def test_another_game_is_not(table: TableFile, tmp_path: Path) -> None:
    _cut(table.journals / "spiral-1.jsonl", 5)
    (tmp_path / "table.yaml").write_text("camera: 0\ngame: {board: 4x4}\njournals: games\n", encoding="utf-8")
    assert unfinished_journal(read_table_file(tmp_path / "table.yaml")) is None


def test_the_first_game_of_a_table_is_new(tmp_path: Path) -> None:
    assert unfinished_journal(_table(tmp_path, players=2)) is None


def test_a_damaged_record_is_named_and_not_passed_over(table: TableFile) -> None:
    record = table.journals / "spiral-1.jsonl"
    lines = record.read_bytes().splitlines(keepends=True)
    record.write_bytes(b"".join([*lines[:3], *lines[4:]]))
    with pytest.raises(JournalDamaged, match=r"spiral-1\.jsonl:4"):
        unfinished_journal(table)


@pytest.mark.parametrize("more", [["--journal", "x.jsonl"], ["--game", "jetan"]])
def test_it_needs_a_table_file_and_nothing_else(more: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["play", "--resume-unfinished", *more]) == 2
    assert "--resume-unfinished: goes with a table file" in capsys.readouterr().err
