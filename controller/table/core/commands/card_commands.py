"""Cards that were not read, or misread: read once more, or said by a person who looks at them."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from typing import Any

from boards.base.message import Message as Text
from boards.kit.trays import TRAY
from controller.games.game_registry import AnyTabletop
from controller.table.core.commands.command_types import Command, ReadAgain, SayCards
from controller.table.core.context import TableContext
from controller.table.core.flow import GameFlow
from controller.table.core.phases import Phase
from controller.table.core.record.entries import CardsSaid
from controller.table.core.requirements import programmers
from controller.table.core.state import TableState
from controller.table.perception.card_statements import corrected_row
from controller.table.perception.program_lock import SALT_BITS, LockedRow
from controller.table.perception.program_reading import NotARowOfCards, row_problem
from controller.table.perception.reading_again import correction, shown_rows, why_refused
from controller.table.view.table_messages import say


class CardCommands:
    """Carries these commands out for the table's actor."""

    def __init__(self, context: TableContext, playing: GameFlow, chance: random.Random) -> None:
        """``chance`` salts the commitments to the programs."""
        self._tabletop: AnyTabletop = context.tabletop
        self._ledger = context.ledger
        self._memory = context.memory
        self._playing = playing
        self._chance = chance
        self.handlers: Mapping[type[Command], Callable[[Any], Text | None]] = {
            ReadAgain: self._read_again,
            SayCards: self._say_cards,
        }

    @property
    def _state(self) -> TableState:
        return self._ledger.state

    @property
    def _laying(self) -> bool:
        return self._state.phase.shown is Phase.PROGRAMS

    def means_now(self, command: ReadAgain | SayCards) -> bool:
        """Whether there are such cards, and their row is not shown yet."""
        state = self._state
        known = programmers(self._tabletop.game, state) if self._laying else tuple(state.locks)
        people = [player for player in known if player not in state.seats]
        if isinstance(command, ReadAgain):
            return not command.player or command.player in people
        shown = 0 if self._laying else shown_rows(self._tabletop, state, command.player)
        rows = TRAY.lanes if self._laying else len(state.locks.get(command.player, ()))
        return command.player in people and shown < command.row <= rows and any(command.cards)

    def why_not(self, command: SayCards) -> Text | None:
        """Why the cards that are said make no program; None if they do, or if it is not locked yet."""
        if self._laying:
            return None
        try:
            rows = self._corrected(command)
        except NotARowOfCards as wrong:
            return row_problem(wrong.code, command.player, command.row - 1, wrong.index).words
        return why_refused(self._tabletop, self._state, command.player, tuple(row.text for row in rows))

    def _say_cards(self, command: SayCards) -> Text:
        """Take the cards as they are said."""
        if self._laying:
            self._playing.forget_work()
            self._ledger.write(CardsSaid(command.player, command.row, command.cards))
            self._playing.start_work()
        else:
            rows = self._corrected(command)
            self._ledger.write(correction(self._state.locks, {command.player: rows}, said=True))
        return say("card-said", golem=command.player, row=str(command.row))

    def _read_again(self, command: ReadAgain) -> Text:
        """Believe the camera again, and have it look."""
        players = [command.player] if command.player else list(self._state.locks or self._state.players)
        if self._laying:
            for player in players:
                for row in self._state.said.get(player, {}):
                    self._ledger.write(CardsSaid(player, row, ()))
        else:
            self._memory.reading_again = frozenset(players)
        self._playing.start_work()
        return say("reading-again")

    def _corrected(self, command: SayCards) -> tuple[LockedRow, ...]:
        """Return the locked rows of a player with this one as it is said. Raises NotARowOfCards."""
        salt = f"{self._chance.getrandbits(SALT_BITS):032x}"
        rows = self._state.locks[command.player]
        return tuple(corrected_row(row, command.cards, salt) if row.row == command.row else row for row in rows)
