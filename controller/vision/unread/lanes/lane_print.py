"""Find where the lines printed in a tray's lanes are hidden.

Paper may be as white as the lane it lies on, and a shadow as grey as paper, but only what lies on a line hides it. Each
lane has upright lines: the sides of its places for cards. They are compared in pieces, each with the paper beside it,
and found in the print and in the picture in the same way.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property, lru_cache

import cv2
import numpy as np
from numpy.typing import NDArray

from boards.kit.trays import TRAY
from calibration.camera_frames import Image
from calibration.camera_model import Floats
from controller.vision.unread.quantiles import median, percentile
from controller.vision.unread.trays.tray_sheet import (
    CELL_MM,
    COLUMNS,
    COLUMNS_BEFORE,
    COLUMNS_ON_SHEET,
    ROWS,
    ROWS_BEFORE,
    TrayEdition,
    printed_sheet,
)

PIECE_MM = 12
"""Length of a piece of a line: longer than the gaps of a dashed one."""
PIECES = 6
"""Pieces of each line in a lane, in its middle: near the lane's edges more is printed."""

BESIDE_MM = 3
"""Distance from a line to the paper that it is compared with."""
OFF_MM = 2
"""Largest distance of a line from its place: paper is not flat."""

FAINTEST_LINE = 0.03
"""Least darkness of a printed line, as a share of its paper."""

MISSING, EDGE = 0.35, 0.5
"""Limits of a missing line, as shares of the darkness that most lines have in this picture.

Against the darker and the brighter of both sides: else the edge of a shadow or of a sheet may run there.
"""
SURE_NOISES = 6.0
"""Standard deviations of the noise that the line would have to stand out."""

FAINT, MOST_HALF, MOST_MISSING = 0.45, 0.1, 0.4
"""Limits beyond which nothing is decided: the picture is too blurred or was compressed too much.

Most lines have less than this share of their printed darkness, or more than such a share of them is half visible, or
missing.
"""

BENT_MM = 14
"""Largest displacement of the right edge of a bent sheet..."""
DISPLACED_MM = 8
"""... and of a line on a wrinkled one, against the others."""

FEWEST_PIECES, FEWEST_IN_ROW = 5, 3
"""Missing pieces that must be connected, and in a row on one line: fewer are a wrinkle or the edge of a shadow."""

TOGETHER_MM = 67
"""Lines farther apart than the width of a card's place are hidden by two things."""

_MIDDLE = np.s_[BESIDE_MM:-BESIDE_MM]
_CELLS = PIECE_MM // CELL_MM
LANE, TOP = round(TRAY.lane_mm), ROWS_BEFORE * CELL_MM
INSET = round((TRAY.lane_mm - PIECES * PIECE_MM) / 2 / CELL_MM) * CELL_MM
_FEWEST_SEEN = 12
_USUAL_PERCENT = 80.0
_LANES_OF_A_THING = 2
_LEAST_NOISE = 0.3
"""Least noise, grey levels: strongly compressed pictures have none where nothing is."""


@dataclass(frozen=True, eq=False)
class _Lines:
    columns: NDArray[np.intp]
    """N: where the lines are, px of the sheet from above."""
    weights: NDArray[np.float32]
    """Weights of blue, green and red: in which of them the lines are dark."""
    darkness: Floats
    """Lanes x pieces x N: how much darker than their paper they are printed."""


@dataclass(frozen=True, eq=False)
class LanePrint:
    """What is seen of the lines of a tray's lanes, piece by piece (lanes x pieces x N), and in squares of its sheet."""

    edition: TrayEdition
    places: NDArray[np.intp]
    """Columns of the lines, px of the sheet from above: elsewhere than printed if it is bent."""
    pieces_hidden: NDArray[np.bool_]
    pieces_free: NDArray[np.bool_]
    pieces_seen: NDArray[np.bool_]

    @cached_property
    def hidden(self) -> list[list[NDArray[np.bool_]]]:
        """For each lane, the places where lines are hidden by something other than the things read."""
        return [
            [_squares(self.edition, lane, pieces) for pieces in _groups(of_lane, self.edition)]
            for lane, of_lane in enumerate(self.pieces_hidden)
        ]

    @cached_property
    def free(self) -> NDArray[np.bool_]:
        """Where lines are printed and none of the things read lies."""
        return _of_lanes(self.edition, self.pieces_free)

    @cached_property
    def seen(self) -> NDArray[np.bool_]:
        """Where they are clearly seen."""
        return _of_lanes(self.edition, self.pieces_seen)


def lane_print(flat: Image, edition: TrayEdition, on_things: NDArray[np.bool_]) -> LanePrint:
    """Compare the lines of a tray's lanes with the print.

    ``flat``: the tray's sheet from above; ``on_things``: where things lie that were read. What cannot be told (too
    dark, too blurred) is neither hidden nor seen.
    """
    free = ~_on(on_things, _lines(edition).columns)
    hidden, seen, places = _hidden_and_seen(flat, edition, free)
    return LanePrint(edition, places, hidden, free, seen)


def _hidden_and_seen(
    flat: Image, edition: TrayEdition, free: NDArray[np.bool_]
) -> tuple[NDArray[np.bool_], NDArray[np.bool_], NDArray[np.intp]]:
    """Return which free pieces are surely hidden, and which surely seen (lanes x pieces x N); where the lines are."""
    lines = _lines(edition)
    columns = lines.columns
    nothing = np.zeros(lines.darkness.shape, np.bool_)
    if free.sum() < _FEWEST_SEEN:
        return nothing, nothing, columns
    dark, edge, paper = _dips(profiles_of(flat, edition))
    best = _best_near(dark)
    as_printed = paper[..., columns] * lines.darkness
    places = _places_if_bent(best, as_printed, free, columns)
    share = best[..., places] / as_printed
    usual = percentile(share[free], _USUAL_PERCENT)
    missing = free & (share < MISSING * usual)
    half = free & (np.abs(share - MISSING * usual) < 0.17 * usual)
    seen = free & (share > EDGE * usual) & (usual > FAINT)
    if usual < FAINT or half.sum() > MOST_HALF * free.sum() or missing.sum() > MOST_MISSING * free.sum():
        return nothing, seen, places
    noise = max(1.48 * median(np.abs(best[..., columns_between(edition)])), _LEAST_NOISE)
    missing &= as_printed * usual > SURE_NOISES * noise
    missing &= edge[..., places] < EDGE * usual * as_printed
    if missing[..., -1].any(axis=1).sum() > _LANES_OF_A_THING:
        # The sheet's free edge as a whole: it is bent, or a shadow runs along it.
        missing[..., -1] = False
    bent = _displaced(dark, as_printed * usual, missing, places)
    return np.asarray(missing & ~bent[:, None, None]), seen, places


def _places_if_bent(
    best: NDArray[np.float32], wanted: Floats, free: NDArray[np.bool_], columns: NDArray[np.intp]
) -> NDArray[np.intp]:
    """Return where the lines are on a sheet that may be bent.

    Its markers, on the left, fix the sheet; the farther to the right, the farther a line is from its place, linearly or
    as the square of the distance.
    """
    along = (columns - columns[0]) / (columns[-1] - columns[0])
    usual = percentile((best[..., columns] / wanted)[free], _USUAL_PERCENT)
    least, most_found = EDGE * usual * wanted, int(free.sum())
    if int((free & (best[..., columns] > least)).sum()) == most_found:
        return columns
    bends = [np.rint(most * along**power) for most, power in _BENDS]
    tried = np.minimum(columns + np.array(bends, np.intp), best.shape[-1] - 1)
    seen = free[..., None, :] & (best[..., tried] > least[..., None, :])
    found, places = 0, columns
    for (most, _power), there, count in zip(_BENDS, tried, seen.sum(axis=(0, 1, 3)).tolist(), strict=True):
        # Something on a line does not make a flat sheet bent: all other lines are where they should be.
        if count > found + (FEWEST_PIECES if most else 0):
            found, places = count, there
        if found == most_found:
            break
    return places


_BENDS = tuple(
    (most, power) for most in sorted(range(-BENT_MM, BENT_MM + 1), key=abs) for power in ((1, 2) if most else (1,))
)
"""Displacements of the right edge that are tried, mm, and the power of the distance with which they grow."""


def _displaced(
    dark: NDArray[np.float32], wanted: Floats, missing: NDArray[np.bool_], columns: NDArray[np.intp]
) -> NDArray[np.bool_]:
    """Tell in which lanes a line that is missing is seen beside its place, where none is printed."""
    bent = np.zeros(TRAY.lanes, np.bool_)
    if not missing.any():
        return bent
    for off in range(-DISPLACED_MM, DISPLACED_MM + 1):
        at = columns + off
        apart = np.abs(at[:, None] - columns[None, :]).min(axis=1) > 2 * OFF_MM
        apart &= at < dark.shape[-1] - BESIDE_MM
        there = missing & (dark[..., np.minimum(at, dark.shape[-1] - 1)] > EDGE * wanted)
        bent |= ((there.sum(axis=1) >= FEWEST_IN_ROW) & apart).any(axis=1)
    return bent


def profiles_of(flat: Image, edition: TrayEdition) -> NDArray[np.float32]:
    """Return the mean over the length of a piece at each place along the lanes: lanes x pieces x px."""
    return _profiles(flat, _lines(edition).weights)


def _profiles(flat: Image, weights: NDArray[np.float32]) -> NDArray[np.float32]:
    """Return the mean over the length of a piece at each place along the lane: lanes x pieces x px."""
    values = cv2.transform(flat, weights[None]).astype(np.float32)
    size = (values.shape[1], PIECES)
    tops = (TOP + lane * LANE + INSET for lane in range(TRAY.lanes))
    return np.stack(
        [cv2.resize(values[top : top + PIECES * PIECE_MM], size, interpolation=cv2.INTER_AREA) for top in tops]
    )


def _dips(
    profiles: NDArray[np.float32],
) -> tuple[NDArray[np.float32], NDArray[np.float32], NDArray[np.float32]]:
    """Return how much darker each place is than its sides, in grey levels.

    Than the darker side (0 at the edge of a shadow), than the brighter side; and the level of the darker side.
    """
    left, right, middle = (profiles[..., part] for part in (np.s_[: -2 * BESIDE_MM], np.s_[2 * BESIDE_MM :], _MIDDLE))
    darker, brighter, paper = np.zeros_like(profiles), np.zeros_like(profiles), np.full_like(profiles, 8.0)
    darker[..., _MIDDLE] = np.minimum(left, right) - middle
    brighter[..., _MIDDLE] = np.maximum(left, right) - middle
    paper[..., _MIDDLE] = np.maximum(np.minimum(left, right), 8.0)
    return darker, brighter, paper


def _best_near(dips: NDArray[np.float32]) -> NDArray[np.float32]:
    rows = dips.reshape(-1, dips.shape[-1])
    return np.asarray(cv2.dilate(rows, np.ones((1, 2 * OFF_MM + 1), np.uint8)), np.float32).reshape(dips.shape)


@lru_cache(maxsize=8)
def _lines(edition: TrayEdition) -> _Lines:
    sheet = np.asarray(cv2.GaussianBlur(printed_sheet(edition), (0, 0), 0.6), np.uint8)
    weights = _colour_of_lines(sheet)
    dark, _edge, paper = _dips(_profiles(sheet, weights))
    share = np.asarray(dark / paper, np.float64)
    # Upright lines run through all lanes; what else is printed does not.
    common = np.sort(share.reshape(-1, share.shape[-1]), axis=0)[TRAY.lanes]
    first, last = COLUMNS_BEFORE * CELL_MM - OFF_MM, COLUMNS_ON_SHEET * CELL_MM
    columns = np.array(
        [
            x
            for x in range(first, last)
            if common[x] > FAINTEST_LINE and common[x] == common[x - OFF_MM : x + OFF_MM + 1].max()
        ]
    )
    return _Lines(columns, weights, share[..., columns])


def line_columns(edition: TrayEdition) -> NDArray[np.intp]:
    """Return where upright lines are printed: mm from the left of the sheet from above."""
    return _lines(edition).columns


def _colour_of_lines(sheet: Image) -> NDArray[np.float32]:
    values = sheet[TOP:, COLUMNS_BEFORE * CELL_MM :].reshape(-1, 3).astype(np.float64)
    darker = np.log(np.median(values, axis=0)) - np.log(np.maximum(values, 8.0))
    total = darker.sum(axis=1)
    colour = np.maximum(darker[total > np.percentile(total, 97)].mean(axis=0), 0.0)
    return np.asarray(colour / colour.sum(), np.float32)


@lru_cache(maxsize=8)
def columns_between(edition: TrayEdition) -> NDArray[np.intp]:
    """Return columns of the lanes in which no upright line is printed: what is seen there is noise."""
    far = np.ones(COLUMNS * CELL_MM, np.bool_)
    for column in _lines(edition).columns:
        far[max(0, column - 8) : column + 9] = False
    far[: COLUMNS_BEFORE * CELL_MM + 8] = far[_lines(edition).columns[-1] :] = False
    return np.nonzero(far)[0]


def _on(mask: NDArray[np.bool_], columns: NDArray[np.intp]) -> NDArray[np.bool_]:
    """Tell which pieces lie partly on squares of a mask: lanes x pieces x N."""
    of_lanes = [mask[_rows(lane)][:, columns // CELL_MM] for lane in range(TRAY.lanes)]
    return np.asarray(np.stack(of_lanes).reshape(TRAY.lanes, PIECES, _CELLS, len(columns)).any(axis=2))


def _rows(lane: int) -> slice:
    """Return the rows of squares of a lane's pieces."""
    row = (TOP + lane * LANE + INSET) // CELL_MM
    return np.s_[row : row + PIECES * _CELLS]


def _groups(hidden: NDArray[np.bool_], edition: TrayEdition) -> Iterator[NDArray[np.bool_]]:
    """Group missing pieces of one lane (pieces x N) that one thing may hide: of lines beside each other."""
    if hidden.sum() < FEWEST_PIECES:
        return
    columns = _lines(edition).columns
    first = 0
    for nth in range(1, len(columns) + 1):
        apart = nth == len(columns) or columns[nth] - columns[nth - 1] > TOGETHER_MM
        if apart or not (hidden[:, nth - 1].any() and hidden[:, nth].any()):
            group = hidden & (np.arange(len(columns)) >= first) & (np.arange(len(columns)) < nth)
            if group.sum() >= FEWEST_PIECES and max(_in_row(line) for line in group.T) >= FEWEST_IN_ROW:
                yield group
            first = nth


def _in_row(line: NDArray[np.bool_]) -> int:
    longest = run = 0
    for missing in line:
        run = run + 1 if missing else 0
        longest = max(longest, run)
    return longest


def _squares(edition: TrayEdition, lane: int, pieces: NDArray[np.bool_]) -> NDArray[np.bool_]:
    mask = np.zeros((ROWS, COLUMNS), np.bool_)
    rows, lines = np.nonzero(np.repeat(pieces, _CELLS, axis=0))
    mask[_rows(lane).start + rows, _lines(edition).columns[lines] // CELL_MM] = True
    return mask


def _of_lanes(edition: TrayEdition, pieces: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """Return the squares of pieces of all lanes."""
    return np.asarray(np.any([_squares(edition, lane, of_lane) for lane, of_lane in enumerate(pieces)], axis=0))
