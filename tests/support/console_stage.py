"""A table, its console and a page in a browser, for tests of what people see there."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Any

from playwright.async_api import Browser, Page

from controller.console.server import Console
from controller.console.table_routes import ALIVE_S
from controller.table.view.view import View
from tests.support.chromium import PATIENCE_S, SCENE_S
from tests.support.views import FakeTable
from tests.support.web import serving


@dataclass
class Stage:
    """A browser, and a loop that it and the server share."""

    runner: asyncio.Runner
    browser: Browser

    def play(self, scene: Callable[[Show], Awaitable[None]], alive_s: float = ALIVE_S, **options: Any) -> None:
        async def act() -> None:
            table = FakeTable()
            async with serving(table, alive_s=alive_s) as console, opened(self.browser, **options) as page:
                await scene(Show(table, console, page))

        self.runner.run(asyncio.wait_for(act(), SCENE_S))


@dataclass
class Show:
    """One table, its console, and one page that looks at it."""

    table: FakeTable
    console: Console
    page: Page

    async def goto(self, path: str = "") -> None:
        await self.page.goto(f"{self.console.url}{path}")
        await self.page.wait_for_selector("body.ready")

    async def see(self, view: View) -> None:
        """Shows a view and waits until the page has it, with all its pictures."""
        self.table.show(view)
        assert self.table.shown is not None
        await self.page.wait_for_selector(f'body[data-drawn="{self.table.shown.sequence}"]')

    async def asked(self) -> tuple[str, dict[str, Any]]:
        """The next command that reaches the table."""
        await asyncio.wait_for(self.table.heard.wait(), PATIENCE_S)
        self.table.heard.clear()
        return self.table.asked.pop()


@asynccontextmanager
async def opened(browser: Browser, width: int = 1366, height: int = 768, **options: Any) -> AsyncIterator[Page]:
    """A page of its own, with its own storage; whatever it complains about fails the test."""
    options = {"viewport": {"width": width, "height": height}, "locale": "en-GB", **options}
    context = await browser.new_context(**options)
    page = await context.new_page()
    page.set_default_timeout(1000 * PATIENCE_S)
    complaints: list[str] = []
    page.on("pageerror", lambda error: complaints.append(str(error)))
    page.on("console", lambda message: complaints.append(message.text) if message.type == "error" else None)
    try:
        yield page
    finally:
        await context.close()
    expected = ("ERR_CONNECTION_REFUSED", "403 (Forbidden)", "409 (Conflict)")
    assert [said for said in complaints if not any(words in said for words in expected)] == []


# The board

GOLEM = "#mat .golem.of-{}"


FIT = """() => {
    const visible = (selector) => [...document.querySelectorAll(selector)].filter((one) => one.checkVisibility());
    const box = (one) => one.getBoundingClientRect();
    const told = (one) => `${one.id || one.className || one.textContent.slice(0, 20)}: ${JSON.stringify(box(one))}`;
    return {
        wide: document.scrollingElement.scrollWidth,
        small: visible("button, select, input").filter((one) => box(one).width < 44 || box(one).height < 44).map(told),
        outside: visible("#mat svg, .panel, #newest h3, #notices li, button, #robots, #facts, #eye").filter((one) => {
            const { left, top, right, bottom } = box(one);
            return left < 0 || top < 0 || right > innerWidth + 0.5 || bottom > innerHeight + 0.5;
        }).map(told),
    };
}"""
