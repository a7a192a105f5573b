"""Threshold a picture adaptively: which parts are darker than their surroundings, in one or more passes.

The picture is made smaller first: that removes its noise and three quarters of its pixels; the outline of a marker of
14 px stays.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.camera_model import Floats
from controller.vision.markers.greyscale import Grey


@dataclass(frozen=True)
class ThresholdPass:
    """One pass over a picture."""

    shrink: int
    """Factor by which the picture is made smaller."""
    window: int
    """Window of the adaptive threshold, px of the smaller picture; odd."""
    share: float = 1.0
    """A dark pixel is darker than this share of its neighbourhood's mean, and than noise explains."""
    skip_if_busy: bool = False
    """Whether to skip a picture that is full of faint outlines: wood grain, dotted lines."""
    smooth: bool = False
    """Whether to remove noise with a 3 x 3 Gaussian first."""
    smallest_px: float = 0.0
    """Side of the smallest marker that is searched in this pass, px of the whole picture, where that is larger."""
    from_px: int = 0
    """Longer side of the smallest picture that this pass is made for: with few pixels, blur is narrow."""
    despeckle: bool = False
    """Whether to remove specks: dark pixels with fewer than :data:`FEWEST_DARK` within five by five."""
    contrast: float = 0.0
    """Look only where levels differ by this share of the brighter one, within about 20 px of the whole picture; by more
    where all that was read has more."""
    unless_clear: bool = False
    """Whether to leave this pass out of a picture that is clear by what was read, and dazzling nowhere."""


CONTRAST = 0.25
"""Share of the brighter level by which levels differ at a marker that only a slow pass finds."""

LIGHT = ThresholdPass(2, 7, 0.97)
"""Finds what is faint and small, but not the grain of wood."""

SHADOW = ThresholdPass(2, 7, 0.85)
"""Finds markers beside a hard shadow's edge, where paper in the shadow is darker than its neighbourhood too."""

DEEP_SHADOW = replace(SHADOW, share=0.7)
"""Finds those around which it is darker still: beside a sleeve, or in two shadows."""

SMALL = ThresholdPass(2, 15, contrast=CONTRAST)
"""Finds what is so small that the window of the others lies within it: its border would break."""

FEWEST_DARK = 5
"""The corner of a border one pixel wide, and as long as four modules, has so many around it."""

NOISE_TIMES = 3.0
"""A dark pixel is darker than its neighbourhood by this many standard deviations of the noise..."""
FEWEST_LEVELS, MOST_LEVELS = 3.0, 8.0
"""...within these limits, grey levels."""

MOST_OUTLINED = 25_000
"""Estimated px of outlines from which a picture is busy."""

OF_WEAKEST, MOST_CONTRAST = 0.6, 0.6
"""Share of the weakest contrast of what was read that levels must differ by in a slow pass, and the most of it: of
12,249 markers in 208 pictures none was lost. So a picture's own light says what a marker may look like."""
FEWEST_READ = 6
"""Markers that must be read to tell that."""

GROWN = 1.2
"""Factor by which known areas are enlarged before they are removed."""


class AdaptiveThreshold:
    """Thresholds one picture. What several passes need is computed once."""

    def __init__(self, grey: Grey) -> None:
        self._grey = grey
        self._smaller: dict[tuple[int, bool], Grey] = {}
        self._means: dict[tuple[int, bool, int, float], Grey] = {}
        self._noise: dict[tuple[int, bool], float] = {}
        self._shades: NDArray[np.float32] | None = None

    def binarize(self, pass_: ThresholdPass, known: Floats) -> Grey | None:
        """Return 1 where a pixel is darker than its neighbourhood, else 0; 0 in the areas ``known`` (N x 4 x 2, px).

        None if the picture has too many outlines for this pass, or is too small.
        """
        if max(self._grey.shape) < pass_.from_px:
            return None
        which = (pass_.shrink, pass_.smooth)
        small = self._small(*which)
        if which not in self._noise:
            self._noise[which] = estimate_noise(small)
        below = float(np.clip(NOISE_TIMES * self._noise[which], FEWEST_LEVELS, MOST_LEVELS))
        contrast = self._contrast(pass_.contrast, known) if pass_.contrast else 0.0
        dark = _darker(small, self._mean(replace(pass_, contrast=contrast)), _limits(pass_.share, below))
        if pass_.despeckle:
            dark = _without_specks(dark)
        if pass_.skip_if_busy and _outlined(dark) > MOST_OUTLINED:
            return None
        if len(known):
            middles = known.mean(axis=1, keepdims=True)
            grown = ((known - middles) * GROWN + middles - (pass_.shrink - 1) / 2) / pass_.shrink
            cv2.fillPoly(dark, list(np.rint(grown * 4).astype(np.int32)), (0,), cv2.LINE_8, 2)
        return dark

    def _small(self, shrink: int, smooth: bool) -> Grey:
        if shrink == 1 and not smooth:
            return self._grey
        if (shrink, smooth) not in self._smaller:
            self._smaller[shrink, smooth] = (
                np.asarray(cv2.GaussianBlur(self._small(shrink, False), (3, 3), 0), np.uint8)
                if smooth
                else downscaled(self._grey, shrink)
            )
        return self._smaller[shrink, smooth]

    def _mean(self, pass_: ThresholdPass) -> Grey:
        """Return the neighbourhood's mean, of two by two px together: it has no details.

        0, than which nothing is darker, where the picture has too little contrast for this pass.
        """
        which = (pass_.shrink, pass_.smooth, pass_.window, pass_.contrast)
        if which not in self._means:
            window = (pass_.window // 2 | 1, pass_.window // 2 | 1)
            coarse = downscaled(self._small(pass_.shrink, pass_.smooth), 2)
            mean = np.asarray(cv2.blur(coarse, window, borderType=cv2.BORDER_REPLICATE), np.uint8)
            if pass_.contrast:
                cv2.bitwise_and(mean, self._contrasting(pass_.contrast, mean.shape), mean)
            self._means[which] = mean
        return self._means[which]

    def _contrast(self, least: float, known: Floats) -> float:
        """Return the share of the brighter level by which levels must differ, by that of what was read (N x 4 x 2)."""
        if len(known) < FEWEST_READ:
            return least
        shades = self._darker_shares()
        # Blocks of px of the picture at half size.
        places = (known.mean(axis=1) / (2 * _BLOCK_PX)).astype(np.intp)
        columns, rows = np.clip(places, 0, np.array(shades.shape[::-1]) - 1).T
        weakest = 1.0 - float(shades[rows, columns].max())
        return float(np.clip(OF_WEAKEST * weakest, least, max(least, MOST_CONTRAST)))

    def _darker_shares(self) -> NDArray[np.float32]:
        """Return the darkest level over the brightest one around each block."""
        if self._shades is None:
            small = self._small(2, False)
            blocks = (max(1, small.shape[1] // _BLOCK_PX), max(1, small.shape[0] // _BLOCK_PX))
            brightest, darkest = (
                cv2.resize(extreme(small, _IN_BLOCK), blocks, interpolation=cv2.INTER_NEAREST).astype(np.float32)
                for extreme in (cv2.dilate, cv2.erode)
            )
            # Something may lie in several blocks.
            shades = cv2.erode(darkest / np.maximum(brightest, np.float32(1.0)), _AROUND_BLOCK)
            self._shades = np.asarray(shades, np.float32)
        return self._shades

    def _contrasting(self, share: float, shape: tuple[int, ...]) -> Grey:
        """Return 255 where levels differ by this share of the brighter one, else 0; in a picture of this shape."""
        enough = np.less(self._darker_shares(), np.float32(1.0 - share)).view(np.uint8) * np.uint8(255)
        return np.asarray(cv2.resize(enough, shape[::-1], interpolation=cv2.INTER_NEAREST), np.uint8)


def _limits(share: float, below: float) -> NDArray[np.uint16]:
    """Return the darkest level that is not dark, for each mean; the level twice, as the two bytes of a number."""
    levels = np.arange(256)
    limits = np.clip(np.rint(np.minimum(levels * share, levels - below)), 0, 255)
    return np.asarray(limits * 257, np.uint16)


def _darker(small: Grey, mean: Grey, limits: NDArray[np.uint16]) -> Grey:
    """Return 1 where a pixel is darker than the limit of its two by two pixels' mean, else 0."""
    height, width = small.shape[0] // 2, small.shape[1] // 2
    whole = small.shape == (2 * height, 2 * width)
    dark = np.empty(small.shape, np.uint8) if whole else np.zeros(small.shape, np.uint8)
    if height and width:
        limit = np.asarray(cv2.LUT(mean, limits), np.uint16).view(np.uint8)
        rows, judged = (part[: 2 * height].reshape(height, 2, -1)[..., : 2 * width] for part in (small, dark))
        np.less(rows, limit[:, None], out=judged.view(np.bool_))
    return dark


def _without_specks(dark: Grey) -> Grey:
    around = cv2.boxFilter(dark, cv2.CV_8U, (5, 5), normalize=False, borderType=cv2.BORDER_CONSTANT)
    enough = cv2.threshold(around, FEWEST_DARK - 1, 1, cv2.THRESH_BINARY)[1]
    return np.asarray(cv2.bitwise_and(dark, enough), np.uint8)


def _outlined(dark: Grey) -> int:
    """Estimate the px of outlines: from how often dark and light change along some of the rows."""
    rows = dark[::_EVERY_ROW]
    return int(np.count_nonzero(rows[:, 1:] != rows[:, :-1])) * _EVERY_ROW


_EVERY_ROW = 8

_BLOCK_PX = 4
"""Side of the blocks in which contrast is measured, px of the picture at half size."""
_IN_BLOCK, _AROUND_BLOCK = np.ones((5, 5), np.uint8), np.ones((3, 3), np.uint8)


def downscaled(grey: Grey, times: int) -> Grey:
    """Downscale by averaging; pixel ``i`` is the mean of those from ``i * times`` on. A remainder is cut off."""
    width, height = max(1, grey.shape[1] // times), max(1, grey.shape[0] // times)
    whole = grey[: height * times, : width * times]
    return np.asarray(cv2.resize(whole, (width, height), interpolation=cv2.INTER_AREA), np.uint8)


def estimate_noise(grey: Grey) -> float:
    """Estimate the noise, one standard deviation, grey levels.

    From the smaller three quarters of the differences of neighbours.
    """
    if grey.shape[1] < 2:
        return 0.0
    rows = grey[:: max(1, grey.shape[0] // _ROWS)]
    differences = np.asarray(cv2.absdiff(rows[:, 1:], rows[:, :-1]), np.uint8)
    counts = np.bincount(differences.ravel(), minlength=256)
    total = int(counts.sum()) * 3 // 4
    # How many of each difference are among the smaller ones.
    upto = np.minimum(np.cumsum(counts), total)
    # The sum of the values taken: each adds one for every smaller value.
    summed = 255 * total - int(upto[:-1].sum())
    # The mean of the smaller three quarters of a half-normal distribution is 0.515 of its deviation.
    return float(summed) / max(total, 1) / 0.515 / 2**0.5


_ROWS = 20
"""Rows of a picture that are used to estimate its noise."""
