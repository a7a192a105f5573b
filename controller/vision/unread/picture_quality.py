"""What is wrong with a picture as a whole, once its markers have been looked for."""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np

from boards.kit.kit import Kit
from boards.kit.marker_plan import CARD_MARKER_MM
from boards.kit.thing_keys import MatKey
from controller.vision.frame_context import FrameContext
from controller.vision.markers.denoising import too_noisy
from controller.vision.markers.detector import Detector
from controller.vision.markers.greyscale import Grey
from controller.vision.markers.marker_blur import blur_modules
from controller.vision.markers.occlusion import BLURRED_MODULES, HOPELESS_MODULES
from controller.vision.pose.camera_pose import PosedFrame, PoseResult
from controller.vision.pose.placement import PlacedMarker
from controller.vision.pose.print_scale import wrong_scale
from controller.vision.pose.table_plane import FEWEST_MARKERS, find_mat
from controller.vision.scene import Trouble
from controller.vision.unread.picture_faults import looks_blurred

HOPELESS_SIDE_PX = 12.0
"""Below this side no card's marker can be read."""

ENLARGED = 3.0
"""Factor by which a picture without a mat is enlarged, to tell a mat that is too small from none."""
LARGEST_ENLARGED = 1_000_000
"""Largest picture that is enlarged, px: in a larger one a mat that is too small is a mere spot."""


def explain_missing_pose(
    context: FrameContext, result: PoseResult, detector: Detector, *, live: bool = False
) -> Trouble:
    """Tell why the table's place is not known.

    ``detector`` looks for a mat that is too small to be read and, unless the picture is one of many of a ``live``
    camera, for one in the mirrored picture and in the negative.
    """
    if _mat_twice(context):
        return Trouble.TWO_MATS
    if result.other_mat:
        return Trouble.OTHER_MAT
    if too_noisy(context.grey, context.noise, np.zeros((0, 4, 2))):
        return Trouble.DARK
    mat = result.mat
    soft = mat is not None and blur_modules(context.markers, mat.px_per_mm) > HOPELESS_MODULES
    if soft or looks_blurred(context.grey):
        return Trouble.BLURRED
    if mat is not None and len(mat.seen) > FEWEST_MARKERS:
        return Trouble.WARPED_MAT
    if not live and (changed := _mat_in_changed(context.grey, context.kit, detector)) is not None:
        return changed
    return Trouble.TOO_SMALL if _mat_too_small(context.grey, context.kit, detector) else Trouble.NO_MAT


def _mat_twice(context: FrameContext) -> bool:
    """Tell whether markers of one mat are seen twice."""
    ids, counts = np.unique(context.markers.ids, return_counts=True)
    twice = set(ids[counts > 1].tolist())
    mats = [thing.markers for key, thing in context.kit.things.items() if isinstance(key, MatKey)]
    return any(sum(marker.id in twice for marker in printed) >= FEWEST_MARKERS for printed in mats)


def _mat_in_changed(grey: Grey, kit: Kit, detector: Detector) -> Trouble | None:
    """Tell whether a mat is in the mirrored picture, or in the negative."""
    for trouble, changed in (
        (Trouble.MIRRORED, np.ascontiguousarray(grey[:, ::-1])),
        (Trouble.NEGATIVE, cv2.bitwise_not(grey)),
    ):
        if find_mat(detector.detect(np.asarray(changed, np.uint8)), None, kit)[0] is not None:
            return trouble
    return None


def _mat_too_small(grey: Grey, kit: Kit, detector: Detector) -> bool:
    if grey.size > LARGEST_ENLARGED:
        return False
    size = (round(grey.shape[1] * ENLARGED), round(grey.shape[0] * ENLARGED))
    larger = np.asarray(cv2.resize(grey, size, interpolation=cv2.INTER_CUBIC), np.uint8)
    return find_mat(detector.detect(larger), None, kit)[0] is not None


def picture_trouble(posed: PosedFrame, placed: Sequence[PlacedMarker]) -> Trouble | None:
    """Tell what keeps cards from being read in the whole picture, or that they are printed at another scale."""
    if CARD_MARKER_MM * posed.px_per_mm < HOPELESS_SIDE_PX:
        return Trouble.TOO_SMALL
    if too_noisy(posed.grey, posed.noise, np.array([*posed.mat.seen.values()])):
        return Trouble.DARK
    if posed.blur_modules > HOPELESS_MODULES:
        return Trouble.BLURRED
    if posed.blur_modules < BLURRED_MODULES and wrong_scale(placed):
        return Trouble.WRONG_SCALE
    return None
