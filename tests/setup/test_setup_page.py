"""The set-up page in a real browser: from the printed kit to a table file, robots and camera simulated."""

from __future__ import annotations

import asyncio
import json
import os
import signal
import socket
import threading
from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass
from pathlib import Path

import cv2
import pytest
from playwright.async_api import Page, expect

from boards.geometry import Cell, Pose
from boards.kit.thing_keys import MatKey, TrayKey
from boards.mats import mat
from calibration.camera_model import CameraModel
from controller.app.config.table_file import read_table_file
from controller.app.lobby.lobby import LocalLobby
from controller.app.lobby.replays import Replays
from controller.app.lobby.table_processes import TableProcesses
from controller.app.setup import setup_session
from controller.app.setup.devices import FoundCamera
from controller.app.setup.setup_session import SetupSession
from controller.app.setup.setup_view import SetupOnPage
from controller.console.front_door.server import FrontDoor
from controller.console.front_door.sessions import sessions_in
from controller.console.serving.server_options import ServerOptions
from controller.vision.fusion.camera_reader import CameraReader
from hardware.simulated.rendering.renderer import Renderer
from hardware.simulated.simulated_camera import overhead_view, webcam
from hardware.simulated.world import Snapshot, World
from tests.support.chromium import SharedBrowser
from tests.support.net_cameras import answer, http_camera
from tests.support.page_states import reached
from tests.support.ports import free_port
from tests.support.simulated_devices import CAMERA, KIT, SimulatedDevices, laid_out, robots_on_mat

SLOW_MS = 120_000
MOST_ACTIONS = 12
SMALL = (1280, 720)


@dataclass
class NetworkDevices(SimulatedDevices):
    """A camera with an address, which a process of its own can open as well."""

    address: str = ""

    def cameras(self) -> Sequence[FoundCamera]:
        return [FoundCamera(self.address, "Overhead camera")]

    def reader(self, address: str, mat_key: MatKey, lens: CameraModel | None) -> CameraReader:
        assert address == self.address
        return super().reader(CAMERA, mat_key, lens)


@contextmanager
def camera_on_the_network(world: World) -> Iterator[str]:
    """Serve a picture of the table, as it is then, to whoever asks; its address."""
    renderer = Renderer(KIT, overhead_view(webcam(SMALL), MatKey("4x4"), ("red", "blue")), seed=1)
    # The first takes half a second of the processor, later ones a millisecond: a camera has its picture at once.
    renderer.render(Snapshot.of(world))
    one_at_a_time = threading.Lock()

    def picture(connection: socket.socket, request: str) -> None:
        with one_at_a_time:
            _done, data = cv2.imencode(".jpg", renderer.render(Snapshot.of(world)), [cv2.IMWRITE_JPEG_QUALITY, 95])
        answer("image/jpeg", data.tobytes())(connection, request)

    with http_camera(picture) as server:
        yield server.url("/table.jpg")


@asynccontextmanager
async def door(devices: SimulatedDevices, folder: Path) -> AsyncIterator[FrontDoor]:
    setup = SetupSession(folder / "games", folder, devices)
    lobby = LocalLobby(folder / "games", TableProcesses(folder / "games", folder), "en")
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
        yield front
    finally:
        serving.cancel()
        await asyncio.wait({serving})
        await setup.close()
        # A table goes on when the front door ends.
        for told in (folder / "games" / ".tables").glob("*.json"):
            pid = json.loads(told.read_bytes())["pid"]
            os.kill(pid, signal.SIGINT)
            await asyncio.to_thread(os.waitpid, pid, 0)


def no_key_is_told(games: Path, addresses: Sequence[str]) -> None:
    """The key of a running table is in no address, log, record, command line or environment of its process."""
    (told,) = (json.loads(path.read_bytes()) for path in (games / ".tables").glob("*.json"))
    key, process = told["key"], Path(f"/proc/{told['pid']}")
    assert len(key) >= 8 and any("/console" in address for address in addresses)
    assert not [address for address in addresses if key in address]
    assert b"play" in (process / "cmdline").read_bytes()
    files = [process / "cmdline", process / "environ", *games.glob("*.jsonl"), *(games / ".tables").glob("*.log")]
    assert len(files) == 4 and not [path for path in files if key.encode() in path.read_bytes()]


def test_from_the_printed_kit_to_a_running_table_in_few_actions(
    tmp_path: Path, chrome: SharedBrowser, monkeypatch: pytest.MonkeyPatch
) -> None:
    world = laid_out()
    # The port is chosen long before the table takes it: no other process that is tested meanwhile may choose the same.
    monkeypatch.setattr(setup_session, "FIRST_PORT", free_port())

    async def main() -> int:
        actions = 0

        async def press(page: Page, name: str) -> None:
            nonlocal actions
            await page.get_by_role("button", name=name).click(timeout=SLOW_MS)
            actions += 1

        async with (
            robots_on_mat(world) as rig,
            door(NetworkDevices(world, rig, address=camera), tmp_path) as front,
            await chrome.browser.new_context(viewport={"width": 1280, "height": 900}) as person,
        ):
            page = await person.new_page()
            addresses: list[str] = []
            page.on("request", lambda asked: addresses.append(f"{asked.url} {asked.headers.get('referer')}"))
            await page.goto(front.url)
            await page.get_by_role("link", name="Set up a table").click()
            actions += 1
            await expect(page.get_by_role("heading", name="Print and lay out")).to_be_visible()
            await reached(page, "setup-1-print")
            await press(page, "All lies on the table")
            await expect(page.get_by_text("The blue tray is there.")).to_be_visible(timeout=SLOW_MS)
            await reached(page, "setup-2-camera")
            await press(page, "Next")
            await expect(page.get_by_text("That is good enough.")).to_be_visible(timeout=SLOW_MS)
            await reached(page, "setup-3-lens")
            await press(page, "Next")
            # Robots are looked for by themselves: nothing moves.
            await expect(page.get_by_text("not known yet which golem").first).to_be_visible(timeout=SLOW_MS)
            await reached(page, "setup-4-robots")
            await press(page, "Which is which?")
            await expect(page.get_by_text("This is blue.")).to_be_visible(timeout=SLOW_MS)
            await reached(page, "setup-5-paired")
            await press(page, "Next")
            await reached(page, "setup-6-finish")
            # A name is text, whatever stands in it; the table is called so if nobody names it.
            # The press on the button ends the entry, too: both count.
            await page.get_by_label("Name of the table").fill("<b>Club</b> & friends")
            await press(page, "Write the file and start the table")
            await expect(page.get_by_text("Written: table.yaml")).to_be_visible(timeout=SLOW_MS)
            await reached(page, "setup-7-written")
            written = read_table_file(tmp_path / "table.yaml")
            assert set(written.robots) == {"red", "blue"} and [plan.at for plan in written.cameras] == [camera]
            await expect(page.get_by_text("<b>Club</b> & friends")).to_be_visible(timeout=SLOW_MS)
            await page.get_by_role("link", name="Open").click(timeout=SLOW_MS)
            actions += 1
            # The console of the table, with the facilitator's rights and without a key in the address.
            await expect(page.get_by_role("button", name="Pause")).to_be_visible(timeout=SLOW_MS)
            assert page.url.endswith("/console")
            no_key_is_told(tmp_path / "games", addresses)
            # A front door that is started later finds it.
            later = TableProcesses(tmp_path / "games", tmp_path)
            assert [(table.id, table.state) for table in later.summaries()] == [("table.yaml", "running")]
            assert await page.evaluate("document.cookie") == ""
            # It is `golem play` with this camera and these robots. Somebody puts them on their cells, and the computer
            # lays programs in the children's place.
            before = {name: len(robot.executed) for name, robot in rig.simulated_robots.items()}
            grid = mat(MatKey("4x4")).grid
            for colour, cell, heading in (("red", Cell(0, 0), 90.0), ("blue", Cell(3, 3), -90.0)):
                centre = grid.centre(cell)
                world.body(colour).pose = Pose(centre.x, centre.y, heading)
                command = {"name": "seat", "args": {"player": colour, "who": "easy"}}
                told = await page.request.post(page.url.replace("/console", "/command"), data=command)
                assert (await told.json())["ok"]
            await page.wait_for_selector('body[data-phase="row"]', timeout=SLOW_MS)
            async with asyncio.timeout(SLOW_MS / 1000):
                while not any(robot.executed[before[name] :] for name, robot in rig.simulated_robots.items()):
                    await page.wait_for_timeout(100)
        return actions

    with camera_on_the_network(world) as camera:
        actions = chrome.run(main())
    assert actions <= MOST_ACTIONS and actions == 8


def test_what_is_missing_is_said_and_the_set_up_is_gone_on_with(tmp_path: Path, chrome: SharedBrowser) -> None:
    async def main() -> None:
        world = laid_out()
        blue = world.lying.pop(TrayKey("blue"))
        async with (
            door(SimulatedDevices(world), tmp_path) as front,
            await chrome.browser.new_context(viewport={"width": 390, "height": 844}) as person,
        ):
            page = await person.new_page()
            await page.goto(f"{front.url}setup")
            await page.get_by_role("button", name="All lies on the table").click()
            await expect(page.get_by_text("I don't see the blue tray.")).to_be_visible(timeout=SLOW_MS)
            await reached(page, "setup-8-phone-missing")
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
            door(SimulatedDevices(World()), tmp_path) as front,
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
