"""Names of players; who skips a round, leaves, is replaced and comes back; records and resume know it."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from pathlib import Path

from controller.games.game_registry import tabletop_named
from controller.journal import read_record
from controller.table.core.phases import Phase
from controller.table.core.record.fold import fold_all
from controller.table.view.view import View
from hardware.simulated.virtual_clock import run
from tests.support.quick_table import quick_table

TURNS = ("turn-left", "turn-right", "turn-left", "turn-right")


def laying(number: int) -> Callable[[View], bool]:
    return lambda view: view.phase == Phase.PROGRAMS.value and view.round == number


def played(number: int) -> Callable[[View], bool]:
    return lambda view: bool(view.story) and (view.story[-1].round, view.story[-1].row) == (number, 4)


def test_who_skips_leaves_and_comes_back(tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"

    async def main() -> None:
        async with quick_table(path, 5, players=3, always=TURNS) as quick:
            table = quick.table
            await quick.until(laying(1))
            assert (await table.submit("skip", {"player": "red"})).ok
            assert not (await table.submit("skip", {"player": "red"})).ok, "it is skipped already"
            assert (await table.submit("skip", {"player": "red", "skip": False})).ok
            assert (await table.submit("skip", {"player": "red"})).ok
            assert table.latest().idle == ("red",)
            view = await quick.until(played(1))
            assert "red" not in view.programs and {*view.programs} == {"blue", "yellow"}
            # The next round is everybody's again; then one leaves, and the computer plays for another one.
            await quick.until(lambda view: view.phase == "dice" and view.round == 2)
            assert table.latest().idle == ()
            assert (await table.submit("leave", {"player": "blue"})).ok
            assert (await table.submit("seat", {"player": "yellow", "who": "easy"})).ok
            view = await quick.until(played(2))
            assert {*view.programs} == {"red", "yellow"} and view.idle == ("blue",)
            assert (await table.submit("leave", {"player": "blue", "back": True})).ok
            view = await quick.until(played(3))
            assert {*view.programs} == {"red", "blue", "yellow"} and view.idle == ()

    run(main())
    entries = read_record(path).entries
    fold_all(tabletop_named("golems").game, entries)
    assert [entry.data for entry in entries if entry.kind == "skipped"] == [
        {"player": "red", "skip": skip} for skip in (True, False, True)
    ]


def test_a_computers_choice_that_comes_in_a_pause_is_nothing_to_the_child_who_sits_down(tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"

    async def main() -> None:
        async with quick_table(path, 5, computers={"red": "easy"}) as quick:
            table = quick.table
            await quick.until(lambda view: view.phase == Phase.PROGRAMS.value)
            assert (await table.submit("pause")).ok
            await asyncio.sleep(5.0)
            assert (await table.submit("seat", {"player": "red", "who": "child"})).ok
            assert (await table.submit("resume")).ok
            quick.people.lay("red", TURNS)
            await quick.until(lambda view: view.hands.get("red") is not None and view.hands["red"].cards > 0)

    run(main())
    assert [entry for entry in read_record(path).entries if entry.kind == "committed"] == []


def test_names_are_one_line_of_what_can_be_seen_and_a_resumed_game_knows_them(tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"

    def names(view: View) -> dict[str, str]:
        return dict(view.names)

    async def main() -> None:
        async with quick_table(path, 5) as quick:
            table = quick.table
            await quick.until(lambda view: view.phase == Phase.SETUP.value)
            assert (await table.submit("name", {"player": "red", "called": "  Zoë \u202e\n\x1b[31m Ann "})).ok
            assert names(table.latest()) == {"red": "Zoë [31m Ann"}
            assert not (await table.submit("name", {"player": "pink", "called": "P"})).ok
            assert not (await table.submit("name", {"player": "red", "called": "x" * 25})).ok
            assert (await table.submit("name", {"player": "blue", "called": "<script>"})).ok
            assert (await table.submit("name", {"player": "red", "called": " "})).ok
            assert names(table.latest()) == {"blue": "<script>"}
            world = quick.world
        async with quick_table(path, 5, resume_in=world) as quick:
            assert names(quick.table.latest()) == {"blue": "<script>"}

    run(main())
