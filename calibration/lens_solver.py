"""The lens from views of the board: Zhang's method as OpenCV has it (Z.

Zhang, *A flexible new technique for camera calibration*, 2000), with as many terms as the views carry.

More terms always fit better; a term that only fits the noise bends the picture where no board was. Which terms are
worth it says the Bayesian information criterion (G. Schwarz, *Estimating the dimension of a model*, 1978), and each
must be larger than what chance makes of it. A lens that folds the picture over itself is none.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np

from calibration.board_views import BoardSize, BoardView
from calibration.camera_model import CameraModel, Floats, Quality

TERMS: dict[str, int] = {
    "none": cv2.CALIB_FIX_K1 | cv2.CALIB_FIX_K2 | cv2.CALIB_ZERO_TANGENT_DIST | cv2.CALIB_FIX_K3,
    "k1": cv2.CALIB_FIX_K2 | cv2.CALIB_ZERO_TANGENT_DIST | cv2.CALIB_FIX_K3,
    "k1 k2": cv2.CALIB_ZERO_TANGENT_DIST | cv2.CALIB_FIX_K3,
    "k1 p1 p2": cv2.CALIB_FIX_K2 | cv2.CALIB_FIX_K3,
    "k1 k2 p1 p2": cv2.CALIB_FIX_K3,
    "k1 k2 p1 p2 k3": 0,
}
"""Distortion terms that are fitted together -> OpenCV's flags that hold the others at 0."""

SIGNIFICANT = 3.0
"""Standard deviations that the last radial term must be from 0 to be kept."""

OUTLIER_VIEW = 3.0
"""A view is an outlier if its residuals are this many times the median view's: the board moved or was bent..."""
OUTLIER_PX = 0.25
"""... and at least this large (root mean square, px)."""

_EDGE_POINTS = 64


@dataclass(frozen=True, eq=False)
class LensFit:
    """A lens and how well it explains the views."""

    camera: CameraModel
    terms: str
    """The distortion terms that the views determine: a key of :data:`TERMS`."""
    views: tuple[BoardView, ...]
    """Views that were used."""
    residuals: tuple[Floats, ...]
    """For each view: N x 2, px, seen minus explained."""
    rejected: tuple[BoardView, ...]
    """Views that contradict the others: the board moved or was bent."""


class NoLens(Exception):
    """No lens explains the views; they are too alike, or not of one board."""


def solve_lens(views: Sequence[BoardView], board: BoardSize | None = None) -> LensFit:
    """Solve the lens that took these views, all of one size; views that contradict the others are left out.

    Raises :class:`NoLens`. Whether the views are good enough is judged by :mod:`calibration.lens_quality`.
    """
    board, kept = board or BoardSize(), list(views)
    rejected: list[BoardView] = []
    fit = _best(kept, board)
    while len(kept) > 3 and len(rejected) < len(views) // 3:
        off = [float(np.sqrt(np.mean(np.sum(part * part, axis=1)))) for part in fit.residuals]
        if max(off) <= max(OUTLIER_PX, OUTLIER_VIEW * float(np.median(off))):
            break
        rejected.append(kept.pop(int(np.argmax(off))))
        fit = _best(kept, board)
    return replace(fit, rejected=tuple(rejected))


def _best(views: Sequence[BoardView], board: BoardSize) -> LensFit:
    """Return the valid fit with the lowest information criterion."""
    fits = [found for terms in TERMS if (found := _fit(views, board, terms, square=True)) is not None]
    if not fits:
        raise NoLens
    # One focal length for both axes, unless two are better: pixels are square.
    best = min(fits, key=_criterion)
    oblong = _fit(views, board, best[1].terms, square=False)
    return min(best, oblong, key=_criterion)[1] if oblong is not None else best[1]


def solve_again(fit: LensFit, views: Sequence[BoardView], board: BoardSize) -> CameraModel | None:
    """Solve the lens from other views, with the same distortion terms."""
    square = fit.camera.focal[0] == fit.camera.focal[1]
    found = _fit(views, board, fit.terms, square=square, significant=0.0)
    return None if found is None else found[1].camera


def _criterion(found: tuple[float, LensFit]) -> float:
    return found[0]


def _fit(
    views: Sequence[BoardView], board: BoardSize, terms: str, *, square: bool, significant: float = SIGNIFICANT
) -> tuple[float, LensFit] | None:
    """Return the information criterion and the fit; None if there is none, or it is not a valid lens."""
    size = views[0].size
    model = [np.c_[board.places(view.ids), np.zeros(len(view.ids))].astype(np.float32)[:, None] for view in views]
    seen = [view.pixels.astype(np.float32)[:, None] for view in views]
    start = np.array([[size[0], 0.0, (size[0] - 1) / 2], [0.0, size[0], (size[1] - 1) / 2], [0.0, 0.0, 1.0]])
    held = TERMS[terms] | cv2.CALIB_USE_INTRINSIC_GUESS | (cv2.CALIB_FIX_ASPECT_RATIO if square else 0)
    criteria = (cv2.TERM_CRITERIA_COUNT + cv2.TERM_CRITERIA_EPS, 60, 1e-9)
    try:
        rms, matrix, bent, turns, shifts, sigmas, _more, _each = cv2.calibrateCameraExtended(
            model, seen, size, start, np.zeros(5), flags=held, criteria=criteria
        )
    except cv2.error:
        return None
    if not np.isfinite(rms) or not np.isfinite(matrix).all() or not np.isfinite(bent).all() or matrix[0, 0] <= 0:
        return None
    spread, values = np.ravel(sigmas), np.ravel(bent)[:5]
    last = {"k1": 0, "k1 k2": 1, "k1 p1 p2": 0, "k1 k2 p1 p2": 1, "k1 k2 p1 p2 k3": 4}.get(terms)
    if last is not None and abs(values[last]) < significant * spread[4 + last]:
        return None
    count = sum(len(view.ids) for view in views)
    k1, k2, p1, p2, k3 = (float(value) for value in values)
    camera = CameraModel(
        size,
        (float(matrix[0, 0]), float(matrix[1, 1])),
        (float(matrix[0, 2]), float(matrix[1, 2])),
        (k1, k2, p1, p2, k3),
        # With one focal length for both axes OpenCV gives its spread as that of the second.
        Quality("charuco", float(rms), len(views), float(max(spread[:2]) / matrix[0, 0])),
    )
    if folds(camera):
        return None
    off = tuple(
        np.asarray(here - cv2.projectPoints(there, turn, shift, matrix, bent)[0], np.float64).reshape(-1, 2)
        for there, here, turn, shift in zip(model, seen, turns, shifts, strict=True)
    )
    parameters = (3 if square else 4) + (0 if terms == "none" else len(terms.split())) + 6 * len(views)
    criterion = 2 * count * float(np.log(max(rms, 1e-9) ** 2)) + parameters * float(np.log(2 * count))
    return criterion, LensFit(camera, terms, tuple(views), off, ())


def folds(camera: CameraModel) -> bool:
    """Tell whether the lens shows two directions at one pixel somewhere in the picture.

    From the middle outwards, the distorted radius must grow in every direction until the picture's edge is reached.
    """
    width, height = camera.size
    along = np.linspace(0.0, 1.0, _EDGE_POINTS)
    edge = [(u * width, v * height) for t in along for u, v in ((t, 0), (t, 1), (0, t), (1, t))]
    rays = (np.array(edge) - np.array(camera.centre)) / np.array(camera.focal)
    points = rays * np.linspace(0.0, _FARTHEST, 400)[:, None, None]
    bent = np.linalg.norm(camera.distort(points), axis=2)
    reached = np.argmax(bent >= np.linalg.norm(rays, axis=1), axis=0)
    shrinks = np.diff(bent, axis=0) <= _GROWTH * np.diff(np.linalg.norm(points, axis=2), axis=0)
    before = np.arange(len(shrinks))[:, None] < reached
    return bool((reached == 0).any() or (shrinks & before).any())


_FARTHEST = 4.0
"""Factor by which light may come from farther out than its pixel: beyond it is a fish-eye lens."""
_GROWTH = 0.1
"""Least growth of the distorted radius: a tenth of that in the middle."""
