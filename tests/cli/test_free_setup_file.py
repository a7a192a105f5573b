"""Tokens, lives, energy and sides in the table file: taken, or refused with their line, all at once."""

from __future__ import annotations

from pathlib import Path

import pytest

from boards.base.errors import Problems
from controller.app.compose.game_setup import header
from controller.app.config.table_file import read_table_file

HEAD = "camera: 0\ngame:\n  board: 4x4\n"


def file(tmp_path: Path, game: str) -> Path:
    path = tmp_path / "table.yaml"
    path.write_text(HEAD + game, encoding="utf-8")
    return path


def test_the_game_begins_with_what_the_file_says(tmp_path: Path) -> None:
    told = """  players: 4
  tokens: {walls: [b2], waters: [c3], barrels: [b3]}
  lives: 5
  energy: 4
  sides: [[red, yellow], [blue, green]]
"""
    setup = header(read_table_file(file(tmp_path, told)).game).setup
    assert setup["board"] == {"size": [4, 4], "walls": ["b2"], "waters": ["c3"], "barrels": ["b3"]}
    assert {golem["lives"] for golem in setup["golems"].values()} == {5}
    assert setup["energy"] == 4
    assert [golem["side"] for golem in setup["golems"].values()] == [
        "red-yellow", "blue-green", "red-yellow", "blue-green",
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("game", "places"),
    [
        ("  tokens: {walls: [a1, b2], barrels: [b2]}\n", ["4: game.tokens.walls[0]", "4: game.tokens.barrels[0]"]),
        ("  tokens: [b2]\n  lives: 0\n  energy: 11\n", ["4: game.tokens", "5: game.lives", "6: game.energy"]),
        ("  tokens: {trees: [b2]}\n  sides: red\n", ["4: game.tokens.trees", "5: game.sides"]),
        ("  sides: [[red], [blue]]\n", ["4: game.sides"]),
        ("  way: beginner\n  tokens: {walls: [b2]}\n", ["5: game.tokens.walls"]),
        ('  rules: "2.0"\n  energy: 5\n', ["5: game.energy"]),
        ("  players: 4\n  sides: [[red, blue], [red, pink]]\n", ["5: game.sides[1][0]", "5: game.sides[1][1]"]),
    ],
)
def test_every_mistake_has_its_line(tmp_path: Path, game: str, places: list[str]) -> None:
    with pytest.raises(Problems) as refused:
        read_table_file(file(tmp_path, game))
    assert [problem.at for problem in refused.value.problems] == [f"table.yaml:{place}" for place in places]


def test_a_scenario_that_takes_more_barrels_has_those_of_the_file(tmp_path: Path) -> None:
    path = tmp_path / "table.yaml"
    told = "camera: 0\ngame:\n  scenario: clear-the-yard\n  tokens: "
    path.write_text(told + "{barrels: [f1, a6]}\n")
    plan = read_table_file(path).game
    assert plan.setup["board"]["barrels"] == ["a6", "b4", "c5", "d2", "e3", "e5", "f1"]
    for wrong, places in (
        ("{barrels: [a1, e5, b2]}", ["barrels[0]", "barrels[1]"]),
        ("{walls: [b2], waters: [c2]}", ["walls[0]", "waters[0]"]),
        ("{trees: [b2], barrels: [b2]}", ["trees"]),
    ):
        path.write_text(told + wrong + "\n")
        with pytest.raises(Problems) as refused:
            read_table_file(path)
        assert [problem.at for problem in refused.value.problems] == [
            f"table.yaml:4: game.tokens.{place}" for place in places
        ]


def test_a_scenario_says_all_that_itself(tmp_path: Path) -> None:
    path = tmp_path / "table.yaml"
    path.write_text("camera: 0\ngame:\n  scenario: castle-under-siege\n  lives: 4\n  tokens: {walls: [b2]}\n")
    with pytest.raises(Problems) as refused:
        read_table_file(path)
    assert [problem.at.partition(": ")[2] for problem in refused.value.problems] == ["game.lives", "game.tokens"]
