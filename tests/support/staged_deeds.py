"""When screens show what robots do on a stage, and when these have done it: times of views and of true poses."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from dataclasses import dataclass, field
from itertools import pairwise

from boards.base.message import Message
from boards.geometry import Pose, wrap_degrees
from controller.table.core.actor import Table
from controller.table.core.phases import Phase
from controller.table.motion.stage_executor import StageExecutor
from controller.table.view.view import PieceView, View
from hardware.simulated.world import World

AHEAD_S, BEHIND_S = 0.150, 0.400
"""So much before a robot has done it, and after it, a screen may show it."""
LOOK_S = 0.04
PLACE = (20.0, 12.0)
"""A robot is where it stands in the end if it is not farther off, mm and degrees; what is left is a correction."""
REST = (0.5, 0.5)
"""It rests if it moves no more in LOOK_S, mm and degrees."""

Stands = tuple[str, str]
"""Where a piece is and which way it looks."""


@dataclass
class StagedDeeds:
    """What happened in the steps of a game, and what was wrong with what screens showed of it."""

    table: Table
    acting: StageExecutor
    world: World
    late_s: dict[tuple[int, str], float] = field(default_factory=dict)
    """By step and robot that was moved in it: how long after it stood there a screen showed it."""
    wrong: list[str] = field(default_factory=list)
    _before: Mapping[str, Stands] = field(default_factory=dict)
    _facts: tuple[Message, ...] = ()
    _traces: dict[str, list[tuple[float, Pose]]] = field(default_factory=dict)
    _shown: dict[str, list[tuple[float, Stands]]] = field(default_factory=dict)
    _wanted: Mapping[str, Stands] | None = None
    """How the pieces stand after the step that is acted out; None between steps."""

    async def look(self) -> None:
        """Follow the true poses."""
        loop = asyncio.get_running_loop()
        while True:
            self.world.write_truth()
            for name, body in self.world.bodies.items():
                self._traces.setdefault(name, []).append((loop.time(), body.pose))
            await asyncio.sleep(LOOK_S)

    def on_view(self, view: View) -> None:
        """Compare a view with the one before it."""
        now, shown = asyncio.get_running_loop().time(), view.as_done()
        stands = {piece.name: _stands(piece) for piece in shown.play.pieces}
        if view.phase == Phase.ROW.value and self._wanted is None:
            self._wanted = {piece.name: _stands(piece) for piece in view.play.pieces}
            self._traces.clear()
            self._shown = {name: [(now, before)] for name, before in self._before.items()}
            if (stands, shown.play.facts) != (self._before, self._facts) or shown.story[-1].golems:
                self.wrong.append(f"told before anything was done: {self._before} -> {stands}")
        if self._wanted is not None:
            for name in {*self._shown, *stands}:
                self._shown.setdefault(name, []).append((now, stands.get(name, GONE)))
        if view.phase != Phase.ROW.value:
            if self._wanted is not None:
                self._judge(view)
                self._wanted = None
            self._before, self._facts = stands, view.play.facts

    def _judge(self, view: View) -> None:
        """Take the end of a step: each robot that stands for a piece was shown there when it came."""
        assert self._wanted is not None
        grid, parts = self.acting.stage.grid, self.acting.parts(self.table.game_state)
        at = {name: grid.cell_at(trace[-1][1].point) for name, trace in self._traces.items()}
        standing = self.acting.assignment.standing({n: cell for n, cell in at.items() if cell is not None}, parts)
        for robot, piece in standing.items():
            if self._wanted[piece] == self._before.get(piece):
                continue
            late = self._shown_at(piece) - self._came(robot)
            self.late_s[len(view.story), robot] = late
            if not -AHEAD_S - LOOK_S <= late <= BEHIND_S:
                self.wrong.append(f"{piece} by {robot} in step {len(view.story)}: {late:.2f} s")

    def _shown_at(self, piece: str) -> float:
        assert self._wanted is not None
        shown = self._shown[piece]
        return next(time for n, (time, _) in enumerate(shown) if all(s == self._wanted[piece] for _, s in shown[n:]))

    def _came(self, robot: str) -> float:
        """When a robot first came to rest where it stands in the end, but for a correction."""
        trace = self._traces[robot]
        end = trace[-1][1]
        pairs = pairwise(trace)
        came = (time for (time, pose), (_, then) in pairs if _near(pose, end, PLACE) and _near(pose, then, REST))
        return next(came, trace[-1][0])


GONE: Stands = ("", "")


def _stands(piece: PieceView) -> Stands:
    return piece.spot, piece.facing


def _near(pose: Pose, other: Pose, within: tuple[float, float]) -> bool:
    mm, degrees = within
    return pose.point.distance(other.point) <= mm and abs(wrap_degrees(pose.heading - other.heading)) <= degrees
