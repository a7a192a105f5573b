"""Choices of games without a table: offered as data, begun with, refused with their place, all at once."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from boards.base.catalogue import languages
from boards.base.errors import Problems
from controller.app.compose.game_setup import GamePlan, header
from controller.app.lobby.game_choice import catalogue, plan_of, task_picture
from controller.console.front_door.messages import NewGame
from controller.games.game_registry import tabletop_named

SCREEN = GamePlan(name="x", screen=True)


def wish(game: str, players: int = 2, **more: Any) -> NewGame:
    names = tabletop_named(game).players(tabletop_named(game).setup(players))
    return msgspec.convert({"game": game, "seats": dict.fromkeys(names, "here"), **more}, NewGame)


def refused(wanted: NewGame) -> list[str]:
    with pytest.raises(Problems) as problems:
        plan_of(wanted, SCREEN)
    return [problem.at for problem in problems.value.problems]


def test_every_choice_of_a_game_is_offered() -> None:
    offers = {game.name: {offer.key: offer for offer in game.choices} for game in catalogue().games}
    assert offers["golems"] == {}
    for name in ("jetan", "spiral", "robots_hex"):
        assert list(offers[name]) == list(tabletop_named(name).setup_choices)
    assert (offers["spiral"]["dice"].low, offers["spiral"]["dice"].high) == (1, 2)
    assert offers["robots_hex"]["shapes"].words == ["obstacles", "ignored"]
    assert offers["robots_hex"]["shapes"].low is None


def test_a_game_begins_with_what_was_chosen() -> None:
    assert plan_of(wish("spiral", 6, chosen={"sum": "1000", "dice": "2"}), SCREEN).setup["sum"] == 1000
    setup = plan_of(wish("robots_hex", 3, chosen={"shapes": "ignored", "steps": 20}), SCREEN).setup
    assert (setup["shapes"], setup["steps"]) == ("ignored", 20)
    assert plan_of(wish("jetan", chosen={"stakes": "pieces", "first": "orange"}), SCREEN).setup["stakes"] == {}


def test_wrong_choices_are_refused_with_their_place_all_at_once() -> None:
    wanted = wish("spiral", chosen={"sum": "0", "dice": 3, "hats": "2"})
    assert refused(wanted) == ["chosen.sum", "chosen.dice", "chosen.hats"]
    golems = msgspec.convert(
        {"game": "golems", "seats": {"red": "here", "blue": "easy"}, "chosen": {"sum": 5}}, NewGame
    )
    assert refused(golems) == ["chosen.sum"]


def test_teams_and_the_costs_of_pieces_are_said_at_length() -> None:
    offers = {game.name: {part.key: part.values for part in game.parts} for game in catalogue().games}
    assert offers["spiral"] == {"teams": []}
    assert {value.key: value.usual for value in offers["jetan"]["stakes"]}["princess"] == 10
    teams = {"red": ["Anna", "Ben"], "blue": ["Cem"]}
    plan = plan_of(wish("spiral", parts={"teams": teams}), SCREEN)
    assert tabletop_named("spiral").game.start(plan.setup).thrower == "Anna"
    assert plan_of(wish("jetan", parts={"stakes": {"princess": 20}}), SCREEN).setup["stakes"] == {"princess": 20}


def test_wrong_parts_are_refused_with_their_place_all_at_once() -> None:
    teams = {"red": ["Anna", "Anna"], "blue": []}
    assert refused(wish("spiral", parts={"teams": teams})) == ["parts.teams.red[1]", "parts.teams.blue"]
    assert refused(wish("jetan", parts={"stakes": {"king": 3}})) == ["parts.stakes.king"]
    both = wish("jetan", chosen={"stakes": "pieces"}, parts={"stakes": {"thoat": 3}, "hats": {"red": 1}})
    assert refused(both) == ["parts.hats", "parts.stakes"]
    golems = {"game": "golems", "seats": {"red": "here", "blue": "easy"}, "parts": {"teams": {"red": ["Anna"]}}}
    assert refused(msgspec.convert(golems, NewGame)) == ["parts.teams"]


def test_a_scenario_takes_more_of_the_tokens_that_it_names() -> None:
    offers = {offer.key: offer for offer in catalogue().scenarios}
    assert {key: offer.more_tokens for key, offer in offers.items() if offer.more_tokens} == {
        "clear-the-yard": ["barrels"]
    }
    lying = offers["clear-the-yard"].lying
    assert (lying["a1"], lying["f6"], lying["c3"], lying["e5"]) == ("red", "blue", "wall", "barrel")
    wanted: dict[str, Any] = {"game": "golems", "seats": {"red": "here", "blue": "easy"}, "scenario": "clear-the-yard"}

    def more(**changed: Any) -> NewGame:
        return msgspec.convert({**wanted, **changed}, NewGame)

    setup = plan_of(more(tokens={"barrels": ["f1", "a6"]}), SCREEN).setup
    assert {*setup["board"]["barrels"]} == {"b4", "c5", "d2", "e3", "e5", "a6", "f1"}
    wrong = more(tokens={"barrels": ["a1", "e5", "b2"], "walls": ["b3"], "trees": []})
    assert refused(wrong) == ["tokens.barrels[0]", "tokens.barrels[1]", "tokens.trees", "tokens.walls[0]"]
    assert refused(more(scenario="two-towers", tokens={"barrels": ["b2"]})) == ["tokens"]
    # In an ordinary game they are those of a free set-up.
    plan = plan_of(more(scenario=None, tokens={"barrels": ["b2"]}), SCREEN)
    assert header(plan).setup["board"]["barrels"] == ["b2"]
    assert refused(more(scenario=None, puzzle="first-steps", tokens={"barrels": ["b2"]})) == ["tokens", "seats.blue"]
    assert refused(wish("jetan", tokens={"barrels": ["b2"]})) == ["tokens"]


@pytest.mark.parametrize("camp", ["green", "violet"])
def test_a_person_chooses_the_green_or_the_violet_camp(camp: str) -> None:
    tabletop = tabletop_named("robots_hex")
    other = next(side for side in ("green", "violet") if side != camp)
    seats = {camp: "here", other: "easy"}
    for scenario in ("duel", "invasion", "computer"):
        plan = plan_of(msgspec.convert({"game": "robots_hex", "scenario": scenario, "seats": seats}, NewGame), SCREEN)
        assert plan.computers == {other: "easy"}
        state = tabletop.game.start(plan.setup)
        assert {piece.player for piece in tabletop.pieces(state)} <= {camp, other}
        assert set(tabletop.players(plan.setup)) == {camp, other}


def test_every_scenario_says_how_even_it_is_in_every_language() -> None:
    for offer in catalogue().scenarios:
        assert set(offer.balance) == {*languages()} and all(offer.balance.values()), offer.key


@pytest.mark.parametrize(
    ("way", "change", "place"),
    [
        ("beginner", {"barrels": ["b2"]}, "setup.board.barrels"),
        ("beginner", {"size": [6, 6]}, "setup.board.size"),
        ("autonomous", {"size": [6, 6]}, "setup.board.size"),
    ],
)
def test_a_free_set_up_keeps_to_the_limits_of_its_way(way: str, change: dict[str, Any], place: str) -> None:
    golems = {"red": {"at": "a1", "facing": "N"}, "blue": {"at": "d4", "facing": "S"}}
    setup = {"game": "golems", "way": way, "board": {"size": [4, 4], **change}, "golems": golems}
    board = "x".join(map(str, setup["board"]["size"]))
    wanted = msgspec.convert(
        {"game": "golems", "seats": {"red": "here", "blue": "easy"}, "way": way, "board": board, "setup": setup},
        NewGame,
    )
    assert refused(wanted) == [place]


def test_every_task_that_can_be_chosen_has_a_picture_of_its_board() -> None:
    offered = catalogue()
    tasks = {"puzzle": offered.puzzles, "scenario": offered.scenarios}
    for kind, told in tasks.items():
        pictures = {one.key: task_picture(kind, one.key) for one in told}
        assert all(picture is not None and picture.startswith("<svg") for picture in pictures.values())
        assert len(set(pictures.values())) == len(told), "no two look the same"
    assert task_picture("puzzle", "../first-steps") is None
    assert task_picture("scenario", offered.puzzles[0].key) is None
