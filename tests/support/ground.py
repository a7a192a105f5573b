"""Tables for the proving ground: cards, robots and tokens put down at random, and pictures of them by condition.

Seeded: the same seed is the same table and, in one condition, the same picture.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import lru_cache

import numpy as np

from boards.geometry import Point, Pose, Rect, wrap_degrees
from boards.kit.decks import deck
from boards.kit.kit import CARD_MM
from boards.kit.thing_keys import (
    CardKey,
    DieKey,
    GolemKey,
    MatKey,
    ReadyKey,
    ThingKey,
    TokenKey,
    TrayKey,
    parse_key,
)
from boards.kit.trays import TRAY
from boards.mats import mat
from boards.table_layout import table_bounds
from calibration.camera_frames import Image
from calibration.camera_model import View
from hardware.simulated.imaging_conditions import CONDITIONS, ImagingEffects, ImagingSetting, Lens
from hardware.simulated.optics.light import Effect
from hardware.simulated.optics.paper_curl import Bend
from hardware.simulated.optics.table_tops import TOPS
from hardware.simulated.rendering.photograph import Photographer, textures_for
from hardware.simulated.rendering.textures import Textures
from hardware.simulated.simulated_camera import overhead_view
from hardware.simulated.world import Body, Snapshot, TableItem, World
from tests.benchmarks.photographed.tables import programs
from tests.support.tables import FOUR, KIT, bare_table, lay

PLACED = (CardKey, GolemKey, TokenKey)
"""Kinds that are put down anew in each picture, and counted."""


@dataclass(frozen=True)
class Table:
    """A known table: its mat, its players, and the camera's pictures."""

    mat_key: MatKey = MatKey("4x4")
    players: tuple[str, ...] = FOUR
    size: tuple[int, int] = (1920, 1080)
    sample: bool = False
    """For a few pictures in little time: a seed's things lie alike in all conditions, trays where they should, and the
    cards of the first players face up. (What is painted once is kept, and each side of a card costs a texture.)"""
    bare: bool = False
    """Nothing lies on its mat and trays."""
    rows: bool = False
    """Cards lie as programs of four rows; else every place of a tray has a card."""
    beside: bool = False
    """Ready cards and dice lie at the mat's border."""


@dataclass(frozen=True, eq=False)
class Ground:
    """A picture and what is in it."""

    image: Image
    view: View
    truth: Mapping[ThingKey, Pose]
    """Where everything truly is, by key: also mat and trays. What moves: in the middle of the exposure."""
    bends: Mapping[ThingKey, Bend]
    """Of what does not lie flat."""
    effects: tuple[Effect, ...] = ()
    """What happened to the light on its way into the picture."""
    face_down: frozenset[ThingKey] = frozenset()

    @property
    def placements(self) -> list[ThingKey]:
        return [key for key in self.truth if isinstance(key, PLACED)]


def ground(name: str, seed: int, table: Table) -> Ground:
    """A picture in a condition."""
    condition = CONDITIONS[name]
    nth = sorted(CONDITIONS).index(name)
    random = np.random.default_rng((seed, nth))
    top = condition.tops[int(random.integers(len(condition.tops)))]
    photographer = _photographer(condition.lens, condition.margin_mm, top, table)
    area = table_bounds(table.mat_key, table.players)
    seen = condition.draw(ImagingSetting(random, area, photographer.view))
    world = _table(np.random.default_rng((seed, 0 if table.sample else nth, 1)), table, area)
    _bend(random, world, seen)
    shutter = seen.take.shutter
    now = Snapshot.of(world)
    moments = [now] if shutter is None else _driven(now, random, seen.robots_mm_s, shutter.times())
    image = photographer.expose(moments, seen.take, (seed, 1))
    truth = {item.thing: item.pose for item in world.lying.values()}
    truth |= {GolemKey(name): body.pose for name, body in world.bodies.items()}
    bends = {item.thing: item.bend for item in world.lying.values() if item.bend is not None}
    face_down = frozenset(item.thing for item in world.lying.values() if not item.face_up)
    return Ground(image, photographer.view, truth, bends, tuple(seen.take.effects), face_down)


@lru_cache(maxsize=8)
def _photographer(lens: Lens, margin_mm: float, top: str, table: Table) -> Photographer:
    return Photographer(KIT, _view(lens, margin_mm, table), seed=3, top=TOPS[top], textures=_textures(table))


@lru_cache(maxsize=4)
def _view(lens: Lens, margin_mm: float, table: Table) -> View:
    return overhead_view(lens(table.size), table.mat_key, table.players, margin_mm=margin_mm)


@lru_cache(maxsize=2)
def _textures(table: Table) -> Textures:
    """For all lenses: they see the table about equally large."""
    usual = CONDITIONS["shadows"]
    return textures_for(KIT, _view(usual.lens, usual.margin_mm, table))


def _table(random: np.random.Generator, table: Table, area: Rect) -> World:
    world = bare_table(table.mat_key, table.players)
    for key, item in list(world.lying.items()):
        nudged = item.pose
        if key != "mat" and not table.sample:
            off = random.uniform(-4.0, 4.0, 2)
            nudged = Pose(nudged.x + float(off[0]), nudged.y + float(off[1]), float(random.uniform(-1.5, 1.5)))
        world.lying[key] = replace(item, pose=nudged)
    if table.bare:
        return world
    if table.rows:
        _lay_rows(random, world, table)
        _fill_mat(random, world, table)
        if table.beside:
            _lay_at_border(random, world, table)
        return world
    for nth, colour in enumerate(table.players):
        cards = list(deck(colour))
        random.shuffle(cards)
        for number in range(TRAY.lanes * TRAY.slots):
            thing = cards[number]
            face_up = bool(random.random() < 0.5) if not table.sample else 2 * nth < len(table.players)
            off = Point(*(float(part) for part in random.uniform(-1.5, 1.5, 2)))
            lane, slot = divmod(number, TRAY.slots)
            lay(world, thing, colour, lane, slot, face_up, off, float(random.uniform(-2.0, 2.0)))
        for thing in cards[TRAY.lanes * TRAY.slots :]:
            _lay_beside(random, world, thing, face_up, table, area)
    _fill_mat(random, world, table)
    return world


def _lay_rows(random: np.random.Generator, world: World, table: Table) -> None:
    for colour in table.players:
        for lane, cards in enumerate(programs(random, 0.75)):
            first = int(random.integers(0, TRAY.slots + 1 - len(cards)))
            for slot, card in enumerate(cards, first):
                off = Point(*(float(part) for part in random.uniform(-1.5, 1.5, 2)))
                face_up, turn = bool(random.random() < 0.7), float(random.uniform(-2.0, 2.0))
                lay(world, parse_key(f"card:{colour}:{card}"), colour, lane, slot, face_up, off, turn)


def _bend(random: np.random.Generator, world: World, seen: ImagingEffects) -> None:
    for key, item in world.lying.items():
        world.lying[key] = replace(item, bend=_bent(random, seen, item.thing))


def _bent(random: np.random.Generator, seen: ImagingEffects, thing: ThingKey) -> Bend | None:
    most = seen.bends.get(thing.PREFIX)
    if most is None:
        return None
    share, phase = float(random.uniform(0.0, 1.0)), float(random.uniform(0.0, 360.0))
    # Sheets curl along an edge.
    direction = float(random.integers(0, 4) * 90 + random.uniform(-12.0, 12.0))
    return replace(
        most, curl_mm=most.curl_mm * share, wrinkle_mm=most.wrinkle_mm * share, direction=direction, phase=phase
    )


def _lay_beside(random: np.random.Generator, world: World, thing: ThingKey, up: bool, table: Table, area: Rect) -> None:
    """A card between the sheets, turned anyhow, if there is room."""
    reach = float(np.hypot(*CARD_MM)) / 2
    sheet = mat(table.mat_key).sheet
    for _ in range(12):
        x, y = random.uniform((area.low.x, area.low.y), (area.high.x, area.high.y))
        place, turn = Point(float(x), float(y)), wrap_degrees(float(random.uniform(-180.0, 180.0)))
        if place in sheet.grown(reach) or place not in area.grown(20.0 - reach):
            continue
        others = [item.pose.point for item in world.lying.values() if isinstance(item.thing, CardKey)]
        trays = [item.pose for item in world.lying.values() if isinstance(item.thing, TrayKey)]
        half = Point(TRAY.size_mm[0] / 2, TRAY.size_mm[1] / 2)
        near_tray = any(place in Rect(pose.point - half, pose.point + half).grown(reach) for pose in trays)
        if not near_tray and all(place.distance(other) > 2 * reach for other in others):
            world.lying[thing] = TableItem(thing, Pose(place.x, place.y, turn), up)
            return


def _fill_mat(random: np.random.Generator, world: World, table: Table) -> None:
    """Golems and tokens on cells of their own, not quite in the middle, turned anyhow."""
    grid = mat(table.mat_key).grid
    cells = [(column, row) for column in range(grid.columns) for row in range(grid.rows)]
    random.shuffle(cells)
    tokens = [key for key in KIT.things if isinstance(key, TokenKey)]
    random.shuffle(tokens)
    things = [*FOUR, *tokens[: len(cells) * 3 // 4]]
    for number, (column, row) in enumerate(cells[: len(things)]):
        off = random.uniform(-8.0, 8.0, 2)
        x, y = ((place + 0.5) * grid.cell_mm + float(by) for place, by in zip((column, row), off, strict=True))
        pose = Pose(x, y, wrap_degrees(float(random.uniform(-180.0, 180.0))))
        thing = things[number]
        if thing in FOUR:
            world.bodies[thing] = Body(pose, led=thing)
        else:
            world.lying[thing] = TableItem(thing, pose)


def _lay_at_border(random: np.random.Generator, world: World, table: Table) -> None:
    """Lay each player's ready card on the mat's upper or lower border and the die on the left or right one."""
    grid = mat(table.mat_key).grid
    dice = [key for key in KIT.things if isinstance(key, DieKey)]
    for number, colour in enumerate(table.players):
        along = grid.width_mm * (number + 0.5) / len(table.players)
        beyond = (-54.0, grid.height_mm + 54.0)[int(random.integers(2))]
        pose = Pose(along + float(random.uniform(-15, 15)), beyond, 90.0 + float(random.uniform(-4, 4)))
        world.lying[ReadyKey(colour)] = TableItem(ReadyKey(colour), pose, bool(random.random() < 0.75))
        face = [key for key in dice if key.colour == colour][int(random.integers(6))]
        beside = (-45.0, grid.width_mm + 45.0)[int(random.integers(2))]
        world.lying[face] = TableItem(face, Pose(beside, along, float(random.uniform(-180, 180))))


def _driven(now: Snapshot, random: np.random.Generator, speed_mm_s: float, times: tuple[float, ...]) -> list[Snapshot]:
    """Robots drive ahead; some of them turn instead."""
    turns = random.random(len(now.bodies)) < 0.3
    moments: list[Snapshot] = []
    for time in times:
        bodies = []
        for (name, pose, led), turning in zip(now.bodies, turns, strict=True):
            ahead = pose.place(Point(0.0 if turning else speed_mm_s * time, 0.0))
            heading = pose.heading + (_TURN_DEGREES_S * time if turning else 0.0)
            bodies.append((name, Pose(ahead.x, ahead.y, heading), led))
        moments.append(replace(now, bodies=tuple(bodies)))
    return moments


_TURN_DEGREES_S = 90.0
