"""Who plays for whom in games of pieces: the computer in a seat, players who leave or are passed over."""

from __future__ import annotations

from pathlib import Path

import pytest

from controller.games import game_registry as registry
from controller.table.core.phases import Phase
from controller.table.core.requirements import still_asked
from controller.table.core.settings import Settings
from tests.support.piece_games import GAMES, asked, with_table
from tests.support.piece_table import PieceTable


def test_the_computer_plays_for_who_leaves_the_seat_and_nobody_moves_for_it(tmp_path: Path) -> None:
    async def test(quick: PieceTable) -> None:
        await quick.until(asked)
        assert not (await quick.table.submit("seat", {"player": "black", "who": "genius"})).ok
        assert (await quick.table.submit("seat", {"player": "black", "who": "easy"})).ok
        assert not (await quick.table.submit("move", {"player": "black", "move": "e2-e3"})).ok
        view = await quick.until(lambda view: asked(view) and len(view.story) == 1)
        assert view.play.turn == "orange"

    with_table(tmp_path / "game.jsonl", test, "jetan", helpful=False, settings=Settings(pieces="ghosts"))


@pytest.mark.parametrize("name", ["jetan", "spiral"])
def test_who_is_passed_over_or_has_left_is_played_for_until_they_come_back(tmp_path: Path, name: str) -> None:
    tabletop = registry.tabletop_named(name)

    async def test(quick: PieceTable) -> None:
        table = quick.table

        def turn() -> str:
            asked = still_asked(tabletop.game, tabletop, table.game_state, table.header.players)
            return asked[0] if asked else ""

        await quick.until(lambda view: "skip" in view.may)
        first = turn()
        assert not (await table.submit("skip", {"player": "nobody"})).ok
        assert (await table.submit("skip", {"player": first})).ok
        # It is one turn: who was passed over is asked again later.
        view = await quick.until(lambda view: "skip" in view.may and turn() not in ("", first))
        assert first not in view.idle
        second = turn()
        assert (await table.submit("leave", {"player": second})).ok
        assert not (await table.submit("leave", {"player": second})).ok
        assert not (await table.submit("skip", {"player": second})).ok, "nobody is there"
        view = await quick.until(lambda view: turn() == first and "skip" in view.may)
        assert view.seats[second] == "away" and view.idle == (second,)
        assert (await table.submit("leave", {"player": second, "back": True})).ok
        assert table.latest().idle == () and table.latest().seats[second] == "child"

    options = {**GAMES[name], "helpful": False, "settings": Settings(pieces="ghosts")}
    with_table(tmp_path / "game.jsonl", test, name, **options)


def test_programs_are_written_for_who_is_passed_over_or_has_left(tmp_path: Path) -> None:
    async def test(quick: PieceTable) -> None:
        await quick.until(lambda view: view.phase == Phase.PROGRAMS.value)
        assert (await quick.table.submit("skip", {"player": "green"})).ok
        assert (await quick.table.submit("leave", {"player": "violet"})).ok
        # Violet has left for good: its robots are placed as well. Green plays on.
        view = await quick.until(lambda view: view.phase == Phase.MOVE.value and view.play.turn == "green")
        assert view.idle == ("violet",)

    options = {**GAMES["robots_hex"], "helpful": False, "settings": Settings(pieces="ghosts")}
    with_table(tmp_path / "game.jsonl", test, "robots_hex", **options)
