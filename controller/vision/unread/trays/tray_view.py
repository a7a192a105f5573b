"""One tray in one picture, with all that was read near it: what each look at its lanes starts from."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from math import cos, radians, sin

import cv2
import numpy as np
from numpy.typing import NDArray

from boards.geometry import Pixel, Point, Pose
from boards.kit.marker_plan import CARD_MARKER_MM, MODULES
from boards.kit.thing_keys import CardKey, ThingKey, TrayKey
from boards.kit.trays import TRAY
from calibration.camera_frames import Image
from calibration.camera_model import Floats, View
from controller.vision.markers.occlusion import marker_side_px
from controller.vision.pose.placement import outline, project_points, to_mat_frame, to_pixels
from controller.vision.scene import Unread, Why
from controller.vision.unread.floor_print import FloorSeen
from controller.vision.unread.lanes.lane_floor import see_lane_floor, without_floor
from controller.vision.unread.trays.tray_sheet import (
    CELL_MM,
    COLUMNS,
    COLUMNS_ON_SHEET,
    TrayEdition,
    pixels_inside,
    rectify_sheet,
    square_centre,
    squares,
    squares_inside,
)
from controller.vision.unread.trays.tray_tint import shows_tint

AROUND_THING_MM = 5.0
"""Distance from a thing that was read up to which squares may show its edge and its shadow."""
EDGE_MM = 1.5
"""Width of a card's white edge that is looked at: 4.8 mm are white, and the card's place is not sure to all of it."""
AROUND_SHEET_MM = 3.0
"""Distance from another sheet that was read up to which its shadow lies on this one..."""
RIM_MM = 16
"""... and distance from this sheet's edge up to which another may lie on it and hide no card."""

Lying = tuple[ThingKey, Pose]
"""A thing's key and where it lies on the table."""


@dataclass(frozen=True, eq=False)
class TrayView:
    """A tray in a picture."""

    image: Image
    view: View
    key: TrayKey
    pose: Pose
    """On the table."""
    read: Sequence[Lying]
    """The things that were read near it, without sheets."""
    sheets: Sequence[Lying]
    """The mat and the other trays."""
    blur_modules: float
    """Blur of the picture's edges, one standard deviation in modules of a card's marker."""
    noise: float
    """Of the picture, grey levels."""
    quality: int | None = None
    """With which the picture was compressed (JPEG, 1 to 100), if that was strong."""

    @cached_property
    def from_above(self) -> Image:
        """The sheet from above, 1 px a mm."""
        return rectify_sheet(self.image, self.view, self.pose)

    @cached_property
    def edition(self) -> TrayEdition:
        """How the sheet was printed."""
        return TrayEdition(self.key, shows_tint(self.from_above, self.below))

    @cached_property
    def floor(self) -> FloorSeen | None:
        """Where the floor of its lanes is seen; None if it was printed without one."""
        return see_lane_floor(self.from_above, self.edition, self.below, self.covered)

    @cached_property
    def flat(self) -> Image:
        """The sheet from above, 1 px a mm, without its floor where that is seen.

        What strong compression leaves of it stays.
        """
        if self.floor is None or self.quality is not None:
            return self.from_above
        return without_floor(self.from_above, self.edition, self.floor, self.blur_mm)

    @cached_property
    def squares(self) -> tuple[Floats, Floats]:
        """The mean colour of each of its squares, and its texture: see :func:`tray_sheet.squares`."""
        return squares(self.flat)

    @cached_property
    def cards(self) -> list[tuple[CardKey, Pose]]:
        """The cards that were read in its lanes, with their poses in its frame."""
        cards = [(key, self.local(pose)) for key, pose in self.read if isinstance(key, CardKey)]
        return [(key, pose) for key, pose in cards if TRAY.lane_of(pose.point) is not None]

    @cached_property
    def covered(self) -> NDArray[np.bool_]:
        """The squares that things which were read may show on."""
        middles = np.s_[CELL_MM // 2 :: CELL_MM]
        return squares_inside(self.outlines(AROUND_THING_MM)) | self.over_rim[middles, middles]

    @cached_property
    def below(self) -> NDArray[np.bool_]:
        """The pixels of the sheet that things which were read hide, and other sheets at its rim."""
        return self.below_things | self.over_rim

    @cached_property
    def below_things(self) -> NDArray[np.bool_]:
        """The pixels of the sheet that things which were read hide."""
        return pixels_inside(self.outlines())

    @cached_property
    def over_rim(self) -> NDArray[np.bool_]:
        """The pixels near the sheet's edges on which, or below which, other sheets lie."""
        found = pixels_inside(_placed(self._sheet_places, AROUND_SHEET_MM))
        found[RIM_MM:-RIM_MM, RIM_MM : -RIM_MM - (COLUMNS - COLUMNS_ON_SHEET) * CELL_MM] = False
        return found

    @cached_property
    def blur_mm(self) -> float:
        """Blur of the picture's edges, one standard deviation in mm."""
        return self.blur_modules * CARD_MARKER_MM / MODULES

    @cached_property
    def px_per_mm(self) -> float:
        """Scale of the picture where the tray lies."""
        return marker_side_px(self.view, self.pose.point) / CARD_MARKER_MM

    def local(self, pose: Pose) -> Pose:
        """Return a pose in the tray's frame."""
        at = self.pose.local(pose.point)
        return Pose(at.x, at.y, pose.heading - self.pose.heading)

    @cached_property
    def without_edges(self) -> NDArray[np.bool_]:
        """The pixels of the sheet below things that were read, their white edges left out, and below other sheets."""
        return pixels_inside(self.outlines(-EDGE_MM)) | self.over_rim

    @cached_property
    def _places(self) -> list[_Place]:
        return [_Place.of(key, self.local(pose)) for key, pose in self.read]

    @cached_property
    def _sheet_places(self) -> list[_Place]:
        return [_Place.of(key, self.local(pose)) for key, pose in self.sheets]

    def outlines(self, grown_mm: float = 0.0) -> list[Floats]:
        """Return the outlines of the things that were read, in the tray's frame, with some mm around (N x 2 each)."""
        return _placed(self._places, grown_mm)

    def all_outlines(self) -> list[Floats]:
        """Return the outlines of the things that were read, and of other sheets, in the tray's frame (N x 2 each)."""
        return [*self.outlines(), *_placed(self._sheet_places, 0.0)]

    def pixels(self, local: Floats) -> Floats:
        """Project places of the tray's frame (N x 2 mm) to the picture (N x 2 px)."""
        return self.view.project_plane(to_mat_frame(self.pose, local))

    def unread(self, why: Why, local: Floats, at: Point) -> Unread:
        """Report something with this outline (N x 2 mm of the tray's frame) at a place of the tray's frame."""
        place = self.pose.place(at)
        return Unread(why, to_pixels(self.pixels(local)), Pose(place.x, place.y, self.pose.heading), None)

    def hull(self, mask: NDArray[np.bool_]) -> tuple[tuple[Pixel, ...], Point]:
        """Return the convex outline of squares in the picture, and their middle on the table.

        What reaches the end of a lane is in that lane; beyond it is the sheet's edge, which is elsewhere if it is bent.
        """
        rows, columns = np.nonzero(mask)
        corners = cv2.convexHull(np.stack([columns, rows], axis=1).astype(np.float32))[:, 0]
        hull = [self.pose.place(square_centre(x, y)) for x, y in corners.tolist()]
        middle = square_centre(float(columns.mean()), float(rows.mean()))
        if 0.0 <= middle.x - TRAY.field.high.x < CELL_MM / 2:
            middle = Point(TRAY.field.high.x - 1.0, middle.y)
        return project_points(self.view, hull), self.pose.place(middle)


@dataclass(frozen=True, eq=False)
class _Place:
    """A thing in a tray's frame."""

    key: ThingKey
    turn: Floats
    """2 x 2: what turns rows of places."""
    shift: Floats
    """2, mm."""

    @classmethod
    def of(cls, key: ThingKey, pose: Pose) -> _Place:
        turn = radians(pose.heading)
        sine, cosine = sin(turn), cos(turn)
        return cls(key, np.array([[cosine, sine], [-sine, cosine]]), np.array([pose.x, pose.y]))


def _placed(places: Sequence[_Place], grown_mm: float) -> list[Floats]:
    """Return the outlines of things, with some mm around them (N x 2 each)."""
    return [_grown_outline(place.key, grown_mm) @ place.turn + place.shift for place in places]


@lru_cache(maxsize=512)
def _grown_outline(key: ThingKey, grown_mm: float) -> Floats:
    """Return the outline of a thing in its own frame, with some mm around it (N x 2)."""
    edge = outline(key)
    return np.asarray(edge * (1.0 + 1.4 * grown_mm / np.maximum(np.linalg.norm(edge, axis=1, keepdims=True), 1.0)))
