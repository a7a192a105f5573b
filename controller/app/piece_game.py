"""A whole game of pieces without robots: with people at the page, or at a board that a camera watches."""

from __future__ import annotations

import asyncio
import sys
from contextlib import AsyncExitStack
from dataclasses import dataclass
from pathlib import Path

from boards.languages import Language
from boards.piece_set import PieceSet
from controller.app import joining_words
from controller.app.bot_mind import bot_mind
from controller.app.camera_report import Watched, report_cameras
from controller.app.channel_words import away
from controller.app.config import PagePlan
from controller.app.ending import cancel_on_signals
from controller.app.hands import serve_hands
from controller.app.keys import listen_to_keys
from controller.app.lens import measured_lens, today
from controller.app.openings import GamePlan
from controller.app.page import served_page
from controller.app.piece_hands import PieceHands
from controller.app.piece_players import PiecePlayers
from controller.app.piece_table import PieceTable, SimulatedBoard, pieces_for, simulated_board, watched_board
from controller.app.session import Recorder, Started, for_ever, make_table, play, start_again, start_new, until_over
from controller.app.staged_game import OpenStage
from controller.app.story import StoryTeller, phrase
from controller.games.registry import AnyTabletop, tabletop_named
from controller.journal import JournalDamaged, read_record
from controller.table.settings import Settings
from controller.table.table import Table
from controller.table.view import View
from controller.vision.cameras.registry import camera_for
from firmware_bridge.robots.fleet import Fleet

GOODBYE_S = 3.0
"""How long the page stays after the end of a game that nobody watches from a terminal."""

TURN_S = 1.0
"""How long a turn is looked at in a game that plays by itself."""


@dataclass(frozen=True)
class PiecePlan:
    """What `golem play --game` was asked for."""

    game: GamePlan
    journal: Path
    resume: bool
    settings: Settings
    page: PagePlan
    browser: bool
    camera: str | None = None
    """What watches the board; None: nothing does, and people say what they have done."""
    lens: Path | None = None
    stage: OpenStage | None = None
    """The small fleet that acts out a part of the game; None: there is none."""


def usual_settings(game: str, *, ghosts: bool = False, staged: bool = False) -> Settings:
    """How a game of this name is usually played; `staged`: robots act on a mat, and are watched over."""
    tabletop = tabletop_named(game)
    if tabletop is not None and tabletop.automatic:
        return Settings(pieces="ghosts", reveal_s=TURN_S, guard=staged)
    return Settings(pieces="ghosts" if ghosts or staged else "hands", guard=staged)


def play_pieces(plan: PiecePlan, again: str) -> int:
    """People play until somebody ends it; `again` is the command that goes on. Returns the exit status."""
    language = plan.game.language
    teller = StoryTeller(sys.stdout, language, colour=sys.stdout.isatty(), progress=False)
    view = asyncio.run(_live(plan, teller))
    teller.end(view)
    teller.say(f"\n{phrase('record', language, plan.journal)}")
    if view.winners is None:
        teller.say(phrase("go-on", language, again))
    return 0


async def _live(plan: PiecePlan, teller: StoryTeller) -> View:
    loop = asyncio.get_running_loop()
    async with AsyncExitStack() as stack:
        board: PieceTable | None = None
        if plan.camera is not None and plan.stage is None:
            # Before a record is begun: what is wrong with the camera is said here.
            lens = None if plan.lens is None else measured_lens(plan.lens, plan.camera, plan.game.language)
            board = await stack.enter_async_context(watched_board(_pieces(plan), camera_for(plan.camera), lens))
        started = start_again(plan.journal) if plan.resume else start_new(plan.game, plan.journal, loop.time())
        if tabletop_named(started.game.name) is None:
            started.journal.close()
            raise _no_pieces(plan.journal, started.game.name)
        table = piece_game(
            started,
            teller,
            plan.page,
            plan.game.language,
            plan.settings,
            board,
            plan.stage,
            browser=plan.browser,
            stay=True,
        )
        playing = loop.create_task(table)
        cancel_on_signals(playing)
        return await playing


def _pieces(plan: PiecePlan) -> PieceSet:
    """The printed things of the game that is to be begun, or gone on with. Raises JournalDamaged."""
    if not plan.resume:
        return pieces_for(plan.game.game, plan.game.setup)
    told = read_record(plan.journal).entries[0].data
    if tabletop_named(str(told["game"])) is None:
        raise _no_pieces(plan.journal, str(told["game"]))
    return pieces_for(str(told["game"]), told["setup"])


def _no_pieces(path: Path, game: str) -> JournalDamaged:
    return JournalDamaged(path, 1, f"this is a record of {game}, no game of pieces")


async def piece_demo(
    game: GamePlan,
    path: Path,
    teller: StoryTeller,
    page: PagePlan | None,
    *,
    keys: bool,
    camera: bool,
    stage: OpenStage | None = None,
) -> View:
    """Simulated people play a game to its end: they say their moves, throw the die and lift the pieces. With a camera
    they make their moves on a board, and it sees them.

    Raises JournalFailed, PortBusy.
    """
    started = start_new(game, path, asyncio.get_running_loop().time())
    stay = page is not None and sys.stdin.isatty()
    async with AsyncExitStack() as stack:
        board = await stack.enter_async_context(simulated_board(started)) if camera else None
        return await piece_game(
            started,
            teller,
            page,
            game.language,
            usual_settings(game.game, staged=stage is not None),
            board,
            stage,
            browser=True,
            stay=stay,
            simulated=True,
            keys=keys,
        )


async def piece_game(
    started: Started,
    teller: StoryTeller,
    page: PagePlan | None,
    language: Language,
    settings: Settings,
    board: PieceTable | None = None,
    stage: OpenStage | None = None,
    *,
    browser: bool,
    stay: bool,
    simulated: bool = False,
    keys: bool = True,
) -> View:
    """Play a game of pieces that was begun, to its end or, if the page is to `stay`, until this is cancelled."""
    loop = asyncio.get_running_loop()
    recorder = Recorder()
    async with AsyncExitStack() as stack:
        stack.callback(started.journal.close)
        staged = None if stage is None else await stack.enter_async_context(stage(started, recorder))
        fleet = Fleet((), recorder) if staged is None else staged.fleet
        mind = bot_mind(started.game.name, started.state)
        if mind is not None:
            stack.callback(mind.close)
        eye, pieces = (board.eye, board.pieces) if board is not None else (None, None)
        acting = None if staged is None else staged.acting
        table = make_table(started, eye, fleet, recorder, settings, mind=mind, pieces=pieces, acting=acting)
        table.subscribe(teller.on_view)
        cameras = [Watched(one.eye, lens=one.lens) for one in (board, staged) if one is not None]
        if cameras:
            stack.callback(report_cameras(cameras, table, today()))
        if staged is not None:
            eye = staged.eye
            stack.callback(serve_hands(fleet, table, eye))
            for name, error in (await fleet.connect(started.state.commands)).errors:
                teller.say(joining_words.phrase("ghosts", language, *away(fleet[name], error, language)))
        if simulated:
            tabletop = tabletop_named(started.game.name)
            assert tabletop is not None
            table.subscribe(_people(table, tabletop, board).on_view)
        if page is not None:
            await stack.enter_async_context(served_page(table, eye, page, language, sys.stdout, browser=browser))
        playing = loop.create_task(play(table, fleet, for_ever if stay else until_over))
        if keys:
            stack.enter_context(listen_to_keys(loop, table, playing.cancel, sys.stdin, sys.stdout))
        try:
            view = await playing
            if page is not None:
                # Whoever looks at the page sees how it ended before it closes.
                await asyncio.sleep(GOODBYE_S)
            return view
        except asyncio.CancelledError:
            playing.cancel()
            await asyncio.wait({playing})
            return table.latest()


def _people(table: Table, tabletop: AnyTabletop, board: PieceTable | None) -> PiecePlayers:
    seed = int(table.header["seed"])
    if isinstance(board, SimulatedBoard):
        return PieceHands(table, tabletop, seed, board.world, board.pieces)
    return PiecePlayers(table, tabletop, seed)
