"""The paper of a mat that was used: torn, stained, wavy, laminated."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np

from tests.benchmarks.photographed.camera import Floats, Map
from tests.benchmarks.photographed.prints import Linear


@dataclass(frozen=True)
class Ripple:
    """One wave of a sheet that does not lie flat."""

    heading: float
    """Along which it runs, degrees."""
    length_mm: float
    height_mm: float
    """From its lowest to its highest place."""
    phase: float
    """Radians."""


@dataclass(frozen=True)
class Waves:
    """A sheet's height above the table, the sum of ripples, and the light that falls on it from one side."""

    ripples: tuple[Ripple, ...]
    light: tuple[float, float]
    """By what part a slope of 1 along x and y is darker."""

    def height(self, x: Map, y: Map) -> Map:
        """Return the height at places on the sheet, mm."""
        total = np.zeros_like(x)
        for ripple in self.ripples:
            total += np.float32(ripple.height_mm / 2) * (1 + np.sin(self._phase(ripple, x, y)))
        return total

    def slopes(self, x: Map, y: Map) -> tuple[Map, Map]:
        """Return the slopes along x and y."""
        across, along = np.zeros_like(x), np.zeros_like(y)
        for ripple in self.ripples:
            rise = np.cos(self._phase(ripple, x, y)) * np.float32(np.pi * ripple.height_mm / ripple.length_mm)
            across += rise * np.float32(np.cos(np.radians(ripple.heading)))
            along += rise * np.float32(np.sin(np.radians(ripple.heading)))
        return across, along

    @staticmethod
    def _phase(ripple: Ripple, x: Map, y: Map) -> Map:
        angle = np.radians(ripple.heading)
        far = x * np.float32(np.cos(angle)) + y * np.float32(np.sin(angle))
        return np.asarray(far * np.float32(2 * np.pi / ripple.length_mm) + np.float32(ripple.phase), np.float32)


@dataclass(frozen=True, eq=False)
class Stain:
    """A stain: it lets less light of each colour through; a ring is darker at its rim."""

    outline: Floats
    """N x 2 mm from the sheet's lower left corner."""
    through: tuple[float, float, float]
    """Share of light that is left (BGR); of a stain that covers print, its own reflectance."""
    rim: float = 0.0
    """How much darker its rim is, as a part of what it takes."""
    soft_mm: float = 1.0
    covers: bool = False
    """Whether print is not seen through it: paint."""


@dataclass(frozen=True, eq=False)
class MatPaper:
    """What is the matter with the paper of a mat."""

    gloss: float = 0.25
    waves: Waves | None = None
    stains: tuple[Stain, ...] = ()
    holes: tuple[Floats, ...] = ()
    """Outlines of what was torn out, N x 2 mm from the sheet's lower left corner."""

    def covered_mm2(self, low: tuple[float, float], side_mm: float) -> float:
        """Return how much of a square (its lower left corner on the sheet, mm) stains cover whose print is not seen."""
        mask = np.zeros((round(side_mm), round(side_mm)), np.uint8)
        for stain in self.stains:
            if stain.covers:
                cv2.fillPoly(mask, [((stain.outline - low) * 16).round().astype(np.int32)], 1, cv2.LINE_8, 4)
        return float(mask.sum())

    def worn(self, texture: Linear, size_mm: tuple[float, float]) -> Linear:
        """Return the texture of a mat with its stains and holes."""
        if not self.stains and not self.holes:
            return texture
        left = texture.copy()
        for stain in self.stains:
            mask = _soft(_mask(texture, size_mm, stain.outline), stain.soft_mm * texture.shape[1] / size_mm[0])
            inner = _soft(mask, 3.0 * texture.shape[1] / size_mm[0])
            amount = (mask * (1 - np.float32(stain.rim) * inner))[..., None]
            colour = np.array(stain.through, np.float32)
            opaque = left[..., 3:]
            left[..., :3] = (
                left[..., :3] * (1 - amount) + colour * opaque * amount
                if stain.covers
                else left[..., :3] * (1 - amount * (1 - colour))
            )
        for hole in self.holes:
            torn = _soft(_mask(texture, size_mm, hole), 0.4 * texture.shape[1] / size_mm[0])[..., None]
            fibres = np.clip(_soft(torn[..., 0], 1.2 * texture.shape[1] / size_mm[0])[..., None] * 4, 0, 1) * (1 - torn)
            left[..., :3] += (np.float32(0.8) - left[..., :3]) * fibres
            left *= 1 - torn
        return left


def _mask(texture: Linear, size_mm: tuple[float, float], outline: Floats) -> Map:
    height, width = texture.shape[:2]
    texels = outline * [width / size_mm[0], -height / size_mm[1]] + [0.0, height]
    mask = np.zeros((height, width), np.uint8)
    cv2.fillPoly(mask, [(texels * 16).round().astype(np.int32)], 255, cv2.LINE_AA, 4)
    return np.asarray(mask.astype(np.float32) / 255, np.float32)


def _soft(mask: Map, sigma: float) -> Map:
    return np.asarray(cv2.GaussianBlur(mask, (0, 0), max(float(sigma), 0.3)), np.float32)
