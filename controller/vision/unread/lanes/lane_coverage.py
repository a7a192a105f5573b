"""Tell where a card could lie in a tray's lanes without being seen: a row counts only where no such place is left.

The principle. A row may be told only when its whole lane is explained: each part of it is a card that was read, print
of the lane that is positively seen, or lane below a card that was read. So for every way in which one more card could
lie in a lane this module asks what the picture says against it: upright lines of the lane that the card would hide and
that are seen, and paper that looks like the lane's. Where nothing speaks against it (burnt out, too dark, too blurred,
hidden by something), the place is a *hiding place*, and the lane is not explained.

What is counted is the evidence of a card's whole area: one piece of a line that is lost to the edge of a shadow, or
found by chance, decides nothing.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

import cv2
import numpy as np
from numpy.typing import NDArray

from boards.geometry import Pose
from boards.kit.kit import CARD_MM
from boards.kit.thing_keys import TrayKey
from boards.kit.trays import TRAY
from calibration.camera_frames import Image
from calibration.camera_model import Floats
from controller.vision.unread.lanes.line_evidence import LineEvidence, piece_places
from controller.vision.unread.tray_sheet import CELL_MM, COLUMNS, CORNER, ROWS, in_squares

STEP_MM = 5.0
"""Distance along the lane between places of a card that are tried: no pair of lines is skipped by it."""
ACROSS_MM = (-12.0, 0.0, 12.0)
"""Distances of a card's centre from the lane's middle."""
SIDEWAYS = 90.0
ASKEW = (-8.0, 8.0)
TURNED = (0.0, *ASKEW, SIDEWAYS)
"""Headings of a card against its lane, degrees."""

BEYOND_MM = 6.0
"""Distance by which a card may extend over the end of a lane."""

EDGE_MM = 1.0
"""Margin of a card in which a line may be or may not be hidden: what a place is known to, mm."""

LEAST_VISIBLE_MM2 = 900.0
"""Area of a card beside all things read from which it must show itself; less is for the edges of cards."""

SURE_NOISES = 2.5
"""Standard deviations by which the lines that a card would hide must stand out, taken together."""
ENOUGH_OF_USUAL = 0.33
"""Share of the usual darkness that is enough in any noise: a card's print would be seen, if not a blank one."""
LEAST_SHARE, LEAST_OF_USUAL = 0.08, 0.25
"""Least darkness of these lines: a share of the printed one, and of that of most lines in this picture.

Six pieces at their usual darkness, each with noise of a half of it, are doubted in 0.7 % of all cases, with noise of a
quarter in none of a million; a card that hides them all is taken for bare paper in 0.6 %.
"""
LEAST_PIECES = 6
"""Pieces of lines that a card would hide, from which they decide; else its paper does."""
DIP_RANGE = (-0.5, 1.5)
"""Limits of a dip against the printed one: one piece with a steep edge says no more than others."""

OPAQUE_SHARE = 0.5
"""Share of a card's visible area from which it may hide in a part of the picture that says nothing."""

MOSTLY_BELOW = 0.25
"""Share of a square below a thing that was read, from which the square is explained by it."""

BURNT_LEVEL, DARK_LEVEL = 247, 10
"""Levels of green beyond which a pixel tells nothing of what is printed."""
BURNT_SHARE = 0.5
"""Share of a square that is burnt out or dark, from which the square says nothing."""


@dataclass(frozen=True, eq=False)
class HidingPlace:
    """A place in a lane where a card could lie unseen."""

    squares: NDArray[np.bool_]
    """The squares of the sheet that it would lie on and that nothing explains: rows x columns."""
    burnt: bool
    """Whether most of it is burnt out."""
    dark: bool
    """Whether most of it is black."""
    faint: bool
    """Whether the lines of the whole tray are hardly seen: the picture is too blurred or too strongly compressed."""


class LaneCoverage:
    """What explains the lanes of one tray in one picture."""

    def __init__(self, flat: Image, key: TrayKey, lines: LineEvidence, below: NDArray[np.bool_]) -> None:
        """Measure.

        ``flat``: the tray's sheet from above; ``lines``: what is seen of its lines; ``below``: the pixels of the sheet
        below things that were read.
        """
        self._key, self._lines = key, lines
        size = (below.shape[1] // CELL_MM, below.shape[0] // CELL_MM)
        self._covered = np.asarray(
            cv2.resize(below.astype(np.float32), size, interpolation=cv2.INTER_AREA) > MOSTLY_BELOW, np.bool_
        )
        self._burnt, self._dark = _opaque(flat)
        self._usual = _usual_share(lines)
        self._faint = self._usual < FAINT or self._usual * float(np.median(lines.expected)) < lines.noise
        free = ~self._covered
        self._seen = [
            [_sums(mask, size) for mask in (free, free & (self._burnt | self._dark))] for size in (_SIZE, _SIZE[::-1])
        ]
        """How many squares of a card around each square are visible, and tell nothing: upright, then sideways."""
        self._unseen, self._decided = self._by_lines()

    def hiding_places(self, lane: int) -> list[HidingPlace]:
        """Return the places in a lane where a card could lie unseen, from left to right."""
        found = np.zeros(self._covered.shape, np.bool_)
        for turned, size in ((False, _SIZE), (True, _SIZE[::-1])):
            visible, opaque = self._seen[turned]
            at = _centres(lane, turned)
            nth = _SIDEWAYS if turned else ~_SIDEWAYS
            room = visible[at] * CELL_MM**2 >= LEAST_VISIBLE_MM2
            by_paper = opaque[at] > OPAQUE_SHARE * visible[at]
            possible = room & np.where(self._decided[nth, lane], self._unseen[nth, lane], by_paper)
            if possible.any():
                centres = np.zeros(found.shape, np.uint8)
                centres[at[0][possible], at[1][possible]] = 1
                found |= cv2.dilate(centres, np.ones(size[::-1], np.uint8)) > 0
        return self._parts(found & ~self._covered & _rows(lane)) if found.any() else []

    def _by_lines(self) -> tuple[NDArray[np.bool_], NDArray[np.bool_]]:
        """Tell for each pose in each lane whether its lines are not seen, and whether they are enough to decide."""
        lines = self._lines
        expected = np.where(lines.free, lines.expected, np.float32(0.0))
        dips = np.clip(lines.dips, DIP_RANGE[0] * expected, DIP_RANGE[1] * expected) * expected
        columns = np.concatenate([expected[None] ** 2, lines.free[None], dips])
        flat = np.ascontiguousarray(columns.reshape(-1, columns.shape[2]).T, np.float32)
        sums = cv2.gemm(_hidden_pieces(self._key), flat, 1.0, _NO_MATRIX, 0.0).reshape(-1, *columns.shape[:2])
        weight, there, matched = np.maximum(sums[:, 0], 1e-6), sums[:, 1], sums[:, 2:].max(axis=1)
        noise = np.minimum(SURE_NOISES * lines.noise / np.sqrt(weight), ENOUGH_OF_USUAL * self._usual)
        least = np.maximum(noise, max(LEAST_SHARE, LEAST_OF_USUAL * self._usual))
        return matched / weight < least, there >= LEAST_PIECES

    def _parts(self, found: NDArray[np.bool_]) -> list[HidingPlace]:
        if not found.any():
            return []
        count, labels = cv2.connectedComponents(found.astype(np.uint8))
        parts = [labels == label for label in range(1, count)]
        found_parts: list[HidingPlace] = []
        for part in sorted(parts, key=lambda part: int(np.argmax(part.any(axis=0)))):
            burnt, dark = (bool(opaque[part].mean() > TELLING_SHARE) for opaque in (self._burnt, self._dark))
            place = part & (self._burnt | self._dark) if burnt or dark else part
            if place.sum() >= _SMALLEST:
                found_parts.append(HidingPlace(place, burnt, dark, self._faint))
        return found_parts


_NO_MATRIX = np.zeros((0, 0), np.float32)
_SIZE = (round(CARD_MM[0] / CELL_MM), round(CARD_MM[1] / CELL_MM))
_SMALLEST = 8
FAINT = 0.35
"""Darkness of most lines against the printed one, below which the picture is too soft to tell bare lanes."""
TELLING_SHARE = 0.3
"""Share of a hiding place that is burnt out or black, from which that is the cause."""


def _sums(mask: NDArray[np.bool_], size: tuple[int, int]) -> NDArray[np.float32]:
    """Return how many squares of a mask lie in a rectangle of squares (columns, rows) around each square."""
    found = cv2.boxFilter(mask.astype(np.float32), -1, size, normalize=False, borderType=cv2.BORDER_CONSTANT)
    return np.asarray(found, np.float32)


def _usual_share(lines: LineEvidence) -> float:
    """Return the darkness of most lines of a tray against the printed one: by pieces, of those that tell most."""
    free = lines.free & (lines.expected > np.median(lines.expected))
    if not free.any():
        return 0.0
    return float(np.percentile(lines.dips.max(axis=0)[free] / lines.expected[free], 60.0))


def _opaque(flat: Image) -> tuple[NDArray[np.bool_], NDArray[np.bool_]]:
    """Return the squares that are burnt out, and those that are black: rows x columns each."""
    size = (flat.shape[1] // CELL_MM, flat.shape[0] // CELL_MM)
    green = np.ascontiguousarray(flat[..., 1])
    burnt, dark = (
        cv2.resize((part).astype(np.float32), size, interpolation=cv2.INTER_AREA) > BURNT_SHARE
        for part in (green >= BURNT_LEVEL, green <= DARK_LEVEL)
    )
    return np.asarray(burnt, np.bool_), np.asarray(dark, np.bool_)


def _rows(lane: int) -> NDArray[np.bool_]:
    """Return which rows of squares are a lane's (R x 1)."""
    top = (CORNER.y - TRAY.lane(lane).high.y) / CELL_MM
    rows = np.arange(ROWS)[:, None]
    return (rows >= round(top)) & (rows < round(top + TRAY.lane_mm / CELL_MM))


@lru_cache(maxsize=1)
def _poses() -> tuple[Pose, ...]:
    """Return the poses in which one more card is tried, relative to the middle of a lane's left edge."""
    length = TRAY.field.width
    poses: list[Pose] = []
    for turned in TURNED:
        half = (CARD_MM[1] if turned == SIDEWAYS else CARD_MM[0]) / 2
        along = np.arange(half - BEYOND_MM, length - half + BEYOND_MM + STEP_MM, STEP_MM)
        across = (0.0,) if turned in ASKEW else ACROSS_MM
        poses += [Pose(float(x), y, turned) for y in across for x in along]
    return tuple(poses)


_SIDEWAYS = np.array([pose.heading == SIDEWAYS for pose in _poses()])


@lru_cache(maxsize=8)
def _centres(lane: int, sideways: bool) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
    """Return rows and columns of the squares in which the centres of poses lie."""
    start = TRAY.lane(lane)
    local = [(start.low.x + p.x, start.centre.y + p.y) for p in _poses() if (p.heading == SIDEWAYS) == sideways]
    at = np.rint(in_squares(np.array(local))).astype(np.intp)
    return at[:, 1], np.clip(at[:, 0], 0, COLUMNS - 1)


@lru_cache(maxsize=8)
def _hidden_pieces(key: TrayKey) -> NDArray[np.float32]:
    """Return for each pose the pieces of the lane's lines that the card would hide: poses x (pieces x lines)."""
    places = piece_places(key)
    hidden: list[NDArray[np.bool_]] = []
    for pose in _poses():
        local = (places - (pose.x, pose.y)) @ _turn(pose.heading)
        reach = np.array(CARD_MM) / 2 - EDGE_MM
        hidden.append(np.asarray((np.abs(local) < reach).all(axis=1)))
    return np.stack(hidden).astype(np.float32)


def _turn(degrees: float) -> Floats:
    angle = np.radians(degrees)
    return np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])
