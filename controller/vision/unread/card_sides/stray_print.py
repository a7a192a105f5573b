"""Find print on a tray that belongs to none of the things read: a corner of a card, or a piece of one below another.

Print is darker than its paper within a few mm, shadows are not: each place is compared with the brightest paper around
it, in each colour. The lane's own lines are fainter by far. The white edges of cards are looked at, too. The tip of a
shadow is as small as print; but the shadow goes on beside it, on the lane or on the white edge of a card, and takes the
same share of all colours there, while print ends at paper.
"""

from __future__ import annotations

from functools import lru_cache

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.camera_frames import Image
from controller.vision.unread.card_sides.card_shadows import find_card_shadows
from controller.vision.unread.trays.tray_sheet import (
    CELL_MM,
    COLUMNS_BEFORE,
    COLUMNS_ON_SHEET,
    TrayEdition,
    printed_sheet,
)

AROUND_MM = 15
"""Width within which print has paper beside it; what is wider may be a shadow, and is looked at elsewhere."""
DARK = 0.28
"""Share of its paper's light that print takes in some colour, beyond what the tray's own print takes there."""
OFF_MM = 2
"""Distance within which the tray's own print may lie: a card's place, and the sheet's, are not sure to all of it."""
AWAY_MM = 25
"""Twice the distance from things that were read, beyond which the tray's own print tells how strong print is here."""
FAINT_LEVEL, DARKEST_PAPER = 225, 20
"""Level of the sheet's print from which it is faint, and of paper up to which it is too dark to tell."""
FEWEST_ON_LINES_MM2, STRONGEST_PERCENT = 1000, 90.0
"""Least area around lines that tells it, and the percentile of what is seen there."""
SMALLEST_MM2 = 12
"""Area of print that counts."""
SMALLEST_IN_COLUMN_MM2 = 30
"""The same in the column beside the lanes, which has strong print of its own."""
NEAR_MM = 11
"""Twice the distance from a thing that was read within which the print begins: it is below that thing."""
LEAST_LIGHT = 0.4
"""Least level of a colour of paper, as a share of its brightest colour."""
BLACK_LEVEL, BESIDE_PRINT_MM = 140, 4
"""Level of strong print of the sheet, and distance from it in which light makes more of it."""
EDGE_NEAR_MM = 13
"""Width within which the white edge of a card tells the light beside it."""
NOISES = 6.0
"""Standard deviations of the picture's noise that print must stand out."""
BESIDE_MM = (2, 4)
"""Distances from a piece within which a shadow goes on: beyond its blurred rim."""
GREY = 0.35
"""Largest difference of the logs of what a shadow takes of each colour: lamps are of different colours."""
SAME_SHADOW, SHADOW_SHARE = 0.25, 0.12
"""Largest difference of these logs within a shadow, and share of a piece's surroundings that have them; print has up to
0.06, tips of shadows 0.18 and more."""
SAME_SHARE = 0.5
"""The same difference at most, as a share of what the shadow takes."""
FEWEST_BESIDE_MM2, FEWEST_SAME_MM2 = 30, 6
"""Area around a piece that must be seen, and that must be in the same shadow: between two cards next to nothing is."""
WHITE_EDGE_MM = 4.0
"""Width of the white edge of a card."""


def find_stray_print(
    flat: Image, edition: TrayEdition, below: NDArray[np.bool_], inner: NDArray[np.bool_], noise: float
) -> list[NDArray[np.bool_]]:
    """Return the places of print that belongs to nothing read, as pixels of the sheet.

    ``flat``: the tray's sheet from above; ``below``: its pixels that things which were read hide; ``inner``: the same
    without their white edges; ``noise``: of the picture, grey levels.
    """
    free = ~inner & _paper(edition)
    if not free.any():
        return []
    # The brightest around, but not beyond a shadow's edge: closing, of what is free alone.
    around = np.ones((AROUND_MM, AROUND_MM), np.uint8)
    hidden = cv2.merge([(~free).view(np.uint8) * np.uint8(255)] * 3)
    brightest = cv2.dilate(cv2.bitwise_and(flat, cv2.bitwise_not(hidden)), around)
    bright = cv2.erode(cv2.bitwise_or(brightest, hidden), around)
    paper: Image = np.asarray(cv2.min(bright, _edges_of_cards(flat, below)), np.uint8)
    near = cv2.dilate(below.view(np.uint8), np.ones((NEAR_MM, NEAR_MM), np.uint8))
    _expected, found = _beyond_print(flat, paper, _darkest(edition), free, noise)
    if not cv2.countNonZero(cv2.bitwise_and(found, near)):
        # Print as strong as it is seen leaves no more.
        return []
    expected, found = _beyond_print(
        flat, paper, _as_strong_as_seen(_darkest(edition), flat, paper, free, below), free, noise
    )
    begins = cv2.bitwise_and(found, near)
    if not cv2.countNonZero(begins):
        return []
    _count, labels, stats, middles = cv2.connectedComponentsWithStats(found)
    touching = np.unique(labels[begins > 0])
    least = np.where(middles[:, 0] < COLUMNS_BEFORE * CELL_MM, SMALLEST_IN_COLUMN_MM2, SMALLEST_MM2)
    large = np.flatnonzero(stats[:, cv2.CC_STAT_AREA] >= least)
    pieces = [labels == label for label in np.intersect1d(touching, large) if label]
    pieces = [piece for piece in pieces if not in_shadow(flat, edition, piece, below, inner)]
    if not pieces:
        return []
    shadows = find_card_shadows(flat, paper, expected, free, below)
    return [piece for piece in pieces if not shadows.explain(piece)]


def _beyond_print(
    flat: Image, paper: Image, printed: Image, free: NDArray[np.bool_], noise: float
) -> tuple[Image, NDArray[np.uint8]]:
    """Return the sheet's print in this light, and 1 where it is darker than that in some colour, else 0 (H x W).

    ``paper``: the light of its paper; ``printed``: the print on white; ``free``: pixels that count.
    """
    expected = cv2.multiply(paper, printed, scale=1.0 / 255.0)
    dark = cv2.compare(flat, cv2.LUT(expected, _surely_darker(noise)), cv2.CMP_LT)
    # In the light of a lamp one colour may be next to missing.
    blue, green, red = cv2.split(paper)
    least = cv2.convertScaleAbs(cv2.max(cv2.max(blue, green), red), alpha=LEAST_LIGHT)
    lit = cv2.compare(paper, cv2.merge([least] * 3), cv2.CMP_GT)
    in_blue, in_green, in_red = cv2.split(cv2.bitwise_and(dark, lit))
    found = cv2.bitwise_and(cv2.bitwise_or(cv2.bitwise_or(in_blue, in_green), in_red), free.view(np.uint8))
    return np.asarray(expected, np.uint8), np.asarray(found, np.uint8)


@lru_cache(maxsize=32)
def _surely_darker(noise: float) -> NDArray[np.uint8]:
    """Return the levels below which print is more than that which leaves each of 256 levels, beyond noise (levels)."""
    expected = np.arange(256)
    above_noise = expected - np.floor(NOISES * max(noise, 1.0))
    return np.asarray(np.clip(np.minimum(np.rint((1.0 - DARK) * expected), above_noise), 0, 255), np.uint8)


def _as_strong_as_seen(
    darkest: Image, flat: Image, paper: Image, free: NDArray[np.bool_], below: NDArray[np.bool_]
) -> Image:
    """Return the sheet's own print as strong as it is seen away from cards, colour by colour.

    Ink, paper, light, tone curve and sharpening of the camera make lines darker than they were printed.
    """
    away = free & (cv2.dilate(below.astype(np.uint8), np.ones((AWAY_MM, AWAY_MM), np.uint8)) == 0)
    hidden = cv2.merge([np.where(free, np.uint8(0), np.uint8(255))] * 3)
    seen = cv2.erode(cv2.bitwise_or(flat, hidden), np.ones((2 * OFF_MM + 1, 2 * OFF_MM + 1), np.uint8))
    colours = []
    for printed, taken, light in zip(cv2.split(darkest), cv2.split(seen), cv2.split(paper), strict=True):
        lines = away & (light > DARKEST_PAPER) & (printed < FAINT_LEVEL)
        strength = 1.0
        if lines.sum() >= FEWEST_ON_LINES_MM2:
            of_sheet = np.log(printed[lines] / np.float32(255.0))
            here = np.log(np.maximum(taken[lines], 1) / light[lines].astype(np.float32))
            strength = max(1.0, float(np.percentile(here / of_sheet, STRONGEST_PERCENT)))
        colours.append(cv2.LUT(printed, _power(round(strength, 1))))
    return np.asarray(cv2.merge(colours), np.uint8)


@lru_cache(maxsize=64)
def _power(strength: float) -> NDArray[np.uint8]:
    return np.rint(255.0 * (np.arange(256) / 255.0) ** strength).astype(np.uint8)


def in_shadow(
    flat: Image, edition: TrayEdition, piece: NDArray[np.bool_], below: NDArray[np.bool_], inner: NDArray[np.bool_]
) -> bool:
    """Tell whether a piece is a part of a shadow that goes on beside it."""
    rows, columns = np.nonzero(piece)
    reach = BESIDE_MM[1] + 1
    box = (
        slice(max(int(rows.min()) - reach, 0), int(rows.max()) + reach + 1),
        slice(max(int(columns.min()) - reach, 0), int(columns.max()) + reach + 1),
    )
    here = piece[box].astype(np.uint8)
    near, far = (cv2.dilate(here, np.ones((2 * mm + 1, 2 * mm + 1), np.uint8)) > 0 for mm in BESIDE_MM)
    # Of things that were read, their white edges count.
    away = cv2.distanceTransform(below[box].astype(np.uint8), cv2.DIST_L2, 3)
    beside = far & ~near & (~below[box] | (~inner[box] & (away < WHITE_EDGE_MM)))
    if beside.sum() < FEWEST_BESIDE_MM2:
        return False
    paper = np.where(below[box][..., None], np.float32(255.0), _darkest(edition)[box].astype(np.float32))
    taken = np.log(np.maximum(flat[box].astype(np.float32), 4.0) / np.maximum(paper, 8.0))
    own = np.median(taken[here > 0], axis=0)
    # Plain paper is not the same as a faint shadow.
    alike = min(SAME_SHADOW, SAME_SHARE * float(np.abs(own).mean()))
    same = np.abs(taken - own).max(axis=2) < alike
    least = max(SHADOW_SHARE * int(beside.sum()), FEWEST_SAME_MM2)
    return bool(np.ptp(own) < GREY and same[beside].sum() > least)


def _edges_of_cards(flat: Image, below: NDArray[np.bool_]) -> Image:
    """Return the brightest of the white edges of cards that are near each place; 255 where there is none.

    A shadow beside a card lies on its edge, too.
    """
    mask = below.view(np.uint8) * np.uint8(255)
    outermost = cv2.erode(mask, np.ones((3, 3), np.uint8), borderValue=255)
    edge = cv2.subtract(outermost, cv2.erode(mask, np.ones((7, 7), np.uint8), borderValue=255))
    near = np.ones((EDGE_NEAR_MM, EDGE_NEAR_MM), np.uint8)
    light = cv2.dilate(cv2.bitwise_and(flat, cv2.merge([edge] * 3)), near)
    return np.asarray(cv2.bitwise_or(light, cv2.bitwise_not(cv2.merge([cv2.dilate(edge, near)] * 3))), np.uint8)


@lru_cache(maxsize=8)
def _darkest(edition: TrayEdition) -> Image:
    """Return the darkest of the empty sheet around each place."""
    soft = cv2.GaussianBlur(printed_sheet(edition), (0, 0), 1.0)
    return np.asarray(cv2.erode(soft, np.ones((2 * OFF_MM + 1, 2 * OFF_MM + 1), np.uint8)), np.uint8)


@lru_cache(maxsize=8)
def _paper(edition: TrayEdition) -> NDArray[np.bool_]:
    """Return the sheet without its edges, and without strong print of the column beside the lanes."""
    sheet = printed_sheet(edition)
    on = np.zeros(sheet.shape[:2], np.bool_)
    on[2:-2, 2 : COLUMNS_ON_SHEET * CELL_MM - 2] = True
    around = np.ones((2 * BESIDE_PRINT_MM + 1, 2 * BESIDE_PRINT_MM + 1), np.uint8)
    black = cv2.dilate((sheet.min(axis=2) < BLACK_LEVEL).astype(np.uint8), around) > 0
    on[:, : COLUMNS_BEFORE * CELL_MM] &= ~black[:, : COLUMNS_BEFORE * CELL_MM]
    return on
