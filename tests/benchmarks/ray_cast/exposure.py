"""One picture: rays, light, sensor, and what lies in the rows."""

from __future__ import annotations

from dataclasses import dataclass, replace

import cv2
import numpy as np
import numpy.typing as npt

from tests.benchmarks.ray_cast.camera import Camera
from tests.benchmarks.ray_cast.lights import triple
from tests.benchmarks.ray_cast.painting import TABLE, View, paint_sheet, paint_solid
from tests.benchmarks.ray_cast.prints import FULL
from tests.benchmarks.ray_cast.rooms import Room
from tests.benchmarks.ray_cast.scenes import Table
from tests.benchmarks.ray_cast.sensor import Pixels, Sensor, develop, lens, shaken
from tests.benchmarks.ray_cast.shading import COARSE_MM, FINE_CELLS, SHARP_MM, Heights, Lit, light_up, radiance
from tests.benchmarks.ray_cast.surfaces import Ground, Sheet, Solid
from tests.benchmarks.ray_cast.table_tops import FINISHES, table_top
from tests.benchmarks.ray_cast.truth import CONTRAST, NOISES, Seen, areas, rows_of
from tests.support.row_truth import RowTruth

MOST_RAYS = 4.2e6
WHITE, BLACK = 0.8, 0.04
"""Reflectance of print, for what is legible."""
PALE = 0.93
"""Of the lane's pale print, beside that of bare paper."""
PALE_CONTRAST = 2.5
"""Grey levels between pale print and bare paper that a person sees."""
GREY = 0.4
"""Light from which on what is not seen is too bright, not too dark."""


@dataclass(frozen=True, eq=False)
class Shot:
    """A table, its light, and a camera."""

    table: Table
    camera: Camera
    room: Room
    top: tuple[str, int]
    """The table top and its variant."""
    sensor: Sensor
    brightness: float
    """Of the brighter parts of the picture after exposure, 0 to 1."""
    percentile: float = 90.0


def taken(shot: Shot, rng: np.random.Generator) -> tuple[Pixels, list[RowTruth], Sensor]:
    """Return the picture (H x W x 3, BGR), the truth about its rows, and the sensor as it was exposed."""
    width, height = shot.camera.size
    finer = float(np.clip(np.sqrt(MOST_RAYS / (width * height)), 1.15, 2.0))
    view = traced(shot, finer)
    relief = relief_of(shot.table, view)
    lit = light_up(view, relief, shot.room.lights, shot.room.sky, rng)
    light = cv2.resize(radiance(view, lit), (width, height), interpolation=cv2.INTER_AREA)
    light = lens(shot.sensor, light)
    kit = cv2.resize((view.thing > TABLE).astype(np.uint8), (width, height), interpolation=cv2.INTER_NEAREST) > 0
    bright = float(np.percentile(light.mean(axis=2)[kit][::11], shot.percentile))
    # The camera finds what is grey on the whole, and errs a little.
    means = light[::4, ::4].reshape(-1, 3).mean(axis=0)
    gains = means[1] / means
    balance = triple((1 + (gains - 1) * 0.75) * np.float32(shot.sensor.balance))
    sensor = replace(shot.sensor, exposure=shot.brightness / bright, balance=balance)
    pixels = develop(sensor, shaken(sensor, light), rng)
    seen = _seen(shot, view, lit, sensor)
    return pixels, rows_of(shot.table, seen), sensor


def traced(shot: Shot, finer: float) -> View:
    """Return what each ray of the camera meets."""
    kind, variant = shot.top
    view = View.of(shot.camera, finer, FINISHES[kind])
    levels, scale = table_top(kind, variant).at(view.density * 1.2)
    x, y = view.places((slice(None), slice(None)), 0.0)
    middle = np.float32(levels.shape[1] / 2)
    painted = cv2.remap(
        levels,
        x * np.float32(scale) + middle,
        middle - y * np.float32(scale),
        cv2.INTER_LINEAR,
        borderMode=cv2.BORDER_WRAP,
    )
    np.multiply(painted, np.float32(1 / FULL), out=view.colour)
    for number, item in enumerate(shot.table.items, 1):
        if isinstance(item.surface, Sheet):
            paint_sheet(view, item.surface, number, keep=item.kind == "tray")
        else:
            paint_solid(view, item.surface, number)
    return view


def relief_of(table: Table, view: View) -> Heights:
    """Return the heights of sheets and of solids on grids of their own, over what the camera sees of the table."""
    border = [*((0, column) for column in (0, -1)), *((-1, column) for column in (0, -1))]
    x, y = view.places((slice(None), slice(None)), 0.0)
    corners = np.array([[x[at], y[at]] for at in border], np.float64)
    ground = table.ground
    last = np.array(ground.low) + (np.array(ground.heights.shape[::-1]) - 1) * ground.step
    low = np.maximum(corners.min(axis=0), ground.low)
    high = np.minimum(corners.max(axis=0), last)
    step = float(max(0.5, np.sqrt(np.prod(high - low) / FINE_CELLS)))
    sheets = Ground.over((float(low[0]), float(low[1])), (float(high[0]), float(high[1])), step)
    for item in table.items:
        if isinstance(item.surface, Sheet) and item.kind != "phone":
            sheets.press(item.surface)
    margin = (float(low[0]) - 60, float(low[1]) - 60), (float(high[0]) + 60, float(high[1]) + 60)
    solids = [Ground.over(*margin, step) for step in (COARSE_MM, SHARP_MM)]
    for item in table.items:
        if isinstance(item.surface, Solid):
            for grid in solids:
                grid.put(item.surface)
    # An edge between two points of the grid is neither on the one nor on the other.
    sheets.heights = cv2.GaussianBlur(sheets.heights, (0, 0), 0.6)
    return Heights(sheets, *solids)


def _seen(shot: Shot, view: View, lit: Lit, sensor: Sensor) -> Seen:
    """Return where print would be read: black and white differ by enough grey levels and spreads of the noise."""
    width, height = shot.camera.size
    light = cv2.resize(lit.irradiance.mean(axis=2), (width, height), interpolation=cv2.INTER_AREA)
    mirrored = cv2.resize(lit.mirrored.mean(axis=2), (width, height), interpolation=cv2.INTER_AREA)
    fall = sensor.shading((width, height)) * np.float32(sensor.exposure)
    strewn = np.float32(sensor.flare * 0.5) * fall
    white, black = (light * np.float32(share) * fall + mirrored * fall + strewn for share in (WHITE, BLACK))
    contrast = sensor.tone(white) - sensor.tone(black)
    legible = (contrast >= CONTRAST) & (contrast >= NOISES * sensor.noise((white + black) / 2))
    # Where pale print can't be told from bare paper, a white sheet can't be seen either.
    pale = sensor.tone(white) - sensor.tone(
        white * np.float32(PALE) + (mirrored * fall + strewn) * np.float32(1 - PALE)
    )
    faint = (pale < PALE_CONTRAST) | (white * np.float32(PALE) >= 1)
    burnt = faint & (white > GREY)
    shape = view.height.shape[::-1]

    def enlarged(mask: npt.NDArray[np.bool_]) -> npt.NDArray[np.bool_]:
        return np.asarray(cv2.resize(mask.astype(np.uint8), shape, interpolation=cv2.INTER_NEAREST) > 0)

    return Seen(view, enlarged(legible), enlarged(faint), enlarged(burnt), areas(view))
