"""Records are seen again in the browser: every game's, step by step, by a link, and with what is wrong said."""

from __future__ import annotations

import re
import shutil
from collections.abc import Iterator
from pathlib import Path

import cv2
import numpy as np
import pytest
from playwright.async_api import Browser, expect

from boards.base.errors import Problems
from controller.app.lobby.replays import Replays
from controller.console.front_door.messages import ReplayStep
from tests.journal.golden_records import NAMES, record_file
from tests.support.door_pages import Stage, person
from tests.support.front_door import OpenDoor
from tests.support.page_states import reached


@pytest.fixture
def records(tmp_path: Path) -> Iterator[Path]:
    folder = tmp_path / "games"
    folder.mkdir()
    for name in NAMES:
        shutil.copy(record_file(name), folder / f"{name}.jsonl")
    yield folder


@pytest.mark.parametrize("name", NAMES)
def test_every_step_of_every_kind_of_record_has_a_view(records: Path, name: str) -> None:
    replays = Replays(records)
    told = replays.steps(name)
    assert told.steps[0] == ReplayStep("start", 0, 0, 0.0)
    views = [replays.view(name, index) for index in range(len(told.steps))]
    for step, view in zip(told.steps, views, strict=True):
        assert view.to_json()["game"] == told.game
        if step.kind in ("row", "move"):
            assert (view.story[-1].round, view.story[-1].row) == (step.round, step.row)
    assert [step.at_s for step in told.steps] == sorted(step.at_s for step in told.steps)
    assert (told.steps[-1].kind == "end") == (views[-1].phase == "over")


def test_a_record_has_no_step_after_its_last_one(records: Path) -> None:
    replays = Replays(records)
    count = len(replays.steps("golems-locked").steps)
    for step in (-1, count):
        with pytest.raises(Problems, match="no such step"):
            replays.view("golems-locked", step)


def test_nothing_is_shown_that_was_still_face_down(records: Path) -> None:
    replays = Replays(records)
    for index, step in enumerate(replays.steps("golems-locked").steps):
        view = replays.view("golems-locked", index)
        hidden = [rows[step.row :] for rows in view.programs.values()] if step.kind == "row" else []
        assert all(row is None for rows in hidden for row in rows)


@pytest.mark.parametrize("record", ["nothing", "../golems-locked", "..", "", "a" * 3000, "a\0b", "\ud800"])
def test_what_is_no_record_is_said(records: Path, record: str) -> None:
    with pytest.raises(Problems, match="no such record"):
        Replays(records / "deeper").steps(record)


def test_a_game_is_stepped_scrubbed_played_and_linked(stage: Stage, tmp_path: Path, records: Path) -> None:
    async def scene(door: OpenDoor, browser: Browser) -> None:
        async with person(browser) as page:
            await page.goto(f"{door.url}replays")
            await page.get_by_role("link", name="See it again: golems-locked").click()
            await page.wait_for_selector('body[data-shown="0"]')
            last = int(await page.locator("#scrub").get_attribute("max") or 0)
            assert last >= 4
            await page.get_by_role("button", name="One step on").click()
            await expect(page.locator("#step")).to_have_text("Round 1 · Row 1")
            await expect(page.locator("#newest")).to_contain_text("Round 1 · Row 1")
            assert page.url.endswith("#r1.1")
            await page.keyboard.press("ArrowRight")
            await expect(page.locator("#step")).to_have_text("Round 1 · Row 2")
            # A golem's head is one line, as at a table.
            assert await page.locator(".hands header").first.evaluate("(head) => head.offsetHeight") < 60
            # A clip of the round up to here: one frame before it, one a row where nothing moves, and its end.
            async with page.expect_download() as downloading:
                await page.get_by_role("button", name="Save a clip").click()
            clip = (await (await downloading.value).path()).read_bytes()
            assert (await downloading.value).suggested_filename == "golems-locked-2.png", "r1.2 was undone later"
            shown = cv2.imdecodeanimation(np.frombuffer(clip, np.uint8))[1]
            assert len(shown.frames) == 4 and shown.frames[0].std() > 20.0
            assert np.abs(shown.frames[0].astype(int) - shown.frames[-1]).max() > 100, "golems have moved"
            await page.get_by_label("Step", exact=True).fill(str(last))
            await expect(page.locator("#when")).to_have_text(f"Step {last} of {last}")
            await expect(page.get_by_role("button", name="To the end")).to_be_disabled()
            # The clock stands still, so that no step passes by unseen.
            await page.clock.install()
            await page.clock.pause_at(await page.evaluate("Date.now() + 60_000"))
            await page.get_by_label("Speed").select_option("4")
            await page.get_by_role("button", name="Play", exact=True).click()
            for step in range(3):
                await expect(page.locator("#when")).to_have_text(f"Step {step} of {last}")
                await page.clock.run_for(599)
                await expect(page.locator("#when")).to_have_text(f"Step {step} of {last}")
                await page.clock.run_for(1)
            await page.get_by_role("button", name="Pause").click()
            # A link leads to its row, for everybody.
            async with person(browser, "phone") as other:
                await other.goto(f"{door.url}replay/golems-locked/#r1.2")
                await expect(other.locator("#step")).to_have_text("Round 1 · Row 2")

    stage.play(tmp_path, scene)


@pytest.mark.parametrize(
    "name", ["jetan-whole", "spiral-undone", "robots-hex-homed", "robot-game-bots-undone", "puzzle-judged"]
)
def test_every_games_record_is_drawn(stage: Stage, tmp_path: Path, records: Path, name: str) -> None:
    async def scene(door: OpenDoor, browser: Browser) -> None:
        async with person(browser) as page:
            await page.goto(f"{door.url}replay/{name}")
            await page.wait_for_selector('body[data-shown="0"]')
            await page.get_by_role("button", name="To the end").click()
            await page.wait_for_selector(f'body[data-shown="{await page.locator("#scrub").get_attribute("max")}"]')
            await expect(page.locator("#mat svg")).to_be_visible()
            await expect(page.locator("#newest")).to_contain_text(re.compile(r"\w"))
            await reached(page, f"replay-{name}")

    stage.play(tmp_path, scene)


def test_a_record_that_is_damaged_is_said_on_its_page(stage: Stage, tmp_path: Path, records: Path) -> None:
    async def scene(door: OpenDoor, browser: Browser) -> None:
        (records / "broken.jsonl").write_text("this is no record\n")
        async with person(browser) as page:
            await page.goto(f"{door.url}replay/broken/")
            await expect(page.get_by_role("alert")).to_contain_text("broken.jsonl")
            await reached(page, "replay-damaged")

    stage.play(tmp_path, scene)


def test_axe_finds_nothing_in_a_replay(stage: Stage, tmp_path: Path, records: Path) -> None:
    async def scene(door: OpenDoor, browser: Browser) -> None:
        async with person(browser, "phone") as page:
            await page.goto(f"{door.url}replays")
            await expect(page.get_by_role("link", name="See it again: golems-locked")).to_be_visible()
            await reached(page, "replays-records")
            await page.goto(f"{door.url}replay/golems-locked/#r1.2")
            await expect(page.locator("#step")).to_have_text("Round 1 · Row 2")
            await page.wait_for_selector("body[data-shown]")
            await reached(page, "replay-row-phone")

    stage.play(tmp_path, scene)
