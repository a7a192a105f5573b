"""Programs and their story on the console's page in a real browser: cards that are turned row by row."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from playwright.async_api import Page, expect

from controller.table.view.view import RowStory
from tests.support import views
from tests.support.console_stage import Show, Stage
from tests.support.demo_page import SCREENS
from tests.support.web import KEY

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
                if (path, size, players) == ("", "tv", 2):
                    await show.see(views.acting(1, players))
                    large = [await page.locator(one).first.evaluate(FONT) for one in ("#phase", ".hands h3")]
                    # From 4 m: 40 px of 1080, of what matters.
                    assert min(large) >= 0.037 * SCREENS["tv"][1], large

    stage.play(scene, reduced_motion="reduce")


FONT = "(element) => parseFloat(getComputedStyle(element).fontSize)"
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
