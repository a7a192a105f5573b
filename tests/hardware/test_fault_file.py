"""Fault files: what they say happens, and what is wrong with one is told with its line, all at once."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from boards.base.errors import Problems
from boards.base.yaml_tree import plain_document
from boards.geometry import Cell, Point, Pose
from hardware.simulated.faults import FAULT_KINDS, Fault
from hardware.simulated.script.fault_file import Table, read_fault_file
from hardware.simulated.script.fault_plan import FaultPlan, Moment, RobotFault
from tests.support.json_schema import mistakes

CELLS = frozenset(Cell(column, row) for column in range(4) for row in range(4))
STARTS = {"red": Pose(50, 50, 90), "blue": Pose(350, 350, -90)}
TABLE = Table(("red", "blue"), CELLS, STARTS)
WHOLE_GAME = Table(("red", "blue"), CELLS)
FOLDER = Path(__file__).resolve().parents[2]
SCHEMA = FOLDER / "hardware" / "simulated" / "script" / "faults.schema.json"
EXAMPLES = [path for path in sorted((FOLDER / "docs" / "faults").glob("*.yaml")) if path.name != "ring.yaml"]
PAGE = FOLDER / "docs" / "faults.md"


def _read(tmp_path: Path, text: str, table: Table = TABLE) -> FaultPlan:
    path = tmp_path / "faults.yaml"
    path.write_text(text, encoding="utf-8")
    return read_fault_file(path, table)


def _wrong(tmp_path: Path, text: str, table: Table = TABLE) -> list[str]:
    with pytest.raises(Problems) as caught:
        _read(tmp_path, text, table)
    return [str(problem) for problem in caught.value.problems]


def _of_page() -> str:
    return PAGE.read_text(encoding="utf-8").split("```yaml\n")[1].split("```")[0]


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.stem)
def test_the_examples_are_read_and_fit_the_schema(path: Path) -> None:
    table = Table(("red", "blue", "yellow", "green"), CELLS, {**STARTS, "yellow": Pose(50, 350, 0)})
    assert read_fault_file(path, table) != FaultPlan()
    assert mistakes(plain_document(path.read_bytes()), SCHEMA) == []


def test_the_file_of_the_page_is_read_as_it_says(tmp_path: Path) -> None:
    text = _of_page()
    assert mistakes(plain_document(text.encode()), SCHEMA) == []
    plan = _read(tmp_path, text)
    red = plan.golems["red"].build
    assert (red.errors.left, red.errors.track, red.errors.backlash_mm) == (1.015, 1.05, 2)
    assert (red.errors.lost_steps, red.errors.slip_every_mm, red.errors.cabling) == (0.1, 200, "crossed")
    assert (red.acceleration_mm_s2, red.acceleration_deg_s2, red.answer_late_s) == (133, 720 * 133 / 400, 0.3)
    assert plan.golems["blue"].start == Pose(350, 350, -90)
    assert plan.robot_faults[0] == RobotFault(Moment(0.8, 2), "red", "block-left", 2.0)
    assert plan.robot_faults[1].at.cell == Cell(2, 2)
    assert plan.commands == {"red": (Fault("refuse", 3, 0.0),)}
    assert (plan.camera_latency_s, plan.camera_faults[0].late_s, plan.camera_faults[0].seconds) == (0.4, 2.0, 3.0)
    assert (plan.hands[0].cell, plan.hands[0].seconds, plan.guard) == (Cell(1, 2), 2.0, True)
    assert plan.line.loss == 0.01
    assert plan.starts(STARTS, Random(1))["red"] == Pose(53, 48, 91.5)


def test_chance_of_the_start_is_the_runs_own(tmp_path: Path) -> None:
    plan = _read(tmp_path, "golems: {all: {start_error: {mm: 1.5, degrees: 1.2}}}")
    assert plan.starts(STARTS, Random(1)) == plan.starts(STARTS, Random(1)) != plan.starts(STARTS, Random(2))
    offs = [plan.starts(STARTS, Random(n))["red"].point.distance(Point(50, 50)) for n in range(300)]
    assert 1.4 < sum(offs) / 300 < 2.4


BAD = """\
golems:
  purple: {track: 1.0}
  red: {wheels: {left: 3}, trak: 1, cables: yes, start_error: {x: .nan}}
  blue: [1]
faults:
  - {golem: green, at: {time: 1}, do: dance}
  - {golem: red, at: {time: -1}, do: slip}
  - {golem: red, at: {}, do: late}
  - 7
camera: {latency: 99}
hands:
  - {at: {cell: z9, golem: red}, do: push, golem: red}
speed: 3
"""


def test_all_mistakes_are_told_at_once_each_with_its_line(tmp_path: Path) -> None:
    told = _wrong(tmp_path, BAD)
    print("\n".join(told))
    places = [line.split(": ")[0] + ": " + line.split(": ")[1] for line in told]
    for wanted in (
        "faults.yaml:2: golems.purple",
        "faults.yaml:3: golems.red.wheels.left",
        "faults.yaml:3: golems.red.trak",
        "faults.yaml:3: golems.red.cables",
        "faults.yaml:3: golems.red.start_error.x",
        "faults.yaml:4: golems.blue",
        "faults.yaml:6: faults[0].golem",
        "faults.yaml:6: faults[0].do",
        "faults.yaml:7: faults[1].at.time",
        "faults.yaml:7: faults[1].do",
        "faults.yaml:8: faults[2].at.time",
        "faults.yaml:8: faults[2].by",
        "faults.yaml:9: faults[3]",
        "faults.yaml:10: camera.latency",
        "faults.yaml:12: hands[0].at.cell",
        "faults.yaml:12: hands[0].by",
        "faults.yaml:13: speed",
    ):
        assert wanted in places, wanted
    assert len(told) == 17


def test_bodies_may_not_stand_in_each_other(tmp_path: Path) -> None:
    (told,) = _wrong(tmp_path, "golems:\n  red: {start: {x: 340, y: 300, heading: 0}}\n")
    assert told.startswith("faults.yaml:2: golems.red: red and blue would stand in each other: 51.0 mm")
    assert _read(tmp_path, "golems: {red: {start_error: {x: 100}}}").golems["red"].start_error.off.x == 100
    (again,) = _wrong(tmp_path, "golems:\n  all: {start: {x: 1, y: 1, heading: 0}}\n")[:1]
    assert "one place" in again


def test_starts_are_for_acting_out_a_position(tmp_path: Path) -> None:
    (told,) = _wrong(tmp_path, "golems:\n  red: {start_error: {mm: 1}}\n", WHOLE_GAME)
    assert told == "faults.yaml:2: golems.red.start_error: is for --act; in a whole game people put the golems down"


@pytest.mark.parametrize("text", ["", "[]", "golems: 3", "a: &a [*a]", "golems: {red: {", "\x00"])
def test_what_is_no_such_file_is_told_and_nothing_breaks(tmp_path: Path, text: str) -> None:
    assert _wrong(tmp_path, text)


def test_a_file_that_is_not_there_is_named(tmp_path: Path) -> None:
    with pytest.raises(Problems, match=r"missing\.yaml"):
        read_fault_file(tmp_path / "missing.yaml", TABLE)


KEYS = ("golems", "faults", "line", "camera", "hands", "guard", "red", "at", "do", "time", "x", "start", "wheels", "by")
values = st.recursive(
    st.none() | st.booleans() | st.floats() | st.integers(-10, 10**6) | st.sampled_from((*KEYS, *FAULT_KINDS, "b2")),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(KEYS), inner, max_size=4),
    max_leaves=12,
)


@given(st.dictionaries(st.sampled_from(KEYS[:6]), values))
def test_any_document_is_read_or_refused_with_places(tmp_path_factory: pytest.TempPathFactory, value: object) -> None:
    path = tmp_path_factory.getbasetemp() / "any.yaml"
    path.write_text(json.dumps(value), encoding="utf-8")
    try:
        plan = read_fault_file(path, TABLE)
    except Problems as problems:
        assert all(problem.at.startswith("any.yaml") for problem in problems.problems)
    else:
        assert isinstance(plan, FaultPlan)


def test_the_page_names_every_kind() -> None:
    page = PAGE.read_text(encoding="utf-8")
    assert all(f"`{kind}`" in page for kind in FAULT_KINDS)
