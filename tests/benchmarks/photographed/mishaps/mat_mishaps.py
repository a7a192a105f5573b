"""What happens to a mat's paper: torn, stained, wavy, laminated."""

from __future__ import annotations

import numpy as np

from tests.benchmarks.photographed.camera import Floats
from tests.benchmarks.photographed.lights import Glint, glint_at
from tests.benchmarks.photographed.mat_paper import MatPaper, Ripple, Stain, Waves
from tests.benchmarks.photographed.place_shots import PlaceShot
from tests.benchmarks.photographed.tables import BORDER, CELL

Random = np.random.Generator


def _blot(rng: Random, radius: float, rough: float = 0.25) -> Floats:
    """Return an outline about as round as a blot, around 0."""
    angle = np.linspace(0, 2 * np.pi, 64, endpoint=False)
    far = np.ones(64)
    for waves in range(2, 8):
        far += rough / waves * rng.uniform(-1, 1) * np.sin(waves * angle + rng.uniform(0, 6))
    return radius * far[:, None] * np.column_stack([np.cos(angle), np.sin(angle)])


def _on_field(rng: Random, shot: PlaceShot) -> Floats:
    """Return a random place of the field, on the sheet."""
    return BORDER + rng.uniform(0.0, shot.table.cells * CELL, 2)


def torn(rng: Random, shot: PlaceShot) -> None:
    """One to three pieces of 10 to 80 mm are torn out of the mat, most of them at its rim."""
    side = shot.table.cells * CELL + 2 * BORDER
    holes = []
    for _ in range(int(rng.integers(1, 4))):
        middle = _on_field(rng, shot)
        if rng.random() < 0.4:
            # From the middle of a side: the markers in the corners stay.
            middle[int(rng.integers(2))] = float(rng.choice([0.0, side]))
        holes.append(middle + _blot(rng, float(rng.uniform(10, 80)), 0.5))
    shot.mat_paper = MatPaper(holes=tuple(holes))


STAINS = (
    ((0.35, 0.55, 0.72), 0.6, False),
    ((0.62, 0.78, 0.86), 0.7, False),
    ((0.80, 0.82, 0.84), 0.2, False),
    ((0.55, 0.45, 0.80), 0.3, False),
    ((0.86, 0.90, 0.90), 0.0, False),
    ((0.30, 0.10, 0.06), 0.0, True),
    ((0.70, 0.70, 0.70), 0.0, True),
)
"""Coffee, tea, water, juice, grease; paint and correction fluid, which cover the print."""


def stained(rng: Random, shot: PlaceShot) -> None:
    """Four to nine stains of 8 to 60 mm: drinks and grease, through which print is seen, and paint."""
    stains = []
    for _ in range(int(rng.integers(4, 10))):
        through, rim, covers = STAINS[int(rng.integers(len(STAINS)))]
        radius = float(rng.uniform(6, 22) if covers else rng.uniform(8, 60))
        outline = _on_field(rng, shot) + _blot(rng, radius)
        stains.append(Stain(outline, through, rim, float(rng.uniform(0.4, 2.5)), covers))
    shot.mat_paper = MatPaper(stains=tuple(stains))


def _waves(rng: Random) -> Waves:
    ripples = tuple(
        Ripple(
            float(rng.uniform(0, 180)), float(rng.uniform(110, 420)), float(rng.uniform(0.8, 5.0)), rng.uniform(0, 6)
        )
        for _ in range(int(rng.integers(1, 4)))
    )
    angle, steep = rng.uniform(0, 2 * np.pi), rng.uniform(0.2, 1.0)
    return Waves(ripples, (float(steep * np.cos(angle)), float(steep * np.sin(angle))))


def wavy(rng: Random, shot: PlaceShot) -> None:
    """The mat was rolled or got damp: it lies in waves of some mm."""
    shot.mat_paper = MatPaper(waves=_waves(rng))


def laminated(rng: Random, shot: PlaceShot) -> None:
    """The mat is laminated, mostly not quite flat, and mirrors lamps and windows."""
    for _ in range(int(rng.integers(1, 4))):
        high = float(rng.uniform(1200, 2400))
        centre = glint_at(shot.camera, shot.lane_point(rng), high)
        half = (float(rng.uniform(20, 180)), float(rng.uniform(20, 120)))
        strength = float(np.exp(rng.uniform(np.log(0.3), np.log(6)))) / shot.exposure
        soft = float(np.exp(rng.uniform(np.log(4), np.log(60))))
        shot.glints.append(
            Glint(centre, high, half, float(rng.uniform(0, 180)), strength, soft, bool(rng.random() < 0.5))
        )
    shot.mat_paper = MatPaper(gloss=float(rng.uniform(0.6, 1.6)), waves=_waves(rng) if rng.random() < 0.6 else None)
