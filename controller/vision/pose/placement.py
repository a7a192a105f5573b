"""Place markers on the table: from pixels to mm on the plane where they are printed; poses of flat things."""

from __future__ import annotations

from cmath import phase
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from math import cos, degrees, radians, sin, sqrt

import numpy as np

from boards.drawing.artwork import drawing_of
from boards.geometry import Pixel, Point, Pose, wrap_degrees
from boards.kit.kit import Kit, kit
from boards.kit.printed_items import Marker, PrintedItem
from boards.kit.thing_keys import ThingKey
from calibration.camera_model import Floats, View
from controller.vision.markers.detector import Markers


@dataclass(frozen=True, eq=False)
class PlacedMarker:
    """A marker of the kit, seen and carried onto its plane."""

    index: int
    """Index in the picture's :class:`Markers`."""
    id: int
    thing: PrintedItem
    corners: Floats
    """4 x 2, mm of the mat frame, at the thing's height."""
    corners_px: Floats
    """4 x 2"""
    pose: Pose
    """Pose of the marker itself."""
    sides: Floats
    """The four sides' lengths, mm."""

    @property
    def centre(self) -> Point:
        """In the mat frame, mm."""
        return self.pose.point


@lru_cache(maxsize=512)
def local_corners(marker: Marker) -> Floats:
    """Return a marker's corners in its thing's own frame: 4 x 2, mm, clockwise from the marker's own upper left."""
    half = marker.side_mm / 2
    corners = (Point(-half, half), Point(half, half), Point(half, -half), Point(-half, -half))
    return np.array([((p := corner.rotated(marker.turned) + marker.centre).x, p.y) for corner in corners])


@dataclass(frozen=True, eq=False)
class Placement:
    """Markers, sorted into those of the kit and others."""

    placed: tuple[PlacedMarker, ...]
    """In the order of the picture's :class:`Markers`."""
    foreign: tuple[int, ...]
    """Indices in :class:`Markers` of those that belong to no thing of the kit, or to several."""


def place_markers(printed: Kit, markers: Markers, view: View) -> Placement:
    """Place the kit's markers on the planes where they are printed, in the mat frame (stage 3)."""
    placed: list[PlacedMarker] = []
    things = [_owner(printed, int(marker)) for marker in markers.ids]
    for height in sorted({thing.height_mm for thing in things if thing is not None}):
        chosen = [index for index, thing in enumerate(things) if thing is not None and thing.height_mm == height]
        corners = view.on_plane(markers.corners[chosen].reshape(-1, 2), height).reshape(-1, 4, 2)
        sides = np.linalg.norm(corners - np.roll(corners, -1, axis=1), axis=2)
        for index, flat, lengths, pose in zip(chosen, corners, sides, _poses(corners), strict=True):
            thing = things[index]
            if thing is not None and np.isfinite(pose.x):
                id_ = int(markers.ids[index])
                placed.append(PlacedMarker(index, id_, thing, flat, markers.corners[index], pose, lengths))
    foreign = tuple(index for index, thing in enumerate(things) if thing is None)
    return Placement(tuple(sorted(placed, key=lambda item: item.index)), foreign)


def _poses(corners: Floats) -> list[Pose]:
    """Return the poses of markers by their corners (N x 4 x 2, mm); the heading is their own +x."""
    centres = corners.mean(axis=1)
    along = corners[:, 1] - corners[:, 0] + corners[:, 2] - corners[:, 3]
    headings = np.degrees(np.arctan2(along[:, 1], along[:, 0]))
    return [Pose(x, y, heading) for (x, y), heading in zip(centres.tolist(), headings.tolist(), strict=True)]


def _owner(printed: Kit, marker: int) -> PrintedItem | None:
    owners = printed.marker_owner(marker)
    return printed.things[owners[0]] if len(owners) == 1 else None


def rigid_fit(local: Floats, placed: Floats) -> tuple[Pose, float]:
    """Fit the pose that carries local points (N x 2) onto placed ones, least squares; also the rms in mm."""
    # As complex numbers: a turn is a factor.
    printed, seen = local @ _COMPLEX, placed @ _COMPLEX
    printed_middle, seen_middle = complex(printed.mean()), complex(seen.mean())
    printed, seen = printed - printed_middle, seen - seen_middle
    turn = complex(np.vdot(printed, seen))
    turn = turn / abs(turn) if turn else 1.0 + 0.0j
    off = printed * turn - seen
    at = seen_middle - turn * printed_middle
    pose = Pose(at.real, at.imag, wrap_degrees(degrees(phase(turn))))
    return pose, sqrt(np.vdot(off, off).real / len(off))


_COMPLEX = np.array([1.0, 1.0j])


@lru_cache(maxsize=512)
def outline(key: ThingKey) -> Floats:
    """Return the edge of a printed thing in its own frame, N x 2 mm. It does not depend on how ids were dealt."""
    return points_array(drawing_of(key, kit(), "en").edge)


def _edge(thing: PrintedItem) -> Floats:
    return points_array(thing.outline) if thing.outline else outline(thing.key)


def points_array(places: Iterable[Point]) -> Floats:
    """Convert points to an array: N x 2, mm."""
    return np.array([(place.x, place.y) for place in places])


def to_mat_frame(pose: Pose, local: Floats) -> Floats:
    """Transform points of a thing's own frame (N x 2, mm) to the mat frame."""
    turn = radians(pose.heading)
    sine, cosine = sin(turn), cos(turn)
    placed = np.asarray(local @ np.array([[cosine, sine], [-sine, cosine]]))
    placed += np.array((pose.x, pose.y))
    return placed


def outlines_px(view: View, things: Sequence[tuple[PrintedItem, Pose]]) -> list[tuple[Pixel, ...]]:
    """Return the printed outlines of things in the picture, all at once."""
    edges = [to_mat_frame(pose, _edge(thing)) for thing, pose in things]
    if not edges:
        return []
    counts = [len(edge) for edge in edges]
    heights = np.repeat([thing.height_mm for thing, _pose in things], counts)
    pixels = view.project(np.concatenate([np.concatenate(edges), heights[:, None]], axis=1))
    ends = np.cumsum(counts)
    return [to_pixels(part) for part in np.split(pixels, ends[:-1])]


def outline_px(view: View, thing: PrintedItem, pose: Pose) -> tuple[Pixel, ...]:
    """Return a thing's printed outline in the picture."""
    return outlines_px(view, [(thing, pose)])[0]


def project_points(view: View, places: Iterable[Point], height: float = 0.0) -> tuple[Pixel, ...]:
    """Project places of the plane at ``height`` mm to pixels."""
    return to_pixels(view.project_plane(points_array(places), height))


def to_pixels(corners: Floats) -> tuple[Pixel, ...]:
    """Convert an array (N x 2, px) to pixels."""
    return tuple(Pixel(u, v) for u, v in corners.tolist())
