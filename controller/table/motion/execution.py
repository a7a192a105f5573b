"""What the robots of a table drive, as work: a row, small corrections, a way home."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from boards.geometry import Cell, Pose, SquareGrid
from controller.games.game import MotionGroup
from controller.table.core.mailbox import Corrected, Message, Paired, RowActed
from controller.table.core.ports import FleetPort, VisionPort
from controller.table.core.worker import Work
from controller.table.motion.homing import correction_plans, way_home
from controller.table.motion.motion_plan import Pace
from controller.table.motion.robot_identification import pair
from controller.table.motion.row_execution import MotionExecutor
from controller.table.perception.differences import Comparison


class Driving:
    """Makes work for the robots; the table begins it."""

    def __init__(self, fleet: FleetPort, eye: VisionPort | None, grid: SquareGrid, pace: Pace) -> None:
        self._fleet = fleet
        self._eye = eye
        self._grid = grid
        self._pace = pace
        self._motion_executor = MotionExecutor(fleet, grid, pace)

    def with_robots(self, poses: Mapping[str, Pose]) -> dict[str, Pose]:
        """Those golems that have a robot of their own; the others are put right by hand."""
        return {name: pose for name, pose in poses.items() if name in self._fleet and not self._fleet[name].by_hand}

    def row(self, motion_groups: Sequence[MotionGroup], poses: Mapping[str, Pose]) -> Work:
        """Execute the motion groups of a row from where the golems are."""

        async def act() -> Message:
            return RowActed(await self._motion_executor.act(motion_groups, poses))

        return act

    def pairing(self, names: Sequence[str]) -> Work:
        """Return these robots turn and turn back, one after the other, and the eye sees which golem each carries."""

        async def turn_and_look() -> Message:
            assert self._eye is not None
            return Paired(await pair(self._eye, {name: self._fleet[name] for name in names}, lambda _name: None))

        return turn_and_look

    def corrections(self, found: Comparison) -> Work:
        """Drive the golems that are a little off to where they should be."""
        plans = correction_plans(found.corrections, found.poses, self._pace)

        async def correct() -> Message:
            return Corrected(await self._motion_executor.perform(plans, found.poses))

        return correct

    def home(self, found: Comparison, tokens: frozenset[Cell]) -> Work | None:
        """Drive one of the golems that are astray to its cell, round the others and the tokens; None: no way."""
        way = way_home(found.astray, found.poses, tokens, self._grid, self._pace)
        if way is None:
            return None

        async def drive() -> Message:
            return Corrected(await self._motion_executor.perform({way.golem: way.orders}, found.poses))

        return drive
