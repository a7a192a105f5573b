"""Phones at the front door, in a real browser: seats, secret hands, games that follow, and what others may not do."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

from playwright.async_api import Browser, expect

from tests.support.door_pages import Stage, button, lay, person, programs_of
from tests.support.front_door import OpenDoor
from tests.support.page_states import reached, speak


def test_each_lays_secret_cards_on_the_own_phone(stage: Stage, tmp_path: Path) -> None:
    async def scene(door: OpenDoor, browser: Browser) -> None:
        async with person(browser) as host, person(browser, "phone") as red, person(browser, "phone") as thief:
            await host.goto(f"{door.url}play")
            await host.get_by_role("combobox", name="Red").select_option("phone")
            await host.get_by_role("combobox", name="Blue").select_option("easy")
            await button(host, "Start").click()
            await expect(host.get_by_role("img", name="QR code of the seat: Red")).to_be_visible()
            # In another language at once, and also while nobody answers.
            await host.route("**/seats.json", lambda asked: asked.abort("connectionrefused"))
            await speak(host, "pl")
            await expect(host.locator("#seats-list h3")).to_have_text("Czerwony")
            await expect(host.get_by_role("img", name="Kod QR miejsca: Czerwony")).to_be_visible()
            await speak(host, "en")
            await host.unroute("**/seats.json")
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
            for page in (red, host):
                await expect(page.locator("#round")).to_have_text("Round 1")
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
            # A press counts that began before the page heard news, and one that comes twice counts once.
            await button(first, re.compile("^Forward ")).hover()
            await first.mouse.down()
            await host.locator("#seats-dialog").get_by_role("button", name="Close").click()
            await button(host, "Pause").dblclick()
            await expect(first.locator("#overlay")).to_contain_text("Paused")
            await first.mouse.up()
            await expect(button(first, "Row 1: take back Forward")).to_be_visible()
            await button(host, "Go on").click()
            await button(host, "Phones").click()
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
