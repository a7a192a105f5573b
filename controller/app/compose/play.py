"""`golem play`: any game on a real table, new or gone on with after a stop."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Callable
from contextlib import AsyncExitStack, suppress
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path

from boards.base.catalogue import translate
from boards.base.errors import GolemError, Problem, Problems
from boards.base.message import _
from boards.colours import COLOURS
from controller.app.compose.bot_players import bot_players
from controller.app.compose.game_setup import header
from controller.app.compose.hand_requests import serve_hands
from controller.app.compose.kept_pictures import note_pictures
from controller.app.compose.kit_selection import PlaySurface, surface_of
from controller.app.compose.next_game import (
    NextGames,
    check_place_of_record,
    next_table,
    table_catalogue,
    table_of_record,
)
from controller.app.compose.robot_connection import connect
from controller.app.compose.screens import Screens
from controller.app.compose.session import GameSession, Recorder, make_table, play, start_again, start_new
from controller.app.compose.table_records import TableRecords
from controller.app.compose.web_page import served_page
from controller.app.config.file_names import free_path
from controller.app.config.measured_lens import today
from controller.app.config.table_file import SPARES, TableFile
from controller.app.devices.camera_setup import CameraSetupPlan, MakeCamera, OpenCameras, open_cameras
from controller.app.devices.camera_status import report_cameras
from controller.app.devices.open_devices import OpenDevices
from controller.app.devices.stored_odometry import drives_from_stored, load_stored_odometry, store_odometry
from controller.app.lobby.table_processes import announced
from controller.app.simulation.demo import this_command
from controller.app.terminal.keyboard import listen_to_keys
from controller.app.terminal.shutdown import cancel_on_signals
from controller.app.terminal.story import TerminalNarrator, phrase
from controller.console.front_door.messages import NewGame
from controller.console.serving.listening_socket import listen
from controller.games.game_registry import AT_THE_TABLE, game_named, names, tabletop_named
from controller.journal import LARGEST, JournalDamaged, read_record
from controller.table.core.actor import Table
from controller.table.core.context import Playfield
from controller.table.core.phases import Phase
from controller.table.core.record.entry_codec import header_of
from controller.table.core.record.fold import fold_all
from controller.table.motion.learning.learned_drives import LearnedDrives
from controller.table.motion.robot_assignment import assignment_for
from controller.table.motion.stage_executor import StageExecutor
from controller.table.view.view import View
from controller.vision.cameras.address import shown
from controller.vision.cameras.camera_registry import camera_for
from controller.vision.fusion.multi_camera import AnyCameraReader
from firmware_bridge.robots.fleet import Fleet
from firmware_bridge.robots.robot_families import open_robot
from firmware_bridge.robots.robot_port import RobotPort


@dataclass(frozen=True)
class PlayPlan:
    """What `golem play` was asked for."""

    table: TableFile
    journal: Path
    resume: bool
    browser: bool
    file: Path = Path("table.yaml")
    """Of the table."""
    words: tuple[str, ...] = ()
    """Of the command line: what names the table, to go on after a stop."""


def newest_journal(folder: Path) -> Path:
    """Return the record that was written last, of two of one moment that with the higher number.

    One without a whole line is passed over: nothing had begun. Raises Problems, if there is none.
    """
    for path in sorted(folder.glob("*.jsonl"), key=_written, reverse=True):
        with suppress(OSError), path.open("rb") as file:
            if file.readline(LARGEST).endswith(b"\n"):
                return path
    raise Problems([Problem("--resume", _("there is no record of a game in {folder}", folder=str(folder)))])


def _written(path: Path) -> tuple[int, int, str]:
    """When it was written last, ns; its number (``game-2`` is the one after ``game``); its name."""
    number = path.stem.rpartition("-")[2]
    try:
        moment = path.stat().st_mtime_ns
    except OSError:
        moment = 0
    return moment, int(number) if number.isdecimal() and number.isascii() and len(number) < 10 else 1, path.name


def unfinished_journal(table: TableFile) -> Path | None:
    """Return the record that was written last, if it is of a game on this table that has not ended; else None.

    Raises JournalDamaged.
    """
    try:
        newest = newest_journal(table.journals)
        entries = read_record(newest).entries
        told = header_of(read_record(newest))
        if not told.place and told.game != table.game.game:
            return None
        check_resume(table, newest)
    except Problems:
        return None
    state = fold_all(game_named(told.game), entries, newest)
    return None if state.phase is Phase.OVER else newest


def _on_mat(game: str) -> bool:
    """Whether there is a game of this name that is played on a mat of the kit."""
    return game in (*names(), *AT_THE_TABLE) and tabletop_named(game).kit_mat


def check_pieces(path: Path) -> None:
    """Check that the record is of a game of pieces. Raises JournalDamaged."""
    name = header_of(read_record(path)).game
    if tabletop_named(name).kit_mat:
        raise JournalDamaged(path, 1, _("this is a record of {game}, no game of pieces", game=name))


def check_resume(table: TableFile, path: Path) -> None:
    """Check that the record is of a game on this table. Raises Problems, JournalDamaged."""
    told = header_of(read_record(path))
    plan = table.game
    if told.place:
        # It was begun from this table's page, which offers what it has devices for.
        check_place_of_record(table, told, path)
        return
    wanted: dict[str, tuple[object, object]] = {
        "game": (told.game, plan.game),
        "players": (list(told.players), list(plan.players)),
    }
    if plan.on_mat:
        wanted["mat"] = told.mat, str(plan.mat)
        wanted["rules"] = told.rules, plan.rules
        wanted["deck_seed"] = told.deck_seed, plan.deck_seed
    found = [
        Problem(
            f"{path}:1: {key}",
            _("the game was played with {played}, the table file says {value}", played=str(played), value=str(value)),
        )
        for key, (played, value) in wanted.items()
        if played != value
    ]
    if plan.on_mat and not _on_mat(told.game):
        raise JournalDamaged(path, 1, _("this is no record of Battle of Golems"))
    if found:
        raise Problems(found)


@dataclass(frozen=True)
class Devices:
    """How the names in a table file become devices."""

    camera: MakeCamera = camera_for
    robot: Callable[[str, str], RobotPort] = open_robot


def play_at_table(plan: PlayPlan) -> int:
    """Play until the facilitator ends it. Returns the exit status."""
    game = plan.table.game
    devices = Devices(robot=partial(open_robot, login=plan.table.login))
    tty = sys.stdout.isatty()
    teller = TerminalNarrator(sys.stdout, game.language, colour=tty, progress=tty and game.on_mat)
    session = TableSession(plan, teller, devices, _nobody)
    try:
        view = asyncio.run(session.run())
    except GolemError as error:
        error.language = error.language or game.language
        raise
    teller.end(view)
    journal = str(session.plan.journal)
    teller.say(f"\n{phrase('record', game.language, file=journal)}")
    teller.say(phrase("again", game.language, command=this_command("replay", journal)))
    if view.winners is None:
        again = this_command("play", *plan.words, "--resume", "--journal", journal)
        teller.say(phrase("go-on", game.language, command=again))
    return 0


async def run_table(
    plan: PlayPlan, teller: TerminalNarrator, devices: Devices, on_table: Callable[[Table], None]
) -> View:
    """Play on these devices until cancelled; ``on_table`` is handed each table before it plays.

    What can be wrong with devices and ports is found before anything is recorded.
    """
    return await TableSession(plan, teller, devices, on_table).run()


class TableSession:
    """The games at one table, one after the other: the page stays, and so do cameras and robots that both use."""

    def __init__(
        self, plan: PlayPlan, teller: TerminalNarrator, devices: Devices, on_table: Callable[[Table], None]
    ) -> None:
        self.plan = plan
        """Of the game that is played, or was played last."""
        self._file = plan.table
        self._teller = teller
        self._open = OpenDevices(devices.camera, devices.robot)
        self._on_table = on_table
        self.games: NextGames[PlayPlan] = NextGames(lambda: table_catalogue(self._file), self._next)
        self.screens: Screens | None = None
        """The table that plays now, as pages see it; None before the first."""
        self._records: TableRecords | None = None

    async def run(self) -> View:
        """Play until cancelled; return the last view."""
        page = self._file.page
        if page is not None:
            for port in (page.port, page.stop_port):
                listen(page.host, port).close()
        before: PlayPlan | None = None
        async with AsyncExitStack() as stack:
            try:
                while True:
                    try:
                        view, following = await self._play(stack)
                    except GolemError as error:
                        if before is None or not self.games.pending:
                            raise
                        self._teller.say(translate(error.message, self._file.game.language))
                        self.games.begun(error)
                        self.plan, before = before, None
                        continue
                    if following is None:
                        return view
                    before, self.plan = replace(self.plan, resume=True), following
                    self._teller.anew()
            finally:
                await self._open.close()

    def _next(self, wanted: NewGame) -> PlayPlan:
        """Return how a wish is played at this table. Raises Problems."""
        table = next_table(self._file, wanted)
        name = "game" if table.game.on_mat else table.game.game
        return replace(self.plan, table=table, journal=free_path(self._file.journals, name), resume=False)

    async def _play(self, page: AsyncExitStack) -> tuple[View, PlayPlan | None]:
        """Play one game until it is cancelled or another is asked for; the page goes on ``page``."""
        loop, plan, teller, recorder = asyncio.get_running_loop(), self.plan, self._teller, Recorder()
        told = header_of(read_record(plan.journal)) if plan.resume else header(plan.table.game)
        file = table_of_record(plan.table, told) if plan.resume else plan.table
        language = file.game.language
        robots = {name: file.robots[name] for name in (*COLOURS, *SPARES) if name in file.robots}
        async with AsyncExitStack() as stack:
            ground = surface_of(told, staged=file.staged) if file.cameras else None
            opened = None if ground is None else await _open_eye(file, ground, self._open.camera, teller, stack)
            eye = None if opened is None else opened.eye
            if file.record is not None:
                limit = file.record.limit // 1_000_000
                teller.say(phrase("pictures-kept", language, folder=str(file.record.folder), mb=limit))
            started = start_again(plan.journal) if plan.resume else start_new(file.game, plan.journal, loop.time())
            stack.callback(started.journal.close)
            if opened is not None:
                started = note_pictures(started, opened.watched, loop.time())
            fleet = await self._open.fleet(robots, recorder, anew=bool(started.state.commands))
            stack.push_async_callback(fleet.release)
            table = _table(file, started, ground, eye, fleet, recorder, stack)
            table.subscribe(teller.on_view)
            if opened is not None:
                table.subscribe(opened.on_view)
                stack.callback(report_cameras(opened.watched, table, today()))
            self._on_table(table)
            stack.callback(serve_hands(fleet, table, eye))
            await connect(fleet, started, teller, language)
            await self._show(table, eye, page)
            await self._open.keep()
            following: list[PlayPlan] = []
            playing = loop.create_task(play(table, fleet, partial(self._until_next, following)))
            cancel_on_signals(playing)
            stack.enter_context(listen_to_keys(loop, table, playing.cancel, sys.stdin, sys.stdout, language))
            try:
                view = await playing
            except asyncio.CancelledError:
                # Ctrl-C, the key q, or whoever waits for us: the robots have been stopped by then.
                playing.cancel()
                await asyncio.wait({playing})
                return table.latest(), None
            return view, following[0] if following else None

    async def _show(self, table: Table, eye: AnyCameraReader | None, stack: AsyncExitStack) -> None:
        """Show a game on the page, which is served from the first one on."""
        file, plan = self._file, self.plan
        if self.screens is None or self._records is None:
            self.screens, self._records = Screens(table, eye, self.games), TableRecords(table, plan.journal)
            if file.page is not None:
                page = served_page(
                    self.screens,
                    file.page,
                    file.game.language,
                    sys.stdout,
                    self._records,
                    browser=plan.browser,
                )
                console = await stack.enter_async_context(page)
                stack.enter_context(announced(file.journals, plan.file, file.game.name, console.url, console.key or ""))
            return
        self._records.show(table, plan.journal)
        self.screens.show(table, eye)
        self.games.begun()

    async def _until_next(self, following: list[PlayPlan], table: Table) -> None:
        """Wait until another game is asked for; this one stops then, and its record can be gone on with."""
        following.append(await self.games.asked())
        assert self.screens is not None
        if table.latest().winners is None:
            await table.submit("stop")
        self.screens.leave()


async def _open_eye(
    file: TableFile, ground: PlaySurface, camera: MakeCamera, teller: TerminalNarrator, stack: AsyncExitStack
) -> OpenCameras:
    watch = CameraSetupPlan(file.cameras, ground.kit, ground.mat, file.journals, file.record, file.game.language)
    return await open_cameras(watch, camera, teller.say, stack)


def _table(
    file: TableFile,
    started: GameSession,
    ground: PlaySurface | None,
    eye: AnyCameraReader | None,
    fleet: Fleet,
    recorder: Recorder,
    stack: AsyncExitStack,
) -> Table:
    """Return the table of any game: its camera sees a mat, pieces, or the small fleet on a stage.

    Raises Problems for a file of the robots' wheels that is wrong.
    """
    computer_players = bot_players(started.game.name, started.state)
    if computer_players is not None:
        stack.callback(computer_players.close)
    cameras = [shown(plan.at) for plan in file.cameras]
    drives = drives_from_stored(load_stored_odometry(file.odometry), cameras)
    stack.callback(store_odometry, drives, file.odometry, cameras)
    playfield = _playfield(file, started, ground, eye, fleet, drives)
    return make_table(started, playfield, fleet, recorder, file.settings, computer_players=computer_players)


def _playfield(
    file: TableFile,
    started: GameSession,
    ground: PlaySurface | None,
    eye: AnyCameraReader | None,
    fleet: Fleet,
    drives: LearnedDrives,
) -> Playfield:
    if ground is None or ground.stage is None or eye is None:
        return started.playfield(eye, None if ground is None else ground.pieces, drives=drives)
    tabletop = tabletop_named(started.game.name)
    assignment = assignment_for(tabletop, fleet, started.players)
    pace = file.settings.pace
    return started.playfield(
        None, acting=StageExecutor(eye, fleet, tuple(fleet), assignment, tabletop, ground.stage, pace), drives=drives
    )


def _nobody(_table: Table) -> None:
    """Nobody else plays along."""
