"""A game of people with golems of their own, at a table of quick robots: what fails waits for people, and is mended."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, replace
from itertools import combinations
from pathlib import Path
from random import Random
from typing import Any

import pytest

from boards.base.catalogue import translate
from boards.base.reasons import foreign_words
from boards.geometry import Pose, wrap_degrees
from boards.hex_grid import HexHeading
from boards.kit.thing_keys import StepKey
from boards.stage import STAGE_KEY
from controller.app.compose.computer_players import ComputerPlayers
from controller.app.compose.game_setup import GamePlan, with_pieces
from controller.app.compose.session import start_new
from controller.app.compose.staged_game import robots_of, waiting
from controller.app.config.default_settings import usual_settings
from controller.games.game import DiceRolled, GoOn, PieceMoved, ProgramsLaid, Requirement
from controller.games.robots_hex.tabletop import TABLETOP
from controller.games.stage_area import stage_of
from controller.table.core.actor import Table
from controller.table.core.mailbox import RowActed
from controller.table.core.phases import Phase
from controller.table.motion.motion_plan import Pace
from controller.table.motion.robot_assignment import assignment_for
from controller.table.motion.stage_executor import StageExecutor
from controller.table.view.view import View
from hardware.simulated.virtual_clock import run
from hardware.simulated.world import Body, TableItem, World
from tests.support.quick_table import QuickEye, QuickFleet, QuickRobot, Result
from tests.support.staged_watch import BODY_MM
from tests.support.table_running import table_running
from tests.support.waiting import view_that

GAME, SIDES = TABLETOP.game, ("green", "violet")
STAGE = stage_of(TABLETOP, GAME.start(TABLETOP.staged(2)))
GOLEMS = robots_of("robots_hex", 4)
ROBOTS = ("green1", "green2", "violet1", "violet2")


class Stuck(QuickRobot):
    """Says that it has moved, and has not."""

    async def _do(self, command: str, value: float | str, seconds: float) -> Result:
        await self.gate.wait()
        await asyncio.sleep(seconds)
        return Result("done")


def actors(seed: int) -> tuple[World, QuickFleet, StageExecutor]:
    world = World(bodies={name: Body(pose) for name, pose in waiting(STAGE, GOLEMS).items()})
    fleet, assignment = QuickFleet(world, seed), assignment_for(TABLETOP, GOLEMS, SIDES)
    return world, fleet, StageExecutor(QuickEye(world, STAGE_KEY), fleet, GOLEMS, assignment, TABLETOP, STAGE, Pace())


def in_place(world: World, game: Any, *but: str) -> None:
    """Every golem stands as its robot does, or waits in the wings; no two touch."""
    for golem, name in TABLETOP.roles.items():
        pose, robot = world.bodies[golem].pose, game.position.robots.get(name)
        if golem in but:
            continue
        if robot is None:
            assert STAGE.grid.cell_at(pose.point) in STAGE.wings, (golem, pose)
        else:
            assert pose.point.distance(STAGE.grid.centre(STAGE.cells()[robot.at])) <= 6.0, (golem, robot, pose)
            assert abs(wrap_degrees(pose.heading - HexHeading.of(robot.facing).value)) <= 4.0, (golem, robot, pose)
    for one, other in combinations(world.bodies.values(), 2):
        assert one.pose.point.distance(other.pose.point) >= BODY_MM + 1.0


class Calm:
    """No hand is ever over the mat."""

    alarms = 0


@pytest.mark.parametrize("seed", range(8))
def test_after_every_step_the_golems_stand_as_the_rules_say(seed: int) -> None:
    """Whole games of the computer's programs, with robots that slip."""
    chance, computer_players = Random(seed), ComputerPlayers(TABLETOP, seed)

    async def main() -> None:
        world, _, acting = actors(seed)
        state = GAME.start(TABLETOP.staged(2))
        for number in range(200):
            if not (wanted := GAME.requests(state)):
                break
            if wanted[0].requirement is Requirement.PROGRAMS:
                laid = {name: computer_players.program(state, name, "easy") for name in wanted[0].players}
                state = GAME.advance(state, ProgramsLaid(laid)).state
                continue
            decision: Any = GoOn()
            if wanted[0].requirement is Requirement.MOVE:
                decision = PieceMoved(wanted[0].players[0], chance.choice(TABLETOP.choices(state)).move)
            elif wanted[0].requirement is Requirement.DICE:
                decision = DiceRolled({side: chance.choice("123456") for side in SIDES})
            step = GAME.advance(state, decision)
            message = await acting.row(state, step, Calm())()
            assert isinstance(message, RowActed) and not message.acted.failures, (number, message)
            state = step.state
            in_place(world, state)
        assert GAME.outcome(state) is not None

    run(main())


@dataclass
class Quick:
    world: World
    fleet: QuickFleet
    table: Table

    async def ask(self, command: str, **args: Any) -> None:
        answer = await self.table.submit(command, args)
        assert answer.ok, translate(answer.text, "en")

    async def until(self, phase: Phase, steps: int) -> View:
        return await view_that(self.table, lambda v: v.phase == phase.value and len(v.story) >= steps, 900.0)

    async def told(self, code: str, golem: str | None = None) -> View:
        def is_told(view: View) -> bool:
            return any(n.code == code and golem in (None, n.facts.get("golem")) for n in view.notices)

        return await view_that(self.table, is_told, 900.0)

    async def paused(self) -> View:
        return await view_that(self.table, lambda view: view.paused, 900.0)


@asynccontextmanager
async def begun(path: Path) -> AsyncIterator[Quick]:
    """A game whose programs are asked for."""
    plan = with_pieces(GamePlan(seed=4), "robots_hex", 2, {}, staged=True)
    started = start_new(plan, path, asyncio.get_running_loop().time())
    world, fleet, acting = actors(4)
    table = Table(
        state=started.state,
        journal=started.journal,
        playfield=started.playfield(None, acting=acting),
        fleet=fleet,
        settings=replace(usual_settings("robots_hex", ghosts=True), go="button"),
        computer_players=ComputerPlayers(TABLETOP, 4),
        chance=Random(4),
    )
    async with table_running(table, started):
        quick = Quick(world, fleet, table)
        await quick.until(Phase.PROGRAMS, 0)
        yield quick


@asynccontextmanager
async def placing(path: Path, step: str = "D+1") -> AsyncIterator[Quick]:
    """Programs of this step are written; green places its first robot."""
    async with begun(path) as quick:
        for name in ROBOTS:
            await quick.ask("program", player=name, rows=[step])
        await quick.until(Phase.MOVE, 0)
        yield quick


def test_programs_are_laid_on_the_mat_and_no_golem_drives_while_cards_lie_there(tmp_path: Path) -> None:
    async def main() -> None:
        async with begun(tmp_path / "game.jsonl") as quick:
            lying = quick.world.lying
            for name, steps in zip(ROBOTS, (("D+1", "R+1"), ("R-1",), ("T", "RAZ"), ("D-2",)), strict=True):
                await quick.told("steps-lay", name)
                for number, step in enumerate(steps):
                    lying[f"card {number}"] = TableItem(StepKey(step), Pose(400.0 + 70.0 * number, 500.0, 0.0), False)
                await quick.told("steps-count", name)
                await quick.ask("lock")
                await quick.told("steps-left" if name != ROBOTS[-1] else "steps-over")
                before = {robot: body.pose for robot, body in quick.world.bodies.items()}
                await asyncio.sleep(60.0)
                assert quick.table.latest().phase == Phase.PROGRAMS.value
                assert {robot: body.pose for robot, body in quick.world.bodies.items()} == before
                lying.clear()
            await quick.until(Phase.MOVE, 0)
            reserve = {robot.name: robot.program for robot in quick.table.game_state.reserve}
            assert reserve["green1"] == ("D+1", "R+1") and reserve["violet2"] == ("D-2",)

    run(main())


def test_a_golem_that_fails_is_told_and_drives_on_when_it_may(tmp_path: Path) -> None:
    async def main() -> None:
        async with placing(tmp_path / "game.jsonl") as quick:
            # The row is cut short, and so is the first way home.
            quick.fleet["green"].script += [
                Result("rejected", foreign_words("motor")),
                Result("rejected", foreign_words("motor")),
            ]
            await quick.ask("move", player="green", move="green1 e1 1")
            view = await quick.paused()
            (notice,) = [notice for notice in view.notices if notice.code == "stage-stuck"]
            assert notice.facts == {"golem": "green"} and "motor" in translate(notice.text, "pl")
            assert not quick.fleet.gate.is_set(), "nobody drives until people say so"
            await quick.ask("resume")
            await quick.until(Phase.MOVE, 1)
            in_place(quick.world, quick.table.game_state)

    run(main())


def test_a_golem_whose_wheels_slip_for_good_stops_the_game_until_it_is_taken_away(tmp_path: Path) -> None:
    async def main() -> None:
        async with placing(tmp_path / "game.jsonl") as quick:
            blue = quick.fleet["blue"]
            quick.fleet["blue"] = Stuck("blue", blue.body, blue.chance, blue.gate)
            await quick.ask("move", player="green", move="green1 e1 1")
            await quick.until(Phase.MOVE, 1)
            await quick.ask("move", player="violet", move="violet1 e7 4")
            view = await quick.paused()
            assert [notice.facts["golem"] for notice in view.notices if notice.code == "stage-stuck"] == ["blue"]
            assert "il n’avance pas" in translate(view.notices[0].text, "fr")
            quick.world.bodies["blue"].present = False
            quick.world.bodies["blue"].pose = Pose(-900.0, 0.0, 0.0)
            await quick.ask("resume")
            view = await quick.until(Phase.MOVE, 2)
            in_place(quick.world, quick.table.game_state, "blue")

    run(main())


def test_for_another_game_they_go_back_to_the_wings(tmp_path: Path) -> None:
    async def main() -> None:
        async with placing(tmp_path / "game.jsonl", "*") as quick:
            moves = (("green", "green1 a2 1"), ("violet", "violet1 i2 1"), ("green", "green2 a6 1"))
            for number, (side, move) in enumerate((*moves, ("violet", "violet2 i6 1"))):
                await quick.until(Phase.MOVE, number)
                await quick.ask("move", player=side, move=move)
            await quick.until(Phase.DICE, 4)
            await quick.ask("roll")
            for steps in (5, 6):
                await quick.until(Phase.READY, steps)
                await quick.ask("go")
            await quick.until(Phase.OVER, 7)
            assert len(quick.table.game_state.position.robots) == 2
            in_place(quick.world, quick.table.game_state)
            await quick.ask("anew")
            await quick.until(Phase.PROGRAMS, 0)
            assert quick.table.game_state.position.robots == {}
            in_place(quick.world, quick.table.game_state)

    run(main())
