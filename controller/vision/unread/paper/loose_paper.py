"""Find white paper on the tint of a lane, of any shape: a torn card, a note.

It is hardly brighter than the lane, as a lamp's light may be, but bluer by just so much as the tint is yellower than
paper, whatever the light. Slow changes of colour are the light's own.
"""

from __future__ import annotations

from functools import lru_cache

import cv2
import numpy as np
from numpy.typing import NDArray

from boards.kit.trays import TRAY
from calibration.camera_model import Floats
from controller.vision.unread.compression import CompressedSheet
from controller.vision.unread.lanes.print_evidence import SQUARE_MM, PrintEvidence
from controller.vision.unread.quantiles import median
from controller.vision.unread.trays.tray_sheet import CELL_MM, FIELD, TrayEdition, printed_squares, squares

SHARE = (0.5, 1.8)
"""Limits of the change of colour of white paper, as shares of the tint's own."""
NOISES, MOST_NOISE = 5.0, 0.15
"""Standard deviations of the squares' colour that the change must be, and the most noise, as a share of the tint's."""
SMALLEST_MM2 = 300.0
"""Area of paper that counts."""
BESIDE_MM = 3
"""Distance from a thing that was read, which may be bent, from which its surroundings are compared."""
AROUND = 21
"""Squares within which the usual colour is taken."""
EVEN = 0.012
"""Largest printed texture of squares that are compared: without lines."""
SATURATED = 238.0
"""Level of a colour from which it is not measured well."""
ROUNDED = 5
"""Squares across within which compression rounds colours in the same way."""
GREY = -0.2
"""Log of the brightness over that of most of the lanes below which a piece may be grey paper."""
LEAST_ENERGY, SEEN = 0.02, 0.45
"""Energy of print in such a piece, and share of it against the usual, from which it is seen: the piece is a shadow."""
STEP, BESIDE_SQUARES = 0.02, 9
"""Least change of the log of the brightness at the edge of paper (0.048 in print), besides half a step of rounding,
where the change of colour may be rounding; and squares across that surround a square."""
_LEVELS = 1200.0


def find_loose_paper(
    mean: Floats, edition: TrayEdition, below: NDArray[np.bool_], compressed: CompressedSheet | None = None
) -> list[NDArray[np.bool_]]:
    """Return the squares of pieces of white paper on the lanes of a sheet from above.

    ``mean``: the mean colours of its squares; ``below``: pixels that things which were read hide; ``compressed``: the
    empty sheet as the picture's compression would leave it, if that is strong.
    """
    tint, plain = lane_tint(edition)
    size = (below.shape[1] // CELL_MM, below.shape[0] // CELL_MM)
    # Of 16 pixels, one alone makes the mean 16.
    hidden = below.astype(np.uint8) * np.uint8(255)
    near = cv2.dilate(hidden, np.ones((2 * BESIDE_MM + 1, 2 * BESIDE_MM + 1), np.uint8))
    free = (cv2.resize(near, size, interpolation=cv2.INTER_AREA) == 0) & plain
    if compressed is not None:
        # It mixes the colours of the first places' figures, and of the white beside those, with theirs.
        free[FIELD][:, : round(TRAY.slot_mm) // CELL_MM] = False
    if free.sum() < AROUND or (mean[free] > 250.0).any(axis=1).mean() > 0.5:
        return []
    off = _off(mean, tint, free)
    noise = 1.48 * median(np.abs(off[free]))
    step = -median(tint[plain])
    if step <= 0.0 or noise > MOST_NOISE * step:
        return []
    level = max(median(mean[free]), 1.0)
    most = SHARE[1] * step + (compressed.colour_step / level if compressed else 0.0)
    paper = free & (off > max(SHARE[0] * step, NOISES * noise)) & (off < most)
    pieces = _large_pieces(paper & (mean.max(axis=2) < SATURATED))
    if compressed is None or not pieces:
        return pieces
    rounding = np.zeros(off.shape, np.float32)
    for sheet in compressed.sheets:
        rounded = np.where(free, np.abs(_off(squares(sheet)[0], tint, free)), 0.0).astype(np.float32)
        rounding = np.maximum(rounding, cv2.dilate(rounded, np.ones((ROUNDED, ROUNDED), np.uint8)))
    sure = _large_pieces(paper & (off > SHARE[0] * step + rounding))
    least = STEP + compressed.brightness_step / 2 / level
    return [piece for piece in pieces if any((piece & part).any() for part in sure) or _step(mean, piece, free) > least]


def find_grey_paper(light: Floats, below: NDArray[np.bool_], print_: PrintEvidence) -> list[NDArray[np.bool_]]:
    """Return the squares of pieces of grey paper, or of shadows in which no print is seen to tell them from it.

    ``light``: log of the brightness of each square over that of the empty sheet in the light of most of it; ``below``:
    squares of things that were read.
    """
    inside = np.zeros(light.shape, np.bool_)
    inside[FIELD] = True
    found: list[NDArray[np.bool_]] = []
    for piece in _large_pieces(inside & ~below & (light < GREY)):
        size = (piece.shape[1] * CELL_MM // SQUARE_MM, piece.shape[0] * CELL_MM // SQUARE_MM)
        there = cv2.resize(piece.astype(np.uint8), size, interpolation=cv2.INTER_NEAREST) > 0
        energy, matched = float(print_.printed[there].sum()), float(print_.matched[there].sum())
        if energy < LEAST_ENERGY or matched < SEEN * print_.usual_share * energy:
            found.append(piece)
    return found


def _large_pieces(paper: NDArray[np.bool_]) -> list[NDArray[np.bool_]]:
    found = cv2.morphologyEx(paper.astype(np.uint8), cv2.MORPH_OPEN, np.ones((2, 2), np.uint8))
    _count, labels, stats, _centroids = cv2.connectedComponentsWithStats(found)
    large = np.flatnonzero(stats[1:, cv2.CC_STAT_AREA] * CELL_MM**2 >= SMALLEST_MM2) + 1
    return [np.asarray(labels == label) for label in large]


def _step(mean: Floats, piece: NDArray[np.bool_], free: NDArray[np.bool_]) -> float:
    """Return by how much brighter or darker a piece is than the lane around it: a log."""
    around = cv2.dilate(piece.astype(np.uint8), np.ones((BESIDE_SQUARES, BESIDE_SQUARES), np.uint8)) > 0
    beside = free & around & ~piece
    if not beside.any():
        return float("inf")
    level = np.log(np.maximum(mean[..., 1], 1.0))
    return abs(float(level[piece].mean() - level[beside].mean()))


def _off(mean: Floats, tint: Floats, free: NDArray[np.bool_]) -> Floats:
    """Return by how much bluer than the lane around it each square is: rows x columns, log of blue over red."""
    hue = np.log(np.maximum(mean[..., 0], 1.0)) - np.log(np.maximum(mean[..., 2], 1.0)) - tint
    middle = median(hue[free])
    local = np.clip(np.where(free, hue - middle, 0.0) * _LEVELS + 128.0, 0.0, 255.0).astype(np.uint8)
    usual = (cv2.medianBlur(local, AROUND).astype(np.float64) - 128.0) / _LEVELS + middle
    return np.asarray(hue - usual)


@lru_cache(maxsize=8)
def lane_tint(edition: TrayEdition) -> tuple[Floats, NDArray[np.bool_]]:
    """Return the printed log of blue over red, and the tinted squares of the lanes without lines: rows x columns."""
    mean, texture = printed_squares(edition)
    tint = np.log(mean[..., 0]) - np.log(mean[..., 2])
    inside = np.zeros(tint.shape, np.bool_)
    inside[FIELD] = True
    common = float(np.median(tint[FIELD]))
    return np.asarray(tint), np.asarray(inside & (texture < EVEN) & (np.abs(tint - common) < 0.01))
