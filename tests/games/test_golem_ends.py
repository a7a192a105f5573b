"""How a game ends: last standing, goals, energy; and what a round costs."""

from __future__ import annotations

import json

import pytest

from controller.games.golems.documents.resolve import resolve
from tests.support.golem_round import Result, document, play

CORNERS = {"red": "a1 N", "blue": "d4 S"}


def test_the_last_side_standing_wins_and_the_rows_that_remain_are_not_played():
    after = play({"red": "a1 N", "blue": "a2 S 1"}, {"red": ["attack", "forward"]}, energy=5)
    assert after.outcome == {"winners": ["red"], "reason": "last-standing"}
    assert {event["row"] for event in after.events} == {1}
    assert after.golem("red") == "a1 N 3"
    assert after.after["energy"] == 4


def test_sides_stand_together():
    golems = {"red": "a1 N side=x", "blue": "a2 S 1 side=y", "green": "d4 N side=x"}
    assert play(golems, {"red": ["attack"]}).outcome == {"winners": ["x"], "reason": "last-standing"}
    more = {**golems, "yellow": "d1 N side=y"}
    assert play(more, {"red": ["attack"]}).outcome is None


def test_a_lone_player_plays_on():
    assert play({"red": "a1 N"}, {"red": ["forward"]}).outcome is None
    allies = {"red": "a1 N side=x", "blue": "a2 S 1 side=x"}
    assert play(allies, {"red": ["attack"]}).outcome is None


def test_nobody_left_is_the_end_for_a_lone_player_too():
    drowned = play({"red": "a1 N 1"}, {"red": ["forward", "forward"]}, waters=["a2"], energy=7)
    assert drowned.outcome == {"winners": [], "reason": "last-standing"}
    assert {event["row"] for event in drowned.events} == {1}
    assert drowned.after["energy"] == 6
    goals = {"red": [{"reach": "a1"}, "survive"]}
    assert play({"red": "a1 N 1"}, {"red": ["forward"]}, waters=["a2"], goals=goals).outcome == drowned.outcome
    allies = {"red": "a1 N 1 side=x", "blue": "a2 S 1 side=x"}
    assert play(allies, {"red": ["attack"], "blue": ["attack"]}).outcome == drowned.outcome


def test_nobody_left_is_a_draw_where_there_were_two_sides():
    after = play({"red": "a1 N 1", "blue": "a2 S 1"}, {"red": ["attack"], "blue": ["attack"]})
    assert after.outcome == {"winners": [], "reason": "last-standing"}


def test_reach():
    goals = {"red": [{"reach": "a2"}], "blue": [{"reach": "a1"}]}
    after = play(CORNERS, {"red": ["forward", "forward"]}, goals=goals)
    assert after.outcome == {"winners": ["red"], "reason": "reach"}
    assert after.golem("red") == "a2 N 3"
    assert after.after["goals"] == goals


def test_several_sides_can_win_in_one_row_and_the_reason_is_the_first_ones():
    goals = {"red": [{"destroy-barrels": "all"}], "blue": [{"reach": "a1"}, {"reach": "d4"}]}
    after = play(CORNERS, {}, goals=goals)
    assert after.outcome == {"winners": ["blue", "red"], "reason": "reach"}


def test_the_reason_is_the_first_goal_that_is_reached():
    goals = {"red": [{"reach": "d1"}, {"destroy-barrels": "all"}, {"reach": "a1"}]}
    assert play(CORNERS, {}, goals=goals).outcome == {"winners": ["red"], "reason": "destroy-barrels"}


def test_bring_barrel_sets_the_barrel_down_ahead():
    after = play({"red": "a1 N barrel"}, {"red": ["forward"]}, goals={"red": [{"bring-barrel": "a2"}]})
    assert after.outcome == {"winners": ["red"], "reason": "bring-barrel"}
    assert (after.golem("red"), after.barrels) == ("a2 N 3", ["a3"])
    last = after.events[-1]
    assert last == {"row": 1, "phase": 4, "step": 3, "golem": "red", "event": "dropped", "to": "a3"}


def test_bring_barrel_needs_the_barrel_and_the_place():
    goals = {"red": [{"bring-barrel": "a2"}]}
    assert play({"red": "a1 N"}, {"red": ["forward"]}, goals=goals).outcome is None
    assert play({"red": "a2 N barrel"}, {"red": ["forward"]}, goals=goals).outcome is None


def test_a_barrel_brought_home_where_nothing_is_free_ahead():
    goals = {"red": [{"bring-barrel": "a1"}]}
    turned = play({"red": "a1 S barrel"}, {"red": ["stand"]}, goals=goals)
    assert turned.barrels == ["a2"]
    squeezed = play({"red": "a1 S barrel"}, {"red": ["stand"]}, goals=goals, walls=["a2", "b1"])
    assert squeezed.barrels == []


def test_destroy_barrels_looks_at_the_board_as_the_row_left_it():
    # Red brings the last barrel home. It is set down after the goals were looked at, so blue wins as well.
    goals = {"red": [{"bring-barrel": "a2"}], "blue": [{"destroy-barrels": "all"}]}
    after = play({"red": "a1 N barrel", "blue": "d4 S"}, {"red": ["forward"]}, goals=goals)
    assert after.outcome is not None
    assert after.outcome["winners"] == ["blue", "red"]


def test_a_carried_barrel_is_not_on_the_board():
    goals = {"blue": [{"destroy-barrels": "all"}]}
    standing = play(CORNERS, {}, goals=goals, barrels=["b2"])
    assert standing.outcome is None
    carried = play({"red": "a1 N barrel", "blue": "d4 S"}, {}, goals=goals)
    assert carried.outcome == {"winners": ["blue"], "reason": "destroy-barrels"}


def test_goals_of_a_side_that_is_not_there_are_kept_and_never_reached():
    goals = {"green": [{"destroy-barrels": "all"}, "survive"]}
    after = play(CORNERS, {}, goals=goals, energy=2)
    assert after.outcome == {"winners": [], "reason": "energy"}
    assert after.after["goals"] == goals


def test_the_dead_reach_nothing():
    # Blue destroys the last barrel and dies of the same step.
    after = play(
        {"red": "a1 N", "blue": "a2 E 1", "green": "d4 S"},
        {"red": ["attack"], "blue": ["attack"]},
        barrels=["b2"],
        goals={"blue": [{"destroy-barrels": "all"}]},
    )
    assert (after.outcome, after.barrels) == (None, [])


def test_last_standing_comes_before_goals():
    goals = {"blue": [{"reach": "d4"}], "red": [{"reach": "d1"}]}
    after = play({"red": "a1 N", "blue": "a2 S 1"}, {"red": ["attack"]}, goals=goals)
    assert after.outcome == {"winners": ["red"], "reason": "last-standing"}


def test_goals_come_before_energy():
    after = play(CORNERS, {"red": ["turn-left"] * 2 + ["turn-right"] * 2}, goals={"blue": [{"reach": "d4"}]}, energy=2)
    assert after.outcome == {"winners": ["blue"], "reason": "reach"}
    assert after.after["energy"] == 1


@pytest.mark.parametrize("goal", ["last-standing", "survive"])
def test_some_goals_are_not_for_the_end_of_a_row(goal):
    assert play({"red": "a1 N"}, {}, goals={"red": [goal]}).outcome is None


def test_energy_falls_by_one_a_round_and_starts_at_ten():
    assert play(CORNERS, {}).after["energy"] == 9
    assert play(CORNERS, {}, energy=3).outcome is None


def test_nine_rounds():
    energy, rounds = 10, 0
    while True:
        after = play(CORNERS, {}, energy=energy)
        rounds += 1
        energy = after.after["energy"]
        if after.outcome:
            break
    assert (rounds, energy, after.outcome) == (9, 1, {"winners": [], "reason": "energy"})


def test_out_of_energy_most_lives_win_and_equal_is_a_draw():
    assert play({"red": "a1 N 2", "blue": "d4 S 3"}, {}, energy=2).outcome == {"winners": ["blue"], "reason": "energy"}
    assert play(CORNERS, {}, energy=2).outcome == {"winners": [], "reason": "energy"}
    three = {"red": "a1 N 3", "blue": "d4 S 3", "green": "d1 N 1"}
    assert play(three, {}, energy=2).outcome == {"winners": [], "reason": "energy"}


def test_out_of_energy_a_sides_lives_are_added_up():
    golems = {"red": "a1 N 3 side=x", "blue": "d4 S 2 side=y", "green": "d1 N 2 side=y"}
    assert play(golems, {}, energy=2).outcome == {"winners": ["y"], "reason": "energy"}


def test_out_of_energy_survivors_win_whatever_their_lives():
    after = play({"red": "a1 N 3", "blue": "d4 S 1"}, {}, energy=2, goals={"blue": ["survive"]})
    assert after.outcome == {"winners": ["blue"], "reason": "survive"}
    both = play(CORNERS, {}, energy=2, goals={"red": ["survive"], "blue": ["survive"]})
    assert both.outcome == {"winners": ["blue", "red"], "reason": "survive"}


def test_out_of_energy_a_lone_side_does_not_win_unless_it_had_to_survive():
    assert play({"red": "a1 N"}, {}, energy=2).outcome == {"winners": [], "reason": "energy"}
    after = play({"red": "a1 N"}, {}, energy=2, goals={"red": ["survive"]})
    assert after.outcome == {"winners": ["red"], "reason": "survive"}


def test_v2_has_no_energy():
    after = play(CORNERS, {"red": ["forward"]}, rules="2.0")
    assert "energy" not in after.after
    assert after.outcome is None


def test_v2_fills_up_with_stand_that_uses_no_cards():
    given = document({"red": "a1 N"}, {}, rules="2.0") | {"programs": {"red": ["stand", "stand"]}}
    after = Result(**json.loads(resolve(given)))
    assert [after.happened("red", row) for row in (1, 2, 3, 4)] == [["stood"]] * 4
