"""Documents and records that are spoiled: every command says what is wrong, with status 2, and shows no traceback."""

from __future__ import annotations

import contextlib
import io
import json
import sys
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from time import monotonic, process_time
from typing import Any
from unittest.mock import patch

from boards.base.errors import Problems
from boards.geometry import Cell
from controller.app.config.table_file import read_table_file
from controller.cli import main
from hardware.simulated.script.fault_file import Table, read_fault_file
from tests.storm.campaign import Campaign, Case
from tests.storm.mutations import spoiled_bytes, spoiled_text, spoiled_value

ROOT = Path(__file__).parents[2]
RECORDS = sorted((ROOT / "tests" / "journal" / "records").glob("*.jsonl"))
TABLE = """\
name: Library
language: ru
game: {board: 4x4, players: [red, blue], start: {red: {at: a1, facing: E}, blue: {at: d4, facing: W}}}
camera: {url: 0, width: 1280}
robots: {red: "serial:/dev/ttyUSB0", blue: hands}
page: {port: 8080}
journals: games
"""
POSITIONS: tuple[dict[str, Any], ...] = (
    {
        "game": "golems",
        "rules": "3.1",
        "board": {"size": [4, 4], "walls": ["b2"], "waters": ["c3"], "barrels": ["d1"]},
        "golems": {"red": {"at": "a1", "facing": "N", "lives": 3}, "blue": {"at": "d4", "facing": "S"}},
        "energy": 9,
        "goals": {"red": [{"reach": "d4"}, "survive"]},
        "programs": {"red": ["forward", "repeat 2 forward", "if enemy attack else turn-left", "stand"]},
    },
    {"game": "jetan", "position": "4x6", "move": "d2-d3"},
    {
        "game": "robot_game",
        "turn": 3,
        "robots": [{"id": 1, "player": 0, "loc": [9, 9], "hp": 50}],
        "actions": {"1": ["move", [9, 10]]},
        "attack_damage": 9,
        "spawn": False,
    },
)
SLOW_S = 20.0
"""No mistake in a file takes so long to be told, of the processor's time."""
BUSY = 20
"""How often longer it may take by the clock, on a machine that has much else to do."""


def command(
    case: Case, words: list[str], statuses: tuple[int, ...], stdin: str = "", slow_s: float = SLOW_S
) -> tuple[int, str, str]:
    """Run a command as `golem` does, and judge how it ends."""
    out, err = (io.TextIOWrapper(io.BytesIO(), encoding="utf-8", write_through=True) for _ in range(2))
    began, worked = monotonic(), process_time()
    with (
        contextlib.redirect_stdout(out),
        contextlib.redirect_stderr(err),
        patch.object(sys, "stdin", io.TextIOWrapper(io.BytesIO(stdin.encode()))),
    ):
        try:
            status = main(words)
        except SystemExit as end:
            status = end.code if isinstance(end.code, int) else 1
    told, answered = (stream.buffer.getvalue().decode("utf-8", "replace") for stream in (err, out))
    shown = " ".join(words)[:120]
    case.check(status in statuses, f"golem {shown}: exit status {status}: {told[-300:]}")
    case.check("Traceback" not in told, f"golem {shown}: {told[-500:]}")
    case.check(status != 2 or told.strip() != "" or '"error"' in answered, f"golem {shown}: status 2 without a word")
    worked = process_time() - worked
    case.check(worked < slow_s, f"golem {shown}: {worked:.0f} s of the processor")
    case.check(monotonic() - began < BUSY * slow_s, f"golem {shown}: {monotonic() - began:.0f} s")
    return status, answered, told


@contextlib.contextmanager
def folder() -> Iterator[Path]:
    with tempfile.TemporaryDirectory(prefix="storm-") as path:
        yield Path(path)


FAULTY = Table(("red", "blue", "yellow", "green"), frozenset({Cell(1, 1), Cell(2, 2)}))


def _read(read: Callable[[], object]) -> int:
    """The status that a command ends with which reads this file. Whatever but Problems comes is a finding."""
    try:
        read()
    except Problems as problems:
        if not problems.problems or not all(str(problem) for problem in problems.problems):
            raise AssertionError("a mistake without a word") from problems
        return 2
    return 0


def documents(case: Case) -> None:
    """Positions, tables, puzzles, scenarios, mats, fault files."""
    rng = Random(case.seed)
    with folder() as here:
        for _ in range(20):
            kind = rng.randrange(5)
            if kind == 0:
                text = json.dumps(spoiled_value(rng.choice(POSITIONS), rng), ensure_ascii=True)
                status, _out, _err = command(case, ["resolve", "--jsonl"], (0, 2), text + "\n")
            elif kind == 1:
                file = here / "position.yaml"
                file.write_bytes(
                    spoiled_text(json.dumps(rng.choice(POSITIONS), indent=1), rng).encode("utf-8", "replace")
                )
                status, _out, _err = command(case, ["resolve", str(file)], (0, 2))
            elif kind == 2:
                file = here / "table.yaml"
                file.write_bytes(spoiled_text(TABLE, rng).encode("utf-8", "replace"))
                status = _read(lambda file=file: read_table_file(file))
            elif kind == 3:
                file = here / "puzzle.yaml"
                text = rng.choice(sorted((ROOT / "boards" / "puzzles").glob("*.yaml"))).read_text(encoding="utf-8")
                file.write_bytes(spoiled_text(text, rng).encode("utf-8", "replace"))
                status, _out, _err = command(case, ["puzzle", "show", str(file)], (0, 1, 2))
            else:
                file = here / "faults.yaml"
                text = rng.choice(sorted((ROOT / "docs" / "faults").glob("*.yaml"))).read_text(encoding="utf-8")
                file.write_bytes(spoiled_text(text, rng).encode("utf-8", "replace"))
                status = _read(lambda file=file: read_fault_file(file, FAULTY))
            case.count(f"documents, status {status}")


def records(case: Case) -> None:
    """Records that a disk or an editor has damaged: replayed as far as they go, or refused; the file stays as it is."""
    rng = Random(case.seed)
    with folder() as here:
        for _ in range(6):
            whole = rng.choice(RECORDS).read_bytes()
            data = spoiled_bytes(whole, rng)
            file = here / "record.jsonl"
            file.write_bytes(data)
            status, _out, _err = command(case, ["replay", str(file)], (0, 1, 2))
            case.check(file.read_bytes() == data, "a replay changed the record")
            case.count(f"records, status {status}")


CAMPAIGNS = (
    Campaign(
        "documents",
        "mutated positions, tables, puzzles and fault files",
        "located, status 0 or 2, no traceback",
        documents,
    ),
    Campaign("records", "damaged records replayed", "as far as it goes or refused, the file unchanged", records),
)
