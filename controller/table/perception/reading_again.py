"""Locked cards are read once more, as somebody wants it: rows that are not shown yet count as they are read now."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from random import Random

from boards.base.errors import Problems
from boards.base.message import Message
from controller.games.game import ProgramsCorrected as Corrected
from controller.games.game_registry import AnyTabletop
from controller.table.core.record.entries import ProgramsCorrected
from controller.table.core.state import TableState
from controller.table.perception.program_lock import LockedRow, Locks, lock, locked_programs
from controller.table.perception.program_reading import TableReading
from controller.table.view.table_messages import say
from controller.table.view.view import Notice
from controller.vision.scene import Scene


def shown_rows(tabletop: AnyTabletop, state: TableState, player: str) -> int:
    """Return how many rows of a player's program were shown; all of them, if there is none."""
    rows = tabletop.revealed(state.game).get(player, ())
    return sum(row is not None for row in rows)


def read_again(
    tabletop: AnyTabletop,
    state: TableState,
    players: Collection[str],
    reading: TableReading,
    scene: Scene,
    chance: Random,
) -> tuple[ProgramsCorrected | None, tuple[Notice, ...]]:
    """Return what is recorded of these players' programs as they lie now, and what people are told of each.

    A program that is not surely read, or that the rules refuse, stays as it was. ``chance`` salts the new locks.
    """
    changed: dict[str, tuple[LockedRow, ...]] = {}
    notices: list[Notice] = []
    for player in (player for player in state.locks if player in players and player not in state.seats):
        first = shown_rows(tabletop, state, player)
        before = state.locks[player]
        lying = reading.programs.get(player, ())
        texts = (*(row.text for row in before[:first]), *(row or "" for row in lying[first:] if row != ""))
        why = _unread(reading, player, first)
        if why is None and (None in lying[first:] or len(texts) < len(before)):
            why = say("rows-missing")
        why = why or why_refused(tabletop, state, player, texts)
        if why is not None:
            notices.append(_told("read-unread", player, why))
            continue
        rows = (*before[:first], *lock({player: texts}, reading.laid, scene, chance)[player][first:])
        if [_cards(row) for row in rows] == [_cards(row) for row in before]:
            notices.append(_told("read-same", player))
        else:
            changed[player] = rows
            notices.append(_told("read-anew", player))
    return (correction(state.locks, changed, said=False) if changed else None), tuple(notices)


def _cards(row: LockedRow) -> tuple[str, tuple[str, ...]]:
    return row.text, tuple(str(card.card) for card in row.cards)


def _told(code: str, player: str, why: Message | None = None) -> Notice:
    facts: dict[str, str | Message] = {"golem": player} if why is None else {"golem": player, "why": why}
    return Notice(code, "warning" if why is not None else "info", say(code, **facts), {"golem": player})


def _unread(reading: TableReading, player: str, first: int) -> Message | None:
    return next(
        (
            problem.public
            for problem in reading.problems
            if problem.colour == player and (problem.lane is None or problem.lane >= first)
        ),
        None,
    )


def why_refused(tabletop: AnyTabletop, state: TableState, player: str, texts: tuple[str, ...]) -> Message | None:
    """Return why the rules refuse a program in place of the one that was locked; None if they take it."""
    try:
        tabletop.game.advance(state.game, Corrected({player: texts}))
    except Problems as refused:
        at = refused.problems[0].at.partition("[")[2].partition("]")[0]
        return say("program-refused", row=str(int(at) + 1) if at.isdecimal() else "?")
    return None


def correction(before: Locks, changed: Mapping[str, tuple[LockedRow, ...]], *, said: bool) -> ProgramsCorrected:
    """Return the entry of programs that are other ones than were locked."""
    programs = {player: [row.text for row in rows] for player, rows in changed.items()}
    taken = locked_programs(programs, changed)
    rows = {
        player: tuple(row.row for old, row in zip(before[player], rows, strict=True) if _cards(old) != _cards(row))
        for player, rows in changed.items()
    }
    return ProgramsCorrected(taken.programs, taken.salts or {}, taken.cards or {}, rows, said)
