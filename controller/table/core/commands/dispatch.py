"""What people ask of the table, from the page, the terminal or a signal: which of it makes sense now, and doing it."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import Any

from boards.base.catalogue import languages
from boards.base.errors import GolemError, Problems
from boards.base.message import Message as Text
from controller.games.game import Decision, ProgramsLaid, Recharged, TokensLaid
from controller.journal import JournalFailed
from controller.table.core.commands import command_types as ask
from controller.table.core.commands.card_commands import CardCommands
from controller.table.core.commands.command_types import Command, name_of
from controller.table.core.commands.seat_commands import SeatCommands
from controller.table.core.context import TableContext
from controller.table.core.flow import WAITED_S, GameFlow
from controller.table.core.mailbox import CommandAnswer, CommandRequested, Message
from controller.table.core.phases import Gate, Phase, Signal
from controller.table.core.record.entries import (
    BegunAnew,
    CardsWaived,
    Controlled,
    EnergyRecharged,
    PairingBegun,
    PiecesPlaced,
    ProgramCommitted,
    PuzzleTakenUp,
    RobotReplaced,
    TableSet,
    TokensChosen,
    Undone,
)
from controller.table.core.requirements import thrower
from controller.table.core.screen_hands import ScreenHands
from controller.table.view.notices import cells_unread_text, estop_latched, intrusion_notice, problems_told
from controller.table.view.table_messages import say

Handler = Callable[[Any], Text | Awaitable[Text | None] | None]
"""Carries a command out. Returns what is to be said beside "done"."""


class Commands:
    """Obeys people, one command at a time. Only the table's actor calls it."""

    def __init__(
        self,
        context: TableContext,
        playing: GameFlow,
        screen_hands: ScreenHands,
        handle: Callable[[Message], Awaitable[None]],
        chance: random.Random,
        abandon_work: Callable[[], Awaitable[None]],
        *,
        seen: bool,
    ) -> None:
        """Take what the commands change. ``handle`` takes a message as if it came now; ``chance`` salts locks.

        ``abandon_work`` ends the work that is under way, with all that came of it and was not heard yet;
        ``seen``: a camera sees the pieces.
        """
        self._game = context.game
        self._tabletop = context.tabletop
        self._ledger = context.ledger
        self._fleet = context.fleet
        self._computer_players = context.computer_players
        self._memory = context.memory
        self._playing = playing
        self._screen_hands = screen_hands
        self._cards = CardCommands(context, playing, chance)
        self._seats = SeatCommands(context, playing)
        self._guard = context.guard
        self._handle = handle
        self._abandon_work = abandon_work
        self._seen = seen
        self._handlers: Mapping[type[Command], Handler] = {
            ask.Go: lambda _command: self._playing.go(WAITED_S),
            ask.Lock: lambda _command: self._read_on_purpose(Signal.LOCK),
            ask.Roll: lambda _command: self._read_on_purpose(Signal.ROLL),
            ask.SayDie: self._say_die,
            ask.Move: lambda command: self._playing.move(command.player, command.move),
            ask.LayProgram: self._lay_program,
            ask.LayCards: self._lay_cards,
            ask.Done: self._done,
            ask.Drive: self._drive,
            ask.Waive: self._waive,
            ask.Recharge: self._recharge,
            ask.TakeTokens: self._take_tokens,
            ask.LayTokens: lambda command: self._lay_tokens(command.tokens),
            ask.TryAgain: lambda _command: self._take_up(0),
            ask.NextPuzzle: lambda _command: self._take_up(1),
            ask.NewGame: self._new_game,
            ask.Advise: self._advise,
            ask.AdviseProgram: self._advise_program,
            ask.SetTable: self._set_table,
            ask.ReplaceRobot: self._replace,
            ask.Pause: lambda _command: self._halt("pause"),
            ask.Resume: self._resume,
            ask.Pair: self._pair,
            ask.Undo: self._undo,
            ask.Stop: lambda _command: self._halt("stop"),
            ask.EmergencyStop: lambda _command: self._halt("estop"),
            ask.Release: self._release,
            **self._cards.handlers,
            **self._seats.handlers,
        }

    async def answer(self, asked: CommandRequested) -> None:
        """Do what was asked, if it makes sense now, and say so to whoever asked."""
        done = await self._answer(asked.command)
        self._ledger.when_written(lambda error: _tell(asked.answer, done, error))

    async def _answer(self, command: Command) -> CommandAnswer:
        if name_of(type(command)) not in self._ledger.may:
            # A second emergency stop is as good as the first: the robots have heard it, the journal has it.
            again = isinstance(command, ask.EmergencyStop)
            return CommandAnswer(again, say("done" if again else "not-now"))
        if not self._means_now(command):
            return CommandAnswer(False, say("not-now"))
        why_not = self._why_not(command)
        if why_not is not None:
            return CommandAnswer(False, why_not)
        text = self._handlers[type(command)](command)
        if isinstance(text, Awaitable):
            text = await text
        return CommandAnswer(True, text or say("done"))

    def _why_not(self, command: Command) -> Text | None:
        """Why a move or a program is refused; None for one that is legal, and for other commands."""
        match command:
            case ask.Move(player, move):
                return self._tabletop.why_not(self._ledger.state.game, player, move)
            case ask.LayCards():
                return self._screen_hands.why_not(command)
            case ask.SayCards():
                return self._cards.why_not(command)
            case ask.LayProgram(player, rows):
                return self._refused(ProgramsLaid({player: rows}))
            case ask.Recharge(units):
                return self._refused(Recharged(units))
            case ask.TakeTokens():
                return self._tokens_unseen() or self._refused(self._as_they_lie())
            case ask.LayTokens(tokens):
                return self._refused(TokensLaid(tokens))
        return None

    def _tokens_unseen(self) -> Text | None:
        """Return why the tokens that lie on the mat are not known; None if they are."""
        if self._memory.lying is None:
            return say("tokens-unseen")
        return cells_unread_text(self._memory.cells_unread) if self._memory.cells_unread else None

    def _refused(self, decision: Decision) -> Text | None:
        """Return why the rules refuse a decision; None if they take it."""
        try:
            self._game.advance(self._ledger.state.game, decision)
        except Problems as refused:
            return problems_told(refused.problems)
        return None

    def _means_now(self, command: Command) -> bool:
        """Return whether a command still means what it was given for.

        An undo that names a row must name the newest one; a command that names a seat, a seat that there is.
        """
        state = self._ledger.state
        if isinstance(command, ask.ReadAgain | ask.SayCards):
            return self._cards.means_now(command)
        if isinstance(command, ask.TakeSeat | ask.Leave | ask.SkipPlayer | ask.NamePlayer):
            return self._seats.means_now(command)
        match command:
            case ask.ReplaceRobot(golem, by):
                known = golem in state.players and golem in self._fleet
                return known and (by != "spare" or self._spare() is not None)
            case ask.SetTable(language, sounds):
                return (language, sounds) != (None, None) and language in (None, "", *languages())
            case ask.NewGame(first):
                return not first or first in self._tabletop.begins(state.game)
            case ask.SayDie(face):
                return face in self._tabletop.faces_of(state.game)
            case ask.LayProgram(player) | ask.AdviseProgram(player):
                asked = [name for request in self._game.requests(state.game) for name in request.players]
                return player in asked and self._tabletop.owner(state.game, player) not in state.seats
            case ask.LayCards(player):
                return self._screen_hands.asked(player)
            case ask.Move(player):
                return player in state.players and player not in state.seats
            case ask.Undo(number, row, rows):
                newest = state.story[-1].round, state.story[-1].row
                return rows <= len(state.past) and (number, row) in (newest, (None, None))
            case _:
                return True

    def _halt(self, do: ask.Halt) -> None:
        """From now on only a person's word lets it go on."""
        self._fleet.pause()
        self._ledger.write(Controlled(do))

    async def _release(self, _command: ask.Release) -> Text | None:
        held = await self._fleet.clear_all()
        latched = self._latched()
        if latched:
            # Nothing is played while a robot is held.
            self._ledger.tell((estop_latched(latched),))
            return problems_told(held) if held else estop_latched(latched).text
        self._ledger.tell(())
        self._ledger.write(Controlled("clear"))
        return problems_told(held) if held else None

    def _latched(self) -> tuple[str, ...]:
        """Return the robots that say that their emergency stop is on."""
        return tuple(name for name in self._fleet if self._fleet[name].status.link == "estopped")

    def hold_latched(self) -> Text | None:
        """Hold the game if a robot says that its emergency stop is on; return what is told then."""
        latched = self._latched()
        if not latched:
            return None
        notice = estop_latched(latched)
        if not self._ledger.state.estopped:
            self._fleet.pause()
            self._ledger.tell((notice,))
            self._ledger.write(Controlled("estop"))
        return notice.text

    async def _resume(self, _command: ask.Resume) -> Text | None:
        held = self.hold_latched()
        if held is not None:
            return held
        if self._ledger.state.gate is Gate.GUARDED:
            # Whoever says so sees that it may stay.
            self._guard.in_order()
        elif self._guard.over is not None:
            # It came while people had paused: they were not told of it yet. It goes on when that is gone.
            notice = intrusion_notice(self._guard.over.golem)
            self._ledger.tell((notice,))
            self._ledger.write(Controlled("guard"))
            return notice.text
        await self.go_on()
        return None

    def _done(self, _command: ask.Done) -> None:
        """Take what people did instead of robots, or with pieces that no robot moves."""
        if self._ledger.asked:
            self._playing.confirm()
        elif self._ledger.state.phase.shown is Phase.HANDS:
            if self._seen:
                # The camera looks once more; what it can't see is taken from people.
                self._ledger.signal(Signal.DONE)
                self._memory.board = None
            else:
                self._ledger.write(PiecesPlaced(dict(self._tabletop.laid(self._ledger.state.game))))
            self._playing.start_work()

    def _drive(self, _command: ask.Drive) -> None:
        self._ledger.signal(Signal.DRIVE)
        self._playing.start_work()

    def _recharge(self, command: ask.Recharge) -> None:
        self._memory.ended.clear()
        self._ledger.write(EnergyRecharged(command.units))
        self._playing.start_work()

    def _as_they_lie(self) -> TokensLaid:
        return TokensLaid(self._memory.lying or {})

    def _take_tokens(self, _command: ask.TakeTokens) -> Text:
        return self._lay_tokens(self._as_they_lie().tokens)

    def _lay_tokens(self, tokens: Mapping[str, Sequence[str]]) -> Text:
        """Begin with other tokens: the table looks whether they lie there, and the game asks anew."""
        self._playing.cancel_work()
        self._ledger.tell(())
        self._ledger.write(TokensChosen({kind: tuple(cells) for kind, cells in tokens.items()}))
        self._playing.start_work()
        return say("tokens-taken")

    def _say_die(self, command: ask.SayDie) -> None:
        self._playing.roll({str(thrower(self._game, self._ledger.state)): command.face})

    def _lay_program(self, command: ask.LayProgram) -> None:
        self._ledger.write(ProgramCommitted(command.player, command.rows))
        self._playing.start_work()

    def _lay_cards(self, command: ask.LayCards) -> None:
        self._screen_hands.lay(command)
        if command.ready:
            self._playing.start_work()

    async def _advise(self, _command: ask.Advise) -> Text:
        """Only who asks hears it; nothing of it is on record."""
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(None, self._tabletop.advice, self._ledger.state.game)

    async def _advise_program(self, command: ask.AdviseProgram) -> Text:
        """Only who asks hears it; nothing of it is on record, nor of what was written."""
        loop, game = asyncio.get_running_loop(), self._ledger.state.game
        hint = await loop.run_in_executor(None, self._tabletop.program_hint, game, command.player, command.rows)
        return say("no-hint") if hint is None else hint

    def _new_game(self, command: ask.NewGame) -> None:
        self._memory.ended.clear()
        self._playing.cancel_work()
        self._memory.corrections = 0
        self._ledger.tell(())
        order = self._tabletop.begins(self._ledger.state.game)
        self._ledger.write(BegunAnew(command.first or (order[0] if order else "")))
        self._playing.start_work()

    def _pair(self, _command: ask.Pair) -> Text:
        self._ledger.write(PairingBegun())
        self._playing.pair()
        return say("pairing")

    def _read_on_purpose(self, signal: Signal) -> None:
        """Read once more what lies there."""
        self._ledger.signal(signal)
        self._playing.start_work()

    def _take_up(self, further: int) -> Text:
        """Return the same puzzle once more, or the next one of the book; the golems go to where it begins."""
        book = self._tabletop.book(self._ledger.state.game)
        assert book is not None
        self._memory.ended.clear()
        self._playing.cancel_work()
        self._ledger.tell(())
        self._ledger.write(PuzzleTakenUp(book.number + further))
        self._memory.corrections = 0
        self._playing.start_work()
        return say("taken-up")

    def _set_table(self, command: ask.SetTable) -> None:
        self._ledger.write(TableSet(command.language, command.sounds))

    def _spare(self) -> str | None:
        """Return a robot of the table that is ready and does not play."""
        idle = (name for name in self._fleet if name not in self._ledger.state.players)
        return next((name for name in idle if self._fleet[name].status.link == "ready"), None)

    async def _replace(self, command: ask.ReplaceRobot) -> Text:
        """Have somebody else play for a golem; the game goes on where it is."""
        golem, by = command.golem, command.by
        spare = self._spare() if by == "spare" else None
        self._playing.cancel_work()
        await self._fleet[golem].stop()
        try:
            await self._fleet.replace(golem, by, spare or "")
        except GolemError as error:
            self._playing.start_work()
            return error.message
        self._memory.drives.taken_over(self._fleet[golem])
        self._ledger.write(RobotReplaced(golem, by, spare or ""))
        self._playing.start_work()
        return say(f"replaced-{by}", golem=golem)

    def _waive(self, _command: ask.Waive) -> None:
        """Cards that can't be put back: the programs count as they were locked, and are watched no more."""
        players = sorted({breach.player for breach in self._memory.watch.breaches.values()})
        self._ledger.write(CardsWaived(tuple(players)))
        self._ledger.signal(Signal.MENDED)
        self._playing.start_work()

    async def go_on(self) -> None:
        """End the pause."""
        self._ledger.retry()
        self._ledger.write(Controlled("resume"))
        self._ledger.when_written(self._let_go)
        deferred, self._memory.deferred = self._memory.deferred, None
        if deferred is not None:
            await self._handle(deferred)
        elif not self._playing.busy:
            self._playing.start_work()

    def _let_go(self, error: JournalFailed | None) -> None:
        """Resume the robots once that is on record, unless somebody has paused again meanwhile."""
        if error is None and not self._ledger.state.paused:
            self._fleet.resume()

    async def _undo(self, command: ask.Undo) -> Text:
        """Back by rows, also while one runs: the robots stop first. The table stays paused until people go on."""
        state = self._ledger.state
        rows = command.rows
        undone = state.story[-rows]
        self._fleet.pause()
        await self._fleet.stop_all()
        self._guard.stop()
        await self._abandon_work()
        self._memory.forget_row()
        for _row in range(rows):
            self._ledger.write(Undone())
        self._ledger.tell(())
        self._ledger.write(Controlled("pause"))
        if self._tabletop.programs_together:
            return say("undo", round=str(undone.round), row=str(undone.row))
        return say("undo-move")


def _tell(answer: asyncio.Future[CommandAnswer], done: CommandAnswer, error: JournalFailed | None) -> None:
    """Answer once what was done is on record, or say why it is not yet."""
    if not answer.done():
        answer.set_result(done if error is None else CommandAnswer(False, say("record-failed", how=error.reason)))
