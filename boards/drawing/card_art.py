"""Cards: face and back, and the ready card. Markers upper left and lower right, pictures in the other corners."""

from __future__ import annotations

from boards.base.catalogue import Language, translate
from boards.colours import HEX, SHAPES
from boards.drawing.pictograms import INK, card_picture, golem_face, hourglass, owner_shape
from boards.drawing.primitives import (
    WHITE,
    Circle,
    Drawing,
    MarkerShape,
    Shape,
    Text,
    box,
    line,
    placed,
    rounded,
    sheet,
)
from boards.drawing.typography import CAP_HEIGHT, LINE_PITCH, fitted
from boards.geometry import Point, Rect
from boards.kit.cards import CardKind, word
from boards.kit.kit import CARD_MARKER_CENTRES, CARD_MM
from boards.kit.kit_messages import HINTS, READY, THINKING
from boards.kit.marker_plan import CARD_MARKER_MM, quiet_mm
from boards.kit.printed_items import PrintedItem
from boards.kit.thing_keys import CardKey

ON_COLOUR = {"red": WHITE, "blue": WHITE, "yellow": INK, "green": WHITE}
"""The ink that stands out on a player's colour, in print without colours too."""

_EDGE = 3.0
_CLEAR = CARD_MARKER_MM / 2 + quiet_mm(CARD_MARKER_MM)
_UPPER, _LOWER = CARD_MARKER_CENTRES
PICTURE = Rect(Point(_UPPER.x + _CLEAR, _UPPER.y - _CLEAR), Point(CARD_MM[0] / 2 - _EDGE, CARD_MM[1] / 2 - _EDGE))
"""The upper right corner, clear of the marker's quiet zone."""
EMBLEM = Rect(Point(-PICTURE.high.x, -PICTURE.high.y), Point(-PICTURE.low.x, -PICTURE.low.y))
"""The lower left corner."""
BAND = Rect(Point(-CARD_MM[0] / 2 + _EDGE, -10.2), Point(CARD_MM[0] / 2 - _EDGE, 10.2))
"""The middle, between the quiet zones."""


def card_face(card: CardKey, thing: PrintedItem, language: Language) -> Drawing:
    """Picture, word, owner."""
    return Drawing(
        sheet(*CARD_MM),
        (
            *_ground(thing),
            *placed(card_picture(card.kind, HEX[card.colour]), PICTURE.centre, PICTURE.width / 104),
            *word_band(card.kind, card.colour, language),
            *_emblem(card.colour),
        ),
    )


def card_back(owner: str, thing: PrintedItem) -> Drawing:
    """Return the owner's colour and shape, and nothing of what the face says."""
    return Drawing(
        sheet(*CARD_MM),
        (*_ground(thing), *_lattice(owner, PICTURE), *_lattice(owner, EMBLEM), *_back_band(owner)),
    )


def ready_card(owner: str, thing: PrintedItem, language: Language, face_up: bool) -> Drawing:
    """Face up it says that its owner is ready; its back carries no marker and says "not yet"."""
    shapes: tuple[Shape, ...]
    if face_up:
        ground = _ground(thing)
        picture = _thumb(HEX[owner])
        words = translate(READY, language)
    else:
        ground = (box(sheet(*CARD_MM), WHITE),)
        picture = placed(hourglass(), Point(0, 0), 0.9)
        words = translate(THINKING, language)
    upper = PICTURE.centre if face_up else Point(0, PICTURE.centre.y)
    shapes = (*ground, *placed(picture, upper, PICTURE.width / 104), *_band(owner, words, BAND))
    lower = EMBLEM.centre if face_up else Point(0, EMBLEM.centre.y)
    return Drawing(sheet(*CARD_MM), (*shapes, *owner_emblem(owner, lower, EMBLEM.width / 106)))


def word_band(kind: CardKind, owner: str, language: Language) -> tuple[Shape, ...]:
    """Return the card's word on its owner's colour; a bonus card adds how to use it."""
    if kind not in HINTS:
        return _band(owner, word(kind, language), BAND)
    hint = translate(HINTS[kind], language)
    strip = Rect(BAND.low, Point(BAND.high.x, BAND.low.y + 5.6))
    size = fitted(hint, strip.width - 5, 3.6, bold=False, lines=1)[0]
    written = Text(Point(0, strip.centre.y - size * CAP_HEIGHT / 2 + 0.1), hint, size, INK)
    ground = rounded(BAND, 3.4, WHITE, HEX[owner], 0.9)
    return (ground, *_band(owner, word(kind, language), Rect(Point(BAND.low.x, strip.high.y), BAND.high)), written)


def _band(owner: str, words: str, rect: Rect) -> tuple[Shape, ...]:
    return (rounded(rect, 3.4, HEX[owner]), *centred_text(words, rect.grown(-1.2), ON_COLOUR[owner], most=9.5))


def centred_text(words: str, rect: Rect, ink: str, most: float, lines: int = 2, bold: bool = True) -> tuple[Text, ...]:
    """Text in the middle of a box: in one line if it can be as large as wanted (em, mm), else as large as it can."""
    width = rect.width - 2
    size, broken = fitted(words, width, most, bold, 1)
    if size < most:
        size, broken = fitted(words, width, rect.height, bold, lines)
    size = min(size, most)
    pitch = size * LINE_PITCH * 0.94
    first = rect.centre.y + pitch * (len(broken) - 1) / 2 - size * CAP_HEIGHT / 2
    return tuple(Text(Point(rect.centre.x, first - pitch * n), text, size, ink, bold) for n, text in enumerate(broken))


def _ground(thing: PrintedItem) -> tuple[Shape, ...]:
    return (box(sheet(*CARD_MM), WHITE), *(MarkerShape(marker) for marker in thing.markers))


def _emblem(owner: str) -> tuple[Shape, ...]:
    return owner_emblem(owner, EMBLEM.centre, EMBLEM.width / 106)


def owner_emblem(owner: str, at: Point, scale: float) -> tuple[Shape, ...]:
    """Return the owner's shape in colour with a golem's face in it."""
    face = placed(golem_face(WHITE), Point(0, -9 if SHAPES[owner] == "triangle" else 0), 0.44)
    return placed((owner_shape(SHAPES[owner], HEX[owner]), *face), at, scale)


def _lattice(owner: str, rect: Rect) -> tuple[Shape, ...]:
    """Return a quiet pattern of the owner's shapes."""
    shape, colour = SHAPES[owner], HEX[owner]
    columns, rows = 3, 3
    pitch_x, pitch_y = rect.width / columns, rect.height / rows
    shapes: list[Shape] = []
    for column in range(columns):
        for row in range(rows):
            at = Point(rect.low.x + (column + 0.5) * pitch_x, rect.low.y + (row + 0.5) * pitch_y)
            full = (column + row) % 2 == 0
            shapes += placed([owner_shape(shape, colour if full else None, colour, 9)], at, 0.078)
    return tuple(shapes)


def _back_band(owner: str) -> tuple[Shape, ...]:
    ink = ON_COLOUR[owner]
    beside = [
        part for x in (-17.5, 17.5) for part in placed([owner_shape(SHAPES[owner], ink, None)], Point(x, 0), 0.085)
    ]
    rails = [line([(x, y), (-x, y)], ink, 0.5) for x, y in ((-25.0, 7.7), (-25.0, -7.7))]
    return (rounded(BAND, 3.4, HEX[owner]), *rails, *beside, *placed(golem_face(WHITE), Point(0, 0), 0.135))


def _thumb(colour: str) -> tuple[Shape, ...]:
    """Return a raised thumb-like tick in a ring: done."""
    return (Circle(Point(0, 0), 44, colour, INK, 4.5), line([(-22, 0), (-6, -18), (24, 20)], WHITE, 13))
