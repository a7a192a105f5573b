"""Tables with devices are gone on with from the same page as games on screens."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from playwright.async_api import Browser, Route, expect

from tests.support.door_pages import Stage, button, person
from tests.support.front_door import OpenDoor


def test_tables_that_run_that_ended_and_whose_game_was_cut_off_go_on(stage: Stage, tmp_path: Path) -> None:
    async def scene(door: OpenDoor, browser: Browser) -> None:
        async with person(browser) as page:
            record: dict[str, Any] = {
                "id": "games-1",
                "game": "golems",
                "title": {"en": "Battle of Golems"},
                "written": 0,
            }
            record |= {"steps": 3, "over": False, "open": False, "problem": None, "screen": False, "names": []}
            table = {"name": "Golem Table", "told": ""}
            lobby = {
                "games": [],
                "records": [record],
                "tables": [
                    {**table, "id": "one-table.yaml", "address": "http://127.0.0.1:1/", "state": "running"},
                    {**table, "id": "two-table.yaml", "address": "", "state": "ended"},
                ],
                "table_files": ["two-table.yaml", "cut-table.yaml"],
            }
            started: list[Any] = []

            async def start(route: Route) -> None:
                started.append(route.request.post_data_json)
                await route.fulfill(json={"ok": True})

            await page.route("**/api/lobby.json", lambda route: route.fulfill(json=lobby))
            await page.route("**/api/tables", start)
            await page.goto(f"{door.url}continue")
            running = page.get_by_role("link", name="Go on: one-table.yaml")
            await expect(running).to_have_attribute("href", "/tables/one-table.yaml/console")
            for file in ("two-table.yaml", "cut-table.yaml"):
                async with page.expect_response("**/api/tables"):
                    await button(page, f"Go on: {file}").click()
            assert started == [{"file": "two-table.yaml"}, {"file": "cut-table.yaml"}]

    stage.play(tmp_path, scene)
