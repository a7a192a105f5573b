"""Find markers that are too blurred or dazzled to be read.

Where a picture is shaken, or a lamp is mirrored, nothing else may show that a card lies there, since the tray that it
lies on was not read either. A card has two such quads, of the size and at the distance of its markers. One alone is a
token if it lies in a cell of the mat; else it may be anything.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import cv2
import numpy as np
from numpy.typing import NDArray

from boards.geometry import Point, Pose, Rect, wrap_degrees
from boards.kit.kit import CARD_MARKER_CENTRES, CARD_MM, TOKEN_MM
from boards.kit.marker_plan import CARD_MARKER_MM, DICTIONARY, TOKEN_MARKER_MM
from boards.kit.thing_keys import MatKey
from boards.mats import mat, mats
from calibration.camera_model import Floats, View
from controller.vision.markers.decoding import decode
from controller.vision.markers.greyscale import Grey
from controller.vision.markers.line_fitting import side_lengths
from controller.vision.markers.marker_dictionary import marker_dictionary
from controller.vision.markers.quad_search.quads import find_quads
from controller.vision.markers.quad_search.thresholding import LIGHT, SHADOW, SMALL, AdaptiveThreshold
from controller.vision.markers.verification.marker_selection import coinciding_quads
from controller.vision.pose.placement import points_array, to_mat_frame, to_pixels
from controller.vision.scene import Unread, Why

SMALLEST_PX = 12.0
SIZE_WITHIN = 0.3
"""Largest relative error of a blurred marker's sides."""
TURNED_WITHIN = 15.0
"""Largest angle between both markers of a card, degrees..."""
OFF_MM = 9.0
"""... and distance from where the other implies it."""

MEMBERS_OF_A_CARD = 6
"""Quads side by side, per card: an empty tray's marks and numbers may look like one."""
BESIDE_MM = 95.0
"""Largest distance of neighbouring markers of cards on one tray."""

_TURNS = np.exp(-0.5j * np.pi * np.arange(4))
_UPPER_TO_LOWER = complex(
    CARD_MARKER_CENTRES[1].x - CARD_MARKER_CENTRES[0].x, CARD_MARKER_CENTRES[1].y - CARD_MARKER_CENTRES[0].y
)
_TOKEN = points_array([Point(x * TOKEN_MM / 2, y * TOKEN_MM / 2) for x, y in ((-1, 1), (1, 1), (1, -1), (-1, -1))])
_CARD = points_array([Point(x * CARD_MM[0] / 2, y * CARD_MM[1] / 2) for x, y in ((-1, 1), (1, 1), (1, -1), (-1, -1))])


def marker_like_quads(grey: Grey, read: Floats) -> Floats:
    """Find quads with a marker's dark border, its quiet zone and a pattern inside: N x 4 x 2 px.

    The markers that were ``read`` (M x 4 x 2 px) are left out.
    """
    threshold, dictionary, found = AdaptiveThreshold(grey), marker_dictionary(DICTIONARY), np.zeros((0, 4, 2))
    for pass_ in (LIGHT, SHADOW, SMALL):
        dark = threshold.binarize(pass_, np.zeros((0, 4, 2)))
        if dark is not None:
            quads = find_quads(dark, pass_.shrink, SMALLEST_PX)
            found = np.concatenate([found, quads[decode(grey, quads, dictionary).likely]])
    return np.asarray(found[~coinciding_quads(found, read).any(axis=1)]) if len(read) else found


def find_unread_cards(view: View, quads: Floats) -> list[Unread]:
    """Find cards whose two markers are among these quads (N x 4 x 2 px), with what lies around them.

    Of cards that lie side by side as on a tray, some show only one. Their cause is still to be replaced by the
    picture's.
    """
    placed = _of_size(view, quads, CARD_MARKER_MM)
    cards = _cards(placed)
    found: list[Unread] = []
    for members in _clusters(placed.mean(axis=1), cards):
        own = [pose for one, other, pose in cards if members[one] and members[other]]
        if len(own) * MEMBERS_OF_A_CARD < np.count_nonzero(members):
            continue
        shapes = [*(to_mat_frame(pose, _CARD) for pose in own), *placed[members]]
        hull = cv2.convexHull(np.concatenate(shapes).astype(np.float32))[:, 0].astype(np.float64)
        x, y = (float(value) for value in hull.mean(axis=0))
        found.append(Unread(Why.BLURRED, to_pixels(view.project_plane(hull)), Pose(x, y, own[0].heading), None))
    return found


def _cards(placed: Floats) -> list[tuple[int, int, Pose]]:
    """Return pairs of quads (N x 4 x 2 mm) that are a card's two markers, and the card's pose."""
    if len(placed) < 2:
        return []
    centres = placed.mean(axis=1) @ (1.0, 1.0j)
    headings = np.angle((placed[:, 1] - placed[:, 0] + placed[:, 2] - placed[:, 3]) @ (1.0, 1.0j))
    apart = centres[None, :] - centres[:, None]
    # As seen from the first one, which may be turned in four ways.
    seen = apart[..., None] * np.exp(-1j * headings)[:, None, None] * _TURNS
    askew = np.degrees(headings[None, :] - headings[:, None])
    fits = (np.abs(seen - _UPPER_TO_LOWER) < OFF_MM) & (np.abs((askew + 45.0) % 90.0 - 45.0) < TURNED_WITHIN)[..., None]
    pairs: list[tuple[int, int, Pose]] = []
    for one, other, turn in np.argwhere(fits).tolist():
        if one < other:
            middle = (centres[one] + centres[other]) / 2
            heading = wrap_degrees(float(np.degrees(headings[one])) + 90.0 * turn)
            pairs.append((one, other, Pose(float(middle.real), float(middle.imag), heading)))
    return pairs


def _clusters(centres: Floats, cards: Sequence[tuple[int, int, Pose]]) -> Iterator[NDArray[np.bool_]]:
    """Cluster quads (N x 2 mm) that lie side by side, if there are cards among them."""
    if not cards:
        return
    near = np.linalg.norm(centres[:, None] - centres[None, :], axis=2) < BESIDE_MM
    left = np.ones(len(centres), np.bool_)
    while left.any():
        members = np.zeros(len(centres), np.bool_)
        members[np.flatnonzero(left)[0]] = True
        while (grown := near[members].any(axis=0)).sum() > members.sum():
            members = grown
        left &= ~members
        yield members


def find_unread_tokens(view: View, quads: Floats, mat_key: MatKey) -> list[Unread]:
    """Find tokens on a mat's field whose marker is among these quads (N x 4 x 2 px); see :func:`find_unread_cards`."""
    if mat_key not in mats():
        return []
    grid = mat(mat_key).grid
    field = Rect(Point(0.0, 0.0), Point(grid.width_mm, grid.height_mm))
    places = [place for place in places_of_size(view, quads, TOKEN_MARKER_MM) if place in field]
    outlines = [to_pixels(view.project_plane(_TOKEN + np.array([place.x, place.y]))) for place in places]
    return [
        Unread(Why.BLURRED, outline, Pose(place.x, place.y, 0.0), None)
        for place, outline in zip(places, outlines, strict=True)
    ]


def places_of_size(view: View, quads: Floats, side_mm: float) -> list[Point]:
    """Return where quads (N x 4 x 2 px) lie that are as large as markers of ``side_mm``."""
    return [Point(x, y) for x, y in _of_size(view, quads, side_mm).mean(axis=1).tolist()]


def _of_size(view: View, quads: Floats, side_mm: float) -> Floats:
    """Return the quads as large as markers of ``side_mm`` (N x 4 x 2 mm): of each place the one nearest in size."""
    placed = view.on_plane(quads.reshape(-1, 2)).reshape(-1, 4, 2)
    off = np.abs(np.log(np.maximum(side_lengths(placed).mean(axis=1), 1e-3) / side_mm))
    order = np.argsort(off, kind="stable")
    placed = placed[order[off[order] < SIZE_WITHIN]]
    if not len(placed):
        return np.zeros((0, 4, 2))
    first = coinciding_quads(placed, placed).argmax(axis=1) == np.arange(len(placed))
    return np.asarray(placed[first])
