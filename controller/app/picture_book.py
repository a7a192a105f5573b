"""The pictures of the scenarios and puzzles as documents to print: one a page, as large as the paper allows."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from boards import puzzles, scenarios
from boards.drawing import Drawing, placed
from boards.geometry import Point, Rect
from boards.languages import Language
from boards.sheets import Document, Page, Placement, centred, origin_at, paper, usable
from boards.yaml_file import read_document
from controller.games.golems import puzzle as puzzle_file
from controller.games.golems import scenario as scenario_file
from controller.games.golems.scenario_art import puzzle_drawing, scenario_drawing

TITLES: dict[str, dict[Language, str]] = {
    "scenarios": {"en": "Scenarios", "ru": "Сценарии", "pl": "Scenariusze", "fr": "Scénarios"},
    "puzzles": {"en": "Puzzles", "ru": "Головоломки", "pl": "Łamigłówki", "fr": "Casse-têtes"},
}
PICTURES = tuple(TITLES)
"""What this module makes."""


def picture_documents(what: list[str], language: Language, paper_name: str) -> tuple[Document, ...]:
    """The documents of those asked for that are pictures."""
    size = paper(paper_name)
    return tuple(
        Document(name, TITLES[name][language], tuple(_page(drawing, size) for drawing in _MAKERS[name](language)))
        for name in PICTURES
        if name in what
    )


def _scenarios(language: Language) -> Iterator[Drawing]:
    for key in scenarios.keys():  # noqa: SIM118 - a module's list of names
        yield scenario_drawing(read_document(scenarios.path(key), scenario_file.build), language)


def _puzzles(language: Language) -> Iterator[Drawing]:
    for key in puzzles.keys():  # noqa: SIM118 - a module's list of names
        yield puzzle_drawing(read_document(puzzles.path(key), puzzle_file.build), language)


_MAKERS: dict[str, Callable[[Language], Iterator[Drawing]]] = {"scenarios": _scenarios, "puzzles": _puzzles}


def _page(drawing: Drawing, size: tuple[float, float]) -> Page:
    area = usable(size)
    scale = min(area.width / drawing.width_mm, area.height / drawing.height_mm)
    bounds = Rect(
        Point(drawing.bounds.low.x * scale, drawing.bounds.low.y * scale),
        Point(drawing.bounds.high.x * scale, drawing.bounds.high.y * scale),
    )
    small = Drawing(bounds, placed(drawing.shapes, Point(0.0, 0.0), scale))
    at = origin_at(small, centred(size, small.width_mm, small.height_mm))
    return Page(size, (Placement("", small, at),))
