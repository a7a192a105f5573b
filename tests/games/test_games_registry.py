"""Every game is in the registry and keeps what :mod:`controller.games.game` promises."""

from __future__ import annotations

import importlib
import json
import random
from pathlib import Path
from typing import Any

import pytest

import controller.games
from boards.base.catalogue import languages
from boards.base.errors import Problems
from controller.games.game import Decision, DiceRolled, GoOn, PieceMoved, ProgramsLaid, Recharged, TakenUp
from controller.games.game_registry import AT_THE_TABLE, built_in, game_named, resolve, tabletop_named
from tests.support.shown import shown


def case_of(name: str) -> Any:
    """`SETUP` (a position to start from) and `decide(request, state, rng)` of a game: a module of its name."""
    return importlib.import_module(f"tests.support.games.{name}")


def test_every_folder_is_a_game_of_the_registry():
    folders = [path.parent.name for path in Path(controller.games.__file__).parent.glob("*/__init__.py")]
    assert sorted(folders) == sorted(built_in())


@pytest.mark.parametrize("name", [*built_in(), *AT_THE_TABLE])
def test_a_whole_game_by_the_book_of_games(name):
    game = game_named(name)
    assert game.name == name
    case = case_of(name)
    rng = random.Random(1)
    state = game.start(case.SETUP)
    decisions: list[Decision] = []
    for _ in range(10_000):
        requests = game.requests(state)
        assert (requests == ()) == (game.outcome(state) is not None)
        if not requests:
            break
        decision = case.decide(requests[0], state, rng)
        before = seen(game, state)
        step = game.advance(state, decision)
        assert game.advance(state, decision) == step, "a pure step gives the same again"
        assert seen(game, state) == before, "a pure step leaves its input alone"
        decisions.append(recorded(decision))
        for event in step.events:
            assert json.dumps(dict(game.event_json(event)))
            assert all(game.explain(event, language) for language in languages())
        for motion_group in game.motion_groups(state, step.events):
            assert motion_group.motions
        assert list(game.stands(state)) == sorted(game.stands(state))
        state = step.state
    assert game.outcome(state) is not None
    # What a journal does: the setup and the decisions, written as JSON, lead to the same state again.
    replayed = game.start(json.loads(json.dumps(case.SETUP)))
    for decision in decisions:
        replayed = game.advance(replayed, decision).state
    assert replayed == state


def seen(game: Any, state: Any) -> tuple[str, str]:
    """All that can be seen of a state."""
    return repr(state), shown(tabletop_named(game.name), state)


def recorded(decision: Decision) -> Decision:
    """The decision as a journal gives it back."""
    match decision:
        case DiceRolled(faces):
            return DiceRolled(json.loads(json.dumps(dict(faces))))
        case ProgramsLaid(programs):
            told = json.loads(json.dumps({name: list(rows) for name, rows in programs.items()}))
            return ProgramsLaid({name: tuple(rows) for name, rows in told.items()})
        case PieceMoved(player, move):
            return PieceMoved(*json.loads(json.dumps([player, move])))
        case Recharged() | TakenUp() | GoOn():
            return decision


@pytest.mark.parametrize("name", ["chess", "", None, 3, ["golems"], "game", "registry"])
def test_an_unknown_game_is_refused_at_game(name):
    with pytest.raises(Problems) as refusal:
        resolve({"game": name})
    assert [problem.at for problem in refusal.value.problems] == ["game"]
    if isinstance(name, str):
        with pytest.raises(Problems):
            game_named(name)


def test_what_is_played_at_the_table_alone_is_nothing_to_resolve():
    for name in AT_THE_TABLE:
        with pytest.raises(Problems):
            resolve({"game": name})


@pytest.mark.parametrize("document", [None, [], "golems", 3, True])
def test_what_is_no_object_is_refused(document):
    with pytest.raises(Problems) as refusal:
        resolve(document)
    assert [problem.at for problem in refusal.value.problems] == [""]
