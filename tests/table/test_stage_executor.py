"""Robots on a stage: who was moved by hand waits for people, who slipped is put right, who is gone is left out."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from random import Random
from typing import Any

import pytest

from boards.base.catalogue import translate
from boards.geometry import Cell, Pose, SquareGrid
from controller.games.game import PieceMoved, ProgramsLaid
from controller.games.robots_hex.tabletop import TABLETOP
from controller.table.core.mailbox import GolemsMisplaced, Message, RowActed
from controller.table.motion.motion_plan import Acted
from controller.table.motion.robot_assignment import StagePart, places
from controller.table.motion.stage_executor import StageExecutor, _Row, _Stopped
from controller.table.view.stage_messages import NO_WAY, NOT_MOVING, STILL_OFF
from hardware.simulated.virtual_clock import run
from hardware.simulated.world import World
from tests.support.quick_table import QuickEye, QuickFleet, QuickRobot, Result
from tests.table.test_staged_pieces import GAME, ROBOTS, STAGE, actors, in_place

LAID = GAME.advance(GAME.start(TABLETOP.staged(2)), ProgramsLaid(dict.fromkeys(ROBOTS, ("D+1",)))).state
FIRST = GAME.advance(LAID, PieceMoved("green", "green1 e1 2"))
SECOND = GAME.advance(FIRST.state, PieceMoved("violet", "violet1 e7 4"))
"""The second robot's turn: the first one stands at e1 and looks in direction 2."""


class Watch:
    """So often a hand was over the mat."""

    def __init__(self, alarms: int = 0) -> None:
        self.alarms = alarms


async def row(acting: StageExecutor, before: Any, step: Any, alarms: int = 0, ask: Any = None) -> Acted:
    message = await acting.row(before, step, Watch(alarms), ask)()
    assert isinstance(message, RowActed)
    return message.acted


def shifted(world: World, golem: str, mm: float, degrees: float) -> None:
    """Somebody moves a golem."""
    pose = world.bodies[golem].pose
    world.bodies[golem].pose = Pose(pose.x + mm, pose.y, pose.heading + degrees)


def straight(world: World, golem: str, name: str) -> None:
    """A golem stands as its piece does, to the millimetre."""
    part = {piece.name: piece for piece in TABLETOP.pieces(FIRST.state)}[name]
    centre = STAGE.grid.centre(STAGE.cells()[part.spot])
    world.bodies[golem].pose = Pose(centre.x, centre.y, part.heading or 0.0)


GREEN = next(golem for golem, name in TABLETOP.roles.items() if name == "green1")


@pytest.mark.parametrize(
    ("mm", "degrees", "asked"),
    [(0.0, 0.0, False), (37.0, 0.0, False), (39.0, 0.0, True), (0.0, 39.0, False), (0.0, -41.0, True), (0, 180, True)],
)
def test_a_golem_that_somebody_moved_far_drives_only_when_people_say_so(mm: float, degrees: float, asked: bool) -> None:
    async def main() -> None:
        world, fleet, acting = actors(7)
        straight(world, GREEN, "green1")
        shifted(world, GREEN, mm, degrees)
        told: list[Message] = []
        acted = asyncio.ensure_future(row(acting, FIRST.state, SECOND, ask=told.append))
        await asyncio.sleep(3.0)
        assert fleet.gate.is_set() is not asked
        if asked:
            [misplaced] = told
            assert isinstance(misplaced, GolemsMisplaced)
            [notice] = misplaced.notices
            assert notice.facts["golem"] == GREEN and "e1" in translate(notice.text, "en").lower()
            assert not any(robot.done for robot in fleet.values()), "nobody drives while the table waits"
            # Put back by hand meanwhile; it is looked again.
            straight(world, GREEN, "green1")
            fleet.resume()
        else:
            assert told == []
        assert not (await acted).failures
        in_place(world, SECOND.state)

    run(main())


def test_without_anybody_to_ask_they_drive_back_at_once() -> None:
    async def main() -> None:
        world, fleet, acting = actors(7)
        straight(world, GREEN, "green1")
        shifted(world, GREEN, 200.0, 90.0)
        assert not (await row(acting, FIRST.state, SECOND)).failures and fleet.gate.is_set()
        in_place(world, SECOND.state)

    run(main())


PLACE = STAGE.grid.centre(STAGE.cells()["e1"])


class Slips(QuickRobot):
    """Ends askew whatever it does on its place, by more than golems may be."""

    slips = True

    async def _do(self, command: str, value: float | str, seconds: float) -> Result:
        result = await super()._do(command, value, seconds)
        if self.slips and self.body.pose.point.distance(PLACE) < 10.0:
            self.body.pose = replace(self.body.pose, heading=self.body.pose.heading + 25.0)
        return result


class Taken(QuickRobot):
    """Somebody takes it off the mat as soon as it has arrived."""

    async def _do(self, command: str, value: float | str, seconds: float) -> Result:
        result = await super()._do(command, value, seconds)
        self.body.present = self.body.pose.point.distance(PLACE) >= 10.0
        return result


def swapped(fleet: QuickFleet, golem: str, kind: type[QuickRobot]) -> Any:
    old = fleet[golem]
    fleet[golem] = kind(old.name, old.body, old.chance, old.gate)
    return fleet[golem]


@pytest.mark.parametrize("alarms", [0, 1, 2])
def test_a_golem_that_ends_askew_is_put_right_after_a_look(alarms: int) -> None:
    async def main() -> None:
        world, fleet, acting = actors(7)
        robot = swapped(fleet, GREEN, Slips)
        assert (await row(acting, LAID, FIRST, alarms)).failures == {GREEN: STILL_OFF}
        robot.slips = False
        assert not (await row(acting, LAID, FIRST, alarms)).failures
        in_place(world, FIRST.state)

    run(main())


def test_who_is_taken_away_at_the_end_of_its_way_is_no_golem_that_stands_wrong() -> None:
    async def main() -> None:
        world, fleet, acting = actors(7)
        robot = swapped(fleet, GREEN, Taken)
        assert (await row(acting, LAID, FIRST)).failures == {}
        assert robot.done and not world.bodies[GREEN].present
        in_place(world, FIRST.state, GREEN)

    run(main())


def test_a_golem_that_people_move_is_not_asked_for_degrees() -> None:
    async def main() -> None:
        _, fleet, acting = actors(7)
        under_way = _Row(acting, Watch())
        cell = STAGE.cells()["e1"]
        centre = STAGE.grid.centre(cell)

        def off(mm: float, degrees: float, heading: float | None = 120.0) -> bool:
            under_way.now[GREEN] = Pose(centre.x + mm, centre.y, 120.0 + degrees)
            return under_way._off(GREEN, StagePart("green", cell, heading))

        assert [off(mm, 0.0) for mm in (0.0, 5.9, 6.1)] == [False, False, True]
        assert [off(0.0, degrees) for degrees in (-3.9, -4.1, 4.1, 360.0)] == [False, True, True, False]
        assert not off(30.0, 90.0, None), "a piece that looks nowhere"
        fleet[GREEN].by_hand = True
        assert [off(mm, 0.0) for mm in (29.9, 30.1)] == [False, True]
        assert [off(0.0, degrees) for degrees in (19.9, -20.1)] == [False, True]
        del under_way.now[GREEN]
        assert not under_way._off(GREEN, StagePart("green", cell, 120.0))

    run(main())


def looking(world: World, mm: float, degrees: float) -> dict[str, StagePart]:
    """The first piece stands at e1; its golem so far off."""
    world.bodies[GREEN].pose = Pose(PLACE.x + mm, PLACE.y, 30.0 + degrees)
    return {"green1": StagePart("green", STAGE.cells()["e1"], 30.0)}


@pytest.mark.parametrize(
    ("mm", "degrees", "kinds"), [(3.0, 15.0, {"turn"}), (0.0, 2.0, set()), (9.0, 0.0, {"turn", "move"})]
)
def test_what_is_off_at_the_end_is_put_right_and_no_more(mm: float, degrees: float, kinds: set[str]) -> None:
    async def main() -> None:
        world, fleet, acting = actors(7)
        parts = looking(world, mm, degrees)
        under_way = _Row(acting, Watch())
        under_way.driven = 1
        await under_way._settle({GREEN: "green1"}, parts)
        assert {command for command, _ in fleet[GREEN].done} == kinds
        assert world.bodies[GREEN].pose.point.distance(PLACE) < 6.0

    run(main())


@pytest.mark.parametrize("hand", [False, True])
def test_robots_turn_to_where_their_pieces_look_unless_a_hand_came_meanwhile(hand: bool) -> None:
    async def main() -> None:
        world, fleet, acting = actors(7)
        parts, watch = looking(world, 0.0, 90.0), Watch()
        under_way = _Row(acting, watch)
        await under_way._fresh()
        watch.alarms += hand
        await under_way._face({GREEN: "green1"}, parts)
        assert under_way.driven == 1 and [command for command, _ in fleet[GREEN].done] == ([] if hand else ["turn"])

    run(main())


def test_two_pairs_in_one_cell_each_are_all_moved_apart() -> None:
    async def main() -> None:
        world, _, acting = actors(7)
        for pair, cell in (((0, 1), Cell(2, 2)), ((2, 3), Cell(6, 4))):
            centre = STAGE.grid.centre(cell)
            for number, aside in zip(pair, (-36.0, 36.0), strict=True):
                world.bodies[acting.names[number]].pose = Pose(centre.x + aside, centre.y, 0.0)
        under_way = _Row(acting, Watch())
        await under_way._fresh()
        await under_way._centre()
        assert len({*under_way._at().values()}) == 4 and under_way.driven == 1
        for name, body in world.bodies.items():
            assert body.pose.point.distance(under_way.now[name].point) < 6.0, "it stands where it is taken to be"

    run(main())


def test_two_in_the_only_cell_stop_and_say_so() -> None:
    async def main() -> None:
        _, _, acting = actors(7)
        under_way = _Row(replace(acting, stage=replace(STAGE, grid=SquareGrid(1, 1, 100.0), places=())), Watch())
        under_way.now = {"red": Pose(15.0, 50.0, 0.0), "blue": Pose(85.0, 50.0, 0.0)}
        with pytest.raises(_Stopped) as stopped:
            await under_way._centre()
        assert stopped.value.failures == {"red": NO_WAY, "blue": NO_WAY}

    run(main())


class Dawdles(QuickRobot):
    """Says that it moves, and does not, between these looks."""

    eye: QuickEye
    still: tuple[int, int]

    async def _do(self, command: str, value: float | str, seconds: float) -> Result:
        if not self.still[0] <= self.eye.looks < self.still[1]:
            return await super()._do(command, value, seconds)
        await asyncio.sleep(seconds)
        return Result("done")


@pytest.mark.parametrize(("looks", "given_up"), [(3, False), (4, True)])
def test_a_golem_is_given_up_after_four_looks_that_do_not_show_it_farther_on(looks: int, given_up: bool) -> None:
    async def main() -> None:
        _, fleet, acting = actors(7)
        robot = swapped(fleet, GREEN, Dawdles)
        # The first four cells are driven; then it stands.
        robot.eye, robot.still = acting.eye, (3, 3 + looks)
        under_way = _Row(acting, Watch())
        await under_way._look()
        start = under_way._at()[GREEN]
        goal = max(STAGE.wings, key=lambda cell: STAGE.grid.distance(start, cell))
        assert STAGE.grid.distance(start, goal) > 8
        driving = under_way._go({GREEN: "green1"}, {"green1": StagePart("green", goal)})
        if given_up:
            with pytest.raises(_Stopped) as stopped:
                await driving
            assert stopped.value.failures[GREEN] == NOT_MOVING
        else:
            await driving
            assert under_way._at()[GREEN] == goal

    run(main())


class NoSlip(Random):
    """Chance that is always the mean."""

    def uniform(self, a: float, b: float) -> float:
        return (a + b) / 2

    def gauss(self, mu: float = 0.0, sigma: float = 1.0) -> float:
        return mu


def test_it_is_looked_before_the_first_cell_and_after_every_four() -> None:
    async def main() -> None:
        _, fleet, acting = actors(7)
        fleet[GREEN].chance = NoSlip()
        under_way = _Row(acting, Watch())
        await under_way._look()
        start = under_way._at()[GREEN]
        goal = next(cell for cell in STAGE.wings if STAGE.grid.distance(start, cell) == 8)
        await under_way._go({GREEN: "green1"}, {"green1": StagePart("green", goal)})
        eye = acting.eye
        assert isinstance(eye, QuickEye) and eye.looks == 1 + 3 and under_way._at()[GREEN] == goal

    run(main())


def test_robots_are_moved_to_the_middle_only_where_others_could_touch_them() -> None:
    """Hexagons of 100 mm are 86.6 mm wide: bodies of 70 mm have 8.3 mm to each side."""

    async def main() -> None:
        world, _, acting = actors(7)
        for aside, moved in ((8.2, 0), (8.4, 1)):
            centre = STAGE.grid.centre(STAGE.cells()["e1"])
            world.bodies[GREEN].pose = Pose(centre.x + aside, centre.y, 0.0)
            under_way = _Row(acting, Watch())
            await under_way._look()
            await under_way._centre()
            assert under_way.driven == moved

    run(main())


def test_idle_robots_in_the_wings_stay_and_others_take_what_is_left() -> None:
    wings = (Cell(0, 0), Cell(1, 0), Cell(2, 0))
    at = {"red": Cell(1, 0), "blue": Cell(1, 1), "green": Cell(2, 2)}
    parts = {"g": StagePart("x", Cell(3, 3))}
    found = places(at, {"green": "g"}, parts, wings, SquareGrid(4, 4, 100.0))
    assert found == {"green": Cell(3, 3), "red": Cell(1, 0), "blue": Cell(0, 0)}


def test_robots_in_each_others_way_that_cannot_pass_stop_and_say_so() -> None:
    async def main() -> None:
        _, _, acting = actors(7)
        corridor = replace(STAGE, grid=SquareGrid(2, 1, 100.0), places=())
        under_way = _Row(replace(acting, stage=corridor), Watch())
        under_way.now = {"red": Pose(50.0, 50.0, 0.0), "blue": Pose(150.0, 50.0, 0.0)}
        parts = {"a": StagePart("green", Cell(1, 0)), "b": StagePart("violet", Cell(0, 0))}
        with pytest.raises(_Stopped) as stopped:
            await under_way._ways({"red": "a", "blue": "b"}, parts)
        assert stopped.value.failures == {"red": NO_WAY, "blue": NO_WAY}

    run(main())
