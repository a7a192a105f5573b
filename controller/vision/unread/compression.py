"""Estimate how strongly a picture was compressed, and show a tray's empty sheet as that compression leaves it.

JPEG rounds the spectrum of each 8 x 8 px to multiples of a step; fine and faint print is rounded away. What the picture
cannot show is no evidence: neither that print is seen, nor that something hides it. The steps are seen in the picture
itself, since its spectrum has multiples of them only; they are those of the tables in ITU-T T.81, annex K, scaled by a
quality of 1 to 100 as libjpeg does it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.camera_frames import Image
from calibration.camera_model import Floats
from controller.vision.unread.sheet_colour import fit_light
from controller.vision.unread.tray_sheet import (
    CELL_MM,
    COLUMNS,
    CORNER,
    ROWS,
    printed_sheet,
    printed_squares,
    rectify_sheet,
    squares,
)
from controller.vision.unread.tray_view import TrayView

BLOCK_PX, CHROMA_PX = 8, 16
"""Sides of the squares whose brightness and whose colour are compressed together."""
STRONGEST, WEAKEST = 5, 60
"""Qualities that are tried; a better one leaves all print of a lane."""
BLOCKS = 2500
"""Squares of a picture that are looked at, at most."""
FREQUENCIES = ((0, 1), (1, 0), (1, 1), (0, 2), (2, 0), (1, 2), (2, 1), (0, 3), (3, 0))
"""Those of the spectrum whose steps are compared."""
FROM_STEPS = 0.6
"""Size from which a number of the spectrum counts, in steps."""
FEWEST_NUMBERS, LEAST_STEP = 20, 4.0
"""Of such numbers, and smallest step in grey levels, from which a step can be told."""
BETWEEN_STEPS = 0.3
"""Median distance to the nearest multiple of the step, against that of random numbers, up to which this is the step:
found are 0.01 to 0.1, and 0.5 or more in pictures without strong compression."""
CHANCES = ((0.98, 0.985, 1, 0), (1.0, 1.0, 0, 0), (1.02, 1.015, 0, 1), (1.0, 0.97, -1, -1))
"""Factors of the light in which the sheet is compressed, and of its blue besides, and shifts of the sheet, mm: rounding
is a matter of chance."""
_LUMINANCE = np.array(
    [
        (16, 11, 10, 16, 24, 40, 51, 61),
        (12, 12, 14, 19, 26, 58, 60, 55),
        (14, 13, 16, 24, 40, 57, 69, 56),
        (14, 17, 22, 29, 51, 87, 80, 62),
        (18, 22, 37, 56, 68, 109, 103, 77),
        (24, 35, 55, 64, 81, 104, 113, 92),
        (49, 64, 78, 87, 103, 121, 120, 101),
        (72, 92, 95, 98, 112, 100, 103, 99),
    ],
    np.float64,
)
"""ITU-T T.81, table K.1."""
_CHROMINANCE_MEAN = 17.0
"""The first number of table K.2."""
_BLUE, _RED = 1.772, 1.402
"""By how much a change of the colour differences changes blue and red (ITU-R BT.601)."""


def compression_quality(image: Image) -> int | None:
    """Return the quality (1 to 100) with which a picture was compressed; None if that was weak or not at all."""
    spectra = _spectra(image)
    found = [(_between_steps(spectra, quality), quality) for quality in range(STRONGEST, WEAKEST + 1)]
    best, quality = min(found)
    return quality if best < BETWEEN_STEPS else None


@dataclass(frozen=True, eq=False)
class CompressedSheet:
    """A tray's empty sheet as a picture's compression would leave it."""

    sheets: Sequence[Image]
    """From above; as it is by different chances of rounding."""
    colour_step: float
    """By how many grey levels the difference of blue and red is rounded..."""
    brightness_step: float
    """... and the brightness."""


def compressed_sheet(tray: TrayView, blur_mm: float) -> CompressedSheet | None:
    """Return what the empty sheet would look like in this picture's light, blur and compression; None if that is weak.

    Things that were read lie on it as they do; so does what is beside the sheet. The light is that of most of the
    sheet: on what is darker than that, be it a shadow or grey paper, print must be seen all the same.
    """
    if tray.quality is None:
        return None
    printed = printed_sheet(tray.key)
    soft = cv2.GaussianBlur(printed, (0, 0), blur_mm) if blur_mm > 0.0 else printed
    bare = np.where(tray.below[..., None], tray.flat, np.clip(soft * _usual_light(tray), 0.0, 255.0)).astype(np.uint8)
    (left, top), u, v = _places_in_picture(tray)
    rows, columns = u.shape
    part = np.s_[top : top + rows, left : left + columns]
    # The rectified sheet reaches over its edges; there the picture is as it is.
    inside = (u > 0.0) & (u < bare.shape[1] - 1.0) & (v > 0.0) & (v < bare.shape[0] - 1.0)
    found: list[Image] = []
    for light, blue, right, down in CHANCES:
        shown = tray.image.copy()
        drawn = cv2.remap(bare, u - np.float32(right), v - np.float32(down), cv2.INTER_LINEAR)
        lit = np.clip(drawn * np.array([light * blue, light, light]), 0.0, 255.0)
        lit = np.where(inside[..., None], lit, shown[part]).astype(np.uint8)
        _done, data = cv2.imencode(".jpg", lit, [cv2.IMWRITE_JPEG_QUALITY, tray.quality])
        shown[part] = np.asarray(cv2.imdecode(data, cv2.IMREAD_COLOR), np.uint8)
        found.append(np.roll(rectify_sheet(shown, tray.view, tray.pose), (-down, -right), axis=(0, 1)))
    mean = float(_scaled(np.array(_CHROMINANCE_MEAN), tray.quality))
    return CompressedSheet(
        found, (_BLUE + _RED) * mean / BLOCK_PX, float(_scaled(_LUMINANCE, tray.quality)[0, 0]) / BLOCK_PX
    )


def _usual_light(tray: TrayView) -> Floats:
    """Return the light on each pixel of the sheet, by colour, as a share of that on paper in print: a plane each."""
    seen, empty = squares(tray.flat)[0], printed_squares(tray.key)[0]
    ratio = np.log(np.maximum(seen, 1.0)) - np.log(empty)
    planes = np.stack([fit_light(ratio[..., colour]) for colour in range(3)], axis=-1)
    width, height = COLUMNS * CELL_MM, ROWS * CELL_MM
    return np.exp(cv2.resize(planes, (width, height), interpolation=cv2.INTER_LINEAR))


def _places_in_picture(tray: TrayView) -> tuple[tuple[int, int], NDArray[np.float32], NDArray[np.float32]]:
    """Return the upper left of the part of the picture that shows a tray, px, and the place of each of its pixels.

    Column and row of the rectified sheet (R x C each); the part begins where squares that are compressed do.
    """
    width, height = COLUMNS * CELL_MM, ROWS * CELL_MM
    corners = np.array([(CORNER.x + x, CORNER.y - y) for x, y in ((0, 0), (width, 0), (width, height), (0, height))])
    seen = tray.pixels(corners)
    limit = np.array(tray.image.shape[1::-1])
    first = np.clip(np.floor(seen.min(axis=0) / CHROMA_PX) * CHROMA_PX, 0, limit - CHROMA_PX).astype(int)
    last = np.clip(np.ceil(seen.max(axis=0) / CHROMA_PX) * CHROMA_PX, first + CHROMA_PX, limit).astype(int)
    # Interpolated between knots: a lens bends little within so many px.
    (columns, rows), knot = (last - first).tolist(), 2 * CHROMA_PX
    x, y = np.meshgrid(np.arange(-knot, columns + 2 * knot, knot), np.arange(-knot, rows + 2 * knot, knot))
    pixels = np.stack([x.ravel(), y.ravel()], axis=1) + knot / 2 - 0.5 + first
    local = _local(tray, tray.view.on_plane(pixels))
    sheet = ((local - (CORNER.x, CORNER.y)) * (1.0, -1.0)).reshape(*x.shape, 2).astype(np.float32)
    every = cv2.resize(sheet, (x.shape[1] * knot, x.shape[0] * knot), interpolation=cv2.INTER_LINEAR)
    every = every[knot : knot + rows, knot : knot + columns]
    return (int(first[0]), int(first[1])), np.ascontiguousarray(every[..., 0]), np.ascontiguousarray(every[..., 1])


def _local(tray: TrayView, places: Floats) -> Floats:
    """Convert places on the table (N x 2 mm) to the tray's frame."""
    angle = np.radians(tray.pose.heading)
    turn = np.array([(np.cos(angle), -np.sin(angle)), (np.sin(angle), np.cos(angle))])
    return np.asarray((places[:, :2] - (tray.pose.x, tray.pose.y)) @ turn)


def _spectra(image: Image) -> Floats:
    """Return the spectra of the brightness of squares all over a picture (N x 8 x 8)."""
    height, width = (length - length % BLOCK_PX for length in image.shape[:2])
    if not height or not width:
        return np.zeros((0, BLOCK_PX, BLOCK_PX))
    step = max(1, height * width // BLOCK_PX**2 // BLOCKS)
    at = np.arange(0, height * width // BLOCK_PX**2, step)
    top, left = (part * BLOCK_PX for part in np.divmod(at, width // BLOCK_PX))
    reach = np.arange(BLOCK_PX)
    squares = image[top[:, None, None] + reach[:, None], left[:, None, None] + reach].astype(np.float64)
    bright = squares @ np.array([0.114, 0.587, 0.299]) - 128.0
    return np.asarray(_cosines() @ bright @ _cosines().T)


@lru_cache(maxsize=1)
def _cosines() -> Floats:
    """Return the matrix of the discrete cosine transform, 8 x 8."""
    n = np.arange(BLOCK_PX)
    found = np.sqrt(2.0 / BLOCK_PX) * np.cos((2 * n[None] + 1) * n[:, None] * np.pi / (2 * BLOCK_PX))
    found[0] /= np.sqrt(2.0)
    return np.asarray(found)


def _scaled(table: Floats, quality: int) -> Floats:
    percent = 5000.0 / quality if quality < 50 else 200.0 - 2.0 * quality
    return np.asarray(np.clip(np.floor((table * percent + 50.0) / 100.0), 1.0, 255.0))


def _between_steps(spectra: Floats, quality: int) -> float:
    """Return how far the spectra are from multiples of a quality's steps: 0 if they are, 1 if they are random."""
    steps = _scaled(_LUMINANCE, quality)
    found = []
    for row, column in FREQUENCIES:
        step, values = float(steps[row, column]), spectra[:, row, column]
        values = values[np.abs(values) > FROM_STEPS * step] / step
        if step >= LEAST_STEP and len(values) >= FEWEST_NUMBERS:
            found.append(float(np.median(np.abs(values - np.rint(values)))) * 4.0)
    return float(np.mean(found)) if found else 1.0
