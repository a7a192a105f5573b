"""The one list of commands: what may be asked, when it makes sense, by whom, and the buttons of the page.

:class:`controller.table.core.commands.dispatch.Commands` carries them out, and must know
every one that is registered here.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import Enum
from typing import get_args

from boards.base.message import Message, pgettext
from controller.games.game_registry import AnyTabletop
from controller.games.tabletop import Book
from controller.table.core.commands import command_types as ask
from controller.table.core.commands.command_types import Command, name_of
from controller.table.core.phases import TRANSITIONS, Gate, Phase, Signal
from controller.table.core.requirements import thrower
from controller.table.core.state import TableState
from controller.table.perception.program_lock import CODES
from controller.table.view.hand_views import hands_of

HAND_REQUEST = "hand-chore"
"""The code of what people are asked to do in a robot's stead."""


def gate_of(state: TableState, *, unwritten: bool = False) -> Gate:
    """Return what holds the game."""
    if unwritten:
        return Gate.UNWRITTEN
    return Gate.PAIRING if state.pairing and state.gate is Gate.OPEN else state.gate


Place = int | None
"""Where a command stands among those that make sense now, the most usual first; None: it makes no sense."""

When = Callable[[AnyTabletop, TableState], Place]


class Who(Enum):
    """Who may give a command. The facilitator may give all but those of a secret hand."""

    FACILITATOR = "facilitator"
    PLAYER = "player"
    """The player whom its argument `player` names."""
    HAND = "hand"
    """The same, and nobody else: what is in it is secret."""
    TURN = "turn"
    """Whose turn it is."""
    ANYONE = "anyone"
    """Whoever sees a robot go wrong may stop it, without a key."""


@dataclass(frozen=True)
class Registered:
    """A command, and all that others must know of it."""

    type: type[Command]
    label: Message
    """On its button."""
    when: When
    who: Who
    gates: frozenset[Gate] = frozenset({Gate.OPEN})
    """Where it makes sense at all."""
    group: int | None = None
    """The group of the page's buttons that it belongs to; None: it has no button, but a place of its own."""

    @property
    def name(self) -> str:
        """As the page sends it."""
        return name_of(self.type)


def allowed_commands(tabletop: AnyTabletop, state: TableState, *, unwritten: bool = False) -> tuple[str, ...]:
    """Return what a person may ask of the table now, the most usual first."""
    gate = gate_of(state, unwritten=unwritten)
    placed = [(entry.when(tabletop, state), entry) for entry in REGISTRY if gate in entry.gates]
    return tuple(name for _place, name in sorted((place, entry.name) for place, entry in placed if place is not None))


def button_groups() -> list[list[str]]:
    """Return the names of the page's buttons, group by group."""
    groups = sorted({entry.group for entry in REGISTRY if entry.group is not None})
    return [[entry.name for entry in REGISTRY if entry.group == group] for group in groups]


# When they make sense


def _always(place: int) -> When:
    return lambda _tabletop, _state: place


def _in(phase: Phase, place: int) -> When:
    return lambda _tabletop, state: place if state.phase.shown is phase else None


def _lock(tabletop: AnyTabletop, state: TableState) -> Place:
    """Programs that are laid together are locked once all are complete; others one by one."""
    if state.phase.shown is not Phase.PROGRAMS or state.header.cards == "screen":
        return None
    if tabletop.programs_together:
        hands = hands_of(tabletop, state)
        wanted = [name for request in tabletop.game.requests(state.game) for name in request.players]
        return 10 if all(name in hands and hands[name].complete for name in wanted) else None
    readable = any(hand.complete for name, hand in state.hands.items() if name not in state.committed)
    return 10 if readable else None


def _program(tabletop: AnyTabletop, state: TableState) -> Place:
    return 11 if state.phase.shown is Phase.PROGRAMS and not tabletop.programs_together else None


def _cards(_tabletop: AnyTabletop, state: TableState) -> Place:
    return 11 if state.phase.shown is Phase.PROGRAMS and state.header.cards == "screen" else None


def _roll(tabletop: AnyTabletop, state: TableState) -> Place:
    return 10 if state.phase.shown is Phase.DICE and thrower(tabletop.game, state) is None else None


def _say_die(tabletop: AnyTabletop, state: TableState) -> Place:
    return 10 if state.phase.shown is Phase.DICE and thrower(tabletop.game, state) is not None else None


def _move(tabletop: AnyTabletop, state: TableState) -> Place:
    if state.phase.shown is Phase.READY and tabletop.mover(state.game) is not None:
        # There is no time limit for it, and people may think while the game is paused.
        return 90
    if state.paused:
        return None
    return 10 if state.phase.shown is Phase.MOVE else None


def _done(_tabletop: AnyTabletop, state: TableState) -> Place:
    return 15 if state.phase.shown is Phase.HANDS or any(told.code == HAND_REQUEST for told in state.notices) else None


def _waive(_tabletop: AnyTabletop, state: TableState) -> Place:
    return 11 if state.phase.shown is Phase.DIFFERS and any(told.code in CODES for told in state.notices) else None


def _recharge(tabletop: AnyTabletop, state: TableState) -> Place:
    return 12 if state.phase.shown is Phase.OVER and tabletop.rechargeable(state.game) else None


def _tokens(tabletop: AnyTabletop, state: TableState) -> Place:
    begins = state.phase.shown in (Phase.SETUP, Phase.DICE, Phase.PROGRAMS) and not state.story
    return 30 if begins and tabletop.takes_tokens(state.game) else None


def _take_tokens(tabletop: AnyTabletop, state: TableState) -> Place:
    differ = any(told.code in ("token-on", "token-off") for told in state.notices)
    return 12 if differ and state.phase.shown is Phase.SETUP and tabletop.takes_tokens(state.game) else None


def _again(tabletop: AnyTabletop, state: TableState) -> Place:
    """Allow a puzzle to be begun again, once something was tried."""
    return _of_a_book(tabletop, state, lambda book: bool(state.story), lambda book: book.number in book.solved)


def _next(tabletop: AnyTabletop, state: TableState) -> Place:
    """Allow a puzzle to be left for the next one."""
    return _of_a_book(
        tabletop,
        state,
        lambda book: book.number + 1 < book.count,
        lambda book: book.number not in book.solved,
    )


def _of_a_book(
    tabletop: AnyTabletop, state: TableState, allowed: Callable[[Book], bool], second: Callable[[Book], bool]
) -> Place:
    """After a try it is what everybody wants; during one it must not be pressed by mistake."""
    book = tabletop.book(state.game)
    if book is None or (state.phase, Signal.TAKEN_UP) not in TRANSITIONS or not allowed(book):
        return None
    return (10 if state.phase.shown is Phase.OVER else 40) + int(second(book))


def _anew(tabletop: AnyTabletop, state: TableState) -> Place:
    return 10 if state.phase.shown is Phase.OVER and tabletop.book(state.game) is None else None


def _advise(tabletop: AnyTabletop, state: TableState) -> Place:
    player = tabletop.mover(state.game) if state.phase.shown is Phase.MOVE else None
    people = player is not None and player not in state.seats
    return 70 if people and tabletop.advisable(state.game) else None


_SEATED = (Phase.SETUP, Phase.DICE, Phase.PROGRAMS, Phase.MOVE, Phase.HANDS)
"""Phases in which somebody else may sit down to play."""


def _seat(tabletop: AnyTabletop, state: TableState) -> Place:
    if state.phase.shown is Phase.READY and tabletop.automatic:
        # Programs are there in no time: whoever sits down now plays from the next turn on.
        return 9
    seated = state.header.seats is not None and not state.pairing
    return 20 if seated and state.phase.shown in _SEATED else None


def _leave(_tabletop: AnyTabletop, state: TableState) -> Place:
    """Let players come and go at any time: it counts from the next program or move on."""
    return 22 if state.header.seats is not None and not state.pairing else None


def _to_be_shown(tabletop: AnyTabletop, state: TableState) -> bool:
    """Whether cards lie before the camera whose row is not shown yet."""
    if not tabletop.programs_together or state.header.cards == "screen" or state.pairing:
        return False
    locked = any(None in rows for name, rows in tabletop.revealed(state.game).items() if name in state.locks)
    return state.phase.shown is Phase.PROGRAMS or locked


def _read_again(tabletop: AnyTabletop, state: TableState) -> Place:
    looking = state.phase.shown in (Phase.PROGRAMS, Phase.READY, Phase.DIFFERS)
    return 52 if looking and _to_be_shown(tabletop, state) else None


def _say_cards(tabletop: AnyTabletop, state: TableState) -> Place:
    return 53 if _to_be_shown(tabletop, state) else None


def _settings(_tabletop: AnyTabletop, state: TableState) -> Place:
    return None if state.pairing else 96


def _name(_tabletop: AnyTabletop, state: TableState) -> Place:
    return None if state.pairing else 95


def _skip(tabletop: AnyTabletop, state: TableState) -> Place:
    """Let a player be passed over: for a round where programs are locked together, else for a turn."""
    if state.pairing or tabletop.automatic or (state.header.seats is None and not tabletop.programs_together):
        return None
    phases = (Phase.DICE, Phase.PROGRAMS) if tabletop.programs_together else (Phase.DICE, Phase.PROGRAMS, Phase.MOVE)
    return 21 if state.phase.shown in phases else None


_PAIRED = (Phase.SETUP, Phase.PROGRAMS, Phase.DIFFERS)
"""Phases in which robots may turn to show which golem they carry."""


def _pair(_tabletop: AnyTabletop, state: TableState) -> Place:
    ready = any(robot.link == "ready" for robot in state.robots.values())
    return 50 if state.phase.shown in _PAIRED and ready else None


def _replace(tabletop: AnyTabletop, state: TableState) -> Place:
    """Let somebody else act for a piece that drives, while no row is under way."""
    idle = not state.pairing and state.phase.shown is not Phase.ROW
    return 70 if tabletop.pieces_drive and state.robots and idle else None


def _undo(_tabletop: AnyTabletop, state: TableState) -> Place:
    return 80 if state.past and not state.pairing else None


_PAUSED = frozenset({Gate.PAUSED, Gate.GUARDED})
_HALTED = frozenset({*_PAUSED, Gate.UNWRITTEN})
_STOPPABLE = frozenset({Gate.OPEN, Gate.PAIRING, *_HALTED})

REGISTRY: tuple[Registered, ...] = (
    Registered(ask.Go, pgettext("button", "Play the row"), _in(Phase.READY, 10), Who.FACILITATOR, group=0),
    Registered(ask.Lock, pgettext("button", "Lock the programs"), _lock, Who.FACILITATOR, group=0),
    Registered(ask.Roll, pgettext("button", "Roll the dice"), _roll, Who.TURN, group=0),
    Registered(ask.Done, pgettext("button", "Done"), _done, Who.FACILITATOR, group=0),
    Registered(ask.Drive, pgettext("button", "Drive back"), _in(Phase.DIFFERS, 10), Who.FACILITATOR, group=0),
    Registered(ask.Waive, pgettext("button", "Play on without these cards"), _waive, Who.FACILITATOR, group=0),
    Registered(
        ask.TakeTokens, pgettext("button", "Play with the tokens as they lie"), _take_tokens, Who.FACILITATOR, group=0
    ),
    Registered(ask.Recharge, pgettext("button", "Recharge"), _recharge, Who.FACILITATOR, group=0),
    Registered(
        ask.Release,
        pgettext("button", "Release the stop"),
        _always(10),
        Who.FACILITATOR,
        frozenset({Gate.ESTOPPED}),
        group=0,
    ),
    Registered(ask.TryAgain, pgettext("button", "Try again"), _again, Who.FACILITATOR, group=1),
    Registered(ask.NextPuzzle, pgettext("button", "Next puzzle"), _next, Who.FACILITATOR, group=1),
    Registered(ask.NewGame, pgettext("button", "New game"), _anew, Who.FACILITATOR, group=1),
    Registered(ask.Advise, pgettext("button", "What would you play?"), _advise, Who.TURN, group=1),
    Registered(
        ask.Pause,
        pgettext("button", "Pause"),
        _always(30),
        Who.FACILITATOR,
        frozenset({Gate.OPEN, Gate.PAIRING}),
        group=2,
    ),
    Registered(ask.Resume, pgettext("button", "Go on"), _always(10), Who.FACILITATOR, _HALTED, group=2),
    Registered(
        ask.ReplaceRobot,
        pgettext("button", "Replace a robot"),
        _replace,
        Who.FACILITATOR,
        frozenset({Gate.OPEN, *_PAUSED}),
    ),
    Registered(
        ask.ReadAgain,
        pgettext("button", "Read the cards again"),
        _read_again,
        Who.FACILITATOR,
        frozenset({Gate.OPEN, *_PAUSED}),
        group=3,
    ),
    Registered(
        ask.SayCards,
        pgettext("button", "This card is …"),
        _say_cards,
        Who.FACILITATOR,
        frozenset({Gate.OPEN, *_PAUSED}),
        group=3,
    ),
    Registered(ask.Pair, pgettext("button", "Which robot is which?"), _pair, Who.FACILITATOR, group=3),
    Registered(ask.Undo, pgettext("button", "Undo"), _undo, Who.FACILITATOR, frozenset({Gate.OPEN, *_PAUSED}), group=4),
    Registered(ask.Stop, pgettext("button", "Stop the robots"), _always(60), Who.FACILITATOR, _STOPPABLE, group=5),
    Registered(ask.EmergencyStop, pgettext("button", "Emergency stop"), _always(61), Who.ANYONE, _STOPPABLE),
    Registered(ask.SayDie, pgettext("button", "Say the die"), _say_die, Who.TURN),
    Registered(ask.LayTokens, pgettext("button", "Lay tokens"), _tokens, Who.FACILITATOR),
    Registered(ask.Move, pgettext("button", "Play the move"), _move, Who.PLAYER, frozenset({Gate.OPEN, Gate.PAUSED})),
    Registered(ask.LayProgram, pgettext("button", "Lay the program"), _program, Who.PLAYER),
    Registered(ask.AdviseProgram, pgettext("button", "Hint"), _program, Who.PLAYER),
    Registered(
        ask.LayCards, pgettext("button", "Lay the cards"), _cards, Who.HAND, frozenset({Gate.OPEN, Gate.PAUSED})
    ),
    Registered(
        ask.TakeSeat,
        pgettext("button", "Choose who plays"),
        _seat,
        Who.FACILITATOR,
        frozenset({Gate.OPEN, Gate.PAUSED}),
    ),
    Registered(
        ask.SkipPlayer,
        pgettext("button", "Skip this round"),
        _skip,
        Who.FACILITATOR,
        frozenset({Gate.OPEN, Gate.PAUSED}),
    ),
    Registered(
        ask.Leave, pgettext("button", "Leave or come back"), _leave, Who.FACILITATOR, frozenset({Gate.OPEN, *_PAUSED})
    ),
    Registered(
        ask.SetTable, pgettext("button", "Table"), _settings, Who.FACILITATOR, frozenset({Gate.OPEN, *_PAUSED}), group=3
    ),
    Registered(
        ask.NamePlayer, pgettext("button", "Name a player"), _name, Who.PLAYER, frozenset({Gate.OPEN, *_PAUSED})
    ),
)
"""Every command, in the order of the page's buttons."""

BY_TYPE: Mapping[type[Command], Registered] = {entry.type: entry for entry in REGISTRY}

if {*BY_TYPE} != {*get_args(Command)}:
    raise TypeError(f"commands that are not registered: { ({*get_args(Command)} - {*BY_TYPE}) }")
