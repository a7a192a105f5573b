"""What `golem resolve` and the notation refuse, where, and in which words; and what they take."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from boards.base.catalogue import languages, translate_all
from boards.base.errors import Problems
from controller.games.jetan import resolve
from controller.games.jetan.event_messages import REASONS
from controller.games.jetan.event_text import tell_reason
from controller.games.jetan.illegal_moves import why_not
from controller.games.jetan.notation import format_position, parse_move, parse_position
from tests.support.jetan_positions import START, position

EMPTY = "10/10/10/10/10/10/10/10/10/10"
BOARD = START.split(" ")[0]


def refusals(document: dict) -> list[tuple[str, str]]:
    with pytest.raises(Problems) as refusal:
        resolve({"game": "jetan", **document})
    return [(problem.at, str(problem.message)) for problem in refusal.value.problems]


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("", "is not a position"),
        ("x" * 100_000, "is not a position"),
        (BOARD, "four parts"),
        (f"{BOARD} b Rr", "four parts"),
        (f"{START} 0", "four parts"),
        (START.replace(" b", "  b"), "single spaces"),
        (f"{START} ", "single spaces"),
        (f" {START}", "single spaces"),
        (START.replace(" ", "\t"), "single spaces"),
        (f"{EMPTY}/10 b - 0", "11 rows where 10"),
        (f"{EMPTY[3:]} b - 0", "9 rows where 10"),
        (START.replace("/10/", "/9/", 1), "row 8: 9 squares"),
        (START.replace("/10/", "/p10/", 1), "row 8: 11 squares"),
        (START.replace("/10/", "/55/", 1), "row 8: '55' is no run"),
        (START.replace("/10/", "/19/", 1), "row 8: '19' is no run"),
        (START.replace("/10/", "/11/", 1), "row 8: '11' is no run"),
        (START.replace("/10/", "/010/", 1), "row 8: '010' is no run"),
        (START.replace("/10/", "/0n9/", 1), "row 8: '0' is no run"),
        (START.replace("/10/", "/100/", 1), "row 8: '100' is no run"),
        (START.replace("/10/", "//", 1), "row 8: 0 squares"),
        (START.replace("/10/", "/9x/", 1), "row 8: 'x' is no piece"),
        (START.replace("/10/", "/9٣/", 1), "row 8: '٣' is no piece"),
        (START.replace("/10/", "/9ſ/", 1), "row 8: 'ſ' is no piece"),
        (START.replace("/10/", "/9\n/", 1), "is no piece"),
        (START.replace("/10/", "/9c/", 1), "orange has more than one chief"),
        (START.replace("/10/", "/9C/", 1), "black has more than one chief"),
        (START.replace("/10/", "/9r/", 1), "orange has more than one princess"),
        (START.replace("/10/", "/R9/", 1), "black has more than one princess"),
        (START.replace(" b ", " w "), "the side to move"),
        (START.replace(" b ", " B "), "the side to move"),
        (START.replace("Rr", "rR"), "the sides that may escape"),
        (START.replace("Rr", "RR"), "the sides that may escape"),
        (START.replace("Rr", "--"), "the sides that may escape"),
        (START.replace("Rr 0", "Rr 1"), "runs only while both sides have 3"),
        (position("Ca1 Rb1 Nc1 Nd1 cj10 rj9", count=2), "runs only while"),
        (f"{EMPTY} b - 11", "no count of moves"),
        (f"{EMPTY} b - 00", "no count of moves"),
        (f"{EMPTY} b - 01", "no count of moves"),
        (f"{EMPTY} b - -1", "no count of moves"),
        (f"{EMPTY} b - +1", "no count of moves"),
        (f"{EMPTY} b - ", "no count of moves"),
        (f"{EMPTY} b - ٣", "no count of moves"),
        (f"{EMPTY} b - {'9' * 90}", "no count of moves"),
    ],
)
def test_positions_that_are_refused(text, says):
    found = refusals({"position": text})
    assert {at for at, _ in found} == {"position"}
    assert says in found[0][1]
    assert all(len(message) < 400 for _, message in found)


def test_all_problems_of_a_position_are_named():
    assert len(refusals({"position": f"{BOARD.replace('/10/', '/x9/').replace('tn', '55tn')} w rR 99"})) == 7


@pytest.mark.parametrize("text", [f"{EMPTY} b - 10", f"{EMPTY} o Rr 0", START, position("Ca1 wb2", "o", "r", 3)])
def test_positions_that_are_taken(text):
    assert format_position(parse_position(text)) == text
    resolve({"game": "jetan", "position": text})


@pytest.mark.parametrize("value", [None, True, 0, 1.5, [], {}, ["b"], [[[[]]]]])
def test_a_value_of_another_type_is_refused_at_its_place(value):
    assert [at for at, _ in refusals({"position": value})] == ["position"]
    assert [at for at, _ in refusals({"position": START, "move": value})] == ["move"]


def test_a_missing_position_and_unknown_keys():
    assert [at for at, _ in refusals({})] == ["position"]
    assert [at for at, _ in refusals({"position": START, "moves": "d2-d3"})] == ["moves"]
    assert [at for at, _ in refusals({"fen": 1, "position": "?", "move": 3})] == ["fen", "position", "move"]
    assert [at for at, _ in refusals({"move": 3, "position": "?"})] == ["move", "position"]


@pytest.mark.parametrize(
    "move",
    (
        *("", "d2", "d2d3", "d2 - d3", "d2–d3", "d2-d3 ", "D2-D3", "k2-k3", "d0-d1", "d2-d11", "d2-d03", "d02-d3"),
        *("d2-d3-d4", "d2-d3\n", "d٢-d3", "d2:d3", "x" * 5000),
    ),
)
def test_what_is_no_move_is_refused(move):
    ((at, message),) = refusals({"position": START, "move": move})
    assert at == "move"
    assert "is not a move" in message
    assert len(message) < 200


BARE = position("Ce1 Rf1 Na5 Nb6 we8 nd4 cj10 ri10 ni9 nj9", rights="r")


@pytest.mark.parametrize(
    ("text", "move", "reason", "message"),
    [
        (position("Ca1 Rb1 cj1"), "a1-a4", "over", "the game is over"),
        (START, "e5-e6", "empty", "no piece stands on e5"),
        (START, "a9-a8", "foreign", "the piece on a9 is the opponent's"),
        (START, "a1-a1", "same", "never ends where it began"),
        (START, "d2-d4", "far", "panthan: one step, but not backward; none of its ways leads from d2 to d4"),
        (START, "d2-d1", "own", "a piece of the same side stands on d1"),
        (START, "e1-e4", "blocked", "chief: other pieces stand in every way from e1 to e4"),
        (START, "e1~e5", "only-princess", "only a princess escapes; this is: chief"),
        (START, "d2xd3", "sign", "this move is written d2-d3"),
        (BARE, "a5xa6", "sign", "this move is written a5-a6"),
        (BARE, "f1~f4", "escaped", "this princess may not escape any more"),
        (BARE, "f1xd4", "takes-nothing", "a princess takes no piece, and d4 is the opponent's"),
        (BARE, "f1-d4", "takes-nothing", "a princess takes no piece"),
        (BARE, "f1-d3", "attacked", "d3 is attacked from d4 (panthan)"),
        (BARE.replace(" r ", " R "), "f1~d3", "attacked", "d3 is attacked from d4 (panthan)"),
        (BARE, "f1-f5", "far", "princess: exactly three steps in any direction, with jumps"),
        (position("De5 Ca1 Rb1 cj10 ri10 nd7 ne8"), "e5-e8", "sign", "this move is written e5xe8"),
    ],
)
def test_why_a_move_is_not_legal(text, move, reason, message):
    ((at, said),) = refusals({"position": text, "move": move})
    assert at == "move"
    assert message in said
    found = why_not(parse_position(text), parse_move(move))
    assert found is not None
    assert found.name == reason
    for language in languages():
        told = tell_reason(found, language)
        assert told
        assert "{" not in told


def test_every_reason_is_told_in_every_language():
    assert all(len({*translate_all(words).values()}) == len(languages()) for words in REASONS.values())
    told = {parameters[2] for parameters in test_why_a_move_is_not_legal.pytestmark[0].args[1]}
    assert told == set(REASONS)


def test_an_unknown_language_is_refused():
    reason = why_not(parse_position(START), parse_move("a1-a1"))
    assert reason is not None
    with pytest.raises(Problems):
        tell_reason(reason, "xx")


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=20),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=6,
)


@given(st.fixed_dictionaries({}, optional={"position": JSON | st.just(START), "move": JSON, "more": JSON}))
def test_whatever_comes_is_answered_or_refused(document):
    try:
        json.loads(resolve({"game": "jetan", **document}))
    except Problems as refusal:
        assert {problem.at for problem in refusal.problems} <= {"position", "move", "more"}


@given(st.text(alphabet="wpdfcrtnWPDFCRTN0123456789/ bo-Rr", max_size=130))
def test_a_text_is_a_position_or_is_refused(text):
    try:
        assert format_position(parse_position(text)) == text
    except Problems as refusal:
        assert {problem.at for problem in refusal.problems} == {"position"}
