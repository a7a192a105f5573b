"""What a solver has to say."""

from __future__ import annotations

from typing import NamedTuple

from controller.games.golems.puzzles.puzzle import Size, Try


class Answer(NamedTuple):
    """A shortest solution, or the proof that there is none."""

    solution: Try | None
    size: Size | None
    rows: int
    """Rows played until the goal is reached."""
    looked_at: int
    """Rows that were tried: the measure of the search."""
