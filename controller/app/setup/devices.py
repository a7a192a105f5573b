"""The cameras and robots of this computer, as the set-up finds them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from boards.kit.kit import Kit, kit
from boards.kit.thing_keys import MatKey
from calibration.camera_model import CameraModel
from controller.vision.cameras.camera import Camera
from controller.vision.cameras.camera_registry import camera_for
from controller.vision.cameras.device_names import named_cameras, stable_path
from controller.vision.fusion.camera_reader import CameraReader
from firmware_bridge.robots.discovery.serial_discovery import Seen, look_everywhere
from firmware_bridge.robots.robot_families import open_robot
from firmware_bridge.robots.robot_port import RobotPort


@dataclass(frozen=True)
class FoundCamera:
    """A camera of this computer."""

    address: str
    name: str


class Devices(Protocol):
    """Where cameras and robots come from."""

    def kit(self) -> Kit:
        """Return the kit that is on the table."""
        ...

    def cameras(self) -> Sequence[FoundCamera]:
        """Return the cameras that are plugged in. It reads files, and is called in a thread."""
        ...

    def camera(self, address: str) -> Camera:
        """Return a camera, not yet open. Raises Problems, CameraError."""
        ...

    def reader(self, address: str, mat: MatKey, lens: CameraModel | None) -> CameraReader:
        """Return the reader of a camera, not yet open; `lens`: if it was measured. Raises Problems, CameraError."""
        ...

    async def ports(self) -> Sequence[Seen]:
        """Ask on every port who is there. Nothing moves."""
        ...

    def robot(self, address: str) -> RobotPort:
        """Return a robot, not yet connected. Raises Problems."""
        ...


class ThisComputer:
    """The real devices."""

    def kit(self) -> Kit:
        """Return the usual kit."""
        return kit()

    def cameras(self) -> Sequence[FoundCamera]:
        """Return the cameras that are plugged in."""
        found = {stable_path(camera.path): camera.name for camera in named_cameras()}
        return [FoundCamera(address, name) for address, name in found.items()]

    def camera(self, address: str) -> Camera:
        """Return a camera, not yet open."""
        return camera_for(address)

    def reader(self, address: str, mat: MatKey, lens: CameraModel | None) -> CameraReader:
        """Return the reader of a camera, not yet open."""
        return CameraReader(camera_for(address), kit(), mat, lens)

    async def ports(self) -> Sequence[Seen]:
        """Ask on every port who is there."""
        return await look_everywhere()

    def robot(self, address: str) -> RobotPort:
        """Return a robot, not yet connected."""
        return open_robot(address, address)
