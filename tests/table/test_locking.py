"""Locked programs: a commitment that says nothing and binds, and a watch that notices what was done to the cards."""

from __future__ import annotations

import hashlib
import itertools
import json
from collections.abc import Callable, Coroutine
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import pytest

from boards.base.catalogue import languages, translate
from boards.geometry import Point, Pose
from boards.kit.cards import CardKind
from boards.kit.kit import kit
from boards.kit.thing_keys import CardKey, MatKey, ReadyKey, ThingKey, TrayKey
from boards.kit.trays import TRAY
from boards.table_layout import standard_layout
from controller.games import game_registry as registry
from controller.journal import read_record
from controller.table.core.phases import Phase
from controller.table.core.record.entries import ProgramsTaken
from controller.table.core.record.entry_codec import decode_content, encode_content
from controller.table.core.record.fold import fold_all
from controller.table.core.record.fold_errors import LockMismatch
from controller.table.core.settings import Settings
from controller.table.perception.program_lock import (
    CODES,
    GONE_AFTER,
    LockedRow,
    Locks,
    Watch,
    load_locks,
    lock,
    locked_programs,
    sums,
    watch,
)
from controller.table.perception.program_reading import read_table
from controller.table.view.view import View
from controller.vision.scene import Scene, Seen, Unread, Why
from hardware.simulated.virtual_clock import run
from hardware.simulated.world import TableItem
from tests.support.quick_table import QuickTable, quick_table

PLAYERS = ("red", "blue")
TRAYS = standard_layout(MatKey("4x4"), PLAYERS)
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


# At the table


def with_table(path: Path, test: Callable[[QuickTable], Coroutine[Any, Any, None]], **options: Any) -> None:
    async def main() -> None:
        async with quick_table(path, 5, **options) as quick:
            await test(quick)

    run(main())


def breach_codes(view: View) -> list[str]:
    return [notice.code for notice in view.notices if notice.code in CODES]


def locks_of(quick: QuickTable) -> Locks:
    """What the newest entry of programs in the record says."""
    entries = read_record(quick.path).entries
    taken = decode_content("programs", next(entry.data for entry in reversed(entries) if entry.kind == "programs"))
    assert isinstance(taken, ProgramsTaken)
    return load_locks(taken)


def _of_row(quick: QuickTable, player: str, row: int) -> CardKey:
    return locks_of(quick)[player][row - 1].cards[0].card


def move(quick: QuickTable, key: CardKey, player: str) -> str:
    lying = quick.world.lying[f"hand:{key}"]
    quick.world.lying[f"hand:{key}"] = replace(lying, pose=Pose(lying.pose.x + 70.0, lying.pose.y, 0.0))
    return "card-moved"


def take(quick: QuickTable, key: CardKey, player: str) -> str:
    del quick.world.lying[f"hand:{key}"]
    return "card-gone"


def _spare(quick: QuickTable, player: str) -> CardKey:
    lying = {item.thing for item in quick.world.lying.values()}
    keys = (CardKey(player, kind, n) for kind in (CardKind.FORWARD, CardKind.TURN_LEFT) for n in (1, 2, 3, 4))
    return next(key for key in keys if key not in lying)


def swap(quick: QuickTable, key: CardKey, player: str) -> str:
    spare = _spare(quick, player)
    quick.world.lying["spare"] = TableItem(spare, quick.world.lying.pop(f"hand:{key}").pose, False)
    return "card-swapped"


def add(quick: QuickTable, key: CardKey, player: str) -> str:
    pose = quick.world.lying[f"hand:{key}"].pose
    lane = TRAY.lane_of(TRAYS[TrayKey(player)].local(pose.point))
    assert lane is not None
    at = TRAYS[TrayKey(player)].place(TRAY.slot_centre(lane, 4))
    quick.world.lying["spare"] = TableItem(_spare(quick, player), Pose(at.x, at.y, 0.0), False)
    return "card-added"


@pytest.mark.parametrize(("phase", "player"), [(Phase.READY, "red"), (Phase.ROW, "blue")])
@pytest.mark.parametrize("do", [move, take, swap, add])
def test_the_game_stops_and_says_whose_and_goes_on_when_it_is_put_back(
    tmp_path: Path, do: Callable[[QuickTable, str, str], str], phase: Phase, player: str
) -> None:
    async def test(quick: QuickTable) -> None:
        view = await quick.until(
            lambda view: view.phase == phase.value and view.row == (1 if phase is Phase.ROW else 0)
        )
        before, rows = dict(quick.world.lying), len(view.story)
        code = do(quick, _of_row(quick, player, 3), player)
        view = await quick.until(lambda view: view.phase == Phase.DIFFERS.value, 30.0)
        assert len(view.story) == rows
        (notice,) = [notice for notice in view.notices if notice.code in CODES]
        assert (notice.code, notice.severity, notice.facts["golem"], notice.facts["row"]) == (code, "stop", player, "3")
        with pytest.raises(TimeoutError):
            await quick.until(lambda view: len(view.story) > rows, 60.0)
        quick.world.lying.clear()
        quick.world.lying.update(before)
        view = await quick.until(lambda view: len(view.story) > rows, 30.0)
        assert not breach_codes(view)

    with_table(tmp_path / "game.jsonl", test)


def test_cards_of_rows_that_were_revealed_may_be_taken_away_and_hands_may_cover_the_rest(tmp_path: Path) -> None:
    async def test(quick: QuickTable) -> None:
        for row in (1, 2, 3):
            await quick.until(lambda view, row=row: view.phase == Phase.ROW.value and view.row == row)
            for player in PLAYERS:
                quick.eye.covered = {card.card for card in locks_of(quick)[player][3].cards}
                for card in locks_of(quick)[player][row - 1].cards:
                    del quick.world.lying[f"hand:{card.card}"]
        await quick.until(lambda view: view.round == 2 or view.phase == Phase.OVER.value)
        assert not any(breach_codes(view) for view in quick.views)

    with_table(tmp_path / "game.jsonl", test)


def test_the_row_keeps_its_time_while_the_cards_are_watched(tmp_path: Path) -> None:
    async def test(quick: QuickTable) -> None:
        await quick.until(lambda view: view.round == 2 or view.phase == Phase.OVER.value)

    path = tmp_path / "game.jsonl"
    with_table(path, test, settings=Settings(reveal_s=3.0))
    ready = None
    waits = []
    for entry in read_record(path).entries:
        if entry.kind == "signal" and entry.data["signal"] == "wants-go":
            ready = entry.time
        elif entry.kind == "row" and ready is not None:
            waits.append(entry.time - ready)
    assert waits and waits == [pytest.approx(3.0, abs=0.01)] * len(waits)


def test_cards_that_are_lost_can_be_waived_and_the_locked_program_is_played(tmp_path: Path) -> None:
    async def test(quick: QuickTable) -> None:
        await quick.until(lambda view: view.phase == Phase.READY.value)
        assert not (await quick.table.submit("waive")).ok
        program = [row.text for row in locks_of(quick)["red"]]
        take(quick, _of_row(quick, "red", 4), "red")
        view = await quick.until(lambda view: view.phase == Phase.DIFFERS.value)
        assert "waive" in view.may
        assert (await quick.table.submit("waive")).ok
        told = len(quick.views) + 1
        view = await quick.until(lambda view: view.row == 4 or view.phase == Phase.OVER.value)
        assert view.phase == Phase.OVER.value or list(view.programs["red"]) == program
        assert all(breach_codes(view) == [] for view in quick.views[told:])

    with_table(tmp_path / "game.jsonl", test)


def test_the_view_commits_to_rows_and_opens_them_one_by_one(tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"

    async def test(quick: QuickTable) -> None:
        await quick.until(lambda view: view.phase == Phase.OVER.value)
        ready = [view for view in quick.views if view.phase == Phase.READY.value]
        assert ready
        for view in quick.views:
            for player, rows in view.locks.items():
                for number, row in enumerate(rows, 1):
                    assert (row.salt is None) == (row.cards is None) == (number > view.row or view.row == 0)
                    if row.salt is not None and row.cards is not None:
                        told = [
                            player,
                            number,
                            view.programs[player][number - 1],
                            [*map(list, enumerate(row.cards, 1))],
                        ]
                        assert _sum([*told, row.salt]) == row.sum

    with_table(path, test)
    record = read_record(path).entries
    at = next(entry.n for entry in record if entry.kind == "programs")
    assert record[at - 1].kind == "locked" and set(record[at - 1].data) == {"sums"}
    for change in ("salts", "cards"):
        data = json.loads(json.dumps(record[at].data))
        data[change]["red"][0], data[change]["red"][1] = data[change]["red"][1], data[change]["red"][0]
        tampered = (*record[:at], replace(record[at], data=data), *record[at + 1 :])
        with pytest.raises(LockMismatch, match="red"):
            fold_all(registry.game_named("golems"), tampered)


def _sum(told: list[Any]) -> str:
    """As `controller.table.perception.program_lock` says in words, by another hand."""
    return hashlib.sha256(json.dumps(told, separators=(",", ":"), ensure_ascii=False).encode("utf-8")).hexdigest()
