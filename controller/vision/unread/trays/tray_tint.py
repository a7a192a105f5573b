"""Tell whether a tray's paper has a tint (decision 23), or is as white as the quiet zones of its markers.

Above and below each marker's quiet zone, left of the lanes, nothing is printed for some mm. Paper there is compared
with the quiet zone beside it: so near that the light on both is about the same.
"""

from __future__ import annotations

from functools import lru_cache

import cv2
import numpy as np
from numpy.typing import NDArray

from boards.drawing.mat_art import quiet_zone
from boards.geometry import Rect
from boards.kit.kit import kit
from boards.kit.thing_keys import TrayKey
from calibration.camera_frames import Image
from calibration.camera_model import Floats
from controller.vision.unread.trays.tray_sheet import CORNER, TrayEdition, printed_sheet

QUIET_MM, PAPER_MM = (1.0, 4.5), (1.5, 4.0)
"""Distances from the rim of a quiet zone, inwards and outwards, between which both are looked at."""
END_MM = 4
"""Part of a zone's width at its ends that is left out."""
BURNT_OUT, TOO_DARK = 250.0, 16.0
"""Levels of a quiet zone from which a tint may be burnt out, in some colour, and up to which it is not seen."""
TINTED = 0.5
"""Share of the printed tint from which paper has one."""

Part = tuple[slice, slice]


def shows_tint(sheet: Image, below: NDArray[np.bool_]) -> bool:
    """Return whether a tray's paper has a tint; True where no quiet zone tells.

    ``sheet``: from above, 1 px a mm; ``below``: pixels of it that things which were read hide.
    """
    printed = printed_sheet(TrayEdition(TrayKey("red"), tinted=True))
    shares: list[float] = []
    for white, paper in _pairs():
        light = _mean(sheet, white)
        seen = not below[white].any() and not below[paper].any()
        if seen and light.max() < BURNT_OUT and light.min() > TOO_DARK:
            tint, own = (np.log(_mean(of, paper) / _mean(of, white)) for of in (printed, sheet))
            shares.append(float(own @ tint) / float(tint @ tint))
    return not shares or float(np.median(shares)) >= TINTED


def _mean(sheet: Image, part: Part) -> Floats:
    """Return the mean of each colour, at least 1."""
    return np.asarray(np.maximum(cv2.mean(sheet[part])[:3], 1.0), np.float64)


@lru_cache(maxsize=1)
def _pairs() -> tuple[tuple[Part, Part], ...]:
    """Return the pixels of a part of each quiet zone, and of the paper beside it."""
    zones = [quiet_zone(marker) for marker in kit().things[TrayKey("red")].markers]
    below = [(_part(zone, zone.low.y, QUIET_MM), _part(zone, zone.low.y, PAPER_MM, -1)) for zone in zones]
    above = [(_part(zone, zone.high.y, QUIET_MM, -1), _part(zone, zone.high.y, PAPER_MM)) for zone in zones]
    return (*below, *above)


def _part(zone: Rect, rim: float, away: tuple[float, float], upwards: int = 1) -> Part:
    """Return the pixels between two distances from a zone's lower or upper rim, without the zone's ends."""
    first, last = sorted(round(CORNER.y - rim - upwards * mm) for mm in away)
    low, high = (round(x - CORNER.x) for x in (zone.low.x, zone.high.x))
    return slice(first, last), slice(max(low, 0) + END_MM, high - END_MM)
