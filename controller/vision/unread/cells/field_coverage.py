"""Tell which cells of the mat are seen to be empty: each part of one must be explained, as each part of a lane is.

What lies on a mat hides its print, and light does not. Where the cells have a printed floor (`floor_print.py`; decision
20), that floor tells it everywhere; on mats that were printed without one, lines and letters do (`patch_coverage.py`).

Thresholds follow from the picture: its noise, its usual contrast of print.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from boards.geometry import Cell, SquareGrid
from boards.kit.thing_keys import MatKey
from boards.mats import mat
from calibration.camera_frames import Image
from calibration.camera_model import Floats, View
from controller.vision.markers.greyscale import to_grey
from controller.vision.unread.cells.mat_print import (
    HUE_LEVEL,
    STRANGE_HUE,
    floor_area,
    mat_print,
)
from controller.vision.unread.cells.mat_sheet import SQUARE_MM, flattened, left_top, pixels_inside, share_of_squares
from controller.vision.unread.cells.patch_coverage import (
    NEAR_RAISED_MM,
    PrintSeen,
    cover_by_patches,
    paper_light,
    print_seen,
    usual_share,
    without_print,
)
from controller.vision.unread.cells.plain_paper import find_plain_paper
from controller.vision.unread.floor_print import FloorSeen, look_for_floor
from controller.vision.unread.local_contrast import DARKEST, LOG_LEVEL, local_contrast
from controller.vision.unread.quantiles import median

BURNT_LEVEL, DARK_LEVEL = 250.0, 10.0
"""Mean level of green beyond which a square says nothing but by the print in it."""
BLEACHED_LEVEL = 235.0
"""Mean level of green from which a floor that is not seen, beside a burnt-out place, is in the rim of that light."""

AROUND_DOUBT = 2
"""Squares beside one that does not surely show the floor, in which the floor is looked at closely, too: as many as the
narrowest window reaches."""

LEAST_OF_USUAL = 0.4
"""Share of a patch's print that must be seen, of what is usually seen in this picture."""
FAINT = 0.25
"""Usual share of print that is seen, below which the picture is too soft to tell."""

LINE_MM, LINE_STEP = 7, 0.15
"""Largest width of a dark line between brighter places, and its least step of log brightness."""


@dataclass(frozen=True, eq=False)
class FieldCoverage:
    """What explains a mat in one picture, its border too: arrays of rows x columns of squares."""

    unexplained: NDArray[np.bool_]
    """Squares of patches that show no print, neither burnt out nor dark, and those too rough or of strange colours."""
    shaded: NDArray[np.bool_]
    """Of these, even ones of the paper's colour that are darker than their surroundings: where shadows overlap, too. On
    a floor: those that do not tell whether it is there."""
    burnt: NDArray[np.bool_]
    """Burnt-out squares in which no print is seen."""
    dark: NDArray[np.bool_]
    """Black ones."""
    outside: NDArray[np.bool_]
    """Squares that are not in the picture."""
    free: NDArray[np.bool_]
    """Squares that no thing which was read hides."""
    faint: bool
    """Whether the picture is too soft, or too noisy, for the mat's print."""
    floor: bool
    """Whether the mat has a floor, and all this is told by it."""
    lines: Floats
    """Share of each square that is a dark line between brighter places, and none of the mat's print: tokens have such
    outlines, and shadows are wider. Looked for on a floor on which something lies."""
    plain: Floats
    """Share of each square that is plain paper beside what lies on a floor (`plain_paper.py`)."""

    border: tuple[int, int]
    """Squares left of the field and above it."""

    def of_cell(self, cell: Cell, grid: SquareGrid) -> tuple[slice, slice]:
        """Return the squares of a cell."""
        size = grid.cell_mm / SQUARE_MM
        left, top = self.border[0] + cell.column * size, self.border[1] + (grid.rows - 1 - cell.row) * size
        return slice(round(top), round(top + size)), slice(round(left), round(left + size))


def cover_field(
    image: Image,
    view: View,
    mat_key: MatKey,
    hidden: Sequence[Floats],
    raised: Sequence[Floats],
    closely: Sequence[Floats] = (),
) -> FieldCoverage:
    """Measure a field.

    ``hidden``: what things that were read hide of the mat's plane (N x 2 mm each); ``raised``: of these, things that
    stand up; ``closely``: what all of them hide, with less of a margin, where plain paper is looked for.
    """
    print_ = mat_print(mat_key)
    flat, inside = flattened(image, view, mat_key)
    below = pixels_inside(mat_key, hidden)
    free, within = (share_of_squares(mask) > 0.5 for mask in (~below, inside))
    green = np.ascontiguousarray(flat[..., 1]).astype(np.float32)
    mean = np.asarray(cv2.resize(green, free.shape[::-1], interpolation=cv2.INTER_AREA), np.float64)
    kinds = {"burnt": free & within & (mean >= BURNT_LEVEL), "dark": free & within & (mean <= DARK_LEVEL)}
    left, top = left_top(mat_key)
    border = round(-left / SQUARE_MM), round((top - mat(mat_key).grid.height_mm) / SQUARE_MM)
    area = floor_area(mat_key)
    brightness = np.log(np.maximum(mean, DARKEST))
    blank = print_.blank & inside
    bare = blank & ~below
    bands = mat(mat_key).grid.rows
    floor, _detail = look_for_floor(
        to_grey(flat), area.within(bare), brightness, area, SQUARE_MM, bands, lambda seen: _doubted(seen, free & within)
    )
    outside = free & ~within
    lines = plain = np.zeros(free.shape)
    if floor is not None:
        lines = share_of_squares(_dark_lines(green) & bare) if hidden else lines
        plain = _plain_beside(green, blank, mat_key, closely, floor) if closely else plain
    if floor is not None and not any(mask.any() for mask in kinds.values()):
        covered, shady, burnt = _cover_by_floor(floor, kinds, free & within, flat)
        return FieldCoverage(
            covered, shady, burnt, kinds["dark"], outside, free, floor.faint, True, lines, plain, border
        )
    lit = free & within & ~kinds["burnt"] & ~kinds["dark"]
    energy, matched = print_seen(local_contrast(to_grey(flat)), print_, below)
    usual = usual_share(energy, matched, lit)
    least = LEAST_OF_USUAL * max(usual, FAINT)
    # What is burnt out ends at the lines, which are seen if it is the paper's own light.
    wide = [np.asarray(cv2.blur(part, (3, 3)) * 9.0, np.float64) for part in (energy, matched)]
    unseen = {name: without_print(mask, wide[0], wide[1], print_.per_mm, least) for name, mask in kinds.items()}
    if floor is not None:
        covered, shady, burnt = _cover_by_floor(floor, unseen, free & within, flat)
        return FieldCoverage(
            covered, shady, burnt, unseen["dark"], outside, free, floor.faint, True, lines, plain, border
        )
    shadows = share_of_squares(pixels_inside(mat_key, raised, NEAR_RAISED_MM)) > 0.0
    seen = PrintSeen(energy, matched, least)
    covered, shady = cover_by_patches(paper_light(flat, print_, below), mean, lit, shadows, seen, print_.per_mm)
    return FieldCoverage(
        covered, shady, unseen["burnt"], unseen["dark"], outside, free, usual < FAINT, False, lines, plain, border
    )


def _plain_beside(
    green: NDArray[np.float32], blank: NDArray[np.bool_], mat_key: MatKey, closely: Sequence[Floats], floor: FloorSeen
) -> Floats:
    """Return the share of each square that is plain paper beside what lies on a floor."""
    lying = pixels_inside(mat_key, closely)
    return share_of_squares(find_plain_paper(green, blank, lying, floor, floor_area(mat_key), SQUARE_MM))


def _doubted(floor: FloorSeen, free: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """Return the squares that do not surely show the floor, and those around them."""
    unsure = (free & (floor.hidden | floor.untold)).astype(np.uint8)
    return np.asarray(cv2.dilate(unsure, np.ones((2 * AROUND_DOUBT + 1,) * 2, np.uint8)) > 0)


def _cover_by_floor(
    floor: FloorSeen, unseen: Mapping[str, NDArray[np.bool_]], free: NDArray[np.bool_], flat: Image
) -> tuple[NDArray[np.bool_], NDArray[np.bool_], NDArray[np.bool_]]:
    """Return what is unexplained on a mat with a floor, what of it may be shade, and what is burnt out."""
    small = np.asarray(cv2.resize(flat, free.shape[::-1], interpolation=cv2.INTER_AREA), np.uint8)
    strange = _strange(small, floor)
    # Windows see what lies beside its rim in part.
    hidden = cv2.dilate((floor.hidden | strange).astype(np.uint8), np.ones((3, 3), np.uint8)) > 0
    covered = floor.untold | hidden
    burnt = unseen["burnt"] & ~floor.seen
    if burnt.any():
        bright = (covered & (small[..., 1] >= BLEACHED_LEVEL)) | burnt
        count, labels = cv2.connectedComponents(bright.astype(np.uint8), connectivity=8)
        burnt = bright & (np.bincount(labels[burnt], minlength=count) > 0)[labels]
    # Where one colour is burnt out, the floor's contrast is lost, and what hue is left says nothing.
    burnt |= covered & (small.max(axis=-1) >= BURNT_LEVEL)
    covered &= free & ~burnt & ~unseen["dark"]
    return covered, covered & floor.untold & ~strange, burnt & free


def _dark_lines(green: NDArray[np.float32]) -> NDArray[np.bool_]:
    """Return the pixels of dark lines between brighter places: an edge of light is dark on one side only."""
    level = cv2.GaussianBlur(np.log(np.maximum(green, np.float32(DARKEST))), (0, 0), 0.7)
    return np.asarray(cv2.morphologyEx(level, cv2.MORPH_BLACKHAT, np.ones((LINE_MM, LINE_MM), np.uint8)) > LINE_STEP)


def _strange(small: Image, floor: FloorSeen) -> NDArray[np.bool_]:
    """Return the squares that do not tell whether the floor is there, but are of a colour that no light gives it."""
    if not floor.untold.any() or not floor.seen.any():
        return np.zeros_like(floor.untold)
    blue, green, red = (part.astype(np.float32) for part in cv2.split(cv2.LUT(small, LOG_LEVEL)))
    hues = np.stack([red - blue, green - (red + blue) / 2], axis=-1)
    usual = np.array([median(hue) for hue in np.ascontiguousarray(hues[floor.seen].T)], np.float32)
    off = np.abs(hues - usual).max(axis=-1)
    return np.asarray(floor.untold & (off > STRANGE_HUE) & (small[..., 1] > HUE_LEVEL))
