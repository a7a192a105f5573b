"""A page that loses its table, in a real browser: it says so, covers nothing, and finds it again."""

from __future__ import annotations

import asyncio
import re
from contextlib import AsyncExitStack

import pytest
from playwright.async_api import expect

from controller.console.console_ports import CommandAnswer
from tests.support import views
from tests.support.accessibility import violations_in_both_schemes
from tests.support.chromium import SCENE_S
from tests.support.console_stage import Show, Stage, opened
from tests.support.demo_page import SCREENS
from tests.support.tls_proxy import TlsProxy
from tests.support.views import FakeTable
from tests.support.web import KEY, serving

# The line to the table


def test_a_lost_table_is_said_and_found_again(stage: Stage) -> None:
    async def act() -> None:
        table = FakeTable()
        async with opened(stage.browser) as page:
            async with serving(table) as console:
                show = Show(table, console, page)
                await show.goto()
                await show.see(views.acting(1))
                await expect(page.locator("#lost")).to_be_hidden()
            await expect(page.locator("#lost")).to_contain_text("The connection to the table is lost.")
            await expect(page.locator("body")).to_have_class(re.compile(r"\bcut-off\b"))
            await page.locator("#estop").click()
            await expect(page.locator("#toast.bad")).to_contain_text("Switch the robots off by hand!")
            assert await violations_in_both_schemes(page) == []
            later = FakeTable()
            later.show(views.acting(3))
            async with serving(later, port=console.port):
                await expect(page.locator("#lost")).to_be_hidden()
                await expect(page.locator("#phase")).to_have_text("Row 3 of 4")

    stage.runner.run(asyncio.wait_for(act(), SCENE_S))


@pytest.mark.parametrize("path", ["", f"console?key={KEY}"])
def test_nothing_slides_over_anything_when_the_line_is_lost(stage: Stage, path: str) -> None:
    async def act() -> None:
        for name, view in {"row": views.acting(3, 4), "over": views.over()}.items():
            async with opened(stage.browser) as page:
                table = FakeTable()
                async with serving(table) as console:
                    show = Show(table, console, page)
                    await show.goto(path)
                    await show.see(view)
                banner = page.locator("#lost")
                await expect(banner).to_be_visible()
                if name == "over":
                    await expect(banner).to_have_text("The table has closed. This is how it ended.")
                    await expect(page.locator("#overlay")).to_contain_text("Red wins!")
                    await expect(page.locator("body")).not_to_contain_class("cut-off")
                for size in ("laptop", "tv"):
                    width, height = SCREENS[size]
                    await page.set_viewport_size({"width": width, "height": height})
                    await page.evaluate(NEXT_FRAME)
                    assert await page.evaluate(OVERLAPS) == [], (name, size)

    stage.runner.run(asyncio.wait_for(act(), SCENE_S))


@pytest.mark.parametrize("host", ["127.0.0.1", "::1"])
def test_the_emergency_stop_has_its_own_way_also_from_a_page_at_an_ipv6_address(stage: Stage, host: str) -> None:
    async def act() -> None:
        table = FakeTable()
        async with opened(stage.browser) as page, serving(table, host=host) as console:
            show = Show(table, console, page)
            await show.goto()
            await show.see(views.acting(1))
            # The page's own port takes no commands any more.
            await page.route("**/command", lambda route: route.abort("connectionrefused"))
            await page.locator("#estop").click()
            await expect(page.locator("#toast")).to_have_text("Done.")
            await expect(page.locator("#toast")).not_to_contain_class("bad")
            assert [name for name, _args in table.asked] == ["estop"]

    stage.runner.run(asyncio.wait_for(act(), SCENE_S))


def test_a_page_over_tls_stops_the_robots_by_the_proxys_own_way_to_the_stop(stage: Stage) -> None:
    async def act() -> None:
        table = FakeTable()
        async with AsyncExitStack() as stack:
            page = await stack.enter_async_context(opened(stage.browser, ignore_https_errors=True))
            stop_proxy, page_proxy = TlsProxy(), TlsProxy()
            await stack.enter_async_context(stop_proxy.serving())
            await stack.enter_async_context(page_proxy.serving())
            address = f"https://localhost:{stop_proxy.port}"
            console = await stack.enter_async_context(serving(table, stop_address=address))
            stop_proxy.target, page_proxy.target = console.stop_port, console.port
            await page.goto(f"https://localhost:{page_proxy.port}/")
            await page.wait_for_selector("body.ready")
            table.show(views.acting(1))
            await expect(page.locator("#phase")).to_have_text("Row 1 of 4")
            await page.route("**/command", lambda route: route.abort("connectionrefused"))
            await page.locator("#estop").click()
            await expect(page.locator("#toast")).to_have_text("Done.")
            await expect(page.locator("#toast")).not_to_contain_class("bad")
            assert [name for name, _args in table.asked] == ["estop"]
            # The table ends before the page's context does: until then the page would ask proxies that lead nowhere.
            await page.close()

    stage.runner.run(asyncio.wait_for(act(), SCENE_S))


NEXT_FRAME = "new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))"


OVERLAPS = """() => {
    const parts = ["#lost", ".top", "#mat svg", ".programs", ".telling", "#controls", "#robots", "#facts", "#toast"]
        .map((selector) => [selector, document.querySelector(selector)])
        .filter(([, element]) => element.checkVisibility())
        .map(([selector, element]) => [selector, element.getBoundingClientRect()]);
    const buttons = [...document.querySelectorAll("#controls button")].filter((one) => one.checkVisibility());
    const boxes = parts.filter(([selector]) => selector !== "#controls");
    for (const button of buttons) boxes.push([button.textContent, button.getBoundingClientRect()]);
    const found = [];
    boxes.forEach(([one, a], index) => {
        if (a.bottom > innerHeight + 0.5) found.push(`${one} is outside`);
        for (const [other, b] of boxes.slice(index + 1)) {
            if (one === ".telling" && other === "#toast") continue;
            const across = Math.min(a.right, b.right) - Math.max(a.left, b.left);
            const down = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
            if (across > 0.5 && down > 0.5) found.push(`${one} and ${other}`);
        }
    });
    return found;
}"""
"""Which parts of a wide page lie on each other; only the toast may, for a moment, lie on the story's end."""


@pytest.mark.parametrize("path", ["", f"console?key={KEY}&"])
def test_what_was_done_is_said_beside_the_robots_and_the_buttons(stage: Stage, path: str) -> None:
    async def scene(show: Show) -> None:
        page = show.page
        await show.goto(f"{path or '?'}lang=fr")
        await show.see(views.laying(4))
        for text in ("C’est fait.", "Cela ne va pas maintenant : attendez que la table soit au repos. " * 2):
            show.table.answer = CommandAnswer(True, views.words("", "", "", text))
            await page.locator("#estop").click()
            await expect(page.locator("#toast")).to_have_text(text.strip(), use_inner_text=True)
            assert await page.evaluate(OVERLAPS) == []

    stage.play(scene)


def test_a_line_that_only_seems_to_be_open_is_noticed(stage: Stage) -> None:
    async def scene(show: Show) -> None:
        page = show.page
        await page.clock.install()
        await show.goto()
        await show.see(views.acting(1))
        await page.clock.fast_forward(2_400_000)
        await expect(page.locator("#lost")).to_be_hidden()
        await page.clock.fast_forward(200_000)
        await expect(page.locator("#lost")).to_be_visible()
        await page.clock.fast_forward(1_000)
        await expect(page.locator("#lost")).to_be_hidden()

    # So rare a sign of life that none comes in between, however slow the machine is.
    stage.play(scene, alive_s=1000)
