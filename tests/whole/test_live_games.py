"""`golem play` from table.yaml to the record, with simulated devices behind the real names, in virtual time."""

from __future__ import annotations

import asyncio
import io
from collections.abc import Awaitable, Callable
from contextlib import AsyncExitStack
from pathlib import Path

import pytest

import boards.mats
from boards.geometry import Pose
from boards.kit.kit import kit
from boards.kit.thing_keys import MatKey
from boards.mats import mat
from boards.table_layout import standard_layout
from controller.app.compose.play import (
    Devices,
    PlayPlan,
    TableSession,
    check_resume,
    newest_journal,
    unfinished_journal,
)
from controller.app.config.table_file import read_table_file
from controller.app.simulated_players.mat_people import MatPeople, ProgramPlayer
from controller.app.terminal.story import TerminalNarrator
from controller.console.front_door.messages import NewGame
from controller.games.game_registry import game_named
from controller.games.golems.tabletop import TABLETOP
from controller.journal import read_record
from controller.table.core.actor import Table
from controller.table.core.phases import Gate, Phase
from controller.table.core.record.fold import fold_all
from controller.table.view.view import View
from firmware_bridge.robots.robot_port import RobotPort
from hardware.simulated.simulated_camera import SimulatedCamera, simulated_camera
from hardware.simulated.simulated_rig import Rig, serial_robots
from hardware.simulated.uart import Uart
from hardware.simulated.virtual_clock import run
from hardware.simulated.world import Body, TableItem, World
from tests.support.waiting import view_that

PLAYERS = ("red", "blue")
SMALL = (1280, 720)
"""A picture that is enough for two trays and half the work."""
FRAME_S = 1 / 8
"""The camera is a slow one: while robots drive, each of its pictures is looked at for hands."""

FOUR = MatKey("4x4")


def world_of_a_table(mat_key: MatKey = FOUR) -> World:
    world = World(lying={"mat": TableItem(mat_key, Pose(0, 0, 0))})
    for key, pose in standard_layout(mat_key, PLAYERS).items():
        world.lying[key] = TableItem(key, pose)
    for name in PLAYERS:
        world.bodies[name] = Body(Pose(-999, -999, 0), present=False)
    return world


def table_file(folder: Path, rig: Rig, robots: tuple[str, ...], board: str) -> Path:
    path = folder / "table.yaml"
    lines = ["camera: overhead", f"game: {{board: {board}, seed: 12}}", "play: {reveal_s: 0.5}", "page: {off: true}"]
    lines += ["robots:", *(f"  {name}: {rig.urls[name]}" for name in robots)] if robots else []
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return path


async def session(
    folder: Path,
    world: World,
    robots: tuple[str, ...],
    end: Callable[[View], bool],
    *,
    resume: bool = False,
    board: str = "4x4",
    before: Callable[[Rig], None] = lambda _rig: None,
    during: Callable[[Table, Rig], Awaitable[None]] | None = None,
    following: NewGame | None = None,
    made: list[str] | None = None,
) -> tuple[View, str]:
    """One `golem play`, ended by the facilitator's Ctrl-C as soon as a view fulfils `end`.

    `following`: the next game, asked for from the page in the second round of the first one. `made`: gets the devices
    that are made.
    """
    mat_key = world.lying["mat"].thing
    assert isinstance(mat_key, MatKey)
    told = io.StringIO()
    async with AsyncExitStack() as stack:
        rig = await stack.enter_async_context(serial_robots(world, dict.fromkeys((*PLAYERS, *robots)), 5))
        before(rig)
        file = read_table_file(table_file(folder, rig, robots, board))
        journal = newest_journal(file.journals) if resume else file.journals / "game.jsonl"
        if resume:
            check_resume(file, journal)
        ended = asyncio.Event()
        doing: list[asyncio.Task[None]] = []

        def on_table(table: Table) -> None:
            players = {name: ProgramPlayer(TABLETOP, name, 5) for name in PLAYERS}
            trays = dict(standard_layout(mat_key, PLAYERS))
            people = MatPeople(world, table, trays, mat(mat_key).grid, players, 5)
            table.subscribe(people.on_view)
            table.subscribe(lambda view: ended.set() if end(view) else None)
            if following is not None and not doing:
                doing.append(asyncio.create_task(_follow(table, table_session, following)))
            if during is not None:
                doing.append(asyncio.create_task(during(table, rig)))

        made_here = [] if made is None else made

        def camera(at: str, _size: object, _heard: object) -> SimulatedCamera:
            made_here.append(at)
            return simulated_camera(world, kit(1, "3.1"), mat_key, PLAYERS, seed=5, size=SMALL, period_s=FRAME_S)

        def robot(name: str, _url: str) -> RobotPort:
            made_here.append(name)
            return rig.open(name)

        devices = Devices(camera, robot)
        teller = TerminalNarrator(told, "en", colour=False, progress=False)
        table_session = TableSession(PlayPlan(file, journal, resume, browser=False), teller, devices, on_table)
        playing = asyncio.create_task(table_session.run())
        waiting = asyncio.create_task(ended.wait())
        await asyncio.wait({playing, waiting}, return_when=asyncio.FIRST_COMPLETED)
        playing.cancel()
        waiting.cancel()
        view = await playing
        for task in doing:
            await task
        return view, told.getvalue()


async def _follow(table: Table, table_session: TableSession, following: NewGame) -> None:
    await view_that(table, in_round(2), 3600.0)
    await table_session.games.begin(following)


def over(view: View) -> bool:
    return view.phase == Phase.OVER.value


def in_round(number: int) -> Callable[[View], bool]:
    """When this round is reached: as good as the end where the end is not what matters, and much sooner."""
    return lambda view: view.round >= number


def test_a_table_file_leads_to_a_whole_game(tmp_path: Path) -> None:
    view, told = run(session(tmp_path, world_of_a_table(), PLAYERS, over))
    assert view.winners is not None
    assert "Round 1 · energy 10" in told and "no robot in the table file" not in told
    assert {robot.name: robot.link in ("ready", "busy") for robot in view.robots} == dict.fromkeys(PLAYERS, True)
    assert [(camera.recording, camera.lens) for camera in view.cameras] == [("", "estimated")]


def test_a_golem_without_a_robot_is_moved_by_hand_on_a_mat_of_ones_own(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The table file names the mat's file, which lies beside it."""
    monkeypatch.setattr(boards.mats, "_IN_USE", {})
    text = Path(boards.mats.__file__).with_name("4x4.yaml").read_text(encoding="utf-8")
    for old, new in (
        ("mat:4x4", "mat:yard"),
        ("columns: 4", "columns: 5"),
        ("rows: 4", "rows: 5"),
        ("100, 101, 102, 103", "120, 121, 122, 123"),
    ):
        text = text.replace(old, new)
    (tmp_path / "yard.yaml").write_text(text, encoding="utf-8")
    world = world_of_a_table(boards.mats.use(tmp_path / "yard.yaml").key)
    following = NewGame("golems", {"red": "here", "blue": "easy"}, board="yard", rules="2.0", names={"red": "Anna"})

    def laying_again(view: View) -> bool:
        return view.names == {"red": "Anna"} and view.phase == Phase.PROGRAMS.value

    made: list[str] = []
    view, told = run(
        session(tmp_path, world, ("red",), laying_again, board="yard.yaml", following=following, made=made)
    )
    assert made == ["overhead", "red"], "the next game has the camera and the robot of the one before"
    first, second = (read_record(tmp_path / "games" / f"{name}.jsonl").entries for name in ("game", "game-2"))
    assert first[0].data["mat"] == second[0].data["mat"] == "mat:yard"
    # It ran: it is stopped, and can be gone on with. What was begun from the page goes on whatever the file says.
    assert fold_all(game_named("golems"), first).gate is Gate.PAUSED
    assert second[0].data["rules"] == "2.0" and second[0].data["place"] == "mat"
    assert dict(view.seats) == {"red": "child", "blue": "easy"}
    assert unfinished_journal(read_table_file(tmp_path / "table.yaml")) == tmp_path / "games" / "game-2.jsonl"
    assert "Round 1 · energy 10" in told and "blue: no robot in the table file" in told
    links = {robot.name: robot.link for robot in view.robots}
    assert links["red"] in ("ready", "busy") and links["blue"] == "ghost"


def test_ended_by_ctrl_c_in_the_second_row_and_resumed_it_goes_on_from_the_record(tmp_path: Path) -> None:
    world = world_of_a_table()

    async def both() -> View:
        await session(tmp_path, world, PLAYERS, lambda view: len(view.story) == 2 and view.phase == Phase.ROW.value)
        view, _ = await session(tmp_path, world, PLAYERS, lambda view: len(view.story) == 5, resume=True)
        return view

    assert run(both()).round == 2
    rows = [
        (entry.data["round"], entry.data["row"])
        for entry in read_record(tmp_path / "games" / "game.jsonl").entries
        if entry.kind == "row"
    ]
    assert rows == [(1, 1), (1, 2), (1, 3), (1, 4), (2, 1)]


def test_a_spare_robot_takes_over_a_colour_in_mid_game_and_a_resumed_game_knows_it(tmp_path: Path) -> None:
    """The table file names three robots for two golems; red's dies in the first row."""
    world = world_of_a_table()
    world.bodies["spare"] = Body(Pose(-999, -999, 0), present=False)
    robots = (*PLAYERS, "spare")
    executed: dict[str, int] = {}

    def carries_red(rig: Rig) -> None:
        """The spare robot stands where red stood, below red's top."""
        world.exchange_tops("red", "spare")
        red, spare = world.bodies["red"], world.bodies["spare"]
        red.pose, red.present, spare.present = spare.pose, True, False

    async def red_dies(table: Table, rig: Rig) -> None:
        await view_that(table, lambda view: view.phase == Phase.ROW.value, 3600.0)
        uart = rig.simulated_robots["red"].port
        assert isinstance(uart, Uart)
        uart.unplug()
        view = await view_that(table, lambda view: "replace" in view.may and _link(view, "red") == "lost", 3600.0)
        assert _plays(view) == {"red": "robot", "blue": "robot", "spare": "idle"}
        assert (await table.submit("replace", {"golem": "red", "by": "spare"})).ok
        carries_red(rig)
        view = table.latest()
        assert _plays(view) == {"red": "spare", "blue": "robot", "spare": "idle"}
        assert not (await table.submit("replace", {"golem": "blue", "by": "spare"})).ok, "there is no second one"
        executed["before"] = len(rig.simulated_robots["spare"].executed)
        if view.paused:
            assert (await table.submit("resume")).ok
        await view_that(table, lambda view: len(view.story) == 2 and view.phase == Phase.CHECK.value, 3600.0)
        executed["after"] = len(rig.simulated_robots["spare"].executed)

    async def both() -> View:
        await session(
            tmp_path, world, robots, lambda view: len(view.story) == 2 and view.phase == "ready", during=red_dies
        )
        goes_on = lambda view: len(view.story) == 3 and view.phase == Phase.CHECK.value  # noqa: E731
        view, told = await session(tmp_path, world, robots, goes_on, resume=True, before=carries_red)
        assert "mixed up" not in told
        return view

    view = run(both())
    assert executed["after"] > executed["before"], "the spare robot has driven"
    assert _plays(view) == {"red": "spare", "blue": "robot", "spare": "idle"}
    assert _link(view, "red") in ("ready", "busy")
    entries = read_record(tmp_path / "games" / "game.jsonl").entries
    assert [entry.data for entry in entries if entry.kind == "replaced"] == [
        {"golem": "red", "by": "spare", "spare": "spare"}
    ]


def _plays(view: View) -> dict[str, str]:
    return {robot.name: robot.plays for robot in view.robots}


def _link(view: View, name: str) -> str:
    return next(robot.link for robot in view.robots if robot.name == name)
