"""`golem demo`: ways and rulebooks, going on after a stop, and what does not go together."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from controller.cli import main
from controller.journal import read_record
from controller.table.core.record.entry_codec import header_of
from tests.journal.golden_records import record_file


def test_a_way_and_a_rulebook_are_played_and_recorded(tmp_path: Path) -> None:
    path = tmp_path / "demo.jsonl"
    # A short game.
    words = ["--way", "beginner", "--rules", "2.0", "--seed", "4"]
    assert main(["demo", *words, "--no-web", "--journal", str(path)]) == 0
    header = header_of(read_record(path))
    assert (header.rules, header.setup["way"]) == ("2.0", "beginner")


def test_a_demo_that_was_stopped_in_a_round_goes_on_with_its_locked_cards(tmp_path: Path) -> None:
    path = tmp_path / "demo.jsonl"
    shutil.copy(record_file("golems-locked"), path)
    before = read_record(path).entries
    assert main(["demo", "--resume", "--no-web", "--journal", str(path)]) == 0
    entries = read_record(path).entries
    assert entries[: len(before)] == before
    # No card was found to have been moved: they lie where they were locked.
    assert not [entry for entry in entries[len(before) :] if entry.kind == "waived"]
    assert entries[-1].kind != "row" and "ended" in {entry.data.get("signal") for entry in entries}


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["--resume", "--way", "beginner", "--scenario", "x"], ["--scenario: the record", "--way: the record"]),
        (["--way", "beginner", "--puzzle", "1"], ["--way: the puzzle says this"]),
        (["--game", "jetan", "--rules", "2.0"], ["--rules: jetan has one rulebook"]),
        (["--resume"], ["--resume: there is no record of a game in games"]),
        (["--way", "beginner", "--players", "3"], ["players"]),
        (["--rules", "2.0", "--players", "4"], ["players"]),
    ],
)
def test_what_does_not_go_together_is_said_at_once(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    words: list[str],
    told: list[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(["demo", "--no-web", *words]) == 2
    said = capsys.readouterr().err
    assert all(one in said for one in told), said
    assert not (tmp_path / "games").exists()


def test_a_game_that_has_ended_or_another_kind_is_not_gone_on_with(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for name, told in (("golems-scenario", "has ended"), ("jetan-whole", "another kind of game: jetan")):
        path = tmp_path / f"{name}.jsonl"
        shutil.copy(record_file(name), path)
        assert main(["demo", "--resume", "--no-web", "--journal", str(path)]) == 2
        assert told in capsys.readouterr().err
