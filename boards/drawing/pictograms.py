"""The pictograms: flat shapes in a box of 100 x 100 about the origin, drawn to be told apart in black and white.

The golem is drawn as it stands on the table, seen from above and looking up the page: two fists and two eyes
lead. So an arrow beside it means the same as on the mat.
"""

from __future__ import annotations

import math

from boards.drawing.primitives import WHITE, Circle, Path, Shape, Text, arc, box, line, placed, polygon, rounded
from boards.geometry import Point, Rect
from boards.kit.cards import CardKind

INK = "#1b2330"
PALE = "#e9e6df"
"""A warm grey for what should stay in the background."""
WOOD = "#9a6a3a"
STONE = "#7d8590"
WATER = "#2f7fb8"
LIFE = "#c8372d"
LINE = 4.5
"""The outline of a pictogram, of its 100."""

Shapes = tuple[Shape, ...]


def rect(left: float, bottom: float, right: float, top: float) -> Rect:
    """Return a rectangle."""
    return Rect(Point(left, bottom), Point(right, top))


def golem(colour: str) -> Shapes:
    """Return a golem from above, looking up the page; about 84 across."""
    arms: list[Shape] = []
    for side in (-1, 1):
        arm = [(side * 33, -8), (side * 37, 8), (side * 30, 27)]
        arms += [line(arm, INK, 21), line(arm, colour, 21 - 2 * LINE)]
        arms.append(Circle(Point(side * 29, 30), 11, WHITE, INK, LINE))
    return (
        *arms,
        rounded(rect(-38, -38, 38, 6), 20, colour, INK, LINE),
        Circle(Point(0, 0), 24, colour, INK, LINE),
        *(Circle(Point(x, 9), 7.5, WHITE, INK, 3) for x in (-10, 10)),
        *(Circle(Point(x, 11.5), 3.4, INK) for x in (-10, 10)),
    )


def golem_face(colour: str, angry: bool = False) -> Shapes:
    """Return a golem's head from the front."""
    brow: Shapes = ()
    if angry:
        brow = (line([(-24, 22), (-6, 12)], INK, 7), line([(24, 22), (6, 12)], INK, 7))
    mouth = [(-16, -24), (-8, -18), (0, -24), (8, -18), (16, -24)] if angry else [(-14, -20), (14, -20)]
    return (
        rounded(rect(-48, -16, -34, 14), 6, colour, INK, LINE),
        rounded(rect(34, -16, 48, 14), 6, colour, INK, LINE),
        rounded(rect(-38, -40, 38, 40), 18, colour, INK, LINE),
        *(Circle(Point(x, 3), 9, WHITE, INK, 3) for x in (-16, 16)),
        *(Circle(Point(x, 3), 3.8, INK) for x in (-16, 16)),
        *brow,
        line(mouth, INK, 5),
    )


def golem_standing(colour: str) -> Shapes:
    """Return a golem from the front, feet on the ground."""
    return (
        line([(-44, -47), (44, -47)], INK, 5),
        *(rounded(rect(x - 9, -46, x + 9, -16), 5, colour, INK, LINE) for x in (-13, 13)),
        *(rounded(rect(x - 9, -26, x + 9, 16), 9, colour, INK, LINE) for x in (-32, 32)),
        rounded(rect(-27, -24, 27, 18), 9, colour, INK, LINE),
        rounded(rect(-17, 10, 17, 46), 10, WHITE, INK, LINE),
        *(Circle(Point(x, 29), 4, INK) for x in (-7, 7)),
        line([(-6, 19), (6, 19)], INK, 3.5),
    )


def arrow(x: float, tail: float, tip: float, width: float = 16.0) -> Path:
    """Return a straight arrow up or down the page."""
    way = 1 if tip > tail else -1
    neck = tip - way * width * 1.6
    half, wing = width / 2, width * 1.45
    points = ((-half, tail), (-half, neck), (-wing, neck), (0, tip), (wing, neck), (half, neck), (half, tail))
    return polygon(((x + dx, y) for dx, y in points), INK)


def curved_arrow(centre: Point, radius: float, first: float, last: float, width: float, wing: float) -> Path:
    """Return an arrow along a circle from one angle to another, its tip at the last."""
    way = 1 if last > first else -1
    neck = last - way * math.degrees(wing * 1.35 / radius)
    outer = arc(centre, radius + width / 2, first, neck)
    inner = arc(centre, radius - width / 2, neck, first)
    tip = centre + Point(radius, 0).rotated(last)
    barbs = [centre + Point(radius + reach, 0).rotated(neck) for reach in (wing, -wing)]
    return Path(((*outer, barbs[0], tip, barbs[1], *inner),), INK)


def burst(points: int, outer: float, inner: float, colour: str, centre: Point | None = None) -> Path:
    """Return a star of strike."""
    middle = centre or Point(0, 0)
    rim = tuple(middle + Point(0, outer if n % 2 == 0 else inner).rotated(180 * n / points) for n in range(2 * points))
    return Path((rim,), colour, INK, LINE)


def fist() -> Shapes:
    """Return a fist from the front, knuckles up."""
    fingers = [rounded(rect(x, -16, x + 13, 17), 6, WHITE, INK, LINE) for x in (-26, -13, 0, 13)]
    return (
        rounded(rect(-17, -33, 17, -10), 4, WHITE, INK, LINE),
        rounded(rect(-26, -21, 26, 6), 9, WHITE, INK, LINE),
        *fingers,
        rounded(rect(-29, -18, 8, -3), 7, WHITE, INK, LINE),
    )


def shield(colour: str) -> Shapes:
    """Return a shield, parted like a banner so that it shows in black and white."""
    rim = _shield_rim(1.0)
    half = tuple(Point(max(point.x, 0.0), point.y) for point in _shield_rim(0.82))
    return (Path((rim,), WHITE, INK, 6.5), Path((_shield_rim(0.82),), colour), Path((half,), WHITE),
            Path((_shield_rim(0.82),), None, INK, LINE), line([(0, 36), (0, -38)], INK, LINE))  # fmt: skip


def _shield_rim(scale: float) -> tuple[Point, ...]:
    side = arc(Point(-32, 6), 72, -46, 0)
    right = [Point(point.x, point.y) for point in side]
    contour = [Point(0, -48), *right, Point(40, 40), Point(20, 42), Point(0, 48)]
    mirrored = [Point(-point.x, point.y) for point in reversed(contour[1:-1])]
    return tuple(Point(point.x * scale, point.y * scale) for point in [*contour, *mirrored])


def barrel() -> Shapes:
    """Return a barrel from the side."""
    left, right = arc(Point(42, 0), 82, 148, 212), arc(Point(-42, 0), 82, -32, 32)
    body = (*left, *right)
    hoops = [line([(-reach, y), (reach, y)], INK, 5) for y, reach in ((26, 35), (9, 39), (-9, 39), (-26, 35))]
    staves = [line([(x, 42), (x * 1.2, 0), (x, -42)], INK, 2.2) for x in (-11, 11)]
    return (Path((body,), WOOD), *staves, *hoops[:1], *hoops[3:], Path((body,), None, INK, LINE))


def hugging_arms() -> Shapes:
    """Two arms that hold what is drawn before them, from below."""
    arms: list[Shape] = []
    for side in (-1, 1):
        bend = [(side * 16, -50), (side * 42, -34), (side * 46, -12), (side * 32, 2)]
        arms += [line(bend, INK, 19), line(bend, WHITE, 19 - 2 * LINE)]
        arms += [line([(side * 30, y), (side * 22, y + 1)], INK, 3) for y in (-1, 5)]
    return tuple(arms)


def decision() -> Path:
    """Return the diamond of a flow chart."""
    return Path(((Point(0, 50), Point(-46, 8), Point(0, -34), Point(46, 8)),), WHITE, INK, 6)


def check_mark(colour: str = INK, width: float = 9.0) -> Path:
    """Return a check mark."""
    return line([(-30, -2), (-8, -26), (32, 28)], colour, width)


def cross(colour: str = INK, width: float = 9.0) -> Shapes:
    """Return a cross."""
    return line([(-24, -24), (24, 24)], colour, width), line([(-24, 24), (24, -24)], colour, width)


def _branches() -> Shapes:
    """Yes to the left, no to the right: the order in which the two cards lie."""
    return (
        *placed([check_mark(width=17)], Point(-34, -38), 0.36),
        *placed(cross(width=17), Point(34, -38), 0.36),
    )


def loop(times: int) -> Shapes:
    """As many arrows around as there are repeats, and the number."""
    part = 360 / times
    arrows = [curved_arrow(Point(0, 0), 39, 96 - part * n, 96 - part * (n + 1) + 14, 10, 13) for n in range(times)]
    return (*arrows, Text(Point(0, -17.5), str(times), 50, INK, bold=True))


def card_picture(kind: CardKind, colour: str) -> Shapes:  # noqa: C901 (one case a kind of card)
    """Return the picture of a kind of card, with its owner's colour where it does not carry the meaning."""
    match kind:
        case CardKind.FORWARD:
            return (*placed(golem(colour), Point(0, -22), 0.68), arrow(0, 12, 50))
        case CardKind.BACKWARD:
            return (arrow(0, -10, -50), *placed(golem(colour), Point(0, 24), 0.68))
        case CardKind.TURN_LEFT:
            return (
                *placed(golem(colour), Point(0, -10), 0.6),
                curved_arrow(Point(0, -8), 43, 5, 192, 11, 14),
            )
        case CardKind.TURN_RIGHT:
            return (
                *placed(golem(colour), Point(0, -10), 0.6),
                curved_arrow(Point(0, -8), 43, 175, -12, 11, 14),
            )
        case CardKind.STAND:
            return golem_standing(colour)
        case CardKind.ATTACK:
            return (burst(11, 50, 36, colour), *placed(fist(), Point(0, 4), 0.88))
        case CardKind.DEFEND:
            return shield(colour)
        case CardKind.TAKE:
            return (*placed(barrel(), Point(0, 14), 0.8), *placed(hugging_arms(), Point(0, 7), 0.9))
        case CardKind.IF_ENEMY:
            return (decision(), *placed(golem_face(PALE, angry=True), Point(0, 8), 0.5), *_branches())
        case CardKind.IF_ATTACKED:
            star = burst(9, 23, 15, colour, Point(0, 8))
            mark = (line([(0, 18), (0, 7)], WHITE, 6), Circle(Point(0, -2), 3.4, WHITE))
            return (decision(), star, *mark, *_branches())
        case CardKind.REPEAT_2:
            return loop(2)
        case CardKind.REPEAT_3:
            return loop(3)


def owner_shape(shape: str, fill: str | None, stroke: str | None = INK, stroke_mm: float = LINE) -> Shape:
    """Return the shape that stands for a colour (boards.colours.SHAPES), about 92 across."""
    match shape:
        case "circle":
            return Circle(Point(0, 0), 45, fill, stroke, stroke_mm)
        case "square":
            return box(rect(-40, -40, 40, 40), fill, stroke, stroke_mm)
        case "triangle":
            return Path(((Point(0, 48), Point(-48, -36), Point(48, -36)),), fill, stroke, stroke_mm)
        case "diamond":
            return Path(((Point(0, 50), Point(-44, 0), Point(0, -50), Point(44, 0)),), fill, stroke, stroke_mm)
        case _:
            raise ValueError(f"there is no shape {shape!r}")


def heart(fill: str) -> Path:
    """Return a life."""
    right = [*arc(Point(21, 17), 23, -28, 152)]
    left = [Point(-point.x, point.y) for point in reversed(right)]
    return Path(((Point(0, -42), *right, *left),), fill, INK, LINE)


def bolt(fill: str) -> Path:
    """Energy."""
    points = ((8, 50), (-28, -8), (-4, -8), (-10, -50), (28, 12), (4, 12), (18, 50))
    return Path((tuple(Point(x, y) for x, y in points),), fill, INK, LINE)


def hourglass() -> Shapes:
    """Not yet."""
    glass = ((-26, 38), (26, 38), (4, 0), (26, -38), (-26, -38), (-4, 0))
    return (
        Path((tuple(Point(x, y) for x, y in glass),), WHITE, INK, 6),
        polygon(((-14, 22), (14, 22), (0, -2)), INK),
        polygon(((-20, -34), (20, -34), (0, -16)), INK),
        line([(-34, 42), (34, 42)], INK, 9),
        line([(-34, -42), (34, -42)], INK, 9),
    )
