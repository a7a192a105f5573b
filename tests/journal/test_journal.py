"""The record of a game survives power cuts, full disks and meddling, and says which."""

from __future__ import annotations

import errno
import os
import threading
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from controller.journal import Journal, JournalDamaged, JournalFailed, read_record

ENTRIES: list[tuple[str, dict[str, Any]]] = [
    ("game", {"game": "golems", "seed": 7}),
    ("row", {"events": [{"golem": "red", "event": "moved"}]}),
    ("notice", {"text": "Рыцарь — żółty — «là»"}),
    ("control", {"do": "pause"}),
]


def write(path: Path, entries: list[tuple[str, dict[str, Any]]] = ENTRIES) -> None:
    journal = Journal.create(path)
    for index, (kind, data) in enumerate(entries):
        journal.append(kind, data, index * 0.5)
    journal.close()


def test_what_is_written_is_read_back(tmp_path: Path) -> None:
    path = tmp_path / "deep" / "game.jsonl"
    write(path)
    record = read_record(path)
    assert [(entry.kind, entry.data) for entry in record.entries] == ENTRIES
    assert [entry.time for entry in record.entries] == [0, 0.5, 1.0, 1.5]
    assert not record.torn


def test_a_record_is_never_written_over(tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    write(path)
    with pytest.raises(JournalFailed, match="exists"):
        Journal.create(path)


@settings(max_examples=60, deadline=None)
@given(cut=st.integers(min_value=1, max_value=400))
def test_killed_at_any_byte_the_record_goes_on_after_the_last_whole_entry(
    tmp_path_factory: pytest.TempPathFactory, cut: int
) -> None:
    path = tmp_path_factory.mktemp("cut") / "game.jsonl"
    write(path)
    whole = path.read_bytes()
    kept = whole[: max(whole.index(b"\n") + 1, len(whole) - cut)]
    path.write_bytes(kept)
    journal, record = Journal.resume(path)
    assert len(record.entries) == kept.count(b"\n")
    assert record.torn == (not kept.endswith(b"\n"))
    journal.append("control", {"do": "resume"}, 9)
    journal.close()
    again = read_record(path)
    assert again.entries[:-1] == record.entries
    assert again.entries[-1].data == {"do": "resume"}


@settings(max_examples=80, deadline=None)
@given(data=st.data())
def test_a_changed_byte_is_found_and_its_line_named(
    tmp_path_factory: pytest.TempPathFactory, data: st.DataObject
) -> None:
    path = tmp_path_factory.mktemp("changed") / "game.jsonl"
    write(path)
    content = bytearray(path.read_bytes())
    place = data.draw(st.integers(0, len(content) - 2))
    old = content[place]
    content[place] = data.draw(st.integers(32, 126).filter(lambda new: new != old))
    path.write_bytes(bytes(content))
    with pytest.raises(JournalDamaged) as caught:
        read_record(path)
    line = bytes(content[:place]).count(b"\n") + 1
    # A broken line end joins two lines: the damage shows in the first of them.
    assert caught.value.line == line


@pytest.mark.parametrize(
    "content", [b"", b"\n", b"hello\n", b"[1]\n", b'{"n":0}\n', b"\xff\xfe\n", b"[" * 5000 + b"\n"]
)
def test_what_is_no_record_is_refused_with_its_place(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "x.jsonl"
    path.write_bytes(content)
    with pytest.raises(JournalDamaged, match=r"x\.jsonl:1: "):
        read_record(path)


def test_a_record_that_cannot_be_opened_is_named_without_a_line(tmp_path: Path) -> None:
    for path, reason in ((tmp_path / "none.jsonl", "No such file or directory"), (tmp_path, "Is a directory")):
        with pytest.raises(JournalDamaged) as caught:
            read_record(path)
        assert str(caught.value) == f"{path}: can't be read: {reason}" and caught.value.line is None


def test_a_full_disk_loses_nothing_and_writing_can_go_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "game.jsonl"
    journal = Journal.create(path)
    journal.append("game", {"game": "golems"}, 0)
    real_write = os.write

    def full_disk(descriptor: int, data: bytes) -> int:
        if len(data) > 20:
            return real_write(descriptor, data[:20])
        raise OSError(errno.ENOSPC, "No space left on device")

    with monkeypatch.context() as patched:
        patched.setattr(os, "write", full_disk)
        with pytest.raises(JournalFailed, match="no space left"):
            journal.append("row", {"events": ["a long line that does not fit"]}, 1)
    assert [entry.kind for entry in read_record(path).entries] == ["game"]
    journal.append("row", {"events": []}, 2)
    journal.close()
    assert [entry.kind for entry in read_record(path).entries] == ["game", "row"]


def test_a_closed_record_takes_nothing_more_and_closing_waits_for_what_is_being_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path, real_fsync = tmp_path / "game.jsonl", os.fsync
    reached, go_on = threading.Event(), threading.Event()

    def held(descriptor: int) -> None:
        reached.set()
        assert go_on.wait(20.0)
        real_fsync(descriptor)

    monkeypatch.setattr(os, "fsync", held)
    journal = Journal.create(path)
    writing = threading.Thread(target=journal.append, args=("game", {"game": "golems"}, 0.0))
    closing = threading.Thread(target=journal.close)
    writing.start()
    assert reached.wait(20.0)
    closing.start()
    assert closing.is_alive()
    go_on.set()
    writing.join(20.0)
    closing.join(20.0)
    assert [entry.kind for entry in read_record(path).entries] == ["game"]
    with pytest.raises(JournalFailed, match="closed"):
        journal.append("row", {}, 1.0)
    journal.close()
