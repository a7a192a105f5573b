"""Find the table in the picture: which mat is in view, through which lens, from where."""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from dataclasses import dataclass, replace

import numpy as np

from boards.kit.kit import Kit
from boards.kit.marker_plan import MAT_IDS
from boards.kit.printed_items import Marker, PrintedItem
from boards.kit.thing_keys import GolemKey, MatKey, TrayKey
from calibration.camera_model import CameraModel, Floats, View
from calibration.initial_intrinsics import IntrinsicsFit, RigidPrint, estimate_intrinsics
from calibration.mat_joints import Joints, measure_joints
from calibration.print_observations import PrintSeen
from controller.vision.markers.detector import Markers
from controller.vision.markers.image_patches import sides_px
from controller.vision.pose.joint_pose import JointPose, joint_pose
from controller.vision.pose.placement import local_corners
from controller.vision.pose.rolling_shutter import ImageShear, estimate_shear
from controller.vision.pose.table_pose import PoseNotFound, PoseSolution, agree_px, solve_pose

FEWEST_MARKERS = 2
"""Markers of the mat that are needed: one alone does not determine where the trays are."""


@dataclass(frozen=True, eq=False)
class DetectedMat:
    """The mat found in a picture."""

    key: MatKey
    printed: tuple[Marker, ...]
    seen: Mapping[int, Floats]
    """Marker id -> 4 x 2 px."""

    @property
    def px_per_mm(self) -> float:
        """The scale of its markers: known even where the camera's pose is not."""
        sides = [
            float(sides_px(self.seen[marker.id][None])[0]) / marker.side_mm
            for marker in self.printed
            if marker.id in self.seen
        ]
        return sum(sides) / len(sides)

    def unsheared(self, shear: ImageShear) -> DetectedMat:
        """Return the mat as a camera at rest would have seen it."""
        return replace(self, seen={marker: shear.unsheared(corners) for marker, corners in self.seen.items()})


def find_mat(markers: Markers, wanted: MatKey | None, kit: Kit) -> tuple[DetectedMat | None, bool]:
    """Find the wanted mat (None: whichever of the kit's shows most markers).

    Also tells whether another mat is there instead.
    """
    own = {key: thing.markers for key, thing in kit.things.items() if isinstance(key, MatKey)}
    found: list[DetectedMat] = []
    for key, printed in own.items():
        seen = {
            marker.id: markers.corners[np.flatnonzero(markers.ids == marker.id)[0]]
            for marker in printed
            if np.count_nonzero(markers.ids == marker.id) == 1
        }
        if len(seen) >= FEWEST_MARKERS:
            found.append(DetectedMat(key, printed, seen))
    fitting = [item for item in found if wanted in (None, item.key)]
    if not fitting:
        # All mats and boards, of all games, have ids of one range.
        wanted_ids = {marker.id for marker in own.get(wanted, ())} if wanted is not None else set()
        others = {int(marker) for marker in markers.ids if int(marker) in MAT_IDS} - wanted_ids
        return None, len(others) >= FEWEST_MARKERS
    return max(fitting, key=lambda item: len(item.seen)), False


def solve_mat_pose(camera: CameraModel, table: DetectedMat, last: View | None = None) -> PoseSolution | None:
    """Solve for the camera's pose.

    None if the markers cannot be a flat mat seen from above, or contradict each other and ``last`` (the view in the
    picture before) does not decide.
    """
    try:
        return solve_pose(camera, table.seen, _known(table), last)
    except PoseNotFound:
        return None


def estimate_mat_shear(camera: CameraModel, table: DetectedMat, at_rest: PoseSolution | None) -> ImageShear | None:
    """Estimate the camera's shear, if it explains what ``at_rest``, the pose of a camera at rest, does not."""
    return estimate_shear(camera, table.seen, _known(table), at_rest)


def solve_joint_pose(pose: PoseSolution, markers: Markers, table: DetectedMat, kit: Kit) -> JointPose | None:
    """Solve for the camera's pose by two markers of the mat and by the trays, with its uncertainty.

    None if more markers of the mat leave no doubt.
    """
    if len(pose.used) > FEWEST_MARKERS:
        return None
    used = replace(table, seen={marker: table.seen[marker] for marker in pose.used})
    base, trays = rigid_prints(markers, used, kit)
    found = joint_pose(pose.view, base, trays)
    # Trays that are bent or of another scale do not help.
    bent = found.rms_px > agree_px(pose.view.camera)
    return joint_pose(pose.view, base, ()) if bent else found


def estimate_lens(size: tuple[int, int], markers: Markers, table: DetectedMat, kit: Kit) -> tuple[IntrinsicsFit, int]:
    """Estimate a lens from the mat and the trays in view; also returns how many markers went in."""
    base, others = rigid_prints(markers, table, kit)
    count = len(table.seen) + sum(len(item.local) // 4 for item in others)
    return estimate_intrinsics(size, base, others), count


def prints_seen(markers: Markers, table: DetectedMat, kit: Kit) -> tuple[PrintSeen, dict[Hashable, PrintSeen]]:
    """Return the mat, and the trays and golems' tops in view, by key."""
    known, ids = _known(table), sorted(table.seen)
    mat = PrintSeen(np.concatenate([known[i] for i in ids]), np.concatenate([table.seen[i] for i in ids]))
    others: dict[Hashable, PrintSeen] = {}
    for key, thing in kit.things.items():
        found = _print_of(thing, markers, 1) if isinstance(key, GolemKey) else None
        if isinstance(key, TrayKey):
            found = _print_of(thing, markers)
        if found is not None:
            others[key] = PrintSeen(found.local, found.pixels, thing.height_mm)
    return mat, others


def rigid_prints(markers: Markers, table: DetectedMat, kit: Kit) -> tuple[RigidPrint, list[RigidPrint]]:
    """Return the mat and the trays in view: flat, rigid and of known size."""
    known = _known(table)
    ids = sorted(table.seen)
    base = RigidPrint(np.concatenate([known[i] for i in ids]), np.concatenate([table.seen[i] for i in ids]))
    trays = [_print_of(thing, markers) for key, thing in kit.things.items() if isinstance(key, TrayKey)]
    return base, [item for item in trays if item is not None]


def measure_mat_joints(camera: CameraModel, markers: Markers, table: DetectedMat, kit: Kit) -> Joints | None:
    """Tell whether the sheets of a glued mat lie as far apart as they should; None unless all of its markers show."""
    if len(table.seen) < len(table.printed):
        return None
    known = _known(table)
    _base, trays = rigid_prints(markers, table, kit)
    return measure_joints(camera, [RigidPrint(known[one], table.seen[one]) for one in sorted(known)], trays)


def _known(table: DetectedMat) -> dict[int, Floats]:
    return {marker.id: local_corners(marker) for marker in table.printed}


def _print_of(thing: PrintedItem, markers: Markers, least: int = 2) -> RigidPrint | None:
    """Return a thing with markers of different ids, if at least so many of them are seen once each."""
    local, pixels = [], []
    for marker in thing.markers:
        where = np.flatnonzero(markers.ids == marker.id)
        if len(where) == 1:
            local.append(local_corners(marker))
            pixels.append(markers.corners[where[0]])
    return RigidPrint(np.concatenate(local), np.concatenate(pixels)) if len(local) >= least else None
