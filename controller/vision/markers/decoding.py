"""Decode quadrilaterals: sample the modules of all of them at once and compare them with a dictionary.

A marker itself shows what black and white are: its border is black and its quiet zone white. Several readings are made
of one area, since no single threshold serves both an even light and the edge of a hard shadow. A reading counts only if
border and quiet zone are right; readings that contradict each other count as none.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import lru_cache

import cv2
import numpy as np
from numpy import add
from numpy.typing import NDArray

from calibration.camera_model import Floats
from controller.vision.markers.greyscale import Grey
from controller.vision.markers.line_fitting import medians, side_lengths
from controller.vision.markers.marker_dictionary import MarkerDictionary
from controller.vision.markers.module_sampling import Levels, mean_light, ring, sample_modules

Modules = NDArray[np.bool_]

SHARES = (0.5, 0.3, 0.17)
"""Thresholds between black and white, in linear light: the lower ones serve markers that lie half in shadow."""

MOST_WRONG = 1
"""Modules of border and inside together that may have the wrong colour."""

QUIET_WRONG = 1 / 8
"""Share of the quiet zone that may be dark: cut lines, fingers, the next card."""

LARGEST_SIDE_RATIO = 1.5
"""Largest ratio of opposite sides: no camera over a table is so near, and looks at so flat an angle."""

LIKELY_WRONG = 0.25
"""Largest wrong share of border or quiet zone for which a closer look pays."""

LEAST_WRITTEN = 0.14
"""Least share of white, and of black, modules inside."""

MOST_MIXED = 0.33
"""Largest share of modules that are partly black, partly white: a figure with other modules has more."""

EVEN = 0.6
"""Where the dimmest modules of a quiet zone have this share of the light of the brightest, no shadow's edge crosses it.
"""
NEAR_SHADOW = 0.35
"""Distance from a shadow's edge within which a module is neither in shadow nor in light."""

FAINTEST = 0.004
"""Linear light between black and white, at least: 0.1 is 12 % of the grey levels in the middle of the scale."""

_FLAT = 1e-6


@dataclass(frozen=True, eq=False)
class DecodedQuads:
    """What was read in N quadrilaterals."""

    ids: NDArray[np.int64]
    """N; -1 where nothing was read."""
    turns: NDArray[np.int64]
    """N: which corner of the area is the marker's own upper left."""
    likely: NDArray[np.bool_]
    """N: whether the border is darker than its surroundings, about as a marker's is."""

    def merged_with(self, other: DecodedQuads) -> DecodedQuads:
        """Append others."""
        return DecodedQuads(
            np.concatenate([self.ids, other.ids]),
            np.concatenate([self.turns, other.turns]),
            np.concatenate([self.likely, other.likely]),
        )


@dataclass(frozen=True)
class CloserLook:
    """Which quads a closer look pays for, though nothing was read in them."""

    most_wrong: float
    """Largest wrong share of border or quiet zone."""
    least_contrast: float
    """Least difference of quiet zone and border, linear light."""
    darkest: float
    """Largest light of the border, as a share of the quiet zone's."""
    most_mixed: float
    """Largest share of modules that are partly black, partly white."""
    largest_side_ratio: float
    """Largest ratio of opposite sides."""


def unread_quads(count: int, *, likely: bool = True) -> DecodedQuads:
    """Return that nothing is read in ``count`` quads."""
    return DecodedQuads(np.full(count, -1, np.int64), np.zeros(count, np.int64), np.full(count, likely))


NO_QUADS = unread_quads(0)


def decode(
    grey: Grey,
    quads: Floats,
    dictionary: MarkerDictionary,
    largest_side_ratio: float = LARGEST_SIDE_RATIO,
    closer: CloserLook | None = None,
) -> DecodedQuads:
    """Decode quadrilaterals (N x 4 x 2, px, clockwise) with a dictionary.

    ``closer``: which of those that are not read at once are looked at more closely; None: all that are about framed.
    """
    return decode_families(grey, quads, (dictionary,), largest_side_ratio, closer)[0]


def decode_families(
    grey: Grey,
    quads: Floats,
    dictionaries: Sequence[MarkerDictionary],
    largest_side_ratio: float = LARGEST_SIDE_RATIO,
    closer: CloserLook | None = None,
) -> list[DecodedQuads]:
    """Decode quadrilaterals with each of several dictionaries; what those of one size have in common is done once."""
    if not len(quads):
        return [NO_QUADS] * len(dictionaries)
    sampled = {
        modules: _SampledQuads.of(grey, quads, modules, largest_side_ratio, closer)
        for modules in sorted({dictionary.modules for dictionary in dictionaries})
    }
    return [sampled[dictionary.modules].read_by(dictionary) for dictionary in dictionaries]


@dataclass(frozen=True, eq=False)
class _SampledQuads:
    """The light of N quads' modules, and what can be told of them before words are looked up."""

    modules: Levels
    """across x across x N"""
    scale: Levels
    """2 x N: black and white; NaN where these do not differ."""
    plain: _Readings
    """By the highest threshold and by the lowest."""
    likely: NDArray[np.bool_]
    """N: where a closer look pays."""
    square: NDArray[np.bool_]
    """N: what is a square and has its modules where markers have them. What is not is not read."""
    closer: dict[bytes, _Readings] = field(default_factory=dict)
    """More readings, of some of the quads: by their indices."""

    @classmethod
    def of(
        cls, grey: Grey, quads: Floats, modules_across: int, largest_side_ratio: float, closer: CloserLook | None
    ) -> _SampledQuads:
        """Sample quads (N x 4 x 2, px) for words ``modules_across`` wide, their border included."""
        spots = sample_modules(grey, quads, modules_across + 2)
        modules = mean_light(spots)
        scale = _scale(modules)
        plain = _Readings.of([_above(modules, scale, share) for share in (SHARES[0], SHARES[-1])])
        likely = np.logical_or.reduce(plain.likely(LIKELY_WRONG if closer is None else closer.most_wrong))
        ratio, mixed = _side_ratio(quads), _mixed_share(spots, scale)
        if closer is not None:
            black, white = scale
            likely &= (white - black > closer.least_contrast) & (black < closer.darkest * white)
            likely &= (mixed < closer.most_mixed) & (ratio < closer.largest_side_ratio)
        return cls(modules, scale, plain, likely, (ratio < largest_side_ratio) & (mixed < MOST_MIXED))

    def read_by(self, dictionary: MarkerDictionary) -> DecodedQuads:
        """Decode the quads with a dictionary."""
        count = len(self.likely)
        words = DecodedQuads(np.full(count, -1, np.int64), np.zeros(count, np.int64), self.likely)
        framed = self.plain.framed()[:1] & self.square
        _enter_readings(words, np.arange(count), self.plain, framed, dictionary)
        left = np.flatnonzero(self.square & (words.ids < 0) & self.likely)
        if len(left):
            closer = self._closer_readings(left)
            _enter_readings(words, left, closer, closer.framed(), dictionary)
        return words

    def _closer_readings(self, which: NDArray[np.intp]) -> _Readings:
        """Return readings of some of the quads by other thresholds, where neither light nor shadow is even."""
        key = which.tobytes()
        if key not in self.closer:
            rest, scale, low = self.modules[..., which], self.scale[:, which], self.plain.white[:, :, 1, which]
            middling = [_above(rest, scale, share) for share in SHARES[1:-1]]
            self.closer[key] = _Readings.of([*middling, low, _above_surroundings(rest), _above_shadow(rest)])
        return self.closer[key]


@dataclass(frozen=True, eq=False)
class _Readings:
    """What is white in N areas, by each of R thresholds."""

    white: Modules
    """across x across x R x N"""
    zones: Levels
    """3 x R x N: how many modules are white in the quiet zone, in the border and inside."""

    @classmethod
    def of(cls, whites: list[Modules]) -> _Readings:
        """Make readings of thresholded modules (across x across x N)."""
        white = np.stack(whites, axis=2)
        flat = white.reshape(len(white) ** 2, -1).astype(np.float32)
        return cls(white, (_zones(len(white)).members @ flat).reshape(3, *white.shape[2:]))

    def likely(self, most_wrong: float) -> NDArray[np.bool_]:
        """Tell where a closer look pays: the frame is about right, and there is a pattern inside. R x N."""
        quiet, border, inside = self.zones / _zones(len(self.white)).sizes[:, None, None]
        framed = (border < most_wrong) & (quiet > 1 - most_wrong)
        return np.asarray(framed & (inside > LEAST_WRITTEN) & (inside < 1 - LEAST_WRITTEN))

    def framed(self) -> NDArray[np.bool_]:
        """Tell which areas have a black border in a white quiet zone: R x N."""
        quiet, border, _inside = self.zones
        enough = (1 - QUIET_WRONG) * _zones(len(self.white)).sizes[0]
        return np.asarray((border <= MOST_WRONG) & (quiet >= enough))


def _mixed_share(spots: Levels, scale: Levels) -> Floats:
    """Return the share of modules, border included, whose samples are partly black, partly white: N."""
    white = spots[:, 1:-1, 1:-1] > (scale[0] + scale[1]) / 2
    # Modules whose samples differ.
    mixed = np.logical_or.reduce(white, axis=0) ^ np.logical_and.reduce(white, axis=0)
    modules = mixed.reshape(-1, mixed.shape[2])
    return np.asarray(add.reduce(modules.view(np.uint8), axis=0, dtype=np.uint8) / len(modules))


def _side_ratio(quads: Floats) -> Floats:
    """Return the largest ratio of opposite sides: N."""
    one, two, three, four = np.maximum(side_lengths(quads), 1e-6).T
    along, across = one / three, two / four
    return np.asarray(np.maximum(np.maximum(along, 1 / along), np.maximum(across, 1 / across)))


def _enter_readings(
    words: DecodedQuads,
    at: NDArray[np.intp],
    readings: _Readings,
    framed: NDArray[np.bool_],
    dictionary: MarkerDictionary,
) -> None:
    """Enter what readings of the areas ``at`` say, unless they contradict each other; ``framed``: R x N."""
    which, area = np.nonzero(framed)
    if not len(area):
        return
    ids, turns, mended = dictionary.read(dictionary.pack(readings.white[2:-2, 2:-2, which, area]))
    fine = np.flatnonzero((ids >= 0) & (readings.zones[1, which, area] + mended <= MOST_WRONG))
    where, ids, turns = at[area[fine]], ids[fine], turns[fine]
    words.ids[where], words.turns[where] = ids, turns
    # Of an area that was read several times, the last reading stands there now.
    words.ids[where[(words.ids[where] != ids) | (words.turns[where] != turns)]] = -1


def _scale(modules: Levels) -> Levels:
    """Return the border's black and the quiet zone's white: 2 x N; NaN where these do not differ."""
    scale = np.empty((2, modules.shape[2]), np.float32)
    scale[0], scale[1] = medians(ring(modules[1:-1, 1:-1]).T), medians(ring(modules).T)
    scale[:, ~(scale[1] - scale[0] > FAINTEST)] = np.nan
    return scale


def _above(modules: Levels, scale: Levels, share: float) -> Modules:
    """Threshold modules at a share of the way from black to white. None is white where there is no scale."""
    return np.asarray(modules > scale[0] + share * (scale[1] - scale[0]))


def _above_surroundings(modules: Levels) -> Modules:
    """Threshold modules at the middle of the darkest and the lightest around them (J. Bernsen, 1986)."""
    # The modules of all markers side by side: neighbours are whole pictures, as channels.
    kernel, edge = np.ones((3, 3), np.uint8), cv2.BORDER_REFLECT_101
    between = [
        (cv2.erode(part, kernel, borderType=edge) + cv2.dilate(part, kernel, borderType=edge)).reshape(part.shape) / 2
        for part in _parts(modules)
    ]
    return np.asarray(modules > np.concatenate(between, axis=2))


def _above_shadow(modules: Levels) -> Modules:
    """Threshold modules at half of the local white."""
    return np.asarray(modules > white_levels(modules)[0].reshape(modules.shape) / 2)


def white_levels(modules: Levels) -> tuple[Levels, NDArray[np.bool_]]:
    """Estimate white at each module (P x N), where a shadow's straight edge may cross the marker.

    Returns the levels, and whether each is sure: not too near to the edge. The quiet zone is white everywhere, so where
    it is dim, there is shadow. The line that separates its dim from its bright modules, by least squares, separates the
    inside as well.
    """
    quiet = ring(modules)
    ordered = np.sort(quiet.T, axis=1)
    # One in ten may be dirt, or a burnt spot.
    few = len(quiet) // 10
    dim, bright = ordered[:, few], ordered[:, -1 - few]
    lit = (quiet > (dim + bright) / 2).astype(np.float32)
    places, design = _plane(len(modules))
    side = places @ (design @ (lit * 2 - 1))
    light, count = add.reduce(quiet * lit), add.reduce(lit)
    white = light / np.maximum(count, 1)
    grey = (add.reduce(quiet) - light) / np.maximum(len(quiet) - count, 1)
    sure = (np.abs(side) > NEAR_SHADOW) | (dim > EVEN * bright)
    return np.asarray(np.where(side > 0, white, grey)), np.asarray(sure)


@lru_cache(maxsize=8)
def _plane(across: int) -> tuple[Levels, Levels]:
    """Return the design of a plane over all modules (P x 3), and its least squares solution from the ring (3 x Q)."""
    y, x = np.mgrid[-1 : 1 : across * 1j, -1 : 1 : across * 1j]
    places = np.stack([np.ones_like(x), x, y], axis=-1)
    solution = np.linalg.pinv(ring(places))
    return places.reshape(-1, 3).astype(np.float32), solution.astype(np.float32)


@dataclass(frozen=True, eq=False)
class _Zones:
    """The modules of the quiet zone, of the border and of the inside."""

    members: Levels
    """3 x P: 1 where a module belongs to the zone."""
    sizes: Levels
    """3"""


@lru_cache(maxsize=8)
def _zones(across: int) -> _Zones:
    y, x = np.mgrid[:across, :across]
    depth = np.minimum(np.minimum(x, across - 1 - x), np.minimum(y, across - 1 - y)).ravel()
    members = np.stack([depth == 0, depth == 1, depth >= 2]).astype(np.float32)
    return _Zones(members, members.sum(axis=1))


def _parts(stack: Levels) -> list[Levels]:
    """Split a stack into parts: OpenCV's pictures have at most 512 channels."""
    return [np.ascontiguousarray(stack[..., at : at + 500]) for at in range(0, stack.shape[2], 500)]
