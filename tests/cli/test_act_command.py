"""`golem demo --act FILE`: programs acted out on the simulated table, with faults, and the truth on record."""

from __future__ import annotations

import json
from collections import Counter
from itertools import combinations, groupby, pairwise
from math import hypot
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import pytest

from boards.base.message import literal
from calibration.drive_faults import DriveDiagnosis, DriveFault
from controller.app.simulation.act import ActReport, lines_of
from controller.cli import main as golem
from controller.table.view.notices import Notice, drive_faults
from controller.table.view.view import View

RING = Path(__file__).resolve().parents[2] / "docs" / "faults" / "ring.yaml"

TWO = """
game: golems
board: {size: [4, 4], walls: [a4]}
golems:
  red: {at: b2, facing: N}
  blue: {at: b3, facing: %s}
programs:
  red: [%s, stand, stand, stand]
"""


def _act(tmp_path: Path, position: str, faults: str = "", *more: str) -> tuple[int, list[dict[str, Any]]]:
    (tmp_path / "position.yaml").write_text(position, encoding="utf-8")
    words = ["demo", "--act", str(tmp_path / "position.yaml"), "--truth", str(tmp_path / "truth.jsonl"), *more]
    if faults:
        (tmp_path / "faults.yaml").write_text(faults, encoding="utf-8")
        words += ["--faults", str(tmp_path / "faults.yaml")]
    status = golem(words)
    return status, [json.loads(line) for line in (tmp_path / "truth.jsonl").read_text().splitlines()]


def _events(lines: list[dict[str, Any]], event: str) -> list[dict[str, Any]]:
    return [line for line in lines if line.get("event") == event]


def _at(lines: list[dict[str, Any]], name: str, run: int = 0) -> list[dict[str, Any]]:
    return [line for line in lines if line["name"] == name and "x" in line and line["run"] == run]


def test_a_row_is_acted_out_and_every_golem_is_on_record_every_5_ms(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    status, lines = _act(tmp_path, TWO % ("E", "turn-right"), "", "--repeat", "2")
    assert status == 0
    told = capsys.readouterr().out.splitlines()
    assert len(told) == 2 and told[0].startswith("run 0: 4 rows in ")
    for run in (0, 1):
        red = _at(lines, "red", run)
        assert [line["t"] for line in red] == pytest.approx([0.005 * n for n in range(len(red))])
        assert set(red[0]) == {"run", "t", "name", "x", "y", "heading"}
        assert (red[0]["x"], red[0]["y"], red[0]["heading"]) == (150, 150, 90)
        assert abs(red[-1]["heading"]) < 4 and hypot(red[-1]["x"] - 150, red[-1]["y"] - 150) < 3
        assert len(_at(lines, "blue", run)) == len(red)
    begun, ended = _events(lines, "begun"), _events(lines, "ended")
    assert begun[0]["order"] == "turn" and begun[0]["degrees"] == pytest.approx(-90, abs=2)
    assert len(begun) == len(ended) and all(line["outcome"] == "done" for line in ended)
    assert [line["row"] for line in _events(lines, "row-begun")] == [1, 2, 3, 4, 1, 2, 3, 4]
    assert not _events(lines, "contact")


def test_the_same_seed_is_the_same_truth_to_the_last_byte(tmp_path: Path) -> None:
    faults = "golems: {all: {start_error: {mm: 1.5, degrees: 1.2}, lost_steps: 0.05, slip: {every: 80}}}"
    first = _act(tmp_path, TWO % ("E", "turn-right"), faults)[1]
    assert first == _act(tmp_path, TWO % ("E", "turn-right"), faults)[1]
    assert first != _act(tmp_path, TWO % ("E", "turn-right"), faults, "--seed", "8")[1]


def test_a_hand_that_pushes_one_into_the_way_of_another_makes_a_contact_that_is_on_record(tmp_path: Path) -> None:
    # Blue stands beside red's way; half-way through red's drive somebody pushes it in.
    position = "game: golems\nboard: {size: [4, 4]}\ngolems:\n  red: {at: b1, facing: N}\n  blue: {at: c3, facing: N}\n"
    position += "programs:\n  red: [forward, forward, stand, stand]\n"
    faults = "guard: false\nhands: [{at: {row: 2, time: 0.1}, do: push, golem: blue, by: {x: -80, y: 0}, for: 0.1}]"
    _, lines = _act(tmp_path, position, faults)
    contacts = _events(lines, "contact")
    assert contacts and {contacts[0]["name"], contacts[0]["other"]} == {"red", "blue"}
    by_time = groupby((line for line in lines if "x" in line), key=lambda line: line["t"])
    rows = [list(group) for _, group in by_time]
    least = min(hypot(a["x"] - b["x"], a["y"] - b["y"]) for row in rows for a, b in combinations(row, 2))
    assert least == pytest.approx(70, abs=0.01), "bodies touch, and never enter each other"
    assert _events(lines, "hand-push")


def test_a_blocked_golem_stands_still_and_what_the_file_says_is_on_record(tmp_path: Path) -> None:
    position = TWO % ("E", "turn-right")
    faults = "faults: [{golem: red, at: {row: 1, time: 0.2}, do: block, for: 0.3}]"
    _, lines = _act(tmp_path, position, faults)
    (told,) = _events(lines, "block")
    still = [line["heading"] for line in _at(lines, "red") if told["t"] + 0.01 < line["t"] < told["t"] + 0.29]
    assert len(set(still)) == 1 and 2 < 90 - still[0] < 80
    assert told["name"] == "red"


def test_lines_of_a_run_are_in_order_and_count_each_golem_once(tmp_path: Path) -> None:
    _, lines = _act(tmp_path, RING.read_text(encoding="utf-8"), "", "--seed", "3")
    times = [line["t"] for line in lines]
    assert all(after - before > -0.0051 for before, after in pairwise(times))
    assert set(Counter(line["t"] for line in lines if "x" in line).values()) == {4}


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["--repeat", "0"], "--repeat: 0 is outside the range"),
        (["--players", "3"], "--players: --act has all of it from its file"),
        (["--game", "jetan"], "--game: --act is for positions of golems"),
        (["--faults", "missing.yaml"], "missing.yaml: cannot be read"),
        (["--truth", "no/such/folder/t.jsonl"], "--truth: no/such/folder/t.jsonl can't be written"),
    ],
)
def test_wrong_options_are_named(words: list[str], told: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert golem(["demo", "--act", str(RING), *words]) == 2
    said = capsys.readouterr().err
    assert told in said and "Traceback" not in said


def test_a_bad_position_is_told_as_resolve_does(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "position.yaml"
    path.write_text("game: golems\nboard: {size: [4, 4]}\ngolems: {red: {at: b9, facing: N}, blue: {at: b2}}\n")
    assert golem(["demo", "--act", str(path)]) == 2
    said = capsys.readouterr().err
    assert "golems.red.at" in said and "golems.blue" in said
    path.write_text("game: golems\nboard: {size: [7, 5]}\ngolems: {red: {at: b2, facing: N}}\n")
    assert golem(["demo", "--act", str(path)]) == 2
    assert "no printed mat of 7x5" in capsys.readouterr().err


def test_options_of_act_are_refused_without_it(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    assert golem(["demo", "--no-web", "--repeat", "3"]) == 2
    assert "--repeat: is for a position; add --act" in capsys.readouterr().err
    assert golem(["demo", "--no-web", "--game", "jetan", "--truth", str(tmp_path / "t")]) == 2
    assert "--truth: jetan is played without robots here; add --fleet" in capsys.readouterr().err
    assert golem(["demo", "--robots", "emulated", "--faults", str(tmp_path / "f")]) == 2
    assert "--faults: errors and faults are those of robots simulated in Python" in capsys.readouterr().err


@pytest.mark.parametrize("finished", [True, False])
def test_a_golem_with_a_fault_is_named_below_the_run_as_on_the_page(finished: bool) -> None:
    """Once, with the newest figure; and what the table asks for when it came to a stand."""
    acted = ActReport(rows=4, finished=finished, notices=(literal("Put it there."),))
    for per_cent in (2.2, 3.1):
        found = DriveDiagnosis(DriveFault.PULLS_LEFT, per_cent)
        view = SimpleNamespace(
            notices=(*drive_faults({"red": (found,)}), Notice("astray", "stop", literal("Far off.")))
        )
        acted.hear(cast("View", view))
    _, *below = lines_of(0, acted, "en")
    named = "  The red golem pulls to the left (3 %): look at its left tyre."
    assert below == ([named] if finished else [named, "  Put it there."])
    assert list(lines_of(0, acted, "de"))[1].startswith("  Der Golem Rot")
