"""The state of a table, folded from its journal and from nothing else.

The table writes an entry, then folds it; a restart folds the same entries again and stands where it stood.
Folding is pure: rules are asked, nobody else.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from boards.errors import GolemError
from boards.geometry import Pose
from controller.games.game import DiceRolled, Game, GoOn, ProgramsLaid, Recharged, TakenUp
from controller.journal.record import Entry
from controller.table.phases import Phase, Signal, follow
from controller.table.telling import tell_row
from controller.table.view import HandView, Notice, RobotView, RowStory, Words

AnyGame = Game[Any, Any]

CHILD = "child"
"""Who sits in a seat that the computer does not play for."""


class JournalMismatch(GolemError):
    """The rules give other events than the record tells: it was made by other rules."""

    exit_status = 2

    def __init__(self, n: int, told: object, given: object) -> None:
        self.n = n
        super().__init__(f"entry {n} of the record tells {told}, but the rules of this version give {given}")


@dataclass(frozen=True)
class TableState:
    """All that the table knows of a game."""

    header: Mapping[str, Any]
    """The journal's first entry: game, setup, mat, players, seed..."""
    game: Any
    """The game's own state."""
    start: Any
    """The game as it began, or as the puzzle that is played began."""
    phase: Phase = Phase.SETUP
    sequence: int = 0
    paused: bool = False
    estopped: bool = False
    interrupted: bool = False
    """True while the robots may be anywhere, because a row was cut short."""
    rolled: int = 0
    """How often dice have been rolled: chance from the seed is drawn by this number."""
    hands: Mapping[str, HandView] = field(default_factory=dict)
    seats: Mapping[str, str] = field(default_factory=dict)
    """Players whom the computer plays for, and how well."""
    committed: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """The programs that the computer has chosen for this round. As secret as cards that lie face down."""
    verdict: tuple[Words, ...] = ()
    """What is to be said about the way in which the game ended, for puzzles: the judge's words."""
    notices: tuple[Notice, ...] = ()
    robots: Mapping[str, RobotView] = field(default_factory=dict)
    story: tuple[RowStory, ...] = ()
    seen: Mapping[str, Pose] = field(default_factory=dict)
    """Where the camera last saw each golem."""
    commands: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    """By robot: the command that was begun and has no end on record, as the driver recorded it."""
    past: tuple[tuple[Any, int], ...] = ()
    """The game before each row, and how long the story was: where undo goes back to."""

    @property
    def players(self) -> tuple[str, ...]:
        return tuple(self.header["players"])


def begin(game: AnyGame, entry: Entry) -> TableState:
    """The state after a journal's first entry."""
    start = game.start(entry.data["setup"])
    return TableState(header=entry.data, game=start, start=start, seats=dict(entry.data.get("seats", {})))


def fold(game: AnyGame, state: TableState, entry: Entry) -> TableState:
    """The state after one more entry. Unknown kinds are passed over: newer versions may write more."""
    handler = _FOLDS.get(entry.kind)
    after = handler(game, state, entry) if handler else state
    return replace(after, sequence=entry.n)


def fold_all(game: AnyGame, entries: tuple[Entry, ...]) -> TableState:
    """The state after a whole journal."""
    state = begin(game, entries[0])
    for entry in entries[1:]:
        state = fold(game, state, entry)
    return state


def _signal(game: AnyGame, state: TableState, entry: Entry) -> TableState:
    signal = Signal(entry.data["signal"])
    phase = follow(state.phase, signal)
    interrupted = state.interrupted
    if signal is Signal.ACTED:
        interrupted = bool(entry.data.get("interrupted", False))
    elif signal is Signal.RESTARTED:
        interrupted = interrupted or state.phase is Phase.ROW
    elif state.phase is Phase.CHECK:
        interrupted = interrupted and phase is Phase.DIFFERS
    if phase in (Phase.DICE, Phase.PROGRAMS):
        return replace(state, phase=phase, interrupted=interrupted, hands={}, committed={})
    return replace(state, phase=phase, interrupted=interrupted)


def _dice(game: AnyGame, state: TableState, entry: Entry) -> TableState:
    step = game.advance(state.game, DiceRolled(dict(entry.data["faces"])))
    return replace(state, game=step.state, rolled=state.rolled + 1)


def _programs(game: AnyGame, state: TableState, entry: Entry) -> TableState:
    laid = {name: tuple(rows) for name, rows in entry.data["programs"].items()}
    return replace(state, game=game.advance(state.game, ProgramsLaid(laid)).state)


def _row(game: AnyGame, state: TableState, entry: Entry) -> TableState:
    step = game.advance(state.game, GoOn())
    events = [dict(game.event_json(event)) for event in step.events]
    if events != list(entry.data["events"]):
        raise JournalMismatch(entry.n, entry.data["events"], events)
    past = [earlier for earlier, _ in state.past]
    story = tell_row(game, state.start, past, state.game, step, int(entry.data["round"]), int(entry.data["row"]))
    return replace(
        state,
        game=step.state,
        phase=follow(state.phase, Signal.GO),
        past=(*state.past, (state.game, len(state.story))),
        story=(*state.story, story),
    )


def _hand(_game: AnyGame, state: TableState, entry: Entry) -> TableState:
    data = entry.data
    hand = HandView(int(data["cards"]), int(data["rows"]), bool(data["complete"]), tuple(data["problems"]))
    return replace(state, hands={**state.hands, str(data["player"]): hand})


def _seat(_game: AnyGame, state: TableState, entry: Entry) -> TableState:
    player, who = str(entry.data["player"]), str(entry.data["who"])
    others = {name: strength for name, strength in state.seats.items() if name != player}
    return replace(
        state,
        seats=others if who == CHILD else {**others, player: who},
        hands={name: hand for name, hand in state.hands.items() if name != player},
        committed={name: rows for name, rows in state.committed.items() if name != player},
    )


def _committed(_game: AnyGame, state: TableState, entry: Entry) -> TableState:
    return replace(state, committed={**state.committed, str(entry.data["player"]): tuple(entry.data["rows"])})


def _verdict(_game: AnyGame, state: TableState, entry: Entry) -> TableState:
    return replace(state, verdict=tuple(dict(words) for words in entry.data["sentences"]))


def _taken_up(game: AnyGame, state: TableState, entry: Entry) -> TableState:
    """A try from the start of a puzzle: what was before is on record, and no screen shows it."""
    start = game.advance(state.game, TakenUp(int(entry.data["number"]))).state
    return replace(
        state,
        game=start,
        start=start,
        phase=follow(state.phase, Signal.TAKEN_UP),
        hands={},
        committed={},
        verdict=(),
        story=(),
        past=(),
        interrupted=True,
    )


def _notices(_game: AnyGame, state: TableState, entry: Entry) -> TableState:
    notices = tuple(
        Notice(item["code"], item["severity"], item["text"], item.get("facts", {})) for item in entry.data["notices"]
    )
    return replace(state, notices=notices)


def _robot(_game: AnyGame, state: TableState, entry: Entry) -> TableState:
    data = entry.data
    robot = RobotView(str(data["name"]), str(data["link"]), data.get("battery_v"), str(data.get("reason", "")))
    return replace(state, robots={**state.robots, robot.name: robot})


def _seen(_game: AnyGame, state: TableState, entry: Entry) -> TableState:
    seen = {name: Pose(*pose) for name, pose in entry.data["golems"].items()}
    return replace(state, seen=seen)


def _command(_game: AnyGame, state: TableState, entry: Entry) -> TableState:
    robot = str(entry.data["robot"])
    commands = {name: command for name, command in state.commands.items() if name != robot}
    if "result" not in entry.data:
        commands[robot] = {key: value for key, value in entry.data.items() if key != "robot"}
    return replace(state, commands=commands)


def _control(_game: AnyGame, state: TableState, entry: Entry) -> TableState:
    do = entry.data["do"]
    if do in ("pause", "stop"):
        return replace(state, paused=True, interrupted=state.interrupted or do == "stop")
    if do == "resume":
        return replace(state, paused=False)
    if do == "estop":
        return replace(state, estopped=True, paused=True, interrupted=True)
    if do == "clear":
        return replace(state, estopped=False)
    return state


def _undo(_game: AnyGame, state: TableState, _entry: Entry) -> TableState:
    before, told = state.past[-1]
    return replace(
        state,
        game=before,
        past=state.past[:-1],
        story=state.story[:told],
        phase=follow(state.phase, Signal.UNDONE),
        verdict=(),
        interrupted=True,
    )


def _recharge(game: AnyGame, state: TableState, entry: Entry) -> TableState:
    step = game.advance(state.game, Recharged(int(entry.data["units"])))
    return replace(state, game=step.state, phase=follow(state.phase, Signal.RECHARGED))


_FOLDS: dict[str, Callable[[AnyGame, TableState, Entry], TableState]] = {
    "signal": _signal,
    "dice": _dice,
    "programs": _programs,
    "row": _row,
    "hand": _hand,
    "notices": _notices,
    "robot": _robot,
    "seen": _seen,
    "command": _command,
    "control": _control,
    "undo": _undo,
    "recharge": _recharge,
    "seat": _seat,
    "committed": _committed,
    "verdict": _verdict,
    "taken-up": _taken_up,
}
