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
from controller.vision.unread.trays.sheet_colour import fit_light
from controller.vision.unread.trays.tray_sheet import (
    CELL_MM,
    COLUMNS,
    CORNER,
    ROWS,
    printed_sheet,
    printed_sheet_with_floor,
    printed_squares,
    rectify_sheet,
)
from controller.vision.unread.trays.tray_view import TrayView

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
BETWEEN_STEPS, MOST_NUMBERS = 0.3, 0.7
"""Distance to the nearest multiple of the step, against that of random numbers, up to which this is the step, and the
share of the numbers that must be so near: found are 0.01 to 0.1, and 0.5 or more in pictures without strong
compression. Of multiples of half of the step, half and more may be multiples of the step as well."""
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
_BRIGHTNESS = (0.114, 0.587, 0.299)
"""Weights of blue, green and red in the brightness (ITU-R BT.601)."""
_BLUE, _RED = 1.772, 1.402
"""By how much a change of the colour differences changes blue and red (ITU-R BT.601)."""


def compression_quality(image: Image) -> int | None:
    """Return the quality (1 to 100) with which a picture was compressed; None if that was weak or not at all."""
    spectra, steps = _spectra(image), _steps()
    first = [np.searchsorted(*each, "right") for each in zip(spectra, FROM_STEPS * steps, strict=True)]
    starts = np.array(first)
    telling = (steps >= LEAST_STEP) & (spectra.shape[1] - starts >= FEWEST_NUMBERS)
    best, found = BETWEEN_STEPS, None
    for nth, quality in enumerate(_QUALITIES):
        taken = np.flatnonzero(telling[:, nth])
        parts = [(spectra[at, starts[at, nth] :], float(steps[at, nth])) for at in taken.tolist()]
        between = _between_steps(parts, best)
        if between < best:
            best, found = between, quality
    return found


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
    printed = printed_sheet(tray.edition) if tray.floor is None else printed_sheet_with_floor(tray.edition)
    soft = cv2.GaussianBlur(printed, (0, 0), blur_mm) if blur_mm > 0.0 else printed
    bare = np.where(tray.below[..., None], tray.flat, np.clip(soft * _usual_light(tray), 0.0, 255.0)).astype(np.uint8)
    (left, top), u, v = _places_in_picture(tray)
    rows, columns = u.shape
    part = np.s_[top : top + rows, left : left + columns]
    # The rectified sheet reaches over its edges; there the picture is as it is.
    inside = (u > 0.0) & (u < bare.shape[1] - 1.0) & (v > 0.0) & (v < bare.shape[0] - 1.0)
    shown = tray.image.copy()
    found: list[Image] = []
    for light, blue, right, down in CHANCES:
        drawn = cv2.remap(bare, u - np.float32(right), v - np.float32(down), cv2.INTER_LINEAR)
        levels = np.clip(np.arange(256.0)[:, None, None] * (light * blue, light, light), 0.0, 255.0).astype(np.uint8)
        lit = np.where(inside[..., None], cv2.LUT(drawn, levels), tray.image[part])
        _done, data = cv2.imencode(".jpg", lit, [cv2.IMWRITE_JPEG_QUALITY, tray.quality])
        shown[part] = np.asarray(cv2.imdecode(data, cv2.IMREAD_COLOR), np.uint8)
        found.append(np.roll(rectify_sheet(shown, tray.view, tray.pose), (-down, -right), axis=(0, 1)))
    mean = float(_scaled(np.array(_CHROMINANCE_MEAN), tray.quality))
    return CompressedSheet(
        found, (_BLUE + _RED) * mean / BLOCK_PX, float(_scaled(_LUMINANCE, tray.quality)[0, 0]) / BLOCK_PX
    )


def _usual_light(tray: TrayView) -> Floats:
    """Return the light on each pixel of the sheet, by colour, as a share of that on paper in print: a plane each."""
    seen, empty = tray.squares[0], printed_squares(tray.edition, tray.floor is not None)[0]
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


def _spectra(image: Image) -> NDArray[np.float32]:
    """Return the sizes of the numbers of each of FREQUENCIES in squares all over a picture: F x N, each row sorted.

    They are those of the spectrum of the brightness.
    """
    high, wide = (length // BLOCK_PX for length in image.shape[:2])
    if not high or not wide:
        return np.zeros((len(FREQUENCIES), 0), np.float32)
    row, column = np.divmod(np.arange(0, high * wide, max(1, high * wide // BLOCKS)), wide)
    parts = image[: high * BLOCK_PX, : wide * BLOCK_PX].reshape(high, BLOCK_PX, wide, BLOCK_PX, -1)
    squares = parts[row, :, column].reshape(len(row), -1).astype(np.float32)
    return np.sort(np.abs((squares @ _waves()).T), axis=1)


@lru_cache(maxsize=1)
def _waves() -> NDArray[np.float32]:
    """Return what the colours of a square's pixels add to each of FREQUENCIES, by the discrete cosine transform."""
    n = np.arange(BLOCK_PX)
    cosines = np.sqrt(2.0 / BLOCK_PX) * np.cos((2 * n[None] + 1) * n[:, None] * np.pi / (2 * BLOCK_PX))
    cosines[0] /= np.sqrt(2.0)
    waves = [np.multiply.outer(np.outer(cosines[row], cosines[column]), _BRIGHTNESS) for row, column in FREQUENCIES]
    return np.asarray(np.stack(waves).reshape(len(FREQUENCIES), -1).T, np.float32)


def _scaled(table: Floats, quality: int) -> Floats:
    percent = 5000.0 / quality if quality < 50 else 200.0 - 2.0 * quality
    return np.asarray(np.clip(np.floor((table * percent + 50.0) / 100.0), 1.0, 255.0))


_QUALITIES = range(STRONGEST, WEAKEST + 1)


@lru_cache(maxsize=1)
def _steps() -> Floats:
    """Return the steps of each of FREQUENCIES at each quality that is tried: F x Q."""
    rows, columns = zip(*FREQUENCIES, strict=True)
    return np.stack([_scaled(_LUMINANCE, quality)[rows, columns] for quality in _QUALITIES], axis=1)


def _between_steps(parts: Sequence[tuple[NDArray[np.float32], float]], limit: float) -> float:
    """Return how far numbers of a spectrum are from multiples of their steps: 0 if they are, 1 if they are random.

    ``parts``: of each frequency that tells, the numbers and their step. 1 too if the result is ``limit`` or more: a few
    frequencies tell it.
    """
    between = 0.0
    for values, step in parts:
        share = values / np.float32(step)
        away = np.abs(share - np.rint(share))
        most = int(len(away) * MOST_NUMBERS)
        between += float(np.partition(away, most)[most]) * 2.0 / MOST_NUMBERS / len(parts)
        if between >= limit:
            return 1.0
    return between if parts else 1.0
