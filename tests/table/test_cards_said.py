"""A misread card: people say what lies there, or have the camera read it again; records and resume know it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from boards.kit.cards import CardKind
from boards.kit.thing_keys import CardKey
from boards.kit.trays import TRAY
from controller.games.game_registry import tabletop_named
from controller.journal import read_record
from controller.table.core.mailbox import CommandAnswer
from controller.table.core.phases import Phase
from controller.table.core.record.fold import fold_all
from controller.table.core.settings import Settings
from controller.table.perception.card_statements import placed, stated_cards
from controller.table.view.table_messages import say as table_say
from controller.table.view.view import View
from hardware.simulated.virtual_clock import run
from tests.support.quick_table import QuickTable, quick_table

TURNS = ("turn-left", "turn-right", "turn-left", "turn-right")
BUTTON = Settings(go="button")


def ready(view: View) -> bool:
    return view.phase == Phase.READY.value


def after_row(row: int) -> Callable[[View], bool]:
    return lambda view: bool(view.story) and view.story[-1].row == row and ready(view)


async def say(quick: QuickTable, row: int, *cards: str, player: str = "red") -> bool:
    return (await said(quick, row, *cards, player=player)).ok


async def said(quick: QuickTable, row: int, *cards: str, player: str = "red") -> CommandAnswer:
    return await quick.table.submit("card-is", {"player": player, "row": row, "cards": cards})


def corrected(path: Path) -> list[dict[str, Any]]:
    return [entry.data for entry in read_record(path).entries if entry.kind == "corrected"]


def test_a_locked_row_is_played_as_it_was_said_also_after_an_undo_and_a_restart(tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"

    async def main() -> None:
        async with quick_table(path, 5, always=TURNS, settings=BUTTON) as quick:
            table = quick.table
            await quick.until(ready)
            locked = table.latest().locks["red"]
            assert await say(quick, 2, "stand")
            view = table.latest()
            assert view.said == {"red": (2,)} and "stand" not in str(view.to_json())
            changed = [now.sum != then.sum for now, then in zip(view.locks["red"], locked, strict=True)]
            assert changed == [False, True, False, False]
            assert (await table.submit("go")).ok
            view = await quick.until(after_row(1))
            assert view.said == {"red": (2,)}, "until the last row of the round"
            # What was shown is shown; what is no row of cards, or no row at all, is refused.
            assert await said(quick, 1, "stand") == CommandAnswer(False, table_say("not-now"))
            assert not await say(quick, 3, "if enemy")
            assert not await say(quick, 3, "repeat 2", "forward", "forward")
            assert not await say(quick, 3) and not await say(quick, 5, "stand")
            assert not await say(quick, 3, "stand", player="green")
            assert (await table.submit("go")).ok
            view = await quick.until(after_row(2))
            assert view.programs["red"][:2] == ("turn-left", "stand")
            # Undone, it may be said anew: it was seen to be wrong.
            assert (await table.submit("undo")).ok
            assert await say(quick, 2, "attack")
            assert (await table.submit("resume")).ok
            await quick.until(ready)
            assert (await table.submit("go")).ok
            view = await quick.until(after_row(2))
            assert view.programs["red"][:2] == ("turn-left", "attack")
            assert await say(quick, 4, "defend")
            world = quick.world
        async with quick_table(path, 5, settings=BUTTON, resume_in=world) as quick:
            table = quick.table
            await quick.until(lambda view: view.phase == Phase.CHECK.value)
            for row in (3, 4):
                await quick.until(after_row(row - 1))
                assert (await table.submit("go")).ok
            view = await quick.until(lambda view: view.story and view.story[-1].row == 4)
            assert view.programs["red"] == ("turn-left", "attack", "turn-left", "defend")
            await quick.until(lambda view: view.phase == "programs" and view.round == 2)
            assert table.latest().said == {}

    run(main())
    assert [(entry["rows"], entry["said"]) for entry in corrected(path)] == [
        ({"red": [row]}, True) for row in (2, 2, 4)
    ]
    fold_all(tabletop_named("golems").game, read_record(path).entries)


def test_a_card_that_cannot_be_read_is_said_while_programs_are_laid(tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"

    async def main() -> None:
        async with quick_table(path, 5, always=TURNS, settings=Settings(go="button", lock="button")) as quick:
            table, eye = quick.table, quick.eye
            eye.covered = {CardKey("red", CardKind.TURN_RIGHT, 1)}
            view = await quick.until(lambda view: view.hands.get("blue") is not None and view.hands["blue"].complete)
            view = await quick.until(lambda view: bool(view.hands["red"].problems))
            assert not view.hands["red"].complete
            assert await say(quick, 2, "stand")
            view = await quick.until(lambda view: view.hands["red"].complete)
            assert view.said == {"red": (2,)}
            # The camera is believed again, and cannot read it; then it can.
            assert (await table.submit("read-again", {"player": "red"})).ok
            await quick.until(lambda view: not view.hands["red"].complete)
            assert await say(quick, 2, "stand")
            await quick.until(lambda view: "lock" in view.may)
            assert (await table.submit("lock")).ok
            await quick.until(ready)
            assert (await table.submit("go")).ok
            await quick.until(after_row(1))
            assert (await table.submit("go")).ok
            view = await quick.until(after_row(2))
            assert view.programs["red"][:2] == ("turn-left", "stand")

    run(main())
    told = [entry.data for entry in read_record(path).entries if entry.kind == "said"]
    assert [entry["cards"] for entry in told] == [["stand"], [], ["stand"]]


def test_cards_that_were_laid_otherwise_are_read_again_when_somebody_wants_it(tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"

    async def main() -> None:
        async with quick_table(path, 5, always=TURNS, settings=BUTTON) as quick:
            table, lying = quick.table, quick.world.lying
            await quick.until(ready)
            assert (await table.submit("read-again")).ok
            await quick.until(lambda view: any(notice.code == "read-same" for notice in view.notices))
            # Row 3 holds another card now; the watch stops the game, and somebody says that it is right so.
            key = f"hand:{CardKey('red', CardKind.TURN_LEFT, 2)}"
            lying[key] = replace(lying[key], thing=CardKey("red", CardKind.STAND, 1))
            await quick.until(lambda view: view.phase == Phase.DIFFERS.value)
            assert (await table.submit("read-again", {"player": "red"})).ok
            await quick.until(ready)
            for row in (1, 2, 3):
                assert (await table.submit("go")).ok
                view = await quick.until(after_row(row))
            assert view.programs["red"] == ("turn-left", "turn-right", "stand", None)

    run(main())
    assert [(entry["rows"], entry.get("said", False)) for entry in corrected(path)] == [({"red": [3]}, False)]


@pytest.mark.parametrize(
    ("read", "said", "cards"),
    [
        ({0: "forward"}, ("", "stand"), ["forward", "stand"]),
        ({0: "forward", 1: "stand"}, ("none",), ["stand"]),
        ({0: "repeat 2", 2: "stand"}, ("", "forward", "none"), ["repeat 2", "forward"]),
        ({}, ("if enemy", "attack", "forward"), ["if enemy", "attack", "forward"]),
    ],
)
def test_a_statement_says_what_lies_in_each_place(
    read: dict[int, str], said: tuple[str, ...], cards: list[str]
) -> None:
    kinds = {place: CardKind(name) for place, name in read.items()}
    assert [kind.value for kind in stated_cards(kinds, said)] == cards


def test_places_are_slots_or_where_these_are_not_sure_the_order() -> None:
    assert placed([(1, "a"), (3, "b")]) == {1: "a", 3: "b"}
    assert placed([(1, "a"), (1, "b")]) == {0: "a", 1: "b"} == placed([(None, "a"), (2, "b")])
    assert TRAY.slots == 5
