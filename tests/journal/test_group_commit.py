"""The journal is written beside the event loop: in order, in groups, and nothing is lost when the disk refuses."""

from __future__ import annotations

import asyncio
import errno
import os
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random

import pytest

from controller.journal import GroupCommit, Journal, JournalFailed, read_record

PATIENCE_S = 20.0


class Disk:
    """The disk under a journal: it can be held, and can be full."""

    def __init__(self) -> None:
        self.open = threading.Event()
        self.open.set()
        self.full = False
        self.syncs = 0
        self._write, self._fsync = os.write, os.fsync

    def write(self, descriptor: int, data: bytes) -> int:
        if self.full:
            raise OSError(errno.ENOSPC, "No space left on device")
        return self._write(descriptor, data)

    def fsync(self, descriptor: int) -> None:
        assert self.open.wait(PATIENCE_S)
        self.syncs += 1
        self._fsync(descriptor)


@pytest.fixture
def disk(monkeypatch: pytest.MonkeyPatch) -> Iterator[Disk]:
    disk = Disk()
    monkeypatch.setattr(os, "write", disk.write)
    monkeypatch.setattr(os, "fsync", disk.fsync)
    yield disk
    disk.open.set()


class Heard:
    """What a group commit tells."""

    def __init__(self) -> None:
        self.written: list[int] = []
        self.failed: list[JournalFailed] = []
        self.broken: list[BaseException] = []
        self.changed = asyncio.Event()
        self.commit: GroupCommit

    def on(self, journal: Journal, on_written: Callable[[], None] | None = None) -> GroupCommit:
        self.commit = GroupCommit(journal, on_written or self._count, self._fail, self._break)
        return self.commit

    async def until(self, what: Callable[[], bool]) -> None:
        async with asyncio.timeout(PATIENCE_S):
            while not what():
                self.changed.clear()
                await self.changed.wait()

    def _count(self) -> None:
        self.written.append(self.commit.written)
        self.changed.set()

    def _fail(self, error: JournalFailed) -> None:
        self.failed.append(error)
        self.changed.set()

    def _break(self, error: BaseException) -> None:
        self.broken.append(error)
        self.changed.set()


def notes(path: Path) -> list[object]:
    return [entry.data["note"] for entry in read_record(path).entries]


async def turns(count: int = 5) -> None:
    for _ in range(count):
        await asyncio.sleep(0)


def test_what_waits_is_written_in_order_with_one_fsync_and_the_loop_goes_on_meanwhile(
    tmp_path: Path, disk: Disk
) -> None:
    path = tmp_path / "game.jsonl"

    async def main() -> None:
        heard = Heard()
        commit = heard.on(Journal.create(path))
        disk.open.clear()
        entries = [commit.append("note", {"note": 0}, 0.0)]
        await turns()
        entries += [commit.append("note", {"note": note}, 0.1) for note in range(1, 50)]
        await turns()
        assert [entry.n for entry in entries] == [*range(50)]
        assert heard.written == [] and commit.written == 0 and disk.syncs == 0
        disk.open.set()
        await heard.until(lambda: commit.written == 50)
        assert disk.syncs == 2 and heard.written == [1, 50]
        commit.finish()

    asyncio.run(main())
    assert notes(path) == [*range(50)]


def test_a_full_disk_keeps_what_waits_until_it_is_tried_again(tmp_path: Path, disk: Disk) -> None:
    path = tmp_path / "game.jsonl"

    async def main() -> None:
        heard = Heard()
        commit = heard.on(Journal.create(path))
        commit.append("note", {"note": "before"}, 0.0)
        await heard.until(lambda: commit.written == 1)
        disk.full = True
        commit.append("note", {"note": "refused"}, 0.1)
        await heard.until(lambda: bool(heard.failed))
        assert commit.error is heard.failed[0] and "no space left" in str(commit.error)
        commit.append("note", {"note": "later"}, 0.2)
        await turns()
        assert len(heard.failed) == 1 and commit.written == 1, "nothing is tried before somebody says so"
        commit.retry()
        await heard.until(lambda: len(heard.failed) == 2)
        assert notes(path) == ["before"]
        disk.full = False
        commit.retry()
        await heard.until(lambda: commit.written == 3)
        commit.finish()

    asyncio.run(main())
    assert notes(path) == ["before", "refused", "later"]


def test_at_the_end_all_is_written_once_also_what_the_thread_has_under_way(tmp_path: Path, disk: Disk) -> None:
    path = tmp_path / "game.jsonl"

    async def main() -> None:
        heard = Heard()
        commit = heard.on(Journal.create(path))
        disk.open.clear()
        commit.append("note", {"note": 0}, 0.0)
        await turns()
        commit.append("note", {"note": 1}, 0.1)
        disk.open.set()
        commit.finish()
        commit.append("note", {"note": 2}, 0.2)
        assert notes(path) == [0, 1, 2]

    asyncio.run(main())
    assert notes(path) == [0, 1, 2]


def test_at_the_end_a_full_disk_is_told(tmp_path: Path, disk: Disk) -> None:
    async def main() -> None:
        heard = Heard()
        commit = heard.on(Journal.create(tmp_path / "game.jsonl"))
        disk.full = True
        commit.append("note", {"note": 0}, 0.0)
        await heard.until(lambda: bool(heard.failed))
        with pytest.raises(JournalFailed, match="no space left"):
            commit.finish()

    asyncio.run(main())


def test_a_mistake_of_who_hears_of_it_is_not_swallowed(tmp_path: Path, disk: Disk) -> None:
    async def main() -> None:
        heard, journal = Heard(), Journal.create(tmp_path / "game.jsonl")

        def mistaken() -> None:
            raise ZeroDivisionError("a mistake of ours")

        commit = heard.on(journal, mistaken)
        commit.append("note", {"note": 0}, 0.0)
        await heard.until(lambda: bool(heard.broken))
        assert isinstance(heard.broken[0], ZeroDivisionError)
        commit.finish()

    asyncio.run(main())


def test_what_is_no_json_is_refused_at_once_and_takes_no_number(tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"

    async def main() -> None:
        commit = Heard().on(Journal.create(path))
        with pytest.raises(ValueError, match="Out of range float values"):
            commit.append("note", {"note": float("nan")}, 0.0)
        commit.append("note", {"note": 1}, 0.1)
        commit.finish()

    asyncio.run(main())
    assert notes(path) == [1]


CHILD = """
import asyncio, sys
from pathlib import Path
from controller.journal import GroupCommit, Journal

async def main():
    journal, told = Journal.create(Path(sys.argv[1])), asyncio.Event()

    def written():
        print(commit.written, flush=True)
        told.set()

    commit = GroupCommit(journal, written, sys.exit, sys.exit)
    for number in range(1_000_000):
        commit.append("note", {"note": number, "more": "x" * (number % 300)}, 0.0)
        if number % 7 == 0:
            told.clear()
            await told.wait()

asyncio.run(main())
"""


@pytest.mark.parametrize("seed", range(3))
def test_a_process_that_is_killed_at_any_moment_leaves_all_that_it_told_of(tmp_path: Path, seed: int) -> None:
    path, chance = tmp_path / "game.jsonl", Random(seed)
    with subprocess.Popen([sys.executable, "-c", CHILD, str(path)], stdout=subprocess.PIPE, text=True) as child:
        assert child.stdout is not None
        for _ in range(chance.randrange(5, 60)):
            child.stdout.readline()
        child.kill()
        told = [int(line) for line in child.stdout.read().split("\n")[:-1]]
    record = read_record(path)
    print(f"seed {seed}: {len(record.entries)} entries on record, {told[-1:]} told of")
    assert [entry.data["note"] for entry in record.entries] == [*range(len(record.entries))]
    assert not told or len(record.entries) >= told[-1]
    journal, resumed = Journal.resume(path)
    journal.append("note", {"note": "on"}, 1.0)
    journal.close()
    assert len(read_record(path).entries) == len(resumed.entries) + 1
