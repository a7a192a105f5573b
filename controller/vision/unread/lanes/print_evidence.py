"""Measure how much of a tray's print is seen, place by place: evidence that nothing lies there.

All print of the lanes counts: upright and level lines, dashed or not, and the figure in the first place. *Detail* is
how much darker a place is than its surroundings, as a log: print is a detail, and so it is in a shadow, since light
multiplies; the edge of a shadow is none, because the median of the surroundings follows it. Where the picture's detail
is multiplied by that of the empty sheet and summed, print that is there gives its own energy and paper without print
gives nothing but noise, of a size that is known from the places where no print is. Such sums can be added up over any
area.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache

import cv2
import numpy as np
from numpy.typing import NDArray

from boards.geometry import Point
from calibration.camera_frames import Image
from controller.vision.unread.lanes.lane_print import line_columns
from controller.vision.unread.quantiles import median
from controller.vision.unread.trays.tray_sheet import (
    CELL_MM,
    COLUMNS_BEFORE,
    COLUMNS_ON_SHEET,
    CORNER,
    TrayEdition,
    printed_sheet,
)

SQUARE_MM = 2
"""Side of the squares in which the evidence is summed."""
AROUND_MM = 11
"""Width of the surroundings of a place: more than twice that of any printed line."""
MOST = 0.08
"""Detail from which print counts no more: else a few strong lines would outweigh all others."""
BRIGHTNESS = np.array([0.114, 0.587, 0.299])
"""Weights of blue, green and red in the brightness of a compressed picture (ITU-R BT.601)."""
LEAST = 0.004
"""Least printed detail: less is the raster's own."""
OFF_MM = 2
"""Largest distance of print from its place, besides the bend of the sheet: paper is not flat."""
TOGETHER_MM = 60
"""Width of the area whose print is off in the same way."""
NEAR_MM = 2
"""Distance from a thing that was read from which print is looked at."""
DARKEST = 6.0
"""Least level: below it a ratio says nothing."""
SOFT_MM = (0.8, 1.0, 1.25, 1.6, 2.0, 2.6)
"""Blurs with which print is compared: fine lines lose more by it than bold ones."""
RASTER_MM, SOFTER = 0.7, 1.3
"""Blur that rectifying adds, and a factor: too much blur does less harm than too little."""
USUAL_SQUARES, USUAL_ENERGY = 11, 0.25
"""Squares across, and energy of the print in an area, in which it is told how much of it is usually seen."""
LEAST_NOISE = 0.003
"""Least noise of the detail: strongly compressed pictures have none where nothing is."""
SURVIVING_MM, LEAST_SURVIVING = 5, 0.3
"""Width of the areas, and share of their print that compression must leave for it to be expected."""
MARGIN_MM = 4
"""Largest displacement with which print can be looked for by :attr:`PrintEvidence.detail_around`."""
RELATED = 1.6
"""Factor of the noise of a sum for neighbouring pixels' noise that is alike, after compression and smoothing."""

Sums = NDArray[np.float32]


@dataclass(frozen=True, eq=False)
class PrintEvidence:
    """What is seen of a tray's print: rows x columns of squares of SQUARE_MM each."""

    bare: Sums
    """Energy of the print of the empty sheet."""
    printed: Sums
    """Energy of the print that should be seen: 0 where none is, or where a thing lies that was read."""
    matched: Sums
    """The same energy as it is seen: about equal to it where print is, 0 where paper hides it."""
    strange: Sums
    """Energy of detail at these places, whatever it is: large at the edges of things."""
    noise: float
    """One standard deviation of the detail where none is printed."""
    flat: bool
    """Whether the sheet lies flat: on a bent one fine lines may be elsewhere."""
    expected: NDArray[np.float32]
    """Detail of the print that should be seen, by px of the sheet from above."""
    detail: NDArray[np.float32]
    """Detail of the picture there."""

    @cached_property
    def usual_share(self) -> float:
        """The seen share of most of the print."""
        size = (USUAL_SQUARES, USUAL_SQUARES)
        energy, matched = (
            np.asarray(cv2.boxFilter(part, -1, size, normalize=False, borderType=cv2.BORDER_CONSTANT), np.float32)
            for part in (self.printed, self.matched)
        )
        telling = energy > USUAL_ENERGY
        return median(matched[telling] / energy[telling]) if telling.any() else 0.0

    @cached_property
    def detail_around(self) -> NDArray[np.float32]:
        """Detail of the picture with MARGIN_MM px more on each side, which repeat those at its edge."""
        return np.asarray(cv2.copyMakeBorder(self.detail, *4 * (MARGIN_MM,), cv2.BORDER_REPLICATE), np.float32)

    def noise_of(self, energy: Sums) -> Sums:
        """Return the standard deviation of the seen share of an area's print with this energy."""
        return np.asarray(RELATED * self.noise / np.sqrt(np.maximum(energy, 1e-6)), np.float32)


def print_evidence(
    flat: Image,
    edition: TrayEdition,
    below: NDArray[np.bool_],
    places: NDArray[np.intp],
    blur_mm: float = 0.0,
    compressed: Sequence[Image] = (),
) -> PrintEvidence:
    """Measure a sheet.

    ``flat``: the tray's sheet from above; ``below``: pixels of it that things which were read hide; ``places``: columns
    of the upright lines, which are not as printed if the sheet is bent; ``blur_mm``: of the picture's edges, one
    standard deviation; ``compressed``: the empty sheet as the picture's compression would leave it: print that is not
    in all of them is not expected.
    """
    printed, weights = _printed(edition, _softness(blur_mm))
    rounding = 0.0
    if compressed:
        details = np.stack([np.clip(_detail(each, weights), -MOST, MOST) for each in compressed])
        rounding = float(details[:, printed > 0.0].std(axis=0).mean())
        printed = np.minimum.reduce([_surviving(printed, each) for each in details])
    detail = np.clip(_detail(flat, weights), -MOST, 1.5 * MOST)
    near = cv2.dilate(below.astype(np.uint8), np.ones((2 * NEAR_MM + 1, 2 * NEAR_MM + 1), np.uint8)) > 0
    sheet = _bent(printed, edition, places)
    expected = np.where(near, np.float32(0.0), sheet)
    matched = _matched(expected, detail)
    plain = (printed == 0.0) & ~near
    noise = 1.48 * median(np.abs(detail[plain])) if plain.any() else LEAST_NOISE
    there = (expected > 0.0).astype(np.float32)
    return PrintEvidence(
        _sums(sheet * sheet),
        _sums(expected * expected),
        matched,
        _sums(there * detail * detail),
        max(noise, rounding, LEAST_NOISE),
        is_flat(edition, places),
        expected,
        detail,
    )


def is_flat(edition: TrayEdition, places: NDArray[np.intp]) -> bool:
    """Tell whether a sheet lies flat: its upright lines are where they are printed."""
    return bool((places == line_columns(edition)).all())


def displacement_mm(edition: TrayEdition, places: NDArray[np.intp], point: Point) -> float:
    """Return by how much the upright lines on both sides of a place are elsewhere than printed, the larger one.

    ``places``: columns of the lines (:class:`~controller.vision.unread.lanes.lane_print.LanePrint`); ``point``: of the
    tray's frame, mm.
    """
    columns = line_columns(edition)
    right = int(np.clip(np.searchsorted(columns, point.x - CORNER.x), 1, len(columns) - 1))
    return float(np.abs(places - columns)[right - 1 : right + 1].max())


def _surviving(printed: NDArray[np.float32], detail: NDArray[np.float32]) -> NDArray[np.float32]:
    """Return the print as far as it is seen in this detail of an empty sheet."""
    size = (SURVIVING_MM, SURVIVING_MM)
    there = cv2.blur(printed * detail, size)
    share = np.clip(there / np.maximum(cv2.blur(printed * printed, size), 1e-9), 0.0, 1.0)
    return np.asarray(printed * np.where(share > LEAST_SURVIVING, share, 0.0), np.float32)


def _matched(expected: NDArray[np.float32], detail: NDArray[np.float32]) -> Sums:
    """Return the energy of the print that is seen, at the shift of each area's print at which most of it is."""
    height, width = (length // SQUARE_MM for length in expected.shape)
    padded = cv2.copyMakeBorder(detail, OFF_MM, OFF_MM, OFF_MM, OFF_MM, cv2.BORDER_CONSTANT)
    seen = np.empty_like(expected)
    steps = [(dy, dx) for dy in range(2 * OFF_MM + 1) for dx in range(2 * OFF_MM + 1)]
    sums = np.empty((len(steps), height, width), np.float32)
    for (dy, dx), each in zip(steps, sums, strict=True):
        cv2.multiply(expected, padded[dy : dy + expected.shape[0], dx : dx + expected.shape[1]], seen)
        cv2.resize(seen, (width, height), each, interpolation=cv2.INTER_AREA)
    # In blocks, and what is around them; all shifts one below the other.
    across = (width // _BLOCK, len(steps) * height)
    blocks = cv2.blur(cv2.resize(sums.reshape(-1, width), across, interpolation=cv2.INTER_AREA), (3, 1))
    around = _together(height) @ np.asarray(blocks, np.float32).reshape(len(steps), height, -1)
    best = cv2.resize(around.argmax(axis=0).astype(np.uint8), (width, height), interpolation=cv2.INTER_NEAREST)
    step = np.asarray(best, np.intp).ravel()
    matched = sums.reshape(len(steps), -1)[step, np.arange(len(step))] * np.float32(SQUARE_MM**2)
    return np.asarray(matched.reshape(height, width), np.float32)


_BLOCK = TOGETHER_MM // SQUARE_MM // 3
"""Squares across a block: print of three by three is off in the same way."""


@lru_cache(maxsize=2)
def _together(length: int) -> NDArray[np.float32]:
    """Return the weights of rows of squares in each row of blocks and those above and below it: blocks x squares.

    Edges of blocks need not be those of squares.
    """
    count = length // _BLOCK
    edges = np.linspace(0.0, length, count + 1)
    squares = np.arange(length)
    reach = np.minimum(edges[1:, None], squares + 1.0) - np.maximum(edges[:-1, None], squares)
    own = np.clip(reach, 0.0, 1.0)
    # At the ends the block beside counts twice.
    beside = np.pad(own, ((1, 1), (0, 0)), mode="reflect")
    return np.asarray((own + beside[:-2] + beside[2:]) / (3.0 * length / count), np.float32)


def _sums(values: NDArray[np.float32]) -> Sums:
    size = (values.shape[1] // SQUARE_MM, values.shape[0] // SQUARE_MM)
    return np.asarray(cv2.resize(values, size, interpolation=cv2.INTER_AREA) * np.float32(SQUARE_MM**2), np.float32)


_LOG = np.log(np.maximum(np.arange(256), DARKEST)).astype(np.float32)


def _detail(sheet: Image, weights: NDArray[np.float32]) -> NDArray[np.float32]:
    """Return the log of the brightness of the surroundings over that of each place, in the colour of the print."""
    grey = cv2.transform(sheet, weights[None])
    around = cv2.medianBlur(grey, AROUND_MM)
    return np.asarray(cv2.LUT(around, _LOG) - cv2.LUT(grey, _LOG), np.float32)


def _softness(blur_mm: float) -> float:
    """Return the blur with which the print is compared, mm: one of a few."""
    return next((soft for soft in SOFT_MM if soft > SOFTER * float(np.hypot(blur_mm, RASTER_MM))), SOFT_MM[-1])


@lru_cache(maxsize=32)
def _printed(edition: TrayEdition, soft_mm: float) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
    """Return the detail of the empty sheet's lanes, and the weights of blue, green and red in which it is seen."""
    sheet = np.asarray(cv2.GaussianBlur(printed_sheet(edition), (0, 0), soft_mm), np.uint8)
    first = COLUMNS_BEFORE * CELL_MM - OFF_MM
    weights = _colour_of_print(sheet[:, first:])
    detail = np.minimum(_detail(sheet, weights), MOST)
    detail[detail < LEAST] = 0.0
    detail[:, :first] = detail[:, COLUMNS_ON_SHEET * CELL_MM - OFF_MM :] = 0.0
    return detail, weights


def _colour_of_print(sheet: Image) -> NDArray[np.float32]:
    """Return weights of the colours: half of them where print is darkest, half as brightness is made of them.

    Compressed pictures keep the brightness in full size, and colours in half of it.
    """
    values = sheet.reshape(-1, 3).astype(np.float64)
    darker = np.log(np.median(values, axis=0)) - np.log(np.maximum(values, 8.0))
    total = darker.sum(axis=1)
    colour = np.maximum(darker[total > np.percentile(total, 97)].mean(axis=0), 0.0)
    return np.asarray((colour / colour.sum() + BRIGHTNESS) / 2, np.float32)


def _bent(printed: NDArray[np.float32], edition: TrayEdition, places: NDArray[np.intp]) -> NDArray[np.float32]:
    """Return the print where it is on a sheet whose upright lines are at these columns."""
    if is_flat(edition, places):
        return printed
    columns = line_columns(edition)
    every = np.arange(printed.shape[1], dtype=np.float64)
    # Extend the displacement of the last line beyond it.
    source = np.interp(
        every, [0.0, *places.tolist(), places[-1] + 100.0], [0.0, *columns.tolist(), columns[-1] + 100.0]
    )
    u, v = np.meshgrid(source.astype(np.float32), np.arange(printed.shape[0], dtype=np.float32))
    return np.asarray(cv2.remap(printed, u, v, cv2.INTER_LINEAR), np.float32)
