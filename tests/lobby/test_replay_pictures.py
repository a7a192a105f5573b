"""The cameras' pictures, where they were kept, beside a game that is seen again."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np
import pytest
from playwright.async_api import Browser, expect

from controller.app.lobby.replays import Replays
from controller.journal import Journal, read_record
from controller.table.core.record.entries import KeptPictures, PicturesKept
from controller.table.core.record.entry_codec import encode_content
from controller.vision.recording.recording_store import RecordingStore
from tests.journal.golden_records import record_file
from tests.support.accessibility import violations
from tests.support.door_pages import Stage, person
from tests.support.front_door import OpenDoor

LIMIT = 5_000_000
FIRST, SECOND = 10, 200
"""Grey levels of two pictures."""


def picture(grey: int) -> bytes:
    return bytes(cv2.imencode(".png", np.full((60, 80, 3), grey, np.uint8))[1])


def store(folder: Path) -> RecordingStore:
    return RecordingStore(folder, LIMIT)


def keep(into: RecordingStore, grey: int, time: float) -> None:
    facts = {"time": time, "frame": 1, "at": (0, 0), "size": (80, 60), "fill": 0, "why": ""}
    into.add(picture(grey), "png", facts)


def greys(replays: Replays, record: str, camera: int = 0) -> list[int | None]:
    """The grey level of the picture of each step."""
    found = [replays.picture(record, step, camera) for step in range(len(replays.steps(record).steps))]
    return [
        None if one is None else int(cv2.imdecode(np.frombuffer(one[0], np.uint8), 0)[5, 5])  # type: ignore[index]
        for one in found
    ]


@pytest.fixture
def games(tmp_path: Path) -> Path:
    """A record of a real game, and pictures of two of its rows in the second session of a folder beside it."""
    folder, kept = tmp_path / "games", tmp_path / "kept"
    entries = read_record(record_file("golems-replaced")).entries
    rows = [entry.time for entry in entries if entry.kind == "row"]
    assert len(rows) >= 2
    # What was kept before the game, and in a session before, is of other games, though its times may be the same.
    keep(store(kept), 99, rows[0] + 0.01)
    second = store(kept)
    keep(second, 98, entries[0].time - 1.0)
    keep(second, FIRST - 5, rows[0] + 0.01)
    keep(second, FIRST, rows[1] - 0.01)
    keep(second, SECOND, rows[1] + 0.01)
    keep(second, 97, entries[-1].time + 1.0)
    journal = Journal.create(folder / "game.jsonl")
    journal.append(entries[0].kind, entries[0].data, entries[0].time)
    note = PicturesKept((KeptPictures("over the mat", "../kept", second.session),))
    journal.append(*encode_content(note), entries[0].time)
    for entry in entries[1:]:
        journal.append(entry.kind, entry.data, entry.time)
    journal.close()
    return folder


def test_each_step_has_the_newest_picture_until_the_next_one(games: Path) -> None:
    replays = Replays(games)
    told = replays.steps("game")
    assert told.cameras == ["over the mat"]
    shown = greys(replays, "game")
    of_rows = [grey for step, grey in zip(told.steps, shown, strict=True) if step.kind == "row"]
    assert of_rows[:2] == [FIRST, SECOND], "as the row has been played; nothing of other games"
    assert shown[0] is None and replays.picture("game", 0, 7) is None and replays.picture("game", 999, 0) is None


def test_pictures_that_were_removed_are_none(games: Path) -> None:
    replays = Replays(games)
    (games.parent / "kept" / "002-000003.png").unlink()
    assert FIRST not in greys(replays, "game") and FIRST - 5 in greys(replays, "game")
    (games.parent / "kept" / "index.jsonl").unlink()
    assert set(greys(replays, "game")) == {None}
    assert greys(Replays(games), "game") == greys(replays, "game")


def test_the_facilitator_sees_what_the_camera_saw_and_a_spectator_does_not(
    stage: Stage, games: Path, tmp_path: Path
) -> None:
    async def scene(door: OpenDoor, browser: Browser) -> None:
        async with person(browser) as host, person(browser, "phone") as guest:
            # Who sits at this machine has the rights of it; a browser with a seat's cookie has not.
            await guest.request.get(f"{door.url}join")
            for path in ("steps.json", "picture/1/0"):
                answer = await guest.request.get(f"{door.url}replay/game/{path}")
                assert (answer.status, (await answer.json()).get("cameras")) in ((200, []), (403, None))
            await guest.goto(f"{door.url}replay/game/")
            await expect(guest.locator("body")).to_have_class("ready")
            await expect(guest.locator("#shown-entry")).to_be_hidden()
            await host.goto(door.url)
            await host.goto(f"{door.url}replay/game/#r1.1")
            await host.get_by_label("Shown").select_option("0")
            seen = host.get_by_role("img", name="The camera’s picture")
            await expect(seen).to_be_visible()
            assert await violations(host) == []
            await host.get_by_role("button", name="To the start").click()
            await expect(host.get_by_text("No picture was kept of this step.")).to_be_visible()
            await host.get_by_label("Shown").select_option("")
            await expect(host.locator("#mat")).to_be_in_viewport()
            await expect(host.locator("#seen")).to_be_hidden()

    stage.play(tmp_path, scene)
