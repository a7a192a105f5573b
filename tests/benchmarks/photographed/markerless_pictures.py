"""Pictures without markers, of many kinds that a detector of any family could mistake for one: seeded.

A third are the scenes of `stranger_pictures.py` (tables, newspapers, shadows), each seen in sixteen ways; a third are
drawn: text, tiles, frames, facades, bricks, crosswords, bar codes, QR codes, chessboards, cards of this project without
their markers; a third are parts of photographs and icons (of a folder that is named), random shapes that hide each
other, textures whose power falls with frequency, and mosaics of all of these.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from controller.vision.markers.greyscale import Grey, to_grey
from controller.vision.markers.marker_dictionary import MarkerDictionary, largest_dictionaries, marker_dictionary
from tests.benchmarks.photographed.stranger_pictures import without_markers
from tests.support.cardless_frames import KINDS as CARDLESS
from tests.support.cardless_frames import camera, turned

Random = np.random.Generator
Levels = NDArray[np.float32]

SIZE = (640, 480)
"""Width and height of what is not a scene, px."""
PICTURE_FILES = ("*.jpg", "*.jpeg", "*.png", "*.webp", "*.bmp", "*.gif")
MOST_FILES = 4000
WAYS = 16
"""In which each scene is seen: mirrored or not, turned or not, as a negative or not, whole or at half the size."""


def markerless_picture(seed: int, files: Sequence[Path] = ()) -> tuple[str, Grey]:
    """Return a picture and its kind; ``files`` are pictures without markers of which parts are shown."""
    if seed % 3 == 0:
        return "scene", _scene_in_a_way(seed // 3)
    rng = np.random.default_rng([seed, 11])
    names = list(DRAWN if seed % 3 == 1 or not files else (*MADE, *["files"] * len(MADE)))
    name = str(rng.choice(names))
    picture = _of_files(rng, files) if name == "files" else {**DRAWN, **MADE}[name](rng)
    return name, camera(picture, rng)


def picture_files(folder: Path) -> tuple[Path, ...]:
    """List the pictures in a folder and those in it, sorted."""
    found = {path for pattern in PICTURE_FILES for path in folder.rglob(pattern) if path.is_file()}
    return tuple(sorted(found))[:MOST_FILES]


@lru_cache(maxsize=1)
def _scene(number: int) -> Grey:
    return to_grey(without_markers(number))


def _scene_in_a_way(number: int) -> Grey:
    grey = _scene(number // WAYS)
    if number & 1:
        grey = grey[:, ::-1]
    if number & 2:
        grey = grey.T
    if number & 4:
        grey = np.asarray(255 - grey, np.uint8)
    if number & 8:
        grey = np.asarray(cv2.resize(grey, None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA), np.uint8)
    return np.ascontiguousarray(grey)


def _of_files(rng: Random, files: Sequence[Path]) -> Levels:
    """A part of a picture, turned, at any scale, perhaps as a negative; several small ones side by side."""
    canvas = np.full((SIZE[1], SIZE[0]), float(rng.uniform(0, 255)), np.float32)
    for _ in range(int(rng.integers(1, 8))):
        grey = _picture(files[int(rng.integers(len(files)))])
        if grey is None:
            continue
        scale = float(np.exp(rng.uniform(np.log(0.15), np.log(1.5)))) * SIZE[0] / max(grey.shape)
        _pasted(rng, canvas, grey, scale)
    return 255.0 - canvas if rng.random() < 0.3 else canvas


@lru_cache(maxsize=256)
def _picture(path: Path) -> Levels | None:
    found = cv2.imread(str(path), cv2.IMREAD_UNCHANGED)
    if found is None or min(found.shape[:2]) < 8:
        return None
    if found.ndim == 3 and found.shape[2] == 4:
        share = found[..., 3:].astype(np.float32) / 255.0
        found = np.asarray(found[..., :3] * share + 255.0 * (1.0 - share), np.uint8)
    grey = found if found.ndim == 2 else cv2.cvtColor(found[..., :3], cv2.COLOR_BGR2GRAY)
    return np.asarray(grey, np.float32) if grey.dtype == np.uint8 else None


def _pasted(rng: Random, canvas: Levels, part: Levels, scale: float) -> None:
    turn = float(rng.choice([0.0, 90.0, 180.0, rng.uniform(0, 360)]))
    matrix = cv2.getRotationMatrix2D((part.shape[1] / 2, part.shape[0] / 2), turn, scale)
    matrix[:, 2] += rng.uniform(0, 1, 2) * (canvas.shape[1], canvas.shape[0]) - (part.shape[1] / 2, part.shape[0] / 2)
    size = (canvas.shape[1], canvas.shape[0])
    cv2.warpAffine(part, matrix, size, canvas, cv2.INTER_AREA, cv2.BORDER_TRANSPARENT)


def _leaves(rng: Random) -> Levels:
    """Random discs, boxes and triangles that hide each other: sizes as in photographs, as many small as large ones."""
    picture = np.full((SIZE[1], SIZE[0]), float(rng.uniform(0, 255)), np.float32)
    least = float(rng.uniform(3, 10))
    for _ in range(int(rng.integers(80, 600))):
        radius = least / float(np.sqrt(rng.uniform(1e-3, 1.0)))
        middle, turn = rng.uniform(0, 1, 2) * SIZE, rng.uniform(0, 2 * np.pi)
        corners = int(rng.choice([3, 4, 4, 4, 5, 24]))
        angles = turn + np.arange(corners) * 2 * np.pi / corners
        stretch = (1.0, float(rng.uniform(0.4, 1.0)))
        shape = middle + radius * np.array(stretch) * np.stack([np.cos(angles), np.sin(angles)], axis=1)
        level = float(rng.choice([rng.uniform(0, 60), rng.uniform(180, 255), rng.uniform(0, 255)]))
        cv2.fillPoly(picture, [np.rint(shape * 16).astype(np.int32)], (level,), cv2.LINE_AA, 4)
    return picture


def _fractal(rng: Random) -> Levels:
    """A texture whose power falls with frequency, perhaps in few levels only."""
    rows, columns = np.fft.fftfreq(SIZE[1])[:, None], np.fft.rfftfreq(SIZE[0])[None]
    amplitude = np.maximum(np.hypot(rows, columns), 1.0 / SIZE[0]) ** -float(rng.uniform(0.6, 1.6))
    phase = np.exp(2j * np.pi * rng.random(amplitude.shape))
    plane = np.fft.irfft2(amplitude * phase, s=(SIZE[1], SIZE[0]))
    plane = (plane - plane.mean()) / plane.std() * 60 + 128
    levels = int(rng.choice([2, 3, 5, 256]))
    step = 256.0 / levels
    return np.asarray(np.floor(np.clip(plane, 0, 255) / step) * step + step / 2, np.float32)


def _facade(rng: Random) -> Levels:
    """Windows with panes, or keys of a keyboard: dark boxes in rows, with light bars across them."""
    picture = np.full((SIZE[1], SIZE[0]), float(rng.uniform(140, 250)), np.float32)
    wide, high = int(rng.integers(12, 90)), int(rng.integers(12, 90))
    gap, panes = int(rng.integers(3, 30)), rng.integers(1, 8, 2)
    bar = int(rng.integers(1, 6))
    for top in range(gap, SIZE[1], high + gap):
        for left in range(gap, SIZE[0], wide + gap):
            picture[top : top + high, left : left + wide] = float(rng.uniform(5, 80))
            rim = int(rng.integers(0, 5))
            for nth in range(1, int(panes[0])):
                at = top + nth * high // int(panes[0])
                picture[at : at + bar, left + rim : left + wide - rim] = float(rng.uniform(120, 250))
            for nth in range(1, int(panes[1])):
                at = left + nth * wide // int(panes[1])
                picture[top + rim : top + high - rim, at : at + bar] = float(rng.uniform(120, 250))
    return np.asarray(turned(picture, rng, SIZE), np.float32)


def _bricks(rng: Random) -> Levels:
    """Bricks or tiles with joints, each of another level."""
    high, wide, joint = int(rng.integers(8, 40)), int(rng.integers(16, 90)), int(rng.integers(1, 6))
    picture = np.full((SIZE[1], SIZE[0]), float(rng.uniform(100, 250)), np.float32)
    for row, top in enumerate(range(0, SIZE[1], high)):
        for left in range(-wide * (row % 2) // 2, SIZE[0], wide):
            level = float(rng.uniform(10, 230))
            picture[top : top + high - joint, max(left, 0) : max(left + wide - joint, 0)] = level
    return np.asarray(turned(picture, rng, SIZE), np.float32)


def _crossword(rng: Random) -> Levels:
    """A crossword with numbers and letters: black and white squares inside a frame."""
    square, count = int(rng.integers(9, 40)), int(rng.integers(9, 22))
    picture = np.full((SIZE[1], SIZE[0]), 240.0, np.float32)
    dark = rng.random((count, count)) < rng.uniform(0.1, 0.5)
    for row in range(count):
        for column in range(count):
            top, left = 20 + row * square, 20 + column * square
            if dark[row, column]:
                cv2.rectangle(picture, (left, top), (left + square, top + square), (20.0,), -1)
            else:
                cv2.rectangle(picture, (left, top), (left + square, top + square), (20.0,), 1)
                letter = chr(65 + int(rng.integers(26)))
                place = (left + square // 4, top + square * 3 // 4)
                cv2.putText(picture, letter, place, cv2.FONT_HERSHEY_SIMPLEX, square / 45, (20.0,), 1)
    return np.asarray(turned(picture, rng, SIZE), np.float32)


def _codes(rng: Random) -> Levels:
    """QR codes and bar codes on a page."""
    picture = np.full((SIZE[1], SIZE[0]), 245.0, np.float32)
    for _ in range(int(rng.integers(1, 7))):
        if rng.random() < 0.7:
            said = "".join(rng.choice(list("ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"), int(rng.integers(4, 120))))
            code = np.asarray(cv2.QRCodeEncoder.create().encode(said), np.float32)
            module = int(rng.integers(2, 8))
            _pasted(rng, picture, cv2.resize(code, None, fx=module, fy=module, interpolation=cv2.INTER_NEAREST), 1.0)
        else:
            bars = np.repeat(rng.random(95) < 0.5, int(rng.integers(1, 4))).astype(np.float32) * 225 + 15
            _pasted(rng, picture, np.tile(bars, (int(rng.integers(30, 90)), 1)), 1.0)
    return np.asarray(turned(picture, rng, SIZE), np.float32)


def _frames(rng: Random) -> Levels:
    """Black frames of one module with anything inside but a word of some family, right or with one wrong module."""
    picture = np.full((SIZE[1], SIZE[0]), 235.0, np.float32)
    for _ in range(30):
        module, across = int(rng.integers(3, 9)), int(rng.integers(5, 12))
        inside = rng.random((across, across)) < rng.uniform(0.05, 0.95)
        inside[[0, -1]], inside[:, [0, -1]] = False, False
        if any(_is_a_word(table, inside[1:-1, 1:-1]) for table in _tables() if table.modules == across):
            continue
        block = np.kron(inside.astype(np.float32), np.ones((module, module), np.float32)) * 220.0 + 15.0
        left, top = (int(rng.integers(0, length - len(block))) for length in SIZE)
        low = (max(0, top - 2 * module), max(0, left - 2 * module))
        picture[low[0] : top + len(block) + 2 * module, low[1] : left + len(block) + 2 * module] = 235.0
        picture[top : top + len(block), left : left + len(block)] = block
    return np.asarray(turned(picture, rng, SIZE) if rng.random() < 0.5 else picture, np.float32)


@lru_cache(maxsize=1)
def _tables() -> tuple[MarkerDictionary, ...]:
    return tuple(marker_dictionary(name) for name in largest_dictionaries())


def _is_a_word(table: MarkerDictionary, inside: NDArray[np.bool_]) -> bool:
    """Tell whether at most one module keeps a figure from being a word of a family, however it is turned."""
    return any((table.words != np.rot90(inside, turn)).sum(axis=(1, 2)).min() <= 1 for turn in range(4))


def _mosaic(rng: Random) -> Levels:
    """Parts of all of these side by side."""
    kinds = [make for name, make in {**DRAWN, **MADE}.items() if name != "mosaic"]
    picture = np.zeros((SIZE[1], SIZE[0]), np.float32)
    for rows in np.array_split(np.arange(SIZE[1]), 2):
        for columns in np.array_split(np.arange(SIZE[0]), 2):
            part = kinds[int(rng.integers(len(kinds)))](rng)
            picture[rows[0] : rows[-1] + 1, columns[0] : columns[-1] + 1] = part[: len(rows), : len(columns)]
    return picture


def _cardless(name: str) -> Callable[[Random], Levels]:
    return lambda rng: CARDLESS[name](rng, SIZE)


DRAWN: Mapping[str, Callable[[Random], Levels]] = {
    **{name: _cardless(name) for name in CARDLESS if name != "frames"},
    "frames": _frames,
    "facade": _facade,
    "bricks": _bricks,
    "crossword": _crossword,
    "codes": _codes,
}
MADE: Mapping[str, Callable[[Random], Levels]] = {"leaves": _leaves, "fractal": _fractal, "mosaic": _mosaic}
