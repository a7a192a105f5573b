"""Report what sticks out from below the cards that were read in a tray's lanes: it makes their rows unread."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Sequence

import cv2
import numpy as np
from numpy.typing import NDArray

from boards.geometry import Point, Pose
from boards.kit.kit import CARD_MM
from boards.kit.trays import TRAY
from calibration.camera_model import Floats
from controller.vision.pose.placement import points_array, to_mat_frame
from controller.vision.scene import Unread, Why
from controller.vision.unread.card_sides.below_cards import find_below_cards
from controller.vision.unread.card_sides.beyond_sheet import find_beyond_sheet
from controller.vision.unread.card_sides.card_rings import CardRings, card_rings
from controller.vision.unread.card_sides.card_surround import find_protrusions
from controller.vision.unread.card_sides.fading_shadows import is_contact_shadow, is_fading_shadow
from controller.vision.unread.card_sides.flat_sheets import MOST_BLUR_MM, lies_flat
from controller.vision.unread.card_sides.grey_edges import is_grey_edge
from controller.vision.unread.card_sides.line_colour import lines_in_colour
from controller.vision.unread.card_sides.lost_lines import find_lost_lines
from controller.vision.unread.card_sides.lower_edges import find_lower_edges
from controller.vision.unread.card_sides.outer_borders import find_hidden_outer_borders
from controller.vision.unread.card_sides.plain_strips import find_plain_strips
from controller.vision.unread.card_sides.side_parts import SidePart
from controller.vision.unread.card_sides.stray_print import find_stray_print, in_shadow
from controller.vision.unread.card_sides.tint_beside_cards import TintBesideCards, see_tint_beside_cards
from controller.vision.unread.lanes.lane_print import line_columns
from controller.vision.unread.lanes.print_evidence import displacement_mm
from controller.vision.unread.trays.tray_sheet import CELL_MM, COLUMNS, CORNER, ROWS, pixels_inside, squares_inside
from controller.vision.unread.trays.tray_view import TrayView

SCREEN_SIDES = 3
"""Black sides of a card from which it is a picture on a screen."""
TOUCHING_MM = 6.0
"""Distance from a card within which print lies below it..."""
TOUCHING_SHARE = 0.3
"""... and the share of a piece of print that must lie there."""
BLANK_EDGE_MM = 3.0
"""Width of a card's edge on which surely nothing is printed: 4.8 mm are white."""
MOST_OF_CARD_MM = 50.0
"""Height in a lane from which something lies in that lane, and not below a card of the next one: it sticks out from a
card by no more than that card is high."""
REACH_SQUARES = (2, 4)
"""Squares along and across the lanes by which such a thing is larger than what is compared of a lane: not its edges."""
EXPLAINED_SHARE = 0.5
"""Share of what is seen beside a card that must belong to it."""

INTO_NEXT_MM = 12.0
"""Distance into the next lane up to which something beside a card counts for the card's lane alone: a card of which so
little lies in a lane does not belong to it."""

BENT_MM = (1.0, 2.0)
"""Displacements of a bent sheet, next to a card, from which the column of tiles beside it is not missed, and the
borders of the lane are not."""

_QUARTERS = np.array([(-1, 1), (1, 1), (1, -1), (-1, -1)])
_CORNERS_OF_CARD = np.array(CARD_MM) / 2 * _QUARTERS
_AROUND_CARD = (np.array(CARD_MM) / 2 + TOUCHING_MM) * _QUARTERS
_BLANK_BESIDE = [(np.array(CARD_MM) / 2 + off) * _QUARTERS for off in ((BLANK_EDGE_MM, 0.0), (0.0, BLANK_EDGE_MM))]
_CORNER = np.array([CORNER.x, CORNER.y])


def find_protruding_cards(
    tray: TrayView,
    shapes: Sequence[Sequence[NDArray[np.uint8]]],
    blank: Sequence[tuple[int, NDArray[np.bool_]]] = (),
    places: NDArray[np.intp] | None = None,
) -> list[Unread]:
    """Report what sticks out from below cards, and cards that a screen shows: those have a black frame.

    ``shapes``: the squares of each unread thing in each lane; one that reaches a card of the next lane is no part of
    that lane's row. ``blank``: lanes in which a blank card lies, and its squares. ``places``: where the sheet's
    upright lines are (None: as printed); where it is bent, slivers of cards are not looked for.
    """
    cards = [pose for _key, pose in tray.cards]
    if not cards:
        return []
    sides = find_protrusions(tray.flat, tray.edition, cards, tray.below_things)
    frames = Counter(nth for nth, _shape, black in sides if black)
    screens = {nth for nth, count in frames.items() if count >= SCREEN_SIDES}
    rings = card_rings(tray)
    tint = see_tint_beside_cards(rings, tray.blur_mm) if tray.edition.tinted else None
    parts = _stray_print(tray, rings) + _beyond_sheet(tray, cards, tint)
    found = [
        tray.unread(Why.SCREEN, to_mat_frame(cards[nth], _CORNERS_OF_CARD), cards[nth].point) for nth in sorted(screens)
    ]
    own = [_lying_in_lane(parts) for parts in shapes]
    told: set[tuple[int, Point]] = set()
    # Paper beyond the right end of a lane counts for no row: the sheet's edge is elsewhere if it is bent. Print does.
    in_row = [*(((nth, shape), False) for nth, shape, _black in sides), *((part, True) for part in parts)]
    for (nth, shape), clipped in in_row:
        if nth in screens:
            continue
        middle = Point(*shape.mean(axis=0).tolist())
        at_card, at_middle = TRAY.lane_of(cards[nth].point), TRAY.lane_of(middle)
        below = clipped and at_card in _lanes_of_cards_near(tray, pixels_inside([shape]))
        lanes = _lanes(shape, at_card, at_middle, own, whole=clipped, below=below)
        if not clipped and len(lanes) > 1 and not _beside_card_of(tray, shape, at_middle):
            lanes = lanes[:1]
        for lane in lanes:
            if (lane, middle) not in told and not is_grey_edge(tray, lane, shape, blank):
                told.add((lane, middle))
                inside = _in_lane(middle, lane)
                at = inside if clipped else Point(max(middle.x, inside.x), inside.y)
                found.append(tray.unread(Why.COVERED, shape, at))
    columns = line_columns(tray.edition) if places is None else places
    off = [displacement_mm(tray.edition, columns, pose.point) for pose in cards]
    return [*found, *_below_cards(tray, rings, tint, screens, own, off, blank)]


def _below_cards(
    tray: TrayView,
    rings: tuple[CardRings, ...],
    tint: TintBesideCards | None,
    screens: Collection[int],
    own: Sequence[NDArray[np.uint8]],
    off: Sequence[float],
    blank: Sequence[tuple[int, NDArray[np.bool_]]],
) -> list[Unread]:
    """Report what shows along the sides of cards, in the card's own lane: the next lane's cards have sides, too.

    ``tint``: what is seen of it, if the tray has one; ``own``: for each lane, the squares of what lies mostly in it,
    and need not be told again for the next one; ``off``: by how much the sheet is off its place at each card, mm.
    """
    cards = [pose for _key, pose in tray.cards]
    found: list[Unread] = []
    strips, in_gaps = _hidden_strips(tray, rings, tint, off)
    for strip in strips:
        lane = TRAY.lane_of(cards[strip.card].point)
        shape = to_mat_frame(cards[strip.card], strip.shape)
        if strip.card not in screens and lane is not None:
            lanes = {lane}
            if strip in in_gaps:
                lanes |= _lanes_of_cards_near(tray, pixels_inside([shape]))
                lanes = {at for at in lanes if _belongs(shape, own[at])} or lanes
            middle = Point(*shape.mean(axis=0).tolist())
            found += [tray.unread(Why.COVERED, shape, _in_lane(middle, at)) for at in sorted(lanes)]
    for part in find_below_cards(rings, tray.noise, tray.px_per_mm):
        lane = TRAY.lane_of(cards[part.card].point)
        if part.card in screens or lane is None or off[part.card] >= BENT_MM[1]:
            continue
        if part.dark is None and tint is not None and tint.nothing_missed(part):
            continue
        if part.dark is None and lines_in_colour(tray, cards[part.card], part.shape):
            continue
        shape = to_mat_frame(cards[part.card], part.shape)
        dark = None if part.dark is None else pixels_inside([to_mat_frame(cards[part.card], part.dark)])
        if dark is not None and _is_shadow(tray, rings, dark, tip=not part.evenly_lit):
            continue
        near = _lanes_of_cards_near(tray, dark) if dark is not None else set()
        if lane not in near and any(_belongs(shape, other) for at, other in enumerate(own) if at != lane):
            continue
        seen = shape if part.dark is None else to_mat_frame(cards[part.card], part.dark)
        lanes = {at for at in (lane, *near) if not is_grey_edge(tray, at, seen, blank)}
        middle = Point(*shape.mean(axis=0).tolist())
        found += [tray.unread(Why.COVERED, shape, _in_lane(middle, at)) for at in sorted(lanes)]
    return found


def _beyond_sheet(tray: TrayView, cards: Sequence[Pose], tint: TintBesideCards | None) -> list[tuple[int, Floats]]:
    """Return what sticks out over the sheet's edge: indices of the cards above it, and its outline."""
    found = find_beyond_sheet(tray.image, tray.view, tray.edition, tray.pose, cards, tray.all_outlines())
    if tint is None:
        return found
    # Where the tint is seen between a card and the edge, what lies beyond the edge is another thing.
    return [(nth, shape) for nth, shape in found if not tint.is_seen(SidePart(nth, _from_mat_frame(cards[nth], shape)))]


def _hidden_strips(
    tray: TrayView, rings: tuple[CardRings, ...], tint: TintBesideCards | None, off: Sequence[float]
) -> tuple[list[SidePart], list[SidePart]]:
    """Return the parts of cards' sides beside which the lane is hidden, and those of them in gaps between two rows.

    ``tint``: what is seen of it, if the tray has one; ``off``: by how much the sheet is off its place at each card, mm.
    """
    flat = lies_flat(rings, tray.blur_mm)
    lost = find_lost_lines(rings, tray.blur_mm, flat=flat)
    lines = lost.beside_cards + lost.in_gaps + find_hidden_outer_borders(rings)
    strips = [line for line in lines if off[line.card] < BENT_MM[1]]
    # Strong compression takes the floor away, too.
    if tray.floor is not None and tray.quality is None:
        strips += [plain for plain in find_plain_strips(rings) if off[plain.card] < BENT_MM[0]]
    if tint is not None:
        # Where the lane's tint is seen nothing lies: lines that are missing there are elsewhere.
        strips = [strip for strip in strips if not tint.nothing_missed(strip)]
        if _tells_white_strips(tray):
            strips += [white for white in tint.white_strips() if off[white.card] < BENT_MM[0]]
    elif flat and tray.quality is None:
        strips += [edge for edge in find_lower_edges(rings) if off[edge.card] < BENT_MM[0]]
    return strips, lost.in_gaps


def _tells_white_strips(tray: TrayView) -> bool:
    """Tell whether a white card that sticks out on the tray's tint is surely seen in this picture."""
    return tray.edition.tinted and tray.quality is None and tray.blur_mm <= MOST_BLUR_MM


def _lanes_of_cards_near(tray: TrayView, dark: NDArray[np.bool_]) -> set[int]:
    """Return the lanes of the cards that are nearer to a piece of print than its own card's edge can be.

    That card lies below those: nothing is printed near its edges.
    """
    found: set[int] = set()
    for _key, pose in tray.cards:
        lane = TRAY.lane_of(pose.point)
        if lane is not None and (dark & pixels_inside([to_mat_frame(pose, part) for part in _BLANK_BESIDE])).any():
            found.add(lane)
    return found


def _is_shadow(tray: TrayView, rings: tuple[CardRings, ...], dark: NDArray[np.bool_], *, tip: bool) -> bool:
    """Tell whether something dark beside a card is a part of a shadow. ``tip``: whether one's tip may be there."""
    if not dark.any():
        return False
    if tip and in_shadow(tray.flat, tray.edition, dark, tray.below_things, tray.without_edges):
        return True
    return is_fading_shadow(tray.flat, [pose for _key, pose in tray.cards], rings, dark)


def _lanes(
    shape: Floats,
    at_card: int | None,
    at_middle: int | None,
    own: Sequence[NDArray[np.uint8]],
    *,
    whole: bool,
    below: bool,
) -> list[int]:
    """Return the lanes whose rows are unread for something beside a card.

    ``shape``: its outline (N x 2 mm of the tray's frame); ``at_card``, ``at_middle``: the lanes of the card and of its
    own middle; ``own``: for each lane, the squares of what lies mostly in it; ``whole``: whether it is seen how far it
    reaches, and not only what is next to the card; ``below``: whether it surely goes on below the card. What lies in a
    lane with more than a card hides of another is that lane's.
    """
    if at_card is None or at_middle is None or at_card == at_middle:
        return [lane for lane in {at_card, at_middle} if lane is not None]
    if _belongs(shape, own[at_middle]):
        # What is seen there may be two things, one below the other.
        return [at_middle, at_card] if below else [at_middle]
    area = TRAY.lane(at_middle)
    deep = area.high.y - shape[:, 1].min() if at_middle > at_card else shape[:, 1].max() - area.low.y
    if whole and deep >= MOST_OF_CARD_MM:
        return [at_middle]
    return [at_card] if whole and deep <= INTO_NEXT_MM else [at_card, at_middle]


def _beside_card_of(tray: TrayView, shape: Floats, lane: int | None) -> bool:
    """Tell whether something beside a card lies beside a card of another lane, too: it may be below that one.

    Where that lane is bare, what lies in it is seen there, or is no part of its row.
    """
    near = [to_mat_frame(pose, _AROUND_CARD) for _key, pose in tray.cards if TRAY.lane_of(pose.point) == lane]
    return bool((pixels_inside(near) & pixels_inside([shape])).any())


def _lying_in_lane(shapes: Sequence[NDArray[np.uint8]]) -> NDArray[np.uint8]:
    """Return the squares of things that lie mostly in a lane, with its edges."""
    found: NDArray[np.uint8] = np.zeros((ROWS, COLUMNS), np.uint8)
    for mask in shapes:
        high = np.flatnonzero(mask.any(axis=1))
        if (high[-1] + 1 - high[0]) * CELL_MM >= MOST_OF_CARD_MM:
            np.maximum(found, mask, out=found)
    across, down = REACH_SQUARES
    return np.asarray(cv2.dilate(found, np.ones((2 * down + 1, 2 * across + 1), np.uint8)), np.uint8)


def _belongs(shape: Floats, own: NDArray[np.uint8]) -> bool:
    """Tell whether something beside a card (N x 2 mm of the tray's frame) belongs to what lies in the other lane."""
    there = squares_inside([shape])
    return bool(there.any()) and float(own[there].mean()) > EXPLAINED_SHARE


def _stray_print(tray: TrayView, rings: tuple[CardRings, ...]) -> list[tuple[int, Floats]]:
    """Return print that belongs to nothing read: indices of the cards that it touches, and its outline."""
    found = find_stray_print(tray.flat, tray.edition, tray.below_things, tray.without_edges, tray.noise)
    poses = [pose for _key, pose in tray.cards]
    found = [piece for piece in found if not is_fading_shadow(tray.flat, poses, rings, piece)]
    if _tells_white_strips(tray):
        found = [piece for piece in found if not is_contact_shadow(piece, tray.below_things)]
    around = [pixels_inside([to_mat_frame(pose, _AROUND_CARD)]) for _key, pose in tray.cards] if found else []
    parts: list[tuple[int, Floats]] = []
    for mask in found:
        rows, columns = np.nonzero(mask)
        hull = cv2.convexHull(np.stack([columns, rows], axis=1).astype(np.float32))[:, 0].astype(np.float64)
        shape = _CORNER + (hull + 0.5) * (1.0, -1.0)
        # It may lie below any card that it touches.
        beside = np.array([int((mask & near).sum()) for near in around])
        least = max(1, min(TOUCHING_SHARE * len(rows), beside.max()))
        parts += [(int(nth), shape) for nth in np.flatnonzero(beside >= least)]
    return parts


def _from_mat_frame(pose: Pose, placed: Floats) -> Floats:
    """Return points (N x 2 mm) in the frame of a thing that lies at a pose of theirs."""
    return points_array(pose.local(Point(*place)) for place in placed.tolist())


def _in_lane(place: Point, lane: int) -> Point:
    """Return the nearest place inside a lane, mm of the tray's frame."""
    area = TRAY.lane(lane).grown(-1.0)
    return Point(float(np.clip(place.x, area.low.x, area.high.x)), float(np.clip(place.y, area.low.y, area.high.y)))
