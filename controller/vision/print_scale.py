"""Whether cards and trays are printed at the mat's scale, by how far apart their markers' centres are.

Not by the markers' sides: blur lets white eat black, or black white, and makes every side wrong by the same part
of a pixel. That is more of a card's marker than of the mat's. Centres stay where they are.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from boards.geometry import wrap_degrees
from boards.things import Thing
from calibration.camera_model import Floats
from controller.vision.placing import Placed, xy_of

WRONG_FROM = 0.027
"""Prints that are off by this fraction are named: "fit to page" makes 3 to 6 % of it, a reading errs by under 1 %."""

FEWEST_CARDS = 4
"""Their median counts: one card may be bent, or be two cards' halves."""

FEWEST_LANES = 3
"""Markers of a tray that must be seen."""

_PLAUSIBLE = (0.75, 1.33)
_TURNED_WITHIN = 6.0
"""Degrees between how a marker lies and where the others are: of one flat sheet, whatever its scale."""
_ROUNDING = 1e-6


def wrong_scale(placed: Sequence[Placed]) -> bool:
    """Whether the cards seen, or some tray, are of another size than the mat says."""
    by_thing: dict[str, list[Placed]] = {}
    for item in placed:
        if item.thing.kind in ("card", "ready", "tray"):
            by_thing.setdefault(item.thing.key, []).append(item)
    cards: list[float] = []
    trays: list[float] = []
    for items in by_thing.values():
        thing = items[0].thing
        scale = _tray_scale(thing, items) if thing.kind == "tray" else _card_scale(thing, items)
        if scale is not None:
            (trays if thing.kind == "tray" else cards).append(scale)
    if any(_is_off(scale) for scale in trays):
        return True
    return len(cards) >= FEWEST_CARDS and _is_off(float(np.median(cards)))


def _is_off(scale: float) -> bool:
    return abs(scale - 1) >= WRONG_FROM - _ROUNDING


def _card_scale(thing: Thing, items: Sequence[Placed]) -> float | None:
    """From a card's two markers, which have the same id: what lies between them against what is printed so."""
    if len(items) != 2:
        return None
    one, other = items
    # Which of the two is the upper one shows in how they lie.
    upper, lower = thing.markers[0].centre, thing.markers[1].centre
    scales = [_scale(xy_of([upper, lower]), [*pair]) for pair in ((one, other), (other, one))]
    return next((scale for scale in scales if scale is not None), None)


def _tray_scale(thing: Thing, items: Sequence[Placed]) -> float | None:
    """From the column of a tray's markers, each with an id of its own."""
    centres = {marker.id: marker.centre for marker in thing.markers}
    if len(items) < FEWEST_LANES or len({item.id for item in items}) < len(items):
        return None
    return _scale(xy_of([centres[item.id] for item in items]), items)


def _scale(local: Floats, items: Sequence[Placed]) -> float | None:
    """How much larger than printed (N x 2 centres, mm) markers lie apart; None if they are not of one flat sheet.

    The least-squares similarity: in complex numbers, the factor that carries the printed places onto the seen ones.
    """
    printed = (local - local.mean(axis=0)) @ (1, 1j)
    places = xy_of([item.centre for item in items])
    seen = (places - places.mean(axis=0)) @ (1, 1j)
    factor = np.vdot(printed, seen) / np.vdot(printed, printed)
    turned = float(np.degrees(np.angle(factor)))
    straight = all(abs(wrap_degrees(item.pose.heading - turned)) < _TURNED_WITHIN for item in items)
    fits = bool((np.abs(seen - factor * printed) < _OFF_MM).all())
    scale = float(abs(factor))
    return scale if straight and fits and _PLAUSIBLE[0] < scale < _PLAUSIBLE[1] else None


_OFF_MM = 3.0
"""A marker farther than this from where the others say is on another sheet."""
