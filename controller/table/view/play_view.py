"""What a screen shows of a board: its places, what stands and lies there, whose turn it is and what is legal."""

from __future__ import annotations

from boards.base.message import Message
from controller.games.game import Requirement
from controller.games.game_registry import AnyTabletop
from controller.table.core.phases import Phase
from controller.table.core.requirements import asked_of
from controller.table.core.state import TableState
from controller.table.view.surface_view import SurfaceView, stage_facts
from controller.table.view.view import ChoiceView, PlayView


def play_of(tabletop: AnyTabletop, state: TableState, surface: SurfaceView) -> PlayView:
    """Return the board as the game has it."""
    now, programmed = state.game, _programmed(tabletop, state)
    spots = tabletop.spots(now)
    return PlayView(
        shape=tabletop.shape,
        spots=spots,
        pieces=surface.pieces(),
        players={player: tabletop.player_words(player) for player in state.players},
        turn=_turn(tabletop, state),
        choices=tuple(ChoiceView(c.move, c.origin, c.target, c.heading) for c in tabletop.choices(now))
        if state.phase.shown in (Phase.MOVE, Phase.READY)
        else (),
        last=surface.last_step(),
        facts=(*stage_facts(tabletop, state), *tabletop.facts(now)),
        strengths=(*(bot.name for bot in state.header.bots), *tabletop.strengths),
        faces=tabletop.faces_of(now),
        sounds=() if state.header.dice == "people" else tuple(tabletop.sounds),
        throws=state.rolled,
        mat=surface.picture(spots),
        tokens=tabletop.tokens(now),
        threats=tabletop.threats(now),
        programmed={name: _called(tabletop, state, name) for name in programmed},
        writers={name: tabletop.owner(now, name) for name in programmed},
        automatic=tabletop.automatic,
    )


def _called(tabletop: AnyTabletop, state: TableState, name: str) -> Message:
    """Return how a player, or a piece that has a program of its own, is called."""
    is_player = name in state.header.players
    return tabletop.player_words(name) if is_player else tabletop.piece_words(name)


def _programmed(tabletop: AnyTabletop, state: TableState) -> tuple[str, ...]:
    """Return whose programs are asked for, where each counts as it comes."""
    if tabletop.programs_together:
        return ()
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
