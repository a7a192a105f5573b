"""How far players are with laying their programs, as screens show it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from boards.kit.trays import TRAY
from controller.games.game import Requirement
from controller.games.game_registry import AnyTabletop
from controller.table.core.phases import Phase
from controller.table.core.requirements import asked_of
from controller.table.core.state import TableState
from controller.table.perception.reading_messages import is_empty, row_of
from controller.table.view.view import HandView


def hands_of(tabletop: AnyTabletop, state: TableState) -> Mapping[str, HandView]:
    """Return how far each player is with the program that is asked for.

    The computer lays no cards, and is complete when it has chosen.
    """
    if not tabletop.programs_together:
        asked = asked_of(tabletop.game, state, Requirement.PROGRAMS) if state.phase.shown is Phase.PROGRAMS else ()
        return {name: _hand(state, name) for name in asked}
    if state.phase.shown is not Phase.PROGRAMS:
        return state.hands
    chosen = {name: name in state.committed for name in state.seats}
    chosen |= dict.fromkeys(state.idle, True)
    laid = {name: replace(hand, lanes=_lanes(hand)) for name, hand in state.hands.items()}
    return {**laid, **{name: HandView(0, TRAY.lanes if done else 0, done) for name, done in chosen.items()}}


def _lanes(hand: HandView) -> tuple[str, ...]:
    """Return how each row of a tray is: the first rows are laid, but for those that are said to be empty."""
    about = {row_of(problem) - 1: is_empty(problem) for problem in hand.problems if row_of(problem)}
    left = hand.rows_laid
    lanes: list[str] = []
    for lane in range(TRAY.lanes):
        empty = left == 0 or about.get(lane, False)
        lanes.append("empty" if empty else "wrong" if lane in about else "laid")
        left -= not empty
    return tuple(lanes)


def _hand(state: TableState, name: str) -> HandView:
    """How far a program is: its cards, while they are laid, then that it is committed to."""
    if name in state.committed:
        return HandView(0, len(state.committed[name]), True)
    laid = state.hands.get(name, HandView(0, 0, False))
    return HandView(laid.cards, laid.rows_laid, False)
