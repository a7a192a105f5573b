"""A whole game that golems act out on a stage: simulated robots, real wires, a mat under a camera, virtual time."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, TextIO

from boards.base.catalogue import translate
from boards.stage import STAGE_KEY
from controller.app.compose.game_setup import GamePlan
from controller.app.compose.hand_requests import serve_hands
from controller.app.compose.session import Recorder, make_table, start_again, start_new
from controller.app.compose.staged_game import simulated_stage
from controller.app.simulation.fault_setup import scripted
from controller.table.core.actor import Table
from controller.table.core.phases import Phase
from controller.table.core.settings import Settings
from controller.table.motion.motion_plan import REFERENCE_PACE, Pace
from controller.table.motion.stage_executor import StageExecutor
from controller.table.view.view import View
from firmware_bridge.robots.fleet import Fleet
from firmware_bridge.robots.robot_families import open_robot
from hardware.simulated.script.fault_plan import NO_FAULTS, FaultPlan
from hardware.simulated.world import World
from tests.support.quick_table import QuickEye
from tests.support.staged_deeds import StagedDeeds
from tests.support.staged_watch import Watch, person
from tests.support.waiting import view_that

HURRIED = Pace(speed_mm_s=100.0)
"""Twice as fast as a golem: half the pictures to look at."""

LONGEST_S = 900.0
"""No game here lasts so long, in virtual time."""


@dataclass
class Staged:
    """A game under way."""

    table: Table
    acting: StageExecutor
    world: World
    watch: Watch
    deeds: StagedDeeds

    async def until(self, phase: Phase, steps: int = 0) -> View:
        """The view of this phase, once so many turns or steps are told."""
        return await view_that(
            self.table, lambda view: view.phase == phase.value and len(view.story) >= steps, LONGEST_S
        )

    async def ask(self, command: str, **args: Any) -> None:
        """A command that the table must take."""
        answer = await self.table.submit(command, args)
        assert answer.ok, translate(answer.text, "en")


@dataclass(frozen=True)
class Staging:
    """What four golems play, and the seed of their simulated robots."""

    plan: Callable[[], GamePlan]
    settings: Settings
    seed: int

    @asynccontextmanager
    async def __call__(
        self,
        path: Path,
        *,
        world: World | None = None,
        by_hand: bool = False,
        pixels: bool = False,
        faults: FaultPlan = NO_FAULTS,
        truth: TextIO | None = None,
    ) -> AsyncIterator[Staged]:
        """The game on record at `path`, or a new one. Golems stand as in `world`; `by_hand`: blue is moved by a person;
        without `pixels` the eye sees the world as it is. `faults` happen, and the truth is written into `truth`."""
        loop = asyncio.get_running_loop()
        started = start_again(path) if path.exists() else start_new(self.plan(), path, loop.time())
        recorder, watch = Recorder(), Watch()
        async with AsyncExitStack() as stack:
            stack.callback(started.journal.close)
            stage = simulated_stage(4, self.seed, (1280, 720), faults)
            hardware: Any = await stack.enter_async_context(stage(started, recorder))
            for name, body in (world.bodies if world is not None else {}).items():
                hardware.world.bodies[name].pose = body.pose
            fleet, acting = hardware.fleet, hardware.acting
            assert acting.pace == REFERENCE_PACE, "simulated robots drive as fast as a golem does"
            acting = replace(acting, pace=HURRIED)
            if not pixels:
                acting = replace(acting, eye=QuickEye(hardware.world, STAGE_KEY))
            if by_hand:
                fleet = Fleet([open_robot(n, "hands:blue") if n == "blue" else r for n, r in fleet.items()], recorder)
                acting = replace(acting, fleet=fleet)
            table = make_table(started, started.playfield(None, acting=acting), fleet, recorder, self.settings)
            stack.callback(serve_hands(fleet, table, None))
            if by_hand:
                fleet["blue"].on_request.append(person(hardware.world, table))
            (await fleet.connect(started.state.commands)).check()
            stack.enter_context(scripted(table, hardware.handles, faults, truth))
            deeds = StagedDeeds(table, acting, hardware.world)
            table.subscribe(deeds.on_view)
            looking = (table.run(), watch.look(hardware.world, acting.stage), deeds.look())
            tasks = [loop.create_task(each) for each in looking]
            try:
                yield Staged(table, acting, hardware.world, watch, deeds)
                assert not deeds.wrong, deeds.wrong
                late = {moved: round(seconds, 2) for moved, seconds in deeds.late_s.items()}
                print(f"shown after done, s: {late}")
            finally:
                await fleet.stop_all()
                for task in tasks:
                    task.cancel()
                await asyncio.wait(tasks)
