"""What an undo would do: to which row it can go back, and where everybody stands then."""

from __future__ import annotations

from dataclasses import dataclass

from controller.games.game_registry import AnyTabletop
from controller.table.core.state import TableState


@dataclass(frozen=True)
class UndoneGolem:
    """Where a golem goes back to."""

    name: str
    cell: str
    heading: str
    """As it is called: N."""


@dataclass(frozen=True)
class UndoStep:
    """A row, move or throw before which the game can go back."""

    round: int
    row: int
    rows: int
    """How many rows are taken back then."""
    golems: tuple[UndoneGolem, ...]
    """Those that stand elsewhere now; empty where people put pieces back by hand."""


def undo_steps(tabletop: AnyTabletop, state: TableState) -> tuple[UndoStep, ...]:
    """Return what can be undone, the newest first."""
    now = tabletop.stands(state.game)
    steps: list[UndoStep] = []
    for rows, (before, told) in enumerate(zip(reversed(state.past), reversed(state.story), strict=False), 1):
        then = tabletop.stands(before.game)
        moved = {name: stand for name, stand in then.items() if now.get(name) != stand}
        golems = tuple(UndoneGolem(name, str(stand.cell), stand.heading.name) for name, stand in sorted(moved.items()))
        steps.append(UndoStep(told.round, told.row, rows, golems))
    return tuple(steps)
