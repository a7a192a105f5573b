"""A grey picture in, marker ids and corners out. Pure: the same picture gives the same markers.

Outlines that may be markers are looked for in one or more ways, all of them are decoded at once, what was
nearly right is fitted to its edges and decoded again, and what was read gets its corners from its edges.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from boards.markers import DICTIONARY
from calibration.camera_model import Floats
from controller.vision.codebook import codebook
from controller.vision.darkness import LIGHT, SHADOW, SMALL, Darkness, Search
from controller.vision.decoding import decode
from controller.vision.edges import fit_edges
from controller.vision.grey import Grey
from controller.vision.quads import find_quads


@dataclass(frozen=True)
class DetectorSettings:
    """What a detector looks for, and how hard."""

    searches: tuple[Search, ...]
    """One after the other: more recall, more time."""
    smallest_px: float = 12.0
    """Side of the smallest marker."""


FAST = DetectorSettings((LIGHT, SHADOW, SMALL))
"""For frames that are looked at many times a second."""

RECALL = DetectorSettings((*FAST.searches, Search(1, 13, smooth=True), Search(1, 15, 0.7)))
"""Finds what can be found."""

STRANGERS = DetectorSettings((*RECALL.searches, Search(4, 9), Search(8, 9)))
"""For pictures of which nothing is known: markers of any size."""

WIDER_REACH = 1.2
"""Modules: how far edges are looked for where a first look was nearly right."""


@dataclass(frozen=True, eq=False)
class Markers:
    """The markers of one picture."""

    ids: NDArray[np.int64]
    """N"""
    corners: Floats
    """N x 4 x 2, px, clockwise from each marker's own upper left."""
    softness: Floats
    """N: how wide the edges are blurred, one standard deviation, px; NaN where it could not be measured."""

    def __len__(self) -> int:
        return len(self.ids)


NO_MARKERS = Markers(np.zeros(0, np.int64), np.zeros((0, 4, 2)), np.zeros(0))


class Detector:
    """Finds the markers of one dictionary."""

    def __init__(self, settings: DetectorSettings = RECALL, dictionary: str = DICTIONARY) -> None:
        """Raises :class:`KeyError` for a dictionary that there is not."""
        self._settings = settings
        self._book = codebook(dictionary)

    def detect(self, grey: Grey) -> Markers:
        """All markers, sorted by id, then from left to right."""
        ids, rough = np.zeros(0, np.int64), np.zeros((0, 4, 2))
        darkness = Darkness(grey)
        for search in self._settings.searches:
            quads = find_quads(darkness.dark(search, rough), search.shrink, self._settings.smallest_px)
            quads = quads[~_within(quads, rough)]
            more_ids, more = self._decoded(grey, quads)
            ids, rough = np.concatenate([ids, more_ids]), np.concatenate([rough, more])
        if not len(ids):
            return NO_MARKERS
        fine, softness = fit_edges(grey, rough, self._book.modules)
        order = np.lexsort((fine[:, 0, 0], ids))
        return Markers(ids[order], fine[order], softness[order])

    def _decoded(self, grey: Grey, quads: Floats) -> tuple[NDArray[np.int64], Floats]:
        """Ids and corners, from each marker's own upper left, of those areas that are markers."""
        words = decode(grey, quads, self._book)
        read = words.ids >= 0
        ids, corners = words.ids[read], turned(quads[read], words.turns[read])
        nearly = quads[words.likely & ~read]
        nearly = nearly[~_within(nearly, corners)]
        if len(nearly):
            tries, _softness = fit_edges(grey, _mended(nearly), self._book.modules, 2, WIDER_REACH)
            again = decode(grey, tries, self._book)
            read = again.ids >= 0
            ids = np.concatenate([ids, again.ids[read]])
            corners = np.concatenate([corners, turned(tries[read], again.turns[read])])
        once = _once(ids, corners)
        return ids[once], corners[once]


def turned(quads: Floats, turns: NDArray[np.int64]) -> Floats:
    """Quads (N x 4 x 2) that begin with their corner number ``turns`` (N)."""
    order = (np.arange(4) + turns[:, None]) % 4
    return np.asarray(np.take_along_axis(quads, order[:, :, None], axis=1))


def _mended(quads: Floats) -> Floats:
    """The areas, and each with one corner put where the other three say that it is: five times as many."""
    before, after, beyond = (np.roll(quads, shift, axis=1) for shift in (1, -1, 2))
    said = before + after - beyond
    return np.concatenate([quads, *(np.where(np.arange(4)[:, None] == corner, said, quads) for corner in range(4))])


def _within(quads: Floats, others: Floats) -> NDArray[np.bool_]:
    """Which quads have their middle well inside of one of the others."""
    if not len(quads) or not len(others):
        return np.zeros(len(quads), np.bool_)
    middles, other_middles = quads.mean(axis=1), others.mean(axis=1)
    reach = np.linalg.norm(others[:, 2] - others[:, 0], axis=1) / 4
    apart = np.abs(middles[:, None] - other_middles[None]).max(axis=2)
    return np.asarray((apart < reach).any(axis=1))


def _once(ids: NDArray[np.int64], corners: Floats) -> NDArray[np.intp]:
    """The markers without those that were found again at the same place; two ids at one place are none."""
    if not len(ids):
        return np.zeros(0, np.intp)
    middles = corners.mean(axis=1)
    reach = np.linalg.norm(corners[:, 2] - corners[:, 0], axis=1) / 4
    same = np.abs(middles[:, None] - middles[None]).max(axis=2) < reach
    first = same.argmax(axis=1)
    agree = (~same | (ids[:, None] == ids[None])).all(axis=1)
    return np.flatnonzero((first == np.arange(len(ids))) & agree)
