"""The state of a table, folded from its journal and from nothing else.

The table writes an entry, then folds it; a restart folds the same entries again and stands where it stood.
Folding is pure: rules are asked, nobody else.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, NamedTuple

from boards.base.errors import GolemError
from boards.geometry import Pose
from controller.games.game import Decision, DiceRolled, Game, GoOn, PieceMoved, ProgramsLaid, Recharged, TakenUp
from controller.games.game_registry import tabletop_named
from controller.journal.journal_reader import Entry
from controller.table.core.phases import Phase, Signal, follow
from controller.table.perception.program_lock import Locks, load_locks, sums
from controller.table.view.row_narration import tell_row
from controller.table.view.view import CameraView, HandView, Notice, RobotView, RowStory, Words

AnyGame = Game[Any, Any]

CHILD = "child"
"""Who sits in a seat that the computer does not play for."""


class JournalMismatch(GolemError):
    """The rules give other events than the record tells: it was made by other rules."""

    exit_status = 2

    def __init__(self, n: int, told: object, given: object) -> None:
        self.n = n
        super().__init__(f"entry {n} of the record tells {told}, but the rules of this version give {given}")


class Before(NamedTuple):
    """Where undo goes back to: how it was before something was played."""

    game: Any
    told: int
    """How long the story was."""
    rolled: int
    """How often dice had been rolled, so that the same throw comes again."""


class LockMismatch(GolemError):
    """The rows of a record are not those that were locked before."""

    exit_status = 2

    def __init__(self, n: int, players: tuple[str, ...]) -> None:
        self.n = n
        self.players = players
        super().__init__(f"entry {n} of the record tells other programs than were locked before: {', '.join(players)}")


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
    sums: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """The commitments to the programs of this round, by player."""
    locks: Locks = field(default_factory=dict)
    """What opens them. As secret as the cards, until a row is revealed."""
    opened: int = 0
    """How many rows were revealed since the programs were locked, also those that were undone since."""
    waived: tuple[str, ...] = ()
    """Players whose cards are not watched any more in this round."""
    verdict: tuple[Words, ...] = ()
    """What is to be said about the way in which the game ended, for puzzles: the judge's words."""
    notices: tuple[Notice, ...] = ()
    robots: Mapping[str, RobotView] = field(default_factory=dict)
    cameras: tuple[CameraView, ...] = ()
    pairing: bool = False
    """Whether robots turn just now to show which golem they carry."""
    story: tuple[RowStory, ...] = ()
    seen: Mapping[str, Pose] = field(default_factory=dict)
    """Where the camera last saw each golem."""
    commands: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    """By robot: the command that was begun and has no end on record, as the driver recorded it."""
    past: tuple[Before, ...] = ()
    """Before each row or move."""
    laid: Mapping[str, str] = field(default_factory=dict)
    """Where pieces without robots stand, by spot, as people last said that they have put them."""
    ghosts: tuple[str, ...] = ()
    """Pieces that stand nowhere but on the screen, as the camera does not see them."""

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
    if signal is Signal.RESTARTED:
        state = replace(state, pairing=False)
    if signal is Signal.ACTED:
        interrupted = bool(entry.data.get("interrupted", False))
    elif signal is Signal.RESTARTED:
        interrupted = interrupted or state.phase is Phase.ROW
    elif state.phase is Phase.CHECK:
        interrupted = interrupted and phase is Phase.DIFFERS
    if phase in (Phase.DICE, Phase.PROGRAMS):
        return replace(_unlocked(state), phase=phase, interrupted=interrupted, hands={}, committed={})
    return replace(state, phase=phase, interrupted=interrupted)


def _unlocked(state: TableState) -> TableState:
    return replace(state, sums={}, locks={}, opened=0, waived=())


def _dice(game: AnyGame, state: TableState, entry: Entry) -> TableState:
    rolled = DiceRolled(dict(entry.data["faces"]))
    if "events" in entry.data:
        # A throw that is played out, as a move is.
        after = _played(game, state, entry, rolled)
    else:
        after = replace(state, game=game.advance(state.game, rolled).state)
    return replace(after, rolled=state.rolled + 1)


def _move(game: AnyGame, state: TableState, entry: Entry) -> TableState:
    return _played(game, state, entry, PieceMoved(str(entry.data["player"]), str(entry.data["move"])))


def _placed(_game: AnyGame, state: TableState, entry: Entry) -> TableState:
    ghosts = tuple(entry.data.get("ghosts", ()))
    return replace(state, laid=dict(entry.data["laid"]), ghosts=ghosts, phase=follow(state.phase, Signal.PLACED))


def _locked(_game: AnyGame, state: TableState, entry: Entry) -> TableState:
    return replace(_unlocked(state), sums={name: tuple(rows) for name, rows in entry.data["sums"].items()})


def _programs(game: AnyGame, state: TableState, entry: Entry) -> TableState:
    laid = {name: tuple(rows) for name, rows in entry.data["programs"].items()}
    locks = load_locks(entry.data)
    told = sums(locks)
    # A record of before there were locks has none.
    wrong = tuple(name for name, rows in state.sums.items() if list(rows) != told.get(name))
    if wrong:
        raise LockMismatch(entry.n, wrong)
    return replace(state, game=game.advance(state.game, ProgramsLaid(laid)).state, locks=locks)


def _waived(_game: AnyGame, state: TableState, entry: Entry) -> TableState:
    return replace(state, waived=(*state.waived, *entry.data["players"]))


def _row(game: AnyGame, state: TableState, entry: Entry) -> TableState:
    return _played(game, state, entry, GoOn())


def _played(game: AnyGame, state: TableState, entry: Entry, decision: Decision) -> TableState:
    """What is acted out, told, and can be undone."""
    step = game.advance(state.game, decision)
    events = [dict(game.event_json(event)) for event in step.events]
    if events != list(entry.data["events"]):
        raise JournalMismatch(entry.n, entry.data["events"], events)
    past = [before.game for before in state.past]
    story = tell_row(game, state.start, past, state.game, step, int(entry.data["round"]), int(entry.data["row"]))
    return replace(
        state,
        game=step.state,
        phase=follow(state.phase, Signal.GO),
        past=(*state.past, Before(state.game, len(state.story), state.rolled)),
        story=(*state.story, story),
        opened=max(state.opened, int(entry.data["row"])),
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
        _unlocked(state),
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


def _anew(game: AnyGame, state: TableState, entry: Entry) -> TableState:
    """The same game once more from its start; the dice go on, and the pieces are where the last game left them."""
    phase = follow(state.phase, Signal.TAKEN_UP)
    start = tabletop_named(game.name).anew(state.start, entry.n)
    return replace(state, game=start, start=start, phase=phase, story=(), past=())


def _notices(_game: AnyGame, state: TableState, entry: Entry) -> TableState:
    notices = tuple(
        Notice(item["code"], item["severity"], item["text"], item.get("facts", {})) for item in entry.data["notices"]
    )
    return replace(state, notices=notices)


def _robot(_game: AnyGame, state: TableState, entry: Entry) -> TableState:
    data = entry.data
    robot = RobotView(str(data["name"]), str(data["link"]), data.get("battery_v"), str(data.get("reason", "")))
    return replace(state, robots={**state.robots, robot.name: robot})


def _cameras(_game: AnyGame, state: TableState, entry: Entry) -> TableState:
    return replace(state, cameras=tuple(CameraView(**told) for told in entry.data["cameras"]))


def _pairing(_game: AnyGame, state: TableState, _entry: Entry) -> TableState:
    return replace(state, pairing=True)


def _paired(_game: AnyGame, state: TableState, _entry: Entry) -> TableState:
    return replace(state, pairing=False)


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
    before = state.past[-1]
    return replace(
        state,
        game=before.game,
        past=state.past[:-1],
        rolled=before.rolled,
        story=state.story[: before.told],
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
    "locked": _locked,
    "programs": _programs,
    "waived": _waived,
    "move": _move,
    "placed": _placed,
    "row": _row,
    "hand": _hand,
    "notices": _notices,
    "robot": _robot,
    "cameras": _cameras,
    "pairing": _pairing,
    "paired": _paired,
    "seen": _seen,
    "command": _command,
    "control": _control,
    "undo": _undo,
    "recharge": _recharge,
    "seat": _seat,
    "committed": _committed,
    "verdict": _verdict,
    "taken-up": _taken_up,
    "anew": _anew,
}
