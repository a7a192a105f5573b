"""Pages of the front door for the docs: what is photographed, on which screen, and how one comes there."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from pathlib import Path

from playwright.async_api import Browser, Page

from tests.support.front_door import front_door

DRAWN = """(drawings) => {
    const all = drawings === "" ? [] : [...document.querySelectorAll(drawings)];
    const seen = [...document.images].filter((one) => one.getBoundingClientRect().top < innerHeight);
    return all.every((one) => one.querySelector("svg")) && seen.every((one) => one.complete);
}"""
DESKTOP, PHONE = (1280, 800), (390, 844)


@dataclass(frozen=True)
class DoorPage:
    """A page of the front door."""

    screen: tuple[int, int]
    come: Callable[[Page, str], Awaitable[None]]
    """Goes there, from the front door's address."""
    drawings: str
    """Of elements that a drawing fills when it has come."""


def _at(path: str) -> Callable[[Page, str], Awaitable[None]]:
    async def come(page: Page, url: str) -> None:
        await page.goto(f"{url}{path}?lang=en")
        await page.wait_for_selector("body.ready")

    return come


async def _hand(page: Page, url: str) -> None:
    """Begin a game without dice, which are thrown by chance; lay three cards."""
    await _at("play")(page, url)
    await page.get_by_role("radio", name="Beginner").check(force=True)
    await page.get_by_role("button", name="Start", exact=True).click()
    for card in ("forward", "turn-right", "attack"):
        await page.locator(f'[data-card="{card}"]:enabled').click()
    await page.evaluate("scrollTo(0, 0)")


PAGES: Mapping[str, DoorPage] = {
    "front-door": DoorPage(DESKTOP, _at(""), ".scene i[style]"),
    "puzzles": DoorPage(DESKTOP, _at("puzzles"), ""),
    "hand": DoorPage(PHONE, _hand, ".supply-card > span[aria-hidden]:last-child, .laid > span[aria-hidden]"),
}


async def shoot_doors(browser: Browser, folder: Path) -> None:
    """Photograph the pages into a folder, each by its name."""
    async with front_door(folder / "games") as door:
        for name, shown in PAGES.items():
            width, height = shown.screen
            size = {"width": width, "height": height}
            page = await browser.new_page(viewport=size, color_scheme="light", reduced_motion="reduce", locale="en")
            await shown.come(page, door.url)
            await page.wait_for_function(DRAWN, arg=shown.drawings)
            await page.evaluate("document.fonts.ready.then(() => true)")
            await page.screenshot(path=folder / f"{name}.png")
            await page.close()
