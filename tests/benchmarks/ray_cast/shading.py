"""Light on a view: what each ray carries to the camera, linear, BGR."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
import numpy.typing as npt

from tests.benchmarks.ray_cast.lights import Light, Triple, low_shadows, tall_shadows
from tests.benchmarks.ray_cast.painting import View
from tests.benchmarks.ray_cast.surfaces import Array, Ground

COARSE_MM = 3.0
"""Step of the grid on which solids throw soft shadows."""
SHARP_MM = 1.2
"""And of that on which they throw those of small lights."""
SMALL = 0.02
"""A light whose half width is this share of its distance is small."""
FINE_CELLS = 2.2e6
"""Of the grid on which sheets do."""
TALL_SAMPLES = 2
"""Times as many points of a light throw the shadows of solids as those of sheets."""


@dataclass(frozen=True, eq=False)
class Heights:
    """Heights of all sheets, and of all solids, over the part of the table that is seen."""

    sheets: Ground
    solids: Ground
    sharp: Ground
    """Heights of solids on a finer grid."""

    def solids_for(self, light: Light) -> Ground:
        """Return the grid on which a light's shadows of solids are to be seen."""
        size = max(np.linalg.norm(light.half_a), np.linalg.norm(light.half_b)) / np.linalg.norm(light.middle)
        return self.sharp if size < SMALL else self.solids


@dataclass(frozen=True, eq=False)
class Lit:
    """Light that reaches each ray's place."""

    irradiance: Array
    """H x W x 3, of a surface there with its own slope; 1 is a white surface's share of full light."""
    mirrored: Array
    """H x W x 3, light that is mirrored into the camera by each surface's own finish."""


def light_up(view: View, relief: Heights, lights: list[Light], sky: Triple, rng: np.random.Generator) -> Lit:
    """Return the light on a view. ``sky``: radiance from everywhere above, BGR."""
    x, y = view.places((slice(None), slice(None)), view.height)
    steep = 1 / np.sqrt(1 + view.slope_x**2 + view.slope_y**2)
    irradiance = np.empty((*x.shape, 3), np.float32)
    open_sky = _open_sky(view, relief, x, y)
    beneath = _beneath(view, relief, x, y)
    for channel in range(3):
        irradiance[..., channel] = open_sky * np.float32(sky[channel] * np.pi)
    mirrored = np.zeros_like(irradiance)
    for light in lights:
        flat, towards, solids = _on_table(light, relief, rng)
        share = _looked_up(relief.sheets, flat, x, y)
        # From the light on level ground to that on the slope.
        facing = (towards[2] - view.slope_x * towards[0] - view.slope_y * towards[1]) * steep / towards[2]
        share = share * np.clip(facing, 0, 4)
        for channel in range(3):
            irradiance[..., channel] += share * np.float32(light.colour[channel])
        _mirror(view, light, (x, y), (relief.solids_for(light), solids), mirrored)
    irradiance *= beneath[..., None] / np.float32(np.pi)
    return Lit(irradiance, mirrored)


def _on_table(light: Light, relief: Heights, rng: np.random.Generator) -> tuple[Array, npt.NDArray[np.float64], Array]:
    """Return the light on level ground (for a radiance of 1), where it comes from, and what solids let pass."""
    ground = relief.sheets
    rows, columns = ground.heights.shape
    middle = np.array(ground.low) + np.array([columns, rows]) * ground.step / 2
    points = light.points(rng)
    normal = light.normal
    flat = np.zeros(ground.heights.shape, np.float32)
    # Without shadows light changes slowly.
    x = (np.linspace(0.5, columns - 0.5, max(2, columns // 8)) * ground.step + ground.low[0]).astype(np.float32)
    y = (np.linspace(0.5, rows - 0.5, max(2, rows // 8)) * ground.step + ground.low[1]).astype(np.float32)
    across, up = np.meshgrid(x, y)
    for point in points:
        dx, dy, dz = (np.float32(point[0]) - across, np.float32(point[1]) - up, np.float32(point[2]))
        square = dx * dx + dy * dy + dz * dz
        distance = np.sqrt(square)
        leaving = np.abs(dx * normal[0] + dy * normal[1] + dz * normal[2]) / distance
        strength = light.area / len(points) * leaving * (dz / distance) / square
        if light.beam is not None:
            aim, exponent = light.beam
            cosine = np.clip(-(dx * aim[0] + dy * aim[1] + dz * aim[2]) / distance, 0, 1)
            strength = strength / np.maximum(leaving, 0.05) * cosine**exponent
        away = np.hypot(point[0] - middle[0], point[1] - middle[1])
        towards = (point[:2] - middle) / max(away, 1e-6)
        rise = point[2] / max(away, 1.0)
        seen = low_shadows(ground.heights, ground.step, towards, rise)
        flat += seen * cv2.resize(strength.astype(np.float32), (columns, rows), interpolation=cv2.INTER_LINEAR)
    solids = _solid_shadows(light, relief, rng)
    if light.slats is not None:
        solids = solids * _through(light, relief.solids_for(light))
    flat *= cv2.remap(
        solids, *_map_onto(relief.solids_for(light), ground), cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE
    )
    towards = np.array(light.middle) - np.array([*middle, 0.0])
    return flat, towards / np.linalg.norm(towards), solids


def _solid_shadows(light: Light, relief: Heights, rng: np.random.Generator) -> Array:
    ground = relief.solids_for(light)
    if ground.heights.max() < 1:
        return np.ones(ground.heights.shape, np.float32)
    many = Light(light.name, light.middle, light.half_a, light.half_b, light.colour, _more(light), light.round)
    shares = [tall_shadows(ground, ground.heights, point) for point in many.points(rng)]
    return np.mean(shares, axis=0, dtype=np.float32)


def _more(light: Light) -> int:
    return 1 if light.samples == 1 else min(16, light.samples * TALL_SAMPLES)


def _through(light: Light, ground: Ground) -> Array:
    assert light.slats is not None
    rows, columns = ground.heights.shape
    x, y = ground.places((slice(0, rows), slice(0, columns)))
    spread = float(np.linalg.norm(light.half_a) / np.linalg.norm(light.middle))
    return light.slats.passing(x, y, light.middle, spread)


def _map_onto(source: Ground, target: Ground) -> tuple[Array, Array]:
    rows, columns = target.heights.shape
    x = (np.arange(columns) * target.step + target.low[0] - source.low[0]) / source.step
    y = (np.arange(rows) * target.step + target.low[1] - source.low[1]) / source.step
    across, up = np.meshgrid(x.astype(np.float32), y.astype(np.float32))
    return across, up


def _looked_up(ground: Ground, values: Array, x: Array, y: Array) -> Array:
    columns = (x - np.float32(ground.low[0])) * np.float32(1 / ground.step)
    rows = (y - np.float32(ground.low[1])) * np.float32(1 / ground.step)
    return cv2.remap(values, columns, rows, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)


def _open_sky(view: View, relief: Heights, x: Array, y: Array) -> Array:
    """Return the share of the sky that each place sees: less in the corners between high and low."""
    fine = relief.sheets
    total = np.zeros_like(fine.heights)
    for spread in (1.2, 4.0, 12.0):
        blurred = cv2.GaussianBlur(fine.heights, (0, 0), spread / fine.step)
        total += np.clip(blurred - fine.heights, 0, None) * np.float32(0.55 / spread)
    closed = _looked_up(fine, total, x, y)
    coarse = relief.solids
    if coarse.heights.max() >= 1:
        total = np.zeros_like(coarse.heights)
        for spread in (8.0, 25.0, 70.0):
            blurred = cv2.GaussianBlur(coarse.heights, (0, 0), spread / coarse.step)
            total += np.clip(blurred - coarse.heights, 0, None) * np.float32(0.45 / spread)
        closed = closed + _looked_up(coarse, total, x, y)
    result: Array = 1 / (1 + closed * np.float32(1.6))
    return result


def _beneath(view: View, relief: Heights, x: Array, y: Array) -> Array:
    """Return how much light is left below the edge of what lies above a place: a gap is dark."""
    above = _looked_up(relief.sheets, relief.sheets.heights, x, y) - view.height
    result: Array = np.exp(-np.clip(above - np.float32(0.7), 0, 3) * np.float32(0.5))
    return result


def _mirror(
    view: View, light: Light, places: tuple[Array, Array], solids: tuple[Ground, Array], mirrored: Array
) -> None:
    """Add what each surface mirrors of one light: the light's area, spread by the surface's roughness."""
    every = (slice(None, None, 2), slice(None, None, 2))
    x, y = places[0][every], places[1][every]
    slope_x, slope_y, height = view.slope_x[every], view.slope_y[every], view.height[every]
    finish = view.finish[every]
    strength = np.array([one.mirror for one in view.finishes], np.float32)[finish]
    spread = np.array([max(one.spread, 0.004) for one in view.finishes], np.float32)[finish]
    ray_x, ray_y = view.ray_x[every], view.ray_y[every]
    long = np.sqrt(ray_x**2 + ray_y**2 + 1)
    tall = np.sqrt(slope_x**2 + slope_y**2 + 1)
    # From the camera down, then up again by the surface's normal.
    facing = (ray_x * slope_x + ray_y * slope_y + 1) / (long * tall)
    up_x = ray_x / long - 2 * facing * slope_x / tall
    up_y = ray_y / long - 2 * facing * slope_y / tall
    up_z = -1 / long + 2 * facing / tall
    normal = light.normal.astype(np.float32)
    reach = up_x * normal[0] + up_y * normal[1] + up_z * normal[2]
    ahead = np.abs(reach) > 1e-3
    from_x, from_y, from_z = (
        np.float32(light.middle[0]) - x,
        np.float32(light.middle[1]) - y,
        np.float32(light.middle[2]) - height,
    )
    way = (from_x * normal[0] + from_y * normal[1] + from_z * normal[2]) / np.where(ahead, reach, 1)
    ahead &= way > 0
    off_x, off_y, off_z = up_x * way - from_x, up_y * way - from_y, up_z * way - from_z
    cover = np.where(ahead, np.float32(1), np.float32(0))
    distance = np.maximum(np.abs(way), 1)
    for half in (light.half_a, light.half_b):
        size = float(np.linalg.norm(half))
        axis = (np.array(half) / size).astype(np.float32)
        at = off_x * axis[0] + off_y * axis[1] + off_z * axis[2]
        # The same number either side: the share of a bell curve that lies between the light's edges.
        bell = np.float32(0.62) / (spread * distance)
        cover = cover * (_bell(at + np.float32(size), bell) - _bell(at - np.float32(size), bell))
    if light.round:
        cover = cover * np.float32(0.785)
    fresnel = strength * (1 + 18 * (1 - np.clip(facing, 0, 1)) ** 5)
    share = fresnel * np.clip(cover, 0, 1) * _looked_up(*solids, x, y)
    large = cv2.resize(
        share.astype(np.float32), (view.height.shape[1], view.height.shape[0]), interpolation=cv2.INTER_LINEAR
    )
    for channel in range(3):
        mirrored[..., channel] += large * np.float32(light.colour[channel])


def _bell(value: Array, steepness: Array) -> Array:
    """Return nearly the integral of a bell curve, 0 to 1."""
    t = np.clip(value * steepness, -3, 3)
    result: Array = np.float32(0.5) + t * (27 + t * t) / (27 + 9 * t * t) * np.float32(0.5)
    return result


def radiance(view: View, lit: Lit) -> Array:
    """Return what reaches the camera, linear BGR."""
    result: Array = view.colour * lit.irradiance + lit.mirrored
    if view.glow.any():
        result += view.colour * view.glow[..., None]
    return result
