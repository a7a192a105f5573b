"""Dice with all their sides, painted into pictures of the simulated camera, which shows the tops alone."""

from __future__ import annotations

import cv2
import numpy as np

from boards.drawing.artwork import drawing_of
from boards.drawing.raster import raster
from boards.geometry import Pose
from boards.kit.kit import DIE_MM, Kit
from boards.kit.thing_keys import DieKey
from calibration.camera_frames import Image
from calibration.camera_model import Floats, View
from hardware.simulated.camera_faults import Disturbance

_PX_PER_MM = 3.0
_GAMMA = 2.2


def whole_die(kit: Kit, top: DieKey, at: Pose, lean: float = 0.0) -> Disturbance:
    """Return a die: the face on top, its middle above a place, and by how much (degrees) its upper edge is raised."""
    others = [key for key in kit.things if isinstance(key, DieKey) and key.colour == top.colour and key != top]
    angle, raised = np.radians(at.heading), np.radians(lean)
    heading = np.array([[np.cos(angle), -np.sin(angle), 0], [np.sin(angle), np.cos(angle), 0], [0, 0, 1]])
    turn = heading @ [[1, 0, 0], [0, np.cos(raised), -np.sin(raised)], [0, np.sin(raised), np.cos(raised)]]
    half = DIE_MM / 2
    middle = np.array([at.x, at.y, np.abs(turn[2]).sum() * half])
    around = [((x, y, 0.0), (-y, x, 0.0), (0.0, 0.0, 1.0)) for x, y in ((1, 0), (0, 1), (-1, 0), (0, -1))]
    faces = [(top, ((0.0, 0.0, 1.0), (1.0, 0.0, 0.0), (0.0, 1.0, 0.0))), *zip(others, around, strict=False)]

    def draw(picture: Image, view: View) -> None:
        for key, axes in faces:
            normal, right, up = (turn @ axis for axis in axes)
            centre = middle + half * normal
            if normal @ (view.position - centre) <= 0.0:
                continue
            corners = [centre + half * (a * right + b * up) for a, b in ((-1, 1), (1, 1), (1, -1), (-1, -1))]
            _paint(picture, raster(drawing_of(key, kit, "en"), _PX_PER_MM), view.project(np.stack(corners)))

    return draw


def _paint(picture: Image, face: Image, corners: Floats) -> None:
    # As fine as it is seen along either axis, averaged in linear light, as by a sensor.
    sides = np.linalg.norm(corners - np.roll(corners, -1, axis=0), axis=1)
    width, height = (max(round(float(side)), 2) for side in sides[:2])
    light = cv2.resize((face / 255.0) ** _GAMMA, (width, height), interpolation=cv2.INTER_AREA)
    source = np.array([(0, 0), (width, 0), (width, height), (0, height)], np.float32) - 0.5
    carry = cv2.getPerspectiveTransform(source, corners.astype(np.float32))
    size = picture.shape[1], picture.shape[0]
    layer = cv2.GaussianBlur(cv2.warpPerspective(light, carry, size, borderMode=cv2.BORDER_REPLICATE), (0, 0), 0.7)
    inside = cv2.warpPerspective(np.full((height, width), 255, np.uint8), carry, size) > 127
    picture[inside] = (255.0 * layer[inside] ** (1 / _GAMMA)).round()
