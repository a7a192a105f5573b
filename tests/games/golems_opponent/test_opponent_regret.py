"""Regret matching against games whose equilibrium is known."""

from __future__ import annotations

import random

import pytest

from controller.games.golems.opponent.regret_matching import equilibrium


def worst(payoffs: list[list[float]], mix: list[float]) -> float:
    """What a mix of rows gets against the best answer to it."""
    return min(sum(p * v for p, v in zip(mix, column, strict=True)) for column in zip(*payoffs, strict=True))


def test_stone_scissors_paper_is_played_evenly() -> None:
    rows, columns = equilibrium([[0, 1, -1], [-1, 0, 1], [1, -1, 0]], [1, 0, 0], 0.0)
    assert rows == pytest.approx([1 / 3] * 3, abs=0.02) and columns == pytest.approx([1 / 3] * 3, abs=0.02)


def test_an_uneven_game_has_its_textbook_mix() -> None:
    # [[a, b], [c, d]]: rows p = (d - c) / (a - b - c + d) = 3/4, columns q = (d - b) / (a - b - c + d) = 1/4.
    rows, columns = equilibrium([[1, 0], [-2, 1]], [0.5, 0.5], 0.0)
    assert rows == pytest.approx([0.75, 0.25], abs=0.03)
    assert columns == pytest.approx([0.25, 0.75], abs=0.03)


def test_a_habit_is_answered_as_far_as_the_other_is_held_to_it() -> None:
    payoffs: list[list[float]] = [[0, 1, -1], [-1, 0, 1], [1, -1, 0]]
    stone = [1.0, 0.0, 0.0]
    assert equilibrium(payoffs, stone, 1.0)[0] == pytest.approx([0, 0, 1], abs=0.02)
    rows, columns = equilibrium(payoffs, stone, 0.6)
    assert rows[2] > 0.5 and columns[0] >= 0.6


@pytest.mark.parametrize("seed", range(20))
def test_nobody_gains_much_by_deviating(seed: int) -> None:
    rng = random.Random(seed)
    payoffs = [[rng.uniform(-1, 1) for _ in range(12)] for _ in range(9)]
    rows, columns = equilibrium(payoffs, [1 / 12] * 12, 0.0)
    best_row = max(sum(q * v for q, v in zip(columns, row, strict=True)) for row in payoffs)
    assert best_row - worst(payoffs, rows) < 0.05
    assert sum(rows) == pytest.approx(1) and sum(columns) == pytest.approx(1)
