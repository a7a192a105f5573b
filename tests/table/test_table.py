"""Whole games at the table, in virtual time: what must hold whatever happens at it."""

from __future__ import annotations

import shutil
from pathlib import Path
from random import Random
from typing import Any

import pytest

from boards import scenarios
from boards.base.catalogue import translate
from boards.geometry import Pose
from boards.kit.thing_keys import TokenKey
from controller.games import game_registry as registry
from controller.journal import read_record
from controller.table.core.phases import Phase
from controller.table.core.record.fold import fold_all
from controller.table.core.settings import Settings
from controller.table.view.view import View
from controller.table.view.view_builder import view_of
from hardware.simulated.virtual_clock import run
from tests.support.quick_table import QuickTable, quick_table
from tests.support.table_games import in_row, over, with_table


def play(path: Path, seed: int, **options: Any) -> View:
    async def main() -> View:
        async with quick_table(path, seed, **options) as quick:
            return await quick.until(over)

    return run(main())


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize(("players", "way"), [(2, "standard"), (4, "standard"), (2, "beginner"), (3, "autonomous")])
def test_a_game_goes_from_the_first_card_to_the_outcome(tmp_path: Path, seed: int, players: int, way: str) -> None:
    view = play(tmp_path / "game.jsonl", seed, players=players, way=way)
    assert view.winners is not None
    assert view.reason in ("last-standing", "energy")
    assert view.story and all(0 < row.row <= 4 for row in view.story)


@pytest.mark.parametrize("scenario", scenarios.keys())
def test_every_scenario_is_laid_out_and_played_to_its_end(tmp_path: Path, scenario: str) -> None:
    async def test(quick: QuickTable) -> None:
        await quick.until(lambda view: view.phase == Phase.PROGRAMS.value)
        position = quick.table.game_state.position
        wet = {*position.waters, *(cell for stream in position.streams for cell in stream.cells)}
        wanted = {"wall": set(position.walls), "barrel": set(position.barrels), "water": wet}
        for kind, cells in wanted.items():
            tokens = [
                lying
                for lying in quick.world.lying.values()
                if isinstance(lying.thing, TokenKey) and lying.thing.kind == kind
            ]
            assert {str(quick.started.grid.cell_at(lying.pose.point)) for lying in tokens} == cells
        view = await quick.until(over)
        assert view.winners is not None

    with_table(tmp_path / "game.jsonl", test, scenario=scenario)


def test_the_same_seed_plays_the_same_game_bit_for_bit(tmp_path: Path) -> None:
    play(tmp_path / "one.jsonl", 11, players=3)
    play(tmp_path / "two.jsonl", 11, players=3)
    play(tmp_path / "other.jsonl", 12, players=3)
    one, two, other = ((tmp_path / f"{name}.jsonl").read_bytes() for name in ("one", "two", "other"))
    assert one == two != other


def test_every_screen_comes_from_the_journal_alone(tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    view = play(path, 3)
    game = registry.game_named("golems")
    assert view_of(game, fold_all(game, read_record(path).entries)) == view


def test_no_row_of_a_program_is_shown_before_it_is_played(tmp_path: Path) -> None:
    async def test(quick: QuickTable) -> None:
        await quick.until(over)
        for view in quick.views:
            for rows in view.programs.values():
                assert all(row is None for row in rows[view.row :]), (view.phase, view.row, rows)

    with_table(tmp_path / "game.jsonl", test)


@pytest.mark.parametrize("seed", range(6))
def test_killed_at_any_entry_the_game_goes_on_from_where_it_was(tmp_path: Path, seed: int) -> None:
    whole = tmp_path / "whole.jsonl"
    play(whole, 20 + seed)
    lines = whole.read_bytes().splitlines(keepends=True)
    chance = Random(seed)
    kept = chance.randrange(2, len(lines) - 1)
    cut = tmp_path / "cut.jsonl"
    torn = lines[kept][: chance.randrange(len(lines[kept]))]
    print(f"seed {seed}: kept {kept} of {len(lines)} entries and {len(torn)} bytes")

    async def main() -> View:
        shutil.copy(whole, cut)
        cut.write_bytes(b"".join(lines[:kept]) + torn)
        # The world is as the robots left it: they were stopped somewhere on the way to the last pose on record.
        async with quick_table(tmp_path / "fresh.jsonl", 20 + seed) as first:
            await first.until(in_row)
            world = first.world
        for body in world.bodies.values():
            body.pose = Pose(body.pose.x + chance.uniform(-15, 15), body.pose.y, body.pose.heading)
        async with quick_table(cut, 20 + seed, resume_in=world) as second:
            return await second.until(over)

    assert run(main()).winners is not None
    game = registry.game_named("golems")
    record = read_record(cut)
    assert [entry.kind for entry in record.entries[:kept]] == [
        entry.kind for entry in read_record(whole).entries[:kept]
    ]
    assert fold_all(game, record.entries).phase is Phase.OVER


def test_undo_goes_back_a_row_and_the_golems_drive_back(tmp_path: Path) -> None:
    async def test(quick: QuickTable) -> None:
        for rows in range(3):
            await quick.until(lambda view, rows=rows: len(view.story) == rows and view.phase == Phase.READY.value)
            assert (await quick.table.submit("go")).ok
        await quick.until(lambda view: len(view.story) == 3 and view.phase == Phase.READY.value)
        before = [view for view in quick.views if len(view.story) == 2][-1]
        assert not (await quick.table.submit("undo", {"round": 1, "row": 2})).ok
        answer = await quick.table.submit("undo", {"round": 1, "row": 3})
        assert answer.ok and "row 3" in translate(answer.text, "en") and quick.fleet.heard == ["stop"]
        assert quick.table.latest().play.pieces == before.play.pieces and quick.table.latest().paused
        assert (await quick.table.submit("resume")).ok
        view = await quick.until(lambda view: view.phase == Phase.READY.value)
        assert len(view.story) == 2 and view.play.pieces == before.play.pieces

    with_table(tmp_path / "game.jsonl", test, settings=Settings(go="button", reveal_s=0.0), seed=6)


def test_nothing_is_locked_before_every_player_is_done(tmp_path: Path) -> None:
    async def test(quick: QuickTable) -> None:
        view = await quick.until(lambda view: view.phase == Phase.PROGRAMS.value)
        quick.people.lay("red", ("forward", "forward", "stand", "turn-left"))
        view = await quick.until(lambda view: len(view.hands) == 2 and view.hands["red"].complete)
        assert not view.hands["blue"].complete and "lock" not in view.may
        quick.people.lay("blue", ("forward", "stand", "stand", "attack"))
        view = await quick.until(lambda view: all(hand.complete for hand in view.hands.values()))
        assert "lock" in view.may
        assert view.phase == Phase.PROGRAMS.value
        await quick.table.submit("lock")
        await quick.until(lambda view: view.phase == Phase.READY.value)

    async def main() -> None:
        settings = Settings(lock="button", go="button")
        async with quick_table(tmp_path / "game.jsonl", 5, settings=settings, helpful=False) as quick:
            for name, at in (("red", Pose(50, 50, 90)), ("blue", Pose(350, 350, -90))):
                quick.world.bodies[name].pose, quick.world.bodies[name].present = at, True
            await test(quick)

    run(main())


def test_a_mistake_in_the_program_ends_the_table_loudly_instead_of_waiting_for_ever(tmp_path: Path) -> None:
    async def test(quick: QuickTable) -> None:
        await quick.until(in_row)
        quick.eye.error = ZeroDivisionError("a mistake of ours")
        await quick.until(over, seconds=60)

    with pytest.raises(AssertionError) as caught:
        with_table(tmp_path / "game.jsonl", test)
    assert isinstance(caught.value.__cause__, ZeroDivisionError)
