"""The page that says how the kit is put together: steps with pictures, a plan of the table, the list of files."""

from __future__ import annotations

from collections.abc import Sequence

from boards.base.catalogue import Language, translate
from boards.colours import HEX, SHAPES
from boards.drawing.mat_art import GROUND, field
from boards.drawing.pictograms import INK, PALE, card_picture, golem, golem_face, owner_shape, rect
from boards.drawing.primitives import WHITE, Circle, Drawing, Shape, Text, box, line, placed, rounded
from boards.drawing.token_art import token_ground
from boards.drawing.typography import CAP_HEIGHT, fitted, width_mm
from boards.geometry import Point, Rect
from boards.kit.cards import CardKind
from boards.kit.kit_messages import TITLES
from boards.kit.thing_keys import MatKey
from boards.kit.trays import TRAY
from boards.mats import mat
from boards.printing.assembly_guide_messages import CONTENTS, PAGES, STEPS
from boards.printing.sheets import Document, Page, Placement, paper, usable
from boards.table_layout import standard_layout, table_bounds

BODY_MM = 4.0
PITCH = 1.38
"""From line to line of the body, in ems."""


def guide(
    mat_key: MatKey, colours: Sequence[str], documents: Sequence[Document], language: Language, name: str
) -> Document:
    """Return the guide for a kit of these documents, on one page."""
    # A guide reads best on A4; on larger paper it is drawn in the middle at the same size.
    size = paper(name)
    area = usable(size)
    a4 = usable(paper("A4"))
    left, width = area.centre.x - a4.width / 2 + 6, a4.width - 12
    top = area.high.y
    shapes: list[Shape] = []
    shapes += placed(golem_face(HEX[colours[0]]), Point(left + 9, top - 11), 0.18)
    title = translate(TITLES["guide"], language)
    em = min(11.0, fitted(title, width - 24, 11, True, 1)[0])
    shapes.append(Text(Point(left + 22, top - 14.5), title, em, INK, bold=True, anchor="start"))
    y = top - 27
    for number, step in enumerate(STEPS, start=1):
        y = _step(shapes, Rect(Point(left, y), Point(left + width, y)), number, step, language)
    floor = max(area.low.y + 4, y - 92)
    half = left + width * 0.56
    shapes += _table(Rect(Point(left, floor), Point(half - 4, y + 1)), mat_key, colours)
    shapes += _contents(Rect(Point(half + 2, floor), Point(left + width, y + 1)), documents, language)
    drawing = Drawing(area, tuple(shapes))
    return Document("how-to", title, (Page(size, (Placement(None, drawing, Point(0, 0)),)),))


def wrapped(text: str, width: float, size: float, bold: bool = False) -> list[str]:
    """Return a text broken into lines that fit a width."""
    lines = [""]
    for word in text.split(" "):
        longer = f"{lines[-1]} {word}".strip()
        if width_mm(longer, size, bold) <= width or not lines[-1]:
            lines[-1] = longer
        else:
            lines.append(word)
    return lines


def _step(shapes: list[Shape], row: Rect, number: int, step: str, language: Language) -> float:
    """Add a step below a height; returns where the next one begins."""
    heading, body = (translate(words, language) for words in STEPS[step])
    left, top = row.low.x, row.high.y
    lines = wrapped(body, row.width - 30, BODY_MM)
    shapes += placed(_step_picture(step), Point(left + 12, top - 7), 0.19)
    shapes.append(Text(Point(left + 27, top - 2.5), f"{number}. {heading}", 5.2, INK, bold=True, anchor="start"))
    for n, text in enumerate(lines):
        baseline = top - 8.6 - n * BODY_MM * PITCH
        shapes.append(Text(Point(left + 27, baseline), text, BODY_MM, INK, anchor="start"))
    return top - max(22.5, 11.2 + len(lines) * BODY_MM * PITCH)


def _step_picture(step: str) -> tuple[Shape, ...]:
    match step:
        case "scale":
            ticks = [line([(x, -14), (x, -2 if x % 40 else 6)], INK, 3.5) for x in range(-40, 41, 20)]
            return (rounded(rect(-50, -14, 50, 18), 5, "#ffd23f", INK, 4.5), *ticks)
        case "tiles":
            sheets = [box(rect(x, y, x + 40, y + 40), GROUND, INK, 4) for x, y in ((-42, 2), (-42, -42), (2, -42))]
            return (*sheets, *placed([box(rect(-20, -20, 20, 20), WHITE, INK, 4)], Point(26, 26), 1.0, -12))
        case "cards":
            card = [rounded(rect(-27, -40, 27, 40), 6, WHITE, INK, 4.5)]
            back = placed(card, Point(-16, 2), 1.0, 14)
            dot = placed([owner_shape("circle", HEX["blue"], None)], Point(-24, 14), 0.24)
            front = placed(
                [*card, *placed(card_picture(CardKind.FORWARD, HEX["blue"]), Point(0, 0), 0.45)], Point(16, -2)
            )
            return (*back, *dot, *front)
        case "golems":
            return golem(HEX["red"])
        case "dice":
            return (*placed(token_ground("wall"), Point(-14, 12), 0.72), *_cube(Point(20, -16)))
        case "table":
            lens = (Circle(Point(0, 34), 12, WHITE, INK, 5), Circle(Point(0, 34), 4, INK))
            sight = [line([(side * 14, 18), (side * 40, -26)], INK, 3, 6) for side in (-1, 1)]
            return (box(rect(-46, -38, 46, -28), INK), *sight, rounded(rect(-20, 22, 20, 48), 6, PALE, INK, 4.5), *lens)
        case _:
            raise ValueError(f"there is no picture for {step!r}")


def _cube(at: Point) -> tuple[Shape, ...]:
    face = rounded(rect(-26, -26, 26, 26), 6, WHITE, INK, 4.5)
    return placed((face, Text(Point(0, -30 * CAP_HEIGHT / 2), "×2", 30, INK, bold=True)), at)


def _table(room: Rect, mat_key: MatKey, colours: Sequence[str]) -> tuple[Shape, ...]:
    """Return the standard table from above, to scale."""
    ground = rounded(room, 4, "#e4d8c4")
    bounds = table_bounds(mat_key, colours)
    scale = min((room.width - 8) / bounds.width, (room.height - 8) / bounds.height)
    sheet, grid = mat(mat_key).sheet, mat(mat_key).grid
    things: list[Shape] = [rounded(sheet, 10, WHITE, INK, 3), *field(grid.columns, grid.rows, grid.cell_mm, False)]
    things += [box(Rect(m.centre, m.centre).grown(m.side_mm / 2), INK) for m in mat(mat_key).markers]
    half = Point(TRAY.size_mm[0] / 2, TRAY.size_mm[1] / 2)
    for key, pose in standard_layout(mat_key, colours).items():
        owner = key.colour
        things.append(rounded(Rect(pose.point - half, pose.point + half), 8, WHITE, INK, 3))
        for lane in range(TRAY.lanes):
            area = TRAY.lane(lane)
            things.append(
                rounded(Rect(area.low + pose.point, area.high + pose.point).grown(-3), 6, GROUND, HEX[owner], 4)
            )
            things.append(box(_square(TRAY.marker_centre(lane) + pose.point, TRAY.marker_mm), INK))
        things += placed([owner_shape(SHAPES[owner], HEX[owner])], pose.point + Point(20, 0), 1.2)
    shift = Point(room.centre.x - bounds.centre.x * scale, room.centre.y - bounds.centre.y * scale)
    return (ground, *placed(things, shift, scale))


def _square(centre: Point, side: float) -> Rect:
    return Rect(centre, centre).grown(side / 2)


def _contents(room: Rect, documents: Sequence[Document], language: Language) -> tuple[Shape, ...]:
    """Return the files and how many pages each has."""
    shapes: list[Shape] = [
        Text(Point(room.low.x, room.high.y - 5), translate(CONTENTS, language), 5.2, INK, bold=True, anchor="start"),
        Text(Point(room.high.x, room.high.y - 5), translate(PAGES, language), 3.6, INK, anchor="end"),
    ]
    pitch = min(5.6, (room.height - 10) / max(1, len(documents)))
    for number, document in enumerate(documents):
        y = room.high.y - 12 - number * pitch
        shapes.append(Text(Point(room.low.x, y), f"{document.name}.pdf", 3.6, INK, anchor="start"))
        shapes.append(Text(Point(room.high.x, y), str(len(document.pages)), 3.6, INK, anchor="end"))
        rule = y - 1.5
        shapes.append(line([(room.low.x, rule), (room.high.x, rule)], PALE, 0.2))
    return tuple(shapes)
