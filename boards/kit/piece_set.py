"""A game of pieces as printed things: its board, its pieces, its die. What print, eye and simulator agree on.

The data come from the game's own table (`controller.games.tabletop`), the geometry is made here. A piece is a lid of
paper, open below: its marker on top, its name on the four sides, light to lift and as high as :data:`LID_MM` says.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from boards.base.errors import GolemError
from boards.base.message import Message, _
from boards.geometry import Point, Rect
from boards.hexboards import HexBoard
from boards.kit.marker_plan import DIE_IDS, MODULES, PIECE_IDS, QUIET_MODULES
from boards.kit.printed_items import Marker
from boards.kit.thing_keys import DieKey, MatKey, PieceKey

LID_MM = 14.0
"""How high a piece is: a lid of paper that fingers can hold."""
RIM_MM = 2.0
"""Colour around a lid's marker and its quiet zone."""
DIE_SIDES = 6


@dataclass(frozen=True)
class BoardSpot:
    """A place on the board where a piece may stand."""

    name: str
    at: Point
    """Its centre in the mat frame, mm."""
    look: str
    """light, dark or home."""
    sign: str
    way: float | None = None
    """Which way the arrow on it points, degrees counter-clockwise from east."""
    fill: str = ""
    """Its colour; empty: that of its look."""


@dataclass(frozen=True)
class PieceKind:
    """Pieces of one kind: whichever of them is taken, nobody can tell."""

    name: str
    owner: str
    mark: str
    """A letter or two that are drawn on it; may be empty."""
    text: Message
    count: int
    looks: bool = False
    """Whether it looks somewhere: an arrow is on the side to which it looks."""
    figure: str = ""
    """The drawing that shows it; empty: its mark is written."""


class TooManyPieces(GolemError):
    """There are not as many markers."""

    exit_status = 2


@dataclass(frozen=True)
class PieceSet:
    """All that a game of pieces needs on a table."""

    game: str
    title: Message
    shape: str
    """Of the places: square or hexagon."""
    cell_mm: float
    spots: tuple[BoardSpot, ...]
    field: Rect
    """The rectangle of all cells, from the origin of the mat frame."""
    border_mm: float
    markers: tuple[Marker, ...]
    """Of the board."""
    kinds: tuple[PieceKind, ...]
    faces: tuple[str, ...]
    """Of its die; empty if there is none."""
    paint: Mapping[str, str]
    """The colour of a cell by how it looks."""
    start: tuple[tuple[str, str], ...] = ()
    """Where pieces stand as a game begins: place and kind."""
    printed: HexBoard | None = None
    """A board that is printed otherwise."""

    @property
    def mat_key(self) -> MatKey:
        """The key of its board."""
        return MatKey(self.game)

    @property
    def sheet(self) -> Rect:
        """The printed board with its border, in the mat frame."""
        return self.field.grown(self.border_mm)

    @property
    def piece_mm(self) -> float:
        """A lid's side: what leaves room for fingers between two neighbours, also where both are turned."""
        return (0.8 if self.shape == "square" else 0.66) * self.cell_mm

    @property
    def marker_mm(self) -> float:
        """The side of a piece's marker, with its quiet zone inside the rim."""
        return (self.piece_mm - 2 * RIM_MM) * MODULES / (MODULES + 2 * QUIET_MODULES)

    def pieces(self) -> Iterator[tuple[PieceKey, PieceKind, int]]:
        """Yield key, kind and marker of every piece. Raises TooManyPieces."""
        ids = iter(PIECE_IDS)
        for kind in self.kinds:
            for number in range(1, kind.count + 1):
                marker = next(ids, None)
                if marker is None:
                    raise TooManyPieces(_("{game} has more than {count} pieces", game=self.game, count=len(PIECE_IDS)))
                yield PieceKey(kind.name, number), kind, marker

    def sides(self) -> Iterator[tuple[DieKey, str, int]]:
        """Yield key, face and marker of every side of the die; faces fewer than sides come again."""
        for number in range(DIE_SIDES if self.faces else 0):
            face = self.faces[number % len(self.faces)]
            yield DieKey("any", face, number // len(self.faces) + 1), face, DIE_IDS[number]


def corner_markers(ids: tuple[int, int, int, int], field: Rect, side_mm: float, out_mm: float) -> tuple[Marker, ...]:
    """Markers at a field's corners: lower left, lower right, upper right, upper left."""
    left, right = field.low.x - out_mm, field.high.x + out_mm
    low, high = field.low.y - out_mm, field.high.y + out_mm
    centres = (Point(left, low), Point(right, low), Point(right, high), Point(left, high))
    return tuple(Marker(marker, centre, side_mm) for marker, centre in zip(ids, centres, strict=True))
