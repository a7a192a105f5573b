"""While something is over the field the robots wait, and people are told; then they go on."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import Any

import pytest

from boards.base.catalogue import languages, translate_all
from boards.geometry import Point
from calibration.camera_frames import NoFrames
from controller.journal import read_record
from controller.table.core.phases import Phase
from controller.table.core.settings import Settings
from controller.table.motion.safety_monitor import CLEAR_S
from controller.table.view.view import View
from controller.vision.intrusion import Intrusion
from controller.vision.scene import Trouble
from hardware.simulated.virtual_clock import run
from tests.support.quick_table import QuickTable, quick_table

HAND = Intrusion(Point(150.0, 250.0), 9000.0)


def with_table(path: Path, test: Callable[[QuickTable], Coroutine[Any, Any, None]], *, guard: bool = True) -> None:
    async def main() -> None:
        async with quick_table(path, 5, settings=Settings(guard=guard)) as quick:
            await test(quick)

    run(main())


def intruded(view: View) -> bool:
    return any(notice.code == "intrusion" for notice in view.notices)


def in_row(view: View) -> bool:
    return view.phase == Phase.ROW.value


def test_the_robots_wait_and_go_on_and_nobody_has_to_press_anything(tmp_path: Path) -> None:
    async def test(quick: QuickTable) -> None:
        await quick.until(in_row)
        loop = asyncio.get_running_loop()
        quick.eye.intruder = HAND
        came = loop.time()
        view = await quick.until(intruded)
        assert loop.time() - came <= 0.1 and not quick.fleet.gate.is_set()
        view = await quick.until(lambda view: view.paused)
        (notice,) = [notice for notice in view.notices if notice.code == "intrusion"]
        assert notice.severity == "stop" and len({*translate_all(notice.text).values()}) == len(languages())
        done = [list(robot.done) for robot in quick.fleet.values()]
        await asyncio.sleep(3.0)
        done = [list(robot.done) for robot in quick.fleet.values()]
        await asyncio.sleep(30.0)
        assert [robot.done for robot in quick.fleet.values()] == done
        quick.eye.intruder = None
        left = loop.time()
        view = await quick.until(lambda view: not view.paused)
        assert CLEAR_S - 0.001 <= loop.time() - left <= CLEAR_S + 0.1
        assert not intruded(quick.table.latest()) and quick.fleet.gate.is_set()
        view = await quick.until(lambda view: view.phase == Phase.OVER.value)
        assert view.winners is not None

    path = tmp_path / "game.jsonl"
    with_table(path, test)
    acted = [e.data for e in read_record(path).entries if e.kind == "signal" and e.data["signal"] == "acted"]
    assert acted and not any(data["interrupted"] for data in acted)


def test_a_robot_that_moves_untold_is_named_and_told_to_stop(tmp_path: Path) -> None:
    async def test(quick: QuickTable) -> None:
        await quick.until(in_row)
        quick.eye.intruder = Intrusion(Point(150.0, 250.0), 0.0, "blue")
        view = await quick.until(lambda view: view.paused, 0.1)
        (notice,) = [notice for notice in view.notices if notice.code == "stray"]
        assert notice.facts == {"golem": "blue"} and len({*translate_all(notice.text).values()}) == len(languages())
        # It, whatever it thinks it was told, and with it all that drives.
        assert quick.fleet["blue"].stopped >= 1 and quick.fleet["red"].stopped == 1
        quick.eye.intruder = None
        await quick.until(lambda view: not view.paused, CLEAR_S + 0.1)

    with_table(tmp_path / "game.jsonl", test)


def test_only_robots_without_a_command_are_held_to_rest(tmp_path: Path) -> None:
    async def test(quick: QuickTable) -> None:
        await quick.until(in_row)
        told = []
        for _ in range(200):
            told.append({name for name, robot in quick.fleet.items() if robot.busy})
            if in_row(quick.table.latest()) and told[-3:] == [told[-1]] * 3:
                # Nothing has changed since before the newest look began.
                assert {*quick.eye.resting} == {*quick.fleet} - told[-1]
            await asyncio.sleep(1 / 30)
        assert {"red"} in told and {"blue"} in told

    with_table(tmp_path / "game.jsonl", test)


def test_a_hand_that_comes_and_goes_keeps_them_waiting(tmp_path: Path) -> None:
    async def test(quick: QuickTable) -> None:
        await quick.until(in_row)
        for _ in range(10):
            quick.eye.intruder = HAND
            await asyncio.sleep(0.2)
            quick.eye.intruder = None
            await asyncio.sleep(CLEAR_S / 2)
            assert quick.table.latest().paused
        await quick.until(lambda view: not view.paused, CLEAR_S + 0.1)

    path = tmp_path / "game.jsonl"
    with_table(path, test)
    controls = [entry.data["do"] for entry in read_record(path).entries if entry.kind == "control"]
    assert controls == ["guard", "resume"]


def test_who_says_go_on_is_believed_and_who_stops_is_not_overruled(tmp_path: Path) -> None:
    async def test(quick: QuickTable) -> None:
        await quick.until(in_row)
        quick.eye.intruder = HAND
        await quick.until(lambda view: view.paused)
        before = quick.eye.in_order
        assert (await quick.table.submit("resume")).ok and quick.eye.in_order == before + 1
        quick.eye.intruder = None
        await quick.until(lambda view: in_row(view) and view.row == 2)
        quick.eye.intruder = HAND
        await quick.until(lambda view: view.paused)
        assert (await quick.table.submit("stop")).ok
        quick.eye.intruder = None
        await asyncio.sleep(10.0)
        assert quick.table.latest().paused
        assert (await quick.table.submit("resume")).ok
        await quick.until(lambda view: view.phase == Phase.OVER.value)

    with_table(tmp_path / "game.jsonl", test)


def test_people_who_pause_go_on_themselves(tmp_path: Path) -> None:
    async def test(quick: QuickTable) -> None:
        await quick.until(in_row)
        assert (await quick.table.submit("pause")).ok
        quick.eye.intruder = HAND
        await asyncio.sleep(1.0)
        quick.eye.intruder = None
        await asyncio.sleep(5.0)
        assert quick.table.latest().paused and not intruded(quick.table.latest())

    with_table(tmp_path / "game.jsonl", test)


def test_a_hand_that_came_while_people_had_paused_is_told_before_anybody_drives(tmp_path: Path) -> None:
    async def test(quick: QuickTable) -> None:
        await quick.until(in_row)
        assert (await quick.table.submit("pause")).ok
        quick.eye.intruder = HAND
        await asyncio.sleep(1.0)
        done = [list(robot.done) for robot in quick.fleet.values()]
        answer = await quick.table.submit("resume")
        assert answer.ok and len({*translate_all(answer.text).values()}) == len(languages())
        assert quick.table.latest().paused and intruded(quick.table.latest())
        await asyncio.sleep(5.0)
        assert quick.table.latest().paused and [robot.done for robot in quick.fleet.values()] == done
        quick.eye.intruder = None
        await quick.until(lambda view: not view.paused and not intruded(view), CLEAR_S + 0.1)
        # Whoever was told, and says it again, is believed.
        await quick.until(lambda view: in_row(view) and view.row == 2)
        assert (await quick.table.submit("pause")).ok
        quick.eye.intruder = HAND
        await asyncio.sleep(0.1)
        assert (await quick.table.submit("resume")).ok and quick.table.latest().paused
        assert (await quick.table.submit("resume")).ok and not quick.table.latest().paused

    with_table(tmp_path / "game.jsonl", test)


def test_hands_are_looked_for_while_robots_drive_and_at_no_other_time(tmp_path: Path) -> None:
    async def test(quick: QuickTable) -> None:
        await quick.until(lambda view: view.phase == Phase.PROGRAMS.value)
        quick.eye.intruder = HAND
        await quick.until(lambda view: view.phase == Phase.READY.value)
        await asyncio.sleep(1.0)
        assert not any(intruded(view) for view in quick.views)
        assert quick.eye.in_order > 0

    with_table(tmp_path / "game.jsonl", test)


@pytest.mark.parametrize("blind", ["black", "frozen", "gone", "late"])
def test_nobody_drives_unwatched(tmp_path: Path, blind: str) -> None:
    codes = {"black": "eye-black", "frozen": "eye-frozen", "gone": "eye-no-frames", "late": "eye-late"}

    async def test(quick: QuickTable) -> None:
        await quick.until(in_row)
        await asyncio.sleep(0.3)
        driving = {name for name, robot in quick.fleet.items() if robot.busy}
        if blind == "gone":
            quick.eye.error = NoFrames("/dev/video0")
        elif blind == "late":
            quick.eye.late_s = 2.0
        else:
            quick.eye.blind = Trouble(blind)
        view = await quick.until(lambda view: view.paused, 1.2)
        assert [notice.code for notice in view.notices] == [codes[blind]]
        assert driving and all(quick.fleet[name].stopped == 1 for name in driving)
        await asyncio.sleep(3.0)
        done = [list(robot.done) for robot in quick.fleet.values()]
        await asyncio.sleep(20.0)
        assert [robot.done for robot in quick.fleet.values()] == done and quick.table.latest().paused
        quick.eye.error, quick.eye.blind, quick.eye.late_s = None, None, 0.0
        await quick.until(lambda view: not view.paused, 3.0)
        await quick.until(lambda view: view.phase == Phase.OVER.value)

    path = tmp_path / "game.jsonl"
    with_table(path, test)
    acted = [e.data for e in read_record(path).entries if e.kind == "signal" and e.data["signal"] == "acted"]
    assert acted and not any(data["interrupted"] for data in acted)


def test_without_the_guard_or_with_a_dead_camera_the_row_is_played(tmp_path: Path) -> None:
    async def test(quick: QuickTable) -> None:
        await quick.until(in_row)
        quick.eye.intruder = HAND
        await quick.until(lambda view: view.phase != Phase.ROW.value)
        assert not any(intruded(view) for view in quick.views)

    with_table(tmp_path / "off.jsonl", test, guard=False)

    async def dead(quick: QuickTable) -> None:
        await quick.until(lambda view: view.phase == Phase.READY.value)
        await asyncio.sleep(2.5)
        quick.eye.error = NoFrames("/dev/video0")
        await quick.until(in_row)
        await asyncio.sleep(0.5)
        quick.eye.error = None
        await quick.until(lambda view: view.phase == Phase.READY.value and view.row == 1)

    with_table(tmp_path / "dead.jsonl", dead)
