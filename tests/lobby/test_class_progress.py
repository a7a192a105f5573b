"""The class overview: what each child has solved, read from records of puzzles that were really played."""

from __future__ import annotations

import csv
import io
from dataclasses import replace
from pathlib import Path

import pytest

from boards.base.errors import Problems
from controller.app.compose.game_setup import GamePlan, read_puzzle, with_puzzle
from controller.app.compose.session import start_new
from controller.app.lobby.class_progress import class_csv, class_overview, remove_pupil
from controller.app.lobby.screen_game import screen_game
from controller.console.front_door.messages import PuzzleResult
from controller.table.core.actor import Table
from hardware.simulated.virtual_clock import run
from tests.support.waiting import view_that

SOLUTION = [["forward"], ["forward"], ["forward"], ["stand"]]
USELESS = [["stand"], ["stand"], ["stand"], ["take"]]


async def attempt(table: Table, rows: list[list[str]]) -> None:
    await view_that(table, lambda view: view.phase == "programs", 3600.0)
    assert (await table.submit("cards", {"player": "red", "rows": rows, "ready": True})).ok
    await view_that(table, lambda view: bool(view.task and view.task.verdict), 3600.0)


def play(path: Path, name: str, *programs: list[list[str]], puzzle: str = "first-steps", undo: int = 0) -> None:
    """Play a puzzle under a name, try by try; at the end some rows are undone."""

    async def scene() -> None:
        named = replace(with_puzzle(GamePlan(screen=True), puzzle), names={"red": name} if name else {})
        async with screen_game(start_new(named, path, 0.0)) as game:
            for number, rows in enumerate(programs):
                if number:
                    assert (await game.table.submit("again")).ok
                await attempt(game.table, rows)
            for _ in range(undo):
                assert (await game.table.submit("undo")).ok

    run(scene())


def results(folder: Path) -> dict[str, list[PuzzleResult]]:
    return {pupil.name: pupil.results for pupil in class_overview(folder).pupils}


def test_solutions_and_tries_are_counted_by_child(tmp_path: Path) -> None:
    puzzle = read_puzzle("first-steps")
    assert puzzle.minimal is not None
    play(tmp_path / "1.jsonl", "Anna", USELESS, SOLUTION)
    play(tmp_path / "2.jsonl", "anna", USELESS, puzzle="sleepwalker")
    play(tmp_path / "3.jsonl", "Bartek", USELESS)
    play(tmp_path / "4.jsonl", "", SOLUTION)
    least = PuzzleResult("first-steps", 2, puzzle.minimal.rounds, puzzle.minimal.cards, True)
    assert results(tmp_path) == {
        "anna": [least, PuzzleResult("sleepwalker", 1, 0, 0, False)],
        "Bartek": [PuzzleResult("first-steps", 1, 0, 0, False)],
    }
    assert [pupil.records for pupil in class_overview(tmp_path).pupils] == [2, 1]
    assert [one.number for one in class_overview(tmp_path).puzzles] == list(range(1, 31))


def test_a_solution_that_was_undone_is_none(tmp_path: Path) -> None:
    play(tmp_path / "1.jsonl", "Anna", SOLUTION, undo=1)
    play(tmp_path / "2.jsonl", "Bartek", SOLUTION)
    assert results(tmp_path) == {
        "Anna": [PuzzleResult("first-steps", 1, 0, 0, False)],
        "Bartek": [PuzzleResult("first-steps", 1, 1, 4, True)],
    }


def test_the_table_of_values_is_one_that_a_spreadsheet_does_not_calculate(tmp_path: Path) -> None:
    play(tmp_path / "1.jsonl", "=1+1", SOLUTION)
    play(tmp_path / "2.jsonl", "Zoë, „Z“", USELESS)
    text = class_csv(tmp_path, "en")
    head, *rows = csv.reader(io.StringIO(text.removeprefix("\ufeff")))
    assert head[:3] == ["Name", "Solved", "Solved with the fewest cards"] and len(head) == 33
    assert head[4] == "2. First steps"
    assert [row[:5] for row in rows] == [
        ["'=1+1", "1", "1", "", "Solved with the fewest cards"],
        ["Zoë, „Z“", "0", "0", "", "tried"],
    ]
    assert text.startswith("\ufeff") and class_csv(tmp_path, "ru").startswith("\ufeffИмя")


def test_who_is_removed_goes_with_the_records(tmp_path: Path) -> None:
    play(tmp_path / "1.jsonl", "Anna", SOLUTION)
    play(tmp_path / "2.jsonl", "Bartek", SOLUTION)
    (tmp_path / "broken.jsonl").write_text('"golem_puzzles" and no record')
    with pytest.raises(Problems, match="nobody of this name"):
        remove_pupil(tmp_path, "Celia", ())
    with pytest.raises(Problems, match="close the game first: 1"):
        remove_pupil(tmp_path, "anna", ("1",))
    remove_pupil(tmp_path, "anna", ("2",))
    assert {path.name for path in tmp_path.glob("*.jsonl")} == {"2.jsonl", "broken.jsonl"}
    assert [*results(tmp_path)] == ["Bartek"]
