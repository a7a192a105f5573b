"""Draw the reading over the picture: what is read, whose it is, what is not read and why."""

from __future__ import annotations

import math
from functools import lru_cache

import numpy as np
from PIL import Image as Pillow
from PIL import ImageDraw, ImageFont

from boards.base.catalogue import Language, translate
from boards.colours import HEX
from boards.drawing.typography import font_file
from boards.geometry import Cell, Pixel, Point
from boards.kit.cards import CardKind, word
from boards.kit.kit_messages import ENERGY, IF, READY, TOKEN
from boards.kit.thing_keys import CardKey, DieKey, EnergyKey, GolemKey, MatKey, ReadyKey, ThingKey, TokenKey, TrayKey
from boards.mats import mat, mats
from calibration.camera_frames import Image
from calibration.camera_model import View
from controller.vision.frame_reading import FrameReading
from controller.vision.pose.placement import project_points
from controller.vision.scene import Seen, Unread
from controller.vision.unread.outlines import centroid
from controller.vision.unread.remedies import WHY_WORDS

_RED = "#e3262f"
_NEUTRAL = "#3c4650"
_GOLEM_MM = 60.0


def draw_overlay(look: FrameReading, language: Language = "en") -> Image:
    """Draw the reading over its picture (H x W x 3, blue-green-red)."""
    picture = Pillow.fromarray(np.ascontiguousarray(look.frame.image[:, :, ::-1]))
    layer = Pillow.new("RGBA", picture.size, (0, 0, 0, 0))
    pen = _Pen(layer, max(picture.size) / 1920)
    if look.view is not None and look.scene.mat is not None:
        _cells(pen, look.view, look.scene.mat)
    for seen in look.scene.things:
        _thing(pen, look.view, seen, language)
    for item in look.scene.unread:
        _unread(pen, item, language)
    pen.write_labels()
    merged = Pillow.alpha_composite(picture.convert("RGBA"), layer).convert("RGB")
    return np.ascontiguousarray(np.asarray(merged)[:, :, ::-1])


class _Pen:
    """Draws in pixels, sized for the picture."""

    def __init__(self, layer: Pillow.Image, scale: float) -> None:
        self._draw = ImageDraw.Draw(layer)
        self.scale = scale
        self._labels: list[tuple[Pixel, str, str, float]] = []
        self._font_px = max(9, round(17 * scale))

    def polygon(self, outline: tuple[Pixel, ...], colour: str, width: float = 3.0, fill: int = 0) -> None:
        """Draw a closed outline, px; `fill` is its opacity, 0 to 255."""
        points = [(p.u, p.v) for p in outline]
        if fill:
            self._draw.polygon(points, fill=_rgba(colour, fill))
        ends = [*points, points[0], points[1]]
        self._draw.line(ends, fill=_rgba(colour, 255), width=max(1, round(width * self.scale)), joint="curve")

    def line(self, points: tuple[Pixel, ...], colour: str, width: float, alpha: int = 255) -> None:
        """Draw an open line through points, px."""
        places = [(p.u, p.v) for p in points]
        self._draw.line(places, fill=_rgba(colour, alpha), width=max(1, round(width * self.scale)), joint="curve")

    def label(self, at: Pixel, text: str, colour: str, width: float = math.inf) -> None:
        """Write words in a box about a place, over all lines, at most `width` px wide if they can be read so."""
        self._labels.append((at, text, colour, width))

    def write_labels(self) -> None:
        """Write all labels last, so that no line crosses them."""
        pad = 4 * self.scale
        for at, text, colour, width in self._labels:
            font = self._fitting(text, width - 2 * pad)
            left, top, right, bottom = self._draw.textbbox((at.u, at.v), text, font=font, anchor="mm")
            box = (left - pad, top - pad, right + pad, bottom + pad)
            self._draw.rounded_rectangle(box, radius=pad, fill=_rgba(colour, 225))
            self._draw.text((at.u, at.v), text, font=font, fill=(255, 255, 255, 255), anchor="mm")

    def _fitting(self, text: str, width: float) -> ImageFont.FreeTypeFont:
        font = _font(self._font_px)
        wanted = font.getlength(text)
        return font if wanted <= width else _font(max(9, int(self._font_px * width / wanted)))


@lru_cache(maxsize=64)
def _font(px: int) -> ImageFont.FreeTypeFont:
    return ImageFont.truetype(str(font_file(True)), px)


def _cells(pen: _Pen, view: View, mat_key: MatKey) -> None:
    """Draw the grid where the reading places it: if it is not on the printed one, the lens is wrong."""
    if mat_key not in mats():
        # The squares and hexagons of other games are printed strong enough to be seen.
        return
    grid = mat(mat_key).grid
    for column in range(grid.columns + 1):
        x = column * grid.cell_mm
        pen.line(_straight(view, Point(x, 0.0), Point(x, grid.height_mm)), "#00a0b0", 1.6, 200)
    for row in range(grid.rows + 1):
        y = row * grid.cell_mm
        pen.line(_straight(view, Point(0.0, y), Point(grid.width_mm, y)), "#00a0b0", 1.6, 200)
    for cell in (Cell(column, row) for column in range(grid.columns) for row in range(grid.rows)):
        corner = grid.centre(cell) + Point(0.36 * grid.cell_mm, 0.38 * grid.cell_mm)
        pen.label(project_points(view, [corner])[0], str(cell), "#00a0b0")


def _straight(view: View, start: Point, end: Point) -> tuple[Pixel, ...]:
    """Return a straight line on the table as the lens bends it."""
    shares = [share / 16 for share in range(17)]
    return project_points(
        view, [Point(start.x + (end.x - start.x) * share, start.y + (end.y - start.y) * share) for share in shares]
    )


def _thing(pen: _Pen, view: View | None, seen: Seen, language: Language) -> None:
    match seen.thing:
        case CardKey():
            _card(pen, seen, seen.thing, language)
        case GolemKey():
            _golem(pen, view, seen, HEX.get(seen.thing.colour, _NEUTRAL))
        case MatKey():
            pen.polygon(seen.outline, "#00a0b0", 2.5)
        case TrayKey():
            pen.polygon(seen.outline, HEX.get(seen.thing.colour, _NEUTRAL), 4.0)
        case _:
            _other(pen, seen, language)


def _card(pen: _Pen, seen: Seen, card: CardKey, language: Language) -> None:
    colour = HEX.get(card.colour, _NEUTRAL)
    pen.polygon(seen.outline, colour, 3.0, fill=40)
    across = max(p.u for p in seen.outline) - min(p.u for p in seen.outline)
    pen.label(centroid(seen.outline), word(card.kind, language), colour, across)


def _golem(pen: _Pen, view: View | None, seen: Seen, colour: str) -> None:
    pen.polygon(seen.outline, colour, 5.0, fill=40)
    if view is None:
        return
    tail, tip = seen.pose.point, seen.pose.place(Point(62.0, 0.0))
    left, right = seen.pose.place(Point(44.0, 13.0)), seen.pose.place(Point(44.0, -13.0))
    shaft = project_points(view, [tail, tip], _GOLEM_MM)
    head = project_points(view, [left, tip, right], _GOLEM_MM)
    pen.line(shaft, "#ffffff", 9.0)
    pen.line(head, "#ffffff", 9.0)
    pen.line(shaft, colour, 5.0)
    pen.line(head, colour, 5.0)


def _other(pen: _Pen, seen: Seen, language: Language) -> None:
    owner = seen.thing.colour if isinstance(seen.thing, ReadyKey | DieKey) else ""
    colour = HEX.get(owner, _NEUTRAL)
    pen.polygon(seen.outline, colour, 3.0)
    pen.label(centroid(seen.outline), name_of(seen.thing, language), colour)


def name_of(thing: ThingKey, language: Language) -> str:
    """Name a thing besides cards, golems, mats and trays, by its key."""
    match thing:
        case TokenKey():
            return translate(TOKEN[thing.kind], language)
        case ReadyKey():
            return translate(READY, language)
        case EnergyKey():
            return translate(ENERGY, language)
        case DieKey():
            return _face(thing.face, language)
        case _:
            return str(thing)


def _face(face: str, language: Language) -> str:
    """Name a die's face: ``if``, ``repeat 2``, ``blank:1``."""
    if face == "if":
        return translate(IF, language)
    return "–" if face.startswith("blank") else word(CardKind(face), language)


def _unread(pen: _Pen, item: Unread, language: Language) -> None:
    pen.polygon(item.outline, _RED, 4.0, fill=50)
    pen.label(centroid(item.outline), translate(WHY_WORDS[item.why], language), _RED)


def _rgba(colour: str, alpha: int) -> tuple[int, int, int, int]:
    return int(colour[1:3], 16), int(colour[3:5], 16), int(colour[5:7], 16), alpha
