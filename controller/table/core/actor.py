"""The table: an actor with one mailbox, the only one that changes the game.

It writes every change to the journal, and only then lets robots and screens hear of it. What takes time (a look
of the eye, a row of motions) is *work*: one task at a time, which posts its result into the mailbox.
"""

from __future__ import annotations

import asyncio
import random
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from msgspec.structs import astuple

from boards.base.errors import Problem
from boards.geometry import SquareGrid
from boards.kit.kit import Kit
from boards.kit.piece_set import PieceSet
from controller.games.game_registry import tabletop_named
from controller.journal import Journal, JournalFailed
from controller.table.core.commands import Commands
from controller.table.core.entries import (
    Controlled,
    Header,
    ProgramCommitted,
    RobotCommandBegun,
    RobotCommandEnded,
    VerdictGiven,
    told_words,
)
from controller.table.core.failures import again, work_failed
from controller.table.core.flow import Playing
from controller.table.core.ledger import Ledger, OnView
from controller.table.core.mailbox import (
    ArenaChanged,
    Asked,
    Astray,
    CamerasChanged,
    CommandAnswer,
    Corrected,
    GoNow,
    HandsAsked,
    Homed,
    Judged,
    Looked,
    Message,
    MoveThought,
    Paired,
    RobotChanged,
    RowActed,
    Thought,
    WorkBroke,
    WorkFailed,
)
from controller.table.core.phases import Phase, Signal
from controller.table.core.ports import ComputerPlayerPort, FleetPort, VisionPort
from controller.table.core.requirements import faces_from_seed
from controller.table.core.settings import Settings
from controller.table.core.state import AnyGame, TableState
from controller.table.core.transient_state import TransientState
from controller.table.core.worker import Worker
from controller.table.motion.execution import Driving
from controller.table.motion.robot_reassignment import take_over
from controller.table.motion.safety_monitor import Guard
from controller.table.motion.stage_executor import StageExecutor
from controller.table.perception.camera_work import Looking
from controller.table.perception.golem_perception import Seeing
from controller.table.perception.piece_perception import PieceSeeing
from controller.table.perception.step_perception import StepSeeing
from controller.table.view.notices import (
    intruded,
    not_stopped,
)
from controller.table.view.table_messages import say
from controller.table.view.view import CameraView, Notice, RobotView, View
from controller.vision.intrusion import Intrusion
from controller.vision.scene import Scene
from firmware_bridge.robots.journal_entries import CommandBegun, CommandEnded


class Table:
    """One game on one table. :meth:`run` plays it; everything else may be called at any time from the loop."""

    def __init__(
        self,
        *,
        game: AnyGame,
        state: TableState,
        journal: Journal,
        eye: VisionPort | None,
        fleet: FleetPort,
        kit: Kit,
        grid: SquareGrid,
        settings: Settings,
        computer_players: ComputerPlayerPort,
        chance: random.Random,
        pieces: PieceSet | None = None,
        acting: StageExecutor | None = None,
    ) -> None:
        """`eye` is None at a table without a camera, where people say what they have done: for games of pieces only.

        `pieces` is what the eye sees of a game of pieces; `acting` has a small fleet act out a part of it.

        ``chance`` salts the commitments to the programs: nobody may be able to guess it.
        """
        self._game = game
        self._tabletop = tabletop_named(game.name)
        self._ledger = Ledger(game, journal, state)
        self._fleet = fleet
        watching = eye if acting is None else acting.eye
        driving = Driving(fleet, watching, grid, settings.pace)
        self._mailbox: asyncio.Queue[Message] = asyncio.Queue()
        self._worker = Worker(self._mailbox.put_nowait)
        self._guard = Guard(watching, fleet, self._mailbox.put_nowait)
        self._memory = TransientState()
        self._seeing: Seeing | PieceSeeing | StepSeeing
        if pieces is not None:
            self._seeing = PieceSeeing(self._tabletop, self._ledger, pieces, settings, self._memory)
        elif acting is not None:
            self._seeing = StepSeeing(self._tabletop, self._ledger, self._memory)
        else:
            self._seeing = Seeing(
                self._tabletop, self._ledger, kit, grid, settings, self._memory, driving, self._guard, chance
            )
        self._playing = Playing(
            game,
            self._tabletop,
            self._ledger,
            fleet,
            grid,
            settings,
            computer_players,
            self._memory,
            driving,
            self._worker,
            self._guard,
            None if eye is None else Looking(eye, settings, self._memory),
            acting,
            None if acting is None else Looking(acting.eye, settings, self._memory),
        )
        self._commands = Commands(
            game,
            self._tabletop,
            self._ledger,
            fleet,
            computer_players,
            self._memory,
            self._playing,
            self._guard,
            self._handle,
            seen=isinstance(self._seeing, PieceSeeing),
        )

    @property
    def _state(self) -> TableState:
        return self._ledger.state

    def latest(self) -> View:
        """The newest picture of the game."""
        return self._ledger.view

    @property
    def header(self) -> Header:
        """What was settled before the game began: the journal's first entry."""
        return self._state.header

    @property
    def game_state(self) -> Any:
        """The state of the game itself, for players who think ahead (see :class:`controller.games.game.Game`)."""
        return self._state.game

    def subscribe(self, listener: OnView) -> Callable[[], None]:
        """Hear every new view, in order. Returns a function that ends it."""
        return self._ledger.subscribe(listener)

    async def submit(self, name: str, args: Mapping[str, Any] | None = None) -> CommandAnswer:
        """Ask something of the table. Stop and emergency stop reach the robots before anything else."""
        silent: Sequence[Problem] = ()
        if name == "estop":
            silent = await self._fleet.estop_all()
        elif name == "stop":
            await self._fleet.stop_all()
        elif name == "pause":
            self._fleet.pause()
        answer: asyncio.Future[CommandAnswer] = asyncio.get_running_loop().create_future()
        self._mailbox.put_nowait(Asked(name, answer, args or {}))
        done = await answer
        return not_stopped(silent) if silent else done

    def robot_changed(self, robot: RobotView) -> None:
        """The driver layer tells of a robot's health."""
        self._mailbox.put_nowait(RobotChanged(robot))

    def cameras_changed(self, cameras: tuple[CameraView, ...]) -> None:
        """Whoever opened the cameras tells which there are and how they do."""
        self._mailbox.put_nowait(CamerasChanged(cameras))

    def hands_asked(self, golem: str, asked: Notice | None) -> None:
        """The driver layer asks a person to move a golem, or no more."""
        self._mailbox.put_nowait(HandsAsked(golem, asked))

    def record(self, robot: str, entry: CommandBegun | CommandEnded) -> None:
        """The driver's commands go into the journal before they go over the wire.

        Raises :class:`JournalFailed`; then the command is not sent.
        """
        written = RobotCommandBegun if isinstance(entry, CommandBegun) else RobotCommandEnded
        self._ledger.write(written(robot, *astuple(entry)))

    async def run(self) -> None:
        """Play, and go on answering after the end, until it is cancelled."""
        if self._state.paused:
            self._fleet.pause()
        if self._state.sequence > 0:
            self._memory.drive_home = self._state.interrupted or self._state.phase is Phase.ROW
            self._ledger.signal(Signal.RESTARTED)
        self._playing.start_work()
        try:
            while True:
                if self._state.phase is Phase.OVER and not self._worker.busy:
                    self._memory.ended.set()
                await self._handle(await self._mailbox.get())
        finally:
            self._guard.stop()
            self._worker.cancel()

    async def over(self) -> View:
        """Wait for the end of the game."""
        await self._memory.ended.wait()
        return self._ledger.view

    # Messages

    async def _handle(self, message: Message) -> None:
        try:
            match message:
                case Asked():
                    await self._commands.answer(message)
                case RobotChanged(robot):
                    self._ledger.robot(robot)
                case CamerasChanged(cameras):
                    self._ledger.cameras(cameras)
                case WorkBroke(error):
                    raise error
                case HandsAsked(golem, asked):
                    self._ledger.ask(golem, asked)
                case ArenaChanged(found):
                    await self._arena_changed(found)
                case Astray(notices):
                    self._ledger.tell(notices)
                    if not self._state.paused:
                        self._ledger.write(Controlled("pause"))
                case _ if self._state.paused or self._memory.stalled is not None:
                    self._memory.stalled = message
                case Looked(scene):
                    self._looked(scene)
                case RowActed(acted):
                    self._guard.stop()
                    self._playing.tell_failures(acted.failures)
                    self._ledger.seen(acted.poses)
                    self._ledger.signal(Signal.ACTED, interrupted=acted.interrupted)
                    self._memory.drive_home = self._memory.drive_home or acted.interrupted
                    self._memory.corrections = 0
                    self._playing.start_work()
                case Corrected(failures):
                    self._guard.stop()
                    self._playing.tell_failures(failures)
                    self._memory.corrections += 1
                    self._playing.start_work()
                case Homed(acted):
                    self._guard.stop()
                    self._ledger.seen(acted.poses)
                    self._playing.homed(acted.failures)
                case Paired(found):
                    take_over(found, self._ledger, self._fleet)
                case GoNow() if self._state.phase is Phase.DICE:
                    self._playing.roll(faces_from_seed(self._game, self._tabletop, self._state))
                case GoNow():
                    self._playing.go()
                case Thought(player, rows, game):
                    if game is self._state.game:
                        self._ledger.write(ProgramCommitted(player, rows))
                    self._playing.start_work()
                case MoveThought(player, move, game):
                    if game is self._state.game and self._state.phase is Phase.MOVE:
                        self._playing.move(player, move)
                    elif self._state.phase is not Phase.ROW:
                        self._playing.start_work()
                case Judged(sentences, game):
                    if game is self._state.game:
                        self._ledger.write(VerdictGiven(told_words(sentences)))
                    self._playing.start_work()
                case WorkFailed(error):
                    if work_failed(error, self._ledger, self._memory, self._fleet):
                        self._playing.start_work()
        except JournalFailed as error:
            # The change did not happen. It is tried again when somebody says so.
            self._fleet.pause()
            await self._fleet.stop_all()
            if not isinstance(message, Asked | RobotChanged | CamerasChanged | ArenaChanged):
                self._memory.stalled = again(message, self._state)
            self._ledger.show_unwritten(error)
            if isinstance(message, Asked) and not message.answer.done():
                message.answer.set_result(CommandAnswer(False, say("record-failed", how=error.reason)))

    async def _arena_changed(self, found: Intrusion | None) -> None:
        """The robots wait while something is over the field; who has paused before, or after, decides alone."""
        if found is not None and found.golem in self._fleet:
            # Whatever it thinks it was told.
            await self._fleet[found.golem].stop()
        if found is not None and not self._state.paused:
            self._fleet.pause()
            self._memory.intruded = True
            self._ledger.tell((intruded(found.golem),))
            self._ledger.write(Controlled("pause"))
        elif found is None and self._memory.intruded:
            self._ledger.tell(())
            await self._commands.go_on()

    def _looked(self, scene: Scene) -> None:
        then = self._seeing.looked(scene, asyncio.get_running_loop().time())
        if then.drive is not None:
            self._playing.drive(then.drive)
        elif then.faces is not None:
            self._playing.roll(then.faces)
        elif then.move is not None:
            self._playing.move(*then.move)
        else:
            if then.go_on:
                self._playing.next()
            self._playing.start_work()
