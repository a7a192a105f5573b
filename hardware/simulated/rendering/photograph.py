"""The table as a camera truly sees it: what is painted goes through a list of effects, from the lamp to the file.

Seeded: picture number n of the same seed is the same, bit for bit.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import pairwise

import numpy as np

from boards.base.catalogue import Language
from boards.kit.kit import Kit
from calibration.camera_frames import Image
from calibration.camera_model import View
from hardware.simulated.optics.lens_effects import Softness, Vignetting
from hardware.simulated.optics.light import Effect, Light, Shot, to_light
from hardware.simulated.optics.sensor import Exposure, Jpeg, Sensor
from hardware.simulated.optics.shutter import Shake, Shutter, shifted
from hardware.simulated.optics.table_tops import TableTop, wood
from hardware.simulated.rendering.scene_painter import Painter, scale_of, texture_scale
from hardware.simulated.rendering.textures import Textures
from hardware.simulated.world import Snapshot

PAINT_BLUR_PX = 0.3
"""One standard deviation: what a pixel is wide. The lens's softness is an effect."""


@dataclass(frozen=True)
class CameraEffects:
    """How a picture is taken."""

    effects: tuple[Effect, ...] = (Vignetting(), Softness(), Exposure())
    """What happens to the light, in this order."""
    sensor: Sensor = field(default_factory=Sensor)
    jpeg: Jpeg | None = None
    """None: the picture is sent as it is."""
    shutter: Shutter | None = None
    """None: shorter than anything moves."""
    shake: Shake | None = None
    """Only seen with a shutter."""


class Photographer:
    """Takes pictures of snapshots of a world. One thread at a time. The interface is that of `Renderer`."""

    def __init__(
        self,
        kit: Kit,
        view: View,
        take: CameraEffects | None = None,
        seed: int = 0,
        language: Language = "en",
        *,
        top: TableTop = wood,
        textures: Textures | None = None,
    ) -> None:
        """``textures`` may be shared by photographers of about the same height (`textures_for`)."""
        self.view = view
        self.take = take or CameraEffects()
        self._seed = seed
        self._number = 0
        random = np.random.default_rng((seed, 0))
        textures = textures or textures_for(kit, view, language)
        self._painter = Painter(kit, view, textures, top(random), PAINT_BLUR_PX)

    def render(self, snapshot: Snapshot) -> Image:
        """Return a fresh picture of a table at rest, H x W x 3 blue-green-red. No two have the same noise."""
        self._number += 1
        moments = 1 if self.take.shutter is None else self.take.shutter.moments
        return self.expose([snapshot] * moments, self.take, (self._seed, self._number))

    def expose(self, moments: Sequence[Snapshot], take: CameraEffects, seed: tuple[int, ...]) -> Image:
        """Return the picture of a table that looks like this at the moments of the shutter (one, if it has none)."""
        light = self._gathered(moments, take)
        if moments[0].light != 1.0:
            light = light * np.float32(max(0.0, moments[0].light) ** 2)
        sheets = self._painter.sheets(moments[0])
        for nth, effect in enumerate(take.effects):
            light = effect(light, Shot(self.view, sheets, np.random.default_rng((*seed, nth))))
        picture = take.sensor(light, np.random.default_rng((*seed, len(take.effects))))
        return picture if take.jpeg is None else take.jpeg(picture)

    def _gathered(self, moments: Sequence[Snapshot], take: CameraEffects) -> Light:
        shutter, shake = take.shutter, take.shake
        if shutter is None:
            return self._painted(moments[0])
        lights = [self._painted(moments[0])]
        for before, after in pairwise(moments):
            lights.append(lights[-1] if after == before else self._painted(after))
        if shake is not None:
            shifts = [shake.shift(time) for time in shutter.times()]
            lights = [shifted(light, by) for light, by in zip(lights, shifts, strict=True)]
        return shutter.exposed(lights)

    def _painted(self, snapshot: Snapshot) -> Light:
        plain, _changed = self._painter.lying(snapshot.lying)
        if snapshot.bodies:
            plain = plain.copy()
            self._painter.robots(plain, snapshot.bodies)
        return to_light(plain)


def textures_for(kit: Kit, view: View, language: Language = "en") -> Textures:
    """Textures as fine as this view needs them."""
    blur_mm = float(np.hypot(PAINT_BLUR_PX, np.sqrt(1 / 12))) / scale_of(view)
    return Textures(kit, texture_scale(view), blur_mm, language)
