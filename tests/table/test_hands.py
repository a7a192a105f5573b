"""What the screen says about cards that are laid: how many, and what is wrong; never which."""

from __future__ import annotations

import pytest

from boards.base.catalogue import languages, translate, translate_all
from boards.geometry import Pose
from boards.kit.cards import CardKind
from boards.kit.kit import kit
from boards.kit.thing_keys import CardKey, MatKey, TrayKey
from boards.kit.trays import TRAY
from boards.table_layout import standard_layout
from controller.games import game_registry as registry
from controller.games.game import DiceRolled
from controller.games.golems.rules.setup import standard_setup
from controller.table.perception.hand_status import Hand, hand_of
from controller.table.perception.program_reading import read_table
from controller.table.perception.reading_messages import CODES, ProblemContext, problem_words
from controller.vision.scene import Scene, Seen, Why

GAME = registry.game_named("golems")
TRAYS = standard_layout(MatKey("4x4"), ("red", "blue"))


def hand(*lanes: tuple[str, ...], rules: str = "3.1", faces: dict[str, str] | None = None, shift: float = 0.0) -> Hand:
    """Red's hand with these cards in the lanes."""
    state = GAME.start(standard_setup(2, (4, 4), rules))
    state = GAME.advance(state, DiceRolled(faces or {"red": "blank", "blue": "blank"})).state
    tray = TRAYS[TrayKey("red")]
    things = [Seen(TrayKey("red"), tray, (), 4)]
    used: dict[str, int] = {}
    for lane, cards in enumerate(lanes):
        for slot, card in enumerate(cards):
            owner = "blue" if card.startswith("blue ") else "red"
            kind = card.removeprefix("blue ")
            used[kind] = used.get(kind, 0) + 1
            place = tray.place(TRAY.slot_centre(lane, slot))
            things.append(Seen(CardKey(owner, CardKind(kind), used[kind]), Pose(place.x, place.y + shift, 0), (), 2))
    scene = Scene(1, 0.0, (1920, 1080), MatKey("4x4"), tuple(things), (), (), settled=True)
    return hand_of(GAME, state, read_table(scene, kit(1, rules)), "red")


PLAIN = (("forward",), ("attack",), ("turn-left",), ("defend",))


def test_a_whole_program_is_taken_as_it_lies() -> None:
    taken = hand(*PLAIN)
    assert taken.view.complete and taken.view.rows_laid == 4 and taken.view.cards == 4
    assert taken.rows == ("forward", "attack", "turn-left", "defend")


def test_while_rows_are_missing_nothing_is_wrong_yet() -> None:
    taken = hand(*PLAIN[:2])
    assert not taken.view.complete and taken.rows is None and taken.view.problems == ()


def test_in_v2_a_shorter_program_is_whole() -> None:
    assert hand(*PLAIN[:2], rules="2.0").rows == ("forward", "attack")
    assert hand(rules="2.0").rows is None


def test_a_bonus_card_needs_its_face() -> None:
    with_if = (("if enemy", "attack", "forward"), *PLAIN[1:])
    assert hand(*with_if, faces={"red": "if", "blue": "blank"}).rows is not None
    refused = hand(*with_if)
    assert refused.rows is None and "Row 1" in translate(refused.view.problems[0], "en")


def test_an_if_without_its_cards_is_said_by_row_and_place() -> None:
    taken = hand(PLAIN[0], ("if enemy", "attack"), *PLAIN[2:], faces={"red": "if", "blue": "blank"})
    assert taken.rows is None
    assert (
        translate(taken.view.problems[0], "en") == "Row 2: «card 1» needs two cards after it: one for yes, one for no."
    )


BAD = {
    "incomplete": (PLAIN[0], ("if attacked", "defend"), *PLAIN[2:]),
    "repeat alone": (PLAIN[0], ("repeat 3",), *PLAIN[2:]),
    "too many": (("forward", "attack"), *PLAIN[1:]),
    "not an action": (("repeat 2", "if enemy"), *PLAIN[1:]),
    "another's": (("blue forward",), *PLAIN[1:]),
    "empty row": (PLAIN[0], (), *PLAIN[2:]),
    "not allowed": (("repeat 2", "forward"), ("repeat 3", "forward"), *PLAIN[2:]),
}


OTHERS = {
    "forward": "backward",
    "blue forward": "blue take",
    "attack": "stand",
    "defend": "stand",
    "turn-left": "turn-right",
    "if enemy": "if attacked",
    "if attacked": "if enemy",
    "repeat 2": "repeat 3",
    "repeat 3": "repeat 2",
}
"""Every card, and another that makes the same mistake."""


@pytest.mark.parametrize("name", BAD)
@pytest.mark.parametrize("shift", [0.0, 40.0], ids=["in the lane", "between lanes"])
def test_what_the_screen_says_is_the_same_whichever_cards_they_are(name: str, shift: float) -> None:
    problems = hand(*BAD[name], shift=shift).view.problems
    others = tuple(tuple(OTHERS[card] for card in lane) for lane in BAD[name])
    assert problems and problems == hand(*others, shift=shift).view.problems


@pytest.mark.parametrize("code", CODES)
def test_every_problem_reads_well_in_every_language(code: str) -> None:
    about = ProblemContext(CardKind.TAKE, CardKind.STAND, "green", Why.GLARE)
    for told in (about, about.hidden()):
        words = problem_words(code, 1, 2, told)
        assert set(translate_all(words)) == set(languages())
        for sentence in translate_all(words).values():
            assert "{" not in sentence and "?" not in sentence and sentence.rstrip(" ").endswith((".", "!"))
