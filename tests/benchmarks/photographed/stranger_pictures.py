"""Pictures of markers of other families: sheets on tables, near and far, oblique, in shade, blurred.

The truth is exact: id, family and corners of every marker that lies wholly in the picture.
"""

from __future__ import annotations

import zlib
from collections.abc import Callable
from dataclasses import dataclass, field

import cv2
import numpy as np
import numpy.typing as npt

from tests.benchmarks.photographed.camera import Camera, Lens, look_at
from tests.benchmarks.photographed.canvas import Canvas, laid
from tests.benchmarks.photographed.lights import Lamp, Light, Occluder, shine
from tests.benchmarks.photographed.prints import Linear, reflectance
from tests.benchmarks.photographed.sensor import Sensor, develop, expose
from tests.benchmarks.photographed.surfaces import KINDS, NEWSPAPER_MM, newspaper, surface
from tests.benchmarks.photographed.textures import joined, shrunk

Random = np.random.Generator

FAMILIES = tuple(
    name.removeprefix("DICT_")
    for name in (
        *(f"DICT_{size}X{size}_{count}" for size in (4, 5, 6, 7) for count in (50, 250, 1000)),
        "DICT_ARUCO_ORIGINAL",
        "DICT_ARUCO_MIP_36h12",
        *(f"DICT_APRILTAG_{kind}" for kind in ("16h5", "25h9", "36h10", "36h11")),
    )
)
"""OpenCV's names of dictionaries."""


@dataclass(frozen=True, eq=False)
class Marker:
    """A marker in a picture."""

    family: str
    number: int
    corners: npt.NDArray[np.float64]
    """4 x 2 px, clockwise from its own upper left; (0, 0) is the middle of the first pixel."""


@dataclass(frozen=True, eq=False)
class StrangerPicture:
    """A picture and its markers."""

    picture: npt.NDArray[np.uint8]
    """H x W x 3, BGR."""
    markers: tuple[Marker, ...]


@dataclass
class View:
    """How markers are seen."""

    side_px: tuple[float, float] = (30.0, 90.0)
    """Of a marker in the middle of the picture."""
    tilt: tuple[float, float] = (0.0, 30.0)
    count: tuple[int, int] = (4, 16)
    families: int = 1
    quiet: tuple[float, float] = (1.0, 2.0)
    """White rim, modules."""
    sensor: Sensor = field(default_factory=Sensor)
    ambient: float = 0.4
    lamps: int = 1
    hard: bool = False
    occluders: int = 0
    clutter: int = 2
    white: tuple[float, float] = (0.5, 0.85)
    size: tuple[int, int] = (1280, 960)


def _usual(rng: Random) -> View:
    return View()


def _far(rng: Random) -> View:
    return View(side_px=(16.0, 26.0), count=(8, 30))


def _small(rng: Random) -> View:
    return View(side_px=(11.0, 17.0), count=(8, 30), sensor=Sensor(0.5, full_well=14000))


def _oblique(rng: Random) -> View:
    return View(side_px=(30.0, 80.0), tilt=(45.0, 68.0), count=(6, 20))


def _shade(rng: Random) -> View:
    return View(side_px=(22.0, 70.0), ambient=float(rng.uniform(0.06, 0.3)), hard=True, occluders=8)


def _blurred(rng: Random) -> View:
    if rng.random() < 0.5:
        return View(side_px=(30.0, 90.0), sensor=Sensor(0.7, defocus_px=float(rng.uniform(1.5, 4.0))))
    angle, far = rng.uniform(0, np.pi), rng.uniform(3, 8)
    return View(side_px=(30.0, 90.0), sensor=Sensor(motion_px=(float(far * np.cos(angle)), float(far * np.sin(angle)))))


def _dim(rng: Random) -> View:
    noisy = Sensor(full_well=float(rng.uniform(300, 1500)), read_noise=6.0, sharpen=0.3)
    return View(side_px=(24.0, 80.0), sensor=noisy, white=(0.12, 0.5))


def _near(rng: Random) -> View:
    return View(side_px=(120.0, 380.0), count=(1, 4), clutter=1)


def _busy(rng: Random) -> View:
    return View(side_px=(22.0, 70.0), clutter=12)


def _families(rng: Random) -> View:
    return View(side_px=(24.0, 80.0), families=6, count=(8, 20))


def _narrow(rng: Random) -> View:
    return View(side_px=(26.0, 80.0), quiet=(0.3, 0.9))


CONDITIONS: dict[str, Callable[[Random], View]] = {
    "usual": _usual,
    "far": _far,
    "small": _small,
    "oblique": _oblique,
    "in shade": _shade,
    "blurred": _blurred,
    "dim": _dim,
    "near": _near,
    "busy": _busy,
    "several families": _families,
    "narrow rim": _narrow,
}


def stranger_picture(condition: str, seed: int, empty: bool = False) -> StrangerPicture:
    """Make a picture; ``empty``: the same without any marker."""
    rng = np.random.default_rng([seed, zlib.crc32(condition.encode()), 5])
    view = CONDITIONS[condition](rng)
    camera, scale = _camera(rng, view)
    canvas = Canvas(camera)
    canvas.cover(surface(str(rng.choice(KINDS)), rng, camera), float(rng.choice([0.05, 0.4])))
    _lay_clutter(rng, view, canvas, scale)
    markers = () if empty else tuple(_lay_markers(rng, view, canvas, scale))
    scene = _lit(rng, view, canvas)
    exposure = rng.uniform(*view.white) / (0.82 * (view.ambient + 0.5))
    exposed = expose(view.sensor, scene, exposure)
    picture = develop(view.sensor, exposed.light, rng)
    quality = int(rng.integers(70, 96))
    packed = cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, quality])[1]
    return StrangerPicture(np.asarray(cv2.imdecode(packed, cv2.IMREAD_COLOR), np.uint8), markers)


SIDE_MM = 60.0
"""Of every marker, on average: the camera is placed by it."""


def _camera(rng: Random, view: View) -> tuple[Camera, float]:
    lens = Lens(view.size, rng.uniform(50, 75), (rng.uniform(-0.12, 0.05), rng.uniform(-0.02, 0.02), 0.0))
    side_px = float(np.exp(rng.uniform(*np.log(view.side_px))))
    across = view.size[0] / side_px * SIDE_MM
    field_mm = (
        np.array([[-1, -1, 0], [1, -1, 0], [1, 1, 0], [-1, 1, 0]]) * across / 2 * [1, view.size[1] / view.size[0], 1]
    )
    camera = look_at(lens, field_mm, rng.uniform(*view.tilt) + 0.1, rng.uniform(0, 360), rng.uniform(-180, 180), 0.0)
    return camera, camera.px_per_mm(np.zeros(3))


def _lay_markers(rng: Random, view: View, canvas: Canvas, scale: float) -> list[Marker]:
    chosen = _families_of(rng, view.families)
    width, height = view.size
    found: list[Marker] = []
    places: list[npt.NDArray[np.float64]] = []
    x, y = canvas.camera.on_table()
    wanted = int(rng.integers(view.count[0], view.count[1] + 1))
    for _ in range(wanted * 4):
        if len(found) == wanted:
            break
        row, column = int(rng.integers(height)), int(rng.integers(width))
        at = (float(x[row, column]), float(y[row, column]))
        side = SIDE_MM * rng.uniform(0.8, 1.3)
        family = chosen[int(rng.integers(len(chosen)))]
        texture, number, rim = _sheet(rng, view, family)
        whole = side * (1 + 2 * rim)
        if any(np.hypot(at[0] - other[0], at[1] - other[1]) < 0.72 * (whole + other[2]) for other in places):
            continue
        heading = rng.uniform(0, 360)
        sheet = laid(shrunk(texture, scale * 1.3, 40 / side), (whole, whole), at, heading, contact_mm=0.8)
        inner = laid(texture, (side, side), at, heading)
        corners = canvas.camera.project(inner.corners())
        if corners.min() < 2 or (corners > [width - 3, height - 3]).any():
            continue
        canvas.paint(sheet, len(found) + 1)
        places.append(np.array([*at, whole]))
        found.append(Marker(family, number, corners))
    return found


def _families_of(rng: Random, count: int) -> list[str]:
    """Choose families of which none is a part of another: 4X4_50 is the beginning of 4X4_1000."""
    kinds: dict[str, list[str]] = {}
    for family in FAMILIES:
        kinds.setdefault(family.partition("_")[0] if "X" in family.partition("_")[0] else family, []).append(family)
    names = list(kinds)
    return [str(rng.choice(kinds[names[int(number)]])) for number in rng.permutation(len(names))[:count]]


def _sheet(rng: Random, view: View, family: str) -> tuple[Linear, int, float]:
    """A marker on white paper, 40 px across the marker: texture, id, rim as a part of the marker's side."""
    table = cv2.aruco.getPredefinedDictionary(getattr(cv2.aruco, f"DICT_{family}"))
    modules = table.markerSize + 2
    number = int(rng.integers(len(table.bytesList)))
    drawn = cv2.aruco.generateImageMarker(table, number, modules * 8)
    rim = max(2, round(rng.uniform(*view.quiet) * 8))
    page = cv2.copyMakeBorder(drawn, rim, rim, rim, rim, cv2.BORDER_CONSTANT, value=255)
    opaque = reflectance(np.repeat(page[..., None], 3, axis=2))
    return joined(opaque, np.ones(opaque.shape[:2], np.float32)), number, rim / (modules * 8)


def _lay_clutter(rng: Random, view: View, canvas: Canvas, scale: float) -> None:
    x, y = canvas.camera.on_table()
    height, width = x.shape
    for _ in range(int(rng.integers(0, view.clutter + 1))):
        row, column = int(rng.integers(height)), int(rng.integers(width))
        at = (float(x[row, column]), float(y[row, column]))
        page = np.dstack([newspaper(int(rng.integers(6))), np.ones((1200, 870), np.float32)])
        canvas.paint(laid(shrunk(page, scale * 1.2, 3.0), NEWSPAPER_MM, at, rng.uniform(0, 360), contact_mm=1.0), 0)


def _lit(rng: Random, view: View, canvas: Canvas) -> Linear:
    x, y = canvas.camera.on_table()
    middle = (float(x.mean()), float(y.mean()))
    reach = float(np.hypot(x.max() - x.min(), y.max() - y.min()))
    lamps = []
    for _ in range(view.lamps):
        place = (
            middle[0] + rng.uniform(-1, 1) * reach,
            middle[1] + rng.uniform(-1, 1) * reach,
            reach * rng.uniform(0.6, 1.5),
        )
        size = (10.0, 10.0) if view.hard else (rng.uniform(0.1, 0.5) * reach,) * 2
        lamps.append(Lamp(place, size, 0.5 / view.lamps, samples=2 if view.hard else 3))
    occluders = []
    for _ in range(view.occluders):
        row, column = int(rng.integers(x.shape[0])), int(rng.integers(x.shape[1]))
        at = np.array([float(x[row, column]), float(y[row, column])])
        half = np.array([rng.uniform(0.01, 0.05), rng.uniform(0.1, 0.5)]) * reach
        turn = rng.uniform(0, np.pi)
        corners = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]]) * half
        outline = at + corners @ np.array([[np.cos(turn), np.sin(turn)], [-np.sin(turn), np.cos(turn)]])
        occluders.append(Occluder(outline, 0.02 * reach, 0.02 * reach))
    light = Light(view.ambient, lamps=tuple(lamps))
    lit = shine(light, canvas, occluders, middle)
    scene = canvas.reflectance * lit.falls
    scene *= canvas.shade[..., None]
    return np.asarray(scene, np.float32)


def without_markers(seed: int) -> npt.NDArray[np.uint8]:
    """Return a picture without any marker; the conditions take turns."""
    names = list(CONDITIONS)
    return stranger_picture(names[seed % len(names)], seed, empty=True).picture
