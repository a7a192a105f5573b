"""The dice race as the table plays it: a die, a choice, and rounds until somebody has the agreed sum."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from boards.base.errors import Problem, Problems
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
from controller.games.spiral.narration.event_text import explain
from controller.games.spiral.path import spiral
from controller.games.spiral.position import NAME, scores
from controller.games.spiral.state import State, next_round, outcome, read_setup
from controller.games.spiral.turns import play

FACES: tuple[str, ...] = tuple(str(face) for face in range(1, SIX + 1))
"""The faces of the die."""


class Spiral:
    """The game of :mod:`controller.games.game`. Who can do nothing passes without being asked."""

    name = NAME

    def start(self, setup: Mapping[str, Json]) -> State:
        """Return the first state, from `players` and what :func:`..state.read_setup` may be told. Raises Problems."""
        return read_setup(setup)

    def requests(self, state: State) -> tuple[Request, ...]:
        """Return what the game waits for; empty when it is over."""
        if state.over:
            return () if state.is_last else (Request(Requirement.GO_ON),)
        player = state.position.players[state.position.turn]
        return (Request(Requirement.DICE if state.roll is None else Requirement.MOVE, (player,)),)

    def advance(self, state: State, decision: Decision) -> Step[State, Event]:
        """Return the next state and the events that led there."""
        wanted = [request.want for request in self.requests(state)]
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
    found = [Problem(f"faces.{name}", f"it is {player[:40]}'s turn to roll") for name in faces if name != player]
    face = faces.get(player)
    if face not in FACES:
        found.append(Problem(f"faces.{player}", f"a face of the die is one of {', '.join(FACES)}"))
    if found or face is None:
        raise Problems(found)
    roll = int(face)
    rolled = Event(player, "rolled", (roll,))
    state = state._replace(roll=roll)
    if legal_choices(state.board, state.position, roll) != (PASSED,):
        return Step(state, (rolled,))
    step = _play(state, roll, PASSED)
    return Step(step.state, (rolled, *step.events))


def _choose(state: State, player: str, move: str) -> Step[State, Event]:
    whose = state.position.players[state.position.turn]
    if player != whose:
        raise Problems([Problem("player", f"it is {whose[:40]}'s turn, not {player[:40]}'s")])
    try:
        choice = parse_choice(move)
    except ValueError as error:
        raise Problems([Problem("move", str(error))]) from error
    return _play(state, state.roll or 0, choice)


def _play(state: State, roll: int, choice: Choice) -> Step[State, Event]:
    """Return the state after a whole turn, and the sums, if it ended the round."""
    played = play(state.board, state.position, roll, choice, "move")
    named = follow_all(state.named, played.events)
    after = state._replace(position=played.position, named=named, roll=None)
    if played.outcome is None:
        return Step(after, played.events)
    won = scores(played.position)
    players = played.position.players
    totals = tuple(total + won[player] for player, total in zip(players, state.totals, strict=True))
    told = tuple(Event(player, "scored", (won[player], total)) for player, total in zip(players, totals, strict=True))
    return Step(after._replace(totals=totals, over=True), (*played.events, *told))
