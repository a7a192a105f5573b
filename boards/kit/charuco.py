"""The board by which a camera's lens is measured: a chessboard with a marker in each white square (ChArUco).

Its markers are of DICT_4X4_50, none of the kit's (DICT_5X5_250). It is printed as a sheet, or shown on a tablet's
screen. The drawing's origin is the board's upper left corner, as in OpenCV; y is up, so the board lies below it.
"""

from __future__ import annotations

from collections.abc import Iterator

from boards.base.catalogue import Language, translate
from boards.base.errors import InvalidInput
from boards.base.message import _
from boards.drawing.primitives import BLACK, WHITE, Contour, Drawing, Path, Text, box
from boards.drawing.typography import fitted
from boards.geometry import Point, Rect
from boards.kit.charuco_messages import SCREEN_HINT, SHEET_HINT, TITLE
from boards.printing.sheets import Document, Page, Placement, centred, origin_at, paper

DICTIONARY = "DICT_4X4_50"
COLUMNS, ROWS = 9, 6
"""Squares across and down."""
SQUARE_MODULES, MARKER_MODULES = 8, 6
"""Of a square and of the marker in it: a white module remains around the marker."""
SQUARE_MM = {"A4": 28.0, "A3": 42.0}
"""On paper of that name."""
NAME = "calibration"
"""Of the document."""

# One number a marker: 16 bits, rows from the top, each from the left, most significant bit first; 1 is white.
_BITS: tuple[int, ...] = (
    0xB532, 0x0F9A, 0x332D, 0x9946, 0x549E, 0x79CD, 0x9E2E, 0xC4F2, 0xFEDA, 0xCF56, 0xF991, 0x11A7, 0x0EB7, 0x2A0F,
    0x24B1, 0x263E, 0x4665, 0x6600, 0x6C5E, 0x76AF, 0x868B, 0xB02B, 0xCCD5, 0xDD82, 0xFE47, 0x9471, 0xACE4,
)  # fmt: skip
_INNER = MARKER_MODULES - 2


def board_drawing(square: float) -> Drawing:
    """Return the board; ``square`` is a square's side in the drawing's units (mm, or px of a screen)."""
    module = square / SQUARE_MODULES
    blacks = tuple(_box(column, row, square) for row, column in _squares() if (row + column) % 2 == 0)
    white = [(row, column) for row, column in _squares() if (row + column) % 2 == 1]
    dark: list[Contour] = []
    for bits, (row, column) in zip(_BITS, white, strict=True):
        left = column * square + (SQUARE_MODULES - MARKER_MODULES) / 2 * module
        top = -row * square - (SQUARE_MODULES - MARKER_MODULES) / 2 * module
        dark += (_rect(left + x * module, top - y * module, module) for x, y in _black_modules(bits))
    bounds = Rect(Point(0.0, -ROWS * square), Point(COLUMNS * square, 0.0))
    return Drawing(bounds, (box(bounds, WHITE), Path(blacks, BLACK), Path(tuple(dark), BLACK)))


def sheet_document(language: Language, paper_name: str) -> Document:
    """Return the board on a sheet of paper, as large as common printers allow."""
    size = paper(paper_name, landscape=True)
    drawing = board_drawing(SQUARE_MM[paper_name])
    at = origin_at(drawing, centred(size, drawing.width_mm, drawing.height_mm))
    page = Page(size, (Placement(None, drawing, at),), hint=translate(SHEET_HINT, language))
    return Document(NAME, translate(TITLE, language), (page,))


def screen_drawing(size: tuple[int, int], language: Language) -> tuple[Drawing, int]:
    """Return the board for a screen of this many pixels, every module of whole pixels, and a square's side in px.

    The drawing's unit is a pixel. Raises ValueError for a screen that is too small.
    """
    width, height = size
    text = max(10.0, height / 60)
    module = min(int(width / (COLUMNS * SQUARE_MODULES + 4)), int((height - 4 * text) / (ROWS * SQUARE_MODULES + 2)))
    if module < 4:
        raise InvalidInput(
            _("{width} x {height} px are too few; a tablet's screen has 1024 x 600 or more", width=width, height=height)
        )
    square = module * SQUARE_MODULES
    board = board_drawing(square)
    # Whole pixels, or the edges of the squares would be grey.
    left, above = (width - COLUMNS * square) // 2, (height - ROWS * square - int(3 * text)) // 2
    bounds = Rect(Point(-left, above - height), Point(width - left, above))
    em, lines = fitted(translate(SCREEN_HINT, language).format(px=COLUMNS * square), width * 0.9, text * 2.6, False, 2)
    words = tuple(
        Text(Point(COLUMNS * square / 2, -ROWS * square - text * 0.6 - (n + 1) * 1.15 * em), line, em)
        for n, line in enumerate(lines)
    )
    return Drawing(bounds, (box(bounds, WHITE), *board.shapes, *words)), square


def _squares() -> Iterator[tuple[int, int]]:
    return ((row, column) for row in range(ROWS) for column in range(COLUMNS))


def _black_modules(bits: int) -> Iterator[tuple[int, int]]:
    for y in range(MARKER_MODULES):
        for x in range(MARKER_MODULES):
            border = x in (0, MARKER_MODULES - 1) or y in (0, MARKER_MODULES - 1)
            nth = _INNER * _INNER - 1 - (y - 1) * _INNER - (x - 1)
            if border or not bits >> nth & 1:
                yield x, y


def _box(column: int, row: int, square: float) -> Contour:
    return _rect(column * square, -row * square, square)


def _rect(left: float, top: float, side: float) -> Contour:
    return (
        Point(left, top - side),
        Point(left + side, top - side),
        Point(left + side, top),
        Point(left, top),
    )
