"""A seat at a table with a camera, in a real browser: whoever sits there sees the own tray, and what to do."""

from __future__ import annotations

from dataclasses import replace

from playwright.async_api import expect

from controller.table.view.view import View
from tests.support import views
from tests.support.console_stage import Show, Stage
from tests.support.page_states import reached


def seen_by_the_camera() -> View:
    """Red has laid its rows; of blue's, the second can't be read."""
    base = views.laying()
    lanes = {"red": ("laid",) * 4, "blue": ("laid", "wrong", "empty", "empty")}
    return replace(base, hands={name: replace(hand, lanes=lanes[name]) for name, hand in base.hands.items()})


def test_a_child_sees_the_own_tray_and_what_to_do(stage: Stage) -> None:
    async def scene(show: Show) -> None:
        page, tray, step = show.page, show.page.locator("#own"), show.page.locator("#next-step")
        await show.goto("seat")
        await show.see(seen_by_the_camera())
        await expect(tray).to_be_hidden()
        await expect(step).to_be_hidden()
        await page.locator("#who").get_by_role("button", name="Blue").click()
        await expect(tray.get_by_role("heading", name="Blue: your tray")).to_be_visible()
        assert await tray.locator(".tray-row").all_inner_texts() == [
            "1\nwell laid",
            "2\n!\nlook at it again",
            "3\nempty",
            "4\nempty",
        ]
        await expect(tray.locator(".problems")).to_have_text("Row 2: an If needs two more cards beside it.")
        await expect(step).to_contain_text("Something is wrong on your tray")
        assert await page.locator("button.estop:visible, #own button").count() == 1
        await reached(page, "seat-tray")
        # The own golem comes first, and the phone remembers whose it is.
        await page.reload()
        await show.see(views.acting(2))
        await expect(page.locator("#who [aria-pressed=true]")).to_have_text("Blue")
        await expect(tray).to_be_hidden()

    stage.play(scene, width=390, height=844, reduced_motion="reduce")
