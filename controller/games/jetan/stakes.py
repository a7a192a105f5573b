"""What a game is played for: nothing, one stake a game, or a value for each piece lost."""

from __future__ import annotations

from typing import NamedTuple

from boards.base.errors import Problem
from boards.base.message import _
from controller.games.game import Json, Outcome
from controller.games.jetan.pieces import BLACK, KINDS, SIDES
from controller.games.jetan.position import Men, Position

VALUES: dict[str, int] = {
    "panthan": 1,
    "thoat": 2,
    "warrior": 2,
    "padwar": 2,
    "dwar": 3,
    "flier": 3,
    "chief": 5,
    "princess": 10,
}
"""Default value of each piece, by kind."""
HIGHEST = 1_000_000
BY_PIECE = "pieces"
"""How people choose the default value for each piece lost."""


class Stakes(NamedTuple):
    """What a game costs its loser, and what each lost piece costs its owner, by kind."""

    game: int = 0
    pieces: tuple[int, ...] = (0,) * len(KINDS)


PIECE_VALUES = Stakes(0, tuple(VALUES[kind.name] for kind in KINDS))
"""A value for each piece lost: the default values."""


def payment(stakes: Stakes, start: Position, end: Position, outcome: Outcome) -> int:
    """Return what orange pays black for a game (black pays orange, if negative). A draw costs no stake."""
    lost = [_lost(stakes, before, after) for before, after in zip(start.men, end.men, strict=True)]
    won = 0
    for winner in outcome.winners:
        won += stakes.game if winner == SIDES[BLACK] else -stakes.game
    return won + lost[1 - BLACK] - lost[BLACK]


def _lost(stakes: Stakes, before: Men, after: Men) -> int:
    return sum(
        value * (then.bit_count() - now.bit_count())
        for value, then, now in zip(stakes.pieces, before, after, strict=True)
    )


def read_stakes(given: Json, at: str, problems: list[Problem]) -> Stakes:
    """Stakes from a setup: null, a number for the game, or values by kind (those left out are the default)."""
    if given is None:
        return Stakes()
    if type(given) is int and 0 <= given <= HIGHEST:
        return Stakes(given)
    if type(given) is dict:
        values = dict(VALUES)
        for name, value in given.items():
            if name not in VALUES:
                problems.append(
                    Problem(f"{at}.{name}", _("no such piece; the pieces are {pieces}", pieces=", ".join(VALUES)))
                )
            elif type(value) is not int or not 0 <= value <= HIGHEST:
                problems.append(
                    Problem(f"{at}.{name}", _("a piece's value is a whole number, 0 to {highest}", highest=HIGHEST))
                )
            else:
                values[name] = value
        return Stakes(0, tuple(values[kind.name] for kind in KINDS))
    problems.append(
        Problem(
            at,
            _("stakes are a whole number, 0 to {highest}, values by piece ({{}}: default), or null", highest=HIGHEST),
        )
    )
    return Stakes()
