"""Records at a table's own page: the facilitator lists and downloads them, everybody may see one again."""

from __future__ import annotations

import asyncio
import shutil
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from controller.app.compose.table_records import TableRecords
from tests.journal.golden_records import record_file
from tests.support.views import FakeTable
from tests.support.web import KEY, ask, serving

WITH_KEY = {"X-Golem-Key": KEY}
FACILITATORS = ("/records.json", "/record/golems-estop.jsonl", "/undo.json", "/cameras.json", "/hand-over.svg")


def records_in(folder: Path, winners: tuple[str, ...] | None) -> TableRecords:
    """Two records; that of the game that is played, and another one."""
    for name in ("golems-estop", "golems-misread"):
        shutil.copy(record_file(name), folder / f"{name}.jsonl")
    table: Any = SimpleNamespace(latest=lambda: SimpleNamespace(winners=winners))
    return TableRecords(table, folder / "golems-misread.jsonl")


@pytest.mark.parametrize("address", FACILITATORS)
def test_what_is_the_facilitators_is_told_nobody_else(address: str, tmp_path: Path) -> None:
    async def main() -> None:
        async with serving(FakeTable(), records=records_in(tmp_path, None)) as console:
            for headers in ({}, {"X-Golem-Key": "guess"}, {"Cookie": f"golem_table_{console.port}={KEY}"}):
                assert (await ask(console, address, headers=headers)).status == 403
            foreign = {**WITH_KEY, "Origin": "http://evil.example"}
            assert (await ask(console, address, headers=foreign)).status == 403
            assert (await ask(console, address, headers=WITH_KEY)).status == 200

    asyncio.run(main())


@pytest.mark.parametrize("winners", [None, ("red",)])
def test_a_record_is_handed_out_when_its_game_has_ended_and_shown_again_by_anybody(
    winners: tuple[str, ...] | None, tmp_path: Path
) -> None:
    async def main() -> None:
        async with serving(FakeTable(), records=records_in(tmp_path, winners)) as console:
            listed = (await ask(console, "/records.json", headers=WITH_KEY)).json()["records"]
            assert {told["id"] for told in listed} == {"golems-estop", "golems-misread"}
            got = await ask(console, "/record/golems-estop.jsonl", headers=WITH_KEY)
            assert got.body == record_file("golems-estop").read_bytes()
            assert got.headers["content-disposition"] == 'attachment; filename="golems-estop.jsonl"'
            # It holds the programs of a round that is played.
            now = await ask(console, "/record/golems-misread.jsonl", headers=WITH_KEY)
            assert now.status == (409 if winners is None else 200)
            for wrong in ("/record/..%2F..%2Fsecret.jsonl", "/record/none.jsonl", "/record/.tables.jsonl"):
                assert (await ask(console, wrong, headers=WITH_KEY)).status == 404
            steps = await ask(console, "/replay/golems-estop/steps.json")
            assert steps.status == 200 and len(steps.json()["steps"]) > 1

    asyncio.run(main())
