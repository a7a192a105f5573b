"""Find cells of the mat that are not seen to be empty, and parts of its border that cannot be seen.

What explains a cell is worked out in `field_coverage.py`; what was read, and what it hides, is left out.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from functools import lru_cache

import cv2
import numpy as np

from boards.geometry import Cell, Point, Pose, Rect, SquareGrid
from boards.kit.kit import Kit
from boards.kit.marker_plan import TOKEN_MARKER_MM
from boards.kit.printed_items import PrintedItem
from boards.kit.thing_keys import CardKey, MatKey, ThingKey, TokenKey, TrayKey
from boards.mats import mat, mats
from calibration.camera_frames import Image
from calibration.camera_model import Floats, View
from controller.vision.markers.greyscale import to_grey
from controller.vision.pose.placement import outline, outline_px, points_array, to_mat_frame, to_pixels
from controller.vision.scene import Unread, Why
from controller.vision.unread.cells.field_coverage import FieldCoverage, cover_field
from controller.vision.unread.cells.field_snapshot import FieldSnapshot, field_snapshot
from controller.vision.unread.cells.mat_sheet import SQUARE_MM
from controller.vision.unread.marker_remnants import marker_like_quads, places_of_size
from controller.vision.unread.trays.tray_cache import at_rest

COVERED_MM2, SHADED_MM2 = 500.0, 1400.0
"""Area of a cell that shows none of its print, from which something may lie there; and of what may be where shadows
overlap, or grey paper."""
STANDING_MM2 = 250.0
"""The former where something covers the middle of a cell with a floor: the rim of a token below a golem or a card."""
LINES_MM2 = 40.0
"""Area of dark lines beside what stands on a floor, from which they are the outline of a token below it: 1 of 821 empty
cells with golems had more, where shadows overlap, and 387 with tokens had 41 at least."""
PLAIN_MM2 = 100.0
"""Area of plain paper beside it from which a token lies on its face below what stands there: 133 empty cells
below golems have 96 at most, and 31 of 37 of such tokens more."""
NEAR_LINE_MM = 10.0
"""Distance of a token's middle from the line between two cells, within which it lies in neither: it is 40 mm out of
place."""
CENTRED_MM, BESIDE_TOKEN_MM2 = 15.0, 1000.0
"""Distance of a token that was read from the middle of its cell, up to which the rest of the cell is too narrow for
another one, seen or not; and area of that rest which hides the floor, from which one lies below it."""
UNSEEN_MM2 = 1600.0
"""Area of a cell that cannot be seen, from which it is not known to be empty: half of a token and its marker hide
there."""

BESIDE_MM2 = 900.0
"""Area beside the field that cannot be seen, from which something may lie there: a die's side is 40 mm long."""
_WIDE = 5

MOSTLY_FREE = 0.5
"""Share of a cell beside things that were read, from which it should show its print."""

HAZY = 0.05
"""Overexposed share of a cell from which the rest of it may be in the haze of a reflection."""

AGAIN_AFTER = 5
"""Frames between two inspections of a field that looks the same, or on which things move: one takes as long as all the
rest of a tracked frame."""

_REACH_MM = 140.0
"""Largest distance of a thing that reaches into a cell, from middle to middle."""
_AROUND_PX = 24
_GROWN_MM, _CARD_GROWN_MM, _CLOSELY_MM = 8.0, 3.0, 4.0
"""Margin of what things hide; of cards: the rim of a token below must be seen; and where that is looked for closely."""
_INSET_MM = 10.0
"""Margin of a cell's outline that is left out: its lines and its neighbours' corners."""


class FieldInspector:
    """Inspects a mat's field in the frames of one camera."""

    def __init__(self, *, live: bool) -> None:
        """`live`: frames come one after the other, and what was found holds while the field looks the same."""
        self._live = live
        self._age = 0
        self._before: dict[ThingKey, Pose] | None = None
        self._looked: FieldSnapshot | None = None
        self._found: list[Unread] = []

    def look(
        self, image: Image, view: View, kit: Kit, mat_key: MatKey, read: Sequence[tuple[PrintedItem, Pose]]
    ) -> list[Unread]:
        """Return what :func:`find_on_field` finds, or found a few frames ago, if the same things are read."""
        lying = {thing.key: pose for thing, pose in read}
        self._age += 1
        if self._live and mat_key in mats():
            now = field_snapshot(image, view, mat_key)
            if self._age < AGAIN_AFTER and self._same(lying, now):
                self._before = lying
                return self._found
            self._looked = now
        self._found = find_on_field(image, view, kit, mat_key, read)
        self._age, self._before = 0, lying
        return self._found

    def _same(self, lying: dict[ThingKey, Pose], now: FieldSnapshot) -> bool:
        """Tell whether the same things are read, and, if they rest, the field looks as when it was inspected."""
        if self._before is None or self._looked is None or self._before.keys() != lying.keys():
            return False
        rests = all(at_rest(pose, self._before[key]) for key, pose in lying.items())
        return not rests or now.looks_like(self._looked)


def find_on_field(
    image: Image, view: View, kit: Kit, mat_key: MatKey, read: Iterable[tuple[PrintedItem, Pose]]
) -> list[Unread]:
    """Find cells of a mat that are not seen to be empty and hold none of the things read, each with its cause."""
    if kit.draw is not None or mat_key not in mats():
        # Boards of pieces are inspected by their games.
        return []
    grid = mat(mat_key).grid
    field = Rect(Point(0.0, 0.0), Point(grid.width_mm, grid.height_mm)).grown(_REACH_MM)
    on_mat = [item for item in read if not isinstance(item[0].key, MatKey | TrayKey) and item[1].point in field]
    lying = [(thing, pose, _hides(view, thing, pose)) for thing, pose in on_mat]
    hidden = [hull for _thing, _pose, hull in lying]
    raised = [hull for thing, _pose, hull in lying if thing.height_mm > 0.0]
    over = [(thing, pose) for thing, pose, _hull in lying if not isinstance(thing.key, TokenKey)]
    closely = [_hides(view, thing, pose, _CLOSELY_MM) for thing, pose in on_mat] if over else []
    coverage = cover_field(image, view, mat_key, hidden, raised, closely)
    tokens = [(thing, pose) for thing, pose, _hull in lying if isinstance(thing.key, TokenKey)]
    stood_on = {grid.cell_at(pose.point) for _thing, pose in over}
    several = {cell for cell, count in Counter(grid.cell_at(pose.point) for _, pose in tokens).items() if count > 1}
    centred = {cell for _, pose in tokens if (cell := _centred(grid, pose.point)) is not None}
    found = _between_cells(view, grid, tokens)
    for cell, centre, corners in zip(_cells(mat_key), _centres(mat_key), _corners(mat_key), strict=True):
        pixels = view.project_plane(corners)
        if cell in several:
            why: Why | None = Why.COVERED
        elif cell in centred and coverage.floor and not coverage.faint:
            why = _cause_beside_token(coverage, cell, grid)
        else:
            why = _cause(coverage, cell, grid, cell in stood_on)
        if why is None and cell not in centred and coverage.burnt[coverage.of_cell(cell, grid)].mean() > HAZY:
            reaching = [hull for _thing, pose, hull in lying if pose.point.distance(centre) < _REACH_MM]
            why = Why.GLARE if _shows_marker(image, view, pixels, corners, reaching) else None
        if why is not None:
            found.append(Unread(why, to_pixels(pixels), Pose(centre.x, centre.y, 0.0), None))
    return [*found, *_beside_field(coverage, view, mat_key)]


def _beside_field(coverage: FieldCoverage, view: View, mat_key: MatKey) -> list[Unread]:
    """Find parts of the mat's border that cannot be seen: ready cards and dice lie there.

    What lies there and shows no print of the mat is not told: the back of a ready card, a cup and a box may.
    """
    grid, sheet = mat(mat_key).grid, mat(mat_key).sheet
    outside = np.ones(coverage.free.shape, np.bool_)
    for cell in _cells(mat_key):
        outside[coverage.of_cell(cell, grid)] = False
    found: list[Unread] = []
    for why, mask in ((Why.GLARE, coverage.burnt), (Why.DARK, coverage.dark)):
        wide = cv2.morphologyEx((mask & outside).astype(np.uint8), cv2.MORPH_OPEN, np.ones((_WIDE,) * 2, np.uint8))
        count, labels = cv2.connectedComponents(wide)
        for label in range(1, count):
            rows, columns = np.nonzero(labels == label)
            if len(rows) * SQUARE_MM**2 < BESIDE_MM2:
                continue
            hull = cv2.convexHull(np.stack([columns, rows], axis=1).astype(np.float32))[:, 0].astype(np.float64)
            places = (hull + 0.5) * (SQUARE_MM, -SQUARE_MM) + (sheet.low.x, sheet.high.y)
            x, y = (float(part) for part in places.mean(axis=0))
            found.append(Unread(why, to_pixels(view.project_plane(places)), Pose(x, y, 0.0), None))
    return found


def _between_cells(view: View, grid: SquareGrid, tokens: Iterable[tuple[PrintedItem, Pose]]) -> list[Unread]:
    """Return the cells on whose lines tokens lie: nobody knows in which of two cells such a token is."""
    found: list[Unread] = []
    for thing, pose in tokens:
        near = [Point(x, y) for x in (-NEAR_LINE_MM, NEAR_LINE_MM) for y in (-NEAR_LINE_MM, NEAR_LINE_MM)]
        cells = {cell for off in near if (cell := grid.cell_at(pose.point + off)) is not None}
        if len(cells) > 1 or (cells and grid.cell_at(pose.point) is None):
            around = outline_px(view, thing, pose)
            centres = [grid.centre(cell) for cell in sorted(cells)]
            found += [Unread(Why.BETWEEN_CELLS, around, Pose(at.x, at.y, 0.0), None) for at in centres]
    return found


def _centred(grid: SquareGrid, at: Point) -> Cell | None:
    """Return the cell in whose middle a token lies; None if it does not."""
    cell = grid.cell_at(at)
    if cell is None:
        return None
    off = at - grid.centre(cell)
    return cell if max(abs(off.x), abs(off.y)) <= CENTRED_MM else None


def _cause_beside_token(coverage: FieldCoverage, cell: Cell, grid: SquareGrid) -> Why | None:
    """Return why it is not sure that a token which lies in the middle of a cell is the only one there."""
    part = coverage.of_cell(cell, grid)
    covered, shaded = (float(of[part].sum()) * SQUARE_MM**2 for of in (coverage.unexplained, coverage.shaded))
    outlined = float(coverage.lines[part].sum()) * SQUARE_MM**2
    lies = covered - shaded > BESIDE_TOKEN_MM2 or covered > SHADED_MM2 or outlined > LINES_MM2
    return Why.COVERED if lies else None


def _cause(coverage: FieldCoverage, cell: Cell, grid: SquareGrid, stands: bool) -> Why | None:
    """Return why a cell, on which something may stand, is not seen to be empty otherwise; None if it is."""
    part = coverage.of_cell(cell, grid)
    parts = (
        (Why.COVERED, coverage.unexplained),
        (Why.GLARE, coverage.burnt),
        (Why.DARK, coverage.dark),
        (Why.CUT_OFF, coverage.outside),
    )
    areas = {why: float(mask[part].sum()) * SQUARE_MM**2 for why, mask in parts}
    most = max(areas, key=lambda why: areas[why])
    if coverage.faint and most is Why.COVERED:
        # Nothing of the print is seen anywhere.
        return Why.BLURRED if coverage.free[part].mean() > MOSTLY_FREE else None
    shaded = float(coverage.shaded[part].sum()) * SQUARE_MM**2
    most_covered = COVERED_MM2
    if stands and coverage.floor:
        most_covered = STANDING_MM2
        outlined, plain = (float(of[part].sum()) * SQUARE_MM**2 for of in (coverage.lines, coverage.plain))
        if outlined > LINES_MM2 or plain > PLAIN_MM2:
            return Why.COVERED
    lies = areas[Why.COVERED] - shaded > most_covered or areas[Why.COVERED] > SHADED_MM2
    return most if lies or sum(areas.values()) > UNSEEN_MM2 else None


@lru_cache(maxsize=4)
def _cells(mat_key: MatKey) -> tuple[Cell, ...]:
    grid = mat(mat_key).grid
    return tuple(Cell(column, row) for row in range(grid.rows) for column in range(grid.columns))


@lru_cache(maxsize=4)
def _centres(mat_key: MatKey) -> tuple[Point, ...]:
    return tuple(mat(mat_key).grid.centre(cell) for cell in _cells(mat_key))


@lru_cache(maxsize=4)
def _corners(mat_key: MatKey) -> Floats:
    """Return the corners of each cell, within its lines: N x 4 x 2 mm, clockwise from the upper left."""
    half = mat(mat_key).grid.cell_mm / 2 - _INSET_MM
    centres = np.array([(centre.x, centre.y) for centre in _centres(mat_key)])
    return np.asarray(centres[:, None] + half * np.array([(-1, 1), (1, 1), (1, -1), (-1, -1)]))


def _shows_marker(image: Image, view: View, pixels: Floats, place: Floats, reaching: Sequence[Floats]) -> bool:
    """Tell whether a token's marker is seen in a cell (4 x 2 px and mm), though it cannot be read.

    In the haze around a reflection colours and textures are faint.
    """
    low = np.maximum(pixels.min(axis=0).astype(int) - _AROUND_PX, 0)
    high = pixels.max(axis=0).astype(int) + _AROUND_PX
    part = to_grey(np.ascontiguousarray(image[low[1] : high[1], low[0] : high[0]]))
    quads = marker_like_quads(part, np.zeros((0, 4, 2))) + low
    cell = place.astype(np.float32)
    for at in places_of_size(view, quads, TOKEN_MARKER_MM):
        there = (at.x, at.y)
        hidden = any(cv2.pointPolygonTest(hull.astype(np.float32), there, False) >= 0 for hull in reaching)
        if cv2.pointPolygonTest(cell, there, False) >= 0 and not hidden:
            return True
    return False


def _hides(view: View, thing: PrintedItem, pose: Pose, most_mm: float = _GROWN_MM) -> Floats:
    """Return the part of the table that a thing which was read hides (N x 2 mm)."""
    edge = points_array(thing.outline) if thing.outline else outline(thing.key)
    length = np.maximum(np.linalg.norm(edge, axis=1, keepdims=True), 1.0)
    margin = min(_CARD_GROWN_MM, most_mm) if isinstance(thing.key, CardKey) else most_mm
    grown = to_mat_frame(pose, edge * (1.0 + margin / length))
    if thing.height_mm <= 0.0:
        return grown
    top = view.on_plane(view.project_plane(grown, thing.height_mm))
    return np.asarray(cv2.convexHull(np.concatenate([grown, top]).astype(np.float32))[:, 0], np.float64)
