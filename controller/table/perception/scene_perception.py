"""Choose what takes the scenes of a table, by what is looked at."""

from __future__ import annotations

import random

from controller.table.core.context import TableContext
from controller.table.perception.golem_perception import GolemPerception
from controller.table.perception.piece_perception import PiecePerception
from controller.table.perception.step_perception import StepPerception


def perception_of(context: TableContext, chance: random.Random) -> GolemPerception | PiecePerception | StepPerception:
    """Return what takes the scenes of this table: of pieces on a board, of steps laid as cards, or of golems."""
    tabletop, ledger, playfield, memory = context.tabletop, context.ledger, context.playfield, context.memory
    if playfield.pieces is not None:
        return PiecePerception(tabletop, ledger, playfield.pieces, context.settings, memory)
    if playfield.acting is not None:
        return StepPerception(tabletop, ledger, memory)
    return GolemPerception(context, chance)
