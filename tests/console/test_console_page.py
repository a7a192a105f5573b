"""The page in a real browser: what people see of a game, in their language, on their screen."""

from __future__ import annotations

import asyncio
from dataclasses import replace

import pytest
from playwright.async_api import Route, expect

from controller.table.view.view import CameraView, View
from tests.support import views
from tests.support.console_stage import FIT, GOLEM, Show, Stage
from tests.support.contrast import FAINT_TEXT
from tests.support.demo_page import SCREENS, scenes
from tests.support.page_states import reached
from tests.support.views import FakeTable
from tests.support.web import KEY, serving


def test_energy_round_robots_and_notices(stage: Stage) -> None:
    async def scene(show: Show) -> None:
        await show.goto()
        page = show.page
        await show.see(views.astray())
        await expect(page.locator("#phase")).to_have_text("A golem is astray")
        await expect(page.locator("#round")).to_have_text("Round 3")
        await expect(page.locator("#energy")).to_have_attribute("aria-label", "Energy: 8 of 10")
        await expect(page.locator("#energy .on")).to_have_count(8)
        assert await page.locator("#notices li span").all_inner_texts() == [
            "The red robot does not answer. Check its power and its cable or radio.",
            "The blue golem is not where it should be. Put it on d4, facing south.",
        ]
        await expect(page.locator("#mat .golem.awaited")).to_have_class("golem of-blue awaited")
        await expect(page.locator("#robots li").first).to_have_text("Redlost · /dev/ttyUSB0: the robot does not answer")
        await expect(page.locator("#robots li").last).to_have_text("Bluemoving · 7.6 V")
        await page.locator("#language").select_option("fr")
        await expect(page.locator("#robots li").first).to_contain_text("/dev/ttyUSB0: le robot ne répond pas")
        await page.locator("#language").select_option("en")
        await show.see(replace(views.acting(1), energy=None))
        await expect(page.locator("#energy")).to_be_hidden()
        await expect(page.locator("#notices li, .golem.awaited")).to_have_count(0)

    stage.play(scene)


RECORDED = {
    "en": "Recording: the camera’s pictures of the table are being kept.",
    "ru": "Идёт запись: снимки стола с камеры сохраняются.",
    "pl": "Trwa nagrywanie: obrazy stołu z kamery są zachowywane.",
    "fr": "Enregistrement : les images de la table sont conservées.",
}


def test_the_language_that_was_chosen_last_is_spoken_whichever_words_come_last(stage: Stage) -> None:
    async def scene(show: Show) -> None:
        page, whole = show.page, show.page.locator("html")
        await show.goto("")
        await show.see(views.acting(1))
        held = asyncio.Event()

        async def late(route: Route) -> None:
            await held.wait()
            await route.continue_()

        await page.route("**/words/ru.json", late)
        await page.locator("#language").select_option("ru")
        await page.locator("#language").select_option("pl")
        await expect(whole).to_have_attribute("lang", "pl")
        async with page.expect_response("**/words/ru.json") as answer:
            held.set()
        await (await answer.value).finished()
        # The page has handled it once another round of its events is over.
        await page.evaluate("new Promise((done) => setTimeout(done))")
        await expect(whole).to_have_attribute("lang", "pl")
        # A page that still loads its words offers no choice that nobody hears.
        held.clear()
        await page.route("**/words/pl.json", late)
        async with page.expect_request("**/words/pl.json"):
            await page.goto(show.console.url)
        await expect(page.locator("#language option")).to_have_count(0)
        held.set()
        await page.locator("#language").select_option("en")
        await expect(whole).to_have_attribute("lang", "en")

    stage.play(scene)


@pytest.mark.parametrize("path", ["", f"console?key={KEY}"], ids=["spectators", "facilitator"])
def test_whoever_is_filmed_sees_that_pictures_are_kept(stage: Stage, path: str) -> None:
    async def scene(show: Show) -> None:
        page, sign = show.page, show.page.locator("#recording")
        await show.goto(path)
        await show.see(views.acting(1))
        await expect(sign).to_be_hidden()
        left = CameraView("left (/dev/video0)", "on", "settled", "measured", 0.41, 12)
        right = CameraView("right (/dev/video2)", "failed", "too-dark")
        await show.see(replace(views.acting(1), cameras=(left, right)))
        for language, words in RECORDED.items():
            await page.locator("#language").select_option(language)
            await expect(sign).to_have_text(words)
        await page.locator("#language").select_option("en")
        for width, height in SCREENS.values():
            await page.set_viewport_size({"width": width, "height": height})
            await expect(sign).to_be_in_viewport(ratio=1.0)
            seen = await page.evaluate(FIT)
            assert seen["wide"] <= width
            assert seen["outside"] == [] or width < 1000
        assert (await page.evaluate(FAINT_TEXT))["faint"] == []
        await page.set_viewport_size({"width": 1280, "height": 800})
        await reached(page, f"{'console' if path else 'display'}-recorded")
        cameras = page.locator("#cameras li")
        if path:
            await expect(cameras).to_have_text(
                [
                    "left (/dev/video0)lens measured · residual 0.41 px · 12 days ago · exposure set by the markers",
                    "right (/dev/video2)lens estimated from the table · too dark: bring a lamp",
                ]
            )
            await expect(cameras.first).to_be_visible()
        else:
            await expect(cameras.first).to_be_hidden()
        # A disk that is full ends it, and that is said too.
        await show.see(replace(views.acting(1), cameras=(replace(left, recording="failed"), right)))
        await expect(sign).to_have_text("Recording has stopped: pictures can’t be kept any more.")
        assert (await page.evaluate(FAINT_TEXT))["faint"] == []
        await show.see(replace(views.acting(1), cameras=(replace(left, recording=""),)))
        await expect(sign).to_be_hidden()

    stage.play(scene, reduced_motion="reduce")


@pytest.mark.parametrize(
    ("view", "words"),
    [
        (views.paused(), ("Paused", "The golems wait.")),
        (replace(views.paused(), game="robot_game"), ("Paused", "The robots wait.")),
        (replace(views.paused(), game="jetan"), ("Paused", "The game waits.")),
        (views.stopped(), ("Emergency stop", "All robots stand still.")),
        (views.over(), ("Red wins!", "The last golem standing.")),
        (views.over(2, ()), ("A draw",)),
        (replace(views.over(3, ("red", "blue")), reason="reach d4"), ("Red and Blue win!", "The goal is reached.")),
    ],
    ids=["paused", "paused-robots", "paused-pieces", "stopped", "over", "draw", "two-winners"],
)
def test_the_board_says_when_the_game_stands_still(stage: Stage, view: View, words: tuple[str, ...]) -> None:
    async def scene(show: Show) -> None:
        await show.goto()
        await show.see(view)
        overlay = show.page.locator("#overlay")
        for text in words:
            await expect(overlay).to_contain_text(text)
        await expect(overlay.locator(".portrait svg")).to_have_count(len(view.winners or ()))
        await show.see(views.acting(2, 4))
        await expect(overlay).to_be_hidden()

    stage.play(scene)


# Languages


def test_the_language_changes_everything_and_is_remembered(stage: Stage) -> None:
    async def scene(show: Show) -> None:
        await show.goto()
        page = show.page
        await show.see(views.acting(2))
        await page.locator("#language").select_option("ru")
        await expect(page.locator("html")).to_have_attribute("lang", "ru")
        await expect(page.locator("#phase")).to_have_text("Ряд 2 из 4")
        await expect(page.locator("#newest")).to_contain_text("Синий теряет жизнь")
        await expect(page.locator(".panel.of-red .slot.current .card svg")).to_contain_text("вправо")
        await expect(page.locator(GOLEM.format("red"))).to_have_count(1)
        await show.goto()
        await expect(page.locator("#phase")).to_have_text("Ряд 2 из 4")
        await show.goto("?lang=pl")
        await expect(page.locator("#phase")).to_have_text("Rząd 2 z 4")
        await expect(page.locator("#language")).to_have_value("pl")

    stage.play(scene)


@pytest.mark.parametrize(("locale", "language"), [("fr-CA", "fr"), ("de-DE", "de"), ("nl-NL", "pl")])
def test_the_browsers_language_is_the_first_guess(stage: Stage, locale: str, language: str) -> None:
    async def scene(show: Show) -> None:
        async with serving(FakeTable(), language="pl") as polish:
            await show.page.goto(polish.url)
            await expect(show.page.locator("html")).to_have_attribute("lang", language)
            # Before its table ends: a page that still connects would complain.
            await show.page.goto("about:blank")

    stage.play(scene, locale=locale)


# Looks


@pytest.mark.parametrize(
    ("path", "language", "players"),
    [
        ("", "en", 2),
        ("", "ru", 4),
        ("", "de", 4),
        (f"console?key={KEY}", "en", 4),
        (f"console?key={KEY}", "pl", 4),
        (f"console?key={KEY}", "de", 4),
        ("", "fr", 3),
    ],
)
def test_everything_fits_on_a_tv_a_laptop_and_a_phone(stage: Stage, path: str, language: str, players: int) -> None:
    async def scene(show: Show) -> None:
        page = show.page
        await show.goto(f"{path}{'&' if path else '?'}lang={language}")
        await page.evaluate("document.fonts.ready.then(() => true)")
        for name, view in scenes(players).items():
            if language != "en" and name not in CROWDED:
                continue
            await show.see(view)
            for size, (width, height) in SCREENS.items():
                await page.set_viewport_size({"width": width, "height": height})
                seen = await page.evaluate(FIT)
                assert seen["wide"] <= width, (name, size)
                assert seen["small"] == [], (name, size)
                if size != "phone":
                    assert seen["outside"] == [], (name, size)
            if language == "en":
                await page.set_viewport_size({"width": 1280, "height": 800})
                await reached(page, f"{'console' if path else 'display'}-{players}-{name}", television=not path)

    stage.play(scene, reduced_motion="reduce")


CROWDED = ("programs", "row", "differs", "estop")
"""The scenes with the most words."""


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_all_text_stands_out_from_its_ground(stage: Stage, scheme: str) -> None:
    async def scene(show: Show) -> None:
        await show.goto(f"console?key={KEY}")
        for name, view in scenes(4).items():
            await show.see(view)
            faint = await show.page.evaluate(FAINT_TEXT)
            assert faint["checked"] > 30, name
            assert faint["faint"] == [], name

    stage.play(scene, color_scheme=scheme, reduced_motion="reduce")
