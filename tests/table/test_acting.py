"""A stage under quick robots: any game of squares is acted out, and what is not surely seen does not drive."""

from __future__ import annotations

from collections.abc import Callable, Coroutine
from dataclasses import dataclass, field
from itertools import pairwise
from random import Random
from typing import Any

from boards.base.reasons import foreign_words
from boards.colours import COLOURS
from boards.geometry import Cell, Pose
from boards.stage import STAGE_KEY
from calibration.camera_frames import NoFrames
from controller.app.compose.staged_game import waiting
from controller.games.game import GoOn, PieceMoved, ProgramsLaid
from controller.games.jetan.tabletop import JetanTable
from controller.games.robot_game.tabletop import RobotTable
from controller.games.stage_area import stage_of
from controller.games.tabletop import Tabletop, Window
from controller.table.core.mailbox import HomingFinished, Message, RowActed, RowShown
from controller.table.motion.motion_plan import Acted, Pace
from controller.table.motion.robot_assignment import assignment_for
from controller.table.motion.stage_executor import StageExecutor
from controller.table.view.row_progress import RowProgress
from controller.table.view.stage_messages import NOT_SEEN
from controller.vision.scene import Trouble
from hardware.simulated.virtual_clock import run
from hardware.simulated.world import Body, World
from tests.support.quick_table import QuickEye, QuickFleet, Result


class StagedJetan(JetanTable):
    """Jetan, of which robots act out the middle."""

    stage = Window(3, 3, 4, 4)


@dataclass
class Quick:
    """Four robots in the wings."""

    acting: StageExecutor
    world: World
    eye: QuickEye
    fleet: QuickFleet
    alarms: int = 0
    """So often a hand was over the mat."""
    posted: list[Message] = field(default_factory=list)
    """What the table heard meanwhile."""

    async def row(self, before: Any, step: Any) -> Acted:
        message = await self.acting.row(before, step, self, show=self.posted.append)()
        assert isinstance(message, RowActed)
        return message.acted

    def at(self) -> dict[str, Cell]:
        grid = self.acting.stage.grid
        found = {name: grid.cell_at(body.pose.point) for name, body in self.world.bodies.items()}
        return {name: cell for name, cell in found.items() if cell is not None}

    def put(self, robot: str, cell: Cell, off: float = 0.0) -> None:
        centre = self.acting.stage.grid.centre(cell)
        self.world.bodies[robot].pose = Pose(centre.x + off, centre.y, 0.0)


def quick(tabletop: Tabletop[Any], test: Callable[[Quick], Coroutine[Any, Any, None]]) -> None:
    async def main() -> None:
        setup = tabletop.setup(2)
        stage = stage_of(tabletop, tabletop.game.start(setup))
        world = World(bodies={name: Body(pose) for name, pose in waiting(stage, COLOURS).items()})
        eye, fleet = QuickEye(world, STAGE_KEY), QuickFleet(world, 5)
        assignment = assignment_for(tabletop, COLOURS, tabletop.players(setup))
        await test(Quick(StageExecutor(eye, fleet, COLOURS, assignment, tabletop, stage, Pace()), world, eye, fleet))

    run(main())


def test_a_game_of_lifted_pieces_is_acted_out_too() -> None:
    tabletop, chance = StagedJetan(), Random(3)

    async def test(table: Quick) -> None:
        state, played = tabletop.game.start({}), set()
        for _ in range(60):
            player = tabletop.mover(state)
            moves = [choice.move for choice in tabletop.choices(state) if choice.origin]
            if player is None or not moves:
                break
            step = tabletop.game.advance(state, PieceMoved(player, chance.choice(moves)))
            asked: list[Message] = []
            message = await table.acting.row(state, step, table, asked.append)()
            # Pieces of this game look nowhere: whichever robot of a side is near plays one, and none is astray.
            assert isinstance(message, RowActed) and not message.acted.failures and asked == []
            state = step.state
            parts = table.acting.parts(state)
            playing = table.acting.assignment.standing(table.at(), parts)
            assert all(table.at()[robot] in table.acting.stage.wings for robot in COLOURS if robot not in playing)
            assert len(playing) == sum(
                min(2, sum(part.owner == side for part in parts.values())) for side in ("black", "orange")
            )
            played |= {*playing.values()}
        assert len(played) > 4

    quick(tabletop, test)


ROBOTS = [{"id": n, "player": n % 2, "loc": [8 + n, 9], "hp": 50} for n in range(3)]


def turn(rows: tuple[str, ...] = ()) -> tuple[Any, Any]:
    game = RobotTable().game
    state = game.start({"turn": 5, "robots": ROBOTS})
    laid = game.advance(state, ProgramsLaid({"0": rows, "1": ()})).state
    return laid, game.advance(laid, GoOn())


def test_what_is_not_surely_seen_does_not_drive() -> None:
    async def test(table: Quick) -> None:
        before = dict(table.at())
        table.eye.blind = Trouble.BLACK
        assert (await table.row(*turn())).failures == dict.fromkeys(COLOURS, NOT_SEEN)
        table.eye.blind, table.eye.error = None, NoFrames("camera")
        assert set((await table.row(*turn())).failures) == {*COLOURS}
        table.eye.error = None
        # One beside the mat stays there; the others act.
        table.world.bodies["red"].pose = Pose(-60.0, 100.0, 0.0)
        assert not (await table.row(*turn())).failures
        assert not table.fleet["red"].done and table.at()["yellow"] != before["yellow"]
        assert table.world.bodies["red"].pose == Pose(-60.0, 100.0, 0.0)

    quick(RobotTable(), test)


def test_events_are_told_as_robots_show_them() -> None:
    async def test(table: Quick) -> None:
        assert not (await table.row(*turn())).failures
        before, step = turn(("0 move 8,8", "2 attack 9,9"))
        names = [event.name for event in step.events]
        assert names == ["moved", "guarded", "hit"]
        playing = table.acting.assignment.standing(table.at(), table.acting.parts(before))
        mover, attacker = (next(robot for robot, piece in playing.items() if piece == name) for name in "02")
        table.posted.clear()
        told: list[tuple[RowProgress, bool, bool]] = []

        def post(message: Message) -> None:
            assert isinstance(message, RowShown)
            drove = any(command == "move" for command, _ in table.fleet[mover].done)
            struck = ("act", "strike") in table.fleet[attacker].done
            told.append((message.progress, drove, struck))

        for robot in COLOURS:
            table.fleet[robot].done.clear()
        await table.acting.row(before, step, table, show=post)()
        assert told[0][0].waiting == {"0", "1", "2"} and told[0][0].sentences == ()
        for shown, drove, struck in told:
            # The piece that is hit is told of with the hit; sentences only ever come, in the order of the deeds.
            assert drove or (0 not in shown.sentences and "0" in shown.waiting)
            assert struck or (2 not in shown.sentences and {"1", "2"} <= shown.waiting)
        assert all({*one.sentences} <= {*other.sentences} for (one, *_), (other, *_) in pairwise(told))
        assert next(shown.sentences for shown, *_ in told if shown.sentences) == (0,)
        assert told[-1][0].sentences == tuple(range(len(names))) and not told[-1][0].waiting
        assert told[-1][0].played == {"0", "1", "2"} and told[-1][0].stands["0"][0] == "8,8"

    quick(RobotTable(), test)


def test_robots_of_a_side_come_home_to_whichever_of_its_pieces_is_near() -> None:
    async def test(table: Quick) -> None:
        state = turn()[0]
        message = await table.acting.home(state, table)()
        assert isinstance(message, HomingFinished) and not message.acted.failures
        parts = table.acting.parts(state)
        assert {*table.acting.assignment.standing(table.at(), parts).values()} == {"0", "1", "2"}

    quick(RobotTable(), test)


def test_two_in_one_cell_are_moved_apart_and_play_on() -> None:
    async def test(table: Quick) -> None:
        shared = Cell(0, 3)
        table.put("red", shared, -36.0)
        table.put("blue", shared, 36.0)
        assert not (await table.row(*turn())).failures
        assert len({*table.at().values()}) == len(COLOURS)
        parts = table.acting.parts(turn()[1].state)
        assert {*table.acting.assignment.standing(table.at(), parts).values()} == {"0", "1", "2"}

    quick(RobotTable(), test)


def test_who_was_stopped_between_two_cells_goes_on_from_there() -> None:
    async def test(table: Quick) -> None:
        table.put("red", Cell(3, 3), 40.0)
        acted = await table.row(*turn(("0 move 8,8",)))
        assert not acted.failures
        parts = table.acting.parts(turn(("0 move 8,8",))[1].state)
        assert {*table.acting.assignment.standing(table.at(), parts).values()} == {"0", "1", "2"}

    quick(RobotTable(), test)


def test_a_robot_that_fails_is_named_and_ends_the_row_and_the_next_one_mends_it() -> None:
    async def test(table: Quick) -> None:
        table.fleet["green"].script.append(Result("rejected", foreign_words("motor")))
        acted = await table.row(*turn())
        assert {name: str(how) for name, how in acted.failures.items()} == {
            "green": "rejected: motor"
        } and acted.interrupted
        assert not (await table.row(*turn())).failures
        parts = table.acting.parts(turn()[1].state)
        assert {*table.acting.assignment.standing(table.at(), parts).values()} == {"0", "1", "2"}

    quick(RobotTable(), test)
