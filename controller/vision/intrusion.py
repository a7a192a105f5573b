"""Detect hands and other things over the arena, and golems that move without a command.

The arena is flattened to a small picture and compared with the picture in which it was in order. What the golems
explain is left out: their shadows, and how far they may have driven since they were last seen. A change of the light as
a whole is not a change. It costs a few milliseconds of one core a frame at most (`make bench ARGS=guard`).
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, field
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from boards.geometry import Point, Pose, Rect, wrap_degrees
from boards.kit.kit import Kit
from boards.kit.thing_keys import GolemKey, MatKey
from calibration.camera_frames import Image
from calibration.camera_model import Floats, View
from controller.vision.frame_reading import FrameReading

CELL_MM = 8.0
"""Side of the squares that are compared, mm."""

AROUND_MM = 12.0
"""Margin of the arena beyond the field's edge, mm."""

CHANGED_LEVELS = 16.0
"""Least change in any of the three colours, grey levels; the noise of a square is about one."""

DARKEST_SHADOW = 0.5
"""Least share of the light that a shadow leaves..."""
SHADOW_HUE = 0.07
"""...and the largest difference between the colours' shares. What is as grey as a shadow counts as one."""
_DARK_LEVELS = 6.0

SMALLEST_MM2 = 1100.0
"""Smallest area that counts, mm²: less is a speck or a reflection; a fingertip over the field has about 1,500."""

GOLEM_HEIGHT_MM = 60.0
GOLEM_RADIUS_MM = 54.0
"""A golem's radius is 35 mm at most; the rest is its shadow and the glow of its light."""
SPEED_MM_S = 160.0
"""Largest speed of a golem that was lost from sight."""
FARTHEST_MM = 220.0
"""Largest distance from where it was last seen, however long ago."""

REST_S = 0.3
"""Time without a command after which a golem is expected to rest, s: motors run out, and pictures come late."""
MOVED_MM = 15.0
MOVED_DEGREES = 15.0
"""Largest motion of a golem at rest: far more than its marker trembles."""
MOVED_READINGS = 2
"""Consecutive readings in which it must have moved."""

GROUNDS = 3
"""How many pictures of the arena in order are kept that differ from each other."""

Levels = NDArray[np.float32]

_RIM = np.radians(np.arange(0, 360, 20))
_OVERSAMPLED = 2


@dataclass(frozen=True)
class Intrusion:
    """Something over the arena."""

    at: Point
    """The middle of the largest part, as if it lay on the mat, mm."""
    area_mm2: float
    """Area of all parts, mm²."""
    golem: str = ""
    """The golem that moves without a command; "": it is not a golem."""


@dataclass(frozen=True)
class _Golem:
    pose: Pose
    time: float


@dataclass
class _Rest:
    """A golem that was told nothing."""

    since: float
    """s, on the event loop's clock."""
    pose: Pose | None = None
    """Where it came to rest; None: it may still roll."""
    astray: int = 0
    """Readings in which it was seen elsewhere."""


@dataclass
class _Ground:
    """The arena in order: a picture of it, and the squares that no golem hid then."""

    levels: Levels
    known: NDArray[np.bool_]

    def differs(self, other: _Ground) -> bool:
        """Whether something lies in the other picture that does not in this one, or the other way round."""
        return strange_things(other.levels, self.levels, self.known & other.known) is not None


@dataclass
class _Grounds:
    """Pictures of the arena in order that differ, the newest first.

    A hand may have been over the field when it was taken to be in order. When it is gone, each part of the field looks
    as in one of these pictures, and the one with the hand is given up.
    """

    newest: _Ground
    older: list[_Ground] = field(default_factory=list)

    def begin(self, ground: _Ground) -> None:
        """Take a new picture of the arena in order."""
        if self.newest.differs(ground):
            kept = [self.newest, *self.older]
            alike = next((n for n, older in enumerate(kept) if not older.differs(ground)), None)
            self.older = kept[: GROUNDS - 1] if alike is None else kept[alike + 1 :]
        self.newest = ground

    def strange(self, now: Levels, explained: NDArray[np.bool_]) -> Intrusion | None:
        """Return what lies over the arena and in no picture of it in order."""
        comparable = self.newest.known & ~explained
        found = strange_things(now, self.newest.levels, comparable)
        if found is None or not self.older:
            return found
        changed = changed_squares(now, self.newest.levels, comparable)
        for ground in self.older:
            seen = ground.known & ~explained
            if seen.any():
                changed &= changed_squares(now, ground.levels, seen) | ~seen
        found = largest_part(changed)
        if found is None:
            self.newest = _Ground(now, ~explained)
        return found


class IntrusionDetector:
    """Watches one mat of the kit through one camera. Pass readings in turn."""

    def __init__(self, kit: Kit) -> None:
        self._kit = kit
        self._arena: Rect | None = None
        self._mat: MatKey | None = None
        self._view: View | None = None
        self._grounds: _Grounds | None = None
        self._golems: dict[GolemKey, _Golem] = {}
        self._resting: dict[str, _Rest] = {}

    @property
    def ready(self) -> bool:
        """Whether a picture of the arena in order is known."""
        return self._grounds is not None

    def begin(self, look: FrameReading) -> None:
        """Take this reading as the arena in order: only golems and what belongs there.

        It must show a mat with a field.
        """
        if look.view is None or look.scene.mat is None or look.scene.mat not in self._kit.fields:
            return
        if look.scene.mat != self._mat:
            self._grounds = None
        self._mat, self._view = look.scene.mat, look.view
        self._arena = self._kit.fields[look.scene.mat].grown(AROUND_MM)
        self._resting = {}
        self._golems = {}
        self._note_golems(look)
        # What is below a golem is not known: it is taken from the first look that shows it.
        known = ~self._explained(self._arena, look.scene.time)
        ground = _Ground(_flattened(look.frame.image, look.view, self._arena), known)
        if self._grounds is None:
            self._grounds = _Grounds(ground)
        else:
            self._grounds.begin(ground)

    def add(self, look: FrameReading, resting: Collection[str] = ()) -> Intrusion | None:
        """Return what is over the arena in this reading, None if nothing is.

        The first reading, if there was no `begin`, shows the arena in order. ``resting`` are the golems that have no
        command.
        """
        if self._grounds is None or self._arena is None or (look.scene.mat is not None and look.scene.mat != self._mat):
            self.begin(look)
            return None
        if look.view is not None:
            # While the mat is covered, the camera has not moved.
            self._view = look.view
        self._note_golems(look)
        self._resting = {name: self._resting.get(name, _Rest(look.scene.time)) for name in resting}
        assert self._view is not None
        now = _flattened(look.frame.image, self._view, self._arena)
        explained = self._explained(self._arena, look.scene.time)
        # Search both each time: the state of golems at rest is updated.
        moved = self._moved(look)
        found = self._grounds.strange(now, explained) or moved
        if found is None:
            newest = self._grounds.newest
            fresh = ~newest.known & ~explained
            newest.levels[fresh] = now[fresh]
            newest.known |= fresh
        return found

    def _note_golems(self, look: FrameReading) -> None:
        for seen in look.scene.things:
            if isinstance(seen.thing, GolemKey):
                self._golems[seen.thing] = _Golem(seen.pose, look.scene.time)

    def _moved(self, look: FrameReading) -> Intrusion | None:
        """Find a golem without a command that moved; where it is now it may rest from then on."""
        time, moved = look.scene.time, None
        for name, rest in self._resting.items():
            seen = look.scene.find(GolemKey(name))
            if seen is None or time - rest.since < REST_S:
                continue
            pose = seen.pose
            rest.pose = rest.pose or pose
            off = pose.point.distance(rest.pose.point) > MOVED_MM
            off |= abs(wrap_degrees(pose.heading - rest.pose.heading)) > MOVED_DEGREES
            rest.astray = rest.astray + 1 if off else 0
            if rest.astray >= MOVED_READINGS:
                moved = Intrusion(pose.point, 0.0, name)
                self._resting[name] = _Rest(rest.since, pose)
        return moved

    def _explained(self, arena: Rect, time: float) -> NDArray[np.bool_]:
        """Mark the squares in which golems and their shadows are expected."""
        assert self._view is not None
        mask = np.zeros(_shape(arena), np.uint8)
        for key, golem in self._golems.items():
            rest = self._resting.get(key.colour)
            # Who is hidden at rest, by a hand perhaps, has not driven on.
            until = time if rest is None else min(time, rest.since + REST_S)
            radius = min(GOLEM_RADIUS_MM + SPEED_MM_S * max(0.0, until - golem.time), FARTHEST_MM)
            disc = np.stack([np.cos(_RIM), np.sin(_RIM)], axis=1) * radius + (golem.pose.x, golem.pose.y)
            # Where the camera sees its top, projected down to the mat.
            top = self._view.on_plane(self._view.project_plane(disc, GOLEM_HEIGHT_MM))
            corners = _squares(np.concatenate([disc, top]), arena)
            hull = cv2.convexHull(np.rint(corners * 16).astype(np.int32))
            cv2.fillConvexPoly(mask, hull, (1,), cv2.LINE_8, 4)
        return mask.astype(np.bool_)


def strange_things(now: Levels, empty: Levels, comparable: NDArray[np.bool_]) -> Intrusion | None:
    """Return what lies over the arena: `now` against `empty` (rows x columns x 3, grey levels), where `comparable`."""
    return largest_part(changed_squares(now, empty, comparable)) if comparable.any() else None


def changed_squares(now: Levels, empty: Levels, comparable: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """Mark the squares that look otherwise than in `empty`, some of them `comparable`; shadows aside."""
    ratio = np.median(now[comparable], axis=0) / np.maximum(np.median(empty[comparable], axis=0), 1.0)
    expected = empty * ratio
    off = _most(np.abs(now - expected))
    # A shadow makes paper darker, all colours alike; skin, sleeves and toys have colours, or are much darker.
    darker = (now + _DARK_LEVELS) / (expected + _DARK_LEVELS)
    most, least = _most(darker), -_most(-darker)
    mean = (darker[..., 0] + darker[..., 1] + darker[..., 2]) / np.float32(3.0)
    shadow = (most - least < SHADOW_HUE) & (mean > DARKEST_SHADOW) & (most < 1.0)
    return np.asarray((off > CHANGED_LEVELS) & comparable & ~shadow)


def largest_part(changed: NDArray[np.bool_]) -> Intrusion | None:
    """Return the squares that have changed as one thing, placed where most of them are; None if they are too few."""
    # Remove lines of print along a square's edge.
    solid = cv2.morphologyEx(changed.astype(np.uint8), cv2.MORPH_OPEN, np.ones((2, 2), np.uint8))
    count, _labels, stats, middles = cv2.connectedComponentsWithStats(solid, connectivity=8)
    areas = stats[1:count, cv2.CC_STAT_AREA] * CELL_MM**2
    if not (areas >= SMALLEST_MM2).any():
        return None
    largest = 1 + int(np.argmax(areas))
    column, row = middles[largest]
    at = Point(float(column + 0.5) * CELL_MM - AROUND_MM, float(changed.shape[0] - row - 0.5) * CELL_MM - AROUND_MM)
    return Intrusion(at, float(areas[areas >= SMALLEST_MM2].sum()))


def _most(levels: NDArray[np.floating[Any]]) -> NDArray[np.floating[Any]]:
    """Return the maximum of the three colours in each square: three times as fast as along the last axis."""
    return np.asarray(np.maximum(np.maximum(levels[..., 0], levels[..., 1]), levels[..., 2]))


def _shape(arena: Rect) -> tuple[int, int]:
    return round(arena.height / CELL_MM), round(arena.width / CELL_MM)


def _squares(places: Floats, arena: Rect) -> Floats:
    """Convert places of the mat frame (N x 2, mm) to the small picture: the middle of its first square is (0, 0)."""
    return np.asarray((places - (arena.low.x, arena.high.y)) * (1 / CELL_MM, -1 / CELL_MM) - 0.5)


def _flattened(image: Image, view: View, arena: Rect) -> Levels:
    """Return the arena from above: rows x columns x 3 means of the squares."""
    corners = np.array(
        [
            (arena.low.x, arena.high.y),
            (arena.high.x, arena.high.y),
            (arena.high.x, arena.low.y),
            (arena.low.x, arena.low.y),
        ]
    )
    pixels = view.project_plane(corners)
    rows, columns = (_OVERSAMPLED * size for size in _shape(arena))
    target = np.array([(0, 0), (columns, 0), (columns, rows), (0, rows)], np.float32) - 0.5
    carry = cv2.getPerspectiveTransform(pixels.astype(np.float32), target.astype(np.float32))
    fine = cv2.warpPerspective(image, carry, (columns, rows), flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    small = cv2.resize(fine, (columns // _OVERSAMPLED, rows // _OVERSAMPLED), interpolation=cv2.INTER_AREA)
    return np.asarray(small, np.float32)
