"""The front door as people use it, in a real browser: from `golem` to the first card, hot-seat, phones, going on."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from playwright.async_api import Browser, ViewportSize, expect

from tests.support.accessibility import violations
from tests.support.door_pages import SIZES, Stage, button, lay, person, programs_of
from tests.support.front_door import OpenDoor
from tests.support.page_states import LOOKS, reached

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


def test_each_lays_secret_cards_on_the_own_phone(stage: Stage, tmp_path: Path) -> None:
    async def scene(door: OpenDoor, browser: Browser) -> None:
        async with person(browser) as host, person(browser, "phone") as red, person(browser, "phone") as thief:
            await host.goto(f"{door.url}play")
            await host.get_by_role("combobox", name="Red").select_option("phone")
            await host.get_by_role("combobox", name="Blue").select_option("easy")
            await button(host, "Start").click()
            await expect(host.get_by_role("img", name="QR code of the seat: Red")).to_be_visible()
            address = await host.locator(".address").inner_text()
            code = address.partition("#")[2]
            await red.goto(f"{door.url}join#{code}")
            await expect(button(red, re.compile("^Forward "))).to_be_visible()
            assert code not in red.url
            await expect(host.get_by_text("A phone plays here.")).to_be_visible()
            # Another phone with a photo of the same code is told so, and sees nothing.
            await thief.goto(f"{door.url}join#{code}")
            await expect(thief.get_by_text("Another phone plays this seat")).to_be_visible()
            await reached(thief, "join-taken")
            game = next(iter(door.lobby.games))
            for other in (host, thief):
                for secret in ("hand", "hint"):
                    asked = await other.request.get(f"{door.url}games/{game}/{secret}.json?player=red")
                    assert asked.status == 403
            await red.locator('[data-card="take"]').click()
            await expect(host.locator(".of-red .progress")).to_contain_text("1 of 4 rows")
            assert "take" not in str(
                (await (await host.request.get(f"{door.url}games/{game}/view.json")).json())["hands"]
            )
            # The phone leaves in the middle, and comes back: the card still lies there.
            await red.reload()
            await expect(button(red, "Row 1: take back Take")).to_be_visible()
            await reached(red, "phone-hand")
            await lay(red, ("stand", "forward", "attack"))
            await host.locator("#seats-dialog").get_by_role("button", name="Close").click()
            await programs_of(host, 2)
            await button(host, "Next game").click()
            await expect(host.locator("#lead")).to_contain_text("its record stays")
            await reached(host, "next")
            await host.get_by_role("radio", name=re.compile("^Beginner")).check()
            await host.get_by_role("combobox", name="Red").select_option("phone")
            await host.locator('[name="name-red"]').fill("Anna")
            await button(host, "Begin this game").click()
            # The phone has its seat in the next game, without another code, and its cards are asked for.
            await expect(red.locator("#round")).to_have_text("Round 1")
            await reached(host, "game-seats-taken")
            await lay(red, ("stand", "forward", "turn-left", "stand"))
            await expect(host.locator("#newest")).to_contain_text("Row 4")
            await expect(host.get_by_text("Anna").first).to_be_visible()
            assert list(door.lobby.games) == [game]
            second = door.record(door.lobby.games[game].record)
            assert second[0].data["setup"]["way"] == "beginner" and second[0].data["names"] == {"red": "Anna"}
            # The first game stopped with its record whole, and can be gone on with beside the other one.
            assert [entry.kind for entry in door.record(game)].count("row") == 4
            assert (await door.lobby.resume(game)).id == f"{game}-2"

    stage.play(tmp_path, scene)


def test_a_game_of_pieces_is_played_from_a_phone(stage: Stage, tmp_path: Path) -> None:
    async def scene(door: OpenDoor, browser: Browser) -> None:
        async with person(browser) as host, person(browser, "phone") as red:
            await host.goto(f"{door.url}play#spiral")
            await host.get_by_role("combobox", name="Red").select_option("phone")
            await host.get_by_role("combobox", name="Blue").select_option("here")
            await button(host, "Start").click()
            address = await host.locator(".address").inner_text()
            await red.goto(f"{door.url}join#{address.partition('#')[2]}")
            game = next(iter(door.lobby.games.values()))
            await expect(button(red, "Roll the dice")).to_be_visible()
            await reached(red, "phone-dice")
            await button(red, "Roll the dice").click()
            await expect(red.locator("#newest")).to_contain_text("Round 1 · 1")
            # A screen hears of nothing that is not on record; what red cannot move with is blue's turn already.
            assert [entry.kind for entry in door.record(game.id)].count("dice") == 1
            # It is red's phone: in blue's stead it may do nothing.
            answer = await red.request.post(
                f"{door.url}games/{game.id}/command",
                data={"name": "move", "args": {"player": "blue", "move": "x"}},
            )
            assert answer.status == 403

    stage.play(tmp_path, scene)


def test_a_freed_seat_is_the_next_phones(stage: Stage, tmp_path: Path) -> None:
    async def scene(door: OpenDoor, browser: Browser) -> None:
        async with person(browser) as host, person(browser, "phone") as first, person(browser, "phone") as second:
            await host.goto(f"{door.url}play")
            await host.get_by_role("combobox", name="Red").select_option("phone")
            await button(host, "Start").click()
            await first.goto(f"{door.url}join#{(await host.locator('.address').inner_text()).partition('#')[2]}")
            await expect(button(first, re.compile("^Forward "))).to_be_visible()
            await button(host, "Free the seat: Red").click()
            await second.goto(f"{door.url}join#{(await host.locator('.address').inner_text()).partition('#')[2]}")
            await expect(button(second, re.compile("^Forward "))).to_be_visible()
            await first.locator('[data-card="stand"]').click()
            await expect(first.locator(".hand-problem")).to_contain_text("another player")
            await reached(first, "phone-freed")

    stage.play(tmp_path, scene)


def test_what_players_and_spectators_may_not_do_is_refused(stage: Stage, tmp_path: Path) -> None:
    async def scene(door: OpenDoor, browser: Browser) -> None:
        async with person(browser) as host, person(browser) as watcher:
            await host.goto(f"{door.url}play")
            await button(host, "Start").click()
            await expect(button(host, re.compile("^Forward "))).to_be_visible()
            game = next(iter(door.lobby.games))
            await watcher.goto(f"{door.url}games/{game}/")
            await watcher.wait_for_selector("body[data-drawn]")
            assert await watcher.locator(".supply-card").count() == 0

            async def asks(path: str, body: dict[str, Any]) -> int:
                answer = await watcher.request.post(
                    f"{door.url}{path}", data=body, headers={"Content-Type": "application/json"}
                )
                return answer.status

            rows = [["stand"], ["stand"], ["stand"], ["take"]]
            cards = {"name": "cards", "args": {"player": "red", "rows": rows, "ready": True}}
            assert await asks(f"games/{game}/command", cards) == 403
            assert await asks(f"games/{game}/command", {"name": "pause"}) == 403
            assert await asks("api/games", {"game": "golems"}) == 403
            # Nor end the game for another one.
            assert await asks(f"games/{game}/games", {"game": "golems"}) == 403
            assert (await watcher.request.get(f"{door.url}games/{game}/games.json")).status == 403
            for told in ("lobby.json", "class.json", "class.csv"):
                assert (await watcher.request.get(f"{door.url}api/{told}")).status == 403
            # What cannot be is refused in plain words, and the game goes on.
            for seats in ({f"p{number}": "here" for number in range(10_000)}, {"<b>red</b>": "here", "blue": "easy"}):
                wish = {"game": "golems", "seats": seats}
                answer = await host.request.post(f"{door.url}api/games", data=wish)
                told = await answer.json()
                assert answer.status == (413 if len(seats) > 2 else 422) and (
                    told.get("message") or told["problems"][0]["text"]["en"]
                )
            assert list(door.lobby.games) == [game]

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
            await expect(page.locator("#lead")).to_contain_text("Nobody has played a puzzle under a nickname yet.")
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
            await page.get_by_label("Energy").fill("99")
            await button(page, "Start").click()
            await expect(page.get_by_role("status")).to_contain_text("energy")
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
