"""Find the calibration board (boards/kit/charuco.py) in a picture: its inner corners, its blur and its tilt."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import cv2
import numpy as np
from numpy.typing import NDArray

from boards.kit.charuco import COLUMNS, DICTIONARY, MARKER_MODULES, ROWS, SQUARE_MM, SQUARE_MODULES
from calibration.camera_model import CameraModel, Floats
from calibration.initial_intrinsics import typical_camera

FEWEST_CORNERS = 12
"""Inner corners that a view needs; with fewer it says little about the lens."""

CORNERS = (COLUMNS - 1) * (ROWS - 1)
"""Inner corners of the whole board."""

_SMOOTH = 0.1
"""How far a corner may lie from the board's plane as a lens bends it smoothly, in squares."""

_PROFILE = np.linspace(-1.0, 1.0, 17)


@dataclass(frozen=True)
class BoardSize:
    """The printed or shown size of the board: the sides of its squares, mm.

    A lens does not depend on the size, but on the ratio of both sides: some printers stretch one way.
    """

    across: float = SQUARE_MM["A4"]
    down: float = SQUARE_MM["A4"]

    def places(self, ids: NDArray[np.int64]) -> Floats:
        """Return where inner corners are on the board: N x 2, mm from its upper left corner, y down."""
        rows, columns = np.divmod(ids, COLUMNS - 1)
        return np.stack([(columns + 1) * self.across, (rows + 1) * self.down], axis=1).astype(np.float64)


@dataclass(frozen=True, eq=False)
class BoardView:
    """The board in one picture."""

    size: tuple[int, int]
    """Of the picture, px."""
    ids: NDArray[np.int64]
    """N: inner corners seen, row by row from the board's upper left."""
    pixels: Floats
    """N x 2, px."""
    blur_px: float
    """How wide the squares' edges are blurred, one standard deviation, px."""
    source: str = ""
    """The picture's name."""

    @cached_property
    def tilt(self) -> tuple[float, float]:
        """By how many degrees the board leans: its right side, and its lower side, farther from the camera.

        Through a usual lens; a true one changes it by some degrees.
        """
        pose = self.pose(typical_camera(self.size))
        if pose is None:
            return 0.0, 0.0
        normal = pose[0][:, 2]
        # The normal points away from the camera on a board that faces it.
        return float(np.degrees(np.arctan2(-normal[0], normal[2]))), float(
            np.degrees(np.arctan2(-normal[1], normal[2]))
        )

    @cached_property
    def lean(self) -> float:
        """The angle between the board and the picture, degrees."""
        return float(np.hypot(*self.tilt))

    @cached_property
    def share(self) -> float:
        """How large a square of the board is seen: its part of the picture's diagonal."""
        fit = _homography(BoardSize().places(self.ids), self.pixels)
        if fit is None:
            return 0.0
        x, y = COLUMNS / 2, ROWS / 2
        square = _through(fit, np.array([(x, y), (x + 1, y), (x, y + 1)]) * SQUARE_MM["A4"])
        area = abs(float(np.linalg.det(square[1:] - square[0])))
        return float(np.sqrt(area) / np.hypot(*self.size))

    def pose(self, camera: CameraModel, board: BoardSize | None = None) -> tuple[Floats, Floats] | None:
        """Solve the rotation (3 x 3) and translation (3, mm) from board to camera; None if there is none."""
        model = (board or BoardSize()).places(self.ids)
        flat = np.concatenate([model, np.zeros((len(model), 1))], axis=1)
        plain = camera.from_pixels(self.pixels)[:, None, :]
        found, turn, shift = cv2.solvePnP(flat, plain, np.eye(3), np.zeros(5), flags=cv2.SOLVEPNP_IPPE)
        if not found:
            return None
        turn, shift = cv2.solvePnPRefineLM(flat, plain, np.eye(3), np.zeros(5), turn, shift)
        return np.asarray(cv2.Rodrigues(turn)[0], np.float64), np.asarray(shift[:, 0], np.float64)

    def moved_from(self, other: BoardView) -> float:
        """Return how far the corners that both views show moved, px (root mean square); infinity if none."""
        _both, mine, its = np.intersect1d(self.ids, other.ids, return_indices=True)
        off = self.pixels[mine] - other.pixels[its]
        return float(np.sqrt(np.mean(np.sum(off * off, axis=1)))) if len(off) else float("inf")


class BoardFinder:
    """Finds the board. Belongs to one thread."""

    def __init__(self) -> None:
        dictionary = cv2.aruco.getPredefinedDictionary(getattr(cv2.aruco, DICTIONARY))
        board = cv2.aruco.CharucoBoard((COLUMNS, ROWS), float(SQUARE_MODULES), float(MARKER_MODULES), dictionary)
        self._detector = cv2.aruco.CharucoDetector(board)

    def find(self, grey: NDArray[np.uint8], source: str = "") -> BoardView | None:
        """Find the board in a grey picture (H x W).

        None if fewer than FEWEST_CORNERS corners are seen, or if they do not lie on a flat board.
        """
        corners, ids, _markers, _marker_ids = self._detector.detectBoard(grey)
        if ids is None or len(ids) < FEWEST_CORNERS:
            return None
        numbers, pixels = np.ravel(ids).astype(np.int64), np.reshape(corners, (-1, 2)).astype(np.float64)
        if not _is_a_board(numbers, pixels):
            return None
        size = (grey.shape[1], grey.shape[0])
        return BoardView(size, numbers, pixels, _blur(grey, numbers, pixels), source)


def _is_a_board(ids: NDArray[np.int64], pixels: Floats) -> bool:
    """Tell whether corners lie as on one flat board: a misread marker or a cut sheet puts some elsewhere."""
    places = BoardSize(1.0, 1.0).places(ids)
    if len({*places[:, 0].tolist()}) < 2 or len({*places[:, 1].tolist()}) < 2:
        return False
    fit = _homography(pixels, places)
    if fit is None:
        return False
    off = _through(fit, pixels) - places
    x, y = (places - places.mean(axis=0)).T
    # What a lens does to so small a part of the picture is nearly a parabola.
    bend = np.stack([np.ones_like(x), x, y, x * x, x * y, y * y], axis=1)
    off = off - bend @ np.linalg.lstsq(bend, off, rcond=None)[0]
    return bool(np.abs(off).max() < _SMOOTH)


def _homography(a: Floats, b: Floats) -> Floats | None:
    found, _mask = cv2.findHomography(a, b, 0)
    return None if found is None or not np.isfinite(found).all() else np.asarray(found, np.float64)


def _through(homography: Floats, points: Floats) -> Floats:
    return np.asarray(cv2.perspectiveTransform(points[:, None, :], homography)[:, 0], np.float64)


def _blur(grey: NDArray[np.uint8], ids: NDArray[np.int64], pixels: Floats) -> float:
    """Measure the blur of the edges between neighbouring corners, px: the median over edges of the worse direction.

    Motion blurs only the edges across it, so the larger value of horizontal and vertical edges counts. A Gaussian edge
    of contrast c rises at most by c / (sigma sqrt(2 pi)) a pixel.
    """
    place = {int(number): nth for nth, number in enumerate(ids)}
    sigmas: list[float] = []
    for step in (1, COLUMNS - 1):
        ends = [
            (place[n], place[n + step])
            for n in place
            if n + step in place and (step > 1 or n % (COLUMNS - 1) < COLUMNS - 2)
        ]
        if not ends:
            continue
        first, last = pixels[[a for a, _ in ends]], pixels[[b for _, b in ends]]
        along = last - first
        across = np.stack([-along[:, 1], along[:, 0]], axis=1)
        length = np.linalg.norm(along, axis=1)
        # The white border between square and marker is an eighth of a square wide.
        reach = 0.11 * length
        points = (first + last)[:, None] / 2 + (across / length[:, None] * reach[:, None])[:, None] * _PROFILE[:, None]
        levels = cv2.remap(
            grey, points[..., 0].astype(np.float32), points[..., 1].astype(np.float32), cv2.INTER_LINEAR
        ).astype(np.float64)
        slopes = np.abs(np.diff(levels, axis=1)).max(axis=1) / (reach * (_PROFILE[1] - _PROFILE[0]))
        contrast = np.ptp(levels, axis=1)
        sigmas.append(float(np.median(contrast / np.maximum(slopes, 1e-6))) / np.sqrt(2 * np.pi))
    return max(sigmas, default=float("inf"))
