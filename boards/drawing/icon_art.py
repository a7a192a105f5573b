"""The app's icon: the shapes of the four players, for browsers as SVG and for phones as PNG."""

from __future__ import annotations

import io
from collections.abc import Mapping
from dataclasses import dataclass

from boards.colours import HEX
from boards.drawing.primitives import WHITE, Circle, Drawing, Shape, box, polygon, rounded, sheet
from boards.geometry import Point, Rect

SIDE = 32.0
"""Of the icon, mm."""
INK = "#1b2330"
EDGE, CORNER = 2.0, 6.0


@dataclass(frozen=True)
class IconForm:
    """How a system wants its icons."""

    px: int
    scale: float = 1.0
    """Of the shapes, about the middle."""
    whole: bool = False
    """The ground fills the square, to be cut by whoever shows it; else the icon has round corners of its own."""


ICONS: Mapping[str, IconForm] = {
    "apple-180": IconForm(180, 1.1, whole=True),
    "any-192": IconForm(192),
    "any-512": IconForm(512),
    # A circle of four fifths of the width is never cut (W3C, Web Application Manifest, "maskable").
    "maskable-192": IconForm(192, 0.86, whole=True),
    "maskable-512": IconForm(512, 0.86, whole=True),
}


def icon() -> Drawing:
    """Return the icon with its edge and corners; the origin is its middle."""
    half = (SIDE - EDGE) / 2
    ground = rounded(Rect(Point(-half, -half), Point(half, half)), CORNER, WHITE, INK, EDGE)
    edge = rounded(sheet(SIDE, SIDE), CORNER + EDGE / 2, WHITE)
    return Drawing(sheet(SIDE, SIDE), (ground, *_shapes(1.0)), edge.contours[0])


def icon_png(form: IconForm) -> bytes:
    """Return the icon as a PNG file."""
    # A browser asks for it seldom: what draws pixels is loaded then.
    from PIL import Image

    from boards.drawing.raster import mask, raster

    drawing = (
        Drawing(sheet(SIDE, SIDE), (box(sheet(SIDE, SIDE), WHITE), *_shapes(form.scale))) if form.whole else icon()
    )
    pixels = Image.fromarray(raster(drawing, form.px / SIDE)[:, :, ::-1].copy())
    if not form.whole:
        pixels.putalpha(Image.fromarray(mask(drawing, form.px / SIDE)))
    out = io.BytesIO()
    pixels.save(out, "PNG", optimize=True)
    return out.getvalue()


def _shapes(scale: float) -> tuple[Shape, ...]:
    """Triangle, circle, square and diamond, as in `controller/console/static/shared/shapes.inc`."""

    def placed(*points: tuple[float, float]) -> list[tuple[float, float]]:
        return [(x * scale, y * scale) for x, y in points]

    ((x, y),) = placed((6.5, 6.5))
    return (
        polygon(placed((-6.5, 10.5), (-2.0, 3.0), (-11.0, 3.0)), HEX["red"]),
        Circle(Point(x, y), 4.0 * scale, HEX["blue"]),
        polygon(placed((-10.2, -2.8), (-2.8, -2.8), (-2.8, -10.2), (-10.2, -10.2)), HEX["yellow"]),
        polygon(placed((6.5, -1.5), (11.0, -6.5), (6.5, -11.5), (2.0, -6.5)), HEX["green"]),
    )
