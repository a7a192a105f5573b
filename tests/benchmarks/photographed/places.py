"""Pictures of tables with tokens, ready cards and dice, and the truth about each cell, card and die.

As in `truth.py`, print is legible where black and white differ enough in the light that falls and is mirrored there.
A cell is *clear* if a person sees what lies in it, or that nothing does: at most 400 mm² of an empty one are hidden or
not legible; a token, a ready card and a die's top are seen and legible to 90 %.
"""

from __future__ import annotations

import zlib
from collections.abc import Callable
from dataclasses import dataclass, field, replace

import numpy as np
import numpy.typing as npt

from tests.benchmarks.photographed import light_mishaps as light
from tests.benchmarks.photographed import paper_mishaps as paper
from tests.benchmarks.photographed.camera import Floats
from tests.benchmarks.photographed.canvas import laid
from tests.benchmarks.photographed.lights import shine
from tests.benchmarks.photographed.photograph import cell
from tests.benchmarks.photographed.prints import Edition, prints_of
from tests.benchmarks.photographed.scene import DIE_FACES, DIE_MM, WAYS, Painted, paint
from tests.benchmarks.photographed.sensor import develop, expose, jpeg
from tests.benchmarks.photographed.shots import Obstacle, Shot, usual_shot
from tests.benchmarks.photographed.tables import BORDER, CARD_MM, CELL
from tests.benchmarks.photographed.textures import detail_for, printed, shrunk, torn
from tests.benchmarks.photographed.textures import paper as blank_paper
from tests.benchmarks.photographed.truth import BARE_MM2, LEGIBLE, SEEN, Seen, is_sharp, light_of, pixels_inside
from tests.support.place_truth import PlaceKind, PlaceTruth

Random = np.random.Generator
Disturbance = Callable[[Random, "PlaceShot"], None]

TOKEN_MM = 80.0
HIDES_TOKEN_MM2 = 3200.0
"""Half of a token: where so much of a cell cannot be seen, one might lie there."""
OBSTACLE_MM2 = 1600.0
"""What is no part of the game and covers as much of a cell makes it one of which nothing may be told."""
LANE_AND_PLACE = (3, 4)
"""Where on a tray a ready card lies, counted from 0."""


@dataclass(eq=False)
class PlaceShot(Shot):
    """A shot whose mishaps happen to cells, ready cards and dice."""

    shown: dict[tuple[PlaceKind, str], tuple[str, Floats]] = field(default_factory=dict)
    """What is only shown by a photograph or a phone: that, and the corners (4 x 3 mm)."""

    def lane_point(self, rng: Random, rim: float = 10.0) -> tuple[float, float]:
        """Return a random place near a cell, a ready card or a die."""
        aims = [at for _key, at, _heading in self.table.tokens]
        aims += [at for _colour, at, *_more in (*self.table.ready, *self.table.dice)]
        cells = self.table.cells
        aims += [(CELL * (rng.integers(cells) + 0.5), CELL * (rng.integers(cells) + 0.5)) for _ in aims]
        at = aims[int(rng.integers(len(aims)))]
        return float(at[0] + rng.normal(0, 12)), float(at[1] + rng.normal(0, 12))


def _place_shot(rng: Random) -> PlaceShot:
    usual = usual_shot(rng, Edition(), 0.4)
    shot = PlaceShot(**vars(usual))
    table = shot.table
    table.tokens.clear()
    golems = {cell(at) for _colour, at, _heading in table.golems}
    tokens = [key for key, side in prints_of(table.edition) if key.startswith("token:") and side == "face"]
    cells = [(column, row) for column in range(table.cells) for row in range(table.cells)]
    free = [each for each in cells if cell(_middle(each)) not in golems]
    for key, place in zip(rng.permutation(tokens)[: int(rng.integers(3, 8))], rng.permutation(free), strict=False):
        at = _middle((int(place[0]), int(place[1])))
        nudged = (at[0] + float(rng.uniform(-8, 8)), at[1] + float(rng.uniform(-8, 8)))
        table.tokens.append((str(key), nudged, float(rng.choice([0, 90, 180, 270]) + rng.uniform(-12, 12))))
    side = table.cells * CELL
    for number, tray in enumerate(table.trays):
        where = (side * (number + 0.5) / len(table.trays) + rng.uniform(-20, 20), -BORDER * rng.uniform(0.65, 0.8))
        last = [item for item in table.laid if (item.tray, item.lane) == (tray.colour, LANE_AND_PLACE[0])]
        if rng.random() < 0.5 and all(abs(item.at[0] - tray.place(*LANE_AND_PLACE)[0]) > 70 for item in last):
            where = tray.point(*tray.place(*LANE_AND_PLACE))
        heading = (tray.heading if where[1] > -BORDER * 0.6 else 90.0) + rng.uniform(-3, 3)
        if rng.random() < 0.85:
            table.ready.append((tray.colour, where, heading, bool(rng.random() < 0.75)))
        beside = (side + 45 if rng.random() < 0.5 else -45.0, side * (number + 0.5) / len(table.trays))
        table.dice.append((tray.colour, beside, rng.uniform(0, 360), int(rng.integers(24))))
    return shot


def _middle(place: tuple[int, int]) -> tuple[float, float]:
    return CELL * (place[0] + 0.5), CELL * (place[1] + 0.5)


def _papers(rng: Random, shot: PlaceShot) -> None:
    """Pieces of paper lie over cells, ready cards and dice."""
    golems = {cell(at) for _colour, at, _heading in shot.table.golems}
    for _ in range(int(rng.integers(3, 9))):
        at = shot.lane_point(rng)
        if _in_field(shot, at) and cell(at) in golems:
            continue
        size = (float(rng.uniform(35, 110)), float(rng.uniform(35, 110)))
        texture = torn(blank_paper(size, paper.BLANKS[int(rng.integers(len(paper.BLANKS)))]), rng, 0.85, False)
        high = DIE_MM + 1 if any(np.hypot(at[0] - x, at[1] - y) < 80 for _c, (x, y), *_ in shot.table.dice) else 0.5
        shot.over.append(Obstacle("paper", laid(texture, size, at, rng.uniform(0, 360), high), high > 1))


def _in_field(shot: PlaceShot, at: tuple[float, float]) -> bool:
    return all(0 <= along < shot.table.cells * CELL for along in at)


def _upside_down(rng: Random, shot: PlaceShot) -> None:
    """Tokens lie on their faces: blank paper; ready cards show their other side."""
    size = (TOKEN_MM, TOKEN_MM)
    for _key, at, heading in shot.table.tokens[::2]:
        sheet = laid(blank_paper(size, (0.8, 0.8, 0.79)), size, at, heading, 0.3, contact_mm=0.8)
        shot.over.append(Obstacle("upside down", sheet, False))
    shot.table.tokens = shot.table.tokens[1::2]
    shot.table.ready = [(colour, at, heading, False) for colour, at, heading, _face in shot.table.ready]


def _photographs(rng: Random, shot: PlaceShot) -> None:
    """In place of ready cards, dice and tokens lie photographs of them: on a phone, or printed at another size."""
    kit = prints_of(shot.table.edition)
    detail = detail_for(shot.scale)
    ready, dice = shot.table.ready, shot.table.dice
    shot.table.ready, shot.table.dice = ready[1::2], dice[1::2]
    shown = [(f"ready:{colour}", at, heading) for colour, at, heading, _face in ready[::2]]
    names = list(DIE_FACES)
    shown += [(f"die:{c}:{names[int(rng.integers(len(names)))]}", at, turn) for c, at, turn, _way in dice[::2]]
    for key, at, heading in shown:
        thing = kit[key, "face"]
        picture = printed(thing, detail)
        if rng.random() < 0.5:
            texture, size = _on_phone(picture, thing.size_mm, detail, float(rng.uniform(0.85, 1.0)))
            kind = "phone"
        else:
            scale = float(rng.choice([rng.uniform(0.5, 0.8), rng.uniform(1.25, 1.7)]))
            texture, size, kind = picture, (thing.size_mm[0] * scale, thing.size_mm[1] * scale), "photograph"
        sheet = laid(texture, size, at, heading, 0.3, gloss=0.3)
        shot.over.append(Obstacle(kind, sheet, False))
        place = PlaceKind.DIE if key.startswith("die") else PlaceKind.READY
        shot.shown[place, key.split(":")[1]] = kind, sheet.corners()


def _on_phone(
    picture: npt.NDArray[np.float32], size_mm: tuple[float, float], detail: float, scale: float
) -> tuple[npt.NDArray[np.float32], tuple[float, float]]:
    """Return a phone's texture and size: dark glass of 74 x 150 mm, a picture of nearly true size in the middle."""
    size = (max(74.0, size_mm[0] * scale + 8), 150.0)
    texture = blank_paper(size, (0.02, 0.02, 0.02), detail).copy()
    card = shrunk(picture, detail * scale, detail)
    top, left = (texture.shape[0] - card.shape[0]) // 2, (texture.shape[1] - card.shape[1]) // 2
    texture[top : top + card.shape[0], left : left + card.shape[1], :3] = card[..., :3] + 0.01
    return texture, size


def _shot(*disturbances: Disturbance) -> Callable[[Random], PlaceShot]:
    def make(rng: Random) -> PlaceShot:
        shot = _place_shot(rng)
        for disturbance in disturbances:
            disturbance(rng, shot)
        return shot

    return make


CONDITIONS: dict[str, Callable[[Random], PlaceShot]] = {
    "clear": _shot(),
    "light patch, hard": _shot(light.patch_hard),
    "light patch, soft": _shot(light.patch_soft),
    "sun through a window": _shot(light.sun),
    "phone torch": _shot(light.torch),
    "dim room": _shot(light.dim),
    "hard shadows": _shot(light.hard_shadows),
    "papers": _shot(_papers),
    "fingers and sleeves": _shot(paper.hands),
    "upside down": _shot(_upside_down),
    "photographs": _shot(_photographs),
    "blurred": _shot(light.blurred),
    "all at once": _shot(_papers, light.any_light, paper.hands),
}


def photograph_places(condition: str, seed: int) -> tuple[bytes, tuple[PlaceTruth, ...]]:
    """Return a JPEG and what lies in its places; the same for the same condition and seed."""
    rng = np.random.default_rng([seed, zlib.crc32(condition.encode()), 9])
    shot = CONDITIONS[condition](rng)
    painted = paint(shot, rng)
    canvas = painted.canvas
    lit = shine(shot.light, canvas, painted.occluders, shot.table.middle)
    scene = canvas.reflectance * lit.falls
    scene *= canvas.shade[..., None]
    scene += lit.mirrored[..., None]
    exposed = expose(shot.sensor, scene, shot.exposure)
    truth = places_of(shot, painted, light_of(shot.sensor, lit, exposed))
    return jpeg(shot.sensor, develop(shot.sensor, exposed.light, rng)), truth


def places_of(shot: PlaceShot, painted: Painted, seen: Seen) -> tuple[PlaceTruth, ...]:
    """Return the truth about every cell, ready card and die."""
    known = {key: index for index, key in painted.pieces.items()}
    cells = range(shot.table.cells)
    found = [_cell(shot, painted, seen, column, row) for column in cells for row in cells]
    for colour, at, heading, face_up in shot.table.ready:
        corners = laid(np.zeros((2, 2, 4), np.float32), CARD_MM, at, heading, 0.3).corners()
        truth = _thing(shot, painted, seen, known[f"ready:{colour}"], corners, ("ready",) if face_up else ())
        found.append(replace(truth, kind=PlaceKind.READY, name=colour))
    for colour, at, heading, way in shot.table.dice:
        face = next(name for name, axes in DIE_FACES.items() if (WAYS[way] @ np.array(axes[0]))[2] > 0.9)
        corners = laid(np.zeros((2, 2, 4), np.float32), (DIE_MM, DIE_MM), at, heading, DIE_MM).corners()
        truth = _thing(shot, painted, seen, known[f"die:{colour}"], corners, (face.split(":")[0],))
        found.append(replace(truth, kind=PlaceKind.DIE, name=colour))
    for (kind, colour), (shown, corners) in shot.shown.items():
        outline = _plain(painted.canvas.outline(corners))
        found.append(PlaceTruth(kind, colour, (), False, defects=(shown,), outline=outline))
    there = {(place.kind, place.name) for place in found}
    kinds = (PlaceKind.READY, PlaceKind.DIE)
    absent = [(kind, tray.colour) for kind in kinds for tray in shot.table.trays if (kind, tray.colour) not in there]
    return (*found, *(PlaceTruth(kind, colour, (), False) for kind, colour in absent))


def _cell(shot: PlaceShot, painted: Painted, seen: Seen, column: int, row: int) -> PlaceTruth:
    canvas = painted.canvas
    x, y = _middle((column, row))
    half = CELL / 2 - 1
    corners = np.array([(x + across * half, y + up * half, 0) for across, up in ((-1, 1), (1, 1), (1, -1), (-1, -1))])
    outline = canvas.outline(corners)
    inside, box = pixels_inside(outline, canvas.thing.shape)
    thing, legible, burnt = canvas.thing[box], seen.legible[box], seen.burnt[box]
    pixel_mm2 = (2 * half) ** 2 / max(int(inside.sum()), 1)
    name = cell((x, y))
    here = [key for key, at, _heading in shot.table.tokens if cell(at) == name]
    golem = any(cell(at) == name for _colour, at, _heading in shot.table.golems)
    tokens = [index for index, key in painted.pieces.items() if key in here]
    strange = inside & np.isin(thing, list(painted.obstacles))
    raised = [index for index, key in painted.pieces.items() if key.split(":")[0] in ("golem", "die")]
    standing = inside & np.isin(thing, raised)
    dim = inside & ~legible & ~standing
    bare = inside & burnt & ~standing & ~np.isin(thing, tokens)
    defects = {painted.obstacles[int(index)] for index in np.unique(thing[strange])}
    defects |= _light_defects(dim | bare, burnt, pixel_mm2) | _soft(shot)
    area = {
        name: float(mask.sum()) * pixel_mm2
        for name, mask in (("strange", strange), ("unseen", strange | dim | bare), ("standing", standing))
    }
    if here:
        whole = float(sum(canvas.drawn[index] for index in tokens))
        shown = np.isin(canvas.thing, tokens)
        clear = shown.sum() >= SEEN * whole and (shown & seen.legible).sum() >= LEGIBLE * shown.sum()
        allowed: tuple[str, ...] = (here[0].split(":")[1],)
    else:
        # A golem that stands there hides what it stands on.
        clear, allowed = not golem and area["standing"] <= BARE_MM2 and area["unseen"] <= BARE_MM2, ("",)
        allowed = () if area["strange"] > OBSTACLE_MM2 else allowed
    return PlaceTruth(
        PlaceKind.CELL,
        name,
        allowed,
        bool(clear and is_sharp(shot)),
        bare=not here,
        hidden=area["unseen"] >= HIDES_TOKEN_MM2,
        defects=tuple(sorted(defects)),
        outline=_plain(outline),
    )


def _thing(
    shot: PlaceShot, painted: Painted, seen: Seen, index: int, corners: Floats, allowed: tuple[str, ...]
) -> PlaceTruth:
    """Return the truth about a thing that lies at its corners (4 x 3 mm), but for its kind and name."""
    canvas = painted.canvas
    outline = canvas.outline(corners)
    inside, box = pixels_inside(outline, canvas.thing.shape)
    thing, legible, burnt = canvas.thing[box], seen.legible[box], seen.burnt[box]
    shown = inside & (thing == index)
    pixel_mm2 = float(np.linalg.norm(corners[0] - corners[1]) * np.linalg.norm(corners[1] - corners[2]))
    pixel_mm2 /= max(int(inside.sum()), 1)
    defects = {painted.obstacles[int(other)] for other in np.unique(thing[inside]) if int(other) in painted.obstacles}
    defects |= _light_defects(shown & ~legible, burnt, pixel_mm2) | _soft(shot)
    enough = shown.sum() >= SEEN * inside.sum() and (shown & legible).sum() >= LEGIBLE * shown.sum()
    clear = bool(allowed and enough and is_sharp(shot))
    return PlaceTruth(PlaceKind.CELL, "", allowed, clear, defects=tuple(sorted(defects)), outline=_plain(outline))


def _light_defects(mask: npt.NDArray[np.bool_], burnt: npt.NDArray[np.bool_], pixel_mm2: float) -> set[str]:
    if float(mask.sum()) * pixel_mm2 <= 25:
        return set()
    return {"glare" if 2 * (burnt & mask).sum() > mask.sum() else "dark"}


def _soft(shot: PlaceShot) -> set[str]:
    return set() if is_sharp(shot) else {"soft"}


def _plain(outline: Floats) -> tuple[tuple[float, float], ...]:
    return tuple((round(float(x), 1), round(float(y), 1)) for x, y in outline)
