"""Whole games on the simulated table: rendered cards, real ptys, a real broker, simulated robots, virtual time."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextlib import AsyncExitStack
from pathlib import Path
from random import Random

import pytest

from boards import puzzles
from boards.colours import COLOURS
from boards.geometry import Pose
from boards.kit.thing_keys import MatKey
from controller.app.compose.game_setup import GamePlan, with_puzzle
from controller.app.compose.session import (
    GameSession,
    Recorder,
    make_table,
    play,
    start_again,
    start_new,
    until_over,
    until_solved,
)
from controller.app.simulation.simulated_table import Link, SimulatedTable, simulated_table
from controller.games import game_registry as registry
from controller.games.golems.free_setup import FreeSetup
from controller.games.golems.rules.position import LIVES
from controller.journal import read_record
from controller.table.core.actor import Table
from controller.table.core.phases import Phase
from controller.table.core.record.fold import fold_all
from controller.table.core.settings import Settings
from controller.table.motion.motion_plan import REFERENCE_PACE
from controller.table.view.view import View
from hardware.simulated.virtual_clock import run
from hardware.simulated.world import TableItem

LONGEST_S = 900.0
"""No game of these lasts as long in virtual time: a table that waits for ever fails instead."""


async def one_game(
    started: GameSession, link: Link, seed: int, end: object = until_over
) -> tuple[View, SimulatedTable]:
    recorder = Recorder()
    async with AsyncExitStack() as stack:
        stack.callback(started.journal.close)
        hardware = await stack.enter_async_context(simulated_table(started, seed, link, recorder))
        assert hardware.pace == REFERENCE_PACE, "simulated robots drive as fast as a golem does"
        table = make_table(
            started, started.playfield(hardware.eye), hardware.fleet, recorder, Settings(reveal_s=0.5), Random(seed)
        )
        hardware.people(table, started, seed)
        (await hardware.fleet.connect(started.state.commands)).check()
        async with asyncio.timeout(LONGEST_S):
            return await play(table, hardware.fleet, end), hardware


async def until(table: Table, what: Callable[[View], bool]) -> None:
    """Wait until a view fulfils this."""
    reached: asyncio.Future[None] = asyncio.get_running_loop().create_future()

    def look(view: View) -> None:
        if what(view) and not reached.done():
            reached.set_result(None)

    table.subscribe(look)
    await reached


def new_game(path: Path, seed: int, link: Link, players: int, board: str, lives: int = LIVES) -> View:
    async def main() -> View:
        free = FreeSetup(lives=lives)
        plan = GamePlan(players=COLOURS[:players], mat=MatKey(board), seed=seed, free=free)
        view, _ = await one_game(start_new(plan, path, asyncio.get_running_loop().time()), link, seed)
        return view

    return run(main())


# Seeds of short games: 14 and 15 rows.
@pytest.mark.parametrize(
    ("seed", "link", "players", "board", "lives"), [(6, "serial", 4, "6x6", 2), (5, "mqtt", 3, "4x4", LIVES)]
)
def test_a_game_goes_from_the_first_card_to_the_outcome(
    tmp_path: Path, seed: int, link: Link, players: int, board: str, lives: int
) -> None:
    path = tmp_path / "game.jsonl"
    _is_whole(new_game(path, seed, link, players, board, lives), path)


def test_the_same_seed_is_the_same_game_bit_for_bit(tmp_path: Path) -> None:
    for name in ("one", "two"):
        _is_whole(new_game(tmp_path / f"{name}.jsonl", 6, "serial", 2, "4x4"), tmp_path / f"{name}.jsonl")
    assert (tmp_path / "one.jsonl").read_bytes() == (tmp_path / "two.jsonl").read_bytes()


def _is_whole(view: View, path: Path) -> None:
    """From the first card to the outcome, and every command has its end on record."""
    print(f"{path}: {view.winners} {view.reason} after {len(view.story)} rows")
    assert view.winners is not None and len(view.story) >= 5
    entries = read_record(path).entries
    assert fold_all(registry.game_named("golems"), entries).phase is Phase.OVER
    begun = [entry for entry in entries if entry.kind == "command" and "command" in entry.data]
    ended = [entry for entry in entries if entry.kind == "command" and "result" in entry.data]
    assert begun and len(begun) == len(ended)
    assert {entry.data["result"] for entry in ended} == {"done"}


def test_cut_off_in_the_middle_of_a_row_the_game_goes_on_with_what_the_camera_sees(tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    seed = 19

    async def until_third_row(table: Table) -> None:
        await until(table, lambda view: len(view.story) == 3 and view.phase == Phase.ROW.value)
        await asyncio.sleep(0.4)

    async def first() -> tuple[dict[str, Pose], dict[str, TableItem]]:
        started = start_new(GamePlan(seed=seed), path, 0.0)
        _, hardware = await one_game(started, "serial", seed, until_third_row)
        poses = {name: body.pose for name, body in hardware.world.bodies.items()}
        return poses, dict(hardware.world.lying)

    async def second(poses: dict[str, Pose], lying: dict[str, TableItem]) -> View:
        started = start_again(path)
        recorder = Recorder()
        async with AsyncExitStack() as stack:
            stack.callback(started.journal.close)
            hardware = await stack.enter_async_context(simulated_table(started, seed + 1, "serial", recorder))
            for name, pose in poses.items():
                hardware.world.bodies[name].pose = pose
                hardware.world.bodies[name].present = True
            hardware.world.lying.update(lying)
            table = make_table(
                started, started.playfield(hardware.eye), hardware.fleet, recorder, Settings(reveal_s=0.5), Random(seed)
            )
            hardware.people(table, started, seed)
            await hardware.fleet.connect(started.state.commands)
            async with asyncio.timeout(LONGEST_S):
                return await play(table, hardware.fleet, until_over)

    poses, lying = run(first())
    assert read_record(path).entries[-1].kind != "over"
    view = run(second(poses, lying))
    assert view.winners is not None
    entries = read_record(path).entries
    rows = [(entry.data["round"], entry.data["row"]) for entry in entries if entry.kind == "row"]
    assert rows == sorted(set(rows))


def test_a_puzzle_is_failed_judged_tried_again_and_solved(tmp_path: Path) -> None:
    """Cards read by the camera, a robot on its wire, the judge's words, the way back to the start."""
    path, file = tmp_path / "game.jsonl", tmp_path / "mine.yaml"
    file.write_bytes(puzzles.path("round-the-corner").read_bytes())

    async def main() -> View:
        started = start_new(with_puzzle(GamePlan(seed=6), str(file)), path, asyncio.get_running_loop().time())
        view, _ = await one_game(started, "serial", 6, until_solved)
        return view

    view = run(main())
    assert view.winners == ("red",) and view.task is not None and view.task.tries == 2
    entries = read_record(path).entries
    said = [entry.data["sentences"][0]["en"] for entry in entries if entry.kind == "verdict"]
    assert said[0].startswith("Round 1, row") and said[1].startswith("Solved!")
    laid = [entry.data["programs"]["red"] for entry in entries if entry.kind == "programs"]
    assert len(laid) == 2 and sorted(laid[0]) == sorted(laid[1]) and laid[0] != laid[1]
    assert {entry.data["result"] for entry in entries if entry.kind == "command" and "result" in entry.data} == {"done"}
