"""Files of scenarios and puzzles: what is shipped is right, and of what is wrong every mistake has its line."""

from __future__ import annotations

from pathlib import Path

import pytest
import yaml

from boards import puzzles, scenarios
from boards.base.catalogue import languages, translate, translate_all
from boards.base.errors import Problems
from boards.base.yaml_reader import parse_document, read_document
from boards.base.yaml_tree import LARGEST
from controller.cli import main
from controller.games.golems.puzzles import puzzle as puzzle_file
from controller.games.golems.puzzles import scenario as scenario_file
from controller.games.golems.puzzles.puzzle import Puzzle
from tests.support.json_schema import mistakes

ROOM = Path(puzzles.__file__).parent
PUZZLE_SCHEMA = ROOM / "puzzle.schema.json"
SCENARIO_SCHEMA = Path(scenarios.__file__).parent / "scenario.schema.json"
GOOD = puzzles.path("robot-duel").read_text(encoding="utf-8")
SCENARIOS = scenarios.keys()
BOX = {"walls": 6, "waters": 5, "barrels": 10}
"""Tokens in the box (`Battle of Golems` 3.1)."""


def problems_of(text: str | bytes) -> list[str]:
    data = text.encode() if isinstance(text, str) else text
    with pytest.raises(Problems) as caught:
        parse_document(data, "my.yaml", puzzle_file.build)
    return caught.value.lines()


def changed(*changes: tuple[str, str]) -> str:
    text = GOOD
    for old, new in changes:
        assert text.count(old) == 1, old
        text = text.replace(old, new)
    return text


@pytest.mark.parametrize("key", [*puzzles.keys(), *SCENARIOS])
def test_shipped_files_are_whole(key: str) -> None:
    is_puzzle = key not in SCENARIOS
    path = puzzles.path(key) if is_puzzle else scenarios.path(key)
    schema = PUZZLE_SCHEMA if is_puzzle else SCENARIO_SCHEMA
    text = path.read_text(encoding="utf-8")
    assert text.startswith(f"# yaml-language-server: $schema={schema.name}\n")
    assert mistakes(yaml.safe_load(text), schema) == []
    read = read_document(path, puzzle_file.build if is_puzzle else scenario_file.build)
    scenario = read.scenario if isinstance(read, Puzzle) else read
    assert scenario.key == key
    assert (
        len({*translate_all(scenario.name).values()})
        == len({*translate_all(scenario.story).values()})
        == len(languages())
    )
    assert all(len(story) < 300 for story in translate_all(scenario.story).values())
    position = scenario.position
    assert (position.grid.columns, position.grid.rows) in ((4, 4), (6, 6))
    water = {*position.waters, *(cell for stream in position.streams for cell in stream.cells)}
    assert len(position.walls) <= BOX["walls"]
    assert len(water) <= BOX["waters"]
    assert len(position.barrels) <= BOX["barrels"]


def test_all_mistakes_at_once() -> None:
    text = changed(
        ("name: The robot duel\n", "name: {pl: Pojedynek robotów, Spanish: Duelo}\n"),
        ("at: d4, facing: S", "at: a1, facing: Z"),
        ("[last-standing]", "[conquer, {reach: e9}]"),
        ("rounds: {at-most: 3}", "rounds: {at-most: 30, exactly: 2}"),
        ("idea: two-programs", "idea: thinking"),
        ("repeat 3", "repeat 4"),
        ("cards: 5}", "cards: five}"),
    )
    lines = problems_of(text)
    wanted = (
        "name.en: missing",
        "name.Spanish: unknown key",
        "idea: 'thinking' is not one of",
        "golems.blue.at: a1 already holds a golem",
        "golems.blue.facing: a facing is one of N, E, S, W",
        "goals.red[0]: a goal is one of",
        "goals.red[1].reach: e9 is off the board",
        "conditions.rounds: either at-most or exactly",
        "conditions.forbidden[5]: 'repeat 4' is not one of",
        "minimal.cards: 'five' where a whole number is wanted",
    )
    for each in wanted:
        assert sum(each in line for line in lines) == 1, (each, lines)
    assert len(lines) == len(wanted)
    places = [line.split(": ")[0] for line in lines]
    assert all(place.startswith("my.yaml:") for place in places)
    blue = text.split("\n").index("golems: {red: {at: a1, facing: N, lives: 2}, blue: {at: a1, facing: Z, lives: 2}}")
    assert places.count(f"my.yaml:{blue + 1}") == 2


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (("at: d4", "at: e5"), "golems.blue.at: e5 is off the board, which ends at d4"),
        (("board: {size: [4, 4]}", "board: {size: [4, 4], walls: [d4]}"), "d4 already holds a wall"),
        (("[last-standing]", "[{reach: a9}]"), "goals.red[0].reach: a9 is off the board"),
        (("red: [last-standing]", "red: [{bring-barrel: a1}]"), "goals.red[0]: there is no barrel to bring"),
        (("red: [last-standing]", "red: [{destroy-barrels: all}]"), "there is no barrel to destroy"),
        (("red: [last-standing]", "green: [last-standing]"), "goals.green: there is no side green"),
        (("red: [last-standing]", "blue: [survive]"), "goals: the player's side red needs a goal"),
        (("rules: \"3.1\"", "rules: 3.1"), "rules: '3.1' where a text (in quotes"),
        (("rules: \"3.1\"", "rules: \"4\""), "rules: '4' is not one of 3.1, 2.0"),
        (("way: autonomous", "way: standard"), "way: 'standard' is not one of scenario, autonomous"),
        (("forward, defend]", "defend]"), "programs.blue: a program of v3.1 has exactly 4 rows, this one has 3"),
        (("idea: two-programs", "plays: [blue]\nidea: two-programs"), "programs.blue: the player programs this golem"),
        (("programs: {blue", "programs: {green"), "programs.green: there is no golem green"),
        (("turn-right]\nmin", "jump]\nmin"), "solution[0].red[3]: 'jump' is not an action"),
        (("minimal: {rounds: 2, cards: 5}\n", ""), "solution: a solution comes with its size"),
        (("cards: 5}\n", "cards: 6}\n"), "minimal.cards"),
        (("minimal: {rounds: 2", "minimal: {rounds: 4"), "minimal.rounds: the conditions do not allow"),
        (("rounds: {at-most: 3}", "rounds: {at-most: 10}"), "rounds.at-most: 10 is outside the range 1 to 9"),
        (("rounds: {at-most: 3}", "if-used: true"), "conditions.if-used: this can't be kept to"),
        (("rounds: {at-most: 3}", "all-actions-used: true"), "conditions.all-actions-used: this can't be kept to"),
        (("forbidden: [backward", "forbidden: [backward, backward"), "conditions.forbidden[1]: backward again"),
        (("id: robot-duel", "id: Robot Duel"), "id: an id is made of small letters"),
        (("golems: {red", "golems: {pink"), "golems.pink: a golem is one of red, blue, yellow, green"),
        (("lives: 2}, blue", "lives: 0}, blue"), "golems.red.lives: lives are a whole number from 1 to 99"),
        (("idea: two-programs", "plays: [red, blue]\nidea: two-programs"), "plays"),
        (("idea: two-programs", "plays: red\nidea: two-programs"), "plays: 'red' where a list is wanted"),
        (("idea: two-programs", "energy: 11\nidea: two-programs"), "energy: energy is a whole number from 2 to 10"),
        (("story:", "tale:"), "story: missing"),
    ],
)  # fmt: skip
def test_a_mistake_is_named_with_its_line(change: tuple[str, str], message: str) -> None:
    lines = problems_of(changed(change))
    assert any(message in line for line in lines), lines
    assert all(line.startswith("my.yaml:") for line in lines)


SCHEMA_SEES = [
    ("at: d4", "at: dd"), ("facing: S", "facing: s"), ("[last-standing]", "[win]"), ("idea: two-programs", "idea: fun"),
    ("rounds: {at-most: 3}", "rounds: 3"), ("cards: {at-most: 5}", "cards: {at-most: 0}"),
    ("lives: 2}, blue", "life: 2}, blue"),
    ("size: [4, 4]", "size: [4]"), ("size: [4, 4]", "size: [4, 27]"), ("way: autonomous", "way: beginner"),
    ("forward, defend]", "forwards, defend]"), ("minimal: {rounds: 2, ", "minimal: {"),
    ("name: The robot duel\n", "name: {pl: Pojedynek robotów}\n"), ("rules: \"3.1\"", "rules: 3.1"),
    ("[backward", "[back"), ("red: [last-standing]", "red: last-standing"),
]  # fmt: skip


@pytest.mark.parametrize("change", SCHEMA_SEES)
def test_the_schema_that_editors_use_sees_what_the_reader_sees(change: tuple[str, str]) -> None:
    text = changed(change)
    assert problems_of(text)
    assert mistakes(yaml.safe_load(text), PUZZLE_SCHEMA)


BROKEN = {
    "empty": b"",
    "only-a-comment": b"# nothing\n",
    "not-utf-8": GOOD.encode().replace("Поединок".encode(), b"\xff\xfe") + b"\xff",
    "utf-16": GOOD.encode("utf-16"),
    "huge": GOOD.encode() + b"# more\n" * (LARGEST // 7),
    "cyclic": b"id: x\nboard: &a {size: *a}\n",
    "cyclic-list": b"goals: &a [*a]\n",
    "a-list": b"- id: x\n",
    "a-word": b"puzzle\n",
    "not-yaml": b"id: [1, 2\nname: {\n",
    "deep": b"board: " + b"[" * 20000,
    "many-aliases": b"a0: &a0 [x]\n"
    + b"".join(b"a%d: &a%d [%s]\n" % (n, n, b", ".join([b"*a%d" % (n - 1)] * 9)) for n in range(1, 20))
    + b"board: {walls: *a19}\n",
    "control": b"id: \x07\n",
    "long-number": b"energy: " + b"9" * 5000 + b"\n",
    "odd-number": b"energy: 0x_\nminimal: {rounds: 0b_, cards: " + b"9" * 5000 + b"}\n",
    "dates": b"id: 2024-01-01\nboard: {size: 2024-01-01}\n",
    "null": b"id:\nname:\nstory:\nrules:\nboard:\ngolems:\ngoals:\nidea:\nplays:\nprograms:\n",
    "wrong-types": b"id: [a]\nname: en\nstory: 5\nrules: {}\nboard: []\ngolems: 7\ngoals: x\nidea: []\n"
    b"plays: {}\n"
    b"programs: []\nconditions: 5\nsolution: x\nminimal: []\nenergy: {}\nway: []\n",
    "wrong-inside": b"board: {size: x, walls: x, waters: [1], barrels: {}, streams: [x]}\n"
    b"golems: {red: x, blue: {at: 1}}\ngoals: {red: x, blue: [1, {}]}\n"
    b"programs: {red: x}\nsolution: [x, {red: 5}, {}]\n",
}  # fmt: skip


@pytest.mark.parametrize("what", BROKEN)
def test_broken_files_end_with_status_2_and_a_place(
    what: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "my.yaml"
    file.write_bytes(BROKEN[what])
    command = ("show", "solve", "check")[len(what) % 3]
    assert main(["puzzle", command, str(file), *(["stand"] if command == "check" else [])]) == 2
    said = capsys.readouterr().err.strip().split("\n")
    assert all(line.startswith("golem puzzle: my.yaml") for line in said), said


def test_files_that_are_not_there(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["puzzle", "show", "nobody-knows"]) == 2
    assert "no puzzle 'nobody-knows'" in capsys.readouterr().err
    assert main(["puzzle", "show", str(tmp_path / "x.yaml")]) == 2
    assert "cannot be read" in capsys.readouterr().err
    assert main(["puzzle", "show", f"{tmp_path}/"]) == 2
    binary = tmp_path / "program.txt"
    binary.write_bytes(b"forward,\n\xff")
    assert main(["puzzle", "check", "fetch", str(binary)]) == 2
    assert "program.txt:2: not UTF-8" in capsys.readouterr().err


def test_the_command_lists_shows_and_solves(capsys: pytest.CaptureFixture[str]) -> None:
    for language in languages():
        assert main(["puzzle", "list", "--language", language]) == 0
        assert len(capsys.readouterr().out.strip().split("\n")) == len(puzzles.keys())
        assert main(["puzzle", "show", "robot-duel", "--language", language]) == 0
        assert (
            translate(read_document(puzzles.path("29"), puzzle_file.build).scenario.story, language)
            in capsys.readouterr().out
        )
    assert main(["puzzle", "solve", "express-delivery"]) == 0
    program = capsys.readouterr().out
    assert main(["puzzle", "check", "express-delivery", program]) == 0
    assert "Nobody can do it with less" in capsys.readouterr().out


def test_the_command_says_when_there_is_no_solution(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "my.yaml"
    text = changed(("rounds: {at-most: 3}", "rounds: {at-most: 1}"))
    file.write_text(text.partition("solution:")[0], encoding="utf-8")
    assert main(["puzzle", "solve", str(file)]) == 1
    assert "there is no solution in 1 rounds or fewer" in capsys.readouterr().out
    assert main(["puzzle", "check", str(file), "forward, forward, attack, attack"]) == 1
    assert "no solution at all" in capsys.readouterr().out
