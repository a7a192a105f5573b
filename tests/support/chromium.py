"""Debian's Chromium for the tests of the page. Where there is none, the test fails and says what to do."""

from __future__ import annotations

import os
import shutil
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from playwright.async_api import Browser, async_playwright

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
    path = shutil.which("chromium")
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
