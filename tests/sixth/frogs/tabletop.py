"""Frogs with the hands: eight stones in a row, a frog for each player."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from controller.games.tabletop import Choice, Piece, Spot, Tabletop

from .game import FACES, LAST, PLAYERS, Frogs, State


class FrogTable(Tabletop[State]):
    faces = FACES

    def spots(self, state: State) -> tuple[Spot, ...]:
        return tuple(Spot(str(n), n - 1, 0, "home" if n == LAST else "light", str(n)) for n in range(1, LAST + 1))

    def pieces(self, state: State) -> tuple[Piece, ...]:
        stones = sorted(zip(PLAYERS, state.stones, strict=True))
        return tuple(Piece(player, player, str(stone), "F") for player, stone in stones if stone)

    def choices(self, state: State) -> tuple[Choice, ...]:
        if not state.throw:
            return ()
        stone = state.stones[state.turn]
        return Choice("jump", str(stone) if stone else None, str(min(LAST, stone + state.throw))), Choice("wait")

    def players(self, setup: Mapping[str, Any]) -> tuple[str, ...]:
        return PLAYERS


TABLETOP = FrogTable(Frogs())
