"""A stage in print.

The mat as a drawing, and the kit for the eye and the simulator: the mat, the golems' tops, and where programs are laid
as cards, these.
"""

from __future__ import annotations

from types import MappingProxyType

from boards.base.catalogue import Language, translate
from boards.colours import COLOURS
from boards.drawing.card_art import centred_text
from boards.drawing.mat_art import DARK, GROUND, LIGHT
from boards.drawing.pictograms import INK
from boards.drawing.primitives import WHITE, Drawing, MarkerShape, Path, Shape, Text, box, line, placed, rounded
from boards.drawing.token_art import golem_top
from boards.geometry import Cell, Point, Rect
from boards.hexagons.hex_board_art import hex_border, hex_cells
from boards.hexboards import HexBoard
from boards.kit.kit import Kit, kit
from boards.kit.kit_messages import TITLES
from boards.kit.piece_kit import step_drawing, step_things
from boards.kit.printed_items import PrintedItem
from boards.kit.thing_keys import GolemKey, ThingKey
from boards.printing.sheets import Document, flow, one_sheet, paper, tiled
from boards.stage import BORDER_MM, STAGE_KEY, Stage

_WINGS = "#dcdcdc"
_FILL = {"light": LIGHT, "dark": DARK, "home": "#fff0bd"}
_NAME = "#6b6558"


def stage_drawing(stage: Stage, language: Language) -> Drawing:
    """Return the mat: the board's places with their names, the wings in grey, the corner markers."""
    shapes: list[Shape] = [box(stage.sheet, WHITE)]
    shapes += _squares(stage, language) if stage.board is None else _hexagons(stage, stage.board, language)
    shapes += [MarkerShape(marker) for marker in stage.markers]
    return Drawing(stage.sheet, tuple(shapes))


def _squares(stage: Stage, language: Language) -> list[Shape]:
    cell, field = stage.grid.cell_mm, stage.field
    shapes: list[Shape] = [box(field, _WINGS)]
    for place in stage.places:
        low = Point(place.cell.column * cell, place.cell.row * cell)
        shapes.append(box(Rect(low, low + Point(cell, cell)), _FILL[place.look]))
        shapes.append(Text(low + Point(0.05 * cell, 0.05 * cell), place.name, 0.1 * cell, _NAME, anchor="start"))
    for n in range(stage.grid.columns + 1):
        shapes.append(line([(n * cell, 0.0), (n * cell, field.high.y)], INK, 0.012 * cell))
    for n in range(stage.grid.rows + 1):
        shapes.append(line([(0.0, n * cell), (field.high.x, n * cell)], INK, 0.012 * cell))
    strip = Rect(Point(4.0, field.high.y + 20.0), Point(field.high.x - 4.0, field.high.y + BORDER_MM - 6.0))
    shapes.append(rounded(strip, 6, GROUND))
    shapes += centred_text(translate(stage.title, language), strip.grown(-6.0), INK, most=30, lines=1)
    return shapes


def _hexagons(stage: Stage, board: HexBoard, language: Language) -> list[Shape]:
    """Return the whole board as it is printed elsewhere, with wings round it."""
    grid = stage.grid
    wings = [Path((grid.corners(cell),), _WINGS, INK, 0.012 * grid.cell_mm) for cell in stage.wings]
    place = stage.places[0]
    origin = grid.centre(place.cell) - board.grid.centre(Cell.parse(place.name))
    border = hex_border(stage.field, BORDER_MM, stage.title, language)
    return [*border, *wings, *placed(hex_cells(board), origin, grid.cell_mm / board.grid.cell_mm)]


def stage_kit(stage: Stage, deck_seed: int = 1) -> Kit:
    """Return the stage's mat and the golems of every colour; on hexagons the step cards, too."""
    edge = Drawing(stage.sheet, ()).edge
    mat = PrintedItem(STAGE_KEY, (stage.sheet.width, stage.sheet.height), 0.0, stage.markers, edge)
    golems = [kit().things[GolemKey(colour)] for colour in COLOURS]
    cards = step_things(deck_seed) if stage.programmed else ()
    things = {thing.key: thing for thing in (mat, *golems, *cards)}
    owners: dict[int, tuple[ThingKey, ...]] = {
        marker.id: (thing.key,) for thing in things.values() for marker in thing.markers
    }

    def draw(key: ThingKey, language: Language, face_up: bool) -> Drawing:
        if key == STAGE_KEY:
            return stage_drawing(stage, language)
        if isinstance(key, GolemKey):
            return golem_top(things[key], key.colour)
        return step_drawing(things[key], language, face_up)

    fields: dict[ThingKey, Rect] = {STAGE_KEY: stage.field}
    return Kit(deck_seed, "3.1", MappingProxyType(things), MappingProxyType(owners), draw, fields)


def stage_documents(stage: Stage, language: Language, paper_name: str) -> tuple[Document, ...]:
    """Return the mat on tiles, the mat on one large sheet, and the discs for the golems' heads."""
    printed = stage_kit(stage)
    name = "stage" if stage.board is None else "stage-hex"
    title, drawing = translate(stage.title, language), stage_drawing(stage, language)
    tops = [(key, golem_top(printed.things[key], key.colour)) for key in printed.things if isinstance(key, GolemKey)]
    return (
        Document(f"{name}-mat", title, tiled(STAGE_KEY, drawing, paper_name, language)),
        Document(f"{name}-mat-whole", title, one_sheet(STAGE_KEY, drawing)),
        Document("stage-golems", translate(TITLES["golems"], language), flow(tops, paper(paper_name), 8)),
    )
