"""The set-up page in a real browser: from the printed kit to a table file, robots and camera simulated."""

from __future__ import annotations

import asyncio
import os
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

from playwright.async_api import Page, expect

from boards.kit.thing_keys import TrayKey
from controller.app.compose.web_page import Screens
from controller.app.config.table_file import read_table_file
from controller.app.lobby.lobby import LocalLobby
from controller.app.lobby.replays import Replays
from controller.app.lobby.table_processes import TableProcesses, announced
from controller.app.setup.setup_session import SetupSession
from controller.app.setup.setup_view import SetupOnPage
from controller.console.front_door.server import FrontDoor
from controller.console.front_door.sessions import sessions_in
from controller.console.server import Console
from controller.console.serving.server_options import ServerOptions
from hardware.simulated.world import World
from tests.support.accessibility import violations
from tests.support.chromium import SharedBrowser
from tests.support.quick_table import quick_table
from tests.support.simulated_devices import SimulatedDevices, laid_out, robots_on_mat

SLOW_MS = 60_000
MOST_ACTIONS = 12
SHOTS = os.environ.get("SETUP_SHOTS")
"""A folder for screenshots, for whoever wants to look."""


class Started(TableProcesses):
    """Runs the table that is started in this process: with its page, and with quick devices in place of its own."""

    def __init__(self, folder: Path, here: Path) -> None:
        super().__init__(folder, here)
        self._games, self._tables = folder, here
        self.asked: list[str] = []
        self.running: list[asyncio.Task[None]] = []
        self.rows: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        """Done when the first row of a program is played."""

    def start(self, file: str) -> None:
        self.asked.append(file)
        self.running.append(asyncio.create_task(self._run(self._tables / file)))

    async def _run(self, file: Path) -> None:
        told = read_table_file(file)
        record = self._games / "table.jsonl"
        async with quick_table(record, 5, players=len(told.game.players), settings=told.settings) as quick:
            screens = Screens(quick.table, None)
            console = Console(screens, screens, ServerOptions(port=0), key="a-key")
            serving = console.start()
            try:
                with announced(self._games, file, told.game.name or "", console.url, "a-key"):
                    await quick.until(lambda view: view.phase == "row")
                    self.rows.set_result(None)
                    await asyncio.Event().wait()
            finally:
                serving.cancel()
                await asyncio.wait({serving})


@asynccontextmanager
async def door(devices: SimulatedDevices, folder: Path) -> AsyncIterator[tuple[FrontDoor, Started]]:
    processes = Started(folder / "games", folder)
    setup = SetupSession(folder / "games", folder, devices)
    lobby = LocalLobby(folder / "games", processes, "en")
    front = FrontDoor(
        lobby,
        sessions_in(folder / "games", lambda: 0.0),
        Replays(folder / "games"),
        SetupOnPage(setup),
        ServerOptions(port=0),
    )
    front.open()
    serving = asyncio.create_task(front.serve())
    try:
        yield front, processes
    finally:
        serving.cancel()
        for task in processes.running:
            task.cancel()
        await asyncio.wait({serving, *processes.running})
        await setup.close()


async def shot(page: Page, name: str) -> None:
    if SHOTS:
        await page.screenshot(path=f"{SHOTS}/{name}.png", full_page=True)


async def reached(page: Page, name: str) -> None:
    """A step is reached: axe finds nothing in it, in two languages."""
    for language in ("ru", "en"):
        await page.locator("#language").select_option(language)
        await expect(page.locator("html")).to_have_attribute("lang", language)
        await shot(page, f"{name}-{language}")
        assert await violations(page) == [], (name, language)


def test_from_the_printed_kit_to_a_running_table_in_few_actions(tmp_path: Path, chrome: SharedBrowser) -> None:
    async def main() -> int:
        world = laid_out()
        actions = 0

        async def press(page: Page, name: str) -> None:
            nonlocal actions
            await page.get_by_role("button", name=name).click(timeout=SLOW_MS)
            actions += 1

        async with (
            robots_on_mat(world) as rig,
            door(SimulatedDevices(world, rig), tmp_path) as (front, processes),
            await chrome.browser.new_context(viewport={"width": 1280, "height": 900}) as person,
        ):
            page = await person.new_page()
            await page.goto(front.url)
            await page.get_by_role("link", name="Set up a table").click()
            actions += 1
            await expect(page.get_by_role("heading", name="Print and lay out")).to_be_visible()
            await reached(page, "1-print")
            await press(page, "All lies on the table")
            await expect(page.get_by_text("The blue tray is there.")).to_be_visible(timeout=SLOW_MS)
            await reached(page, "2-camera")
            await press(page, "Next")
            await expect(page.get_by_text("That is good enough.")).to_be_visible(timeout=SLOW_MS)
            await reached(page, "3-lens")
            await press(page, "Next")
            # Robots are looked for by themselves: nothing moves.
            await expect(page.get_by_text("not known yet which golem").first).to_be_visible(timeout=SLOW_MS)
            await reached(page, "4-robots")
            await press(page, "Which is which?")
            await expect(page.get_by_text("This is blue.")).to_be_visible(timeout=SLOW_MS)
            await reached(page, "5-paired")
            await press(page, "Next")
            await reached(page, "6-finish")
            # A name is text, whatever stands in it; the table is called so if nobody names it.
            await page.get_by_label("Name of the table").fill("<b>Club</b> & friends")
            await page.get_by_label("Name of the table").blur()
            await press(page, "Write the file and start the table")
            await expect(page.get_by_text("Written: table.yaml")).to_be_visible(timeout=SLOW_MS)
            await reached(page, "7-written")
            assert processes.asked == ["table.yaml"]
            assert set(read_table_file(tmp_path / "table.yaml").robots) == {"red", "blue"}
            await expect(page.get_by_text("<b>Club</b> & friends")).to_be_visible(timeout=SLOW_MS)
            await page.get_by_role("link", name="Open").click(timeout=SLOW_MS)
            actions += 1
            # The console of the table, with the facilitator's rights and without a key in the address.
            await expect(page.get_by_role("button", name="Undo")).to_be_visible(timeout=SLOW_MS)
            assert page.url.endswith("/console")
            await asyncio.wait_for(processes.rows, 60)
        return actions

    actions = chrome.run(main())
    assert actions <= MOST_ACTIONS and actions == 8


def test_what_is_missing_is_said_and_the_set_up_is_gone_on_with(tmp_path: Path, chrome: SharedBrowser) -> None:
    async def main() -> None:
        world = laid_out()
        blue = world.lying.pop(TrayKey("blue"))
        async with (
            door(SimulatedDevices(world), tmp_path) as (front, _),
            await chrome.browser.new_context(viewport={"width": 390, "height": 844}) as person,
        ):
            page = await person.new_page()
            await page.goto(f"{front.url}setup")
            await page.get_by_role("button", name="All lies on the table").click()
            await expect(page.get_by_text("I don't see the blue tray.")).to_be_visible(timeout=SLOW_MS)
            await reached(page, "8-phone-missing")
            world.lying[TrayKey("blue")] = blue
            await expect(page.get_by_text("The blue tray is there.")).to_be_visible(timeout=SLOW_MS)
            await page.reload()
            await expect(page.get_by_role("heading", name="Lens")).to_be_visible(timeout=SLOW_MS)
            await page.get_by_role("button", name="Next").click(timeout=SLOW_MS)
            await page.get_by_role("button", name="golems without a robot are moved by hand").click(timeout=SLOW_MS)
            await expect(page.get_by_text("Moved by people's hands.").first).to_be_visible(timeout=SLOW_MS)

    chrome.run(main())


def test_the_sheets_are_there_as_two_files_and_only_for_the_facilitator(tmp_path: Path, chrome: SharedBrowser) -> None:
    async def main() -> None:
        async with (
            door(SimulatedDevices(World()), tmp_path) as (front, _),
            await chrome.browser.new_context() as person,
            await chrome.browser.new_context() as stranger,
        ):
            page = await person.new_page()
            await page.goto(f"{front.url}setup")
            for which, least in (("one-side", 50_000), ("two-sides", 20_000)):
                answer = await page.request.get(f"{front.url}api/setup/{which}.pdf", timeout=SLOW_MS)
                data = await answer.body()
                assert answer.status == 200 and data.startswith(b"%PDF") and len(data) > least
            assert (await page.request.get(f"{front.url}api/setup/else.pdf")).status == 404
            answer = await stranger.request.get(f"{front.url}api/setup.json")
            assert answer.status == 403
            answer = await stranger.request.post(f"{front.url}api/setup/write", data={})
            assert answer.status == 403 and not (tmp_path / "table.yaml").exists()

    chrome.run(main())
