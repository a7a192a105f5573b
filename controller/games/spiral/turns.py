"""A turn after its roll: what is legal, what a choice leads to, and whose turn comes next."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from boards.errors import Problem, Problems
from controller.games.game import Outcome
from controller.games.spiral.board import Board
from controller.games.spiral.choices import MOVE, NEW, NEW_CHIP, PASS, PASSED, Choice, format_choice
from controller.games.spiral.events import Event
from controller.games.spiral.movement import Turn
from controller.games.spiral.path import FIRST
from controller.games.spiral.position import MOST_CHIPS, Position, is_full, leaders

SIX = 6
"""The highest face; it gives another turn."""
BASE_FULL = "base-full"


class Played(NamedTuple):
    """What a turn led to."""

    position: Position
    events: tuple[Event, ...]
    outcome: Outcome | None


def legal_choices(board: Board, position: Position, roll: int) -> tuple[Choice, ...]:
    """All choices: moves by cell, then by knight cells, then `new`; `pass`, if there is nothing else."""
    found = [
        choice
        for cell in position.chips[position.turn]
        for choice in _moves_of(board, position, roll, Choice(MOVE, cell))
    ]
    if roll == SIX and Turn(board, position).can_set():
        found.append(NEW_CHIP)
    return tuple(found) or (PASSED,)


def _moves_of(board: Board, position: Position, roll: int, begun: Choice) -> Iterator[Choice]:
    """The moves of one chip that begin with these knight cells."""
    turn = Turn(board, position)
    if turn.may_move(begun.cell, roll):
        offered = turn.move(begun.cell, roll, begun.knights)
        if not offered:
            yield begun
        for cell in offered:
            yield from _moves_of(board, position, roll, begun._replace(knights=(*begun.knights, cell)))


def play(board: Board, position: Position, roll: int, choice: Choice, at: str = "choice") -> Played:
    """What a choice leads to. Raises :class:`boards.errors.Problems` at the place `at`, if it is not legal."""
    if choice not in legal_choices(board, position, roll):
        raise Problems([Problem(at, why_not(board, position, roll, choice))])
    turn = Turn(board, position)
    if choice.name == MOVE:
        turn.move(choice.cell, roll, choice.knights)
    elif choice.name == NEW:
        turn.set_chip()
    else:
        turn.happened("passed")
    skips = list(position.skips)
    skips[turn.me] += turn.caught
    after = position._replace(
        chips=tuple(
            tuple(sorted(cell for cell, owner in turn.chips.items() if owner == player))
            for player in range(len(position.players))
        ),
        home=tuple(tuple(sorted(cells)) for cells in turn.home),
        skips=tuple(skips),
    )
    outcome = None
    if is_full(after):
        outcome = Outcome(leaders(after), BASE_FULL)
        held = dict(zip(after.players, after.home, strict=True))
        turn.events += [Event(winner, BASE_FULL, (len(held[winner]),)) for winner in outcome.winners]
    after, waiting = _next_turn(after, again=roll == SIX or turn.extra)
    if outcome is None:
        turn.events += waiting
    return Played(after, tuple(turn.events), outcome)


def _next_turn(position: Position, *, again: bool) -> tuple[Position, list[Event]]:
    """Whose turn is next. Players with a turn to miss are passed over, and have one less to miss."""
    players = position.players
    me, count = position.turn, len(players)
    skips = list(position.skips)
    events: list[Event] = []
    order = [(me + further) % count for further in range(1, count + 1)]
    if again:
        if not skips[me]:
            return position, [Event(players[me], "again")]
        skips[me] -= 1
        events.append(Event(players[me], "misses"))
    # Whole rounds in which everybody misses a turn, at once: the numbers may be large.
    rounds = min(skips)
    skips = [missed - rounds for missed in skips]
    for player in order:
        if not skips[player]:
            return position._replace(skips=tuple(skips), turn=player), events
        skips[player] -= 1
        events.append(Event(players[player], "misses"))
    raise AssertionError("after whole rounds are taken away somebody has no turn to miss")


def why_not(board: Board, position: Position, roll: int, choice: Choice) -> str:
    """Why a choice is not legal, in plain words."""
    turn = Turn(board, position)
    if choice.name == PASS:
        first = format_choice(legal_choices(board, position, roll)[0])
        return f"moving is compulsory, and something is legal: {first}"
    if choice.name == NEW:
        if roll != SIX:
            return f"a new chip is set on a six only, and this is a {roll}"
        if turn.chips.get(FIRST) == turn.me:
            return f"an own chip stands on cell {FIRST}"
        return f"there are {MOST_CHIPS} chips of this player on the board already"
    if turn.chips.get(choice.cell) != turn.me:
        where = "is home, and moves no more" if choice.cell in turn.home[turn.me] else "is not there"
        return f"a chip of {turn.players[turn.me][:40]} on cell {str(choice.cell)[:20]} {where}"
    if not turn.may_move(choice.cell, roll):
        return f"the chip on cell {choice.cell} would land on an own chip"
    return _wrong_knights(board, position, roll, choice)


def _wrong_knights(board: Board, position: Position, roll: int, choice: Choice) -> str:
    """Which cell for a Chess is missing, not offered or too many."""
    known: tuple[int, ...] = ()
    while True:
        offered = Turn(board, position).move(choice.cell, roll, known)
        given = choice.knights[len(known) :]
        if not offered:
            return f"no Chess works here for the knight cell {str(given[0])[:20]}"
        if not given or given[0] not in offered:
            what = f"{str(given[0])[:20]} is not one of them" if given else "none is chosen"
            return f"a Chess works here: `knight` must name one of the cells {', '.join(map(str, offered))}; {what}"
        known = (*known, given[0])
