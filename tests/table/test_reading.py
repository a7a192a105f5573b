"""Scenes to programs: lanes by the tray's frame, rows left to right, every doubt a problem, never a guess."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from boards.base.catalogue import languages, translate, translate_all
from boards.geometry import Cell, Point, Pose, wrap_degrees
from boards.kit.cards import CardKind
from boards.kit.decks import deck
from boards.kit.kit import kit
from boards.kit.thing_keys import CardKey, DieKey, GolemKey, MatKey, ReadyKey, ThingKey, TokenKey, TrayKey, parse_key
from boards.kit.trays import TRAY
from boards.mats import mat
from controller.games.golems.rules.program import NotARow, parse_row
from controller.table.perception.program_reading import NotARowOfCards, TableReading, read_table, row_text
from controller.table.perception.reading_messages import CODES, ProblemContext, problem_words
from controller.vision.scene import Scene, Seen, Unread, Why

KIT = kit()
TRAY_POSE = Pose(-300.0, 200.0, 0.0)
F, B, IF, R2, S = CardKind.FORWARD, CardKind.BACKWARD, CardKind.IF_ENEMY, CardKind.REPEAT_2, CardKind.STAND

poses = st.builds(Pose, st.floats(-900, 900), st.floats(-900, 900), st.floats(-179, 180))


def seen(key: ThingKey, pose: Pose) -> Seen:
    return Seen(key, pose, (), 2)


def table(
    *things: Seen, tray: Pose = TRAY_POSE, unread: tuple[Unread, ...] = (), mat: MatKey = MatKey("4x4")
) -> TableReading:
    everything = sorted([*things, seen(TrayKey("red"), tray)], key=lambda item: str(item.thing))
    return read_table(Scene(1, 0.0, (1920, 1080), mat, tuple(everything), unread, (), True), KIT)


def in_slot(key: ThingKey, lane: int, slot: int, tray: Pose = TRAY_POSE, off: Point | None = None) -> Seen:
    place = tray.place(TRAY.slot_centre(lane, slot) + (off or Point(0.0, 0.0)))
    return seen(key, Pose(place.x, place.y, tray.heading))


def codes(reading: TableReading) -> list[tuple[str, int | None]]:
    return [(problem.code, problem.lane) for problem in reading.problems]


@given(poses, st.permutations(deck("red")), st.lists(st.integers(0, 1), min_size=4, max_size=4), st.randoms())
def test_a_tray_may_lie_and_be_turned_any_way(tray: Pose, cards: list, extra: list[int], random) -> None:
    rows = ["forward", "if enemy attack else turn-left", "repeat 2 backward", "stand"]
    keys = [["forward:1"], ["if enemy:1", "attack:1", "turn-left:1"], ["repeat 2:1", "backward:1"], ["stand:1"]]
    things = []
    for lane, names in enumerate(keys):
        for slot, name in enumerate(names):
            off = Point(random.uniform(-8, 8), random.uniform(-20, 20))
            lying = in_slot(parse_key(f"card:red:{name}"), lane, slot + extra[lane], tray, off)
            turned = wrap_degrees(lying.pose.heading + random.choice([0, 180, -7]))
            things.append(seen(lying.thing, Pose(lying.pose.x, lying.pose.y, turned)))
    reading = table(*things, tray=tray)
    assert reading.programs == {"red": tuple(rows)}
    assert reading.problems == () and reading.complete("red") and reading.cards == {"red": 7}


@given(st.lists(st.sampled_from(list(CardKind)), max_size=6))
def test_what_becomes_a_text_is_what_the_rules_can_parse_and_nothing_else(cards: list[CardKind]) -> None:
    """The cards' words, with `else` put anywhere the grammar would take it, are a row exactly if a text comes out."""
    words = [kind.value for kind in cards]
    readings = [" ".join([*words[:cut], "else", *words[cut:]]) for cut in range(1, len(words))] + [" ".join(words)]
    legal = [text for text in readings if parses(text)]
    try:
        text = row_text(cards)
    except NotARowOfCards as wrong:
        assert legal == [] and wrong.code in CODES and 0 <= wrong.index < len(cards)
    else:
        assert legal == ([text] if cards else [])


def parses(text: str) -> bool:
    try:
        parse_row(text)
    except NotARow:
        return False
    return True


@pytest.mark.parametrize(
    ("cards", "code", "index"),
    [
        ([IF], "incomplete-if", 0),
        ([IF, F], "incomplete-if", 0),
        ([R2], "incomplete-repeat", 0),
        ([IF, F, R2], "incomplete-repeat", 2),
        ([R2, IF], "not-an-action", 1),
        ([R2, R2, F], "not-an-action", 1),
        ([IF, IF, F], "not-an-action", 1),
        ([F, B], "too-many", 1),
        ([IF, F, B, S], "too-many", 3),
    ],
)
def test_rows_that_are_none_say_which_card_and_why(cards: list[CardKind], code: str, index: int) -> None:
    with pytest.raises(NotARowOfCards) as caught:
        row_text(cards)
    assert (caught.value.code, caught.value.index) == (code, index)
    assert str(caught.value) == f"{code} at card {index + 1}"


def test_each_arm_of_an_if_may_be_repeated() -> None:
    assert row_text([IF, F, R2, B]) == "if enemy forward else repeat 2 backward"
    assert row_text([IF, R2, F, R2, S]) == "if enemy repeat 2 forward else repeat 2 stand"


def test_an_empty_tray() -> None:
    reading = table()
    assert reading.programs == {"red": ("", "", "", "")} and reading.problems == ()
    assert not reading.complete("red") and not reading.complete("blue")


def test_a_card_of_another_player_spoils_its_row_only() -> None:
    reading = table(
        in_slot(CardKey("blue", CardKind.FORWARD, 1), 0, 0), in_slot(CardKey("red", CardKind.STAND, 1), 1, 0)
    )
    assert reading.programs["red"] == (None, "stand", "", "")
    assert codes(reading) == [("wrong-owner", 0)]
    assert "blue" in translate(reading.problems[0].words, "en")


def test_a_card_between_two_lanes_spoils_both() -> None:
    things = [
        in_slot(CardKey("red", CardKind.FORWARD, 1), 1, 0),
        in_slot(CardKey("red", CardKind.STAND, 1), 1, 3, off=Point(0.0, -40.0)),
        in_slot(CardKey("red", CardKind.ATTACK, 1), 2, 0),
    ]
    reading = table(*things)
    assert reading.programs["red"] == ("", None, None, "")
    assert ("between-lanes", 1) in codes(reading)


@pytest.mark.parametrize("off", [-90.0, -60.0, -46.1, -45.9, -30.0, 30.0, 45.9, 46.1, 60.0, 90.0])
def test_a_card_half_in_two_lanes_is_never_taken_for_one_of_them(off: float) -> None:
    """However far a card is pushed, it is read in the lane where most of it lies, or in none."""
    reading = table(in_slot(CardKey("red", CardKind.FORWARD, 1), 1, 0, off=Point(0.0, off)))
    for lane, text in enumerate(reading.programs["red"]):
        middle = TRAY.slot_centre(lane, 0).y
        place = TRAY.slot_centre(1, 0).y + off
        assert text != "forward" or abs(place - middle) < 25.0


def test_two_cards_in_one_place() -> None:
    reading = table(
        in_slot(CardKey("red", CardKind.FORWARD, 1), 2, 1),
        in_slot(CardKey("red", CardKind.STAND, 1), 2, 1, off=Point(9.0, 12.0)),
    )
    assert reading.programs["red"][2] is None and ("overlap", 2) in codes(reading)
    [overlap] = [problem for problem in reading.problems if problem.code == "overlap"]
    assert overlap.slot == 1 and overlap.words == problem_words("overlap", 2, 1, ProblemContext(F, other=S))


def test_a_card_on_the_trays_edge_is_in_no_row() -> None:
    place = TRAY_POSE.place(Point(-TRAY.size_mm[0] / 2 + 10.0, 0.0))
    reading = table(seen(CardKey("red", CardKind.FORWARD, 1), Pose(place.x, place.y, 0.0)))
    assert codes(reading) == [("outside-lanes", None)] and reading.cards == {"red": 0}
    beside = TRAY_POSE.place(Point(TRAY.size_mm[0] / 2 + 9.0, 0.0))
    off = table(seen(CardKey("red", CardKind.FORWARD, 1), Pose(beside.x, beside.y, 0.0)))
    for found in (reading, off):
        [problem] = found.problems
        assert problem.words == problem_words("outside-lanes", None, None, ProblemContext(F))


def test_cards_beside_the_tray_are_a_players_own_business() -> None:
    reading = table(seen(CardKey("red", CardKind.FORWARD, 1), Pose(900.0, 900.0, 0.0)))
    assert reading.problems == () and reading.laid == ()


@pytest.mark.parametrize("why", list(Why))
@pytest.mark.parametrize("thing", [None, CardKey("red", CardKind.FORWARD, 1)])
def test_something_unread_in_a_lane_is_never_passed_over(why: Why, thing: ThingKey | None) -> None:
    place = TRAY_POSE.place(TRAY.slot_centre(3, 2))
    doubt = Unread(why, (), Pose(place.x, place.y, 0.0), thing)
    reading = table(in_slot(CardKey("red", CardKind.STAND, 1), 3, 0), unread=(doubt,))
    assert reading.programs["red"] == ("", "", "", None)
    assert ("unread", 3) in codes(reading) and reading.cards == {"red": 2}


@pytest.mark.parametrize(("beside_mm", "lane"), [(15.9, 1), (16.1, None)])
@pytest.mark.parametrize("side", [-1, 1])
def test_an_unread_card_that_reaches_onto_the_tray_spoils_the_row_beside_it(
    beside_mm: float, lane: int | None, side: int
) -> None:
    local = Point(side * (TRAY.size_mm[0] / 2 + beside_mm), TRAY.slot_centre(1, 0).y)
    place = TRAY_POSE.place(local)
    card = Unread(Why.GLARE, (), Pose(place.x, place.y, 0.0), CardKey("red", F, 1))
    reading = table(in_slot(CardKey("red", S, 1), 1, 0), unread=(card,))
    assert reading.programs["red"][1] == ("stand" if lane is None else None)
    assert [code for code in codes(reading) if code[0] == "unread"] == ([] if lane is None else [("unread", lane)])
    # What nobody knows to be a card lies beside it.
    unknown = table(in_slot(CardKey("red", S, 1), 1, 0), unread=(Unread(Why.GLARE, (), card.pose, None),))
    assert unknown.programs["red"][1] == "stand"


def test_an_unread_tray_is_a_players_problem() -> None:
    doubt = Unread(Why.DUPLICATE, (), Pose(0.0, 0.0, 0.0), TrayKey("blue"))
    reading = table(unread=(doubt, doubt))
    assert [(problem.code, problem.colour) for problem in reading.problems] == [("tray-unread", "blue")]
    assert reading.problems[0].public == problem_words("tray-unread", None, None, ProblemContext(why=Why.DUPLICATE))
    assert "blue" not in reading.programs


def test_a_row_left_out_before_another_is_named() -> None:
    reading = table(in_slot(CardKey("red", CardKind.STAND, 1), 2, 0))
    assert codes(reading) == [("row-empty", 0), ("row-empty", 1)]


def test_dice_tokens_golems_and_ready_cards() -> None:
    reading = table(
        seen(DieKey("red", "repeat 2"), Pose(700.0, 0.0, 12.0)),
        seen(DieKey("blue", "blank", 2), Pose(800.0, 0.0, 12.0)),
        seen(GolemKey("blue"), Pose(350.0, 350.0, -90.0)),
        seen(ReadyKey("yellow"), Pose(800.0, 100.0, 0.0)),
        seen(ReadyKey("red"), Pose(800.0, 200.0, 0.0)),
        seen(TokenKey("barrel", 3), Pose(150.0, 250.0, 30.0)),
        seen(TokenKey("water", 1), Pose(-400.0, 900.0, 0.0)),
        seen(TokenKey("wall", 1), Pose(50.0, 50.0, 0.0)),
    )
    assert reading.dice == {"red": "repeat 2", "blue": "blank"}
    assert reading.ready == ("red", "yellow")
    assert reading.golems == {"blue": Pose(350.0, 350.0, -90.0)} and reading.golems_within == {}
    unsure = replace(seen(GolemKey("blue"), Pose(350.0, 350.0, -90.0)), within_mm=2.5, within_degrees=0.5)
    assert table(unsure).golems_within == {"blue": (2.5, 0.5)}
    assert [(kind, cell) for kind, cell, _pose in reading.tokens] == [
        ("wall", Cell(0, 0)),
        ("barrel", Cell(1, 2)),
        ("water", None),
    ]


def test_every_problem_is_told_in_every_language() -> None:
    reading = table(
        in_slot(CardKey("blue", CardKind.FORWARD, 1), 0, 0),
        in_slot(CardKey("red", CardKind.IF_ENEMY, 1), 1, 0),
        in_slot(CardKey("red", CardKind.REPEAT_2, 1), 3, 0),
        unread=(Unread(Why.GLARE, (), in_slot("", 2, 0).pose, None),),
    )
    assert len(reading.problems) == 4
    for problem in reading.problems:
        assert set(translate_all(problem.words)) == set(languages()) and len(
            set(translate_all(problem.words).values())
        ) == len(languages())
        assert all("{" not in text and "?." not in text for text in translate_all(problem.words).values())
        assert str((problem.lane or 0) + 1) in translate(problem.words, "en")


def test_problems_come_by_row_then_by_place_and_those_of_no_row_last() -> None:
    """And each is told with its card to its player, and without it to everybody."""
    edge = TRAY.slot_centre(0, 0) + Point(0.0, TRAY.size_mm[1] / 2 - TRAY.slot_centre(0, 0).y - 1.0)
    place = TRAY_POSE.place(edge)
    cards = [
        seen(CardKey("red", S, 2), Pose(place.x, place.y, 0.0)),
        in_slot(CardKey("red", F, 1), 2, 0),
        in_slot(CardKey("red", F, 2), 2, 2),
        in_slot(CardKey("blue", B, 1), 1, 3),
        in_slot(CardKey("blue", B, 2), 1, 0),
    ]
    reading = table(*cards)
    assert codes(reading) == [
        ("row-empty", 0),
        ("wrong-owner", 1),
        ("wrong-owner", 1),
        ("too-many", 2),
        ("outside-lanes", None),
    ]
    owners = [problem.slot for problem in reading.problems if problem.code == "wrong-owner"]
    assert owners == [0, 3]
    for problem in reading.problems:
        if problem.code == "wrong-owner":
            assert problem.words != problem.public, "a card's meaning is its player's"


def test_what_cannot_be_read_has_its_place_and_reason_and_counts_as_a_card() -> None:
    place = TRAY_POSE.place(TRAY.slot_centre(1, 2))
    doubt = Unread(Why.GLARE, (), Pose(place.x, place.y, 0.0), None)
    reading = table(in_slot(CardKey("red", F, 1), 1, 0), unread=(doubt,))
    [problem] = [problem for problem in reading.problems if problem.code == "unread"]
    assert (problem.lane, problem.slot, problem.colour) == (1, 2, "red")
    dark = table(in_slot(CardKey("red", F, 1), 1, 0), unread=(Unread(Why.DARK, (), doubt.pose, None),))
    [other] = [problem for problem in dark.problems if problem.code == "unread"]
    assert problem.words != other.words, "the reason is told"
    assert reading.cards == {"red": 2} and reading.programs["red"][1] is None
    # What has no place, or is a golem, lies in no lane.
    for nowhere in (Unread(Why.GLARE, (), None, None), Unread(Why.GLARE, (), doubt.pose, GolemKey("red"))):
        assert codes(table(unread=(nowhere,))) == [] and table(unread=(nowhere,)).cards == {"red": 0}


@pytest.mark.parametrize(("beside_mm", "told"), [(-1.0, True), (1.0, True), (9.0, True), (60.0, False)])
def test_a_card_that_sticks_out_of_the_tray_is_told(beside_mm: float, told: bool) -> None:
    width, height = TRAY.size_mm
    for local in (
        Point(width / 2 + beside_mm, 0.0),
        Point(-width / 2 - beside_mm, 0.0),
        Point(0.0, height / 2 + beside_mm),
        Point(0.0, -height / 2 - beside_mm),
    ):
        place = TRAY_POSE.place(local)
        found = codes(table(seen(CardKey("red", F, 1), Pose(place.x, place.y, 0.0))))
        assert (("outside-lanes", None) in found) is told or (beside_mm < 0 and found != []), (local, found)


def test_tokens_are_in_order_of_their_cells_and_those_off_the_field_last() -> None:
    grid = mat(MatKey("4x4")).grid

    def at(cell: str) -> Pose:
        centre = grid.centre(Cell.parse(cell))
        return Pose(centre.x, centre.y, 0.0)

    beside = [Pose(-200.0, 50.0, 0.0), Pose(-300.0, 60.0, 0.0)]
    reading = table(
        *(
            seen(TokenKey("barrel", number), pose)
            for number, pose in enumerate([beside[0], at("c1"), beside[1]], start=1)
        ),
        seen(TokenKey("wall", 1), at("a2")),
    )
    cells = [(kind, None if cell is None else str(cell), pose.x) for kind, cell, pose in reading.tokens]
    named = [item for item in cells if item[1] is not None]
    assert sorted(named, key=lambda item: Cell.parse(item[1] or "")) == named and len(named) == 2
    assert cells[2:] == [("barrel", None, -300.0), ("barrel", None, -200.0)]


def test_a_card_between_two_lanes_is_told_with_its_place_its_meaning_and_the_upper_lane() -> None:
    lane_mm = TRAY.lane(0).centre.y - TRAY.lane(1).centre.y
    for lane, off in ((1, 0.45 * lane_mm), (0, -0.45 * lane_mm)):
        reading = table(in_slot(CardKey("red", S, 1), lane, 3, off=Point(0.0, off)))
        [problem] = [problem for problem in reading.problems if problem.code == "between-lanes"]
        assert (problem.lane, problem.slot) == (lane, 3)
        assert problem.words == problem_words("between-lanes", 0, 3, ProblemContext(S, upper_lane=0))
        assert problem.words != problem.public and reading.programs["red"][:2] == (None, None)


def test_a_card_half_off_the_first_or_the_last_lane_lies_outside_the_lanes() -> None:
    lane_mm = TRAY.lane(0).centre.y - TRAY.lane(1).centre.y
    for lane, off in ((0, 0.45 * lane_mm), (TRAY.lanes - 1, -0.45 * lane_mm)):
        reading = table(in_slot(CardKey("red", S, 1), lane, 1, off=Point(0.0, off)))
        [problem] = [problem for problem in reading.problems if problem.code == "outside-lanes"]
        assert (problem.lane, problem.slot) == (lane, 1) and reading.programs["red"][lane] is None


def test_a_tray_with_a_card_outside_its_lanes_is_not_complete() -> None:
    rows = [in_slot(CardKey("red", S, number), number - 1, 0) for number in range(1, TRAY.lanes + 1)]
    beside = in_slot(CardKey("red", F, 1), TRAY.lanes - 1, 1, off=Point(0.0, -60.0))
    assert table(*rows).complete("red")
    reading = table(*rows, beside)
    assert ("outside-lanes", None) in codes(reading) and reading.programs["red"] == ("stand",) * TRAY.lanes
    assert not reading.complete("red")


def test_a_card_on_another_tray_is_that_players_and_sticks_out_of_none() -> None:
    """Two trays side by side: a card on the edge of one is no card of the other's, however near."""
    beside = TRAY_POSE.place(Point(TRAY.size_mm[0] + 1.0, 0.0))
    other = seen(TrayKey("blue"), Pose(beside.x, beside.y, 0.0))
    at = TRAY_POSE.place(Point(TRAY.size_mm[0] / 2 + 5.0, TRAY.lane(1).centre.y))
    card = seen(CardKey("blue", S, 1), Pose(at.x, at.y, 0.0))
    alone, two = table(card), table(card, other)
    assert ("outside-lanes", None) in codes(alone)
    assert not any(problem.colour == "red" for problem in two.problems)


@pytest.mark.parametrize(("off_mm", "told"), [(40.0, False), (50.0, False), (58.0, True)])
def test_a_card_beside_the_lanes_that_lies_below_one_of_a_row_makes_it_unread(off_mm: float, told: bool) -> None:
    last = TRAY.lane(0).high.x - TRAY.slot_centre(0, 4).x
    row = in_slot(CardKey("red", F, 1), 1, 4)
    beside = in_slot(CardKey("red", S, 1), 1, 4, off=Point(off_mm, 0.0))
    reading = table(row, beside)
    assert off_mm > last and ("outside-lanes", None) in codes(reading)
    assert (reading.programs["red"][1] == "forward") is told is (("overlap", 1) not in codes(reading))
