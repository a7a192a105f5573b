"""Jetan as the table plays it: a move at a time, several games with the right to the first move, stakes.

Besides moves a player may say `resign` and `draw` (an offer; said by the other side too, it is agreed) at any
time of a game, and after a game its winner says `begin` or `yield`: who has the first move of the next one.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from boards.base.errors import InvalidInput, Problem, Problems
from boards.base.message import _
from boards.geometry import Cell, Heading
from controller.games.game import (
    Decision,
    GoOn,
    Json,
    MotionGroup,
    Outcome,
    PieceMoved,
    Request,
    Requirement,
    Stand,
    Step,
    out_of_turn,
)
from controller.games.jetan.event_messages import SIDES as SIDE_WORDS
from controller.games.jetan.event_text import explain
from controller.games.jetan.events import Event, event_json
from controller.games.jetan.motion_groups import motion_groups
from controller.games.jetan.moves import NO_MOVE, Played
from controller.games.jetan.notation import Written, parse_move
from controller.games.jetan.pieces import BLACK, KINDS, SIDES
from controller.games.jetan.resolve import play_written
from controller.games.jetan.squares import NAMES
from controller.games.jetan.stakes import payment
from controller.games.jetan.state import NAME, State, name_pieces, read_setup

RESIGN, DRAW, BEGIN, YIELD = "resign", "draw", "begin", "yield"

RESIGNED, AGREED = "resigned", "agreed"
"""Reasons of an outcome that players bring about without a move."""
MOST_GAMES_WON = "games"
"""The reason of a match's outcome, where it has several games."""


class Jetan:
    """The game of :mod:`controller.games.game`: a match of one game or several."""

    name = NAME

    def start(self, setup: Mapping[str, Json]) -> State:
        """Return the first state: `position`, `games` and `stakes` may be left out. Raises Problems."""
        return read_setup(setup)

    def requests(self, state: State) -> tuple[Request, ...]:
        """Return what the game waits for; empty when it is over."""
        if state.result is None:
            return (Request(Requirement.MOVE, (SIDES[state.position.turn],)),)
        if state.is_last:
            return ()
        if state.result.winners:
            return (Request(Requirement.MOVE, state.result.winners),)
        return (Request(Requirement.GO_ON),)

    def advance(self, state: State, decision: Decision) -> Step[State, Event]:
        """Return the next state and the events that led there."""
        if isinstance(decision, PieceMoved) and decision.player not in SIDES:
            stranger = _("nobody here is called {name}", name=repr(decision.player[:40]))
            raise Problems([Problem("player", stranger)])
        wanted = [request.requirement for request in self.requests(state)]
        match decision:
            case PieceMoved(player, move) if state.result is None:
                return _in_game(state, SIDES.index(player), move)
            case PieceMoved(player, move) if Requirement.MOVE in wanted:
                return _next_game(state, _first(state, player, move))
            case GoOn() if Requirement.GO_ON in wanted:
                return _next_game(state, state.terms.start.turn)
        raise out_of_turn(decision, wanted)

    def outcome(self, state: State) -> Outcome | None:
        """Return how the game ended; None while it goes on."""
        if state.result is None or not state.is_last:
            return None
        if state.terms.games == 1:
            return state.result
        black, orange = state.wins
        ahead = (SIDES[0],) if black > orange else (SIDES[1],)
        return Outcome(() if black == orange else ahead, MOST_GAMES_WON)

    def stands(self, state: State) -> Mapping[str, Stand]:
        """Return where the living pieces stand, by name."""
        return {
            name: Stand(Cell.parse(NAMES[square]), Heading.N if name.startswith(SIDES[BLACK]) else Heading.S)
            for name, square in state.names
        }

    def motion_groups(self, before: State, events: Sequence[Event]) -> tuple[MotionGroup, ...]:
        """Return what the pieces show of these events."""
        return motion_groups(before, events)

    def event_json(self, event: Event) -> Mapping[str, Json]:
        """Return an event in the form of `golem resolve`."""
        return event_json(event)

    def explain(self, event: Event, language: str) -> str:
        """Return one sentence on an event: who did what, and why."""
        return explain(event, language)


def _in_game(state: State, side: int, move: str) -> Step[State, Event]:
    if move == RESIGN:
        over = Outcome((SIDES[1 - side],), RESIGNED)
        return _ended(state, [Event("resigned", SIDES[side])], over)
    if move == DRAW:
        if state.offered == 1 - side:
            return _ended(state, [], Outcome((), AGREED))
        if state.offered == side:
            raise Problems([Problem("move", _("{side} has offered a draw already", side=SIDE_WORDS[side]))])
        return Step(state._replace(offered=side), (Event("offered", SIDES[side]),))
    if side != state.position.turn:
        mover = SIDE_WORDS[state.position.turn]
        raise Problems(
            [Problem("player", _("it is the turn of {player}, not of {other}", player=mover, other=SIDE_WORDS[side]))]
        )
    try:
        written = parse_move(move)
    except InvalidInput as error:
        message = _(
            "{error}; the players may also say {resign} or {draw}", error=error.message, resign=RESIGN, draw=DRAW
        )
        raise Problems([Problem("move", message)]) from error
    return _moved(state, written, play_written(state.position, written, "move"))


def _moved(state: State, written: Written, played: Played) -> Step[State, Event]:
    """Return the state after a legal move: names follow their pieces, an offer of the other side lapses."""
    side = state.position.turn
    squares = dict(state.names)
    by_square = {square: name for name, square in state.names}
    mover, victim = by_square[written.origin], by_square.get(written.target)
    squares[mover] = written.target
    if victim is not None:
        del squares[victim]
    values = (("from", NAMES[written.origin]), ("to", NAMES[written.target]))
    happened = [Event("escaped" if written.move.escape else "moved", SIDES[side], _kind(mover), mover, values)]
    if victim is not None:
        at = (("at", NAMES[written.target]),)
        happened.append(Event("taken", SIDES[1 - side], _kind(victim), victim, at))
    after = played.position
    if after.counted and played.outcome is None:
        happened.append(Event("counting", values=(("count", after.counted),)))
    offered = None if state.offered == 1 - side else state.offered
    state = state._replace(position=after, names=tuple(sorted(squares.items())), offered=offered)
    if played.outcome is None:
        return Step(state, tuple(happened))
    return _ended(state, happened, played.outcome)


def _ended(state: State, happened: Sequence[Event], outcome: Outcome) -> Step[State, Event]:
    """Return the state at the end of a game: who has won how many, and who owes what."""
    black, orange = (won + (side in outcome.winners) for won, side in zip(state.wins, SIDES, strict=True))
    paid = payment(state.terms.stakes, state.terms.start, state.position, outcome)
    stuck = SIDES[state.position.turn] if outcome.reason == NO_MOVE else ""
    about = outcome.winners[0] if outcome.winners else stuck
    events = [*happened, Event("ended", about, values=(("won", bool(outcome.winners)), ("reason", outcome.reason)))]
    if paid:
        events.append(Event("paid", SIDES[0 if paid > 0 else 1], values=(("amount", abs(paid)),)))
    after = state._replace(wins=(black, orange), balance=state.balance + paid, offered=None, result=outcome)
    return Step(after, tuple(events))


def _first(state: State, player: str, move: str) -> int:
    """Who has the first move of the next game: its winner, or the other side, if the winner gives it away."""
    winners = () if state.result is None else state.result.winners
    if player not in winners:
        winner = SIDE_WORDS[SIDES.index(winners[0])]
        raise Problems([Problem("player", _("who won says who has the first move: {winner}", winner=winner))])
    if move not in (BEGIN, YIELD):
        wanted = _("say {begin} or {give}: who shall have the first move of the next game", begin=BEGIN, give=YIELD)
        raise Problems([Problem("move", wanted)])
    side = SIDES.index(player)
    return side if move == BEGIN else 1 - side


def _next_game(state: State, first: int) -> Step[State, Event]:
    start = state.terms.start._replace(turn=first)
    after = state._replace(position=start, names=name_pieces(start), game=state.game + 1, result=None)
    return Step(after, (Event("begun", SIDES[first]),))


def _kind(piece: str) -> str:
    """Return the kind of a piece, from its name."""
    return next(kind.name for kind in KINDS if kind.name == piece.split("-")[1])
