"""Which parts of a picture are darker than what is around them, in more than one way.

The picture is made smaller first: its noise and three quarters of its pixels go, the outline of a marker of
14 px stays.
"""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np

from calibration.camera_model import Floats
from controller.vision.grey import Grey


@dataclass(frozen=True)
class Search:
    """One way through a picture."""

    shrink: int
    """The picture is made this many times smaller."""
    window: int
    """Of the adaptive threshold, px of the smaller picture; odd."""
    share: float = 1.0
    """A pixel is dark that is darker than this share of its neighbourhood's mean, and than noise explains."""
    smooth: bool = False
    """Take noise out with a 3 x 3 Gaussian first."""


LIGHT = Search(2, 7, 0.97)
"""Finds also what is faint and small, but no grain of wood."""

SHADOW = Search(2, 7, 0.78)
"""Finds what a hard shadow's edge runs by: beside it, paper in the shadow is darker than its neighbourhood too."""

SMALL = Search(2, 15)
"""Finds what is so small that the window of the others lies within it: its border would break."""

NOISE_TIMES = 3.0
"""A pixel is dark that is darker than its neighbourhood by more than this many standard deviations of the noise..."""
FEWEST_LEVELS, MOST_LEVELS = 3.0, 8.0
"""...within these limits, grey levels."""

GROWN = 1.2
"""What is blotted out is this many times larger than the area it is for."""


class Darkness:
    """Of one picture. What several searches need is worked out once."""

    def __init__(self, grey: Grey) -> None:
        self._grey = grey
        self._smaller: dict[tuple[int, bool], Grey] = {}
        self._means: dict[tuple[int, bool, int], Grey] = {}
        self._noise: dict[tuple[int, bool], float] = {}

    def dark(self, search: Search, known: Floats) -> Grey:
        """255 where a pixel is darker than its neighbourhood, outside of the areas (N x 4 x 2, px) ``known``."""
        which = (search.shrink, search.smooth)
        small = self._small(*which)
        if which not in self._noise:
            self._noise[which] = noise_levels(small)
        below = float(np.clip(NOISE_TIMES * self._noise[which], FEWEST_LEVELS, MOST_LEVELS))
        levels = np.arange(256)
        limit = np.clip(np.rint(np.minimum(levels * search.share, levels - below)), 0, 255).astype(np.uint8)
        dark = cv2.compare(small, cv2.LUT(self._mean(search), limit), cv2.CMP_LT)
        middles = known.mean(axis=1, keepdims=True) if len(known) else known
        grown = ((known - middles) * GROWN + middles - (search.shrink - 1) / 2) / search.shrink
        for area in np.rint(grown * 4).astype(np.int32):
            cv2.fillConvexPoly(dark, area, (0,), cv2.LINE_8, 2)
        return np.asarray(dark, np.uint8)

    def _small(self, shrink: int, smooth: bool) -> Grey:
        if shrink == 1 and not smooth:
            return self._grey
        if (shrink, smooth) not in self._smaller:
            self._smaller[shrink, smooth] = (
                np.asarray(cv2.GaussianBlur(self._small(shrink, False), (3, 3), 0), np.uint8)
                if smooth
                else shrunk(self._grey, shrink)
            )
        return self._smaller[shrink, smooth]

    def _mean(self, search: Search) -> Grey:
        which = (search.shrink, search.smooth, search.window)
        if which not in self._means:
            size = (search.window, search.window)
            mean = cv2.blur(self._small(search.shrink, search.smooth), size, borderType=cv2.BORDER_REPLICATE)
            self._means[which] = np.asarray(mean, np.uint8)
        return self._means[which]


def shrunk(grey: Grey, times: int) -> Grey:
    """A smaller picture; pixel ``i`` is the mean of those from ``i * times`` on. What does not come out even is cut."""
    width, height = max(1, grey.shape[1] // times), max(1, grey.shape[0] // times)
    whole = grey[: height * times, : width * times]
    return np.asarray(cv2.resize(whole, (width, height), interpolation=cv2.INTER_AREA), np.uint8)


def noise_levels(grey: Grey) -> float:
    """The noise, one standard deviation, grey levels: from the smaller three quarters of neighbours' differences."""
    if grey.shape[1] < 2:
        return 0.0
    rows = grey[:: max(1, grey.shape[0] // _ROWS)]
    counts = np.bincount(cv2.absdiff(rows[:, 1:], rows[:, :-1]).ravel(), minlength=256)
    total = int(counts.sum()) * 3 // 4
    # How many of each difference are among the smaller ones.
    taken = np.diff(np.minimum(np.cumsum(counts), total), prepend=0)
    # The mean of the smaller three quarters of a half-normal distribution is 0.515 of its deviation.
    return float((taken * np.arange(256)).sum()) / max(total, 1) / 0.515 / 2**0.5


_ROWS = 20
"""Of a picture that are looked at for its noise."""
