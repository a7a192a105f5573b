"""Every sentence of the rules of Robots on hexagons, apart from the questions."""

from __future__ import annotations

import pytest

from tests.games.robots_hex.hex_turns import after, names, play, robot

# --- moves and turns


@pytest.mark.parametrize(
    ("at", "facing", "there"),
    [
        *(("c3", direction, cell) for direction, cell in enumerate(("c4", "d3", "d2", "c2", "b2", "b3"), 1)),
        *(("d3", direction, cell) for direction, cell in enumerate(("d4", "e4", "e3", "d2", "c3", "c4"), 1)),
    ],
)
def test_directions_are_those_of_the_rules(at, facing, there):
    result = play(green1=robot(at, facing, "D+1"))
    assert after(result) == {**robot(there, facing, "D+1"), "pointer": 1, "shots": 10, "destroyed": [], "tests": {}}


@pytest.mark.parametrize(("step", "there"), [("D+1", "c5"), ("D+2", "c6"), ("D-1", "c3"), ("D-2", "c2")])
def test_moves_ahead_and_back_keep_the_facing(step, there):
    found = after(play(green1=robot("c4", 1, step)))
    assert (found["at"], found["facing"]) == (there, 1)


@pytest.mark.parametrize(("step", "facing"), [("R+1", 1), ("R+2", 2), ("R-1", 5), ("R-2", 4)])
def test_turns_are_sixths_plus_is_clockwise(step, facing):
    found = after(play(green1=robot("c4", 6, step)))
    assert (found["at"], found["facing"]) == ("c4", facing)


def test_leaving_the_board_eliminates():
    for facing in (4, 5, 6):
        assert after(play(green1=robot("a1", facing, "D+1"))) is None
    assert after(play(green1=robot("a2", 4, "D+2"))) is None
    assert after(play(green1=robot("i8", 4, "D-2"), far=robot("a9", 1, side="violet"))) is None


@pytest.mark.parametrize(("step", "lake"), [("D+1", "c4"), ("D+2", "c4"), ("D+2", "c5"), ("D-1", "c2"), ("D-2", "c2")])
def test_a_lake_destroys_also_on_the_way(step, lake):
    result = play(green1=robot("c3", 1, step), board={"lakes": [lake]})
    assert after(result) is None
    assert result["events"][-1] == {"robot": "green1", "event": "died", "at": lake, "cause": "lake"}


@pytest.mark.parametrize("cell", ["c4", "c5"])
@pytest.mark.parametrize(
    ("what", "reason"), [("robot", "robot"), ("friend", "robot"), ("shape", "shape"), ("computer", "computer")]
)
def test_a_blocked_move_is_not_carried_out_at_all(cell, what, reason):
    board = {"shapes": {cell: "red square"}} if what == "shape" else {}
    board |= {"computers": {"green": cell}} if what == "computer" else {}
    others = {"x": robot(cell, 1, side="violet")} if what == "robot" else {}
    others |= {"green9": robot(cell, 1)} if what == "friend" else {}
    result = play(green1=robot("c3", 1, "D+2"), board=board, **others)
    assert (after(result)["at"], after(result)["pointer"]) == ("c3", 1)
    assert {"robot": "green1", "event": "blocked", "at": cell, "reason": reason} in result["events"]


def test_ignored_shapes_are_not_there():
    assert (
        after(play(green1=robot("c3", 1, "D+2"), board={"shapes": {"c4": "red square"}}, shapes="ignored"))["at"]
        == "c5"
    )


@pytest.mark.parametrize("where", ["lake", "edge", "lightning"])
def test_blocking_comes_first(where):
    column = "a" if where == "edge" else "c"
    start = f"{column}2"
    board = {"lakes": ["c3"]} if where == "lake" else {"lightning": ["c3"]} if where == "lightning" else {}
    blocker = "c4" if where != "edge" else "a1"
    me = robot(start, 1 if where != "edge" else 4, "D+2")
    result = play(green1=me, board=board, x=robot(blocker, 1, side="violet"))
    assert (after(result)["at"], after(result)["destroyed"]) == (start, [])


@pytest.mark.parametrize(("step", "cell"), [("D+1", "c4"), ("D+2", "c4"), ("D+2", "c5"), ("D-2", "c2")])
def test_lightning_destroys_the_step_being_read_and_the_move_is_completed(step, cell):
    found = after(play(green1=robot("c3", 1, "T", step, pointer=1), board={"lightning": [cell]}))
    assert found["at"] == {"D+1": "c4", "D+2": "c5", "D-2": "c1"}[step]
    assert (found["destroyed"], found["pointer"]) == ([2], 2)


# --- the pointer


def test_the_pointer_goes_one_step_on_and_an_action_ends_the_turn():
    assert after(play(green1=robot("c3", 1, "R+1", "R+1", "R+1")))["pointer"] == 1
    assert after(play(green1=robot("c3", 1, "R+1", "R+1", "R+1", pointer=1)))["pointer"] == 2


def test_tests_raz_and_go_to_do_not_end_the_turn():
    me = robot("c3", 1, "-> 3", "R+1", "? 1", "RAZ", "R+2", tests={"1": "I face direction 2"}, pointer=2)
    # Step 3 is answered no, so RAZ is skipped and R+2 is carried out.
    assert (after(play(green1=me))["facing"], after(play(green1=me))["pointer"]) == (3, 5)
    # With yes RAZ is read, then 1, then 3 again: forfeited.
    me["facing"] = 2
    result = play(green1=me)
    assert (after(result)["pointer"], after(result)["facing"]) == (2, 2)
    assert names(result)[-1] == "forfeited"


def test_go_to_reads_and_executes_the_step_at_once():
    found = after(play(green1=robot("c3", 1, "-> 3", "T", "R+1")))
    assert (found["facing"], found["pointer"]) == (2, 3)


def test_raz_goes_above_step_1():
    found = after(play(green1=robot("c3", 1, "R+1", "RAZ", pointer=1)))
    assert (found["facing"], found["pointer"]) == (2, 1)


def test_yes_goes_on_and_no_skips_one_step():
    for facing, expected in ((1, (2, 2)), (4, (6, 3))):
        me = robot("c3", facing, "? 1", "R+1", "R+2", tests={"1": "I face direction 1"})
        assert (after(play(green1=me))["facing"], after(play(green1=me))["pointer"]) == expected


def test_a_loop_forfeits_the_turn_and_is_tried_again_with_new_answers():
    me = robot("c3", 1, "? 1", "RAZ", "T", tests={"1": "enemy robots at exactly 1 cell"}, pointer=3)
    me["program"] = ["? 1", "RAZ", "R+1"]
    near = robot("c4", 1, "D-1", side="violet")
    result = play(green1={**me, "pointer": 0}, x=near)
    assert after(result)["pointer"] == 0 and names(result)[-1] == "forfeited"
    result = play(green1={**me, "pointer": 0}, x={**near, "at": "c8"})
    assert (after(result)["pointer"], after(result)["facing"]) == (3, 2)


def test_go_to_itself_forfeits():
    assert after(play(green1=robot("c3", 1, "T", "-> 2", pointer=1)))["pointer"] == 1


def test_past_the_last_step_the_robot_is_idle_for_good():
    for program, pointer in ((["R+1"], 1), (["R+1"], 2), ([], 0), ([], 1)):
        result = play(green1=robot("c3", 1, *program, pointer=pointer))
        assert (after(result)["pointer"], after(result)["facing"]) == (len(program) + 1, 1)
        assert names(result) == ["idle"]


def test_a_test_that_skips_the_last_step_leads_past_the_end():
    for program in (["? 1", "T"], ["? 1"]):
        me = robot("c3", 1, *program, tests={"1": "I face direction 2"})
        assert after(play(green1=me))["pointer"] == len(program) + 1


def test_a_destroyed_step_stops_the_pointer_and_does_nothing():
    for step in ("R+1", "RAZ", "-> 1", "? 1"):
        me = robot("c3", 1, step, "R+1", destroyed=[1], tests={"1": "I face direction 1"})
        result = play(green1=me)
        assert (after(result)["facing"], after(result)["pointer"]) == (1, 1)
        assert {"robot": "green1", "event": "nothing", "step": 1, "reason": "destroyed"} in result["events"]


def test_a_destroyed_step_ends_the_turn_also_by_go_to_and_raz():
    assert after(play(green1=robot("c3", 1, "-> 3", "T", "R+1", destroyed=[3])))["pointer"] == 3
    assert after(play(green1=robot("c3", 1, "R+1", "RAZ", pointer=1, destroyed=[1])))["pointer"] == 1


def test_a_destroyed_step_that_a_test_skips_does_not_end_the_turn():
    me = robot("c3", 1, "? 1", "T", "R+1", destroyed=[2], tests={"1": "I face direction 2"})
    assert (after(play(green1=me))["pointer"], after(play(green1=me))["facing"]) == (3, 2)


def test_steps_may_be_written_with_spaces_and_in_any_case_and_stay_as_they_were():
    me = robot("c3", 1, "- > 2", " r + 1 ", "d+1")
    found = after(play(green1=me))
    assert (found["facing"], found["program"]) == (2, ["- > 2", " r + 1 ", "d+1"])


# --- shots


def test_one_cell_away_is_destroyed_friend_or_foe():
    for side in ("green", "violet"):
        result = play(green1=robot("c3", 1, "T"), x=robot("c4", 1, side=side))
        assert after(result, "x") is None and after(result)["shots"] == 9


def test_two_cells_away_loses_the_step_under_its_pointer():
    result = play(green1=robot("c3", 1, "T"), x=robot("c5", 1, "T", "T", side="violet", pointer=2))
    assert after(result, "x")["destroyed"] == [2]


def test_nothing_blocks_a_shot():
    behind = robot("c5", 1, "T", side="violet", pointer=1)
    result = play(green1=robot("c3", 1, "T"), green2=robot("c4", 1), y=behind)
    assert after(result, "green2") is None and after(result, "y")["destroyed"] == [1]
    result = play(green1=robot("c3", 1, "T"), y=behind, board={"shapes": {"c4": "red square"}})
    assert after(result, "y")["destroyed"] == [1]


def test_robots_without_a_step_under_the_pointer_lose_none():
    for pointer in (0, 2):
        result = play(green1=robot("c3", 1, "T"), x=robot("c5", 1, "T", side="violet", pointer=pointer))
        assert after(result, "x")["destroyed"] == []


def test_a_step_is_lost_only_once():
    result = play(green1=robot("c3", 1, "T"), x=robot("c5", 1, "T", side="violet", pointer=1, destroyed=[1]))
    assert after(result, "x")["destroyed"] == [1] and "lost-step" not in names(result)


def test_an_eleventh_shot_does_nothing_and_costs_nothing():
    result = play(green1=robot("c3", 1, "T", shots=0), x=robot("c4", 1, side="violet"))
    assert after(result, "x") and (after(result)["shots"], after(result)["pointer"]) == (0, 1)


# --- self-destruction


def test_self_destruction():
    ring, second = ("c4", "d3", "d2", "c2", "b2", "b3"), ("c5", "e3", "a2", "d1")
    others = {f"x{cell}": robot(cell, 1, "T", side="violet", pointer=1) for cell in (*ring, *second, "c6")}
    friend = robot("b4", 1, "T", pointer=1)
    result = play(green1=robot("c3", 1, "*"), green2=friend, **others)
    left = result["after"]["robots"]
    assert sorted(left) == sorted(["far", "green2", *(f"x{cell}" for cell in (*second, "c6"))])
    assert all(left[f"x{cell}"]["destroyed"] == [1] for cell in second)
    assert left["xc6"]["destroyed"] == []


# --- order


def test_robots_play_by_number_then_by_name():
    robots = {
        name: robot(cell, 1) for name, cell in (("green10", "a1"), ("green2", "b1"), ("b2", "c1"), ("green", "d1"))
    }
    assert [event["robot"] for event in play(**robots)["events"]] == ["green", "b2", "green2", "green10"]


def test_a_robot_destroyed_by_its_own_side_earlier_does_not_play():
    result = play(green1=robot("c3", 1, "T"), green2=robot("c4", 1, "R+1"))
    assert after(result, "green2") is None
    assert [event["robot"] for event in result["events"] if event["event"] == "read"] == ["green1"]


def test_a_step_lost_before_its_turn_is_lost():
    result = play(green1=robot("c3", 1, "T"), green2=robot("c5", 1, "R+1", "RAZ", pointer=1))
    # green2 goes on to step 2, RAZ, and so reads step 1, which is destroyed.
    assert (after(result, "green2")["pointer"], after(result, "green2")["facing"]) == (1, 1)


@pytest.mark.parametrize(
    ("turn", "sides", "next_turn"),
    [
        ("green", ["green", "violet"], "violet"),
        ("violet", ["green", "violet"], "green"),
        ("b", ["a", "b", "c"], "c"),
        ("c", ["a", "b", "c"], "a"),
        ("b", ["b"], "b"),
    ],
)
def test_sides_take_turns_by_name(turn, sides, next_turn):
    robots = {f"r{side}": robot(f"a{index}", 1, side=side) for index, side in enumerate(sides, 1)}
    assert play(turn, far=None, **robots)["after"]["turn"] == next_turn


def test_sides_without_robots_are_passed_over():
    robots = {"r1": robot("c3", 1, "T", side="a"), "r2": robot("c4", 1, side="b"), "r3": robot("h8", 1, side="c")}
    result = play("a", far=None, **robots)
    assert result["after"]["turn"] == "c"
    assert list(result["after"]["signals"]) == ["a", "b", "c"]


def test_a_side_that_is_gone_hands_the_turn_on():
    robots = {"r1": robot("a1", 4, "D+1", side="b"), "r2": robot("c4", 1, side="a"), "r3": robot("h8", 1, side="c")}
    assert play("b", far=None, **robots)["after"]["turn"] == "c"


def test_if_nobody_is_left_the_turn_stays():
    result = play(far=None, green1=robot("a1", 4, "D+1"))
    assert result["after"]["turn"] == "green" and result["after"]["robots"] == {}
