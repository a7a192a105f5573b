"""Lights of rooms, of real sizes and places. Radiances are chosen by what they add on the table."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

import numpy as np

from tests.benchmarks.ray_cast.lights import Light, Slats, Triple, triple

DAY: Triple = (1.12, 1.0, 0.92)
SUN: Triple = (0.86, 1.0, 1.06)
TUBE: Triple = (0.98, 1.0, 0.97)
BULB: Triple = (0.55, 0.86, 1.15)
LED: Triple = (1.08, 1.0, 0.96)


@dataclass
class Room:
    """All light on a table: white paper shines with 0.8 where a share of 1 falls on it."""

    lights: list[Light] = field(default_factory=list)
    sky: Triple = (0.35, 0.35, 0.35)


def shining(light: Light, share: float, colour: Triple) -> Light:
    """Return a light with the radiance that gives this share of full light in the middle of the table."""
    points = light.points(np.random.default_rng(0))
    normal, total = light.normal, 0.0
    for point in points:
        distance = float(np.linalg.norm(point))
        leaving = abs(float(point @ normal)) / distance
        if light.beam is not None:
            # The beam falls off as it says; it is aimed at the table's middle or near it.
            leaving = max(0.05, leaving) / max(leaving, 0.05)
        total += light.area / len(points) * leaving * (point[2] / distance) / distance**2
    strength = share * np.pi / total
    return replace(light, colour=triple(channel * strength for channel in colour))


def ceiling_panel(rng: np.random.Generator, share: float, near: float = 300.0) -> Light:
    """Return a panel or a row of tubes below the ceiling; ``near``: how far off the middle at least, mm."""
    angle, away, high = rng.uniform(0, 2 * np.pi), rng.uniform(near, 1500), rng.uniform(1500, 2100)
    long, wide = [(300.0, 300.0), (600.0, 150.0), (620.0, 60.0)][rng.integers(3)]
    turn = rng.choice([0, np.pi / 2])
    a = (long * np.cos(turn), long * np.sin(turn), 0.0)
    b = (-wide * np.sin(turn), wide * np.cos(turn), 0.0)
    middle = (away * np.cos(angle), away * np.sin(angle), high)
    return shining(Light("panel", middle, a, b, (1, 1, 1), 8), share, TUBE if rng.random() < 0.6 else LED)


def window(rng: np.random.Generator, share: float, angle: float | None = None) -> Light:
    """Return a window in a wall, bright with the sky."""
    angle = rng.uniform(0, 2 * np.pi) if angle is None else angle
    away, wide, tall = rng.uniform(1300, 3000), rng.uniform(400, 1100), rng.uniform(450, 800)
    middle = (away * np.cos(angle), away * np.sin(angle), rng.uniform(150, 400) + tall)
    return shining(
        Light("window", middle, (-wide * np.sin(angle), wide * np.cos(angle), 0.0), (0.0, 0.0, tall), (1, 1, 1), 10),
        share,
        DAY,
    )


def lamp(rng: np.random.Generator, share: float, at: Triple | None = None, radius: float | None = None) -> Light:
    """Return a desk lamp."""
    angle, away = rng.uniform(0, 2 * np.pi), rng.uniform(250, 800)
    at = at or (away * np.cos(angle), away * np.sin(angle), rng.uniform(450, 900))
    radius = radius or rng.uniform(30, 90)
    return shining(
        Light("lamp", at, (radius, 0.0, 0.0), (0.0, radius, 0.0), (1, 1, 1), 6, round=True),
        share,
        BULB if rng.random() < 0.6 else LED,
    )


def sun(rng: np.random.Generator, share: float, slats: Slats | None = None, height: float | None = None) -> Light:
    """Return the sun, far away."""
    angle = rng.uniform(0, 2 * np.pi)
    lift = np.radians(height if height is not None else rng.uniform(22, 60))
    far, radius = 40000.0, 40000.0 * 0.00465
    middle = (far * np.cos(lift) * np.cos(angle), far * np.cos(lift) * np.sin(angle), far * np.sin(lift))
    a = (-radius * np.sin(angle), radius * np.cos(angle), 0.0)
    b = (-radius * np.sin(lift) * np.cos(angle), -radius * np.sin(lift) * np.sin(angle), radius * np.cos(lift))
    return shining(Light("sun", middle, a, b, (1, 1, 1), 3, round=True, slats=slats), share, SUN)


def frame(rng: np.random.Generator) -> Slats:
    """Return a window with cross bars, through which the sun shines on a part of the table."""
    wide, tall = rng.uniform(250, 600), rng.uniform(250, 600)
    x, y = rng.uniform(-450, 450), rng.uniform(-250, 250)
    bars = [(0.0, wide * rng.choice([1.0, 0.67]), rng.uniform(35, 70))]
    if rng.random() < 0.7:
        bars.append((90.0, tall * rng.choice([1.0, 0.67]), rng.uniform(30, 60)))
    return Slats(
        rng.uniform(900, 2500),
        tuple(bars),
        (x - wide / 2, y - tall / 2, x + wide / 2, y + tall / 2),
        (float(x), float(y)),
    )


def blind(rng: np.random.Generator) -> Slats:
    """Return a blind whose slats let stripes of sun through."""
    spacing = rng.uniform(18, 70)
    x, y = rng.uniform(-400, 400), rng.uniform(-200, 200)
    wide, tall = rng.uniform(300, 700), rng.uniform(200, 500)
    return Slats(
        rng.uniform(600, 2000),
        ((90.0 + rng.normal(0, 3), spacing, spacing * rng.uniform(0.3, 0.7)),),
        (x - wide, y - tall, x + wide, y + tall),
    )


def torch(rng: np.random.Generator, share: float, aim: tuple[float, float]) -> Light:
    """Return a phone's torch that is held over the table and points at a place."""
    angle, away, high = rng.uniform(0, 2 * np.pi), rng.uniform(80, 450), rng.uniform(250, 700)
    at = np.array([aim[0] + away * np.cos(angle), aim[1] + away * np.sin(angle), high])
    way = np.array([aim[0], aim[1], 0.0]) - at
    way /= np.linalg.norm(way)
    across = np.cross(way, [0.0, 0.0, 1.0])
    across = across / np.linalg.norm(across) * 4.0
    other = np.cross(way, across)
    beam = triple(way), float(rng.uniform(4, 14))
    light = Light("torch", triple(at), triple(across), triple(other), (1, 1, 1), 2, round=True, beam=beam)
    # As if the place were the table's middle.
    shifted = replace(light, middle=triple((at[0] - aim[0], at[1] - aim[1], high)))
    return replace(light, colour=shining(shifted, share, LED).colour)


def spot(rng: np.random.Generator, share: float, aim: tuple[float, float], width: float, hard: bool) -> Light:
    """Return sun that a gap, a mirror or a roof window lets onto a patch of the table."""
    light = sun(rng, share, height=rng.uniform(35, 75))
    direction = np.array(light.middle) / np.linalg.norm(light.middle)
    level = np.array([-direction[1], direction[0], 0.0])
    level /= np.linalg.norm(level)
    up = np.cross(direction, level)
    x, y = aim[0] * level[0] + aim[1] * level[1], aim[0] * up[0] + aim[1] * up[1]
    tall = width * rng.uniform(0.4, 1.0)
    away = rng.uniform(150, 500) if hard else rng.uniform(2500, 7000)
    return replace(light, slats=Slats(away, (), (x - width / 2, y - tall / 2, x + width / 2, y + tall / 2)))
