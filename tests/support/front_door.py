"""A front door for tests: its games in a folder of their own, served on a free port in the test's loop."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path

from controller.app.lobby.lobby import LocalLobby
from controller.app.lobby.replays import Replays
from controller.app.lobby.screen_game import ScreenTiming
from controller.app.lobby.table_processes import TableProcesses
from controller.app.setup.setup_session import SetupSession
from controller.app.setup.setup_view import SetupOnPage
from controller.console.front_door.server import FrontDoor
from controller.console.front_door.sessions import Sessions, sessions_in
from controller.console.serving.server_options import ServerOptions
from controller.journal.journal_reader import Entry, read_record
from controller.table.motion.motion_plan import Pace
from hardware.simulated.world import World
from tests.support.simulated_devices import SimulatedDevices

QUICK = ScreenTiming(Pace(speed_mm_s=500.0, speed_deg_s=720.0), reveal_s=0.1, turn_s=0.1)
"""As quick as a robot may be asked to go: in a browser time is real, and a test waits for whole rounds."""


STANDING = ScreenTiming(Pace(speed_mm_s=1.0, speed_deg_s=1.0), reveal_s=0.1, turn_s=0.1)
"""As slow as a robot may be asked to go: a row is looked at for a minute and a half before it ends."""


@dataclass(frozen=True)
class OpenDoor:
    """A front door that is served."""

    door: FrontDoor
    sessions: Sessions
    lobby: LocalLobby
    folder: Path

    @property
    def url(self) -> str:
        return self.door.url

    def record(self, game: str) -> tuple[Entry, ...]:
        """Return what is on record of a game."""
        return read_record(self.folder / f"{game}.jsonl").entries


@asynccontextmanager
async def front_door(folder: Path, port: int = 0, timing: ScreenTiming = QUICK) -> AsyncIterator[OpenDoor]:
    """Serve the games of a folder until the end of the block; those that were open are open again."""
    loop = asyncio.get_running_loop()
    lobby = LocalLobby(folder, TableProcesses(folder, folder.parent), "en", timing)
    setup = SetupSession(folder, folder.parent, SimulatedDevices(World(), size=(1280, 720), period_s=0.2))
    sessions = sessions_in(folder, loop.time)
    door = FrontDoor(lobby, sessions, Replays(folder), SetupOnPage(setup), ServerOptions(port=port))
    door.open()
    await lobby.resume_all()
    serving = loop.create_task(door.serve())
    try:
        yield OpenDoor(door, sessions, lobby, folder)
    finally:
        serving.cancel()
        await asyncio.wait({serving})
        await lobby.close_all()
        await setup.close()
