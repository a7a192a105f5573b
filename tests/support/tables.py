"""Simulated tables to look at: what lies where, seeded, and a camera above."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import lru_cache

import numpy as np

from boards.base.catalogue import Language
from boards.drawing.artwork import drawing_of
from boards.drawing.mat_art import mat_drawing, tray_drawing
from boards.drawing.primitives import Drawing
from boards.geometry import Cell, Point, Pose, wrap_degrees
from boards.kit.cards import CardKind
from boards.kit.kit import Kit, kit
from boards.kit.thing_keys import CardKey, GolemKey, MatKey, ThingKey, TrayKey
from boards.kit.trays import TRAY
from boards.mats import mat
from boards.table_layout import standard_layout
from calibration.camera_frames import Frame, Image
from controller.vision.frame_reading import FrameReading
from controller.vision.reader import Reader
from hardware.simulated.camera_faults import Disturbance
from hardware.simulated.rendering.renderer import Optics, Renderer
from hardware.simulated.simulated_camera import overhead_view, webcam
from hardware.simulated.world import Body, Snapshot, TableItem, World

TWO = ("red", "blue")
FOUR = ("red", "blue", "yellow", "green")
KIT: Kit = kit()
Row = Sequence[CardKind]


class Hand:
    """Deals the cards of one owner: each physical card once."""

    def __init__(self, owner: str) -> None:
        self.owner = owner
        self._dealt: dict[CardKind, int] = {}

    def card(self, kind: CardKind) -> str:
        self._dealt[kind] = self._dealt.get(kind, 0) + 1
        return CardKey(self.owner, kind, self._dealt[kind])


def bare_table(
    mat_key: MatKey = MatKey("4x4"), colours: Sequence[str] = TWO, layout: Mapping[TrayKey, Pose] | None = None
) -> World:
    """Mat and trays."""
    world = World()
    world.lying["mat"] = TableItem(mat_key, Pose(0.0, 0.0, 0.0))
    for key, pose in (layout or standard_layout(mat_key, colours)).items():
        world.lying[key] = TableItem(key, pose)
    return world


def lay(
    world: World,
    thing: ThingKey,
    tray: str,
    lane: int,
    slot: float,
    face_up: bool = True,
    off: Point | None = None,
    turned: float = 0.0,
) -> Pose:
    """Put a card into a slot, a little off and turned. Returns where it lies."""
    base = world.lying[TrayKey(tray)].pose
    left, right = TRAY.slot_centre(lane, 0), TRAY.slot_centre(lane, 1)
    local = Point(left.x + (right.x - left.x) * slot, left.y) + (off or Point(0.0, 0.0))
    place = base.place(local)
    pose = Pose(place.x, place.y, wrap_degrees(base.heading + turned))
    world.lying[thing] = TableItem(thing, pose, face_up)
    return pose


def lay_program(world: World, colour: str, rows: Sequence[Row], random: np.random.Generator) -> None:
    """Lay a player's rows by hand: not quite straight, some face down."""
    hand = Hand(colour)
    for lane, row in enumerate(rows):
        for slot, kind in enumerate(row):
            off = Point(float(random.uniform(-2, 5)), float(random.uniform(-3, 3)))
            lay(world, hand.card(kind), colour, lane, slot, bool(random.random() < 0.6), off, random.uniform(-3, 3))


def stand(world: World, colour: str, cell: str, heading: float, mat_key: MatKey = MatKey("4x4")) -> Pose:
    """Put a golem on a cell."""
    centre = mat(mat_key).grid.centre(Cell.parse(cell))
    world.bodies[colour] = Body(Pose(centre.x, centre.y, heading), led=colour)
    return world.bodies[colour].pose


@lru_cache(maxsize=4)
def renderer(
    mat_key: MatKey = MatKey("4x4"),
    colours: tuple[str, ...] = TWO,
    tilt: float = 9.0,
    size: tuple[int, int] = (1920, 1080),
) -> Renderer:
    """A renderer above the standard layout. Kept: textures cost more than pictures."""
    made = Renderer(KIT, overhead_view(webcam(size), mat_key, colours, tilt), Optics(), seed=11)
    _KEPT.append(made)
    return made


_KEPT: list[Renderer] = []


def restart_noise() -> None:
    """Let all kept renderers begin with the noise of their first picture: no test depends on those before it."""
    for each in _KEPT:
        each.restart_noise()


@lru_cache(maxsize=1)
def older_renderer() -> Renderer:
    """The same table with a mat and trays that were printed before they had a floor."""

    def draw(key: ThingKey, language: Language, face_up: bool) -> Drawing:
        match key:
            case MatKey():
                return mat_drawing(mat(key), language, floor=False)
            case TrayKey():
                return tray_drawing(KIT.things[key], key.colour, language, floor=False, tinted=False)
            case _:
                return drawing_of(key, KIT, language, face_up)

    made = Renderer(replace(KIT, draw=draw), renderer().view, Optics(), seed=11)
    _KEPT.append(made)
    return made


def picture(world: World, eye: Renderer | None = None, disturbances: Sequence[Disturbance] = ()) -> Image:
    """The table as the camera sees it."""
    eye = eye or renderer()
    image = eye.render(Snapshot.of(world))
    for disturbance in disturbances:
        disturbance(image, eye.view)
    return image


def look(
    world: World,
    eye: Renderer | None = None,
    disturbances: Sequence[Disturbance] = (),
    *,
    lens: bool = True,
    mat_key: MatKey | None = MatKey("4x4"),
) -> FrameReading:
    """The table read from one picture, with the camera's true lens or with an estimated one."""
    eye = eye or renderer()
    reader = Reader(KIT, mat_key, eye.view.camera if lens else None)
    return reader.read(Frame(picture(world, eye, disturbances), 1, 0.0, "test"))


def truth(world: World) -> dict[ThingKey, Pose]:
    """Where everything truly is, by key."""
    return {item.thing: item.pose for item in world.lying.values()} | {
        GolemKey(name): body.pose for name, body in world.bodies.items() if body.present
    }
