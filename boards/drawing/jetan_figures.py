"""The figures of Jetan, drawn by us after the book's description of each piece: a pictogram of 100 about the origin.

Source: "Jetan, or Martian chess": warrior and padwar wear two feathers, the dwar three, the flier three propellers, the
chief a diadem with ten jewels, the princess one with a single jewel, the thoat is a rider with two feathers, the
panthan wears one feather.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

from boards.drawing.primitives import Circle, Path, Shape, line, placed, rounded
from boards.geometry import Point, Rect

GOLD, JEWEL, PEARL = "#f2c200", "#c8372d", "#ffffff"
_LINE = 3.4

Shapes = tuple[Shape, ...]
Figure = Callable[[str, str], Shapes]
"""Draws with the colour of the body and that of its outline."""


def _area(points: Iterable[tuple[float, float]], fill: str, rim: str, wide: float) -> Path:
    """Return a polygon with a rim."""
    return Path((tuple(Point(x, y) for x, y in points),), fill, rim, wide)


def _feather(x: float, base: float, tip: float, lean: float, body: str, rim: str) -> Shapes:
    """Return a feather with its quill; it leans by so many units to the right at its tip."""
    tall = tip - base
    side = [(x - 1, base), (x - 8 + lean * 0.45, base + tall * 0.55), (x + lean, tip)]
    other = [(x + 8 + lean * 0.55, base + tall * 0.5), (x + 1, base)]
    return (_area([*side, *other], body, rim, _LINE * 0.8), line([(x, base), (x + lean * 0.8, tip - 6)], rim, 1.6))


def _bust(body: str, rim: str) -> Shapes:
    """Return head and shoulders: what all who walk have in common."""
    shoulders = [(-30, -42), (-26, -22), (-12, -14), (12, -14), (26, -22), (30, -42)]
    return (
        _area(shoulders, body, rim, _LINE),
        Circle(Point(0, 0), 17, body, rim, _LINE),
        Circle(Point(-6, 1), 2.4, rim),
        Circle(Point(6, 1), 2.4, rim),
        line([(-5, -8), (5, -8)], rim, 2.2),
    )


def _band(rim: str) -> Shapes:
    return (rounded(Rect(Point(-17, 6), Point(17, 14)), 3, rim),)


def panthan(body: str, rim: str) -> Shapes:
    """Return a soldier with one feather."""
    return (*_feather(0, 12, 46, 0, body, rim), *_bust(body, rim), *_band(rim))


def warrior(body: str, rim: str) -> Shapes:
    """Return two feathers, upright as it goes straight, and a sword at its side."""
    sword = (line([(36, -40), (36, 22)], rim, 4.2), line([(29, -20), (43, -20)], rim, 4.2))
    return (
        *_feather(-8, 12, 46, 0, body, rim),
        *_feather(8, 12, 46, 0, body, rim),
        *_bust(body, rim),
        *_band(rim),
        *sword,
    )


def padwar(body: str, rim: str) -> Shapes:
    """Return two feathers that lean apart, as it goes diagonally, and two crossed swords."""
    swords = (line([(-36, -44), (30, 4)], rim, 3.2), line([(36, -44), (-30, 4)], rim, 3.2))
    return (
        *swords,
        *_feather(-7, 10, 44, -20, body, rim),
        *_feather(7, 10, 44, 20, body, rim),
        *_bust(body, rim),
        *_band(rim),
    )


def dwar(body: str, rim: str) -> Shapes:
    """Return three feathers and a collar."""
    collar = (_area([(-24, -24), (0, -36), (24, -24), (0, -18)], GOLD, rim, 2.0),)
    return (
        *_feather(-13, 10, 44, -6, body, rim),
        *_feather(13, 10, 44, 6, body, rim),
        *_feather(0, 12, 48, 0, body, rim),
        *_bust(body, rim),
        *_band(rim),
        *collar,
    )


def flier(body: str, rim: str) -> Shapes:
    """Return a hull with three propellers."""
    hull = [(-44, -10), (-34, -30), (30, -30), (46, -10), (30, -4), (-34, -4)]
    shapes: list[Shape] = [_area(hull, body, rim, _LINE), line([(-30, -17), (32, -17)], rim, 2.0)]
    for x, top in ((-26, 22), (2, 34), (30, 22)):
        shapes += [line([(x, -4), (x, top)], rim, 3.0)]
        for turned in (20.0, 140.0, 260.0):
            blade = Path(((Point(0, -1.5), Point(5, -5), Point(15, -3), Point(15, 2), Point(4, 3)),), body, rim, 1.6)
            shapes += placed([blade], Point(x, top), 1.0, turned)
        shapes.append(Circle(Point(x, top), 3.6, GOLD, rim, 1.6))
    return tuple(shapes)


def _diadem(rim: str, jewels: Shapes) -> Shapes:
    crown = [(-22, 8), (-27, 27), (-13, 20), (0, 36), (13, 20), (27, 27), (22, 8)]
    return (_area(crown, GOLD, rim, 2.6), *jewels)


def chief(body: str, rim: str) -> Shapes:
    """Return a bearded head with a diadem of ten jewels."""
    beard = _area([(-14, -7), (14, -7), (9, -22), (0, -30), (-9, -22)], rim, rim, 1.0)
    places = [(-17, 12), (-8.5, 12), (0, 12), (8.5, 12), (17, 12), (-21, 21), (21, 21), (-5, 21), (5, 21), (0, 29)]
    jewels = tuple(Circle(Point(x, y), 3.0, PEARL, rim, 1.2) for x, y in places)
    return (*_bust(body, rim), beard, *_diadem(rim, jewels))


def princess(body: str, rim: str) -> Shapes:
    """Return long hair and a diadem with one jewel."""
    hair = _area([(-20, 8), (-31, -40), (-12, -30), (0, -34), (12, -30), (31, -40), (20, 8)], rim, rim, 1.0)
    return (
        *_bust(body, rim)[:1],
        hair,
        *_bust(body, rim)[1:],
        *_diadem(rim, (Circle(Point(0, 19), 7.0, JEWEL, rim, 2.0),)),
    )


def thoat(body: str, rim: str) -> Shapes:
    """Return a mount from the side, its rider with two feathers on its back."""
    mount = [
        (-44, -42), (-40, -12), (-26, -2), (8, -2), (18, 14), (24, 20), (40, 12), (44, 4), (36, 0), (30, 2), (28, -12),
        (32, -42), (24, -42), (16, -22), (-20, -22), (-30, -42),
    ]  # fmt: skip
    return (
        *_feather(-14, 26, 48, -8, body, rim),
        *_feather(-4, 26, 48, 8, body, rim),
        _area([(-22, -2), (-19, 14), (2, 14), (6, -2)], body, rim, 2.8),
        Circle(Point(-9, 20), 9, body, rim, 2.8),
        _area(mount, body, rim, _LINE),
        Circle(Point(30, 11), 2.2, rim),
    )


FIGURES: Mapping[str, Figure] = {
    "warrior": warrior,
    "padwar": padwar,
    "dwar": dwar,
    "flier": flier,
    "chief": chief,
    "princess": princess,
    "thoat": thoat,
    "panthan": panthan,
}
"""By the name of the piece."""
