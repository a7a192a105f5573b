"""What a journal's errors say and carry, and what is left of the file after each."""

from __future__ import annotations

import contextlib
import errno
import json
import os
import shutil
import stat
from pathlib import Path

import pytest

from controller.journal import Entry, Journal, JournalDamaged, JournalFailed, JournalInUse, journal_reader, read_record
from controller.journal.journal_reader import FIRST_SUM, JournalNotMade, line_of


def three(path: Path) -> Journal:
    journal = Journal.create(path)
    for number in range(3):
        journal.append("row", {"row": number}, 0.5 * number)
    return journal


def damage(path: Path, number: int, change: bytes) -> None:
    lines = path.read_bytes().splitlines(keepends=True)
    lines[number - 1] = change
    path.write_bytes(b"".join(lines))


def fault(path: Path) -> JournalDamaged:
    with pytest.raises(JournalDamaged) as caught:
        read_record(path)
    assert caught.value.path == path and caught.value.exit_status == 2
    assert caught.value.reason and caught.value.reason in str(caught.value)
    return caught.value


def test_an_entry_is_returned_as_it_is_on_record(tmp_path: Path) -> None:
    path = tmp_path / "deep" / "folders" / "game.jsonl"
    journal = Journal.create(path)
    entries = [journal.append("row", {"row": number}, number / 3) for number in range(3)]
    assert entries[1] == Entry(1, 0.333333, "row", {"row": 1})
    assert read_record(path).entries == tuple(entries) and journal.written == 3
    assert not path.stat().st_mode & 0o022, "only its owner writes to it"
    # In a folder that is there already, beside another.
    Journal.create(path.with_name("other.jsonl")).close()
    journal.close()
    with pytest.raises(JournalFailed):
        journal.append("row", {}, 1.0)


def test_a_record_that_cannot_be_made_is_a_users_mistake_with_its_path(tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    three(path).close()
    before = path.read_bytes()
    with pytest.raises(JournalNotMade) as caught:
        Journal.create(path)
    assert (caught.value.path, caught.value.exit_status) == (path, 2)
    assert str(caught.value.reason) == os.strerror(errno.EEXIST).lower() and str(path) in str(caught.value)
    assert path.read_bytes() == before


@pytest.mark.parametrize("written", [0, 7])
def test_a_disk_that_is_full_half_way_leaves_the_record_as_it_was(
    written: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "game.jsonl"
    journal, real = three(path), os.write
    before = path.read_bytes()
    left = [b"x" * written]

    def write(descriptor: int, data: bytes) -> int:
        some = len(left.pop()) if left else 0
        if not some:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        return real(descriptor, data[:some])

    monkeypatch.setattr(os, "write", write)
    with pytest.raises(JournalFailed) as caught:
        journal.append("row", {"row": 3}, 2.0)
    assert caught.value.path == path and str(caught.value.reason) == os.strerror(errno.ENOSPC).lower()
    assert path.read_bytes() == before and journal.written == 3
    monkeypatch.setattr(os, "write", real)
    assert journal.append("row", {"row": 4}, 2.0).n == 3
    assert [entry.data["row"] for entry in read_record(path).entries] == [0, 1, 2, 4]


def test_a_write_in_pieces_is_a_whole_one(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    real = os.write
    monkeypatch.setattr(os, "write", lambda descriptor, data: real(descriptor, data[:5]))
    three(tmp_path / "game.jsonl").close()
    assert len(read_record(tmp_path / "game.jsonl").entries) == 3


def test_damage_is_named_with_its_line(tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    three(path).close()
    whole = path.read_bytes()
    lines = whole.splitlines(keepends=True)
    second = json.loads(lines[1])
    for change in (
        # The same content in another form; another sum; another content under the same sum.
        json.dumps(second).encode() + b"\n",
        lines[1].replace(second["sum"].encode(), b"0" * 16),
        lines[1].replace(b'"row":1', b'"row":2'),
        lines[1].replace(b'"t":0.5', b'"t":0.50'),
    ):
        damage(path, 2, change)
        error = fault(path)
        assert error.line == 2 and "changed" in error.reason and f"{path}:2" in str(error)
        path.write_bytes(whole)
    for change in (b"{}\n", b"nothing\n", b"[1]\n", b"\n", lines[1].replace(b'"t":0.5', b'"t":NaN')):
        damage(path, 2, change)
        assert fault(path).line == 2
        path.write_bytes(whole)
    path.write_bytes(lines[0] + lines[2])
    error = fault(path)
    assert error.line == 2 and "entry 2" in error.reason and "entry 1" in error.reason
    path.write_bytes(b"")
    assert fault(path).line == 1
    path.unlink()
    error = fault(path)
    assert error.line is None and str(error).startswith(f"{path}: ")


def test_lines_are_chained_by_their_sums() -> None:
    entry = Entry(0, 1.25, "row", {"b": "é", "a": 1})
    line, total = line_of(entry, FIRST_SUM)
    assert line == b'{"data":{"a":1,"b":"\xc3\xa9"},"kind":"row","n":0,"t":1.25,"sum":"' + total.encode() + b'"}\n'
    assert FIRST_SUM == "0" * 16 and len(total) == 16
    assert line_of(entry, total)[1] != total, "the same entry after another has another sum"
    with pytest.raises(ValueError):
        line_of(Entry(0, 0.0, "row", {"a": float("nan")}), FIRST_SUM)


def test_going_on_cuts_a_torn_line_off_at_once(tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    three(path).close()
    whole = path.read_bytes()
    path.write_bytes(whole + b'{"data":')
    journal, record = Journal.resume(path)
    assert record.torn and record.length == len(whole) and path.read_bytes() == whole
    assert journal.written == 3 and journal.append("row", {}, 2.0).n == 3
    journal.close()
    assert not Journal.resume(path)[1].torn


def test_a_record_that_the_disk_refuses_is_not_gone_on_with(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "game.jsonl"
    three(path).close()

    def refuse(_descriptor: int, _length: int) -> None:
        raise OSError(errno.EROFS, os.strerror(errno.EROFS))

    monkeypatch.setattr(os, "ftruncate", refuse)
    with pytest.raises(JournalFailed) as caught:
        Journal.resume(path)
    assert (caught.value.path, str(caught.value.reason)) == (path, os.strerror(errno.EROFS).lower())


def test_a_record_that_is_too_long_is_told_with_its_most(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "game.jsonl"
    path.write_bytes(b"x" * (3 << 20) + b"\n")
    monkeypatch.setattr(journal_reader, "LARGEST", 3 << 20)
    with pytest.raises(JournalDamaged) as caught:
        read_record(path)
    assert caught.value.line is None and caught.value.path == path
    assert str(caught.value) == f"{path}: is longer than any record of a game (3 MB)"


@pytest.mark.parametrize(
    "line", [b"no JSON", b'{"n": 0}', b'{"n": 0, "t": 0, "kind": "x", "data": {"x": NaN}, "sum": ""}']
)
def test_a_line_that_is_no_entry_is_told_so(tmp_path: Path, line: bytes) -> None:
    path = tmp_path / "game.jsonl"
    path.write_bytes(line + b"\n")
    with pytest.raises(JournalDamaged) as caught:
        read_record(path)
    assert caught.value.line == 1 and caught.value.exit_status == 2
    assert str(caught.value) == f"{path}:1: this line is no entry of a game's record"


def test_a_record_is_readable_by_all_and_in_use_by_one(tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    before = os.umask(0)
    try:
        journal = Journal.create(path)
    finally:
        os.umask(before)
    assert stat.S_IMODE(path.stat().st_mode) == 0o644
    journal.append("x", {}, 1.0)
    with pytest.raises(JournalInUse) as caught:
        Journal.resume(path)
    assert caught.value.path == path and caught.value.exit_status == 2 and "another golem plays" in str(caught.value)
    journal.close()


def test_a_record_whose_folders_are_gone_is_written_anew_with_them(tmp_path: Path) -> None:
    path = tmp_path / "one" / "two" / "game.jsonl"
    journal = Journal.create(path)
    journal.append("x", {"a": 1}, 1.0)
    shutil.rmtree(tmp_path / "one")
    for _ in range(2):
        with contextlib.suppress(JournalFailed):
            journal.append("y", {}, 2.0)
    assert [entry.kind for entry in read_record(path).entries] == ["x", "y"]
    # Where its folder was is a file now: nothing can be written there.
    shutil.rmtree(tmp_path / "one")
    (tmp_path / "one").write_text("a file", "utf-8")
    for _ in range(2):
        with pytest.raises(JournalFailed) as caught:
            journal.append("z", {}, 3.0)
        assert caught.value.path == path and "not a directory" in str(caught.value)
    journal.close()
