"""Jetan at the table: advice for who asks, and who begins the next game."""

from __future__ import annotations

from pathlib import Path

from boards.base.catalogue import translate
from controller.games import game_registry as registry
from controller.journal import read_record
from controller.table.core.phases import Phase
from controller.table.core.record.fold import fold_all
from controller.table.view.view_builder import view_of
from hardware.simulated.virtual_clock import run
from tests.support.piece_table import piece_table


def test_advice_is_told_to_who_asks_and_changes_nothing(tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"

    async def main() -> None:
        async with piece_table(path, "jetan", 3) as quick:
            view = await quick.until(lambda view: "advise" in view.may)
            told = await quick.table.submit("advise")
            assert told.ok and view.play.turn == "black"
            move = str(told.text).split(" ")[0]
            assert move in {choice.move for choice in view.play.choices}
            assert "advise" not in path.read_text("utf-8")
            assert set(view.play.threats) == {"black", "orange"}
            assert all(piece.figure for piece in view.play.pieces)

    run(main())


def test_every_game_with_moves_names_a_good_one(tmp_path: Path) -> None:
    async def main() -> None:
        async with piece_table(tmp_path / "game.jsonl", "spiral", 3) as quick:
            view = await quick.until(lambda view: "advise" in view.may)
            told = translate((await quick.table.submit("advise")).text, "en")
            assert told.removeprefix("The computer would play ").rstrip(".") in {one.move for one in view.play.choices}

    run(main())


def test_nobody_advises_where_the_computer_plays(tmp_path: Path) -> None:
    async def main() -> None:
        seats = {"black": "easy", "orange": "easy"}
        async with piece_table(tmp_path / "game.jsonl", "jetan", 3, computers=seats) as quick:
            await quick.until(lambda view: view.phase == Phase.MOVE.value)
            assert "advise" not in quick.table.latest().may
            assert not (await quick.table.submit("advise")).ok

    run(main())


def test_the_winner_begins_the_next_game_or_gives_the_first_move_away(tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"

    async def main() -> None:
        async with piece_table(path, "jetan", 3) as quick:
            for first in ("", "black", "orange"):
                await quick.until(lambda view: view.phase == Phase.MOVE.value and "move" in view.may)
                assert (await quick.table.submit("move", {"player": "black", "move": "resign"})).ok
                over = await quick.until(lambda view: view.phase == Phase.OVER.value)
                assert over.begins == ("orange", "black")
                for wrong in ("green", 7):
                    assert not (await quick.table.submit("anew", {"first": wrong})).ok
                assert (await quick.table.submit("anew", {"first": first} if first else {})).ok
                began = await quick.until(lambda view: view.phase == Phase.MOVE.value)
                assert began.play.turn == (first or "orange")

    run(main())
    game = registry.game_named("jetan")
    assert view_of(game, fold_all(game, read_record(path).entries)).play.turn == "orange"
