"""Table pose: where the camera hangs, from the mat's printed corner markers.

The first pose is IPPE's (T. Collins, A. Bartoli, *Infinitesimal plane-based pose estimation*, 2014),
refined by Levenberg-Marquardt. A corner marker that does not fit the others (the sheet is folded there,
something lies on it) is left out and named.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import cv2
import numpy as np

from boards.errors import GolemError
from calibration.camera_model import CameraModel, Floats, View

OUTLIER_PX = 4.0
"""A marker is left out only if it lies farther than this from where the others say it is."""

OUTLIER_GAIN = 3.0
"""... and only if the others fit this many times better without it."""


GOOD_PX = 0.4
"""A fit this good needs no search for outliers."""


class PoseNotFound(GolemError):
    """The markers given do not fix where the camera is."""

    def __init__(self, markers: int) -> None:
        self.markers = markers
        super().__init__(f"the table's place could not be found from {markers} markers of the mat")


@dataclass(frozen=True)
class PoseSolution:
    """A view and how well it explains the markers."""

    view: View
    rms_px: float
    used: tuple[int, ...]
    """Marker ids that went in, sorted."""
    rejected: tuple[int, ...]
    """Marker ids that contradict the others, sorted."""


def solve_pose(camera: CameraModel, seen: Mapping[int, Floats], known: Mapping[int, Floats]) -> PoseSolution:
    """The view from marker corners: ``seen`` 4 x 2 px and ``known`` 4 x 2 mm in the mat frame, by id.

    With three markers or more, one that contradicts the others is left out. Raises :class:`PoseNotFound`.
    """
    ids = sorted(seen.keys() & known.keys())
    if not ids:
        raise PoseNotFound(0)
    everything = _solve(camera, ids, seen, known)
    if everything is not None and (len(ids) < 3 or everything.rms_px < GOOD_PX):
        return everything
    if len(ids) < 3:
        raise PoseNotFound(len(ids))
    best, rejected = everything, None
    for left_out in ids:
        rest = _solve(camera, [marker for marker in ids if marker != left_out], seen, known)
        if rest is None:
            continue
        off = _rms(rest.view, [left_out], seen, known)
        limit = np.inf if best is None else best.rms_px / (OUTLIER_GAIN if rejected is None else 1.0)
        if off > OUTLIER_PX and rest.rms_px < limit:
            best, rejected = rest, left_out
    if best is None:
        raise PoseNotFound(len(ids))
    out = () if rejected is None else (rejected,)
    return PoseSolution(best.view, best.rms_px, best.used, out)


def _solve(
    camera: CameraModel, ids: list[int], seen: Mapping[int, Floats], known: Mapping[int, Floats]
) -> PoseSolution | None:
    flat = np.concatenate([known[marker] for marker in ids])
    model = np.concatenate([flat, np.zeros((len(flat), 1))], axis=1)
    plain = camera.from_pixels(np.concatenate([seen[marker] for marker in ids]))
    found, turns, shifts, _errors = cv2.solvePnPGeneric(
        model, plain[:, None, :], np.eye(3), np.zeros(5), flags=cv2.SOLVEPNP_IPPE
    )
    best: PoseSolution | None = None
    for turn, shift in zip(turns, shifts, strict=True) if found else ():
        finer = cv2.solvePnPRefineLM(model, plain[:, None, :], np.eye(3), np.zeros(5), turn, shift)
        rotation, translation = cv2.Rodrigues(finer[0])[0], finer[1][:, 0]
        view = View(camera, np.asarray(rotation, np.float64), np.asarray(translation, np.float64))
        if view.position[2] <= 0.0:
            continue
        rms = _rms(view, ids, seen, known)
        if np.isfinite(rms) and (best is None or rms < best.rms_px):
            best = PoseSolution(view, rms, tuple(ids), ())
    return best


def _rms(view: View, ids: list[int], seen: Mapping[int, Floats], known: Mapping[int, Floats]) -> float:
    there = view.project_plane(np.concatenate([known[marker] for marker in ids]))
    off = there - np.concatenate([seen[marker] for marker in ids])
    return float(np.sqrt(np.mean(np.sum(off * off, axis=1))))
