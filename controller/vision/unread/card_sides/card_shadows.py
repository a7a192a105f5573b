"""Find the shadows that cards throw beside themselves: a bent card stands off its tray.

Such a shadow is a long and narrow strip along a card's side, takes the same share of all colours, and is not as dark as
black print. It ends at the lane, whose lines are seen in it or beyond it by their colour, whereas a card below another
shows its white edge beyond its print.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.camera_frames import Image

SHADOW_WIDE_MM, SHADOW_LONG_MM = 4, 20
"""Width at most of the shadow that a card throws beside itself, and its least length: half of a card's short side."""
FAINTEST_SHADOW, DARKEST_SHADOW = -0.12, -1.1
"""Logs of the light that is left in it; black print leaves less."""
GREYEST, UNEVEN = 0.2, 0.5
"""Largest difference of these logs between colours, and within it."""
LEAST_COLOUR, LINES_NEAR_MM, FEWEST_ON_LINES, LEAST_INK = 0.15, 5, 20, 0.4
"""Least colour (log) of the sheet's own print that tells, distance within which it must be seen beside a shadow, fewest
pixels of it, and the share of its colour that the strongest of them show."""
LEAST_OF_USUAL, FAINTEST_INK = 0.6, 0.2
"""The same share where less is usual: of what the strongest lines of the tray show, and at least."""
STRONGEST_PERCENT, DARKEST_PERCENT = 80, 10
"""Percentiles of what is seen of lines, and of the light in a piece, that stand for these."""
MOSTLY = 0.8
"""Share of a piece that must lie in it."""
DARKEST = 4
"""Least level: below it a ratio says nothing."""


@dataclass(frozen=True, eq=False)
class _Sheet:
    """A tray's sheet from above, H x W: what is asked for is calculated for a few of its pixels."""

    flat: Image
    paper: Image
    """The light of its paper."""
    expected: Image
    """The darkest of its own print around each place."""

    def taken(self, there: NDArray[np.bool_]) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
        """Return the logs of what is left of the paper's light at N of its pixels, and by its own print: N x 3 each."""
        here, bare, printed = (_LOG[part[there]] for part in (self.flat, self.paper, self.expected))
        return here - bare, printed - bare


_LOG = np.log(np.maximum(np.arange(256), DARKEST).astype(np.float32))


@dataclass(frozen=True, eq=False)
class CardShadows:
    """The grey strips along the sides of cards that were read, and what is seen of the sheet (pixels of it, H x W)."""

    strips: tuple[NDArray[np.bool_], ...]
    light: NDArray[np.float32]
    """Log of the share of light that is left, beside things."""
    open: NDArray[np.bool_]
    """Where nothing which was read hides the sheet's print."""
    sheet: _Sheet

    def explain(self, piece: NDArray[np.bool_]) -> bool:
        """Tell whether a piece that is dark is a part of a card's shadow, and not print in it."""
        strip = next((strip for strip in self.strips if (piece & strip).sum() >= MOSTLY * piece.sum()), None)
        if strip is None:
            return False
        # A card below would hide the lines there; grey prints tell nothing.
        near = np.ones((2 * LINES_NEAR_MM + 1, 2 * LINES_NEAR_MM + 1), np.uint8)
        ink = self._ink(self.open & (cv2.dilate(piece.astype(np.uint8), near) > 0))
        if len(ink) < FEWEST_ON_LINES or np.percentile(ink, STRONGEST_PERCENT) < self._least_ink:
            return False
        inside = piece & strip
        # No grey print of a card is as long as that: markers are 18 mm wide.
        least = DARKEST_SHADOW
        if _length(inside) < SHADOW_LONG_MM:
            least = max(float(np.median(self.light[strip])) - UNEVEN, least)
        return float(np.percentile(self.light[inside], DARKEST_PERCENT)) > least

    @cached_property
    def _least_ink(self) -> float:
        """The share of the lines' colour that must be seen beside a shadow: fine lines lose theirs in soft pictures."""
        usual = self._ink(self.open)
        if len(usual) < FEWEST_ON_LINES:
            return LEAST_INK
        return min(LEAST_INK, max(LEAST_OF_USUAL * float(np.percentile(usual, STRONGEST_PERCENT)), FAINTEST_INK))

    def _ink(self, there: NDArray[np.bool_]) -> NDArray[np.float32]:
        """Return the share of the colour of the sheet's own print that is seen, of those of its pixels that have it."""
        colour, printed = (part - part.mean(axis=1, keepdims=True) for part in self.sheet.taken(there))
        power = (printed**2).sum(axis=1)
        lines = power > LEAST_COLOUR**2
        return np.asarray((colour * printed).sum(axis=1)[lines] / power[lines], np.float32)


def find_card_shadows(
    flat: Image, paper: Image, expected: Image, free: NDArray[np.bool_], below: NDArray[np.bool_]
) -> CardShadows:
    """Return the shadows that cards throw beside themselves.

    ``flat``: the tray's sheet from above; ``paper``: the light of its paper; ``expected``: the darkest of its own print
    around each place; ``free``: pixels on which no print of a card lies; ``below``: those that things hide.
    """
    sheet = _Sheet(flat, paper, expected)
    side = np.ones((2 * SHADOW_WIDE_MM + 1, 2 * SHADOW_WIDE_MM + 1), np.uint8)
    beside = free & (cv2.dilate(below.astype(np.uint8), side) > 0)
    taken, own = sheet.taken(beside)
    light = np.zeros(beside.shape, np.float32)
    light[beside] = (taken - own).mean(axis=1)
    dim = np.zeros_like(beside)
    dim[beside] = taken.max(axis=1) < FAINTEST_SHADOW
    _count, labels, stats, _middles = cv2.connectedComponentsWithStats(dim.astype(np.uint8))
    lengths = np.maximum(stats[:, cv2.CC_STAT_WIDTH], stats[:, cv2.CC_STAT_HEIGHT])
    long = (labels == label for label in np.flatnonzero(lengths >= SHADOW_LONG_MM) if label)
    strips = tuple(
        strip for strip in long if float(np.median(light[strip])) > DARKEST_SHADOW and _is_grey(*sheet.taken(strip))
    )
    return CardShadows(strips, light, free & ~below, sheet)


def _is_grey(taken: NDArray[np.float32], own: NDArray[np.float32]) -> bool:
    """Tell whether a strip (N x 3 logs) takes the same of all colours, the sheet's own print there or not.

    Lines are where they are printed to some mm only.
    """
    colours, lines = np.median(taken, axis=0), np.median(own, axis=0)
    return min(float(np.ptp(colours - share * lines)) for share in (0.0, 0.5, 1.0)) < GREYEST


def _length(mask: NDArray[np.bool_]) -> int:
    """Return the longer side of what a mask has, pixels."""
    return max(int(np.ptp(np.flatnonzero(mask.any(axis=axis)))) + 1 for axis in (0, 1))
