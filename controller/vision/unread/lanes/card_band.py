"""Find cards that were read though something lies on the coloured band in their middle, where the words are.

The words differ by language, but they leave enough of the band's ink in every part of it; what lies there leaves none.
(The hint below the word of a card that repeats or asks is on white, and not looked at.) Ink is told by its colour
against the white of the tray's sheet, which no light changes by as much.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

import cv2
import numpy as np
from numpy.typing import NDArray

from boards.colours import HEX
from boards.drawing.card_art import BAND
from boards.geometry import Pose
from boards.kit.kit_messages import HINTS
from boards.kit.thing_keys import CardKey
from calibration.camera_frames import Image
from calibration.camera_model import Floats
from controller.vision.pose.placement import outline, to_mat_frame
from controller.vision.unread.quantiles import median, percentile
from controller.vision.unread.trays.tray_sheet import CELL_MM, CORNER, TrayEdition, pixels_inside, printed_sheet

ROWS, COLUMNS = 12, 30
"""Places in the band that are looked at, less than 2 mm apart."""
BLOCK_ROWS, BLOCK_COLUMNS = 4, 5
INSET_MM = 1.5
"""Distance from the band's edge to the outermost places."""
LEAST_INK = 0.1
"""Share of the usual ink below which a block shows none."""
FEWEST_BLOCKS = 1
"""Blocks that must be hidden: 70 mm². Of 1,019 cards in clear rows (66 pictures, all conditions) none has any."""
USUAL_INK = 0.3
"""Least share of the ink's printed colour that is usual where words leave it: a picture may have lost its colours."""
WHITE_LEVEL, WHITE_STEP, FEWEST_WHITE = 251, 3, 30
"""Printed level of white paper, every which pixel is looked at, and how many tell the colour of the light."""
BURNT_LEVEL, BURNT_SHARE = 247, 0.25
"""Level of a colour, and share of a block, from which a reflection may hide the ink."""
DARKEST = 6.0


def find_hidden_bands(
    flat: Image,
    edition: TrayEdition,
    below: NDArray[np.bool_],
    cards: Sequence[tuple[CardKey, Pose]],
    things: Sequence[Floats],
) -> list[int]:
    """Return the indices of cards whose band is partly hidden.

    ``flat``: the tray's sheet from above; ``below``: pixels of it that things which were read hide; ``cards``: the
    cards that were read, with their poses in the tray's frame; ``things``: outlines of all things that were read, cards
    too (N x 2 mm each, with some mm around them).
    """
    every = np.s_[::WHITE_STEP, ::WHITE_STEP]
    white = _white(edition)[every] & ~below[every]
    if not cards or white.sum() < FEWEST_WHITE:
        return []
    light = np.array([median(axis) for axis in np.ascontiguousarray(_hues(flat[every][white]).T)])
    places = np.stack([to_mat_frame(pose, _places()) for _key, pose in cards])
    pixels = ((places - (CORNER.x, CORNER.y)) * (1.0, -1.0) - 0.5).astype(np.float32)
    found = cv2.remap(flat, pixels[..., 0], pixels[..., 1], cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    seen = np.asarray(found, np.uint8)
    inks = np.stack([_ink(card.colour) for card, _pose in cards])[:, None]
    ink = _blocks(((_hues(seen) - light) * inks).sum(axis=-1) / (inks**2).sum(axis=-1))
    usual = median(np.array([percentile(of_card, 75.0) for of_card in ink]))
    if usual < USUAL_INK:
        return []
    ink[[card.kind in HINTS for card, _pose in cards], -1] = usual
    hidden = (ink < LEAST_INK * usual) & (_blocks((seen.max(axis=-1) >= BURNT_LEVEL).astype(np.float64)) < BURNT_SHARE)
    covered: list[int] = []
    for nth in np.flatnonzero(hidden.sum(axis=(1, 2)) >= FEWEST_BLOCKS).tolist():
        # Another card may lie on it.
        own = to_mat_frame(cards[nth][1], outline(cards[nth][0])).mean(axis=0)
        others = pixels_inside([thing for thing in things if np.abs(thing.mean(axis=0) - own).max() > 1.0])
        at = np.clip(np.rint(pixels[nth]).astype(np.intp), 0, np.array(others.shape[::-1]) - 1)
        free = _blocks(others[at[:, 1], at[:, 0]].astype(np.float64)[None])[0] == 0.0
        if (hidden[nth] & free).sum() >= FEWEST_BLOCKS:
            covered.append(nth)
    return covered


def _hues(colours: NDArray[np.uint8]) -> Floats:
    """Return log of blue over red, and of green over the geometric mean of both (... x 2)."""
    blue, green, red = (_LOG[colours[..., nth]] for nth in range(3))
    return np.stack([blue - red, green - (blue + red) / 2.0], axis=-1)


_LOG = np.log(np.maximum(np.arange(256.0), DARKEST))


def _blocks(values: Floats) -> Floats:
    """Return the mean over each block of each band (cards x places)."""
    parts = values.reshape(len(values), ROWS // BLOCK_ROWS, BLOCK_ROWS, COLUMNS // BLOCK_COLUMNS, BLOCK_COLUMNS)
    return np.asarray(parts.mean(axis=(2, 4)))


@lru_cache(maxsize=8)
def _ink(owner: str) -> Floats:
    """Return the hues of an owner's ink against white."""
    red, green, blue = (int(HEX[owner][nth : nth + 2], 16) for nth in (1, 3, 5))
    return np.asarray(_hues(np.array([blue, green, red], np.uint8)))


@lru_cache(maxsize=1)
def _places() -> Floats:
    """Return the places that are looked at, in a card's frame: N x 2 mm, row by row from the upper left."""
    area = BAND.grown(-INSET_MM)
    x = area.low.x + (np.arange(COLUMNS) + 0.5) * area.width / COLUMNS
    y = area.high.y - (np.arange(ROWS) + 0.5) * area.height / ROWS
    return np.stack(np.meshgrid(x, y), axis=-1).reshape(-1, 2)


@lru_cache(maxsize=8)
def _white(edition: TrayEdition) -> NDArray[np.bool_]:
    """Return the pixels of the sheet that are white, but for its very edge."""
    white = printed_sheet(edition).min(axis=2) > WHITE_LEVEL
    white[:, :CELL_MM] = False
    return np.asarray(white)
