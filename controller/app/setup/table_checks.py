"""Check a picture of a new table for a mirror, corners out of view, gaps in the glued mat, and a bank card on it.

Pure, but slow: called in a thread.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from boards.geometry import Point
from boards.kit.kit import Kit
from boards.kit.thing_keys import MatKey, TrayKey
from boards.mats import mat
from calibration.camera_model import CameraModel
from calibration.initial_intrinsics import typical_camera
from calibration.mat_joints import Joints
from controller.vision.frame_reading import FrameReading
from controller.vision.markers.detector import Markers
from controller.vision.pose.placement import project_points
from controller.vision.pose.reference_card import CardMeasure, measure_card
from controller.vision.pose.table_plane import find_mat, measure_mat_joints
from controller.vision.reader import Reader
from controller.vision.scene import Trouble

CORNERS = 4


@dataclass(frozen=True)
class TableChecks:
    """What was found out."""

    mirrored: bool = False
    """The mat was found in the mirrored picture only."""
    corners: int = CORNERS
    """How many of the mat's corners show."""
    partly: bool = False
    """Prints of this table show, though its mat is not found."""
    joints: Joints | None = None
    """None: the mat is not glued, or that cannot be measured."""
    card: CardMeasure | None = None
    """A bank card that lies on the mat."""


def check_table(look: FrameReading, kit: Kit, mat_key: MatKey, lens: CameraModel | None = None) -> TableChecks:
    """Look at a picture at rest once more. `lens`: None if it was not measured."""
    scene, view = look.scene, look.view
    if view is None or scene.mat is None:
        if Trouble.NO_MAT not in scene.trouble:
            return TableChecks(corners=0)
        mirrored = _sees_mirrored(look, kit, mat_key)
        return TableChecks(mirrored, 0, not mirrored and _shows_prints(look, kit, mat_key))
    sheet = mat(scene.mat).sheet
    tall, wide = look.frame.image.shape[:2]
    places = [Point(x, y) for x in (sheet.low.x, sheet.high.x) for y in (sheet.low.y, sheet.high.y)]
    corners = sum(0 <= one.u < wide and 0 <= one.v < tall for one in project_points(view, places))
    joints = None
    if Trouble.WRONG_SCALE not in scene.trouble:
        markers = _markers(look)
        found, _other = find_mat(markers, scene.mat, kit)
        if found is not None:
            joints = measure_mat_joints(lens or typical_camera(scene.size), markers, found, kit)
    card = measure_card(look.frame.image, view, scene.mat) if scene.unread else None
    return TableChecks(corners=corners, joints=joints, card=card)


def _markers(look: FrameReading) -> Markers:
    corners = [[(corner.u, corner.v) for corner in sighting.corners] for sighting in look.sightings]
    ids = np.array([sighting.id for sighting in look.sightings], np.int64)
    return Markers(ids, np.array(corners, np.float64).reshape(-1, 4, 2), np.full(len(ids), np.nan))


def _shows_prints(look: FrameReading, kit: Kit, mat_key: MatKey) -> bool:
    """Whether markers of the mat or of trays are in the picture."""
    things = [thing for key, thing in kit.things.items() if key == mat_key or isinstance(key, TrayKey)]
    ids = {marker.id for thing in things for marker in thing.markers}
    return any(sighting.id in ids for sighting in look.sightings)


def _sees_mirrored(look: FrameReading, kit: Kit, mat_key: MatKey) -> bool:
    """Whether the mat is in the mirrored picture. Takes a second."""
    flipped = replace(look.frame, image=np.ascontiguousarray(look.frame.image[:, ::-1]))
    return Reader(kit, mat_key, live=False).read(flipped).scene.mat is not None
