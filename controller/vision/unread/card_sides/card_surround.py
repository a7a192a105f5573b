"""Look at the lane along the edges of a card that was read: another card may stick out from below it.

From a card's edge outwards the brightness runs as the print says: a step from the card's white edge down to the lane's
tint, and dips where lines are printed. If white paper sticks out, all this begins only where that paper ends. Which of
both is seen is decided by the squares that each leaves, in units of what most cards leave in the same picture.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

import cv2
import numpy as np
from numpy.typing import NDArray

from boards.geometry import Pose
from boards.kit.kit import CARD_MM
from boards.kit.trays import TRAY
from calibration.camera_frames import Image
from calibration.camera_model import Floats
from controller.vision.pose.placement import to_mat_frame
from controller.vision.unread.quantiles import percentile
from controller.vision.unread.trays.tray_sheet import CORNER, TrayEdition, printed_sheet

STEP_MM = 0.5
INSIDE_MM, OUTSIDE_MM = (1.0, 2.5), 2.0
"""Distances from a card's outline at which its white edge is looked at, and from which the lane is."""
REACHES_MM = (3.5, 5.0, 6.5, 8.0)
"""Distances to which it is looked at, as far as nothing else lies there."""
GRADIENT_FROM_MM = 6.0
"""Reach from which a gradient of light can be told from a step."""
SHIFTS = (-2, -1, 0, 1, 2)
"""Shifts of the print against the picture that are tried, steps."""
WIDTHS_MM = (4.0, 5.5, 7.0, 9.0)
"""Widths of paper that may stick out; the last: wider than what is looked at."""
SEGMENTS, SAMPLES = 6, 3
"""Parts of a side that are judged, and places along each."""
END_MM = 4.0
"""Part of a side near its corners that is left out, mm."""

BETTER = 30.0
"""Log likelihood ratio of a part of a side from which paper is seen on it and not the lane."""
USUAL_PERCENT = 75.0
"""Parts of cards' sides, of which so many leave less, are those of cards that lie well."""
STRANGE = 0.35
"""Largest range of the log of the brightness along a profile, beyond that of the print, on a lane in any light."""

BLACK = -1.3
"""Log of the brightness beside a card's white edge from which it is black: no shadow ends there."""

LEAST_PARTS, LEAST_SHARE = 3, 0.75
"""Parts of a side that must be seen, and the share of them on which not the lane is seen."""

SIDES = 4
_WHITE = float(np.log(255.0))


def find_protrusions(
    flat: Image, edition: TrayEdition, cards: Sequence[Pose], below: NDArray[np.bool_]
) -> list[tuple[int, Floats, bool]]:
    """Find what sticks out from below cards, or frames them.

    Returns indices of the cards, where it is (4 x 2 mm of the tray's frame each), and whether it is black.
    ``flat``: the tray's sheet from above; ``cards``: poses of the cards that were read, in the tray's frame; ``below``:
    pixels of the sheet that things which were read hide.
    """
    if not cards:
        return []
    places = np.stack([to_mat_frame(card, _places().reshape(-1, 2)) for card in cards])
    pixels = ((places - (CORNER.x, CORNER.y)) * (1.0, -1.0) - 0.5).astype(np.float32)
    shape = (len(cards), SIDES, len(_OFFSETS), SEGMENTS, SAMPLES)
    seen = _profile(flat, pixels, shape)
    printed = _profile(printed_sheet(edition), pixels, shape)
    reach = _reach(_free(places, pixels, below).reshape(shape))
    free = reach >= 0
    ratio, drop = np.zeros(reach.shape), np.zeros(reach.shape)
    for nth, outside in enumerate(REACHES_MM):
        at = np.nonzero(reach == nth)
        if len(at[0]):
            one, print_ = (np.moveaxis(part, 2, 3)[at] for part in (seen, printed))
            lane, paper = _residuals(one, print_, outside)
            usual = max(percentile(lane, USUAL_PERCENT), _LEAST_RESIDUAL)
            ratio[at] = (lane - paper) / usual * (len(_unlit(outside)[0]) - 2) / 2
            beyond = (_OFFSETS >= OUTSIDE_MM) & (outside >= _OFFSETS)
            drop[at] = np.ptp(one[:, beyond], axis=1) - np.ptp(print_[:, beyond], axis=1)
    strange = free & ((ratio > BETTER) | (drop > STRANGE))
    count = free.sum(axis=2)
    sides = (count >= LEAST_PARTS) & (strange.sum(axis=2) >= np.maximum(LEAST_SHARE * count, LEAST_PARTS))
    beside = (_OFFSETS >= OUTSIDE_MM) & (REACHES_MM[0] >= _OFFSETS)
    darker = seen[:, :, beside].mean(axis=2) - seen[:, :, _INSIDE].mean(axis=2)
    black = (free & (darker < BLACK)).sum(axis=2) > LEAST_SHARE * count
    return [
        (int(card), to_mat_frame(cards[card], _strip(int(side))), bool(black[card, side]))
        for card, side in np.argwhere(sides | (black & (count >= LEAST_PARTS)))
    ]


_LEAST_RESIDUAL = 1e-4
_OFFSETS = np.arange(-INSIDE_MM[1] - 1.0, REACHES_MM[-1] + 1.0 + STEP_MM / 2, STEP_MM)
"""All distances that are sampled: two steps more on each side, for the shifts."""
_INSIDE = (-INSIDE_MM[1] <= _OFFSETS) & (-INSIDE_MM[0] >= _OFFSETS)


def _reach(free: NDArray[np.bool_]) -> NDArray[np.intp]:
    """Return for each part of a side how far it is free, as an index of REACHES_MM, or -1: cards x sides x parts.

    ``free``: cards x sides x distances x parts x samples.
    """
    parts = free[..., 0] & free[..., 1] & free[..., 2]
    found = np.full((*parts.shape[:2], parts.shape[3]), -1, np.intp)
    for nth, outside in enumerate(REACHES_MM):
        found[parts[:, :, (_OFFSETS >= OUTSIDE_MM) & (outside >= _OFFSETS)].all(axis=2)] = nth
    return found


def _residuals(seen: NDArray[np.float32], printed: NDArray[np.float32], outside: float) -> tuple[Floats, Floats]:
    """Return the mean squares that the lane leaves, and that paper on it leaves (N each).

    ``seen``, ``printed``: profiles (N x distances); ``outside``: the distance up to which they count.
    """
    taken, left = _unlit(outside)
    away = _OFFSETS[taken]
    # The last width: all of it is paper.
    kept = np.array([away >= 0.0, *(away >= width for width in WIDTHS_MM)])
    shifted = printed[:, taken + np.array(SHIFTS)[:, None]] - _WHITE
    prints = np.where(kept[:, None], shifted.transpose(1, 0, 2)[:, None], 0.0)
    off = ((seen[:, taken] @ left - prints @ left) ** 2).mean(axis=-1)
    return off[:, 0].min(axis=0), off[:, 1:].min(axis=(0, 1))


@lru_cache(maxsize=len(REACHES_MM))
def _unlit(outside: float) -> tuple[NDArray[np.intp], Floats]:
    """Return the distances that count up to one, and what takes light out of a profile of these (T x T).

    A constant is free, and a gradient of light where far enough is seen to tell it from a step.
    """
    taken = np.flatnonzero(_INSIDE | ((_OFFSETS >= OUTSIDE_MM) & (outside >= _OFFSETS)))
    away = _OFFSETS[taken]
    terms = [np.ones_like(away)]
    if away[-1] >= GRADIENT_FROM_MM:
        terms.append((away - away.mean()) / np.ptp(away))
    design = np.stack(terms, axis=1)
    return taken, np.eye(len(away)) - design @ np.linalg.pinv(design)


def _profile(sheet: Image, pixels: NDArray[np.float32], shape: tuple[int, ...]) -> NDArray[np.float32]:
    """Return the log of the brightness, mean along each part: cards x sides x distances x parts."""
    found = cv2.remap(sheet, pixels[..., 0], pixels[..., 1], cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    # Means of three, without numpy's cost of short axes.
    blue, green, red = cv2.split(found.astype(np.float32))
    levels = np.maximum((blue + green + red) / np.float32(3.0), np.float32(4.0)).reshape(shape)
    mean = (levels[..., 0] + levels[..., 1] + levels[..., 2]) / np.float32(SAMPLES)
    return np.asarray(np.log(mean), np.float32)


@lru_cache(maxsize=1)
def _places() -> Floats:
    """Return the places that are looked at, in a card's frame: sides x distances x parts x samples x 2, mm."""
    along = np.linspace(-1.0, 1.0, SEGMENTS * SAMPLES + 2)[1:-1]
    sides: list[Floats] = []
    for side in range(SIDES):
        half, long = (CARD_MM[0] / 2, CARD_MM[1] / 2) if side % 2 == 0 else (CARD_MM[1] / 2, CARD_MM[0] / 2)
        x, y = np.broadcast_arrays((half + _OFFSETS)[:, None], (along * (long - END_MM))[None, :])
        angle = np.radians(90.0 * side)
        turned = np.stack([x * np.cos(angle) - y * np.sin(angle), x * np.sin(angle) + y * np.cos(angle)], axis=-1)
        sides.append(turned.reshape(len(_OFFSETS), SEGMENTS, SAMPLES, 2))
    return np.stack(sides)


def _strip(side: int) -> Floats:
    """Return the corners of what is looked at beside one side, in a card's frame (4 x 2 mm)."""
    part = _places()[side, (_OFFSETS >= OUTSIDE_MM) & (REACHES_MM[-1] >= _OFFSETS)]
    part = part.reshape(len(part), -1, 2)
    return np.asarray(part[[0, 0, -1, -1], [0, -1, -1, 0]])


def _free(places: Floats, pixels: NDArray[np.float32], below: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """Tell which places are on the sheet and not below or just beside another thing that was read."""
    half = np.array(TRAY.size_mm) / 2 - 1.0
    inside = (np.abs(places[..., 0]) < half[0]) & (np.abs(places[..., 1]) < half[1])
    near = cv2.dilate(below.astype(np.uint8), np.ones((3, 3), np.uint8))
    hidden = cv2.remap(near, pixels[..., 0], pixels[..., 1], cv2.INTER_NEAREST, borderMode=cv2.BORDER_CONSTANT)
    return np.asarray(inside & (hidden == 0))
