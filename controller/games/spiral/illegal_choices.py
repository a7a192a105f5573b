"""Why a choice is not legal, as data: which rule it breaks, and by what on the board."""

from __future__ import annotations

from typing import NamedTuple

from controller.games.spiral.board import Board
from controller.games.spiral.choices import NEW, PASS, Choice, format_choice
from controller.games.spiral.legal import SIX, legal_choices
from controller.games.spiral.movement import Turn
from controller.games.spiral.path import FIRST
from controller.games.spiral.position import MOST_CHIPS, Position


class Reason(NamedTuple):
    """A broken rule by its name in `REASONS`, and what its sentence tells."""

    name: str
    cell: str = ""
    """The cell that it is about, however it was given."""
    facts: tuple[tuple[str, str], ...] = ()


def why_not(board: Board, position: Position, roll: int, choice: Choice) -> Reason:
    """Return the first rule that breaks a choice which is not legal."""
    turn = Turn(board, position)
    if choice.name == PASS:
        first = format_choice(legal_choices(board, position, roll)[0])
        return Reason("compulsory", facts=(("first", first),))
    if choice.name == NEW:
        if roll != SIX:
            return Reason("not-a-six", facts=(("roll", str(roll)),))
        if turn.chips.get(FIRST) == turn.me:
            return Reason("own-on-first", str(FIRST))
        return Reason("all-chips", facts=(("most", str(MOST_CHIPS)),))
    cell = str(choice.cell)[:20]
    if turn.chips.get(choice.cell) != turn.me:
        name = "is-home" if choice.cell in turn.home[turn.me] else "not-there"
        return Reason(name, cell, (("who", turn.players[turn.me][:40]),))
    if not turn.may_move(choice.cell, roll):
        return Reason("own", cell)
    return _wrong_knights(board, position, roll, choice)


def _wrong_knights(board: Board, position: Position, roll: int, choice: Choice) -> Reason:
    """Which cell for a Chess is missing, not offered or too many."""
    known: tuple[int, ...] = ()
    while True:
        offered = Turn(board, position).move(choice.cell, roll, known)
        given = choice.knights[len(known) :]
        if not offered:
            return Reason("no-chess", str(given[0])[:20])
        if not given or given[0] not in offered:
            cells = (("cells", ", ".join(map(str, offered))),)
            return Reason("not-offered", str(given[0])[:20], cells) if given else Reason("no-knight", "", cells)
        known = (*known, given[0])
