"""What the robots of a table drive, as work: a row, small corrections, a way home."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Collection, Mapping, Sequence

from boards.geometry import Cell, Pose, SquareGrid
from boards.kit.thing_keys import GolemKey
from controller.games.game import MotionGroup
from controller.table.core.mailbox import CorrectionsFinished, Message, PairingFinished, RowActed, RowShown
from controller.table.core.ports import FleetPort, VisionPort
from controller.table.core.settings import Settings
from controller.table.core.worker import Work
from controller.table.motion.cell_planner import Field
from controller.table.motion.graph.people_moves import PeopleMoves
from controller.table.motion.graph.row_execution import MotionExecutor
from controller.table.motion.homing import correction_plans, way_home
from controller.table.motion.learning.learned_drives import LearnedDrives
from controller.table.motion.looking_on import LookingOn
from controller.table.motion.motion_plan import grid_heading
from controller.table.motion.robot_identification import pair
from controller.table.motion.safety_monitor import SafetyMonitor
from controller.table.perception.differences import Comparison
from controller.table.view.row_progress import RowProgress


class MotionWork:
    """Makes work for the robots; the table begins it."""

    def __init__(
        self,
        fleet: FleetPort,
        eye: VisionPort | None,
        grid: SquareGrid,
        settings: Settings,
        guard: SafetyMonitor,
        post: Callable[[Message], None],
        drives: LearnedDrives,
    ) -> None:
        """`guard` counts alarms: after one the robots stand, and what is left is planned anew."""
        self._fleet = fleet
        self._eye = eye
        self._grid = grid
        self._pace = settings.pace
        self._settle_s = settings.settle_s
        self._near_mm = settings.tolerance.correct_mm
        self._guard = guard
        self._post = post
        self._drives = drives
        looking = LookingOn(eye, drives.latency)
        self._motion_executor = MotionExecutor(
            fleet, grid, settings.pace, PeopleMoves(eye, grid, post).arrived, looking.sight, looking.look
        )

    def with_robots(self, poses: Mapping[str, Pose]) -> dict[str, Pose]:
        """Those golems that have a robot of their own; the others are put right by hand.

        A robot that was seen to go elsewhere than it was told to would come near others on its way to its place.
        """

        def drives(name: str) -> bool:
            return name in self._fleet and not self._fleet[name].by_hand and not self._drives.wayward(name)

        return {name: pose for name, pose in poses.items() if drives(name)}

    def row(self, motion_groups: Sequence[MotionGroup], poses: Mapping[str, Pose]) -> Work:
        """Execute the motion groups of a row from where the golems are."""

        async def act() -> Message:
            relook = None if self._eye is None else self._where_they_are
            acted = await self._motion_executor.act(
                motion_groups, poses, lambda: self._guard.alarms, relook, self._show
            )
            return RowActed(acted)

        return act

    def _show(self, poses: Mapping[str, Pose], waiting: frozenset[str]) -> None:
        """Let screens know what has been done."""
        stands = {name: (self._cell(pose), grid_heading(pose.heading)) for name, pose in poses.items()}
        self._post(RowShown(RowProgress(stands, waiting)))

    def _cell(self, pose: Pose) -> str | None:
        cell = self._grid.cell_at(pose.point)
        return None if cell is None else str(cell)

    async def _where_they_are(self) -> dict[str, Pose]:
        """Look until the table is at rest and in sight. Raises CameraError."""
        assert self._eye is not None
        while True:
            scene = await self._eye.settled(self._settle_s)
            if scene.settled and not scene.trouble:
                return {seen.thing.colour: seen.pose for seen in scene.things if isinstance(seen.thing, GolemKey)}

    def pairing(self, names: Sequence[str]) -> Work:
        """Return these robots turn and turn back, one after the other, and the eye sees which golem each carries."""

        async def turn_and_look() -> Message:
            assert self._eye is not None
            return PairingFinished(
                await pair(self._eye, {name: self._fleet[name] for name in names}, lambda _name: None)
            )

        return turn_and_look

    def corrections(self, found: Comparison) -> Work:
        """Drive the golems that are a little off to where they should be."""
        plans = correction_plans(found.corrections, found.poses, self._pace, self._near_mm)

        async def correct() -> Message:
            return CorrectionsFinished(await self._motion_executor.perform(plans, found.poses, self._untouched()))

        return correct

    def home(self, found: Comparison, playing: Collection[str], tokens: frozenset[Cell]) -> Work:
        """Drive the golems that are astray towards their cells, round tokens and what no robot moves.

        `playing` golems make room for each other. Who is walled in is named.
        """
        driving = {name: pose for name, pose in self.with_robots(found.poses).items() if name in playing}
        standing = {name: pose for name, pose in found.poses.items() if name not in driving}
        mat = Field(self._grid, tokens, standing)
        targets = {name: pose for name, pose in {**found.corrections, **found.astray}.items() if name in driving}

        async def drive() -> Message:
            loop = asyncio.get_running_loop()
            # Many ways are looked at where robots are in each other's way; their heartbeats must not wait for it.
            plan = await loop.run_in_executor(None, way_home, targets, driving, mat, self._pace)
            if plan.walled_in:
                return CorrectionsFinished({}, plan.walled_in)
            return CorrectionsFinished(
                await self._motion_executor.carry_out(plan.orders, found.poses, self._untouched())
            )

        return drive

    def _untouched(self) -> Callable[[], bool]:
        """Whether no hand was over the field since now."""
        before = self._guard.alarms
        return lambda: self._guard.alarms == before
