"""The print beside a card's markers: which of a card's two corners a lone marker is in, and whether it is this card's.

Both markers of a card carry the same id, so one alone says which card it is but not where it lies. The
picture to the right of the upper left marker and the emblem to the left of the lower right one tell: the
picture is compared with the very drawing that was printed, face and back.

Decks of different numbers have the same ids on different cards: there the print says what the ids do not.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from enum import Enum
from functools import lru_cache

import cv2
import numpy as np

from boards.artwork import drawing_of
from boards.drawing import Drawing
from boards.geometry import Point, Pose, Rect
from boards.kit import CARD_MM, Kit
from boards.raster import raster
from boards.things import Thing
from calibration.camera_model import View
from controller.vision.doubt import cut_out, inside_picture
from controller.vision.grey import Grey
from controller.vision.placing import Placed

SURE = 0.55
"""Normalised correlation of the place with the drawing."""

AHEAD = 0.25
"""... and by how much it must beat the other corner's."""

CLEAR = 0.85
"""A print that is this much like one side of a card is that side. (A card's own side has 0.98, what a finger lies on
less than this, whichever card it is compared with.)"""
CLEARLY_AHEAD = 0.12
"""... and another card's side is not as much like it by this, at least, if it is surely the one and not the other:
backs of two owners may be alike."""

_PX_PER_MM = 2.0
_BESIDE = (
    Rect(Point(-1.0, 14.0), Point(30.5, 42.0)),
    Rect(Point(-30.5, -42.0), Point(1.0, -14.0)),
)
"""In the card's frame: the picture beside the upper left marker, and the emblem beside the lower right one."""


class Print(Enum):
    """What a card's print says about its markers."""

    FACE = "face"
    """It is this card's face."""
    BACK = "back"
    """It is this card's back: that of all cards of its owner."""
    OTHER = "other"
    """It is another card's face or back."""
    UNSURE = "unsure"


Sides = dict[tuple[str, bool], tuple[Grey, Grey]]
"""By what is drawn, and whether the face is up: what is beside the upper left and the lower right marker."""


@lru_cache(maxsize=8)
def _made(kit: Kit) -> Sides:
    """The sides of a kit's cards that were drawn so far: for all readers of this kit."""
    return {}


class CardFaces:
    """The drawings beside the markers of a kit's cards, each made when it is first needed."""

    def __init__(self, kit: Kit) -> None:
        self._kit = kit
        self._made = _made(kit)

    def which_corner(self, grey: Grey, view: View, thing: Thing, seen: Placed, poses: tuple[Pose, Pose]) -> int | None:
        """0 if the marker is surely the card's upper left one, 1 if the lower right one, None if it is not sure.

        ``poses`` are where the card lies in the first and in the second case.
        """
        alike = [self._alike(grey, view, thing, corner, poses[corner]) for corner in (0, 1)]
        best = int(alike[1] > alike[0])
        return best if alike[best] > SURE and alike[best] - alike[1 - best] > AHEAD else None

    def print_of(self, grey: Grey, view: View, thing: Thing, pose: Pose) -> Print:
        """What the print of a card says that both its markers say is this one, lying there."""
        there = [self._there(grey, view, corner, pose) for corner in (0, 1)]
        face, back = (_least_alike(there, side) for side in self._sides(thing))
        if max(face, back) > CLEAR:
            return Print.FACE if face > back else Print.BACK
        if any(part is None for part in there):
            return Print.UNSURE
        best = max(_least_alike(there, side) for other in self._kinds_of_cards() for side in self._sides(other))
        return Print.OTHER if best > CLEAR and best - max(face, back) > CLEARLY_AHEAD else Print.UNSURE

    def _kinds_of_cards(self) -> Iterator[Thing]:
        return (thing for key, thing in self._kit.things.items() if thing.kind == "card" and key.endswith(":1"))

    def _alike(self, grey: Grey, view: View, thing: Thing, corner: int, pose: Pose) -> float:
        """How well the place beside the marker fits the drawing, -1 to 1: the better of face and back."""
        there = self._there(grey, view, corner, pose)
        return -1.0 if there is None else max(_correlation(there, side[corner]) for side in self._sides(thing))

    def _there(self, grey: Grey, view: View, corner: int, pose: Pose) -> Grey | None:
        """What is beside a corner's marker; None if that is not wholly in the picture."""
        area = _BESIDE[corner]
        places = (
            Point(area.low.x, area.high.y),
            area.high,
            Point(area.high.x, area.low.y),
            area.low,
        )
        corners = view.project_plane([((p := pose.place(place)).x, p.y) for place in places])
        if not np.all(np.isfinite(corners)) or not inside_picture(corners, grey.shape):
            return None
        return cut_out(grey, corners, (round(area.width * _PX_PER_MM), round(area.height * _PX_PER_MM)))

    def _sides(self, thing: Thing) -> tuple[tuple[Grey, Grey], tuple[Grey, Grey]]:
        # Copies of a card differ in their markers, which are not looked at; all backs of an owner are the same.
        kind, _, copy = thing.key.rpartition(":") if thing.kind == "card" else (thing.key, "", "")
        back = kind.rpartition(":")[0] if copy else thing.key
        return self._side(kind, thing, True), self._side(back, thing, False)

    def _side(self, name: str, thing: Thing, face_up: bool) -> tuple[Grey, Grey]:
        if (name, face_up) not in self._made:
            self._made[name, face_up] = _beside(drawing_of(thing.key, self._kit, "en", face_up))
        return self._made[name, face_up]


def _beside(drawing: Drawing) -> tuple[Grey, Grey]:
    picture = raster(drawing, _PX_PER_MM)
    grey = cv2.GaussianBlur(cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY), (0, 0), 1.2)
    parts = []
    for area in _BESIDE:
        left = round((area.low.x + CARD_MM[0] / 2) * _PX_PER_MM)
        top = round((CARD_MM[1] / 2 - area.high.y) * _PX_PER_MM)
        width, height = round(area.width * _PX_PER_MM), round(area.height * _PX_PER_MM)
        parts.append(np.asarray(grey[top : top + height, left : left + width], np.uint8))
    return parts[0], parts[1]


def _least_alike(there: Sequence[Grey | None], side: tuple[Grey, Grey]) -> float:
    """How well both places fit one side of a card: the worse of the two, -1 to 1."""
    return min(-1.0 if part is None else _correlation(part, print_) for part, print_ in zip(there, side, strict=True))


def _correlation(one: Grey, other: Grey) -> float:
    a, b = one.astype(np.float64) - one.mean(), other.astype(np.float64) - other.mean()
    scale = float(np.sqrt((a * a).sum() * (b * b).sum()))
    return float((a * b).sum()) / scale if scale > 1e-6 else 0.0
