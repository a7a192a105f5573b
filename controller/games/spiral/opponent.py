"""A computer player for the dice race, at three strengths: it weighs where each choice leads.

`easy` overlooks choices, `medium` takes the best place after its own move, `hard` looks through all six faces of the
next throw and what whoever throws would best do with it: the exact expected value one throw ahead.
"""

from __future__ import annotations

from typing import NamedTuple

from boards.base.errors import Problem, Problems
from boards.base.message import _
from controller.games.seeded_random import Numbers
from controller.games.spiral.board import Board
from controller.games.spiral.choices import Choice
from controller.games.spiral.legal import SIX, legal_choices
from controller.games.spiral.position import Position, is_full, leaders
from controller.games.spiral.turns import play


class Strength(NamedTuple):
    """How hard the computer thinks."""

    seen: int
    """Percent of the choices that it thinks of; the others it overlooks."""
    throws: int
    """Throws that it looks ahead."""


STRENGTHS: dict[str, Strength] = {"easy": Strength(40, 0), "medium": Strength(100, 0), "hard": Strength(100, 1)}
"""From the weakest on."""

_HOME = (0.0, 6.0, 13.0, 21.0, 30.0)
"""What so many chips at home are worth. A sum gets a zero for each, so the later ones are worth more."""
_CHIP = 0.7
"""A chip on the board, wherever it stands."""
_WAY = 3.0
"""A chip at the end of the way over one at its start."""
_MISSED = 0.6
"""A turn to miss."""
_WON = 12.0


def choose(board: Board, position: Position, roll: int, strength: str, seed: int) -> Choice:
    """Return the choice of the player whose turn it is.

    The same position, roll, strength and seed give the same choice.

    Raises :class:`boards.base.errors.Problems` for an unknown strength.
    """
    if strength not in STRENGTHS:
        raise Problems(
            [
                Problem(
                    "strength",
                    _(
                        "the strengths are {strengths}, not {strength}",
                        strengths=", ".join(STRENGTHS),
                        strength=repr(strength[:40]),
                    ),
                )
            ]
        )
    level = STRENGTHS[strength]
    choices = legal_choices(board, position, roll)
    numbers = Numbers(seed)
    seen = [choice for choice in choices if numbers.below(100) < level.seen] or [numbers.pick(choices)]
    me = position.turn
    values = [_after(board, position, roll, choice, level.throws)[me] for choice in seen]
    best = max(values)
    return numbers.pick([choice for choice, value in zip(seen, values, strict=True) if value == best])


def _after(board: Board, position: Position, roll: int, choice: Choice, throws: int) -> tuple[float, ...]:
    """Return the value of each player after a choice: expected, where throws follow."""
    after, _events, outcome = play(board, position, roll, choice)
    if throws == 0 or outcome is not None:
        return values_of(board, after)
    faces = [_best(board, after, face, throws - 1) for face in range(1, SIX + 1)]
    return tuple(sum(values) / SIX for values in zip(*faces, strict=True))


def _best(board: Board, position: Position, roll: int, throws: int) -> tuple[float, ...]:
    """Return the values after the choice that is best for the player who has thrown; the first of equal ones."""
    me = position.turn
    return max(
        (_after(board, position, roll, choice, throws) for choice in legal_choices(board, position, roll)),
        key=lambda values: values[me],
    )


def values_of(board: Board, position: Position) -> tuple[float, ...]:
    """How well each player stands: own chips against the best of the others."""
    own = []
    for player, chips, home, skips in zip(position.players, position.chips, position.home, position.skips, strict=True):
        value = _HOME[len(home)] + sum(_CHIP + _WAY * cell / board.cells for cell in chips) - _MISSED * min(skips, 3)
        if is_full(position) and player in leaders(position):
            value += _WON
        own.append(value)
    if len(own) == 1:
        return tuple(own)
    return tuple(value - 0.7 * max(own[:n] + own[n + 1 :]) for n, value in enumerate(own))
