"""States of the pages as journeys reach them: each is looked at by axe, or photographed (``make looks``)."""

from __future__ import annotations

import os
from pathlib import Path

from playwright.async_api import Page, expect

from tests.support.accessibility import AT_REST, violations, violations_in_both_schemes

TELEVISION: dict[str, tuple[int, int]] = {"television": (1920, 1080)}
LOOKS = os.environ.get("GOLEM_LOOKS", "")
"""The folder for pictures of all states; empty: axe looks at them."""
LANGUAGES = os.environ.get("GOLEM_LOOKS_LANGUAGES", "ru en").split()
SCHEMES = os.environ.get("GOLEM_LOOKS_SCHEMES", "light dark").split()
SCROLLED = """() => {
    const before = scrollY;
    scrollTo(0, document.documentElement.scrollHeight);
    return scrollY > before + 40;
}"""
"""Goes to the end of a page; returns whether that is elsewhere."""
SCREENS: dict[str, tuple[int, int]] = {"desktop": (1280, 800), "tablet": (820, 1180), "phone": (390, 844)}


async def reached(page: Page, name: str, *, television: bool = False) -> None:
    """A state is reached: axe finds nothing in it in Russian and English, and all texts stand out by day and by night.

    With :data:`LOOKS` it is photographed instead, in the languages, on the screens and in the colours of people.
    The page is left as it was; its language is English.
    """
    if LOOKS:
        await _photograph(page, name, {**(TELEVISION if television else {}), **SCREENS})
        return
    await speak(page, "ru")
    # Colours are the same in all languages.
    assert await violations(page, colours=False) == [], (name, "ru")
    await speak(page, "en")
    assert await violations_in_both_schemes(page) == [], (name, "en")


async def speak(page: Page, language: str) -> None:
    # A page that still loads does not listen yet.
    await page.wait_for_selector("body.ready")
    # A dialog makes the rest inert for people; not for a script.
    await page.evaluate(
        """(language) => {
            const choice = document.querySelector("#language");
            choice.value = language;
            choice.dispatchEvent(new Event("change", { bubbles: true }));
        }""",
        language,
    )
    await expect(page.locator("html")).to_have_attribute("lang", language)
    # A page that fetches what it shows is drawn anew some moments later.
    await page.wait_for_selector("body.ready")
    await page.evaluate(AT_REST)


async def _photograph(page: Page, name: str, screens: dict[str, tuple[int, int]]) -> None:
    folder = Path(LOOKS)
    folder.mkdir(parents=True, exist_ok=True)
    before = page.viewport_size
    for language in LANGUAGES:
        await speak(page, language)
        for screen, (width, height) in screens.items():
            await page.set_viewport_size({"width": width, "height": height})
            for scheme in SCHEMES:
                await page.emulate_media(color_scheme="dark" if scheme == "dark" else "light")
                await page.evaluate(AT_REST)
                # As people see it: what stays at the foot of the screen is there, and what lies below it is not yet.
                await page.screenshot(path=folder / f"{name}-{screen}-{language}-{scheme}.png")
                if screen != "television" and await page.evaluate(SCROLLED):
                    await page.evaluate(AT_REST)
                    await page.screenshot(path=folder / f"{name}-{screen}-{language}-{scheme}-end.png")
                    await page.evaluate("scrollTo(0, 0)")
    await page.emulate_media(color_scheme="light")
    await speak(page, "en")
    if before is not None:
        await page.set_viewport_size(before)
