"""Solutions of autonomous puzzles: programs that are laid once and repeated, round after round.

The programs are made while they run. A row is chosen when it is first played, and one side of an If when a condition
first chooses it; so all programs that do the same until then are looked at once. What was never played is filled
up with any cards that are left. For each number of rounds in turn, for each number of cards that could make
a difference, all ways are followed to their end, which is the goal, the last round, a circle, or a place from where
the goal is too far.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import product
from typing import NamedTuple

from controller.games.golems.puzzles.card_supply import FREE, Trays, deal
from controller.games.golems.puzzles.position_graph import WON, Distances, Graph, Results
from controller.games.golems.puzzles.puzzle import Puzzle, Size
from controller.games.golems.puzzles.solution import Answer
from controller.games.golems.rules.program import (
    ACTIONS,
    BACKWARD,
    FORWARD,
    ROWS,
    STAND,
    TESTS,
    TURN_LEFT,
    TURN_RIGHT,
    Do,
    If,
    Row,
    cards_of,
)

_UNLAID = Do("", 0)
"""A row that was not played yet."""

Tray = tuple[Row, ...]


class _Way(NamedTuple):
    """A place in a run, and all that was laid to get there."""

    trays: tuple[Tray, ...]
    """The four rows of each of the player's golems."""
    laid: int
    """The same as :class:`controller.games.golems.puzzles.card_supply.Trays` counts it."""
    cards: int
    """All that will lie there at least: a card for each row that is not laid yet."""
    state: int
    depth: int
    """Rows played."""
    homes: tuple[int, ...]
    """The states in which rounds began since something was last laid."""


class _Choice(NamedTuple):
    """What can be laid: what it adds to the trays, and how many cards more it is."""

    row: Row
    add: int
    cards: int


def solve_autonomous(puzzle: Puzzle, begun: Mapping[str, Sequence[Row]]) -> Answer:
    """Return a shortest solution whose programs begin with the rows given."""
    return _Search(puzzle, begun).run()


class _Search:
    def __init__(self, puzzle: Puzzle, begun: Mapping[str, Sequence[Row]]) -> None:
        self.puzzle = puzzle
        self.conditions = puzzle.conditions
        self.graph = Graph(puzzle)
        self.distances = Distances(self.graph)
        self.packed = Trays(puzzle)
        self.deck = puzzle.deck()
        self.actions_in_deck = sum(self.deck[action] for action in ACTIONS)
        self.looked_at = 0
        trays = [(*begun.get(colour, ()), *(_UNLAID,) * ROWS)[:ROWS] for colour in puzzle.plays]
        laid = self.packed.empty
        for golem, tray in enumerate(trays):
            laid += sum(self.packed.adding(row, golem) for row in tray if row != _UNLAID)
        self.first = _Way(tuple(trays), laid, sum(map(_tray_cost, trays)), 0, 0, ())
        limit = self.conditions.cards
        self.exactly = limit is not None and limit.exactly
        self.most_cards = limit.number if limit is not None else len(trays) * 10
        self.times = [n for n in (1, 2, 3) if n == 1 or self.deck[f"repeat {n}"]]
        needs = self.conditions
        self.asks_for_cards = self.exactly or needs.all_actions_used or needs.repeat_used or needs.if_used
        """Whether cards can be wanted for their own sake."""
        self.doing = [
            Do(action, n) for n in self.times for action in ACTIONS if self.deck[action] and not self._idle(action, n)
        ]
        self.rows = [
            [_Choice(row, self.packed.adding(row, golem), _cost(row) - 1) for row in (*self.doing, *self._ifs())]
            for golem in range(len(trays))
        ]
        """What can be laid in a row, for each golem."""
        self.sides = [
            [
                _Choice(do, self.packed.adding(do, golem) - self.packed.adding(FREE, golem), do.times > 1)
                for do in self.doing
            ]
            for golem in range(len(trays))
        ]
        """What can be laid on an open side of an If."""

    def _idle(self, action: str, times: int) -> bool:
        """Whether a golem that is alone gains nothing by a repeat: what is done again finds nothing more to do."""
        repeatable = action in (FORWARD, BACKWARD, TURN_LEFT, TURN_RIGHT)
        return times > 1 and not repeatable and self.graph.single_golem and not self.asks_for_cards

    def _ifs(self) -> Iterator[Row]:
        """Ifs with both sides open. Nobody attacks a golem that is alone: there one of them is like its side."""
        for test in TESTS:
            if self.deck[f"if {test}"] and (test == "enemy" or not self.graph.single_golem or self.asks_for_cards):
                yield If(test, FREE, FREE)

    def run(self) -> Answer:
        """Search to the end; return the shortest solution, or that there is none."""
        limit = self.conditions.rounds
        for rounds in range(limit.number if limit.exactly else 1, self.puzzle.last_round + 1):
            self.distances.look(ROWS * rounds)
            if self.distances.least(0, 0) > ROWS * rounds:
                continue
            cards: int | None = self.most_cards if self.exactly else self.first.cards
            while cards is not None and cards <= self.most_cards:
                found = self._within(rounds, cards)
                if isinstance(found, Answer):
                    return found
                cards = found
        return Answer(None, None, 0, self.looked_at)

    def _within(self, rounds: int, most: int) -> Answer | int | None:
        """Return a solution; or how many cards to try next; or None if more cards are of no use."""
        over: int | None = None
        ways = [self.first]
        while ways:
            way = ways.pop()
            if way.cards > most:
                over = way.cards if over is None else min(over, way.cards)
                continue
            way, further = self._follow(way, rounds)
            ways.extend(reversed(further))
            if way.state != WON or way.depth <= ROWS * (rounds - 1):
                continue
            for cards, trays in self._filled(way.trays, way.depth):
                if cards > most:
                    over = cards if over is None else min(over, cards)
                elif not self.exactly or cards == most:
                    laid = dict(zip(self.puzzle.plays, trays, strict=True))
                    return Answer((laid,), Size(rounds, cards), way.depth, self.looked_at)
        return over

    def _follow(self, way: _Way, rounds: int) -> tuple[_Way, list[_Way]]:
        """Play on until a card must be chosen: what the choices are; or until the end of the way."""
        trays, laid, cards, state, depth, homes = way
        while depth < ROWS * rounds:
            index = depth % ROWS
            if index == 0:
                if state in homes:
                    break
                homes = (*homes, state)
            rows = tuple([tray[index] for tray in trays])
            if _UNLAID in rows:
                golem = rows.index(_UNLAID)
                here = _Way(trays, laid, cards, state, depth, ())
                return here, self._lay(here, golem, index, self.rows[golem])
            stepped = self.graph.step(state, index, _playable(rows))
            self.looked_at += 1
            undecided = _undecided(rows, stepped.results)
            if undecided is not None:
                here = _Way(trays, laid, cards, state, depth, ())
                result = bool(stepped.results[undecided])
                return here, self._lay(here, undecided, index, self.sides[undecided], result)
            state, depth = stepped.state, depth + 1
            if state < 0 or self.distances.least(state, depth % ROWS) > ROWS * rounds - depth:
                break
        return _Way(trays, laid, cards, state, depth, homes), []

    def _lay(self, way: _Way, golem: int, index: int, choices: Sequence[_Choice], result: bool = False) -> list[_Way]:
        """Return the ways on which one of these lies in a row, or on the side of its If that `result` chooses."""
        found: list[_Way] = []
        trays, laid, cards, state, depth, _ = way
        tray = trays[golem]
        before, row, after = tray[:index], tray[index], tray[index + 1 :]
        for choice in choices:
            more = laid + choice.add
            if more & self.packed.guards:
                continue
            now = choice.row
            if isinstance(row, If) and isinstance(now, Do):
                now = If(row.test, now, row.no) if result else If(row.test, row.yes, now)
            whole = (*trays[:golem], (*before, now, *after), *trays[golem + 1 :])
            # The round began where it did, but whether the run is a circle is open again.
            found.append(_Way(whole, more, cards + choice.cards, state, depth, ()))
        return found

    def _has(self, tray: Tray) -> bool:
        """Whether the deck holds these cards, and enough for what is open."""
        used: dict[str, int] = {}
        for row in tray:
            for card in cards_of(row) if row != _UNLAID else ():
                used[card] = used.get(card, 0) + 1
        actions = len(tray) + sum(isinstance(row, If) for row in tray)
        return actions <= self.actions_in_deck and all(count <= self.deck[card] for card, count in used.items() if card)

    def _filled(self, trays: tuple[Tray, ...], played: int) -> Iterator[tuple[int, tuple[Tray, ...]]]:
        """All ways to put cards where any will do, the fewest cards first, that keep to the conditions."""
        ways = [list(self._fillings(tray)) for tray in trays]
        found = [tuple(combination) for combination in product(*ways)]
        found.sort(key=lambda filled: sum(map(_tray_cost, filled)))
        for filled in found:
            wanted = self._missing(filled, played)
            dealt = tuple(self._dealt(tray, played, wanted) for tray in filled)
            if not wanted and self._content(dealt, played):
                yield sum(map(_tray_cost, dealt)), dealt

    def _fillings(self, tray: Tray) -> Iterator[Tray]:
        """Return a tray with bonus cards on what is open, or without; actions are dealt afterwards."""
        sides = [Do("", n) for n in self.times]
        bonus: list[Row] = [If(test, FREE, FREE) for test in TESTS if self.deck[f"if {test}"]]
        choices: list[list[Row]] = []
        for row in tray:
            if row == _UNLAID:
                choices.append([*sides, *bonus])
            elif isinstance(row, If):
                choices.append([If(row.test, yes, no) for yes in _open(row.yes, sides) for no in _open(row.no, sides)])
            else:
                choices.append([row])
        yield from filter(self._has, product(*choices))

    def _dealt(self, tray: Tray, played: int, wanted: list[str]) -> Tray:
        """Actions for all that is open: what was played first, since only there a wanted card is used."""
        seen = deal(tray[:played], self._left(tray[played:]), wanted)
        return deal((*seen, *tray[played:]), self.deck, [])

    def _left(self, later: Sequence[Row]) -> dict[str, int]:
        """Return the deck without the cards that lie in later rows."""
        used = [card for row in later for card in cards_of(row)]
        return {card: count - used.count(card) for card, count in self.deck.items()}

    def _missing(self, trays: tuple[Tray, ...], played: int) -> list[str]:
        """Return the actions that are still to be used."""
        used = [card for tray in trays for row in tray[:played] for card in cards_of(row)]
        wanted = self.conditions.all_actions_used
        return [action for action in ACTIONS if action not in used] if wanted else []

    def _content(self, trays: tuple[Tray, ...], played: int) -> bool:
        """Whether a repeat or an If is used where one must be."""
        used = [card for tray in trays for row in tray[:played] for card in cards_of(row)]
        repeats = any(card.startswith("repeat") for card in used)
        ifs = any(card.startswith("if") for card in used)
        return (repeats or not self.conditions.repeat_used) and (ifs or not self.conditions.if_used)


@lru_cache(maxsize=1 << 14)
def _playable(rows: tuple[Row, ...]) -> tuple[Row, ...]:
    """Rows whose open sides do nothing."""
    return tuple(If(row.test, _side(row.yes), _side(row.no)) if isinstance(row, If) else row for row in rows)


def _side(do: Do) -> Do:
    return Do(STAND) if do == FREE else do


@lru_cache(maxsize=1 << 14)
def _undecided(rows: tuple[Row, ...], results: Results) -> int | None:
    """Return the golem whose condition chose a side that is open.

    Those that look ahead come first: what `attacked` says depends on what they choose, and not the other way round.
    """
    found = [
        (row.test != "enemy", golem)
        for golem, (row, result) in enumerate(zip(rows, results, strict=True))
        if isinstance(row, If) and (row.yes if result else row.no) == FREE
    ]
    return min(found)[1] if found else None


def _open(side: Do, fillings: list[Do]) -> list[Do]:
    """Return what may lie on a side of an If."""
    return fillings if side == FREE else [side]


def _cost(row: Row) -> int:
    return 1 if row == _UNLAID else len(cards_of(row))


def _tray_cost(tray: Tray) -> int:
    """Return the cards of a tray, counting one for each row that is not laid yet."""
    return sum(map(_cost, tray))
