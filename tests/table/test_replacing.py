"""A robot that is out for good is replaced: by hands, by a ghost, by a spare; the game goes on, and records know it."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from pathlib import Path
from random import Random
from typing import Any

import pytest

from boards.base.errors import GolemError
from boards.base.reasons import foreign_words
from boards.geometry import Pose
from controller.app.compose.session import robot_view
from controller.app.terminal.keyboard import arguments_of, command_of
from controller.games.game_registry import tabletop_named
from controller.journal import read_record
from controller.table.core.phases import Phase
from controller.table.core.record.fold import fold_all
from controller.table.view.view import View
from firmware_bridge.robots import Fleet
from firmware_bridge.robots.ghost_robot import GhostRobot
from firmware_bridge.robots.hands_robot import HandsRobot
from hardware.simulated.simulated_rig import serial_robots
from hardware.simulated.uart import Uart
from hardware.simulated.virtual_clock import run
from hardware.simulated.world import Body, World
from tests.support.quick_table import QuickRobot, QuickTable, Result, quick_table


def with_table(path: Path, test: Callable[[QuickTable], Coroutine[Any, Any, None]]) -> None:
    async def main() -> None:
        async with quick_table(path, 5) as quick:
            for robot in quick.fleet.values():
                quick.table.robot_changed(robot_view(robot.status))
            await test(quick)

    run(main())


def over(view: View) -> bool:
    return view.phase == Phase.OVER.value


@pytest.mark.parametrize("by", ["hands", "ghost"])
def test_after_a_failure_in_a_row_the_game_goes_on_with_hands_or_a_ghost(tmp_path: Path, by: str) -> None:
    async def test(quick: QuickTable) -> None:
        await quick.until(lambda view: view.phase == Phase.ROW.value)
        quick.fleet["red"].script = [Result("uncertain", foreign_words("it is dead"))] * 50
        quick.fleet["blue"].script = []
        await quick.until(lambda view: any(notice.code == "robot-failed" for notice in view.notices))
        assert "replace" in quick.table.latest().may
        rows, stopped = len(quick.table.latest().story), quick.fleet["red"].stopped
        assert (await quick.table.submit("replace", {"golem": "red", "by": by})).ok
        quick.fleet["red"].script = []
        assert quick.fleet.replaced == {"red": by} and quick.fleet["red"].stopped == stopped + 1
        if by == "ghost":
            # Its body is taken off, and nobody asks for it.
            quick.world.bodies["red"].present = False
        view = await quick.until(lambda view: len(view.story) > rows or over(view))
        assert not any(notice.code == "golem-missing" for notice in view.notices)
        assert (await quick.until(over)).winners is not None

    path = tmp_path / "game.jsonl"
    with_table(path, test)
    entries = read_record(path).entries
    told = [entry.data for entry in entries if entry.kind == "replaced"]
    assert told == [{"golem": "red", "by": by}]
    assert fold_all(tabletop_named("golems").game, entries).replaced == {"red": by}


def test_what_makes_no_sense_is_refused(tmp_path: Path) -> None:
    async def test(quick: QuickTable) -> None:
        await quick.until(lambda view: view.phase == Phase.READY.value)
        for args in (
            {"golem": "pink", "by": "hands"},
            {"golem": "red", "by": "spare"},
            {"golem": "red", "by": "magic"},
        ):
            assert not (await quick.table.submit("replace", args)).ok
        assert quick.fleet.replaced == {}

    with_table(tmp_path / "game.jsonl", test)


def test_a_robot_that_does_not_play_is_no_golem_and_plays_for_one_when_it_is_ready(tmp_path: Path) -> None:
    async def test(quick: QuickTable) -> None:
        await quick.until(lambda view: view.phase == Phase.READY.value)
        quick.fleet["spare"] = QuickRobot("spare", Body(Pose(-500.0, 0.0, 0.0)), Random(1), quick.fleet.gate)
        quick.table.robot_changed(robot_view(quick.fleet["spare"].status))
        for by in ("hands", "ghost", "spare", "robot"):
            assert not (await quick.table.submit("replace", {"golem": "spare", "by": by})).ok
        quick.fleet["spare"].latched = True
        assert not (await quick.table.submit("replace", {"golem": "red", "by": "spare"})).ok
        quick.fleet["spare"].latched = False
        assert (await quick.table.submit("replace", {"golem": "red", "by": "spare"})).ok
        assert quick.fleet.replaced == {"red": "spare"}
        view = quick.table.latest()
        assert [(robot.name, robot.plays) for robot in view.robots] == [
            ("red", "spare"), ("blue", "robot"), ("spare", "idle")
        ]  # fmt: skip

    with_table(tmp_path / "game.jsonl", test)


def test_a_fleet_has_hands_or_a_ghost_play_and_the_robot_itself_again() -> None:
    async def main() -> None:
        world = World(bodies={name: Body(Pose(x, 50, 90)) for name, x in (("red", 50), ("blue", 250))})
        async with serial_robots(world, ("red", "blue"), 3) as rig:
            fleet = Fleet([rig.open("red"), rig.open("blue")])
            (await fleet.connect()).check()
            own, heard = fleet["red"], []
            fleet.on_replaced.append(heard.append)
            await fleet.replace("red", "hands")
            assert isinstance(fleet["red"], HandsRobot) and fleet["red"].by_hand and heard == [fleet["red"]]
            moving = asyncio.ensure_future(fleet["red"].move(100.0, 45.0))
            await asyncio.sleep(1.0)
            assert fleet["red"].confirm() and (await moving).done
            await fleet.replace("red", "ghost")
            assert isinstance(fleet["red"], GhostRobot) and (await fleet["red"].move(45.0, 45.0)).done
            fleet.pause()
            assert fleet["red"].gate.paused
            fleet.resume()
            links: list[str] = []
            fleet.on_change.append(lambda robot: links.append(robot.status.link))
            await fleet.replace("red", "robot")
            assert links[-1:] == ["ready"], "screens hear that it is no ghost any more"
            assert fleet["red"] is own and (await own.move(20.0, 45.0)).done
            assert list(fleet) == ["red", "blue"]
            await fleet.close()

    run(main())


def test_a_spare_robot_is_given_back_and_a_robot_that_cannot_be_reached_changes_nothing() -> None:
    async def main() -> None:
        world = World(bodies={name: Body(Pose(x, 50, 90)) for name, x in (("red", 50), ("spare", 250))})
        async with serial_robots(world, ("red", "spare"), 3) as rig:
            fleet = Fleet([rig.open("red"), rig.open("spare")])
            (await fleet.connect()).check()
            own, spare = fleet["red"], fleet["spare"]
            uart = rig.simulated_robots["red"].port
            assert isinstance(uart, Uart)
            uart.unplug()
            await fleet.replace("red", "hands")
            await fleet.replace("red", "spare", "spare")
            assert (fleet["red"], fleet["spare"]) == (spare, own) and spare.name == "red"
            assert (await fleet["red"].move(20.0, 45.0)).done
            with pytest.raises(GolemError):
                await fleet.replace("red", "robot")
            assert (fleet["red"], fleet["spare"]) == (spare, own)
            await fleet.replace("red", "ghost")
            assert isinstance(fleet["red"], GhostRobot) and fleet["spare"] is spare
            await fleet.close()

    run(main())


def test_two_keys_in_the_terminal_are_enough(tmp_path: Path) -> None:
    async def test(quick: QuickTable) -> None:
        view = await quick.until(lambda view: view.phase == Phase.READY.value)
        assert command_of("h", view.may) == "replace" == command_of("g", view.may)
        lost = robot_view(quick.fleet["blue"].status)
        quick.table.robot_changed(type(lost)(lost.name, "lost"))
        view = await quick.until(lambda view: any(robot.link == "lost" for robot in view.robots))
        assert arguments_of("h", view) == {"golem": "blue", "by": "hands"}
        assert arguments_of("g", view) == {"golem": "blue", "by": "ghost"}
        assert arguments_of("p", view) == {"golem": "blue", "by": "spare"}
        assert arguments_of("o", view) == {"golem": "", "by": "robot"}
        assert (await quick.table.submit("replace", arguments_of("h", view))).ok
        view = await quick.until(lambda view: any(robot.plays == "hands" for robot in view.robots))
        assert command_of("щ", view.may) is None and command_of("o", view.may) == "replace"
        assert arguments_of("o", view) == {"golem": "blue", "by": "robot"}
        assert arguments_of("5", view) == {"units": 5} and arguments_of("u", view) == {}

    with_table(tmp_path / "game.jsonl", test)
