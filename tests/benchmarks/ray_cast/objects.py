"""Things that stand or lie on tables: golems, dice, mugs, pencils, phones, hands. Lengths in mm."""

from __future__ import annotations

import cv2
import numpy as np
import numpy.typing as npt

from tests.benchmarks.ray_cast.lights import triple
from tests.benchmarks.ray_cast.prints import Texture, texture
from tests.benchmarks.ray_cast.surfaces import DULL, PLASTIC, Array, Finish, Pose, Relief, Solid

AWAY = -50.0
"""Height of a solid's relief where the solid is not."""
SKINS = ((0.22, 0.30, 0.52), (0.30, 0.42, 0.68), (0.12, 0.18, 0.34), (0.05, 0.08, 0.16), (0.36, 0.46, 0.70))
SLEEVES = (
    (0.30, 0.10, 0.08),
    (0.08, 0.10, 0.35),
    (0.10, 0.22, 0.10),
    (0.6, 0.62, 0.62),
    (0.05, 0.05, 0.05),
    (0.15, 0.45, 0.6),
)


def _grid(size: tuple[float, float], step: float) -> tuple[npt.NDArray[np.float64], npt.NDArray[np.float64]]:
    columns, rows = (round(side / step) + 1 for side in size)
    u, v = np.meshgrid(np.linspace(-size[0] / 2, size[0] / 2, columns), np.linspace(-size[1] / 2, size[1] / 2, rows))
    return u, v


def _relief(heights: npt.NDArray[np.float64], size: tuple[float, float]) -> Relief:
    return Relief(heights.astype(np.float32), size)


def golem(colour: str, pose: Pose) -> Solid:
    """Return a robot: a drum with its printed disc on top."""
    size = (78.0, 78.0)
    u, v = _grid(size, 1.0)
    radius = np.hypot(u, v)
    heights = np.where(radius <= 35, 60.0, AWAY)
    return Solid(
        f"golem:{colour}",
        pose,
        _relief(heights, size),
        (0.10, 0.10, 0.11),
        PLASTIC,
        texture("golems", f"golem:{colour}"),
    )


def die(key: str, pose: Pose) -> Solid:
    """Return a die of paper with this face up."""
    size = (46.0, 46.0)
    u, v = _grid(size, 0.5)
    heights = np.where((np.abs(u) <= 20) & (np.abs(v) <= 20), 40.0, AWAY)
    return Solid(key, pose, _relief(heights, size), (0.72, 0.76, 0.78), DULL, texture("dice", key))


def mug(pose: Pose, rng: np.random.Generator) -> Solid:
    """Return a mug, or a glass's opaque brother, with a drink in it."""
    radius, tall = rng.uniform(32, 42), rng.uniform(70, 105)
    size = (2 * radius + 60,) * 2
    u, v = _grid(size, 1.5)
    away = np.hypot(u, v)
    heights = np.where(away <= radius, np.where(away > radius - 4, tall, tall - 18), AWAY)
    handle = (np.hypot((u - radius - 4) / 20, v / 6.5) <= 1) & (away > radius)
    heights = np.where(handle, tall * 0.75, heights)
    colour = triple(rng.uniform(0.08, 0.75, 3))
    pattern = np.empty((*u.shape, 3), np.float32)
    pattern[:] = colour
    pattern[np.flipud(away < radius - 4)] = (0.02, 0.035, 0.06)
    return Solid("mug", pose, _relief(heights, size), colour, Finish(0.04, 0.05), pattern=pattern)


def pencil(pose: Pose, rng: np.random.Generator) -> Solid:
    """Return a pencil or a felt pen."""
    long, radius = rng.uniform(110, 180), rng.uniform(3.4, 6.0)
    size = (long + 4, 2 * radius + 4)
    u, v = _grid(size, 0.5)
    point = np.clip((long / 2 - u) / 22, 0, 1)
    limit = radius * np.where(u > long / 2 - 22, point, 1)
    inside = (np.abs(v) < limit) & (np.abs(u) < long / 2)
    heights = np.where(inside, radius + np.sqrt(np.clip(limit**2 - v**2, 0, None)), AWAY)
    pattern = np.empty((*u.shape, 3), np.float32)
    pattern[:] = rng.uniform(0.05, 0.7, 3)
    pattern[np.flipud(u > long / 2 - 20)] = (0.30, 0.48, 0.62)
    pattern[np.flipud(u > long / 2 - 5)] = (0.05, 0.05, 0.05)
    return Solid("pencil", pose, _relief(heights, size), (0.3, 0.3, 0.3), PLASTIC, pattern=pattern)


def box(
    name: str,
    pose: Pose,
    size: tuple[float, float, float],
    colour: tuple[float, float, float],
    finish: Finish = DULL,
    top: Texture | None = None,
) -> Solid:
    """Return a cuboid: an eraser, a book, a phone; its ``top`` printed."""
    base = (size[0] + 4, size[1] + 4)
    u, v = _grid(base, 0.5 if max(size) < 100 else 1.0)
    heights = np.where((np.abs(u) <= size[0] / 2) & (np.abs(v) <= size[1] / 2), size[2], AWAY)
    return Solid(name, pose, _relief(heights, base), colour, finish, top)


def coin(pose: Pose, rng: np.random.Generator) -> Solid:
    """Return a coin."""
    radius = rng.uniform(8, 13)
    size = (2 * radius + 3,) * 2
    u, v = _grid(size, 0.4)
    away = np.hypot(u, v)
    heights = np.where(away <= radius, 2.0 - 0.3 * (away < radius - 1.2), AWAY)
    colours = ((0.15, 0.32, 0.45), (0.35, 0.37, 0.38), (0.12, 0.25, 0.42))
    return Solid("coin", pose, _relief(heights, size), colours[rng.integers(3)], Finish(0.3, 0.25))


def hand(pose: Pose, rng: np.random.Generator, above: float, pointing: bool) -> list[Solid]:
    """Return a hand with its arm and sleeve: fingers towards +x of the pose, the tip of the longest at its origin.

    ``above``: of the fingers' lower side over the table, mm. ``pointing``: with one finger only.
    """
    scale = rng.uniform(0.78, 1.0)
    size = (560.0, 200.0)
    u, v = _grid(size, 1.5)
    u = u - size[0] / 2 + 20
    heights = np.full(u.shape, AWAY)
    lengths = (70, 80, 74, 60)
    for finger, long in enumerate(lengths):
        side = (finger - 1.5) * 20 * scale
        tip = -(max(lengths) - long) * scale
        if pointing and finger != 1:
            tip -= 45 * scale
        spread = rng.normal(0, 4)
        _capsule(heights, (u, v), (tip, side + spread), (-85 * scale, side * 0.9), 8.3 * scale, above + 9)
    if not pointing or rng.random() < 0.5:
        _capsule(heights, (u, v), (-62 * scale, -52 * scale), (-125 * scale, -25 * scale), 9.5 * scale, above + 14)
    _capsule(heights, (u, v), (-100 * scale, 0), (-140 * scale, 0), 40 * scale, above + 20, flat=0.36)
    _capsule(heights, (u, v), (-140 * scale, 0), (-300 * scale, 0), 27 * scale, above + 30, flat=0.7)
    skin = SKINS[rng.integers(len(SKINS))]
    flesh = Solid(
        "hand", pose_back(pose, size), _relief(heights, size), skin, Finish(0.02, 0.2), bottom=max(0.0, above)
    )
    sleeve = np.full(u.shape, AWAY)
    _capsule(sleeve, (u, v), (-230 * scale, 0), (-700, 0), 42 * scale, above + 42, flat=0.75)
    folds = cv2.resize(rng.normal(0, 2.5, (9, 24)), (u.shape[1], u.shape[0]), interpolation=cv2.INTER_CUBIC)
    sleeve = np.where(sleeve > 0, sleeve + folds, sleeve)
    cloth = SLEEVES[rng.integers(len(SLEEVES))]
    return [
        flesh,
        Solid("sleeve", pose_back(pose, size), _relief(sleeve, size), cloth, DULL, bottom=max(0.0, above - 5)),
    ]


def pose_back(pose: Pose, size: tuple[float, float]) -> Pose:
    """Return where the middle of a relief is whose right end, but for 20 mm, is at this pose."""
    x, y = pose.out(-size[0] / 2 + 20, 0.0)
    return Pose(float(x), float(y), pose.turn)


def _capsule(
    heights: npt.NDArray[np.float64],
    at: tuple[npt.NDArray[np.float64], npt.NDArray[np.float64]],
    one: tuple[float, float],
    other: tuple[float, float],
    radius: float,
    middle: float,
    flat: float = 1.0,
) -> None:
    """Raise heights to the upper side of a bar with round ends; ``flat``: its height over its width."""
    along = np.array(other) - np.array(one)
    share = np.clip(((at[0] - one[0]) * along[0] + (at[1] - one[1]) * along[1]) / (along @ along), 0, 1)
    away = np.hypot(at[0] - one[0] - share * along[0], at[1] - one[1] - share * along[1])
    top = middle + flat * np.sqrt(np.clip(radius**2 - away**2, 0, None))
    np.copyto(heights, np.where((away < radius) & (top > heights), top, heights))


def screen(kind: str, rng: np.random.Generator, shown: Array | None = None) -> Array:
    """Return what a phone's glass shows: its frame, and black or something bright.

    H x W x 3, 4 px per mm, 72 x 150 mm.
    """
    picture = np.full((600, 288, 3), 0.012, np.float32)
    if kind == "dark":
        return picture
    inner = picture[24:576, 14:274]
    inner[:] = 0.35 if kind == "text" else 0.05
    if kind == "text":
        for row in range(30, 540, 14):
            inner[row : row + 5, 16 : int(rng.integers(120, 246))] = 0.05
    elif shown is not None:
        wide = 252
        tall = round(shown.shape[0] * wide / shown.shape[1])
        inner[100 : 100 + tall, 4 : 4 + wide] = cv2.resize(shown, (wide, tall), interpolation=cv2.INTER_AREA)[:450]
    return picture
