"""A dictionary that works out what it does not hold, and remembers it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Generic, TypeVar

K = TypeVar("K")
V = TypeVar("V")


class Remembering(dict[K, V], Generic[K, V]):
    """Key -> what `find` makes of it, for at most ``most`` keys; then it begins anew.

    A look at a dictionary takes a third of the time of a call of what `functools.lru_cache` makes, and it maps
    as a method: ``map(remembered.__getitem__, keys)``. What `find` raises goes through, and is not remembered.
    """

    def __init__(self, find: Callable[[K], V], most: int) -> None:
        super().__init__()
        self._find = find
        self._most = most

    def __missing__(self, key: K) -> V:
        if len(self) >= self._most:
            self.clear()
        found = self[key] = self._find(key)
        return found
