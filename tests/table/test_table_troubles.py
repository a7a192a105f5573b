"""Troubles at the table: stops, robots that fail, golems that are moved, disks and cameras."""

from __future__ import annotations

import asyncio
import errno
import os
from pathlib import Path

import pytest

from boards.base.catalogue import translate, translate_all
from boards.base.reasons import foreign_words
from boards.geometry import Pose
from calibration.camera_frames import NoFrames
from controller.app.compose.session import robot_view
from controller.games import game_registry as registry
from controller.journal import read_record
from controller.table.core.phases import Phase
from controller.table.core.record.fold import fold_all
from controller.table.core.settings import Settings
from controller.vision.scene import Trouble
from tests.support.quick_table import QuickTable, Result
from tests.support.table_games import in_row, over, with_table


def _latches(quick: QuickTable, name: str) -> None:
    """A robot says that its emergency stop is on."""
    quick.fleet[name].latched = True
    quick.table.robot_changed(robot_view(quick.fleet[name].status))


@pytest.mark.parametrize("when", [Phase.SETUP, Phase.PROGRAMS, Phase.ROW, Phase.CHECK])
def test_while_a_robot_is_held_nothing_is_played_and_release_is_offered(tmp_path: Path, when: Phase) -> None:
    """Somebody else stopped it, or a host that was killed since."""

    async def test(quick: QuickTable) -> None:
        await quick.until(lambda view: view.phase == when.value)
        _latches(quick, "blue")
        view = await quick.until(lambda view: view.estopped, 0.1)
        (notice,) = [notice for notice in view.notices if notice.code == "estop-latched"]
        assert notice.facts == {"robots": "blue"} and ": blue." in translate(notice.text, "en")
        assert view.may == ("clear",) and not quick.fleet.gate.is_set()
        rows, done = len(view.story), {name: len(robot.done) for name, robot in quick.fleet.items()}
        await asyncio.sleep(60.0)
        assert len(quick.table.latest().story) == rows
        assert all(len(robot.done) <= done[name] + 1 for name, robot in quick.fleet.items())
        # One that cannot be released goes on holding the game.
        quick.fleet["blue"].stuck = True
        assert (await quick.table.submit("clear")).ok
        assert quick.table.latest().estopped
        quick.fleet["blue"].stuck = False
        assert (await quick.table.submit("clear")).ok and not quick.table.latest().estopped
        assert (await quick.table.submit("resume")).ok
        assert (await quick.until(over)).winners is not None

    with_table(tmp_path / "game.jsonl", test)


def test_who_goes_on_is_told_if_a_robot_was_held_meanwhile(tmp_path: Path) -> None:
    """It said so while nobody heard, as with a disk that was full."""

    async def test(quick: QuickTable) -> None:
        await quick.until(in_row)
        assert (await quick.table.submit("pause")).ok
        quick.fleet["red"].latched = True
        answer = await quick.table.submit("resume")
        assert ": red." in translate(answer.text, "en")
        view = quick.table.latest()
        assert view.estopped and view.may == ("clear",) and not quick.fleet.gate.is_set()
        assert (await quick.table.submit("clear")).ok and (await quick.table.submit("resume")).ok
        assert (await quick.until(over)).winners is not None

    path = tmp_path / "game.jsonl"
    with_table(path, test)
    controls = [entry.data["do"] for entry in read_record(path).entries if entry.kind == "control"]
    assert controls[:4] == ["pause", "estop", "clear", "resume"]


def test_an_emergency_stop_reaches_the_robots_first_and_the_row_is_mended_after_it(tmp_path: Path) -> None:
    async def test(quick: QuickTable) -> None:
        await quick.until(in_row)
        for robot in quick.fleet.values():
            robot.script = [Result("cancelled", foreign_words("emergency stop"))]
        answer = await quick.table.submit("estop")
        assert answer.ok and quick.fleet.heard == ["estop"]
        view = quick.table.latest()
        assert view.estopped and view.paused and view.may == ("clear",)
        assert not (await quick.table.submit("go")).ok
        assert (await quick.table.submit("estop")).ok and quick.fleet.heard == ["estop", "estop"]
        assert (await quick.table.submit("clear")).ok and (await quick.table.submit("resume")).ok
        assert (await quick.until(over)).winners is not None

    with_table(tmp_path / "game.jsonl", test)


def test_pause_holds_the_next_command_and_resume_lets_it_go(tmp_path: Path) -> None:
    async def test(quick: QuickTable) -> None:
        await quick.until(in_row)
        await quick.table.submit("pause")
        assert not quick.fleet.gate.is_set() and quick.table.latest().paused
        await quick.table.submit("resume")
        assert quick.fleet.gate.is_set()
        await quick.until(over)

    with_table(tmp_path / "game.jsonl", test)


def test_a_golem_that_a_child_moved_stops_the_game_and_the_page_says_where_it_belongs(tmp_path: Path) -> None:
    async def test(quick: QuickTable) -> None:
        await quick.until(lambda view: view.phase == Phase.CHECK.value)
        body = quick.world.bodies["red"]
        body.pose = Pose(350.0, 50.0, 0.0)
        view = await quick.until(lambda view: view.phase == Phase.DIFFERS.value)
        notice = next(notice for notice in view.notices if notice.code == "golem-astray")
        golem = next(golem for golem in view.play.pieces if golem.name == "red")
        assert (notice.facts["cell"], notice.facts["facing"]) == (golem.spot, golem.facing)
        assert golem.spot in translate(notice.text, "en") and golem.spot in translate(notice.text, "ru")
        rows = len(view.story)
        quick.people.on_view(view)
        view = await quick.until(lambda view: len(view.story) > rows or over(view))
        assert not any(notice.code == "golem-astray" for notice in view.notices)

    with_table(tmp_path / "game.jsonl", test, helpful=True)


@pytest.mark.parametrize("when", ["cards are laid", "the row waits", "the row goes"])
def test_a_golem_that_is_moved_before_a_row_never_drives_from_the_wrong_place(tmp_path: Path, when: str) -> None:
    async def test(quick: QuickTable) -> None:
        phase = Phase.PROGRAMS if when == "cards are laid" else Phase.READY
        await quick.until(lambda view: view.phase == phase.value)
        if when == "the row goes":
            await asyncio.sleep(2.0)
        body = quick.world.bodies["red"]
        body.pose = Pose(body.pose.x + 90.0, body.pose.y + 90.0, body.pose.heading)
        done = {name: len(robot.done) for name, robot in quick.fleet.items()}
        if when == "the row goes":
            assert (await quick.table.submit("go")).ok
        view = await quick.until(lambda view: view.phase == Phase.DIFFERS.value)
        assert any(notice.code == "golem-astray" for notice in view.notices)
        # Nobody has driven meanwhile.
        assert done == {name: len(robot.done) for name, robot in quick.fleet.items()}
        # People put it back, and the row can be played.
        await quick.until(lambda view: view.phase in (Phase.READY.value, Phase.ROW.value))

    with_table(tmp_path / "game.jsonl", test, settings=Settings(go="auto" if when != "the row goes" else "button"))


def test_a_golem_that_was_pushed_a_little_is_put_right_before_the_row(tmp_path: Path) -> None:
    async def test(quick: QuickTable) -> None:
        await quick.until(lambda view: view.phase == Phase.READY.value)
        body = quick.world.bodies["red"]
        body.pose = Pose(body.pose.x + 12.0, body.pose.y - 9.0, body.pose.heading + 10.0)
        rows = len(quick.table.latest().story)
        await quick.until(lambda view: len(view.story) > rows)
        (stand,) = [piece for piece in quick.started.game.stands(quick.started.state.game).items() if piece[0] == "red"]
        assert quick.fleet["red"].done, stand
        assert body.pose.point.distance(quick.started.grid.centre(stand[1].cell)) < 6.5

    with_table(tmp_path / "game.jsonl", test)


def test_a_robot_that_fails_is_named_and_its_golem_still_gets_where_it_belongs(tmp_path: Path) -> None:
    async def test(quick: QuickTable) -> None:
        await quick.until(in_row)
        quick.fleet["red"].script = [Result("uncertain", foreign_words("it restarted"))]
        quick.fleet["blue"].script = [Result("uncertain", foreign_words("it restarted"))]
        view = await quick.until(lambda view: any(notice.code == "robot-failed" for notice in view.notices))
        assert any("it restarted" in translate(notice.text, "en") for notice in view.notices)
        await quick.until(over)

    with_table(tmp_path / "game.jsonl", test)


def test_a_full_disk_moves_nothing_and_loses_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    real_write = os.write
    full = False

    def write(descriptor: int, data: bytes) -> int:
        if full:
            raise OSError(errno.ENOSPC, "No space left on device")
        return real_write(descriptor, data)

    monkeypatch.setattr(os, "write", write)

    async def test(quick: QuickTable) -> None:
        nonlocal full
        await quick.until(lambda view: view.phase == Phase.READY.value)
        full = True
        before = {name: list(robot.done) for name, robot in quick.fleet.items()}
        view = await quick.until(lambda view: any(notice.code == "record-failed" for notice in view.notices))
        assert "no space left" in translate(view.notices[0].text, "en")
        assert "le disque est plein" in translate(view.notices[0].text, "fr")
        assert not (await quick.table.submit("resume")).ok
        assert {name: list(robot.done) for name, robot in quick.fleet.items()} == before
        full = False
        assert (await quick.table.submit("resume")).ok
        assert (await quick.until(over)).winners is not None

    with_table(tmp_path / "game.jsonl", test)


def test_a_record_that_is_deleted_in_mid_game_is_told_and_written_anew(tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"

    async def test(quick: QuickTable) -> None:
        await quick.until(lambda view: view.phase == Phase.READY.value and len(view.story) == 2)
        path.unlink()
        view = await quick.until(lambda view: any(notice.code == "record-failed" for notice in view.notices))
        assert "deleted" in translate(view.notices[0].text, "en") and not path.exists()
        before = {name: list(robot.done) for name, robot in quick.fleet.items()}
        await asyncio.sleep(30.0)
        assert {name: list(robot.done) for name, robot in quick.fleet.items()} == before, "nothing moves unrecorded"
        assert (await quick.table.submit("resume")).ok
        assert (await quick.until(over)).winners is not None

    with_table(path, test)
    assert fold_all(registry.game_named("golems"), read_record(path).entries).phase is Phase.OVER


@pytest.mark.parametrize("phase", [Phase.PROGRAMS, Phase.READY, Phase.ROW])
def test_the_game_waits_for_a_camera_that_is_pulled_out_and_goes_on_with_it(tmp_path: Path, phase: Phase) -> None:
    async def test(quick: QuickTable) -> None:
        await quick.until(lambda view: view.phase == phase.value)
        quick.eye.error = NoFrames("/dev/video0")
        view = await quick.until(lambda view: any(notice.code == "eye-no-frames" for notice in view.notices))
        assert view.notices[0].severity == "stop"
        assert all("/dev/video0" in text for text in translate_all(view.notices[0].text).values())
        rows = len(view.story)
        await asyncio.sleep(120.0)
        later = quick.table.latest()
        assert len(later.story) == rows and not later.paused and later.sequence == view.sequence
        assert quick.eye.opened > 100
        quick.eye.error = None
        await quick.until(lambda view: not any(notice.code == "eye-no-frames" for notice in view.notices), 10.0)
        await quick.until(over)

    with_table(tmp_path / "game.jsonl", test)


def test_one_camera_of_several_that_is_not_missed_is_named_and_stops_nothing(tmp_path: Path) -> None:
    async def test(quick: QuickTable) -> None:
        await quick.until(lambda view: view.phase == Phase.PROGRAMS.value)
        quick.eye.out = ("right (http://10.0.0.7/video)",)
        view = await quick.until(lambda view: any(notice.code == "camera-out" for notice in view.notices))
        told = next(notice for notice in view.notices if notice.code == "camera-out")
        assert told.severity == "warning" and all(
            "right (http://10.0.0.7/video)" in text for text in translate_all(told.text).values()
        )
        await quick.until(lambda view: view.phase == Phase.READY.value)
        # What is wrong now is wrong with that one: it is said so.
        quick.eye.blind = Trouble.BLACK
        view = await quick.until(lambda view: any(notice.code == "eye-black" for notice in view.notices))
        assert [notice.code for notice in view.notices] == ["eye-black"] and "right" in translate(
            view.notices[0].text, "fr"
        )
        quick.eye.blind, quick.eye.out = None, ()
        await quick.until(lambda view: not any(notice.code in ("eye-black", "camera-out") for notice in view.notices))
        await quick.until(over)

    with_table(tmp_path / "game.jsonl", test)


def test_that_the_camera_was_bumped_is_told_for_a_while_and_stops_nothing(tmp_path: Path) -> None:
    async def test(quick: QuickTable) -> None:
        await quick.until(lambda view: view.phase == Phase.PROGRAMS.value)
        quick.eye.bumped = True
        view = await quick.until(lambda view: any(notice.code == "eye-bumped" for notice in view.notices), 2.0)
        assert all(notice.severity == "info" for notice in view.notices)
        view = await quick.until(over)
        assert not any(notice.code == "eye-bumped" for notice in view.notices)

    with_table(tmp_path / "game.jsonl", test)


def test_a_dark_picture_is_named_and_the_game_goes_on_when_there_is_light_again(tmp_path: Path) -> None:
    async def test(quick: QuickTable) -> None:
        await quick.until(lambda view: view.phase == Phase.PROGRAMS.value)
        quick.eye.blind = Trouble.BLACK
        view = await quick.until(lambda view: any(notice.code == "eye-black" for notice in view.notices))
        assert view.notices[0].severity == "stop"
        quick.eye.blind = None
        view = await quick.until(over)
        assert not any(notice.code == "eye-black" for notice in view.notices)

    with_table(tmp_path / "game.jsonl", test)
