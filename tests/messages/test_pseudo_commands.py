"""Every command and sub-command, run in the pseudo-locale: what it prints has passed the catalogue.

The commands are walked as the parsers have them: one that is not run here fails the test.
"""

from __future__ import annotations

import argparse
import asyncio
import importlib
import io
import re
import signal
import sys
import threading
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import NamedTuple

import cv2
import numpy as np
import pytest

from controller.app.tools.standalone_robots import StandalonePlan, simulate
from controller.cli import COMMANDS, FRONT_DOOR, main
from controller.cli.options.command_parser import CommandParser
from controller.cli.options.game_options import CHOICES_OF_GOLEMS, CHOICES_OF_PIECES
from firmware_bridge.conformance import CHECKS
from firmware_bridge.conformance.certificate import certificate, finding_line
from firmware_bridge.conformance.check_results import Finding
from firmware_bridge.conformance.suite import Conformance
from tests.messages.test_pseudo_locale import NOTATION, locale, strays
from tests.support.catalogues import PSEUDO

__all__ = ["locale"]  # The fixture of that module serves here, too.

FRONT = ""
"""The front door: what `golem` without a command does."""


class Run(NamedTuple):
    """One way to run a command."""

    words: str
    """What is typed behind the command; PORT is a simulated robot's, FILES the folder of files below."""
    status: int | None
    """None: a robot on a busy machine may be late, which is told in words, too."""
    names: tuple[str, ...] = ()
    """Words that are typed, keys of files, names: the same in every language."""


FILES = {
    "cut.yaml": "camera: [1\n",
    "wrong.yaml": "camera: none.mp4\ngame: {board: 9x9}\nrobots: {pink: serial:/dev/x, red: 7}\nbogus: 1\n",
    "table.yaml": "camera: none.mp4\ngame: {board: 4x4}\nrobots: {red: serial:/dev/NONE}\npage: {off: true}\n",
    "good.yaml": "game: golems\nboard: {size: [4,4]}\ngolems: {red: {at: a1, facing: N}}\n"
    "programs: {red: [forward, stand, stand, stand]}\n",
    "bad.yaml": "game: golems\nboard: {size: [4,4], walls: [z9, a1]}\ngolems: {pink: {}, red: {at: a1, facing: X}}\n"
    "programs: {red: [forward, hop, if enemy, repeat 4 forward, stand]}\nbogus: 1\n",
    "jetan.yaml": 'game: jetan\nposition: "x y z"\n',
    "round.txt": "4.1 standard xx/yy\nred: hop\n",
    "live.yaml": "game: {kind: jetan, computer: {black: easy, orange: easy}}\n"
    "play: {reveal_s: 0, pieces: ghosts}\npage: {port: 0, stop_port: 0}\n",
    "puzzle.yaml": "id: Bad Id\nplays: [pink]\n",
    "bot.py": "def act(: pass\n",
    "none.py": "x = 1\n",
}  # fmt: skip

PYTHON = ("SyntaxError", "invalid", "syntax", "def", "act", "pass")
"""Python's own words, and the line that it shows."""
PRINTS = (
    "PDF", "boards", "calibration", "decks", "dice", "die", "energy", "figures", "guide", "lives", "mats", "pieces",
    "puzzles", "scenarios", "setup", "stages", "tops", "trays",
)  # fmt: skip
FAULTS = ("acceleration", "all", "backlash", "cables", "drift", "guard", "slip", "track", "wheels")
PUZZLES = (
    "crab", "drummers", "fetch", "labyrinth", "lighthouse", "parade", "postman", "puddles", "sleepwalker", "sparks",
)  # fmt: skip

RUNS: Mapping[str, tuple[Run, ...]] = {
    "demo": (
        Run("--scenario nothing", 2),
        Run("--scenario FILES/puzzle.yaml", 2),
        Run("--puzzle FILES/puzzle.yaml", 2),
        Run("--set lives=99", 2),
        Run("--game spiral --set sum=x", 2),
        Run("--resume", 2),
        Run("--bogus", 2),
    ),
    "play": (
        Run("--table FILES/cut.yaml", 2),
        Run("--table FILES/wrong.yaml", 2),
        Run("--table FILES/nowhere.yaml", 2),
        Run("--table FILES/table.yaml", 1, ("none",)),
        Run("--game golfs", 2),
        Run("--game spiral --board no.yaml", 2),
        Run("--resume", 2),
    ),
    "replay": (Run("nowhere.jsonl", 2), Run("FILES/bad.yaml", 2)),
    "doctor": (Run("--table FILES/wrong.yaml", 2), Run("--table FILES/table.yaml", 1, ("none",))),
    "print": (Run("nonsense", 2), Run("--mat 9x9", 2), Run("--mat FILES/bad.yaml", 2)),
    "read": (Run("nowhere.png", 1),),
    "markers": (Run("nowhere.png", 2), Run("FILES", 0), Run("FILES/empty", 2)),
    "calibrate": (Run("FILES --out lens.yaml", 1), Run("--screen s.png --pixels 1x1", 2), Run("nowhere", 1)),
    "resolve": (Run("--tell {language} FILES/good.yaml", 0), Run("--workers x", 2)),
    "notation": (Run("FILES/round.txt", 2), Run("FILES/bad.yaml", 2), Run("FILES/good.yaml", 0, ("standard",))),
    "puzzle list": (Run("", 0, PUZZLES),),
    "puzzle show": (Run("nothing", 2), Run("FILES/puzzle.yaml", 2), Run("sleepy-guard", 0)),
    "puzzle solve": (Run("first-steps", 0), Run("nothing", 2)),
    "puzzle check": (Run("first-steps forward,hop", 1), Run("first-steps forward,turn-left,forward,stand", 1)),
    "jetan perft": (Run("start 1", 0), Run("bad 1", 2), Run("start many", 2)),
    "jetan best": (Run("FILES/jetan.yaml", 2), Run("start --strength easy --seed x", 2)),
    "jetan play": (Run("--side black --strength easy --seed x", 2),),
    "match": (Run("FILES/bot.py FILES/none.py", 2, PYTHON), Run("x y", 2), Run("--replay FILES/bad.yaml", 2)),
    "league": (Run("FILES/empty", 2), Run("nowhere", 2)),
    "robots list": (Run("mqtt://127.0.0.1:1/t", 2),),
    "robots ping": (Run("PORT --count 1", None), Run("/dev/NONE", 1)),
    "robots identify": (Run("PORT", None), Run("PORT --camera none.mp4", None, ("none",))),
    "robots calibrate": (Run("/dev/NONE --camera none.mp4", 1, ("none",)),),
    "robots jog": (Run("PORT --mm 3", None), Run("PORT", 2)),
    "robots stop": (Run("PORT", None),),
    "robots estop": (Run("PORT", None),),
    "robots release": (Run("PORT", None),),
    "robots flash": (Run("/dev/NONE --name rosie", None),),
    "robots name": (Run("PORT rosie", None),),
    "robots monitor": (Run("/dev/NONE --seconds 0.1", 1),),
    "robots conform": (Run("/dev/NONE", 1),),
    "robots simulate": (Run("--robots micropython", 2), Run("--faults FILES/bad.yaml", 2, FAULTS)),
    "gateway": (Run("--broker nonsense --robot red", 2),),
    "broker": (Run("--table a --robot red/x --port 99999", 2), Run("--table club --robot red --open nonsense", 2)),
    FRONT: (Run("--port 99999", 2), Run("--port x", 2)),
}


def parser_of(command: str) -> CommandParser:
    parser = CommandParser(prog=f"golem {command}".strip(), language=PSEUDO)
    importlib.import_module(COMMANDS[command] if command else FRONT_DOOR).arguments(parser)
    return parser


def leaves(name: str, parser: argparse.ArgumentParser) -> Iterator[tuple[str, argparse.ArgumentParser]]:
    """The commands that can be run: those without sub-commands."""
    below = [action for action in parser._actions if isinstance(action, argparse._SubParsersAction)]
    if not below:
        yield name, parser
    for action in below:
        for key, child in action.choices.items():
            yield from leaves(f"{name} {key}", child)


def typed(parser: argparse.ArgumentParser) -> set[str]:
    """What is typed: names of options, of their values, and what stands for a value."""
    found: set[str] = set()
    for action in parser._actions:
        metavar = action.metavar if isinstance(action.metavar, tuple) else (action.metavar,)
        words = (action.dest, action.dest.upper(), *metavar, *(action.choices or ()), str(action.default))
        found.update(part for word in words if word for part in re.findall(r"[^\W\d_]{3,}", str(word)))
    return found


@pytest.mark.usefixtures("locale")
def test_every_command_is_run_and_its_help_told() -> None:
    found = {name for command in (*COMMANDS, FRONT) for name, _ in leaves(command, parser_of(command))}
    assert found == {*RUNS}
    assert all(RUNS.values())


@pytest.fixture(scope="module")
def files(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("files")
    for name, text in FILES.items():
        (folder / name).write_text(text, encoding="utf-8")
    cv2.imwrite(str(folder / "grey.png"), np.full((240, 320), 90, np.uint8))
    (folder / "empty").mkdir()
    return folder


@pytest.fixture(scope="module")
def port() -> Iterator[str]:
    """The port of a simulated robot, which another thread serves."""
    lines: list[str] = []
    there = threading.Event()
    loop = asyncio.new_event_loop()

    def say(line: str) -> None:
        lines.append(line)
        there.set()

    async def serve() -> None:
        await simulate(StandalonePlan(("red",), "simulated", None, None, 0, "en"), say)

    async def ended(task: asyncio.Task[None]) -> None:
        await asyncio.wait({task})

    task = loop.create_task(serve())
    thread = threading.Thread(target=loop.run_until_complete, args=(ended(task),))
    thread.start()
    try:
        assert there.wait(60) and not task.done()
        yield lines[0].split(": ", 1)[1]
    finally:
        loop.call_soon_threadsafe(task.cancel)
        thread.join()
        loop.close()


@pytest.mark.usefixtures("locale")
def test_the_certificate_of_a_robot() -> None:
    told = [finding_line(Finding(check.key, "passed"), PSEUDO) for check in CHECKS]
    told += [finding_line(Finding(CHECKS[0].key, "not applicable", why=why), PSEUDO) for why in ("no restart",)]
    failed = finding_line(Finding(CHECKS[0].key, "failed", "ACK BUSY", "ACK GAP"), PSEUDO)
    told += [certificate(Conformance("serial:x", None, ()), PSEUDO), failed.replace(CHECKS[0].rule, "")]
    wire = {"HELLO", "ASK", "MOVE", "TURN", "ACT", "BUSY", "ESTOP", "CLEAR", "STOP", "BOOT", "DONE", "ACK", "GAP"}
    found = strays(
        " ".join(told), *wire, "PING", "TAKE", "REPORT", "TELEMETRY", "SILENCE", "LAYOUT", "PROGRESS", "serial"
    )
    assert found == set()


TYPED = {
    word
    for text in (*COMMANDS, "golem", CHOICES_OF_GOLEMS, CHOICES_OF_PIECES)
    for word in re.findall(r"[A-Za-z]{3,}", text)
}
SHOWN = re.compile(r"\b(?:known here are|one of|there are|choose from) [^\n]*")
KEYS = re.compile(r"(?<![^\W_])[a-z]+(?:[-_.\[\]:][a-z0-9]+)+|'[^'\n]*'|\S+\.yaml:\d+:\s[\w.\[\]]+")
"""Names with hyphens, places in files, and what is quoted as it was found."""


@pytest.mark.usefixtures("locale")
@pytest.mark.parametrize("name", RUNS)
def test_a_command_tells_all_by_the_catalogue(
    name: str, files: Path, port: str, monkeypatch: pytest.MonkeyPatch, capsysbinary: pytest.CaptureFixture[bytes]
) -> None:
    monkeypatch.chdir(files / "empty")
    monkeypatch.setenv("LC_ALL", PSEUDO)
    command = name.split()
    parser = dict(leaves(command[0] if command else FRONT, parser_of(command[0] if command else FRONT)))[name]
    usual = TYPED | typed(parser) | {PSEUDO, *command, *NOTATION, *KEYS_OF_FILES}
    has_language = any("--language" in action.option_strings for action in parser._actions)
    for run in (Run("--help", None), *RUNS[name]):
        words = [
            word.replace("FILES", str(files)).replace("PORT", port).replace("{language}", PSEUDO)
            for word in run.words.split()
        ]
        asked = ["--language", PSEUDO] if has_language else []
        try:
            status: int | str | None = main([*command, *asked, *words])
        except SystemExit as ended:
            status = ended.code
        printed = capsysbinary.readouterr()
        told = (printed.out + printed.err).decode()
        assert told, run
        names = {part for word in words for part in re.findall(r"[^\W\d_]{3,}", word)}
        found = strays(KEYS.sub(" ", told), *usual, *names, *run.names)
        assert found == set(), f"{sorted(found)} in {run}: {told}"
        if run.status is not None:
            assert status == run.status, (run, told)


class EndedAfter(io.StringIO):
    """Standard output that ends the program, as Ctrl-C does, once so many lines are written."""

    def __init__(self, lines: int) -> None:
        super().__init__()
        self.left = lines

    def write(self, text: str) -> int:
        written, before = super().write(text), self.left
        self.left -= text.count("\n")
        if before > 0 >= self.left:
            signal.raise_signal(signal.SIGINT)
        return written


LIVE: Mapping[str, tuple[Run, int]] = {
    "play": (Run("--table FILES/live.yaml --no-browser", 0, ("replay", "games", "jetan")), 9),
    "gateway": (Run("--broker mqtt://127.0.0.1:1/club --robot red=/dev/NONE", 0), 3),
    FRONT: (Run("--port 0 --no-browser", 0), 1),
}
"""Commands that go on until they are ended, and after how many lines they are.

Whole games of `demo` are told in :mod:`tests.messages.test_pseudo_locale`.
"""


@pytest.mark.usefixtures("locale")
@pytest.mark.parametrize("name", LIVE)
def test_a_command_that_goes_on_tells_all_by_the_catalogue(
    name: str, files: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    run, lines = LIVE[name]
    words = run.words.replace("FILES", str(files)).split()
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("LC_ALL", PSEUDO)
    monkeypatch.setattr(sys, "stdout", told := EndedAfter(lines))
    assert main([*name.split(), *words]) == run.status
    assert told.left <= 0
    names = {part for word in (name, *words) for part in re.findall(r"[^\W\d_]{3,}", word)}
    assert strays(KEYS.sub(" ", told.getvalue()), *names, *run.names) == set()


KEYS_OF_FILES = (
    "hands", "camera", "cameras", "game", "robots", "page", "broker", "journals", "odometry", "players", "host",
    "key", "language", "lens", "limit", "name", "record", "off", "bogus", "pink", "blue", "yellow", "green",
    "board", "golems", "goals", "plays", "idea", "rules", "story", "balance", "title", "tokens", "way",
    "more", "walls", "facing",
    "conditions", "minimal", "solution", "programs", "columns", "rows", "markers", "border", "cell", "line", "column",
    "barrel", "condition", "obstacle", "sequence", "turning", "two", "repeat", "both", "hex", "jetan", "spiral",
    "streams", "COM", "start", "bonus", "games", "energy", "serial", "position", "flash", "error", "http", "club",
    "pip", "install",
    *PRINTS,
)  # fmt: skip
"""Keys of files, and the places in them that errors name."""
