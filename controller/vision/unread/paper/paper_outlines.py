"""Find paper that lies in a lane by its outline, whatever its shape and colour: a scrap, a torn card, a note.

Paper is even, and ends in a sharp step all around; a shadow has a step as sharp only where it is cast by something
near, reaches the print of the lane, and leaves it visible. So each part of a lane that differs from its surroundings,
in brightness or colour, is looked at along its outline, in the mixture of brightness and colours in which it differs
most (Fisher's linear discriminant). What is darker than pale paper may be a shadow: its outline must be seen all
around. What is brighter than paper is light.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.camera_model import Floats
from controller.vision.unread.lanes.lane_light import SQUARE_MM, LaneLight, Light
from controller.vision.unread.lanes.print_evidence import PrintEvidence
from controller.vision.unread.quantiles import median

SMOOTHED = (1.2, 2.0, 2.0)
"""Smoothing of brightness and of colours, squares: compressed pictures have coarser colours."""
LEAST_SPREAD = (0.0006, 0.0012, 0.0012)
THRESHOLDS = ((2.5, 4.0, 8.0, 16.0, 32.0, 64.0), (4.0, 8.0, 16.0), (4.0, 8.0, 16.0))
"""Standard deviations of the smoothed light that parts of a lane differ by: of brightness, and of both colours."""
SMALLEST_MM2, LARGEST_MM2, FAINT_MM2 = 330.0, 7000.0, 600.0
"""Limits of the area of paper that counts; and of such as differs by next to nothing but colour, or at the first
threshold only."""
FILLED_SHARE = 0.3
"""Least share of its box that it fills."""
COLOUR_NOISE = 2.0
"""Factor of the noise of colours: compression rounds them over many squares."""
SURE = 95.0
"""Least difference in standard deviations of a square, times the root of the area in mm²."""
CLOSED, CLOSED_STEP = 0.92, 0.5
"""Share of the outline along which a step is seen, and the least step, as a share of the median one."""
OUTLINE_SEEN, OUTLINE_SEEN_OF_DARK, OUTLINE_SEEN_SURELY = 0.6, 0.9, 0.97
"""Share of its outline beside which the lane is free: of paper as pale as the lane; of what may be a shadow; and of
anything, where a shadow or a lamp is on the sheet."""
SHARP, SHARP_IF_DARK = 0.75, 0.9
"""Least step within 6 mm of the outline, as a share of that to what lies farther away."""
UNEVEN = 0.22
"""Largest standard deviation within it beyond noise, as a share of the step."""
BRIGHTER, SHADOW = 0.035, -0.06
"""Log of brightness over that of white paper: more than paper has; over that of the lane: less than pale paper..."""
DARK_MM2 = 700.0
"""... which counts from this area."""
MOSTLY_COLOUR, COLOUR_STEP = 2.0, 0.02
"""Change of colour over that of brightness from which it is mostly colour, and the least of such."""
PRINT_ENERGY, PRINT_SEEN = 0.03, 0.5
"""Energy of the lane's print within it, and share of it against the usual, from which it is light on the lane."""
_KERNEL = np.ones((3, 3), np.uint8)
_NARROW, _WIDE = 7, 11
"""Squares along an outline within which its step is measured: a clear one, and a faint one."""
_CLEAR = 5.0
_MARGIN = 6


def find_paper_outlines(light: LaneLight, print_: PrintEvidence, *, uneven: bool) -> list[NDArray[np.bool_]]:
    """Return the squares (of SQUARE_MM) of pieces of paper in the lanes.

    ``print_``: what is seen of the lanes' print; ``uneven``: a shadow or a lamp is on the sheet.
    """
    found: list[NDArray[np.bool_]] = []
    known = np.zeros(light.free.shape, np.bool_)
    for part in _parts(light):
        middle = part.box[0].start + part.mask.shape[0] // 2, part.box[1].start + part.mask.shape[1] // 2
        if known[middle] or not _is_paper(light, print_, part, uneven=uneven):
            continue
        mask = np.zeros(light.free.shape, np.bool_)
        mask[part.box] = part.mask > 0
        known |= mask
        found.append(mask)
    return found


@dataclass(frozen=True, eq=False)
class _Part:
    """A part of a lane that differs from what is around it."""

    box: tuple[slice, slice]
    mask: NDArray[np.uint8]
    area_mm2: float
    faint: bool
    """Whether it was found at the first threshold."""


def _parts(light: LaneLight) -> Iterator[_Part]:
    """Return the connected parts of the lanes that differ by some threshold."""
    weight = light.free.astype(np.float32)
    rows, columns = light.free.shape
    for axis, smoothed in enumerate(SMOOTHED):
        there = np.where(light.free, light.residual[..., axis], np.float32(0.0))
        share = np.maximum(cv2.GaussianBlur(weight, (0, 0), smoothed), 0.1)
        off = np.asarray(cv2.GaussianBlur(there, (0, 0), smoothed) / share, np.float32)
        inside = off[light.free]
        spread = max(1.48 * median(np.abs(inside - np.float32(median(inside)))), LEAST_SPREAD[axis])
        for sign in (1.0, -1.0):
            signed = np.where(light.free, np.float32(sign) * off, np.float32(0.0))
            for threshold in THRESHOLDS[axis]:
                differs = (signed > threshold * spread).astype(np.uint8)
                if cv2.countNonZero(differs) * SQUARE_MM**2 < SMALLEST_MM2:
                    break
                opened = cv2.morphologyEx(differs, cv2.MORPH_OPEN, _KERNEL)
                if cv2.countNonZero(opened) * SQUARE_MM**2 < SMALLEST_MM2:
                    continue
                first_x, first_y, wide, high = cv2.boundingRect(opened)
                found = np.ascontiguousarray(opened[first_y : first_y + high, first_x : first_x + wide])
                _count, labels, stats, _middles = cv2.connectedComponentsWithStats(found, connectivity=4)
                areas = stats[:, cv2.CC_STAT_AREA] * SQUARE_MM**2
                filled = areas > FILLED_SHARE * SQUARE_MM**2 * stats[:, 2] * stats[:, 3]
                chosen = np.flatnonzero((areas >= SMALLEST_MM2) & (areas <= LARGEST_MM2) & filled)
                for label in chosen[chosen > 0].tolist():
                    x, y, width, height, _area = (stats[label] + (first_x, first_y, 0, 0, 0)).tolist()
                    box = (
                        slice(max(y - _MARGIN, 0), min(y + height + _MARGIN, rows)),
                        slice(max(x - _MARGIN, 0), min(x + width + _MARGIN, columns)),
                    )
                    faint = axis == 0 and threshold == THRESHOLDS[0][0]
                    own = labels[y - first_y : y - first_y + height, x - first_x : x - first_x + width] == label
                    mask: NDArray[np.uint8] = np.zeros(
                        (box[0].stop - box[0].start, box[1].stop - box[1].start), np.uint8
                    )
                    mask[y - box[0].start :, x - box[1].start :][:height, :width] = own
                    yield _Part(box, mask, float(areas[label]), faint)


def _is_paper(light: LaneLight, print_: PrintEvidence, part: _Part, *, uneven: bool) -> bool:
    """Tell whether a part of a lane looks like paper that lies there."""
    if part.faint and part.area_mm2 < FAINT_MM2:
        return False
    inner = cv2.erode(part.mask, _KERNEL, borderValue=0) > 0
    printed, matched = (float(values[part.box][inner].sum()) for values in (print_.printed, print_.matched))
    if printed > PRINT_ENERGY and matched > PRINT_SEEN * print_.usual_share * printed:
        return False
    rings = _Rings.of(light, part)
    change = rings.change(light.values[part.box])
    if change is None:
        return False
    brightness, colour = float(change[0]), float(np.abs(change[1:]).max())
    if brightness > light.paper + BRIGHTER or (brightness < SHADOW and part.area_mm2 < DARK_MM2):
        return False
    # Compression makes spots of colour, lamps are of different colours, and both may be sharp.
    coloured = colour > MOSTLY_COLOUR * abs(brightness)
    if coloured and (uneven or colour < COLOUR_STEP or part.area_mm2 < FAINT_MM2):
        return False
    step = _Outline.measured(light, part, rings, change)
    if step is None or step.sure * np.sqrt(part.area_mm2) < SURE or step.closed < CLOSED:
        return False
    if step.sharp < SHARP or step.uneven > UNEVEN:
        return False
    seen = OUTLINE_SEEN
    if brightness < SHADOW or uneven:
        seen = OUTLINE_SEEN_SURELY if uneven else OUTLINE_SEEN_OF_DARK
    if brightness < SHADOW and step.sharp < SHARP_IF_DARK:
        return False
    return step.seen > seen


@dataclass(frozen=True, eq=False)
class _Rings:
    """Squares inside and outside the outline of a part of a lane, in its box."""

    shrunk: NDArray[np.uint8]
    near: NDArray[np.uint8]
    """The part with what is up to three squares away."""
    inside: NDArray[np.bool_]
    outside: NDArray[np.bool_]

    @classmethod
    def of(cls, light: LaneLight, part: _Part) -> _Rings:
        grown = cv2.dilate(part.mask, _KERNEL)
        near = np.asarray(cv2.dilate(grown, _KERNEL, iterations=2), np.uint8)
        shrunk = np.asarray(cv2.erode(part.mask, _KERNEL, borderValue=0), np.uint8)
        return cls(shrunk, near, shrunk > 0, (near > grown) & light.free[part.box])

    def change(self, values: Light) -> Floats | None:
        """Return how the light inside differs from that outside, along AXES; None if next to nothing is seen."""
        if self.outside.sum() < _FEWEST or self.inside.sum() < _FEWEST:
            return None
        return np.asarray(values[self.inside].mean(axis=0) - values[self.outside].mean(axis=0))


@dataclass(frozen=True, eq=False)
class _Outline:
    """How the light changes at the outline of a part of a lane."""

    sure: float
    """The median step, in standard deviations of a square."""
    closed: float
    """Share of the outline that is seen along which there is a step."""
    seen: float
    """Share of the outline beside which the lane is free."""
    sharp: float
    """Step close to the outline over that to what lies farther away."""
    uneven: float
    """Standard deviation inside beyond noise, over the step."""

    @classmethod
    def measured(cls, light: LaneLight, part: _Part, rings: _Rings, change: Floats) -> _Outline | None:
        """Measure; None if next to nothing of the lane is seen beside it. ``change``: inside less outside."""
        mask, free, values = part.mask, light.free[part.box], light.values[part.box]
        near, shrunk, inside, outside = rings.near, rings.shrunk, rings.inside, rings.outside
        far = cv2.dilate(near, _KERNEL, iterations=2)
        core = cv2.erode(shrunk, _KERNEL, iterations=2, borderValue=0)
        noise = light.noise * (1.0, COLOUR_NOISE, COLOUR_NOISE)
        axis = change / noise**2
        seen = np.asarray(values @ (axis / np.sqrt((axis**2 * noise**2).sum())).astype(np.float32), np.float32)
        along = _NARROW if np.sqrt((change**2 / noise**2).sum()) > _CLEAR else _WIDE
        (own, at_own), (beside, at_beside), (beyond, at_beyond) = (
            _mean_along(seen, ring, width)
            for ring, width in ((shrunk > core, along), (outside, along), ((far > near) & free, along + 2))
        )
        outline = (mask > 0) & ~inside
        next_to = cv2.dilate(outside.astype(np.uint8), np.ones((5, 5), np.uint8)) > 0
        there = outline & at_own & at_beside & next_to
        if there.sum() < _FEWEST // 2:
            return None
        steps = (own - beside)[there]
        middle = median(steps)
        if middle <= 0.0:
            return None
        wide = (float(seen[inside].mean()) - beyond)[outline & at_own & at_beyond]
        away = median(wide) if len(wide) else middle
        spread = float(seen[inside].std())
        return cls(
            middle,
            float((steps > CLOSED_STEP * middle).mean()),
            float(there.sum()) / float(outline.sum()),
            middle / away if away > 0.0 else _FEWEST,
            float(np.sqrt(max(spread**2 - 1.0, 0.0))) / middle,
        )


_FEWEST = 20


def _mean_along(
    values: NDArray[np.float32], ring: NDArray[np.bool_], across: int
) -> tuple[NDArray[np.float32], NDArray[np.bool_]]:
    """Return the mean of values in a ring around each square, and where there is one."""
    weight = ring.astype(np.float32)
    share = cv2.blur(weight, (across, across))
    mean = cv2.blur(values * weight, (across, across)) / np.maximum(share, np.float32(1e-6))
    return np.asarray(mean, np.float32), np.asarray(share * across**2 > 1.5)
