"""Moves of pieces that people are asked for: which piece, from where to where.

It follows from two things alone: where the pieces stand by the last word of people, and where the game has them. So
it is right after a move, an undo, a restart and at the start alike.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from controller.games.tabletop import Tabletop
from controller.table.view.table_messages import say
from controller.table.view.view import Notice

MANY = 8
"""More pieces than these are not named one by one: the page shows how they stand."""


@dataclass(frozen=True)
class HandTask:
    """One piece that is to be lifted and put down."""

    piece: str
    origin: str | None
    """None: it comes onto the board."""
    target: str | None
    """None: it leaves the board."""


def tasks(laid: Mapping[str, str], wanted: Mapping[str, str]) -> tuple[HandTask, ...]:
    """Return the tasks that lead from the pieces as laid to the pieces as wanted (spots by name).

    They come in an order that hands can follow: first what leaves the board, then moves to spots that are free by
    then, then what comes onto the board.
    """
    leaving = [HandTask(name, spot, None) for name, spot in sorted(laid.items()) if name not in wanted]
    moving = [
        HandTask(name, laid[name], spot) for name, spot in sorted(wanted.items()) if name in laid and laid[name] != spot
    ]
    coming = [HandTask(name, None, spot) for name, spot in sorted(wanted.items()) if name not in laid]
    taken = {name: spot for name, spot in laid.items() if name in wanted}
    ordered: list[HandTask] = []
    while moving:
        # Pieces that change places in a ring have no first one: any of them waits in the hand.
        task = next((task for task in moving if task.target not in taken.values()), moving[0])
        moving.remove(task)
        del taken[task.piece]
        ordered.append(task)
    return (*leaving, *ordered, *coming)


def hand_notices(tabletop: Tabletop[Any], todo: tuple[HandTask, ...]) -> tuple[Notice, ...]:
    """Return what people are asked to do, in words."""
    if len(todo) > MANY:
        return (Notice("hand-set-up", "info", say("hand-set-up", count=len(todo))),)
    return tuple(_notice(tabletop, task) for task in todo)


def _notice(tabletop: Tabletop[Any], task: HandTask) -> Notice:
    # A place may come with a direction: c3 2.
    (origin, _, _), (target, _, facing) = (task.origin or "").partition(" "), (task.target or "").partition(" ")
    if not target:
        code = "hand-off"
    elif not origin:
        code = "hand-on"
    else:
        code = "hand-turn" if origin == target else "hand-move"
    facts = {"piece": task.piece, "from": origin, "to": target}
    where = f"{target} → {facing}" if facing else target
    words = say(code, piece=tabletop.piece_words(task.piece), origin=origin, target=where)
    return Notice(code, "info", words, facts)
