"""axe-core in a page: what keeps people with a disability from using it, by the rules of WCAG 2.2 AA."""

from __future__ import annotations

from playwright.async_api import Page

from tests.page.tools import package

TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]


async def violations(page: Page) -> list[str]:
    """What axe finds: the rule, and the elements that break it."""
    if not await page.evaluate("typeof window.axe !== 'undefined'"):
        # The page's policy allows no foreign script; the browser itself may run one.
        await page.evaluate((package("axe-core") / "axe.min.js").read_text("utf-8"))
    found = await page.evaluate("(tags) => axe.run(document, { runOnly: tags })", TAGS)
    return [
        f"{broken['id']}: {node['target']} {node.get('failureSummary', '')}"
        for broken in found["violations"]
        for node in broken["nodes"]
    ]
