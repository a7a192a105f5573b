"""The die of the screen: fair, from a seed, so that a game can be replayed; and how to see whether a die is fair."""

from __future__ import annotations

from collections.abc import Sequence

from boards.base.errors import InvalidInput
from boards.base.message import _
from controller.games.seeded_random import Numbers
from controller.games.spiral.legal import SIX

UNFAIR = 20.515
"""Chi-square for five degrees of freedom: a fair die goes beyond this once in a thousand tests."""
_FEWEST = 5
"""Throws that each face should be expected to have, for the test to mean anything (the usual rule of thumb)."""


def throw(seed: int, number: int) -> int:
    """Return the face of the throw of this number. Every throw follows from the seed and its number alone."""
    return 1 + Numbers(seed, number).below(SIX)


def chi_square(counts: Sequence[int]) -> float:
    """How far the counts of the faces are from equal ones: Pearson's sum of (seen - expected)^2 / expected.

    Raises ValueError for counts of another number of faces, and for too few throws to say anything.
    """
    if len(counts) != SIX or min(counts) < 0:
        raise InvalidInput(_("a die has {six} faces; give how often each was seen", six=SIX))
    expected = sum(counts) / SIX
    if expected < _FEWEST:
        raise InvalidInput(
            _("{count} throws are too few; {six} at least are needed", count=sum(counts), six=SIX * _FEWEST)
        )
    return sum((seen - expected) ** 2 for seen in counts) / expected


def is_fair(counts: Sequence[int]) -> bool:
    """Whether such counts are likely enough for a fair die (see :data:`UNFAIR`). Raises ValueError, as above."""
    return chi_square(counts) <= UNFAIR
