"""Find cards below others by what shows along the sides of cards that were read.

Three things are told, by the strips of :mod:`card_rings`. *Hidden lines*: the borders of a lane should be seen between
its cards and the next lane's, and are not. *Lost ink*: next to a card the colour of the lane's own border is missing,
whatever the shadow of an edge adds. *Dark print*: something is darker there than the sheet's own print can be, and than
what lies beside it along the same side. Light changes whole strips, and the cards' own edges with them.
"""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.camera_model import Floats
from controller.vision.unread.card_sides.card_rings import AWAY_MM, FAR_OFF, OFF, CardRings, along_lanes, distances
from controller.vision.unread.card_sides.side_parts import (
    ALONG_MM,
    PARTS,
    SidePart,
    found_parts,
    means_of_parts,
    together,
)
from controller.vision.unread.quantiles import median

SEGMENT_MM = 6
"""Part of a side that is judged at once."""
LINES_MM = (0.5, 4.5)
"""Distances from a side between which lines should be seen."""
LINES_OFF = OFF
"""Steps by which lines may lie elsewhere: 1 mm."""
FEWEST_DISTANCES = 3
"""Of these, from a card outwards, those that must be free."""
LINE_DARKNESS = 0.12
"""Least mean darkness (log) of a segment by the print, wherever within its tolerance it lies."""
LINE_SEEN = 0.45
"""Share of it, against that of most segments, below which it is hidden."""
USUAL_SEEN, FEWEST_SEGMENTS = (0.4, 1.0), 20
"""Limits of that of most segments, and how many tell it."""
CONTROLLED_MM, FEWEST_CONTROLS = (-2.5, 6.0), 6
"""Distances between which lines beyond a card's ends are looked for, and the fewest places along it that tell."""
CONTROL_CONTRAST = 0.015
"""Standard deviation (log) of the print there, along a profile, from which its place is told: on the blank column
beside the lanes nothing is printed."""
LEAST_SEEN = 0.25
"""Least share of lines beyond a card's ends that is reckoned with."""
SEGMENTS = 2
"""Segments side by side that must be hidden: 12 mm."""
SATURATED = 228.0
"""Brightness of white paper from which print is lost in the light, unless it is seen in as bright a light..."""
DAZZLED, AS_BRIGHT = 250.0, 1.03
"""... beyond the card's ends: brightness from which it is lost in any case, and the factor by which that light may be
less bright."""
RELATED = 1.6
"""Factor of the noise of a mean for neighbouring pixels' noise that is alike, after compression and smoothing."""
NOISES = 6.0
"""Standard deviations of the noise by which all this must stand out."""

INK_MM = (0.5, 2.0)
"""Distances from a side between which the colour of the lane's own border should be seen."""
INK_SEEN, PART_SEEN = 0.4, 0.7
"""Shares of the usual colour below which it is missing: of all these parts together, and of each of them..."""
GREY_SEEN = 0.55
"""... and share of the usual darkness, which the shadow of a card's edge adds to."""
INK_PRINTED, LEAST_INK = 0.1, 0.01
"""Least printed colour (log) of parts that tell how much of it is usually seen; least colour that should be seen."""

PRINT_MM, PRINT_BEYOND_LANE_MM = (0.5, 9.0), (0.5, 5.0)
"""Distances from a side between which print is looked for; beyond the lane's borders other rows' cards lie."""
BESIDE_PRINT_MM = 45
"""Width along a side within which print has paper beside it."""
DARK = 0.18
"""Log by which print is darker than that paper, mean over 5 mm along a side and 1 mm across..."""
DARK_IN_SHADOW = 0.4
"""... and where the light on the card is uneven: shadows have edges, too."""
UNEVEN, SURELY_EVEN = 0.15, 0.12
"""Range of the log of the brightness of a card's white edges from which light is uneven, and up to which no tip of a
shadow can be beside it: it would lie on the edges, too."""
SHARPENED = 2.5
"""Factor of the sheet's own print: cameras sharpen, and make lines darker; hidden lines are found otherwise."""
OFF_ALONG_MM = 2
"""Distance along a side by which the sheet's print may lie elsewhere."""
SHADOW_MM = 9
"""Width within which a shadow on the card's edge explains one beside it."""


@dataclass(frozen=True, eq=False)
class Protrusion(SidePart):
    """Something that shows along a side of a card, or hides what should."""

    dark: Floats | None = None
    """Where it is darkest, of the same kind; None if it is not dark."""
    evenly_lit: bool = False
    """Whether the light on all edges of the card is so even that it is no shadow."""


def find_below_cards(rings: tuple[CardRings, ...], noise: float, px_per_mm: float) -> list[Protrusion]:
    """Return what shows along the sides of cards, at most one for each side and kind.

    ``noise``: of the picture, grey levels; ``px_per_mm``: of the picture.
    """
    hidden = find_hidden_lines(rings, noise, px_per_mm) + find_lost_ink(rings, noise, px_per_mm)
    return hidden + find_dark_print(rings, noise, px_per_mm)


def find_hidden_lines(rings: tuple[CardRings, ...], noise: float, px_per_mm: float) -> list[Protrusion]:
    """Return the parts of sides beside which printed lines are missing."""
    rings = along_lanes(rings)
    if not rings:
        return []
    parts = [_line_segments(part) for part in rings]
    printed, seen = (np.concatenate([part[nth].ravel() for part in parts]) for nth in (0, 1))
    telling = printed > LINE_DARKNESS
    usual = median(seen[telling] / printed[telling]) if telling.sum() >= FEWEST_SEGMENTS else 1.0
    usual = float(np.clip(usual, *USUAL_SEEN))
    found: list[Protrusion] = []
    for part, (lines, darkness, level) in zip(rings, parts, strict=True):
        sure = NOISES * _noise_of(level, noise, SEGMENT_MM * FEWEST_DISTANCES / 2 * px_per_mm**2)
        ends = _Ends.of(part, lines, darkness)
        share = np.where(ends.known, np.clip(ends.share, LEAST_SEEN, usual), usual)[:, None]
        hidden = (lines > LINE_DARKNESS) & (darkness < LINE_SEEN * share * lines)
        hidden &= (lines * share * (1.0 - LINE_SEEN) > sure) & (level < ends.brightest[:, None])
        hidden &= _wholly(part.beside)
        if hidden.any():
            hidden &= as_printed(part, np.asarray(hidden.any(axis=1)))[:, None]
        starts = hidden.shape[1] - SEGMENTS + 1
        row = np.logical_and.reduce([hidden[:, first : first + starts] for first in range(SEGMENTS)])
        for strip in np.flatnonzero(row.any(axis=1)).tolist():
            there = np.flatnonzero(row[strip])
            last = min((int(there[-1]) + SEGMENTS) * SEGMENT_MM, len(part.along)) - 1
            found.append(
                Protrusion(int(part.card[strip]), part.outline(strip, int(there[0]) * SEGMENT_MM, last, LINES_MM[1]))
            )
    return found


def find_lost_ink(rings: tuple[CardRings, ...], noise: float, px_per_mm: float) -> list[Protrusion]:
    """Return the parts of sides next to which the colour of the lane's border is missing."""
    rings = along_lanes(rings)
    parts = [_InkParts.of(part) for part in rings]
    telling = [part.free & (part.printed_ink > INK_PRINTED) for part in parts]
    if sum(int(there.sum()) for there in telling) < FEWEST_SEGMENTS:
        return []
    ink, dark = (
        max(median(np.concatenate([seen[there] / printed[there] for there, seen, printed in every])), 0.0)
        for every in (
            [(there, part.ink, part.printed_ink) for there, part in zip(telling, parts, strict=True)],
            [(there, part.dark, part.printed_dark) for there, part in zip(telling, parts, strict=True)],
        )
    )
    found: list[Protrusion] = []
    for rings_, part in zip(rings, parts, strict=True):
        if part.free.shape[1] < PARTS:
            continue
        sure = NOISES * _noise_of(part.level, noise, PARTS * ALONG_MM * (INK_MM[1] - INK_MM[0]) * px_per_mm**2)
        expected = ink * part.least_ink
        missing = part.free & part.beside & (part.ink < PART_SEEN * expected) & (part.level < SATURATED)
        row = together(missing).all(axis=2) & rings_.inner[:, None]
        seen, should, grey, printed, least = (
            together(each).mean(axis=2) for each in (part.ink, expected, part.dark, part.printed_dark, sure)
        )
        row &= (
            (should > np.maximum(LEAST_INK, least)) & (seen < INK_SEEN * should) & (grey < GREY_SEEN * dark * printed)
        )
        found += [Protrusion(part.card, part.shape) for part in found_parts(rings_, row, INK_MM[1])]
    return found


@dataclass(frozen=True, eq=False)
class _InkParts:
    """What is seen next to sides, in parts of ALONG_MM: N x parts each."""

    ink: Floats
    printed_ink: Floats
    least_ink: Floats
    """The same where it may lie a little elsewhere, and is least."""
    dark: Floats
    printed_dark: Floats
    free: NDArray[np.bool_]
    beside: NDArray[np.bool_]
    level: Floats
    """Of white paper."""

    @classmethod
    def of(cls, part: CardRings) -> _InkParts:
        shifted = means_of_parts(np.stack([_next_to(ink) for ink in part.shifted_ink()]))
        beside = np.asarray(part.beside[None], np.float32)
        free = np.asarray(part.free[:, _INK].all(axis=1), np.float32)
        return cls(
            means_of_parts(_next_to(part.ink)),
            shifted[OFF],
            np.minimum.reduce(shifted),
            -means_of_parts(_next_to(part.seen)),
            -means_of_parts(_next_to(part.shifted(0)[0])),
            means_of_parts(free) == 1.0,
            means_of_parts(beside) == 1.0,
            np.exp(means_of_parts(part.rim)),
        )


def _next_to(values: NDArray[np.float32]) -> NDArray[np.float32]:
    """Return the mean of strips between INK_MM: N x places along."""
    return np.asarray(np.mean(values[:, _INK], axis=1), np.float32)


def as_printed(part: CardRings, asked: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """Tell for each strip whether lines beyond the card's ends, if any are free, are where they are printed.

    On a bent sheet they are not; and nothing can be missed there. ``asked``: strips of which that is looked at.
    """
    near = (CONTROLLED_MM[0] <= AWAY_MM) & (CONTROLLED_MM[1] >= AWAY_MM)
    control = ~part.beside & part.free[:, near].all(axis=1)
    found = np.ones(len(part.card), np.bool_)
    for strip in np.flatnonzero(asked & (control.sum(axis=1) >= FEWEST_CONTROLS)).tolist():
        columns = control[strip]
        seen = part.seen[strip][:, columns].mean(axis=1)[near]
        printed = part.printed[strip][:, columns].mean(axis=1)
        if printed[FAR_OFF : FAR_OFF + len(AWAY_MM)][near].std() < CONTROL_CONTRAST:
            continue
        shifts = [printed[step : step + len(AWAY_MM)][near] for step in range(2 * FAR_OFF + 1)]
        alike = [
            float(((shift - shift.mean()) * (seen - seen.mean())).sum() / max(shift.std(), 0.02)) for shift in shifts
        ]
        found[strip] = abs(int(np.argmax(alike)) - FAR_OFF) <= OFF
    return found


@dataclass(frozen=True, eq=False)
class _Ends:
    """What is seen of lines beyond the ends of each strip's card: N each."""

    share: Floats
    """Of the darkness that is printed there."""
    known: NDArray[np.bool_]
    """Whether enough of them is free to tell."""
    brightest: Floats
    """Brightness of white paper up to which lines are seen in this light."""

    @classmethod
    def of(cls, part: CardRings, lines: Floats, darkness: Floats) -> _Ends:
        """``lines``, ``darkness``: of segments, as :func:`_line_segments` returns them."""
        control = (lines > LINE_DARKNESS) & _wholly(~part.beside)
        share = (darkness * control).sum(axis=1) / np.maximum((lines * control).sum(axis=1), 1e-6)
        known = control.sum(axis=1) >= SEGMENTS
        # The sheet's paper has a tint in most places.
        tint = part.shifted(0)[0][:, _LINES].max(axis=1)
        paper = _by_segments(np.asarray(part.seen[:, _LINES].max(axis=1) + part.rim - tint, np.float32))
        light = np.exp((paper * control).sum(axis=1) / np.maximum(control.sum(axis=1), 1))
        seen = known & (share > LEAST_SEEN)
        brightest = np.where(seen, np.clip(light * AS_BRIGHT, SATURATED, DAZZLED), SATURATED)
        return cls(np.asarray(share, np.float64), known, np.asarray(brightest, np.float64))


def _wholly(places: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """Return which segments have all of these places."""
    count = len(places) // SEGMENT_MM
    return np.asarray(places[: count * SEGMENT_MM].reshape(count, SEGMENT_MM).all(axis=1), np.bool_)


def _line_segments(part: CardRings) -> tuple[Floats, Floats, Floats]:
    """Return how dark segments of sides should be by the print, how dark they are, and the level of white paper there.

    N strips, along the lanes, x segments each; darkness 0 by the print where too little is free.
    """
    free = _by_segments(part.free[:, _LINES].astype(np.float32)) > 1.0 - 0.5 / SEGMENT_MM
    # From the card outwards, up to the first thing.
    free = np.logical_and.accumulate(free, axis=1)
    number = free.sum(axis=1)
    enough = number >= FEWEST_DISTANCES
    number = np.maximum(number, 1)
    seen = _by_segments(part.seen[:, _LINES])
    # The print may lie a little elsewhere: where it would be lightest.
    shifted = [_by_segments(print_[:, _LINES]) for print_ in part.shifted(LINES_OFF)]
    lines = np.min([np.where(free, -print_, 0.0).sum(axis=1) / number for print_ in shifted], axis=0)
    # The lane may be in the light, and the card in the shade.
    brightest = np.maximum(np.where(free, seen, -np.inf).max(axis=1, initial=-np.inf), 0.0)
    darkness = brightest - np.where(free, seen, 0.0).sum(axis=1) / number
    return np.where(enough, lines, 0.0), darkness, np.exp(_by_segments(part.rim))


def _by_segments(values: NDArray[np.float32]) -> Floats:
    """Return the means of segments of profiles along sides: ... x places to ... x segments."""
    count = values.shape[-1] // SEGMENT_MM
    rows = values[..., : count * SEGMENT_MM].reshape(-1, count * SEGMENT_MM)
    means = cv2.resize(rows, (count, len(rows)), interpolation=cv2.INTER_AREA) if len(rows) else rows[:, :count]
    return np.asarray(means, np.float64).reshape(*values.shape[:-1], count)


_LINES = distances(*LINES_MM)
_INK = distances(*INK_MM)


def find_dark_print(rings: tuple[CardRings, ...], noise: float, px_per_mm: float) -> list[Protrusion]:
    """Return the places beside sides that are darker than the sheet's print and than paper near them."""
    cards = max((int(part.card.max()) + 1 for part in rings if len(part.card)), default=0)
    uneven = np.zeros(cards)
    for part in rings:
        np.maximum.at(uneven, part.card, np.ptp(cv2.blur(part.rim, (5, 1)), axis=1) if len(part.card) else 0.0)
    found: list[Protrusion] = []
    for part in rings:
        if not len(part.card):
            continue
        first_away, excess = _excess(part)
        level = np.exp(_medians(part.rim))
        sure = NOISES * _noise_of(level, noise, 5.0 * px_per_mm**2)
        # The brightest of many places is brighter than its paper, by noise.
        least = np.where(uneven[part.card] < UNEVEN, DARK, DARK_IN_SHADOW) + noise / np.maximum(level, 8.0)
        least = np.maximum(least, sure)
        # Burnt-out paper is brighter than it is seen to be: print on it is darker by more.
        least = np.where(level < _BURNT, least, np.maximum(least, DARK_IN_SHADOW))
        for strip in np.flatnonzero(excess.max(axis=(1, 2)) > least).tolist():
            away, along = np.unravel_index(int(excess[strip].argmax()), excess.shape[1:])
            away += first_away
            first, last = max(int(along) - 4, 0), min(int(along) + 4, len(part.along) - 1)
            shape = part.outline(strip, first, last, float(AWAY_MM[away]) + 1.0)
            inner, outer = (part.outline(strip, first, last, float(AWAY_MM[away]) + off) for off in (-0.5, 1.0))
            darkest = np.concatenate([inner[1:3], outer[2:0:-1]])
            card = int(part.card[strip])
            found.append(Protrusion(card, shape, darkest, bool(uneven[card] < SURELY_EVEN)))
    return found


_BURNT = 250.0


def _medians(rows: NDArray[np.float32]) -> NDArray[np.float32]:
    """Return the median of each row: numpy's own takes many times longer for as few numbers."""
    values, half = np.sort(rows, axis=1), rows.shape[1] // 2
    return np.asarray((values[:, half] + values[:, -half - 1]) / np.float32(2.0), np.float32)


def _excess(part: CardRings) -> tuple[int, NDArray[np.float32]]:
    """Return by how much each place is darker than the sheet's print can be: strips x distances x places along.

    Before it, the index of its first distance: those where print may be, and some beside them.
    """
    looked_at = distances(*(PRINT_BEYOND_LANE_MM if part.across.all() else PRINT_MM))
    near = slice(looked_at.start - 2, looked_at.stop + 1)
    columns = part.seen.shape[2]
    shade = cv2.erode(part.rim, np.ones((1, SHADOW_MM), np.uint8)) - part.rim
    seen = np.asarray(part.seen[:, near] - shade[:, None], np.float32)
    shape, seen = seen.shape, seen.reshape(-1, columns)
    free = part.free[:, near].reshape(-1, columns)
    around = np.ones((1, BESIDE_PRINT_MM), np.uint8)
    # The brightest along the side, but not beyond a shadow's edge: closing, of what is free alone.
    brightest = cv2.dilate(np.where(free, seen, np.float32(-_FAR)), around)
    paper = np.minimum(cv2.erode(np.where(free, brightest, np.float32(_FAR)), around), np.float32(_WHITER))
    shifted = [print_[:, near] for print_ in part.shifted()]
    lowest = shifted[0].copy()
    for other in shifted[1:]:
        np.minimum(lowest, other, out=lowest)
    if part.over_rim is not None:
        np.minimum(lowest, part.over_rim[:, near], out=lowest)
    darkest = cv2.erode(lowest.reshape(-1, columns), np.ones((1, 2 * OFF_ALONG_MM + 1), np.uint8))
    own = cv2.dilate(shifted[OFF].reshape(-1, columns), around) - darkest
    free = free & part.beside
    excess = np.where(free, paper - seen - np.float32(SHARPENED) * own, np.float32(0.0)).reshape(shape)
    excess[:, : looked_at.start - near.start] = excess[:, looked_at.stop - near.start :] = 0.0
    beyond_lane = distances(*PRINT_BEYOND_LANE_MM)
    excess[part.across, beyond_lane.stop - near.start :] = 0.0
    # Box means of two distances and 5 mm along; strips are apart by what is not looked at.
    boxed = cv2.blur(excess.reshape(-1, columns), (5, 2))
    return near.start, np.asarray(boxed.reshape(shape), np.float32)


_FAR, _WHITER = 9.0, 0.05


def _noise_of(level: Floats, noise: float, pixels: float) -> Floats:
    """Return the standard deviation of the log of the mean of so many pixels of paper of this level."""
    return np.asarray(RELATED * max(noise, 1.0) / np.maximum(level, 8.0) / np.sqrt(max(pixels, 1.0)))
