"""Cameras and robots of a table that stay open from one game to the next."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from functools import partial
from typing import Any

from boards.base.reasons import Reason
from calibration.camera_frames import CameraError, ExposureControl, Frame, Work
from controller.app.devices.camera_setup import MakeCamera
from controller.vision.cameras.camera import Camera
from controller.vision.cameras.threaded import WarningSink
from firmware_bridge.robots.fleet import Fleet
from firmware_bridge.robots.journal_entries import Record
from firmware_bridge.robots.robot_port import RobotPort

OpenRobot = Callable[[str, str], RobotPort]
"""Makes the robot of a name and an address, not yet connected."""

_LINKED = ("ready", "busy", "estopped")
"""Links of robots that answer."""


class KeptCamera:
    """A :class:`controller.vision.cameras.camera.Camera` whose device may stay open when its reader closes it."""

    def __init__(self, camera: Camera, make_way: Callable[[], Awaitable[None]]) -> None:
        """``make_way`` is awaited before the device is opened: it releases it where it is open otherwise."""
        self._camera = camera
        self._make_way = make_way
        self._work: Work | None = None
        self._open = False
        self.read = False
        """Whether a reader has it open."""
        self.kept = False
        """Whether its device stays open when its reader closes it."""

    @property
    def name(self) -> str:
        """As a person would say it."""
        return self._camera.name

    @property
    def live(self) -> bool:
        """False for files."""
        return self._camera.live

    @property
    def exposure_control(self) -> ExposureControl | None:
        """The device's, while it is open; None if it has none."""
        return self._camera.exposure_control

    async def open(self, work: Work) -> None:
        """Do this work from now on; open the device if it is closed, or gave no picture. Raises CameraError."""
        again, self._work, self.read = self.read, work, True
        if again or not self._open:
            self._open = False
            await self._make_way()
            await self._camera.open(self._do)
            self._open = True

    def _do(self, frame: Frame) -> Any:
        assert self._work is not None
        return self._work(frame)

    async def next(self) -> Any:
        """Return the work's result on a picture taken after this call. Raises CameraError."""
        try:
            return await self._camera.next()
        except CameraError:
            self._open = False
            raise

    async def close(self) -> None:
        """Let the reader go; the device stays open if it is kept."""
        self.read = False
        if not self.kept:
            await self.shut()

    async def shut(self) -> None:
        """Release the device."""
        self._open = False
        await self._camera.close()


class OpenDevices:
    """What the games of one table have open. Between two games nothing is opened anew that both use.

    A device that the next game does not use is released as soon as that one plays (:meth:`keep`).
    """

    def __init__(self, camera: MakeCamera, robot: OpenRobot) -> None:
        """``camera`` and ``robot`` make a device of what a table file says."""
        self._make_camera = camera
        self._open_robot = robot
        self._cameras: dict[tuple[str, tuple[int, int]], KeptCamera] = {}
        self._heard: dict[str, WarningSink] = {}
        self._robots: dict[str, RobotPort] = {}
        """By address."""
        self._used: frozenset[str] = frozenset()

    def camera(self, at: str, size: tuple[int, int], heard: WarningSink) -> KeptCamera:
        """Return the camera at an address, open or not; ``heard`` gets its warnings from now on."""
        self._heard[at] = heard

        def tell(said: Reason) -> None:
            self._heard[at](said)

        if (at, size) not in self._cameras:
            camera = self._make_camera(at, size, tell)
            self._cameras[at, size] = KeptCamera(camera, partial(self._free, at, size))
        return self._cameras[at, size]

    async def _free(self, at: str, size: tuple[int, int]) -> None:
        """Release the device at an address if it is open for pictures of another size: it opens once only."""
        for (other, other_size), camera in list(self._cameras.items()):
            if other == at and other_size != size and not camera.read:
                await camera.shut()

    async def fleet(self, wanted: Mapping[str, str], record: Record, *, anew: bool) -> Fleet:
        """Return a fleet of the robots at these addresses, by name; those that are open are not opened again.

        A robot that plays for another golem since the last game (a spare one, or tops were exchanged) still does.
        ``anew``: a record is gone on with that may have commands under way, which only a new session asks about.
        """
        names = {address: name for name, address in wanted.items()}
        for address in [address for address in self._robots if address in names]:
            robot = self._robots[address]
            if anew or robot.name not in wanted or robot.status.link not in _LINKED:
                await self._release(address)
        kept = {robot.name: robot for address, robot in self._robots.items() if address in names}
        closed = [address for address in names if address not in self._robots]
        robots = []
        for name, address in wanted.items():
            if name not in kept:
                # Its own address, if no robot from there plays for another golem.
                free = address if address in closed else closed[0]
                closed.remove(free)
                kept[name] = self._robots[free] = self._open_robot(name, free)
            robots.append(kept[name])
        self._used = frozenset(names)
        named_in_file = {robot.name: names[address] for address, robot in self._robots.items() if address in names}
        return Fleet(robots, record, named_in_file)

    async def keep(self) -> None:
        """Keep what the game that plays now has open, and release all else."""
        for camera in self._cameras.values():
            camera.kept = camera.read
            if not camera.read:
                await camera.shut()
        for address in [address for address in self._robots if address not in self._used]:
            await self._release(address)

    async def close(self) -> None:
        """Stop all robots, then release all devices."""
        await asyncio.gather(*(robot.close() for robot in self._robots.values()))
        self._robots.clear()
        for camera in self._cameras.values():
            await camera.shut()

    async def _release(self, address: str) -> None:
        await self._robots.pop(address).close()
