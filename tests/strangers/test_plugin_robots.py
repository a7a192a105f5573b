"""Packages with robots that are wrong: named with what to do, and in nobody else's way."""

from __future__ import annotations

import asyncio
import logging
from pathlib import Path

import pytest

from controller.app.config.table_file import read_table_file
from controller.cli import main as golem
from firmware_bridge.protocol.messages import Move
from firmware_bridge.robots import FAMILIES, open_robot
from firmware_bridge.robots import robot_families as registry
from hardware.simulated.virtual_clock import run
from tests.support.page_examples import chapter, files_of
from tests.support.plugin_package import installed, pyproject

SHADOW = files_of(chapter("hacker.md", "A robot that speaks something else"))["golem_shadow.py"]
TCP = files_of(chapter("hacker.md", "Another way to golems"))["golem_tcp.py"]


def package(text: str, name: str = "golem-shadow", scheme: str = "shadow", value: str = "") -> dict[str, str]:
    """A package of one module with this text."""
    module = name.replace("-", "_")
    project = pyproject(name, "golem_table.robots", **{scheme: value or f"{module}:FAMILY"})
    return {f"{module}.py": text, "pyproject.toml": project}


NO_ROBOT = "from firmware_bridge.robots import Family\nFAMILY = Family('shadow', 'shadow:x', robot=lambda n, u: 3)"
EITHER = "either `open`, which makes channels, or `robot`"
TWO = "bring a robot family of this name each; uninstall all but one"


@pytest.mark.parametrize(
    ("packages", "said"),
    [
        ([package("import nowhere")], "does not import (ModuleNotFoundError: No module named 'nowhere')"),
        ([package(SHADOW, value="golem_shadow:FAMILIES")], "does not import (AttributeError: "),
        ([package("FAMILY = 3")], "is no firmware_bridge.robots.Family; docs/hacker.md shows one"),
        ([package(SHADOW.replace('Family("shadow"', 'Family("ghost"'))], "the family calls itself 'ghost'"),
        ([package(SHADOW.replace("robot=make", "robot=make, open=make"))], EITHER),
        ([package(SHADOW.replace(", robot=make", ""))], EITHER),
        ([package(NO_ROBOT)],
         "int has no act, announce_estop, busy, by_hand, "),
        ([package(SHADOW.replace("if not url.path", "if {}[url.path]"))], "it fails at 'shadow:red' (KeyError: 'red')"),
        ([package(SHADOW), package(SHADOW, "golem-umbra")], TWO),
    ],
)  # fmt: skip
def test_a_family_that_is_wrong_is_named_with_what_to_do_and_stops_no_other(
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    caplog: pytest.LogCaptureFixture,
    packages: list[dict[str, str]],
    said: str,
) -> None:
    with installed(tmp_path, *packages):
        assert golem(["robots", "jog", "shadow:red", "--mm", "2"]) == 2
        told = capsys.readouterr().err
        assert "golem robots: golem_table.robots: shadow" in told and said in told and "Traceback" not in told
        table = tmp_path / "table.yaml"
        text = "camera: 0\ngame: {board: 4x4}\nrobots: {red: 'shadow:red', blue: 'serial:/dev/x'}\n"
        table.write_text(text, encoding="utf-8")
        assert golem(["doctor", "--table", str(table)]) == 2
        told = capsys.readouterr().err
        assert "table.yaml:3: robots.red: golem_table.robots: shadow" in told and said in told
        # Nobody asked for it: the others are there.
        table.write_text(text.replace("red: 'shadow:red', ", ""), encoding="utf-8")
        assert read_table_file(table).robots == {"blue": "serial:/dev/x"}
        with caplog.at_level(logging.WARNING):
            registry.forget_plugins()
            assert set(FAMILIES) <= set(registry.families())


def test_the_doctor_tells_no_firmware_of_a_robot_that_has_none(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    table = tmp_path / "table.yaml"
    table.write_text("camera: none.mp4\ngame: {board: 4x4}\nrobots: {red: 'shadow:red'}\n", encoding="utf-8")
    with installed(tmp_path, package(SHADOW)):
        golem(["doctor", "--table", str(table), "--language", "en"])
    assert "[ok] robot red: answers on shadow:red\n" in capsys.readouterr().out


def test_a_channel_that_lacks_something_is_named(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    text = TCP.replace("def announce_estop", "def announce").replace("    trouble = ", "    worry = ")
    with installed(tmp_path, package(text, "golem-tcp", "tcp")):
        assert golem(["robots", "ping", "tcp://127.0.0.1:9"]) == 2
    assert "TcpChannel has no announce_estop, trouble; docs/hacker.md" in capsys.readouterr().err


def test_a_scheme_that_is_built_in_stays_what_it_is(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    with installed(tmp_path, package(SHADOW, scheme="serial")), caplog.at_level(logging.WARNING):
        assert registry.family_of("at", "serial:/dev/x") is FAMILIES["serial"]
        assert set(registry.families()) == set(FAMILIES)
    assert "golem-shadow 1.0 brings a robot family of this name, which is built in" in caplog.text


def test_a_mistake_in_a_familys_program_ends_one_command_and_not_the_game(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    wrong = "            if command.distance_um < 0: 1 / 0\n            if 0:"
    broken = SHADOW.replace("            if isinstance(command, Act):", wrong)

    async def main() -> None:
        robot = open_robot("red", "shadow:red")
        await robot.connect()
        result = await robot.move(-20.0, 40.0)
        assert (result.kind, result.reason) == ("uncertain", "ZeroDivisionError: division by zero")
        assert (await robot.move(20.0, 40.0)).done and robot.status.link == "ready"
        turned = await robot.turn(90.0, 90.0)
        assert turned.kind == "uncertain" and "AttributeError" in turned.reason
        await asyncio.gather(robot.stop(), robot.close())

    with installed(tmp_path, package(broken)):
        run(main())
    assert f"red: {Move(-20_000, 40)} failed" in caplog.text and "Traceback" in caplog.text
