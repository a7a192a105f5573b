"""Tell the shadow below a lifted edge of a card, which fades along that edge, from print of a card below.

A card whose corner stands up throws a narrow dark wedge beside itself. It is darkest where the card stands highest, and
fades along the card's side; it begins sharply at the card and ends softly on the lane, and takes the same of all
colours. Print of a lower card begins and ends along the side as sharply as it does across, a marker after 18 mm.
"""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np
from numpy.typing import NDArray

from boards.geometry import Pose
from boards.kit.kit import CARD_MM
from calibration.camera_frames import Image
from calibration.camera_model import Floats
from controller.vision.pose.placement import to_mat_frame
from controller.vision.unread.card_sides.card_rings import AWAY_MM, SIDES, CardRings, distances
from controller.vision.unread.trays.tray_sheet import CORNER, pixels_inside

NEXT_TO_MM = (0.0, 1.5)
"""Distances from a side in which the shadow's darkness is measured along it."""
FAINTEST, DARKEST = 0.08, 0.85
"""Log by which a shadow is darker than the card's white edge where it ends, and at most: black print is darker."""
LEAST_LONG_MM = 28
"""Length of a shadow along a side: no grey or black print of a card is as long."""
CORNER_MM, WITHIN_MM = 4, 3
"""Part of a side near its corners that is left out, and length along it..."""
STEEPEST = 0.4
"""... within which a shadow changes by no more than this share of its darkness. Of 130 pieces of print 125 change by
0.44 to 1 of it; of 26 pieces of such shadows 23 by 0.13 to 0.39."""
FADED, FAINT_PART = 0.5, 6
"""Share of its darkness up to which the faintest part of it, one in so many, has faded."""
NEAREST_MM = 2.0
"""Distance from the side within which it is darkest: the card's place is not sure to all of it."""
SOFTER = 0.9
"""Share of its slope at the card up to which its slope on the lane is: of print both are as steep."""
GREYEST = 0.25
"""Largest difference of what it takes of each colour, logs."""
EDGE_MM = (1.0, 2.5)
"""Distances inwards between which a card's white edge is."""


def is_fading_shadow(
    flat: Image, cards: Sequence[Pose], rings: tuple[CardRings, ...], piece: NDArray[np.bool_]
) -> bool:
    """Tell whether something dark is the shadow below a lifted edge of a card.

    ``flat``: the tray's sheet from above; ``cards``: poses of the cards that were read, in the tray's frame;
    ``rings``: strips along their sides; ``piece``: pixels of the sheet.
    """
    rows, columns = np.nonzero(piece)
    if not len(rows):
        return False
    places = np.stack([CORNER.x + columns + 0.5, CORNER.y - rows - 0.5], axis=1)
    card, side, along = _nearest_side(cards, places)
    part = next((part for part in rings if ((part.card == card) & (part.side == side)).any()), None)
    if part is None:
        return False
    strip = int(np.flatnonzero((part.card == card) & (part.side == side))[0])
    there = part.beside & (part.along >= along[0] - 0.5) & (part.along <= along[1] + 0.5)
    return bool(
        there.any()
        and _fades_along(part, strip, there)
        and _softens_outwards(part, strip, there)
        and _is_grey(flat, cards[card], side, piece)
    )


def _nearest_side(cards: Sequence[Pose], places: Floats) -> tuple[int, int, tuple[float, float]]:
    """Return the card and the side next to which most of some places (N x 2 mm) are, and from where to where."""
    best: tuple[float, int, int, tuple[float, float]] = (-np.inf, 0, 0, (0.0, 0.0))
    for nth, card in enumerate(cards):
        turn = np.radians(card.heading)
        local = (places - (card.x, card.y)) @ np.array([[np.cos(turn), -np.sin(turn)], [np.sin(turn), np.cos(turn)]])
        for side in range(SIDES):
            outwards, onwards = _axes(side)
            away, along = local @ outwards - CARD_MM[side % 2] / 2, local @ onwards
            near = (away > AWAY_MM[0]) & (away < AWAY_MM[-1]) & (np.abs(along) < CARD_MM[1 - side % 2] / 2 + 2.0)
            score = float(near.mean()) - 0.02 * abs(float(np.median(away)))
            if score > best[0]:
                best = (score, nth, side, (float(along.min()), float(along.max())))
    return best[1:]


def _axes(side: int) -> tuple[Floats, Floats]:
    angle = np.radians(90.0 * side)
    return np.array([np.cos(angle), np.sin(angle)]), np.array([-np.sin(angle), np.cos(angle)])


def _fades_along(part: CardRings, strip: int, there: NDArray[np.bool_]) -> bool:
    """Tell whether the darkness next to a side fades smoothly along it from a piece of it (``there``)."""
    beside = np.flatnonzero(part.beside)
    next_to = -part.seen[strip, _NEXT_TO][:, beside].mean(axis=0)
    dark = cv2.blur(next_to[None], (3, 1))[0]
    first, last = (int(np.searchsorted(beside, np.flatnonzero(there)[end])) for end in (0, -1))
    while first > 0 and dark[first - 1] > FAINTEST:
        first -= 1
    while last + 1 < len(dark) and dark[last + 1] > FAINTEST:
        last += 1
    if last + 1 - first < LEAST_LONG_MM:
        return False
    # A bent card's corner is elsewhere.
    run = dark[max(first, CORNER_MM) : min(last + 1, len(dark) - CORNER_MM)]
    darkest = float(run.max())
    steepest = float(np.abs(run[WITHIN_MM:] - run[:-WITHIN_MM]).max())
    faintest = float(np.sort(run)[: max(len(run) // FAINT_PART, 1)].mean())
    return FAINTEST < darkest < DARKEST and steepest < STEEPEST * darkest and faintest < FADED * darkest


def _softens_outwards(part: CardRings, strip: int, there: NDArray[np.bool_]) -> bool:
    """Tell whether what is dark is darkest at the card, and ends more softly on the lane than it begins there."""
    dark = -part.seen[strip][:, there].mean(axis=1)
    slopes = (dark[2:] - dark[:-2]) / 2.0
    darkest = int(dark[:_FARTHEST].argmax())
    if darkest == 0 or AWAY_MM[darkest] > NEAREST_MM:
        return False
    return float(-slopes[darkest - 1 : _FARTHEST].min()) < SOFTER * float(slopes[:darkest].max())


def _is_grey(flat: Image, card: Pose, side: int, piece: NDArray[np.bool_]) -> bool:
    """Tell whether a piece takes the same of all colours from paper as white as the card's edge beside it."""
    outwards, onwards = _axes(side)
    half, long = CARD_MM[side % 2] / 2, CARD_MM[1 - side % 2] / 2
    near, far = ((half - inwards) * outwards for inwards in EDGE_MM)
    strip = np.array([near - long * onwards, near + long * onwards, far + long * onwards, far - long * onwards])
    edge = pixels_inside([to_mat_frame(card, strip)])
    if not edge.any():
        return False
    here, white = (np.median(np.log(np.maximum(flat[mask].astype(np.float64), 4.0)), axis=0) for mask in (piece, edge))
    return float(np.ptp(here - white)) < GREYEST


_NEXT_TO = distances(*NEXT_TO_MM)
_FARTHEST = distances(0.0, 4.0).stop
