"""What light does: patches, sun, lamps, torches, shadows; and a camera that is out of focus or moves."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from tests.benchmarks.photographed.camera import Floats
from tests.benchmarks.photographed.lights import Glint, Lamp, Occluder, Sun, Torch, glint_at
from tests.benchmarks.photographed.shots import Shot

Random = np.random.Generator


def _patch(rng: Random, shot: Shot, soft: bool) -> None:
    """A burnt-out reflection of 5 mm to more than a tray."""
    for _ in range(int(rng.integers(1, 4))):
        across = float(np.exp(rng.uniform(np.log(5), np.log(450))))
        high = rng.uniform(900, 2200)
        stretch = 1 + high / shot.camera.place[2]
        rim = across * rng.uniform(0.1, 0.4) if soft else rng.uniform(0.3, 2.0)
        half = (across / 2 * stretch, across / 2 * stretch * rng.uniform(0.4, 1.0))
        centre = glint_at(shot.camera, shot.lane_point(rng), high)
        # What a gloss of 0.35 mirrors must burn out: black print in it is as bright as white.
        strength = float(np.exp(rng.uniform(np.log(2.5), np.log(40)))) / shot.exposure / shot.gloss
        shot.glints.append(
            Glint(centre, high, half, rng.uniform(0, 180), strength, rim * stretch, bool(rng.random() < 0.7))
        )
    shot.sensor = replace(shot.sensor, bloom=float(rng.uniform(0.0, 0.12)))


def patch_hard(rng: Random, shot: Shot) -> None:
    _patch(rng, shot, False)


def patch_soft(rng: Random, shot: Shot) -> None:
    _patch(rng, shot, True)


def sun(rng: Random, shot: Shot) -> None:
    """Sun through a window frame; the camera exposes for the shade, the light or something between."""
    x, y = shot.lane_point(rng)
    heading = rng.uniform(0, 360)
    pane = (rng.uniform(60, 420), rng.uniform(80, 520))
    panes = (int(rng.integers(1, 4)), int(rng.integers(1, 4)))
    angle = np.radians(heading)
    back = np.array([pane[0] * rng.uniform(0, panes[0]), pane[1] * rng.uniform(0, panes[1])])
    corner = (
        x - back[0] * np.cos(angle) + back[1] * np.sin(angle),
        y - back[0] * np.sin(angle) - back[1] * np.cos(angle),
    )
    slope = (rng.uniform(-1.8, 1.8), rng.uniform(-1.8, 1.8))
    power = float(np.exp(rng.uniform(np.log(1.5), np.log(14))))
    shot.suns.append(Sun(slope, corner, heading, pane, panes, rng.uniform(15, 60), rng.uniform(1, 14), power))
    shot.bright = float(rng.uniform(0, 0.9) ** 2)
    shot.lamps = shot.lamps[:1]


def lamp_image(rng: Random, shot: Shot) -> None:
    """A lamp or a window is mirrored by cards in sleeves and by the varnish of the table."""
    shot.gloss = rng.uniform(0.5, 1.6)
    for _ in range(int(rng.integers(1, 3))):
        high = rng.uniform(1200, 2600)
        centre = glint_at(shot.camera, shot.lane_point(rng), high)
        soft = float(np.exp(rng.uniform(np.log(4), np.log(90))))
        strength = float(np.exp(rng.uniform(np.log(0.7), np.log(12)))) / shot.exposure
        kind = rng.integers(3)
        if kind == 0:
            shot.glints.append(Glint(centre, high, (rng.uniform(30, 180),) * 2, 0.0, strength, soft))
        elif kind == 1:
            shot.glints.append(
                Glint(
                    centre,
                    high,
                    (rng.uniform(300, 900), rng.uniform(15, 60)),
                    rng.uniform(0, 180),
                    strength,
                    soft,
                    False,
                )
            )
        else:
            half = (rng.uniform(200, 700), rng.uniform(200, 600))
            shot.glints.append(
                Glint(centre, high, half, rng.uniform(0, 180), strength, soft, False, rng.uniform(20, 80))
            )
    shot.sensor = replace(shot.sensor, bloom=float(rng.uniform(0.0, 0.08)))


def torch(rng: Random, shot: Shot) -> None:
    """A phone's light on the table: a beam that may burn paper out, and its mirror image."""
    for _ in range(int(rng.integers(1, 3))):
        aim = shot.lane_point(rng)
        place = (aim[0] + rng.normal(0, 350), aim[1] + rng.normal(0, 350), rng.uniform(150, 700))
        power = float(np.exp(rng.uniform(np.log(1.0), np.log(40))))
        shot.torches.append(
            Torch(place, aim, float(np.exp(rng.uniform(np.log(25), np.log(260)))), rng.uniform(0.05, 0.9), power)
        )
        strength = float(rng.uniform(10, 80)) / shot.exposure
        shot.glints.append(Glint(place[:2], place[2], (5.0, 5.0), 0.0, strength, rng.uniform(1, 30)))
    shot.sensor = replace(shot.sensor, bloom=float(rng.uniform(0.0, 0.1)))


def dim(rng: Random, shot: Shot) -> None:
    """Little light: much noise."""
    part = rng.uniform(0.05, 0.3)
    shot.sensor = replace(shot.sensor, full_well=shot.sensor.full_well * part, read_noise=rng.uniform(3, 8))
    shot.white *= rng.uniform(0.4, 1.0)


def hard_shadows(rng: Random, shot: Shot) -> None:
    """One or two small lamps, and things between them and the trays: bars, leaves, heads, hands out of the picture."""
    shot.ambient = rng.uniform(0.08, 0.35)
    shot.lamps = []
    for _ in range(int(rng.integers(1, 3))):
        x, y = shot.table.middle
        place = (x + rng.uniform(-1400, 1400), y + rng.uniform(-1400, 1400), rng.uniform(900, 2200))
        shot.lamps.append(Lamp(place, (rng.uniform(2, 40),) * 2, rng.uniform(0.4, 1.0), samples=2))
    for _ in range(int(rng.integers(2, 7))):
        middle = np.array(shot.lane_point(rng))
        lamp = shot.lamps[0]
        high = rng.uniform(120, 600)
        # Placed so that its shadow falls on the lane.
        at = middle + (np.array(lamp.place[:2]) - middle) * high / lamp.place[2]
        shot.occluders.append(Occluder(at + _outline(rng), high, high))


def _outline(rng: Random) -> Floats:
    kind = rng.integers(4)
    if kind == 0:
        half = np.array([rng.uniform(3, 25), rng.uniform(80, 500)])
        corners = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]]) * half
    elif kind == 1:
        half = np.array([rng.uniform(20, 40), rng.uniform(30, 50)])
        corners = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]]) * half
    else:
        angle = np.linspace(0, 2 * np.pi, 48, endpoint=False)
        radius = rng.uniform(20, 150) * (1 + 0.3 * np.sin(angle * rng.integers(2, 7) + rng.uniform(0, 6)) * (kind == 2))
        corners = np.column_stack([radius * np.cos(angle) * rng.uniform(0.3, 1), radius * np.sin(angle)])
    turn = rng.uniform(0, np.pi)
    return corners @ np.array([[np.cos(turn), np.sin(turn)], [-np.sin(turn), np.cos(turn)]])


def blurred(rng: Random, shot: Shot) -> None:
    """Out of focus, or moved while the picture was exposed."""
    if rng.random() < 0.5:
        shot.sensor = replace(shot.sensor, defocus_px=float(rng.uniform(1.0, 5.0)))
    else:
        angle, far = rng.uniform(0, np.pi), rng.uniform(2, 12)
        shot.sensor = replace(shot.sensor, motion_px=(float(far * np.cos(angle)), float(far * np.sin(angle))))


def any_light(rng: Random, shot: Shot) -> None:
    """One of the conditions of light."""
    chosen = (patch_hard, patch_soft, sun, lamp_image, torch, hard_shadows)[int(rng.integers(6))]
    chosen(rng, shot)
