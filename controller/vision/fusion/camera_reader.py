"""Read one table through one camera: a reader in the camera's thread, and votes over frames. The table uses this."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Collection
from dataclasses import replace

import cv2
import numpy as np

from boards.kit.kit import Kit
from boards.kit.thing_keys import MatKey
from calibration.camera_frames import CameraReason, Frame, Image, NoFrames
from calibration.camera_model import CameraModel
from controller.vision.cameras.camera import Camera
from controller.vision.cameras.exposure import ExposureController, ExposureState
from controller.vision.frame_reading import FrameReading
from controller.vision.fusion.temporal_voting import Voting
from controller.vision.intrusion import Intrusion, IntrusionDetector
from controller.vision.overlay import draw_overlay
from controller.vision.reader import Reader
from controller.vision.scene import Scene, Trouble

Listener = Callable[[Scene], None]

JPEG_QUALITY = 80


class CameraReader:
    """Looks at one table through one camera.

    A dead camera raises a :class:`calibration.camera_frames.CameraError`; :meth:`open` may then be called again.
    """

    def __init__(
        self,
        camera: Camera,
        kit: Kit,
        mat_key: MatKey | None,
        model: CameraModel | None = None,
        *,
        tap: Callable[[FrameReading], None] | None = None,
        called: str = "",
        lock_exposure: bool = True,
    ) -> None:
        """Prepare to read; :meth:`open` opens the camera.

        ``mat_key`` None: whichever mat is in view. ``model`` None: the lens is estimated from the table. ``tap`` gets
        every reading, in the camera's thread: a recorder. ``called``: what people call the camera.
        """
        self._camera = camera
        self._tap = tap
        self._called = called
        self._lock_exposure = lock_exposure

        def new_reader() -> Reader:
            return Reader(kit, mat_key, model, live=camera.live)

        self._new_reader = new_reader
        self._voting = Voting()
        self._arena = IntrusionDetector(kit)
        self._listeners: list[Listener] = []
        self._latest: FrameReading | None = None
        self._one_at_a_time = asyncio.Lock()
        self._looked = asyncio.Event()
        """Set when the current reading ends; then replaced by another event."""
        self._open = False
        self._meter: ExposureController | None = None
        self.latency_s = 0.0
        """How late its pictures come; a scene's time is when its picture was taken."""

    @property
    def name(self) -> str:
        """The camera's."""
        return f"{self._called} ({self._camera.name})" if self._called else self._camera.name

    @property
    def latest(self) -> Scene | None:
        """The newest scene; None before the first look."""
        return None if self._latest is None else self._latest.scene

    @property
    def newest(self) -> FrameReading | None:
        """The newest look itself; None before the first."""
        return self._latest

    @property
    def exposure(self) -> ExposureState | None:
        """The state of the exposure control; None if the camera's exposure cannot be set."""
        fixed = self._camera.exposure_control is None or not self._lock_exposure
        return None if fixed or self._meter is None else self._meter.state

    def on_scene(self, listener: Listener) -> Callable[[], None]:
        """Call ``listener`` with every scene, in the event loop. Returns a function that unsubscribes it."""
        self._listeners.append(listener)
        return lambda: self._listeners.remove(listener) if listener in self._listeners else None

    async def open(self) -> None:
        """Open the camera. Raises CameraError."""
        self._open = False
        work = self._tapped(self._new_reader().read)
        self._meter = ExposureController(work, lambda: self._camera.exposure_control if self._lock_exposure else None)
        await self._camera.open(self._meter)
        self._voting = Voting()
        self._open = True

    async def look(self) -> Scene:
        """Read a picture taken after this call. Raises CameraError."""
        async with self._one_at_a_time:
            return await self._look()

    async def settled(self, timeout_s: float = 10.0) -> Scene:
        """Read frames taken after this call until the table is at rest, and return the voted scene.

        After ``timeout_s`` seconds without rest: the newest scene, its ``settled`` False, its trouble named. Raises
        CameraError at once.
        """
        loop = asyncio.get_running_loop()
        end = loop.time() + timeout_s
        async with self._one_at_a_time:
            self._voting.begin()
            looks = moved = 0
            while True:
                scene = await self._look()
                looks, moved = looks + 1, moved + scene.camera_moved
                settled = self._voting.add(scene)
                if settled is not None:
                    return settled
                # A file always shows the same.
                if loop.time() >= end or (scene.trouble and not self._camera.live):
                    swaying = 2 * moved > looks > 1
                    return replace(scene, trouble=(*scene.trouble, Trouble.CAMERA_MOVED)) if swaying else scene

    async def over_arena(self, resting: Collection[str] = ()) -> Intrusion | None:
        """Look once for things over the field that are not golems, and for golems of ``resting`` that move.

        The picture is compared with the one in which the field was in order, at first the first one. Raises
        CameraError.
        """
        if self._one_at_a_time.locked():
            # A reading is under way, perhaps a long one: its pictures show hands as well.
            await self._looked.wait()
        else:
            async with self._one_at_a_time:
                await self._look()
        return None if self._latest is None else self._arena.add(self._latest, resting)

    def arena_in_order(self) -> None:
        """Declare the field in the newest picture to be in order: golems and tokens, no hand."""
        if self._latest is not None:
            self._arena.begin(self._latest)

    async def close(self) -> None:
        """Release the camera. May be called twice."""
        self._open = False
        await self._camera.close()

    def preview_jpeg(self, overlay: bool = True, width: int = 1280, camera: str = "") -> bytes:
        """Return the newest picture as a JPEG, with what was read drawn over it. Empty before the first look.

        Empty as well if the picture of another `camera` is asked for.
        """
        picture = self.preview(overlay) if camera in ("", self.name) else None
        return b"" if picture is None else encode_jpeg(picture, width)

    def preview(self, overlay: bool) -> Image | None:
        """Return the newest picture (H x W x 3), with what was read drawn over it. None before the first look."""
        look = self._latest
        if look is None:
            return None
        return draw_overlay(look) if overlay else look.frame.image

    def _tapped(self, read: Callable[[Frame], FrameReading]) -> Callable[[Frame], FrameReading]:
        tap = self._tap
        if tap is None:
            return read

        def work(frame: Frame) -> FrameReading:
            look = read(frame)
            tap(look)
            return look

        return work

    async def _look(self) -> Scene:
        if not self._open:
            raise NoFrames(self.name, CameraReason.NOT_OPEN())
        try:
            look: FrameReading = await self._camera.next()
            if self.latency_s:
                look = replace(look, scene=replace(look.scene, time=look.scene.time - self.latency_s))
            self._latest = look
        finally:
            self._looked.set()
            self._looked = asyncio.Event()
        for listener in tuple(self._listeners):
            listener(look.scene)
        return look.scene


def encode_jpeg(picture: Image, width: int) -> bytes:
    """Encode a picture as a JPEG for a screen, at most ``width`` px wide."""
    if picture.shape[1] > width:
        height = round(picture.shape[0] * width / picture.shape[1])
        picture = np.asarray(cv2.resize(picture, (width, height), interpolation=cv2.INTER_AREA), np.uint8)
    done, data = cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, JPEG_QUALITY])
    return data.tobytes() if done else b""
