"""Stage 1: the markers of a picture."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache

import numpy as np

from boards.kit.kit import Kit
from boards.kit.thing_keys import DieKey, GolemKey, MatKey, TokenKey
from controller.vision.frame_context import FrameContext
from controller.vision.markers.denoising import DenoisingDetector
from controller.vision.markers.detector import ANY_SIZE, RECALL, Detector, Markers, joined_markers
from controller.vision.markers.shadow_edges import correct_shadowed_corners


def detect_markers(context: FrameContext, finder: DenoisingDetector | None = None) -> FrameContext:
    """Find all markers (stage 1).

    Tokens, dice and golems in uneven light are looked for once more. Corners of markers that tell where robots are (on
    the mat, on golems) are corrected where a shadow's edge crosses them. ``finder`` keeps where markers were in the
    frame before; without it the whole picture is searched.
    """
    finder = finder or DenoisingDetector(RECALL, live=False)
    markers = finder.detect(context.grey)
    found = replace(context, markers=markers, noise=finder.noise)
    if found.noisy:
        return found
    markers = joined_markers(markers, finder.look_again(context.grey, markers, _placed_ids(context.kit)))
    precise = np.flatnonzero(np.isin(markers.ids, _precise_ids(context.kit)))
    return replace(found, markers=correct_shadowed_corners(context.grey, markers, precise))


def detect_markers_closely(context: FrameContext) -> FrameContext:
    """Search a picture for markers of the mat that :func:`detect_markers` did not find, in two to three times its time.

    Several edges of shadows across a marker, as those of blinds, hide it from a quick search.
    """
    found = Detector(ANY_SIZE).detect(context.grey)
    wanted = np.isin(found.ids, _mat_ids(context.kit)) & ~np.isin(found.ids, context.markers.ids)
    wanted &= ~found.which_inverted
    new = Markers(found.ids[wanted], found.corners[wanted], found.edge_blur[wanted])
    new = correct_shadowed_corners(context.grey, new, np.arange(len(new)))
    return replace(context, markers=joined_markers(context.markers, new))


@lru_cache(maxsize=8)
def _mat_ids(kit: Kit) -> tuple[int, ...]:
    return tuple(marker.id for key, thing in kit.things.items() if isinstance(key, MatKey) for marker in thing.markers)


@lru_cache(maxsize=8)
def _placed_ids(kit: Kit) -> frozenset[int]:
    """Return the ids of things with one marker on a side, which count only at the height and of the size they have."""
    placed = [thing for thing in kit.things.values() if isinstance(thing.key, DieKey | GolemKey | TokenKey)]
    return frozenset(marker.id for thing in placed for marker in thing.markers)


@lru_cache(maxsize=8)
def _precise_ids(kit: Kit) -> tuple[int, ...]:
    """Return the ids of the mat's markers and of those on robots: robots are placed to a part of a millimetre."""
    precise = [thing for thing in kit.things.values() if isinstance(thing.key, MatKey) or thing.height_mm > 0]
    return tuple(marker.id for thing in precise for marker in thing.markers)
