"""Find cards below others by the floor of the lanes: along a card's side tiles come and go, along paper nothing does.

Between two places for cards runs a column of tiles. A lower card that sticks out by 2 mm along 30 mm hides them, and
shows its white edge instead. Shadows of edges, and the tint of a paper, are the same along all of a strip; only what
changes along it counts, so neither hides the floor nor shows one.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from calibration.camera_model import Floats
from controller.vision.unread.card_sides.card_rings import CardRings, distances
from controller.vision.unread.card_sides.side_parts import SidePart, brightest_shown
from controller.vision.unread.quantiles import median

STRIP_MM = (0.5, 2.0)
"""Distances from a side between which the floor should be seen."""
LENGTH_MM, STEP_MM = 30, 10
"""Length of a strip, and distance between those that are looked at."""
OFF_ALONG_MM = (-1, 0, 1)
"""Displacements of the print along a side that are tried; across, half a mm both ways."""
LEAST_PRINT, MOST_PRINT = 0.014, 0.02
"""Least standard deviation of the printed brightness (log) along a strip that tells; and what counts of it: tiles have
so much, and other print need not be where it is expected."""
FEWEST_ON_SIDE = 3
"""Strips of a side that must tell: else it lies along no column of tiles."""
PLAIN = 0.4
"""Share of it below which a strip is plain: of 7,800 strips on bare lanes 1 % had less than 0.57, most of them in
burnt-out light."""
USUAL, FEWEST_STRIPS = (0.5, 1.0), 8
"""Limits of the share that most strips of a tray show, and how many tell it: blur and haze take some of it."""
BURNT, SHOWN = 240.0, 0.8
"""Brightness of white paper from which the floor is lost in the light, unless strips with that share of what most show
lie in as bright a light."""


def find_plain_strips(rings: tuple[CardRings, ...]) -> list[SidePart]:
    """Return the strips along sides of cards on which the floor is not seen, at most one for each side."""
    return [strip for part in rings if len(part.card) for strip in _of_sides(part)]


def _of_sides(part: CardRings) -> Iterator[SidePart]:
    shifted = np.concatenate([_near(print_) for print_ in part.shifted(1)])
    tried = [np.roll(shifted, off, axis=1) for off in OFF_ALONG_MM]
    # All at once: of so few numbers, calls cost more than what they do.
    varying = _varying(np.concatenate([_near(part.seen) + part.rim, *tried]))
    varying = varying.reshape(-1, len(part.card), varying.shape[1])
    seen, printed = varying[0], varying[1:].min(axis=0)
    free = _strips(part.free[:, _NEAR].all(axis=1) & part.beside).all(axis=2)
    level = np.exp(_strips(part.rim).max(axis=2))
    telling = free & (printed > LEAST_PRINT)
    telling &= telling.sum(axis=1, keepdims=True) >= FEWEST_ON_SIDE
    if telling.sum() < FEWEST_STRIPS:
        return
    share = seen / np.clip(printed, LEAST_PRINT, MOST_PRINT)
    usual = float(np.clip(median(share[telling]), *USUAL))
    telling &= level <= brightest_shown(level[telling & (share > SHOWN * usual)], BURNT)
    plain = telling & (share < PLAIN * usual)
    for side in np.flatnonzero(plain.any(axis=1)).tolist():
        there = np.flatnonzero(plain[side])
        first, last = int(there[0]) * STEP_MM, int(there[-1]) * STEP_MM + LENGTH_MM - 1
        yield SidePart(int(part.card[side]), part.outline(side, first, last, STRIP_MM[1]))


_NEAR = distances(*STRIP_MM)


def _near(values: NDArray[np.float32]) -> NDArray[np.float32]:
    """Return the mean over the strips' width (N x places)."""
    return np.asarray(values[:, _NEAR].sum(axis=1) / np.float32(_NEAR.stop - _NEAR.start), np.float32)


def _varying(values: NDArray[np.float32]) -> Floats:
    """Return the standard deviation of a profile along a side (N x places), its slow course left out: N x strips."""
    strips = _strips(values)
    rest = strips.reshape(-1, LENGTH_MM) @ _without_course()
    # Its mean is part of the course.
    return np.asarray(np.sqrt(np.einsum("nl,nl->n", rest, rest) / LENGTH_MM).reshape(strips.shape[:2]), np.float64)


def _strips(values: NDArray[Any]) -> NDArray[Any]:
    """Return the strips of profiles along sides (N x places): N x strips x LENGTH_MM."""
    return values[:, np.arange(0, values.shape[1] - LENGTH_MM + 1, STEP_MM)[:, None] + np.arange(LENGTH_MM)]


@lru_cache(maxsize=1)
def _without_course() -> NDArray[np.float32]:
    """Return what takes a quadratic course out of a strip: LENGTH_MM x LENGTH_MM."""
    design = np.vander(np.linspace(-1.0, 1.0, LENGTH_MM), 3)
    return np.asarray(np.eye(LENGTH_MM) - design @ np.linalg.pinv(design), np.float32)
