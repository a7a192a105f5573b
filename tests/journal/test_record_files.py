"""What may happen to a record's file while it is written, gone on with, looked for or read."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from boards.base.catalogue import languages, translate_all
from boards.base.errors import Problems
from boards.base.message import Message
from boards.base.system_errors import file_trouble
from controller.app.compose.play import newest_journal
from controller.cli import main as golem
from controller.journal import Journal, JournalDamaged, JournalFailed, JournalInUse, journal_reader, read_record


def begun(path: Path, entries: int = 3) -> Journal:
    journal = Journal.create(path)
    for number in range(entries):
        journal.append("row", {"row": number}, 0.5 * number)
    return journal


def rows(path: Path) -> list[int]:
    return [entry.data["row"] for entry in read_record(path).entries]


def reason_of(journal: Journal, number: int) -> str:
    """Why the next entry is not written."""
    with pytest.raises(JournalFailed) as caught:
        journal.append("row", {"row": number}, 9.0)
    reason = caught.value.reason
    if isinstance(reason, Message):
        assert len({*translate_all(reason).values()}) == len(languages())
    return str(reason)


# -- two tables on one record ----------------------------------------------------------------------------


def test_a_record_has_one_writer_until_it_is_closed(tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    journal = begun(path)
    with pytest.raises(JournalInUse, match="another golem plays") as caught:
        Journal.resume(path)
    assert caught.value.exit_status == 2
    journal.append("row", {"row": 3}, 9.0)
    assert rows(path) == [0, 1, 2, 3], "who reads it only is not kept out"
    journal.close()
    again, record = Journal.resume(path)
    with pytest.raises(JournalInUse):
        Journal.resume(path)
    again.close()
    assert len(record.entries) == 4


def test_a_killed_writer_leaves_no_lock(tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    program = (
        "import os, sys; from pathlib import Path; from controller.journal import Journal\n"
        "journal = Journal.create(Path(sys.argv[1])); journal.append('row', {'row': 0}, 0.0)\n"
        "print('written', flush=True); sys.stdin.read()"
    )
    with subprocess.Popen(
        [sys.executable, "-c", program, str(path)], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    ) as child:
        assert child.stdout is not None and child.stdout.readline() == b"written\n"
        with pytest.raises(JournalInUse):
            Journal.resume(path)
        child.kill()
        child.wait()
    journal, _record = Journal.resume(path)
    journal.append("row", {"row": 1}, 1.0)
    journal.close()
    assert rows(path) == [0, 1]


def test_what_is_no_record_can_be_tried_again_without_a_lock_left_behind(tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    path.write_text("no record\n", encoding="utf-8")
    for _ in range(2):
        with pytest.raises(JournalDamaged):
            Journal.resume(path)
    with pytest.raises(JournalDamaged, match="No such file"):
        Journal.resume(tmp_path / "none.jsonl")


# -- a file that goes away -------------------------------------------------------------------------------


@pytest.mark.parametrize("how", ["deleted", "moved", "with its folder"])
def test_a_record_that_is_lost_is_noticed_and_written_anew(tmp_path: Path, how: str) -> None:
    path = tmp_path / "games" / "game.jsonl"
    journal = begun(path)
    if how == "moved":
        path.rename(tmp_path / "elsewhere.jsonl")
    else:
        path.unlink()
    if how == "with its folder":
        path.parent.rmdir()
    assert "deleted or moved" in reason_of(journal, 3)
    assert not path.exists()
    # Somebody says: go on.
    journal.append("row", {"row": 3}, 9.0)
    assert rows(path) == [0, 1, 2, 3]
    journal.append("row", {"row": 4}, 9.5)
    with pytest.raises(JournalInUse):
        Journal.resume(path)
    journal.close()
    assert rows(path) == [0, 1, 2, 3, 4]
    if how == "moved":
        assert rows(tmp_path / "elsewhere.jsonl") == [0, 1, 2]


def test_another_file_in_its_place_is_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    journal = begun(path)
    path.rename(tmp_path / "mine.jsonl")
    path.write_text("somebody else's\n", encoding="utf-8")
    for _ in range(2):
        assert "another file" in reason_of(journal, 3)
    assert path.read_text(encoding="utf-8") == "somebody else's\n"
    # Put back, it goes on as if nothing had been.
    (tmp_path / "mine.jsonl").rename(path)
    journal.append("row", {"row": 3}, 9.0)
    journal.close()
    assert rows(path) == [0, 1, 2, 3]


def test_a_lost_record_that_cannot_be_written_anew_is_tried_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "game.jsonl"
    journal = begun(path)
    path.unlink()
    reason_of(journal, 3)
    with monkeypatch.context() as patch:
        patch.setattr(os, "fsync", lambda _descriptor: (_ for _ in ()).throw(OSError(5, "Input/output error")))
        assert reason_of(journal, 3) == "input/output error" and not path.exists()
        with pytest.raises(JournalFailed) as caught:
            journal.append("row", {"row": 3}, 9.0)
        assert caught.value.path == path
    with monkeypatch.context() as patch:
        full = OSError(28, "No space left on device")
        patch.setattr(os, "open", lambda *_given, **_more: (_ for _ in ()).throw(full))
        with pytest.raises(JournalFailed) as caught:
            journal.append("row", {"row": 3}, 9.0)
        assert caught.value.path == path and str(file_trouble(full)) in str(caught.value)
    journal.append("row", {"row": 3}, 9.0)
    journal.close()
    assert rows(path) == [0, 1, 2, 3]


# -- which one is the newest -----------------------------------------------------------------------------


def test_the_newest_record_is_the_one_written_last_that_has_a_line(tmp_path: Path) -> None:
    for second, name in enumerate(("game-2", "game", "torn", "empty")):
        path = tmp_path / f"{name}.jsonl"
        path.write_bytes({"torn": b'{"n":0,"t"', "empty": b""}.get(name, b"{}\n"))
        os.utime(path, (second, second))
    assert newest_journal(tmp_path) == tmp_path / "game.jsonl"


def test_of_two_records_of_one_moment_the_one_with_the_higher_number_is_newer(tmp_path: Path) -> None:
    for name in ("game", "game-10", "game-9", "game-x"):
        path = tmp_path / f"{name}.jsonl"
        path.write_bytes(b"{}\n")
        os.utime(path, (5, 5))
    assert newest_journal(tmp_path) == tmp_path / "game-10.jsonl"


def test_where_nothing_was_begun_there_is_nothing_to_go_on_with(tmp_path: Path) -> None:
    (tmp_path / "game.jsonl").touch()
    with pytest.raises(Problems, match="there is no record of a game"):
        newest_journal(tmp_path)


# -- files that are none ---------------------------------------------------------------------------------


def test_an_endless_file_is_no_record(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(journal_reader, "LARGEST", 1 << 16)
    assert golem(["replay", "/dev/zero"]) == 2
    assert "longer than any record" in capsys.readouterr().err


LONG = "/tmp/" + "x" * 5000


@pytest.mark.parametrize(
    "words",
    [
        ["replay", LONG],
        ["resolve", LONG],
        ["read", LONG],
        ["markers", LONG],
        ["print", "mats", "--out", LONG],
        ["print", "mats", "--manifest", LONG],
        ["print", "mats", "--mat", LONG],
        ["calibrate", LONG],
        ["robots", "flash", LONG],
        ["play", "--table", LONG],
        ["demo", "--no-web", "--journal", LONG],
        ["demo", "--no-web", "--scenario", LONG],
        ["match", LONG, LONG],
        ["league", LONG],
    ],
    ids=lambda words: " ".join(word for word in words if word != LONG),
)
def test_a_path_that_no_system_takes_is_said_to_be_one(words: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert golem(words) == 2
    said = capsys.readouterr().err
    assert "xxx" in said and said.count("\n") <= 3
