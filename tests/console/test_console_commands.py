"""What the facilitator's clicks and keys do on the console's page, in a real browser."""

from __future__ import annotations

from dataclasses import replace

from playwright.async_api import expect

from controller.console.console_ports import CommandAnswer
from controller.table.view.undo_steps import UndoneGolem, UndoStep
from controller.table.view.view import CameraView, View
from tests.support import views
from tests.support.console_stage import Show, Stage
from tests.support.page_states import reached
from tests.support.web import KEY

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
        await reached(page, "console-wrong-key")
        await page.get_by_label("The facilitator's key").fill(KEY)
        await page.get_by_role("button", name="Open the console").click()
        await expect(page.get_by_role("button", name="Pause")).to_be_enabled()
        await expect(page.locator("#preview")).to_be_visible()
        await expect(page.locator("#preview")).to_have_js_property("naturalWidth", 8)
        # The picture of one camera, or of all; with what was read in it, or as it is.
        assert show.table.looked_at[-1] == ("", False)
        await expect(page.get_by_label("Whose picture?")).to_be_hidden()
        await show.see(replace(views.acting(2), cameras=(CameraView("left"), CameraView("right"))))
        async with page.expect_response(lambda answer: answer.url.endswith("preview.jpg?camera=right")):
            await page.get_by_label("Whose picture?").select_option("right")
        async with page.expect_response(lambda answer: answer.url.endswith("preview.jpg?camera=right&raw=1")):
            await page.get_by_label("with what was read").uncheck()
        assert show.table.looked_at[-1] == ("right", True)
        await page.get_by_role("button", name="Enlarge the camera’s picture").click()
        assert await page.locator("#preview").evaluate("(image) => image.getBoundingClientRect().height > 600")

    stage.play(scene)


JPEG = bytes.fromhex(
    "ffd8ffe000104a46494600010100000100010000ffdb004300080606070605080707070909080a0c140d0c0b0b0c1912130f141d1a1f1e1d"
    "1a1c1c20242e2720222c231c1c2837292c30313434341f27393d38323c2e333432ffc0000b080008000801011100ffc40014000100000000"
    "00000000000000000000000008ffc4001410010000000000000000000000000000000000ffda0008010100003f0054bfffd9"
)
"""A grey picture, 8 x 8 px."""
