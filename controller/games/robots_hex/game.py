"""Robots on hexagons as the table plays it: programs, placing, the lot, then robot by robot with signals between."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from boards.geometry import Cell
from boards.hex_grid import HexHeading
from controller.games.game import (
    Decision,
    DiceRolled,
    GoOn,
    Json,
    MotionGroup,
    Outcome,
    PieceMoved,
    ProgramsLaid,
    Request,
    Requirement,
    Stand,
    Step,
    out_of_turn,
)
from controller.games.robots_hex.event_text import explain
from controller.games.robots_hex.events import Event, event_json
from controller.games.robots_hex.motion_groups import motion_groups
from controller.games.robots_hex.position import NAME
from controller.games.robots_hex.setup import draw_lot, lay, next_to_place, place, send_signal
from controller.games.robots_hex.state import (
    LOT,
    PLACING,
    PROGRAMS,
    REPETITION,
    State,
    fingerprint,
    new_game,
)
from controller.games.robots_hex.turn import close_turn, open_turn, play_robot


class RobotsHex:
    """The game of :mod:`controller.games.game`.

    Programs are asked for by robot. After a side's turn it may send a signal or say that it sends none (`PieceMoved`):
    a table waits for that as long as people take. To go on is to send none.
    """

    name = NAME

    def start(self, setup: Mapping[str, Json]) -> State:
        """Return the first state: `sides` and `robots_each` for a new game, or a position of `golem resolve`."""
        return new_game(dict(setup))

    def requests(self, state: State) -> tuple[Request, ...]:
        """Return what the game waits for; empty when it is over."""
        if state.result is not None:
            return ()
        if state.stage == PROGRAMS:
            return (Request(Requirement.PROGRAMS, tuple(robot.name for robot in state.reserve)),)
        if state.stage == PLACING:
            return (Request(Requirement.MOVE, (next_to_place(state),)),)
        if state.stage == LOT:
            return (Request(Requirement.DICE, tuple(state.position.sides())),)
        signal = (Request(Requirement.MOVE, (state.sender,)),) if state.sender else ()
        return (Request(Requirement.GO_ON), *signal)

    def advance(self, state: State, decision: Decision) -> Step[State, Event]:
        """Return the next state and the events that led there."""
        wanted = [request.requirement for request in self.requests(state)]
        match decision:
            case ProgramsLaid(programs) if Requirement.PROGRAMS in wanted:
                return Step(lay(state, programs), ())
            case PieceMoved(player, move) if Requirement.MOVE in wanted:
                after, event = (place if state.stage == PLACING else send_signal)(state, player, move)
                return Step(after, (event,))
            case DiceRolled(faces) if Requirement.DICE in wanted:
                return Step(*draw_lot(state, faces))
            case GoOn() if Requirement.GO_ON in wanted:
                return _go_on(state)
        raise out_of_turn(decision, wanted)

    def outcome(self, state: State) -> Outcome | None:
        """Return how the game ended; None while it goes on."""
        return state.result

    def stands(self, state: State) -> Mapping[str, Stand]:
        """Return where the living pieces stand, by name."""
        return {
            name: Stand(Cell.parse(robot.at), HexHeading.of(robot.facing))
            for name, robot in state.position.robots.items()
        }

    def motion_groups(self, before: State, events: Sequence[Event]) -> tuple[MotionGroup, ...]:
        """Return what the pieces show of these events."""
        return motion_groups(events)

    def event_json(self, event: Event) -> Mapping[str, Json]:
        """Return an event in the form of `golem resolve`."""
        return event_json(event)

    def explain(self, event: Event, language: str) -> str:
        """Return one sentence on an event: who did what, and why."""
        return explain(event, language)


def _go_on(state: State) -> Step[State, Event]:
    """Return the next robot of the side whose turn it is plays; at the start of a turn its signal is shown first."""
    events: tuple[Event, ...] = ()
    if not state.queue:
        opened = open_turn(state.position)
        events = opened.events
        state = state._replace(
            position=opened.position,
            queue=tuple(opened.position.robots_of(opened.position.turn)),
            orders=tuple(opened.orders.items()),
            sender="",
        )
    name, *rest = state.queue
    position, told, result = play_robot(state.position, name, dict(state.orders).get(name))
    queue = tuple(other for other in rest if other in position.robots)
    after = state._replace(position=position, queue=queue, result=result)
    if result is not None or not queue:
        after = _end_turn(after)
    return Step(after, events + told)


def _end_turn(state: State) -> State:
    """Return the turn passes on. The side that played may signal; a position that comes again ends the game."""
    side, position = state.position.turn, close_turn(state.position)
    state = state._replace(position=position, queue=(), orders=())
    if state.result is not None:
        return state
    if side in position.sides() and position.signals[side].left:
        state = state._replace(sender=side)
    if any(position.signals[other].left for other in position.sides()):
        return state
    mark = fingerprint(position)
    repeated = Outcome((), REPETITION) if mark in state.seen else None
    return state._replace(seen=(*state.seen, mark), result=repeated)
