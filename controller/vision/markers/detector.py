"""Detect markers: a grey picture in, marker ids and corners out. Pure: the same picture gives the same markers.

Candidate outlines are searched in one or more passes, all of them are decoded at once, what was nearly right is fitted
to its edges and decoded again, and what was read gets its corners from its edges.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from boards.kit.marker_plan import DICTIONARY
from calibration.camera_model import Floats
from controller.vision.markers.closest_words import closest_words
from controller.vision.markers.corner_refinement import refine_corners
from controller.vision.markers.decoding import (
    LARGEST_SIDE_RATIO,
    NO_QUADS,
    CloserLook,
    DecodedQuads,
    decode_families,
)
from controller.vision.markers.greyscale import Grey
from controller.vision.markers.line_fitting import counter_clockwise, side_lengths
from controller.vision.markers.marker_dictionary import MarkerDictionary, marker_dictionary
from controller.vision.markers.neighbours.neighbouring_squares import adjoining_squares, lattice_squares
from controller.vision.markers.quad_search.quad_screening import MOST_ALIKE, may_be_markers
from controller.vision.markers.quad_search.quads import MOST_STRETCHED, find_quads
from controller.vision.markers.quad_search.thresholding import (
    CONTRAST,
    DEEP_SHADOW,
    LIGHT,
    SHADOW,
    SMALL,
    AdaptiveThreshold,
    ThresholdPass,
)
from controller.vision.markers.verification.marker_selection import (
    FARTHER,
    WIDER_REACH,
    coinciding_quads,
    rotated_corners,
    unambiguous_quads,
    weigh_readings,
)
from controller.vision.markers.verification.template_verification import matches_template

Ids = NDArray[np.int64]


@dataclass(frozen=True)
class DetectorSettings:
    """What a detector searches for, and how thoroughly."""

    passes: tuple[ThresholdPass, ...]
    """Thresholding passes, in order: more recall, more time."""
    smallest_px: float = 12.0
    """Side of the smallest marker, px."""
    smallest_share: float | None = None
    """The same as a share of the picture's longer side, where that is less; but :data:`LEAST_PX` at least."""
    most_stretched: float = MOST_STRETCHED
    """Largest ratio of a marker's sides."""
    largest_side_ratio: float = LARGEST_SIDE_RATIO
    """Largest ratio of opposite sides."""
    screened: bool = False
    """Whether candidates are looked at quickly first (`quad_screening.py`): texture has thousands."""
    closer: CloserLook | None = None
    """Which candidates that were not read are looked at more closely; None: all that are about framed."""
    inverted: bool = False
    """Whether markers are searched that are printed inverted, too: white on black."""
    boards: bool = False
    """Whether markers are searched where those of a board must lie beside others, and the closest word is taken where
    none was read: more recall for small markers. Only with ``least_evidence``, which decides."""
    least_evidence: float | None = None
    """Bits of evidence that a marker needs (`marker_evidence.py`), for any dictionary; None: it must look like its
    word (`template_verification.py`), which suits those of few, different words."""

    def smallest_in(self, grey: Grey) -> float:
        """Return the side of the smallest marker that is searched in a picture, px."""
        if self.smallest_share is None:
            return self.smallest_px
        return min(self.smallest_px, max(LEAST_PX, self.smallest_share * float(max(grey.shape))))


LEAST_PX = 6.0
"""Side of a marker with modules of one px."""

FAST = DetectorSettings((replace(LIGHT, skip_if_busy=True), SHADOW))
"""For frames that are searched many times a second."""

_FULL_SIZE = ThresholdPass(1, 13, smooth=True, contrast=CONTRAST, unless_clear=True)
"""For what is small or blurred."""

RECALL = DetectorSettings((LIGHT, SHADOW, SMALL, _FULL_SIZE, DEEP_SHADOW))
"""Finds as much as possible."""

ANY_SIZE = DetectorSettings(
    (
        ThresholdPass(1, 9, 0.93, despeckle=True),
        ThresholdPass(4, 9, 0.93, smallest_px=32.0, from_px=1000, despeckle=True),
    ),
    smallest_px=9.0,
    smallest_share=0.0075,
    screened=True,
    most_stretched=4.0,
    largest_side_ratio=2.5,
    closer=CloserLook(most_wrong=0.33, least_contrast=0.04, darkest=0.5, most_mixed=0.4, largest_side_ratio=1.7),
    inverted=True,
    boards=True,
    least_evidence=20.0,
)
"""For unknown pictures: markers of any size, from any side. The second pass, at a quarter of the size, is for edges
blurred more widely than the first one's window, and for broken ones."""


@dataclass(frozen=True, eq=False)
class Markers:
    """The markers of one picture."""

    ids: NDArray[np.int64]
    """N"""
    corners: Floats
    """N x 4 x 2, px, clockwise from each marker's own upper left."""
    edge_blur: Floats
    """N: blur of the edges, one standard deviation, px; NaN where it could not be measured."""
    inverted: NDArray[np.bool_] | None = None
    """N: which are printed inverted, white on black; None: none."""

    @property
    def which_inverted(self) -> NDArray[np.bool_]:
        """Tell of each marker whether it is printed inverted: N."""
        return np.zeros(len(self.ids), np.bool_) if self.inverted is None else self.inverted

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
        self._candidates = np.zeros((0, 4, 2))

    @property
    def modules(self) -> int:
        """Across a marker, its border included."""
        return self.dictionary.modules

    def detect(self, grey: Grey) -> Markers:
        """Find all markers of a picture (H x W), sorted by id, then from left to right."""
        (markers,), self._candidates = _search(grey, self._settings, (self.dictionary,))
        return markers

    @property
    def candidates(self) -> Floats:
        """Of the newest picture: all areas that were looked at, whether a marker was read in them or not: N x 4 x 2."""
        return self._candidates


def detect_families(
    grey: Grey, settings: DetectorSettings, dictionaries: Sequence[MarkerDictionary]
) -> tuple[Markers, ...]:
    """Find the markers of several dictionaries in a picture (H x W) at once: candidates are searched once for all.

    Returns the markers of each dictionary in turn, sorted by id, then from left to right. What two dictionaries share
    (the words of 4X4_50 are in 4X4_1000, too) is told for both; what is read as different figures at one place, for
    none.
    """
    return _search(grey, settings, dictionaries)[0]


def _search(
    grey: Grey, settings: DetectorSettings, dictionaries: Sequence[MarkerDictionary]
) -> tuple[tuple[Markers, ...], Floats]:
    """Return the markers of each dictionary, and all areas that were looked at (N x 4 x 2 px)."""
    candidates = _Candidates(grey, settings, dictionaries)
    threshold = AdaptiveThreshold(grey)
    for pass_ in settings.passes:
        if pass_.unless_clear and candidates.clear():
            continue
        dark = threshold.binarize(pass_, candidates.known())
        if dark is not None:
            smallest = max(settings.smallest_in(grey), pass_.smallest_px)
            stretched = settings.most_stretched
            candidates.add_outlines(find_quads(dark, pass_.shrink, smallest, stretched, holes=settings.inverted))
    if settings.boards:
        candidates.look_around()
    else:
        candidates.look_closer()
    found, reads = candidates.quads, candidates.reads
    if settings.least_evidence is None:
        told = [_verified(grey, found, read, word) for read, word in zip(reads, dictionaries, strict=True)]
        return tuple(told), found
    weighed = weigh_readings(grey, found, reads, dictionaries, settings.least_evidence)
    return tuple(_sorted(ids, corners, edge_blur) for ids, corners, edge_blur in weighed), found


MOST_UNLIKE_HOLE = 0.2
"""Largest share of places around a hole that is not as around an inverted marker: there are many holes."""

MOST_UNLIKE_BOARD = 0.1
"""Largest share of places around a square beside a marker that is not as on a board: its corners are well known."""

MOST_UNLIKE_LATTICE = 0.5
"""The same of a square where a board's next marker must lie."""

FEW = 6
"""Markers beside which adjoining squares are looked at while no inverted marker is read."""

FEWEST_OF_BOARD = 3
"""Markers that make a board, or a grid."""

MOST_ROUNDS = 24
"""Rounds in which squares beside what was read are looked at: as many as a large board is long."""


FEWEST_CLEAR, LARGE_PX, SHARP_PX = 8, 20.0, 1.0
"""Markers that must be read, the least side of all of them, and the most usual blur of their edges (one standard
deviation, px), in a clear picture."""

DAZZLING_LEVEL, LEAST_DAZZLING = 240, 0.0003
"""Level from which a pixel shows light that is mirrored, and the share of such ones from which a lamp, the sun or gloss
may lie on markers: the haze around it leaves outlines that only a slow pass follows."""
_EVERY_PX = 4

_NONE: Floats = np.zeros((0, 4, 2))


class _Candidates:
    """Quads of a picture, and what dictionaries read in them."""

    def __init__(self, grey: Grey, settings: DetectorSettings, dictionaries: Sequence[MarkerDictionary]) -> None:
        self.quads: Floats = np.zeros((0, 4, 2))
        """N x 4 x 2, px"""
        self.reads = [NO_QUADS] * len(dictionaries)
        """By each dictionary."""
        self._grey = grey
        self._settings = settings
        self._dictionaries = dictionaries
        # Of several families, the one with the smallest modules has its edges nearest to each other.
        self._modules = max(dictionary.modules for dictionary in dictionaries)

    def known(self, start: int = 0) -> Floats:
        """Return the quads in which something was read, from the one with the index ``start`` on."""
        return np.asarray(self.quads[start:][np.logical_or.reduce([read.ids[start:] >= 0 for read in self.reads])])

    def clear(self) -> bool:
        """Tell whether what was read says that markers are large and sharp in this picture, and no glare is on them."""
        known = self.known()
        if len(known) < FEWEST_CLEAR or side_lengths(known).min() < LARGE_PX:
            return False
        if float((self._grey[::_EVERY_PX, ::_EVERY_PX] >= DAZZLING_LEVEL).mean()) >= LEAST_DAZZLING:
            return False
        some = known[:: -(-len(known) // FEWEST_CLEAR)]
        _corners, edge_blur = refine_corners(self._grey, some, self._modules)
        return bool(np.nanmedian(edge_blur) < SHARP_PX) if np.isfinite(edge_blur).any() else False

    def add_outlines(self, quads: Floats) -> None:
        """Add what may be markers."""
        if self._settings.screened:
            most_unlike = np.where(counter_clockwise(quads), MOST_UNLIKE_HOLE, MOST_ALIKE)
            quads = quads[may_be_markers(self._grey, quads, self._modules, most_unlike)]
        if len(quads):
            self._add(quads, self._decoded)

    def look_closer(self) -> None:
        """Fit what was nearly read to its edges, and decode it again."""
        near_misses = _near_misses(self.quads, self.reads)
        for _again in range(2):
            if not len(near_misses):
                break
            tries, edge_blur = refine_corners(self._grey, near_misses, self._modules, 2, WIDER_REACH, FARTHER)
            self._add(tries, self._decoded)
            # Where no edges were found, a corner may be wrong.
            edgeless = np.isnan(edge_blur)
            near_misses = _with_corner_replaced(near_misses[edgeless]) if edgeless.any() else near_misses[:0]

    def look_around(self) -> None:
        """Fit what was nearly read to its edges, and read it by the words that look most like it, if need be.

        So is what lies beside markers: squares of a board or a grid, from one to the next.
        """
        tries = _near_misses(self.quads, self.reads)
        fresh = known = self.known()
        for _round in range(MOST_ROUNDS):
            tries = np.concatenate([tries, self._neighbours(fresh, known)])
            if not len(tries):
                break
            start = len(self.quads)
            fitted, _edge_blur = refine_corners(self._grey, tries, self._modules, 3, WIDER_REACH, FARTHER)
            self._add(fitted, closest_words)
            fresh, known, tries = self.known(start), self.known(), _NONE

    def _neighbours(self, fresh: Floats, known: Floats) -> Floats:
        """Return squares beside fresh quads that are wholly in the picture, hold nothing known and may be markers."""
        both = bool(counter_clockwise(known).any())
        if not len(fresh) or (len(known) < FEWEST_OF_BOARD and not both):
            return _NONE
        # A few markers are enough to find the first inverted one.
        few = fresh if both else fresh[:: len(fresh) // FEW + 1]
        adjoining = adjoining_squares(few) if self._settings.inverted else _NONE
        lattice = lattice_squares(fresh, known)
        squares = np.concatenate([adjoining, lattice])
        most_unlike = np.repeat((MOST_UNLIKE_BOARD, MOST_UNLIKE_LATTICE), (len(adjoining), len(lattice)))
        height, width = self._grey.shape
        apt = ((squares >= 0) & (squares <= (width - 1, height - 1))).all(axis=(1, 2))
        apt &= ~coinciding_quads(squares, known).any(axis=1)
        squares = squares[apt]
        return squares[may_be_markers(self._grey, squares, self._modules, most_unlike[apt])]

    def _decoded(self, grey: Grey, quads: Floats, dictionaries: Sequence[MarkerDictionary]) -> list[DecodedQuads]:
        return decode_families(grey, quads, dictionaries, self._settings.largest_side_ratio, self._settings.closer)

    def _add(self, quads: Floats, by: Callable[[Grey, Floats, Sequence[MarkerDictionary]], list[DecodedQuads]]) -> None:
        self.quads = np.concatenate([self.quads, quads])
        more = by(self._grey, quads, self._dictionaries)
        self.reads = [read.merged_with(other) for read, other in zip(self.reads, more, strict=True)]


def _verified(grey: Grey, found: Floats, read: DecodedQuads, dictionary: MarkerDictionary) -> Markers:
    """Return what was read in quads and looks like its word, with corners from its edges."""
    kept = unambiguous_quads(found, read.ids)
    if not len(kept):
        return NO_MARKERS
    ids, rough = read.ids[kept], rotated_corners(found[kept], read.turns[kept])
    fine, edge_blur = refine_corners(grey, rough, dictionary.modules)
    right = matches_template(grey, fine, edge_blur, ids, dictionary)
    doubted = np.flatnonzero(~right | np.isnan(edge_blur))
    if len(doubted):
        # The corners that it was read at were so far off that the edges were out of reach.
        wider, soft = refine_corners(grey, rough[doubted], dictionary.modules, 3, WIDER_REACH, FARTHER)
        better = matches_template(grey, wider, soft, ids[doubted], dictionary)
        mended = doubted[better]
        fine[mended], edge_blur[mended], right[mended] = wider[better], soft[better], True
    return _sorted(ids[right], fine[right], edge_blur[right])


def joined_markers(one: Markers, other: Markers) -> Markers:
    """Return the markers of both, sorted by id, then from left to right."""
    if not len(other):
        return one
    parts = ((getattr(one, name), getattr(other, name)) for name in ("ids", "corners", "edge_blur"))
    return _sorted(*(np.concatenate(part) for part in parts))


def _sorted(ids: Ids, corners: Floats, edge_blur: Floats) -> Markers:
    inverted = counter_clockwise(corners)
    corners = np.where(inverted[:, None, None], corners[:, _REVERSED], corners)
    order = np.lexsort((corners[:, 0, 0], ids))
    return Markers(ids[order], corners[order], edge_blur[order], inverted[order])


_REVERSED = np.array([0, 3, 2, 1])


def _near_misses(quads: Floats, reads: Sequence[DecodedQuads]) -> Floats:
    """Return candidates that may be markers though they were not read: one of each place where none was read."""
    known = np.logical_or.reduce([read.ids >= 0 for read in reads])
    unread = np.flatnonzero(np.logical_or.reduce([read.likely for read in reads]) & ~known)
    if not len(unread):
        return np.zeros((0, 4, 2))
    places = quads[unread]
    sizes = side_lengths(places).mean(axis=1)
    # A card around a marker is another area at the same place.
    same = coinciding_quads(places, places) & (np.abs(sizes[:, None] - sizes[None]) < _SAME_SIZE * sizes)
    first = same.argmax(axis=1) == np.arange(len(places))
    return np.asarray(places[first & ~coinciding_quads(places, quads[known]).any(axis=1)])


def _with_corner_replaced(quads: Floats) -> Floats:
    """Return the areas four times, each with one corner replaced by where the other three imply it."""
    before, after, beyond = (np.roll(quads, shift, axis=1) for shift in (1, -1, 2))
    said = before + after - beyond
    return np.concatenate([np.where(np.arange(4)[:, None] == corner, said, quads) for corner in range(4)])
