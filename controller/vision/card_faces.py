"""The print beside a card's marker: which of a card's two corners a lone marker is in.

Both markers of a card carry the same id, so one alone says which card it is but not where it lies. The
picture to the right of the upper left marker and the emblem to the left of the lower right one tell: the
picture is compared with the very drawing that was printed, face and back.
"""

from __future__ import annotations

import cv2
import numpy as np

from boards.artwork import drawing_of
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

_PX_PER_MM = 2.0
_BESIDE = (
    Rect(Point(-1.0, 14.0), Point(30.5, 42.0)),
    Rect(Point(-30.5, -42.0), Point(1.0, -14.0)),
)
"""In the card's frame: the picture beside the upper left marker, and the emblem beside the lower right one."""


class CardFaces:
    """The drawings beside the markers of a kit's cards, each made when it is first needed."""

    def __init__(self, kit: Kit) -> None:
        self._kit = kit
        self._made: dict[str, tuple[tuple[Grey, Grey], tuple[Grey, Grey]]] = {}

    def which_corner(self, grey: Grey, view: View, thing: Thing, seen: Placed, poses: tuple[Pose, Pose]) -> int | None:
        """0 if the marker is surely the card's upper left one, 1 if the lower right one, None if it is not sure.

        ``poses`` are where the card lies in the first and in the second case.
        """
        alike = [self._alike(grey, view, thing, corner, poses[corner]) for corner in (0, 1)]
        best = int(alike[1] > alike[0])
        return best if alike[best] > SURE and alike[best] - alike[1 - best] > AHEAD else None

    def _alike(self, grey: Grey, view: View, thing: Thing, corner: int, pose: Pose) -> float:
        """How well the place beside the marker fits the drawing, -1 to 1: the better of face and back."""
        area = _BESIDE[corner]
        places = (
            Point(area.low.x, area.high.y),
            area.high,
            Point(area.high.x, area.low.y),
            area.low,
        )
        corners = view.project_plane([((p := pose.place(place)).x, p.y) for place in places])
        if not np.all(np.isfinite(corners)) or not inside_picture(corners, grey.shape):
            return -1.0
        size = (round(area.width * _PX_PER_MM), round(area.height * _PX_PER_MM))
        there = cut_out(grey, corners, size)
        return max(_correlation(there, side[corner]) for side in self._sides(thing))

    def _sides(self, thing: Thing) -> tuple[tuple[Grey, Grey], tuple[Grey, Grey]]:
        if thing.key not in self._made:
            self._made[thing.key] = (self._beside(thing, True), self._beside(thing, False))
        return self._made[thing.key]

    def _beside(self, thing: Thing, face_up: bool) -> tuple[Grey, Grey]:
        picture = raster(drawing_of(thing.key, self._kit, "en", face_up), _PX_PER_MM)
        grey = cv2.GaussianBlur(cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY), (0, 0), 1.2)
        parts = []
        for area in _BESIDE:
            left = round((area.low.x + CARD_MM[0] / 2) * _PX_PER_MM)
            top = round((CARD_MM[1] / 2 - area.high.y) * _PX_PER_MM)
            width, height = round(area.width * _PX_PER_MM), round(area.height * _PX_PER_MM)
            parts.append(np.asarray(grey[top : top + height, left : left + width], np.uint8))
        return parts[0], parts[1]


def _correlation(one: Grey, other: Grey) -> float:
    a, b = one.astype(np.float64) - one.mean(), other.astype(np.float64) - other.mean()
    scale = float(np.sqrt((a * a).sum() * (b * b).sum()))
    return float((a * b).sum()) / scale if scale > 1e-6 else 0.0
