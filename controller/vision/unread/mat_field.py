"""Find what is on the mat's field and was not read, such as a token below a hand or a lamp's reflection.

Each cell is compared with the empty one as it is printed, by hue and texture: light and shadow change neither. What was
read, and what it hides, is left out.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache

import cv2
import numpy as np
from numpy.typing import NDArray

from boards.drawing.artwork import drawing_of
from boards.drawing.raster import raster
from boards.geometry import Cell, Point, Pose, Rect
from boards.kit.kit import Kit
from boards.kit.kit import kit as printed_kit
from boards.kit.marker_plan import TOKEN_MARKER_MM
from boards.kit.printed_items import PrintedItem
from boards.kit.thing_keys import MatKey, ThingKey
from boards.mats import mat, mats
from calibration.camera_frames import Image
from calibration.camera_model import Floats, View
from controller.vision.markers.greyscale import to_grey
from controller.vision.markers.occlusion import OVEREXPOSED_LEVEL, OVEREXPOSED_SHARE
from controller.vision.pose.placement import outline, points_array, to_mat_frame, to_pixels
from controller.vision.scene import Unread, Why
from controller.vision.unread.marker_remnants import marker_like_quads, places_of_size

SQUARE_MM = 4
"""Side of the squares that are compared, mm."""
INSET_MM = 10.0
"""Margin of a cell that is left out: its lines and its neighbours' corners."""

HUE = 0.15
"""Change of log(red / blue), or of log(green / the geometric mean of both)."""
TEXTURE = 0.10
"""Standard deviation in a square over its brightness, beyond what is printed there."""
NOISE_LEVELS = 3.0
OCCUPIED = 0.22
"""Least share of a cell's free squares that differ: a token covers two thirds, a neighbour's corner a tenth."""
FREE = 0.5
"""Least free share of a cell: where read things hide more, nothing is decided."""

DAZZLED = 0.35
"""Overexposed share of a cell that may hide anything."""

HAZY = 0.05
"""Overexposed share of a cell from which the rest of it may be in the haze of a reflection."""
MOSTLY, LEAST_TELLING = 0.5, 0.2
"""Overexposed share of a square that says nothing, and the least share of squares in a cell that say something."""

AGAIN_AFTER = 5
"""Frames between two inspections: one takes as long as all the rest of a tracked frame."""

_REACH_MM = 140.0
"""Largest distance of a thing that reaches into a cell, from middle to middle."""
_AROUND_PX = 24
_SQUARES = 20
"""Squares across the compared part of a cell."""
_BESIDE = 0.57
"""Distance from a mat marker's middle to its quiet zone, in its sides."""
_GROWN_MM = 8.0
_DARKEST = 8.0


class FieldInspector:
    """Inspects a mat's field in the frames of one camera."""

    def __init__(self, *, live: bool) -> None:
        """`live`: frames come one after the other, and what was found holds for some of them."""
        self._live = live
        self._age = 0
        self._lying: list[ThingKey] | None = None
        self._found: list[Unread] = []

    def look(
        self, image: Image, view: View, kit: Kit, mat_key: MatKey, read: Sequence[tuple[PrintedItem, Pose]]
    ) -> list[Unread]:
        """Return what :func:`find_on_field` finds, or found a few frames ago, if the same things are read."""
        lying = [thing.key for thing, _pose in read]
        self._age += 1
        if not self._live or self._age >= AGAIN_AFTER or lying != self._lying:
            self._found = find_on_field(image, view, kit, mat_key, read)
            self._age, self._lying = 0, lying
        return self._found


def find_on_field(
    image: Image, view: View, kit: Kit, mat_key: MatKey, read: Iterable[tuple[PrintedItem, Pose]]
) -> list[Unread]:
    """Find cells of a mat that hold something that is none of the things read."""
    if kit.draw is not None or mat_key not in mats():
        # Boards of pieces are inspected by their games.
        return []
    grid = mat(mat_key).grid
    field = Rect(Point(0.0, 0.0), Point(grid.width_mm, grid.height_mm)).grown(_REACH_MM)
    lying = [(pose.point, _hides(view, thing, pose)) for thing, pose in read if pose.point in field]
    centres, places = _centres(mat_key), _corners(mat_key)
    reaching = [[hull for place, hull in lying if place.distance(centre) < _REACH_MM] for centre in centres]
    free = np.stack([~_in_cell(corners, hulls) for corners, hulls in zip(places, reaching, strict=True)])
    pixels = view.project_plane(places.reshape(-1, 2)).reshape(-1, 4, 2)
    flat = _flattened(image, pixels)
    mean, texture = _squares(flat)
    empty, empty_texture = _empty(mat_key)
    white = _white(image, view, mat_key)
    hue = np.abs(_hues(mean) - empty - _hues(white)).max(axis=-1)
    rough = texture - empty_texture - NOISE_LEVELS / np.maximum(mean[..., 1], _DARKEST)
    # The hue of an overexposed colour is not known.
    known = (mean < OVEREXPOSED_LEVEL).all(axis=-1)
    differs = (((hue > HUE) & known) | (rough > TEXTURE)) & free
    # Where the paper itself is overexposed, white says nothing.
    white_squares = _overexposed_shares(flat) * float((white < OVEREXPOSED_LEVEL).any())
    overexposed = white_squares.mean(axis=(1, 2))
    # An overexposed square does not show that a cell is empty.
    telling = free & (white_squares < MOSTLY)
    hidden = (differs & telling).mean(axis=(1, 2)) > OCCUPIED * np.maximum(telling.mean(axis=(1, 2)), LEAST_TELLING)
    hidden = (hidden | (overexposed > DAZZLED)) & (free.mean(axis=(1, 2)) >= FREE)
    for at in np.flatnonzero(~hidden & (overexposed > HAZY) & (free.mean(axis=(1, 2)) >= FREE)):
        hidden[at] = _shows_marker(image, view, pixels[at], places[at], reaching[at])
    found: list[Unread] = []
    for at in np.flatnonzero(hidden):
        centre = centres[at]
        why = Why.GLARE if overexposed[at] > OVEREXPOSED_SHARE else Why.COVERED
        found.append(Unread(why, to_pixels(pixels[at]), Pose(centre.x, centre.y, 0.0), None))
    return found


@lru_cache(maxsize=4)
def _centres(mat_key: MatKey) -> tuple[Point, ...]:
    grid = mat(mat_key).grid
    return tuple(grid.centre(Cell(column, row)) for row in range(grid.rows) for column in range(grid.columns))


@lru_cache(maxsize=4)
def _corners(mat_key: MatKey) -> Floats:
    """Return the corners of the compared part of each cell: N x 4 x 2 mm, clockwise from the upper left."""
    half = mat(mat_key).grid.cell_mm / 2 - INSET_MM
    centres = np.array([(centre.x, centre.y) for centre in _centres(mat_key)])
    return np.asarray(centres[:, None] + half * np.array([(-1, 1), (1, 1), (1, -1), (-1, -1)]))


def _flattened(image: Image, pixels: Floats) -> Image:
    """Warp parts of the picture (N x 4 x 2 px) to squares of 1 mm: N x H x W x 3."""
    size = _SQUARES * SQUARE_MM
    target = np.array([(0, 0), (size, 0), (size, size), (0, size)], np.float32) - np.float32(0.5)
    flat = np.empty((len(pixels), size, size, 3), np.uint8)
    for corners, part in zip(pixels.astype(np.float32), flat, strict=True):
        carry = cv2.getPerspectiveTransform(corners, target)
        cv2.warpPerspective(
            image, carry, (size, size), dst=part, flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE
        )
    return flat


def _squares(flat: Image) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
    """Return the mean colour (N x S x S x 3) and the relative standard deviation of the brightness (N x S x S)."""
    count, across = len(flat), _SQUARES
    levels = flat.reshape(-1, flat.shape[2], 3).astype(np.float32)
    size = (across, count * across)
    mean = cv2.resize(levels, size, interpolation=cv2.INTER_AREA)
    green = np.ascontiguousarray(levels[..., 1])
    squares = cv2.resize(green * green, size, interpolation=cv2.INTER_AREA)
    deviation = np.sqrt(np.maximum(squares - mean[..., 1] ** 2, 0.0))
    relative = deviation / np.maximum(mean[..., 1], _DARKEST)
    shape = (count, across, across)
    return np.maximum(mean, 1.0).reshape(*shape, 3), np.asarray(relative.reshape(shape), np.float32)


def _overexposed_shares(flat: Image) -> Floats:
    """Return the overexposed share of each square of parts (N x H x W x 3): N x S x S."""
    tall = flat.reshape(-1, flat.shape[2], 3)
    white = cv2.inRange(tall, np.full(3, OVEREXPOSED_LEVEL, np.float64), np.full(3, 255.0))
    shares = cv2.resize(white, (_SQUARES, len(flat) * _SQUARES), interpolation=cv2.INTER_AREA)
    return np.asarray(shares.reshape(len(flat), _SQUARES, _SQUARES) / 255.0)


def _shows_marker(image: Image, view: View, pixels: Floats, place: Floats, reaching: Sequence[Floats]) -> bool:
    """Tell whether a token's marker is seen in a cell (4 x 2 px and mm), though it cannot be read.

    In the haze around a reflection colours and textures are faint.
    """
    low = np.maximum(pixels.min(axis=0).astype(int) - _AROUND_PX, 0)
    high = pixels.max(axis=0).astype(int) + _AROUND_PX
    part = to_grey(np.ascontiguousarray(image[low[1] : high[1], low[0] : high[0]]))
    free = ~_in_cell(place, reaching)
    step = (place[1, 0] - place[0, 0]) / _SQUARES
    for at in places_of_size(view, marker_like_quads(part, np.zeros((0, 4, 2))) + low, TOKEN_MARKER_MM):
        column, row = int((at.x - place[0, 0]) // step), int((place[0, 1] - at.y) // step)
        if 0 <= column < _SQUARES and 0 <= row < _SQUARES and free[row, column]:
            return True
    return False


def _hues(colour: NDArray[np.floating]) -> NDArray[np.float32]:
    """Return two axes of colour without brightness (... x 2), of blue, green and red."""
    levels = np.log(np.maximum(colour.astype(np.float32), np.float32(_DARKEST)))
    blue, green, red = levels[..., 0], levels[..., 1], levels[..., 2]
    return np.stack([red - blue, green - (red + blue) / 2], axis=-1)


@lru_cache(maxsize=4)
def _empty(mat_key: MatKey) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
    """Return hues and texture of each square of the printed cells without anything on them."""
    drawing = drawing_of(mat_key, printed_kit(), "en")
    picture = cv2.GaussianBlur(raster(drawing, 1.0), (0, 0), 0.7)
    left_top = (drawing.bounds.low.x, drawing.bounds.high.y)
    pixels = (_corners(mat_key) - left_top) * (1.0, -1.0) - 0.5
    mean, texture = _squares(_flattened(np.asarray(picture, np.uint8), pixels))
    return _hues(mean), texture


def _white(image: Image, view: View, mat_key: MatKey) -> Floats:
    """Return white paper in this light, blue, green and red: beside the mat's markers."""
    around = [
        (marker.centre.x + x * _BESIDE * marker.side_mm, marker.centre.y + y * _BESIDE * marker.side_mm)
        for marker in mat(mat_key).markers
        for x, y in ((-1, 0), (1, 0), (0, 1), (0, -1))
    ]
    at = np.rint(view.project_plane(around)).astype(np.int64)
    inside = (at >= 0).all(axis=1) & (at < (image.shape[1], image.shape[0])).all(axis=1)
    taken = image[at[inside, 1], at[inside, 0]].astype(np.float64)
    return np.median(taken, axis=0) if len(taken) else np.full(3, 200.0)


def _hides(view: View, thing: PrintedItem, pose: Pose) -> Floats:
    """Return the part of the table that a thing which was read hides (N x 2 mm)."""
    edge = points_array(thing.outline) if thing.outline else outline(thing.key)
    length = np.maximum(np.linalg.norm(edge, axis=1, keepdims=True), 1.0)
    grown = to_mat_frame(pose, edge * (1.0 + _GROWN_MM / length))
    if thing.height_mm <= 0.0:
        return grown
    top = view.on_plane(view.project_plane(grown, thing.height_mm))
    return np.asarray(cv2.convexHull(np.concatenate([grown, top]).astype(np.float32))[:, 0], np.float64)


def _in_cell(corners: Floats, hidden: Sequence[Floats]) -> NDArray[np.bool_]:
    """Return the squares of a cell that are in one of these parts."""
    mask = np.zeros((_SQUARES, _SQUARES), np.uint8)
    for hull in hidden:
        squares = (hull - corners[0]) * (1.0, -1.0) * (_SQUARES / (corners[1, 0] - corners[0, 0])) - 0.5
        cv2.fillConvexPoly(mask, np.rint(np.clip(squares, -999, 999) * 16).astype(np.int32), (1,), cv2.LINE_8, 4)
    return mask.astype(np.bool_)
