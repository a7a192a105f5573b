"""Tables with tokens, ready cards and dice, as they are laid before anything happens to them."""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np

from tests.benchmarks.photographed.camera import Floats
from tests.benchmarks.photographed.photograph import cell
from tests.benchmarks.photographed.prints import Edition, prints_of
from tests.benchmarks.photographed.shots import Shot, usual_shot
from tests.benchmarks.photographed.tables import BORDER, CELL
from tests.support.place_truth import PlaceKind

Random = np.random.Generator

TOKEN_MM = 80.0
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


def place_shot(rng: Random) -> PlaceShot:
    usual = usual_shot(rng, Edition(), 0.4)
    shot = PlaceShot(**vars(usual))
    table = shot.table
    table.tokens.clear()
    golems = {cell(at) for _colour, at, _heading in table.golems}
    tokens = [key for key, side in prints_of(table.edition) if key.startswith("token:") and side == "face"]
    cells = [(column, row) for column in range(table.cells) for row in range(table.cells)]
    free = [each for each in cells if cell(middle_of(each)) not in golems]
    for key, place in zip(rng.permutation(tokens)[: int(rng.integers(3, 8))], rng.permutation(free), strict=False):
        at = middle_of((int(place[0]), int(place[1])))
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


def middle_of(place: tuple[int, int]) -> tuple[float, float]:
    return CELL * (place[0] + 0.5), CELL * (place[1] + 0.5)
