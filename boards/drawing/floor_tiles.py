"""The floor of pale tiles that is printed where things are laid: the eye tells by it that nothing lies there.

Mats' cells and trays' lanes have one (decisions 20 and 22). Half of a floor is tiles, half the joints between them, so
most of its contrast is one wave along x and one along y, which blur and compression keep.
"""

from __future__ import annotations

from dataclasses import dataclass

from boards.drawing.primitives import Path
from boards.geometry import Point, Rect, SquareGrid
from boards.kit.trays import TRAY

TILE_PITCH_MM, TILE_SHARE = 10.0, 0.7
"""About how far apart the tiles are, and their side as a part of that."""
LANE_TILES = 7, 10
"""Tiles of a lane along each place for a card, and across the lane."""


@dataclass(frozen=True)
class FloorGrid:
    """Where the tiles of a floor are, mm."""

    area: Rect
    """A whole number of tiles fill it."""
    pitch: Point
    """Distance of tiles from middle to middle, along x and y."""

    def tiles(self, part: Rect, colour: str, rounded: bool = False, within: Rect | None = None) -> Path:
        """Return the tiles in a part of the area that whole tiles fill.

        ``rounded``: leave out those in its corners; ``within``: cut them at the sides of this rectangle.
        """
        counts = round(part.width / self.pitch.x), round(part.height / self.pitch.y)
        margin = Point(self.pitch.x * (1.0 - TILE_SHARE) / 2, self.pitch.y * (1.0 - TILE_SHARE) / 2)
        found: list[tuple[Point, ...]] = []
        for row in range(counts[1]):
            for column in range(counts[0]):
                if rounded and column in (0, counts[0] - 1) and row in (0, counts[1] - 1):
                    continue
                low = part.low + Point(column * self.pitch.x, row * self.pitch.y) + margin
                high = low + Point(self.pitch.x * TILE_SHARE, self.pitch.y * TILE_SHARE)
                if within is not None:
                    low = Point(max(low.x, within.low.x), max(low.y, within.low.y))
                    high = Point(min(high.x, within.high.x), min(high.y, within.high.y))
                if low.x < high.x and low.y < high.y:
                    found.append((low, Point(high.x, low.y), high, Point(low.x, high.y)))
        return Path(tuple(found), colour)


def cell_floor(grid: SquareGrid) -> FloorGrid:
    """Return the floor of a mat's cells, in the mat's frame."""
    pitch = grid.cell_mm / max(1, round(grid.cell_mm / TILE_PITCH_MM))
    return FloorGrid(Rect(Point(0.0, 0.0), Point(grid.width_mm, grid.height_mm)), Point(pitch, pitch))


_PITCH = Point(TRAY.slot_mm / LANE_TILES[0], TRAY.lane_mm / LANE_TILES[1])
_HALF_TILE = Point(_PITCH.x / 2, 0.0)


def half_tile_wider(part: Rect) -> Rect:
    """Return a part of the lanes and half a tile more at its left and right: there tiles lie across its ends."""
    return Rect(part.low - _HALF_TILE, part.high + _HALF_TILE)


LANE_FLOOR = FloorGrid(half_tile_wider(TRAY.field), _PITCH)
"""The floor of a tray's lanes, in the tray's frame. Between two places for cards runs a column of tiles: what sticks
out below a card's long side hides some of it."""
