"""Glare: the mirror image of a lamp in glossy paper.

Each sheet leans a little on its own, so it breaks from sheet to sheet: one card is burnt out, its neighbour is not.
"""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from boards.geometry import Point
from calibration.camera_model import Floats, View
from hardware.simulated.optics.light import Light, Sheet, Shot, fine_mm

_FAR = 3.0
"""Standard deviations, beyond which hardly any light is added."""


@dataclass(frozen=True)
class Glare:
    """A lamp that is mirrored."""

    at: Point
    """Below the lamp on the table, mm of the mat frame."""
    height_mm: float
    radius_mm: float
    """Of the burnt out middle."""
    soft_mm: float
    """Of what is around it, one standard deviation."""
    strength: float = 1.5
    """Light that is added in the middle: 1 is all that the sensor can hold."""
    lean: float = 0.6
    """By which the sheets lean, one standard deviation, degrees."""

    def __call__(self, light: Light, shot: Shot) -> Light:
        """Apply the effect to light."""
        mirrored = self.mirror_place(shot.view)
        up = float(shot.view.position[2])
        added = np.zeros(light.shape[:2], np.float32)
        for sheet in shot.sheets:
            lean = np.radians(self.lean) * shot.random.standard_normal(2)
            # What is mirrored moves twice as far as the mirror turns.
            middle = mirrored + 2.0 * lean * up * self.height_mm / (up + self.height_mm)
            if np.linalg.norm(sheet.edge - middle, axis=1).min() < self._reach_mm() + np.ptp(sheet.edge, axis=0).max():
                self._on_sheet(added, shot.view, sheet, middle)
        bright = np.asarray(cv2.merge((added, added, added)), np.float32)
        return np.asarray(cv2.add(light, bright), np.float32)

    def mirror_place(self, view: View) -> Floats:
        """Where the camera sees the lamp in a table that is a mirror: mm of the mat frame."""
        eye = view.position
        return np.asarray(eye[:2] + (np.array([self.at.x, self.at.y]) - eye[:2]) * (eye[2] / (eye[2] + self.height_mm)))

    def _on_sheet(self, added: NDArray[np.float32], view: View, sheet: Sheet, middle: Floats) -> None:
        print_, foot = (view.project_plane(sheet.edge, height) for height in (sheet.height_mm, 0.0))
        whole = np.concatenate([print_, foot])
        if not np.isfinite(whole).all():
            return
        height, width = added.shape
        left, top = np.maximum(np.floor(whole.min(axis=0)).astype(int), 0)
        right, bottom = np.minimum(np.ceil(whole.max(axis=0)).astype(int) + 1, (width, height))
        if left >= right or top >= bottom:
            return
        part, corner = added[top:bottom, left:right], np.array([left, top])
        if sheet.height_mm:
            # Its sides hide what is mirrored behind them.
            body = cv2.convexHull(np.rint(whole - corner).astype(np.int32))
            cv2.fillConvexPoly(part, body, (0.0,))
        inside = np.zeros(part.shape, np.uint8)
        cv2.fillPoly(inside, [np.rint(print_ - corner).astype(np.int32)], (255,))
        mm = fine_mm(view)[top:bottom, left:right]
        away = np.hypot(mm[..., 0] - np.float32(middle[0]), mm[..., 1] - np.float32(middle[1]))
        beyond = np.maximum(away - np.float32(self.radius_mm), 0.0) / np.float32(self.soft_mm)
        lobe = np.float32(self.strength) * np.exp(np.float32(-0.5) * beyond**2)
        np.copyto(part, lobe, where=inside > 0)

    def _reach_mm(self) -> float:
        """From the middle, beyond which hardly any light is added."""
        return self.radius_mm + _FAR * self.soft_mm
