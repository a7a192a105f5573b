"""Rules of the books as people meet them in *Play now*, in a real browser: each journey plays one to its end."""

from __future__ import annotations

import re
from pathlib import Path

from playwright.async_api import Browser, Page, expect

from tests.support.door_pages import Stage, button, lay, person, programs_of
from tests.support.front_door import OpenDoor

ALONE = """
id: alone
name: Alone
story: One life, one round.
board: {size: [4, 4], waters: [a2]}
golems:
  red: {at: a1, facing: N, lives: 1}
energy: 2
goals:
  red: [{reach: d4}]
"""


async def begun(page: Page, door: OpenDoor, game: str) -> None:
    await page.goto(f"{door.url}play")
    await page.get_by_role("radio", name=re.compile(f"^{game}")).check()


async def written(page: Page, move: str) -> None:
    await page.locator(".written input").fill(move)
    await page.locator(".written button").click()


def test_a_lone_player_loses_recharges_and_dies(stage: Stage, tmp_path: Path) -> None:
    async def scene(door: OpenDoor, browser: Browser) -> None:
        async with person(browser) as page:
            await begun(page, door, "Battle of Golems")
            await page.get_by_text("More: scenario").click()
            file = {"name": "alone.yaml", "mimeType": "text/yaml", "buffer": ALONE.encode()}
            await page.locator('[data-key="scenario-file"]').set_input_files(file)
            await expect(page.get_by_text("One life, one round.")).to_be_visible()
            await button(page, "Start").click()
            over, language = page.locator("#overlay"), page.locator("#language")
            await lay(page, ("turn-left", "stand", "turn-right", "take"))
            await expect(over).to_contain_text("Lost")
            await expect(over).to_contain_text("The energy is used up, and the goal is not reached.")
            for code, lost in (("ru", "Поражение"), ("pl", "Przegrana"), ("fr", "Perdu"), ("de", "Verloren")):
                await language.select_option(code)
                await expect(over).to_contain_text(lost)
            await language.select_option("en")
            # As many units as people say, up to ten.
            units = page.get_by_label("Units of energy")
            await expect(units).to_have_value("5")
            assert await units.locator("option").all_text_contents() == [str(n) for n in range(2, 11)]
            await units.select_option("10")
            await page.locator('[data-command="recharge"]').click()
            await programs_of(page, 2)
            await expect(page.locator("#energy")).to_contain_text("10")
            # Into the water with the last life: nobody is left, and nothing can be recharged.
            await lay(page, ("forward", "stand", "turn-right", "take"))
            await expect(over).to_contain_text("Lost")
            await expect(over).to_contain_text("Nobody is left on the board.")
            await expect(page.locator('[data-command="recharge"]')).to_have_count(0)

    stage.play(tmp_path, scene)


def test_beginners_of_jetan_see_threats_and_a_hint_and_the_winner_says_who_begins(stage: Stage, tmp_path: Path) -> None:
    async def scene(door: OpenDoor, browser: Browser) -> None:
        async with person(browser) as page, person(browser, "phone") as black:
            await begun(page, door, "Jetan")
            await page.get_by_role("combobox", name="Black").select_option("phone")
            await page.get_by_role("combobox", name="Orange").select_option("here")
            await page.get_by_label("Games of the match").fill("2")
            await button(page, "Start").click()
            address = await page.locator(".address").inner_text()
            await black.goto(f"{door.url}join#{address.partition('#')[2]}")
            await page.locator("#seats-dialog").get_by_role("button", name="Close").click()
            # Who asks for a hint on the own phone is told there, and nobody else; the move that is named is played.
            await black.locator("[data-hint]").click()
            hint = black.locator(".hint-answer")
            await expect(hint).to_contain_text(re.compile(r"^[a-j]\d+.[a-j]\d+"))
            assert await page.locator(".hint-answer").count() == 0
            await written(black, (await hint.inner_text()).split(" ")[0])
            await expect(page.locator("#phase")).to_contain_text("Orange")
            threats = page.locator("[data-threats]")
            of_black, of_orange = (page.locator(f".threatened.by-{side}") for side in (0, 1))
            await expect(of_black.first).to_be_hidden()
            await threats.click()
            await expect(of_black.first).to_be_visible()
            await expect(of_orange.first).to_be_visible()
            assert await page.locator(".threat-key").all_text_contents() == ["Black", "Orange"]
            await button(page, "What would you play?").click()
            await expect(page.locator("#toast")).to_contain_text(re.compile(r"^[a-j]\d+.[a-j]\d+"))
            # Orange gives up; Black, who won, gives the first move of the next game away.
            await written(page, "resign")
            await black.locator('[data-move="yield"]').click()
            await expect(page.locator("#round")).to_contain_text("2")
            await expect(page.locator("#phase")).to_contain_text("Orange")
            await written(page, "resign")
            # After the last game the winner has the right to the first move of a new match, and may give it away, too.
            first = page.locator("[data-first]")
            await expect(first).to_have_value("black")
            await first.select_option("orange")
            await page.locator('[data-command="anew"]').click()
            await expect(page.locator("#phase")).to_contain_text("Orange")

    stage.play(tmp_path, scene)


STRIKER = """
import rg


class Robot:
    def act(self, game):
        if game.turn > 1:
            raise ValueError("where am I")
        return ["move", rg.toward(self.location, rg.CENTER_POINT)]
"""


def test_a_bot_of_ones_own_plays_against_the_computer(stage: Stage, tmp_path: Path) -> None:
    async def scene(door: OpenDoor, browser: Browser) -> None:
        async with person(browser) as page:
            await begun(page, door, "Robot Game")
            field, broken = page.get_by_label("A bot from a file"), STRIKER.replace("return [", "return (")
            await field.set_input_files({"name": "striker.py", "mimeType": "", "buffer": broken.encode()})
            await button(page, "Start").click()
            await expect(page.locator("#toast")).to_contain_text("striker.py:9: SyntaxError")
            assert not door.lobby.games
            await field.set_input_files({"name": "striker.py", "mimeType": "", "buffer": STRIKER.encode()})
            await expect(page.locator('[data-key="seat-0"]')).to_have_value("striker")
            await button(page, "Start").click()
            # Programs play: nobody is told to lay or to hide anything, and what a bot does wrong is told.
            await expect(page.locator(".piece-facts")).to_contain_text("line 8 of the bot: ValueError: where am I")
            said = await page.locator("body").inner_text()
            # The first player has the name 0 in the rules, and is no robot of that number.
            assert "robot 0" not in await page.locator(".panel.players").inner_text()
            assert "Lay your programs" not in said and "nobody else" not in said
            game = next(iter(door.lobby.games.values()))
            assert door.record(game.record)[0].data["bots"][0]["text"] == STRIKER

    stage.play(tmp_path, scene)


def test_people_of_a_team_throw_in_turn_with_the_key_of_their_colour(stage: Stage, tmp_path: Path) -> None:
    async def scene(door: OpenDoor, browser: Browser) -> None:
        async with person(browser) as page:
            await begun(page, door, "The dice race")
            await page.get_by_role("combobox", name="Blue").select_option("here")
            await page.locator('[data-key="part-teams"]').check()
            await page.locator('[name="part-teams-red"]').fill("Anna, Ben")
            await page.locator('[name="part-teams-blue"]').fill("Cem")
            await button(page, "Start").click()
            await page.wait_for_selector("body[data-drawn]")
            await button(page, "Sounds are on. Turn them off.").click()
            facts, game = page.locator(".piece-facts"), next(iter(door.lobby.games.values()))
            people = {"red": ["Anna", "Ben"], "blue": ["Cem"]}
            thrown: list[str] = []
            while len({*thrown}) < 3:
                view = game.views.latest()
                await page.wait_for_function("now => Number(document.body.dataset.drawn) >= now", arg=view.sequence)
                player = view.play.turn or ""
                own, other = ("1", "2") if player == "red" else ("2", "1")
                if view.phase == "dice":
                    own_team = people[player]
                    name = own_team[sum(one in own_team for one in thrown) % len(own_team)]
                    await expect(facts).to_contain_text(f"{name}’s turn")
                    # Nobody else's key throws.
                    await page.keyboard.press(other)
                    thrown.append(name)
                if view.phase in ("dice", "move"):
                    await page.keyboard.press(own)
                if len(view.play.choices) > 1:
                    # The key points to a move; Enter plays it.
                    await page.keyboard.press("Enter")
                await page.wait_for_function("now => Number(document.body.dataset.drawn) > now", arg=view.sequence)
            throws = [entry for entry in door.record(game.id) if entry.kind == "dice"]
            assert len(throws) == len(thrown)

    stage.play(tmp_path, scene)
