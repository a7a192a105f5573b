"""What the entries about programs make of a table's state: cards that are laid, said, locked, and corrected."""

from __future__ import annotations

from dataclasses import replace

from boards.base.errors import Problems
from controller.games.game import ProgramsCorrected as Corrected
from controller.games.game import ProgramsLaid
from controller.games.game_registry import tabletop_named
from controller.table.core.record.entries import (
    CardsLaid,
    CardsSaid,
    CardsWaived,
    HandLaid,
    ProgramCommitted,
    ProgramsCorrected,
    ProgramsLocked,
    ProgramsTaken,
)
from controller.table.core.record.fold_errors import LockMismatch
from controller.table.core.record.recorded_text import text_of
from controller.table.core.state import AnyGame, PreviousState, TableState
from controller.table.perception.program_lock import load_locks, sums
from controller.table.view.view import HandView


def unlocked(state: TableState) -> TableState:
    """Return the state without locked programs."""
    return replace(state, sums={}, locks={}, opened=0, waived=(), said={})


def locked(_game: AnyGame, state: TableState, content: ProgramsLocked, _n: int) -> TableState:
    """Take the commitments to the programs of a round."""
    return replace(unlocked(state), sums=dict(content.sums))


def programs_taken(game: AnyGame, state: TableState, content: ProgramsTaken, n: int) -> TableState:
    """Take the programs of a round. Raises LockMismatch, Problems."""
    locks = load_locks(content)
    locked_sums = sums(locks)
    # A record of before there were locks has none.
    wrong = tuple(name for name, rows in state.sums.items() if rows != locked_sums.get(name))
    if wrong:
        raise LockMismatch(n, wrong)
    laid = ProgramsLaid(dict(content.programs))
    laid_state = replace(state, game=game.advance(state.game, laid).state, locks=locks, skipped=())
    on_screen = state.header.cards == "screen"
    return replace(laid_state, hands={}, committed={}, screen_cards={}) if on_screen else laid_state


def cards_laid(_game: AnyGame, state: TableState, content: CardsLaid, _n: int) -> TableState:
    """Take cards on a screen. Whoever lays on has not finished, whatever was said before."""
    player = content.player
    others = {name: rows for name, rows in state.committed.items() if name != player}
    return replace(state, screen_cards={**state.screen_cards, player: content.rows}, committed=others)


def cards_waived(_game: AnyGame, state: TableState, content: CardsWaived, _n: int) -> TableState:
    """Watch the cards of these players no more."""
    return replace(state, waived=(*state.waived, *content.players))


def hand_laid(_game: AnyGame, state: TableState, content: HandLaid, _n: int) -> TableState:
    """Take how far a player is."""
    hand = HandView(content.cards, content.rows, content.complete, tuple(map(text_of, content.problems)))
    return replace(state, hands={**state.hands, content.player: hand})


def program_committed(_game: AnyGame, state: TableState, content: ProgramCommitted, _n: int) -> TableState:
    """Take a program that was chosen."""
    return replace(state, committed={**state.committed, content.player: content.rows})


def cards_said(_game: AnyGame, state: TableState, content: CardsSaid, _n: int) -> TableState:
    """Take what people say of a row that is not locked."""
    rows = {row: cards for row, cards in state.said.get(content.player, {}).items() if row != content.row}
    if content.cards:
        rows[content.row] = content.cards
    others = {player: told for player, told in state.said.items() if player != content.player}
    return replace(state, said={**others, content.player: rows} if rows else others)


def programs_corrected(game: AnyGame, state: TableState, content: ProgramsCorrected, _n: int) -> TableState:
    """Play on with these programs; also after an undo of rows of this round. Raises Problems."""
    locks = load_locks(content)
    corrected = Corrected(dict(content.programs))
    said = {player: {**state.said.get(player, {}), **dict.fromkeys(rows, ())} for player, rows in content.rows.items()}
    return replace(
        state,
        game=game.advance(state.game, corrected).state,
        past=tuple(_also_before(game, state, before, corrected) for before in state.past),
        locks={**state.locks, **locks},
        sums={**state.sums, **sums(locks)},
        said={**state.said, **said} if content.said else state.said,
    )


def _also_before(game: AnyGame, state: TableState, before: PreviousState, corrected: Corrected) -> PreviousState:
    tabletop = tabletop_named(game.name)
    number = tabletop.round(state.game)
    if tabletop.round(before.game) != number or set(tabletop.revealed(before.game)) != set(
        tabletop.revealed(state.game)
    ):
        return before
    try:
        return before._replace(game=game.advance(before.game, corrected).state)
    except Problems:
        # Before the first row of a round of autonomous golems all that was shown stays.
        return before
