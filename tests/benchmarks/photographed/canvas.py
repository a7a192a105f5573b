"""What is seen at each pixel: reflectance, gloss and thing. Things are painted from the lowest to the highest."""

from __future__ import annotations

from dataclasses import dataclass, field

import cv2
import numpy as np
import numpy.typing as npt

from tests.benchmarks.photographed.camera import Camera, Floats, Map
from tests.benchmarks.photographed.mat_paper import Waves
from tests.benchmarks.photographed.prints import Linear

Mask = npt.NDArray[np.bool_]


@dataclass(frozen=True, eq=False)
class Sheet:
    """A flat, rectangular thing with its picture."""

    texture: Linear
    """H x W x 4: reflectance times opacity (BGR), opacity."""
    size_mm: tuple[float, float]
    origin: Floats
    """Of its lower left corner, 3 mm."""
    right: Floats
    """Unit vectors along its lower and its left edge, 3."""
    up: Floats
    gloss: float = 0.3
    lean: tuple[float, float] = (0.0, 0.0)
    """How far its normal leans in x and y: it shifts what it mirrors."""
    contact_mm: float = 0.0
    """How far its edge darkens what lies below."""
    tint: tuple[float, float, float] = (1.0, 1.0, 1.0)
    """By what its paper differs (BGR)."""
    waves: Waves | None = None
    """Of a sheet that does not lie flat."""

    def corners(self) -> Floats:
        """4 x 3 mm, from the upper left one clockwise."""
        width, height = self.size_mm
        x, y = self.right * width, self.up * height
        return np.stack([self.origin + y, self.origin + x + y, self.origin + x, self.origin])


def laid(
    texture: Linear,
    size_mm: tuple[float, float],
    centre: tuple[float, float],
    heading: float,
    height_mm: float = 0.0,
    **more: object,
) -> Sheet:
    """Return a sheet that lies on the table; ``heading`` is the direction of its right-hand side, degrees."""
    angle = np.radians(heading)
    right = np.array([np.cos(angle), np.sin(angle), 0.0])
    up = np.array([-np.sin(angle), np.cos(angle), 0.0])
    origin = np.array([*centre, height_mm]) - right * size_mm[0] / 2 - up * size_mm[1] / 2
    return Sheet(texture, size_mm, origin, right, up, **more)


@dataclass(eq=False)
class Canvas:
    """The buffers of one picture."""

    camera: Camera
    reflectance: Linear = field(init=False)
    gloss: Map = field(init=False)
    lean: npt.NDArray[np.float32] = field(init=False)
    """H x W x 2."""
    shade: Map = field(init=False)
    """What is left of the light beside edges."""
    thing: npt.NDArray[np.int16] = field(init=False)
    """The index of what is seen; 0 is the table."""
    raised: Mask = field(init=False)
    """Where something high is seen, which the shadows on the table do not reach."""
    drawn: dict[int, int] = field(default_factory=dict)
    """Pixels of each thing, covered ones too."""

    def __post_init__(self) -> None:
        width, height = self.camera.size
        self.reflectance = np.zeros((height, width, 3), np.float32)
        self.gloss = np.zeros((height, width), np.float32)
        self.lean = np.zeros((height, width, 2), np.float32)
        self.shade = np.ones((height, width), np.float32)
        self.thing = np.zeros((height, width), np.int16)
        self.raised = np.zeros((height, width), np.bool_)

    def cover(self, reflectance: Linear, gloss: float) -> None:
        """Paint the table itself."""
        self.reflectance[:] = reflectance
        self.gloss[:] = gloss

    def paint(self, sheet: Sheet, index: int, raised: bool = False) -> None:
        """Paint a sheet over what is there."""
        away = float(np.cross(sheet.right, sheet.up) @ (self.camera.place - sheet.origin))
        if away <= 0:
            return
        if sheet.contact_mm:
            self._contact(sheet)
        box = self._box(sheet.corners(), 3)
        if box is None:
            return
        rows, columns = box
        texels = self._texels(sheet, rows, columns)
        seen = cv2.remap(sheet.texture, *texels, cv2.INTER_LINEAR)
        opacity = seen[..., 3]
        target = self.reflectance[rows, columns]
        target *= 1 - opacity[..., None]
        target += seen[..., :3] * np.array(sheet.tint, np.float32)
        whole = opacity > 0.5
        self.thing[rows, columns][whole] = index
        self.gloss[rows, columns][whole] = sheet.gloss
        self.lean[rows, columns][whole] = sheet.lean
        if sheet.waves is not None:
            slopes = sheet.waves.slopes(*_places(sheet, *texels))
            across, along = sheet.waves.light
            target *= (1 - slopes[0] * np.float32(across) - slopes[1] * np.float32(along))[..., None]
            self.lean[rows, columns][whole] -= np.stack(slopes, axis=-1)[whole]
        self.raised[rows, columns][whole] = raised
        self.shade[rows, columns][whole] = 1.0
        self.drawn[index] = self.drawn.get(index, 0) + int(whole.sum())

    def fill(self, outline: Floats, colour: tuple[float, float, float], index: int, gloss: float = 0.2) -> None:
        """Paint an outline in the picture (N x 2 px) in one colour, smoothly at its rim: something high."""
        box = self._box_of(outline, 3)
        if box is None:
            return
        rows, columns = box
        mask = np.zeros((rows.stop - rows.start, columns.stop - columns.start), np.uint8)
        shifted = ((outline - [columns.start, rows.start]) * 16).round().astype(np.int32)
        cv2.fillPoly(mask, [shifted], 255, cv2.LINE_AA, 4)
        opacity = mask.astype(np.float32)[..., None] / 255
        target = self.reflectance[rows, columns]
        target += (np.array(colour, np.float32) - target) * opacity
        whole = mask > 127
        self.thing[rows, columns][whole] = index
        self.gloss[rows, columns][whole] = gloss
        self.lean[rows, columns][whole] = 0
        self.raised[rows, columns][whole] = True
        self.shade[rows, columns][whole] = 1.0
        self.drawn[index] = self.drawn.get(index, 0) + int(whole.sum())

    def inside(self, corners: Floats) -> Mask:
        """Return the pixels inside an outline on the table (N x 3 mm)."""
        mask = np.zeros(self.thing.shape, np.uint8)
        cv2.fillPoly(mask, [self.outline(corners).round().astype(np.int32)], 1)
        return mask.astype(np.bool_)

    def outline(self, corners: Floats, steps: int = 8) -> Floats:
        """Return an outline in the picture; its sides are bent as the lens bends them."""
        part = np.linspace(0, 1, steps, endpoint=False)[:, None]
        sides = [a + (b - a) * part for a, b in zip(corners, np.roll(corners, -1, axis=0), strict=True)]
        return self.camera.project(np.concatenate(sides))

    def _contact(self, sheet: Sheet) -> None:
        edge = sheet.contact_mm
        width, height = sheet.size_mm
        grown = (width + 4 * edge, height + 4 * edge)
        scale = max(1.0, 3 / edge)
        mask = np.zeros((round(grown[1] * scale), round(grown[0] * scale)), np.float32)
        rim = round(2 * edge * scale)
        mask[rim:-rim, rim:-rim] = 1.0
        mask = cv2.GaussianBlur(mask, (0, 0), edge * scale * 0.6)
        around = Sheet(mask, grown, sheet.origin - 2 * edge * (sheet.right + sheet.up), sheet.right, sheet.up)
        box = self._box(around.corners(), 1)
        if box is None:
            return
        seen = cv2.remap(mask, *self._texels(around, *box), cv2.INTER_LINEAR)
        self.shade[box] *= 1 - 0.55 * seen

    def _texels(self, sheet: Sheet, rows: slice, columns: slice) -> tuple[Map, Map]:
        across, along = (slope[rows, columns] for slope in self.camera.slopes)
        normal = np.cross(sheet.right, sheet.up)
        place = self.camera.place
        depth = float(normal @ (sheet.origin - place))
        start = place - sheet.origin
        rate = np.float32(depth) / (
            np.float32(normal[0]) * across + np.float32(normal[1]) * along + np.float32(normal[2])
        )
        texel_rows, texel_columns = sheet.texture.shape[:2]

        def texels(axis: Floats, length: float, count: int, rate: Map) -> Map:
            rise = np.float32(axis[0]) * across + np.float32(axis[1]) * along + np.float32(axis[2])
            return (np.float32(start @ axis) + rate * rise) * np.float32(count / length) - np.float32(0.5)

        def both(rate: Map) -> tuple[Map, Map]:
            u = texels(sheet.right, sheet.size_mm[0], texel_columns, rate)
            v = texels(sheet.up, sheet.size_mm[1], texel_rows, rate)
            return u, np.float32(texel_rows - 1) - v

        flat = both(rate)
        return flat if sheet.waves is None else both(rate + sheet.waves.height(*_places(sheet, *flat)))

    def _box(self, corners: Floats, pad: int) -> tuple[slice, slice] | None:
        return self._box_of(self.outline(corners), pad)

    def _box_of(self, outline: Floats, pad: int) -> tuple[slice, slice] | None:
        width, height = self.camera.size
        left, top = np.maximum(np.floor(outline.min(axis=0)).astype(int) - pad, 0)
        right, low = np.minimum(np.ceil(outline.max(axis=0)).astype(int) + pad + 1, [width, height])
        return None if left >= right or top >= low else (slice(int(top), int(low)), slice(int(left), int(right)))


def _places(sheet: Sheet, u: Map, v: Map) -> tuple[Map, Map]:
    """Return where texels are on a sheet, mm from its lower left corner."""
    rows, columns = sheet.texture.shape[:2]
    x = (u + np.float32(0.5)) * np.float32(sheet.size_mm[0] / columns)
    return x, (np.float32(rows - 0.5) - v) * np.float32(sheet.size_mm[1] / rows)
