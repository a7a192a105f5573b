"""Discs on a table that cannot enter each other: who drives into another one is stopped, or pushes it.

Position based (Mueller et al. 2007, "Position based dynamics"): a step that would bring two middles nearer than two
radii is taken back along the line between them; the part of it along the other body's rim remains, so bodies slide past
each other. The wheels of a body that is stopped turn on: steppers without encoders do not notice.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Protocol

from boards.geometry import Point, Pose

BODY_MM = 70.0
"""Diameter of the reference golem (hardware/build/golem_layout.py): middles that are nearer touch."""

PUSHED_SHARE = 0.5
"""Of the way that two bodies overlap, what the resting one gives: the tyres of both slip alike on the same mat."""

DRIVING_S = 0.1
"""A body that was driven so short a time ago holds its ground: its coils are on."""

PARTED_MM = 0.5
"""A contact has ended when there is so much air between two bodies."""

NEAR_MM = 15.0
"""Bodies with less air between them are moved in fine steps."""

_PASSES = 4


class Disc(Protocol):
    """What a body is to others."""

    pose: Pose
    present: bool
    held: bool
    """Somebody holds it: neither its wheels nor another body move it."""
    driven_at: float


@dataclass(frozen=True)
class Contact:
    """Two bodies touch, from `t` on."""

    t: float
    """Seconds on the loop's clock."""
    one: str
    """The name of the one that drove into the other."""
    other: str
    at: Point
    """Half-way between the middles, mm."""


class Collisions:
    """The contacts of a set of discs."""

    def __init__(self, discs: Mapping[str, Disc]) -> None:
        self._discs = discs
        self._touching: set[frozenset[str]] = set()

    def near(self, name: str) -> bool:
        """Return whether another body is so near that the next coarse step could reach it."""
        return not self._alone(name, self._discs[name].pose, BODY_MM + NEAR_MM)

    def advance(self, name: str, step: Pose, now: float) -> tuple[Contact, ...]:
        """Move a body by a step in its own frame, as far as others let it; return the contacts that began.

        Bodies that overlap from the start, because a hand put them so, come no nearer.
        """
        disc = self._discs[name]
        start, wanted = disc.pose, disc.pose.then(step)
        disc.driven_at = now
        if not disc.present:
            disc.pose = wanted
            return ()
        if disc.held:
            return ()
        if self._touching:
            self._forget_parted(name)
        if self._alone(name, wanted, math.nextafter(BODY_MM, math.inf)):
            disc.pose = wanted
            return ()
        place, touched = wanted.point, list[str]()
        for _ in range(_PASSES):
            moved = False
            for other_name, other in self._others(name):
                limit = min(BODY_MM, start.point.distance(other.pose.point))
                overlap = limit - place.distance(other.pose.point)
                if overlap <= 1e-9:
                    continue
                moved = True
                if other_name not in touched:
                    touched.append(other_name)
                place = self._apart(place, other_name, other, overlap, now)
            if not moved:
                break
        else:
            place = start.point
        disc.pose = replace(wanted, x=place.x, y=place.y)
        return tuple(contact for other in touched for contact in self._begin(name, other, now))

    def push(self, name: str, by: Point) -> None:
        """Move a body by a hand's push, mm, as far as no other body is in its way."""
        disc = self._discs[name]
        share = 1.0
        for _, other in self._others(name):
            share = min(share, _free_share(disc.pose.point, by, other.pose.point))
        disc.pose = replace(disc.pose, x=disc.pose.x + by.x * share, y=disc.pose.y + by.y * share)

    def _apart(self, place: Point, other_name: str, other: Disc, overlap: float, now: float) -> Point:
        """Part two bodies along the line between them; return where the driving one is then."""
        normal = _unit(place - other.pose.point)
        if not other.held and now - other.driven_at >= DRIVING_S:
            pushed = overlap * PUSHED_SHARE
            before = other.pose.point
            self.push(other_name, Point(-normal.x * pushed, -normal.y * pushed))
            overlap -= before.distance(other.pose.point)
        return Point(place.x + normal.x * overlap, place.y + normal.y * overlap)

    def _begin(self, one: str, other: str, now: float) -> tuple[Contact, ...]:
        pair = frozenset((one, other))
        if pair in self._touching:
            return ()
        self._touching.add(pair)
        here, there = self._discs[one].pose, self._discs[other].pose
        return (Contact(now, one, other, Point((here.x + there.x) / 2, (here.y + there.y) / 2)),)

    def _forget_parted(self, name: str) -> None:
        for pair in [pair for pair in self._touching if name in pair]:
            discs = [self._discs[each] for each in pair if each in self._discs and self._discs[each].present]
            if len(discs) < 2 or discs[0].pose.point.distance(discs[1].pose.point) > BODY_MM + PARTED_MM:
                self._touching.discard(pair)

    def _alone(self, name: str, there: Pose, least_mm: float) -> bool:
        """Return whether no other body's middle is nearer to a place than this."""
        # Asked for each 5 ms of each body.
        for other, disc in self._discs.items():
            if other != name and disc.present:
                pose = disc.pose
                if math.hypot(there.x - pose.x, there.y - pose.y) < least_mm:
                    return False
        return True

    def _others(self, name: str) -> list[tuple[str, Disc]]:
        return [(other, disc) for other, disc in self._discs.items() if other != name and disc.present]


def _unit(gap: Point) -> Point:
    length = math.hypot(gap.x, gap.y)
    return Point(gap.x / length, gap.y / length) if length > 1e-9 else Point(1.0, 0.0)


def _free_share(place: Point, by: Point, other: Point) -> float:
    """Return how much of a straight way a body can go before it touches another (0 to 1)."""
    limit = min(BODY_MM, place.distance(other))
    gap = place - other
    # |gap + share * by| = limit, for the smallest share from 0 on.
    a = by.x * by.x + by.y * by.y
    b = gap.x * by.x + gap.y * by.y
    c = gap.x * gap.x + gap.y * gap.y - limit * limit
    if a == 0.0 or b >= 0.0 or (root := b * b - a * c) < 0.0:
        return 1.0
    return min(1.0, max(0.0, (-b - math.sqrt(root)) / a))
