"""What is on the table as evenly lit paper, ink and wood, seen through a lens: the picture before there is light.

What does not change is drawn once. Each thing is drawn into its own part of the picture through the full
camera model: a grid of undistorted coordinates, made once, is carried by one homography onto the thing's
plane, and from there onto its texture.
"""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np
from numpy.typing import NDArray

from boards.geometry import Point, Pose
from boards.kit.kit import Kit
from boards.kit.printed_items import PrintedItem
from boards.kit.thing_keys import EnergyKey, GolemKey, MatKey, ThingKey, TrayKey
from calibration.camera_frames import Image
from calibration.camera_model import Floats, View
from hardware.simulated.optics.glued_sheet import GluedSheet
from hardware.simulated.optics.light import Sheet
from hardware.simulated.optics.paper_curl import Bend
from hardware.simulated.optics.table_tops import TOP_PX_PER_MM
from hardware.simulated.rendering.pixel_grid import sampled_texture, undistorted_grid
from hardware.simulated.rendering.textures import Texture, Textures
from hardware.simulated.world import Snapshot, TableItem

Region = tuple[slice, slice]
"""Rows and columns of a picture."""

_SHEETS = (MatKey, TrayKey, EnergyKey)
"""Kinds that are put down once and stay."""


def texture_scale(view: View) -> float:
    """Pixels for each mm of a texture that is to be seen in this view."""
    return min(4.0, 2.0 * scale_of(view))


def scale_of(view: View) -> float:
    """Px a mm straight below the camera."""
    return view.camera.focal[0] / float(view.position[2])


class Painter:
    """Paints snapshots of a world as one camera sees them. One thread at a time."""

    def __init__(self, kit: Kit, view: View, textures: Textures, top: Image, blur_px: float) -> None:
        """``top`` is the bare table (see `hardware.simulated.optics.table_tops`).

        ``blur_px`` is what ``textures`` were softened by, and softens the edges of what stands up likewise.
        """
        self.kit = kit
        self.view = view
        self._textures = textures
        self._blur_px = blur_px
        self._grid = undistorted_grid(view.camera)
        self._table = _table_top(view, self._grid, top)
        self._sheets: tuple[tuple[TableItem, ...], Image] = ((), self._table)
        self._still: tuple[tuple[TableItem, ...], Image] = ((), self._table)

    def lying(self, lying: tuple[TableItem, ...]) -> tuple[Image, list[Region] | None]:
        """Everything but the robots, and where it differs from the last call's: None if anywhere. Not to be changed."""
        before, plain = self._still
        if lying == before:
            return plain, []
        added: tuple[TableItem, ...]
        grown = bool(before) and lying[: len(before)] == before
        if grown:
            plain, added = plain.copy(), lying[len(before) :]
        else:
            plain, added = self._sheets_of(lying).copy(), lying[_leading_sheets(lying) :]
        drawn = [self._draw_lying(plain, item) for item in added]
        self._still = (lying, plain)
        return plain, [region for region in drawn if region is not None] if grown else None

    def robots(self, plain: Image, bodies: Sequence[tuple[str, Pose, str]]) -> list[Region]:
        """Stand robots (name, pose, light) on a picture, the nearest last: the parts that they are in."""
        drawn = [self._draw_robot(plain, *body) for body in self._far_to_near(bodies)]
        return [region for region in drawn if region is not None]

    def sheets(self, snapshot: Snapshot) -> tuple[Sheet, ...]:
        """Return the prints that are in a snapshot, robots' tops too: each may cover those before it."""
        things: list[tuple[ThingKey, bool, Pose]] = [(item.thing, item.face_up, item.pose) for item in snapshot.lying]
        things += [(GolemKey(name), True, pose) for name, pose, _led in self._far_to_near(snapshot.bodies)]
        return tuple(
            Sheet(key, _edge(self._textures.of(key, face_up), pose), self.kit.things[key].height_mm)
            for key, face_up, pose in things
        )

    def _far_to_near(self, bodies: Sequence[tuple[str, Pose, str]]) -> list[tuple[str, Pose, str]]:
        eye = Point(float(self.view.position[0]), float(self.view.position[1]))
        return sorted(bodies, key=lambda body: (-body[1].point.distance(eye), body[0]))

    def _sheets_of(self, lying: tuple[TableItem, ...]) -> Image:
        sheets = lying[: _leading_sheets(lying)]
        if sheets != self._sheets[0]:
            plain = self._table.copy()
            for item in sheets:
                self._draw_lying(plain, item)
            self._sheets = (sheets, plain)
        return self._sheets[1]

    def _draw_lying(self, plain: Image, item: TableItem) -> Region | None:
        thing = self.kit.things[item.thing]
        texture = self._textures.of(item.thing, item.face_up)
        if thing.height_mm <= 0.0:
            return self._draw_flat(plain, texture, thing, item.pose, 0.0, item.bend)
        return self._draw_solid(plain, texture, thing, item.pose, (196, 200, 204), None)

    def _draw_robot(self, plain: Image, name: str, pose: Pose, led: str) -> Region | None:
        thing = self.kit.things[GolemKey(name)]
        texture = self._textures.of(thing.key)
        return self._draw_solid(plain, texture, thing, pose, (58, 54, 52), _LEDS.get(led, _LEDS["off"]))

    def _draw_solid(
        self,
        plain: Image,
        texture: Texture,
        thing: PrintedItem,
        pose: Pose,
        side: tuple[int, int, int],
        ring: tuple[int, int, int] | None,
    ) -> Region | None:
        """Return a thing with height: a soft shadow, its sides, a ring of light, and the print on top."""
        corners = _edge(texture, pose)
        base = self.view.project_plane(corners, 0.0)
        top = self.view.project_plane(corners, thing.height_mm)
        shade = self.view.project_plane((corners - pose_xy(pose)) * 1.12 + pose_xy(pose) + (7.0, -7.0))
        region = self._region(np.concatenate([base, top, shade]), 6)
        if region is None:
            return None
        part = plain[region]
        origin = np.array([region[1].start, region[0].start])
        shadow = np.zeros(part.shape[:2], np.uint8)
        _fill(shadow, shade - origin, 90)
        shadow = np.asarray(cv2.GaussianBlur(shadow, (0, 0), 4.0), np.uint8)
        part[:] = (part.astype(np.uint16) * (255 - shadow[..., None]) // 255).astype(np.uint8)
        body = part.copy()
        _fill(body, _hull(base, top) - origin, side)
        if ring is not None:
            low = self.view.project_plane(corners, 0.42 * thing.height_mm)
            high = self.view.project_plane(corners, 0.60 * thing.height_mm)
            _fill(body, _hull(low, high) - origin, ring)
            _fill(body, _hull(high, top) - origin, side)
        part[:] = cv2.GaussianBlur(body, (0, 0), self._blur_px)
        self._draw_flat(plain, texture, thing, pose, thing.height_mm)
        return region

    def _draw_flat(
        self,
        plain: Image,
        texture: Texture,
        thing: PrintedItem,
        pose: Pose,
        height: float,
        bend: Bend | GluedSheet | None = None,
    ) -> Region | None:
        corners = _edge(texture, pose)
        region = self._region(self.view.project_plane(corners, height), 5 if bend is None else 12)
        if region is None:
            return None
        into = _into(pose) @ self.view.plane_homography(height)
        if bend is None:
            where = cv2.perspectiveTransform(self._grid[region], texture.to_pixels() @ into)
            layer = sampled_texture(texture.pixels, where, cv2.BORDER_CONSTANT)
        else:
            flat = np.asarray(cv2.perspectiveTransform(self._grid[region], into), np.float32)
            layer = self._bent(texture, pose, bend, flat)
        part = plain[region]
        # Parts of 255, rounded: shifts do what a division by 255 would, in a third of the time.
        under = np.multiply(part, 255 - layer[..., 3:], dtype=np.uint16) + np.uint16(128)
        part[:] = cv2.add(((under + (under >> 8)) >> 8).astype(np.uint8), np.ascontiguousarray(layer[..., :3]))
        return region

    def _bent(
        self, texture: Texture, pose: Pose, bend: Bend | GluedSheet, flat: NDArray[np.float32]
    ) -> NDArray[np.uint8]:
        """Return a sheet that does not lie flat.

        ``flat``: where the pixels would meet it (H x W x 2, its own mm) if flat.
        """
        x, y, z = self.view.position
        eye = pose.local(Point(float(x), float(y)))
        size = (flat.shape[1], flat.shape[0])
        # Sheets bend slowly: how far they do is worked out at some pixels.
        small = (-(-size[0] // bend.step_px), -(-size[1] // bend.step_px))
        some = np.asarray(cv2.resize(flat, small, interpolation=cv2.INTER_LINEAR), np.float32)
        met = bend.met_by_rays(some, (eye.x, eye.y, float(z)))
        places = flat + cv2.resize(met - some, size)
        layer = sampled_texture(texture.pixels, cv2.transform(places, texture.to_pixels()[:2]), cv2.BORDER_CONSTANT)
        shade = cv2.resize(bend.shade(met), size)
        ink = cv2.multiply(layer, cv2.merge((shade, shade, shade, np.ones_like(shade))), dtype=cv2.CV_8U)
        return np.asarray(np.minimum(ink, layer[..., 3:]), np.uint8)

    def _region(self, pixels: Floats, margin: int) -> Region | None:
        """Return the part of the picture that holds these places; None if all are outside or behind the camera."""
        if not np.all(np.isfinite(pixels)):
            return None
        width, height = self.view.camera.size
        left, top = np.maximum(np.floor(pixels.min(axis=0)).astype(int) - margin, 0)
        right, bottom = np.minimum(np.ceil(pixels.max(axis=0)).astype(int) + margin + 1, (width, height))
        return (slice(top, bottom), slice(left, right)) if left < right and top < bottom else None


_LEDS: dict[str, tuple[int, int, int]] = {
    "off": (44, 40, 38),
    "red": (60, 60, 235),
    "green": (90, 210, 80),
    "blue": (240, 140, 60),
    "yellow": (60, 210, 245),
    "white": (240, 240, 240),
    "orange": (40, 140, 250),
    "cyan": (230, 220, 80),
    "magenta": (220, 80, 220),
}
"""Blue, green, red of a robot's light by its name."""


def _edge(texture: Texture, pose: Pose) -> Floats:
    """Return the outline of a print, N x 2 mm of the mat frame."""
    return np.array([(p.x, p.y) for p in map(pose.place, texture.edge)])


def pose_xy(pose: Pose) -> tuple[float, float]:
    """Return the place of a pose, in mm."""
    return pose.x, pose.y


def _into(pose: Pose) -> Floats:
    """3 x 3: mm of the mat frame -> mm of the thing's own frame, homogeneous."""
    sine, cosine = np.sin(np.radians(pose.heading)), np.cos(np.radians(pose.heading))
    turn = np.array([[cosine, sine], [-sine, cosine]])
    carried = np.eye(3)
    carried[:2, :2] = turn
    carried[:2, 2] = -turn @ np.array(pose_xy(pose))
    return carried


def _leading_sheets(lying: tuple[TableItem, ...]) -> int:
    for count, item in enumerate(lying):
        if not isinstance(item.thing, _SHEETS):
            return count
    return len(lying)


def _table_top(view: View, grid: NDArray[np.float32], top: Image) -> Image:
    px_per_mm, (height, width) = TOP_PX_PER_MM, top.shape[:2]
    scale = np.array([[px_per_mm, 0.0, width / 2], [0.0, -px_per_mm, height / 2], [0.0, 0.0, 1.0]])
    where = cv2.perspectiveTransform(grid, scale @ view.plane_homography(0.0))
    return sampled_texture(top, np.asarray(where, np.float32), cv2.BORDER_REFLECT)


def _fill(image: NDArray[np.uint8], corners: Floats, colour: int | tuple[int, int, int]) -> None:
    shift = 4
    inks = (colour, colour, colour) if isinstance(colour, int) else colour
    cv2.fillConvexPoly(image, np.rint(corners * 2**shift).astype(np.int32), inks, cv2.LINE_AA, shift)


def _hull(*parts: Floats) -> Floats:
    points = np.concatenate(parts).astype(np.float32)
    return np.asarray(cv2.convexHull(points)[:, 0], np.float64)
