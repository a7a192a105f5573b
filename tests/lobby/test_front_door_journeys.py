"""The front door as people use it, in a real browser: from `golem` to the first card, hot-seat, puzzles, going on."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from playwright.async_api import Browser, Route, ViewportSize, expect

from tests.support.accessibility import violations
from tests.support.door_pages import SIZES, Stage, button, lay, person, programs_of
from tests.support.front_door import STANDING, OpenDoor
from tests.support.page_states import LOOKS, reached, speak

DESKTOP: ViewportSize = {"width": 1366, "height": 768}


@pytest.mark.parametrize("size", list(SIZES))
def test_three_touches_lead_to_the_first_card(stage: Stage, tmp_path: Path, size: str) -> None:
    async def scene(door: OpenDoor, browser: Browser) -> None:
        async with person(browser, size) as page:
            await page.goto(door.url)
            touches = [
                page.get_by_role("link", name=re.compile("^Play now")),
                button(page, "Start"),
                button(page, re.compile("^Forward ")),
            ]
            for touch in touches:
                await touch.click()
            await expect(button(page, "Row 1: take back Forward")).to_be_visible()
            assert len(touches) == 3
            # The hand is at hand: nothing has to be scrolled to for the next card.
            await expect(button(page, re.compile("^Stand "))).to_be_in_viewport()

    stage.play(tmp_path, scene)


def test_a_round_against_the_computer_is_played_told_and_undone(stage: Stage, tmp_path: Path) -> None:
    async def scene(door: OpenDoor, browser: Browser) -> None:
        async with person(browser) as page:
            await page.goto(f"{door.url}play")
            await button(page, "Start").click()
            await button(page, "Rules").click()
            rules = page.get_by_role("dialog", name="Battle of Golems")
            await expect(rules.get_by_role("heading", name="Repeat 3")).to_be_visible()
            await reached(page, "game-rules")
            await rules.get_by_role("button", name="Close").click()
            await lay(page)
            await programs_of(page, 2)
            await reached(page, "game-round-2")
            await button(page, "Undo").click()
            await expect(page.locator("#sheet .choice").first).to_be_visible()
            await reached(page, "game-undo")
            await page.locator("#sheet .choice").first.click()
            await expect(page.locator("#overlay")).to_contain_text("Paused")
            await reached(page, "game-paused")
            await button(page, "Go on").click()
            await programs_of(page, 2)
            await expect(page.get_by_role("button", name="Ready")).to_be_disabled()

    stage.play(tmp_path, scene)


def test_a_row_that_runs_is_seen(stage: Stage, tmp_path: Path) -> None:
    async def scene(door: OpenDoor, browser: Browser) -> None:
        async with person(browser) as page:
            await page.goto(f"{door.url}play")
            await button(page, "Start").click()
            await lay(page)
            await expect(page.locator("#next-step")).to_contain_text("row 1 of 4")
            await expect(page.locator(".panel.of-red .slot.current .card")).to_have_attribute("aria-label", "Forward")
            await reached(page, "game-row")
            assert await page.locator("body").get_attribute("data-phase") == "row"
            # The records of a front door are in one place.
            await button(page, "Table").click()
            await expect(page.locator("#sheet").get_by_role("link", name="Replays")).to_have_attribute(
                "href", "/replays"
            )
            await reached(page, "game-table")

    stage.play(tmp_path, scene, STANDING)


def test_a_round_is_played_with_the_keyboard_only(stage: Stage, tmp_path: Path) -> None:
    async def scene(door: OpenDoor, browser: Browser) -> None:
        async with person(browser) as page:
            await page.goto(door.url)
            await expect(page.get_by_role("link", name=re.compile("^Play now"))).to_be_visible()

            async def tab_to(name: str) -> None:
                for _ in range(80):
                    await page.keyboard.press("Tab")
                    said = await page.evaluate(
                        "document.activeElement.getAttribute('aria-label') ?? document.activeElement.textContent"
                    )
                    if said.strip().startswith(name):
                        return
                raise AssertionError(f"no way to {name} with the tab key")

            await tab_to("Play now")
            await page.keyboard.press("Enter")
            await expect(button(page, "Start")).to_be_visible()
            await tab_to("Start")
            await page.keyboard.press("Enter")
            await expect(button(page, re.compile("^Forward "))).to_be_visible()
            for card in ("Forward", "Stand", "Attack", "Take"):
                await tab_to(f"{card} (")
                await page.keyboard.press("Enter")
            await tab_to("Ready")
            await page.keyboard.press("Enter")
            await programs_of(page, 2)

    stage.play(tmp_path, scene)


def test_between_two_at_one_screen_there_is_a_curtain(stage: Stage, tmp_path: Path) -> None:
    async def scene(door: OpenDoor, browser: Browser) -> None:
        async with person(browser) as page:
            await page.goto(f"{door.url}play")
            await page.get_by_role("combobox", name="Blue").select_option("here")
            await button(page, "Start").click()
            for name in ("Red", "Blue"):
                await expect(page.get_by_role("heading", name=f"{name}, lay your cards")).to_be_visible()
                assert await page.locator(".supply-card, .laid").count() == 0
                if name == "Blue":
                    await reached(page, "game-curtain")
                await button(page, f"I am {name}: show my cards").click()
                await lay(page)
            await programs_of(page, 2)

    stage.play(tmp_path, scene)


def test_a_game_goes_on_after_the_front_door_was_closed(stage: Stage, tmp_path: Path) -> None:
    async def scene(door: OpenDoor, browser: Browser) -> None:
        async with person(browser) as page:
            await page.goto(f"{door.url}play")
            await button(page, "Start").click()
            await lay(page)
            await programs_of(page, 2)
            await page.goto(f"{door.url}watch")
            await page.wait_for_selector("body.ready")
            await reached(page, "watch-games")
            await page.goto(f"{door.url}continue")
            await expect(button(page, re.compile("^Close: "))).to_be_visible()
            await reached(page, "continue-games")
            await button(page, re.compile("^Close: ")).click()
            await button(page, re.compile("^Go on: ")).click()
            await programs_of(page, 2)
            async with page.expect_response("**/command"):
                await page.locator('[data-card="stand"]').click()

    async def again(door: OpenDoor, browser: Browser) -> None:
        async with person(browser) as page:
            await page.goto(f"{door.url}continue")
            await page.get_by_role("link", name=re.compile("^Go on: ")).click()
            await programs_of(page, 2)
            await expect(button(page, "Row 1: take back Stand")).to_be_visible()

    stage.play(tmp_path, scene)
    stage.play(tmp_path, again)


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


def test_the_kit_is_printed_from_the_page(stage: Stage, tmp_path: Path) -> None:
    async def scene(door: OpenDoor, browser: Browser) -> None:
        async with person(browser) as page:
            await page.goto(f"{door.url}print")
            link = page.get_by_role("link", name=re.compile("^PDF: ")).first
            await expect(link).to_be_visible()
            for way, start in (
                (await link.get_attribute("href"), b"%PDF"),
                ("/api/print/nothing.pdf", b"{"),
                ("/rules/jetan.pdf?language=ru&paper=A3", b"%PDF"),
                ("/rules/jetan.pdf?language=xx", b"{"),
                ("/rules/chess.pdf", b"{"),
                ("/rules/chess.json", b"{"),
            ):
                answer = await page.request.get(f"{door.url.rstrip('/')}{way}")
                assert (await answer.body()).startswith(start)

    stage.play(tmp_path, scene)


def test_every_door_leads_somewhere(stage: Stage, tmp_path: Path) -> None:
    async def scene(door: OpenDoor, browser: Browser) -> None:
        async with person(browser) as page:
            await page.goto(door.url)
            await page.wait_for_selector("a.door")
            for way in [str(await one.get_attribute("href")) for one in await page.locator("a.door").all()]:
                await page.goto(f"{door.url.rstrip('/')}{way}")
                await page.wait_for_selector("body.ready")
                await expect(page.get_by_role("heading", level=1)).not_to_be_empty()

    stage.play(tmp_path, scene)


def test_who_is_no_facilitator_comes_in_with_a_code_or_looks_on(stage: Stage, tmp_path: Path) -> None:
    async def as_a_guest(route: Route) -> None:
        answer = await route.fetch()
        await route.fulfill(json={**await answer.json(), "facilitator": False})

    async def scene(door: OpenDoor, browser: Browser) -> None:
        async with person(browser, "phone", service_workers="block") as page:
            await page.route("**/api/visitor.json", as_a_guest)
            await page.goto(door.url)
            await expect(page.locator("a.door")).to_have_count(3)
            await reached(page, "guest-home")
            for way in ("play", "setup", "replays", "class"):
                await page.goto(f"{door.url}{way}")
                await expect(page.get_by_role("status")).to_contain_text("Only the facilitator can do this")
                await expect(page.get_by_role("main").get_by_role("link", name="Watch")).to_be_visible()
                await expect(page.get_by_role("main").get_by_role("button")).to_have_count(0)
            await reached(page, "guest-class")
            await page.goto(door.url)
            await page.get_by_role("link", name="Join a game").click()
            await expect(page.get_by_label("Code")).to_be_visible()

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


def test_axe_finds_nothing_on_any_page_at_any_size(stage: Stage, tmp_path: Path) -> None:
    async def scene(door: OpenDoor, browser: Browser) -> None:
        async with person(browser) as page:

            async def look(name: str) -> None:
                await reached(page, name)
                for size, (width, height) in SIZES.items():
                    if size != "desktop" and not LOOKS:
                        await page.set_viewport_size({"width": width, "height": height})
                        assert await violations(page) == [], (name, size)
                await page.set_viewport_size(DESKTOP)

            for path in (
                "",
                "play",
                "setup",
                "continue",
                "watch",
                "print",
                "puzzles",
                "class",
                "rules",
                "replays",
                "join",
            ):
                await page.goto(f"{door.url}{path}")
                await page.wait_for_selector("body.ready")
                await look(f"empty-{path}" if path in ("continue", "watch", "class", "replays") else path or "home")
            await page.goto(f"{door.url}play")
            await page.get_by_text("More: scenario").click()
            await page.get_by_role("checkbox", name=re.compile("^Free set-up")).check()
            await look("free set-up")
            await page.locator('[name="seat-blue"]').select_option("here")
            await page.locator('[name="seat-red"]').select_option("phone")
            await button(page, "Start").click()
            await expect(page.get_by_role("img", name="QR code of the seat: Red")).to_be_visible()
            await look("seats")
            await page.locator("#seats-dialog").get_by_role("button", name="Close").click()
            await page.wait_for_selector("body[data-drawn]")
            await look("hand")

    stage.play(tmp_path, scene)
