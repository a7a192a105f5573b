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
from functools import cached_property, lru_cache

import cv2
import numpy as np
from numpy.typing import NDArray

from boards.kit.kit import CARD_MM
from boards.kit.trays import TRAY
from calibration.camera_frames import Image
from controller.vision.unread.lanes.print_alignment import aligned_print
from controller.vision.unread.lanes.print_evidence import SQUARE_MM, PrintEvidence, Sums
from controller.vision.unread.quantiles import median
from controller.vision.unread.trays.tray_sheet import CELL_MM, COLUMNS, CORNER, ROWS

ACROSS_MM = (-12.0, 0.0, 12.0)
"""Distances of a card's centre from the lane's middle."""
OWN_MM = 43.5
"""Distance from a lane's middle up to which print is its own."""
STEP_MM = 4.0
"""Distance along the lane between places of a card that are tried."""
BEYOND_MM = 6.0
"""Distance by which a card may extend over the end of a lane."""

LEAST_VISIBLE_MM2 = 900.0
"""Area of a card beside all things read from which it must show itself; less is for the edges of cards."""

LEAST_OF_USUAL = 0.4
"""Least share of a card's print that must be seen, against that of most of this tray: a card hides all of it, but may
be smaller than others, or lie beside the place that is tried."""
SURE_NOISES = 3.0
"""Standard deviations by which the print must stand out."""
ENOUGH_OF_USUAL = 0.5
"""Share of the usual print that is enough in any noise: a card's own print would be seen, if not a blank one."""
LEAST_ENERGY = 0.25
"""Energy of print that a card would hide, from which it decides alone. The first place of a bare lane has 2.2."""
CORE_INSET_MM = (2.0, 8.0)
"""Distances along and across the lane from the outline of a card that is tried to its core: one that hides there hides
all print of that core, wherever between the places that are tried it lies."""
CORE_SEEN, CORE_NOISE = 0.45, 0.06
"""Share of the core's print, against the usual, that is seen where no card hides, and most noise of that share, against
the usual. The edge of a shadow takes some print away, and makes none."""
FAINT_ENERGY = 0.01
"""Energy from which fainter print decides by what is usually seen of print as faint: the dashed sides of a place."""
STRIP_SHARE = 0.5
"""Share of a card's area below which what is visible of it is a strip."""
FAINT_REACH_MM = 1
"""Displacement within which such print is looked for again."""
FAINT_OF_USUAL = 0.25
"""Least share of faint print that must be seen, against that of most such places: bare ones have 0.5 and more."""
FAINT_STRANGE = 0.6
"""Energy of whatever is seen there, against that of most such places, up to which it is plain paper."""
FAINT_FREE = 0.8
"""Least share of a card's area that must be free for its faint print to count."""
FEWEST_FAINT = 40
"""Places with faint print from which it is known how much of it is usually seen: those of about two cards."""

OPAQUE_SHARE = 0.5
"""Share of a card's visible area from which it may hide in a part of the picture that says nothing."""

MOSTLY_BELOW = 0.25
"""Share of a square below a thing that was read, from which the square is explained by it."""

BURNT_LEVEL, DARK_LEVEL = 247, 10
"""Levels of green beyond which a pixel tells nothing of what is printed."""
HAZE_SQUARES = 5
"""Distance from a burnt square within which print may be lost in the haze of its light."""
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

    def __init__(self, flat: Image, print_: PrintEvidence, below: NDArray[np.bool_]) -> None:
        """Measure.

        ``flat``: the tray's sheet from above; ``print_``: what is seen of its print; ``below``: the pixels of the sheet
        below things that were read.
        """
        size = (below.shape[1] // CELL_MM, below.shape[0] // CELL_MM)
        self._print = print_
        self._covered = np.asarray(
            cv2.resize(below.astype(np.float32), size, interpolation=cv2.INTER_AREA) > MOSTLY_BELOW, np.bool_
        )
        self._burnt, self._dark = _opaque(flat)
        self._usual = print_.usual_share
        self._faint = self._usual < FAINT
        free = ~self._covered
        self._seen = [
            [_sums(mask.astype(np.float32), size) for mask in (free, free & (self._burnt | self._dark))]
            for size in (_SIZE, _SIZE[::-1])
        ]
        """How many squares of a card around each square are visible, and tell nothing: upright, then sideways."""
        maps = np.stack([print_.printed, print_.matched, print_.strange], axis=-1)
        self._unseen = [self._by_print(print_, maps, turned) for turned in (False, True)]

    def hiding_places(self, lane: int) -> list[HidingPlace]:
        """Return the places in a lane where a card could lie unseen, from left to right."""
        found = np.zeros(self._covered.shape, np.bool_)
        for turned, size in ((False, _SIZE), (True, _SIZE[::-1])):
            visible, opaque = self._seen[turned]
            at, columns = _centres(lane, turned)
            unseen, decided = (part[lane][:, columns] for part in self._unseen[turned])
            room = visible[at] * CELL_MM**2 >= LEAST_VISIBLE_MM2
            by_paper = opaque[at] > OPAQUE_SHARE * visible[at]
            possible = room & np.where(decided, unseen, by_paper)
            # Faint print proves nothing of a whole card on burnt-out paper, but of a strip beside a card that was read.
            strip = visible[at] < STRIP_SHARE * _SIZE[0] * _SIZE[1]
            for nth, column in np.argwhere(possible & (decided | strip)).tolist():
                possible[nth, column] = not self._seen_aligned(lane, nth, int(columns[column]), turned)
            if possible.any():
                centres = np.zeros(found.shape, np.uint8)
                centres[at[0][possible], at[1][possible]] = 1
                found |= cv2.dilate(centres, np.ones(size[::-1], np.uint8)) > 0
        return self._parts(found & ~self._covered & _rows(lane)) if found.any() else []

    def _by_print(
        self, print_: PrintEvidence, maps: Sums, sideways: bool
    ) -> tuple[NDArray[np.bool_], NDArray[np.bool_]]:
        """Tell for a card at each place whether its print is not seen, and whether it is enough to decide.

        ``maps``: of the print that should be seen, as it is seen, and of whatever is seen (rows x columns x 3).
        Each is lanes x ACROSS_MM x columns of squares.
        """
        energy, matched, strange = _of_cards(maps, sideways)
        noise = print_.noise_of(energy)
        sure = np.minimum(SURE_NOISES * noise, ENOUGH_OF_USUAL * self._usual)
        least = np.maximum(LEAST_OF_USUAL * self._usual, sure)
        unseen, decided = matched < least * energy, energy > LEAST_ENERGY
        if (unseen & decided).any():
            unseen &= ~self._core_seen(print_, maps, sideways)
        tried = self._tried(energy.shape, sideways)
        faint = tried & (energy > FAINT_ENERGY) & ~decided
        if faint.sum() < FEWEST_FAINT or not print_.flat:
            return unseen, decided
        share, other = (np.divide(part, energy, out=np.zeros_like(energy), where=faint) for part in (matched, strange))
        usual, usual_other = median(share[faint]), median(other[faint])
        known = faint & (SURE_NOISES * noise < (1.0 - FAINT_OF_USUAL) * usual)
        hidden = known & (share < FAINT_OF_USUAL * usual) & (other < FAINT_STRANGE * usual_other)
        return np.where(decided, unseen, hidden), decided | hidden

    def _core_seen(self, print_: PrintEvidence, maps: Sums, sideways: bool) -> NDArray[np.bool_]:
        """Tell for a card at each place whether the print in its middle is surely seen."""
        energy, matched = _of_cards(np.ascontiguousarray(maps[..., :2]), sideways, CORE_INSET_MM)
        known = print_.noise_of(energy) < CORE_NOISE * self._usual
        return np.asarray(known & (matched > CORE_SEEN * self._usual * energy))

    def _seen_aligned(self, lane: int, across: int, column: int, sideways: bool) -> bool:
        """Tell whether the print that one card would hide is seen after all, all of it displaced alike.

        ``across``: index of its place across the lane; ``column``: of its middle, in squares of the print.
        """
        rows = _rows_of_cards(sideways, 0.0)[lane * len(ACROSS_MM) + across]
        half = (CARD_MM[1] if sideways else CARD_MM[0]) / 2 / SQUARE_MM
        columns = slice(max(round(column + 0.5 - half), 0), round(column + 0.5 + half))
        found = aligned_print(self._print, rows, columns)
        if found.energy < LEAST_ENERGY:
            # Faint lines beside a card are 5 mm from those that it hides.
            found = aligned_print(self._print, rows, columns, FAINT_REACH_MM)
        if found.energy < FAINT_ENERGY:
            return False
        return found.share > LEAST_OF_USUAL * self._usual + SURE_NOISES * found.noise

    def _tried(self, shape: tuple[int, ...], sideways: bool) -> NDArray[np.bool_]:
        """Return at which places a card is tried and would be mostly visible: lanes x ACROSS_MM x columns."""
        tried = np.zeros(shape, np.bool_)
        for lane in range(TRAY.lanes):
            at, columns = _centres(lane, sideways)
            visible = self._seen[sideways][0][at]
            tried[lane][:, columns] = visible > FAINT_FREE * _SIZE[0] * _SIZE[1]
        return tried

    @cached_property
    def dazzled(self) -> NDArray[np.bool_]:
        """The squares that are burnt out, and those in the haze around them."""
        around = np.ones((2 * HAZE_SQUARES + 1, 2 * HAZE_SQUARES + 1), np.uint8)
        return np.asarray(cv2.dilate(self._burnt.astype(np.uint8), around) > 0)

    def place(self, part: NDArray[np.bool_]) -> HidingPlace:
        """Return what is known of a place in which something may lie unseen: rows x columns of squares."""
        burnt, dark = (bool(opaque[part].mean() > TELLING_SHARE) for opaque in (self._burnt, self._dark))
        squares = part & (self._burnt | self._dark) if burnt or dark else part
        return HidingPlace(squares, burnt, dark, self._faint)

    def _parts(self, found: NDArray[np.bool_]) -> list[HidingPlace]:
        if not found.any():
            return []
        count, labels = cv2.connectedComponents(found.astype(np.uint8))
        parts = [labels == label for label in range(1, count)]
        found_parts: list[HidingPlace] = []
        for part in sorted(parts, key=lambda part: int(np.argmax(part.any(axis=0)))):
            place = self.place(part)
            if place.squares.sum() >= _SMALLEST:
                found_parts.append(place)
        return found_parts


_SIZE = (round(CARD_MM[0] / CELL_MM), round(CARD_MM[1] / CELL_MM))
_SMALLEST = 8
FAINT = 0.35
"""Seen share of most print below which the picture is too soft to tell bare lanes."""
TELLING_SHARE = 0.3
"""Share of a hiding place that is burnt out or black, from which that is the cause."""


def _sums(values: NDArray[np.float32], size: tuple[int, int]) -> NDArray[np.float32]:
    """Return the sum over a rectangle of squares (columns, rows) around each square."""
    found = cv2.boxFilter(values, -1, size, normalize=False, borderType=cv2.BORDER_CONSTANT)
    return np.asarray(found, np.float32)


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


def _of_cards(maps: Sums, sideways: bool, inset_mm: tuple[float, float] = (0.0, 0.0)) -> Sums:
    """Return the sums of maps (rows x columns x M) over what a card hides of a lane's own print.

    M x lanes x ACROSS_MM x columns. ``inset_mm``: what is left out on each side, along and across the lane.
    """
    width = (CARD_MM[1] if sideways else CARD_MM[0]) - 2 * inset_mm[0]
    across = 2 * round((width / SQUARE_MM - 1) / 2) + 1
    found = np.stack([np.add.reduce(maps[rows], axis=0) for rows in _rows_of_cards(sideways, inset_mm[1])])
    sums = cv2.boxFilter(found, -1, (across, 1), normalize=False, borderType=cv2.BORDER_CONSTANT)
    parts = sums.reshape(TRAY.lanes, len(ACROSS_MM), -1, maps.shape[2])
    return np.ascontiguousarray(np.moveaxis(parts, 3, 0), np.float32)


@lru_cache(maxsize=4)
def _rows_of_cards(sideways: bool, inset_mm: float) -> tuple[slice, ...]:
    """Return the rows of squares that a card hides of a lane's own print, for each lane and place across it."""
    height, own = (CARD_MM[0] if sideways else CARD_MM[1]) - 2 * inset_mm, OWN_MM - inset_mm
    found: list[slice] = []
    for lane in range(TRAY.lanes):
        middle = CORNER.y - TRAY.lane(lane).centre.y
        for off in ACROSS_MM:
            # Its borders are the next lanes', too: a card there may hide them.
            low, high = max(off - height / 2, -own), min(off + height / 2, own)
            found.append(slice(round((middle - high) / SQUARE_MM), round((middle - low) / SQUARE_MM)))
    return tuple(found)


@lru_cache(maxsize=8)
def _centres(lane: int, sideways: bool) -> tuple[tuple[NDArray[np.intp], NDArray[np.intp]], NDArray[np.intp]]:
    """Return where centres of cards are tried.

    Rows and columns of squares of the sheet (ACROSS_MM x N each), and columns (N) of the print's squares.
    """
    area = TRAY.lane(lane)
    half = (CARD_MM[1] if sideways else CARD_MM[0]) / 2
    along = np.arange(half - BEYOND_MM, area.width - half + BEYOND_MM + STEP_MM, STEP_MM)
    right = np.minimum(area.low.x + along - CORNER.x, COLUMNS * CELL_MM - 1.0)
    down = CORNER.y - area.centre.y - np.array(ACROSS_MM)
    rows = np.clip((down / CELL_MM).astype(np.intp), 0, ROWS - 1)
    at = np.broadcast_arrays(rows[:, None], (right / CELL_MM).astype(np.intp)[None])
    return (at[0], at[1]), (right / SQUARE_MM).astype(np.intp)
