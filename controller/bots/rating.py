"""Ratings with confidence from who beat whom: the model of Bradley and Terry on Elo's scale.

A bot of strength t beats one of strength u with probability 1 / (1 + exp(u - t)); a draw is half a win for
each (Bradley, Terry 1952; Elo 1978). The strengths are the most likely ones, found by Newton's method; one
drawn game of each bot against an average one is added, so that a bot that won everything has a rating too. The
confidence is from the curvature there (Fisher's information): plus and minus 1.96 standard errors hold 95 %.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

AVERAGE = 1500.0
"""The mean of all ratings."""
_POINTS = 400 / math.log(10)
"""Rating points of one unit of strength: 400 points are odds of 10 to 1."""
_95 = 1.959964
_PRIOR_GAMES = 1.0
_STEPS = 100


@dataclass(frozen=True)
class Rating:
    """How good a bot is."""

    points: float
    error: float
    """Half the width of the interval that holds the true rating with 95 %, points."""


def rate(names: Sequence[str], points: Mapping[tuple[str, str], float]) -> dict[str, Rating]:
    """Ratings by name. `points[a, b]`: what `a` won against `b`, a draw being half."""
    index = {name: number for number, name in enumerate(names)}
    won = np.zeros((len(names), len(names)))
    for (winner, loser), number in points.items():
        won[index[winner], index[loser]] += number
    games = won + won.T
    strength = np.zeros(len(names))
    for _ in range(_STEPS):
        slope, information = _slope(strength, won, games)
        step = np.linalg.solve(information, slope)
        # Newton's step may overshoot where one side won everything; a bounded one still climbs.
        strength += np.clip(step, -1.0, 1.0)
        if float(np.abs(step).max(initial=0.0)) < 1e-10:
            break
    _, information = _slope(strength, won, games)
    # Strengths are told from the average of all, which is sharper than any of them.
    centred = np.eye(len(names)) - 1 / max(1, len(names))
    spread = centred @ np.linalg.inv(information) @ centred
    strength = centred @ strength
    errors = np.sqrt(np.diag(spread))
    return {
        name: Rating(AVERAGE + _POINTS * float(strength[number]), _95 * _POINTS * float(errors[number]))
        for name, number in index.items()
    }


def _slope(
    strength: np.ndarray[tuple[int], np.dtype[np.float64]],
    won: np.ndarray[tuple[int, int], np.dtype[np.float64]],
    games: np.ndarray[tuple[int, int], np.dtype[np.float64]],
) -> tuple[np.ndarray[tuple[int], np.dtype[np.float64]], np.ndarray[tuple[int, int], np.dtype[np.float64]]]:
    """Return the slope of the logarithm of the likelihood, and its curvature with the sign turned."""
    chance = 1 / (1 + np.exp(strength[None, :] - strength[:, None]))
    against_average = 1 / (1 + np.exp(-strength))
    slope = (won - games * chance).sum(axis=1) + _PRIOR_GAMES * (0.5 - against_average)
    spread = games * chance * (1 - chance)
    information = np.diag(spread.sum(axis=1) + _PRIOR_GAMES * against_average * (1 - against_average)) - spread
    return slope, information
