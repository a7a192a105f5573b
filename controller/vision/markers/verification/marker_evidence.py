"""Weigh what was read in an unknown picture: how unlikely is it that a dark quad looks so much like a word by chance.

A number of false alarms is estimated for each marker (A. Desolneux, L. Moisan, J.-M. Morel, *From Gestalt theory to
image analysis*, 2008): of figures of n independent modules a share of about ``(1 - r^2)^((n - 1) / 2)`` correlates with
a given word by r or more, and as many words are tried as the dictionaries have, in four rotations. The evidence is the
negative logarithm of the product, in bits. So a dictionary of many words, one of few modules, a word of few corners
(letters, windows and stripes look like those) and modules of about a pixel need a closer likeness.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy import add
from numpy.typing import NDArray

from calibration.camera_model import Floats
from controller.vision.markers.decoding import FAINTEST, MOST_WRONG, white_levels
from controller.vision.markers.greyscale import Grey
from controller.vision.markers.line_fitting import Singles
from controller.vision.markers.marker_dictionary import MarkerDictionary
from controller.vision.markers.module_sampling import SPREAD, mean_light, sample_modules
from controller.vision.markers.verification.template_verification import blurred_template, module_sizes

PIXEL_BLUR = 0.45
"""Least blur of any picture, px, one standard deviation: a pixel's width and the interpolation between pixels."""
UNKNOWN_BLUR = 0.5
"""Blur where it could not be measured, px."""
SOFTEST = 0.9
"""Largest blur of a word, modules."""
RESOLVED_PX = 1.3
"""Distance, px, below which two places are not seen independently of each other."""
WRONG, WRONG_FROM_PX = 0.6, 2.2
"""Residual, as a share of the contrast, from which a module is wrong, where modules have so many px: smaller ones are
off by more, as pixels fall across them. A marker of a dictionary that corrects modules may have one such module."""


def evidence_bits(
    grey: Grey,
    corners: Floats,
    edge_blur: Floats,
    ids: NDArray[np.int64],
    dictionary: MarkerDictionary,
    asked: int,
    *,
    plain: bool = False,
) -> Floats:
    """Return how much evidence there is for each of N markers, bits; ``asked``: words of all dictionaries together.

    ``corners`` N x 4 x 2, px, from each marker's own upper left; ``edge_blur`` N, px, NaN where it is not known.
    ``plain``: whether words of few corners count as much as others.
    """
    seen = SeenModules.of(grey, corners, edge_blur, dictionary.modules)
    return seen.likeness(ids, dictionary).bits(asked, plain=plain)


@dataclass(frozen=True, eq=False)
class SeenModules:
    """The light of N quads' modules, ready to be compared with words."""

    light: Singles
    """spots x across x across x N: linear light, the border included and the quiet zone left out."""
    white: Singles
    """across x across x N: white's light at each module."""
    sure: NDArray[np.bool_]
    """across x across x N: whether that is sure."""
    module_px: Floats
    """N x 2, as `module_sizes` gives it."""
    edge_blur: Floats
    """N, px"""

    @classmethod
    def of(cls, grey: Grey, corners: Floats, edge_blur: Floats, modules: int) -> SeenModules:
        """Sample quads (N x 4 x 2, px) that are ``modules`` modules wide; ``edge_blur`` N, px, NaN: not known."""
        spots = sample_modules(grey, corners, modules + 2)
        levels, certain = white_levels(mean_light(spots))
        inside = np.s_[1:-1, 1:-1]
        return cls(
            spots[:, 1:-1, 1:-1],
            levels.reshape(spots.shape[1:])[inside],
            certain.reshape(spots.shape[1:])[inside],
            module_sizes(corners, modules),
            np.where(np.isnan(edge_blur), UNKNOWN_BLUR, np.maximum(edge_blur, PIXEL_BLUR)),
        )

    def among(self, which: NDArray[np.intp]) -> SeenModules:
        """Restrict to some quads, or take some of them repeatedly."""
        light, white = self.light[..., which], self.white[..., which]
        return SeenModules(light, white, self.sure[..., which], self.module_px[which], self.edge_blur[which])

    def likeness(self, ids: NDArray[np.int64], dictionary: MarkerDictionary) -> Likeness:
        """Compare each quad with a dictionary's word (N)."""
        in_modules = self.edge_blur[:, None] / np.maximum(self.module_px, 0.1)
        word = np.sqrt(blurred_template(dictionary.words[ids], in_modules, SOFTEST))
        # The root of light has the same noise in black and in white, and a camera's sharpening weighs less in it.
        seen = np.sqrt(self.light / np.maximum(self.white, np.float32(FAINTEST)))
        sure = self.sure.astype(np.float32)
        crossed = np.flatnonzero(~np.logical_and.reduce(self.sure, axis=(0, 1)))
        if len(crossed):
            # What is dim beyond the border may be no shadow, but another dark thing.
            seen = np.concatenate([seen, np.sqrt(self.light[..., crossed])], axis=3)
            word = np.concatenate([word, word[..., crossed]], axis=3)
            sure = np.concatenate([sure, np.ones_like(sure[..., crossed])], axis=2)
        each = np.concatenate([np.arange(len(ids)), crossed])
        return Likeness(ids, dictionary, self.module_px, each, *_compared(seen, word, sure))


@dataclass(frozen=True, eq=False)
class Likeness:
    """How much N quads look like words; some are compared twice, in the light of two explanations."""

    ids: NDArray[np.int64]
    """N"""
    dictionary: MarkerDictionary
    module_px: Floats
    """N x 2, as `module_sizes` gives it."""
    each: NDArray[np.intp]
    """M: the quad of each comparison; the first N are all in turn."""
    unexplained: Floats
    """M: share of the variance that the word does not explain."""
    compared: Floats
    """M: share of the modules that are compared."""
    wrong: NDArray[np.intp]
    """M: how many modules are wrong."""

    def bits(self, asked: int, *, plain: bool = False) -> Floats:
        """Return the evidence: N, bits; ``asked``: words of all dictionaries together; ``plain`` as above."""
        free = independent_modules(self.dictionary, None if plain else self.ids, self.module_px)
        most = MOST_WRONG if self.dictionary.corrects else 0
        strict = np.minimum.reduce(self.module_px, axis=1) > WRONG_FROM_PX
        # Modules near what may be a shadow's edge weigh nothing, and say nothing.
        says = np.maximum(free[self.each] * self.compared - 1, 0)
        bits = says * (-0.5 * np.log2(self.unexplained))
        bits[strict[self.each] & (self.wrong > most)] = -np.inf
        count = len(self.ids)
        if len(bits) > count:
            again = self.each[count:]
            bits[again] = np.maximum(bits[again], bits[count:])
        return np.asarray(bits[:count] - np.log2(4.0 * asked))


_LEAST_UNEXPLAINED, _LEAST_VARIED, _LEAST_SLOPE, _LEAST_WEIGHT = 1e-9, 1e-12, 1e-6, 1e-6
_MIDDLE = np.float32(0.5)


def _compared(seen: Singles, word: Singles, sure: Singles) -> tuple[Floats, Floats, NDArray[np.intp]]:
    """Compare light with words (spots x across x across x M), where it is ``sure`` (across x across x M; 0 or 1).

    By the lesser correlation of the whole and of its inside. Returns the unexplained share of the variance, the share
    of modules that are compared and how many of these are wrong: M each.
    """
    spots, across, _across, count = seen.shape
    # Sums of light and word, their squares and their product over the samples of each module.
    terms = np.empty((5, *seen.shape), np.float32)
    np.subtract(seen, _MIDDLE, out=terms[0])
    np.subtract(word, _MIDDLE, out=terms[1])
    np.multiply(terms[:2], terms[:2], out=terms[2:4])
    np.multiply(terms[0], terms[1], out=terms[4])
    sums = add.reduce(terms, axis=1).reshape(5, -1, count) / float(spots)
    flat = sure.reshape(-1, count)
    weights = flat + _LEAST_WEIGHT
    zones = _zones(across)
    moments = zones @ (sums * weights)
    moments /= zones @ weights
    mean, square = moments[:2], moments[2:4]
    square -= mean * mean
    np.maximum(square, _LEAST_VARIED, out=square)
    common = moments[4] - mean[0] * mean[1]
    correlation = np.minimum.reduce(common / np.sqrt(square[0] * square[1]))
    np.maximum(correlation, 0, out=correlation)
    unexplained = np.maximum(1 - correlation * correlation, _LEAST_UNEXPLAINED)
    # The residual of the best linear fit of the whole; 1 is black to white.
    slope = np.maximum(common[0] / square[1, 0], _LEAST_SLOPE)
    light, pattern = sums[:2] - mean[:, :1]
    off = np.abs(light / slope - pattern)
    off *= flat
    return unexplained, add.reduce(flat) / len(flat), add.reduce(off > WRONG)


@lru_cache(maxsize=8)
def _zones(across: int) -> Floats:
    """Return which modules are in the whole marker, and in its inside: 2 x across²."""
    inside = np.zeros((across, across))
    inside[1:-1, 1:-1] = 1
    return np.stack([np.ones(across**2), inside.ravel()])


def independent_modules(dictionary: MarkerDictionary, ids: NDArray[np.int64] | None, module_px: Floats) -> Floats:
    """Return how many modules of words count as independent: N; ``module_px`` N x 2, as `module_sizes` gives it.

    At most all of them that the picture resolves, and, if the words' ``ids`` are given, as many as a figure with so few
    corners has: a figure by chance has long, straight edges. Its corners lie just on the grid, which is the less likely
    the finer the picture resolves the grid.
    """
    size = dictionary.size
    coarser = np.multiply.reduce(np.minimum(module_px / RESOLVED_PX, 1.0), axis=1)
    if ids is None:
        return np.asarray(size**2 * coarser)
    # A vertex of the grid is a corner if one or three of its four modules are white, two if they are white crosswise.
    expected = 0.75 * (size - 1) ** 2 + 2 * (size - 1) + 2
    finer = np.minimum(np.maximum(module_px * (2 * SPREAD / RESOLVED_PX), 1.0), 2.0)
    finer = np.sqrt(np.multiply.reduce(finer, axis=1))
    return np.asarray(size**2 * np.minimum(coarser, dictionary.corners[ids] / expected * finer))
