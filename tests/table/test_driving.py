"""What robots of a table drive, as work: what the eye shows, where golems are, who is asked. Virtual time."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from random import Random
from types import SimpleNamespace
from typing import cast

import pytest

from boards.geometry import Cell, Heading, Point, Pose
from boards.kit.thing_keys import GolemKey, MatKey
from controller.games.game import Act, Gesture, MotionGroup, Travel, Turn
from controller.table.core.mailbox import HandMoveRequested, Message, RowActed, RowShown
from controller.table.core.ports import FleetPort, VisionPort
from controller.table.core.settings import Settings
from controller.table.motion.cell_planner import Field, move_apart, plan_paths, touched
from controller.table.motion.execution import MotionWork
from controller.table.motion.graph.graph_execution import STALLED
from controller.table.motion.homing import LOOK_EVERY, way_home
from controller.table.motion.learning.camera_latency import CameraLatency
from controller.table.motion.learning.learned_drives import LearnedDrives
from controller.table.motion.looking_on import LookingOn
from controller.table.motion.motion_plan import REFERENCE_PACE, Drive, Pace, plan_travel
from controller.table.motion.safety_monitor import SafetyMonitor
from controller.table.motion.sighting import Sighting
from controller.table.view.robot_messages import ended
from controller.vision.scene import Scene, Seen
from hardware.simulated.virtual_clock import run
from hardware.simulated.world import Body, World
from tests.support.motion_rig import GRID, middle, together
from tests.support.quick_table import QuickEye, QuickFleet, QuickRobot, Result


class Latest:
    latest: Scene | None = None


def test_sight_is_what_the_newest_picture_shows() -> None:
    eye = Latest()
    latency = CameraLatency()
    sight = LookingOn(cast("VisionPort", eye), latency).sight
    assert sight("red") is None and LookingOn(None, latency).sight("red") is None
    seen = Seen(GolemKey("red"), middle("a1", 0), (), 1)
    eye.latest = Scene(0, 12.5, (4, 3), MatKey("4x4"), (seen,), (), ())
    assert sight("red") == Sighting(middle("a1", 0), 12.5, False) and sight("blue") is None
    latency.set(0.2)
    assert sight("red") == Sighting(middle("a1", 0), 12.5, True)


def acted(groups: list[MotionGroup], poses: dict[str, Pose], without: str = "") -> tuple[RowActed, list[Message]]:
    """A row of golems in a world that an eye sees; `without` is a golem that no robot moves."""
    posted: list[Message] = []

    async def main() -> RowActed:
        world = World(bodies={name: Body(pose) for name, pose in poses.items()})
        fleet = QuickFleet(world, 3)
        fleet.pop(without, None)
        eye = QuickEye(world, MatKey("4x4"))
        guard = SafetyMonitor(cast("VisionPort", eye), cast("FleetPort", fleet), posted.append)
        driving = MotionWork(
            cast("FleetPort", fleet), cast("VisionPort", eye), GRID, Settings(), guard, posted.append, LearnedDrives()
        )
        working = asyncio.ensure_future(driving.row(groups, poses)())
        if without:
            await asyncio.sleep(3.0)
            # A hand puts it where it should be.
            world.bodies[without].pose = middle("a3", 90)
        return cast("RowActed", await working)

    return run(main()), posted


def test_screens_are_told_cells_and_directions_and_of_golems_that_stand_on_none() -> None:
    poses = {"red": middle("a1", 88), "blue": Pose(600.0, 50.0, 0.0)}
    message, posted = acted([together("red a1 a2"), MotionGroup((Gesture("blue", Act.HIT),))], poses)
    assert not message.acted.failures
    shown = [posting.progress for posting in posted if isinstance(posting, RowShown)]
    first, last = shown[0], shown[-1]
    assert first.stands == {"red": ("a1", 90.0), "blue": (None, 0.0)} and first.waiting == {"red", "blue"}
    assert last.stands == {"red": ("a2", 90.0), "blue": (None, 0.0)} and not last.waiting


def test_people_are_asked_to_move_a_golem_that_others_wait_for() -> None:
    poses = {"red": middle("a1", 90), "blue": middle("a2", 90)}
    groups = [MotionGroup((Travel("red", Cell(0, 0), Cell(0, 1)), Travel("blue", Cell(0, 1), Cell(0, 2))))]
    message, posted = acted(groups, poses, without="blue")
    asked = [posting for posting in posted if isinstance(posting, HandMoveRequested)]
    assert not message.acted.failures and [one.asked is None for one in asked] == [False, True]
    assert asked[0].asked is not None and asked[0].asked.facts["cell"] == "a3"


class Spinning(QuickRobot):
    """Counts its way, and stands still: its wheels spin."""

    began: float | None = None

    async def move(self, mm: float, speed_mm_s: float) -> Result:
        self.began = asyncio.get_running_loop().time()
        await asyncio.sleep(abs(mm) / speed_mm_s)
        return Result("done", mm=mm)

    async def progress(self, within_s: float) -> float | None:
        return None if self.began is None else 45.0 * (asyncio.get_running_loop().time() - self.began)


def driving(kind: type[QuickRobot] = QuickRobot) -> tuple[MotionWork, World, QuickEye, SimpleNamespace]:
    """A red golem on a1, an eye that knows how late its pictures are, and who counts hands over the field."""
    world = World(bodies={"red": Body(middle("a1", 90))})
    fleet, eye, guard = QuickFleet(world, 3), QuickEye(world, MatKey("4x4")), SimpleNamespace(alarms=0)
    fleet["red"] = kind("red", world.bodies["red"], Random(3), fleet.gate)
    drives = LearnedDrives()
    drives.latency.set(0.0)
    settings = replace(Settings(), pace=REFERENCE_PACE)
    work = MotionWork(
        cast("FleetPort", fleet),
        cast("VisionPort", eye),
        GRID,
        settings,
        cast("SafetyMonitor", guard),
        lambda _message: None,
        drives,
    )
    return work, world, eye, guard


async def watched(eye: QuickEye) -> None:
    """Look for ever, as the safety monitor does."""
    while True:
        await eye.look()


def test_wheels_that_spin_are_seen_while_the_golem_should_drive() -> None:
    async def main() -> RowActed:
        work, _, eye, _ = driving(Spinning)
        await eye.look()
        watching = asyncio.ensure_future(watched(eye))
        try:
            return cast("RowActed", await work.row([together("red a1 a3")], {"red": middle("a1", 90)})())
        finally:
            watching.cancel()

    assert {name: str(how) for name, how in run(main()).acted.failures.items()} == {"red": str(ended(STALLED))}


def test_the_reference_golem_goes_45_mm_and_turns_120_degrees_a_second() -> None:
    async def main() -> float:
        work, _, _, _ = driving()
        row = MotionGroup((Turn("red", Heading.S),)), together("red a1 a2")
        message = cast("RowActed", await work.row(row, {"red": middle("a1", 90)})())
        assert not message.acted.failures
        return asyncio.get_running_loop().time()

    # Half a turn, and a cell of 100 mm: backwards.
    assert run(main()) == pytest.approx(180 / 120 + 100 / 45, abs=0.1)


def test_after_a_hand_over_the_field_it_is_looked_where_golems_are_and_driven_from_there() -> None:
    async def main() -> None:
        work, world, eye, guard = driving()
        groups = [together("red a1 a2"), together("red a2 a3")]
        row = asyncio.ensure_future(work.row(groups, {"red": middle("a1", 90)})())
        await asyncio.sleep(1.0)
        guard.alarms += 1
        message = cast("RowActed", await row)
        assert not message.acted.failures and eye.looks == 1
        assert world.bodies["red"].pose.point.distance(middle("a3", 90).point) < 6.0

    run(main())


# -- planning --------------------------------------------------------------------------------------------


def test_a_body_reaches_into_the_next_cell_by_more_than_its_play() -> None:
    # 35 mm to each side, 15 mm of play.
    assert touched(Point(80.1, 50.0), GRID) == {Cell(0, 0), Cell(1, 0)}
    assert touched(Point(79.9, 50.0), GRID) == {Cell(0, 0)}
    assert touched(Point(100.0, 100.0), GRID) == {Cell(0, 0), Cell(1, 0), Cell(0, 1), Cell(1, 1)}
    assert touched(Point(-30.0, 50.0), GRID) == set()


def test_of_two_cells_a_golem_is_moved_to_the_one_that_it_should_go_to() -> None:
    between = {"red": Pose(95.0, 50.0, 0.0)}
    apart = move_apart(between, Field(GRID))
    assert apart is not None and apart.cells == {"red": Cell(0, 0)} and apart.first == ("red",)
    wanted = move_apart(between, Field(GRID), {"red": Cell(1, 0)})
    assert wanted is not None and wanted.cells == {"red": Cell(1, 0)}
    plan = plan_paths(between, {"red": middle("b1", 0)}, Field(GRID), REFERENCE_PACE, 9)
    # Straight on, and not back first.
    assert plan.waves == 0 and [round(o.order.mm) for o in plan.orders if isinstance(o.order, Drive)] == [55]
    # A cell that is much nearer is taken first all the same.
    near = move_apart({"red": Pose(85.0, 50.0, 0.0)}, Field(GRID), {"red": Cell(1, 0)})
    assert near is not None and near.cells == {"red": Cell(0, 0)}


def test_of_two_in_one_cell_the_one_goes_that_has_less_of_a_way() -> None:
    for one, other in (("blue", "red"), ("red", "blue")):
        seen = {one: Pose(20.0, 50.0, 0.0), other: Pose(92.0, 50.0, 0.0)}
        apart = move_apart(seen, Field(GRID))
        assert apart is not None and apart.cells == {one: Cell(0, 0), other: Cell(1, 0)}


def test_after_four_cells_it_is_looked_again() -> None:
    assert LOOK_EVERY == 4
    seen, goals = {"red": middle("a1", 0)}, {"red": middle("d3", 90)}
    plan = way_home(goals, seen, Field(GRID), REFERENCE_PACE)
    drives = [order for order in plan.orders if isinstance(order.order, Drive)]
    assert plan.waves == 5 and len(drives) == 4


def test_a_millimetre_is_worth_a_drive() -> None:
    start = Pose(50.0, 50.0, 0.0)
    assert plan_travel(start, Pose(51.0, 50.0, 0.0), Pace(), backwards=False) == (Drive(1.0),)
    assert plan_travel(start, Pose(50.99, 50.0, 0.0), Pace(), backwards=False) == ()
    assert plan_travel(start, Pose(51.0, 50.0, 0.0), Pace(smallest_move_mm=1.1), backwards=False) == ()
