"""The command line as a person meets it: plain words, the place of every mistake, exit statuses, no traceback."""

from __future__ import annotations

import shlex
import shutil
import subprocess
import sys
from importlib.metadata import version
from pathlib import Path

import cv2
import pytest

import controller
from boards.base.catalogue import languages, translate
from boards.geometry import Pose
from boards.kit.kit import kit
from boards.kit.thing_keys import MatKey
from boards.table_layout import standard_layout
from controller.app.config.table_file import read_table_file
from controller.app.simulation.demo import this_command
from controller.cli import COMMANDS, FIRST_STEP, SUMMARIES, main
from hardware.simulated.rendering.renderer import Renderer
from hardware.simulated.simulated_camera import overhead_view, webcam
from hardware.simulated.world import Body, Snapshot, TableItem, World


def golem(*words: str) -> int:
    return main(list(words))


def test_the_version_and_the_first_step_are_told(capsys: pytest.CaptureFixture[str]) -> None:
    for words in (["--version"], ["-V"]):
        assert golem(*words) == 0
        assert capsys.readouterr().out == f"golem {version('golem-table')}\n"
    for language in languages():
        assert golem("--help", "--language", language) == 0
        last = capsys.readouterr().out.splitlines()[-1]
        assert last == translate(FIRST_STEP, language) and "`golem`" in last


def test_every_command_is_in_the_help_and_answers_to_help(capsys: pytest.CaptureFixture[str]) -> None:
    assert set(COMMANDS) == set(SUMMARIES)
    assert golem("--help") == 0
    listed = capsys.readouterr().out
    for name in COMMANDS:
        assert f"  {name} " in listed
        with pytest.raises(SystemExit) as ended:
            golem(name, "--help")
        assert ended.value.code == 0
        assert "usage: golem" in capsys.readouterr().out


def test_an_unknown_command_is_named(capsys: pytest.CaptureFixture[str]) -> None:
    assert golem("dmeo") == 2
    assert "there is no command 'dmeo'" in capsys.readouterr().err


def test_resolve_starts_without_camera_broker_and_web() -> None:
    heavy = ("cv2", "numpy", "paho", "uvicorn", "starlette", "serial", "reportlab", "asyncio")
    code = f"import sys; import controller.cli.resolve.command; print([m for m in {heavy!r} if m in sys.modules])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


BROKEN = """\
name: Club
camera: shot.png
game:
  board: 5x5
  players: 7
  way: beginer
  languag: en
robots:
  red: /dev/ttyUSB0
  purple: serial:/dev/ttyUSB1
play:
  dice: none
  reveal_s: fast
page:
  port: 99999
  stop_port: 99999
"""


@pytest.mark.parametrize("command", ["play", "doctor"])
def test_every_mistake_of_a_table_file_is_named_with_its_line_at_once(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], command: str
) -> None:
    path = tmp_path / "table.yaml"
    path.write_text(BROKEN, encoding="utf-8")
    assert golem(command, "--table", str(path)) == 2
    lines = capsys.readouterr().err.splitlines()
    places = [line.partition(f"golem {command}: ")[2].split(": ")[0] for line in lines]
    assert places == [f"table.yaml:{n}" for n in (4, 5, 6, 7, 9, 10, 12, 13, 15, 16)]
    assert "serial:/dev/serial/by-id/" in lines[4]


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b"", "the file is empty"),
        (b"\xff\xfe\x00", "not UTF-8"),
        (b"camera: [0", "not YAML"),
        (b"a: &a [*a]", "an alias that contains itself"),
        (b"- camera", "a list where keys with values are wanted"),
        (b"camera: '0'\ncamera: '1'\n", "again; first on line 1"),
        (b"name: only\n", "camera: missing"),
    ],
)
def test_what_is_no_table_file_is_refused(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], content: bytes, said: str
) -> None:
    path = tmp_path / "table.yaml"
    path.write_bytes(content)
    assert golem("play", "--table", str(path)) == 2
    assert said in capsys.readouterr().err


def test_a_missing_camera_is_named_and_nothing_is_recorded(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "table.yaml"
    path.write_text("camera: /dev/video99\npage: {off: true}\n", encoding="utf-8")
    assert golem("play", "--table", str(path)) == 1
    assert "/dev/video99: is not plugged in" in capsys.readouterr().err
    assert not (tmp_path / "games").exists()


def test_a_demo_that_cannot_be_recorded_says_so_before_it_begins(capsys: pytest.CaptureFixture[str]) -> None:
    assert golem("demo", "--speed", "max", "--no-web", "--journal", "/proc/no/game.jsonl") == 2
    assert "/proc/no/game.jsonl: the game's record can't be made there" in capsys.readouterr().err
    assert golem("demo", "--seed", "-1") == 2


def picture_of_a_table(path: Path) -> None:
    """A rendered table with both golems on their starting cells."""
    world = World(
        bodies={"red": Body(Pose(50, 50, 90)), "blue": Body(Pose(350, 350, -90))},
        lying={"mat": TableItem(MatKey("4x4"), Pose(0, 0, 0))},
    )
    for key, pose in standard_layout(MatKey("4x4"), ("red", "blue")).items():
        world.lying[key] = TableItem(key, pose)
    view = overhead_view(webcam(), MatKey("4x4"), ("red", "blue"))
    cv2.imwrite(str(path), Renderer(kit(1, "3.1"), view, seed=1).render(Snapshot.of(world)))


def test_the_doctor_looks_through_the_camera_and_says_what_to_mend(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    picture_of_a_table(tmp_path / "table.png")
    path = tmp_path / "table.yaml"
    robot = "robots: {red: 'serial:/dev/ttyNOWHERE'}"
    path.write_text(f"camera: {tmp_path}/table.png\n{robot}\npage: {{port: 0}}\n", encoding="utf-8")
    assert golem("doctor", "--table", str(path)) == 1
    said = capsys.readouterr().out
    assert "sees the mat 4x4; golem: 2, mat: 1, tray: 2" in said
    assert "[NO] robot red: " in said and "/dev/ttyNOWHERE: no such port" in said
    path.write_text(f"camera: {tmp_path}/table.png\npage: {{port: 0}}\n", encoding="utf-8")
    assert golem("doctor", "--table", str(path)) == 0
    said = capsys.readouterr().out
    assert "[NO]" not in said and "Mend" not in said


def test_a_doctor_who_sees_no_camera_does_not_say_that_all_is_there(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    assert golem("doctor") == 0
    said = capsys.readouterr().out
    assert "[!!] camera 0: " in said and "All is there." not in said
    assert said.count("camera 0") == 1


def test_a_camera_may_be_a_number(tmp_path: Path) -> None:
    path = tmp_path / "table.yaml"
    path.write_text("camera: 0\n", encoding="utf-8")
    assert [plan.at for plan in read_table_file(path).cameras] == ["0"]


def test_replay_refuses_what_is_no_record_and_what_was_changed(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "x.jsonl"
    assert golem("replay", str(path)) == 2
    path.write_text("hello\n", encoding="utf-8")
    assert golem("replay", str(path)) == 2
    assert "x.jsonl:1: this line is no entry of a game's record" in capsys.readouterr().err


def test_the_emergency_stops_port_is_not_the_pages(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "table.yaml"
    path.write_text("camera: 0\ngame: {board: 4x4, players: 2}\npage:\n  port: 8090\n  stop_port: 8090\n", "utf-8")
    assert golem("play", "--table", str(path)) == 2
    assert "table.yaml:5: page.stop_port: the page itself has this port" in capsys.readouterr().err
    path.write_text("camera: 0\ngame: {board: 4x4, players: 2}\npage:\n  stop_address: http://x\n", "utf-8")
    assert golem("play", "--table", str(path)) == 2
    told = capsys.readouterr().err
    assert "table.yaml:4: page.stop_address: 'http://x' is no address such as https://table.example:8443" in told
    assert "page.stop_port: a proxy must know the port" in told


def test_what_a_table_file_says_itself_is_not_dropped_from_the_command_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "table.yaml"
    path.write_text("game: {game: spiral}\npage: {off: true}\n", encoding="utf-8")
    words = "--players 2 --set sum=0 --computer green:easy --scenario duel --board 9x7 --ghosts --real-dice a.py"
    devices = "--camera 0 --lens lens.yaml --robot red=serial:/dev/ttyUSB0"
    assert golem("play", "--table", str(path), *words.split(), *devices.split()) == 2
    told = [line.removeprefix("golem play: ") for line in capsys.readouterr().err.splitlines()]
    options = [
        "--players",
        "--computer",
        "--set",
        "--scenario",
        "--board",
        "--ghosts",
        "--camera",
        "--robot",
        "--lens",
        "--real-dice",
        "BOT",
    ]
    assert told == [f"{option}: goes with --game; of this game {path} says it" for option in options]
    assert not (tmp_path / "games").exists()


def test_a_command_to_go_on_with_can_be_typed_as_it_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shutil, "which", lambda _program: None)
    monkeypatch.setattr(sys, "argv", [str(Path(controller.__file__).with_name("__main__.py"))])
    told = subprocess.run(shlex.split(this_command("--version")), capture_output=True, text=True, check=True)
    assert told.stdout == f"golem {version('golem-table')}\n"
