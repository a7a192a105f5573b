"""The sheets of the facilitator's console in a real browser: what can be chosen there, and what reaches the table."""

from __future__ import annotations

from dataclasses import replace

from playwright.async_api import expect

from controller.console.console_ports import CommandAnswer
from tests.support import views
from tests.support.console_sheets import SHEETS, misread, named_players, robot_out, whole_table
from tests.support.console_stage import Show, Stage
from tests.support.demo_page import SCREENS
from tests.support.page_states import reached, speak
from tests.support.web import KEY

TOO_SMALL = """() => [...document.querySelectorAll("#sheet button, #sheet select, #sheet input, #sheet a")]
    .map((one) => one.getBoundingClientRect())
    .filter(({ width, height }) => width > 0 && (width < 44 || height < 44)).length"""


def test_a_dead_robot_is_replaced_in_two_touches(stage: Stage) -> None:
    async def scene(show: Show) -> None:
        page, sheet = show.page, show.page.locator("#sheet")
        await show.goto(f"console?key={KEY}")
        await show.see(robot_out())
        await page.click('[data-robot="red"]')
        await expect(sheet).to_contain_text("Who drives the golem Red?")
        await sheet.locator('[data-choice="spare"]').click()
        assert await show.asked() == ("replace", {"golem": "red", "by": "spare"})
        await expect(sheet).to_be_hidden()
        await expect(page.locator("#toast")).to_have_text("Done.")
        # By keys, and with no spare robot there.
        await show.see(robot_out(spare=False))
        await page.locator('[data-robot="red"]').focus()
        await page.keyboard.press("Enter")
        await expect(sheet.locator('[data-choice="robot"]')).to_have_attribute("aria-pressed", "true")
        await expect(sheet.locator('[data-choice="spare"]')).to_be_disabled()
        await sheet.locator('[data-choice="hands"]').focus()
        # A new view does not take the button away under the finger.
        await show.see(robot_out(spare=False))
        await page.keyboard.press("Enter")
        assert await show.asked() == ("replace", {"golem": "red", "by": "hands"})
        # While a row runs the sheet says why not.
        await show.see(views.acting(2))
        await page.click('[data-robot="blue"]')
        await expect(sheet.locator(".remark")).to_be_visible()
        await expect(sheet.locator(".choice:enabled")).to_have_count(0)
        # A sheet keeps nobody from stopping the robots.
        await sheet.get_by_role("button", name="Emergency stop").click()
        assert await show.asked() == ("estop", {})

    stage.play(scene)


def test_players_have_names_and_skip_leave_and_come_back(stage: Stage) -> None:
    async def scene(show: Show) -> None:
        page, sheet = show.page, show.page.locator("#sheet")
        await show.goto(f"console?key={KEY}")
        await show.see(named_players())
        # What somebody is called is text, whatever it looks like.
        await expect(page.locator(".panel.of-red h3")).to_have_text("Łucja <b>Red")
        await expect(page.locator(".panel.of-blue .tag.seat")).to_have_text("skips")
        await page.click('[data-player="red"]')
        await sheet.get_by_label("Name").fill("Zoë")
        await page.keyboard.press("Enter")
        assert await show.asked() == ("name", {"player": "red", "called": "Zoë"})
        await page.click('[data-player="red"]')
        await sheet.locator('[data-choice="away"]').click()
        assert await show.asked() == ("leave", {"player": "red", "back": False})
        await page.click('[data-player="red"]')
        await sheet.locator('[data-choice="skip"]').click()
        assert await show.asked() == ("skip", {"player": "red", "skip": True})
        await page.click('[data-player="blue"]')
        await sheet.locator('[data-choice="skip"]').click()
        assert await show.asked() == ("skip", {"player": "blue", "skip": False})
        await show.see(replace(named_players(), seats={"red": "away", "blue": "child"}, idle=("red",)))
        await expect(page.locator(".panel.of-red .tag.seat")).to_have_text("Nobody (has left)")
        await page.click('[data-player="red"]')
        await sheet.locator('[data-choice="child"]').click()
        assert await show.asked() == ("leave", {"player": "red", "back": True})

    stage.play(scene)


def test_a_misread_card_is_said_with_its_picture(stage: Stage) -> None:
    async def scene(show: Show) -> None:
        page, sheet = show.page, show.page.locator("#sheet")
        await show.goto(f"console?key={KEY}")
        await show.see(misread())
        await page.click('[data-command="card-is"]')
        await sheet.locator('[data-choice="player-red"]').click()
        # The first row was shown: nothing is said of it any more.
        await expect(sheet.locator('[data-choice="row-1"]')).to_have_count(0)
        await sheet.locator('[data-choice="row-2"]').click()
        await expect(sheet.locator('[data-choice="keep"]')).to_be_disabled()
        await sheet.locator('[data-choice="place-2"]').click()
        await sheet.get_by_role("button", name="Turn left", exact=True).click()
        await sheet.get_by_role("button", name="nothing", exact=True).click()
        await sheet.locator('[data-choice="keep"]').click()
        told = {"player": "red", "row": 2, "cards": ["", "turn-left", "none", "", ""]}
        assert await show.asked() == ("card-is", told)
        await expect(sheet).to_be_hidden()
        # From the row itself, by keys; what is refused leaves the sheet open.
        show.table.answer = CommandAnswer(
            False, views.words("Row 3 has too many cards.", "В ряду 3 слишком много карт.", "", "")
        )
        await page.locator('.panel.of-blue [data-row="3"] .why').focus()
        await page.keyboard.press("Enter")
        await sheet.locator('[data-choice="card-stand"]').focus()
        await page.keyboard.press("Enter")
        await expect(sheet.locator('[data-choice="keep"]')).to_be_enabled()
        await sheet.locator('[data-choice="keep"]').focus()
        await page.keyboard.press("Enter")
        assert await show.asked() == ("card-is", {"player": "blue", "row": 3, "cards": ["stand", "", "", "", ""]})
        await expect(page.locator("#toast.bad")).to_have_text("Row 3 has too many cards.")
        # What is said already is said in the new language, too.
        await speak(page, "ru")
        await expect(page.locator("#toast.bad")).to_have_text("В ряду 3 слишком много карт.")
        await speak(page, "en")
        await expect(sheet).to_be_visible()
        await sheet.locator('[data-choice="again"]').click()
        assert await show.asked() == ("read-again", {"player": "blue"})

    stage.play(scene)


def test_language_and_sounds_of_all_screens_and_what_the_table_knows_of_itself(stage: Stage) -> None:
    async def scene(show: Show) -> None:
        page, sheet = show.page, show.page.locator("#sheet")
        show.table.latency_s = 0.42
        await show.goto(f"console?key={KEY}")
        await show.see(whole_table())
        await expect(page.locator("html")).to_have_attribute("lang", "pl")
        await page.click('[data-command="table"]')
        await expect(sheet.locator('[data-choice="language-pl"]')).to_have_attribute("aria-pressed", "true")
        await expect(sheet.locator(".batteries .low")).to_contain_text("6.7 V")
        await expect(sheet).to_contain_text("0.42")
        await sheet.locator('[data-choice="language-fr"]').click()
        assert await show.asked() == ("table", {"language": "fr"})
        await show.see(replace(whole_table(), language="fr"))
        await expect(page.locator("html")).to_have_attribute("lang", "fr")
        await sheet.locator('[data-choice="sounds-on"]').click()
        assert await show.asked() == ("table", {"sounds": True})
        # Whoever chose a language for this screen keeps it.
        await sheet.locator("[data-close]").click()
        await page.select_option("#language", "de")
        await expect(page.locator("html")).to_have_attribute("lang", "de")
        await show.see(replace(whole_table(), language="ru"))
        await expect(page.locator("html")).to_have_attribute("lang", "de")

    stage.play(scene)


def test_spectators_have_no_such_buttons(stage: Stage) -> None:
    async def scene(show: Show) -> None:
        await show.goto()
        await show.see(robot_out())
        await expect(show.page.locator("[data-robot]")).to_have_count(0)
        await expect(show.page.locator(".robot")).to_have_count(3)

    stage.play(scene)


def test_every_sheet_is_accessible_and_fits_every_screen(stage: Stage) -> None:
    async def scene(show: Show) -> None:
        page = show.page
        await show.goto(f"console?key={KEY}")
        for name, state in SHEETS.items():
            show.table.undoable = state.undoable
            await show.see(state.view)
            await state.open(page)
            await expect(page.locator("#sheet")).to_be_visible()
            for width, height in SCREENS.values():
                await page.set_viewport_size({"width": width, "height": height})
                assert await page.evaluate("document.querySelector('#sheet').scrollWidth <= innerWidth"), name
                assert await page.evaluate(TOO_SMALL) == 0, name
            await reached(page, f"sheet-{name}")
            await page.locator("#sheet [data-close]").click()
            await expect(page.locator("#sheet")).to_be_hidden()

    stage.play(scene, reduced_motion="reduce")
