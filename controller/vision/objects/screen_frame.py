"""Tell whether something is shown by a phone or a tablet: a dark frame is around it, and ends.

A dark table is dark all around, as far as it goes; the glass of a phone ends a few cm beside what it shows.
"""

from __future__ import annotations

import numpy as np

from boards.geometry import Pose
from boards.kit.marker_plan import MODULES
from boards.kit.printed_items import PrintedItem
from calibration.camera_model import Floats, View
from controller.vision.markers.greyscale import Grey, sample_light
from controller.vision.pose.placement import local_corners, to_mat_frame

BESIDE_MM = (1.0, 2.0, 3.0, 4.0)
"""Distances from an edge at which the frame is looked for: beside its display a phone may have 2 mm of glass."""
DARK_SHARE = 0.14
"""Share of the paper's light below which a place is dark glass."""
FEWEST_SIDES = 3
END_MM = (14.0, 46.0)
"""Distances between which a phone's glass ends on two sides that face each other."""
ENDED_SHARE = 0.2
"""Share of the paper's light above which a place is glass no more."""

_SQUARE = np.array([(-1.0, 1.0), (1.0, 1.0), (1.0, -1.0), (-1.0, -1.0)])
_ALONG = np.linspace(0.15, 0.85, 12)
_ENDS = np.arange(END_MM[0], END_MM[1], 2.0)
_QUIET = 1.0 + 1.0 / MODULES
"""Of a marker's size: in the middle of its quiet zone."""


def shows_frame(grey: Grey, view: View, thing: PrintedItem, pose: Pose, scale: float = 1.0) -> bool:
    """Tell whether a dark frame is around a thing with a rectangular outline, and ends.

    ``scale``: of what is shown, in sizes of the thing.
    """
    half = np.array(thing.size_mm) / 2 * scale
    corners = to_mat_frame(pose, _SQUARE * half)
    edges = np.roll(corners, -1, axis=0) - corners
    out = np.stack([-edges[:, 1], edges[:, 0]], axis=1)
    out /= np.maximum(np.linalg.norm(out, axis=1, keepdims=True), 1e-9)
    if np.dot(out[0], corners[0] - corners.mean(axis=0)) < 0:
        out = -out
    paper = _paper(grey, view, thing, pose, scale)
    feet = corners[:, None] + edges[:, None] * _ALONG[:, None]
    beside = _light(grey, view, feet, out, np.array(BESIDE_MM), thing.height_mm)
    if (np.median(beside, axis=1).min(axis=1) < DARK_SHARE * paper).sum() < FEWEST_SIDES:
        return False
    beyond = np.median(_light(grey, view, feet, out, _ENDS, thing.height_mm), axis=1).max(axis=1)
    ends = beyond > ENDED_SHARE * paper
    return bool((ends[0] and ends[2]) or (ends[1] and ends[3]))


def _paper(grey: Grey, view: View, thing: PrintedItem, pose: Pose, scale: float) -> float:
    """Return the linear light of a thing's paper, around its markers: the median."""
    around = []
    for marker in thing.markers:
        corners = local_corners(marker) * scale
        middle = corners.mean(axis=0)
        around.append(middle + (corners - middle) * _QUIET)
    pixels = view.project_plane(to_mat_frame(pose, np.concatenate(around)), thing.height_mm)
    return float(np.median(_sampled(grey, pixels[None])))


def _light(grey: Grey, view: View, feet: Floats, out: Floats, far: Floats, height_mm: float) -> Floats:
    """Return the linear light at distances from the sides: sides x along x distances."""
    places = feet[:, :, None] + out[:, None, None] * far[None, None, :, None]
    pixels = view.project_plane(places.reshape(-1, 2), height_mm)
    return np.asarray(_sampled(grey, pixels[None]).reshape(places.shape[:3]))


def _sampled(grey: Grey, pixels: Floats) -> Floats:
    inside = np.clip(pixels, 0, np.array([grey.shape[1] - 1, grey.shape[0] - 1]))
    return np.asarray(
        sample_light(grey, inside[..., 0].astype(np.float32), inside[..., 1].astype(np.float32)), np.float64
    )
