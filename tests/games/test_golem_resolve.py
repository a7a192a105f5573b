"""`golem resolve`: the form of the output, every refusal with its place, bad files, bulk."""

from __future__ import annotations

import copy
import json
import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from boards.base.errors import Problems
from controller.cli.document_files import LARGEST, decode, parse_json
from controller.games.game_registry import resolve as resolve_any
from controller.games.golems.documents.document_reader import Task, read_task, task_of
from controller.games.golems.documents.regular_lines import decode_regular
from controller.games.golems.documents.resolve import resolve, resolve_lines
from tests.games.json_values import json_values
from tests.games.test_golem_resolve_command import bulk
from tests.support.golem_positions import random_document
from tests.support.golem_refusals import GOOD, REFUSED, changed
from tests.support.json_texts import any_spelling


@pytest.mark.parametrize(
    ("path", "value", "at"), REFUSED, ids=[f"{n} {path}" for n, (path, _, _) in enumerate(REFUSED)]
)
def test_refusals_name_the_place(path, value, at):
    with pytest.raises(Problems) as refusal:
        resolve(changed(path, value))
    assert refusal.value.problems[0].at == (at or path)


def test_the_good_document_is_good():
    result = json.loads(resolve(GOOD))
    assert list(result) == ["events", "after", "outcome"]


def test_streams_need_v3_1():
    document = changed("rules", "2.0")
    del document["energy"]
    with pytest.raises(Problems) as refusal:
        resolve(document)
    assert [problem.at for problem in refusal.value.problems] == ["board.streams"]


def test_energy_is_refused_in_2_0():
    document = {key: GOOD[key] for key in ("game", "golems", "energy")} | {"board": {"size": [4, 4]}, "rules": "2.0"}
    with pytest.raises(Problems) as refusal:
        resolve(document)
    assert [problem.at for problem in refusal.value.problems] == ["energy"]


def test_all_problems_at_once_in_input_order():
    document = {
        "programs": {"green": [], "red": ["hop"]},
        "golems": {"red": {"facing": "Q", "at": "z9", "lives": 0}, "blue": {"speed": 1}},
        "colour": 1,
        "board": {"walls": ["x9", "a1", "a1"], "size": [4, 4]},
        "game": "golems",
    }
    with pytest.raises(Problems) as refusal:
        resolve(document)
    assert [problem.at for problem in refusal.value.problems] == [
        *("programs.green", "programs.red", "programs.red[0]"),
        *("golems.red.facing", "golems.red.at", "golems.red.lives"),
        *("golems.blue.speed", "golems.blue.at", "golems.blue.facing", "colour"),
        *("board.walls[0]", "board.walls[2]"),
    ]


def test_defaults_and_the_form_of_after():
    document = {
        "game": "golems",
        "board": {"size": [1, 12], "barrels": ["a10", "a9", "a2"]},
        "golems": {"blue": {"at": "a12", "facing": "S"}, "red": {"at": "a1", "facing": "N"}},
    }
    after = json.loads(resolve(document))["after"]
    assert after == {
        "game": "golems",
        "rules": "3.1",
        "way": "standard",
        "board": {"size": [1, 12], "walls": [], "waters": [], "barrels": ["a2", "a9", "a10"], "streams": []},
        "golems": {
            "red": {"at": "a1", "facing": "N", "lives": 3, "barrel": False, "side": "red"},
            "blue": {"at": "a12", "facing": "S", "lives": 3, "barrel": False, "side": "blue"},
        },
        "energy": 9,
    }
    assert list(after["golems"]) == ["red", "blue"]


def test_goals_and_streams_come_back_as_they_were_given():
    after = json.loads(resolve(GOOD))["after"]
    assert after["goals"] == GOOD["goals"]
    assert list(after["goals"]) == list(GOOD["goals"])
    assert after["board"]["streams"] == GOOD["board"]["streams"]
    without_banks = changed("board.streams.0.banks", ...)
    assert json.loads(resolve(without_banks))["after"]["board"]["streams"] == without_banks["board"]["streams"]


def test_stream_cells_are_water_though_they_are_not_listed():
    document = changed("board.waters", ["c3"])
    assert json.loads(resolve(document))["after"]["board"]["waters"] == ["c3"]
    on_it = copy.deepcopy(document)
    on_it["golems"]["red"]["at"] = "e2"
    with pytest.raises(Problems) as refusal:
        resolve(on_it)
    assert refusal.value.problems[0].at == "golems.red.at"


def test_an_end_has_sorted_winners_and_a_reason():
    document = {
        "game": "golems",
        "board": {"size": [2, 2]},
        "golems": {"red": {"at": "a1", "facing": "N"}, "blue": {"at": "b2", "facing": "S"}},
        "goals": {"red": [{"reach": "a1"}], "blue": [{"reach": "b2"}]},
    }
    assert json.loads(resolve(document))["outcome"] == {"winners": ["blue", "red"], "reason": "reach"}


def test_a_position_without_golems_is_a_position():
    document = {"game": "golems", "board": {"size": [2, 2]}, "golems": {}}
    assert json.loads(resolve(document)) | {"after": 0} == {"events": [], "after": 0, "outcome": None}


PATHS = sorted({path for path, value, _ in REFUSED if value is not ...})


@settings(max_examples=500, deadline=None)
@given(st.sampled_from(PATHS), json_values)
def test_any_value_anywhere_is_played_or_refused_with_a_place(path, value):
    document = changed(path, value)
    try:
        result = json.loads(resolve(document))
    except Problems as problems:
        assert all(str(problem.message) for problem in problems.problems)
    else:
        assert set(result) == {"events", "after", "outcome"}


@settings(max_examples=500, deadline=None)
@given(st.sampled_from(PATHS), json_values)
def test_a_regular_line_and_its_document_agree_on_what_is_odd(path, value):
    document = changed(path, value)
    for key in ("goals", "streams"):  # These are never regular; without them the rest is looked at.
        document.pop(key, None)
        if type(document.get("board")) is dict:
            document["board"].pop(key, None)
    assert_same_task(document)


ODD = [(path, value) for path, value, _ in REFUSED]
ODD += [("golems.red.lives", 99), ("golems.red.side", "x"), ("bonus", {}), ("bonus.red", ""), ("programs", {})]
ODD += [("board.walls", ...), ("board.barrels", ["d1", "d1"]), ("board.barrels", [["d1"]]), ("board.size", [True, 4])]
ODD += [("golems.red.barrel", ...), ("golems.red.side", ...), ("golems.red.lives", ...), ("golems.red.facing", {})]
ODD += [
    ("way", ["standard"]),
    ("rules", 3.1),
    ("rules", "2.0"),
    ("game", ...),
    ("energy", ...),
    ("programs.red", ["x"]),
]


@pytest.mark.parametrize("energy", [True, False])
@pytest.mark.parametrize(("path", "value"), ODD, ids=[f"{n} {path}" for n, (path, _) in enumerate(ODD)])
def test_a_regular_line_and_its_document_are_refused_alike(path, value, energy):
    document = changed(path, value)
    if not energy:
        document.pop("energy", None)
    assert_same_task(document)
    document.pop("goals", None)
    if type(document.get("board")) is dict:
        document["board"].pop("streams", None)
    assert_same_task(document)


def read_regular(line):
    """What a line says if its shape is regular and nothing is wrong with it."""
    shaped = decode_regular(line)
    return None if shaped is None else task_of(shaped)


def assert_same_task(document):
    """What is read of a regular line is what is read of its document; nothing is read that is refused there."""
    decoded = read_regular(json.dumps(document).encode())
    assert decoded is None or decoded == outcome_of(read_task, document)


def outcome_of(read, document):
    try:
        return read(document)
    except Problems as problems:
        return problems.problems


def bonus_for(rng, document):
    return {colour: rng.choice((None, "blank", "if", "repeat 2")) for colour in document["golems"]}


def test_what_is_well_formed_is_regular():
    rng = random.Random(31)
    for _ in range(500):
        document = random_document(rng, teams=rng.random() < 0.3)
        if rng.random() < 0.5:
            document["bonus"] = bonus_for(rng, document)
        expected = outcome_of(read_task, document)
        decoded = read_regular(any_spelling(rng, document, odd=0))
        assert decoded == (expected if isinstance(expected, Task) else None)
        if decoded is not None:
            assert list(map(type, decoded.position)) == list(map(type, expected.position))


@pytest.mark.parametrize("document", [{"size": [1, 1]}, {"size": [26, 26], "walls": ["z26", "a10", "a9"]}])
def test_boards_of_any_size_are_regular(document):
    whole = {"game": "golems", "board": document, "golems": {}, "programs": {}, "bonus": {}}
    assert read_regular(json.dumps(whole).encode()) == read_task(whole)


@pytest.mark.parametrize("rows", [["forward"], ["stand", "take", "attack"]])
def test_short_programs_of_2_0_are_filled_up(rows):
    whole = {
        "game": "golems",
        "rules": "2.0",
        "board": {"size": [4, 4]},
        "golems": {"red": {"at": "a1", "facing": "N"}},
    }
    whole["programs"] = {"red": rows}
    assert read_regular(json.dumps(whole).encode()) == read_task(whole) != read_task(whole | {"programs": {}})


@pytest.mark.parametrize("way", ["beginner", "standard", "autonomous", "scenario"])
@pytest.mark.parametrize("face", [None, "blank", "if", "repeat 2"])
def test_no_bonus_card_that_way_or_die_forbid_is_let_through(way, face):
    whole = {
        "game": "golems",
        "way": way,
        "board": {"size": [4, 4]},
        "golems": {"red": {"at": "a1", "facing": "N"}},
    }
    if face:
        whole["bonus"] = {"red": face}
    for row in ("forward", "repeat 2 forward", "if enemy attack else stand", "if enemy repeat 2 attack else stand"):
        assert_same_task(whole | {"programs": {"red": [row, "stand", "stand", "stand"]}})


@settings(max_examples=1500, deadline=None)
@given(st.integers(0, 1 << 32), st.sampled_from((0.02, 0.1, 0.4)))
def test_any_spelling_is_answered_as_its_document_is_or_left_to_it(seed, odd):
    rng = random.Random(seed)
    document = random_document(rng, teams=rng.random() < 0.3, golems=(1, 3), tokens=(0, 4))
    if rng.random() < 0.3:
        document["bonus"] = bonus_for(rng, document)
    line = any_spelling(rng, document, odd=odd)
    (answer,) = resolve_lines([line])
    if answer is not None:
        assert answer == resolve_any(parse_json(decode(line)))


def test_odd_lines_are_not_regular():
    line = json.dumps(
        {"game": "golems", "board": {"size": [4, 4]}, "golems": {"red": {"at": "a1", "facing": "N"}}, "energy": 2}
    )
    assert read_regular(line.encode()) is not None
    for old, new in (
        ('"energy": 2', '"energy": 2.0'),
        ('"energy": 2', '"energy": 2e0'),
        ('"energy": 2', '"energy": 2, "energy": 2'),
        ('"at": "a1"', '"at": "a1", "at": "a1"'),
        ('"at": "a1"', '"at": "a1", "side": "\\ud800"'),
        ('"at": "a1"', '"at": "a1", "side": "a:b"'),
        ('"at": "a1"', '"at": "a1", "speed": 1'),
        ('"size": [4, 4]', '"size": [4, 4], "size": [4, 4]'),
        ('"size": [4, 4]', '"size": [4, 4], "deep": ' + "[" * 100_000),
        ("{", "﻿{"),
        ('"golems"', '"jetan"'),
    ):
        assert read_regular(line.replace(old, new, 1).encode()) is None


def test_a_line_that_is_too_long_is_refused_though_it_is_well_formed(capfd, monkeypatch):
    good = json.dumps(GOOD | {"goals": {}}).encode()
    short = json.dumps({"game": "golems", "board": {"size": [4, 4]}, "golems": {}}).encode()
    assert read_regular(short) is not None
    answers = bulk(capfd, monkeypatch, b"\n".join([short, short + b" " * LARGEST, short, good]))[1]
    assert "larger than" in json.loads(answers[1])["error"]
    assert answers[0] == answers[2] == resolve(json.loads(short))
