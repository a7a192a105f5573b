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
from controller.vision.unread.tray_sheet import CORNER, pixels_inside

ROWS, COLUMNS = 28, 30
"""Places in each of both areas, about a mm apart."""
BLOCK_ROWS, BLOCK_COLUMNS = 7, 10
ALIKE = 0.5
"""Least correlation of a block with its print; of 3,787 cards in good light 0.3 % have any block with less."""
TELLING = 0.25
"""Least contrast of a block's print (its variance), as a share of the mean one."""
FEWEST_BLOCKS = 2
"""Blocks that must be hidden: 140 mm²."""
AROUND_MM = 6.0
"""Distance from another thing within which blocks say nothing."""


def find_hidden_prints(flat: Image, cards: Sequence[tuple[CardKey, Pose]], things: Sequence[Floats]) -> list[int]:
    """Return the indices of cards whose print is partly hidden.

    ``flat``: the tray's sheet from above; ``cards``: the cards that were read, with their poses in the tray's frame;
    ``things``: outlines of all things that were read, cards too (N x 2 mm each, with some mm around them).
    """
    if not cards:
        return []
    grey = cv2.cvtColor(flat, cv2.COLOR_BGR2GRAY)
    places = np.stack([to_mat_frame(pose, _places()) for _key, pose in cards])
    pixels = ((places - (CORNER.x, CORNER.y)) * (1.0, -1.0) - 0.5).astype(np.float32)
    seen = cv2.remap(grey, pixels[..., 0], pixels[..., 1], cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    levels = seen.astype(np.float32).reshape(len(cards), -1)
    hidden: list[int] = []
    for nth, (key, pose) in enumerate(cards):
        missing = _missing(levels[nth], key)
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


def _missing(levels: NDArray[np.float32], key: CardKey) -> NDArray[np.bool_]:
    """Return the blocks in which the picture does not go along with the print of a card's better side."""
    alike = []
    for side in _sides(key.colour, key.kind.value):
        printed, varies = side
        own = _blocks(levels * levels) - _blocks(levels) ** 2
        along = _blocks(levels * printed) - _blocks(levels) * _blocks(printed)
        correlation = along / np.sqrt(np.maximum(own * varies, 1e-12))
        telling = varies > TELLING * varies.mean()
        alike.append((float(correlation[telling].mean()), telling & (correlation < ALIKE)))
    _likeness, missing = max(alike, key=lambda found: found[0])
    return np.asarray(missing, np.bool_)


def _blocks(values: NDArray[np.float32]) -> NDArray[np.float32]:
    """Return the mean over each block of both areas."""
    parts = values.reshape(2, ROWS // BLOCK_ROWS, BLOCK_ROWS, COLUMNS // BLOCK_COLUMNS, BLOCK_COLUMNS)
    return np.asarray(parts.mean(axis=(2, 4)), np.float32)


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
