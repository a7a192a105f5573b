"""A turn after its roll: what a choice leads to, and whose turn comes next."""

from __future__ import annotations

from typing import NamedTuple

from boards.base.errors import Problem, Problems
from controller.games.game import Outcome
from controller.games.spiral.board import Board
from controller.games.spiral.choices import MOVE, NEW, Choice
from controller.games.spiral.events import Event
from controller.games.spiral.illegal_choices import why_not
from controller.games.spiral.legal import SIX, legal_choices
from controller.games.spiral.movement import Turn
from controller.games.spiral.narration.event_text import reason_message
from controller.games.spiral.position import Position, is_full, leaders

BASE_FULL = "base-full"


class Played(NamedTuple):
    """What a turn led to."""

    position: Position
    events: tuple[Event, ...]
    outcome: Outcome | None


def play(
    board: Board, position: Position, roll: int, choice: Choice, at: str = "choice", *, again: bool = False
) -> Played:
    """Return what a choice leads to. `again`: another die of the same throw follows, as an extra turn.

    Raises :class:`boards.base.errors.Problems` at the place `at`, if it is not legal.
    """
    if choice not in legal_choices(board, position, roll):
        raise Problems([Problem(at, reason_message(why_not(board, position, roll, choice)))])
    turn = Turn(board, position)
    if choice.name == MOVE:
        turn.move(choice.cell, roll, choice.knights)
    elif choice.name == NEW:
        turn.set_chip()
    else:
        turn.add_event("passed")
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
    after, waiting = _next_turn(after, again=roll == SIX or turn.extra or again)
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
