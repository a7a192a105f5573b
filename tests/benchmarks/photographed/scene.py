"""Paint a shot: from the table up, with the shadows that things cast."""

from __future__ import annotations

from dataclasses import dataclass, field

import cv2
import numpy as np

from tests.benchmarks.photographed.camera import Floats
from tests.benchmarks.photographed.canvas import Canvas, Sheet, laid
from tests.benchmarks.photographed.lights import Occluder
from tests.benchmarks.photographed.mat_paper import MatPaper
from tests.benchmarks.photographed.prints import Edition, Linear, Print, prints_of
from tests.benchmarks.photographed.shots import Shot
from tests.benchmarks.photographed.surfaces import surface
from tests.benchmarks.photographed.tables import BORDER, CELL, GOLEM_HIGH, Laid
from tests.benchmarks.photographed.textures import detail_for, paper, printed, shrunk, torn

DIE_MM = 40.0
GOLEM_MM = 70.0
DIE_FACES = {
    "repeat 2": ((0, 0, 1), (1, 0, 0), (0, 1, 0)),
    "if": ((0, 1, 0), (1, 0, 0), (0, 0, -1)),
    "blank:2": ((0, -1, 0), (1, 0, 0), (0, 0, 1)),
    "blank:3": ((0, 0, -1), (1, 0, 0), (0, -1, 0)),
    "repeat 3": ((-1, 0, 0), (0, 0, 1), (0, 1, 0)),
    "blank:1": ((1, 0, 0), (0, 0, -1), (0, 1, 0)),
}
"""Normal, right and up of each face of a die that is folded as its sheet shows, with ``repeat 2`` on top."""
BODY_COLOURS = {
    "red": (0.06, 0.05, 0.35),
    "blue": (0.35, 0.12, 0.05),
    "yellow": (0.05, 0.35, 0.5),
    "green": (0.08, 0.28, 0.06),
}


@dataclass(eq=False)
class Painted:
    """A canvas, and what its indices are."""

    canvas: Canvas
    cards: dict[int, Laid] = field(default_factory=dict)
    trays: dict[int, str] = field(default_factory=dict)
    mats: set[int] = field(default_factory=set)
    pieces: dict[int, str] = field(default_factory=dict)
    """Tokens, golems, ready cards and dice by the keys that they have here; a die by its colour: ``die:red``."""
    obstacles: dict[int, str] = field(default_factory=dict)
    occluders: list[Occluder] = field(default_factory=list)
    _last: int = 0

    def next(self) -> int:
        self._last += 1
        return self._last


def paint(shot: Shot, rng: np.random.Generator) -> Painted:
    """Paint all that lies on the table."""
    table, camera = shot.table, shot.camera
    painted = Painted(Canvas(camera), occluders=list(shot.occluders))
    canvas = painted.canvas
    canvas.cover(surface(shot.surface, rng, camera), 0.5 if shot.surface in ("wood", "planks", "stone") else 0.05)
    for obstacle in shot.clutter:
        index = painted.next()
        painted.obstacles[index] = obstacle.kind
        canvas.paint(obstacle.sheet, index)
    things = prints_of(table.edition)
    detail = detail_for(shot.scale)

    def put(
        thing: Print,
        at: tuple[float, float],
        heading: float,
        high: float = 0.0,
        gloss: float = 0.25,
        contact: float = 0.8,
        worn: MatPaper | None = None,
    ) -> int:
        index = painted.next()
        texture = printed(thing, detail)
        texture = texture if worn is None else worn.worn(texture, thing.size_mm)
        canvas.paint(
            laid(
                texture,
                thing.size_mm,
                at,
                heading,
                high,
                gloss=gloss,
                contact_mm=contact,
                tint=_tint(rng),
                lean=_lean(rng),
                waves=None if worn is None else worn.waves,
            ),
            index,
        )
        return index

    side = table.cells * CELL + 2 * BORDER
    mat = things[f"mat:{table.edition.mat}", "face"]
    assert mat.size_mm == (side, side)
    painted.mats.add(put(mat, table.middle, 0.0, gloss=shot.mat_paper.gloss, contact=1.0, worn=shot.mat_paper))
    for tray in table.trays:
        painted.trays[put(things[f"tray:{tray.colour}", "face"], tray.centre, tray.heading, 0.1, contact=1.0)] = (
            tray.colour
        )
    for key, at, heading in table.tokens:
        painted.pieces[put(things[key, "face"], at, heading, 0.3)] = key
    for colour, at, heading, face in table.ready:
        key = f"ready:{colour}"
        painted.pieces[put(things[key, "face" if face else "back"], at, heading, 0.3)] = key
    layers: dict[tuple[str, int], int] = {}
    for item in table.laid:
        layer = layers[item.tray, item.lane] = layers.get((item.tray, item.lane), 0) + 1
        index = painted.next()
        painted.cards[index] = item
        canvas.paint(_card(shot, item, layer, detail, rng), index)
    for obstacle in shot.lying:
        index = painted.next()
        painted.obstacles[index] = obstacle.kind
        canvas.paint(obstacle.sheet, index)
    for colour, at, heading in table.golems:
        top = things[f"golem:{colour}", "face"]
        if colour in table.fallen:
            _fallen_golem(painted, top, at, table.fallen[colour], detail)
        else:
            _golem(painted, top, at, heading, detail)
    for colour, at, heading, way in table.dice:
        _die(painted, table.edition, colour, at, heading, way, detail, table.leaning.get(colour, (0.0, 0.0)))
    for obstacle in shot.over:
        index = painted.next()
        painted.obstacles[index] = obstacle.kind
        canvas.paint(obstacle.sheet, index, obstacle.raised)
        if obstacle.raised:
            painted.occluders += _shape(obstacle.sheet)
    return painted


def _tint(rng: np.random.Generator) -> tuple[float, float, float]:
    light = rng.uniform(0.94, 1.02)
    return light * rng.uniform(0.95, 1.0), light, light * rng.uniform(0.99, 1.01)


def _lean(rng: np.random.Generator, degrees: float = 0.4) -> tuple[float, float]:
    return tuple(np.radians(rng.normal(0, degrees, 2)))


def _card(shot: Shot, item: Laid, layer: int, detail: float, rng: np.random.Generator) -> Sheet:
    tray = shot.table.tray(item.tray)
    if item.card:
        edition = Edition(item.deck_seed, shot.table.edition.mat, shot.table.edition.language)
        texture = printed(prints_of(edition)[item.key, "face" if item.face else "back"], detail)
    elif item.key == "phone":
        texture = _phone(shot, item, detail)
    else:
        texture = paper(item.size_mm, item.colour)
    if item.keep < 1:
        texture = torn(texture, rng, item.keep, item.straight)
    return laid(
        texture, item.size_mm, tray.point(*item.at), tray.heading + item.turn, 0.3 * layer, gloss=shot.gloss,
        lean=_lean(rng, 1.0), contact_mm=0.9 if item.keep == 1 else 0.0, tint=_tint(rng),
    )  # fmt: skip


def _phone(shot: Shot, item: Laid, detail: float) -> Linear:
    """A card on the screen of a phone: dark glass, a bright picture of lines of pixels."""
    width, height = (round(side * detail) for side in item.size_mm)
    texture = np.zeros((height, width, 4), np.float32)
    texture[..., :3], texture[..., 3] = 0.02, 1.0
    words = [
        key for key, side in prints_of(shot.table.edition) if key.startswith(f"card:{item.tray}") and side == "face"
    ]
    chosen = prints_of(shot.table.edition)[words[int(item.at[0] * 7) % len(words)], "face"]
    card = printed(chosen, detail)
    scale = min(width * 0.9 / card.shape[1], height * 0.8 / card.shape[0])
    card = shrunk(card, detail * scale, detail)
    top, left = (height - card.shape[0]) // 2, (width - card.shape[1]) // 2
    shown = texture[top : top + card.shape[0], left : left + card.shape[1], :3]
    shown[:] = card[..., :3] * np.array([1.15, 1.02, 0.95], np.float32) + 0.01
    return texture


def _golem(painted: Painted, top: Print, at: tuple[float, float], heading: float, detail: float) -> None:
    index = painted.next()
    painted.pieces[index] = top.key
    radius = GOLEM_MM / 2
    angle = np.linspace(0, 2 * np.pi, 40, endpoint=False)
    circle = np.column_stack([at[0] + radius * np.cos(angle), at[1] + radius * np.sin(angle)])
    canvas = painted.canvas
    rings = [np.column_stack([circle, np.full(len(circle), high)]) for high in (0.0, GOLEM_HIGH - 1)]
    colour = BODY_COLOURS[top.key.split(":")[1]]
    canvas.fill(_hull(canvas.camera.project(np.concatenate(rings))), colour, index)
    texture = printed(top, detail, True)
    canvas.paint(laid(texture, top.size_mm, at, heading, GOLEM_HIGH, gloss=0.25), index, raised=True)
    painted.occluders.append(Occluder(circle, 0.0, GOLEM_HIGH))


def _fallen_golem(painted: Painted, top: Print, at: tuple[float, float], heading: float, detail: float) -> None:
    """Paint a golem that lies on its side; its top points along the heading."""
    index = painted.next()
    painted.obstacles[index] = "golem on its side"
    radius, canvas = GOLEM_MM / 2, painted.canvas
    angle = np.radians(heading)
    axis = np.array([np.cos(angle), np.sin(angle), 0.0])
    right, up = np.array([-axis[1], axis[0], 0.0]), np.array([0.0, 0.0, 1.0])
    turn = np.linspace(0, 2 * np.pi, 40, endpoint=False)[:, None]
    middle = np.array([*at, radius])
    ring = middle + radius * (np.cos(turn) * right + np.sin(turn) * up)
    ends = [ring + axis * far for far in (-GOLEM_HIGH / 2, GOLEM_HIGH / 2)]
    colour = BODY_COLOURS[top.key.split(":")[1]]
    canvas.fill(_hull(canvas.camera.project(np.concatenate(ends))), colour, index)
    # Light from above: darker towards the table.
    for part in (0.85, 0.6):
        strip = [
            middle
            + radius * np.array([0, 0, 1])
            + side * right * radius * part
            - up * radius * (1 - np.sqrt(1 - part**2))
            + axis * far
            for side in (-1, 1)
            for far in (-GOLEM_HIGH / 2, GOLEM_HIGH / 2)
        ]
        canvas.fill(_hull(canvas.camera.project(np.array(strip))), tuple(tone * (1.6 - part) for tone in colour), index)
    texture = printed(top, detail, True)
    width, height = top.size_mm
    for normal, shown in ((axis, texture), (-axis, paper(top.size_mm, (0.05, 0.05, 0.05)))):
        across = np.cross(up, normal)
        origin = middle + normal * GOLEM_HIGH / 2 - across * width / 2 - up * height / 2
        canvas.paint(Sheet(shown, top.size_mm, origin, across, up, 0.25, tint=(0.6, 0.6, 0.6)), index, raised=True)
    half = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]]) * [GOLEM_HIGH / 2, radius]
    outline = at + half[:, :1] * axis[:2] + half[:, 1:] * right[:2]
    painted.occluders.append(Occluder(outline, 0.0, GOLEM_MM))


def _hull(points: Floats) -> Floats:
    return np.asarray(cv2.convexHull(points.astype(np.float32)).reshape(-1, 2), np.float64)


def ways() -> list[Floats]:
    """The 24 rotations of a cube."""
    found = []
    for first in range(3):
        for sign in (1, -1):
            for second in range(3):
                for other in (1, -1):
                    if first != second:
                        a, b = np.eye(3)[first] * sign, np.eye(3)[second] * other
                        found.append(np.stack([a, b, np.cross(a, b)]))
    return found


WAYS = ways()


def _die(
    painted: Painted,
    edition: Edition,
    colour: str,
    at: tuple[float, float],
    heading: float,
    way: int,
    detail: float,
    leaning: tuple[float, float],
) -> None:
    index = painted.next()
    painted.pieces[index] = f"die:{colour}"
    angle = np.radians(heading)
    lean, base = np.radians(leaning[0]), leaning[1]
    upright = np.array([[1, 0, 0], [0, np.cos(lean), -np.sin(lean)], [0, np.sin(lean), np.cos(lean)]])
    turn = np.array([[np.cos(angle), -np.sin(angle), 0], [np.sin(angle), np.cos(angle), 0], [0, 0, 1]]) @ upright
    turn = turn @ WAYS[way]
    # Its lowest corner or edge touches what it stands on.
    half = float(np.abs(turn[2]).sum()) * DIE_MM / 2
    middle = np.array([*at, base + half])
    for face, axes in DIE_FACES.items():
        normal, right, up = (turn @ np.array(axis, np.float64) for axis in axes)
        origin = middle + (normal - right - up) * DIE_MM / 2
        texture = printed(prints_of(edition)[f"die:{colour}:{face}", "face"], detail)
        # Upright sides get less light than the top.
        shade = 0.62 + 0.38 * max(float(normal[2]), 0.0)
        painted.canvas.paint(
            Sheet(texture, (DIE_MM, DIE_MM), origin, right, up, 0.25, tint=(shade, shade, shade)), index, raised=True
        )
    corners = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]]) * DIE_MM / 2
    outline = corners @ np.array([[np.cos(angle), np.sin(angle)], [-np.sin(angle), np.cos(angle)]]) + at
    painted.occluders.append(Occluder(outline, base, base + 2 * half))


def _shape(sheet: Sheet) -> list[Occluder]:
    """The outline of what is opaque in a sheet, as something that casts shadows."""
    height, width = sheet.texture.shape[:2]
    shapes, _ = cv2.findContours(
        (sheet.texture[..., 3] > 0.5).astype(np.uint8), cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_TC89_L1
    )
    found = []
    for shape in shapes:
        if cv2.contourArea(shape) < 50:
            continue
        texels = shape.reshape(-1, 2)
        x = (texels[:, :1] + 0.5) / width * sheet.size_mm[0]
        y = (height - texels[:, 1:] - 0.5) / height * sheet.size_mm[1]
        places = sheet.origin + x * sheet.right + y * sheet.up
        high = float(sheet.origin[2])
        found.append(Occluder(places[:, :2], high, high))
    return found
