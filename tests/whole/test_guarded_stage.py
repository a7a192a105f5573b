"""The camera watches a stage while golems act on it: rendered pictures, simulated serial robots, virtual time."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, field, replace
from functools import lru_cache
from pathlib import Path
from typing import Any

from boards.base.catalogue import languages, translate_all
from boards.geometry import Pose
from boards.kit.stage_kit import stage_kit
from boards.stage import STAGE_KEY, Stage
from controller.app.compose.game_setup import GamePlan, with_pieces
from controller.app.compose.session import Recorder, make_table, start_new
from controller.app.compose.staged_game import AROUND_MM, checked_stage, simulated_stage
from controller.app.config.default_settings import usual_settings
from controller.games.robot_game import GAME
from controller.journal import read_record
from controller.table.core.actor import Table
from controller.table.core.phases import Phase
from controller.table.core.record.fold import fold_all
from controller.table.motion.motion_plan import Pace
from controller.table.motion.safety_monitor import CLEAR_S
from controller.table.view.view import View
from controller.vision.fusion.camera_reader import CameraReader
from hardware.simulated import camera_faults as disturbances
from hardware.simulated.rendering.renderer import Renderer
from hardware.simulated.simulated_camera import SimulatedCamera, view_over, webcam
from hardware.simulated.virtual_clock import run
from hardware.simulated.world import World
from tests.support.table_running import table_running
from tests.support.waiting import view_that

FRAME_S = 1 / 8
AT_ONCE_S = 0.1 + FRAME_S
SIZE = (720, 720)
FAST = Pace(200.0, 300.0)
"""Fewer pictures of the same drive."""
ONE_TURN = {
    "turn": 99,
    "robots": [{"id": n, "player": n % 2, "loc": [8 + n, 7 + 2 * n], "hp": 50} for n in range(2)],
}


@dataclass
class Guarded:
    table: Table
    world: World
    stage: Stage
    camera: SimulatedCamera
    looks: list[float] = field(default_factory=list)
    views: list[View] = field(default_factory=list)

    async def until(self, what: Callable[[View], bool], seconds: float = 120.0) -> View:
        return await view_that(self.table, what, seconds)

    def poses(self) -> dict[str, Pose]:
        return {name: body.pose for name, body in self.world.bodies.items()}

    async def driving(self) -> None:
        """Wait until some of them are on their way."""
        first = self.poses()
        await self.until(lambda view: view.phase == Phase.ROW.value)
        await asyncio.sleep(1.2)
        assert any(pose.point.distance(first[name].point) > 30.0 for name, pose in self.poses().items())

    async def over(self) -> View:
        return await self.until(lambda view: view.phase == Phase.OVER.value, 600.0)


@lru_cache(maxsize=1)
def renderer() -> tuple[Stage, Renderer]:
    stage = checked_stage("robot_game")
    return stage, Renderer(stage_kit(stage), view_over(webcam(SIZE), stage.sheet.grown(AROUND_MM)), seed=3)


@asynccontextmanager
async def guarded(path: Path) -> AsyncIterator[Guarded]:
    """The last turn of a match, with four golems."""
    plan = with_pieces(GamePlan(seed=3), "robot_game", 2, ONE_TURN)
    started, recorder = start_new(plan, path, asyncio.get_running_loop().time()), Recorder()
    stage, rendered = renderer()
    async with AsyncExitStack() as stack:
        hardware: Any = await stack.enter_async_context(simulated_stage(4, 3, (320, 240))(started, recorder))
        camera = SimulatedCamera(hardware.world, rendered, FRAME_S)
        eye = CameraReader(camera, stage_kit(stage), STAGE_KEY)
        await eye.open()
        stack.push_async_callback(eye.close)
        fleet = hardware.fleet
        settings = replace(usual_settings("robot_game", staged=True), reveal_s=0.5)
        acting = replace(hardware.acting, eye=eye, pace=FAST)
        table = make_table(started, started.playfield(None, acting=acting), fleet, recorder, settings)
        (await fleet.connect(started.state.commands)).check()
        quick = Guarded(table, hardware.world, stage, camera)
        eye.on_scene(lambda scene: quick.looks.append(scene.time))
        table.subscribe(quick.views.append)
        await stack.enter_async_context(table_running(table, started))
        yield quick


def play(path: Path, test: Callable[[Guarded], Coroutine[Any, Any, None]]) -> list[str]:
    """Play under this test to the outcome. Returns what the table's pause did."""

    async def main() -> None:
        async with guarded(path) as quick:
            await test(quick)
            assert (await quick.over()).winners is not None
            grid, end = quick.stage.grid, quick.table.latest().play
            assert end is not None
            standing = {grid.cell_at(pose.point) for pose in quick.poses().values()}
            cells = quick.stage.cells()
            played = [cells[piece.spot] for piece in end.pieces if piece.spot in cells and not piece.ghost]
            assert played and set(played) <= standing

    run(main())
    entries = read_record(path).entries
    assert GAME.outcome(fold_all(GAME, entries).game) is not None
    signals = [entry.data for entry in entries if entry.kind == "signal" and entry.data["signal"] == "acted"]
    assert signals and not any(data["interrupted"] for data in signals)
    return [entry.data["do"] for entry in entries if entry.kind == "control"]


def told(view: View, code: str) -> bool:
    return any(notice.code == code for notice in view.notices)


def test_nothing_is_told_where_nothing_is(tmp_path: Path) -> None:
    async def test(quick: Guarded) -> None:
        await quick.over()
        assert not any(told(view, code) for view in quick.views for code in ("intrusion", "stray"))
        # They were watched all the time that they drove: there is a gap before the turn only, and after it.
        gaps = [after - before for before, after in zip(quick.looks, quick.looks[1:], strict=False)]
        print(f"{len(quick.looks)} looks")
        assert len(gaps) > 25 and sum(gap > 1.5 * FRAME_S for gap in gaps) <= 2

    assert play(tmp_path / "game.jsonl", test) == []


def test_robots_wait_for_a_hand_and_go_on_from_where_it_left_them(tmp_path: Path) -> None:
    async def test(quick: Guarded) -> None:
        await quick.driving()
        loop = asyncio.get_running_loop()
        came = loop.time()
        quick.camera.disturbances.append(disturbances.hand(quick.stage.field.centre, 60.0))
        view = await quick.until(lambda view: view.paused, AT_ONCE_S)
        print(f"waiting {1000 * (loop.time() - came):.0f} ms after the hand came")
        (notice,) = [notice for notice in view.notices if notice.code == "intrusion"]
        assert notice.severity == "stop" and len({*translate_all(notice.text).values()}) == len(languages())
        # What was under way has ended; then nobody moves.
        await asyncio.sleep(1.3)
        before = quick.poses()
        await asyncio.sleep(0.5)
        assert quick.poses() == before
        # The hand pushes one of them aside, and turns another one round.
        (one, here), (other, there) = sorted(before.items())[:2]
        quick.world.bodies[one].pose = Pose(here.x, here.y + 30.0, here.heading - 40.0)
        quick.world.bodies[other].pose = Pose(there.x, there.y, there.heading + 150.0)
        await asyncio.sleep(2 * FRAME_S)
        quick.camera.disturbances.clear()
        left = loop.time()
        await quick.until(lambda view: not view.paused)
        assert CLEAR_S - FRAME_S <= loop.time() - left <= CLEAR_S + AT_ONCE_S

    assert play(tmp_path / "game.jsonl", test) == ["guard", "resume"]
