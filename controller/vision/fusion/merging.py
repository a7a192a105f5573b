"""Merge what several cameras saw of one table in the mat frame. Pure.

A thing that one camera reads surely is read, wherever another sees it badly. Where two contradict each other nothing is
read: that is a cause of its own (`Why.CAMERAS`).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import combinations

import cv2
import numpy as np

from boards.geometry import Point, Pose, wrap_degrees
from boards.kit.thing_keys import CardKey, DieKey, ReadyKey, StepKey, ThingKey, TrayKey
from boards.kit.trays import TRAY
from controller.vision.scene import Scene, Seen, Trouble, Unread, Why

AGREE_MM = 15.0
"""Largest distance of one thing as two cameras see it.

Through lenses that are only estimated from the table, places err by several mm; two cards side by side are 63 mm apart.
"""
AGREE_DEGREES = 15.0

ONE_SPOT_MM = 25.0
"""Cards nearer to each other lie on each other; then each camera sees the same one on top."""

NEAR_MM = 40.0
"""Largest distance of unread items at one place: half a card."""

HALF_SEEN_MM = 60.0
"""Largest distance of the readable part of a card from its middle."""

_Identity = ThingKey | str
"""What is at one place only: a thing, or the die of a colour, whatever it shows."""

NOT_WELL_SEEN = frozenset(
    {Why.GLARE, Why.COVERED, Why.BLURRED, Why.SHAKEN, Why.DARK, Why.TOO_SMALL, Why.CUT_OFF, Why.UNPLACED}
)
"""Causes that concern one camera's view; the others concern the things themselves."""

OF_THE_PICTURE = frozenset(Trouble) - {Trouble.OTHER_MAT, Trouble.WRONG_SCALE}
"""Troubles of a single camera."""


@dataclass(frozen=True)
class CameraScene:
    """What one camera saw."""

    camera: str
    """Its name."""
    scene: Scene

    @property
    def blind(self) -> bool:
        """Whether it shows nothing just now."""
        return any(trouble in OF_THE_PICTURE for trouble in self.scene.trouble)


@dataclass(frozen=True)
class _Read:
    """One camera's reading of a thing."""

    camera: int
    seen: Seen
    area_px: float
    """The thing's area in the picture: the weight of this camera's pose."""


def merge(camera_scenes: Sequence[CameraScene]) -> Scene:
    """Merge what cameras saw at the same time, none of them blind, into one scene.

    Outlines are those of the camera that sees a thing largest; frame number, size and time are those of the newest.
    """
    newest = max((camera_scene.scene for camera_scene in camera_scenes), key=lambda scene: scene.time)
    if len({camera_scene.scene.mat for camera_scene in camera_scenes}) > 1:
        return replace(newest, things=(), unread=(), trouble=(Trouble.OTHER_MAT,), settled=False)
    things, contradicted = _merge_things(camera_scenes)
    things, spots = _reject_overlaps(things)
    contradicted += spots
    unread: list[Unread] = []
    for number, camera_scene in enumerate(camera_scenes):
        unread += [item for item in camera_scene.scene.unread if not _known_by_another(item, number, camera_scenes)]
    unread = _without_duplicates([*contradicted, *unread])
    # A cause that concerns the thing itself outweighs cameras that did not notice it.
    doubtful = {_identity(item.thing) for item in unread if item.thing is not None and item.why not in NOT_WELL_SEEN}
    read = sorted(
        (item.seen for item in things if _identity(item.seen.thing) not in doubtful), key=lambda seen: str(seen.thing)
    )
    return replace(
        newest,
        things=tuple(read),
        unread=tuple(unread),
        trouble=tuple(
            dict.fromkeys(trouble for camera_scene in camera_scenes for trouble in camera_scene.scene.trouble)
        ),
        camera_moved=any(camera_scene.scene.camera_moved for camera_scene in camera_scenes),
        settled=all(camera_scene.scene.settled for camera_scene in camera_scenes),
    )


def complete_lanes(scene: Scene) -> frozenset[tuple[TrayKey, int]]:
    """Return the lanes (tray's key, 0 to 3) that are in the picture as a whole."""
    trays = [(seen.thing, seen.pose) for seen in scene.things if isinstance(seen.thing, TrayKey)]
    cut = [item.pose.point for item in scene.unread if item.why is Why.CUT_OFF and item.pose is not None]
    return frozenset(
        (tray, lane)
        for tray, pose in trays
        for lane in range(TRAY.lanes)
        if not any(pose.place(TRAY.lane(lane).centre).distance(point) < NEAR_MM for point in cut)
    )


def _merge_things(camera_scenes: Sequence[CameraScene]) -> tuple[list[_Read], list[Unread]]:
    """Merge things by key; return those that cameras agree on, and those that they contradict each other about."""
    by_identity: dict[_Identity, list[_Read]] = {}
    for number, camera_scene in enumerate(camera_scenes):
        for seen in camera_scene.scene.things:
            by_identity.setdefault(_identity(seen.thing), []).append(_Read(number, seen, _area(seen)))
    by_identity = _renumber_copies(by_identity)
    merged: list[_Read] = []
    contradicted: list[Unread] = []
    for reads in by_identity.values():
        largest = max(reads, key=lambda read: read.area_px)
        if all(_agree(one, other) for one, other in combinations(reads, 2)):
            pose = _mean_pose(reads)
            markers = max(read.seen.markers for read in reads)
            merged.append(replace(largest, seen=replace(largest.seen, pose=pose, markers=markers)))
        else:
            contradicted.append(_contradicted(largest.seen))
    return merged, contradicted


def _renumber_copies(reads_of: dict[_Identity, list[_Read]]) -> dict[_Identity, list[_Read]]:
    """Renumber copies of cards by where they lie.

    Copies have the same markers and are numbered by each camera for itself.
    """
    known: dict[_Identity, list[_Read]] = {
        name: reads for name, reads in reads_of.items() if not isinstance(name, StepKey)
    }
    spots: dict[str, list[list[_Read]]] = {}
    for name, reads in reads_of.items():
        if isinstance(name, StepKey):
            for read in reads:
                kind, place = spots.setdefault(name.text, []), read.seen.pose.point
                near = [spot for spot in kind if spot[0].seen.pose.point.distance(place) <= AGREE_MM]
                if near and all(other.camera != read.camera for other in near[0]):
                    near[0].append(read)
                else:
                    kind.append([read])
    for text, groups in spots.items():
        groups.sort(key=lambda spot: (spot[0].seen.pose.x, spot[0].seen.pose.y))
        for number, group in enumerate(groups, start=1):
            key = StepKey(text, number)
            known[key] = [replace(read, seen=replace(read.seen, thing=key)) for read in group]
    return known


def _identity(thing: ThingKey) -> _Identity:
    return f"die of {thing.colour}" if isinstance(thing, DieKey) else thing


def _agree(one: _Read, other: _Read) -> bool:
    turned = abs(wrap_degrees(one.seen.pose.heading - other.seen.pose.heading))
    same_face = one.seen.thing == other.seen.thing
    return same_face and one.seen.pose.point.distance(other.seen.pose.point) <= AGREE_MM and turned <= AGREE_DEGREES


def _mean_pose(reads: Sequence[_Read]) -> Pose:
    """Return the mean pose, weighted by the area in which each camera sees the thing."""
    weights = np.array([read.area_px for read in reads])
    weights = weights / weights.sum() if weights.sum() > 0.0 else np.full(len(reads), 1 / len(reads))
    first = reads[0].seen.pose
    off = np.array(
        [
            (pose.x - first.x, pose.y - first.y, wrap_degrees(pose.heading - first.heading))
            for pose in (read.seen.pose for read in reads)
        ]
    )
    x, y, turn = (weights @ off).tolist()
    return Pose(first.x + x, first.y + y, wrap_degrees(first.heading + turn))


def _area(seen: Seen) -> float:
    outline = np.array([(pixel.u, pixel.v) for pixel in seen.outline], np.float32)
    return float(cv2.contourArea(outline)) if len(outline) >= 3 and np.isfinite(outline).all() else 0.0


def _reject_overlaps(things: list[_Read]) -> tuple[list[_Read], list[Unread]]:
    """Reject two cards at one place, each seen by another camera: they were swapped meanwhile, or one is misread."""
    cards = [read for read in things if isinstance(read.seen.thing, CardKey | ReadyKey)]
    wrong = {
        read.seen.thing
        for one, other in combinations(cards, 2)
        if one.camera != other.camera and one.seen.pose.point.distance(other.seen.pose.point) < ONE_SPOT_MM
        for read in (one, other)
    }
    kept = [read for read in things if read.seen.thing not in wrong]
    return kept, [_contradicted(read.seen) for read in things if read.seen.thing in wrong]


def _contradicted(seen: Seen) -> Unread:
    return Unread(Why.CAMERAS, seen.outline, seen.pose, seen.thing)


def _known_by_another(item: Unread, camera: int, camera_scenes: Sequence[CameraScene]) -> bool:
    """Tell whether another camera reads for sure what this one could not: the thing itself, or an empty place."""
    if item.why not in NOT_WELL_SEEN or item.pose is None:
        return False
    at = item.pose.point
    others = [camera_scene.scene for number, camera_scene in enumerate(camera_scenes) if number != camera]
    if item.thing is not None:
        identity = _identity(item.thing)
        same = [seen for scene in others for seen in scene.things if _identity(seen.thing) == identity]
        return any(seen.pose.point.distance(at) < HALF_SEEN_MM for seen in same)
    return any(_reads_card_at(scene, at) or _sees_empty_lane(scene, at) for scene in others)


def _reads_card_at(scene: Scene, at: Point) -> bool:
    """Tell whether a card is read at this place."""
    cards = [seen for seen in scene.things if isinstance(seen.thing, CardKey | ReadyKey)]
    return any(seen.pose.point.distance(at) < ONE_SPOT_MM for seen in cards)


def _sees_empty_lane(scene: Scene, at: Point) -> bool:
    """Tell whether this place is in a lane that is seen whole, with nothing unread near it.

    What the lane shows there is read, or is the empty tray.
    """
    if any(item.pose is not None and item.pose.point.distance(at) < NEAR_MM for item in scene.unread):
        return False
    trays = {seen.thing: seen.pose for seen in scene.things}
    return any(_in_lane(trays[tray], lane, at) for tray, lane in complete_lanes(scene))


def _in_lane(tray: Pose, lane: int, at: Point) -> bool:
    local, rect = tray.local(at), TRAY.lane(lane)
    return rect.low.x <= local.x <= rect.high.x and rect.low.y <= local.y <= rect.high.y


def _without_duplicates(items: Sequence[Unread]) -> list[Unread]:
    """Remove duplicates: what several cameras report unread at one place."""
    kept: list[Unread] = []
    for item in items:
        if not any(_same_item(item, other) for other in kept):
            kept.append(item)
    return kept


def _same_item(one: Unread, other: Unread) -> bool:
    if one.pose is None or other.pose is None or one is other:
        return False
    same = one.thing == other.thing and one.why is other.why
    return same and one.pose.point.distance(other.pose.point) < AGREE_MM
