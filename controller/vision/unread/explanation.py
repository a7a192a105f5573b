"""Explain what lies on the table and was not surely read, each item with its cause (stage 5)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import chain

import numpy as np

from boards.geometry import Pixel, Pose
from boards.kit.kit import CARD_MM
from boards.kit.marker_plan import CARD_MARKER_MM, MODULES
from boards.kit.thing_keys import MatKey, TrayKey
from calibration.camera_model import Floats, View
from controller.vision.markers.marker_blur import worst_blur_modules
from controller.vision.markers.occlusion import marker_side_px
from controller.vision.objects.object_recognition import Recognition
from controller.vision.pose.camera_pose import PosedFrame
from controller.vision.pose.placement import PlacedMarker, Placement, to_pixels
from controller.vision.scene import Unread, Why
from controller.vision.unread.cells.mat_field import FieldInspector
from controller.vision.unread.lanes.half_hidden import half_hidden_cards
from controller.vision.unread.marker_remnants import find_unread_cards, find_unread_tokens, marker_like_quads
from controller.vision.unread.outlines import inside_polygon, overlapping, polygon_area
from controller.vision.unread.picture_causes import is_even, with_picture_cause
from controller.vision.unread.sharpness import BlurField
from controller.vision.unread.side_by_side import run_side_by_side
from controller.vision.unread.unread_items import TrayInspector

MOST_FOREIGN = 12
"""Markers of other games that are reported in one picture."""

ROOM_FOR_ANOTHER = 1.35
"""Something this many times larger than the unread cards known to be there hides another one."""

SOFT_MODULES = 0.32
"""Blur of a mat's marker, in modules of a card's, from which cards may be lost with their trays."""


@dataclass(frozen=True, eq=False)
class Inspectors:
    """The inspectors of trays and field, with what they keep from frame to frame."""

    trays: TrayInspector
    field: FieldInspector
    live: bool

    @classmethod
    def of(cls, *, live: bool) -> Inspectors:
        """Make the inspectors.

        ``live``: pictures are frames of one camera; what has not changed is not inspected in every frame.
        """
        return cls(TrayInspector(live=live), FieldInspector(live=live), live)


def explain_unread(
    posed: PosedFrame, placement: Placement, recognition: Recognition, inspectors: Inspectors | None = None
) -> tuple[Unread, ...]:
    """Find what is on trays, cells and beside them and was not read; name the cause of everything unread (stage 5)."""
    inspectors = inspectors or Inspectors.of(live=False)
    unread = list(recognition.unread)
    unread += [item for item in _inspected(posed, recognition, inspectors) if not _known(item, unread, posed.view)]
    unread += [
        item for item in half_hidden_cards(posed, placement.placed, recognition) if not _known(item, unread, posed.view)
    ]
    if not posed.noisy and _mat_is_soft(posed):
        unread += _marker_remnants(posed, recognition, unread)
    return (*_with_picture_causes(posed, placement.placed, unread), *_disagreeing(posed), *_foreign(posed, placement))


def _inspected(posed: PosedFrame, recognition: Recognition, inspectors: Inspectors) -> list[Unread]:
    """Look at the trays' lanes, and at the mat's cells."""
    read = [(item.thing.key, item.pose) for item in recognition.read]
    on_mat = [item for item in recognition.read if not isinstance(item.thing.key, MatKey | TrayKey)]
    lying = [(item.thing, item.pose) for item in on_mat]
    image, view = posed.image, posed.view

    def on_trays() -> list[Unread]:
        return inspectors.trays.look(image, view, recognition.trays(), read, posed.blur_modules, posed.noise)

    def on_field() -> list[Unread]:
        return inspectors.field.look(image, view, posed.kit, posed.mat.key, lying)

    parts = (on_trays, on_field)
    return list(chain.from_iterable([part() for part in parts] if inspectors.live else run_side_by_side(parts)))


def _known(found: Unread, unread: Iterable[Unread], view: View) -> bool:
    """Tell whether something found is already known to be unread, and has no room for another card besides."""
    known = [item for item in unread if overlapping(item.outline, found.outline)]
    if not known or found.pose is None:
        return bool(known)
    card_px = CARD_MM[0] * CARD_MM[1] * (marker_side_px(view, found.pose.point) / CARD_MARKER_MM) ** 2
    return polygon_area(found.outline) < ROOM_FOR_ANOTHER * len(known) * card_px


def _mat_is_soft(posed: PosedFrame) -> bool:
    """Tell whether some of the mat's markers are so soft that cards and trays near them may not be read."""
    edge_blur = posed.markers.edge_blur[np.isin(posed.markers.ids, list(posed.mat.seen))]
    return worst_blur_modules(edge_blur, posed.mat.px_per_mm) > SOFT_MODULES


def _marker_remnants(posed: PosedFrame, recognition: Recognition, unread: Sequence[Unread]) -> list[Unread]:
    """Find cards beside the sheets, and tokens, whose markers are seen but are too soft to be read."""
    found = marker_like_quads(posed.grey, posed.markers.corners)
    seen = recognition.seen(posed.view)
    sheets = [item.outline for item in seen if isinstance(item.thing, MatKey | TrayKey)]
    others = [item.outline for item in seen if item.outline not in sheets] + [item.outline for item in unread]
    alone = _outside(found, others)
    return [
        *find_unread_cards(posed.view, _outside(alone, sheets)),
        *find_unread_tokens(posed.view, alone, posed.mat.key),
    ]


def _outside(quads: Floats, outlines: Sequence[tuple[Pixel, ...]]) -> Floats:
    """Return the quads (N x 4 x 2 px) whose middle is in none of the outlines."""
    free = [
        not any(inside_polygon(middle, outline) for outline in outlines) for middle in to_pixels(quads.mean(axis=1))
    ]
    return np.asarray(quads[np.array(free, np.bool_)])


def _with_picture_causes(posed: PosedFrame, placed: Sequence[PlacedMarker], unread: Sequence[Unread]) -> list[Unread]:
    """Replace causes by the picture's own (blur, shaking, noise) where that is what keeps things from being read."""
    if not unread:
        return []
    # Measured on what lies on the table: golems may drive.
    still = [item.corners_px for item in placed if item.thing.height_mm == 0.0]
    edge_blur = BlurField.measured(posed.grey, np.array(still).reshape(-1, 4, 2))
    return [
        with_picture_cause(
            item,
            edge_blur,
            _module_px(posed, item.pose),
            noisy=posed.noisy,
            sheared=posed.sheared,
            even=item.why is Why.NOT_OURS and is_even(posed.grey, item.outline),
        )
        for item in unread
    ]


def _module_px(posed: PosedFrame, pose: Pose | None) -> float:
    """Return the side of a module of a card's marker at a pose, px; at the mat's origin if the pose is not known."""
    side = CARD_MARKER_MM * posed.px_per_mm if pose is None else marker_side_px(posed.view, pose.point)
    return side / MODULES


def _disagreeing(posed: PosedFrame) -> list[Unread]:
    """Report markers of the mat that contradict the others: it is folded or pushed there."""
    return [Unread(Why.DISAGREE, to_pixels(posed.mat.seen[marker]), None, posed.mat.key) for marker in posed.rejected]


def _foreign(posed: PosedFrame, placement: Placement) -> list[Unread]:
    """Report markers of other games, where they are in the picture as it was taken."""
    corners = posed.as_taken.markers.corners
    return [Unread(Why.UNKNOWN, to_pixels(corners[index]), None, None) for index in placement.foreign[:MOST_FOREIGN]]
