"""What must hold on every position: agreement with the second implementation, symmetry, nothing lost."""

from __future__ import annotations

import json
import random
from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from controller.games.golems.documents.document_reader import read_task
from controller.games.golems.documents.resolve import resolve
from controller.games.golems.rules.events import Event, event_json
from controller.games.golems.rules.movement import staying
from controller.games.golems.rules.position import dump_position
from controller.games.golems.rules.round import play_round
from controller.games.golems.rules.square_grid import RIGHT_OF, grid
from tests.support.golem_positions import BRAWL, random_document
from tests.support.golem_reference import reference

KINDS = (
    {},
    {"goals": True},
    {"streams": True},
    {"streams": True, "goals": True, "teams": True},
    {"teams": True},
    {"golems": (1, 1), "goals": True},
    {"size": (3, 3), "tokens": (0, 3)},
    {"size": (6, 6), "tokens": (0, 20)},
    {"size": (2, 5), "tokens": (0, 4)},
    {"way": "beginner", "rules": "3.1"},
    BRAWL,
    {**BRAWL, "size": (4, 4), "golems": (4, 4), "tokens": (6, 14), "goals": True, "way": "autonomous"},
)


def result_of(document) -> dict:
    return json.loads(resolve(document))


@pytest.mark.parametrize("kind", range(len(KINDS)))
def test_two_implementations_agree(kind):
    rng = random.Random(20_000 + kind)
    for _ in range(600):
        document = random_document(rng, **KINDS[kind])
        result = result_of(document)
        expected = reference(document)
        assert {"after": result["after"], "outcome": result["outcome"]} == expected, json.dumps(document)


documents = st.builds(
    lambda seed, kind: random_document(random.Random(seed), **kind), st.integers(0, 2**64), st.sampled_from(KINDS)
)


@settings(max_examples=300, deadline=None)
@given(documents)
def test_two_implementations_agree_wherever_hypothesis_looks(document):
    result = result_of(document)
    assert {"after": result["after"], "outcome": result["outcome"]} == reference(document)


@settings(max_examples=200, deadline=None)
@given(documents, st.randoms(use_true_random=False))
def test_the_order_of_the_input_does_not_matter(document, rng):
    shuffled = shuffle(document, rng)
    assert result_of(shuffled) == result_of(document)
    # Goals and streams come back as they were given; apart from them, byte for byte.
    if "goals" not in document:
        assert resolve(shuffled) == resolve(document)


def shuffle(value, rng, key=""):
    if isinstance(value, dict):
        items = [(name, shuffle(item, rng, name)) for name, item in value.items() if name != "goals"]
        rng.shuffle(items)
        return dict(items) | ({"goals": value["goals"]} if "goals" in value else {})
    if isinstance(value, list) and key in ("walls", "waters", "barrels"):
        return rng.sample(value, len(value))
    return value


def turned(document, turn_cell, turn_facing, size):
    """A document with every cell and facing replaced."""

    def turn(value, key=""):
        if isinstance(value, dict):
            return {name: turn(item, name) for name, item in value.items() if name != "size"} | (
                {"size": size} if "size" in value else {}
            )
        if key in ("walls", "waters", "barrels", "cells"):
            return [turn_cell(cell) for cell in value]
        if key in ("at", "exit", "reach", "bring-barrel"):
            return turn_cell(value)
        if key == "facing":
            return turn_facing(value)
        if key == "banks":
            return [f"{turn_cell(cell)}.{turn_facing(side)}" for cell, side in (bank.split(".") for bank in value)]
        return [turn(item) for item in value] if isinstance(value, list) and key in ("streams", "") else value

    found = turn(document)
    if "goals" in document:
        found["goals"] = {side: [turn(goal) for goal in goals] for side, goals in document["goals"].items()}
    return found


def sorted_cells(result):
    """Lists of cells are sorted, so a turned board has them in another order."""
    board = result["after"]["board"]
    for kind in ("walls", "waters", "barrels"):
        board[kind] = sorted(board[kind])
    return {"after": result["after"], "outcome": result["outcome"]}


@settings(max_examples=200, deadline=None)
@given(documents)
def test_a_quarter_turn_of_the_board_changes_nothing_else(document):
    columns, rows = document["board"]["size"]

    def cell(name):
        column, row = ord(name[0]) - 97, int(name[1:]) - 1
        return f"{chr(97 + row)}{columns - column}"

    def around(value):
        return turned(value, cell, RIGHT_OF.__getitem__, [rows, columns])

    plain = result_of(document)
    expected = sorted_cells({"after": around(plain["after"]), "outcome": plain["outcome"]})
    assert sorted_cells(result_of(around(document))) == expected


@settings(max_examples=200, deadline=None)
@given(documents)
def test_a_mirror_changes_left_and_right_only(document):
    """Barrels that are set down clockwise are the one thing that a mirror shows, so nobody carries one here."""
    columns, _ = document["board"]["size"]
    for golem in document["golems"].values():
        golem["barrel"] = False
    swap = {"turn-left": "turn-right", "turn-right": "turn-left"}
    text = json.dumps(document["programs"]).replace("take", "defend")
    document["programs"] = json.loads(text)
    document["rules"], document["way"] = "3.1", "scenario"
    document["programs"] = {colour: rows for colour, rows in document["programs"].items() if not too_many(rows)}

    def flip(value):
        found = turned(
            value,
            lambda name: f"{chr(97 + columns - 1 - (ord(name[0]) - 97))}{name[1:]}",
            lambda facing: {"E": "W", "W": "E"}.get(facing, facing),
            document["board"]["size"],
        )
        if "programs" in found:
            found["programs"] = {
                colour: [" ".join(swap.get(word, word) for word in row.split()) for row in rows]
                for colour, rows in value["programs"].items()
            }
        return found

    plain = result_of(document)
    expected = sorted_cells({"after": flip(plain["after"]), "outcome": plain["outcome"]})
    assert sorted_cells(result_of(flip(document))) == expected


def too_many(rows):
    """More shields than the deck holds, or a repeat inside an If: not for this test."""
    words = " ".join(rows).split()
    nested = any(row.startswith("if") and "repeat" in row for row in rows)
    return words.count("defend") > 2 or nested or len(rows) != 4


@settings(max_examples=300, deadline=None)
@given(documents)
def test_barrels_are_conserved_and_cells_hold_one_thing(document):
    position, programs = read_task(document)
    played = play_round(position, programs)
    after, events = played.position, played.events
    before_all = len(position.barrels) + sum(golem.barrel for golem in position.golems)
    after_all = len(after.barrels) + sum(golem.barrel for golem in after.golems)
    smashed = {(event.row, event.step, event.values) for event in events if event.name == "destroyed"}
    lost = [event for event in events if event.name == "lost-barrel"]
    assert before_all == after_all + len(smashed) + len(lost)
    taken = [*after.walls, *after.waters, *after.barrels, *(golem.at for golem in after.golems)]
    taken += [cell for stream in after.streams for cell in stream.cells]
    assert len(taken) == len(set(taken))
    assert all(golem.lives > 0 for golem in after.golems)


@settings(max_examples=200, deadline=None)
@given(documents)
def test_the_events_tell_the_whole_round(document):
    """Cells, facings, lives and barrels after the round follow from the events alone."""
    position, programs = read_task(document)
    played = play_round(position, programs)
    after, events = played.position, played.events
    golems = {golem.colour: golem._asdict() for golem in position.golems}
    for event in events:
        retell(golems, event)
    assert golems == {golem.colour: golem._asdict() for golem in after.golems}
    keys = [(event.row, event.phase, event.step) for event in events]
    assert keys == sorted(keys)


def retell(golems, event: Event) -> None:
    golem = golems[event.golem]
    match event.name:
        case "moved" | "carried":
            assert golem["at"] == event.value("from")
            golem["at"] = event.value("to")
        case "turned":
            golem["facing"] = event.value("facing")
        case "lost-life":
            golem["lives"] = event.value("lives")
        case "took":
            golem["barrel"] = True
        case "dropped" | "lost-barrel":
            golem["barrel"] = False
        case "died":
            assert golem["at"] == event.value("at")
            del golems[event.golem]


@settings(max_examples=200, deadline=None)
@given(documents)
def test_after_is_valid_input_again(document):
    result = result_of(document)
    after = result["after"]
    # Once a game has ended, goals that were not looked at any more may still be reached.
    if after.get("energy") != 1 and result["outcome"] is None:
        assert result_of(after)["after"]["board"] == after["board"]


@settings(max_examples=300, deadline=None)
@given(documents, st.text(min_size=1, max_size=4))
def test_the_text_is_what_json_dumps_makes(document, side):
    for golem in document["golems"].values():
        golem.setdefault("side", side)
    played = play_round(*read_task(document))
    ended = played.outcome and {"winners": list(played.outcome.winners), "reason": played.outcome.reason}
    result = {
        "events": [event_json(event) for event in played.events],
        "after": dump_position(played.position),
        "outcome": ended,
    }
    assert resolve(document) == json.dumps(result)


CELLS = grid(4, 4).cells


@st.composite
def aims_of_a_step(draw):
    """Up to six golems, some of them aiming at a neighbour, at a far cell (a stream's exit) or at their own."""
    occupied = draw(st.lists(st.sampled_from(CELLS[:9]), min_size=1, max_size=6, unique=True))
    movers = [cell for cell in occupied if draw(st.booleans())]
    return {cell: draw(st.sampled_from(CELLS[:9])) for cell in movers}, occupied


@settings(max_examples=500, deadline=None)
@given(aims_of_a_step())
def test_movers_are_the_largest_consistent_set(case):
    aims, occupied = case
    moving = sorted(cell for cell in aims if cell not in staying(aims, occupied))
    assert moving == largest_set(aims, occupied)


def largest_set(aims, occupied):
    """By trying every set of movers: no rivals, nobody swaps, and every target is empty or left."""
    targets = list(aims.values())
    free = [
        cell
        for cell, target in aims.items()
        if targets.count(target) == 1 and not (target != cell and aims.get(target) == cell)
    ]
    for size in range(len(free), -1, -1):
        fitting = [
            sorted(some)
            for some in combinations(free, size)
            if all(aims[cell] not in occupied or aims[cell] in some for cell in some)
        ]
        if fitting:
            assert len(fitting) == 1, "the largest set is unique"
            return fitting[0]
    return []
