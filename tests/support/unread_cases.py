"""Tables on which one card cannot surely be read, or means nothing where it lies, for one known reason: seeded."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from functools import lru_cache

import cv2
import numpy as np

from boards.geometry import Point, Pose, wrap_degrees
from boards.kit.cards import CardKind
from boards.kit.decks import deck
from boards.kit.kit import CARD_MARKER_CENTRES, CARD_MM, kit
from boards.kit.thing_keys import CardKey, MatKey, TrayKey
from boards.kit.trays import TRAY
from calibration.camera_frames import Frame, Image
from calibration.camera_model import View
from controller.table.perception.program_reading import read_table
from controller.vision.fusion.temporal_voting import Voting
from controller.vision.pose.placement import outline, project_points, to_mat_frame
from controller.vision.reader import Reader
from controller.vision.scene import Scene
from controller.vision.unread.outlines import inside_polygon
from hardware.simulated import camera_faults as disturbances
from hardware.simulated.camera_faults import Disturbance
from hardware.simulated.optics.glare import Glare
from hardware.simulated.optics.hand_shadows import FLAT, POINTING, SKINS, Hand
from hardware.simulated.optics.light import Effect, Sheet, Shot, to_light
from hardware.simulated.rendering.renderer import Optics, Renderer
from hardware.simulated.simulated_camera import overhead_view, webcam
from hardware.simulated.world import Snapshot, TableItem, World
from tests.support.tables import KIT, TWO, bare_table, lay

MAT = MatKey("4x4")

FULL = (1920, 1080)
SMALL = ((832, 468), (704, 396), (640, 360))
"""Pictures in which cards are too small to be read."""

OTHER_SEEDS = (2, 3)

FRAMES = 14
"""Of a card that moves."""

NEAR_MM = 40.0
"""What is told of a place nearer than this to a card is told of the card."""


@dataclass
class Case:
    """A table that is being laid out for one picture."""

    chance: np.random.Generator
    world: World
    target: CardKey
    colour: str
    lane: int
    slot: int
    size: tuple[int, int] = FULL
    deck_seed: int = 1
    disturbances: list[Disturbance] = field(default_factory=list)
    step: Point | None = None
    """Along which the card moves to and fro, mm."""
    at: Pose | None = None
    """Where the card lies that is none of ours."""

    @property
    def pose(self) -> Pose:
        """Of the card that it is about."""
        return self.world.lying[self.target].pose

    def between(self, low: float, high: float) -> float:
        return float(self.chance.uniform(low, high))

    def put(self, off: Point, turned: float | None = None) -> Pose:
        """Lay the card in its slot, off by so much in the tray's frame."""
        turned = self.between(-6.0, 6.0) if turned is None else turned
        face_up = bool(self.chance.random() < 0.6)
        return lay(self.world, self.target, self.colour, self.lane, self.slot, face_up, off, turned)

    def move_to(self, place: Point, heading: float) -> None:
        self.world.lying[self.target] = TableItem(self.target, Pose(place.x, place.y, heading))


def case_of(kind: str, seed: int) -> Case:
    """The table of a seed: a card in a slot, some others that lie well, and what is the matter."""
    chance = np.random.default_rng((seed, sorted(KINDS).index(kind)))
    colour = TWO[int(chance.integers(2))]
    lane = int(chance.integers(TRAY.lanes))
    world = bare_table(MAT, TWO)
    cards = list(deck(colour)[:18])
    chance.shuffle(cards)
    # The target is laid last, on top; in other lanes lie others.
    for other in (lane + 1, lane + 2):
        lay(world, cards.pop(), colour, other % TRAY.lanes, 0, bool(chance.random() < 0.6))
    case = Case(chance, world, cards.pop(), colour, lane, int(chance.integers(0, 5)))
    case.put(Point(case.between(-4.0, 4.0), case.between(-4.0, 4.0)))
    KINDS[kind](case)
    return case


def _lit(effect: Effect, world: World, seed: int) -> Disturbance:
    """An effect of the light over a picture of this world."""

    def draw(picture: Image, view: View) -> None:
        sheets = tuple(Sheet(item.thing, to_mat_frame(item.pose, outline(item.thing))) for item in world.lying.values())
        light = effect(to_light(picture), Shot(view, sheets, np.random.default_rng(seed)))
        picture[:] = cv2.convertScaleAbs(np.sqrt(np.clip(light, 0.0, 1.0)), alpha=255.0)

    return draw


def _glare(case: Case) -> None:
    """A lamp is mirrored in the card's sleeve, over both its markers."""
    spot, height = case.pose.place(Point(case.between(-6.0, 6.0), case.between(-8.0, 8.0))), case.between(700.0, 2000.0)
    eye = camera_over(case.size).view.position
    far = 1.0 + height / float(eye[2])
    at = Point(float(eye[0]) + (spot.x - float(eye[0])) * far, float(eye[1]) + (spot.y - float(eye[1])) * far)
    lamp = Glare(at, height, case.between(26.0, 42.0), case.between(6.0, 25.0), case.between(0.9, 2.5), 0.0)
    case.disturbances.append(_lit(lamp, case.world, 1))


def _covered(case: Case) -> None:
    """A hand, a sheet of paper or something round lies on the card."""
    what = int(case.chance.integers(3))
    if what == 0:
        tip = case.pose.place(Point(case.between(-25.0, 25.0), case.between(-15.0, 40.0)))
        fingers = FLAT if case.chance.random() < 0.7 else POINTING
        skin = SKINS[int(case.chance.integers(len(SKINS)))]
        pose = Pose(tip.x, tip.y, case.between(0.0, 360.0))
        held = Hand(pose, fingers, case.between(4.0, 13.0), case.between(5.0, 30.0), skin, case.between(0.7, 1.0))
        case.disturbances.append(_lit(held, case.world, 1))
    elif what == 1:
        at = case.pose.place(Point(case.between(-12.0, 12.0), case.between(-12.0, 12.0)))
        tone = int(case.chance.integers(60, 215))
        tint = case.chance.integers(-40, 40, 3)
        colour = tuple(int(np.clip(tone + part, 0, 235)) for part in tint)
        case.disturbances.append(disturbances.sheet_of_paper(at, case.between(80.0, 120.0), colour))
    else:
        at = case.pose.place(Point(case.between(-10.0, 10.0), case.between(-10.0, 10.0)))
        case.disturbances.append(disturbances.hand(at, case.between(40.0, 62.0)))


def _blurred(case: Case) -> None:
    case.disturbances.append(disturbances.out_of_focus(case.between(1.7, 3.2)))


def _too_small(case: Case) -> None:
    case.size = SMALL[int(case.chance.integers(len(SMALL)))]


def _cut_off(case: Case) -> None:
    """The card lies over the edge of the picture, one of its markers in it; or its tray does."""
    view = camera_over(case.size).view
    width, height = case.size
    if case.chance.random() < 0.5:
        tray = case.world.lying[TrayKey(case.colour)].pose
        edge = view.on_plane([[project_points(view, [tray.point])[0].u, height - 1.0]])[0]
        # The lowest lane's middle comes to the picture's edge, give or take a third of a card.
        off = float(edge[1]) - tray.place(TRAY.lane(TRAY.lanes - 1).centre).y + case.between(-30.0, 30.0)
        for name, item in list(case.world.lying.items()):
            if item.pose.point.distance(tray.point) < 300.0 and name != "mat":
                pose = Pose(item.pose.x, item.pose.y + off, item.pose.heading)
                case.world.lying[name] = TableItem(item.thing, pose, item.face_up)
        case.lane = TRAY.lanes - 1
        case.put(Point(case.between(-4.0, 4.0), case.between(-4.0, 4.0)))
        return
    side = int(case.chance.integers(4))
    along = case.between(0.15, 0.85)
    u, v = [(width * along, 0.0), (width - 1.0, height * along), (width * along, height - 1.0), (0.0, height * along)][
        side
    ]
    edge = view.on_plane([[u, v]])[0]
    # Turned so that its upper left marker is in the picture and its lower right one is not.
    inwards = [-90.0, 180.0, 90.0, 0.0][side]
    out = CARD_MARKER_CENTRES[1]
    heading = wrap_degrees(inwards + 180.0 - float(np.degrees(np.arctan2(out.y, out.x))) + case.between(-20.0, 20.0))
    case.move_to(Point(float(edge[0]), float(edge[1])), heading)


def _not_ours(case: Case) -> None:
    """A card of the size of ours, with another face."""
    pose = case.pose
    del case.world.lying[case.target]
    case.world.lying[case.target] = TableItem(case.target, Pose(-5000.0, -5000.0, 0.0))
    case.at = pose
    case.disturbances.append(_card_of_strangers(pose, _strange_face(case.chance)))


def _strange_face(chance: np.random.Generator) -> Image:
    """What is on it: nothing (its white blank side is up), or, within a white border, one colour or a picture."""
    width, height = (round(length * 4) for length in CARD_MM)
    face = np.full((height, width, 3), int(chance.integers(244, 256)), np.uint8)
    what = int(chance.integers(3))
    if what == 0:
        return face
    if what == 1:
        colour = tuple(int(part) for part in chance.integers(20, 200, 3))
        cv2.rectangle(face, (16, 16), (width - 17, height - 17), colour, -1)
    else:
        coarse = chance.integers(30, 210, (9, 7, 3)).astype(np.uint8)
        face[20:-20, 20:-20] = cv2.resize(coarse, (width - 40, height - 40), interpolation=cv2.INTER_CUBIC)
    return face


def _card_of_strangers(pose: Pose, face: Image) -> Disturbance:
    def draw(picture: Image, view: View) -> None:
        (wide, high), (height, width) = CARD_MM, face.shape[:2]
        corners = [pose.place(Point(x * wide / 2, y * high / 2)) for x, y in ((-1, 1), (1, 1), (1, -1), (-1, -1))]
        pixels = view.project_plane([(corner.x, corner.y) for corner in corners]).astype(np.float32)
        ends = np.array([(0, 0), (width, 0), (width, height), (0, height)], np.float32) - 0.5
        carry = cv2.getPerspectiveTransform(ends, pixels)
        size = (picture.shape[1], picture.shape[0])
        # In the light that is there: the brightest around is a tray's white paper.
        low, high_px = np.clip(pixels.min(axis=0).astype(int) - 60, 0, None), pixels.max(axis=0).astype(int) + 60
        white = float(np.percentile(picture[low[1] : high_px[1], low[0] : high_px[0]], 95)) / 250
        lit = np.asarray(np.clip(cv2.GaussianBlur(face, (0, 0), 3.0) * white, 0, 255), np.uint8)
        layer = cv2.warpPerspective(lit, carry, size, flags=cv2.INTER_LINEAR)
        cover = cv2.warpPerspective(np.full(face.shape[:2], 255, np.uint8), carry, size)
        picture[cover > 127] = layer[cover > 127]

    return draw


def _outside(case: Case) -> None:
    """On the column of the tray's markers, or half on the tray and half beside it."""
    field, (width, height) = TRAY.field, TRAY.size_mm
    if case.chance.random() < 0.5:
        place = Point(case.between(-width / 2 - 15.0, field.low.x - 4.0), case.between(-height / 2, height / 2))
    else:
        x = case.between(field.low.x, field.high.x - 20.0)
        beyond = case.between(TRAY.edge_mm + 1.0, TRAY.edge_mm + 20.0)
        place = Point(x, (field.high.y + beyond - TRAY.edge_mm) * (1 if case.chance.random() < 0.5 else -1))
    tray = case.world.lying[TrayKey(case.colour)].pose
    at = tray.place(place)
    case.move_to(at, wrap_degrees(tray.heading + case.between(-15.0, 15.0)))


def _between(case: Case) -> None:
    """Over the line between two lanes."""
    case.lane = int(case.chance.integers(TRAY.lanes - 1))
    for name in [name for name in case.world.lying if isinstance(name, CardKey) and name != case.target]:
        del case.world.lying[name]
    case.put(Point(case.between(-4.0, 4.0), -TRAY.lane_mm / 2 + case.between(-18.0, 18.0)), case.between(-12.0, 12.0))


def _moving(case: Case) -> None:
    angle, reach = case.between(0.0, 360.0), case.between(3.0, 9.0)
    case.step = Point(reach, 0.0).rotated(angle)


def _another_player(case: Case) -> None:
    del case.world.lying[case.target]
    other = TWO[1 - TWO.index(case.colour)]
    case.target = replace(case.target, colour=other)
    case.put(Point(case.between(-4.0, 4.0), case.between(-4.0, 4.0)))


def _twice(case: Case) -> None:
    pose = case.pose
    tray = case.world.lying[TrayKey(TWO[1 - TWO.index(case.colour)])].pose
    copy = tray.place(TRAY.slot_centre(int(case.chance.integers(TRAY.lanes)), int(case.chance.integers(5))))
    case.world.lying["copy"] = TableItem(case.target, Pose(copy.x, copy.y, pose.heading))


def _another_deck(case: Case) -> None:
    case.deck_seed = OTHER_SEEDS[int(case.chance.integers(len(OTHER_SEEDS)))]


def _incomplete_if(case: Case) -> None:
    """An If with one card after it, or none."""
    for name in [name for name in case.world.lying if isinstance(name, CardKey)]:
        del case.world.lying[name]
    kind = (CardKind.IF_ENEMY, CardKind.IF_ATTACKED)[int(case.chance.integers(2))]
    case.target, case.slot = CardKey(case.colour, kind, 1), int(case.chance.integers(0, 4))
    case.put(Point(case.between(-4.0, 4.0), case.between(-4.0, 4.0)))
    if case.chance.random() < 0.5:
        lay(case.world, CardKey(case.colour, CardKind.STAND, 1), case.colour, case.lane, case.slot + 1)


KINDS: Mapping[str, Callable[[Case], None]] = {
    "glare": _glare,
    "covered": _covered,
    "blurred": _blurred,
    "too-small": _too_small,
    "cut-off": _cut_off,
    "not-ours": _not_ours,
    "outside-lanes": _outside,
    "between-lanes": _between,
    "moving": _moving,
    "wrong-owner": _another_player,
    "duplicate": _twice,
    "other-deck": _another_deck,
    "incomplete-if": _incomplete_if,
}
"""What the eye or the table should say -> what makes it so."""

READ = "read"
NOTHING = "nothing"


@lru_cache(maxsize=8)
def camera_over(size: tuple[int, int] = FULL, deck_seed: int = 1) -> Renderer:
    """A camera over the standard layout."""
    return Renderer(kit(deck_seed), overhead_view(webcam(size), MAT, TWO, 9.0), Optics(), seed=11)


def told(kind: str, seed: int) -> str:
    """What is said of the card: the eye's reason, the problem's code, `READ` if it counts, or `NOTHING`."""
    case = case_of(kind, seed)
    view = camera_over(case.size).view
    scene = _seen(case)
    place = case.at or case.pose
    middle = project_points(view, [place.point])[0]
    for item in scene.unread:
        near = item.pose is not None and item.pose.point.distance(place.point) < NEAR_MM
        if item.thing == case.target or near or inside_polygon(middle, item.outline):
            return item.why.value
    reading = read_table(scene, KIT)
    for problem in reading.problems:
        if problem.code not in ("unread", "row-empty", "tray-unread"):
            return problem.code
    if scene.trouble:
        return scene.trouble[0].value
    seen = scene.find(case.target)
    return READ if seen is not None and seen.pose.point.distance(place.point) < NEAR_MM else NOTHING


def _seen(case: Case) -> Scene:
    camera = camera_over(case.size, case.deck_seed)
    reader = Reader(KIT, MAT, camera.view.camera, live=False)
    if case.step is None:
        return _look(case, reader, camera, 1)
    voting, scene = Voting(), None
    start = case.pose
    for number in range(FRAMES):
        share = float(np.sin(0.8 * number))
        case.move_to(start.point + Point(share * case.step.x, share * case.step.y), start.heading)
        newest = _look(case, reader, camera, number)
        scene = voting.add(newest) or scene or newest
    assert scene is not None
    return scene


def _look(case: Case, reader: Reader, camera: Renderer, number: int) -> Scene:
    picture = camera.render(Snapshot.of(case.world))
    for disturbance in case.disturbances:
        disturbance(picture, camera.view)
    return reader.read(Frame(picture, number, number / 30.0, "case")).scene
