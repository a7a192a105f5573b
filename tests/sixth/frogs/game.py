"""The rules: throw, then jump so many stones ahead or wait; who lands on the other sends it home."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from boards.base.errors import Problem, Problems
from boards.geometry import Cell, Heading
from controller.games.game import (
    Decision,
    DiceRolled,
    Json,
    MotionGroup,
    Outcome,
    PieceMoved,
    Place,
    Request,
    Requirement,
    Stand,
    Step,
)

PLAYERS = ("green", "brown")
FACES = ("1", "2", "3")
LAST = 8

SENTENCES = {
    "threw": {"en": "{who} throws {n}.", "ru": "{who}: выпало {n}.", "pl": "{who}: wypadło {n}.", "fr": "{who} : {n}."},
    "jumped": {
        "en": "{who} jumps to stone {n}.",
        "ru": "{who}: прыжок на камень {n}.",
        "pl": "{who}: skok na kamień {n}.",
        "fr": "{who} saute sur la pierre {n}.",
    },
    "waited": {"en": "{who} waits.", "ru": "{who} ждёт.", "pl": "{who} czeka.", "fr": "{who} attend."},
    "sent-home": {
        "en": "{who} was landed on and goes home.",
        "ru": "{who}: на лягушку прыгнули, домой.",
        "pl": "{who}: skoczono na żabę, wraca.",
        "fr": "{who} retourne au départ.",
    },
}


class State(NamedTuple):
    stones: tuple[int, int] = (0, 0)
    """Where each player's frog sits; 0 is beside the board."""
    turn: int = 0
    throw: int = 0
    """What was thrown and not yet used; 0 for nothing."""


class Event(NamedTuple):
    name: str
    player: str
    number: int


class Frogs:
    """The game of :class:`controller.games.game.Game`."""

    name = "frogs"

    def start(self, setup: Mapping[str, Json]) -> State:
        if set(setup) - {"game"}:
            raise Problems([Problem(str(key), "frogs need no setup") for key in setup if key != "game"])
        return State()

    def requests(self, state: State) -> tuple[Request, ...]:
        if self.outcome(state) is not None:
            return ()
        return (Request(Requirement.MOVE if state.throw else Requirement.DICE, (PLAYERS[state.turn],)),)

    def advance(self, state: State, decision: Decision) -> Step[State, Event]:
        player = PLAYERS[state.turn]
        match decision:
            case DiceRolled(faces) if not state.throw and set(faces) == {player} and faces[player] in FACES:
                return Step(state._replace(throw=int(faces[player])), (Event("threw", player, int(faces[player])),))
            case PieceMoved(who, "wait") if state.throw and who == player:
                return Step(State(state.stones, 1 - state.turn), (Event("waited", player, 0),))
            case PieceMoved(who, "jump") if state.throw and who == player:
                return self._jump(state, player)
        raise Problems([Problem("decision", f"{player} throws 1 to 3, then says jump or wait")])

    def _jump(self, state: State, player: str) -> Step[State, Event]:
        stones = list(state.stones)
        stones[state.turn] = landed = min(LAST, stones[state.turn] + state.throw)
        events = [Event("jumped", player, landed)]
        if stones[1 - state.turn] == landed:
            stones[1 - state.turn] = 0
            events.append(Event("sent-home", PLAYERS[1 - state.turn], 0))
        return Step(State((stones[0], stones[1]), 1 - state.turn), tuple(events))

    def outcome(self, state: State) -> Outcome | None:
        return Outcome((PLAYERS[state.stones.index(LAST)],), "last-stone") if LAST in state.stones else None

    def stands(self, state: State) -> Mapping[str, Stand]:
        seated = sorted((name, stone) for name, stone in zip(PLAYERS, state.stones, strict=True) if stone)
        return {name: Stand(Cell(stone - 1, 0), Heading.E) for name, stone in seated}

    def motion_groups(self, before: State, events: Sequence[Event]) -> tuple[MotionGroup, ...]:
        here = {name: stand.cell for name, stand in self.stands(before).items()}
        home = [Place(e.player, here.get(e.player), None) for e in events if e.name == "sent-home"]
        jumps = [Place(e.player, here.get(e.player), Cell(e.number - 1, 0)) for e in events if e.name == "jumped"]
        return tuple(MotionGroup((motion,)) for motion in (*home, *jumps))

    def event_json(self, event: Event) -> Mapping[str, Json]:
        return {"event": event.name, "player": event.player, "number": event.number}

    def explain(self, event: Event, language: str) -> str:
        return (
            SENTENCES[event.name]
            .get(language, SENTENCES[event.name]["en"])
            .format(who=event.player.capitalize(), n=event.number)
        )
