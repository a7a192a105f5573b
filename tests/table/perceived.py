"""Scenes of golems and what hears of them, for tests of what a table does with what it sees."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from random import Random
from types import SimpleNamespace
from typing import Any, cast

from boards.geometry import Cell, Pose
from boards.kit.kit import kit
from boards.kit.thing_keys import GolemKey, MatKey, ThingKey
from boards.mats import mat
from boards.table_layout import standard_layout
from controller.games.game import DiceRolled
from controller.games.game_registry import game_named, tabletop_named
from controller.games.golems.rules.setup import standard_setup
from controller.table.core.context import TableContext
from controller.table.core.phases import Phase, Signal
from controller.table.core.record.entries import HandLaid
from controller.table.core.settings import Settings
from controller.table.core.state import TableState
from controller.table.core.transient_state import TransientState
from controller.table.perception.differences import expected_pose
from controller.table.perception.golem_perception import Effect, GolemPerception
from controller.table.view.view import HandView, Notice
from controller.vision.scene import Scene, Seen, Trouble, Unread

PLAYERS = ("red", "blue")
MAT = MatKey("4x4")
TRAYS = standard_layout(MAT, PLAYERS)
GOLEMS = game_named("golems")
BEGUN = GOLEMS.start(standard_setup(2, (4, 4), "3.1"))
ROLLED = GOLEMS.advance(BEGUN, DiceRolled({"red": "blank", "blue": "blank"})).state
PROGRAM = ("forward", "attack", "turn-left", "defend")


@dataclass
class Heard:
    """A ledger that remembers what it was given, and folds nothing but what people are told."""

    state: TableState
    standing_notices: tuple[Notice, ...] = ()
    told: list[tuple[Notice, ...]] = field(default_factory=list)
    signals: list[Signal] = field(default_factory=list)
    written: list[Any] = field(default_factory=list)
    poses: list[Mapping[str, Pose]] = field(default_factory=list)

    def tell(self, notices: tuple[Notice, ...]) -> None:
        self.told.append(notices)
        self.state = replace(self.state, notices=notices)

    def signal(self, signal: Signal) -> None:
        self.signals.append(signal)
        if signal is Signal.NOT_DONE:
            self.state = replace(self.state, phase=Phase.HANDS)

    def write(self, content: Any) -> None:
        self.written.append(content)
        if isinstance(content, HandLaid):
            hand = HandView(content.cards, content.rows, content.complete, ())
            self.state = replace(self.state, hands={**self.state.hands, content.player: hand})

    def seen(self, poses: Mapping[str, Pose]) -> None:
        self.poses.append(poses)

    @property
    def codes(self) -> list[list[str]]:
        return [[notice.code for notice in notices] for notices in self.told]


class Robots:
    """Drives, as far as a test wants to know: which golems have robots, and whether there is a way home."""

    def __init__(self, *names: str, way: bool = True) -> None:
        self.names = names
        self.way = way
        self.asked: list[tuple[str, Any]] = []

    def with_robots(self, poses: Mapping[str, Pose]) -> dict[str, Pose]:
        return {name: pose for name, pose in poses.items() if name in self.names}

    def corrections(self, found: Any) -> Any:
        self.asked.append(("correct", tuple(found.corrections)))
        return "corrections"

    def home(self, found: Any, playing: tuple[str, ...], blocked: frozenset[Cell]) -> Any:
        self.asked.append(("home", tuple(found.astray)))
        return "home" if self.way else None


class GolemTable:
    """A table of two golems at one moment."""

    def __init__(self, phase: Phase, state: Any = BEGUN, game: Any = GOLEMS, **more: Any) -> None:
        self.robots: Robots = more.pop("robots", Robots(*PLAYERS))
        settings = more.pop("settings", Settings())
        header = cast(Any, SimpleNamespace(players=PLAYERS))
        self.heard = Heard(TableState(header, state, BEGUN, phase, **more))
        self.memory = TransientState()
        self.in_order: list[str] = []
        context = SimpleNamespace(
            game=game,
            tabletop=tabletop_named("golems"),
            ledger=self.heard,
            playfield=SimpleNamespace(kit=kit(), grid=mat(MAT).grid),
            settings=settings,
            memory=self.memory,
            driving=self.robots,
            guard=SimpleNamespace(in_order=lambda: self.in_order.append("in order")),
        )
        self.seeing = GolemPerception(cast(TableContext, context), Random(1))

    def look(self, scene: Scene, now: float = 100.0) -> Effect:
        return self.seeing.looked(scene, now)


def scene(*seen: Seen, unread: tuple[Unread, ...] = (), trouble: tuple[Trouble, ...] = (), **more: Any) -> Scene:
    things = tuple(sorted(seen, key=lambda item: str(item.thing)))
    return Scene(1, 0.0, (1920, 1080), MAT, things, unread, trouble, **{"settled": True, **more})


def lies(key: ThingKey, pose: Pose) -> Seen:
    return Seen(key, pose, (), 2)


RIGHT, SLIGHTLY, FAR = Pose(0.0, 0.0, 0.0), Pose(10.0, 0.0, 0.0), Pose(100.0, 0.0, 0.0)
"""How far off a golem is."""


def golems(red_off: Pose = RIGHT, *names: str) -> list[Seen]:
    """Both golems where they begin; the red one so far off."""
    grid = mat(MAT).grid
    poses = {name: expected_pose(stand, grid) for name, stand in GOLEMS.stands(BEGUN).items()}
    at = poses["red"]
    poses["red"] = Pose(at.x + red_off.x, at.y + red_off.y, at.heading + red_off.heading)
    return [lies(GolemKey(name), pose) for name, pose in poses.items() if not names or name in names]
