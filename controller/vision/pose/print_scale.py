"""Check whether cards and trays are printed at the mat's scale, by the distance of their markers' centres.

Not by the markers' sides: blur lets white eat black, or black white, and makes every side wrong by the same part of a
pixel. That is more of a card's marker than of the mat's. Centres stay where they are.
"""

from __future__ import annotations

from cmath import phase
from collections.abc import Sequence
from math import degrees
from statistics import median

from boards.geometry import Point, wrap_degrees
from boards.kit.printed_items import PrintedItem
from boards.kit.thing_keys import CardKey, ReadyKey, ThingKey, TrayKey
from controller.vision.pose.placement import PlacedMarker

WRONG_FROM = 0.027
"""Relative error of the scale that is reported: "fit to page" makes 3 to 6 %, a reading errs by under 1 %."""

FEWEST_CARDS = 4
"""Cards that are needed; their median counts: one may be bent, or be two cards' halves."""

FEWEST_LANES = 3
"""Markers of a tray that must be seen."""

_PLAUSIBLE = (0.75, 1.33)
_TURNED_WITHIN = 6.0
"""Largest angle between a marker and the line to the others on one flat sheet, degrees."""
_ROUNDING = 1e-6


def wrong_scale(placed: Sequence[PlacedMarker]) -> bool:
    """Tell whether the cards seen, or some tray, are printed at another scale than the mat."""
    by_thing: dict[ThingKey, list[PlacedMarker]] = {}
    for item in placed:
        if isinstance(item.thing.key, CardKey | ReadyKey | TrayKey):
            by_thing.setdefault(item.thing.key, []).append(item)
    cards: list[float] = []
    trays: list[float] = []
    for items in by_thing.values():
        thing = items[0].thing
        is_tray = isinstance(thing.key, TrayKey)
        scale = _tray_scale(thing, items) if is_tray else _card_scale(thing, items)
        if scale is not None:
            (trays if is_tray else cards).append(scale)
    if any(_is_off(scale) for scale in trays):
        return True
    return len(cards) >= FEWEST_CARDS and _is_off(median(cards))


def _is_off(scale: float) -> bool:
    return abs(scale - 1) >= WRONG_FROM - _ROUNDING


def _card_scale(thing: PrintedItem, items: Sequence[PlacedMarker]) -> float | None:
    """Measure the scale by a card's two markers, which have the same id."""
    if len(items) != 2:
        return None
    one, other = items
    # Their poses show which of the two is the upper one.
    centres = [marker.centre for marker in thing.markers]
    scales = (_scale(centres, pair) for pair in ((one, other), (other, one)))
    return next((scale for scale in scales if scale is not None), None)


def _tray_scale(thing: PrintedItem, items: Sequence[PlacedMarker]) -> float | None:
    """Measure the scale by the column of a tray's markers, each with an id of its own."""
    centres = {marker.id: marker.centre for marker in thing.markers}
    if len(items) < FEWEST_LANES or len({item.id for item in items}) < len(items):
        return None
    return _scale([centres[item.id] for item in items], items)


def _scale(printed: Sequence[Point], items: Sequence[PlacedMarker]) -> float | None:
    """Return the scale of markers against their printed centres (mm); None if they are not of one flat sheet.

    The least-squares similarity: in complex numbers, the factor from the printed places to the seen ones.
    """
    local, seen = _about_middle(printed), _about_middle([item.centre for item in items])
    length = sum(abs(place) ** 2 for place in local)
    factor = sum(place.conjugate() * there for place, there in zip(local, seen, strict=True)) / length
    turned = degrees(phase(factor))
    straight = all(abs(wrap_degrees(item.pose.heading - turned)) < _TURNED_WITHIN for item in items)
    fits = all(abs(there - factor * place) < _OFF_MM for place, there in zip(local, seen, strict=True))
    return abs(factor) if straight and fits and _PLAUSIBLE[0] < abs(factor) < _PLAUSIBLE[1] else None


def _about_middle(places: Sequence[Point]) -> list[complex]:
    middle = complex(sum(place.x for place in places), sum(place.y for place in places)) / len(places)
    return [complex(place.x, place.y) - middle for place in places]


_OFF_MM = 3.0
"""A marker farther than this from where the others place it is on another sheet."""
