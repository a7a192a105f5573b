"""The lens of a camera that was not measured, estimated better and better while it looks at the table."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from boards.kit.thing_keys import TrayKey
from calibration.camera_model import CameraModel, Floats, View
from calibration.initial_intrinsics import IntrinsicsFit, estimate_intrinsics
from calibration.print_observations import PrintObservations
from controller.vision.frame_context import FrameContext
from controller.vision.pose.place_uncertainty import strongest
from controller.vision.pose.placement import local_corners
from controller.vision.pose.table_plane import DetectedMat, estimate_lens, prints_seen

FITTED_AT = (10, 40, 150)
"""After so many frames of a camera at rest all of them are fitted: 0.3, 1.3 and 5 s."""

AGAIN = 900
"""After so many more they are fitted again, if more places of prints are known."""


@dataclass(frozen=True, eq=False)
class EstimatedIntrinsics:
    """A lens estimated from printed things of known size."""

    model: CameraModel
    markers: int
    """How many went in, of one picture: with more the estimate is better."""
    alternatives: tuple[CameraModel, ...] = ()
    """Lenses that the pictures allow as well, one standard deviation off."""
    observations: PrintObservations | None = None
    fitted: int = 0
    """How many frames the model was fitted to; 0: to one picture."""
    places: int = 0
    """How many places of prints it was fitted to."""

    def for_unrelated_picture(self) -> EstimatedIntrinsics:
        """Keep the lens: the next picture shows another table."""
        return replace(self, observations=None)

    def with_frame(self, context: FrameContext, mat: DetectedMat, view: View) -> EstimatedIntrinsics:
        """Add a frame of a camera at rest; fit the lens anew when that promises a better one."""
        before = self.observations or PrintObservations(context.size[0])
        now = before.with_frame(*prints_seen(context.markers, mat, context.kit))
        due = now.frames in FITTED_AT or (now.frames >= self.fitted + AGAIN and now.places > self.places)
        prints = now.prints() if due else None
        if prints is None:
            return replace(self, observations=now)
        fit = estimate_intrinsics(context.size, *prints, near=self.model if self.fitted else None)
        allowed = strongest_of(fit, mat, view)
        return EstimatedIntrinsics(fit.camera, self.markers, allowed, now, now.frames, now.places)


def estimated_from(context: FrameContext, mat: DetectedMat, before: EstimatedIntrinsics | None) -> EstimatedIntrinsics:
    """Return the best estimate so far: a picture that shows more says more, and many say more than one."""
    owners = (context.kit.marker_owner(int(marker)) for marker in context.markers.ids)
    count = len(mat.seen) + sum(1 for keys in owners if any(isinstance(key, TrayKey) for key in keys))
    if before is not None and before.model.size == context.size and (before.fitted or count <= before.markers):
        return before
    fit, markers = estimate_lens(context.size, context.markers, mat, context.kit)
    kept = None if before is None or before.model.size != context.size else before.observations
    return EstimatedIntrinsics(fit.camera, markers, fit.alternatives, kept)


def strongest_of(fit: IntrinsicsFit, mat: DetectedMat, view: View) -> tuple[CameraModel, ...]:
    """Return the lenses that a fit allows and that matter for places."""
    model, pixels = mat_points(mat)
    return strongest(fit.alternatives, view, model, pixels)


def mat_points(mat: DetectedMat) -> tuple[Floats, Floats]:
    """Return the corners of the mat's markers in view: N x 3 mm and N x 2 px."""
    printed = {marker.id: local_corners(marker) for marker in mat.printed}
    flat = np.concatenate([printed[marker] for marker in mat.seen])
    return np.c_[flat, np.zeros(len(flat))], np.concatenate(list(mat.seen.values()))
