"""Draw how well a lens is known in each part of the picture: corners seen, residuals, expected error."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from boards.base.catalogue import Language, translate
from boards.drawing.primitives import Drawing, Path, Shape, Text, box, line
from boards.drawing.typography import face, fitted
from boards.geometry import Point, Rect
from calibration.calibration_messages import PICTURE_TEXTS
from calibration.camera_model import Floats
from calibration.lens_file import Calibration
from calibration.lens_quality import CalibrationResult
from calibration.view_coverage import COLUMNS, ENOUGH_CORNERS, ROWS, corners_seen, regions

WIDTH = 1600.0
"""Width of the drawing, in its own units (px of the picture)."""

ARROWS = 150.0
"""Factor by which residuals are drawn longer."""

_GOOD, _FAIR, _POOR = "#d7ecd3", "#f6e7b0", "#f3b9a5"
_INK, _GREY, _ARROW = "#20262c", "#8a9299", "#2457a6"
_FAIR_PX, _POOR_PX = 0.5, 1.2
"""Expected errors from which a field is drawn as fair, and as poor (in a picture 1920 px wide)."""
_HEAD = 96.0


def coverage_drawing(found: CalibrationResult, calibration: Calibration, language: Language = "en") -> Drawing:
    """Draw the camera's picture as fields, y up, its lower left corner at (0, 0)."""
    size = found.fit.camera.size
    height = WIDTH * size[1] / size[0]
    bounds = Rect(Point(0.0, 0.0), Point(WIDTH, height + _HEAD))
    shapes: list[Shape] = [box(bounds, "#ffffff"), *_fields(found, height)]
    shapes += _arrows(found, height)
    shapes += _head(found, calibration, language, height)
    return Drawing(bounds, tuple(shapes))


def residuals_by_region(found: CalibrationResult) -> Floats:
    """Return the residuals of each region: ROWS x COLUMNS, px (root mean square); NaN where no board was seen."""
    where = np.concatenate([regions(view.pixels, view.size) for view in found.fit.views])
    squares = np.concatenate([np.sum(off * off, axis=1) for off in found.fit.residuals])
    sums = np.bincount(where, weights=squares, minlength=ROWS * COLUMNS)
    counts = np.bincount(where, minlength=ROWS * COLUMNS)
    with np.errstate(invalid="ignore"):
        return np.asarray(np.sqrt(sums / counts).reshape(ROWS, COLUMNS))


def _fields(found: CalibrationResult, height: float) -> Iterator[Shape]:
    counts, off = corners_seen(found.fit.views), residuals_by_region(found)
    wide, tall = WIDTH / COLUMNS, height / ROWS
    limits = [limit * max(1.0, found.fit.camera.size[0] / 1920.0) for limit in (_FAIR_PX, _POOR_PX)]
    for row in range(ROWS):
        for column in range(COLUMNS):
            left, top = column * wide, height - row * tall
            expected, count = float(found.expected[row, column]), int(counts[row, column])
            colour = _GOOD if expected < limits[0] else _FAIR if expected < limits[1] else _POOR
            field = Rect(Point(left, top - tall), Point(left + wide, top))
            yield box(field, colour, _GREY, 1.5)
            if count < ENOUGH_CORNERS:
                for step in range(1, 8):
                    across, down = wide * step / 8, tall * step / 8
                    yield line([(left, top - down), (left + across, top)], _GREY, 1.5)
                    yield line([(left + wide, top - down), (left + across, top - tall)], _GREY, 1.5)
            said = "" if np.isnan(off[row, column]) else f"{off[row, column]:.2f}  "
            words = f"{count}  {said}±{expected:.2f}"
            em = fitted(words, wide * 0.9, 20.0, False, 1)[0]
            yield Text(Point(left + wide / 2, top - 26.0), words, em, _INK)


def _arrows(found: CalibrationResult, height: float) -> Iterator[Shape]:
    """Draw the residuals as arrows; those of a field are one shape, which is drawn faster."""
    size = found.fit.camera.size
    scale = WIDTH / size[0]
    where = np.concatenate([regions(view.pixels, view.size) for view in found.fit.views])
    start = np.concatenate([view.pixels for view in found.fit.views])
    end = start + ARROWS * np.concatenate(found.fit.residuals)
    for region in range(ROWS * COLUMNS):
        lines = tuple(
            tuple(Point(u * scale, height - v * scale) for u, v in (one, other))
            for one, other in zip(start[where == region].tolist(), end[where == region].tolist(), strict=True)
        )
        if lines:
            yield Path(lines, None, _ARROW, 1.2, closed=False)


def _head(found: CalibrationResult, calibration: Calibration, language: Language, height: float) -> Iterator[Shape]:
    quality = found.fit.camera.quality
    made = "" if calibration.made is None else calibration.made.isoformat()
    name = _printable(calibration.name) or f"{found.fit.camera.size[0]} x {found.fit.camera.size[1]}"
    title = translate(PICTURE_TEXTS["title"], language).format(
        camera=name, date=made, views=quality.views, rms=quality.rms_px or 0.0
    )
    for words, y, most, bold in (
        (title, 58.0, 34.0, True),
        (translate(PICTURE_TEXTS["legend"], language), 18.0, 24.0, False),
    ):
        em = fitted(words, WIDTH - 40.0, most, bold, 1)[0]
        yield Text(Point(20.0, height + y), words, em, _INK, bold, "start")


def _printable(name: str) -> str:
    """Return a camera's name without letters that the typeface lacks."""
    missing = face(True).missing(name)
    return "".join(letter for letter in name if letter not in missing)
