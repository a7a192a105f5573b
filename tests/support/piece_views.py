"""Views of games of pieces, played at a table in virtual time, for tests of the page and for looking at it."""

from __future__ import annotations

import tempfile
from functools import cache
from pathlib import Path
from typing import Any

from controller.table.phases import Phase
from controller.table.view import View
from hardware.simulated.clock import run
from tests.support.piece_table import piece_table


@cache
def piece_scenes(game: str, steps: int = 0) -> dict[str, View]:
    """By name: a move that is asked for after at least so many steps, and the first hands that are asked for then."""
    found: dict[str, View] = {}
    setup: dict[str, Any] = {"sum": 10} if game == "spiral" else {}

    async def play(path: Path) -> None:
        async with piece_table(path, game, 9, setup=setup) as quick:
            move = await quick.until(lambda view: view.phase == Phase.MOVE.value and len(view.story) >= steps)
            found["move"] = move
            found["hands"] = await quick.until(
                lambda view: view.phase == Phase.HANDS.value and view.sequence > move.sequence
            )

    with tempfile.TemporaryDirectory() as folder:
        run(play(Path(folder) / "game.jsonl"))
    return found
