"""What happens to tokens, ready cards and dice: paper over them, photographs of them, one upon another."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from tests.benchmarks.photographed import paper_mishaps as paper
from tests.benchmarks.photographed.canvas import laid
from tests.benchmarks.photographed.lights import Lamp
from tests.benchmarks.photographed.photograph import cell
from tests.benchmarks.photographed.place_shots import TOKEN_MM, PlaceShot, middle_of
from tests.benchmarks.photographed.prints import prints_of
from tests.benchmarks.photographed.scene import DIE_FACES, DIE_MM
from tests.benchmarks.photographed.shots import Obstacle
from tests.benchmarks.photographed.tables import CELL
from tests.benchmarks.photographed.textures import detail_for, printed, shrunk, torn
from tests.benchmarks.photographed.textures import paper as blank_paper
from tests.support.place_truth import PlaceKind

Random = np.random.Generator


def papers(rng: Random, shot: PlaceShot) -> None:
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


def upside_down(rng: Random, shot: PlaceShot) -> None:
    """Tokens lie on their faces: blank paper; ready cards show their other side."""
    size = (TOKEN_MM, TOKEN_MM)
    for _key, at, heading in shot.table.tokens[::2]:
        sheet = laid(blank_paper(size, (0.8, 0.8, 0.79)), size, at, heading, 0.3, contact_mm=0.8)
        shot.over.append(Obstacle("upside down", sheet, False))
    shot.table.tokens = shot.table.tokens[1::2]
    shot.table.ready = [(colour, at, heading, False) for colour, at, heading, _face in shot.table.ready]


def photographs(rng: Random, shot: PlaceShot) -> None:
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


def one_upon_another(rng: Random, shot: PlaceShot) -> None:
    """Tokens lie half upon others, some on their faces; ready cards upon ready cards."""
    table = shot.table
    free = [key for key, side in prints_of(table.edition) if key.startswith("token:") and side == "face"]
    free = [key for key in free if key not in {key for key, _at, _heading in table.tokens}]
    for _key, at, heading in list(table.tokens)[: int(rng.integers(1, 4))]:
        angle, far = rng.uniform(0, 2 * np.pi), float(rng.uniform(12, 62))
        upper = (at[0] + far * float(np.cos(angle)), at[1] + far * float(np.sin(angle)))
        if not _in_field(shot, upper) or cell(upper) in {cell(place) for _colour, place, _heading in table.golems}:
            continue
        turn = heading + float(rng.uniform(-25, 25))
        if rng.random() < 0.6:
            table.tokens.append((str(free.pop(int(rng.integers(len(free))))), upper, turn))
        else:
            size = (TOKEN_MM, TOKEN_MM)
            sheet = laid(blank_paper(size, (0.8, 0.8, 0.79)), size, upper, turn, 0.6, contact_mm=0.8)
            shot.over.append(Obstacle("upside down", sheet, False))
    if len(table.ready) > 1:
        (_, at, heading, _), (colour, _at, _heading, face) = table.ready[:2]
        angle, far = rng.uniform(0, 2 * np.pi), float(rng.uniform(10, 45))
        beside = (at[0] + far * float(np.cos(angle)), at[1] + far * float(np.sin(angle)))
        table.ready[1] = (colour, beside, heading + float(rng.uniform(-20, 20)), face)


def golems_on_tokens(rng: Random, shot: PlaceShot) -> None:
    """Golems stand on tokens, or beside them with a part of one below."""
    table = shot.table
    for number, (_colour, at, _heading) in enumerate(table.golems):
        if number < len(table.tokens):
            key, _at, turn = table.tokens[number]
            middle = middle_of((int(at[0] // CELL), int(at[1] // CELL)))
            table.tokens[number] = (
                key,
                (middle[0] + float(rng.uniform(-6, 6)), middle[1] + float(rng.uniform(-6, 6))),
                turn,
            )


def low_lamp(rng: Random, shot: PlaceShot) -> None:
    """One or two small lamps beside the mat, hardly higher than the golems: long and hard shadows."""
    shot.ambient = rng.uniform(0.08, 0.3)
    shot.lamps = []
    x, y = shot.table.middle
    for _ in range(int(rng.integers(1, 3))):
        angle, far = rng.uniform(0, 2 * np.pi), rng.uniform(500, 1100)
        place = (x + far * np.cos(angle), y + far * np.sin(angle), rng.uniform(250, 700))
        shot.lamps.append(Lamp(place, (rng.uniform(2, 60),) * 2, rng.uniform(0.4, 1.0), samples=2))


def dice_awry(rng: Random, shot: PlaceShot) -> None:
    """Dice lean against something by 20 to 70 degrees, or stand upon other dice."""
    dice = shot.table.dice
    for colour, _at, _heading, _way in dice[::2]:
        shot.table.leaning[colour] = float(rng.uniform(20, 70)), 0.0
    if len(dice) > 3:
        (colour, _at, heading, way), (_colour, below, _heading, _way) = dice[3], dice[1]
        nudged = (below[0] + float(rng.uniform(-8, 8)), below[1] + float(rng.uniform(-8, 8)))
        dice[3] = colour, nudged, heading, way
        shot.table.leaning[colour] = 0.0, DIE_MM
