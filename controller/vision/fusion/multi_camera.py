"""Read one table through several cameras, with the interface of one."""

from __future__ import annotations

import asyncio
from collections.abc import Collection, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace

import cv2
import numpy as np

from boards.kit.thing_keys import TrayKey
from calibration.camera_frames import CameraError, FramesEnded
from controller.vision.fusion.camera_reader import CameraReader, encode_jpeg
from controller.vision.fusion.merging import CameraScene, complete_lanes, merge
from controller.vision.intrusion import Intrusion
from controller.vision.scene import Scene

GRACE_S = 1.0
"""How long a blind camera is waited for once the others are at rest."""

SAME_TIME_S = 0.5
"""Largest difference in time of scenes that are merged; a faster camera reads again when a slower one is done."""

TOGETHER_S = 0.1
"""Largest difference in time of pictures that are merged while golems drive: 4.5 mm of a golem's way."""

RETRY_S = 1.0
LONGEST_RETRY_S = 15.0
"""Longest pause before a lost camera is opened again; the pause doubles from RETRY_S."""


class MultiCameraReader:
    """Several cameras with the interface of `CameraReader`.

    One may be unplugged or blind while the others see every lane that all of them saw; then
    :attr:`~controller.vision.scene.Scene.blind` names it.
    """

    def __init__(self, readers: Sequence[CameraReader]) -> None:
        self._readers = tuple(readers)
        self._lost: dict[int, CameraError] = {}
        self._reopening: dict[int, asyncio.Task[None]] = {}
        self._needed: frozenset[tuple[TrayKey, int]] | None = None
        """The lanes that were seen when last all cameras worked."""
        self._latest: Scene | None = None
        self._opened = False

    @property
    def name(self) -> str:
        """The cameras'."""
        return " + ".join(reader.name for reader in self._readers)

    @property
    def latest(self) -> Scene | None:
        """The newest merged scene; None before the first."""
        return self._latest

    async def open(self) -> None:
        """Open the cameras: the first time all of them; later those that are lost are tried again in the background.

        Raises CameraError.
        """
        if not self._opened:
            try:
                for reader in self._readers:
                    await reader.open()
            except CameraError:
                await self.close()
                raise
            self._opened = True

    async def close(self) -> None:
        """Release the cameras. May be called twice."""
        self._opened = False
        for task in self._reopening.values():
            task.cancel()
            with suppress(asyncio.CancelledError):
                await task
        self._reopening, self._lost = {}, {}
        for reader in self._readers:
            await reader.close()

    @property
    def latency_s(self) -> float:
        """How late the pictures come."""
        return max(reader.latency_s for reader in self._readers)

    @latency_s.setter
    def latency_s(self, seconds: float) -> None:
        for reader in self._readers:
            reader.latency_s = seconds

    async def look(self) -> Scene:
        """Read a picture of every camera, taken at about the same time. Raises CameraError if no camera is left."""
        scenes = await self._look_with(self._working())
        newest = max(scene.time for scene in scenes.values())
        # A slower camera was waited for; the others have newer pictures by now.
        behind = [number for number, scene in scenes.items() if scene.time < newest - TOGETHER_S]
        if behind:
            scenes |= await self._look_with(behind)
        return self._renew({number: scene for number, scene in scenes.items() if number not in self._lost})

    async def _look_with(self, numbers: Sequence[int]) -> dict[int, Scene]:
        async def look(number: int) -> dict[int, Scene]:
            try:
                return {number: await self._readers[number].look()}
            except CameraError as error:
                self._lose(number, error)
                return {}

        looked = await asyncio.gather(*map(look, numbers))
        self._require_working()
        return {number: scene for scenes in looked for number, scene in scenes.items()}

    def _renew(self, scenes: Mapping[int, Scene]) -> Scene:
        """Merge the newest pictures of cameras that see something, as far as they were taken together.

        An older picture of a golem that drives would contradict a newer one.
        """
        camera_scenes = [CameraScene(self._readers[number].name, scene) for number, scene in sorted(scenes.items())]
        seeing = [camera_scene for camera_scene in camera_scenes if not camera_scene.blind]
        if seeing:
            last = max(camera_scene.scene.time for camera_scene in seeing)
            together = [seen for seen in seeing if seen.scene.time >= last - TOGETHER_S]
            blind = () if self._latest is None else self._latest.blind
            # What one of them shows is no newer than the oldest.
            self._latest = replace(merge(together), blind=blind, time=min(seen.scene.time for seen in together))
        else:
            self._latest = camera_scenes[0].scene
        return self._latest

    async def settled(self, timeout_s: float = 10.0) -> Scene:
        """Return what all cameras read at about the same time, at rest.

        After ``timeout_s`` seconds without rest: ``settled`` is False, the trouble named. Raises CameraError if a
        camera is lost that the others do not make up for.
        """
        scenes = await self._all_settled(timeout_s)
        newest = max((scene.time for scene in scenes.values()), default=0.0)
        for number, scene in list(scenes.items()):
            if scene.settled and scene.time < newest - SAME_TIME_S:
                del scenes[number]
                scenes |= await self._settled_of(number, timeout_s)
        return self._merged(scenes)

    async def over_arena(self, resting: Collection[str] = ()) -> Intrusion | None:
        """Look once with every camera for the largest thing over the field that is not a golem.

        Or for a golem of ``resting`` that moves. Raises CameraError if no camera is left.
        """

        async def look(number: int) -> Intrusion | None:
            try:
                return await self._readers[number].over_arena(resting)
            except CameraError as error:
                self._lose(number, error)
                return None

        found = await asyncio.gather(*(look(number) for number in self._working()))
        self._require_working()
        newest = {number: self._readers[number].latest for number in self._working()}
        if scenes := {number: scene for number, scene in newest.items() if scene is not None}:
            self._renew(scenes)
        return max((item for item in found if item is not None), key=lambda item: item.area_mm2, default=None)

    def arena_in_order(self) -> None:
        """Declare the field in the newest pictures to be in order."""
        for reader in self._readers:
            reader.arena_in_order()

    def preview_jpeg(self, overlay: bool = True, width: int = 1280, camera: str = "") -> bytes:
        """Return the newest pictures side by side, or that of one camera, as a JPEG. Empty before the first looks."""
        readers = [reader for reader in self._readers if camera in ("", reader.name)]
        pictures = [picture for reader in readers if (picture := reader.preview(overlay)) is not None]
        if not pictures:
            return b""
        height = min(picture.shape[0] for picture in pictures)
        scaled = [
            np.asarray(cv2.resize(item, (round(item.shape[1] * height / item.shape[0]), height)), np.uint8)
            for item in pictures
        ]
        return encode_jpeg(np.concatenate(scaled, axis=1), width)

    # One reading of all cameras

    async def _all_settled(self, timeout_s: float) -> dict[int, Scene]:
        loop = asyncio.get_running_loop()
        tasks = {number: loop.create_task(self._settled_of(number, timeout_s)) for number in self._working()}
        try:
            pending = set(tasks.values())
            while pending:
                done, pending = await asyncio.wait(pending, timeout=GRACE_S, return_when=asyncio.FIRST_COMPLETED)
                waited_for = [self._blind(number) for number, task in tasks.items() if task in pending]
                if not done and len(pending) < len(tasks) and all(waited_for):
                    break
        finally:
            for task in tasks.values():
                task.cancel()
        scenes: dict[int, Scene] = {}
        for number, task in tasks.items():
            with suppress(asyncio.CancelledError):
                scenes |= await task
            seen = self._readers[number].latest
            if number not in scenes and number not in self._lost and seen is not None:
                scenes[number] = seen
        return scenes

    async def _settled_of(self, number: int, timeout_s: float) -> dict[int, Scene]:
        try:
            return {number: await self._readers[number].settled(timeout_s)}
        except CameraError as error:
            self._lose(number, error)
            return {}

    def _blind(self, number: int) -> bool:
        scene = self._readers[number].latest
        return scene is not None and CameraScene("", scene).blind

    def _merged(self, scenes: dict[int, Scene]) -> Scene:
        self._require_working()
        camera_scenes = [CameraScene(self._readers[number].name, scene) for number, scene in sorted(scenes.items())]
        seeing = [camera_scene for camera_scene in camera_scenes if not camera_scene.blind]
        blind = tuple(camera_scene.camera for camera_scene in camera_scenes if camera_scene.blind)
        lost = tuple(self._readers[number].name for number in sorted(self._lost))
        if not seeing:
            # Report the trouble of one of them.
            self._latest = replace(camera_scenes[0].scene, blind=(*lost, *blind))
            return self._latest
        merged = merge(seeing)
        if merged.settled and not lost and not blind:
            self._needed = complete_lanes(merged)
        elif merged.settled and not self._covers_needed_lanes(merged):
            if self._lost:
                raise self._named(min(self._lost))
            troubles = tuple(trouble for camera_scene in camera_scenes for trouble in camera_scene.scene.trouble)
            merged = replace(merged, trouble=tuple(dict.fromkeys(troubles)), settled=False)
        self._latest = replace(merged, blind=(*lost, *blind))
        return self._latest

    def _covers_needed_lanes(self, scene: Scene) -> bool:
        """Tell whether every lane that all cameras saw together is still seen."""
        return self._needed is not None and self._needed <= complete_lanes(scene)

    # Cameras that are lost

    def _working(self) -> list[int]:
        return [number for number in range(len(self._readers)) if number not in self._lost]

    def _require_working(self) -> None:
        if len(self._lost) == len(self._readers):
            raise self._named(min(self._lost))

    def _named(self, number: int) -> CameraError:
        """Return the error of a lost camera, with the name that people gave it."""
        error, name = self._lost[number], self._readers[number].name
        if isinstance(error, FramesEnded):
            return FramesEnded(name)
        return CameraError(name, error.because or error.what)

    def _lose(self, number: int, error: CameraError) -> None:
        self._lost[number] = error
        if number not in self._reopening:
            self._reopening[number] = asyncio.get_running_loop().create_task(self._reopen(number))

    async def _reopen(self, number: int) -> None:
        """Open a lost camera again, with growing pauses, until that works."""
        pause_s = RETRY_S
        while True:
            await asyncio.sleep(pause_s)
            try:
                await self._readers[number].open()
            except CameraError as error:
                self._lost[number] = error
                pause_s = min(2 * pause_s, LONGEST_RETRY_S)
            else:
                del self._lost[number], self._reopening[number]
                return


AnyCameraReader = CameraReader | MultiCameraReader
"""One camera or several, with one interface."""
