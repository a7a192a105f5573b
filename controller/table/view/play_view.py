"""What a screen shows of a board: its places, what stands and lies there, whose turn it is and what is legal."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from boards.base.message import Message
from controller.games.game import Requirement
from controller.games.game_registry import AnyTabletop
from controller.games.stage_area import stage_of
from controller.games.tabletop import Piece
from controller.table.core.phases import Phase
from controller.table.core.requirements import asked_of
from controller.table.core.state import TableState
from controller.table.motion.robot_assignment import assignment_for, parts_of
from controller.table.view.table_messages import say
from controller.table.view.view import ChoiceView, PieceView, PlayView


def play_of(tabletop: AnyTabletop, state: TableState) -> PlayView:
    """Return the board as the game has it."""
    now = state.game
    spots = tabletop.spots(now)
    golems = _golems(tabletop, state)
    return PlayView(
        shape=tabletop.shape,
        spots=spots,
        pieces=_pieces(tabletop, state, golems),
        players={player: tabletop.player_words(player) for player in state.players},
        turn=_turn(tabletop, state),
        choices=tuple(ChoiceView(c.move, c.origin, c.target, c.heading) for c in tabletop.choices(now))
        if state.phase.shown in (Phase.MOVE, Phase.READY)
        else (),
        # On the picture of a mat no place is marked.
        last=() if tabletop.mat else _last(tabletop, state),
        facts=(
            *(say("stage-who", golem=golem, piece=tabletop.piece_words(piece)) for piece, golem in golems.items()),
            *tabletop.facts(now),
        ),
        strengths=(*(bot.name for bot in state.header.bots), *tabletop.strengths),
        faces=tabletop.faces_of(now),
        sounds=() if state.header.dice == "people" else tuple(tabletop.sounds),
        throws=state.rolled,
        mat=f"board/{1 + round(max(s.x for s in spots))}x{1 + round(max(s.y for s in spots))}" if tabletop.mat else "",
        tokens=tabletop.tokens(now),
        threats=tabletop.threats(now),
        programmed={}
        if tabletop.trays
        else {name: tabletop.piece_words(name) for name in _programmed(tabletop, state)},
        automatic=tabletop.automatic,
    )


def _programmed(tabletop: AnyTabletop, state: TableState) -> tuple[str, ...]:
    return asked_of(tabletop.game, state, Requirement.PROGRAMS) if state.phase.shown is Phase.PROGRAMS else ()


def _turn(tabletop: AnyTabletop, state: TableState) -> str | None:
    """Return who is asked for a move or a throw, or may say something before the game goes on."""
    if tabletop.dice != "turn":
        return None
    if state.phase.shown is Phase.READY:
        return tabletop.mover(state.game)
    requests = tabletop.game.requests(state.game)
    asked = state.phase.shown in (Phase.MOVE, Phase.DICE) and bool(requests[0].players)
    return requests[0].players[0] if asked else None


def state_shown(tabletop: AnyTabletop, state: TableState) -> Any:
    """Return the game's state by which a screen counts. While golems act out a row, what it costs is not shown yet."""
    return state.past[-1].game if tabletop.mat and state.phase.shown is Phase.ROW else state.game


def _pieces(tabletop: AnyTabletop, state: TableState, golems: Mapping[str, str]) -> tuple[PieceView, ...]:
    standing = tabletop.pieces(state.game)
    if tabletop.mat:
        return _on_mat(tabletop, state, standing)
    played = _played(tabletop, state)
    hidden = {piece.name for piece in standing if played is not None and piece.name not in played}
    ghosts = hidden.union(state.ghosts)
    return tuple(
        _view(piece, tabletop.piece_words(piece.name), ghost=piece.name in ghosts, golem=golems.get(piece.name, ""))
        for piece in standing
    )


def _on_mat(tabletop: AnyTabletop, state: TableState, standing: tuple[Piece, ...]) -> tuple[PieceView, ...]:
    """Return the golems that began, in the order of their players. Who falls stands until it has fallen."""
    began = {piece.name: piece for piece in tabletop.pieces(state.start)}
    shown = {piece.name: piece for piece in tabletop.pieces(state_shown(tabletop, state))}
    living = shown | {piece.name: piece for piece in standing}
    return tuple(
        _view(living.get(name, began[name]), tabletop.piece_words(name), alive=name in living, golem=name)
        for name in state.players
        if name in began
    )


def _view(piece: Piece, words: Message, *, golem: str, ghost: bool = False, alive: bool = True) -> PieceView:
    return PieceView(
        piece.name,
        piece.owner,
        piece.spot,
        piece.mark,
        words,
        piece.heading,
        piece.strength,
        ghost,
        golem,
        piece.facing,
        piece.side or piece.owner,
        piece.lives if alive or piece.lives is None else 0,
        piece.carries and alive,
        alive,
        piece.figure,
    )


def _last(tabletop: AnyTabletop, state: TableState) -> tuple[str, ...]:
    """Return the places between which the last step went."""
    laid = tabletop.laid(state.game)
    before = tabletop.laid(state.past[-1].game) if state.past else laid
    changed = {name: (before.get(name), laid.get(name)) for name in before | laid if before.get(name) != laid.get(name)}
    return tuple(dict.fromkeys(place.partition(" ")[0] for ends in changed.values() for place in ends if place))


def _golems(tabletop: AnyTabletop, state: TableState) -> dict[str, str]:
    """Piece -> the golem that plays it throughout, of those that there are."""
    return {piece: golem for golem, piece in tabletop.roles.items() if golem in state.robots}


def _played(tabletop: AnyTabletop, state: TableState) -> tuple[str, ...] | None:
    """Return the pieces that robots stand for, by the last look; None: no robot plays in this game."""
    if tabletop.stage is None or not state.robots:
        return None
    stage = stage_of(tabletop, state.game)
    at = {name: stage.grid.cell_at(pose.point) for name, pose in state.seen.items()}
    standing = {name: cell for name, cell in at.items() if cell is not None}
    assignment = assignment_for(tabletop, standing, state.players)
    return tuple(assignment.standing(standing, parts_of(tabletop.pieces(state.game), stage)).values())
