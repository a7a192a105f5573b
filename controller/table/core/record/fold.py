"""A table's state, folded from its journal and from nothing else.

The table writes an entry, then folds it; a restart folds the same entries again and stands where it stood.
Folding is pure: rules are asked, nobody else.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, get_args

from boards.base.errors import Problems
from boards.geometry import Pose
from controller.games.game import Decision, DiceRolled, GoOn, PieceMoved, Recharged, TakenUp, TokensLaid
from controller.games.game_registry import tabletop_named
from controller.journal import Entry
from controller.table.core.phases import GATES, TRANSITIONS, PhaseRefused, Signal, follow
from controller.table.core.record import program_folds
from controller.table.core.record.entries import (
    BegunAnew,
    CamerasWatching,
    CardsLaid,
    CardsSaid,
    CardsWaived,
    Content,
    Controlled,
    DiceThrown,
    EnergyRecharged,
    GolemsSeen,
    HandLaid,
    Header,
    MovePlayed,
    NoticesTold,
    PairingBegun,
    PairingEnded,
    PicturesKept,
    PiecesPlaced,
    PlayerNamed,
    PlayerSkipped,
    ProgramCommitted,
    ProgramsCorrected,
    ProgramsLocked,
    ProgramsTaken,
    PuzzleTakenUp,
    Recorded,
    RobotCommandBegun,
    RobotCommandEnded,
    RobotHealth,
    RobotReplaced,
    RowPlayed,
    SeatTaken,
    SignalGiven,
    TableSet,
    TokensChosen,
    Undone,
    VerdictGiven,
    notices_of,
)
from controller.table.core.record.entry_codec import decode_entries
from controller.table.core.record.fold_errors import EntryImpossible, JournalMismatch, NothingToUndo
from controller.table.core.record.program_folds import unlocked
from controller.table.core.record.recorded_text import text_of
from controller.table.core.requirements import still_asked
from controller.table.core.state import CHILD, AnyGame, PreviousState, TableState
from controller.table.view.row_narration import tell_row
from controller.table.view.view import RobotView
from firmware_bridge.robots.journal_entries import CommandBegun


def begin(game: AnyGame, header: Header) -> TableState:
    """Return the state after a journal's first entry."""
    start = game.start(header.setup)
    return TableState(
        header=header, game=start, start=start, seats=dict(header.seats or {}), names=dict(header.names or {})
    )


def fold(game: AnyGame, state: TableState, entry: Recorded) -> TableState:
    """Return the state after one more entry.

    Raises JournalMismatch, LockMismatch; PhaseRefused, NothingToUndo, Problems for what can't follow.
    """
    return replace(_FOLDS[type(entry.content)](game, state, entry.content, entry.n), sequence=entry.n)


def fold_all(game: AnyGame, entries: Sequence[Entry], path: Path | None = None) -> TableState:
    """Return the state after a whole journal; `path` is named in errors.

    Raises EntriesUnreadable, EntryImpossible, JournalMismatch, LockMismatch.
    """
    first, *others = decode_entries(entries, path)
    assert isinstance(first.content, Header)
    state = begin(game, first.content)
    for entry in others:
        try:
            state = fold(game, state, entry)
        except (PhaseRefused, NothingToUndo, Problems) as error:
            at = f"line {entry.n + 1}" if path is None else f"{path}:{entry.n + 1}"
            raise EntryImpossible(at, str(error)) from error
    return state


# One function for each type of content: the game, the state before, the content, the entry's number.


def _header(_game: AnyGame, state: TableState, _content: Header, _n: int) -> TableState:
    return state


def _signal(_game: AnyGame, state: TableState, content: SignalGiven, _n: int) -> TableState:
    signal = Signal.CUT_SHORT if content.interrupted else content.signal
    state = replace(state, phase=follow(state.phase, signal))
    if signal is Signal.RESTARTED:
        return replace(state, pairing=False)
    if signal is Signal.WANTS_PROGRAMS and state.header.cards == "screen":
        # After a stop cards on screens lie where they lay; no camera reads them anew.
        return _anew_laid(state)
    if signal in (Signal.WANTS_DICE, Signal.WANTS_PROGRAMS):
        return replace(_anew_laid(state), hands={}, committed={}, screen_cards={})
    return state


def _anew_laid(state: TableState) -> TableState:
    """Return the state without locks. After a stop what people said of cards still holds."""
    return replace(unlocked(state), said=state.said)


def _dice(game: AnyGame, state: TableState, content: DiceThrown, n: int) -> TableState:
    rolled = DiceRolled(dict(content.faces))
    if content.events is None:
        after = replace(state, game=game.advance(state.game, rolled).state)
    else:
        # A throw that is played out, as a move is.
        after = _played(game, state, content, n, rolled)
    return replace(after, rolled=state.rolled + 1)


def _move(game: AnyGame, state: TableState, content: MovePlayed, n: int) -> TableState:
    return _played(game, state, content, n, PieceMoved(content.player, content.move))


def _row(game: AnyGame, state: TableState, content: RowPlayed, n: int) -> TableState:
    after = _played(game, state, content, n, GoOn())
    # What was said of cards was said of those of this round.
    last = all(None not in rows for rows in tabletop_named(game.name).revealed(after.game).values())
    return replace(after, said={}) if last else after


def _played(
    game: AnyGame, state: TableState, content: DiceThrown | MovePlayed | RowPlayed, n: int, decision: Decision
) -> TableState:
    """Return what is acted out, told, and can be undone."""
    step = game.advance(state.game, decision)
    events = [dict(game.event_json(event)) for event in step.events]
    if events != list(content.events or ()):
        raise JournalMismatch(n, list(content.events or ()), events)
    past = [before.game for before in state.past]
    number, row = content.round or 0, content.row or 0
    story = tell_row(game, state.start, past, state.game, step, number, row)
    return replace(
        state,
        game=step.state,
        phase=follow(state.phase, Signal.GO),
        past=(*state.past, PreviousState(state.game, len(state.story), state.rolled)),
        story=(*state.story, story),
        opened=max(state.opened, row),
        skipped=still_asked(game, tabletop_named(game.name), step.state, state.skipped),
    )


def _placed(_game: AnyGame, state: TableState, content: PiecesPlaced, _n: int) -> TableState:
    phase = follow(state.phase, Signal.PLACED)
    return replace(state, laid=dict(content.laid), ghosts=content.ghosts or (), phase=phase)


def _seat(_game: AnyGame, state: TableState, content: SeatTaken, _n: int) -> TableState:
    player, who = content.player, content.who
    others = {name: strength for name, strength in state.seats.items() if name != player}
    return replace(
        state,
        seats=others if who == CHILD else {**others, player: who},
        hands={name: hand for name, hand in state.hands.items() if name != player},
        committed={name: rows for name, rows in state.committed.items() if name != player},
        screen_cards={name: rows for name, rows in state.screen_cards.items() if name != player},
    )


def _named(_game: AnyGame, state: TableState, content: PlayerNamed, _n: int) -> TableState:
    others = {player: name for player, name in state.names.items() if player != content.player}
    return replace(state, names={**others, content.player: content.name} if content.name else others)


def _table_set(_game: AnyGame, state: TableState, content: TableSet, _n: int) -> TableState:
    language = state.language if content.language is None else content.language
    return replace(state, language=language, sounds=state.sounds if content.sounds is None else content.sounds)


def _skipped(_game: AnyGame, state: TableState, content: PlayerSkipped, _n: int) -> TableState:
    others = tuple(name for name in state.skipped if name != content.player)
    return replace(state, skipped=(*others, content.player) if content.skip else others)


def _replaced(_game: AnyGame, state: TableState, content: RobotReplaced, _n: int) -> TableState:
    others = {golem: by for golem, by in state.replaced.items() if golem != content.golem}
    by = content.spare or content.by
    # What another robot was told is nothing to the one that plays now.
    commands = {name: begun for name, begun in state.commands.items() if name not in (content.golem, content.spare)}
    replaced = others if content.by == "robot" else {**others, content.golem: by}
    return replace(state, replaced=replaced, commands=commands)


def _verdict(_game: AnyGame, state: TableState, content: VerdictGiven, _n: int) -> TableState:
    return replace(state, verdict=tuple(map(text_of, content.sentences)))


def _taken_up(game: AnyGame, state: TableState, content: PuzzleTakenUp, _n: int) -> TableState:
    """Return a try from the start of a puzzle: what was before is on record, and no screen shows it."""
    start = game.advance(state.game, TakenUp(content.number)).state
    return replace(
        unlocked(state),
        game=start,
        start=start,
        phase=follow(state.phase, Signal.TAKEN_UP),
        hands={},
        committed={},
        screen_cards={},
        verdict=(),
        story=(),
        past=(),
    )


def _anew(game: AnyGame, state: TableState, content: BegunAnew, n: int) -> TableState:
    """Return the same game once more from its start.

    The dice go on, and the pieces are where the last game left them.
    """
    phase = follow(state.phase, Signal.TAKEN_UP)
    tabletop = tabletop_named(game.name)
    start = tabletop.anew(state.start, n)
    if content.first:
        start = tabletop.begun_by(start, content.first)
    after = replace(state, game=start, start=start, phase=phase, story=(), past=())
    on_screen = state.header.cards == "screen"
    return replace(unlocked(after), hands={}, committed={}, screen_cards={}) if on_screen else after


def _notices(_game: AnyGame, state: TableState, content: NoticesTold, _n: int) -> TableState:
    return replace(state, notices=notices_of(content))


def _robot(_game: AnyGame, state: TableState, content: RobotHealth, _n: int) -> TableState:
    robot = RobotView(
        content.name,
        content.link,
        content.battery_v,
        content.reason,
        told=content.why or None,
    )
    return replace(state, robots={**state.robots, robot.name: robot})


def _pictures(_game: AnyGame, state: TableState, _content: PicturesKept, _n: int) -> TableState:
    return state


def _cameras(_game: AnyGame, state: TableState, content: CamerasWatching, _n: int) -> TableState:
    return replace(state, cameras=content.cameras)


def _pairing(_game: AnyGame, state: TableState, _content: PairingBegun, _n: int) -> TableState:
    return replace(state, pairing=True)


def _paired(_game: AnyGame, state: TableState, _content: PairingEnded, _n: int) -> TableState:
    return replace(state, pairing=False)


def _seen(_game: AnyGame, state: TableState, content: GolemsSeen, _n: int) -> TableState:
    return replace(state, seen={name: Pose(*pose) for name, pose in content.golems.items()})


def _command_begun(_game: AnyGame, state: TableState, content: RobotCommandBegun, _n: int) -> TableState:
    begun = CommandBegun(content.command, content.args, content.boot_id, content.session, content.seq)
    return replace(state, commands={**_other_commands(state, content.robot), content.robot: begun})


def _command_ended(_game: AnyGame, state: TableState, content: RobotCommandEnded, _n: int) -> TableState:
    return replace(state, commands=_other_commands(state, content.robot))


def _other_commands(state: TableState, robot: str) -> Mapping[str, CommandBegun]:
    return {name: command for name, command in state.commands.items() if name != robot}


def _control(_game: AnyGame, state: TableState, content: Controlled, _n: int) -> TableState:
    state = replace(state, gate=GATES[state.gate, content.do])
    if content.do not in ("stop", "estop"):
        return state
    return replace(state, phase=TRANSITIONS.get((state.phase, Signal.STOPPED), state.phase))


def _undo(_game: AnyGame, state: TableState, _content: Undone, _n: int) -> TableState:
    if not state.past:
        raise NothingToUndo
    before = state.past[-1]
    return replace(
        state,
        game=before.game,
        past=state.past[:-1],
        rolled=before.rolled,
        story=state.story[: before.told],
        phase=follow(state.phase, Signal.UNDONE),
        said={},
        verdict=(),
    )


def _recharge(game: AnyGame, state: TableState, content: EnergyRecharged, _n: int) -> TableState:
    step = game.advance(state.game, Recharged(content.units))
    return replace(state, game=step.state, phase=follow(state.phase, Signal.RECHARGED))


def _tokens(game: AnyGame, state: TableState, content: TokensChosen, _n: int) -> TableState:
    """Return the game with other tokens, as if it had begun with them."""
    laid = TokensLaid(content.tokens)
    start, now = (game.advance(each, laid).state for each in (state.start, state.game))
    return replace(state, game=now, start=start, phase=follow(state.phase, Signal.FURNISHED))


_FOLDS: dict[type[Content], Callable[[AnyGame, TableState, Any, int], TableState]] = {
    Header: _header,
    SignalGiven: _signal,
    DiceThrown: _dice,
    MovePlayed: _move,
    RowPlayed: _row,
    ProgramsLocked: program_folds.locked,
    ProgramsTaken: program_folds.programs_taken,
    ProgramCommitted: program_folds.program_committed,
    CardsLaid: program_folds.cards_laid,
    CardsWaived: program_folds.cards_waived,
    HandLaid: program_folds.hand_laid,
    CardsSaid: program_folds.cards_said,
    ProgramsCorrected: program_folds.programs_corrected,
    PiecesPlaced: _placed,
    NoticesTold: _notices,
    RobotHealth: _robot,
    CamerasWatching: _cameras,
    PicturesKept: _pictures,
    PairingBegun: _pairing,
    PairingEnded: _paired,
    GolemsSeen: _seen,
    RobotCommandBegun: _command_begun,
    RobotCommandEnded: _command_ended,
    Controlled: _control,
    Undone: _undo,
    EnergyRecharged: _recharge,
    TokensChosen: _tokens,
    SeatTaken: _seat,
    PlayerNamed: _named,
    TableSet: _table_set,
    PlayerSkipped: _skipped,
    RobotReplaced: _replaced,
    VerdictGiven: _verdict,
    PuzzleTakenUp: _taken_up,
    BegunAnew: _anew,
}

if missing := {*get_args(Content)} - {*_FOLDS}:
    raise TypeError(f"entries that nothing folds: {missing}")
