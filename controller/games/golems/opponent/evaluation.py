"""How good a position is for a side, between -1 (lost) and 1 (won).

While nobody has won it is a guess: lives first, then how near each side is to its goal, then who is sooner in a place
to strike. The weights were found by play (`tests/benchmarks/opponent.py`); the ideas are those of any board game.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product

from boards.geometry import Cell
from controller.games.game import Outcome
from controller.games.golems.rules.distances import FAR, ways_to
from controller.games.golems.rules.goals import BRING_BARREL, DESTROY_BARRELS, REACH, Goal
from controller.games.golems.rules.position import ENERGY, Golem, Position
from controller.games.golems.rules.square_grid import STEPS

_DRAW = -0.4
"""Worse than an even game: who plays for a draw does not fight."""
_LIVES = 0.75
"""What all the lives are worth with full energy, by the part of them that one has more than the other."""
_LATE = 0.25
"""What a lead, or being behind, is worth besides when the energy runs out."""
_STEP = 0.04
"""What a move nearer to the goal is worth."""
_STRIKE = 0.02
"""What it is worth to need a move less than they do until one can strike."""
_FIGHT = 0.03, 0.08
"""What a move nearer to a strike is worth to those who don't lead, besides: with full energy, and at the end."""
_TAKING = 2
"""Moves that it takes to pick up a barrel: to look at it, and to take it."""


class Evaluator:
    """Looks at positions of one game with the eyes of one side."""

    def __init__(self, position: Position, side: str) -> None:
        self._side = side
        self._goals = dict(position.goals or ())
        self._began = len({golem.side for golem in position.golems})
        cells = {goal.cell for goals in self._goals.values() for goal in goals if goal.cell}
        self._ways = {cell: ways_to(position, cell) for cell in cells}
        self._places = {name: Cell.parse(name) for name in position.grid.cells}

    def worth(self, position: Position, outcome: Outcome | None) -> float:
        """How good it is for this side that a round ended so."""
        if outcome is not None and outcome.winners:
            return 1.0 / len(outcome.winners) if self._side in outcome.winners else -1.0
        if outcome is not None:
            return _DRAW if self._began > 1 else -1.0
        own = [golem for golem in position.golems if golem.side == self._side]
        others = [golem for golem in position.golems if golem.side != self._side]
        if not own:
            return -1.0
        worth = self._nearer(position, own, others)
        if others:
            worth += self._stronger(position, own, others) + self._strike_lead(position, own, others)
        return max(-0.95, min(0.95, worth))

    def _stronger(self, position: Position, own: Sequence[Golem], others: Sequence[Golem]) -> float:
        """Lives against those of the strongest other side and of all of them on average."""
        mine = sum(golem.lives for golem in own)
        lives: dict[str, int] = {}
        for golem in others:
            lives[golem.side] = lives.get(golem.side, 0) + golem.lives
        theirs = (max(lives.values()) + sum(lives.values()) / (self._began - 1)) / 2
        late = _energy_spent(position)
        worth = _LIVES * (mine - theirs) / (mine + theirs)
        return worth + late * (_LATE if mine > theirs else _DRAW if mine == theirs else -_LATE)

    def _strike_lead(self, position: Position, own: Sequence[Golem], others: Sequence[Golem]) -> float:
        """Who of the nearest needs fewer moves until it can strike; and those who don't lead had better fight."""
        mine = min(self._moves_to_strike(golem, other) for golem, other in product(own, others))
        theirs = min(self._moves_to_strike(other, golem) for golem, other in product(own, others))
        leads = sum(golem.lives for golem in own) > sum(golem.lives for golem in others)
        early, end = _FIGHT
        fight = 0.0 if leads else early + (end - early) * _energy_spent(position)
        return _STRIKE * (theirs - mine) - fight * mine

    def _moves_to_strike(self, golem: Golem, target: Golem) -> int:
        """Move and turns until the target is ahead, on a board with nothing else on it."""
        here, there = self._places[golem.at], self._places[target.at]
        right, up = STEPS[golem.facing]
        columns, rows = there.column - here.column, there.row - here.row
        far = abs(columns) + abs(rows)
        forward = columns * right + rows * up
        if forward == far:
            return far - 1
        return far if forward > 0 or (forward == 0 and far == abs(columns * up) + abs(rows * right)) else far + 1

    def _nearer(self, position: Position, own: Sequence[Golem], others: Sequence[Golem]) -> float:
        """How near this side is to one of its goals, against the nearest of the others."""
        if not self._goals:
            return 0.0
        mine = self._moves_to_goal(position, self._side, own)
        theirs = min(
            (
                self._moves_to_goal(position, side, [golem for golem in others if golem.side == side])
                for side in self._goals
                if side != self._side
            ),
            default=FAR,
        )
        return _STEP * (min(theirs, FAR) - min(mine, FAR)) / 2 if theirs < FAR > mine else self._alone(mine, theirs)

    def _alone(self, mine: int, theirs: int) -> float:
        """Only one of them has somewhere to go, or neither."""
        if mine < FAR:
            return -_STEP * mine
        return _STEP * theirs if theirs < FAR else 0.0

    def _moves_to_goal(self, position: Position, side: str, golems: Sequence[Golem]) -> int:
        """Move until a goal is reached, at least; goals that nobody walks to are far."""
        return min(
            (self._moves(position, goal, golem) for goal in self._goals.get(side, ()) for golem in golems),
            default=FAR,
        )

    def _moves(self, position: Position, goal: Goal, golem: Golem) -> int:
        if goal.name == REACH or (goal.name == BRING_BARREL and golem.barrel):
            return self._ways[goal.cell][golem.at]
        barrels = position.barrels
        if goal.name == BRING_BARREL:
            home = self._ways[goal.cell]
            return min((self._apart(golem.at, at) + home[at] + _TAKING for at in barrels), default=FAR)
        if goal.name == DESTROY_BARRELS:
            return 3 * len(barrels) + min((self._apart(golem.at, at) for at in barrels), default=0)
        return FAR

    def _apart(self, one: str, other: str) -> int:
        a, b = self._places[one], self._places[other]
        return abs(a.column - b.column) + abs(a.row - b.row)


def _energy_spent(position: Position) -> float:
    """How far the energy has gone: 0 at the start, near 1 at the end; 0 where there is none."""
    return 0.0 if position.energy is None else 1.0 - position.energy / ENERGY
