"""Things of a child's room that are no part of the game: rubber, coin, sweet wrapper, phone, sleeve."""

from __future__ import annotations

import cv2
import numpy as np

from tests.benchmarks.photographed.canvas import laid
from tests.benchmarks.photographed.shots import Obstacle
from tests.benchmarks.photographed.textures import joined, paper

Random = np.random.Generator
Place = tuple[float, float]

DETAIL = 3.0
"""Px a mm."""
RUBBERS = ((0.78, 0.80, 0.80), (0.45, 0.42, 0.75), (0.55, 0.30, 0.12), (0.20, 0.55, 0.35))
METALS = ((0.30, 0.50, 0.60), (0.50, 0.52, 0.54), (0.14, 0.26, 0.45))
COIN_MM = (16.3, 26.0)
SLEEVE_MM = (150.0, 420.0)
CLOTHS = ((0.78, 0.79, 0.80), (0.62, 0.64, 0.66), (0.30, 0.08, 0.05), (0.08, 0.10, 0.42), (0.05, 0.05, 0.05))


def rubber(rng: Random, at: Place) -> list[Obstacle]:
    """A rubber of 25 to 60 mm, 8 to 14 mm high."""
    size = (float(rng.uniform(25, 60)), float(rng.uniform(15, 25)))
    heading, colour = float(rng.uniform(0, 360)), RUBBERS[int(rng.integers(len(RUBBERS)))]
    high = float(rng.uniform(8, 14))
    side = tuple(0.6 * part for part in colour)
    layers = [
        Obstacle("rubber", laid(paper(size, side), size, at, heading, z), False) for z in np.arange(1.0, high, 2.0)
    ]
    return [*layers, Obstacle("rubber", laid(paper(size, colour), size, at, heading, high, gloss=0.2))]


def coin(rng: Random, at: Place) -> list[Obstacle]:
    """A coin: a metal disc with a rim and a relief."""
    across = float(rng.uniform(*COIN_MM))
    count = round(across * DETAIL)
    y, x = np.mgrid[:count, :count].astype(np.float32) - (count - 1) / 2
    far = np.hypot(x, y) / (count / 2)
    relief = cv2.GaussianBlur(rng.standard_normal((count, count)).astype(np.float32), (0, 0), 2.0) * 1.5
    light = 1 + 0.5 * relief * (far < 0.8) - 0.35 * ((far > 0.8) & (far < 0.86))
    opaque = np.clip(light, 0.2, 2.0)[..., None] * np.array(METALS[int(rng.integers(len(METALS)))], np.float32)
    alpha = np.clip((1 - far) * count / 2 + 0.5, 0, 1).astype(np.float32)
    sheet = laid(joined(opaque.astype(np.float32), alpha), (across, across), at, 0.0, 1.8, gloss=1.2)
    return [Obstacle("coin", sheet, False)]


def wrapper(rng: Random, at: Place) -> list[Obstacle]:
    """A crumpled sweet wrapper of foil: facets of different brightness, bright colours."""
    size = (float(rng.uniform(30, 75)), float(rng.uniform(25, 60)))
    width, height = round(size[0] * DETAIL), round(size[1] * DETAIL)
    seeds = rng.uniform(0, 1, (int(rng.integers(12, 40)), 2)) * [width, height]
    y, x = np.mgrid[:height, :width]
    facet = np.hypot(x[..., None] - seeds[:, 0], y[..., None] - seeds[:, 1]).argmin(axis=2)
    light = rng.uniform(0.3, 1.6, len(seeds))[facet]
    colours = rng.uniform(0.03, 0.6, (2, 3))
    stripe = ((x // rng.integers(20, 60)) % 2)[..., None]
    opaque = np.clip((colours[0] * stripe + colours[1] * (1 - stripe)) * light[..., None], 0.01, 0.9)
    rough = cv2.GaussianBlur(rng.standard_normal((height, width)), (0, 0), 6.0)
    inset = np.minimum(np.minimum(x, width - 1 - x), np.minimum(y, height - 1 - y)) - 6 - 60 * rough
    alpha = np.clip(inset, 0, 1).astype(np.float32)
    sheet = laid(joined(opaque.astype(np.float32), alpha), size, at, rng.uniform(0, 360), rng.uniform(1, 6), gloss=1.0)
    return [Obstacle("wrapper", sheet)]


def phone(rng: Random, at: Place) -> list[Obstacle]:
    """A phone on its back: dark glass, or a lit screen with coloured fields."""
    size = (float(rng.uniform(64, 78)), float(rng.uniform(135, 162)))
    texture = paper(size, (0.02, 0.02, 0.02), 2.0).copy()
    if rng.random() < 0.5:
        fields = rng.uniform(0.0, 0.7, (int(rng.integers(4, 9)), int(rng.integers(2, 5)), 3)).astype(np.float32)
        inner = texture[16:-16, 8:-8, :3]
        inner[:] = cv2.resize(fields, inner.shape[1::-1], interpolation=cv2.INTER_NEAREST)
    sheet = laid(texture, size, at, rng.uniform(0, 360), 8.0, gloss=1.0)
    return [Obstacle("phone", sheet)]


OBJECTS = (rubber, coin, wrapper, phone)


def sleeve(rng: Random, at: Place, out: float) -> list[Obstacle]:
    """A sleeve that reaches in from a rim, plain or striped; ``out``: direction from which it comes, degrees."""
    width, height = (round(side * 2) for side in SLEEVE_MM)
    y, x = np.mgrid[:height, :width].astype(np.float32)
    base = np.array(CLOTHS[int(rng.integers(len(CLOTHS)))], np.float32)
    light = 1 + 0.03 * np.sin(x) * np.sin(y)
    folds = cv2.GaussianBlur(rng.standard_normal((height, width)).astype(np.float32), (0, 0), 25.0)
    light *= 1 + 0.10 * folds / folds.std()
    opaque = base * np.clip(light, 0.3, 1.3)[..., None]
    if rng.random() < 0.5:
        stripe = (np.sin(y * np.float32(np.pi / rng.uniform(4, 16))) > 0)[..., None]
        opaque = np.where(stripe, opaque * np.float32(rng.uniform(0.4, 0.95)), opaque)
    rim = 20 * np.sin(y * 0.02 + np.float32(rng.uniform(0, 6))) + 10
    inset = np.minimum(np.minimum(x, width - 1 - x) - rim, y - 10)
    opaque = opaque * np.clip(0.4 + inset[..., None] / 60, 0.4, 1)
    alpha = np.clip(inset, 0, 1).astype(np.float32)
    angle, reach = np.radians(out), SLEEVE_MM[1] / 2 - float(rng.uniform(20, 160))
    centre = (at[0] + reach * float(np.cos(angle)), at[1] + reach * float(np.sin(angle)))
    high = float(rng.uniform(4, 60))
    return [
        Obstacle(
            "sleeve", laid(joined(opaque.astype(np.float32), alpha), SLEEVE_MM, centre, out + 90, high, gloss=0.05)
        )
    ]
