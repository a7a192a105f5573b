"""The front door as people use it, in a real browser: from `golem` to the first card, hot-seat, going on."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from playwright.async_api import Browser, Route, ViewportSize, expect

from tests.support.accessibility import violations
from tests.support.door_pages import SIZES, Stage, button, lay, person, programs_of
from tests.support.front_door import STANDING, OpenDoor
from tests.support.page_states import LOOKS, reached

DESKTOP: ViewportSize = {"width": 1366, "height": 768}


@pytest.mark.parametrize("size", list(SIZES))
def test_three_touches_lead_to_the_first_card(stage: Stage, tmp_path: Path, size: str) -> None:
    async def scene(door: OpenDoor, browser: Browser) -> None:
        async with person(browser, size) as page:
            await page.goto(door.url)
            touches = [
                page.get_by_role("link", name=re.compile("^Play now")),
                button(page, "Start"),
                button(page, re.compile("^Forward ")),
            ]
            for touch in touches:
                await touch.click()
            await expect(button(page, "Row 1: take back Forward")).to_be_visible()
            assert len(touches) == 3
            # The hand is at hand: nothing has to be scrolled to for the next card.
            await expect(button(page, re.compile("^Stand "))).to_be_in_viewport()

    stage.play(tmp_path, scene)


def test_a_round_against_the_computer_is_played_told_and_undone(stage: Stage, tmp_path: Path) -> None:
    async def scene(door: OpenDoor, browser: Browser) -> None:
        async with person(browser) as page:
            await page.goto(f"{door.url}play")
            await button(page, "Start").click()
            await button(page, "Rules").click()
            rules = page.get_by_role("dialog", name="Battle of Golems")
            await expect(rules.get_by_role("heading", name="Repeat 3")).to_be_visible()
            await reached(page, "game-rules")
            await rules.get_by_role("button", name="Close").click()
            await lay(page)
            await programs_of(page, 2)
            await reached(page, "game-round-2")
            await button(page, "Undo").click()
            await expect(page.locator("#sheet .choice").first).to_be_visible()
            await reached(page, "game-undo")
            await page.locator("#sheet .choice").first.click()
            await expect(page.locator("#overlay")).to_contain_text("Paused")
            await reached(page, "game-paused")
            await button(page, "Go on").click()
            await programs_of(page, 2)
            await expect(page.get_by_role("button", name="Ready")).to_be_disabled()

    stage.play(tmp_path, scene)


def test_a_row_that_runs_is_seen(stage: Stage, tmp_path: Path) -> None:
    async def scene(door: OpenDoor, browser: Browser) -> None:
        async with person(browser) as page:
            await page.goto(f"{door.url}play")
            await button(page, "Start").click()
            await lay(page)
            await expect(page.locator("#next-step")).to_contain_text("row 1 of 4")
            await expect(page.locator(".panel.of-red .slot.current .card")).to_have_attribute("aria-label", "Forward")
            await reached(page, "game-row")
            assert await page.locator("body").get_attribute("data-phase") == "row"
            # The records of a front door are in one place.
            await button(page, "Table").click()
            await expect(page.locator("#sheet").get_by_role("link", name="Replays")).to_have_attribute(
                "href", "/replays"
            )
            await reached(page, "game-table")

    stage.play(tmp_path, scene, STANDING)


def test_a_round_is_played_with_the_keyboard_only(stage: Stage, tmp_path: Path) -> None:
    async def scene(door: OpenDoor, browser: Browser) -> None:
        async with person(browser) as page:
            await page.goto(door.url)
            await expect(page.get_by_role("link", name=re.compile("^Play now"))).to_be_visible()

            async def tab_to(name: str) -> None:
                for _ in range(80):
                    await page.keyboard.press("Tab")
                    said = await page.evaluate(
                        "document.activeElement.getAttribute('aria-label') ?? document.activeElement.textContent"
                    )
                    if said.strip().startswith(name):
                        return
                raise AssertionError(f"no way to {name} with the tab key")

            await tab_to("Play now")
            await page.keyboard.press("Enter")
            await expect(button(page, "Start")).to_be_visible()
            await tab_to("Start")
            await page.keyboard.press("Enter")
            await expect(button(page, re.compile("^Forward "))).to_be_visible()
            for card in ("Forward", "Stand", "Attack", "Take"):
                await tab_to(f"{card} (")
                await page.keyboard.press("Enter")
            await tab_to("Ready")
            await page.keyboard.press("Enter")
            await programs_of(page, 2)

    stage.play(tmp_path, scene)


def test_between_two_at_one_screen_there_is_a_curtain(stage: Stage, tmp_path: Path) -> None:
    async def scene(door: OpenDoor, browser: Browser) -> None:
        async with person(browser) as page:
            await page.goto(f"{door.url}play")
            await page.get_by_role("combobox", name="Blue").select_option("here")
            await button(page, "Start").click()
            for name in ("Red", "Blue"):
                await expect(page.get_by_role("heading", name=f"{name}, lay your cards")).to_be_visible()
                assert await page.locator(".supply-card, .laid").count() == 0
                if name == "Blue":
                    await reached(page, "game-curtain")
                await button(page, f"I am {name}: show my cards").click()
                await lay(page)
            await programs_of(page, 2)

    stage.play(tmp_path, scene)


def test_a_game_goes_on_after_the_front_door_was_closed(stage: Stage, tmp_path: Path) -> None:
    async def scene(door: OpenDoor, browser: Browser) -> None:
        async with person(browser) as page:
            await page.goto(f"{door.url}play")
            await button(page, "Start").click()
            await lay(page)
            await programs_of(page, 2)
            await page.goto(f"{door.url}watch")
            await page.wait_for_selector("body.ready")
            await reached(page, "watch-games")
            await page.goto(f"{door.url}continue")
            await expect(button(page, re.compile("^Close: "))).to_be_visible()
            await reached(page, "continue-games")
            await button(page, re.compile("^Close: ")).click()
            await button(page, re.compile("^Go on: ")).click()
            await programs_of(page, 2)
            async with page.expect_response("**/command"):
                await page.locator('[data-card="stand"]').click()

    async def again(door: OpenDoor, browser: Browser) -> None:
        async with person(browser) as page:
            await page.goto(f"{door.url}continue")
            await page.get_by_role("link", name=re.compile("^Go on: ")).click()
            await programs_of(page, 2)
            await expect(button(page, "Row 1: take back Stand")).to_be_visible()

    stage.play(tmp_path, scene)
    stage.play(tmp_path, again)


def test_the_kit_is_printed_from_the_page(stage: Stage, tmp_path: Path) -> None:
    async def scene(door: OpenDoor, browser: Browser) -> None:
        async with person(browser) as page:
            await page.goto(f"{door.url}print")
            link = page.get_by_role("link", name=re.compile("^PDF: ")).first
            await expect(link).to_be_visible()
            for way, start in (
                (await link.get_attribute("href"), b"%PDF"),
                ("/api/print/nothing.pdf", b"{"),
                ("/rules/jetan.pdf?language=ru&paper=A3", b"%PDF"),
                ("/rules/jetan.pdf?language=xx", b"{"),
                ("/rules/chess.pdf", b"{"),
                ("/rules/chess.json", b"{"),
            ):
                answer = await page.request.get(f"{door.url.rstrip('/')}{way}")
                assert (await answer.body()).startswith(start)

    stage.play(tmp_path, scene)


def test_every_door_leads_somewhere(stage: Stage, tmp_path: Path) -> None:
    async def scene(door: OpenDoor, browser: Browser) -> None:
        async with person(browser) as page:
            await page.goto(door.url)
            await page.wait_for_selector("a.door")
            for way in [str(await one.get_attribute("href")) for one in await page.locator("a.door").all()]:
                await page.goto(f"{door.url.rstrip('/')}{way}")
                await page.wait_for_selector("body.ready")
                await expect(page.get_by_role("heading", level=1)).not_to_be_empty()

    stage.play(tmp_path, scene)


def test_who_is_no_facilitator_comes_in_with_a_code_or_looks_on(stage: Stage, tmp_path: Path) -> None:
    async def as_a_guest(route: Route) -> None:
        answer = await route.fetch()
        await route.fulfill(json={**await answer.json(), "facilitator": False})

    async def scene(door: OpenDoor, browser: Browser) -> None:
        async with person(browser, "phone", service_workers="block") as page:
            await page.route("**/api/visitor.json", as_a_guest)
            await page.goto(door.url)
            await expect(page.locator("a.door")).to_have_count(3)
            await reached(page, "guest-home")
            for way in ("play", "setup", "replays", "class"):
                await page.goto(f"{door.url}{way}")
                await expect(page.get_by_role("status")).to_contain_text("Only the facilitator can do this")
                await expect(page.get_by_role("main").get_by_role("link", name="Watch")).to_be_visible()
                await expect(page.get_by_role("main").get_by_role("button")).to_have_count(0)
            await reached(page, "guest-class")
            await page.goto(door.url)
            await page.get_by_role("link", name="Join a game").click()
            await expect(page.get_by_label("Code")).to_be_visible()

    stage.play(tmp_path, scene)


def test_axe_finds_nothing_on_any_page_at_any_size(stage: Stage, tmp_path: Path) -> None:
    async def scene(door: OpenDoor, browser: Browser) -> None:
        async with person(browser) as page:

            async def look(name: str) -> None:
                await reached(page, name)
                for size, (width, height) in SIZES.items():
                    if size != "desktop" and not LOOKS:
                        await page.set_viewport_size({"width": width, "height": height})
                        assert await violations(page) == [], (name, size)
                await page.set_viewport_size(DESKTOP)

            for path in (
                "",
                "play",
                "setup",
                "continue",
                "watch",
                "print",
                "puzzles",
                "class",
                "rules",
                "replays",
                "join",
            ):
                await page.goto(f"{door.url}{path}")
                await page.wait_for_selector("body.ready")
                await look(f"empty-{path}" if path in ("continue", "watch", "class", "replays") else path or "home")
            await page.goto(f"{door.url}play")
            await page.get_by_text("More: scenario").click()
            await page.get_by_role("checkbox", name=re.compile("^Free set-up")).check()
            await look("free set-up")
            await page.locator('[name="seat-blue"]').select_option("here")
            await page.locator('[name="seat-red"]').select_option("phone")
            await button(page, "Start").click()
            await expect(page.get_by_role("img", name="QR code of the seat: Red")).to_be_visible()
            await look("seats")
            await page.locator("#seats-dialog").get_by_role("button", name="Close").click()
            await page.wait_for_selector("body[data-drawn]")
            await look("hand")

    stage.play(tmp_path, scene)
