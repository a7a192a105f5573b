"""How games of pieces are usually played."""

from __future__ import annotations

from controller.games.game_registry import tabletop_named
from controller.table.core.settings import Settings
from controller.table.motion.motion_plan import REFERENCE_PACE

TURN_S = 1.0
"""How long a turn is looked at in a game that plays by itself."""


def usual_settings(game: str, *, ghosts: bool = False, staged: bool = False) -> Settings:
    """How a game of this name is usually played; `staged`: robots act on a mat, and are watched over."""
    if tabletop_named(game).automatic:
        return Settings(pieces="ghosts", reveal_s=TURN_S, guard=staged, pace=REFERENCE_PACE)
    return Settings(pieces="ghosts" if ghosts or staged else "hands", guard=staged, pace=REFERENCE_PACE)
