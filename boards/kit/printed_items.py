"""The printed things of a kit: their keys, sizes, heights and markers. What print, eye and simulator agree on.

A thing's own frame: origin in its centre (of a mat: the lower left corner of its field), +x to its right
(of a golem's top: where the golem looks), +y up, mm. A pose's heading is the direction of the thing's +x.
"""

from __future__ import annotations

from dataclasses import dataclass

from boards.geometry import Point
from boards.kit.thing_keys import ThingKey


@dataclass(frozen=True)
class Marker:
    """An ArUco marker as it is printed on a thing."""

    id: int
    centre: Point
    """In the thing's own frame, mm."""
    side_mm: float
    """The black square's side, without the white quiet zone."""
    turned: float = 0.0
    """Degrees counter-clockwise by which the marker's own +x is turned in the thing's frame."""


@dataclass(frozen=True)
class PrintedItem:
    """A printed item: what it is, how large, with which markers."""

    key: ThingKey
    """Unique in a kit."""
    size_mm: tuple[float, float]
    """Width and height of the printed sheet."""
    height_mm: float
    """How high above the mat the print is: 0 for what lies flat, 60 for a golem's top."""
    markers: tuple[Marker, ...]
    outline: tuple[Point, ...] = ()
    """The edge of its print in its own frame; empty: that of its drawing (boards.drawing.artwork)."""
