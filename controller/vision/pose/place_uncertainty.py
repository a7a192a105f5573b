"""How sure a place is, through a lens that is not known exactly.

An estimated lens comes with others that the pictures allow as well. A thing is placed through each of them, with the
camera's pose that the mat shows through it; how far these places part is what the lens leaves open. Corners have noise
of their own.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from boards.geometry import Pose
from calibration.camera_model import CameraModel, Floats, View
from controller.vision.pose.table_pose import refine_pose

STRONGEST = 3
"""Of the lenses that the pictures allow, so many are kept: the others hardly move a place."""

RAISED_MM = 60.0
"""The height at which a lens moves places most: that of golems' tops."""

NOISE_PX = 0.3
"""How far off the middle of a marker is in 5 of 100 cases by the noise of its corners and the mat's, px."""

TURN_PX = 0.25
"""The same, of one side of a marker against the other."""

_SIGMAS = 2.5
_ARM_MM = 20.0


@dataclass(frozen=True)
class PlaceUncertainty:
    """A place is not farther off than this in 95 of 100 cases."""

    mm: float
    degrees: float

    def wider(self, mm: float) -> PlaceUncertainty:
        """Return the same with an independent uncertainty besides."""
        return PlaceUncertainty(float(np.hypot(self.mm, mm)), self.degrees)


def view_through(camera: CameraModel, near: View, model: Floats, pixels: Floats) -> View:
    """Return the view through another lens that shows points of the mat (N x 3, mm) where they are seen (N x 2, px)."""
    return View(camera, *refine_pose(model, camera.from_pixels(pixels), near.rotation, near.translation))


def strongest(
    alternatives: Sequence[CameraModel], view: View, model: Floats, pixels: Floats
) -> tuple[CameraModel, ...]:
    """Return the lenses that move raised places most. ``model`` (N x 3, mm) and ``pixels`` (N x 2): the mat's."""
    raised = model[:, :2]
    there = view.project_plane(raised, RAISED_MM)

    def moves(camera: CameraModel) -> float:
        other = view_through(camera, view, model, pixels)
        return float(np.max(np.linalg.norm(other.on_plane(there, RAISED_MM) - raised, axis=1)))

    return tuple(sorted(alternatives, key=moves, reverse=True)[:STRONGEST])


def place_uncertainties(
    view: View, others: Sequence[View], places: Sequence[tuple[Pose, float]]
) -> list[PlaceUncertainty]:
    """Return how sure places (poses in the mat frame and their heights, mm) are. ``others``: one view for each lens."""
    if not places:
        return []
    turns = np.radians([pose.heading for pose, _height in places])
    middles = np.array([(pose.x, pose.y) for pose, _height in places])
    arms = np.stack([np.cos(turns), np.sin(turns)], axis=1)
    heights = np.array([height for _pose, height in places])
    ends = middles + arms * _ARM_MM
    seen = view.project(np.c_[np.concatenate([middles, ends]), np.tile(heights, 2)])
    px_per_mm = np.linalg.norm(seen[len(places) :] - seen[: len(places)], axis=1) / _ARM_MM
    off, turned = np.zeros(len(places)), np.zeros(len(places))
    for other in others:
        middle, end = np.split(other.on_plane(seen, np.tile(heights, 2)), 2)
        off += np.sum(np.square(middle - middles), axis=1)
        arm = end - middle
        across = arms[:, 0] * arm[:, 1] - arms[:, 1] * arm[:, 0]
        turned += np.square(across / _ARM_MM)
    side_px = px_per_mm * 2 * _ARM_MM
    mm = np.hypot(_SIGMAS * np.sqrt(off), (NOISE_PX + _lens_px(view.camera)) / px_per_mm)
    degrees = np.degrees(np.hypot(_SIGMAS * np.sqrt(turned), TURN_PX / side_px))
    return [PlaceUncertainty(float(a), float(b)) for a, b in zip(mm, degrees, strict=True)]


def _lens_px(camera: CameraModel) -> float:
    """Return what the wizard said of a measured lens."""
    return camera.quality.error_px or 0.0
