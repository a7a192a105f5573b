"""The words of a marker dictionary: which pattern of black and white is which id, in which rotation."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property, lru_cache

import cv2
import numpy as np
from numpy.typing import NDArray

from boards.kit.marker_plan import DICTIONARY

PREFIX = "DICT_"


Patterns = NDArray[np.uint64]
"""Inside modules as numbers, row by row, the first is the highest bit; 1 is white."""


@dataclass(frozen=True, eq=False)
class MarkerDictionary:
    """One dictionary, ready for comparison with many patterns at once."""

    name: str
    size: int
    """Modules across a marker's inside, without its border."""
    words: NDArray[np.bool_]
    """ids x size x size: the inside of each marker, upright; white is true."""
    patterns: Patterns
    """All patterns that are read as some word, ascending."""
    meanings: NDArray[np.int64]
    """For each pattern: 4 * id + quarter turns clockwise."""
    mended: NDArray[np.bool_]
    """For each pattern: whether one module is corrected."""

    @property
    def modules(self) -> int:
        """Across a marker, border included."""
        return self.size + 2

    @cached_property
    def corners(self) -> NDArray[np.int64]:
        """Return how many corners the outlines of each word's white areas have; where two touch, both count. N."""
        framed = np.pad(self.words, ((0, 0), (1, 1), (1, 1))).astype(np.int64)
        one, two, three, four = framed[:, :-1, :-1], framed[:, :-1, 1:], framed[:, 1:, 1:], framed[:, 1:, :-1]
        around = one + two + three + four
        crosswise = (one == three) & (two == four) & (around == 2)
        return np.asarray((around % 2 + 2 * crosswise).sum(axis=(1, 2)))

    @cached_property
    def corrects(self) -> bool:
        """Whether one wrong module is corrected."""
        return bool(self.mended.any())

    def pack(self, white: NDArray[np.bool_]) -> Patterns:
        """Pack size x size x N modules into N numbers."""
        bits = white.reshape(self.size**2, -1).astype(np.float64)
        # Exact: there are no more than 53 modules inside.
        return np.asarray((_values(self.size**2).astype(np.float64) @ bits).astype(np.uint64))

    def read(self, patterns: Patterns) -> tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.bool_]]:
        """Look up patterns: the id (-1: none), quarter turns clockwise, and whether one module was corrected."""
        at = np.minimum(np.searchsorted(self.patterns, patterns), len(self.patterns) - 1)
        meanings = np.where(self.patterns[at] == patterns, self.meanings[at], -4)
        return meanings // 4, meanings % 4, self.mended[at]


def _values(count: int) -> Patterns:
    return np.left_shift(np.uint64(1), np.arange(count - 1, -1, -1, dtype=np.uint64))


def _dictionaries() -> dict[str, int]:
    return {
        name.removeprefix(PREFIX).upper(): getattr(cv2.aruco, name)
        for name in sorted(dir(cv2.aruco))
        if name.startswith(PREFIX)
    }


def dictionary_names() -> tuple[str, ...]:
    """List all dictionaries, without the prefix ``DICT_``."""
    return tuple(_dictionaries())


def largest_dictionaries() -> tuple[str, ...]:
    """List the dictionaries that are no beginning of another one: 4X4_1000, but not 4X4_50."""
    words = {name: cv2.aruco.getPredefinedDictionary(number) for name, number in _dictionaries().items()}

    def begins(one: str, other: str) -> bool:
        few, many = words[one].bytesList, words[other].bytesList
        same = words[one].markerSize == words[other].markerSize and len(few) < len(many)
        return bool(same and np.array_equal(few, many[: len(few)]))

    return tuple(name for name in words if not any(begins(name, other) for other in words))


@lru_cache(maxsize=32)
def marker_dictionary(name: str = DICTIONARY) -> MarkerDictionary:
    """Return a dictionary by OpenCV's name, with or without ``DICT_``. Raises :class:`KeyError` if there is none."""
    short = name.upper().removeprefix(PREFIX)
    table = cv2.aruco.getPredefinedDictionary(_dictionaries()[short])
    size = int(table.markerSize)
    turned = [
        np.rot90(cv2.aruco.Dictionary.getBitsFromByteList(table.bytesList[number : number + 1], size), -turn)
        for number in range(len(table.bytesList))
        for turn in range(4)
    ]
    bits = np.stack(turned).reshape(len(turned), size * size).astype(np.uint64)
    patterns = np.asarray((bits * _values(size * size)).sum(axis=1, dtype=np.uint64))
    meanings, count = np.arange(len(patterns)), len(patterns)
    # OpenCV corrects two modules where words differ in five at least; half of that is one.
    if table.maxCorrectionBits >= 2:
        flipped = [patterns ^ value for value in _values(size * size)]
        patterns = np.concatenate([patterns, *flipped])
        meanings = np.tile(meanings, len(flipped) + 1)
    order = np.argsort(patterns)
    words = np.stack(turned[::4]).astype(np.bool_)
    return MarkerDictionary(short, size, words, patterns[order], meanings[order], order >= count)


@lru_cache(maxsize=8)
def all_words(size: int) -> MarkerDictionary:
    """Return the different words of all dictionaries with ``size`` x ``size`` modules inside, in all four rotations."""
    tables = [table for table in map(marker_dictionary, largest_dictionaries()) if table.size == size]
    words = np.concatenate([np.rot90(table.words, turn, axes=(1, 2)) for table in tables for turn in range(4)])
    bits = words.reshape(len(words), -1).astype(np.uint64)
    patterns, first = np.unique((bits * _values(size * size)).sum(axis=1, dtype=np.uint64), return_index=True)
    corrected = np.full(len(patterns), any(table.corrects for table in tables))
    return MarkerDictionary(
        f"all words of {size}X{size}", size, words[first], patterns, 4 * np.arange(len(patterns)), corrected
    )
