"""Simulated cameras and robots for the set-up page: a table as people lay it out, robots on real pseudo-terminals."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field, replace
from typing import Any

import cv2
import numpy as np

from boards.geometry import Cell, Pose
from boards.kit.kit import Kit, kit
from boards.kit.thing_keys import MatKey
from boards.mats import mat
from boards.table_layout import standard_layout
from calibration.camera_frames import Frame, FramesEnded, Image, Work
from calibration.camera_model import CameraModel
from controller.app.setup.devices import FoundCamera
from controller.vision.cameras.camera import Camera
from controller.vision.fusion.camera_reader import CameraReader
from firmware_bridge.robots.discovery.serial_discovery import Seen, look
from firmware_bridge.robots.robot_families import open_robot
from firmware_bridge.robots.robot_port import RobotPort
from hardware.simulated.camera_faults import Disturbance
from hardware.simulated.simulated_camera import FULL_HD, SimulatedCamera, simulated_camera
from hardware.simulated.simulated_rig import Rig, serial_robots
from hardware.simulated.world import TableItem, World

KIT = kit()
CAMERA = "simulated:overhead"


class Mirrored:
    """A camera that mirrors its pictures."""

    def __init__(self, camera: SimulatedCamera) -> None:
        self._camera = camera

    def __getattr__(self, name: str) -> object:
        return getattr(self._camera, name)

    async def open(self, work):  # type: ignore[no-untyped-def]
        await self._camera.open(lambda frame: work(_mirrored(frame)))


def _mirrored(frame: Frame) -> Frame:
    return replace(frame, image=np.ascontiguousarray(frame.image[:, ::-1]))


class PictureCamera:
    """A camera that shows pictures, one after the other."""

    name, live, exposure_control = "Pictures", False, None

    def __init__(self, pictures: Sequence[Image], *, for_ever: bool = False) -> None:
        self._pictures, self._for_ever, self._at = pictures, for_ever, 0
        self._work: Work | None = None
        self.round = asyncio.Event()
        """All pictures were shown."""

    async def open(self, work: Work) -> None:
        self._work, self._at = work, 0

    async def next(self) -> Any:
        assert self._work is not None
        await asyncio.sleep(1 / 30)
        if self._at == len(self._pictures):
            self.round.set()
            if not self._for_ever:
                raise FramesEnded(self.name)
            self._at = 0
        self._at += 1
        picture = cv2.cvtColor(self._pictures[self._at - 1], cv2.COLOR_GRAY2BGR)
        return self._work(Frame(picture, self._at, 0.0, f"{self._at}.png"))

    async def close(self) -> None:
        self._work = None


@dataclass
class SimulatedDevices:
    """One camera over a table, and robots on ports that are put on the mat."""

    world: World
    rig: Rig | None = None
    mirrored: bool = False
    under_lens: Sequence[Disturbance] = ()
    size: tuple[int, int] = FULL_HD
    period_s: float = 1 / 30
    virtual: bool = False
    """Whether the robots live in virtual time."""
    board: Camera | None = None
    """What the camera shows while the lens is measured."""
    opened: list[SimulatedCamera] = field(default_factory=list)

    def kit(self) -> Kit:
        return KIT

    def cameras(self) -> Sequence[FoundCamera]:
        return [FoundCamera(CAMERA, "Overhead camera")]

    def camera(self, address: str) -> Camera:
        assert address == CAMERA and self.board is not None
        return self.board

    def reader(self, address: str, mat_key: MatKey, lens: CameraModel | None) -> CameraReader:
        assert address == CAMERA
        camera = simulated_camera(self.world, KIT, mat_key, ("red", "blue"), size=self.size, period_s=self.period_s)
        camera.disturbances.extend(self.under_lens)
        self.opened.append(camera)
        seen = Mirrored(camera) if self.mirrored else camera
        return CameraReader(seen, KIT, mat_key, lens)  # type: ignore[arg-type]

    async def ports(self) -> Sequence[Seen]:
        if self.rig is None:
            return []
        traffic = self.rig.traffic if self.virtual else None
        return [replace(await look(_path(url), traffic=traffic), port=_path(url)) for url in self.rig.urls.values()]

    def robot(self, address: str) -> RobotPort:
        return open_robot(address, address, self.rig.traffic if self.rig is not None and self.virtual else None)


def _path(url: str) -> str:
    return url.removeprefix("serial:").partition("?")[0]


def laid_out(colours: Sequence[str] = ("red", "blue")) -> World:
    """A mat and its trays."""
    world = World()
    world.lying["mat"] = TableItem(MatKey("4x4"), Pose(0.0, 0.0, 0.0))
    for key, pose in standard_layout(MatKey("4x4"), tuple(colours)).items():
        world.lying[key] = TableItem(key, pose)
    return world


@asynccontextmanager
async def robots_on_mat(world: World, colours: Sequence[str] = ("red", "blue"), **how: Any) -> AsyncIterator[Rig]:
    """Robots in corners of the mat. `how`: as for `serial_robots`."""
    grid = mat(MatKey("4x4")).grid
    for colour, cell, heading in zip(colours, (Cell(0, 0), Cell(3, 3)), (0.0, 180.0), strict=False):
        centre = grid.centre(cell)
        world.body(colour).pose = Pose(centre.x, centre.y, heading)
    async with serial_robots(world, colours, **how) as rig:
        yield rig
