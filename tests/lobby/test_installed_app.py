"""The front door as an app on a phone: what makes it one, its weight, and what it shows while its computer is away."""

from __future__ import annotations

import asyncio
import io
from pathlib import Path

import pytest
from PIL import Image
from playwright.async_api import Browser, Page, expect

from boards.base.catalogue import language_name, languages
from controller.console.assets import page_files
from tests.support.accessibility import violations
from tests.support.chromium import SCENE_S
from tests.support.door_pages import Stage
from tests.support.front_door import OpenDoor, front_door
from tests.support.page_weight import MOST_BYTES, Transfer, letters_for, loaded_files, sent, transfer

PAGES = sorted(path for path in page_files() if path.endswith("/index.html"))


@pytest.mark.parametrize("page", PAGES, ids=lambda path: path.split("/")[1])
def test_a_page_is_light_in_every_language(page: str) -> None:
    files, loaded = page_files(), loaded_files(page)
    # The menu of languages names each in itself.
    menu = "".join(map(language_name, languages()))
    for language in languages():
        words = f"static/words/{language}.json"
        letters = letters_for(files[words].body.decode() + menu)
        assert len(loaded) > 3 and letters
        assert sum(sent(files[path]) for path in {*loaded, words, *letters}) <= MOST_BYTES, language


def test_a_browser_gets_that_little_and_the_letters_of_its_language_only(stage: Stage, tmp_path: Path) -> None:
    async def scene(door: OpenDoor, browser: Browser) -> None:
        async with await browser.new_context(locale="ru-RU", service_workers="block") as context:
            page = await context.new_page()
            got: list[Transfer] = []
            for address, there in (
                (f"{door.url}play", "[data-key=start]:enabled"),
                ("", '[data-card="forward"]:enabled'),
            ):
                async with transfer(page) as counted:
                    await (page.goto(address) if address else page.locator("[data-key=start]").click())
                    await page.locator(there).wait_for()
                got.append(counted)
            for counted in got:
                assert 50_000 < counted.bytes <= MOST_BYTES, counted.sizes
                letters = {path for path in counted.sizes if path.startswith("fonts/")}
                assert letters == letters_for("Русский Latin")
            assert got[0].sizes["static/shared/theme.css"] < len(page_files()["static/shared/theme.css"].body)

    stage.play(tmp_path, scene)


async def has_icons(page: Page, url: str, icons: list[dict[str, str]]) -> None:
    """What phones show among their apps is there, as large as is told; iOS takes no SVG, and paints gaps black."""
    assert {(icon["type"], icon["purpose"], icon["sizes"]) for icon in icons} == {
        ("image/svg+xml", "any", "any"),
        *(("image/png", purpose, f"{px}x{px}") for purpose in ("any", "maskable") for px in (192, 512)),
    }
    apple = await page.locator("link[rel=apple-touch-icon]").get_attribute("href")
    told = [(icon["src"], icon["sizes"]) for icon in icons if icon["type"] == "image/png"]
    for address, size in (*told, (apple, "180x180")):
        answer = await page.request.get(f"{url}{str(address).lstrip('/')}")
        with Image.open(io.BytesIO(await answer.body())) as picture:
            assert (picture.format, f"{picture.width}x{picture.height}") == ("PNG", size)
            assert picture.mode == ("RGBA" if "/any-" in str(address) else "RGB")
            assert picture.mode == "RGB" or picture.getpixel((0, 0))[3] == 0
            middle = picture.convert("RGB").getcolors(1 << 20)
            assert middle is not None and {(200, 55, 45), (31, 95, 191), (217, 154, 0), (47, 143, 62)} <= {
                colour for count, colour in middle if count > 40
            }


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
                assert manifest["display"] == "standalone"
                await has_icons(page, url, manifest["icons"])
                session = await context.new_cdp_session(page)
                told = await session.send("Page.getInstallabilityErrors")
                assert told["installabilityErrors"] == []
                await page.evaluate("navigator.serviceWorker.ready")
            await page.goto(f"{url}play")
            await expect(page.get_by_role("heading", name="Golem Table nie działa")).to_be_visible()
            assert await violations(page) == []
            async with front_door(tmp_path / "games", int(url.split(":")[2].strip("/"))):
                await expect(page.locator("[data-key=start]")).to_be_visible()
            assert errors == []

    stage.runner.run(asyncio.wait_for(act(), SCENE_S))
