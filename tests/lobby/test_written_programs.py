"""Programs that are written, on phones and beside them: each player the own ones, with hints."""

from __future__ import annotations

from pathlib import Path

from playwright.async_api import Browser, expect

from tests.support.accessibility import violations
from tests.support.door_pages import Stage, button, person
from tests.support.front_door import OpenDoor


def test_a_phone_writes_its_own_programs_and_is_given_hints(stage: Stage, tmp_path: Path) -> None:
    async def scene(door: OpenDoor, browser: Browser) -> None:
        async with person(browser) as host, person(browser, "phone") as green:
            await host.goto(f"{door.url}play#robots_hex")
            await host.get_by_role("combobox", name="Green").select_option("phone")
            await host.get_by_role("combobox", name="Violet").select_option("here")
            await button(host, "Start").click()
            address = await host.locator(".address").inner_text()
            await green.goto(f"{door.url}join#{address.partition('#')[2]}")
            await host.locator("#seats-dialog").get_by_role("button", name="Close").click()
            field = green.get_by_role("textbox", name="Green robot 1")
            await field.fill("D+1\nD+9")
            await button(green, "Hint").click()
            await expect(green.locator(".hint-answer")).to_contain_text("D+9")
            await field.fill("D+1")
            await button(green, "Hint").click()
            await expect(green.locator(".hint-answer")).to_contain_text("Step 2: write ")
            assert await violations(green) == []
            # Beside the phone violet's programs are written, and nobody else's; what green has written stays.
            violet = host.get_by_role("textbox", name="Violet robot 1")
            await violet.fill("D+2\nRAZ")
            await button(host, "Lay the program").click()
            await expect(host.get_by_role("textbox", name="Violet robot 2")).to_be_visible()
            await expect(field).to_have_value("D+1")
            await button(green, "Lay the program").click()
            await green.get_by_role("textbox", name="Green robot 2").fill("T")
            await button(green, "Lay the program").click()
            await expect(green.get_by_role("textbox", name="robot")).to_have_count(0)
            await expect(host.get_by_role("textbox", name="Violet robot 2")).to_be_visible()
            game = next(iter(door.lobby.games.values()))
            laid = [entry.data["player"] for entry in door.record(game.record) if entry.kind == "committed"]
            assert laid == ["violet1", "green1", "green2"]
            # In violet's stead a phone may do nothing, nor hear of it.
            for command in ("program", "advise-program"):
                answer = await green.request.post(
                    f"{door.url}games/{game.id}/command",
                    data={"name": command, "args": {"player": "violet2", "rows": ["T"]}},
                )
                assert answer.status == 403

    stage.play(tmp_path, scene)
