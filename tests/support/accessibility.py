"""axe-core in a page: what keeps people with a disability from using it, by the rules of WCAG 2.2 AA."""

from __future__ import annotations

from typing import Any

from playwright.async_api import Page

from tests.page.tools import package

TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]


CONTRAST = {"type": "rule", "values": ["color-contrast"]}
"""The one rule that asks for colours."""


async def violations(page: Page, only: Any = TAGS) -> list[str]:
    """What axe finds by the rules of these tags: the rule, and the elements that break it."""
    if not await page.evaluate("typeof window.axe !== 'undefined'"):
        # The page's policy allows no foreign script; the browser itself may run one.
        await page.evaluate((package("axe-core") / "axe.min.js").read_text("utf-8"))
    # Told to look for violations only, axe does not describe each element that passed.
    found = await page.evaluate("(only) => axe.run(document, { runOnly: only, resultTypes: ['violations'] })", only)
    return [
        f"{broken['id']}: {node['target']} {node.get('failureSummary', '')}"
        for broken in found["violations"]
        for node in broken["nodes"]
    ]


async def violations_in_both_schemes(page: Page) -> list[str]:
    """What axe finds on the light page, and which colours are too near each other on the dark one."""
    await page.emulate_media(color_scheme="light")
    light = await violations(page)
    await page.emulate_media(color_scheme="dark")
    return [*light, *(f"dark: {broken}" for broken in await violations(page, CONTRAST))]
