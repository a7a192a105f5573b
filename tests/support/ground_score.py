"""What the eye made of a picture of the proving ground: read, misplaced, wrong, unread with or without a cause."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from math import sqrt

import cv2
import numpy as np
from numpy.typing import NDArray

from boards.geometry import Pose, wrap_degrees
from boards.kit.thing_keys import MatKey, ThingKey
from calibration.camera_model import Floats
from controller.vision.pose.placement import local_corners, to_mat_frame
from controller.vision.scene import Scene, Unread
from tests.support.ground import Ground
from tests.support.tables import KIT

NEAR_MM, NEAR_DEGREES = 10.0, 8.0
"""A thing that is seen farther from where it is than this is misplaced."""

ELSEWHERE_MM, ELSEWHERE_DEGREES = 31.0, 45.0
"""Farther than this (half a card) it is another place: as wrong as another card."""

NEAR_SIDES = 0.35
"""A marker is the one that is there if its middle is nearer than this share of its side."""

NO_CAUSE = "no cause"


@dataclass
class Score:
    """Counts. ``wrong`` is what must be 0."""

    placements: int = 0
    read: int = 0
    """Surely read, with the right id; those that are misplaced are among them."""
    misplaced: int = 0
    wrong: int = 0
    causes: Counter[str] = field(default_factory=Counter)
    """Of what is unread: why, as the eye says."""
    mistakes: list[str] = field(default_factory=list)

    def add(self, other: Score) -> None:
        self.placements += other.placements
        self.read += other.read
        self.misplaced += other.misplaced
        self.wrong += other.wrong
        self.causes += other.causes
        self.mistakes += other.mistakes

    @property
    def unread(self) -> int:
        return self.placements - self.read

    @property
    def named(self) -> int:
        """Unread with a cause."""
        return self.unread - self.causes[NO_CAUSE]


@dataclass
class MarkerScore:
    """Counts of markers."""

    there: int = 0
    found: int = 0
    wrong: int = 0

    def add(self, other: MarkerScore) -> None:
        self.there += other.there
        self.found += other.found
        self.wrong += other.wrong


def score(ground: Ground, scene: Scene) -> Score:
    """Judge what was read as things."""
    placements = set(ground.placements)
    result = Score(placements=len(placements))
    seen = {thing.thing: thing.pose for thing in scene.things if not isinstance(thing.thing, MatKey)}
    for key, pose in seen.items():
        off, turned = _apart(pose, ground.truth[key]) if key in ground.truth else (np.inf, 0.0)
        if off > ELSEWHERE_MM or turned > ELSEWHERE_DEGREES:
            result.wrong += 1
            result.mistakes.append(f"{key} {off:.0f} mm, {turned:.0f} degrees off")
        elif key in placements:
            result.read += 1
            result.misplaced += off > NEAR_MM or turned > NEAR_DEGREES
    for key in sorted(placements - seen.keys(), key=str):
        result.causes[_cause(ground, scene, key)] += 1
    # What is read elsewhere is wrong and not read.
    result.causes[NO_CAUSE] += result.unread - result.causes.total()
    return result


def _apart(pose: Pose, truth: Pose) -> tuple[float, float]:
    return pose.point.distance(truth.point), abs(wrap_degrees(pose.heading - truth.heading))


def _cause(ground: Ground, scene: Scene, key: ThingKey) -> str:
    """Why it is unread, as the scene says at its place, of it, or of the whole picture."""
    pose, height = ground.truth[key], KIT.things[key].height_mm
    middle = ground.view.project_plane([(pose.x, pose.y)], height)[0]
    for item in scene.unread:
        if item.thing == key or (item.thing is None and _holds(item, middle)):
            return item.why.value
    return scene.trouble[0].value if scene.trouble else NO_CAUSE


def _holds(item: Unread, place: Floats) -> bool:
    outline = np.array([(pixel.u, pixel.v) for pixel in item.outline], np.float32)
    return cv2.pointPolygonTest(cv2.convexHull(outline), (float(place[0]), float(place[1])), False) >= 0


def markers_there(ground: Ground) -> tuple[NDArray[np.int64], Floats]:
    """Ids (N) and true corners (N x 4 x 2, px) of all markers on the table, hidden ones too."""
    ids: list[int] = []
    corners: list[Floats] = []
    for key, pose in ground.truth.items():
        thing, bend = KIT.things[key], ground.bends.get(key)
        for marker in thing.markers:
            local = local_corners(marker)
            heights = np.full(4, thing.height_mm)
            if bend is not None:
                heights += bend.height(np.asarray(local, np.float32))
            ids.append(marker.id)
            corners.append(ground.view.project(np.column_stack([to_mat_frame(pose, local), heights])))
    return np.array(ids, np.int64), np.array(corners)


def score_markers(there: tuple[NDArray[np.int64], Floats], ids: NDArray[np.int64], corners: Floats) -> MarkerScore:
    """Judge a detector's markers."""
    true_ids, true_corners = there
    sides = np.linalg.norm(true_corners - np.roll(true_corners, 1, axis=1), axis=2).mean(axis=1)
    apart = np.linalg.norm(true_corners.mean(axis=1)[:, None] - corners.mean(axis=1)[None], axis=2)
    near = apart < NEAR_SIDES * sides[:, None]
    right = near & (true_ids[:, None] == ids[None])
    return MarkerScore(len(true_ids), int(right.any(axis=1).sum()), int((~right.any(axis=0)).sum()))


def wilson(hits: int, of: int, z: float = 1.96) -> tuple[float, float]:
    """The interval that holds a share with 95 % confidence (E. B. Wilson, 1927)."""
    if of == 0:
        return 0.0, 1.0
    share, spread = hits / of, z * z / of
    middle = (share + spread / 2) / (1 + spread)
    half = z * sqrt(share * (1 - share) / of + spread / (4 * of)) / (1 + spread)
    return max(0.0, middle - half), min(1.0, middle + half)


def median_bounds(values: Iterable[float], z: float = 1.96) -> tuple[float, float, float]:
    """The median, and the values of the order that hold it with 95 % confidence, whatever the distribution."""
    ordered = sorted(values)
    count = len(ordered)
    reach = z * sqrt(count) / 2
    low, high = int(np.floor(count / 2 - reach)), int(np.ceil(count / 2 + reach))
    return float(np.median(ordered)), ordered[max(low, 0)], ordered[min(high, count - 1)]
