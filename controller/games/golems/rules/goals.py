"""What scenarios and puzzles ask for, and who has won.

Checked after every row: last standing, then goals, and after the last row energy.
Source: `Battle of Golems` 3.1, "Scenarios", "Bring the barrel", step 3; the order is this project's.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple, Protocol

from controller.games.game import Outcome

REACH = "reach"
BRING_BARREL = "bring-barrel"
DESTROY_BARRELS = "destroy-barrels"
SURVIVE = "survive"
LAST_STANDING = "last-standing"
ENERGY = "energy"

CELL_GOALS: tuple[str, ...] = (REACH, BRING_BARREL)
"""Goals with a cell: written ``{reach: d4}``."""
PLAIN_GOALS: tuple[str, ...] = (LAST_STANDING, SURVIVE)
"""Goals that are one word."""


class Goal(NamedTuple):
    """One thing that lets a side win. `cell` is empty for goals without one."""

    name: str
    cell: str = ""


Goals = Mapping[str, tuple[Goal, ...]]
"""By side; any one of them wins."""


class Standing(Protocol):
    """What a goal needs to know of a living golem."""

    @property
    def side(self) -> str:
        """Return the side of the golem."""
        ...

    @property
    def at(self) -> str:
        """Return the cell of the golem."""
        ...

    @property
    def lives(self) -> int:
        """Return the lives left."""
        ...

    @property
    def barrel(self) -> bool:
        """Return whether the golem carries a barrel."""
        ...


def last_standing(golems: Sequence[Standing], began: int) -> Outcome | None:
    """At most one side is left, where the round began with two or more; a lone side's game ends with nobody left."""
    if began and not golems:
        return Outcome((), LAST_STANDING)
    if began < 2:
        return None
    left = golems[0].side
    for golem in golems:
        if golem.side != left:
            return None
    return Outcome((left,), LAST_STANDING)


def goals_reached(goals: Goals, golems: Sequence[Standing], barrels: int) -> Outcome | None:
    """Return the sides that have reached a goal on the board as the row left it; `barrels` stand on the board."""
    reached: dict[str, str] = {}
    for side in sorted(goals):
        own = [golem for golem in golems if golem.side == side]
        for goal in goals[side]:
            if side not in reached and own and _holds(goal, own, barrels):
                reached[side] = goal.name
    if not reached:
        return None
    winners = tuple(reached)
    return Outcome(winners, reached[winners[0]])


def _holds(goal: Goal, own: Sequence[Standing], barrels: int) -> bool:
    if goal.name == REACH:
        return any(golem.at == goal.cell for golem in own)
    if goal.name == BRING_BARREL:
        return any(golem.barrel and golem.at == goal.cell for golem in own)
    return goal.name == DESTROY_BARRELS and barrels == 0


def energy_out(goals: Goals, golems: Sequence[Standing]) -> Outcome:
    """Who wins when the golems are out of charge: those who had to survive, else the side with most lives."""
    lives: dict[str, int] = {}
    for golem in golems:
        lives[golem.side] = lives.get(golem.side, 0) + golem.lives
    survivors = tuple(side for side in sorted(lives) if Goal(SURVIVE) in goals.get(side, ()))
    if survivors:
        return Outcome(survivors, SURVIVE)
    if len(lives) < 2:
        return Outcome((), ENERGY)
    most = max(lives.values())
    best = tuple(side for side in sorted(lives) if lives[side] == most)
    return Outcome(best if len(best) == 1 else (), ENERGY)
