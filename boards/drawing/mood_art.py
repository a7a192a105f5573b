"""How a golem feels, on its face: pictograms of about 100 across, around the origin, for screens."""

from __future__ import annotations

from collections.abc import Mapping

from boards.drawing.pictograms import INK, LINE, rect
from boards.drawing.primitives import WHITE, Circle, Shape, arc, line, rounded
from boards.drawing.rule_art import Shapes
from boards.geometry import Point

_SMILE = ((-18, -14), (-8, -22), (8, -22), (18, -14))
_FLAT = ((-14, -20), (14, -20))
_SAD = ((-16, -26), (-7, -19), (7, -19), (16, -26))
_ZIGZAG = ((-18, -24), (-9, -17), (0, -24), (9, -17), (18, -24))
_MOUTHS: Mapping[str, tuple[tuple[int, int], ...]] = {
    "well": _SMILE,
    "won": _SMILE,
    "hurt": _SAD,
    "last": _ZIGZAG,
    "tired": _FLAT,
    "fallen": _FLAT,
}

MOODS: tuple[str, ...] = tuple(_MOUTHS)
"""Well, hurt (a life is lost), last (one life is left), tired (little energy), fallen, won."""


def mood_face(colour: str, mood: str) -> Shapes:
    """Return a golem's face in a mood. KeyError for one that there is not."""
    mouth = [(float(x), float(y)) for x, y in _MOUTHS[mood]]
    ears = tuple(rounded(rect(x, -16, x + 14, 14), 6, colour, INK, LINE) for x in (-48, 34))
    return (*ears, rounded(rect(-38, -40, 38, 40), 18, colour, INK, LINE), *_eyes(mood), line(mouth, INK, 5))


def _eyes(mood: str) -> tuple[Shape, ...]:
    shapes: list[Shape] = []
    for x in (-16.0, 16.0):
        if mood == "fallen":
            shapes += [line([(x - 8, -5), (x + 8, 11)], INK, 5), line([(x - 8, 11), (x + 8, -5)], INK, 5)]
            continue
        if mood == "won":
            curve = [(point.x, point.y) for point in arc(Point(x, -2), 9, 0, 180)]
            shapes.append(line(curve, INK, 5))
            continue
        wide = 11.0 if mood == "last" else 9.0
        shapes += [Circle(Point(x, 3), wide, WHITE, INK, 3), Circle(Point(x, 3), 3.8, INK)]
        if mood == "tired":
            # Heavy lids.
            shapes += [rounded(rect(x - 11, 4, x + 11, 16), 4, "#cfc9bb", INK, 2.4)]
        if mood in ("hurt", "last"):
            inner, outer = (x - 9, x + 9) if x > 0 else (x + 9, x - 9)
            shapes.append(line([(inner, 24), (outer, 16)], INK, 5))
    if mood == "last":
        shapes.append(Circle(Point(30, 28), 5, "#7fc4ee", INK, 2))
    return tuple(shapes)
