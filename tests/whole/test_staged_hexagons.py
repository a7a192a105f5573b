"""Robots on hexagons with golems, two a side: simulated serial robots, a hexagon mat under a camera, virtual time."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from pathlib import Path

import pytest

from boards.base.catalogue import translate
from boards.base.errors import Problems
from boards.geometry import Pose, wrap_degrees
from boards.hex_grid import HexHeading
from controller.app.compose.game_setup import GamePlan, with_pieces
from controller.app.compose.session import Recorder, start_new
from controller.app.compose.staged_game import simulated_stage
from controller.app.config.default_settings import usual_settings
from controller.games.robots_hex import GAME
from controller.games.robots_hex.position import Robot
from controller.games.robots_hex.tabletop import TABLETOP
from controller.journal import read_record
from controller.table.core.phases import Phase
from controller.table.core.record.fold import fold_all
from hardware.simulated.virtual_clock import run
from hardware.simulated.world import World
from tests.support.staged_table import LONGEST_S, Staged, Staging
from tests.support.staged_watch import BODY_MM
from tests.support.waiting import view_that

SETTINGS = replace(usual_settings("robots_hex", ghosts=True), go="button")
PROGRAMS = {
    # Over lightning, then a shot.
    "green1": ("D+2", "T", "R-1", "D+2"),
    # A turn, and back.
    "green2": ("R+1", "D-1", "D+2", "R-2"),
    # Over lightning, and into the lake.
    "violet1": ("D+2", "D+1"),
    # Against a triangle, and out with a bang.
    "violet2": ("D+1", "*"),
}
PLACED = (("green", "green1 e1 1"), ("violet", "violet1 e7 4"), ("green", "green2 b5 2"), ("violet", "violet2 h5 6"))


staged = Staging(lambda: with_pieces(GamePlan(seed=4), "robots_hex", 2, {}, staged=True), SETTINGS, seed=4)


async def begin(quick: Staged, programs: int = 4) -> None:
    """Programs are written, and robots placed."""
    for robot, rows in PROGRAMS.items():
        await quick.until(Phase.PROGRAMS)
        await quick.ask("program", player=robot, rows=list(rows))
    for number, (side, move) in enumerate(PLACED[:programs]):
        await quick.until(Phase.MOVE, number)
        await quick.ask("move", player=side, move=move)


def robots(quick: Staged) -> dict[str, Robot]:
    return dict(quick.table.game_state.position.robots)


def in_place(quick: Staged) -> None:
    """Every golem stands as its robot does, or waits in the wings."""
    stage, living = quick.acting.stage, robots(quick)
    for golem, name in TABLETOP.roles.items():
        pose, robot = quick.world.bodies[golem].pose, living.get(name)
        if robot is None:
            assert stage.grid.cell_at(pose.point) in stage.wings, (golem, pose)
            continue
        assert pose.point.distance(stage.grid.centre(stage.cells()[robot.at])) < 8.0, (golem, robot, pose)
        off = wrap_degrees(pose.heading - HexHeading.of(robot.facing).value)
        assert abs(off) < 6.0, (golem, robot.facing, pose)


def test_a_game_is_acted_out_from_the_placing_to_the_outcome(tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"

    async def main() -> None:
        async with staged(path, pixels=True) as quick:
            await begin(quick)
            await quick.until(Phase.DICE)
            in_place(quick)
            await quick.ask("roll")
            while True:
                view = await view_that(quick.table, lambda v: v.phase in ("ready", "over", "dice"), LONGEST_S)
                in_place(quick)
                assert not any(piece.ghost for piece in view.play.pieces)
                if view.phase == "over":
                    break
                await quick.ask("go" if view.phase == "ready" else "roll")
            assert view.winners == ("green",)
            watch = quick.watch
            # 5 mm of air at least between the bodies: nobody passes another nearer than 86.6 mm, but for errors.
            assert watch.apart >= BODY_MM + 5.0 and watch.inside >= BODY_MM / 2 + 8.0, watch
            assert watch.moved == {*TABLETOP.roles} == {robot for _step, robot in quick.deeds.late_s}

    run(main())
    entries = read_record(path).entries
    acts = {e.data["args"]["kind"] for e in entries if e.kind == "command" and e.data.get("command") == "act"}
    assert {"bump", "strike", "die"} <= acts
    story = {event["event"] for e in entries if e.kind == "row" for event in e.data["events"]}
    assert {"moved", "turned", "blocked", "shot", "lost-step", "exploded", "died"} <= story
    assert GAME.outcome(fold_all(GAME, entries).game) is not None


def test_stopped_on_the_way_they_go_on_and_after_an_undo_they_go_back(tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    left: list[World] = []

    async def cut_short() -> None:
        async with staged(path) as quick:
            await begin(quick, programs=2)
            await quick.until(Phase.ROW)
            # Blue is on its way to e7, between two cells, when all goes dark.
            await asyncio.sleep(3.0)
            left.append(quick.world)
        blue = left[0].bodies["blue"].pose
        cell = quick.acting.stage.grid.cell_at(blue.point)
        assert cell is not None and blue.point.distance(quick.acting.stage.grid.centre(cell)) > 10.0
        left[0].bodies["green"].pose = replace(left[0].bodies["green"].pose, heading=-20.0)

    async def go_on() -> None:
        async with staged(path, world=left[0]) as quick:
            await quick.until(Phase.MOVE, 2)
            in_place(quick)
            assert set(robots(quick)) == {"green1", "violet1"}
            await quick.ask("undo")
            await quick.ask("resume")
            await quick.until(Phase.MOVE, 1)
            assert set(robots(quick)) == {"green1"}
            in_place(quick)
            assert quick.watch.apart >= BODY_MM + 5.0

    run(cut_short())
    run(go_on())


def test_a_golem_that_somebody_moved_waits_for_a_word_and_one_that_is_gone_is_a_ghost(tmp_path: Path) -> None:
    async def main() -> None:
        async with staged(tmp_path / "game.jsonl") as quick:
            await begin(quick)
            await quick.until(Phase.DICE)
            await quick.ask("roll")
            await quick.until(Phase.READY)
            grid, bodies = quick.acting.stage.grid, quick.world.bodies
            # Green is carried to another cell, and blue is turned round.
            elsewhere = grid.centre(quick.acting.stage.cells()["d3"])
            bodies["green"].pose = Pose(elsewhere.x, elsewhere.y, 77.0)
            home = bodies["blue"].pose
            bodies["blue"].pose = replace(home, heading=home.heading + 120.0)
            await quick.ask("go")
            view = await view_that(quick.table, lambda view: view.paused, LONGEST_S)
            told = {notice.facts["golem"]: notice for notice in view.notices if notice.code == "stage-astray"}
            assert set(told) == {"green", "blue"} and "e1" in translate(told["green"].text, "en")
            assert told["green"].facts["to"] == "e1"
            assert bodies["green"].pose == Pose(elsewhere.x, elsewhere.y, 77.0)
            # Blue is put back by hand, green drives by itself.
            bodies["blue"].pose = home
            steps = len(view.story)
            await quick.ask("resume")
            await quick.until(Phase.READY, steps)
            in_place(quick)
            # Red is taken away: nobody waits for it, and the page draws its robot pale.
            bodies["red"].present = False
            bodies["red"].pose = Pose(-900.0, 0.0, 0.0)
            await quick.ask("go")
            view = await quick.until(Phase.READY, steps + 1)
            assert [piece.name for piece in view.play.pieces if piece.ghost] == ["violet2"]
            assert {piece.golem: piece.name for piece in view.play.pieces} == dict(TABLETOP.roles)
            facts = [translate(fact, "en") for fact in view.play.facts]
            assert "The green golem is green robot 1." in facts and "The red golem is violet robot 2." in facts

    run(main())


def test_a_golem_without_a_robot_is_pushed_and_turned_by_people(tmp_path: Path) -> None:
    async def main() -> None:
        async with staged(tmp_path / "game.jsonl", by_hand=True) as quick:
            asked: list[str] = []
            quick.table.subscribe(
                lambda view: asked.extend(translate(n.text, "en") for n in view.notices if n.code == "hand-chore")
            )
            await begin(quick)
            await quick.until(Phase.DICE)
            assert any("blue" in text for text in asked)
            assert "blue" in {robot for _step, robot in quick.deeds.late_s}
            robot, pose = robots(quick)["violet1"], quick.world.bodies["blue"].pose
            assert pose.point.distance(quick.acting.stage.grid.centre(quick.acting.stage.cells()[robot.at])) < 30.0
            assert abs(wrap_degrees(pose.heading - HexHeading.of(robot.facing).value)) < 20.0
            assert not quick.table.latest().paused and quick.watch.apart >= BODY_MM

    run(main())


def test_crossed_cables_are_found_before_the_game(tmp_path: Path) -> None:
    async def main() -> None:
        async with staged(tmp_path / "game.jsonl") as quick:
            await quick.until(Phase.PROGRAMS)
            quick.acting.fleet.rename({"green": "red", "red": "green"})
            await quick.ask("pair")
            view = await view_that(quick.table, lambda view: view.paused, LONGEST_S)
            told = [translate(notice.text, "en") for notice in view.notices if notice.code == "robot-carries"]
            assert len([text for text in told if "carries the green golem" in text or "carries the red" in text]) == 2
            await quick.ask("resume")
            await begin(quick, programs=1)
            await quick.until(Phase.MOVE, 1)
            in_place(quick)

    run(main())


def test_a_record_of_another_board_is_not_acted_out(tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    started = start_new(with_pieces(GamePlan(seed=4), "robots_hex", 2, {}), path, 0.0)

    async def main() -> None:
        async with simulated_stage(4, 4)(started, Recorder()):
            raise AssertionError("a board of 15 x 11 is on no stage")

    with pytest.raises(Problems, match="9 x 7"):
        run(main())
    started.journal.close()
