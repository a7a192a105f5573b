"""Twelve ways in which a table can be hard to see, each from mild to hard: what the eye is measured in.

A condition is everything that a usual camera does, and one thing more. The numbers are drawn by seed.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

import numpy as np

from boards.geometry import Point, Pose, Rect
from calibration.camera_model import CameraModel, Quality, View
from hardware.simulated.optics.glare import Glare
from hardware.simulated.optics.hand_shadows import FLAT, POINTING, SKINS, Hand
from hardware.simulated.optics.lens_effects import Defocus, Softness, Vignetting
from hardware.simulated.optics.light import Effect
from hardware.simulated.optics.paper_curl import Bend
from hardware.simulated.optics.sensor import Exposure, Jpeg, Sensor
from hardware.simulated.optics.shadows import Shadow
from hardware.simulated.optics.shutter import Shake, Shutter
from hardware.simulated.optics.table_tops import TOPS
from hardware.simulated.optics.uneven_light import Lamp
from hardware.simulated.rendering.photograph import CameraEffects
from hardware.simulated.simulated_camera import webcam

Lens = Callable[[tuple[int, int]], CameraModel]
"""Makes the camera that takes pictures of this size."""

ROBOT_MM_S = 150.0
"""As fast as a golem drives."""


@dataclass(frozen=True)
class ImagingSetting:
    """What a condition may know: chance, the part of the table that matters, and the camera over it."""

    random: np.random.Generator
    area: Rect
    view: View

    def between(self, low: float, high: float) -> float:
        """Return a random value between two limits."""
        return float(self.random.uniform(low, high))

    def place(self) -> Point:
        """Anywhere in the area."""
        return Point(self.between(self.area.low.x, self.area.high.x), self.between(self.area.low.y, self.area.high.y))


@dataclass(frozen=True)
class ImagingEffects:
    """How a table is seen in one picture."""

    take: CameraEffects
    bends: Mapping[str, Bend] = field(default_factory=dict)
    """By kind of thing: the most that it is bent."""
    robots_mm_s: float = 0.0


@dataclass(frozen=True)
class Condition:
    """A kind of difficulty."""

    draw: Callable[[ImagingSetting], ImagingEffects]
    tops: tuple[str, ...] = ("wood",)
    """Table tops, by name."""
    lens: Lens = webcam
    margin_mm: float = 25.0
    """That the camera sees around what matters."""


def wide_webcam(size: tuple[int, int]) -> CameraModel:
    """Return a cheap wide lens: 80 degrees across, a strong barrel."""
    width, height = size
    centre = (width * 0.508 - 0.5, height * 0.489 - 0.5)
    return CameraModel(size, (0.6 * width,) * 2, centre, (-0.27, 0.075, 0.0008, -0.0009, -0.008), Quality("design"))


@dataclass(frozen=True)
class PictureSettings:
    """How one picture is taken, where it is not as usual."""

    before: tuple[Effect, ...] = ()
    """Effects on the way to the lens."""
    vignetting: float = 1.0
    white: tuple[float, float, float] = (1.0, 1.0, 1.0)
    brightness: float | None = None
    """None: a good exposure, by chance."""
    sensor: Sensor | None = None
    jpeg: int = 90
    """The quality of the file, 1 to 100."""
    shutter: Shutter | None = None
    shake: Shake | None = None


USUAL_PICTURE = PictureSettings()


def camera_effects(setting: ImagingSetting, *more: Effect, picture: PictureSettings = USUAL_PICTURE) -> CameraEffects:
    """Return a picture taken so; `more` are further effects in the lens."""
    lamp = Lamp(setting.place(), setting.between(1500.0, 2500.0), 0.6)
    lens: tuple[Effect, ...] = (Vignetting(picture.vignetting), *more, Softness(setting.between(0.5, 0.75)))
    brightness = setting.between(0.8, 0.95) if picture.brightness is None else picture.brightness
    sensor = picture.sensor or Sensor(setting.between(1.5, 3.0))
    effects: tuple[Effect, ...] = (*picture.before, *lens, Exposure(brightness, picture.white))
    if not any(isinstance(effect, Lamp) for effect in picture.before):
        effects = (lamp, *effects)
    return CameraEffects(effects, sensor, Jpeg(picture.jpeg), picture.shutter, picture.shake)


def _wide_lens(setting: ImagingSetting) -> ImagingEffects:
    blur = Defocus(0.6, setting.between(0.3, 1.2))
    return ImagingEffects(camera_effects(setting, blur, picture=PictureSettings(vignetting=setting.between(1.0, 1.4))))


def _uneven_light(setting: ImagingSetting) -> ImagingEffects:
    """Return a reading lamp low at one side, and little else."""
    corner = setting.area.low if setting.random.random() < 0.5 else setting.area.high
    lamp = Lamp(corner, setting.between(250.0, 800.0), setting.between(0.8, 0.98))
    return ImagingEffects(
        camera_effects(setting, picture=PictureSettings(before=(lamp,), brightness=setting.between(0.9, 1.05)))
    )


def _shadows(setting: ImagingSetting) -> ImagingEffects:
    """Bands and blots; half of them with hard edges."""
    cast: list[Effect] = []
    for _ in range(int(setting.random.integers(2, 5))):
        middle, turn = setting.place(), setting.between(0.0, 360.0)
        half, long = setting.between(25.0, 160.0), setting.between(150.0, 1500.0)
        soft = setting.between(0.5, 3.0) if setting.random.random() < 0.5 else setting.between(10.0, 45.0)
        ends = (Point(-long, -half), Point(long, -half * 0.7), Point(long, half * 0.7), Point(-long, half))
        corners = tuple(middle + end.rotated(turn) for end in ends)
        cast.append(Shadow(corners, setting.between(0.4, 0.93), soft))
    return ImagingEffects(camera_effects(setting, picture=PictureSettings(before=tuple(cast))))


def _glare(setting: ImagingSetting) -> ImagingEffects:
    """One to three lamps mirrored in laminated sheets."""
    lamps: list[Effect] = []
    eye = setting.view.position
    for _ in range(int(setting.random.integers(1, 4))):
        spot, height = setting.place(), setting.between(700.0, 2000.0)
        far = 1.0 + height / float(eye[2])
        below = Point(float(eye[0]) + (spot.x - float(eye[0])) * far, float(eye[1]) + (spot.y - float(eye[1])) * far)
        size = (setting.between(15.0, 50.0), setting.between(15.0, 50.0))
        lamps.append(Glare(below, height, *size, setting.between(0.6, 3.0)))
    return ImagingEffects(camera_effects(setting, picture=PictureSettings(before=tuple(lamps))))


def _defocus(setting: ImagingSetting) -> ImagingEffects:
    return ImagingEffects(camera_effects(setting, Defocus(setting.between(1.0, 3.8), setting.between(0.0, 0.8))))


def _motion(setting: ImagingSetting) -> ImagingEffects:
    """Robots drive, the stand swings."""
    angle = setting.between(0.0, 2 * np.pi)
    reach = setting.between(0.0, 5.0)
    shake = Shake(
        (reach * float(np.cos(angle)), reach * float(np.sin(angle))),
        setting.between(4.0, 15.0),
        setting.between(0, 360),
    )
    shutter = Shutter(1 / setting.between(30.0, 90.0), 1 / setting.between(30.0, 60.0), 5)
    return ImagingEffects(
        camera_effects(setting, picture=PictureSettings(shutter=shutter, shake=shake)), robots_mm_s=ROBOT_MM_S
    )


def _dim_room(setting: ImagingSetting) -> ImagingEffects:
    sensor = Sensor(setting.between(6.0, 22.0), setting.between(0.001, 0.005))
    return ImagingEffects(
        camera_effects(setting, picture=PictureSettings(brightness=setting.between(0.3, 0.75), sensor=sensor))
    )


def _hard_jpeg(setting: ImagingSetting) -> ImagingEffects:
    return ImagingEffects(camera_effects(setting, picture=PictureSettings(jpeg=int(setting.random.integers(8, 45)))))


def _bent_sheets(setting: ImagingSetting) -> ImagingEffects:
    bends = {
        "card": Bend(setting.between(1.0, 14.0), 88.0, setting.between(0.0, 2.0), 45.0),
        "token": Bend(setting.between(0.0, 4.0), 80.0),
        "tray": Bend(setting.between(0.0, 4.0), 370.0, setting.between(0.5, 3.0), 180.0),
        "mat": Bend(setting.between(0.0, 3.0), 500.0, setting.between(0.5, 3.0), 220.0),
    }
    return ImagingEffects(camera_effects(setting), bends)


def _hands(setting: ImagingSetting) -> ImagingEffects:
    """Up to three hands, flat or pointing, from the table's edges."""
    hands: list[Effect] = []
    middle = setting.area.centre
    for _ in range(int(setting.random.integers(1, 4))):
        tip = setting.place()
        inwards = float(np.degrees(np.arctan2(middle.y - tip.y, middle.x - tip.x)))
        pose = Pose(tip.x, tip.y, inwards + setting.between(-50.0, 50.0))
        fingers = FLAT if setting.random.random() < 0.5 else POINTING
        skin = SKINS[int(setting.random.integers(len(SKINS)))]
        shape = (setting.between(4.0, 13.0), setting.between(5.0, 60.0), skin, setting.between(0.7, 1.0))
        hands.append(Hand(pose, fingers, *shape))
    return ImagingEffects(camera_effects(setting, picture=PictureSettings(before=tuple(hands))))


def _table_tops(setting: ImagingSetting) -> ImagingEffects:
    return ImagingEffects(camera_effects(setting))


def _white_balance(setting: ImagingSetting) -> ImagingEffects:
    """Lamp light taken for daylight, or daylight for lamp light."""
    warm = setting.between(0.25, 0.85)
    white = (1.0 - warm, 1.0, 1.0 + warm) if setting.random.random() < 0.6 else (1.0 + warm, 1.0, 1.0 - warm)
    return ImagingEffects(camera_effects(setting, picture=PictureSettings(white=white)))


CONDITIONS: Mapping[str, Condition] = {
    "wide lens": Condition(_wide_lens, lens=wide_webcam, margin_mm=82.0),
    "uneven light": Condition(_uneven_light),
    "shadows": Condition(_shadows),
    "glare": Condition(_glare),
    "out of focus": Condition(_defocus),
    "motion": Condition(_motion),
    "dim room": Condition(_dim_room),
    "hard JPEG": Condition(_hard_jpeg),
    "bent sheets": Condition(_bent_sheets),
    "hands": Condition(_hands),
    "table tops": Condition(_table_tops, tops=tuple(top for top in TOPS if top != "wood")),
    "white balance": Condition(_white_balance),
}
"""By name."""
