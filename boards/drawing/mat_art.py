"""Mats and trays: the large sheets."""

from __future__ import annotations

from boards.base.catalogue import Language, translate
from boards.colours import HEX, SHAPES
from boards.drawing.card_art import ON_COLOUR, centred_text, owner_emblem
from boards.drawing.floor_tiles import LANE_FLOOR, FloorGrid, cell_floor, half_tile_wider
from boards.drawing.pictograms import INK, PALE, arrow, card_picture, golem_face, owner_shape, rect
from boards.drawing.primitives import WHITE, Drawing, MarkerShape, Shape, Text, box, line, placed, rounded, sheet
from boards.drawing.typography import CAP_HEIGHT
from boards.geometry import Cell, Point, Rect
from boards.kit.cards import CardKind
from boards.kit.kit import CARD_MM
from boards.kit.kit_messages import PHASES
from boards.kit.marker_plan import quiet_mm
from boards.kit.printed_items import Marker, PrintedItem
from boards.kit.trays import TRAY
from boards.mats import Mat

STARTS = (("red", 0, 0, 0.0), ("blue", 1, 1, 180.0), ("yellow", 0, 1, 180.0), ("green", 1, 0, 0.0))
"""Corner cells (left or right, bottom or top) and how the golem there is turned (the rules: starting the game)."""

LIGHT, DARK, GROUND = "#ffffff", "#efeae0", "#f6f3ec"
TRAY_GROUND = "#e9e2d2"
"""Of a tray's paper: darker than a white card by an eighth, and of another hue (decision 23)."""
TILE_OF = {LIGHT: "#f1f1f0", DARK: "#e2ddd3", GROUND: "#e9e6df", TRAY_GROUND: "#ddd6c6"}
"""Colour of the floor's tiles on this colour: 6 % darker than joints, 3 % darker than both together."""


def mat_drawing(mat: Mat, language: Language, floor: bool = True) -> Drawing:
    """Return the field, its coordinates, where golems start, and the order of things in a row of the program.

    ``floor``: whether the cells have a floor of pale tiles, by which the eye tells that nothing lies there (decision
    20); mats that were printed before have none.
    """
    grid = mat.grid
    strips = _strips(mat)
    return Drawing(
        mat.sheet,
        (
            box(mat.sheet, WHITE),
            *(rounded(strip, 6, GROUND) for strip in strips),
            *field(grid.columns, grid.rows, grid.cell_mm, coordinates=True, floor=cell_floor(grid) if floor else None),
            *_labels(mat),
            *_title(mat, language),
            *_phases(mat, language),
            *(MarkerShape(marker) for marker in mat.markers),
        ),
    )


def field(columns: int, rows: int, cell: float, coordinates: bool, floor: FloorGrid | None = None) -> tuple[Shape, ...]:
    """Return the cells, with or without a floor of tiles, and where the golems start."""
    shapes: list[Shape] = []
    for column in range(columns):
        for row in range(rows):
            low = Point(column * cell, row * cell)
            tile = Rect(low, low + Point(cell, cell))
            colour = DARK if (column + row) % 2 == 0 else LIGHT
            shapes.append(box(tile, colour))
            if floor is not None:
                shapes.append(floor.tiles(tile, TILE_OF[colour]))
            if coordinates:
                at = low + Point(0.05 * cell, 0.05 * cell)
                shapes.append(Text(at, str(Cell(column, row)), 0.08 * cell, "#6b6558", anchor="start"))
    for owner, right, top, turned in STARTS:
        at = Point((right * (columns - 1) + 0.5) * cell, (top * (rows - 1) + 0.5) * cell)
        shapes += _start(owner, at, turned, cell)
    for n in range(columns + 1):
        shapes.append(line([(n * cell, 0), (n * cell, rows * cell)], INK, 0.012 * cell))
    for n in range(rows + 1):
        shapes.append(line([(0, n * cell), (columns * cell, n * cell)], INK, 0.012 * cell))
    return tuple(shapes)


def _start(owner: str, at: Point, turned: float, cell: float) -> tuple[Shape, ...]:
    """Return the owner's shape, and an arrow to where the golem looks at first."""
    shape = owner_shape(SHAPES[owner], None, HEX[owner], 5)
    ahead = line([(-16, 62), (0, 76), (16, 62)], HEX[owner], 7)
    return placed([*placed([shape], Point(0, 0), 1.0, -turned), ahead], at, 0.005 * cell, turned)


def _strips(mat: Mat) -> tuple[Rect, ...]:
    """Return the border between the corner markers, an even width off the field and the edge."""
    width, height, border = mat.grid.width_mm, mat.grid.height_mm, mat.border_mm
    return (
        Rect(Point(4, height + 20), Point(width - 4, height + border - 6)),
        Rect(Point(4, 6 - border), Point(width - 4, -20)),
        Rect(Point(6 - border, 4), Point(-20, height - 4)),
        Rect(Point(width + 20, 4), Point(width + border - 6, height - 4)),
    )


def _labels(mat: Mat) -> tuple[Shape, ...]:
    """Letters below and above, numbers left and right."""
    grid = mat.grid
    size, drop = 13.0, 13.0 * CAP_HEIGHT / 2
    shapes: list[Shape] = []
    for column in range(grid.columns):
        x = grid.centre(Cell(column, 0)).x
        letter = str(Cell(column, 0))[0]
        shapes += [Text(Point(x, y - drop), letter, size, INK, bold=True) for y in (-10.0, grid.height_mm + 10.0)]
    for row in range(grid.rows):
        y = grid.centre(Cell(0, row)).y
        shapes += [Text(Point(x, y - drop), str(row + 1), size, INK, bold=True) for x in (-10.0, grid.width_mm + 10.0)]
    return tuple(shapes)


def _title(mat: Mat, language: Language) -> tuple[Shape, ...]:
    """Return the game's name at the top, golems at its sides, shapes of all players left and right."""
    strip = _strips(mat)[0]
    # The golems' heads at both ends are 37 mm across.
    name = Rect(strip.low + Point(54, 8), strip.high - Point(54, 8))
    shapes: list[Shape] = [*centred_text(translate(mat.title, language), name, INK, most=30, lines=1)]
    for x, owner in ((strip.low.x + 30, "red"), (strip.high.x - 30, "blue")):
        shapes += placed(golem_face(HEX[owner]), Point(x, strip.centre.y), 0.38)
    for strip in _strips(mat)[2:]:
        for number, owner in enumerate(("red", "blue", "yellow", "green")):
            y = strip.low.y + (number + 0.5) * strip.height / 4
            shapes += owner_emblem(owner, Point(strip.centre.x, y), 0.32)
    return tuple(shapes)


def _phases(mat: Mat, language: Language) -> tuple[Shape, ...]:
    """Return the order of a row's phases, in pictures, along the lower border."""
    strip = _strips(mat)[1]
    kinds = (
        (CardKind.FORWARD, CardKind.TURN_RIGHT),
        (CardKind.IF_ENEMY,),
        (CardKind.BACKWARD,),
        (CardKind.ATTACK, CardKind.DEFEND, CardKind.TAKE),
    )
    shapes: list[Shape] = []
    pitch = strip.width / len(kinds)
    for number, (pictures, words) in enumerate(zip(kinds, PHASES, strict=True)):
        left = strip.low.x + number * pitch
        centre = left + pitch / 2
        row = 26.0
        for n, kind in enumerate(pictures):
            x = centre + (n - (len(pictures) - 1) / 2) * row
            shapes += placed(card_picture(kind, PALE), Point(x, strip.low.y + 32), 0.22)
        label = Rect(Point(left + 3, strip.low.y + 3), Point(left + pitch - 3, strip.low.y + 15))
        shapes += centred_text(f"{number + 1}. {translate(words, language)}", label, INK, most=7.5, lines=1)
        if number:
            shapes += placed([arrow(0, -16, 16, 9)], Point(left, strip.low.y + 32), 0.3, -90)
    return tuple(shapes)


def tray_drawing(
    thing: PrintedItem, owner: str, language: Language, floor: bool = True, tinted: bool = True
) -> Drawing:
    """Four lanes of five places for cards; at the left each lane's number, in the owner's colour, and its marker.

    ``floor``: whether the lanes have a floor of pale tiles (decision 22); ``tinted``: whether the whole sheet has a
    tint, but for the markers' quiet zones (decision 23). Trays that were printed before have neither.
    """
    # The first places are as pale as the sheet around the lanes.
    paper, ground = (TRAY_GROUND, TRAY_GROUND) if tinted else (WHITE, GROUND)
    shapes: list[Shape] = [box(sheet(*TRAY.size_mm), paper)]
    if tinted:
        shapes += [box(quiet_zone(marker), WHITE) for marker in thing.markers]
    for lane in range(TRAY.lanes):
        area = TRAY.lane(lane)
        shapes.append(rounded(area.grown(-1.0), 4, ground, HEX[owner], 0.8))
        if floor:
            shapes.append(
                LANE_FLOOR.tiles(half_tile_wider(area), TILE_OF[ground], rounded=True, within=area.grown(-1.4))
            )
        shapes += _first_place(owner, lane, paper, floor, None if floor or tinted else GROUND)
        for slot in range(1, TRAY.slots):
            shapes.append(rounded(_place(lane, slot), 3, None, HEX[owner], 0.45, 2.5))
        shapes += _number(owner, lane, area)
    shapes += [MarkerShape(marker) for marker in thing.markers]
    return Drawing(sheet(*TRAY.size_mm), tuple(shapes))


def _place(lane: int, slot: int) -> Rect:
    """Return the figure of a place for a card."""
    centre = TRAY.slot_centre(lane, slot)
    place = rect(-CARD_MM[0] / 2, -CARD_MM[1] / 2, CARD_MM[0] / 2, CARD_MM[1] / 2)
    return Rect(place.low + centre, place.high + centre).grown(-1.2)


def _first_place(owner: str, lane: int, ground: str, floor: bool, figure: str | None) -> tuple[Shape, ...]:
    """Return the place where a row begins, with the owner's shape; ``figure``: what that is filled with."""
    spot = _place(lane, 0)
    part = half_tile_wider(_slot(lane, 0))
    tiles = (LANE_FLOOR.tiles(part, TILE_OF[ground], within=spot.grown(-1.0)),) if floor else ()
    shape = placed([owner_shape(SHAPES[owner], figure, HEX[owner], 3)], TRAY.slot_centre(lane, 0), 0.26)
    return (rounded(spot, 3, ground, HEX[owner], 0.7), *tiles, *shape)


def quiet_zone(marker: Marker) -> Rect:
    """Return a marker and the white zone around it, mm of the thing's own frame."""
    half = marker.side_mm / 2 + quiet_mm(marker.side_mm)
    return Rect(marker.centre - Point(half, half), marker.centre + Point(half, half))


def _slot(lane: int, slot: int) -> Rect:
    """Return the part of a lane that is one card's."""
    area, low = TRAY.lane(lane), slot * TRAY.slot_mm
    return Rect(area.low + Point(low, 0.0), Point(area.low.x + low + TRAY.slot_mm, area.high.y))


def _number(owner: str, lane: int, area: Rect) -> tuple[Shape, ...]:
    """Return the lane's number in the owner's shape."""
    at = Point(-TRAY.size_mm[0] / 2 + TRAY.column_mm / 2, area.high.y - 24)
    down = -5.5 if SHAPES[owner] == "triangle" else 0.0
    size = 17.0
    return (
        *placed([owner_shape(SHAPES[owner], HEX[owner])], at, 0.36),
        Text(at + Point(0, down - size * CAP_HEIGHT / 2), str(lane + 1), size, ON_COLOUR[owner], bold=True),
    )
