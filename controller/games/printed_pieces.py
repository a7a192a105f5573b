"""A game's table as printed things: the same places and pieces that the page draws, in millimetres."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from boards.base.message import literal
from boards.geometry import Point, Rect
from boards.kit.piece_set import BoardSpot, PieceKind, PieceSet, corner_markers
from controller.games.tabletop import Spot, Tabletop

BORDER_MM = 60.0
MARKER_MM = 42.0
OUT_MM = 30.0
"""Module 6 mm, quiet zone 9 mm: marker and quiet zone fill the border exactly."""


def piece_set(tabletop: Tabletop[Any], setup: Mapping[str, Any]) -> PieceSet:
    """Return the printed things of a game that begins with this setup, which the rules take."""
    state = tabletop.game.start(setup)
    board = tabletop.printed(state)
    cell = tabletop.cell_mm if board is None else board.grid.cell_mm
    spots = tuple(_spot(tabletop, spot, cell) for spot in tabletop.spots(state))
    if board is not None:
        field, border, markers = _field(board.grid.width_mm, board.grid.height_mm), board.border_mm, board.markers
    else:
        field, border = _around(spots, cell), BORDER_MM
        markers = corner_markers(tabletop.board_ids, field, MARKER_MM, OUT_MM)
    return PieceSet(
        game=tabletop.game.name,
        title=tabletop.title or literal(tabletop.game.name),
        shape=tabletop.shape,
        cell_mm=cell,
        spots=spots,
        field=field,
        border_mm=border,
        markers=markers,
        kinds=tuple(
            PieceKind(kind.kind, kind.owner, kind.mark, kind.text, kind.count, kind.looks, kind.figure)
            for kind in tabletop.box(state, tabletop.players(setup))
        ),
        faces=tabletop.faces,
        paint=tabletop.paint,
        start=tuple((piece.spot, tabletop.kind(piece.name)) for piece in tabletop.pieces(state)),
        printed=board,
    )


def _spot(tabletop: Tabletop[Any], spot: Spot, cell: float) -> BoardSpot:
    # A square's centre is told from that of the lower left one, a hexagon's from the corner of the field.
    aside = 0.5 if tabletop.shape == "square" else 0.0
    at = Point((spot.x + aside) * cell, (spot.y + aside) * cell)
    return BoardSpot(spot.name, at, spot.look, spot.sign, spot.way, spot.fill)


def _field(width: float, height: float) -> Rect:
    return Rect(Point(0.0, 0.0), Point(width, height))


def _around(spots: tuple[BoardSpot, ...], cell: float) -> Rect:
    """Return the rectangle of all squares."""
    return _field(max(spot.at.x for spot in spots) + cell / 2, max(spot.at.y for spot in spots) + cell / 2)
