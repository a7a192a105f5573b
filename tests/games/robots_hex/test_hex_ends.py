"""Signals, aims and the form of an answer."""

from __future__ import annotations

import json
from typing import Any

import pytest

from controller.games.robots_hex import resolve
from tests.games.robots_hex.hex_turns import after, play, robot

# --- signals


def pending(step: int, robot_name: str = "green1", left: int = 5) -> dict[str, Any]:
    return {"green": {"left": left, "robot": robot_name, "step": step}}


def test_a_signalled_robot_carries_out_that_step_and_its_pointer_stays():
    result = play(green1=robot("c3", 1, "R+1", "T", "R+2", pointer=1), signals=pending(3))
    assert (after(result)["facing"], after(result)["pointer"]) == (3, 1)
    assert result["after"]["signals"]["green"] == {"left": 4}


def test_other_robots_play_their_own_steps():
    result = play(green1=robot("c3", 1, "R+1"), green2=robot("e3", 1, "R+2"), signals=pending(1))
    assert (after(result, "green2")["facing"], after(result, "green2")["pointer"]) == (3, 1)


@pytest.mark.parametrize("step", [1, 2, 3, 4, 5, 15])
def test_on_a_signal_program_steps_empty_and_destroyed_steps_do_nothing(step):
    me = robot("c3", 1, "? 1", "RAZ", "-> 4", "R+1", destroyed=[4], tests={"1": "I face direction 1"})
    result = play(green1=me, signals=pending(step))
    assert (after(result)["facing"], after(result)["pointer"]) == (1, 0)
    assert result["after"]["signals"]["green"] == {"left": 4}


def test_a_robot_past_its_end_can_be_moved_by_a_signal():
    result = play(green1=robot("c3", 1, "D+1", pointer=2), signals=pending(1))
    assert (after(result)["at"], after(result)["pointer"]) == ("c4", 2)


def test_on_a_signal_lightning_destroys_the_signalled_step():
    me = robot("c3", 1, "D+1", "T", "T", pointer=2)
    assert after(play(green1=me, signals=pending(1), board={"lightning": ["c4"]}))["destroyed"] == [1]


def test_a_signal_for_a_robot_that_is_gone_is_spent():
    result = play(green1=robot("c3", 1, "R+1"), signals=pending(1, "green7"))
    assert after(result)["facing"] == 2 and result["after"]["signals"]["green"] == {"left": 4}


def test_the_other_sides_signals_stay_as_they_are():
    other = {"left": 2, "robot": "far", "step": 3}
    result = play(green1=robot("c3", 1), signals={"violet": other, "gone": {"left": 1}})
    assert result["after"]["signals"] == {"gone": {"left": 1}, "green": {"left": 5}, "violet": other}


# --- aims


def test_the_last_side_with_robots_wins_in_every_scenario():
    for scenario in (1, 2, 3):
        result = play(green1=robot("c3", 1, "T"), far=robot("c4", 1, side="violet"), scenario=scenario)
        assert result["outcome"] == {"winners": ["green"], "reason": "last-standing"}


def test_nobody_left_is_a_draw():
    result = play(green1=robot("c3", 1, "*"), far=robot("c4", 1, side="violet"))
    assert result["outcome"] == {"winners": [], "reason": "last-standing"}


def test_a_duel_of_several_goes_on_while_two_sides_stand():
    result = play(green1=robot("c3", 1, "T"), x=robot("c4", 1, side="red"))
    assert result["outcome"] is None


def test_the_game_ends_at_once_and_the_robots_after_do_not_play():
    result = play(green1=robot("c3", 1, "T"), green2=robot("e3", 1, "R+1"), far=robot("c4", 1, side="violet"))
    assert result["outcome"]["winners"] == ["green"]
    assert after(result, "green2")["pointer"] == 0


CAMPS = {"camps": {"green": ["a1", "c3"], "violet": ["c4", "i9", "e5"]}}


def test_the_first_robot_in_the_opposing_camp_wins_the_invasion():
    result = play(green1=robot("c3", 1, "D+1"), board=CAMPS, scenario=2)
    assert result["outcome"] == {"winners": ["green"], "reason": "invasion"}
    assert play(green1=robot("c3", 1, "D+1"), board=CAMPS, scenario=1)["outcome"] is None


def test_invasion_passing_through_does_not_count_nor_does_the_own_camp():
    assert play(green1=robot("c3", 1, "D+2"), board=CAMPS, scenario=2)["outcome"] is None
    assert play(green1=robot("c2", 1, "D+1"), board=CAMPS, scenario=2)["outcome"] is None
    assert play("violet", green1=robot("h1", 1), board=CAMPS, scenario=2)["outcome"] is None


def test_invasion_is_seen_at_the_end_of_any_own_turn():
    for me in (robot("e5", 1), robot("e5", 1, "-> 1"), robot("e5", 1, "R+1", destroyed=[1])):
        assert play(green1=me, board=CAMPS, scenario=2)["outcome"] == {"winners": ["green"], "reason": "invasion"}


def test_an_aim_reached_in_the_same_step_comes_first():
    result = play(green1=robot("c4", 1, "T"), far=robot("c5", 1, side="violet"), board=CAMPS, scenario=2)
    assert result["outcome"] == {"winners": ["green"], "reason": "invasion"}
    board = {**CAMPS, "computers": {"violet": "c6"}}
    result = play(green1=robot("c4", 1, "T"), far=robot("c5", 1, side="violet"), board=board, scenario=3)
    assert result["outcome"] == {"winners": ["green"], "reason": "computer"}


@pytest.mark.parametrize(
    ("at", "facing", "computers", "scenario", "shots", "won"),
    [
        ("c4", 1, {"violet": "c5"}, 3, 10, True),
        ("c4", 1, {"violet": "c6"}, 3, 1, True),
        ("c4", 1, {"violet": "c7"}, 3, 10, False),
        ("c4", 2, {"violet": "c5"}, 3, 10, False),
        ("c4", 1, {"violet": "c5"}, 3, 0, False),
        ("c4", 1, {"violet": "c5"}, 1, 10, False),
        ("c4", 1, {"green": "c5"}, 3, 10, False),
        ("c3", 1, {"violet": "c5"}, 3, 10, False),
        ("d5", 1, {"violet": "d6"}, 3, 10, False),
        ("a1", 1, {"green": "a2"}, 3, 10, False),
    ],
)
def test_the_computer_is_shot_from_inside_its_camp(at, facing, computers, scenario, shots, won):
    board = {**CAMPS, "computers": computers}
    result = play(green1=robot(at, facing, "T", shots=shots), board=board, scenario=scenario)
    assert result["outcome"] == ({"winners": ["green"], "reason": "computer"} if won else None)


def test_a_computer_is_shot_over_anything_in_between_but_not_by_an_explosion():
    board = {**CAMPS, "computers": {"violet": "c6"}}
    result = play(green1=robot("c4", 1, "T"), x=robot("c5", 1), board=board, scenario=3)
    assert result["outcome"]["reason"] == "computer" and after(result, "x") is None
    result = play(
        green1=robot("c4", 1, "*"), green2=robot("h1", 1), board={**CAMPS, "computers": {"violet": "c5"}}, scenario=3
    )
    assert result["outcome"] is None


def test_a_computer_is_shot_on_a_signal_too():
    board = {**CAMPS, "computers": {"violet": "c5"}}
    result = play(green1=robot("c4", 1, "R+1", "T"), signals=pending(2), board=board, scenario=3)
    assert result["outcome"]["reason"] == "computer"


# --- the form


def test_defaults_are_written_out():
    result = json.loads(
        resolve(
            {
                "game": "robots_hex",
                "robots": {"b": robot("a2", 1, side="y"), "a": robot("a1", 1, side="x")},
                "turn": "x",
            }
        )
    )
    assert result["after"] == {
        "game": "robots_hex",
        "scenario": 1,
        "shapes": "obstacles",
        "board": {
            "size": [15, 11],
            "lakes": [],
            "shapes": {},
            "lightning": [],
            "camps": {},
            "starts": [],
            "computers": {},
        },
        "robots": {
            "a": {**robot("a1", 1, side="x"), "pointer": 1, "shots": 10, "destroyed": [], "tests": {}},
            "b": {**robot("a2", 1, side="y"), "pointer": 0, "shots": 10, "destroyed": [], "tests": {}},
        },
        "turn": "y",
        "signals": {"x": {"left": 5}, "y": {"left": 5}},
    }


def test_lists_are_sorted():
    board = {"lakes": ["b10", "a10", "b2", "a2"], "starts": ["b2", "a1"], "camps": {"violet": ["c10", "c9"]}}
    result = play(board={**board, "size": [9, 11]}, green1=robot("h3", 1, "T", "T", "T", destroyed=[3, 1], pointer=2))
    assert result["after"]["board"]["lakes"] == ["a2", "a10", "b2", "b10"]
    assert result["after"]["board"]["starts"] == ["a1", "b2"]
    assert result["after"]["board"]["camps"] == {"violet": ["c9", "c10"]}
    assert after(result)["destroyed"] == [1, 3]
