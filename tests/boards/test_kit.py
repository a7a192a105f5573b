"""The kit and the marker plan agree: ids unique, in their ranges, markers and quiet zones on their sheets."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from boards.colours import COLOURS
from boards.geometry import Point, Rect
from boards.kit import marker_plan as plan
from boards.kit.cards import CardKind
from boards.kit.decks import UnknownRules, dealt_ids, deck_counts, decks
from boards.kit.kit import kit
from boards.kit.printed_items import PrintedItem
from boards.kit.thing_keys import (
    CardKey,
    DieKey,
    EnergyKey,
    GolemKey,
    HexBoardKey,
    MatKey,
    PieceKey,
    ReadyKey,
    StepKey,
    ThingKey,
    TokenKey,
    TrayKey,
    parse_card_key,
    parse_key,
)
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
            assert marker.id in RANGES[thing.key.PREFIX]
    for marker_id, key in owners.items():
        assert kit(deck_seed).marker_owner(marker_id) == (key,)
    assert kit(deck_seed).marker_owner(230) == ()


def test_the_plan_is_used_up() -> None:
    used = sorted({marker.id for thing in kit().things.values() for marker in thing.markers})
    assert used == [*range(96), *range(100, 108), *range(140, 203)]


def test_the_contract_s_keys() -> None:
    things = kit().things
    for key, first in {
        ReadyKey("red"): 88,
        GolemKey("green"): 95,
        MatKey("6x6"): 104,
        TrayKey("blue"): 144,
        DieKey("red", "if"): 156,
        DieKey("red", "repeat 2"): 157,
        DieKey("blue", "if"): 162,
        TokenKey("barrel", 1): 180,
        TokenKey("water", 1): 190,
        TokenKey("wall", 6): 200,
        EnergyKey("track"): 201,
        EnergyKey("chip"): 202,
    }.items():
        assert things[key].markers[0].id == first


def test_decks_hold_22_cards_each_with_its_own_id() -> None:
    cards = decks()
    assert len(cards) == 88
    assert sum(deck_counts("2.0").values()) == 22
    assert sum(count for kind, count in deck_counts("3.1").items() if not kind.is_bonus) == 18
    ids = [kit(7).things[card].markers[0].id for card in cards]
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
        wanted = plan.quiet_mm(1.0) if not isinstance(thing.key, GolemKey) else 1 / plan.MODULES
        for marker in thing.markers:
            room = marker.side_mm / 2 + wanted * marker.side_mm - 1e-9
            zone = Rect(marker.centre, marker.centre).grown(room)
            assert zone.low in sheet_of(thing), thing.key
            assert zone.high in sheet_of(thing), thing.key


def test_the_two_markers_of_a_card_are_one_id_in_opposite_corners() -> None:
    for card in decks():
        upper, lower = kit().things[card].markers
        assert upper.id == lower.id
        assert upper.centre.x < 0 < upper.centre.y
        assert (lower.centre.x, lower.centre.y) == (-upper.centre.x, -upper.centre.y)


def test_unknown_rules_are_named() -> None:
    with pytest.raises(UnknownRules, match=r"'4\.0'.*3\.1 and 2\.0"):
        kit(1, "4.0")


@given(st.sampled_from(COLOURS), st.sampled_from(CardKind), st.integers(1, 3))
def test_card_keys_roundtrip(colour: str, kind: CardKind, copy: int) -> None:
    key = CardKey(colour, kind, copy)
    assert parse_key(str(key)) == parse_card_key(str(key)) == key


@pytest.mark.parametrize("key", ["", "card:red:forward", "card:red:jump:1", "ready:red", "card:red:forward:x"])
def test_what_is_no_card_s_key_is_refused(key: str) -> None:
    with pytest.raises(ValueError, match="is not a"):
        parse_card_key(key)


def sheet_of(thing: PrintedItem) -> Rect:
    if isinstance(thing.key, MatKey):
        return mat(thing.key).sheet
    half = Point(thing.size_mm[0] / 2, thing.size_mm[1] / 2)
    return Rect(Point(-half.x, -half.y), half)


GOLDEN_DEAL = (4, 6, 7, 9, 11, 3, 10, 1, 2, 0, 8, 5)


EVERY_KEY = st.one_of(
    st.builds(CardKey, st.sampled_from(COLOURS), st.sampled_from(CardKind), st.integers(1, 99)),
    st.builds(ReadyKey, st.sampled_from(COLOURS)),
    st.builds(GolemKey, st.sampled_from(COLOURS)),
    st.builds(TrayKey, st.sampled_from(COLOURS)),
    st.builds(MatKey, st.text("abc4x-", min_size=1)),
    st.builds(HexBoardKey, st.text("abc9x-", min_size=1)),
    st.builds(DieKey, st.sampled_from(COLOURS), st.text("abc 6", min_size=1), st.none() | st.integers(1, 9)),
    st.builds(TokenKey, st.text("abc-", min_size=1), st.integers(1, 9)),
    st.builds(EnergyKey, st.sampled_from(["track", "chip"])),
    st.builds(PieceKey, st.text("abc-", min_size=1), st.integers(1, 99)),
    st.builds(StepKey, st.text("D+1? ", min_size=1), st.none() | st.integers(1, 99)),
)


@given(EVERY_KEY)
def test_every_key_is_read_back_from_its_text(key: ThingKey) -> None:
    assert parse_key(str(key)) == key


@given(EVERY_KEY, EVERY_KEY)
def test_keys_are_equal_if_and_only_if_their_texts_are(one: ThingKey, other: ThingKey) -> None:
    assert (one == other) is (str(one) == str(other))


@pytest.mark.parametrize(
    "text",
    [
        "",
        ":",
        "card",
        "golem:",
        "golem:red:1",
        "token:wall",
        "token:wall:0",
        "token:wall:01",
        "die:red:if:x",
        "mat:a:b",
        "step:",
        "card:red:forward:1:1",
        "card:red:forward:+1",
        "piece:knight:１",
        "robot:red",
    ],
)
def test_what_is_no_key_is_refused_in_plain_words(text: str) -> None:
    with pytest.raises(ValueError, match="is not a printed thing"):
        parse_key(text)


def test_the_text_form_of_every_thing_of_the_kit_is_unique() -> None:
    things = kit().things
    assert len({str(key) for key in things}) == len(things)
    assert all(parse_key(str(key)) == key for key in things)
