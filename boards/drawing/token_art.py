"""What is small: golem tops, tokens, dice, energy."""

from __future__ import annotations

import math

from boards.base.catalogue import Language, translate
from boards.colours import HEX, SHAPES
from boards.drawing.card_art import ON_COLOUR, centred_text
from boards.drawing.pictograms import INK, STONE, WATER, WOOD, bolt, owner_shape, rect
from boards.drawing.primitives import (
    WHITE,
    Circle,
    Drawing,
    MarkerShape,
    Path,
    Shape,
    Text,
    arc,
    box,
    line,
    placed,
    rounded,
    sheet,
)
from boards.drawing.typography import CAP_HEIGHT
from boards.geometry import Point, Rect
from boards.kit.kit import CHIP_MM, DIE_MM, GOLEM_TOP_MM, TOKEN_MM, TRACK_MM
from boards.kit.kit_messages import ENERGY, IF, TOKEN
from boards.kit.marker_plan import MODULES, quiet_mm
from boards.kit.printed_items import PrintedItem

ENERGY_COLOUR = "#ffd23f"


def golem_top(thing: PrintedItem, owner: str) -> Drawing:
    """Return the disc on a golem's head. It looks along +x: there the cap is in its colour, with an arrow."""
    radius = GOLEM_TOP_MM / 2
    (marker,) = thing.markers
    inner = marker.side_mm / 2 + marker.side_mm / MODULES
    half = _angle(inner, radius)
    front = Path((tuple(arc(Point(0, 0), radius, -half, half)),), HEX[owner])
    ahead = Path(((Point(inner + 1.2, 7.5), Point(inner + 1.2, -7.5), Point(radius - 0.9, 0)),), ON_COLOUR[owner])
    shapes: tuple[Shape, ...] = (
        Circle(Point(0, 0), radius, WHITE),
        front,
        ahead,
        *placed([owner_shape(SHAPES[owner], HEX[owner], None)], Point(-inner - 2.9, 0), 0.045, -90),
        *(
            placed([owner_shape(SHAPES[owner], HEX[owner], None)], Point(0, side * (inner + 2.9)), 0.045, -90)[0]
            for side in (-1, 1)
        ),
        MarkerShape(marker),
    )
    return Drawing(sheet(GOLEM_TOP_MM, GOLEM_TOP_MM), shapes, tuple(arc(Point(0, 0), radius, 0, 354)))


def _angle(distance: float, radius: float) -> float:
    """Half the angle of the cap that a chord cuts off at this distance from the centre, degrees."""
    return math.degrees(math.acos(distance / radius))


def token(thing: PrintedItem, kind: str, language: Language) -> Drawing:
    """Return a token fills most of its cell; its marker sits on a white inlay, its name below."""
    (marker,) = thing.markers
    room = marker.side_mm / 2 + quiet_mm(marker.side_mm) + 0.5
    inlay = rounded(rect(-room, -room, room, room), 3, WHITE, INK, 0.8)
    half = TOKEN_MM / 2
    plate = Rect(Point(-24, 4 - half), Point(24, 15 - half))
    words = centred_text(translate(TOKEN[kind], language), plate, INK, most=8, lines=1)
    return Drawing(
        sheet(TOKEN_MM, TOKEN_MM),
        (*token_ground(kind), inlay, MarkerShape(marker), rounded(plate, 4, WHITE), *words),
        rounded(sheet(TOKEN_MM, TOKEN_MM), 7, None).contours[0],
    )


def token_ground(kind: str) -> tuple[Shape, ...]:
    """Return the pattern of a token: planks and hoops, bricks, or waves."""
    half = TOKEN_MM / 2
    rim = rounded(rect(-half + 1, -half + 1, half - 1, half - 1), 6, None, INK, 2)
    match kind:
        case "barrel":
            planks = [line([(x, -half + 2), (x, half - 2)], INK, 0.8) for x in (-27, -16, 16, 27)]
            hoops = [line([(-half + 2, y), (half - 2, y)], INK, 3.2) for y in (-23.5, 30)]
            return (rounded(rect(-half + 1, -half + 1, half - 1, half - 1), 6, WOOD), *planks, *hoops, rim)
        case "wall":
            return (rounded(rect(-half + 1, -half + 1, half - 1, half - 1), 6, STONE), *_bricks(half), rim)
        case "water":
            return (rounded(rect(-half + 1, -half + 1, half - 1, half - 1), 6, WATER), *_waves(half), rim)
        case _:
            raise ValueError(f"there is no token {kind!r}")


def _bricks(half: float) -> tuple[Shape, ...]:
    joints: list[Shape] = []
    course = 2 * half / 6
    for row in range(6):
        y = -half + row * course
        if row:
            joints.append(line([(-half + 2, y), (half - 2, y)], WHITE, 1.6))
        for x in (-26.7, 0, 26.7) if row % 2 else (-13.3, 13.3):
            joints.append(line([(x, max(y, 2 - half)), (x, min(y + course, half - 2))], WHITE, 1.6))
    return tuple(joints)


def _waves(half: float) -> tuple[Shape, ...]:
    waves: list[Shape] = []
    for row in range(6):
        y = -half + 7 + row * 13.2
        xs = [2 - half + 2.0 * n for n in range(int(half) - 1)]
        waves.append(line([(x, y + 2.6 * math.sin(x / 4.1 + row * 1.6)) for x in xs], WHITE, 1.8))
    return tuple(waves)


def die_face(thing: PrintedItem, owner: str, face: str, language: Language) -> Drawing:
    """Return the marker, and below it what the face allows."""
    half = DIE_MM / 2
    (marker,) = thing.markers
    plate = Rect(Point(-half + 2, -half + 1.2), Point(half - 2, -half + 7.3))
    words = {"if": translate(IF, language), "repeat 2": "×2", "repeat 3": "×3"}.get(face, "")
    ground: tuple[Shape, ...] = (box(sheet(DIE_MM, DIE_MM), WHITE),)
    label: tuple[Shape, ...]
    if words:
        label = (rounded(plate, 2.2, HEX[owner]), *centred_text(words, plate, ON_COLOUR[owner], most=6.6, lines=1))
    else:
        label = placed([owner_shape(SHAPES[owner], None, HEX[owner], 10)], plate.centre, 0.05)
    return Drawing(sheet(DIE_MM, DIE_MM), (*ground, *label, MarkerShape(marker)))


def energy_track(thing: PrintedItem, language: Language) -> Drawing:
    """Ten places for the chip, 10 to 1, and its own marker at the lower left."""
    width, height = TRACK_MM
    (marker,) = thing.markers
    shapes: list[Shape] = [
        rounded(rect(-width / 2 + 1, -height / 2 + 1, width / 2 - 1, height / 2 - 1), 6, WHITE, INK, 1.4),
        *placed([bolt(ENERGY_COLOUR)], Point(-width / 2 + 12, height / 2 - 17), 0.24),
    ]
    name = Rect(Point(-width / 2 + 19, height / 2 - 24), Point(-width / 2 + 41, height / 2 - 10))
    shapes += centred_text(translate(ENERGY, language), name, INK, most=9, lines=1)
    for number in range(10, 0, -1):
        at = track_place(number)
        place = Rect(at - Point(19, 19), at + Point(19, 19))
        fill = "#fff3c4" if number > 3 else "#ffdcb8" if number > 1 else "#f3b7ae"
        shapes.append(rounded(place, 4, fill, INK, 1.0))
        size = 22.0
        shapes.append(Text(at - Point(0, size * CAP_HEIGHT / 2), str(number), size, INK, bold=True))
    shapes.append(MarkerShape(marker))
    return Drawing(sheet(width, height), tuple(shapes))


def track_place(number: int) -> Point:
    """Where the chip lies on the track at this energy, 10 to 1: two rows of five, both left to right."""
    row, column = divmod(10 - number, 5)
    return Point(-TRACK_MM[0] / 2 + 64 + column * 40, 21 - row * 42)


def energy_chip(thing: PrintedItem) -> Drawing:
    """Return the chip that tells the energy."""
    edge = sheet(CHIP_MM, CHIP_MM)
    return Drawing(
        edge,
        (
            box(edge, WHITE),
            box(edge.grown(-1.2), None, ENERGY_COLOUR, 1.8),
            *(MarkerShape(marker) for marker in thing.markers),
        ),
    )
