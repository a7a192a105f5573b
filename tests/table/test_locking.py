"""Locked programs: a commitment that says nothing and binds, and a watch that notices what was done to the cards."""

from __future__ import annotations

import hashlib
import itertools
import json
from collections.abc import Callable
from dataclasses import replace
from random import Random

import pytest

from boards.base.catalogue import languages, translate
from boards.geometry import Point, Pose
from boards.kit.cards import CardKind
from boards.kit.kit import kit
from boards.kit.thing_keys import CardKey, MatKey, ReadyKey, ThingKey, TrayKey
from boards.kit.trays import TRAY
from controller.table.core.record.entries import ProgramsTaken
from controller.table.core.record.entry_codec import decode_content, encode_content
from controller.table.perception.program_lock import (
    GONE_AFTER,
    LockedRow,
    Watch,
    load_locks,
    lock,
    locked_programs,
    sums,
    watch,
)
from controller.table.perception.program_reading import read_table
from controller.vision.scene import Scene, Seen, Unread, Why
from tests.support.locked_rows import PLAYERS, TRAYS

PROGRAM = ("forward", "repeat 2 attack", "turn-left", "defend")
CARDS = (("forward",), ("repeat 2", "attack"), ("turn-left",), ("defend",))
WORDS_OF_CARDS = {kind.value for kind in CardKind}

Things = dict[ThingKey, Pose]


def laid() -> Things:
    """Both players' cards as they lie when they are locked, by key."""
    things: Things = {}
    for player in PLAYERS:
        for lane, cards in enumerate(CARDS):
            for slot, kind in enumerate(cards):
                place = TRAYS[TrayKey(player)].place(TRAY.slot_centre(lane, slot))
                things[CardKey(player, CardKind(kind), 1)] = Pose(place.x, place.y, 3.0)
    return things


def scene(things: Things, unread: tuple[Unread, ...] = (), trays: tuple[str, ...] = PLAYERS) -> Scene:
    seen = [Seen(key, pose, (), 2) for key, pose in things.items()]
    seen += [Seen(TrayKey(player), TRAYS[TrayKey(player)], (), 4) for player in trays]
    return Scene(
        1, 0.0, (1920, 1080), MatKey("4x4"), tuple(sorted(seen, key=lambda s: str(s.thing))), unread, (), settled=True
    )


def locked(seed: int = 1) -> dict[str, tuple[LockedRow, ...]]:
    at_rest = scene(laid())
    reading = read_table(at_rest, kit())
    return dict(lock(dict.fromkeys(PLAYERS, PROGRAM), reading.laid, at_rest, Random(seed)))


def looked(*scenes: Scene, opened: int = 0, before: Watch | None = None) -> Watch:
    """What is known after these looks at rows that were locked as `laid`."""
    rows = [row for each in locked().values() for row in each[opened:]]
    found = before or Watch()
    for each in scenes:
        found = watch(found, rows, each)
    return found


def told(found: Watch) -> list[tuple[str, str, str, str]]:
    return [(n.code, n.facts["golem"], n.facts["row"], n.facts["place"]) for n in found.notices]


def place(player: str, lane: int, slot: int) -> Pose:
    at = TRAYS[TrayKey(player)].place(TRAY.slot_centre(lane, slot))
    return Pose(at.x, at.y, 0.0)


# The commitment


def test_the_sum_says_nothing_without_the_salt_and_binds_with_it() -> None:
    one, other = locked(1), locked(2)
    for player in PLAYERS:
        for a, b in zip(one[player], other[player], strict=True):
            assert (a.text, a.cards) == (b.text, b.cards) and a.sum != b.sum and len(a.salt) == 32
    every = [row for rows in one.values() for row in rows]
    assert len({row.salt for row in every}) == len({row.sum for row in every}) == 8
    row = one["red"][1]
    changed = [
        replace(row, player="blue"),
        replace(row, row=3),
        replace(row, text="repeat 3 attack"),
        replace(row, cards=row.cards[:1]),
        replace(row, cards=tuple(reversed(row.cards))),
        replace(row, cards=(replace(row.cards[0], card=CardKey("red", CardKind.REPEAT_2, 2)), row.cards[1])),
        replace(row, salt=f"{int(row.salt, 16) ^ 1:032x}"),
    ]
    assert len({item.sum for item in (row, *changed)}) == len(changed) + 1


def test_anybody_can_recompute_the_sum_from_what_the_row_shows_once_it_is_revealed() -> None:
    """As the page tells: SHA-256 of the JSON of player, row, text, cards by place, salt."""
    for player, rows in locked().items():
        for row in rows:
            hidden, shown = row.view(opened=False), row.view(opened=True)
            assert (hidden.sum, hidden.salt, hidden.cards) == (row.sum, None, None)
            told = [player, row.row, row.text, list(map(list, enumerate(shown.cards, 1))), shown.salt]
            text = json.dumps(told, ensure_ascii=False, separators=(",", ":"))
            assert shown.sum == row.sum == hashlib.sha256(text.encode()).hexdigest()
            assert shown.cards == tuple(str(card.card) for card in row.cards) and shown.salt == row.salt


def test_locks_are_written_and_read_back() -> None:
    locks = locked()
    kind, data = encode_content(locked_programs(dict.fromkeys(PLAYERS, PROGRAM), locks))
    taken = decode_content(kind, json.loads(json.dumps(data)))
    assert isinstance(taken, ProgramsTaken)
    assert dict(load_locks(taken)) == locks
    assert load_locks(ProgramsTaken({"red": ("forward",)})) == {}


def test_a_program_of_the_computer_is_locked_without_cards() -> None:
    at_rest = scene({}, trays=())
    locks = lock({"blue": PROGRAM}, (), at_rest, Random(3))
    assert [row.cards for row in locks["blue"]] == [()] * 4
    assert len(set(sums(locks)["blue"])) == 4


# The watch


def test_what_lies_still_is_no_breach_and_slips_do_no_harm() -> None:
    chance = Random(5)
    for _ in range(50):
        slipped = {
            key: Pose(p.x + chance.uniform(-15, 15), p.y + chance.uniform(-15, 15), 0) for key, p in laid().items()
        }
        assert looked(*[scene(slipped)] * 6) == Watch()


@pytest.mark.parametrize(("off_mm", "codes"), [(29.9, []), (30.1, ["card-moved"])])
def test_a_card_has_left_its_place_a_little_less_than_half_a_slot_away(off_mm: float, codes: list[str]) -> None:
    for way in (Point(off_mm, 0.0), Point(-off_mm, 0.0), Point(0.0, off_mm)):
        things = laid()
        key = next(key for key in things if isinstance(key, CardKey) and key.kind is CardKind.ATTACK)
        tray = TRAYS[TrayKey(key.colour)]
        at = tray.place(tray.local(things[key].point) + way)
        things[key] = Pose(at.x, at.y, 3.0)
        assert [code for code, *_ in told(looked(scene(things)))] == codes


@pytest.mark.parametrize(("off_mm", "looks"), [(49.9, 0), (50.1, 1)])
def test_what_lies_near_enough_to_a_cards_place_may_cover_it(off_mm: float, looks: int) -> None:
    things = laid()
    key = CardKey("red", CardKind.FORWARD, 1)
    tray = TRAYS[TrayKey("red")]
    at = tray.place(tray.local(things.pop(key).point) + Point(-off_mm, 0.0))
    things[ReadyKey("red")] = Pose(at.x, at.y, 0.0)
    found = looked(scene(things))
    assert dict(found.bare) == {key: looks} and found.doubtful is bool(looks)


def test_another_look_tells_more_until_the_card_is_surely_gone() -> None:
    things = laid()
    del things[CardKey("red", CardKind.FORWARD, 1)]
    doubts = [looked(*[scene(things)] * looks) for looks in range(1, GONE_AFTER + 1)]
    assert [found.doubtful for found in doubts] == [True] * (GONE_AFTER - 1) + [False]
    assert [code for code, *_ in told(doubts[-1])] == ["card-gone"]


def test_the_place_of_a_card_too_many_is_counted_from_the_left() -> None:
    things = laid()
    spare = CardKey("red", CardKind.STAND, 1)
    row = locked()["red"][1]
    for slot, place_there in ((2, "3"), (4, "3")):
        things[spare] = place("red", 1, slot)
        assert told(looked(scene(things))) == [("card-added", "red", "2", place_there)]
    tray = TRAYS[TrayKey("red")]
    between = tray.place(Point((row.cards[0].at.x + row.cards[1].at.x) / 2, row.cards[0].at.y))
    things[spare] = Pose(between.x, between.y, 0.0)
    assert told(looked(scene(things))) == [("card-added", "red", "2", "2")]


ACTIONS: dict[str, Callable[[Things, str, int], tuple[str, int]]] = {}
"""What a child may do to its own tray and a lane of it: the code and place that must be told."""


def deed(do: Callable[[Things, str, int], tuple[str, int]]) -> Callable[[Things, str, int], tuple[str, int]]:
    ACTIONS[do.__name__] = do
    return do


def _spare_of(player: str) -> CardKey:
    return CardKey(player, CardKind.TURN_RIGHT, 1)


def _key(player: str, lane: int) -> CardKey:
    return CardKey(player, CardKind(CARDS[lane][0]), 1)


@deed
def to_another_slot(things: Things, player: str, lane: int) -> tuple[str, int]:
    things[_key(player, lane)] = place(player, lane, 3)
    return "card-moved", 1


@deed
def off_the_tray(things: Things, player: str, lane: int) -> tuple[str, int]:
    pose = things[_key(player, lane)]
    things[_key(player, lane)] = Pose(pose.x + 2000.0, pose.y, 0.0)
    return "card-moved", 1


@deed
def swapped(things: Things, player: str, lane: int) -> tuple[str, int]:
    things[_spare_of(player)] = things.pop(_key(player, lane))
    return "card-swapped", 1


@deed
def swapped_for_a_foreign_one(things: Things, player: str, lane: int) -> tuple[str, int]:
    things[_spare_of("yellow")] = things.pop(_key(player, lane))
    return "card-swapped", 1


@deed
def added(things: Things, player: str, lane: int) -> tuple[str, int]:
    things[_spare_of(player)] = place(player, lane, 4)
    return "card-added", 1 + len(CARDS[lane])


@deed
def taken(things: Things, player: str, lane: int) -> tuple[str, int]:
    del things[_key(player, lane)]
    return "card-gone", 1


@pytest.mark.parametrize("name", ACTIONS)
@pytest.mark.parametrize(("player", "lane"), list(itertools.product(PLAYERS, range(4))))
def test_every_deed_in_every_row_is_noticed_once_and_names_whose_it_is(name: str, player: str, lane: int) -> None:
    things = laid()
    code, nth = ACTIONS[name](things, player, lane)
    found = looked(*[scene(things)] * GONE_AFTER)
    assert told(found) == [(code, player, str(lane + 1), str(nth))]
    for language in languages():
        text = translate(found.notices[0].text, language)
        assert str(lane + 1) in text and str(nth) in text and not any(word in text for word in WORDS_OF_CARDS)
    # A row that is revealed already is nobody's business; one that is not is.
    assert looked(*[scene(things)] * GONE_AFTER, opened=lane + 1).breaches == {}
    # Put back as it was, also not quite exactly, the game goes on.
    assert looked(scene(laid()), before=found) == Watch()


@pytest.mark.parametrize("name", sorted(set(ACTIONS) - {"taken"}))
def test_what_is_sure_is_told_at_the_first_look(name: str) -> None:
    things = laid()
    ACTIONS[name](things, "red", 2)
    assert len(looked(scene(things)).breaches) == 1


def test_two_cards_that_change_places_are_both_told() -> None:
    things = laid()
    one, other = _key("red", 0), _key("red", 3)
    things[one], things[other] = things[other], things[one]
    assert told(looked(scene(things))) == [("card-moved", "red", "1", "1"), ("card-moved", "red", "4", "1")]


def test_a_card_that_is_covered_or_unread_is_not_gone_however_long() -> None:
    things = laid()
    pose = things.pop(_key("red", 1))
    for unread in (
        Unread(Why.COVERED, (), pose, None),
        Unread(Why.GLARE, (), Pose(pose.x + 100.0, pose.y, 0.0), None),
        Unread(Why.DUPLICATE, (), Pose(0.0, 0.0, 0.0), _key("red", 1)),
        Unread(Why.BLURRED, (), None, _key("red", 1)),
    ):
        assert looked(*[scene(things, (unread,))] * 30).breaches == {}
    # A hand on the whole tray, or something that was read and lies on the card.
    assert looked(*[scene({}, trays=("blue",))] * 2).breaches == {}
    things[ReadyKey("red")] = pose
    assert looked(*[scene(things)] * 30).breaches == {}


def test_bare_looks_must_follow_each_other_and_covered_ones_between_do_not_count() -> None:
    things = laid()
    pose = things.pop(_key("blue", 2))
    bare, hidden = scene(things), scene(things, (Unread(Why.COVERED, (), pose, None),))
    assert looked(*[bare] * (GONE_AFTER - 1), *[hidden] * 5).breaches == {}
    assert len(looked(*[bare] * (GONE_AFTER - 1), *[hidden] * 5, bare).breaches) == 1
    assert looked(*[bare] * (GONE_AFTER - 1), scene(laid()), *[bare] * (GONE_AFTER - 1)).breaches == {}


def test_a_breach_holds_while_a_hand_mends_it_until_the_card_is_surely_back() -> None:
    things = laid()
    pose = things.pop(_key("red", 0))
    found = looked(*[scene(things)] * GONE_AFTER)
    covered = scene(things, (Unread(Why.COVERED, (), pose, None),))
    assert looked(*[covered] * 5, before=found).breaches == found.breaches
    assert looked(scene({}, trays=()), before=found).breaches == found.breaches
    assert looked(scene(laid()), before=found).breaches == {}
    more = laid() | {_spare_of("red"): place("red", 0, 3)}
    found = looked(scene(more))
    hidden = scene(laid(), (Unread(Why.COVERED, (), place("red", 0, 3), None),))
    assert looked(hidden, before=found).breaches == found.breaches
    assert looked(scene(laid()), before=found).breaches == {}


def test_a_tray_that_is_pushed_takes_its_cards_along() -> None:
    def pushed(pose: Pose) -> Pose:
        at = Point(pose.x, pose.y).rotated(4.0) + Point(60.0, -25.0)
        return Pose(at.x, at.y, pose.heading + 4.0)

    seen = [Seen(key, pushed(pose), (), 2) for key, pose in (laid() | TRAYS).items()]
    moved = Scene(1, 0.0, (1920, 1080), MatKey("4x4"), tuple(seen), (), (), settled=True)
    assert looked(*[moved] * 6) == Watch()
