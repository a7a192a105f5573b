"""What the computer would play in somebody's place, with its reason: for beginners who ask."""

from __future__ import annotations

from boards.base.message import Message, _
from controller.games.jetan.event_messages import PIECES
from controller.games.jetan.moves import Move, play, threatened
from controller.games.jetan.notation import format_move
from controller.games.jetan.opponent.move_choice import Thought, think
from controller.games.jetan.pieces import CHIEF, KINDS, PRINCESS
from controller.games.jetan.position import Position
from controller.games.jetan.squares import NAMES

STRENGTH = "medium"
"""How hard it thinks: a beginner waits for a moment only."""
_WON = 999_000
"""Beyond this value of a thought the game is won."""

_ADVICE: Message = _("{move} ({piece}): {why}.")
_WINS_PRINCESS = _("it takes the princess, and wins")
_WINS_CHIEF = _("your chief takes the chief, and wins")
_WILL_WIN = _("it leads to a win: {line}")
_SAVES_PRINCESS = _("your princess is threatened on {start}, and is not on {end}")
_GUARDS_PRINCESS = _("your princess could be taken; after this she can not")
_TAKES = _("it takes a piece: {taken}")
_LEAVES = _("the piece is threatened on {start}, and is not on {end}")
_THREATENS = _("from there it threatens the princess")
_PLAN = _("nothing can be taken safely now; it expects {line}")
_QUIET = _("nothing can be taken safely now, and on {end} it is not threatened")


def advise(position: Position) -> Message:
    """Return a move for the side to move, with the first reason that holds. The same position: the same advice."""
    thought = think(position, STRENGTH, seed=0)
    move = thought.move
    why = _reason(position, thought)
    return _ADVICE.bind(move=format_move(position, move), piece=PIECES[_kind_at(position, move.origin)], why=why)


def _reason(position: Position, thought: Thought) -> Message:
    move, side = thought.move, position.turn
    places = {"start": NAMES[move.origin], "end": NAMES[move.target]}
    played = play(position, _kind_at(position, move.origin), move)
    if played.taken == PRINCESS:
        return _WINS_PRINCESS
    if played.outcome is not None and played.taken == CHIEF and played.outcome.winners:
        return _WINS_CHIEF
    before, after = threatened(position, side), threatened(played.position, side)
    princess, moved = position.men[side][PRINCESS], 1 << move.origin
    if princess & before:
        return _SAVES_PRINCESS.bind(**places) if princess & moved else _GUARDS_PRINCESS
    if thought.value > _WON and len(thought.line) > 1:
        return _WILL_WIN.bind(line=_line(position, thought.line))
    if played.taken is not None:
        return _TAKES.bind(taken=PIECES[played.taken])
    if moved & before and not (1 << move.target) & after:
        return _LEAVES.bind(**places)
    if threatened(played.position, 1 - side) & played.position.men[1 - side][PRINCESS]:
        return _THREATENS
    if len(thought.line) > 1:
        return _PLAN.bind(line=_line(position, thought.line))
    return _QUIET.bind(**places)


def _line(position: Position, line: tuple[Move, ...]) -> str:
    """Return the moves that are expected after the first, as they are written."""
    told: list[str] = []
    for move in line:
        told.append(format_move(position, move))
        position = play(position, _kind_at(position, move.origin), move).position
    return ", ".join(told[1:])


def _kind_at(position: Position, square: int) -> int:
    men = position.men[position.turn]
    return next(kind for kind in range(len(KINDS)) if men[kind] >> square & 1)
