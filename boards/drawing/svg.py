"""Drawings as SVG text: millimetres, y down. No library."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import pairwise
from xml.sax.saxutils import escape

from boards.drawing.primitives import Circle, MarkerShape, Path, Shape, Text, marker_path
from boards.drawing.typography import FAMILY
from boards.geometry import Point, Rect


def svg_shapes(shapes: Iterable[Shape]) -> str:
    """Return the shapes as elements, in their own millimetres with y turned down: (x, y) becomes (x, -y)."""
    return "".join(_element(shape) for shape in shapes)


def svg_document(bounds: Rect, inner: str, attributes: str = "") -> str:
    """Return an SVG whose view box is these bounds. ``inner`` is in the coordinates of :func:`svg_shapes`."""
    view = f"{_n(bounds.low.x)} {_n(-bounds.high.y)} {_n(bounds.width)} {_n(bounds.height)}"
    more = f" {attributes}" if attributes else ""
    return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{view}"{more}>{inner}</svg>'


def _element(shape: Shape) -> str:
    match shape:
        case Path():
            return _path(shape)
        case Circle(centre, radius):
            ink = _ink(shape.fill, shape.stroke, shape.stroke_mm)
            return f'<circle cx="{_n(centre.x)}" cy="{_n(-centre.y)}" r="{_n(radius)}"{ink}/>'
        case Text():
            return _text(shape)
        case MarkerShape(marker):
            return _path(marker_path(marker))


def _path(path: Path) -> str:
    outlines = "".join(_contour(contour, path.closed) for contour in path.contours)
    rule = ' fill-rule="evenodd"' if path.fill and len(path.contours) > 1 else ""
    dash = f' stroke-dasharray="{_n(path.dash_mm)}"' if path.dash_mm else ""
    return f'<path d="{outlines}"{_ink(path.fill, path.stroke, path.stroke_mm)}{rule}{dash}/>'


def _contour(contour: tuple[Point, ...], closed: bool) -> str:
    """Step from point to point; rounded as places, so that errors do not add up."""
    places = [(round(point.x, 2), round(-point.y, 2)) for point in contour]
    steps = [f"M{_n(places[0][0])} {_n(places[0][1])}l"]
    for (x0, y0), (x1, y1) in pairwise(places):
        steps.append(f"{_n(x1 - x0)} {_n(y1 - y0)} ")
    return "".join(steps).rstrip() + ("z" if closed else "")


def _text(text: Text) -> str:
    x, y = _n(text.at.x), _n(-text.at.y)
    weight = ' font-weight="700"' if text.bold else ""
    turned = f' transform="rotate({_n(-text.turned)} {x} {y})"' if text.turned else ""
    return (
        f'<text x="{x}" y="{y}" font-family="{FAMILY}, sans-serif" font-size="{_n(text.size_mm)}"{weight}'
        f' text-anchor="{text.anchor}" fill="{text.fill}"{turned}>{escape(text.text)}</text>'
    )


def _ink(fill: str | None, stroke: str | None, width: float) -> str:
    line = f' stroke="{stroke}" stroke-width="{_n(width)}" stroke-linejoin="round" stroke-linecap="round"'
    return f' fill="{fill or "none"}"' + (line if stroke else "")


def _n(number: float) -> str:
    """At most two decimals, 0.01 mm, and no needless zeros."""
    text = f"{number:.2f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text
