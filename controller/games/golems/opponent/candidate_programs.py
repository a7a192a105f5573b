"""The programs that a golem could lay: legal ones at random, sensible cards more often, and changed ones.

A row of this player holds four cards at most: an If has one Repeat on its sides, never two.
"""

from __future__ import annotations

from collections.abc import Sequence

from boards.kit.decks import deck_counts
from controller.games.golems.rules.program import (
    ATTACK,
    BACKWARD,
    BLANK,
    BONUS_CARDS,
    DEFEND,
    FACES,
    FORWARD,
    ROWS,
    STAND,
    TAKE,
    TURN_LEFT,
    TURN_RIGHT,
    Do,
    If,
    Row,
    Terms,
    cards_of,
)
from controller.games.seeded_random import Numbers

Program = tuple[Row, ...]
Laid = Sequence[Sequence[str]]
"""The cards in each row, from the left."""

_LIKED = (FORWARD,) * 5 + (TURN_LEFT, TURN_RIGHT) * 3 + (ATTACK,) * 5 + (DEFEND,) * 3 + (BACKWARD,) * 2 + (STAND,)
_REPEATED = (FORWARD,) * 4 + (ATTACK,) * 4 + (BACKWARD, TURN_LEFT)
_TAKES = (TAKE,) * 3

_ONE_BONUS = 0.7
"""How often a bonus card that the die allows is laid."""
_EACH_BONUS = 0.4
"""How often a row has bonus cards, where there may be many."""
_NESTED = 0.25


class Hand:
    """What one golem may lay in a round: its deck, and what way of playing and die allow.

    `barrels`: whether the golem has any use for Take. `laid`: the cards that lie in its rows already, from the left;
    every program begins its rows with them.
    """

    def __init__(self, terms: Terms, barrels: bool, laid: Laid = ()) -> None:
        self._laid = {index: tuple(cards) for index, cards in enumerate(laid) if cards}
        self._deck = {kind.value: count for kind, count in deck_counts(terms.rules).items()}
        self._liked = (*_LIKED, *_TAKES) if barrels else _LIKED
        self._nested = terms.way == "autonomous"
        self._one = terms.one_bonus
        self._bonus: tuple[str, ...] = BONUS_CARDS
        if terms.way == "beginner":
            self._bonus = ()
        elif terms.one_bonus:
            self._bonus = FACES[terms.face or BLANK]

    def program(self, chance: Numbers) -> Program:
        """Return a legal program."""
        return self._filled((None,) * ROWS, chance)

    def changed(self, program: Program, chance: Numbers) -> Program:
        """Return a legal program that differs from this one in a row or two; or in two rows that change places."""
        rows: list[Row | None] = list(program)
        first, second = chance.below(ROWS), chance.below(ROWS)
        if chance.below(3) == 0 and not self._laid:
            rows[first], rows[second] = rows[second], rows[first]
        else:
            rows[first] = None
            if chance.below(3) == 0:
                rows[second] = None
        return self._filled(rows, chance)

    def _filled(self, rows: Sequence[Row | None], chance: Numbers) -> Program:
        """Return these rows, and new ones where there are none yet."""
        left = dict(self._deck)
        for row in rows:
            for card in () if row is None else cards_of(row):
                left[card] -= 1
        begun = [self._completed(index, left, chance) if row is None else row for index, row in enumerate(rows)]
        spent = any(left[card] < self._deck[card] for card in BONUS_CARDS)
        lucky = chance.below(ROWS) if self._one and not spent and chance.fraction() < _ONE_BONUS else -1
        filled: list[Row] = []
        for index, row in enumerate(begun):
            if row is not None:
                filled.append(row)
                continue
            special = index == lucky if self._one else chance.fraction() < _EACH_BONUS
            filled.append(self._row(special, left, chance))
        return tuple(filled)

    def _completed(self, index: int, left: dict[str, int], chance: Numbers) -> Row | None:
        """Return a row that begins with the cards that lie there; None where none do."""
        cards = list(self._laid.get(index, ()))
        for card in cards:
            left[card] -= 1
        if not cards:
            return None
        if not cards[0].startswith("if "):
            return self._arm(cards, left, chance)
        test = cards.pop(0).removeprefix("if ")
        yes = self._arm(cards, left, chance)
        return If(test, yes, self._arm(cards, left, chance))

    def _arm(self, cards: list[str], left: dict[str, int], chance: Numbers) -> Do:
        """Take an action, or a repeated one, off the front of cards that lie there; what is missing is chosen."""
        times = int(cards.pop(0)[-1]) if cards and cards[0].startswith("repeat ") else 1
        if cards:
            return Do(cards.pop(0), times)
        return Do(self._do(self._liked if times == 1 else _REPEATED, left, chance).action, times)

    def _row(self, special: bool, left: dict[str, int], chance: Numbers) -> Row:
        bonus = [card for card in self._bonus if left[card]] if special else []
        if not bonus:
            return self._do(self._liked, left, chance)
        card = chance.pick(bonus)
        left[card] -= 1
        if card.startswith("repeat"):
            return Do(self._do(_REPEATED, left, chance).action, int(card[-1]))
        sides = [self._do(self._liked, left, chance) for _ in range(2)]
        repeats = [repeat for repeat in ("repeat 2", "repeat 3") if left[repeat]] if self._nested else []
        if repeats and chance.fraction() < _NESTED:
            repeat = chance.pick(repeats)
            left[repeat] -= 1
            side = chance.below(2)
            sides[side] = Do(sides[side].action, int(repeat[-1]))
        return If(card.removeprefix("if "), *sides)

    def _do(self, liked: Sequence[str], left: dict[str, int], chance: Numbers) -> Do:
        """One of the liked actions whose cards are left: the deck holds more of them than a program."""
        action = chance.pick([action for action in liked if left[action]])
        left[action] -= 1
        return Do(action)
