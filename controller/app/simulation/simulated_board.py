"""A board with pieces below a simulated camera."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass

from boards.geometry import Point, Pose, Rect
from boards.kit.piece_kit import piece_kit
from boards.kit.piece_set import PieceSet
from controller.app.compose.session import GameSession
from controller.app.simulation.free_memory import return_free_memory
from controller.games.game_registry import tabletop_named
from controller.games.printed_pieces import piece_set
from controller.vision.fusion.camera_reader import CameraReader
from hardware.simulated.rendering.renderer import Renderer
from hardware.simulated.simulated_camera import SimulatedCamera, view_over, webcam
from hardware.simulated.world import TableItem, World

AROUND_MM = 25.0
"""How much of the table the simulated camera sees around the board."""
DIE_ROOM_MM = 110.0
"""How much more of it to the right, where a die is thrown."""


@dataclass(frozen=True)
class SimulatedBoard:
    """A board that a simulated camera watches."""

    eye: CameraReader
    pieces: PieceSet
    world: World
    camera: SimulatedCamera


def pieces_of(started: GameSession) -> PieceSet:
    """Return the printed things of a game that was begun."""
    return piece_set(tabletop_named(started.game.name), started.state.header.setup)


def board_renderer(pieces: PieceSet, size: tuple[int, int], seed: int) -> Renderer:
    """Return a camera of so many px over a board and what lies around it."""
    around = pieces.sheet.grown(AROUND_MM)
    if pieces.faces:
        around = Rect(around.low, around.high + Point(DIE_ROOM_MM, 0.0))
    return Renderer(piece_kit(pieces), view_over(webcam(size), around), seed=seed)


@asynccontextmanager
async def simulated_board(started: GameSession, renderer: Renderer | None = None) -> AsyncIterator[SimulatedBoard]:
    """Return a board on a simulated table, empty but for itself; the pieces are in their box."""
    pieces = pieces_of(started)
    world = World()
    world.lying["mat"] = TableItem(pieces.mat_key, Pose(0.0, 0.0, 0.0))
    async with AsyncExitStack() as stack:
        stack.callback(return_free_memory)
        seed = started.state.header.seed
        camera = SimulatedCamera(world, renderer or board_renderer(pieces, (1920, 1080), seed))
        eye = CameraReader(camera, piece_kit(pieces), pieces.mat_key)
        await eye.open()
        stack.push_async_callback(eye.close)
        yield SimulatedBoard(eye, pieces, world, camera)
