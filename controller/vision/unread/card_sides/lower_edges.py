"""Find cards below others by their own edges: white paper beside a card ends along a straight line.

Lanes have a tint and print; the edge of a lower card is as white as the upper one, and where it ends brightness steps
down by more than the print does. That line is straight, at most 9 degrees off the upper card's side. Shadows of cards
end the other way round, with a step up; light that ends there lies on both cards' edges and the lane.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from calibration.camera_model import Floats
from controller.vision.unread.card_sides.card_rings import AWAY_MM, CardRings, Strips, distances
from controller.vision.unread.card_sides.side_parts import SidePart
from controller.vision.unread.quantiles import median

REACH_MM = (1.5, 7.0)
"""Distances from a side between which a lower card's edge is looked for."""
NEARER_MM, LESS = 3.0, 0.03
"""Distance of a line's farther end up to which it may be the upper card's own edge, if that card is bent; and what is
taken off the heights of such lines."""
SLOPES = np.array([-0.16, -0.12, -0.08, -0.04, -0.02, 0.0, 0.02, 0.04, 0.08, 0.12, 0.16])
"""Its directions against the side, mm per mm: up to 9 degrees."""
LENGTH_MM, QUARTERS = 20, 4
"""Length of a line, and in how many parts it must be seen."""
OFF_STEPS = 1
"""Steps of half a mm by which the print may lie elsewhere."""
SHARPENED = 1.3
"""Factor of the steps of the print, which are no edges."""
LEAST = 0.035
"""Least step (log), and by how much the paper must be whiter than the print; half of it in each quarter.

Of 4,062 clear rows (352 pictures of the second renderer) none is doubted for this alone.
"""
WHITE = -0.05
"""Brightness (log) against the upper card's edge from which paper is white."""
TINTED, LEAST_SEEN = (-0.12, -0.04), 0.6
"""Print between which lanes have a tint only, and the share of it that must be seen on a tray."""
FEWEST = 500
"""Places that must tell it."""
SATURATED = 245.0
"""Brightness of white paper from which the tint is lost in the light."""
FIRST_LOOK_MM = 12
"""Length along which a side must be whiter than its print to be looked at."""


def find_lower_edges(rings: tuple[CardRings, ...]) -> list[SidePart]:
    """Return the parts of sides beside which another card's edge is seen, at most one for each side.

    Only a sheet that lies flat can be judged (:mod:`flat_sheets`).
    """
    share = _tint_seen(rings)
    return [found for part in rings for found in _of_sides(part, share)] if share >= LEAST_SEEN else []


def _of_sides(rings: CardRings, share: float) -> list[SidePart]:
    rings = rings.of_strips(_looked_at(rings, share))
    if not len(rings.card):
        return []
    lit = (np.exp(rings.rim) <= SATURATED) & rings.beside
    free = _free_up_to(rings) & lit[:, None]
    white = _inside(rings.seen)
    lightest = np.maximum.reduce([_inside(print_) for print_ in rings.shifted(OFF_STEPS)])
    whiter = np.asarray(white - np.float32(share) * lightest, np.float32)
    steps = _steps(rings.seen) - np.float32(SHARPENED * share) * np.maximum.reduce(
        [np.maximum(_steps(print_), np.float32(0.0)) for print_ in rings.shifted(OFF_STEPS)]
    )
    heights = [_heights(free, steps, whiter, white, slope) for slope in SLOPES]
    best = np.stack([height.reshape(len(rings.card), -1).max(axis=1) for height in heights])
    found: list[SidePart] = []
    for side in np.flatnonzero(best.max(axis=0) > LEAST).tolist():
        slope = int(best[:, side].argmax())
        away, first = np.unravel_index(int(heights[slope][side].argmax()), heights[slope].shape[1:])
        reach = float(AWAY_MM[away]) + abs(float(SLOPES[slope])) * LENGTH_MM
        outline = rings.outline(side, int(first), int(first) + LENGTH_MM - 1, reach)
        found.append(SidePart(int(rings.card[side]), outline))
    return found


def _looked_at(rings: CardRings, share: float) -> NDArray[np.intp]:
    """Return the sides next to which it is white where there is a tint, along a part of them."""
    near = np.s_[:, _FIRST - _OUTER : _FIRST]
    seen = rings.seen[near].mean(axis=1)
    lightest = np.maximum.reduce([print_[near].mean(axis=1) for print_ in rings.shifted(OFF_STEPS)])
    white = rings.seen[:, _FIRST - _OUTER - 1 : _FIRST - 1].mean(axis=1) > WHITE
    white &= (seen - np.float32(share) * lightest > LEAST / 2) & rings.free[near].all(axis=1)
    return np.flatnonzero((white & rings.beside).sum(axis=1) >= FIRST_LOOK_MM)


def _heights(free: NDArray[np.bool_], steps: Strips, whiter: Strips, white: Strips, slope: float) -> Floats:
    """Return by how much each line of a slope stands out: N x distances x places along where it begins.

    ``free``: places that count; ``steps``: by how much it is brighter inside; ``whiter``: than the print; ``white``:
    against the card's edge.
    """
    places = np.arange(steps.shape[2])
    off = np.rint(slope * (places - len(places) / 2) / (AWAY_MM[1] - AWAY_MM[0])).astype(np.intp)
    index = np.arange(steps.shape[1])[:, None] + off
    within = (index >= _REACH.start) & (index < _REACH.stop)
    index = np.clip(index, 0, steps.shape[1] - 1)
    there = free[:, index, places] & within

    def means(values: Strips, length: int) -> Floats:
        sums = np.cumsum(np.pad(values, ((0, 0), (0, 0), (1, 0))), axis=2, dtype=np.float64)
        return np.asarray((sums[:, :, length:] - sums[:, :, :-length]) / length)

    step, more, level = (
        np.where(there, values[:, index, places], np.float32(-1.0)) for values in (steps, whiter, white)
    )
    count, quarter = len(places) - LENGTH_MM + 1, LENGTH_MM // QUARTERS
    heights: list[Floats] = []
    for values in (step, more):
        parts = means(values, quarter)
        least = np.minimum.reduce([parts[:, :, nth * quarter :][:, :, :count] for nth in range(QUARTERS)])
        heights += [means(values, LENGTH_MM), 2.0 * least]
    # A line's distances at both of its ends.
    begins, ends = AWAY_MM[index[:, :count]], AWAY_MM[index[:, LENGTH_MM - 1 :]]
    height = np.minimum.reduce(heights) - LESS * (np.maximum(begins, ends) < NEARER_MM)
    return np.where(means(level, LENGTH_MM) > WHITE, height, -1.0)


def _tint_seen(rings: tuple[CardRings, ...]) -> float:
    """Return what share of the lane's tint is seen, away from cards; 0 if too little of it is free."""
    far = distances(3.0, 9.0)
    seen, printed = [], []
    for part in rings:
        print_ = part.shifted(0)[0][:, far]
        there = part.free[:, far] & part.beside & (print_ > TINTED[0]) & (print_ < TINTED[1])
        seen.append(part.seen[:, far][there])
        printed.append(print_[there])
    every = np.concatenate(seen)
    return median(every) / median(np.concatenate(printed)) if len(every) >= FEWEST else 0.0


def _free_up_to(rings: CardRings) -> NDArray[np.bool_]:
    """Return which distances are free from the side up to beyond the strips on both sides of a line there."""
    onwards = np.logical_and.accumulate(rings.alone[:, _SIDE:], axis=1)
    found = np.zeros(rings.alone.shape, np.bool_)
    found[:, _SIDE:-_OUTER] = onwards[:, _OUTER:]
    return found


def _inside(values: Strips) -> Strips:
    """Return the mean of the strip on the inner side of each distance (N x distances x places along)."""
    found = np.full(values.shape, np.float32(-1.0))
    found[:, _OUTER:] = _triples(values)[:, : values.shape[1] - _OUTER]
    return found


def _steps(values: Strips) -> Strips:
    """Return by how much the inner side of each distance is brighter than the outer side."""
    found = np.full(values.shape, np.float32(-1.0))
    triples = _triples(values)
    found[:, _OUTER:-_OUTER] = triples[:, : -_OUTER - 1] - triples[:, _OUTER + 1 :]
    return found


def _triples(values: Strips) -> Strips:
    """Return the means of three distances side by side: N x 2 distances fewer x places along."""
    return np.asarray((values[:, :-2] + values[:, 1:-1] + values[:, 2:]) / np.float32(3.0), np.float32)


_OUTER = 3
"""Steps of half a mm from a line to the far end of the strips beside it: half a mm is left out, 1 mm wide they are."""
_SIDE = int(np.searchsorted(AWAY_MM, 0.0))
_REACH, _FIRST = distances(*REACH_MM), int(np.searchsorted(AWAY_MM, 2.0))
