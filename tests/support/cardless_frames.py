"""Frames in which no card lies, of kinds that a reader of markers could mistake: seeded."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import lru_cache

import cv2
import numpy as np
from numpy.typing import NDArray
from PIL import Image as Pillow
from PIL import ImageDraw, ImageFont

from boards.drawing.artwork import drawing_of
from boards.drawing.primitives import MarkerShape
from boards.drawing.raster import raster
from boards.drawing.typography import font_file
from boards.kit.kit import kit
from boards.kit.marker_plan import DICTIONARY, MODULES
from boards.kit.thing_keys import CardKey, ThingKey

Grey = NDArray[np.uint8]

SIZE = (640, 360)
"""Width and height, px."""

LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789#%&@$?!+=■□▣▪▦"


def cardless(seed: int, size: tuple[int, int] = SIZE) -> tuple[str, Grey]:
    """A frame and its kind; the same for the same arguments. The kinds take turns."""
    names = list(KINDS)
    name = names[seed % len(names)]
    chance = np.random.default_rng(seed)
    return name, camera(KINDS[name](chance, size), chance)


def camera(picture: NDArray[np.float32], chance: np.random.Generator) -> Grey:
    """Blur and noise of a camera."""
    blurred = cv2.GaussianBlur(picture, (0, 0), float(chance.uniform(0.3, 1.5)))
    noise = chance.uniform(0.0, 6.0) * chance.standard_normal(blurred.shape, dtype=np.float32)
    return np.asarray(np.clip(np.rint(blurred + noise), 0, 255), np.uint8)


def _noise(chance: np.random.Generator, size: tuple[int, int]) -> NDArray[np.float32]:
    """Noise of a grain of 1 to 12 px, stretched to all levels."""
    grain = float(chance.uniform(1.0, 12.0))
    coarse = chance.standard_normal((round(size[1] / grain) + 2, round(size[0] / grain) + 2)).astype(np.float32)
    how = int(chance.choice([cv2.INTER_NEAREST, cv2.INTER_LINEAR, cv2.INTER_CUBIC]))
    return np.asarray(cv2.resize(coarse, size, interpolation=how) * 60.0 + 128.0, np.float32)


def _tiles(chance: np.random.Generator, size: tuple[int, int]) -> NDArray[np.float32]:
    """Squares of black and white by chance, as large as a marker's modules, with white streets between blocks."""
    module = int(chance.integers(3, 9))
    high, wide = size[1] // module + 1, size[0] // module + 1
    tiles = (chance.random((high, wide)) < chance.uniform(0.3, 0.7)).astype(np.float32)
    block = int(chance.integers(7, 13))
    tiles[np.arange(high) % block >= 7] = 1.0
    tiles[:, np.arange(wide) % block >= 7] = 1.0
    whole = np.kron(tiles, np.ones((module, module), np.float32))
    return np.asarray(turned(whole * 220.0 + 20.0, chance, size), np.float32)


def _frames(chance: np.random.Generator, size: tuple[int, int]) -> NDArray[np.float32]:
    """Black square frames of one module with anything inside: markers of no dictionary, icons, windows.

    What happens to be a word of ours but for one module is a card: that is not drawn.
    """
    picture = np.full((size[1], size[0]), 235.0, np.float32)
    for _ in range(40):
        module = int(chance.integers(3, 9))
        across = int(chance.integers(6, 10))
        inside = chance.random((across, across)) < chance.uniform(0.05, 0.95)
        inside[[0, -1]], inside[:, [0, -1]] = False, False
        if across == MODULES and _is_a_word(inside[1:-1, 1:-1]):
            continue
        block = np.kron(inside.astype(np.float32), np.ones((module, module), np.float32)) * 220.0 + 15.0
        left = int(chance.integers(0, max(1, size[0] - block.shape[1])))
        top = int(chance.integers(0, max(1, size[1] - block.shape[0])))
        room = np.s_[max(0, top - 2 * module) : top + block.shape[0] + 2 * module]
        picture[room, max(0, left - 2 * module) : left + block.shape[1] + 2 * module] = 235.0
        picture[top : top + block.shape[0], left : left + block.shape[1]] = block[: size[1] - top, : size[0] - left]
    return picture


def _is_a_word(inside: NDArray[np.bool_]) -> bool:
    """Whether at most one module keeps this from being a marker of ours, by OpenCV's own comparison."""
    table = cv2.aruco.getPredefinedDictionary(getattr(cv2.aruco, DICTIONARY))
    bits = inside.astype(np.uint8)
    return any(table.getDistanceToId(bits, number, True) <= 1 for number in range(len(table.bytesList)))


def _chessboard(chance: np.random.Generator, size: tuple[int, int]) -> NDArray[np.float32]:
    square = int(chance.integers(6, 60))
    rows, columns = (np.arange(2 * length) // square % 2 for length in (size[1], size[0]))
    board = (rows[:, None] ^ columns).astype(np.float32)
    return np.asarray(turned(board * 210.0 + 20.0, chance, size), np.float32)


def _text(chance: np.random.Generator, size: tuple[int, int]) -> NDArray[np.float32]:
    image = Pillow.new("L", size, 240)
    pen = ImageDraw.Draw(image)
    top = 2
    while top < size[1]:
        height = int(chance.integers(9, 60))
        letters = "".join(chance.choice(list(LETTERS), 80))
        pen.text((2, top), letters, fill=int(chance.integers(0, 60)), font=_font(height, bool(chance.integers(2))))
        top += height + int(chance.integers(0, 12))
    return np.asarray(turned(np.asarray(image, np.float32), chance, size), np.float32)


@lru_cache(maxsize=128)
def _font(height: int, bold: bool) -> ImageFont.FreeTypeFont:
    return ImageFont.truetype(str(font_file(bold)), height)


def _drawings(chance: np.random.Generator, size: tuple[int, int]) -> NDArray[np.float32]:
    """What this project prints, without its markers, scattered over a table."""
    keys = _keys()
    light = float(chance.uniform(30.0, 250.0))
    picture = np.full((size[1], size[0]), light, np.float32)
    for _ in range(int(chance.integers(3, 9))):
        print_ = _print(keys[int(chance.integers(len(keys)))], bool(chance.integers(2)))
        scale, turn = float(chance.uniform(0.35, 1.6)), float(chance.uniform(0.0, 360.0))
        middle = chance.uniform(0.0, 1.0, 2) * size
        matrix = cv2.getRotationMatrix2D((print_.shape[1] / 2, print_.shape[0] / 2), turn, scale)
        matrix[:, 2] += middle - (print_.shape[1] / 2, print_.shape[0] / 2)
        cv2.warpAffine(print_, matrix, size, picture, cv2.INTER_AREA, cv2.BORDER_TRANSPARENT)
    return picture


@lru_cache(maxsize=1)
def _keys() -> tuple[ThingKey, ...]:
    """A thing of each kind, and every kind of card."""
    things = kit().things
    return tuple(key for key in things if not isinstance(key, CardKey) or key.number == 1)


@lru_cache(maxsize=256)
def _print(key: ThingKey, face_up: bool) -> NDArray[np.float32]:
    drawing = drawing_of(key, kit(), "en", face_up)
    bare = replace(drawing, shapes=tuple(shape for shape in drawing.shapes if not isinstance(shape, MarkerShape)))
    picture = raster(bare, 1.0 if drawing.width_mm > 300 else 2.0)
    return np.asarray(cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY), np.float32)


def turned(picture: NDArray[np.float32], chance: np.random.Generator, size: tuple[int, int]) -> NDArray[np.float32]:
    """Seen from a slant, turned."""
    height, width = picture.shape
    ends = np.array([(0, 0), (width, 0), (width, height), (0, height)], np.float32)
    wander = chance.uniform(-0.12, 0.12, (4, 2)) * (width, height)
    there = (ends + wander).astype(np.float32)
    spin = cv2.getRotationMatrix2D((width / 2, height / 2), float(chance.uniform(-45.0, 45.0)), 1.0)
    there = cv2.transform(there[None], spin)[0]
    matrix = cv2.getPerspectiveTransform(ends, there.astype(np.float32))
    return np.asarray(cv2.warpPerspective(picture, matrix, size, flags=cv2.INTER_AREA, borderValue=235.0), np.float32)


KINDS: Mapping[str, Callable[[np.random.Generator, tuple[int, int]], NDArray[np.float32]]] = {
    "noise": _noise,
    "tiles": _tiles,
    "frames": _frames,
    "chessboard": _chessboard,
    "text": _text,
    "our drawings": _drawings,
}
"""Name -> how it is made: levels of grey."""
