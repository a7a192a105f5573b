"""What a board that hands have changed says of the player's move, and how people are led back if it is none."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from boards.base.catalogue import translate, translate_all
from controller.games.game_registry import tabletop_named
from controller.table.perception.hand_moves import UNMOVED, HandMove, hand_move
from controller.table.view.view import Notice

JETAN = tabletop_named("jetan")
BEGINS = JETAN.game.start({**JETAN.setup(2), "position": "4c5/10/2t7/10/4r5/3n6/3N6/2T7/R9/2C7 b Rr 0"})
STANDS = JETAN.laid(BEGINS)


def after(changes: Mapping[str, str | None], tabletop: Any = JETAN, ghosts: tuple[str, ...] = ()) -> HandMove:
    """Black is asked; these pieces stand elsewhere, or (None) nowhere."""
    laid = {**STANDS, **changes}
    seen = tabletop.standing({name: place for name, place in laid.items() if place is not None and name not in ghosts})
    return hand_move(tabletop, BEGINS, seen, ghosts)


def told(found: HandMove) -> list[tuple[str, str, dict[str, str]]]:
    assert found.move is None
    return [(notice.code, notice.severity, dict(notice.facts)) for notice in found.notices]


def back(piece: str, origin: str, target: str) -> tuple[str, str, dict[str, str]]:
    code = "hand-off" if not target else "hand-on" if not origin else "hand-move"
    return code, "info", {"piece": piece, "from": origin, "to": target}


def test_a_board_as_it_was_is_no_move() -> None:
    assert after({}) == UNMOVED
    # A ghost stands nowhere: that it is not seen is nothing new.
    assert after({}, ghosts=("black-chief",)) == UNMOVED


def test_the_legal_move_that_leads_there_is_the_move() -> None:
    assert after({"black-panthan-1": "d5", "orange-panthan-1": None}) == HandMove("d4xd5")


def test_a_capture_whose_prey_still_stands_beside_its_hunter_is_the_move() -> None:
    assert after({"black-panthan-1": "d5"}) == HandMove("d4xd5")


@pytest.mark.parametrize("piece", ["black-thoat-1", "black-chief"])
def test_a_piece_in_the_hand_is_a_move_that_has_begun(piece: str) -> None:
    place = STANDS[piece]
    found = after({piece: None})
    assert told(found) == [("hand-in-air", "info", {"from": place})], "nothing is to be put back"
    name = JETAN.piece_words(JETAN.kind(piece))
    assert all(translate(name, language) in text for language, text in translate_all(found.notices[0].text).items())


def test_a_step_that_the_piece_cannot_make_is_told_with_the_reason_and_the_way_back() -> None:
    found = after({"black-thoat-1": "c7"})
    assert told(found) == [("hand-illegal", "warning", {"from": "c7", "to": "c3"}), back("black-thoat-1", "c7", "c3")]
    text = translate(found.notices[0].text, "en")
    assert (
        "c3" in text
        and "c7" in text
        and "thoat" in text
        and ": thoat: one straight step" in text
        and text.endswith(".")
    )


def test_where_the_game_has_no_reason_the_move_alone_is_told() -> None:
    class Silent:
        def __getattr__(self, name: str) -> Any:
            return getattr(JETAN, name)

        def why_not_there(self, *_asked: Any) -> None:
            return None

    text = translate(after({"black-thoat-1": "c7"}, Silent()).notices[0].text, "en")
    assert ":" not in text and text.endswith(".") and "c7" in text


def test_a_piece_of_the_other_side_is_not_to_be_touched() -> None:
    assert told(after({"orange-thoat-1": "d6"})) == [
        ("hand-not-yours", "warning", {}),
        back("orange-thoat-1", "d6", "c8"),
    ]
    # Nor lifted: that is no move that has begun.
    assert told(after({"orange-thoat-1": None})) == [
        ("hand-not-yours", "warning", {}),
        back("orange-thoat-1", "", "c8"),
    ]


def test_whose_piece_it_is_not_is_said_in_every_language() -> None:
    text = translate_all(after({"orange-thoat-1": "d6"}).notices[0].text)
    side = translate_all(JETAN.player_words("black"))
    assert all(side[language] in text[language] for language in text)
    several = translate_all(after({"black-panthan-1": "e5", "black-chief": None}).notices[0].text)
    assert all(side[language] in several[language] for language in several)


def test_a_move_beside_a_ghost_is_the_move() -> None:
    assert after({"black-panthan-1": "d5", "orange-panthan-1": None}, ghosts=("black-chief",)) == HandMove("d4xd5")


def test_several_pieces_at_once_are_no_move_and_each_has_its_way_back() -> None:
    two = after({"black-panthan-1": "e5", "black-chief": None})
    assert told(two) == [
        ("hand-several", "warning", {}),
        back("black-panthan-1", "e5", "d4"),
        back("black-chief", "", "c1"),
    ]
    # One's own and the other side's: neither counts as the other's.
    both = after({"black-thoat-1": "c4", "orange-thoat-1": "c7"})
    assert [code for code, _, _ in told(both)] == ["hand-several", "hand-move", "hand-move"]
    lifted = after({"black-thoat-1": None, "black-chief": None})
    assert [code for code, _, _ in told(lifted)] == ["hand-several", "hand-on", "hand-on"]
    own_lifted = after({"black-thoat-1": None, "orange-thoat-1": None})
    assert told(own_lifted)[0][0] == "hand-not-yours"


def test_one_piece_lifted_and_another_kind_set_down_is_no_step_of_either() -> None:
    """A piece that came from beside the board has not moved there from where another one is gone."""
    changes = {"black-thoat-1": None}
    seen = JETAN.standing({name: place for name, place in {**STANDS, **changes}.items() if place})
    extra = hand_move(JETAN, BEGINS, tuple(sorted((*seen, ("black-flier", "a5")))))
    assert extra.move is None and extra.notices[0].code == "hand-several"


def test_of_several_moves_that_lead_there_people_say_which() -> None:
    class Twofold:
        def __getattr__(self, name: str) -> Any:
            return getattr(JETAN, name)

        def moves_to(self, *_asked: Any) -> tuple[str, ...]:
            return ("a1-a2", "a1-b2")

    found = after({"black-thoat-1": "c7"}, Twofold())
    assert told(found) == [("hand-which", "info", {})]
    assert all("a1-a2, a1-b2" in text for text in translate_all(found.notices[0].text).values())


def test_while_nobody_is_asked_for_a_move_a_changed_board_is_none() -> None:
    class NobodysTurn:
        def __getattr__(self, name: str) -> Any:
            return getattr(JETAN, name)

        def mover(self, _state: Any) -> None:
            return None

    assert after({"black-thoat-1": "c7"}, NobodysTurn()) == UNMOVED


def test_pieces_of_one_kind_are_alike_and_one_too_many_is_taken_off() -> None:
    seen = JETAN.standing(STANDS)
    found = hand_move(JETAN, BEGINS, tuple(sorted((*seen, ("black-thoat", "a5")))))
    assert [notice.code for notice in found.notices] == ["hand-several", "hand-off"]
    assert found.notices[1].facts == {"piece": "black-thoat", "from": "a5", "to": ""}
    assert isinstance(found.notices[0], Notice)
