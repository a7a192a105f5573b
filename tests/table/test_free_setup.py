"""Tokens of an ordinary game at the table: taken over as they lie, or painted; and recharging at the end."""

from __future__ import annotations

from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import Any

import pytest

from boards.geometry import Cell, Pose
from boards.kit.thing_keys import TokenKey
from controller.games import game_registry as registry
from controller.games.golems.free_setup import FreeSetup
from controller.journal import read_record
from controller.table.core.phases import Phase
from controller.table.core.record.fold import fold_all
from controller.table.view.view import View
from controller.table.view.view_builder import view_of
from hardware.simulated.virtual_clock import run
from hardware.simulated.world import TableItem
from tests.support.quick_table import QuickTable, quick_table


def with_table(path: Path, test: Callable[[QuickTable], Coroutine[Any, Any, None]], **options: Any) -> None:
    async def main() -> None:
        async with quick_table(path, 5, **options) as quick:
            await test(quick)

    run(main())


def over(view: View) -> bool:
    return view.phase == Phase.OVER.value


def tokens_of(view: View) -> set[tuple[str, str]]:
    return {(token.kind, token.spot) for token in view.play.tokens}


def lying(quick: QuickTable) -> set[tuple[str, str]]:
    found = (thing for thing in quick.world.lying.values() if isinstance(thing.thing, TokenKey))
    return {(thing.thing.kind, str(quick.started.grid.cell_at(thing.pose.point))) for thing in found}


def test_painted_tokens_are_laid_played_with_and_kept_on_record(tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"

    async def test(quick: QuickTable) -> None:
        await quick.until(lambda view: view.phase == Phase.PROGRAMS.value)
        painted = {"walls": ["b2"], "waters": ["c3"], "barrels": ["d1"]}
        assert (await quick.table.submit("tokens", {"tokens": painted})).ok
        wanted = {("wall", "b2"), ("water", "c3"), ("barrel", "d1")}
        assert tokens_of(quick.table.latest()) == wanted
        await quick.until(lambda view: view.phase == Phase.PROGRAMS.value and not view.notices)
        assert lying(quick) == wanted
        view = await quick.until(over)
        assert view.winners is not None

    with_table(path, test)
    game = registry.game_named("golems")
    state = fold_all(game, read_record(path).entries)
    position = state.start.position
    assert (position.walls, position.waters, position.barrels) == (("b2",), ("c3",), ("d1",))
    assert {("wall", "b2"), ("water", "c3")} <= tokens_of(view_of(game, state))


def test_tokens_that_lie_on_the_mat_are_taken_over(tmp_path: Path) -> None:
    async def test(quick: QuickTable) -> None:
        for number, (kind, cell) in enumerate([("barrel", "b3"), ("barrel", "c2"), ("wall", "d2")], start=1):
            quick.people.put_token(kind, Cell.parse(cell))
            assert len(lying(quick)) == number
        await quick.until(lambda view: "take-tokens" in view.may)
        assert (await quick.table.submit("take-tokens")).ok
        assert tokens_of(quick.table.latest()) == lying(quick)

    with_table(tmp_path / "game.jsonl", test, helpful=False)


def test_a_scenario_that_takes_more_barrels_takes_over_those_that_lie_there(tmp_path: Path) -> None:
    async def test(quick: QuickTable) -> None:
        own = tokens_of(await quick.until(lambda view: view.phase == Phase.SETUP.value))
        for kind, cell in (*own, ("barrel", "a6"), ("barrel", "f1")):
            quick.people.put_token(kind, Cell.parse(cell))
        await quick.until(lambda view: "take-tokens" in view.may)
        assert (await quick.table.submit("take-tokens")).ok
        assert tokens_of(quick.table.latest()) == own | {("barrel", "a6"), ("barrel", "f1")}

    with_table(tmp_path / "game.jsonl", test, helpful=False, scenario="clear-the-yard")


def test_two_tokens_in_a_cell_and_a_token_where_a_golem_begins_are_refused(tmp_path: Path) -> None:
    async def test(quick: QuickTable) -> None:
        for number, (kind, cell) in enumerate([("barrel", "b3"), ("wall", "b3"), ("water", "a1")], start=1):
            key = TokenKey(kind, number)
            centre = quick.started.grid.centre(Cell.parse(cell))
            quick.world.lying[key] = TableItem(key, Pose(centre.x, centre.y, 0.0))
        await quick.until(lambda view: "take-tokens" in view.may)
        answer = await quick.table.submit("take-tokens")
        assert not answer.ok
        for said in ("a1 is where a golem begins: Red", "two tokens lie on b3"):
            assert said in str(answer.text)
        assert tokens_of(quick.table.latest()) == set()

    with_table(tmp_path / "game.jsonl", test, helpful=False)


@pytest.mark.parametrize(
    "tokens",
    [{"walls": ["a1"]}, {"trees": ["b2"]}, {"walls": ["b2"], "barrels": ["b2"]}, {"walls": ["z9"]}, {"walls": "b2"}, 7],
)
def test_wrong_tokens_are_refused_and_change_nothing(tmp_path: Path, tokens: Any) -> None:
    async def test(quick: QuickTable) -> None:
        await quick.until(lambda view: "tokens" in view.may)
        before = quick.table.latest().sequence
        answer = await quick.table.submit("tokens", {"tokens": tokens})
        assert not answer.ok and str(answer.text)
        assert quick.table.latest().sequence == before
        assert tokens_of(quick.table.latest()) == set()

    with_table(tmp_path / "game.jsonl", test, helpful=False)


def test_after_the_first_programs_and_in_a_scenario_no_tokens_are_chosen(tmp_path: Path) -> None:
    async def test(quick: QuickTable) -> None:
        await quick.until(lambda view: bool(view.story))
        assert "tokens" not in quick.table.latest().may
        assert not (await quick.table.submit("tokens", {"tokens": {}})).ok

    with_table(tmp_path / "game.jsonl", test)

    async def scenario(quick: QuickTable) -> None:
        await quick.until(lambda view: view.phase == Phase.PROGRAMS.value)
        assert "tokens" not in quick.table.latest().may

    with_table(tmp_path / "scenario.jsonl", scenario, scenario="castle-under-siege")


def test_a_draw_for_want_of_energy_is_played_on_with_the_units_that_people_say(tmp_path: Path) -> None:
    async def test(quick: QuickTable) -> None:
        view = await quick.until(over)
        assert view.recharge == tuple(range(2, 11))
        for wrong in (1, 11, -5):
            assert not (await quick.table.submit("recharge", {"units": wrong})).ok
        assert not (await quick.table.submit("recharge", {"units": "ten"})).ok
        assert (await quick.table.submit("recharge", {"units": 7})).ok
        assert quick.table.latest().energy == 7
        assert quick.table.latest().recharge == ()

    with_table(tmp_path / "game.jsonl", test, way="autonomous", always=("stand", "stand", "stand", "defend"))


def test_lives_energy_and_sides_of_two_are_played(tmp_path: Path) -> None:
    free = FreeSetup(lives=1, energy=3, sides=(("red", "yellow"), ("blue", "green")))

    async def test(quick: QuickTable) -> None:
        first = await quick.until(lambda view: view.phase == Phase.PROGRAMS.value)
        assert (first.energy, {golem.lives for golem in first.play.pieces}) == (3, {1})
        view = await quick.until(over)
        assert view.winners in ((), ("red-yellow",), ("blue-green",))

    with_table(tmp_path / "game.jsonl", test, players=4, free=free)
