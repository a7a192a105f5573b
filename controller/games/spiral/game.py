"""The dice race as the table plays it: a die, a choice, and rounds until somebody has the agreed sum."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from boards.base.errors import InvalidInput, Problem, Problems
from boards.base.message import Message, _, literal
from boards.geometry import Heading
from controller.games.game import (
    Decision,
    DiceRolled,
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
from controller.games.spiral.chips import follow_all
from controller.games.spiral.choices import PASSED, Choice, parse_choice
from controller.games.spiral.events import Event, event_json
from controller.games.spiral.legal import SIX, legal_choices
from controller.games.spiral.motion_groups import motion_groups
from controller.games.spiral.narration.event_messages import PLAYERS
from controller.games.spiral.narration.event_text import explain
from controller.games.spiral.path import spiral
from controller.games.spiral.position import NAME, scores
from controller.games.spiral.state import State, next_round, outcome, read_setup
from controller.games.spiral.turns import Played, play

FACES: tuple[str, ...] = tuple(str(face) for face in range(1, SIX + 1))
"""The faces of the die."""


class Spiral:
    """The game of :mod:`controller.games.game`. Who can do nothing passes without being asked."""

    name = NAME

    def start(self, setup: Mapping[str, Json]) -> State:
        """Return the first state, from `players` and what :func:`.state.read_setup` may be told. Raises Problems."""
        return read_setup(setup)

    def requests(self, state: State) -> tuple[Request, ...]:
        """Return what the game waits for; empty when it is over."""
        if state.over:
            return () if state.is_last else (Request(Requirement.GO_ON),)
        player = state.position.players[state.position.turn]
        return (Request(Requirement.DICE if state.roll is None else Requirement.MOVE, (player,)),)

    def advance(self, state: State, decision: Decision) -> Step[State, Event]:
        """Return the next state and the events that led there."""
        wanted = [request.requirement for request in self.requests(state)]
        match decision:
            case DiceRolled(faces) if Requirement.DICE in wanted:
                return _roll(state, faces)
            case PieceMoved(player, move) if Requirement.MOVE in wanted:
                return _choose(state, player, move)
            case GoOn() if Requirement.GO_ON in wanted:
                after = next_round(state)
                first = after.position.players[after.position.turn]
                return Step(after, (Event(first, "begun", (after.round,)),))
        raise out_of_turn(decision, wanted)

    def outcome(self, state: State) -> Outcome | None:
        """Return how the game ended; None while it goes on."""
        return outcome(state)

    def stands(self, state: State) -> Mapping[str, Stand]:
        """Return where the living pieces stand, by name."""
        way = spiral(state.board.columns, state.board.rows)
        return {name: Stand(way[cell - 1], Heading.N) for name, _, cell in state.named}

    def motion_groups(self, before: State, events: Sequence[Event]) -> tuple[MotionGroup, ...]:
        """Return what the pieces show of these events."""
        return motion_groups(before, events)

    def event_json(self, event: Event) -> Mapping[str, Json]:
        """Return an event in the form of `golem resolve`."""
        return event_json(event)

    def explain(self, event: Event, language: str) -> str:
        """Return one sentence on an event: who did what, and why."""
        return explain(event, language)


def _roll(state: State, faces: Mapping[str, str]) -> Step[State, Event]:
    player = state.position.players[state.position.turn]
    found = [Problem(f"faces.{name}", _turn_of(player, name)) for name in faces if name != player]
    rolls = faces.get(player, "").split()
    if len(rolls) != state.dice or not {*rolls} <= {*FACES}:
        known = ", ".join(FACES)
        one = _("a face of the die is one of {faces}", faces=known)
        several = _("{dice} dice show faces with a space between, each one of {faces}", dice=state.dice, faces=known)
        found.append(Problem(f"faces.{player}", one if state.dice == 1 else several))
    if found:
        raise Problems(found)
    rolled = tuple(Event(player, "rolled", (int(roll),)) for roll in rolls)
    thrown = tuple(count + (name == player) for name, count in zip(state.position.players, state.thrown, strict=True))
    step = _use(state._replace(waiting=tuple(map(int, rolls)), thrown=thrown))
    return Step(step.state, (*rolled, *step.events))


def _turn_of(player: str, other: str) -> Message:
    """Tell `other` that it is the turn of `player`."""
    return _("it is the turn of {player}, not of {other}", player=_named(player), other=_named(other))


def _named(player: str) -> Message:
    return PLAYERS.get(player) or literal(player[:40])


def _use(state: State) -> Step[State, Event]:
    """Take up the next die of a throw; a player who can do nothing with it passes without being asked."""
    if not state.waiting:
        return Step(state, ())
    roll, *others = state.waiting
    state = state._replace(roll=roll, waiting=tuple(others))
    if legal_choices(state.board, state.position, roll) != (PASSED,):
        return Step(state, ())
    return _play(state, roll, PASSED)


def _choose(state: State, player: str, move: str) -> Step[State, Event]:
    whose = state.position.players[state.position.turn]
    if player != whose:
        raise Problems([Problem("player", _turn_of(whose, player))])
    try:
        choice = parse_choice(move)
    except InvalidInput as error:
        raise Problems([Problem("move", error.message)]) from error
    return _play(state, state.roll or 0, choice)


def _play(state: State, roll: int, choice: Choice) -> Step[State, Event]:
    """Return the state after a whole turn, and the sums, if it ended the round."""
    played = play(state.board, state.position, roll, choice, "move", again=bool(state.waiting))
    named = follow_all(state.named, played.events)
    # A Spider takes away the other die.
    kept = played.outcome is None and played.position.turn == state.position.turn and not _missed(state, played)
    after = state._replace(position=played.position, named=named, roll=None, waiting=state.waiting if kept else ())
    if played.outcome is None:
        told = tuple(event for event in played.events if event.name != "again" or not after.waiting)
        step = _use(after)
        return Step(step.state, (*told, *step.events))
    won = scores(played.position)
    players = played.position.players
    totals = tuple(total + won[player] for player, total in zip(players, state.totals, strict=True))
    sums = tuple(Event(player, "scored", (won[player], total)) for player, total in zip(players, totals, strict=True))
    return Step(after._replace(totals=totals, over=True), (*played.events, *sums))


def _missed(state: State, played: Played) -> bool:
    """Whether the player misses the turn that would have been the next."""
    me = state.position.players[state.position.turn]
    return any(event.name == "misses" and event.player == me for event in played.events)
