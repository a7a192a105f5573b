"""The front door as an app on a phone: what makes it one, its weight, and what it shows while its computer is away."""

from __future__ import annotations

import asyncio
import posixpath
import re
from pathlib import Path

import pytest
from playwright.async_api import expect

from controller.console.assets import page_files
from tests.support.accessibility import violations
from tests.support.door_pages import Stage
from tests.support.front_door import front_door

MOST_BYTES = 300_000
"""Of a page before pictures and letters."""
IMPORT = re.compile(r'(?:from|import) "(\.[^"]+)"')
LINKED = re.compile(r'(?:src|href)="/(static/[^"]+\.(?:js|css))"')
PAGES = sorted(path for path in page_files() if path.endswith("/index.html"))


@pytest.mark.parametrize("page", PAGES, ids=lambda path: path.split("/")[1])
def test_a_page_is_light_in_every_language(page: str) -> None:
    files = page_files()
    loaded, left = {page}, set(LINKED.findall(files[page].body.decode()))
    while left:
        path = left.pop()
        loaded.add(path)
        found = IMPORT.findall(files[path].body.decode()) if path.endswith(".js") else []
        left |= {posixpath.normpath(posixpath.join(posixpath.dirname(path), one)) for one in found} - loaded
    words = max(len(file.body) for path, file in files.items() if path.startswith("static/words/"))
    assert len(loaded) > 3 and sum(len(files[path].body) for path in loaded) + words <= MOST_BYTES


def test_an_app_says_that_its_computer_is_away_and_goes_on_when_it_is_back(stage: Stage, tmp_path: Path) -> None:
    async def act() -> None:
        async with await stage.browser.new_context(viewport={"width": 390, "height": 844}, locale="pl-PL") as context:
            page = await context.new_page()
            errors: list[str] = []
            page.on("pageerror", lambda error: errors.append(str(error)))
            async with front_door(tmp_path / "games") as door:
                url = door.url
                await page.goto(url)
                manifest = await (await page.request.get(f"{url}manifest.webmanifest")).json()
                assert manifest["display"] == "standalone" and manifest["icons"]
                session = await context.new_cdp_session(page)
                told = await session.send("Page.getInstallabilityErrors")
                assert told["installabilityErrors"] == []
                await page.evaluate("navigator.serviceWorker.ready")
            await page.goto(f"{url}play")
            await expect(page.get_by_role("heading", name="Golem Table nie działa")).to_be_visible()
            assert await violations(page) == []
            async with front_door(tmp_path / "games", int(url.split(":")[2].strip("/"))):
                await expect(page.locator("[data-key=start]")).to_be_visible(timeout=20_000)
            assert errors == []

    stage.runner.run(asyncio.wait_for(act(), 90))
