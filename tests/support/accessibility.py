"""axe-core in a page: what keeps people with a disability from using it, by the rules of WCAG 2.2 AA."""

from __future__ import annotations

from playwright.async_api import Page

from tests.page.tools import package
from tests.support.contrast import FAINT_TEXT, faint_pixels

TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]

RUN = """async ([tags, colours]) => {
    const rules = { "color-contrast": { enabled: colours } };
    // Sheets of styles are read by one experimental rule only, which these tags leave out.
    const preload = { assets: ["media"] };
    const told = { runOnly: { type: "tag", values: tags }, rules, preload, resultTypes: ["violations", "incomplete"] };
    const { violations, incomplete } = await axe.run(document, told);
    document.querySelectorAll("[data-unsure]").forEach((one) => one.removeAttribute("data-unsure"));
    const open = [];
    for (const { id, nodes } of incomplete) {
        for (const node of nodes) {
            if (id === "color-contrast") document.querySelector(node.target[0])?.setAttribute("data-unsure", "");
            else open.push(`${id} (axe can't tell): ${node.target}`);
        }
    }
    const broken = violations.flatMap(({ id, nodes }) =>
        nodes.map((node) => `${id}: ${node.target} ${node.failureSummary ?? ""}`));
    return [...broken, ...open];
}"""
"""Runs axe; marks the texts of which it can't tell whether they stand out: over a picture, a gradient, another part."""

AT_REST = """() => Promise.all([
    document.fonts.ready,
    ...[...document.images].map((image) => image.decode().catch(() => null)),
    ...document.getAnimations().filter((one) => Number.isFinite(one.effect.getComputedTiming().endTime))
        .map((one) => one.finished.catch(() => null)),
]).then(() => true)"""
"""Settled when fonts and pictures are there and what moves has arrived."""


LIGHT = "() => matchMedia('(prefers-color-scheme: light)').matches"


async def violations(page: Page, *, colours: bool = True) -> list[str]:
    """Return what axe finds: the rule, and the elements that break it.

    Without ``colours`` it is not asked whether texts stand out; where axe can't tell, that is measured in the picture
    of the page.
    """
    if not await page.evaluate("typeof window.axe !== 'undefined'"):
        # The page's policy allows no foreign script; the browser itself may run one.
        await page.evaluate((package("axe-core") / "axe.min.js").read_text("utf-8"))
    for _ in range(2):
        # What went away while it was looked at (a message, the row before) is looked at again.
        found = [*await page.evaluate(RUN, [TAGS, colours]), *await faint_pixels(page)]
        if not found:
            break
        await page.evaluate(AT_REST)
    return found


async def violations_in_both_schemes(page: Page) -> list[str]:
    """Return what axe finds on the light page, and which texts are too faint on the dark one."""
    if not await page.evaluate(LIGHT):
        await page.emulate_media(color_scheme="light")
        await page.evaluate(AT_REST)
    light = await violations(page)
    await page.emulate_media(color_scheme="dark")
    await page.evaluate(AT_REST)
    dark = [*(await page.evaluate(FAINT_TEXT))["faint"], *await faint_pixels(page)]
    await page.emulate_media(color_scheme="light")
    return [*light, *(f"dark: {broken}" for broken in dark)]
