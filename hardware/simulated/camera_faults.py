"""What happens to a simulated table under the lens: fingers, glare, shadows, a lens out of focus."""

from __future__ import annotations

from collections.abc import Callable

import cv2
import numpy as np

from boards.geometry import Point, Pose
from boards.kit.marker_plan import DICTIONARY
from calibration.camera_frames import Image
from calibration.camera_model import Floats, View

Disturbance = Callable[[Image, View], None]
"""Draws on a picture in place."""

_SKIN = (118, 148, 196)


def finger(tip: Point, direction: float, width_mm: float = 18.0, length_mm: float = 90.0) -> Disturbance:
    """Return a finger that lies on the table: its tip, and the direction (degrees) in which the hand is."""

    def draw(picture: Image, view: View) -> None:
        root = tip + Point(length_mm, 0.0).rotated(direction)
        side = Point(0.0, width_mm / 2).rotated(direction)
        round_tip = [tip - Point(width_mm / 2, 0.0).rotated(angle) for angle in np.linspace(-90, 90, 9) + direction]
        _paint(picture, view, [*round_tip, root - side, root + side], _SKIN)

    return draw


def hand(at: Point, radius_mm: float = 70.0) -> Disturbance:
    """Return a flat hand."""

    def draw(picture: Image, view: View) -> None:
        rim = [at + Point(radius_mm, 0.0).rotated(angle) for angle in range(0, 360, 12)]
        _paint(picture, view, rim, _SKIN)

    return draw


def piece_of_paper(corners: tuple[Point, ...], colour: tuple[int, int, int] = (205, 205, 205)) -> Disturbance:
    """Return a blank piece of paper of convex outline that covers what is below it."""

    def draw(picture: Image, view: View) -> None:
        _paint(picture, view, list(corners), colour)

    return draw


def sheet_of_paper(at: Point, size_mm: float, colour: tuple[int, int, int] = (205, 205, 205)) -> Disturbance:
    """Return a blank square of paper that covers what is below it."""

    def draw(picture: Image, view: View) -> None:
        half = size_mm / 2
        corners = [Point(-half, -half), Point(half, -half), Point(half, half), Point(-half, half)]
        _paint(picture, view, [at + corner for corner in corners], colour)

    return draw


def bank_card(at: Pose, print_scale: float = 1.0, colour: tuple[int, int, int] = (126, 74, 38)) -> Disturbance:
    """Return a bank card (85.60 x 53.98 mm) that lies there, on a mat that is printed at this scale."""

    def draw(picture: Image, view: View) -> None:
        half, turn = (42.8, 26.99), ((1, 1, 0), (-1, 1, 90), (-1, -1, 180), (1, -1, 270))
        rim = [
            Point(x * (half[0] - 3.18), y * (half[1] - 3.18)) + Point(3.18, 0.0).rotated(first + angle)
            for x, y, first in turn
            for angle in range(0, 91, 15)
        ]
        chip = [Point(x, y) for x, y in ((-32, -2), (-20, -2), (-20, 8), (-32, 8))]
        for part, shade in ((rim, colour), (chip, (120, 190, 210))):
            places = [at.place(Point(point.x / print_scale, point.y / print_scale)) for point in part]
            _paint_finely(picture, view.project_plane([(place.x, place.y) for place in places]), shade)

    return draw


def glare(at: Point, radius_mm: float) -> Disturbance:
    """Return the mirror image of a lamp on glossy paper: burnt out in the middle, soft around."""

    def draw(picture: Image, view: View) -> None:
        (u, v), (edge, _v) = view.project_plane([(at.x, at.y), (at.x + radius_mm, at.y)])
        reach = abs(edge - u)
        ys, xs = np.mgrid[0 : picture.shape[0], 0 : picture.shape[1]]
        away = np.hypot(xs - u, ys - v) / reach
        light = 400.0 * np.clip(1.5 - away, 0.0, 1.0)
        picture[:] = np.minimum(picture + light[..., None], 255.0).astype(np.uint8)

    return draw


def shadow(corners: tuple[Point, ...], dark: float = 0.5) -> Disturbance:
    """Return a hard shadow over a part of the table."""

    def draw(picture: Image, view: View) -> None:
        mask = np.zeros(picture.shape[:2], np.uint8)
        pixels = view.project_plane([(corner.x, corner.y) for corner in corners])
        cv2.fillPoly(mask, [np.rint(pixels).astype(np.int32)], (255,))
        soft = cv2.GaussianBlur(mask, (0, 0), 1.5).astype(np.float32)[..., None] / 255
        picture[:] = (picture * (1.0 - dark * soft)).astype(np.uint8)

    return draw


def out_of_focus(sigma_px: float) -> Disturbance:
    """Return the fault of a lens that is not focused."""

    def draw(picture: Image, _view: View) -> None:
        picture[:] = cv2.GaussianBlur(picture, (0, 0), sigma_px)

    return draw


def bumped(pan: float, tilt: float = 0.0, roll: float = 0.0) -> Disturbance:
    """Return the fault of a camera that was turned a little, by these angles about its own axes (degrees).

    The lens's distortion, which hardly changes over so few pixels, is left where it is.
    """

    def draw(picture: Image, view: View) -> None:
        (fx, fy), (cx, cy) = view.camera.focal, view.camera.centre
        inner = np.array([[fx, 0.0, cx], [0.0, fy, cy], [0.0, 0.0, 1.0]])
        turn, _jacobian = cv2.Rodrigues(np.radians([tilt, pan, roll]))
        shape = (picture.shape[1], picture.shape[0])
        carry = inner @ turn @ np.linalg.inv(inner)
        picture[:] = cv2.warpPerspective(picture, carry, shape, borderMode=cv2.BORDER_REPLICATE)

    return draw


def leaning_marker(marker: int, at: Pose, height_mm: float, side_mm: float, lean: float) -> Disturbance:
    """Return a printed marker that leans, as on a cocked die.

    Its middle above a place, the direction (heading) in which its upper edge is raised by ``lean`` degrees, and
    white paper around it.
    """

    def draw(picture: Image, view: View) -> None:
        table = cv2.aruco.getPredefinedDictionary(getattr(cv2.aruco, DICTIONARY))
        bits = cv2.aruco.generateImageMarker(table, marker, 7 * 12)
        print_ = cv2.copyMakeBorder(bits, 24, 24, 24, 24, cv2.BORDER_CONSTANT, value=235)
        half = side_mm / 2 * print_.shape[0] / bits.shape[0]
        raised, flat = half * np.sin(np.radians(lean)), half * np.cos(np.radians(lean))
        corners = [(at.place(Point(x, y)), z) for x, y, z in _square(half, flat, raised)]
        pixels = view.project(np.array([(point.x, point.y, height_mm + z) for point, z in corners]))
        source = np.array([(0, 0), (1, 0), (1, 1), (0, 1)], np.float32) * (print_.shape[0] - 1)
        carry = cv2.getPerspectiveTransform(source, pixels.astype(np.float32))
        size = (picture.shape[1], picture.shape[0])
        layer = cv2.warpPerspective(cv2.cvtColor(print_, cv2.COLOR_GRAY2BGR), carry, size, flags=cv2.INTER_AREA)
        inside = cv2.warpPerspective(np.full(print_.shape, 255, np.uint8), carry, size)
        soft = cv2.GaussianBlur(layer, (0, 0), 0.7)
        picture[inside > 127] = soft[inside > 127]

    return draw


def _square(half: float, flat: float, raised: float) -> list[tuple[float, float, float]]:
    """Corners from the upper left, clockwise: x to the right, y up along the lean, z above the middle."""
    return [(-half, flat, raised), (half, flat, raised), (half, -flat, -raised), (-half, -flat, -raised)]


def over_exposed(gain: float = 4.0) -> Disturbance:
    """Return the fault of an exposure that is far too long."""

    def draw(picture: Image, _view: View) -> None:
        picture[:] = cv2.convertScaleAbs(picture, alpha=gain)

    return draw


_FINE = 8


def _paint_finely(picture: Image, pixels: Floats, colour: tuple[int, int, int]) -> None:
    """Fill a polygon (N x 2 px), its edge as soft as the rest of the picture and true to a tenth of a pixel."""
    low = np.floor(pixels.min(axis=0)).astype(int) - 5
    width, height = np.ceil(pixels.max(axis=0)).astype(int) + 6 - low
    part = picture[low[1] : low[1] + height, low[0] : low[0] + width]
    fine = np.zeros((height * _FINE, width * _FINE), np.uint8)
    cv2.fillPoly(fine, [np.rint((pixels - low + 0.5) * _FINE - 0.5).astype(np.int32)], (255,))
    coarse = cv2.resize(fine, (int(width), int(height)), interpolation=cv2.INTER_AREA).astype(np.float32) / 255
    share = cv2.GaussianBlur(coarse, (0, 0), 0.8)[: part.shape[0], : part.shape[1], None]
    part[:] = (part * (1 - share) + np.array(colour, np.float32) * share).astype(np.uint8)


def _paint(picture: Image, view: View, corners: list[Point], colour: tuple[int, int, int]) -> None:
    pixels = view.project_plane([(corner.x, corner.y) for corner in corners])
    hull = cv2.convexHull(np.rint(pixels * 16).astype(np.int32))
    cv2.fillConvexPoly(picture, hull, colour, cv2.LINE_AA, 4)
