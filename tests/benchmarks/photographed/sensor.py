"""From light to a JPEG: vignetting, bloom, blur, Bayer mosaic, noise, demosaicing, tone curve, compression."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
import numpy.typing as npt

from tests.benchmarks.photographed.camera import Map
from tests.benchmarks.photographed.prints import Linear

Picture = npt.NDArray[np.uint8]

SENSITIVITY = (0.62, 1.0, 0.55)
"""Of the sensor's blue, green and red pixels to white light; the white balance makes up for it."""


@dataclass(frozen=True)
class Sensor:
    """What a camera does after its lens."""

    blur_px: float = 0.6
    """Sigma of the lens's blur in the middle of the picture."""
    defocus_px: float = 0.0
    """Radius of the disc that a point becomes."""
    corner_blur_px: float = 0.3
    """Added in the corners."""
    motion_px: tuple[float, float] = (0.0, 0.0)
    vignetting: float = 0.15
    """Light that the corners lack."""
    fringe: float = 0.0002
    """Lateral chromatic aberration: how much larger red is drawn than green."""
    bloom: float = 0.03
    """Part of the light above white that is spread around."""
    full_well: float = 9000.0
    """Electrons of white."""
    read_noise: float = 4.0
    """Electrons."""
    warmth: float = 1.0
    """Of red over blue after the white balance."""
    contrast: float = 0.25
    """Of the tone curve: 0 is the sRGB curve, 1 an S."""
    colour_denoise: float = 1.5
    """Sigma of the smoothing of colours, px."""
    sharpen: float = 0.5
    quality: int = 88


@dataclass(frozen=True, eq=False)
class Exposed:
    """The light at the sensor: 1 is white."""

    light: Linear
    gain: Map
    """By what the vignetting and the exposure multiply light."""
    bloom: Map


def expose(sensor: Sensor, scene: Linear, exposure: float) -> Exposed:
    """Let light (H x W x 3, linear) fall on the sensor."""
    height, width = scene.shape[:2]
    x = (np.arange(width, dtype=np.float32) - np.float32(width / 2)) / np.float32(width / 2)
    y = (np.arange(height, dtype=np.float32) - np.float32(height / 2)) / np.float32(width / 2)
    radius2 = (x * x)[None] + (y * y)[:, None]
    gain = np.float32(exposure) * (1 - np.float32(sensor.vignetting / 1.32) * radius2)
    light = scene * gain[..., None]
    spread = _bloom(light, sensor.bloom)
    light += spread[..., None]
    return Exposed(_blurred(light, sensor, radius2), gain, spread)


def _bloom(light: Linear, amount: float) -> Map:
    height, width = light.shape[:2]
    small = cv2.resize(
        np.clip(np.maximum(np.maximum(light[..., 0], light[..., 1]), light[..., 2]) - 1, 0, 25),
        (width // 8, height // 8),
        interpolation=cv2.INTER_AREA,
    )
    spread = sum(
        np.float32(share * amount) * cv2.GaussianBlur(small, (0, 0), sigma)
        for share, sigma in ((0.5, 1.0), (0.3, 4.0), (0.2, 16.0))
    )
    return np.asarray(
        cv2.resize(np.asarray(spread, np.float32), (width, height), interpolation=cv2.INTER_LINEAR), np.float32
    )


def _blurred(light: Linear, sensor: Sensor, radius2: Map) -> Linear:
    if sensor.defocus_px > 0.4:
        light = cv2.filter2D(light, -1, disc(sensor.defocus_px))
    if max(map(abs, sensor.motion_px)) > 0.4:
        light = cv2.filter2D(light, -1, streak(sensor.motion_px))
    middle = cv2.GaussianBlur(light, (0, 0), sensor.blur_px)
    if sensor.corner_blur_px > 0.05:
        corners = cv2.GaussianBlur(middle, (0, 0), sensor.corner_blur_px + 0.15)
        part = np.clip(radius2 / np.float32(1.3), 0, 1)[..., None]
        middle += (corners - middle) * part
    if sensor.fringe:
        height, width = light.shape[:2]
        for channel, sign in ((0, -1), (2, 1)):
            k = 1 + sign * sensor.fringe
            move = np.array([[k, 0, (1 - k) * width / 2], [0, k, (1 - k) * height / 2]])
            middle[..., channel] = cv2.warpAffine(
                np.ascontiguousarray(middle[..., channel]), move, (width, height), borderMode=cv2.BORDER_REPLICATE
            )
    return np.asarray(middle, np.float32)


def disc(radius: float) -> Map:
    """Return the point-spread function of a defocused lens; its rim is smooth."""
    reach = int(np.ceil(radius + 1))
    x, y = np.mgrid[-reach : reach + 1, -reach : reach + 1]
    kernel = np.clip(radius + 0.5 - np.hypot(x, y), 0, 1).astype(np.float32)
    return np.asarray(kernel / kernel.sum(), np.float32)


def streak(motion: tuple[float, float]) -> Map:
    """Return the point-spread function of a camera that moved by so many px."""
    reach = int(np.ceil(max(map(abs, motion)) / 2)) + 1
    kernel = np.zeros((2 * reach + 1, 2 * reach + 1), np.float32)
    for part in np.linspace(-0.5, 0.5, 8 * reach):
        x, y = motion[0] * part + reach, motion[1] * part + reach
        column, row = int(x), int(y)
        for dy in (0, 1):
            for dx in (0, 1):
                kernel[row + dy, column + dx] += abs(1 - dx - (x - column)) * abs(1 - dy - (y - row))
    return np.asarray(kernel / kernel.sum(), np.float32)


def noise_of(sensor: Sensor, light: Map) -> Map:
    """Return the standard deviation of light of this strength, in parts of white, before demosaicing."""
    clear = np.clip(light, 0, 1)
    return np.asarray(np.sqrt(clear / sensor.full_well + (sensor.read_noise / sensor.full_well) ** 2), np.float32)


def develop(sensor: Sensor, light: Linear, rng: np.random.Generator) -> Picture:
    """Turn light at the sensor into an 8-bit picture, H x W x 3, BGR."""
    raw = _mosaic(sensor, light, rng)
    linear = cv2.cvtColor(raw, cv2.COLOR_BayerRGGB2BGR).astype(np.float32) / 65535
    gains = np.array([1 / SENSITIVITY[0], 1.0, sensor.warmth / SENSITIVITY[2]], np.float32)
    linear = np.clip(linear * gains, 0, 1)
    picture = toned(sensor, linear)
    picture = cv2.cvtColor(picture, cv2.COLOR_BGR2YCrCb)
    if sensor.colour_denoise:
        colour = cv2.GaussianBlur(picture[..., 1:], (0, 0), sensor.colour_denoise)
        picture[..., 1:] = colour
    if sensor.sharpen:
        bright = np.ascontiguousarray(picture[..., 0])
        picture[..., 0] = bright + np.float32(sensor.sharpen) * (bright - cv2.GaussianBlur(bright, (0, 0), 1.2))
    return np.asarray(
        cv2.cvtColor((np.clip(picture, 0, 1) * 255 + 0.5).astype(np.uint8), cv2.COLOR_YCrCb2BGR), np.uint8
    )


def _mosaic(sensor: Sensor, light: Linear, rng: np.random.Generator) -> npt.NDArray[np.uint16]:
    height, width = light.shape[:2]
    one = np.empty((height, width), np.float32)
    # Red, green / green, blue.
    one[0::2, 0::2] = light[0::2, 0::2, 2] * np.float32(SENSITIVITY[2])
    one[0::2, 1::2] = light[0::2, 1::2, 1]
    one[1::2, 0::2] = light[1::2, 0::2, 1]
    one[1::2, 1::2] = light[1::2, 1::2, 0] * np.float32(SENSITIVITY[0])
    one = np.clip(one, 0, None)
    one += noise_of(sensor, one) * rng.standard_normal((height, width), np.float32)
    # 12 bits of the converter.
    levels = np.clip(np.round(one * 4095), 0, 4095)
    return np.asarray(levels * (65535 / 4095), np.uint16)


_CURVES: dict[float, Map] = {}


def toned(sensor: Sensor, linear: Linear) -> Linear:
    """Apply the tone curve: values of 0 to 1 to values of 0 to 1."""
    curve = _CURVES.get(sensor.contrast)
    if curve is None:
        value = np.linspace(0, 1, 4096)
        gamma = np.where(value <= 0.0031308, value * 12.92, 1.055 * value ** (1 / 2.4) - 0.055)
        curve = _CURVES[sensor.contrast] = np.asarray(
            gamma + sensor.contrast * (gamma * gamma * (3 - 2 * gamma) - gamma), np.float32
        )
    return np.asarray(curve[(np.clip(linear, 0, 1) * 4095 + 0.5).astype(np.int16)], np.float32)


def jpeg(sensor: Sensor, picture: Picture) -> bytes:
    """Compress a picture."""
    done, packed = cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, sensor.quality])
    assert done
    return packed.tobytes()
