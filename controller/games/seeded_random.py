"""Seeded random numbers without hidden state: every number follows from a seed that is passed in.

The mix is the finaliser of SplitMix64 (Steele, Lea, Flood: Fast Splittable Pseudorandom Number Generators, 2014).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

T = TypeVar("T")

MASK = 2**64 - 1
GOLDEN = 0x9E3779B97F4A7C15


def mix(number: int) -> int:
    """64 bits in, 64 bits out, each of which depends on all of the first."""
    number = (number + GOLDEN) & MASK
    number = ((number ^ (number >> 30)) * 0xBF58476D1CE4E5B9) & MASK
    number = ((number ^ (number >> 27)) * 0x94D049BB133111EB) & MASK
    return number ^ (number >> 31)


class Numbers:
    """The numbers that follow from some seeds, one after the other: SplitMix64. Any integers are seeds."""

    __slots__ = ("_state",)

    def __init__(self, *seeds: int) -> None:
        self._state = 0
        for seed in seeds:
            self._state = mix(self._state ^ mix(seed & MASK))

    def below(self, limit: int) -> int:
        """Return a whole number from 0 to `limit` - 1. The bias of the modulo is `limit` / 2**64."""
        number = mix(self._state)
        self._state = (self._state + GOLDEN) & MASK
        return number % limit

    def fraction(self) -> float:
        """Return a number from 0 to 1, without 1."""
        return self.below(1 << 53) / (1 << 53)

    def pick(self, items: Sequence[T]) -> T:
        """One of these."""
        return items[self.below(len(items))]
