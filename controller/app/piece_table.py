"""A board with pieces below a camera, real or simulated: what the eye is told of the game that is played there."""

from __future__ import annotations

from collections.abc import AsyncIterator, Mapping
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, field
from typing import Any

from boards.geometry import Point, Pose, Rect
from boards.piece_kit import piece_kit
from boards.piece_set import PieceSet
from calibration.store import Calibration
from controller.app.session import Started
from controller.games.printed import piece_set
from controller.games.registry import tabletop_named
from controller.vision.cameras.camera import Camera
from controller.vision.eye import Eye
from hardware.simulated.camera import SimulatedCamera, view_over, webcam
from hardware.simulated.renderer import Renderer
from hardware.simulated.world import Lying, World

AROUND_MM = 25.0
"""How much of the table the simulated camera sees around the board."""
DIE_ROOM_MM = 110.0
"""How much more of it to the right, where a die is thrown."""


@dataclass(frozen=True)
class PieceTable:
    """A board that a camera watches."""

    eye: Eye
    pieces: PieceSet
    lens: Calibration | None = field(default=None, kw_only=True)
    """As it was measured."""


@dataclass(frozen=True)
class SimulatedBoard(PieceTable):
    """A board that a simulated camera watches."""

    world: World
    camera: SimulatedCamera


def pieces_of(started: Started) -> PieceSet:
    """The printed things of a game that was begun."""
    tabletop = tabletop_named(started.game.name)
    assert tabletop is not None
    return piece_set(tabletop, started.state.header["setup"])


def pieces_for(game: str, setup: Mapping[str, Any]) -> PieceSet:
    """The printed things of a game that is to be begun with this setup."""
    tabletop = tabletop_named(game)
    assert tabletop is not None
    return piece_set(tabletop, setup)


@asynccontextmanager
async def watched_board(pieces: PieceSet, camera: Camera, lens: Calibration | None) -> AsyncIterator[PieceTable]:
    """A real board. Raises CameraError."""
    eye = Eye(camera, piece_kit(pieces), pieces.mat_key, None if lens is None else lens.camera)
    await eye.open()
    try:
        yield PieceTable(eye, pieces, lens=lens)
    finally:
        await eye.close()


def board_renderer(pieces: PieceSet, size: tuple[int, int], seed: int) -> Renderer:
    """A camera of so many px over a board and what lies around it."""
    around = pieces.sheet.grown(AROUND_MM)
    if pieces.faces:
        around = Rect(around.low, around.high + Point(DIE_ROOM_MM, 0.0))
    return Renderer(piece_kit(pieces), view_over(webcam(size), around), seed=seed)


@asynccontextmanager
async def simulated_board(started: Started, renderer: Renderer | None = None) -> AsyncIterator[SimulatedBoard]:
    """A board on a simulated table, empty but for itself; the pieces are in their box."""
    pieces = pieces_of(started)
    world = World()
    world.lying["mat"] = Lying(pieces.mat_key, Pose(0.0, 0.0, 0.0))
    async with AsyncExitStack() as stack:
        seed = int(started.state.header["seed"])
        camera = SimulatedCamera(world, renderer or board_renderer(pieces, (1920, 1080), seed))
        eye = Eye(camera, piece_kit(pieces), pieces.mat_key)
        await eye.open()
        stack.push_async_callback(eye.close)
        yield SimulatedBoard(eye, pieces, world, camera)
