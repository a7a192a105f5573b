"""Scenes as one camera reports them, and cameras and readers that report what a test scripts."""

from __future__ import annotations

import asyncio
from collections.abc import Collection, Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from boards.geometry import Pixel, Point, Pose
from boards.kit.thing_keys import MatKey, ThingKey
from calibration.camera_frames import CameraError, Frame, Image
from controller.vision.frame_reading import FrameReading
from controller.vision.intrusion import Intrusion
from controller.vision.scene import Scene, Seen, Trouble, Unread, Why

MAT = MatKey("4x4")
PERIOD_S = 0.1
"""Of a scripted camera."""


def square(u: float, v: float, half: float = 20.0) -> tuple[Pixel, ...]:
    """The outline of a thing whose middle is at (u, v) px."""
    return tuple(Pixel(u + x, v + y) for x, y in ((-half, -half), (half, -half), (half, half), (-half, half)))


def seen_at(thing: ThingKey, u: float, v: float, markers: int = 2) -> Seen:
    """A thing that is read at (u, v) px; a mm of its place is a px."""
    return Seen(thing, Pose(u, v, 0.0), square(u, v), markers)


def doubt_at(why: Why, u: float, v: float, thing: ThingKey | None = None) -> Unread:
    """A doubt about what lies at (u, v) px."""
    return Unread(why, square(u, v), Pose(u, v, 0.0), thing)


def frame_scene(
    number: int,
    *items: Seen | Unread,
    trouble: Sequence[Trouble] = (),
    moved: bool = False,
    mat: MatKey | None = MAT,
) -> Scene:
    """What one frame shows."""
    things = tuple(sorted((item for item in items if isinstance(item, Seen)), key=lambda seen: str(seen.thing)))
    unread = tuple(item for item in items if isinstance(item, Unread))
    return Scene(number, number / 30, (1920, 1080), mat, things, unread, tuple(trouble), camera_moved=moved)


class ScriptedCamera:
    """A camera whose looks are given: a scene, or the error that it dies of; the last one for ever."""

    def __init__(self, *script: Scene | CameraError, live: bool = True, name: str = "scripted") -> None:
        self.script = list(script)
        self.live = live
        self.name = name
        self.exposure_control = None
        self.shown = 0
        self.opened = self.closed = 0

    async def open(self, _work: Any) -> None:
        self.opened += 1

    async def next(self) -> FrameReading:
        await asyncio.sleep(PERIOD_S)
        item = self.script[min(self.shown, len(self.script) - 1)]
        self.shown += 1
        if isinstance(item, CameraError):
            raise item
        scene = replace(item, frame=self.shown, time=asyncio.get_running_loop().time())
        frame = Frame(np.zeros((9, 16, 3), np.uint8), self.shown, scene.time, self.name)
        return FrameReading(frame, scene, (), None)

    async def close(self) -> None:
        self.closed += 1


class ScriptedReader:
    """One of several cameras, as `MultiCameraReader` uses it: what it sees is set by the test."""

    def __init__(self, name: str, scene: Scene, takes_s: float = 0.1) -> None:
        self.name = name
        self.scene = scene
        self.takes_s = takes_s
        """How long it takes until it is settled."""
        self.latest: Scene | None = None
        self.fails: CameraError | None = None
        self.refuses_to_open: CameraError | None = None
        self.over: Intrusion | None = None
        self.picture: Image | None = None
        self.opened: list[float] = []
        """When it was opened, on the loop's clock."""
        self.closed = 0
        self.settles: list[float] = []
        self.resting: list[Collection[str]] = []
        self.in_order = 0

    async def open(self) -> None:
        self.opened.append(asyncio.get_running_loop().time())
        if self.refuses_to_open is not None:
            raise self.refuses_to_open

    async def close(self) -> None:
        self.closed += 1

    async def look(self) -> Scene:
        await asyncio.sleep(0.01)
        if self.fails is not None:
            raise self.fails
        return self.scene

    async def settled(self, timeout_s: float) -> Scene:
        self.settles.append(timeout_s)
        loop = asyncio.get_running_loop()
        end = loop.time() + self.takes_s
        while loop.time() < end:
            self.latest = replace(self.scene, time=loop.time(), settled=False)
            await asyncio.sleep(min(0.1, end - loop.time()))
        if self.fails is not None:
            raise self.fails
        self.latest = replace(self.scene, time=loop.time())
        return self.latest

    async def over_arena(self, resting: Collection[str] = ()) -> Intrusion | None:
        await asyncio.sleep(0.01)
        self.resting.append(resting)
        if self.fails is not None:
            raise self.fails
        self.latest = replace(self.scene, time=asyncio.get_running_loop().time())
        return self.over

    def arena_in_order(self) -> None:
        self.in_order += 1

    def preview(self, _overlay: bool) -> Image | None:
        return self.picture


def intrusion(area_mm2: float) -> Intrusion:
    """Something over the field."""
    return Intrusion(Point(10.0, 10.0), area_mm2)
