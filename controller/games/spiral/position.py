"""A position of the dice race: whose chips stand where, who is home, who misses turns, whose turn it is. Frozen."""

from __future__ import annotations

from typing import NamedTuple

from controller.games.game import Json
from controller.games.spiral.board import Board
from controller.games.spiral.path import BASE

NAME = "spiral"
MOST_CHIPS = 4
"""Of a player on the board, those in the base included."""

Cells = tuple[int, ...]


class Position(NamedTuple):
    """Everything by player, in the order of `players`, which is the order of turns."""

    players: tuple[str, ...]
    chips: tuple[Cells, ...]
    """Cells of chips that are not home, sorted."""
    home: tuple[Cells, ...]
    """Base cells that a player holds, sorted."""
    skips: tuple[int, ...]
    """Turns to miss."""
    turn: int


def last_free(board: Board, position: Position) -> int:
    """Return the last base cell that nobody holds. With a full base it is the cell before the base."""
    return board.cells - sum(map(len, position.home))


def is_full(position: Position) -> bool:
    """Return whether the base is full, which ends the game."""
    return sum(map(len, position.home)) >= BASE


def dump_position(position: Position) -> dict[str, Json]:
    """Return the position in the form of `golem resolve`: valid input again."""
    order = sorted(range(len(position.players)), key=position.players.__getitem__)
    return {
        "game": NAME,
        "players": list(position.players),
        "chips": {position.players[n]: list(position.chips[n]) for n in order},
        "home": {position.players[n]: list(position.home[n]) for n in order},
        "skips": {position.players[n]: position.skips[n] for n in order if position.skips[n]},
        "turn": position.players[position.turn],
    }


def scores(position: Position) -> dict[str, int]:
    """Each player's sum: chips on the board, followed by a zero for each base cell held."""
    return {
        player: (len(chips) + len(home)) * 10 ** len(home)
        for player, chips, home in sorted(zip(position.players, position.chips, position.home, strict=True))
    }


def leaders(position: Position) -> tuple[str, ...]:
    """Who holds the most base cells, sorted by name."""
    most = max(map(len, position.home))
    return tuple(sorted(p for p, held in zip(position.players, position.home, strict=True) if len(held) == most))
