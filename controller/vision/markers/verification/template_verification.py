"""Verify markers: compare what was read with its dictionary word, blurred as its own edges are.

A figure of other modules, or a marker with two modules wrong, may be read as a word by chance: some of its modules are
neither black nor white, and the threshold decides. A true marker's modules are in between only as far as their
neighbours' light reaches over, and its edges tell how far that is.
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
from controller.vision.markers.line_fitting import Singles, medians, side_lengths
from controller.vision.markers.marker_dictionary import MarkerDictionary
from controller.vision.markers.module_sampling import SPOTS, SPREAD, mean_light, ring, sample_modules

LEAST_CORRELATION, LEAST_CORRELATION_UNFITTED = 0.8, 0.9
"""Least correlation of the inside with the template; more is required where no edges were found."""

OBLONG, FEWEST_BLURS, FEWEST_PX = 0.7, 4.0, 3.0
"""A figure that is narrower than this part of its length may be a piece of a marker: it must look as much like its word
as one without edges. Its modules are narrow if they are not so many times as wide as its edges are blurred (one
standard deviation), or so many px, where that could not be measured."""

LEAST_CORRELATION_NARROW = 0.95
"""The same for an oblong figure with narrow modules. Of markers that are seen from a flat angle 0.97 and more was
measured, of pieces of other markers up to 0.88."""

MOST_OFF = 0.45
"""A module whose residual is larger, as a share of the contrast, is wrong: none may be in words that correct none."""

DOUBTFUL, MOST_DOUBTFUL = 0.35, 2
"""The same, for modules that may be wrong, and how many there may be. Of 16,500 markers that were read, from good to
hopeless, 273 had one, 53 two, 9 more; a much blurred figure with other modules than its word's has four."""

SOFTNESS = 0.2
"""Blur that is assumed where it could not be measured, modules."""
SHARPEST, SOFTEST = 0.05, 0.5
"""Limits of the blur, modules."""


STEPS = 64
"""Levels of blur between the limits."""


def matches_template(
    grey: Grey, corners: Floats, edge_blur: Floats, ids: NDArray[np.int64], dictionary: MarkerDictionary
) -> NDArray[np.bool_]:
    """Tell which markers have a border and look like their words: N.

    ``corners`` N x 4 x 2, px, from each marker's own upper left; ``edge_blur`` N, px, NaN where it is not known.
    """
    spots = sample_modules(grey, corners, dictionary.modules + 2)
    white, sure = (part.reshape(spots.shape[1:])[1:-1, 1:-1] for part in white_levels(mean_light(spots)))
    even = np.asarray(spots[:, 1:-1, 1:-1] / np.maximum(white, FAINTEST), np.float32)
    border = ring(mean_light(even))
    framed = add.reduce(border > (1 + medians(border.T)) / 2) <= MOST_WRONG + 1
    unfitted = np.isnan(edge_blur)
    module_px = module_sizes(corners, dictionary.modules)
    in_modules = edge_blur[:, None] / np.maximum(module_px, 0.1)
    word = blurred_template(dictionary.words[ids], np.where(unfitted[:, None], SOFTNESS, in_modules))
    weights = np.asarray(sure + 1e-6, np.float32)
    inside = np.s_[..., 1:-1, 1:-1, :]
    correlation = Comparison.of(even[inside], word[inside], weights[inside]).correlation()
    off = np.abs(mean_light(Comparison.of(even, word, weights).off()))
    off *= sure
    wrong = MOST_WRONG if dictionary.corrects else 0
    sound = ((off > MOST_OFF).sum(axis=(0, 1)) <= wrong) & ((off > DOUBTFUL).sum(axis=(0, 1)) <= MOST_DOUBTFUL)
    oblong = module_px.min(axis=1) < OBLONG * module_px.max(axis=1)
    large = module_px.min(axis=1) >= np.where(unfitted, FEWEST_PX, FEWEST_BLURS * edge_blur)
    least = np.where(unfitted | oblong, LEAST_CORRELATION_UNFITTED, LEAST_CORRELATION)
    least = np.where(oblong & ~large, LEAST_CORRELATION_NARROW, least)
    return np.asarray(framed & (correlation > least) & sound)


def module_sizes(corners: Floats, modules: int) -> Floats:
    """Return how wide the modules of quads (N x 4 x 2, px) are, across their upright and their level edges: N x 2 px.

    Measured at right angles to the edges: a square seen from a flat angle is narrow, though its sides may be long.
    """
    one, other = corners[:, 2] - corners[:, 0], corners[:, 3] - corners[:, 1]
    area = np.abs(one[:, 0] * other[:, 1] - one[:, 1] * other[:, 0]) / 2
    sides = side_lengths(corners)
    # The mean of each two opposite sides: the upright ones, then the level ones.
    across = (sides[:, 1::-1] + sides[:, :1:-1]) / 2
    return np.asarray(area[:, None] / np.maximum(across, 1.0) / modules)


def blurred_template(words: NDArray[np.bool_], edge_blur: Floats, softest: float = SOFTEST) -> Singles:
    """Render the light of markers (1 is white) with these insides (N x size x size), blurred.

    ``edge_blur``: N x 2, modules, one standard deviation across their upright and their level edges, up to ``softest``.
    Returns spots x across x across x N.
    """
    count, across = len(words), words.shape[1] + 2
    dark = np.ones((count, across, across), np.float32)
    dark[:, 1:-1, 1:-1] = ~words
    within = np.minimum(np.maximum(edge_blur, SHARPEST), softest)
    steps = np.rint((within - SHARPEST) * ((STEPS - 1) / (softest - SHARPEST))).astype(np.intp)
    columns, rows = (_spread_matrices(across, softest)[steps[:, axis]] for axis in (0, 1))
    seen = 1 - (rows @ dark) @ columns.swapaxes(1, 2)
    split = seen.reshape(count, SPOTS, across, SPOTS, across).transpose(1, 3, 2, 4, 0)
    return np.ascontiguousarray(split).reshape(SPOTS * SPOTS, across, across, count)


@lru_cache(maxsize=16)
def _spread_matrices(across: int, softest: float) -> Singles:
    """Return how much of each module's light reaches each place of a row, by blur.

    STEPS x (spots x across) x across.
    """
    places = np.arange(across) + 0.5 + np.linspace(-SPREAD, SPREAD, SPOTS)[:, None]
    edge_blur = np.linspace(SHARPEST, softest, STEPS)
    below = _normal((np.arange(across + 1) - places[..., None]) / edge_blur[:, None, None, None])
    return np.asarray(np.diff(below, axis=-1).reshape(STEPS, SPOTS * across, across), np.float32)


def _normal(x: Floats) -> Floats:
    """Approximate the normal distribution below x, to 0.0003 (E. Page, *Applied Statistics* 26(1), 1977)."""
    return np.asarray(0.5 * (1.0 + np.tanh(np.sqrt(2 / np.pi) * (x + 0.044715 * x**3))))


_SPOTS = (0, 1, 2)
"""Axes of the samples."""


@dataclass(frozen=True, eq=False)
class Comparison:
    """Of light and word (spots x across x across x N), weighted."""

    seen: Singles
    """Light, its mean taken off."""
    pattern: Singles
    """The word, its mean taken off."""
    shares: Singles
    common: Singles
    """N: their covariance."""
    varied: Singles
    """N: the word's variance."""

    @classmethod
    def of(cls, light: Singles, word: Singles, weights: Singles) -> Comparison:
        """Compare light with a template (spots x across x across x N)."""
        shares = weights / (add.reduce(weights, axis=(0, 1)) * len(light))
        seen, pattern = (part - add.reduce(shares * part, axis=_SPOTS) for part in (light, word))
        weighted = shares * pattern
        common, varied = (add.reduce(weighted * part, axis=_SPOTS) for part in (seen, pattern))
        return cls(seen, pattern, shares, common, np.maximum(varied, np.float32(1e-12)))

    def correlation(self) -> Singles:
        """Return the correlation: N."""
        spread = add.reduce(self.shares * self.seen * self.seen, axis=_SPOTS)
        return np.asarray(self.common / np.sqrt(np.maximum(spread, np.float32(1e-12)) * self.varied))

    def off(self) -> Singles:
        """Return the residual of the best linear fit; 1 is black to white."""
        slope = np.maximum(self.common / self.varied, np.float32(1e-6))
        return np.asarray(self.seen / slope - self.pattern)
