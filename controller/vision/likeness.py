"""Whether a marker that was read looks as its word must look, seen through edges as soft as its own.

A figure of other modules, or a marker of ours with two modules wrong, may be read as a word by chance: some of
its modules are neither black nor white, and fall to the side that makes a word. A true marker's modules are
in between only as far as their neighbours' light reaches over, and how far that is, its edges tell.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from calibration.camera_model import Floats
from controller.vision.codebook import Codebook
from controller.vision.decoding import FAINTEST, MOST_WRONG, SPOTS, SPREAD, ring, sample_modules, white_levels
from controller.vision.grey import Grey
from controller.vision.lines import side_lengths

LEAST_ALIKE, LEAST_ALIKE_UNFITTED = 0.8, 0.9
"""The correlation of light inside with what the word would give, at least; more is asked where no edges were found."""

MOST_OFF = 0.45
"""Of the way from black to white: a module that is farther than this from what its word would give is wrong."""

SOFTNESS = 0.2
"""Modules: how soft edges are that could not be measured."""
SHARPEST, SOFTEST = 0.05, 0.5
"""Modules."""


def alike(grey: Grey, corners: Floats, softness: Floats, ids: NDArray[np.int64], book: Codebook) -> NDArray[np.bool_]:
    """Whether markers that were read have a border, and look like their words.

    ``corners`` N x 4 x 2, px, from each marker's own upper left; ``softness`` N, px, NaN where it is not known.
    """
    spots = sample_modules(grey, corners, book.modules + 2)
    white, sure = (part.reshape(spots.shape[1:]) for part in white_levels(spots.mean(axis=0)))
    even = (spots / np.maximum(white, FAINTEST))[:, 1:-1, 1:-1]
    border = ring(even.mean(axis=0))
    framed = (border > (1 + np.median(border, axis=0)) / 2).sum(axis=0) <= MOST_WRONG + 1
    modules = softness * book.modules / np.maximum(side_lengths(corners).mean(axis=1), 1.0)
    soft = np.clip(np.where(np.isnan(modules), SOFTNESS, modules), SHARPEST, SOFTEST)
    word = seen_through(book.words[ids], soft)
    weights = np.broadcast_to(sure[1:-1, 1:-1] + 1e-6, even.shape)
    inside = np.s_[:, 1:-1, 1:-1]
    likeness, _off = _compared(even[inside], word[inside], weights[inside])
    _likeness, off = _compared(even, word, weights)
    wrong = ((np.abs(off.mean(axis=0)) > MOST_OFF) & sure[1:-1, 1:-1]).sum(axis=(0, 1))
    least = np.where(np.isnan(softness), LEAST_ALIKE_UNFITTED, LEAST_ALIKE)
    return np.asarray(framed & (likeness > least) & (wrong <= MOST_WRONG))


def seen_through(words: NDArray[np.bool_], softness: Floats) -> Floats:
    """Light at the spots of the modules (spots x across x across x N, 1 is white) of markers with these insides
    (N x size x size) whose edges are blurred by ``softness`` (N, modules, one standard deviation)."""
    dark = np.pad(~words, ((0, 0), (1, 1), (1, 1)), constant_values=True).astype(np.float64)
    across = dark.shape[1]
    places = np.arange(across) + 0.5 + np.linspace(-SPREAD, SPREAD, SPOTS)[:, None]
    below = _normal((np.arange(across + 1) - places[..., None]) / softness[:, None, None, None])
    # N x spots x places x modules: how much of each module's light comes to each place.
    reach = np.diff(below, axis=-1)
    rows = np.matmul(reach, dark[:, None])
    seen = np.matmul(rows[:, :, None], reach[:, None].swapaxes(-1, -2))
    return np.asarray(1.0 - seen.reshape(len(words), SPOTS * SPOTS, across, across).transpose(1, 2, 3, 0))


def _normal(x: Floats) -> Floats:
    """The normal distribution's share below x, to 0.0003. Source: Page 1977, Applied Statistics 26(1)."""
    return np.asarray(0.5 * (1.0 + np.tanh(np.sqrt(2 / np.pi) * (x + 0.044715 * x**3))))


def _compared(light: Floats, word: Floats, weights: Floats) -> tuple[Floats, Floats]:
    """The correlation (N) of light and word, and how far the light is from what fits it best, 1 is black to white."""
    shares = weights / weights.sum(axis=(0, 1, 2))
    seen, pattern = light - (shares * light).sum(axis=(0, 1, 2)), word - (shares * word).sum(axis=(0, 1, 2))
    common = (shares * seen * pattern).sum(axis=(0, 1, 2))
    spread, varied = (np.maximum((shares * part**2).sum(axis=(0, 1, 2)), 1e-12) for part in (seen, pattern))
    slope = np.maximum(common / varied, 1e-6)
    return np.asarray(common / np.sqrt(spread * varied)), np.asarray(seen / slope - pattern)
