"""A base for robots that do not speak the golem's wire: a family brings what moves, this keeps what a table relies on.

One command at a time, in order; each on record before it begins; the pause gate; stop and emergency stop before all
else; every command ends, in a named result.
"""

from __future__ import annotations

import asyncio
import logging
import secrets
from abc import ABC, abstractmethod
from collections.abc import Callable
from contextlib import suppress

from boards.base.errors import GolemError
from boards.base.reasons import NO_REASON, Reason, foreign_words
from firmware_bridge.channels.channel_reasons import ChannelReason
from firmware_bridge.link.commands import Command, Sent, expected_s, timeout_for
from firmware_bridge.link.link import QUEUE_MOST
from firmware_bridge.link.link_reasons import OUTCOMES, VERDICTS, LinkReason
from firmware_bridge.protocol.codec import check_range
from firmware_bridge.protocol.messages import Act, Move, Outcome, Turn, Verdict
from firmware_bridge.robots.journal_entries import CommandBegun, Record, begun_entry, ended_entry, no_record, sent_of
from firmware_bridge.robots.pause_gate import Gate
from firmware_bridge.robots.robot_port import RobotPort
from firmware_bridge.robots.robot_status import (
    LinkState,
    MotionResult,
    NotConnected,
    RobotStatus,
    act_named,
)

log = logging.getLogger(__name__)

HALT_S = 2.0
"""A robot that has not ended its motion for so long after a halt is not waited for any longer."""

STOPPED = MotionResult(*OUTCOMES[Outcome.STOPPED])
ESTOPPED = MotionResult(*OUTCOMES[Outcome.ESTOPPED])
LATCHED = MotionResult("rejected", VERDICTS[Verdict.ESTOPPED])
UNSUPPORTED = MotionResult("rejected", VERDICTS[Verdict.UNSUPPORTED])
UNSENT = MotionResult("cancelled", LinkReason.STOPPED_UNSENT())
LOST = MotionResult("rejected", LinkReason.NOT_READY(phase="lost"))
RESTARTED = MotionResult("uncertain", LinkReason.RESTARTED())


class DirectRobot(ABC):
    """A :class:`firmware_bridge.robots.robot_port.RobotPort`; a family says how it opens, moves and halts."""

    by_hand = False
    longest_s = 0.0
    """A command may take so long, whatever its own figures say."""

    def __init__(self, name: str, port: str) -> None:
        """`port` is the robot's address as people know it."""
        self.name = name
        self.record: Record = no_record
        self.gate = Gate()
        self.on_change: list[Callable[[RobotPort], None]] = []
        self._port = port
        self._boot_id = secrets.randbelow(0xFFFF) + 1
        self._seq = 0
        self._open = False
        self._latched = False
        self._trouble: tuple[LinkState, Reason] = ("connecting", ChannelReason.NOT_YET())
        """What is told while it is not open, or lost."""
        self._turns = asyncio.Lock()
        self._commands: set[asyncio.Task[MotionResult]] = set()
        """Under way, and waiting for their turn."""
        self._stops = 0
        """Counts stops: a command that was handed in before one does not begin after it."""
        self._end_as = STOPPED
        self._performing: asyncio.Task[MotionResult] | None = None
        self._unrecorded: asyncio.Future[None] | None = None
        """Ended by a stop while a command waits to be on record."""

    # -- what a family brings --------------------------------------------------------------------------

    @abstractmethod
    async def open(self) -> None:
        """Make the robot ready. Raises GolemError if it cannot be reached."""

    @abstractmethod
    async def perform(self, command: Command) -> MotionResult:
        """Carry a command out to its end: a Move (um, mm/s), a Turn (0.01 degrees, degrees/s) or an Act.

        It is cancelled if it does not end soon after :meth:`halt`, or takes longer than its own figures allow. A
        GolemError that it raises makes the end uncertain.
        """

    @abstractmethod
    async def halt(self) -> None:
        """End the motion under way at once, if there is one; called for stop, emergency stop and close."""

    @abstractmethod
    async def shut(self) -> None:
        """Let the robot go; the motion has been halted before."""

    def can(self, command: Command) -> bool:
        """Tell whether the robot can do this at all. The usual one can do everything."""
        return True

    # -- what a table asks -----------------------------------------------------------------------------

    @property
    def port(self) -> str:
        """Where it is."""
        return self._port

    @property
    def own_name(self) -> str:
        """What it calls itself; the usual one has no name of its own."""
        return ""

    @property
    def busy(self) -> bool:
        """Whether a command is under way."""
        return bool(self._commands)

    @property
    def status(self) -> RobotStatus:
        """Its health."""
        state, reason = self._trouble
        if self._open and state != "lost":
            state = "estopped" if self._latched else "busy" if self._commands else "ready"
            reason = NO_REASON
        return RobotStatus(self.name, state, None, "", None, None, reason)

    async def connect(self, last: CommandBegun | None = None) -> MotionResult | None:
        """Open it; what was under way when the last controller ended stays uncertain. Raises GolemError."""
        sent = sent_of(self.name, last) if last is not None else None
        if not self._open:
            try:
                await self.open()
            except GolemError as error:
                self._set_trouble("lost", error.as_reason())
                raise
            self._open = True
            log.info("%s: %s is ready", self.name, self._port)
            self._set_trouble("ready", NO_REASON)
        if sent is None:
            return None
        self.record(self.name, ended_entry(sent, RESTARTED))
        return RESTARTED

    async def move(self, mm: float, speed_mm_s: float) -> MotionResult:
        """Go straight: `mm` ahead, or back if negative. Raises OutOfRange, NotConnected."""
        return await self._carry_out(Move(round(mm * 1000), round(speed_mm_s)))

    async def turn(self, degrees: float, speed_deg_s: float) -> MotionResult:
        """Turn on the spot, counter-clockwise if positive. Raises OutOfRange, NotConnected."""
        return await self._carry_out(Turn(round(degrees * 100), round(speed_deg_s)))

    async def act(self, kind: str) -> MotionResult:
        """Show something. Raises RobotError for what no robot can show, NotConnected."""
        return await self._carry_out(Act(act_named(self.name, kind)))

    async def progress(self, within_s: float) -> float | None:
        """Return None: the usual robot tells how far it came when it has ended."""
        return None

    async def stop(self) -> None:
        """End what is under way and forget what waits; return once it has ended."""
        await self._halt_as(STOPPED)

    async def estop(self) -> None:
        """Stop at once and stay stopped until :meth:`clear`."""
        self._latched = True
        await self._halt_as(ESTOPPED)
        self._tell()

    def announce_estop(self, latched: bool) -> None:  # noqa: B027 - most robots have nowhere to keep it
        """Do nothing: it is never away, and :meth:`estop` reaches it."""

    async def clear(self) -> None:
        """Release the emergency stop."""
        self._latched = False
        self._tell()

    def confirm(self) -> bool:
        """Hear that a person has done what was asked; the usual robot asks nobody."""
        return False

    async def close(self) -> None:
        """Stop it and let it go; closing twice is no error."""
        await self.turn_away(ChannelReason.CLOSED())

    async def turn_away(self, reason: Reason) -> None:
        """Close, and say why."""
        if self._open:
            await self.stop()
            self._open = False
            await self.shut()
            log.info("%s: %s: %s", self.name, self._port, reason)
        self._set_trouble("lost", reason)

    # -- for families ----------------------------------------------------------------------------------

    def lost(self, reason: Reason | str) -> None:
        """Tell that the robot cannot be reached now, and why, perhaps in its own words; :meth:`found` ends it."""
        log.info("%s: lost: %s", self.name, reason)
        self._set_trouble("lost", foreign_words(reason) if isinstance(reason, str) else reason)

    def found(self) -> None:
        """Tell that the robot can be reached again."""
        log.info("%s: %s is back", self.name, self._port)
        self._set_trouble("ready", NO_REASON)

    # -- the works -------------------------------------------------------------------------------------

    async def _carry_out(self, command: Command) -> MotionResult:
        check_range(command)
        await self.gate.passed()
        if not self._open:
            raise NotConnected(self.name)
        if self._latched:
            return LATCHED
        if self._trouble[0] == "lost":
            return LOST
        if len(self._commands) >= QUEUE_MOST:
            return MotionResult("rejected", LinkReason.QUEUE_FULL(count=QUEUE_MOST))
        if not self.can(command):
            return UNSUPPORTED
        # A motion goes on without whoever asked for it, and a stop still waits for its end.
        running = asyncio.ensure_future(self._in_turn(command, self._stops))
        self._commands.add(running)
        running.add_done_callback(self._settled)
        self._tell()
        result = await asyncio.shield(running)
        await self.gate.passed()
        return result

    def _settled(self, command: asyncio.Task[MotionResult]) -> None:
        self._commands.discard(command)
        if not command.cancelled():
            command.exception()  # told to whoever waits; nobody need wait
        self._tell()

    async def _in_turn(self, command: Command, stops: int) -> MotionResult:
        async with self._turns:
            return UNSENT if stops != self._stops or not self._open else await self._perform(command)

    async def _perform(self, command: Command) -> MotionResult:
        self._seq = (self._seq + 1) & 0xFFFF
        sent = Sent(self._boot_id, 1, self._seq, command)
        written = self.record(self.name, begun_entry(sent))
        log.info("%s: %s", self.name, command)
        if written is None or await self._on_record(written):
            self._performing = asyncio.ensure_future(self.perform(command))
            try:
                result = await self._ended(self._performing, command)
            finally:
                self._performing = None
        else:
            result = self._end_as
        log.info("%s: %s %s", self.name, result.kind, result.reason)
        self.record(self.name, ended_entry(sent, result))
        return result

    async def _on_record(self, written: asyncio.Future[None]) -> bool:
        """Wait until a command is on record; False if it was stopped before."""
        stopped = self._unrecorded = asyncio.get_running_loop().create_future()
        try:
            await asyncio.wait({written, stopped}, return_when=asyncio.FIRST_COMPLETED)
            return not stopped.done()
        finally:
            self._unrecorded = None

    async def _ended(self, performing: asyncio.Task[MotionResult], command: Command) -> MotionResult:
        """Wait for a command's end, as long as its own figures allow."""
        patience = timeout_for(max(expected_s(command), self.longest_s))
        done, _ = await asyncio.wait({performing}, timeout=patience)
        if not done:
            await self._end(performing)
            return MotionResult("uncertain", LinkReason.NO_END(seconds=f"{patience:.1f}"))
        if performing.cancelled():
            return self._end_as
        error = performing.exception()
        if error is None:
            return performing.result()
        if isinstance(error, GolemError):
            return MotionResult("uncertain", error.as_reason())
        # A mistake in a family's own program ends one command, not the game.
        log.error("%s: %s failed", self.name, command, exc_info=error)
        return MotionResult("uncertain", foreign_words(f"{type(error).__name__}: {error}"))

    async def _halt_as(self, end: MotionResult) -> None:
        """End what is under way, with this result unless the robot itself says how it ended, and forget what waits."""
        self._stops += 1
        self._end_as = end
        commands, performing = set(self._commands), self._performing
        if self._unrecorded is not None and not self._unrecorded.done():
            self._unrecorded.set_result(None)
        if performing is not None:
            await self._end(performing)
        if commands:
            await asyncio.wait(commands)

    async def _end(self, performing: asyncio.Task[MotionResult]) -> None:
        with suppress(GolemError):
            await self.halt()
        await asyncio.wait({performing}, timeout=HALT_S)
        performing.cancel()
        await asyncio.wait({performing})

    def _set_trouble(self, state: LinkState, reason: Reason) -> None:
        self._trouble = (state, reason)
        self._tell()

    def _tell(self) -> None:
        for listener in tuple(self.on_change):
            listener(self)
