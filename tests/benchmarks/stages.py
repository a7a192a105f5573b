"""Whole games of Robots on hexagons that four simulated robots act out on a rendered mat: how near they come to each
other, and how exactly they stand after every step."""

from __future__ import annotations

import asyncio
import tempfile
from contextlib import AsyncExitStack
from dataclasses import dataclass, field, replace
from pathlib import Path

from boards.geometry import wrap_degrees
from controller.app.compose.game_setup import GamePlan, with_pieces
from controller.app.compose.session import Recorder, make_table, play, start_new, until_over
from controller.app.compose.staged_game import simulated_stage
from controller.app.config.default_settings import usual_settings
from controller.app.simulated_players.screen_people import ScreenPeople
from controller.games.robots_hex.tabletop import TABLETOP
from controller.table.core.phases import Phase
from controller.table.view.view import View
from hardware.simulated.virtual_clock import run
from tests.benchmarks import Row
from tests.support.staged_watch import BODY_MM, Watch

SEEDS = range(6)


@dataclass
class Found:
    """Of all games."""

    steps: int = 0
    apart: float = 1e9
    """mm between the middles of two golems."""
    off_mm: list[float] = field(default_factory=list)
    off_deg: list[float] = field(default_factory=list)
    pauses: int = 0


def measure() -> list[Row]:
    found = Found()
    for seed in SEEDS:
        run(_game(seed, found))
    note = f"seeds {SEEDS.start} to {SEEDS.stop - 1}, {found.steps} steps, pictures of 1280 x 960"
    return [
        Row(
            "nearest that two golems of Robots on hexagons came",
            f"{found.apart:.1f} mm",
            f"bodies of {BODY_MM:.0f} mm",
            note,
        ),
        Row(
            "farthest that a golem stood off after a step",
            f"{max(found.off_mm):.1f} mm, {max(found.off_deg):.1f} degrees",
            f"in half of all cases {sorted(found.off_mm)[len(found.off_mm) // 2]:.1f} mm",
            f"{len(found.off_mm)} golems looked at after steps",
        ),
        Row("pauses because a golem was not where it should be", str(found.pauses), "", "nobody touches them"),
    ]


async def _game(seed: int, found: Found) -> None:
    loop = asyncio.get_running_loop()
    recorder, watch = Recorder(), Watch()
    async with AsyncExitStack() as stack:
        folder = stack.enter_context(tempfile.TemporaryDirectory())
        plan = with_pieces(GamePlan(seed=seed), "robots_hex", 2, {}, staged=True)
        started = start_new(plan, Path(folder) / "game.jsonl", loop.time())
        stack.callback(started.journal.close)
        hardware = await stack.enter_async_context(simulated_stage(4, seed, (1280, 960))(started, recorder))
        settings = replace(usual_settings("robots_hex", ghosts=True), reveal_s=0.1)
        table = make_table(started, started.playfield(None, acting=hardware.acting), hardware.fleet, recorder, settings)
        table.subscribe(ScreenPeople(table, TABLETOP, seed).on_view)
        stage, bodies = hardware.acting.stage, hardware.world.bodies

        def look(view: View) -> None:
            found.pauses += view.paused
            if view.phase not in (Phase.READY.value, Phase.OVER.value):
                return
            for piece in TABLETOP.pieces(table.game_state):
                golem = next(golem for golem, name in TABLETOP.roles.items() if name == piece.name)
                pose = bodies[golem].pose
                found.off_mm.append(pose.point.distance(stage.grid.centre(stage.cells()[piece.spot])))
                found.off_deg.append(abs(wrap_degrees(pose.heading - (piece.heading or 0.0))))

        table.subscribe(look)
        (await hardware.fleet.connect(started.state.commands)).check()
        watching = loop.create_task(watch.look(hardware.world, stage))
        found.steps += len((await play(table, hardware.fleet, until_over)).story)
        watching.cancel()
        found.apart = min(found.apart, watch.apart)
