"""What people ask of the table, from the page, the terminal or a signal: which of it makes sense now, and doing it."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from typing import Any, Literal

from boards.base.errors import Problems
from controller.games.game import ProgramsLaid
from controller.journal import JournalFailed
from controller.table.core.context import TableContext
from controller.table.core.entries import (
    BegunAnew,
    CardsWaived,
    Controlled,
    EnergyRecharged,
    PairingBegun,
    PiecesPlaced,
    ProgramCommitted,
    PuzzleTakenUp,
    SeatTaken,
    Undone,
)
from controller.table.core.flow import Playing
from controller.table.core.mailbox import Asked, CommandAnswer, Message
from controller.table.core.phases import Phase, Signal
from controller.table.core.requirements import thrower
from controller.table.core.state import CHILD
from controller.table.perception.program_lock import Watch
from controller.table.view.notices import in_all_languages, intruded
from controller.table.view.table_messages import say
from controller.table.view.view import Words

RECHARGE_UNITS = 5
"""What the rulebook gives as its example for playing on after a draw (3.1, "Next round")."""


MOST_ROWS = 40
"""Rows of a program that is sent as text."""


_HALTS: dict[str, Literal["pause", "stop", "estop"]] = {"pause": "pause", "stop": "stop", "estop": "estop"}


class Commands:
    """Obeys people, one command at a time. Only the table's actor calls it."""

    def __init__(
        self, context: TableContext, playing: Playing, handle: Callable[[Message], Awaitable[None]], *, seen: bool
    ) -> None:
        """``handle`` takes a message as if it came now; ``seen``: a camera sees the pieces."""
        self._game = context.game
        self._tabletop = context.tabletop
        self._ledger = context.ledger
        self._fleet = context.fleet
        self._mind = context.computer_players
        self._memory = context.memory
        self._playing = playing
        self._guard = context.guard
        self._handle = handle
        self._seen = seen

    async def answer(self, asked: Asked) -> None:
        """Do what was asked, if it makes sense now, and say so to whoever asked."""
        may = self._ledger.may
        # A second emergency stop is as good as the first: the robots have heard it, the journal has it.
        again = asked.name == "estop" and asked.name not in may
        ok = again or (asked.name in may and self._means_now(asked))
        text = self._why_not(asked) if ok else None
        if text is not None:
            ok = False
        else:
            text = await self._obey(asked.name, asked.args) if ok and not again else say("done" if ok else "not-now")
        done = CommandAnswer(ok, text or say("done"))
        self._ledger.when_written(lambda error: _tell(asked.answer, done, error))

    def _why_not(self, asked: Asked) -> Words | None:
        """Why a move or a program is refused; None for one that is legal, and for other commands."""
        if asked.name == "move":
            return self._tabletop.why_not(self._ledger.state.game, asked.args["player"], asked.args["move"])
        if asked.name == "program":
            laid = ProgramsLaid({asked.args["player"]: tuple(asked.args["rows"])})
            try:
                self._game.advance(self._ledger.state.game, laid)
            except Problems as refused:
                return in_all_languages(refused.problems)
        return None

    def _may_program(self, args: Mapping[str, Any]) -> bool:
        """Whether a program comes for somebody who is asked for one, and whom the computer does not play for."""
        state, rows = self._ledger.state, args.get("rows")
        asked = [name for request in self._game.requests(state.game) for name in request.players]
        if args.get("player") not in asked:
            return False
        texts = isinstance(rows, list) and len(rows) <= MOST_ROWS and all(isinstance(row, str) for row in rows)
        return texts and self._tabletop.owner(state.game, args["player"]) not in state.seats

    def _means_now(self, asked: Asked) -> bool:
        """Return whether a command still means what it was given for.

        An undo that names a row must name the newest one; a command that names a seat, a seat that there is.
        """
        state = self._ledger.state
        if asked.name == "seat":
            seated = asked.args.get("player") in state.players
            return seated and asked.args.get("who") in (CHILD, *self._mind.strengths)
        if asked.name == "thrown":
            return asked.args.get("face") in self._tabletop.faces
        if asked.name == "program":
            return self._may_program(asked.args)
        if asked.name == "move":
            named = asked.args.get("player") in state.players and asked.args.get("player") not in state.seats
            return named and isinstance(asked.args.get("move"), str)
        if asked.name != "undo" or not asked.args:
            return True
        newest = state.story[-1]
        return (asked.args.get("round"), asked.args.get("row")) == (newest.round, newest.row)

    async def _obey(self, name: str, args: Mapping[str, Any]) -> Words | None:
        if name in _HALTS:
            # From now on only a person's word lets it go on.
            self._memory.intruded = False
            self._fleet.pause()
            self._ledger.write(Controlled(_HALTS[name]))
            self._memory.drive_home = self._memory.drive_home or name != "pause"
        elif name == "clear":
            held = await self._fleet.clear_all()
            self._ledger.write(Controlled("clear"))
            return in_all_languages(held) if held else None
        elif name == "resume":
            if self._memory.intruded:
                # Whoever says so sees that it may stay.
                self._guard.in_order()
            elif self._guard.over is not None:
                # It came while people had paused: they were not told of it yet. It goes on when that is gone.
                self._memory.intruded = True
                notice = intruded(self._guard.over.golem)
                self._ledger.tell((notice,))
                return notice.text
            await self.go_on()
        elif name == "go":
            self._playing.go()
        elif name == "move":
            self._playing.move(args["player"], args["move"])
        elif name == "done" and self._ledger.asked:
            self._playing.confirm()
        elif name == "done" and self._ledger.state.phase is Phase.HANDS:
            if self._seen:
                # The camera looks once more; what it can't see is taken from people.
                self._memory.believe = True
                self._memory.board = None
            else:
                self._ledger.write(PiecesPlaced(dict(self._tabletop.laid(self._ledger.state.game))))
            self._playing.start_work()
        elif name == "drive":
            self._memory.drive_home = True
            self._ledger.signal(Signal.MENDED)
            self._playing.start_work()
        elif name == "waive":
            self._waive()
        elif name == "undo":
            return await self._undo()
        elif name == "recharge":
            self._memory.ended.clear()
            self._ledger.write(EnergyRecharged(RECHARGE_UNITS))
            self._playing.start_work()
        elif name == "thrown":
            self._playing.roll({str(thrower(self._game, self._ledger.state)): args["face"]})
        elif name == "program":
            self._ledger.write(ProgramCommitted(args["player"], tuple(args["rows"])))
            self._playing.start_work()
        elif name == "anew":
            self._memory.ended.clear()
            self._ledger.write(BegunAnew())
            self._memory.drive_home = True
            self._playing.start_work()
        elif name in ("again", "next"):
            return self._take_up(int(name == "next"))
        elif name == "seat":
            return self._seat(args["player"], args["who"])
        elif name == "pair":
            self._ledger.write(PairingBegun())
            self._playing.pair()
            return say("pairing")
        elif name in ("lock", "roll"):
            # What lies there is read once more, now on purpose.
            self._memory.armed.add("button")
            self._playing.start_work()
        return None

    def _take_up(self, further: int) -> Words:
        """Return the same puzzle once more, or the next one of the book; the golems go to where it begins."""
        number = self._tabletop.task(self._ledger.state.game)["number"]
        self._memory.ended.clear()
        self._playing.cancel_work()
        self._ledger.tell(())
        self._ledger.write(PuzzleTakenUp(number + further))
        self._memory.corrections = 0
        self._memory.drive_home = True
        self._playing.start_work()
        return say("taken-up")

    def _seat(self, player: str, who: str) -> Words:
        """Who plays for a golem from now on; for the computer the cards that lie there count no more."""
        self._ledger.write(SeatTaken(player, who))
        self._playing.start_work()
        if self._tabletop.trays:
            return say("seat-child" if who == CHILD else "seat-computer", golem=player)
        return say("seat-hand" if who == CHILD else "seat-mind", player=self._tabletop.player_words(player))

    def _waive(self) -> None:
        """Cards that can't be put back: the programs count as they were locked, and are watched no more."""
        players = sorted({breach.player for breach in self._memory.watch.breaches.values()})
        self._ledger.write(CardsWaived(tuple(players)))
        self._memory.watch = Watch()
        self._ledger.signal(Signal.MENDED)
        self._playing.start_work()

    async def go_on(self) -> None:
        """End the pause."""
        self._memory.intruded = False
        self._ledger.retry()
        self._ledger.write(Controlled("resume"))
        self._ledger.when_written(self._let_go)
        stalled, self._memory.stalled = self._memory.stalled, None
        if stalled is not None:
            await self._handle(stalled)
        elif not self._playing.busy:
            self._playing.start_work()

    def _let_go(self, error: JournalFailed | None) -> None:
        """Resume the robots once that is on record, unless somebody has paused again meanwhile."""
        if error is None and not self._ledger.state.paused:
            self._fleet.resume()

    async def _undo(self) -> Words:
        """Back by a row. The table stays paused, so that people can say what comes instead."""
        undone = self._ledger.state.story[-1]
        await self._fleet.stop_all()
        self._fleet.pause()
        self._playing.cancel_work()
        self._memory.stalled = None
        self._ledger.write(Undone())
        self._ledger.write(Controlled("pause"))
        self._memory.drive_home = True
        if self._tabletop.trays:
            return say("undo", round=str(undone.round), row=str(undone.row))
        return say("undo-move")


def _tell(answer: asyncio.Future[CommandAnswer], done: CommandAnswer, error: JournalFailed | None) -> None:
    """Answer once what was done is on record, or say why it is not yet."""
    if not answer.done():
        answer.set_result(done if error is None else CommandAnswer(False, say("record-failed", how=error.reason)))
