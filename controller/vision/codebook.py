"""The words of a marker dictionary: which pattern of black and white is which id, turned which way."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

import cv2
import numpy as np
from numpy.typing import NDArray

from boards.markers import DICTIONARY

PREFIX = "DICT_"


Patterns = NDArray[np.uint64]
"""Modules of an inside, row by row, the first is the highest bit; 1 is white."""


@dataclass(frozen=True, eq=False)
class Codebook:
    """One dictionary, ready for comparison with many patterns at once."""

    name: str
    size: int
    """Modules across a marker's inside, without its border."""
    words: Patterns
    """4 * ids: id by id, each turned by 0, 90, 180, 270 degrees clockwise."""
    corrected: int
    """How many wrong modules are mended at most."""

    @property
    def modules(self) -> int:
        """Across a marker, border included."""
        return self.size + 2

    def pack(self, white: NDArray[np.bool_]) -> Patterns:
        """N x size x size modules as N numbers."""
        bits = white.reshape(len(white), self.size**2)
        return np.asarray((bits * _values(self.size**2)).sum(axis=1, dtype=np.uint64))

    def nearest(self, patterns: Patterns) -> tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.int64]]:
        """The nearest word's id, its quarter turns, and how many modules differ; of equally near ones the first."""
        apart = _count_bits(patterns[:, None] ^ self.words[None, :])
        best = apart.argmin(axis=1)
        return best // 4, best % 4, apart[np.arange(len(patterns)), best].astype(np.int64)


def _values(count: int) -> Patterns:
    return np.left_shift(np.uint64(1), np.arange(count - 1, -1, -1, dtype=np.uint64))


def _count_bits(numbers: Patterns) -> NDArray[np.uint8]:
    """How many bits of each are set, added up in pairs, in fours, in eights (Warren, Hacker's Delight, 5-1)."""
    pairs = numbers - ((numbers >> np.uint64(1)) & _PAIRS)
    fours = (pairs & _FOURS) + ((pairs >> np.uint64(2)) & _FOURS)
    eights = (fours + (fours >> np.uint64(4))) & _EIGHTS
    return np.asarray((eights * _ONES) >> np.uint64(56), np.uint8)


_PAIRS, _FOURS = np.uint64(0x5555555555555555), np.uint64(0x3333333333333333)
_EIGHTS, _ONES = np.uint64(0x0F0F0F0F0F0F0F0F), np.uint64(0x0101010101010101)


def dictionary_names() -> tuple[str, ...]:
    """All dictionaries that can be asked for, without the prefix ``DICT_``."""
    return tuple(sorted(name.removeprefix(PREFIX) for name in dir(cv2.aruco) if name.startswith(PREFIX)))


@lru_cache(maxsize=8)
def codebook(name: str = DICTIONARY) -> Codebook:
    """A dictionary by OpenCV's name, with or without ``DICT_``. Raises :class:`KeyError` if there is none."""
    short = name.removeprefix(PREFIX)
    if short not in dictionary_names():
        raise KeyError(short)
    table = cv2.aruco.getPredefinedDictionary(getattr(cv2.aruco, PREFIX + short))
    size = int(table.markerSize)
    turned = [
        np.rot90(cv2.aruco.Dictionary.getBitsFromByteList(table.bytesList[number : number + 1], size), -turn)
        for number in range(len(table.bytesList))
        for turn in range(4)
    ]
    bits = np.stack(turned).reshape(len(turned), size * size).astype(np.uint64)
    words = np.asarray((bits * _values(size * size)).sum(axis=1, dtype=np.uint64))
    # Half of what the distances of the words allow; of 25 modules and fewer, one at most.
    half = int(table.maxCorrectionBits) // 2
    return Codebook(short, size, words, min(1, half) if size <= 5 else half)
