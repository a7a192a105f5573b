"""The game as the table plays it: what it asks for, row by row, what it shows and what it hides."""

from __future__ import annotations

import random

import pytest

from boards.base.catalogue import languages
from boards.base.errors import Problems
from boards.colours import COLOURS
from boards.geometry import Cell, Heading
from controller.games.game import (
    Act,
    DiceRolled,
    Gesture,
    GoOn,
    Outcome,
    PieceMoved,
    ProgramsLaid,
    Recharged,
    Request,
    Requirement,
    Stand,
    Travel,
    Turn,
)
from controller.games.golems import GAME
from controller.games.golems.documents.document_reader import read_task
from controller.games.golems.narration.event_messages import PHRASES
from controller.games.golems.narration.event_text import explain, phrase_of
from controller.games.golems.rules.events import FIELDS, REASONS, Event
from controller.games.golems.rules.round import play_round
from controller.games.golems.rules.setup import standard_setup
from controller.games.golems.tabletop import TABLETOP
from tests.support import pictures
from tests.support.golem_positions import BRAWL, random_document
from tests.support.golem_round import document
from tests.support.shown import shown

STILL = ("stand", "stand", "stand", "turn-left")


def played(setup, *decisions):
    state = GAME.start(setup)
    for decision in decisions:
        state = GAME.advance(state, decision).state
    return state


def blank(*colours):
    return DiceRolled(dict.fromkeys(colours, "blank"))


def wants(state):
    return [(request.requirement, request.players) for request in GAME.requests(state)]


def test_a_standard_round_asks_for_dice_programs_and_four_rows():
    state = GAME.start(standard_setup(2, (4, 4)))
    assert wants(state) == [(Requirement.DICE, ("red", "blue"))]
    state = GAME.advance(state, blank("red", "blue")).state
    assert wants(state) == [(Requirement.PROGRAMS, ("red", "blue"))]
    state = GAME.advance(state, ProgramsLaid({"red": STILL, "blue": STILL})).state
    for row in (1, 2, 3, 4):
        assert wants(state) == [(Requirement.GO_ON, ())]
        assert state.row == row - 1
        state = GAME.advance(state, GoOn()).state
    assert wants(state) == [(Requirement.DICE, ("red", "blue"))]
    assert pictures.golems(state)["energy"] == 9
    assert (state.round, state.row) == (1, 4)
    state = GAME.advance(state, blank("red", "blue")).state
    assert (state.round, state.row) == (2, 0)


@pytest.mark.parametrize("way", ["beginner", "scenario"])
def test_other_ways_ask_for_programs_each_round(way):
    state = played(standard_setup(2, (4, 4), way=way), ProgramsLaid({"red": STILL}), *[GoOn()] * 4)
    assert wants(state) == [(Requirement.PROGRAMS, ("red", "blue"))]


def test_autonomous_golems_are_told_once():
    state = played(standard_setup(2, (4, 4), way="autonomous"), ProgramsLaid({"red": STILL, "blue": STILL}))
    for _ in range(9 * 4):
        assert wants(state) == [(Requirement.GO_ON, ())]
        state = GAME.advance(state, GoOn()).state
    assert wants(state) == []
    assert GAME.outcome(state) == Outcome((), "energy")
    assert state.round == 9


def test_only_the_living_are_asked():
    setup = document({"red": "a1 N", "blue": "a2 S 1", "green": "d4 N"}, {})
    del setup["programs"]
    program = ("attack", "stand", "stand", "stand")
    state = played(setup, blank("red", "blue", "green"), ProgramsLaid({"red": program}), *[GoOn()] * 4)
    assert wants(state) == [(Requirement.DICE, ("red", "green"))]


def test_a_row_that_ends_the_game_ends_the_round():
    setup = document({"red": "a1 N", "blue": "a2 S 1"}, {}, energy=5)
    del setup["programs"]
    program = ("attack", "stand", "stand", "stand")
    state = played(setup, blank("red", "blue"), ProgramsLaid({"red": program}), GoOn())
    assert GAME.requests(state) == ()
    assert GAME.outcome(state) == Outcome(("red",), "last-standing")
    assert pictures.golems(state)["energy"] == 4


def test_when_the_lone_player_is_dead_the_table_is_done():
    setup = document({"red": "a1 N 1"}, {}, waters=["a2"], way="scenario")
    del setup["programs"]
    state = played(setup, ProgramsLaid({"red": ("forward", "stand", "stand", "stand")}), GoOn())
    assert (GAME.requests(state), GAME.outcome(state)) == ((), Outcome((), "last-standing"))


def test_rows_on_the_table_are_the_round_of_resolve():
    rng = random.Random(77)
    for _ in range(300):
        given = random_document(rng, way=rng.choice(("autonomous", "scenario")), goals=True, teams=rng.random() < 0.5)
        position, programs = read_task(given)
        setup = {key: value for key, value in given.items() if key != "programs"}
        laid = {colour: tuple(rows) for colour, rows in given["programs"].items()}
        state, events = GAME.start(setup), []
        state = GAME.advance(state, ProgramsLaid(laid)).state
        for _ in range(4):
            if GAME.requests(state):
                step = GAME.advance(state, GoOn())
                state, events = step.state, events + list(step.events)
        whole = play_round(position, programs)
        if state.position.golems or whole.outcome:
            assert (state.position, tuple(events), state.result) == (whole.position, whole.events, whole.outcome)


def test_a_picture_never_shows_a_row_before_it_is_played():
    laid = ProgramsLaid({"red": ("forward", "take", "defend", "turn-left")})
    state = played(standard_setup(2, (4, 4)), blank("red", "blue"), laid)
    told = [(shown(TABLETOP, state), pictures.golems(state))]
    for _ in range(4):
        state = GAME.advance(state, GoOn()).state
        told.append((shown(TABLETOP, state), pictures.golems(state)))
    rows = ["forward", "take", "defend", "turn-left"]
    for count, (screen, picture) in enumerate(told):
        assert picture["programs"] == {"red": rows[:count] + [None] * (4 - count)}
        assert picture["row"] == count
        for hidden in rows[count:]:
            assert hidden not in screen


def test_a_picture_has_what_a_screen_needs():
    state = played(standard_setup(2, (4, 4)), DiceRolled({"red": "if", "blue": "repeat 2"}))
    picture = pictures.golems(state)
    assert picture["bonus"] == {"red": "if", "blue": "repeat 2"}
    assert picture["board"] == {"size": [4, 4], "walls": [], "waters": [], "barrels": [], "streams": []}
    assert picture["golems"]["red"] == {"at": "a1", "facing": "N", "lives": 3, "barrel": False, "side": "red"}
    assert (picture["round"], picture["row"], picture["programs"], picture["lives_max"]) == (1, 0, {}, 3)


def places(state, decision):
    with pytest.raises(Problems) as refusal:
        GAME.advance(state, decision)
    return [problem.at for problem in refusal.value.problems]


def test_wrong_decisions_are_refused_with_their_place():
    start = GAME.start(standard_setup(2, (4, 4)))
    assert places(start, GoOn()) == ["decision"]
    assert places(start, ProgramsLaid({})) == ["decision"]
    assert places(start, PieceMoved("red", "a1")) == ["decision"]
    assert places(start, DiceRolled({"red": "if"})) == ["faces.blue"]
    assert places(start, DiceRolled({"red": "six", "blue": "if", "green": "if"})) == ["faces.red", "faces.green"]
    rolled = GAME.advance(start, DiceRolled({"red": "repeat 2", "blue": "blank"})).state
    repeat = ("repeat 2 forward", "stand", "stand", "stand")
    assert places(rolled, ProgramsLaid({"red": repeat, "blue": repeat})) == ["programs.blue[0]"]
    assert places(rolled, ProgramsLaid({"green": STILL})) == ["programs.green"]
    assert places(rolled, ProgramsLaid({"red": ("take", "hop", "take")})) == [
        *("programs.red", "programs.red[1]", "programs.red[2]")
    ]
    assert places(rolled, GoOn()) == ["decision"]


def out_of_energy(**golems):
    setup = document({"red": "a1 N", "blue": "d4 S", **golems}, {}, energy=2, way="scenario")
    del setup["programs"]
    return played(setup, ProgramsLaid({}), *[GoOn()] * 4)


def test_a_draw_for_want_of_energy_can_be_played_on():
    state = out_of_energy()
    assert GAME.outcome(state) == Outcome((), "energy")
    again = GAME.advance(state, Recharged()).state
    assert pictures.golems(again)["energy"] == 5
    assert wants(again) == [(Requirement.PROGRAMS, ("red", "blue"))]
    assert GAME.advance(again, ProgramsLaid({})).state.round == 2
    assert places(state, Recharged(11)) == places(state, Recharged(1)) == ["units"]
    assert pictures.golems(GAME.advance(state, Recharged(10)).state)["energy"] == 10


def test_nothing_else_can_be_recharged():
    assert places(out_of_energy(red="a1 N 2"), Recharged()) == ["decision"]
    assert places(GAME.start(standard_setup(2, (4, 4))), Recharged()) == ["decision"]


@pytest.mark.parametrize(
    ("players", "size", "stands"),
    [
        (2, (4, 4), {"red": "a1 N", "blue": "d4 S"}),
        (4, (6, 6), {"red": "a1 N", "blue": "f6 S", "yellow": "a6 S", "green": "f1 N"}),
        (3, (4, 4), {"red": "a1 N", "blue": "d4 S", "yellow": "a4 S"}),
    ],
)
def test_the_start(players, size, stands):
    state = GAME.start(standard_setup(players, size))
    found = {colour: f"{stand.cell} {stand.heading.name}" for colour, stand in GAME.stands(state).items()}
    assert found == stands
    assert list(GAME.stands(state)) == sorted(stands)
    assert GAME.stands(state)["red"] == Stand(Cell(0, 0), Heading.N)


@pytest.mark.parametrize(
    ("arguments", "places"),
    [
        ((5, (4, 4)), ["players"]),
        ((1, (4, 4)), ["players"]),
        ((3, (4, 4), "2.0"), ["players"]),
        ((3, (4, 4), "3.1", "beginner"), ["players"]),
        ((2, (5, 4)), ["board.size"]),
        ((2, (6, 6), "3.1", "beginner"), ["board.size"]),
        ((2, (4, 4), "3.0", "chess"), ["rules", "way"]),
    ],
)
def test_starts_that_the_rules_do_not_have(arguments, places):
    with pytest.raises(Problems) as refusal:
        standard_setup(*arguments)
    assert [problem.at for problem in refusal.value.problems] == places


def beats_of(golems, programs, **more):
    setup = document(golems, {}, **{"way": "scenario", **more})
    del setup["programs"]
    laid = {colour: (row, *("stand",) * 3) for colour, row in programs.items()}
    state = played(setup, ProgramsLaid(laid))
    return [set(motion_group.motions) for motion_group in GAME.motion_groups(state, GAME.advance(state, GoOn()).events)]


def test_who_moves_together_is_in_one_beat():
    assert beats_of(
        {"red": "a1 N", "blue": "a2 N", "yellow": "d1 N"},
        {"red": "repeat 2 forward", "blue": "repeat 2 forward", "yellow": "turn-left"},
    ) == [
        {
            Travel("red", Cell(0, 0), Cell(0, 1)),
            Travel("blue", Cell(0, 1), Cell(0, 2)),
            Turn("yellow", Heading.W),
        },
        {Travel("red", Cell(0, 1), Cell(0, 2)), Travel("blue", Cell(0, 2), Cell(0, 3))},
    ]


def test_strike_and_shield_then_hit_then_fall():
    found = beats_of(
        {"red": "a1 N", "blue": "a2 S 1", "yellow": "b1 W", "green": "b2 S"},
        {"red": "attack", "blue": "attack", "yellow": "defend", "green": "attack"},
    )
    assert found == [
        {
            Gesture("red", Act.STRIKE),
            Gesture("blue", Act.STRIKE),
            Gesture("yellow", Act.SHIELD),
            Gesture("green", Act.STRIKE),
        },
        {Gesture("blue", Act.HIT), Gesture("red", Act.HIT)},
        {Gesture("blue", Act.DIE)},
    ]


def test_bump_take_drop_and_a_barrel_that_stays_behind():
    assert beats_of({"red": "a4 N", "blue": "d4 S"}, {"red": "forward"})[0] == {Gesture("red", Act.BUMP)}
    assert beats_of({"red": "a1 N"}, {"red": "take"}, barrels=["a2"]) == [{Gesture("red", Act.TAKE)}]
    dropped = beats_of({"red": "a1 N", "blue": "a2 S barrel"}, {"red": "attack", "blue": "turn-left"})
    assert dropped[-1] == {Gesture("blue", Act.DROP)}
    drowned = beats_of({"red": "a1 N 1 barrel"}, {"red": "forward"}, waters=["a2"])
    assert drowned == [{Gesture("red", Act.BUMP)}, {Gesture("red", Act.HIT)}, {Gesture("red", Act.DIE)}]


def test_a_stream_is_travelled_cell_by_cell_and_the_facing_is_kept():
    streams = [{"cells": ["b1", "b2", "c2"], "banks": [], "exit": "d2"}]
    found = beats_of({"red": "a1 E"}, {"red": "forward"}, streams=streams)
    assert found == [
        {Travel("red", Cell(0, 0), Cell(1, 0))},
        {Turn("red", Heading.N)},
        {Travel("red", Cell(1, 0), Cell(1, 1))},
        {Turn("red", Heading.E)},
        {Travel("red", Cell(1, 1), Cell(2, 1))},
        {Travel("red", Cell(2, 1), Cell(3, 1))},
        {Gesture("red", Act.HIT)},
    ]
    back = beats_of({"red": "a1 W"}, {"red": "backward"}, streams=[{"cells": ["b1"], "banks": [], "exit": "b2"}])
    assert back == [
        {Travel("red", Cell(0, 0), Cell(1, 0))},
        {Turn("red", Heading.N)},
        {Travel("red", Cell(1, 0), Cell(1, 1))},
        {Turn("red", Heading.W)},
        {Gesture("red", Act.HIT)},
    ]


def test_travels_lead_to_neighbours_and_end_where_the_golems_stand():
    rng = random.Random(11)
    for _ in range(400):
        given = random_document(rng, way="scenario", rules="3.1", streams=rng.random() < 0.3)
        position, programs = read_task(given)
        state = GAME.start({key: value for key, value in given.items() if key != "programs"})
        after = play_round(position, programs)
        stands = dict(GAME.stands(state))
        for motion_group in GAME.motion_groups(state, after.events):
            assert len({motion.piece for motion in motion_group.motions}) == len(motion_group.motions)
            for motion in motion_group.motions:
                stand = stands[motion.piece]
                if isinstance(motion, Travel):
                    step = (motion.target.column - motion.origin.column, motion.target.row - motion.origin.row)
                    assert motion.origin == stand.cell
                    assert step in (stand.heading.step, stand.heading.back.step)
                    stands[motion.piece] = Stand(motion.target, stand.heading)
                elif isinstance(motion, Turn):
                    stands[motion.piece] = Stand(stand.cell, motion.heading)
        for golem in after.position.golems:
            assert stands[golem.colour] == Stand(Cell.parse(golem.at), Heading[golem.facing])


def test_every_event_is_explained_in_every_language():
    rng = random.Random(4)
    told: dict[str, int] = {}
    for _ in range(3000):
        kind = rng.choice(({}, {"streams": True}, {"goals": True}, {"teams": True}, BRAWL))
        for event in play_round(*read_task(random_document(rng, **kind))).events:
            told[phrase_of(event)] = told.get(phrase_of(event), 0) + 1
            sentences = [explain(event, language) for language in languages()]
            assert len(set(sentences)) == len(languages())
            for sentence in sentences:
                assert "{" not in sentence and "None" not in sentence
    # A barrel that is brought home where nothing is free is too rare to wait for.
    assert set(PHRASES) - set(told) <= {"lost-barrel home"}
    assert set(told) <= set(PHRASES)


def test_the_sentence_of_the_rare_one():
    event = Event((1, 4, 3), "red", "lost-barrel", ("a1",), "bring-barrel")
    assert explain(event, "en") == (
        "Red has brought the barrel home; there is no room to set it down, so it is destroyed."
    )


def test_who_was_in_the_way_is_named():
    setup = document({"red": "a1 E", "blue": "c1 W"}, {"red": ["forward"], "blue": ["forward"]})
    event = play_round(*read_task(setup)).events[0]
    assert explain(event, "en") == ("Red (Forward) does not move: Blue aimed at the same cell b1, so nobody gets it.")
    assert explain(event, "ru") == (
        "Красный (Вперёд) не двигается: Синий метит на ту же клетку b1, и она не достаётся никому."
    )


def test_an_unknown_language_is_refused():
    with pytest.raises(Problems) as refusal:
        explain(Event((1, 4, 1), "red", "stood", (), "stand"), "xx")
    assert refusal.value.problems[0].at == "language"


def test_event_json_has_the_words_of_the_format():
    event = Event((1, 1, 1), "red", "moved", ("a1", "a2"), "forward")
    assert list(GAME.event_json(event).items()) == [
        *(("row", 1), ("phase", 1), ("step", 1), ("golem", "red"), ("event", "moved")),
        *(("from", "a1"), ("to", "a2")),
    ]
    assert set(FIELDS) >= {
        *("moved", "turned", "stood", "blocked", "lost-life", "condition", "struck", "defended", "missed"),
        *("destroyed", "took", "dropped", "carried", "died"),
    }
    assert REASONS == ("edge", "wall", "barrel", "water", "swap", "contested", "golem")


def test_requests_are_empty_exactly_when_the_game_is_over():
    rng = random.Random(8)
    for _ in range(100):
        given = random_document(rng, way="autonomous", rules="3.1", golems=(1, 4))
        laid = {colour: tuple(rows) for colour, rows in given.pop("programs").items()}
        state = GAME.start(given)
        assert GAME.requests(state) == (
            Request(Requirement.PROGRAMS, tuple(c for c in COLOURS if c in given["golems"])),
        )
        state = GAME.advance(state, ProgramsLaid(laid)).state
        for _ in range(12):
            assert (GAME.requests(state) == ()) == (GAME.outcome(state) is not None)
            if GAME.requests(state):
                state = GAME.advance(state, GoOn()).state
