"""Plain players to measure the computer golem by: one that does anything, and a greedy one."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence

from boards.geometry import Cell
from boards.kit.decks import deck_counts
from controller.games.game import Outcome
from controller.games.golems.documents.document_reader import read_position
from controller.games.golems.opponent import choose
from controller.games.golems.rules.position import Position
from controller.games.golems.rules.program import ACTIONS, BLANK, FACES, Terms, check_program, parse_row
from controller.games.golems.rules.round import play_round
from controller.games.golems.rules.setup import standard_setup

DIE = ("if", "repeat 2", "repeat 3", BLANK, BLANK, BLANK)
DECK = {kind.value: count for kind, count in deck_counts().items()}

Player = Callable[[Position, str, str | None, random.Random], Sequence[str]]
"""Position, colour, face of the own die -> a program."""


def any_legal(position: Position, colour: str, face: str | None, rng: random.Random) -> list[str]:
    """A legal program; every row of every form that the die allows is as likely as any other of its form."""
    del colour
    while True:
        rows = [_any_row(face, rng) for _ in range(4)]
        if not check_program(rows, Terms(position.rules, position.way, face), "")[1]:
            return rows


def _any_row(face: str | None, rng: random.Random) -> str:
    first, second = rng.choice(ACTIONS), rng.choice(ACTIONS)
    bonus = FACES[face or BLANK]
    if not bonus or rng.random() < 0.6:
        return first
    card = rng.choice(bonus)
    return f"{card} {first} else {second}" if card.startswith("if") else f"{card} {first}"


TRIES = 300


def greedy(position: Position, colour: str, face: str | None, rng: random.Random) -> list[str]:
    """Of 300 legal programs the one with the best end of this round, if all others stood: lives, then nearness."""
    best: tuple[float, list[str]] | None = None
    for _ in range(TRIES):
        rows = any_legal(position, colour, face, rng)
        played = play_round(position, {colour: tuple(map(parse_row, rows))})
        score = _score(colour, played.position, played.outcome)
        if best is None or score > best[0]:
            best = (score, rows)
    assert best is not None
    return best[1]


def _score(colour: str, position: Position, outcome: Outcome | None) -> float:
    golems = {golem.colour: golem for golem in position.golems}
    me = golems.pop(colour, None)
    if me is None:
        return -1000.0
    if outcome is not None and outcome.winners:
        return 1000.0 if me.side in outcome.winners else -1000.0
    here = Cell.parse(me.at)
    cells = [Cell.parse(golem.at) for golem in golems.values()]
    near = min(abs(here.column - cell.column) + abs(here.row - cell.row) for cell in cells)
    facing = any(position.grid.ahead[me.facing][me.at] == golem.at for golem in golems.values())
    return 10.0 * me.lives - 10.0 * sum(golem.lives for golem in golems.values()) - near + 0.5 * facing


def computer(strength: str, playouts: int | None = None) -> Player:
    """The computer golem, with a bound of thinking other than its own, if one is given."""

    def player(position: Position, colour: str, face: str | None, rng: random.Random) -> Sequence[str]:
        return choose(position, colour, strength, rng.getrandbits(32), face=face, playouts=playouts)

    return player


def play(start: Position, players: dict[str, Player], rng: random.Random) -> tuple[str, ...]:
    """A game with dice, until somebody has won or the energy is out: who has won."""
    position = start
    while True:
        faces = {colour: rng.choice(DIE) if position.way == "standard" else None for colour in position.colours}
        programs = {
            colour: tuple(map(parse_row, players[colour](position, colour, faces[colour], rng)))
            for colour in position.colours
        }
        position, _, outcome = play_round(position, programs)
        if outcome is not None:
            return outcome.winners


def wins(player: Player, other: Player, games: int, seed: str) -> tuple[int, int, int]:
    """Games of two on 4x4, colours in turn: won by the first, won by the other, drawn."""
    start = read_position(standard_setup(2, (4, 4)))
    won = lost = 0
    for number in range(games):
        mine, theirs = ("red", "blue") if number % 2 else ("blue", "red")
        winners = play(start, {mine: player, theirs: other}, random.Random(f"{seed}/{number}"))
        won += winners == (mine,)
        lost += winners == (theirs,)
    return won, lost, games - won - lost
