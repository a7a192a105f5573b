"""A picture in, marker ids and corners out: OpenCV's ArUco, tuned for small printed markers, edges fitted anew.

The parameters are those that the design notes measured: perspective removal at 8 px a module with a
quarter of it ignored lifts recall at a blur of 1.2 px from 63 to 97 %; at most one corrected bit keeps
wrong ids out.
"""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from boards.markers import DICTIONARY
from calibration.camera_model import Floats
from calibration.frames import Image
from controller.vision.edges import fit_edges

Grey = NDArray[np.uint8]
"""A picture, H x W."""


@dataclass(frozen=True)
class DetectorSettings:
    """What a detector looks for, and how hard."""

    windows: tuple[int, int, int] = (5, 25, 10)
    """Adaptive threshold windows: smallest, largest, step, px. More windows: more recall, more time."""
    threshold: float = 5.0
    """By how many grey levels a pixel must be darker than its neighbourhood."""
    smallest_px: float = 14.0
    """Side of the smallest marker."""


RECALL = DetectorSettings()
"""Three windows: finds what can be found."""

FAST = DetectorSettings(windows=(15, 15, 10))
"""One window: a third of the time, for frames that are looked at many times a second."""


@dataclass(frozen=True, eq=False)
class Markers:
    """The markers of one picture."""

    ids: NDArray[np.int64]
    """N"""
    corners: Floats
    """N x 4 x 2, px, clockwise from each marker's own upper left."""
    softness: Floats
    """N: how wide the edges are blurred, one standard deviation, px; NaN where it could not be measured."""

    def __len__(self) -> int:
        return len(self.ids)


class Detector:
    """Finds the markers of one dictionary. Not for use by two threads at once."""

    def __init__(self, settings: DetectorSettings = RECALL, dictionary: str = DICTIONARY) -> None:
        self._settings = settings
        self._dictionary = cv2.aruco.getPredefinedDictionary(getattr(cv2.aruco, dictionary))
        self._detectors: dict[int, cv2.aruco.ArucoDetector] = {}

    def detect(self, grey: Grey) -> Markers:
        """All markers, sorted by id, then from left to right."""
        corners, ids, _rejected = self._for_size(max(grey.shape)).detectMarkers(grey)
        if ids is None or len(ids) == 0:
            return Markers(np.zeros(0, np.int64), np.zeros((0, 4, 2)), np.zeros(0))
        numbers = np.asarray(ids, np.int64).ravel()
        rough = np.asarray(corners, np.float64).reshape(-1, 4, 2)
        order = np.lexsort((rough[:, 0, 0], numbers))
        fine, softness = fit_edges(grey, rough[order])
        return Markers(numbers[order], fine, softness)

    def _for_size(self, longest: int) -> cv2.aruco.ArucoDetector:
        if longest not in self._detectors:
            self._detectors[longest] = cv2.aruco.ArucoDetector(self._dictionary, self._parameters(longest))
        return self._detectors[longest]

    def _parameters(self, longest: int) -> cv2.aruco.DetectorParameters:
        parameters = cv2.aruco.DetectorParameters()
        low, high, step = self._settings.windows
        parameters.adaptiveThreshWinSizeMin = low
        parameters.adaptiveThreshWinSizeMax = high
        parameters.adaptiveThreshWinSizeStep = step
        parameters.adaptiveThreshConstant = self._settings.threshold
        parameters.minMarkerPerimeterRate = 4 * self._settings.smallest_px / longest
        parameters.minMarkerDistanceRate = 0.05
        parameters.perspectiveRemovePixelPerCell = 8
        parameters.perspectiveRemoveIgnoredMarginPerCell = 0.25
        parameters.cornerRefinementMethod = cv2.aruco.CORNER_REFINE_NONE
        # 5X5_250 could correct two bits; half of that is one.
        parameters.errorCorrectionRate = 0.5
        return parameters


def grey_of(image: Image) -> Grey:
    """The brightness of a colour picture."""
    return np.asarray(cv2.cvtColor(image, cv2.COLOR_BGR2GRAY), np.uint8)
