"""Robot Game acted out by a small fleet: simulated serial robots, a rendered mat under a camera, virtual time."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Sequence
from io import StringIO
from pathlib import Path

import pytest

from boards.base.catalogue import translate
from boards.base.errors import Problems
from boards.geometry import Pose
from controller.app.compose.game_setup import GamePlan, with_pieces
from controller.app.compose.staged_game import checked_robots, checked_stage
from controller.games.robot_game import GAME
from controller.games.robot_game.tabletop import TABLETOP
from controller.journal import read_record
from controller.table.core.phases import Phase
from controller.table.core.record.fold import fold_all
from controller.table.core.settings import Settings
from controller.table.motion.robot_assignment import AssignmentBySide, sides_of
from hardware.simulated.script.fault_plan import CameraFault, FaultPlan, Moment, RobotFault
from hardware.simulated.virtual_clock import run
from hardware.simulated.world import World
from tests.support.staged_table import Staged, Staging
from tests.support.staged_watch import BODY_MM

LAST = {"turn": 96, "robots": [{"id": n, "player": n % 2, "loc": [6 + n, 6 + (n * 5) % 7], "hp": 50} for n in range(7)]}
"""Seven robots in the middle of the arena, and four turns."""
SETTINGS = Settings(pieces="ghosts", reveal_s=0.5)


staged = Staging(lambda: with_pieces(GamePlan(seed=3), "robot_game", 2, LAST), SETTINGS, seed=3)


def in_place(quick: Staged) -> list[str]:
    """Robots that stand where a piece of their side stands."""
    grid = quick.acting.stage.grid
    at = {name: grid.cell_at(body.pose.point) for name, body in quick.world.bodies.items()}
    standing = {name: cell for name, cell in at.items() if cell is not None}
    parts = quick.acting.parts(quick.table.game_state)
    assert isinstance(quick.acting.assignment, AssignmentBySide)
    sides, playing = quick.acting.assignment.sides, quick.acting.assignment.standing(standing, parts)
    idle = set(standing) - set(playing)
    assert all(standing[name] in quick.acting.stage.wings for name in idle), "an idle robot is in the way"
    for side in ("0", "1"):
        free = [piece for piece, part in parts.items() if part.owner == side and piece not in playing.values()]
        assert not free or all(sides[name] != side for name in idle), "a piece is a ghost for nothing"
    return sorted(playing)


def test_a_game_is_acted_out_from_the_first_turn_to_the_outcome(tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"

    async def main() -> None:
        async with staged(path, pixels=True) as quick:
            played: set[str] = set()
            for turn in range(1, 4):
                view = await quick.until(Phase.READY, turn)
                here = in_place(quick)
                played |= {*here}
                assert sum(not piece.ghost for piece in view.play.pieces) == len(here)
            view = await quick.until(Phase.OVER)
            played |= {*in_place(quick)}
            assert view.winners is not None
            watch = quick.watch
            # 5 mm of air at least: bodies are round, and cells 100 mm wide.
            assert watch.apart >= BODY_MM + 5.0 and watch.inside >= BODY_MM / 2 + 5.0, watch
            assert len(played) >= 3 and played <= watch.moved
            assert len(quick.deeds.late_s) >= len(played), "what screens showed was compared with what was done"

    run(main())
    record = read_record(path)
    commands = [entry.data for entry in record.entries if entry.kind == "command"]
    assert commands and {command["robot"] for command in commands} >= {"red", "blue"}
    assert GAME.outcome(fold_all(GAME, record.entries).game) is not None


def test_stopped_in_the_middle_of_a_turn_they_go_on_from_where_they_are(tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    left: list[World] = []

    async def cut_short() -> None:
        async with staged(path) as quick:
            await quick.until(Phase.ROW, 1)
            await asyncio.sleep(2.5)
            assert quick.table.latest().phase == Phase.ROW.value
            await quick.ask("stop")
            await asyncio.sleep(1.0)
            # Somebody carries one of them off the mat, and turns another one round.
            quick.world.bodies["green"].pose = Pose(-400.0, 0.0, 0.0)
            red = quick.world.bodies["red"].pose
            quick.world.bodies["red"].pose = Pose(red.x, red.y, red.heading + 130.0)
            left.append(quick.world)

    async def go_on() -> None:
        async with staged(path, world=left[0]) as quick:
            assert quick.table.latest().paused
            await quick.ask("resume")
            await quick.until(Phase.READY, 2)
            del quick.world.bodies["green"]
            in_place(quick)
            assert quick.watch.apart >= BODY_MM + 5.0

    run(cut_short())
    run(go_on())


def test_a_golem_without_a_robot_is_moved_by_people_when_they_are_asked(tmp_path: Path) -> None:
    async def main() -> None:
        async with staged(tmp_path / "game.jsonl", by_hand=True) as quick:
            told: list[str] = []
            quick.table.subscribe(
                lambda view: told.extend(translate(n.text, "en") for n in view.notices if n.code == "hand-chore")
            )
            await quick.until(Phase.READY, 2)
            in_place(quick)
            assert any("blue" in text for text in told) and quick.watch.moved >= {"blue"}
            assert "blue" in {robot for _step, robot in quick.deeds.late_s}
            assert quick.watch.apart >= BODY_MM + 5.0

    run(main())


def test_what_is_no_fleet_is_said() -> None:
    assert sides_of(("red", "blue", "yellow"), ("0", "1")) == {"red": "0", "blue": "1", "yellow": "0"}
    assert len(checked_stage("robot_game").places) == 25
    for game in ("golems", "spiral"):
        with pytest.raises(Problems, match="no stage"):
            checked_stage(game)
    words: Sequence[str] = ["pink=serial:x", "red", "red=serial:/dev/a", "blue=serial:/dev/a", "green=carrier-pigeon:3"]
    robots, problems = checked_robots(words)
    assert len(problems) == 4 and list(robots) == ["red", "green"]
    assert checked_robots(["red=serial:/dev/a"]) == ({"red": "serial:/dev/a"}, [])
    assert TABLETOP.stage is not None


def test_faults_happen_and_the_truth_is_written_in_a_game_on_a_stage(tmp_path: Path) -> None:
    truth = StringIO()
    stall = RobotFault(Moment(0.3, row=1), "blue", "stall", 0.0)
    late = CameraFault(Moment(1.0), "late", 2.0, 0.1)
    plan = FaultPlan(robot_faults=(stall,), camera_faults=(late,))

    async def main() -> None:
        async with staged(tmp_path / "game.jsonl", faults=plan, truth=truth) as quick:
            await quick.until(Phase.READY, 1)

    run(main())
    lines = [json.loads(line) for line in truth.getvalue().splitlines()]
    events = [(line["name"], line["event"]) for line in lines if "event" in line]
    assert ("blue", "stall") in events and ("", "camera-late") in events
    begun = events.index(("", "row-begun"))
    assert begun < events.index(("blue", "stall")), "a time counts from the begin of its row"
    assert {line["name"] for line in lines if "x" in line} == {"red", "blue", "yellow", "green"}
