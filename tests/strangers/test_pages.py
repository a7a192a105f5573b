"""The pages docs/hacker.md and docs/sixth-game.md followed to the letter, as a stranger does who has only them."""

from __future__ import annotations

import asyncio
import json
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import cv2
import pytest

import boards.mats
from boards.geometry import Pose
from boards.kit.kit import kit
from boards.mats import use
from boards.table_layout import standard_layout
from controller.app.config.table_file import read_table_file
from controller.cli import main as golem
from controller.cli.robots import command as robots_command
from controller.games.game_registry import game_named
from firmware_bridge.conformance.port_checks import PORT_CHECKS
from firmware_bridge.link.commands import Command, expected_s
from firmware_bridge.link.robot_side import Identity, RobotSide
from firmware_bridge.protocol.codec import Frame, Unwrapper, decode, encode, wrap
from firmware_bridge.protocol.messages import FaultCode, Move, Outcome, Turn, Verdict
from hardware.simulated.rendering.renderer import Renderer
from hardware.simulated.simulated_camera import overhead_view, webcam
from hardware.simulated.virtual_clock import run
from hardware.simulated.world import Body, Snapshot, TableItem, World
from tests.support.page_examples import chapter, commands_of, files_of
from tests.support.plugin_package import installed

SIXTH = Path(__file__).parents[1] / "sixth" / "frogs"


# -- a robot that speaks something else --------------------------------------------------------------------


def test_a_robot_family_as_the_page_says(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    text = chapter("hacker.md", "A robot that speaks something else")
    files, commands = files_of(text), commands_of(text)
    assert sorted(files) == ["golem_shadow.py", "pyproject.toml"]
    assert [words[1] for words in commands] == ["jog", "conform"]

    async def of(work):
        return await work

    # The same program, on a clock that nobody waits for.
    monkeypatch.setattr(robots_command, "run_until_ended", lambda work: run(of(work)))
    with installed(tmp_path, files):
        for words in commands:
            assert golem(words) == 0, words
        told = capsys.readouterr().out
        assert "shadow:red" in told and told.count("\n+ ") == len(PORT_CHECKS) and "This robot is a golem." in told
        # The commands of the wire say that it does not speak it; a wrong address says what it must be.
        assert golem(["robots", "ping", "shadow:red"]) == 2
        assert "'shadow:red' is moved without the golem's wire" in capsys.readouterr().err
        assert golem(["robots", "jog", "shadow:", "--mm", "5"]) == 2
        assert "it must name the golem whose shadow it is; write shadow:red" in capsys.readouterr().err
        # It stands in a table file as any other.
        table = tmp_path / "table.yaml"
        table.write_text("camera: 0\ngame: {board: 4x4}\nrobots: {red: 'shadow:red'}\n", encoding="utf-8")
        assert read_table_file(table).robots == {"red": "shadow:red"}
    assert golem(["robots", "jog", "shadow:red", "--mm", "5"]) == 2
    assert "is no robot's address" in capsys.readouterr().err


# -- another way to golems ---------------------------------------------------------------------------------


class _Wheels:
    """What moves a golem in a moment."""

    battery_mv = 7400
    fault = FaultCode.NONE

    def __init__(self, finish) -> None:
        self._finish = finish

    def refusal(self, command: Command) -> Verdict | None:
        return None

    def begin(self, command: Command) -> None:
        way = (command.distance_um, 0) if isinstance(command, Move) else (0, 0)
        way = (0, command.angle_cdeg) if isinstance(command, Turn) else way
        asyncio.get_running_loop().call_later(expected_s(command), self._finish, Outcome.DONE, *way)

    def progress(self) -> tuple[int, int]:
        return 0, 0

    def halt(self, outcome: Outcome, *, hard: bool) -> None:
        self._finish(outcome, 0, 0)


async def _golem(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    """A golem behind a serial server."""

    def say(frames: list[Frame]) -> None:
        writer.writelines(wrap(encode(frame)) for frame in frames)

    clock = asyncio.get_running_loop().time
    side = RobotSide(Identity("rosie"), _Wheels(lambda *end: say(side.finished(*end))), 3, clock())
    unwrapper = Unwrapper()
    while data := await reader.read(4096):
        for frame in unwrapper.feed(data):
            say(side.receive(decode(frame), clock()))
    writer.close()


@contextmanager
def serial_server() -> Iterator[int]:
    """Its port, on loopback. It has a loop and a thread of its own, as another device has."""
    up, port = threading.Event(), 0
    loop = asyncio.new_event_loop()

    async def serve() -> None:
        nonlocal port
        server = await asyncio.start_server(_golem, "127.0.0.1", 0)
        port = server.sockets[0].getsockname()[1]
        up.set()

    def work() -> None:
        loop.run_until_complete(serve())
        loop.run_forever()
        loop.run_until_complete(loop.shutdown_asyncgens())

    thread = threading.Thread(target=work, daemon=True)
    thread.start()
    assert up.wait(60)
    try:
        yield port
    finally:
        loop.call_soon_threadsafe(loop.stop)
        thread.join(10)


def test_a_channel_as_the_page_says(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    text = chapter("hacker.md", "Another way to golems")
    files = files_of(text)
    assert sorted(files) == ["golem_tcp.py", "pyproject.toml"]
    assert "golem robots ping tcp://192.168.0.7:2000" in text
    with installed(tmp_path, files), serial_server() as port:
        address = f"tcp://127.0.0.1:{port}"
        assert golem(["robots", "ping", address, "--count", "2"]) == 0
        assert golem(["robots", "jog", address, "--mm", "-2"]) == 0
        assert golem(["robots", "estop", address]) == 0
        assert golem(["robots", "release", address]) == 0
        told = capsys.readouterr().out
        assert "7.4 V" in told and address in told
        assert golem(["robots", "ping", "tcp://127.0.0.1"]) == 2
        assert "it must name a host and a port; write tcp://192.168.0.7:2000" in capsys.readouterr().err
        assert golem(["robots", "ping", "tcp://127.0.0.1:1"]) == 1


# -- a mat -------------------------------------------------------------------------------------------------


def test_a_mat_as_the_page_says(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    text = chapter("hacker.md", "Add a mat")
    ((name, content),) = files_of(text).items()
    commands = commands_of(text)
    assert [words[0] for words in commands] == ["print", "demo", "read"]
    monkeypatch.chdir(tmp_path)
    # A key of its own: what is worked out for a mat is kept by its key as long as the process lives.
    Path(name).write_text(content.replace("mat:garden", "mat:page"), encoding="utf-8")
    monkeypatch.setattr(boards.mats, "_IN_USE", {})
    key = use(Path(name)).key
    world = World(bodies={"red": Body(Pose(50, 50, 90))}, lying={"mat": TableItem(key, Pose(0, 0, 0))})
    for tray, pose in standard_layout(key, ("red", "blue")).items():
        world.lying[tray] = TableItem(tray, pose)
    picture = Renderer(kit(), overhead_view(webcam(), key, ("red", "blue")), seed=1).render(Snapshot.of(world))
    cv2.imwrite("picture.jpg", picture)
    monkeypatch.setattr(boards.mats, "_IN_USE", {})
    for words in commands:
        capsys.readouterr()
        assert golem(words) == 0, words
    assert json.loads(capsys.readouterr().out)["mat"] == str(key)
    assert Path("out/kit/mat-page.pdf").exists() and len(list(Path("games").glob("*.jsonl"))) == 1
    Path("table.yaml").write_text("camera: 0\ngame: {board: garden.yaml}\n", encoding="utf-8")
    assert read_table_file(Path("table.yaml")).game.mat == key


# -- a game ------------------------------------------------------------------------------------------------


def test_a_game_as_the_page_says(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    rules, play = chapter("sixth-game.md", "First hour: the rules"), chapter("sixth-game.md", "Third hour: play")
    files = files_of(rules) | {
        f"golem_frogs/{path.name}": path.read_text(encoding="utf-8") for path in SIXTH.glob("*.py")
    }
    commands = commands_of(play)
    assert commands == [["demo", "--game", "frogs", "--speed", "max", "--no-web"]]
    monkeypatch.chdir(tmp_path)
    with installed(tmp_path, files):
        for words in commands:
            assert golem(words) == 0
        assert "jumps to stone" in capsys.readouterr().out
        assert game_named("frogs").__class__.__module__ == "golem_frogs.game"
    assert len(list(Path("games").glob("frogs-*.jsonl"))) == 1
