"""The page in a real browser: what people see, and what their clicks and keys do."""

from __future__ import annotations

import asyncio
import re
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, replace
from typing import Any

import pytest
from playwright.async_api import Browser, Page, Route, expect

from controller.console.console_ports import CommandAnswer
from controller.console.server import Console
from controller.console.table_routes import ALIVE_S
from controller.table.view.undo_steps import UndoneGolem, UndoStep
from controller.table.view.view import CameraView, RowStory, View
from tests.support import chromium, views
from tests.support.chromium import SharedBrowser
from tests.support.contrast import FAINT_TEXT
from tests.support.demo_page import SCREENS, scenes
from tests.support.views import FakeTable
from tests.support.web import KEY, serving


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

        self.runner.run(asyncio.wait_for(act(), 120))


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
        await asyncio.wait_for(self.table.heard.wait(), 10)
        self.table.heard.clear()
        return self.table.asked.pop()


@asynccontextmanager
async def opened(browser: Browser, width: int = 1366, height: int = 768, **options: Any) -> AsyncIterator[Page]:
    """A page of its own, with its own storage; whatever it complains about fails the test."""
    options = {"viewport": {"width": width, "height": height}, "locale": "en-GB", **options}
    context = await browser.new_context(**options)
    page = await context.new_page()
    page.set_default_timeout(20_000)
    complaints: list[str] = []
    page.on("pageerror", lambda error: complaints.append(str(error)))
    page.on("console", lambda message: complaints.append(message.text) if message.type == "error" else None)
    try:
        yield page
    finally:
        await context.close()
    expected = ("ERR_CONNECTION_REFUSED", "403 (Forbidden)", "409 (Conflict)")
    assert [said for said in complaints if not any(words in said for words in expected)] == []


@pytest.fixture(scope="module")
def stage(chrome: SharedBrowser) -> Stage:
    return Stage(chrome.runner, chrome.browser)


def test_without_chromium_the_tests_say_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", "/nowhere")
    with pytest.raises(chromium.NoChromium, match="apt-get install chromium"), asyncio.Runner() as runner:
        runner.run(chromium.browser().__aenter__())


# The board

GOLEM = "#mat .golem.of-{}"


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
            for (const ride of rides) { ride.pause(); ride.currentTime = ride.effect.getTiming().duration / 2; }
            return [rides.length, new DOMMatrix(getComputedStyle(golem).transform).f];
        }"""
        base = views.acting(1)
        red, blue = base.play.pieces
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


# Programs


async def rows(page: Page, colour: str) -> list[str]:
    """What a player's rows show: card names, "back" or nothing."""
    told: list[str] = await page.evaluate(
        """(selector) => [...document.querySelectorAll(selector)].map((row) =>
            [...row.querySelectorAll(".card")].map((card) =>
                card.classList.contains("back") ? "back" : card.getAttribute("aria-label")).join(" + "))""",
        f".panel.of-{colour} .slot",
    )
    return told


def test_programs_are_laid_and_revealed_row_by_row(stage: Stage) -> None:
    async def scene(show: Show) -> None:
        await show.goto()
        page = show.page
        await show.see(views.laying())
        assert await rows(page, "red") == ["back"] * 4
        assert await rows(page, "blue") == ["back", "back", "", ""]
        await expect(page.locator(".panel.of-red .progress")).to_have_text("Complete")
        await expect(page.locator(".panel.of-blue .progress")).to_have_text("2 of 4 rows")
        await expect(page.locator(".panel.of-blue .problems")).to_have_text(
            "Row 2: an If needs two more cards beside it."
        )
        await expect(page.locator(".panel.of-red .die")).to_have_attribute("aria-label", "Bonus die: If")
        await show.see(views.acting(1, 4))
        assert await page.locator(".die").all_inner_texts() == ["IF", "×2", "–", "–"]
        await expect(page.locator(".panel.of-yellow .die")).to_have_attribute("aria-label", "Bonus die: no bonus")
        await show.see(views.acting(1))
        assert await rows(page, "red") == ["Forward", "back", "back", "back"]
        await show.see(views.acting(3))
        assert await rows(page, "red") == ["Forward", "Turn right", "If enemy ahead + Attack + Forward", "back"]
        assert await rows(page, "blue") == ["Repeat 2 + Forward", "Turn left", "Defend", "back"]
        await expect(page.locator(".slot.current")).to_have_count(2)
        await expect(page.locator(".panel.of-blue .slot.current")).to_have_attribute("data-row", "3")
        await expect(page.locator(".panel .problems li, .panel .progress:visible")).to_have_count(0)

    stage.play(scene)


def test_no_byte_tells_a_row_before_it_is_played(stage: Stage) -> None:
    async def scene(show: Show) -> None:
        page = show.page
        show.table.picture = b"\xff\xd8 red lies: forward turn-right"
        frames: list[str] = []
        bodies: list[bytes] = []
        pictures: set[str] = set()
        answers: list[Any] = []
        page.on("websocket", lambda socket: socket.on("framereceived", lambda frame: frames.append(str(frame))))
        page.on("response", lambda response: answers.append(response))
        await show.goto()
        revealed: set[str] = set()
        for step in range(5):
            await show.see(views.acting(step, 4) if step else views.laying(4))
            await page.evaluate("fetch('/view.json').then((answer) => answer.text())")
            revealed |= {cards for rows in views.PROGRAMS.values() for cards in rows[:step]}
            hidden = {row for rows in views.PROGRAMS.values() for row in rows[step:]} - revealed
            for answer in answers:
                if answer.url.endswith("/view.json"):
                    bodies.append(await answer.body())
                elif "/art/card/" in answer.url:
                    pictures.add(answer.url.split("/art/card/")[1])
            answers.clear()
            sent = "\n".join(frames) + "\n".join(body.decode() for body in bodies)
            assert f'"sequence":{step + 1},' in sent
            assert [row for row in hidden if f'"{row}"' in sent] == []
            known = {
                f"{colour}/{card}"
                for colour, program in views.PROGRAMS.items()
                for row in program[:step]
                for card in CARDS[row]
            }
            assert {"/".join(name.replace("%20", " ").split("/")[:2]) for name in pictures} == known
        assert all(row in sent for row in revealed)
        assert "lies" not in sent

    stage.play(scene)


CARDS = {
    row: row.replace(" else", "").replace("if ", "if_").replace("repeat ", "repeat_").split()
    for program in views.PROGRAMS.values()
    for row in program
}
CARDS = {row: [card.replace("_", " ") for card in cards] for row, cards in CARDS.items()}
"""Each row's cards, found in another way than the page does it."""


# The story and the state of the game


def test_the_story_is_told_newest_first_and_read_out_once(stage: Stage) -> None:
    async def scene(show: Show) -> None:
        await show.goto()
        page = show.page
        await show.see(views.acting(1))
        await expect(page.locator("#newest h3")).to_have_text("Round 3 · Row 1")
        await show.see(views.acting(2))
        await expect(page.locator("#newest")).to_contain_text("Blue loses a life: Yellow strikes")
        await expect(page.locator("#older li h3").first).to_have_text("Round 3 · Row 1")
        await expect(page.locator("#newest")).to_have_attribute("aria-live", "polite")
        await page.evaluate(
            """() => {
                window.heard = 0;
                const watcher = new MutationObserver((changes) => { window.heard += changes.length; });
                const all = { subtree: true, childList: true, characterData: true };
                watcher.observe(document.querySelector("#newest"), all);
            }"""
        )
        await show.see(replace(views.acting(2), phase="check"))
        assert await page.evaluate("window.heard") == 0
        await show.see(views.acting(1))
        assert await page.evaluate("window.heard") > 0

    stage.play(scene)


def test_the_same_sentence_about_the_same_golem_is_told_once(stage: Stage) -> None:
    async def scene(show: Show) -> None:
        await show.goto()
        air = views.words("It beats the air.", "", "", "")
        other = views.words("It turns.", "", "", "")
        row = RowStory(3, 3, (air, air, other, air, air), ("red", "blue", "red", "red", "red"))
        await show.see(replace(views.acting(3), story=(row,)))
        told = await show.page.locator("#newest li").all_inner_texts()
        assert told == ["It beats the air. ×3", "It beats the air.", "It turns."]

    stage.play(scene)


def test_pressing_a_row_that_was_played_tells_why_it_went_as_it_did(stage: Stage) -> None:
    async def scene(show: Show) -> None:
        await show.goto()
        page = show.page
        row = ".panel.of-blue [data-row='{}'] button"
        await show.see(views.acting(2))
        await expect(page.locator("#newest .asked")).to_have_count(0)
        await page.locator(".panel.of-blue [data-row='1'] .card").first.click(force=True)
        await expect(page.locator("#newest h3")).to_have_text("Round 3 · Row 1")
        await expect(page.locator("#newest .asked")).to_have_text(
            "Blue (Repeat 2, Forward) does not move: a barrel stands in d3."
        )
        await expect(page.locator("#older li h3").first).to_have_text("Round 3 · Row 2")
        await expect(page.locator(row.format(1))).to_have_accessible_name("Row 1: what happened and why")
        # What lies face down can't be asked about; the next row that is played is told without being asked.
        await expect(page.locator(row.format(3))).to_be_disabled()
        await expect(page.locator(row.format(4))).to_be_disabled()
        await show.see(replace(views.acting(3), story=(*views.STORY, views.long_row(1))))
        await expect(page.locator("#newest h3")).to_have_text("Round 3 · Row 3")
        await expect(page.locator("#newest .asked")).to_have_count(0)
        await page.locator(row.format(2)).focus()
        await page.keyboard.press("Enter")
        await expect(page.locator("#newest h3")).to_have_text("Round 3 · Row 2")

    stage.play(scene)


@pytest.mark.parametrize("path", ["", f"console?key={KEY}&"])
def test_a_long_row_is_shrunk_and_what_still_has_no_room_is_scrolled_to(stage: Stage, path: str) -> None:
    async def scene(show: Show) -> None:
        page = show.page
        await show.goto(f"{path or '?'}lang=pl")
        await page.evaluate("document.fonts.ready.then(() => true)")
        for players in (2, 4):
            for size in ("laptop", "tv"):
                width, height = SCREENS[size]
                await page.set_viewport_size({"width": width, "height": height})
                steps = []
                for sentences in (1, 4, 8, 40):
                    await show.see(replace(views.acting(3, players), story=(*views.STORY, views.long_row(sentences))))
                    card = await page.evaluate(CARD)
                    assert card["bottom"] <= card["room"] + 0.5, (players, size, sentences)
                    assert card["clipped"] == card["marked"], (players, size, sentences)
                    steps.append(int(card["size"]))
                assert steps == sorted(steps), (players, size)
                assert (steps[0], card["clipped"], card["focusable"]) == (0, True, True), (players, size)
                await page.locator("#newest li").last.scroll_into_view_if_needed()
                await expect(page.locator("#newest.more")).to_have_count(0)
                await expect(page.locator("#newest li").last).to_be_in_viewport(ratio=1)

    stage.play(scene, reduced_motion="reduce")


CARD = """() => {
    const card = document.querySelector("#newest");
    const list = card.querySelector(".sentences");
    return {
        bottom: card.getBoundingClientRect().bottom,
        room: card.parentElement.getBoundingClientRect().bottom,
        size: card.dataset.size,
        clipped: list.scrollHeight > list.clientHeight + 1,
        marked: card.classList.contains("more"),
        focusable: list.tabIndex === 0,
    };
}"""


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
        (views.stopped(), ("Emergency stop", "All robots stand still.")),
        (views.over(), ("Red wins!", "The last golem standing.")),
        (views.over(2, ()), ("A draw",)),
        (replace(views.over(3, ("red", "blue")), reason="reach d4"), ("Red and Blue win!", "The goal is reached.")),
    ],
    ids=["paused", "stopped", "over", "draw", "two-winners"],
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

    stage.play(scene, locale=locale)


# Commands


def test_anyone_may_press_emergency_stop(stage: Stage) -> None:
    async def scene(show: Show) -> None:
        await show.goto()
        await show.see(views.acting(2))
        await expect(show.page.locator("#controls")).to_be_hidden()
        await show.page.get_by_role("button", name="Emergency stop").click()
        assert await show.asked() == ("estop", {})
        await expect(show.page.locator("#toast")).to_have_text("Done.")
        assert show.table.asked == [], "it was asked on two ways, and is one"
        # Even when the page's own port answers nobody any more.
        await show.page.route("**/command", lambda route: None)
        await show.page.get_by_role("button", name="Emergency stop").click()
        assert await show.asked() == ("estop", {})
        await expect(show.page.locator("#toast")).to_have_text("Done.")

    stage.play(scene)


def test_the_facilitator_commands_with_buttons_and_keys(stage: Stage) -> None:
    async def scene(show: Show) -> None:
        page = show.page
        await show.goto(f"console?key={KEY}")
        await expect(page).to_have_url(f"{show.console.url}console")
        await show.see(views.acting(2))
        await page.get_by_role("button", name="Pause").click()
        assert await show.asked() == ("pause", {})
        await page.evaluate("document.activeElement.blur()")
        await page.keyboard.press("Space")
        assert await show.asked() == ("pause", {})
        await show.see(views.paused())
        await page.evaluate("document.activeElement.blur()")
        await page.keyboard.press("Space")
        assert await show.asked() == ("resume", {})
        await page.keyboard.press("Escape")
        assert await show.asked() == ("estop", {})
        await show.see(views.stopped())
        await page.get_by_role("button", name="Release the stop").click()
        assert await show.asked() == ("clear", {})
        await show.see(replace(views.acting(4), phase="ready", may=views.MAY["ready"]))
        await expect(page.locator("#controls .primary")).to_have_text("Play the row")
        await page.get_by_role("button", name="Play the row").click()
        assert await show.asked() == ("go", {})
        await page.reload()
        await expect(page.get_by_role("button", name="Play the row")).to_be_visible()

    stage.play(scene)


def test_only_what_makes_sense_now_can_be_pressed(stage: Stage) -> None:
    async def scene(show: Show) -> None:
        await show.goto(f"console?key={KEY}")
        for phase, may in views.MAY.items():
            await show.see(views.in_phase(phase))
            shown: list[str] = await show.page.evaluate(
                "[...document.querySelectorAll('#controls button:enabled')].map((button) => button.dataset.command)"
            )
            assert sorted(shown) == sorted(set(may) - {"estop"}), phase

    stage.play(scene)


def halted(base: View) -> View:
    """A view of the same game at a pause."""
    return replace(base, paused=True, may=("resume", "stop", "estop", "undo"))


def steps(*rows: tuple[int, int]) -> tuple[UndoStep, ...]:
    """What can be undone, the newest first."""
    red = UndoneGolem("red", "a1", "N")
    return tuple(UndoStep(number, row, back, (red,)) for back, (number, row) in enumerate(rows, 1))


def test_an_undo_pauses_the_game_before_it_asks_and_goes_to_any_row_in_one_touch(stage: Stage) -> None:
    async def scene(show: Show) -> None:
        page = show.page
        undo, sheet = page.get_by_role("button", name="Undo"), page.locator("#sheet")
        await show.goto(f"console?key={KEY}")
        await show.see(views.laying())
        await undo.click()
        assert await show.asked() == ("pause", {})
        await expect(sheet).to_be_hidden()
        # A row was played just before the pause took hold: that one is the newest now.
        show.table.undoable = steps((3, 2), (3, 1), (2, 4))
        await show.see(halted(replace(views.laying(), story=views.STORY)))
        newest = sheet.locator(".choice").first
        await expect(newest).to_contain_text("Round 3 · Row 2")
        await expect(newest).to_contain_text("1 row is taken back. Back to: Red a1, north.")
        await page.get_by_role("button", name="Close", exact=True).click()
        await expect(sheet).to_be_hidden()
        assert await show.asked() == ("resume", {})
        await show.see(replace(views.laying(), story=views.STORY))
        await undo.click()
        assert await show.asked() == ("pause", {})
        await show.see(halted(replace(views.laying(), story=views.STORY)))
        await sheet.get_by_role("button", name="Round 2 · Row 4").click()
        assert await show.asked() == ("undo", {"round": 3, "row": 2, "rows": 3})
        await expect(sheet).to_be_hidden()
        assert show.table.asked == []

    stage.play(scene)


def test_an_undo_in_a_paused_game_leaves_the_pause_alone_and_a_refusal_is_shown(stage: Stage) -> None:
    async def scene(show: Show) -> None:
        page, sheet = show.page, show.page.locator("#sheet")
        show.table.undoable = steps((2, 4))
        await show.goto(f"console?key={KEY}")
        await show.see(halted(views.laying()))
        await page.get_by_role("button", name="Undo").click()
        await page.get_by_role("button", name="Close", exact=True).click()
        await expect(sheet).to_be_hidden()
        show.table.answer = CommandAnswer(False, views.words("That does not fit now.", "", "", ""))
        await page.get_by_role("button", name="Undo").click()
        await sheet.get_by_role("button", name="Round 2 · Row 4").click()
        assert await show.asked() == ("undo", {"round": 2, "row": 4, "rows": 1})
        assert show.table.asked == []
        await expect(page.locator("#toast.bad")).to_have_text("That does not fit now.")
        await page.get_by_role("button", name="Close", exact=True).click()
        await show.see(views.laying())
        await page.get_by_role("button", name="Undo").click()
        assert await show.asked() == ("pause", {})
        await expect(sheet).to_be_hidden()

    stage.play(scene)


def test_the_console_opens_with_the_right_key_only(stage: Stage) -> None:
    async def scene(show: Show) -> None:
        page = show.page
        show.table.picture = JPEG
        await show.goto("console?key=guess")
        await show.see(views.acting(2))
        await expect(page.locator("#key")).to_be_visible()
        await expect(page.locator("#controls, #eye")).to_have_count(2)
        await expect(page.locator("#controls")).to_be_hidden()
        await expect(page.locator("#eye")).to_be_hidden()
        await page.get_by_label("The facilitator's key").fill("wrong")
        await page.get_by_role("button", name="Open the console").click()
        await expect(page.locator("#key-wrong")).to_be_visible()
        await page.get_by_label("The facilitator's key").fill(KEY)
        await page.get_by_role("button", name="Open the console").click()
        await expect(page.get_by_role("button", name="Pause")).to_be_enabled()
        await expect(page.locator("#preview")).to_be_visible()
        await expect(page.locator("#preview")).to_have_js_property("naturalWidth", 8)
        await page.get_by_role("button", name="Enlarge the camera’s picture").click()
        assert await page.locator("#preview").evaluate("(image) => image.getBoundingClientRect().height > 600")

    stage.play(scene)


JPEG = bytes.fromhex(
    "ffd8ffe000104a46494600010100000100010000ffdb004300080606070605080707070909080a0c140d0c0b0b0c1912130f141d1a1f1e1d"
    "1a1c1c20242e2720222c231c1c2837292c30313434341f27393d38323c2e333432ffc0000b080008000801011100ffc40014000100000000"
    "00000000000000000000000008ffc4001410010000000000000000000000000000000000ffda0008010100003f0054bfffd9"
)
"""A grey picture, 8 x 8 px."""


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
            later = FakeTable()
            later.show(views.acting(3))
            async with serving(later, port=console.port):
                await expect(page.locator("#lost")).to_be_hidden()
                await expect(page.locator("#phase")).to_have_text("Row 3 of 4")

    stage.runner.run(asyncio.wait_for(act(), 120))


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

    stage.runner.run(asyncio.wait_for(act(), 120))


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

    stage.play(scene, reduced_motion="reduce")


CROWDED = ("programs", "row", "differs", "estop")
"""The scenes with the most words."""

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
