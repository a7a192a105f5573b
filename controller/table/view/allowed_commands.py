"""The commands that make sense at a table now: what its buttons are, and what it obeys."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from boards.kit.trays import TRAY
from controller.games.game import Requirement
from controller.games.game_registry import AnyTabletop
from controller.table.core.phases import TRANSITIONS, Phase, Signal
from controller.table.core.requirements import asked_of, thrower
from controller.table.core.state import TableState
from controller.table.perception.program_lock import CODES
from controller.table.view.view import HandView

HAND_CHORE = "hand-chore"
"""The code of what people are asked to do in a robot's stead."""

_SEATED = (Phase.SETUP, Phase.DICE, Phase.PROGRAMS, Phase.MOVE, Phase.HANDS)
"""Phases in which somebody else may sit down to play."""

_PAIRED = (Phase.SETUP, Phase.PROGRAMS, Phase.DIFFERS)
"""Phases in which robots may turn to show which golem they carry."""


def allowed_commands(tabletop: AnyTabletop, state: TableState) -> tuple[str, ...]:
    """Return what a person may ask of the table now, the most usual first."""
    if state.estopped:
        return ("clear",)
    if state.paused:
        may = ["resume"]
    elif state.pairing:
        may = ["pause"]
    else:
        may = [*_of_the_game(tabletop, state), *_of_the_table(tabletop, state)]
    may += ["stop", "estop"]
    if state.past and not state.pairing and state.phase not in (Phase.ROW, Phase.CHECK):
        may.append("undo")
    if state.phase is Phase.READY and not state.paused and tabletop.mover(state.game) is not None:
        may.append("move")
    return tuple(may)


def hands_of(tabletop: AnyTabletop, state: TableState) -> Mapping[str, HandView]:
    """Return how far each player is with the program that is asked for.

    The computer lays no cards, and is complete when it has chosen.
    """
    if not tabletop.trays:
        asked = asked_of(tabletop.game, state, Requirement.PROGRAMS) if state.phase is Phase.PROGRAMS else ()
        return {name: _hand(state, name) for name in asked}
    if state.phase is not Phase.PROGRAMS:
        return state.hands
    chosen = {name: name in state.committed for name in state.seats}
    return {**state.hands, **{name: HandView(0, TRAY.lanes if done else 0, done) for name, done in chosen.items()}}


def _hand(state: TableState, name: str) -> HandView:
    """How far a program is: its cards, while they are laid, then that it is committed to."""
    if name in state.committed:
        return HandView(0, len(state.committed[name]), True)
    laid = state.hands.get(name, HandView(0, 0, False))
    return HandView(laid.cards, laid.rows_laid, False)


def _of_the_game(tabletop: AnyTabletop, state: TableState) -> list[str]:
    """Return what the game waits for, and how it goes on after its end."""
    may: list[str] = []
    match state.phase:
        case Phase.READY:
            # Programs are there in no time: whoever sits down now plays from the next turn on.
            may = ["seat", "go"] if tabletop.automatic else ["go"]
        case Phase.DICE:
            may = ["roll" if thrower(tabletop.game, state) is None else "thrown"]
        case Phase.MOVE:
            may = ["move"]
        case Phase.PROGRAMS:
            may = _programming(tabletop, state)
        case Phase.DIFFERS:
            may = ["drive"]
            if any(notice.code in CODES for notice in state.notices):
                may.append("waive")
        case Phase.OVER:
            # After a try the next one is what everybody wants.
            may = _of_a_book(tabletop, state) if tabletop.mat else ["anew"]
            if tabletop.rechargeable(state.game):
                may.append("recharge")
    if state.phase is Phase.HANDS or any(notice.code == HAND_CHORE for notice in state.notices):
        may.append("done")
    return may


def _of_the_table(tabletop: AnyTabletop, state: TableState) -> list[str]:
    """Who sits where, the pause, and what must not be pressed by mistake."""
    may: list[str] = []
    if state.header.seats is not None and state.phase in _SEATED:
        may.append("seat")
    may.append("pause")
    if state.phase is not Phase.OVER:
        may += _of_a_book(tabletop, state)
    if state.phase in _PAIRED and any(robot.link == "ready" for robot in state.robots.values()):
        may.append("pair")
    return may


def _programming(tabletop: AnyTabletop, state: TableState) -> list[str]:
    """Trays are locked together once all are complete; else programs are locked, or written, one by one."""
    if tabletop.trays:
        hands = hands_of(tabletop, state)
        wanted = [name for request in tabletop.game.requests(state.game) for name in request.players]
        return ["lock"] if all(name in hands and hands[name].complete for name in wanted) else []
    readable = any(hand.complete for name, hand in state.hands.items() if name not in state.committed)
    return ["lock", "program"] if readable else ["program"]


def _of_a_book(tabletop: AnyTabletop, state: TableState) -> list[str]:
    """Return a puzzle can be begun again, once something was tried, and left for the next one."""
    task: Mapping[str, Any] = tabletop.task(state.game)
    if "count" not in task or (state.phase, Signal.TAKEN_UP) not in TRANSITIONS:
        return []
    more = ["next"] if task["number"] + 1 < task["count"] else []
    again = ["again"] if state.story else []
    return [*more, *again] if task["number"] in task["solved"] else [*again, *more]
