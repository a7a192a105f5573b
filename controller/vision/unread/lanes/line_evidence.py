"""Measure how dark the printed lines of a tray's lanes are, piece by piece: evidence of bare lane.

Unlike `lane_print.py`, which tells what is surely hidden, this is a measurement without bias by noise: it is summed
over all lines that a thing would hide (`lane_coverage.py`).
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

import cv2
import numpy as np
from numpy.typing import NDArray

from boards.kit.thing_keys import TrayKey
from boards.kit.trays import TRAY
from calibration.camera_frames import Image
from calibration.camera_model import Floats
from controller.vision.unread.lanes.lane_print import (
    BESIDE_MM,
    INSET,
    LANE,
    OFF_MM,
    PIECE_MM,
    PIECES,
    TOP,
    columns_between,
    line_columns,
    profiles_of,
)
from controller.vision.unread.tray_sheet import CELL_MM, COLUMNS_BEFORE, printed_sheet

STEP_NOISES, STEP_SHARE = 3.0, 0.025
"""Half a step of brightness across a line from which the darker side counts: in standard deviations, as a share."""
FURTHER_MM = 5
"""Distance from a line at which it is seen whether a change of brightness goes on."""
LEAST_NOISE = 0.3
"""Least noise, grey levels: strongly compressed pictures have none where nothing is."""
MOSTLY_ON = 0.2
"""Share of a piece, with what is beside it, below a thing that was read, from which it tells nothing."""

_SMOOTH = (5, 0.8)
_FIRST = COLUMNS_BEFORE * CELL_MM


@dataclass(frozen=True, eq=False)
class LineEvidence:
    """The darkness of all pieces of lines of a tray's lanes: K a lane, in the order of :func:`piece_places`."""

    free: NDArray[np.bool_]
    """Lanes x K: on which nothing lies that was read."""
    dips: NDArray[np.float32]
    """Shifts x lanes x K: darkness against the paper beside, grey levels, for shifts of the sheet by some px."""
    expected: NDArray[np.float32]
    """Lanes x K: their darkness as printed, on this paper, grey levels."""
    noise: float
    """One standard deviation of the dips where no line is, grey levels."""


def line_evidence(
    flat: Image, key: TrayKey, below: NDArray[np.bool_], places: NDArray[np.intp] | None = None
) -> LineEvidence:
    """Measure the pieces of lines.

    ``flat``: the tray's sheet from above; ``below``: pixels of it that things which were read hide; ``places``: columns
    of the upright lines if the sheet is bent.
    """
    columns = line_columns(key) if places is None else places
    near = np.asarray(cv2.blur(below.astype(np.float32), (2 * BESIDE_MM + 1, PIECE_MM)), np.float32)
    upright, paper = _upright(flat, key)
    darkness = _printed(key)
    shifts = np.minimum(columns + np.arange(-OFF_MM, OFF_MM + 1)[:, None], upright.shape[-1] - 1)
    dips = np.moveaxis(upright[..., shifts], 2, 0).reshape(len(shifts), TRAY.lanes, -1)
    expected = (paper[..., columns] * darkness).reshape(TRAY.lanes, -1)
    free = near[_rows()[..., None], np.minimum(columns, below.shape[1] - 1)] <= MOSTLY_ON
    return LineEvidence(free.reshape(TRAY.lanes, -1), dips, expected.astype(np.float32), _noise(upright, key, near))


@lru_cache(maxsize=8)
def piece_places(key: TrayKey) -> Floats:
    """Return the middles of the pieces of a lane's lines, mm from the middle of its left edge, y up: K x 2."""
    columns = line_columns(key) + 0.5 - _FIRST
    rows = TRAY.lane_mm / 2 - (INSET + (np.arange(PIECES) + 0.5) * PIECE_MM)
    return np.stack(np.broadcast_arrays(columns[None, :], rows[:, None]), axis=-1).reshape(-1, 2).astype(np.float64)


@lru_cache(maxsize=8)
def _printed(key: TrayKey) -> Floats:
    """Return the printed darkness of the pieces: lanes x pieces x N."""
    sheet = np.asarray(cv2.GaussianBlur(printed_sheet(key), (0, 0), 0.6), np.uint8)
    dips, paper = _upright(sheet, key)
    return np.asarray((dips / paper)[..., line_columns(key)], np.float64)


def _upright(flat: Image, key: TrayKey) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
    """Return the dip and its paper at each place along the lanes (lanes x pieces x px)."""
    profiles = profiles_of(flat, key)
    smooth = cv2.GaussianBlur(profiles.reshape(-1, profiles.shape[-1]), (_SMOOTH[0], 1), _SMOOTH[1])
    smooth = np.asarray(smooth.reshape(profiles.shape), np.float32)
    width = smooth.shape[-1] - 2 * FURTHER_MM
    left, right, further_left, further_right, middle = (
        smooth[..., FURTHER_MM + off : FURTHER_MM + off + width]
        for off in (-BESIDE_MM, BESIDE_MM, -FURTHER_MM, FURTHER_MM, 0)
    )
    mean, half_step = (left + right) * np.float32(0.5), np.abs(left - right) * np.float32(0.5)
    # A soft shadow's edge goes on on both sides, a hard one or that of paper does not: there the darker side counts.
    on = np.float32(BESIDE_MM / (FURTHER_MM - BESIDE_MM))
    expected = np.minimum(left + on * (left - further_left), right + on * (right - further_right))
    step = half_step > np.maximum(STEP_NOISES * 1.48 * np.median(half_step), STEP_SHARE * mean)
    beside = np.where(step, np.clip(expected, mean - half_step, mean), mean)
    dips, paper = np.zeros(smooth.shape, np.float32), np.full(smooth.shape, 8.0, np.float32)
    dips[..., FURTHER_MM : FURTHER_MM + width] = beside - middle
    paper[..., FURTHER_MM : FURTHER_MM + width] = np.maximum(beside, 8.0)
    return dips, paper


def _noise(dips: NDArray[np.float32], key: TrayKey, near: NDArray[np.float32]) -> float:
    """Return the noise of dips (lanes x pieces x px) where no line is printed and nothing lies that was read."""
    between = columns_between(key)
    empty = np.abs(dips[..., between])[near[_rows()[..., None], between] <= MOSTLY_ON]
    return max(1.48 * float(np.median(empty)), LEAST_NOISE) if len(empty) else LEAST_NOISE


@lru_cache(maxsize=1)
def _rows() -> NDArray[np.intp]:
    """Return the rows of the middles of the pieces: lanes x pieces, px."""
    return TOP + np.arange(TRAY.lanes)[:, None] * LANE + INSET + np.arange(PIECES) * PIECE_MM + PIECE_MM // 2
