"""Robot Game as a table plays it: both players' actions as rows of text, then the turn, all at once."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from boards.base.errors import Problems
from controller.games.game import (
    Decision,
    GoOn,
    Json,
    MotionGroup,
    Outcome,
    ProgramsLaid,
    Request,
    Requirement,
    Stand,
    Step,
    out_of_turn,
)
from controller.games.robot_game.bot_errors import mistake_of
from controller.games.robot_game.document_reader import read_rows, read_setup
from controller.games.robot_game.event_text import explain
from controller.games.robot_game.events import Event, event_json
from controller.games.robot_game.motion_groups import motion_groups, stands
from controller.games.robot_game.state import (
    NAME,
    PLAYERS,
    State,
    outcome,
    play_and_tell,
)


class RobotGame:
    """The game of :mod:`controller.games.game`. Turn 0 needs no actions: nobody stands yet.

    A turn's actions come as :class:`controller.games.game.ProgramsLaid`, by player (`0`, `1`), a robot a row:
    ``7 move 9,10``; :class:`controller.games.game.GoOn` plays them. Robots without a row guard. A guard may say why a
    bot did not do better: ``7 guard ! slow 12: it took too long`` (:mod:`controller.games.robot_game.bot_errors`).
    Chance is in the state's seed.
    """

    name = NAME

    def start(self, setup: Mapping[str, Json]) -> State:
        """Return the first state; an empty setup is an empty arena. Raises :class:`boards.base.errors.Problems`."""
        return read_setup(dict(setup))

    def requests(self, state: State) -> tuple[Request, ...]:
        """Return what the game waits for; empty when it is over."""
        if outcome(state) is not None:
            return ()
        if not state.robots or state.programs is not None:
            return (Request(Requirement.GO_ON),)
        return (Request(Requirement.PROGRAMS, tuple(map(str, PLAYERS))),)

    def advance(self, state: State, decision: Decision) -> Step[State, Event]:
        """Return the next state and the events that led there."""
        wanted = [request.requirement for request in self.requests(state)]
        match decision:
            case GoOn() if Requirement.GO_ON in wanted:
                return self._played(state)
            case ProgramsLaid(programs) if Requirement.PROGRAMS in wanted:
                problems = read_rows(programs, state.robots).problems
                if problems:
                    raise Problems(problems)
                laid = {player: tuple(rows) for player, rows in programs.items()}
                return Step(state._replace(programs=laid), ())
        raise out_of_turn(decision, wanted)

    def _played(self, state: State) -> Step[State, Event]:
        """Return the turn, after what the bots did wrong in it."""
        rows = read_rows(state.programs or {}, state.robots)
        after, events = play_and_tell(state, rows.actions)
        first = sum(mistake.player == PLAYERS[0] for mistake in rows.mistakes)
        mistakes = (state.mistakes[0] + first, state.mistakes[1] + len(rows.mistakes) - first)
        last = tuple(
            next(
                (mistake_of(mistake, state.turn) for mistake in reversed(rows.mistakes) if mistake.player == player),
                before,
            )
            for player, before in zip(PLAYERS, state.last_mistakes, strict=True)
        )
        return Step(
            after._replace(mistakes=mistakes, last_mistakes=(last[0], last[1])),
            (*rows.mistakes, *events),
        )

    def outcome(self, state: State) -> Outcome | None:
        """Return how the game ended; None while it goes on."""
        return outcome(state)

    def stands(self, state: State) -> Mapping[str, Stand]:
        """Return where the living pieces stand, by name."""
        return stands(state.robots)

    def motion_groups(self, before: State, events: Sequence[Event]) -> tuple[MotionGroup, ...]:
        """Return what the pieces show of these events."""
        return motion_groups(events)

    def event_json(self, event: Event) -> Mapping[str, Json]:
        """Return an event in the form of `golem resolve`."""
        return event_json(event)

    def explain(self, event: Event, language: str) -> str:
        """Return one sentence on an event: who did what, and why."""
        return explain(event, language)
