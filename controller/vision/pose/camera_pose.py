"""Stage 2: where the camera is, by the mat's markers.

The camera's shear by a rolling shutter is removed, so that the later stages read a picture taken all at once.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np

from boards.geometry import Pose
from boards.kit.thing_keys import MatKey
from calibration.camera_model import CameraModel, View
from calibration.lens_match import LensUnfit, camera_mismatches
from controller.vision.frame_context import FrameContext
from controller.vision.markers.greyscale import to_grey
from controller.vision.markers.marker_blur import blur_modules
from controller.vision.pose.joint_pose import JointPose
from controller.vision.pose.lens_estimate import EstimatedIntrinsics, estimated_from, mat_points
from controller.vision.pose.place_uncertainty import PlaceUncertainty, place_uncertainties, view_through
from controller.vision.pose.rolling_shutter import ImageShear
from controller.vision.pose.table_plane import (
    DetectedMat,
    estimate_mat_shear,
    find_mat,
    solve_joint_pose,
    solve_mat_pose,
)
from controller.vision.pose.table_pose import PoseSolution


@dataclass(frozen=True, eq=False)
class PoseState:
    """What the pose of a frame takes over from the frames of the same camera before it."""

    view: View | None = None
    """Of the frame before; None if the mat was not found in it."""
    shear: ImageShear | None = None
    """Of the newest frame in which the mat was found."""
    intrinsics: EstimatedIntrinsics | None = None

    def for_unrelated_picture(self) -> PoseState:
        """Keep the lens only: the next picture shows another moment."""
        return PoseState(intrinsics=self.intrinsics and self.intrinsics.for_unrelated_picture())


@dataclass(frozen=True, eq=False, kw_only=True)
class PosedFrame(FrameContext):
    """A picture whose camera pose is known; picture and markers are free of rolling-shutter shear."""

    mat: DetectedMat
    view: View
    """How mm of the mat frame and px of ``image`` go together."""
    rejected: tuple[int, ...]
    """Ids of the mat's markers that contradict the others."""
    joint: JointPose | None
    """How sure the pose is, where only two of the mat's markers are seen; None if there is no doubt."""
    sheared: bool
    """Whether the camera moved while it took the picture."""
    intrinsics: EstimatedIntrinsics | None
    """Of a lens that was not measured."""
    as_taken: FrameContext
    """The picture before its shear was removed."""

    @property
    def px_per_mm(self) -> float:
        """The scale at the mat's origin, about."""
        return self.view.camera.focal[0] / float(np.linalg.norm(self.view.position))

    def uncertainties(self, places: Sequence[tuple[Pose, float]]) -> list[PlaceUncertainty]:
        """Return how sure places are (poses in the mat frame and their heights, mm)."""
        others: list[View] = []
        if self.intrinsics is not None and self.intrinsics.alternatives:
            model, pixels = mat_points(self.mat)
            others = [view_through(lens, self.view, model, pixels) for lens in self.intrinsics.alternatives]
        sure = place_uncertainties(self.view, others, places)
        if self.joint is None or not places:
            return sure
        middles = np.array([(pose.x, pose.y) for pose, _height in places])
        flat = self.joint.sigma_mm(middles, [height for _pose, height in places])
        return [place.wider(2 * sigma) for place, sigma in zip(sure, flat.tolist(), strict=True)]

    @cached_property
    def blur_modules(self) -> float:
        """The blur, standard deviation, in modules of a card's marker."""
        return blur_modules(self.markers, self.px_per_mm)


@dataclass(frozen=True, eq=False)
class PoseResult:
    """What stage 2 found."""

    posed: PosedFrame | None
    """None: no pose explains the mat's markers, or too few of them are in view."""
    mat: DetectedMat | None
    other_mat: bool
    """Whether another mat is in view instead of the wanted one."""
    state: PoseState
    """For the next frame of the same camera."""


def solve_camera_pose(
    context: FrameContext,
    mat_key: MatKey | None = None,
    camera: CameraModel | None = None,
    state: PoseState | None = None,
) -> PoseResult:
    """Find the mat and solve for the camera's pose over it (stage 2).

    ``mat_key`` None: whichever of the kit's mats is in view. ``camera`` None: the lens is estimated from mat and trays.
    Raises :class:`calibration.lens_match.LensUnfit` if the lens was measured at another size of picture.
    """
    state = state or PoseState()
    mat, other_mat = find_mat(context.markers, mat_key, context.kit)
    if mat is None:
        return PoseResult(None, None, other_mat, replace(state, view=None))
    camera, intrinsics = _camera(context, mat, camera, state.intrinsics)
    pose, shear = solve_mat_pose(camera, mat, state.view), None
    measured = estimate_mat_shear(camera, mat, pose)
    # A shear that stays the same from frame to frame is a folded sheet.
    if measured is not None and not (state.shear is not None and measured.similar_to(state.shear)):
        shear = measured
        pose = solve_mat_pose(camera, mat.unsheared(shear), state.view)
    at_rest = pose is not None and shear is None and not pose.rejected
    if pose is not None and at_rest and intrinsics is not None:
        intrinsics = intrinsics.with_frame(context, mat, pose.view)
    state = PoseState(None if pose is None else pose.view, measured, intrinsics)
    if pose is None:
        return PoseResult(None, mat, False, state)
    return PoseResult(_posed(context, mat, pose, shear, intrinsics), mat, False, state)


def _posed(
    context: FrameContext,
    mat: DetectedMat,
    pose: PoseSolution,
    shear: ImageShear | None,
    intrinsics: EstimatedIntrinsics | None,
) -> PosedFrame:
    image, grey, markers = context.image, context.grey, context.markers
    if shear is not None:
        image, mat = shear.unshear_image(image), mat.unsheared(shear)
        grey, markers = to_grey(image), replace(markers, corners=shear.unsheared(markers.corners))
    joint = solve_joint_pose(pose, markers, mat, context.kit)
    return PosedFrame(
        image,
        grey,
        context.kit,
        markers,
        context.noise,
        mat=mat,
        view=pose.view if joint is None else joint.view,
        rejected=pose.rejected,
        joint=joint,
        sheared=shear is not None,
        intrinsics=intrinsics,
        as_taken=context,
    )


def _camera(
    context: FrameContext, mat: DetectedMat, measured: CameraModel | None, estimated: EstimatedIntrinsics | None
) -> tuple[CameraModel, EstimatedIntrinsics | None]:
    """Return the measured lens, or the best estimate so far."""
    if measured is not None:
        if measured.size != context.size:
            raise LensUnfit(camera_mismatches("", measured, "", "", context.size))
        return measured, estimated
    estimated = estimated_from(context, mat, estimated)
    return estimated.model, estimated
