"""Pictures of tables with tokens, ready cards, dice and golems, and the truth about each cell, card, die and golem.

As in `truth.py`, print is legible where black and white differ enough in the light that falls and is mirrored there.
A cell is *clear* if a person sees what lies in it, or that nothing does: at most 400 mm² of an empty one are hidden or
not legible; a token, a ready card, a die's and a golem's top are seen and legible to 90 %. A token lies in the cell of
its middle; of one that lies less than 8 mm from the border of two cells nobody knows in which.
"""

from __future__ import annotations

import zlib
from collections.abc import Callable
from dataclasses import replace

import numpy as np
import numpy.typing as npt

from tests.benchmarks.photographed import light_mishaps as light
from tests.benchmarks.photographed import paper_mishaps as paper
from tests.benchmarks.photographed.camera import Floats
from tests.benchmarks.photographed.canvas import laid
from tests.benchmarks.photographed.lights import shine
from tests.benchmarks.photographed.mishaps import mat_mishaps as mats
from tests.benchmarks.photographed.mishaps import piece_mishaps as pieces
from tests.benchmarks.photographed.mishaps import place_mishaps as mishaps
from tests.benchmarks.photographed.photograph import cell
from tests.benchmarks.photographed.place_shots import PlaceShot, middle_of, place_shot
from tests.benchmarks.photographed.scene import DIE_FACES, DIE_MM, GOLEM_MM, WAYS, Painted, paint
from tests.benchmarks.photographed.sensor import develop, expose, jpeg
from tests.benchmarks.photographed.tables import BORDER, CARD_MM, CELL, GOLEM_HIGH
from tests.benchmarks.photographed.truth import BARE_MM2, LEGIBLE, SEEN, Seen, is_sharp, light_of, pixels_inside
from tests.support.place_truth import PlaceKind, PlaceTruth

Random = np.random.Generator
Disturbance = Callable[[Random, PlaceShot], None]

HIDES_TOKEN_MM2 = 3200.0
"""Half of a token: where so much of a cell cannot be seen, one might lie there."""
BETWEEN_MM, CLEARLY_MM = 8.0, 15.0
"""Distance of a token's middle from the border of two cells below which nobody knows in which it lies; and from which
everybody does."""
GOLEM_NEAR_MM = 3.0
"""The same of a golem, which is told with its place: either cell is right."""
OBSTACLE_MM2 = 1600.0
"""What is no part of the game and covers as much of a cell makes it one of which nothing may be told; so do two tokens
of which as much is seen."""


def _shot(*disturbances: Disturbance) -> Callable[[Random], PlaceShot]:
    def make(rng: Random) -> PlaceShot:
        shot = place_shot(rng)
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
    "lamp's image": _shot(light.lamp_image),
    "low lamp": _shot(mishaps.low_lamp),
    "papers": _shot(mishaps.papers),
    "fingers and sleeves": _shot(paper.hands),
    "upside down": _shot(mishaps.upside_down),
    "one upon another": _shot(mishaps.one_upon_another),
    "golems on tokens": _shot(mishaps.golems_on_tokens),
    "dice awry": _shot(mishaps.dice_awry),
    "photographs": _shot(mishaps.photographs),
    "blurred": _shot(light.blurred),
    "face down below golems": _shot(pieces.face_down_below_golems),
    "tokens shoved": _shot(pieces.shoved),
    "tokens stacked": _shot(pieces.stacked),
    "dice astray": _shot(pieces.dice_astray),
    "cards over ready cards": _shot(pieces.cards_over_ready),
    "cards on the mat": _shot(pieces.cards_on_mat),
    "golems between cells": _shot(pieces.between_cells),
    "golem on its side": _shot(pieces.on_its_side),
    "foreign objects": _shot(pieces.foreign_objects),
    "sleeves": _shot(pieces.sleeves),
    "torn mat": _shot(mats.torn),
    "stained mat": _shot(mats.stained),
    "wavy mat": _shot(mats.wavy),
    "laminated mat": _shot(mats.laminated),
    "all at once": _shot(mishaps.papers, light.any_light, paper.hands),
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
        lean, _base = shot.table.leaning.get(colour, (0.0, 0.0))
        allowed = () if lean else (face.split(":")[0],)
        truth = _thing(shot, painted, seen, known[f"die:{colour}"], corners, allowed)
        truth = replace(truth, clear=truth.clear and colour not in shot.table.leaning)
        if lean:
            truth = replace(truth, defects=(*truth.defects, "cocked"))
        found.append(replace(truth, kind=PlaceKind.DIE, name=colour))
    found += [_golem(shot, painted, seen, *golem) for golem in shot.table.golems]
    for (kind, colour), (shown, corners) in shot.shown.items():
        outline = _plain(painted.canvas.outline(corners))
        found.append(PlaceTruth(kind, colour, (), False, defects=(shown,), outline=outline))
    there = {(place.kind, place.name) for place in found}
    kinds = (PlaceKind.READY, PlaceKind.DIE)
    absent = [(kind, tray.colour) for kind in kinds for tray in shot.table.trays if (kind, tray.colour) not in there]
    return (*found, *(PlaceTruth(kind, colour, (), False) for kind, colour in absent))


def _cell(shot: PlaceShot, painted: Painted, seen: Seen, column: int, row: int) -> PlaceTruth:
    canvas = painted.canvas
    x, y = middle_of((column, row))
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
    between = [away for _key, at, _heading in shot.table.tokens if (away := _from_border(shot, at, name)) is not None]
    cards = [index for index, kind in painted.obstacles.items() if kind == "card"]
    strange = inside & np.isin(thing, [index for index in painted.obstacles if index not in cards])
    missing = inside & ((thing == 0) | np.isin(thing, cards))
    raised = [index for index, key in painted.pieces.items() if key.split(":")[0] in ("golem", "die")]
    standing = inside & np.isin(thing, raised)
    dim = inside & ~legible & ~standing
    bare = inside & burnt & ~standing & ~np.isin(thing, tokens)
    defects = {painted.obstacles[int(index)] for index in np.unique(thing[strange])}
    defects |= _light_defects(dim | bare, burnt, pixel_mm2) | _soft(shot)
    painted_mm2 = shot.mat_paper.covered_mm2((x - half + BORDER, y - half + BORDER), 2 * half)
    defects |= {"torn"} if (inside & (thing == 0)).any() else set()
    defects |= {"stained"} if painted_mm2 else set()
    defects |= {"card"} if np.isin(thing[inside], cards).any() else set()
    area = {
        name: float(mask.sum()) * pixel_mm2
        for name, mask in (("strange", strange), ("unseen", strange | dim | bare | missing), ("standing", standing))
    }
    area["unseen"] += painted_mm2
    if min(between, default=CELL) < BETWEEN_MM:
        clear, allowed = False, ()
        defects.add("between cells")
    elif here:
        whole = float(sum(canvas.drawn[index] for index in tokens))
        shown = np.isin(canvas.thing, tokens)
        clear = shown.sum() >= SEEN * whole and (shown & seen.legible).sum() >= LEGIBLE * shown.sum()
        allowed = _of_tokens({painted.pieces[n]: float((canvas.thing == n).sum()) * pixel_mm2 for n in tokens})
        defects |= set() if allowed else {"two tokens"}
        clear = clear and min(between, default=CELL) >= CLEARLY_MM
    else:
        # A golem that stands there hides what it stands on.
        clear, allowed = not golem and area["standing"] <= BARE_MM2 and area["unseen"] <= BARE_MM2, ("",)
        clear = clear and min(between, default=CELL) >= CLEARLY_MM
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


def _from_border(shot: PlaceShot, at: tuple[float, float], name: str) -> float | None:
    """Return how far from the next border between two cells, one of them the named one, something lies; None if not."""
    found = []
    for axis in range(2):
        line = round(at[axis] / CELL) * CELL
        if 0 < line < shot.table.cells * CELL:
            both = {cell((line - 1, at[1]) if axis == 0 else (at[0], line - 1))}
            both.add(cell((line + 1, at[1]) if axis == 0 else (at[0], line + 1)))
            if name in both:
                found.append(abs(at[axis] - line))
    return min(found, default=None)


def _golem(
    shot: PlaceShot, painted: Painted, seen: Seen, colour: str, at: tuple[float, float], heading: float
) -> PlaceTruth:
    if colour in shot.table.fallen:
        square = laid(np.zeros((2, 2, 4), np.float32), (GOLEM_MM, GOLEM_MM), at, heading).corners()
        outline = painted.canvas.outline(square)
        return PlaceTruth(PlaceKind.GOLEM, colour, (), False, defects=("golem on its side",), outline=_plain(outline))
    near = [
        (at[0] + x, at[1] + y) for x in (-GOLEM_NEAR_MM, 0, GOLEM_NEAR_MM) for y in (-GOLEM_NEAR_MM, 0, GOLEM_NEAR_MM)
    ]
    allowed = tuple(sorted({cell(place) for place in near}))
    index = next(index for index, key in painted.pieces.items() if key == f"golem:{colour}")
    # The square within its round top.
    corners = laid(np.zeros((2, 2, 4), np.float32), (GOLEM_MM / 1.5,) * 2, at, heading, GOLEM_HIGH).corners()
    truth = _thing(shot, painted, seen, index, corners, allowed)
    return replace(truth, kind=PlaceKind.GOLEM, name=colour)


def _of_tokens(shown_mm2: dict[str, float]) -> tuple[str, ...]:
    """Return what may be told of a cell with these tokens, of which so much is seen."""
    largest = max(shown_mm2.values())
    kinds = tuple(
        sorted({key.split(":")[1] for key, shown in shown_mm2.items() if shown >= min(OBSTACLE_MM2, largest)})
    )
    if sum(shown >= OBSTACLE_MM2 for shown in shown_mm2.values()) > 1:
        return ()
    # Of one that lies below something, nobody knows.
    return (*kinds, "") if largest < BARE_MM2 else kinds


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
