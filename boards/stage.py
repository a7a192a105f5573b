"""A stage: the part of a board that robots act out on a printed mat, and the wings round it where idle robots wait.

The mat's outermost cells are the wings; what lies inside shows places of the game's board, one a cell.
"""

from __future__ import annotations

from dataclasses import dataclass

from boards.base.message import Message
from boards.cell_grid import Grid
from boards.geometry import Cell, Point, Rect
from boards.hexboards import HexBoard
from boards.kit.marker_plan import MAT_MARKER_MM
from boards.kit.piece_set import corner_markers
from boards.kit.printed_items import Marker
from boards.kit.thing_keys import MatKey

CELL_MM = 100.0
"""As wide as on the mats of Battle of Golems: a golem is 70 mm across."""
BODY_MM = 70.0
"""How wide a golem is."""
BORDER_MM = 80.0
OUT_MM = 40.0
STAGE_KEY = MatKey("stage")


@dataclass(frozen=True)
class StagePlace:
    """A place of the game's board on the mat."""

    name: str
    cell: Cell
    look: str
    """light, dark or home."""


@dataclass(frozen=True)
class Stage:
    """A mat on which robots act out a part of a game."""

    title: Message
    grid: Grid
    """All cells, the wings too."""
    places: tuple[StagePlace, ...]
    marker_ids: tuple[int, int, int, int]
    """At the corners: lower left, lower right, upper right, upper left."""
    board: HexBoard | None = None
    """What is printed on the places of a stage of hexagons: this whole board."""

    @property
    def wings(self) -> tuple[Cell, ...]:
        """The cells where idle robots wait: the outermost, row by row from below."""
        grid = self.grid
        cells = (Cell(column, row) for row in range(grid.rows) for column in range(grid.columns))
        return tuple(c for c in cells if c.column in (0, grid.columns - 1) or c.row in (0, grid.rows - 1))

    @property
    def programmed(self) -> bool:
        """Whether programs are laid on it as cards: so it is on hexagons."""
        return self.board is not None

    @property
    def off_centre_mm(self) -> float:
        """How far bodies may be from the middles of their cells, and still not touch when others drive by."""
        return (self.grid.clearance_mm - BODY_MM) / 2.0

    @property
    def field(self) -> Rect:
        """Return the rectangle of the cells, in mm."""
        return Rect(Point(0.0, 0.0), Point(self.grid.width_mm, self.grid.height_mm))

    @property
    def sheet(self) -> Rect:
        """The printed sheet, in the mat frame."""
        return self.field.grown(BORDER_MM)

    @property
    def markers(self) -> tuple[Marker, ...]:
        """Return the markers at the corners."""
        return corner_markers(self.marker_ids, self.field, MAT_MARKER_MM, OUT_MM)

    def cells(self) -> dict[str, Cell]:
        """Return the cell of each place that is on the stage."""
        return {place.name: place.cell for place in self.places}
