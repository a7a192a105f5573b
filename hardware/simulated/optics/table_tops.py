"""Table tops: what is seen where nothing lies. Seeded pictures, TOP_PX_PER_MM fine, mirrored where they end."""

from __future__ import annotations

from collections.abc import Callable

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.camera_frames import Image

TOP_PX_PER_MM = 0.5
_SIZE = 1024

TableTop = Callable[[np.random.Generator], Image]


def wood(random: np.random.Generator) -> Image:
    """Brown boards with a fine grain along x."""
    grain = _cloud(random, 18.0, 0.9)
    fine = _cloud(random, 5.0, 0.6)
    wave = grain / grain.std() + 0.5 * fine / fine.std()
    planks = 5.0 * random.standard_normal(8).repeat(_SIZE // 8)[:, None]
    tone = np.clip(5.0 * wave + planks, -30, 30)
    boards = np.clip(np.array([72.0, 101.0, 134.0]) + tone[..., None] * np.array([0.8, 1.0, 1.1]), 0, 255)
    return np.asarray(boards, np.uint8)


def black(random: np.random.Generator) -> Image:
    """Black lacquer with dust."""
    dust = (random.random((_SIZE, _SIZE)) > 0.9985).astype(np.float32) * 60.0
    tone = 22.0 + 2.0 * random.standard_normal((_SIZE, _SIZE)).astype(np.float32) + cv2.GaussianBlur(dust, (0, 0), 0.7)
    return _coloured(tone, (1.05, 1.0, 0.95))


def chequered(random: np.random.Generator) -> Image:
    """Return a tablecloth: squares of dark and light, and half dark where stripes cross, as large as markers are."""
    square = int(random.integers(8, 24))
    stripe = (np.arange(_SIZE) // square % 2).astype(np.float32)
    both = stripe[:, None] + stripe[None, :]
    tone = 225.0 - 90.0 * both + 6.0 * random.standard_normal((_SIZE, _SIZE)).astype(np.float32)
    return _coloured(tone, (0.75, 0.75, 1.0))


def striped(random: np.random.Generator) -> Image:
    """Stripes of dark and light, of many widths."""
    edges = np.cumsum(random.integers(3, 30, 200))
    stripe = (np.searchsorted(edges, np.arange(_SIZE)) % 2).astype(np.float32)
    tone = np.repeat((40.0 + 180.0 * stripe)[:, None], _SIZE, axis=1)
    return _coloured(tone + 5.0 * random.standard_normal((_SIZE, _SIZE)).astype(np.float32), (1.0, 0.9, 0.8))


def speckled(random: np.random.Generator) -> Image:
    """Stone: grains of all tones, 2 to 20 mm large."""
    tone = 110.0 + sum(_even(_cloud(random, size, size)) * strong for size, strong in ((1.0, 30.0), (4.0, 28.0)))
    return _coloured(np.asarray(tone, np.float32), (1.0, 1.0, 1.0))


def tiles(random: np.random.Generator) -> Image:
    """Small black and white tiles with joints, laid by chance: as like a marker as a table can be."""
    tile = int(random.integers(3, 9))
    count = _SIZE // tile + 1
    laid = np.kron((random.random((count, count)) < 0.5).astype(np.float32), np.ones((tile, tile), np.float32))
    tone = 30.0 + 195.0 * laid[:_SIZE, :_SIZE]
    joint = np.arange(_SIZE) % tile == 0
    tone[joint], tone[:, joint] = 120.0, 120.0
    return _coloured(tone, (1.0, 1.0, 1.0))


TOPS: dict[str, TableTop] = {
    "wood": wood,
    "black": black,
    "chequered": chequered,
    "striped": striped,
    "speckled": speckled,
    "tiles": tiles,
}


def _cloud(random: np.random.Generator, along: float, across: float) -> NDArray[np.float32]:
    noise = random.standard_normal((_SIZE, _SIZE)).astype(np.float32)
    return np.asarray(cv2.GaussianBlur(noise, (0, 0), along, sigmaY=across), np.float32)


def _even(values: NDArray[np.float32]) -> NDArray[np.float32]:
    return np.asarray(values / values.std(), np.float32)


def _coloured(tone: NDArray[np.float32], tint: tuple[float, float, float]) -> Image:
    """Levels of grey with a tint (blue, green, red)."""
    return np.asarray(np.clip(tone[..., None] * np.array(tint, np.float32), 0, 255), np.uint8)
