"""The marker detector by condition: recall, wrong ids, places and time, beside OpenCV's on the same frames.

OpenCV's detector runs with its defaults and with `TUNED`, 20 settings; of those the best in each condition is shown,
chosen on the very frames that are reported: no user could tune it better than this. Frames are seeded. Processor time
is measured, on one thread; the detectors take turns, and medians are compared.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from statistics import median
from time import process_time

import cv2
import numpy as np
from numpy.typing import NDArray

from boards.kit.marker_plan import DICTIONARY
from calibration.camera_model import Floats
from controller.vision.markers.detector import FAST, RECALL, Detector
from controller.vision.markers.greyscale import Grey
from controller.vision.markers.tracker import Tracker
from tests.benchmarks import Row
from tests.support.marker_frames import Condition, MarkerFrame, MarkerScene, marker_frame

FRAMES = 17
"""Of each condition: with 62 markers each, 1,054 markers."""

CONDITIONS: Mapping[str, Condition] = {
    "30 px, blur 0.8, noise 3": Condition(30.0, 0.8, 3.0),
    "30 px, blur 1.2, noise 6": Condition(30.0, 1.2, 6.0),
    "24 px, blur 0.8, noise 3": Condition(24.0, 0.8, 3.0),
    "20 px, blur 0.8, noise 3": Condition(20.0, 0.8, 3.0),
    "20 px, blur 0.8, noise 6": Condition(20.0, 0.8, 6.0),
    "45 px, blur 1.2, noise 3": Condition(45.0, 1.2, 3.0),
    "30 px, contrast 12 %": Condition(30.0, 0.8, 2.0, contrast=0.12),
    "30 px, hard shadows of 75 %": Condition(30.0, 0.8, 3.0, shadow=0.75),
}

DEFAULTS = "OpenCV's defaults"

_BITS = {
    "perspectiveRemovePixelPerCell": 8,
    "perspectiveRemoveIgnoredMarginPerCell": 0.3,
    "errorCorrectionRate": 1.0,
    "maxErroneousBitsInBorderRate": 0.5,
}
"""Bits are read from the middles of modules, and as many corrected as the dictionary allows."""
_SMALL = {"minMarkerPerimeterRate": 0.015}
_FAINT = {"adaptiveThreshConstant": 3.0, "minOtsuStdDev": 1.0}
_SUBPIX = {"cornerRefinementMethod": cv2.aruco.CORNER_REFINE_SUBPIX, "cornerRefinementWinSize": 2}
_CONTOUR = {"cornerRefinementMethod": cv2.aruco.CORNER_REFINE_CONTOUR}

Parameters = Mapping[str, float]


def _windows(low: int, high: int, step: int) -> Parameters:
    return {"adaptiveThreshWinSizeMin": low, "adaptiveThreshWinSizeMax": high, "adaptiveThreshWinSizeStep": step}


TUNED: Mapping[str, Parameters] = {
    "margin 0.3": {"perspectiveRemoveIgnoredMarginPerCell": 0.3},
    "bits, window 9, constant 20, corners to subpixels": {
        **_BITS,
        **_SUBPIX,
        **_windows(9, 9, 4),
        "adaptiveThreshConstant": 20.0,
    },
    "all corrected": {"errorCorrectionRate": 1.0},
    "bits": _BITS,
    "bits, window 9, constant 20": {**_BITS, **_windows(9, 9, 4), "adaptiveThreshConstant": 20.0},
    "bits, window 15, constant 12": {**_BITS, **_windows(15, 15, 4), "adaptiveThreshConstant": 12.0},
    "bits, window 23": {**_BITS, **_windows(23, 23, 4)},
    "bits, windows 5 to 45, constant 12, small": {
        **_BITS,
        **_windows(5, 45, 8),
        **_SMALL,
        "adaptiveThreshConstant": 12.0,
    },
    "bits, windows 5 to 45, faint": {**_BITS, **_windows(5, 45, 8), **_FAINT},
    "bits, windows 7 to 31, faint, small": {**_BITS, **_windows(7, 31, 12), **_FAINT, **_SMALL},
    "bits, windows 7 to 31, constant 20, small": {
        **_BITS,
        **_windows(7, 31, 12),
        **_SMALL,
        "adaptiveThreshConstant": 20.0,
    },
    "bits, faint": {**_BITS, **_FAINT},
    "bits, polygons to 6 %": {**_BITS, "polygonalApproxAccuracyRate": 0.06},
    "bits, polygons to 10 %, small": {**_BITS, **_SMALL, "polygonalApproxAccuracyRate": 0.1},
    "bits, margin 0.4, 12 px, polygons to 8 %, faint, windows 5 to 45": {
        **_BITS,
        **_FAINT,
        **_windows(5, 45, 8),
        "perspectiveRemovePixelPerCell": 12,
        "perspectiveRemoveIgnoredMarginPerCell": 0.4,
        "polygonalApproxAccuracyRate": 0.08,
    },
    "bits, corners to subpixels": {**_BITS, **_SUBPIX},
    "bits, corners to subpixels, faint, windows 5 to 45": {**_BITS, **_SUBPIX, **_FAINT, **_windows(5, 45, 8)},
    "bits, corners by contours": {**_BITS, **_CONTOUR},
    "bits, corners by contours, polygons to 6 %, faint": {
        **_BITS,
        **_CONTOUR,
        **_FAINT,
        "polygonalApproxAccuracyRate": 0.06,
    },
    "bits, ArUco3 from 20 px": {**_BITS, "useAruco3Detection": 1, "minSideLengthCanonicalImg": 20},
}
"""Settings of `cv2.aruco.DetectorParameters`; all others are its defaults (OpenCV 4: windows of 3, 13 and 23 px,
constant 7, perimeter from 3 % of the picture's width, polygons to 3 %, 60 % of the dictionary's correction, 4 px a
module and a margin of 13 % of it, no refinement of corners). The best of 150 at random are among them."""

SEQUENCES = {"still scene": 0, "4 markers in motion": 4}
"""Name -> how many of 62 markers move by up to 6 px a frame."""

TRACKED_FRAMES = 61

NEAR = 0.15
"""A marker is found if each of its corners is nearer than this share of its side."""

Found = tuple[NDArray[np.int64], Floats]
Look = Callable[[Grey], Found]


@dataclass
class Tally:
    """What one detector did in one condition."""

    there: int = 0
    found: int = 0
    wrong: int = 0
    corner_px: list[float] = field(default_factory=list)
    seconds: list[float] = field(default_factory=list)

    def add(self, frame: MarkerFrame, ids: NDArray[np.int64], corners: Floats) -> None:
        """Count a frame."""
        self.there += len(frame.ids)
        sides = np.linalg.norm(frame.corners - np.roll(frame.corners, 1, axis=1), axis=2).mean(axis=1)
        right = np.zeros(len(frame.ids), np.bool_)
        for number, place in zip(ids, corners, strict=True):
            off = np.linalg.norm(frame.corners - place, axis=2)
            nearest = int(off.max(axis=1).argmin())
            if frame.ids[nearest] == number and off[nearest].max() < NEAR * sides[nearest]:
                right[nearest] = True
                self.corner_px.append(float(off[nearest].mean()))
            else:
                self.wrong += 1
        self.found += int(right.sum())

    @property
    def milliseconds(self) -> float:
        return median(self.seconds) * 1e3


def opencv(parameters: Parameters | None = None) -> Look:
    """Return OpenCV's detector, with these parameters besides its defaults."""
    table = cv2.aruco.getPredefinedDictionary(getattr(cv2.aruco, DICTIONARY))
    settings = cv2.aruco.DetectorParameters()
    for name, value in (parameters or {}).items():
        setattr(settings, name, type(getattr(settings, name))(value))
    detector = cv2.aruco.ArucoDetector(table, settings)

    def look(grey: Grey) -> Found:
        corners, ids, _rejected = detector.detectMarkers(grey)
        if ids is None:
            return np.zeros(0, np.int64), np.zeros((0, 4, 2))
        return np.asarray(ids, np.int64).ravel(), np.asarray(corners, np.float64).reshape(-1, 4, 2)

    return look


def ours(detector: Detector | Tracker) -> Look:
    def look(grey: Grey) -> Found:
        markers = detector.detect(grey)
        return markers.ids, markers.corners

    return look


def run(condition: Condition, looks: Mapping[str, Look], frames: int, first_seed: int = 0) -> dict[str, Tally]:
    """All detectors on the same frames, in turns."""
    tallies = {name: Tally() for name in looks}
    for seed in range(first_seed, first_seed + frames):
        frame = marker_frame(seed, condition)
        for name, look in looks.items():
            start = process_time()
            ids, corners = look(frame.grey)
            tallies[name].seconds.append(process_time() - start)
            tallies[name].add(frame, ids, corners)
    return tallies


def best_of(tallies: Mapping[str, Tally]) -> str:
    """Name the one that found most: each wrong id takes away one; among equals the one with the most exact corners."""

    def rank(tally: Tally) -> tuple[int, float]:
        return tally.found - tally.wrong, -float(np.median(tally.corner_px)) if tally.corner_px else -np.inf

    return max(tallies, key=lambda name: rank(tallies[name]))


def compare(condition: Condition, frames: int = FRAMES) -> dict[str, Tally]:
    """Run OpenCV's defaults, the best of `TUNED`, and ours on the frames of a condition."""
    looks = {DEFAULTS: opencv(), "fast": ours(Detector(FAST)), "recall": ours(Detector(RECALL))}
    tuned = {name: opencv(parameters) for name, parameters in TUNED.items()}
    tallies = run(condition, {**looks, **tuned}, frames)
    best = best_of({name: tallies[name] for name in tuned})
    shown = {DEFAULTS: tallies[DEFAULTS], f"OpenCV tuned ({best})": tallies[best]}
    return shown | {name: tallies[name] for name in ("fast", "recall")}


def follow(moving: int) -> dict[str, Tally]:
    """The tracker over the frames of one camera; the detectors on some of them."""
    scene, tracker = MarkerScene(7, Condition(30.0, 0.8, 3.0), moving=moving), Tracker()
    tallies = {name: Tally() for name in (DEFAULTS, "fast", "tracker")}
    looks = {DEFAULTS: opencv(), "fast": ours(Detector(FAST)), "tracker": ours(tracker)}
    for number in range(TRACKED_FRAMES):
        frame = scene.frame(number)
        for name, look in looks.items():
            if name != "tracker" and number % 4:
                continue
            start = process_time()
            ids, corners = look(frame.grey)
            tallies[name].seconds.append(process_time() - start)
            tallies[name].add(frame, ids, corners)
    return tallies


def measure() -> list[Row]:
    threads = cv2.getNumThreads()
    cv2.setNumThreads(1)
    rows: list[Row] = []
    try:
        for name, condition in CONDITIONS.items():
            tallies = compare(condition)
            reference = tallies[DEFAULTS].milliseconds
            for who, tally in tallies.items():
                rows.append(_row(f"{name}: {who}", tally, reference))
        for name, moving in SEQUENCES.items():
            tallies = follow(moving)
            reference = tallies[DEFAULTS].milliseconds
            rows += [_row(f"{name}: {who}", tally, reference) for who, tally in tallies.items()]
    finally:
        cv2.setNumThreads(threads)
    return rows


def _row(what: str, tally: Tally, reference: float) -> Row:
    share = f"{tally.milliseconds:.1f} ms, {tally.milliseconds / reference:.2f} x"
    corner = f"corners {np.median(tally.corner_px):.2f} px off" if tally.corner_px else ""
    value = f"{100 * tally.found / tally.there:.2f} % of {tally.there}"
    return Row(what, value, share, f"{tally.wrong} wrong ids; {corner}")
