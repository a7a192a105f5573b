"""The kit: every printed thing with its size and its markers. What print, eye and simulator agree on."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from types import MappingProxyType

from boards.base.catalogue import Language
from boards.colours import COLOURS
from boards.drawing.primitives import Drawing
from boards.geometry import Point, Rect
from boards.kit import marker_plan as plan
from boards.kit.decks import dealt_ids, deck_counts, decks
from boards.kit.printed_items import Marker, PrintedItem
from boards.kit.thing_keys import EnergyKey, GolemKey, MatKey, ReadyKey, ThingKey, TrayKey
from boards.kit.trays import TRAY
from boards.mats import mat, mats

CARD_MM = (63.0, 88.0)
"""The size of a common card sleeve."""
CARD_INSET_MM = 5.2
"""From a card's edge to its markers: the quiet zone of 4.8 mm and 0.4 mm for the scissors."""
GOLEM_TOP_MM = 70.0
"""The disc on a golem's head."""
GOLEM_HEIGHT_MM = 60.0
TOKEN_MM = 80.0
DIE_MM = 40.0
DIE_MARKER_UP_MM = 3.5
"""A die face's marker sits above the middle; its meaning is printed below."""
TRACK_MM = (250.0, 96.0)
TRACK_MARKER_AT = Point(-TRACK_MM[0] / 2 + 22.0, -TRACK_MM[1] / 2 + 20.0)
CHIP_MM = 38.0

CARD_MARKER_CENTRES = (
    Point(
        -CARD_MM[0] / 2 + CARD_INSET_MM + plan.CARD_MARKER_MM / 2,
        CARD_MM[1] / 2 - CARD_INSET_MM - plan.CARD_MARKER_MM / 2,
    ),
    Point(
        CARD_MM[0] / 2 - CARD_INSET_MM - plan.CARD_MARKER_MM / 2,
        -CARD_MM[1] / 2 + CARD_INSET_MM + plan.CARD_MARKER_MM / 2,
    ),
)
"""Upper left and lower right, like the indices of a playing card; on the back likewise, as the back is seen."""


@dataclass(frozen=True, eq=False)
class Kit:
    """All printed things of one kit. Equal to itself only, so that what is made of one can be kept by it."""

    deck_seed: int
    rules: str
    things: Mapping[ThingKey, PrintedItem]
    """By key, in the order of the marker plan."""
    _owners: Mapping[int, tuple[ThingKey, ...]] = field(repr=False)
    draw: Callable[[ThingKey, Language, bool], Drawing] | None = field(default=None, repr=False)
    """The drawings of a kit that brings its own: key, language, whether the face is up."""
    fields: Mapping[ThingKey, Rect] = field(default_factory=dict)
    """Where robots drive on each mat, mm in the mat frame; a mat on which none drives is missing."""

    def marker_owner(self, marker: int) -> tuple[ThingKey, ...]:
        """Return the keys of the things that carry a marker: one, or none for an id that the kit does not use."""
        return self._owners.get(marker, ())


def kit(deck_seed: int = 1, rules: str = "3.1") -> Kit:
    """Return the kit whose card ids were dealt by this seed, with all mats that are known. Raises UnknownRules."""
    return _kit(deck_seed, rules, mats())


@lru_cache(maxsize=16)
def _kit(deck_seed: int, rules: str, mat_keys: tuple[MatKey, ...]) -> Kit:
    deck_counts(rules)
    things = {thing.key: thing for thing in _things(deck_seed, rules, mat_keys)}
    owners: dict[int, tuple[ThingKey, ...]] = {}
    for thing in things.values():
        for marker in thing.markers:
            if thing.key not in owners.get(marker.id, ()):
                owners[marker.id] = (*owners.get(marker.id, ()), thing.key)
    fields: dict[ThingKey, Rect] = {key: mat(key).field for key in mat_keys}
    return Kit(deck_seed, rules, MappingProxyType(things), MappingProxyType(owners), fields=fields)


def _things(deck_seed: int, rules: str, mat_keys: tuple[MatKey, ...]) -> Iterator[PrintedItem]:
    cards = decks(rules)
    for card, marker in zip(cards, dealt_ids(len(cards), deck_seed), strict=True):
        yield PrintedItem(card, CARD_MM, 0.0, card_markers(marker))
    for colour, marker in zip(COLOURS, plan.READY_IDS, strict=True):
        yield PrintedItem(ReadyKey(colour), CARD_MM, 0.0, card_markers(marker))
    for colour, marker in zip(COLOURS, plan.GOLEM_IDS, strict=True):
        yield _centred(GolemKey(colour), GOLEM_TOP_MM, marker, plan.GOLEM_MARKER_MM, GOLEM_HEIGHT_MM)
    for key in mat_keys:
        yield PrintedItem(key, mat(key).size_mm, 0.0, mat(key).markers)
    for number, colour in enumerate(COLOURS):
        yield PrintedItem(TrayKey(colour), TRAY.size_mm, 0.0, _tray_markers(plan.TRAY_IDS.start + number * TRAY.lanes))
    for face, marker in plan.die_ids():
        die = Marker(marker, Point(0.0, DIE_MARKER_UP_MM), plan.DIE_MARKER_MM)
        yield PrintedItem(face, (DIE_MM, DIE_MM), DIE_MM, (die,))
    for token, marker in plan.token_ids():
        yield _centred(token, TOKEN_MM, marker, plan.TOKEN_MARKER_MM, 0.0)
    yield PrintedItem(
        EnergyKey("track"), TRACK_MM, 0.0, (Marker(plan.ENERGY_TRACK_ID, TRACK_MARKER_AT, plan.ENERGY_MARKER_MM),)
    )
    yield _centred(EnergyKey("chip"), CHIP_MM, plan.ENERGY_CHIP_ID, plan.ENERGY_MARKER_MM, 0.0)


def card_markers(marker: int) -> tuple[Marker, ...]:
    """Return a card's two markers, the same on its face and on its back."""
    return tuple(Marker(marker, centre, plan.CARD_MARKER_MM) for centre in CARD_MARKER_CENTRES)


def _tray_markers(first: int) -> tuple[Marker, ...]:
    return tuple(Marker(first + lane, TRAY.marker_centre(lane), TRAY.marker_mm) for lane in range(TRAY.lanes))


def _centred(key: ThingKey, size_mm: float, marker: int, side_mm: float, height_mm: float) -> PrintedItem:
    return PrintedItem(key, (size_mm, size_mm), height_mm, (Marker(marker, Point(0.0, 0.0), side_mm),))
