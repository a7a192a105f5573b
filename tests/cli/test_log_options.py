"""`--log FILE --log-level LEVEL`: what a run did is in the file, secrets are not, and nothing else changes."""

from __future__ import annotations

import argparse
import logging
import re
from pathlib import Path

import pytest

from controller.cli import main as golem
from controller.cli.options.log_options import LEVELS, logged, redacted
from tests.support.plugin_package import installed, pyproject

LINE = re.compile(r"\d{4}-\d\d-\d\d \d\d:\d\d:\d\d,\d{3} (DEBUG|INFO|WARNING|ERROR) +([\w.]+): (.+)")


def lines_of(path: Path) -> list[tuple[str, str, str]]:
    """Level, logger, text of every line."""
    found = [LINE.fullmatch(line) for line in path.read_text(encoding="utf-8").splitlines()]
    assert all(found), "every line has its time, level and logger"
    return [(one[1], one[2], one[3]) for one in found if one is not None]


def demo(folder: Path, *words: str) -> int:
    """A short game of golems at a simulated table."""
    puzzle = ["--puzzle", "first-steps", "--speed", "max", "--no-web", "--journal", str(folder / "g.jsonl")]
    return golem(["demo", *puzzle, *words])


def test_a_game_leaves_its_course_in_the_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "golem.log"
    assert demo(tmp_path, "--log", str(path)) == 0
    told = capsys.readouterr()
    lines = lines_of(path)
    assert {level for level, _, _ in lines} <= {"INFO", "WARNING", "ERROR"}
    by_logger = {logger: [text for _, name, text in lines if name == logger] for _, logger, _ in lines}
    assert by_logger["controller.cli.options.log_options"][0].startswith("golem demo begins")
    assert by_logger["controller.cli.options.log_options"][-1] == "golem demo ends"
    assert any(text.endswith("open at 115200 baud") for text in by_logger["firmware_bridge.channels.serial_port"])
    driver = by_logger["firmware_bridge.robots.driver"]
    assert any("Move(" in text for text in driver) and any(text.startswith("red: done") for text in driver)
    assert any("g.jsonl: begun" in text for text in by_logger["controller.journal.journal_writer"])
    assert not any("session=" in text and "Frame(" in text for text in driver)
    # The log is no business of the terminal.
    assert "firmware_bridge" not in told.out + told.err


def test_debug_has_every_frame_and_error_has_errors_only(tmp_path: Path) -> None:
    debug, quiet = tmp_path / "debug.log", tmp_path / "quiet.log"
    assert demo(tmp_path, "--log", str(debug), "--log-level", "debug") == 0
    driver = [text for _, logger, text in lines_of(debug) if logger == "firmware_bridge.robots.driver"]
    assert any("hears Frame(" in text for text in driver) and any("says Frame(" in text for text in driver)
    assert golem(["doctor", "--table", "none.yaml", "--log", str(quiet), "--log-level", "error"]) == 2
    assert quiet.read_text(encoding="utf-8") == ""


def test_a_log_goes_on_where_it_ended_and_says_why_a_command_failed(tmp_path: Path) -> None:
    path = tmp_path / "golem.log"
    for _ in range(2):
        words = ["--table", str(tmp_path / "none.yaml"), "--log", str(path)]
        assert golem(["doctor", *words]) == 2
    texts = [text for _, _, text in lines_of(path)]
    assert sum(text.startswith("golem doctor begins") for text in texts) == 2
    assert sum(text.startswith("golem doctor ends: Problems: ") and "none.yaml" in text for text in texts) == 2


@pytest.mark.parametrize("command", ["demo", "play", "gateway", "broker", "doctor"])
def test_every_command_that_runs_for_a_while_has_the_options(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        golem([command, "--help"])
    assert "--log FILE" in capsys.readouterr().out


def test_the_tools_for_robots_have_them_behind_what_is_to_be_done(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "golem.log"
    assert golem(["robots", "ping", "/dev/ttyNOWHERE", "--log", str(path)]) == 1
    assert [text.partition(" (")[0] for _, _, text in lines_of(path)][:1] == ["golem robots begins"]


def test_a_file_that_cannot_be_written_is_named_before_anything_begins(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert demo(tmp_path, "--log", str(tmp_path / "no" / "golem.log")) == 2
    assert "golem demo: --log: " in capsys.readouterr().err
    assert not (tmp_path / "g.jsonl").exists()
    before = list(logging.getLogger().handlers)
    demo(tmp_path, "--log", str(tmp_path))
    assert logging.getLogger().handlers == before


def test_nothing_stays_behind(tmp_path: Path) -> None:
    root = logging.getLogger()
    before, level = list(root.handlers), root.level
    args = argparse.Namespace(log=tmp_path / "golem.log", log_level="debug")
    with pytest.raises(KeyboardInterrupt), logged("demo", args):
        assert len(root.handlers) == len(before) + 2 and root.level == logging.DEBUG
        raise KeyboardInterrupt
    assert root.handlers == before and root.level == level
    assert "golem demo ends: KeyboardInterrupt" in (tmp_path / "golem.log").read_text(encoding="utf-8")
    assert set(LEVELS) == {"debug", "info", "warning", "error"}


@pytest.mark.parametrize(
    ("text", "clean"),
    [
        ("mqtts://bob:sesame@broker/t/red broke", "mqtts://...@broker/t/red broke"),
        ("mqtt://bob:se/same@x@broker/t: lost", "mqtt://...@broker/t: lost"),
        ("rtsp://camera:sesame@10.0.0.2/1: lost", "rtsp://...@10.0.0.2/1: lost"),
        ("http://127.0.0.1:8080/?key=sesame", "http://127.0.0.1:8080/?key=..."),
        ("Login(user='bob', password='sesame')", "Login(user='bob', password=...)"),
        ("token: sesame", "token: ..."),
        ('{"secret": "sesame"}', '{"secret": ...}'),
        ("mqtt://broker:1883/table/red", "mqtt://broker:1883/table/red"),
        ("red: Move(distance_um=1)", "red: Move(distance_um=1)"),
    ],
)
def test_secrets_are_veiled(tmp_path: Path, text: str, clean: str) -> None:
    assert redacted(text) == clean
    path = tmp_path / "golem.log"
    with logged("demo", argparse.Namespace(log=path, log_level="debug")):
        logging.getLogger("controller.test").info("%s", text)
        try:
            raise ValueError(text)
        except ValueError:
            logging.getLogger("controller.test").exception("it failed")
    assert not re.search("sesame|se/same", path.read_text(encoding="utf-8"))


def test_a_broken_plug_in_that_nobody_asked_for_is_warned_of_on_the_terminal(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    project = pyproject("golem-toad", "golem_table.games", jetan="golem_toad")
    package = {"golem_toad/__init__.py": "import nowhere", "pyproject.toml": project}
    document = tmp_path / "position.json"
    document.write_text('{"game": "chess"}', encoding="utf-8")
    with installed(tmp_path / "site", package):
        assert golem(["resolve", str(document)]) == 2
    said = capsys.readouterr().err.splitlines()
    assert said[0].startswith("golem resolve: golem_table.games: jetan: golem-toad 1.0 brings a game of this name")
    assert "there is no game 'chess'" in said[1]
