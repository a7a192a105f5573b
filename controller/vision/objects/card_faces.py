"""Compare the print beside a card's markers with its drawing: which corner a marker is in, and whether it is this card.

Both markers of a card carry the same id, so one alone says which card it is but not where it lies. The picture to the
right of the upper left marker and the emblem to the left of the lower right one tell: they are compared with the
drawing that was printed, face and back. Decks of different numbers have the same ids on different cards; the print
tells them apart.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Sequence
from enum import Enum
from functools import lru_cache

import cv2
import numpy as np
from numpy.typing import NDArray

from boards.drawing.artwork import drawing_of
from boards.drawing.primitives import Drawing
from boards.drawing.raster import raster
from boards.geometry import Point, Pose, Rect
from boards.kit.cards import CardKind
from boards.kit.kit import CARD_MM, Kit
from boards.kit.printed_items import PrintedItem
from boards.kit.thing_keys import CardKey, ThingKey
from calibration.camera_frames import Image
from calibration.camera_model import Floats, View
from controller.vision.markers.greyscale import Grey
from controller.vision.markers.image_patches import inside_picture, rectified_patch
from controller.vision.objects.ink_colour import LEAD_DEGREES, degrees_apart, ink_colour
from controller.vision.objects.other_deck import Print
from controller.vision.pose.placement import points_array, to_mat_frame

SURE_CORRELATION = 0.55
"""Least correlation with the drawing of a corner."""

SURE_LEAD = 0.25
"""Least lead of that correlation over the other corner's."""

CLEAR_CORRELATION = 0.85
"""Correlation from which a print is that side of a card.

(A card's own side has 0.98, what a finger lies on less than this, whichever card it is compared with.)
"""
CLEAR_LEAD = 0.12
"""Least lead over another card's side: backs of two owners may look the same."""

Levels = NDArray[np.float32]

_PX_PER_MM = 2.0
BESIDE = (
    Rect(Point(-1.0, 14.0), Point(30.5, 42.0)),
    Rect(Point(-30.5, -42.0), Point(1.0, -14.0)),
)
"""In the card's frame: the picture beside the upper left marker, and the emblem beside the lower right one."""


def _clockwise(area: Rect) -> tuple[Point, ...]:
    return Point(area.low.x, area.high.y), area.high, Point(area.high.x, area.low.y), area.low


_CORNERS = points_array([corner for area in BESIDE for corner in _clockwise(area)])
"""Both areas, 8 x 2 mm, each from its upper left, clockwise."""
BESIDE_PX = round(BESIDE[0].width * _PX_PER_MM), round(BESIDE[0].height * _PX_PER_MM)


class PrintedSide(Enum):
    """What a card's print says about its markers."""

    FACE = "face"
    """This card's face."""
    BACK = "back"
    """This card's back, which all cards of its owner have."""
    OTHER = "other"
    """Another card's face or back."""
    UNSURE = "unsure"


Sides = dict[tuple[Hashable, bool], Levels]
"""Key and whether the face is up -> what is beside the upper left and the lower right marker (2 x P)."""


@lru_cache(maxsize=8)
def _made(kit: Kit) -> tuple[Sides, dict[tuple[ThingKey, bool], Floats]]:
    """Return the sides of a kit's cards that were drawn so far, and their inks: shared by all readers of this kit."""
    return {}, {}


class CardFaces:
    """The drawings beside the markers of a kit's cards, each made when it is first needed."""

    def __init__(self, kit: Kit) -> None:
        self._kit = kit
        self._made, self._inks = _made(kit)

    def identify_corner(self, grey: Grey, view: View, thing: PrintedItem, poses: tuple[Pose, Pose]) -> int | None:
        """Return 0 if a marker is surely the card's upper left one, 1 if the lower right one, None if it is not sure.

        ``poses`` are where the card lies in the first and in the second case.
        """
        first, second = _beside(grey, view, poses)
        alike = [self._alike(thing, first[0], 0), self._alike(thing, second[1], 1)]
        best = int(alike[1] > alike[0])
        return best if alike[best] > SURE_CORRELATION and alike[best] - alike[1 - best] > SURE_LEAD else None

    def classify_prints(self, grey: Grey, view: View, cards: Sequence[tuple[PrintedItem, Pose]]) -> list[PrintedSide]:
        """Classify the prints of cards that lie at these poses, as both their markers say."""
        there = _beside(grey, view, [pose for _thing, pose in cards])
        return [self._print_of(thing, beside) for (thing, _pose), beside in zip(cards, there, strict=True)]

    def printed_sides(
        self, grey: Grey, image: Image, view: View, cards: Sequence[tuple[PrintedItem, Pose]]
    ) -> list[frozenset[Print]]:
        """Return which sides of any cards lie at these poses: all that look alike, none if it is not clear."""
        there = _beside(grey, view, [pose for _thing, pose in cards])
        return [
            self._of_this_ink(image, view, pose, self._sides_seen(beside))
            for (_thing, pose), beside in zip(cards, there, strict=True)
        ]

    def back_is_of(self, image: Image, view: View, pose: Pose, colour: str, other: str) -> bool:
        """Tell whether a card's back is surely of one owner and not of another, whose backs look alike but for ink."""
        alike = frozenset({(colour, None), (other, None)})
        return self._of_this_ink(image, view, pose, alike) == {(colour, None)}

    def _of_this_ink(self, image: Image, view: View, pose: Pose, sides: frozenset[Print]) -> frozenset[Print]:
        """Return which of these sides, alike in their grey levels, may lie at a pose by the colour of their ink."""
        if len({colour for colour, _kind in sides}) < 2:
            return sides
        corners = view.project_plane(to_mat_frame(pose, _CORNERS)).reshape(-1, 4, 2)
        if not all(inside_picture(each, image.shape) for each in corners):
            return sides
        parts = np.stack([rectified_patch(image, each, BESIDE_PX) for each in corners])
        apart: dict[Print, float] = {}
        for colour, kind, thing in self._cards():
            for side, face_up in (((colour, kind), True), ((colour, None), False)):
                if side in sides and side not in apart:
                    seen = ink_colour(parts, self.sides(thing)[0 if face_up else 1])
                    if seen is None:
                        return sides
                    apart[side] = degrees_apart(seen, self._ink(thing, face_up))
        least = min(apart.values())
        return frozenset(side for side, angle in apart.items() if angle < least + LEAD_DEGREES)

    def _ink(self, thing: PrintedItem, face_up: bool) -> Floats:
        """Return the colour of a side's ink as it is printed."""
        name = (thing.key, face_up)
        if name not in self._inks:
            # As a picture shows it: not so bright that its colours could not be measured.
            parts = cv2.convertScaleAbs(_parts(drawing_of(thing.key, self._kit, "en", face_up)), alpha=0.8)
            found = ink_colour(np.asarray(parts, np.uint8), self.sides(thing)[0 if face_up else 1])
            assert found is not None
            self._inks[name] = found
        return self._inks[name]

    def backs_alike(self, one: str, other: str) -> bool:
        """Tell whether the backs of two owners' cards look too much alike to be told apart."""
        backs = {colour: self.sides(thing)[1] for colour, _kind, thing in self._cards() if colour in (one, other)}
        return _least_alike(backs[one], backs[other]) > 1.0 - CLEAR_LEAD

    def _sides_seen(self, there: Levels) -> frozenset[Print]:
        alike: dict[Print, float] = {}
        for colour, kind, thing in self._cards():
            face, back = (_least_alike(there, side) for side in self.sides(thing))
            alike[colour, kind], alike[colour, None] = face, back
        best = max(alike.values())
        return frozenset(
            side for side, value in alike.items() if best > CLEAR_CORRELATION and value > best - CLEAR_LEAD
        )

    def _cards(self) -> Iterator[tuple[str, CardKind, PrintedItem]]:
        """Return one card of each owner and kind."""
        for thing in self._kinds_of_cards():
            if isinstance(thing.key, CardKey):
                yield thing.key.colour, thing.key.kind, thing

    def _print_of(self, thing: PrintedItem, there: Levels) -> PrintedSide:
        face, back = (_least_alike(there, side) for side in self.sides(thing))
        if max(face, back) > CLEAR_CORRELATION:
            return PrintedSide.FACE if face > back else PrintedSide.BACK
        if not _seen(there).all():
            return PrintedSide.UNSURE
        best = max(_least_alike(there, side) for other in self._kinds_of_cards() for side in self.sides(other))
        return (
            PrintedSide.OTHER
            if best > CLEAR_CORRELATION and best - max(face, back) > CLEAR_LEAD
            else PrintedSide.UNSURE
        )

    def _kinds_of_cards(self) -> Iterator[PrintedItem]:
        return (t for key, t in self._kit.things.items() if isinstance(key, CardKey) and key.number == 1)

    def _alike(self, thing: PrintedItem, there: Levels, corner: int) -> float:
        """Correlate the place beside a corner's marker (P) with the drawing, -1 to 1: the better of face and back."""
        if not _seen(there):
            return -1.0
        return max(float(there @ side[corner]) for side in self.sides(thing))

    def sides(self, thing: PrintedItem) -> tuple[Levels, Levels]:
        """Return what is drawn beside both markers, on a card's face and on its back (2 x P each, normalised)."""
        # Copies of a card differ in their markers, which are not looked at; all backs of an owner are the same.
        key = thing.key
        face, back = ((key.colour, key.kind), key.colour) if isinstance(key, CardKey) else (key, key)
        return self._side(face, thing, True), self._side(back, thing, False)

    def _side(self, name: Hashable, thing: PrintedItem, face_up: bool) -> Levels:
        if (name, face_up) not in self._made:
            self._made[name, face_up] = _drawn(drawing_of(thing.key, self._kit, "en", face_up))
        return self._made[name, face_up]


def _beside(grey: Grey, view: View, poses: Sequence[Pose]) -> Levels:
    """Cut out what is beside both markers of cards, N x 2 x P; NaN where that is not wholly in the picture."""
    if not poses:
        return np.zeros((0, 2, BESIDE_PX[0] * BESIDE_PX[1]), np.float32)
    places = np.concatenate([to_mat_frame(pose, _CORNERS) for pose in poses])
    corners = view.project_plane(places).reshape(-1, 4, 2)
    height, width = grey.shape
    seen = ((corners >= 1.0) & (corners <= (width - 2.0, height - 2.0))).all(axis=(1, 2))
    there = np.full((len(corners), BESIDE_PX[0] * BESIDE_PX[1]), np.nan, np.float32)
    if seen.any():
        there[seen] = _compared(np.stack([rectified_patch(grey, each, BESIDE_PX) for each in corners[seen]]))
    return there.reshape(len(poses), 2, -1)


def _drawn(drawing: Drawing) -> Levels:
    parts = [cv2.cvtColor(part, cv2.COLOR_BGR2GRAY) for part in _parts(drawing, 1.2)]
    return _compared(np.asarray(np.stack(parts), np.uint8))


def _parts(drawing: Drawing, soft_px: float = 0.0) -> Image:
    """Cut out what is drawn beside both markers: 2 x H x W x 3."""
    picture = raster(drawing, _PX_PER_MM)
    if soft_px:
        picture = np.asarray(cv2.GaussianBlur(picture, (0, 0), soft_px), np.uint8)
    parts = []
    for area in BESIDE:
        left = round((area.low.x + CARD_MM[0] / 2) * _PX_PER_MM)
        top = round((CARD_MM[1] / 2 - area.high.y) * _PX_PER_MM)
        parts.append(picture[top : top + BESIDE_PX[1], left : left + BESIDE_PX[0]])
    return np.stack(parts)


def _compared(parts: NDArray[np.uint8]) -> Levels:
    """Normalise pictures (N x H x W) so that scalar products are correlations; an even one gives 0."""
    values = parts.reshape(len(parts), -1).astype(np.float32)
    values -= values.mean(axis=1, keepdims=True)
    return np.asarray(values / np.maximum(np.linalg.norm(values, axis=1, keepdims=True), 1e-3), np.float32)


def _seen(there: Levels) -> NDArray[np.bool_]:
    return np.asarray(np.isfinite(there[..., 0]))


def _least_alike(there: Levels, side: Levels) -> float:
    """Correlate both places (2 x P) with one side of a card: the worse of the two, -1 to 1."""
    alike = np.einsum("cp,cp->c", there, side)
    return float(np.where(_seen(there), alike, -1.0).min())
