"""The pictures of the scenarios and puzzles as documents to print: one a page, as large as the paper allows."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from boards import puzzles, scenarios
from boards.base.catalogue import Language, translate
from boards.base.errors import Problem, Problems
from boards.base.message import Message, _
from boards.base.yaml_reader import read_document
from boards.drawing.primitives import Drawing, placed
from boards.geometry import Point, Rect
from boards.printing.sheets import Document, Page, Placement, centred, origin_at, paper, usable
from controller.games.golems.puzzles import puzzle as puzzle_file
from controller.games.golems.puzzles import scenario as scenario_file
from controller.games.golems.puzzles.scenario_art import puzzle_drawing, scenario_drawing

TITLES: dict[str, Message] = {
    "scenarios": _("Scenarios"),
    "puzzles": _("Puzzles"),
}
PICTURES = tuple(TITLES)
"""What this module makes."""


def picture_documents(
    what: Sequence[str], language: Language, paper_name: str, files: Sequence[Path] = ()
) -> tuple[Document, ...]:
    """Return the picture documents among those asked for: of ``files``, else of all that are shipped.

    Raises Problems, with the mistakes of all files.
    """
    size = paper(paper_name)
    return tuple(
        Document(
            name,
            translate(TITLES[name], language),
            tuple(_page(drawing, size) for drawing in _drawings(name, files, language)),
        )
        for name in PICTURES
        if name in what
    )


def _drawings(name: str, files: Sequence[Path], language: Language) -> list[Drawing]:
    draw = _scenario if name == "scenarios" else _puzzle
    shipped = scenarios if name == "scenarios" else puzzles
    drawn, problems = list[Drawing](), list[Problem]()
    for path in files or [shipped.path(key) for key in shipped.keys()]:  # noqa: SIM118 - a module's list of names
        try:
            drawn.append(draw(path, language))
        except Problems as wrong:
            problems += wrong.problems
    if problems:
        raise Problems(problems)
    return drawn


def _scenario(path: Path, language: Language) -> Drawing:
    return scenario_drawing(read_document(path, scenario_file.build), language)


def _puzzle(path: Path, language: Language) -> Drawing:
    return puzzle_drawing(read_document(path, puzzle_file.build), language)


def _page(drawing: Drawing, size: tuple[float, float]) -> Page:
    area = usable(size)
    scale = min(area.width / drawing.width_mm, area.height / drawing.height_mm)
    bounds = Rect(
        Point(drawing.bounds.low.x * scale, drawing.bounds.low.y * scale),
        Point(drawing.bounds.high.x * scale, drawing.bounds.high.y * scale),
    )
    small = Drawing(bounds, placed(drawing.shapes, Point(0.0, 0.0), scale))
    at = origin_at(small, centred(size, small.width_mm, small.height_mm))
    return Page(size, (Placement(None, small, at),))
