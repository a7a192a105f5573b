"""Find the shadows that cards throw beside themselves: a bent card stands off its tray.

Such a shadow is a long and narrow strip along a card's side, takes the same share of all colours, and is not as dark as
black print. It ends at the lane, whose lines are seen in it or beyond it by their colour, whereas a card below another
shows its white edge beyond its print.
"""

from __future__ import annotations

from dataclasses import dataclass

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
STRONGEST_PERCENT, DARKEST_PERCENT = 80, 10
"""Percentiles of what is seen of lines, and of the light in a piece, that stand for these."""
MOSTLY = 0.8
"""Share of a piece that must lie in it."""
DARKEST = 4
"""Least level: below it a ratio says nothing."""


@dataclass(frozen=True, eq=False)
class CardShadows:
    """The grey strips along the sides of cards that were read, and what is seen of the sheet (pixels of it, H x W)."""

    strips: tuple[NDArray[np.bool_], ...]
    light: NDArray[np.float32]
    """Log of the share of light that is left."""
    ink: NDArray[np.float32]
    """Share of the colour of the sheet's own print that is seen."""
    lines: NDArray[np.bool_]
    """Where the sheet has coloured print that nothing which was read hides."""

    def explain(self, piece: NDArray[np.bool_]) -> bool:
        """Tell whether a piece that is dark is a part of a card's shadow, and not print in it."""
        strip = next((strip for strip in self.strips if (piece & strip).sum() >= MOSTLY * piece.sum()), None)
        if strip is None:
            return False
        # A card below would hide the lines there; grey prints tell nothing.
        near = np.ones((2 * LINES_NEAR_MM + 1, 2 * LINES_NEAR_MM + 1), np.uint8)
        lines = self.lines & (cv2.dilate(piece.astype(np.uint8), near) > 0)
        if lines.sum() < FEWEST_ON_LINES or np.percentile(self.ink[lines], STRONGEST_PERCENT) < LEAST_INK:
            return False
        inside = piece & strip
        # No grey print of a card is as long as that: markers are 18 mm wide.
        least = DARKEST_SHADOW
        if _length(inside) < SHADOW_LONG_MM:
            least = max(float(np.median(self.light[strip])) - UNEVEN, least)
        return float(np.percentile(self.light[inside], DARKEST_PERCENT)) > least


def find_card_shadows(
    flat: Image, paper: Image, expected: Image, free: NDArray[np.bool_], below: NDArray[np.bool_]
) -> CardShadows:
    """Return the shadows that cards throw beside themselves.

    ``flat``: the tray's sheet from above; ``paper``: the light of its paper; ``expected``: the darkest of its own print
    around each place; ``free``: pixels on which no print of a card lies; ``below``: those that things hide.
    """
    here, bare, printed = (np.log(np.maximum(part, DARKEST).astype(np.float32)) for part in (flat, paper, expected))
    taken, own = here - bare, printed - bare
    light = np.asarray((taken - own).mean(axis=2), np.float32)
    colour, printed_colour = (part - part.mean(axis=2, keepdims=True) for part in (taken, own))
    power = (printed_colour**2).sum(axis=2)
    ink = np.asarray((colour * printed_colour).sum(axis=2) / np.maximum(power, LEAST_COLOUR**2), np.float32)
    lines = np.asarray(free & ~below & (power > LEAST_COLOUR**2), np.bool_)
    side = np.ones((2 * SHADOW_WIDE_MM + 1, 2 * SHADOW_WIDE_MM + 1), np.uint8)
    dim = free & (cv2.dilate(below.astype(np.uint8), side) > 0) & (taken.max(axis=2) < FAINTEST_SHADOW)
    _count, labels, stats, _middles = cv2.connectedComponentsWithStats(dim.astype(np.uint8))
    lengths = np.maximum(stats[:, cv2.CC_STAT_WIDTH], stats[:, cv2.CC_STAT_HEIGHT])
    long = (labels == label for label in np.flatnonzero(lengths >= SHADOW_LONG_MM) if label)
    strips = tuple(
        strip
        for strip in long
        if _is_grey(taken[strip], own[strip]) and float(np.median(light[strip])) > DARKEST_SHADOW
    )
    return CardShadows(strips, light, ink, lines)


def _is_grey(taken: NDArray[np.float32], own: NDArray[np.float32]) -> bool:
    """Tell whether a strip (N x 3 logs) takes the same of all colours, the sheet's own print there or not.

    Lines are where they are printed to some mm only.
    """
    colours, lines = np.median(taken, axis=0), np.median(own, axis=0)
    return min(float(np.ptp(colours - share * lines)) for share in (0.0, 0.5, 1.0)) < GREYEST


def _length(mask: NDArray[np.bool_]) -> int:
    """Return the longer side of what a mask has, pixels."""
    return max(int(np.ptp(np.flatnonzero(mask.any(axis=axis)))) + 1 for axis in (0, 1))
