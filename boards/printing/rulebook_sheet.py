"""The rules of a game on one sheet: aim, steps with pictures, and a legend of all that has a name."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from boards.base.catalogue import Language, translate
from boards.drawing.pictograms import INK, PALE
from boards.drawing.primitives import Drawing, Shape, Text, line, placed, rounded
from boards.drawing.typography import fitted
from boards.geometry import Point, Rect
from boards.printing.assembly_guide import wrapped
from boards.printing.sheets import Document, Page, Placement, centred, origin_at, paper, usable
from boards.rulebook import Picture, Rulebook

PITCH = 1.3
"""From line to line, in ems."""
LARGEST_MM, SMALLEST_MM, FINER_MM = 5.6, 2.4, 0.1
"""The em of the body: the largest in this range at which everything has room."""
_GAP = 3.0
_COLUMNS = {"steps": 2, "legend": 3}


class TooMuchText(ValueError):
    """The rules do not fit one sheet even in the smallest type."""


@dataclass(frozen=True)
class _Entry:
    """A picture with a name and a sentence."""

    picture: Picture
    heading: str
    text: str


def rulebook_document(name: str, rules: Rulebook, language: Language, paper_name: str) -> Document:
    """Return the sheet of a game's rules, one page. Raises TooMuchText."""
    size = paper(paper_name)
    area = usable(size)
    drawing = rulebook_drawing(rules, language, area.width, area.height)
    title = translate(rules.title, language)
    at = origin_at(drawing, centred(size, drawing.width_mm, drawing.height_mm))
    return Document(f"rules-{name}", title, (Page(size, (Placement(None, drawing, at),)),))


def capitalised(text: str) -> str:
    """Return a text as a heading: its first letter large, the others as they are."""
    return text[:1].upper() + text[1:]


def rulebook_drawing(rules: Rulebook, language: Language, width: float, height: float) -> Drawing:
    """Return the rules within a box (mm), in the largest type that has room. Raises TooMuchText."""
    steps = [
        _Entry(one.picture, translate(one.heading, language), translate(one.text, language)) for one in rules.steps
    ]
    legend = [
        _Entry(one.picture, capitalised(translate(one.name, language)), translate(one.meaning, language))
        for one in rules.legend
    ]
    ems = round((LARGEST_MM - SMALLEST_MM) / FINER_MM)
    for number in range(ems + 1):
        em = LARGEST_MM - number * FINER_MM
        shapes, low = _laid(rules, steps, legend, language, width, em)
        if -low <= height:
            return Drawing(Rect(Point(0, -height), Point(width, 0)), tuple(shapes))
    raise TooMuchText(translate(rules.title, language))


def _laid(
    rules: Rulebook, steps: Sequence[_Entry], legend: Sequence[_Entry], language: Language, width: float, em: float
) -> tuple[list[Shape], float]:
    """Return everything from the top (y = 0) downwards, and how far down it goes."""
    shapes: list[Shape] = [*placed(rules.picture, Point(14, -14), 0.26)]
    title = translate(rules.title, language)
    large = min(12.0, fitted(title, width - 34, 12, True, 1)[0])
    shapes.append(Text(Point(32, -11), title, large, INK, bold=True, anchor="start"))
    y = -13.0
    for text in wrapped(translate(rules.aim, language), width - 34, em * 1.12):
        y -= em * 1.12 * PITCH
        shapes.append(Text(Point(32, y), text, em * 1.12, INK, anchor="start"))
    y = min(y - _GAP * 2, -31.0)
    numbered = [_Entry(one.picture, f"{n}. {one.heading}", one.text) for n, one in enumerate(steps, start=1)]
    more, y = _grid(numbered, _COLUMNS["steps"], width, y, em, em * 5.2)
    shapes += more
    y -= _GAP
    shapes.append(line([(0, y), (width, y)], PALE, 0.6))
    y -= em * 1.7
    heading = translate(rules.legend_title, language)
    shapes.append(Text(Point(0, y), heading, em * 1.35, INK, bold=True, anchor="start"))
    y -= _GAP
    more, y = _grid(legend, _COLUMNS["legend"], width, y, em * 0.92, em * 3.8)
    return [*shapes, *more], y


def _grid(
    entries: Sequence[_Entry], columns: int, width: float, top: float, em: float, side: float
) -> tuple[list[Shape], float]:
    """Lay entries row by row in columns of one width; ``side``: of their pictures. Return how far down they go."""
    shapes: list[Shape] = []
    room = (width - (columns - 1) * _GAP) / columns
    y = top
    for first in range(0, len(entries), columns):
        row = entries[first : first + columns]
        heights = []
        for column, entry in enumerate(row):
            drawn, tall = _entry(entry, Point(column * (room + _GAP), y), room, em, side)
            shapes += drawn
            heights.append(tall)
        y -= max(heights) + _GAP
    return shapes, y


def _entry(entry: _Entry, corner: Point, width: float, em: float, side: float) -> tuple[list[Shape], float]:
    """Lay a picture with heading and text to its right, below an upper left corner; return its height too."""
    ground = Rect(corner + Point(0, -side), corner + Point(side, 0))
    shapes: list[Shape] = [rounded(ground, 1.6, "#f6f3ec")]
    shapes += placed(entry.picture, ground.centre, side / 108)
    left, room = corner.x + side + 2.2, width - side - 2.2
    y = corner.y - em * 0.2
    for bold, text, size in ((True, entry.heading, em * 1.12), (False, entry.text, em)):
        for words in wrapped(text, room, size, bold):
            y -= size * (1.0 if bold else PITCH)
            shapes.append(Text(Point(left, y), words, size, INK, bold=bold, anchor="start"))
    return shapes, max(side, corner.y - y + em * 0.4)
