"""Cards on a golem's tray while a solver searches: what may still be laid, as one number.

A tray has three bits for each kind of card, five for all action cards together, and one that says that no more
rows follow (v2.0). A field starts at what its highest bit lacks, so that one card too many sets that bit: adding
a row and one AND tell whether it may be laid.

An If is laid open: only the action that the condition chooses is known. The card on the other side may be any that is
left, so it counts among the action cards only, and is dealt when the solution is written down (:func:`deal`).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import product
from typing import NamedTuple

from controller.games.golems.puzzles.puzzle import CARDS, Puzzle
from controller.games.golems.rules.program import ACTIONS, BONUS_CARDS, DEFEND, STAND, Do, If, Row, cards_of

_KIND_BITS = 3
_ALL_AT = _KIND_BITS * len(CARDS)
_ALL_BITS = 5
_ENDED_AT = _ALL_AT + _ALL_BITS
_TRAY_BITS = _ENDED_AT + 1
_MOST_ACTIONS = 15
"""More action cards than four rows hold."""

REPEAT_USED, IF_USED = 1, 2
_KIND_MARKS: Mapping[str, int] = {action: 4 << n for n, action in enumerate(ACTIONS)}
ALL_KINDS = sum(_KIND_MARKS.values())
OPEN_MARK = 4 << len(ACTIONS)
"""Marks of cards used: a repeat, an If, each kind of action, and the number of open sides of Ifs on top."""


class Option(NamedTuple):
    """A row for each of the player's golems."""

    rows: tuple[Row, ...]
    """As the engine plays them; an open If has the same action on both sides."""
    add: int
    """To the trays."""
    cards: int
    marks: int
    opened: int
    """Sides of Ifs that are open."""
    closed: int = 0
    """Bits of the trays that must not be set."""
    ends: int = 0
    """Bits of the trays that it sets."""


class Trays:
    """What the player's golems may lay in a puzzle."""

    def __init__(self, puzzle: Puzzle) -> None:
        self.puzzle = puzzle
        self.deck = puzzle.deck()
        self.golems = len(puzzle.plays)
        self.every_row = puzzle.start.rules != "2.0"
        """Whether all four rows are laid."""
        actions = min(_MOST_ACTIONS, sum(self.deck[action] for action in ACTIONS))
        tray = (_MOST_ACTIONS - actions) << _ALL_AT
        for n, card in enumerate(CARDS):
            tray |= (_KIND_BITS - self.deck[card]) << (_KIND_BITS * n)
        guard = 16 << _ALL_AT | sum(4 << (_KIND_BITS * n) for n in range(len(CARDS)))
        self.empty = sum(tray << (_TRAY_BITS * g) for g in range(self.golems))
        self.guards = sum(guard << (_TRAY_BITS * g) for g in range(self.golems))
        self.all_unit = 1 << _ALL_AT
        conditions = puzzle.conditions
        self.marks = (
            REPEAT_USED * conditions.repeat_used
            | IF_USED * conditions.if_used
            | ALL_KINDS * conditions.all_actions_used
        )
        """The marks that matter."""

    def options(self, rows: Sequence[Row], index: int) -> list[Option]:
        """Return what can be laid in the row at this index (0-3), whatever lies there already: the cheapest first."""
        single = [self._option(row, opened=isinstance(row, If)) for row in rows]
        if not self.every_row and index > 0:
            ended = 1 << _ENDED_AT
            single = [option._replace(closed=ended) for option in single]
            single.append(Option((Do(STAND),), 0, 0, 0, 0, 0, ended))
        single.sort(key=lambda option: option.cards)
        if self.golems == 1:
            return single
        joint = [_joined(combination) for combination in product(single, repeat=self.golems)]
        joint.sort(key=lambda option: option.cards)
        return joint

    def given(self, rows: Sequence[Row | None]) -> Option:
        """Rows with all their cards, as a player has laid them; None where a golem's program has ended."""
        ended = Option((Do(STAND),), 0, 0, 0, 0, 0, 1 << _ENDED_AT)
        return _joined([ended if row is None else self._option(row, opened=False) for row in rows])

    def _option(self, row: Row, opened: bool) -> Option:
        cards = list(cards_of(row))
        if opened and isinstance(row, If):
            cards = [f"if {row.test}", *cards_of(row.yes)]
        marks = 0
        for card in cards:
            if card in _KIND_MARKS:
                marks |= _KIND_MARKS[card]
            else:
                marks |= IF_USED if card.startswith("if") else REPEAT_USED
        known = If(row.test, row.yes, FREE) if opened and isinstance(row, If) else row
        return Option((row,), self.adding(known, 0), len(cards) + opened, marks & self.marks, int(opened))

    def adding(self, row: Row, golem: int) -> int:
        """Return what a row adds to the trays. Actions without a name are cards that are dealt later."""
        add = 0
        for card in cards_of(row):
            if card:
                add += 1 << (_KIND_BITS * CARDS.index(card))
            if card in ACTIONS or not card:
                add += self.all_unit
        return add << (_TRAY_BITS * golem)

    def has_row_for(self, option: Option, golem: int) -> bool:
        """Whether an option has a row for a golem, and does not end its program."""
        return not option.ends >> (_TRAY_BITS * golem + _ENDED_AT) & 1

    def content(self, marks: int) -> bool:
        """Whether all is used that has to be: kinds still missing may lie on the open sides of Ifs."""
        missing = self.marks & ~marks
        if missing & (REPEAT_USED | IF_USED):
            return False
        return (missing & ALL_KINDS).bit_count() <= marks // OPEN_MARK

    def cards_missing(self, marks: int) -> int:
        """How many cards must still be laid, at least, until all is used that has to be."""
        missing = self.marks & ~marks
        kinds = (missing & ALL_KINDS).bit_count() - marks // OPEN_MARK
        return max(kinds, 0) + (missing & (REPEAT_USED | IF_USED)).bit_count()

    def after(self, marks: int, option: Option) -> int:
        """Return the marks after a row was played."""
        marks |= option.marks
        return marks + OPEN_MARK * option.opened if self.marks & ALL_KINDS else marks

    def fillings(self, trays: int, left: int) -> dict[int, tuple[tuple[Row, ...], ...]]:
        """How the rows after the goal can be filled: number of cards -> rows for each golem, open Ifs among them.

        Nobody plays them, but cards lie there (v3.1: in all rows, v2.0: in as many as one likes).
        """
        found: dict[int, tuple[tuple[Row, ...], ...]] = {0: ()}
        for golem in range(self.golems):
            tray = trays >> (_TRAY_BITS * golem) & ((1 << _TRAY_BITS) - 1)
            ways = self._fill(tray, left)
            found = {
                count + more: (*rows, filled)
                for count, rows in reversed(found.items())
                for more, filled in reversed(ways.items())
            }
        return found

    def _fill(self, tray: int, left: int) -> dict[int, tuple[Row, ...]]:
        """Return the same for one golem. The rows are stand-ins; :func:`deal` gives them their action cards."""
        guard = self.guards & ((1 << _TRAY_BITS) - 1)
        found: dict[int, tuple[Row, ...]] = {}
        counts = range(left, left + 1) if self.every_row else range(left + 1 if not tray >> _ENDED_AT & 1 else 1)
        for rows in counts:
            for bonus in _subsets(rows):
                filled: tuple[Row, ...] = (*(_BONUS_ROWS[card] for card in bonus), *(FREE,) * (rows - len(bonus)))
                add = sum(1 << (_KIND_BITS * CARDS.index(card)) for card in bonus)
                add += (rows + sum(card.startswith("if") for card in bonus)) << _ALL_AT
                if not (tray + add) & guard:
                    found.setdefault(sum(len(cards_of(row)) for row in filled), filled)
        return found


FREE = Do("")
"""A row whose action is dealt in the end."""
_BONUS_ROWS: Mapping[str, Row] = {
    "if enemy": If("enemy", FREE, FREE),
    "if attacked": If("attacked", FREE, FREE),
    "repeat 2": Do("", 2),
    "repeat 3": Do("", 3),
}


def _subsets(most: int) -> Iterator[tuple[str, ...]]:
    """Set of bonus cards, at most so many, the smaller first."""
    ways = product((False, True), repeat=len(BONUS_CARDS))
    for chosen in sorted(ways, key=sum):
        if sum(chosen) <= most:
            yield tuple(card for card, there in zip(BONUS_CARDS, chosen, strict=True) if there)


def _joined(options: Sequence[Option]) -> Option:
    """Rows of several golems, each of whose trays lies beside the other."""
    shifts = [_TRAY_BITS * golem for golem in range(len(options))]
    marks = 0
    for option in options:
        marks |= option.marks
    return Option(
        tuple(option.rows[0] for option in options),
        sum(option.add << shift for option, shift in zip(options, shifts, strict=True)),
        sum(option.cards for option in options),
        marks,
        sum(option.opened for option in options),
        sum(option.closed << shift for option, shift in zip(options, shifts, strict=True)),
        sum(option.ends << shift for option, shift in zip(options, shifts, strict=True)),
    )


def opened(row: If, result: bool) -> If:
    """Return an If that was played with the same action on both sides, with only the side known that was chosen."""
    return If(row.test, row.yes, FREE) if result else If(row.test, FREE, row.no)


def deal(rows: Sequence[Row], deck: Mapping[str, int], wanted: list[str]) -> tuple[Row, ...]:
    """Put cards where any will do: first the wanted ones, which are taken off the list, then what does the least."""
    left = dict(deck)
    for row in rows:
        for card in cards_of(row):
            if card:
                left[card] -= 1

    def dealt(do: Do) -> Do:
        if do.action:
            return do
        card = next(card for card in (*wanted, STAND, DEFEND, *ACTIONS) if left[card] > 0)
        left[card] -= 1
        if card in wanted:
            wanted.remove(card)
        return Do(card, do.times)

    return tuple(If(row.test, dealt(row.yes), dealt(row.no)) if isinstance(row, If) else dealt(row) for row in rows)
