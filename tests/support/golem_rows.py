"""Rows that the rules let happen: random positions and programs, and what golems do in each row."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from boards.geometry import Pose, SquareGrid
from controller.games.game import Gesture, GoOn, Motion, MotionGroup, ProgramsLaid, Travel
from controller.games.game_registry import tabletop_named
from controller.table.perception.differences import expected_pose
from tests.support.golem_positions import random_document

GRID = SquareGrid(4, 4, 100.0)


@dataclass(frozen=True)
class Row:
    """A row as the table drives it."""

    stands: dict[str, Pose]
    """Where all living golems stand before it, in the middle of their cells."""
    groups: tuple[MotionGroup, ...]

    @property
    def moving(self) -> bool:
        """Whether anybody drives."""
        return any(isinstance(motion, Travel) for group in self.groups for motion in group.motions)


def rows(chance: random.Random) -> Iterator[Row]:
    """The four rows of a random round on 4x4, as far as the game goes."""
    document = random_document(chance, tokens=(0, 3), way="scenario", rules="3.1")
    programs: dict[str, Any] = document.pop("programs")
    game = tabletop_named("golems").game
    state = game.advance(game.start(document), ProgramsLaid({n: tuple(p) for n, p in programs.items()})).state
    for _ in range(4):
        if game.outcome(state) is not None:
            return
        step = game.advance(state, GoOn())
        poses = {name: expected_pose(stand, GRID) for name, stand in game.stands(state).items()}
        yield Row(poses, game.motion_groups(state, step.events))
        state = step.state


def off(row: Row, chance: random.Random, mm: float, degrees: float) -> dict[str, Pose]:
    """The golems at most so far from the middles of their cells, anywhere within."""
    return {
        name: Pose(
            pose.x + chance.uniform(-mm, mm) * 0.707,
            pose.y + chance.uniform(-mm, mm) * 0.707,
            pose.heading + chance.uniform(-degrees, degrees),
        )
        for name, pose in row.stands.items()
    }


def driven_only(row: Row) -> Row:
    """The same without gestures."""
    groups = tuple(MotionGroup(tuple(m for m in g.motions if not isinstance(m, Gesture))) for g in row.groups)
    return Row(row.stands, groups)


def pattern(stands: dict[str, Pose], motions: tuple[Motion, ...]) -> Row:
    """One group of motions."""
    return Row(stands, (MotionGroup(motions),))
