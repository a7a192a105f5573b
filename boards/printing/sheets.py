"""Sheets of paper: things placed on pages at true scale, with a ruler, a check line and who they are.

A page's own frame: origin in its lower left corner, x right, y up, mm, as in PDF.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from boards.base.catalogue import Language, language_name, translate
from boards.drawing.pictograms import INK
from boards.drawing.primitives import Drawing, Path, Shape, Text, box, line, placed
from boards.drawing.typography import fitted
from boards.geometry import Point, Rect
from boards.kit.kit_messages import CHECK_LINE, DECK_SEED, PAGE, TILE, TILE_HINT
from boards.kit.thing_keys import ThingKey

PAPERS: dict[str, tuple[float, float]] = {"A4": (210.0, 297.0), "A3": (297.0, 420.0)}
"""Width and height upright, mm (ISO 216)."""

MARGIN_MM = 6.0
"""What common printers leave white."""
FOOTER_MM = 19.0
"""Above the lower margin: ruler, check line, names."""
OVERLAP_MM = 10.0
"""Between the tiles of a thing that is larger than the paper."""
CUT = "#8a8a8a"


@dataclass(frozen=True)
class Placement:
    """A drawing on a page."""

    key: ThingKey | None
    """The thing's; None for what has none."""
    drawing: Drawing
    at: Point
    """Where the drawing's own origin lies on the page."""
    face_up: bool = True
    part: Rect | None = None
    """The part of the page that it may cover; None: all of it."""


@dataclass(frozen=True)
class Page:
    """One side of a sheet."""

    size: tuple[float, float]
    placements: tuple[Placement, ...]
    marks: tuple[Shape, ...] = ()
    """Cut marks, tabs and words around the things, over them."""
    note: str = ""
    """What is on this page, after the document's title."""
    hint: str = ""
    """What to do with this page, in the footer."""


@dataclass(frozen=True)
class Document:
    """A file of pages."""

    name: str
    """The file's name without its ending."""
    title: str
    pages: tuple[Page, ...]
    seeded: bool = False
    """True if the deck seed decides what is on it; it is printed then."""


def paper(name: str, landscape: bool = False) -> tuple[float, float]:
    """Return the width and height of a paper format, in mm."""
    width, height = PAPERS[name]
    return (height, width) if landscape else (width, height)


def usable(size: tuple[float, float]) -> Rect:
    """Where things may lie on a page."""
    return Rect(Point(MARGIN_MM, MARGIN_MM + FOOTER_MM), Point(size[0] - MARGIN_MM, size[1] - MARGIN_MM))


def footer(document: Document, number: int, size: tuple[float, float], language: Language, seed: int) -> list[Shape]:
    """Return the ruler, the line of 100 mm, and what this page is. ``number`` is from 1."""
    left, base = MARGIN_MM, MARGIN_MM
    shapes: list[Shape] = [line([(left, base), (left + 120, base)], INK, 0.2)]
    for mm in range(121):
        tall = 3.2 if mm % 10 == 0 else 2.2 if mm % 5 == 0 else 1.3
        shapes.append(line([(left + mm, base), (left + mm, base + tall)], INK, 0.15))
    for cm in range(1, 12):
        shapes.append(Text(Point(left + cm * 10, base + 3.8), str(cm), 2.8, INK))
    check = base + 9.6
    shapes.append(line([(left, check), (left + 100, check)], INK, 0.5))
    shapes += [line([(left + end, check - 1.6), (left + end, check + 1.6)], INK, 0.3) for end in (0, 100)]
    shapes.append(Text(Point(left + 50, check + 1.6), translate(CHECK_LINE, language), 3.2, INK))
    page = document.pages[number - 1]
    right = size[0] - MARGIN_MM
    title = f"{document.title} · {page.note}" if page.note else document.title
    facts = [language_name(language), translate(PAGE, language).format(page=number, pages=len(document.pages))]
    if document.seeded:
        facts.insert(1, translate(DECK_SEED, language).format(seed=seed))
    room = right - (left + 124)
    words = page.hint or "Golem Table"
    one_line = fitted(words, room, 3.1, False, 1)
    lines = one_line[1] if one_line[0] >= 3.1 else fitted(words, room, 7, False, 2)[1]
    written = [(title, 4.6, True), (" · ".join(facts), 3.4, False), *((text, 3.1, False) for text in lines)]
    y = base + FOOTER_MM - 5.6
    for text, most, bold in written:
        em = min(most, fitted(text, room, most, bold, lines=1)[0])
        shapes.append(Text(Point(right, y), text, em, INK, bold, "end"))
        y -= most * 1.2 if most > 4 else 4.0
    return shapes


def centred(size: tuple[float, float], width: float, height: float) -> Point:
    """Return the lower left corner of a block in the middle of what is usable."""
    middle = usable(size).centre
    return Point(middle.x - width / 2, middle.y - height / 2)


def origin_at(drawing: Drawing, corner: Point) -> Point:
    """Where the drawing's origin goes if its lower left corner goes to ``corner``."""
    return corner - drawing.bounds.low


def flow(
    items: Sequence[tuple[ThingKey | None, Drawing]], size: tuple[float, float], gap: float = 0.0, note: str = ""
) -> tuple[Page, ...]:
    """Things of one size, row by row from the top, on as many pages as they need."""
    area = usable(size)
    width, height = items[0][1].width_mm, items[0][1].height_mm
    columns = int((area.width + gap) // (width + gap))
    rows = int((area.height + gap) // (height + gap))
    pages: list[Page] = []
    for first in range(0, len(items), columns * rows):
        batch = items[first : first + columns * rows]
        used = min(columns, len(batch))
        left = centred(size, used * (width + gap) - gap, 0).x
        placements: list[Placement] = []
        marks: list[Shape] = []
        for number, (key, drawing) in enumerate(batch):
            row, column = divmod(number, columns)
            corner = Point(left + column * (width + gap), area.high.y - height - row * (height + gap))
            at = origin_at(drawing, corner)
            placements.append(Placement(key, drawing, at))
            marks += cut_line(drawing, at)
        pages.append(Page(size, tuple(placements), tuple(marks), note))
    return tuple(pages)


def two_sided(
    cards: Sequence[tuple[ThingKey, Drawing, Drawing]], size: tuple[float, float], faces: str, backs: str
) -> Iterator[Page]:
    """Cards of one size (key, face, back), edge to edge: pages of faces and of backs by turns.

    A back's column is mirrored, so that both meet when the sheet is turned about its long edge.
    """
    area = usable(size)
    width, height = cards[0][1].width_mm, cards[0][1].height_mm
    columns, rows = int(area.width // width), int(area.height // height)
    left = area.centre.x - columns * width / 2
    for first in range(0, len(cards), columns * rows):
        for face_up in (True, False):
            placements: list[Placement] = []
            marks: list[Shape] = []
            for number, (key, face, back) in enumerate(cards[first : first + columns * rows]):
                row, column = divmod(number, columns)
                across = column if face_up else columns - 1 - column
                corner = Point(left + across * width, area.high.y - (row + 1) * height)
                drawing = face if face_up else back
                at = origin_at(drawing, corner)
                placements.append(Placement(key, drawing, at, face_up))
                if face_up:
                    marks += cut_line(drawing, at)
            yield Page(size, tuple(placements), tuple(marks), faces if face_up else backs)


def cut_line(drawing: Drawing, at: Point) -> tuple[Shape, ...]:
    """Return a hairline along the edge of a thing, outside of every quiet zone."""
    return placed([Path((drawing.edge,), None, CUT, 0.15)], at)


def tiled(key: ThingKey, drawing: Drawing, name: str, language: Language) -> tuple[Page, ...]:
    """Return a large drawing on as few sheets as it takes, all tiles equally large, row by row from the top left.

    Each tile has a strip of :data:`OVERLAP_MM` at its right and at its top, where the neighbour, its own
    margin cut off, is glued on.
    """
    size, columns, rows = _fewest_tiles(drawing, name)
    width = (drawing.width_mm + (columns - 1) * OVERLAP_MM) / columns
    height = (drawing.height_mm + (rows - 1) * OVERLAP_MM) / rows
    corner = centred(size, width, height)
    part = Rect(corner, corner + Point(width, height))
    pages: list[Page] = []
    for row in range(rows):
        for column in range(columns):
            low = drawing.bounds.low + Point(column * (width - OVERLAP_MM), (rows - 1 - row) * (height - OVERLAP_MM))
            marks = tuple(_tile_marks(part, column < columns - 1, row > 0))
            placement = Placement(key, drawing, corner - low, part=part)
            if columns * rows == 1:
                pages.append(Page(size, (placement,), marks))
                continue
            plan = _tile_map(columns, rows, column, row)
            note = f"{translate(TILE, language)} {tile_name(column, row)}"
            pages.append(Page(size, (placement,), (*marks, *plan), note, translate(TILE_HINT, language)))
    return tuple(pages)


def one_sheet(key: ThingKey, drawing: Drawing) -> tuple[Page, ...]:
    """Return a large drawing on one page that is just large enough, for whoever prints on rolls."""
    size = (drawing.width_mm + 2 * MARGIN_MM, drawing.height_mm + FOOTER_MM + 2 * MARGIN_MM)
    at = origin_at(drawing, Point(MARGIN_MM, MARGIN_MM + FOOTER_MM))
    return (Page(size, (Placement(key, drawing, at),), cut_line(drawing, at)),)


def tile_name(column: int, row: int) -> str:
    """Rows are lettered from the top, columns numbered from the left: ``A1``."""
    return f"{chr(ord('A') + row)}{column + 1}"


def _fewest_tiles(drawing: Drawing, name: str) -> tuple[tuple[float, float], int, int]:
    """Return the page size (upright if both do) and the tiles across and down."""

    def tiles(landscape: bool) -> tuple[tuple[float, float], int, int]:
        size = paper(name, landscape)
        area = usable(size)
        columns = math.ceil((drawing.width_mm - OVERLAP_MM) / (area.width - OVERLAP_MM) - 1e-9)
        rows = math.ceil((drawing.height_mm - OVERLAP_MM) / (area.height - OVERLAP_MM) - 1e-9)
        return size, columns, rows

    return min((tiles(False), tiles(True)), key=lambda tile: tile[1] * tile[2])


def _tile_marks(part: Rect, glue_right: bool, glue_top: bool) -> list[Shape]:
    """Ticks in the margins where to cut, and hatching outside along the strips that the neighbours cover."""
    low, high = part.low, part.high
    marks: list[Shape] = []
    for x in (low.x, high.x):
        marks += [line([(x, high.y + 1), (x, high.y + 4)], INK, 0.2), line([(x, low.y - 1), (x, low.y - 4)], INK, 0.2)]
    for y in (low.y, high.y):
        marks += [line([(low.x - 1, y), (low.x - 4, y)], INK, 0.2), line([(high.x + 1, y), (high.x + 4, y)], INK, 0.2)]
    if glue_right:
        for base in (low.y - 3.4, high.y + 1.2):
            marks += _hatched(Rect(Point(high.x - OVERLAP_MM, base), Point(high.x, base + 2.2)))
    if glue_top:
        for left in (low.x - 3.4, high.x + 1.2):
            marks += _hatched(Rect(Point(left, high.y - OVERLAP_MM), Point(left + 2.2, high.y)))
    return marks


def _hatched(rect: Rect) -> list[Shape]:
    """Return a strip with slanting strokes: glue goes here."""
    across = rect.width > rect.height
    length, thick = max(rect.width, rect.height), min(rect.width, rect.height)
    strokes: list[Shape] = [box(rect, None, CUT, 0.15)]
    for n in range(int(length // thick)):
        start = rect.low + (Point(n * thick, 0) if across else Point(0, n * thick))
        strokes.append(line([(start.x, start.y), (start.x + thick, start.y + thick)], CUT, 0.15))
    return strokes


def _tile_map(columns: int, rows: int, column: int, row: int) -> list[Shape]:
    """Return a little plan of all tiles with this one filled, in the footer."""
    pitch = min(5.0, 10.5 / rows, 14.5 / columns)
    top = MARGIN_MM + FOOTER_MM - 1.2
    left = MARGIN_MM + 106.5
    shapes: list[Shape] = []
    for r in range(rows):
        for c in range(columns):
            corner = Point(left + c * pitch, top - (r + 1) * pitch)
            here = (c, r) == (column, row)
            shapes.append(box(Rect(corner, corner + Point(pitch, pitch)), INK if here else None, INK, 0.2))
    return shapes
