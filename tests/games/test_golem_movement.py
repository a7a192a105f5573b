"""Phase 1 and 3, streams and water, line by line of the rules."""

from __future__ import annotations

import pytest

from tests.support.golem_round import play

MOAT = [{"cells": ["b1", "b2"], "banks": ["b1.W", "b2.E"], "exit": "d4"}]


def test_forward_backward_and_turns():
    after = play({"red": "b2 E"}, {"red": ["forward", "backward", "turn-left", "turn-right"]})
    assert [after.happened("red", row) for row in (1, 2, 3, 4)] == [
        ["moved b2 c2"],
        ["moved c2 b2"],
        ["turned N"],
        ["turned E"],
    ]
    assert after.golem("red") == "b2 E 3"


@pytest.mark.parametrize(
    ("facing", "target"), [("N", "b3"), ("E", "c2"), ("S", "b1"), ("W", "a2")], ids=["N", "E", "S", "W"]
)
def test_all_four_directions(facing, target):
    assert play({"red": f"b2 {facing}"}, {"red": ["forward"]}).golem("red") == f"{target} {facing} 3"


@pytest.mark.parametrize("facing", "NESW")
def test_the_edge_blocks_on_every_side(facing):
    corner = {"N": "d4", "E": "d4", "S": "a1", "W": "a1"}[facing]
    after = play({"red": f"{corner} {facing}"}, {"red": ["forward"]})
    assert after.happened("red") == ["blocked None edge"]


@pytest.mark.parametrize(("kind", "reason"), [("walls", "wall"), ("barrels", "barrel")])
def test_walls_and_barrels_block_without_harm(kind, reason):
    after = play({"red": "a1 N"}, {"red": ["forward"]}, **{kind: ["a2"]})
    assert after.golem("red") == "a1 N 3"
    assert after.happened("red") == [f"blocked a2 {reason}"]


def test_water_costs_a_life_an_attempt_and_the_golem_stays():
    after = play({"red": "a1 N"}, {"red": ["repeat 2 forward"]}, waters=["a2"])
    assert after.golem("red") == "a1 N 1"
    assert after.happened("red") == [
        *("blocked a2 water", "lost-life water 2"),
        *("blocked a2 water", "lost-life water 1"),
    ]


def test_water_is_as_wet_backwards():
    assert play({"red": "a1 S"}, {"red": ["backward"]}, waters=["a2"]).golem("red") == "a1 S 2"


def test_who_drowns_leaves_the_barrel_and_the_cell_at_the_end_of_the_step():
    # Yellow wants red's cell twice: in step 1 red still stands there, in step 2 a barrel does.
    after = play(
        {"red": "a1 N 1 barrel", "blue": "d4 S", "yellow": "b1 W"},
        {"red": ["repeat 3 forward"], "yellow": ["repeat 2 forward"]},
        waters=["a2"],
    )
    assert after.happened("red") == ["blocked a2 water", "lost-life water 0", "dropped a1", "died a1"]
    assert after.happened("yellow") == ["blocked a1 golem", "blocked a1 barrel"]
    assert after.barrels == ["a1"]


def test_a_cell_is_free_in_the_step_after_a_golem_drowned_in_it():
    after = play(
        {"red": "a1 N 1", "blue": "d4 S", "yellow": "b1 W"},
        {"red": ["forward"], "yellow": ["repeat 2 forward"]},
        waters=["a2"],
    )
    assert after.happened("yellow") == ["blocked a1 golem", "moved b1 a1"]


def test_a_golem_that_stays_blocks():
    after = play({"red": "a1 N", "blue": "a2 N"}, {"red": ["forward"], "blue": ["turn-left"]})
    assert after.happened("red") == ["blocked a2 golem"]


def test_chains_follow():
    after = play(
        {"red": "a1 N", "blue": "a2 N", "yellow": "a3 N"}, {key: ["forward"] for key in ("red", "blue", "yellow")}
    )
    assert [after.golem(c)[:2] for c in ("red", "blue", "yellow")] == ["a2", "a3", "a4"]


def test_a_blocked_head_blocks_the_chain():
    after = play(
        {"red": "a2 N", "blue": "a3 N", "yellow": "a4 N"}, {key: ["forward"] for key in ("red", "blue", "yellow")}
    )
    assert after.happened("yellow") == ["blocked None edge"]
    assert after.happened("blue") == ["blocked a4 golem"]
    assert after.happened("red") == ["blocked a3 golem"]


def test_nobody_swaps():
    after = play({"red": "a1 N", "blue": "a2 S"}, {"red": ["forward"], "blue": ["forward"]})
    assert after.happened("red") == ["blocked a2 swap"]
    assert after.happened("blue") == ["blocked a1 swap"]


def test_rings_of_four_turn():
    after = play(
        {"red": "a1 N", "blue": "a2 E", "yellow": "b2 S", "green": "b1 W"},
        {key: ["forward"] for key in ("red", "blue", "yellow", "green")},
    )
    assert [after.golem(c)[:2] for c in ("red", "blue", "yellow", "green")] == ["a2", "b2", "b1", "a1"]


def test_of_rivals_none_gets_the_cell():
    after = play({"red": "a1 E", "blue": "c1 W"}, {"red": ["forward"], "blue": ["forward"]})
    assert after.happened("red") == ["blocked b1 contested"]
    assert after.happened("blue") == ["blocked b1 contested"]


def test_rivals_for_a_cell_that_is_left_stay_as_well():
    after = play(
        {"red": "a1 E", "blue": "b1 N", "yellow": "c1 W"}, {key: ["forward"] for key in ("red", "blue", "yellow")}
    )
    assert after.golem("blue") == "b2 N 3"
    assert after.happened("red") == after.happened("yellow") == ["blocked b1 contested"]


def test_swap_comes_before_contested_and_contested_before_golem():
    # Red and blue would swap; yellow wants red's cell as well.
    after = play(
        {"red": "a1 N", "blue": "a2 S", "yellow": "b1 W"}, {key: ["forward"] for key in ("red", "blue", "yellow")}
    )
    assert after.happened("red") == ["blocked a2 swap"]
    assert after.happened("blue") == ["blocked a1 swap"]
    assert after.happened("yellow") == ["blocked a1 contested"]


def test_a_repeat_moves_step_by_step_with_the_others():
    # Blue's second step is blocked by red, who has no step left.
    after = play({"red": "a2 E", "blue": "a1 N"}, {"red": ["forward"], "blue": ["repeat 3 forward"]})
    assert after.happened("blue") == ["moved a1 a2", "moved a2 a3", "moved a3 a4"]
    after = play({"red": "c1 E", "blue": "a1 E"}, {"red": ["forward"], "blue": ["repeat 3 forward"]})
    assert after.happened("blue") == ["moved a1 b1", "moved b1 c1", "blocked d1 golem"]


def test_a_repeated_turn():
    assert play({"red": "a1 N"}, {"red": ["repeat 3 turn-left"]}).golem("red") == "a1 E 3"


def test_conditional_movement_comes_after_movement():
    # In phase 1 blue moves away; red's If moves in phase 3, into the cell that is free by then.
    after = play({"red": "a1 N", "blue": "a2 N"}, {"red": ["if enemy attack else forward"], "blue": ["forward"]})
    assert after.happened("red") == ["condition enemy False", "moved a1 a2"]


def test_in_phase_3_the_movers_of_phase_1_stand():
    # Blue's forward was blocked in phase 1 by red; red leaves in phase 3, but blue does not follow.
    after = play({"red": "a2 N", "blue": "a1 N"}, {"red": ["if enemy attack else forward"], "blue": ["forward"]})
    assert after.happened("blue") == ["blocked a2 golem"]
    assert after.golem("red") == "a3 N 3"


def test_conditional_movers_meet_each_other_by_the_same_rules():
    both = ["if enemy attack else forward"]
    after = play({"red": "a1 E", "blue": "c1 W"}, {"red": both, "blue": both})
    assert after.happened("red") == ["condition enemy False", "blocked b1 contested"]


def test_a_stream_carries_a_golem_to_the_exit_for_one_life():
    after = play({"red": "b3 S"}, {"red": ["forward"]}, way="scenario", streams=MOAT)
    assert after.happened("red") == ["carried b3 d4", "lost-life stream 2"]
    assert after.golem("red") == "d4 S 2"


@pytest.mark.parametrize(
    ("start", "result"), [("a1 E", "a1 E 2"), ("a2 E", "d4 E 2"), ("c2 W", "c2 W 2"), ("c1 W", "d4 W 2")]
)
def test_a_bank_is_plain_water_another_side_is_not(start, result):
    assert play({"red": start}, {"red": ["forward"]}, way="scenario", streams=MOAT).golem("red") == result


def test_backwards_into_a_stream_keeps_the_facing():
    after = play({"red": "b3 N"}, {"red": ["backward"]}, way="scenario", streams=MOAT)
    assert after.golem("red") == "d4 N 2"


@pytest.mark.parametrize(("kind", "reason"), [("walls", "wall"), ("barrels", "barrel")])
def test_a_blocked_exit_costs_the_life_all_the_same(kind, reason):
    after = play({"red": "b3 S"}, {"red": ["forward"]}, way="scenario", streams=MOAT, **{kind: ["d4"]})
    assert after.happened("red") == [f"blocked d4 {reason}", "lost-life stream 2"]
    assert after.golem("red") == "b3 S 2"


def test_a_golem_in_the_exit_blocks_unless_it_leaves():
    stays = play({"red": "b3 S", "blue": "d4 S"}, {"red": ["forward"]}, way="scenario", streams=MOAT)
    assert stays.happened("red") == ["blocked d4 golem", "lost-life stream 2"]
    leaves = play(
        {"red": "b3 S", "blue": "d4 S"}, {"red": ["forward"], "blue": ["forward"]}, way="scenario", streams=MOAT
    )
    assert leaves.golem("red") == "d4 S 2"


def test_contests_and_swaps_through_a_stream():
    contest = play(
        {"red": "b3 S", "blue": "c4 E"}, {"red": ["forward"], "blue": ["forward"]}, way="scenario", streams=MOAT
    )
    assert contest.happened("red") == ["blocked d4 contested", "lost-life stream 2"]
    assert contest.golem("blue") == "c4 E 3"
    streams = [{"cells": ["a2"], "banks": [], "exit": "b1"}]
    swap = play(
        {"red": "a1 N", "blue": "b1 W"}, {"red": ["forward"], "blue": ["forward"]}, way="scenario", streams=streams
    )
    assert swap.happened("red") == ["blocked b1 swap", "lost-life stream 2"]
    assert swap.golem("blue") == "b1 W 3"


def test_who_dies_in_a_stream_leaves_the_barrel_at_the_exit():
    after = play({"red": "b3 S 1 barrel", "blue": "a4 S"}, {"red": ["forward"]}, way="scenario", streams=MOAT)
    assert after.happened("red") == ["carried b3 d4", "lost-life stream 0", "dropped d4", "died d4"]
    assert after.barrels == ["d4"]


def test_an_exit_that_is_the_own_cell_leaves_the_golem_there_a_life_poorer():
    streams = [{"cells": ["a2"], "banks": [], "exit": "a1"}]
    after = play({"red": "a1 N", "blue": "d4 S"}, {"red": ["forward"]}, way="scenario", streams=streams)
    assert after.golem("red") == "a1 N 2"
    # Nobody gets its cell in the meantime.
    after = play(
        {"red": "a1 N", "blue": "b1 W"}, {"red": ["forward"], "blue": ["forward"]}, way="scenario", streams=streams
    )
    assert (after.golem("red"), after.golem("blue")) == ("a1 N 2", "b1 W 3")


def test_stream_cells_are_water_for_barrels_too():
    # A struck barrel is not set down in a stream.
    after = play(
        {"red": "a1 E", "blue": "b1 N 3 barrel"},
        {"red": ["attack"]},
        way="scenario",
        streams=[{"cells": ["c1"], "banks": [], "exit": "d4"}],
    )
    assert after.happened("blue")[-1] == "dropped b2"
