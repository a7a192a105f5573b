"""Check a measured lens against a picture of the table.

A zoom or focus that was changed since shows in how the mat and the trays, whose sizes are known, are seen.
"""

from __future__ import annotations

import numpy as np

from boards.kit.kit import Kit
from calibration.camera_model import CameraModel
from calibration.lens_match import LensMismatchReason, zoom_mismatches
from controller.vision.frame_reading import FrameReading
from controller.vision.markers.detector import Markers
from controller.vision.pose.table_plane import find_mat, rigid_prints

WHOLE_MAT = 4
"""Markers of the mat that must be seen."""


def lens_mismatches(look: FrameReading, kit: Kit, lens: CameraModel, file: str) -> tuple[LensMismatchReason, ...]:
    """Tell why a lens (of ``file``) is not the camera's; nothing where the table is not seen well enough to say.

    Through a wrong lens the mat's corners may contradict each other, so that no table was found in this reading.
    """
    ids = np.array([sighting.id for sighting in look.sightings], dtype=np.int64)
    corners = np.array([[(p.u, p.v) for p in sighting.corners] for sighting in look.sightings]).reshape(-1, 4, 2)
    markers = Markers(ids, corners, np.full(len(ids), np.nan))
    table, _other = find_mat(markers, look.scene.mat, kit)
    if table is None or len(table.seen) < WHOLE_MAT:
        return ()
    return zoom_mismatches(file, lens, *rigid_prints(markers, table, kit))
