"""Table tops and loose prints, drawn by rules and chance: linear reflectance."""

from __future__ import annotations

from functools import lru_cache

import cv2
import numpy as np
import numpy.typing as npt

from tests.benchmarks.ray_cast.prints import FULL, Texture
from tests.benchmarks.ray_cast.surfaces import Array, Finish

KINDS = ("wood", "planks", "desk", "dark desk", "cloth", "chequered", "newspaper", "markers", "speckled")
SIDE = 1536
PX = 1.9
"""Px per mm of a table top; it goes on mirrored."""

FINISHES = {
    "wood": Finish(0.025, 0.09),
    "planks": Finish(0.02, 0.14),
    "desk": Finish(0.035, 0.05),
    "dark desk": Finish(0.035, 0.05),
    "cloth": Finish(0.0, 0.3),
    "chequered": Finish(0.004, 0.3),
    "newspaper": Finish(0.006, 0.3),
    "markers": Finish(0.02, 0.15),
    "speckled": Finish(0.03, 0.07),
}


@lru_cache(maxsize=24)
def table_top(kind: str, variant: int) -> Texture:
    """Return a table top; there are eight variants of each kind."""
    rng = np.random.default_rng([variant, KINDS.index(kind)])
    drawn = _MAKERS[kind](rng)
    return Texture(np.rint(np.clip(drawn, 0.01, 0.95) * FULL).astype(np.uint16), PX)


def _noise(rng: np.random.Generator, across: float, down: float, shape: tuple[int, int] = (SIDE, SIDE)) -> Array:
    """Return noise with a spread of 1 whose grains are so many px wide and high."""
    size = (max(3, round(shape[1] / across)), max(3, round(shape[0] / down)))
    coarse = rng.standard_normal((size[1], size[0])).astype(np.float32)
    return cv2.resize(coarse, (shape[1], shape[0]), interpolation=cv2.INTER_CUBIC)


def _tinted(value: Array, colour: tuple[float, float, float]) -> Array:
    return value[..., None] * np.array(colour, np.float32)


def _wood(rng: np.random.Generator) -> Array:
    warp = _noise(rng, 500, 160) * 26 + _noise(rng, 150, 60) * 4
    rows = np.arange(SIDE, dtype=np.float32)[:, None] + warp
    rings = 0.5 + 0.5 * np.sin(rows / rng.uniform(7, 16) + 1.5 * np.sin(rows / 47))
    fibre = _noise(rng, 60, 1.6) * 0.05 + _noise(rng, 16, 1.2) * 0.03
    colours = [(0.20, 0.36, 0.56), (0.13, 0.27, 0.45), (0.09, 0.16, 0.27), (0.33, 0.48, 0.62)]
    return _tinted((0.82 + 0.2 * rings**2 + fibre).astype(np.float32), colours[rng.integers(4)])


def _planks(rng: np.random.Generator) -> Array:
    wide = int(rng.integers(150, 260))
    result = np.empty((SIDE, SIDE, 3), np.float32)
    for start in range(0, SIDE, wide):
        plank = _wood(rng)[: min(wide, SIDE - start)] * np.float32(rng.uniform(0.8, 1.15))
        plank[:2] *= 0.35
        result[start : start + wide] = plank
    return result


def _desk(rng: np.random.Generator) -> Array:
    colours = [(0.62, 0.66, 0.68), (0.45, 0.47, 0.47), (0.55, 0.63, 0.70), (0.70, 0.72, 0.72)]
    return _tinted(1 + 0.012 * _noise(rng, 5, 5) + 0.02 * _noise(rng, 300, 300), colours[rng.integers(4)])


def _dark_desk(rng: np.random.Generator) -> Array:
    colours = [(0.05, 0.05, 0.05), (0.11, 0.06, 0.04), (0.05, 0.08, 0.12)]
    return _tinted(1 + 0.05 * _noise(rng, 4, 4) + 0.05 * _noise(rng, 200, 200), colours[rng.integers(3)])


def _weave(rng: np.random.Generator) -> Array:
    at = np.arange(SIDE, dtype=np.float32)
    across, down = np.sin(at[None] * 2.0 + _noise(rng, 90, 90)), np.sin(at[:, None] * 2.1 + _noise(rng, 80, 80))
    creases = _noise(rng, 260, 90) * 0.03 + _noise(rng, 90, 300) * 0.03
    return (1 + 0.08 * across * down + creases + 0.05 * _noise(rng, 2, 2)).astype(np.float32)


def _cloth(rng: np.random.Generator) -> Array:
    colours = [(0.35, 0.12, 0.08), (0.10, 0.30, 0.12), (0.55, 0.62, 0.66), (0.08, 0.09, 0.42), (0.25, 0.24, 0.24)]
    return _tinted(_weave(rng), colours[rng.integers(5)])


def _chequered(rng: np.random.Generator) -> Array:
    period = rng.uniform(18, 70) * PX
    at = np.arange(SIDE, dtype=np.float32)
    stripes = (np.sin(at * 2 * np.pi / period) > 0).astype(np.float32)
    share = (stripes[None] + stripes[:, None]) / 2
    pairs = [
        ((0.10, 0.08, 0.55), (0.78, 0.8, 0.8)),
        ((0.45, 0.18, 0.08), (0.78, 0.8, 0.8)),
        ((0.12, 0.33, 0.1), (0.7, 0.75, 0.75)),
    ]
    first, second = (np.array(one, np.float32) for one in pairs[rng.integers(3)])
    return (second + (first - second) * share[..., None]) * _weave(rng)[..., None]


def _newspaper(rng: np.random.Generator) -> Array:
    page = np.full((SIDE, SIDE), 200, np.uint8)
    column, top = round(48 * PX), 20
    cv2.putText(page, "DER TISCHBOTE", (40, 110), cv2.FONT_HERSHEY_COMPLEX, 3.6, 40, 8, cv2.LINE_AA)
    for left in range(14, SIDE - column, column + 12):
        row = top + 130
        while row < SIDE - 12:
            kind = rng.random()
            if kind < 0.04:
                words = "".join(chr(rng.integers(65, 91)) for _ in range(9))
                cv2.putText(page, words, (left, row + 22), cv2.FONT_HERSHEY_COMPLEX, 0.62, 30, 2, cv2.LINE_AA)
                row += 34
            elif kind < 0.055:
                tall = int(rng.integers(60, 130))
                photo = 110 + 45 * _noise(rng, 25, 25, (tall, column)) + 15 * _noise(rng, 3, 3, (tall, column))
                part = page[row : row + tall, left : left + column]
                part[:] = np.clip(photo, 25, 215)[: part.shape[0], : part.shape[1]]
                row += tall + 10
            else:
                letters = "".join(chr(rng.integers(97, 123)) if rng.random() > 0.17 else " " for _ in range(15))
                cv2.putText(page, letters, (left, row + 6), cv2.FONT_HERSHEY_PLAIN, 0.62, 60, 1, cv2.LINE_AA)
                row += 9
    value = (page / 255.0).astype(np.float32) ** 1.6 * (1 + 0.03 * _noise(rng, 200, 120))
    return _tinted(value, (0.80, 0.88, 0.92))


def _markers(rng: np.random.Generator) -> Array:
    """A desk on which sheets with markers of other projects lie."""
    result = _desk(rng)
    names = [cv2.aruco.DICT_4X4_50, cv2.aruco.DICT_APRILTAG_36h11, cv2.aruco.DICT_6X6_250, cv2.aruco.DICT_5X5_250]
    for _ in range(16):
        name = names[rng.integers(4)]
        number = int(rng.integers(205, 249)) if name == names[3] else int(rng.integers(0, 49))
        side = int(rng.integers(40, 120))
        drawn = cv2.aruco.generateImageMarker(cv2.aruco.getPredefinedDictionary(name), number, side)
        framed = cv2.copyMakeBorder(drawn, side // 5, side // 5, side // 5, side // 5, cv2.BORDER_CONSTANT, value=255)
        x, y = (int(rng.integers(0, SIDE - len(framed))) for _ in range(2))
        result[y : y + len(framed), x : x + len(framed)] = (0.04 + 0.78 * (framed / 255.0))[..., None]
    return result


def _speckled(rng: np.random.Generator) -> Array:
    grain = _noise(rng, 2.2, 2.2)
    value = 0.42 + 0.16 * np.clip(grain - 0.9, 0, 1.4) - 0.16 * np.clip(-grain - 0.9, 0, 1.4)
    return _tinted(value.astype(np.float32), (1.0, 1.02, 1.05))


_MAKERS = {
    "wood": _wood,
    "planks": _planks,
    "desk": _desk,
    "dark desk": _dark_desk,
    "cloth": _cloth,
    "chequered": _chequered,
    "newspaper": _newspaper,
    "markers": _markers,
    "speckled": _speckled,
}


def torn_shape(size_px: tuple[int, int], roughness: float, rng: np.random.Generator) -> npt.NDArray[np.uint8]:
    """Return where a scrap's paper is: an irregular piece, its edge as rough as torn (1) or cut (0)."""
    width, height = size_px
    corners = int(rng.integers(3, 7))
    angles = np.sort(rng.uniform(0, 2 * np.pi, corners) * 0.35 + np.arange(corners) * 2 * np.pi / corners)
    fine = np.linspace(0, 2 * np.pi, 240, endpoint=False)
    points = np.stack([np.cos(angles), np.sin(angles)], axis=1) * rng.uniform(0.78, 1.0, (corners, 1))
    closed = np.vstack([points, points[:1]])
    at = np.linspace(0, corners, len(fine), endpoint=False)
    outline = np.stack([np.interp(at, np.arange(corners + 1), closed[:, axis]) for axis in (0, 1)], axis=1)
    if roughness:
        jagged = np.convolve(np.tile(rng.normal(0, 1, len(fine)), 3), np.ones(5) / 5, "same")[len(fine) : 2 * len(fine)]
        outline *= 1 + roughness * 0.05 * jagged[:, None]
    scaled = (outline / np.abs(outline).max() * 0.96 + 1) / 2 * np.array([width, height])
    mask = np.zeros((height, width), np.uint8)
    cv2.fillPoly(mask, [np.rint(scaled * 16).astype(np.int32)], 255, cv2.LINE_AA, shift=4)
    return mask
