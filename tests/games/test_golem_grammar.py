"""Programs: the grammar, the deck, the dice, and where a refusal points."""

from __future__ import annotations

import copy
import pickle

import pytest
from hypothesis import given
from hypothesis import strategies as st

from controller.games.golems.rules.program import (
    ACTIONS,
    Do,
    If,
    NotARow,
    Terms,
    cards_of,
    check_program,
    format_row,
    parse_row,
)

does = st.builds(Do, st.sampled_from(ACTIONS), st.sampled_from((1, 2, 3)))
rows = st.one_of(does, st.builds(If, st.sampled_from(("enemy", "attacked")), does, does))


@given(rows)
def test_parse_undoes_format(row):
    assert parse_row(format_row(row)) == row


@given(
    st.text(max_size=30)
    | st.lists(st.sampled_from((*ACTIONS, "if", "else", "repeat", "2", "3", "enemy"))).map(" ".join)
)
def test_what_is_read_is_written_the_same_or_refused(text):
    try:
        row = parse_row(text)
    except NotARow:
        return
    assert format_row(row) == " ".join(text.split())


@pytest.mark.parametrize(
    "text",
    [
        *("", "   ", "jump", "Forward", "forward forward", "repeat", "repeat 4 forward", "repeat 2", "repeat forward"),
        *(
            "repeat 2 repeat 3 forward",
            "repeat 2 if enemy attack else stand",
            "if",
            "if enemy",
            "if foe attack else stand",
        ),
        *("if enemy attack", "if enemy attack stand", "if enemy attack else", "if enemy attack else stand stand"),
        *("if enemy if attacked stand else stand else stand", "else stand", "forward,turn left", "x" * 1000),
        *("if enemy else stand", "if foe attack else stand"),
    ],
)
def test_texts_that_are_no_rows(text):
    with pytest.raises(NotARow):
        parse_row(text)


def test_cards_lie_from_left_to_right_without_the_word_else():
    assert cards_of(parse_row("if enemy attack else repeat 2 turn-left")) == (
        *("if enemy", "attack"),
        *("repeat 2", "turn-left"),
    )


def refused(program, *, rules="3.1", way="standard", face=None) -> list[str]:
    _, problems = check_program(program, Terms(rules, way, face), "programs.red")
    return [problem.at for problem in problems]


PLAIN = ["forward", "stand", "stand", "stand"]


@pytest.mark.parametrize(
    ("program", "places"),
    [
        (PLAIN, []),
        (["stand"] * 4, ["[3]"]),
        (["take", "forward", "take", "forward"], ["[2]"]),
        (["attack", "attack", "attack", "forward"], ["[2]"]),
        (["if enemy attack else attack", "attack", "forward", "stand"], ["[1]"]),
        (["repeat 2 forward", "repeat 2 backward", "stand", "stand"], ["[1]"]),
        (["repeat 2 forward", "repeat 3 backward", "stand", "stand"], []),
        (["if enemy attack else stand", "if enemy stand else defend", "forward", "stand"], ["[1]"]),
        (["if enemy attack else stand", "if attacked stand else defend", "forward", "stand"], []),
        (["jump", "take", "take", "hop"], ["[0]", "[2]", "[3]"]),
        (["forward", 3, None, ["stand"]], ["[1]", "[2]", "[3]"]),
        (PLAIN[:3], [""]),
        ([*PLAIN, "forward"], [""]),
        ([], [""]),
        ("forward", [""]),
        (None, [""]),
        ({}, [""]),
    ],
)
def test_refusals_name_the_row(program, places):
    assert refused(program) == ["programs.red" + place for place in places]


def test_v2_takes_one_to_four_rows():
    for count in (1, 2, 3, 4):
        assert refused(PLAIN[:count], rules="2.0") == []
    assert refused([], rules="2.0") == ["programs.red"]
    assert refused([*PLAIN, "forward"], rules="2.0") == ["programs.red"]


REPEAT = ["repeat 2 forward", "stand", "stand", "stand"]
IF = ["stand", "if enemy attack else stand", "forward", "forward"]
BOTH_IFS = ["if enemy attack else stand", "stand", "if attacked defend else stand", "forward"]
NESTED = ["if enemy repeat 2 attack else stand", "stand", "stand", "forward"]


@pytest.mark.parametrize(
    ("program", "face", "places"),
    [
        (REPEAT, None, []),
        (REPEAT, "repeat 2", []),
        (REPEAT, "repeat 3", ["[0]"]),
        (REPEAT, "if", ["[0]"]),
        (REPEAT, "blank", ["[0]"]),
        (IF, "if", []),
        (IF, "repeat 2", ["[1]"]),
        (BOTH_IFS, None, []),
        (BOTH_IFS, "if", ["[2]"]),
        (PLAIN, "blank", []),
    ],
)
@pytest.mark.parametrize("way", ["standard", "scenario"])
def test_the_die_limits_the_bonus_cards(program, face, places, way):
    assert refused(program, face=face, way=way) == ["programs.red" + place for place in places]


@pytest.mark.parametrize("face", [None, "blank", "if"])
def test_autonomous_golems_have_all_bonus_cards_and_beginners_none(face):
    for program in (REPEAT, IF, BOTH_IFS, NESTED):
        assert refused(program, way="autonomous", face=face) == []
        assert refused(program, way="beginner", face=face) != []


@pytest.mark.parametrize("way", ["beginner", "standard", "scenario"])
def test_a_repeat_inside_an_if_is_for_autonomous_golems(way):
    assert refused(NESTED, way=way) == ["programs.red[0]"]


def test_a_repeat_inside_an_if_is_right_beside_a_row_that_is_wrong():
    assert refused([*NESTED[:3], "jump"], way="autonomous") == ["programs.red[3]"]


def test_the_reason_names_card_and_number():
    _, problems = check_program(["take", "take", "stand", "stand"], Terms("3.1", "standard", None), "programs.red")
    assert [str(problem) for problem in problems] == [
        "programs.red[1]: the card take is used 2 times, the deck holds 1"
    ]


@pytest.mark.parametrize("text", ["forward", "repeat 3 take", "if enemy repeat 2 attack else stand"])
def test_there_is_one_row_of_a_kind(text):
    """Rows are compared by identity; copies and what comes from another process are the same rows."""
    row = parse_row(text)
    assert pickle.loads(pickle.dumps(row)) is row
    assert copy.deepcopy(row) is row
    assert eval(repr(row), {"If": If, "Do": Do}) is row
