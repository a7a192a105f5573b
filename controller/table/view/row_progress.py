"""What of a row has been shown by the golems so far: a screen tells nothing that has not been done."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from boards.geometry import wrap_degrees
from controller.games.game_registry import AnyTabletop
from controller.table.view.view import ActingView, PieceView, PlayView

FACING_DEG = 10.0
"""A robot on a stage looks a way of its game if it looks so near it, by dead reckoning."""


@dataclass(frozen=True)
class RowProgress:
    """How far golems are with a row."""

    stands: Mapping[str, tuple[str | None, float]]
    """By golem: its cell (None: between cells) and its heading, degrees, after what it has done so far."""
    waiting: frozenset[str]
    """Who has something left to do."""
    played: frozenset[str] = frozenset()
    """On a stage: the pieces for which a robot stands."""
    sentences: tuple[int, ...] = ()
    """On a stage, where a row is told event by event: the events that have been shown, by their numbers."""


def mat_acting(tabletop: AnyTabletop, before: Any, play: PlayView, progress: RowProgress | None) -> ActingView:
    """Return what screens show while golems act a row out on a mat; None as progress: nothing of it is done yet.

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
    return ActingView(replace(play, pieces=tuple(map(shown, play.pieces)), tokens=tokens), told)


def stage_acting(tabletop: AnyTabletop, before: PlayView, play: PlayView, progress: RowProgress | None) -> ActingView:
    """Return what screens show while a small fleet acts a step out on a stage; None as progress: nothing is done yet.

    `before` shows the board before the step, `play` what comes of it.
    """
    stood, stand = ({piece.name: piece for piece in shown.pieces} for shown in (before, play))
    if progress is None:
        played = frozenset(name for name, piece in stood.items() if not piece.ghost)
        progress = RowProgress({}, frozenset(stood) | frozenset(stand), played)
    pieces: list[PieceView] = []
    for name in sorted({*stood, *stand}):
        piece = stood.get(name) if name in progress.waiting else stand.get(name)
        if piece is not None and name in progress.waiting:
            piece = _brought(piece, tabletop, progress.stands.get(name))
        if piece is not None:
            pieces.append(replace(piece, ghost=name not in progress.played))
    play = replace(play, pieces=tuple(pieces))
    if progress.waiting:
        play = replace(play, tokens=before.tokens, last=before.last, facts=before.facts)
    return ActingView(play, sentences=progress.sentences)


def _brought(piece: PieceView, tabletop: AnyTabletop, stands: tuple[str | None, float] | None) -> PieceView:
    """Return a piece where a robot has brought it so far."""
    if stands is None:
        return piece
    spot, heading = stands
    facing = next(
        (name for name, way in tabletop.headings.items() if abs(wrap_degrees(heading - way)) <= FACING_DEG), None
    )
    if facing is None:
        return replace(piece, spot=spot or piece.spot)
    return replace(piece, spot=spot or piece.spot, heading=tabletop.headings[facing], facing=facing)
