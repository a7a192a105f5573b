"""The container and the units for systemd name files and options that exist."""

from __future__ import annotations

import re
import shlex
import tomllib
from configparser import RawConfigParser
from pathlib import Path
from types import ModuleType

import pytest

from controller.app.config.table_file import read_table_file
from controller.cli import broker, play
from controller.cli.options.command_parser import CommandParser
from tests.packaging.__main__ import CHECKOUT, PACKAGES

UNITS = CHECKOUT / "hardware" / "raspberry_pi"
PAGE = CHECKOUT / "docs" / "raspberry-pi.md"
INSTALLED = "/opt/golem-table/"


def _copied() -> set[str]:
    """What the Dockerfile copies from the checkout."""
    lines = (CHECKOUT / "Dockerfile").read_text(encoding="utf-8").splitlines()
    return {name for line in lines if re.match(r"COPY (?!--from)", line) for name in line.split()[1:-1]}


def _command(unit: str) -> list[str]:
    """The words of a unit's command, with its own variables put in; a file that has a key twice is refused."""
    text = (UNITS / unit).read_text(encoding="utf-8")
    variables = dict(re.findall(r'^Environment="?(\w+)=([^"\n]*)"?$', text, flags=re.MULTILINE))
    (command,) = re.findall(r"^ExecStart=(.*)$", text, flags=re.MULTILINE)
    return shlex.split(re.sub(r"\$(\w+)", lambda found: variables[found[1]], command))


def test_the_image_gets_the_packages_and_their_build() -> None:
    copied = _copied()
    assert {*PACKAGES, "requirements", "pyproject.toml", "hatch_build.py"} <= copied
    assert [name for name in copied if not (CHECKOUT / name).exists()] == []


def test_what_the_image_gets_is_let_in() -> None:
    let_in = {line[1:] for line in (CHECKOUT / ".dockerignore").read_text().splitlines() if line.startswith("!")}
    assert let_in == _copied()


def test_what_the_wheel_names_is_in_the_image() -> None:
    """The readme and the licences, without which it cannot be built."""
    project = tomllib.loads((CHECKOUT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    files = [project["readme"], *project["license-files"]]
    assert len(files) == 4
    assert all(file in _copied() or file.split("/")[0] in _copied() for file in files)


@pytest.mark.parametrize(("unit", "command"), [("golem-table.service", play), ("golem-broker.service", broker)])
def test_a_unit_runs_a_command_that_exists(unit: str, command: ModuleType) -> None:
    program, name, *words = _command(unit)
    assert program == f"{INSTALLED}.venv/bin/golem"
    assert name == command.__name__.rpartition(".")[2]
    parser = CommandParser()
    command.arguments(parser)
    parser.parse_args(words)


@pytest.mark.parametrize("unit", sorted(path.name for path in UNITS.glob("*.service")))
def test_a_unit_stops_robots_first_and_names_a_page_that_exists(unit: str) -> None:
    parser = RawConfigParser(strict=False)
    parser.optionxform = str
    parser.read(UNITS / unit, encoding="utf-8")
    assert parser["Service"]["KillSignal"] == "SIGINT"
    page = parser["Unit"]["Documentation"].removeprefix(f"file://{INSTALLED}")
    assert (CHECKOUT / page).is_file()


def test_the_table_files_of_the_page_are_read(tmp_path: Path) -> None:
    parts = re.findall(r"^```yaml\n(.*?)^```$", PAGE.read_text(encoding="utf-8"), flags=re.MULTILINE | re.DOTALL)
    assert len(parts) == 2
    (tmp_path / "golem-broker.yaml").touch(mode=0o600)
    (tmp_path / "golem-broker.yaml").write_text("user: table\npassword: x\n", encoding="utf-8")
    file = tmp_path / "table.yaml"
    file.write_text("".join(["camera: 0\ngame: {board: 4x4}\n", *parts]), encoding="utf-8")
    table = read_table_file(file)
    assert table.page is not None and table.page.host == "0.0.0.0" and set(table.robots) == {"red", "blue"}
