"""The mat cut out of a picture. Everything else is painted over, here, in memory, before it goes anywhere."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from boards.geometry import Pixel
from boards.kit.thing_keys import CardKey, ReadyKey, TrayKey
from calibration.camera_frames import Image
from calibration.camera_model import Floats, View
from controller.vision.frame_reading import FrameReading
from controller.vision.markers.greyscale import Grey

SECRET = (CardKey, ReadyKey, TrayKey)
"""Things that may hold a program; where they lie on the mat, they are painted over."""

_SAMPLED = 8
"""Every so many pixels are enough to tell the paper's brightness."""

_MARGIN_PX = 2

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
        """Return the picture again, without what was around the mat."""
        width, height = self.size
        image = np.full((height, width, 3), self.fill, np.uint8)
        x, y = self.at
        image[y : y + self.image.shape[0], x : x + self.image.shape[1]] = self.image
        return image


def crop_of(look: FrameReading) -> Crop | None:
    """Return the mat in a look; None while it is not surely known where the mat is."""
    seen = None if look.scene.mat is None else look.scene.find(look.scene.mat)
    if look.view is None or seen is None or look.scene.trouble or look.scene.camera_moved:
        return None
    image = look.frame.image
    height, width = image.shape[:2]
    edge = _bent(look.view, seen.outline)
    if not np.isfinite(edge).all():
        return None
    x, y = (int(low) for low in np.clip(np.floor(edge.min(axis=0)), 0, (width, height)))
    right, bottom = (int(high) + 1 for high in np.clip(np.ceil(edge.max(axis=0)), -1, (width - 1, height - 1)))
    if right <= x or bottom <= y:
        return None
    inside = _inside([edge - (x, y)], [outline - (x, y) for outline in _secrets(look)], (bottom - y, right - x))
    part = image[y:bottom, x:right]
    paper = part[::_SAMPLED, ::_SAMPLED][inside[::_SAMPLED, ::_SAMPLED] > 0]
    if not len(paper):
        return None
    fill = int(np.percentile(paper, 90))
    painted = cv2.copyTo(part, inside, np.full_like(part, fill))
    return Crop(np.asarray(painted, np.uint8), (x, y), (width, height), fill, look.frame.number, look.frame.time)


def _inside(shown: Sequence[Floats], hidden: Sequence[Floats], shape: tuple[int, int]) -> Grey:
    """Return 1 where the picture may be shown, else 0; with a margin for how lines are drawn."""
    masks = [np.zeros(shape, np.uint8) for _ in (shown, hidden)]
    for mask, outlines in zip(masks, (shown, hidden), strict=True):
        for outline in outlines:
            cv2.fillPoly(mask, [np.rint(outline).astype(np.int32)], (1,))
    margin = np.ones((2 * _MARGIN_PX + 1,) * 2, np.uint8)
    inner = cv2.erode(masks[0], margin, borderType=cv2.BORDER_CONSTANT, borderValue=(0,))
    return np.asarray(cv2.subtract(inner, cv2.dilate(masks[1], margin)), np.uint8)


def _bent(view: View, outline: Iterable[Pixel]) -> Floats:
    """Return a flat thing's outline (straight on the table) as the lens bends it."""
    corners = view.on_plane(np.array([(pixel.u, pixel.v) for pixel in outline]))
    shares = np.arange(_PER_EDGE)[:, None] / _PER_EDGE
    edges = [a + (b - a) * shares for a, b in zip(corners, np.roll(corners, -1, axis=0), strict=True)]
    return view.project_plane(np.concatenate(edges))


def _secrets(look: FrameReading) -> list[Floats]:
    """Return where cards lie or may lie: read, unread, and single markers of theirs."""
    outlines = [seen.outline for seen in look.scene.things if isinstance(seen.thing, SECRET)]
    outlines += [item.outline for item in look.scene.unread if item.thing is None or isinstance(item.thing, SECRET)]
    return [np.array([(pixel.u, pixel.v) for pixel in outline]) for outline in outlines if outline]
