"""Every game keeps what :mod:`controller.games.tabletop` promises, through a whole game at random."""

from __future__ import annotations

import random
from typing import Any

import pytest

from boards.base.catalogue import languages, translate
from boards.base.errors import Problems
from controller.games.game import Decision, DiceRolled, GoOn, PieceMoved, ProgramsLaid, Requirement
from controller.games.game_registry import AT_THE_TABLE, built_in, game_named, tabletop_named
from controller.games.tabletop import Tabletop
from tests.support.games import golem_puzzles

SETUPS: dict[str, dict[str, Any]] = {"golem_puzzles": golem_puzzles.SETUP}
"""Of games that have no usual setup."""
CHECKED = 40
"""States of a game that are looked at closely; the others are only played through."""


def decide(tabletop: Tabletop[Any], state: Any, chance: random.Random) -> Decision:
    request = tabletop.game.requests(state)[0]
    match request.requirement:
        case Requirement.DICE:
            return DiceRolled({player: chance.choice(tabletop.faces) for player in request.players})
        case Requirement.PROGRAMS:
            return ProgramsLaid({name: tabletop.program(state, name, "easy", 3) for name in request.players})
        case Requirement.MOVE:
            return PieceMoved(request.players[0], chance.choice(tabletop.choices(state)).move)
    return GoOn()


def setup_of(tabletop: Tabletop[Any]) -> dict[str, Any]:
    return SETUPS.get(tabletop.game.name) or {**tabletop.setup(2), **tabletop.short}


@pytest.mark.parametrize("name", [*built_in(), *AT_THE_TABLE])
def test_a_tabletop_is_of_the_game_that_the_registry_names(name: str) -> None:
    assert tabletop_named(name).game.name == game_named(name).name == name


@pytest.mark.parametrize("name", [*built_in(), *AT_THE_TABLE])
def test_a_whole_game_as_screens_and_hands_need_it(name: str) -> None:
    tabletop = tabletop_named(name)
    setup = setup_of(tabletop)
    players = tabletop.players(setup)
    state, chance = tabletop.game.start(setup), random.Random(7)
    seen = 0
    for step in range(5_000):
        if seen >= CHECKED:
            break
        requests = tabletop.game.requests(state)
        if not requests:
            # A short game is played again, with other chances.
            state = tabletop.game.start(setup)
            continue
        if step % 3 == 0 or tabletop.pieces_drive or requests[0].requirement is Requirement.MOVE:
            seen += 1
            check(tabletop, state, players)
        state = tabletop.game.advance(state, decide(tabletop, state, chance)).state
    assert seen > 10


def check(tabletop: Tabletop[Any], state: Any, players: tuple[str, ...]) -> None:
    spots = [spot.name for spot in tabletop.spots(state)]
    assert len({*spots}) == len(spots)
    assert len({(spot.x, spot.y) for spot in tabletop.spots(state)}) == len(spots)
    pieces = tabletop.pieces(state)
    assert [piece.name for piece in pieces] == sorted(piece.name for piece in pieces)
    assert {piece.name for piece in pieces} == {*tabletop.game.stands(state)}
    assert {piece.spot for piece in pieces} <= {*spots} and {piece.owner for piece in pieces} <= {*players}
    assert all(piece.mark for piece in pieces)
    texts = [tabletop.piece_words(piece.name) for piece in pieces]
    texts += [tabletop.player_words(player) for player in players]
    texts += tabletop.facts(state)
    assert all(translate(words, language) for words in texts for language in languages())
    assert tabletop.round(state) >= 1
    for request in tabletop.game.requests(state):
        assert {tabletop.owner(state, asked) for asked in request.players} <= {*players}
    mover = tabletop.mover(state)
    choices = tabletop.choices(state)
    assert (mover is None) == (choices == ())
    if mover is None:
        return
    assert len({choice.move for choice in choices}) == len(choices)
    assert all(tabletop.why_not(state, mover, choice.move) is None for choice in choices)
    assert {end for choice in choices for end in (choice.origin, choice.target) if end} <= {*spots}
    for wrong in ("", "nonsense", "\0", "e" * 10_000, "🂡"):
        why = tabletop.why_not(state, mover, wrong)
        assert why is not None and all(translate(why, language) for language in languages())
    assert tabletop.why_not(state, "nobody", choices[0].move) is not None
    move = tabletop.choose(state, mover, tabletop.strengths[0], 5)
    assert move in {choice.move for choice in choices}
    assert move == tabletop.choose(state, mover, tabletop.strengths[0], 5)


@pytest.mark.parametrize("name", built_in())
@pytest.mark.parametrize("players", [-1, 0, 1, 7, 10**9])
def test_a_number_of_players_that_a_game_is_not_for_is_refused(name: str, players: int) -> None:
    tabletop = tabletop_named(name)
    with pytest.raises(Problems) as refused:
        tabletop.setup(players)
    assert [problem.at for problem in refused.value.problems] == ["players"]


@pytest.mark.parametrize("name", [*built_in(), *AT_THE_TABLE])
def test_the_computer_lays_programs_that_the_rules_take(name: str) -> None:
    tabletop = tabletop_named(name)
    state = tabletop.game.start(setup_of(tabletop))
    for request in tabletop.game.requests(state):
        if request.requirement is Requirement.PROGRAMS:
            programs = {asked: tabletop.program(state, asked, "easy", 3) for asked in request.players}
            assert all(programs.values())
            tabletop.game.advance(state, ProgramsLaid(programs))
