"""From light at the lens to a JPEG file."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
import numpy.typing as npt

from tests.benchmarks.ray_cast.surfaces import Array

Pixels = npt.NDArray[np.uint8]


@dataclass(frozen=True)
class Sensor:
    """What a camera does with light."""

    exposure: float
    """Light of 1 gives this share of the full well."""
    balance: tuple[float, float, float] = (1.0, 1.0, 1.0)
    """Gains of blue, green and red; their errors are the picture's tint."""
    full_well: float = 9000.0
    """Electrons at full scale."""
    read_noise: float = 4.0
    vignetting: float = 0.25
    """Share of light that is lost in the corners."""
    flare: float = 0.006
    """Share of all light that is strewn over the picture."""
    soft: float = 0.45
    """Blur of lens and pixel, px (a bell curve's spread)."""
    defocus: float = 0.0
    """Diameter of the disc of confusion where the focus is worst, px."""
    focus_at: float = 0.5
    """Where the picture is sharpest, as a share of its height."""
    curve: float = 0.25
    """How much the tone curve bends beyond sRGB."""
    saturation: float = 1.1
    sharpening: float = 0.5
    smoothing: float = 0.0
    """Strength of the camera's own removal of noise, grey levels."""
    quality: int = 88
    subsampled: bool = True
    shake: tuple[float, float, float] = (0.0, 0.0, 1.0)
    """Sway while rows are read one after the other: px across and down, and turns during the picture."""

    def tone(self, linear: Array) -> Array:
        """Return grey levels (0 to 255) of exposed light (0 to 1)."""
        x = np.clip(linear, 0, 1)
        gamma = np.where(x <= 0.0031308, x * 12.92, 1.055 * np.power(np.maximum(x, 1e-8), 1 / 2.4) - 0.055)
        bent = gamma + self.curve * gamma * (1 - gamma) * (2 * gamma - 1) * 0.9
        result: Array = (bent * 255).astype(np.float32)
        return result

    def shading(self, size: tuple[int, int]) -> Array:
        """Return the share of light that the lens passes, H x W."""
        width, height = size
        x = (np.arange(width, dtype=np.float32) - width / 2) / (width / 2)
        y = (np.arange(height, dtype=np.float32) - height / 2) / (width / 2)
        square = x[None, :] ** 2 + y[:, None] ** 2
        most = 1 + (height / width) ** 2
        result: Array = 1 - np.float32(self.vignetting) * (square / most) ** 1.5
        return result

    def noise(self, linear: Array) -> Array:
        """Return the spread of noise in grey levels at exposed light (0 to 1), roughly as it ends up in the file."""
        x = np.clip(linear, 0.0, 1.0)
        spread = np.sqrt(x * self.full_well + self.read_noise**2) / self.full_well
        slope = (self.tone(x + 0.004) - self.tone(np.maximum(x - 0.004, 0))) / 0.008
        result: Array = spread * slope * (0.75 + 0.5 * self.sharpening) / (1 + self.smoothing / 6)
        return result


def lens(sensor: Sensor, light: Array) -> Array:
    """Return light as it falls on the sensor: blurred, strewn, darker at the corners."""
    height, width = light.shape[:2]
    if sensor.defocus > 0.3:
        light = _defocused(sensor, light)
    light = cv2.GaussianBlur(light, (0, 0), sensor.soft)
    small = cv2.resize(light, (width // 8, height // 8), interpolation=cv2.INTER_AREA)
    strewn = cv2.GaussianBlur(small, (0, 0), width / 8 * 0.12) * 0.6 + cv2.GaussianBlur(small, (0, 0), 2.5) * 0.4
    light = light * (1 - sensor.flare) + cv2.resize(strewn, (width, height)) * np.float32(sensor.flare)
    return light * sensor.shading((width, height))[..., None]


def _defocused(sensor: Sensor, light: Array) -> Array:
    height = light.shape[0]
    rows = np.abs((np.arange(height) + 0.5) / height - sensor.focus_at) / max(sensor.focus_at, 1 - sensor.focus_at)
    blurred = cv2.filter2D(light, -1, _disc(sensor.defocus), borderType=cv2.BORDER_REPLICATE)
    share = (rows.astype(np.float32) ** 1.5)[:, None, None]
    result: Array = light * (1 - share) + blurred * share
    return result


def _disc(diameter: float) -> Array:
    finer, reach = 8, int(np.ceil(diameter / 2)) + 1
    side = (2 * reach + 1) * finer
    at = (np.arange(side) + 0.5) / finer - (reach + 0.5)
    fine = (at[None] ** 2 + at[:, None] ** 2 <= (diameter / 2) ** 2).astype(np.float32)
    disc: Array = fine.reshape(2 * reach + 1, finer, 2 * reach + 1, finer).mean(axis=(1, 3))
    return disc / disc.sum()


def shaken(sensor: Sensor, light: Array) -> Array:
    """Return a picture whose rows were read while the camera swayed."""
    across, down, turns = sensor.shake
    if across == 0 and down == 0:
        return light
    height, width = light.shape[:2]
    phase = np.linspace(0, 2 * np.pi * turns, height, dtype=np.float32)
    x = np.arange(width, dtype=np.float32)[None] + (across * np.sin(phase))[:, None]
    y = np.repeat((np.arange(height, dtype=np.float32) + down * np.sin(phase * 1.3 + 1))[:, None], width, axis=1)
    return cv2.remap(light, x, y, cv2.INTER_CUBIC, borderMode=cv2.BORDER_REPLICATE)


def develop(sensor: Sensor, light: Array, rng: np.random.Generator) -> Pixels:
    """Return the picture that a sensor makes of light (H x W x 3, BGR) through its mosaic, H x W x 3."""
    height, width = light.shape[0] & ~1, light.shape[1] & ~1
    light = light[:height, :width] * np.float32(sensor.exposure)
    raw = np.empty((height, width), np.float32)
    raw[0::2, 0::2], raw[1::2, 1::2] = light[0::2, 0::2, 2], light[1::2, 1::2, 0]
    raw[0::2, 1::2], raw[1::2, 0::2] = light[0::2, 1::2, 1], light[1::2, 0::2, 1]
    electrons = np.clip(raw, 0, 4) * np.float32(sensor.full_well)
    electrons += np.sqrt(electrons + np.float32(sensor.read_noise**2)) * rng.standard_normal(raw.shape, np.float32)
    raw = np.clip(electrons / np.float32(sensor.full_well), 0, 1)
    # Gains before the mosaic is filled in: a burnt-out place stays white.
    raw[0::2, 0::2] *= np.float32(sensor.balance[2])
    raw[1::2, 1::2] *= np.float32(sensor.balance[0])
    mosaic = np.rint(np.clip(raw, 0, 1) * 16383).astype(np.uint16)
    linear = cv2.demosaicing(mosaic, cv2.COLOR_BayerRGGB2BGR_EA).astype(np.float32) / np.float32(16383)
    linear = np.clip(_without_false_colour(linear, sensor.saturation), 0, 1)
    levels = _table(sensor)[np.minimum((linear * 4095).astype(np.int32), 4095)]
    if sensor.smoothing > 0:
        levels = _smoothed(levels, sensor.smoothing)
    if sensor.sharpening > 0:
        levels = levels + np.float32(sensor.sharpening) * (levels - cv2.GaussianBlur(levels, (0, 0), 1.1))
    return np.clip(np.rint(levels), 0, 255).astype(np.uint8)


def _without_false_colour(linear: Array, saturation: float) -> Array:
    """Take out most of the colours that the mosaic adds to fine lines, as cameras do."""
    grey = linear @ np.array((0.15, 0.6, 0.25), np.float32)
    colour = cv2.medianBlur(linear - grey[..., None], 3)
    return grey[..., None] + cv2.GaussianBlur(colour, (0, 0), 0.8) * np.float32(saturation)


def _table(sensor: Sensor) -> Array:
    return sensor.tone((np.arange(4096, dtype=np.float32) + 0.5) / 4096)


def _smoothed(levels: Array, strength: float) -> Array:
    """Remove noise as cameras do: little of brightness, most of colour."""
    yuv = cv2.cvtColor(np.clip(levels, 0, 255) / np.float32(255), cv2.COLOR_BGR2YCrCb)
    colour = cv2.GaussianBlur(yuv[..., 1:], (0, 0), min(2.5, strength / 3))
    bright = cv2.bilateralFilter(np.ascontiguousarray(yuv[..., 0]), 5, strength / 255 * 2, 1.5)
    return cv2.cvtColor(np.dstack([bright, colour]).astype(np.float32), cv2.COLOR_YCrCb2BGR) * np.float32(255)


def jpeg(sensor: Sensor, pixels: Pixels) -> bytes:
    """Return the picture as a file."""
    sampling = cv2.IMWRITE_JPEG_SAMPLING_FACTOR_420 if sensor.subsampled else cv2.IMWRITE_JPEG_SAMPLING_FACTOR_444
    options = [cv2.IMWRITE_JPEG_QUALITY, sensor.quality, cv2.IMWRITE_JPEG_SAMPLING_FACTOR, sampling]
    done, packed = cv2.imencode(".jpg", pixels, options)
    assert done
    return packed.tobytes()
