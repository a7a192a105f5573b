"""The drawings of the scenario or puzzle that is played, for the page."""

from __future__ import annotations

from boards.base.catalogue import Language
from boards.base.message import given
from controller.games.golems.documents.document_reader import read_position
from controller.games.golems.puzzles.puzzle import Puzzle
from controller.games.golems.puzzles.puzzle_game import PuzzleState
from controller.games.golems.puzzles.scenario import Scenario
from controller.games.golems.puzzles.scenario_art import drawing_svg, marks_svg, puzzle_drawing, scenario_drawing
from controller.games.golems.rules.state import State
from controller.table.core.entries import Header


def task_svg(header: Header, game: object, key: str, what: str, language: Language) -> str | None:
    """Return the ``card`` or the ``marks`` of the task of this key; None, if it is not the one that is played."""
    puzzle = game.puzzle if isinstance(game, PuzzleState) else None
    scenario = puzzle.scenario if puzzle is not None else _scenario(header, game)
    if scenario is None or scenario.key != key:
        return None
    if what == "marks":
        return marks_svg(scenario.position)
    return _card(scenario, puzzle, language) if what == "card" else None


def _scenario(header: Header, game: object) -> Scenario | None:
    task = header.task
    if task is None or not isinstance(game, State):
        return None
    return Scenario(task.key, given(task.name), given(task.story), read_position(header.setup))


def _card(scenario: Scenario, puzzle: Puzzle | None, language: Language) -> str:
    drawing = scenario_drawing(scenario, language) if puzzle is None else puzzle_drawing(puzzle, language)
    return drawing_svg(drawing, scenario.name[language])
