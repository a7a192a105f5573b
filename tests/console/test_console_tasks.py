"""Scenarios, puzzles and seats on the page, in a real browser."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.async_api import expect

from boards.base.catalogue import languages, translate
from controller.app.compose.web_page import Screens
from tests.support import task_views
from tests.support.console_stage import FIT, Show, Stage
from tests.support.contrast import FAINT_TEXT
from tests.support.demo_page import SCREENS, TASKS
from tests.support.page_states import reached, speak
from tests.support.task_views import Told
from tests.support.views import FakeTable
from tests.support.web import KEY, ask, serving


async def show_told(show: Show, told: Told) -> None:
    show.table.drawings.update(told.drawings())
    await show.see(told.view())


def test_a_scenario_says_what_each_side_must_do_and_how_far_it_is(stage: Stage) -> None:
    async def scene(show: Show) -> None:
        await show.goto("?lang=fr")
        told = task_views.siege()
        await show_told(show, told)
        page = show.page
        await expect(page.locator("#task b")).to_have_text("Le château assiégé")
        goals = page.locator("#task .goals li")
        await expect(goals).to_have_count(2)
        await expect(goals.nth(0)).to_contain_text("se tenir en f6")
        await expect(goals.nth(0).locator(".left")).to_have_text("encore 9 cases")
        await expect(goals.nth(1).locator(".left")).to_have_text("encore 9 manches")
        await expect(page.locator("#newest")).to_contain_text("Bleu s’est enfermé dans le château")
        await expect(page.locator("#mat .layer-marks path").first).to_be_visible()
        await expect(page.locator("#mat .token.water")).to_have_count(4)
        await show_told(show, task_views.siege_under_way())
        await expect(goals.nth(0).locator(".left")).to_have_text("encore 7 cases")

    stage.play(scene)


@pytest.mark.parametrize(("language", "width"), [("en", 1366), ("ru", 390), ("de", 390)])
def test_the_card_shows_picture_and_story_and_leaves_the_emergency_stop_in_reach(
    stage: Stage, language: str, width: int
) -> None:
    async def scene(show: Show) -> None:
        await show.goto(f"?lang={language}")
        told = task_views.puzzle()
        await show_told(show, told)
        page, task = show.page, told.view().task
        assert task is not None
        await page.click("#task .task-name")
        picture = page.locator("#card svg")
        await expect(picture).to_be_visible()
        assert await picture.get_attribute("aria-label") == translate(task.name, language)
        await expect(page.locator("#card p")).to_have_text(translate(task.story, language))
        box = await page.locator("#card").bounding_box()
        assert box is not None and box["x"] >= 0 and box["x"] + box["width"] <= width
        if language == "en":
            await reached(page, "display-task-card")
        await page.click("#estop")
        assert (await show.asked())[0] == "estop"
        await page.click("#card .card-close button")
        await expect(page.locator("#card")).to_be_hidden()

    stage.play(scene, width=width, height=844 if width < 800 else 768)


def test_a_try_that_failed_is_explained_beside_the_board_and_tried_again(stage: Stage) -> None:
    async def scene(show: Show) -> None:
        await show.goto(f"console?key={KEY}&lang=pl")
        told = task_views.tried("round-the-corner", right=False)
        await show_told(show, told)
        page, task = show.page, told.view().task
        assert task is not None
        await expect(page.locator("#phase")).to_have_text("Jeszcze nie rozwiązane")
        assert await page.locator("#task .verdict p").all_text_contents() == [
            translate(words, "pl") for words in task.verdict
        ]
        await expect(page.locator("#overlay")).to_be_empty()
        await expect(page.locator("#controls button.primary")).to_have_text("Jeszcze raz")
        await page.click("#controls button[data-command=again]")
        assert (await show.asked())[0] == "again"

    stage.play(scene)


def test_a_puzzle_that_is_solved_is_said_on_the_board_and_the_next_one_is_at_hand(stage: Stage) -> None:
    async def scene(show: Show) -> None:
        await show.goto(f"console?key={KEY}&lang=en")
        await show_told(show, task_views.tried("round-the-corner", right=True))
        page = show.page
        await expect(page.locator("#overlay")).to_contain_text("Solved! Rounds: 1, cards: 4.")
        await expect(page.locator("#task .left.done")).to_be_visible()
        await reached(page, "console-puzzle-solved")
        await page.click("#controls button.primary")
        assert (await show.asked())[0] == "next"
        await show_told(show, task_views.puzzle())
        await expect(page.locator("#task .condition").first).to_be_visible()
        await expect(page.locator("#controls button[data-command=next]")).to_have_class("plain")

    # The paper that falls when somebody has won would be waited for.
    stage.play(scene, reduced_motion="reduce")


def test_the_facilitator_chooses_who_plays_and_the_others_see_it(stage: Stage) -> None:
    async def scene(show: Show) -> None:
        told = task_views.siege()
        await show.goto("?lang=en")
        await show_told(show, told)
        page = show.page
        await expect(page.locator(".panel.of-blue .tag.seat")).to_have_text("Computer, hard")
        await expect(page.locator(".panel.of-blue .progress")).to_have_text("Has chosen")
        await expect(page.locator("select.seat")).to_have_count(0)
        await show.goto(f"console?key={KEY}&lang=en")
        await page.click('.panel.of-red [data-player="red"]')
        await expect(page.locator('#sheet [data-choice="child"]')).to_have_attribute("aria-pressed", "true")
        await page.click('#sheet [data-choice="medium"]')
        assert await show.asked() == ("seat", {"player": "red", "who": "medium"})
        await show_told(show, task_views.siege_under_way())
        await page.click('.panel.of-red [data-player="red"]')
        # While a row runs a player may leave, and nothing else.
        await expect(page.locator("#sheet .choice:enabled")).to_have_count(1)
        await expect(page.locator("#sheet .choice:enabled")).to_have_attribute("data-choice", "away")

    stage.play(scene)


@pytest.mark.parametrize(("language", "scheme"), [("ru", "light"), ("fr", "dark")])
def test_everything_fits_and_stands_out_from_its_ground(stage: Stage, language: str, scheme: str) -> None:
    async def scene(show: Show) -> None:
        await show.goto(f"console?key={KEY}&lang={language}")
        for name in ("siege", "puzzle", "unsolved"):
            await show_told(show, TASKS[name]())
            for width, height in (SCREENS["laptop"], SCREENS["phone"]):
                await show.page.set_viewport_size({"width": width, "height": height})
                await show.page.evaluate("document.fonts.ready.then(() => true)")
                seen = await show.page.evaluate(FIT)
                assert seen["wide"] <= width, (name, width)
                # A row's number is small, but all of its row can be pressed.
                assert [one for one in seen["small"] if "slot-number" not in one] == [], (name, width)
                assert width < 800 or seen["outside"] == [], (name, width)
            assert (await show.page.evaluate(FAINT_TEXT))["faint"] == [], name
            if scheme == "light":
                await reached(show.page, f"console-{name}")
                await speak(show.page, language)

    stage.play(scene, color_scheme=scheme, reduced_motion="reduce")


def test_only_the_drawing_of_what_is_played_is_sent(stage: Stage) -> None:
    told = task_views.siege()

    class Table:
        header = told.state.header
        game_state = told.state.game

    screens: Any = Screens(Table(), None)
    table = FakeTable()
    table.task_svg = screens.task_svg

    async def main() -> None:
        async with serving(table) as console:
            for what in ("card", "marks"):
                for language in languages():
                    answer = await ask(console, f"/task/castle-under-siege/{what}/{language}")
                    assert answer.status == 200 and answer.headers["content-type"].startswith("image/svg+xml")
                    assert answer.body.startswith(b"<svg")
            for path in ("castle-under-siege/card/xx", "castle-under-siege/other/en", "postman/card/en", "x/y"):
                assert (await ask(console, f"/task/{path}")).status == 404

    stage.runner.run(main())
