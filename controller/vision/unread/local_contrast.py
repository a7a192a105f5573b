"""Measure how much darker each place of a sheet is than its surroundings, as a log: light does not change that."""

from __future__ import annotations

from itertools import pairwise

import cv2
import numpy as np
from numpy.typing import NDArray

from controller.vision.markers.greyscale import Grey

DARKEST = 6.0
"""Level below which everything is as dark."""
AROUND = 11
"""Width of a place's surroundings, px of a mm: a tile and the joints beside it. In pixels of 2 mm half of the floor's
edges would count as noise, and scraps of 20 mm as seen through."""
LOG_LEVEL = np.log(np.maximum(np.arange(256), DARKEST)).astype(np.float32)

_QUICKLY = 5
"""The same width, px of 2 mm; the largest for which OpenCV takes medians of fractions."""


def quick_contrast(grey: Grey) -> NDArray[np.float32]:
    """Return how much darker each place of a picture is than its surroundings (H x W), as a log, about.

    The surroundings are medians of the means of two by two pixels: in a twentieth of the time. Beside the edge of a
    shadow they are off.
    """
    level = np.asarray(cv2.LUT(grey, LOG_LEVEL), np.float32)
    height, width = grey.shape
    half = cv2.resize(level, (max(width // 2, 1), max(height // 2, 1)), interpolation=cv2.INTER_AREA)
    around = cv2.resize(cv2.medianBlur(half, _QUICKLY), (width, height), interpolation=cv2.INTER_LINEAR)
    return np.asarray(cv2.subtract(around, level), np.float32)


def local_contrast(grey: Grey, where: NDArray[np.bool_] | None = None, bands: int = 1) -> NDArray[np.float32]:
    """Return how much darker each place of a picture is than its surroundings (H x W), as a log.

    ``where``: pixels for which that is needed, for the medians take long; 0 in places away from them. They are taken of
    upright boxes around these pixels, in so many bands of rows. None: everywhere.
    """
    if where is None:
        return np.asarray(cv2.LUT(cv2.medianBlur(grey, AROUND), LOG_LEVEL) - cv2.LUT(grey, LOG_LEVEL), np.float32)
    found, reach = np.zeros(grey.shape, np.float32), AROUND // 2
    for box in _boxes(where, bands):
        high, wide = (max(range_.start - reach, 0) for range_ in box)
        near = local_contrast(np.ascontiguousarray(grey[high : box[0].stop + reach, wide : box[1].stop + reach]))
        found[box] = near[box[0].start - high :, box[1].start - wide :][: _length(box[0]), : _length(box[1])]
    return found


def _boxes(where: NDArray[np.bool_], bands: int) -> list[tuple[slice, slice]]:
    """Return upright boxes around pixels, one beside the other in each of so many bands of rows."""
    found: list[tuple[slice, slice]] = []
    edges = np.linspace(0, len(where), bands + 1).astype(int).tolist()
    pixels = where.view(np.uint8)
    for first, last in pairwise(edges):
        band = pixels[first:last]
        columns = cv2.dilate(cv2.reduce(band, 0, cv2.REDUCE_MAX), np.ones((1, AROUND), np.uint8))[0]
        for left, right in np.flatnonzero(np.diff(columns, prepend=0, append=0)).reshape(-1, 2).tolist():
            rows = np.flatnonzero(cv2.reduce(band[:, left:right], 1, cv2.REDUCE_MAX))
            found.append((slice(first + int(rows[0]), first + int(rows[-1]) + 1), slice(left, right)))
    return found


def _length(range_: slice) -> int:
    return int(range_.stop - range_.start)
