"""Find white paper that fills a whole place of a lane: a card with its blank side up.

It leaves nothing of the place to compare it with, so all places of the tray are compared with each other: it is bluer
than the light on them makes the lane's tint, by as much as the tint is yellower than paper.
"""

from __future__ import annotations

from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from boards.kit.trays import TRAY
from calibration.camera_model import Floats
from controller.vision.unread.lanes.lane_light import LaneLight, squares_of
from controller.vision.unread.quantiles import median
from controller.vision.unread.trays.tray_sheet import FIELD, TrayEdition, printed_squares

INNER_MM = (26.0, 34.0)
"""Half width and height of what is looked at of a place."""
FREE_SHARE = 0.75
"""Least free share of it."""
FEWEST_PLACES = 6
"""Free places from which the light on the tray is known."""
LIMITS = (0.7, 1.8)
"""Limits of the change of colour, as shares of the tint's own..."""
SPREADS, LEAST_SPREAD = 5.0, 0.003
"""... and how many standard deviations of the other places' colours it must be."""
BRIGHTNESS = 0.1
"""By how much the log of the brightness may be less than the lane's, or more than white paper's: beyond that it is a
shadow or a lamp, of another colour perhaps."""
_ROUNDS = 4


def find_white_places(light: LaneLight, edition: TrayEdition) -> list[NDArray[np.bool_]]:
    """Return the squares (of SQUARE_MM) of places that are filled with white paper; the first ones are white anyway."""
    places = [squares_of(*_box(lane, slot)) for lane in range(TRAY.lanes) for slot in range(1, TRAY.slots)]
    free = [place for place in places if light.free[place].mean() > FREE_SHARE]
    if len(free) < FEWEST_PLACES:
        return []
    seen = np.array([[median(light.values[place][light.free[place], axis]) for axis in (0, 1)] for place in free])
    middles = np.array([(rows.start + rows.stop, columns.start + columns.stop) for rows, columns in free], np.float64)
    design = np.column_stack([np.ones(len(free)), (middles - middles.mean(axis=0)) / np.max(light.free.shape)])
    step, found = _tint(edition), []
    # A slope of the light across the tray may make half of the difference.
    bluer = np.flatnonzero(seen[:, 1] - np.median(seen[:, 1]) > LIMITS[0] * step / 2)
    for nth in bluer.tolist():
        place = free[nth]
        others = np.arange(len(free)) != nth
        off, spread = _off(design, seen[:, 1], others, nth)
        brighter = float(seen[nth, 0] - np.median(seen[others, 0]))
        if (
            LIMITS[0] * step < off < LIMITS[1] * step
            and off > SPREADS * spread
            and -BRIGHTNESS < brighter < light.paper + BRIGHTNESS
        ):
            mask = np.zeros(light.free.shape, np.bool_)
            mask[place] = True
            found.append(mask)
    return found


def _off(design: Floats, values: Floats, others: NDArray[np.bool_], nth: int) -> tuple[float, float]:
    """Return how far a value is from a robust plane through the others, and the standard deviation of those."""
    across, there = design[others], values[others]
    weights: Floats = np.ones(len(there))
    spread = LEAST_SPREAD
    fit: Floats = np.zeros(3)
    for _ in range(_ROUNDS):
        weighted = across * weights[:, None]
        # Regularise: keep the plane level where few places agree.
        fit = np.asarray(np.linalg.solve(weighted.T @ across + np.diag([0.0, 0.05, 0.05]), weighted.T @ there))
        off = there - across @ fit
        spread = max(1.48 * float(np.median(np.abs(off))), LEAST_SPREAD)
        weights = 1.0 / (1.0 + (off / (2.0 * spread)) ** 2)
    return float(values[nth] - design[nth] @ fit), spread


def _box(lane: int, slot: int) -> tuple[float, float, float, float]:
    middle, (across, high) = TRAY.slot_centre(lane, slot), INNER_MM
    return middle.x - across, middle.x + across, middle.y - high, middle.y + high


@lru_cache(maxsize=8)
def _tint(edition: TrayEdition) -> float:
    """Return by how much the lane's tint is yellower than paper: log of red over blue."""
    mean = printed_squares(edition)[0][FIELD]
    return float(np.median(np.log(mean[..., 2]) - np.log(mean[..., 0])))
