"""Rows of Battle of Golems acted out by simulated robots with errors, seen without pixels: many in little time.

Everything but the picture is the real thing: rules, table, motion, wires, wheels and bodies.
"""

from __future__ import annotations

import asyncio
import math
import tempfile
from collections.abc import Callable, Mapping
from contextlib import AsyncExitStack, suppress
from dataclasses import dataclass, field
from itertools import combinations
from pathlib import Path
from random import Random
from typing import Any

from boards.geometry import Cell, Pose, wrap_degrees
from boards.table_layout import standard_layout
from controller.app.compose.hand_requests import serve_hands
from controller.app.compose.session import GameSession, Recorder, make_table
from controller.app.simulated_players.mat_people import MatPeople
from controller.app.simulation.act import Act, begin_act, read_act
from controller.app.simulation.fault_setup import scripted
from controller.games.game import GoOn
from controller.games.golems.rules.program import ROWS
from controller.table.core.actor import Table
from controller.table.core.phases import Phase
from controller.table.core.record.entries import Controlled
from controller.table.core.settings import Settings
from controller.table.motion.motion_plan import REFERENCE_PACE, Drive, Order, Spin, plan_motion
from controller.table.perception.differences import expected_pose
from controller.table.view.view import View
from firmware_bridge.protocol.messages import ActKind
from firmware_bridge.robots.fleet import Fleet
from firmware_bridge.robots.hands_robot import HandsRobot
from firmware_bridge.robots.robot_families import open_robot
from hardware.simulated.drive_model import DriveParameters, Ramp
from hardware.simulated.robot_acts import ACT_SECONDS
from hardware.simulated.script.fault_plan import NO_FAULTS, FaultPlan
from hardware.simulated.script.fault_script import SimulationHandles
from hardware.simulated.simulated_rig import serial_robots
from hardware.simulated.virtual_clock import run
from hardware.simulated.world import FINE_STEP_S, Body, RobotEvent, World
from tests.support.quick_table import QuickEye
from tests.support.staged_watch import person
from tests.support.table_running import table_running

SETTINGS = Settings(pace=REFERENCE_PACE, reveal_s=0.1)
LONGEST_S = 600.0


@dataclass
class RowTimes:
    """One row as it was acted out."""

    began: float
    """Seconds on the loop's clock."""
    seconds: float
    longest_s: float
    """What the golem with the most to do needs for it alone, without errors."""
    off_mm: Mapping[str, float] = field(default_factory=dict)
    off_deg: Mapping[str, float] = field(default_factory=dict)
    """How far from its place each golem is at the end of the row, before anything is corrected."""


@dataclass
class Seen:
    """What truly happened in a run."""

    rows: list[RowTimes] = field(default_factory=list)
    least_mm: float = math.inf
    contacts: int = 0
    finished: bool = False
    seconds: float = 0.0
    notices: list[str] = field(default_factory=list)
    """Codes of what people were asked for."""
    events: list[RobotEvent] = field(default_factory=list)


Watching = Callable[[Table, World], None]
"""Subscribes to what it wants to see of a run before that begins."""


def act_rows(
    document: Mapping[str, Any],
    plan: FaultPlan = NO_FAULTS,
    seed: int = 1,
    rows: int = ROWS,
    *,
    watching: Watching | None = None,
    instead: Mapping[str, str] = {},
) -> Seen:
    """Act out the first rows of a position with programs.

    `instead`: golems that have no simulated robot, but people's hands (``hands:red``).
    """
    return run(_act(read_act(dict(document)), plan, seed, rows, watching, instead))


async def _act(
    act: Act, plan: FaultPlan, seed: int, rows: int, watching: Watching | None, instead: Mapping[str, str]
) -> Seen:
    seen = Seen()
    async with AsyncExitStack() as stack:
        folder = stack.enter_context(tempfile.TemporaryDirectory())
        started = begin_act(act, seed, Path(folder) / "act.jsonl")
        starts = plan.starts(act.starts, Random(f"start/{seed}"))

        def ended(view: View) -> bool:
            return len(seen.rows) >= rows and view.phase != Phase.CHECK.value

        await _play(stack, Played(started, plan, seed, starts, watching=watching, instead=instead), seen, ended)
    return seen


def drive_home(
    stands: Mapping[str, Pose], document: Mapping[str, Any], seed: int = 1, longest_s: float = 120.0
) -> Seen:
    """Have golems that stand anywhere drive to where a position has them, as after a stop. Nobody helps them."""
    return run(_home(read_act(dict(document)), stands, seed, longest_s))


async def _home(act: Act, stands: Mapping[str, Pose], seed: int, longest_s: float) -> Seen:
    seen = Seen()
    async with AsyncExitStack() as stack:
        folder = stack.enter_context(tempfile.TemporaryDirectory())
        contents = (Controlled("stop"), Controlled("resume"))
        started = begin_act(act, seed, Path(folder) / "home.jsonl", contents)
        arrived = {Phase.PROGRAMS.value, Phase.DICE.value}
        run_ = Played(started, NO_FAULTS, seed, stands, longest_s, helpful=False)
        await _play(stack, run_, seen, lambda view: view.phase in arrived)
    return seen


@dataclass(frozen=True)
class Played:
    """What is played, and how."""

    started: GameSession
    plan: FaultPlan
    seed: int
    starts: Mapping[str, Pose]
    longest_s: float = LONGEST_S
    helpful: bool = True
    watching: Watching | None = None
    instead: Mapping[str, str] = field(default_factory=dict)


async def _play(stack: AsyncExitStack, played: Played, seen: Seen, ended: Callable[[View], bool]) -> None:
    started, plan, seed, starts = played.started, played.plan, played.seed, played.starts
    loop, recorder = asyncio.get_running_loop(), Recorder()
    world = World({name: Body(pose) for name, pose in starts.items()})
    assert started.mat is not None
    trays = dict(standard_layout(started.mat, started.players))
    rig = await stack.enter_async_context(
        serial_robots(world, started.players, seed, faults=plan.commands, builds=plan.builds, line=plan.line)
    )
    instead = played.instead
    robots = [open_robot(name, instead[name]) if name in instead else rig.open(name) for name in started.players]
    fleet = Fleet(robots, recorder)
    stack.push_async_callback(fleet.close)
    eye = QuickEye(world, started.mat)
    table = make_table(started, started.playfield(eye), fleet, recorder, SETTINGS, Random(f"salt/{seed}"))
    people = MatPeople(world, table, trays, started.grid, {}, seed)
    _put_tokens(people, started)
    if played.helpful:
        table.subscribe(people.on_view)
    watch = _Watch(world, started, plan, seen)
    table.subscribe(watch.on_view)
    stack.callback(serve_hands(fleet, table, None))
    for name in instead:
        robot = fleet[name]
        assert isinstance(robot, HandsRobot)
        robot.on_request.append(person(world, table, name))
    if played.watching is not None:
        played.watching(table, world)
    over = loop.create_future()

    def look(view: View) -> None:
        if (view.phase == Phase.OVER.value or ended(view)) and not over.done():
            over.set_result(None)

    table.subscribe(look)
    (await fleet.connect(started.state.commands)).check()
    handles = SimulationHandles(world, rig.simulated_robots, None, started.grid)
    stack.callback(watch.close)
    began = loop.time()
    async with table_running(table, started):
        with scripted(table, handles, plan, None), suppress(TimeoutError):
            async with asyncio.timeout(played.longest_s):
                await over
                seen.finished = True
        seen.seconds = loop.time() - began
        await fleet.stop_all()


def _put_tokens(people: MatPeople, started: GameSession) -> None:
    position = started.state.game.position
    for kind, cells in (("wall", position.walls), ("water", position.waters), ("barrel", position.barrels)):
        for cell in cells:
            people.put_token(kind, Cell.parse(cell))


class _Watch:
    """Looks at the true world every 5 ms, and at the rows as they begin and end."""

    def __init__(self, world: World, started: GameSession, plan: FaultPlan, seen: Seen) -> None:
        self._world, self._started, self._plan, self._seen = world, started, plan, seen
        self._state = started.state.game
        self._loop = asyncio.get_running_loop()
        self._row_since: float | None = None
        self._longest = 0.0
        world.on_event.append(seen.events.append)
        self._look()

    def close(self) -> None:
        self._timer.cancel()

    def on_view(self, view: View) -> None:
        acting = view.phase == Phase.ROW.value
        self._seen.notices += [notice.code for notice in view.notices if notice.code not in self._seen.notices]
        if acting and self._row_since is None:
            self._row_since = self._loop.time()
            step = self._started.game.advance(self._state, GoOn())
            groups = self._started.game.motion_groups(self._state, step.events)
            self._longest = longest_s(groups, self._stands(), self._started.grid, self._plan)
            self._state = step.state
        elif not acting and self._row_since is not None:
            off_mm, off_deg = self._offs()
            took = self._loop.time() - self._row_since
            self._seen.rows.append(RowTimes(self._row_since, took, self._longest, off_mm, off_deg))
            self._row_since = None

    def _stands(self) -> dict[str, Pose]:
        stands = self._started.game.stands(self._state)
        return {name: expected_pose(stand, self._started.grid) for name, stand in stands.items()}

    def _offs(self) -> tuple[dict[str, float], dict[str, float]]:
        self._world.write_truth()
        poses = {name: self._world.bodies[name].pose for name in self._stands()}
        wanted = self._stands()
        return (
            {name: pose.point.distance(wanted[name].point) for name, pose in poses.items()},
            {name: abs(wrap_degrees(pose.heading - wanted[name].heading)) for name, pose in poses.items()},
        )

    def _look(self) -> None:
        self._world.write_truth()
        points = [body.pose.point for body in self._world.bodies.values() if body.present]
        for one, other in combinations(points, 2):
            self._seen.least_mm = min(self._seen.least_mm, one.distance(other))
        self._seen.contacts = len(self._world.contacts)
        self._timer = self._loop.call_later(FINE_STEP_S, self._look)


def longest_s(groups: Any, poses: Mapping[str, Pose], grid: Any, plan: FaultPlan) -> float:
    """Seconds that the golem with the most to do in a row needs for it alone, without errors."""
    now, spent = dict(poses), dict.fromkeys(poses, 0.0)
    for group in groups:
        for motion in group.motions:
            orders, after = plan_motion(now[motion.piece], motion, grid, REFERENCE_PACE)
            golem = plan.golems.get(motion.piece)
            build = golem.build if golem is not None else DriveParameters()
            spent[motion.piece] += sum(order_s(order, build) for order in orders)
            now[motion.piece] = after
    return max(spent.values(), default=0.0)


def order_s(order: Order, build: DriveParameters) -> float:
    """Seconds that a robot of this build needs for an order."""
    pace = REFERENCE_PACE
    if isinstance(order, Drive):
        return Ramp(abs(order.mm), pace.speed_mm_s, build.acceleration_mm_s2).duration
    if isinstance(order, Spin):
        return Ramp(abs(order.degrees), pace.speed_deg_s, build.acceleration_deg_s2).duration
    return ACT_SECONDS[ActKind[order.act.upper()]]
