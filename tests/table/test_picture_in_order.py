"""Nothing follows from a picture that is not in order: neither a move by hand, nor a die, nor a piece that is gone."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest

from boards.geometry import Pose
from boards.kit.thing_keys import DieKey
from controller.table.core.phases import Phase
from controller.table.view.view import View
from controller.vision.scene import Trouble, Unread, Why
from hardware.simulated.virtual_clock import run
from hardware.simulated.world import TableItem
from tests.support.piece_board import Board, piece_board

SKIRMISH = "4c5/10/2t7/10/4r5/3n6/3N6/2T7/R9/2C7 b Rr 0"
LOOKS_S = 5.0
"""Some fifty looks of the eye."""


def with_truth(path: Path, test: Callable[[Board], Awaitable[None]], game: str = "jetan", **options: object) -> None:
    """A table whose eye sees everything as it is, until the test says otherwise."""
    setup = {"position": SKIRMISH} if game == "jetan" else {"chips": {"red": [1], "blue": [10]}}

    async def main() -> None:
        async with piece_board(path, game, setup=setup, rendered=False, **options) as board:
            await test(board)

    run(main())


def asked(view: View) -> bool:
    return view.phase == Phase.MOVE.value


def spoil(board: Board, how: str) -> None:
    board.truth.trouble = {"dark": (Trouble.DARK,), "two": (Trouble.BLURRED, Trouble.CAMERA_MOVED)}.get(how, ())
    board.truth.rests = how != "unsettled"


def codes(view: View) -> list[str]:
    return [notice.code for notice in view.notices]


@pytest.mark.parametrize("how", ["dark", "two", "unsettled"])
def test_a_move_by_hand_counts_only_in_a_picture_in_order_and_at_rest(how: str, tmp_path: Path) -> None:
    async def test(board: Board) -> None:
        await board.until(asked)
        spoil(board, how)
        board.hands.take_off(board.first("orange-panthan"))
        board.hands.put(board.first("black-panthan"), "d5")
        await asyncio.sleep(LOOKS_S)
        view = board.table.latest()
        assert asked(view) and view.story == () and view.play.turn == "black"
        assert len(view.notices) == {"dark": 1, "two": 2, "unsettled": 0}[how], "people are told what is wrong"
        spoil(board, "")
        view = await board.until(lambda view: asked(view) and len(view.story) == 1)
        assert view.play.turn == "orange"

    with_truth(tmp_path / "game.jsonl", test)


@pytest.mark.parametrize("how", ["dark", "unsettled"])
def test_a_wrong_move_is_not_even_told_in_a_picture_that_is_not_in_order(how: str, tmp_path: Path) -> None:
    async def test(board: Board) -> None:
        await board.until(asked)
        spoil(board, how)
        board.move("orange-thoat", "c8", "d6")
        await asyncio.sleep(LOOKS_S)
        assert "hand-not-yours" not in codes(board.table.latest())
        spoil(board, "")
        await board.until(lambda view: "hand-not-yours" in codes(view))
        # What was told stays while the picture is bad: the hand is still to put it back.
        board.truth.rests = False
        board.move("orange-thoat", "d6", "c8")
        await asyncio.sleep(LOOKS_S)
        assert "hand-not-yours" in codes(board.table.latest())
        board.truth.rests = True
        await board.until(lambda view: not view.notices)

    with_truth(tmp_path / "game.jsonl", test)


@pytest.mark.parametrize("how", ["dark", "unsettled"])
def test_a_game_is_not_begun_and_nobody_asked_for_hands_by_a_bad_picture(how: str, tmp_path: Path) -> None:
    async def test(board: Board) -> None:
        spoil(board, how)
        chief = board.off("orange-chief", "e10")
        await asyncio.sleep(LOOKS_S)
        assert board.table.latest().phase == Phase.SETUP.value
        spoil(board, "")
        await board.until(lambda view: view.phase == Phase.HANDS.value)
        spoil(board, how)
        board.hands.put(chief, "e10")
        await asyncio.sleep(LOOKS_S)
        assert board.table.latest().phase == Phase.HANDS.value
        spoil(board, "")
        await board.until(asked)

    with_truth(tmp_path / "game.jsonl", test)


@pytest.mark.parametrize("how", ["dark", "unsettled"])
def test_a_die_is_thrown_only_in_a_picture_in_order(how: str, tmp_path: Path) -> None:
    async def test(board: Board) -> None:
        board.seen.world.lying["die"] = TableItem(DieKey("any", "3", 1), Pose(-100.0, -100.0, 0.0))
        await board.until(lambda view: view.phase == Phase.DICE.value)
        await asyncio.sleep(LOOKS_S)
        assert codes(board.table.latest()) == ["piece-die-old"]
        spoil(board, how)
        board.seen.world.lying["die"] = TableItem(DieKey("any", "5", 1), Pose(-180.0, -100.0, 30.0))
        await asyncio.sleep(LOOKS_S)
        assert board.table.latest().phase == Phase.DICE.value
        spoil(board, "")
        board.truth.unread = (Unread(Why.COCKED, (), Pose(-180.0, -100.0, 0.0), DieKey("any", "5", 1)),)
        await board.until(lambda view: codes(view) == ["piece-die-unread"])
        board.truth.unread = ()
        await board.until(lambda view: view.phase != Phase.DICE.value)

    with_truth(tmp_path / "game.jsonl", test, "spiral", real_dice=True)


@pytest.mark.parametrize(
    ("far", "turned", "counts"), [(9.5, 0.0, False), (10.5, 0.0, True), (0.0, 7.5, False), (0.0, -8.5, True)]
)
def test_a_die_that_was_thrown_lies_10_mm_or_8_degrees_from_where_it_lay(
    far: float, turned: float, counts: bool, tmp_path: Path
) -> None:
    async def test(board: Board) -> None:
        board.seen.world.lying["die"] = TableItem(DieKey("any", "3", 1), Pose(-100.0, -100.0, 178.0))
        await board.until(lambda view: view.phase == Phase.DICE.value)
        await asyncio.sleep(LOOKS_S)
        heading = (178.0 + turned + 180.0) % 360.0 - 180.0
        board.seen.world.lying["die"] = TableItem(DieKey("any", "3", 1), Pose(-100.0, -100.0 + far, heading))
        await asyncio.sleep(LOOKS_S)
        assert (board.table.latest().phase != Phase.DICE.value) is counts

    with_truth(tmp_path / "game.jsonl", test, "spiral", real_dice=True)
