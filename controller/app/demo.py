"""`golem demo`: a whole game on the simulated table, from the first card to the outcome."""

from __future__ import annotations

import asyncio
import itertools
import sys
from contextlib import AsyncExitStack
from dataclasses import dataclass
from pathlib import Path

from boards.colours import COLOURS
from boards.languages import Language
from controller.app.config import PagePlan
from controller.app.openings import GamePlan, with_scenario
from controller.app.page import served_page
from controller.app.session import Recorder, for_ever, make_table, play, start_new, until_over
from controller.app.simulated import Link, simulated_table
from controller.app.story import StoryTeller
from controller.table.settings import Settings
from controller.table.view import View
from hardware.simulated.clock import VirtualTimeLoop

FOLDER = Path("games")


@dataclass(frozen=True)
class DemoPlan:
    """What `golem demo` was asked for."""

    seed: int
    players: int
    board: str
    link: Link
    real_time: bool
    web: bool
    port: int
    language: Language
    scenario: str | None
    journal: Path | None


def play_demo(plan: DemoPlan) -> int:
    """Play it, tell it, and say how to see it again. Returns the exit status."""
    path = plan.journal or free_path(FOLDER, f"demo-{plan.seed}")
    loop_factory = asyncio.new_event_loop if plan.real_time else VirtualTimeLoop
    teller = StoryTeller(sys.stdout, plan.language, colour=sys.stdout.isatty(), progress=sys.stdout.isatty())
    try:
        with asyncio.Runner(loop_factory=loop_factory) as runner:
            view = runner.run(_demo(plan, path, teller))
    except KeyboardInterrupt:
        teller.say(f"\nStopped. The robots stand. The record so far: {path}")
        return 130
    teller.end(view)
    teller.say(f"\nThe record: {path}\nSee it again: golem replay {path}")
    return 0


async def _demo(plan: DemoPlan, path: Path, teller: StoryTeller) -> View:
    loop = asyncio.get_running_loop()
    game = GamePlan(players=COLOURS[: plan.players], mat=f"mat:{plan.board}", seed=plan.seed, language=plan.language)
    if plan.scenario is not None:
        game = with_scenario(game, plan.scenario)
    started = start_new(game, path, loop.time())
    recorder = Recorder()
    async with AsyncExitStack() as stack:
        stack.callback(started.journal.close)
        hardware = await stack.enter_async_context(simulated_table(started, plan.seed, plan.link, recorder))
        table = make_table(started, hardware.eye, hardware.fleet, recorder, Settings())
        table.subscribe(teller.on_view)
        hardware.people(table, started, plan.seed)
        (await hardware.fleet.connect()).check()
        if plan.web:
            page = PagePlan(port=plan.port)
            await stack.enter_async_context(served_page(table, hardware.eye, page, plan.language, sys.stdout))
        stay = plan.web and sys.stdin.isatty()
        return await play(table, hardware.fleet, for_ever if stay else until_over)


def free_path(folder: Path, name: str) -> Path:
    """A record's path that is not taken: ``name.jsonl``, ``name-2.jsonl``..."""
    paths = (folder / f"{name}{'' if n == 1 else f'-{n}'}.jsonl" for n in itertools.count(1))
    return next(path for path in paths if not path.exists())
