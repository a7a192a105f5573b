"""A person in a robot's stead: asked once, waited for, stopped, and never believed to have done what was not said."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable

import pytest

from boards.base.errors import Problems
from firmware_bridge.link.commands import timeout_for
from firmware_bridge.protocol.messages import Move, Turn
from firmware_bridge.robots.hands_robot import HAND_S, HandRequest, HandsRobot
from firmware_bridge.robots.journal_entries import CommandBegun, CommandEnded
from firmware_bridge.robots.robot_families import open_robot
from firmware_bridge.robots.robot_status import MotionResult
from hardware.simulated.virtual_clock import run


class Table:
    """A robot that a person moves, and what the person was asked."""

    def __init__(self) -> None:
        robot = open_robot("red", "hands:red")
        assert isinstance(robot, HandsRobot)
        self.robot = self.hands = robot
        self.asked: list[HandRequest] = []
        self.withdrawn = 0
        self.entries: list[CommandBegun | CommandEnded] = []
        self.robot.record = lambda _robot, entry: self.entries.append(entry)
        self.hands.on_request.append(self._hear)

    def _hear(self, chore: HandRequest | None) -> None:
        if chore is None:
            self.withdrawn += 1
        else:
            self.asked.append(chore)


def with_hands(test: Callable[[Table], Awaitable[None]]) -> None:
    async def main() -> None:
        table = Table()
        await table.robot.connect()
        try:
            await test(table)
        finally:
            await table.robot.close()

    run(main())


def _moving(robot: HandsRobot) -> asyncio.Task[MotionResult]:
    return asyncio.ensure_future(robot.move(100.0, 100.0))


def test_a_person_is_asked_when_the_command_is_on_record_and_never_if_it_was_stopped_before() -> None:
    async def test(table: Table) -> None:
        loop = asyncio.get_running_loop()
        writing: list[asyncio.Future[None]] = []

        def record(_robot: str, entry: CommandBegun | CommandEnded) -> asyncio.Future[None] | None:
            table.entries.append(entry)
            if isinstance(entry, CommandEnded):
                return None
            writing.append(loop.create_future())
            return writing[-1]

        table.robot.record = record
        going = _moving(table.robot)
        await asyncio.sleep(5.0)
        assert table.asked == [] and table.robot.busy
        writing[0].set_result(None)
        await asyncio.sleep(0.1)
        assert len(table.asked) == 1 and table.robot.confirm() and (await going).done
        stopped = _moving(table.robot)
        await asyncio.sleep(0.1)
        await table.robot.stop()
        assert (await stopped).kind == "cancelled" and len(table.asked) == 1
        assert [type(entry) for entry in table.entries] == [CommandBegun, CommandEnded] * 2

    with_hands(test)


def test_a_person_is_asked_once_and_waited_for_longer_than_a_motor() -> None:
    async def test(table: Table) -> None:
        going = _moving(table.robot)
        await asyncio.sleep(90.0)
        assert table.asked == [HandRequest("red", Move(100_000, 100))] and not going.done()
        assert table.hands.confirm()
        result = await going
        assert (result.kind, result.mm) == ("done", 100.0)
        turning = asyncio.ensure_future(table.robot.turn(-90.0, 120.0))
        await asyncio.sleep(0.2)
        # Twice said is once said; and nobody turns a golem faster than it turns itself.
        assert table.hands.confirm() and not table.hands.confirm()
        assert (await turning).kind == "done" and table.asked[1] == HandRequest("red", Turn(-9_000, 120))
        assert not table.hands.confirm() and not table.hands.unable()
        assert table.withdrawn == 2 and len(table.asked) == 2

    with_hands(test)


def test_stop_and_emergency_stop_withdraw_what_was_asked() -> None:
    async def test(table: Table) -> None:
        for stop in (table.robot.stop, table.robot.estop):
            going = _moving(table.robot)
            await asyncio.sleep(1.0)
            await stop()
            result = await going
            assert result.kind == "cancelled"
            # How far it came nobody knows: nothing is said.
            assert result.mm == 0.0 and table.hands.request is None
            assert not table.hands.confirm()
        assert (await table.robot.move(10.0, 50.0)).kind == "rejected"
        await table.robot.clear()
        assert len(table.asked) == 2

    with_hands(test)


def test_who_is_not_heard_of_leaves_it_uncertain_and_is_never_asked_again_by_itself() -> None:
    async def test(table: Table) -> None:
        began = asyncio.get_running_loop().time()
        result = await _moving(table.robot)
        assert result.kind == "uncertain"
        assert asyncio.get_running_loop().time() - began == pytest.approx(timeout_for(HAND_S), rel=0.1)
        assert len(table.asked) == 1

    with_hands(test)


def test_a_person_who_can_not_says_so_and_forgetting_is_uncertain() -> None:
    async def test(table: Table) -> None:
        going = _moving(table.robot)
        await asyncio.sleep(0.5)
        assert table.hands.unable()
        assert (await going).kind != "done"
        going = _moving(table.robot)
        await asyncio.sleep(0.5)
        # The program that asks was started anew: what was asked is not known any more.
        begun = table.entries[-1]
        assert isinstance(begun, CommandBegun)
        await table.robot.close()
        assert (await going).kind == "cancelled" and table.hands.request is None
        again = await table.robot.connect(begun)
        assert again is not None and again.kind == "uncertain" and table.hands.request is None

    with_hands(test)


def test_gestures_are_for_the_screen() -> None:
    async def test(table: Table) -> None:
        result = await table.robot.act("strike")
        assert (result.kind, table.asked) == ("rejected", [])

    with_hands(test)


@pytest.mark.parametrize("url", ["hands:", "hands:a b", "hands:red?name=x", "hands:/"])
def test_an_address_must_name_the_golem(url: str) -> None:
    with pytest.raises(Problems, match="must name the golem"):
        open_robot("red", url)
