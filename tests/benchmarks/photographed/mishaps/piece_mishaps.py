"""What children do with tokens, golems, dice and cards on the mat: shove, stack, knock over, lay in the wrong place."""

from __future__ import annotations

import numpy as np

from tests.benchmarks.photographed.canvas import laid
from tests.benchmarks.photographed.mishaps import foreign_objects as foreign
from tests.benchmarks.photographed.photograph import cell
from tests.benchmarks.photographed.place_shots import TOKEN_MM, PlaceShot, middle_of
from tests.benchmarks.photographed.prints import prints_of
from tests.benchmarks.photographed.shots import Obstacle
from tests.benchmarks.photographed.tables import CARD_MM, CELL
from tests.benchmarks.photographed.textures import detail_for, printed
from tests.benchmarks.photographed.textures import paper as blank_paper

Random = np.random.Generator
Place = tuple[float, float]

WAYS = ((1, 0), (0, 1), (-1, 0), (0, -1))


def _toward(rng: Random, at: Place, low: float, high: float) -> Place:
    """Return a place so many mm from another one, along a row or a column but for some mm."""
    x, y = WAYS[int(rng.integers(4))]
    far, aside = float(rng.uniform(low, high)), float(rng.normal(0, 5))
    return at[0] + x * far + y * aside, at[1] + y * far + x * aside


def _in_field(shot: PlaceShot, at: Place) -> bool:
    return all(2 < along < shot.table.cells * CELL - 2 for along in at)


def _middle(at: Place) -> Place:
    return middle_of((int(at[0] // CELL), int(at[1] // CELL)))


def _golem_cells(shot: PlaceShot) -> set[str]:
    return {cell(at) for _colour, at, _heading in shot.table.golems}


def face_down_below_golems(rng: Random, shot: PlaceShot) -> None:
    """Golems stand on tokens that lie on their faces: blank paper, whose rim is seen."""
    for _colour, at, _heading in shot.table.golems:
        if rng.random() < 0.7:
            x, y = _middle(at)
            off = float(rng.uniform(-10, 10)), float(rng.uniform(-10, 10))
            size, turn = (TOKEN_MM, TOKEN_MM), float(rng.choice([0, 90]) + rng.uniform(-15, 15))
            white = float(rng.uniform(0.76, 0.84))
            sheet = laid(
                blank_paper(size, (white, white, white - 0.01)),
                size,
                (x + off[0], y + off[1]),
                turn,
                0.3,
                contact_mm=0.8,
            )
            shot.lying.append(Obstacle("upside down", sheet, False))


def shoved(rng: Random, shot: PlaceShot) -> None:
    """Tokens are shoved out of the middle of their cells, some of them half into the next one."""
    for number, (key, at, turn) in enumerate(shot.table.tokens):
        place = _toward(rng, _middle(at), 15, 60)
        if _in_field(shot, place) and cell(place) not in _golem_cells(shot):
            shot.table.tokens[number] = key, place, turn + float(rng.normal(0, 8))


def stacked(rng: Random, shot: PlaceShot) -> None:
    """Tokens lie upon others, so that 0 to 25 mm of the lower ones show."""
    table = shot.table
    there = {key for key, _at, _turn in table.tokens}
    free = [key for key, side in prints_of(table.edition) if key.startswith("token:") and side == "face"]
    free = [key for key in free if key not in there]
    for _key, at, turn in list(table.tokens):
        if free and rng.random() < 0.7:
            angle, far = rng.uniform(0, 2 * np.pi), float(rng.uniform(0, 25))
            upper = (at[0] + far * float(np.cos(angle)), at[1] + far * float(np.sin(angle)))
            key = free.pop(int(rng.integers(len(free))))
            if _in_field(shot, upper):
                table.tokens.append((key, upper, turn + float(rng.normal(0, 5))))


def dice_astray(rng: Random, shot: PlaceShot) -> None:
    """Dice stand on cards in lanes, in bare lanes, on ready cards and tokens, on cells."""
    table = shot.table
    for number, (colour, _at, turn, way) in enumerate(table.dice):
        tray = table.trays[int(rng.integers(len(table.trays)))]
        aims = [tray.point(*tray.place(int(rng.integers(4)), float(rng.uniform(0, 4))))]
        aims += [table.tray(item.tray).point(*item.at) for item in table.laid[:1] if item.card]
        aims += [at for _colour, at, *_more in table.ready[:1]]
        aims += [at for _key, at, _turn in table.tokens[:1]]
        aims += [middle_of((int(rng.integers(table.cells)), int(rng.integers(table.cells))))]
        x, y = aims[int(rng.integers(len(aims)))]
        place = (x + float(rng.normal(0, 12)), y + float(rng.normal(0, 12)))
        if cell(place) in _golem_cells(shot) if _in_field(shot, place) else False:
            continue
        table.dice[number] = colour, place, turn, way


def cards_over_ready(rng: Random, shot: PlaceShot) -> None:
    """Cards lie upon ready cards, so that 5 to 60 mm of these show."""
    for _colour, at, heading, _face in shot.table.ready:
        angle, far = rng.uniform(0, 2 * np.pi), float(rng.uniform(5, 60))
        place = (at[0] + far * float(np.cos(angle)), at[1] + far * float(np.sin(angle)))
        shot.lying.append(_card(rng, shot, place, heading + float(rng.normal(0, 12))))


def _card(rng: Random, shot: PlaceShot, at: Place, heading: float) -> Obstacle:
    """Return a card of a player that lies in no row, its face or its back up."""
    used = {item.key for item in shot.table.laid}
    side = "face" if rng.random() < 0.6 else "back"
    cards = [key for key, of in prints_of(shot.table.edition) if key.startswith("card:") and of == side]
    free = [key for key in cards if key not in used]
    thing = prints_of(shot.table.edition)[free[int(rng.integers(len(free)))], side]
    texture = printed(thing, detail_for(shot.scale))
    return Obstacle("card", laid(texture, CARD_MM, at, heading, 0.6, gloss=shot.gloss, contact_mm=0.9), False)


def cards_on_mat(rng: Random, shot: PlaceShot) -> None:
    """One to three cards lie on cells, some of them upon tokens."""
    for _ in range(int(rng.integers(1, 4))):
        at = shot.lane_point(rng)
        if _in_field(shot, at) and cell(at) not in _golem_cells(shot):
            shot.lying.append(_card(rng, shot, at, float(rng.uniform(0, 360))))


def between_cells(rng: Random, shot: PlaceShot) -> None:
    """Golems stand between two cells, with and without tokens on both."""
    for number, (colour, at, heading) in enumerate(shot.table.golems):
        place = _toward(rng, _middle(at), 25, 50)
        if _in_field(shot, place):
            shot.table.golems[number] = colour, place, heading


def on_its_side(rng: Random, shot: PlaceShot) -> None:
    """One or two golems lie on their sides, where they stood or rolled to."""
    golems = shot.table.golems
    for number, (colour, at, heading) in list(enumerate(golems))[: int(rng.integers(1, 3))]:
        shot.table.fallen[colour] = heading + float(rng.normal(0, 30))
        place = (at[0] + float(rng.normal(0, 25)), at[1] + float(rng.normal(0, 25)))
        if rng.random() < 0.5 and _in_field(shot, place):
            golems[number] = colour, place, heading


def foreign_objects(rng: Random, shot: PlaceShot) -> None:
    """Two to five rubbers, coins, sweet wrappers and phones lie on cells and tokens, at ready cards and dice."""
    for _ in range(int(rng.integers(2, 6))):
        at = shot.lane_point(rng)
        if _in_field(shot, at) and cell(at) in _golem_cells(shot):
            continue
        if any(np.hypot(at[0] - x, at[1] - y) < 70 for _colour, (x, y), *_ in shot.table.dice):
            continue
        shot.over += foreign.OBJECTS[int(rng.integers(len(foreign.OBJECTS)))](rng, at)


def sleeves(rng: Random, shot: PlaceShot) -> None:
    """One or two sleeves reach over the mat."""
    for _ in range(int(rng.integers(1, 3))):
        x, y = shot.lane_point(rng)
        out = np.degrees(np.arctan2(y - shot.table.middle[1], x - shot.table.middle[0])) + rng.normal(0, 35)
        shot.over += foreign.sleeve(rng, (x, y), float(out))
