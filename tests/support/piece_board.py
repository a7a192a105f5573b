"""A board of pieces below a simulated camera, with or without simulated people, for tests in virtual time."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import AsyncIterator, Callable, Collection, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, cast

from boards.geometry import Point, Pose
from boards.kit.kit import Kit
from boards.kit.piece_kit import piece_kit
from boards.kit.piece_set import PieceSet
from boards.kit.thing_keys import MatKey, PieceKey, StepKey, ThingKey
from controller.app.compose.game_setup import GamePlan, with_pieces
from controller.app.compose.session import GameSession, Recorder, make_table, start_again, start_new
from controller.app.simulated_players.board_people import BoardPeople
from controller.app.simulation.simulated_board import SimulatedBoard, board_renderer, pieces_of, simulated_board
from controller.games.game_registry import tabletop_named
from controller.table.core.actor import Table
from controller.table.core.settings import Settings
from controller.table.view.view import View
from controller.vision.fusion.camera_reader import CameraReader
from controller.vision.intrusion import Intrusion
from controller.vision.scene import Scene, Seen, Trouble, Unread
from firmware_bridge.robots.fleet import Fleet
from hardware.simulated.rendering.renderer import Renderer
from hardware.simulated.world import TableItem, World
from tests.support.table_running import table_running
from tests.support.waiting import view_that

SMALL = (960, 720)


class TruthEye:
    """What an eye that never errs would see of a world: for tests of what follows from a look, not of looking."""

    def __init__(self, world: World, kit: Kit, mat: MatKey) -> None:
        self._world, self._kit, self._mat = world, kit, mat
        self._looks = 0
        self.unread: tuple[Unread, ...] = ()
        self.trouble: tuple[Trouble, ...] = ()
        """What is wrong with its picture."""
        self.rests = True
        """Whether the table is at rest, as far as it sees."""
        self.latency_s = 0.0

    async def open(self) -> None: ...

    async def look(self) -> Scene:
        return await self.settled(0.0)

    async def settled(self, timeout_s: float) -> Scene:
        await asyncio.sleep(0.1)
        self._looks += 1
        things: list[Seen] = []
        copies: Counter[ThingKey] = Counter()
        for item in self._world.lying.values():
            copies[item.thing] += 1
            key = replace(item.thing, number=copies[item.thing]) if isinstance(item.thing, StepKey) else item.thing
            things.append(Seen(key, item.pose, (), len(self._kit.things[item.thing].markers)))
        now = asyncio.get_running_loop().time()
        return Scene(self._looks, now, SMALL, self._mat, tuple(things), self.unread, self.trouble, settled=self.rests)

    async def over_arena(self, resting: Collection[str] = ()) -> Intrusion | None:
        return None

    def arena_in_order(self) -> None: ...


_MADE: dict[tuple[str, int], Renderer] = {}
"""Textures cost more than pictures: one renderer for each board."""


def renderer_of(pieces: PieceSet) -> Renderer:
    key = pieces.game, sum(kind.count for kind in pieces.kinds)
    if key not in _MADE:
        _MADE[key] = board_renderer(pieces, SMALL, 3)
    return _MADE[key]


@dataclass
class Board:
    """A table that plays, and the board that its camera sees."""

    table: Table
    started: GameSession
    seen: SimulatedBoard
    hands: BoardPeople
    truth: TruthEye
    """The eye of a table that is not rendered."""

    async def until(self, what: Callable[[View], bool], seconds: float = 30.0) -> View:
        """Wait until a view fulfils this."""
        try:
            return await view_that(self.table, what, seconds)
        except TimeoutError:
            view = self.table.latest()
            raise AssertionError(f"{view.phase}, {len(view.story)} steps, told {view.notices}") from None

    def lies(self, kind: str, spot: str) -> PieceKey:
        """The piece of a kind that stands on a place."""
        return next(key for key, at in self.hands.standing().items() if at == spot and key.kind == kind)

    def move(self, kind: str, origin: str, target: str, heading: float | None = None) -> None:
        """Lift a piece and set it down elsewhere."""
        self.hands.put(self.lies(kind, origin), target, heading)

    def off(self, kind: str, origin: str) -> PieceKey:
        """Take a piece off the board; its key, to bring it back."""
        key = self.lies(kind, origin)
        self.hands.take_off(key)
        return key

    def lay(self, key: ThingKey, x: float, y: float, heading: float = 0.0) -> None:
        """Lay anything anywhere, mm of the mat frame."""
        self.seen.world.lying[key] = TableItem(key, Pose(x, y, heading))

    def at(self, spot: str) -> Point:
        """The middle of a place, mm."""
        return next(place.at for place in self.seen.pieces.spots if place.name == spot)

    def first(self, kind: str) -> PieceKey:
        return PieceKey(kind, 1)


@asynccontextmanager
async def piece_board(
    path: Path,
    game: str,
    seed: int = 4,
    *,
    players: int = 2,
    setup: Mapping[str, Any] | None = None,
    computers: Mapping[str, str] | None = None,
    settings: Settings | None = None,
    real_dice: bool = False,
    helpful: bool = False,
    laid: bool = True,
    rendered: bool = True,
) -> AsyncIterator[Board]:
    """A new game, or on with the record; `helpful` people play it, else the test does. ``laid``: the pieces stand as
    the game begins. ``rendered``: the real eye looks at pictures; else everything is seen as it is."""
    loop = asyncio.get_running_loop()
    plan = with_pieces(GamePlan(seed=seed, computers=computers or {}, real_dice=real_dice), game, players, setup or {})
    started = start_again(path) if path.exists() else start_new(plan, path, loop.time())
    tabletop = tabletop_named(game)
    async with simulated_board(started, renderer_of(pieces_of(started))) as board:
        recorder = Recorder()
        fleet = Fleet((), recorder)
        truth = TruthEye(board.world, piece_kit(board.pieces), board.pieces.mat_key)
        eye = board.eye if rendered else cast(CameraReader, truth)
        table = make_table(
            started, started.playfield(eye, pieces=board.pieces), fleet, recorder, settings or Settings()
        )
        hands = BoardPeople(table, tabletop, seed, board.world, board.pieces)
        if laid:
            hands.set_up(table.latest())
        if helpful:
            table.subscribe(hands.on_view)
        async with table_running(table, started):
            yield Board(table, started, board, hands, truth)
