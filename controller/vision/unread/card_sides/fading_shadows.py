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
from controller.vision.unread.card_sides.side_parts import strip_of
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
WIDE_MM, FLAT_SHARE = 3.0, 0.4
"""Width of what is half as dark as the darkest place, from which paper would be told, and the share of it that is
nearly as dark: of grey cards 0.5 and more."""
PART_MM = 4
"""Length along a side in which that is measured."""
LEAST_ALIKE = 0.2
"""Log by which another side's wedge is dark that counts: a grey card which turns below one shows on two sides."""
CONTACT_MM = 2.0
"""Width of the shadow in which a card touches the sheet, and how far from the card it reaches."""
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
    at = strip_of(rings, card, side)
    if at is None:
        return False
    part, strip = at
    there = part.beside & (part.along >= along[0] - 0.5) & (part.along <= along[1] + 0.5)
    if not there.any() or not _is_grey(flat, cards[card], side, piece):
        return False
    fading = _fading_run(part, strip, there)
    if fading is None or not _softens_outwards(part, strip, there):
        return False
    others = [strip_of(rings, card, other) for other in range(SIDES) if other != side]
    return not any(other is not None and _turns_alike(*other, fading) for other in others)


def is_contact_shadow(piece: NDArray[np.bool_], below: NDArray[np.bool_]) -> bool:
    """Tell whether something dark is as narrow as the shadow in which a card touches the sheet, and next to a card.

    Print is 4.8 mm within a card's edge: of a card below which shows so little of it all of that white edge shows, too.
    ``piece``: pixels of the sheet (1 mm each); ``below``: those that things which were read hide.
    """
    rows, columns = np.nonzero(piece)
    margin = int(np.ceil(CONTACT_MM)) + 1
    box = (
        slice(max(int(rows.min()) - margin, 0), int(rows.max()) + margin + 1),
        slice(max(int(columns.min()) - margin, 0), int(columns.max()) + margin + 1),
    )
    here = cv2.copyMakeBorder(piece[box].astype(np.uint8), 1, 1, 1, 1, cv2.BORDER_CONSTANT)
    if float(cv2.distanceTransform(here, cv2.DIST_L2, 3).max()) > CONTACT_MM / 2 + 0.5:
        return False
    away = cv2.distanceTransform((~below[box]).astype(np.uint8), cv2.DIST_L2, 3)
    return float(away[piece[box]].max()) <= CONTACT_MM + 0.5


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


def _darkness(part: CardRings, strip: int) -> Floats:
    """Return how dark it is next to a side, at each place beside the card."""
    beside = np.flatnonzero(part.beside)
    next_to = -part.seen[strip, _NEXT_TO][:, beside].mean(axis=0)
    return np.asarray(cv2.blur(next_to[None], (3, 1))[0], np.float64)


def _fading_run(part: CardRings, strip: int, there: NDArray[np.bool_]) -> float | None:
    """Return by how much farther along a side it is darkest than in its middle, if it fades from a piece of it.

    ``there``: places of the piece; mm. None if it does not fade smoothly.
    """
    beside, dark = np.flatnonzero(part.beside), _darkness(part, strip)
    first, last = (int(np.searchsorted(beside, np.flatnonzero(there)[end])) for end in (0, -1))
    while first > 0 and dark[first - 1] > FAINTEST:
        first -= 1
    while last + 1 < len(dark) and dark[last + 1] > FAINTEST:
        last += 1
    if last + 1 - first < LEAST_LONG_MM:
        return None
    # A bent card's corner is elsewhere.
    low, high = max(first, CORNER_MM), min(last + 1, len(dark) - CORNER_MM)
    run = dark[low:high]
    darkest = float(run.max())
    steepest = float(np.abs(run[WITHIN_MM:] - run[:-WITHIN_MM]).max())
    faintest = float(np.sort(run)[: max(len(run) // FAINT_PART, 1)].mean())
    if not FAINTEST < darkest < DARKEST or steepest >= STEEPEST * darkest or faintest >= FADED * darkest:
        return None
    return float(part.along[beside[low + int(run.argmax())]])


def _softens_outwards(part: CardRings, strip: int, there: NDArray[np.bool_]) -> bool:
    """Tell whether what is dark is darkest at the card, and ends more softly on the lane than it begins there.

    Where it is wide, it may not be as dark all over, as paper is.
    """
    dark = -part.seen[strip][:, there].mean(axis=1)
    slopes = (dark[2:] - dark[:-2]) / 2.0
    darkest = int(dark[:_FARTHEST].argmax())
    if darkest == 0 or AWAY_MM[darkest] > NEAREST_MM:
        return False
    if -slopes[darkest - 1 : _FARTHEST].min() >= SOFTER * slopes[:darkest].max():
        return False
    columns = np.flatnonzero(there)
    parts = [columns[first : first + PART_MM] for first in range(0, max(len(columns) - PART_MM + 1, 1), WITHIN_MM)]
    sides = [-part.seen[strip][:, places].mean(axis=1) for places in parts]
    wide, flat = max((_width(side, 0.5), _width(side, 0.85)) for side in sides)
    return wide <= WIDE_MM or flat < FLAT_SHARE * wide


def _width(dark: Floats, share: float) -> float:
    """Return the width (mm) of what is as dark as a share of its darkest place, about that place."""
    darkest = int(dark[:_FARTHEST].argmax())
    fine = np.interp(_FINE_MM, AWAY_MM, dark)
    at, lighter = int(np.searchsorted(_FINE_MM, AWAY_MM[darkest])), fine < share * float(dark[darkest])
    before, after = np.flatnonzero(lighter[:at]), np.flatnonzero(lighter[at:])
    first = int(before[-1]) + 1 if len(before) else 0
    last = at + int(after[0]) if len(after) else len(fine)
    return float(last - first) * _FINE_STEP_MM


def _turns_alike(part: CardRings, strip: int, at: float) -> bool:
    """Tell whether a wedge fades along another side of a card in the same sense of turning, as paper below it does.

    ``at``: where along its side the first one is darkest, mm from the middle.
    """
    beside, dark = np.flatnonzero(part.beside), _darkness(part, strip)
    inside = dark[CORNER_MM : len(dark) - CORNER_MM]
    darkest = CORNER_MM + int(inside.argmax())
    if dark[darkest] < LEAST_ALIKE:
        return False
    there = np.zeros_like(part.beside)
    there[beside[darkest]] = True
    found = _fading_run(part, strip, there)
    return found is not None and found * at > 0.0


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
_FINE_STEP_MM = 0.05
_FINE_MM = np.arange(AWAY_MM[0], AWAY_MM[-1], _FINE_STEP_MM)
_FARTHEST = distances(0.0, 4.0).stop
