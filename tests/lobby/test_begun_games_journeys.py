"""What is begun at the front door, in a real browser: games, puzzles, scenarios, a lesson, and what cannot begin."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from playwright.async_api import Browser, expect

from tests.support.door_pages import Stage, button, lay, person
from tests.support.front_door import OpenDoor
from tests.support.page_states import reached, speak


@pytest.mark.parametrize("game", ["Robots on hexagons", "Robot Game"])
def test_every_other_game_begins(stage: Stage, tmp_path: Path, game: str) -> None:
    async def scene(door: OpenDoor, browser: Browser) -> None:
        async with person(browser) as page:
            await page.goto(f"{door.url}play")
            await page.get_by_role("radio", name=re.compile(f"^{game}")).check()
            await button(page, "Start").click()
            await page.wait_for_selector("body[data-drawn]")
            await expect(page.locator("#mat svg")).to_be_visible()
            if game == "Robot Game":
                # Computers play it: it waits while it is looked at.
                await button(page, "Pause").click()
                await expect(page.locator("#overlay")).to_contain_text("Paused")
            await reached(page, f"game-{game}")

    stage.play(tmp_path, scene)


def test_a_puzzle_begins_with_one_touch_and_the_class_overview_tells_of_it(stage: Stage, tmp_path: Path) -> None:
    async def scene(door: OpenDoor, browser: Browser) -> None:
        async with person(browser, "tablet") as page:
            await page.goto(f"{door.url}puzzles")
            await expect(page.get_by_role("button", name=re.compile("^Play: "))).to_have_count(30)
            await expect(page.locator('img[src="/api/tasks/puzzle/sleepwalker.svg"]')).to_have_js_property(
                "complete", True
            )
            await expect(page.locator(".puzzles img").first).not_to_have_js_property("naturalWidth", 0)
            await page.get_by_label("Who plays?").fill("Anna <b>")
            await expect(page.get_by_text("0 of 30 solved")).to_be_visible()
            await button(page, re.compile("^Play: 2. ")).click()
            await expect(button(page, re.compile("^Forward "))).to_be_visible()
            await reached(page, "game-puzzle")
            await button(page, "stand on a4 · Rounds: at most 1.").click()
            card = page.get_by_role("dialog", name="First steps")
            await card.get_by_role("button", name="Close").click()
            await lay(page, ("forward", "forward", "forward", "stand"))
            await page.wait_for_selector('body[data-phase="over"]')
            await page.goto(f"{door.url}puzzles")
            await expect(page.get_by_text("1 of 30 solved")).to_be_visible()
            await expect(page.locator(".entry", has_text="2. First steps")).to_contain_text(
                "★ solved with the fewest cards"
            )
            await page.get_by_role("link", name="Class overview").click()
            row = page.get_by_role("row", name=re.compile("^Anna <b> 1 "))
            await expect(row).to_contain_text("solved with the fewest cards · rounds: 1, cards: 4 · tries: 1")
            await reached(page, "class")
            async with page.expect_download() as download:
                await page.get_by_role("link", name="Save as CSV").click()
            assert "Anna <b>,1,1," in Path(await (await download.value).path()).read_text("utf-8")
            remove = button(page, "Remove: Anna <b>")
            await remove.click()
            dialog = page.get_by_role("dialog")
            await expect(dialog).to_contain_text("All records of puzzles that Anna <b> played are deleted: 1.")
            await dialog.get_by_role("button", name="Do not remove").click()
            await expect(dialog).to_be_hidden()
            await remove.click()
            await dialog.get_by_role("button", name="Remove", exact=True).click()
            await expect(page.locator("#toast")).to_contain_text("close the game first: golem-puzzles-1")
            await page.goto(f"{door.url}continue")
            await button(page, "Close: golem-puzzles-1").click()
            await page.goto(f"{door.url}class")
            await remove.click()
            await dialog.get_by_role("button", name="Remove", exact=True).click()
            await expect(page.get_by_text("Nobody has played a puzzle under a nickname yet.")).to_be_visible()
            assert [*door.folder.glob("*.jsonl")] == []

    stage.play(tmp_path, scene)


def test_a_first_game_is_played_with_help_and_goes_on_after_a_reload(stage: Stage, tmp_path: Path) -> None:
    async def scene(door: OpenDoor, browser: Browser) -> None:
        async with person(browser, "phone") as page:
            await page.goto(f"{door.url}play")
            await button(page, "Show me how").click()
            guide = page.get_by_role("region", name="Your first game")
            await expect(guide).to_be_visible()
            await reached(page, "guide-1")
            await guide.get_by_role("button", name="Let’s go").click()
            for number, card in enumerate(("Forward", "Turn right", "Forward", "Attack")):
                await expect(guide).to_contain_text(f"Step {2 if number == 0 else 3} of 6")
                advised = page.locator(".supply-card.advised")
                await expect(advised).to_be_in_viewport()
                await expect(advised).to_contain_text(card)
                async with page.expect_response("**/command"):
                    await advised.click()
                if number == 1:
                    await page.reload()
            await reached(page, "guide-4")
            await button(page, "Ready").click()
            await expect(guide).to_contain_text("Step 5 of 6")
            # A hint comes in three steps: the idea, the row, the card.
            for said in ("about: Sequence", "Look at row 1.", "Try this in row 1: Forward"):
                await button(page, "Hint").click()
                await expect(page.locator(".hint-answer")).to_contain_text(said)
            await reached(page, "guide-hint")
            await lay(page, ("forward", "forward", "turn-left", "forward"))
            await expect(guide).to_contain_text("Step 6 of 6")
            await expect(page.locator("#overlay")).to_contain_text("Solved!")
            await reached(page, "guide-solved")
            await guide.get_by_role("link", name="Play against the computer").click()
            await button(page, "Show me how").click()
            await guide.get_by_role("button", name="Without help").click()
            await expect(page.get_by_text("Lay a card in row 1.")).to_be_visible()
            await page.reload()
            await expect(page.get_by_text("Lay a card in row 1.")).to_be_visible()
            await expect(guide).to_be_hidden()

    stage.play(tmp_path, scene)


def test_a_free_set_up_and_a_scenario_begin(stage: Stage, tmp_path: Path) -> None:
    async def scene(door: OpenDoor, browser: Browser) -> None:
        async with person(browser) as page:
            await page.goto(f"{door.url}play")
            await page.get_by_text("More: scenario").click()
            await page.get_by_role("checkbox", name=re.compile("^Free set-up")).check()
            await button(page, "b2: empty").click()
            await expect(button(page, "b2: Wall")).to_be_visible()
            await page.get_by_role("button", name="Yellow", exact=True).click()
            await button(page, "c3: empty").click()
            # One number after the other: nothing that was typed is lost.
            await page.locator('[data-key="lives-red"]').fill("2")
            await page.locator('[data-key="lives-blue"]').fill("4")
            await page.get_by_label("Energy").fill("6")
            await button(page, "Start").click()
            await expect(button(page, re.compile("^Forward "))).to_be_visible()
            view = next(iter(door.lobby.games.values())).views.latest()
            assert [(token.kind, token.spot) for token in view.play.tokens] == [("wall", "b2")]
            assert ({piece.name: piece.lives for piece in view.play.pieces}, view.energy) == (
                {"red": 2, "blue": 4, "yellow": 3},
                6,
            )
            assert {piece.name: piece.spot for piece in view.play.pieces} == {"red": "a1", "blue": "d4", "yellow": "c3"}
            await page.goto(f"{door.url}play")
            await page.get_by_text("More: scenario").click()
            await page.locator("[data-key=scenario]").select_option("clear-the-yard")
            await expect(page.locator(".balance")).to_contain_text("Fair? You win or lose together")
            # What lies there stays; where nothing lies, one more barrel can be laid, and taken off again.
            await expect(button(page, "e5: Barrel")).to_be_disabled()
            for cell in ("a6", "f1", "b2"):
                await button(page, f"{cell}: empty").click()
            await button(page, "b2: Barrel").click()
            await reached(page, "play-scenario")
            await button(page, "Start").click()
            await expect(page.locator("#task")).to_contain_text("Scenario")
            await expect(page.locator("#mat .token.barrel")).to_have_count(7)
            await reached(page, "game-scenario")

    stage.play(tmp_path, scene)


def test_what_cannot_be_played_is_said_in_plain_words(stage: Stage, tmp_path: Path) -> None:
    async def scene(door: OpenDoor, browser: Browser) -> None:
        async with person(browser) as page:
            await page.goto(f"{door.url}play")
            await page.get_by_text("More: scenario").click()
            await page.get_by_role("checkbox", name=re.compile("^Free set-up")).check()
            lives = page.locator('[data-key="lives-red"]')
            await lives.fill("three")
            await page.get_by_label("Energy").fill("99")
            await button(page, "Start").click()
            for language, words in (
                ("en", ("lives are 1 to 9", "energy is a whole number from 2 to 10")),
                ("pl", ("żyć może być od 1 do 9", "energia to liczba całkowita od 2 do 10")),
            ):
                await speak(page, language)
                # What was typed stays, and each field says what is wrong with it, in the language of the moment.
                await expect(page.locator("small.wrong")).to_have_text(list(words))
                await expect(lives).to_have_value("three")
                await expect(lives).to_have_attribute("aria-invalid", "true")
            await reached(page, "play-refused")
            assert not door.lobby.games

    stage.play(tmp_path, scene)
