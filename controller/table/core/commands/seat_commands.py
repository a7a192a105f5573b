"""Who plays, what players are called, who skips a round, leaves, and comes back."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from boards.base.message import Message as Text
from controller.table.core.commands.command_types import (
    Command,
    Leave,
    NamePlayer,
    SkipPlayer,
    TakeSeat,
    visible_name,
)
from controller.table.core.context import TableContext
from controller.table.core.flow import GameFlow
from controller.table.core.phases import Phase
from controller.table.core.record.entries import PlayerNamed, PlayerSkipped, SeatTaken
from controller.table.core.requirements import still_asked
from controller.table.core.state import AWAY, CHILD
from controller.table.view.table_messages import say


class SeatCommands:
    """Carries these commands out for the table's actor."""

    def __init__(self, context: TableContext, playing: GameFlow) -> None:
        self._tabletop = context.tabletop
        self._ledger = context.ledger
        self._computer_players = context.computer_players
        self._playing = playing
        self.handlers: Mapping[type[Command], Callable[[Any], Text | None]] = {
            TakeSeat: lambda command: self._sit(command.player, command.who),
            Leave: lambda command: self._sit(command.player, CHILD if command.back else AWAY),
            SkipPlayer: self._skip,
            NamePlayer: self._name,
        }

    def means_now(self, command: TakeSeat | Leave | SkipPlayer | NamePlayer) -> bool:
        """Whether there is such a player, and another one would sit there, or lay a program, than does now."""
        state = self._ledger.state
        match command:
            case TakeSeat(player, who):
                return player in state.players and who in (CHILD, *self._computer_players.strengths)
            case Leave(player, back):
                return player in state.players and back is (state.seats.get(player) == AWAY)
            case SkipPlayer(player, skip):
                asked = still_asked(self._tabletop.game, self._tabletop, state.game, state.players)
                return player in asked and player not in state.seats and skip is not (player in state.skipped)
            case NamePlayer(player):
                return player in state.players

    def _sit(self, player: str, who: str) -> Text:
        """Say who plays for a golem from now on; for the computer the cards that lie there count no more."""
        if self._ledger.state.phase.shown in (Phase.PROGRAMS, Phase.MOVE):
            self._playing.forget_work()
        self._ledger.write(SeatTaken(player, who))
        if self._ledger.state.phase.shown not in (Phase.ROW, Phase.CHECK, Phase.DIFFERS):
            self._playing.start_work()
        if self._tabletop.programs_together:
            told = {CHILD: "seat-child", AWAY: "seat-away"}.get(who, "seat-computer")
            return say(told, golem=player)
        told = {CHILD: "seat-hand", AWAY: "seat-left"}.get(who, "seat-mind")
        return say(told, player=self._tabletop.player_words(player))

    def _skip(self, command: SkipPlayer) -> Text:
        self._playing.forget_work()
        self._ledger.write(PlayerSkipped(command.player, command.skip))
        self._playing.start_work()
        if self._tabletop.programs_together:
            return say("skipped" if command.skip else "not-skipped", golem=command.player)
        player = self._tabletop.player_words(command.player)
        return say("turn-skipped" if command.skip else "turn-not-skipped", player=player)

    def _name(self, command: NamePlayer) -> None:
        self._ledger.write(PlayerNamed(command.player, visible_name(command.called)))
