"""A table whose programs are locked: it stops where cards are touched, and says whose."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Coroutine
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from boards.geometry import Pose
from boards.kit.cards import CardKind
from boards.kit.thing_keys import CardKey, TrayKey
from boards.kit.trays import TRAY
from controller.games import game_registry as registry
from controller.journal import read_record
from controller.table.core.phases import Phase
from controller.table.core.record.entries import ProgramsTaken
from controller.table.core.record.entry_codec import decode_content
from controller.table.core.record.fold import fold_all
from controller.table.core.record.fold_errors import LockMismatch
from controller.table.core.settings import Settings
from controller.table.perception.program_lock import (
    CODES,
    Locks,
    load_locks,
)
from controller.table.view.view import View
from hardware.simulated.virtual_clock import run
from hardware.simulated.world import TableItem
from tests.support.locked_rows import PLAYERS, TRAYS
from tests.support.quick_table import QuickTable, quick_table

# At the table


def with_table(path: Path, test: Callable[[QuickTable], Coroutine[Any, Any, None]], **options: Any) -> None:
    async def main() -> None:
        async with quick_table(path, 5, **options) as quick:
            await test(quick)

    run(main())


def breach_codes(view: View) -> list[str]:
    return [notice.code for notice in view.notices if notice.code in CODES]


def locks_of(quick: QuickTable) -> Locks:
    """What the newest entry of programs in the record says."""
    entries = read_record(quick.path).entries
    taken = decode_content("programs", next(entry.data for entry in reversed(entries) if entry.kind == "programs"))
    assert isinstance(taken, ProgramsTaken)
    return load_locks(taken)


def _of_row(quick: QuickTable, player: str, row: int) -> CardKey:
    return locks_of(quick)[player][row - 1].cards[0].card


def move(quick: QuickTable, key: CardKey, player: str) -> str:
    lying = quick.world.lying[f"hand:{key}"]
    quick.world.lying[f"hand:{key}"] = replace(lying, pose=Pose(lying.pose.x + 70.0, lying.pose.y, 0.0))
    return "card-moved"


def take(quick: QuickTable, key: CardKey, player: str) -> str:
    del quick.world.lying[f"hand:{key}"]
    return "card-gone"


def _spare(quick: QuickTable, player: str) -> CardKey:
    lying = {item.thing for item in quick.world.lying.values()}
    keys = (CardKey(player, kind, n) for kind in (CardKind.FORWARD, CardKind.TURN_LEFT) for n in (1, 2, 3, 4))
    return next(key for key in keys if key not in lying)


def swap(quick: QuickTable, key: CardKey, player: str) -> str:
    spare = _spare(quick, player)
    quick.world.lying["spare"] = TableItem(spare, quick.world.lying.pop(f"hand:{key}").pose, False)
    return "card-swapped"


def add(quick: QuickTable, key: CardKey, player: str) -> str:
    pose = quick.world.lying[f"hand:{key}"].pose
    lane = TRAY.lane_of(TRAYS[TrayKey(player)].local(pose.point))
    assert lane is not None
    at = TRAYS[TrayKey(player)].place(TRAY.slot_centre(lane, 4))
    quick.world.lying["spare"] = TableItem(_spare(quick, player), Pose(at.x, at.y, 0.0), False)
    return "card-added"


@pytest.mark.parametrize(("phase", "player"), [(Phase.READY, "red"), (Phase.ROW, "blue")])
@pytest.mark.parametrize("do", [move, take, swap, add])
def test_the_game_stops_and_says_whose_and_goes_on_when_it_is_put_back(
    tmp_path: Path, do: Callable[[QuickTable, str, str], str], phase: Phase, player: str
) -> None:
    async def test(quick: QuickTable) -> None:
        view = await quick.until(
            lambda view: view.phase == phase.value and view.row == (1 if phase is Phase.ROW else 0)
        )
        before, rows = dict(quick.world.lying), len(view.story)
        code = do(quick, _of_row(quick, player, 3), player)
        view = await quick.until(lambda view: view.phase == Phase.DIFFERS.value, 30.0)
        assert len(view.story) == rows
        (notice,) = [notice for notice in view.notices if notice.code in CODES]
        assert (notice.code, notice.severity, notice.facts["golem"], notice.facts["row"]) == (code, "stop", player, "3")
        with pytest.raises(TimeoutError):
            await quick.until(lambda view: len(view.story) > rows, 60.0)
        quick.world.lying.clear()
        quick.world.lying.update(before)
        view = await quick.until(lambda view: len(view.story) > rows, 30.0)
        assert not breach_codes(view)

    with_table(tmp_path / "game.jsonl", test)


def test_cards_of_rows_that_were_revealed_may_be_taken_away_and_hands_may_cover_the_rest(tmp_path: Path) -> None:
    async def test(quick: QuickTable) -> None:
        for row in (1, 2, 3):
            await quick.until(lambda view, row=row: view.phase == Phase.ROW.value and view.row == row)
            for player in PLAYERS:
                quick.eye.covered = {card.card for card in locks_of(quick)[player][3].cards}
                for card in locks_of(quick)[player][row - 1].cards:
                    del quick.world.lying[f"hand:{card.card}"]
        await quick.until(lambda view: view.round == 2 or view.phase == Phase.OVER.value)
        assert not any(breach_codes(view) for view in quick.views)

    with_table(tmp_path / "game.jsonl", test)


def test_the_row_keeps_its_time_while_the_cards_are_watched(tmp_path: Path) -> None:
    async def test(quick: QuickTable) -> None:
        await quick.until(lambda view: view.round == 2 or view.phase == Phase.OVER.value)

    path = tmp_path / "game.jsonl"
    with_table(path, test, settings=Settings(reveal_s=3.0))
    ready = None
    waits = []
    for entry in read_record(path).entries:
        if entry.kind == "signal" and entry.data["signal"] == "wants-go":
            ready = entry.time
        elif entry.kind == "row" and ready is not None:
            waits.append(entry.time - ready)
    assert waits and waits == [pytest.approx(3.0, abs=0.01)] * len(waits)


def test_cards_that_are_lost_can_be_waived_and_the_locked_program_is_played(tmp_path: Path) -> None:
    async def test(quick: QuickTable) -> None:
        await quick.until(lambda view: view.phase == Phase.READY.value)
        assert not (await quick.table.submit("waive")).ok
        program = [row.text for row in locks_of(quick)["red"]]
        take(quick, _of_row(quick, "red", 4), "red")
        view = await quick.until(lambda view: view.phase == Phase.DIFFERS.value)
        assert "waive" in view.may
        assert (await quick.table.submit("waive")).ok
        told = len(quick.views) + 1
        view = await quick.until(lambda view: view.row == 4 or view.phase == Phase.OVER.value)
        assert view.phase == Phase.OVER.value or list(view.programs["red"]) == program
        assert all(breach_codes(view) == [] for view in quick.views[told:])

    with_table(tmp_path / "game.jsonl", test)


def test_the_view_commits_to_rows_and_opens_them_one_by_one(tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"

    async def test(quick: QuickTable) -> None:
        await quick.until(lambda view: view.phase == Phase.OVER.value)
        ready = [view for view in quick.views if view.phase == Phase.READY.value]
        assert ready
        for view in quick.views:
            for player, rows in view.locks.items():
                for number, row in enumerate(rows, 1):
                    assert (row.salt is None) == (row.cards is None) == (number > view.row or view.row == 0)
                    if row.salt is not None and row.cards is not None:
                        told = [
                            player,
                            number,
                            view.programs[player][number - 1],
                            [*map(list, enumerate(row.cards, 1))],
                        ]
                        assert _sum([*told, row.salt]) == row.sum

    with_table(path, test)
    record = read_record(path).entries
    at = next(entry.n for entry in record if entry.kind == "programs")
    assert record[at - 1].kind == "locked" and set(record[at - 1].data) == {"sums"}
    for change in ("salts", "cards"):
        data = json.loads(json.dumps(record[at].data))
        data[change]["red"][0], data[change]["red"][1] = data[change]["red"][1], data[change]["red"][0]
        tampered = (*record[:at], replace(record[at], data=data), *record[at + 1 :])
        with pytest.raises(LockMismatch, match="red"):
            fold_all(registry.game_named("golems"), tampered)


def _sum(told: list[Any]) -> str:
    """As `controller.table.perception.program_lock` says in words, by another hand."""
    return hashlib.sha256(json.dumps(told, separators=(",", ":"), ensure_ascii=False).encode("utf-8")).hexdigest()
