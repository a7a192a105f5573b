"""Which other deck lies on the table is told by what its cards show."""

from __future__ import annotations

import random

import pytest

from boards.kit.decks import dealt_ids, decks
from boards.kit.kit import kit
from boards.kit.thing_keys import CardKey
from controller.vision.objects.other_deck import NUMBERS, Deck, Evidence, possible_decks

OURS = kit(1)


def deck_of(number: int) -> Deck:
    cards = decks(OURS.rules)
    return dict(zip(dealt_ids(len(cards), number), cards, strict=True))


def face(marker: int, card: CardKey) -> Evidence:
    return marker, frozenset({(card.colour, card.kind)})


@pytest.mark.parametrize("number", [each for each in NUMBERS if each != OURS.deck_seed])
def test_three_faces_tell_the_deck(number: int) -> None:
    shuffled = random.Random(number)
    for _ in range(20):
        seen = shuffled.sample(sorted(deck_of(number).items()), 3)
        assert deck_of(number) in possible_decks(OURS, [face(*card) for card in seen])
        assert len(possible_decks(OURS, [face(*card) for card in seen])) <= 2


def test_backs_count_by_their_owner() -> None:
    backs = [(marker, frozenset({(card.colour, None)})) for marker, card in deck_of(4).items()]
    assert possible_decks(OURS, backs) == [deck_of(4)]


def test_no_deck_is_possible_where_cards_of_two_other_decks_lie() -> None:
    faces = [face(*card) for number in (2, 3) for card in sorted(deck_of(number).items())[:6]]
    assert possible_decks(OURS, faces) == []


def test_nothing_is_known_of_a_deck_whose_cards_are_not_recognised() -> None:
    assert possible_decks(OURS, []) == [] == possible_decks(OURS, [(7, frozenset())])
