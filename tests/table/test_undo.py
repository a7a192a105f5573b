"""Undo: to any row, several in a row, while paused, while a row runs; robots stop first, and nothing stale is heard."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Callable
from pathlib import Path

import pytest

from controller.games.game_registry import tabletop_named
from controller.journal import read_record
from controller.table.core.phases import Phase
from controller.table.core.record.fold import fold_all
from controller.table.core.settings import Settings
from controller.table.view.undo_steps import undo_steps
from controller.table.view.view import View
from hardware.simulated.virtual_clock import run
from tests.support.quick_table import QuickTable, quick_table

TURNS = ("turn-left", "forward", "turn-right", "forward")
SOON = Settings(reveal_s=0.2)


def played(number: int, row: int) -> Callable[[View], bool]:
    return lambda view: bool(view.story) and (view.story[-1].round, view.story[-1].row) == (number, row)


def stands(view: View) -> dict[str, tuple[str, str]]:
    return {piece.name: (piece.spot, piece.facing) for piece in view.play.pieces}


async def goes_on(quick: QuickTable, rows: int) -> None:
    """The game goes on from there, and its golems stand where the rules say."""
    assert (await quick.table.submit("resume")).ok
    view = await quick.until(lambda view: len(view.story) == rows + 1 and view.phase == Phase.CHECK.value)
    view = await quick.until(lambda view: len(view.story) == rows + 2)
    assert view.notices == () or all(notice.severity == "info" for notice in view.notices)


def test_one_touch_goes_back_to_any_row_of_any_round_and_says_before_where_golems_go(tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"

    async def main() -> None:
        async with quick_table(path, 5, always=TURNS, settings=SOON) as quick:
            table = quick.table
            begun = stands(await quick.until(lambda view: view.phase == Phase.PROGRAMS.value))
            await quick.until(lambda view: view.phase == Phase.PROGRAMS.value and view.round == 2)
            await quick.until(lambda view: played(2, 2)(view) and view.phase == Phase.CHECK.value)
            steps = table.undo_steps()
            assert [(step.round, step.row, step.rows) for step in steps] == [
                (2, 2, 1), (2, 1, 2), (1, 4, 3), (1, 3, 4), (1, 2, 5), (1, 1, 6),
            ]  # fmt: skip
            last = {golem.name: (golem.cell, golem.heading) for golem in steps[-1].golems}
            assert last and all(begun[name] == where for name, where in last.items())
            # What is said before it holds for the newest row only.
            for wrong in ({"round": 2, "row": 1, "rows": 5}, {"rows": 7}, {"rows": 0}, {"rows": -1}):
                assert not (await table.submit("undo", wrong)).ok
            assert (await table.submit("undo", {"round": 2, "row": 2, "rows": 5})).ok
            view = table.latest()
            assert view.paused and [(row.round, row.row) for row in view.story] == [(1, 1)]
            # Once more, while it is paused, and the newest alone.
            assert not (await table.submit("undo", {"round": 2, "row": 2, "rows": 5})).ok
            assert (await table.submit("undo")).ok
            assert table.latest().story == () and stands(table.latest()) == begun
            assert not (await table.submit("undo")).ok
            await goes_on(quick, 0)

    run(main())
    entries = read_record(path).entries
    assert [entry.kind for entry in entries].count("undo") == 6
    fold_all(tabletop_named("golems").game, entries)


@pytest.mark.parametrize("after_s", [0.0, 0.3, 0.9, 1.3, 2.0])
def test_while_a_row_runs_the_robots_stop_first_and_its_end_is_not_heard_any_more(
    after_s: float, tmp_path: Path
) -> None:
    async def main() -> None:
        async with quick_table(tmp_path / "game.jsonl", 5, always=TURNS, settings=SOON) as quick:
            table = quick.table
            await quick.until(lambda view: played(1, 2)(view) and view.phase == Phase.ROW.value)
            assert "undo" in table.latest().may
            # On the virtual clock: from the first motion to well after the last.
            await asyncio.sleep(after_s)
            heard = len(quick.fleet.heard)
            assert (await table.submit("undo", {"rows": len(table.latest().story)})).ok
            assert quick.fleet.heard[heard] == "stop"
            view = table.latest()
            assert view.paused and view.story == () and view.phase == Phase.CHECK.value
            await asyncio.sleep(10.0)
            assert table.latest().sequence == view.sequence, "nothing of the row comes after it"
            await goes_on(quick, 0)

    run(main())


def test_any_undo_at_any_time_leaves_a_record_that_can_be_gone_on_with(tmp_path: Path) -> None:
    seed = 7
    print(f"seed {seed}")
    chance = random.Random(seed)
    path = tmp_path / "game.jsonl"

    async def main() -> None:
        async with quick_table(path, 5, always=TURNS, settings=SOON) as quick:
            table = quick.table
            for _ in range(25):
                await asyncio.sleep(chance.uniform(0.0, 6.0))
                steps = table.undo_steps()
                if not steps:
                    continue
                step = chance.choice(steps[:5])
                assert (await table.submit("undo", {"rows": step.rows})).ok
                if chance.random() < 0.7:
                    assert (await table.submit("resume")).ok
            if table.latest().paused:
                assert (await table.submit("resume")).ok
            rows = len(table.latest().story)
            await quick.until(lambda view: len(view.story) > rows)

    run(main())
    game = tabletop_named("golems")
    state = fold_all(game.game, read_record(path).entries)
    assert len(undo_steps(game, state)) == len(state.story)
