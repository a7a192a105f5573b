"""Chromium for the tests of the page. Where there is none, the test fails and says what to do.

Debian's chromium-headless-shell is the same engine without windows; it takes two thirds of the processor's time.
"""

from __future__ import annotations

import asyncio
import os
import shutil
from collections.abc import AsyncIterator, Coroutine, Iterator
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass
from typing import Any, TypeVar

from playwright.async_api import Browser, async_playwright, expect

ResultT = TypeVar("ResultT")

PATIENCE_S = 60.0
"""For what a page is to show: two busy cores have stalled a browser for seconds. It costs nothing where all is well."""
SCENE_S = 300.0
"""For a whole scene."""

PROGRAMS = ("chromium-headless-shell", "chromium")
"""Names of the browser, the first that is there is used."""

ARGUMENTS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)


class NoChromium(AssertionError):
    """The page is tested in a real browser or not at all; there is no skipping."""

    def __init__(self) -> None:
        super().__init__(
            "chromium is not on PATH. Install it (Debian, Ubuntu, Raspberry Pi OS: sudo apt-get install chromium), "
            "or put a link named chromium to another build of it on PATH."
        )


@asynccontextmanager
async def browser() -> AsyncIterator[Browser]:
    """A headless Chromium that reaches nothing but this machine."""
    path = next(filter(None, map(shutil.which, PROGRAMS)), None)
    if path is None:
        raise NoChromium
    # A proxy of the surroundings has no business between the page and its own machine.
    environment = {name: value for name, value in os.environ.items() if not name.lower().endswith("_proxy")}
    async with async_playwright() as playwright:
        started = await playwright.chromium.launch(executable_path=path, args=list(ARGUMENTS), env=environment)
        try:
            yield started
        finally:
            await started.close()


@dataclass(frozen=True)
class SharedBrowser:
    """One browser for all tests of a process, and the loop that it lives in. Each test has a context of its own."""

    runner: asyncio.Runner
    browser: Browser

    def run(self, scene: Coroutine[Any, Any, ResultT], seconds: float = SCENE_S) -> ResultT:
        """Play a scene in the browser's loop. Raises TimeoutError."""
        return self.runner.run(asyncio.wait_for(scene, seconds))


@contextmanager
def shared_browser() -> Iterator[SharedBrowser]:
    """A browser that stays open until the end of the block."""
    with asyncio.Runner() as runner:
        expect.set_options(timeout=1000 * PATIENCE_S)
        context = browser()
        yield SharedBrowser(runner, runner.run(context.__aenter__()))
        runner.run(context.__aexit__(None, None, None))
