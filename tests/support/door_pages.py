"""People at the front door, each with a browser page of their own, for journeys."""

from __future__ import annotations

import asyncio
import re
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from playwright.async_api import Browser, BrowserContext, Page, expect

from controller.app.lobby.screen_game import ScreenTiming
from tests.support.chromium import PATIENCE_S, SCENE_S
from tests.support.front_door import QUICK, OpenDoor, front_door

SIZES = {"desktop": (1366, 768), "tablet": (820, 1180), "phone": (390, 844)}
PROGRAM = ("forward", "turn-right", "stand", "attack")


@dataclass
class Stage:
    """A browser, and a loop that it and the front door share."""

    runner: asyncio.Runner
    browser: Browser

    def play(
        self,
        folder: Path,
        scene: Callable[[OpenDoor, Browser], Awaitable[None]],
        timing: ScreenTiming = QUICK,
    ) -> None:
        async def act() -> None:
            async with front_door(folder / "games", timing=timing) as door:
                await scene(door, self.browser)

        self.runner.run(asyncio.wait_for(act(), SCENE_S))


@asynccontextmanager
async def person(browser: Browser, size: str = "desktop", **options: Any) -> AsyncIterator[Page]:
    """A person with a browser of their own; whatever the page complains about fails the test."""
    width, height = SIZES[size]
    context: BrowserContext = await browser.new_context(
        viewport={"width": width, "height": height}, locale="en-GB", reduced_motion="reduce", **options
    )
    page = await context.new_page()
    page.set_default_timeout(1000 * PATIENCE_S)
    complaints: list[str] = []
    page.on("pageerror", lambda error: complaints.append(str(error)))
    page.on("console", lambda message: complaints.append(message.text) if message.type == "error" else None)
    try:
        yield page
    finally:
        await context.close()
    expected = ("403 (Forbidden)", "409 (Conflict)", "422", "ERR_CONNECTION_REFUSED")
    assert [said for said in complaints if not any(words in said for words in expected)] == []


def button(page: Page, name: str | re.Pattern[str]) -> Any:
    return page.get_by_role("button", name=name)


async def lay(page: Page, cards: tuple[str, ...] = PROGRAM) -> None:
    """Lay cards by touch, and say that the program is ready."""
    for card in cards:
        await page.locator(f'[data-card="{card}"]:enabled').click()
    await button(page, "Ready").click()


async def programs_of(page: Page, round_number: int) -> None:
    await expect(page.locator("#round")).to_have_text(f"Round {round_number}")
    await page.wait_for_selector('body[data-phase="programs"]')
