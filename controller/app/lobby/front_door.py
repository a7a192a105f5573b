"""`golem`: the front door in the browser, until Ctrl-C."""

from __future__ import annotations

import asyncio
import contextlib
import sys
import time
import webbrowser
from contextlib import AsyncExitStack
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TextIO

from boards.base.catalogue import Language, translate
from boards.base.message import _
from controller.app.lobby.lobby import LocalLobby
from controller.app.lobby.replays import Replays
from controller.app.lobby.table_processes import TableProcesses
from controller.app.setup.devices import ThisComputer
from controller.app.setup.setup_session import SetupSession
from controller.app.setup.setup_view import SetupOnPage
from controller.app.terminal.shutdown import cancel_on_signals
from controller.console.front_door.server import FrontDoor
from controller.console.front_door.sessions import sessions_in
from controller.console.serving.server_options import ServerOptions


@dataclass(frozen=True)
class FrontDoorPlan:
    """How the front door is opened."""

    folder: Path = Path("games")
    """Of the records."""
    host: str = "127.0.0.1"
    port: int = 8080
    browser: bool = True
    replay: Path | None = None
    """A record to open at once; the games of the folder are left alone then."""
    language: Language = "en"


def open_front_door(plan: FrontDoorPlan) -> int:
    """Serve until it is ended. Returns the exit status."""
    asyncio.run(_serve(plan, sys.stdout))
    return 0


async def _serve(plan: FrontDoorPlan, out: TextIO) -> None:
    async with AsyncExitStack() as stack:
        lobby = LocalLobby(plan.folder, TableProcesses(plan.folder, Path.cwd()), plan.language)
        stack.push_async_callback(lobby.close_all)
        others, page = {}, ""
        sessions = sessions_in(plan.folder, time.monotonic)
        if plan.replay is not None:
            others, page = {plan.replay.stem: plan.replay}, f"replay/{plan.replay.stem}/"
            # Of its own: another front door may be open in this folder.
            sessions = sessions_in(Path(stack.enter_context(TemporaryDirectory())), time.monotonic)
        setup = SetupSession(plan.folder, Path.cwd(), ThisComputer())
        stack.push_async_callback(setup.close)
        rooms = Replays(plan.folder, others), SetupOnPage(setup)
        door = FrontDoor(lobby, sessions, *rooms, ServerOptions(plan.host, plan.port, plan.language))
        door.open()
        if plan.replay is None:
            await lobby.resume_all()
        serving = asyncio.get_running_loop().create_task(door.serve(), name="front door")
        cancel_on_signals(serving)
        out.write(
            translate(_("Golem Table is open: {address}\nCtrl-C ends it.\n", address=door.url + page), plan.language)
        )
        out.flush()
        if plan.browser:
            await asyncio.to_thread(webbrowser.open, door.url + page)
        with contextlib.suppress(asyncio.CancelledError):
            await serving
