"""Frames full of markers whose ids and corners are known, and frames without any: what a detector is measured with.

Light is added up in linear light and shown in sRGB, as a camera does. A marker stands on its white quiet zone
of 1.5 modules on a table that is darker or lighter; each is turned, tilted and lit on its own.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import lru_cache

import cv2
import numpy as np
from numpy.typing import NDArray

from boards.kit.marker_plan import DICTIONARY, MODULES, QUIET_MODULES

Grey = NDArray[np.uint8]
Floats = NDArray[np.float64]

FINER = 4
"""A marker is drawn this many times larger and averaged."""

SWING_PX = 8.0
"""How far markers that move go to both sides."""

FOCAL_PX = 1500.0
"""Of the lens that tilts are seen through."""


@dataclass(frozen=True)
class Condition:
    """How markers are seen. The worst of each is reached, not the mean."""

    side_px: float = 30.0
    """Of a marker seen from straight above."""
    blur: float = 0.8
    """One standard deviation, px."""
    noise: float = 3.0
    """One standard deviation, grey levels."""
    tilt: float = 25.0
    """The largest, degrees."""
    contrast: float = 0.9
    """(white - black) / 255 in grey levels."""
    shadow: float = 0.0
    """What a hard shadow takes of the light; its edges run through the frame."""
    table: str = "any"
    """dark, light or any."""
    count: int = 62
    size: tuple[int, int] = (1920, 1080)
    """Width and height, px."""


@dataclass(frozen=True, eq=False)
class MarkerFrame:
    """A frame and what is in it."""

    grey: Grey
    ids: NDArray[np.int64]
    corners: Floats
    """N x 4 x 2, px, clockwise from each marker's own upper left; the middle of the first pixel is (0, 0)."""


_SRGB = np.linspace(0.0, 1.0, 4096)
_TO_LEVEL = (255.0 * np.where(_SRGB <= 0.0031308, 12.92 * _SRGB, 1.055 * _SRGB ** (1 / 2.4) - 0.055)).astype(np.float32)
"""IEC 61966-2-1."""


def _linear(level: float) -> float:
    value = level / 255.0
    return value / 12.92 if value <= 0.04045 else ((value + 0.055) / 1.055) ** 2.4


def marker_frame(seed: int, condition: Condition, dictionary: str = DICTIONARY, ids: int = 250) -> MarkerFrame:
    """One frame; the same for the same arguments."""
    return MarkerScene(seed, condition, dictionary, ids).frame(0)


class MarkerScene:
    """A table full of markers, frame by frame: all lie still but some, which move and turn as golems do."""

    def __init__(
        self, seed: int, condition: Condition, dictionary: str = DICTIONARY, ids: int = 250, moving: int = 0
    ) -> None:
        chance = np.random.default_rng(seed)
        places = _places(chance, condition)
        chosen = chance.integers(0, ids, len(places))
        # 12 % between black and white lie somewhere in the middle of the scale; 90 % fill it.
        middle = 127.5 if condition.contrast > 0.8 else float(chance.uniform(90.0, 165.0))
        white, black = (_linear(middle + sign * 127.5 * condition.contrast) for sign in (1, -1))
        self._seed, self._condition, self._moving = seed, condition, moving
        self._light = _table(chance, condition, white)
        self._illumination = _illumination(chance, condition)
        self._markers = [
            _Lying(int(number), place, _Seen(chance, condition), (black, white), dictionary)
            for number, place in zip(chosen, places, strict=True)
        ]
        angles = chance.uniform(0.0, 2 * np.pi, moving)
        self._ways = SWING_PX * np.stack([np.cos(angles), np.sin(angles)], axis=1)
        self._still = [marker.lay(self._light, condition.side_px) for marker in self._markers[moving:]]

    def frame(self, number: int) -> MarkerFrame:
        """A frame. Those that move swing to and fro, by 6 px a frame at most, and turn by 2 degrees a frame."""
        light = self._light.copy() if self._moving else self._light
        corners = [
            marker.moved(way * np.sin(0.75 * number), 2.0 * number).lay(light, self._condition.side_px)
            for marker, way in zip(self._markers, self._ways, strict=False)
        ]
        chance = np.random.default_rng((self._seed, number))
        return self._taken(light * self._illumination, chance, self._condition, np.array([*corners, *self._still]))

    def seen(self, number: int, condition: Condition) -> MarkerFrame:
        """A table at rest in other light, through another lens: the condition's shadow, blur and noise."""
        chance = np.random.default_rng((self._seed, number))
        return self._taken(self._light * _illumination(chance, condition), chance, condition, np.array(self._still))

    def _taken(
        self, light: NDArray[np.float32], chance: np.random.Generator, condition: Condition, corners: Floats
    ) -> MarkerFrame:
        if condition.blur > 0:
            light = cv2.GaussianBlur(light, (0, 0), condition.blur)
        ids = np.array([marker.number for marker in self._markers], np.int64)
        return MarkerFrame(_shown(light, chance, condition.noise), ids, corners)


def _places(chance: np.random.Generator, condition: Condition) -> Floats:
    """Middles of markers: on a grid, somewhat off it."""
    pitch = condition.side_px * (MODULES + 2 * QUIET_MODULES) / MODULES * 1.45 + 4
    width, height = condition.size
    columns, rows = int(width // pitch), int(height // pitch)
    if columns * rows < condition.count:
        raise ValueError(f"{condition.count} markers of {condition.side_px} px do not fit {width} x {height}")
    cells = np.sort(chance.choice(columns * rows, condition.count, replace=False))
    pitch_x, pitch_y = width / columns, height / rows
    middles = np.stack([(cells % columns + 0.5) * pitch_x, (cells // columns + 0.5) * pitch_y], axis=1)
    return np.asarray(middles + chance.uniform(-1.0, 1.0, middles.shape))


def _table(chance: np.random.Generator, condition: Condition, white: float) -> NDArray[np.float32]:
    """The bare table: a tone with a coarse grain, never lighter than paper."""
    width, height = condition.size
    low, high = {"dark": (0.03, 0.15), "light": (0.5, 0.95), "any": (0.03, 0.95)}[condition.table]
    tone = float(chance.uniform(low, high))
    grain = chance.standard_normal((height // 40 + 1, width // 40 + 1)).astype(np.float32)
    coarse = cv2.resize(grain, (width, height), interpolation=cv2.INTER_CUBIC)
    return np.asarray(white * tone * np.clip(1.0 + 0.06 * coarse, 0.7, 1.3), np.float32)


@lru_cache(maxsize=1200)
def _texture(number: int, dictionary: str) -> NDArray[np.float32]:
    """A marker with its quiet zone, 1 is white; 8 px a module."""
    table = cv2.aruco.getPredefinedDictionary(getattr(cv2.aruco, dictionary))
    modules = table.markerSize + 2
    inner = cv2.aruco.generateImageMarker(table, number, 8 * modules, borderBits=1)
    quiet = round(8 * QUIET_MODULES)
    return np.pad(np.asarray(inner, np.float32) / 255.0, quiet, constant_values=1.0)


class _Seen:
    """A turned and tilted plane through a pinhole: places on it (N x 2, px at no tilt) to px from its middle."""

    def __init__(self, chance: np.random.Generator, condition: Condition) -> None:
        self.turn, axis = chance.uniform(0.0, 2 * np.pi, 2)
        self._along = np.array([np.cos(axis), np.sin(axis)])
        self._across = np.array([-self._along[1], self._along[0]])
        self._tilt = np.radians(condition.tilt) * np.sqrt(chance.uniform())

    def __call__(self, places: Floats, turned_by: float) -> Floats:
        turn = self.turn + np.radians(turned_by)
        flat = places @ np.array([(np.cos(turn), np.sin(turn)), (-np.sin(turn), np.cos(turn))])
        u, v = flat @ self._along, flat @ self._across
        depth = 1.0 + v * np.sin(self._tilt) / FOCAL_PX
        u, v = u / depth, v * np.cos(self._tilt) / depth
        return np.asarray(u[:, None] * self._along + v[:, None] * self._across)


@dataclass(frozen=True, eq=False)
class _Lying:
    """A marker on the table."""

    number: int
    place: Floats
    seen: _Seen
    tones: tuple[float, float]
    """Linear light of black and of white."""
    dictionary: str
    turned_by: float = 0.0

    def moved(self, by: Floats, turned_by: float) -> _Lying:
        return replace(self, place=self.place + by, turned_by=turned_by)

    def lay(self, light: NDArray[np.float32], side_px: float) -> Floats:
        """Paint it; its corners, px."""
        texture = _texture(self.number, self.dictionary)
        quiet, sheet = round(8 * QUIET_MODULES), texture.shape[0]
        half = np.array([(-1.0, -1.0), (1.0, -1.0), (1.0, 1.0), (-1.0, 1.0)]) * side_px / 2
        corners = self.place + self.seen(half, self.turned_by)
        paper = self.place + self.seen(half * sheet / (sheet - 2 * quiet), self.turned_by)
        low = np.floor(paper.min(axis=0)).astype(int) - 1
        high = np.ceil(paper.max(axis=0)).astype(int) + 2
        width, height = (high - low).tolist()
        # Pixel (0, 0) has its middle at 0; in the finer picture that is 1.5 fine pixels in.
        fine = ((paper - low + 0.5) * FINER - 0.5).astype(np.float32)
        ends = np.array([(-0.5, -0.5), (sheet - 0.5, -0.5), (sheet - 0.5, sheet - 0.5), (-0.5, sheet - 0.5)])
        matrix = cv2.getPerspectiveTransform(ends.astype(np.float32), fine)
        size = (width * FINER, height * FINER)
        ink = cv2.warpPerspective(texture, matrix, size, flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
        cover = np.zeros((size[1], size[0]), np.float32)
        cv2.fillConvexPoly(cover, np.rint(fine * 256).astype(np.int32), (1.0,), cv2.LINE_8, 8)
        black, white = self.tones
        paint = (black + (white - black) * ink) * cover
        cover_px, paint_px = (
            cv2.resize(part, (width, height), interpolation=cv2.INTER_AREA) for part in (cover, paint)
        )
        left, top = max(low[0], 0), max(low[1], 0)
        right, bottom = min(high[0], light.shape[1]), min(high[1], light.shape[0])
        part = np.s_[top - low[1] : bottom - low[1], left - low[0] : right - low[0]]
        under = light[top:bottom, left:right]
        under *= 1.0 - cover_px[part]
        under += paint_px[part]
        return corners


def _illumination(chance: np.random.Generator, condition: Condition) -> NDArray[np.float32]:
    """A gentle gradient, and hard shadows with straight edges where asked for."""
    width, height = condition.size
    y, x = np.mgrid[0:height, 0:width].astype(np.float32)
    angle = chance.uniform(0.0, 2 * np.pi)
    ramp = (x / width - 0.5) * np.cos(angle) + (y / height - 0.5) * np.sin(angle)
    light = 1.0 - 0.1 * (ramp + 0.7)
    if condition.shadow:
        # Of one lamp: where shadows overlap, it is no darker.
        taken = np.zeros((height, width), np.float32)
        for _ in range(4):
            angle = chance.uniform(0.0, 2 * np.pi)
            middle = chance.uniform(0.1, 0.9, 2) * (width, height)
            half = chance.uniform(60.0, 160.0)
            off = np.abs((x - middle[0]) * np.cos(angle) + (y - middle[1]) * np.sin(angle))
            np.maximum(taken, np.clip(half - off + 0.5, 0.0, 1.0), out=taken)
        light = light * (1.0 - condition.shadow * taken)
    return np.asarray(light, np.float32)


def _shown(light: NDArray[np.float32], chance: np.random.Generator, noise: float) -> Grey:
    """Linear light as the grey levels of a picture."""
    levels = np.take(_TO_LEVEL, np.clip(light * 4095.0 + 0.5, 0, 4095).astype(np.int32))
    if noise > 0:
        levels += noise * chance.standard_normal(levels.shape, dtype=np.float32)
    return np.asarray(np.clip(np.rint(levels), 0, 255), np.uint8)
