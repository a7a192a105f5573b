"""Finds a shortest solution of a puzzle, or proves that there is none within its limits.

Shortest means fewest rounds, then fewest cards. For each number of rounds in turn, and for each number of cards that
could make a difference, all programs are followed row by row; those that lead to the same position with the same
cards on the tray are followed once. A row is not followed further if

- the goal is farther away than the rows that are left (`Distances`),
- more cards would lie on the table than the number looked at, or
- it is idle, and an idle row of `stand` or `defend` is as good (:meth:`_Search.idle`).

None of these loses a shortest solution; docs/puzzles.md says why. Autonomous puzzles are searched by
:mod:`controller.games.golems.puzzles.autonomous_solver`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from controller.games.golems.puzzles.autonomous_solver import solve_autonomous
from controller.games.golems.puzzles.card_supply import Option, Trays, deal, opened
from controller.games.golems.puzzles.position_graph import WON, Distances, Graph, single_rows
from controller.games.golems.puzzles.puzzle import Puzzle, Size, Try
from controller.games.golems.puzzles.solution import Answer
from controller.games.golems.rules.program import ACTIONS, DEFEND, ROWS, STAND, Do, If, Row, cards_of

_Key = tuple[int, int, int, int]
"""State, trays, marks, and the cards laid where their exact number counts (else 0)."""


class _Node(NamedTuple):
    """The cheapest way to a key."""

    cards: int
    before: _Key | None
    option: Option | None


def solve(puzzle: Puzzle, begun: Try = ()) -> Answer:
    """Return a shortest solution that begins with the rounds and rows given (the last round may be cut short)."""
    if puzzle.autonomous:
        return solve_autonomous(puzzle, begun[0] if begun else {})
    return _Search(puzzle, begun).run()


class _Search:
    def __init__(self, puzzle: Puzzle, begun: Try) -> None:
        self.puzzle = puzzle
        self.conditions = puzzle.conditions
        self.graph = Graph(puzzle)
        self.distances = Distances(self.graph)
        self.trays = Trays(puzzle)
        rows = single_rows(self.graph.single_golem and not self._needs_ifs(), self.conditions.forbidden, nested=False)
        self.choices = tuple(self.trays.options(rows, index) for index in range(ROWS))
        self.begun = tuple(self._begun(begun))
        self.looked_at = 0
        limit = self.conditions.cards
        self.exactly = limit is not None and limit.exactly
        self.most_cards = limit.number if limit is not None else puzzle.last_round * len(puzzle.plays) * 10
        """Four rows hold at most ten cards: two Ifs, two repeats."""
        self.prunes_idle = (
            self.graph.single_golem
            and not self.exactly
            and self.trays.marks == 0
            and not {STAND, DEFEND} & {*self.conditions.forbidden}
        )

    def _needs_ifs(self) -> bool:
        """Whether an If can be wanted for its own sake."""
        limit = self.conditions.cards
        return self.conditions.if_used or self.conditions.all_actions_used or (limit is not None and limit.exactly)

    def _begun(self, begun: Try) -> Iterator[Option]:
        """Return the rows that are laid already, one after the other; rounds before the last are whole."""
        plays = self.puzzle.plays
        for number, laid in enumerate(begun, start=1):
            rows = max((len(laid.get(colour, ())) for colour in plays), default=0)
            for index in range(ROWS if number < len(begun) else rows):
                there = [laid[colour][index] if index < len(laid.get(colour, ())) else None for colour in plays]
                yield self.trays.given(there)

    def run(self) -> Answer:
        """Search to the end; return the shortest solution, or that there is none."""
        limit = self.conditions.rounds
        first = limit.number if limit.exactly else max(1, -(-len(self.begun) // ROWS))
        for rounds in range(first, self.puzzle.last_round + 1):
            self.distances.look(ROWS * rounds)
            if self.distances.least(0, 0) > ROWS * rounds:
                continue
            cards: int | None = self.most_cards if self.exactly else self._fewest(rounds)
            while cards is not None and cards <= self.most_cards:
                found = _Layers(self, rounds, cards).answer()
                if isinstance(found, Answer):
                    return found
                cards = found
        return Answer(None, None, 0, self.looked_at)

    def _fewest(self, rounds: int) -> int:
        return rounds * self.trays.golems * (ROWS if self.trays.every_row else 1)


class _Layers:
    """All ways through a number of rounds with at most so many cards, row by row."""

    def __init__(self, search: _Search, rounds: int, most: int) -> None:
        self.search = search
        self.rounds = rounds
        self.most = most
        self.layers: list[dict[_Key, _Node]] = [{(0, search.trays.empty, 0, 0): _Node(0, None, None)}]
        self.over: int | None = None
        """The fewest cards, more than `most`, that a way wanted which was left for this reason."""

    def answer(self) -> Answer | int | None:
        """Return a solution; or how many cards to try next; or None if more cards are of no use."""
        best: tuple[int, int, _Key, Option, int] | None = None
        for depth in range(ROWS * self.rounds):
            layer: dict[_Key, _Node] = {}
            for won in self._follow(depth, layer):
                if best is None or (won[0], won[1]) < (best[0], best[1]):
                    best = won
            if depth % ROWS == ROWS - 1:
                layer = self._next_round(layer)
            self.layers.append(layer)
        if best is None:
            return self.over
        return self._written(*best)

    def _follow(self, depth: int, layer: dict[_Key, _Node]) -> Iterator[tuple[int, int, _Key, Option, int]]:
        """Play one row from everywhere. Yields ways to the goal: cards, depth, last key and option, cards filled in."""
        search = self.search
        trays, graph, distances = search.trays, search.graph, search.distances
        index, left = depth % ROWS, ROWS * self.rounds - depth - 1
        per_row = trays.golems if trays.every_row else 0
        beyond = (index + 1) % ROWS
        last_round = left < ROWS
        begun = depth < len(search.begun)
        options: Sequence[Option] = (search.begun[depth],) if begun else search.choices[index]
        for key, node in self.layers[depth].items():
            state, tray, marks, _ = key
            for option in options:
                laid = tray + option.add
                if laid & trays.guards or tray & option.closed:
                    continue
                cards = node.cards + option.cards
                if cards + left * per_row > self.most:
                    self._too_many(cards + left * per_row)
                    # Options are sorted by their cards.
                    break
                search.looked_at += 1
                there = graph.step(state, index, option.rows).state
                if there == WON:
                    if last_round and (won := self._fill(depth, key, option, laid | option.ends, cards)):
                        yield won
                    continue
                if there < 0 or distances.least(there, beyond) > left:
                    continue
                if search.prunes_idle and not begun and self._idle(state, there, index, option):
                    continue
                used = trays.after(marks, option)
                if trays.marks and (short := trays.cards_missing(used)) > self.most - cards:
                    self._too_many(cards + short)
                    continue
                to = (there, laid | option.ends, used, cards if search.exactly else 0)
                known = layer.get(to)
                if known is None or cards < known.cards:
                    layer[to] = _Node(cards, key, option)

    def _too_many(self, cards: int) -> None:
        self.over = cards if self.over is None else min(self.over, cards)

    def _idle(self, state: int, there: int, index: int, option: Option) -> bool:
        """Whether a row does no more than a plain one that leaves more cards."""
        (row,) = option.rows
        if not isinstance(row, Do):
            return False
        if there == state:
            return row.times > 1 or row.action not in (STAND, DEFEND)
        return row.times > 1 and self.search.graph.step(state, index, (Do(row.action),)).state == there

    def _fill(
        self, depth: int, key: _Key, option: Option, laid: int, cards: int
    ) -> tuple[int, int, _Key, Option, int] | None:
        """Return the option with the fewest cards once the goal is reached and the rows after it are filled.

        None if none are.
        """
        search = self.search
        if not search.trays.content(search.trays.after(key[2], option)):
            return None
        counts = search.trays.fillings(laid, ROWS - 1 - depth % ROWS)
        for more in sorted(counts):
            total = cards + more
            if total > self.most:
                self._too_many(total)
            elif not search.exactly or total == self.most:
                return total, depth, key, option, more
        return None

    def _next_round(self, layer: dict[_Key, _Node]) -> dict[_Key, _Node]:
        """Return the cards go back into the hand; what was before stays known by the keys of the next layer's nodes."""
        empty = self.search.trays.empty
        found: dict[_Key, _Node] = {}
        for (state, _, marks, laid), node in layer.items():
            key = (state, empty, marks, laid)
            known = found.get(key)
            if known is None or node.cards < known.cards:
                found[key] = node
        return found

    def _written(self, cards: int, depth: int, key: _Key, last: Option, filled: int) -> Answer:
        """Return the solution with all its cards dealt."""
        search = self.search
        trays, plays = search.trays, search.puzzle.plays
        way: list[tuple[int, Option]] = [(key[0], last)]
        tray = key[1]
        at: _Key | None = key
        for layer in reversed(self.layers[: depth + 1]):
            node = layer[at] if at is not None else None
            if node is None or node.before is None or node.option is None:
                break
            at = node.before
            way.append((at[0], node.option))
        way.reverse()
        filling = trays.fillings(tray + last.add | last.ends, ROWS - 1 - depth % ROWS)[filled]
        wanted = self._missing(way)
        rounds = []
        for start in range(0, len(way), ROWS):
            steps = way[start : start + ROWS]
            laid = {}
            for golem, colour in enumerate(plays):
                rows = [self._row(start + n, state, option, golem) for n, (state, option) in enumerate(steps)]
                dealt = deal([row for row in rows if row is not None], trays.deck, wanted)
                if start + ROWS > depth:
                    dealt = deal([*dealt, *filling[golem]], trays.deck, [])
                laid[colour] = dealt
            rounds.append(laid)
        return Answer(tuple(rounds), Size(self.rounds, cards), depth + 1, search.looked_at)

    def _row(self, depth: int, state: int, option: Option, golem: int) -> Row | None:
        """Return a row as it is written down; None where a program of v2.0 has ended."""
        search = self.search
        if not search.trays.has_row_for(option, golem):
            return None
        row = option.rows[golem]
        if depth < len(search.begun) or not isinstance(row, If):
            return row
        result = search.graph.step(state, depth % ROWS, option.rows).results[golem]
        return opened(row, bool(result))

    def _missing(self, way: Sequence[tuple[int, Option]]) -> list[str]:
        """Kinds of action that have to be used, and are not: they go on the open sides of Ifs."""
        if not self.search.conditions.all_actions_used:
            return []
        used = {card for _, option in way for row in option.rows for card in cards_of(row)}
        return [action for action in ACTIONS if action not in used]
