"""Vote over frames: a thing counts when it was read at the same place in most of the last frames, at rest.

A thing has three states: *seen*; *hidden*, when something lies where it was accepted before; *gone*.
"""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Iterable
from dataclasses import replace

from boards.geometry import Pixel, wrap_degrees
from boards.kit.thing_keys import CardKey, GolemKey, ThingKey
from controller.vision.scene import Scene, Seen, Unread, Why
from controller.vision.unread.outlines import centroid, overlapping

FRAMES = 5
VOTES = 3
AT_REST_PX = 3.0
"""A thing at rest has the same id and its centre within 3 px, in at least VOTES of FRAMES frames."""

AT_REST_DEG = 1.5
"""A golem at rest keeps its heading so well; the camera errs by 0.4 degrees in one of twenty sightings."""

MOVING_AFTER = 10
"""Frames that a moving card is waited for. Then it is unread; a driving golem is always waited for."""

GOLEM_GONE_AFTER = 10
"""Frames that a golem which was accepted is waited for: a hand above it is soon away."""


class Voting:
    """Gathers the scenes of one camera. Pass every scene in turn."""

    def __init__(self) -> None:
        self._scenes: deque[Scene] = deque(maxlen=FRAMES)
        self._count = 0
        self._accepted: dict[ThingKey, Seen] = {}
        self._bumped = False

    def begin(self) -> None:
        """Start a new vote without the scenes so far; things accepted before are remembered."""
        self._scenes.clear()
        self._count = 0

    def add(self, scene: Scene) -> Scene | None:
        """Add a scene; return the settled one once the table is at rest, None while it is not or cannot be told."""
        if scene.trouble or scene.mat is None or (self._scenes and self._scenes[-1].mat != scene.mat):
            self.begin()
        if scene.camera_moved:
            # In the picture everything moved, on the table nothing did.
            self.begin()
            self._accepted, self._bumped = {}, True
        if scene.trouble or scene.mat is None:
            return None
        self._scenes.append(scene)
        self._count += 1
        if len(self._scenes) < VOTES:
            return None
        accepted, flickering = self._vote()
        if flickering and len(self._scenes) < FRAMES:
            return None
        moving = [key for key in flickering if self._moves(key)]
        if moving and (self._count < MOVING_AFTER or any(not isinstance(key, CardKey) for key in moving)):
            return None
        unread = [item for item in scene.unread if self._often_unread(item)]
        unread += [
            self._unread_while_flickering(key) for key in flickering if not any(item.thing == key for item in unread)
        ]
        missing = {key: seen for key, seen in self._accepted.items() if key not in accepted and key not in flickering}
        if self._count < GOLEM_GONE_AFTER and any(isinstance(key, GolemKey) for key in missing):
            return None
        unread = [_named_after(item, missing.values()) for item in unread]
        self._accepted = accepted | {key: missing[key] for item in unread if (key := item.thing) in missing}
        bumped, self._bumped = self._bumped, False
        things = tuple(accepted[key] for key in sorted(accepted, key=str))
        return replace(scene, things=things, unread=tuple(unread), camera_moved=bumped, settled=True)

    def _vote(self) -> tuple[dict[ThingKey, Seen], list[ThingKey]]:
        """Return what was read often enough at its newest place, and the keys of what was not."""
        accepted: dict[ThingKey, Seen] = {}
        flickering: list[ThingKey] = []
        for key in sorted({seen.thing for scene in self._scenes for seen in scene.things}, key=str):
            sightings = self._sightings(key)
            still = [seen for seen in sightings if _rests(seen, sightings[-1])]
            if len(still) >= VOTES:
                accepted[key] = max(reversed(still), key=lambda seen: seen.markers)
            else:
                flickering.append(key)
        return accepted, flickering

    def _sightings(self, key: ThingKey) -> list[Seen]:
        return [seen for scene in self._scenes if (seen := scene.find(key)) is not None]

    def _moves(self, key: ThingKey) -> bool:
        """Tell whether a thing was read at different places; else it rests and is read too seldom."""
        sightings = self._sightings(key)
        return any(not _rests(seen, sightings[-1]) for seen in sightings)

    def _often_unread(self, item: Unread) -> bool:
        votes = sum(
            any(_near(other.outline, item.outline, 4 * AT_REST_PX) for other in scene.unread) for scene in self._scenes
        )
        return votes >= VOTES

    def _unread_while_flickering(self, key: ThingKey) -> Unread:
        """Return why a thing is not read at one place: it moves, or the commonest cause at the place where it rests."""
        last = self._sightings(key)[-1]
        if self._moves(key):
            return Unread(Why.MOVING, last.outline, last.pose, key)
        causes = Counter(
            item.why
            for scene in self._scenes
            for item in scene.unread
            if item.thing == key or _near(item.outline, last.outline, 10 * AT_REST_PX)
        )
        why = causes.most_common(1)[0][0] if causes else Why.BLURRED
        return Unread(why, last.outline, last.pose, key)


def _named_after(item: Unread, missing: Iterable[Seen]) -> Unread:
    """Name something unread after the thing that was accepted at its place before: it is probably that, hidden."""
    if item.thing is None:
        for seen in missing:
            if overlapping(seen.outline, item.outline):
                return replace(item, thing=seen.thing)
    return item


def _rests(one: Seen, other: Seen) -> bool:
    """Tell whether a thing rests between two sightings; a golem that turns on the spot does not."""
    turned = abs(wrap_degrees(one.pose.heading - other.pose.heading)) if isinstance(one.thing, GolemKey) else 0.0
    return turned <= AT_REST_DEG and _near(one.outline, other.outline)


def _near(one: tuple[Pixel, ...], other: tuple[Pixel, ...], limit: float = AT_REST_PX) -> bool:
    a, b = centroid(one), centroid(other)
    return (a.u - b.u) ** 2 + (a.v - b.v) ** 2 <= limit**2
