"""What hands are asked to do so that pieces stand as the game has them: in an order that hands can follow."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from controller.games.jetan.tabletop import JetanTable
from controller.table.motion.hand_tasks import MANY, HandTask, hand_notices, tasks

SPOTS = st.sampled_from([f"{column}{row}" for column in "abcde" for row in (1, 2)])
LAID = st.dictionaries(st.sampled_from("KLMNOPQ"), SPOTS).filter(lambda laid: len({*laid.values()}) == len(laid))


@given(laid=LAID, wanted=LAID)
def test_hands_that_do_it_have_the_pieces_where_they_should_be(laid: dict[str, str], wanted: dict[str, str]) -> None:
    now = dict(laid)
    for task in tasks(laid, wanted):
        assert now.pop(task.piece, None) == task.origin and task.origin != task.target
        if task.target is not None:
            now[task.piece] = task.target
    assert now == wanted


def test_what_leaves_comes_first_then_moves_to_free_spots_then_what_comes() -> None:
    laid = {"K": "a1", "L": "b1", "M": "c1", "N": "d1"}
    wanted = {"K": "b1", "L": "c1", "N": "d1", "O": "a1", "P": "a2"}
    assert tasks(laid, wanted) == (
        HandTask("M", "c1", None),
        HandTask("L", "b1", "c1"),
        HandTask("K", "a1", "b1"),
        HandTask("O", None, "a1"),
        HandTask("P", None, "a2"),
    )
    assert tasks(laid, laid) == ()


def test_of_a_ring_any_piece_waits_in_the_hand() -> None:
    laid, wanted = {"K": "a1", "L": "b1", "M": "c1"}, {"K": "b1", "L": "c1", "M": "a1"}
    assert tasks(laid, wanted) == (HandTask("K", "a1", "b1"), HandTask("M", "c1", "a1"), HandTask("L", "b1", "c1"))


@pytest.mark.parametrize(
    ("origin", "target", "code", "words"),
    [
        ("c3", "d3", "hand-move", ("c3", "d3")),
        ("c3 1", "d3 2", "hand-move", ("c3", "d3 → 2")),
        ("c3 1", "c3 2", "hand-turn", ("c3 → 2",)),
        (None, "c3 2", "hand-on", ("c3 → 2",)),
        (None, "c3", "hand-on", ("c3",)),
        ("c3 2", None, "hand-off", ("c3",)),
    ],
)
def test_people_are_told_from_where_to_where(
    origin: str | None, target: str | None, code: str, words: tuple[str, ...]
) -> None:
    tabletop = JetanTable()
    piece = tabletop.pieces(tabletop.game.start(tabletop.setup(2)))[0].name
    (notice,) = hand_notices(tabletop, (HandTask(piece, origin, target),))
    assert (notice.code, notice.severity) == (code, "info")
    assert notice.facts == {"piece": piece, "from": (origin or "").split(" ")[0], "to": (target or "").split(" ")[0]}
    assert all(word in str(notice.text) for word in words) and str(tabletop.piece_words(piece)) in str(notice.text)
    assert ("→" in str(notice.text)) == any("→" in word for word in words)


def test_many_pieces_are_not_named_one_by_one() -> None:
    tabletop = JetanTable()
    pieces = tabletop.pieces(tabletop.game.start(tabletop.setup(2)))
    todo = tuple(HandTask(piece.name, "a1", "b1") for piece in pieces)
    assert len(hand_notices(tabletop, todo[:MANY])) == MANY == 8
    (notice,) = hand_notices(tabletop, todo[: MANY + 1])
    assert (notice.code, notice.severity) == ("hand-set-up", "info") and "9" in str(notice.text)
