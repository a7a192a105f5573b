"""Random numbers of a turn: each is a hash of the seed, the turn and its purpose.

So the same position and the same seed give the same turn, whatever order robots are named in.
"""

from __future__ import annotations

from controller.games.robot_game.arena import SPAWN_CELLS, SPAWN_PAIRS
from controller.games.seeded_random import GOLDEN, MASK, mix

LARGEST_SEED = 2**63 - 1

_SPAWNS = 0x5350_4157_4E53


class Chance:
    """The chances of one turn. Nothing is reckoned before it is asked for: in most turns few robots meet."""

    __slots__ = ("_mixed", "_seed", "_turn")

    def __init__(self, seed: int, turn: int) -> None:
        self._seed = seed
        self._turn = turn
        self._mixed = -1

    @property
    def _key(self) -> int:
        if self._mixed < 0:
            self._mixed = mix(mix(self._seed) + self._turn)
        return self._mixed

    def roll(self, robot: int) -> int:
        """Return the damage of this robot's attack: 8, 9 or 10, whether it hits or not."""
        key = self._mixed if self._mixed >= 0 else self._key
        number = key ^ robot * GOLDEN & MASK
        number = (number ^ number >> 32) * 0xD6E8FEB86659FD93 & MASK
        return 8 + (number ^ number >> 32) % 3

    def spawn_cells(self, each: int, symmetric: bool) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """So many different spawn cells for each of the two players.

        Symmetric: the second player's are the mirror images of the first's, and all sets are equally likely.
        """
        if symmetric:
            pairs = [SPAWN_PAIRS[index] for index in self._choose(len(SPAWN_PAIRS), each)]
            sides = mix(self._key ^ _SPAWNS)
            ordered = [pair if sides >> index & 1 else pair[::-1] for index, pair in enumerate(pairs)]
            return tuple(first for first, _ in ordered), tuple(second for _, second in ordered)
        cells = [SPAWN_CELLS[index] for index in self._choose(len(SPAWN_CELLS), 2 * each)]
        return tuple(cells[:each]), tuple(cells[each:])

    def _choose(self, among: int, count: int) -> list[int]:
        """Different numbers below `among`: the first of a shuffle (Fisher, Yates)."""
        rest = list(range(among))
        key = mix(self._key + _SPAWNS)
        for index in range(count):
            other = index + mix(key + index) % (among - index)
            rest[index], rest[other] = rest[other], rest[index]
        return rest[:count]
