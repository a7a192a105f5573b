"""A turn of the dice race: a test for each sentence of the rules page and its fine print."""

from __future__ import annotations

import json

import pytest

from boards.base.errors import Problems
from controller.games.spiral import resolve
from tests.support.spiral_positions import document


def legal(roll: int, **chips) -> list:
    found: list = json.loads(resolve(document(roll, **chips)))["legal"]
    return found


def play(roll: int, choice, **chips) -> dict:
    """What a choice (a cell: move its chip) leads to; a player's chips as in ``document``."""
    if isinstance(choice, tuple):
        choice = {"move": choice[0], "knight": list(choice[1:])}
    elif isinstance(choice, int):
        choice = {"move": choice}
    found: dict = json.loads(resolve({**document(roll, **chips), "choice": choice}))
    return found


def red(roll: int, choice, **chips) -> str:
    """Red's chips afterwards, in the form of ``document``."""
    return cells(play(roll, choice, **chips), "red")


def cells(found: dict, player: str) -> str:
    after = found["after"]
    home = [f"{at}h" for at in after["home"][player]]
    return " ".join([*map(str, after["chips"][player]), *home])


def refused(roll: int, choice, **chips) -> bool:
    with pytest.raises(Problems) as refusal:
        play(roll, choice, **chips)
    return [problem.at for problem in refusal.value.problems] == ["choice"]


class TestTurn:
    def test_on_a_six_the_player_chooses_a_new_chip_or_six_cells(self):
        assert legal(6, red="2", blue="") == [{"move": 2}, "new"]
        assert red(6, "new", red="2", blue="") == "1 2"
        assert red(6, 2, red="2", blue="") == "8"

    @pytest.mark.parametrize("roll", [1, 2, 3, 4, 5])
    def test_new_is_legal_only_on_a_six(self, roll):
        assert legal(roll, red="", blue="") == ["pass"]
        assert refused(roll, "new", red="", blue="")

    def test_a_six_gives_another_turn_either_way(self):
        assert play(6, "new", red="2", blue="")["after"]["turn"] == "red"
        assert play(6, 2, red="2", blue="")["after"]["turn"] == "red"
        assert play(5, 1, red="1", blue="")["after"]["turn"] == "blue"

    def test_a_six_gives_another_turn_even_if_nothing_was_legal(self):
        """39 and 45 are six apart, and the chip on 45 turns at once; no fifth chip is set."""
        found = play(6, "pass", red="39 45 46h 47h", blue="48h")
        assert found["after"]["turn"] == "red"

    def test_moving_is_compulsory(self):
        assert refused(3, "pass", red="2", blue="")
        assert refused(6, "pass", red="", blue="")

    def test_with_several_chips_the_player_chooses(self):
        assert legal(1, red="2 14 3", blue="") == [{"move": 3}, {"move": 14}]
        assert legal(2, red="2 14 3", blue="") == [{"move": 2}, {"move": 3}, {"move": 14}]

    def test_without_a_legal_move_the_turn_passes(self):
        found = play(5, "pass", red="", blue="3")
        assert found["after"]["turn"] == "blue"
        assert found["outcome"] is None


class TestFourChips:
    def test_with_four_a_six_sets_no_new_one(self):
        assert "new" not in legal(6, red="2 3 4 18", blue="")
        assert "new" not in legal(6, red="2 3 48h 47h", blue="")
        assert "new" in legal(6, red="2 48h 47h", blue="")

    def test_an_own_chip_on_cell_1_is_in_the_way(self):
        assert "new" not in legal(6, red="1", blue="")

    def test_another_players_chip_on_cell_1_is_taken(self):
        found = play(6, "new", red="", blue="1 5")
        assert cells(found, "red") == "1"
        assert cells(found, "blue") == "5"


class TestLandingAndPassing:
    def test_landing_on_another_players_chip_removes_it(self):
        found = play(4, 2, red="2", blue="6 8")
        assert (cells(found, "red"), cells(found, "blue")) == ("6", "8")

    def test_landing_on_an_own_chip_is_illegal(self):
        assert legal(4, red="2 6", blue="") == [{"move": 6}]
        assert refused(4, 2, red="2 6", blue="")

    def test_passing_removes_others_and_not_own(self):
        found = play(6, 2, red="2 4", blue="3 5 8", green="6")
        assert cells(found, "red") == "4 8"
        assert cells(found, "blue") == ""
        assert cells(found, "green") == ""

    def test_what_is_behind_or_beyond_stays(self):
        assert cells(play(2, 2, red="2", blue="1 5"), "blue") == "1 5"


class TestBase:
    def test_a_chip_is_home_when_it_stops_on_the_last_free_cell(self):
        assert red(4, 44, red="44", blue="") == "48h"
        assert red(3, 44, red="44", blue="48h") == "47h"

    def test_a_chip_in_another_base_cell_is_not_home(self):
        assert red(2, 44, red="44", blue="") == "46"
        assert legal(1, red="46", blue="") == [{"move": 46}]

    def test_chips_at_home_are_never_moved(self):
        assert legal(1, red="48h", blue="") == ["pass"]
        assert refused(1, 48, red="48h", blue="")

    def test_a_chip_turns_at_the_last_free_cell(self):
        assert red(4, 46, red="46", blue="") == "46"
        assert red(5, 46, red="46", blue="") == "45"
        assert red(3, 46, red="46", blue="48h") == "45"

    def test_on_the_way_back_it_removes_what_it_passes_or_lands_on(self):
        found = play(6, 46, red="46", blue="47 45 44 43")
        assert cells(found, "red") == "44"
        assert cells(found, "blue") == "43"

    def test_its_next_move_is_towards_the_base_again(self):
        assert red(2, 45, red="45", blue="") == "47"

    def test_a_bounce_to_its_own_cell_is_legal(self):
        assert legal(2, red="47", blue="") == [{"move": 47}]
        found = play(2, 47, red="47", blue="48")
        assert cells(found, "red") == "47"
        assert cells(found, "blue") == "", "the chip on 48 never stopped there by itself, and is passed"

    def test_one_that_stood_on_47_when_another_came_home_is_not_home_and_turns_at_once(self):
        assert red(1, 47, red="47", blue="48h") == "46"
        assert red(3, 47, red="47", blue="48h") == "44"

    def test_and_can_be_taken_by_whoever_stops_there_who_is_then_home(self):
        found = play(2, 45, red="45", blue="47 48h")
        assert (cells(found, "red"), cells(found, "blue")) == ("47h", "48h")

    def test_it_is_passed_as_elsewhere(self):
        found = play(3, 45, red="45", blue="47 48h")
        assert (cells(found, "red"), cells(found, "blue")) == ("46", "48h")

    def test_an_own_chip_there_is_in_the_way(self):
        assert refused(2, 45, red="45 47 48h", blue="")


class TestFigures:
    @pytest.mark.parametrize(("start", "king"), [(9, 10), (28, 29)])
    def test_a_king_sets_one_more_chip(self, start, king):
        assert red(1, start, red=f"{start}", blue="1") == f"1 {king}"
        assert cells(play(1, start, red=f"{start}", blue="1"), "blue") == ""

    def test_a_king_gives_no_extra_turn(self):
        assert play(1, 28, red="28", blue="")["after"]["turn"] == "blue"

    def test_a_king_sets_none_with_four_the_moved_one_included_or_an_own_one_on_cell_1(self):
        assert red(1, 28, red="28 3 4 6", blue="") == "3 4 6 29"
        assert red(1, 28, red="28 3 48h 47h", blue="") == "3 29 47h 48h"
        assert red(1, 28, red="28 3 48h", blue="") == "1 3 29 48h"
        assert red(1, 28, red="28 1", blue="") == "1 29"

    @pytest.mark.parametrize(("start", "end"), [(6, 13), (19, 26), (35, 42)])
    def test_a_dragon_leads_six_on_and_takes_what_it_passes(self, start, end):
        found = play(1, start, red=f"{start}", blue=f"{end - 1} {end} {end + 1}")
        assert (cells(found, "red"), cells(found, "blue")) == (f"{end}", f"{end + 1}")

    def test_a_dragon_does_nothing_if_that_would_end_on_an_own_chip(self):
        found = play(1, 6, red="6 13", blue="10")
        assert (cells(found, "red"), cells(found, "blue")) == ("7 13", "10")

    def test_a_heart_is_an_extra_turn(self):
        assert play(1, 4, red="4", blue="")["after"]["turn"] == "red"

    def test_extra_turns_do_not_add_up(self):
        after = play(6, 31, red="31", blue="")["after"]
        assert after["turn"] == "red"
        assert after["skips"] == {}

    @pytest.mark.parametrize(("start", "end"), [(15, 10), (27, 22), (39, 34)])
    def test_a_shop_leads_six_back_and_takes_what_it_passes(self, start, end):
        found = play(1, start, red=f"{start} 1", blue=f"{end - 1} {end} {end + 2}")
        assert (cells(found, "red"), cells(found, "blue")) == (f"1 {end}", f"{end - 1}")

    def test_a_shop_does_nothing_if_that_would_end_on_an_own_chip(self):
        found = play(1, 39, red="39 34", blue="37")
        assert (cells(found, "red"), cells(found, "blue")) == ("34 40", "37")

    @pytest.mark.parametrize("start", [16, 32, 42])
    def test_an_ace_removes_the_chip(self, start):
        assert red(1, start, red=f"{start}", blue="") == ""

    @pytest.mark.parametrize("start", [11, 24])
    def test_a_spider_makes_its_player_miss_the_next_turn(self, start):
        after = play(1, start, red=f"{start}", blue="")["after"]
        assert after["turn"] == "blue"
        assert after["skips"] == {"red": 1}

    def test_the_second_figure_works_too(self):
        """28 Shop -> 22 Heart; 16 Shop -> 10 King."""
        assert play(1, 27, red="27", blue="")["after"]["turn"] == "red"
        assert red(1, 15, red="15", blue="") == "1 10"

    def test_a_figure_works_after_the_way_back_too(self):
        assert red(6, 43, red="43", blue="48h 47h") == "", "43 is an Ace, and the chip bounces back to it"

    def test_the_figure_where_a_chip_stands_does_not_matter(self):
        assert red(1, 7, red="7", blue="") == "8"


class TestChess:
    @pytest.mark.parametrize(
        ("cell", "reached"),
        [(9, [6, 32, 44]), (21, [18, 40, 48]), (31, [6, 8, 12, 28, 34, 46])],
    )
    def test_where_knights_reach_to(self, cell, reached):
        """On from 31 to 46 only if that is the last free cell of the base, and to 48 from 21 likewise."""
        home = {46: "48h 47h"}.get(reached[-1], "")
        found = [choice["knight"] for choice in legal(1, red=f"{cell - 1}", blue=home)]
        assert found == [[there] for there in reached]

    def test_into_the_base_only_to_the_last_free_cell_and_then_it_is_home(self):
        assert legal(1, red="20", blue="48h") == [{"move": 20, "knight": [18]}, {"move": 20, "knight": [40]}]
        assert red(1, (20, 48), red="20", blue="") == "48h"
        assert refused(1, (20, 48), red="20", blue="48h")
        assert refused(1, (30, 46), red="30", blue="48h")

    def test_takes_only_what_it_lands_on(self):
        found = play(1, (8, 44), red="8", blue="9 44 30")
        assert (cells(found, "red"), cells(found, "blue")) == ("44", "30")

    def test_not_to_an_own_chip(self):
        assert legal(1, red="8 6 32", blue="") == [{"move": 6}, {"move": 8, "knight": [44]}, {"move": 32}]

    def test_without_a_legal_cell_it_does_nothing(self):
        assert {"move": 8} in legal(1, red="8 6 32 44", blue="")
        assert red(1, 8, red="8 6 32 44", blue="") == "6 9 32 44"
        assert refused(1, (8, 44), red="8 6 32 44", blue="")

    def test_the_figure_where_it_ends_works(self):
        """21 -> 40, a Shop -> 34; 31 -> 12, a Spider; 31 -> 28, a Shop -> 22, a Heart."""
        assert red(1, (20, 40), red="20", blue="") == "34"
        assert play(1, (30, 12), red="30", blue="")["after"]["skips"] == {"red": 1}
        assert play(1, (30, 28), red="30", blue="")["after"]["turn"] == "red"

    def test_a_cell_must_be_chosen(self):
        assert refused(1, 8, red="8", blue="")
        assert refused(1, {"move": 8, "knight": []}, red="8", blue="")

    def test_no_cell_may_be_chosen_where_no_chess_works(self):
        assert refused(1, (2, 3), red="2", blue="")
        assert refused(1, (8, 6, 44), red="8", blue="")

    def test_an_empty_list_is_the_same_as_none(self):
        assert play(1, {"move": 2, "knight": []}, red="2", blue="") == play(1, 2, red="2", blue="")


class TestTurnsToMiss:
    def test_players_with_a_turn_to_miss_are_passed_over(self):
        found = play(1, 2, red="2", blue="", green="", skips={"blue": 1})
        assert (found["after"]["turn"], found["after"]["skips"]) == ("green", {})

    def test_counts_fall_by_one_each_time(self):
        found = play(1, 2, red="2", blue="", skips={"blue": 3})
        assert (found["after"]["turn"], found["after"]["skips"]) == ("red", {"blue": 2})

    def test_the_count_of_the_player_whose_turn_it_is_stands_for_later_turns(self):
        found = play(1, 2, red="2", blue="", skips={"red": 1})
        assert (found["after"]["turn"], found["after"]["skips"]) == ("blue", {"red": 1})
        found = play(6, 2, red="2", blue="", skips={"red": 1})
        assert (found["after"]["turn"], found["after"]["skips"]) == ("blue", {})

    def test_a_spider_reached_with_a_six_takes_away_just_the_extra_turn(self):
        found = play(6, 6, red="6", blue="")
        assert (found["after"]["turn"], found["after"]["skips"]) == ("blue", {})

    def test_everybody_may_have_turns_to_miss(self):
        found = play(1, 2, red="2", blue="", green="", skips={"red": 2, "blue": 3, "green": 2})
        assert (found["after"]["turn"], found["after"]["skips"]) == ("green", {})

    def test_large_counts_are_no_work(self):
        many = 10**30
        found = play(1, 2, red="2", blue="", skips={"red": many, "blue": many + 1})
        assert (found["after"]["turn"], found["after"]["skips"]) == ("red", {})


class TestEnd:
    def test_the_game_ends_when_all_four_cells_hold_chips_that_are_home(self):
        found = play(1, 44, red="44 3 48h 47h", blue="46h 9", green="7")
        assert found["outcome"] == {
            "winners": ["red"],
            "reason": "base-full",
            "scores": {"red": 4000, "blue": 20, "green": 1},
        }

    def test_those_who_hold_the_most_win_together(self):
        found = play(1, 44, red="44 48h", blue="46h 47h", green="")
        assert found["outcome"]["winners"] == ["blue", "red"]
        assert found["outcome"]["scores"] == {"red": 200, "blue": 200, "green": 0}

    def test_whoever_moved_last_need_not_win(self):
        assert play(1, 44, red="44", blue="46h 47h 48h")["outcome"]["winners"] == ["blue"]

    def test_the_turn_changes_at_the_end_too(self):
        found = play(1, 44, red="44 48h 47h 46h", blue="", green="", skips={"blue": 1})
        assert (found["after"]["turn"], found["after"]["skips"]) == ("green", {})
        assert play(6, 39, red="39 48h 47h 46h", blue="")["after"]["turn"] == "red"

    def test_one_chip_not_at_home_counts_one(self):
        assert play(1, 44, red="44 48h 47h 46h", blue="3")["outcome"]["scores"] == {"red": 40000, "blue": 1}


def test_after_has_the_same_keys_without_roll_and_names_every_player_sorted():
    after = play(1, 9, red="9 3", blue="", green="2")["after"]
    assert list(after) == ["game", "players", "chips", "home", "skips", "turn"]
    assert after["chips"] == {"blue": [], "green": [2], "red": [1, 3, 10]}
    assert list(after["chips"]) == list(after["home"]) == ["blue", "green", "red"]
    assert after["players"] == ["red", "blue", "green"]
