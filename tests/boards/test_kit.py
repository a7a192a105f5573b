"""The kit and the marker plan agree: ids unique, in their ranges, markers and quiet zones on their sheets."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from boards.colours import COLOURS
from boards.geometry import Point, Rect
from boards.kit import marker_plan as plan
from boards.kit.cards import Card, CardKind
from boards.kit.decks import UnknownRules, dealt_ids, deck_counts, decks
from boards.kit.kit import kit
from boards.kit.printed_items import Thing
from boards.mats import mat

RANGES = {
    "card": plan.CARD_IDS,
    "ready": plan.READY_IDS,
    "golem": plan.GOLEM_IDS,
    "mat": plan.MAT_IDS,
    "tray": plan.TRAY_IDS,
    "die": plan.DIE_IDS,
    "token": plan.TOKEN_IDS,
    "energy": range(201, 203),
}


@given(st.integers())
def test_every_id_belongs_to_one_thing(deck_seed: int) -> None:
    things = kit(deck_seed).things
    owners: dict[int, str] = {}
    for thing in things.values():
        for marker in thing.markers:
            assert owners.setdefault(marker.id, thing.key) == thing.key
            assert marker.id in RANGES[thing.kind]
    for marker_id, key in owners.items():
        assert kit(deck_seed).marker_owner(marker_id) == (key,)
    assert kit(deck_seed).marker_owner(230) == ()


def test_the_plan_is_used_up() -> None:
    used = sorted({marker.id for thing in kit().things.values() for marker in thing.markers})
    assert used == [*range(96), *range(100, 108), *range(140, 203)]


def test_the_contract_s_keys() -> None:
    things = kit().things
    for key, first in {
        "ready:red": 88, "golem:green": 95, "mat:6x6": 104, "tray:blue": 144, "die:red:if": 156,
        "die:red:repeat 2": 157, "die:blue:if": 162, "token:barrel:1": 180, "token:water:1": 190, "token:wall:6": 200,
        "energy:track": 201, "energy:chip": 202,
    }.items():  # fmt: skip
        assert things[key].markers[0].id == first


def test_decks_hold_22_cards_each_with_its_own_id() -> None:
    cards = decks()
    assert len(cards) == 88
    assert sum(deck_counts("2.0").values()) == 22
    assert sum(count for kind, count in deck_counts("3.1").items() if not kind.is_bonus) == 18
    ids = [kit(7).things[card.key].markers[0].id for card in cards]
    assert sorted(ids) == list(range(88))


@given(st.integers(), st.integers(min_value=1, max_value=200))
def test_dealing_is_a_permutation(seed: int, count: int) -> None:
    assert sorted(dealt_ids(count, seed)) == list(range(count))


def test_dealing_never_changes() -> None:
    """Printed decks lie in cupboards: the same seed must mean the same cards for ever."""
    assert dealt_ids(10, 1) == dealt_ids(10, 1)
    assert dealt_ids(88, 1) != dealt_ids(88, 2)
    assert dealt_ids(12, 1) == GOLDEN_DEAL


def test_every_marker_has_its_quiet_zone_on_its_sheet() -> None:
    for thing in kit().things.values():
        # A golem's top is a disc of 70 mm, the most that a robot may be across: one module on each side
        # of its large marker, less in the corners.
        wanted = plan.quiet_mm(1.0) if thing.kind != "golem" else 1 / plan.MODULES
        for marker in thing.markers:
            room = marker.side_mm / 2 + wanted * marker.side_mm - 1e-9
            zone = Rect(marker.centre, marker.centre).grown(room)
            assert zone.low in sheet_of(thing), thing.key
            assert zone.high in sheet_of(thing), thing.key


def test_the_two_markers_of_a_card_are_one_id_in_opposite_corners() -> None:
    for card in decks():
        upper, lower = kit().things[card.key].markers
        assert upper.id == lower.id
        assert upper.centre.x < 0 < upper.centre.y
        assert (lower.centre.x, lower.centre.y) == (-upper.centre.x, -upper.centre.y)


def test_unknown_rules_are_named() -> None:
    with pytest.raises(UnknownRules, match=r"'4\.0'.*3\.1 and 2\.0"):
        kit(1, "4.0")


@given(st.sampled_from(COLOURS), st.sampled_from(CardKind), st.integers(1, 3))
def test_card_keys_roundtrip(colour: str, kind: CardKind, copy: int) -> None:
    card = Card(colour, kind, copy)
    assert Card.parse(card.key) == card


@pytest.mark.parametrize("key", ["", "card:red:forward", "card:red:jump:1", "ready:red", "card:red:forward:x"])
def test_what_is_no_card_s_key_is_refused(key: str) -> None:
    with pytest.raises(ValueError, match="is not a"):
        Card.parse(key)


def sheet_of(thing: Thing) -> Rect:
    if thing.kind == "mat":
        return mat(thing.key).sheet
    half = Point(thing.size_mm[0] / 2, thing.size_mm[1] / 2)
    return Rect(Point(-half.x, -half.y), half)


GOLDEN_DEAL = (4, 6, 7, 9, 11, 3, 10, 1, 2, 0, 8, 5)
