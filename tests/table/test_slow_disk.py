"""A slow or full disk under the record: nothing starts before it is on record, and stops never wait for it."""

from __future__ import annotations

import asyncio
import errno
import os
import threading
from collections.abc import Callable, Coroutine, Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest

from boards.base.catalogue import translate
from controller.games import game_registry as registry
from controller.journal import read_record
from controller.journal.group_commit import JournalThread
from controller.table.core.phases import Phase
from controller.table.core.record.fold import fold_all
from controller.table.core.settings import Settings
from controller.table.view.view import View
from controller.table.view.view_builder import view_of
from hardware.simulated.virtual_clock import run
from tests.support.quick_table import QuickTable, quick_table

BUTTONS = Settings(go="button", reveal_s=0.0)


class SlowDisk:
    """A disk that can be held in the middle of a write; the loop goes on, its clock stands."""

    def __init__(self) -> None:
        self.open = threading.Event()
        self.open.set()
        self.on_held: Callable[[], object] = lambda: None
        """Called, in the writer's thread, when somebody waits for it."""
        self._fsync = os.fsync

    def fsync(self, descriptor: int) -> None:
        if not self.open.is_set():
            self.on_held()
        assert self.open.wait(20.0)
        self._fsync(descriptor)


@pytest.fixture
def disk(monkeypatch: pytest.MonkeyPatch) -> Iterator[SlowDisk]:
    disk = SlowDisk()
    monkeypatch.setattr(os, "fsync", disk.fsync)
    # The simulation does not wait for the disk, as it does otherwise.
    monkeypatch.setattr(JournalThread, "needs_loop", True)
    yield disk
    disk.open.set()


def with_table(
    path: Path, test: Callable[[QuickTable], Coroutine[Any, Any, None]], settings: Settings = BUTTONS
) -> None:
    async def main() -> None:
        async with quick_table(path, 5, settings=settings) as quick:
            await test(quick)

    run(main())


def over(view: View) -> bool:
    return view.phase == Phase.OVER.value


def ready(view: View) -> bool:
    return view.phase == Phase.READY.value


def driven(quick: QuickTable) -> list[tuple[str, float | str]]:
    return [done for robot in quick.fleet.values() for done in robot.done]


async def turns() -> None:
    for _ in range(30):
        await asyncio.sleep(0)


def test_a_row_starts_only_when_it_is_on_record_and_no_screen_shows_it_before(tmp_path: Path, disk: SlowDisk) -> None:
    path = tmp_path / "game.jsonl"

    async def test(quick: QuickTable) -> None:
        await quick.until(ready)
        before, shown = driven(quick), len(quick.views)
        held, loop = asyncio.Event(), asyncio.get_running_loop()
        disk.on_held = lambda: loop.call_soon_threadsafe(held.set)
        disk.open.clear()
        asked = asyncio.ensure_future(quick.table.submit("go"))
        await held.wait()  # the camera looks first
        assert not any(robot.busy for robot in quick.fleet.values()) and driven(quick) == before
        assert quick.table.latest().phase == Phase.READY.value and len(quick.views) == shown
        disk.open.set()
        assert (await asked).ok
        await quick.until(lambda view: view.phase == Phase.ROW.value)
        await quick.until(lambda view: view.phase == Phase.CHECK.value)
        assert len(driven(quick)) > len(before)

    with_table(path, test)
    assert any(entry.kind == "row" for entry in read_record(path).entries)


@pytest.mark.parametrize("stop", ["stop", "estop", "pause"])
def test_a_stop_never_waits_for_the_disk(tmp_path: Path, disk: SlowDisk, stop: str) -> None:
    async def test(quick: QuickTable) -> None:
        await quick.until(lambda view: view.phase == Phase.ROW.value)
        disk.open.clear()
        asked = asyncio.ensure_future(quick.table.submit(stop))
        await turns()
        assert quick.fleet.heard == ([] if stop == "pause" else [stop])
        assert not quick.fleet.gate.is_set() and not asked.done()
        disk.open.set()
        assert (await asked).ok and quick.table.latest().paused

    with_table(tmp_path / "game.jsonl", test, Settings(reveal_s=0.5))


def test_whoever_pauses_while_the_word_to_go_on_is_written_keeps_the_robots_still(
    tmp_path: Path, disk: SlowDisk
) -> None:
    async def test(quick: QuickTable) -> None:
        await quick.until(lambda view: view.phase == Phase.ROW.value)
        assert (await quick.table.submit("pause")).ok
        disk.open.clear()
        resumed = asyncio.ensure_future(quick.table.submit("resume"))
        await turns()
        assert not quick.fleet.gate.is_set()
        paused = asyncio.ensure_future(quick.table.submit("pause"))
        await turns()
        disk.open.set()
        assert (await resumed).ok and (await paused).ok
        assert not quick.fleet.gate.is_set() and quick.table.latest().paused
        assert (await quick.table.submit("resume")).ok
        await quick.until(over)

    with_table(tmp_path / "game.jsonl", test, Settings(reveal_s=0.5))


@pytest.mark.parametrize("how", ["by itself", "asked for"])
def test_a_full_disk_keeps_a_row_from_starting_until_it_can_be_recorded(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, how: str
) -> None:
    path, real_write, full = tmp_path / "game.jsonl", os.write, False

    def write(descriptor: int, data: bytes) -> int:
        if full:
            raise OSError(errno.ENOSPC, "No space left on device")
        return real_write(descriptor, data)

    monkeypatch.setattr(os, "write", write)

    async def test(quick: QuickTable) -> None:
        nonlocal full
        await quick.until(ready)
        full, before, rows = True, driven(quick), len(quick.table.latest().story)
        if how == "asked for":
            answer = await quick.table.submit("go")
            assert not answer.ok and "no space left" in translate(answer.text, "en")
        view = await quick.until(lambda view: any(notice.code == "record-failed" for notice in view.notices))
        assert view.may == ("resume", "stop", "estop") and len(view.story) == rows
        await asyncio.sleep(60.0)
        assert not (await quick.table.submit("go")).ok and not (await quick.table.submit("undo")).ok
        assert not (await quick.table.submit("stop")).ok and quick.fleet.heard[-1] == "stop"
        assert not (await quick.table.submit("resume")).ok
        await asyncio.sleep(60.0)
        assert driven(quick) == before and len(quick.table.latest().story) == rows
        assert not any(entry.kind == "row" for entry in read_record(path).entries)
        full = False
        assert (await quick.table.submit("resume")).ok
        if quick.table.latest().paused:
            assert (await quick.table.submit("resume")).ok
        await quick.until(lambda view: len(view.story) > rows and view.phase == Phase.CHECK.value)
        assert len(driven(quick)) > len(before)

    with_table(path, test, Settings(reveal_s=0.5) if how == "by itself" else BUTTONS)
    entries = read_record(path).entries
    assert [entry.n for entry in entries] == [*range(len(entries))]


def test_a_disk_that_fills_up_in_the_middle_of_a_row_stops_the_robots_and_the_row_is_mended(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path, real_write, full = tmp_path / "game.jsonl", os.write, False

    def write(descriptor: int, data: bytes) -> int:
        if full:
            raise OSError(errno.ENOSPC, "No space left on device")
        return real_write(descriptor, data)

    monkeypatch.setattr(os, "write", write)

    async def test(quick: QuickTable) -> None:
        nonlocal full
        await quick.until(lambda view: view.phase == Phase.ROW.value)
        full = True
        await quick.until(lambda view: any(notice.code == "record-failed" for notice in view.notices))
        assert quick.fleet.heard == ["stop"] and not quick.fleet.gate.is_set()
        full = False
        assert (await quick.table.submit("resume")).ok
        view = await quick.until(over)
        assert view.winners is not None

    with_table(path, test, Settings(reveal_s=0.5))
    game = registry.game_named("golems")
    assert fold_all(game, read_record(path).entries).phase is Phase.OVER


@pytest.mark.parametrize("seed", range(3))
def test_no_screen_shows_and_no_robot_does_what_is_not_on_the_disk(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, seed: int
) -> None:
    """What is on the disk is what was synced: a power cut loses the rest."""
    path, chance, real_fsync, synced = tmp_path / "game.jsonl", Random(seed), os.fsync, b""

    def fsync(descriptor: int) -> None:
        nonlocal synced
        threading.Event().wait(chance.choice((0.0, 0.0, 0.001)))
        real_fsync(descriptor)
        synced = path.read_bytes()

    monkeypatch.setattr(os, "fsync", fsync)
    rows: list[int] = []

    async def test(quick: QuickTable) -> None:
        def shown(view: View) -> None:
            assert synced.count(b"\n") > view.sequence

        quick.table.subscribe(shown)
        for robot in quick.fleet.values():
            drive = robot._do

            async def recorded(*what: Any, drive: Any = drive) -> Any:
                rows.append(synced.count(b'"kind":"row"'))
                assert rows[-1] == len(quick.table._ledger.state.story)
                return await drive(*what)

            robot._do = recorded
        await quick.until(over)

    with_table(path, test, Settings(reveal_s=0.5))
    assert rows and max(rows) > 3


def test_however_long_the_disk_takes_the_same_seed_plays_the_same_game(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    real_fsync, views = os.fsync, []
    for name in ("one", "two"):
        chance = Random(name)

        def fsync(descriptor: int, chance: Random = chance) -> None:
            threading.Event().wait(chance.choice((0.0, 0.0, 0.0005)))
            real_fsync(descriptor)

        monkeypatch.setattr(os, "fsync", fsync)

        async def test(quick: QuickTable) -> None:
            views.append(await quick.until(over))

        with_table(tmp_path / f"{name}.jsonl", test, Settings(reveal_s=0.5))
    one, two = ((tmp_path / f"{name}.jsonl").read_bytes() for name in ("one", "two"))
    assert one == two and views[0] == views[1]
    game = registry.game_named("golems")
    assert view_of(game, fold_all(game, read_record(tmp_path / "one.jsonl").entries)) == views[0]
