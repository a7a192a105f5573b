"""What of a row has been shown by the golems so far: a screen tells nothing that has not been done."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from controller.games.game_registry import AnyTabletop
from controller.table.view.view import ActingView, PieceView, PlayView


@dataclass(frozen=True)
class RowProgress:
    """How far golems are with a row."""

    stands: Mapping[str, tuple[str | None, float]]
    """By golem: its cell (None: between cells) and its heading, degrees, after what it has done so far."""
    waiting: frozenset[str]
    """Who has something left to do."""


def acting_view(tabletop: AnyTabletop, before: Any, play: PlayView, progress: RowProgress | None) -> ActingView:
    """Return what screens show while a row is acted out; None as progress: nothing of it is done yet.

    `before` is the game's state before the row, `play` shows what comes of it.
    """
    stood = {piece.name: piece for piece in tabletop.pieces(before)}
    waiting = frozenset(stood) if progress is None else progress.waiting
    facings = {degrees % 360.0: name for name, degrees in tabletop.headings.items()}

    def shown(piece: PieceView) -> PieceView:
        was = stood.get(piece.name)
        if was is None or piece.name not in waiting:
            return piece
        cell, heading = (None, None) if progress is None else progress.stands.get(piece.name, (None, None))
        facing = None if heading is None else facings.get(heading % 360.0)
        return replace(
            piece,
            spot=cell or was.spot,
            heading=was.heading if facing is None else tabletop.headings[facing],
            facing=facing or was.facing,
            lives=was.lives,
            carries=was.carries,
            alive=True,
        )

    told = tuple(piece.name for piece in play.pieces if piece.name not in waiting)
    tokens = tabletop.tokens(before) if waiting else play.tokens
    return ActingView(tuple(map(shown, play.pieces)), tokens, told)
