"""Weigh what was read in an unknown picture: how unlikely is it that a dark quad looks so much like a word by chance.

A number of false alarms is estimated for each marker (A. Desolneux, L. Moisan, J.-M. Morel, *From Gestalt theory to
image analysis*, 2008): of figures of n independent modules a share of about ``(1 - r^2)^((n - 1) / 2)`` correlates with
a given word by r or more, and as many words are tried as the dictionaries have, in four rotations. The evidence is the
negative logarithm of the product, in bits. So a dictionary of many words, one of few modules, a word of few corners
(letters, windows and stripes look like those) and modules of about a pixel need a closer likeness.
"""

from __future__ import annotations

import numpy as np
from numpy import add
from numpy.typing import NDArray

from calibration.camera_model import Floats
from controller.vision.markers.decoding import FAINTEST, MOST_WRONG, white_levels
from controller.vision.markers.greyscale import Grey
from controller.vision.markers.line_fitting import Singles
from controller.vision.markers.marker_dictionary import MarkerDictionary
from controller.vision.markers.module_sampling import SPREAD, mean_light, sample_modules
from controller.vision.markers.verification.template_verification import Comparison, blurred_template, module_sizes

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
    spots = sample_modules(grey, corners, dictionary.modules + 2)
    levels, certain = white_levels(mean_light(spots))
    white, sure = levels.reshape(spots.shape[1:])[1:-1, 1:-1], certain.reshape(spots.shape[1:])[1:-1, 1:-1]
    # The root of light has the same noise in black and in white, and a camera's sharpening weighs less in it.
    seen = np.sqrt(np.asarray(spots[:, 1:-1, 1:-1] / np.maximum(white, FAINTEST), np.float32))
    module_px = module_sizes(corners, dictionary.modules)
    blur = np.where(np.isnan(edge_blur), UNKNOWN_BLUR, np.maximum(edge_blur, PIXEL_BLUR))
    in_modules = blur[:, None] / np.maximum(module_px, 0.1)
    word = np.sqrt(blurred_template(dictionary.words[ids], in_modules, SOFTEST))
    free = independent_modules(dictionary, None if plain else ids, module_px)
    strict = np.where(module_px.min(axis=1) > WRONG_FROM_PX, MOST_WRONG if dictionary.corrects else 0, np.inf)
    bits = _likeness_bits(seen, word, sure, free, strict)
    crossed = np.flatnonzero(~np.logical_and.reduce(sure, axis=(0, 1)))
    if len(crossed):
        # What is dim beyond the border may be no shadow, but another dark thing.
        even, word = np.sqrt(spots[:, 1:-1, 1:-1, crossed]), word[..., crossed]
        other = _likeness_bits(even, word, np.ones(even.shape[1:], np.bool_), free[crossed], strict[crossed])
        bits[crossed] = np.maximum(bits[crossed], other)
    return np.asarray(bits - np.log2(4.0 * asked))


def _likeness_bits(seen: Singles, word: Singles, sure: NDArray[np.bool_], free: Floats, most_wrong: Floats) -> Floats:
    """Return how unlikely it is, in bits, that light (spots x across x across x N) is so much like a word.

    ``sure``: which modules are compared; ``free`` N: how many are independent of each other, if all are; ``most_wrong``
    N: how many modules may be wrong.
    """
    weights = np.asarray(sure + 1e-6, np.float32)
    whole, inside = Comparison.of(seen, word, weights), np.s_[..., 1:-1, 1:-1, :]
    within = Comparison.of(seen[inside], word[inside], weights[inside])
    correlation = np.maximum(np.minimum(whole.correlation(), within.correlation()), 0)
    # Modules near what may be a shadow's edge weigh nothing, and say nothing.
    compared = add.reduce(sure, axis=(0, 1)) / (sure.shape[0] * sure.shape[1])
    unexplained = np.maximum(1.0 - correlation**2, _LEAST_UNEXPLAINED)
    bits = -np.maximum(free * compared - 1, 0) / 2 * np.log2(unexplained)
    wrong = add.reduce(np.abs(mean_light(whole.off())) * sure > WRONG, axis=(0, 1))
    return np.asarray(np.where(wrong > most_wrong, -np.inf, bits))


_LEAST_UNEXPLAINED = 1e-9


def independent_modules(dictionary: MarkerDictionary, ids: NDArray[np.int64] | None, module_px: Floats) -> Floats:
    """Return how many modules of words count as independent: N; ``module_px`` N x 2, as `module_sizes` gives it.

    At most all of them that the picture resolves, and, if the words' ``ids`` are given, as many as a figure with so few
    corners has: a figure by chance has long, straight edges. Its corners lie just on the grid, which is the less likely
    the finer the picture resolves the grid.
    """
    size = dictionary.size
    coarser = np.minimum(module_px / RESOLVED_PX, 1.0).prod(axis=1)
    if ids is None:
        return np.asarray(size**2 * coarser)
    # A vertex of the grid is a corner if one or three of its four modules are white, two if they are white crosswise.
    expected = 0.75 * (size - 1) ** 2 + 2 * (size - 1) + 2
    finer = np.sqrt(np.clip(module_px * (2 * SPREAD / RESOLVED_PX), 1.0, 2.0).prod(axis=1))
    return np.asarray(size**2 * np.minimum(coarser, dictionary.corners[ids] / expected * finer))
