"""What the screen shows, from the geometry and the pictures that are printed: board, tokens, golems, cards.

Millimetres, y down. The board's field begins at (0, 0), its upper left corner; the centre of a cell is
at ``((column + 0.5) * 100, (rows - row - 0.5) * 100)``. Golems (``<g>``) and tokens (``<svg>``) lie
about (0, 0), to be moved by a transform; a golem looks up, to the north, and turns clockwise by CSS degrees.
Nothing here carries a marker: a screen in the camera's view must not be read as part of the table.
"""

from __future__ import annotations

from boards.base.catalogue import Language, translate
from boards.colours import HEX, SHAPES
from boards.drawing.card_art import ON_COLOUR, centred_text
from boards.drawing.mat_art import field
from boards.drawing.pictograms import INK, Shapes, barrel, card_picture, golem, owner_shape
from boards.drawing.primitives import WHITE, Circle, Drawing, Shape, Text, placed, rounded, sheet
from boards.drawing.svg import svg_document, svg_shapes
from boards.drawing.token_art import token_ground
from boards.drawing.typography import CAP_HEIGHT
from boards.geometry import Cell, Point, Rect, SquareGrid
from boards.kit.cards import CardKind, word
from boards.kit.kit import CARD_MM, TOKEN_MM
from boards.kit.kit_messages import BOARD

CELL_MM = 100.0
MARGIN_MM = 26.0


def board_svg(columns: int, rows: int, language: Language) -> str:
    """Return a board with coordinates. Empty groups ``layer-tokens`` and ``layer-golems`` are for the page to fill."""
    field_shapes = field(columns, rows, CELL_MM, coordinates=False)
    bounds = Rect(Point(0, 0), Point(columns * CELL_MM, rows * CELL_MM))
    # The drawing's origin is the lower left corner of the field, the screen's the upper left.
    lifted = placed((*field_shapes, *_labels(SquareGrid(columns, rows, CELL_MM))), Point(0, -bounds.height))
    ground = rounded(bounds.grown(MARGIN_MM), 10, "#f6f3ec")
    layers = (
        f'<g id="layer-board" class="board">{svg_shapes((*placed([ground], Point(0, -bounds.height)), *lifted))}</g>'
        f'<g id="layer-cells">{_cells(columns, rows)}</g><g id="layer-tokens"></g><g id="layer-golems"></g>'
    )
    view = Rect(Point(0, -bounds.height), Point(bounds.width, 0)).grown(MARGIN_MM)
    name = translate(BOARD, language).format(columns=columns, rows=rows)
    return svg_document(view, layers, f'class="board-svg" role="img" aria-label="{name}"')


def token_svg(kind: str) -> str:
    """Return a token, 80 mm across; an ``<svg>`` that serves alone and in a group about (0, 0).

    ValueError if unknown.
    """
    inner = svg_shapes((*token_ground(kind), *_token_picture(kind)))
    place = f'x="-{TOKEN_MM / 2:g}" y="-{TOKEN_MM / 2:g}" width="{TOKEN_MM:g}" height="{TOKEN_MM:g}"'
    return svg_document(sheet(TOKEN_MM, TOKEN_MM), inner, f'class="token token-{kind}" {place}')


def golem_svg(colour: str) -> str:
    """Return a golem looking up, about 80 mm across, with its owner's shape on its back.

    KeyError for an unknown colour.
    """
    shape = owner_shape(SHAPES[colour], WHITE, INK, 5)
    body = (*placed(golem(HEX[colour]), Point(0, 0), 0.86), *placed([shape], Point(0, -20), 0.18))
    return f'<g class="golem golem-{colour}">{svg_shapes(body)}</g>'


def card_svg(kind: str, colour: str, language: Language) -> str:
    """Return the face of a card by its text name (``if enemy``), with a large picture and no markers."""
    drawing = screen_card(CardKind(kind), colour, language)
    name = kind.replace(" ", "-")
    return svg_document(drawing.bounds, svg_shapes(drawing.shapes), f'class="card card-{name} card-{colour}"')


def screen_card(kind: CardKind, colour: str, language: Language) -> Drawing:
    """Return the drawing of :func:`card_svg`, 63 x 88 mm."""
    face = sheet(*CARD_MM)
    band = Rect(Point(-27.5, -39.5), Point(27.5, -14))
    shapes: tuple[Shape, ...] = (
        rounded(face.grown(-0.8), 5, WHITE, HEX[colour], 1.6),
        *placed(card_picture(kind, HEX[colour]), Point(0, 14), 0.46),
        rounded(band, 4, HEX[colour]),
        *centred_text(word(kind, language), band.grown(-3), ON_COLOUR[colour], most=11),
        *placed([owner_shape(SHAPES[colour], HEX[colour])], Point(-24, 37), 0.085),
    )
    return Drawing(face, shapes)


def _labels(grid: SquareGrid) -> Shapes:
    size = 15.0
    middle = size * CAP_HEIGHT / 2
    letters = [
        Text(Point(grid.centre(Cell(column, 0)).x, y - middle), str(Cell(column, 0))[0], size, INK, bold=True)
        for column in range(grid.columns)
        for y in (-13.0, grid.height_mm + 13.0)
    ]
    numbers = [
        Text(Point(x, grid.centre(Cell(0, row)).y - middle), str(row + 1), size, INK, bold=True)
        for row in range(grid.rows)
        for x in (-13.0, grid.width_mm + 13.0)
    ]
    return (*letters, *numbers)


def _cells(columns: int, rows: int) -> str:
    """Return an unseen box on every cell, by which the page finds and marks it: ``cell-a1``."""
    return "".join(
        f'<rect id="cell-{Cell(column, row)}" class="cell" x="{column * 100}" y="{(rows - row - 1) * 100}"'
        ' width="100" height="100" fill="none"/>'
        for row in range(rows)
        for column in range(columns)
    )


def _token_picture(kind: str) -> Shapes:
    if kind == "barrel":
        return (Circle(Point(0, 0), 27, WHITE, INK, 2), *placed(barrel(), Point(0, 0), 0.4))
    return ()
