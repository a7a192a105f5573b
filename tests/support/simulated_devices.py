"""Simulated cameras and robots for the set-up page: a table as people lay it out, robots on real pseudo-terminals."""

from __future__ import annotations

from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field, replace

import numpy as np

from boards.geometry import Cell, Pose
from boards.kit.kit import Kit, kit
from boards.kit.thing_keys import MatKey
from boards.mats import mat
from boards.table_layout import standard_layout
from calibration.camera_frames import Frame
from controller.app.setup.devices import FoundCamera
from controller.vision.fusion.camera_reader import CameraReader
from firmware_bridge.robots.discovery.serial_discovery import Seen, look
from firmware_bridge.robots.robot_families import open_robot
from firmware_bridge.robots.robot_port import RobotPort
from hardware.simulated.simulated_camera import SimulatedCamera, simulated_camera
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


@dataclass
class SimulatedDevices:
    """One camera over a table, and robots on ports that are put on the mat."""

    world: World
    rig: Rig | None = None
    mirrored: bool = False
    opened: list[SimulatedCamera] = field(default_factory=list)

    def kit(self) -> Kit:
        return KIT

    def cameras(self) -> Sequence[FoundCamera]:
        return [FoundCamera(CAMERA, "Overhead camera")]

    def reader(self, address: str, mat_key: MatKey) -> CameraReader:
        assert address == CAMERA
        camera = simulated_camera(self.world, KIT, mat_key, ("red", "blue"))
        self.opened.append(camera)
        return CameraReader(Mirrored(camera) if self.mirrored else camera, KIT, mat_key)  # type: ignore[arg-type]

    async def ports(self) -> Sequence[Seen]:
        if self.rig is None:
            return []
        return [replace(await look(_path(url)), port=_path(url)) for url in self.rig.urls.values()]

    def robot(self, address: str) -> RobotPort:
        return open_robot(address, address)


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
async def robots_on_mat(world: World, colours: Sequence[str] = ("red", "blue")) -> AsyncIterator[Rig]:
    """Robots in corners of the mat, in real time."""
    grid = mat(MatKey("4x4")).grid
    for colour, cell, heading in zip(colours, (Cell(0, 0), Cell(3, 3)), (0.0, 180.0), strict=False):
        centre = grid.centre(cell)
        world.body(colour).pose = Pose(centre.x, centre.y, heading)
    async with serial_robots(world, colours) as rig:
        yield rig
