"""Whole games of pieces, for tests."""

from __future__ import annotations

from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import Any

from controller.table.core.phases import Phase
from controller.table.view.view import View
from hardware.simulated.virtual_clock import run
from tests.support.piece_table import PieceTable, piece_table

FEW = "2c7/10/10/10/4r5/10/10/10/R9/2C7 b - 0"
"""Black's chief and orange's have a way to go: with few pieces a game of Jetan ends soon."""

NEARLY = {"chips": {"red": [32, 35], "blue": [1, 34, 39]}, "home": {"red": [48], "blue": [47]}}
"""Chips not far from the base, and in it."""

SWARM = [{"id": n, "player": n % 2, "loc": [6 + n, 7 + n % 4], "hp": 12 + 7 * n} for n in range(6)]

GAMES: dict[str, dict[str, Any]] = {
    "jetan": {"setup": {"games": 2, "position": FEW}},
    "spiral": {"setup": {"sum": 10, **NEARLY}, "computers": {"blue": "medium"}},
    "frogs": {},
    "robots_hex": {"computers": {"violet": "easy"}},
    "robot_game": {"setup": {"turn": 93, "robots": SWARM}},
}


def asked(view: View) -> bool:
    return view.phase == Phase.MOVE.value


def with_table(
    path: Path, test: Callable[[PieceTable], Coroutine[Any, Any, None]], game: str, seed: int = 4, **options: Any
) -> None:
    async def main() -> None:
        async with piece_table(path, game, seed, **options) as quick:
            await test(quick)

    run(main())
