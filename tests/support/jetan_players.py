"""Plain players to measure the Jetan opponent by, and matches between players."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import NamedTuple

from controller.games.jetan.moves import Move, legal_moves, play
from controller.games.jetan.notation import START, parse_position
from controller.games.jetan.opponent import think
from controller.games.jetan.pieces import BLACK, KINDS, SIDES
from controller.games.jetan.position import Position, squares_of
from controller.games.jetan.stakes import VALUES

Player = Callable[[Position, random.Random], Move]

MOST_PLIES = 300
"""A game that lasts longer counts as drawn: no rule ends it."""


def any_legal(position: Position, rng: random.Random) -> Move:
    """Any legal move."""
    return rng.choice(list(legal_moves(position)))


def greedy(position: Position, rng: random.Random) -> Move:
    """The dearest capture (a chief only by the chief), or else any move; it looks no further."""
    worths = []
    others = position.men[1 - position.turn]
    for move in legal_moves(position):
        there = 1 << move.target
        worth = 0
        if squares_of(others) & there:
            kind = next(kind for kind, squares in zip(KINDS, others, strict=True) if squares & there)
            own = position.at(move.origin)
            worth = 100 if kind.name == "princess" else VALUES[kind.name]
            if kind.name == "chief":
                worth = 100 if own is not None and KINDS[own[1]].name == "chief" else -1
        worths.append((worth, rng.random(), move))
    return max(worths)[2]


def computer(strength: str, nodes: int | None = None) -> Player:
    """The computer, with another budget than its own, if one is given."""

    def player(position: Position, rng: random.Random) -> Move:
        return think(position, strength, rng.getrandbits(32), nodes).move

    return player


class Result(NamedTuple):
    """Games of one player, both colours in turn."""

    won: int
    lost: int
    drawn: int
    plies: int


def play_game(black: Player, orange: Player, rng: random.Random) -> tuple[tuple[str, ...], int]:
    """Who has won a game from the start, and how many moves it took."""
    position = parse_position(START)
    for ply in range(1, MOST_PLIES + 1):
        player = black if position.turn == BLACK else orange
        move = player(position, rng)
        found = position.at(move.origin)
        assert found is not None and found[0] == position.turn
        played = play(position, found[1], move)
        if played.outcome is not None:
            return played.outcome.winners, ply
        position = played.position
    return (), MOST_PLIES


def match(player: Player, other: Player, games: int, seed: str) -> Result:
    """Seeded games from the start, black and orange in turn."""
    won = lost = drawn = plies = 0
    for number in range(games):
        mine = number % 2
        sides = (player, other) if mine == BLACK else (other, player)
        winners, lasted = play_game(*sides, random.Random(f"{seed}/{number}"))
        won += winners == (SIDES[mine],)
        lost += winners == (SIDES[1 - mine],)
        drawn += not winners
        plies += lasted
    return Result(won, lost, drawn, plies)
