"""Find cards below others that stick out over the edge of their tray's sheet.

What lies beyond the sheet is a table top of any kind, so it is compared with itself: beside a card that lies at the
edge there is white paper, or print, and elsewhere along the same edge there is none. A card
hides the sheet's edge along all of its side; between the light spots of a table top that edge is seen. So is the
outermost border of the lanes, between the card and the sheet's edge, if what lies beyond it is another sheet.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from boards.geometry import Pose
from boards.kit.kit import CARD_MM
from boards.kit.trays import TRAY
from calibration.camera_frames import Image
from calibration.camera_model import Floats, View
from controller.vision.pose.placement import to_mat_frame
from controller.vision.unread.card_sides.line_colour import ink_colour
from controller.vision.unread.trays.tray_sheet import TrayEdition

NEAR_EDGE_MM = 12.0
"""Distance from the sheet's edge within which a card's side is at the edge."""
STEP_MM = 2.0
"""Distance along the edge between places that are looked at."""
RIM_MM = (-4.5, -3.5, -2.5, -1.5)
"""Places across the edge that show the sheet's white rim, or a card's."""
BEYOND_MM = (3.0, 4.0, 5.0, 6.0, 7.0, 8.0, 9.0, 10.0, 11.0, 12.0)
"""Places beyond the edge that are looked at, past its blur and shadow."""
PAPER_PLACES = 4
"""Of these, the nearest, in which paper counts: a card need not stick out farther."""
FEWEST_PLACES = 2
"""Of the nearest, those that no other thing may lie on: trays lie close to the mat."""
PAPER_LEVEL, PAPER_HUE = 0.75, 0.15
"""Least level of each colour of paper, as a share of white, and largest difference of the logs of these shares."""
DARK_LEVEL = 0.6
"""Share of white's brightness below which a place may be print."""
BRIGHTER = 1.25
"""Share of white's brightness above which it is no paper, but light on the table."""
PAPER_SHARE, PRINT_SHARE = 0.25, 0.1
"""Shares of paper and of print beside a card from which something sticks out..."""
EDGE_MM, EDGE, BURNT = 2.0, 0.12, 250
"""... place just beyond the sheet's edge, log by which it differs from the sheet's rim where that edge is seen, and
level of burnt-out light, in which no edge is..."""
HIDDEN_SHARE = 0.05
"""... share of places at which the sheet's edge is not seen: beside table tops with light spots there are none, beside
cards that stick out 0.1 and more..."""
CONTROL_PAPER, CONTROL_PRINT = 0.04, 0.02
"""... and the largest ones elsewhere along the edge, at which the table has none of its own."""
FEWEST_CONTROLS = 20
"""Places elsewhere along the edge from which it is known what the table looks like."""
CARD_EDGE_MM = 2.0
"""Distance of a card's side from that border."""
INSET_MM, APART_MM = 4.0, 8.0
"""Parts of a card's side near its corners that are left out, and of the edge near a card."""
BORDER_MM, RIM_INK_MM, OFF_MM = 5.0, (-3.0, -1.5), 1.25
"""Distance of the outermost border from the sheet's edge, where the rim's colour is compared, and how far off that
border may be."""
BORDER_PART_MM, BORDER_SEEN, LEAST_INK = 10, 0.35, 0.03
"""Length of its parts, the share of the usual colour from which each of them is seen, and least such colour (log)."""
AROUND_THINGS_MM = 2.0
_SMOOTHED = 9
_FIRST = len(RIM_MM) + 1
"""Index of the first place beyond the edge in those across it."""

_HALF = np.array(TRAY.size_mm) / 2


def find_beyond_sheet(
    image: Image, view: View, edition: TrayEdition, tray: Pose, cards: Sequence[Pose], things: Sequence[Floats]
) -> list[tuple[int, Floats]]:
    """Return indices of cards beside which something sticks out over the sheet's edge, and where (4 x 2 mm each).

    ``edition``: of the tray; ``cards``: poses of the cards that were read, in the tray's frame; ``things``: outlines in
    the tray's frame of all else that was read: cards, trays, the mat (N x 2 mm each).
    """
    every = [_Side.of(number, cards) for number in range(4)]
    sides = [side for side in every if side.spans]
    around = [_Around.of(thing) for thing in things if _is_near(thing)] if sides else []
    seen = _beyond(image, view, tray, sides, around, edition.rim) if sides else []
    if not any(_paper_beside(side, part) for side, part in zip(sides, seen, strict=True)):
        return []
    # What the table looks like elsewhere is asked only then.
    others = [side for side in every if not side.spans]
    if others:
        sides, seen = [*sides, *others], [*seen, *_beyond(image, view, tray, others, around, edition.rim)]
    control = [part.free & side.away_from_cards(side.along) for side, part in zip(sides, seen, strict=True)]
    if sum(int(part.sum()) for part in control) < FEWEST_CONTROLS:
        return []
    paper, print_ = (
        float(np.concatenate([part[there] for part, there in zip(parts, control, strict=True)]).mean())
        for parts in ([part.paper for part in seen], [part.print_ for part in seen])
    )
    found: list[tuple[int, Floats]] = []
    for side, part in zip(sides, seen, strict=True):
        border = _Border.of(image, view, edition, tray, side)
        for nth, (low, high) in side.spans.items():
            beside = side.beside(part.free, low, high)
            if not beside.any():
                continue
            printed = print_ < CONTROL_PRINT and float(part.print_[beside].mean()) > PRINT_SHARE
            strange = _is_paper(part, beside) and (paper < CONTROL_PAPER or printed)
            if strange and not border.is_seen(low, high):
                # From the card on: what lies beyond the sheet alone is at no row's place.
                inner, outer = side.half - BORDER_MM - CARD_EDGE_MM, side.half + BEYOND_MM[-1]
                shape = np.array([(inner, low), (outer, low), (outer, high), (inner, high)])
                found.append((nth, np.asarray(shape @ side.turn.T)))
    return found


def _is_near(thing: Floats) -> bool:
    """Tell whether a thing (N x 2 mm) may reach what is looked at: beyond the sheet, and not beyond all of that."""
    low, high = thing.min(axis=0), thing.max(axis=0)
    most = _HALF + BEYOND_MM[-1] + AROUND_THINGS_MM
    return bool((np.maximum(-low, high) > _LEAST_NEAR).any() and (low < most).all() and (high > -most).all())


_LEAST_NEAR = _HALF + BEYOND_MM[0] - AROUND_THINGS_MM


def _paper_beside(side: _Side, part: _Beyond) -> bool:
    """Tell whether there is paper beside a card at a side that hides the sheet's edge."""
    places = (side.beside(part.free, *span) for span in side.spans.values())
    return any(there.any() and _is_paper(part, there) for there in places)


def _is_paper(part: _Beyond, beside: NDArray[np.bool_]) -> bool:
    return float(part.paper[beside].mean()) > PAPER_SHARE and float(part.hidden[beside].mean()) > HIDDEN_SHARE


@dataclass(frozen=True, eq=False)
class _Side:
    """One side of the sheet, in a frame whose x points over the edge and whose y runs along it."""

    turn: Floats
    """The axes in the tray's frame, columns of 2 x 2."""
    half: float
    """Where the edge is, mm."""
    along: Floats
    """Places along it, mm."""
    spans: dict[int, tuple[float, float]]
    """From where to where cards lie at the edge, by their indices."""

    @classmethod
    def of(cls, number: int, cards: Sequence[Pose]) -> _Side:
        turn = np.array(
            [((1, 0), (0, 1)), ((0, -1), (1, 0)), ((-1, 0), (0, -1)), ((0, 1), (-1, 0))][number], np.float64
        )
        half, long = np.abs(turn.T @ (np.array(TRAY.size_mm) / 2)).tolist()
        local = [to_mat_frame(card, _CORNERS) @ turn for card in cards]
        spans = {
            nth: (float(part[:, 1].min()), float(part[:, 1].max()))
            for nth, part in enumerate(local)
            if abs(half - part[:, 0].max()) < NEAR_EDGE_MM
        }
        return cls(turn, half, np.arange(-long + STEP_MM, long, STEP_MM), spans)

    def beside(self, free: NDArray[np.bool_], low: float, high: float) -> NDArray[np.bool_]:
        """Return the free places beside a card that lies from ``low`` to ``high``."""
        return np.asarray(free & (self.along > low + INSET_MM) & (self.along < high - INSET_MM))

    def away_from_cards(self, along: Floats) -> NDArray[np.bool_]:
        """Tell which of some places along it are not beside a card."""
        away = np.ones(len(along), np.bool_)
        for low, high in self.spans.values():
            away &= (along < low - APART_MM) | (along > high + APART_MM)
        return away


@dataclass(frozen=True, eq=False)
class _Beyond:
    """What is beyond one side, at each place along it."""

    paper: Floats
    print_: Floats
    """Shares of places across."""
    hidden: NDArray[np.bool_]
    """Where the sheet's edge is not seen: beyond it, it is as bright as on the sheet's rim."""
    free: NDArray[np.bool_]
    """Where nothing else lies that was read."""


@dataclass(frozen=True, eq=False)
class _Border:
    """The outermost border of the lanes along one side of the sheet, in parts of BORDER_PART_MM."""

    along: Floats
    """The middles of these parts, mm."""
    seen: NDArray[np.bool_]
    """Those in which as much of its colour is seen as in most, away from cards."""

    @classmethod
    def of(cls, image: Image, view: View, edition: TrayEdition, tray: Pose, side: _Side) -> _Border:
        half = float(side.along[-1])
        along = np.arange(-half, half)
        away = side.half + np.arange(-BORDER_MM - OFF_MM, RIM_INK_MM[1] + 0.25, 0.5)
        x, y = np.meshgrid(away, along)
        places = np.stack([x, y], axis=-1) @ side.turn.T
        pixels = view.project_plane(to_mat_frame(tray, places.reshape(-1, 2))).reshape(places.shape).astype(np.float32)
        colours = cv2.remap(image, pixels[..., 0], pixels[..., 1], cv2.INTER_LINEAR, borderMode=cv2.BORDER_CONSTANT)
        ink = -np.log(np.maximum(colours.astype(np.float64), 4.0)) @ ink_colour(edition)
        count = len(along) // BORDER_PART_MM
        parts = ink[: count * BORDER_PART_MM].reshape(count, BORDER_PART_MM, -1).mean(axis=1)
        on_border = away < side.half - BORDER_MM + OFF_MM
        on_rim = away > side.half + RIM_INK_MM[0] - 0.25
        peaks = parts[:, on_border].max(axis=1) - parts[:, on_rim].mean(axis=1)
        middles = along[: count * BORDER_PART_MM].reshape(count, BORDER_PART_MM).mean(axis=1)
        alone = side.away_from_cards(middles)
        usual = float(np.median(peaks[alone])) if alone.sum() >= FEWEST_CONTROLS / BORDER_PART_MM else 0.0
        return cls(middles, (peaks > BORDER_SEEN * usual) & (usual > LEAST_INK))

    def is_seen(self, low: float, high: float) -> bool:
        """Tell whether it is seen all along a card that lies from ``low`` to ``high``."""
        beside = (self.along > low + INSET_MM) & (self.along < high - INSET_MM)
        return bool(beside.any() and self.seen[beside].all())


_CORNERS = np.array([(x * CARD_MM[0] / 2, y * CARD_MM[1] / 2) for x, y in ((-1, 1), (1, 1), (1, -1), (-1, -1))])


def _beyond(
    image: Image, view: View, tray: Pose, sides: Sequence[_Side], things: Sequence[_Around], printed: Floats
) -> list[_Beyond]:
    """Look at what is beyond each side. They are projected and sampled together.

    ``printed``: colour of the rim as shares of white.
    """
    places = np.concatenate([_across(side) for side in sides])
    pixels = view.project_plane(to_mat_frame(tray, places.reshape(-1, 2))).reshape(places.shape).astype(np.float32)
    seen = cv2.remap(image, pixels[..., 0], pixels[..., 1], cv2.INTER_LINEAR, borderMode=cv2.BORDER_CONSTANT)
    height, width = image.shape[:2]
    u, v = pixels[..., 0], pixels[..., 1]
    inside = (u > 1.0) & (v > 1.0) & (u < width - 2.0) & (v < height - 2.0)
    ends = np.cumsum([len(side.along) for side in sides])[:-1]
    covered = [_near_things(part, things) for part in np.split(places[:, _FIRST:], ends)]
    free = inside[:, _FIRST:] & ~np.concatenate(covered)
    rim = np.maximum.reduce(seen[:, : len(RIM_MM)], axis=1)
    # Each side's own: what is next to its ends is around the corner.
    white = np.concatenate([cv2.medianBlur(part[:, None], _SMOOTHED)[:, 0] for part in np.split(rim, ends)])
    ratio = np.maximum(seen[:, len(RIM_MM) :].astype(np.float64), 1.0) / np.maximum(white, 8.0)[:, None]
    step = np.abs(np.log(ratio[:, :2].mean(axis=2))).max(axis=1)
    hidden = free[:, 0] & (step < EDGE) & (seen[:, len(RIM_MM) :][:, :2].mean(axis=2).max(axis=1) < BURNT)
    # Paper is white, whatever tint the rim has.
    ratio = ratio[:, 1:] * printed
    blue, green, red = (ratio[..., colour] for colour in range(3))
    darkest = np.minimum(np.minimum(blue, green), red)
    brightest = np.maximum(np.maximum(blue, green), red)
    even = np.log(brightest) - np.log(darkest) < PAPER_HUE
    paper = np.asarray(free & even & (darkest > PAPER_LEVEL) & (brightest < BRIGHTER), np.bool_)
    dark = np.asarray(free & ((blue + green + red) / 3.0 < DARK_LEVEL), np.bool_)
    near = free[:, :PAPER_PLACES].sum(axis=1)
    parts = (
        paper[:, :PAPER_PLACES].sum(axis=1) / np.maximum(near, 1),
        dark.sum(axis=1) / np.maximum(free.sum(axis=1), 1),
        hidden,
        near >= FEWEST_PLACES,
    )
    return [_Beyond(*of_side) for of_side in zip(*(np.split(part, ends) for part in parts), strict=True)]


def _across(side: _Side) -> Floats:
    """Return the places across one side, at each place along it: A x C x 2 mm of the tray's frame."""
    x, y = np.meshgrid(np.array((*RIM_MM, EDGE_MM, *BEYOND_MM)) + side.half, side.along)
    return np.asarray(np.stack([x, y], axis=-1) @ side.turn.T)


@dataclass(frozen=True, eq=False)
class _Around:
    """The surroundings of a thing of convex outline."""

    low: tuple[float, float]
    high: tuple[float, float]
    normals: Floats
    """Of its sides, outwards: N x 2."""
    reach: Floats
    """How far each side is from the origin along its normal, mm: N."""

    @classmethod
    def of(cls, thing: Floats) -> _Around:
        sides = np.roll(thing, -1, axis=0) - thing
        long = np.hypot(sides[:, 0], sides[:, 1])
        sides, starts = sides[long > 0.0] / long[long > 0.0, None], thing[long > 0.0]
        normals = np.stack([sides[:, 1], -sides[:, 0]], axis=1)
        # Outwards, whichever way round the outline runs.
        normals *= np.sign(((starts - thing.mean(axis=0)) * normals).sum())
        (left, below), (right, above) = thing.min(axis=0).tolist(), thing.max(axis=0).tolist()
        near = AROUND_THINGS_MM
        return cls((left - near, below - near), (right + near, above + near), normals, (starts * normals).sum(axis=1))


def _near_things(places: Floats, things: Sequence[_Around]) -> NDArray[np.bool_]:
    """Tell which places (R x C x 2 mm) lie on or near things."""
    points = places.reshape(-1, 2)
    x, y = np.ascontiguousarray(points.T)
    near = np.zeros(len(points), np.bool_)
    (left, right), (below, above) = ((float(part.min()), float(part.max())) for part in (x, y))
    for thing in things:
        if thing.high[0] < left or thing.high[1] < below or thing.low[0] > right or thing.low[1] > above:
            continue
        inside = (x > thing.low[0]) & (x < thing.high[0]) & (y > thing.low[1]) & (y < thing.high[1])
        taken = np.flatnonzero(inside & ~near)
        if len(taken):
            away = (points[taken] @ thing.normals.T - thing.reach).max(axis=1)
            near[taken] = away < AROUND_THINGS_MM
    return near.reshape(places.shape[:-1])
