"""Find cards that were read though something lies on their print: a finger, a piece of paper, another card's corner.

The picture beside one marker and the emblem beside the other are compared with the drawing, block by block. Each block
that has print must go along with it; light only changes how much.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

import cv2
import numpy as np
from numpy.typing import NDArray

from boards.geometry import Pose
from boards.kit.kit import kit
from boards.kit.thing_keys import CardKey
from calibration.camera_frames import Image
from calibration.camera_model import Floats
from controller.vision.objects.card_faces import BESIDE, BESIDE_PX, CardFaces
from controller.vision.pose.placement import outline, to_mat_frame
from controller.vision.unread.trays.tray_sheet import CORNER, pixels_inside

ROWS, COLUMNS = 28, 30
"""Places in each of both areas, about a mm apart."""
BLOCK_ROWS, BLOCK_COLUMNS = 7, 10
ALIKE = 0.5
"""Least correlation of a block with its print; of 3,787 cards in good light 0.3 % have any block with less."""
TELLING = 0.25
"""Least contrast of a block's print (its variance), as a share of the mean one."""
FEWEST_BLOCKS = 2
"""Blocks that must be hidden: 140 mm²."""
BENT_MM = (-3.0, -1.5, 0.0, 1.5, 3.0)
"""Shifts, along each axis of the sheet, of the print of a bent card that are tried."""
BURNT_LEVEL, BURNT_SHARE = 247, 0.25
"""Grey level, and share of a block, from which it says nothing..."""
MOST_BURNT, MOST_BURNT_SHARE = 5, 0.15
"""... in a reflection of so many blocks at most (350 mm²: less than a marker), and of such a share of both areas: where
paper is burnt out anyway, one that lies there could not be told from it."""
WIDEST_LINE_MM = 7
"""Width within which print has paper beside it; narrower bands of shadow count as print.

Of 144 drawn bands of shadow over cards 54 hid print before, 1 with this, 7 with 9 mm, 33 with squares of 15 mm; of
squares of paper in them each is found.
"""
AROUND_MM = 6.0
"""Distance from another thing within which blocks say nothing."""


_Side = tuple[NDArray[np.float32], NDArray[np.float32]]
"""What is printed at each place of a card's side, and its variance in each block."""


def find_hidden_prints(flat: Image, cards: Sequence[tuple[CardKey, Pose]], things: Sequence[Floats]) -> list[int]:
    """Return the indices of cards whose print is partly hidden.

    ``flat``: the tray's sheet from above; ``cards``: the cards that were read, with their poses in the tray's frame;
    ``things``: outlines of all things that were read, cards too (N x 2 mm each, with some mm around them).
    """
    if not cards:
        return []
    grey = np.asarray(cv2.cvtColor(flat, cv2.COLOR_BGR2GRAY), np.uint8)
    places = np.stack([to_mat_frame(pose, _places()) for _key, pose in cards])
    pixels = ((places - (CORNER.x, CORNER.y)) * (1.0, -1.0) - 0.5).astype(np.float32)
    seen = cv2.remap(grey, pixels[..., 0], pixels[..., 1], cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    levels = seen.astype(np.float32).reshape(len(cards), -1)
    hidden: list[int] = []
    every = _missing(levels, [key for key, _pose in cards])
    for nth, (key, pose) in enumerate(cards):
        missing = every[nth]
        if missing.sum() < FEWEST_BLOCKS:
            continue
        missing &= _missing_if_bent(grey, pixels[nth], key) & ~_burnt(levels[nth])
        if missing.sum() < FEWEST_BLOCKS:
            continue
        missing &= _missing_if_bent(_evenly_lit(grey), pixels[nth], key)
        if missing.sum() < FEWEST_BLOCKS:
            continue
        # Another card may lie on it, or its corner beside it.
        own = to_mat_frame(pose, outline(key)).mean(axis=0)
        others = pixels_inside([thing for thing in things if np.abs(thing.mean(axis=0) - own).max() > 1.0])
        at = np.rint(pixels[nth]).astype(np.intp)
        at = np.clip(at, 0, np.array(others.shape[::-1]) - 1)
        free = ~_blocks(others[at[:, 1], at[:, 0]].astype(np.float32)).astype(np.bool_)
        if (missing & free).sum() >= FEWEST_BLOCKS:
            hidden.append(nth)
    return hidden


def _missing(levels: NDArray[np.float32], keys: Sequence[CardKey]) -> NDArray[np.bool_]:
    """Return the blocks of each card in which the picture does not go along with the print of its better side.

    ``levels``: cards x places.
    """
    alike, missing = [], []
    for both in zip(*(_sides(key.colour, key.kind.value) for key in keys), strict=True):
        sides = np.stack([printed for printed, _varies in both]), np.stack([varies for _printed, varies in both])
        correlation, telling = _correlation(levels, sides)
        alike.append(np.where(telling, correlation, 0.0).sum(axis=(1, 2, 3)) / telling.sum(axis=(1, 2, 3)))
        missing.append(telling & (correlation < ALIKE))
    better = np.argmax(alike, axis=0)
    return np.asarray(np.stack(missing)[better, np.arange(len(keys))], np.bool_)


def _correlation(levels: NDArray[np.float32], side: _Side) -> tuple[NDArray[np.float32], NDArray[np.bool_]]:
    """Return how well each block goes along with the print of one side, and which blocks have enough print.

    Of several pictures, and of as many sides or one, at once.
    """
    printed, varies = side
    mean = _blocks(levels)
    own = _blocks(levels * levels) - mean**2
    along = _blocks(levels * printed) - mean * _blocks(printed)
    correlation = along / np.sqrt(np.maximum(own * varies, 1e-12))
    telling = varies > TELLING * varies.mean(axis=(-3, -2, -1), keepdims=True)
    return np.asarray(correlation, np.float32), np.asarray(telling, np.bool_)


def _missing_if_bent(grey: Image, pixels: NDArray[np.float32], key: CardKey) -> NDArray[np.bool_]:
    """Return the blocks that differ from the print also where each area's print is, on a card that may be bent.

    Each area is shifted as a whole: what lies on it covers some of its blocks, and is not moved away.
    """
    best: list[tuple[float, NDArray[np.bool_]]] = []
    shifts = [np.array((x, y), np.float32) for x in BENT_MM for y in BENT_MM]
    shifted = np.stack([pixels + shift for shift in shifts])
    seen = cv2.remap(grey, shifted[..., 0], shifted[..., 1], cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    for side in _sides(key.colour, key.kind.value):
        correlation, telling = _correlation(seen.reshape(len(seen), -1).astype(np.float32), side)
        likeness = np.where(telling, correlation, 0.0).sum(axis=(2, 3))
        areas = np.arange(correlation.shape[1])
        chosen = correlation[likeness.argmax(axis=0), areas]
        best.append((float(chosen[telling].mean()), np.asarray(telling & (chosen < ALIKE))))
    return max(best, key=lambda found: found[0])[1]


def _evenly_lit(grey: Image) -> Image:
    """Return a picture divided by the light of its paper: the edge of a shadow is no print, and hides none."""
    disc = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (WIDEST_LINE_MM, WIDEST_LINE_MM))
    light = cv2.morphologyEx(grey, cv2.MORPH_CLOSE, disc)
    return np.asarray(cv2.divide(grey, light, scale=255.0), np.uint8)


def _burnt(levels: NDArray[np.float32]) -> NDArray[np.bool_]:
    """Return the blocks of a small reflection on a card: burnt out where most of the card's paper is not."""
    burnt = (levels >= BURNT_LEVEL).astype(np.float32)
    blocks = np.asarray(_blocks(burnt) > BURNT_SHARE, np.bool_)
    small = blocks.sum() <= MOST_BURNT and float(burnt.mean()) < MOST_BURNT_SHARE
    return blocks if small else np.zeros_like(blocks)


def _blocks(values: NDArray[np.float32]) -> NDArray[np.float32]:
    """Return the mean over each block of both areas: ... x 2 x block rows x block columns."""
    rows = np.ascontiguousarray(values.reshape(-1, COLUMNS))
    size = (COLUMNS // BLOCK_COLUMNS, len(rows) // BLOCK_ROWS)
    means = np.asarray(cv2.resize(rows, size, interpolation=cv2.INTER_AREA), np.float32)
    return means.reshape(*values.shape[:-1], 2, ROWS // BLOCK_ROWS, COLUMNS // BLOCK_COLUMNS)


@lru_cache(maxsize=256)
def _sides(colour: str, kind: str) -> tuple[tuple[NDArray[np.float32], NDArray[np.float32]], ...]:
    """Return face and back of a card: what is printed at each place, and its variance in each block."""
    key = next(
        each
        for each in kit().things
        if isinstance(each, CardKey) and (each.colour, each.kind.value) == (colour, kind) and each.number == 1
    )
    sides = []
    for drawn in CardFaces(kit()).sides(kit().things[key]):
        across, down = BESIDE_PX
        parts = [
            cv2.resize(part.reshape(down, across), (COLUMNS, ROWS), interpolation=cv2.INTER_AREA) for part in drawn
        ]
        printed = np.asarray(np.stack(parts).ravel(), np.float32)
        sides.append((printed, _blocks(printed * printed) - _blocks(printed) ** 2))
    return tuple(sides)


@lru_cache(maxsize=1)
def _places() -> Floats:
    """Return the places that are compared, in a card's frame: N x 2 mm, area by area, from the upper left."""
    found = []
    for area in BESIDE:
        x = area.low.x + (np.arange(COLUMNS) + 0.5) * area.width / COLUMNS
        y = area.high.y - (np.arange(ROWS) + 0.5) * area.height / ROWS
        found.append(np.stack(np.meshgrid(x, y), axis=-1).reshape(-1, 2))
    return np.concatenate(found)
