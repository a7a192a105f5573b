"""A golem without a robot: people are asked to move it, the camera sees it done, or they say so; the game goes on."""

from __future__ import annotations

import asyncio
from pathlib import Path
from random import Random

import pytest

from boards.base.catalogue import languages, translate
from boards.geometry import Pose, wrap_degrees
from controller.app.compose.hand_requests import HandRequestWatcher, hand_request_notice, moved
from controller.table.core.phases import Phase
from controller.table.view.view import View
from firmware_bridge.protocol.messages import Move, Turn
from firmware_bridge.robots.hands_robot import HandRequest, HandsRobot
from firmware_bridge.robots.robot_families import open_robot
from hardware.simulated.virtual_clock import run
from tests.support.quick_table import QuickTable, quick_table


class Person:
    """Moves the red golem when asked, not quite exactly; says so, where no camera looks for it."""

    def __init__(self, quick: QuickTable, *, says: bool) -> None:
        self.asked: list[HandRequest] = []
        self._quick = quick
        self._chance = Random(4)
        self._says = says

    def hear(self, chore: HandRequest | None) -> None:
        if chore is not None:
            self.asked.append(chore)
            asyncio.get_running_loop().call_later(8.0, self._do, chore)

    def _do(self, chore: HandRequest) -> None:
        body = self._quick.world.bodies["red"]
        there = moved(body.pose, chore)
        slip = [self._chance.uniform(-5.0, 5.0) for _ in range(3)]
        body.pose = Pose(there.x + slip[0], there.y + slip[1], wrap_degrees(there.heading + slip[2]))
        if self._says:
            self._saying = asyncio.get_running_loop().create_task(self._quick.table.submit("done"))


def over(view: View) -> bool:
    return view.phase == Phase.OVER.value


@pytest.mark.parametrize("says", [False, True])
def test_a_game_with_a_golem_that_people_move(tmp_path: Path, says: bool) -> None:
    async def main() -> None:
        async with quick_table(tmp_path / "game.jsonl", 3) as quick:
            robot = open_robot("red", "hands:red")
            assert isinstance(robot, HandsRobot)
            robot.gate.resume()
            quick.fleet["red"] = robot
            person = Person(quick, says=says)
            robot.on_request.append(person.hear)
            helper = HandRequestWatcher("red", robot, quick.table, None if says else quick.eye)
            await robot.connect()
            view = await quick.until(over)
            assert view.winners is not None and len(person.asked) >= 3
            # Everybody was told what to do, and could say that it is done.
            told = [v for v in quick.views if any(notice.code == "hand-chore" for notice in v.notices)]
            assert told and all("done" in v.may for v in told if not v.paused)
            assert not any(notice.code == "hand-chore" for notice in view.notices)
            # No person is asked for millimetres, nor for a gesture.
            for chore in person.asked:
                assert isinstance(chore.command, Move | Turn)
                way = chore.command.distance_um if isinstance(chore.command, Move) else 10 * chore.command.angle_cdeg
                assert abs(way) >= 20_000
            # A robot that drives is not waited for any differently.
            assert len(quick.fleet["blue"].done) >= 3
            helper.end()
            await robot.close()

    run(main())


def test_what_is_asked_is_said_in_every_language() -> None:
    for command, way in (
        (Move(100_000, 100), "hand-ahead"),
        (Move(-100_000, 100), "hand-back"),
        (Turn(9_000, 90), "hand-left"),
        (Turn(-9_000, 90), "hand-right"),
    ):
        notice = hand_request_notice("red", HandRequest("red", command))
        assert notice.facts == {"golem": "red", "way": way}
        assert len({translate(notice.text, each) for each in languages()}) == len(languages())
        assert all(
            ("100" if isinstance(command, Move) else "90") in translate(notice.text, each) for each in languages()
        )
