"""Locked cards are read once more: what counts then, what is told, and what stays because it is not sure."""

from __future__ import annotations

from collections.abc import Collection
from random import Random
from typing import Any

import pytest

from boards.base.catalogue import translate
from boards.base.errors import Problems
from boards.geometry import Point, Pose
from boards.kit.cards import CardKind
from boards.kit.kit import kit
from boards.kit.thing_keys import CardKey, TrayKey
from boards.kit.trays import TRAY
from controller.games.game import GoOn, ProgramsLaid
from controller.games.game_registry import tabletop_named
from controller.table.core.phases import Phase
from controller.table.core.record.entries import ProgramsCorrected, ProgramsTaken
from controller.table.perception.card_statements import corrected_row
from controller.table.perception.program_lock import Breach, LockedCard, LockedRow, Watch, load_locks, lock, watch
from controller.table.perception.program_reading import NotARowOfCards, read_table, slot_of
from controller.table.perception.reading_again import read_again, why_refused
from controller.table.view.view import Notice
from controller.vision.scene import Seen, Unread, Why
from tests.table.perceived import GOLEMS, PROGRAM, ROLLED, TRAYS, GolemTable, lies, scene

TABLETOP = tabletop_named("golems")
PROGRAMS = {"red": PROGRAM, "blue": PROGRAM}
PLAYED = GOLEMS.advance(GOLEMS.advance(ROLLED, ProgramsLaid(PROGRAMS)).state, GoOn()).state
"""Of both programs the first row was played."""


def slot(player: str, lane: int, place: int = 0) -> Pose:
    at = TRAYS[TrayKey(player)].place(TRAY.slot_centre(lane, place))
    return Pose(at.x, at.y, 0.0)


def cards(player: str, *rows: str) -> list[Seen]:
    laid = [
        lies(CardKey(player, CardKind(card), 1 + lane), slot(player, lane, place))
        for lane, row in enumerate(rows)
        for place, card in enumerate(row.split(", ") if row else ())
    ]
    return [lies(TrayKey(player), TRAYS[TrayKey(player)]), *laid]


def table(**more: Any) -> GolemTable:
    """Both programs are locked as they lie."""
    lying = scene(*cards("red", *PROGRAM), *cards("blue", *PROGRAM))
    return GolemTable(
        Phase.READY, PLAYED, locks=lock(PROGRAMS, read_table(lying, kit()).laid, lying, Random(5)), **more
    )


def again(
    *red: str, players: Collection[str] = ("red", "blue"), unread: tuple[Unread, ...] = (), **more: Any
) -> tuple[ProgramsCorrected | None, dict[str, tuple[str, str, str]]]:
    """What follows from another look, and what is told of whom: code, severity, words."""
    lying = scene(*cards("red", *red), *cards("blue", *PROGRAM), unread=unread)
    state = table(**more).heard.state
    entry, notices = read_again(TABLETOP, state, players, read_table(lying, kit()), lying, Random(6))
    assert all(isinstance(notice, Notice) and {*notice.facts} == {"golem"} for notice in notices)
    return entry, {str(one.facts["golem"]): (one.code, one.severity, translate(one.text, "en")) for one in notices}


def test_what_lies_as_it_was_locked_stays() -> None:
    entry, told = again(*PROGRAM)
    assert entry is None
    assert {name: one[:2] for name, one in told.items()} == dict.fromkeys(("red", "blue"), ("read-same", "info"))
    assert again(*PROGRAM, players=("blue",))[1].keys() == {"blue"}
    # The computer's program lies nowhere.
    assert again(*PROGRAM, seats={"red": "easy"})[1].keys() == {"blue"}


def test_rows_that_are_not_shown_yet_count_as_they_lie_now() -> None:
    entry, told = again("stand", "attack", "turn-right", "defend")
    assert told["red"][:2] == ("read-anew", "info") and told["blue"][0] == "read-same"
    assert entry is not None and entry.programs == {"red": ("forward", "attack", "turn-right", "defend")}
    assert entry.rows == {"red": (3,)} and not entry.said
    before = table().heard.state.locks["red"]
    assert entry.salts["red"][0] == before[0].salt and len({*entry.salts["red"]} | {row.salt for row in before}) == 7
    assert [[card for card, _, _ in row] for row in entry.cards["red"]] == [
        ["card:red:forward:1"], ["card:red:attack:2"], ["card:red:turn-right:3"], ["card:red:defend:4"]
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("rows", "why"),
    [
        (("forward", "attack", "turn-left", ""), "Some are missing"),
        (("forward", "attack", "repeat 2", "defend"), "Row 3"),
        (("forward", "attack", "turn-left", "repeat 2, attack"), "Row 4: the deck"),
    ],
)
def test_what_is_no_program_stays_as_it_was_and_why_is_told(rows: tuple[str, ...], why: str) -> None:
    entry, told = again(*rows)
    code, severity, words = told["red"]
    assert entry is None and (code, severity) == ("read-unread", "warning") and why in words


@pytest.mark.parametrize(("lane", "sure"), [(0, True), (1, False), (3, False)])
def test_a_card_that_is_not_read_matters_in_rows_that_are_not_shown_yet(lane: int, sure: bool) -> None:
    hidden = Unread(Why.GLARE, (), slot("red", lane, 2), None)
    _, told = again(*PROGRAM, unread=(hidden,))
    assert told["red"][:2] == (("read-same", "info") if sure else ("read-unread", "warning"))
    assert told["blue"][0] == "read-same"
    if not sure:
        assert "glare" in told["red"][2] and f"Row {lane + 1}" in told["red"][2]


def test_a_card_between_a_row_that_was_shown_and_the_next_one_leaves_the_program_as_it_was() -> None:
    at = slot("red", 0, 3)
    between = lies(CardKey("red", CardKind.STAND, 1), Pose(at.x, at.y - 0.45 * TRAY.lane_mm, 0.0))
    lying = scene(*cards("red", *PROGRAM), *cards("blue", *PROGRAM), between)
    entry, [notice, _] = read_again(
        TABLETOP, table().heard.state, ("red", "blue"), read_table(lying, kit()), lying, Random(6)
    )
    assert entry is None and notice.code == "read-unread" and "Some are missing" in translate(notice.text, "en")


def test_the_rules_say_in_which_row_a_program_is_refused() -> None:
    state = table().heard.state
    assert why_refused(TABLETOP, state, "red", PROGRAM) is None
    refused = why_refused(TABLETOP, state, "red", (*PROGRAM[:2], "repeat 2 attack", "defend"))
    assert refused is not None and translate(refused, "en").startswith("Row 3:")


def test_a_locked_row_is_corrected_by_place() -> None:
    def at(place: int) -> Point:
        return TRAY.slot_centre(1, place)

    card = LockedCard(CardKey("red", CardKind.REPEAT_2, 1), 1, at(1))
    other = LockedCard(CardKey("red", CardKind.ATTACK, 1), 2, at(2))
    row = LockedRow("red", 2, "repeat 2 attack", (card, other), "old")
    found = corrected_row(row, ("", "repeat 3"), "new")
    assert found == LockedRow("red", 2, "repeat 3 attack", (other,), "new")
    assert corrected_row(row, ("", "none"), "new") == LockedRow("red", 2, "attack", (other,), "new")
    with pytest.raises(NotARowOfCards):
        corrected_row(row, ("", "", "none"), "new")


def test_a_card_that_was_added_to_a_row_is_no_breach_any_more_once_the_row_was_shown() -> None:
    more = CardKey("red", CardKind.STAND, 1)
    before = Watch({}, {more: Breach("card-added", "red", 1, 2)})
    rows = table().heard.state.locks["red"]
    covered = scene(*cards("red", *PROGRAM), unread=(Unread(Why.COVERED, (), slot("red", 0, 2), None),))
    assert watch(before, rows, covered).breaches == before.breaches, "it may still lie there"
    assert watch(before, rows[1:], covered).breaches == {}


def test_a_record_whose_cards_are_none_is_refused_with_the_card() -> None:
    content = ProgramsTaken({"red": PROGRAM}, {"red": ("1",) * 4}, {"red": ((("card:red:dance:1", 0.0, 0.0),),) * 4})
    with pytest.raises(Problems) as caught:
        load_locks(content)
    assert [problem.at for problem in caught.value.problems] == ["cards"] and "dance" in str(caught.value)


def test_places_of_a_row_are_five_slots() -> None:
    field, y = TRAY.field, TRAY.lane(0).centre.y
    slots = [
        slot_of(Point(x, y)) for x in (field.low.x - 0.1, field.low.x + 0.1, field.high.x - 0.1, field.high.x + 0.1)
    ]
    assert slots == [None, 0, 4, None]
    assert [slot_of(TRAY.slot_centre(2, number)) for number in range(5)] == [0, 1, 2, 3, 4]
