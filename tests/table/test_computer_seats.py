"""A computer golem beside children at the table, in virtual time: it lays no cards, sees none, and keeps its secret."""

from __future__ import annotations

import asyncio
import shutil
import threading
from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import Any

import pytest

from boards.base.catalogue import translate
from boards.geometry import Pose
from controller.app.compose.computer_players import ComputerPlayers
from controller.games.golems.tabletop import TABLETOP
from controller.journal import read_record
from controller.table.core.phases import Phase
from controller.table.core.settings import Settings
from controller.table.view.view import View
from hardware.simulated.virtual_clock import run
from tests.support.quick_table import QuickTable, quick_table

BUTTONS = Settings(lock="button", go="button", reveal_s=0.0)


def with_table(path: Path, test: Callable[[QuickTable], Coroutine[Any, Any, None]], **options: Any) -> None:
    async def main() -> None:
        async with quick_table(path, 5, **options) as quick:
            await test(quick)

    run(main())


def over(view: View) -> bool:
    return view.phase == Phase.OVER.value


def laying(view: View) -> bool:
    return view.phase == Phase.PROGRAMS.value


def entries(path: Path, kind: str) -> list[dict[str, Any]]:
    return [dict(entry.data) for entry in read_record(path).entries if entry.kind == kind]


@pytest.mark.parametrize("players", [2, 3])
def test_the_table_asks_the_children_alone_for_cards_and_plays_to_the_end(tmp_path: Path, players: int) -> None:
    path = tmp_path / "game.jsonl"
    cards: set[str] = set()

    async def test(quick: QuickTable) -> None:
        quick.table.subscribe(lambda _view: cards.update(map(str, quick.world.lying)))
        view = await quick.until(over)
        assert view.winners is not None and view.seats["blue"] == "medium" and view.seats["red"] == "child"
        assert any(robot.done for name, robot in quick.fleet.items() if name == "blue"), "a real robot acts for it"
        for view in quick.views:
            for rows in view.programs.values():
                assert all(row is None for row in rows[view.row :]), (view.phase, view.row, rows)

    with_table(path, test, players=players, computers={"blue": "medium"})
    assert any(name.startswith("hand:card:red") for name in cards)
    assert not any(name.startswith(("hand:card:blue", "hand:ready:blue")) for name in cards)
    committed, laid = entries(path, "committed"), entries(path, "programs")
    assert [entry["rows"] for entry in committed] == [entry["programs"]["blue"] for entry in laid]
    kinds = [entry.kind for entry in read_record(path).entries if entry.kind in ("committed", "hand", "programs")]
    assert kinds[0] == "committed", "it has chosen before the first look at a card"
    assert not any(entry["player"] == "blue" for entry in entries(path, "hand"))


def test_what_it_chooses_does_not_depend_on_the_cards_of_the_others(tmp_path: Path) -> None:
    chosen = []
    for number, cards in enumerate(
        (("forward", "forward", "stand", "turn-left"), ("attack", "defend", "defend", "stand"))
    ):
        path = tmp_path / f"{number}.jsonl"

        async def test(quick: QuickTable, cards: tuple[str, ...] = cards) -> None:
            for name, at in (("red", Pose(50, 50, 90)), ("blue", Pose(350, 350, -90))):
                quick.world.bodies[name].pose, quick.world.bodies[name].present = at, True
            # They lie there from the beginning, face up for everybody.
            quick.people.lay("red", cards)
            await quick.until(lambda view: "lock" in view.may)
            assert (await quick.table.submit("lock")).ok
            await quick.until(lambda view: view.phase == Phase.READY.value)

        with_table(path, test, settings=BUTTONS, computers={"blue": "medium"}, helpful=False, way="beginner")
        (laid,) = entries(path, "programs")
        assert tuple(laid["programs"]["red"]) == cards
        chosen.append(laid["programs"]["blue"])
    assert chosen[0] == chosen[1]


class Thoughtful(ComputerPlayers):
    """Notes in which thread it thinks."""

    def __init__(self) -> None:
        super().__init__(TABLETOP, 5)
        self.threads: set[int] = set()

    def program(self, game: Any, player: str, strength: str) -> tuple[str, ...]:
        self.threads.add(threading.get_ident())
        return super().program(game, player, strength)


def test_it_thinks_beside_the_loop_and_the_record_is_the_same_bit_for_bit(tmp_path: Path) -> None:
    async def test(quick: QuickTable) -> None:
        await quick.until(lambda view: len(view.story) == 6)

    for name in ("one", "two"):
        computer_players = Thoughtful()
        with_table(
            tmp_path / f"{name}.jsonl",
            test,
            computers={"red": "easy", "blue": "medium"},
            computer_players=computer_players,
        )
        assert computer_players.threads and threading.get_ident() not in computer_players.threads
    assert (tmp_path / "one.jsonl").read_bytes() == (tmp_path / "two.jsonl").read_bytes()


def test_the_seats_are_chosen_from_the_console_until_the_programs_are_locked(tmp_path: Path) -> None:
    async def test(quick: QuickTable) -> None:
        view = await quick.until(laying)
        assert view.seats == {"red": "child", "blue": "child"} and "seat" in view.may
        for wrong in ({}, {"player": "green", "who": "easy"}, {"player": "blue", "who": "genius"}, {"player": []}):
            assert not (await quick.table.submit("seat", wrong)).ok
        answer = await quick.table.submit("seat", {"player": "blue", "who": "easy"})
        assert answer.ok and "computer" in translate(answer.text, "en")
        view = await quick.until(lambda view: "blue" in view.hands and view.hands["blue"].complete)
        assert view.seats["blue"] == "easy" and view.hands["blue"].cards == 0
        assert (await quick.table.submit("seat", {"player": "blue", "who": "child"})).ok
        view = await quick.until(lambda view: "blue" in view.hands and view.hands["blue"].cards > 0)
        assert view.seats["blue"] == "child"
        assert (await quick.table.submit("seat", {"player": "blue", "who": "medium"})).ok
        await quick.until(lambda view: "lock" in view.may)
        assert (await quick.table.submit("lock")).ok
        view = await quick.until(lambda view: view.phase == Phase.READY.value)
        assert "seat" not in view.may
        assert not (await quick.table.submit("seat", {"player": "blue", "who": "child"})).ok

    path = tmp_path / "game.jsonl"
    with_table(path, test, settings=BUTTONS)
    (laid,) = entries(path, "programs")
    assert laid["programs"]["blue"] == entries(path, "committed")[-1]["rows"]


def test_where_only_computers_play_nobody_is_waited_for(tmp_path: Path) -> None:
    async def test(quick: QuickTable) -> None:
        assert (await quick.until(over)).winners is not None

    with_table(tmp_path / "game.jsonl", test, computers={"red": "easy", "blue": "easy"})


def test_killed_after_it_has_chosen_it_chooses_the_same_again(tmp_path: Path) -> None:
    whole, cut = tmp_path / "whole.jsonl", tmp_path / "cut.jsonl"

    async def main() -> None:
        async with quick_table(whole, 5, computers={"blue": "medium"}) as quick:
            await quick.until(lambda view: view.phase == Phase.READY.value)
            world = quick.world
        shutil.copy(whole, cut)
        lines = cut.read_bytes().splitlines(keepends=True)
        at = next(n for n, line in enumerate(lines) if b'"committed"' in line)
        cut.write_bytes(b"".join(lines[: at + 1]))
        async with quick_table(cut, 5, resume_in=world) as quick:
            assert quick.table.latest().seats["blue"] == "medium"
            await quick.until(lambda view: len(view.story) == 1)

    run(main())
    first, again = entries(cut, "committed")
    assert first == again and entries(cut, "programs")[0]["programs"]["blue"] == first["rows"]


def test_paused_while_it_thinks_it_chooses_once_and_the_game_goes_on(tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"

    async def test(quick: QuickTable) -> None:
        paused = asyncio.get_running_loop().create_future()

        def pause(view: View) -> None:
            if laying(view) and not paused.done():
                paused.set_result(asyncio.ensure_future(quick.table.submit("pause")))

        quick.table.subscribe(pause)
        await (await paused)
        assert quick.table.latest().paused
        await quick.table.submit("resume")
        await quick.until(lambda view: len(view.story) == 1)

    with_table(path, test, computers={"blue": "easy"})
    assert len(entries(path, "committed")) == 1
