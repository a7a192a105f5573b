"""Detect markers: a grey picture in, marker ids and corners out. Pure: the same picture gives the same markers.

Candidate outlines are searched in one or more passes, all of them are decoded at once, what was nearly right is fitted
to its edges and decoded again, and what was read gets its corners from its edges.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
from numpy import add
from numpy.typing import NDArray

from boards.kit.marker_plan import DICTIONARY
from calibration.camera_model import Floats
from controller.vision.markers.corner_refinement import refine_corners
from controller.vision.markers.decoding import NO_QUADS, DecodedQuads, decode
from controller.vision.markers.greyscale import Grey
from controller.vision.markers.line_fitting import side_lengths
from controller.vision.markers.marker_dictionary import marker_dictionary
from controller.vision.markers.quads import find_quads
from controller.vision.markers.template_verification import matches_template
from controller.vision.markers.thresholding import LIGHT, SHADOW, SMALL, AdaptiveThreshold, ThresholdPass

Ids = NDArray[np.int64]


@dataclass(frozen=True)
class DetectorSettings:
    """What a detector searches for, and how thoroughly."""

    passes: tuple[ThresholdPass, ...]
    """Thresholding passes, in order: more recall, more time."""
    smallest_px: float = 12.0
    """Side of the smallest marker, px."""


FAST = DetectorSettings((replace(LIGHT, skip_if_busy=True), SHADOW))
"""For frames that are searched many times a second."""

RECALL = DetectorSettings((LIGHT, SHADOW, SMALL, ThresholdPass(1, 13, smooth=True), ThresholdPass(1, 15, 0.7)))
"""Finds as much as possible."""

ANY_SIZE = DetectorSettings((*RECALL.passes, ThresholdPass(4, 9), ThresholdPass(8, 9)))
"""For unknown pictures: markers of any size."""

WIDER_REACH, FARTHER = 1.2, 1.6
"""Reach of edges and largest motion of corners, in modules, where a first search was nearly right."""


@dataclass(frozen=True, eq=False)
class Markers:
    """The markers of one picture."""

    ids: NDArray[np.int64]
    """N"""
    corners: Floats
    """N x 4 x 2, px, clockwise from each marker's own upper left."""
    edge_blur: Floats
    """N: blur of the edges, one standard deviation, px; NaN where it could not be measured."""

    def __len__(self) -> int:
        return len(self.ids)


_SAME_SIZE = 0.25

NO_MARKERS = Markers(np.zeros(0, np.int64), np.zeros((0, 4, 2)), np.zeros(0))


class Detector:
    """Finds the markers of one dictionary."""

    def __init__(self, settings: DetectorSettings = RECALL, dictionary: str = DICTIONARY) -> None:
        """Prepare to search. Raises :class:`KeyError` for an unknown dictionary."""
        self._settings = settings
        self.dictionary = marker_dictionary(dictionary)

    @property
    def modules(self) -> int:
        """Across a marker, its border included."""
        return self.dictionary.modules

    def detect(self, grey: Grey) -> Markers:
        """Find all markers of a picture (H x W), sorted by id, then from left to right."""
        found, read = np.zeros((0, 4, 2)), NO_QUADS
        threshold = AdaptiveThreshold(grey)
        for pass_ in self._settings.passes:
            dark = threshold.binarize(pass_, found[read.ids >= 0])
            if dark is None:
                continue
            quads = find_quads(dark, pass_.shrink, self._settings.smallest_px)
            found, read = np.concatenate([found, quads]), read.joined(decode(grey, quads, self.dictionary))
        near_misses = _near_misses(found, read)
        for _ in range(2):
            if not len(near_misses):
                break
            tries, edge_blur = refine_corners(grey, near_misses, self.modules, 2, WIDER_REACH, FARTHER)
            found, read = np.concatenate([found, tries]), read.joined(decode(grey, tries, self.dictionary))
            # Where no edges were found, a corner may be wrong.
            near_misses = _with_corner_replaced(near_misses[np.isnan(edge_blur)])
        kept = unambiguous_quads(found, read.ids)
        if not len(kept):
            return NO_MARKERS
        ids, rough = read.ids[kept], rotated_corners(found[kept], read.turns[kept])
        fine, edge_blur = refine_corners(grey, rough, self.modules)
        right = matches_template(grey, fine, edge_blur, ids, self.dictionary)
        doubted = np.flatnonzero(~right | np.isnan(edge_blur))
        if len(doubted):
            # The corners that it was read at were so far off that the edges were out of reach.
            wider, soft = refine_corners(grey, rough[doubted], self.modules, 3, WIDER_REACH, FARTHER)
            better = matches_template(grey, wider, soft, ids[doubted], self.dictionary)
            mended = doubted[better]
            fine[mended], edge_blur[mended], right[mended] = wider[better], soft[better], True
        order = np.lexsort((fine[:, 0, 0], ids))
        order = order[right[order]]
        return Markers(ids[order], fine[order], edge_blur[order])


def _near_misses(quads: Floats, read: DecodedQuads) -> Floats:
    """Return candidates that may be markers though they were not read: one of each place where none was read."""
    unread = np.flatnonzero(read.likely & (read.ids < 0))
    if not len(unread):
        return np.zeros((0, 4, 2))
    places = quads[unread]
    sizes = side_lengths(places).mean(axis=1)
    # A card around a marker is another area at the same place.
    same = coinciding_quads(places, places) & (np.abs(sizes[:, None] - sizes[None]) < _SAME_SIZE * sizes)
    first = same.argmax(axis=1) == np.arange(len(places))
    return np.asarray(places[first & ~coinciding_quads(places, quads[read.ids >= 0]).any(axis=1)])


def unambiguous_quads(quads: Floats, ids: Ids) -> NDArray[np.intp]:
    """Return one marker of each place where something was read; two ids at one place count as none."""
    read = np.flatnonzero(ids >= 0)
    if not len(read):
        return read
    same = coinciding_quads(quads[read], quads[read])
    agree = (~same | (ids[read][:, None] == ids[read][None])).all(axis=1)
    return np.asarray(read[agree & (same.argmax(axis=1) == np.arange(len(read)))])


def rotated_corners(quads: Floats, turns: Ids) -> Floats:
    """Rotate the corner order of quads (N x 4 x 2) so that each begins with its corner ``turns`` (N)."""
    order = (np.arange(4) + turns[:, None]) % 4
    return np.asarray(np.take_along_axis(quads, order[:, :, None], axis=1))


def _with_corner_replaced(quads: Floats) -> Floats:
    """Return the areas four times, each with one corner replaced by where the other three imply it."""
    before, after, beyond = (np.roll(quads, shift, axis=1) for shift in (1, -1, 2))
    said = before + after - beyond
    return np.concatenate([np.where(np.arange(4)[:, None] == corner, said, quads) for corner in range(4)])


def coinciding_quads(quads: Floats, others: Floats) -> NDArray[np.bool_]:
    """Tell which quads (N) have their middle well inside which others (M): N x M."""
    across = others[:, 2] - others[:, 0]
    reach = np.hypot(across[:, 0], across[:, 1]) / 4
    (x, y), (other_x, other_y) = (add.reduce(part, axis=1).T / 4 for part in (quads, others))
    return np.asarray((np.abs(x[:, None] - other_x) < reach) & (np.abs(y[:, None] - other_y) < reach))
