"""Robots on hexagons behind the idea that all games share: from secret programs to the end."""

from __future__ import annotations

import json
import random

import pytest

from boards.base.catalogue import languages
from boards.base.errors import Problems
from boards.hexagons.hex_board_art import CAMP, LAKE, PAINT, YELLOW
from controller.games.game import Act, DiceRolled, Gesture, GoOn, PieceMoved, ProgramsLaid, Requirement, Travel
from controller.games.robots_hex import GAME, resolve
from controller.games.robots_hex.event_messages import PHRASES
from controller.games.robots_hex.event_text import phrase_of
from controller.games.robots_hex.events import FIELDS
from controller.games.robots_hex.tabletop import TABLETOP
from controller.games.robots_hex.turn import play_side
from tests.support.hex_programs import PLACES, PLAIN, SETUP, begun, laid, placed, refused
from tests.support.robots_hex_positions import random_document, random_question
from tests.support.shown import shown

# --- turns and signals


def test_robots_play_one_by_one_and_then_the_other_side():
    state = begun()
    facing = []
    for _ in range(4):
        step = GAME.advance(state, GoOn())
        state = step.state
        facing.append(step.events[0].robot)
    assert facing == ["violet1", "violet2", "green1", "green2"]


def test_a_signal_is_sent_after_the_own_turn_and_stays_secret():
    state = begun({"violet1": ("R+1", "R+2")})
    assert [request.requirement for request in GAME.requests(state)] == [Requirement.GO_ON]
    for _ in range(2):
        state = GAME.advance(state, GoOn()).state
    requests = GAME.requests(state)
    assert [(request.requirement, request.players) for request in requests] == [
        (Requirement.GO_ON, ()),
        (Requirement.MOVE, ("violet",)),
    ]
    for wrong in ("green1 2", "violet1 16", "violet1 0", "violet9 1", "violet1"):
        assert refused(state, PieceMoved("violet", wrong)) == "move"
    assert refused(state, PieceMoved("green", "green1 1")) == "move"
    step = GAME.advance(state, PieceMoved("violet", "violet1 2"))
    state = step.state
    assert "2" not in json.dumps(GAME.event_json(step.events[0])).replace("violet2", "")
    signal = state.position.signals["violet"]
    assert (signal.left, signal.robot) == (5, "violet1")
    assert [request.requirement for request in GAME.requests(state)] == [Requirement.GO_ON]
    for _ in range(3):
        step = GAME.advance(state, GoOn())
        state = step.state
    assert step.events[0].name == "signalled"
    assert state.position.robots["violet1"].facing == 3  # 6, then R+1, then R+2 by the signal: 6 -> 1 -> 3
    assert state.position.robots["violet1"].pointer == 1
    assert state.position.signals["violet"].left == 4


def after_a_turn():
    state = begun()
    for _ in range(2):
        state = GAME.advance(state, GoOn()).state
    return state


def test_everybody_sees_for_which_robot_a_signal_is_and_nobody_which_step():
    step = GAME.advance(after_a_turn(), PieceMoved("violet", "violet2 13"))
    assert GAME.explain(step.events[0], "en").endswith("a signal for violet robot 2.")
    assert GAME.event_json(step.events[0]) == {"robot": "violet", "event": "signal-laid"}
    told = [str(fact) for fact in TABLETOP.facts(step.state)]
    assert any("a folded paper for violet robot 2" in fact for fact in told)
    assert not any("13" in fact for fact in told)


def test_a_player_may_say_that_there_is_no_signal():
    state = after_a_turn()
    assert TABLETOP.choices(state)[0].move == "no signal"
    assert refused(state, PieceMoved("green", "no signal")) == "move"
    step = GAME.advance(state, PieceMoved("violet", "no signal"))
    assert [request.requirement for request in GAME.requests(step.state)] == [Requirement.GO_ON]
    assert step.state.position.signals["violet"].left == 5
    assert TABLETOP.choose(state, "violet", "hard", 1) == "no signal"
    # To go on is to send none.
    assert GAME.advance(state, GoOn()).state == GAME.advance(step.state, GoOn()).state


@pytest.mark.parametrize("players", range(2, 7))
def test_two_to_six_sides_are_placed_and_play(players):
    setup = TABLETOP.setup(players)
    sides = TABLETOP.players(setup)
    assert len(sides) == players
    state = GAME.start(setup)
    state = GAME.advance(state, ProgramsLaid({})).state
    numbers = random.Random(players)
    while GAME.requests(state)[0].requirement is Requirement.MOVE:
        (side,) = GAME.requests(state)[0].players
        state = GAME.advance(state, PieceMoved(side, numbers.choice(TABLETOP.choices(state)).move)).state
    assert sorted(state.position.sides()) == sorted(sides)
    state = GAME.advance(state, DiceRolled({side: str(n) for n, side in enumerate(sides, start=1)})).state
    assert state.position.turn == sides[-1]
    for piece in TABLETOP.pieces(state):
        assert str(TABLETOP.player_words(piece.owner))


def test_points_outside_of_the_camps_are_left_to_those_who_need_them():
    state = GAME.advance(GAME.start(TABLETOP.setup(5)), ProgramsLaid({})).state
    assert GAME.requests(state)[0].players == ("blue",)
    state = GAME.advance(state, PieceMoved("blue", "blue1 h1 1")).state
    assert refused(state, PieceMoved("green", "green1 c1 1")) == "move"
    assert GAME.advance(state, PieceMoved("green", "green1 a5 1"))
    with pytest.raises(Problems, match="robots that must stand there"):
        GAME.start({**TABLETOP.setup(5), "robots_each": 3})


def test_longer_programs_are_a_choice_and_signals_name_the_first_fifteen_steps():
    longer = ("D+1",) * 19 + ("-> 20",)
    assert refused(GAME.start(SETUP), ProgramsLaid({"green1": longer})) == "programs.green1"
    state = GAME.start({**SETUP, "steps": 20})
    state = GAME.advance(state, ProgramsLaid({"green1": longer})).state
    assert len(state.reserve[0].program) == 20
    assert refused(GAME.start({**SETUP, "steps": 20}), ProgramsLaid({"green1": (*longer, "T")})) == "programs.green1"
    for wrong in (15, 51, "20", None):
        with pytest.raises(Problems, match="16 to 50"):
            GAME.start({**SETUP, "steps": wrong})
    robots = {"g": {"side": "green", "at": "c3", "facing": 1, "program": list(longer)}}
    document = {"game": "robots_hex", "steps": 20, "robots": robots, "turn": "green"}
    after = json.loads(resolve(document))["after"]
    assert after["steps"] == 20
    assert json.loads(resolve(after))["after"]["steps"] == 20
    with pytest.raises(Problems, match="at most 15 steps"):
        resolve({key: value for key, value in document.items() if key != "steps"})


def test_shapes_that_are_ignored_are_no_obstacles_and_are_not_drawn():
    state = GAME.start({**SETUP, "shapes": "ignored"})
    assert state.position.board.shapes
    assert not state.position.board.seen_shapes
    assert not any(spot.sign and spot.sign in "■▲●" for spot in TABLETOP.spots(state))


def test_the_page_has_the_colours_of_the_mat():
    spots = {spot.name: spot for spot in TABLETOP.spots(GAME.start(SETUP))}
    assert spots["a5"].fill == CAMP["green"]
    assert spots["o5"].fill == CAMP["violet"]
    assert spots["d4"].fill == LAKE
    assert spots["e2"].fill == YELLOW
    assert (spots["f5"].ink, spots["e10"].ink, spots["g10"].ink) == (PAINT["red"], PAINT["blue"], PAINT["white"])
    assert spots["b6"].ink != spots["n6"].ink


def test_robot_by_robot_is_the_same_as_the_whole_turn():
    for seed in range(150):
        state = GAME.start(random_document(random.Random(seed)))
        whole = play_side(state.position)
        turn, events = state.position.turn, []
        while True:
            step = GAME.advance(state, GoOn())
            state = step.state
            events += step.events
            if not state.queue:
                break
        assert (state.position, tuple(events), state.result) == whole, f"seed {seed}, {turn}"


def test_a_position_that_comes_again_with_no_signals_left_is_a_draw():
    setup = {
        "board": {},
        "robots": {
            "a1": {"side": "a", "at": "a1", "facing": 1, "program": ["R+1", "RAZ"]},
            "b1": {"side": "b", "at": "o11", "facing": 1, "program": []},
        },
        "turn": "a",
        "signals": {"a": {"left": 0}, "b": {"left": 0}},
    }
    state = GAME.start(setup)
    turns = 0
    while GAME.requests(state):
        state = GAME.advance(state, GoOn()).state
        turns += 1
    assert state.result is not None and (state.result.winners, state.result.reason) == ((), "repetition")
    assert turns <= 2 * 8
    # With a signal left the game goes on.
    state = GAME.start({**setup, "signals": {"a": {"left": 1}, "b": {"left": 0}}})
    for _ in range(60):
        state = GAME.advance(state, GoOn()).state
    assert GAME.outcome(state) is None


def random_programs(seed):
    rng = random.Random(seed)
    steps = ("D+1", "D+2", "D-1", "R+1", "R-1", "R+2", "T", "T", "? 1", "RAZ", "-> 1")
    program = [rng.choice(steps) for _ in range(14)]
    return (*program, "*", f"test 1: {random_question(rng)}")


def whole_game(seed, check):
    rng = random.Random(seed)
    setup = {**SETUP, "scenario": 1 + seed % 3}
    state = begun({name: random_programs(rng.random()) for name in PLAIN}, setup)
    for _ in range(300):
        requests = GAME.requests(state)
        if not requests:
            return state
        decision = GoOn()
        if len(requests) > 1 and rng.random() < 0.5:
            (player,) = requests[1].players
            decision = PieceMoved(player, f"{rng.choice(state.position.robots_of(player))} {rng.randint(1, 15)}")
        step = GAME.advance(state, decision)
        check(state, step)
        state = step.state
    return state


def test_games_are_told_shown_and_acted_out():
    seen = {}

    def check(state, step):
        assert shown(TABLETOP, step.state)
        note(seen, step.events)
        check_beats(state, step)

    ends = [GAME.outcome(whole_game(seed, check)) for seed in range(12)]
    assert any(ends)
    for seed in range(900):
        note(seen, play_side(GAME.start(random_document(random.Random(seed))).position).events)
    note(seen, GAME.advance(laid(), PieceMoved(*PLACES[0])).events)
    note(seen, GAME.advance(placed(), DiceRolled({"green": "3", "violet": "4"})).events)
    note(seen, GAME.advance(after_a_turn(), PieceMoved("violet", "no signal")).events)
    assert sorted(seen) == sorted(PHRASES)
    for sentences in seen.values():
        assert len(set(sentences)) == len(languages())
        assert not any("{" in sentence or not sentence for sentence in sentences)


def note(seen, events):
    for event in events:
        assert set(GAME.event_json(event)) >= {"robot", "event", *FIELDS[event.name]}
        if phrase_of(event) not in seen:
            seen[phrase_of(event)] = [GAME.explain(event, language) for language in languages()]


def check_beats(state, step):
    before, after = GAME.stands(state), GAME.stands(step.state)
    at = {name: stand.cell for name, stand in before.items()}
    dead = []
    for motion in (
        motion for motion_group in GAME.motion_groups(state, step.events) for motion in motion_group.motions
    ):
        if isinstance(motion, Travel):
            assert at[motion.piece] == motion.origin
            at[motion.piece] = motion.target
        if isinstance(motion, Gesture) and motion.act is Act.DIE:
            dead.append(motion.piece)
    assert sorted(set(before) - set(after)) == sorted(dead)
    assert all(stand.cell == at[name] for name, stand in after.items())


def test_decisions_that_nobody_asked_for_are_refused():
    for state, decision in (
        (GAME.start(SETUP), GoOn()),
        (laid(), ProgramsLaid({})),
        (placed(), GoOn()),
        (begun(), DiceRolled({})),
        (begun(), PieceMoved("green", "green1 1")),
    ):
        assert refused(state, decision) == "decision"


def test_why_a_test_was_answered():
    document = {
        "game": "robots_hex",
        "robots": {
            "a1": {"side": "a", "at": "c3", "facing": 1, "program": ["? 1"], "tests": {"1": "enemy robots"}},
            "b1": {"side": "b", "at": "d5", "facing": 1, "program": []},
        },
        "turn": "a",
    }
    step = GAME.advance(GAME.start(document), GoOn())
    told = [GAME.explain(event, "en") for event in step.events if event.name == "answered"]
    assert told == ["a1 answers test 1 with yes and goes on with the next step. “enemy robots”: yes, counted 1 (d5)."]
    assert "answered" in resolve(document)
    with pytest.raises(Problems):
        GAME.explain(step.events[0], "xx")
