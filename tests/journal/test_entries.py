"""Entries of a game's journal: every kind there and back, and what can't be read is named with its line."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any, get_args

import pytest

from controller.app.compose.session import start_again
from controller.games.game_registry import game_named
from controller.journal import Entry, Journal, JournalDamaged, read_record
from controller.table.core.record.entries import Content
from controller.table.core.record.entry_codec import EntriesUnreadable, decode_entries, encode_content, header_of
from controller.table.core.record.fold import fold_all
from controller.table.core.record.fold_errors import EntryImpossible, JournalMismatch
from tests.journal.golden_records import NAMES, record_file


@pytest.mark.parametrize("name", NAMES)
def test_every_entry_of_a_golden_record_is_written_as_it_was_read(name: str) -> None:
    entries = read_record(record_file(name)).entries
    written = [encode_content(entry.content) for entry in decode_entries(entries)]
    assert _texts(written) == _texts([(entry.kind, dict(entry.data)) for entry in entries])


def _texts(entries: list[tuple[str, dict[str, Any]]]) -> list[tuple[str, str]]:
    """With whole numbers as floats: a golem at 50 mm was once written as 50, and is now as 50.0."""
    return [(kind, json.dumps(json.loads(json.dumps(data), parse_int=float), sort_keys=True)) for kind, data in entries]


def test_the_golden_records_hold_every_type_of_content() -> None:
    contents = [entry.content for name in NAMES for entry in decode_entries(read_record(record_file(name)).entries)]
    assert {type(content) for content in contents} == {*get_args(Content)}


@pytest.mark.parametrize(
    ("kind", "data", "why"),
    [
        ("dance", {}, "knows no entry of the kind 'dance'"),
        (
            "row",
            {"round": "one", "row": 1, "events": []},
            "kind 'row' is not as it should be: round: 'one' where a whole number is wanted",
        ),
        ("row", {"round": 1, "events": []}, "row: missing"),
        ("control", {"do": "fly"}, "do: 'fly' is not one of "),
        ("signal", {"signal": "wants-tea"}, "signal: 'wants-tea' is not one of "),
        ("undo", {"twice": True}, "twice: unknown key"),
        ("command", {"result": "lost"}, "kind 'command' is not as it should be"),
        ("command", {}, "robot: missing"),
        ("seen", {"golems": {"red": [1, 2]}}, "golems.red: 2 values where 3 are wanted"),
    ],
)
def test_an_entry_that_is_unknown_or_damaged_is_named_with_its_line(
    kind: str, data: dict[str, Any], why: str, tmp_path: Path
) -> None:
    record = read_record(record_file("golems-estop"))
    bad = Entry(12, record.entries[12].time, kind, data)
    entries = (*record.entries[:12], bad, *record.entries[13:])
    with pytest.raises(EntriesUnreadable) as caught:
        fold_all(game_named("golems"), entries)
    (problem,) = caught.value.problems
    assert problem.at == "line 13" and why in str(problem.message)
    assert "read it with the version of golem that wrote it" in str(problem.message) and caught.value.exit_status == 2
    with pytest.raises(EntriesUnreadable, match=r"game\.jsonl:13: "):
        fold_all(game_named("golems"), entries, tmp_path / "game.jsonl")


def test_all_entries_that_cannot_be_read_are_named_at_once() -> None:
    entries = list(read_record(record_file("golems-estop")).entries)
    for n in (7, 9):
        entries[n] = replace(entries[n], kind="dance")
    with pytest.raises(EntriesUnreadable) as caught:
        decode_entries(entries)
    assert [problem.at for problem in caught.value.problems] == ["line 8", "line 10"]


@pytest.mark.parametrize(
    ("kind", "data", "why"),
    [
        ("undo", {}, "nothing was played that could be undone"),
        ("signal", {"signal": "acted", "interrupted": False}, "can't go on from 'setup' by 'acted'"),
        ("move", {"player": "red", "move": "a1", "round": 1, "row": 1, "events": []}, "line 2: "),
    ],
)
def test_an_entry_that_can_not_follow_is_named_with_its_line(kind: str, data: dict[str, Any], why: str) -> None:
    first = read_record(record_file("golems-estop")).entries[0]
    with pytest.raises(EntryImpossible) as caught:
        fold_all(game_named("golems"), (first, Entry(1, 1.0, kind, data)))
    assert str(caught.value).startswith("line 2: ") and why in str(caught.value) and caught.value.exit_status == 2


def test_a_record_of_something_else_is_refused_and_stays_as_it_is(tmp_path: Path) -> None:
    path = tmp_path / "match.jsonl"
    journal = Journal.create(path)
    journal.append("game", {"game": "robot_game", "setup": {}, "bots": [{"name": "a", "sum": "0"}]}, 0.0)
    journal.close()
    before = path.read_bytes()
    with pytest.raises(JournalDamaged, match=r"match\.jsonl:1: this is no record of a game at the table"):
        header_of(read_record(path))
    with pytest.raises(JournalDamaged, match=r"match\.jsonl:1: "):
        start_again(path)
    assert path.read_bytes() == before


def test_a_record_whose_events_the_rules_do_not_give_is_of_another_version() -> None:
    entries = list(read_record(record_file("golems-estop")).entries)
    played = next(entry for entry in entries if entry.data.get("events"))
    entries[played.n] = replace(played, data={**played.data, "events": played.data["events"][:-1]})
    with pytest.raises(JournalMismatch) as caught:
        fold_all(game_named("golems"), entries)
    assert caught.value.n == played.n and caught.value.exit_status == 2
    assert f"entry {played.n} of the record tells" in str(caught.value)
