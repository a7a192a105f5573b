"""A whole game by golems with radios of their own: the program that goes onto the board, a real broker, virtual time.

`golem demo --robots micropython` is this with a camera; here an eye that sees the world as it is saves its pixels.
"""

from __future__ import annotations

import asyncio
from contextlib import AsyncExitStack
from pathlib import Path
from random import Random

import pytest

from boards.geometry import Cell, SquareGrid
from controller.app.compose.game_setup import GamePlan
from controller.app.compose.session import Recorder, make_table, play, start_new, until_over
from controller.app.simulation.simulated_table import simulated_table
from controller.games import game_registry as registry
from controller.games.golems.rules.state import State
from controller.journal import read_record
from controller.table.core.phases import Phase
from controller.table.core.record.fold import fold_all
from controller.table.core.settings import Settings
from hardware.micropython_board.board_rig import BoardRig
from hardware.simulated.physics.drive_dimensions import MM_PER_STEP
from hardware.simulated.virtual_clock import run
from hardware.simulated.world import World
from tests.support.quick_table import QuickEye

SEED = 3
LONGEST_S = 900.0
"""The game does not last as long in virtual time: a table that waits for ever fails instead."""


async def _game(path: Path) -> tuple[BoardRig, World, SquareGrid]:
    started = start_new(GamePlan(seed=SEED), path, asyncio.get_running_loop().time())
    recorder = Recorder()
    async with AsyncExitStack() as stack:
        stack.callback(started.journal.close)
        hardware = await stack.enter_async_context(simulated_table(started, SEED, "mqtt", recorder, "micropython"))
        eye, settings = QuickEye(hardware.world, started.mat), Settings(reveal_s=0.5, pace=hardware.pace)
        table = make_table(started, started.playfield(eye), hardware.fleet, recorder, settings, Random(SEED))
        hardware.people(table, started, SEED)
        (await hardware.fleet.connect(started.state.commands)).check()
        async with asyncio.timeout(LONGEST_S):
            await play(table, hardware.fleet, until_over)
        assert isinstance(hardware.rig, BoardRig)
        return hardware.rig, hardware.world, started.grid


def test_micropython_golems_play_a_whole_game(tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    rig, world, grid = run(_game(path))
    entries = read_record(path).entries
    state = fold_all(registry.game_named("golems"), entries)
    assert state.phase is Phase.OVER

    told = [entry.data for entry in entries if entry.kind == "command"]
    ended = [data for data in told if "result" in data]
    assert len(ended) == len(told) - len(ended) >= 20
    assert {data["result"] for data in ended} == {"done"}
    for name, golem in rig.golems.items():
        # What the record says was driven is what the motors' pins did; the right wheel is mirrored.
        way_mm = sum(data["mm"] for data in ended if data["robot"] == name)
        assert way_mm == pytest.approx((golem.left.steps - golem.right.steps) / 2 * MM_PER_STEP, abs=1.0)
        assert golem.left.lost == golem.right.lost == golem.link.bad_frames == 0

    game = state.game
    assert isinstance(game, State) and game.position.golems
    for piece in game.position.golems:
        there = world.bodies[piece.colour].pose.point
        assert there.distance(grid.centre(Cell.parse(piece.at))) < 10.0, f"{piece.colour} is not where the rules say"
