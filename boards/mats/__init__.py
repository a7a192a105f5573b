"""The mats: fields with a printed border that carries the markers which tell the camera where the table is.

A mat is data, a YAML file in this folder; :func:`load` reads one and says every mistake with file, line
and key. The mat's own frame is the mat frame: origin in the lower left corner of the field.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from boards.base.errors import GolemError
from boards.base.message import Message
from boards.base.yaml_reader import Section, read_document
from boards.geometry import Point, Rect, SquareGrid
from boards.kit.marker_plan import MAT_IDS, quiet_mm
from boards.kit.printed_items import Marker

BUILT_IN: tuple[str, ...] = ("mat:4x4", "mat:6x6")
"""The mats that are shipped. Their files are named after the keys."""


@dataclass(frozen=True)
class Mat:
    """A printed mat."""

    key: str
    title: Message
    grid: SquareGrid
    border_mm: float
    markers: tuple[Marker, ...]
    """At the field's corners: lower left, lower right, upper right, upper left."""

    @property
    def field(self) -> Rect:
        """All cells, in the mat frame."""
        return Rect(Point(0.0, 0.0), Point(self.grid.width_mm, self.grid.height_mm))

    @property
    def sheet(self) -> Rect:
        """The printed sheet, in the mat frame."""
        return self.field.grown(self.border_mm)

    @property
    def size_mm(self) -> tuple[float, float]:
        return self.sheet.width, self.sheet.height


class UnknownMat(GolemError):
    """No mat of this key is shipped."""

    exit_status = 2

    def __init__(self, key: str) -> None:
        super().__init__(f"there is no mat {key!r}; known are {' and '.join(BUILT_IN)}")
        self.key = key


@lru_cache
def mat(key: str) -> Mat:
    """A built-in mat by its key, ``mat:4x4`` or ``mat:6x6``."""
    if key not in BUILT_IN:
        raise UnknownMat(key)
    return load(Path(__file__).with_name(f"{key.removeprefix('mat:')}.yaml"))


def load(path: Path) -> Mat:
    """The mat of a YAML file. Raises Problems with file, line and key."""
    return read_document(path, build)


def build(top: Section) -> Mat:
    """The mat that a YAML document says."""
    key = top.text("key")
    title = top.message("title")
    columns, rows = top.integer("columns", 1, 26), top.integer("rows", 1, 26)
    cell, border = top.number("cell_mm", 20, 500), top.number("border_mm", 20, 200)
    grid = SquareGrid(columns, rows, cell)
    markers = read_markers(top, grid.width_mm, grid.height_mm, border)
    if not key.startswith("mat:"):
        top.problem("key", "a mat's key begins with mat:")
    return Mat(key, title, grid, border, markers)


def read_markers(top: Section, width: float, height: float, border: float) -> tuple[Marker, ...]:
    """The markers at the corners of a field of this size (mm), with a border of this width around it."""
    corners = top.section("markers")
    if not corners:
        return ()
    ids = corners.integers("ids", 4, MAT_IDS.start, MAT_IDS.stop - 1)
    if len({*ids}) < len(ids):
        corners.problem("ids", "the four ids must differ")
    side, out = corners.number("side_mm", 15, 150), corners.number("out_mm", 10, 190)
    room = side / 2 + quiet_mm(side)
    if out < room or border - out < room:
        fits = f"a marker of {side:g} mm and its quiet zone need {room:g} mm on both sides of their centre"
        corners.problem("out_mm", f"{fits}; there are {out:g} to the field and {border - out:g} to the edge")
    left, right, low, high = -out, width + out, -out, height + out
    centres = (Point(left, low), Point(right, low), Point(right, high), Point(left, high))
    return tuple(Marker(marker, centre, side) for marker, centre in zip(ids, centres, strict=True))
