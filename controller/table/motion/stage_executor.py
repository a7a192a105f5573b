"""A small fleet acts out a part of a game of pieces on a mat: what is not on the stage, or has no robot, is a ghost.

Robots go from cell to cell, each into a free one (`routing`); the camera looks before they set
out and again after a few cells, so that no error grows, and after a hand was over the mat, which may have moved them.
What is not surely seen does not drive.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Protocol

from boards.geometry import Cell, Pose, wrap_degrees
from boards.kit.thing_keys import GolemKey
from boards.stage import Stage
from calibration.camera_frames import CameraError
from controller.games.game import Gesture, MotionGroup, Step
from controller.games.tabletop import Tabletop
from controller.table.core.mailbox import GolemsMisplaced, HomingFinished, Message, RowActed, RowShown
from controller.table.core.ports import FleetPort, VisionPort
from controller.table.core.worker import Work
from controller.table.motion.cell_planner import Field, move_apart
from controller.table.motion.graph.execution_graph import PlannedOrder
from controller.table.motion.graph.row_execution import MotionExecutor
from controller.table.motion.graph.row_plan import in_graph, plan_step
from controller.table.motion.learning.camera_latency import CameraLatency
from controller.table.motion.looking_on import LookingOn
from controller.table.motion.motion_plan import (
    HAND_DEGREES,
    HAND_MM,
    Acted,
    Failures,
    Order,
    Pace,
    Show,
    Spin,
)
from controller.table.motion.robot_assignment import RobotAssignment, StagePart, StageParts, parts_of, places
from controller.table.motion.routing import CellStep, Wave, route
from controller.table.motion.stage_progress import RowScript, StageProgress, row_script
from controller.table.perception.differences import Tolerance
from controller.table.view.notices import astray_notice
from controller.table.view.stage_messages import NO_WAY, NOT_MOVING, NOT_SEEN, STILL_OFF

LOOK_EVERY = 4
"""Cells that robots go before the camera looks again: about 5 mm of drift."""
LOOKS = 5
"""So often a look is tried that shows no table at rest."""
PATIENCE = 4
"""After so many looks that do not show them farther on than before, robots are given up that say that they drive."""
CORRECTIONS = 2
"""So often robots that do not stand as they should are put right after a row."""


class Alarms(Protocol):
    """Who watches the mat."""

    @property
    def alarms(self) -> int:
        """How often something came over it."""
        ...


Post = Callable[[Message], None]


def _nobody(_message: Message) -> None:
    """Nobody looks on."""


@dataclass(frozen=True)
class StageExecutor:
    """The robots of a table as actors. Makes work; the table begins it."""

    eye: VisionPort
    fleet: FleetPort
    names: tuple[str, ...]
    """Of the fleet's robots, those that act."""
    assignment: RobotAssignment
    tabletop: Tabletop[Any]
    stage: Stage
    pace: Pace
    settle_s: float = 5.0
    tolerance: Tolerance = field(default_factory=Tolerance)
    latency: CameraLatency = field(default_factory=CameraLatency)
    """The eye's."""

    @property
    def waits(self) -> bool:
        """Whether the game waits for robots that are not where they should be. Bots' matches go on."""
        return not self.tabletop.automatic

    def row(
        self, before: Any, step: Step[Any, Any], guard: Alarms, ask: Post | None = None, show: Post | None = None
    ) -> Work:
        """Execute what led from one state of the game to the next.

        `guard` knows of hands over the mat. `ask` takes :class:`GolemsMisplaced` for robots that somebody moved; they
        drive on when the fleet does. None: they drive at once. `show` takes :class:`RowShown` as robots end their
        orders.
        """
        script = row_script(self.tabletop, before, step)

        async def act() -> Message:
            asked = ask if self.waits else None
            return RowActed(await _Row(self, guard).act(before, script, step.state, asked, show or _nobody))

        return act

    def home(self, state: Any, guard: Alarms) -> Work:
        """Bring the robots to where the pieces of this state stand, from wherever they are."""

        async def drive() -> Message:
            return HomingFinished(await _Row(self, guard).home(state))

        return drive

    def parts(self, state: Any) -> dict[str, StagePart]:
        """Return the pieces on the stage."""
        return parts_of(self.tabletop.pieces(state), self.stage)


class _Stopped(Exception):
    """A robot failed, or nothing is seen: the row ends here. Robot -> how."""

    def __init__(self, failures: Failures) -> None:
        super().__init__(failures)
        self.failures = failures


class _Row:
    """One row under way: where the robots are, by the last look and by what they drove since."""

    def __init__(self, acting: StageExecutor, guard: Alarms) -> None:
        self.acting = acting
        self.guard = guard
        self.alarms = -1
        self.grid = acting.stage.grid
        looking = LookingOn(acting.eye, acting.latency)
        self.motion_executor = MotionExecutor(
            acting.fleet, self.grid, acting.pace, sight=looking.sight, look=looking.look
        )
        self.now: dict[str, Pose] = {}
        self.driven = 0
        self.progress: StageProgress | None = None
        """What of a row is shown; None on the way home."""

    async def home(self, state: Any) -> Acted:
        """Everybody to where the pieces stand."""
        try:
            await self._fresh()
            parts = self.acting.parts(state)
            await self._settle(await self._go(self._playing(parts), parts), parts)
        except _Stopped as stopped:
            return Acted(self.now, stopped.failures)
        return Acted(self.now)

    async def act(self, before: Any, script: RowScript, after: Any, ask: Post | None, show: Post) -> Acted:
        """Move, then show what happened on the spot, then off or on with those that left and came."""
        acting = self.acting
        self.progress = progress = StageProgress(script, acting.stage, lambda shown: show(RowShown(shown)))
        try:
            await self._fresh()
            if ask is not None:
                await self._agreed(before, ask)
            parts = acting.parts(before)
            progress.begin(acting.assignment.standing(self._at(), parts))
            playing = await self._go(self._playing(parts), parts_of(script.moved.values(), acting.stage))
            progress.drove()
            for motion_group in script.groups:
                await self._show(motion_group, playing, progress)
            parts = acting.parts(after)
            playing = await self._go(playing, parts)
            progress.ended()
            await self._settle(playing, parts)
        except _Stopped as stopped:
            return Acted(self.now, stopped.failures)
        return Acted(self.now)

    async def _agreed(self, before: Any, ask: Post) -> None:
        """Robots that somebody moved drive only when people say so. Until then they may have been put back."""
        pieces = {piece.name: piece for piece in self.acting.tabletop.pieces(before)}
        parts = self.acting.parts(before)
        seen = {name: self.grid.cell_at(pose.point) for name, pose in self.now.items()}
        # Two in one cell, too.
        at = {name: cell for name, cell in seen.items() if cell is not None}
        playing = self.acting.assignment.assign(at, {}, parts, self.grid)
        astray = {robot: pieces[piece] for robot, piece in playing.items() if self._far_off(robot, parts[piece])}
        if astray:
            self.acting.fleet.pause()
            ask(
                GolemsMisplaced(
                    tuple(astray_notice(robot, piece, self.acting.tabletop) for robot, piece in astray.items())
                )
            )
            self.alarms = -1
            await self._fresh()

    def _far_off(self, robot: str, part: StagePart) -> bool:
        if part.heading is None:
            return False
        off_deg = abs(wrap_degrees(part.heading - self.now[robot].heading))
        tolerance = self.acting.tolerance
        return self._off_centre(robot, part.cell) > tolerance.astray_mm or off_deg > tolerance.astray_deg

    def _playing(self, parts: StageParts) -> dict[str, str]:
        """Who plays whom, by where all are."""
        at, assignment = self._at(), self.acting.assignment
        return assignment.assign(at, assignment.standing(at, parts), parts, self.grid)

    def _at(self) -> dict[str, Cell]:
        at = {name: self.grid.cell_at(pose.point) for name, pose in self.now.items()}
        return {name: cell for name, cell in at.items() if cell is not None}

    async def _look(self) -> None:
        """See where the robots are."""
        for _ in range(LOOKS):
            try:
                scene = await self.acting.eye.settled(self.acting.settle_s)
            except CameraError as error:
                raise _Stopped(dict.fromkeys(self.acting.names, error.message)) from error
            if scene.settled and not scene.trouble:
                break
        else:
            raise _Stopped(dict.fromkeys(self.acting.names, NOT_SEEN))
        seen = {name: scene.find(GolemKey(name)) for name in self.acting.names}
        self.now = {name: found.pose for name, found in seen.items() if found is not None}
        self.driven = 0

    async def _fresh(self) -> bool:
        """Look, if it is time to or something was over the mat since the last look. Whether it was looked."""
        looked = False
        while True:
            # While the table is paused, anybody may reach in.
            await self.acting.fleet.passed()
            if self.driven < LOOK_EVERY and self._untouched():
                return looked
            self.alarms, looked = self.guard.alarms, True
            await self._look()

    async def _centre(self) -> None:
        """Move those apart who share a cell, and to the middle who stands too far from it for others to drive by."""
        on_mat = {name: self.now[name] for name in self._at()}
        beside = {name: pose for name, pose in self.now.items() if name not in on_mat}
        mat = Field(self.grid, standing=beside, play_mm=self.acting.stage.off_centre_mm)
        apart = move_apart(on_mat, mat)
        if apart is None:
            raise _Stopped(dict.fromkeys(on_mat, NO_WAY))
        orders: list[PlannedOrder] = []
        before = dict(self.now)
        for level, name in enumerate(apart.first):
            plan, self.now[name] = plan_step(before[name], apart.cells[name], self.grid, self.acting.pace)
            orders += in_graph(name, plan, before[name], level=level)
        if orders:
            await self._carry_out(orders, before)
            self.driven += 1

    def _off_centre(self, name: str, cell: Cell) -> float:
        return self.now[name].point.distance(self.grid.centre(cell))

    async def _go(self, playing: Mapping[str, str], parts: StageParts) -> dict[str, str]:
        """Drive all robots to the cells and headings of these pieces, and return the new assignment.

        After each look the way is planned anew.
        """
        assigned = self.acting.assignment.assign(self._at(), playing, parts, self.grid)
        if self.progress is not None:
            self.progress.driving(assigned, parts, self.now)
        ways: tuple[Wave, ...] | None = None
        lefts: list[int] = []
        while True:
            if await self._fresh() or ways is None:
                await self._centre()
                ways = await self._ways(assigned, parts)
                lefts.append(sum(map(len, ways)))
                if len(lefts) > PATIENCE and min(lefts[-PATIENCE:]) >= lefts[-PATIENCE - 1] > 0:
                    raise _Stopped({step.robot: NOT_MOVING for step in ways[0]})
            if not ways:
                break
            # All that may be driven before the next look: who has nothing to wait for does not wait.
            together = max(1, LOOK_EVERY - self.driven)
            await self._waves(ways[:together])
            ways = ways[together:]
        await self._face(assigned, parts)
        return assigned

    async def _ways(self, playing: Mapping[str, str], parts: StageParts) -> tuple[Wave, ...]:
        at = self._at()
        there = {robot: piece for robot, piece in playing.items() if robot in at}
        goals = places(at, there, parts, self.acting.stage.wings, self.grid)
        # Many ways are looked at where robots are in each other's way; their heartbeats must not wait for it.
        ways = await asyncio.get_running_loop().run_in_executor(None, route, at, goals, self.grid)
        if ways is None:
            raise _Stopped(dict.fromkeys(at, NO_WAY))
        return ways

    async def _face(self, playing: Mapping[str, str], parts: StageParts) -> None:
        """Robots turn on the spot to where their pieces look, all at once."""
        plans: dict[str, tuple[Order, ...]] = {}
        for robot, piece in playing.items():
            heading, pose = parts[piece].heading, self.now.get(robot)
            if heading is not None and pose is not None and self._askew(pose, heading):
                plans[robot] = (Spin(wrap_degrees(heading - pose.heading)),)
                self.now[robot] = replace(pose, heading=heading)
        if plans:
            await self._perform(plans, self._untouched)
            self.driven += 1

    def _askew(self, pose: Pose, heading: float) -> bool:
        return abs(wrap_degrees(heading - pose.heading)) > self.acting.tolerance.correct_deg

    async def _settle(self, playing: Mapping[str, str], parts: StageParts) -> None:
        """Look whether robots stand as their pieces do, where these look somewhere; what is off is put right."""
        looking = {robot: part for robot, piece in playing.items() if (part := parts[piece]).heading is not None}
        tries = 0
        while looking and self.driven:
            self.alarms = -1
            await self._fresh()
            off = {robot: STILL_OFF for robot, part in looking.items() if self._off(robot, part)}
            if not off:
                return
            if tries == CORRECTIONS:
                raise _Stopped(off)
            tries += 1
            for robot in off:
                cell = self._at().get(robot)
                if cell is not None and self._off_centre(robot, cell) > self.acting.tolerance.correct_mm:
                    await self._waves(((CellStep(robot, cell, cell),),))
            await self._go(playing, parts)

    def _off(self, robot: str, part: StagePart) -> bool:
        """Whether a robot that is seen does not stand as its piece."""
        pose = self.now.get(robot)
        if pose is None or part.heading is None:
            return False
        # A person who moves it is not asked for millimetres.
        by_hand, tolerance = self.acting.fleet[robot].by_hand, self.acting.tolerance
        mm, degrees = (HAND_MM, HAND_DEGREES) if by_hand else (tolerance.correct_mm, tolerance.correct_deg)
        off_deg = abs(wrap_degrees(part.heading - pose.heading))
        return self._off_centre(robot, part.cell) > mm or off_deg > degrees

    async def _waves(self, waves: Sequence[Wave]) -> None:
        """Drive steps from cell to cell: each begins as soon as its cell is free."""
        orders: list[PlannedOrder] = []
        before = dict(self.now)
        for number, wave in enumerate(waves):
            for step in wave:
                pose = self.now.get(step.robot)
                if pose is None:
                    # It was there at the last look, and is not any more.
                    raise _Stopped({step.robot: NOT_SEEN})
                plan, self.now[step.robot] = plan_step(pose, step.target, self.grid, self.acting.pace)
                orders += in_graph(step.robot, plan, pose, stage=2 * number)
        await self._carry_out(orders, before)
        self.driven += len(waves)

    async def _carry_out(self, orders: Sequence[PlannedOrder], before: Mapping[str, Pose]) -> None:
        failures = await self.motion_executor.carry_out(orders, before, self._untouched, self._tell)
        if failures:
            raise _Stopped(failures)

    def _untouched(self) -> bool:
        """Return whether no hand was over the mat since the last look.

        After a hand a robot may stand elsewhere than its next order begins.
        """
        return self.alarms == self.guard.alarms

    async def _perform(self, plans: Mapping[str, Sequence[Order]], still: Callable[[], bool] = lambda: True) -> None:
        failures = await self.motion_executor.perform(plans, self.now, still, self._tell)
        if failures:
            raise _Stopped(failures)

    def _tell(self, poses: Mapping[str, Pose], busy: frozenset[str]) -> None:
        """Let screens know how far robots have come."""
        if self.progress is not None:
            self.progress.moved(poses, busy)

    async def _show(self, group: MotionGroup, playing: Mapping[str, str], progress: StageProgress) -> None:
        """Show on the spot what a motion group says. What ghosts would show is over with it."""
        left = {motion.piece: motion for motion in group.motions if isinstance(motion, Gesture)}
        acts = {robot: (Show(left[piece].act.value),) for robot, piece in playing.items() if piece in left}

        def ended(_poses: Mapping[str, Pose], busy: frozenset[str]) -> None:
            progress.acted([left.pop(playing[robot]) for robot in acts if robot not in busy and playing[robot] in left])

        failures = await self.motion_executor.perform(acts, self.now, shown=ended)
        if failures:
            raise _Stopped(failures)
        progress.acted(left.values())
