"""A grey picture in, marker ids and corners out. Pure: the same picture gives the same markers.

Outlines that may be markers are looked for in one or more ways, all of them are decoded at once, what was
nearly right is fitted to its edges and decoded again, and what was read gets its corners from its edges.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
from numpy import add
from numpy.typing import NDArray

from boards.kit.marker_plan import DICTIONARY
from calibration.camera_model import Floats
from controller.vision.markers.corner_refinement import fit_edges
from controller.vision.markers.decoding import NOTHING, Words, decode
from controller.vision.markers.greyscale import Grey
from controller.vision.markers.line_fitting import side_lengths
from controller.vision.markers.marker_dictionary import marker_dictionary
from controller.vision.markers.quads import find_quads
from controller.vision.markers.template_verification import alike
from controller.vision.markers.thresholding import LIGHT, SHADOW, SMALL, Darkness, Search

Ids = NDArray[np.int64]


@dataclass(frozen=True)
class DetectorSettings:
    """What a detector looks for, and how hard."""

    searches: tuple[Search, ...]
    """One after the other: more recall, more time."""
    smallest_px: float = 12.0
    """Side of the smallest marker."""


FAST = DetectorSettings((replace(LIGHT, unless_busy=True), SHADOW))
"""For frames that are looked at many times a second."""

RECALL = DetectorSettings((LIGHT, SHADOW, SMALL, Search(1, 13, smooth=True), Search(1, 15, 0.7)))
"""Finds what can be found."""

STRANGERS = DetectorSettings((*RECALL.searches, Search(4, 9), Search(8, 9)))
"""For pictures of which nothing is known: markers of any size."""

WIDER_REACH, FARTHER = 1.2, 1.6
"""Modules: how far edges are looked for, and how far corners may move, where a first look was nearly right."""


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


_SAME_SIZE = 0.25

NO_MARKERS = Markers(np.zeros(0, np.int64), np.zeros((0, 4, 2)), np.zeros(0))


class Detector:
    """Finds the markers of one dictionary."""

    def __init__(self, settings: DetectorSettings = RECALL, dictionary: str = DICTIONARY) -> None:
        """Raises :class:`KeyError` for a dictionary that there is not."""
        self._settings = settings
        self.book = marker_dictionary(dictionary)

    @property
    def modules(self) -> int:
        """Across a marker, its border included."""
        return self.book.modules

    def detect(self, grey: Grey) -> Markers:
        """All markers, sorted by id, then from left to right."""
        found, read = np.zeros((0, 4, 2)), NOTHING
        darkness = Darkness(grey)
        for search in self._settings.searches:
            dark = darkness.dark(search, found[read.ids >= 0])
            if dark is None:
                continue
            quads = find_quads(dark, search.shrink, self._settings.smallest_px)
            found, read = np.concatenate([found, quads]), read.joined(decode(grey, quads, self.book))
        nearly = _nearly(found, read)
        for _ in range(2):
            if not len(nearly):
                break
            tries, softness = fit_edges(grey, nearly, self.modules, 2, WIDER_REACH, FARTHER)
            found, read = np.concatenate([found, tries]), read.joined(decode(grey, tries, self.book))
            # Where no edges were, a corner may be wrong.
            nearly = _mended(nearly[np.isnan(softness)])
        kept = kept_places(found, read.ids)
        if not len(kept):
            return NO_MARKERS
        ids, rough = read.ids[kept], turned(found[kept], read.turns[kept])
        fine, softness = fit_edges(grey, rough, self.modules)
        right = alike(grey, fine, softness, ids, self.book)
        doubted = np.flatnonzero(~right | np.isnan(softness))
        if len(doubted):
            # The corners that it was read at were so far off that the edges were out of reach.
            wider, soft = fit_edges(grey, rough[doubted], self.modules, 3, WIDER_REACH, FARTHER)
            better = alike(grey, wider, soft, ids[doubted], self.book)
            mended = doubted[better]
            fine[mended], softness[mended], right[mended] = wider[better], soft[better], True
        order = np.lexsort((fine[:, 0, 0], ids))
        order = order[right[order]]
        return Markers(ids[order], fine[order], softness[order])


def _nearly(quads: Floats, read: Words) -> Floats:
    """The areas that may be markers though they were not read: one of each place where none was read."""
    unread = np.flatnonzero(read.likely & (read.ids < 0))
    if not len(unread):
        return np.zeros((0, 4, 2))
    places = quads[unread]
    sizes = side_lengths(places).mean(axis=1)
    # A card around a marker is another area at the same place.
    same = near_quads(places, places) & (np.abs(sizes[:, None] - sizes[None]) < _SAME_SIZE * sizes)
    first = same.argmax(axis=1) == np.arange(len(places))
    return np.asarray(places[first & ~near_quads(places, quads[read.ids >= 0]).any(axis=1)])


def kept_places(quads: Floats, ids: Ids) -> NDArray[np.intp]:
    """One marker of each place where something was read; two ids at one place are none."""
    read = np.flatnonzero(ids >= 0)
    if not len(read):
        return read
    same = near_quads(quads[read], quads[read])
    agree = (~same | (ids[read][:, None] == ids[read][None])).all(axis=1)
    return np.asarray(read[agree & (same.argmax(axis=1) == np.arange(len(read)))])


def turned(quads: Floats, turns: Ids) -> Floats:
    """Quads (N x 4 x 2) that begin with their corner number ``turns`` (N)."""
    order = (np.arange(4) + turns[:, None]) % 4
    return np.asarray(np.take_along_axis(quads, order[:, :, None], axis=1))


def _mended(quads: Floats) -> Floats:
    """The areas, each with one corner put where the other three say that it is: four times as many."""
    before, after, beyond = (np.roll(quads, shift, axis=1) for shift in (1, -1, 2))
    said = before + after - beyond
    return np.concatenate([np.where(np.arange(4)[:, None] == corner, said, quads) for corner in range(4)])


def near_quads(quads: Floats, others: Floats) -> NDArray[np.bool_]:
    """N x M: which quads have their middle well inside of which others."""
    across = others[:, 2] - others[:, 0]
    reach = np.hypot(across[:, 0], across[:, 1]) / 4
    (x, y), (other_x, other_y) = (add.reduce(part, axis=1).T / 4 for part in (quads, others))
    return np.asarray((np.abs(x[:, None] - other_x) < reach) & (np.abs(y[:, None] - other_y) < reach))
