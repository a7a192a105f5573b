"""Battle of Golems as the table plays it: dice, programs, then a row at a time."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from boards.base.catalogue import Language
from boards.base.errors import Problem, Problems
from boards.base.message import _
from boards.geometry import Cell, Heading
from controller.games.game import (
    Decision,
    DiceRolled,
    GoOn,
    Json,
    MotionGroup,
    Outcome,
    ProgramsCorrected,
    ProgramsLaid,
    Recharged,
    Request,
    Requirement,
    Stand,
    Step,
    TokensLaid,
    out_of_turn,
)
from controller.games.golems.documents.document_reader import read_faces, read_position, read_programs
from controller.games.golems.free_setup import MORE_TOKENS, ORDINARY_WAYS, with_more_tokens, with_tokens
from controller.games.golems.motion_groups import motion_groups
from controller.games.golems.narration.event_text import explain
from controller.games.golems.narration.table_narration import narrate_row, remarks
from controller.games.golems.rules.events import Event, event_json
from controller.games.golems.rules.goals import ENERGY, LAST_STANDING
from controller.games.golems.rules.position import ENERGY as MOST_ENERGY
from controller.games.golems.rules.position import NAME, OUT_OF_CHARGE
from controller.games.golems.rules.program import ROWS
from controller.games.golems.rules.round import play_row, sides
from controller.games.golems.rules.state import State


class Golems:
    """The game of :mod:`controller.games.game`, for every way to play it.

    Standard asks for dice and programs each round, autonomous for programs once, the others for programs each
    round. A draw for want of energy can be played on with :class:`controller.games.game.Recharged`.
    """

    name = NAME

    def start(self, setup: Mapping[str, Json]) -> State:
        """Return the first state. Raises :class:`boards.base.errors.Problems`."""
        document = dict(setup)
        more = document.pop(MORE_TOKENS, ())
        position = read_position(document)
        return State(position, began=sides(position), more_tokens=tuple(more))

    def requests(self, state: State) -> tuple[Request, ...]:
        """Return what the game waits for; empty when it is over."""
        if self.outcome(state) is not None:
            return ()
        if state.laid is not None and (not state.round_is_over or state.position.way == "autonomous"):
            return (Request(Requirement.GO_ON),)
        wants_dice = state.position.way == "standard" and (state.faces is None or state.round_is_over)
        return (Request(Requirement.DICE if wants_dice else Requirement.PROGRAMS, state.position.colours),)

    def advance(self, state: State, decision: Decision) -> Step[State, Event]:
        """Return the next state and the events that led there."""
        if isinstance(decision, Recharged):
            return Step(_recharge(state, decision.units), ())
        if isinstance(decision, TokensLaid):
            return Step(_lay_tokens(state, decision), ())
        if isinstance(decision, ProgramsCorrected):
            return Step(_correct(state, decision.programs), ())
        wanted = [request.requirement for request in self.requests(state)]
        match decision:
            case DiceRolled(faces) if Requirement.DICE in wanted:
                return Step(_roll(next_round(state), faces), ())
            case ProgramsLaid(programs) if Requirement.PROGRAMS in wanted:
                return Step(_lay(next_round(state), programs), ())
            case GoOn() if Requirement.GO_ON in wanted:
                return _go_on(next_round(state))
        raise out_of_turn(decision, wanted)

    def outcome(self, state: State) -> Outcome | None:
        """Return how the game ended; None while it goes on."""
        if state.result is None and not state.position.golems:
            # Also in a record of an older version, whose rules went on without anybody.
            return Outcome((), LAST_STANDING)
        return state.result

    def stands(self, state: State) -> Mapping[str, Stand]:
        """Return where the living pieces stand, by name."""
        return {
            golem.colour: Stand(Cell.parse(golem.at), Heading[golem.facing])
            for golem in sorted(state.position.golems, key=lambda golem: golem.colour)
        }

    def motion_groups(self, before: State, events: Sequence[Event]) -> tuple[MotionGroup, ...]:
        """Return what the pieces show of these events."""
        return motion_groups(before.position, events)

    def event_json(self, event: Event) -> Mapping[str, Json]:
        """Return an event in the form of `golem resolve`."""
        return event_json(event)

    def explain(self, event: Event, language: str) -> str:
        """Return one sentence on an event: who did what, and why."""
        return explain(event, language)

    def narrated_players(self, start: State) -> tuple[str, ...]:
        """Return the players about whom a sentence is told."""
        return start.position.colours

    def narrate_row(
        self, before: State, events: Sequence[Event], players: Sequence[str], language: Language
    ) -> tuple[str, ...]:
        """Return one sentence for each player about the step."""
        return narrate_row(before, events, players, language)

    def remarks(self, before: State, after: State, language: Language) -> tuple[str, ...]:
        """Return remarks about no player in particular."""
        return remarks(before, after, language)


def next_round(state: State) -> State:
    """Return the state as the next round begins, if this one is over. Autonomous golems keep their programs."""
    if not state.round_is_over:
        return state
    laid = state.laid if state.position.way == "autonomous" else None
    return state._replace(round=state.round + 1, row=0, began=sides(state.position), faces=None, laid=laid)


def _roll(state: State, faces: Mapping[str, str]) -> State:
    colours = state.position.colours
    found, problems = read_faces(dict(faces), colours, "faces")
    missing = [
        Problem(f"faces.{colour}", _("this golem's die was not rolled")) for colour in colours if colour not in faces
    ]
    if problems or missing:
        raise Problems([*problems, *missing])
    return state._replace(faces=tuple(found.items()))


def _lay(state: State, programs: Mapping[str, tuple[str, ...]]) -> State:
    faces = None if state.faces is None else dict(state.faces)
    found, problems = read_programs(dict(programs), state.position, faces, "programs")
    if problems:
        raise Problems(problems)
    in_order = tuple((colour, found[colour]) for colour in state.position.colours if colour in found)
    return state._replace(laid=in_order)


def _correct(state: State, programs: Mapping[str, tuple[str, ...]]) -> State:
    """Return the state with these programs instead of those that were laid; what was played stays."""
    faces = None if state.faces is None else dict(state.faces)
    found, problems = read_programs(dict(programs), state.position, faces, "programs")
    before = state.programs
    for colour, rows in found.items():
        if colour not in before:
            problems = [*problems, Problem(f"programs.{colour}", _("this golem has no program in this round"))]
        elif rows[: state.row] != before[colour][: state.row]:
            problems = [*problems, Problem(f"programs.{colour}", _("a row that was played can’t be corrected"))]
    if problems:
        raise Problems(problems)
    return state._replace(laid=tuple((colour, found.get(colour, rows)) for colour, rows in before.items()))


def _go_on(state: State) -> Step[State, Event]:
    row = state.row + 1
    played = play_row(state.position, row, state.programs, state.began)
    return Step(state._replace(position=played.position, row=row, result=played.outcome), played.events)


def takes_tokens(state: State) -> bool:
    """Whether the tokens may still be chosen: before the first row of an ordinary game, or of a scenario for that."""
    begins = (state.round, state.row) == (1, 0) and state.laid is None
    ordinary = state.position.goals is None and state.position.way in ORDINARY_WAYS
    return begins and (ordinary or bool(state.more_tokens))


def _lay_tokens(state: State, decision: TokensLaid) -> State:
    if not takes_tokens(state):
        raise Problems([Problem("decision", _("tokens are laid before the first programs of an ordinary game"))])
    if state.more_tokens:
        return state._replace(position=with_more_tokens(state.position, decision.tokens, state.more_tokens))
    return state._replace(position=with_tokens(state.position, decision.tokens))


def _recharge(state: State, units: int) -> State:
    drawn = state.result is not None and state.result.reason == ENERGY and not state.result.winners
    if not drawn:
        raise Problems([Problem("decision", _("golems are recharged after a draw for want of energy only"))])
    if not OUT_OF_CHARGE < units <= MOST_ENERGY:
        limits = _(
            "golems are recharged with {low} to {high} units of energy, not {units}",
            low=OUT_OF_CHARGE + 1,
            high=MOST_ENERGY,
            units=units,
        )
        raise Problems([Problem("units", limits, limits)])
    position = state.position._replace(energy=units)
    return state._replace(position=position, row=ROWS, result=None)
