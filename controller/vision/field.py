"""What lies or stands on the mat's field and was not read: a token below a hand or a lamp's reflection must not be
silently missing.

Each cell is compared with the empty one as it is printed, by hue and texture: light and shadow change neither. What
was read, and what it hides, is left out.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache

import cv2
import numpy as np
from numpy.typing import NDArray

from boards.artwork import drawing_of
from boards.geometry import Cell, Point, Pose, Rect
from boards.kit import Kit
from boards.kit import kit as printed_kit
from boards.mats import BUILT_IN, mat
from boards.raster import raster
from boards.things import Thing
from calibration.camera_model import Floats, View
from calibration.frames import Image
from controller.vision.doubt import BURNT_LEVEL, BURNT_SHARE
from controller.vision.placing import as_pixels, carried, outline, xy_of
from controller.vision.scene import Unread, Why

SQUARE_MM = 4
"""Cells are compared in squares of this size."""
INSET_MM = 10.0
"""A cell's lines and its neighbours' corners are left out."""

HUE = 0.15
"""Change of log(red / blue), or of log(green / the geometric mean of both)."""
TEXTURE = 0.10
"""Standard deviation in a square over its brightness, beyond what is printed there."""
NOISE_LEVELS = 3.0
OCCUPIED = 0.22
"""The share of a cell's free squares that must differ: a token covers two thirds, a neighbour's corner a tenth."""
FREE = 0.5
"""Where read things hide more than the rest of it, nothing is asked."""

DAZZLED = 0.35
"""A cell that is burnt out by more than this share may hide anything."""

_REACH_MM = 140.0
"""From a cell's middle to that of a thing that may reach into it."""
_SQUARES = 20
"""Across the part of a cell that is looked at."""
_BESIDE = 0.57
"""From a mat marker's middle to its quiet zone, in its sides."""
_GROWN_MM = 8.0
_DARKEST = 8.0


def on_field(image: Image, view: View, kit: Kit, mat_key: str, read: Iterable[tuple[Thing, Pose]]) -> list[Unread]:
    """Cells of a mat in which something is that is none of the things that were read."""
    if kit.draw is not None or mat_key not in BUILT_IN:
        # Boards of pieces are looked at by those who know what may stand there.
        return []
    grid = mat(mat_key).grid
    field = Rect(Point(0.0, 0.0), Point(grid.width_mm, grid.height_mm)).grown(_REACH_MM)
    lying = [(pose.point, _hides(view, thing, pose)) for thing, pose in read if pose.point in field]
    white = _white(image, view, mat_key)
    tint, dazzled = _hues(white), bool((white >= BURNT_LEVEL).all())
    found: list[Unread] = []
    for cell, (empty, empty_texture) in _empty(mat_key).items():
        corners = _corners(mat_key, cell)
        centre = grid.centre(cell)
        free = ~_in_cell(corners, [hull for place, hull in lying if place.distance(centre) < _REACH_MM])
        if free.mean() < FREE:
            continue
        flat = _flattened(image, view.project_plane(corners))
        mean, texture = _squares(flat)
        hue = np.abs(_hues(mean) - _hues(empty) - tint).max(axis=-1)
        rough = texture - empty_texture - NOISE_LEVELS / np.maximum(mean[..., 1], _DARKEST)
        differs = ((hue > HUE) | (rough > TEXTURE)) & free
        burnt = 0.0 if dazzled else float((flat >= BURNT_LEVEL).all(axis=2).mean())
        if differs.sum() > OCCUPIED * free.sum() or burnt > DAZZLED:
            why = Why.GLARE if burnt > BURNT_SHARE else Why.COVERED
            around = as_pixels(view.project_plane(corners))
            found.append(Unread(why, around, Pose(centre.x, centre.y, 0.0), None))
    return found


def _corners(mat_key: str, cell: Cell) -> Floats:
    """Of the part of a cell that is looked at, 4 x 2 mm, clockwise from the upper left."""
    grid = mat(mat_key).grid
    centre, half = grid.centre(cell), grid.cell_mm / 2 - INSET_MM
    return np.array([(centre.x + x * half, centre.y + y * half) for x, y in ((-1, 1), (1, 1), (1, -1), (-1, -1))])


def _flattened(image: Image, pixels: Floats) -> Image:
    """A part of the picture (4 x 2 px) as squares of 1 mm, H x W x 3."""
    size = _SQUARES * SQUARE_MM
    target = np.array([(0, 0), (size, 0), (size, size), (0, size)], np.float32) - np.float32(0.5)
    carry = cv2.getPerspectiveTransform(pixels.astype(np.float32), target)
    return np.asarray(
        cv2.warpPerspective(image, carry, (size, size), flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE),
        np.uint8,
    )


def _squares(flat: Image) -> tuple[Floats, Floats]:
    """Mean colour (N x N x 3) and relative standard deviation of the brightness (N x N) of each square."""
    values = flat.astype(np.float64).reshape(_SQUARES, SQUARE_MM, _SQUARES, SQUARE_MM, 3)
    mean = np.maximum(values.mean(axis=(1, 3)), 1.0)
    return mean, values[..., 1].std(axis=(1, 3)) / np.maximum(mean[..., 1], _DARKEST)


def _hues(colour: Floats) -> Floats:
    """Two axes of colour without brightness (... x 2), of blue, green and red."""
    levels = np.log(np.maximum(colour, _DARKEST))
    blue, green, red = levels[..., 0], levels[..., 1], levels[..., 2]
    return np.stack([red - blue, green - (red + blue) / 2], axis=-1)


@lru_cache(maxsize=4)
def _empty(mat_key: str) -> dict[Cell, tuple[Floats, Floats]]:
    """The printed cells without anything on them: mean colour and texture of each square."""
    drawing = drawing_of(mat_key, printed_kit(), "en")
    picture = cv2.GaussianBlur(raster(drawing, 1.0), (0, 0), 0.7)
    cells: dict[Cell, tuple[Floats, Floats]] = {}
    grid = mat(mat_key).grid
    for cell in (Cell(column, row) for row in range(grid.rows) for column in range(grid.columns)):
        left_top = (drawing.bounds.low.x, drawing.bounds.high.y)
        pixels = (_corners(mat_key, cell) - left_top) * (1.0, -1.0) - 0.5
        cells[cell] = _squares(_flattened(np.asarray(picture, np.uint8), pixels))
    return cells


def _white(image: Image, view: View, mat_key: str) -> Floats:
    """White paper in this light, blue, green and red: beside the mat's markers."""
    around = [
        (marker.centre.x + x * _BESIDE * marker.side_mm, marker.centre.y + y * _BESIDE * marker.side_mm)
        for marker in mat(mat_key).markers
        for x, y in ((-1, 0), (1, 0), (0, 1), (0, -1))
    ]
    at = np.rint(view.project_plane(around)).astype(np.int64)
    inside = (at >= 0).all(axis=1) & (at < (image.shape[1], image.shape[0])).all(axis=1)
    taken = image[at[inside, 1], at[inside, 0]].astype(np.float64)
    return np.median(taken, axis=0) if len(taken) else np.full(3, 200.0)


def _hides(view: View, thing: Thing, pose: Pose) -> Floats:
    """The part of the table that a read thing hides (N x 2 mm)."""
    edge = xy_of(thing.outline) if thing.outline else outline(thing.key)
    length = np.maximum(np.linalg.norm(edge, axis=1, keepdims=True), 1.0)
    grown = carried(pose, edge * (1.0 + _GROWN_MM / length))
    if thing.height_mm <= 0.0:
        return grown
    top = view.on_plane(view.project_plane(grown, thing.height_mm))
    return np.asarray(cv2.convexHull(np.concatenate([grown, top]).astype(np.float32))[:, 0], np.float64)


def _in_cell(corners: Floats, hidden: Sequence[Floats]) -> NDArray[np.bool_]:
    """The squares of a cell that are in one of these parts."""
    mask = np.zeros((_SQUARES, _SQUARES), np.uint8)
    for hull in hidden:
        squares = (hull - corners[0]) * (1.0, -1.0) * (_SQUARES / (corners[1, 0] - corners[0, 0])) - 0.5
        cv2.fillConvexPoly(mask, np.rint(np.clip(squares, -999, 999) * 16).astype(np.int32), (1,), cv2.LINE_8, 4)
    return mask.astype(np.bool_)
