"""The lens from pictures of a ChArUco board: a chessboard with markers, of which any part may be in view.

The solver is Zhang's (Z. Zhang, *A flexible new technique for camera calibration*, 2000) as OpenCV has it.
"""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np
from numpy.typing import NDArray

from boards.errors import GolemError
from calibration.camera_model import CameraModel, Quality

FEWEST_VIEWS = 5
FEWEST_CORNERS = 12
"""Of a view; with fewer it says little about the lens."""
WORST_RMS_PX = 1.0


class PoorViews(GolemError):
    """The pictures do not fix the lens; ``str()`` says what is missing."""


def charuco_board(
    columns: int = 9, rows: int = 6, square_mm: float = 28.0, marker_mm: float = 20.0
) -> cv2.aruco.CharucoBoard:
    """The board: squares across and up, its markers not among those of the game."""
    dictionary = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50)
    return cv2.aruco.CharucoBoard((columns, rows), square_mm, marker_mm, dictionary)


def solve_lens(pictures: Sequence[NDArray[np.uint8]], board: cv2.aruco.CharucoBoard) -> CameraModel:
    """The camera that took these grey pictures (H x W, all of one size) of the board.

    Raises :class:`PoorViews` for too few or too meagre views, or views that do not agree.
    """
    sizes = {(picture.shape[1], picture.shape[0]) for picture in pictures}
    if len(sizes) != 1:
        raise PoorViews(f"the pictures must all have one size; these have {len(sizes)}")
    size = next(iter(sizes))
    detector = cv2.aruco.CharucoDetector(board)
    model, seen = [], []
    for picture in pictures:
        corners, ids, _markers, _marker_ids = detector.detectBoard(picture)
        if ids is not None and len(ids) >= FEWEST_CORNERS:
            there, here = board.matchImagePoints(list(corners), np.asarray(ids))
            model.append(np.asarray(there, np.float32))
            seen.append(np.asarray(here, np.float32))
    if len(model) < FEWEST_VIEWS:
        raise PoorViews(f"the board is seen well in {len(model)} pictures; take at least {FEWEST_VIEWS}")
    rms, matrix, bent, _turns, _shifts, sigmas, *_ = cv2.calibrateCameraExtended(
        model, seen, size, np.eye(3), np.zeros(5)
    )
    if not np.isfinite(rms) or rms > WORST_RMS_PX:
        raise PoorViews(f"the pictures do not agree ({rms:.2f} px); hold the board flat and still, and take new ones")
    k1, k2, p1, p2, k3 = (float(value) for value in np.ravel(bent)[:5])
    quality = Quality("charuco", float(rms), len(model), float(np.ravel(sigmas)[0] / matrix[0, 0]))
    return CameraModel(
        size,
        (float(matrix[0, 0]), float(matrix[1, 1])),
        (float(matrix[0, 2]), float(matrix[1, 2])),
        (k1, k2, p1, p2, k3),
        quality,
    )
