"""What players choose for a game of pieces, on the command line and in the table file; wrong ones are told at once."""

from __future__ import annotations

from pathlib import Path

import pytest

from boards.base.errors import Problems
from controller.app.choices.game_choices import GameChoices
from controller.app.choices.typed_game import typed_plan
from controller.app.compose.game_setup import GamePlan
from controller.app.config.table_file import read_table_file
from controller.cli import main
from controller.games.game_registry import tabletop_named
from controller.journal import read_record
from controller.table.core.record.entry_codec import header_of

YARD = """
id: yard
name: Yard
story: Smash all.
board: {size: [4, 4], barrels: [b3]}
more-tokens: [barrels]
golems:
  red: {at: a1, facing: N, side: both}
  blue: {at: d4, facing: S, side: both}
energy: 2
goals:
  both: [{destroy-barrels: all}]
"""


def test_choices_reach_the_setup() -> None:
    plan, problems = typed_plan(GameChoices("robots_hex"), ["shapes=ignored", "steps=20"], [], GamePlan())
    assert (plan.setup["shapes"], plan.setup["steps"], problems) == ("ignored", 20, ())
    assert "steps" not in typed_plan(GameChoices("robots_hex"), [], [], GamePlan())[0].setup


@pytest.mark.parametrize(
    ("given", "at"),
    [
        (["shapes=blue"], ["--set shapes"]),
        (["steps=15", "steps=51", "robots_each=x"], ["--set steps", "--set steps", "--set robots_each"]),
        (["colour=red", "steps"], ["--set", "--set"]),
        (["steps=20", "steps=21"], ["--set steps"]),
        (["steps=²0"], ["--set steps"]),
    ],
)
def test_wrong_choices_are_refused_all_at_once(given: list[str], at: list[str]) -> None:
    _plan, problems = typed_plan(GameChoices("robots_hex"), given, [], GamePlan())
    assert [problem.at for problem in problems] == at


def test_the_table_file_says_the_same(tmp_path: Path) -> None:
    path = tmp_path / "table.yaml"
    path.write_text("game:\n  kind: robots_hex\n  players: 3\n  shapes: ignored\n  steps: 16\n  robots_each: 1\n")
    plan = read_table_file(path).game
    assert (plan.setup["shapes"], plan.setup["steps"], plan.setup["robots_each"]) == ("ignored", 16, 1)
    assert plan.players == ("green", "red", "violet")
    path.write_text('game:\n  kind: robots_hex\n  shapes: round\n  steps: "20"\n  robots_each: 0\n  sum: 5\n')
    with pytest.raises(Problems) as refused:
        read_table_file(path)
    places = [problem.at.removeprefix("table.yaml:") for problem in refused.value.problems]
    assert places == ["3: game.shapes", "4: game.steps", "5: game.robots_each", "6: game.sum"]


@pytest.mark.parametrize("words", [["demo", "--game", "robots_hex", "--no-web"], ["play", "--game", "robots_hex"]])
def test_a_command_refuses_before_anything_begins(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], words: list[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    assert main([*words, "--set", "steps=3", "--set", "hats=2"]) == 2
    lines = capsys.readouterr().err.strip().splitlines()
    assert lines == [
        f"golem {words[0]}: --set steps: '3' can't be chosen; choose a whole number from 16 to 50",
        f"golem {words[0]}: --set: 'hats=2' is no choice of robots_hex, which has shapes, steps, robots_each",
    ]
    assert not (tmp_path / "games").exists()


def test_a_demo_of_golems_is_set_up_freely(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    record = tmp_path / "game.jsonl"
    words = ["demo", "--no-web", "--players", "4", "--journal", str(record)]
    chosen = ["lives=1", "energy=2", "barrels=b2,c3", "walls=b3", "sides=red+yellow,blue+green"]
    assert main([*words, *(word for choice in chosen for word in ("--set", choice))]) == 0
    setup = header_of(read_record(record)).setup
    assert setup["board"] == {"size": [4, 4], "walls": ["b3"], "barrels": ["b2", "c3"]}
    assert {golem["lives"] for golem in setup["golems"].values()} == {1}
    assert (setup["energy"], setup["golems"]["yellow"]["side"]) == (2, "red-yellow")
    capsys.readouterr()
    wrong = ["lives=0", "energy=x", "barrels=a1,z9", "walls=b2,b2", "hats=1", "lives=2"]
    assert main(["demo", "--no-web", *(word for choice in wrong for word in ("--set", choice))]) == 2
    lines = capsys.readouterr().err.strip().splitlines()
    places = [line.removeprefix("golem demo: ").partition(": ")[0] for line in lines]
    assert places == [
        "--set lives", "--set lives", "--set energy", "--set barrels", "--set barrels", "--set walls", "--set",
    ]  # fmt: skip


def test_a_demo_of_a_scenario_begins_with_barrels_of_ones_own(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    record, yard = tmp_path / "game.jsonl", tmp_path / "yard.yaml"
    yard.write_text(YARD)
    chosen = ["--set", "barrels=d1,a4"]
    assert main(["demo", "--no-web", "--scenario", str(yard), "--journal", str(record), *chosen]) == 0
    # The camera saw them where people had put them, or no row would have been played.
    assert sum(entry.kind == "row" for entry in read_record(record).entries) == 4
    assert header_of(read_record(record)).setup["board"]["barrels"] == ["a4", "b3", "d1"]
    capsys.readouterr()
    words = ["demo", "--no-web", "--scenario", "clear-the-yard"]
    assert main([*words, "--set", "barrels=a1,b4,z9,a6,a6", "--set", "walls=b2", "--set", "lives=2"]) == 2
    lines = capsys.readouterr().err.strip().splitlines()
    assert lines == [
        "golem demo: --set barrels: a1 is where a golem begins: Red",
        "golem demo: --set barrels: two tokens lie on b4; there is room for one",
        "golem demo: --set barrels: z9 is no cell of this board, which goes from a1 to f6",
        "golem demo: --set barrels: two tokens lie on a6; there is room for one",
        "golem demo: --set walls: no more of these tokens may be laid here: b2",
        "golem demo: --set lives: the scenario says this; leave it out",
    ]
    for task in (["--scenario", "two-towers"], ["--puzzle", "first-steps"]):
        assert main(["demo", "--no-web", *task, "--set", "barrels=b2"]) == 2
        kind = task[0].removeprefix("--")
        assert capsys.readouterr().err == f"golem demo: --set barrels: the {kind} says this; leave it out\n"


def test_every_choice_is_one_that_the_rules_take() -> None:
    for name in ("robots_hex", "spiral", "jetan"):
        tabletop = tabletop_named(name)
        for key, choice in tabletop.setup_choices.items():
            ends = (choice.numbers[0], choice.numbers[-1]) if choice.numbers else ()
            for value in (*choice.words, *ends):
                if (key, value) == ("robots_each", 9):
                    continue  # More than there are black points.
                tabletop.game.start({**tabletop.setup(2), **tabletop.chosen({key: value})})
