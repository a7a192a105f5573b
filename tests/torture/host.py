"""A controller that hands in a plan's commands, writes its journal, and is killed at any byte of it.

It knows after its death only what the journal says: which command comes next, and whether one is open.
"""

from __future__ import annotations

from collections.abc import Callable
from math import inf
from pathlib import Path
from random import Random

import msgspec

from boards.base.reasons import foreign_words
from controller.journal.journal_reader import FIRST_SUM, Entry, line_of, read_record
from firmware_bridge.link.commands import (
    Begun,
    ClearRefused,
    Ended,
    Event,
    Latched,
    Sent,
    Timers,
    expected_s,
)
from firmware_bridge.link.estop_latch import LatchPhase
from firmware_bridge.link.link import Link
from firmware_bridge.link.transition_table import Phase
from firmware_bridge.protocol.codec import Frame
from firmware_bridge.robots.journal_entries import CommandBegun, begun_entry, ended_entry, result_of, sent_of
from tests.torture.plan import Plan, command_of

A_GAME = 100
"""So many commands go into one journal."""
BREAK_S = 0.5
"""Between two games."""


class Killed(Exception):
    """The process is gone; what it was about to do is not done."""


class Host:
    """Lives, dies and lives again over one link to one robot."""

    def __init__(
        self,
        plan: Plan,
        chance: Random,
        folder: Path,
        at: Callable[[float, Callable[[], None]], None],
        say: Callable[[list[Frame]], None],
        on_begun: Callable[[float], None],
        on_break: Callable[[float], None],
    ) -> None:
        """`at` calls back after a delay, `say` puts frames on the wire, `on_begun` and `on_break` hear how long
        a command or a break will take."""
        self.now = 0.0
        self.deaths = 0
        self.alive = False
        self.plugged = True
        self.journals: list[bytes] = []
        """Those that are full."""
        self.ended = 0
        """Commands with an end on record, in those."""
        self.link = Link(Timers.serial(115200))
        self._plan, self._chance, self._path = plan, chance, folder / "journal"
        self._at, self._say, self._on_begun, self._on_break = at, say, on_begun, on_break
        self._begin_journal()
        self._outstanding: dict[int, int] = {}
        """Ticket -> the plan's number."""
        self._wake_at: float | None = None
        at(0.0, self.start)

    @property
    def finished(self) -> bool:
        return self.alive and self.begun >= self._plan.commands and not self._outstanding

    # -- the journal -----------------------------------------------------------------------------------

    def _begin_journal(self) -> None:
        line, self._sum = line_of(Entry(0, self.now, "game", {}), FIRST_SUM)
        self._journal, self._lines = bytearray(line), 1
        self.begun = self.ended

    def _write(self, kind: str, data: dict[str, object]) -> None:
        line, total = line_of(Entry(self._lines, self.now, kind, data), self._sum)
        if self._chance.random() < self._plan.crashes / 4:
            self._journal += line[: self._chance.randrange(len(line) + 1)]
            raise Killed
        self._journal += line
        self._sum, self._lines = total, self._lines + 1

    def _read(self) -> Sent | None:
        """What a new process finds: it goes on behind the last whole line; an open command is returned."""
        self._path.write_bytes(self._journal)
        record = read_record(self._path)
        del self._journal[record.length :]
        self._lines, self._sum = len(record.entries), record.sum
        begun = [entry for entry in record.entries if entry.kind == "begun"]
        self.begun = self.ended + len(begun)
        return (
            sent_of("robot", msgspec.convert(begun[-1].data, CommandBegun))
            if record.entries[-1].kind == "begun"
            else None
        )

    # -- life and death --------------------------------------------------------------------------------

    def start(self) -> None:
        """A new process."""
        if not self.plugged:
            self._at(0.1, self.start)
            return
        self.alive = True
        self.link = Link(Timers.serial(115200))
        self._outstanding.clear()
        interrupted = self._read()
        ticket = self.link.open(self.now, interrupted)
        if ticket is not None:
            self._outstanding[ticket] = self.begun
        self.pump()
        self._at(0.0, self._hand_in)

    def die(self) -> None:
        """The process is killed."""
        if not self.alive:
            return
        self.alive = False
        self.deaths += 1
        self._wake_at = None
        # Mostly back before the robot misses it, sometimes after the robot has stopped by itself.
        longest = 3.0 if self._chance.random() < 0.05 else 0.1
        self._at(self._chance.uniform(0.0, longest), self.start)

    def unplug(self) -> None:
        self.plugged = False
        if self.alive:
            self.link.away(foreign_words("the port went away"), self.now)
            self.pump()

    def plug_in(self) -> None:
        self.plugged = True
        if self.alive and self.link.phase is Phase.AWAY:
            self.link.open(self.now)
            self.pump()

    # -- the link --------------------------------------------------------------------------------------

    def hear(self, frame: Frame) -> None:
        if self.alive and self.plugged:
            self.link.receive(frame, self.now)
            self.pump()

    def call(self, link: Link, what: Callable[[float], None]) -> None:
        """Ask something of a link, if its process still lives."""
        if self.alive and link is self.link:
            what(self.now)
            self.pump()

    def pump(self) -> None:
        link = self.link
        try:
            while True:
                for event in link.take_events():
                    self._hear_event(event)
                frames = link.take_frames()
                if not frames:
                    break
                self._say(frames)
        except Killed:
            self.die()
            return
        due = link.next_timer()
        if due < inf and (self._wake_at is None or due < self._wake_at):
            self._wake_at = due
            self._at(max(0.0, due - self.now), lambda: self._wake(link, due))

    def _wake(self, link: Link, due: float) -> None:
        if self.alive and link is self.link and self._wake_at == due:
            self._wake_at = None
            link.poll(self.now)
            self.pump()

    def _hear_event(self, event: Event) -> None:
        match event:
            case Begun(ticket, sent):
                self._write("begun", msgspec.to_builtins(begun_entry(sent)))
                self.begun += 1
                self._mishaps(sent)
            case Ended(ticket, sent, ending):
                if sent is not None:
                    self._write("ended", msgspec.to_builtins(ended_entry(sent, result_of(ending))))
                self._outstanding.pop(ticket)
                if not self._outstanding:
                    self._at(self._chance.uniform(0, 0.01), self._hand_in)
            case Latched() | ClearRefused():
                link = self.link
                self._at(0.05, lambda: self._clear(link))
            case _:
                pass

    def _clear(self, link: Link) -> None:
        if link.latch.phase in (LatchPhase.LATCHED, LatchPhase.FOUND):
            self.call(link, link.clear)

    def _mishaps(self, sent: Sent) -> None:
        plan, chance, link = self._plan, self._chance, self.link
        span = expected_s(sent.command) + 0.03
        self._on_begun(span + 0.07)
        if chance.random() < plan.crashes / 2:
            self._at(chance.uniform(0, span), lambda: self.die() if link is self.link else None)
        if chance.random() < plan.stops:
            self._at(chance.uniform(0, span), lambda: self.call(link, link.stop))
        if chance.random() < plan.estops:
            self._at(chance.uniform(0, span), lambda: self.call(link, link.estop))

    def _hand_in(self) -> None:
        link = self.link
        if not self.alive or self._outstanding or self.begun >= self._plan.commands:
            return
        if self.begun - self.ended >= A_GAME:
            self.close_journal()
            self._on_break(BREAK_S)
            self._at(BREAK_S, self._hand_in)
            return
        if link.phase not in (Phase.READY, Phase.GREETING, Phase.CLAIMING) or link.latch.engaged:
            self._at(0.02, self._hand_in)
            return
        many = 3 if self._chance.random() < 0.1 else 1
        for number in range(self.begun + 1, min(self.begun + many, self._plan.commands) + 1):
            self._outstanding[link.submit(command_of(number), self.now)] = number
        self.pump()

    def close_journal(self) -> None:
        """The game is over; the next gets a journal of its own."""
        self.journals.append(bytes(self._journal))
        self.ended = self.begun
        self._begin_journal()
