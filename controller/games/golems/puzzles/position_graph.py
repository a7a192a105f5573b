"""The positions of a puzzle as numbers, and which row leads from which to which: what solvers search.

Every row is played by the engine, once for each position in which it is tried, and remembered. How far the goal
is at least is told by the same graph without deck and conditions: whoever may lay fewer cards is not faster.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from controller.games.golems.puzzles.puzzle import Puzzle
from controller.games.golems.rules.goals import DESTROY_BARRELS, ENERGY, SURVIVE
from controller.games.golems.rules.position import Position
from controller.games.golems.rules.program import ACTIONS, DEFEND, MOVES, ROWS, STAND, TESTS, Do, If, Row
from controller.games.golems.rules.round import play_row, sides

WON, LOST = -1, -2
"""Instead of a position: the player has won, or can win no more."""

UNREACHABLE = 1 << 20
"""Rows to the goal, where no rows lead there."""

LARGEST_SURVEY = 30_000
"""Rows played beyond which distances are not worth their time; then none is known."""

Results = tuple[bool | None, ...]
"""What the condition of each of the player's golems said; None where it had none."""


class Stepped(NamedTuple):
    """Where a row leads to."""

    state: int
    results: Results


class Graph:
    """The positions met so far. A state is an index; the place of a row in its round is given beside it."""

    def __init__(self, puzzle: Puzzle) -> None:
        self.puzzle = puzzle
        self._began = sides(puzzle.start)
        self._side = puzzle.side
        survives = any(goal.name == SURVIVE for goal in puzzle.goals)
        # Unless one wins by surviving, energy only limits the rounds, and positions are the same in every round.
        start = puzzle.start if survives else puzzle.start._replace(energy=None)
        self._positions: list[Position] = [start]
        self._numbers: dict[Position, int] = {start: 0}
        self._stepped: dict[tuple[int, int, tuple[Row, ...]], Stepped] = {}
        self.single_golem = len(start.golems) == 1
        self.phased = bool(puzzle.programs) or survives
        """Whether it matters which row of the round is played."""

    @property
    def size(self) -> int:
        """How many rows the engine has played."""
        return len(self._stepped)

    def position(self, state: int) -> Position:
        """Return the position of this number."""
        return self._positions[state]

    def step(self, state: int, index: int, rows: tuple[Row, ...]) -> Stepped:
        """Play the row at an index (0-3) of a round: a row for each golem of the player."""
        key = (state, index if self.phased else 0, rows)
        found = self._stepped.get(key)
        if found is None:
            found = self._stepped[key] = self._play(state, key[1], rows)
        return found

    def _play(self, state: int, index: int, rows: tuple[Row, ...]) -> Stepped:
        plays = self.puzzle.plays
        programs: dict[str, Sequence[Row]] = dict(self.puzzle.programs)
        programs.update((colour, (row,) * ROWS) for colour, row in zip(plays, rows, strict=True))
        played = play_row(self._positions[state], index + 1, programs, self._began)
        results: Results = (None,) * len(plays)
        if any(isinstance(row, If) for row in rows):
            told = {event.golem: bool(event.values[1]) for event in played.events if event.name == "condition"}
            results = tuple(map(told.get, plays))
        outcome = played.outcome
        if outcome is not None:
            won = self._side in outcome.winners and outcome.reason != ENERGY
            return Stepped(WON if won else LOST, results)
        if not any(golem.colour in plays for golem in played.position.golems):
            return Stepped(LOST, results)
        return Stepped(self._number(played.position), results)

    def _number(self, position: Position) -> int:
        number = self._numbers.get(position)
        if number is None:
            number = self._numbers[position] = len(self._positions)
            self._positions.append(position)
        return number


def single_rows(single_golem: bool, forbidden: Sequence[str], nested: bool) -> tuple[Row, ...]:
    """Every row that does something of its own, its If with the same action on both sides.

    `nested`: a repeat may stand in an If. For a golem that is alone on the board it makes no difference when in
    a row it moves, so there an If does what the action does that it chooses.
    """
    actions = [action for action in ACTIONS if action not in forbidden]
    times = [n for n in (1, 2, 3) if n == 1 or f"repeat {n}" not in forbidden]
    doing = [Do(action, n) for n in times for action in actions]
    tests = [] if single_golem else [test for test in TESTS if f"if {test}" not in forbidden]
    return (*doing, *(If(test, do, do) for test in tests for do in doing if nested or do.times == 1))


def _idle(row: Row, single_golem: bool) -> bool:
    """Whether a row leads nowhere that another one does not lead to as well.

    Standing or defending over and over is the same as once; for a golem that is alone it is nothing at all, and what
    it strikes or takes is gone after the first time.
    """
    do = row.yes if isinstance(row, If) else row
    if do.action in (STAND, DEFEND):
        return single_golem or do.times > 1
    return single_golem and do.times > 1 and do.action not in MOVES


class Distances:
    """At least how many rows it takes from a state to the goal, deck and conditions aside; for one golem."""

    def __init__(self, graph: Graph) -> None:
        self._graph = graph
        self._known = len(graph.puzzle.plays) == 1
        goals = {goal.name for goal in graph.puzzle.goals}
        self._counts = goals == {DESTROY_BARRELS} and sides(graph.puzzle.start) == 1
        """Whether the goal is to clear the board, and nothing else."""
        rows = single_rows(graph.single_golem, graph.puzzle.conditions.forbidden, graph.puzzle.autonomous)
        self._rows = tuple(row for row in rows if not _idle(row, graph.single_golem))
        self._next: dict[tuple[int, int], tuple[tuple[int, int], ...]] = {}
        self._fringe: list[tuple[int, int]] = [(0, 0)]
        self._depth = 0
        self._least: dict[tuple[int, int], int] = {}

    def look(self, depth: int) -> None:
        """Make the distances right for all searches that play at most so many rows."""
        while self._known and self._depth < depth and self._fringe:
            self._fringe = self._expand(self._fringe)
            self._depth += 1
            self._known = len(self._next) * len(self._rows) <= LARGEST_SURVEY
        if self._known:
            self._measure()

    def least(self, state: int, index: int) -> int:
        """Rows to the goal from a state before the row at this index (0-3)."""
        if not self._known:
            return self._barrels_left(state) if self._counts else 1
        return self._least.get((state, index if self._graph.phased else 0), UNREACHABLE)

    def _barrels_left(self, state: int) -> int:
        """In a row each golem clears the board of one barrel at most.

        What it strikes at or takes is in one cell, and a barrel that comes there in the course of the row was
        not on the board before, or in nobody's way.
        """
        position = self._graph.position(state)
        return max(1, -(-len(position.barrels) // len(position.golems)))

    def _expand(self, fringe: list[tuple[int, int]]) -> list[tuple[int, int]]:
        """Follow all rows from these places. Returns the places that are new."""
        found: dict[tuple[int, int], None] = {}
        for place in fringe:
            state, index = place
            beyond = (index + 1) % ROWS if self._graph.phased else 0
            targets = dict.fromkeys(self._graph.step(state, index, (row,)).state for row in self._rows)
            self._next[place] = tuple((target, beyond) for target in targets if target != LOST)
            found.update((target, None) for target in self._next[place] if target[0] != WON)
        return [place for place in found if place not in self._next]

    def _measure(self) -> None:
        """Breadth first, backwards from the goal."""
        before: dict[tuple[int, int], list[tuple[int, int]]] = {}
        reached: list[tuple[int, int]] = []
        for place, targets in self._next.items():
            for target in targets:
                if target[0] == WON:
                    reached.append(place)
                else:
                    before.setdefault(target, []).append(place)
        # What was not followed yet lies at the end of the longest search: the goal may be the next row away.
        self._least = dict.fromkeys(self._fringe, 1)
        distance = 1
        ring = list(dict.fromkeys(reached))
        while ring:
            fresh = [place for place in ring if self._least.get(place, UNREACHABLE) > distance]
            self._least.update(dict.fromkeys(fresh, distance))
            distance += 1
            ring = list(dict.fromkeys(place for at in fresh for place in before.get(at, ())))
