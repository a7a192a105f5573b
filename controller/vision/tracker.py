"""Markers from frame to frame: known places are checked in every frame, the rest only where something changed.

The same narrow interface as the detector's, several times faster, and as strict: a marker is reported only if
it was read in this very frame. A place is *seen*, *hidden* while its marker cannot be read, and forgotten when
that lasts. The whole picture is looked at now and then, and when much of it changed at once: the camera was bumped.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from boards.markers import DICTIONARY
from calibration.camera_model import Floats
from controller.vision.changes import Box, Changes
from controller.vision.decoding import decode
from controller.vision.detector import (
    FARTHER,
    FAST,
    NO_MARKERS,
    WIDER_REACH,
    Detector,
    DetectorSettings,
    Ids,
    Markers,
    kept_places,
    near_quads,
)
from controller.vision.edges import fit_edges
from controller.vision.grey import Grey

FULL_LOOK_EVERY = 30
"""Frames."""

GONE_AFTER = 10
"""Frames in which a hidden marker's place is still checked."""

LOST_SHARE = 1 / 3
"""If more of the places that were seen are lost at once, or more of the picture changed, all of it is looked at."""

MOST_BOXES = 8


@dataclass(frozen=True, eq=False)
class Places:
    """Where markers are, or were a moment ago."""

    ids: Ids
    corners: Floats
    """N x 4 x 2, px, as last seen."""
    softness: Floats
    hidden: NDArray[np.int64]
    """For how many frames the marker has not been read."""

    @classmethod
    def of(cls, markers: Markers) -> Places:
        return cls(markers.ids, markers.corners, markers.softness, np.zeros(len(markers), np.int64))

    def __len__(self) -> int:
        return len(self.ids)

    def chosen(self, which: NDArray[np.bool_] | NDArray[np.intp]) -> Places:
        return Places(self.ids[which], self.corners[which], self.softness[which], self.hidden[which])

    def joined(self, other: Places) -> Places:
        return Places(
            np.concatenate([self.ids, other.ids]),
            np.concatenate([self.corners, other.corners]),
            np.concatenate([self.softness, other.softness]),
            np.concatenate([self.hidden, other.hidden]),
        )

    def seen(self) -> Markers:
        """What was read in the newest frame, sorted by id, then from left to right."""
        now = np.flatnonzero(self.hidden == 0)
        order = now[np.lexsort((self.corners[now, 0, 0], self.ids[now]))]
        return Markers(self.ids[order], self.corners[order], self.softness[order])


class Tracker:
    """Finds the markers in the frames of one camera, in turn. The same frames give the same markers."""

    def __init__(self, settings: DetectorSettings = FAST, dictionary: str = DICTIONARY) -> None:
        self._detector = Detector(settings, dictionary)
        self._places = Places.of(NO_MARKERS)
        self._changes: Changes | None = None
        self._shape: tuple[int, ...] = ()
        self._since_full = 0

    @property
    def places(self) -> Places:
        """All that are seen or hidden."""
        return self._places

    def detect(self, grey: Grey) -> Markers:
        """The markers read in this frame."""
        self._since_full += 1
        if self._changes is None or self._shape != grey.shape:
            self._changes, self._shape = Changes(grey), grey.shape
            return self._look_everywhere(grey, self._changes, Places.of(NO_MARKERS))
        self._changes.add(grey)
        places = self._checked(grey, self._changes)
        if self._since_full >= FULL_LOOK_EVERY:
            return self._look_everywhere(grey, self._changes, places)
        before, now = (int(np.count_nonzero(item.hidden == 0)) for item in (self._places, places))
        boxes = self._changes.boxes()
        if (
            before - now > max(2, LOST_SHARE * before)
            or len(boxes) > MOST_BOXES
            or sum(box.area for box in boxes) > LOST_SHARE * grey.size
        ):
            return self._look_everywhere(grey, self._changes, places)
        for box in boxes:
            places = _merged(places, self._in_box(grey, box))
        return self._remember(places)

    def _look_everywhere(self, grey: Grey, changes: Changes, places: Places) -> Markers:
        self._since_full = 0
        changes.all_seen()
        return self._remember(_merged(places, Places.of(self._detector.detect(grey))))

    def _remember(self, places: Places) -> Markers:
        self._places = places.chosen(places.hidden < GONE_AFTER)
        return self._places.seen()

    def _checked(self, grey: Grey, changes: Changes) -> Places:
        """The known places in this frame: read where they were, or nearby, or hidden."""
        known = self._places
        if not len(known):
            return known
        moved = changes.at(known.corners)
        corners, softness, hidden = known.corners.copy(), known.softness.copy(), known.hidden + 1
        read = self._reads(grey, known.ids, corners)
        hidden[read] = 0
        closer = np.flatnonzero(moved | ~read)
        if len(closer):
            modules = self._detector.modules
            wide, _softness = fit_edges(grey, corners[closer], modules, 2, WIDER_REACH, FARTHER)
            fine, soft = fit_edges(grey, wide, modules, 1)
            again = self._reads(grey, known.ids[closer], fine)
            at = closer[again]
            corners[at], softness[at], hidden[at] = fine[again], soft[again], 0
            changes.explain(corners[at][moved[at]])
        return Places(known.ids, corners, softness, hidden)

    def _reads(self, grey: Grey, ids: Ids, corners: Floats) -> NDArray[np.bool_]:
        """At which places these ids are read, turned as they were."""
        words = decode(grey, corners, self._detector.book)
        return np.asarray((words.ids == ids) & (words.turns == 0))

    def _in_box(self, grey: Grey, box: Box) -> Places:
        found = self._detector.detect(grey[box.top : box.bottom, box.left : box.right])
        return Places.of(Markers(found.ids, found.corners + np.array([box.left, box.top]), found.softness))


def _merged(known: Places, found: Places) -> Places:
    """Found markers take the places of known ones of their id; where two ids were read at one place, none was."""
    if not len(found):
        return known
    seen = known.hidden == 0
    fresh = found.joined(known.chosen(seen))
    fresh = fresh.chosen(kept_places(fresh.corners, fresh.ids))
    hidden = known.chosen(~seen)
    covered = np.asarray(near_quads(hidden.corners, fresh.corners).any(axis=1))
    return fresh.joined(hidden.chosen(~covered))
