"""What screens show that follows from the state alone: undo steps, rows of a hand, locks, sounds, what was told."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from pathlib import Path
from typing import Any, cast

import pytest

from boards.geometry import Pose
from controller.games.game_registry import tabletop_named
from controller.table.core.phases import Phase
from controller.table.core.record.entries import CardsWaived
from controller.table.core.record.program_folds import cards_waived
from controller.table.core.settings import Settings
from controller.table.core.state import TableState
from controller.table.perception.program_reading import row_problem
from controller.table.view.hand_views import hands_of
from controller.table.view.table_messages import say
from controller.table.view.undo_steps import UndoneGolem, UndoStep
from controller.table.view.view import HandView, Notice
from hardware.simulated.virtual_clock import run
from tests.support.piece_table import piece_table
from tests.support.quick_table import QuickTable, quick_table
from tests.table.perceived import ROLLED, GolemTable

BUTTON = Settings(go="button")


async def row(quick: QuickTable, number: int) -> None:
    await quick.until(lambda view: view.phase == Phase.READY.value)
    assert (await quick.table.submit("go")).ok
    await quick.until(lambda view: view.story and view.story[-1].row == number and view.phase == Phase.READY.value)


def test_an_undo_names_the_golems_that_stand_elsewhere_now_and_locks_open_with_their_rows(tmp_path: Path) -> None:
    async def main() -> None:
        always = ("forward", "stand", "turn-left", "stand")
        async with quick_table(tmp_path / "game.jsonl", 5, always=always, settings=BUTTON) as quick:
            await row(quick, 1)
            locks = quick.table.latest().locks["red"]
            assert [(lock.salt is None, lock.cards) for lock in locks] == [
                (False, ("card:red:forward:1",)), (True, None), (True, None), (True, None)
            ]  # fmt: skip
            await row(quick, 2)
            began = UndoneGolem("blue", "d4", "S"), UndoneGolem("red", "a1", "N")
            assert quick.table.undo_steps() == (UndoStep(1, 2, 1, ()), UndoStep(1, 1, 2, began))

    run(main())


@pytest.mark.parametrize(
    ("laid", "empty", "wrong", "lanes"),
    [
        (0, (), (), ("empty", "empty", "empty", "empty")),
        (2, (), (), ("laid", "laid", "empty", "empty")),
        (2, (0,), (), ("empty", "laid", "laid", "empty")),
        (3, (1,), (2,), ("laid", "empty", "wrong", "laid")),
        (4, (), (0,), ("wrong", "laid", "laid", "laid")),
    ],
)
def test_each_row_of_a_tray_is_empty_laid_or_wrong(
    laid: int, empty: tuple[int, ...], wrong: tuple[int, ...], lanes: tuple[str, ...]
) -> None:
    problems = [row_problem("row-empty", "red", lane, None).public for lane in empty]
    problems += [row_problem("too-many", "red", lane, 1).public for lane in wrong]
    state: TableState = replace(
        GolemTable(Phase.PROGRAMS, ROLLED).heard.state, hands={"red": HandView(laid, laid, False, tuple(problems))}
    )
    assert hands_of(tabletop_named("golems"), state)["red"].lanes == lanes


def test_cards_that_were_waived_stay_so_when_others_are() -> None:
    state = GolemTable(Phase.READY, ROLLED).heard.state
    for player in ("red", "blue"):
        state = cards_waived(cast("Any", None), state, CardsWaived((player,)), 1)
    assert state.waived == ("red", "blue")


@pytest.mark.parametrize("real_dice", [False, True])
def test_dice_of_people_make_their_own_sounds(tmp_path: Path, real_dice: bool) -> None:
    async def main() -> None:
        async with piece_table(
            tmp_path / "game.jsonl", "spiral", 3, helpful=False, settings=Settings(pieces="ghosts"), real_dice=real_dice
        ) as quick:
            assert bool(quick.table.latest().play.sounds) is not real_dice

    run(main())


def test_what_people_are_asked_stays_beside_whatever_else_is_told(tmp_path: Path) -> None:
    async def main() -> None:
        async with quick_table(tmp_path / "game.jsonl", 5, helpful=False) as quick:
            await quick.until(lambda view: view.phase == Phase.SETUP.value)
            ledger = quick.table._ledger
            asked = Notice("golem-fallen", "warning", say("golem-fallen", golem="red"), {"golem": "red"})
            other = Notice("taken-up", "info", say("taken-up"), {})
            ledger.ask("red", asked)
            ledger.tell((other,))
            assert ledger.state.notices[:2] == (other, asked)
            ledger.ask("red", None)
            assert ledger.state.notices[0] == other and asked not in ledger.state.notices

    run(main())


def test_a_row_begins_with_a_look_that_is_no_older_than_one_and_a_half_seconds(tmp_path: Path) -> None:
    """Only computers play: no card is watched, and nobody looks while the row waits for its time."""

    async def main() -> None:
        seats = {"red": "easy", "blue": "easy"}
        async with quick_table(
            tmp_path / "game.jsonl", 5, computers=seats, helpful=False, settings=Settings(reveal_s=6.0)
        ) as quick:
            for name, pose in {"red": Pose(50.0, 50.0, 90.0), "blue": Pose(350.0, 350.0, -90.0)}.items():
                quick.world.bodies[name].pose, quick.world.bodies[name].present = pose, True
            await quick.until(lambda view: view.phase == Phase.READY.value)
            await asyncio.sleep(2.0)
            quick.world.bodies["red"].pose = Pose(250.0, 50.0, 90.0)
            view = await quick.until(lambda view: view.phase != Phase.READY.value)
            assert view.phase == Phase.DIFFERS.value and not view.story

    run(main())
