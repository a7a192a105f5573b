"""The pictures of the README, taken from a simulated game: ``python -m tests.support.pictures``."""

from __future__ import annotations

import asyncio
import tempfile
from contextlib import AsyncExitStack
from pathlib import Path

from controller.app.openings import GamePlan
from controller.app.session import Recorder, make_table, play, start_new
from controller.app.simulated import simulated_table
from controller.console.server import Console
from controller.table.phases import Phase
from controller.table.settings import Settings
from controller.table.table import Table
from controller.table.view import View
from hardware.simulated.clock import run
from tests.support.chromium import browser
from tests.support.views import FakeTable

FOLDER = Path(__file__).parents[2] / "docs" / "pictures"
SEED = 7


async def game(journal: Path) -> tuple[View, bytes]:
    """A game until a row of the second round: what the page shows then, and what the camera saw before it."""
    started = start_new(GamePlan(seed=SEED), journal, asyncio.get_running_loop().time())
    recorder = Recorder()
    async with AsyncExitStack() as stack:
        stack.callback(started.journal.close)
        hardware = await stack.enter_async_context(simulated_table(started, SEED, "serial", recorder))
        table = make_table(started, hardware.eye, hardware.fleet, recorder, Settings(reveal_s=0.5))
        hardware.people(table, started, SEED)
        (await hardware.fleet.connect()).check()
        seen: list[bytes] = []

        async def until(table: Table) -> None:
            reached: asyncio.Future[None] = asyncio.get_running_loop().create_future()

            def look(view: View) -> None:
                laid = bool(view.hands) and all(hand.complete for hand in view.hands.values())
                if view.round == 2 and view.phase == Phase.PROGRAMS.value and laid:
                    seen.append(hardware.eye.preview_jpeg(width=1600))
                if (view.round, view.row, view.phase) == (2, 3, Phase.ROW.value) and not reached.done():
                    reached.set_result(None)

            table.subscribe(look)
            await reached

        return await play(table, hardware.fleet, until), seen[-1]


async def screenshot(view: View, path: Path) -> None:
    table = FakeTable()
    table.show(view)
    console = Console(table, table, port=0)
    serving = console.start()
    async with browser() as chromium:
        page = await chromium.new_page(viewport={"width": 1600, "height": 900}, reduced_motion="reduce")
        await page.goto(f"{console.url}?lang=en")
        await page.wait_for_selector("body[data-drawn]")
        await page.evaluate("document.fonts.ready.then(() => true)")
        await page.screenshot(path=path)
    serving.cancel()
    await asyncio.wait({serving})


def main() -> None:
    FOLDER.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as folder:
        view, seen = run(game(Path(folder) / "game.jsonl"))
    (FOLDER / "overlay.jpg").write_bytes(seen)
    asyncio.run(screenshot(view, FOLDER / "page.png"))


if __name__ == "__main__":
    main()
