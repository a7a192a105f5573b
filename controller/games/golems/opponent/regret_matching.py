"""What to do when both choose at once: regret matching on a table of payoffs.

Both learn against each other: each plays what it regrets not to have played, and the average of all that comes near
the equilibrium (Hart, Mas-Colell: A simple adaptive procedure leading to correlated equilibrium, 2000; the regrets are
not let fall below zero, as in Tammelin: Solving large imperfect information games using CFR+, 2014). The other is
held to a habit with some weight, which gives an answer to that habit that is still hard to exploit (Johanson,
Zinkevich, Bowling: Computing robust counter-strategies, 2007).
"""

from __future__ import annotations

from collections.abc import Sequence
from operator import mul

Mix = list[float]
"""How often each choice is taken; adds up to 1."""

_ROUNDS = 150


def equilibrium(payoffs: Sequence[Sequence[float]], habit: Sequence[float], weight: float) -> tuple[Mix, Mix]:
    """Mixed choices for the rows' player, who wants much, and the columns' player, who wants little.

    `habit` is how often the columns' player takes each column anyway, with this `weight` (0: it is free to choose,
    1: it does nothing else). Returns what the rows' player does, and what the columns' player does in all.
    """
    by_column = list(zip(*payoffs, strict=True))
    row_regrets, column_regrets = [0.0] * len(payoffs), [0.0] * len(by_column)
    row_sum, column_sum = [0.0] * len(payoffs), [0.0] * len(by_column)
    rows = _matched(row_regrets)
    for time in range(1, _ROUNDS + 1):
        free = _matched(column_regrets)
        columns = [weight * often + (1.0 - weight) * choice for often, choice in zip(habit, free, strict=True)]
        gains = [_mean(row, columns) for row in payoffs]
        value = _mean(gains, rows)
        row_regrets = [max(0.0, regret + gain - value) for regret, gain in zip(row_regrets, gains, strict=True)]
        rows = _matched(row_regrets)
        losses = [_mean(column, rows) for column in by_column]
        value = _mean(losses, free)
        column_regrets = [max(0.0, regret + value - loss) for regret, loss in zip(column_regrets, losses, strict=True)]
        row_sum = [total + time * part for total, part in zip(row_sum, rows, strict=True)]
        column_sum = [total + time * part for total, part in zip(column_sum, columns, strict=True)]
    return _shares(row_sum), _shares(column_sum)


def _matched(regrets: Sequence[float]) -> Mix:
    """In proportion to the regrets; without any, everything alike."""
    return _shares(regrets) if any(regrets) else [1.0 / len(regrets)] * len(regrets)


def _shares(weights: Sequence[float]) -> Mix:
    total = sum(weights)
    return [weight / total for weight in weights]


def _mean(values: Sequence[float], weights: Sequence[float]) -> float:
    mean: float = sum(map(mul, values, weights))
    return mean
