"""A drawing in millimetres, y up: the one source of what is printed, shown on the screen and simulated.

Shapes are frozen; all lines have round ends and joins; areas follow the even-odd rule. Curves are
flattened when they are made, so that every renderer draws the same outline. Colours are ``#rrggbb``.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Literal

from boards.geometry import Point, Rect
from boards.kit.aruco_dictionary import black_modules
from boards.kit.marker_plan import MODULES
from boards.kit.printed_items import Marker

BLACK = "#000000"
WHITE = "#ffffff"
Anchor = Literal["start", "middle", "end"]
Contour = tuple[Point, ...]


@dataclass(frozen=True)
class Path:
    """Polygons, filled together by the even-odd rule, and their outlines."""

    contours: tuple[Contour, ...]
    fill: str | None = None
    stroke: str | None = None
    stroke_mm: float = 0.0
    closed: bool = True
    dash_mm: float = 0.0
    """Length of dashes and gaps of the outline; 0 for a full line."""


@dataclass(frozen=True)
class Circle:
    """A circle."""

    centre: Point
    radius: float
    fill: str | None = None
    stroke: str | None = None
    stroke_mm: float = 0.0


@dataclass(frozen=True)
class Text:
    """One line of text; ``at`` is on its baseline."""

    at: Point
    text: str
    size_mm: float
    """The em."""
    fill: str = BLACK
    bold: bool = False
    anchor: Anchor = "middle"
    turned: float = 0.0
    """Degrees counter-clockwise."""


@dataclass(frozen=True)
class MarkerShape:
    """A marker, black on the white that lies below it."""

    marker: Marker


Shape = Path | Circle | Text | MarkerShape


@dataclass(frozen=True)
class Drawing:
    """Shapes in the frame of the thing that they show."""

    bounds: Rect
    shapes: tuple[Shape, ...]
    outline: Contour = ()
    """The edge along which the thing is cut out; empty: the bounds."""

    @property
    def width_mm(self) -> float:
        """Return the width in mm."""
        return self.bounds.width

    @property
    def height_mm(self) -> float:
        """Return the height in mm."""
        return self.bounds.height

    @property
    def edge(self) -> Contour:
        """The outline, or the corners of the bounds."""
        low, high = self.bounds.low, self.bounds.high
        return self.outline or (low, Point(high.x, low.y), high, Point(low.x, high.y))

    def markers(self) -> tuple[Marker, ...]:
        """Return the markers that are drawn, in order."""
        return tuple(shape.marker for shape in self.shapes if isinstance(shape, MarkerShape))


def sheet(width_mm: float, height_mm: float) -> Rect:
    """Return the bounds of a thing whose origin is its centre."""
    half = Point(width_mm / 2, height_mm / 2)
    return Rect(Point(-half.x, -half.y), half)


def polygon(points: Iterable[tuple[float, float]], fill: str) -> Path:
    """Return the path of a polygon."""
    return Path((tuple(Point(x, y) for x, y in points),), fill)


def line(points: Iterable[tuple[float, float]], stroke: str, width_mm: float, dash_mm: float = 0.0) -> Path:
    """Return a straight line of some width."""
    contour = tuple(Point(x, y) for x, y in points)
    return Path((contour,), None, stroke, width_mm, closed=False, dash_mm=dash_mm)


def box(rect: Rect, fill: str | None, stroke: str | None = None, stroke_mm: float = 0.0) -> Path:
    """Return a filled rectangle."""
    low, high = rect.low, rect.high
    corners = (low, Point(high.x, low.y), high, Point(low.x, high.y))
    return Path((corners,), fill, stroke, stroke_mm)


def rounded(
    rect: Rect, radius: float, fill: str | None, stroke: str | None = None, stroke_mm: float = 0.0, dash_mm: float = 0.0
) -> Path:
    """Return a box with round corners."""
    low, high = rect.low, rect.high
    contour: list[Point] = []
    for x, y, first in (
        (high.x - radius, high.y - radius, 0),
        (low.x + radius, high.y - radius, 90),
        (low.x + radius, low.y + radius, 180),
        (high.x - radius, low.y + radius, 270),
    ):
        contour += arc(Point(x, y), radius, first, first + 90)
    return Path((tuple(contour),), fill, stroke, stroke_mm, dash_mm=dash_mm)


def arc(centre: Point, radius: float, first: float, last: float) -> list[Point]:
    """Points on a circle from one angle to another (degrees, either way round), both included.

    The chord is at most 6 degrees long: 0.04 mm off the circle at a radius of 30 mm.
    """
    count = max(2, math.ceil(abs(last - first) / 6) + 1)
    angles = (math.radians(first + (last - first) * n / (count - 1)) for n in range(count))
    return [Point(centre.x + radius * math.cos(angle), centre.y + radius * math.sin(angle)) for angle in angles]


def placed(shapes: Sequence[Shape], at: Point, scale: float = 1.0, turned: float = 0.0) -> tuple[Shape, ...]:
    """Shapes made larger, then turned (degrees counter-clockwise), then moved."""

    along, aside = scale * math.cos(math.radians(turned)), scale * math.sin(math.radians(turned))

    def move(point: Point) -> Point:
        return Point(point.x * along - point.y * aside + at.x, point.x * aside + point.y * along + at.y)

    def moved(shape: Shape) -> Shape:
        match shape:
            case Path():
                contours = tuple(tuple(move(point) for point in contour) for contour in shape.contours)
                return replace(
                    shape, contours=contours, stroke_mm=shape.stroke_mm * scale, dash_mm=shape.dash_mm * scale
                )
            case Circle():
                return replace(
                    shape, centre=move(shape.centre), radius=shape.radius * scale, stroke_mm=shape.stroke_mm * scale
                )
            case Text():
                return replace(shape, at=move(shape.at), size_mm=shape.size_mm * scale, turned=shape.turned + turned)
            case MarkerShape(marker):
                side = marker.side_mm * scale
                return MarkerShape(Marker(marker.id, move(marker.centre), side, marker.turned + turned))

    return tuple(moved(shape) for shape in shapes)


def marker_path(marker: Marker) -> Path:
    """Return the black of a marker as one area: a box for every run of black modules in a row."""
    module = marker.side_mm / MODULES
    runs: list[Contour] = []
    for row, blacks in enumerate(black_modules(marker.id)):
        top = marker.side_mm / 2 - row * module
        for first, last in _runs(blacks):
            left, right = first * module - marker.side_mm / 2, last * module - marker.side_mm / 2
            corners = (Point(left, top - module), Point(right, top - module), Point(right, top), Point(left, top))
            runs.append(tuple(corner.rotated(marker.turned) + marker.centre for corner in corners))
    return Path(tuple(runs), BLACK)


def _runs(blacks: Sequence[bool]) -> list[tuple[int, int]]:
    """Where black begins and ends along a row."""
    framed = (False, *blacks, False)
    edges = [at for at in range(len(blacks) + 1) if framed[at] != framed[at + 1]]
    return list(zip(edges[::2], edges[1::2], strict=True))
