"""What lies below the cameras of a table: a mat of the kit, a board with pieces, or a stage."""

from __future__ import annotations

from dataclasses import dataclass

from boards.kit.kit import Kit, kit
from boards.kit.piece_kit import piece_kit
from boards.kit.piece_set import PieceSet
from boards.kit.stage_kit import stage_kit
from boards.kit.thing_keys import MatKey, parse_mat_key
from boards.stage import STAGE_KEY, Stage
from controller.games.game_registry import tabletop_named
from controller.games.printed_pieces import piece_set
from controller.games.stage_area import stage_of
from controller.table.core.record.entries import Header


@dataclass(frozen=True)
class PlaySurface:
    """What cameras look at."""

    kit: Kit
    mat: MatKey
    pieces: PieceSet | None = None
    """Of a game whose pieces the cameras see."""
    stage: Stage | None = None
    """Where a small fleet acts out a game."""


def surface_of(header: Header, *, staged: bool) -> PlaySurface:
    """For a game by its record's first entry. `staged`: robots act out a game of pieces.

    Raises :class:`boards.base.errors.Problems` for one that has no stage.
    """
    if header.mat:
        return PlaySurface(kit(header.deck_seed, header.rules), parse_mat_key(header.mat))
    tabletop = tabletop_named(header.game)
    if staged:
        stage = stage_of(tabletop, tabletop.game.start(header.setup))
        return PlaySurface(stage_kit(stage), STAGE_KEY, stage=stage)
    pieces = piece_set(tabletop, header.setup)
    return PlaySurface(piece_kit(pieces), pieces.mat_key, pieces)
