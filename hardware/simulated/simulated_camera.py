"""The simulated camera: looks at the simulated world through the renderer, one picture for each question.

It has a thread of its own, as a real camera has, and takes a frame's time of the loop's clock for each
picture. It can be unplugged, stuck, and disturbed, by script.
"""

from __future__ import annotations

import asyncio
import math
from collections import deque
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from boards.geometry import Point, Rect
from boards.kit.kit import Kit
from boards.kit.thing_keys import MatKey
from boards.table_layout import table_bounds
from calibration.camera_frames import CameraMissing, CameraReason, ExposureControl, Frame, Image, NoFrames, Work
from calibration.camera_model import CameraModel, Quality, View, look_at
from hardware.simulated.camera_faults import Disturbance
from hardware.simulated.rendering.photograph import Photographer
from hardware.simulated.rendering.renderer import Renderer
from hardware.simulated.world import Snapshot, World

FULL_HD = (1920, 1080)

Taken = tuple[Snapshot, tuple[Disturbance, ...]]
"""What a picture shows: the world, and what happens under the lens."""


def webcam(size: tuple[int, int] = FULL_HD) -> CameraModel:
    """Return a usual webcam: 66 degrees across, a slight barrel, nothing quite in the middle."""
    width, height = size
    return CameraModel(
        size,
        (0.77 * width, 0.77 * width),
        (width * 0.503 - 0.5, height * 0.494 - 0.5),
        (-0.085, 0.021, 0.0004, -0.0006, 0.0),
        Quality("design"),
    )


def overhead_view(
    camera: CameraModel, mat_key: MatKey, colours: tuple[str, ...], tilt_degrees: float = 9.0, margin_mm: float = 25.0
) -> View:
    """Return the view of a camera on a stand at the south side, tilted a little.

    It hangs as high as it must to see the standard layout and a margin around it.
    """
    return view_over(camera, table_bounds(mat_key, colours).grown(margin_mm), tilt_degrees)


def view_over(camera: CameraModel, bounds: Rect, tilt_degrees: float = 9.0) -> View:
    """Return the view of a camera on a stand at the south side, high enough to see a part of the table."""
    middle = bounds.centre
    corners = [
        Point(bounds.low.x, bounds.low.y),
        Point(bounds.low.x, bounds.high.y),
        Point(bounds.high.x, bounds.low.y),
        bounds.high,
    ]
    low, high = 300.0, 6000.0
    while high - low > 1.0:
        height = (low + high) / 2
        view = _tilted(camera, middle, height, tilt_degrees)
        seen = view.project_plane([(corner.x, corner.y) for corner in corners])
        inside = (seen >= 0).all() and (seen[:, 0] < camera.size[0]).all() and (seen[:, 1] < camera.size[1]).all()
        low, high = (low, height) if inside else (height, high)
    return _tilted(camera, middle, high, tilt_degrees)


def _tilted(camera: CameraModel, middle: Point, height: float, tilt_degrees: float) -> View:
    radians = tilt_degrees * math.pi / 180
    return look_at(camera, (middle.x + 20.0, middle.y - height * radians, height), (middle.x, middle.y), 1.2)


class SimulatedCamera:
    """A camera over a simulated world. The interface is that of any camera (`controller.vision.cameras.camera`)."""

    live = True

    def __init__(self, world: World, renderer: Renderer | Photographer, period_s: float = 1 / 30) -> None:
        self.name = "simulated camera"
        self.disturbances: list[Disturbance] = []
        self.unplugged = False
        self.stuck = False
        """The driver hands over the same picture for ever."""
        self.latency_s = 0.0
        """A picture is handed over so many seconds after it was taken, as by a phone or a camera on the network."""
        self.exposure_control: ExposureControl | None = None
        self._world = world
        self._past: deque[tuple[float, Taken]] = deque()
        self._filming: asyncio.TimerHandle | None = None
        self._renderer = renderer
        self._period_s = period_s
        self._work: Work | None = None
        self._thread: ThreadPoolExecutor | None = None
        self._number = 0
        self._last: Image | None = None

    @property
    def view(self) -> View:
        """Where the camera truly is."""
        return self._renderer.view

    async def open(self, work: Work) -> None:
        """Open the camera with this work."""
        await self.close()
        if self.unplugged:
            raise CameraMissing(self.name, CameraReason.NOT_PLUGGED_IN())
        self._work, self._number = work, 0
        self._thread = ThreadPoolExecutor(1, thread_name_prefix=self.name)

    async def next(self) -> Any:
        """Render the next picture and return the work's result."""
        if self._thread is None:
            raise NoFrames(self.name, CameraReason.NOT_OPEN())
        await asyncio.sleep(self._period_s)
        if self.unplugged:
            await self.close()
            raise NoFrames(self.name)
        if self._thread is None:
            raise NoFrames(self.name, CameraReason.CLOSED())
        self._number += 1
        loop = asyncio.get_running_loop()
        snapshot, disturbances = self._seen(loop.time())
        return await loop.run_in_executor(self._thread, self._take, snapshot, disturbances, self._number, loop.time())

    def _seen(self, now: float) -> Taken:
        """Return what the picture shows that is handed over now."""
        if self.latency_s <= 0.0:
            self._stop_filming()
            return Snapshot.of(self._world), tuple(self.disturbances)
        if self._filming is None:
            self._film()
        while len(self._past) > 1 and self._past[1][0] <= now - self.latency_s + 1e-9:
            self._past.popleft()
        return self._past[0][1]

    def _film(self) -> None:
        """Take a picture every period, for as long as they come late."""
        loop = asyncio.get_running_loop()
        now = loop.time()
        self._past.append((now, (Snapshot.of(self._world), tuple(self.disturbances))))
        while len(self._past) > 2 and self._past[1][0] <= now - self.latency_s - 1.0:
            self._past.popleft()
        self._filming = loop.call_later(self._period_s, self._film)

    def _stop_filming(self) -> None:
        if self._filming is not None:
            self._filming.cancel()
            self._filming = None
        self._past.clear()

    async def close(self) -> None:
        """Close the camera."""
        self._stop_filming()
        thread, self._thread = self._thread, None
        if thread is not None:
            thread.shutdown(wait=False)

    def _take(self, snapshot: Snapshot, disturbances: tuple[Disturbance, ...], number: int, time: float) -> Any:
        assert self._work is not None
        if self._last is None or not self.stuck:
            picture = self._renderer.render(snapshot)
            for disturbance in disturbances:
                disturbance(picture, self._renderer.view)
            self._last = picture
        return self._work(Frame(self._last, number, time, self.name))


def simulated_camera(
    world: World,
    kit: Kit,
    mat_key: MatKey,
    colours: tuple[str, ...],
    *,
    seed: int = 0,
    size: tuple[int, int] = FULL_HD,
    period_s: float = 1 / 30,
) -> SimulatedCamera:
    """Return a webcam over the standard layout of this mat and these players: a quickly drawn picture a `period_s`."""
    view = overhead_view(webcam(size), mat_key, colours)
    return SimulatedCamera(world, Renderer(kit, view, seed=seed), period_s)
