"""The mat cut out of a picture. Everything else is painted over, here, in memory, before it goes anywhere."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import cv2
import numpy as np

from boards.geometry import Pixel
from calibration.camera_model import Floats, View
from calibration.frames import Image
from controller.vision.reader import Look

SECRET = ("card:", "ready:", "tray:")
"""Things that may hold a program; where they lie on the mat, they are painted over."""

_PER_EDGE = 16
"""A lens bends straight edges: so many pieces follow it."""


@dataclass(frozen=True, eq=False)
class Crop:
    """The part of a picture that shows the mat."""

    image: Image
    """H x W x 3; what is not the mat has the level `fill`."""
    at: tuple[int, int]
    """Where its upper left pixel is in the whole picture, px from the left and from the top."""
    size: tuple[int, int]
    """Of the whole picture, width and height, px."""
    fill: int
    """Grey level around the mat: about that of its paper, so that no edge is there which was none."""
    frame: int
    time: float
    """As of the frame."""

    def whole(self) -> Image:
        """The picture again, without what was around the mat."""
        width, height = self.size
        image = np.full((height, width, 3), self.fill, np.uint8)
        x, y = self.at
        image[y : y + self.image.shape[0], x : x + self.image.shape[1]] = self.image
        return image


def crop_of(look: Look) -> Crop | None:
    """The mat in a look; None while it is not surely known where the mat is."""
    seen = None if look.scene.mat is None else look.scene.find(look.scene.mat)
    if look.view is None or seen is None or look.scene.trouble or look.scene.camera_moved:
        return None
    image = look.frame.image
    height, width = image.shape[:2]
    edge = _bent(look.view, seen.outline)
    if not np.isfinite(edge).all():
        return None
    # Pixels that are on the edge by any part of them are left out.
    keep = np.zeros((height, width), np.uint8)
    cv2.fillPoly(keep, [np.rint(edge).astype(np.int32)], (1,))
    keep = np.asarray(cv2.erode(keep, np.ones((3, 3), np.uint8), borderValue=0), np.uint8)
    for outline in _secrets(look):
        cv2.fillPoly(keep, [np.rint(outline).astype(np.int32)], (0,))
    x, y, w, h = cv2.boundingRect(keep)
    if w == 0 or h == 0:
        return None
    inside = keep[y : y + h, x : x + w] > 0
    part = np.ascontiguousarray(image[y : y + h, x : x + w])
    fill = int(np.percentile(part[inside], 90))
    part[~inside] = fill
    return Crop(part, (x, y), (width, height), fill, look.frame.number, look.frame.time)


def _bent(view: View, outline: Iterable[Pixel]) -> Floats:
    """A flat thing's outline (straight on the table) as the lens bends it."""
    corners = view.on_plane(np.array([(pixel.u, pixel.v) for pixel in outline]))
    shares = np.arange(_PER_EDGE)[:, None] / _PER_EDGE
    edges = [a + (b - a) * shares for a, b in zip(corners, np.roll(corners, -1, axis=0), strict=True)]
    return view.project_plane(np.concatenate(edges))


def _secrets(look: Look) -> list[Floats]:
    """Where cards lie or may lie: read, unread, and single markers of theirs."""
    outlines = [seen.outline for seen in look.scene.things if seen.thing.startswith(SECRET)]
    outlines += [item.outline for item in look.scene.unread if item.thing is None or item.thing.startswith(SECRET)]
    return [np.array([(pixel.u, pixel.v) for pixel in outline]) for outline in outlines if outline]
