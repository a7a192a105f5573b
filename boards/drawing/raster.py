"""Drawings as pixels: what the simulated camera sees printed, and what tests compare the PDFs with.

Pixel ``(column, row)`` covers ``bounds.low.x + column / s .. + 1 / s`` and ``bounds.high.y - row / s .. - 1 / s``
where ``s`` is px per mm. Upright boxes, and so markers, are covered exactly; the rest is drawn eight times
larger and averaged.
"""

from __future__ import annotations

import math
from functools import lru_cache
from itertools import pairwise

import numpy as np
import numpy.typing as npt
from PIL import Image, ImageChops, ImageDraw, ImageFont

from boards.drawing.primitives import BLACK, Circle, Contour, Drawing, MarkerShape, Path, Shape, Text, marker_path
from boards.drawing.typography import font_file, width_mm
from boards.geometry import Point, Rect

Picture = npt.NDArray[np.uint8]
Mask = npt.NDArray[np.float32]

_FINER = 8


def raster(drawing: Drawing, px_per_mm: float, paper: str = "#ffffff") -> Picture:
    """Return the drawing as H x W x 3, BGR, 0-255; the paper's colour around its shapes."""
    width, height = _size(drawing.bounds, px_per_mm)
    canvas = np.empty((height, width, 3), np.uint8)
    canvas[:] = _bgr(paper)
    pen = _Pen(canvas, drawing.bounds, px_per_mm)
    for shape in drawing.shapes:
        pen.draw(shape)
    return canvas


def mask(drawing: Drawing, px_per_mm: float) -> Picture:
    """Where the thing's paper is, H x W, 255 inside of its edge."""
    width, height = _size(drawing.bounds, px_per_mm)
    canvas = np.zeros((height, width, 3), np.uint8)
    _Pen(canvas, drawing.bounds, px_per_mm).draw(Path((drawing.edge,), "#ffffff"))
    return np.ascontiguousarray(canvas[:, :, 0])


def _size(bounds: Rect, px_per_mm: float) -> tuple[int, int]:
    return math.ceil(bounds.width * px_per_mm - 1e-6), math.ceil(bounds.height * px_per_mm - 1e-6)


def _bgr(colour: str) -> tuple[int, int, int]:
    return int(colour[5:7], 16), int(colour[3:5], 16), int(colour[1:3], 16)


@lru_cache(maxsize=64)
def _font(bold: bool, size: float) -> ImageFont.FreeTypeFont:
    return ImageFont.truetype(str(font_file(bold)), size, layout_engine=ImageFont.Layout.BASIC)


class _Pen:
    """Draws shapes on a canvas, each through a mask of its own."""

    def __init__(self, canvas: Picture, bounds: Rect, px_per_mm: float) -> None:
        self._canvas = canvas
        self._bounds = bounds
        self._scale = px_per_mm

    def draw(self, shape: Shape) -> None:
        """Draw a shape onto the canvas."""
        match shape:
            case Path():
                self._path(shape)
            case Circle(centre, radius, fill, stroke, stroke_mm):
                if fill:
                    self._rings([(centre, radius, 0.0)], fill)
                if stroke:
                    self._rings([(centre, radius + stroke_mm / 2, radius - stroke_mm / 2)], stroke)
            case Text():
                self._text(shape)
            case MarkerShape(marker):
                self._path(marker_path(marker))

    def _path(self, path: Path) -> None:
        contours = [self._pixels(contour) for contour in path.contours]
        if path.fill:
            if all(_is_upright_box(contour) for contour in contours):
                self._boxes(contours, path.fill)
            else:
                self._polygons(contours, path.fill)
        if path.stroke:
            for contour in contours:
                ends = [*contour, contour[0]] if path.closed else contour
                self._line(ends, path.stroke, path.stroke_mm * self._scale, path.dash_mm * self._scale)

    def _pixels(self, contour: Contour) -> list[tuple[float, float]]:
        return [self._pixel(point) for point in contour]

    def _pixel(self, point: Point) -> tuple[float, float]:
        return (point.x - self._bounds.low.x) * self._scale, (self._bounds.high.y - point.y) * self._scale

    def _boxes(self, boxes: list[list[tuple[float, float]]], fill: str) -> None:
        """Exact: the share of each pixel that a box covers is a product of its shares in x and in y."""
        height, width = self._canvas.shape[:2]
        left, top, right, bottom = _window([point for box in boxes for point in box], width, height)
        if right <= left or bottom <= top:
            return
        covers = [
            (
                _cover(min(y for _, y in box), max(y for _, y in box), top, bottom),
                _cover(min(x for x, _ in box), max(x for x, _ in box), left, right),
            )
            for box in boxes
        ]
        if len(covers) == 1:
            self._box(*covers[0], left, top, fill)
            return
        covered: Mask = np.zeros((bottom - top, right - left), np.float32)
        for along, across in covers:
            columns, rows = np.flatnonzero(across), np.flatnonzero(along)
            if columns.size and rows.size:
                tile = np.s_[rows[0] : rows[-1] + 1, columns[0] : columns[-1] + 1]
                covered[tile] += np.outer(along[rows[0] : rows[-1] + 1], across[columns[0] : columns[-1] + 1])
        np.minimum(covered, 1, out=covered)
        self._blend(covered, left, top, fill)

    def _box(self, along: Mask, across: Mask, left: int, top: int, fill: str) -> None:
        """Draw one box by its shares of the rows and columns from ``top`` and ``left`` on."""
        # Most of it needs no mixing.
        rows, columns = np.flatnonzero(along == 1), np.flatnonzero(across == 1)
        if not rows.size or not columns.size:
            self._blend(np.outer(along, across), left, top, fill)
            return
        first, last = int(rows[0]), int(rows[-1]) + 1
        start, end = int(columns[0]), int(columns[-1]) + 1
        self._canvas[top + first : top + last, left + start : left + end] = _bgr(fill)
        for some_rows, some_columns in (
            (slice(0, first), slice(0, len(across))),
            (slice(last, len(along)), slice(0, len(across))),
            (slice(first, last), slice(0, start)),
            (slice(first, last), slice(end, len(across))),
        ):
            rim = np.outer(along[some_rows], across[some_columns])
            self._blend(rim, left + some_columns.start, top + some_rows.start, fill)

    def _polygons(self, contours: list[list[tuple[float, float]]], fill: str) -> None:
        tile = self._tile([point for contour in contours for point in contour], 1.0)
        if tile is None:
            return
        first, *others = contours
        ImageDraw.Draw(tile.image).polygon([tile.finer(point) for point in first], fill=255)
        for contour in others:
            layer = Image.new("L", tile.image.size)
            ImageDraw.Draw(layer).polygon([tile.finer(point) for point in contour], fill=255)
            tile.toggle(layer)
        self._blend(tile.covered(), tile.left, tile.top, fill)

    def _line(self, points: list[tuple[float, float]], stroke: str, width: float, dash: float) -> None:
        tile = self._tile(points, width)
        if tile is None:
            return
        pen = ImageDraw.Draw(tile.image)
        thick = width * _FINER
        for piece in _dashes(points, dash) if dash else [points]:
            finer = [tile.finer(point) for point in piece]
            pen.line(finer, fill=255, width=max(1, round(thick)))
            for x, y in finer:
                pen.ellipse((x - thick / 2, y - thick / 2, x + thick / 2, y + thick / 2), fill=255)
        self._blend(tile.covered(), tile.left, tile.top, stroke)

    def _rings(self, rings: list[tuple[Point, float, float]], fill: str) -> None:
        for centre, outer, inner in rings:
            x, y = self._pixel(centre)
            reach = outer * self._scale
            tile = self._tile([(x - reach, y - reach), (x + reach, y + reach)], 1.0)
            if tile is None:
                continue
            pen = ImageDraw.Draw(tile.image)
            for radius, ink in ((reach, 255), (inner * self._scale, 0)):
                if radius > 0:
                    low, high = tile.finer((x - radius, y - radius)), tile.finer((x + radius, y + radius))
                    pen.ellipse((*low, *high), fill=ink)
            self._blend(tile.covered(), tile.left, tile.top, fill)

    def _text(self, text: Text) -> None:
        """Drawn letter by letter, since the widths of :mod:`boards.drawing.typography` know no kerning."""
        length = width_mm(text.text, text.size_mm, text.bold) * self._scale
        start = {"start": 0.0, "middle": -length / 2, "end": -length}[text.anchor]
        x, y = self._pixel(text.at)
        size = text.size_mm * self._scale
        reach = max(abs(start), abs(start + length)) + size
        # What is not turned needs no more rows than its letters are high.
        high = reach if text.turned else 2 * size
        height, width = self._canvas.shape[:2]
        left, top = math.floor(x - reach), math.floor(y - high)
        columns, rows = math.ceil(2 * reach) + 2, math.ceil(2 * high) + 2
        if left + columns <= 0 or top + rows <= 0 or left >= width or top >= height or size < 0.5:
            return
        finer = 4 if size > 6 else _FINER
        image = Image.new("L", (columns * finer, rows * finer))
        pen = ImageDraw.Draw(image)
        font = _font(text.bold, round(size * finer, 2))
        along = start
        for letter in text.text:
            pen.text(((x - left + along) * finer, (y - top) * finer), letter, fill=255, font=font, anchor="ls")
            along += width_mm(letter, text.size_mm, text.bold) * self._scale
        if text.turned:
            about = ((x - left) * finer, (y - top) * finer)
            image = image.rotate(text.turned, Image.Resampling.BILINEAR, center=about)
        covered: Mask = np.asarray(image.reduce(finer), np.float32) / np.float32(255)
        cut = covered[max(0, -top) : height - top, max(0, -left) : width - left]
        self._blend(cut, max(0, left), max(0, top), text.fill)

    def _tile(self, points: list[tuple[float, float]], grow: float) -> _Tile | None:
        height, width = self._canvas.shape[:2]
        left, top, right, bottom = _window(points, width, height, grow)
        if right <= left or bottom <= top:
            return None
        return _Tile(left, top, right - left, bottom - top)

    def _blend(self, covered: Mask, left: int, top: int, colour: str) -> None:
        rows, columns = np.flatnonzero(covered.any(axis=1)), np.flatnonzero(covered.any(axis=0))
        if not rows.size:
            return
        # Most of a letter's or a line's window is empty.
        covered = covered[rows[0] : rows[-1] + 1, columns[0] : columns[-1] + 1]
        left, top = left + int(columns[0]), top + int(rows[0])
        height, width = covered.shape
        under = self._canvas[top : top + height, left : left + width]
        if colour == BLACK:
            mixed = under * (1 - covered[:, :, None])
        else:
            mixed = under + (np.array(_bgr(colour), np.float32) - under) * covered[:, :, None]
        under[:] = np.rint(mixed).astype(np.uint8)


class _Tile:
    """A window of the canvas, finer; a pixel of it is covered (255) or not (0)."""

    def __init__(self, left: int, top: int, width: int, height: int) -> None:
        self.left, self.top = left, top
        self.image = Image.new("L", (width * _FINER, height * _FINER))

    def finer(self, point: tuple[float, float]) -> tuple[float, float]:
        """Return a canvas point, in px, in the window's own finer pixels."""
        # PIL paints the pixel that a corner falls in: half a fine pixel back keeps areas true.
        return (point[0] - self.left) * _FINER - 0.5, (point[1] - self.top) * _FINER - 0.5

    def toggle(self, layer: Image.Image) -> None:
        """Fill by the even-odd rule: an area in an area is a hole."""
        self.image = ImageChops.difference(self.image, layer)

    def covered(self) -> Mask:
        """Return the covered share of each canvas pixel, 0 to 1, float32 (rows, columns)."""
        covered: Mask = np.asarray(self.image.reduce(_FINER), np.float32) / np.float32(255)
        return covered


def _window(points: list[tuple[float, float]], width: int, height: int, grow: float = 0.0) -> tuple[int, int, int, int]:
    """Return the pixels that points and some room around them touch, cut to the canvas: left, top, right, bottom."""
    left = max(0, math.floor(min(x for x, _ in points) - grow))
    top = max(0, math.floor(min(y for _, y in points) - grow))
    right = min(width, math.ceil(max(x for x, _ in points) + grow))
    bottom = min(height, math.ceil(max(y for _, y in points) + grow))
    return left, top, right, bottom


def _cover(low: float, high: float, first: int, last: int) -> Mask:
    """Return the share of each pixel first..last-1 that lies between low and high."""
    pixels = np.arange(first, last)
    shares = np.clip(np.minimum(high, pixels + 1) - np.maximum(low, pixels), 0.0, 1.0)
    covered: Mask = shares.astype(np.float32)
    return covered


def _is_upright_box(contour: list[tuple[float, float]]) -> bool:
    if len(contour) != 4:
        return False
    xs, ys = sorted(x for x, _ in contour), sorted(y for _, y in contour)
    straight = xs[1] - xs[0] + xs[3] - xs[2] + ys[1] - ys[0] + ys[3] - ys[2]
    # A bow tie has these corners too; nobody here draws one.
    return straight < 1e-6


def _dashes(points: list[tuple[float, float]], dash: float) -> list[list[tuple[float, float]]]:
    """Return a line cut into dashes; dash and gap are equally long."""
    dashes: list[list[tuple[float, float]]] = []
    travelled = 0.0
    for (x0, y0), (x1, y1) in pairwise(points):
        length = math.hypot(x1 - x0, y1 - y0)
        at = 0.0
        while length - at > 1e-9:
            phase = (travelled + at) % (2 * dash)
            step = min((dash if phase < dash else 2 * dash) - phase, length - at)
            step = max(step, 1e-6)
            if phase < dash:
                ends = [(x0 + (x1 - x0) * t / length, y0 + (y1 - y0) * t / length) for t in (at, at + step)]
                dashes.append(ends)
            at += step
        travelled += length
    return dashes
