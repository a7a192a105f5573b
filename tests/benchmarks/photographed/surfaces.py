"""What a table is made of: wood, cloth, chequered cloth, newspapers. Procedural, linear reflectance (BGR)."""

from __future__ import annotations

from functools import lru_cache

import cv2
import numpy as np

from tests.benchmarks.photographed.camera import Camera
from tests.benchmarks.photographed.prints import Linear, reflectance

SIDE = 1024
"""Of a tile, px; the left rim fits the right one, the upper the lower."""
PX_PER_MM = 1.25
KINDS = ("wood", "planks", "cloth", "chequered", "plain", "stone")
VARIANTS = 6


def surface(kind: str, rng: np.random.Generator, camera: Camera) -> Linear:
    """Return the table as the camera sees it where nothing lies on it, H x W x 3."""
    tile = _tile(kind, int(rng.integers(VARIANTS)))
    angle = rng.uniform(0, 2 * np.pi)
    offset = rng.uniform(0, SIDE, 2)
    scale = PX_PER_MM * rng.uniform(0.85, 1.2)
    x, y = camera.on_table()
    cosine, sine = np.float32(np.cos(angle) * scale), np.float32(np.sin(angle) * scale)
    u = np.mod(x * cosine - y * sine + np.float32(offset[0]), np.float32(SIDE))
    v = np.mod(x * sine + y * cosine + np.float32(offset[1]), np.float32(SIDE))
    return np.asarray(cv2.remap(tile, u, v, cv2.INTER_LINEAR, borderMode=cv2.BORDER_WRAP), np.float32)


@lru_cache(maxsize=48)
def _tile(kind: str, variant: int) -> Linear:
    rng = np.random.default_rng([KINDS.index(kind), variant, 77])
    return np.ascontiguousarray(_MAKERS[kind](rng), np.float32)


def _noise(rng: np.random.Generator, across: float, along: float) -> Linear:
    """Noise that is this smooth (sigma in px), of mean 0 and deviation 1, periodic."""
    white = rng.standard_normal((SIDE, SIDE))
    fx, fy = np.fft.fftfreq(SIDE)[None], np.fft.fftfreq(SIDE)[:, None]
    low = np.exp(-2 * np.pi**2 * ((fx * across) ** 2 + (fy * along) ** 2))
    smooth = np.fft.ifft2(np.fft.fft2(white) * low).real
    return np.asarray((smooth - smooth.mean()) / smooth.std(), np.float32)


def _mixed(amount: Linear, dark: tuple[float, ...], light: tuple[float, ...]) -> Linear:
    part = np.clip(amount, 0, 1)[..., None]
    return np.asarray(np.array(dark) + (np.array(light) - np.array(dark)) * part, np.float32)


WOODS = (
    ((0.05, 0.10, 0.18), (0.12, 0.22, 0.36)),
    ((0.02, 0.035, 0.06), (0.05, 0.08, 0.14)),
    ((0.22, 0.34, 0.46), (0.36, 0.50, 0.62)),
    ((0.08, 0.12, 0.16), (0.17, 0.23, 0.30)),
)


def _wood(rng: np.random.Generator) -> Linear:
    dark, light = WOODS[rng.integers(len(WOODS))]
    rings = 0.5 + 0.5 * np.sin(6 * _noise(rng, 160, 14) + 3 * _noise(rng, 60, 4))
    fibres = _noise(rng, 30, 0.8)
    return _mixed(0.25 + 0.4 * rings + 0.14 * fibres, dark, light)


def _planks(rng: np.random.Generator) -> Linear:
    wood = _wood(rng)
    width = SIDE // int(rng.integers(6, 12))
    for top in range(0, SIDE, width):
        shift = int(rng.integers(SIDE))
        strip = np.roll(wood, shift, axis=1)[top : top + width] * rng.uniform(0.75, 1.2)
        wood[top : top + width] = strip
        wood[top : top + 2] *= 0.3
        joint = int(rng.integers(SIDE))
        wood[top : top + width, joint : joint + 2] *= 0.35
    return wood


def _weave(rng: np.random.Generator) -> Linear:
    x = np.arange(SIDE)
    thread = 2 * np.pi * 256 / SIDE
    pattern = np.sin(thread * x)[None] * np.sin(thread * x)[:, None]
    return np.asarray(1 + 0.15 * pattern + 0.08 * _noise(rng, 0.7, 0.7), np.float32)


CLOTHS = (
    (0.45, 0.47, 0.48),
    (0.20, 0.06, 0.04),
    (0.05, 0.05, 0.30),
    (0.09, 0.20, 0.07),
    (0.30, 0.42, 0.50),
    (0.03, 0.03, 0.03),
)


def _cloth(rng: np.random.Generator) -> Linear:
    folds = 1 + 0.08 * _noise(rng, 90, 90)
    return np.asarray((_weave(rng) * folds)[..., None] * np.array(CLOTHS[rng.integers(len(CLOTHS))]), np.float32)


def _chequered(rng: np.random.Generator) -> Linear:
    colour = np.array(((0.05, 0.05, 0.45), (0.40, 0.14, 0.05), (0.04, 0.04, 0.04), (0.10, 0.30, 0.08))[rng.integers(4)])
    checks = int(2 ** rng.integers(3, 6)) * 2
    stripe = (np.arange(SIDE) * checks // SIDE) % 2
    gingham = bool(rng.integers(2))
    amount = (stripe[None] + stripe[:, None]) / 2 if gingham else (stripe[None] ^ stripe[:, None]) * 1.0
    base = np.array([0.62, 0.64, 0.65]) + (colour - [0.62, 0.64, 0.65]) * amount[..., None]
    return np.asarray(base * _weave(rng)[..., None], np.float32)


def _plain(rng: np.random.Generator) -> Linear:
    grey = rng.choice([0.7, 0.45, 0.2, 0.06])
    tint = 1 + rng.uniform(-0.08, 0.08, 3)
    return np.asarray(
        (1 + 0.02 * _noise(rng, 1, 1) + 0.03 * _noise(rng, 200, 200))[..., None] * grey * tint, np.float32
    )


def _stone(rng: np.random.Generator) -> Linear:
    spots = 0.5 + 0.25 * _noise(rng, 2, 2) + 0.25 * _noise(rng, 7, 7)
    return _mixed(spots, (0.10, 0.10, 0.11), (0.42, 0.43, 0.45))


_MAKERS = {"wood": _wood, "planks": _planks, "cloth": _cloth, "chequered": _chequered, "plain": _plain, "stone": _stone}

NEWSPAPER_MM = (290.0, 400.0)
_LETTERS = "etaoinshrdlucmfwypvbgkqjxzETAOINSHRDLU0123456789.,-"


@lru_cache(maxsize=6)
def newspaper(variant: int) -> Linear:
    """Return a page of a newspaper, H x W x 3, 3 px a mm: a headline, columns of made-up words, pictures."""
    rng = np.random.default_rng([4711, variant])
    scale = 3
    width, height = (round(side * scale) for side in NEWSPAPER_MM)
    page = np.full((height, width), 205, np.uint8)
    _line(page, rng, 30, 110, 2.6, 6, width - 60)
    columns = int(rng.integers(3, 6))
    step = (width - 60) // columns
    for column in range(columns):
        left, row = 30 + column * step, 150
        while row < height - 40:
            if rng.random() < 0.06:
                tall = int(rng.integers(60, 240))
                shot = cv2.resize(
                    rng.uniform(20, 200, (6, 8)).astype(np.float32), (step - 16, tall), interpolation=cv2.INTER_CUBIC
                )
                target = page[row : row + tall, left : left + step - 16]
                target[:] = np.clip(shot[: target.shape[0], : target.shape[1]], 0, 255).astype(np.uint8)
                row += tall + 14
            elif rng.random() < 0.05:
                row += 26
                _line(page, rng, left, row, 0.9, 2, step - 16)
                row += 14
            else:
                row += 9
                _line(page, rng, left, row, 0.27, 1, step - 16)
    return reflectance(np.repeat(cv2.GaussianBlur(page, (0, 0), 0.5)[..., None], 3, axis=2))


def _line(page: np.ndarray, rng: np.random.Generator, left: int, low: int, size: float, thick: int, room: int) -> None:
    count = int(room / (size * 19))
    text = "".join(
        " " if rng.random() < 0.17 else _LETTERS[int(rng.integers(len(_LETTERS)) * rng.random())] for _ in range(count)
    )
    cv2.putText(page, text, (left, low), cv2.FONT_HERSHEY_TRIPLEX, size, 45, thick, cv2.LINE_AA)
