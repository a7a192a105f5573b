"""Track markers from frame to frame: check known places in every frame, and search the rest only where it changed.

The interface is the detector's, several times faster and as strict: a marker is reported only if it was read in this
very frame. A place is *seen*, *hidden* while its marker cannot be read, and forgotten when that lasts. The whole
picture is searched now and then, and when much of it changed at once: the camera was bumped.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from boards.kit.marker_plan import DICTIONARY
from calibration.camera_model import Floats
from controller.vision.markers.change_detection import Box, ChangeDetector
from controller.vision.markers.corner_refinement import refine_corners
from controller.vision.markers.decoding import decode
from controller.vision.markers.detector import FAST, NO_MARKERS, Detector, DetectorSettings, Ids, Markers
from controller.vision.markers.greyscale import Grey
from controller.vision.markers.line_fitting import side_lengths
from controller.vision.markers.verification.marker_selection import (
    FARTHER,
    WIDER_REACH,
    coinciding_quads,
    unambiguous_quads,
)
from controller.vision.markers.verification.template_verification import matches_template

FULL_SEARCH_EVERY = 30
"""Frames between two searches of the whole picture."""

GONE_AFTER = 10
"""Frames in which a hidden marker's place is still checked."""

LOST_SHARE = 1 / 3
"""Share of lost places, or of changed picture, from which the whole picture is searched."""

MOST_BOXES = 8

AT_REST_AFTER = 3
"""Frames without a change until a marker is at rest. Changes around it before that are its own motion."""

FOLLOWED = 2
"""Frames in which a marker that was lost while it moved is searched around its place..."""
MOST_FOLLOWED = 12
"""...if no more than these were lost at once."""

MOST_GROWN = 0.15
"""Largest change of a marker's side from frame to frame, as a share."""

_STEPS = 1.5 * np.array([(1, 0), (0, 1), (-1, 0), (0, -1), (1, 1), (-1, 1), (-1, -1), (1, -1)])
"""Search steps around a place, modules."""


@dataclass(frozen=True, eq=False)
class TrackedMarkers:
    """Where markers are, or were a moment ago."""

    ids: Ids
    corners: Floats
    """N x 4 x 2, px, as last seen."""
    edge_blur: Floats
    hidden: NDArray[np.int64]
    """For how many frames the marker has not been read."""
    still: NDArray[np.int64]
    """For how many frames nothing has changed there."""

    @classmethod
    def of(cls, markers: Markers) -> TrackedMarkers:
        """Begin to track these markers."""
        none = np.zeros(len(markers), np.int64)
        return cls(markers.ids, markers.corners, markers.edge_blur, none, none + AT_REST_AFTER)

    def __len__(self) -> int:
        return len(self.ids)

    def chosen(self, which: NDArray[np.bool_] | NDArray[np.intp]) -> TrackedMarkers:
        """Select some, by mask or index."""
        return TrackedMarkers(
            self.ids[which], self.corners[which], self.edge_blur[which], self.hidden[which], self.still[which]
        )

    def merged_with(self, other: TrackedMarkers) -> TrackedMarkers:
        """Append others."""
        return TrackedMarkers(
            np.concatenate([self.ids, other.ids]),
            np.concatenate([self.corners, other.corners]),
            np.concatenate([self.edge_blur, other.edge_blur]),
            np.concatenate([self.hidden, other.hidden]),
            np.concatenate([self.still, other.still]),
        )

    def seen(self) -> Markers:
        """Return the markers read in the newest frame, sorted by id, then from left to right."""
        now = np.flatnonzero(self.hidden == 0)
        order = now[np.lexsort((self.corners[now, 0, 0], self.ids[now]))]
        return Markers(self.ids[order], self.corners[order], self.edge_blur[order])


class Tracker:
    """Finds the markers in the frames of one camera, in turn. The same frames give the same markers."""

    def __init__(self, settings: DetectorSettings = FAST, dictionary: str = DICTIONARY) -> None:
        self._detector = Detector(settings, dictionary)
        self._places = TrackedMarkers.of(NO_MARKERS)
        self._changes: ChangeDetector | None = None
        self._shape: tuple[int, ...] = ()
        self._since_full = 0

    @property
    def places(self) -> TrackedMarkers:
        """All that are seen or hidden."""
        return self._places

    def detect(self, grey: Grey) -> Markers:
        """Find the markers of this frame (H x W)."""
        self._since_full += 1
        if self._changes is None or self._shape != grey.shape:
            self._changes, self._shape = ChangeDetector(grey), grey.shape
            return self._search_everywhere(grey, self._changes, TrackedMarkers.of(NO_MARKERS))
        self._changes.add(grey)
        places = self._check_known(grey, self._changes)
        if self._since_full >= FULL_SEARCH_EVERY:
            return self._search_everywhere(grey, self._changes, places)
        before, now = (int(np.count_nonzero(item.hidden == 0)) for item in (self._places, places))
        boxes = self._changes.boxes()
        if (
            before - now > max(2, LOST_SHARE * before)
            or len(boxes) > MOST_BOXES
            or sum(box.area for box in boxes) > LOST_SHARE * grey.size
        ):
            return self._search_everywhere(grey, self._changes, places)
        for box in boxes:
            places = _merged(places, self._search_box(grey, box))
        return self._remember(places)

    def _search_everywhere(self, grey: Grey, changes: ChangeDetector, places: TrackedMarkers) -> Markers:
        self._since_full = 0
        changes.mark_searched()
        return self._remember(_merged(places, TrackedMarkers.of(self._detector.detect(grey))))

    def _remember(self, places: TrackedMarkers) -> Markers:
        self._places = places.chosen(places.hidden < GONE_AFTER)
        return self._places.seen()

    def _check_known(self, grey: Grey, changes: ChangeDetector) -> TrackedMarkers:
        """Check the known places in this frame: read where they were, or nearby, or hidden."""
        known = self._places
        if not len(known):
            return known
        check = _Check(self._detector, grey, known)
        moved = changes.at(known.corners)
        read = check.reads(known.ids, known.corners)
        check.accept(np.flatnonzero(read & ~moved))
        closer = np.flatnonzero(moved | (check.hidden > 0))
        check.refit(closer, known.corners[closer])
        # Read where it was, but without its edges there: it has not moved, or is nearly a module off.
        check.accept_matching(np.flatnonzero(read & (check.hidden > 0)))
        # A golem drives a few pixels a frame: search those that were just lost around their places.
        lost = np.flatnonzero(moved & (check.hidden > 0) & (check.hidden <= FOLLOWED))
        if 0 < len(lost) <= MOST_FOLLOWED:
            module = side_lengths(known.corners[lost]).mean(axis=1) / self._detector.modules
            around = known.corners[lost] + _STEPS[:, None, None] * module[:, None, None]
            check.refit(np.tile(lost, len(_STEPS)), around.reshape(-1, 4, 2))
        still = np.where(moved, 0, known.still + 1)
        changes.mark_explained(check.corners[(still < AT_REST_AFTER) & (check.hidden == 0)])
        return TrackedMarkers(known.ids, check.corners, check.edge_blur, check.hidden, still)

    def _search_box(self, grey: Grey, box: Box) -> TrackedMarkers:
        found = self._detector.detect(grey[box.top : box.bottom, box.left : box.right])
        return TrackedMarkers.of(Markers(found.ids, found.corners + np.array([box.left, box.top]), found.edge_blur))


class _Check:
    """The known places while one frame is checked: hidden until they are read."""

    def __init__(self, detector: Detector, grey: Grey, known: TrackedMarkers) -> None:
        self._detector, self._grey, self._ids = detector, grey, known.ids
        self.corners, self.edge_blur = known.corners.copy(), known.edge_blur.copy()
        self.hidden = known.hidden + 1
        self._sides = side_lengths(known.corners)

    def reads(self, ids: Ids, corners: Floats) -> NDArray[np.bool_]:
        """Tell at which places (N x 4 x 2, px) these ids (N) are read, in the same rotation.

        Only markers that a full search has found and verified, a moment ago and at most a module or two away, are
        accepted here; so they are not verified again.
        """
        words = decode(self._grey, corners, self._detector.dictionary)
        return np.asarray((words.ids == ids) & (words.turns == 0))

    def accept(self, read: NDArray[np.intp]) -> None:
        """Note that these have been read."""
        self.hidden[read] = 0

    def accept_matching(self, read: NDArray[np.intp]) -> None:
        """Note those that were read where they were and match their template."""
        if len(read):
            right = matches_template(
                self._grey, self.corners[read], self.edge_blur[read], self._ids[read], self._detector.dictionary
            )
            self.accept(read[right])

    def refit(self, at: NDArray[np.intp], places: Floats) -> None:
        """Refine the markers ``at`` from these places, and note those that are read there.

        A marker may be searched at several places.
        """
        if not len(at):
            return
        modules = self._detector.modules
        wide, _softness = refine_corners(self._grey, places, modules, 2, WIDER_REACH, FARTHER)
        fine, edge_blur = refine_corners(self._grey, wide, modules, 1)
        # From one frame to the next a marker hardly grows: other sides are those of something else.
        grown = side_lengths(fine) / np.maximum(self._sides[at], 1.0)
        read = self.reads(self._ids[at], fine) & (np.abs(grown - 1.0).max(axis=1) < MOST_GROWN)
        # Where only the wider look found edges, one of them may be another module's.
        read &= np.isfinite(edge_blur)
        self.corners[at[read]], self.edge_blur[at[read]] = fine[read], edge_blur[read]
        self.accept(at[read])


def _merged(known: TrackedMarkers, found: TrackedMarkers) -> TrackedMarkers:
    """Replace known markers by found ones of the same id; where two ids were read at one place, none counts."""
    if not len(found):
        return known
    seen = known.hidden == 0
    fresh = found.merged_with(known.chosen(seen))
    fresh = fresh.chosen(unambiguous_quads(fresh.corners, fresh.ids))
    hidden = known.chosen(~seen)
    covered = np.asarray(coinciding_quads(hidden.corners, fresh.corners).any(axis=1))
    return fresh.merged_with(hidden.chosen(~covered))
