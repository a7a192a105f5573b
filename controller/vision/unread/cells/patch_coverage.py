"""Tell what explains a mat that was printed without a floor: its lines and letters, patch by patch of even light.

Light changes only how bright the mat is, and its print goes on being seen; what lies there hides print. So the field is
divided into patches of even light and colour, along the edges that are none of the print's. A patch is *explained* if
enough of the mat's own print is seen in it (lines, letters, the shapes of starts), or if it is below a thing that was
read. A patch that shows no print (paper, a token on its face, a hand, a burnt-out or a black place) is not; a cell with
much of such patches is not known to be empty. An edge of light that crosses a cell divides it into patches which both
reach its lines; paper ends within the cell, or hides the lines.
"""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.camera_frames import Image
from calibration.camera_model import Floats
from controller.vision.unread.cells.mat_print import HUE_LEVEL, MOST, STRANGE_HUE, MatPrint
from controller.vision.unread.cells.mat_sheet import SQUARE_MM, sum_of_squares
from controller.vision.unread.local_contrast import LOG_LEVEL
from controller.vision.unread.quantiles import median, percentile

OFF_MM = 2
"""Largest distance of print from its place: paper is not quite flat."""
TOGETHER = 25
"""Squares across the area whose print is off in the same way: a cell."""

STEP, HUE_STEP = 0.045, 0.03
"""Least step of log brightness, and of its differences between colours, within 3 squares that is an edge..."""
STEP_NOISES, STEP_PERCENTILES = (4.0, 2.5, 2.5), (50.0, 75.0, 75.0)
"""...and as multiples of these percentiles of all steps: noise makes steps, and compression more of colour."""
ROUGH, ROUGH_NOISES = 0.06, 3.0
"""Least relative deviation inside a square of plain paper that is too rough for it, and the same times the usual."""

SLIVER = 3
"""Least width of what lies there, in squares."""
RAMP = 0.2
"""More than the deviation of an even slope inside a square, over its range in three: 4 / sqrt(12) / 8."""
GAP, WIDE = 3, 5
"""Squares between rough or strangely coloured places that belong together, and the least width of all: the edge of a
shadow is narrower."""

LEAST_ENERGY_MM = 15.0
"""Print in a patch that decides: as much as in so many mm of a line."""
NEAR_RAISED_MM, SHADED = 12, 0.02
"""Patches that reach so near to a raised thing which was read, and are darker by so much (log), may be its shadow."""


@dataclass(frozen=True, eq=False)
class PrintSeen:
    """The print that should be seen in each square, as much of it as is, and the least share that must be."""

    energy: Floats
    matched: Floats
    least: float


def cover_by_patches(
    measured: tuple[NDArray[np.float32], Floats],
    mean: Floats,
    lit: NDArray[np.bool_],
    shadows: NDArray[np.bool_],
    seen: PrintSeen,
    per_mm: float,
) -> tuple[NDArray[np.bool_], NDArray[np.bool_]]:
    """Return what is unexplained on a mat without a floor, and what of it may be shade.

    ``measured``: as :func:`paper_light` gives it; ``mean``: level of each square; ``lit``: squares neither hidden nor
    burnt out nor dark; ``shadows``: those near raised things; ``per_mm``: energy of 1 mm of a line.
    """
    light, rough = measured
    steps = _steps(light)
    # Light that falls off evenly is rough, too: by so much of its step across three squares.
    rough = rough - RAMP * steps[..., 0]
    usual_rough = median(rough[lit]) if lit.any() else 0.0
    paper = np.median(light[lit], axis=0) if lit.any() else np.zeros(3)
    strange = (np.abs(light - paper)[..., 1:] > STRANGE_HUE).any(axis=-1) & (mean > HUE_LEVEL)
    odd = (lit & (strange | (rough > max(ROUGH, ROUGH_NOISES * usual_rough)))).astype(np.uint8)
    joined = cv2.morphologyEx(odd, cv2.MORPH_CLOSE, np.ones((GAP, GAP), np.uint8))
    too_rough = lit & cv2.morphologyEx(joined, cv2.MORPH_OPEN, np.ones((WIDE, WIDE), np.uint8)).astype(np.bool_)
    even = lit & ~too_rough & ~_edges(steps, lit)
    shaded = light[..., 0] < _around(light[..., 0], lit) - SHADED
    near = shaded & shadows
    plain = without_print(even, seen.energy, seen.matched, per_mm, seen.least, near)
    # A sliver between two shadows is nothing that lies there.
    wide_enough = np.ones((SLIVER, SLIVER), np.uint8)
    covered = cv2.morphologyEx((plain | (too_rough & ~near)).astype(np.uint8), cv2.MORPH_OPEN, wide_enough) > 0
    shady = covered & shaded & (joined == 0)
    # Its own rim belongs to what lies there.
    covered |= lit & (cv2.dilate((covered & ~shady).astype(np.uint8), np.ones((3, 3), np.uint8)) > 0)
    return covered, shady


def without_print(
    mask: NDArray[np.bool_],
    energy: Floats,
    matched: Floats,
    per_mm: float,
    least: float,
    excused: NDArray[np.bool_] | None = None,
) -> NDArray[np.bool_]:
    """Return the squares of those patches in which not enough of the mat's print is seen, but for excused ones."""
    count, labels = cv2.connectedComponents(mask.astype(np.uint8), connectivity=4)
    flat = labels.ravel()
    there, seen = (np.bincount(flat, part.ravel(), count) for part in (energy, matched))
    explained = (there >= LEAST_ENERGY_MM * per_mm) & (seen >= least * there)
    if excused is not None:
        explained |= np.bincount(flat, excused.ravel(), count) > 0
    explained[0] = True
    return np.asarray(~explained[labels])


def paper_light(flat: Image, print_: MatPrint, below: NDArray[np.bool_]) -> tuple[NDArray[np.float32], Floats]:
    """Return log brightness and two axes of hue beside the printed paper's (R x C x 3), and the roughness (R x C).

    Measured on plain paper; what is hidden, or is print, takes over what is next to it.
    """
    taken = print_.plain & ~below
    weights = taken.astype(np.float32)
    levels = cv2.copyTo(cv2.subtract(cv2.LUT(flat, LOG_LEVEL), print_.paper), taken.astype(np.uint8))
    size = (flat.shape[1] // SQUARE_MM, flat.shape[0] // SQUARE_MM)
    weight = cv2.resize(weights, size, interpolation=cv2.INTER_AREA)
    sums = cv2.resize(levels, size, interpolation=cv2.INTER_AREA)
    wide, wide_sums = cv2.blur(weight, (3, 3)), cv2.blur(sums, (3, 3))
    own = weight > 0.2
    mean = np.where(
        own[..., None], sums / np.maximum(weight, 1e-6)[..., None], wide_sums / np.maximum(wide, 1e-6)[..., None]
    )
    green = cv2.extractChannel(levels, 1)
    square = cv2.resize(cv2.multiply(green, green), size, interpolation=cv2.INTER_AREA) / np.maximum(weight, 1e-6)
    spread = np.sqrt(np.maximum(square - (sums[..., 1] / np.maximum(weight, 1e-6)) ** 2, 0.0))
    blue, green_, red = mean[..., 0], mean[..., 1], mean[..., 2]
    light = np.stack([green_, red - blue, green_ - (red + blue) / 2], axis=-1).astype(np.float32)
    return light, np.where(own, spread, 0.0).astype(np.float64)


def _steps(light: NDArray[np.float32]) -> NDArray[np.float32]:
    """Return the range of brightness and of both hues within 3 x 3 squares."""
    kernel = np.ones((3, 3), np.uint8)
    return np.asarray(cv2.dilate(light, kernel) - cv2.erode(light, kernel), np.float32)


def _edges(steps: NDArray[np.float32], lit: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """Return the squares around which brightness or hue make a step."""
    found, of_lit = np.zeros(lit.shape, np.bool_), steps[lit]
    for axis, least in enumerate((STEP, HUE_STEP, HUE_STEP)):
        usual = percentile(of_lit[:, axis], STEP_PERCENTILES[axis]) if len(of_lit) else 0.0
        found |= steps[..., axis] > max(least, STEP_NOISES[axis] * usual)
    return found


def _around(brightness: NDArray[np.float32], lit: NDArray[np.bool_]) -> Floats:
    """Return the mean brightness of the squares around each one."""
    size = (2 * TOGETHER + 1,) * 2
    weights = lit.astype(np.float64)
    return np.asarray(cv2.blur(brightness * weights, size) / np.maximum(cv2.blur(weights, size), 1e-6))


def print_seen(seen_detail: NDArray[np.float32], print_: MatPrint, below: NDArray[np.bool_]) -> tuple[Floats, Floats]:
    """Return the energy of the print that should be seen in each square, and as much of it as is (R x C each).

    Looked for at the shift of each area's print at which most of it is.
    """
    expected = np.where(below, np.float32(0.0), print_.detail)
    detail = np.clip(seen_detail, np.float32(-MOST), np.float32(1.5 * MOST))
    padded = cv2.copyMakeBorder(detail, OFF_MM, OFF_MM, OFF_MM, OFF_MM, cv2.BORDER_CONSTANT)
    steps = [(dy, dx) for dy in range(2 * OFF_MM + 1) for dx in range(2 * OFF_MM + 1)]
    height, width = expected.shape
    size = (width // SQUARE_MM, height // SQUARE_MM)
    sums, around = (np.empty((len(steps), *size[::-1]), np.float32) for _ in range(2))
    seen = np.empty_like(expected)
    for (dy, dx), each, near in zip(steps, sums, around, strict=True):
        cv2.multiply(expected, padded[dy : dy + height, dx : dx + width], seen)
        cv2.resize(seen, size, each, interpolation=cv2.INTER_AREA)
        cv2.blur(each, (TOGETHER, TOGETHER), near)
    matched = np.take_along_axis(sums, around.argmax(axis=0)[None], axis=0)[0].astype(np.float64) * SQUARE_MM**2
    return sum_of_squares(expected * expected), matched


def usual_share(energy: Floats, matched: Floats, lit: NDArray[np.bool_]) -> float:
    """Return the share of print that is usually seen: the median over areas of 20 mm."""
    there, seen = (np.asarray(cv2.blur(np.where(lit, part, 0.0), (5, 5)), np.float64) for part in (energy, matched))
    telling = there > percentile(there, 60.0) if there.any() else there > 0
    return median(seen[telling] / there[telling]) if telling.any() else 0.0
