"""The golem as a picture: the printed parts as OpenSCAD made them, and what goes in, without a graphics card."""

from __future__ import annotations

import re
from collections.abc import Iterable
from itertools import pairwise
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from hardware.build import golem_layout as layout

Floats = NDArray[np.float64]
"""Triangles: (n, 3 corners, 3 coordinates), mm."""

_VERTEX = re.compile(r"vertex\s+(\S+)\s+(\S+)\s+(\S+)")
_LIGHT = np.array((0.35, -0.5, 0.79))
SIZE = (760, 620)
SCALE = 6.6
TURNED, TILTED = 140.0, 28.0
"""From where it is looked at: so far round, so far above (degrees)."""


def read_stl(path: Path) -> Floats:
    """Return the triangles of a text STL. Raises ValueError for a file without any."""
    numbers = [[float(n) for n in corner] for corner in _VERTEX.findall(path.read_text(encoding="ascii"))]
    if not numbers or len(numbers) % 3:
        raise ValueError(f"{path.name}: {len(numbers)} corners make no triangles")
    return np.array(numbers).reshape(-1, 3, 3)


def volume_mm3(triangles: Floats) -> float:
    """Return the volume that a closed surface holds (divergence theorem)."""
    a, b, c = triangles[:, 0], triangles[:, 1], triangles[:, 2]
    return float(np.einsum("ij,ij->i", a, np.cross(b, c)).sum() / 6)


def is_closed(triangles: Floats) -> bool:
    """Whether every edge is met as often one way as the other: no holes."""
    edges: dict[tuple[bytes, bytes], int] = {}
    for corners in np.round(triangles, 3) + 0.0:
        keys = [corner.tobytes() for corner in corners]
        for n in range(3):
            pair = (keys[n], keys[(n + 1) % 3])
            edges[pair] = edges.get(pair, 0) + 1
    return all(edges.get((b, a), 0) == count for (a, b), count in edges.items())


def box_triangles(low: Iterable[float], high: Iterable[float]) -> Floats:
    """Return a box's twelve triangles, seen from outside counter-clockwise."""
    l, h = tuple(low), tuple(high)  # noqa: E741
    corner = np.array([[(l, h)[n >> axis & 1][axis] for axis in range(3)] for n in range(8)])
    faces = ((0, 2, 3, 1), (4, 5, 7, 6), (0, 1, 5, 4), (2, 6, 7, 3), (0, 4, 6, 2), (1, 3, 7, 5))
    return np.array([corner[list(t)] for a, b, c, d in faces for t in ((a, b, c), (a, c, d))])


def can_triangles() -> Floats:
    """Both motors' cans."""
    angles = np.linspace(0, 2 * np.pi, 41)
    ring = np.stack((np.cos(angles), np.sin(angles)), axis=1) * layout.MOTOR_R
    found = []
    half = layout.MOTOR_FACE
    for (x0, z0), (x1, z1) in pairwise(ring):
        z0, z1 = z0 + layout.MOTOR_Z, z1 + layout.MOTOR_Z  # noqa: PLW2901
        a, b, c, d = (x0, -half, z0), (x1, -half, z1), (x1, half, z1), (x0, half, z0)
        found += [(a, b, c), (a, c, d), ((0, half, layout.MOTOR_Z), d, c), ((0, -half, layout.MOTOR_Z), b, a)]
    return np.array(found)


def picture(parts: Iterable[tuple[Floats, str]], size: tuple[int, int] = SIZE) -> NDArray[np.uint8]:
    """Shaded triangles, the nearest in front (a depth buffer), from TURNED round and TILTED above; BGR."""
    width, height = size
    image = np.full((height, width, 3), 255, np.uint8)
    depth = np.full((height, width), -np.inf)
    around, up = np.radians(TURNED), np.radians(TILTED)
    turn = np.array(((np.cos(around), np.sin(around), 0), (-np.sin(around), np.cos(around), 0), (0, 0, 1)))
    tilt = np.array(((1, 0, 0), (0, np.sin(up), np.cos(up)), (0, -np.cos(up), np.sin(up))))
    view = tilt @ turn
    for triangles, colour in parts:
        bgr = np.array([int(colour[n : n + 2], 16) for n in (5, 3, 1)], float)
        normals = np.cross(triangles[:, 1] - triangles[:, 0], triangles[:, 2] - triangles[:, 0])
        lengths = np.linalg.norm(normals, axis=1)
        seen = (triangles - (0, 0, 30)) @ view.T
        for corners, normal, length in zip(seen, normals, lengths, strict=True):
            if length > 1e-9:
                shade = 0.62 + 0.38 * abs(float(normal @ _LIGHT) / float(length))
                _fill(image, depth, corners, bgr * shade)
    return image


def _fill(image: NDArray[np.uint8], depth: Floats, corners: Floats, bgr: Floats) -> None:
    height, width = depth.shape
    x, y = width / 2 + corners[:, 0] * SCALE, height / 2 - corners[:, 1] * SCALE
    left, right = max(0, int(x.min())), min(width, int(x.max()) + 2)
    top, bottom = max(0, int(y.min())), min(height, int(y.max()) + 2)
    area = (x[1] - x[0]) * (y[2] - y[0]) - (x[2] - x[0]) * (y[1] - y[0])
    if left >= right or top >= bottom or abs(area) < 1e-9:
        return
    px, py = np.meshgrid(np.arange(left, right) + 0.5, np.arange(top, bottom) + 0.5)
    u = ((px - x[0]) * (y[2] - y[0]) - (x[2] - x[0]) * (py - y[0])) / area
    v = ((x[1] - x[0]) * (py - y[0]) - (px - x[0]) * (y[1] - y[0])) / area
    z = corners[0, 2] + u * (corners[1, 2] - corners[0, 2]) + v * (corners[2, 2] - corners[0, 2])
    window = depth[top:bottom, left:right]
    nearer = (u >= 0) & (v >= 0) & (u + v <= 1) & (z > window)
    window[nearer] = z[nearer]
    image[top:bottom, left:right][nearer] = bgr.astype(np.uint8)


def printed(chassis: Floats, wheel: Floats, plate: Floats) -> NDArray[np.uint8]:
    """Return the parts side by side as they are printed: chassis on its feet, wheel with its hub down, plate."""
    down = np.stack((wheel[..., 0], wheel[..., 2], layout.SHAFT_END - wheel[..., 1]), axis=-1)
    flat = plate - np.array((0.0, 0.0, layout.PLATE[0]))
    # Along the line that runs across the picture.
    across = np.array((np.cos(np.radians(TURNED)), np.sin(np.radians(TURNED)), 0.0))
    placed = [(chassis - 66 * across, "#e6d9a8"), (down + 2 * across, "#8a8a8a"), (flat + 72 * across, "#e6d9a8")]
    return _halved(picture(placed, size=(1400, 620)))


def _halved(shown: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """Smaller, so that edges are smooth."""
    return np.asarray(cv2.resize(shown, None, fx=0.75, fy=0.75, interpolation=cv2.INTER_AREA), np.uint8)


def golem(chassis: Floats, wheel: Floats, fills: dict[str, str]) -> NDArray[np.uint8]:
    """Return the golem with its left wheel taken off and no plate."""
    right = (wheel + np.array((0.0, 0.0, layout.AXLE_Z))) * np.array((1.0, -1.0, 1.0))
    parts = [(chassis, "#e6d9a8"), (right, "#707070"), (can_triangles(), "#c8ccd0")]
    parts += [(box_triangles(box.low, box.high), fills[box.name]) for box in layout.BOXES]
    parts += [(box_triangles(box.low, box.high), "#b8bcc0") for box in layout.motor_boxes()]
    return _halved(picture(parts))
