"""Robots turn to show which golem they carry, and play for it from then on. Virtual time."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import Any

from boards.base.catalogue import translate
from boards.base.reasons import foreign_words
from calibration.camera_frames import CameraError
from controller.journal import read_record
from controller.table.core.phases import Phase
from controller.table.core.record.fold import fold_all
from controller.table.view.view import RobotView, View
from hardware.simulated.virtual_clock import run
from tests.support.quick_table import QuickTable, Result, quick_table


def with_table(path: Path, test: Callable[[QuickTable], Coroutine[Any, Any, None]], **options: Any) -> None:
    async def main() -> None:
        async with quick_table(path, 5, **options) as quick:
            for name in quick.fleet:
                quick.table.robot_changed(RobotView(name, "ready"))
            await test(quick)

    run(main())


def cross(quick: QuickTable, one: str, other: str) -> None:
    """Somebody has plugged in two cables the wrong way round."""
    first, second = quick.fleet[one], quick.fleet[other]
    first.body, second.body = second.body, first.body


def codes(view: View) -> list[str]:
    return [notice.code for notice in view.notices]


def may_pair(view: View) -> bool:
    return view.phase == Phase.PROGRAMS.value and "pair" in view.may


async def paired(quick: QuickTable) -> View:
    await quick.until(may_pair)
    answer = await quick.table.submit("pair")
    assert answer.ok and translate(answer.text, "en").startswith("One robot after another turns")
    return await quick.until(lambda view: view.paused)


def test_robots_on_each_others_cables_are_given_their_golems_and_the_game_goes_on(tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"

    async def test(quick: QuickTable) -> None:
        cross(quick, "red", "blue")
        view = await paired(quick)
        assert codes(view) == ["robot-carries", "robot-carries", "robots-exchanged"]
        assert translate(view.notices[0].text, "en") == (
            "The robot on port of red carries the blue golem. In the table file: blue."
        )
        assert {name: robot.body for name, robot in quick.fleet.items()} == quick.world.bodies
        for robot in quick.fleet.values():
            assert [what for what, _ in robot.done] == ["turn", "turn"] and sum(by for _, by in robot.done) == 0
        assert (await quick.table.submit("resume")).ok
        await quick.until(lambda view: view.round >= 2)

    with_table(path, test)
    record = read_record(path).entries
    (entry,) = [entry for entry in record if entry.kind == "paired"]
    assert entry.data == {"golems": {"red": "blue", "blue": "red"}, "exchanged": True}


def test_robots_that_are_right_stay_as_they_are(tmp_path: Path) -> None:
    async def test(quick: QuickTable) -> None:
        robots = dict(quick.fleet)
        assert codes(await paired(quick)) == ["robots-right"]
        assert dict(quick.fleet) == robots

    with_table(tmp_path / "game.jsonl", test)


def test_if_one_cannot_be_paired_and_the_rest_does_not_go_round_nothing_is_exchanged(tmp_path: Path) -> None:
    async def test(quick: QuickTable) -> None:
        cross(quick, "red", "blue")
        cross(quick, "blue", "yellow")
        robots = dict(quick.fleet)
        quick.fleet["yellow"].script = [Result("rejected", foreign_words("the battery is too low to move"))]
        view = await paired(quick)
        assert codes(view) == ["robot-carries", "robot-carries", "robots-crossed", "robot-unpaired"]
        assert "not done (rejected): the battery is too low to move" in translate(view.notices[3].text, "en")
        assert dict(quick.fleet) == robots

    with_table(tmp_path / "game.jsonl", test, players=3)


def test_while_they_turn_only_stopping_makes_sense(tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"

    async def test(quick: QuickTable) -> None:
        await quick.until(may_pair)
        assert (await quick.table.submit("pair")).ok
        assert quick.table.latest().may == ("pause", "stop", "estop")
        assert not (await quick.table.submit("pair")).ok
        assert (await quick.table.submit("pause")).ok
        await asyncio.sleep(5)
        assert quick.table.latest().may == ("resume", "stop", "estop")
        assert (await quick.table.submit("resume")).ok
        assert codes(await quick.until(lambda view: view.paused)) == ["robots-right"]

    with_table(path, test)


def test_who_stops_a_robot_stops_the_whole_thing(tmp_path: Path) -> None:
    async def test(quick: QuickTable) -> None:
        quick.fleet["red"].script = [Result("cancelled", foreign_words("stopped"), 12.0)]
        assert codes(await paired(quick)) == ["robot-unpaired"]
        assert quick.fleet["red"].done[-1] == ("turn", -12.0), "it turns back as far as it had turned"
        assert quick.fleet["blue"].done == []

    with_table(tmp_path / "game.jsonl", test)


def test_a_camera_that_fails_meanwhile_ends_it_and_a_restart_forgets_it(tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"

    async def test(quick: QuickTable) -> None:
        await quick.until(may_pair)
        assert (await quick.table.submit("pair")).ok
        record = read_record(path)
        assert fold_all(quick.started.game, record.entries).pairing
        quick.fleet["red"].script = [Result("done")] * 2
        quick.eye.error = CameraError("overhead", "it gives no pictures")
        await quick.until(lambda view: "eye-no-frames" in codes(view))
        quick.eye.error = None
        await quick.until(lambda view: view.phase == Phase.READY.value)

    with_table(path, test)
    entries = read_record(path).entries
    assert [dict(entry.data) for entry in entries if entry.kind == "paired"] == [{}]


def test_without_a_robot_that_answers_nobody_is_asked_to_turn(tmp_path: Path) -> None:
    async def test(quick: QuickTable) -> None:
        await quick.until(may_pair)
        for name in quick.fleet:
            quick.table.robot_changed(RobotView(name, "lost"))
        await quick.until(lambda view: all(robot.link == "lost" for robot in view.robots))
        assert "pair" not in quick.table.latest().may
        assert not (await quick.table.submit("pair")).ok

    with_table(tmp_path / "game.jsonl", test)
