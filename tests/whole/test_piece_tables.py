"""`golem play` with a table file that names another game: read, mistakes, a stage under a fleet, a board, resumed."""

from __future__ import annotations

import asyncio
import io
import re
from collections.abc import Callable
from contextlib import AsyncExitStack
from pathlib import Path

import pytest

from boards.base.errors import Problems
from boards.geometry import Pose
from boards.kit.stage_kit import stage_kit
from boards.stage import STAGE_KEY
from controller.app.compose.game_setup import header
from controller.app.compose.kit_selection import surface_of
from controller.app.compose.play import Devices, PlayPlan, check_resume, newest_journal, run_table
from controller.app.compose.staged_game import AROUND_MM, waiting
from controller.app.config.camera_config import CameraPlan
from controller.app.config.table_file import TableFile, read_table_file
from controller.app.lobby.replays import Replays
from controller.app.simulated_players.screen_people import ScreenPeople
from controller.app.terminal.story import TerminalNarrator
from controller.app.tools import doctor
from controller.games.game_registry import tabletop_named
from controller.journal import read_record
from controller.table.core.actor import Table
from controller.table.core.phases import Phase
from controller.table.motion.motion_plan import REFERENCE_PACE, Pace
from controller.table.view.view import View
from hardware.simulated.rendering.renderer import Renderer
from hardware.simulated.simulated_camera import SimulatedCamera, view_over, webcam
from hardware.simulated.simulated_rig import serial_robots
from hardware.simulated.virtual_clock import run
from hardware.simulated.world import Body, TableItem, World

BOTS = Path(__file__).parents[2] / "docs" / "bots"


def written(folder: Path, text: str) -> Path:
    path = folder / "table.yaml"
    path.write_text(text, encoding="utf-8")
    return path


def read(folder: Path, text: str) -> TableFile:
    return read_table_file(written(folder, text))


def test_a_match_of_bots_with_a_fleet(tmp_path: Path) -> None:
    for name in ("hunter", "centre"):
        (tmp_path / f"{name}.py").write_bytes((BOTS / f"{name}.py").read_bytes())
    table = read(
        tmp_path,
        """
name: Robot club
camera: {at: 2, size: 1280x720}
game: {kind: robot_game, bots: [hunter.py, centre.py], language: pl, seed: 5}
robots: {red: serial:/dev/ttyUSB0, blue: "hands:blue"}
play: {reveal_s: 2, speed_mm_s: 60, go: button}
record: kept
""",
    )
    game, settings = table.game, table.settings
    assert (game.game, game.players, game.language, game.seed) == ("robot_game", ("0", "1"), "pl", 5)
    assert [bot.name for bot in game.bots] == ["hunter", "centre"] and game.computers == {"0": "hunter", "1": "centre"}
    assert table.staged and {*table.robots} == {"red", "blue"} and table.cameras == (CameraPlan("2", "", (1280, 720)),)
    assert (settings.guard, settings.pieces, settings.go, settings.reveal_s) == (True, "ghosts", "button", 2)
    assert settings.pace == Pace(60.0, REFERENCE_PACE.speed_deg_s)
    assert surface_of(header(game), staged=table.staged).mat == STAGE_KEY


def test_games_of_pieces_with_and_without_a_camera(tmp_path: Path) -> None:
    table = read(tmp_path, "game: {kind: spiral, players: 3, computer: {yellow: easy}}\nplay: {dice: people}\n")
    assert len(table.game.players) == 3 and table.game.computers == {"yellow": "easy"} and table.game.real_dice
    assert table.cameras == () and table.robots == {} and not table.staged
    assert (table.settings.pieces, table.settings.guard) == ("hands", False)
    table = read(
        tmp_path, "cameras: {left: 0, right: 1}\ngame: {kind: jetan}\nplay: {pieces: ghosts}\npage: {off: true}\n"
    )
    assert len(table.cameras) == 2 and table.page is None and table.settings.pieces == "ghosts"
    ground = surface_of(header(table.game), staged=table.staged)
    assert ground.pieces is not None and ground.mat == ground.pieces.mat_key and ground.stage is None
    game = "{kind: robots_hex, scenario: invasion}"
    table = read(tmp_path, f"camera: 0\ngame: {game}\nrobots: {{red: serial:/dev/ttyUSB0}}\n")
    assert table.game.setup["scenario"] == 2
    assert surface_of(header(table.game), staged=table.staged).stage is not None


def test_the_handbooks_examples_are_table_files(tmp_path: Path) -> None:
    for name in ("hunter", "centre"):
        (tmp_path / f"{name}.py").write_bytes((BOTS / f"{name}.py").read_bytes())
    pages = (BOTS.parent / "facilitator.md").read_text(encoding="utf-8")
    examples = re.findall(r"```yaml\n(.*?)```", pages, re.DOTALL)
    assert [read(tmp_path, text).game.game for text in examples] == ["golems", "robot_game"]


@pytest.mark.parametrize(
    ("text", "places"),
    [
        (
            "game: {kind: chess, board: x}\nrobots: 3\ncolour: red\n",
            ["1: game.kind: 'chess' is not one of golems, ", "3: colour"],
        ),
        ("game:\n  kind: jetan\n  players: 3\n", ["3: game.players: Jetan is for two"]),
        (
            "game:\n  kind: jetan\n  board: 4x4\n  deck_seed: 3\n",
            ["3: game.board: unknown", "4: game.deck_seed: unknown"],
        ),
        (
            "game:\n  kind: jetan\n  computer: {pink: easy, black: genius}\n",
            ["3: game.computer.pink: pink does not play here", "'genius'"],
        ),
        ("game: {kind: jetan}\nplay:\n  dice: people\n", ["3: play.dice: no dice are thrown in jetan"]),
        ("game: {kind: jetan}\nplay:\n  guard: true\n", ["3: play.guard: unknown key"]),
        ("game: {kind: jetan}\nrobots: {red: serial:/dev/a}\n", ["2: robots: jetan has no stage", "need a camera"]),
        (
            "camera: 0\ngame: {kind: robot_game}\nrobots:\n"
            "  pink: serial:/dev/a\n  red: pigeon:3\n  blue: serial:/dev/b\n  green: serial:/dev/b\n",
            ["4: robots.pink: no golem", "5: robots.red: ", "7: robots.green: its address is another"],
        ),
        ("camera: 0\ngame: {kind: robot_game}\n", ["1: camera: without robots there is nothing of robot_game to see"]),
        (
            "game: {kind: robots_hex, scenario: conquest}\n",
            ["1: game.scenario: 'conquest' is no scenario of robots_hex"],
        ),
        ("game: {kind: jetan, scenario: duel}\n", ["1: game.scenario: unknown key"]),
        ("game: {kind: jetan}\nrecord: kept\n", ["2: record: there is no camera"]),
        ("game:\n  kind: robot_game\n  bots: [one.py]\n", ["3: game.bots: a match is between two bots, and 1"]),
        ("game:\n  kind: robot_game\n  bots: one.py\n", ["3: game.bots: two bots' Python files are wanted"]),
        ("game:\n  kind: robot_game\n  bots: [one.py, two.py]\n", ["3: game.bots: ", "3: game.bots: "]),
        ("game:\n  kind: jetan\n  bots: [one.py, two.py]\n", ["3: game.bots: bots play robot_game, not jetan"]),
        (
            "game: {kind: jetan, players: 3}\nrobots: {}\nplay: {dice: real}\npage: {port: 99999}\ncolour: red\n",
            [
                "1: game.players",
                "2: robots: jetan has no",
                "2: robots: robots",
                "3: play.dice",
                "4: page.port",
                "5: colour",
            ],
        ),
    ],
)
def test_mistakes_are_named_with_their_line_all_at_once(tmp_path: Path, text: str, places: list[str]) -> None:
    with pytest.raises(Problems) as caught:
        read(tmp_path, text)
    lines = caught.value.lines()
    assert len(lines) == len(places), lines
    for line, place in zip(lines, places, strict=True):
        assert line.startswith("table.yaml:") and place in line, lines


# Played on simulated hardware

SIZE = (960, 960)
STAGED = """
camera: over the mat
game: {kind: robots_hex, seed: 4}
play: {reveal_s: 0.2, speed_mm_s: 200, guard: false}
page: {off: true}
record: kept
"""


async def session(
    folder: Path, world: World, end: Callable[[View], bool], *, resume: bool = False
) -> tuple[View, str, list[str]]:
    """One `golem play` on a stage, ended by Ctrl-C as soon as a view fulfils `end`: what it says, and what was told
    and opened."""
    told, opened = io.StringIO(), []
    async with AsyncExitStack() as stack:
        rig = await stack.enter_async_context(serial_robots(world, tuple(world.bodies), 5))
        robots = "".join(f"  {name}: {rig.urls[name]}\n" for name in world.bodies)
        path = written(folder, f"{STAGED}robots:\n{robots}")
        file = read_table_file(path)
        journal = newest_journal(file.journals) if resume else file.journals / "game.jsonl"
        if resume:
            check_resume(file, journal)
        stage = surface_of(header(file.game), staged=True).stage
        assert stage is not None
        if not world.lying:
            world.lying["mat"] = TableItem(STAGE_KEY, Pose(0.0, 0.0, 0.0))
            for name, pose in waiting(stage, tuple(world.bodies)).items():
                world.bodies[name].pose = pose
        rendered = Renderer(stage_kit(stage), view_over(webcam(SIZE), stage.sheet.grown(AROUND_MM)), seed=5)
        ended = asyncio.Event()

        def camera(at: str, _size: object, _heard: object) -> SimulatedCamera:
            opened.append(at)
            return SimulatedCamera(world, rendered, 0.25)

        def on_table(table: Table) -> None:
            tabletop = tabletop_named(file.game.game)
            table.subscribe(ScreenPeople(table, tabletop, 5).on_view)
            table.subscribe(lambda view: ended.set() if end(view) else None)

        devices = Devices(camera=camera, robot=lambda name, _url: rig.open(name))
        teller = TerminalNarrator(told, "en", colour=False, progress=False)
        plan = PlayPlan(file, journal, resume, browser=False)
        playing = asyncio.create_task(run_table(plan, teller, devices, on_table))
        waiting_for = asyncio.create_task(ended.wait())
        async with asyncio.timeout(600.0):
            await asyncio.wait({playing, waiting_for}, return_when=asyncio.FIRST_COMPLETED)
        playing.cancel()
        waiting_for.cancel()
        return await playing, told.getvalue(), opened


def test_a_table_file_has_a_fleet_act_out_a_game_and_goes_on_with_it_after_a_stop(tmp_path: Path) -> None:
    world = World(bodies={"red": Body(Pose(0, 0, 0)), "blue": Body(Pose(0, 0, 0))})

    def acting(view: View) -> bool:
        return view.phase == Phase.ROW.value and len(view.story) == 1

    view, told, opened = run(session(tmp_path, world, acting))
    assert opened == ["over the mat"] and "ghosts" not in told and view.winners is None
    assert {robot.name: robot.link in ("ready", "busy") for robot in view.robots} == {"red": True, "blue": True}
    assert [camera.lens for camera in view.cameras] == ["estimated"]
    before = {name: body.pose for name, body in world.bodies.items()}
    view, _told, _opened = run(session(tmp_path, world, lambda view: len(view.story) == 3, resume=True))
    assert {name: body.pose for name, body in world.bodies.items()} != before
    entries = read_record(tmp_path / "games" / "game.jsonl").entries
    assert entries[0].data["game"] == "robots_hex" and [e.data["game"] for e in entries if e.kind == "game"] == [
        "robots_hex"
    ]
    assert {e.data["result"] for e in entries if e.kind == "command" and "result" in e.data} <= {"done", "cancelled"}
    kept = [entry.data["cameras"][0] for entry in entries if entry.kind == "pictures"]
    assert [(one["folder"], one["session"]) for one in kept] == [("../kept", 1), ("../kept", 2)]
    replays = Replays(tmp_path / "games")
    told = replays.steps("game")
    rows = [number for number, step in enumerate(told.steps) if step.kind == "row"]
    assert told.cameras == ["simulated camera"] and all(replays.picture("game", number, 0) for number in rows)


def test_a_record_of_another_game_is_not_gone_on_with(tmp_path: Path) -> None:
    world = World(bodies={"red": Body(Pose(0, 0, 0))})
    run(session(tmp_path, world, lambda _view: True))
    other = read(tmp_path, "game: {kind: jetan}\n")
    with pytest.raises(Problems, match="the game was played with robots_hex, the table file says jetan"):
        check_resume(other, tmp_path / "games" / "game.jsonl")


def test_the_doctor_looks_at_such_a_table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(doctor, "LOOK_S", 0.2)
    text = "camera: none.mp4\ngame: {kind: robot_game}\nrobots: {red: serial:/dev/nowhere, blue: hands:blue}\n"
    said: list[str] = []
    worst = asyncio.run(doctor.report(read(tmp_path, f"{text}journals: {tmp_path}\n"), said.append))
    told = "\n".join(said)
    assert worst is doctor.Health.BAD
    for wanted in (
        "[NO] camera none.mp4",
        "[NO] robot red",
        "[ok] robot blue",
        "robot yellow: none; its pieces are ghosts",
    ):
        assert wanted in told, told
    said.clear()
    asyncio.run(doctor.report(read(tmp_path, f"game: {{kind: jetan}}\njournals: {tmp_path}\n"), said.append))
    assert not any("robot " in line for line in said)
