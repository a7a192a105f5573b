"""The board of the console's page in a real browser: golems that ride, turn, fall and carry."""

from __future__ import annotations

import asyncio
from dataclasses import replace

import pytest
from playwright.async_api import Page, expect

from controller.table.view.view import View
from tests.support import chromium, views
from tests.support.console_stage import GOLEM, Show, Stage
from tests.support.page_states import reached
from tests.support.web import KEY


def test_without_chromium_the_tests_say_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", "/nowhere")
    with pytest.raises(chromium.NoChromium, match="apt-get install chromium"), asyncio.Runner() as runner:
        runner.run(chromium.browser().__aenter__())


async def place(page: Page, colour: str) -> tuple[float, float]:
    """Where a golem is drawn once its ride is over, mm from the field's upper left corner."""
    matrix: list[float] = await page.evaluate(
        """(selector) => {
            const golem = document.querySelector(selector);
            for (const animation of golem.getAnimations({ subtree: true })) animation.finish();
            const { e, f } = new DOMMatrix(getComputedStyle(golem).transform);
            return [e, f];
        }""",
        GOLEM.format(colour),
    )
    return matrix[0], matrix[1]


def test_a_golem_rides_to_its_cell_and_turns_the_short_way(stage: Stage) -> None:
    async def scene(show: Show) -> None:
        await show.goto()
        start = views.view()
        await show.see(start)
        assert await place(show.page, "red") == (50, 350)
        assert await place(show.page, "blue") == (350, 50)

        def with_red(cell: str, heading: str) -> View:
            return views.with_golems(start, views.golem("red", cell, heading, 3), start.play.pieces[1])

        body = show.page.locator(f"{GOLEM.format('red')} .golem-body")
        for cell, heading, where, angle in (
            ("a2", "N", (50, 250), 0),
            ("a2", "W", (50, 250), -90),
            ("b2", "S", (150, 250), -180),
            ("b2", "E", (150, 250), -270),
            ("c4", "N", (250, 50), -360),
            ("c4", "E", (250, 50), -270),
        ):
            await show.see(with_red(cell, heading))
            assert await place(show.page, "red") == where
            assert await body.evaluate("(body) => body.style.transform") == f"rotate({angle}deg)"

    stage.play(scene)


def test_a_ride_is_seen_on_its_way_and_not_jumped(stage: Stage) -> None:
    async def scene(show: Show) -> None:
        await show.goto()
        await show.see(views.acting(1))
        on_its_way = """(selector) => {
            const golem = document.querySelector(selector);
            const rides = golem.getAnimations();
            for (const ride of rides) ride.currentTime = ride.effect.getTiming().duration / 2;
            return [rides.length, new DOMMatrix(getComputedStyle(golem).transform).f];
        }"""
        base = views.acting(1)
        red, blue = base.play.pieces
        # What moves stands still from now on: no ride is over before it is looked at.
        session = await show.page.context.new_cdp_session(show.page)
        await session.send("Animation.enable")
        await session.send("Animation.setPlaybackRate", {"playbackRate": 0})
        await show.see(views.with_golems(base, replace(red, spot="a4"), blue))
        rides, y = await show.page.evaluate(on_its_way, GOLEM.format("red"))
        assert rides == 1
        assert 50 < y < 250

    stage.play(scene)


def test_who_wants_no_motion_gets_none(stage: Stage) -> None:
    async def scene(show: Show) -> None:
        await show.goto()
        await show.see(views.acting(1))
        await show.see(views.stopped())
        assert await show.page.evaluate("document.getAnimations().length") == 0

    stage.play(scene, reduced_motion="reduce")


def test_lives_barrels_tokens_and_the_fallen(stage: Stage) -> None:
    async def scene(show: Show) -> None:
        await show.goto()
        await show.see(views.acting(2, 4))
        page = show.page
        for colour, lives in (("red", 3), ("blue", 1), ("green", 1)):
            await expect(page.locator(f"{GOLEM.format(colour)} .golem-hearts .full")).to_have_count(lives)
            await expect(page.locator(f".panel.of-{colour} .lives .full")).to_have_count(lives)
        await expect(page.locator(GOLEM.format("yellow"))).to_have_class("golem of-yellow carries")
        await expect(page.locator("#mat .token")).to_have_count(3)
        assert await page.locator("#board-words li").all_inner_texts() == [
            "Red stands on a2 and looks east. Lives: 3.",
            "Blue stands on d4 and looks south. Lives: 1.",
            "Yellow stands on b4 and looks east. Lives: 3. It carries a barrel.",
            "Green stands on c1 and looks west. Lives: 1.",
        ]
        base = views.acting(3, 4)
        *others, green = base.play.pieces
        fallen = replace(green, alive=False, lives=0, spot="d1")
        tokens = (views.Token("water", "c2"), views.Token("wall", "a4"))
        await show.see(replace(base, play=views.board(*others, fallen, tokens=tokens)))
        await expect(page.locator(GOLEM.format("green"))).to_have_class("golem of-green fallen")
        assert await place(page, "green") == (250, 350)
        await expect(page.locator("#mat .token.barrel")).to_have_count(0)
        await expect(page.locator("#mat .token.wall")).to_have_count(1)
        await expect(page.locator(".panel.of-green")).to_contain_text("fallen")

    stage.play(scene)


def test_tokens_are_painted_by_touch_and_by_keys(stage: Stage) -> None:
    async def scene(show: Show) -> None:
        page, palette = show.page, show.page.locator("#palette")
        begun = replace(views.view(), play=views.board(*views.standing(), tokens=views.TOKENS), may=("start", "tokens"))
        await show.goto(f"console?key={KEY}")
        await show.see(begun)
        await palette.get_by_role("button", name="Choose the tokens").click()
        await palette.get_by_role("button", name="Water").click()
        await page.locator('[data-cell="a1"]').click()
        assert await show.asked() == (
            "tokens",
            {"tokens": {"walls": ["b3"], "waters": ["c2", "a1"], "barrels": ["d3"]}},
        )
        laid = (*views.TOKENS, views.Token("water", "a1"))
        await show.see(replace(begun, play=views.board(*views.standing(), tokens=laid)))
        cell = page.get_by_role("group", name="Choose the tokens").get_by_role("button", name="a1: Water")
        await expect(cell).to_be_focused()
        await reached(page, "console-tokens")
        # By keys, one after the other: neither the kinds nor the cells lose the place.
        await palette.get_by_role("button", name="Take off").focus()
        await page.keyboard.press("Enter")
        await page.keyboard.press("Tab")
        await page.keyboard.press("Enter")
        await expect(palette.get_by_role("button", name="Wall")).to_have_attribute("aria-pressed", "true")
        await cell.focus()
        await page.keyboard.press("Space")
        assert await show.asked() == (
            "tokens",
            {"tokens": {"walls": ["b3", "a1"], "waters": ["c2"], "barrels": ["d3"]}},
        )
        await palette.get_by_role("button", name="Choose the tokens").click()
        await expect(page.locator("#mat")).to_have_attribute("aria-hidden", "true")
        await expect(page.locator("#mat .paint")).to_have_count(0)

    stage.play(scene, reduced_motion="reduce")
