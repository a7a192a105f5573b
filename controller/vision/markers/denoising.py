"""Detect markers in noisy pictures: in a dim room the sensor's noise hides markers and pushes their edges outwards.

A noisy picture is searched twice, smoothed in linear light as a lens would: a little, for cards' small markers, and at
half size, for the large ones of mat and trays, whose edges are then free of noise. That restores the conditions that
the detector was measured in.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace
from typing import Protocol

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.camera_model import Floats
from controller.vision.markers.detector import NO_MARKERS, Detector, DetectorSettings, Markers
from controller.vision.markers.greyscale import LINEAR, Grey
from controller.vision.markers.image_patches import rectified_patch
from controller.vision.markers.tracker import Tracker
from controller.vision.markers.uneven_light import read_in_uneven_light
from controller.vision.markers.verification.marker_selection import unambiguous_quads

NOISY_LEVELS = 5.5
"""Noise from which a picture is smoothed, one standard deviation in grey levels. (In good light: 1 to 2.)"""

SMOOTHING_PX = 0.65
"""Standard deviation of the smoothing, px: as soft as the lens itself is."""

HALF_SIZE_SMOOTHING_PX = 0.7
"""Standard deviation of the smoothing, px of the half-size picture."""

LARGE_PX = 36.0
"""Side of the smallest marker that is searched in the half-size picture, px of the whole one."""

TOO_NOISY = 0.18
"""Noise as a share of the contrast from which one card in ten is not read."""

_EVERY_ROW = 16
_FEWEST_ROWS = 32
_SEEN = np.rint(255 * np.clip(1.055 * np.linspace(0.0, 1.0, 4096) ** (1 / 2.4) - 0.055, 0.0, 1.0)).astype(np.uint8)
"""Light to grey levels: the inverse of :data:`~controller.vision.markers.greyscale.LINEAR`."""


class MarkerFinder(Protocol):
    """Finds the markers of pictures: a detector or a tracker."""

    def detect(self, grey: Grey) -> Markers:
        """Find the markers of this picture (H x W)."""
        ...


class DenoisingDetector:
    """Finds markers in pictures with and without noise."""

    def __init__(self, settings: DetectorSettings, *, live: bool) -> None:
        """``live``: pictures are frames of one camera."""
        large = replace(settings, smallest_px=LARGE_PX / 2)
        self._usual, self._softened, self._halved = (_finder(each, live=live) for each in (settings, settings, large))

        self._noise = 0.0

    @property
    def noise(self) -> float:
        """Of the newest picture; see :func:`noise_level`."""
        return self._noise

    def look_again(self, grey: Grey, told: Markers, wanted: Collection[int]) -> Markers:
        """Return further markers of the newest picture: of those wanted, on which light of different strength falls.

        None of noisy pictures, and of frames of a camera that are not searched as a whole.
        """
        if self._noise > NOISY_LEVELS or not isinstance(self._usual, Detector):
            return NO_MARKERS
        return read_in_uneven_light(grey, self._usual.candidates, told, self._usual.dictionary, wanted)

    def detect(self, grey: Grey) -> Markers:
        """Find all markers; of those found at both sizes, take the corners of the half-size picture."""
        self._noise = noise_level(grey)
        if self._noise <= NOISY_LEVELS:
            return self._usual.detect(grey)
        halved = self._halved.detect(smoothed(half_size(grey), HALF_SIZE_SMOOTHING_PX))
        large = Markers(halved.ids, halved.corners * 2 + 0.5, halved.edge_blur * 2)
        return _merged(large, self._softened.detect(smoothed(grey, SMOOTHING_PX)))


def _finder(settings: DetectorSettings, *, live: bool) -> MarkerFinder:
    return Tracker(settings) if live else Detector(settings)


def noise_level(grey: Grey) -> float:
    """Estimate a picture's noise, one standard deviation in grey levels.

    By the second difference of three neighbours (after J. Immerkaer, *Fast noise variance estimation*, 1996), where it
    is smallest: print, wood and cloth have differences of their own.
    """
    rows = grey[:: max(1, min(_EVERY_ROW, len(grey) // _FEWEST_ROWS))].astype(np.int16)
    bends = np.abs(rows[:, :-2] - 2 * rows[:, 1:-1] + rows[:, 2:])
    count = bends.shape[1] // _STRETCH_PX
    if not count:
        return 0.0
    stretches = bends[:, : count * _STRETCH_PX].reshape(len(bends), count, _STRETCH_PX).mean(axis=2)
    # The mean absolute value of normal noise is sqrt(2 / pi) of its standard deviation; a second difference has 6 times
    # its variance.
    return float(np.percentile(stretches, _CALMEST)) / _CALMER * float(np.sqrt(np.pi / 2 / 6))


_STRETCH_PX = 48
_CALMEST = 10
"""Percentile of stretches that is taken."""
_CALMER = 0.81
"""Share of even noise that is in the calmest tenth of stretches."""


def too_noisy(grey: Grey, noise: float, quads: Floats) -> bool:
    """Tell whether there is so much noise that cards cannot be read.

    Compared with the contrast of the picture's markers (N x 4 x 2 px), or of the whole picture without any.
    """
    if noise <= NOISY_LEVELS:
        return False
    halved = half_size(grey)
    parts = [rectified_patch(halved, (quad - 0.5) / 2, (_PATCH_PX, _PATCH_PX)) for quad in quads] or [halved[::4, ::4]]
    contrasts = [np.subtract(*np.percentile(part, (_WHITE, _BLACK))) for part in parts]
    return bool(noise > TOO_NOISY * float(np.median(contrasts)))


_PATCH_PX = 21
_WHITE, _BLACK = 95, 5
"""Percentiles."""


def smoothed(grey: Grey, blur_px: float) -> Grey:
    """Blur a picture in linear light, where a blur moves no edge."""
    return _levels(np.asarray(cv2.GaussianBlur(cv2.LUT(grey, LINEAR), (0, 0), blur_px), np.float32))


def half_size(grey: Grey) -> Grey:
    """Halve a picture: each pixel has the light of four."""
    light = cv2.LUT(grey, LINEAR)
    return _levels(np.asarray(cv2.resize(light, None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA), np.float32))


def _levels(light: NDArray[np.float32]) -> Grey:
    return _SEEN[(light * np.float32(len(_SEEN) - 1)).astype(np.uint16)]


def _merged(first: Markers, second: Markers) -> Markers:
    """Merge markers found twice: for one found in both, the first's corners; two ids at one place count as none."""
    ids = np.concatenate([first.ids, second.ids])
    corners = np.concatenate([first.corners, second.corners])
    edge_blur = np.concatenate([first.edge_blur, second.edge_blur])
    kept = unambiguous_quads(corners, ids)
    order = kept[np.lexsort((corners[kept, 0, 0], ids[kept]))]
    return Markers(ids[order], corners[order], edge_blur[order])
