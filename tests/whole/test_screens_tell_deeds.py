"""What a screen shows has been done: the times of views against the true poses, golem by golem.

Ghosts have no true pose: that they are told when their time is over is tested in `tests/lobby/test_screen_hands.py`.
On stages every game of `tests.support.staged_table` is compared so (`tests.support.staged_deeds`).
"""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, field
from typing import Any

import pytest

from boards.geometry import Pose, wrap_degrees
from controller.table.core.actor import Table
from controller.table.core.phases import Phase
from controller.table.view.view import View
from hardware.simulated.world import FINE_STEP_S, World
from tests.benchmarks.motion import all_errors
from tests.support.acted_rows import act_rows

AHEAD_S, BEHIND_S = 0.150, 0.400
STILL_MM, STILL_DEG = 0.02, 0.02
"""A golem that moves less in five milliseconds has come to rest."""


@dataclass
class Deeds:
    """When each golem came to rest in a row, and when a screen first showed it there and told of it."""

    true: dict[tuple[int, str], float] = field(default_factory=dict)
    shown: dict[tuple[int, str], float] = field(default_factory=dict)
    told: dict[tuple[int, str], float] = field(default_factory=dict)
    moved: dict[int, dict[str, tuple[str, str]]] = field(default_factory=dict)
    """By row: the golems that it moves, and where and how they stand after it."""

    def watching(self, table: Table, world: World) -> None:
        loop = asyncio.get_running_loop()
        poses: dict[str, Pose] = {}
        acting: list[int] = []

        def sample() -> None:
            world.write_truth()
            for name, body in world.bodies.items():
                before, poses[name] = poses.get(name, body.pose), body.pose
                if acting and (body.pose.point.distance(before.point) > STILL_MM or _turned(body.pose, before)):
                    self.true[acting[0], name] = loop.time()

        def look() -> None:
            sample()
            loop.call_later(FINE_STEP_S, look)

        def on_view(view: View) -> None:
            sample()
            acting[:] = [view.row] if view.phase == Phase.ROW.value else []
            # The end of a row is told with the last deed, too.
            if not acting and (view.phase != Phase.CHECK.value or view.row not in self.moved):
                return
            now = loop.time()
            plain: Any = view.to_json()
            after = {piece.name: (piece.spot, piece.facing) for piece in view.play.pieces}
            seen = {piece["name"]: (piece["spot"], piece["facing"]) for piece in plain["play"]["pieces"]}
            if view.row not in self.moved:
                self.moved[view.row] = {name: after[name] for name in after if after[name] != seen[name]}
            for name, stand in self.moved[view.row].items():
                if seen[name] == stand:
                    self.shown.setdefault((view.row, name), now)
                if name in plain["story"][-1]["golems"]:
                    self.told.setdefault((view.row, name), now)

        table.subscribe(on_view)
        look()


def _turned(pose: Pose, before: Pose) -> bool:
    return abs(wrap_degrees(pose.heading - before.heading)) > STILL_DEG


DOCUMENT = {
    "game": "golems",
    "way": "scenario",
    "board": {"size": [4, 4]},
    "golems": {"red": {"at": "a1", "facing": "N"}, "blue": {"at": "d4", "facing": "S"}},
    "programs": {
        "red": ["forward", "turn-right", "forward", "stand"],
        "blue": ["turn-left", "stand", "backward", "turn-right"],
    },
}


@pytest.mark.parametrize(
    ("who", "instead"),
    [("robots", {}), ("robots with errors", {}), ("a robot and hands", {"blue": "hands:blue"})],
    ids=["robots", "errors", "hands"],
)
def test_screens_tell_each_golem_when_it_has_done_its_part(who: str, instead: dict[str, str]) -> None:
    deeds = Deeds()
    plan = {"plan": all_errors(2)} if who == "robots with errors" else {}
    seen = act_rows(DOCUMENT, **plan, watching=deeds.watching, instead=instead)
    assert seen.finished
    assert {row: set(names) for row, names in deeds.moved.items() if names} == {
        1: {"red", "blue"},
        2: {"red"},
        3: {"red", "blue"},
        4: {"blue"},
    }
    late = {key: deeds.shown[key] - deeds.true[key] for key in deeds.shown}
    told = {key: deeds.told[key] - deeds.true[key] for key in late}
    print({key: (round(value, 3), round(told[key], 3)) for key, value in late.items()})
    assert set(late) == {(row, name) for row, names in deeds.moved.items() for name in names}
    assert all(-AHEAD_S <= value <= BEHIND_S for value in late.values()), late
    assert all(-AHEAD_S <= value <= BEHIND_S for value in told.values()), told
