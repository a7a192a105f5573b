"""Robot Game behind the idea that all games share."""

from __future__ import annotations

import json
import random

import pytest

from boards.base.catalogue import languages, translate
from boards.base.errors import Problems
from boards.base.message import _
from boards.geometry import Cell
from controller.games.game import Act, Gesture, GoOn, PieceMoved, ProgramsLaid, Request, Requirement, Travel
from controller.games.game_registry import game_named
from controller.games.robot_game import GAME
from controller.games.robot_game.arena import NEIGHBOURS, place_of
from controller.games.robot_game.bot_errors import MISTAKE_KINDS, format_mistake
from controller.games.robot_game.event_text import PHRASES, phrase_of
from controller.games.robot_game.events import FIELDS
from controller.games.robot_game.state import Mistake
from tests.support import pictures


def random_rows(rng, state):
    rows = {"0": [], "1": []}
    for cell, robot in state.robots.items():
        kind = rng.choices(("move", "attack", "guard", "suicide", ""), (40, 40, 10, 1, 1))[0]
        # Towards the middle, where they meet.
        target = min(rng.sample(NEIGHBOURS[cell], 2), key=lambda near: abs(near - 180))
        x, y = place_of(target)
        if kind == "guard" and rng.random() < 0.3:
            rows[str(robot.player)].append(format_mistake(robot.id, rng.choice(MISTAKE_KINDS), "went\nwrong", 3))
        elif kind:
            rows[str(robot.player)].append(f"{robot.id} {kind}" + (f" {x},{y}" if kind in ("move", "attack") else ""))
    return ProgramsLaid({player: tuple(found) for player, found in rows.items()})


def play(seed, check=lambda state, decision, step: None):
    rng = random.Random(seed)
    state = GAME.start({"seed": seed})
    while requests := GAME.requests(state):
        decision = GoOn() if requests[0].requirement is Requirement.GO_ON else random_rows(rng, state)
        step = GAME.advance(state, decision)
        check(state, decision, step)
        state = step.state
    return state


def test_it_is_registered():
    assert game_named("robot_game") is GAME and GAME.name == "robot_game"


def test_a_game_asks_for_both_players_and_ends_after_turn_100():
    state = GAME.start({})
    assert GAME.requests(state) == (Request(Requirement.GO_ON),)
    state = GAME.advance(state, GoOn()).state
    assert GAME.requests(state) == (Request(Requirement.PROGRAMS, ("0", "1")),)
    laid = GAME.advance(state, ProgramsLaid({"0": ("0 guard",)}))
    assert GAME.requests(laid.state) == (Request(Requirement.GO_ON),) and laid.events == ()
    assert laid.state.robots == state.robots and laid.state.turn == state.turn
    after = GAME.advance(laid.state, GoOn()).state
    assert after.turn == state.turn + 1 and GAME.requests(after)[0].requirement is Requirement.PROGRAMS
    last = play(3)
    assert last.turn == 100 and GAME.outcome(last) is not None and GAME.requests(last) == ()


def test_a_game_is_told_and_shown_on_every_turn():
    seen = {}

    def check(state, decision, step):
        assert json.loads(json.dumps(pictures.robot_game(step.state)))["turn"] == step.state.turn
        for event in step.events:
            assert list(GAME.event_json(event)) == ["robot", "player", "event", *FIELDS[event.name]]
            seen[phrase_of(event)] = [GAME.explain(event, language) for language in languages()]
        _check_beats(state, step)

    for seed in range(4):
        play(seed, check)
    assert sorted(seen) == sorted(PHRASES)
    for sentences in seen.values():
        assert len(set(sentences)) == len(languages())
        assert not any("{" in sentence for sentence in sentences)


def _check_beats(state, step):
    """The travels lead from where robots stand to where they stand then."""
    before, after = GAME.stands(state), GAME.stands(step.state)
    motion_groups = GAME.motion_groups(state, step.events)
    at = {name: stand.cell for name, stand in before.items()}
    for motion in (motion for motion_group in motion_groups for motion in motion_group.motions):
        assert motion.piece in before
        if isinstance(motion, Travel):
            assert at[motion.piece] == motion.origin
            at[motion.piece] = motion.target
    dead = [m.piece for b in motion_groups for m in b.motions if isinstance(m, Gesture) and m.act is Act.DIE]
    assert sorted(set(before) - set(after)) == sorted(dead)
    for name in set(before) & set(after):
        assert after[name].cell == at[name]
    assert all(
        len({m.piece for m in motion_group.motions}) == len(motion_group.motions) for motion_group in motion_groups
    )


def test_the_same_seed_is_the_same_game():
    assert play(11) == play(11)
    assert play(11) != play(12)


def test_stands_count_rows_from_below():
    state = GAME.start({"turn": 1, "robots": [{"id": 4, "player": 0, "loc": [9, 1], "hp": 50}]})
    assert {name: stand.cell for name, stand in GAME.stands(state).items()} == {"4": Cell(9, 17)}


STANDING = {
    "turn": 1,
    "robots": [
        {"id": 4, "player": 0, "loc": [9, 9], "hp": 50},
        {"id": 5, "player": 1, "loc": [9, 1], "hp": 50},
    ],
}


@pytest.mark.parametrize(
    ("programs", "at"),
    [
        ({"2": ("4 guard",)}, "programs.2"),
        ({"1": ("4 guard",)}, "programs.1[0]"),
        ({"0": ("guard",)}, "programs.0[0]"),
        ({"0": ("4 guard", "4 suicide")}, "programs.0[1]"),
        ({"0": ("4 move 9,11",)}, "programs.0[0]"),
        ({"0": ("4 move nine",)}, "programs.0[0]"),
        ({"0": ("4 move",)}, "programs.0[0]"),
        ({"0": ("4",)}, "programs.0[0]"),
        ({"0": ("",)}, "programs.0[0]"),
        ({"0": ("99999999999999999999 guard",)}, "programs.0[0]"),
        ({"0": ("4 guard ! bored",)}, "programs.0[0]"),
        ({"0": ("4 move 9,10 ! slow 1: too long",)}, "programs.0[0]"),
        ({"0": ("4 guard ! slow " + "x" * 300,)}, "programs.0[0]"),
        ({"0": ("4 guard ! slow \x1b[2J",)}, "programs.0[0]"),
    ],
)
def test_wrong_rows_are_refused_in_their_place(programs, at):
    with pytest.raises(Problems) as refused:
        GAME.advance(GAME.start(STANDING), ProgramsLaid(programs))
    assert refused.value.problems[0].at == at


def test_decisions_that_nobody_asked_for_are_refused():
    with pytest.raises(Problems):
        GAME.advance(GAME.start({}), ProgramsLaid({}))
    with pytest.raises(Problems):
        GAME.advance(GAME.start(STANDING), PieceMoved("0", "4 guard"))
    with pytest.raises(Problems):
        GAME.advance(play(3), GoOn())


def test_unknown_languages_are_refused():
    laid = GAME.advance(GAME.start(STANDING), ProgramsLaid({"0": ("4 move 9,10",)})).state
    step = GAME.advance(laid, GoOn())
    with pytest.raises(Problems):
        GAME.explain(step.events[0], "xx")


def test_a_bot_s_mistakes_are_told_and_counted():
    state = GAME.advance(
        GAME.start(STANDING), ProgramsLaid({"1": ("5 guard ! exception 12: ZeroDivisionError",)})
    ).state
    step = GAME.advance(state, GoOn())
    first = step.events[0]
    assert (first.robot, first.player, first.name) == (5, 1, "slipped")
    told = {GAME.explain(first, language) for language in languages()}
    assert len(told) == len(languages()) and all("12: ZeroDivisionError" in text for text in told)
    assert step.state.mistakes == (0, 1) and pictures.robot_game(step.state)["mistakes"] == {"0": 0, "1": 1}
    # What is told of a mistake changes nothing of the turn.
    plain = GAME.advance(GAME.advance(GAME.start(STANDING), ProgramsLaid({"1": ("5 guard",)})).state, GoOn())
    assert step.events[1:] == plain.events and step.state.last_mistakes == (None, Mistake(1, 12, "ZeroDivisionError"))
    assert step.state._replace(mistakes=(0, 0), last_mistakes=(None, None)) == plain.state


def test_a_mistake_with_a_code_is_told_in_every_language():
    why = _("an act took more than {seconds} s of processor time", seconds="0.3")
    row = format_mistake(5, "slow", why)
    step = GAME.advance(GAME.advance(GAME.start(STANDING), ProgramsLaid({"1": (row,)})).state, GoOn())
    mistake = step.events[0]
    assert all(f"({translate(why, language)})" in GAME.explain(mistake, language) for language in languages())
    assert GAME.event_json(mistake)["text"] == "an act took more than 0.3 s of processor time"
    assert step.state.last_mistakes[1] == Mistake(1, None, why)


@pytest.mark.parametrize("text", ["{", '{"text": 3}', '{"text": "{who.__class__}", "facts": {"who": 1}}', "{" * 200])
def test_what_only_looks_like_a_message_is_a_bot_s_own_words(text):
    laid = GAME.advance(GAME.start(STANDING), ProgramsLaid({"1": (f"5 guard ! exception {text}",)})).state
    assert all(text in GAME.explain(GAME.advance(laid, GoOn()).events[0], language) for language in languages())


def test_the_documented_events_are_all_told():
    told = {phrase.split()[0] for phrase in PHRASES}
    assert told == set(FIELDS)
