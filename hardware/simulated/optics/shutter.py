"""The shutter: how long light is gathered, and when. Rows of a rolling shutter are exposed one after the other."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from hardware.simulated.optics.light import Light


@dataclass(frozen=True)
class Shake:
    """A camera on a stand that swings: the whole picture moves."""

    reach_px: tuple[float, float]
    """To the right and down."""
    frequency_hz: float
    phase: float
    """Degrees, in the middle of the exposure."""

    def shift(self, time_s: float) -> tuple[float, float]:
        """How far the picture is to the right and down, px; ``time_s`` from the middle of the exposure."""
        swing = np.sin(2 * np.pi * self.frequency_hz * time_s + np.radians(self.phase))
        return self.reach_px[0] * float(swing), self.reach_px[1] * float(swing)


@dataclass(frozen=True)
class Shutter:
    """A rolling shutter, its exposure seen at some moments."""

    exposure_s: float = 1 / 60
    """Of each row."""
    readout_s: float = 1 / 60
    """From the first row's exposure to the last one's; 0 is a global shutter."""
    moments: int = 6

    def times(self) -> tuple[float, ...]:
        """Return the moments, s from the middle of the whole exposure."""
        whole = self.exposure_s + self.readout_s
        return tuple(float(time) for time in (np.arange(self.moments) + 0.5) / self.moments * whole - whole / 2)

    def row_time(self, row: float, rows: int) -> float:
        """Return the middle of a row's exposure, s from the middle of the whole."""
        return self.readout_s * ((row + 0.5) / rows - 0.5)

    def weights(self, rows: int) -> NDArray[np.float32]:
        """EventRecorder x rows: the share of each moment in each row."""
        step = (self.exposure_s + self.readout_s) / self.moments
        middles = np.array([self.row_time(row, rows) for row in range(rows)])
        lows, highs = middles - self.exposure_s / 2, middles + self.exposure_s / 2
        times = np.array(self.times())[:, None]
        both = np.minimum(times + step / 2, highs) - np.maximum(times - step / 2, lows)
        return np.asarray(np.maximum(both, 0.0) / self.exposure_s, np.float32)

    def exposed(self, moments: Sequence[Light]) -> Light:
        """Return the picture that a table gives which looks like this at the moments."""
        weights = self.weights(moments[0].shape[0])
        total = np.zeros_like(moments[0])
        for light, weight in zip(moments, weights, strict=True):
            used = np.flatnonzero(weight)
            rows = slice(int(used[0]), int(used[-1]) + 1)
            total[rows] += light[rows] * weight[rows, None, None]
        return total


def shifted(light: Light, by: tuple[float, float]) -> Light:
    """Return the picture moved to the right and down, px."""
    carry = np.array([[1.0, 0.0, by[0]], [0.0, 1.0, by[1]]])
    size = (light.shape[1], light.shape[0])
    return np.asarray(cv2.warpAffine(light, carry, size, borderMode=cv2.BORDER_REPLICATE), np.float32)
