"""Phases 2 and 4 and what a strike does, line by line of the rules."""

from __future__ import annotations

import pytest

from controller.games.golems.documents.document_reader import read_task
from controller.games.golems.rules.round import play_round
from tests.support.golem_round import document, play


def test_enemy_sees_opposing_golems_and_barrels_only():
    program = {"red": ["if enemy turn-left else turn-right"]}
    seen = {
        "golem": play({"red": "a1 N", "blue": "a2 N"}, program),
        "barrel": play({"red": "a1 N"}, program, barrels=["a2"]),
        "ally": play({"red": "a1 N side=x", "blue": "a2 N side=x"}, program),
        "ally with a barrel": play({"red": "a1 N side=x", "blue": "a2 N barrel side=x"}, program),
        "wall": play({"red": "a1 N"}, program, walls=["a2"]),
        "water": play({"red": "a1 N"}, program, waters=["a2"]),
        "nothing": play({"red": "a1 N"}, program),
        "edge": play({"red": "a4 N"}, program),
        "two cells away": play({"red": "a1 N", "blue": "a3 N"}, program),
    }
    found = {what: "condition enemy True" in result.happened("red") for what, result in seen.items()}
    assert found == {what: what in ("golem", "barrel") for what in seen}


def test_enemy_looks_after_the_movements_of_the_row():
    comes = play({"red": "a1 N", "blue": "b2 W"}, {"red": ["if enemy attack else stand"], "blue": ["forward"]})
    assert comes.golem("blue") == "a2 W 2"


@pytest.mark.parametrize(
    ("action", "result"),
    [
        ("attack", True),
        ("repeat 2 attack", True),
        ("if enemy attack else stand", True),
        ("if enemy stand else attack", False),
        ("if attacked attack else attack", False),
        ("if enemy defend else attack", False),
        ("defend", False),
        ("forward", False),
    ],
)
def test_attacked_counts_known_attacks_only(action, result):
    after = play({"red": "a1 N", "blue": "a2 S"}, {"red": ["if attacked defend else turn-left"], "blue": [action]})
    assert after.happened("red")[0] == f"condition attacked {result}"


def test_a_repeated_attack_inside_an_if_is_known_too():
    after = play(
        {"red": "a1 N", "blue": "a2 S"},
        {"red": ["if attacked defend else stand"], "blue": ["if enemy repeat 2 attack else stand"]},
        way="autonomous",
    )
    assert after.happened("red")[0] == "condition attacked True"
    assert after.golem("red") == "a1 N 3"


def test_attacked_does_not_fear_allies_or_attacks_that_look_elsewhere():
    ally = play(
        {"red": "a1 N side=x", "blue": "a2 S side=x"}, {"red": ["if attacked defend else stand"], "blue": ["attack"]}
    )
    assert ally.happened("red")[0] == "condition attacked False"
    assert ally.golem("red") == "a1 N 2"
    away = play({"red": "a1 N", "blue": "a2 N"}, {"red": ["if attacked defend else stand"], "blue": ["attack"]})
    assert away.happened("red")[0] == "condition attacked False"


def test_a_golem_can_step_out_of_an_attack_that_it_saw_coming():
    after = play({"red": "a1 E", "blue": "a2 S"}, {"red": ["if attacked forward else stand"], "blue": ["attack"]})
    assert after.golem("red") == "b1 E 3"
    assert after.happened("blue") == ["missed"]


def test_two_that_look_out_for_each_other_see_nothing():
    both = ["if attacked defend else attack"]
    after = play({"red": "a1 N", "blue": "a2 S"}, {"red": both, "blue": both})
    assert (after.golem("red"), after.golem("blue")) == ("a1 N 2", "a2 S 2")


def test_an_if_that_defends_guards_the_row():
    after = play(
        {"red": "a1 N", "blue": "a2 S", "yellow": "b1 W"},
        {"red": ["if attacked defend else stand"], "blue": ["attack"], "yellow": ["repeat 3 attack"]},
    )
    assert after.golem("red") == "a1 N 3"


def test_each_strike_takes_a_life():
    after = play({"red": "b2 N", "blue": "b3 S", "yellow": "a2 E"}, {"blue": ["attack"], "yellow": ["attack"]})
    assert after.golem("red") == "b2 N 1"
    assert after.happened("red") == ["stood", "lost-life strike 2", "lost-life strike 1"]


def test_more_strikes_than_lives_kill_once():
    after = play({"red": "b2 N 1", "blue": "b3 S", "yellow": "a2 E"}, {"blue": ["attack"], "yellow": ["attack"]})
    assert after.happened("red") == ["stood", "lost-life strike 0", "died b2"]


def test_strikes_hit_friends():
    after = play({"red": "a1 N side=x", "blue": "a2 N side=x", "green": "d4 S"}, {"red": ["attack"]})
    assert after.golem("blue") == "a2 N 2"


@pytest.mark.parametrize("striker", ["a2 E", "c2 W", "b1 N", "b3 S"])
def test_defence_works_on_every_side(striker):
    after = play({"red": "b2 N", "blue": striker}, {"red": ["defend"], "blue": ["repeat 3 attack"]})
    assert after.golem("red") == "b2 N 3"
    assert after.happened("red") == ["guarded", "defended blue", "defended blue", "defended blue"]
    assert after.happened("blue") == ["parried red"] * 3


def test_golems_can_kill_each_other_in_one_step():
    after = play({"red": "a1 N 1", "blue": "a2 S 1"}, {"red": ["attack"], "blue": ["attack"]})
    assert after.after["golems"] == {}
    assert after.outcome == {"winners": [], "reason": "last-standing"}


def test_the_dead_strike_no_more():
    after = play({"red": "a1 N", "blue": "a2 S 1", "yellow": "d4 N"}, {"red": ["attack"], "blue": ["repeat 2 attack"]})
    assert after.golem("red") == "a1 N 2"
    assert after.golem("blue") == "dead"


def test_walls_water_and_the_edge_are_struck_in_vain():
    for tokens in ({"walls": ["a2"]}, {"waters": ["a2"]}, {}):
        after = play({"red": "a1 N"}, {"red": ["attack"]}, **tokens)
        assert after.happened("red") == ["missed"]
        for kind, cells in tokens.items():
            assert after.after["board"][kind] == cells
    assert play({"red": "a4 N"}, {"red": ["attack"]}).happened("red") == ["missed"]


def test_a_carried_barrel_saves_the_life_and_flies_on_in_the_direction_of_the_strike():
    after = play({"red": "a2 E", "blue": "b2 N 1 barrel"}, {"red": ["attack"]})
    assert after.golem("blue") == "b2 N 1"
    assert after.barrels == ["c2"]


def test_it_saves_one_life_however_many_strike_in_the_step():
    after = play(
        {"red": "a2 E", "blue": "b2 N 1 barrel", "yellow": "b3 S", "green": "b1 N"},
        {"red": ["attack"], "yellow": ["attack"], "green": ["attack"]},
    )
    assert after.golem("blue") == "b2 N 1"
    assert after.barrels == ["c2"]


def test_but_the_next_step_hurts():
    after = play({"red": "a2 E", "blue": "b2 N 2 barrel"}, {"red": ["repeat 2 attack"]})
    assert after.golem("blue") == "b2 N 1"


def test_of_several_strikers_the_first_in_colour_order_gives_the_direction():
    after = play({"blue": "b3 S", "yellow": "b2 N barrel", "green": "a2 E"}, {"blue": ["attack"], "green": ["attack"]})
    assert after.barrels == ["b1"]
    after = play({"red": "a2 E", "yellow": "b2 N barrel", "blue": "b3 S"}, {"red": ["attack"], "blue": ["attack"]})
    assert after.barrels == ["c2"]


@pytest.mark.parametrize(
    ("taken", "lands"),
    [([], "c2"), (["c2"], "b1"), (["c2", "b1"], "b3"), (["b1"], "c2")],
    ids=["ahead", "right", "left", "still ahead"],
)
def test_clockwise_where_the_next_cell_is_not_free(taken, lands):
    after = play({"red": "a2 E", "blue": "b2 N barrel"}, {"red": ["attack"]}, walls=taken)
    assert after.barrels == [lands]


def test_not_free_is_the_edge_a_golem_and_every_token():
    for more in ({"waters": ["c2"]}, {"barrels": ["c2"]}):
        after = play({"red": "a2 E", "blue": "b2 N barrel"}, {"red": ["attack"]}, **more)
        assert "b1" in after.barrels
    after = play({"red": "a2 E", "blue": "b2 N barrel", "green": "c2 N"}, {"red": ["attack"]})
    assert after.barrels == ["b1"]
    # The edge: red strikes towards the east from c1, d1 is blue's cell.
    after = play({"red": "c1 E", "blue": "d1 N barrel"}, {"red": ["attack"]})
    assert after.barrels == ["d2"]


def test_without_a_free_cell_the_barrel_is_destroyed():
    after = play({"red": "a2 S", "blue": "a1 N barrel"}, {"red": ["attack"]}, walls=["b1"])
    assert after.barrels == []
    assert after.golem("blue") == "a1 N 3"
    assert after.happened("blue") == ["stood", "lost-barrel a1"]


def test_a_defender_keeps_its_barrel():
    after = play({"red": "a2 E", "blue": "b2 N barrel"}, {"red": ["attack"], "blue": ["defend"]})
    assert after.golem("blue") == "b2 N 3 barrel"


def test_take_and_carry():
    after = play({"red": "a1 N"}, {"red": ["take", "forward"]}, barrels=["a2"])
    assert after.golem("red") == "a2 N 3 barrel"
    assert after.barrels == []
    assert after.happened("red") == ["took a2"]


@pytest.mark.parametrize("tokens", [{"walls": ["a2"]}, {"waters": ["a2"]}, {}])
def test_only_barrels_can_be_taken(tokens):
    after = play({"red": "a1 N"}, {"red": ["take"]}, **tokens)
    assert after.golem("red") == "a1 N 3"
    assert after.happened("red") == ["not-taken nothing"]


def test_nobody_carries_two():
    after = play({"red": "a1 N barrel"}, {"red": ["take"]}, barrels=["a2"])
    assert after.barrels == ["a2"]
    assert after.happened("red") == ["not-taken carrying"]


def test_nobody_gets_a_barrel_that_two_take():
    after = play({"red": "a1 N", "blue": "a3 S"}, {"red": ["take"], "blue": ["take"]}, barrels=["a2"])
    assert after.barrels == ["a2"]
    assert after.happened("red") == after.happened("blue") == ["not-taken contested"]


def test_each_of_them_is_told_of_another():
    golems = {"red": "a2 E", "blue": "b3 S", "green": "c2 W"}
    task = read_task(document(golems, {colour: ["take"] for colour in golems}, barrels=["b2"]))
    told = {event.golem: event.other for event in play_round(*task).events if event.name == "not-taken"}
    assert told == {"red": "blue", "blue": "red", "green": "red"}


def test_who_carries_already_is_no_rival():
    after = play({"red": "a1 N", "blue": "a3 S barrel"}, {"red": ["take"], "blue": ["take"]}, barrels=["a2"])
    assert after.golem("red") == "a1 N 3 barrel"


def test_nobody_gets_a_barrel_that_is_struck():
    after = play({"red": "a1 N", "blue": "a3 S"}, {"red": ["take"], "blue": ["attack"]}, barrels=["a2"])
    assert after.golem("red") == "a1 N 3"
    assert after.barrels == []
    assert after.happened("red") == ["not-taken struck"]


def test_two_strikes_destroy_one_barrel():
    after = play({"red": "a1 N", "blue": "a3 S"}, {"red": ["attack"], "blue": ["attack"]}, barrels=["a2"])
    assert after.barrels == []


def test_a_taker_that_is_struck_loses_a_life_and_has_the_barrel():
    after = play({"red": "a1 N", "blue": "b1 W"}, {"red": ["take"], "blue": ["attack"]}, barrels=["a2"])
    assert after.golem("red") == "a1 N 2 barrel"


def test_a_taker_that_is_killed_leaves_the_barrel_in_its_own_cell():
    after = play({"red": "a1 N 1", "blue": "b1 W"}, {"red": ["take"], "blue": ["attack"]}, barrels=["a2"])
    assert after.golem("red") == "dead"
    assert after.barrels == ["a1"]


def test_a_carrier_that_loses_its_barrel_takes_none_in_the_same_step():
    after = play({"red": "a1 N barrel", "blue": "b1 W"}, {"red": ["take"], "blue": ["attack"]}, barrels=["a2"])
    assert after.golem("red") == "a1 N 3"
    assert after.barrels == ["a2"]
    assert after.happened("red") == ["not-taken carrying", "lost-barrel a1"]


def test_a_barrel_is_set_down_where_one_was_taken_or_destroyed_in_the_step():
    taken = play(
        {"red": "a2 E", "blue": "b2 N barrel", "green": "d2 W"}, {"red": ["attack"], "green": ["take"]}, barrels=["c2"]
    )
    assert taken.barrels == ["c2"]
    assert taken.golem("green") == "d2 W 3 barrel"
    smashed = play(
        {"red": "a2 E", "blue": "b2 N barrel", "green": "d2 W"},
        {"red": ["attack"], "green": ["attack"]},
        barrels=["c2"],
    )
    assert smashed.barrels == ["c2"]


def test_but_not_where_a_golem_dies_in_the_step():
    after = play(
        {"red": "a2 E", "blue": "b2 N barrel", "yellow": "c2 N 1", "green": "d2 W"},
        {"red": ["attack"], "green": ["attack"]},
    )
    assert after.golem("yellow") == "dead"
    assert after.barrels == ["b1"]


def test_barrels_are_set_down_in_colour_order():
    # Both barrels would go to b2; blue's is set down first, yellow's next goes on clockwise.
    after = play(
        {"red": "b4 S", "blue": "b3 N barrel", "yellow": "b1 S barrel", "green": "c1 W"},
        {"red": ["attack"], "green": ["attack"]},
        walls=["a1"],
    )
    assert after.barrels == ["b2"]
    assert after.happened("blue") == ["stood", "dropped b2"]
    assert after.happened("yellow") == ["stood", "lost-barrel b1"]


def test_a_golem_without_a_program_stands():
    after = play({"red": "a1 N", "blue": "d4 S"}, {"red": ["forward"]})
    assert [after.happened("blue", row) for row in (1, 2, 3, 4)] == [["stood"]] * 4


def test_events_of_a_step_come_in_colour_order():
    after = play(
        {"green": "a1 N", "yellow": "b1 N", "blue": "c1 N", "red": "d1 N"},
        {key: ["forward"] for key in ("green", "yellow", "blue", "red")},
    )
    assert [event["golem"] for event in after.events[:4]] == ["red", "blue", "yellow", "green"]


@pytest.mark.parametrize(
    ("red", "blue", "told"),
    [
        ("take", "attack", ["took", "missed"]),
        ("forward", "backward", ["moved", "blocked"]),
        ("if attacked take else stand", "if enemy attack else stand", ["condition", "condition"]),
    ],
    ids=["strikes before takes", "walls before moves", "looks ahead before looks around"],
)
def test_also_where_what_is_worked_out_last_is_told_first(red, blue, told):
    after = play(
        {"red": "a2 N", "blue": "d1 N"}, {"red": [red], "blue": [blue]}, barrels=["a3"] if red == "take" else []
    )
    assert [(event["golem"], event["event"]) for event in after.events[:2]] == list(
        zip(("red", "blue"), told, strict=True)
    )


def test_each_event_says_its_row_phase_and_step():
    after = play(
        {"red": "a1 N", "blue": "d1 N 2"},
        {
            "red": ["repeat 2 forward", "if enemy attack else forward", "attack", "take"],
            "blue": ["repeat 3 attack", "if attacked stand else turn-left", "stand", "stand"],
        },
    )
    told = [f"{each['row']}.{each['phase']}.{each['step']} {each['golem']} {each['event']}" for each in after.events]
    assert told == [
        "1.1.1 red moved",
        "1.1.2 red moved",
        "1.4.1 blue missed",
        "1.4.2 blue missed",
        "1.4.3 blue missed",
        "2.2.1 red condition",
        "2.2.1 blue condition",
        "2.3.1 red moved",
        "2.3.1 blue turned",
        "3.4.1 red missed",
        "3.4.1 blue stood",
        "4.4.1 red not-taken",
        "4.4.1 blue stood",
    ]
