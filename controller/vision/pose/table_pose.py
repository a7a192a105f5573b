"""Solve for the camera's pose from the mat's printed corner markers.

The first pose is IPPE's (T. Collins, A. Bartoli, *Infinitesimal plane-based pose estimation*, 2014), refined by Gauss
and Newton's method. Markers that do not fit the others (the sheet is folded or pushed there) are left out and named:
the largest set of markers that agree decides.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations

import cv2
import numpy as np

from boards.base.errors import GolemError
from boards.base.message import _
from calibration.camera_model import CameraModel, Floats, View

AGREE_PX = 1.5
"""Largest residual of markers that agree, through a measured lens (root mean square of the corners, px, 1920 px wide).

A mat glued from sheets is off by a millimetre or so.
"""

AGREE_ESTIMATED_PX = 4.0
"""The same through an estimated lens."""

BETTER = 3.0
"""A marker may bend the table so that all seem to agree. It is left out if the others fit this many times better
without it, and it is off then."""

SURELY_GOOD_PX = 0.35
"""Residual of a fit that is accepted without a search for outliers, px."""

CLEARLY_BETTER = 2.0
"""Of two sets of markers of one size that contradict each other, the better must fit this many times better."""

_ROUNDS = 12
_ENOUGH = 1e-8
_SECOND = 3.0
"""IPPE's second pose is used if its error is at most this many times the first's."""
_PICTURE = 1920.0


class PoseNotFound(GolemError):
    """The markers given do not determine the camera's pose."""

    def __init__(self, markers: int) -> None:
        self.markers = markers
        super().__init__(_("the table's place could not be found from {markers} markers of the mat", markers=markers))


@dataclass(frozen=True)
class PoseSolution:
    """A view and how well it explains the markers."""

    view: View
    rms_px: float
    used: tuple[int, ...]
    """Marker ids that were used, sorted."""
    rejected: tuple[int, ...]
    """Marker ids that contradict the others, sorted."""


def solve_pose(
    camera: CameraModel, seen: Mapping[int, Floats], known: Mapping[int, Floats], last: View | None = None
) -> PoseSolution:
    """Solve the view from marker corners: ``seen`` 4 x 2 px and ``known`` 4 x 2 mm in the mat frame, by id.

    With three markers or more, those that contradict the others are left out. Where two halves contradict each other
    equally well, the one that agrees with ``last`` (the view in the picture before) is right. Raises
    :class:`PoseNotFound`.
    """
    ids = sorted(seen.keys() & known.keys())
    if not ids:
        raise PoseNotFound(0)
    picture = _Picture(camera, seen, known)
    everything = picture.solve(ids)
    limit = agree_px(camera)
    if len(ids) > 2 and (everything is None or everything.worst > SURELY_GOOD_PX):
        bent = everything is None or everything.worst > limit
        for count in range(len(ids) - 1, 1, -1):
            agreed = picture.agreed(ids, count, limit, everything)
            clear = _unrivalled(agreed, picture, last, limit)
            if clear is not None and (bent or picture.explains_better(clear, everything, limit)):
                return _solution(clear, ids)
            if agreed and bent:
                raise PoseNotFound(len(ids))
            if not bent:
                break
    if everything is None:
        raise PoseNotFound(len(ids))
    return _solution(everything, ids)


def agree_px(camera: CameraModel) -> float:
    """Return how near to each other markers must place the table, px."""
    usual = AGREE_ESTIMATED_PX if camera.quality.source == "table" else AGREE_PX
    return usual * max(camera.size) / _PICTURE


@dataclass(frozen=True, eq=False)
class _Fit:
    view: View
    ids: tuple[int, ...]
    off: tuple[float, ...]
    """Residual of each marker, px (root mean square of its corners)."""

    @property
    def rms(self) -> float:
        """The root mean square of the residuals, px."""
        return float(np.sqrt(np.mean(np.square(self.off))))

    @property
    def worst(self) -> float:
        """The largest residual, px."""
        return max(self.off)


def _solution(fit: _Fit, ids: Sequence[int]) -> PoseSolution:
    return PoseSolution(fit.view, fit.rms, fit.ids, tuple(sorted({*ids} - {*fit.ids})))


def _unrivalled(agreed: Sequence[_Fit], picture: _Picture, last: View | None, limit: float) -> _Fit | None:
    """Return the best of some fits of as many markers, best first; None if there is none, or another is as good."""
    if not agreed:
        return None
    best = agreed[0]
    rivals = [fit for fit in agreed[1:] if fit.rms < CLEARLY_BETTER * max(best.rms, limit / 10)]
    if not rivals:
        return best
    stayed = [fit for fit in (best, *rivals) if last and max(picture.off(last, fit.ids)) <= limit]
    return stayed[0] if len(stayed) == 1 else None


class _Picture:
    """The markers of one picture."""

    def __init__(self, camera: CameraModel, seen: Mapping[int, Floats], known: Mapping[int, Floats]) -> None:
        self._camera = camera
        self._seen = seen
        self._known = {marker: np.c_[known[marker], np.zeros(4)] for marker in seen if marker in known}
        # All at once: this is done for every frame.
        plain = camera.from_pixels(np.stack([seen[marker] for marker in self._known]))
        self._plain = dict(zip(self._known, plain, strict=True))

    def agreed(self, ids: Sequence[int], count: int, limit: float, near: _Fit | None) -> list[_Fit]:
        """Return the fits of ``count`` of these markers in which all agree, best first."""
        start = near if near is not None and near.worst <= limit else None
        fits = [self.solve(part, start) for part in combinations(ids, count)]
        return sorted((fit for fit in fits if fit and fit.worst <= limit), key=lambda fit: fit.rms)

    def explains_better(self, fit: _Fit, everything: _Fit | None, limit: float) -> bool:
        """Tell whether a marker that the fit leaves out is surely off."""
        if everything is None or BETTER * fit.rms > everything.rms:
            return False
        return min(self.off(fit.view, [marker for marker in everything.ids if marker not in fit.ids])) > limit

    def solve(self, ids: Sequence[int], near: _Fit | None = None) -> _Fit | None:
        """Solve for the pose from these markers; ``near`` is one close to it, if there is one."""
        model = np.concatenate([self._known[marker] for marker in ids])
        plain = np.concatenate([self._plain[marker] for marker in ids])
        best: _Fit | None = None
        for rotation, translation in _ippe_poses(model, plain) if near is None else [_pose_of(near.view)]:
            view = View(self._camera, *refine_pose(model, plain, rotation, translation))
            if view.position[2] <= 0.0:
                continue
            fit = _Fit(view, tuple(ids), self.off(view, ids))
            if np.isfinite(fit.rms) and (best is None or fit.rms < best.rms):
                best = fit
        return best

    def off(self, view: View, ids: Sequence[int]) -> tuple[float, ...]:
        """Return how far each marker is from where the view places it, px (root mean square of its corners)."""
        there = view.project(np.concatenate([self._known[marker] for marker in ids]))
        off = np.sum(np.square(there - np.concatenate([self._seen[marker] for marker in ids])), axis=1)
        return tuple(np.sqrt(off.reshape(len(ids), 4).mean(axis=1)).tolist())


def initial_pose(model: Floats, plain: Floats) -> tuple[Floats, Floats] | None:
    """Return a rotation (3 x 3) and translation (3, mm) to start :func:`refine_pose` from.

    The camera sees points ``model`` (N x 3, mm, z = 0) at normalised pinhole coordinates ``plain`` (N x 2). None if
    that is not a plane seen by a camera.
    """
    starts = _ippe_poses(model, plain)
    return starts[0] if starts else None


def _pose_of(view: View) -> tuple[Floats, Floats]:
    return view.rotation, view.translation


def _ippe_poses(model: Floats, plain: Floats) -> list[tuple[Floats, Floats]]:
    """Return IPPE's poses, without a second one that explains the picture much worse."""
    found, turns, shifts, errors = cv2.solvePnPGeneric(
        model, plain[:, None, :], np.eye(3), np.zeros(5), flags=cv2.SOLVEPNP_IPPE
    )
    if not found:
        return []
    off = np.ravel(errors)
    return [
        (np.asarray(cv2.Rodrigues(turn)[0], np.float64), np.asarray(shift[:, 0], np.float64))
        for turn, shift, error in zip(turns, shifts, off, strict=True)
        if error <= _SECOND * off[0] + 1e-6
    ]


def refine_pose(model: Floats, plain: Floats, rotation: Floats, translation: Floats) -> tuple[Floats, Floats]:
    """Refine a rotation (3 x 3) and translation (3, mm) from ``model`` (N x 3, mm) to ``plain`` (N x 2, normalised).

    Gauss and Newton's method on small turns of the camera frame. (A rotation vector, as OpenCV's own refinement takes,
    is singular at half a turn: a camera that looks down on the mat is always near it.)
    """
    scale = float(np.linalg.norm(translation))
    jacobian = np.zeros((2, len(model), 6))
    for _round in range(_ROUNDS):
        x, y, z = (model @ rotation.T + translation).T
        if not (z > 0.0).all():
            break
        u, v, near = x / z, y / z, scale / z
        # Of u and v after a turn about the camera's axes, then after a shift in units of the distance.
        jacobian[0] = np.array((-u * v, 1 + u * u, -v, near, np.zeros_like(u), -u * near)).T
        jacobian[1] = np.array((-1 - v * v, u * v, u, np.zeros_like(u), near, -v * near)).T
        slopes = jacobian.reshape(-1, 6)
        off = np.concatenate([plain[:, 0] - u, plain[:, 1] - v])
        normal = slopes.T @ slopes
        step = np.linalg.solve(normal + 1e-12 * np.trace(normal) * np.eye(6), slopes.T @ off)
        turn = np.asarray(cv2.Rodrigues(step[:3])[0], np.float64)
        # The turn is about the camera: it moves the translation as well.
        rotation, translation = turn @ rotation, turn @ translation + step[3:] * scale
        if np.abs(step).max() < _ENOUGH:
            break
    return rotation, translation
