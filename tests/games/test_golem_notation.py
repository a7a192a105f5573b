"""Notation: what is written is read back the same, and what is wrong is named with its column, all at once."""

from __future__ import annotations

import random
import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from boards.base.errors import Problems
from controller.games.golems.documents.document_reader import read_position, read_task
from controller.games.golems.documents.notation import format_document, format_position
from controller.games.golems.documents.notation_parser import parse_document, parse_position
from controller.games.golems.rules.position import Position
from controller.games.golems.rules.round import play_round
from controller.games.golems.rules.setup import standard_setup
from tests.games.test_golem_properties import KINDS
from tests.support.golem_positions import random_document

SIDES = st.one_of(
    st.sampled_from(("north", "none", "red", "Nord-Süd", "a b", 'say "x"')), st.text(min_size=1, max_size=6)
)
WIDE = ({"size": (26, 26), "tokens": (0, 90)}, {"size": (1, 3), "golems": (1, 2), "tokens": (0, 0)})


@st.composite
def documents(draw):
    """Rounds with sides of any name, and with what random documents do not have: no banks, empty goals."""
    kind = draw(st.sampled_from(KINDS + WIDE))
    document = random_document(random.Random(draw(st.integers(0, 2**64))), **kind)
    if draw(st.booleans()):
        for golem in document["golems"].values():
            golem["side"] = draw(SIDES)
            golem["lives"] = draw(st.integers(1, 99))
    for stream in document["board"].get("streams", ()):
        if draw(st.booleans()):
            stream["banks"] = []
        elif draw(st.booleans()):
            del stream["banks"]
        if draw(st.booleans()):
            document["board"]["waters"].append(stream["cells"][0])
    match draw(st.integers(0, 3)):
        case 0:
            document["goals"] = {}
        case 1:
            document.setdefault("goals", {})[draw(SIDES)] = []
    return document


@settings(max_examples=120, deadline=None)
@given(documents())
def test_a_position_is_read_back_as_it_was(document):
    position, programs = read_task(document)
    after = play_round(position, programs).position
    for one in (position, after, after._replace(golems=())):
        text = format_position(one)
        assert "\n" not in text and text.isprintable()
        assert parse_position(text) == one


@settings(max_examples=120, deadline=None)
@given(documents(), st.data())
def test_a_round_is_read_back_as_it_was(document, data):
    if document["board"]["size"] == [4, 4] and data.draw(st.booleans()):
        # Blank dice allow no bonus cards; what they forbid is not laid.
        document["bonus"] = dict.fromkeys(document["golems"], "blank") if data.draw(st.booleans()) else {}
        document["way"] = "autonomous"
        document["board"].pop("streams", None)
    document["rules"], way = ("3.1", document["way"]) if "streams" in document["board"] else (document["rules"], "")
    text = format_document(document)
    again = parse_document(text)
    assert read_task(again) == read_task(document)
    assert again.get("bonus") == document.get("bonus")
    assert {c: len(rows) for c, rows in again.get("programs", {}).items()} == {
        c: len(rows) for c, rows in document["programs"].items()
    }
    assert format_document(again) == text
    assert way in ("", document["way"])


@settings(max_examples=120, deadline=None)
@given(documents(), st.data())
def test_a_slip_of_the_pen_is_refused_at_its_column_or_means_another_position(document, data):
    text = format_position(read_task(document)[0])
    for _ in range(data.draw(st.integers(1, 3))):
        place = data.draw(st.integers(0, len(text)))
        width = data.draw(st.integers(0, 2))
        text = text[:place] + data.draw(st.text('RBn1302#~=o/-,:+@*>[]. "xN', max_size=2)) + text[place + width :]
    read_or_refused(text)


@settings(max_examples=150, deadline=None)
@given(st.text(max_size=60))
def test_any_text_is_read_or_refused(text):
    read_or_refused(text)


def read_or_refused(text: str) -> None:
    try:
        position = parse_position(text)
    except Problems as refused:
        columns = [int(re.fullmatch(r"column ([0-9]+)", problem.at)[1]) for problem in refused.problems]
        assert columns == sorted(columns)
        assert all(1 <= column <= len(text) + 1 for column in columns)
        assert all(str(problem.message) for problem in refused.problems)
    else:
        assert isinstance(position, Position)
        assert parse_position(format_position(position)) == position


def test_what_the_text_looks_like():
    assert format_position(read_position(standard_setup(4, (4, 4)))) == "3.1 standard Ys2Bs/4/4/Rn2Gn - 10 - -"
    castle = {
        "game": "golems",
        "way": "scenario",
        "board": {
            "size": [4, 4],
            "walls": ["b2"],
            "waters": ["c2"],
            "barrels": ["c1"],
            "streams": [{"cells": ["c3", "c2"], "banks": ["c3.N"], "exit": "a4"}],
        },
        "golems": {
            "red": {"at": "a1", "facing": "N", "lives": 2, "barrel": True, "side": "Red team"},
            "blue": {"at": "d4", "facing": "S"},
        },
        "energy": 9,
        "goals": {"Red team": [{"reach": "d4"}, {"destroy-barrels": "all"}], "blue": ["survive"], "green": []},
    }
    assert format_position(read_position(castle)) == (
        '3.1 scenario 3Bs/2=1/1#~1/Rn1o1 R2*@"Red team" 9 c3+c2[c3.N]>a4 '
        '"Red team":reach@d4+destroy-barrels,blue:survive,green:'
    )
    programs = {"red": ["forward", "repeat 2  forward", "stand", "take"], "blue": ["attack"] * 2 + ["stand"] * 2}
    assert format_document({**standard_task(), "programs": programs, "bonus": {"red": "repeat 2", "blue": None}}) == (
        "3.1 standard 3Bs/4/4/Rn3 - 10 - -\n"
        "red: forward, repeat 2 forward, stand, take\n"
        "blue: attack, attack, stand, stand\n"
        "dice: red=repeat 2"
    )


def standard_task():
    return standard_setup(2, (4, 4))


@pytest.mark.parametrize(
    "marked",
    [
        "!",
        "3.1!",
        "!4.0 !chess 3Bs/4/4/Rn3 - 10 - -",
        "3.1 standard 3Bs/4/!5/Rn3 - 10 - -",
        "3.1 standard 3!Bq/4/4/Rn3 - 10 - -",
        "3.1 standard 3!Xs/4/4/Rn3 - 10 - -",
        "3.1 standard 3Rs/4/4/!Rn3 - 10 - -",
        "3.1 standard !04/!4/!4/!Rn3 - 10 - -",
        "3.1 standard !27 - 10 - -",
        f"3.1 standard !{'/'.join('1' * 27)} - 10 - -",
        "3.1 standard 3Bs/4/4/Rn3 B!0,!Y2,!Q,!B* !11 - -",
        "3.1 standard 3Bs/4/4/Rn3 - !- - -",
        "3.1 standard 3Bs/4/4/Rn3 - !ten - -",
        "2.0 standard 3Bs/4/4/Rn3 - !10 - -",
        "3.1 standard 3Bs/4/4/Rn3 - 10 - - !-",
        "3.1 standard 3Bs/1!=2/4/Rn3 - 10 - -",
        "3.1 standard 3Bs/1=2/4/Rn3 - 10 !b3>a2 -",
        "3.1 scenario 3Bs/1=2/4/Rn3 - 10 b3+!c3>a2,!x -",
        "3.1 scenario 3Bs/1=2/4/Rn3 - 10 b3[!b3.Q+!c3.N]>!b3 -",
        "3.1 scenario 3Bs/4/4/Rn3 - 10 - !Red:survive",
        "3.1 scenario 3Bs/4/4/Rn3 - 10 - red:!reach@e5+!win+!survive@a1,!red:,!x",
        '3.1 scenario 3Bs/4/4/Rn3 R@!"x 10 - -',
    ],
)
def test_mistakes_are_named_with_their_columns_all_at_once(marked):
    with pytest.raises(Problems) as refused:
        parse_position(marked.replace("!", ""))
    assert [problem.at for problem in refused.value.problems] == [f"column {c}" for c in columns(marked)], refused.value


def columns(marked: str) -> list[int]:
    """Where the marks stand, in the text without them."""
    return [place.start() + 1 - count for count, place in enumerate(re.finditer("!", marked))]


def test_mistakes_below_the_position_are_named_with_line_and_column():
    lines = [
        "# a round",
        "3.1 standard 3Bs/4/4/Rn3 - 10 - -",
        "",
        "red: forward,  !jump, stand, stand",
        "!green: stand, stand, stand, defend",
        "!red: stand",
        "!blue: !if enemy attack else stand, stand, stand, !stand, !stand",
        "!purple: stand",
        "dice: blue=blank, !red=7, !green",
    ]
    with pytest.raises(Problems) as refused:
        parse_document("\n".join(lines).replace("!", ""))
    wanted = [f"line {n}, column {c}" for n, line in enumerate(lines, start=1) for c in columns(line)]
    assert [problem.at for problem in refused.value.problems] == wanted, refused.value


@pytest.mark.parametrize("text", ["", "\n\n", "# nothing\n"])
def test_an_empty_round_is_refused(text):
    with pytest.raises(Problems, match="line 1: there is no position"):
        parse_document(text)


def test_a_huge_round_is_refused():
    with pytest.raises(Problems, match="longer than"):
        parse_document("3.1 " + "x" * (1 << 17))
