"""Paper in robots' stead: golems to fold that stand up, and spinning tops with the faces of the bonus die."""

from __future__ import annotations

import math

from boards.base.catalogue import Language, translate
from boards.colours import HEX, SHAPES
from boards.drawing.card_art import ON_COLOUR, centred_text
from boards.drawing.pictograms import INK, arrow, golem_face, owner_shape, rect
from boards.drawing.primitives import WHITE, Circle, Drawing, Path, Shape, Text, box, line, placed, rounded
from boards.drawing.typography import CAP_HEIGHT
from boards.geometry import Point, Rect
from boards.kit.kit_messages import COLOUR, IF
from boards.kit.marker_plan import DIE_FACES

FIGURE_MM = (52.0, 66.0)
"""Width and height of a figure that stands."""
FOOT_MM = 24.0
"""Its foot, before and behind: both are glued onto each other."""
TOP_MM = 62.0
"""A spinning top from corner to corner."""
_CUT, _FOLD = "#8a8a8a", 2.0


def paper_golem(owner: str, language: Language) -> Drawing:
    """Return a strip to fold: a foot, the front, the back upside down, a foot; mm, its origin in the middle."""
    width, height = FIGURE_MM
    half, reach = width / 2, height + FOOT_MM
    bounds = rect(-half, -reach, half, reach)
    shapes: list[Shape] = [box(bounds, WHITE)]
    # The back lies above the fold, its head at the fold as the front's below it.
    shapes += _body(owner, language)
    shapes += placed(_back(owner), Point(0, 0), 1.0, 180)
    for turned in (0, 180):
        shapes += placed(_foot(owner, ahead=turned == 0), Point(0, 0), 1.0, turned)
    folds = (0.0, -height, height)
    shapes += [line([(-half, y), (half, y)], _CUT, 0.2) for y in folds[1:]]
    shapes.append(Path(((Point(-half, 0), Point(half, 0)),), None, _CUT, 0.2, closed=False, dash_mm=_FOLD))
    return Drawing(bounds, tuple(shapes))


def _body(owner: str, language: Language) -> tuple[Shape, ...]:
    """Return the front, its head below the fold in the middle."""
    width, height = FIGURE_MM
    colour = HEX[owner]
    name = rect(-width / 2 + 4, -height + 2, width / 2 - 4, -height + 11)
    words = centred_text(translate(COLOUR[owner], language), name, ON_COLOUR[owner], most=7, lines=1)
    return (
        *_limbs(colour),
        rounded(rect(-17, -51, 17, -31), 5, colour, INK, 1.4),
        *placed([owner_shape(SHAPES[owner], WHITE, INK, 4)], Point(0, -41), 0.12),
        *placed(golem_face(colour), Point(0, -18), 0.36),
        rounded(name, 3, colour, INK, 0.8),
        *words,
    )


def _back(owner: str) -> tuple[Shape, ...]:
    """Return the back, as the front: its head below the fold."""
    width, height = FIGURE_MM
    colour = HEX[owner]
    return (
        *_limbs(colour),
        rounded(rect(-17, -51, 17, -31), 5, colour, INK, 1.4),
        rounded(rect(-14, -32, 14, -4), 6, colour, INK, 1.4),
        *placed([owner_shape(SHAPES[owner], WHITE, INK, 4)], Point(0, -41), 0.16),
        rounded(rect(-width / 2 + 4, -height + 2, width / 2 - 4, -height + 11), 3, colour, INK, 0.8),
    )


def _limbs(colour: str) -> tuple[Shape, ...]:
    return (
        *(rounded(rect(x - 5, -57, x + 5, -47), 2, colour, INK, 1.2) for x in (-9, 9)),
        *(rounded(rect(x - 4, -52, x + 4, -33), 4, colour, INK, 1.2) for x in (-21, 21)),
    )


def _foot(owner: str, *, ahead: bool) -> tuple[Shape, ...]:
    """Return a foot; that of the front says where the golem looks."""
    width, height = FIGURE_MM
    ground = box(rect(-width / 2, -height - FOOT_MM, width / 2, -height), HEX[owner] if ahead else WHITE)
    if not ahead:
        return (ground, *placed([owner_shape(SHAPES[owner], HEX[owner])], Point(0, -height - FOOT_MM / 2), 0.13))
    tip = placed([arrow(0, 26, -30)], Point(0, -height - FOOT_MM / 2), 0.32)
    return (ground, rounded(rect(-11, -height - FOOT_MM + 1.5, 11, -height - 1.5), 3, WHITE), *tip)


def spinning_top(owner: str, language: Language) -> Drawing:
    """Return a top of six sides, the faces of the bonus die; where it lies when it has fallen counts."""
    radius = TOP_MM / 2
    corners = [Point(radius, 0).rotated(60.0 * number) for number in range(6)]
    shapes: list[Shape] = [Path((tuple(corners),), WHITE, INK, 1.0)]
    for number, (face, _number) in enumerate(DIE_FACES):
        turned = 60.0 * number - 60
        shapes += placed(_side(owner, face, language), Point(0, 0), 1.0, turned)
    shapes += [line([(0, 0), (corner.x, corner.y)], INK, 0.8) for corner in corners]
    shapes += [Circle(Point(0, 0), 6.5, HEX[owner], INK, 0.8), Circle(Point(0, 0), 1.6, WHITE, INK, 0.5)]
    return Drawing(
        rect(-radius, -radius * math.sqrt(0.75), radius, radius * math.sqrt(0.75)), tuple(shapes), tuple(corners)
    )


def _side(owner: str, face: str, language: Language) -> tuple[Shape, ...]:
    """Return the side above the middle, its edge up: what it allows, its head towards the middle."""
    reach = TOP_MM / 2 * math.sqrt(0.75)
    words = {"if": translate(IF, language), "repeat 2": "×2", "repeat 3": "×3"}.get(face, "")
    if not words:
        return tuple(placed([owner_shape(SHAPES[owner], None, HEX[owner], 10)], Point(0, reach - 8), 0.055))
    plate = Rect(Point(-8.6, reach - 10), Point(8.6, reach - 2))
    if face == "if":
        said = centred_text(words, plate, ON_COLOUR[owner], most=6.6, lines=1)
    else:
        said = (Text(Point(0, plate.centre.y - 7 * CAP_HEIGHT / 2), words, 7, ON_COLOUR[owner], bold=True),)
    return (rounded(plate, 2.4, HEX[owner]), *said)
