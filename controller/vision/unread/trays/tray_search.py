"""Search a tray's lanes for what lies there unread.

A lane is proven to be empty, but for the cards that were read, if it shows its floor (`lanes/lane_floor.py`). One that
is not is compared with the empty tray as it is printed: by colour (`trays/sheet_colour.py`), by its lines and all of
its print (`lanes/lane_print.py`, `lanes/print_evidence.py`), by outlines and tints of paper. The sides of cards are
looked at in either case, and what lies on their print.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import cached_property

import cv2
import numpy as np
from numpy.typing import NDArray

from boards.geometry import Point, Pose
from boards.kit.trays import TRAY
from controller.vision.markers.occlusion import BLURRED_MODULES, SMALLEST_SIDE_PX, marker_side_px
from controller.vision.pose.placement import outline, to_mat_frame
from controller.vision.scene import Unread, Why
from controller.vision.unread.card_shape import RectifiedTray, find_unread_shapes, in_reflection
from controller.vision.unread.card_sides.protruding_cards import find_protruding_cards
from controller.vision.unread.compression import CompressedSheet, compressed_sheet
from controller.vision.unread.floor_print import FloorSeen
from controller.vision.unread.lanes.blank_cards import find_blank_cards
from controller.vision.unread.lanes.card_band import find_hidden_bands
from controller.vision.unread.lanes.card_print import find_hidden_prints
from controller.vision.unread.lanes.hidden_print import find_hidden_print
from controller.vision.unread.lanes.lane_coverage import HidingPlace, LaneCoverage
from controller.vision.unread.lanes.lane_floor import (
    find_on_floor,
    find_on_packed_floor,
    lane_shows_floor,
    shows_floor,
)
from controller.vision.unread.lanes.lane_light import LaneLight
from controller.vision.unread.lanes.lane_print import LanePrint, lane_print
from controller.vision.unread.lanes.print_evidence import PrintEvidence, print_evidence
from controller.vision.unread.paper.loose_paper import find_grey_paper, find_loose_paper
from controller.vision.unread.paper.paper_outlines import find_paper_outlines
from controller.vision.unread.paper.torn_edges import find_torn_edges
from controller.vision.unread.paper.white_places import find_white_places
from controller.vision.unread.paper.white_scraps import find_white_scraps
from controller.vision.unread.trays.sheet_colour import SheetColour
from controller.vision.unread.trays.tray_sheet import COLUMNS, ROWS, in_squares, squares, squares_inside
from controller.vision.unread.trays.tray_view import TrayView

MOSTLY = 0.5
"""Share of a place in the haze of a burnt-out one, from which that is why the floor is not seen."""
_BESIDE_CARD_MM = 3.0
_LANES = range(TRAY.lanes)

Squares = NDArray[np.bool_]
"""Squares of the sheet: rows x columns."""


def search_tray(tray: TrayView, lanes: Sequence[int]) -> list[Unread]:
    """Return what lies unread in those of a tray's lanes that are wholly in the picture, and at cards' sides."""
    # Strong compression takes the floor away in places, and its squares are about as large as the tiles.
    floor = tray.floor if tray.quality is None else None
    proven = {lane for lane in lanes if floor is not None and lane_shows_floor(floor, lane, tray.covered)}
    search = _TraySearch(tray, floor, [lane for lane in lanes if lane not in proven])
    found = find_protruding_cards(tray, search.lying, search.blank_cards, places=search.lines.places)
    found += search.on_cards()
    found += [item for lane in search.lanes for item in search.in_lane(lane)]
    found += search.on_floor()
    told = {_lane_of(tray, item) for item in found} | proven
    for mask in search.pieces_of_paper() if set(lanes) - told else ():
        outline_, middle = tray.hull(mask)
        if TRAY.lane_of(tray.pose.local(middle)) not in told and not search.empty(mask):
            found.append(Unread(Why.COVERED, outline_, Pose(middle.x, middle.y, tray.pose.heading), None))
    if tray.edition.tinted and tray.quality is None:
        told = {_lane_of(tray, item) for item in found}
        for mask in find_white_scraps(tray.squares[0], tray.edition, tray.below):
            outline_, middle = tray.hull(mask)
            if TRAY.lane_of(tray.pose.local(middle)) not in told:
                found.append(Unread(Why.COVERED, outline_, Pose(middle.x, middle.y, tray.pose.heading), None))
    return _with_blank_cards(tray, search.blank_cards, found)


def _with_blank_cards(tray: TrayView, blank: Sequence[tuple[int, Squares]], found: Sequence[Unread]) -> list[Unread]:
    """Return what lies unread, and what is a blank card by that cause: what is told of its place is a part of it.

    ``blank``: lanes in which blank cards lie, and their squares.
    """
    items = list(found)
    asked = {_lane_of(tray, item) for item in found if item.why == Why.COVERED}
    asked -= {_lane_of(tray, item) for item in found if item.why == Why.NOT_OURS}
    for lane, card in blank:
        if lane in asked:
            outline_, middle = tray.hull(card)
            items = [item for item in items if item.why != Why.COVERED or not _lies_on(tray, item, card)]
            items.append(Unread(Why.NOT_OURS, outline_, Pose(middle.x, middle.y, tray.pose.heading), None))
    return items


def _lane_of(tray: TrayView, item: Unread) -> int | None:
    return None if item.pose is None else TRAY.lane_of(tray.pose.local(item.pose.point))


def _lies_on(tray: TrayView, item: Unread, squares: Squares) -> bool:
    """Tell whether the middle of something lies on these squares."""
    if item.pose is None:
        return False
    at = tray.pose.local(item.pose.point)
    column, row = np.rint(in_squares(np.array([(at.x, at.y)]))[0]).astype(int).tolist()
    return 0 <= row < ROWS and 0 <= column < COLUMNS and bool(squares[row, column])


class _TraySearch:
    """What is measured of one tray: when it is first asked for, since a lane that shows its floor needs none of it."""

    def __init__(self, tray: TrayView, floor: FloorSeen | None, lanes: Sequence[int]) -> None:
        """``floor``: of the lanes, if it can be relied on; ``lanes``: those that are searched."""
        self.tray = tray
        self._floor = floor
        self.lanes = lanes
        self._nothing = np.zeros_like(tray.covered)

    @cached_property
    def lines(self) -> LanePrint:
        return lane_print(self.tray.flat, self.tray.edition, self.tray.covered)

    @cached_property
    def _compressed(self) -> CompressedSheet | None:
        return compressed_sheet(self.tray, self.tray.blur_mm)

    @cached_property
    def _print(self) -> PrintEvidence:
        tray, sheets = self.tray, self._compressed.sheets if self._compressed else ()
        return print_evidence(tray.flat, tray.edition, tray.below, self.lines.places, tray.blur_mm, sheets)

    @cached_property
    def _coverage(self) -> LaneCoverage:
        return LaneCoverage(self.tray.flat, self._print, self.tray.below)

    @cached_property
    def _hiding(self) -> dict[int, list[HidingPlace]]:
        """In which places of each lane a card could lie unseen."""
        return {
            lane: [place for place in self._coverage.hiding_places(lane) if not self.empty(place.squares)]
            for lane in self.lanes
        }

    @cached_property
    def _unexplained(self) -> list[Squares]:
        """The squares of these places, lane by lane."""
        return [
            np.any([place.squares for place in self._hiding.get(lane, ())] or [self._nothing], axis=0)
            for lane in _LANES
        ]

    @cached_property
    def _colour(self) -> SheetColour:
        tray, left = self.tray, self.tray.floor is not None and self.tray.quality is not None
        colour = SheetColour.measured(*tray.squares, tray.edition, tray.noise, floor=left)
        sheets = self._compressed.sheets if self._compressed else ()
        if not sheets:
            return colour
        # Compression gives the colour of a line to all around it, or takes it away.
        empty = [SheetColour.measured(*squares(sheet), tray.edition, tray.noise, floor=left).hue for sheet in sheets]
        return replace(colour, hue=np.maximum(colour.hue - np.max(empty, axis=0), 0.0))

    @cached_property
    def _seen(self) -> RectifiedTray:
        tray = self.tray
        return RectifiedTray(tray.edition, tray.flat, self._colour, tray.covered, self.lines, self._unexplained)

    @cached_property
    def _shapes(self) -> dict[int, list[tuple[NDArray[np.uint8], bool]]]:
        """The squares of what looks otherwise than the sheet in each lane, and whether that is a card."""
        return {
            lane: [(mask, card) for mask, card in find_unread_shapes(self._seen, lane) if not self.empty(mask > 0)]
            for lane in self.lanes
        }

    @cached_property
    def blank_cards(self) -> list[tuple[int, Squares]]:
        """The lanes in which cards lie whose blank side is up, and the squares of these."""
        if self._floor is None:
            return []
        flat, covered = self.tray.flat, self.tray.covered
        return [(lane, card) for lane in self.lanes for card in find_blank_cards(self._floor, flat, covered, lane)]

    @property
    def lying(self) -> list[list[NDArray[np.uint8]]]:
        """The squares of what lies unread, lane by lane."""
        if not self.lanes:
            return [[] for _lane in _LANES]
        # Print is no part of what says nothing.
        return [
            [mask for mask, _card in self._shapes.get(lane, ())]
            + [
                place.squares.astype(np.uint8)
                for place in self._hiding.get(lane, ())
                if not (place.burnt or place.dark)
            ]
            for lane in _LANES
        ]

    def on_cards(self) -> list[Unread]:
        """Return the cards on whose print something lies."""
        tray, things = self.tray, self.tray.outlines(_BESIDE_CARD_MM)
        hidden = set(find_hidden_prints(tray.flat, tray.cards, things))
        if tray.quality is None:
            hidden |= set(find_hidden_bands(tray.flat, tray.edition, tray.below, tray.cards, things))
        cards = [tray.cards[nth] for nth in sorted(hidden)]
        return [
            _hiding(tray, self._coverage.place(squares_inside([to_mat_frame(pose, outline(key))])))
            for key, pose in cards
        ]

    def in_lane(self, lane: int) -> list[Unread]:
        """Return what lies in a lane, or may lie there unseen, or hides its print."""
        tray, shapes = self.tray, self._shapes[lane]
        found = [self._unread(mask, card=card) for mask, card in shapes]
        known = np.any([mask > 0 for mask, _card in shapes] or [self._nothing], axis=0)
        found += [_hiding(tray, place) for place in self._hiding[lane] if not (place.squares & known).any()]
        missing = self._hidden_print[lane]
        if missing.any():
            missing = missing & ~self._coverage.dazzled
        if missing.any() and not (missing & (known | self._unexplained[lane])).any():
            found.append(_hiding(tray, self._coverage.place(missing)))
        return found

    @cached_property
    def _hidden_print(self) -> list[Squares]:
        return find_hidden_print(self._print)

    def on_floor(self) -> list[Unread]:
        """Return what hides the floor of the lanes, and is not told otherwise."""
        tray = self.tray
        if tray.floor is None or not self.lanes:
            return []
        shapes = (mask > 0 for of_lane in self._shapes.values() for mask, _card in of_lane)
        lies = np.any([self._nothing, *self._unexplained, *shapes], axis=0)
        find = find_on_packed_floor if self._floor is None else find_on_floor
        masks = [mask for mask in find(tray.floor, tray.covered) if not (mask & lies).any()]
        found = [(mask, self._unread(mask.astype(np.uint8), card=False)) for mask in masks]
        # Beside what is burnt out its light takes the floor away.
        return [
            replace(item, why=Why.GLARE) if self._coverage.dazzled[mask].mean() > MOSTLY else item
            for mask, item in found
        ]

    def pieces_of_paper(self) -> list[Squares]:
        """Return the squares of pieces of paper of any shape that lie in the lanes."""
        tray = self.tray
        pieces = find_loose_paper(tray.squares[0], tray.edition, tray.below, self._compressed)
        if self._compressed is not None:
            return pieces + find_grey_paper(self._colour.light, tray.covered, self._print)
        light = LaneLight.measured(tray.flat, tray.edition, tray.below)
        if light is None or not self._print.flat:
            return pieces
        uneven = self._colour.uneven(~tray.covered)
        small = find_paper_outlines(light, self._print, uneven=uneven)
        small += find_torn_edges(tray.flat, tray.edition, tray.below, light)
        # Lamps are of different colours.
        small += [] if uneven else find_white_places(light, tray.edition)
        return pieces + [
            cv2.resize(piece.astype(np.uint8), (COLUMNS, ROWS), interpolation=cv2.INTER_AREA) > 0 for piece in small
        ]

    def empty(self, squares: Squares) -> bool:
        """Tell whether a part of the lanes shows its floor, so that nothing lies there."""
        return self._floor is not None and shows_floor(self._floor, squares, self.tray.covered)

    def _unread(self, mask: NDArray[np.uint8], *, card: bool) -> Unread:
        outline_, middle = self.tray.hull(mask > 0)
        why = self._why(middle, mask, card=card)
        return Unread(why, outline_, Pose(middle.x, middle.y, self.tray.pose.heading), None)

    def _why(self, middle: Point, mask: NDArray[np.uint8], *, card: bool) -> Why:
        """Tell why what lies there was not read, the surest cause first."""
        if marker_side_px(self.tray.view, middle) < SMALLEST_SIDE_PX:
            return Why.TOO_SMALL
        if in_reflection(self._seen, mask):
            return Why.GLARE
        if self.tray.blur_modules > BLURRED_MODULES:
            return Why.BLURRED
        return Why.NOT_OURS if card else Why.COVERED


def _hiding(tray: TrayView, place: HidingPlace) -> Unread:
    outline_, middle = tray.hull(place.squares)
    why = Why.BLURRED if tray.blur_modules > BLURRED_MODULES or place.faint else Why.COVERED
    if place.burnt or place.dark:
        why = Why.GLARE if place.burnt else Why.DARK
    return Unread(why, outline_, Pose(middle.x, middle.y, tray.pose.heading), None)
