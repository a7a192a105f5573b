"""The board, the pieces and the die of a game of pieces as drawings."""

from __future__ import annotations

from collections.abc import Mapping

from boards.base.catalogue import Language, translate
from boards.drawing.card_art import centred_text
from boards.drawing.jetan_figures import FIGURES
from boards.drawing.pictograms import INK, heart
from boards.drawing.primitives import (
    BLACK,
    WHITE,
    Circle,
    Contour,
    Drawing,
    MarkerShape,
    Path,
    Shape,
    Text,
    box,
    line,
    placed,
    rounded,
    sheet,
)
from boards.drawing.typography import CAP_HEIGHT, face
from boards.geometry import Point, Rect
from boards.kit.kit import DIE_MARKER_UP_MM, DIE_MM
from boards.kit.marker_plan import DIE_MARKER_MM, quiet_mm
from boards.kit.piece_set import LID_MM, BoardSpot, PieceKind, PieceSet
from boards.kit.printed_items import Marker

GROUND = "#f6f3ec"
_FOLD = "#8a8a8a"

PAINT: Mapping[str, tuple[str, str]] = {
    "black": ("#26262c", WHITE),
    "orange": ("#ee7b1a", INK),
    "red": ("#c8372d", WHITE),
    "blue": ("#1f5fbf", WHITE),
    "yellow": ("#f2c200", INK),
    "green": ("#2f8f3e", WHITE),
    "violet": ("#7e45b5", WHITE),
    "brown": ("#7a5230", WHITE),
}
"""The colour of an owner's pieces, and that of what is written on it."""
_OTHERS = ("#5b6470", WHITE)


def paint_of(owner: str) -> tuple[str, str]:
    """Return the colour of an owner's pieces, and of the writing on them."""
    return PAINT.get(owner, _OTHERS)


def board_drawing(pieces: PieceSet, language: Language) -> Drawing:
    """Return the printed board of squares, in the mat frame."""
    shapes: list[Shape] = [box(pieces.sheet, WHITE)]
    for strip in _strips(pieces):
        shapes.append(rounded(strip, 5, GROUND))
    for spot in pieces.spots:
        shapes += _cell(pieces, spot)
    title = _strips(pieces)[0].grown(-3)
    shapes += centred_text(translate(pieces.title, language), title, INK, most=30, lines=1)
    shapes += [MarkerShape(marker) for marker in pieces.markers]
    return Drawing(pieces.sheet, tuple(shapes))


def _strips(pieces: PieceSet) -> tuple[Rect, ...]:
    """Return the border between the corner markers: above with the title, below, left, right."""
    field, border = pieces.field, pieces.border_mm
    near, far = border * 0.15, border - 6
    return (
        Rect(Point(4, field.high.y + near), Point(field.width - 4, field.high.y + far)),
        Rect(Point(4, -far), Point(field.width - 4, -near)),
        Rect(Point(-far, 4), Point(-near, field.height - 4)),
        Rect(Point(field.width + near, 4), Point(field.width + far, field.height - 4)),
    )


def _cell(pieces: PieceSet, spot: BoardSpot) -> list[Shape]:
    cell = pieces.cell_mm
    half = Point(cell / 2, cell / 2)
    low = spot.at - half
    shapes: list[Shape] = [box(Rect(low, spot.at + half), spot.fill or pieces.paint[spot.look], INK, 0.012 * cell)]
    if spot.way is not None:
        tip = [(0.47, 0.0), (0.36, 0.08), (0.36, -0.08)]
        head = [Point(x * cell, y * cell).rotated(spot.way) for x, y in tip]
        shapes.append(Path((tuple(spot.at + corner for corner in head),), "#b9b09c"))
    shapes += placed(sign_shapes(spot.sign), spot.at, cell / 100) if spot.sign != spot.name else ()
    size = 0.16 * cell
    shapes.append(Text(low + Point(0.06 * cell, 0.06 * cell), spot.name, size, INK, anchor="start"))
    return shapes


def sign_shapes(sign: str) -> tuple[Shape, ...]:
    """Return what is printed on a place, around the origin of a cell of 100.

    What the typeface lacks is a picture here; a sign that is neither is left out.
    """
    if sign in _PICTURES:
        return _PICTURES[sign]()
    if not sign or face(True).missing(sign):
        return ()
    size = 44.0
    return (Text(Point(0, -size * CAP_HEIGHT / 2), sign, size, INK, bold=True),)


def _crown() -> tuple[Shape, ...]:
    points = [(-26, -18), (-30, 18), (-14, 2), (0, 26), (14, 2), (30, 18), (26, -18)]
    return (Path((tuple(Point(x, y) for x, y in points),), "#f2c200", INK, 3.0),)


def _spade() -> tuple[Shape, ...]:
    """Return a heart upside down on a foot."""
    foot = Path(((Point(-10, -30), Point(10, -30), Point(0, -4)),), INK)
    return (foot, *placed((heart(INK),), Point(0, 2), 0.55, 180))


def _heart() -> tuple[Shape, ...]:
    return placed((heart("#c8372d"),), Point(0, 0), 0.6)


def _spider() -> tuple[Shape, ...]:
    legs = [
        line([(0, 0), (side * 16, bend), (side * 27, bend - 12)], INK, 3.0)
        for side in (-1, 1)
        for bend in (20, 9, -2, -12)
    ]
    return (*legs, Circle(Point(0, -5), 12, INK), Circle(Point(0, 10), 7, INK))


def _knight() -> tuple[Shape, ...]:
    """Return the way of a knight: two cells ahead, one aside."""
    cells = [(-14, -26), (-14, -4), (-14, 18), (8, 18)]
    boxes = [box(Rect(Point(x - 10, y - 10), Point(x + 10, y + 10)), WHITE, INK, 2.0) for x, y in cells]
    return (*boxes, line([(-14, -26), (-14, 18), (6, 18)], "#1f6fc4", 4.5), Circle(Point(8, 18), 6, "#1f6fc4"))


def _star() -> tuple[Shape, ...]:
    points = [Point(0, 34 if number % 2 == 0 else 14).rotated(36.0 * number) for number in range(10)]
    return (Path((tuple(points),), "#f2c200", INK, 2.4),)


def _ring() -> tuple[Shape, ...]:
    return (Circle(Point(0, 0), 38, None, INK, 3.0),)


_PICTURES = {
    "♔": _crown, "♠": _spade, "♥": _heart, "✱": _spider, "♘": _knight, "★": _star, "○": _ring,
}  # fmt: skip


def setup_drawing(pieces: PieceSet, language: Language, width: float, height: float) -> Drawing:
    """Return the board as a game begins on it, with each figure, and below it what they are called.

    Both fit into ``width`` by ``height`` mm.
    """
    shown = [kind for kind in pieces.kinds if any(name == kind.name for _, name in pieces.start)]
    tall = 11.0
    columns = 2
    rows = -(-len(shown) // columns)
    below = tall * rows + 6
    scale = min(width / pieces.field.width, (height - below) / pieces.field.height)
    beside = (width - scale * pieces.field.width) / 2
    kinds = {kind.name: kind for kind in pieces.kinds}
    at = {spot.name: spot.at for spot in pieces.spots}
    shapes: list[Shape] = []
    for spot in pieces.spots:
        shapes += placed(_cell(pieces, spot), Point(beside, 0), scale)
    size = scale * pieces.cell_mm / 100 * 0.86
    for spot_name, kind_name in pieces.start:
        middle = Point(beside + at[spot_name].x * scale, at[spot_name].y * scale)
        shapes += placed(figure_of(kinds[kind_name]), middle, size)
    for number, kind in enumerate(shown):
        column, row = divmod(number, rows)
        left = column * width / columns
        middle = Point(left + 7, -tall * (row + 0.5) - 4)
        shapes.append(box(Rect(middle - Point(5.5, 5), middle + Point(5.5, 5)), pieces.paint["light"]))
        shapes += placed(figure_of(kind), middle, 0.1)
        words = translate(kind.text, language)
        count = "" if kind.count == 1 else f"{kind.count} × "
        shapes.append(Text(middle + Point(10, -1.6), f"{count}{words}", 4.6, INK, anchor="start"))
    return Drawing(Rect(Point(0, -below), Point(width, pieces.field.height * scale)), tuple(shapes))


def figure_of(kind: PieceKind) -> tuple[Shape, ...]:
    """Return what shows a kind of piece, about the origin of a cell of 100: its figure, or a chip with its mark."""
    ground, ink = paint_of(kind.owner)
    if kind.figure:
        return FIGURES[kind.figure](ground, ink)
    chip = Circle(Point(0, 0), 34, ground, INK, 2.4)
    size = 34.0
    return (chip, Text(Point(0, -size * CAP_HEIGHT / 2), kind.mark, size, ink, bold=True)) if kind.mark else (chip,)


def lid_top(kind: PieceKind, marker: Marker, side_mm: float) -> Drawing:
    """Return what the camera sees of a piece: its marker in a rim of the owner's colour."""
    half = marker.side_mm / 2 + quiet_mm(marker.side_mm)
    inlay = Rect(Point(-half, -half), Point(half, half))
    ground, _ink = paint_of(kind.owner)
    bounds = sheet(side_mm, side_mm)
    return Drawing(bounds, (box(bounds, ground), box(inlay, WHITE), MarkerShape(marker)))


def lid_net(kind: PieceKind, marker: Marker, side_mm: float, language: Language) -> Drawing:
    """Return the lid as it is cut out: its top, four sides to fold down with name and letter, and glue flaps."""
    half, ground, ink = side_mm / 2, *paint_of(kind.owner)
    shapes: list[Shape] = []
    for number in range(4):
        turned = 90.0 * number
        side = Rect(Point(half, -half), Point(half + LID_MM, half))
        shapes += placed([box(side, ground)], Point(0, 0), 1.0, turned)
        shapes += placed(
            _side_words(kind, side_mm, ink, language, ahead=kind.looks and number == 0), Point(0, 0), 1.0, turned
        )
    for turned in (90.0, 270.0):
        for edge in (-1, 1):
            tab = [Point(half, edge * half), Point(half + LID_MM, edge * half)]
            tab += [Point(half + LID_MM - 3, edge * (half + 8)), Point(half + 3, edge * (half + 8))]
            shapes += placed([Path((tuple(tab),), WHITE, _FOLD, 0.15)], Point(0, 0), 1.0, turned)
    shapes += lid_top(kind, marker, side_mm).shapes
    shapes.append(box(sheet(side_mm, side_mm), None, _FOLD, 0.2))
    reach = half + LID_MM
    return Drawing(sheet(2 * reach, 2 * reach), tuple(shapes), _net_edge(half))


def _side_words(kind: PieceKind, side_mm: float, ink: str, language: Language, *, ahead: bool) -> list[Shape]:
    """On the side to the right of the top, its upper edge towards the top: letter and name; the front has an arrow."""
    half = side_mm / 2
    letter = LID_MM - 1.0 if kind.figure else 7.0 if kind.mark else 0.0
    area = Rect(Point(-half + 2 + letter, 1.5), Point(half - 2, LID_MM - 1.5))
    words: list[Shape] = [*centred_text(translate(kind.text, language), area, ink, most=7, lines=2)]
    if kind.figure:
        # On the ground of its owner the figure has the colours of the writing.
        figure = FIGURES[kind.figure](ink, paint_of(kind.owner)[0] if ink == WHITE else WHITE)
        words += placed(figure, Point(-half + 1.5 + letter / 2, LID_MM / 2), (LID_MM - 1.5) / 100)
    elif kind.mark:
        words.append(Text(Point(-half + 2 + letter / 2, LID_MM / 2 - 8 * CAP_HEIGHT / 2), kind.mark, 8, ink, bold=True))
    if ahead:
        tip = (Point(half + LID_MM - 1.5, 0), Point(half + 3, 9), Point(half + 3, -9))
        return [Path((tip,), ink)]
    # Text that reads from left to right with its head towards the top: a quarter turn, moved out.
    return [*placed(words, Point(half + LID_MM, 0), 1.0, 90.0)]


def _net_edge(half: float) -> Contour:
    """Return the outline of a lid's net, counter-clockwise from the lower right corner of its right side."""
    reach, slant, wide = half + LID_MM, 3.0, 8.0
    right = [Point(half, -half), Point(reach, -half), Point(reach, half), Point(half, half)]
    # Two sides have flaps, which are glued behind their neighbours.
    top = [
        Point(half, half),
        Point(half + wide, half + slant),
        Point(half + wide, reach - slant),
        Point(half, reach),
        Point(-half, reach),
        Point(-half - wide, reach - slant),
        Point(-half - wide, half + slant),
        Point(-half, half),
    ]
    return (*right[:3], *top, *(point.rotated(180) for point in right[:3]), *(point.rotated(180) for point in top))


def die_drawing(face_text: str, marker: Marker) -> Drawing:
    """Return a side of the die: its marker, and below it the number as pips, or as it is written."""
    half = DIE_MM / 2
    bounds = sheet(DIE_MM, DIE_MM)
    plate = Rect(Point(-half + 2, -half + 1.2), Point(half - 2, -half + 7.3))
    if face_text.isdecimal() and 1 <= int(face_text) <= 6:
        count = int(face_text)
        pips = [
            Circle(Point(plate.centre.x + (n - (count - 1) / 2) * 5.4, plate.centre.y), 1.9, BLACK)
            for n in range(count)
        ]
        return Drawing(bounds, (box(bounds, WHITE), *pips, MarkerShape(marker)))
    return Drawing(
        bounds, (box(bounds, WHITE), *centred_text(face_text, plate, INK, most=6, lines=1), MarkerShape(marker))
    )


def die_marker(marker: int) -> Marker:
    """Return the marker on a side of a die."""
    return Marker(marker, Point(0.0, DIE_MARKER_UP_MM), DIE_MARKER_MM)
