"""Tell which cells of the mat are seen to be empty: each part of one must be explained, as each part of a lane is.

The principle. Light changes only how bright the mat is, and its print goes on being seen; what lies there hides print.
So the field is divided into patches of even light and colour, along the edges that are none of the print's. A patch is
*explained* if enough of the mat's own print is seen in it (lines, letters, the shapes of starts), or if it is below a
thing that was read. A patch that shows no print (paper, a token on its face, a hand, a burnt-out or a black place) is
not; a cell with much of such patches is not known to be empty. An edge of light that crosses a cell divides it into
patches which both reach its lines; paper ends within the cell, or hides the lines.

Where the cells have a printed floor (`floor_print.py`; decision 20), a patch is explained by that floor alone, which is
everywhere: what follows is for mats that were printed without one.

Thresholds follow from the picture: its noise, its usual contrast of print.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

import cv2
import numpy as np
from numpy.typing import NDArray

from boards.drawing.floor_tiles import cell_floor
from boards.drawing.mat_art import mat_drawing
from boards.drawing.raster import raster
from boards.geometry import Cell, SquareGrid
from boards.kit.thing_keys import MatKey
from boards.mats import mat
from calibration.camera_frames import Image
from calibration.camera_model import Floats, View
from controller.vision.unread.floor_print import FloorArea, FloorSeen, see_floor
from controller.vision.unread.quantiles import median, percentile

SQUARE_MM = 4
"""Side of the squares in which light and print are measured."""
KNOT_MM = 20
"""Distance of places that are projected through the lens; those between them are interpolated."""
AROUND_MM = 11
"""Width of the surroundings of a place: more than twice that of any printed line."""
PRINTED = 0.02
"""Least detail (log of surroundings over place) of what is print."""
MOST = 0.25
"""Detail from which print counts no more."""
OFF_MM = 2
"""Largest distance of print from its place: paper is not quite flat."""
TOGETHER = 25
"""Squares across the area whose print is off in the same way: a cell."""

BURNT_LEVEL, DARK_LEVEL = 250.0, 10.0
"""Mean level of green beyond which a square says nothing but by the print in it."""
DARKEST = 6.0
BLEACHED_LEVEL = 235.0
"""Mean level of green from which a floor that is not seen, beside a burnt-out place, is in the rim of that light."""

STEP, HUE_STEP = 0.045, 0.03
"""Least step of log brightness, and of its differences between colours, within 3 squares that is an edge..."""
STEP_NOISES, STEP_PERCENTILES = (4.0, 2.5, 2.5), (50.0, 75.0, 75.0)
"""...and as multiples of these percentiles of all steps: noise makes steps, and compression more of colour."""
ROUGH, ROUGH_NOISES = 0.06, 3.0
"""Least relative deviation inside a square of plain paper that is too rough for it, and the same times the usual."""

STRANGE_HUE, HUE_LEVEL = 0.15, 25.0
"""Difference of log levels of two colours from the paper's, from which it is no paper of the mat in any light; and the
least level at which that is known."""
SLIVER = 3
"""Least width of what lies there, in squares."""
RAMP = 0.2
"""More than the deviation of an even slope inside a square, over its range in three: 4 / sqrt(12) / 8."""
GAP, WIDE = 3, 5
"""Squares between rough or strangely coloured places that belong together, and the least width of all: the edge of a
shadow is narrower."""

LEAST_ENERGY_MM = 15.0
"""Print in a patch that decides: as much as in so many mm of a line."""
LEAST_OF_USUAL = 0.4
"""Share of a patch's print that must be seen, of what is usually seen in this picture."""
FAINT = 0.25
"""Usual share of print that is seen, below which the picture is too soft to tell."""

LINE_MM, LINE_STEP = 7, 0.15
"""Largest width of a dark line between brighter places, and its least step of log brightness."""

NEAR_RAISED_MM, SHADED = 12, 0.02
"""Patches that reach so near to a raised thing which was read, and are darker by so much (log), may be its shadow."""


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
    outlines, and shadows are wider. Looked for on a floor on which something stands."""

    border: tuple[int, int]
    """Squares left of the field and above it."""

    def of_cell(self, cell: Cell, grid: SquareGrid) -> tuple[slice, slice]:
        """Return the squares of a cell."""
        size = grid.cell_mm / SQUARE_MM
        left, top = self.border[0] + cell.column * size, self.border[1] + (grid.rows - 1 - cell.row) * size
        return slice(round(top), round(top + size)), slice(round(left), round(left + size))


def cover_field(
    image: Image, view: View, mat_key: MatKey, hidden: Sequence[Floats], raised: Sequence[Floats]
) -> FieldCoverage:
    """Measure a field.

    ``hidden``: what things that were read hide of the mat's plane (N x 2 mm each); ``raised``: of these, things that
    stand up.
    """
    print_ = _printed(mat_key)
    flat, inside = _flattened(image, view, mat_key)
    below = _pixels_inside(mat_key, hidden)
    free, within = (_share(mask) > 0.5 for mask in (~below, inside))
    green = np.ascontiguousarray(flat[..., 1]).astype(np.float32)
    mean = np.asarray(cv2.resize(green, free.shape[::-1], interpolation=cv2.INTER_AREA), np.float64)
    kinds = {
        "burnt": free & within & (mean >= BURNT_LEVEL),
        "dark": free & within & (mean <= DARK_LEVEL),
    }
    left, top = _left_top(mat_key)
    border = round(-left / SQUARE_MM), round((top - mat(mat_key).grid.height_mm) / SQUARE_MM)
    area = _floor_area(mat_key)
    brightness = np.log(np.maximum(mean, DARKEST))
    floor = see_floor(_detail_in(flat, area), print_.blank & inside & ~below, brightness, area, SQUARE_MM)
    outside = free & ~within
    lines = np.zeros(free.shape)
    if raised and floor is not None:
        lines = _share(_dark_lines(green) & print_.blank & inside & ~below)
    if floor is not None and not any(mask.any() for mask in kinds.values()):
        covered, shady, burnt = _cover_by_floor(floor, kinds, free & within, flat)
        return FieldCoverage(covered, shady, burnt, kinds["dark"], outside, free, floor.faint, True, lines, border)
    lit = free & within & ~kinds["burnt"] & ~kinds["dark"]
    energy, matched = _print_seen(_detail(flat), print_, below)
    usual = _usual(energy, matched, lit)
    least = LEAST_OF_USUAL * max(usual, FAINT)
    # What is burnt out ends at the lines, which are seen if it is the paper's own light.
    wide = [np.asarray(cv2.blur(part, (3, 3)) * 9.0, np.float64) for part in (energy, matched)]
    unseen = {name: _without_print(mask, wide[0], wide[1], print_.per_mm, least) for name, mask in kinds.items()}
    if floor is not None:
        covered, shady, burnt = _cover_by_floor(floor, unseen, free & within, flat)
        return FieldCoverage(covered, shady, burnt, unseen["dark"], outside, free, floor.faint, True, lines, border)
    shadows = _share(_pixels_inside(mat_key, raised, NEAR_RAISED_MM)) > 0.0
    seen = _Seen(energy, matched, least)
    covered, shady = _cover_by_patches(_light(flat, print_, below), mean, lit, shadows, seen, print_.per_mm)
    return FieldCoverage(
        covered, shady, unseen["burnt"], unseen["dark"], outside, free, usual < FAINT, False, lines, border
    )


@dataclass(frozen=True, eq=False)
class _Seen:
    """The print that should be seen in each square, as much of it as is, and the least share that must be."""

    energy: Floats
    matched: Floats
    least: float


def _cover_by_patches(
    measured: tuple[NDArray[np.float32], Floats],
    mean: Floats,
    lit: NDArray[np.bool_],
    shadows: NDArray[np.bool_],
    seen: _Seen,
    per_mm: float,
) -> tuple[NDArray[np.bool_], NDArray[np.bool_]]:
    """Return what is unexplained on a mat without a floor, and what of it may be shade.

    ``measured``: as :func:`_light` gives it; ``mean``: level of each square; ``lit``: squares neither hidden nor burnt
    out nor dark; ``shadows``: those near raised things; ``per_mm``: energy of 1 mm of a line.
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
    plain = _without_print(even, seen.energy, seen.matched, per_mm, seen.least, near)
    # A sliver between two shadows is nothing that lies there.
    wide_enough = np.ones((SLIVER, SLIVER), np.uint8)
    covered = cv2.morphologyEx((plain | (too_rough & ~near)).astype(np.uint8), cv2.MORPH_OPEN, wide_enough) > 0
    shady = covered & shaded & (joined == 0)
    # Its own rim belongs to what lies there.
    covered |= lit & (cv2.dilate((covered & ~shady).astype(np.uint8), np.ones((3, 3), np.uint8)) > 0)
    return covered, shady


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
    blue, green, red = (part.astype(np.float32) for part in cv2.split(cv2.LUT(small, _LOG)))
    hues = np.stack([red - blue, green - (red + blue) / 2], axis=-1)
    off = np.abs(hues - np.median(hues[floor.seen], axis=0)).max(axis=-1)
    return np.asarray(floor.untold & (off > STRANGE_HUE) & (small[..., 1] > HUE_LEVEL))


def _without_print(
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


@dataclass(frozen=True, eq=False)
class _Print:
    """The print of an empty field, 1 px a mm."""

    paper: NDArray[np.float32]
    """H x W x 3: log of the levels of its paper."""
    detail: NDArray[np.float32]
    """H x W: log of the surroundings over the place, 0 where none is printed."""
    plain: NDArray[np.bool_]
    """Where no print is near."""
    blank: NDArray[np.bool_]
    """Where none is within 2 mm."""
    per_mm: float
    """Energy of 1 mm of a line."""


@lru_cache(maxsize=4)
def _printed(mat_key: MatKey) -> _Print:
    drawing = mat_drawing(mat(mat_key), "en", floor=False)
    whole = cv2.GaussianBlur(raster(drawing, 1.0), (0, 0), 0.7)
    width, height = _size(mat_key)
    part = np.asarray(cv2.resize(whole, (width, height), interpolation=cv2.INTER_AREA), np.uint8)
    paper = np.log(np.maximum(cv2.medianBlur(part, AROUND_MM), 1).astype(np.float32))
    detail = np.clip(_detail(part), 0.0, MOST)
    detail[detail < PRINTED] = 0.0
    plain, blank = (
        cv2.dilate((np.abs(_detail(part)) >= PRINTED).astype(np.uint8), np.ones((side, side), np.uint8)) == 0
        for side in (3, 5)
    )
    left, top = (
        round(abs(length)) for length in (_left_top(mat_key)[0], _left_top(mat_key)[1] - mat(mat_key).grid.height_mm)
    )
    line = detail[top + 30 : top + 70, left - 3 : left + 4]
    return _Print(paper, detail, np.asarray(plain), np.asarray(blank), float((line * line).sum()) / 40.0)


def _left_top(mat_key: MatKey) -> tuple[float, float]:
    """Return the upper left corner of the mat's sheet, mm."""
    sheet = mat(mat_key).sheet
    return sheet.low.x, sheet.high.y


def _floor_area(mat_key: MatKey) -> FloorArea:
    """Return where the floor is on the mat's sheet."""
    floor, (width, height) = cell_floor(mat(mat_key).grid), _size(mat_key)
    left, top = round((width - floor.area.width) / 2), round((height - floor.area.height) / 2)
    return FloorArea(left, top, floor.area.width, floor.area.height, (floor.pitch.x, floor.pitch.y))


def _size(mat_key: MatKey) -> tuple[int, int]:
    """Return width and height of the mat's sheet in whole squares, mm."""
    sheet = mat(mat_key).sheet
    width, height = (round(length / SQUARE_MM) * SQUARE_MM for length in (sheet.width, sheet.height))
    return width, height


def _flattened(image: Image, view: View, mat_key: MatKey) -> tuple[Image, NDArray[np.bool_]]:
    """Warp the mat to 1 px a mm (H x W x 3), and tell which pixels are in the picture."""
    (left, top), (width, height) = _left_top(mat_key), _size(mat_key)
    x, y = np.meshgrid(*((np.arange(length // KNOT_MM + 2) * KNOT_MM).astype(np.float64) for length in (width, height)))
    places = np.stack([left + x.ravel(), top - y.ravel()], axis=1)
    knots = view.project_plane(places).reshape(*x.shape, 2).astype(np.float32)
    columns, rows = _between_knots(width, height)
    u, v = (cv2.remap(np.ascontiguousarray(knots[..., axis]), columns, rows, cv2.INTER_LINEAR) for axis in (0, 1))
    last = np.array(image.shape[1::-1]) - 1
    if (knots >= 0).all() and (knots <= last).all():
        inside = np.ones((height, width), np.bool_)
    else:
        inside = np.asarray((u >= 0) & (v >= 0) & (u <= last[0]) & (v <= last[1]), np.bool_)
    return np.asarray(cv2.remap(image, u, v, cv2.INTER_LINEAR), np.uint8), inside


@lru_cache(maxsize=4)
def _between_knots(width: int, height: int) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
    """Return where each pixel lies between the knots: columns and rows (H x W each)."""
    # The middle of the first pixel lies half a mm inside.
    columns, rows = np.meshgrid(*((np.arange(length) + 0.5) / KNOT_MM for length in (width, height)))
    return columns.astype(np.float32), rows.astype(np.float32)


def _pixels_inside(mat_key: MatKey, shapes: Sequence[Floats], grown_mm: int = 0) -> NDArray[np.bool_]:
    """Return the pixels of the mat in convex outlines (N x 2 mm each), and so many mm around them."""
    width, height = _size(mat_key)
    mask: NDArray[np.uint8] = np.zeros((height, width), np.uint8)
    for shape in shapes:
        pixels = (shape - _left_top(mat_key)) * (1.0, -1.0) - 0.5
        cv2.fillConvexPoly(mask, np.rint(np.clip(pixels, -999, 9999) * 16).astype(np.int32), (1,), cv2.LINE_8, 4)
    if grown_mm:
        mask = np.asarray(cv2.dilate(mask, np.ones((2 * grown_mm + 1,) * 2, np.uint8)), np.uint8)
    return mask.astype(np.bool_)


def _share(mask: NDArray[np.bool_]) -> Floats:
    """Return the share of each square."""
    size = (mask.shape[1] // SQUARE_MM, mask.shape[0] // SQUARE_MM)
    return np.asarray(cv2.resize(mask.astype(np.float32), size, interpolation=cv2.INTER_AREA), np.float64)


def _light(flat: Image, print_: _Print, below: NDArray[np.bool_]) -> tuple[NDArray[np.float32], Floats]:
    """Return log brightness and two axes of hue beside the printed paper's (R x C x 3), and the roughness (R x C).

    Measured on plain paper; what is hidden, or is print, takes over what is next to it.
    """
    taken = print_.plain & ~below
    weights = taken.astype(np.float32)
    levels = cv2.copyTo(cv2.subtract(cv2.LUT(flat, _LOG), print_.paper), taken.astype(np.uint8))
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


def _detail(part: Image) -> NDArray[np.float32]:
    """Return how much darker each place is than its surroundings, as a log."""
    grey = cv2.cvtColor(part, cv2.COLOR_BGR2GRAY)
    around = cv2.medianBlur(grey, AROUND_MM)
    return np.asarray(cv2.LUT(around, _LOG) - cv2.LUT(grey, _LOG), np.float32)


def _detail_in(flat: Image, area: FloorArea) -> NDArray[np.float32]:
    """Return what :func:`_detail` does in an area, and 0 elsewhere: the medians take long."""
    found = np.zeros(flat.shape[:2], np.float32)
    reach = AROUND_MM // 2
    left, top = round(area.left), round(area.top)
    right, bottom = left + round(area.width), top + round(area.height)
    high, wide = max(top - reach, 0), max(left - reach, 0)
    near = _detail(np.ascontiguousarray(flat[high : bottom + reach, wide : right + reach]))
    found[top:bottom, left:right] = near[top - high : bottom - high, left - wide : right - wide]
    return found


_LOG = np.log(np.maximum(np.arange(256), DARKEST)).astype(np.float32)


def _print_seen(seen_detail: NDArray[np.float32], print_: _Print, below: NDArray[np.bool_]) -> tuple[Floats, Floats]:
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
    return _share_sum(expected * expected), matched


def _share_sum(values: NDArray[np.float32]) -> Floats:
    size = (values.shape[1] // SQUARE_MM, values.shape[0] // SQUARE_MM)
    return np.asarray(cv2.resize(values, size, interpolation=cv2.INTER_AREA) * SQUARE_MM**2, np.float64)


def _usual(energy: Floats, matched: Floats, lit: NDArray[np.bool_]) -> float:
    """Return the share of print that is usually seen: the median over areas of 20 mm."""
    there, seen = (np.asarray(cv2.blur(np.where(lit, part, 0.0), (5, 5)), np.float64) for part in (energy, matched))
    telling = there > percentile(there, 60.0) if there.any() else there > 0
    return median(seen[telling] / there[telling]) if telling.any() else 0.0
