"""What a player did who moved pieces by hand: the legal move that explains it, or why none does. Pure."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import Any

from boards.base.message import Message
from controller.games.game_registry import AnyTabletop
from controller.games.tabletop import Choice, Standing
from controller.table.motion.hand_tasks import HandTask, hand_notices, tasks
from controller.table.perception.board_reading import called, named
from controller.table.view.table_messages import say
from controller.table.view.view import Notice

Item = tuple[str, str]


@dataclass(frozen=True)
class HandMove:
    """What was made of a board that is not as it was."""

    move: str | None = None
    """The legal move that was made; None if it is not (yet) one."""
    notices: tuple[Notice, ...] = ()


UNMOVED = HandMove()


def hand_move(tabletop: AnyTabletop, state: Any, seen: Standing, ghosts: Collection[str] = ()) -> HandMove:
    """Return what a player did on the board of this state, by what is seen on it now; `ghosts` stand nowhere."""
    player = tabletop.mover(state)
    before = {name: place for name, place in tabletop.laid(state).items() if name not in ghosts}
    stood = tabletop.standing(before)
    if seen == stood or player is None:
        return UNMOVED
    came, gone = Counter(seen) - Counter(stood), Counter(stood) - Counter(seen)
    moves = tabletop.moves_to(state, seen, ghosts) or _first_steps(tabletop, state, player, came, gone)
    if len(moves) == 1:
        return HandMove(moves[0])
    if moves:
        text = say("hand-which", moves=", ".join(moves))
        return HandMove(None, (Notice("hand-which", "info", text),))
    why = _why(tabletop, state, player, came, gone)
    if why.code == "hand-in-air":
        # A move that has begun: nothing is to be put back.
        return HandMove(None, (why,))
    return HandMove(None, (why, *_way_back(tabletop, seen, before)))


def _first_steps(
    tabletop: AnyTabletop, state: Any, player: str, came: Counter[Item], gone: Counter[Item]
) -> tuple[str, ...]:
    """Return the legal moves that begin as the hand did.

    A piece of the player's stands where the move sets it down first; what the game does then (another piece is taken, a
    figure leads on) is not done, or only in part.
    """
    if sum(came.values()) != 1:
        return ()
    ((kind, place),) = came
    owners = {tabletop.kind(piece.name): piece.owner for piece in tabletop.pieces(state)}
    left = [origin for item_kind, origin in gone.elements() if item_kind == kind]
    others = [item for item in gone.elements() if item[0] != kind]
    spot = place.partition(" ")[0]
    taken = all(owners.get(item_kind) != player and there.partition(" ")[0] == spot for item_kind, there in others)
    if owners.get(kind, player) != player or len(left) > 1 or not taken:
        return ()
    origin = left[0].partition(" ")[0] if left else None
    return tuple(choice.move for choice in tabletop.choices(state) if _begins(choice, origin, spot))


def _begins(choice: Choice, origin: str | None, spot: str) -> bool:
    return choice.origin == origin and choice.first == spot


def _way_back(tabletop: AnyTabletop, seen: Standing, before: Mapping[str, str]) -> tuple[Notice, ...]:
    """Return what leads back to the board as it was: a piece's right place, for each that left it."""
    back = tasks(named(tabletop, seen, before), before)
    return hand_notices(tabletop, tuple(HandTask(called(task.piece), task.origin, task.target) for task in back))


def _why(tabletop: AnyTabletop, state: Any, player: str, came: Counter[Item], gone: Counter[Item]) -> Notice:
    """Why the board can't stay so."""
    owners = {tabletop.kind(piece.name): piece.owner for piece in tabletop.pieces(state)}
    names = tabletop.player_words(player)
    touched = list(dict.fromkeys(kind for kind, _ in (*came.elements(), *gone.elements())))
    theirs = [kind for kind in touched if owners.get(kind, player) != player]
    came_items, gone_items = sorted(came.elements()), sorted(gone.elements())
    own_came = [item for item in came_items if item[0] not in theirs]
    own_gone = [item for item in gone_items if item[0] not in theirs]
    their_came = [item for item in came_items if item[0] in theirs]
    if not came_items and len(own_gone) == 1 and not theirs:
        ((kind, place),) = own_gone
        text = say("hand-in-air", piece=tabletop.piece_words(kind))
        return Notice("hand-in-air", "info", text, {"from": place.partition(" ")[0]})
    if len(own_came) == 1 and len(own_gone) == 1 and own_came[0][0] == own_gone[0][0] and not their_came:
        return _illegal(tabletop, state, player, own_gone[0], own_came[0])
    if theirs and not own_came:
        return Notice("hand-not-yours", "warning", say("hand-not-yours", player=names))
    return Notice("hand-several", "warning", say("hand-several", player=names))


def _illegal(tabletop: AnyTabletop, state: Any, player: str, left: Item, came: Item) -> Notice:
    """One piece of the player's went where the rules don't let it."""
    origin, target = left[1].partition(" ")[0], came[1].partition(" ")[0]
    piece = tabletop.piece_words(left[0])
    reason = tabletop.why_not_there(state, player, origin, target)
    facts: dict[str, str | Message] = {"piece": piece, "origin": origin, "target": target}
    text = say("hand-illegal", **facts) if reason is None else say("hand-illegal-why", **facts, reason=reason)
    return Notice("hand-illegal", "warning", text, {"from": target, "to": origin})
