"""Compare a tray's sheet with the empty sheet as it is printed, whatever light is on it.

Light is taken out: shadows and gradients change the brightness of paper, not its hue and not its texture. What is left
is hue, texture, more brightness than the lane's tint can have, or black: something lies there.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.camera_model import Floats
from controller.vision.markers.denoising import NOISY_LEVELS
from controller.vision.unread.quantiles import median
from controller.vision.unread.trays.tray_sheet import COLUMNS, FIELD, ROWS, TrayEdition, printed_squares

HUE = 0.11
"""Change of log(red / blue), or of log(green / the geometric mean of both)."""
TEXTURE = 0.075
"""Standard deviation in a square over its brightness, beyond what is printed there."""
BRIGHTER = 0.055
"""Least log of brightness over that of the empty lane in the same light."""
BLACKER = -1.7
UNEVEN, UNEVEN_SHARE = 0.08, 0.04
"""Log of brightness over white paper's, and share of a sheet that is so much brighter or darker, from which light on it
is uneven.

No paper is brighter than the lane by so much: a shadow or a lamp is on the sheet, and brightness says nothing.
"""
DAZZLING, DAZZLED_SHARE = 0.4, 0.5
"""Log of the brightness over the empty sheet's, and share of a spot's squares that is so bright, of a reflection."""
PLAIN_SHARE = 0.25
"""Share of another colour or texture below which a spot has none."""
NOISE_LEVELS = 2.5
SMOOTHED_SQUARES = 1.5
"""Standard deviation of the smoothing in a noisy picture, squares."""


@dataclass(frozen=True, eq=False)
class SheetColour:
    """The difference of a sheet's squares from the empty sheet in the same light: rows x columns."""

    hue: Floats
    """The larger of the changes of log(red / blue) and log(green / the geometric mean of both)."""
    rough: Floats
    """Texture beyond what is printed and beyond noise."""
    light: Floats
    """Log of the brightness over that of the empty sheet in even light."""
    paper: float
    """Log of the brightness of white paper over that of the lanes, as they are printed."""

    @classmethod
    def measured(
        cls, mean: Floats, texture: Floats, edition: TrayEdition, noise: float, floor: bool = False
    ) -> SheetColour:
        """Measure a sheet.

        ``mean``, ``texture``: of its squares, as :func:`tray_sheet.squares` gives them; ``noise``: of the picture, one
        standard deviation in grey levels; ``floor``: whether the sheet shows its floor.
        """
        empty_mean, empty_texture = printed_squares(edition, floor)
        ratio = np.log(np.maximum(mean, 1.0)) - np.log(empty_mean)
        # In the dark the sensor's noise is a texture.
        rough = texture - empty_texture - max(NOISE_LEVELS, noise) / np.maximum(mean[..., 1], 8.0)
        if noise > NOISY_LEVELS:
            ratio, rough = _smoothed(ratio), _smoothed(rough)
        light = ratio[..., 1] - fit_light(ratio[..., 1])
        # Two axes of colour: paper may be as red as it is blue, and still be green or purple.
        hues = np.stack([ratio[..., 2] - ratio[..., 0], ratio[..., 1] - (ratio[..., 2] + ratio[..., 0]) / 2])
        paper = float(np.log(255.0)) - median(np.log(empty_mean[FIELD][..., 1]))
        usual = np.array([median(of_axis[FIELD]) for of_axis in hues])[:, None, None]
        return cls(np.asarray(np.abs(hues - usual).max(axis=0)), np.asarray(rough), np.asarray(light), paper)

    @property
    def coloured(self) -> NDArray[np.bool_]:
        """Where hue or texture are not those of the empty sheet."""
        return np.asarray((self.hue > HUE) | (self.rough > TEXTURE))

    def differs(self) -> NDArray[np.bool_]:
        """Tell where the sheet is not the empty sheet in even light."""
        return np.asarray(self.coloured | (self.light > BRIGHTER) | (self.light < BLACKER))

    def uneven(self, free: NDArray[np.bool_]) -> bool:
        """Tell whether a shadow or a lamp is on the sheet. ``free``: where nothing was read."""
        light = self.light[FIELD][(~self.coloured & free)[FIELD]]
        return len(light) > 0 and float((np.abs(light) > self.paper + UNEVEN).mean()) > UNEVEN_SHARE

    def brighter_than_paper(self, mask: NDArray[np.uint8]) -> bool:
        """Tell whether a part of a spot is brighter than any paper: a reflection, or its rim."""
        return float((self.light[mask > 0] > self.paper + UNEVEN).mean()) > UNEVEN_SHARE

    def dazzled(self, mask: NDArray[np.uint8]) -> bool:
        """Tell whether most of a spot is so much brighter than paper that there is a reflection on it."""
        return float((self.light[mask > 0] > DAZZLING).mean()) > DAZZLED_SHARE

    def plain(self, mask: NDArray[np.uint8]) -> bool:
        """Tell whether a spot has neither another hue nor texture, but for a few of its squares."""
        return float(self.coloured[mask > 0].mean()) < PLAIN_SHARE


def _smoothed(values: Floats) -> Floats:
    return np.asarray(cv2.GaussianBlur(values, (0, 0), SMOOTHED_SQUARES), np.float64)


def fit_light(values: Floats) -> Floats:
    """Fit the light: a robust plane through the log ratios of the lanes' squares, for all squares (R x C)."""
    x, y, design = _design()
    taken = values[FIELD][::3, ::3].ravel()
    fit = np.array([median(taken), 0.0, 0.0])
    for _ in range(6):
        off = taken - design @ fit
        weighted = design * (1.0 / (1.0 + (off / 0.03) ** 2))[:, None]
        # Regularise: keep the plane level where few squares agree.
        fit = np.linalg.solve(weighted.T @ design + np.diag([0.0, 1.0, 1.0]), weighted.T @ taken)
    return np.asarray(fit[0] + fit[1] * x + fit[2] * y)


@lru_cache(maxsize=1)
def _design() -> tuple[Floats, Floats, Floats]:
    """Return the design of the plane.

    Across and down all squares (R x C each), and of every third square of the lanes 1, across and down (N x 3).
    """
    rows, columns = np.zeros((ROWS, COLUMNS))[FIELD].shape
    y, x = (axis - 1.0 for axis in np.mgrid[0:ROWS, 0:COLUMNS] / np.array([rows, columns]).reshape(2, 1, 1) * 2.0)
    return x, y, np.stack([np.ones_like(x), x, y], axis=-1)[FIELD][::3, ::3].reshape(-1, 3)
