"""The table: an actor with one mailbox, the only one that changes the game.

It writes every change to the journal, and only then lets robots and screens hear of it. What takes time (a look
of the eye, a row of motions) is *work*: one task at a time, which posts its result into the mailbox.

A method takes each type of message, which is why the module is long.
"""

from __future__ import annotations

import asyncio
import logging
import random
from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import Any

from msgspec import ValidationError
from msgspec.structs import astuple

from boards.base.errors import Problem
from controller.games.game_registry import tabletop_named
from controller.games.tabletop import CardHint
from controller.journal import Journal
from controller.table.core.commands.command_types import Command, EmergencyStop, Pause, Stop, read_command
from controller.table.core.commands.dispatch import Commands
from controller.table.core.context import Playfield, TableContext
from controller.table.core.failures import work_failed
from controller.table.core.flow import GameFlow
from controller.table.core.mailbox import (
    OF_WORK,
    ArenaChanged,
    CamerasChanged,
    CommandAnswer,
    CommandRequested,
    CorrectionsFinished,
    GolemsMisplaced,
    GoNow,
    HandMoveRequested,
    HomingFinished,
    Message,
    MoveChosen,
    PairingFinished,
    ProgramChosen,
    RecordFailed,
    RobotChanged,
    RowActed,
    RowShown,
    SceneSeen,
    Unwatched,
    VerdictReached,
    WorkBroke,
    WorkFailed,
)
from controller.table.core.phases import Gate, Phase, Signal
from controller.table.core.ports import ComputerPlayerPort, FleetPort
from controller.table.core.record.entries import (
    Controlled,
    Header,
    ProgramCommitted,
    RobotCommandBegun,
    RobotCommandEnded,
    VerdictGiven,
)
from controller.table.core.record.ledger import Ledger, OnView
from controller.table.core.record.recorded_text import recorded_text
from controller.table.core.requirements import faces_from_seed
from controller.table.core.screen_hands import ScreenHand, ScreenHands
from controller.table.core.settings import Settings
from controller.table.core.state import TableState
from controller.table.core.transient_state import TransientState
from controller.table.core.worker import Worker
from controller.table.motion.execution import MotionWork
from controller.table.motion.robot_reassignment import take_over
from controller.table.motion.safety_monitor import SafetyMonitor
from controller.table.perception.camera_work import CameraWork
from controller.table.perception.scene_perception import perception_of
from controller.table.view.notices import (
    intrusion_notice,
    not_stopped,
)
from controller.table.view.table_messages import say
from controller.table.view.undo_steps import UndoStep, undo_steps
from controller.table.view.view import CameraView, Notice, RobotView, View
from firmware_bridge.robots.journal_entries import CommandBegun, CommandEnded

log = logging.getLogger(__name__)


def _camera_works(context: TableContext) -> tuple[CameraWork | None, CameraWork | None]:
    """Return the looks at the board or mat, and at the mat on which a small fleet acts; None where no camera is."""
    eye, acting, settings, memory = context.playfield.eye, context.playfield.acting, context.settings, context.memory
    return (
        None if eye is None else CameraWork(eye, settings, memory),
        None if acting is None else CameraWork(acting.eye, settings, memory),
    )


class Table:
    """One game on one table. :meth:`run` plays it; everything else may be called at any time from the loop."""

    def __init__(
        self,
        state: TableState,
        journal: Journal,
        playfield: Playfield,
        fleet: FleetPort,
        settings: Settings,
        computer_players: ComputerPlayerPort,
        chance: random.Random,
    ) -> None:
        """``chance`` salts the commitments to the programs: nobody may be able to guess it."""
        self._tabletop = tabletop_named(state.header.game)
        self._game = self._tabletop.game
        self._mailbox: asyncio.Queue[Message] = asyncio.Queue()
        self._ledger = Ledger(self._game, journal, state, self._mailbox.put_nowait)
        self._fleet = fleet
        self._worker = Worker(self._mailbox.put_nowait, self._ledger.recorded)
        self._guard = SafetyMonitor(playfield.watching, fleet, self._mailbox.put_nowait)
        self._stopping = 0
        """How many emergency stops are on their way to the robots: what these say of them is no news."""
        self._memory = TransientState(drives=playfield.drives)
        playfield, driven = playfield.learning(fleet)
        driving = MotionWork(
            driven,
            playfield.watching,
            playfield.grid,
            settings,
            self._guard,
            self._mailbox.put_nowait,
            playfield.drives,
        )
        context = TableContext(
            self._tabletop,
            self._ledger,
            fleet,
            playfield,
            settings,
            computer_players,
            self._memory,
            driving,
            self._worker,
            self._guard,
        )
        self._screen_hands = screen_hands = ScreenHands(context, chance)
        self._seeing = perception_of(context, chance)
        self._playing = GameFlow(context, *_camera_works(context), screen_hands)
        self._commands = Commands(
            context,
            self._playing,
            screen_hands,
            self._handle,
            chance,
            self._abandon_work,
            seen=playfield.pieces is not None,
        )

        self._handlers = self._handler_table()

    def _handler_table(self) -> dict[type[Message], Callable[[Any], Awaitable[None] | None]]:
        """Return what is done with each type of message."""
        return {
            CommandRequested: self._asked,
            ArenaChanged: self._arena_changed,
            GolemsMisplaced: self._astray,
            CamerasChanged: self._cameras_changed,
            CorrectionsFinished: self._corrected,
            GoNow: self._go_now,
            HandMoveRequested: self._hands_asked,
            HomingFinished: self._homed,
            VerdictReached: self._judged,
            SceneSeen: self._looked,
            MoveChosen: self._move_thought,
            PairingFinished: self._paired,
            RecordFailed: self._record_failed,
            RobotChanged: self._robot_changed,
            RowActed: self._row_acted,
            RowShown: self._row_shown,
            ProgramChosen: self._thought,
            WorkBroke: self._broken,
            WorkFailed: self._work_failed,
        }

    @property
    def _state(self) -> TableState:
        return self._ledger.state

    def latest(self) -> View:
        """Return the newest picture of the game."""
        return self._ledger.view

    @property
    def header(self) -> Header:
        """What was settled before the game began: the journal's first entry."""
        return self._state.header

    @property
    def game_state(self) -> Any:
        """The state of the game itself, for players who think ahead (see :class:`controller.games.game.Game`)."""
        return self._state.game

    def screen_hand(self, player: str) -> ScreenHand | None:
        """Return a player's cards on a screen, for nobody else; None while none are asked for."""
        return self._screen_hands.hand(player)

    def screen_hint(self, player: str) -> Callable[[], CardHint | None] | None:
        """Return what thinks of a useful next card for a player, for nobody else; None while none is asked for."""
        return self._screen_hands.hint(player)

    @property
    def camera_latency_s(self) -> float | None:
        """How late the cameras' pictures come, s; None if that was not measured."""
        latency = self._memory.drives.latency
        return latency.seconds if latency.known else None

    def undo_steps(self) -> tuple[UndoStep, ...]:
        """Return what can be undone, the newest first."""
        return undo_steps(self._tabletop, self._state)

    def subscribe(self, listener: OnView) -> Callable[[], None]:
        """Hear every new view, in order. Returns a function that ends it."""
        return self._ledger.subscribe(listener)

    async def submit(self, name: str, args: Mapping[str, Any] | None = None) -> CommandAnswer:
        """Ask something of the table. A stop, an emergency stop and a pause reach the robots before anything else."""
        try:
            command = read_command(name, args or {})
        except ValidationError:
            return CommandAnswer(False, say("not-now"))
        stopping = isinstance(command, EmergencyStop)
        self._stopping += stopping
        try:
            return await self._submit(name, command)
        finally:
            self._stopping -= stopping

    async def _submit(self, name: str, command: Command) -> CommandAnswer:
        silent = await self._halt(command)
        answer: asyncio.Future[CommandAnswer] = asyncio.get_running_loop().create_future()
        self._mailbox.put_nowait(CommandRequested(command, answer))
        done = await answer
        # Its name only: what is in it, such as a program, may be a player's secret.
        log.info("%s: %s", name, "done" if done.ok else "refused")
        return not_stopped(silent) if silent else done

    async def _halt(self, command: Command) -> Sequence[Problem]:
        """Have the robots hear of a stop; return those that have not answered to an emergency stop."""
        match command:
            case EmergencyStop():
                return await self._fleet.estop_all()
            case Stop():
                await self._fleet.stop_all()
            case Pause():
                self._fleet.pause()
        return ()

    def robot_changed(self, robot: RobotView) -> None:
        """Take a change of a robot's health from the driver layer."""
        self._mailbox.put_nowait(RobotChanged(robot))

    def cameras_changed(self, cameras: tuple[CameraView, ...]) -> None:
        """Whoever opened the cameras tells which there are and how they do."""
        self._mailbox.put_nowait(CamerasChanged(cameras))

    def hands_asked(self, golem: str, asked: Notice | None) -> None:
        """Take a request of the driver layer that a person move a golem, or its end."""
        self._mailbox.put_nowait(HandMoveRequested(golem, asked))

    def record(self, robot: str, entry: CommandBegun | CommandEnded) -> asyncio.Future[None] | None:
        """Take a driver's command into the journal. It may be sent when the future ends; None: now."""
        written = RobotCommandBegun if isinstance(entry, CommandBegun) else RobotCommandEnded
        self._ledger.write(written(robot, *astuple(entry)))
        return self._ledger.on_record() if isinstance(entry, CommandBegun) else None

    async def run(self) -> None:
        """Play, and go on answering after the end, until it is cancelled."""
        if self._state.paused:
            self._fleet.pause()
        if self._state.sequence > 0:
            self._ledger.signal(Signal.RESTARTED)
        self._playing.start_work()
        try:
            while True:
                if self._state.phase.shown is Phase.OVER and not self._worker.busy:
                    self._memory.ended.set()
                await self._handle(await self._mailbox.get())
        finally:
            self._guard.stop()
            self._worker.cancel()
            self._ledger.finish()

    async def over(self) -> View:
        """Wait for the end of the game."""
        await self._memory.ended.wait()
        await self._ledger.recorded()
        return self._ledger.view

    # Messages

    async def _handle(self, message: Message) -> None:
        handler = self._handlers[type(message)]
        if isinstance(message, OF_WORK) and self._state.paused:
            self._memory.deferred = message
        elif (waiting := handler(message)) is not None:
            await waiting

    async def _abandon_work(self) -> None:
        """End the work that is under way, and forget what came of it and waits in the mailbox."""
        await self._worker.abandon()
        waiting = [self._mailbox.get_nowait() for _ in range(self._mailbox.qsize())]
        for message in waiting:
            if not isinstance(message, (*OF_WORK, RowShown)):
                self._mailbox.put_nowait(message)

    async def _asked(self, message: CommandRequested) -> None:
        await self._commands.answer(message)

    def _robot_changed(self, message: RobotChanged) -> None:
        self._ledger.robot(message.robot)
        if message.robot.link == "estopped" and not self._stopping:
            self._commands.hold_latched()

    def _cameras_changed(self, message: CamerasChanged) -> None:
        self._ledger.cameras(message.cameras)

    def _broken(self, message: WorkBroke) -> None:
        raise message.error

    def _hands_asked(self, message: HandMoveRequested) -> None:
        self._ledger.ask(message.golem, message.asked)

    async def _record_failed(self, message: RecordFailed) -> None:
        """Nobody has heard of what is not on record. It is tried again when somebody says so."""
        self._fleet.pause()
        await self._fleet.stop_all()
        self._ledger.show_unwritten(message.error)

    def _astray(self, message: GolemsMisplaced) -> None:
        self._ledger.tell(message.notices)
        if not self._state.paused:
            self._ledger.write(Controlled("pause"))

    def _row_acted(self, message: RowActed) -> None:
        self._guard.stop()
        acted = message.acted
        self._playing.tell_failures(acted.failures)
        self._ledger.seen(acted.poses)
        self._ledger.signal(Signal.ACTED, interrupted=acted.interrupted)
        self._memory.corrections = 0
        self._playing.start_work()

    def _row_shown(self, message: RowShown) -> None:
        self._ledger.show_progress(message.progress)

    def _corrected(self, message: CorrectionsFinished) -> None:
        self._guard.stop()
        self._playing.tell_failures(message.failures)
        self._memory.corrections += 1
        self._memory.walled_in, self._memory.walled_at = message.walled_in, dict(self._state.seen)
        self._playing.start_work()

    def _homed(self, message: HomingFinished) -> None:
        self._guard.stop()
        self._ledger.seen(message.acted.poses)
        self._playing.homed(message.acted.failures)

    def _paired(self, message: PairingFinished) -> None:
        take_over(message.found, self._ledger, self._fleet)

    def _go_now(self, _message: GoNow) -> None:
        if self._state.phase.shown is Phase.DICE:
            self._playing.roll(faces_from_seed(self._game, self._tabletop, self._state))
        else:
            self._playing.go()

    def _thought(self, message: ProgramChosen) -> None:
        if message.game is self._state.game:
            self._ledger.write(ProgramCommitted(message.player, message.rows))
        self._playing.start_work()

    def _move_thought(self, message: MoveChosen) -> None:
        if message.game is self._state.game and self._state.phase.shown is Phase.MOVE:
            self._playing.move(message.player, message.move)
        elif self._state.phase.shown is not Phase.ROW:
            self._playing.start_work()

    def _judged(self, message: VerdictReached) -> None:
        if message.game is self._state.game:
            self._ledger.write(VerdictGiven(tuple(map(recorded_text, message.sentences))))
        self._playing.start_work()

    def _work_failed(self, message: WorkFailed) -> None:
        if work_failed(message.error, self._ledger, self._memory, self._fleet):
            self._playing.start_work()

    async def _arena_changed(self, message: ArenaChanged) -> None:
        """Pause the robots while something is over the field; a pause by a person stays a person's to end."""
        found = message.found
        if found is not None and found.golem in self._fleet:
            # Whatever it thinks it was told.
            await self._fleet[found.golem].stop()
        if found is not None:
            self._memory.drives.forget_places()
        if found is not None and not self._state.paused:
            self._fleet.pause()
            self._ledger.tell((found.notice if isinstance(found, Unwatched) else intrusion_notice(found.golem),))
            self._ledger.write(Controlled("guard"))
        elif found is None and self._state.gate is Gate.GUARDED:
            self._ledger.tell(())
            await self._commands.go_on()

    def _looked(self, message: SceneSeen) -> None:
        then = self._seeing.looked(message.scene, asyncio.get_running_loop().time())
        if then.drive is not None:
            self._playing.drive(then.drive)
        elif then.go:
            self._playing.go_as_seen()
        elif then.faces is not None:
            self._playing.roll(then.faces)
        elif then.move is not None:
            self._playing.move(*then.move)
        else:
            if then.go_on:
                self._playing.next()
            self._playing.start_work()
