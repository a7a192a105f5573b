"""Take a picture: a condition and a seed in, a JPEG and the truth about its rows out."""

from __future__ import annotations

import zlib
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from tests.benchmarks.photographed.conditions import CONDITIONS
from tests.benchmarks.photographed.lights import shine
from tests.benchmarks.photographed.scene import paint
from tests.benchmarks.photographed.sensor import develop, expose, jpeg
from tests.benchmarks.photographed.shots import Shot
from tests.benchmarks.photographed.truth import light_of, rows_of
from tests.support.row_truth import RowTruth


@dataclass(frozen=True, eq=False)
class Photograph:
    """One picture and what it shows."""

    condition: str
    seed: int
    jpeg: bytes
    rows: tuple[RowTruth, ...]
    mat: str
    deck_seed: int
    camera: str
    golems: dict[str, str]
    """Colour to cell."""
    tokens: tuple[tuple[str, str], ...]
    """Kind and cell."""


def photograph(condition: str, seed: int) -> Photograph:
    """Lay, light and photograph a table; the same condition and seed give the same picture."""
    rng = np.random.default_rng([seed, zlib.crc32(condition.encode())])
    shot = CONDITIONS[condition](rng)
    picture, rows = take(shot, rng)
    table = shot.table
    return Photograph(
        condition,
        seed,
        jpeg(shot.sensor, picture),
        tuple(rows),
        table.edition.mat,
        table.edition.deck_seed,
        shot.body,
        {colour: cell(at) for colour, at, _ in table.golems},
        tuple((key.split(":")[1], cell(at)) for key, at, _ in table.tokens),
    )


def cell(at: tuple[float, float]) -> str:
    """Return the cell of a place on the mat."""
    return f"{'abcdef'[int(at[0] // 100)]}{int(at[1] // 100) + 1}"


def take(shot: Shot, rng: np.random.Generator) -> tuple[npt.NDArray[np.uint8], list[RowTruth]]:
    """Photograph a shot: the picture (H x W x 3, BGR) and the truth about its rows."""
    painted = paint(shot, rng)
    canvas = painted.canvas
    lit = shine(shot.light, canvas, painted.occluders, shot.table.middle)
    scene = canvas.reflectance * lit.falls
    scene *= canvas.shade[..., None]
    scene += lit.mirrored[..., None]
    exposed = expose(shot.sensor, scene, shot.exposure)
    rows = rows_of(shot, painted, light_of(shot.sensor, lit, exposed))
    return develop(shot.sensor, exposed.light, rng), rows
