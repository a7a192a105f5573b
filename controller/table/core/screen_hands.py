"""Programs that players lay on screens instead of on trays.

They are judged as cards before a camera are, locked as they are, and as secret; only that no camera reads them.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from boards.base.message import Message
from boards.kit.cards import CardKind
from controller.games.tabletop import CardHint
from controller.table.core.commands.command_types import MOST_LANES, LayCards
from controller.table.core.context import TableContext
from controller.table.core.phases import Phase
from controller.table.core.record.entries import CardsLaid, HandLaid, ProgramCommitted, ProgramsLocked
from controller.table.core.record.recorded_text import recorded_text
from controller.table.core.requirements import programmers
from controller.table.core.state import TableState
from controller.table.perception.hand_status import Hand, hand_of
from controller.table.perception.program_lock import lock_rows, locked_programs, sums
from controller.table.perception.program_reading import NotARowOfCards, read_rows, row_text
from controller.table.view.table_messages import say

_KINDS = {kind.value: kind for kind in CardKind}


@dataclass(frozen=True)
class ScreenHand:
    """What a player may see of the own program, and nobody else."""

    rows: tuple[tuple[str, ...], ...]
    """The cards that lie there, by their names."""
    supply: Mapping[str, int]
    """The cards that may be laid in this round, and how many of each; those that lie there are among them."""
    all_rows: bool
    """Whether all rows must be laid."""
    ready: bool
    """Whether the player has finished."""
    problems: tuple[Message, ...] = ()
    """What keeps the cards from being a program."""


class ScreenHands:
    """Takes cards from screens for the table's actor."""

    def __init__(self, context: TableContext, chance: random.Random) -> None:
        """``chance`` salts the commitments to the programs."""
        self._game = context.game
        self._tabletop = context.tabletop
        self._ledger = context.ledger
        self._chance = chance

    @property
    def _state(self) -> TableState:
        return self._ledger.state

    @property
    def used(self) -> bool:
        """Whether the programs of this game are laid on screens."""
        return self._state.header.cards == "screen"

    def asked(self, player: str) -> bool:
        """Whether a person is asked for this player's program now."""
        if not self.used or self._state.phase.shown is not Phase.PROGRAMS or player in self._state.seats:
            return False
        return player in programmers(self._game, self._state)

    def hand(self, player: str) -> ScreenHand | None:
        """Return a player's cards; None while no program is asked of the player."""
        if not self.asked(player):
            return None
        rows = self._state.screen_cards.get(player, ((),) * MOST_LANES)
        supply = self._tabletop.supply(self._state.game, player)
        all_rows = self._tabletop.all_rows(self._state.game)
        return ScreenHand(
            rows, supply, all_rows, player in self._state.committed, self._read(player, rows).view.problems
        )

    def hint(self, player: str) -> Callable[[], CardHint | None] | None:
        """Return what thinks of a useful next card; None while no program is asked of the player.

        It takes a moment, reads frozen values only, and nothing of it is on record.
        """
        if not self.asked(player):
            return None
        game, tabletop = self._state.game, self._tabletop
        rows = self._state.screen_cards.get(player, ((),) * MOST_LANES)
        if not all(map(_can_go_on, rows)):
            return lambda: None
        return lambda: tabletop.next_card(game, player, rows)

    def why_not(self, command: LayCards) -> Message | None:
        """Why these cards can't be laid, or are no program yet; None if they can."""
        left = Counter(self._tabletop.supply(self._state.game, command.player))
        left.subtract(card for row in command.rows for card in row)
        if any(count < 0 for count in left.values()):
            return say("cards-too-many")
        if command.ready:
            hand = self._read(command.player, command.rows)
            if hand.rows is None:
                return hand.view.problems[0] if hand.view.problems else say("rows-missing")
        return None

    def lay(self, command: LayCards) -> None:
        """Write down what lies there now."""
        player, rows = command.player, (*command.rows, *(((),) * (MOST_LANES - len(command.rows))))
        hand = self._read(player, rows)
        self._ledger.write(CardsLaid(player, rows))
        view = hand.view
        problems = tuple(map(recorded_text, view.problems)) if command.ready else ()
        self._ledger.write(HandLaid(player, view.cards, view.rows_laid, command.ready, problems))
        if command.ready and hand.rows is not None:
            self._ledger.write(ProgramCommitted(player, hand.rows))

    def locked(self) -> bool:
        """Lock the programs once everybody has finished; whether they are."""
        asked = programmers(self._game, self._state)
        if not set(asked) <= set(self._state.committed):
            return False
        programs = {name: list(self._state.committed[name]) for name in asked}
        locks = lock_rows(programs, self._chance)
        self._ledger.write(ProgramsLocked(sums(locks)))
        self._ledger.write(locked_programs(programs, locks))
        return True

    def _read(self, player: str, rows: tuple[tuple[str, ...], ...]) -> Hand:
        reading = read_rows(player, [[_KINDS[card] for card in row] for row in rows])
        return hand_of(self._game, self._state.game, reading, player)


def _can_go_on(cards: Sequence[str]) -> bool:
    """Whether cards of a row are one, or the beginning of one."""
    try:
        row_text([_KINDS[card] for card in cards])
    except NotARowOfCards as wrong:
        return wrong.code in ("incomplete-if", "incomplete-repeat")
    return True
