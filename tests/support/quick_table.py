"""A table without pixels and wires, for tests of the table itself: an eye that sees the world as it is (or is
blind by script) and robots that move at once (or fail by script). Everything else is the real thing."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Collection, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any

from boards.base.errors import Problem
from boards.base.reasons import NO_REASON, Reason
from boards.colours import COLOURS
from boards.geometry import Point, Pose, wrap_degrees
from boards.kit.thing_keys import GolemKey, MatKey, ThingKey, TrayKey
from boards.table_layout import standard_layout
from controller.app.compose.computer_players import ComputerPlayers
from controller.app.compose.game_setup import GamePlan, with_puzzle, with_scenario
from controller.app.compose.session import GameSession, start_again, start_new
from controller.app.simulated_players.mat_people import MatPeople, Player, ProgramPlayer
from controller.games.game_registry import tabletop_named
from controller.games.golems.free_setup import FreeSetup
from controller.table.core.actor import Table
from controller.table.core.ports import ComputerPlayerPort
from controller.table.core.settings import Settings
from controller.table.view.view import View
from controller.vision.intrusion import Intrusion
from controller.vision.scene import Scene, Seen, Trouble, Unread, Why
from firmware_bridge.link.commands import EndKind
from firmware_bridge.robots.fleet import Replacement
from firmware_bridge.robots.robot_status import LinkState, RobotStatus
from hardware.simulated.world import Body, TableItem, World
from tests.support.table_running import table_running
from tests.support.waiting import view_that


class QuickEye:
    """Sees what the world holds; `blind` makes it see trouble instead."""

    def __init__(self, world: World, mat: MatKey | None) -> None:
        self._world = world
        self._mat = mat
        self.blind: Trouble | None = None
        self.out: tuple[str, ...] = ()
        """Of several cameras, those that show nothing."""
        self.covered: set[ThingKey] = set()
        """Keys of printed things that something lies on."""
        self.error: Exception | None = None
        self.looks = 0
        self.latency_s = 0.0
        self.late_s = 0.0
        """How old its pictures are."""
        self.opened = 0
        self._latest: Scene | None = None
        """What it saw last."""

        self.bumped = False
        """Somebody bumps the camera before the next look."""
        self.intruder: Intrusion | None = None
        self.resting: tuple[str, ...] = ()
        """Who was held to rest in the newest look over the field."""
        self.in_order = 0

    async def over_arena(self, resting: Collection[str] = ()) -> Intrusion | None:
        await self.look()
        self.resting = tuple(resting)
        return self.intruder

    def arena_in_order(self) -> None:
        self.in_order += 1

    async def open(self) -> None:
        self.opened += 1
        if self.error is not None:
            raise self.error

    @property
    def latest(self) -> Scene | None:
        return self._latest

    async def look(self) -> Scene:
        await asyncio.sleep(1 / 30)
        if self.error is not None:
            raise self.error
        self._latest = self._scene(asyncio.get_running_loop().time())
        return self._latest

    async def settled(self, timeout_s: float) -> Scene:
        await asyncio.sleep(0.2)
        self.looks += 1
        if self.error is not None:
            raise self.error
        self._latest = self._scene(asyncio.get_running_loop().time())
        self.bumped = False
        return self._latest

    def _scene(self, now: float) -> Scene:
        trouble = () if self.blind is None else (self.blind,)
        hidden = tuple(
            Unread(Why.COVERED, (), lying.pose, None)
            for lying in self._world.lying.values()
            if lying.thing in self.covered
        )
        settled = not trouble
        return Scene(
            self.looks,
            now - self.late_s,
            (1920, 1080),
            self._mat,
            self._things(),
            hidden,
            trouble,
            self.bumped,
            settled,
            self.out,
        )

    def _lying(self) -> list[TableItem]:
        return [lying for lying in self._world.lying.values() if lying.thing not in self.covered]

    def _things(self) -> tuple[Seen, ...]:
        seen = [Seen(lying.thing, lying.pose, (), 2) for lying in self._lying()]
        seen += [Seen(GolemKey(name), body.pose, (), 1) for name, body in self._world.bodies.items() if body.present]
        return tuple(sorted(seen, key=lambda thing: str(thing.thing)))


@dataclass(frozen=True)
class Result:
    kind: EndKind
    why: Reason = NO_REASON
    degrees: float = 0.0
    mm: float = 0.0

    @property
    def done(self) -> bool:
        return self.kind == "done"


@dataclass
class QuickRobot:
    """Moves its body with a seeded slip; a script may make single commands fail."""

    name: str
    body: Body
    chance: Random
    gate: asyncio.Event
    script: list[Result] = field(default_factory=list)
    done: list[tuple[str, float | str]] = field(default_factory=list)
    by_hand = False
    own_name = ""
    busy: bool = False
    stopped: int = 0
    latched: bool = False
    """Its emergency stop is on."""
    stuck: bool = False
    """It can't be released."""

    @property
    def status(self) -> RobotStatus:
        link: LinkState = "estopped" if self.latched else "ready"
        return RobotStatus(self.name, link, None, "", None, None, NO_REASON)

    def confirm(self) -> bool:
        return False

    async def move(self, mm: float, speed_mm_s: float) -> Result:
        return await self._do("move", mm, abs(mm) / speed_mm_s)

    async def turn(self, degrees: float, speed_deg_s: float) -> Result:
        return await self._do("turn", degrees, abs(degrees) / speed_deg_s)

    async def act(self, kind: str) -> Result:
        return await self._do("act", kind, 0.5)

    async def _do(self, command: str, value: float | str, seconds: float) -> Result:
        await self.gate.wait()
        self.busy = True
        try:
            await asyncio.sleep(seconds)
        finally:
            self.busy = False
        failure = self.script.pop(0) if self.script else None
        self.done.append((command, value))
        if failure is not None and failure.kind != "done":
            return failure
        pose = self.body.pose
        if command == "move":
            place = pose.place(Point(float(value) * self.chance.uniform(0.97, 1.03), self.chance.uniform(-2, 2)))
            self.body.pose = Pose(place.x, place.y, pose.heading)
        elif command == "turn":
            self.body.pose = Pose(pose.x, pose.y, wrap_degrees(pose.heading + float(value) + self.chance.gauss(0, 1.5)))
        mm, degrees = (float(value) if command == each else 0.0 for each in ("move", "turn"))
        return Result("done", degrees=degrees, mm=mm)

    async def progress(self, within_s: float) -> float | None:
        return None

    async def stop(self) -> None:
        self.stopped += 1

    @property
    def port(self) -> str:
        return f"port of {self.name}"


class QuickFleet(dict[str, Any]):
    """Robots by name."""

    def __init__(self, world: World, seed: int) -> None:
        self.gate = asyncio.Event()
        self.gate.set()
        self.heard: list[str] = []
        self.replaced: dict[str, Replacement] = {}
        super().__init__({n: QuickRobot(n, body, Random(f"{seed}/{n}"), self.gate) for n, body in world.bodies.items()})

    def rename(self, names: Mapping[str, str]) -> None:
        self.update(dict(zip(names.values(), [self[old] for old in names], strict=True)))

    async def replace(self, name: str, by: Replacement, spare: str = "") -> None:
        self.replaced[name] = by
        if by == "spare":
            self.rename({name: spare, spare: name})
        self[name].by_hand = by == "hands"

    def pause(self) -> None:
        self.gate.clear()

    def resume(self) -> None:
        self.gate.set()

    async def passed(self) -> None:
        await self.gate.wait()

    async def stop_all(self) -> None:
        self.heard.append("stop")

    async def estop_all(self) -> Sequence[Problem]:
        self.heard.append("estop")
        return ()

    async def clear_all(self) -> Sequence[Problem]:
        self.heard.append("clear")
        for robot in self.values():
            robot.latched = robot.latched and robot.stuck
        return ()


@dataclass
class QuickTable:
    """A table that plays, with all that a test may reach into."""

    world: World
    eye: QuickEye
    fleet: QuickFleet
    table: Table
    started: GameSession
    people: MatPeople
    views: list[View]
    path: Path
    """Of the record."""

    async def until(self, what: Callable[[View], bool], seconds: float = 3600.0) -> View:
        """Wait until a view fulfils this."""
        return await view_that(self.table, what, seconds)


@dataclass(frozen=True)
class Always:
    """A player who lays the same program in every round."""

    program: tuple[str, ...]

    def choose(self, state: Any) -> tuple[str, ...]:
        return self.program


def lay_locked(world: World, started: GameSession, trays: Mapping[TrayKey, Pose]) -> None:
    """The cards lie as they did when the programs of this record were locked."""
    for name in [name for name in world.lying if str(name).startswith("hand:")]:
        del world.lying[name]
    for player, rows in started.state.locks.items():
        for card in (card for row in rows for card in row.cards):
            place = trays[TrayKey(player)].place(card.at)
            world.lying[f"hand:{card.card}"] = TableItem(card.card, Pose(place.x, place.y, 0.0), face_up=False)


@asynccontextmanager
async def quick_table(
    path: Path,
    seed: int,
    *,
    players: int = 2,
    way: str = "standard",
    scenario: str | None = None,
    puzzle: str | None = None,
    computers: Mapping[str, str] | None = None,
    computer_players: ComputerPlayerPort | None = None,
    settings: Settings | None = None,
    resume_in: World | None = None,
    helpful: bool = True,
    free: FreeSetup | None = None,
    always: tuple[str, ...] | None = None,
) -> AsyncIterator[QuickTable]:
    """A table with people around it, playing. `resume_in` goes on with the record in a world that is already there.

    `always` is the program that everybody lays in every round.
    """
    plan = GamePlan(players=COLOURS[:players], seed=seed, way=way, computers=computers or {}, free=free or FreeSetup())
    if scenario is not None:
        plan = with_scenario(plan, scenario)
    if puzzle is not None:
        plan = with_puzzle(plan, puzzle)
    started = start_again(path) if resume_in else start_new(plan, path, asyncio.get_running_loop().time())
    trays = dict(standard_layout(started.mat, started.players))
    world = resume_in or World(bodies={n: Body(Pose(-999, -999, 0), present=False) for n in started.players})
    for key, pose in trays.items():
        world.lying.setdefault(key, TableItem(key, pose))
    if resume_in:
        lay_locked(world, started, trays)
    eye, fleet = QuickEye(world, started.mat), QuickFleet(world, seed)
    table = Table(
        state=started.state,
        journal=started.journal,
        playfield=started.playfield(eye),
        fleet=fleet,
        settings=settings or Settings(),
        computer_players=computer_players or ComputerPlayers(tabletop_named(started.game.name), seed),
        chance=Random(f"salt/{seed}"),
    )
    views: list[View] = []
    table.subscribe(views.append)
    choosers: dict[str, Player] = {
        name: Always(always) if always else ProgramPlayer(tabletop_named(started.game.name), name, seed)
        for name in started.players
    }
    people = MatPeople(world, table, trays, started.grid, choosers, seed)
    if helpful:
        table.subscribe(people.on_view)
    async with table_running(table, started):
        yield QuickTable(world, eye, fleet, table, started, people, views, path)
